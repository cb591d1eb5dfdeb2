"""What a wrong number may say all the same: by its unit, by what it counts, by the digits that it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, rounds_to
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import Comparison, is_of_percents, raised_by_percent
from symformer.judging.numbers.learnt import all_literal, has_unit, whole_division
from symformer.judging.numbers.units import bare_unit, counted, is_power_of_ten, measured, prefix_of, scales
from symformer.reasoning.arrays import Value
from symformer.reasoning.constants import PI_NAMES
from symformer.reasoning.evaluate import evaluate
from symformer.semantics import values as known
from symformer.terms.term import Apply, Number, Power, Product, Quotient, Symbol, Term, walk

NEAR_IN_UNIT = Fraction(11, 20)  # a factor of two may be bytes of a number
KILOBYTES = Fraction(1024, 1000)
LEAST_DIGITS_OF_BYTES = 3
CLOSE_IN_BYTES = Fraction(1, 100)
LEAST_POWER = 6  # of ten, that a value is worked out with
MOST_TENS = 9  # powers of ten by which a number may be mistaken
LEAST_DIGITS_BEYOND = 2
MOST_LOOSE_BEYOND = Fraction(1, 200)
HALF = Fraction(1, 2)
IN_TABLES = (Fraction(1, 100), *(Fraction(base**order) for base in (1000, 1024) for order in (-3, -2, -1, 1, 2, 3, 4)))
NEAR_IN_TABLES = 20  # what part of it a value in another unit may be off by
_HIDING = frozenset({"min", "minutes", "h", "hours", "days", "weeks", "months", "years"})
_GROUPED = re.compile(r"(?<![\d,}])\d{1,3}\{,\}\d{3}(?![\d{])")
MIXED_UNITS = Fraction(89, 100)  # 1000³ against 1024³, and less


def excuse(claim: Claim, literal: Comparison) -> str | None:
    """What else a single wrong number may say, by the words after it or the place it stands in."""
    if len(literal.cells) != 1:
        return None
    shown, right = literal.cells[0].cell.printed, literal.cells[0].value
    if shown is not None and _over_scientific(claim.left, shown, claim.sign):
        return "a quotient by a number in scientific notation"
    plain = evaluate(claim.left)
    bare = plain.middle if isinstance(plain, Interval) else right.middle  # in no unit
    if shown is not None and isinstance(plain, Interval) and _is_of_the_circle(claim.left, plain, shown):
        return "the number π, whatever else the letter stands for"
    if shown is not None and claim.statement.by_row and not claim.unit and _in_units_of_a_table(bare, shown):
        return "counted in a unit that the table tells elsewhere, or that all its rows show"
    alike = shown is not None and abs(bare) <= 2 * abs(shown.value) <= 4 * abs(bare)
    slipped = shown is not None and bare_unit(claim.unit) and _tens_apart(bare, shown.value)
    if (
        has_unit(claim)
        and measured(claim.unit)
        and not alike
        and not slipped
        and wrong_prefix(claim, plain, shown) is None
        and not _near_in_unit(claim, plain, shown)
        and not _beyond_units(claim, bare, shown)
    ):
        return "a quantity in a unit whose scale is open"
    if shown is not None and shown.text.endswith("%") and abs(right.middle / 100 - shown.value) * 2 <= shown.unit:
        return "numbers in percent" if is_of_percents(claim.left, right.middle) else None
    if shown is not None and (coded := _as_in_code(claim.left)) is not None and coded == shown.value:
        return "a remainder or a quotient as code has it"
    if shown is not None and (raised := raised_by_percent(claim.left)) is not None and raised == shown.value:
        return "so many percent more or less"
    if shown is not None and _has_decimal_comma(claim, right.middle, shown):
        return "a number with a decimal comma"
    if shown is None or not shown.exact or not right.exact:
        return None
    if _is_as_fine(claim.left, right.middle, shown):
        return "as many digits as what it is worked out from"
    if has_unit(claim) and counted(claim.unit) and whole_division(claim.left):
        return "rounded up to whole things" if ceil(right.lo) == shown.value else None
    if floor(right.lo) == shown.value and _of_room(claim.left) and (shown.digits > 1 or counted(claim.unit)):
        return "the whole things that there is room for"
    digits = str(right.lo) if right.lo.denominator == 1 else ""
    cut = claim.statement.carrier == "prose" and not has_unit(claim) and not claim.converted
    if cut and len(shown.text) < len(digits) and digits.startswith(shown.text):
        return "the first digits of the result"
    return None


def _in_units_of_a_table(bare: Fraction, shown: PrintedNumber) -> bool:
    """Whether a cell shows a value in percent, in thousands or in millions: what a column counts in is rarely in each cell."""
    off = (abs(bare / scale - shown.value) for scale in IN_TABLES)
    return any(each <= shown.unit and each * NEAR_IN_TABLES <= abs(shown.value) for each in off)


def _is_of_the_circle(term: Term, plain: Interval, shown: PrintedNumber) -> bool:
    """Whether a result is that of the number π, in a note that has a distribution of that name."""
    held = any(isinstance(part, Symbol) and part.name in PI_NAMES for part in walk(term))
    return held and rounds_to(plain, shown, "≈") == "yes"


def among_percents(claim: Claim, literal: Comparison) -> Comparison:
    """The comparison of a percentage with what its percents come to: 93.4 - 91.2 is 2.2 %, and not 220 %."""
    only = literal.cells[0]
    shown = only.cell.printed
    if len(literal.cells) > 1 or shown is None or not shown.text.endswith("%"):
        return literal
    if not is_of_percents(claim.left, only.value.middle):
        return literal
    return Comparison((replace(only, value=Interval(only.value.lo / 100, only.value.hi / 100)),))


def _has_decimal_comma(claim: Claim, value: Fraction, shown: PrintedNumber) -> bool:
    """Whether what was taken to part thousands is a decimal comma: 35/12 ≈ 2{,}917."""
    formula = claim.statement.formula
    if formula is None or _GROUPED.search(formula.text) is None:
        return False
    return abs(1000 * value - shown.value) <= shown.unit


def _as_in_code(term: Term) -> Fraction | None:
    """What Python makes of ``7 % 2`` and of ``-7 // 2``."""
    match term:
        case Product((Apply("percent", (Number(value=whole),)), Number(value=by))) if by:
            return whole % by
        case Product((Number(value=sign), Apply("floor", (Quotient(Number(value=whole), Number(value=by)),)))) if by:
            return Fraction(floor(whole / by * sign)) if sign == -1 else None
    return None


