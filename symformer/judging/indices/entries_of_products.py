r"""Entries that are told one by one beside the product that they belong to: ``S = K^\top Q`` has ``S_ij = k_i^\top q_j``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import untransposed
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
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

_WAY = Cued(  # "With a softmax over columns (S = K Q^T) …" tells of another way to lay things out
    r"\W*(?:with|under|in|using|for|if)\b[^.]*\b(?:columns?|layouts?|conventions?|notations?|variants?|transposed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A product of two arrays, one of them transposed: the letters of its rows and of its columns."""

    statement: Statement
    rows: str
    columns: str


def entry_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry whose two vectors have each other's index."""
    wholes: dict[str, list[_Whole]] = {}
    entries: list[tuple[Statement, Index, Index, Index]] = []
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if term.relations[0] not in EQUAL:
            continue
        left = term.sides[0]
        if isinstance(left, Symbol):
            wholes_here = (_whole(side, statement) for side in term.sides[1:])
            made = next((each for each in wholes_here if each is not None), None)
            if made is not None:
                wholes.setdefault(left.name, []).append(made)
        elif isinstance(left, Index) and isinstance(left.base, Symbol) and len(left.indices) == 2 and not left.upper:
            pairs_here = (_inner(side) for side in term.sides[1:])
            pair = next((each for each in pairs_here if each is not None), None)
            if pair is not None:
                entries.append((statement, left, *pair))
    for statement, left, one, other in entries:
        assert isinstance(left.base, Symbol)
        known = wholes.get(left.base.name, [])
        if len({(each.rows, each.columns) for each in known}) != 1:
            continue
        whole = known[0]
        by_letter = {_letter(each): each.indices[0] for each in (one, other)}
        row, column = left.indices
        if _is_of_another_way(whole.statement, statement, model.document.source.text):
            continue
        if whole.rows == whole.columns or set(by_letter) != {whole.rows, whole.columns} or row == column:
            continue
        if by_letter[whole.rows] == column and by_letter[whole.columns] == row:
            place = statement.place(one.origin)
            first, second = (each for each in (one, other))
            yield Problem(
                place,
                f"{show(left)} takes {show(first)} and {show(second)} here, but its rows are those of {whole.rows} in the whole product",
                help=f"try {show(Index(_base(one, whole.rows, other), (row,)))} and {show(Index(_base(one, whole.columns, other), (column,)))}",
                related=(Related(whole.statement.span, "the whole product"),),
                evidence={"kind": "index"},
                key=f"entry@{place.start}",
            )


def _is_of_another_way(whole: Statement, entry: Statement, text: str) -> bool:
    """Whether a sentence tells the product as it is under another convention, and another paragraph the entries."""
    one, other = sorted((whole.span, entry.span), key=lambda each: each.start)
    return "\n\n" in text[one.end : other.start] and _WAY.match(sentence_before(text, whole.span.start)) is not None


def products_by_entries(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``(A B)_{ij} = \sum_k A_{ik} B_{jk}``: these are the entries of ``A B^\top``."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left = term.sides[0]
        if not isinstance(left, Index) or len(left.indices) != 2 or left.upper or not isinstance(left.base, Product):
            continue
        if len(left.base.factors) != 2 or not all(isinstance(each, Symbol) for each in left.base.factors):
            continue
        row, column = left.indices
        for total in walk(term.sides[1]):
            if not isinstance(total, IndexedSum) or total.kind != "sum" or not isinstance(total.body, Product):
                continue
            entries = [each for each in total.body.factors if isinstance(each, Index) and len(each.indices) == 2]
            if len(entries) != 2 or len(total.body.factors) != 2 or total.index is None:
                continue
            expected = [(row, total.index), (total.index, column)]
            turned = [
                each
                for each, wanted in zip(entries, expected, strict=True)
                if each.indices != wanted and set(each.indices) == set(wanted)
            ]
            if len(turned) != 1:
                continue
            meant = Index(turned[0].base, tuple(reversed(turned[0].indices)))
            yield Problem(
                statement.place(turned[0].origin),
                f"a product sums over the columns of the first factor and the rows of the second, and {show(turned[0])} "
                "does not",
                help=f"try {show(meant)}",
                evidence={"kind": "index"},
            )


def _base(one: Index, letter: str, other: Index) -> Term:
    return one.base if _letter(one) == letter else other.base


def _whole(side: Term, statement: Statement) -> _Whole | None:
    """``K^T Q``, perhaps divided by a number: columns of K and of Q; ``Q K^T``: rows of both."""
    match side:
        case Quotient(numerator=inner, denominator=below) if not isinstance(below, Index):
            return _whole(inner, statement) if _is_scalar(below) else None
        case Product(factors=(scale, *_, one, other)) if len(side.factors) == 3 and _is_scalar(scale):
            return _of_factors(one, other, statement)
        case Product(factors=(one, other)):
            return _of_factors(one, other, statement)
    return None


def _of_factors(one: Term, other: Term, statement: Statement) -> _Whole | None:
    if isinstance(one, Transpose) == isinstance(other, Transpose):
        return None
    names = [untransposed(each) for each in (one, other)]
    if not all(isinstance(each, Symbol) and taken_apart(each.name).letter[:1].isupper() for each in names):
        return None
    rows, columns = (taken_apart(each.name).letter.lower() for each in names if isinstance(each, Symbol))
    return _Whole(statement, rows, columns)


def _is_scalar(term: Term) -> bool:
    if isinstance(term, Quotient):
        return _is_scalar(term.numerator) and _is_scalar(term.denominator)
    return isinstance(term, Number) or isinstance(term, Apply) and term.function == "sqrt"


def _inner(side: Term) -> tuple[Index, Index] | None:
    """The two members of ``k_i^T q_j`` or ``q_i · k_j``, perhaps with a number beside them."""
    members = [
        part
        for part in walk(side)
        if isinstance(part, Index) and len(part.indices) == 1 and isinstance(part.base, Symbol) and not part.upper
    ]
    if len(members) != 2 or members[0].indices == members[1].indices:
        return None
    products = [
        part
        for part in walk(side)
        if isinstance(part, Product | Apply) and all(each in set(walk(part)) for each in members)
    ]
    if not products or not all(taken_apart(_base_name(each)).letter.islower() for each in members):
        return None
    return members[0], members[1]


def _base_name(member: Index) -> str:
    return member.base.name if isinstance(member.base, Symbol) else ""


def _letter(member: Index) -> str:
    return taken_apart(_base_name(member)).letter
