"""What words say was done to the numbers above: "applying the softmax to each row:", and then a matrix.

Such a matrix is the result of the one before it, though no formula says so.  The words are believed only
where the numbers bear them out: at least half of the entries have to be what the operation gives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.documents.document import Document
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.shown_arrays import Shown, placeless
from symformer.semantics.stages_in_words import is_masked, made_of
from symformer.semantics.statement import Statement
from symformer.terms.term import (
    ROUGHLY_EQUAL,
    Apply,
    Elementwise,
    Index,
    Matrix,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_INLINE = 3  # entries of a list in a sentence
FARTHEST = 600  # characters from one display to the next
BACK = 6  # statements between them
STAGES_BACK = 24  # … of the steps of attention, which take the queries far above
MOST_ENTRIES = 256  # of an array that is worked out by hand
LEADING = 200  # … in which what is done besides is named
FARTHEST_WORDS = 400  # characters of the words that lead to a step
LEAST_OF_STAGE = 2  # entries that have to agree, if they are short
SET_BY_HAND = 0.05  # numbers of one decimal are given, those of more may be rounded
LONG = 3  # digits of a number that agrees with nothing by chance
READ_IN = ("formula", "worksheet", "prose")
NEAREST = 4  # of them that may be multiplied
MOST_OF_PRODUCT = Fraction(2, 3)  # of the entries that have to agree
LEAST_OF_PRODUCT = 4  # entries that are not those of a product by chance
_OPERATIONS = {
    "softmax": re.compile(r"soft-?max", re.IGNORECASE),
    "relu": re.compile(r"\bReLU\b|rectif\w+", re.IGNORECASE),
    "sigmoid": re.compile(r"\bsigmoid\b", re.IGNORECASE),
    "tanh": re.compile(r"\btanh\b|hyperbolic tangent", re.IGNORECASE),
    "exp": re.compile(r"\bexponentials?\b|\bexponentiat\w+|指数", re.IGNORECASE),
    "square": re.compile(
        r"\bsquares?\b(?! root)|\bsquar(?:ed|ing)\b(?! (?:distance|error|norm))|平方(?!根)", re.IGNORECASE
    ),
}
_SCALED = Cued(r"\bby \$?(?:√|\\sqrt)|\bdivid\w+|\bscal(?:e|es|ed|ing)\b|缩放|除以", re.IGNORECASE)
_ROOT = Cued(r"(?:\\sqrt\s*\{?|√\s*|sqrt\()\s*(\d{1,5})")
_ANY_ROOT = Cued(r"\\sqrt|√|sqrt|square root|平方根")
_BY_NUMBER = Cued(r"(?:\bby|除以)\s*\$?\s*(\d+(?:\.\d+)?)(?![\w.])", re.IGNORECASE)
_CENTRED = Cued(r"(?<!standard )(?<!mean )\bdeviations?\b(?! of)|cent(?:ered|red|ering|ring)\b|subtract\w*[^.]{0,24}\bmeans?\b|(?:minus|less) (?:the |its |their )?(?:\w+ )?means?\b|去均值|中心化|减去均值", re.IGNORECASE)  # fmt: skip
_MULTIPLIED = Cued(
    r"\bmultipl\w+|\btimes\b|\bweighted (?:sum|average|combination|values)|\bprojec\w+|乘|加权|投影", re.IGNORECASE
)
_GAIN = Cued(r"(?:\\gamma|γ)\s*=\s*(-?\d+(?:\.\d+)?)(?![\d.]*\d)")
_SHIFT = Cued(r"(?:\\beta|β)\s*=\s*(-?\d+(?:\.\d+)?)(?![\d.]*\d)")
MOST_ROOTS = 4096  # of a width that the words do not name
_SIMPLIFIED = Cued(
    r"[^\n]{0,40}\b(?:simplif\w+|similar|roughly|made[- ]up|illustrat\w+|hypothetical|invented)\b", re.IGNORECASE
)
_NOT_YET = Cued(
    r"\b(?:before|without|instead of|prior to|columns?|column-wise|unnormali[sz]ed)\b|之前|按列|每一?列", re.IGNORECASE
)
# something is done besides that is not worked out here
_BESIDES = Cued(
    r"\b(?:leaky|parametric|slope|would|threshold\w*|zeroed|set to zero|clip\w*|capp\w+|gated by|diagonal|triang\w+|dropp?(?:ed|ing)|dropout"
    r"|one in the denominator|plus one|quiet|linear attention|top[- ]?k)\b|\bgate matrix|\bgated output|\band (?:add|subtract|mask)\w*|置零|截断|门控",
    re.IGNORECASE,
)


def told_by_words(document: Document, statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, where a matrix below "after the softmax:" is said to be the softmax of the one above."""
    defined = {
        statement.term.sides[0]
        for statement in statements
        if isinstance(statement.term, Relation)
        if any(_shown(side) is None for side in statement.term.sides[1:])
    }
    whole = {each.term.sides[0] for each in statements if isinstance(each.term, Relation) and _of(each) is not None}
    made: list[Statement] = []
    shown: list[Statement] = []  # those that show an array, as far as the next one goes back
    stages: list[Shown] = []  # … with the words that lead to them
    for statement in statements:
        numbers = _of(statement)
        if numbers is None:
            made.append(statement)
            continue
        operand = _operand(statement, numbers)
        if isinstance(operand, Index) and operand.base in whole:
            operand = placeless(numbers)  # H_1 is no row of H here
        first = statement.term.sides[0] if isinstance(statement.term, Relation) else None
        name = first if first is not None and _is_name(first) else None
        stage = Shown(numbers, operand, _leading(document, statement, shown), name)
        found = _told(document, statement, shown, defined)
        if found is None and not _SIMPLIFIED.match(document.source.text, _place(statement).end):
            found = _told_stage(statement, stage, stages, defined)
        made.append(found or statement)
        shown = [*shown[1 - BACK :], statement]
        if stage.rows * stage.columns <= MOST_ENTRIES:
            stages = [*stages[1 - STAGES_BACK :], stage]
    return tuple(made)


