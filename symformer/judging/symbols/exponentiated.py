"""Exponentials of probabilities: the logarithm of one is a score, and its exponential is nothing that anyone takes."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.show import show
from symformer.terms.term import Apply, Term

NAMES = frozenset({"p", "q", "P", "Q", "Pr", "pi"})


def exponentiated_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each exponential of a conditional probability, or of one whose logarithm is taken elsewhere."""
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
                case Apply("exp", (Apply() as of,)) if _is_probability(of) and (_is_given(of) or of.function in taken):
                    yield Problem(
                        statement.place(part.origin),
                        f"this is the exponential of the probability {show(of)}",
                        help=f"try log({show(of)})",
                        evidence={"kind": "text", "found": show(part)},
                    )


def _is_probability(term: Apply) -> bool:
    name = term.function
    while name.endswith(")") and "(" in name:  # the hat, bar or font of a letter
        name = name[name.index("(") + 1 : -1]
    return name.partition("_")[0] in NAMES and len(term.arguments) == 1


def _is_given(term: Apply) -> bool:
    """Whether it is said under what condition something is as likely as this: p(x | y)."""
    inner: Term = term.arguments[0]
    return isinstance(inner, Apply) and inner.function == "given"


__all__ = ["exponentiated_problems"]
