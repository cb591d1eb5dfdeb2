"""Where a result need not follow from the digits printed beside it, since they were rounded before they were shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, rounds_to
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import Comparison, best
from symformer.judging.numbers.learnt import Note, Tested, all_literal, compared, nameable
from symformer.reasoning.evaluate import Lookup, evaluate, exactly
from symformer.reasoning.named import canonical
from symformer.reasoning.readings import Readings
from symformer.semantics import values as known
from symformer.semantics.values import ValueTable
from symformer.terms.term import Apply, Index, Matrix, Number, Power, Quotient, Relation, Sum, Term, walk


def by_a_digit(found: Comparison) -> bool:
    """Whether whatever is wrong is off by one in its last digit."""
    shown = [(each.cell.printed, each.value.middle) for each in found.wrong]
    return all(one is not None and not one.exact and abs(one.value - value) * 2 <= one.unit * 3 for one, value in shown)


def of_rounded_names(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether a claim may hold for what its names, or the formula it stands for, were before they were rounded."""
    rough = of_told_roughly(tested, note) or put_for_a_formula(tested, literal, note)
    return rough or of_functions_of_names(tested, note)


def of_functions_of_names(tested: Tested, note: Note) -> bool:
    """Whether a logarithm or an exponential of a name, ``-ln p``, holds for what the shares above may be rounded from.

    With three decimals and more, what the name stands for is likely a result.
    """
    claim, table = tested.claim, note.values
    if _shows_numbers(claim.left):
        return False
    shown = [part.printed.decimals for part in walk(claim.right) if isinstance(part, Number) and part.printed]
    calls = any(isinstance(part, Apply) and canonical(part.function) in ROUGH_FUNCTIONS for part in walk(claim.left))
    if not calls or max(shown, default=0) < MANY_DECIMALS:
        return False
    found = best(compared(claim.left, claim, known.as_widened, known.widened_literal, table, division=False))
    return isinstance(found, Comparison) and found.holds


def of_rounded_shares(claim: Claim, note: Note) -> bool:
    """Whether a claim holds where the lists it rests on are rounded shares: with three decimals that sum to one."""
    shows = [each.display for each in known.rests_on(claim.left, note.values).values()]
    lists = [each for each in shows if isinstance(each, Matrix)]
    if not lists or not all(map(_are_shares, lists)):
        return False
    found = best(compared(claim.left, claim, known.as_widened, known.widened_literal, note.values, division=False))
    return isinstance(found, Comparison) and found.holds


def _are_shares(shown: Matrix) -> bool:
    cells = [
        each.printed for row in shown.rows for each in row if isinstance(each, Number) and each.printed is not None
    ]
    if (
        len(cells) < 2
        or len(cells) != sum(map(len, shown.rows))
        or min(each.decimals for each in cells) < MANY_DECIMALS
    ):
        return False
    return abs(sum((each.value for each in cells), Fraction(0)) - len(shown.rows)) <= len(cells) * max(
        each.unit for each in cells
    )


ROUGH_FUNCTIONS = frozenset({"log", "ln", "log2", "log10", "exp"})
MANY_DECIMALS = 3


def of_told_roughly(tested: Tested, note: Note) -> bool:
    """Whether a product of names may hold where those that the note tells only roughly, ``A ≈``, are what it rounded.

    A line that shows its own numbers is held to them, and a name with a formula to what that comes to.
    """
    claim, table = tested.claim, note.values
    if _shows_numbers(claim.left):
        return False
    rounded = told_roughly(claim.left, table)

    def lookup_of(table: ValueTable, readings: Readings, without: Term | None) -> Lookup:
        true, widened = known.as_true(table, readings, without), known.as_widened(table, readings, without)
        return lambda name: widened(name) if name in rounded else true(name)

    if not rounded:
        return False
    found = best(compared(claim.left, claim, lookup_of, known.true_literal(table), table, division=False))
    return isinstance(found, Comparison) and found.holds


def told_roughly(term: Term, table: ValueTable) -> set[Term]:
    """The names a term rests on that the note gives only roughly, by no formula or by one of such names."""
    return _told_roughly(term, table, ())


def _told_roughly(term: Term, table: ValueTable, within: tuple[Term, ...]) -> set[Term]:
    found = {key: each for key, each in known.rests_on(term, table).items() if each.roughly and key not in within}
    return {
        key
        for key, each in found.items()
        if each.definition is None
        or len(within) < MOST_WITHIN
        and each.true is None
        and _told_roughly(each.definition, table, (*within, key))
    }


