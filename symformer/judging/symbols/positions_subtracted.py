r"""Positions that are subtracted from what they are added to: ``\text{token\_embedding} - \text{positional\_encoding}``.

That the sign of learned positions is a matter of custom does not help: the custom is to add, and encodings that are
given, as the sines are, are added in every model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import called_a_variant, label_of, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term
from symformer.text.cued import Cued

POSITION = re.compile(
    r"^(?:PE|[EPWep]_pos\w*|W_pe?|(?:\w+[ _-])?pos(?:ition(?:al|s)?)?[ _-]?(?:enc|emb)\w*|positions?|positional|pos)$",
    re.IGNORECASE,
)
CONTENT = re.compile(r"emb|token|tok|input|word|patch|^E(?:_|$)|^W_(?:e|te)$|^[xX](?:_|$)", re.IGNORECASE)

ENCODING = Cued(r"^position\w* (?:encod|embed)", re.IGNORECASE)  # as words tell a name
EMBEDDING = Cued(r"^(?:token|input|word|patch) embed|^embedd", re.IGNORECASE)
TAKEN_OFF = Cued(r"\b(?:subtract|remov|undo|without|take off|strip)\w*|减去|去掉|去除", re.IGNORECASE)


def positions_subtracted_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum in which an encoding of positions is subtracted from embeddings or inputs."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation):
            continue
        for side in term.sides[1:]:
            found = _subtracted(side, term.sides[0], model) if isinstance(side, Sum) else None
            if found is None or TAKEN_OFF.search(words_before(model, statement)) is not None:
                continue
            if called_a_variant(model, statement, label_of(model, statement)):
                continue
            place = statement.place(origin_of(found))
            yield Problem(
                place,
                f"{show(found)} is subtracted, and positions are added to what stands at them",
                help="try a plus",
                evidence={"kind": "text"},
                key=f"sign@{place.start}",
            )


def _subtracted(total: Sum, whole: Term, model: SemanticModel) -> Term | None:
    """The positions that are subtracted, where all else is what stands at them."""
    rest, positions = [], []
    for each in total.terms:
        match each:
            case Product(factors=(Number(value=value), inner)) if value == -1 and (
                _is_position(inner) or _is_told(inner, ENCODING, model)
            ):
                positions.append(inner)
            case _:
                rest.append(each)
    if (
        len(positions) == 1
        and rest
        and all(_is_content(each) or each == whole or _is_told(each, EMBEDDING, model) for each in rest)
    ):
        return positions[0]
    return None


def _is_told(term: Term, what: Cued, model: SemanticModel) -> bool:
    """Whether the note says of a name, or of the whole that it is an entry of, that it is such a thing."""
    base = term.base if isinstance(term, Index) else term
    return isinstance(base, Symbol) and any(
        each.concept is not None and what.search(each.concept) for each in model.table.all_of(base.name)
    )


def _is_position(term: Term) -> bool:
    return POSITION.match(_name(term)) is not None


def _is_content(term: Term) -> bool:
    if isinstance(term, Product):
        return any(_is_content(each) for each in term.factors)
    if isinstance(term, Apply) and term.function == "Concat":
        return any(map(_is_content, term.arguments))
    return CONTENT.search(_name(term)) is not None and not _is_position(term)


def _name(term: Term) -> str:
    match term:
        case Index(base=Symbol(name=name), indices=(Symbol(name=slot),)):
            return f"{name}_{slot}"
        case Index(base=base):
            return _name(base)
        case Symbol(name=name) | Apply(function=name):
            return name.rpartition("(")[2].rstrip(")") if name.endswith(")") else name
    return ""


__all__ = ["positions_subtracted_problems"]
