"""Rows like the gates of a cell: one sum each, under one function or another, with labels of their own.

``f = σ(W_f z + b_f)``, ``i = σ(W_i z + b_i)``, ``g = tanh(W_g z + b_g)``: the function may differ from row to
row, and so may the label from the letter on the left (``g = tanh(W_c z + b_c)``).  Where all rows but one add
the same things, what the odd one lacks, or calls otherwise, is a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.documents.places import topic_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Number, Relation, Sum, Symbol, Term, children, walk

NEAR = 200  # characters from one row to the next
FEWEST = 3
ENOUGH = 4  # so many rows need no further word for what one of them lacks


@dataclass(frozen=True, slots=True)
class Row:
    """One equation: its letter, the function it stands under, the label of its own, and what it adds."""

    statement: Statement
    term: Relation
    letter: str
    function: str
    label: str
    summands: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """The row that deviates: a summand is lost, a name has the label of another row, or the left side another index.

    ``found`` is what stands there, None where a summand is lost; ``meant`` the name that the others would have here.
    """

    deviation: Literal["lost", "label", "index"]
    row: Row
    found: Term | None
    meant: str
    other: Row


def odd_rows(model: SemanticModel) -> Iterator[Odd]:
    """Each row that deviates from at least two beside it in one summand, one name, or the index on its left."""
    for run in _runs(model):
        rows = _labelled(run)
        if len(rows) >= FEWEST:
            yield from _odd(rows, model)
        yield from (each for each in _of_another_row(rows) if not _is_shared(each, model))


def _is_shared(odd: Odd, model: SemanticModel) -> bool:
    """Whether the name that two rows have is declared, and the one that was expected is not: they share a weight."""
    name = odd.found.base if isinstance(odd.found, Index) else odd.found
    if not isinstance(name, Symbol):
        return False
    return bool(model.uses.of(name.name).declarations) and not _is_mentioned(odd.meant, model)


# -- rows --------------------------------------------------------------------------------------------


def _runs(model: SemanticModel) -> Iterator[list[Row]]:
    """Rows near each other, no two of them of one letter."""
    run: list[Row] = []
    for statement in model.statements:
        row = _row(statement)
        if row is None:
            continue
        near = bool(run) and statement.span.start - run[-1].statement.span.end <= NEAR
        topics = {topic_of(model.document, each.section) for each in (statement, *(r.statement for r in run[-1:]))}
        if not near or len(topics) > 1 or any(row.letter == r.letter for r in run):
            yield run
            run = []
        run.append(row)
    yield run


def _row(statement: Statement) -> Row | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return None
    if term.relations[0] not in EXACTLY_EQUAL or len(term.sides) != 2:
        return None
    left, right = term.sides
    base = unindexed(left)
    if not isinstance(base, Symbol) or not taken_apart(base.name).is_letter:
        return None
    function = ""
    if isinstance(right, Apply) and len(right.arguments) == 1:
        function, right = right.function, right.arguments[0]
    summands = right.terms if isinstance(right, Sum) else (right,)
    if not any(children(each) for each in summands) or not any(isinstance(p, Symbol) for p in walk(right)):
        return None
    return Row(statement, term, taken_apart(base.name).letter, function, "", tuple(summands))


def _labelled(run: Sequence[Row]) -> list[Row]:
    """The rows with the label that two of their names, or the name with the row's letter, have for themselves."""
    marks = [_marks(row) for row in run]
    found = []
    for at, row in enumerate(run):
        elsewhere = {mark for other, held in enumerate(marks) if other != at for mark in held}
        own = [mark for mark, times in marks[at].most_common() if mark not in elsewhere and times > 1]
        by_letter = [mark for mark in marks[at] if mark.casefold() == row.letter.casefold()]
        if by_letter or own:
            label = (by_letter or own)[0]
            found.append(Row(row.statement, row.term, row.letter, row.function, label, row.summands))
    return found


def _marks(row: Row) -> Counter[str]:
    """The labels of a row's names: each name's whole label, and its last letter."""
    held: Counter[str] = Counter()
    for summand in row.summands:
        for part in walk(summand):
            for label in _labels(part):
                held.update({label, label[-1]})
    return held


def _labels(part: Term) -> tuple[str, ...]:
    if isinstance(part, Symbol):
        spelling = taken_apart(part.name)
        return tuple(label for label in (spelling.below, spelling.above) if label)
    if isinstance(part, Index):
        return tuple(each.name for each in part.slots if isinstance(each, Symbol))
    return ()


# -- patterns ----------------------------------------------------------------------------------------