MOST_WITHIN = 4  # names that are each given by a formula of the next


def _shows_numbers(term: Term) -> bool:
    """Whether a formula holds printed numbers, other than as indices."""
    indices = {
        id(part)
        for each in walk(term)
        if isinstance(each, Index)
        for index in (*each.indices, *each.upper)
        for part in walk(index)
    }
    return any(isinstance(part, Number) and part.printed is not None and id(part) not in indices for part in walk(term))


def may_be_rounded(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether a result may be right for what the numbers beside it were before they were rounded."""
    return (
        of_results_not_followed(tested, note)
        or worked_unrounded(tested, literal, note)
        or of_padded(tested, literal, note)
        or of_rounded_steps(tested, literal, note)
        or of_another_side(tested, literal)
        or of_rough_side(tested, literal)
        or of_curves_beside(tested, note)
    )


def of_another_side(tested: Tested, literal: Comparison) -> bool:
    """Whether the chain itself tells the result exactly: (1 - 0.9474) · 2 = 0.1053 = 2/19."""
    term, right = tested.claim.statement.term, tested.claim.right
    if not by_a_digit(literal) or not isinstance(term, Relation) or not isinstance(right, Number):
        return False
    behind = term.sides[next((at for at, side in enumerate(term.sides) if side is right), len(term.sides)) + 1 :]
    values = (evaluate(side, literal=exactly) for side in behind if isinstance(side, Quotient) and all_literal(side))
    shown = right.printed
    return shown is not None and any(isinstance(each, Interval) and rounds_to(each, shown) == "yes" for each in values)


def of_rough_side(tested: Tested, literal: Comparison) -> bool:
    """Whether the side that is worked out is itself said to be only about what stands before it: "≈ 0.35 · 1.2 - 0.1 ≈ 0.33"."""
    term, left = tested.claim.statement.term, tested.claim.left
    possible = isinstance(tested.interval, Comparison) and tested.interval.holds and by_a_digit(literal)
    if not possible or not isinstance(term, Relation):
        return False
    at = next((at for at, side in enumerate(term.sides) if side is left), 0)
    if at:
        return term.relations[at - 1] in ROUGHLY
    formula = tested.claim.statement.formula
    return formula is not None and formula.text.lstrip().startswith(("\\approx", "≈"))


ROUGHLY = frozenset({"≈", "≃", "≅"})


def of_rounded_steps(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether the terms of a sum are products of the side before, worked out from more digits than that side shows.

    So they are where they differ from it, and where its factors have as many decimals as the products.
    """
    term, left = tested.claim.statement.term, tested.claim.left
    possible = isinstance(tested.interval, Comparison) and tested.interval.holds and by_a_digit(literal)
    if not possible or not isinstance(term, Relation) or not isinstance(left, Sum):
        return False
    at = next((at for at, side in enumerate(term.sides) if side is left), 0)
    before = term.sides[at - 1] if at else None
    if not isinstance(before, Sum) or len(before.terms) != len(left.terms):
        return False
    for shown, worked in zip(left.terms, before.terms, strict=True):
        number = next((part.printed for part in walk(shown) if isinstance(part, Number) and part.printed), None)
        value = evaluate(worked, known.as_shown(note.values), exactly)
        if number is not None and isinstance(value, Interval) and not isinstance(worked, Number):
            factors = (part.printed for part in walk(worked) if isinstance(part, Number) and part.printed)
            if any(each.decimals >= max(number.decimals, LEAST_OF_CONSTANT) for each in factors):
                return True
            off = abs(abs(value.middle) - abs(number.value))
            if number.unit / 2 < off <= STEP_UNITS * number.unit:
                return True
    return False


STEP_UNITS = 3


def of_results_not_followed(tested: Tested, note: Note) -> bool:
    """Whether a claim holds where decimals that stand above, nobody knows as what, are results that were rounded."""
    claim = tested.claim
    start = claim.span.start
    open_results = {
        part.printed.text.lstrip("-")
        for part in walk(claim.left)
        if isinstance(part, Number) and part.printed is not None and note.values.result(part) is None
        and note.first_seen.get(part.printed.text.lstrip("-"), start) < start
    }  # fmt: skip
    if not open_results:
        return False
    exact = known.true_literal(note.values)

    def literal(number: Number) -> Interval:
        rounded = number.printed is not None and number.printed.text.lstrip("-") in open_results
        return known.widened_literal(number) if rounded else exact(number)

    found = best(compared(claim.left, claim, known.as_true, literal, note.values, division=False))
    return isinstance(found, Comparison) and found.holds


def of_padded(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether a last digit is what it may be where decimals end in a zero: who writes 0.850 has rounded to three of them."""
    padded = {
        part
        for part in walk(tested.claim.left)
        if isinstance(part, Number) and part.printed is not None and _is_padded(part.printed)
    }
    if not padded or not by_a_digit(literal):
        return False
    exact = known.true_literal(note.values)

    def widened(number: Number) -> Interval:
        return known.widened_literal(number) if number in padded else exact(number)

    found = best(compared(tested.claim.left, tested.claim, known.as_true, widened, note.values, division=False))
    return isinstance(found, Comparison) and found.holds


def _is_padded(number: PrintedNumber) -> bool:
    return number.decimals >= PADDED_DECIMALS and number.text.endswith("0") and not number.text.endswith("00")


PADDED_DECIMALS = 3  # with fewer, as in prices, a zero may be habit


def worked_unrounded(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether a last digit is off that may be what it is, in a note that says, or shows, that it rounds what it shows."""
    possible = isinstance(tested.interval, Comparison) and tested.interval.holds
    return possible and by_a_digit(literal) and (note.unrounded or _is_shortened(tested.claim.left, note))


LEAST_SHORTENED = 3  # digits of a number that is no other one by chance


def _is_shortened(term: Term, note: Note) -> bool:
    """Whether a number of a working stands in the note with more decimals too: 0.8187, where a table has 0.81873."""
    shown = {part.printed for part in walk(term) if isinstance(part, Number) and part.printed is not None}
    return any(
        not each.exact
        and each.digits >= LEAST_SHORTENED
        and any(
            len(longer) > len(each.text.lstrip("-")) and abs(Fraction(longer) - abs(each.value)) * 2 <= each.unit
            for longer in note.decimals
        )
        for each in shown
    )


def put_for_a_formula(tested: Tested, literal: Comparison, note: Note) -> bool:
    """Whether arrays were put in for a formula nobody can work out, ``R(1.5) q = M v``: M may be rounded itself."""
    claim, term = tested.claim, tested.claim.statement.term
    possible = isinstance(tested.interval, Comparison) and tested.interval.holds and by_a_digit(literal)
    if not possible or not isinstance(term, Relation) or claim.left is term.sides[0]:
        return False
    if all_literal(term.sides[0]) or nameable(term.sides[0]):
        return False
    behind = best(compared(term.sides[0], claim, known.as_true, known.true_literal(note.values), note.values, False))
    return isinstance(behind, NotEvaluated)


THIRDS_DECIMALS, FRACTION_DECIMALS = 2, 3  # that tell 0.67 from a number that merely looks like two thirds
SEVENTHS_DECIMALS = 4


def of_fractions(tested: Tested, note: Note) -> bool:
    """Whether a claim holds where rounded thirds, sixths or ninths are what they were: 1.67² + 1.67² = 5.56."""
    claim = tested.claim
    meant = {
        part: Interval.point(value)
        for part in walk(claim.left)
        if isinstance(part, Number) and (value := fraction_behind(part.printed)) is not None
    }
    if not meant:
        return False

    def literal(number: Number) -> Interval:
        return meant.get(number, Interval.point(number.value))

    found = best(compared(claim.left, claim, known.as_shown, literal, note.values, division=False))
    return isinstance(found, Comparison) and found.holds


def fraction_behind(number: PrintedNumber | None) -> Fraction | None:
    """The simple fraction that prints like a decimal, where its digits repeat: 2/3 behind 0.667, 8/7 behind 1.1429.

    >>> from symformer.algebra.printed import printed
    >>> [str(fraction_behind(printed(text))) for text in ("0.667", "9.333", "-0.1429", "0.143", "0.4164")]
    ['2/3', '28/3', '-1/7', 'None', 'None']
    """
    if number is None or number.exact or "e" in number.text or number.decimals < THIRDS_DECIMALS:
        return None
    if number.decimals < FRACTION_DECIMALS:
        denominators: tuple[int, ...] = (3,)
    else:
        denominators = (3, 6, 9) if number.decimals < SEVENTHS_DECIMALS else (3, 6, 7, 9, 11, 12)
    for below in denominators:
        value = Fraction(round(number.value * below), below)
        if value != number.value and abs(value - number.value) <= number.unit / 2:
            return value
    return None


TRANSCENDENTAL = frozenset({"exp", "ln", "log", "log2", "log10", "softmax", "sigmoid", "tanh", "sin", "cos"})


LEAST_OF_CONSTANT = 3  # decimals of a number that is surely the rounding of a constant


@lru_cache(maxsize=1)
def _constants() -> tuple[float, ...]:
    """What stands rounded in worked examples again and again: roots and logarithms of small numbers, σ(1), tanh(1)."""
    small = range(2, 21)
    roots = [way for each in small if math.isqrt(each) ** 2 != each for way in (math.sqrt(each), 1 / math.sqrt(each))]
    curves = [math.tanh(1), math.tanh(0.5), *(1 / (1 + math.exp(-each)) for each in (1, 2, -1, -2))]
    return (*roots, *(math.log(each) for each in small), math.e, 1 / math.e, math.pi, *curves)


def of_constants(term: Term) -> bool:
    """Whether a number of a formula is a constant, rounded: who writes 3 · 1.414 has multiplied by the root of 2.

    >>> from symformer.algebra.printed import printed
    >>> [of_constants(Number(one.value, one)) for one in (printed("1.414"), printed("0.762"), printed("1.413"))]
    [True, True, False]
    """
    return any(_is_one_of(part, _constants(), LEAST_OF_CONSTANT) for part in walk(term))


def of_curves_beside(tested: Tested, note: Note) -> bool:
    """Whether a claim holds where a number in it is the sigmoid, exponential or root of one beside it: 2.4 · 0.9168."""
    numbers: set[Number] = {part for part in walk(tested.claim.left) if isinstance(part, Number)}
    meant = {part for part in numbers if _is_one_of(part, _curves_beside(numbers - {part}), OF_CURVES)}
    exact = known.true_literal(note.values)

    def literal(number: Number) -> Interval:
        return known.widened_literal(number) if number in meant else exact(number)

    if not meant:
        return False
    found = best(compared(tested.claim.left, tested.claim, known.as_true, literal, note.values, division=False))
    return isinstance(found, Comparison) and found.holds


def _is_one_of(part: Term, values: Iterable[float], digits: int) -> bool:
    """Whether a number with so many digits and decimals is one of some values, rounded."""
    if not isinstance(part, Number) or part.printed is None or part.printed.decimals < LEAST_OF_CONSTANT:
        return False
    shown, unit = abs(float(part.value)), float(part.printed.unit)
    return part.printed.digits >= digits and any(abs(each - shown) * 2 <= unit for each in values)


def _curves_beside(numbers: Iterable[Number]) -> Iterator[float]:
    return (at for each in numbers for at in _curves_at(float(each.value)))


def _curves_at(value: float) -> tuple[float, ...]:
    """What a working shows of a number that stands in it: its exponential, sigmoid, tanh, root and logarithm."""
    if not LEAST_OF_CURVES <= abs(value) <= LARGEST_OF_CURVES:
        return ()
    upward = math.exp(abs(value))
    shares = (upward / (1 + upward), 1 / (1 + upward))
    return (upward, 1 / upward, *shares, math.tanh(abs(value)), math.sqrt(abs(value)), abs(math.log(abs(value))))


LEAST_OF_CURVES, LARGEST_OF_CURVES = 0.1, 20  # e^0.018 is 1.018 by chance
OF_CURVES = 3  # digits, of which fewer are met by chance


def of_rounded(term: Term) -> bool:
    """A function of numbers that look rounded: log 0.0159 may be the logarithm of a longer number."""
    through = any(
        isinstance(part, Apply)
        and canonical(part.function) in TRANSCENDENTAL
        or isinstance(part, Power)
        and not isinstance(part.exponent, Number)
        for part in walk(term)
    )
    digits = [part.printed.digits for part in walk(term) if isinstance(part, Number) and part.printed is not None
              and not part.printed.exact]  # fmt: skip
    return through and bool(digits) and max(digits) >= 3