def _leading(document: Document, statement: Statement, before: Sequence[Statement]) -> str:
    """The words that lead to an array, from the last one before it that does not stand in a sentence."""
    start = _place(statement).start
    last = next((each for each in reversed(before) if _stands_apart(each)), None)
    begin = max(start - FARTHEST_WORDS, _place(last).end if last is not None else 0)
    return document.source.text[begin:start]


def _stands_apart(statement: Statement) -> bool:
    """Whether a statement stands in no sentence."""
    return statement.carrier == "worksheet" or statement.formula is not None and statement.formula.display == "display"


def _place(statement: Statement) -> Span:
    return statement.formula.span if statement.formula is not None else statement.span


def _told_stage(statement: Statement, stage: Shown, before: Sequence[Shown], defined: set[Term]) -> Statement | None:
    """The statement as the step of attention that its words name, where the numbers bear one out."""
    if stage.rows * stage.columns > MOST_ENTRIES or _BESIDES.search(stage.words[-LEADING:]):
        return None
    if not _is_open(statement, defined) or any(each.numbers.rows == stage.numbers.rows for each in before):
        return None  # one that is shown once more was made further up
    judged = [(_agreeing(evaluate(each.numbers), stage.numbers, telling=True), each) for each in made_of(stage, before)]
    if not judged:
        return None
    most, made = max(judged, key=lambda one: one[0])
    shown = [number for number in _numbers(stage.numbers) if number.value != 0]
    long = all(number.printed is not None and number.printed.digits >= LONG for number in shown)
    if most < (1 if long else LEAST_OF_STAGE) or most < made.share * len(shown):
        return None
    if isinstance(made.told, Apply) and is_masked(stage.numbers):
        return None  # shares of what came before only
    return replace(statement, term=_joined(statement, made.told), by_words=True)


