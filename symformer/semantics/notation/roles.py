"""What an equation says of its symbols by its form: ``Q = X W_Q`` makes queries of the input X.

Words name most symbols; the others are known by the part they play in the field's own equations.
Nothing here is a fact that a verdict may rest on: it serves the tables of symbols and their comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.shape import Shape
from symformer.semantics.declaration import Role
from symformer.semantics.prose.concepts import concept_of, named
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed, untransposed
from symformer.terms.show import GREEK, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

PROJECTED = {"q": "query", "k": "key", "v": "value"}
BY_NAME = {  # custom: what the paper's letters mean wherever they stand
    "d_model": "embedding dimension", "d_ff": "feed-forward dimension", "d_k": "key dimension",
    "d_q": "query dimension", "d_v": "value dimension", "d_head": "head dimension", "d_h": "head dimension",
    "n_heads": "number of heads", "n_head": "number of heads", "n_layers": "number of layers",
    "seq_len": "sequence length", "vocab_size": "vocabulary size", "batch_size": "batch size",
    "e": "Euler's number", "I": "identity", "W_O": "output weight", "W^O": "output weight", "PE": "positional encoding",
}  # fmt: skip
BY_SIZES = {
    ("vocabulary size", "embedding dimension"): "embedding matrix",
    ("embedding dimension", "feed-forward dimension"): "feed-forward weight",
    ("feed-forward dimension", "embedding dimension"): "feed-forward weight",
}
_LETTERS = Cued(r"[a-z]+\(|[^A-Za-z]+")

Layout = Literal["rows", "columns"]


@dataclass(frozen=True, slots=True)
class Played:
    """The part that a symbol plays in one equation."""

    symbol: Term
    concept: str
    span: Span
    at: int  # the place in the list of statements


@dataclass(frozen=True, slots=True)
class Projection:
    """``Q = X W_Q`` or ``q = W_Q x``: what is projected, by what, and how vectors lie in it."""

    result: Term
    source: Term
    weight: Term
    layout: Layout
    span: Span
    at: int


def projections(statements: Sequence[Statement]) -> Iterator[Projection]:
    """The equations that make queries, keys and values."""
    for at, statement in enumerate(statements):
        term = statement.term
        if not isinstance(term, Relation) or statement.stance != "asserted":
            continue
        if term.relations[0] not in EXACTLY_EQUAL or not isinstance(term.sides[0], Symbol | Index):
            continue
        for side in term.sides[1:]:
            found = _projection(term.sides[0], side, statement, at)
            if found is not None:
                yield found
                break


def _projection(result: Term, side: Term, statement: Statement, at: int) -> Projection | None:
    match side:
        case Sum(terms=(Product() as product, _)):
            side = product  # with a bias
    if not isinstance(side, Product) or len(side.factors) != 2 or side.sign not in ("", "·", "@"):
        return None
    letter = _letter(result)
    if letter not in PROJECTED:
        return None
    first, second = side.factors
    if _is_weight(second, letter) and not _is_weight(first, letter):
        return Projection(result, untransposed(first), untransposed(second), "rows", statement.span, at)
    if _is_weight(first, letter) and not _is_weight(second, letter):
        return Projection(result, untransposed(second), untransposed(first), "columns", statement.span, at)
    return None


def layouts(shaped: Sequence[StatementShape]) -> Iterator[tuple[Layout, Span]]:
    """How vectors lie in each product of data and a weight: ``X W`` as rows, ``W x`` as columns.

    Inner products never count, nor does what has no weight in it.
    """
    for each in shaped:
        statement = each.statement
        if statement.carrier != "formula" or not isinstance(statement.term, Relation):
            continue
        for part in walk(statement.term):
            if isinstance(part, Product) and len(part.factors) == 2 and part.sign in ("", "·", "@"):
                first, second = part.factors
                if _is_array(second, each) and _is_any_weight(first, each) and not _is_any_weight(second, each):
                    yield "columns", statement.place(part.origin)
                elif _is_array(first, each) and _is_any_weight(second, each) and not _is_any_weight(first, each):
                    yield "rows", statement.place(part.origin)


def _is_any_weight(term: Term, shaped: StatementShape) -> bool:
    """A matrix called W, without a transpose (which would turn the layout round)."""
    base = unindexed(term)
    if not isinstance(base, Symbol) or re.split(r"[_^',]", _inner(base.name))[0] != "W":
        return False
    shape = shaped.environment.shape_of(term)
    return shape is None or shape.rank == 2


def _is_array(term: Term, shaped: StatementShape) -> bool:
    """Data that a weight may be applied to: a name that is no number, or a call."""
    if isinstance(term, Apply):
        return term.function != "sqrt"
    if isinstance(term, Matrix):
        return any(isinstance(cell, Index) for row in term.rows for cell in row)  # parts put together
    if not isinstance(term, Symbol | Index):
        return False
    shape = shaped.environment.shape_of(term)
    return shape is None and not _is_greek(term) or shape is not None and shape.rank > 0


def _is_greek(term: Term) -> bool:
    return isinstance(term, Symbol) and term.name in GREEK


def played(statements: Sequence[Statement]) -> Iterator[Played]:
    """The concepts that the form of the equations gives to their symbols."""
    for each in projections(statements):
        concept = PROJECTED[_letter(each.result)]
        yield Played(each.result, concept, each.span, each.at)
        yield Played(each.weight, f"{concept} weight", each.span, each.at)
        yield Played(each.source, "attention input", each.span, each.at)
    for at, statement in enumerate(statements):
        term = statement.term
        if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL and len(term.sides) > 1:
            yield from _attention(term, statement, at)


def _attention(term: Relation, statement: Statement, at: int) -> Iterator[Played]:
    """``S = Q K^T / √d_k`` are scores, ``A = softmax(…)`` of such a product are weights."""
    left, right = term.sides[0], term.sides[1]
    if not isinstance(left, Symbol | Index):
        return
    if _is_scores(right):
        yield Played(left, "attention scores", statement.span, at)
    elif (
        isinstance(right, Apply) and right.function == "softmax" and right.arguments and _is_scores(right.arguments[0])
    ):
        yield Played(left, "attention weights", statement.span, at)


def _is_scores(term: Term) -> bool:
    match term:
        case Quotient(numerator, _):
            return _is_scores(numerator)
        case Sum(terms=(first, *_)):
            return _is_scores(first)
        case (
            Product(factors=(first, Transpose(operand=second))) | Product(factors=(_, first, Transpose(operand=second)))
        ):
            return (_letter(first), _letter(second)) == ("q", "k")
        case Product(factors=(Transpose(operand=first), second)):
            return (_letter(first), _letter(second)) in (("q", "k"), ("k", "q"))
    return False


def concept_by_custom(name: str, sizes: tuple[str | None, ...], shape: Shape | None) -> str | None:
    """What a name says by itself: ``d_model``, words, or the sizes of a matrix.

    >>> concept_by_custom("d_model", (), None), concept_by_custom("Score Matrix", (), None)
    ('embedding dimension', 'attention scores')
    """
    plain = spell(name)
    known = named(BY_NAME.get(plain, ""))
    if plain in BY_NAME and (known is None or _fits(known.role, shape)):
        return BY_NAME[plain]
    if plain in ("b", "β") and shape is not None and shape.rank == 1:
        return "bias"
    if len(sizes) == 2 and sizes[0] is not None and sizes[1] is not None:
        found = BY_SIZES.get((sizes[0], sizes[1]))
        if found is not None:
            return found
    words = plain.split()
    if len(words) > 1 and all(word.replace("-", "").isalpha() for word in words):
        known = concept_of(words)
        return known.name if known is not None and _fits(known.role, shape) else plain.lower()
    return None


def _fits(role: Role, shape: Shape | None) -> bool:
    """Whether a thing of that kind may have the shape."""
    return shape is None or (role in ("dimension", "index", "scalar")) == (shape.rank == 0) or role == "unknown"


def projected_sizes(shaped: Sequence[StatementShape]) -> Iterator[tuple[str, str, Span]]:
    """What the last size of queries, keys and values is: their dimension, where it is a letter of its own."""
    by_at = {id(each.statement): each for each in shaped}
    for each in projections([each.statement for each in shaped]):
        found = by_at.get(id(shaped[each.at].statement))
        if found is None:
            continue
        weight, source = found.environment.shape_of(each.weight), found.environment.shape_of(each.source)
        if weight is None or weight.rank != 2:
            continue
        inner, outer = (weight.first, weight.last) if each.layout == "rows" else (weight.last, weight.first)
        if outer.letter is not None and outer != inner and source is not None:
            letter = _letter(each.result)
            # queries are as wide as the keys they are compared with
            yield outer.letter, "value dimension" if letter == "v" else "key dimension", each.span


def _letter(term: Term) -> str:
    """The single letter that a name is made of, in lower case: q of ``\\mathbf{q}_i``, of Q."""
    base = unindexed(term)
    if not isinstance(base, Symbol):
        return ""
    head = re.split(r"[_^']", _inner(base.name), maxsplit=1)[0]
    return head.lower() if len(head) == 1 else ""


def _inner(name: str) -> str:
    styled = re.match(r"[a-z]+\((.*?)\)(.*)", name)
    return styled[1] + styled[2] if styled is not None else name


def _is_weight(term: Term, letter: str) -> bool:
    """``W_Q``, ``\\mathbf{W}_i^{(q)}``, ``W^{Q\\top}``: a weight with the label of its result."""
    plain = untransposed(term)
    base = unindexed(plain)
    if not isinstance(base, Symbol):
        return False
    head, *labels = re.split(r"[_^',]", _inner(base.name))
    scripts = [each.name for each in plain.slots if isinstance(each, Symbol)] if isinstance(plain, Index) else []
    return head in ("W", "w", "M", "U", "Theta", "theta", "A") and any(
        each.lower() == letter or named(f"{PROJECTED[letter]} weight") is not None and each.lower() == PROJECTED[letter]
        for each in (*labels, *scripts)
    )
