"""The steps of a note's own derivations: every "=" between two formulas, and every derivative, is a claim."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from symformer.algebra.dimension import letter
from symformer.judging.equations.verified import size_value
from symformer.judging.numbers.logistic import is_spoken_of
from symformer.judging.steps.atoms import as_atoms
from symformer.judging.steps.bold_wholes import with_entries
from symformer.judging.steps.conditional import as_letters
from symformer.judging.steps.conditions_told import conditions_told
from symformer.judging.steps.definitions import (
    IDENTITIES,
    Definitions,
    has_letters,
    is_by_layers,
    is_defined,
    is_derivative,
    is_kept_out,
    plain,
)
from symformer.judging.steps.functionals import tabulated, told_functionals
from symformer.judging.steps.laws import (
    ACTIVATIONS,
    LEAST_NODES,
    NAMES_AN_IDENTITY,
    Known,
    are_alike,
    is_law,
    is_of_plain_chance,
    is_trigonometric,
)
from symformer.judging.steps.matrix_families import is_member, written_out
from symformer.judging.steps.named_members import with_families
from symformer.judging.steps.terms_apart import is_one_term_apart
from symformer.judging.steps.unnamed_gradients import by_their_place
from symformer.reading.changes import CHANGE_OR_PRODUCT
from symformer.reasoning.constants import IDENTITY_NAMES
from symformer.reasoning.equality import IMAGINARY, NOTHING_GIVEN, Equality, Given, Meaning, equality
from symformer.reasoning.expanded.functions import ELEMENTWISE, OF_ONE
from symformer.semantics.model import once
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.terms.parts import base_name, letter_names, put_in, rebuilt
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

STEP_SIGNS = frozenset({"=", "≡"})
MINUS_ONE = Number(Fraction(-1))
SMALL_PRIMES = (2, 3, 5, 7)
MOST_CELLS = 60
MOST_WORK = 120_000  # expressions that are written out for the steps of one note


Kind = Literal["derivative", "step", "equation"]  # one side is a derivative; of a chain; of two sides only


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbours of a chain, and what was found out about them; ``at`` counts the signs of the chain."""

    statement: Statement
    at: int
    left: Term
    right: Term
    found: Equality
    kind: Kind
    given: Given = NOTHING_GIVEN  # what was known of its letters
    beyond_doubt: bool = False  # nothing but the values of its letters could make it true
    alike: bool = False  # two formulas in the same numbers: an identity, or an equation to be solved
    apart: bool = False  # they differ in one term, so that it is none to be solved


def steps(model: SemanticModel, *, prove: bool = False) -> Iterator[Step]:
    """Every step of a note with what was found out about it, in order; only those it could accuse, without ``prove``."""
    book = once(model, Definitions)
    left_over = MOST_WORK
    for shaped in model.shapes:
        if shaped.inferred.conflicts:
            continue  # what is wrong with it is a matter of shapes
        for at, left, right in claims(shaped.statement, book.matrices):
            if left_over < 0:
                return
            kind = _kind(shaped.statement, left, right)
            left, right = (told_functionals(side, book.functionals, shaped.statement) for side in (left, right))
            ways = book.at(shaped.statement, (left, right))
            left, right = written_out((left, right), book.matrices_at(shaped.statement, ways[0]))
            functions = once(model, _functions)
            known = _known(ways[0], book, shaped.statement, functions)
            named = with_entries((left, right), Given(meanings=ways[0]))[0]
            apart = _are_apart(left, right)
            maybe = apart or are_alike(left, right) or _are_of_same_letters(*named, known)
            if not prove and not maybe and not _is_trusted(kind, *named, known):
                continue  # whatever was found, it would be doubted
            conditions = once(model, conditions_told)
            step = _judged(shaped, at, left, right, book, ways, conditions, functions, prove)
            left_over -= step.found.work
            yield step


def step_between(model: SemanticModel, shaped: StatementShape, left: Term, right: Term) -> Step:
    """Two formulas held against each other at the place of a statement, with what the note defines there."""
    book = once(model, Definitions)
    ways = book.at(shaped.statement, (left, right))
    return _judged(
        shaped, 0, left, right, book, ways, once(model, conditions_told), once(model, _functions), prove=False
    )


