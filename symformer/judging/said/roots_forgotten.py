"""Scores that a sentence divides by a size where the formula divides by its root: "with d_k = 64 the scores are divided by 64"."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.settled import Settled
from symformer.judging.said.sentences import sentences
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Quotient, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_DIVIDED = Cued(
    r"\b(?:scores?|(?:dot|inner) products?|logits?|products|they)\b[^.;\d]{0,50}?\b(?:divided|scaled(?: down)?)\s+by\s+(?P<n>\d{1,5})(?![\d.,]\d|\s?[/^·×*%]|\s+(?:heads?|tokens?|times))"
    r"|\b(?:divid|scal)ing\s+(?:the|all|these|our)\s+(?:scores?|(?:dot|inner) products?|logits?|products)\s+by\s+(?P<m>\d{1,5})(?![\d.,]\d|\s?[/^·×*%])",
    re.IGNORECASE,
)
_OTHERWISE = Cued(
    r"\b(?:instead|not|never|rather|if|would|wrong\w*|without|root|original\w*|some|other|also)\b|√|n['’]t\b|\?",
    re.IGNORECASE,
)


def forgotten_root_problems(
    document: Document, statements: Sequence[Statement], settled: Callable[[int], Settled]
) -> Iterator[Problem]:
    """A problem for each number that scores are said to be divided by, where that is the size and not its root."""
    roots = {name: statement for statement in statements for name in _roots(statement)}
    bare = {part.denominator for each in statements for part in walk(each.term) if isinstance(part, Quotient)}
    for span, number in _divided(document) if roots else ():
        near = settled(span.start)
        for name, statement in roots.items():
            value = near.get(name)
            if value is not None and value.value == int(number) > 1 and name not in bare:
                yield _problem(span, number, name, statement)
                break


def _divided(document: Document) -> Iterator[tuple[Span, str]]:
    """What sentences divide scores by."""
    for block in document.prose:
        if block.kind == "heading" or not any(cue in block.text.text for cue in ("divid", "scal")):
            continue
        for sentence in sentences(block.text):
            if _OTHERWISE.search(sentence.text) is None:
                for found in _DIVIDED.finditer(sentence.text):
                    group = "n" if found["n"] else "m"
                    yield sentence.span(*found.span(group)), found[group]


def _problem(span: Span, number: str, name: Term, statement: Statement) -> Problem:
    root = math.sqrt(int(number))
    shown = f"{root:.0f}" if root.is_integer() else f"{root:.2f}"
    return Problem(
        span,
        f"the formula divides by √{show(name)}, which is {shown}, not {number}",
        level="warning",
        related=(Related(statement.span, "the formula"),),
        evidence={"kind": "text", "printed": number, "expected": shown},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _roots(statement: Statement) -> Iterator[Term]:
    """The sizes by whose root a formula divides."""
    if statement.carrier != "formula" or statement.stance != "asserted":
        return
    for part in walk(statement.term):
        match part:
            case Quotient(denominator=Apply(function="sqrt", arguments=(Symbol() | Index() as size,))):
                yield size


__all__ = ["forgotten_root_problems"]
