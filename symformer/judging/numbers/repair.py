"""What a note would print were a wrong number right: edits for the faults that a number can mend.

A fix replaces the printed results of one root fault, and the copies of them that later claims take over.
What follows from these is left to the next look at the mended note: then it is a fault of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.numerals import written_like
from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.findings.finding import Edit, Fix, Problem
from symformer.judging.judgement import Judgement, Repeat
from symformer.judging.numbers.comparison import Compared, power_of_ten, texts_by_row
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Number, Power, Product, Quotient, walk
from symformer.text.span import Span

# faults whose printed result follows from what stands before it
SAFE = frozenset(
    {
        "sum-differs",
        "value-differs",
        "matrix-product-differs",
        "softmax-differs",
        "transpose-differs",
        "table-contradicts-formula",
        "last-digit-differs",
    }
)
# faults where something else than the printed number may be what is wrong
UNSAFE = frozenset(
    {
        "value-contradicts-symbol",
        "softmax-of-one-score",
        "working-does-not-yield-result",
        "total-differs",
        "sentence-contradicts-number",
        "requoted-value-differs",
        "row-breaks-relation",
    }
)
LOWEST_ORDER = 400
SNAPPED = 12  # decimals further on, from where on a value is taken to be the nearest decimal number
MOST_DECIMALS = 30
HAZY = Fraction(1, 10**6)  # of a unit in the last place: how far apart the ends of a value may lie


Replaced = dict[tuple[tuple[str, ...], int, str], str]  # by row (none for a number alone), column and text


def with_fixes(judged: Sequence[Judgement], statements: Sequence[Statement], text: str) -> Iterator[Judgement]:
    """The judgements, those with a fault that other numbers would mend with the fix for it."""
    repeats: dict[str, list[tuple[Statement, Repeat]]] = {}
    for each in judged:
        for repeat in each.repeats:
            for key in repeat.causes:
                repeats.setdefault(key, []).append((each.claim.statement, repeat))
    quoted = _quoted(judged, statements)
    for each in judged:
        problem = each.problem
        if problem is None:
            yield each
            continue
        copies = [*repeats.get(problem.key or "", ()), *_quotes_of(each, quoted)]
        fix = _fix(each, copies, text)
        yield each if fix is None else replace(each, problem=replace(problem, fix=fix))


def _quoted(judged: Sequence[Judgement], statements: Sequence[Statement]) -> dict[str, list[tuple[Statement, Number]]]:
    """The long numbers that stand alone in a sentence, by their text; not those that a claim shows rightly."""
    sound = {
        cell.cell.printed.text
        for each in judged
        if each.comparison is not None
        for cell in each.comparison.cells
        if cell.answer == "yes" and cell.cell.printed is not None
    }
    found: dict[str, list[tuple[Statement, Number]]] = {}
    for statement in statements:
        number = statement.term
        if isinstance(number, Number) and number.printed is not None and number.printed.text not in sound:
            if not number.printed.exact and number.printed.digits >= 3:
                found.setdefault(number.printed.text, []).append((statement, number))
    return found


def _quotes_of(
    judgement: Judgement, quoted: dict[str, list[tuple[Statement, Number]]]
) -> Iterator[tuple[Statement, Repeat]]:
    """Where a wrong number is quoted behind the place it comes from."""
    for each in judgement.comparison.wrong if judgement.comparison is not None else ():
        text = each.cell.printed.text if each.cell.printed is not None else ""
        for statement, number in quoted.get(text, ()):
            if statement.span.start >= judgement.claim.span.end:
                yield statement, Repeat(number, number.origin, ())


def _fix(judgement: Judgement, repeats: Sequence[tuple[Statement, Repeat]], text: str) -> Fix | None:
    problem, found = judgement.problem, judgement.comparison
    if problem is not None and judgement.fault == "scale-contradicts-size":
        return _another_root(judgement, problem, text)
    if problem is None or found is None or problem.level == "info" or judgement.causes or problem.causes:
        return None
    if judgement.fault not in SAFE | UNSAFE:
        return None
    statement = judgement.claim.statement
    sure = judgement.fault in SAFE and not statement.hedged and statement.stance == "asserted" and _near(judgement)
    edits: list[Edit] = []
    replaced: Replaced = {}
    rows = _rows(judgement)
    for each in found.wrong:
        mended = _mended(each, rounds=judgement.claim.sign == "≈")
        own = [_edit(statement, number, new, text) for number, new in mended]
        made = [edit for edit in own if edit is not None]
        if not made or len(made) < len(own):
            return None
        edits += made
        row, column = each.cell.place or (0, 0)
        for number, new in mended:
            old = number.printed.text if number.printed is not None else ""
            replaced[(), 0, old] = new
            if row < len(rows):
                replaced[rows[row], column, old] = new
        sure = sure and _at_own_precision(each, mended) and _agrees(judgement, each)
    copies, whole = _copies(repeats, replaced, text)
    return Fix("safe" if sure and whole else "unsafe", tuple(_apart([*edits, *copies])))


def _near(judgement: Judgement) -> bool:
    """Whether no single number that is worked with was given in another section: there it may be a setting of its own."""
    section = judgement.claim.statement.section
    return all(
        each.section == section or each.authored or not isinstance(each.shown, Interval)
        for each in judgement.rests_on.values()
    )


def _another_root(judgement: Judgement, problem: Problem, text: str) -> Fix | None:
    """The root of the size that a score is to be divided by, where another root stands."""
    claim = judgement.claim
    shown, expected = (str(problem.evidence.get(key, "")).lstrip("√") for key in ("printed", "expected"))
    for part in (*walk(claim.left), *walk(claim.right)):
        match part:
            case Apply(function="sqrt", arguments=(Number(printed=PrintedNumber(text=old)) as number,)) if old == shown:
                edit = _edit(claim.statement, number, expected, text)
                if edit is not None and problem.span.contains(edit.span):
                    return Fix("unsafe", (edit,))
    return None


def _rows(judgement: Judgement) -> list[tuple[str, ...]]:
    """The texts of each row of what is printed, where all of it is plain numbers."""
    rows = list(texts_by_row(judgement.claim.right))
    cells = judgement.comparison.cells if judgement.comparison is not None else ()
    return rows if len(rows) == 1 + max((each.cell.place[0] for each in cells if each.cell.place), default=0) else []


def _copies(repeats: Sequence[tuple[Statement, Repeat]], replaced: Replaced, text: str) -> tuple[list[Edit], bool]:
    """The edits for what was taken over from a result, and whether there is one for all of it."""
    edits: list[Edit] = []
    whole = True
    for statement, repeat in repeats:
        old = repeat.number.printed.text if repeat.number.printed is not None else ""
        new = replaced.get((repeat.row, repeat.column, old))
        copy = _edit(statement, repeat.number, new, text) if new is not None else None
        if copy is not None:
            edits.append(copy)
        whole = whole and (copy is not None or new is None)
    return edits, whole


def _apart(edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits in order, without those that overlap an earlier one."""
    end = -1
    for each in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        if each.span.start >= end:
            yield each
            end = each.span.end


