"""What the page publishes, as JSON-able values: only what everybody may know, or one seat's own question.

Made in the server's thread from immutable values of the table. A hidden choice has no way in here: everything comes
from the public view, from events, which are public, and from prompts, which say what is asked and never what was
answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller import lobby
from controller.amend import effective
from controller.halting import Steps
from controller.i18n import _, die_name, option_name, render
from controller.journal.entries import Annulled, AnyEntry, Corrected, Started, TakenBack, Threw, Undone
from controller.looking import Glance
from controller.matching import lying
from controller.panel.keypad import Ask, Prompt
from controller.plain import shown
from controller.play import Play, begin
from controller.rules import GAMES
from controller.rules.wizard_cards import CARDS
from controller.web import wording
from controller.web.rules_words import short
from vision.reading import Status

_AMENDING = Annulled | Corrected | TakenBack | Undone
# What changes the score in a round: a spell card strikes minus points after the verdict, and the end adds to it.
_JUDGING = ("verdict", "struck", "bonus")


@dataclass(frozen=True, slots=True)
class Question:
    """What one seat is asked, or may do while it is asked nothing.

    Attributes:
        number: tells this question from every other one of the seat.
        prompt: the question; ``None`` while there is none.
        take_back: whether the seat may open its locked choice again.
    """

    number: int
    prompt: Prompt | None
    take_back: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of the table, as it hands it over.

    Attributes:
        sequence: of the last entry in the journal.
        view: the public view.
        questions: by seat.
        game: the game's number in the journal; ``None`` before the first.
        play: the game; ``None`` before the first.
    """

    sequence: int
    view: Mapping[str, Any]
    questions: Mapping[int, Question]
    game: int | None
    play: Play | None


def state(moment: Moment, trouble: str, stop: Sequence[str] = ()) -> dict[str, Any]:
    """What everybody may know of a moment.

    Args:
        moment: of the table.
        trouble: what is wrong at the station, in a sentence; empty for nothing.
        stop: what a seat could do if it stopped the game now.

    Returns:
        The public view, with ``sequence``; ``number``, the game's in the journal; ``setup``, what is played (``None``
        in menus); ``spell``, the spell card in force; ``questions``, what the seats are asked, by seat, in words that
        may follow a name; ``trouble``; ``stop``, what could be done with a stop (see ``halting.ways``).
    """
    names = moment.play.names if moment.play else {}
    throws = moment.play.throws if moment.play else ()
    prompts = {seat: one.prompt for seat, one in moment.questions.items() if one.prompt}
    asked = {
        str(seat): {"text": render(wording.told(one, throws), names), "ask": one.ask.value, "hidden": one.hidden}
        for seat, one in prompts.items()
    }
    playing = moment.play if moment.view.get("game") else None
    menu = next(iter(prompts.values()), None) if moment.view["phase"] == "menu" else None
    return {
        **moment.view,
        **(_menu(menu, names) if menu else {}),
        "sequence": moment.sequence,
        "number": moment.game,
        "setup": playing and setup(playing),
        "spell": _card(moment.view.get("game") or {}),
        "questions": asked,
        "trouble": trouble,
        "stop": list(stop),
    }


def _menu(prompt: Prompt, names: Mapping[int, str]) -> dict[str, Any]:
    """A menu between games in a browser's words: ``about``, and ``notes``, what each of its options means."""
    notes = [_note(prompt, value) for value in prompt.options]
    return {"about": render(wording.asked(prompt), names), "notes": notes}


def _note(prompt: Prompt, value: str) -> str:
    """What an option of a menu means to whoever meets it for the first time; empty where it speaks for itself."""
    if prompt.ask is not Ask.NEXT:
        return ""
    if value in GAMES:
        return short(GAMES[value])
    if value == lobby.CHANGE:
        return _("Everybody moves on by one seat. A phone that is a panel stays with its seat: hand it on.")
    variants = {one.id: one.help for info in GAMES.values() for one in info.variants}
    return render(variants[value]) if value in variants else ""


def _card(game: Mapping[str, Any]) -> dict[str, str] | None:
    """The spell card of the Wizard Würfelspiel that is in force: its name, and what it does."""
    card = CARDS.get(game.get("card") or "")
    return {"name": _(card.name), "about": _(card.effect)} if card else None


def setup(play: Play) -> dict[str, Any]:
    """What is played: ``id``, ``name``, ``about`` (its rules in short), ``variants`` by name, ``stakes`` by seat."""
    info = GAMES[play.start.game]
    variants = [one.name for one in info.variants if one.id in play.start.variants]
    about, stakes = render(info.about), {seat: shown(stake) for seat, stake in play.start.stakes.items()}
    return {"id": info.id, "name": info.name, "about": about, "variants": variants, "stakes": stakes}


