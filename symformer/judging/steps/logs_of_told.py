r"""The logarithm of what a formula above gives: ``p(a | b) = e^{s} / Z``, and ``\log p(a | b) = s - \log Z``.

What the formula gives is put in for its left side, written in just the same way, so that no law of chance and no other
argument comes between the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import is_kept_out
from symformer.judging.steps.derivations import step_between
from symformer.judging.steps.step_faults import at_values, likely_slip
from symformer.reasoning.constants import EULER
from symformer.semantics.asserted import asserted_formulas
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.shapes.inference import StatementShape
    from symformer.semantics.statement import Statement

LOGARITHMS = frozenset({"log", "ln"})
MOST_TOLD = 2  # formulas for one thing: with more of them, which is meant is open


def problems_of_logarithms(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each logarithm that is another one than that of the formula above."""
    told: dict[Term, list[tuple[Statement, Term]]] = {}
    shaped_by = {id(each.statement): each for each in model.shapes}
    for statement, _ in asserted_formulas(model):
        match statement.term:
            case Relation(relations=("=",), sides=(left, right)):
                pass
            case _:
                continue
        logarithm = _logarithm(left)
        shaped = shaped_by.get(id(statement))
        if logarithm is None:
            if isinstance(left, Apply | Index) and not is_kept_out(right):
                told.setdefault(left, []).append((statement, right))
        elif shaped is not None and not shaped.inferred.conflicts and not statement.hedged:
            yield from _problem(model, shaped, told.get(logarithm) or _member(told, logarithm), logarithm)


_TAKES_LOGARITHMS = Cued(
    r"\b(?:tak(?:e|es|ing)|apply(?:ing)?)\b[^.;]{0,30}\blog(?:arithm)?s?\b[^.;]*\Z|取(?:自然)?对数[^。；]*\Z",
    re.IGNORECASE,
)
_BETWEEN = 300  # characters between an equation and its logarithm
_BACK = 4  # formulas between the two


