"""From what the nets say of a die to its reading: its kind, its value, how sure that is, whether it may be used."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from vision.classes import GLYPHS, KINDS, glyphs_of
from vision.looks import DieLook, FaceLook, Shares
from vision.model import FOLDER
from vision.pips import PipCount
from vision.reading import LIKELY, Face, Status, faces

_UNASKED: Final = 0.02
"""How likely a kind is that was not asked for, against one that was."""
_COCKED: Final = 0.5
EVIDENCE: Final = ("glyph of the die", "glyph of the face", "glyph around", "kind", "a die", "flat", "size")
"""What speaks for a reading: the odds of the nets' shares and the die's size in the picture, as natural logarithms."""
_SURE_KIND: Final = 0.99
"""Least share of the kind, by all nets together, where no pips were counted: nothing else outweighs a doubtful type."""
_SURER_KIND: Final = 0.9985
"""The same of a d4 or a d6: one with numerals and a d4 like a barrel look alike from above. Of d6 held back two
thirds are read with it, and hardly any with 99.75 %."""
UNASKED_D4: Final = "unasked d4"
"""Name of the threshold of a d4 that nobody asked for: a tile with a numeral looks like a barrel d4."""
_DOUBTED: Final = 0.02
"""Nothing is read that is less likely than this to a net that sees it badly: a glyph to that of the whole die, the kind
to those of the face alone."""
_LEAST_OF_D4: Final = 0.5
"""Least share of a d4's numeral to each of the three nets. Its numerals are small, and each is seen aslant."""
_LEAST_SHARE: Final = 1e-6
_USUAL_SIZE: Final = 64.0
"""Px; that many or more show every numeral."""

