"""What counts for the fairness of dice: faces that were really thrown, in throws that count, as they were corrected."""

import random

import pytest

from controller.history.throws import Fallen, fallen
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    Chosen,
    Corrected,
    PictureRead,
    Seen,
    Started,
    Threw,
    decode,
    encode,
)
from controller.play import begin
from controller.rules.core import Choice, Draw, Throw
from tests.history.many import played, started

BY = ("Referee", "a die was cocked")


def ueberwurf(*rounds: tuple[str, int, str, int]) -> list[AnyEntry]:
    """The entries of these rounds: each seat's die and face."""
    history: list[AnyEntry] = [started()]
    for one, face, other, other_face in rounds:
        history += [Chosen(1, one, "", ""), Chosen(2, other, "", "")]
        history += [Threw(1, {one: (face,)}), Threw(2, {other: (other_face,)})]
    return history


def test_every_face_counts_once_in_the_order_in_which_it_fell() -> None:
    assert fallen(ueberwurf(("d8", 5, "d6", 3), ("d20", 17, "d12", 12))) == [
        Fallen(1, "d8", 5), Fallen(2, "d6", 3), Fallen(1, "d20", 17), Fallen(2, "d12", 12),
    ]  # fmt: skip


def test_the_dice_are_those_that_lay_there() -> None:
    """The W10 has no 10, and a W100 is two dice."""
    assert fallen([started(), Threw(1, {"d10": (10,)}), Threw(2, {"d100": (100,)}), Threw(1, {"d100": (37,)})]) == [
        Fallen(1, "d10", 0), Fallen(2, "d%", 0), Fallen(2, "d10", 0), Fallen(1, "d%", 30), Fallen(1, "d10", 7),
    ]  # fmt: skip


def test_a_corrected_face_counts_as_it_was_and_an_annulled_one_not_at_all() -> None:
    history = ueberwurf(("d8", 5, "d6", 3), ("d20", 17, "d12", 12))
    corrected = [*history, Corrected(3, *BY, dice={"d8": (8,)})]
    assert fallen(corrected)[0] == Fallen(1, "d8", 8)
    annulled = [*history, Annulled(2, 5, 8, *BY)]
    assert fallen(annulled) == [Fallen(1, "d8", 5), Fallen(2, "d6", 3)]
    voided = [*history, Corrected(5, *BY, value="d10", void_from=7)]
    assert fallen(voided) == [Fallen(1, "d8", 5), Fallen(2, "d6", 3)]


def wizard(kept: tuple[int, ...] = ()) -> tuple[list[AnyEntry], Threw, Threw]:
    """A game up to the second throw of a seat, in which the first two dice stay or not; and both throws."""
    chance = random.Random(8)
    start = started("wizard", 3)
    play, _events = begin(start)
    history: list[AnyEntry] = [start]
    first: Threw | None = None
    while True:
        need = play.needs[0]
        entry: AnyEntry
        if isinstance(need, Throw):
            faces: list[int | str] = [chance.choice(("blue", "green", "red", "yellow")) for _die in need.dice]
            if first and need.fewest:
                faces[:2] = first.dice["wizard"][:2]
                entry = Threw(need.seat, {"wizard": tuple(faces)}, kept)
                return [*history, entry], first, entry
            entry = first = Threw(need.seat, {"wizard": tuple(faces)})
        elif isinstance(need, Choice):
            entry = Chosen(need.seat, "stay" if "stay" in need.options else need.options[-1], "", "")
        else:
            assert isinstance(need, Draw)
            raise AssertionError("no card in this variant")
        history.append(entry)
        play, _events = play.fold(entry)


def test_dice_that_stay_as_they_lie_are_no_throw() -> None:
    """Of a throw that names the dice that stayed the others count; of one that does not, none: nobody knows which."""
    known, first, second = wizard(kept=(0, 1))
    seats = {first.seat}
    faces = [one.face for one in fallen(known) if one.seat in seats]
    assert faces[-5:] == list(second.dice["wizard"][2:])
    unknown, _first, _second = wizard()
    assert len(fallen(unknown)) == len(fallen(known)) - 5