def question(seat: int, one: Question, play: Play | None) -> dict[str, Any]:
    """One seat's own question, for nobody else.

    Returns:
        ``seat``; ``question``, its number; ``take_back``; and with a question ``ask``, ``text``, ``hidden``,
        ``optional``, ``ok``, what OK without an option does (empty where it does nothing), ``help``, what to know about
        the question (empty where it says it all), ``options`` (each with
        ``value``, ``label`` and ``note``, what it means, empty where it speaks for itself), ``die``, the type of the
        die that is asked about, else ``None``, and ``place``, which of the view's ``dice`` it is.
    """
    common = {"seat": seat, "question": one.number, "take_back": one.take_back}
    prompt = one.prompt
    if prompt is None:
        return {**common, "ask": None}
    names = play.names if play else {}
    about_die = play is not None and prompt.ask in (Ask.FACE, Ask.CONFIRM) and prompt.die < len(play.dice)
    labels = [render(label, names) for label in prompt.labels] or [option_name(value) for value in prompt.options]
    return {
        **common,
        "ask": prompt.ask.value,
        "text": render(wording.asked(prompt, play.throws if play else ()), names),
        "hidden": prompt.hidden,
        "optional": prompt.optional,
        "ok": _(ok) if (ok := wording.button(prompt)) else "",
        "help": render(about, names) if (about := wording.help_of(prompt)) else "",
        "options": [
            {"value": value, "label": label, "note": _note(prompt, value)}
            for value, label in zip(prompt.options, labels, strict=True)
        ],
        "die": play.dice[prompt.die].type if play and about_die else None,
        "place": prompt.die if about_die else None,
    }


def picture(glance: Glance, name: str, clip: str | None = None) -> dict[str, Any]:
    """The last throw as the camera has it, without words; a guess is not among it, so that it leads nobody.

    Args:
        glance: the look.
        name: where the picture is to be had.
        clip: where to see how the dice came to lie; ``None`` where that is not kept.
    """
    height, width = glance.frame.image.shape[:2]
    dice = [
        {
            "die": die.type,
            "face": die.value if die.status is Status.READ else None,
            "read": die.status is Status.READ,
            "box": [int(edge) for edge in die.box],
        }
        for die in glance.dice
    ]
    return {"picture": name, "clip": clip, "width": width, "height": height, "dice": dice}


def labelled(picture: Mapping[str, Any]) -> dict[str, Any]:
    """A picture whose dice have a ``label``, what they show, in the language in use."""
    return {**picture, "dice": [{**die, "label": _label(die["die"], die["face"])} for die in picture["dice"]]}


def _label(kind: str, face: int | str | None) -> str:
    shown = "?" if face is None else option_name(str(face))
    return shown if kind == "wizard" else f"{die_name(kind)}: {shown}"


class Rounds:
    """The game round by round, folded on as it goes; judged anew where something was amended.

    Attributes:
        steps: the steps of the game that was looked at last.
    """

    def __init__(self) -> None:
        self._history: tuple[AnyEntry, ...] = ()
        self._now: Play | None = None
        self._rows: dict[int, dict[str, Any]] = {}
        self.steps = Steps()

    def of(self, play: Play) -> list[dict[str, Any]]:
        """All rounds, oldest first.

        Returns:
            Each with ``round``; ``throws`` (``seat`` and ``dice``, each ``die``, ``face`` and, where it was corrected,
            ``before``, the face that was recorded first); ``revealed``, the numbers of what was revealed; ``verdicts``
            (``seat``, ``text`` and numbers); ``scores`` by seat after it.
        """
        known = len(self._history)
        new = play.history[known:]
        goes_on = known and play.history[known - 1 : known] == self._history[-1:] and play.start is self._history[0]
        anew = not goes_on or any(isinstance(entry, _AMENDING) for entry in new)
        if anew:
            self._now, self._rows, self.steps = begin(play.start)[0], {}, Steps()
        self._history, written = play.history, play.history if anew else new
        for place, entry in effective(written):
            if not isinstance(entry, Started):
                self._add(place if anew else known + place, entry, written[place])
        return list(self._rows.values())

    def _add(self, place: int, entry: AnyEntry, written: AnyEntry) -> None:
        """One entry that counts; ``written`` is what it was before a correction."""
        assert self._now is not None
        number = self._now.state.view()["round"]
        before = self._now
        self._now, events = before.step(entry)
        self.steps.add(place, entry, before, events)
        revealed = [event for event in events if event.name == "revealed"]
        verdicts = [event for event in events if event.name in _JUDGING]
        if not isinstance(entry, Threw) and not revealed and not verdicts:
            return
        row = self._rows.setdefault(number, {"round": number, "throws": [], "revealed": None, "verdicts": []})
        if isinstance(entry, Threw):
            row["throws"].append({"seat": entry.seat, "dice": _dice(entry, written)})
        for event in revealed:
            row["revealed"] = dict(event.data)
        names = self._now.names
        row["verdicts"] += [{"seat": one.seat, **one.data, "text": render(one.text, names)} for one in verdicts]
        row["scores"] = {str(seat["seat"]): seat["score"] for seat in self._now.state.view()["seats"]}


def _dice(entry: Threw, written: AnyEntry) -> Sequence[dict[str, Any]]:
    assert isinstance(written, Threw)
    now = lying(entry.seat, entry.dice)
    old = lying(entry.seat, {kind: written.dice.get(kind, values) for kind, values in entry.dice.items()})
    return [
        {"die": die.type, "face": die.face} | ({} if die == before else {"before": before.face})
        for die, before in zip(now, old, strict=True)
    ]


def seat_name(seat: int, names: Mapping[int, str]) -> str:
    """What a seat is called."""
    return names.get(seat) or _("Seat {n}").format(n=seat)
