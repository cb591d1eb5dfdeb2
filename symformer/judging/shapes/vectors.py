"""Vectors multiplied as they stand: ``u M v`` and ``s_{ij} = u_i v_j``, where one of the two must be transposed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.algebra.shape import SCALAR, Shape
from symformer.algebra.unify import Different, Equal
from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import infer, shape_of_sizes
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import base_name
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.span import Span, cover_all

SIDES = {"row", "column"}


def vectors_side_by_side(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product that begins and ends with a vector, neither of them transposed."""
    turned = _turns_vectors(model)
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or not shaped.inferred.sized:
            continue
        for part in walk(statement.term):
            if isinstance(part, Product) and part.sign == "":
                yield from _of_product(part, shaped, turned=turned)
        yield from _as_matrix(statement.term, shaped)


def turned_elsewhere(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``\mathbf{w} \mathbf{x}^{(i)}`` in a note that has ``\mathbf{w}^\top \mathbf{x}^{(i)}`` elsewhere, without any sizes."""
    turned: dict[tuple[Term, Term], Statement] = {}
    bare: list[tuple[Term, Term, Statement]] = []
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Product) or part.sign:
                continue
            for one, other in pairwise(part.factors):
                if isinstance(one, Transpose) and _is_bold_vector(one.operand) and _is_bold_vector(other):
                    turned.setdefault((one.operand, other), statement)
                elif _is_bold_vector(one) and _is_bold_vector(other) and not are_entries((one, other), statement.term):
                    bare.append((one, other, statement))
    for one, other, statement in bare:
        if (there := turned.get((one, other))) is None:
            continue
        place = statement.place(cover_all((one.origin, other.origin)))
        yield Problem(
            place,
            f"{show(one)} and {show(other)} are vectors, and {show(one)} is transposed before {show(other)} elsewhere",
            help=f"try {show(one)}^\\top",
            related=(Related(there.span, "stands here"),),
            evidence={"kind": "symbol", "symbol": show(one)},
            key=f"side-by-side@{place.start}",
        )


def _is_bold_vector(term: Term) -> bool:
    """Whether a term is a small bold letter, or one of several such: w, x^{(i)}."""
    spelling = taken_apart(base_name(term)) if isinstance(term, Symbol | Index) else None
    return spelling is not None and "bold" in spelling.font and spelling.letter.islower()


def _turns_vectors(model: SemanticModel) -> bool:
    """Whether the note writes its inner and outer products with a transpose, as u^T v."""
    return any(
        isinstance(part, Product)
        and any(isinstance(each, Transpose) and _is_vector(each.operand, shaped) for each in part.factors)
        for shaped in model.shapes
        if shaped.inferred.sized
        for part in walk(shaped.statement.term)
    )


def _is_vector(term: Term, shaped: StatementShape) -> bool:
    shape = shaped.environment.shape_of(term) if isinstance(term, Symbol | Index | Apply) else None
    return shape is not None and shape.rank == 1


def _of_product(term: Product, shaped: StatementShape, *, turned: bool) -> Iterator[Problem]:
    environment = shaped.environment
    if sum(_may_be_plain(factor, environment) for factor in _factors(term)) < 2:
        return
    arrays = [
        (factor, shape) for factor in _factors(term) if (shape := _shape(factor, environment)) is None or shape.rank
    ]
    if len(arrays) < 2 or any(shape is None for _, shape in arrays):
        return
    (left, one), *between, (right, two) = arrays
    if are_entries((left, right), shaped.statement.term):
        return
    lying = one is not None and two is not None and one.orientation is not None and one.orientation == two.orientation
    if not _is_plain(left, one, environment, lying=lying) or not _is_plain(right, two, environment, lying=lying):
        return
    if one is not None and two is not None and {one.orientation, two.orientation} >= SIDES:
        return
    if between:
        fits = all(shape is not None and shape.rank == 2 and _is_square_like(shape) for _, shape in between)
    else:
        fits = _defines_an_entry(term, left, right, shaped.statement.term)
    assert one is not None and two is not None
    if not between and turned and not lying:
        fits = fits or isinstance(environment.theory.compare(one.first, two.first), Equal)
    if not fits or isinstance(environment.theory.compare(one.first, two.first), Different):
        return
    yield _problem(left, right, left, shaped)


def are_entries(factors: tuple[Term, Term], statement: Term) -> bool:
    """Whether x_1 and x_2 are entries here, whatever they are elsewhere: x stands beside them, or x_1 is squared; so are h and 1 - h."""
    if _is_logistic(*factors) or _is_logistic(*reversed(factors)):
        return True
    members = [each for each in factors if isinstance(each, Index)]
    if len(members) < len(factors):
        return False
    whole = {each.base for each in members}
    inside = {id(each.base) for each in walk(statement) if isinstance(each, Index)}
    beside = {part for part in walk(statement) if part in whole and id(part) not in inside}
    if beside == whole and len(whole) == len(members):
        return True  # q^T k = Σ_i q_i k_i
    return all(_is_numbered(each) for each in members) and (
        bool(beside) or any(isinstance(part, Power) and part.base in members for part in walk(statement))
    )


def _is_logistic(one: Term, other: Term) -> bool:
    """``h (1 - h)``: the derivative of a logistic function, entry by entry, as everybody writes it."""
    match other:
        case Sum(terms=(Number(value=1), Product(factors=(Number(value=-1), same)))):
            return same == one
    return False


def _is_numbered(member: Index) -> bool:
    return bool(member.indices) and all(isinstance(each, Number) for each in member.indices)


def _as_matrix(term: Term, shaped: StatementShape) -> Iterator[Problem]:
    """``M = u v`` where M is as high as u is long, and as wide as v is: the outer product of the two."""
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return
    environment, product = shaped.environment, _summed(term.sides[1], shaped.environment)
    if not isinstance(product, Product):
        return
    arrays = [(each, shape) for each in _factors(product) if (shape := _shape(each, environment)) is None or shape.rank]
    if len(arrays) != 2 or product.sign != "":
        return
    (left, one), (right, two) = arrays
    if environment.gradients != "same" and any(_is_gradient(each) for each in (left, right)):
        return  # a gradient may be a row
    if one is None or two is None or one.rank != 1 or two.rank != 1 or {one.orientation, two.orientation} >= SIDES:
        return
    if any(isinstance(part, Transpose) for part in (left, right)) or one.shown or two.shown:
        return
    if not _is_matrix_of(term, one, two, environment):
        return
    yield _problem(left, right, right, shaped)


def _summed(term: Term, environment: ScopedEnvironment) -> Term:
    r"""What is summed in ``\frac{1}{N} \sum_n g_n u_n v_n``, which is as large as the sum."""
    while True:
        match term:
            case IndexedSum(body=body):
                term = body
            case Product(factors=(*numbers, IndexedSum() as total)) if all(
                infer(each, environment).shape == SCALAR for each in numbers
            ):
                term = total
            case _:
                return term


def _is_gradient(term: Term) -> bool:
    return isinstance(term, Apply) and term.function in ("derivative", "gradient")


def _problem(left: Term, right: Term, turned: Term, shaped: StatementShape) -> Problem:
    """Two vectors of a product of which ``turned`` should be transposed."""
    environment = shaped.environment
    place = shaped.statement.place(cover_all((left.origin, right.origin)))
    spelled = show(turned)
    return Problem(
        place,
        f"{show(left)} and {show(right)} are vectors alike, and neither is transposed in this product",
        help=f"try {f'({spelled})' if isinstance(turned, Sum | Product) else spelled}^\\top",
        related=tuple(_told(each, environment) for each in (left, right) if environment.declared_at(each) is not None),
        evidence={"kind": "shape", "left": str(_shape(left, environment)), "right": str(_shape(right, environment))},
        key=f"side-by-side@{place.start}",
    )


def _is_matrix_of(term: Relation, one: Shape, two: Shape, environment: ScopedEnvironment) -> bool:
    """Whether the left side, or the space it lies in, has the lengths of two vectors as its rows and columns."""
    space = term.sides[-1] if term.relations[-1] == "∈" else None
    shapes = (
        (shape_of_sizes(space.sizes),) if isinstance(space, Space) else infer(term.sides[0], environment).candidates
    )
    return any(
        shape is not None
        and shape.rank == 2
        and isinstance(environment.theory.compare(shape.first, one.first), Equal)
        and isinstance(environment.theory.compare(shape.last, two.first), Equal)
        for shape in shapes
    )


def _may_be_plain(factor: Term, environment: ScopedEnvironment) -> bool:
    """Whether a factor has the form of a vector that nobody turned; asked first, since it costs little."""
    if not isinstance(factor, Symbol | Index | Apply):
        return isinstance(factor, Sum)
    shape = environment.shape_of(factor)
    return shape is not None and shape.rank == 1


def _factors(term: Product) -> Iterator[Term]:
    """The factors of a product, with those of a product within it."""
    for factor in term.factors:
        if isinstance(factor, Product) and factor.sign == "":
            yield from _factors(factor)
        else:
            yield factor


def _shape(factor: Term, environment: ScopedEnvironment) -> Shape | None:
    inferred = infer(factor, environment)
    return inferred.shape if inferred.certain and not inferred.conflicts else None


def _is_plain(term: Term, shape: Shape | None, environment: ScopedEnvironment, *, lying: bool) -> bool:
    """Whether a term is a vector by the note's own words, which do not say how it lies, or lies as the other one does."""
    if shape is None or shape.rank != 1 or shape.first.number is not None:
        return False
    if shape.orientation is not None and not lying:
        return False
    return _is_of_told_vectors(term, environment)


def _is_of_told_vectors(term: Term, environment: ScopedEnvironment) -> bool:
    """Whether a term is a vector with a name, or a sum and difference of such: x, x - μ."""
    match term:
        case Symbol() | Index():
            shape = environment.shape_of(term)
            return environment.is_told(term) or (shape is not None and shape.rank == 1 and isinstance(term, Index))
        case Apply():
            return (
                environment.functions.value_of(term, environment.at, environment.document, lambda _: None) is not None
            )
        case Sum(terms=terms):
            return all(_is_of_told_vectors(each, environment) for each in terms)
        case Product(factors=(Number(), inside)):
            return _is_of_told_vectors(inside, environment)
    return False


def _is_square_like(shape: Shape) -> bool:
    return all(size.number != 1 for size in shape.sizes)


def _defines_an_entry(term: Product, left: Term, right: Term, whole: Term) -> bool:
    """Whether the product is all of an equation for the entry that both factors have an index of: s_{ij} = u_i v_j."""
    if not isinstance(whole, Relation) or whole.relations[0] not in EQUAL or len(whole.sides) != 2:
        return False
    entry, value = whole.sides
    if not any(each is term for each in _scored(value)) or not all(
        isinstance(each, Index) for each in (entry, left, right)
    ):
        return False
    letters = [_letters(each) for each in (entry, left, right)]
    return len(letters[0]) == 2 and letters[1] != letters[2] and letters[0] == letters[1] | letters[2]


def _scored(value: Term) -> Iterator[Term]:
    """A product that makes up an entry, alone or scaled, beside what is added to it, and under an exponential."""
    yield value
    match value:
        case Quotient(numerator=inner) | Apply(function="exp" | "sigma", arguments=(inner,)):
            yield from _scored(inner)
        case Product(factors=(Number() | Symbol() | Quotient(numerator=Number()), inner)):
            yield from _scored(inner)
        case Sum(terms=terms):
            for each in terms:
                yield from _scored(each)


def _letters(term: Term) -> set[str]:
    slots = term.slots if isinstance(term, Index) else ()
    return {slot.name for slot in slots if isinstance(slot, Symbol)}


def _told(term: Term, environment: ScopedEnvironment) -> Related:
    return Related(environment.declared_at(term) or Span(0, 0), f"{show(term)} declared here")