def _is_as_fine(term: Term, value: Fraction, shown: PrintedNumber) -> bool:
    """Whether a whole number is rounded to the digits of a decimal in scientific notation: 1.35 × 10^8 / 86400 = 1560."""
    used = [part.printed for part in walk(term) if isinstance(part, Number) and part.printed and not part.printed.exact]
    scientific = any(isinstance(part, Power) and part.base == TEN for part in walk(term))
    digits = len(shown.text.lstrip("-").rstrip("0"))
    fine = shown.last_significant_unit >= 10 and abs(value - shown.value) * 2 <= shown.last_significant_unit
    return scientific and fine and bool(used) and min(each.digits for each in used) <= digits


TEN = Number(Fraction(10))


def _of_room(term: Term) -> bool:
    """Whether a term is a number over one with decimals: 50 / 3.36, how often something fits."""
    match term:
        case Quotient(numerator=Number(), denominator=Number(value=below)):
            return below.denominator != 1
    return False


def _beyond_units(claim: Claim, value: Fraction, shown: PrintedNumber | None) -> bool:
    """Whether no power of ten, no bytes or bits of a number and no 1024 for 1000 makes a value of plain numbers what is shown."""
    if shown is None or not value or not shown.value or shown.digits < LEAST_DIGITS_BEYOND or claim.unit in _HIDING:
        return False
    if not all_literal(claim.left) or value * shown.value < 0:
        return False
    ratio = abs(value / shown.value)
    half = shown.unit / 2 if claim.sign == "=" else shown.half_width("≈")
    loose = MOST_LOOSE_BEYOND + half / abs(shown.value)
    if bare_unit(claim.unit):
        return not any(abs(ratio * Fraction(2) ** power - 1) <= loose for power in range(-5, 6))
    folded = [ratio * Fraction(2) ** power for power in range(-3, 4)]
    binary = [ratio * factor * KILOBYTES**kilo for factor in (1, 2, HALF) for kilo in range(-3, 4)]
    return not any(is_power_of_ten(each, loose) for each in (*folded, *binary))


