r"""Names of gradients and changes: ``dW``, ``\Delta W``, and ``\bar W`` where a note calls its bars so, are as large as W."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symformer.documents.document import Document
from symformer.semantics.shapes.gradients import gradient_of
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Index, Relation, Symbol, Term
from symformer.text.cued import Cued

_ACCENTED = re.compile(r"(bar|dot|hat|tilde|overline)\((.+)\)\Z")
_PREFIXED = re.compile(r"(?:d((?:bold\()?[A-Z].*)|Delta\(((?:bold\()?W.*)\))\Z")  # ΔA may be a step times A
# "bars denote gradients", "a bar stands for the adjoint", "the adjoint \bar{S}"
_SAID = {
    "bar": Cued(
        r"\bbars?\b[^.]{0,40}(?:gradient|derivative|adjoint|cotangent|sensitivit)"
        r"|(?:gradient|derivative|adjoint|cotangent)s?\b[^.$]{0,40}\b(?:with|by|under)\s+(?:a\s+|an\s+)?(?:over)?bars?\b",
        re.IGNORECASE,
    )
}


def adjoint_accents(document: Document, statements: Iterable[Statement]) -> frozenset[str]:
    r"""The accents that mark gradients in a note: it says so, or writes ``\bar{X} = \partial L / \partial X``."""
    text = document.source.text
    written = "bar" in text or "Bar" in text  # which is found sooner than the phrases
    found = {accent for accent, said in _SAID.items() if written and said.search(text)}
    for statement in statements:
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
            continue
        name = _accented(term.sides[0])
        gradient = gradient_of(term.sides[1]) if name is not None else None
        if name is not None and gradient is not None and gradient[1] == name[1]:
            found.add(name[0])
    return frozenset(found)


def base_of(term: Term, accents: frozenset[str]) -> Term | None:
    """What a name is the gradient or the change of; None where it is neither.

    >>> base_of(Symbol("Delta(W_1)"), frozenset()), base_of(Symbol("bar(K)"), frozenset({"bar"}))
    (Symbol(name='W_1', origin=Span(start=0, end=0)), Symbol(name='K', origin=Span(start=0, end=0)))
    """
    if isinstance(term, Index):
        base = base_of(term.base, accents)
        return Index(base, term.indices, term.upper, term.origin) if base is not None else None
    if not isinstance(term, Symbol):
        return None
    if (changed := _PREFIXED.match(term.name)) is not None:
        return Symbol(changed[1] or changed[2], term.origin)
    name = _accented(term)
    return name[1] if name is not None and name[0] in accents else None


def without_hat(term: Term) -> Term | None:
    r"""The y of ``\hat{y}``: what estimates it is as large; None for a name without a hat.

    >>> without_hat(Symbol("hat(bold(y))")), without_hat(Symbol("y"))
    (Symbol(name='bold(y)', origin=Span(start=0, end=0)), None)
    """
    if isinstance(term, Index):
        base = without_hat(term.base)
        return Index(base, term.indices, term.upper, term.origin) if base is not None else None
    name = _accented(term)
    return name[1] if name is not None and name[0] == "hat" else None


def _accented(term: Term) -> tuple[str, Term] | None:
    found = _ACCENTED.match(term.name) if isinstance(term, Symbol) else None
    return (found[1], Symbol(found[2], term.origin)) if found is not None and isinstance(term, Symbol) else None