def given_at(
    model: SemanticModel, shaped: StatementShape, sides: Sequence[Term], meanings: Mapping[str, Meaning]
) -> Given:
    """What is known of the letters of some formulas at the place of a statement, with what names stand for there."""
    return Given(*_shapes(shaped, sides, meanings), meanings, once(model, _functions), once(model, conditions_told))


def claims(statement: Statement, matrices: Container[str] = ()) -> Iterator[tuple[int, Term, Term]]:
    """The neighbours of a chain that are claimed to be equal: no definition, no arithmetic, no declaration."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return
    if _gives_a_number(term):
        return
    term = by_their_place(term)
    by: Term | None = None
    for at, relation in enumerate(term.relations):
        by = differentiated_by(term.sides[at], by)
        left, right = as_letters(*(by_primes(plain(_undrawn(side)), by) for side in term.sides[at : at + 2]))
        if relation not in STEP_SIGNS or is_kept_out(left) or is_kept_out(right):
            continue
        if _takes_function_of_matrix(left) or _takes_function_of_matrix(right):
            continue
        if relation == "≡" and _are_in_degrees(left, right):
            continue  # the same angle, some turns apart
        if is_defined(left) or isinstance(left, Number) and at == 0 or _is_a_change(left):
            continue
        if not has_letters(left) or not has_letters(right) and not _is_worked_out(left, right):
            continue
        comes_back = at > 0 and _comes_back(left, right)
        named = isinstance(right, Symbol | Index) and not is_member(right, matrices)
        if named and not is_derivative(left) and not comes_back:
            continue  # a name for what was worked out
        if left != right and not _runs_into_next(statement, term.sides[at : at + 2]):
            yield at, left, right


def _undrawn(term: Term) -> Term:
    r"""A formula without the words below sums with limits by which their members are drawn: ``k = 1, w_k \sim P``."""
    term = rebuilt(term, _undrawn)
    match term:
        case IndexedSum(condition=Relation(relations=("∼" | "~",)), index=Symbol()) if term.lower and term.upper:
            return replace(term, condition=None)
    return term


def _takes_function_of_matrix(side: Term) -> bool:
    """Whether the trace of a logarithm or exponential is taken: that of the matrix, and not entry by entry."""
    return any(
        isinstance(part, Apply)
        and part.function in ("trace", "det")
        and any(isinstance(each, Apply) and each.function in ("log", "ln", "exp", "sqrt") for each in part.arguments)
        for part in walk(side)
    )


def _are_in_degrees(*sides: Term) -> bool:
    """Whether two sides are numbers of degrees."""
    degree = Symbol("°")
    letters = [{part for part in walk(side) if isinstance(part, Symbol)} for side in sides]
    return all(each == {degree} or not each for each in letters) and any(letters)


def _comes_back(left: Term, right: Term) -> bool:
    """Whether a sum is said to be one of its terms, with the others all made of one letter: i + 2n - 2n = i."""
    if not isinstance(left, Sum) or right not in left.terms or len(left.terms) < 3:
        return False
    return len(_names(left) - _names(right)) == 1


def _is_a_change(side: Term) -> bool:
    """Whether a side is nothing but df, which no one writes for d times f: what follows tells how f changes."""
    return isinstance(side, Unknown) and side.reason == CHANGE_OR_PRODUCT


def _gives_a_number(chain: Relation) -> bool:
    r"""Whether several names are given one number: ``\sigma_1^2 = \sigma_2^2 = 4`` says nothing of other values."""
    *names, last = chain.sides
    return isinstance(last, Number) and all(
        isinstance(each, Power) and isinstance(each.base, Symbol | Index) or isinstance(each, Symbol | Index)
        for each in names
    )


def differentiated_by(side: Term, before: Term | None) -> Term | None:
    """By what the last derivative up to a side of a chain is, where that is one letter, from what it was ``before`` it.

    It tells what a prime on a formula behind it means.
    """
    found = {
        part.arguments[1]
        for part in walk(side)
        if isinstance(part, Apply) and part.function == "derivative" and len(part.arguments) == 2
    }
    if not found:
        return before
    return found.pop() if len(found) == 1 else None


def by_primes(term: Term, by: Term | None) -> Term:
    """A formula with the derivatives that primes on its parts mean: (u v)' in a chain that begins with d/dx."""
    if by is None:
        return term
    inner = rebuilt(term, lambda part: by_primes(part, by))
    match inner:
        case Apply("primed", (of,)) if not isinstance(of, Symbol | Index):
            return Apply("derivative", (of, by), (), inner.origin)
    return inner


