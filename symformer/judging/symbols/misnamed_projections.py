r"""Projections under another name than their weights: ``Z = X W_Q`` beside ``K = X W_K`` and ``V = X W_V``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import by_formula
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Product, Relation, Symbol


def misnamed_projections(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for the one of three projections in a row that is not called as its weights are: ``Z = X W_Q, K = X W_K, V = X W_V``."""
    for group in once(model, by_formula):
        named = [(each, *pair) for each in group if (pair := _projection(each)) is not None]
        if sorted(role for _, _, role in named) != ["K", "Q", "V"]:
            continue
        odd = [(each, left, role) for each, left, role in named if left.name != role]
        if len(odd) != 1 or len(odd[0][1].name) != 1 or odd[0][1].name in {"Q", "K", "V"}:
            continue  # of two that have one name, it is told that the name is told twice
        statement, left, role = odd[0]
        place = statement.place(left.origin)
        yield Problem(
            place,
            f"{show(left)} is made by W_{role}, where the two beside it are called as their weights are",
            help=f"try {role}",
            evidence={"kind": "symbol", "found": left.name, "expected": role},
            key=f"projection@{place.start}",
        )


def _projection(statement: Statement) -> tuple[Symbol, str] | None:
    """The name of what weights make, and the label of the weights: Q, Q of ``Q = X W_Q``."""
    match statement.term:
        case Relation(
            relations=("=",), sides=(Symbol() as left, Product(factors=(_, Symbol(name=weights)), sign="" | "·" | "@"))
        ):
            spelling = taken_apart(weights)
            label = (spelling.below or spelling.above).upper()
            return (left, label) if spelling.letter == "W" and label in {"Q", "K", "V"} else None
    return None
