"""The words of the page, in the language of the station. Templates take them from here, and so do the scripts."""

from typing import Any, Final

from controller.i18n import N_, _, die_name, option_name

MISHAPS: Final = {
    "cocked": N_("a die leans"),
    "off tray": N_("a die leaves the tray"),
    "hand in view": N_("a hand stays in the picture"),
    "wrong die": N_("a die of another kind"),
    "glare": N_("glare"),
    "unplugged": N_("the camera is unplugged"),
    "nudge": N_("the table is knocked"),
    "light step": N_("the light changes"),
    "shadow": N_("a shadow"),
}
"""What may go wrong in the simulated tray, by the names of ``vision.tray.live.Mishap``."""


def words() -> dict[str, Any]:
    """All words; a placeholder is filled in by whoever shows them."""
    return {
        **_frame(),
        **_board(),
        **_panel(),
        **_games(),
        "pages": _pages(),
        "referee": _referee(),
        "die": die_name("d6")[0],
        "wizard_die": die_name("wizard"),
        "colours": {colour: option_name(colour) for colour in ("blue", "green", "red", "yellow", "wizard", "jester")},
    }


def _frame() -> dict[str, str]:
    return {
        "title": _("Dice table"),
        "live": _("live"),
        "stale": _("The connection is lost; what you see may be old. Trying again …"),
        "connecting": _("Connecting …"),
        "skip": _("Skip to the content"),
        "theme": _("Appearance"),
        "theme_auto": _("as the device"),
        "theme_light": _("light"),
        "theme_dark": _("dark"),
        "theme_contrast": _("high contrast"),
        "scoreboard": _("Scoreboard"),
        "earlier_games": _("Earlier games"),
        "whole_game": _("The whole game"),
        "setup": _("Set-up"),
        "failed": _("That did not work."),
        "unsent": _("The connection was lost on the way. What counts shows as soon as it is back."),
        "variant": _("Variant {name}"),
        "api_title": _("For programs"),
        "api_help": _("Everybody may read what is public; a hidden choice is in no answer before it is revealed."),
    }


def _pages() -> dict[str, str]:
    """The menu of all pages."""
    return {
        "menu": _("Menu"),
        "seats": _("their codes, at this machine alone"),
        "history": _("Games played"),
        "history_help": _("round by round, with verdict cards and winning chances"),
        "players": _("Who won against whom"),
        "dice": _("Are the dice fair?"),
        "rules": _("How the games work"),
        "rules_help": _("each in a few sentences, with its variants"),
        "setup": _("game, names, camera, dice, keys, display"),
        "referee": _("correct, annul, pause"),
        "overlay": _("For streaming software"),
    }


def _board() -> dict[str, Any]:
    return {
        "seat": _("Seat {n}"),
        "points": _("Points"),
        "round": _("Round"),
        "round_of": _("Round {n} of {all}"),
        "round_n": _("Round {n}"),
        "rounds": _("Round by round"),
        "no_rounds": _("Nothing was played yet."),
        "locked": _("locked"),
        "waits": _("waits"),
        "asked": _("is asked"),
        "late": _("time is up"),
        "winner": _("wins"),
        "camera": _("The camera's picture of the last throw"),
        "no_picture": _("No picture of a throw yet"),
        "play_clip": _("Watch the throw"),
        "stop_clip": _("Back to the picture"),
        "no_clip": _("The clip is not there."),
        "leds": _("What the LED display shows"),
        "verdict": _("Verdict"),
        "dice_left": _("Dice not used yet"),
        "stake": _("Stake"),
        "best_of": _("Best of {n}"),
        "welcome": _("The table is ready."),
        "menu_help": _("Every seat can choose: by the number on its keys, or with a tap on its phone."),
        "phases": {
            "choose": _("Choosing"),
            "throw": _("Throwing"),
            "reading": _("The camera reads"),
            "confirm": _("Dice are entered"),
            "verdict": _("Verdict"),
            "challenge": _("The game is stopped"),
            "over": _("Game over"),
            "menu": _("Choosing a game"),
            "idle": _("Waiting for a game"),
            "pause": _("Pause"),
            "error": _("The station needs help"),
            "corrected": _("Corrected"),
        },
        "corrected_from": _("corrected; before: {before}"),
        "reasons": {
            "most_points": _("most points"),
            "draw": _("a draw"),
            "tiebreak": _("by the tie-break"),
            "fewer_jesters": _("with fewer jester scorings"),
            "decided": _("the matter is decided"),
            "goal": _("the knot is at the goal"),
            "markers": _("both are out of markers"),
            "stalled": _("nobody pulls any more"),
            "target": _("the target is reached"),
            "conceded": _("given up"),
            "forfeited": _("forfeited"),
            "aborted": _("aborted"),
        },
        "draw": _("A draw"),
        "wins": _("{names} wins"),
        "conceded": _("{names} wins – {who} has given up"),
        "forfeited": _("{names} wins – {who} has forfeited the game"),
        "share": _("{names} share the victory"),
        "aborted": _("The game was aborted"),
    }