def _is_open(statement: Statement, defined: set[Term]) -> bool:
    """Whether a statement shows an array, and no formula says what it is."""
    term = statement.term
    sides = term.sides if isinstance(term, Relation) else (term,)
    return len(sides) == 1 or len(sides) == 2 and _is_name(sides[0]) and sides[0] not in defined


def _told(
    document: Document, statement: Statement, before: Sequence[Statement], defined: set[Term]
) -> Statement | None:
    display = _of(statement)
    if display is None or not _is_open(statement, defined) or statement.carrier not in READ_IN:
        return None
    inline = statement.formula is not None and statement.formula.display != "display"
    if inline and sum(map(len, display.rows)) < LEAST_INLINE:
        return None
    for earlier in reversed(before):
        shown = _shown(earlier.term.sides[-1] if isinstance(earlier.term, Relation) else earlier.term)
        if shown is None:
            continue
        made = _made(document, earlier, statement, shown, display)
        if made is None:
            return _told_product(document, statement, before, display)
        if statement.carrier == "prose" and _as_near_as_rounded(evaluate(made(shown)), shown, display):
            return None  # what is listed in a sentence may have been rounded on the way
        return replace(statement, term=_joined(statement, made(_operand(earlier, shown))), by_words=True)
    return None


def _told_product(
    document: Document, statement: Statement, before: Sequence[Statement], display: Matrix
) -> Statement | None:
    """The statement as the product of two of the displays above, where words speak of one and the numbers bear it out."""
    if len(list(_numbers(display))) < LEAST_OF_PRODUCT:
        return None
    shown = [(each, matrix) for each in before[-NEAREST:] if (matrix := _of(each)) is not None]
    for (one, first), (other, second) in permutations(reversed(shown), 2):
        earliest = min(one, other, key=lambda each: each.span.start)
        text = _between(document, earliest, statement, 2 * FARTHEST)
        named = _side_by_side(one, other, text)
        if not named and not _MULTIPLIED.search(text):
            continue
        if not named and not _telling(display):
            continue  # small whole numbers agree by chance
        for turned in (False, True) if named else (False,):
            if _mostly(evaluate(_times(second, turned, first)), display, MOST_OF_PRODUCT):
                made = _times(_operand(other, second), turned, _operand(one, first))
                return replace(statement, term=_joined(statement, made), by_words=True)
    return None


def _side_by_side(one: Statement, other: Statement, text: str) -> bool:
    """Whether a text holds the product of two names of one letter: ``QK^\\top`` gives."""
    names = [each.term.sides[0] if isinstance(each.term, Relation) else None for each in (one, other)]
    letters = [each.name for each in names if isinstance(each, Symbol) and len(each.name) == 1]
    if len(letters) < 2:
        return False
    between = r"\s*(?:\\(?:cdot|times)\s*|[@·×*]\s*)?"
    return (
        re.search(rf"(?<![A-Za-z]){re.escape(letters[0])}{between}{re.escape(letters[1])}(?![a-z])", text) is not None
    )


def _of(statement: Statement) -> Matrix | None:
    return _shown(statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term)


def _times(second: Term, turned: bool, operand: Term) -> Term:
    return Product((operand, Transpose(second) if turned else second))


Operation = Callable[[Term], Term]


def _made(
    document: Document, earlier: Statement, statement: Statement, shown: Matrix, display: Matrix
) -> Operation | None:
    """What the words between two displays say was done to the first, where the numbers bear it out."""
    for operation in _operations(_between(document, earlier, statement), shown, display):
        if _borne_out(operation, shown, display):
            return operation
    return None


