r"""Positions that are added and then not used: ``X' = X + P``, the input of the block, and then ``Q = X W_Q``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of, unindexed, untransposed
from symformer.terms.show import show, spell
from symformer.terms.term import EXACTLY_EQUAL, Product, Relation, Sum, Symbol, Term
from symformer.text.cued import Cued

POSITIONAL = Cued(r"position|位置", re.IGNORECASE)
INPUT = Cued(r"\binputs?\b|\bfeeds?\b|\bfed\b|\bpass(?:ed|es)?\b|\benters?\b|输入", re.IGNORECASE)
INPUT_LABELS = frozenset({"in", "inp", "input"})
ROLES = {"Q": "the queries", "K": "the keys", "V": "the values"}
BEHIND = 160  # characters after the projection in which it may be told why
OTHER_WAY = Cued(
    r"\brotary\b|\bRoPE\b|\brelative\b|\bALiBi\b|\bwithout (?:the |any )?(?:position|them\b|it\b)|\bablat|\b(?:leav|drop|omit|remov)\w*\b"
    r"|\b(?:not|nothing|never|no)\b[^.]{0,30}\b(?:position|order|where)|\bbare\b|\b(?:content|tokens?|words?) (?:only|alone)\b|\balone\b|\bpermut|\bequivarian"
    r"|\bdisentangl|旋转|相对位置|(?:不加|没有|去掉|不含|忽略)位置|打乱|置换|消融",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Added:
    """A sum of tokens and positions, and what it is called."""

    statement: Statement
    whole: Symbol
    tokens: Symbol


def problems_of_positions(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the first projection of tokens to which positions were added under another name."""
    added: _Added | None = None
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if added is None:
            added = _sum_with_positions(statement, term, model)
        elif (source := _projected(term)) is not None and source == added.tokens:
            if not _is_told_anew(added, statement, model) and not _is_of_values_alone(added, statement, model):
                yield _problem(added, statement, source)
            return


def _sum_with_positions(statement: Statement, term: Relation, model: SemanticModel) -> _Added | None:
    r"""``X' = X + P``, where P is told to be of positions and X' to be what goes in."""
    left, right = term.sides[0], term.sides[1]
    if term.relations[0] not in EXACTLY_EQUAL or not isinstance(left, Symbol) or not isinstance(right, Sum):
        return None
    if len(right.terms) != 2 or not all(isinstance(each, Symbol) for each in right.terms):
        return None
    tokens = [each for each in right.terms if isinstance(each, Symbol) and not _is_of_positions(each, model)]
    if len(tokens) != 1 or tokens[0] == left or not _goes_in(left, model):
        return None
    return _Added(statement, left, tokens[0])


def _is_of_positions(symbol: Symbol, model: SemanticModel) -> bool:
    concepts = model.uses.of(symbol.name).concepts
    return symbol.name == "PE" or any(POSITIONAL.search(each) for each in concepts)


def _goes_in(symbol: Symbol, model: SemanticModel) -> bool:
    """Whether a sum is called what goes into the first block, by words or by its label."""
    if taken_apart(symbol.name).below.lower() in INPUT_LABELS:
        return True
    return any(INPUT.search(each) for each in model.uses.of(symbol.name).concepts)


def _projected(term: Relation) -> Symbol | None:
    """What queries, keys or values are projected from: the X of ``Q = X W_Q``, or of ``Q = W_Q X``."""
    left = term.sides[0]
    base, right = unindexed(left), term.sides[1]
    if term.relations[0] not in EXACTLY_EQUAL or not isinstance(base, Symbol) or not isinstance(right, Product):
        return None
    if taken_apart(base.name).letter not in ROLES or len(right.factors) != 2:
        return None
    weights = [each for each in right.factors if _letter(each) == "W"]
    others = [each for each in right.factors if _letter(each) != "W"]
    return others[0] if len(weights) == len(others) == 1 and isinstance(others[0], Symbol) else None


def _letter(term: Term) -> str:
    bare = untransposed(term)
    name = name_of(bare)
    return taken_apart(name).letter if name is not None else ""


def _is_told_anew(added: _Added, here: Statement, model: SemanticModel) -> bool:
    """Whether the tokens were given another meaning in between, or positions enter by another way."""
    text = model.document.source.text
    start, end = added.statement.span.end, here.span.start
    own = model.uses.of(added.tokens.name)
    told = any(start < each.span.start < end for each in own.declarations)
    told = told or any(start < each.span.start < end and each.tells for each in own.occurrences)
    return told or OTHER_WAY.search(text, start, min(end + BEHIND, len(text))) is not None


def _is_of_values_alone(added: _Added, here: Statement, model: SemanticModel) -> bool:
    """Whether queries or keys do know the positions: values are often made of the bare tokens."""
    if not isinstance(here.term, Relation) or _letter(unindexed(here.term.sides[0])) != "V":
        return False
    return any(
        isinstance(each.term, Relation) and _projected(each.term) == added.whole
        for each in model.statements
        if each.carrier == "formula" and each.stance == "asserted"
    )


def _problem(added: _Added, here: Statement, source: Symbol) -> Problem:
    whole, tokens = spell(added.whole.name), spell(added.tokens.name)
    letter = _letter(unindexed(here.term.sides[0] if isinstance(here.term, Relation) else here.term))
    return Problem(
        here.place(origin_of(here.term)),
        f"{ROLES[letter]} are made of {tokens}, which is without the positions: what goes in is {whole} above",
        help=f"try {whole}, or say that {tokens} is now what goes into the layer",
        related=(Related(added.statement.span, f"{show(added.statement.term)}"),),
        evidence={"kind": "symbol", "symbol": source.name, "expected": added.whole.name},
        key="positions-left-out",
    )


__all__ = ["problems_of_positions"]
