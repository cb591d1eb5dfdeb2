"""Columns that are filled in pairs: what their letter counts, and how far it runs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.indices.ranges import (
    Counted,
    Doubled,
    axis_told,
    constant_of,
    counted,
    doubled_entries,
    slots_of,
    twice,
)
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import EQUAL, Apply, Index, Quotient, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

NEAR = 700  # characters between the formulas and the words about their letter
_EACH = Cued(r"\b(?:each|every|all|any)\b|每个|每一个|每一", re.IGNORECASE)
_PARITY = Cued(r"\b(?:even|odd)\b|偶|奇|%\s*2|\\b?mod\b", re.IGNORECASE)


def pairs_called_columns(model: SemanticModel) -> Iterator[Problem]:
    """ "For each dimension j", where the columns are 2j and 2j + 1: j counts pairs of them."""
    text = model.document.source.text
    told: set[str] = set()
    entries = list(doubled_entries(model))
    called = {letter: _called_dimension(model, letter, text) for letter in {entry.letter for entry in entries}}
    for entry in entries:
        declared = called[entry.letter]
        first = bisect_left(declared, entry.span.start - NEAR, key=lambda each: each.span.start)
        for declaration in declared[first : first + 1]:
            if declaration.span.start > entry.span.start + NEAR or entry.letter in told:
                continue
            told.add(entry.letter)
            name = spell(entry.letter)
            yield Problem(
                declaration.evidence,
                f"{name} is said to run over every dimension, but the dimensions are 2{name} and its neighbour",
                help=f"try: for each pair {name}, half as many as dimensions",
                related=(Related(entry.span, f"2{name} is the dimension here"),),
                evidence={"kind": "index", "letter": name},
                note=f"for {name} in the upper half, 2{name} is no dimension",
            )


def _called_dimension(model: SemanticModel, letter: str, text: str) -> list[Declaration]:
    """Where a letter is introduced as every dimension; "i is the dimension" is the usual short form."""
    found = [
        each
        for each in model.table.all_of(letter)
        if each.concept == "dimension index"
        and _EACH.search(text[max(0, each.evidence.start - 60) : each.evidence.end]) is not None
    ]
    return sorted(found, key=lambda each: each.span.start)


def doubled_twice(model: SemanticModel) -> Iterator[Problem]:
    """Entry i, for even i, with the exponent 2i/d: i is the column already."""
    text = model.document.source.text
    first: str | None = None
    for statement in model.statements:
        found = _doubled_again(statement)
        if found is None:
            continue
        quotient, letter = found
        around = text[max(0, statement.span.start - 200) : statement.span.end + 100]
        if _PARITY.search(around) is None:
            continue
        name, key = spell(letter), f"doubled-twice@{statement.span.start}"
        yield Problem(
            statement.place(quotient.origin),
            f"{name} is the column itself, so the exponent doubles it once more: the last frequency is squared",
            help=f"try {name} without the 2 for even {name}, and {name} − 1 for odd {name}; or name the entries 2{name} and 2{name} + 1",
            evidence={"kind": "index", "letter": name},
            key=key,
            same_as=first,
        )
        first = first or key


def _doubled_again(statement: Statement) -> tuple[Quotient, str] | None:
    """The quotient 2i/d of an equation for the entries i."""
    term = statement.term
    if statement.carrier != "formula" or not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return None
    slots = slots_of(term.sides[0])
    bare = [slot.name for slot in slots if isinstance(slot, Symbol)]
    if len(slots) < 2 or len(bare) != len(slots):
        return None
    for wave in _waves(term.sides[1]):
        for part in walk(wave):
            if isinstance(part, Quotient) and (found := twice(part.numerator)) is not None and found[1] == 0:
                if found[0] == bare[-1]:
                    return part, found[0]
    return None


def _waves(side: Term) -> Iterator[Apply]:
    for part in walk(side):
        if isinstance(part, Apply) and part.function in ("sin", "cos"):
            yield part


def pairs_out_of_range(model: SemanticModel) -> Iterator[Problem]:
    """A range of the pairs' letter that leaves columns undefined, or runs beyond the last."""
    groups: dict[tuple[str, int, int, str], list[Doubled]] = defaultdict(list)
    for entry in doubled_entries(model):
        if entry.size is not None:
            groups[entry.name, entry.slot, entry.slots, entry.letter].append(entry)
    ranges: dict[str, list[Counted]] = defaultdict(list)
    for each in counted(model) if groups else ():
        if each.kind == "letter" and each.within is None:
            ranges[each.name].append(each)
    for entries in groups.values():
        found = _misfit(entries, ranges[entries[0].letter])
        if found is None:
            continue
        runs, low, high, wrong = found
        if _is_of_another(model, entries, runs):
            continue
        name, of = spell(entries[0].letter), spell(entries[0].name)
        yield Problem(
            runs.span,
            f"{name} runs from {runs.first} to {runs.last}, so the entries of {of} run from {low} to {high}",
            help=f"try 0 to {entries[0].size}/2 − 1 for {name}",
            related=tuple(Related(entry.span, "defined here") for entry in entries[:2]),
            evidence={"kind": "index", "letter": name},
            note=wrong,
        )


