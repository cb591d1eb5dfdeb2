"""From where to where things are counted: displayed families, the values of a set, the ranges of letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from symformer.algebra.dimension import Dimension, letter, number
from symformer.semantics.asserted import by_formula
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

COUNTERS = frozenset("ijklmnprst")  # letters that are indices by custom


@dataclass(frozen=True, slots=True)
class Counted:
    """Something counted from ``first`` to ``last``, both included, as the note shows it.

    ``kind`` says what: the members of a "family" along one of its slots (``x_1, …, x_n``), the
    "values" of a set that something is taken from, or a "letter" that runs.  ``within`` is where a
    letter runs: the sum that binds it, or everywhere from its place on (None).
    """

    kind: str
    name: str
    first: Dimension
    last: Dimension
    span: Span
    slot: int = 0
    slots: int = 1
    within: Term | None = None
    statement: Statement | None = None

    @property
    def base(self) -> int | None:
        """0 or 1, where the count begins with a number."""
        start = self.first.number
        return int(start) if start in (0, 1) else None

    @property
    def size(self) -> Dimension | None:
        """How many there are, where that is told by a letter: n for 1 … n and for 0 … n − 1."""
        if self.base is None or self.last.number is not None:
            return None
        count = self.last - self.first + number(1)
        constant = any(not monomial for monomial, _ in count.terms)
        return None if constant or not count.terms else count


def unstyled(name: str) -> str:
    """A name without its font: the entries of a bold matrix are often written plain.

    >>> unstyled("bold(p)"), unstyled("PE")
    ('p', 'PE')
    """
    styled = re.fullmatch(r"[a-z]+\(([^()]+)\)", name)
    return styled[1] if styled is not None else name


def counted(model: SemanticModel) -> tuple[Counted, ...]:
    """Everything that the note counts through, in the order of the text."""
    found: list[Counted] = []
    formulas = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    for statement in formulas:
        found.extend(_families(statement))
        found.extend(_ranges(statement, model))
    for group in once(model, by_formula):
        found.extend(_listed(group, model))
    found.extend(_declared(model))
    return tuple(sorted(found, key=lambda each: each.span))


def range_in(condition: Term) -> tuple[Term, Term | None, Term | None, bool] | None:
    r"""What a condition says of a letter: the letter, its first and its last value, and whether they are whole numbers.

    >>> found = range_in(Relation(("≤", "<"), (Number(Fraction(0)), Symbol("i"), Symbol("n"))))
    >>> found and str(dimension_of(found[2]))
    'n - 1'
    """
    match condition:
        case Relation(("∈",), (held, Apply(function="set" | "range") as values)):
            ends = [each for each in values.arguments if not isinstance(each, Ellipsis)]
            dotted = values.function == "range" or any(isinstance(each, Ellipsis) for each in values.arguments)
            return (held, ends[0], ends[-1], True) if dotted and len(ends) > 1 else None
        case Relation(("∈",), (held, Matrix(rows=((first, last),), style="tuple"))):
            return held, first, last, False
        case Relation(("∈",), (held, Apply(function="interval []", arguments=(first, last)))):
            return held, first, last, False
        case Relation(("∈",), (held, Apply(function="interval [)", arguments=(first, last)))):
            return held, first, _next(last, "<", -1), False
        case Relation(("≤" | "<" as lower, "≤" | "<" as upper), (first, held, last)):
            return held, _next(first, lower, 1), _next(last, upper, -1), True
    return None


def _next(end: Term, relation: str, step: int) -> Term:
    return end if relation == "≤" else Sum((end, Number(Fraction(step))))


def _ranges(statement: Statement, model: SemanticModel) -> Iterator[Counted]:
    """The letters that run in a statement, and the sets that its values are taken from."""
    found = range_in(statement.term)
    if found is not None:
        held, first, last, whole = found
        runs = isinstance(held, Symbol) and (held.name in model.index_names or held.name in COUNTERS)
        if isinstance(held, Symbol | Index) and (runs or whole):
            name = held.name if isinstance(held, Symbol) else show(held)
            yield from _made("letter" if runs else "values", name, first, last, statement)
    for part in walk(statement.term):
        if not isinstance(part, IndexedSum):
            continue
        if part.index is not None and part.lower is not None and part.upper is not None:
            yield from _made("letter", part.index.name, part.lower, part.upper, statement, within=part)
        elif part.condition is not None and (inside := range_in(part.condition)) is not None:
            if isinstance(inside[0], Symbol):
                yield from _made("letter", inside[0].name, inside[1], inside[2], statement, within=part)


def _made(kind: str, name: str, first: Term | None, last: Term | None, statement: Statement,
          within: Term | None = None) -> Iterator[Counted]:  # fmt: skip
    start = dimension_of(first) if first is not None else None
    stop = dimension_of(last) if last is not None else None
    if start is not None and stop is not None:
        span = statement.place(within.origin) if within is not None else statement.span
        yield Counted(kind, name, start, stop, span, within=within, statement=statement)


def _declared(model: SemanticModel) -> Iterator[Counted]:
    r"""``for $i = 1, \dots, n$`` in words."""
    for declaration in model.table.declarations:
        if declaration.ranges is None or not isinstance(declaration.symbol, Symbol):
            continue
        start, stop = (dimension_of(end) if end is not None else None for end in declaration.ranges)
        if start is not None and stop is not None:
            yield Counted("letter", declaration.symbol.name, start, stop, declaration.evidence)


def slots_of(entry: Term) -> tuple[Term, ...]:
    """The indices of an entry, subscripts first; the arguments of ``PE(pos, 2i)`` are its indices as well."""
    match entry:
        case Index():
            return entry.slots
        case Apply():
            return entry.arguments
    return ()


# -- families --------------------------------------------------------------------------------------


def _families(statement: Statement) -> Iterator[Counted]:
    bound = frozenset(part.index for part in walk(statement.term) if isinstance(part, IndexedSum) and part.index)
    for part in walk(statement.term):
        if isinstance(part, Matrix):
            for row in part.rows:
                yield from _family(row, statement)
            if len(part.rows) > 1:
                yield from _family([row[0] for row in part.rows], statement)
        elif isinstance(part, Apply) and part.function == "set":
            yield from _family(part.arguments, statement)
        elif isinstance(part, Apply):
            yield from _family(_run(part.arguments, bound), statement)
        elif isinstance(part, Unknown) and part.alternatives:
            # ``x_1 \\cdots x_n`` names the same members whether it lists or multiplies them
            lists = (
                each.arguments for each in part.alternatives if isinstance(each, Apply) and each.function == "tuple"
            )
            for items in lists:
                yield from _family(_run(items, bound), statement)


def _run(items: Sequence[Term], bound: frozenset[Term]) -> Sequence[Term]:
    """The members of one family around the dots of a list that holds other things too: ``(s, s_1, …, s_K)``.

    Up to what a sum or a product of the formula runs over, they are those so far, and none are counted.
    """
    dots = [at for at, each in enumerate(items) if isinstance(each, Ellipsis)]
    if len(dots) != 1 or not 0 < dots[0] < len(items) - 1:
        return ()
    last = items[dots[0] + 1]
    if not isinstance(last, Index) or not bound.isdisjoint(last.indices):
        return ()
    before = takewhile(lambda each: isinstance(each, Index) and each.base == last.base, reversed(items[: dots[0]]))
    return (*reversed(list(before)), items[dots[0]], last)


def _family(items: Sequence[Term], statement: Statement) -> Iterator[Counted]:
    """``x_1, x_2, …, x_n``: the slot in which the first and the last differ."""
    shown = [item for item in items if not isinstance(item, Ellipsis)]
    if len(shown) < 2 or len(shown) == len(items) or items[0] is not shown[0] or items[-1] is not shown[-1]:
        return
    first, last = shown[0], shown[-1]
    if (pairs := [_pair(item) for item in shown]) and len({len(pair) for pair in pairs}) == 1 and pairs[0]:
        for at in range(len(pairs[0])):  # (x_1, y_1), …, (x_n, y_n)
            yield from _family([pair[at] for pair in pairs[:-1]] + [Ellipsis(), pairs[-1][at]], statement)
        return
    if not (isinstance(first, Index) and isinstance(last, Index) and isinstance(first.base, Symbol)):
        return
    if (first.base, len(first.indices), len(first.upper)) != (last.base, len(last.indices), len(last.upper)):
        return
    left, right = slots_of(first), slots_of(last)
    differ = [at for at, pair in enumerate(zip(left, right, strict=True)) if pair[0] != pair[1]]
    if len(differ) != 1:
        return
    slot = differ[0]
    start, stop = dimension_of(left[slot]), dimension_of(right[slot])
    if start is not None and stop is not None:
        span = Span(statement.place(first.origin).start, statement.place(last.origin).end)
        name = unstyled(first.base.name)
        yield Counted("family", name, start, stop, span, slot, len(left), statement=statement)


def _pair(item: Term) -> Sequence[Term]:
    match item:
        case Apply(function="tuple"):
            return item.arguments
        case Matrix(style="tuple", rows=(row,)):
            return row
    return ()


def _listed(statements: Sequence[Statement], model: SemanticModel) -> Iterator[Counted]:
    r"""``$x_1, \dots, x_n$`` without brackets, and ``the set ${0, …, V-1}$``, whose braces were lost."""
    terms = [each.term for each in statements]
    if len(terms) < 3 or not any(isinstance(each, Ellipsis) for each in terms):
        return
    yield from _family(terms, statements[0])
    if all(isinstance(each, Ellipsis | Number | Symbol | Sum) for each in terms):
        start, stop = dimension_of(terms[0]), dimension_of(terms[-1])
        before = model.document.source.text[max(0, statements[0].span.start - 30) : statements[0].span.start]
        if start is not None and stop is not None and _SET.search(before):
            span = Span(statements[0].span.start, statements[-1].span.end)
            yield Counted("values", "", start, stop, span, statement=statements[0])


_SET = Cued(r"(?:\bset(?: of)?|\bintegers?(?: in| from)?|\bvalues?(?: in| from)?|集合)\W{0,6}\Z", re.IGNORECASE)


# -- entries in pairs ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubled:
    """An equation for the entries at every second place: ``PE_{pos, 2i + offset} = …``.

    ``size`` is what the pair's letter is divided by on the right, most often the number of columns.
    """

    name: str
    letter: str
    slot: int
    slots: int
    offset: int
    span: Span
    size: Dimension | None
    statement: Statement


def doubled_entries(model: SemanticModel) -> Iterator[Doubled]:
    """Every equation whose left side is an entry at 2i, 2i + 1 or 2i − 1."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or not isinstance(term, Relation) or term.relations[0] not in EQUAL:
            continue
        left, right = term.sides[0], term.sides[1]
        slots = slots_of(left)
        name = _name_of_entry(left)
        for at, slot in enumerate(slots):
            if name is not None and (found := twice(slot)) is not None:
                pair, offset = found
                size = (
                    _divisor(right, pair) or _divisor_of_rate(right, pair, model) or axis_told(name, at, slots, model)
                )
                yield Doubled(name, pair, at, len(slots), offset, statement.place(left.origin), size, statement)  # fmt: skip


