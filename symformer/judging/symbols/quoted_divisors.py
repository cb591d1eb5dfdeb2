r"""A divisor that words quote, beside the same in the formula with another sign: "dividing by $1 - \beta^t$" of ``m / (1 + \beta^t)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Quotient, Sum, Term, walk
from symformer.text.cued import Cued

_DIVIDED = Cued(r"\b(?:divid(?:e|es|ed|ing)|division)\s+(?:\w+\s+){0,4}?by\s*[\s$\\(]*\Z|除以[\s$]*\Z", re.IGNORECASE)
_OTHERWISE = Cued(r"\b(?:instead|not|never|rather|if|would|wrong\w*)\b|不", re.IGNORECASE)


def quoted_divisor_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each divisor in a formula that is the one that words quote but for a sign."""
    text = model.document.source.text
    quoted: list[tuple[Statement, Sum]] = []
    for statement in model.statements:
        if statement.formula is None or not isinstance(statement.term, Sum):
            continue
        before = text[max(0, statement.formula.span.start - 80) : statement.formula.span.start]
        if _DIVIDED.search(before) and not _OTHERWISE.search(before):
            quoted.append((statement, statement.term))
    if not quoted:
        return
    below = [
        (each, part.denominator)
        for each in model.statements
        if each.carrier == "formula" and each.stance == "asserted"
        for part in walk(each.term)
        if isinstance(part, Quotient) and isinstance(part.denominator, Sum)
    ]
    shown = {show(part) for _, part in below}
    for told, term in quoted:
        if show(term) in shown:
            continue
        near = [(each, part) for each, part in below if _unsigned(part) == _unsigned(term)]
        if len(near) == 1:
            statement, part = near[0]
            place = statement.place(part.origin)
            yield Problem(
                place,
                f"this divides by {show(part)}, and the words by {show(term)}",
                help=f"try {show(term)}",
                related=(Related(told.span, "quoted here"),),
                evidence={"kind": "text", "printed": show(part), "expected": show(term)},
                key=f"quoted-divisor@{place.start}",
            )


def _unsigned(term: Term) -> str:
    return show(term).replace(" - ", " + ").removeprefix("-")


__all__ = ["quoted_divisor_problems"]
