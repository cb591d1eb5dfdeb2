"""What is known of each symbol's value at a place in the note, and what printed numbers stand for.

A symbol may have a definition (a formula), a display (numbers as printed), or both.  Later ones
shadow earlier ones.  A printed number that repeats an earlier result stands for the unrounded value
of that result.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import MACHINE_TOLERANCE
from symformer.reasoning.arrays import Array, Value, transpose
from symformer.reasoning.evaluate import Literal, Lookup, evaluate, exactly
from symformer.reasoning.readings import PLAIN, Readings
from symformer.semantics.measured_sizes import Axis
from symformer.terms.parts import matrix_of_entry, unindexed
from symformer.terms.term import Index, Number, Symbol, Term, Transpose, children, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

NEW_EXAMPLE = Cued(
    r"\b(examples?|case|exercise|problem|scenario|variant|alternative|another|question|task|quiz"
    r"|part [a-z](?!\W+(?:the )?(?:forward|backward|back|loss|gradients?|updates?|outputs?|check)\b))\b"
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
    roughly: bool = False  # displayed behind a sign that says so: A ≈ (0.330, 0.670)
    scaled: bool = False  # a word for thousands or more stands behind its number: 60 billion
    retold: int = -1  # the statement that put another formula in the place of its formula
    former: tuple[Value, ...] = ()  # the values it had before words set it for a while: "for γ = 2"


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
class Worked:
    """The value of a definition, with all it was worked out from: it is that value while nothing of this changes."""

    definition: Term
    value: Value | None = None
    names: dict[Term, Binding | None] = field(default_factory=dict)  # what each name asked for on the way stood for
    literals: dict[Number, Interval] = field(default_factory=dict)  # and each printed number
    depth: int = 1  # how many definitions lie one within the other


Test = typing.Literal["shown", "true", "widened", "corrected"]
Place = tuple[Test, Readings, int, Term]  # the test, the reading, the example and the name


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
    axes: Mapping[str, frozenset[Axis]] = field(default_factory=dict)  # which arrays a letter is a size of
    rested: dict[int, tuple[Term, dict[Term, Binding]]] = field(default_factory=dict)  # see ``rests_on``
    worked: dict[Place, Worked] = field(default_factory=dict)

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
            # the entries of what the name meant before are gone; but what is as large as the whole is none: W = W_0 + B A
            entries = self.entries.pop(binding.key, set())
            alike = {key for key in entries if _is_as_large(self.bindings.get(key), binding)}
            for key in entries - alike:
                self.bindings.pop(key, None)
            if alike:
                self.entries[binding.key] = alike
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
            for name in {inner, unindexed(inner)}:
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


def _is_as_large(one: Binding | None, other: Binding) -> bool:
    """Whether two names are shown as arrays of one size, a matrix each."""
    if one is None or not isinstance(one.shown, Array) or not isinstance(other.shown, Array):
        return False
    return one.shown.rank == 2 and one.shown.shape == other.shown.shape


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
    return _lookup(table, "shown", readings, without)


def as_true(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for their definitions on known inputs; else for the value behind the display."""
    return _lookup(table, "true", readings, without)


