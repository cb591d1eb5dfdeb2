"""Scores that a sentence divides by a size where the formula divides by its root: "with d_k = 64 the scores are divided by 64"."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
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
_BY_NAME = Cued(
    r"\b(?:divided?|dividing|scaled?|scaling)\b(?:\s+(?!by\b)[a-z]+){0,4}\s+by\s+(?P<name>[A-Za-z]_(?:\{\w+\}|\w+)|[A-Za-z])(?=\s*+(?:=\s*\d+(?:\.\d+)?)?\s*[:,.]?\s*\Z)",
    re.IGNORECASE,
)
_BRACES = str.maketrans("", "", "{}")
NEAR, MOST_BEHIND = 80, 3  # characters and statements behind the words
_OTHERWISE = Cued(
    r"\b(?:instead|not|never|rather|if|would|wrong\w*|without|root|original\w*|some|other|also)\b|√|n['’]t\b|\?",
    re.IGNORECASE,
)


def forgotten_root_problems(
    document: Document, statements: Sequence[Statement], settled: Callable[[int], Settled]
) -> Iterator[Problem]:
    """A problem for each number that scores are said to be divided by, where that is the size and not its root."""
    yield from _announced(document, statements)
    roots = {name: statement for statement in statements for name in _roots(statement)}
    bare = {part.denominator for each in statements for part in walk(each.term) if isinstance(part, Quotient)}
    for span, number in _divided(document) if roots else ():
        near = settled(span.start)
        for name, statement in roots.items():
            value = near.get(name)
            if value is not None and value.value == int(number) > 1 and name not in bare:
                yield _problem(span, number, name, statement)
                break


def _announced(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """ "Now divide by d_k:" right before a formula that divides by its root."""
    for block in document.prose:
        if block.kind == "heading" or "by" not in block.text.text:
            continue
        for sentence in sentences(block.text):
            for found in _BY_NAME.finditer(sentence.text) if _OTHERWISE.search(sentence.text) is None else ():
                span = sentence.span(*found.span("name"))
                first = bisect_left(statements, span.end, key=lambda each: each.span.start)
                behind = [each for each in statements[first : first + MOST_BEHIND] if each.span.start - span.end < NEAR]
                shown = next((each for each in behind if any(_denominators(each))), None)
                name = found["name"].translate(_BRACES)
                if shown is None or name not in {show(size) for size in _roots(shown)}:
                    continue
                if name not in {show(each) for each in _denominators(shown)}:
                    yield Problem(
                        span,
                        f"the formula behind these words divides by √{name}, not by {name}",
                        level="warning",
                        related=(Related(shown.span, "the formula"),),
                        evidence={"kind": "text", "printed": name, "expected": f"√{name}"},
                        key=f"sentence-contradicts-number@{span.start}-{span.end}",
                    )


def _denominators(statement: Statement) -> Iterator[Term]:
    if statement.carrier == "formula" and statement.stance == "asserted":
        yield from (part.denominator for part in walk(statement.term) if isinstance(part, Quotient))


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
