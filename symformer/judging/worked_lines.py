"""Formulas held against their own worked lines: the numbers are put in as if the formula were another one.

A line is worked from a formula where both stand under one name and the numbers in it are what the note gives the
formula's letters.  It contradicts the formula where its arithmetic is right and yet far from what the formula is at
these values.  Then either the one or the other is wrong; the more lines agree against it, the surer it is the formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.findings.finding import Problem, Related
from symformer.judging.comparison import compare, is_display
from symformer.judging.learnt import Chain, chains, nameable
from symformer.judging.one_edit import one_edit_away
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.parts import rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote

CONSTANTS = frozenset({"e", "pi", "exp"})
TINY = frozenset({"epsilon", "varepsilon"})  # what is added so that nothing is divided by zero
FAR = Fraction(1, 50)  # by which share values differ that are surely two
NEAR = Fraction(1, 200)
MOST_LINES, MOST_NODES, MOST_EDITS = 12, 60, 400
TELLING = 3  # digits of a lone result that no other formula has by chance
UNITS = tuple(Fraction(10) ** k for k in range(-12, 13) if k) + tuple(
    Fraction(each) for base in (1024, 60, 3600, 8, 24) for each in (base, Fraction(1, base))
)


@dataclass(frozen=True, slots=True)
class Formula:
    """What a name is said to be, in letters."""

    statement: Statement
    name: Term | None
    body: Term


@dataclass(frozen=True, slots=True)
class Line:
    """A name worked out on numbers: what is put in, and what comes out."""

    statement: Statement
    at: int  # among the statements
    name: Term | None
    numbers: Term
    results: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A value that the note gives a name at a place."""

    at: int
    section: int
    display: Term


@dataclass(frozen=True, slots=True)
class Against:
    """A line that contradicts a formula, with the formulas one slip away that it bears out."""

    line: Line
    edits: Mapping[str, Term]
    value: Interval  # of the formula at the told values
    shown: Interval


def contradicted_formulas(note: JudgedNote) -> Iterator[Problem]:
    """A problem for each formula that its own worked lines contradict, or for the lines of which others keep to it."""
    book = _Book(tuple(note.statements))
    faulty = [each.problem.span for each in note.judgements if each.problem is not None]
    for formula in book.formulas:
        against: list[Against] = []
        agreeing = 0
        for line in book.lines_of(formula):
            span = line.statement.span
            if any(span.start <= each.start < span.end for each in faulty):
                continue  # something is told of it already
            found = _held_against(formula, line, book)
            agreeing += found == "holds"
            if isinstance(found, Against):
                against.append(found)
        if against:
            yield from _problems(formula, against, agreeing)


def _problems(formula: Formula, against: Sequence[Against], agreeing: int) -> Iterator[Problem]:
    if agreeing:
        for each in against if len(against) <= agreeing else ():
            yield _of_line(formula, each)
        return
    shared = set(against[0].edits).intersection(*(each.edits for each in against[1:]))
    first = against[0]
    said = "its worked line puts in" if len(against) == 1 else f"its {len(against)} worked lines put in"
    line = first.line
    name = f"{show(formula.name)} = " if formula.name is not None else ""
    yield Problem(
        formula.statement.place(formula.body.origin),
        f"{said} something else: {name}{show(formula.body)} is {_short(first.value)} at the values given, "
        f"not {show(line.numbers)} = {_short(first.shown)}",
        help=f"worked as {min(shared, key=len)}" if shared else None,
        level="error" if len(against) > 1 and shared else "warning",
        related=tuple(Related(each.line.statement.span, "worked out here") for each in against[:3]),
        evidence={"kind": "worked", "formula": show(formula.body), "lines": len(against)},
        key=f"worked@{formula.statement.span.start}",
    )


def _of_line(formula: Formula, each: Against) -> Problem:
    line = each.line
    return Problem(
        line.statement.place(line.numbers.origin),
        f"this is not what the formula gives: {show(formula.body)} is {_short(each.value)} at the values given, "
        f"not {_short(each.shown)}",
        help=f"worked as {min(each.edits, key=len)}" if each.edits else None,
        related=(Related(formula.statement.span, "the formula"),),
        evidence={"kind": "worked", "formula": show(formula.body)},
        key=f"worked@{line.statement.span.start}",
    )


def _short(value: Interval) -> str:
    middle = float(value.middle)
    return f"{middle:.0f}" if middle == int(middle) and abs(middle) < 1e15 else f"{middle:.4g}"


