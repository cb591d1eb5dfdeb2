"""One file per function: how authors spell it, and what it does to shapes."""

from __future__ import annotations

from functools import lru_cache

from symformer.functions.function import Function, ShapeLaw
from symformer.registry import discover


def lookup(spelling: str) -> Function | None:
    """The function that a spelling names, or None.

    >>> [lookup(each).id for each in ("Layer-Norm", "LN", "ln", "Multi-Head Attention", "softmax")]
    ['layer-norm', 'layer-norm', 'logarithm', 'multi-head-attention', 'softmax']
    >>> lookup("tea")
    """
    exact, tolerant = _tables()
    return exact.get(spelling) or tolerant.get(_fold(spelling))


def all_functions() -> tuple[Function, ...]:
    """Every known function, sorted by id."""
    return discover("symformer.functions", Function)


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, Function], dict[str, Function]]:
    exact: dict[str, Function] = {}
    tolerant: dict[str, Function] = {}
    for function in all_functions():
        for spelling in (function.name, *function.spellings):
            exact.setdefault(spelling, function)
    # Lower-case spellings come first: "Ln" is a logarithm, although "LN" is a layer norm.
    for spelling in sorted(exact, key=lambda each: (each != each.lower(), each)):
        tolerant.setdefault(_fold(spelling), exact[spelling])
    return exact, tolerant


@lru_cache(maxsize=1024)
def _fold(spelling: str) -> str:
    return "".join(letter for letter in spelling.casefold() if letter not in " -_\\{}.~\t\n")


__all__ = ["Function", "ShapeLaw", "all_functions", "lookup"]