def _mended(each: Compared, *, rounds: bool) -> list[tuple[Number, str]]:
    """The numerals of a wrong entry that are to be replaced, and by what; none where it is no plain number."""
    term, value = each.cell.term, each.value
    match term:
        case Number(printed=PrintedNumber() as shown):
            return _if_new(term, _text(value, shown, rounds=rounds))
        case Apply(function="percent", arguments=(Number(printed=PrintedNumber() as shown) as share,)):
            return _if_new(share, _text(value * Interval.point(Fraction(100)), shown, rounds=True))
        case Product(factors=(Number(printed=PrintedNumber() as shown) as mantissa, Power(exponent=Number() as power))):
            exponent = power_of_ten(term.factors[1])
            if exponent is None or not value.middle:
                return []
            right = _order(value.middle) - (_order(mantissa.value) if mantissa.value else 0)
            scaled = value * Interval.point(Fraction(10) ** -right)
            return [*_if_new(mantissa, _text(scaled, shown, rounds=rounds)), *_if_new(power, str(right))]
        case Quotient(numerator=Number() as above, denominator=Number() as below) if value.exact and below.value:
            wanted = value.lo
            if (wanted * below.value).denominator == 1:
                return _if_new(above, str(wanted * below.value))
            return [*_if_new(above, str(wanted.numerator)), *_if_new(below, str(wanted.denominator))]
    return []


