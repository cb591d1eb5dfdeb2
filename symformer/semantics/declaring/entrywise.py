r"""Arrays that are declared by their entries: ``x = (x_1, \dots, x_n)``, ``A = (a_{ij})_{m \times n}``."""

from __future__ import annotations

from symformer.semantics.prose.snippets import is_size
from symformer.terms.parts import unindexed
from symformer.terms.term import Ellipsis, Index, Matrix, Number, Product, Relation, Sum, Symbol, Term, Transpose
from symformer.text.cued import Cued

_FONT = Cued(r"^[a-z]+\((.*)\)")
_MARKS = Cued(r"[_'].*\Z")


def sizes_by_entries(name: Term, value: Term) -> tuple[Term, ...] | None:
    """The sizes that a list of a name's own entries tells, or None.

    Whose entries they are shows in the letter: ``x = (x_1, …, x_n)^\\top`` and ``\\mathbf{A} = (a_{ij})_{m \\times n}``,
    not ``X = (x_1, …, x_n)``, where each ``x_i`` may be a vector; nor ``x = (x_1, …, x_n)``, which may be a sequence.
    """
    if not isinstance(name, Symbol):
        return None
    upright = isinstance(value, Transpose) or name.name.startswith("bold(")
    if isinstance(value, Transpose):
        value = value.operand
    match value:
        case Matrix(rows=(cells,)) if upright:
            return _of_list(name, cells)
        case Matrix(rows=rows) if len(rows) > 1 and all(len(row) == 1 for row in rows):
            return _of_list(name, tuple(row[0] for row in rows))
        case Index(base=Index(base=Symbol() as entry, indices=(_, _)), indices=indices, upper=()):
            return _sized(name, entry, indices)
        case Index(base=Matrix(rows=((Index(base=Symbol() as entry, indices=(_, _)),),)), indices=indices, upper=()):
            return _sized(name, entry, indices)
    return None


def _of_list(name: Symbol, cells: tuple[Term, ...]) -> tuple[Term, ...] | None:
    """One size: that of a list which shows where it begins and where it ends."""
    entries = [cell for cell in cells if not isinstance(cell, Ellipsis)]
    if len(cells) - len(entries) != 1 or isinstance(cells[-1], Ellipsis) or isinstance(cells[0], Ellipsis):
        return None
    ends: list[Term] = []
    for entry in entries:
        match entry:
            case Index(base=Symbol() as base, indices=(index,), upper=()) if _is_entry(name.name, base.name):
                ends.append(index)
            case _:
                return None
    first, last = ends[0], ends[-1]
    if not isinstance(first, Number) or first.value not in (0, 1) or not is_size(last) or isinstance(last, Number):
        return None
    if first.value == 1:
        return (last,)
    return (last.terms[0],) if _less_one(last) and isinstance(last, Sum) else None


def _less_one(last: Term) -> bool:
    """``d - 1``: where a list that begins with 0 ends."""
    match last:
        case Sum(terms=(_, Number() as one)):
            return one.value == -1
    return False


def _sized(name: Symbol, entry: Symbol, indices: tuple[Term, ...]) -> tuple[Term, ...] | None:
    """``(a_{ij})_{m \\times n}`` and ``(a_{ij})_{1 \\le i \\le m, 1 \\le j \\le n}``."""
    if not _same(name.name.lower(), entry.name.lower()):
        return None
    match indices:
        case (Product(sign="×", factors=sizes),) if len(sizes) == 2 and all(is_size(size) for size in sizes):
            return sizes
        case (Relation() as rows, Relation() as columns):
            ends = _end_of(rows), _end_of(columns)
            return (ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
    return None


def _end_of(bounds: Relation) -> Term | None:
    """The n of ``1 \\le i \\le n``."""
    match bounds:
        case Relation(relations=("≤", "≤"), sides=(Number() as first, Symbol(), last)) if first.value == 1:
            return last if is_size(last) else None
    return None


def _same(left: str, right: str) -> bool:
    """Whether two names are one letter in two fonts: a bold x and its entries."""
    return _letter(left) == _letter(right)


def _is_entry(name: str, entry: str) -> bool:
    """Whether an entry may be a number: a list of bold letters is a list of vectors."""
    return _same(name, entry) and not entry.startswith("bold(")


def letter_of(term: Term) -> str | None:
    """The letter of a name or of what it indexes, whatever its font."""
    base = unindexed(term)
    return _letter(base.name) if isinstance(base, Symbol) else None


def _letter(name: str) -> str:
    return _MARKS.sub("", _FONT.sub(r"\1", name))
