"""Updates that begin from something else than what they update: ``V(s) \\leftarrow Q(s) + \\alpha [r - Q(s)]``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import base_name, origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Term, walk


def updates_of_others(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each step from a value towards a target that is kept under another name than the value's."""
    for statement, _ in once(model, asserted_formulas):
        match statement.term:
            case Relation(relations=("←",), sides=(kept, Sum(terms=(value, *step)))):
                pass
            case _:
                continue
        if not _are_alike(kept, value) or not any(_subtracts(each, value) for each in step):
            continue
        if any(_name(part) == _name(kept) for each in step for part in walk(each)):
            continue  # two that are kept together, such as a weight and its average
        place = statement.place(origin_of(kept))
        yield Problem(
            place,
            f"the step goes from {show(value)} on, and what it gives is kept as {show(kept)}",
            help=f"try {show(value)} on the left",
            evidence={"kind": "symbol", "found": show(kept), "expected": show(value)},
            key=f"update@{place.start}",
        )


def _are_alike(kept: Term, value: Term) -> bool:
    """Whether both are a function of the same things, or the same entry of something, and of two letters."""
    match kept, value:
        case Apply(), Apply():
            same = kept.arguments == value.arguments and kept.labels == value.labels
        case Index(), Index():
            same = kept.slots == value.slots
        case _:
            return False
    return same and _name(kept) != _name(value)


def _name(term: Term) -> str:
    """The letter of a function or of an entry, without its marks: the average of a value may have a bar."""
    return taken_apart(term.function if isinstance(term, Apply) else base_name(term)).letter


def _subtracts(step: Term, value: Term) -> bool:
    """Whether a step takes the value away from its target: ``α [r + γ Q(s', a') - Q(s, a)]``."""
    return any(
        isinstance(part, Product) and Number(Fraction(-1)) in part.factors and value in part.factors
        for part in walk(step)
    )


__all__ = ["updates_of_others"]
