"""The names by which a formula tells by itself what it is, and calls of one function under one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from symformer.catalogue.evident import evident_forms
from symformer.catalogue.form import Form
from symformer.reasoning.matching import is_one_thing
from symformer.reasoning.plainer import plain
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)

VALUES = frozenset("VvQqU")  # the functions whose marks only tell of which policy, step or copy they are

COUNTERS = frozenset("ijmn")


def told_by_itself(term: Relation) -> tuple[Form, ...]:
    """The forms that a formula must be one of by its own letters, whatever the words around it say."""
    lefts = tuple(name.replace(" ", "-") for name in _left(term.sides[0]))
    if not lefts:
        return ()
    right = {name for side in term.sides[1:] for name in names_within(side)}
    return evident_forms(lefts, right)


def _left(left: Term) -> tuple[str, ...]:
    """What a left side is called: V of V^π(s), hat(x) of x̂_i, sigma^2 of σ_B^2."""
    match left:
        case Power(base, Number(value=Fraction(numerator=2, denominator=1))):
            return tuple(f"{name}^2" for name in _left(base))
        case Index(base=base):
            return (*_left(base), *_indexed(left))
        case Apply("log", _):
            return ("log",)
        case Apply(function=function):
            return _called(function)
        case Symbol(name=name):
            return _called(name)
    return ()


def names_within(term: Term) -> Iterator[str]:
    """The names that stand in a formula, but for those of its indices: of W_0 both W and W_0."""
    match term:
        case Symbol(name=name):
            yield from _called(name)
        case Index(base=base):
            yield from names_within(base)
            yield from _indexed(term)
            return
        case Apply(function=function):
            yield from _called(function)
            if is_one_thing(term):
                return  # what a function of the note's own is of says nothing of the formula
        case IndexedSum(kind=kind, body=body):
            yield kind
            yield from names_within(body)
            return
        case Power(base, Number(value=Fraction(numerator=1, denominator=2))):
            yield "sqrt"
        case Power(Symbol(name="e")):
            yield "exp"
    for each in children(term):
        yield from names_within(each)


def _indexed(term: Index) -> Iterator[str]:
    match term:
        case Index(base=Symbol(name=name), indices=(Number(value=value),)) if value.denominator == 1:
            yield f"{plain(name)}_{value}"


def _called(name: str) -> tuple[str, ...]:
    whole = plain(name)
    head = whole.partition("^")[0].partition("_")[0]
    return (whole,) if head == whole or not head else (whole, head)


def is_of_itself(term: Relation) -> bool:
    """Whether what stands on the left is of one thing twice, and the right of nothing else: I(X; X) = H(X) - H(X | X)."""
    match term.sides[0]:
        case Apply(arguments=arguments):
            pass
        case _:
            return False
    names = [part for each in arguments for part in walk(each) if isinstance(part, Symbol)]
    others = {part for each in term.sides[1:] for part in walk(each) if isinstance(part, Symbol)}
    return len(names) > 1 and len(set(names)) == 1 and others <= set(names)


def under_one_name(term: Term) -> Term:
    """A formula in which values are called alike, whatever they are marked by: Q_{k+1}, Q_θ and Q^π as Q."""
    inner = rebuilt(term, under_one_name)
    if not isinstance(inner, Apply) or not is_one_thing(inner):
        return inner
    inner = replace(inner, arguments=tuple(map(_with_labels, inner.arguments)))
    head = _called(inner.function)[-1]
    bare = head[head.find("(") + 1 :].rstrip(")") if "(" in head else head
    counted = any(isinstance(each, Symbol) and each.name in COUNTERS for each in inner.labels)  # one of two
    if bare in VALUES and not counted and inner.arguments and not arguments_are_arrays(inner.arguments):
        return replace(inner, function=bare, labels=())
    return inner


def _with_labels(term: Term) -> Term:
    """What a function is of, with what is written above it as a label: the s_t^i of r(s_t^i) is no power."""
    if isinstance(term, Unknown):
        read = [each for each in term.alternatives if isinstance(each, Index)]
        return read[0] if len(read) == 1 else term
    return term


def arguments_are_arrays(arguments: tuple[Term, ...]) -> bool:
    """Whether a call is none of states and actions but a product of matrices."""
    return len(arguments) == 1 and isinstance(arguments[0], Product)


__all__ = ["is_of_itself", "names_within", "told_by_itself", "under_one_name"]
