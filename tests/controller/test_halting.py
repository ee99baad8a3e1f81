"""A seat stops the game: who may propose what, who has to agree, and where the game stands afterwards."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller import halting
from controller.amend import answer_of
from controller.asking import Beside, prompts
from controller.history.words import words_of
from controller.i18n import render
from controller.journal import check, entries
from controller.journal.entries import (
    AnyEntry,
    ByHand,
    Chosen,
    Closed,
    Corrected,
    DiceRules,
    Ended,
    FaceAgreed,
    FaceEntered,
    FaceJudged,
    Halted,
    PictureRead,
    ProposalJudged,
    Proposed,
    Resumed,
    Seen,
    Started,
    TakenBack,
    Threw,
    ThrownAgain,
    TimeUp,
    Undone,
    decode,
    encode,
)
from controller.journal.lines import Step
from controller.journal.seal import seal
from controller.journal.store import Journal
from controller.matching import OpenDie
from controller.play import Phase, Play, begin, replay
from controller.referee import unrevealed
from controller.rules.core import Choose, Drawn, IllegalAnswer, Thrown
from controller.view import public_view
from controller.web.snapshot import Rounds
from tests.rules.players import SCENARIOS, Player, play
from vision.reading import faces

START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"), dice=DiceRules())
THREE = Started("overload", 1, 3, ("Anna", "Jörg", "Wu"), dice=DiceRules())
BOX = (0, 0, 9, 9)


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "00", seal("00", value))


def seen(kind: str, value: int | str, status: str = "read") -> Seen:
    return Seen(kind, value, 0.9, status, BOX)


def folded(*history: AnyEntry, start: Started = START) -> Play:
    now, _events = begin(start)
    for entry in history:
        now, _events = now.fold(entry)
    return now


ROUND = (
    chosen(1, "d20"),
    chosen(2, "d8"),
    PictureRead("1", (seen("d20", 13), seen("d8", 5))),
    Threw(1, {"d20": (13,)}),
    Threw(2, {"d8": (5,)}),
)


def refused(now: Play, entry: AnyEntry) -> bool:
    try:
        now.fold(entry)
    except IllegalAnswer:
        return True
    return False


def test_the_last_throw_is_the_evidence() -> None:
    stopped = folded(*ROUND, chosen(2, "d4"), Halted(2))
    assert stopped.phase is Phase.CHALLENGE
    assert stopped.halt is not None
    assert stopped.halt.dice == (OpenDie(1, "d20", 13, settled=True), OpenDie(2, "d8", 5, settled=True))
    assert stopped.halt.picture == "1"


def test_a_w100_lies_there_as_two_dice() -> None:
    start = Started("ueberwurf", 1, 2, house={"w100": "regular"}, dice=DiceRules())
    threw = (chosen(1, "d100"), chosen(2, "d10"), Threw(1, {"d100": (100,)}), Threw(2, {"d10": (10,)}))
    stopped = folded(*threw, Halted(1), start=start)
    assert stopped.halt is not None
    assert [(die.type, die.face) for die in stopped.halt.dice] == [("d%", 0), ("d10", 0), ("d10", 0)]
    proposed = folded(*threw, Halted(1), Proposed(1, "face", 1, 7), ProposalJudged(2, agrees=True), start=start)
    (correction,) = halting.agreed(proposed)
    assert isinstance(correction, Corrected)
    assert (correction.entry, correction.dice) == (3, {"d100": (7,)})


def test_a_correction_counts_once_all_others_agree_and_nothing_behind_it_does() -> None:
    """„Both seats agree on a correction; then the game goes on from the corrected entry.“"""
    now = folded(*ROUND, chosen(2, "d4"), Halted(2), Proposed(2, "face", 0, 18))
    assert halting.agreed(now) == []
    now, _events = now.fold(ProposalJudged(1, agrees=True))
    (correction,) = halting.agreed(now)
    now, _events = now.fold(correction)
    assert now.halt is None
    assert now.state == folded(*ROUND[:3], Threw(1, {"d20": (18,)}), Threw(2, {"d8": (5,)})).state
    assert now.locked == frozenset(), "the choice that was locked behind the throw is open again"
    assert [event.name for event in now.last_events()][:1] == ["thrown"]


def test_of_three_seats_both_others_have_to_agree() -> None:
    """All the others, not a majority: nobody is outvoted about what lies on the table."""
    opening = (chosen(1, "A"), chosen(1, "0"), Threw(1, {"d8": (3,)}))
    now = folded(*opening, Halted(1), Proposed(1, "face", 0, 5), ProposalJudged(2, agrees=True), start=THREE)
    assert halting.agreed(now) == []
    assert refused(now, ProposalJudged(2, agrees=True)), "once each"
    assert refused(now, ProposalJudged(1, agrees=True)), "not the one who proposes"
    assert len(halting.agreed(now.fold(ProposalJudged(3, agrees=True))[0])) == 1
    no, _events = now.fold(ProposalJudged(3, agrees=False))
    assert no.halt is not None
    assert no.halt.proposal is None
    assert no.phase is Phase.CHALLENGE, "the seat may propose something else, or go on"


def test_only_the_seat_that_has_stopped_the_game_proposes_and_another_may_take_over() -> None:
    stopped = folded(*ROUND, Halted(2))
    assert refused(stopped, Proposed(1, "face", 0, 18))
    assert refused(stopped, Resumed(1))
    over, _events = stopped.fold(Halted(1))
    assert refused(over, Proposed(2, "face", 0, 18))
    assert not refused(over, Proposed(1, "face", 0, 18))


@pytest.mark.parametrize(
    "proposal",
    [Proposed(2, "face", 0, 13), Proposed(2, "face", 2, 3), Proposed(2, "face", 0, 21), Proposed(2, "again", 0)],
    ids=["as it is", "no such die", "no such face", "no throw is open"],
)
def test_what_makes_no_sense_cannot_be_proposed(proposal: Proposed) -> None:
    assert refused(folded(*ROUND, Halted(2)), proposal)


@pytest.mark.parametrize(
    "entry",
    [chosen(1, "d4"), TakenBack(2, 6), FaceEntered(1, 0, 3), FaceJudged(1, 0, agrees=True), Undone(6)],
    ids=lambda entry: type(entry).__name__,
)
def test_nothing_else_counts_while_the_game_stands_still(entry: AnyEntry) -> None:
    assert refused(folded(*ROUND, chosen(2, "d4"), Halted(1)), entry)


def test_going_on_changes_nothing() -> None:
    before = folded(*ROUND, chosen(2, "d4"))
    after = folded(*ROUND, chosen(2, "d4"), Halted(1), Resumed(1))
    assert replace(after, history=()) == replace(before, history=())


def test_a_finished_game_is_open_again_but_not_one_that_was_given_up() -> None:
    start = Started("ueberwurf", 1, 2, variants=("schlichtungswurf",), dice=DiceRules())
    over = folded(chosen(1, "d20"), chosen(2, "d8"), Threw(1, {"d20": (1,)}), Threw(2, {"d8": (8,)}), start=start)
    assert over.phase is Phase.OVER
    stopped, _events = over.fold(Halted(1))
    assert stopped.phase is Phase.CHALLENGE
    given_up, _events = folded(*ROUND).fold(Closed("conceded", "Anna", "", 1))
    assert refused(given_up, Halted(2))


# --- the present throw ------------------------------------------------------------------------------------------------

HALF_READ = (chosen(1, "d20"), chosen(2, "d8"), PictureRead("1", (seen("d20", 13), seen("d8", 5, "unsure"))))


def test_a_face_of_the_present_throw_can_be_agreed_on() -> None:
    now = folded(*HALF_READ, Halted(2), Proposed(2, "face", 0, 18), ProposalJudged(1, agrees=True))
    assert halting.agreed(now) == [FaceAgreed(0, 18)]
    after, events = now.fold(FaceAgreed(0, 18))
    assert (after.phase, after.dice[0]) == (Phase.CONFIRM, OpenDie(1, "d20", 18, settled=True))
    assert events[0].data == {"die": "d20", "face": 18}


def test_a_single_die_is_thrown_again_and_the_other_one_stays() -> None:
    now = folded(*HALF_READ, Halted(1), Proposed(1, "again", 1), ProposalJudged(2, agrees=True), ThrownAgain((1,)))
    assert now.phase is Phase.THROW
    assert now.throwing() == {2}
    # The die that stays has been knocked over: what was read of it before counts.
    read, _events = now.fold(PictureRead("2", (seen("d20", 2), seen("d8", 7))))
    assert [die.face for die in read.dice] == [13, 7]
    assert [threw.dice for threw in read.counted_throws()] == [{"d20": (13,)}, {"d8": (7,)}]


def test_the_whole_throw_is_made_again() -> None:
    now = folded(*HALF_READ, Halted(1), Proposed(1, "again"), ProposalJudged(2, agrees=True))
    (again,) = halting.agreed(now)
    after, _events = now.fold(again)
    assert (after.phase, after.dice) == (Phase.THROW, ())
    assert after.throwing() == {1, 2}


def test_what_all_have_to_agree_to_is_refused_without_their_agreement() -> None:
    now = folded(*HALF_READ, Halted(1), Proposed(1, "again", 1))
    for entry in (ThrownAgain((1,)), FaceAgreed(0, 2), Undone(3)):
        assert refused(now, entry)
        assert refused(folded(*HALF_READ), entry)


def test_a_picture_that_comes_while_the_game_stands_still_is_evidence_too() -> None:
    stopped = folded(*HALF_READ[:2], Halted(1))
    read, _events = stopped.fold(HALF_READ[2])
    assert read.halt is not None
    assert (read.phase, read.halt.picture) == (Phase.CHALLENGE, "1")
    assert [die.face for die in read.halt.dice] == [13, None]


def test_dice_that_were_entered_are_not_shown_on_an_older_picture() -> None:
    by_hand = (chosen(1, "d4"), chosen(2, "d6"), ByHand(1))
    stopped = folded(*ROUND, *by_hand, Halted(2))
    assert stopped.halt is not None
    assert stopped.halt.picture == ""


# --- undo -------------------------------------------------------------------------------------------------------------


def undone(now: Play) -> Play | None:
    """The game after all have agreed to undo; ``None`` where there is nothing to undo."""
    now, _events = now.fold(Halted(1))
    assert now.halt is not None
    if now.halt.undo is None:
        assert "undo" not in halting.ways(now)
        return None
    now, _events = now.fold(Proposed(1, "undo"))
    for seat in sorted(halting.others(now)):
        now, _events = now.fold(ProposalJudged(seat, agrees=True))
    (entry,) = halting.agreed(now)
    now, events = now.fold(entry)
    assert [(event.name, dict(event.data)) for event in events] == [("undone", {})]
    return now


def test_choices_that_were_revealed_together_are_undone_together() -> None:
    """Whoever has seen the other's choice must not choose alone again."""
    after = undone(folded(*ROUND[:2]))
    assert after is not None
    assert after.state == begin(START)[0].state


