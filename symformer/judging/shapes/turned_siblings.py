r"""Weights of queries, keys and values of which one lies the other way: ``W^q, W^k ∈ ℝ^{D×k}``, ``W^v ∈ ℝ^{k×D}``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Term, walk

ROLES = {"q": "q", "query": "q", "k": "k", "key": "k", "v": "v", "value": "v"}


def turned_sibling_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each declared weight that lies the other way than its siblings, and that no equation uses.

    What an equation uses is judged by how it fits there.
    """
    declared = [each for each in model.table.declarations if each.sizes is not None and len(each.sizes) == 2]
    families: dict[tuple[object, ...], list[Declaration]] = {}
    for each in declared:
        if (family := _family(each, model)) is not None:
            families.setdefault(family, []).append(each)
    multiplied: set[Term] | None = None
    for members in families.values():
        found = _odd(members)
        if found is None:
            continue
        if multiplied is None:
            multiplied = _multiplied(model)
        odd, usual = found
        if odd.symbol not in multiplied:
            yield _problem(odd, usual)


def _family(each: Declaration, model: SemanticModel) -> tuple[object, ...] | None:
    """What weights of one family share: section, letter, font and how many labels and indices they have."""
    name = name_of(each.symbol)
    spelling = taken_apart(name) if name is not None else None
    if spelling is None or not (spelling.below or spelling.above) or spelling.accents:
        return None
    indices = len(each.symbol.indices) if isinstance(each.symbol, Index) else 0
    section = section_at(model.document, each.span.start)
    return section, spelling.letter, spelling.font, bool(spelling.below), bool(spelling.above), indices


def _odd(members: list[Declaration]) -> tuple[Declaration, Declaration] | None:
    """The one of queries, keys and values whose weight lies the other way, and one that does not."""
    roles = {role: each for each in members if (role := _role(each)) is not None}
    return _odd_of_three(list(roles.values())) if len(roles) == len(ROLES) // 2 else None


def _role(each: Declaration) -> str | None:
    spelling = taken_apart(name_of(each.symbol) or "")
    found = {ROLES.get(label.lower()) for label in (spelling.below, spelling.above)} - {None}
    return found.pop() if len(found) == 1 else None


def _odd_of_three(members: list[Declaration]) -> tuple[Declaration, Declaration] | None:
    """Of three that share one size, the one that has it on the other side."""
    shared = set.intersection(*(set(each.sizes or ()) for each in members))
    if not shared:
        return None
    size = next(each for each in members[0].sizes or () if each in shared)
    sides = [(each.sizes or ()).index(size) for each in members]
    if any((each.sizes or ()).count(size) > 1 for each in members) or len(set(sides)) != 2:
        return None
    rare = 1 if sum(sides) == 1 else 0
    odd = members[sides.index(rare)]
    return odd, next(each for each in members if each is not odd)


def _multiplied(model: SemanticModel) -> set[Term]:
    return {
        factor
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Product)
        for inner in part.factors
        for factor in walk(inner)
    }


def _problem(odd: Declaration, usual: Declaration) -> Problem:
    sizes, others = (" × ".join(map(show, each.sizes or ())) for each in (odd, usual))
    return Problem(
        odd.evidence if odd.evidence.length else odd.span,
        f"{show(odd.symbol)} is {sizes}, and {show(usual.symbol)} is {others}",
        note="all others of its kind lie the other way",
        help=f"try {' × '.join(map(show, reversed(odd.sizes or ())))}",
        related=(Related(usual.span, f"{show(usual.symbol)} is declared here"),),
        evidence={"kind": "shape", "declared": sizes, "siblings": others},
        key=f"turned@{odd.span.start}",
    )