# -- what a note holds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Book:
    """The formulas, worked lines and values of a note."""

    statements: tuple[Statement, ...]

    @cached_property
    def formulas(self) -> tuple[Formula, ...]:
        return tuple(each for statement in self.statements for each in _formulas(statement))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(each for at, statement in enumerate(self.statements) for each in _lines(statement, at))

    @cached_property
    def told(self) -> Mapping[Term, tuple[Told, ...]]:
        found: dict[Term, list[Told]] = {}
        for at, statement in enumerate(self.statements):
            if statement.stance != "asserted":
                continue
            for chain in chains(statement.term):
                name, last = chain.sides[0], chain.sides[-1]
                if nameable(name) and _is_value(last):
                    found.setdefault(name, []).append(Told(at, statement.section, last))
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def bodies(self) -> Mapping[Term, frozenset[Term]]:
        found: dict[Term, set[Term]] = {}
        for each in self.formulas:
            if each.name is not None:
                found.setdefault(each.name, set()).add(each.body)
        return {name: frozenset(bodies) for name, bodies in found.items()}

    def lines_of(self, formula: Formula) -> list[Line]:
        """The lines that are worked from a formula: under its name, or in its own chain."""
        own = [each for each in self.lines if each.statement is formula.statement and each.name == formula.name]
        if formula.name is None:
            return own
        start = formula.statement.span.start
        later = (each for each in self.lines if each.statement.span.start > start and each.name is not None)
        found = [each for each in later if instance(formula.name, each.name) is not None]
        return [*own, *found][:MOST_LINES]

    def value(self, name: Term, line: Line) -> Term | None:
        """What a name stands for at a line: the last value above it, or the first behind it in its section."""
        told = [each for each in self.told.get(name, ()) if self.statements[each.at] is not line.statement]
        before = [each for each in told if each.at < line.at]
        if before:
            return before[-1].display
        behind = [each for each in told if each.section == line.statement.section]
        return behind[0].display if behind else None


def _is_value(term: Term) -> bool:
    return is_display(term) or isinstance(term, Number)


def _formulas(statement: Statement) -> Iterator[Formula]:
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
        return
    for chain in chains(statement.term):
        name = chain.sides[0] if nameable(chain.sides[0]) and not _is_value(chain.sides[0]) else None
        for at, side in enumerate(chain.sides):
            if at == 0 and (name is not None or not _numbers_follow(chain)) or not _is_symbolic(side):
                continue
            if name is not None and any(part == name for part in walk(side)):
                continue
            if all(each in ("=", ":=", "≡", "≜", "←") for each in chain.signs[:at]):
                yield Formula(statement, name, side)
            break


def _numbers_follow(chain: Chain) -> bool:
    return len(chain.sides) > 1 and _is_literal(chain.sides[1]) and not _is_value(chain.sides[1])


def _lines(statement: Statement, at: int) -> Iterator[Line]:
    if statement.carrier not in ("formula", "prose", "worksheet") or statement.stance != "asserted":
        return
    for chain in chains(statement.term):
        name = chain.sides[0] if nameable(chain.sides[0]) else None
        for place, side in enumerate(chain.sides):
            if place == 0 or not _is_literal(side):
                continue
            results = chain.sides[place + 1 :]
            if all(_is_value(each) or _is_literal(each) for each in results):
                yield Line(statement, at, name, side, results)
            break


def _is_symbolic(term: Term) -> bool:
    nodes = list(walk(term))
    if len(nodes) > MOST_NODES or isinstance(term, Symbol | Index | Matrix):
        return False
    if any(isinstance(part, Unknown | Matrix) for part in nodes):
        return False
    return any(isinstance(part, Symbol) and part.name not in CONSTANTS for part in nodes)


def _is_literal(term: Term) -> bool:
    """Whether a side holds numbers alone."""
    nodes = list(walk(term))
    if any(isinstance(part, Unknown) or isinstance(part, Symbol) and part.name not in CONSTANTS for part in nodes):
        return False
    return any(isinstance(part, Number) for part in nodes)


# -- one line beside one formula -----------------------------------------------------------------------------------------


def _held_against(formula: Formula, line: Line, book: _Book) -> Against | str | None:
    bound = instance(formula.name, line.name) if formula.name is not None and line.name is not None else {}
    if bound is None:
        return None
    shown = _result_of(line)
    if shown is None or shown.middle == 0:
        return None
    body = _put_in(formula.body, bound)
    values = _values_of(body, line, book)
    if values is None:
        return None
    outcome = _outcome(body, values, shown)
    if not isinstance(outcome, Interval):
        return outcome
    if formula.name is not None and any(
        _outcome(_put_in(other, bound), values, shown) == "holds" for other in book.bodies[formula.name] - {formula.body}
    ):
        return "holds"
    others = _letters_beside(body, line, book)
    edits = dict(_edits_borne_out(formula.body, bound, {**others, **values}, line, shown))
    if not edits and not (not _is_value(line.numbers) and _covers(body, values, line)):
        return None
    return Against(line, edits, outcome, shown)


