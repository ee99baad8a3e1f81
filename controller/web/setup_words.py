"""The words of the set-up pages, and of what is set there."""

from typing import Any, Final

from controller.i18n import N_, _

SECTIONS: Final = {
    "game": N_("Game and players"),
    "camera": N_("Camera"),
    "dice": N_("Teach dice"),
    "keys": N_("Try the keys"),
    "display": N_("Try the display"),
}
"""The set-up pages, in their order."""

_TABLE: Final = {
    "best_of": N_("Games of a series (best of)"),
    "seats": N_("After each game"),
    "verdict_seconds": N_("How long a verdict stays, seconds"),
    "choose_seconds": N_("Time to choose, seconds (0: without end)"),
    "throw_seconds": N_("Time to throw, seconds (0: without end)"),
    "time_up": N_("When the time is up"),
    "stop_seconds": N_("How long a seat may keep the game stopped, seconds"),
    "look_seconds": N_("How long the camera may look, seconds"),
    "cocked": N_("A die leans"),
    "missing": N_("A die is not in the tray"),
    "wrong": N_("Another die than asked lies there"),
    "surplus": N_("Too many dice lie there"),
    "again": N_("What is thrown again"),
}
"""Settings of ``[table]`` by key, in the order in which they are shown."""

_VALUES: Final = {
    "stay": N_("everybody stays at the same seat"),
    "change": N_("everybody moves on by one seat"),
    "remind": N_("the seat is reminded"),
    "forfeit": N_("the game is lost"),
    "enter": N_("the seats enter it"),
    "again": N_("it is thrown again"),
    "ignore": N_("it does not matter"),
    "die": N_("that die alone"),
    "throw": N_("the whole throw"),
}


_HOUSE: Final = {
    "patt": N_("a Patt"),
    "rethrow": N_("both throw again"),
    "draw": N_("a draw"),
    "w6": N_("one throw of a d6 each"),
    "off": N_("not used"),
    "replace": N_("replaces a die once a game"),
    "regular": N_("a seventh die"),
    "repeat": N_("is repeated"),
    "immediate": N_("at once"),
    "full_round": N_("the round is played out"),
    "bowl": N_("into the bowl"),
    "giver": N_("back to the giver"),
    "side": N_("the knot's side wins"),
    "never": N_("never"),
}


def house_label(value: str) -> str:
    """What a value of a house rule is called; as it is in the file where it has no other name."""
    return _(_HOUSE[value]) if value in _HOUSE else value


def table_labels() -> dict[str, str]:
    """What the settings of ``[table]`` are called, in the order in which they are shown."""
    return {key: _(text) for key, text in _TABLE.items()}


def value_label(value: str) -> str:
    """What a value of theirs is called."""
    return _(_VALUES[value]) if value in _VALUES else value


def words() -> dict[str, Any]:
    """All words of the set-up pages."""
    return {
        "title": _("Set-up"),
        "sections": {key: _(text) for key, text in SECTIONS.items()},
        "refused": _("Set-up is for this machine itself, and for the referee."),
        "save": _("Save"),
        "saved": _("Saved in {file}."),
        "file": _("Everything here is written into {file}; its comments stay."),
        "elsewhere": _(
            "{key} was set at the start by something else than this file ({source}). Where that is so at the next "
            "start too, it counts and not what is saved here."
        ),
        "when": {
            "now": _("holds at once"),
            "next game": _("from the next game on"),
            "restart": _("after a restart"),
        },
        **_game(),
        **_camera(),
        **_dice(),
        **_trials(),
    }


