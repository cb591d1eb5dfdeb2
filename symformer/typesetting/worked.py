"""Worked numbers: each step from the numbers as they are printed, every result correctly rounded.

All arithmetic is exact, or encloses the value between two bounds; a number whose digits the bounds leave open
is worked out again with none assumed, so nothing is ever rounded from a float.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import decimal_text
from symformer.catalogue.lookup import equation
from symformer.catalogue.reading import ReadEquation, read
from symformer.printing.latex import latex
from symformer.reasoning.arrays import Array, Identity, Result
from symformer.reasoning.evaluate import evaluate
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Cases,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.typesetting.made_up import (
    HEAD,
    SMALL,
    Draws,
    at_places,
    in_numbers,
    in_order,
    is_probability,
    made_up,
    members,
    places,
    small_sizes,
    unknown_calls,
    valued_parts,
    with_named_functions,
    with_numbered_members,
)
from symformer.typesetting.notating import Renaming, noted
from symformer.typesetting.numbers import CannotWork, Numbers
from symformer.typesetting.put_in import WrittenOut, by_entries
from symformer.typesetting.setting import Line

MOST_AXES = 2  # of what is printed


@dataclass(slots=True)
class Session:
    """What has been worked out so far, in one notation; filled step by step."""

    how: Renaming
    decimals: int = 2
    values: dict[Term, Numbers] = field(default_factory=dict)
    as_rows: bool = False  # vectors as matrices of one row: a reader takes [1, 2]^T [3, 4] for a number

    def given(self, letter: Term, numbers: Numbers) -> Line:
        """A letter with the numbers it is given."""
        self.values[letter] = numbers
        return Line(self.written(letter), "=", self.written(self.shown(numbers)))

    def step(self, left: Term, right: Term, *, inserted: bool = True) -> tuple[Line, ...]:
        """One result: the formula, its numbers put in, and what they give. Raises CannotWork."""
        found = self.result(right)
        exact = self.is_exact(right, found)
        self.values[left] = found
        lines = [Line(self.written(left), "=", self.written(right))]
        put_in = self.with_numbers(self.written_out(right))
        sums = any(isinstance(each, IndexedSum) for each in walk(put_in))  # an array has no place under an index
        if inserted and not sums and put_in not in (right, self.shown(found)):
            lines.append(Line("", "=", self.written(put_in)))
        return (*lines, Line("", "=" if exact else r"\approx", self.written(self.shown(found))))

    def shown(self, numbers: Numbers) -> Term:
        """Numbers as a term that prints."""
        made = numbers.term
        return Matrix(made.rows, "matrix") if self.as_rows and isinstance(made, Matrix) else made

    def result(self, term: Term) -> Numbers:
        """The value of a term in plain letters, rounded. Raises CannotWork."""
        counts = isinstance(term, Apply) and term.function in ("argmax", "argmin")
        return rounded(self.value(term), 0 if counts else self.decimals)

    def value(self, term: Term) -> Array | Interval:
        """The value of a term as the printed numbers give it. Raises CannotWork."""
        whole = by_entries(with_named_functions(self._with_matrices(self.written_out(term))), self._known)
        found, plainly = evaluate(whole, self._known_as_rows), evaluate(whole, self._known)
        if isinstance(found, NotEvaluated):
            found = plainly
        elif not isinstance(plainly, Array) or plainly.rank == 1:
            found = _as_vector(found)  # rows were put in as matrices, since k^T v is one and q k^T a number
        if isinstance(found, NotEvaluated):
            raise CannotWork(found.reason)
        if isinstance(found, Identity):
            raise CannotWork("an identity matrix of no size")
        return found

    def _with_matrices(self, term: Term) -> Term:
        """A term with the matrices that have several indices, or are cut out of others, as numbers."""
        if isinstance(term, Apply) and term in self.values:
            return term
        if isinstance(term, Index) and len(term.indices) > 1:
            found = self._known(term)
            if isinstance(found, Array) and found.rank == MOST_AXES:
                cells = tuple(tuple(Number(cell.lo) for cell in row) for row in found.rows)
                return Matrix(cells, "matrix")
        return rebuilt(term, self._with_matrices)

    def _known_as_rows(self, term: Term) -> Array | Interval | None:
        found = self._known(term)
        return Array(found.rows, 2) if isinstance(found, Array) and found.rank == 1 else found

    def _known(self, term: Term) -> Array | Interval | None:
        if term in self.values:
            return self.values[term].array
        return WrittenOut(self._known).part(term) if isinstance(term, Index) else None

    def is_exact(self, term: Term, found: Numbers) -> bool:
        """Whether the printed result is the value itself."""
        value = self.value(term)
        cells = value.cells if isinstance(value, Array) else (value,)
        flat = [cell for row in found.rows for cell in row]
        return all(cell.exact and cell.lo == shown for cell, shown in zip(cells, flat, strict=True))

    def with_numbers(self, term: Term) -> Term:
        """The term with its letters replaced by their numbers."""
        if term in self.values:
            return self.shown(self.values[term])
        cut = WrittenOut(self._known).part(term)
        if cut is not None and isinstance(term, Index):
            return self.shown(rounded(cut, self.values[term.base].decimals))
        if isinstance(term, Index) and term.base in self.values:
            entry = evaluate(term, self._known)
            if not isinstance(entry, NotEvaluated | Identity):
                return self.shown(rounded(entry, self.values[term.base].decimals))
        return rebuilt(term, self.with_numbers)

    def written_out(self, term: Term) -> Term:
        """The term with its short sums written out, and the case that holds."""
        return WrittenOut(self._known).term(term)

    def written(self, term: Term) -> str:
        """A term in plain letters as LaTeX of the notation."""
        return latex(_standing(noted(term, self.how)) if self.how.columns else noted(term, self.how), self.how.style)


def _as_vector(found: Result) -> Result:
    """A matrix of one row as a vector, one of one entry as a number."""
    if not isinstance(found, Array) or found.rank != 2 or len(found.rows) != 1:
        return found
    return found.cells[0] if len(found.cells) == 1 else Array(found.rows, 1)


def _standing(term: Term) -> Term:
    """Lists of numbers as columns."""
    if isinstance(term, Matrix) and term.style == "tuple":
        return Matrix(tuple((cell,) for cell in term.rows[0]), "matrix")
    return rebuilt(term, _standing)


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

    What its letters are worked out from comes first: the mean before the normalisation.  An equation for an entry
    is worked for one.  What is given and worked out here is added to ``before``.  Raises CannotWork.
    """
    session = Session(how, decimals)
    sizes = small_sizes(given.letters)
    own = dict(values or {})
    _fit(given, own, sizes)
    heads = sizes.get("h", SMALL["h"])
    session.values.update(before or {})
    first = _worked_from(given, {**session.values, **own})
    asked = _for_each_entry(given, sizes)
    chosen = places([*first, *asked], given.letters)
    known = {letter.term: Number(Fraction(sizes[letter.latex])) for letter in given.letters if letter.latex in sizes}
    statements = in_order([_at(each, chosen, known) for each in (*first, *_for_each_head(given, asked, heads))])
    lefts = {each.sides[0] for each in statements}
    lefts |= {each.base for each in lefts if isinstance(each, Power)}
    draws = Draws(seed + 7919 * len(before or ()))
    for letter in given.letters:
        if letter.kind == "size" and letter.term not in lefts:
            session.values[letter.term] = Numbers(((Fraction(sizes[letter.latex]),),), 0, 0)
    session.as_rows = not how.columns and any(_has_outer_product(each.sides[-1]) for each in statements)
    lines = list(_given(session, given, statements, lefts, own, sizes, draws))
    for statement in statements:
        lines.extend(_calls_given(session, session.written_out(statement.sides[-1]), draws))
        lines.extend(session.step(statement.sides[0], statement.sides[-1]))
    if before is not None:
        before.update({term: numbers for term, numbers in session.values.items() if numbers.rank})
    return tuple(lines)


