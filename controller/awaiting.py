"""The throw that a game waits for: which seats have said that their dice lie, and when the camera is to look."""

from collections.abc import Sequence

from controller import asking, seeing
from controller.asking import Beside
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Closed,
    Corrected,
    FaceAgreed,
    FaceRuled,
    Rejected,
    Threw,
    ThrownAgain,
    Undone,
)
from controller.looking import Expected, Looking
from controller.matching import OpenDie
from controller.play import Phase, Play
from controller.seeing import Tray
from vision.reading import Face

# After these a look that is under way is of a throw that is none any more, or is not to be read.
_NO_LOOK = Annulled | ByHand | Closed | Corrected | FaceRuled | Undone
# After these another throw is waited for, or the same one anew.
_ANOTHER = Annulled | Closed | Corrected | FaceAgreed | FaceRuled | Rejected | Threw | ThrownAgain | Undone


class AwaitedThrow:
    """Who is ready, and the look that follows; both belong to one throw and never to the next.

    To be used from the table's loop only.

    Args:
        look: the camera.

    Attributes:
        look: the camera.
        ready: seats that have said that their dice lie, or that they choose nothing before the throw.
        staying: which dice of a partial throw a simulated hand is to leave where they lie.
    """

    def __init__(self, look: Looking) -> None:
        self.look = look
        self.ready: set[int] = set()
        self.staying: frozenset[int] = frozenset()

    def begin(self) -> None:
        """A game begins, or goes on after a restart or its end: nothing of before counts."""
        self.ready.clear()
        self.staying = frozenset()
        self.look.forget()
        self.look.listen()

    @property
    def tray(self) -> Tray | None:
        """What a live camera sees; ``None`` where there is none."""
        return seeing.tray_of(self.look.camera, self.look.notice)

    def fails(self, play: Play) -> bool:
        """Whether camera or reading fail."""
        return asking.fails(play, self.tray)

    def beside(self, steps: tuple[str, ...]) -> Beside:
        """What there is to know beside the record; ``steps``: see there."""
        return Beside(self.ready, self.look.busy, self.look.eyes.automatic, steps, self.tray, self.staying)

    def picked(self, value: str) -> bool:
        """Have a simulated hand keep a die, or throw it after all; whether the option is one of these."""
        die = asking.picked_die(value)
        if die is not None:
            self.staying ^= {die}
        return die is not None

    def is_open(self, play: Play) -> bool:
        """Whether nobody chooses anything any more before the dice are thrown."""
        return _choosing(play) <= self.ready

    def follow(self, play: Play, paused: bool) -> None:
        """Have the camera wait for the throw that is asked for now, and look at it once it lies.

        Args:
            play: the game.
            paused: whether the referee lets it stand still: nothing is waited for.
        """
        if self.look.under_way:
            return
        if paused or play.phase is not Phase.THROW:
            self.look.watch(None)
            return
        dice, throwing = play.to_throw(), play.throwing()
        kinds = tuple(die.type for die in dice)
        thrown = tuple(die.type for die in dice if die.again or not play.dice)
        stay = tuple((die.type, die.face) for die in play.lying() if die.face is not None)
        self.look.watch(Expected(kinds, thrown, len(throwing) > 1, stay))
        # A camera that throws by itself waits for what has to be chosen before: the load of a figure, a colour.
        if not (_choosing(play) if self.look.eyes.automatic else throwing) <= self.ready:
            return
        if self.look.throw(*self._handful(play)):
            # They roll; the camera sees when they lie.
            self.ready.clear()
        else:
            self.look.start(kinds)

    def written(self, entry: AnyEntry) -> None:
        """Let go of what an entry has ended, now that it is in the record."""
        if isinstance(entry, _NO_LOOK):
            self.look.forget()
        if isinstance(entry, _ANOTHER):
            self.ready.clear()
        if isinstance(entry, _ANOTHER) and not isinstance(entry, Rejected):
            self.staying = frozenset()

    def _handful(self, play: Play) -> tuple[list[str], list[tuple[str, Face | None]]]:
        """What a simulated hand takes up and throws, by type, and what it leaves where it lies, by type and face."""
        dice: Sequence[OpenDie] = play.dice
        stays = [not die.again for die in dice]
        if play.partial:
            dice = play.lying()
            stays = [place in self.staying or place in play.partial.frozen for place in range(len(dice))]
        elif not dice:
            dice = play.to_throw()
            stays = [False] * len(dice)
        thrown = [die.type for die, stay in zip(dice, stays, strict=True) if not stay]
        return thrown, [(die.type, die.face) for die, stay in zip(dice, stays, strict=True) if stay]


def _choosing(play: Play) -> set[int]:
    """The seats that may still choose something before the dice are thrown; once some of them lie it is too late."""
    return {choice.seat for choice in play.choices if choice.optional and not play.dice}
