"""Turns what the table hands over into what everybody reads. Works in the server's thread."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np

from controller import halting
from controller.display.picture import Picture
from controller.i18n import _, current
from controller.looking import Glance
from controller.play import Play
from controller.web import snapshot
from controller.web.hub import Hub
from controller.web.snapshot import Moment, Rounds

_KEPT_PICTURES: Final = 6
_WIDEST: Final = 1280
_QUALITY: Final = 85
# A text that runs through the display moves twenty times a second; on the page a few of these are enough.
_LEDS_SECONDS: Final = 0.2


class Kept(Protocol):
    """The pictures of earlier throws, as far as they are kept; see ``controller.evidence``."""

    def clip(self, picture: str) -> Path | None:
        """How the dice of a picture came to lie."""

    def restore(self, play: Play) -> Glance | None:
        """The look at the last throw."""


class Publisher:
    """Encodes each part once.

    Args:
        hub: where it goes.
        kept: the pictures of earlier throws; ``None`` where none are kept.

    Attributes:
        pictures: the last throws as JPEG, by the names under which the page asks for them.
        frames: what these pictures are called in the record, by the same names.
        moment: the latest one.
    """

    def __init__(self, hub: Hub, kept: Kept | None = None) -> None:
        self._hub = hub
        self._kept = kept
        self._rounds = Rounds()
        self._language = current()
        self._trouble = ""
        self._lights: Picture | None = None
        self._lights_after = 0.0
        self._lights_due: asyncio.TimerHandle | None = None
        self.moment: Moment | None = None
        self.pictures: dict[str, bytes] = {}
        self.frames: dict[str, str] = {}
        self._parts: dict[str, dict[str, Any]] = {}

    def deliver(self, latest: dict[str, Any], happened: list[Any]) -> None:
        """Publish all that has come: what happened first, then how things are now."""
        for sequence, events in happened:
            self._hub.happen(sequence, events)
        if "trouble" in latest:
            self._trouble = latest["trouble"]
        if "glance" in latest:
            self._keep(latest["glance"])
        if "leds" in latest:
            self._leds(latest["leds"])
        moment: Moment | None = latest.get("moment", self.moment)
        if moment and ("moment" in latest or "trouble" in latest):
            self._moment(moment)

    def _moment(self, moment: Moment) -> None:
        before, self.moment = self.moment, moment
        if self._language != current():
            # What was judged earlier is told in the new language too.
            self._language, self._rounds, before = current(), Rounds(), None
        self._hub.speak()
        rounds = self._rounds.of(moment.play) if moment.play else []
        stop = halting.ways_now(moment.play, self._rounds.steps) if moment.play else ()
        self._hub.publish("state", snapshot.state(moment, self._trouble, stop), moment.sequence)
        for seat, question in moment.questions.items():
            self._hub.ask(seat, snapshot.question(seat, question, moment.play))
        if moment.play and (before is None or before.play is not moment.play):
            self._hub.publish("rounds", {"number": moment.game, "rounds": rounds})
        if look := moment.view.get("look"):
            self._hub.publish("picture", self._picture(moment.play, look["picture"], look["note"]))

    def _picture(self, play: Play | None, name: str, note: str) -> dict[str, Any]:
        """The picture of the last throw, and of no other one."""
        if not name:
            return {"picture": None, "note": note}
        if name not in self._parts and play and self._kept and (glance := self._kept.restore(play)):
            # An older one counts again: what came after it was undone, annulled, or corrected away.
            self._keep(glance)
        if name not in self._parts:
            return {"picture": None, "note": _("The picture of the last throw is not kept any more.")}
        return {**snapshot.labelled(self._parts[name]), "note": note}

    def _keep(self, glance: Glance) -> None:
        image = glance.frame.image
        if image.shape[1] > _WIDEST:
            size = _WIDEST, round(image.shape[0] * _WIDEST / image.shape[1])
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        _done, jpeg = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
        data, frame = jpeg.tobytes(), glance.frame.name
        # Two throws may look the same, and yet each has its own clip.
        name = hashlib.sha256(frame.encode() + data).hexdigest()[:16]
        if frame in self._parts:
            self._forget(frame)
        self.pictures[name], self.frames[name] = data, frame
        if len(self.pictures) > _KEPT_PICTURES:
            self._forget(next(iter(self.frames.values())))
        # What was filmed of a throw just now is written a moment later; after a restart it is there already.
        moving = self._kept is not None and bool(glance.film or self._kept.clip(frame))
        clip = f"/picture/{name}.webp" if moving else None
        self._parts[frame] = snapshot.picture(glance, f"/picture/{name}.jpg", clip)

    def _forget(self, frame: str) -> None:
        name = next(name for name, kept in self.frames.items() if kept == frame)
        del self._parts[frame], self.pictures[name], self.frames[name]

    def _leds(self, picture: Picture) -> None:
        """The first at once, then not faster than eyes need it."""
        self._lights = picture
        if self._lights_due is None:
            loop = asyncio.get_running_loop()
            self._lights_due = loop.call_later(max(0.0, self._lights_after - loop.time()), self._show_leds)

    def _show_leds(self) -> None:
        assert self._lights is not None
        self._lights_due = None
        self._lights_after = asyncio.get_running_loop().time() + _LEDS_SECONDS
        self._hub.publish("leds", {"lights": self._lights.data.hex()})
