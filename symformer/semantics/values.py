"""What is known of each symbol's value at a place in the note, and what printed numbers stand for.

A symbol may have a definition (a formula), a display (numbers as printed), or both.  Later ones
shadow earlier ones.  A printed number that repeats an earlier result stands for the unrounded value
of that result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import MACHINE_TOLERANCE
from symformer.reasoning.arrays import Array, Value, transpose
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import PLAIN, Readings
from symformer.terms.term import Index, Number, Symbol, Term, Transpose, children, walk
from symformer.text.span import Span

NEW_EXAMPLE = re.compile(
    r"\b(examples?|case|exercise|problem|scenario|variant|alternative|another|question|task|quiz|part [a-z])\b"
    r"|例|示例|案例|练习",
    re.IGNORECASE,
)
DEEPEST_DEFINITION = 12
MOST_STEPS = 5_000
LONGEST_LETTER = 4  # of a name that is no word
MOST_DEFINITIONS = 400  # that are worked out for one value


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name stands for from one place of the note on.

    ``shown`` is the display at its word, ``widened`` the intervals it may stand for, ``true`` the
    value behind it, ``corrected`` what the display prints once its wrong cells are put right.
    ``roots`` are the keys of the faults it carries.
    """

    key: Term
    at: Span
    statement: int
    example: int
    definition: Term | None = None
    display: Term | None = None
    shown: Value | None = None
    widened: Value | None = None
    true: Value | None = None
    corrected: Value | None = None
    roots: tuple[str, ...] = ()
    section: int = -1
    # whether the display was found to be about the definition's own values, right or wrong
    tested: bool = False
    rebound: int = 0  # how often its displayed value was replaced by another one
    authored: bool = False  # given by the author to settle a question: meant from there on


@dataclass(frozen=True, slots=True)
class Result:
    """A number printed as the result of an earlier claim."""

    text: str
    true: Interval
    corrected: Fraction
    roots: tuple[str, ...]
    example: int
    at: Span


@dataclass(slots=True)
class ValueTable:
    """The values known so far, while a note is read from top to bottom."""

    bindings: dict[Term, Binding] = field(default_factory=dict)
    entries: dict[Term, set[Term]] = field(default_factory=dict)  # the bound entries of each name
    turned: dict[Term, set[Term]] = field(default_factory=dict)  # the bound transposes of each name and its entries
    results: dict[str, Result] = field(default_factory=dict)
    example: int = 0
    radians: bool = False  # the note shows waves that are right in radians only
    population: bool = False  # the note divides squared deviations by how many there are
    rested: dict[int, tuple[Term, dict[Term, Binding]]] = field(default_factory=dict)  # see ``rests_on``

    def binding(self, key: Term) -> Binding | None:
        """What a name stands for here; a word may stand in the plural: Score and Scores."""
        found = self.bindings.get(key)
        if found is None and isinstance(key, Symbol) and len(key.name) > LONGEST_LETTER:
            other = key.name.removesuffix("s") if key.name.endswith("s") else f"{key.name}s"
            return self.bindings.get(Symbol(other))
        return found

    def bind(self, binding: Binding) -> None:
        """Let a name stand for something from here on; also the transpose of what is bound."""
        if isinstance(binding.key, Symbol | Index):
            # the entries of what the name meant before are gone
            for key in self.entries.pop(binding.key, ()):
                self.bindings.pop(key, None)
        self._put(binding)
        if isinstance(binding.key, Transpose) and binding.key.operand not in self.bindings:
            self._put(_turned(binding, binding.key.operand))

    def drop(self, key: Term) -> None:
        """Let a name alone stand for nothing known."""
        self.rested.clear()
        self.bindings.pop(key, None)

    def _put(self, binding: Binding) -> None:
        self.rested.clear()
        if isinstance(binding.key, Index):
            self.entries.setdefault(binding.key.base, set()).add(binding.key)
        if isinstance(binding.key, Transpose):
            inner = binding.key.operand
            for name in {inner, inner.base if isinstance(inner, Index) else inner}:
                self.turned.setdefault(name, set()).add(binding.key)
        self.bindings[binding.key] = binding

    def forget(self, key: Term) -> None:
        """Let a name, its entries and its transpose stand for nothing known."""
        self.rested.clear()
        for each in (key, *self.entries.pop(key, ()), *self.turned.pop(key, ())):
            self.bindings.pop(each, None)

    def record(self, result: Result) -> None:
        """Remember a printed result, so that its repetitions stand for its true value."""
        self.results[result.text] = result

    def result(self, number: Number) -> Result | None:
        """The earlier result in this example that a literal repeats, spelling and all."""
        if number.printed is None or number.printed.exact:
            return None
        found = self.results.get(number.printed.text)
        return found if found is not None and found.example == self.example else None


def _turned(binding: Binding, key: Term) -> Binding:
    def turn(value: Value | None) -> Value | None:
        return None if value is None else transpose(value)

    return Binding(
        key,
        binding.at,
        binding.statement,
        binding.example,
        None if binding.definition is None else Transpose(binding.definition),
        None if binding.display is None else Transpose(binding.display),
        turn(binding.shown),
        turn(binding.widened),
        turn(binding.true),
        turn(binding.corrected),
        binding.roots,
        binding.section,
        binding.tested,
        binding.rebound,
    )


# -- what a term's symbols and literals stand for, in each of the tests ------------------------------