def _runs_into_next(statement: Statement, sides: Sequence[Term]) -> bool:
    r"""Whether the name that ends a side begins a line: the next equation, before which the ``\\`` was forgotten."""
    for side in sides:
        if isinstance(side, Product) and isinstance(side.factors[-1], Symbol | Index):
            before, last = side.factors[-2].origin, side.factors[-1].origin
            if "\n" in statement.latex.text[before.end : last.start] and last.start > before.end:
                return True
    return False


def _is_worked_out(left: Term, right: Term) -> bool:
    """Whether a single derivative is said to be a number of its own: numbers put in for letters are no step."""
    exact = all(part.value.denominator == 1 for part in walk(right) if isinstance(part, Number))
    return is_derivative(left) and not isinstance(left, Product) and exact


# -- one step -----------------------------------------------------------------------------------------------------------


def _judged(
    shaped: StatementShape,
    at: int,
    left: Term,
    right: Term,
    book: Definitions,
    ways: Sequence[Mapping[str, Meaning]],
    conditions: frozenset[str],
    functions: Mapping[str, tuple[str, ...]],
    prove: bool,
) -> Step:
    kind = _kind(shaped.statement, left, right)
    found: Equality | None = None
    known = NOTHING_GIVEN
    claim = left, right
    for names in ways:
        (left, right), meanings = tabulated(claim, names)
        given = Given(*_shapes(shaped, (left, right), meanings), meanings, functions, conditions)
        (left, right), given = with_families(*with_entries((left, right), given))
        judged = equality(left, right, given, prove=prove)
        holds = judged.outcome in ("proved", "supported") or bool(judged.condition)
        if found is None or holds or judged.same_letters and not found.same_letters:
            found, known = judged, given
        if holds:
            break
    assert found is not None
    if found.outcome == "refuted" and (meant := _with_means(claim, ways[0] if ways else {})) != claim:
        return _judged(shaped, at, *meant, book, ways, conditions, functions, prove)
    if kind == "step" and (found.outcome == "unknown" and not found.condition or found.outcome == "refuted"):
        plainly = as_atoms(*claim)
        if plainly is not None and plainly.outcome == "refuted" and plainly.same_letters and not plainly.condition:
            return Step(shaped.statement, at, *claim, plainly, kind, NOTHING_GIVEN, beyond_doubt=True)
    if found.condition and known.meanings and is_trigonometric(left) and is_trigonometric(right):
        # what is put in may be so small that sines and cosines are as good as 0 and 1, and every claim holds
        bare = equality(left, right, replace(known, meanings={}), prove=prove)
        found, known = (bare, replace(known, meanings={})) if bare.outcome == "refuted" else (found, known)
    shown = found.counterexample
    told = _known(known.meanings, book, shaped.statement, functions)
    if _has_another_beside(left) != _has_another_beside(right):
        found = replace(found, same_letters=False)
    alike = found.same_letters or is_of_plain_chance(left, right)
    imaginary = shown is not None and IMAGINARY & shown.point.keys()  # of what may be complex only plain slips are told
    trusted = alike and not imaginary and _is_trusted(kind, left, right, told)
    shows = shown is not None and bool(shown.point or kind != "derivative" and shown.sizes)  # letters, or a sum's size
    beyond_doubt = shows and trusted and not book.tells_member((left, right), shaped.statement)
    if kind == "derivative" and beyond_doubt:
        bodies = (left, right, *(each.body for each in known.meanings.values()))
        beyond_doubt = not book.tells_otherwise(bodies, known.meanings, shaped.statement)
        beyond_doubt = beyond_doubt and not is_by_layers(bodies)
    maybe = (
        kind == "equation"
        and are_alike(left, right)
        or kind != "derivative"
        and _are_of_same_letters(left, right, told)
    )
    maybe = maybe and shows and found.same_letters
    same = found.same_letters or _names(right) <= _names(left)  # of i + 2n - 2n nothing of n is left
    apart = shows and kind != "derivative" and same and _are_apart(left, right)
    return Step(shaped.statement, at, left, right, found, kind, known, beyond_doubt, maybe and not beyond_doubt, apart)