def _pattern(term: Term, label: str) -> str:
    """A summand in words that are the same in each row: the row's own label is a dot."""
    match term:
        case Symbol():
            return _dotted(term.name, label)
        case Number():
            return str(term.value)
    held = ",".join(_pattern(each, label) for each in children(term))
    name = term.function if isinstance(term, Apply) else type(term).__name__
    return f"{name}({held})"


def _dotted(name: str, label: str) -> str:
    if name.casefold() == label.casefold():
        return "·"
    spelling = taken_apart(name)
    for held in (spelling.below, spelling.above):
        at = held.rfind(label) if held else -1
        if at >= 0:
            cut = name.rfind(held)
            return name[: cut + at] + "·" + name[cut + at + len(label) :]
    return name


def _odd(rows: Sequence[Row], model: SemanticModel) -> Iterator[Odd]:
    """The one row whose summands are those of all others but for one."""
    patterns = [tuple(sorted(_pattern(each, row.label) for each in row.summands)) for row in rows]
    (usual, times), *_ = Counter(patterns).most_common(1)
    if times < 2 or not any("·" in each for each in usual):
        return
    if times == len(rows):
        yield from _odd_left(rows)
        return
    if times != len(rows) - 1:
        return
    at = next(at for at, pattern in enumerate(patterns) if pattern != usual)
    odd, other = rows[at], rows[patterns.index(usual)]
    lost = Counter(usual) - Counter(patterns[at])
    more = Counter(patterns[at]) - Counter(usual)
    if len(lost) != 1 or lost.total() != 1:
        return
    meant = _as_written(next(iter(lost)), other, odd)
    if meant is None:
        return
    mentioned = _is_mentioned(meant, model)
    alike = sum(row.function == odd.function for row in rows) > 2
    if not more and (mentioned or alike and len(rows) >= ENOUGH):
        yield Odd("lost", odd, None, meant, other)


def _as_written(pattern: str, other: Row, odd: Row) -> str | None:
    """The name that a lost summand has in the odd row, where it is a name: b_i for the b_f of the other."""
    summand = next(each for each in other.summands if _pattern(each, other.label) == pattern)
    name = unindexed(summand)
    if not isinstance(name, Symbol) or "·" not in pattern:
        return None
    return _dotted(name.name, other.label).replace("·", odd.label)


def _is_mentioned(name: str, model: SemanticModel) -> bool:
    symbol = model.uses.of(name)
    return bool(symbol.declarations) or bool(symbol.uses)


def _odd_left(rows: Sequence[Row]) -> Iterator[Odd]:
    """One row whose left side has its own letter for the index that all others have: i_i beside f_t and o_t."""
    lefts = [row.term.sides[0] for row in rows]
    indexed = [left for left in lefts if isinstance(left, Index) and len(left.indices) == 1 and not left.upper]
    if len(indexed) != len(rows):
        return
    (usual, times), *_ = Counter(left.indices[0] for left in indexed).most_common(1)
    if times != len(rows) - 1 or not isinstance(usual, Symbol):
        return
    at = next(at for at, left in enumerate(indexed) if left.indices[0] != usual)
    odd = indexed[at].indices[0]
    used = {part for summand in rows[at].summands for part in walk(summand) if isinstance(part, Symbol)}
    if isinstance(odd, Symbol) and usual in used and odd not in used - {Symbol(rows[at].label)}:
        yield Odd("index", rows[at], odd, usual.name, rows[at - 1])


def _renamed(name: Term, label: str, own: str) -> str | None:
    """A name that has a label, with another label; None where it has not."""
    match name:
        case Symbol() if "·" in (dotted := _dotted(name.name, label)) and len(dotted) > 1:
            return dotted.replace("·", own)
        case Index(base=Symbol() as base, indices=(Symbol() as index,)) if index.name == label:
            return f"{base.name}_{own}"
    return None


def _of_another_row(rows: Sequence[Row]) -> Iterator[Odd]:
    """A name left with the label of the row it was copied from, where all other names of the row have its own."""
    for one in rows:
        for other in rows:
            if one is other or len(one.summands) != len(other.summands):
                continue
            pairs = list(zip(one.summands, other.summands, strict=True))
            unlike = [pair for pair in pairs if _pattern(pair[0], one.label) != _pattern(pair[1], other.label)]
            if len(unlike) != 1 or sum("·" in _pattern(each, one.label) for each in one.summands) < 2:
                continue
            here, there = unlike[0]
            if "·" not in _pattern(there, other.label) or _pattern(here, other.label) != _pattern(there, other.label):
                continue
            for name in walk(here):
                if (meant := _renamed(name, other.label, one.label)) is not None:
                    yield Odd("label", one, name, meant, other)
                    break


__all__ = ["Odd", "Row", "odd_rows"]
