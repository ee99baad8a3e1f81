"""What happens in the tray, frame by frame: when a throw lies still and counts, and what is no throw."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from vision.camera.base import Image
from vision.finder import Candidate, count_sure, hold_each_other
from vision.scene.repeats import is_old
from vision.scene.same import shows_the_same
from vision.scene.settings import Settings
from vision.scene.sight import Event, Sight, Spot
from vision.scene.watch import Watch

_SAME_PLACE_MM: Final = 2.5
_OLD_FRAMES: Final = 5
_UNASKED_SECONDS: Final = 0.1
_CALM_SECONDS: Final = 0.045
"""Of 30 frames a second every second one; what comes into view is seen one frame later at most."""


class State(StrEnum):
    """What the tray is like just now."""

    EMPTY = "empty"
    HANDLING = "handling"
    """A hand or a cup moves in view."""
    ROLLING = "rolling"
    SETTLED = "settled"
    """Dice lie still. That alone counts for nothing: see ``Decision``."""
    COVERED = "covered"
    """A hand or a cup lies still in view; dice may be under it."""
    NUDGED = "nudged"
    """Dice that had settled do not lie where they lay."""
    DISTURBED = "disturbed"
    """The camera was moved, the light has just changed, or the picture is black, cut off or old, also in part."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A throw that was asked for lies still and may be read now.

    Attributes:
        seconds: time of the frame with which that was certain.
        since: nothing has moved since then.
        thrown: the dice of the throw, with any that they hit.
        before: what lay there before and still lies there: it does not count.
        complete: False where fewer dice lie there than were asked for, and no more came in time.
        touched: True where a hand covered dice of this throw that had already come to rest.
        began: time of the frame in which the first of its dice was seen to run free.
    """

    seconds: float
    since: float
    thrown: tuple[Spot, ...]
    before: tuple[Spot, ...]
    complete: bool
    touched: bool
    began: float = 0.0


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame says: the state of the tray, perhaps a decision, what just happened, and the dice in view."""

    state: State
    decision: Decision | None = None
    events: tuple[Event, ...] = ()
    dice: tuple[Spot, ...] = ()


@dataclass(slots=True)
class _Request:
    """A throw that was asked for.

    Attributes:
        count: how many dice, or ``None``: any number.
        patience: for so long it waits for dice that do not come, seconds.
        staying: whether dice that lie there already are among those that are counted.
        armed: False until a look shows that no dice roll that were thrown before it was asked for; the last look before
            may be a moment old.
    """

    count: int | None
    patience: float
    staying: bool
    armed: bool = False


