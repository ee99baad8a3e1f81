"""Changes values in the configuration file and leaves everything else in it as people wrote it, comments too."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from tomlkit import TOMLDocument
from tomlkit.container import OutOfOrderTableProxy
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, InlineTable, Table

from controller import config
from controller.config import Config, Loaded
from controller.errors import ConfigError
from controller.i18n import _

Value = str | int | float | bool | list[str] | dict[str, Any]


def where(path: Path | None) -> Path:
    """The file that is changed: the one in force, or the user's own where there is none yet."""
    found = path or config.find()
    if found is None:
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        found = home / "dicetable.toml"
    # Followed to its end: a link stays a link.
    return found.expanduser().resolve()


def change(path: Path, changes: Mapping[str, Value]) -> Loaded:
    """Write values into a configuration file; one that is not there is made.

    Args:
        path: the file.
        changes: the new values by dotted path, like ``station.names``; those of a table replace all that is in it.

    Returns:
        The configuration that the file now gives.

    Raises:
        ConfigError: the file or a value has a fault, each named with what is allowed, or it cannot be written; the
            file is as it was.
    """
    text = _changed(path, changes)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(".toml", ".dicetable-", path.parent)
    except OSError as error:
        raise _unwritten(path, error) from None
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            loaded = config.load(draft)
        except ConfigError as error:
            raise ConfigError(str(error).replace(str(draft), str(path))) from None
        _as_before(draft, path)
        # Whole or not at all, whatever happens to the power.
        draft.replace(path)
    except OSError as error:
        if isinstance(error, ConfigError):
            raise
        raise _unwritten(path, error) from None
    finally:
        draft.unlink(missing_ok=True)
    sources = {key: str(path) for key in loaded.sources}
    return Loaded(loaded.config, sources)


def with_values(config_: Config, values: Mapping[str, Mapping[str, Value]]) -> Config:
    """A configuration with other values, by section and key; each is checked for its kind.

    Raises:
        ConfigError: every fault, with what is allowed.
    """
    parts = {}
    for section, changed in values.items():
        plain = msgspec.to_builtins(getattr(config_, section)) | dict(changed)
        parts[section] = plain
    text = tomlkit.dumps(parts)
    with tempfile.TemporaryDirectory(prefix="dicetable-") as folder:
        draft = Path(folder) / "new.toml"
        draft.write_text(text, encoding="utf-8")
        try:
            checked = config.load(draft).config
        except ConfigError as error:
            raise ConfigError(str(error).replace(f"{draft}: ", "")) from None
    return msgspec.structs.replace(config_, **{section: getattr(checked, section) for section in values})


def _changed(path: Path, changes: Mapping[str, Value]) -> str:
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise ConfigError(_("{path}: cannot be read: {why}").format(path=path, why=error)) from None
    for key, value in changes.items():
        section, _dot, name = key.partition(".")
        table = document.get(section)
        if table is None:
            table = tomlkit.table()
            document[section] = table
        elif isinstance(table, OutOfOrderTableProxy) or (isinstance(table, Table) and table.is_super_table()):
            table = _in_one_piece(document, section, table)
        if not isinstance(table, AbstractTable):
            text = _("{source}: {key}: found {found}, allowed: {allowed}")
            allowed = _("a section [{key}]").format(key=section)
            raise ConfigError(text.format(source=path, key=section, found=repr(table), allowed=allowed))
        _set(table, name, value)
    return tomlkit.dumps(document)


def _in_one_piece(document: TOMLDocument, section: str, pieces: Mapping[str, Any]) -> AbstractTable:
    """A section whose keys stand here and there (``station.game = …``, ``[station.house]`` before ``[station]``).

    It is written as one, at the end; what stands behind each value goes with it.
    """
    whole = tomlkit.table()
    # What is a section of its own stands behind the single values.
    for key, item in sorted(pieces.items(), key=lambda one: isinstance(one[1], Mapping)):
        if isinstance(item, Mapping) and not isinstance(item, InlineTable):
            inner = tomlkit.table()
            for name, value in item.items():
                inner.append(name, value)
            whole.append(key, inner)
        else:
            whole.append(key, item)
    document.remove(section)
    document.append(section, whole)
    return whole


def _set(table: AbstractTable, name: str, value: Value) -> None:
    """One value; the comment behind it stays, and so do the comments in a table of its own."""
    old = table.get(name)
    if isinstance(old, OutOfOrderTableProxy):
        table.remove(name)
    if isinstance(value, dict) and isinstance(old, AbstractTable):
        for key in [key for key in old if key not in value]:
            del old[key]
        for key, inner in value.items():
            if old.get(key) != inner:
                _set(old, key, inner)
    else:
        # What stands behind the old value stays.
        table[name] = value


def _as_before(draft: Path, path: Path) -> None:
    """The new file belongs to whom the old one did, and whoever might read that may read this."""
    try:
        old = path.stat()
    except FileNotFoundError:
        draft.chmod(0o644)
        return
    draft.chmod(old.st_mode & 0o777)
    with suppress(PermissionError):
        os.chown(draft, old.st_uid, old.st_gid)


def _unwritten(path: Path, error: OSError) -> ConfigError:
    text = _(
        "{path}: cannot be written: {why}; let the station's user write it and its folder, or change it by an editor"
    )
    return ConfigError(text.format(path=path, why=error.strerror or error))
