r"""Sums written out beside their general term: ``\sum_n x^n / n! = 1 + x + x/2 + …``, ``\sum_i w_i x_i = w_1 x_1 + w_1 x_2 + …``.

Each term is held against what the sum has at its place: with dots or without, in powers or in entries, wherever in the
chain the two stand.  Where all terms fit one place further on or back, the sum begins elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.written_out import written_out
from symformer.judging.steps.laws import as_powers
from symformer.reasoning.equality import equality
from symformer.reasoning.normal import unordered
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, put_in, rebuilt
from symformer.terms.show import show, show_styled
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

LEAST_TERMS = 3  # written out
LEAST_SHIFTED = 2  # that fit elsewhere
MOST_TERMS = 8
ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


@dataclass(frozen=True, slots=True)
class Series:
    """A sum over an index beside its terms, one by one: those before the dots, if there are any, and the last."""

    statement: Statement
    total: IndexedSum
    index: Symbol
    first: int
    shown: tuple[Term, ...]
    last: Term | None  # behind the dots
    dots: bool

    def at(self, place: Term) -> Term:
        """What the sum has for one value of its index."""
        return put_in(self.total.body, {self.index: place})

    def fits(self, at: int, shift: int) -> bool:
        """Whether a term is what the sum has there, the sum taken to begin some places further on."""
        return _is_same(self.at(Number(Fraction(self.first + shift + at))), self.shown[at])


def series_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one term of a sum written out that is not what the sum beside it has there, and for its limits."""
    for statement, parts in once(model, asserted_formulas):
        term = statement.term
        if (
            statement.hedged
            or not isinstance(term, Relation)
            or not any(isinstance(part, IndexedSum) for part in parts)
        ):
            continue
        for one, other in combinations(range(len(term.sides)), 2):
            if any(sign not in EXACTLY_EQUAL for sign in term.relations[one:other]):
                continue
            for total, written in ((term.sides[one], term.sides[other]), (term.sides[other], term.sides[one])):
                series = _series(statement, total, written)
                if series is not None:
                    yield from _of_series(series)


def _series(statement: Statement, compact: Term, spread: Term) -> Series | None:
    before, total = _parted(compact)
    beside, written = _parted(_of_columns(spread))
    if not isinstance(total, IndexedSum) or not isinstance(written, Sum) or not _is_same(before, beside):
        return None
    if total.kind != "sum" or not isinstance(total.index, Symbol) or total.condition is not None:
        return None
    letter, lower = total.index, total.lower
    if not isinstance(lower, Number) or lower.value.denominator != 1 or total.upper is None:
        return None
    total = replace(total, body=as_powers(total.body))  # beside x and x^2, x^i is a power
    if any(isinstance(part, Unknown | IndexedSum | Ellipsis) for part in walk(total.body)):
        return None
    first = int(lower.value)
    dots = [at for at, each in enumerate(written.terms) if isinstance(each, Ellipsis)]
    if len(dots) > 1 or not dots and not isinstance(total.upper, Number):
        return None
    shown = written.terms[: dots[0]] if dots else written.terms
    behind = written.terms[dots[0] + 1 :] if dots else ()
    if not LEAST_TERMS - 1 <= len(shown) <= MOST_TERMS or len(behind) > 1:
        return None
    return Series(statement, total, letter, first, shown, behind[0] if behind else None, bool(dots))


def _parted(side: Term) -> tuple[Term, Term]:
    """What stands before the sum of a side, and the sum: ``1/n`` and what it is taken of."""
    match side:
        case Product(factors=(*before, Sum() | IndexedSum() as last)) if before:
            return (before[0] if len(before) == 1 else Product(tuple(before))), last
        case Quotient(numerator=Sum() | IndexedSum() as above, denominator=below):
            return Quotient(ONE, below), above
    return ONE, side