def _are_apart(left: Term, right: Term) -> bool:
    """Whether two sides differ in one term, which no constant of theirs takes up."""
    return is_one_term_apart(left, right) and not _constants(left) & _constants(right)


def _known(
    meanings: Mapping[str, Meaning], book: Definitions, statement: Statement, functions: Mapping[str, tuple[str, ...]]
) -> Known:
    told = {name: meaning for name, meaning in meanings.items() if book.told_once(name, statement)}
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    before = sentence_before(book.document.source.text, start)
    return Known(told, functions, NAMES_AN_IDENTITY.search(before) is not None)


def _are_of_same_letters(left: Term, right: Term, known: Known) -> bool:
    """Whether two formulas of some length are made of the same letters and functions: by nothing but chance one slip
    away from an identity, where they are none."""
    if min(sum(1 for _ in walk(side)) for side in (left, right)) < LEAST_NODES:
        return False
    if _names(left) - CASES != _names(right) - CASES and _put_in(left, known) != _put_in(right, known):
        return False
    if _is_property(left, right) or _calls_differ(left, right, known) or _constants(left) & _constants(right):
        return False
    return len(_names(left)) > 1 or not any(
        isinstance(part, Number) for side in (left, right) for part in walk(side) if part != MINUS_ONE
    )


def _has_another_beside(term: Term) -> bool:
    """Whether a sum holds a number and one of its name with a number below, which is another one: ``n - k n_1``."""
    for part in walk(term):
        if not isinstance(part, Sum):
            continue
        bare = {each.name for each in part.terms if isinstance(each, Symbol)}
        members = (each for one in part.terms for each in walk(one) if isinstance(each, Index))
        if any(isinstance(each.base, Symbol) and each.base.name in bare and each.indices for each in members):
            return True
    return False


def _put_in(term: Term, known: Known) -> frozenset[str]:
    """The letters of a formula, names that are told by the letters of what they stand for."""
    plainly = {name for name, meaning in known.told.items() if not meaning.parameters and not meaning.indices}
    return (_names(term) | _spoken_of(term, {name: known.told[name] for name in plainly})) - plainly - CASES


DOUBTFUL = frozenset({"expectation", "variance", "Cov", "std", "delta", "prod"})


def _is_trusted(kind: Kind, left: Term, right: Term, known: Known) -> bool:
    """Whether nothing but its letters can make a claim true: no chance, no members that are told elsewhere.

    The names that are told have one definition in the note: where they stand, they stand for that.
    """
    told = known.told
    if any(isinstance(part, Apply) and part.function in DOUBTFUL for side in (left, right) for part in walk(side)):
        return is_of_plain_chance(left, right)
    if kind == "derivative":
        return not any(_recurs(part) for side in (left, right) for part in walk(side))
    if _is_property(left, right) or _calls_differ(left, right, known):
        return False
    spoken = _names(left) | _spoken_of(left, told) | (known.functions.keys() & ACTIVATIONS)
    if not _names(right) - told.keys() <= spoken:
        return False
    before, behind = _wholes(left), _wholes(right)
    families = {name for name, meaning in told.items() if meaning.indices} | (spoken - _names(left))
    if any(part.base not in before and base_name(part) not in families for part in _members(right) - _members(left)):
        return False
    if any(part.base in before & behind for part in _members(right) - _members(left)):  # μ_2 beside μ is no entry of it
        return False
    if any(
        isinstance(slot, Sum)
        for part in _members(right) - _members(left)
        if part.base in {each.base for each in _members(left)}
        for slot in part.indices
    ):
        return False  # R_m^T R_n = R_{n - m} may be a law of the family
    if any(part.base in behind - before for part in _members(left)):  # W for W_1 W_2
        return False
    if _constants(left) & _constants(right):
        return False  # it may take up what is left out
    return kind != "equation" or is_law(left, right, known)