_PLACES: Final = {kind: [GLYPHS.index(glyph) for glyph in glyphs_of(kind)] for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What all nets together make of a die.

    Attributes:
        kind: one of ``KINDS``.
        value: the likeliest of its values.
        evidence: as ``EVIDENCE`` names it.
        agreed: whether both nets that see the face alone say this value and do not doubt the kind, the one of the
            whole die says this kind and does not doubt the value, and counted pips, if any, say the same; where none
            were counted, whether the kind is sure as well. Of a d4 all three nets must say kind and value.
        rule: which threshold holds: "one", "pips" or "doubtful pips" where some were counted; "d4", "d6", "wizard" or
            "other" where none were.
    """

    kind: str
    value: Face
    evidence: tuple[float, ...]
    agreed: bool
    rule: str

    @property
    def score(self) -> float:
        """The natural logarithm of the odds that it is right, by dice held back from training (``lab/fit.py``)."""
        facts = calibration()
        return facts.bias[self.rule] + float(np.dot(facts.weights[self.rule], self.evidence))


def weigh(die: DieLook, sights: tuple[FaceLook, FaceLook], pips: PipCount | None, expect: Sequence[str]) -> Opinion:
    """The likeliest kind and value of a die.

    Args:
        die: what the net says that sees the whole die.
        sights: what the two say that see its upper face, the second of them with its neighbours.
        pips: what was counted without a net; ``None``: none could be made out.
        expect: kinds that were asked for; empty: any.
    """
    face, around = sights
    asked = np.array([1.0 if not expect or kind in expect else _UNASKED for kind in KINDS])
    own = die.kinds[:-1] * asked
    kinds = own * (face.kinds[:-1] * around.kinds[:-1]) ** 0.25
    kinds /= max(float(kinds.sum()), 1e-12)
    number = int(kinds.argmax())
    kind = KINDS[number]
    top = int(_glyph_shares(kind, die, sights).argmax())
    place, value = _PLACES[kind][top], faces(kind)[top]
    counted = pips if kind == "d6" else None
    evidence = (
        *(_odds(float(sight.glyphs[place])) for sight in (die, face, around)),
        _odds(float(kinds[number])),
        _odds(1 - float(die.kinds[-1])),
        _odds(1 - die.cocked),
        float(np.clip(np.log(die.size / _USUAL_SIZE), -1, 1)),
    )
    least = _SURER_KIND if kind in ("d4", "d6") else _SURE_KIND
    sure = kinds[number] >= least if counted is None else counted.value == value
    agreed = (
        face.glyphs.argmax() == around.glyphs.argmax() == place
        and own.argmax() == number
        and sure
        and min(die.glyphs[place], face.kinds[number], around.kinds[number]) >= _DOUBTED
    )
    if kind == "d4":  # its numerals are seen whole by the net of the whole die alone, and its shape by all three
        named = all((sight.kinds[:-1] * asked).argmax() == number for sight in sights)
        agreed = agreed and named and min(sight.glyphs[place] for sight in (die, face, around)) >= _LEAST_OF_D4
    return Opinion(kind, value, evidence, bool(agreed), _rule(kind, counted))


def likely_faces(kind: str, die: DieLook, sights: tuple[FaceLook, FaceLook], pips: PipCount | None) -> tuple[Face, ...]:
    """The likeliest values of a die of this kind, for a person who decides; arguments as for ``weigh``.

    Returns:
        So many as ``LIKELY``, the likeliest by all nets together first. Pips that were counted otherwise come second.
    """
    order = np.argsort(-_glyph_shares(kind, die, sights), kind="stable")
    ranked = [faces(kind)[place] for place in order]
    if pips is not None and kind == "d6" and pips.value != ranked[0]:
        ranked.remove(pips.value)
        ranked.insert(1, pips.value)
    return tuple(ranked[:LIKELY])


def _glyph_shares(kind: str, die: DieLook, sights: tuple[FaceLook, FaceLook]) -> Shares:
    """How likely each value of a kind is by all nets together, in the order of ``faces``; they do not add up to 1."""
    face, around = sights
    return (die.glyphs * face.glyphs * around.glyphs)[_PLACES[kind]]


def _odds(share: float) -> float:
    """The natural logarithm of a share against what is left of it, within bounds."""
    bounded = float(np.clip(share, _LEAST_SHARE, 1 - _LEAST_SHARE))
    return float(np.log(bounded / (1 - bounded)))


def _rule(kind: str, counted: PipCount | None) -> str:
    if counted is not None:
        # A lone disc is little to go by: a coin with a dot looks like a one.
        return "doubtful pips" if not counted.sure else "one" if counted.value == 1 else "pips"
    return kind if kind in ("d4", "d6", "wizard") else "other"


def decide(
    die: DieLook, sights: tuple[FaceLook, FaceLook], pips: PipCount | None, expect: Sequence[str]
) -> tuple[str, Face | None, float, Status]:
    """Kind, value, confidence 0 … 1 and status of one die; arguments as for ``weigh``.

    ``read`` only where all readers agree and the score reaches the threshold that was chosen on held-back photographs.
    """
    opinion = weigh(die, sights, pips, expect)
    confidence = calibrated(opinion.score)
    if die.cocked > _COCKED:
        return opinion.kind, None, die.cocked, Status.COCKED
    if not opinion.agreed:
        return opinion.kind, opinion.value, min(confidence, 0.5), Status.UNSURE
    rule = UNASKED_D4 if opinion.rule == "d4" and "d4" not in expect else opinion.rule
    status = Status.READ if opinion.score >= calibration().thresholds[rule] else Status.UNSURE
    return opinion.kind, opinion.value, confidence, status


@dataclass(frozen=True, slots=True)
class Calibration:
    """What scores meant on photographs held back from training.

    Attributes:
        weights, bias: of the logistic regressions, by ``Opinion.rule``: a weight for each of ``EVIDENCE``, and a bias.
        thresholds: least score of a value that may be used, by ``Opinion.rule``; and ``UNASKED_D4``.
        scores, right: the share of dice with a score that were right, as points of a line.
    """

    weights: dict[str, tuple[float, ...]]
    bias: dict[str, float]
    thresholds: dict[str, float]
    scores: tuple[float, ...]
    right: tuple[float, ...]


@cache
def calibration() -> Calibration:
    """The calibration that comes with the nets."""
    facts = json.loads((FOLDER / "calibration.json").read_text(encoding="utf-8"))
    weights = {rule: tuple(some) for rule, some in facts["weights"].items()}
    return Calibration(weights, facts["bias"], facts["thresholds"], tuple(facts["scores"]), tuple(facts["right"]))


def calibrated(score: float) -> float:
    """The share of dice with such a score that were right, 0 … 1."""
    facts = calibration()
    return float(np.interp(score, facts.scores, facts.right))
