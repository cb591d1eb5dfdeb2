r"""Lists of a query, a key and a value of which key and value belong to two positions: ``q_i, k_i, v_j``.

A key and a value of one token are kept together; of a query they may be apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import by_formula
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Index, Symbol


def listed_siblings(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each plain list of a query, a key and a value whose last two have other indices."""
    for listed in once(model, by_formula):
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