def _with_means(claim: tuple[Term, Term], names: Mapping[str, Meaning]) -> tuple[Term, Term]:
    r"""A claim with the mean of all x_i for an \bar x that nothing tells, where it takes means over the index of x_i."""
    parts = [part for side in claim for part in walk(side)]
    bars = {part.name for part in parts if isinstance(part, Symbol) and part.name.startswith("bar(")}
    bars -= {name for name, meaning in names.items() if not meaning.indices}  # x̄_n is another one
    for part in parts:
        match part:
            case Product(
                factors=(Quotient(Number(value=1)) as share, IndexedSum(kind="sum", index=Symbol() as letter) as total)
            ):
                entries = [each for each in walk(total.body) if isinstance(each, Index) and each.indices == (letter,)]
                means: dict[Term, Term] = {
                    Symbol(f"bar({each.base.name})"): Product((share, replace(total, body=each)))
                    for each in entries
                    if isinstance(each.base, Symbol) and f"bar({each.base.name})" in bars
                }
                if means:
                    left, right = (_counted(put_in(side, means), letter, share.denominator) for side in claim)
                    return left, right
    return claim


def _counted(term: Term, letter: Symbol, count: Term) -> Term:
    """A formula whose sums over a letter without bounds take as many things as it divides by."""
    term = rebuilt(term, lambda part: _counted(part, letter, count))
    if isinstance(term, IndexedSum) and term.index == letter and term.lower is None and term.upper is None:
        return replace(term, lower=Number(Fraction(1)), upper=count)
    return term


def _is_property(left: Term, right: Term) -> bool:
    """Whether two sides are one name or call, turned, inverted or raised: A^-1 = A^T says what kind of matrix A is."""
    one, other = _unwrapped(left), _unwrapped(right)
    return one == other and isinstance(one, Symbol | Index | Apply) and (one != left or one != right)


def _unwrapped(term: Term) -> Term:
    while isinstance(term, Transpose | Power):
        term = term.operand if isinstance(term, Transpose) else term.base
    return term


def _calls_differ(left: Term, right: Term, known: Known) -> bool:
    """Whether a function that nothing is known of is taken at other places on either side: a law may connect them."""
    ours, theirs = _unknown_calls(left, known), _unknown_calls(right, known)
    shared = {call.function for call in ours} & {call.function for call in theirs}
    return any({c for c in ours if c.function == name} != {c for c in theirs if c.function == name} for name in shared)


def _unknown_calls(term: Term, known: Known) -> set[Apply]:
    calls = {part for part in walk(term) if isinstance(part, Apply)}
    named = KNOWN | known.functions.keys() | {name for name, meaning in known.told.items() if meaning.parameters}
    return {
        each for each in calls if each.function.isalpha() and len(each.function) == 1 and each.function not in named
    }


CONSTANTS = frozenset({"C", "const", "constant"})


def _constants(term: Term) -> frozenset[str]:
    """The names among the summands that stand for whatever is constant: C, C(θ), const."""
    summands = term.terms if isinstance(term, Sum) else (term,)
    names = {
        each.name if isinstance(each, Symbol) else each.function
        for each in summands
        if isinstance(each, Symbol | Apply)
    }
    return CONSTANTS & names


CASES = frozenset({"delta"})  # δ_{ij} for the two cases i = j and i ≠ j


def _spoken_of(term: Term, told: Mapping[str, Meaning]) -> frozenset[str]:
    """The names in what the names of a formula stand for, in turn."""
    found: set[str] = set()
    queue = [name for name in _names(term) if name in told]
    while queue:
        inner = _names(told[queue.pop()].body) - found
        found |= inner
        queue += [name for name in inner if name in told]
    return frozenset(found)


def _recurs(term: Term) -> bool:
    """Whether one member of a family is differentiated by another: over how many steps is left open."""
    if not isinstance(term, Apply) or term.function != "derivative":
        return False
    of, by = term.arguments[0], term.arguments[1]
    return isinstance(of, Index) and isinstance(by, Index) and of.base == by.base


def _wholes(term: Term) -> frozenset[Term]:
    """The letters in it that stand without an index."""
    if isinstance(term, Symbol):
        return frozenset({term})
    inner = term.slots if isinstance(term, Index) else children(term)
    return frozenset().union(*map(_wholes, inner))