def as_shown(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for what the note displays; else for their definitions."""
    return _lookup(table, lambda binding: binding.shown, exactly, readings, without)


def as_true(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for their definitions on known inputs; else for the value behind the display."""
    return _lookup(table, _true_of, true_literal(table), readings, without, definitions_first=True)


def as_widened(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for anything that prints as displayed."""
    return _lookup(table, lambda binding: binding.widened, widened_literal, readings, without)


def as_corrected(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for their displays, with wrong cells put right at the printed precision."""
    return _lookup(table, _corrected_of, corrected_literal(table), readings, without)


def _true_of(binding: Binding) -> Value | None:
    return binding.true if binding.true is not None else binding.shown


def _corrected_of(binding: Binding) -> Value | None:
    return binding.corrected if binding.corrected is not None else binding.shown


Choice = Callable[[Binding], Value | None]


def _lookup(
    table: ValueTable,
    choose: Choice,
    literal: Literal,
    readings: Readings,
    without: Term | None,
    *,
    definitions_first: bool = False,
) -> Lookup:
    open_keys: list[Term] = [] if without is None else [without]
    # what was worked out, by name and depth; not where a definition leads back to itself: there the way matters
    known: dict[tuple[Term, int], Value | None] = {}
    circles = 0
    left = MOST_DEFINITIONS

    def defined(binding: Binding) -> Value | None:
        nonlocal circles, left
        if binding.definition is None or len(open_keys) > DEEPEST_DEFINITION:
            return None
        if binding.key in open_keys:
            circles += 1
            return None
        key = binding.key, len(open_keys)
        if key in known:
            return known[key]
        left -= 1
        if left < 0:
            return None
        before = circles
        open_keys.append(binding.key)
        found = evaluate(binding.definition, lookup, literal, readings)
        open_keys.pop()
        value = None if isinstance(found, NotEvaluated) else found
        if circles == before:
            known[key] = value
        return value

    def lookup(term: Term) -> Value | None:
        binding = table.binding(term)
        if binding is None or (without is not None and term == without):
            return _width_of_keys(term, table) if isinstance(term, Symbol) else None
        trusted = binding.shown is None or binding.tested
        if definitions_first and trusted and binding.example == table.example:
            value = defined(binding)
            return value if value is not None else choose(binding)
        chosen = choose(binding)
        if (
            definitions_first
            and binding.true is None
            and binding.widened is not None
            and binding.definition is not None
        ):
            # what stands behind the display is not known: any of what prints like it
            if binding.example == table.example and defined(binding) is None:
                return binding.widened
        return chosen if chosen is not None else defined(binding)

    return lookup


def _width_of_keys(term: Symbol, table: ValueTable) -> Value | None:
    """d_k is how many columns the known queries or keys have."""
    if term.name not in ("d_k", "d_q", "d_K", "d_Q"):
        return None
    for name in ("K", "Q", "bold(K)", "bold(Q)"):
        binding = table.bindings.get(Symbol(name))
        if binding is not None and isinstance(binding.shown, Array) and binding.shown.rank == 2:
            return Interval.point(binding.shown.shape[-1])
    return None


def widened_literal(number: Number) -> Interval:
    """Anything that prints as the literal does."""
    if number.printed is None:
        return Interval.point(number.value)
    found = number.printed.interval()
    if not number.printed.machine:
        return found
    slack = abs(number.value) * MACHINE_TOLERANCE
    return Interval(min(found.lo, number.value - slack), max(found.hi, number.value + slack))


def true_literal(table: ValueTable) -> Literal:
    """The unrounded value of the earlier result a literal repeats; else the literal itself."""

    def literal(number: Number) -> Interval:
        found = table.result(number)
        if found is None and number.value < 0 and number.printed is not None:
            turned = table.results.get(number.printed.text.lstrip("-"))
            if turned is not None and turned.example == table.example and not number.printed.exact:
                return -turned.true
        return found.true if found is not None else Interval.point(number.value)

    return literal


def corrected_literal(table: ValueTable) -> Literal:
    """A literal that repeats a wrong result stands for the right one, at the printed precision."""

    def literal(number: Number) -> Interval:
        found = table.result(number)
        return Interval.point(found.corrected if found is not None and found.roots else number.value)

    return literal


# -- which names a term rests on --------------------------------------------------------------------


def rests_on(term: Term, table: ValueTable) -> dict[Term, Binding]:
    """The bindings whose values a term is worked out from, through the definitions of what is not displayed."""
    kept = table.rested.get(id(term))
    if kept is not None and kept[0] is term:  # asked several times of each claim
        return kept[1]
    found: dict[Term, Binding] = {}
    table.rested[id(term)] = term, found
    waiting = [term]
    steps = 0
    while waiting and steps < MOST_STEPS:
        steps += 1
        part = waiting.pop()
        binding = table.binding(part)
        if binding is None:
            # the letters of a name that has a value are not looked at: X_1 does not rest on X
            waiting.extend(children(part))
        elif part not in found:
            found[part] = binding
            if binding.definition is not None and binding.shown is None:
                waiting.extend(children(binding.definition) if binding.definition == part else (binding.definition,))
    return found


def roots_of(term: Term, table: ValueTable) -> tuple[str, ...]:
    """The keys of the faults that a term's displays and repeated literals carry."""
    found: dict[str, None] = {}
    for part in walk(term):
        if isinstance(part, Number) and (result := table.result(part)) is not None:
            found.update(dict.fromkeys(result.roots))
    for binding in rests_on(term, table).values():
        found.update(dict.fromkeys(binding.roots))
    return tuple(found)


def unmixed(term: Term, table: ValueTable) -> bool:
    """Whether all values a term rests on belong to one example: none replaced while others stayed."""
    bindings = [each for each in rests_on(term, table).values() if each.shown is not None and not each.authored]
    return len({binding.rebound for binding in bindings}) <= 1 and all(
        binding.example == table.example for binding in bindings
    )


def self_referring(key: Term, definition: Term) -> bool:
    """Whether a name stands in its own definition: x = x - 1 is an assignment."""
    return any(part == key for part in walk(definition))
