r"""Scores of a query with the key of its own position: ``score = q_p \cdot k_p``, where two positions are meant."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import untransposed
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Number, Product, Quotient, Relation, Sum, Symbol, Term, walk

SCORES = frozenset({"score", "scores", "s", "e", "a", "attention", "attn", "logit", "similarity"})


def scores_of_one_position(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each score, told of no position, that multiplies a query with the key at the same index."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if len(term.sides) != 2 or term.relations[0] not in EQUAL:
            continue
        pair = _pair(term.sides[1]) if _is_score(term.sides[0]) else _of_entry(term.sides[0], term.sides[1])
        if pair is None:
            continue
        query, key = pair
        index = show(query.indices[0])
        yield Problem(
            statement.place(term.sides[1].origin),
            f"{show(query)} and {show(key)} stand at the same {index}: the score is that of a position with itself",
            help="try another index for the key",
            evidence={"kind": "index", "letter": index},
        )


def _of_entry(left: Term, right: Term) -> tuple[Index, Index] | None:
    """The query and the key of one position in a score for two, beside a bias: ``s_{pr} = q_p^T k_p - m |p - r|``."""
    if not isinstance(left, Index) or len(left.indices) != 2 or not isinstance(right, Sum):
        return None
    if left.indices[0] == left.indices[1] or not all(isinstance(each, Symbol) for each in left.indices):
        return None
    found = [pair for each in right.terms if (pair := _pair(each)) is not None]
    return found[0] if len(found) == 1 and found[0][0].indices[0] in left.indices else None


def _is_score(term: Term) -> bool:
    spelling = taken_apart(term.name) if isinstance(term, Symbol) else None
    return spelling is not None and not spelling.below and spelling.letter.casefold() in SCORES


def _pair(side: Term) -> tuple[Index, Index] | None:
    """The query and the key of ``q_p · k_p`` or ``q_p^T k_p / √d``, where they have one index, a letter."""
    inner = side.numerator if isinstance(side, Quotient) else side
    if not isinstance(inner, Product):
        return None
    factors = [untransposed(each) for each in inner.factors]
    found = [each for each in factors if isinstance(each, Index) and len(each.indices) == 1]
    if len(found) != 2 or len(factors) != 2 or found[0].indices != found[1].indices or found[0].upper != found[1].upper:
        return None
    if isinstance(found[0].indices[0], Number) or not isinstance(found[0].indices[0], Symbol):
        return None
    letters = [taken_apart(part.name).letter for each in found for part in walk(each.base) if isinstance(part, Symbol)]
    return (found[0], found[1]) if letters == ["q", "k"] else None