def _members(term: Term, bound: frozenset[Term] = frozenset()) -> frozenset[Index]:
    """The entries in it at places that no sum runs through: x_1, R_{m - n}."""
    if isinstance(term, IndexedSum) and term.index is not None:
        bound = bound | {term.index}
    found: frozenset[Index] = frozenset().union(*(_members(part, bound) for part in children(term)))
    if isinstance(term, Index) and not any(part in bound for part in walk(term)):
        found = found | {term}
    return found


def _names(term: Term) -> frozenset[str]:
    """The letters and functions in it, as they are written."""
    bound = {part.index.name for part in walk(term) if isinstance(part, IndexedSum) and part.index is not None}
    letters = letter_names(term) - IDENTITY_NAMES
    return frozenset(letters | {part.function for part in walk(term) if isinstance(part, Apply)}) - bound - KNOWN


KNOWN = frozenset({"e", "pi"}) | IDENTITIES | frozenset(ELEMENTWISE) | frozenset(OF_ONE)


def _kind(statement: Statement, left: Term, right: Term) -> Kind:
    if is_derivative(left) or is_derivative(right):
        return "derivative"
    chain = statement.term
    return "step" if isinstance(chain, Relation) and len(chain.sides) > 2 else "equation"


# -- shapes --------------------------------------------------------------------------------------------------------------


def _shapes(
    shaped: StatementShape, sides: Sequence[Term], meanings: Mapping[str, Meaning]
) -> tuple[dict[Term, tuple[int, ...]], dict[str, int]]:
    """The shapes that the note tells of the letters in a claim, in small numbers, all sizes different."""
    environment = shaped.environment
    told = {}
    for term in (*sides, *(meaning.body for meaning in meanings.values())):
        for part in walk(term):
            if isinstance(part, Symbol | Index) and part not in told:
                told[part] = environment.shape_of(part)
    shapes = {part: shape for part, shape in told.items() if shape is not None}
    letters = sorted({name for shape in shapes.values() for size in shape.sizes for name in size.letters})
    reduced = {name: environment.theory.reduce(letter(name))[0] for name in letters}
    free = sorted({name for size in reduced.values() for name in size.letters})
    if len(free) > len(SMALL_PRIMES):
        return {part: (2,) * shape.rank for part, shape in shapes.items()}, dict.fromkeys(letters, 2)
    chosen = dict(zip(free, SMALL_PRIMES, strict=False))
    values = {name: size_value(size, chosen) for name, size in reduced.items()}
    whole = {name: int(value) for name, value in values.items() if value.denominator == 1 and value > 0}
    made: dict[Term, tuple[int, ...]] = {}
    for part, shape in shapes.items():
        sizes = [size_value(size, whole) for size in shape.sizes]
        if len(whole) < len(values) or any(size.denominator != 1 or not 0 < size <= MOST_CELLS for size in sizes):
            return {each: (2,) * told.rank for each, told in shapes.items()}, dict.fromkeys(letters, 2)
        made[part] = tuple(int(size) for size in sizes)
    return {**_written_out(meanings), **made}, whole


def _written_out(meanings: Mapping[str, Meaning]) -> dict[Term, tuple[int, ...]]:
    """The shapes of the names that stand for matrices written out in numbers and small letters."""
    return {
        Symbol(name): (len(meaning.body.rows), len(meaning.body.rows[0]))
        for name, meaning in meanings.items()
        if isinstance(meaning.body, Matrix) and meaning.body.style == "matrix"
        if not meaning.indices and not meaning.parameters and _is_of_small_letters(meaning.body)
    }


def _is_of_small_letters(matrix: Matrix) -> bool:
    cells = [cell for row in matrix.rows for cell in row]
    names = [part.name for cell in cells for part in walk(cell) if isinstance(part, Symbol)]
    return not any(isinstance(part, Ellipsis | Unknown) for cell in cells for part in walk(cell)) and all(
        name.islower() and "(" not in name for name in names
    )


def _functions(model: SemanticModel) -> dict[str, tuple[str, ...]]:
    """Which known functions a letter that is called may be."""
    sigmoid = is_spoken_of(model.statements, model.document.source.text)
    return {"sigma": ("sigmoid", "tanh", "softmax")} if sigmoid else {}


__all__ = ["Step", "claims", "steps"]
