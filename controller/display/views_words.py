"""The words on the display. Few and short, so not in the catalogue of the long texts; names of the rulebooks stay as
they are in every language.

Every verdict's ``rule`` and every outcome's ``reason`` that the rules can give has its word here.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Words(NamedTuple):
    """The words of one language.

    Attributes:
        rules: by the ``rule`` of a verdict.
        reasons: by the ``reason`` of an outcome.
        cards: by the id of a spell card of Wizard.
        faces: the letter of a Wizard die's face, and of a colour.
        fewer_jesters: how Wizard breaks a tie.
        tiebreak: the throw that breaks a tie in Überwurf.
        error: something is broken.
        pause: the table rests.
        corrected: the referee has changed the record.
        challenge: a seat has stopped the game.
        again: it proposes to throw again.
        undo: it proposes to undo the last step.
        by_hand: it proposes to enter the dice by hand.
        late: somebody's time is up.
    """

    rules: Mapping[str, str]
    reasons: Mapping[str, str]
    cards: Mapping[str, str]
    faces: Mapping[str, str]
    fewer_jesters: str
    tiebreak: str
    error: str
    pause: str
    corrected: str
    challenge: str
    again: str
    undo: str
    by_hand: str
    late: str


_NAMES: Final = {
    "dominanz": "DOMINANZ",
    "konter": "KONTER",
    "patt": "PATT",
    "ruhiger_zug": "RUHIGER ZUG",
    "risszug": "RISSZUG",
    "overload": "OVERLOAD",
}

# Yellow is Y in German too: G is green, and one clear letter a die is read from further away than two.
_COLOURS: Final = {"blue": "B", "green": "G", "red": "R", "yellow": "Y", "wizard": "W"}

_GERMAN: Final = Words(
    rules=_NAMES
    | {
        "parity": "GERADE",
        "higher": "HÖHER",
        "rethrow": "NOCHMAL",
        "auto_win": "W100 SIEG",
        "auto_loss": "W100 PECH",
        "more": "MEHR",
        "double": "DOPPELT",
        "out": "LEER",
        "level": "GLEICH",
        "goal": "ZIEL",
        "hit": "TREFFER",
        "miss": "DANEBEN",
        "jester": "NARR",
    },
    reasons={
        "most_points": "SIEG",
        "draw": "UNENTSCHIEDEN",
        "tiebreak": "STECHEN",
        "decided": "ENTSCHEIDET",
        "goal": "ZIEL",
        "markers": "ALLE LEER",
        "stalled": "STILLSTAND",
        "target": "ZIEL",
        "conceded": "AUFGEGEBEN",
        "forfeited": "KAMPFLOS",
        "aborted": "ABBRUCH",
    },
    cards={
        "all_colours": "ALLE FARBEN",
        "frozen_jesters": "NARREN FEST",
        "throw_first": "ERST WURF",
        "set_two": "ZWEI DREHEN",
        "one_more": "EINER MEHR",
        "jester_joker": "NARR = JOKER",
        "strike": "STREICHEN",
        "throws_by_prediction": "WÜRFE = ZAHL",
        "double_jester": "DOPPELNARR",
        "secret": "GEHEIM",
    },
    faces=_COLOURS | {"jester": "N"},
    fewer_jesters="WENIGER NARREN",
    tiebreak="STECHEN",
    error="STÖRUNG",
    pause="PAUSE",
    corrected="KORRIGIERT",
    challenge="EINSPRUCH",
    again="NEUER WURF?",
    undo="ZURÜCK?",
    by_hand="PER HAND?",
    late="ZEIT",
)

_ENGLISH: Final = Words(
    rules=_NAMES
    | {
        "parity": "EVEN",
        "higher": "HIGHER",
        "rethrow": "AGAIN",
        "auto_win": "d100 WINS",
        "auto_loss": "d100 BUST",
        "more": "MORE",
        "double": "DOUBLE",
        "out": "EMPTY",
        "level": "TIE",
        "goal": "GOAL",
        "hit": "HIT",
        "miss": "MISS",
        "jester": "JESTER",
    },
    reasons={
        "most_points": "WINS",
        "draw": "DRAW",
        "tiebreak": "TIE-BREAK",
        "decided": "DECIDES",
        "goal": "GOAL",
        "markers": "ALL SPENT",
        "stalled": "STALLED",
        "target": "GOAL",
        "conceded": "CONCEDED",
        "forfeited": "FORFEIT",
        "aborted": "ABORTED",
    },
    cards={
        "all_colours": "ALL COLOURS",
        "frozen_jesters": "JESTERS FIX",
        "throw_first": "THROW FIRST",
        "set_two": "SET TWO",
        "one_more": "ONE MORE",
        "jester_joker": "J = JOKER",
        "strike": "STRIKE",
        "throws_by_prediction": "BID = THROWS",
        "double_jester": "JESTER × 2",
        "secret": "IN SECRET",
    },
    faces=_COLOURS | {"jester": "J"},
    fewer_jesters="FEWER JESTERS",
    tiebreak="TIE-BREAK",
    error="ERROR",
    pause="PAUSE",
    corrected="CORRECTED",
    challenge="CHALLENGE",
    again="NEW THROW?",
    undo="UNDO?",
    by_hand="BY HAND?",
    late="TIME",
)

WORDS: Final[Mapping[str, Words]] = {"de": _GERMAN, "en": _ENGLISH}


def of_rule(rule: str, lang: str) -> str:
    """The word of a verdict's rule; of one that nobody knows, its name.

    >>> of_rule("level", "de"), of_rule("some_other", "de")
    ('GLEICH', 'SOME OTHER')
    """
    return WORDS[lang].rules.get(rule, rule.replace("_", " ").upper())


def of_reason(reason: str, lang: str) -> str:
    """The word of an outcome's reason; of one that nobody knows, its name."""
    return WORDS[lang].reasons.get(reason, reason.replace("_", " ").upper())
