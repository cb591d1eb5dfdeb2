r"""On which side a matrix is said to multiply, against the products beside it: "the weights multiply from the left: $Q = X W_Q$"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Relation, Symbol, Term, Transpose
from symformer.text.cued import Cued
from symformer.text.span import Span

_NAME = r"\\?[A-Z](?:_\{?\w+\}?)?"
_TOLD = Cued(
    rf"(?:\b(?P<weights>weights?(?:\s+matri(?:x|ces))?|projections?(?:\s+matri(?:x|ces))?|parameters)|(?<![\\\w])(?P<name>{_NAME}))\s+"
    r"(?:(?:always|then|therefore|here|must|is|are|be|gets?)\s+)*(?:multipl(?:y|ies|ied)|acts?|applied|stands?|enters?|comes?)\s+(?:\w+\s+)?(?:from|on|at)\s+the\s+(?P<side>left|right)\b",
)
_OPEN = Cued(
    r"\?|\b(?:if|would|could|not|never|wrong\w*|mistake\w*|unlike|instead|rather|than|whereas|while|others?|some|often|transpos\w*|column\s+convention)\b|n['’]t\b",
    re.IGNORECASE,
)


def told_side_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every side that all products of the sentence contradict."""
    for block in document.prose:
        if block.kind == "heading" or _TOLD.search(block.text.text.replace("$", "")) is None:
            continue
        for sentence in sentences(block.text):
            for found in _TOLD.finditer(sentence.text):
                if _OPEN.search(sentence.text) is None:
                    yield from _judged(sentence, found, statements)


def _judged(sentence: Sentence, found: re.Match[str], statements: Sequence[Statement]) -> Iterator[Problem]:
    whole = Span(sentence.place(0), sentence.place(len(sentence.text) - 1) + 1)
    sides: list[str] = []
    for statement in statements:
        if statement.stance == "asserted" and statement.formula is not None and whole.contains(statement.span):
            match statement.term:
                case Relation(sides=(_, *_, Product(factors=factors))) if len(factors) == 2:
                    sides.extend(_sides(factors, found["name"]))
    if not sides or len(set(sides)) > 1 or sides[0] == found["side"]:
        return
    span = sentence.span(*found.span("side"))
    yield Problem(
        span,
        f"in the products beside it {found['name'] or found['weights']} stands on the {sides[0]}",
        level="warning",
        evidence={"kind": "text", "printed": found["side"], "expected": sides[0]},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _sides(factors: Sequence[Term], name: str | None) -> Iterator[str]:
    """On which side of a product the named matrix, or the one weight matrix, stands."""
    wanted = re.sub(r"[\\{}]", "", name) if name is not None else None
    fits = [
        _name(factor) == wanted if wanted is not None else re.match(r"W(?:\W|_|\Z)", _name(factor)) is not None
        for factor in factors
    ]
    if sum(fits) == 1:
        yield "left" if fits[0] else "right"


def _name(term: Term) -> str:
    match term:
        case Transpose(operand=inner):
            return _name(inner)
        case Index(base=base):
            return _name(base)
        case Symbol():
            return re.sub(r"[\\{}]", "", show(term))
    return ""


__all__ = ["told_side_problems"]
