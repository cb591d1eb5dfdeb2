r"""Precisions in the place of variances: ``\mathcal{N}(w \mid 0, \alpha I)``, where the note calls α a precision.

A precision is the inverse of a variance.  A note that says so of a letter, and puts the inverse of a letter into its
normal distributions, means the variance by their last parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.symbols.distributions import NORMAL, last_parameter
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Number, Power, Product, Symbol, Term
from symformer.text.cued import Cued

# "precision $\alpha$", "$\alpha$ is the precision", 精度 $\alpha$
TOLD = Cued(
    r"(?:\b(?:precision(?:s| parameters?| hyperparameters?)?|inverse variance)\b|精度)(?:参数|超参数|为|是|of|\s|[(（])*\$(?P<after>\\?[a-zA-Z]+)\$"
    r"|\$(?P<before>\\?[a-zA-Z]+)\$[^.$。]{0,40}?(?:\b(?:is|are|be|as|denotes?|called)\b|为|是|表示)[^.$。]{0,30}?(?:\bprecision\b|\binverse variance\b|精度)",
    re.IGNORECASE,
)


def precision_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each precision that stands as it is where others of the note stand inverted."""
    text = model.document.source.text
    told = {(found["after"] or found["before"]).removeprefix("\\") for found in TOLD.finditer(text)}
    if not told:
        return
    bare: list[Problem] = []
    inverted = False
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Apply) or part.function not in NORMAL or not part.arguments:
                continue
            spread = _spread(last_parameter(part))
            match spread:
                case Power(Symbol(name=name), Number(value=value)) if value == -1:
                    inverted = inverted or _letter(name) in told
                case Symbol(name=name) if _letter(name) in told:
                    place = statement.place(origin_of(spread))
                    bare.append(
                        Problem(
                            place,
                            f"{show(spread)} is called a precision, and stands here for the variance",
                            help=f"try {show(spread)}^-1",
                            evidence={"kind": "symbol", "symbol": show(spread)},
                            key=f"precision@{place.start}",
                        )
                    )
    if inverted:
        yield from bare


def _letter(name: str) -> str:
    return taken_apart(name).letter


def _spread(term: Term | None) -> Term | None:
    """The number in a spread, without the unit matrix that it multiplies."""
    match term:
        case Product(factors=(first, Symbol(name=name))) if taken_apart(name).letter == "I":
            return first
    return term


__all__ = ["precision_problems"]
