"""What a user may set: in ``[tool.symformer]`` of pyproject.toml, or in symformer.toml.

Every setting has a default that needs no thought; a bad one is told in one line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, cast

from symformer.findings.finding import LEVELS, Level

RENDERERS = ("github", "jupyter", "katex", "latex", "mathjax", "pandoc", "quarto")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults."""

    select: tuple[str, ...] = ()  # rules and groups to run; none named: all but the pedantic
    ignore: tuple[str, ...] = ()  # rules and groups to leave out
    fail_on: Level = "error"  # the lowest level that makes the exit status 1
    let: tuple[str, ...] = ()  # declarations that hold in every note: "K: m × d_k"
    pedantic: bool = False  # also run the pedantic group
    exclude: tuple[str, ...] = ()  # patterns (as in .gitignore) of files to leave out
    macros: tuple[str, ...] = ()  # files that define macros for all notes: LaTeX, or a configuration of MathJax
    book: tuple[str, ...] = ()  # folders, each of whose notes are compared with each other
    renderer: str | None = None  # what shows the notes: turns on what only this renderer minds


class BadSetting(ValueError):
    """A setting that cannot be used; the message is one line that names it and what is allowed."""


def from_toml(text: str, where: str) -> Settings | None:
    """The settings in a TOML file, None where it has none; ``where`` is its name.

    >>> from_toml('[tool.symformer]\\nfail-on = "warning"', "pyproject.toml").fail_on
    'warning'
    >>> from_toml('fail-on = "sometimes"', "symformer.toml")
    Traceback (most recent call last):
    symformer.settings.BadSetting: symformer.toml: fail-on must be one of error, warning, info, not "sometimes"
    """
    try:
        table: Mapping[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{where}: no valid TOML: {error}") from None
    tool = table.get("tool")
    if isinstance(tool, dict) and "symformer" in tool:
        table = cast(Mapping[str, object], tool["symformer"])
    elif where.endswith("pyproject.toml"):
        return None
    if not isinstance(table, Mapping):
        raise BadSetting(f"{where}: tool.symformer must be a table")
    return from_table(table, where)


def from_table(table: Mapping[str, object], where: str) -> Settings:
    """The settings in a table of keys with dashes."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in _KEYS:
            near = get_close_matches(key, _PRINTED, n=1)
            hint = f', did you mean "{near[0]}"?' if near else ""
            raise BadSetting(f'{where}: no setting is called "{key}"{hint} (there are {", ".join(_PRINTED)})')
        values[name] = _value(name, key, value, where)
    return Settings(**values)


_KEYS = tuple(each.name for each in fields(Settings))
_PRINTED = tuple(name.replace("_", "-") for name in _KEYS)


def _value(name: str, key: str, value: object, where: str) -> object:
    match name:
        case "select" | "ignore" | "let" | "exclude" | "macros" | "book":
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                raise BadSetting(f"{where}: {key} must be a list of strings, not {_shown(value)}")
            return tuple(value)
        case "fail_on":
            return _one_of(LEVELS, key, value, where)
        case "renderer":
            return _one_of(RENDERERS, key, value, where)
        case _:
            if not isinstance(value, bool):
                raise BadSetting(f"{where}: {key} must be true or false, not {_shown(value)}")
            return value


def _one_of(allowed: tuple[str, ...], key: str, value: object, where: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadSetting(f"{where}: {key} must be one of {', '.join(allowed)}, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