def as_widened(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for anything that prints as displayed."""
    return _lookup(table, "widened", readings, without)


def as_corrected(table: ValueTable, readings: Readings = PLAIN, without: Term | None = None) -> Lookup:
    """Symbols stand for their displays, with wrong cells put right at the printed precision."""
    return _lookup(table, "corrected", readings, without)


def _lookup(table: ValueTable, test: Test, readings: Readings, without: Term | None) -> Lookup:
    return _Lookup(table, test, _literal_of(test, table), readings, without, [] if without is None else [without]).value


def _literal_of(test: Test, table: ValueTable) -> Literal:
    match test:
        case "shown":
            return exactly
        case "true":
            return true_literal(table)
        case "widened":
            return widened_literal
        case "corrected":
            return corrected_literal(table)


def _displayed(binding: Binding, test: Test) -> Value | None:
    """What the display of a name stands for in a test."""
    match test:
        case "shown":
            return binding.shown
        case "true":
            return binding.true if binding.true is not None else binding.shown
        case "widened":
            return binding.widened
        case "corrected":
            return binding.corrected if binding.corrected is not None else binding.shown


@dataclass(slots=True)
class _Lookup:
    """What names stand for in one of the tests, while one claim is looked at.

    What definitions come to is kept in the table from claim to claim, with all that it rests on.
    """

    table: ValueTable
    test: Test
    known_literal: Literal
    readings: Readings
    without: Term | None
    open_keys: list[Term]
    resting: list[Worked] = field(
        default_factory=list
    )  # what each definition that is being worked out has asked for so far
    cut_short: int = 0  # how often a definition led back to itself, or too far: then the way to it matters
    left: int = MOST_DEFINITIONS
    sure: set[Place] = field(default_factory=set)  # what was kept, and was found to hold still

    def literal(self, number: Number) -> Interval:
        """What a printed number stands for."""
        found = self.known_literal(number)
        if self.resting and number.printed is not None and not number.printed.exact:
            self.resting[-1].literals[number] = found
        return found

    def value(self, term: Term) -> Value | None:
        """What a name stands for; None where that is not known."""
        binding = self.table.binding(term)
        if self.resting:
            self.resting[-1].names[term] = binding
        if binding is None or (self.without is not None and term == self.without):
            return (self._width_of_keys(term) or self._measured(term)) if isinstance(term, Symbol) else None
        trusted = binding.shown is None or binding.tested
        if self.test == "true" and trusted and binding.example == self.table.example:
            value = self._defined(binding)
            return value if value is not None else _displayed(binding, self.test)
        chosen = _displayed(binding, self.test)
        if (
            self.test == "true"
            and binding.true is None
            and binding.widened is not None
            and binding.definition is not None
        ):
            # what stands behind the display is not known: any of what prints like it
            if binding.example == self.table.example and not self._leads_on(binding):
                return binding.widened
        return chosen if chosen is not None else self._defined(binding)

    def _leads_on(self, binding: Binding) -> bool:
        """Whether a definition comes to a value, and not by way of the name it defines."""
        before = self.cut_short
        return self._defined(binding) is not None and self.cut_short == before

    def _defined(self, binding: Binding) -> Value | None:
        """What the definition of a name comes to."""
        if binding.definition is None:
            return None
        if binding.key in self.open_keys or len(self.open_keys) > DEEPEST_DEFINITION:
            self.cut_short += 1
            return None
        place = self.test, self.readings, self.table.example, binding.key
        worked = self.table.worked.get(place)
        if worked is None or worked.definition is not binding.definition or not self._still_holds(worked, place):
            if self.left == 0:
                self.cut_short += 1
                return None
            self.left -= 1
            worked = self._worked_out(binding.definition, binding.key, place)
        if self.resting:
            self.resting[-1].names.update(worked.names)
            self.resting[-1].literals.update(worked.literals)
            self.resting[-1].depth = max(self.resting[-1].depth, worked.depth + 1)
        return worked.value

    def _still_holds(self, worked: Worked, place: Place) -> bool:
        """Whether a kept value would come out the same now."""
        same = self.without not in worked.names and len(self.open_keys) + worked.depth <= DEEPEST_DEFINITION + 1
        if not same or place in self.sure:
            return same
        same = all(self.table.binding(name) is binding for name, binding in worked.names.items())
        same = same and all(self.known_literal(number) == value for number, value in worked.literals.items())
        if same:
            self.sure.add(place)
        return same

    def _worked_out(self, definition: Term, key: Term, place: Place) -> Worked:
        """The value of a definition, kept unless it was cut short."""
        before = self.cut_short
        worked = Worked(definition)
        self.open_keys.append(key)
        self.resting.append(worked)
        found = evaluate(definition, self.value, self.literal, self.readings)
        self.resting.pop()
        self.open_keys.pop()
        worked.value = None if isinstance(found, NotEvaluated) else found
        if self.cut_short == before:
            self.table.worked[place] = worked
            self.sure.add(place)
        return worked

    def _width_of_keys(self, term: Symbol) -> Value | None:
        """d_k is how many columns the known queries or keys have."""
        if term.name not in ("d_k", "d_q", "d_K", "d_Q"):
            return None
        for name in map(Symbol, ("K", "Q", "bold(K)", "bold(Q)")):
            binding = self.table.binding(name)
            if self.resting:
                self.resting[-1].names[name] = binding
            if binding is not None and isinstance(binding.shown, Array) and binding.shown.rank == 2:
                return Interval.point(binding.shown.shape[-1])
        return None

    def _measured(self, term: Symbol) -> Value | None:
        """The size of the arrays that are declared to have it and are displayed, where all have the same."""
        sizes: set[int] = set()
        for array, axis in self.table.axes.get(term.name, ()):
            binding = self.table.binding(array)
            if self.resting:
                self.resting[-1].names[array] = binding
            if binding is not None and binding.example == self.table.example and isinstance(binding.shown, Array):
                sizes |= {binding.shown.shape[axis]} if axis < binding.shown.rank else set()
        return Interval.point(sizes.pop()) if len(sizes) == 1 else None


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
        if found is None and number.printed is not None and not number.printed.exact:
            text = number.printed.text
            turned = table.results.get(text[1:] if text.startswith("-") else f"-{text}")
            if turned is not None and turned.example == table.example:
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
            if isinstance(part, Index) and (whole := matrix_of_entry(part)) and table.binding(part.base) is None:
                waiting.append(whole)
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
