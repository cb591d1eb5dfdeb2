"""Finds the records that a package holds, one file each, so that no central list is needed."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TypeVar, cast

Kind = TypeVar("Kind")


def discover(package: str, kind: type[Kind]) -> tuple[Kind, ...]:
    """All records of one kind that the modules of a package define, sorted by id.

    A record is a module-level value; a module may hold several, in variables or in tuples.
    """
    key = (package, kind)
    if key not in _found:
        _found[key] = _discover(package, kind)
    return cast(tuple[Kind, ...], _found[key])


_found: dict[tuple[str, type], tuple[object, ...]] = {}


def _discover(package: str, kind: type) -> tuple[object, ...]:
    root = importlib.import_module(package)
    modules = [root]
    for each in sorted(pkgutil.walk_packages(root.__path__, prefix=package + "."), key=lambda found: found.name):
        modules.append(importlib.import_module(each.name))
    found: dict[int, object] = {}
    for module in modules:
        for value in vars(module).values():
            items = value if isinstance(value, tuple) else (value,)
            for item in items:
                if isinstance(item, kind):
                    found.setdefault(id(item), item)
    return tuple(sorted(found.values(), key=_identity))


def _identity(record: object) -> str:
    return str(getattr(record, "id", repr(record)))
