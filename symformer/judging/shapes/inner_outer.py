r"""Inner products where a matrix is meant, outer ones where a number is: the transpose stands on the wrong vector.

``C = \frac{1}{n} \sum_i x_i^\top x_i`` is a number, and ``\sigma(w x^\top + b)`` is taken of a matrix, in a note whose
vectors stand.  What is meant is seen from what stands around; how vectors lie, from all other products.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.shape import Orientation
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.styled import Pair, Styles, as_numbers, has_turned, pair_of, settled, votes_of
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed, untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
)
from symformer.text.cued import Cued

_MATRIX = Cued(
    r"\b(?:matrix|outer product)\b(?!\s+(?:multipl|product|norm))[^.;:$]{0,40}(?:[:,]|\b(?:is|as|by|becomes|reads))?\s*\Z",
    re.IGNORECASE,
)
GREEK_CAPITALS = frozenset({"Sigma", "bold(Sigma)", "Lambda", "Phi", "Psi"})
FEWEST_STANDING = 4
MEANS = frozenset({"expectation", "E", "mean", "Cov", "average"})


def turned_products(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of two vectors that is a number instead of a matrix, or a matrix instead of a number."""
    styles = once(model, Styles.of)
    if once(model, _lying) != "column":
        return  # beside rows, x^T y and x x^T are written all the same
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or shaped.inferred.conflicts:
            continue
        if not has_turned(statement.term):
            continue
        seen: set[int] = set()
        for part in as_numbers(statement.term, styles, shaped.environment):
            pair = pair_of(part, styles, shaped.environment)
            if pair is not None and pair.turned == "second" and id(part) not in seen:
                seen.add(id(part))
                yield _problem(pair, shaped, "is a matrix, where a number is meant")
        for part in _as_matrices(shaped, styles, model):
            pair = pair_of(part, styles, shaped.environment)
            if pair is not None and pair.turned == "first" and id(part) not in seen:
                seen.add(id(part))
                yield _problem(pair, shaped, "is a number, where a matrix is meant")


def lone_turns(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one product of a note in which a vector lies beside a matrix, where it stands in all others."""
    votes = once(model, votes_of)
    rows = [vote for vote in votes if vote.lying == "row"]
    if len(rows) != 1 or len(votes) <= FEWEST_STANDING or (beside := rows[0].beside) is None:
        return
    lone = rows[0]
    bare, matrix = (untransposed(each) for each in (lone.vector, beside))
    if lone.shaped.inferred.conflicts or once(model, _lying) != "column":
        return
    if all(infer(each, lone.shaped.environment).certain for each in (bare, matrix)):
        return  # what is known in sizes is held against sizes
    place = lone.shaped.statement.place(lone.vector.origin)
    yield Problem(
        place,
        f"{show(lone.vector)} lies beside the matrix {show(beside)}, and in all other products vectors are columns",
        help=f"try {show(bare)}" + ("" if isinstance(lone.vector, Transpose) else "ᵀ"),
        evidence={"kind": "shape"},
        key=f"lone-turn@{place.start}",
    )


def _lying(model: SemanticModel) -> Orientation | None:
    return settled(model, once(model, Styles.of))


def _as_matrices(shaped: StatementShape, styles: Styles, model: SemanticModel) -> Iterator[Term]:
    """The summands of what defines a matrix: one by its word, its declared sizes, or its bold capital."""
    term, environment = shaped.statement.term, shaped.environment
    if not isinstance(term, Relation) or term.relations[0] not in ("=", ":=", "≡", "≈"):
        return
    left = term.sides[0]
    if not isinstance(left, Symbol | Index):
        return
    if not _is_capital(left):
        return
    rank = styles.rank(left, environment)
    if rank != 2 and not (rank is None and _is_called_matrix(left, shaped, model)):
        return
    for side in term.sides[1:]:
        yield from _summands(side)


def _is_capital(name: Symbol | Index) -> bool:
    base = unindexed(name)
    return isinstance(base, Symbol) and (taken_apart(base.name).letter[:1].isupper() or base.name in GREEK_CAPITALS)


def _is_called_matrix(left: Term, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether the words that lead to an equation end in "… matrix", and it defines a capital letter."""
    formula = shaped.statement.formula
    if formula is None or formula.display != "display":
        return False
    return _MATRIX.search(sentence_before(model.document.source.text, formula.span.start)) is not None


def _summands(term: Term) -> Iterator[Term]:
    """What is added up, through signs, numbers in front, sums over an index, and means."""
    match term:
        case Sum(terms=terms):
            for each in terms:
                yield from _summands(each)
        case IndexedSum(kind="sum", body=body):
            yield from _summands(body)
        case Quotient(numerator, _):
            yield from _summands(numerator)
        case Apply(function=function, arguments=(inside,)) if function in MEANS:
            yield from _summands(inside)
        case Product(factors=factors) if any(isinstance(each, IndexedSum | Apply) for each in factors):
            for each in factors:
                if isinstance(each, IndexedSum | Apply):
                    yield from _summands(each)
        case _:
            yield term


def _problem(pair: Pair, shaped: StatementShape, what: str) -> Problem:
    one, two = (untransposed(each) for each in (pair.left, pair.right))
    first, second = (f"({show(each)})" if isinstance(each, Sum) else show(each) for each in (one, two))
    turned = f"{first}·{second}ᵀ" if pair.turned == "first" else f"{first}ᵀ·{second}"
    place = shaped.statement.place(pair.product.origin)
    return Problem(
        place,
        f"{show(pair.product)} {what}: vectors are columns in this note",
        help=f"try {turned}",
        evidence={"kind": "shape"},
        key=f"turned@{place.start}",
    )