def _operations(text: str, shown: Matrix, display: Matrix) -> Iterator[Operation]:
    """The one operation that a text names, in its readings."""
    if _NOT_YET.search(text) and not _CENTRED.search(text) or _BESIDES.search(text):
        return
    named = [name for name, words in _OPERATIONS.items() if words.search(text)]
    scaled, centred = _SCALED.search(text) is not None, _CENTRED.search(text) is not None
    if len(named) + scaled + centred == 0:
        gain, shift = _GAIN.search(text), _SHIFT.search(text)
        if gain is not None and shift is not None:
            factor, added = (Number(Fraction(found[1])) for found in (gain, shift))
            yield lambda operand: Sum((Product((factor, operand)), _all(added, shown)))
    if len(named) + scaled + centred != 1:
        return
    if named == ["square"]:
        yield lambda operand: Elementwise((operand, operand), "⊙")
    elif named:
        yield lambda operand: Apply(named[0], (operand,))
    if scaled and (below := _divisor(text, shown, display)) is not None:
        divisor = below
        yield lambda operand: Quotient(operand, divisor)
    if centred:
        for means in (_means_of_columns(shown), _means_of_rows(shown), _mean_of_all(shown)):
            yield partial(_less, means)


def _all(number: Number, shown: Matrix) -> Matrix:
    return Matrix(tuple(tuple(number for _ in row) for row in shown.rows), shown.style)


def _less(means: Matrix, operand: Term) -> Term:
    return Sum((operand, Product((Number(Fraction(-1)), means))))


