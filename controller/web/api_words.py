"""The words of ``openapi.json``, for the translators: the description speaks the language of the station."""

from typing import Any, Final

from controller.i18n import N_, _

TEXTS: Final = (
    N_(
        "Everybody may read what is public. Seats and the referee may do what their keys and their desk can do. A "
        "hidden choice is in no answer before it is revealed."
    ),
    N_("The table now"),
    N_("The public view; null before the first game."),
    N_("Not the station's own name."),
    N_("Too many requests."),
    N_("The game round by round"),
    N_("All rounds, the oldest first."),
    N_("The last throw as the camera has it"),
    N_("Where the picture is, and what was read in it."),
    N_("What the LED display shows"),
    N_("The lights."),
    N_("64 x 16 lights row by row from the top left, a bit each, as 256 hexadecimal digits."),
    N_("What happened after an entry"),
    N_("As far back as it is kept."),
    N_("The last entry that was seen."),
    N_("The games that can be played"),
    N_("All games with their variants and their rules in short."),
    N_("`<b>` is bold."),
    N_("Everything that is public, as it happens"),
    N_(
        "Server-Sent Events: `language`, `state`, `rounds`, `picture`, `leds`, `happened`, and `beat` where nothing "
        "happens. `id` is the number of the last entry in the journal; a reader that comes back with `Last-Event-ID` "
        "is told what it has missed."
    ),
    N_("The table takes nothing now."),
    N_("The shapes of the dice"),
    N_("By die type."),
    N_("As the public stream, with `question`: what this seat is asked"),
    N_("There is nothing here."),
    N_("The secret of a seat, from its QR code."),
    N_("Press a seat's keys"),
    N_("Done."),
    N_(
        "Done; with the result `gone` the question was over already, and nothing was changed; with `kept` it counts as "
        "soon as it can be written."
    ),
    N_("The body is not what is asked for."),
    N_("Not possible now."),
    N_("Too long."),
    N_("Let the next throw of the simulated tray go wrong"),
    N_("What the referee's desk shows beside the public stream"),
    N_("Record, reading, keys, switches."),
    N_("Not allowed."),
    N_("What a decision would break; nothing is decided"),
    N_("Entries that could not stand after it, each with the reason."),
    N_("Entries that count no more after it."),
    N_("Throws that count though their player was not asked for what is chosen before them."),
    N_("Decide"),
    N_("Pause, entering by hand, keeping a picture"),
    N_("The games of the record"),
    N_("All games that are asked for, oldest first."),
    N_("No such game, state or day."),
    N_("The journal cannot be read."),
    N_("Only this game."),
    N_("Only of players whose name holds this."),
    N_("From this day on."),
    N_("Up to this day."),
    N_("Only games that stand so."),
    N_("Who won against whom"),
    N_("Everybody with a name in finished games, who played most first."),
    N_("Whether the dice are fair"),
    N_("Each kind of die, then each seat's where several threw some."),
    N_("The winning chances through a game"),
    N_("How far it is; with the state done the course of the game."),
    N_("There is no such game."),
    N_("The game's number."),
    N_("Begin to work out the winning chances of a game"),
    N_("This game cannot be solved, or is not over."),
    N_("The last entry in the journal."),
    N_("The game's number in the journal."),
    N_("What each seat is asked, by seat: a text that may follow its name."),
    N_("Where to see how the dice came to lie, as an animated WebP; it is there a moment after the picture."),
    N_(
        "What is to be seen of the last throw: the record's name of its picture, empty for none; and why there is "
        "none, or what else counts than was read in it."
    ),
    N_("What a seat could do if it stopped the game now; empty where it cannot."),
    N_("Why there is no picture, or what else counts than was read in it; empty for nothing to say."),
    N_("Each with its seat and its dice; a die that was corrected has the face that was recorded first as `before`."),
    N_("Either a value or a key. `pad` makes every answer equally long."),
    N_("The taught set, empty for dice of none; null where all dice of the kind are judged together."),
)
"""Every summary and description that stands there; a test compares."""
_WORDS: Final = ("summary", "description")


def in_words(described: Any) -> Any:
    """A part of the description with all that is meant for people in the language in use."""
    if isinstance(described, dict):
        return {
            key: _(value) if key in _WORDS and isinstance(value, str) else in_words(value)
            for key, value in described.items()
        }
    return [in_words(one) for one in described] if isinstance(described, list) else described
