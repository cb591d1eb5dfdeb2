"""Differences and ratios of a thing and itself: ``‖f(x) - f(x)‖``, ``log (p(y) / p(y))``, ``\\delta_{jj}``.

Their value is zero or one whatever is put in, so one of the two was to be another.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.indices.ranges import COUNTERS
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued

DISTANCES = frozenset({"norm", "absolute"})
MARKS = Cued(r"\s|\\(?:left|right|[Bb]igg?[lr]?|[,;!: ])|[{}()\[\]]")  # what tells no two things apart
MARKED = Cued(r"\\(?:overset|underset|stackrel|over|under)")
ANNOUNCES = Cued(r"[*_`$\s]*[:：]")  # what follows is meant for the right side
LOGARITHMS = frozenset({"log", "ln", "logarithm"})


def self_comparisons(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each distance of a thing from itself, logarithm of its ratio to itself, and equation with it."""
    for statement, parts in once(model, asserted_formulas):
        if statement.hedged or _says_so(statement.term):
            continue
        if (sides := _same_sides(statement.term) or _back_again(statement.term)) is not None:
            text = model.document.source.text
            if _is_written_alike(statement, *sides, text) and not ANNOUNCES.match(text, statement.span.end):
                yield _idle_equation(statement, sides[1])
            continue
        for compared in _compared(statement.term, parts):
            if _is_written_alike(statement, compared[0], compared[1], model.document.source.text):
                yield _problem(statement, compared)


def _same_sides(term: Term) -> tuple[Term, Term] | None:
    """The sides of an equation of two that are one and the same, and more than a letter."""
    match term:
        case Relation(sides=(one, other), relations=(sign,)) if sign in EQUAL and one == other:
            return (one, other) if any(isinstance(part, Symbol) and part != one for part in walk(one)) else None
    return None


def _is_no_factor(part: Term) -> bool:
    r"""Whether something was not read, or is a set among factors: ``a = b \mathbb{R}ightarrow b = a`` lost a command."""
    return isinstance(part, Space | Unknown) or isinstance(part, Symbol) and part.name.startswith("blackboard(")


def _back_again(term: Term) -> tuple[Term, Term] | None:
    """The name that a chain of equations begins and ends with, made of other things between: ``K = X W_K = K``."""
    match term:
        case Relation(sides=(Symbol() as first, middle, *rest, last), relations=signs) if (
            set(signs) <= EQUAL
            and first == last
            and not any(_is_no_factor(part) for part in walk(term))
            and first not in {*walk(middle), *(part for each in rest for part in walk(each))}
        ):
            return first, last
    return None


def _idle_equation(statement: Statement, side: Term) -> Problem:
    place = statement.place(origin_of(side))
    chain = isinstance(statement.term, Relation) and len(statement.term.sides) > 2
    return Problem(
        place,
        f"this chain ends in {show(side)}, with which it began"
        if chain
        else f"both sides of this equation are {show(side)}: it says nothing",
        help="try what the one side is to be equal to",
        evidence={"kind": "symbol", "symbol": show(side)},
        key=f"itself@{place.start}",
    )


def _problem(statement: Statement, compared: tuple[Term, Term, str]) -> Problem:
    one, other, always = compared
    place = statement.place(origin_of(other))
    return Problem(
        place,
        f"{show(one)} is compared with itself here, which is {always} whatever it is",
        help="try what it was to be compared with",
        evidence={"kind": "symbol", "symbol": show(other)},
        key=f"itself@{place.start}",
    )


def _is_written_alike(statement: Statement, one: Term, other: Term, text: str) -> bool:
    """Whether the two look the same on the page too: a mark that was not read may tell them apart."""
    first, second = (statement.place(origin_of(each)) for each in (one, other))
    if MARKED.search(text, first.start, second.end):
        return False
    return MARKS.sub("", text[first.start : first.end]) == MARKS.sub("", text[second.start : second.end])


