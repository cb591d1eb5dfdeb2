r"""Masks of the wrong sign: infinity without its minus, or ``-\infty`` that is subtracted from the scores.

What a softmax is to leave out has a score of minus infinity; plus infinity takes all of the weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Cases,
    Index,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

INFINITE = frozenset({"infty", "∞"})


def mask_sign_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mask whose infinite entries reach the softmax with a plus."""
    masks = dict(_masks(model))
    if not masks:
        return
    told: set[str] = set()
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for name, subtracted, origin in _in_softmax(statement):
            if name.name not in masks or name.name in told:
                continue
            where, negative = masks[name.name]
            if negative != subtracted:
                continue  # minus infinity added, or infinity taken away
            told.add(name.name)
            done = "subtracted from" if subtracted else "added to"
            kind = "minus infinity" if negative else "infinity"
            yield Problem(
                statement.place(origin) if subtracted else where.span,
                f"{show(name)} is {kind} where it hides, and it is {done} the scores of the softmax: what is hidden "
                "would take all of the weight",
                help="try a plus" if subtracted else "try minus infinity",
                related=(Related(where.span if subtracted else statement.span, f"{show(name)} stands here"),),
                evidence={"kind": "sign"},
                key=f"mask-sign@{statement.span.start}",
            )


HIDES = Cued(
    r"\bmasks?\b[^.\n]{0,80}?(?:large(?:ly)? negative|very negative|[-−]\s*\\?inf|[-−]∞|(?:minus|negative) infinity|[-−]1e\d|[-−]\s*10\^)"
    r"|掩码[^。\n]{0,40}(?:负无穷|[-−]\s*\\?inf|[-−]∞)",
    re.IGNORECASE,
)


def masks_taken_away(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each mask that words call very negative and that is taken from the scores: ``Q K^\top / \sqrt{k} - mask``."""
    text = model.document.source.text
    words = HIDES.search(text)
    if words is None:
        return
    for statement, parts in once(model, asserted_formulas):
        for name, place in _taken_from_scores(parts):
            yield Problem(
                statement.place(place),
                f"{name} is very negative where it hides, and it is taken away from the scores: what is hidden would take all of the weight",
                help="try a plus",
                related=(Related(Span(words.start(), words.end()), "told here"),),
                evidence={"kind": "sign"},
                key=f"mask-taken@{statement.place(place).start}",
            )


def _taken_from_scores(parts: Parts) -> Iterator[tuple[str, Span]]:
    """The masks, by name, that are subtracted from a product with a transpose, and where."""
    for part in parts:
        if not isinstance(part, Sum) or not any(isinstance(each, Transpose) for each in walk(part)):
            continue
        for each in part.terms:
            match each:
                case Product(factors=(Number(value=minus), Symbol(name=name))) if (
                    minus == -1 and "mask" in name.lower()
                ):
                    yield name, each.origin


def _masks(model: SemanticModel) -> Iterator[tuple[str, tuple[Statement, bool]]]:
    """The arrays told by cases of which one is infinite and another zero, and whether it is minus infinity."""
    others = {
        each.term.sides[0].base if isinstance(each.term.sides[0], Index) else each.term.sides[0]
        for each in model.statements
        if each.carrier == "formula" and isinstance(each.term, Relation) and each.term.relations[0] in EQUAL
        if not any(isinstance(side, Cases) for side in each.term.sides[1:])
    }
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        match statement.term:
            case Relation(relations=(relation, *_), sides=(left, Cases(branches=branches), *_)) if relation in EQUAL:
                pass
            case _:
                continue
        name = unindexed(left)
        if name in others:
            continue  # of which of the two a softmax is, nobody says
        values = [value for value, _ in branches]
        endless = [value for value in values if _is_infinite(value)]
        nought = any(isinstance(value, Number) and value.value == 0 for value in values)
        if isinstance(name, Symbol) and len(endless) == 1 and nought:
            yield name.name, (statement, isinstance(endless[0], Product))


def _is_infinite(value: Term) -> bool:
    match value:
        case Symbol(name=name):
            return name in INFINITE
        case Product(factors=(Number(value=minus), Symbol(name=name))):
            return minus == -1 and name in INFINITE
    return False


def _in_softmax(statement: Statement) -> Iterator[tuple[Symbol, bool, Span]]:
    """The names that are added to the scores within a softmax, and whether they are subtracted."""
    for part in walk(statement.term):
        if not isinstance(part, Apply) or "softmax" not in part.function or len(part.arguments) != 1:
            continue
        inner = part.arguments[0]
        if not isinstance(inner, Sum):
            continue
        for each in inner.terms:
            match each:
                case Symbol():
                    yield each, False, each.origin
                case Index(base=Symbol() as name):
                    yield name, False, each.origin
                case Product(factors=(Number(value=minus), Symbol() as name)) if minus == -1:
                    yield name, True, each.origin
                case Product(factors=(Number(value=minus), Index(base=Symbol() as name))) if minus == -1:
                    yield name, True, each.origin
