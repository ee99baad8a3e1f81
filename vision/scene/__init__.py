"""Knowing when thrown dice have come to rest, and what is no throw."""

from vision.scene.eye import LiveEye
from vision.scene.scene import Decision, Observation, Scene, State
from vision.scene.settings import Settings
from vision.scene.sight import Event, Spot

__all__ = ["Decision", "Event", "LiveEye", "Observation", "Scene", "Settings", "Spot", "State"]
