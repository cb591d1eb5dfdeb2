r"""Functions in two pieces that do not join where one becomes the other: a smooth loss with a jump in it.

At the border both pieces of a loss or an activation have one value.  Where they have two, the border or one of the
pieces is another one: ``x² / 2`` below 1 and ``|x| - 1`` above.  Steps and thresholds, which jump on purpose, have a
piece that does not depend on the variable at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.reasoning.normal import normal
from symformer.reasoning.sampled import differ
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, rebuilt
from symformer.terms.show import show
from symformer.terms.term import Apply, Cases, Index, Number, Power, Relation, Sum, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

BELOW, ABOVE = frozenset({"<", "≤"}), frozenset({">", "≥"})
# words that speak of a function without a jump
JOINED = Cued(
    r"\b(?:loss(?:es)?|huber|smooth\w*|continuous\w*|activations?|differentiable)\b|损失|激活|光滑|平滑|连续",
    re.IGNORECASE,
)
JUMPS = Cued(
    r"\b(?:discontinu\w*|jump\w*|threshold\w*|piecewise constant|step function|hard[- ]\w+)\b|不连续|跳跃|阈值",
    re.IGNORECASE,
)
NEAR = 400  # characters in which words say what a function is


def parting_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each function in two pieces that have two values at their border, in words that speak of none."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Cases) or (border := _border(part)) is None:
                continue
            variable, end = border
            first, second = (_at(value, variable, end) for value, _ in part.branches)
            if differ(normal(first), normal(second)) is not True or not _is_joined(model, statement):
                continue
            place = statement.place(origin_of(part))
            yield Problem(
                place,
                f"the two pieces do not meet where {show(variable)} is {show(end)}",
                help=f"they are {show(first)} and {show(second)} there",
                evidence={"kind": "text", "found": show(part)},
                level="warning",
                key=f"pieces@{place.start}",
            )


def _is_joined(model: SemanticModel, statement: Statement) -> bool:
    text, span = model.document.source.text, statement.span
    near = text[max(0, span.start - NEAR) : span.end + NEAR]
    return JOINED.search(near) is not None and JUMPS.search(near) is None


def _border(cases: Cases) -> tuple[Term, Term] | None:
    """What decides between two pieces that both depend on it, and where it does."""
    if len(cases.branches) != 2:
        return None
    (first, condition), (second, other) = cases.branches
    told = _told(condition)
    if told is None:
        told, other = _told(other), condition
    if told is None or not _is_the_rest(other, told):
        return None
    variable, end = told
    inner = variable.arguments[0] if isinstance(variable, Apply) and variable.function == "absolute" else variable
    if any(isinstance(part, Unknown) for value in (first, second) for part in walk(value)):
        return None
    if not all(any(part in (inner, variable) for part in walk(value)) for value in (first, second)):
        return None
    zero = isinstance(end, Number) and end.value == 0
    powers = (part for value in (first, second) for part in walk(value) if isinstance(part, Power))
    if zero and any(part in (inner, variable) for power in powers for part in walk(power.base)):
        return None
    return variable, end


def _told(condition: Term | None) -> tuple[Term, Term] | None:
    """The two sides of a condition such as |x| < 1 or x ≥ 0: what varies, and where it ends."""
    match condition:
        case Relation(relations=(sign,), sides=(left, right)) if sign in BELOW | ABOVE:
            if isinstance(left, Number) or _is_varying(right) and not _is_varying(left):
                left, right = right, left
            if _is_varying(left) and not any(part == _inside(left) for part in walk(right)):
                return left, right
    return None


def _is_varying(term: Term) -> bool:
    return isinstance(_inside(term), Symbol | Index | Sum) and isinstance(term, Apply | Symbol | Index)


def _inside(term: Term) -> Term:
    match term:
        case Apply(function="absolute", arguments=(inner,)):
            return inner
    return term


def _is_the_rest(condition: Term | None, told: tuple[Term, Term]) -> bool:
    """Whether a condition is all that another one leaves."""
    match condition:
        case None:
            return True
        case Symbol(name=name):
            return name.casefold() in ("otherwise", "else")
        case Relation():
            return _told(condition) == told
    return False


def _at(value: Term, variable: Term, end: Term) -> Term:
    """A piece where the variable is at the border, from above where only its size is told."""
    if value in (variable, _inside(variable)):
        return end
    return rebuilt(value, lambda part: _at(part, variable, end))


__all__ = ["parting_problems"]
