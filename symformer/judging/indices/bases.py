"""Things numbered from 0 in one place and from 1 in another, in words for the author."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.documents.places import section_at
from symformer.findings.finding import Level, Problem, Related
from symformer.semantics.indices.ranges import (
    Counted,
    Doubled,
    constant_of,
    counted,
    doubled_entries,
    slots_of,
    unstyled,
)
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import Index, Symbol, Term, walk
from symformer.text.span import Span

MOST_FAMILIES = 40  # of one name; more are not compared with every range
FARTHEST = 3  # headings between the members of a family and a range that is held against them
NEAR = 600  # characters between the range of a letter and the entries it is used for
BESIDE = 160  # characters from a list to the range of its letter
_COUNTS_KINDS = {"vocabulary size": "error", "number of classes": "warning", "number of experts": "warning"}


@dataclass(frozen=True, slots=True)
class _Slot:
    """One slot of a family: the second of PE_{t,j}."""

    name: str
    slot: int
    slots: int


def mixed_bases(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each thing that is counted from 0 here and from 1 there."""
    ranges = counted(model)
    families = [each for each in ranges if each.kind == "family"]
    if not families:
        return
    yield from _values_against_families(model, [each for each in ranges if each.kind == "values"], families)
    by_slot: dict[_Slot, list[Counted]] = defaultdict(list)
    seen: set[tuple[_Slot, Dimension, Dimension]] = set()
    for family in families:
        where = _Slot(family.name, family.slot, family.slots)
        if (where, family.first, family.last) not in seen and len(by_slot[where]) < MOST_FAMILIES:
            seen.add((where, family.first, family.last))
            by_slot[where].append(family)
    yield from _pairs_against_families(doubled_entries(model), by_slot)
    yield from _letters_against_families(model, [each for each in ranges if each.kind == "letter"], by_slot)


# -- what something may be, and what there is --------------------------------------------------------


def _values_against_families(
    model: SemanticModel, values: Sequence[Counted], families: Sequence[Counted]
) -> Iterator[Problem]:
    """Tokens that are 0 to V − 1, and words v_1 to v_V: token 0 is no word."""
    told: set[Dimension] = set()
    levels: dict[Dimension, Level | None] = {}
    by_size: dict[tuple[Dimension, int], Counted] = {}
    for counted_so in families:
        if counted_so.size is not None and counted_so.base is not None:
            by_size.setdefault((counted_so.size, counted_so.base), counted_so)
    for each in values:
        size = each.size
        if size is None or size in told or each.base is None:
            continue
        if size not in levels:
            levels[size] = _level(model, size)
        family, level = by_size.get((size, 1 - each.base)), levels[size]
        if family is not None and level is not None:
            told.add(size)
            spelled = spell(str(size))
            whose = f"{each.name} runs" if each.name else "the values run"
            yield Problem(
                each.span,
                f"{whose} from {each.first} to {each.last}, but {spell(family.name)} is counted from {family.first} to {family.last}",
                help=f"try {family.first} to {family.last} in both places, or {each.first} to {each.last}",
                level=level,
                related=(Related(family.span, f"counted from {family.first} here"),),
                evidence={"kind": "index", "letter": spelled},
                note=_left_out(each, family),
            )


def _level(model: SemanticModel, size: Dimension) -> Level | None:
    """How sure it is that numbers below this size name the things counted up to it."""
    if size.letter is None:
        return None
    for declaration in model.table.all_of(size.letter):
        if declaration.concept in _COUNTS_KINDS:
            return "error" if _COUNTS_KINDS[declaration.concept] == "error" else "warning"
    return None


def _left_out(runs: Counted, family: Counted) -> str:
    if runs.last == family.last:
        return f"there is no {spell(family.name)} {runs.first}"
    low = runs.first if runs.base == 0 else family.first
    high = family.last if runs.base == 0 else runs.last
    if runs.base == 0:
        return f"{low} has no {spell(family.name)}, and {spell(family.name)} {high} is never meant"
    return f"{spell(family.name)} {low} is never meant, and {high} has no {spell(family.name)}"


# -- columns in pairs --------------------------------------------------------------------------------


def _pairs_against_families(entries: Iterator[Doubled], by_slot: dict[_Slot, list[Counted]]) -> Iterator[Problem]:
    """Columns 2i and 2i + 1 begin with 0, or miss column 1; columns 2i − 1 and 2i begin with 1."""
    pairs: dict[_Slot, dict[int, Doubled]] = defaultdict(dict)
    for entry in entries:
        pairs[_Slot(entry.name, entry.slot, entry.slots)].setdefault(entry.offset, entry)
    for slot, offsets in pairs.items():
        starts = {frozenset({0, 1}): 0, frozenset({-1, 0}): 1}.get(frozenset(offsets))
        if starts is None:
            continue
        shown = by_slot.get(slot, [])
        if not shown or any(family.base == starts for family in shown):
            continue
        family = next((each for each in shown if each.base is not None and each.size is not None), None)
        if family is None:
            continue
        entry = offsets[0]
        of = spell(entry.name)
        last = family.last - number(1) if starts == 0 else family.last + number(1)
        outside, open_ = (number(0), family.last) if starts == 0 else (last, number(0))
        yield Problem(
            family.span,
            f"the entries of {of} are shown from {family.first} to {family.last}, but its formulas give {starts} to {last}",
            help=f"try {_repaired(entry.letter, starts)} in the formulas, or show entries {starts} to {last}",
            related=tuple(Related(each.span, "defined here") for each in offsets.values()),
            evidence={"kind": "index", "letter": spell(entry.letter)},
            note=f"{outside} is not shown, and {open_} is not defined",
        )


