r"""Sizes that displays measure: of $K \in \mathbb{R}^{n \times k}$ and a $K$ shown with two columns, k is two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symformer.semantics.statement import Statement
from symformer.terms.term import Relation, Space, Symbol

Axis = tuple[Symbol, int]  # an array, and which of its sizes


def axes_of_sizes(statements: Iterable[Statement]) -> Mapping[str, frozenset[Axis]]:
    """Of each letter, the arrays that it is declared to be a size of, with the axis."""
    found: dict[str, set[Axis]] = {}
    for statement in statements:
        match statement.term:
            case Relation(sides=(*arrays, Space(sizes=sizes)), relations=(*_, "∈")) if statement.stance == "asserted":
                for axis, size in enumerate(sizes):
                    if isinstance(size, Symbol):
                        named = {(each, axis) for each in arrays if isinstance(each, Symbol)}
                        found.setdefault(size.name, set()).update(named)
    return {name: frozenset(axes) for name, axes in found.items()}


__all__ = ["Axis", "axes_of_sizes"]
