r"""Arrays whose entries a note gives a formula for: ``S_{ij} = Q_i \cdot K_j``, ``h_t = \tanh(h_{t-1})``.

Such a formula says what stands at each place of a displayed array of that name, and what each single
member is: the second by putting in its number, which is how a recurrence is worked out step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from symformer.judging.numbers.comparison import cells_of, is_display
from symformer.reasoning.arrays import Array
from symformer.reasoning.named import canonical
from symformer.semantics.values import ValueTable
from symformer.terms.parts import letter_names, rebuilt, unindexed
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

MOST_ENTRIES = 400


@dataclass(frozen=True, slots=True)
class EntryFormula:
    """What the entry of an array at the places ``letters``, each moved on by its ``shifts``, is said to be."""

    name: Symbol
    letters: tuple[Symbol, ...]
    shifts: tuple[int, ...]
    body: Term
    statement: int
    example: int


@dataclass(frozen=True, slots=True)
class Spelled:
    """What a formula for entries says of one name: the term, and at which statement the formula stands."""

    term: Term
    statement: int


@dataclass(slots=True)
class EntryFormulas:
    """The formulas for entries that hold at a place of a note, by the name of the array or function."""

    known: dict[Term, EntryFormula] = field(default_factory=dict)
    told_twice: set[tuple[Term, int]] = field(default_factory=set)  # in two forms, of which either may be meant

    def learn(self, term: Term, at: int, example: int) -> None:
        """Keep the formula that a statement gives, if it gives one."""
        found = entry_formula(term, at, example)
        if found is not None:
            before = self.known.get(found.name)
            if before is not None and _is_another_form(before, found):
                self.told_twice.add((found.name, example))
            self.known[found.name] = found

    def definition(self, name: Term, display: Term, table: ValueTable) -> Spelled | None:
        """What a name that shows ``display`` is by the formula for its entries; None where none is known."""
        base = unindexed(name)
        formula = self.known.get(base)
        if formula is None or (base, formula.example) in self.told_twice:
            return None
        if formula.example != table.example and not is_general(formula.body):
            return None
        if isinstance(display, Number) and not isinstance(name, Index):
            return Spelled(formula.body, formula.statement)  # of which member is not said
        found = _member(formula, name, table) if isinstance(name, Index) else written_out(formula, display, table)
        return None if found is None else Spelled(found, formula.statement)


def is_general(definition: Term) -> bool:
    """Whether a formula is one in letters, which holds for every example of a note: it shows no decimals."""
    numbers = [part.printed for part in walk(definition) if isinstance(part, Number) and part.printed is not None]
    letters = any(isinstance(part, Symbol) for part in walk(definition))
    return (
        letters
        and all(each.exact for each in numbers)
        and not any(isinstance(part, Matrix) for part in walk(definition))
    )


def _is_another_form(one: EntryFormula, other: EntryFormula) -> bool:
    """Whether two formulas take a step from the same members by other terms: the two forms of momentum."""
    alike = (one.example, one.letters, one.shifts) == (other.example, other.letters, other.shifts)
    steps = all(
        any(isinstance(part, Index) and part.base == one.name for part in walk(each.body)) for each in (one, other)
    )
    return alike and steps and one.body != other.body


def entry_formula(term: Term, at: int = 0, example: int = 0) -> EntryFormula | None:
    """The formula for entries that a statement gives.

    >>> entry = Index(Symbol("s"), (Symbol("i"),))
    >>> entry_formula(Relation(("=",), (entry, Sum((Symbol("a"), Index(Symbol("b"), (Symbol("i"),))))))).name.name
    's'
    """
    match term:
        case Relation(relations=(sign, *_), sides=(Index(base=Symbol() as name) as head, body, *_)) if (
            sign in EXACTLY_EQUAL and not is_display(body)
        ):
            places = [_place(each) for each in head.slots]
        case _:
            return None
    known = [each for each in places if each is not None]
    letters = tuple(letter for letter, _ in known)
    if not 1 <= len(known) <= 2 or len(known) < len(places) or len(set(letters)) < len(letters):
        return None
    used = letter_names(body)
    if not all(letter.name in used for letter in letters) or not _only_as_indices(body, set(letters)):
        return None
    return EntryFormula(name, letters, tuple(shift for _, shift in known), body, at, example)


def _place(index: Term) -> tuple[Symbol, int] | None:
    """``i`` as (i, 0), ``t + 1`` as (t, 1)."""
    match index:
        case Symbol(name=name) if len(name) == 1:
            return index, 0
        case Sum(terms=(Symbol() as letter, Number(value=shift))) if shift.denominator == 1:
            return letter, int(shift)
    return None


def _only_as_indices(term: Term, letters: set[Symbol]) -> bool:
    """Whether letters stand only where they say which entry is meant."""
    match term:
        case Symbol():
            return term not in letters
        case Index():
            return _only_as_indices(term.base, letters)
        case IndexedSum() if term.index in letters:
            return False
        case Apply(function=name) if canonical(name) == "softmax":
            return all(_only_as_indices(part, letters) for part in term.arguments)
    return all(_only_as_indices(part, letters) for part in children(term))


def written_out(formula: EntryFormula, display: Term, table: ValueTable) -> Term | None:
    """The array of a formula's entries, as large as the one displayed."""
    cells = cells_of(display)
    if cells is None or len(cells) > MOST_ENTRIES or any(formula.shifts):
        return None
    match formula.body:
        case Apply(function=name, arguments=(scores,)) if canonical(name) == "softmax" and len(formula.letters) == 2:
            inner = written_out(replace(formula, body=scores), display, table)
            return None if inner is None else Apply("softmax", (inner,), (), formula.body.origin)
        case body if any(isinstance(part, Apply) and canonical(part.function) == "softmax" for part in walk(body)):
            return None
    height = max((cell.place[0] for cell in cells if cell.place), default=0) + 1
    width = len(cells) // height
    first, *rest = formula.letters

    def entry(places: dict[Symbol, int]) -> Term:
        return _numbered(formula.body, places, table)

    if rest:
        if height == 1 and width == 1:
            return None
        rows = tuple(
            tuple(entry({first: row, rest[0]: column}) for column in range(1, width + 1))
            for row in range(1, height + 1)
        )
        return Matrix(rows, "matrix", formula.body.origin)
    if height == 1:
        return Matrix((tuple(entry({first: at}) for at in range(1, width + 1)),), "matrix", formula.body.origin)
    return Matrix(tuple((entry({first: at}),) for at in range(1, height + 1)), "matrix", formula.body.origin)


