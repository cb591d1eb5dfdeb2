"""The topics of a package of data: its modules, each with the title that its docstring begins with."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType


def topics_of(package: ModuleType) -> Iterator[tuple[str, str, ModuleType]]:
    """The name, the title and the module of each topic, by name.

    >>> import symformer.catalogue.equations
    >>> [(name, title) for name, title, _ in topics_of(symformer.catalogue.equations)][1]
    ('attention', 'Attention: queries, keys and values, scores, weights and what they sum')
    """
    for each in sorted(pkgutil.iter_modules(package.__path__), key=lambda found: found.name):
        module = importlib.import_module(f"{package.__name__}.{each.name}")
        title = (module.__doc__ or each.name).strip().splitlines()[0].rstrip(".")
        yield each.name.replace("_", "-"), title, module
