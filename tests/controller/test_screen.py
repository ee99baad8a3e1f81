"""The terminal's screen while the game stands still: the evidence that belongs to it, and no other."""

import io
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from rich.console import Console

from controller.asking import Beside, prompts
from controller.journal.entries import AnyEntry, ByHand, Halted, ProposalJudged, Proposed
from controller.looking import Glance
from controller.panel.keypad import Keypad
from controller.play import Play
from controller.screen import Screen
from controller.view import public_view
from tests.controller.drawing import is_drawn
from tests.controller.game import seen
from tests.controller.test_halting import ROUND, chosen, folded
from vision.camera.base import Frame

PATIENCE = 20.0


class Terminal:
    """A screen, and what it shows now."""

    def __init__(self) -> None:
        self._out = io.StringIO()
        console = Console(file=self._out, force_terminal=True, width=100, height=60, legacy_windows=False)
        self.screen = Screen(console)
        self.screen.open()

    def look(self, play: Play, steps: Sequence[str] = ()) -> str:
        """What the screen shows of a game."""
        asked = prompts(play, Beside(steps=tuple(steps)))
        keypads = {seat: Keypad() for seat in (1, 2)}
        for seat, keypad in keypads.items():
            keypad.ask(asked.get(seat))
        assert is_drawn(self.screen, PATIENCE)
        self._out.truncate(0)
        self._out.seek(0)
        self.screen.view(public_view(play, play.phase, asked), keypads)
        assert is_drawn(self.screen, PATIENCE)
        return self._out.getvalue()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal on which the picture of the first round was shown."""
    made = Terminal()
    dice = [seen("d20", 13), seen("d8", 5)]
    made.screen.glance(Glance(Frame(np.zeros((99, 99, 3), np.uint8), "1", 0.0), dice))
    yield made
    made.screen.close()


NEXT = (*ROUND, chosen(1, "d4"), chosen(2, "d6"))


def test_the_evidence_is_seen_again_when_somebody_asks_for_it(terminal: Terminal) -> None:
    assert "d20: 13" not in terminal.look(folded(*NEXT)), "the next throw: the last one is out of the way"
    stopped = terminal.look(folded(*NEXT, Halted(2)))
    assert "d20: 13" in stopped
    assert "You have stopped the game" in stopped


@pytest.mark.parametrize("entries", [(ByHand(1),), (ByHand(1), Halted(2))], ids=["entered", "and challenged"])
def test_what_is_entered_by_hand_stands_beside_no_older_picture(
    terminal: Terminal, entries: tuple[AnyEntry, ...]
) -> None:
    terminal.look(folded(*NEXT))
    assert "d20: 13" not in terminal.look(folded(*NEXT, *entries))


def test_nor_where_the_referee_has_every_throw_entered(terminal: Terminal) -> None:
    """The dice are entered right behind the choice then: no moment of throwing takes the last picture away."""
    assert "d20: 13" in terminal.look(folded(*ROUND[:3]))
    assert "d20: 13" not in terminal.look(folded(*NEXT, ByHand(1)))


def test_options_are_called_what_people_call_them(terminal: Terminal) -> None:
    stopped = folded(*ROUND, Halted(2))
    assert "wrong face" in terminal.look(stopped)
    assert "Anna, d20: 13" in terminal.look(stopped, ["face"])
    assert "What does d20 of Anna show?" in terminal.look(stopped, ["face", "0"])


def test_the_others_see_what_they_are_to_agree_to(terminal: Terminal) -> None:
    proposed = folded(*ROUND, Halted(2), Proposed(2, "face", 0, 18))
    shown = terminal.look(proposed)
    assert "Jörg says: d20 of Anna" in shown
    assert "yes" in shown
    assert "yes" not in terminal.look(proposed.fold(ProposalJudged(1, agrees=True))[0])
