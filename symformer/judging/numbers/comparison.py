"""One test of a printed result: does a value, worked out one way or another, agree with what is shown?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal as OneOf

from symformer.algebra.interval import INFINITE, Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, printed, rounds_to
from symformer.reasoning.arrays import Array, Identity, Value, pairs
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import PLAIN, Readings
from symformer.semantics.values import widened_literal
from symformer.terms.term import Apply, Matrix, Number, Power, Product, Quotient, Relation, Sum, Term, walk
from symformer.text.span import Span

Answer = OneOf["yes", "no", "cannot tell", "loose"]
Place = tuple[int, ...]

EXACTLY_CLOSE = Fraction(1, 10**20)
STEP = Fraction(1, 1000)  # by which share a step marked as rounded may differ, where no result is printed
UNSEEN = Fraction(1, 100)  # of the last decimal that is shown
MOST_ZEROS = 6_000  # of a power of ten: as long as a power is written out


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed entry of a result: its place (row and column from 0; none for a number)."""

    place: Place
    term: Term

    @property
    def printed(self) -> PrintedNumber | None:
        """How it is printed, where it is a plain number."""
        return self.term.printed if isinstance(self.term, Number) else scientific(self.term) or in_percent(self.term)

    @property
    def origin(self) -> Span:
        """Where it stands in the formula."""
        return self.term.origin


def scientific(term: Term) -> PrintedNumber | None:
    """``5 × 10^{-3}`` as the one printed number it is.

    >>> from symformer.algebra.printed import printed
    >>> five, ten, three = (Number(Fraction(n), printed(str(n))) for n in (5, 10, 3))
    >>> scientific(Product((five, Power(ten, three)), "×")).text
    '5e3'
    """
    match term:
        case Product(factors=(Number(printed=PrintedNumber() as mantissa), Power() as scale)):
            exponent = power_of_ten(scale)
            if exponent is not None and "e" not in mantissa.text:
                return printed(f"{mantissa.text}e{exponent}")
    return None


def in_percent(term: Term) -> PrintedNumber | None:
    """``66%`` as the printed number 0.66 that it is, rounded to whole percents."""
    match term:
        case Apply(function="percent", arguments=(Number(printed=PrintedNumber() as share),)):
            return PrintedNumber(f"{share.text}%", share.value / 100, share.decimals + 2, False, share.digits)
    return None


def is_of_percents(term: Term, result: Fraction) -> bool:
    """Whether the numbers of a formula are percents themselves: 93.4 - 91.2 = 2.2 %, (90 + 92)/2 = 91 %.

    A sum of numbers above one is none of shares; nor is a product or a quotient of decimals that comes to more than one.
    """
    match term:
        case Sum(terms):
            numbers = [part for each in terms for part in walk(each) if isinstance(part, Number)]
            return bool(numbers) and all(abs(part.value) > 1 for part in numbers)
        case Quotient(numerator=Sum() as above):
            return abs(result) >= 1 and is_of_percents(above, result)
        case Quotient() | Product():
            decimals_above_one = (part for part in walk(term) if isinstance(part, Number) and part.value > 1)
            return abs(result) >= 1 and any(
                part.printed is not None and not part.printed.exact for part in decimals_above_one
            )
    return False


def raised_by_percent(term: Term) -> Fraction | None:
    """What a number comes to with so many percent of it added or taken away: 80 + 50 % is 120."""
    match term:
        case Sum((Number(value=whole), Apply("percent", (Number(value=share),)))):
            return whole * (1 + share / 100)
        case Sum((Number(value=whole), Product((Number(value=sign), Apply("percent", (Number(value=share),)))))):
            return whole * (1 + sign * share / 100)
    return None


def is_inverse(term: Term) -> bool:
    """Whether a term is a power of minus one."""
    return isinstance(term, Power) and isinstance(term.exponent, Number) and term.exponent.value == -1


def power_of_ten(term: Term) -> int | None:
    """The n of ``10^n``, else None."""
    match term:
        case Power(base=Number(value=base), exponent=Number(value=exponent)):
            if base == 10 and exponent.denominator == 1 and abs(exponent) <= MOST_ZEROS:
                return int(exponent)
    return None