def pairs_of_another_axis(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each pair whose exponent divides by the number of rows, of an array told with both its sizes."""
    told: set[str] = set()
    for entry in doubled_entries(model):
        slots = slots_of(entry.statement.term.sides[0]) if isinstance(entry.statement.term, Relation) else ()
        own = axis_told(entry.name, entry.slot, slots, model)
        if entry.slots != 2 or own is None or entry.size is None or entry.name in told:
            continue
        rows = axis_told(entry.name, 1 - entry.slot, slots, model)
        if rows is None or own == rows or entry.size != rows or own.letter is None or rows.letter is None:
            continue
        told.add(entry.name)
        name, pair = spell(entry.name), spell(entry.letter)
        yield Problem(
            entry.span,
            f"2{pair} counts along the axis of {name} that has {own} entries, and the exponent divides 2{pair} by {rows}, the other one",
            help=f"try {own}",
            evidence={"kind": "index", "letter": pair},
        )


def _is_of_another(model: SemanticModel, entries: Sequence[Doubled], runs: Counted) -> bool:
    """Whether the equation right before a range tells something else by the same letter: θ_i for i = 1, …, d/2."""
    last = entries[-1].span.end
    between = [
        each
        for each in model.statements
        if last <= each.span.start < runs.span.start
        and isinstance(each.term, Relation)
        and EQUAL.issuperset(each.term.relations)
    ]
    if not between:
        return False
    told = between[-1].term.sides[0] if isinstance(between[-1].term, Relation) else between[-1].term
    return (
        isinstance(told, Index) and told.base != Symbol(entries[0].name) and Symbol(entries[0].letter) in told.indices
    )


def _misfit(entries: Sequence[Doubled], ranges: Sequence[Counted]) -> tuple[Counted, Dimension, Dimension, str] | None:
    offsets = {entry.offset for entry in entries}
    size = entries[0].size
    if len(offsets) != 2 or size is None or size.letter is None:
        return None
    place = entries[-1].span.end
    first = bisect_left(ranges, place - NEAR, key=lambda each: each.span.start)
    near = list(takewhile(lambda each: each.span.start < place + NEAR, ranges[first:]))
    if len({(each.first, each.last) for each in near}) != 1:
        return None
    runs = near[0]
    low = runs.first + runs.first + number(min(offsets))
    high = runs.last + runs.last + number(max(offsets))
    begin = constant_of(low)
    beyond = high - size
    if begin is None or runs.last.number is not None:
        return None
    count = constant_of(beyond - number(begin) + number(1)) if not beyond.letters else None
    if begin in (0, 1) and count == 0:
        return None
    if any(factor < 0 for monomial, factor in beyond.terms if monomial):
        return None  # only some of the columns are meant
    if beyond.letters or (count is not None and count > 0 and begin in (0, 1)):
        return runs, low, high, f"there are {size} entries only"
    if begin > 1:
        return runs, low, high, f"entries below {begin} are not defined"
    return None