def _member(formula: EntryFormula, name: Index, table: ValueTable) -> Term | None:
    """One entry of a formula, for the numbers that stand as its indices."""
    numbers = [each for each in name.slots if isinstance(each, Number) and each.value.denominator == 1]
    if len(numbers) != len(formula.letters) or len(numbers) != len(name.indices) + len(name.upper):
        return None
    places = {
        letter: int(number.value) - shift
        for letter, number, shift in zip(formula.letters, numbers, formula.shifts, strict=True)
    }
    found = _numbered(formula.body, places, table)
    return None if any(part == name for part in walk(found)) else found


def _numbered(term: Term, places: dict[Symbol, int], table: ValueTable) -> Term:
    """A formula with numbers for its letters; a letter of a row alone stands for the row of a known matrix."""

    def number(part: Term) -> Term:
        match part:
            case Symbol() if part in places:
                return Number(Fraction(places[part]))
            case Sum(terms=(Symbol() as letter, Number(value=shift))) if letter in places:
                return Number(places[letter] + shift)
        return part

    match term:
        case Index():
            base = _array_of(term.base, table)
            indices, upper = tuple(map(number, term.indices)), tuple(map(number, term.upper))
            whole = isinstance(base, Symbol) and _has_rows(base, table) and len(indices) == 1 and not upper
            return Index(base, (*indices, Slice()) if whole else indices, upper, term.origin)
        case Symbol() | Number():
            return term
        case Transpose(operand=Index() as row):
            found = _numbered(row, places, table)
            rows = isinstance(found, Index) and Slice() in found.indices
            return found if rows else replace(term, operand=found)  # a row has no other way to lie
    return rebuilt(term, lambda part: _numbered(part, places, table))


def _array_of(base: Term, table: ValueTable) -> Term:
    """The name under which an array is known whose entries are named by the small letter."""
    if isinstance(base, Symbol) and table.binding(base) is None and len(base.name) == 1:
        capital = Symbol(base.name.upper())
        if table.binding(capital) is not None and base.name.islower():
            return capital
    return base


def _has_rows(base: Symbol, table: ValueTable) -> bool:
    binding = table.binding(base)
    return binding is not None and isinstance(binding.shown, Array) and binding.shown.rank == 2
