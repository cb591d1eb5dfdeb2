"""Wrong numbers put into words: which rule reports them, where, at what level, with which evidence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, truncates_to, units_apart
from symformer.findings.finding import Level, Problem, Related
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import Compared, Comparison, cells_of
from symformer.judging.numbers.substitution import Leaf, Misfit
from symformer.judging.wording import long_text, number, plain, short
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.named import canonical
from symformer.semantics.values import Binding
from symformer.terms.parts import untransposed
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.span import Span

# faults that later claims can carry on
ROOTS = frozenset(
    {
        "sum-differs",
        "value-differs",
        "matrix-product-differs",
        "transpose-differs",
        "value-contradicts-symbol",
        "softmax-differs",
        "softmax-of-one-score",
        "table-contradicts-formula",
        "last-digit-differs",
    }
)

ROUNDED_DIGITS = 3  # decimals that tell a rounded fraction from a number that merely looks like one
LONGEST_ENTRY = 24
OTHERS_SHOWN = 5  # wrong entries listed below the first
SUBSTITUTED = frozenset({"transpose-differs", "value-contradicts-symbol"})


def rounded(value: Interval, printed: PrintedNumber) -> Fraction:
    """A value as it is printed with as many decimals."""
    return Fraction(decimal_text(value.middle, max(printed.decimals, 0)))


def wrong(claim: Claim, found: Comparison, truth: Comparison | None) -> tuple[str, Problem]:
    """The fault of a claim whose result does not follow, and the problem that reports it."""
    cells = found.wrong
    places = max((each.cell.printed.decimals for each in found.cells if each.cell.printed is not None), default=0)
    if any(_coarser_than_its_row(each, places, claim) for each in cells):
        return (fault := fault_of(claim)), _problem(claim, found, fault, None)
    if len(cells) == 1 and _shares_of_a_whole(claim.left, cells[0]):
        return "last-digit-differs", _problem(claim, found, "last-digit-differs", "info")
    if len(cells) == 1 and _of_rounded_fractions(claim.left, cells[0]):
        return "last-digit-differs", _problem(claim, found, "last-digit-differs", "info")
    if len(cells) == 1 and _is_of_rounded_root(claim, cells[0]):
        return "last-digit-differs", _problem(claim, found, "last-digit-differs", "info")
    if all(rounded_to_whole(each) for each in cells) and not _sum_of_decimals(claim.left):
        return "last-digit-differs", _problem(claim, found, "last-digit-differs", "info")
    if truncated(found) or truth is not None and truncated(truth):
        return "truncated", _truncation(claim, cells)
    close = last_digit(found) or truth is not None and last_digit(truth) and not _exact(found)
    if close and not _sum_of_decimals(claim.left):
        return "last-digit-differs", _problem(claim, found, "last-digit-differs", "warning")
    return (fault := fault_of(claim)), _problem(claim, found, fault, None)


def rounded_to_whole(each: Compared) -> bool:
    """Whether a number with decimals stands rounded to a whole one after "=": loose, but not wrong."""
    printed = each.cell.printed
    if printed is None or not printed.exact or printed.value.denominator != 1:
        return False  # 3e-6 is no whole number
    if each.value.exact and each.value.lo.denominator in (1, 2):
        return False
    return abs(each.value.middle - printed.value) < Fraction(1, 2)


def _coarser_than_its_row(each: Compared, places: int, claim: Claim) -> bool:
    """Whether a whole number stands among decimals that would have shown the right value, or a weight of nothing."""
    printed = each.cell.printed
    if printed is None or not printed.exact or places < 1:
        return False
    shown_by_others = each.value.exact and (each.value.lo * 10**places).denominator == 1
    gap = abs(each.value.middle - printed.value)
    share = isinstance(claim.left, Apply) and canonical(claim.left.function) == "softmax"
    return shown_by_others and gap * 2 >= 1 or share and gap > Fraction(1, 20)


def _shares_of_a_whole(term: Term, each: Compared) -> bool:
    """Whether rounded shares are added up to one: 0.33 + 0.33 + 0.33 = 1."""
    printed = each.cell.printed
    if printed is None or printed.value != 1 or not isinstance(term, Sum) or not _sum_of_decimals(term):
        return False
    shares = [part.printed for part in term.terms if isinstance(part, Number) and part.printed is not None]
    unit = max(share.unit for share in shares)
    return len(shares) > 2 and unit <= Fraction(1, 100) and abs(each.value.middle - 1) <= unit * len(shares) / 2


def _sum_of_decimals(term: Term) -> bool:
    """Whether numbers printed with decimals are added up and nothing else: nobody rounds 0.4 + 0.8 to 1."""
    return isinstance(term, Sum) and all(
        isinstance(each, Number) and each.printed is not None and each.printed.decimals > 0 for each in term.terms
    )


def _is_of_rounded_root(claim: Claim, each: Compared) -> bool:
    """Whether a result stands before the square of its rounded root: ``1.29 = 1.13^2``."""
    shown, left = each.cell.printed, claim.left
    if shown is None or claim.right.origin.start >= left.origin.start:
        return False
    match left:
        case Power(base=Number(printed=root), exponent=Number(value=value)) if root is not None and value == 2:
            if root.exact:
                return False
            low, high = (abs(root.value) - root.unit / 2) ** 2, (abs(root.value) + root.unit / 2) ** 2
            return low - shown.unit / 2 <= shown.value <= high + shown.unit / 2
    return False


def _of_rounded_fractions(term: Term, each: Compared) -> bool:
    """Whether rounded thirds, sixths or the like are added up, and their exact sum prints as shown: 0.667 + 0.667 = 1.333."""
    printed = each.cell.printed
    if printed is None or not isinstance(term, Sum) or not _sum_of_decimals(term):
        return False
    parts = [part.printed for part in term.terms if isinstance(part, Number) and part.printed is not None]
    if min(part.decimals for part in parts) < ROUNDED_DIGITS:
        return False
    for below in (3, 6, 7, 9):
        meant = [Fraction(round(part.value * below), below) for part in parts]
        if all(
            one != part.value and abs(one - part.value) <= part.unit / 2 for one, part in zip(meant, parts, strict=True)
        ):
            return abs(sum(meant, Fraction(0)) - printed.value) <= printed.unit / 2
    return False


def fault_of(claim: Claim) -> str:
    """The rule that reports a wrong result of this claim."""
    left = claim.left
    match left:
        case Apply() if canonical(left.function) == "softmax":
            single = len(left.arguments) == 1 and not isinstance(left.arguments[0], Matrix | Symbol)
            return "softmax-of-one-score" if single and isinstance(claim.right, Number) else "softmax-differs"
        case Transpose():
            return "transpose-differs"
    if any(isinstance(part, Symbol | Index) for part in walk(left)):
        return "value-differs"
    if isinstance(left, Product) and any(isinstance(factor, Matrix) for factor in left.factors):
        return "matrix-product-differs"
    if _arithmetic(left):
        return "sum-differs"
    return "value-differs"


def _arithmetic(term: Term) -> bool:
    """Whether a term is sums and products of numerals (or a display of such)."""
    return all(isinstance(part, Number | Sum | Product | Quotient | Matrix | Elementwise) for part in walk(term))


def truncated(found: Comparison) -> bool:
    """Whether every wrong entry is the right value with its further digits cut off."""
    return all(
        each.cell.printed is not None and not each.cell.printed.exact and truncates_to(each.value, each.cell.printed)
        for each in found.wrong
    )


def last_digit(found: Comparison) -> bool:
    """Off by one unit in the last place, with no sign, order or argmax changed."""
    for each in found.wrong:
        printed = each.cell.printed
        if printed is None:
            if not each.near:
                return False
            continue
        if units_apart(each.value, printed) > 1:
            return False
        if printed.exact and each.value.exact and each.value.lo.denominator == 1:
            return False
        if each.value.middle * printed.value < 0:
            return False
        scaled = each.value.middle * 10 ** max(printed.decimals, 0)
        if each.value.exact and scaled.denominator == 1:
            return False
    return _same_largest(found)


def _exact(found: Comparison) -> bool:
    """Whether the wrong entries have a right value that needs no rounding."""
    return any(
        each.value.exact
        and each.cell.printed is not None
        and (each.value.lo * 10 ** max(each.cell.printed.decimals, 0)).denominator == 1
        for each in found.wrong
    )


def _same_largest(found: Comparison) -> bool:
    """Whether the largest entry of each row stays the largest."""
    rows: dict[int, list[Compared]] = {}
    for each in found.cells:
        rows.setdefault(each.cell.place[0] if each.cell.place else 0, []).append(each)
    for row in rows.values():
        shown = [(each.cell.printed.value, each.value.middle) for each in row if each.cell.printed is not None]
        shown.sort(key=lambda pair: pair[1], reverse=True)
        if len(shown) > 1 and any(later[0] > shown[0][0] for later in shown[1:]):
            return False
    return True


def _problem(claim: Claim, found: Comparison, fault: str, level: Level | None) -> Problem:
    first = found.wrong[0]
    span = _cell_span(claim, first)
    message = _message(claim, found, fault)
    return Problem(
        span,
        message,
        level=level,
        related=also_wrong(claim, found.wrong[1:]),
        evidence=evidence(claim, found),
        note=_note(claim, first),
        key=f"{fault}@{span.start}-{span.end}",
    )


def _cell_span(claim: Claim, each: Compared) -> Span:
    return claim.statement.place(each.cell.origin)


def also_wrong(claim: Claim, others: Sequence[Compared]) -> tuple[Related, ...]:
    """The other wrong entries of a matrix or table, each at its place with its right value."""
    return tuple(
        Related(_cell_span(claim, each), f"{expected_text(each)} is right here, not {printed_text(each)}")
        for each in others[:OTHERS_SHOWN]
    )


def evidence(claim: Claim, found: Comparison) -> dict[str, object]:
    """What a report prints of the wrong entries: the first in full, all of them listed."""
    cells = found.wrong or found.cells
    first = cells[0]
    listed = []
    for each in cells:
        span = _cell_span(claim, each)
        listed.append(
            {
                "row": each.cell.place[0] + 1 if each.cell.place else None,
                "column": each.cell.place[1] + 1 if each.cell.place else None,
                "printed": printed_text(each),
                "expected": expected_text(each),
                "exact": long_text(each.value),
                "span": [span.start, span.end],
            }
        )
    made: dict[str, object] = {
        "kind": "number",
        "printed": printed_text(first),
        "expected": expected_text(first),
        "exact": long_text(first.value),
        "interval": [long_text_of(first.value.lo), long_text_of(first.value.hi)],
    }
    if len(found.cells) > 1:
        made["cells"] = listed
    return made


def long_text_of(value: Fraction) -> str:
    """One end of an interval in decimals."""
    return long_text(Interval.point(value))


def printed_text(each: Compared) -> str:
    """An entry as the note prints it; the value of an expression that is long."""
    if each.cell.printed is not None:
        return each.cell.printed.text
    text = plain(each.cell.term)
    if len(text) <= LONGEST_ENTRY:
        return text
    value = evaluate(each.cell.term)
    return long_text(value) if isinstance(value, Interval) else text


def expected_text(each: Compared) -> str:
    """An entry as it would be printed, were it right."""
    printed = each.cell.printed
    match each.cell.term:
        case Apply(function="percent", arguments=(Number(printed=PrintedNumber() as share),)):
            return number(each.value * Interval.point(100), share.decimals) + "%"
    if printed is None:
        return long_text(each.value)
    if printed.exact and each.value.middle.denominator != 1:
        return long_text(each.value) if len(long_text(each.value)) <= 8 else number(each.value, 2)
    text = number(each.value, printed.decimals)
    # an expected value that is printed alike, or as nothing, tells nothing: more decimals do
    if text == printed.text:
        return number(each.value, printed.decimals + 2)
    if each.value.middle != 0 and not text.strip("-0."):
        longer = (number(each.value, printed.decimals + more) for more in (1, 2))
        return next((found for found in longer if found.strip("-0.")), text)
    return text


def _message(claim: Claim, found: Comparison, fault: str) -> str:
    first = found.wrong[0]
    shown, right = printed_text(first), expected_text(first)
    where = _where(found, first)
    if fault == "softmax-of-one-score":
        return f"the softmax of a single score is 1, not {shown}"
    if fault == "last-digit-differs":
        return f"last digit: {where or _subject(claim.left)} is {right}, not {shown}"
    if isinstance(claim.left, Number) and claim.left.printed is not None and first.cell.printed is None:
        value = evaluate(claim.right)
        if isinstance(value, Interval):
            return f"{short(claim.right, 'the value')} is {long_text(value)}, not {claim.left.printed.text}"
    if not where:
        return f"{_subject(claim.left)} is {right}, not {shown}"
    inner = _cell_of(claim.left, first)
    if inner is not None and len(found.wrong) == 1:
        return f"{where}: {_subject(inner)} is {right}, not {shown}"
    of = short(claim.left, "the result") if not isinstance(claim.left, Matrix) else "the result"
    more = len(found.wrong) - 1
    also = f" (and {more} more)" if more else ""
    return f"{where} of {of}: expected {right}, found {shown}{also}"


def _where(found: Comparison, each: Compared) -> str:
    if len(found.cells) == 1 or not each.cell.place:
        return ""
    rows = {one.cell.place[0] for one in found.cells}
    row, column = each.cell.place[0] + 1, each.cell.place[1] + 1
    return f"entry {column}" if len(rows) == 1 else f"row {row}, column {column}"


def _cell_of(left: Term, each: Compared) -> Term | None:
    """The expression in the same place of a matrix of expressions."""
    cells = cells_of(left)
    inner = next((cell.term for cell in cells or () if cell.place == each.cell.place), None)
    return None if isinstance(inner, Number) else inner


def _subject(left: Term) -> str:
    words = {Sum: "the sum", Product: "the product", Quotient: "the quotient"}
    if not any(isinstance(part, Symbol | Apply | Power | Matrix) for part in walk(left)):
        for kind, word in words.items():
            if isinstance(left, kind):
                return word
    return short(left, "the value")


def _note(claim: Claim, first: Compared) -> str | None:
    """The working in a few words: the terms of the sum, and what they come to."""
    term = claim.left
    if first.cell.place:
        inner = _cell_of(term, first)
        if inner is None:
            return f"exactly {long_text(first.value)}" if first.cell.printed is not None else None
        term = inner
    if isinstance(term, Number | Symbol):
        return None
    text = plain(term)
    if len(text) > 70 or "…" in text:
        return f"exactly {long_text(first.value)}"
    same = first.value.exact and Fraction(first.value.lo) == _as_fraction(long_text(first.value))
    sign = "=" if same else "≈"
    return f"{text} {sign} {long_text(first.value)}"


def _as_fraction(text: str) -> Fraction | None:
    return None if "∞" in text else Fraction(text)


def _truncation(claim: Claim, cells: tuple[Compared, ...]) -> Problem:
    first = cells[0]
    span = _cell_span(claim, first)
    return Problem(
        span,
        f"{printed_text(first)} is cut off, not rounded: {expected_text(first)}",
        level="info",
        evidence=evidence(claim, Comparison(cells)),
        key=f"truncated@{span.start}-{span.end}",
    )


def echo(claim: Claim, found: Comparison, causes: tuple[str, ...]) -> Problem:
    """A result that merely carries on an earlier fault."""
    first = found.wrong[0]
    span = _cell_span(claim, first)
    return Problem(
        span,
        f"carries on an earlier error: {printed_text(first)} becomes {expected_text(first)}",
        level="info",
        related=also_wrong(claim, found.wrong[1:]),
        evidence=evidence(claim, found),
        key=f"carried-on@{span.start}-{span.end}",
        causes=causes,
    )


def repetition(claim: Claim, part: Term, causes: tuple[str, ...], others: Sequence[Term] = ()) -> Problem:
    """A number or display that stands here as it was printed, wrong, before; ``others`` do so beside it."""
    span = claim.statement.place(part.origin)
    beside = [each for each in others if each is not part][:OTHERS_SHOWN]
    return Problem(
        span,
        f"repeats {short(part, 'a display')}, which is wrong above",
        level="info",
        related=tuple(
            Related(claim.statement.place(each.origin), f"{plain(each)} is wrong above, too") for each in beside
        ),
        evidence={"kind": "number", "printed": plain(part)},
        key=f"carried-on@{span.start}-{span.end}",
        causes=causes,
    )


def accumulated(claim: Claim, truth: Comparison) -> Problem:
    """A result that follows from rounded numbers, but is not the rounded result."""
    first = truth.wrong[0]
    span = _cell_span(claim, first)
    return Problem(
        span,
        f"rounding adds up: without it, {printed_text(first)} is {expected_text(first)}",
        level="info",
        evidence=evidence(claim, truth),
        key=f"rounding-accumulated@{span.start}-{span.end}",
    )


def working(
    claim: Claim, literal: Comparison, causes: tuple[str, ...], *, right: bool, possible: bool = False
) -> Problem:
    """A result that is right, or may be, beside a working that gives another one.

    ``possible`` is whether numbers that print as those shown give it: then it was worked out before they were rounded.
    """
    first = literal.wrong[0]
    span = _cell_span(claim, first)
    displayed = any(cause.partition("@")[0] in SUBSTITUTED for cause in causes)
    symbolic = any(isinstance(part, Symbol) for part in walk(claim.left))
    rounding = truncated(literal) or last_digit(literal)  # of the steps shown in between
    short = _single_call(claim.left) and not is_whole_arithmetic(claim.left, first)
    quiet = possible or rounding or displayed or symbolic or short or not right
    level: Level = "info" if quiet or causes else "warning"
    return Problem(
        span,
        f"the working shown gives {expected_text(first)}, "
        + (f"though {printed_text(first)} is right" if right else f"not {printed_text(first)}"),
        level=level,
        evidence=evidence(claim, literal),
        note=_note(claim, first),
        key=f"working-does-not-yield-result@{span.start}-{span.end}",
        causes=causes,
    )


def is_whole_arithmetic(term: Term, first: Compared) -> bool:
    """Whether whole numbers alone make another whole one: (32 - 5 + 2) / 1 + 1 is 30, and no rounding makes it 32."""
    parts = list(walk(term))
    plain = all(isinstance(part, Number | Sum | Product | Quotient) for part in parts)
    whole = all(part.value.denominator == 1 for part in parts if isinstance(part, Number))
    printed = first.cell.printed
    result = first.value.exact and first.value.lo.denominator == 1 and printed is not None and printed.exact
    return plain and whole and result and sum(isinstance(part, Number) for part in parts) > 2


def _single_call(term: Term) -> bool:
    return (
        sum(isinstance(part, Number) and part.printed is not None and not part.printed.exact for part in walk(term))
        <= 1
    )


def two_values(claim: Claim, first: Leaf, second: Leaf) -> Problem:
    """One symbol, and the two numbers that were put in for it."""
    one, other = (plain(leaf.shown) for leaf in (first, second))
    name = short(first.symbol, "the symbol")
    span, place = (claim.statement.place(leaf.shown.origin) for leaf in (second, first))
    return Problem(
        span,
        f"{other} stands for {name} here, and {one} in the same line",
        related=(Related(place, f"{one} stands for {name} here"),),
        evidence={"kind": "number", "printed": other, "expected": one},
        key=f"value-contradicts-symbol@{span.start}-{span.end}",
    )


def digit_slip(claim: Claim, leaf: Leaf, before: Binding) -> Problem:
    """A long number that stands for a symbol whose value has another digit."""
    span = claim.statement.place(leaf.shown.origin)
    name, shown = short(leaf.symbol, "the symbol"), plain(leaf.shown)
    known = plain(before.display) if before.display is not None else ""
    return Problem(
        span,
        f"{shown} stands for {name} here, and {name} is {known} above: one digit is another",
        level="warning",
        related=(Related(before.at, f"{name} is {known} here"),),
        evidence={"kind": "number", "printed": shown, "expected": known},
        key=f"value-contradicts-symbol@{span.start}-{span.end}",
    )


def misfit(claim: Claim, found: Misfit) -> tuple[str, Problem]:
    """A display that disagrees with the known value of the symbol it replaces."""
    fault = "transpose-differs" if isinstance(found.symbol, Transpose) else "value-contradicts-symbol"
    first = found.comparison.wrong[0]
    span = _cell_span(claim, first)
    name = short(found.symbol, "the symbol")
    inner = untransposed(found.symbol)
    expected = expected_text(first)
    where = _where(found.comparison, first)
    of = f"{where} of {name}" if where else name
    more = len(found.comparison.wrong) - 1
    also = f" (and {more} more)" if more else ""
    message = f"{of}: expected {expected}, found {printed_text(first)}{also}"
    if isinstance(found.symbol, Transpose):
        message = f"{message}: this is not the transpose of {short(inner, 'the matrix')}"
    if last_digit(found.comparison):
        fault = "last-digit-differs"
    problem = Problem(
        span,
        message,
        level="warning" if fault == "last-digit-differs" else None,
        related=also_wrong(claim, found.comparison.wrong[1:]),
        evidence=evidence(claim, found.comparison),
        note=f"{short(inner, 'the symbol')} is known from above",
        key=f"{fault}@{span.start}-{span.end}",
    )
    return fault, problem


def restated(claim: Claim, found: Comparison, before: Span) -> Problem:
    """A display that differs in one entry from the display of the same name above."""
    first = found.wrong[0]
    span = _cell_span(claim, first)
    return Problem(
        span,
        f"{_where(found, first)} of {short(claim.left, 'the display')}: {printed_text(first)} here, "
        f"{expected_text(first)} above",
        level="warning",
        related=(Related(before, f"{short(claim.left, 'the display')} as it is shown first"),),
        evidence=evidence(claim, found),
        key=f"value-contradicts-symbol@{span.start}-{span.end}",
    )