@dataclass(frozen=True, slots=True)
class Compared:
    """A printed entry beside the value it ought to show.

    ``near`` says of a wrong entry that is no plain number that one unit in the last place of one of
    its numbers would put it right.
    """

    cell: Cell
    value: Interval
    answer: Answer
    near: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """All entries of a result beside the values they ought to show."""

    cells: tuple[Compared, ...]

    @property
    def wrong(self) -> tuple[Compared, ...]:
        """The entries that do not agree."""
        return tuple(each for each in self.cells if each.answer == "no")

    @property
    def holds(self) -> bool:
        """Whether every entry agrees, as far as can be told."""
        return not self.wrong

    @property
    def sure(self) -> bool:
        """Whether every entry surely agrees."""
        return all(each.answer in ("yes", "loose") for each in self.cells)


def cells_of(term: Term) -> tuple[Cell, ...] | None:
    """The entries of a displayed result; None where it is no display."""
    match term:
        case Number() if term.printed is not None:
            return (Cell((), term),)
        case Product() if scientific(term) is not None:
            return (Cell((), term),)
        case Apply(function="percent") if in_percent(term) is not None:
            return (Cell((), term),)
        case Matrix() if _even(term):
            found = tuple(Cell((r, c), _shown(cell)) for r, row in enumerate(term.rows) for c, cell in enumerate(row))
            return found if not any(isinstance(cell.term, Matrix) for cell in found) else None
        case Apply(function="tuple") if term.arguments:
            return tuple(Cell((0, c), _shown(cell)) for c, cell in enumerate(term.arguments))
    return None


def _shown(cell: Term) -> Term:
    """The last side of an entry that is itself a chain: 0.5·2 = 1 shows 1."""
    return cell.sides[-1] if isinstance(cell, Relation) else cell


def _even(term: Matrix) -> bool:
    return bool(term.rows) and bool(term.rows[0]) and len({len(row) for row in term.rows}) == 1


def is_display(term: Term) -> bool:
    """Whether a side shows nothing but printed numbers.

    >>> from symformer.algebra.printed import printed
    >>> is_display(Number(Fraction(2), printed("2"))), is_display(Apply("sqrt", (Number(Fraction(2)),)))
    (True, False)
    """
    cells = cells_of(term)
    return cells is not None and all(_plain_number(cell.term) for cell in cells)


def _plain_number(term: Term) -> bool:
    return Cell((), term).printed is not None


def texts_by_row(term: Term) -> Iterator[tuple[str, ...]]:
    """The printed texts of each row of a display."""
    match term:
        case Matrix():
            rows: tuple[tuple[Term, ...], ...] = term.rows
        case Apply(function="tuple"):
            rows = (term.arguments,)
        case _:
            return
    for row in rows:
        numbers = [cell for cell in map(_shown, row) if isinstance(cell, Number)]
        texts = tuple(cell.printed.text for cell in numbers if cell.printed is not None)
        if len(texts) == len(row):
            yield texts


def compare(
    value: Value,
    right: Term,
    sign: str,
    widened: Lookup,
    *,
    division: bool = False,
    given: frozenset[str] = frozenset(),
    at_its_word: Literal = exactly,
    readings: Readings = PLAIN,
) -> Comparison | NotEvaluated:
    """A value beside what the right-hand side shows.

    ``division`` allows it to be cut to a whole number; numerals in ``given`` stand on the left as
    well, so that a right side made of them alone is no rounding but the same numbers rearranged:
    they stand for ``at_its_word`` on both sides.
    """
    literal = _widened_unless(given, at_its_word)
    cells = cells_of(right)
    if cells is None:
        allowed = evaluate(right, widened, literal, readings)
        if isinstance(allowed, NotEvaluated):
            return allowed
        matched = pairs(value, allowed)
        if isinstance(matched, NotEvaluated):
            return matched
        if sign == "≈" and len(matched) == 1 and _order_of_magnitude(matched[0][1], right):
            return Comparison((Compared(Cell((), right), matched[0][1], "loose"),))
        if sign == "≈" and isinstance(value, Interval) and isinstance(allowed, Interval) and not decimals(right):
            if _roughly(value, allowed) or isinstance(right, Power) and _of_one_order(value, allowed):
                return Comparison((Compared(Cell((), right), value, "loose"),))
        if sign == "≈" and isinstance(value, Interval) and isinstance(allowed, Interval) and not isinstance(right, Sum):
            if abs(value.middle - allowed.middle) <= STEP * max(abs(value.middle), abs(allowed.middle)):
                return Comparison((Compared(Cell((), right), value, "loose"),))  # a step on the way, of rounded numbers
        if isinstance(value, Interval) and not value.exact and _agrees_in_whole_numbers(value, right, widened, literal):
            return Comparison((Compared(Cell((), right), value, "loose"),))
        if isinstance(value, Interval) and isinstance(allowed, Interval) and _nothing_visible(value, allowed, right):
            return Comparison((Compared(Cell((), right), value, "loose"),))
        near = _near(value, right, widened, given, at_its_word)
        return Comparison(
            tuple(Compared(Cell(place, right), one, _meets(one, other), near) for place, one, other in matched)
        )
    values = values_at(value, cells)
    if isinstance(values, NotEvaluated):
        return values
    return Comparison(
        tuple(
            Compared(cell, at, answer(at, cell, sign, widened, literal, division=division))
            for cell, at in zip(cells, values, strict=True)
        )
    )


