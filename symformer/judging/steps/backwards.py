r"""Gradients taken back through a layer: ``∂L/∂x = δ w`` where δ is ∂L/∂y and the note says that y = w x.

Of the loss nothing need be told but its gradient by what the layer gives: for a change of that the loss is as good as
``δ y``, whose derivative by the input is worked out through the note's own definitions.  What else the loss depends on
is left open, so that a gradient is called another one only where one small slip explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, TypeGuard

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import Definitions, is_derivative, is_kept_out, plain, worked_out
from symformer.judging.steps.derivations import given_at
from symformer.judging.steps.step_faults import at_values, refuted_steps
from symformer.judging.steps.supposed import imagined
from symformer.judging.worked.one_edit import MINUS, one_edit_away
from symformer.reasoning.equality import Equality, Given, Meaning, Tables, equality, holds_under
from symformer.reasoning.expanded.reading import Reading
from symformer.semantics.model import once
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.parts import is_numbered, put_in, rebuilt, unindexed
from symformer.terms.show import show, show_styled
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

MOST_EDITS = 120
NOT_TOLD = "how it depends on what it is differentiated by is not told"
DEFINING = frozenset({"=", ":=", "≡", "≜"})


@dataclass(frozen=True, slots=True)
class _Gradient:
    """A name that the note gives to a gradient: δ for ∂L/∂y."""

    name: Term
    of: Term
    by: Term
    statement: Statement


@dataclass(frozen=True, slots=True)
class _Book:
    """What the note says of names: formulas, those of numbered members, and gradients."""

    told: Definitions
    members: Mapping[Term, tuple[Term, ...]]  # z_2, with all that it is said to be
    gradients: tuple[_Gradient, ...]
    steps: Mapping[Term, tuple[Term, ...]]  # B, with every formula of the chain that it is worked out by


@dataclass(frozen=True, slots=True)
class _Claim:
    """A gradient by what a layer takes, in one gradient by what it gives."""

    shaped: StatementShape
    whole: Apply
    right: Term
    upstream: Term  # by which the known gradient is taken
    names: tuple[Term, ...]  # as which the known gradient stands in the formula
    told: Statement | None  # where it got its name


def backward_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each gradient that is not what the note's layer makes of the gradient behind it."""
    book = once(model, _book)
    refuted = {id(step.statement) for step in once(model, refuted_steps)}
    for shaped in model.shapes:
        if shaped.inferred.conflicts or id(shaped.statement) in refuted:
            continue
        problems = (_problem(claim, book, model) for claim in _claims(shaped, book))
        yield from islice((each for each in problems if each is not None), 1)


def taken_back(model: SemanticModel) -> Iterator[tuple[Statement, Equality]]:
    """Every gradient that is taken back through a layer, and what was found out about it."""
    book = once(model, _book)
    for shaped in model.shapes:
        for claim in () if shaped.inferred.conflicts else _claims(shaped, book):
            for found, _, _ in islice(_found(claim, book, model), 1):
                yield shaped.statement, found


# -- what is claimed -----------------------------------------------------------------------------------------------------


def _claims(shaped: StatementShape, book: _Book) -> Iterator[_Claim]:
    statement, term = shaped.statement, shaped.statement.term
    if statement.carrier != "formula" or statement.stance != "asserted":
        return
    sides = _equal_sides(term, frozenset({"="}))
    whole = _as_gradient(plain(sides[0]), statement, book) if sides else None
    if whole is None or not _is_gradient(whole):
        return
    for side in sides[1:]:
        right = plain(side)
        if is_kept_out(right) or is_derivative(right) or isinstance(right, Number) or _is_left_open(right):
            continue
        found = _upstream(whole, right, statement, book) if _factors_meet(right, shaped) else None
        if found is not None and not _speaks_of_others(right, found[1]):
            yield _Claim(shaped, whole, right, *found)


def _factors_meet(right: Term, shaped: StatementShape) -> bool:
    """Whether the sizes at which the matrices of a product meet are the same: else it is their shapes that are wrong."""
    if not isinstance(right, Product):
        return True
    shapes = [infer(each, shaped.environment).shape for each in right.factors]
    told = [shape for shape in shapes if shape is not None and shape.rank == 2]
    return all(one.last == other.first for one, other in pairwise(told))