def _repaired(letter: str, starts: int) -> str:
    name = spell(letter)
    return f"2{name} − 1 and 2{name} for {name} from 1" if starts == 0 else f"2{name} and 2{name} + 1 for {name} from 0"


# -- letters that run too far ------------------------------------------------------------------------


def _letters_against_families(
    model: SemanticModel, letters: Sequence[Counted], by_slot: dict[_Slot, list[Counted]]
) -> Iterator[Problem]:
    """A letter from 0 to n − 1 as the index of x_1, …, x_n."""
    formulas = [each for each in model.statements if each.carrier == "formula"]
    starts = [each.span.start for each in formulas]
    told: set[tuple[str, _Slot]] = set()
    for each in letters:
        if each.base is None:
            continue
        for statement, entry in _uses(each, formulas, starts):
            for at, slot in enumerate(slots_of(entry)):
                if not (isinstance(slot, Symbol) and slot.name == each.name):
                    continue
                assert isinstance(entry, Index) and isinstance(entry.base, Symbol)
                where = _Slot(unstyled(entry.base.name), at, len(slots_of(entry)))
                shown = by_slot.get(where, [])
                if not shown or (each.name, where) in told or any(_covers(family, each) for family in shown):
                    continue
                near = [one for one in shown if not _is_remote(one.span, statement, model)]
                family = next((one for one in near if _shifted(one, each) or _beyond(one, each)), None)
                if family is None or (each.base == 0 and (where, 0) in once(model, _numbered)):
                    continue
                told.add((each.name, where))
                name = spell(each.name)
                yield Problem(
                    statement.place(entry.origin),
                    f"{name} runs from {each.first} to {each.last}, but {spell(where.name)} is counted from {family.first} to {family.last}",
                    help=f"try {family.first} to {family.last} for {name}",
                    level=None if each.within is not None or _shifted(family, each) else "warning",
                    related=(
                        Related(each.span, f"{name} runs from {each.first}"),
                        Related(family.span, f"counted from {family.first} here"),
                    ),
                    evidence={"kind": "index", "letter": name},
                    note=_left_out(each, family),
                )


def _is_remote(family: Span, statement: Statement, model: SemanticModel) -> bool:
    """Whether a family was shown so many headings ago that its letter may have been given out anew."""
    return statement.section - section_at(model.document, family.start) > FARTHEST


def _uses(runs: Counted, formulas: Sequence[Statement], starts: Sequence[int]) -> Iterator[tuple[Statement, Index]]:
    """The entries that a letter is an index of, where it runs."""
    if runs.within is not None and runs.statement is not None:
        places: Sequence[tuple[Statement, Term]] = [(runs.statement, runs.within)]
    else:
        low = bisect_left(starts, runs.span.start - NEAR)
        high = bisect_right(starts, runs.span.end + NEAR)
        places = [(each, each.term) for each in formulas[low:high]]
    for statement, term in places:
        for part in walk(term):
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                yield statement, part


def _numbered(model: SemanticModel) -> set[tuple[_Slot, int]]:
    """The members that the note names by number: h_0 exists where it is spoken of."""
    found: set[tuple[_Slot, int]] = set()
    for statement in model.statements:
        if statement.carrier != "formula":
            continue
        for part in walk(statement.term):
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                slots = slots_of(part)
                for at, slot in enumerate(slots):
                    place = dimension_of(slot)
                    if place is not None and not place.letters and (value := constant_of(place)) is not None:
                        found.add((_Slot(unstyled(part.base.name), at, len(slots)), value))
    return found


def _covers(family: Counted, runs: Counted) -> bool:
    """Whether the range is, or may be, within the family."""
    below, above = constant_of(runs.first - family.first), constant_of(family.last - runs.last)
    return (below is None or below >= 0) and (above is None or above >= 0)


def _shifted(family: Counted, runs: Counted) -> bool:
    return family.size is not None and family.size == runs.size and family.base != runs.base


def _beyond(family: Counted, runs: Counted) -> bool:
    """Whether one member too many is taken: from 0 to n of x_1, …, x_n, in a sum or beside the list."""
    beside = abs(runs.span.start - family.span.end) < BESIDE
    return (runs.within is not None or beside) and family.size is not None and runs.last == family.last


__all__ = ["mixed_bases"]