def _divisor(text: str, shown: Matrix, display: Matrix) -> Term | None:
    """By what is divided: a root or a number that the text names, or the root that most of the entries tell."""
    if (root := _ROOT.search(text)) is not None:
        return Apply("sqrt", (Number(Fraction(root[1])),))
    if _ANY_ROOT.search(text) is None:
        number = _BY_NUMBER.search(text)
        return Number(Fraction(number[1])) if number is not None and Fraction(number[1]) else None
    pairs = list(zip(_numbers(shown), _numbers(display), strict=False))
    ratios = sorted((one.value / other.value) ** 2 for one, other in pairs if other.value)
    width = round(ratios[len(ratios) // 2]) if ratios else 0
    return Apply("sqrt", (Number(Fraction(width)),)) if 1 < width <= MOST_ROOTS else None


def _means_of_columns(shown: Matrix) -> Matrix:
    sums = [sum((cell.value for cell in column if isinstance(cell, Number)), Fraction(0)) for column in zip(*shown.rows, strict=True)]  # fmt: skip
    means = tuple(Number(total / len(shown.rows)) for total in sums)
    return Matrix(tuple(means for _ in shown.rows), shown.style)


def _means_of_rows(shown: Matrix) -> Matrix:
    sums = [sum((cell.value for cell in row if isinstance(cell, Number)), Fraction(0)) for row in shown.rows]
    return Matrix(
        tuple(tuple(Number(total / len(row)) for _ in row) for total, row in zip(sums, shown.rows, strict=True)),
        shown.style,
    )


def _mean_of_all(shown: Matrix) -> Matrix:
    numbers = [number.value for number in _numbers(shown)]
    mean = Number(sum(numbers, Fraction(0)) / len(numbers))
    return Matrix(tuple(tuple(mean for _ in row) for row in shown.rows), shown.style)


def _between(document: Document, earlier: Statement, statement: Statement, farthest: int = FARTHEST) -> str:
    """The text between two displays."""
    start, end = _place(earlier).end, _place(statement).start
    return document.source.text[start:end] if 0 <= end - start <= farthest else ""


def _borne_out(operation: Operation, shown: Matrix, display: Matrix) -> bool:
    """Whether half of what is displayed is what the operation gives, to a unit of the last place."""
    if _rows(shown) != _rows(display) or len({len(row) for row in (*shown.rows, *display.rows)}) != 1:
        return False
    return _mostly(evaluate(operation(shown)), display)


def _mostly(found: Value | NotEvaluated, display: Matrix, share: Fraction = Fraction(1, 2)) -> bool:
    """Whether half of what is displayed is what was found, to a unit of the last place."""
    numbers = sum(1 for _ in _numbers(display))
    return numbers > 0 and _agreeing(found, display) >= share * numbers


def _agreeing(found: Value | NotEvaluated, display: Matrix, *, telling: bool = False) -> int:
    """How many entries of what is displayed are what was found, to a unit of the last place.

    ``telling``: of those that are not nought, to half a unit.
    """
    numbers = list(_numbers(display))
    if not isinstance(found, Array) or len(found.cells) != len(numbers):
        return 0
    if not found.linear and found.shape != (len(display.rows), len(display.rows[0])):
        return 0
    pairs = zip(found.cells, numbers, strict=True)
    if telling:
        return sum(number.value != 0 and _near(cell, number, Fraction(1, 2)) for cell, number in pairs)
    return sum(_near(cell, number) for cell, number in pairs)


def _telling(display: Matrix) -> bool:
    """Whether most entries have digits enough to agree with nothing by chance."""
    numbers = list(_numbers(display))
    long = sum(each.printed is not None and each.printed.digits > 1 for each in numbers)
    return 3 * long >= 2 * len(numbers)


def _near(cell: Interval, number: Number, units: Fraction = Fraction(1)) -> bool:
    if number.printed is not None and number.printed.digits < 2:
        units = Fraction(1, 2)  # 0.1 is near to many numbers
    unit = number.printed.unit * units if number.printed is not None and not number.printed.exact else 0
    return cell.lo - unit <= number.value <= cell.hi + unit


def _as_near_as_rounded(found: Value | NotEvaluated, shown: Matrix, display: Matrix) -> bool:
    """Whether not all entries agree, and those that do not are as far off as numbers a unit beside those shown."""
    numbers = list(_numbers(display))
    if not isinstance(found, Array) or len(found.cells) != len(numbers):
        return False
    literals = [each.printed for each in _numbers(shown) if each.printed is not None and not each.printed.exact]
    unit = max((float(each.unit) for each in literals), default=0.0)
    loose = unit if unit < SET_BY_HAND else 0.0
    apart = [
        (abs(float(number.value) - float(cell.lo)), loose + abs(float(cell.lo)) * (math.exp(2 * loose) - 1))
        for cell, number in zip(found.cells, numbers, strict=True)
        if not _near(cell, number)
    ]
    return bool(apart) and all(distance <= room for distance, room in apart)


def _rows(display: Matrix) -> int:
    return len(display.rows)


def _numbers(display: Matrix) -> Iterator[Number]:
    for row in display.rows:
        yield from (cell for cell in row if isinstance(cell, Number))


def _shown(term: Term) -> Matrix | None:
    """A matrix or list of two printed numbers or more, and nothing else."""
    if not isinstance(term, Matrix) or sum(len(row) for row in term.rows) < 2:
        return None
    return (
        term
        if all(isinstance(cell, Number) and cell.printed is not None for row in term.rows for cell in row)
        else None
    )


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol) or isinstance(term, Index) and isinstance(term.base, Symbol)


def _operand(earlier: Statement, shown: Matrix) -> Term:
    """The name of the display above, or its numbers where it has none."""
    term = earlier.term
    if isinstance(term, Relation) and len(term.sides) == 2 and _is_name(term.sides[0]):
        return placeless(term.sides[0])
    return placeless(shown)


def _joined(statement: Statement, made: Term) -> Relation:
    """The statement with the side that its words add."""
    term = statement.term
    at = term.sides[-1].origin.start if isinstance(term, Relation) else term.origin.start
    side = replace(made, origin=Span(at, at))
    if isinstance(term, Relation):
        sign = "≈" if term.relations[0] in ROUGHLY_EQUAL else "="
        return Relation(("=", sign), (term.sides[0], side, term.sides[1]), term.origin)
    rough = any(isinstance(part, Number) and part.printed is not None and not part.printed.exact for part in walk(term))
    return Relation(("≈" if rough else "=",), (side, term), term.origin)