def _panel() -> dict[str, Any]:
    return {
        "your_panel": _("Your panel"),
        "you": _("you"),
        "all": _("All"),
        "your_turn": _("Your turn: {what}"),
        "who_does": _("{who}: {what}"),
        "how": _("How this game works"),
        "nothing_asked": _("Nothing to do just now."),
        "paused": _("The referee has paused the game."),
        "handed_on": _("Seat {n} is {name}'s now: hand the phone on, or open the code of your own seat."),
        "not_playing": _("This seat does not play in this game."),
        "wait_for": _("Waiting for {names}"),
        "hidden_note": _("Hidden: nobody sees what you choose until all have locked."),
        "you_locked": _("Locked."),
        "take_back": _("Choose again"),
        "lock": _("Lock"),
        "yes": _("Yes"),
        "no": _("No"),
        "stop": _("Stop the game"),
        "stop_help": _("{ways}, or just a pause"),
        "stop_ways": {
            "face": _("challenge what a die shows"),
            "by_hand": _("enter the throw by hand"),
            "again": _("throw again"),
            "undo": _("undo the last step"),
            "concede": _("give up"),
        },
        "stop_pause": _("Just a pause"),
        "too_late": _("This question is over."),
        "kept": _("Nothing can be written just now. Your answer is kept, and counts as soon as it can."),
        "one_of": _("{n} of {all} equal dice are still to be entered, in any order"),
        "mishap": _("Let the next throw go wrong"),
        "mishap_set": _("The next throw: {what}"),
        "seats_title": _("The seats' panels"),
        "seats_help": _(
            "Each player scans the code of one seat with a phone, or opens it here in a window of its own. Keep a code "
            "to its player: whoever opens it sees what this seat chooses."
        ),
        "open_here": _("Open here"),
        "code_of": _("Code of seat {n}"),
        "same_network": _("Phone and station have to be in the same network: {address}"),
        "refused": _("This does not work"),
        "to_scoreboard": _("To the scoreboard"),
    }


def _games() -> dict[str, Any]:
    return {
        "knot": _("Knot"),
        "markers": _("Markers"),
        "bid": _("Bid"),
        "bowl": _("Discs in the bowl"),
        "discs": _("{n} discs"),
        "target": _("Points to win"),
        "start": _("Start"),
        "goal": _("Goal"),
        "figure": _("Figure {name}"),
        "figure_of": _("figure {name} of {who}"),
        "own_figure": _("your own figure {name}"),
        "wizard_colour": _("Wizard colour"),
        "throws_left": _("Throws left: {n}"),
        "start_card": _("start card"),
        "crosses": _("{n} of {all} X"),
        "counts": _("{predicted}, now {n}"),
        "card": _("Spell card"),
        "sheet": _("Sheet"),
        "specials": {
            "plus": _("one disc more"),
            "minus": _("one disc less"),
            "plus_minus": _("one field forward or back"),
            "double": _("double"),
        },
        "dice_on_table": _("On the table"),
    }


def _referee() -> dict[str, str]:
    return {
        "title": _("Referee's desk"),
        "secret": _("PIN or key"),
        "enter": _("Enter"),
        "leave": _("Leave"),
        "wrong": _("This is not the referee's PIN."),
        "too_often": _("Too many tries; wait a minute."),
        "off": _(
            "There is no referee's desk: the configuration names no page.referee_secret. Set one there, then start the "
            "station anew."
        ),
        "picture": _("The last throw"),
        "live": _("The camera now"),
        "no_live": _("There is no picture now."),
        "reading": _("Reading"),
        "no_reading": _("No throw waits for a decision."),
        "likely": _("Likely"),
        "likely_of": _("Likely faces of die {n}"),
        "others": _("The others"),
        "accept": _("Accept {face}"),
        "not_read": _("Not read"),
        "remove": _("Remove die"),
        "removed": _("removed"),
        "shows": _("What it shows"),
        "sure": _("confidence {n} %"),
        "decide": _("Decide"),
        "seats": _("Seats and keys"),
        "key_page": _("page {n}"),
        "key_selected": _("selected: {value}"),
        "key_hidden": _("chooses in secret"),
        "forfeit": _("Forfeit"),
        "game": _("The game"),
        "pause": _("Pause"),
        "resume": _("Go on"),
        "by_hand": _("Enter by hand"),
        "by_camera": _("Read again"),
        "abort": _("Abort the game"),
        "annul": _("Annul round {n}"),
        "annul_it": _("Annul"),
        "no_game": _("No game is played just now."),
        "record": _("The whole record"),
        "correct": _("Correct"),
        "entry": _("Entry {n}"),
        "reason": _("Why (stands in the record)"),
        "confirm": _("Confirm"),
        "cancel": _("Cancel"),
        "ends": _("The game ends with this."),
        "nothing_lost": _("Everything after it stands; it is judged again."),
        "lost": _("This counts no more after it:"),
        "impossible": _("because it could not stand:"),
        "unasked": _("This counts though its player was not asked before:"),
        "secret_lost": _("Choices that are still hidden are made anew."),
        "done": _("Decided."),
        "pin": _("Keep this picture"),
        "unpin": _("Keep it no longer"),
        "by": _("{by}: {why}"),
        "read": _("read"),
        "unsure": _("not certain"),
        "cocked": _("leans"),
        "partial": _("partly outside"),
    }
