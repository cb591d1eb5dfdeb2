"""Whether two equations are one, letters renamed, and if not, in which single place they differ."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Relation,
    Symbol,
    Term,
    Transpose,
    children,
    is_term,
)

MOST_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Difference:
    """The narrowest place in which two terms differ."""

    left: Term
    right: Term


@dataclass(slots=True)
class _Matching:
    there: dict[str, str] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    steps: int = 0


def only_difference(left: Term, right: Term) -> Difference | None:
    """The one place in which two terms differ, letters renamed; None where they agree or differ in more.

    >>> from fractions import Fraction
    >>> two, three, x, y = Number(Fraction(2)), Number(Fraction(3)), Symbol("x"), Symbol("y")
    >>> found = only_difference(Power(x, two), Power(y, three))
    >>> found.left.value, found.right.value
    (Fraction(2, 1), Fraction(3, 1))
    >>> only_difference(Power(x, two), Power(y, two)) is None
    True
    """
    matching = _Matching()
    _match(left, right, matching)
    if matching.steps > MOST_STEPS or len(matching.differences) != 1:
        return None
    return matching.differences[0]


def _match(left: Term, right: Term, matching: _Matching) -> None:
    matching.steps += 1
    if len(matching.differences) > 1 or matching.steps > MOST_STEPS:
        return
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        if not _same_name(left.name, right.name, matching):
            matching.differences.append(Difference(left, right))
        return
    if isinstance(left, Number) and isinstance(right, Number):
        if left.value != right.value:
            matching.differences.append(Difference(left, right))
        return
    if type(left) is not type(right) or _own(left) != _own(right):
        matching.differences.append(Difference(left, right))
        return
    one, two = children(left), children(right)
    if len(one) != len(two):
        matching.differences.append(Difference(left, right))
        return
    for a, b in zip(one, two, strict=True):
        _match(a, b, matching)


def _same_name(left: str, right: str, matching: _Matching) -> bool:
    """Whether one letter can be the other: each stands for one only."""
    before, back = matching.there.setdefault(left, right), matching.back.setdefault(right, left)
    return before == right and back == left


def _own(term: Term) -> tuple[object, ...]:
    """What a node is beside its parts, of which only the number counts; how numbers were printed does not."""
    own: list[object] = []
    for each in fields(term):
        value = getattr(term, each.name)
        if each.name in ("origin", "printed") or is_term(value):
            continue
        own.append(len(value) if isinstance(value, tuple) else value)
    return tuple(own)


def is_telling(difference: Difference) -> bool:
    """Whether a difference is a slip rather than another way of writing: a number, a transpose, a root, a power."""
    pair = difference.left, difference.right
    if all(isinstance(each, Number) for each in pair):
        return True
    for one, other in (pair, pair[::-1]):
        match one:
            case Transpose(operand=inner) if inner == other:
                return True
            case Apply(function="sqrt", arguments=(inner,)) if inner == other:
                return True
            case Power(base=inner) if inner == other:
                return True
    kinds = {type(each) for each in pair}
    return kinds == {Apply} and not any(isinstance(each, Index | Relation) for each in pair) and _swapped(*pair)


def _swapped(left: Term, right: Term) -> bool:
    """sin for cos: two functions of the field at the same arguments."""
    return (
        isinstance(left, Apply)
        and isinstance(right, Apply)
        and left.function != right.function
        and {left.function, right.function} <= {"sin", "cos", "exp", "ln", "max", "min"}
        and len(left.arguments) == len(right.arguments)
    )
