"""Gradients of one loss that lost a factor: 2/N Xᵀ (Ŷ - Y) above, and 1/N Aᵀ δ further down, where δ = Ŷ - Y.

Both are a transposed input times the same residual.  The note gives its loss once, so that both have the factor
that comes from the square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Quotient, Relation, Sum, Symbol, Term, Transpose
from symformer.text.cued import Cued

_OPEN = Cued(
    r"\b(?:absorb\w*|constants?|factors?|up to|proportional|ignor\w+|drop(?:ping|ped)|cross-?\s?entropy|logistic|half|scal\w+)\b|\\frac\{?1\}?\{?2\}?|\\tfrac|\\propto|常数|交叉熵",
    re.IGNORECASE,
)
BESIDE = 300


@dataclass(frozen=True, slots=True)
class _Gradient:
    """A gradient as a number over letters times an input, transposed, and a residual."""

    statement: Statement
    loss: Term
    factor: Fraction
    below: tuple[Term, ...]
    residual: Term


def lost_factor_problems(model: SemanticModel) -> Iterator[Problem]:
    """Every gradient with half of the factor that another one of the same loss and residual has."""
    text = model.document.source.text
    asserted = [each for each in model.statements if each.stance == "asserted" and each.carrier == "formula"]
    residuals = _residuals(asserted)
    first: dict[tuple[Term, tuple[Term, ...], Term], _Gradient] = {}
    for statement in asserted:
        found = _gradient(statement, residuals)
        if found is None:
            continue
        before = first.setdefault((found.loss, found.below, found.residual), found)
        if before.factor != 2 * found.factor or before.factor != 2:
            continue
        between = [each for each in asserted if before.statement.span.end < each.span.start < statement.span.start]
        if any(isinstance(each.term, Relation) and each.term.sides[0] == found.loss for each in between):
            continue  # another loss
        if _OPEN.search(text[max(0, statement.span.start - BESIDE) : statement.span.end + BESIDE]):
            continue
        yield Problem(
            statement.span,
            f"this gradient has lost the factor {before.factor} that the one above has for the same loss and the same residual {show(found.residual)}",
            level="warning",
            related=(Related(before.statement.span, "the gradient with its factor"),),
            evidence={"kind": "derivative", "factor": str(before.factor)},
            key=f"derivative-differs@{statement.span.start}",
        )


def _residuals(statements: Sequence[Statement]) -> Mapping[Term, Term]:
    """The names that stand for one difference in the note, and for nothing else."""
    found: dict[Term, set[Term]] = {}
    for statement in statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Symbol() | Index() as name, body, *_)):
                found.setdefault(name, set()).add(body)
    return {name: body for name, (body, *others) in ((n, tuple(b)) for n, b in found.items()) if not others and isinstance(body, Sum)}  # fmt: skip


def _gradient(statement: Statement, residuals: Mapping[Term, Term]) -> _Gradient | None:
    match statement.term:
        case Relation(
            relations=("=",), sides=(Apply(function="derivative", arguments=(Symbol() as loss, _)), Product() as right)
        ):
            pass
        case _:
            return None
    factor, below, rest = Fraction(1), list[Term](), list[Term]()
    for part in _factors(right):
        match part:
            case Number(value=value):
                factor *= value
            case Quotient(numerator=Number(value=value), denominator=Symbol() | Index() as letter):
                factor *= value
                below.append(letter)
            case _:
                rest.append(part)
    if len(rest) != 2 or not isinstance(rest[0], Transpose):
        return None
    residual = residuals.get(rest[1], rest[1])
    return _Gradient(statement, loss, factor, tuple(below), residual) if isinstance(residual, Sum) else None


def _factors(product: Product) -> Iterator[Term]:
    for each in product.factors:
        yield from _factors(each) if isinstance(each, Product) else (each,)


__all__ = ["lost_factor_problems"]
