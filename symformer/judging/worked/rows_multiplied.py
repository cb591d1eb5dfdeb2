"""Scores of rows by number beside the matrices they are rows of: ``q_3 · k_1 = 2 · 2 + 1 · 1 = 5`` below Q and K.

The small letter with a number is a row of the matrix of the capital letter, or a column, counted from one or from nothing.
Told is what none of these gives, where the note has not given the row itself another value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Number, Product, Relation, Sum, Symbol, Term, Transpose
from symformer.text.cued import Cued

_CHANGED = Cued(
    r"\b(?:add(?:s|ed|ing)?\s+(?!up\b|them\b|these\b|the\s+products\b|all\b)|rotat\w*|normali[sz]\w*|replac\w*|chang\w*|shift\w*|swap\w*|perturb\w*|updat\w*|"
    r"RoPE|instead|subtract\w*|rescal\w*|centr\w*|center\w*|new\s+(?:ones?|keys?|quer\w+|vectors?|values?|rows?)|(?:layer|head|example|step|block|batch|iteration|sample)\s+(?:[2-9b]|two|three)|multiplied\s+by\s+(?!hand|the\b)|(?:second|other|another|next)\s+(?:head|layer|example|step))\b",
    re.IGNORECASE,
)
LETTERS = frozenset("qkvx")
Vector = tuple[Fraction, ...]


def row_product_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each dot product of two rows by number that is not theirs."""
    products = [(each, side, pair) for each in statements if (found := _product(each)) is not None for side, pair in (found,)]  # fmt: skip
    if not products:
        return
    arrays = displayed_arrays(document, statements)
    given = {each.name.casefold() for each in arrays if each.size[0] == 1}
    for statement, side, pair in products:
        sources = [_matrix(arrays, name, statement.span.start) for name, _ in pair]
        if any(f"{name}[{at}]" in given for name, at in pair) or None in sources:
            continue
        begin = min(each.span.end for each in sources if each is not None)
        if _CHANGED.search(document.source.text, begin, statement.span.start) is not None:
            continue  # the rows are no more those of the matrix
        one, other = (each for each in sources if each is not None)
        ways = list(_ways(one, pair[0][1], other, pair[1][1]))
        if ways:
            yield from _judged(statement, side, ways, pair, (one, other))


def _product(statement: Statement) -> tuple[int, tuple[tuple[str, int], tuple[str, int]]] | None:
    """Which side of a chain is the product of two rows by number, and which rows."""
    term = statement.term
    if statement.stance != "asserted" or not isinstance(term, Relation) or len(set(term.relations) - {"=", "≈"}) > 0:
        return None
    for at, side in enumerate(term.sides[:-1]):
        if isinstance(side, Product) and len(side.factors) == 2:
            first, second = map(_row, side.factors)
            if first is not None and second is not None and first[0] != second[0]:
                return at, (first, second)
    return None


def _row(term: Term) -> tuple[str, int] | None:
    match term:
        case Transpose(operand=operand):
            return _row(operand)
        case Index(base=Symbol(name=name), indices=(Number(value=value),), upper=()) if value.denominator == 1:
            letter = name.removeprefix("bold(").removeprefix("vec(").removesuffix(")")
            return (letter, int(value)) if letter in LETTERS and 0 <= value < 10 else None
    return None


def _matrix(arrays: Sequence[Shown], name: str, before: int) -> Shown | None:
    """The one matrix above that has the capital letter of a row."""
    found = [each for each in arrays if _letter(each.name) == name.upper() and each.span.start < before]
    return found[-1] if found and min(found[-1].size) > 1 and len({_key(each) for each in found}) == 1 else None


def _letter(name: str) -> str:
    return name.removeprefix("bold(").removesuffix(")")


def _key(array: Shown) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, array.values))


def _ways(one: Shown, i: int, other: Shown, j: int) -> Iterator[tuple[Vector, Vector]]:
    """The pairs of vectors that may be meant: rows or columns, from one or from nothing."""
    for turned in (False, True):
        for base in (1, 0):
            left, right = _lines(one, turned=turned), _lines(other, turned=turned)
            if 0 <= i - base < len(left) and 0 <= j - base < len(right):
                pair = left[i - base], right[j - base]
                if len(pair[0]) == len(pair[1]):
                    yield pair


def _lines(array: Shown, *, turned: bool) -> list[Vector]:
    rows = [tuple(entry.number.value if entry.number is not None else Fraction(0) for entry in row) for row in array.rows]  # fmt: skip
    return list(zip(*rows, strict=True)) if turned else rows


def _judged(
    statement: Statement,
    side: int,
    ways: Sequence[tuple[Vector, Vector]],
    pair: tuple[tuple[str, int], tuple[str, int]],
    sources: tuple[Shown, Shown],
) -> Iterator[Problem]:
    assert isinstance(statement.term, Relation)
    name = " · ".join(f"{letter}_{at}" for letter, at in pair)
    for term in statement.term.sides[side + 1 :]:
        pairs = _factors(term)
        if pairs is not None and len(pairs) == len(ways[0][0]):
            if not any(_are(pairs, way) for way in ways):
                one, other = ways[0]
                right = " + ".join(f"{_text(a)}·{_text(b)}" for a, b in zip(one, other, strict=True))
                yield _problem(statement, term, f"{name} is {right} by the matrices above", None, "", sources)
                return
            continue
        if isinstance(term, Number) and term.printed is not None:
            values = [sum((a * b for a, b in zip(*way, strict=True)), Fraction(0)) for way in ways]
            if not any(_rounds(value, term.printed) for value in values):
                right = decimal_text(values[0], max(term.printed.decimals, 0))
                message = f"{name} is {right} by the matrices above, not {term.printed.text}"
                yield _problem(statement, term, message, term.printed.text, right, sources)
                return


def _factors(term: Term) -> list[tuple[Fraction, Fraction]] | None:
    """The pairs of numbers of a written-out dot product."""
    terms = term.terms if isinstance(term, Sum) else ()
    found: list[tuple[Fraction, Fraction]] = []
    for each in terms:
        match each:
            case Product(factors=(Number(value=one), Number(value=other))):
                found.append((one, other))
            case _:
                return None
    return found or None


def _are(pairs: Sequence[tuple[Fraction, Fraction]], way: tuple[Vector, Vector]) -> bool:
    straight = list(zip(*way, strict=True))
    turned = [(b, a) for a, b in straight]
    return any(sorted(pairs) == sorted(each) for each in (straight, turned))


def _rounds(value: Fraction, shown: PrintedNumber) -> bool:
    return abs(value - shown.value) <= shown.unit


def _text(value: Fraction) -> str:
    return decimal_text(value, 0 if value.denominator == 1 else 4).rstrip("0").rstrip(".") if value.denominator != 1 else str(value)  # fmt: skip


def _problem(
    statement: Statement, term: Term, message: str, shown: str | None, expected: str, sources: tuple[Shown, Shown]
) -> Problem:
    span = statement.place(term.origin)
    evidence: dict[str, object] = {"kind": "text"}
    if shown is not None:
        evidence = {"kind": "number", "printed": shown, "expected": expected}
    return Problem(
        span,
        message,
        level="warning",
        evidence=evidence,
        related=tuple(Related(each.span, "the matrix") for each in sources),
        key=f"value-contradicts-symbol@{span.start}-{span.end}",
    )


__all__ = ["row_product_problems"]