class Scene:
    """Watches one tray. It is given frames with their times and has no clock of its own; one thread only.

    A throw counts only when it was asked for (``ask``), a die that did not lie there before has run free of every
    hand, no hand is in view, and nothing has moved for the time set. Each throw that is asked for gives one
    ``Decision`` at most. What lies there at first is taken for a part of the table until it is taken away.

    Args:
        settings: sizes and times.
        find: finds the dice in a picture, the surest first. It is asked once before a throw counts: where it sees
            nothing like a die in any place of the throw there was none. Where dice that touch make it doubtful whether
            all that were asked for lie there, the number of which it is sure holds; without it the scene waits for more
            of them, and then decides all the same.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        find: Callable[[Image], Sequence[Candidate]] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self._find = find
        self._found: tuple[float, Sequence[Candidate]] = (-1.0, ())
        self._watch = Watch(self.settings)
        self._image: Image | None = None
        self._request: _Request | None = None
        self._lying: tuple[Spot, ...] = ()
        self._nudged = self._calm = self._waits = False
        self._seconds = -math.inf
        self._hidden = self._hidden_now = 0
        self._began: float | None = None

    @property
    def asked(self) -> bool:
        """Whether a throw is asked for and has not come yet."""
        return self._request is not None

    def due(self, seconds: float) -> bool:
        """Whether a frame of this time, in seconds, is to be observed: not each one while nothing is asked for, or
        nothing has moved for a while.
        """
        wait = _UNASKED_SECONDS if not self.asked else _CALM_SECONDS if self._calm else 0.0
        return not 0 <= seconds - self._seconds < wait

    def ask(self, count: int | None = None, patience: float | None = None, *, staying: bool = False) -> None:
        """A throw is asked for; what lies there now, or rolls already, is not it.

        Args:
            count: of how many dice, 1 or more; ``None``: any number.
            patience: for how long dice that do not come are waited for, seconds, once others lie there; ``inf`` where
                several people throw, each in their own time; ``None``: as the settings say.
            staying: some of them may lie there already and stay; only those that are thrown make it a throw.

        Raises:
            ValueError: there is no such number of dice.
        """
        if count is not None and count < 1:
            raise ValueError(f"{count} dice cannot be asked for; it may be 1 or more")
        patience = self.settings.patience_seconds if patience is None else patience
        self._request = _Request(count, patience, staying)
        self._nudged = False
        self._begin_anew()

    def use_zone(self, use: bool) -> None:
        """Whether the camera is trusted to hang where it was set up.

        Where it is not, the tray may lie anywhere in the picture, and dice count in all of it.
        """
        self._watch.use_zone(use)

    def withdraw(self) -> None:
        """No throw is asked for any more."""
        self._request = None
        self._begin_anew()

    def cut_off(self, image: Image) -> bool:
        """Whether a picture of the same view, of any size, is cut off so much that a die may lie in what is missing."""
        return self._watch.cut_off(image)

    @property
    def only_old(self) -> bool:
        """Whether the camera gives nothing but old pictures; a single one, as of a slow camera, is no matter."""
        return self._watch.old >= _OLD_FRAMES

    def is_old(self, image: Image, before: Image) -> bool:
        """Whether so much of a picture, of any size, is that of the one before that a die may lie there."""
        return is_old(image, before, self._watch.settings)

    def shows(self, picture: Image) -> bool:
        """Whether a picture of the same view, of any size, shows what the last frame that was observed has shown."""
        return self._image is not None and shows_the_same(picture, self._image, self._watch.settings)

    def observe(self, image: Image, seconds: float) -> Observation:
        """Take in the next frame.

        Args:
            image: BGR, shape (height, width, 3), 8 bit. Of another size than the last one, everything begins anew.
            seconds: when it was taken, by a clock that only goes forward.
        """
        anew = (Event.BEGUN_ANEW,) if self._image is not None and self._image.shape != image.shape else ()
        self._image = image
        self._seconds = seconds
        sight = self._watch.see(image, seconds)
        still = sight.still_for >= self.settings.still_seconds - 1e-6
        self._calm = still and sight.clear and not (sight.hand or sight.rolled or sight.events)
        if not sight.clear:
            return Observation(State.DISTURBED, events=anew)
        self._hidden_now = sight.hidden
        if sight.rolled and self._began is None:
            self._began = seconds
        if self._request and not self._request.armed and not sight.rolling:
            self._request.armed = True
            self._begin_anew()
        decision, events = None, [*anew, *sight.events]
        # A reflection that goes away again is waited for: dice under it cannot be read well.
        enough = self.settings.patience_seconds if sight.dazzled else self.settings.still_seconds
        if sight.still_for >= enough - 1e-6 and not sight.hand:
            decision = self._at_rest(sight, events)
        return Observation(self._state(sight), decision, tuple(events), sight.dice)

    def _at_rest(self, sight: Sight, events: list[Event]) -> Decision | None:
        """Nothing moves, no hand is in view: what does that mean?"""
        request, rolled = self._request, sight.rolled
        before, self._lying = self._lying, sight.dice
        if request is None:
            event = _difference(before, sight.dice, rolled)
            if event:
                events.append(event)
                self._nudged = event is Event.NUDGED
            if rolled:
                self._begin_anew()
            return None
        if rolled:
            return self._decide(request, before, sight, events)
        if any(not _among(spot, before) for spot in sight.dice):
            events.append(Event.UNSEEN if len(sight.dice) > len(before) else Event.NUDGED)
        elif self._waits:
            events.append(Event.TAKEN_EARLY)
        self._begin_anew()
        return None

    def _decide(self, request: _Request, before: Sequence[Spot], sight: Sight, events: list[Event]) -> Decision | None:
        new = tuple(spot for spot in sight.dice if not _among(spot, before))
        if not new:
            # It left the tray, or went back into the cup; or it lies just where another one has lain.
            if sight.dice:
                events.append(Event.UNSEEN)
            elif self._waits:
                events.append(Event.TAKEN_EARLY)
            self._begin_anew()
            return None
        counted = sight.dice if request.staying else new
        complete = request.count is None or self._number(sight, counted, request.count) >= request.count
        if not complete and sight.still_for < request.patience:
            self._lying = tuple(before)
            self._waits = True
            return None
        if self._find is not None and not self._like_dice(new, self._look(self._find, sight), request):
            # A hand of the table's colour is seen in parts, which are no larger than dice.
            events.append(Event.UNSEEN)
            self._begin_anew()
            return None
        old = tuple(spot for spot in sight.dice if spot not in new)
        touched = sight.hidden > self._hidden
        began = sight.still_since if self._began is None else self._began
        self._request = None
        self._begin_anew()
        return Decision(sight.seconds, sight.still_since, new, old, complete, touched, began)

    def _number(self, sight: Sight, counted: Sequence[Spot], wanted: int) -> int:
        """How many dice lie in these spots, as far as it matters whether so many do."""
        number = sum(spot.count for spot in counted)
        if number >= wanted or self._find is None:
            return number
        return max(number, count_sure(self._look(self._find, sight)) - (len(sight.dice) - len(counted)))

    def _look(self, find: Callable[[Image], Sequence[Candidate]], sight: Sight) -> Sequence[Candidate]:
        """What is found in the picture; looked for once while nothing moves."""
        if self._found[0] != sight.still_since:
            assert self._image is not None
            self._found = (sight.still_since, find(self._image))
        return self._found[1]

    def _like_dice(self, new: Sequence[Spot], found: Sequence[Candidate], request: _Request) -> bool:
        """Whether what was found, however unsure, and is no larger than a die, lies in these spots.

        A die of the felt's colour is found with less certainty; an empty tray as a whole is at times taken for one. One
        spot is enough, but where dice may stay as they lie: there also the number says little.
        """
        assert self._image is not None
        width = self._image.shape[1]
        largest = self.settings.largest_die_mm / self.settings.width_mm * width
        boxes = [one.box for one in found if max(one.box[2:]) < largest]
        places = [(x * width, y * width, w * width, h * width) for x, y, w, h in (spot.box for spot in new)]
        seen = (any(hold_each_other(box, place) for box in boxes) for place in places)
        return all(seen) if request.staying else any(seen)

    def _begin_anew(self) -> None:
        """What was thrown up to now is done with."""
        self._watch.call_old()
        self._hidden = self._hidden_now
        self._waits = False
        self._began = None

    def _state(self, sight: Sight) -> State:
        if sight.events:
            return State.DISTURBED
        still = sight.still_for >= self.settings.still_seconds - 1e-6
        if sight.hand:
            return State.COVERED if still else State.HANDLING
        if not sight.dice:
            return State.EMPTY
        if not still:
            return State.ROLLING
        return State.NUDGED if self._nudged else State.SETTLED


def _difference(before: Sequence[Spot], now: Sequence[Spot], rolled: bool) -> Event | None:
    """What happened to dice that nobody was asked to throw."""
    moved = any(not _among(spot, before) for spot in now)
    if moved and rolled:
        return Event.THROWN_UNASKED
    if moved:
        return Event.NUDGED if before else None
    return Event.TAKEN if len(now) < len(before) else None


def _among(spot: Spot, spots: Sequence[Spot]) -> bool:
    return any(math.hypot(spot.x - other.x, spot.y - other.y) < _SAME_PLACE_MM for other in spots)
