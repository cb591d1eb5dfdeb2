r"""Sums along an array that the note shows, with an end that the note gives another number: ``\sum_{l=1}^{T} s_{il}``, T = 4, of a 3 × 3 S."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.worked.book import Book, book_of
from symformer.judging.worked.displayed_arrays import LARGEST, Shown, displayed_arrays
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.parts import matrix_of_entry, put_in
from symformer.terms.show import show, spell
from symformer.terms.term import Index, IndexedSum, Number, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.semantics.statement import Statement

LETTER_OF_SIZE = 1  # characters before its label: n, d_k


def ends_beside_displays(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum whose end is another number than the displayed array is long, along which it runs."""
    shown = _shown(model)
    if not shown:
        return
    book = once(model, book_of)
    for statement, parts in once(model, asserted_formulas):
        for part in parts if not statement.hedged else ():
            if isinstance(part, IndexedSum) and isinstance(part.index, Symbol) and part.condition is None:
                yield from _beside(part, part.index, statement, shown, book)


def _shown(model: SemanticModel) -> dict[str, Shown]:
    """The matrices that the note shows under a name, where all of them have one size."""
    found: dict[str, list[Shown]] = {}
    for each in displayed_arrays(model.document, model.statements):
        if each.name and len(each.rows) > 1:
            found.setdefault(each.name, []).append(each)
    return {name: each[0] for name, each in found.items() if len({one.size for one in each}) == 1}


def _beside(
    total: IndexedSum, index: Symbol, statement: Statement, shown: dict[str, Shown], book: Book
) -> Iterator[Problem]:
    names = {part for part in walk(total.upper) if isinstance(part, Symbol)} if total.upper is not None else set()
    if len(names) != 1 or not isinstance(total.lower, Number) or total.upper is None:
        return
    name = names.pop()
    value = _only_value(name, book)
    if value is None or len(name.name.partition("_")[0]) != LETTER_OF_SIZE:
        return
    last = dimension_of(put_in(total.upper, {name: value}))
    first = total.lower.value
    if last is None or last.number is None:
        return
    count = last.number - first + 1
    along = {(length, one) for part in walk(total.body) for length, one in _lengths(part, index, shown)}
    lengths = {length for length, _ in along}
    if len(lengths) != 1 or count in lengths:
        return
    length, of = min(along)
    place = statement.place(total.upper.origin)
    yield Problem(
        place,
        f"the sum has {count} terms, as {spell(name.name)} is {show(value)}, and {of} has {length} entries along {show(index)}",
        related=(Related(shown[of].span, f"{of} is shown here"),),
        evidence={"kind": "index", "symbol": show(index), "count": str(count), "length": length},
        key=f"displayed@{place.start}",
    )


def _only_value(name: Symbol, book: Book) -> Number | None:
    """The one whole number that a note gives a size, wherever it speaks of it."""
    told = {each.display for each in book.told.get(name, ())}
    values = {each.value for each in told if isinstance(each, Number)}
    if len(values) != 1 or len(told) != len([each for each in told if isinstance(each, Number)]):
        return None
    value = next(each for each in told if isinstance(each, Number))
    # 512 is the size of a model, beside which a small example is shown
    return value if value.value.denominator == 1 and 0 < value.value <= LARGEST else None


def _lengths(part: Term, index: Symbol, shown: dict[str, Shown]) -> Iterator[tuple[int, str]]:
    """How long the displayed matrix is, of which a part is an entry, along the letter of a sum."""
    if not isinstance(part, Index) or part.upper or len(part.indices) != 2 or index not in part.indices:
        return
    if part.indices[0] == part.indices[1]:
        return
    for matrix in (part.base, matrix_of_entry(part)):
        if isinstance(matrix, Symbol) and (found := shown.get(show(matrix))) is not None:
            yield found.size[part.indices.index(index)], show(matrix)
            return


__all__ = ["ends_beside_displays"]