def _equal_sides(term: Term, signs: frozenset[str]) -> tuple[Term, ...]:
    r"""The sides of an equation, without the space in which they are said to lie: ``G = A B \in \mathbb{R}^{n \times d}``."""
    if not isinstance(term, Relation) or not set(term.relations[:-1]) <= signs:
        return ()
    if term.relations[-1] == "∈" and len(term.sides) > 2:
        return term.sides[:-1]
    return term.sides if term.relations[-1] in signs else ()


def _as_gradient(left: Term, statement: Statement, book: _Book) -> Term:
    """The derivative that a name above stands for: ∂L/∂a for δ."""
    for each in book.gradients:
        if each.name == left and each.statement.span.start < statement.span.start:
            return Apply("derivative", (each.of, each.by), (), left.origin)
    return left


def _is_gradient(term: Term) -> TypeGuard[Apply]:
    """Whether a term is the derivative of one name by another one."""
    if not isinstance(term, Apply) or term.function != "derivative" or term.labels:
        return False
    if len(term.arguments) != 2 or not all(_is_name(each) for each in term.arguments):
        return False
    of, by = (unindexed(each) for each in term.arguments)
    return of != by  # members of one family: a recurrence


def _speaks_of_others(term: Term, names: tuple[Term, ...]) -> bool:
    """Whether other derivatives stand in a formula: it says how they hang together, and works nothing out."""
    return any(
        isinstance(part, Apply) and part.function in ("derivative", "gradient") and part not in names
        for part in walk(term)
    )


def _is_left_open(term: Term) -> bool:
    """Whether a formula does not say how its gradients are multiplied: prod(∂L/∂y, ∂y/∂x)."""
    return any(isinstance(part, Apply) and part.function == "prod" for part in walk(term))


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol) or isinstance(term, Index) and isinstance(term.base, Symbol)


def _upstream(
    whole: Apply, right: Term, statement: Statement, book: _Book
) -> tuple[Term, tuple[Term, ...], Statement | None] | None:
    """The one gradient of the same loss that a formula is made of: by what, under which names, where it is named."""
    of, by = whole.arguments
    found: dict[Term, list[Term]] = {}
    where: Statement | None = None
    for part in dict.fromkeys(walk(right)):
        if _is_gradient(part) and part.arguments[0] == of:
            found.setdefault(part.arguments[1], []).append(part)
        for each in book.gradients:
            if each.statement is statement or each.of != of or each.by == by:
                continue
            scripts = _scripts_of(part, each.name)
            if scripts is not None:
                found.setdefault(put_in(each.by, scripts), []).append(part)
                where = each.statement
    if len(found) != 1:
        return None
    upstream, names = next(iter(found.items()))
    return None if upstream == by else (upstream, tuple(names), where)


def _scripts_of(part: Term, name: Term) -> Mapping[Term, Term] | None:
    """The places that a member is at, where a name is told of every member of its family: l + 1 for l."""
    if part == name:
        return {}
    if not isinstance(part, Index) or not isinstance(name, Index) or part.base != name.base:
        return None
    if len(part.indices) != len(name.indices) or len(part.upper) != len(name.upper):
        return None
    pairs = list(zip(name.slots, part.slots, strict=True))
    if not all(isinstance(one, Symbol) or one == other for one, other in pairs):
        return None
    return {one: other for one, other in pairs if one != other}


# -- what is known -------------------------------------------------------------------------------------------------------


def _book(model: SemanticModel) -> _Book:
    members: dict[Term, dict[Term, None]] = {}
    gradients: list[_Gradient] = []
    steps: dict[Term, tuple[Term, ...]] = {}
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        sides = [plain(each) for each in _equal_sides(term, DEFINING)]
        if not sides:
            continue
        gradients += _named(statement, sides)
        left = sides[0]
        if _is_name(left) and len(sides) > 2:
            steps[left] = (*steps.get(left, ()), *sides[1:])
        if is_numbered(left) and (body := worked_out(term)) is not None and left not in set(walk(body)):
            members.setdefault(left, {})[body] = None
    first = {each.name: each for each in reversed(gradients)}  # what is found to be δ as well came after
    told = {name: tuple(bodies) for name, bodies in members.items()}
    return _Book(once(model, Definitions), told, tuple(first.values()), steps)


def _named(statement: Statement, sides: Sequence[Term]) -> Iterator[_Gradient]:
    names = [each for each in sides if _is_name(each)]
    for side in sides:
        if _is_gradient(side):
            of, by = side.arguments
            yield from (_Gradient(name, of, by, statement) for name in names)


