"""The small change that explains a wrong number: the sigmoid for the softmax, two digits swapped, a scaling left out.

A slip is told only where it gives exactly what is printed.  The right value does not, or nothing would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, rounds_to
from symformer.judging import faults
from symformer.judging.judgement import Judgement
from symformer.judging.numbers.comparison import Compared, Comparison, cells_of, values_at
from symformer.judging.numbers.working import with_values
from symformer.judging.wording import plain, short
from symformer.reasoning.constants import EULER_NAMES
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.named import canonical
from symformer.reasoning.readings import WAVES
from symformer.terms.parts import with_part
from symformer.terms.term import (
    Apply,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

EXPLAINED = frozenset({"sum-differs", "value-differs", "matrix-product-differs", "softmax-differs", "softmax-of-one-score", "table-contradicts-formula"})  # fmt: skip
MOST_VARIANTS = 160
MOST_PARTS = 240
MOST_CELLS = 64
FEW_VARIANTS = 6
ENOUGH_DIGITS = 3  # of what is printed, that a change of the formula has to give
MOST_NEIGHBOURS = 6
MOST_TOLD = 4  # values that a help lists
ROOTS_TRIED = (2, 3, 4, 8, 16, 32, 64)

Variant = tuple[Term, str]
Changes = Callable[[Term], Iterator[Variant]]


def with_slips(judged: Sequence[Judgement]) -> Iterator[Judgement]:
    """The judgements, those with a wrong number with the slip that explains it, where there is one."""
    for each in judged:
        slip = slip_of(each) if each.fault in EXPLAINED and each.problem is not None else None
        if slip is None or each.problem is None or each.comparison is None:
            yield each
            continue
        values = ", ".join(faults.expected_text(one) for one in each.comparison.wrong[:MOST_TOLD])
        more = ", …" if len(each.comparison.wrong) > MOST_TOLD else ""
        help_ = each.problem.help or f"try {values}{more}: {slip}"
        yield replace(each, slip=slip, problem=replace(each.problem, help=help_))


def slip_of(judgement: Judgement) -> str | None:
    """What was most likely done instead, in a few words."""
    found, problem = judgement.comparison, judgement.problem
    if found is None or problem is None or problem.level == "info" or not found.wrong:
        return None
    return (
        _row_copied(judgement, found)
        or _of_the_formula(judgement, found, _changes)
        or _of_the_digits(found)
        or _of_the_formula(judgement, found, _of_neighbours)
    )


# -- the formula ------------------------------------------------------------------------------------------


def _of_the_formula(judgement: Judgement, found: Comparison, changes: Changes) -> str | None:
    """The change of the formula that gives what is printed; the first, where more than one does."""
    if len(found.cells) > MOST_CELLS or judgement.worked is None:
        return None
    term = with_values(judgement.worked, judgement.rests_on)
    sign = judgement.claim.sign
    inner = _working_of(term, found)
    if inner is not None and (told := _first(inner, Comparison(found.wrong), sign, changes)) is not None:
        return told
    return _first(term, found, sign, changes)


def _first(term: Term, found: Comparison, sign: str, changes: Changes) -> str | None:
    if sum(1 for _ in islice(walk(term), MOST_PARTS + 1)) > MOST_PARTS:
        return None
    digits = sum(each.cell.printed.digits for each in found.wrong if each.cell.printed is not None)
    if any(each.cell.printed is None for each in found.cells):
        return None
    tried = list(islice(variants(term, changes), MOST_VARIANTS))
    if digits < (ENOUGH_DIGITS if len(tried) > FEW_VARIANTS else ENOUGH_DIGITS - 1):
        return None  # one of many may give two digits by chance
    for other, words in tried:
        if _gives(other, found, sign):
            return words
    return None


def _gives(term: Term, found: Comparison, sign: str) -> bool:
    """Whether a term has exactly the values that are printed."""
    value = evaluate(term)
    if isinstance(value, NotEvaluated):
        return False
    single = isinstance(value, Interval) and len(found.cells) == 1
    values = [value] if isinstance(value, Interval) and single else values_at(value, tuple(e.cell for e in found.cells))
    if isinstance(values, NotEvaluated):
        return False
    return all(
        each.cell.printed is not None and _prints(one, each.cell.printed, sign)
        for each, one in zip(found.cells, values, strict=True)
    )


def _prints(value: Interval, number: PrintedNumber, sign: str) -> bool:
    return rounds_to(value, number, sign) == "yes"


def _working_of(term: Term, found: Comparison) -> Term | None:
    """The working of the one wrong entry: what stands in its place, or the dot product that gives it."""
    if len(found.wrong) != 1 or not found.wrong[0].cell.place:
        return None
    row, column = found.wrong[0].cell.place
    shown = cells_of(term)
    if shown is not None:
        inner = next((cell.term for cell in shown if cell.place == (row, column)), None)
        return None if isinstance(inner, Number) else inner
    match term:
        case Product(factors=(Matrix(rows=left), Matrix(rows=right))):
            if row < len(left) and len(left[row]) == len(right) and all(column < len(each) for each in right):
                pairs = zip(left[row], (each[column] for each in right), strict=True)
                return Sum(tuple(Product((one, other), "·") for one, other in pairs))
    return None


def variants(term: Term, changes: Changes) -> Iterator[Variant]:
    """The term with one slip in it, each with what the slip is."""
    yield from changes(term)
    if isinstance(term, Matrix) and all(isinstance(cell, Number) for row in term.rows for cell in row):
        return
    for at, part in enumerate(children(term)):
        for other, words in variants(part, changes):
            yield with_part(term, at, other), words


def _changes(term: Term) -> Iterator[Variant]:
    match term:
        case Apply():
            yield from _of_function(term)
        case Power():
            yield from _of_power(term)
        case Quotient():
            yield from _of_quotient(term)
        case Product():
            yield from _of_product(term)
        case Sum():
            yield from _of_sum(term)
        case Transpose(operand=inner):
            yield inner, f"{short(inner, 'the factor')} is not transposed"


def _of_function(term: Apply) -> Iterator[Variant]:
    name = canonical(term.function)
    inner = term.arguments[0] if term.arguments else None
    if inner is None:
        return
    if name == "softmax":
        scores = inner if len(term.arguments) == 1 else Matrix((term.arguments,), "tuple")
        yield Apply("sigmoid", (scores,)), "that is the sigmoid of each score, not the softmax"
        if isinstance(scores, Matrix) and len(scores.rows) == 1:
            total = Sum(scores.rows[0])
            yield Quotient(scores, total), "the scores are divided by their sum, without the exponentials"
    elif name in WAVES and len(term.arguments) == 1:
        turned = Quotient(Product((inner, Symbol("pi")), "·"), _number(180))
        yield replace(term, arguments=(turned,)), "the angle is taken in degrees, not in radians"
        if isinstance(inner, Apply) and inner.function == "degrees":
            yield replace(term, arguments=inner.arguments), "the angle is taken in radians, not in degrees"
        other = {"sin": ("cos", "cosine, not the sine"), "cos": ("sin", "sine, not the cosine")}.get(name)
        if other is not None:
            yield replace(term, function=other[0]), f"that is the {other[1]}"
    elif name in ("ln", "log", "log10", "log2") and not term.labels:
        for base, words in (
            ("ln", "the natural logarithm"),
            ("log10", "the logarithm to base 10"),
            ("log2", "the logarithm to base 2"),
        ):
            if base != name:
                yield replace(term, function=base), f"that is {words}"
    elif name == "exp":
        yield from _rounded(inner, lambda exponent: Power(Symbol("e"), exponent))
    elif name == "sqrt" and len(term.arguments) == 1 and not term.labels:
        yield inner, "the root is left out"


def _of_power(term: Power) -> Iterator[Variant]:
    if isinstance(term.base, Symbol) and term.base.name in EULER_NAMES:
        yield from _rounded(term.exponent, lambda exponent: Power(term.base, exponent))
        if not (isinstance(term.exponent, Number) and term.exponent.value > 0):
            yield Power(term.base, _negated(term.exponent)), "the sign of the exponent is lost"
    elif isinstance(term.exponent, Number) and term.exponent.value == 2:
        yield term.base, "the square is left out"
        yield Product((_number(2), term.base), "·"), "that is twice the number, not its square"


def _rounded(exponent: Term, power: Callable[[Term], Term]) -> Iterator[Variant]:
    """A power whose exponent is rounded to fewer decimals."""
    value = evaluate(exponent)
    if not isinstance(value, Interval):
        return
    for places in (0, 1, 2, 3):
        text = decimal_text(value.middle, places)
        if Fraction(text) != value.middle:
            other = power(Number(Fraction(text), printed(text)))
            yield other, f"the printed number is {plain(other)}"


def _of_quotient(term: Quotient) -> Iterator[Variant]:
    above, below = term.numerator, term.denominator
    match below:
        case Apply(function="sqrt", arguments=(Number() as size,)):
            yield above, f"the division by {plain(below)} is left out"
            yield Quotient(above, size), f"it is divided by {plain(size)}, not by {plain(below)}"
            for other in ROOTS_TRIED:
                if other != size.value:
                    root = replace(below, arguments=(_number(other),))
                    yield Quotient(above, root), f"it is divided by √{other}, not by {plain(below)}"
    match above, below:
        case Sum(terms=terms), Number(value=count):
            if count == len(terms):
                yield above, "that is the sum, not the mean"
                yield (
                    Quotient(above, _number(len(terms) - 1)),
                    f"it is divided by {len(terms) - 1}, not by {len(terms)}",
                )
            elif count == len(terms) - 1:
                yield Quotient(above, _number(len(terms))), f"it is divided by {len(terms)}, not by {plain(below)}"
    if isinstance(above, Sum):
        last = Quotient(above.terms[-1], below)
        yield Sum((*above.terms[:-1], last)), "only the last term is divided, as if there were no brackets"
    if isinstance(below, Sum):
        first = Quotient(above, below.terms[0])
        yield Sum((first, *below.terms[1:])), "it is divided by the first term only, as if there were no brackets"
    yield Quotient(below, above), "numerator and denominator are swapped"


def _of_product(term: Product) -> Iterator[Variant]:
    factors = term.factors
    for at, factor in enumerate(factors):
        if isinstance(factor, Sum) and len(factors) == 2:
            first = replace(term, factors=tuple(factor.terms[0] if each is factor else each for each in factors))
            last = replace(term, factors=tuple(factor.terms[-1] if each is factor else each for each in factors))
            words = "term is multiplied, as if there were no brackets"
            if at:
                yield Sum((first, *factor.terms[1:])), f"only the first {words}"
            else:
                yield Sum((*factor.terms[:-1], last)), f"only the last {words}"
        if isinstance(factor, Matrix) and len(factors) > 1:
            turned = replace(term, factors=tuple(Transpose(each) if each is factor else each for each in factors))
            yield (
                turned,
                f"the {'first' if at == 0 else 'last' if at == len(factors) - 1 else 'middle'} factor is transposed",
            )
    if len(factors) == 2 and all(isinstance(factor, Matrix) for factor in factors):
        yield replace(term, factors=factors[::-1]), "the factors are swapped"


def _of_sum(term: Sum) -> Iterator[Variant]:
    for at, part in enumerate(term.terms):
        others = (*term.terms[:at], *term.terms[at + 1 :])
        if _negative(part):
            turned = (*term.terms[:at], _negated(part), *term.terms[at + 1 :])
            yield Sum(turned), f"the sign of {short(part, 'a term')} is lost"
        left = others[0] if len(others) == 1 else Sum(others)
        yield left, f"{short(part, 'a term')} is left out"


def _of_neighbours(term: Term) -> Iterator[Variant]:
    """A sum of products in which one factor is that of a neighbour."""
    if not isinstance(term, Sum):
        return
    pairs = [part.factors for part in term.terms if isinstance(part, Product) and len(part.factors) == 2]
    if len(pairs) < len(term.terms) or len(pairs) > MOST_NEIGHBOURS:
        return
    for at, pair in enumerate(pairs):
        for side in (0, 1):
            for other in dict.fromkeys(each[side] for each in pairs if each[side] != pair[side]):
                factors = (other, pair[1]) if side == 0 else (pair[0], other)
                terms = (*term.terms[:at], Product(factors, "·"), *term.terms[at + 1 :])
                yield Sum(terms), f"{plain(other)} stands in for {plain(pair[side])}"


def _negative(term: Term) -> bool:
    match term:
        case Number(value=value):
            return value < 0
        case Product(factors=(Number(value=value), *_)):
            return value < 0
    return False


def _negated(term: Term) -> Term:
    match term:
        case Product(factors=(Number(value=value, printed=None), *rest)) if value == -1 and rest:
            return rest[0] if len(rest) == 1 else replace(term, factors=tuple(rest))
        case Number(value=value):
            return Number(-value)
    return Product((_number(-1), term), "·")


def _number(value: int) -> Number:
    return Number(Fraction(value), printed(str(value)) if value >= 0 else None)


# -- the digits -------------------------------------------------------------------------------------------


def _of_the_digits(found: Comparison) -> str | None:
    """What happened to the digits of the one wrong number."""
    if len(found.wrong) != 1 or (shown := found.wrong[0].cell.printed) is None:
        return None
    return digits_slip(shown, found.wrong[0].value) if _plain(found.wrong[0]) else None


def _plain(each: Compared) -> bool:
    return isinstance(each.cell.term, Number)


def digits_slip(shown: PrintedNumber, value: Interval) -> str | None:
    """How the digits of a value became those that are printed.

    >>> digits_slip(printed("46"), Interval.point(Fraction(64)))
    'the digits are swapped'
    >>> digits_slip(printed("-0.25"), Interval.point(Fraction("0.2512")))
    'the sign is wrong'
    """
    if _prints(Interval(-value.hi, -value.lo), shown, "="):
        return "the sign is wrong"
    right = decimal_text(value.middle, max(shown.decimals, 0))
    return _times_ten(shown, value) or _swapped(shown.text, right) or _one_digit(shown.text, right)


def _times_ten(shown: PrintedNumber, value: Interval) -> str | None:
    for power, words in ((1, "ten"), (2, "a hundred"), (3, "a thousand")):
        for sign in (1, -1):
            scaled = value * Interval.point(Fraction(10) ** (sign * power))
            alike = shown.digits >= 2 and _prints(scaled, shown, "=") or scaled == Interval.point(shown.value)
            if shown.value and alike:
                return f"it is {words} times too {'large' if sign > 0 else 'small'}"
    return None


def _swapped(shown: str, right: str) -> str | None:
    differ = [at for at, (one, other) in enumerate(zip(shown, right, strict=False)) if one != other]
    if len(shown) != len(right) or len(differ) != 2:
        return None
    first, second = differ
    between = shown[first + 1 : second].replace(".", "")
    if between or (shown[first], shown[second]) != (right[second], right[first]):
        return None
    return "the digits are swapped" if sum(map(str.isdigit, shown.lstrip("0."))) == 2 else "two digits are swapped"


def _one_digit(shown: str, right: str) -> str | None:
    """One digit that is another, left out or doubled, among enough that are right."""
    digits = sum(map(str.isdigit, right.lstrip("-0.")))
    if digits < ENOUGH_DIGITS:
        return None
    if len(shown) == len(right):
        differ = [at for at, (one, other) in enumerate(zip(shown, right, strict=True)) if one != other]
        last = len(shown) - 1  # where a difference is more often one of rounding
        return "one digit is wrong" if len(differ) == 1 and (differ[0] < last or digits > ENOUGH_DIGITS) else None
    longer, shorter = (right, shown) if len(right) > len(shown) else (shown, right)
    if len(longer) == len(shorter) + 1 and digits > ENOUGH_DIGITS:
        if any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)) if longer[at].isdigit()):
            return "a digit is left out" if longer is right else "there is a digit too many"
    return None


# -- rows -------------------------------------------------------------------------------------------------


def _row_copied(judgement: Judgement, found: Comparison) -> str | None:
    """A wrong row of a matrix that shows what belongs in another one."""
    rows: dict[int, list[Compared]] = {}
    for each in found.cells:
        if each.cell.place:
            rows.setdefault(each.cell.place[0], []).append(each)
    wrong = {each.cell.place[0] for each in found.wrong if each.cell.place}
    if len(wrong) != 1 or len(rows) < 2:
        return None
    (at,) = wrong
    if len(rows[at]) < 2:
        return None
    for other, cells in rows.items():
        if other != at and len(cells) == len(rows[at]) and _shows(rows[at], cells, judgement.claim.sign):
            return f"row {at + 1} shows what belongs in row {other + 1}"
    return None


def _shows(row: Sequence[Compared], other: Sequence[Compared], sign: str) -> bool:
    """Whether a row is printed as the values of another one are."""
    return all(
        one.cell.printed is not None and _prints(two.value, one.cell.printed, sign)
        for one, two in zip(row, other, strict=True)
    )
