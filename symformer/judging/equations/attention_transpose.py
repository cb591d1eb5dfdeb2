r"""Scores of attention in which neither queries nor keys are transposed: ``softmax(Q K / \sqrt{d_k})``, ``q_i k_j / \sqrt{d_k}``.

Where shapes are told, they tell; this is for the many notes in which queries and keys are known to every reader.
Vectors may be multiplied as they stand where a note does so throughout, as physicists do; matrices may not, but for
a dot between them in a note that never transposes keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.attention_scale import role_of, speaks_of_attention
from symformer.judging.symbols.subtracted_inputs import WEIGHTS
from symformer.reasoning.recognise import letter_as_written
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.by_axis import named_axes
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)


def untransposed_scores(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of queries and keys as they stand that is divided by a root."""
    if not speaks_of_attention(model) or once(model, named_axes):
        return
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        if shaped.inferred.conflicts or any(
            isinstance(part, Apply) and part.function in TAKEN for part in walk(statement.term)
        ):
            continue
        for product in _scores(statement.term):
            if _is_asked(product, shaped, model):
                yield _problem(product, shaped)
                break


TAKEN = frozenset({"derivative", "gradient", "variance", "Var", "expectation"})


def _scores(term: Term) -> Iterator[Product]:
    """The products of a query and a key, both as they stand, in what is divided by a root."""
    for part in walk(term):
        match part:
            case Quotient(numerator, Apply(function="sqrt")):
                pass
            case _:
                continue
        for each in numerator.terms if isinstance(numerator, Sum) else (numerator,):
            if not isinstance(each, Product) or each.sign not in ("", "@", "·", "*"):
                continue
            factors = [factor for factor in each.factors if not isinstance(factor, Number)]
            if len(factors) == 2 and all(isinstance(factor, Symbol | Index) for factor in factors):
                if [role_of(factor) for factor in factors] in (["q", "k"], ["k", "q"]):
                    yield each


def _is_asked(product: Product, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether nothing tells that the product is right: shapes of which it is, and a note that never transposes."""
    one, other = (factor for factor in product.factors if not isinstance(factor, Number))
    if _are_entries(one, other, shaped.statement.term):
        return False
    shapes = [shaped.environment.shape_of(each) for each in (one, other)]
    if any(shape is not None and (shape.rank == 0 or shape.shown) for shape in shapes):
        return False  # numbers
    if not once(model, _made_transposed).isdisjoint({show(one), show(other)}):
        return False
    if None not in shapes and infer(product, shaped.environment).shape is not None:
        return False  # where both are known, the shapes tell
    matrices = show(one)[:1].isupper() and show(other)[:1].isupper()
    if product.sign in ("·", "*"):  # a dot between vectors, or between what the note transposes elsewhere
        return matrices and once(model, _turns)
    return matrices or once(model, _turns)


def _are_entries(one: Term, other: Term, term: Term) -> bool:
    """Whether two factors are entries, which are numbers: Q_{ic} K_{jc}, and what a sum runs along in both."""
    slots = [each.indices if isinstance(each, Index) else () for each in (one, other)]
    most = 1 if show(one)[:1].isupper() else 2  # q_{t,h}: the query of a position in a head
    shared = {slot for slot in slots[0] if slot in slots[1]}
    bound = {part.index for part in walk(term) if isinstance(part, IndexedSum)}
    return max(map(len, slots)) > most or not shared.isdisjoint(bound)


def _made_transposed(model: SemanticModel) -> frozenset[str]:
    r"""What the note makes of something transposed: ``K = W_K^\top X^\top``, ``K = (X W_K)^\top``."""
    found: set[str] = set()
    for statement in model.statements:
        match statement.term:
            case Relation(relations=(sign, *_), sides=(left, Transpose(), *_)) if sign in EQUAL:
                found.add(show(left))
            case Relation(relations=(sign, *_), sides=(left, Product(factors=factors), *_)) if sign in EQUAL:
                if isinstance(factors[-1], Transpose) and letter_as_written(factors[-1].operand) not in WEIGHTS:
                    found.add(show(left))  # X W_Q^T is no transpose of what it makes
    return frozenset(found)


def _turns(model: SemanticModel) -> bool:
    """Whether the note transposes queries or keys somewhere."""
    return any(
        isinstance(part, Transpose)
        and any(role_of(each) for each in walk(part.operand) if isinstance(each, Symbol | Index))
        for statement in model.statements
        for part in walk(statement.term)
    )


def _problem(product: Product, shaped: StatementShape) -> Problem:
    one, other = (factor for factor in product.factors if not isinstance(factor, Number))
    matrices = show(one)[:1].isupper()
    meant = f"{show(one)}·{show(other)}ᵀ" if matrices else f"{show(one)}ᵀ·{show(other)}"
    return Problem(
        shaped.statement.place(product.origin),
        f"{show(one)} and {show(other)} are multiplied as they stand: neither is transposed",
        help=f"try {meant}: each query meets each key along the width that both have",
        evidence={"kind": "shape", "left": show(one), "right": show(other)},
        key=f"untransposed@{product.origin.start}",
    )