def _of_columns(side: Term) -> Term:
    """A dot product of two lists of entries as the sum of what stands beside each other."""
    match side:
        case Product(factors=(one, other)):
            before, behind = _entries(one), _entries(other)
            if before is None or behind is None or len(before) != len(behind):
                return side
            pairs = list(zip(before, behind, strict=True))
            if any(isinstance(left, Ellipsis) != isinstance(right, Ellipsis) for left, right in pairs):
                return side
            return Sum(
                tuple(
                    left if isinstance(left, Ellipsis) else replace(Product((left, right)), origin=origin_of(right))
                    for left, right in pairs
                )
            )
    return side


def _entries(side: Term) -> tuple[Term, ...] | None:
    """The entries of a column or row, however it is turned."""
    match side:
        case Transpose(operand):
            return _entries(operand)
        case Matrix(rows=(row,)) if len(row) > 1:
            return row
        case Matrix(rows=rows) if len(rows) > 1 and all(len(row) == 1 for row in rows):
            return tuple(row[0] for row in rows)
    return None


def _of_series(series: Series) -> Iterator[Problem]:
    count = len(series.shown)
    fitting = {
        shift: [at for at in range(count) if series.first + shift >= 0 and series.fits(at, shift)]
        for shift in (0, 1, -1)
    }
    best = max(fitting, key=lambda shift: (len(fitting[shift]), -abs(shift)))
    if best and not fitting[0] and len(fitting[best]) >= max(LEAST_SHIFTED, count - 1):
        yield from _of_limits(series, best)
    elif best:
        return
    series = replace(series, first=series.first + best)
    odd = [at for at in range(count) if at not in fitting[best]]
    if len(odd) == 1 and count >= LEAST_TERMS and _is_other(series, odd[0]):
        yield _of_term(series, series.shown[odd[0]], Number(Fraction(series.first + odd[0])))
    elif not best and not odd and not series.dots:
        yield from _of_count(series)
    elif not best and not odd and series.last is not None and _ends_astray(series, series.last):
        assert series.total.upper is not None
        yield _of_term(series, series.last, series.total.upper)


def _is_other(series: Series, at: int) -> bool:
    """Whether a term is certainly another one, and no customary way to write the first or last."""
    meant, found = series.at(Number(Fraction(series.first + at))), series.shown[at]
    if any(isinstance(part, Unknown) for part in walk(found)):
        return False
    outermost = at == 0 or at == len(series.shown) - 1 and not series.dots
    if outermost and _form(_folded(meant)) != _form(_folded(found)):
        return False  # b for w_0 x_0, and p(x_1) where nothing comes before
    if any(isinstance(part, Index) for part in walk(meant)):
        return _names(meant) == _names(found) or _form(meant) == _form(found)
    return equality(meant, found, prove=False).outcome == "refuted"


def _ends_astray(series: Series, last: Term) -> bool:
    """Whether the last term is what the sum has for no value of its index at all."""
    assert series.total.upper is not None
    if any(isinstance(part, Unknown) for part in walk(last)) or not isinstance(series.total.upper, Symbol):
        return False
    if not any(isinstance(part, Index) for part in walk(last)) or written_out(last) is not None:
        return False
    meant = series.at(series.total.upper)
    if _form(_folded(meant)) != _form(_folded(last)):
        return False
    slots = {slot for part in walk(last) if isinstance(part, Index) for slot in part.slots}
    return not any(_is_same(series.at(slot), last) for slot in {series.total.upper, *slots})


def _of_term(series: Series, odd: Term, place: Term) -> Problem:
    meant = _folded(series.at(place))
    span = series.statement.place(origin_of(odd))
    return Problem(
        span,
        f"the sum has another term for {show(series.index)} = {show(place)} than {show_styled(odd)}",
        help=f"try {show_styled(meant)}",
        related=(Related(series.statement.place(series.total.origin), "the sum"),),
        evidence={"kind": "text", "found": show(odd)},
        key=f"series@{span.start}",
    )