def _says_so(term: Term) -> bool:
    """Whether a chain tells that value: ``d(x, x) = ‖x - x‖ = 0``."""
    return isinstance(term, Relation) and any(isinstance(side, Number) and side.value in (0, 1) for side in term.sides)


def _compared(term: Term, parts: Parts) -> Iterator[tuple[Term, Term, str]]:
    for part in parts:
        inside = _measured(part)
        for each in (inside,) if inside is not None else ():
            if (pair := _difference(each)) is not None:
                yield (*pair, "zero")
        match part:
            case Apply(function=name, arguments=(Quotient() as ratio, *_)) if name in LOGARITHMS and _is_same(ratio):
                yield ratio.numerator, ratio.denominator, "one"
            case Index(base=Symbol(name="delta"), indices=(Symbol() as first, Symbol() as second), upper=()) if (
                first == second
                and isinstance(term, Relation)
                and first not in _summed(parts)
                and part not in term.sides
            ):  # δ_ii = n is the trace, where what stands twice is summed over
                yield first, second, "one"  # Kronecker's delta
    if (
        isinstance(term, Relation)
        and set(term.relations) <= EQUAL
        and isinstance(term.sides[0], Symbol | Index | Apply)
    ):
        for side in term.sides[1:]:
            if (pair := _difference(side)) is not None:
                yield (*pair, "zero")
            if isinstance(side, Quotient) and isinstance(side.numerator, Apply) and _is_same(side):
                yield side.numerator, side.denominator, "one"
            if isinstance(side, Quotient) and (other := _share_of_itself(side)) is not None:
                yield side.numerator, other, "one half"
        if len(term.sides) == 2:
            yield from ((*pair, "zero") for pair in _idle_differences(*term.sides))


def _idle_differences(left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    r"""The differences that a function or a factor is of, and that are zero: ``\operatorname{sign}(y - y)``."""
    asked = list(walk(left))
    for part in walk(right):
        inside = part.arguments if isinstance(part, Apply) else part.factors if isinstance(part, Product) else ()
        for each in inside:
            if isinstance(part, Apply) and part.function in DISTANCES or (pair := _difference(each)) is None:
                continue
            if isinstance(pair[0], Symbol) and pair[0].name in COUNTERS:
                continue  # the turn by m - m is shown to be none
            if asked.count(pair[0]) < 2:
                yield pair


def _summed(parts: Parts) -> set[Term]:
    """The letters that sums of a formula run over: the δ_jj of a trace is meant."""
    return {part.index for part in parts if isinstance(part, IndexedSum) and part.index is not None}


def _share_of_itself(ratio: Quotient) -> Term | None:
    """The last of the summands of a denominator that are all the numerator: a / (a + a)."""
    below = ratio.denominator
    named = any(isinstance(part, Symbol) for part in walk(ratio.numerator))  # of numbers alone it is worked out
    if not named or not isinstance(below, Sum) or len(below.terms) != 2:
        return None
    return below.terms[-1] if all(each == ratio.numerator for each in below.terms) else None


def _measured(part: Term) -> Term | None:
    """What a distance, an absolute value or a square is taken of."""
    match part:
        case Apply(function=name, arguments=(inside, *_)) if name in DISTANCES:
            return inside
        case Power(base=inside, exponent=Number(value=value)) if value == 2:
            return inside
    return None


def _difference(term: Term) -> tuple[Term, Term] | None:
    """The two equal terms of ``a - a``, which are no numbers.

    >>> from fractions import Fraction
    >>> a, b = Symbol("a"), Symbol("b")
    >>> def less(one, other): return Sum((one, Product((Number(Fraction(-1)), other))))
    >>> _difference(less(a, b)) is None, _difference(less(a, a)) is None
    (True, False)
    """
    match term:
        case Sum(terms=(one, Product(factors=(Number(value=sign), other)))) if sign == -1 and one == other:
            return None if isinstance(one, Number) else (one, other)
    return None


def _is_same(ratio: Quotient) -> bool:
    return ratio.numerator == ratio.denominator and not isinstance(ratio.numerator, Number)