def test_a_throw_is_undone_with_all_that_was_said_about_it() -> None:
    after = undone(folded(*HALF_READ, FaceEntered(2, 1, 5)))
    assert after is not None
    assert replace(after, history=(), picture=None) == replace(folded(*ROUND[:2]), history=())
    again = undone(after)
    assert again is not None
    assert again.state == begin(START)[0].state, "step by step"


def test_a_throw_whose_picture_comes_while_the_game_stands_still_is_the_step_that_is_undone() -> None:
    late = folded(*HALF_READ[:2], Halted(1), HALF_READ[2], Proposed(1, "undo"), ProposalJudged(2, agrees=True))
    assert halting.agreed(late) == [Undone(4)]
    after, _events = late.fold(Undone(4))
    assert replace(after, history=(), picture=None) == replace(folded(*HALF_READ[:2]), history=())


@pytest.mark.parametrize(
    ("history", "step"),
    [
        ((*ROUND[:2], Halted(1)), "choice"),
        ((*ROUND, chosen(1, "d4"), Halted(1)), "choice"),
        ((*HALF_READ, Halted(1)), "throw"),
        ((*HALF_READ[:2], Halted(1), HALF_READ[2]), "throw"),
        ((*ROUND[:2], ByHand(1), Halted(1)), "throw"),
    ],
    ids=["both have chosen", "one has locked", "read", "read while it stands still", "by hand"],
)
def test_it_is_said_which_step_is_undone_and_asked_of_the_others(history: tuple[AnyEntry, ...], step: str) -> None:
    now = folded(*history)
    now, (event,) = now.fold(Proposed(1, "undo"))
    assert render(event.text, now.names) == f"Anna wants the last {step} undone"
    (asked,) = prompts(now, Beside()).values()
    assert render(asked.about, now.names) == f"Anna wants the last {step} undone. Do you agree?"


