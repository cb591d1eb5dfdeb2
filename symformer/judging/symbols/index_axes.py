"""Arrays that carry an index and the axis which that index runs along: head_i of B × H × T × d, where H heads are counted by i."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import exact_key
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Apply, Ellipsis, Index, Symbol, Term, children, walk

# what counts, and what it is counted by: of these an array holds one or all
COUNTED = {"number of heads": "head index", "number of layers": "layer index", "number of experts": "expert index"}
NOUNS = {"number of heads": "head", "number of layers": "layer", "number of experts": "expert"}
FEWEST_AXES = 3


def indices_with_axes(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the first declaration of each name that has an index and, as a size of its own, how far it runs."""
    counts = {
        key: declaration
        for declaration in model.table.declarations
        if declaration.concept in COUNTED and (key := exact_key(declaration.symbol)) is not None
    }
    if not counts:
        return
    seen: set[str] = set()
    for declaration in model.table.declarations:
        symbol, sizes = declaration.symbol, declaration.sizes or ()
        if not isinstance(symbol, Index) or not isinstance(symbol.base, Symbol) or len(sizes) < FEWEST_AXES:
            continue
        if symbol.base.name in seen:
            continue
        axis = next((count for size in sizes if (count := counts.get(exact_key(size) or "")) is not None), None)
        if axis is not None and _counts(symbol, axis, model):
            seen.add(symbol.base.name)
            yield _told(declaration, axis)


def _counts(symbol: Index, axis: Declaration, model: SemanticModel) -> bool:
    """Whether the index of a name runs as far as an axis is long."""
    slots = symbol.slots
    if len(slots) != 1 or not isinstance(slots[0], Symbol) or not isinstance(symbol.base, Symbol):
        return False
    concepts = {each.concept for each in model.table.all_of(slots[0].name)}
    if COUNTED[axis.concept or ""] in concepts:
        return True
    noun = taken_apart(symbol.base.name).letter.casefold()
    return noun == NOUNS[axis.concept or ""] or _runs_to(symbol.base, axis.symbol, model)


def _runs_to(base: Symbol, last: Term, model: SemanticModel) -> bool:
    """Whether members of a family are listed up to one: head_1, …, head_H."""
    for statement in model.statements:
        for part in walk(statement.term):
            items = children(part) if isinstance(part, Apply) else ()
            ends = [each for each in items if isinstance(each, Index) and each.base == base and each.indices == (last,)]
            if ends and any(isinstance(each, Ellipsis) for each in items):
                return True
    return False


def _told(declaration: Declaration, axis: Declaration) -> Problem:
    name, size, noun = show(declaration.symbol), show(axis.symbol), NOUNS[axis.concept or ""]
    return Problem(
        declaration.evidence,
        f"{name} is one {noun} by its index, and has an axis of {size} {noun}s",
        help=f"try it without the index, or without the axis {size}",
        related=(Related(axis.evidence, f"{size} is told here"),),
        evidence={"kind": "index", "symbol": name, "axis": size},
        key=f"axis:{name}",
    )
