"""The referee's card: what to do when something is doubtful or goes wrong."""

from typing import Final

from controller.rules.core import message
from controller.sheets.quick import Section

REFEREE: Final = (
    Section(
        message("Somebody doubts a throw"),
        (
            message("Hold BACK for 2 seconds: the game stands still, and the last throw is shown."),
            message("Choose on the keys: another face, throw again, undo the last step, or go on."),
            message("It counts when all the others agree with OK. BACK says no, and the game goes on as it was."),
        ),
        numbered=True,
    ),
    Section(
        message("The camera is not sure"),
        (
            message("It asks rather than guesses: the player enters the face on the keys; key 8 turns the page."),
            message("The neighbour looks at the die too: OK is right, BACK is wrong."),
            message("Nobody touches the dice before that."),
        ),
    ),
    Section(
        message("A throw by hand"),
        (
            message("When the table asks for a throw: key 1, then OK. Throw, and enter what the dice show."),
            message("So the table is played without a camera too."),
        ),
    ),
    Section(
        message("Dice that do not lie as they should"),
        (
            message("<b>Cocked</b>: it leans on something. Nobody touches it."),
            message("<b>Missing</b>: it fell off the tray, or lies hidden."),
            message("<b>Wrong</b>: another die than was asked for lies there."),
            message("<b>Surplus</b>: more dice than were asked for. Take away what does not belong there."),
            message("The die is entered by hand, or thrown again while the others stay: as the house has chosen."),
            message("What it has chosen: <b>dicetable config</b>, section table."),
        ),
    ),
    Section(
        message("A choice by mistake"),
        (
            message(
                "BACK opens a locked choice again until the last seat has locked. All see that, nobody sees what it "
                "was."
            ),
            message("Afterwards: stop the game and undo the step; hidden choices behind it are made anew."),
        ),
    ),
    Section(
        message("An earlier round was wrong"),
        (
            message("<b>dicetable record correct</b> shows first what the correction changes, then asks."),
            message("<b>dicetable record annul</b> takes a round out. The record keeps both, who, and why."),
            message("Without typing: the referee's desk, <b>/referee</b> on the table's page, opened by its PIN."),
        ),
    ),
    Section(
        message("The end before the end"),
        (
            message("Give up: hold BACK for 2 seconds, then choose it; the game ends at once."),
            message("<b>dicetable record close</b> ends a game for a seat that has left."),
        ),
    ),
    Section(
        message("Power cut, crash, unplugged"),
        (
            message("Nothing is lost: start the table again, and it goes on where it was."),
            message("Camera or display gone: the game goes on, and takes them when they come back."),
            message("<b>dicetable status</b> says what is in trouble, <b>dicetable doctor</b> what to do."),
        ),
    ),
    Section(
        message("The camera was moved"),
        (
            message("<b>dicetable camera check</b> says by how much. Move it back, or set it up again."),
            message("Many dice unread: light that dazzles, or out of focus; <b>dicetable camera setup</b> says it."),
        ),
    ),
)
"""The sections of the card."""
