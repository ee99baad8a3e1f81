"""Set-up of what is played, by whom, by which rules: read from the configuration, and written back into its file."""

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller import config
from controller.config import MENU, NAME_LENGTH
from controller.errors import ConfigError
from controller.i18n import LANGUAGES, render
from controller.rules import GAMES
from controller.rules.setup import GameInfo, Option
from controller.setup.settings import ALL, when
from controller.web import setup_words
from controller.web.bench import command, desk_for
from controller.web.site import Site


class Changes(msgspec.Struct, forbid_unknown_fields=True):
    """What is changed, by dotted path; a house rule that is left out counts as usual."""

    changes: dict[str, str | int | float | bool | list[str] | dict[str, str | int | bool]]


async def _settings(request: Request) -> JSONResponse:
    desk = desk_for(request)
    in_force = desk.config
    station, table = msgspec.to_builtins(in_force.station), msgspec.to_builtins(in_force.table)
    return JSONResponse(
        {
            "file": str(desk.settings.file),
            "elsewhere": desk.settings.elsewhere(),
            "station": station,
            "table": {key: table[key] for key in setup_words.table_labels()},
            "games": [_game(info) for info in GAMES.values()],
            "menu": MENU,
            "languages": ["auto", *LANGUAGES],
            "fields": _fields(),
            "when": {key: when(key) for key in ALL},
            "name_length": NAME_LENGTH,
        }
    )


def _game(info: GameInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "name": info.name,
        "about": render(info.about),
        "seats": list(info.seats),
        "variants": [{"id": one.id, "name": one.name, "about": render(one.help)} for one in info.variants],
        "house": [_option(one) for one in info.house],
    }


def _option(one: Option) -> dict[str, Any]:
    """A house rule as a form shows it: a ``flag``, a ``number``, one of several, or a text."""
    kind = "text"
    if isinstance(one.default, bool):
        kind = "flag"
    elif isinstance(one.default, int):
        kind = "number"
    elif one.allowed:
        kind = "choice"
    return {
        "key": one.key,
        "kind": kind,
        "default": one.default,
        "about": render(one.help),
        "allowed": list(one.allowed),
        "words": list(one.words),
        "labels": {str(value): setup_words.house_label(str(value)) for value in (*one.allowed, *one.words)},
    }


def _fields() -> list[dict[str, Any]]:
    """The settings of ``[table]`` as a form shows them."""
    types = {one.name: one.type for one in msgspec.structs.fields(config.Table)}
    shown = []
    for key, label in setup_words.table_labels().items():
        kind = types[key]
        one: dict[str, Any] = {"key": key, "label": label}
        if get_origin(kind) is Literal:
            one["options"] = [{"value": value, "label": setup_words.value_label(value)} for value in get_args(kind)]
        elif get_origin(kind) is Annotated:
            base, meta = get_args(kind)
            one |= {"low": meta.ge, "high": meta.le, "step": 1 if base is int else 0.5}
        shown.append(one)
    return shown


async def _change(request: Request) -> Response:
    desk, given = await command(request, Changes)
    site: Site = request.app.state.site
    try:
        said = await site.page.do(lambda: desk.settings.change(given.changes))
    except ConfigError as error:
        return JSONResponse({"error": str(error)}, 422)
    return JSONResponse({"said": said, "file": str(desk.settings.file)})


routes = [
    Route("/setup/settings", _settings),
    Route("/setup/settings", _change, methods=["POST"]),
]