def problems_of_both_sides(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each logarithm of both sides, ``e^x = c y`` and then ``x = \log c + \log y``, that is another one."""
    relations = [each for each in model.shapes if isinstance(each.statement.term, Relation)]
    text = model.document.source.text
    for at, shaped in enumerate(relations):
        after = shaped.statement
        if after.stance != "asserted" or after.hedged or shaped.inferred.conflicts:
            continue
        match after.term:
            case Relation(relations=("≈",), sides=(left, right)) if not is_kept_out(right):  # others are solved
                pass
            case _:
                continue
        for source in reversed(relations[max(0, at - _BACK) : at]):
            told, before = source.statement.term, source.statement
            assert isinstance(told, Relation)
            if told.relations != after.term.relations or _raised(told.sides[0]) != left:
                continue
            between = text[before.span.end : after.span.start]
            if len(between) > _BETWEEN or _TAKES_LOGARITHMS.search(between) is None:
                continue
            step = step_between(model, shaped, Apply("log", (told.sides[1],)), right)
            shown = step.found.counterexample
            if step.found.outcome == "refuted" and step.found.same_letters and shown is not None:
                span = after.place(right.origin)
                yield Problem(
                    span,
                    f"this is not the logarithm of {show_styled(told.sides[1])}: {at_values(shown)}",
                    help=likely_slip(step),
                    related=(Related(before.span, "the two sides before the logarithm is taken"),),
                    evidence={"kind": "step", "left": show_styled(left), "right": show_styled(right)},
                    key=f"logarithm@{span.start}",
                )
            break


def _raised(side: Term) -> Term | None:
    """The x of e^x."""
    match side:
        case Apply(function="exp", arguments=(inner,), labels=()):
            return inner
        case Power(base=base, exponent=inner) if base in EULER:
            return inner
    return None


def _member(told: Mapping[Term, list[tuple[Statement, Term]]], member: Term) -> list[tuple[Statement, Term]]:
    """What is told of ``p_i`` for each i, as it is for one member of the family: ``p_y``."""
    family, own = _taken_apart(member)
    found: list[tuple[Statement, Term]] = []
    for name, given in told.items() if family is not None else ():
        match name:
            case Index(base=base, indices=(Symbol() as letter,), upper=()) if base == family:
                bodies = [(statement, put_in(body, {letter: own})) for statement, body in given]
                labelled = isinstance(member, Symbol)
                found += [(statement, _labelled(body, own) if labelled else body) for statement, body in bodies]
    return found


def _taken_apart(member: Term) -> tuple[Term | None, Symbol]:
    """The family and the index of ``p_y``, whose y is a label where nothing calls it an index."""
    match member:
        case Index(base=family, indices=(Symbol() as own,), upper=()):
            return family, own
        case Symbol(name=name) if name.count("_") == 1:
            letter, _, label = name.partition("_")
            return Symbol(letter), Symbol(label)
    return None, Symbol("")


def _labelled(term: Term, own: Symbol) -> Term:
    """A formula in which the entries at one index are names with a label: z_y."""
    match term:
        case Index(base=Symbol(name=base), indices=(slot,), upper=()) if slot == own:
            return Symbol(f"{base}_{own.name}", term.origin)
    return rebuilt(term, lambda part: _labelled(part, own))


def _logarithm(side: Term) -> Term | None:
    """What the logarithm is taken of, where a side is one, with or without a minus."""
    match side:
        case Apply(function=function, arguments=(inner,), labels=()) if function in LOGARITHMS:
            member = isinstance(inner, Symbol) and "_" in inner.name
            return inner if member or isinstance(inner, Apply | Index) else None
        case Product(factors=(Number(value), inner)) if value == -1:
            return _logarithm(inner)
    return None


def _problem(
    model: SemanticModel, shaped: StatementShape, told: list[tuple[Statement, Term]], inner: Term
) -> Iterator[Problem]:
    if not told or len(told) >= MOST_TOLD or told[0][0].hedged:
        return
    statement, (source, body) = shaped.statement, told[0]
    assert isinstance(statement.term, Relation)
    left, right = statement.term.sides
    if inner in set(walk(right)) or not _is_of_shares(body):
        return
    told_of, other, given = (_with_wholes(each) for each in (_replaced(left, inner, body), right, body))
    if _names(other) != _names(given):
        return  # what does not stand in the formula may be told elsewhere
    step = step_between(model, shaped, told_of, other)
    shown = step.found.counterexample
    if step.found.outcome != "refuted" or not step.found.same_letters or shown is None or step.found.condition:
        return
    span = statement.place(right.origin)
    yield Problem(
        span,
        f"this is not the logarithm of {show_styled(inner)} as it is given above: {at_values(shown)}",
        help=likely_slip(step),
        related=(Related(source.span, f"{show_styled(inner)} is given here"),),
        evidence={"kind": "step", "left": show_styled(left), "right": show_styled(right)},
        key=f"logarithm@{span.start}",
    )


def _is_of_shares(body: Term) -> bool:
    """Whether a formula has an exponential, whose logarithm is something plainer."""
    return any(
        isinstance(part, Apply) and part.function == "exp" or isinstance(part, Power) and part.base in EULER
        for part in walk(body)
    )


def _replaced(term: Term, inner: Term, body: Term) -> Term:
    return body if term == inner else rebuilt(term, lambda part: _replaced(part, inner, body))


def _with_wholes(term: Term) -> Term:
    """A formula in which each sum over an index is one positive number, and each product of arrays one letter."""
    match term:
        case IndexedSum():
            return Apply("exp", (Symbol(f"log of {show_styled(term)}"),))
        case Product(factors=factors) if not any(isinstance(each, Number) for each in factors):
            return Symbol(show_styled(term))
    return rebuilt(term, _with_wholes)


def _names(term: Term) -> frozenset[str]:
    return frozenset(part.name for part in walk(term) if isinstance(part, Symbol) and part not in EULER)
