"""Equations that a note writes twice, the second time with a transpose more or fewer.

The second may be written out: ``K' = Q S'^T`` with ``S' = G ⊙ A`` is ``K' = Q (G ⊙ A)^T``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.parts import own_of, rebuilt, untransposed
from symformer.terms.show import show_styled
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Number,
    Product,
    Relation,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

OTHERWISE = Cued(
    r"\b(?:instead|transpos\w+|conventions?|rows?|columns?|variants?|symmetric\w*|layout|alternativ\w*|numerator|denominator|wrong"
    r"|mistake|equivalently|vice versa)\b|转置|对称|行向量|列向量|[按逐][行列]|[行列](?:存放|排列|优先)",
    re.IGNORECASE,
)
MOST_DEPTH, MOST_NODES = 2, 80


@dataclass(frozen=True, slots=True)
class TransposedAnew:
    """An equation and its restatement, which differ in one transpose each."""

    first: Statement
    second: Statement
    left: Term
    was: Term
    now: Term


@dataclass(frozen=True, slots=True)
class _Equation:
    statement: Statement
    left: Term
    key: str
    readings: tuple[Term, ...]


def transposed_anew(model: SemanticModel) -> Iterator[TransposedAnew]:
    """Each equation that repeats one of its section, written out or not, but for transposes."""
    text = model.document.source.text
    told: dict[tuple[int, str], _Equation] = {}
    values: dict[int, dict[Term, Term]] = {}
    disputed = {shaped.statement.span for shaped in model.shapes if shaped.inferred.conflicts}
    for statement in model.statements:
        made = _equation(statement)
        if made is None or statement.span in disputed:  # its shapes say already what is wrong
            continue
        everywhere = isinstance(made.left, Apply)
        key = (-1 if everywhere else statement.section, made.key)
        first = told.get(key)
        if first is None:
            told[key] = made
            values.setdefault(statement.section, {}).setdefault(made.left, made.readings[-1])
            continue
        found = _apart(first, made, values.get(statement.section, {}))
        if found is not None and not OTHERWISE.search(_words_around(statement, text)):
            yield TransposedAnew(first.statement, statement, made.left, *found)


def _equation(statement: Statement) -> _Equation | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.renewed or statement.hedged:
        return None
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return None
    left, right = term.sides[0], term.sides[1]
    if isinstance(left, Apply) and len(left.arguments) < 2 or not isinstance(left, Apply | Symbol | Index):
        return None
    readings = right.alternatives if isinstance(right, Unknown) else (right,)
    readings = tuple(each for each in readings if not any(isinstance(part, Unknown) for part in walk(each)))
    if not readings or left in walk(readings[-1]) or len(readings) > 4:
        return None
    return _Equation(statement, left, exact_key(left) or show_styled(left), readings)


def _apart(first: _Equation, second: _Equation, values: dict[Term, Term]) -> tuple[Term, Term] | None:
    """The one transpose that two equations differ in; None where they agree in some reading, or differ otherwise."""
    found: tuple[Term, Term] | None = None
    for before in first.readings:
        for now in second.readings:
            for written_out in (before, _written_out(before, now, values, MOST_DEPTH)):
                differences = _differences(_flat(written_out), _flat(now))
                if differences is None:
                    continue
                if not differences:
                    return None
                if len(differences) == 1 and _has_two_factors(now):
                    found = differences[0]
    return found


def _has_two_factors(term: Term) -> bool:
    return any(
        isinstance(part, Product) and sum(not _is_number(each) for each in part.factors) > 1 for part in walk(term)
    )


def _is_number(term: Term) -> bool:
    return isinstance(term, Number)


def _written_out(term: Term, other: Term, values: dict[Term, Term], depth: int) -> Term:
    """A formula with what its names stand for, where the other formula has not the name itself."""
    if isinstance(term, Symbol | Index):
        value = values.get(term)
        if value is None or depth == 0 or term in set(walk(other)) or sum(1 for _ in walk(value)) > MOST_NODES:
            return term
        return _written_out(value, other, values, depth - 1)
    return rebuilt(term, lambda part: _written_out(part, other, values, depth))


def _flat(term: Term) -> Term:
    """Products within products as one product."""
    made = rebuilt(term, _flat) if not isinstance(term, Symbol | Number | Index) else term
    if isinstance(made, Product) and any(isinstance(each, Product) and each.sign == made.sign for each in made.factors):
        factors: list[Term] = []
        for each in made.factors:
            factors += each.factors if isinstance(each, Product) and each.sign == made.sign else (each,)
        return Product(tuple(factors), made.sign, made.origin)
    return made


def _differences(one: Term, other: Term) -> list[tuple[Term, Term]] | None:
    """The parts that are transposed in one of two formulas only; None where they differ in anything else."""
    if one == other:
        return []
    if isinstance(one, Transpose) != isinstance(other, Transpose):
        inner = _differences(untransposed(one), untransposed(other))
        return [(one, other), *inner] if inner is not None else None
    if type(one) is not type(other) or own_of(one) != own_of(other) or isinstance(one, Symbol | Number | Index):
        return None
    mine, theirs = children(one), children(other)
    if len(mine) != len(theirs):
        return None
    found: list[tuple[Term, Term]] = []
    for a, b in zip(mine, theirs, strict=True):
        inner = _differences(a, b)
        if inner is None:
            return None
        found += inner
    return found


def _words_around(statement: Statement, text: str) -> str:
    """The paragraph before a formula."""
    start = statement.formula.span.start if statement.formula is not None else statement.span.start
    lead = text[max(0, start - 400) : start].rstrip()
    return lead[lead.rfind("\n\n") + 1 :]
