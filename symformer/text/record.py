"""Records that are made by the hundred thousand: spans, tokens, nodes, terms."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

_Made = TypeVar("_Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_Made]) -> type[_Made]:
    """A slotted dataclass that the type checker holds to be frozen.

    ``dataclass(frozen=True)`` sets each field through ``object.__setattr__``, which makes a record
    four times as dear; reading a note makes so many that it shows.  Nothing assigns to a field:
    mypy sees to that.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1))
    (True, True)
    """
    if "__repr__" not in vars(cls):
        type.__setattr__(cls, "__repr__", _shown)
    return dataclass(slots=True, unsafe_hash=True, repr=False)(cls)


def _shown(made: Any) -> str:
    """A record as source, as a dataclass shows itself: one function for all, and not one compiled for each."""
    held = (f"{each.name}={getattr(made, each.name)!r}" for each in fields(made) if each.repr)
    return f"{type(made).__qualname__}({', '.join(held)})"