def test_nothing_is_undone_beyond_the_last_verdict() -> None:
    assert undone(folded(*ROUND)) is None
    after = undone(folded(*ROUND, chosen(1, "d4")))
    assert after is not None
    assert after.state == folded(*ROUND).state
    assert undone(after) is None


def entry_of(answer: Choose | Thrown | Drawn) -> AnyEntry:
    match answer:
        case Choose(seat, value):
            return chosen(seat, value)
        case Thrown(seat, dice, kept):
            return Threw(seat, dict(dice), kept)
        case Drawn(value):
            return entries.Drawn(value)


def moments(way: int, seed: int, most: int = 60) -> Iterator[Play]:
    """The first moments of a random game."""
    scenario = SCENARIOS[way]
    setup = scenario.setup
    whole = play(scenario.game, setup, Player(seed))
    start = Started(
        scenario.game.id, 1, setup.players, variants=tuple(setup.variants), house=dict(setup.house), dice=DiceRules()
    )
    now, _events = begin(start)
    yield now
    for answer in whole.answers[:most]:
        now, _events = now.fold(entry_of(answer))
        yield now


@pytest.mark.parametrize("way", range(len(SCENARIOS)), ids=lambda way: SCENARIOS[way].name)
def test_in_every_game_an_undo_leads_back_to_a_moment_that_was_there(way: int) -> None:
    """With no lock of a revealed choice left, no verdict gone, and no card to be drawn anew."""
    before: list[Play] = []
    for now in moments(way, seed=3):
        after = undone(now)
        if after:
            assert after.state in [one.state for one in before]
            assert not after.locked
            assert after.draw is None
            assert after.verdicts == now.verdicts
        before.append(now)