def _game() -> dict[str, Any]:
    return {
        "language": _("Language"),
        "languages": {"auto": _("as the machine"), "de": "Deutsch", "en": "English"},
        "players": _("Players"),
        "most_players": _("Players, at most"),
        "names": _("Names"),
        "name_of": _("Name at seat {n}"),
        "first": _("Who begins"),
        "stakes": _("Stakes"),
        "stake_of": _("Stake at seat {n}"),
        "stakes_help": _("Shown at the start and kept in the record; may stay empty."),
        "game": _("Game"),
        "menu": _("The seats choose the game on their keys"),
        "menu_about": _("Which game, how many play, and which variants is asked before each game."),
        "variants": _("Variants"),
        "house": _("House rules of {game}"),
        "table": _("House rules of the table"),
        "default": _("as usual: {value}"),
        "yes": _("yes"),
        "no": _("no"),
    }


def _camera() -> dict[str, Any]:
    return {
        "preview": _("What the camera sees"),
        "no_camera": _("There is no live camera: pictures come from a folder."),
        "away": _("The camera gives no picture."),
        "zones": _("Show the seats' zones"),
        "calibrated": _("Set up"),
        "not_calibrated": _("The camera is not set up yet: whose die is whose cannot be told by its place."),
        "check_moved": _("Was the camera moved?"),
        "begin_camera": _("Set the camera up"),
        "begin_again": _("Begin anew"),
        "sheet": _("You need the printed sheet for the camera: dicetable sheets prints it. Print it at 100 %."),
        "simulated_sheet": _("The camera is simulated, and so is the sheet: it lies down and raises itself."),
        "take": _("Take the picture"),
        "measure": _("Work it out"),
        "skip": _("Go on without this one"),
        "repeat_flat": _("Take the flat sheet again"),
        "height": _("Height of the lens above the tray's floor, mm, if you have measured it"),
        "keep_before": _("Keep the one of before"),
        "use_anyway": _("Use the new one all the same"),
        "finish_height": _("Finish with this height"),
        "cancel": _("Leave it"),
        "step_of": _("Step {n} of {all}"),
        "busy": _("One moment …"),
        "needs_restart": _("The new calibration is used once the station is started anew."),
        "camera_busy": _("Dice are thrown and read just now; wait for the end of the throw."),
    }


def _dice() -> dict[str, Any]:
    return {
        "teach_about": _(
            "For dice that the camera does not know: throw some of them, take a picture, again and again, until each "
            "face was up ten times. Equal faces are put together; then you say what each group shows."
        ),
        "no_uploads": _("Pictures from elsewhere are taught by: dicetable dice teach NAME PICTURES…"),
        "set_name": _("Name of the set"),
        "kind": _("Kind of die"),
        "begin_lesson": _("Begin"),
        "take_dice": _("Take a picture"),
        "throw_simulated": _("Let the simulated hand throw"),
        "group": _("Group the dice"),
        "collected": _("{dice} dice in {pictures} pictures"),
        "grouping": _("Comparing the dice: {percent} %"),
        "group_n": _("Group {n}"),
        "shows": _("shows"),
        "leave_out": _("leave it out"),
        "choose_face": _("choose …"),
        "without": _("Press a die that does not belong to its group."),
        "teach": _("Keep this"),
        "taught": _("Taught dice"),
        "nothing_taught": _("No dice were taught yet."),
        "forget": _("Forget"),
        "really_forget": _("Really forget {name}?"),
        "dice_restart": _("New dice are read once the station is started anew."),
        "leave_lesson": _("Throw this lesson away"),
    }


def _trials() -> dict[str, Any]:
    return {
        "keys_about": _(
            "Press each key of each panel once. It lights up here, and its seat's lamp is lit for a moment. Meanwhile "
            "the keys mean nothing."
        ),
        "begin_trial": _("Begin"),
        "end_trial": _("End"),
        "trial_on": _("Press the keys now."),
        "all_pressed": _("Every key of seat {n} works."),
        "seat": _("Seat {n}"),
        "ok": _("OK"),
        "back": _("BACK"),
        "display_none": _(
            "There is no LED display here: the configuration says display.port = none. So they would look:"
        ),
        "display_about": _("Each picture stays for some seconds, then the display goes on as before."),
        "display_kind": _("The display: {port}"),
        "show": _("Show it"),
        "likeness": _("What the display should show"),
    }