# -- what comes of it -----------------------------------------------------------------------------------------------------


def _found(claim: _Claim, book: _Book, model: SemanticModel) -> Iterator[tuple[Equality, Given, Term]]:
    """What is found out under each definition that the note gives of what a layer takes and gives."""
    statement = claim.shaped.statement
    known = Symbol(show(claim.names[0]))
    as_one = dict.fromkeys(claim.names, known)
    sides = (claim.right, claim.upstream, claim.whole.arguments[1], *_numbered_bodies(claim, book))
    for meanings in book.told.at(statement, sides):
        for loss in _losses(claim, known, book):
            given, renamed = _given(claim, book, model, meanings, loss, known)
            right = _as_product(put_in(put_in(claim.right, as_one), renamed))
            left = put_in(Apply("derivative", (Symbol(LOSS), claim.whole.arguments[1])), renamed)
            yield equality(left, right, given, prove=False), given, right


LOSS = "the loss"


def _losses(claim: _Claim, known: Symbol, book: _Book) -> Iterator[Term]:
    """What the loss is as good as, for a change of what the layer gives: δ y, δ · y, tr(δ^T y), Σ_i δ_i y_i."""
    shape = claim.shaped.environment.shape_of(claim.upstream)
    by = _step_through(claim.whole.arguments[1], claim.upstream, book)
    rank = shape.rank if shape is not None else 0
    if rank == 2:
        yield Apply("trace", (Product((Transpose(known), by)),))
    elif rank == 1:
        yield Apply("inner", (known, by))
    else:
        yield Product((known, by))


def _step_through(by: Term, upstream: Term, book: _Book) -> Term:
    """The formula of a chain ``B = softmax(W) = E C`` in which what is differentiated by stands, or the name B."""
    steps = book.steps.get(upstream, ())
    return next((each for each in reversed(steps) if by in set(walk(each)) and not is_kept_out(each)), upstream)


def _numbered_bodies(claim: _Claim, book: _Book) -> Iterator[Term]:
    """The formulas of the numbered members that a layer is made of."""
    seen: set[Term] = set()
    queue = [claim.right, claim.upstream]
    while queue and len(seen) < 40:
        for part in walk(queue.pop()):
            if part in book.members and part not in seen:
                seen.add(part)
                queue += book.members[part]
                yield from book.members[part][:1]


def _given(
    claim: _Claim, book: _Book, model: SemanticModel, meanings: Mapping[str, Meaning], loss: Term, known: Symbol
) -> tuple[Given, Mapping[Term, Term]]:
    """What is known where the claim stands, with each numbered member that is told as a letter of its own."""
    by = claim.whole.arguments[1]
    # the known gradient is one letter, also where the note works it out: δ_2 = y_2 - t depends on what is asked about
    others = (item for item in book.members.items() if item[0] != by and item[0] not in claim.names)
    bodies = {name: told[0] for name, told in others if len(told) == 1}
    renamed: dict[Term, Term] = {name: Symbol(show(name)) for name in bodies}
    as_one = {**dict.fromkeys(claim.names, known), **renamed}
    own = {each.base.name for each in claim.names if isinstance(each, Index) and isinstance(each.base, Symbol)}
    own |= {each.name for each in claim.names if isinstance(each, Symbol)}
    told = {
        name: replace(each, body=put_in(each.body, as_one))
        for name, each in meanings.items()
        if name not in own and Symbol(name) != by and Symbol(name) != claim.whole.arguments[0]
    }
    told |= {show(name): Meaning(put_in(body, as_one)) for name, body in bodies.items()}
    told = _through(by, meanings, told)
    told[LOSS] = Meaning(put_in(loss, renamed))
    sides = (claim.right, by, claim.upstream, *bodies, *bodies.values())
    given = given_at(model, claim.shaped, sides, told)
    shapes = {put_in(term, renamed): shape for term, shape in given.shapes.items()}
    if claim.upstream in given.shapes:
        shapes[known] = given.shapes[claim.upstream]
    return replace(given, shapes=shapes), renamed


def _through(by: Term, meanings: Mapping[str, Meaning], told: Mapping[str, Meaning]) -> dict[str, Meaning]:
    """What names stand for, with a name for what it is told to be: h = tanh(a) for h = tanh(W x), where a = W x."""
    base = unindexed(by)
    own = meanings.get(base.name) if isinstance(base, Symbol) else None
    if own is None or isinstance(own.body, Symbol | Index | Number):
        return dict(told)
    return {
        name: replace(each, body=put_in(each.body, {own.body: by}))
        if each.indices == own.indices and each.body != own.body
        else each
        for name, each in told.items()
    }