@pytest.mark.parametrize("way", range(len(SCENARIOS)), ids=lambda way: SCENARIOS[way].name)
def test_in_every_game_what_a_stop_is_said_to_lead_to_is_what_it_leads_to(way: int) -> None:
    """The page says it beside the button, from the steps as they come; also after an undo."""
    rounds = Rounds()
    for now in moments(way, seed=5, most=40):
        for moment in (now, undone(now)):
            if moment:
                rounds.of(moment)
                assert halting.ways_now(moment, rounds.steps) == halting.ways(moment.fold(Halted(1))[0])


def test_a_game_that_was_given_up_leads_to_nothing_more() -> None:
    rounds, closed = Rounds(), folded(*ROUND, Closed("conceded", "Anna", "", 1))
    rounds.of(closed)
    assert refused(closed, Halted(1))
    assert halting.ways_now(closed, rounds.steps) == ()


@pytest.mark.parametrize("way", range(len(SCENARIOS)), ids=lambda way: SCENARIOS[way].name)
def test_in_every_game_every_face_of_the_last_throw_can_be_corrected(way: int) -> None:
    corrected = 0
    for now in moments(way, seed=4):
        last = now.history[-1]
        if not isinstance(last, Threw):
            continue
        stopped, _events = now.fold(Halted(1))
        assert stopped.halt is not None
        for place, die in enumerate(stopped.halt.dice):
            other = next(face for face in faces(die.type) if face != die.face)
            if refused(stopped, Proposed(1, "face", place, other)):
                # A die of Wizard that was kept as it lay.
                assert last.kept
                continue
            agreed, _events = stopped.fold(Proposed(1, "face", place, other))
            for seat in halting.others(agreed):
                agreed, _events = agreed.fold(ProposalJudged(seat, agrees=True))
            (correction,) = halting.agreed(agreed)
            after, _events = agreed.fold(correction)
            again, _events = after.fold(Halted(1))
            assert again.halt is not None
            assert [one.face for one in again.halt.dice] == [
                other if index == place else one.face for index, one in enumerate(stopped.halt.dice)
            ]
            corrected += 1
    assert corrected or SCENARIOS[way].game.id == "zugband"


# --- the record -------------------------------------------------------------------------------------------------------

