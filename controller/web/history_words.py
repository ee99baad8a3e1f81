"""The words of the history's pages, in the language of the station."""

from typing import Any

from controller.history.choosing import STATES
from controller.i18n import N_, _

_STATES = {
    "finished": N_("finished"),
    "aborted": N_("aborted"),
    "open": N_("still open"),
    "cut": N_("breaks off"),
    "amended": N_("corrected or undone"),
}


def history_words() -> dict[str, Any]:
    """All of them; a placeholder is filled in by whoever shows them."""
    return {
        "history": _("Games"),
        "players": _("Players"),
        "dice": _("Dice"),
        "pages": _("History"),
        **_list(),
        **_game(),
        **_players(),
        **_dice(),
    }


def state_names() -> dict[str, str]:
    """What a game's standing is called."""
    return {state: _(_STATES[state]) for state in STATES}


def _list() -> dict[str, str]:
    return {
        "title": _("Games played"),
        "filter": _("Choose"),
        "game": _("Game"),
        "all_games": _("all games"),
        "player": _("Player"),
        "since": _("from"),
        "until": _("to"),
        "state": _("State"),
        "all_states": _("all"),
        "show": _("Show"),
        "reset": _("Show all"),
        "number": _("No."),
        "when": _("Begun"),
        "who": _("Players and points"),
        "how": _("Outcome"),
        "none_yet": _("No game is recorded yet. As soon as one begins, it stands here."),
        "none_fits": _("No game fits this choice."),
        "newer": _("Newer games"),
        "older": _("Older games"),
        "uncertain": _("The clock was not right at that time."),
        "amended": _("corrected or undone"),
        "open": _("still open"),
        "cut": _("breaks off: its end was lost"),
        "aborted": _("aborted"),
        "draw": _("a draw"),
    }


def _game() -> dict[str, Any]:
    return {
        "number_n": _("Game {n}"),
        "rounds": _("Round by round"),
        "no_rounds": _("Nothing was thrown or revealed yet."),
        "round_n": _("Round {n}"),
        "score": _("Points after it"),
        "counts_no_more": _("Counts no more:"),
        "before": _("Before it was corrected:"),
        "card": _("Verdict card"),
        "log": _("The whole record"),
        "log_help": _("Every entry; a corrected one as it counts now. What is struck out counts no more."),
        "entry": _("Entry"),
        "time": _("Time"),
        "what": _("What happened"),
        "review": _("Winning chances"),
        "review_help": _(
            "The line is {name}'s chance to win, if both had gone on without a mistake: at the top {name} wins for "
            "certain, at the bottom {other} does, at 50 % both stand equal. A draw counts half. The chances are "
            "computed exactly, over everything that dice and players can do; nothing is simulated."
        ),
        "review_lines": _(
            "A thick step is what the choices changed, a thin slope what the dice changed. A circle is a choice that "
            "gave something away; the larger, the more. The table below says which one would have been better."
        ),
        "axis_chance": _("{name} wins"),
        "review_ask": _("Work out the winning chances"),
        "review_wait": _("For the first game of a kind this takes up to some minutes; it is done once."),
        "working": _("Working it out …"),
        "review_failed": _("The winning chances cannot be worked out: {why}"),
        "review_nothing": _("Nobody had a choice in this game."),
        "review_open": _("Winning chances can be worked out when the game is over."),
        "review_never": _("This game is too large to be solved exactly; there are no winning chances of it."),
        "chance_of": _("Chance of {name}"),
        "by_choices": _("by choices"),
        "by_dice": _("by the dice"),
        "end": _("End"),
        "chosen": _("Chosen"),
        "better": _("Best"),
        "lost": _("Given away"),
    }


def _players() -> dict[str, str]:
    return {
        "players_title": _("Who won against whom"),
        "players_none": _("No finished game fits; only those whose players have names are counted."),
        "players_help": _(
            "Only finished games count. Players are known by their names; seats without a name count for nobody. Who "
            "wins a game of several has won against all others in it."
        ),
        "games_played": _("Games"),
        "won": _("Won"),
        "lost_games": _("Lost"),
        "drawn": _("Drawn"),
        "share_won": _("Share won"),
        "table": _("Against each other"),
        "cell": _("{name} against {other}: {won} won, {lost} lost, {level} neither"),
        "legend": _("won : lost, and how many were neither"),
    }


def _dice() -> dict[str, str]:
    return {
        "dice_title": _("Are the dice fair?"),
        "dice_help": _(
            "Every face of a throw that counts is counted, as it was corrected; what was annulled or undone is left "
            "out. The record knows the kind of a die, who threw it, and its set where it was taught; not each single "
            "die."
        ),
        "dice_none": _("No die was thrown in these games."),
        "verdict_fair": _("nothing against it"),
        "verdict_few": _("too few throws"),
        "verdict_watch": _("watch it"),
        "verdict_unfair": _("not fair"),
        "face": _("Face"),
        "count": _("Count"),
        "expected": _("Expected"),
        "expected_line": _("a fair die, and the range in which 95 of 100 such counts lie"),
        "numbers": _("All numbers"),
        "by_seat": _("By seat"),
        "by_set": _("By taught set"),
        "no_set": _("of no set"),
        "seat_n": _("Seat {n}"),
        "evidence": _("Evidence over time"),
        "evidence_help": _(
            "A bet against the die after each throw: at {limit} times the stake the die is not believed. A fair die "
            "gets there once in {limit} at most, however often somebody looks. Now: {now}; at most so far: {peak}."
        ),
        "judged_once": _("looked at once, after as many throws as were decided before"),
    }