def wrong_prefix(claim: Claim, value: Value | NotEvaluated, shown: PrintedNumber | None) -> Fraction | None:
    """What one of a unit counts for, where its prefix is another than that of a value: 2 × 7 × 10^9 = 14 TFLOPs.

    Only a value that is worked out with its power of ten leaves no scale open.
    """
    scale = prefix_of(claim.unit)
    if (
        scale is None
        or shown is None
        or not shown.value
        or not isinstance(value, Interval)
        or not all_literal(claim.left)
    ):
        return None
    powers = [part for part in walk(claim.left) if isinstance(part, Power) and part.base == TEN]
    if not any(isinstance(each.exponent, Number) and each.exponent.value >= LEAST_POWER for each in powers):
        return None
    ratio = abs(value.middle / scale / shown.value)
    apart = [abs(ratio * Fraction(1000) ** power - 1) <= CLOSE_IN_BYTES for power in (-3, -2, -1, 1, 2, 3)]
    return scale if any(apart) else None


def _tens_apart(value: Fraction, shown: Fraction) -> bool:
    """Whether two numbers have the same digits and another power of ten."""
    ratios = (value / shown * Fraction(10) ** power for power in range(-MOST_TENS, MOST_TENS + 1) if power)
    return shown != 0 and any(abs(ratio - 1) <= CLOSE_IN_BYTES for ratio in ratios)


def _over_scientific(term: Term, shown: PrintedNumber, sign: str) -> bool:
    """Whether ``120/1.5 × 10^3`` is meant as 120 over 1500, as the result says."""
    match term:
        case Product(
            factors=(Quotient(numerator=above, denominator=Number() as below), Power(base=Number(value=base)) as power)
        ):
            meant = Quotient(above, Product((below, power), "×"))
            value = evaluate(meant, lambda term: None, known.widened_literal) if base == 10 else None
            return isinstance(value, Interval) and rounds_to(value, shown, sign) != "no"
    return False


def _near_in_unit(claim: Claim, value: Value | NotEvaluated, shown: PrintedNumber | None) -> bool:
    """Whether a number is near the value in one scale of its unit, and too far from it for another factor to explain it."""
    in_bytes = "b" in claim.unit.casefold()
    if shown is None or not shown.value or not isinstance(value, Interval) or in_bytes and claim.sign != "=":
        return False
    ratios = [abs(value.middle / scale.middle / shown.value) for scale in scales(claim.unit)]
    near = [ratio for ratio in ratios if NEAR_IN_UNIT < ratio < 1 / NEAR_IN_UNIT]
    if not near or not in_bytes:
        return bool(near)
    if not any(MIXED_UNITS < ratio < 1 / MIXED_UNITS for ratio in near):
        return True
    # a GB is 1000³ bytes or 1024³, or something in between: a number of many digits is one of these
    decimal = abs(value.middle / min(scale.middle for scale in scales(claim.unit)) / shown.value)
    mixed = (decimal / KILOBYTES**power for power in range(4))
    return shown.digits >= LEAST_DIGITS_OF_BYTES and not any(abs(each - 1) <= CLOSE_IN_BYTES for each in mixed)
