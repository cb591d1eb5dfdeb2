"""Formulas held against lines that are built like them, letter by letter, though no name stands before the line.

"Side (32 + 4 - 5) / 1 + 1 = 32" with k = 5, s = 1 and p = 2 beside it is (n + 2p - k) / s + 1, and not (n + p - k) / s + 1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.substitution import aligned
from symformer.judging.worked.book import Book, Formula, Line, book_of, is_value
from symformer.judging.worked.lines import (
    MOST_EDITS,
    NEAR,
    holds,
    is_near,
    is_said_to_differ,
    result_of,
    value_at,
)
from symformer.judging.worked.name_instances import instance
from symformer.judging.worked.one_edit import one_edit_away
from symformer.semantics.model import once
from symformer.terms.parts import put_in
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Relation, Symbol, Term, children, walk

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote

NEAR_BY = 400  # characters before a line in which its letters are told
LEAST_LEAVES, LEAST_TELLING, MOST_LINES, MOST_BEFORE = 3, 2, 200, 30
LABELS = (Number(Fraction(1)), Number(Fraction(0)))


@dataclass(frozen=True, slots=True)
class _Worked:
    line: Line
    edits: frozenset[str]


def misaligned_formulas(note: JudgedNote, told: Sequence[Problem]) -> Iterator[Problem]:
    """A problem for each formula that lines built like it agree against, but for those that something was told of."""
    book = once(note, book_of)
    faulty = sorted(each.problem.span.start for each in note.judgements if each.problem is not None)
    of_all = sorted((*book.formulas, *book.expressions), key=lambda each: each.statement.span.start)
    found: dict[int, list[_Worked]] = {}
    kept: set[int] = set()
    for line in islice(book.lines, MOST_LINES):
        span = line.statement.span
        if is_value(line.numbers) or bisect_left(faulty, span.start) < bisect_left(faulty, span.end):
            continue
        if _has_own_formula(line):
            continue
        near = _told_near(line, book)
        until = bisect_left(of_all, span.start, key=lambda each: each.statement.span.start)
        formulas = [
            (at, of_all[at]) for at in range(max(0, until - MOST_BEFORE), until) if _may_be_of(of_all[at], line)
        ]
        if len(near) < LEAST_TELLING or not formulas or result_of(line) is None:
            continue
        bound = {at: _bound(each, line) for at, each in formulas}
        explained = [
            at
            for at, each in formulas
            if _fits(put_in(each.body, bound[at]), line, near, worked_out=True)
            or _is_open(put_in(each.body, bound[at]), line, near, book)
            or holds(each, line, book)
            or _is_special_case(put_in(each.body, bound[at]), line, near)
        ]
        kept.update(explained)
        for at, each in formulas if not explained else ():
            letters = sorted((name for name in near if isinstance(name, Symbol | Index)), key=repr)
            edits = islice(one_edit_away(each.body, letters, line.numbers), MOST_EDITS)
            names = frozenset(show(edit) for edit in edits if _fits(put_in(edit, bound[at]), line, near))
            if names:
                found.setdefault(at, []).append(_Worked(line, names))
    for at, worked in found.items():
        if len(worked) == 1 and is_said_to_differ(worked[0].line, note):
            continue
        problem = None if at in kept else _problem(of_all[at], worked)
        if problem is not None and not any(problem.span == each.span for each in told):
            yield problem


def _has_own_formula(line: Line) -> bool:
    """Whether the line itself begins with the formula that it works out: ``24 s d^2 = 24 · 1024 · 2048^2``."""
    term = line.statement.term
    if line.name is not None or not isinstance(term, Relation):
        return False
    return any(isinstance(part, Symbol) for side in term.sides if side is not line.numbers for part in walk(side))


def _problem(formula: Formula, worked: Sequence[_Worked]) -> Problem | None:
    shared = worked[0].edits.intersection(*(each.edits for each in worked))
    if not shared:
        return None
    numbers = show(worked[0].line.numbers)
    others = f" and {len(worked) - 1} more" if len(worked) > 1 else ""
    return Problem(
        formula.statement.place(formula.body.origin),
        f"worked out otherwise: {show(formula.body)} does not give {numbers}{others} at the values told there",
        help=f"worked as {min(shared, key=len)}",
        level="error" if len(worked) > 1 else "warning",
        related=tuple(Related(each.line.statement.span, "worked out here") for each in worked[:3]),
        evidence={"kind": "worked", "formula": show(formula.body), "lines": len(worked)},
        key=f"worked@{formula.statement.span.start}",
    )


def _told_near(line: Line, book: Book) -> dict[Term, Term]:
    """The values that the paragraph of a line gives to letters."""
    start = line.statement.span.start
    first = bisect_left(book.told_in_order, start - NEAR_BY, key=lambda each: each[0])
    last = bisect_left(book.told_in_order, start + NEAR_BY // 4, key=lambda each: each[0])
    return {
        name: each.display
        for _, name, each in book.told_in_order[first:last]
        if each.section == line.statement.section and book.statements[each.at] is not line.statement
    }


def _may_be_of(formula: Formula, line: Line) -> bool:
    if formula.statement is line.statement or formula.statement.span.start > line.statement.span.start:
        return False
    if line.name is not None and (formula.name is None or instance(formula.name, line.name) is None):
        return False
    leaves = sum(isinstance(part, Symbol) for part in walk(formula.body))
    return leaves >= LEAST_LEAVES - 1


def _bound(formula: Formula, line: Line) -> dict[Term, Term]:
    """What the letters in the name of a formula stand for at a line."""
    if formula.name is None or line.name is None:
        return {}
    return instance(formula.name, line.name) or {}


def _fits(body: Term, line: Line, near: Mapping[Term, Term], *, worked_out: bool = False) -> bool:
    """Whether a line is a formula with the values told near it put in, all letters but one being told.

    ``worked_out`` lets a part of the formula that holds the untold letter stand as one number: 0.710 for the root of it.
    """
    leaves = aligned(body, line.numbers)
    if leaves is None or len(leaves) < LEAST_LEAVES:
        return False
    free: dict[Term, Term] = {}
    untold: set[Term] = set()
    agreeing: set[Term] = set()
    for leaf in leaves:
        value = value_at(leaf.symbol, near)
        shown = value_at(leaf.shown, {})
        if shown is None:
            return False
        if value is None:
            lone = isinstance(leaf.symbol, Symbol | Index)
            if not (lone or worked_out) or free.setdefault(leaf.symbol, leaf.shown) != leaf.shown:
                return False
            untold.update(each for each in _leaves(leaf.symbol) if value_at(each, near) is None)
        elif not is_near(value, shown, NEAR):
            return False
        elif shown.middle not in (0, 1):
            agreeing.add(leaf.symbol)
    return len(untold) <= 1 and len(agreeing) >= LEAST_TELLING


def _is_open(body: Term, line: Line, near: Mapping[Term, Term], book: Book) -> bool:
    r"""Whether nothing told contradicts a line, though part of the formula is not told: 0.71 for \sqrt{a_t}.

    Nor are two letters that the note uses elsewhere, but for their values: r (d_in + d_out) for 16 (4096 + 1024).
    """
    leaves = aligned(body, line.numbers)
    if leaves is None or len(leaves) < LEAST_LEAVES:
        return False
    worked = [(value_at(leaf.symbol, near), value_at(leaf.shown, {})) for leaf in leaves]
    told = [(value, shown) for value, shown in worked if value is not None]
    untold = {leaf.symbol for leaf, (value, _) in zip(leaves, worked, strict=True) if value is None}
    compound = any(not isinstance(each, Symbol | Index) for each in untold)
    without_value = len(untold) > 1 and all(book.uses[each] > 1 for each in untold)
    return (
        (compound or without_value)
        and len(told) > 0
        and all(shown is not None and is_near(value, shown, NEAR) for value, shown in told)
    )


def _is_special_case(body: Term, line: Line, near: Mapping[Term, Term]) -> bool:
    """Whether a line is a formula where a letter that is not told is one or nothing, as the labels of classes are."""
    shown = result_of(line)
    free = [each for each in dict.fromkeys(_leaves(body)) if value_at(each, near) is None]
    if shown is None or len(free) != 1:
        return False
    values = (value_at(body, {**near, free[0]: each}) for each in LABELS)
    return any(value is not None and is_near(value, shown, NEAR) for value in values)


def _leaves(term: Term) -> Iterator[Term]:
    """The letters in a formula, those with an index as one."""
    if isinstance(term, Symbol | Index):
        yield term
        return
    for part in children(term):
        yield from _leaves(part)


__all__ = ["misaligned_formulas"]
