r"""Shapes that are shown twice, in letters and in numbers: ``(B, T, C)`` beside ``(32, 128, 512)``.

A letter stands for one number in all rows of a table, and in all lines of a section.  Where each row is a case of its own (a model, a layer) its letters differ
from row to row, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.dimension import Dimension, substitute
from symformer.algebra.dimension import number as counted
from symformer.documents.document import Table
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import settled_numbers
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.snippets import Read, Snippet, sizes_in
from symformer.semantics.shapes.facts import size_letters
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import Symbol
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

LONGEST = 60  # rows of a table
LEAST = 2  # rows that tell the same number, before another one is odd
_BRACKETED = Cued(r"[(\[](?:[^()\[\]]|\([^()]*\))*,(?:[^()\[\]]|\([^()]*\))*[)\]]")
_TWICE = Cued(
    r"(?P<letters>[(\[](?=[^()\[\]\n]*[A-Za-z])(?:[^()\[\]\n]|\([^()\n]*\))*,[^()\[\]\n]*,[^()\[\]\n]*[)\]])"
    r"[`$\s]*(?:=|→|->|\\to|\\rightarrow|i\.e\.,?|here|=>|⇒|即|例如|e\.g\.,?)[`$\s]*"
    r"(?P<numbers>[(\[](?:[A-Za-z]\w*|\d+)(?:,\s*\d+){2,}[)\]])"
)
_CROSSED = Cued(r"[`$\s]*(?P<sizes>[^`$|]*(?:×|\\times)[^`$|]*?)[`$\s]*\Z")


@dataclass(frozen=True, slots=True)
class _Row:
    """The axes of one row: how large in letters, how large in numbers, and where the numbers stand."""

    axes: tuple[tuple[Dimension, Fraction], ...]
    place: Span


def numbered_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one row of a table whose numbers are not what its letters are elsewhere."""
    read = reader_of(model.vocabulary)
    text = model.document.source.text
    known: dict[str, Fraction] | None = None
    tables = [list(_rows(table, text, read)) for table in model.document.tables if len(table.rows) <= LONGEST]
    for rows in (*tables, *_by_section(model, read)):
        if len(rows) < LEAST:
            continue
        if known is None:
            settled = settled_numbers(model.statements)
            known = {name.name: each.value for name, each in settled.items() if isinstance(name, Symbol)}
        problem = _odd(rows, known)
        if problem is not None:
            yield problem


def _rows(table: Table, text: str, read: Read) -> Iterator[_Row]:
    for row in table.rows:
        lettered: list[tuple[Dimension, ...]] = []
        numbered: list[tuple[tuple[Dimension, ...], Span]] = []
        for cell in row:
            if not any(mark in cell.text for mark in (",", "×", "times")):
                continue
            for sizes, place in shapes_in(cell.span, text, read):
                if any(size.number is not None and size.number > 1 for size in sizes) and _is_counted(sizes):
                    numbered.append((sizes, place))
                elif any(size.letters for size in sizes):
                    lettered.append(sizes)
        if len(lettered) == len(numbered) == 1 and len(lettered[0]) == len(numbered[0][0]):
            axes = [
                (letters, size.number) for letters, size in zip(lettered[0], numbered[0][0], strict=True)
                if size.number is not None and letters.letters
            ]  # fmt: skip
            if axes:
                yield _Row(tuple(axes), numbered[0][1])


def _by_section(model: SemanticModel, read: Read) -> Iterator[list[_Row]]:
    """The lines of each section that show a shape twice: ``(B, T, C) = (32, 128, 512)``, also in remarks of code."""
    text = model.document.source.text
    rows: dict[int, list[_Row]] = {}
    dimensions = {show(each.symbol) for each in model.table.declarations if each.role == "dimension"}
    sizes_here = model.size_names | size_letters(model.table) | dimensions
    for found in _TWICE.finditer(text):
        (letters, _), (numbers, place) = (
            next(shapes_in(Span(*found.span(group)), text, read), ((), Span(0, 0))) for group in ("letters", "numbers")
        )
        if len(letters) != len(numbers) or not _is_counted(numbers):
            continue
        if not any(name in sizes_here for size in letters for name in size.letters):
            continue
        axes = [(size, shown.number) for size, shown in zip(letters, numbers, strict=True) if shown.number is not None]
        section = section_at(model.document, place.start)
        rows.setdefault(section, []).append(_Row(tuple(each for each in axes if each[0].letters), place))
    for each in rows.values():
        yield each[:LONGEST]


