"""Exponentials of probabilities: the logarithm of one is a score, and its exponential is nothing that anyone takes."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.symbols.logs_left_out import is_loss
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.show import show
from symformer.terms.term import Apply, IndexedSum, Relation, Term

CHANCES = frozenset({"p", "P", "Pr"})  # letters that are probabilities in any loss
NAMES = frozenset({"p", "q", "P", "Q", "Pr", "pi"})


def exponentiated_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each exponential of a conditional probability, of one whose logarithm is taken elsewhere, or in a loss."""
    formulas = once(model, asserted_formulas)
    taken = {
        of.function
        for _, parts in formulas
        for part in parts
        if isinstance(part, Apply) and part.function.partition("_")[0] in ("log", "ln")
        for of in part.arguments
        if isinstance(of, Apply)
    }
    for statement, parts in formulas:
        for part in parts:
            match part:
                case Apply("exp", (of,)) if _is_exponentiated(of, statement.term, taken):
                    yield Problem(
                        statement.place(part.origin),
                        f"this is the exponential of the probability {show(of)}",
                        help=f"try log({show(of)})",
                        evidence={"kind": "text", "found": show(part)},
                    )


def _is_exponentiated(of: Term, whole: Term, taken: set[str]) -> bool:
    """Whether a term is a probability of which nobody takes the exponential: in a loss, also a sum of such."""
    if isinstance(of, Apply) and _is_probability(of) and (_is_given(of) or of.function in taken):
        return True
    inner = of.body if isinstance(of, IndexedSum) and of.kind == "sum" else of
    match whole:
        case Relation(sides=(left, *_)) if is_loss(left):
            return isinstance(inner, Apply) and _is_probability(inner) and _letter(inner) in CHANCES
    return False


def _letter(term: Apply) -> str:
    """What a function is called, without the hat, bar, font or label of its letter."""
    name = term.function
    while name.endswith(")") and "(" in name:
        name = name[name.index("(") + 1 : -1]
    return name.partition("_")[0]


def _is_probability(term: Apply) -> bool:
    return _letter(term) in NAMES and bool(term.arguments)


def _is_given(term: Apply) -> bool:
    """Whether it is said under what condition something is as likely as this: p(x | y)."""
    inner: Term = term.arguments[0]
    return isinstance(inner, Apply) and inner.function == "given"


__all__ = ["exponentiated_problems"]
