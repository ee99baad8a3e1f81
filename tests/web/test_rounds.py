"""What the scoreboard's list of rounds says is what the game says."""

from controller.journal.entries import AnyEntry, Chosen, Drawn, Started, Threw
from controller.journal.seal import seal
from controller.play import Play, begin
from controller.web.snapshot import Rounds

START = Started("wizard", 1, 2, names=("Anna", "Jörg"), house={"spell_cards": True})


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "00", seal("00", value))


def threw(seat: int, faces: str) -> Threw:
    return Threw(seat, {"wizard": tuple(faces.split())})


def both(value: str) -> tuple[Chosen, Chosen]:
    return chosen(1, value), chosen(2, value)


def folded(*history: AnyEntry) -> Play:
    play = begin(START)[0]
    for entry in history:
        play, _events = play.fold(entry)
    return play


def test_points_that_are_struck_after_the_verdict_count_in_the_round_s_score() -> None:
    """The list showed the score before the strike, and no word of it; where it ended the game, for good."""
    play = folded(
        *(
            Drawn("double_jester"),
            chosen(1, "1 blue"),
            chosen(2, "1 red"),
            chosen(1, "blue"),
            threw(1, "blue blue red green green green green"),
        ),
        *both("lock"),
        *(
            Drawn("strike"),
            chosen(2, "2 red"),
            chosen(1, "2 blue"),
            chosen(2, "red"),
            threw(2, "blue blue red red green green green"),
        ),
        *both("lock"),
        chosen(1, "1 blue"),
    )
    first, second = Rounds().of(play)
    assert first["scores"] == {"1": -1, "2": 1}
    assert second["scores"] == {"1": 2, "2": 3}
    assert [one["score"] for one in play.state.view()["seats"]] == [2, 3]
    assert second["verdicts"][-1]["text"] == "Anna strikes 1 point lost in 1 × blue"