def _result_of(line: Line) -> Interval | None:
    """What a line comes to, where its own arithmetic is right."""
    value = evaluate(line.numbers, literal=exactly)
    if not isinstance(value, Interval):
        return None
    if any(isinstance(part, Apply) and part.function == "log" for part in walk(line.numbers)):
        return None  # of an open base
    for result in line.results:
        if _is_value(result):
            found = compare(value, result, "≈", lambda term: None)
            if isinstance(found, NotEvaluated) or not found.holds:
                return None
    return value


def _values_of(body: Term, line: Line, book: _Book) -> dict[Term, Term] | None:
    """The numbers that the note gives all letters of a formula; None where one has none."""
    found: dict[Term, Term] = {}
    bound = {part.index for part in walk(body) if isinstance(part, IndexedSum) and part.index is not None}

    def gather(term: Term) -> bool:
        if term in bound or isinstance(term, Symbol) and term.name in CONSTANTS:
            return True
        if isinstance(term, Symbol | Index | Apply):
            told = book.value(term, line)
            if told is not None:
                found[term] = told
                return True
            if isinstance(term, Index) and any(part in bound for part in walk(term)):
                return gather(term.base)
            if isinstance(term, Symbol):
                if term.name in TINY:
                    found[term] = Number(Fraction(0))
                return term.name in TINY
            if isinstance(term, Index):
                base = book.value(term.base, line)
                if base is not None:
                    found[term.base] = base
                return base is not None
        return all(gather(part) for part in children(term))

    if not gather(body):
        sizes = _lengths(body, found, book, line)
        found.update(sizes)
        missing = [part for part in walk(body) if isinstance(part, Symbol) and part in sizes]
        if not missing or not all(gather(part) or part in sizes for part in children(body)):
            return None
    return found


def _lengths(body: Term, found: Mapping[Term, Term], book: _Book, line: Line) -> dict[Term, Term]:
    """How far sums run that go over all entries of a vector: the length of the vector."""
    sizes: dict[Term, Term] = {}
    for part in walk(body):
        if isinstance(part, IndexedSum) and isinstance(part.upper, Symbol) and book.value(part.upper, line) is None:
            for entry in walk(part.body):
                if isinstance(entry, Index) and entry.indices == (part.index,):
                    told = found.get(entry.base) or book.value(entry.base, line)
                    if isinstance(told, Matrix):
                        count = max(len(told.rows), len(told.rows[0]))
                        sizes[part.upper] = Number(Fraction(count))
    return sizes


def _letters_beside(body: Term, line: Line, book: _Book) -> dict[Term, Term]:
    """The letters with a number near a line that the formula does not hold: one of them may be meant."""
    inside = set(walk(body))
    found: dict[Term, Term] = {}
    for name, told in book.told.items():
        near = [each for each in told if each.section == line.statement.section or len(told) == 1]
        if near and name not in inside and name != line.name and isinstance(near[-1].display, Number):
            value = book.value(name, line)
            if value is not None:
                found[name] = value
    return found


def _outcome(body: Term, values: Mapping[Term, Term], shown: Interval) -> Interval | str | None:
    """A formula at values: "holds" where it is what is shown in any reading, the value where it is far from that."""
    far: Interval | None = None
    for readings in readings_of(body):
        exact = _at(body, values, exactly, readings)
        if exact is None:
            return None
        wide = _at(body, values, widened_literal, readings)
        if _is_near(exact, shown, NEAR) or wide is not None and wide.meets(shown):
            return "holds"
        if _is_near(exact, shown, FAR) or any(_is_near(exact * Interval.point(unit), shown, NEAR) for unit in UNITS):
            return None
        far = far or exact
    return far


def _at(body: Term, values: Mapping[Term, Term], literal: Literal, readings: Readings) -> Interval | None:
    value = evaluate(body, _lookup(values, literal, readings), exactly, readings)
    if isinstance(value, Array) and len(value.cells) == 1:
        value = value.cells[0]
    return value if isinstance(value, Interval) else None


def _lookup(values: Mapping[Term, Term], literal: Literal, readings: Readings) -> Lookup:
    def lookup(term: Term) -> Value | None:
        told = values.get(term)
        if told is None:
            return None
        value = evaluate(told, literal=literal, readings=readings)
        return None if isinstance(value, NotEvaluated) else value

    return lookup


def _is_near(one: Interval, other: Interval, share: Fraction) -> bool:
    distance = abs(one.middle - other.middle)
    return distance <= share * max(abs(one.middle), abs(other.middle))


def _edits_borne_out(
    body: Term, bound: Mapping[Term, Term], values: Mapping[Term, Term], line: Line, shown: Interval
) -> Iterator[tuple[str, Term]]:
    """The formulas one slip away that come to what a line comes to, and whose numbers are in it."""
    lone = _is_value(line.numbers)
    if lone and not _is_telling(line.numbers):
        return
    for count, edited in enumerate(one_edit_away(body, sorted(values, key=repr))):
        if count >= MOST_EDITS:
            return
        put_in = _put_in(edited, bound)
        value = _at(put_in, values, exactly, next(readings_of(put_in)))
        if value is None or not _is_near(value, shown, NEAR):
            continue
        if lone or _covers(put_in, values, line):
            yield show(edited), edited


