"""Formulas held against their own worked lines: the numbers are put in as if the formula were another one.

A line is worked from a formula where both stand under one name and the numbers in it are what the note gives the
formula's letters.  It contradicts the formula where its arithmetic is right and yet far from what the formula is at
these values.  Then either the one or the other is wrong; the more lines agree against it, the surer it is the formula.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, words_before
from symformer.judging.numbers.comparison import compare
from symformer.judging.worked.book import CONSTANTS, Book, Formula, Line, book_of, head_of, is_dot_product, is_value
from symformer.judging.worked.name_instances import instance, numbered, other_member_told
from symformer.judging.worked.one_edit import one_edit_away
from symformer.judging.worked.set_apart import is_in_the_limit, is_of_another_task
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics.model import once
from symformer.semantics.values import widened_literal
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote

TINY = frozenset({"epsilon", "varepsilon"})  # what is added so that nothing is divided by zero
FAR, FAR_OF_EXACT = Fraction(1, 50), Fraction(1, 2000)  # by which share values differ that are surely two
NEAR = Fraction(1, 200)
MOST_EDITS = 400
JUST_BEFORE = 240  # characters between the value of a letter and a line that is worked with it
MOST_FACTORS = 6
MOST_MEMBERS = 12
COUNTED_OTHERWISE = Cued(
    r"\b(?:both|twice|doubl\w+|half|halv\w+|total|altogether|in all|per|each|only|instead|per cent|percent|minutes?|hours?)\b|两|共|每|一半",
    re.IGNORECASE,
)
CHANCES = frozenset({"p", "q", "P", "pi", "hat(y)", "hat(p)"})  # letters of what lies between 0 and 1
_ONLY_ROUNDED = frozenset({"rounding-accumulated"})  # of a line whose arithmetic is right
TELLING = 3  # digits of a lone result that no other formula has by chance
UNITS = tuple(Fraction(10) ** k for k in range(-12, 13) if k) + tuple(
    Fraction(each) for base in (1024, 60, 3600, 8, 24) for each in (base, Fraction(1, base))
)


@dataclass(frozen=True, slots=True)
class Against:
    """A line that contradicts a formula, with the formulas one slip away that it bears out."""

    line: Line
    edits: Mapping[str, Term]
    value: Interval  # of the formula at the told values
    shown: Interval


def contradicted_formulas(note: JudgedNote) -> Iterator[Problem]:
    """A problem for each formula that its own worked lines contradict, or for the lines of which others keep to it."""
    book = once(note, book_of)
    told = (each for each in note.judgements if each.problem is not None and each.fault not in _ONLY_ROUNDED)
    faulty = sorted(each.problem.span.start for each in told if each.problem is not None)
    for formula in book.formulas:
        against: list[Against] = []
        agreeing = 0
        above = book.told_before(formula)
        for line in (*book.lines_of(formula), *above):
            span = line.statement.span
            if bisect_left(faulty, span.start) < bisect_left(faulty, span.end):
                continue  # something is told of it already
            if isinstance(line.numbers, Number) and _CHANGED.match(note.document.source.text, line.statement.span.end):
                continue  # "4096 (changed from 2048)"
            if line.statement.sets and isinstance(line.numbers, Number) and line not in above:
                continue  # a value that is set: "from B = 512 to B = 2048"
            if book.is_of_another_section(formula, line) or is_in_the_limit(line, note.document):
                continue
            if is_of_another_task(formula, line, book, note.document):
                continue
            if book.is_of_another_setting(formula, line, note.document.source.text):
                continue
            found = held_against(formula, line, book)
            agreeing += found == "holds"
            if isinstance(found, Against):
                against.append(found)
        if len(against) == 1 and is_said_to_differ(against[0].line, note):
            continue
        if against:
            yield from _problems(formula, against, agreeing)


_CHANGED = Cued(
    r"[\s$`)\\]{0,4}\(?(?:changed|was|up|down|increased|reduced|instead|rather than)\b|[^.\n]{0,40}(?:\\neq?\b|≠)|改为|原为"
)


_AFTER_AN_UPDATE = Cued(
    r"\b(?:new|updated) (?:parameters?|weights?|bias(?:es)?|values?)\b"
    r"|\bafter (?:the|one|this|that|a single) (?:gradient )?(?:update|step)\b|更新后",
    re.IGNORECASE,
)


def is_said_to_differ(line: Line, note: JudgedNote) -> bool:
    """Whether the words before a line say that it is more, less or other than the formula."""
    before = words_before(note, line.statement).partition("\n")[2]
    return any(each.search(before) is not None for each in (VARIES, COUNTED_OTHERWISE, _AFTER_AN_UPDATE))


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
        f"not {f'{show(line.numbers)} = ' if not is_value(line.numbers) else ''}{_short(first.shown)}",
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


# -- one line beside one formula -----------------------------------------------------------------------------------------


def held_against(formula: Formula, line: Line, book: Book) -> Against | str | None:
    """What a line is to a formula: "holds", what speaks against it, or None where it cannot be told."""
    found = _beside(formula, line, book)
    if not isinstance(found, _Beside):
        return found
    edits = dict(_edits_beside(found, formula, book))
    if found.rounded and not edits:
        return "holds"
    if not edits and not (not is_value(line.numbers) and _covers(found.body, found.values, line)):
        told = _are_told_beside(found, book)
        edits = dict(_edits_beside(found, formula, book, grouped=True)) if told and not is_value(line.numbers) else {}
        sure = told and bool(found.bound) and _has_no_unit(formula.body)  # ω_1 = 0.1, where d is 4 just before
        return Against(line, edits, found.outcome, found.shown) if edits or sure else None
    return Against(line, edits, found.outcome, found.shown)


def holds(formula: Formula, line: Line, book: Book) -> bool:
    """Whether a line is what a formula comes to: what else it may be is looked for only where it is so by rounding."""
    found = _beside(formula, line, book)
    if not isinstance(found, _Beside):
        return found == "holds"
    return found.rounded and next(_edits_beside(found, formula, book), None) is None


@dataclass(frozen=True, slots=True)
class _Beside:
    """A formula at the values of a line that shows another number."""

    line: Line
    bound: Mapping[Term, Term]
    body: Term  # with what its name binds put in
    values: Mapping[Term, Term]
    outcome: Interval
    shown: Interval
    rounded: bool  # whether numbers that print alike would give what is shown


def _beside(formula: Formula, line: Line, book: Book) -> _Beside | str | None:
    bound = instance(formula.name, line.name) if formula.name is not None and line.name is not None else {}
    if bound is None or bound and other_member_told(formula.name, book.bodies):
        return None
    shown = result_of(line)
    if shown is None or shown.middle == 0:
        return None
    if bound and set(bound) == set(bound.values()):
        return None  # KL(p ‖ q) beside a formula for KL(q ‖ p): what belongs to each is not told by the letters
    bound = {**bound, **_products_told(formula.body, line, book)}
    body = numbered(put_in(formula.body, bound))
    body = _member_by_member(body, line, book)
    values = _only_unknown(body, line, book, shown) or _values_of(body, line, book)
    if values is None:
        return None
    outcome = _outcome(body, values, shown, units=() if _has_no_unit(body) else UNITS)
    if not isinstance(outcome, Interval):
        return outcome
    if formula.name is not None and any(
        _outcome(numbered(put_in(other, bound)), values, shown) == "holds"
        for other in book.bodies[formula.name] - {formula.body}
    ):
        return "holds"
    return _Beside(line, bound, body, values, outcome, shown, _meets_rounded(body, values, shown))


def _member_by_member(body: Term, line: Line, book: Book) -> Term:
    """A formula with its sums written out where the note tells the members one by one: w_0 = 1, w_1 = 0.01."""
    match body:
        case IndexedSum(kind="sum", index=Symbol() as letter, lower=first, upper=last, condition=None) if (
            first is not None and last is not None
        ):
            low, high = (_whole_at(each, line, book) for each in (first, last))
            if low is None or high is None or not 0 <= high - low < MOST_MEMBERS:
                return body
            summands = [numbered(put_in(body.body, {letter: Number(Fraction(at))})) for at in range(low, high + 1)]
            families = {part.base for part in walk(body.body) if isinstance(part, Index) and letter in part.indices}
            members = {part for each in summands for part in walk(each) if isinstance(part, Index)}
            members = {each for each in members if each.base in families}
            if not members or any(book.value(each, line) is None for each in members):
                return body
            return Sum(tuple(summands)) if len(summands) > 1 else summands[0]
    return rebuilt(body, lambda part: _member_by_member(part, line, book))


def _whole_at(term: Term, line: Line, book: Book) -> int | None:
    """The whole number that a bound of a sum is at a line."""
    letters = [part for part in walk(term) if isinstance(part, Symbol | Index)]
    values: dict[Term, Term] = {each: told for each in letters if (told := book.value(each, line)) is not None}
    found = value_at(term, values)
    return int(found.middle) if found is not None and found.exact and found.middle.denominator == 1 else None


def _edits_beside(found: _Beside, formula: Formula, book: Book, *, grouped: bool = False) -> Iterator[tuple[str, Term]]:
    values = {**_letters_beside(found.body, found.line, book), **found.values}
    covers = _covers_in_groups if grouped else _covers
    return _edits_borne_out(
        formula.body, found.bound, values, found.line, found.shown, covers, exactly_so=found.rounded
    )


def _are_told_beside(found: _Beside, book: Book) -> bool:
    """Whether each letter of a formula has its number just before the line."""
    start = found.line.statement.span.start
    for name in found.values:
        places = [book.statements[each.at].span.end for each in book.told.get(name, ()) if each.at < found.line.at]
        if not places or start - places[-1] > JUST_BEFORE:
            return False
    return True


def result_of(line: Line) -> Interval | None:
    """What a line comes to, where its own arithmetic is right."""
    value = evaluate(line.numbers, literal=exactly)
    if not isinstance(value, Interval):
        return None
    printed = [result for result in line.results if is_value(result)]
    for result in printed:
        found = compare(value, result, "≈", lambda term: None)
        if isinstance(found, NotEvaluated) or not found.holds:
            return None
    # of an open base, unless what is printed is the natural one
    is_open = any(isinstance(part, Apply) and part.function == "log" and not part.labels for part in walk(line.numbers))
    return value if printed or not is_open else None


def _values_of(body: Term, line: Line, book: Book) -> dict[Term, Term] | None:
    """The numbers that the note gives all letters of a formula; None where one has none."""
    found: dict[Term, Term] = _lengths(body, book, line)
    bound = {part.index for part in walk(body) if isinstance(part, IndexedSum) and part.index is not None}

    def gather(term: Term) -> bool:
        if term in bound or term in found or isinstance(term, Symbol) and term.name in CONSTANTS:
            return True
        if (power := book.value_of_power(term, line)) is not None:
            found[term] = power
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

    return found if gather(body) else None


def _products_told(body: Term, line: Line, book: Book) -> dict[Term, Term]:
    """The dot products in a formula that the note gives a number, as in q · k = 6."""
    products = {part for part in walk(body) if is_dot_product(part)}
    return {each: told for each in products if isinstance(told := book.value(each, line), Number)}


def _only_unknown(body: Term, line: Line, book: Book, shown: Interval) -> dict[Term, Term]:
    """The one letter of a formula that words alone give a value, where the line has but one number to put in for it.

    The formula is then neither what the line comes to at that number, nor at its negative or what it lacks of one, nor,
    but for chances, at its inverse.
    """
    letters = set(_unknowns(body))
    numbers = {part.value for part in walk(line.numbers) if isinstance(part, Number) and part.printed is not None}
    if len(letters) != 1 or len(numbers) != 1 or is_value(line.numbers):
        return {}
    letter, number = letters.pop(), numbers.pop()
    if book.value(letter, line) is not None or number.denominator == 1:
        return {}
    others = [Number(each) for each in (number, -number, 1 - number)]
    if head_of(letter).rstrip("'").partition("_")[0] not in CHANCES:
        others.append(Number(1 / number))
    outcomes = [_outcome(numbered(put_in(body, {letter: each})), {}, shown) for each in others]
    far = isinstance(outcomes[0], Interval) and not any(each == "holds" for each in outcomes)
    return {letter: others[0]} if far else {}


def _unknowns(term: Term) -> Iterator[Term]:
    """The letters of a formula, each member of a family as one."""
    if isinstance(term, Index) or isinstance(term, Symbol) and term.name not in CONSTANTS:
        yield term
    elif not isinstance(term, Symbol):
        for part in children(term):
            yield from _unknowns(part)


def _lengths(body: Term, book: Book, line: Line) -> dict[Term, Term]:
    """How far sums run that go over all entries of a vector: the length of the vector."""
    sizes: dict[Term, Term] = {}
    for part in walk(body):
        if isinstance(part, IndexedSum) and isinstance(part.upper, Symbol) and book.value(part.upper, line) is None:
            for entry in walk(part.body):
                if isinstance(entry, Index) and entry.indices == (part.index,):
                    told = book.value(entry.base, line)
                    count = _length(told) if told is not None else None
                    if count is not None:
                        sizes[part.upper] = Number(Fraction(count))
    return sizes


def _letters_beside(body: Term, line: Line, book: Book) -> dict[Term, Term]:
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


def _has_no_unit(body: Term) -> bool:
    """Whether a formula is a power of a number, or a function that gives a plain number: what is ten times as much is wrong."""
    match body:
        case Power(base=Number()) | Apply(function="sin" | "cos" | "tan" | "tanh" | "exp" | "sigmoid" | "softmax"):
            return True
    return False


def _outcome(
    body: Term, values: Mapping[Term, Term], shown: Interval, *, units: Sequence[Fraction] = UNITS
) -> Interval | str | None:
    """A formula at values: "holds" where it is what is shown in any reading, the value where it is far from that."""
    far: Interval | None = None
    for readings in readings_of(body):
        exact = _at(body, values, exactly, readings)
        if exact is None:
            continue
        if is_near(exact, shown, NEAR) or exact.meets(shown):  # a floor may be either side of its step
            return "holds"
        if is_near(exact, shown, FAR_OF_EXACT if _are_whole(values) else FAR) or any(
            is_near(exact * Interval.point(unit), shown, NEAR) for unit in units
        ):
            return None
        far = far or exact
    return far


def _are_whole(values: Mapping[Term, Term]) -> bool:
    """Whether all values are whole numbers, which nobody rounded."""
    return all(
        isinstance(part, Number) and part.value.denominator == 1 or not isinstance(part, Number)
        for told in values.values()
        for part in walk(told)
    )


def _meets_rounded(body: Term, values: Mapping[Term, Term], shown: Interval) -> bool:
    """Whether numbers that print like those told would make a formula what is shown."""
    found = (_at(body, values, widened_literal, readings) for readings in readings_of(body))
    return any(each is not None and each.meets(shown) for each in found)


def _at(body: Term, values: Mapping[Term, Term], literal: Literal, readings: Readings) -> Interval | None:
    value = evaluate(body, _lookup(values, literal, readings), exactly, readings)
    if isinstance(value, Array) and len(value.cells) == 1:
        value = value.cells[0]
    return value if isinstance(value, Interval) else None


def value_at(term: Term, values: Mapping[Term, Term]) -> Interval | None:
    """The number that a term is at values taken at their word."""
    return _at(term, values, exactly, next(readings_of(term)))


def _lookup(values: Mapping[Term, Term], literal: Literal, readings: Readings) -> Lookup:
    def lookup(term: Term) -> Value | None:
        told = values.get(term)
        if told is None:
            return None
        value = evaluate(told, literal=literal, readings=readings)
        return None if isinstance(value, NotEvaluated) else value

    return lookup


def is_near(one: Interval, other: Interval, share: Fraction) -> bool:
    """Whether two numbers differ by no more than a share of the larger one."""
    distance = abs(one.middle - other.middle)
    return distance <= share * max(abs(one.middle), abs(other.middle))


def _edits_borne_out(
    body: Term,
    bound: Mapping[Term, Term],
    values: Mapping[Term, Term],
    line: Line,
    shown: Interval,
    covers: Callable[[Term, Mapping[Term, Term], Line], bool],
    *,
    exactly_so: bool = False,
) -> Iterator[tuple[str, Term]]:
    """The formulas one slip away that come to what a line comes to, and whose numbers are in it."""
    lone = is_value(line.numbers)
    if lone and not _is_telling(line.numbers):
        return
    for count, edited in enumerate(one_edit_away(body, sorted(values, key=repr))):
        if count >= MOST_EDITS:
            return
        filled = numbered(put_in(edited, bound))
        value = _at(filled, values, exactly, next(readings_of(filled)))
        if value is None or not is_near(value, shown, NEAR) or exactly_so and not value.meets(shown):
            continue
        if lone or covers(filled, values, line):
            yield show(edited), edited


def _is_telling(term: Term) -> bool:
    return isinstance(term, Number) and term.printed is not None and term.printed.digits >= TELLING


def _covers(body: Term, values: Mapping[Term, Term], line: Line) -> bool:
    """Whether the numbers of a formula, or of parts of it, are those in a line."""
    shown = {abs(part.value) for part in walk(line.numbers) if isinstance(part, Number)}
    fractions = (value_at(part, {}) for part in walk(line.numbers) if isinstance(part, Quotient))
    worked = shown | {abs(value.middle) for value in fractions if value is not None}
    return any(_is_filled(body, values, each) for each in ((shown, worked) if worked != shown else (shown,)))


def _is_filled(body: Term, values: Mapping[Term, Term], shown: set[Fraction]) -> bool:
    seen: set[Fraction] = set()
    if not _is_covered(body, values, shown, seen):
        return False
    letters = {part for part in walk(body) if part in values}
    return len(seen) > 1 or len(seen) == 1 and len(letters) == 1


def _covers_in_groups(body: Term, values: Mapping[Term, Term], line: Line) -> bool:
    """Whether the factors of a product, taken together in some way, are those of a line: c (N / E) of c N / E."""
    found = _factors(body, values)
    if found is None or not isinstance(line.numbers, Product) or not 2 < len(found) <= MOST_FACTORS:
        return False
    shown = [part.value for part in line.numbers.factors if isinstance(part, Number)]
    return len(shown) == len(line.numbers.factors) and _are_grouped(found, shown)


def _factors(term: Term, values: Mapping[Term, Term]) -> list[Fraction] | None:
    """The numbers that a product or quotient of letters multiplies."""
    match term:
        case Product(factors=factors):
            parts = [_factors(each, values) for each in factors]
            return None if None in parts else [each for part in parts if part is not None for each in part]
        case Quotient(numerator=above, denominator=below):
            over, under = _factors(above, values), _factors(below, values)
            return None if over is None or under is None or 0 in under else [*over, *(1 / each for each in under)]
        case Apply(function="ceil" | "ceiling" | "floor", arguments=(inner,)):
            return _factors(inner, values)
    value = _at(term, values, exactly, next(readings_of(term)))
    return [value.middle] if value is not None and value.exact else None


def _are_grouped(factors: Sequence[Fraction], shown: Sequence[Fraction]) -> bool:
    """Whether some of the factors make the first number, some of the rest the second, and so on to the last of both."""
    if not shown:
        return not factors
    places = range(len(factors))
    return any(
        prod((factors[at] for at in group), start=Fraction(1)) == shown[0]
        and _are_grouped([factors[at] for at in places if at not in group], shown[1:])
        for count in places
        for group in combinations(places, count + 1)
    )


def _is_covered(term: Term, values: Mapping[Term, Term], shown: set[Fraction], seen: set[Fraction]) -> bool:
    value = _at(term, values, exactly, next(readings_of(term)))
    size = Interval.point(abs(value.middle)) if value is not None else None
    if value is not None and any(is_near(size or value, Interval.point(each), Fraction(1, 2000)) for each in shown):
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
        return _is_covered_one_by_one(term, values, shown, seen)
    return bool(children(term)) and all(_is_covered(part, values, shown, seen) for part in children(term))


def _is_covered_one_by_one(
    term: IndexedSum, values: Mapping[Term, Term], shown: set[Fraction], seen: set[Fraction]
) -> bool:
    """Whether each summand stands in a line, or each entry that is summed up."""
    bases = {part.base for part in walk(term.body) if isinstance(part, Index) and part.base in values}
    lengths = {_length(values[each]) for each in bases} - {None}
    if not bases or term.index is None or len(lengths) != 1:
        return False
    count = lengths.pop() or 0
    summands = (put_in(term.body, {term.index: Number(Fraction(at))}) for at in range(1, count + 1))
    if all(_is_covered(each, values, shown, seen) for each in summands):
        return True
    return all(_is_covered(each, values, shown, seen) for each in bases)


def _length(told: Term) -> int | None:
    return max(len(told.rows), len(told.rows[0])) if isinstance(told, Matrix) else None
