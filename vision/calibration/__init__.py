"""The camera above the tray: its lens and place, the zones of the seats, and whether it still hangs as set up."""

from vision.calibration.calibration import Calibration
from vision.calibration.drift import Drift, Moved
from vision.calibration.solve import CalibrationError
from vision.calibration.store import load, save

__all__ = ["Calibration", "CalibrationError", "Drift", "Moved", "load", "save"]