def _divisor_of_rate(right: Term, pair: str, model: SemanticModel) -> Dimension | None:
    """The d that another equation has for a rate of the pair, the ω_i of ``sin(p ω_i)``."""
    rates = {part for part in walk(right) if isinstance(part, Index) and part.indices == (Symbol(pair),)}
    for statement in model.statements if rates else ():
        match statement.term:
            case Relation(relations=(relation, *_), sides=(left, value, *_)) if relation in EQUAL and left in rates:
                if (found := _divisor(value, pair)) is not None:
                    return found
    return None


def axis_told(name: str, slot: int, slots: Sequence[Term], model: SemanticModel) -> Dimension | None:
    """How long the axis of a slot is, where the array is told with an axis for each."""
    for declaration in model.uses.of(name).declarations:
        if (
            declaration.sizes is not None
            and len(declaration.sizes) == len(slots)
            and declaration.symbol == Symbol(name)
        ):
            return dimension_of(declaration.sizes[slot])
    return None


def _name_of_entry(entry: Term) -> str | None:
    match entry:
        case Index(base=Symbol(name)):
            return unstyled(name)
        case Apply():
            return entry.function
    return None


def twice(slot: Term) -> tuple[str, int] | None:
    """The letter i and the c of 2i + c.

    >>> from symformer.terms.term import Product
    >>> twice(Sum((Product((Number(Fraction(2)), Symbol("i"))), Number(Fraction(1)))))
    ('i', 1)
    """
    place = dimension_of(slot)
    if place is None or len(place.letters) != 1:
        return None
    (name,) = place.letters
    rest = place - letter(name) - letter(name)
    return None if rest.letters or (offset := constant_of(rest)) is None else (name, offset)


def constant_of(dimension: Dimension) -> int | None:
    """The whole number that a dimension is; 0 has no terms."""
    value = dimension.number if dimension.terms else Fraction(0)
    return int(value) if value is not None and value.denominator == 1 else None


def _divisor(term: Term, name: str) -> Dimension | None:
    """The d of an exponent 2i/d."""
    for part in walk(term):
        if isinstance(part, Quotient) and (above := twice(part.numerator)) is not None and above[0] == name:
            return dimension_of(part.denominator)
    return None