def _of_count(series: Series) -> Iterator[Problem]:
    """A problem where all terms fit, and there are more or fewer of them than the sum takes."""
    upper = series.total.upper
    if not isinstance(upper, Number) or not any(isinstance(part, Index) for part in walk(series.total.body)):
        return
    meant, found = int(upper.value) - series.first + 1, len(series.shown)
    if meant != found:
        span = series.statement.place(series.total.origin)
        yield Problem(
            span,
            f"{show(series.index)} takes {meant} values here, and {found} terms are written out beside it",
            help=f"try {show(series.index)} up to {series.first + found - 1}, or other terms",
            related=(Related(series.statement.place(origin_of(series.shown[-1])), "the last one"),),
            evidence={"kind": "index", "letter": show(series.index)},
            key=f"series@{span.start}",
        )


def _of_limits(series: Series, shift: int) -> Iterator[Problem]:
    run = written_out(Sum((*series.shown, Ellipsis(), series.last))) if series.last is not None else None
    if run is not None and run.whole:
        return  # told by its limits
    span = series.statement.place(origin_of(series.total))
    begins = series.first + shift
    yield Problem(
        span,
        f"{show(series.index)} begins at {series.first} here, and the terms written out beside it begin at {begins}",
        help=f"try {show(series.index)} = {begins}",
        related=(Related(series.statement.place(origin_of(series.shown[0])), "written out here"),),
        evidence={"kind": "index", "letter": show(series.index)},
        key=f"series@{span.start}",
    )


# -- terms held against each other -----------------------------------------------------------------------------


def _is_same(one: Term, other: Term) -> bool:
    """Whether two terms are one, but for the order of what is multiplied or added."""
    if unordered(_folded(one)) == unordered(_folded(other)):
        return True
    if any(isinstance(part, Index | Unknown) for term in (one, other) for part in walk(term)):
        return False
    return equality(one, other, prove=False).outcome in ("supported", "proved")


def _folded(term: Term) -> Term:
    """A term with its numbers added up and multiplied: ``x_{t-0}`` is x_t, ``c_0 x^0`` is c_0."""
    match rebuilt(term, _folded):
        case Power(base, Number(value)) if value in (0, 1):
            return base if value else ONE
        case Product(factors=factors, sign=sign) if any(isinstance(each, Number) for each in factors):
            return _joined(factors, ONE, sign)
        case Sum(terms=terms) if any(isinstance(each, Number) for each in terms):
            return _joined(terms, ZERO)
        case Quotient(above, Number(value=1)):
            return above
        case other:
            return other


def _joined(parts: Sequence[Term], neutral: Number, sign: str = "") -> Term:
    """A product or sum with its numbers as one, which is left out where it changes nothing."""
    value = neutral.value
    for each in parts:
        if isinstance(each, Number):
            value = value + each.value if neutral == ZERO else value * each.value
    kept: list[Term] = [each for each in parts if not isinstance(each, Number)]
    if neutral == ONE and value == 0:
        return ZERO
    if value != neutral.value or not kept:
        kept.insert(0, Number(value))
    if len(kept) == 1:
        return kept[0]
    return Sum(tuple(kept)) if neutral == ZERO else Product(tuple(kept), sign)


def _names(term: Term) -> frozenset[str]:
    """The names of a term, whatever stands below them."""
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        return frozenset({term.base.name})
    if isinstance(term, Symbol):
        return frozenset({term.name})
    return frozenset().union(*map(_names, children(term)))


def _form(term: Term) -> object:
    """How a term is put together, whatever its numbers and the places in its slots are."""
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        return term.base.name, len(term.indices), len(term.upper)
    if isinstance(term, Number):
        return Number
    own = getattr(term, "function", None) or getattr(term, "name", None)
    return type(term), own, tuple(map(_form, _in_order(children(term))))


def _in_order(parts: Sequence[Term]) -> list[Term]:
    return sorted(parts, key=lambda part: (type(part).__name__, sorted(_names(part))))