def values_at(value: Value, cells: tuple[Cell, ...]) -> list[Interval] | NotEvaluated:
    """The value that belongs to each entry of a display."""
    differ = NotEvaluated("the two sides differ in form")
    height = max((cell.place[0] for cell in cells if cell.place), default=0) + 1
    width = len(cells) // height
    match value:
        case Interval():
            return [value] if len(cells) == 1 else differ
        case Identity():
            return list(value.of_size(height).cells) if height == width else differ
        case Array():
            same = value.shape == (height, width)
            linear = value.linear and (height == 1 or width == 1)
            if len(value.cells) == len(cells) and (same or linear):
                return list(value.cells)
    return differ


def decimals(term: Term) -> frozenset[str]:
    """The numerals with decimals in a term."""
    numbers = [part.printed for part in walk(term) if isinstance(part, Number) and part.printed is not None]
    return frozenset(number.text.lstrip("-") for number in numbers if not number.exact)


def _order_of_magnitude(value: Interval, right: Term) -> bool:
    """≈ 10^-6 says no more than how many zeros there are."""
    exponent = power_of_ten(right)
    if exponent is None or value.lo <= 0:
        return False
    return Fraction(10) ** (exponent - 1) <= value.lo and value.hi <= Fraction(10) ** (exponent + 1)


def _roughly(value: Interval, other: Interval) -> bool:
    """Whether two formulas are close: 22/7 ≈ π shows no digits that could be wrong."""
    return abs(value.middle - other.middle) <= abs(other.middle) / 50


def _of_one_order(value: Interval, other: Interval) -> bool:
    """Whether two powers are close enough to be taken for each other: 10^12 ≈ 2^40, ten percent off."""
    return 0 < abs(value.middle - other.middle) * 5 <= abs(other.middle)


def _widened_unless(given: frozenset[str], at_its_word: Literal) -> Literal:
    """Numerals that stand on the left as well are those numbers; others may be roundings."""

    def literal(number: Number) -> Interval:
        known = number.printed is not None and number.printed.text.lstrip("-") in given
        return at_its_word(number) if known else widened_literal(number)

    return literal


def _nothing_visible(value: Interval, shown: Interval, right: Term) -> bool:
    """Whether a sum of numbers is off by what none of its decimals could show: 0.2 + 0.01 for 0.2100007."""
    if not isinstance(right, Sum) or value.exact or not all(isinstance(each, Number) for each in right.terms):
        return False
    units = [each.printed.unit for each in right.terms if isinstance(each, Number) and each.printed is not None]
    return bool(units) and abs(value.middle - shown.middle) <= min(units) * UNSEEN


def _agrees_in_whole_numbers(value: Interval, right: Term, widened: Lookup, literal: Literal) -> bool:
    """Whether the right side agrees where its whole numbers are roundings: e^5 + e^3 = 148 + 20."""

    def rounded_to_whole(number: Number) -> Interval:
        if number.printed is None or not number.printed.exact or abs(number.value) < 10:
            return literal(number)
        return Interval(number.value - Fraction(1, 2), number.value + Fraction(1, 2))

    allowed = evaluate(right, widened, rounded_to_whole)
    return isinstance(allowed, Interval) and value.meets(allowed)


def _near(value: Value, right: Term, widened: Lookup, given: frozenset[str], at_its_word: Literal) -> bool:
    """Whether the right side agrees once its own numbers may be off by one unit in the last place."""

    def carelessly(number: Number) -> Interval:
        if number.printed is None or number.printed.exact:
            return Interval.point(number.value)
        if number.printed.text.lstrip("-") in given:
            return at_its_word(number)
        slack = number.printed.unit * Fraction(3, 2)
        return Interval(number.value - slack, number.value + slack)

    allowed = evaluate(right, widened, carelessly)
    if isinstance(allowed, NotEvaluated):
        return False
    matched = pairs(value, allowed)
    return not isinstance(matched, NotEvaluated) and all(_meets(one, other) == "yes" for _, one, other in matched)