def _given(
    session: Session,
    given: ReadEquation,
    statements: Sequence[Relation],
    lefts: Collection[Term],
    own: Mapping[Term, Numbers],
    sizes: Mapping[str, int],
    draws: Draws,
) -> Iterator[Line]:
    """The letters that nothing works out, with the reader's numbers or with small ones. Raises CannotWork."""
    taken = [session.written_out(side) for each in statements for side in each.sides[1:]]
    conditions = [condition for each in statements for part in walk(each) for condition in _conditions(part)]
    wanted = {part for side in (*taken, *conditions) for part in valued_parts(side)}
    steps = {letter.term for letter in given.letters if _goes_on(letter.term, given)}
    for letter in given.letters:
        if (
            letter.kind not in ("scalar", "vector", "matrix", "tensor")
            or letter.term not in wanted
            or letter.term in lefts
        ):
            continue
        found = {letter.term: letter.shape} if letter.term in own else members(letter, taken, steps)
        for term, shape in found.items():
            if len(shape) > MOST_AXES:
                continue
            if term not in session.values and term not in lefts:
                numbers = own.get(letter.term) or made_up(letter, in_numbers(shape, letter, sizes), draws)
                yield session.given(term, numbers)


def _conditions(term: Term) -> Iterator[Term]:
    """What a definition by cases asks before it chooses."""
    if isinstance(term, Cases):
        yield from (condition for _, condition in term.branches if condition is not None)


