"""Records that are made by the hundred thousand: spans, tokens, nodes, terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Made = TypeVar("_Made")


@dataclass_transform(frozen_default=True)
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
    return dataclass(slots=True, unsafe_hash=True)(cls)