def test_a_game_of_rules_that_are_not_known_any_more_is_read_as_far_as_it_is_certain() -> None:
    history: list[AnyEntry] = [step.entry for step in played(started("wizard", 3), random.Random(1))]
    start = history[0]
    assert isinstance(start, Started)
    older = Started(start.game, 99, start.players, start.names)
    assert fallen(history)
    assert fallen([older, *history[1:]]) == []
    assert fallen([older, Threw(1, {"d8": (3,)})]) == [Fallen(1, "d8", 3)]


@pytest.mark.parametrize(("game", "players"), [("ueberwurf", 2), ("overload", 3), ("zugband", 2), ("wizard", 3)])
def test_every_game_can_be_counted(game: str, players: int) -> None:
    history = [step.entry for step in played(started(game, players), random.Random(4))]
    threw = sum(len(values) for entry in history if isinstance(entry, Threw) for values in entry.dice.values())
    assert len(fallen(history)) <= threw
    assert bool(fallen(history)) == bool(threw)


def seen(kind: str, face: int | None, name: str = "", seat: int = 0, status: str = "read") -> Seen:
    return Seen(kind, face, 0.9, status, (0, 0, 9, 9), seat, set=name)


def with_pictures(*throws: tuple[tuple[Seen, ...], int, int]) -> list[AnyEntry]:
    """Rounds in which both throw a d8: what the picture shows, and what counts."""
    history: list[AnyEntry] = [started()]
    for place, (dice, first, second) in enumerate(throws):
        history += [Chosen(1, "d8", "", ""), Chosen(2, "d8", "", ""), PictureRead(f"{place}", dice)]
        history += [Threw(1, {"d8": (first,)}), Threw(2, {"d8": (second,)})]
    return history


def test_taught_dice_are_told_apart_by_the_sets_of_their_picture() -> None:
    bronze, jade = seen("d8", 5, "bronze", 1), seen("d8", 3, "jade", 2)
    found = fallen(with_pictures(((jade, bronze), 5, 3)))
    assert found == [Fallen(1, "d8", 5, "bronze"), Fallen(2, "d8", 3, "jade")]


def test_two_dice_that_show_the_same_are_each_counted_for_one_set() -> None:
    found = fallen(with_pictures(((seen("d8", 4, "jade"), seen("d8", 4, "bronze")), 4, 4)))
    assert sorted(one.set for one in found) == ["bronze", "jade"]


def test_a_face_that_was_entered_counts_for_a_set_only_where_no_other_lies_there() -> None:
    unsure = seen("d8", None, "bronze", status="unsure")
    alone = fallen(with_pictures(((unsure, unsure), 2, 7)))
    assert [one.set for one in alone] == ["bronze", "bronze"]
    among_others = fallen(with_pictures(((unsure, seen("d8", 7, "jade", 2)), 2, 7)))
    assert [(one.face, one.set) for one in among_others] == [(2, ""), (7, "jade")]


def test_an_earlier_picture_says_nothing_of_a_later_throw() -> None:
    history = with_pictures(((seen("d8", 5, "bronze", 1), seen("d8", 3, "bronze", 2)), 5, 3))
    history += [Chosen(1, "d8", "", ""), Chosen(2, "d8", "", ""), Threw(1, {"d8": (5,)}), Threw(2, {"d8": (3,)})]
    assert [one.set for one in fallen(history)] == ["bronze", "bronze", "", ""]


def test_records_that_knew_no_sets_are_read_as_before() -> None:
    old = (
        '{"kind":"picture","picture":"a.png",'
        '"dice":[{"type":"d8","value":5,"confidence":0.9,"status":"read","box":[1,2,3,4]}],"trouble":""}'
    )
    entry = decode(old)
    assert isinstance(entry, PictureRead)
    assert entry.dice[0].set == ""
    assert encode(entry) == old, "what names no set is written as it always was"
