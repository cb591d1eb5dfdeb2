r"""Slopes told by what a function gives, with its derivative on its head: ``\partial z_j / \partial p_i = p_i (\delta_{ij} - p_j)``.

The softmax, the sigmoid and tanh have a slope that is told by their own output: ``p (δ - p)``, ``p (1 - p)`` and
``1 - h²``.  That is the derivative of the output by the input.  Where it is said to be one by the output, the derivative
stands upside down.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Cases, Index, Number, Power, Product, Relation, Sum, Symbol, Term

INPUTS = frozenset("zasoux")  # what an activation is given


def slopes_by_outputs_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative by an output that is told to be the slope in terms of that output."""
    for statement, _ in once(model, asserted_formulas):
        match statement.term:
            case Relation(
                relations=("=", *_), sides=(Apply(function="derivative", arguments=(above, below)) as slope, *sides)
            ):
                pass
            case _:
                continue
        name, other = _letter(below), _letter(above)
        if not name or not other or name == other:
            continue
        if any(_is_slope_of_shares(side, name) or other in INPUTS and _is_slope(side, name) for side in sides):
            place = statement.place(origin_of(slope))
            yield Problem(
                place,
                f"this slope is told by {show(below)}, so {show(below)} is what is differentiated",
                help=f"try the derivative of {show(below)} by {show(above)}",
                evidence={"kind": "text", "found": show(slope)},
                key=f"upside-down@{place.start}",
            )


def _letter(term: Term) -> str:
    match term:
        case Index(base=Symbol(name=name)) | Symbol(name=name):
            spelling = taken_apart(name)
            return "_".join((*spelling.accents, spelling.letter))
    return ""


def _is_slope_of_shares(side: Term, name: str) -> bool:
    """Whether a side is p_i (δ_ij - p_j), or p_i (1 - p_i) for one case and -p_i p_j for another."""
    match side:
        case Product(factors=(first, Sum(terms=(unit, rest)))):
            return _letter(first) == name and _is_unit(unit) and _negative_of(rest, name)
        case Cases(branches=branches):
            values = [value for value, _ in branches]
            return any(_is_slope(each, name) for each in values) and any(
                _is_negative_product(each, name) for each in values
            )
    return False


def _is_unit(term: Term) -> bool:
    """Whether a term is one where two indices agree, and else nothing."""
    match term:
        case Index(base=Symbol(name="delta")) | Apply(function="indicator"):
            return True
    return False


def _is_slope(side: Term, name: str) -> bool:
    """Whether a side is p (1 - p), or 1 - h²."""
    match side:
        case Product(factors=(first, Sum(terms=(Number(value=value), rest)))):
            return value == 1 and _letter(first) == name and _negative_of(rest, name)
        case Sum(terms=(Number(value=value), Product(factors=(Number(value=minus), Power(base, Number(value=two)))))):
            return value == 1 and minus == -1 and two == 2 and _letter(base) == name
    return False


def _negative_of(term: Term, name: str) -> bool:
    match term:
        case Product(factors=(Number(value=value), inner)):
            return value == -1 and _letter(inner) == name
    return False


def _is_negative_product(term: Term, name: str) -> bool:
    match term:
        case Product(factors=(Number(value=value), Product(factors=factors))) if value == -1:
            return all(_letter(each) == name for each in factors)
        case Product(factors=(Number(value=value), *factors)) if value == -1 and len(factors) > 1:
            return all(_letter(each) == name for each in factors)
    return False


__all__ = ["slopes_by_outputs_problems"]