def _is_telling(term: Term) -> bool:
    return isinstance(term, Number) and term.printed is not None and term.printed.digits >= TELLING


def _covers(body: Term, values: Mapping[Term, Term], line: Line) -> bool:
    """Whether the numbers of a formula, or of parts of it, are those in a line."""
    shown = {abs(part.value) for part in walk(line.numbers) if isinstance(part, Number)}
    seen: set[Fraction] = set()
    if not _is_covered(body, values, shown, seen):
        return False
    letters = {part for part in walk(body) if part in values}
    return len(seen) > 1 or len(seen) == 1 and len(letters) == 1


def _is_covered(term: Term, values: Mapping[Term, Term], shown: set[Fraction], seen: set[Fraction]) -> bool:
    value = _at(term, values, exactly, next(readings_of(term)))
    if value is not None and any(_is_near(value, Interval.point(each), Fraction(1, 2000)) for each in shown):
        if abs(value.middle) not in (0, 1):
            seen.add(abs(value.middle))
        return True
    if value is not None and abs(value.middle) in (0, 1) and isinstance(term, Symbol | Index | Number):
        return True  # is left out where it changes nothing
    if isinstance(term, Number):
        return True
    if term in values:
        told = values[term]
        cells = [part for part in walk(told) if isinstance(part, Number)] if isinstance(told, Matrix) else []
        covered = [each for each in cells if abs(each.value) in shown or each.value**2 in shown]
        seen.update(abs(each.value) for each in covered)
        return bool(cells) and len(covered) == len(cells)
    if isinstance(term, Symbol):
        return term.name in CONSTANTS
    if isinstance(term, IndexedSum):
        bases = {part.base for part in walk(term.body) if isinstance(part, Index)}
        return bool(bases) and all(_is_covered(each, values, shown, seen) for each in bases if each in values)
    return bool(children(term)) and all(_is_covered(part, values, shown, seen) for part in children(term))


# -- instances -----------------------------------------------------------------------------------------------------------


def instance(pattern: Term, term: Term) -> dict[Term, Term] | None:
    """What the letters in a name stand for in an instance of it: t for 2 in m_2 beside m_t.

    >>> t, two = Symbol("t"), Number(Fraction(2))
    >>> instance(Index(Symbol("m"), (t,)), Index(Symbol("m"), (two,))) == {t: two}
    True
    >>> instance(Symbol("m"), Symbol("n"))
    """
    if pattern == term:
        return {}
    match pattern, term:
        case (Index(base=base), Index()) if base == term.base:
            return _matched((*pattern.indices, *pattern.upper), (*term.indices, *term.upper))
        case (Apply(), Apply()) if pattern.function == term.function and pattern.labels == term.labels:
            return _matched(pattern.arguments, term.arguments)
    return None


def _matched(patterns: Sequence[Term], terms: Sequence[Term]) -> dict[Term, Term] | None:
    if len(patterns) != len(terms):
        return None
    found: dict[Term, Term] = {}
    for pattern, term in zip(patterns, terms, strict=True):
        inner = _leaf(pattern, term)
        if inner is None or any(found.get(name, value) != value for name, value in inner.items()):
            return None
        found.update(inner)
    return found


def _leaf(pattern: Term, term: Term) -> dict[Term, Term] | None:
    if pattern == term:
        return {}
    if isinstance(pattern, Symbol | Index):
        return {pattern: term} if isinstance(term, Number | Symbol | Apply) or _is_literal(term) else None
    if isinstance(pattern, Apply) and isinstance(term, Apply) and pattern.function == term.function:
        return _matched(pattern.arguments, term.arguments)
    shift = _shifted(pattern)
    if shift is not None and isinstance(term, Number):
        return {shift[0]: replace(term, value=term.value - shift[1], printed=None)}
    return None


def _shifted(term: Term) -> tuple[Symbol, Fraction] | None:
    """A letter and what is added to it: t + 1, t - 1."""
    parts = children(term)
    letters = [part for part in parts if isinstance(part, Symbol)]
    if len(parts) != 2 or len(letters) != 1 or type(term).__name__ != "Sum":
        return None
    other = evaluate(next(part for part in parts if part is not letters[0]))
    return (letters[0], other.middle) if isinstance(other, Interval) and other.exact else None


def _put_in(term: Term, values: Mapping[Term, Term]) -> Term:
    if not values:
        return term
    if term in values:
        return values[term]
    return rebuilt(term, lambda part: _put_in(part, values))