def _if_new(number: Number, text: str) -> list[tuple[Number, str]]:
    return [] if number.printed is None or text == number.printed.text else [(number, text)]


def _order(value: Fraction) -> int:
    """The power of ten of a value's first digit."""
    order = len(str(abs(int(value)))) - 1 if abs(value) >= 1 else -1
    while abs(value) < Fraction(10) ** order and order > -LOWEST_ORDER:
        order -= 1
    return order


def _text(value: Interval, number: PrintedNumber, *, rounds: bool) -> str:
    """A value as the number it replaces is printed; a whole number gets decimals where it needs them."""
    if "e" in number.text:
        mantissa, _, power = number.text.partition("e")
        decimals = len(mantissa.partition(".")[2])
        return f"{decimal_text(value.middle / Fraction(10) ** int(power), decimals)}e{power}"
    if number.exact and not rounds and value.middle.denominator != 1:
        exact = (n for n in range(1, 5) if value.exact and (value.lo * 10**n).denominator == 1)
        return decimal_text(value.middle, next(exact, 2))
    text = _decimals(value.middle, max(number.decimals, 0))
    return text.replace("0.", ".", 1) if number.text.lstrip("-").startswith(".") else text


def _decimals(value: Fraction, places: int) -> str:
    """A value with so many decimals, more where nothing would be left of it; an enclosure of a tie is one."""
    text = decimal_text(Fraction(decimal_text(value, places + SNAPPED)), places)
    while value and not text.strip("-0.") and places < MOST_DECIMALS:
        places += 1
        text = decimal_text(value, places)
    return text


def _at_own_precision(each: Compared, mended: Sequence[tuple[Number, str]]) -> bool:
    """Whether there is one expected value at the precision of the printed one."""
    for number, new in mended:
        old = number.printed.text if number.printed is not None else ""
        if len(new.partition(".")[2]) != len(old.partition(".")[2]):
            return False
    shown = each.cell.printed
    return shown is not None and each.value.hi - each.value.lo <= shown.unit * HAZY


def _agrees(judgement: Judgement, each: Compared) -> bool:
    """Whether the values behind the printed numbers are printed alike, or no further away than rounding takes them."""
    if judgement.behind is None or each.cell.printed is None:
        return True
    same = [other for other in judgement.behind.cells if other.cell.place == each.cell.place]
    return len(same) == 1 and abs(same[0].value.middle - each.value.middle) <= 3 * each.cell.printed.unit


def _edit(statement: Statement, number: Number, new: str, text: str) -> Edit | None:
    """The edit that puts a number in the place of another; None where the text there is not that number."""
    if number.printed is None:
        return None
    span = statement.place(number.origin)
    written = span.slice(text)
    bare = written.strip()
    made = written_like(bare, number.printed.text, new)
    if made is None or not bare:
        return None
    before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
    if (before.isalnum() or after.isdigit()) and len(made) > len(bare):
        return None  # an argument without braces, as in one half written \\frac12
    start = span.start + written.index(bare)
    return Edit(Span(start, start + len(bare)), made)


__all__ = ["SAFE", "UNSAFE", "with_fixes"]