def _is_counted(sizes: Sequence[Dimension]) -> bool:
    """Whether sizes are numbers, but for a letter such as that of the batch in front."""
    return all(size.number is not None for size in sizes[1:])


def shapes_in(cell: Span, text: str, read: Read) -> Iterator[tuple[tuple[Dimension, ...], Span]]:
    """All shapes that a cell holds, with their places."""
    inside = cell.slice(text)
    places = [found.span() for found in _BRACKETED.finditer(inside)]
    if not places and (whole := _CROSSED.match(inside)) is not None:
        places = [whole.span("sizes")]
    for start, end in places:
        place = Span(cell.start + start, cell.start + end)
        terms = sizes_in(Snippet(MappedText.identity(place.slice(text), place.start)), read)
        sizes = [dimension_of(term) for term in terms or ()]
        whole_sizes = tuple(size for size in sizes if size is not None)
        if len(whole_sizes) >= 2 and len(whole_sizes) == len(sizes):
            yield whole_sizes, place


def _odd(rows: Sequence[_Row], known: Mapping[str, Fraction]) -> Problem | None:
    """The one row that gives letters other numbers than all others do."""
    told: dict[str, list[tuple[int, Fraction]]] = {}
    for at, row in enumerate(rows):
        for size, shown in row.axes:
            if (value := _value_of_letter(size, shown)) is not None:
                told.setdefault(value[0], []).append((at, value[1]))
    agreed: dict[str, Fraction] = {}
    for name, values in told.items():
        best = _agreed(values, known.get(name))
        if best is not None:
            agreed[name] = best
    wrong = [(at, *odd) for at, row in enumerate(rows) if (odd := _misfit(row, agreed)) is not None]
    if len(wrong) != 1:
        return None  # more than one: rows that are cases
    at, size, shown, right = wrong[0]
    place = rows[at].place
    return Problem(
        place,
        f"{size} is {right} in the other lines, not {shown}",
        evidence={"kind": "shape", "printed": str(shown), "expected": str(right)},
        key=f"numbered-shape@{place.start}",
    )


def _value_of_letter(size: Dimension, shown: Fraction) -> tuple[str, Fraction] | None:
    """What the only letter of a size is, where the size is that number: N of N + 1, C of 3C."""
    if len(size.letters) != 1:
        return None
    (name,) = size.letters
    zero, one = substitute(size, name, counted(0)), substitute(size, name, counted(1))
    if zero is None or one is None or zero.number is None or one.number is None or one.number == zero.number:
        return None
    value = (shown - zero.number) / (one.number - zero.number)
    back = substitute(size, name, counted(value))
    exact = back is not None and back.number == shown  # no power of it
    return (name, value) if exact and value.denominator == 1 and value > 0 else None


def _agreed(values: Sequence[tuple[int, Fraction]], known: Fraction | None) -> Fraction | None:
    """The number that all rows but one give a letter; of two rows the one that the note gives it."""
    by_value: dict[Fraction, set[int]] = {}
    for at, value in values:
        by_value.setdefault(value, set()).add(at)
    if known is not None and len(by_value.get(known, ())) >= 1:
        return known if len(by_value) <= 2 else None
    best = max(by_value, key=lambda value: len(by_value[value]))
    others = {at for value, places in by_value.items() if value != best for at in places}
    return best if len(by_value[best]) >= LEAST and len(others) <= 1 else None


def _misfit(row: _Row, agreed: Mapping[str, Fraction]) -> tuple[Dimension, Fraction, Fraction] | None:
    """An axis whose number is not that of its letters: how large in letters, as shown, and as it is."""
    for size, shown in row.axes:
        value: Dimension | None = size
        for name in size.letters:
            if name not in agreed or value is None:
                value = None
                break
            value = substitute(value, name, counted(agreed[name]))
        if value is not None and value.number is not None and value.number != shown:
            return size, shown, value.number
    return None


__all__ = ["numbered_shape_problems", "shapes_in"]
