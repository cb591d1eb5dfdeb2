"""Worked numbers: each step from the numbers as they are printed, every result correctly rounded.

All arithmetic is exact, or encloses the value between two bounds; a number whose digits the bounds leave open
is worked out again with none assumed, so nothing is ever rounded from a float.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import decimal_text, printed
from symformer.catalogue.reading import Letter, ReadEquation
from symformer.printing.latex import latex
from symformer.reasoning.arrays import Array, Identity
from symformer.reasoning.evaluate import evaluate
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Ellipsis, Index, IndexedSum, Matrix, Number, Relation, Symbol, Term, walk
from symformer.typesetting.notating import Renaming, noted
from symformer.typesetting.setting import Line

Rows = tuple[tuple[Fraction, ...], ...]
WIDEST = 8  # columns that still stand beside other matrices


class CannotWork(ValueError):
    """There are no numbers for what was asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a letter as printed: rows of a matrix, one row of a vector (rank 1), or one number (rank 0)."""

    rows: Rows
    rank: int
    decimals: int

    @property
    def array(self) -> Array | Interval:
        """As the evaluation wants it."""
        if self.rank == 0:
            return Interval.point(self.rows[0][0])
        return Array(tuple(tuple(map(Interval.point, row)) for row in self.rows), self.rank)

    @property
    def term(self) -> Term:
        """As a term that prints with its decimals."""
        cells = tuple(tuple(number_term(cell, self.decimals) for cell in row) for row in self.rows)
        if self.rank == 0:
            return cells[0][0]
        return Matrix(cells, "matrix" if self.rank == 2 else "tuple")


@dataclass(slots=True)
class Session:
    """What has been worked out so far, in one notation; filled step by step."""

    how: Renaming
    decimals: int = 2
    values: dict[Term, Numbers] = field(default_factory=dict)

    def given(self, letter: Term, numbers: Numbers) -> Line:
        """A letter with the numbers it is given."""
        self.values[letter] = numbers
        return Line(self.written(letter), "=", self.written(numbers.term))

    def step(self, left: Term, right: Term, *, inserted: bool = True) -> tuple[Line, ...]:
        """One result: the formula, its numbers put in, and what they give. Raises CannotWork."""
        found = self.result(right)
        exact = self.is_exact(right, found)
        self.values[left] = found
        lines = [Line(self.written(left), "=", self.written(right))]
        put_in = self.with_numbers(right)
        sums = any(isinstance(each, IndexedSum) for each in walk(right))  # an array has no place under an index
        if inserted and not sums and put_in not in (right, found.term):
            lines.append(Line("", "=", self.written(put_in)))
        return (*lines, Line("", "=" if exact else r"\approx", self.written(found.term)))

    def result(self, term: Term) -> Numbers:
        """The value of a term in plain letters, rounded. Raises CannotWork."""
        return rounded(self.value(term), self.decimals)

    def value(self, term: Term) -> Array | Interval:
        """The value of a term as the printed numbers give it. Raises CannotWork."""
        found = evaluate(term, lambda each: self.values[each].array if each in self.values else None)
        if isinstance(found, NotEvaluated):
            raise CannotWork(found.reason)
        if isinstance(found, Identity):
            raise CannotWork("an identity matrix of no size")
        return found

    def is_exact(self, term: Term, found: Numbers) -> bool:
        """Whether the printed result is the value itself."""
        value = self.value(term)
        cells = value.cells if isinstance(value, Array) else (value,)
        flat = [cell for row in found.rows for cell in row]
        return all(cell.exact and cell.lo == shown for cell, shown in zip(cells, flat, strict=True))

    def with_numbers(self, term: Term) -> Term:
        """The term with its letters replaced by their numbers."""
        if term in self.values:
            return self.values[term].term
        return rebuilt(term, self.with_numbers)

    def written(self, term: Term) -> str:
        """A term in plain letters as LaTeX of the notation."""
        return latex(_standing(noted(term, self.how)) if self.how.columns else noted(term, self.how), self.how.style)


def _standing(term: Term) -> Term:
    """Lists of numbers as columns."""
    if isinstance(term, Matrix) and term.style == "tuple":
        return Matrix(tuple((cell,) for cell in term.rows[0]), "matrix")
    return rebuilt(term, _standing)


def number_term(value: Fraction, decimals: int) -> Number:
    """A number that prints with its decimals.

    >>> number_term(Fraction(1, 2), 2).printed.text
    '0.50'
    """
    return Number(value, printed(decimal_text(value, decimals)))


def rounded(value: Array | Interval, decimals: int) -> Numbers:
    """A value with its entries rounded. Raises CannotWork where the bounds do not decide a digit."""
    if isinstance(value, Interval):
        return Numbers(((_rounded(value, decimals),),), 0, decimals)
    return Numbers(tuple(tuple(_rounded(cell, decimals) for cell in row) for row in value.rows), value.rank, decimals)


def _rounded(value: Interval, decimals: int) -> Fraction:
    low, high = (Fraction(decimal_text(end, decimals)) for end in (value.lo, value.hi))
    if low != high:
        raise CannotWork("a number lies too close to the middle between two roundings")
    return low


# -- values that are made up ---------------------------------------------------------------------------


class Draws:
    """Small numbers with one decimal, the same for a seed on every machine: a linear congruential sequence."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2862933555777941757 + 3037000493) % 2**64

    def number(self, low: int, high: int) -> Fraction:
        """A number of tenths between two ends."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return Fraction(low + (self.state >> 33) % (high - low + 1), 10)

    def rows(self, shape: Sequence[int], low: int = -9, high: int = 9) -> Numbers:
        """An array of numbers of tenths."""
        if not shape:
            return Numbers(((self.number(low, high),),), 0, 1)
        rows = shape[0] if len(shape) == 2 else 1
        made = tuple(tuple(self.number(low, high) for _ in range(shape[-1])) for _ in range(rows))
        return Numbers(made, len(shape), 1)


HEAD = "head-index"
SMALL = {"n": 2, "m": 3, "d": 4, "h": 2, "d_k": 2, "d_v": 2, "d_q": 2, r"d_{\text{ff}}": 3, "N_V": 4, "L": 2, "B": 2}


def small_sizes(letters: Sequence[Letter]) -> dict[str, int]:
    """A small number for each size of an equation."""
    return {letter.latex: SMALL.get(letter.latex, 3) for letter in letters if letter.kind == "size"}


def shape_in(letter: Letter, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """The shape of a letter as numbers: ``h d_v`` is a product. Raises CannotWork."""
    found: list[int] = []
    for text in letter.shape:
        number = 1
        for factor in text.split():
            if factor not in sizes and not factor.isdigit():
                raise CannotWork(f"the size {text} of {letter.latex} cannot be made up")
            number *= sizes[factor] if factor in sizes else int(factor)
        found.append(number)
    return tuple(found)


def example_lines(
    given: ReadEquation,
    how: Renaming,
    *,
    seed: int,
    decimals: int,
    values: Mapping[Term, Numbers] | None = None,
    before: dict[Term, Numbers] | None = None,
) -> tuple[Line, ...]:
    """An equation worked on small numbers, or on the reader's own; ``before`` holds what was worked out already.

    What is given and worked out here is added to ``before``.  Raises CannotWork.
    """
    session = Session(how, decimals)
    sizes = small_sizes(given.letters)
    own = dict(values or {})
    _fit(given, own, sizes)
    statements = _for_each_head(given, sizes.get("h", SMALL["h"]))
    lefts = {each.sides[0] for each in statements}
    draws = Draws(seed + 7919 * len(before or ()))
    lines: list[Line] = []
    if before is not None:
        session.values.update(before)
    for letter in given.letters:
        if letter.kind == "size" and letter.term not in lefts:
            session.values[letter.term] = Numbers(((Fraction(sizes[letter.latex]),),), 0, 0)
    for letter in given.letters:
        if letter.kind not in ("scalar", "vector", "matrix"):
            continue
        for term in _members(letter, statements):
            if term not in session.values and term not in lefts and letter.term not in lefts:
                lines.append(session.given(term, own.get(letter.term) or _made_up(letter, sizes, draws)))
    for statement in statements:
        lines.extend(session.step(statement.sides[0], statement.sides[-1]))
    if before is not None:
        before.update({term: numbers for term, numbers in session.values.items() if numbers.rank})
    return tuple(lines)


def _for_each_head(given: ReadEquation, heads: int) -> tuple[Relation, ...]:
    """The statements, those of one head once for each, and lists with dots written out. Raises CannotWork."""
    found: list[Relation] = []
    index = next((each.term for each in given.letters if each.concept is not None and each.concept.id == HEAD), None)
    for statement in given.statements:
        if not isinstance(statement, Relation) or not isinstance(statement.sides[0], Symbol | Index | Apply):
            raise CannotWork("it states no value")
        parts = list(walk(statement))
        bound = any(isinstance(each, IndexedSum) and each.index == index for each in parts)
        counts = index is not None and not bound and index in parts
        for head in range(1, heads + 1) if counts and index is not None else (None,):
            one = statement if head is None else _with(statement, index, Number(Fraction(head)))
            whole = _listed_out(one, heads)
            assert isinstance(whole, Relation)
            found.append(whole)
    return tuple(found)


def _with(term: Term, index: Term | None, number: Number) -> Term:
    return number if term == index else rebuilt(term, lambda part: _with(part, index, number))


def _listed_out(term: Term, heads: int) -> Term:
    """``Concat(H_1, …, H_h)`` with every head."""
    match term:
        case Apply("Concat", (Index(base, (Number(),), ()), *_, last)) if any(
            isinstance(each, Ellipsis) for each in term.arguments
        ) and isinstance(last, Index):
            return Apply("Concat", tuple(Index(base, (Number(Fraction(at)),)) for at in range(1, heads + 1)))
    return rebuilt(term, lambda part: _listed_out(part, heads))


def _members(letter: Letter, statements: Sequence[Relation]) -> tuple[Term, ...]:
    """A letter, or the members of its family that the statements speak of."""
    if not letter.family:
        return (letter.term,)
    told = [each for statement in statements for each in walk(statement)]
    found = dict.fromkeys(
        each for each in told if isinstance(each, Index) and each.base == letter.term and len(each.indices) == 1
    )
    return tuple(found) or (letter.term,)


def _made_up(letter: Letter, sizes: Mapping[str, int], draws: Draws) -> Numbers:
    positive = letter.kind == "scalar" or letter.meaning.startswith(("prob", "distribution", "true", "estim"))
    return draws.rows(shape_in(letter, sizes), *((1, 9) if positive else (-9, 9)))


def _fit(given: ReadEquation, own: Mapping[Term, Numbers], sizes: dict[str, int]) -> None:
    """Take sizes from the reader's arrays. Raises CannotWork where two disagree."""
    told: dict[str, tuple[int, str]] = {}
    for letter in given.letters:
        numbers = own.get(letter.term)
        if numbers is None:
            continue
        shape = () if numbers.rank == 0 else (len(numbers.rows), len(numbers.rows[0]))[2 - numbers.rank :]
        if len(shape) != len(letter.shape):
            raise CannotWork(f"{letter.latex} has {len(shape)} axes, and wants {len(letter.shape)}")
        for size, name in zip(shape, letter.shape, strict=True):
            before, where = told.setdefault(name, (size, letter.latex))
            if before != size:
                raise CannotWork(f"{name} is {before} in {where} and {size} in {letter.latex}")
    sizes.update({name: size for name, (size, _) in told.items() if name in sizes})