EVENING: tuple[AnyEntry, ...] = (
    *ROUND,
    chosen(1, "d4"),
    Halted(2),
    Proposed(2, "face", 0, 18),
    ProposalJudged(1, agrees=False),
    Resumed(2),
    chosen(2, "d6"),
    PictureRead("2", (seen("d4", 3), seen("d6", 5, "cocked"))),
    Halted(1),
    Proposed(1, "again", 1),
    ProposalJudged(2, agrees=True),
    ThrownAgain((1,)),
    ByHand(2),
    FaceEntered(2, 1, 5),
    FaceJudged(1, 1, agrees=True),
    Halted(1),
    Proposed(1, "face", 0, 4),
    ProposalJudged(2, agrees=True),
    FaceAgreed(0, 4),
    Halted(2),
    Proposed(2, "undo"),
    ProposalJudged(1, agrees=True),
    Undone(11 + 1),
)


def test_the_record_of_all_this_holds_at_every_moment_and_shows_the_same(tmp_path: Path) -> None:
    """Whenever the power goes: the same phase, the same proposal, the same questions come back from the disk."""
    with Journal(tmp_path / "journal.db") as journal:
        now, events = begin(START)
        game = journal.begin(START, events)
        phases = set()
        for entry in EVENING:
            now, events = now.fold(entry)
            journal.append(game, [Step(entry, events)])
            assert decode(encode(entry)) == entry
            resumed = replay(journal.read(game))[0]
            assert resumed == now
            assert public_view(resumed, resumed.phase, ()) == public_view(now, now.phase, ())
            phases.add(now.phase)
        assert check.faults(journal.lines(game), journal.games()[0].seed) == []
    assert phases == {Phase.CHOOSE, Phase.THROW, Phase.CONFIRM, Phase.CHALLENGE}


def test_the_referee_reads_each_of_them_in_words() -> None:
    words = [words_of(entry, hidden=True) for entry in (*EVENING, TimeUp((1, 2), "choose"))]
    assert words_of(Closed("aborted", "", ""), hidden=True) not in words, "none is an unnamed note"
    assert "Seat 2 stops the game" in words
    assert words[-1] == "the time is up for Seat 1 and Seat 2"
    assert not any("d20" in told for told, entry in zip(words, EVENING, strict=False) if isinstance(entry, Chosen))


def test_an_end_that_somebody_has_made_up_is_read_as_a_note() -> None:
    assert words_of(Ended({}), hidden=False) == words_of(Closed("aborted", "", ""), hidden=False)
    assert words_of(Ended({"winner": [1], "scores": {"1": 2, "2": 0}}), hidden=False) == "end 2 : 0; winner: Seat 1"


def test_a_record_from_before_all_this_still_opens() -> None:
    old = '{"kind":"started","game":"ueberwurf","rules_version":1,"players":2,"names":["Anna","Jörg"]}'
    start = decode(old)
    assert isinstance(start, Started)
    assert (start.dice, start.series) == (None, None)
    # Its pictures make the events that they made then: the chain of the record holds them.
    _now, events = folded(*ROUND[:2], start=start).fold(PictureRead("1", (seen("d20", 13),)))
    assert [event.name for event in events] == ["read", "asked"]


@pytest.mark.parametrize(
    "beside",
    [
        (Halted(2),),
        (Halted(2), Proposed(2, "face", 0, 18)),
        (Halted(2), Resumed(2)),
        (Halted(1), Resumed(1), Halted(2)),
    ],
    ids=lambda beside: " ".join(type(one).__name__ for one in beside),
)
def test_stopping_the_game_reveals_no_choice_of_the_record(beside: tuple[AnyEntry, ...]) -> None:
    history = (START, *ROUND, chosen(1, "d4"), *beside)
    assert unrevealed(history) == {6}


def test_a_choice_that_was_undone_before_it_was_revealed_stays_hidden_for_ever() -> None:
    undo = (Halted(2), Proposed(2, "undo"), ProposalJudged(1, agrees=True), Undone(6))
    history = (START, *ROUND, chosen(1, "d4"), *undo, chosen(1, "d6"), chosen(2, "d6"))
    assert unrevealed(history) == {6}
    assert answer_of(history[6]) == Choose(1, "d4")