def _goes_on(letter: Term, given: ReadEquation) -> bool:
    """Whether there is one of a letter for each step: ``u_t`` and ``u_{t-1}``."""
    steps = {each.term for each in given.letters if each.kind == "index" and "step" in each.meaning}
    parts = (part for statement in given.statements for part in walk(statement))
    return any(
        isinstance(part, Index) and part.base == letter and not steps.isdisjoint(walk(part.indices[0]))
        for part in parts
        if isinstance(part, Index) and len(part.indices) == 1
    )


def _has_outer_product(term: Term) -> bool:
    """Whether something transposed stands before something else: ``k^T v``."""
    return any(
        isinstance(factor, Transpose) and isinstance(factor.operand, Index | Apply)
        for part in walk(term)
        if isinstance(part, Product)
        for factor in part.factors[:-1]
    )


def _at(statement: Relation, chosen: Mapping[Term, Number], sizes: Mapping[Term, Number]) -> Relation:
    made = with_numbered_members(at_places(statement, chosen), sizes)
    assert isinstance(made, Relation)
    return made


def _worked_from(given: ReadEquation, known: Mapping[Term, Numbers]) -> list[Relation]:
    """The equations that work out what an equation takes, without those for what is known."""
    found = [each for name in given.equation.worked_from for each in read(equation(name)).statements]
    return [each for each in found if isinstance(each, Relation) and each.sides[0] not in known]


def _calls_given(session: Session, term: Term, draws: Draws) -> Iterator[Line]:
    """A sublayer that nothing defines, at what it is called with, as numbers that are given: ``F(X)``."""
    calls = unknown_calls(term)
    for call in calls[::-1] if all(map(is_probability, calls)) else calls:
        if call in session.values:
            continue
        if is_probability(call):
            if any(call in walk(part.denominator) for part in walk(term) if isinstance(part, Quotient)):
                raise CannotWork("probabilities that have to go together")
            yield session.given(call, draws.rows((), 1, 9))
            continue
        value = session.value(call.arguments[0])
        shape = value.shape if isinstance(value, Array) else ()
        yield session.given(call, draws.rows(shape))


def _for_each_entry(given: ReadEquation, sizes: Mapping[str, int]) -> list[Relation]:
    """The statements; one for an entry of what another takes as a whole, once for each entry. Raises CannotWork."""
    statements = [_named_value(each) for each in given.statements]
    found: list[Relation] = []
    for statement in statements:
        left = statement.sides[0]
        others = {part for each in statements if each is not statement for part in _wholes(each.sides[-1])}
        vector = next((each for each in given.letters if isinstance(left, Index) and each.term == left.base), None)
        if vector is None or not isinstance(left, Index) or vector.kind != "vector" or vector.term not in others:
            found.append(statement)
            continue
        (index,) = left.indices
        entries = [Number(Fraction(at + 1)) for at in range(in_numbers(vector.shape, vector, sizes)[0])]
        for each in entries:
            made = at_places(statement, {index: each})
            found += [made] if isinstance(made, Relation) else []
        whole = Matrix((tuple(Index(vector.term, (each,)) for each in entries),), "tuple")
        found.append(Relation(("=",), (vector.term, whole)))
    return found


def _wholes(term: Term) -> Iterator[Term]:
    """The parts of a term that are taken as a whole, and not one entry of them."""
    summed = {part.index for part in walk(term) if isinstance(part, IndexedSum)}
    entries = [part for part in walk(term) if isinstance(part, Index) and summed.isdisjoint(part.indices)]
    taken: list[Term] = [part.base for part in entries if isinstance(part.base, Symbol)]
    held = list(walk(term))
    yield from (part for part in held if held.count(part) > taken.count(part))


def _for_each_head(given: ReadEquation, statements: Sequence[Relation], heads: int) -> tuple[Relation, ...]:
    """The statements, those of one head once for each, and lists with dots written out. Raises CannotWork."""
    found: list[Relation] = []
    index = next((each.term for each in given.letters if each.concept is not None and each.concept.id == HEAD), None)
    for statement in statements:
        parts = list(walk(statement))
        bound = any(isinstance(each, IndexedSum) and each.index == index for each in parts)
        members: Sequence[int | None] = (None,)
        if index is not None and not bound and index in parts:
            members = range(1, heads + 1) if index in walk(statement.sides[0]) else (1,)
        for head in members:
            one = statement if head is None else _with(statement, index, Number(Fraction(head)))
            whole = _listed_out(one, heads)
            assert isinstance(whole, Relation)
            found.append(whole)
    return tuple(found)


def _named_value(statement: Term) -> Relation:
    """A statement that gives a value to a name. Raises CannotWork."""
    if not isinstance(statement, Relation) or not isinstance(statement.sides[0], Symbol | Index | Apply | Power):
        raise CannotWork("it states no value")
    return statement


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
