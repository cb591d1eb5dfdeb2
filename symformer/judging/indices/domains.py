"""Sets that a thing cannot be an element of: indices among the real numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.terms.show import spell
from symformer.terms.term import Symbol, Term
from symformer.text.cued import Cued

_INDICES = Cued(r"\b(?:indices|index(?:es)?|ids?|token_?ids?)\b", re.IGNORECASE)


def indices_among_reals(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each thing called indices, or ids, that is declared real."""
    asked: set[Term] = set()  # a name is looked into once, however often it is declared
    for declaration in model.table.declarations:
        if declaration.domain != "R" or not declaration.sizes or declaration.symbol in asked:
            continue
        asked.add(declaration.symbol)
        if not isinstance(declaration.symbol, Symbol) or not _is_indices(model, declaration.symbol):
            continue
        yield Problem(
            declaration.span,
            f"{spell(declaration.symbol.name)} is declared real, but indices are whole numbers",
            help="try a set of whole numbers, such as {0, …, V − 1}, to the power of their number",
            evidence={"kind": "set"},
            note="a product with a matrix looks legal that is none: indices look rows up",
        )


def _is_indices(model: SemanticModel, symbol: Symbol) -> bool:
    """Whether the name says so, or the note's words about it do."""
    if len(symbol.name) > 2 and _INDICES.search(symbol.name) is not None:
        return True
    concepts = (each.concept or "" for each in model.table.all_of(symbol.name))
    return any(re.match(r"(?:(?:token|word|input|class)\s+)*(?:indices|ids)\b", concept) for concept in concepts)
