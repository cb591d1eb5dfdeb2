r"""Lists of a query, a key and a value of which key and value belong to two positions: ``q_i, k_i, v_j``.

A key and a value of one token are kept together; of a query they may be apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Relation, Symbol


def listed_siblings(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each plain list of a query, a key and a value whose last two have other indices."""
    written = (each for each in model.statements if each.formula is not None and each.stance == "asserted")
    for _, group in groupby(written, key=lambda each: each.formula.span if each.formula is not None else None):
        listed = list(group)
        roles = [_role(each) for each in listed]
        if len(listed) != len("qkv") or sorted(role for role in roles if role is not None) != ["k", "q", "v"]:
            continue
        members = {role: each for role, each in zip(roles, listed, strict=True) if role is not None}
        query, key, value = (_slot(members[role]) for role in "qkv")
        if key == value:
            continue
        odd, usual = (members["v"], key) if query == key else (members["k"], value)
        assert isinstance(odd.term, Index)
        place = odd.place(odd.term.origin)
        yield Problem(
            place,
            f"{show(odd.term)} stands in one list with {', '.join(show(each.term) for each in listed if each is not odd)}:"
            " key and value of one position have one index",
            help=f"try {show(Index(odd.term.base, (usual,)))}",
            evidence={"kind": "index", "letter": show(_slot(odd))},
            key=f"listed@{place.start}",
        )


def misnamed_projections(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for the one of three projections in a row that is not called as its weights are: ``Z = X W_Q, K = X W_K, V = X W_V``."""
    written = (each for each in model.statements if each.formula is not None and each.stance == "asserted")
    for _, group in groupby(written, key=lambda each: each.formula.span if each.formula is not None else None):
        named = [(each, *pair) for each in group if (pair := _projection(each)) is not None]
        if sorted(role for _, _, role in named) != ["K", "Q", "V"]:
            continue
        odd = [(each, left, role) for each, left, role in named if left.name != role]
        if len(odd) != 1 or len(odd[0][1].name) != 1 or odd[0][1].name in {"Q", "K", "V"}:
            continue  # of two that have one name, it is told that the name is told twice
        statement, left, role = odd[0]
        place = statement.place(left.origin)
        yield Problem(
            place,
            f"{show(left)} is made by W_{role}, where the two beside it are called as their weights are",
            help=f"try {role}",
            evidence={"kind": "symbol", "found": left.name, "expected": role},
            key=f"projection@{place.start}",
        )


def _projection(statement: Statement) -> tuple[Symbol, str] | None:
    """The name of what weights make, and the label of the weights: Q, Q of ``Q = X W_Q``."""
    match statement.term:
        case Relation(
            relations=("=",), sides=(Symbol() as left, Product(factors=(_, Symbol(name=weights)), sign="" | "·" | "@"))
        ):
            spelling = taken_apart(weights)
            label = (spelling.below or spelling.above).upper()
            return (left, label) if spelling.letter == "W" and label in {"Q", "K", "V"} else None
    return None


def _role(statement: Statement) -> str | None:
    match statement.term:
        case Index(base=Symbol(name=name), indices=(Symbol(),), upper=()):
            spelling = taken_apart(name)
            letter = spelling.letter.lower()
            return letter if letter in {"q", "k", "v"} and not (spelling.below or spelling.above) else None
    return None


def _slot(statement: Statement) -> Symbol:
    assert isinstance(statement.term, Index) and isinstance(statement.term.indices[0], Symbol)
    return statement.term.indices[0]
