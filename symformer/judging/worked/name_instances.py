"""Names and their instances: m_2 is an instance of m_t, P(a | b) one of P(x | y)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.reasoning.evaluate import evaluate
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)


def instance(pattern: Term, term: Term) -> dict[Term, Term] | None:
    """What the letters in a name stand for in an instance of it: t for 2 in m_2 beside m_t.

    >>> t, two = Symbol("t"), Number(Fraction(2))
    >>> instance(Index(Symbol("m"), (t,)), Index(Symbol("m"), (two,))) == {t: two}
    True
    >>> instance(Symbol("m"), Symbol("n"))
    """
    if pattern == term:
        return {}
    match pattern, term:
        case (Index(base=base), Index()) if base == term.base:
            return _matched(pattern.slots, term.slots)
        case (Apply(function="derivative"), Apply()) if _by_another(pattern, term):
            return None  # ∂L/∂c is none of ∂L/∂v_1: by what one differentiates is no place that a value takes
        case (Apply(), Apply()) if pattern.function == term.function and pattern.labels == term.labels:
            return _matched(pattern.arguments, term.arguments)
    return None


def other_member_told(name: Term | None, told: Collection[Term]) -> bool:
    """Whether a member of a family has a formula of its own beside the one for any: δ_T beside δ_t.

    >>> last, each = (Index(Symbol("delta"), (Symbol(letter),)) for letter in ("T", "t"))
    >>> [other_member_told(name, {last, each}) for name in (last, each)]
    [True, False]
    """
    match name:
        case Index(base=base, indices=(Symbol(name=last),)) if last.isupper():
            return any(
                isinstance(other, Index) and other.base == base and other.indices == (Symbol(last.lower()),)
                for other in told
            )
    return False


def _by_another(pattern: Apply, term: Term) -> bool:
    """Whether two derivatives are by letters, or members of families, that are not the same."""
    if not isinstance(term, Apply):
        return False
    for one, other in zip(pattern.arguments, term.arguments, strict=False):
        same = isinstance(one, Index) and isinstance(other, Index) and one.base == other.base
        if one != other and not same and isinstance(one, Symbol | Index) and isinstance(other, Symbol | Index):
            return True
    return False


def numbered(term: Term) -> Term:
    """A term in which the scripts that can be worked out are numbers: m_{t-1} at t = 2 is m_1."""
    if isinstance(term, Index):
        return replace(term, indices=tuple(map(_whole, term.indices)), upper=tuple(map(_whole, term.upper)))
    return rebuilt(term, numbered)


def _whole(script: Term) -> Term:
    value = evaluate(script) if not isinstance(script, Number | Symbol) else None
    return Number(value.lo) if isinstance(value, Interval) and value.exact else script


def _matched(patterns: Sequence[Term], terms: Sequence[Term]) -> dict[Term, Term] | None:
    if len(patterns) != len(terms):
        return None
    found: dict[Term, Term] = {}
    for pattern, term in zip(patterns, terms, strict=True):
        inner = _leaf(pattern, term)
        if inner is None or any(found.get(name, value) != value for name, value in inner.items()):
            return None
        found.update(inner)
    return found


def _leaf(pattern: Term, term: Term) -> dict[Term, Term] | None:
    if pattern == term:
        return {}
    if isinstance(pattern, Index) and isinstance(term, Index) and pattern.base == term.base:
        return instance(pattern, term)
    if isinstance(pattern, Symbol | Index):
        return (
            {pattern: term}
            if isinstance(term, Number | Symbol | Apply)
            or not any(isinstance(part, Unknown | Symbol) for part in walk(term))
            else None
        )
    if isinstance(pattern, Apply) and isinstance(term, Apply) and pattern.function == term.function:
        return _matched(pattern.arguments, term.arguments)
    shift = _shifted(pattern)
    if shift is not None and isinstance(term, Number):
        return {shift[0]: replace(term, value=term.value - shift[1], printed=None)}
    return None


def _shifted(term: Term) -> tuple[Symbol, Fraction] | None:
    """A letter and what is added to it: t + 1, t - 1."""
    parts = children(term)
    letters = [part for part in parts if isinstance(part, Symbol)]
    if len(parts) != 2 or len(letters) != 1 or not isinstance(term, Sum):
        return None
    other = evaluate(next(part for part in parts if part is not letters[0]))
    return (letters[0], other.middle) if isinstance(other, Interval) and other.exact else None
