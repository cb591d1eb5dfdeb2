"""Every symbol of a note that is tied to a concept, at every place in a formula where it is written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symformer.semantics.formulas import ReadFormula
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import Index, Slice, Space, Symbol, Term, walk
from symformer.text.span import Span
from symformer.translating.tied import Handle, Sense, Tied
from symformer.translating.written import Script, Written, read_with_symbols

NEAR = 400  # characters behind a formula in which "where …" may tell what stands in it


@dataclass(frozen=True, slots=True)
class Found:
    """A symbol at a place: its handle, the concept it stands for there, and which of its scripts are its own.

    ``kept`` are the scripts that are no part of the name: running indices, powers, transposes.
    """

    written: Written
    handle: Handle
    sense: Sense | None
    own: tuple[Script, ...]
    kept: tuple[Script, ...]


@dataclass(frozen=True, slots=True)
class FormulaFound:
    """A formula of a note with its statements and its symbols; ``others`` are those that are tied to nothing."""

    read: ReadFormula
    statements: tuple[Term, ...]
    symbols: tuple[Found, ...]
    others: tuple[Written, ...]


def symbols_of(model: SemanticModel, ties: Tied) -> tuple[FormulaFound, ...]:
    """Every formula of a note with the symbols in it."""
    return tuple(formula_found(read, model, ties) for read in model.formulas)


def formula_found(read: ReadFormula, model: SemanticModel, ties: Tied) -> FormulaFound:
    """One formula of a note with the symbols in it."""
    again = read_with_symbols(read.tree, model.vocabulary)
    found: list[Found] = []
    others: list[Written] = []
    indices = _places_of_indices(again.symbols)
    sizes = [part.origin for statement in again.statements for part in walk(statement) if isinstance(part, Space)]
    labels: list[Span] = []
    for written in again.symbols:
        if any(span.contains(written.span) and span != written.span for span in labels):
            continue
        handle = ties.handle_of(written.term)
        own, kept = _parted(written, handle)
        labels += [script.span for script in own]
        if handle is None and is_in_bars(written):
            continue
        if handle is None:
            others.append(written)
            continue
        labels += [written.span] if is_in_bars(written) else []
        place = read.latex.origin_span(written.span)
        number = _within_any(written.span, indices) or _within_any(written.span, sizes)
        whole = not _running(written.term, handle)
        senses = [sense for sense in ties.senses[handle] if whole or sense.kind == "array"]  # no size has indices
        sense = sense_at(senses, place, number=number)
        found.append(Found(written, handle, sense, own, kept))
    return FormulaFound(read, again.statements, tuple(found), tuple(others))


def is_in_bars(written: Written) -> bool:
    """Whether a symbol is one with bars around it, as the size of a set is written."""
    return isinstance(written.term, Symbol) and written.term.name.startswith("|")


def _places_of_indices(symbols: Iterable[Written]) -> list[Span]:
    return [script.held for each in symbols for script in each.scripts if script.role in ("index", "mixed")]


def _within_any(span: Span, places: Iterable[Span]) -> bool:
    return any(place.contains(span) for place in places)


def _parted(written: Written, handle: Handle | None) -> tuple[tuple[Script, ...], tuple[Script, ...]]:
    """The scripts that belong to the name, and the others."""
    own: list[Script] = []
    kept: list[Script] = []
    fixed = (*handle.lower, *handle.upper) if handle is not None else ()
    for script in written.scripts:
        belongs = (
            script.role == "label"
            or script.role == "index"
            and _all_fixed(script.indices, fixed)
            or script.role == "prime"
            and handle is not None
            and handle.name.endswith("'")
        )
        mixed = script.role == "index" and _some_fixed(script.indices, fixed)
        (own if belongs else kept).append(as_mixed(script) if mixed else script)
    return tuple(own), tuple(kept)


def as_mixed(script: Script) -> Script:
    """A script that holds a label and an index side by side."""
    return Script(script.span, script.held, script.below, "mixed", script.indices)


def _some_fixed(indices: Sequence[Term], fixed: Sequence[str]) -> bool:
    return any(show(each) in fixed for each in indices) and not _all_fixed(indices, fixed)


def _all_fixed(indices: Sequence[Term], fixed: Sequence[str]) -> bool:
    return bool(indices) and all(show(each) in fixed for each in indices)


def sense_at(senses: Sequence[Sense], place: Span, *, number: bool) -> Sense | None:
    """What a symbol stands for at a place: what is told last before it, or right behind it.

    ``number``: an index or a size stands there, and no array.
    """
    fitting = [sense for sense in senses if sense.kind != "array"] if number else list(senses)
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    return min(fitting, key=lambda sense: _distance(sense, place))


def _distance(sense: Sense, place: Span) -> tuple[int, int]:
    starts = [span.start for span in sense.places]
    at = bisect_right(starts, place.end)
    before = place.end - starts[at - 1] if at else None
    after = starts[at] - place.end if at < len(starts) else None
    if after is not None and after < NEAR and (before is None or after < before):
        return 0, after
    if before is not None:
        return 0, before
    return 1, after or 0


def name_text(found: Found, text: str) -> str | None:
    """A symbol as it is written, with the scripts that are its own alone; None where they stand among others."""
    if any(script.role in ("mixed", "unclear") for script in found.kept):
        return None
    return found.written.base.slice(text) + "".join(script.span.slice(text) for script in found.own)


def running(found: Found) -> tuple[Term, ...]:
    """The indices of a symbol that are no part of its name."""
    return _running(found.written.term, found.handle)


def _running(term: Symbol | Index, handle: Handle) -> tuple[Term, ...]:
    if not isinstance(term, Index):
        return ()
    fixed = [*handle.lower, *handle.upper]
    left: list[Term] = []
    for each in term.slots:
        if show(each) in fixed:
            fixed.remove(show(each))
        else:
            left.append(each)
    return tuple(left)


def with_heads(formulas: Iterable[FormulaFound], ties: Tied) -> frozenset[Handle]:
    """The arrays of which there is one for each head: somewhere their one index is a letter that counts heads."""
    letters = {
        handle.name for handle, senses in ties.senses.items() if any(each.concept.id == "head-index" for each in senses)
    }
    found: set[Handle] = set()
    for formula in formulas:
        for each in formula.symbols:
            index = head_number(each)
            if index is not None and any(isinstance(part, Symbol) and part.name in letters for part in walk(index)):
                found.add(each.handle)
    return frozenset(found)


def head_number(found: Found) -> Term | None:
    """The one index of a matrix; None where it has none, or several, or a range of them."""
    left = running(found)
    one = len(left) == 1 and not isinstance(left[0], Slice)
    return left[0] if one and found.sense is not None and found.sense.concept.kind == "matrix" else None
