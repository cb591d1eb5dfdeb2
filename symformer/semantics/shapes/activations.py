"""Activations that a note names by a letter: "the activation function $\\phi$" acts entry by entry."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symformer.documents.document import Document
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Symbol
from symformer.text.cued import Cued

BEFORE = Cued(
    r"(?:activation|non-?linear\w*|element-?wise|pointwise|entry-?wise)(?:\s+functions?)?\W{0,6}(?:as |by |denoted (?:as |by )?)?\W{0,4}\Z"
    r"|激活函数\W{0,6}(?:为|是|用)?\W{0,4}\Z",
    re.IGNORECASE,
)
AFTER = Cued(
    r"\A\W{0,4}(?:is|denotes|being|represents|stands for)\s+(?:an?|the|some)\s+(?:\w+\s+){0,3}(?:activation|non-?linear)"
    r"|\A\W{0,4}(?:(?:is|being) applied|acts|works)\s+(?:to (?:each|every) (?:entry|element|component|coordinate)\b"
    r"|on (?:each|every) (?:entry|element|component|coordinate)\b|(?:element|entry|component|coordinate)-?\s?wise|pointwise)"
    r"|\A\W{0,4}(?:是|为|表示)[^。\n]{0,12}激活函数|\A\W{0,4}逐元素",
    re.IGNORECASE,
)
DOTTED = re.compile(r"dot\(([^()]*)\)")


def undashed(name: str) -> str:
    """The function that a name with dashes, or with a dot above it, is a derivative of.

    >>> undashed("sigma'"), undashed("dot(phi)"), undashed("tanh")
    ('sigma', 'phi', 'tanh')
    """
    dotted = DOTTED.fullmatch(name)
    return dotted[1] if dotted is not None else name.rstrip("'")


def named_activations(document: Document, statements: Iterable[Statement]) -> frozenset[str]:
    """The names that the note's words call activations."""
    text = document.source.text
    found: set[str] = set()
    for statement in statements:
        formula = statement.formula
        if formula is None or formula.display == "display":
            continue
        term = statement.term
        name = term.name if isinstance(term, Symbol) else term.function if isinstance(term, Apply) else None
        if name is None:
            continue
        before, after = (
            text[max(0, formula.span.start - 60) : formula.span.start],
            text[formula.span.end : formula.span.end + 80],
        )
        if BEFORE.search(before) or AFTER.search(after):
            found.add(name)
    return frozenset(found)
