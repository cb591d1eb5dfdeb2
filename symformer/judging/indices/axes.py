"""Indices that do not fit the axes they run along, in words for the author."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.equal_in_case import are_equal_in_case
from symformer.semantics.indices.axes import (
    AxisUse,
    TwoSizes,
    beyond_the_last,
    entries_exchanged,
    letters_of_two_sizes,
    letters_of_two_sizes_told,
    sums_of_entries_too_long,
)
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Index, IndexedSum, Number, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_AXES = ("rows", "columns")
COUNTS = Cued(r"\$ [a-z]{3,}(?: [a-z]+)?")  # "$M$ output symbols"
MAY_BE_FEWER = frozenset("kKrRtTpPqQsSB")  # a rank, the steps so far, some of all
CUT = Cued(
    r"\b(?:first|top|leading|last|truncat\w*|partial\w*|prefix\w*|cut|keep\w*|kept|so far|up to|largest)\b|前|截断",
    re.IGNORECASE,
)


def two_sizes(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter that runs along axes of different length in one formula."""
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula":
            continue
        told: set[Index] = set()
        summed = sums_of_entries_too_long(shaped, model.size_names)
        whole = (each for each in summed if not _is_cut_short(each, shaped, model))
        typed = letters_of_two_sizes_told(shaped)
        several = [*letters_of_two_sizes(shaped, model.size_names), *whole, *typed]
        entries = {use.entry for each in several for use in (each.first, each.second) if use is not None}
        several += [each for each in entries_exchanged(shaped) if each.second and each.second.entry not in entries]
        for found in several:
            letter, entry = spell(found.letter), (found.second or found.first).entry
            if entry in told:
                continue  # K_{ji} for K_{ij} is one slip, not one for i and one for j
            if _is_diagonal(found, shaped.statement.term) or _is_a_window(found, shaped.statement.term):
                continue
            if are_equal_in_case(*found.sizes, shaped.statement.span, model):
                continue
            told.add(entry)
            yield Problem(
                shaped.statement.place(entry.origin),
                _message(letter, found),
                help=_advice(letter, found),
                related=_declared(shaped, found),
                evidence={"kind": "index", "letter": letter},
            )


def _is_diagonal(found: TwoSizes, term: Term) -> bool:
    """Whether an equation fills the diagonal of a matrix that need not be square: ``S_{ii} = \\sigma_i``."""
    same = found.second is not None and found.first.entry == found.second.entry
    if same and isinstance(term, Relation) and term.sides[0] == found.first.entry:
        return True
    ends = [part.upper for part in walk(term) if isinstance(part, IndexedSum) and part.index == Symbol(found.letter)]
    sizes = {str(size) for size in found.sizes}
    return same and any(isinstance(end, Apply) or isinstance(end, Symbol) and end.name not in sizes for end in ends)


def _is_a_window(found: TwoSizes, term: Term) -> bool:
    """Whether the longer array is also met further on along the axis, as by a convolution: ``Y_{ij} = X_{ij} - X_{i+1,j+1}``."""
    letter = Symbol(found.letter)
    arrays = {each.entry.base for each in (found.first, found.second) if each is not None}
    return any(
        part.base in arrays and isinstance(slot, Sum) and letter in slot.terms
        for part in walk(term)
        if isinstance(part, Index)
        for slot in part.indices
    )


def _is_cut_short(found: TwoSizes, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether a sum along an axis of a matrix may end before the axis does: at the position t, after the first k."""
    if found.first.shape.rank != 2:
        return False
    letter = found.sizes[0].letter or ""
    uses = model.uses.of(letter)
    text, place = model.document.source.text, shaped.statement.span
    # d_k, n_heads: a size by its name; D, F: one of another array
    counts = "_" in letter or letter in model.size_names - MAY_BE_FEWER
    counts = counts or any(
        each.role == "dimension" and each.concept and each.by == "prose" for each in uses.declarations
    )
    counts = counts or any(
        each.part == "mentioned" and COUNTS.match(text, each.span.end) is not None for each in uses.occurrences
    )
    if not counts or letter in model.index_names or any(each.part in ("index", "bound") for each in uses.occurrences):
        return True
    return CUT.search(text, max(text.rfind("\n\n", 0, place.start), 0), place.end) is not None


def _message(letter: str, found: TwoSizes) -> str:
    if found.second is None:
        return f"{letter} runs to {found.sizes[0]}, but there are {found.sizes[1]} {_axis(found.first)}"
    return (
        f"{letter} runs over the {found.sizes[0]} {_axis(found.first)}"
        f" and over the {found.sizes[1]} {_axis(found.second)}"
    )


def _axis(use: AxisUse) -> str:
    base = use.entry.base
    name = spell(base.name) if isinstance(base, Symbol) else show(base)
    if use.shape.rank == 2:
        return f"{_AXES[use.axis]} of {name}"
    return f"entries of {name}" if use.shape.rank == 1 else f"entries along axis {use.axis + 1} of {name}"


def _advice(letter: str, found: TwoSizes) -> str | None:
    if found.second is None:
        return f"try {found.sizes[1]} as the last {letter}"
    use = found.second
    if use.shape.rank == 2 and use.shape.sizes[1 - use.axis] == found.sizes[0]:
        base, (first, second) = show(use.entry.base), use.entry.indices
        return f"try {base}[{show(second)}, {show(first)}], whose {_AXES[1 - use.axis]} are {found.sizes[0]}"
    return f"try another letter than {letter} for one of the two"


def _declared(shaped: StatementShape, found: TwoSizes) -> tuple[Related, ...]:
    related = []
    for use in (found.first, found.second):
        place = shaped.environment.declared_at(use.entry.base) if use is not None else None
        if use is not None and place is not None and place.length:
            related.append(Related(place, f"{show(use.entry.base)} declared here: {use.shape}"))
    return tuple(dict.fromkeys(related))


def beyond_sizes(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry that a matrix of known size does not have."""
    for shaped in model.shapes:
        if shaped.statement.carrier not in ("formula", "worksheet"):
            continue
        for use in beyond_the_last(shaped):
            place = shaped.environment.declared_at(use.entry.base)
            related = (Related(place, f"declared here: {use.shape}"),) if place is not None and place.length else ()
            yield Problem(
                shaped.statement.place(use.entry.origin),
                f"there is no entry {show(use.entry)}: {_sizes(use)}",
                help=f"try an index of {use.size} or less, or the two indices exchanged"
                if _fits_exchanged(use)
                else f"try an index of {use.size} or less",
                related=related,
                evidence={"kind": "index"},
            )


def _sizes(use: AxisUse) -> str:
    base = show(use.entry.base)
    if use.shape.rank == 2:
        rows, columns = use.shape.sizes
        return f"{base} has {rows} rows and {columns} columns"
    return f"{base} has {use.size} entries along axis {use.axis + 1}"


def _fits_exchanged(use: AxisUse) -> bool:
    slots = [slot.value for slot in use.entry.indices if isinstance(slot, Number)]
    lengths = [size.number for size in use.shape.sizes]
    if len(slots) != 2 or len(lengths) != 2:
        return False
    rows, columns = lengths
    return rows is not None and columns is not None and slots[1] <= rows and slots[0] <= columns
