"""Turns what the table hands over into what everybody reads. Works in the server's thread."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from controller.display.picture import Picture
from controller.looking import Glance
from controller.web import snapshot
from controller.web.hub import Hub
from controller.web.snapshot import Moment, Rounds

_KEPT_PICTURES: Final = 6
_WIDEST: Final = 1280
_QUALITY: Final = 85
# A text that runs through the display moves twenty times a second; on the page a few of these are enough.
_LEDS_SECONDS: Final = 0.2
_NO_PICTURE: Final = {"picture": None}


class Publisher:
    """Encodes each part once.

    Args:
        hub: where it goes.
        clip: finds the clip of a throw by the name of its picture in the record; ``None`` where there is none.

    Attributes:
        pictures: the last throws as JPEG, by the names under which the page asks for them.
        frames: what these pictures are called in the record, by the same names.
        moment: the latest one.
    """

    def __init__(self, hub: Hub, clip: Callable[[str], Path | None] | None = None) -> None:
        self._hub = hub
        self._clip = clip
        self._rounds = Rounds()
        self._trouble = ""
        self._lights: Picture | None = None
        self._lights_after = 0.0
        self._lights_due: asyncio.TimerHandle | None = None
        self.moment: Moment | None = None
        self.pictures: OrderedDict[str, bytes] = OrderedDict()
        self.frames: dict[str, str] = {}

    def deliver(self, latest: dict[str, Any], happened: list[Any]) -> None:
        """Publish all that has come: what happened first, then how things are now."""
        for sequence, events in happened:
            self._hub.happen(sequence, events)
        if "trouble" in latest:
            self._trouble = latest["trouble"]
        if "glance" in latest:
            self._picture(latest["glance"])
        if "leds" in latest:
            self._leds(latest["leds"])
        moment: Moment | None = latest.get("moment", self.moment)
        if moment and ("moment" in latest or "trouble" in latest):
            self._moment(moment)

    def _moment(self, moment: Moment) -> None:
        before, self.moment = self.moment, moment
        self._hub.publish("state", snapshot.state(moment, self._trouble), moment.sequence)
        for seat, question in moment.questions.items():
            self._hub.ask(seat, snapshot.question(seat, question, moment.play))
        if moment.play and (before is None or before.play is not moment.play):
            self._hub.publish("rounds", {"number": moment.game, "rounds": self._rounds.of(moment.play)})
        if before and before.game != moment.game:
            self._hub.publish("picture", _NO_PICTURE)

    def _picture(self, glance: Glance) -> None:
        image = glance.frame.image
        if image.shape[1] > _WIDEST:
            size = _WIDEST, round(image.shape[0] * _WIDEST / image.shape[1])
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        _done, jpeg = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
        data = jpeg.tobytes()
        name = hashlib.sha256(data).hexdigest()[:16]
        self.pictures[name], self.frames[name] = data, glance.frame.name
        while len(self.pictures) > _KEPT_PICTURES:
            del self.frames[self.pictures.popitem(last=False)[0]]
        # What was filmed of a throw just now is written a moment later; after a restart it is there already.
        moving = self._clip is not None and bool(glance.film or self._clip(glance.frame.name))
        clip = f"/picture/{name}.webp" if moving else None
        self._hub.publish("picture", snapshot.picture(glance, f"/picture/{name}.jpg", clip))

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
