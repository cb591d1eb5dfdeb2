r"""Weights that are normalised over some positions and summed over others: ``\sum_{s=t}^{T} α_{t,s} v_s`` with ``α_{t,s} = e_{t,s} / \sum_{r=1}^{t} e_{t,r}``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Index, IndexedSum, Product, Quotient, Relation, Symbol, walk

NEAR = 600  # characters between the weights and their use


def weights_summed_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum of weights over another range than the one they sum to one over."""
    weights = [found for each in model.statements if each.stance == "asserted" for found in _normalised(each)]
    for statement in model.statements if weights else ():
        for part in walk(statement.term) if statement.stance == "asserted" else ():
            match part:
                case IndexedSum(kind="sum", index=Symbol() as index, body=Product(factors=factors), condition=None):
                    lower, upper = part.lower, part.upper
                case _:
                    continue
            if lower is None or upper is None:
                continue
            for entry, total, told in weights:
                used = next((each for each in factors if isinstance(each, Index) and each.base == entry.base), None)
                if (
                    used is None
                    or abs(told.span.start - statement.span.start) > NEAR
                    or len(used.indices) != len(entry.indices)
                ):
                    continue
                if used.indices[-1] != index or used.indices[:-1] != entry.indices[:-1]:
                    continue
                free = entry.indices[:-1]
                ends = (total.lower, total.upper)
                if (lower, upper) == ends or not any(each in free for each in (*ends, lower, upper)):
                    continue
                place = statement.place(part.origin)
                over = f"{show(total.lower)} to {show(total.upper)}" if total.lower and total.upper else "others"
                yield Problem(
                    place,
                    f"the weights {show(entry)} sum to one over {over}, and are summed from {show(lower)} to {show(upper)} here",
                    level="warning",
                    evidence={"kind": "index", "letter": show(index)},
                    key=f"causal@{place.start}",
                )


def _normalised(statement: Statement) -> Iterator[tuple[Index, IndexedSum, Statement]]:
    """An entry of weights, and the sum it is divided by: the same numbers, summed over its last index."""
    match statement.term:
        case Relation(
            relations=("=" | ":=",),
            sides=(
                Index(indices=(_, _)) as entry,
                Quotient(numerator=above, denominator=IndexedSum(kind="sum", index=Symbol() as index) as total),
            ),
        ) if total.lower and total.upper:
            if show(above).replace(show(entry.indices[-1]), "□") == show(total.body).replace(show(index), "□"):
                yield entry, total, statement


__all__ = ["weights_summed_problems"]