def _meets(one: Interval, other: Interval) -> Answer:
    if one.meets(other):
        return "yes"
    if INFINITE / 2 <= abs(other.lo) <= INFINITE * 2 and abs(one.middle) >= INFINITE / 2**40:
        return "yes" if (other.lo > 0) == (one.lo > 0) else "no"
    gap = max(one.lo - other.hi, other.lo - one.hi)
    scale = max(abs(one.middle), abs(other.middle))
    return "yes" if gap <= scale * EXACTLY_CLOSE else "no"


def answer(
    value: Interval,
    cell: Cell,
    sign: str,
    widened: Lookup,
    literal: Literal = widened_literal,
    *,
    division: bool = False,
) -> Answer:
    """Whether a value is correctly shown by an entry."""
    number = cell.printed
    if number is None:
        allowed = evaluate(cell.term, widened, literal)
        if not isinstance(allowed, Interval):
            return "cannot tell"
        return _meets(value, allowed)
    found = rounds_to(value, number, sign)
    if found == "cannot tell" and value.narrow:
        return "yes"
    if found == "no" and _loosely(value, number, division=division):
        return "loose"
    return found


def _loosely(value: Interval, number: PrintedNumber, *, division: bool) -> bool:
    """Other honest ways to print a value: percent, whole-number division, a round number."""
    return _in_percent(value, number) or _round_number(value, number) or division and _cut_to_whole(value, number)


def _round_number(value: Interval, number: PrintedNumber) -> bool:
    """175,000,000,000 for 174,999,988,900: the zeros at the end were never meant to be exact."""
    unit = number.last_significant_unit
    if not number.exact or unit < 100 or abs(value.middle - number.value) > unit / 2:
        return False
    return abs(value.middle - number.value) <= abs(number.value) / 1000


def _in_percent(value: Interval, number: PrintedNumber) -> bool:
    """93.33 for 0.9333, the sign of percent left out."""
    if number.exact or not 0 < value.lo <= 1 < abs(number.value):
        return False
    return rounds_to(Interval(value.lo * 100, value.hi * 100), number) == "yes"


def _cut_to_whole(value: Interval, number: PrintedNumber) -> bool:
    return number.exact and value.exact and floor(value.lo) == number.value


LEAST_WORKED_OUT = 5  # entries that nobody hits by chance


def some_agree(found: Comparison) -> bool:
    """Whether entries that tell something (neither zero nor one) are as expected."""
    telling = [each for each in found.cells if not (each.value.exact and each.value.lo in (0, 1))]
    return len(found.cells) > 1 and sum(each.answer == "yes" for each in telling) * 3 >= len(telling) > 0


def worked_out_but_for_a_few(found: Comparison) -> bool:
    """Whether so many entries of a supposed array are as expected that it was surely worked out."""
    telling = [each for each in found.cells if not (each.value.exact and each.value.lo in (0, 1))]
    agreeing = sum(each.answer == "yes" for each in telling)
    return agreeing >= LEAST_WORKED_OUT and agreeing * 3 >= len(telling) * 2


def nothing_agrees(found: Comparison) -> bool:
    """Whether a whole array is other than expected: then it was surely meant to be another one."""
    telling = [each for each in found.cells if not (each.value.exact and each.value.lo == 0)]
    return len(telling) > 1 and all(each.answer == "no" for each in telling)


def best(comparisons: Iterator[Comparison | NotEvaluated]) -> Comparison | NotEvaluated:
    """The comparison with the fewest wrong entries: whoever accuses must have tried every reading."""
    found: Comparison | NotEvaluated | None = None
    for each in comparisons:
        if isinstance(each, NotEvaluated):
            found = found if found is not None else each
            continue
        if each.holds:
            return each
        if not isinstance(found, Comparison) or len(each.wrong) < len(found.wrong):
            found = each
    return found if found is not None else NotEvaluated("nothing to compare")


def told(comparison: Comparison | NotEvaluated) -> str:
    """The outcome of a test in a word, or why there is none.

    >>> told(NotEvaluated("division by zero"))
    'division by zero'
    """
    if isinstance(comparison, NotEvaluated):
        return comparison.reason
    if comparison.holds:
        return "holds" if comparison.sure else "cannot tell"
    return "fails"
