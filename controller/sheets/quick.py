"""The quick rules: what fits on one page of each game, and of each of its variants. Numbers come from the rules."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from controller.rules import overload_board as board
from controller.rules import wizard_sheet, zugband
from controller.rules.core import Message, message
from controller.rules.ueberwurf_verdict import DICE, ROUNDS
from controller.rules.wizard_state import EXPERT_GOAL, GOAL, THROWS


class Section(NamedTuple):
    """A part of a page.

    Attributes:
        title: its heading.
        lines: what it says; ``<b>`` is bold.
        numbered: whether the lines are steps, one after the other.
    """

    title: Message
    lines: tuple[Message, ...]
    numbered: bool = False


_ROUND: Final = message("A round")
_YOU_NEED: Final = message("You need")
_END: Final = message("The end")

_UEBERWURF_NEEDS: Final = Section(
    _YOU_NEED,
    (
        message("Two players; each has {dice:dice}, and uses each of them once.", dice=DICE),
        message("{n} rounds. Whoever has more control points wins.", n=ROUNDS),
    ),
)


def _ueberwurf_round(choice: Message) -> Section:
    return Section(
        message("One round"),
        (
            choice,
            message("When the second one has locked, both dice are revealed."),
            message("Both throw their die into the tray. The 0 of a {die:die} is 10.", die="d10"),
            message("The dice are compared."),
        ),
        numbered=True,
    )


_UEBERWURF_ROUND: Final = _ueberwurf_round(
    message("Both choose in secret a die that they have not used yet, and lock it with OK.")
)
_COMPARING: Final = (
    Section(
        message("Dice of different sizes"),
        (
            message("<b>Dominanz</b>: the larger die shows at least twice as much as the smaller one. 1 point."),
            message("<b>Konter</b>: the smaller die shows more than the larger one. 2 points."),
            message("<b>Patt</b>: everything else, also the same number. No point."),
        ),
    ),
    Section(
        message("Dice of the same size"),
        (
            message("Even beats odd. Both even or both odd: the higher number wins. 1 point."),
            message("The same number: Patt."),
        ),
    ),
)
_UEBERWURF_END: Final = Section(
    _END,
    (
        message("After {n} rounds all dice are used up, and the points are compared.", n=ROUNDS),
        message("The same points: a draw; or, where the house wants it so, each throws one {die:die}.", die="d6"),
    ),
)
_W100: Final = Section(
    message("The {die:die}, where the house allows it", die="d100"),
    (
        message("<b>replace</b>: once a game it takes the place of a die, which counts as used."),
        message(
            "01–10 wins the round at once, 1 point. 91–100 loses it at once, 1 point for the other player. Both "
            "players alike: Patt."
        ),
        message("Everything between is compared like a die of size 100. 00 and 0 together are 100."),
        message("<b>regular</b>: a seventh die, chosen once like the others and only compared; one die stays unused."),
    ),
)


def _ueberwurf(variant: str | None) -> tuple[Section, ...]:
    if variant == "schlichtungswurf":
        needs = Section(_YOU_NEED, (message("Two players; each has {dice:dice}.", dice=DICE),))
        # After a Patt the same die may be chosen again: none is used up.
        any_die = message("Both choose in secret one of their dice, and lock it with OK.")
        return (needs, _ueberwurf_round(any_die), *_COMPARING)
    end = Section(_END, _UEBERWURF_END.lines[:1]) if variant == "ehrenspiel" else _UEBERWURF_END
    return (_UEBERWURF_NEEDS, _UEBERWURF_ROUND, *_COMPARING, end, _W100)


def goal_of(variant: str | None) -> int:
    """Zugband: the station that decides the game."""
    return 2 if variant == "urteil" else zugband.BASE.goal


def _zugband(variant: str | None) -> tuple[Section, ...]:
    goal, quiet = goal_of(variant), variant == "ruhiger_zug"
    won = (
        message("At your station {n} you have won at once.", n=goal)
        if quiet
        else message("At your station {n} you have won at once; a longer move ends there.", n=goal)
    )
    moves = (
        message("<b>More markers</b>: one station towards that player."),
        message("<b>At least twice as many</b>, and both have bid at least 1: two stations."),
        message("<b>Against 0</b> it never moves two stations."),
        message("<b>Equal</b>: it stays."),
    )
    return (
        Section(
            _YOU_NEED,
            (
                message("Two players with {n} markers each, which the table counts.", n=zugband.MARKERS),
                message("The knot lies in the middle. Pull it to station {n} on your side.", n=goal),
            ),
        ),
        Section(
            _ROUND,
            (
                message("Both bid in secret 0 to {n} markers, at most what they have left; OK locks.", n=zugband.MOST),
                message("When the second one has locked, both bids are revealed."),
                message("The knot moves. All markers that were bid are gone, also those of equal bids."),
            ),
            numbered=True,
        ),
        Section(message("How the knot moves"), (moves[0], moves[3]) if quiet else moves),
        Section(
            _END,
            (
                won,
                message("Without markers you bid 0, and lose the next round in which the other one bids."),
                message(
                    "Nobody has markers left, or {n} rounds of 0\u00a0:\u00a00 in a row: the side on which the knot "
                    "lies wins; in the middle it is a draw.",
                    n=zugband.BASE.stall,
                ),
            ),
        ),
        Section(
            message("Worth knowing"),
            (message("Who spends the markers early moves fast, and has nothing left for the last rounds."),),
        ),
    )


def _overload(variant: str | None) -> tuple[Section, ...]:
    del variant
    return _OVERLOAD


_OVERLOAD: Final = (
    Section(
        _YOU_NEED,
        (
            message(
                "Three to five players, two figures each, one {die:die}, {n} discs in the bowl.",
                die="d8",
                n=board.DISCS,
            ),
            message(
                "First to {a} points with 3 players, {b} with 4, {c} with 5. The track has {d}, {e}, {f} fields.",
                **dict(zip("abc", (board.TARGET[n] for n in (3, 4, 5)), strict=True)),
                **dict(zip("def", (board.FIELDS[n] for n in (3, 4, 5)), strict=True)),
            ),
            message("The youngest begins, the others follow clockwise."),
        ),
    ),
    Section(
        message("A turn"),
        (
            message(
                "A figure stands on the start: it moves in this turn; of two, the one you name. Load it with 0 to {n} "
                "discs <b>before the throw</b>; forgotten means 0.",
                n=board.FULL,
            ),
            message("Throw the {die:die}.", die="d8"),
            message("No figure on the start: choose which one moves, exactly as far as the die shows."),
            message(
                "Each figure that is overtaken gets a disc from the bowl, your own too; none on the start, and none on "
                "the field you leave."
            ),
            message("A special field acts; then you meet whoever stands there."),
        ),
        numbered=True,
    ),
    Section(
        message("Meeting on a field"),
        (
            message(
                "<b>Give</b> a disc to the other figure, or <b>take</b> one from it; with each figure that stands "
                "there."
            ),
            message("What is possible must be done: only one of the two, or none where neither has a disc to give."),
        ),
    ),
    Section(
        message("Overload"),
        (
            message("No figure carries a ninth disc: it goes back to the start, its discs into the bowl."),
            message("It was another player's figure: 1 point for you. Your own: nothing."),
        ),
    ),
    Section(
        message("The goal"),
        (
            message(
                "Reached or passed: the move ends there. 1 point a disc, exactly {n} discs {points}.",
                n=board.FULL,
                points=board.FULL + board.BONUS,
            ),
            message("The discs go into the bowl, the figure to the start."),
            message("Whoever reaches the target has won at once."),
        ),
    ),
    Section(
        message("Special fields"),
        (
            message("<b>Plus</b>: a disc from the bowl. <b>Minus</b>: a disc into the bowl."),
            message("<b>Plus/minus</b>: at once one field on or back, as you choose."),
            message(
                "<b>Double</b>: two discs for whoever is overtaken there, and two at each meeting, where possible."
            ),
        ),
    ),
)


def _wizard(variant: str | None) -> tuple[Section, ...]:
    goal = EXPERT_GOAL if variant == "expert" else GOAL
    return (
        Section(
            _YOU_NEED,
            (
                message("Two to five players, seven wizard dice: blue, green, red, yellow, wizard, jester."),
                message("Predict exactly how many dice will show a colour. Most points win."),
            ),
        ),
        Section(
            _ROUND,
            (
                message(
                    "The holder of the start card predicts a number from 1 to 5 and a colour, then all others "
                    "clockwise. No prediction twice in a round, none twice on your sheet. Whoever has none left sits "
                    "the round out."
                ),
                message(
                    "The holder names the wizard colour: all wizards count as it. Not named, it is the colour "
                    "predicted."
                ),
                message("The holder throws up to {n} times: all seven, then any of them again.", n=THROWS),
                message(
                    "After each throw everybody says in secret whether the dice count for them as they lie. When the "
                    "holder stops, or after the last throw, all who are left score."
                ),
            ),
            numbered=True,
        ),
        Section(
            message("Scoring"),
            (
                message("The count is right, wizards included: <b>X</b> in the field."),
                message(
                    "It is not: the difference is written into the field, as minus points. The field is used either "
                    "way."
                ),
                message(
                    "<b>Jesters</b>: 1 to 5 of them lie there, and you have not marked that number yet: mark it "
                    "instead, and write 0 into the field."
                ),
            ),
        ),
        Section(
            message("The start card"),
            (
                message("To the highest prediction in another colour than the holder's; the earlier one of two."),
                message("All have predicted the holder's colour: it stays."),
            ),
        ),
        Section(
            _END,
            (
                message("As soon as somebody has {n} X, jesters' X among them; or after 20 rounds.", n=goal),
                message(
                    "An X in column 1 gives 1 point, in column 5 gives 5. Differences are minus points, jesters give "
                    "none."
                ),
                message("Whoever has {n} X gets {bonus} points more.", n=goal, bonus=wizard_sheet.BONUS),
                message("Level: fewer jesters marked wins; else the victory is shared."),
            ),
        ),
    )


_PAGES: Final = {"ueberwurf": _ueberwurf, "zugband": _zugband, "overload": _overload, "wizard": _wizard}


def sections(game: str, variant: str | None = None) -> tuple[Section, ...]:
    """The page of a game, or what of it stays true in a variant, by their ids."""
    return _PAGES[game](variant)


CHANGES: Final[Mapping[tuple[str, str], tuple[Message, ...]]] = {
    ("ueberwurf", "ehrenspiel"): (
        message("No stakes: it is played for honour."),
        message(
            "The same points at the end: each throws one {die:die}, compared like dice of the same size, again while "
            "the numbers are the same.",
            die="d6",
        ),
    ),
    ("ueberwurf", "druckrunde"): (
        message("Whoever has lost a round must play the next larger die that is left in the next one."),
        message("No larger die is left: the choice is free. A Patt is no loss."),
        message(
            "After a {die:die} the die counts that it has replaced. The die that must be played it does not replace, "
            "unless the house allows it.",
            die="d100",
        ),
    ),
    ("ueberwurf", "doppelrisiko"): (
        message("The {die:die} may be played in the last round only, so both play it there.", die="d20"),
        message("A {die:die} that wins against a larger die scores 3. Against another one it stays 1.", die="d4"),
        message("It scores 3 too where the other player's {die:die} loses at once.", die="d100"),
    ),
    ("ueberwurf", "schlichtungswurf"): (
        message("One round only: each chooses one die. The winner has the decision."),
        message("A Patt is repeated with a new choice. It is played without the {die:die}.", die="d100"),
    ),
    ("zugband", "ruhiger_zug"): (message("The knot never moves two stations."),),
    ("zugband", "risszug"): (
        message(
            "Whoever has bid 0 and lost the round may annul it, once a game; also the one that would end the game."
        ),
        message("The knot does not move, the markers that were bid stay gone."),
    ),
    ("zugband", "drucktest"): (
        message(
            "After two equal rounds in a row, 0\u00a0:\u00a00 too, both must bid at least 1 in the next round, if they "
            "have any. Then the count starts anew."
        ),
    ),
    ("zugband", "urteil"): (message("The goal is station 2. The result is binding at once."),),
    ("wizard", "expert"): (
        message("The game ends with {n} X in place of {old}; so many X also earn the bonus.", n=EXPERT_GOAL, old=GOAL),
    ),
}
"""What a variant changes, by the ids of game and variant."""