def _problem(claim: _Claim, book: _Book, model: SemanticModel) -> Problem | None:
    first: tuple[Equality, Given, Term] | None = None
    for found, given, right in _found(claim, book, model):
        if first is not None and found.how == NOT_TOLD:
            continue  # the layer was left out
        if found.outcome != "refuted" or found.condition:
            return None  # it holds, or nothing can be said
        first = first or (found, given, right)
    if first is None:
        return None
    found, given, right = first
    shown, reading = found.counterexample, found.reading
    likely = _likely(claim, given, right, reading) if reading is not None else None
    if shown is None or not shown.point or likely is None or imagined(claim.shaped.statement, model):
        return None
    place = claim.shaped.statement.place(claim.right.origin)
    named = show(claim.names[0])
    return Problem(
        place,
        f"this derivative is another one: {named} taken back through {show(claim.upstream)}, {at_values(shown)}",
        help=f"try {show_styled(likely)}",
        related=(Related(claim.told.span, f"{named} named here"),) if claim.told is not None else (),
        evidence={"kind": "step", "left": show_styled(claim.whole), "right": show_styled(claim.right)},
        key=f"backwards@{place.start}",
    )


def _likely(claim: _Claim, given: Given, right: Term, reading: Reading) -> Term | None:
    """The one small change that makes a gradient that of the layer; a summand more may be of another way to the loss."""
    left = Apply("derivative", (Symbol(LOSS), claim.whole.arguments[1]))
    letters = [part for part in dict.fromkeys(_letters(right, given)) if not given.shapes.get(part)]
    tables = Tables()
    for edited in islice(chain(_with_one_turned(right, given), one_edit_away(right, letters)), MOST_EDITS):
        if isinstance(right, Sum) and _leaves(edited) < _leaves(right):
            continue
        if isinstance(edited, Product) and any(isinstance(each, Number) and each.value == 0 for each in edited.factors):
            continue  # no gradient at all: how one depends on the other was not seen
        if holds_under(reading, left, edited, given, tables):
            return _as_product(edited)
    return None


def _with_one_turned(right: Term, given: Given) -> Iterator[Term]:
    """A product with one of its matrices turned, or two of them in each other's place."""
    if not isinstance(right, Product):
        return
    factors = right.factors
    arrays = [at for at, each in enumerate(factors) if any(given.shapes.get(part) for part in walk(each))]
    for at in arrays:
        each = factors[at]
        turned = each.operand if isinstance(each, Transpose) else Transpose(each)
        yield replace(right, factors=(*factors[:at], turned, *factors[at + 1 :]))
    for one, other in pairwise(arrays):
        moved = list(factors)
        moved[one], moved[other] = moved[other], moved[one]
        yield replace(right, factors=tuple(moved))


def _as_product(term: Term) -> Term:
    """A suggestion as one reads it: δ times w, where δw might also be a change of w."""
    if isinstance(term, Unknown) and term.alternatives:
        return next((each for each in term.alternatives if isinstance(each, Product)), term.alternatives[0])
    match term := rebuilt(term, _as_product):
        case Product((first, Product((second, *rest)))) if first == second == MINUS:
            return rest[0] if len(rest) == 1 else Product(tuple(rest))
        case Product((Quotient(Number(value=1), two), Product((first, *rest)))) if two == first:
            return rest[0] if len(rest) == 1 else Product(tuple(rest))
    return term


def _leaves(term: Term) -> int:
    return sum(isinstance(part, Symbol | Number) for part in walk(term))


def _letters(right: Term, given: Given) -> Iterator[Term]:
    """The letters in a formula and in the definitions that it rests on."""
    queue, seen = [right, Symbol(LOSS)], set()
    while queue:
        for part in walk(queue.pop()):
            if isinstance(part, Index) and is_numbered(part) and part not in seen:
                seen |= {part, part.base}
                yield part
            elif isinstance(part, Symbol) and part not in seen:
                seen.add(part)
                if (meaning := given.meanings.get(part.name)) is not None:
                    queue.append(meaning.body)
                if part.name != LOSS:
                    yield part


__all__ = ["backward_problems", "taken_back"]
