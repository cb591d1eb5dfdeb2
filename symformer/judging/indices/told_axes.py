r"""Along which axis words take a softmax, and along which they say that it sums to one: rows here, columns there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.indices.normalisations import OTHERWISE, SUMS, SUMS_IN_CHINESE, side_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Apply, Product, Relation, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

NEAR = 700  # characters between the softmax and the words on its sums
TAKEN = Cued(
    r"softmax\b[^.;\n]{0,60}?(?:\b(?:to|over|along|on|for|of|per)\s+(?:each|every)\s+|\bper\s+)(?P<side>row|column)\b"
    r"|\b(?P<wise>row|column)(?:[- ]?wise|[- ]by[- ](?:row|column))\b[^.;\n]{0,30}?softmax|softmax\b[^.;\n]{0,40}?\b(?P<way>row|column)[- ]?wise\b"
    r"|\b(?:each|every)\s+(?P<after>row|column)\b[^.;\n]{0,50}?(?:through|by|with|via)\s+(?:a|the)\s+softmax",
    re.IGNORECASE,
)
TAKEN_IN_CHINESE = Cued(
    r"每一?(?P<side>行|列)[^。；\n]{0,12}?softmax|[按逐](?P<wise>行|列)[^。；\n]{0,12}?softmax|softmax[^。；\n]{0,8}?[按逐](?P<way>行|列)",
    re.IGNORECASE,
)
_BOTH = Cued(
    r"\b(?P<side>row|column)[- ]?wise\b\s*(?:[:(,—–]|i\.e\.,?|that is,?)\s*(?:(?:i\.e\.|that is|so),?\s+)?(?:for|of|to|over)\s+(?:each|every)\s+(?P<each>row|column)\b[^.;]{0,120}",
    re.IGNORECASE,
)
QUERIES, KEYS = re.compile(r"(?:\w+\()?[Qq]\)?(?:_\w+)?\Z"), re.compile(r"(?:\w+\()?[Kk]\)?(?:_\w+)?\Z")
WITHIN = Cued(r"[*_\n]")


def told_axis_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each "every column sums to one" of a softmax that was taken of each row, or the other way round."""
    raw = model.document.source.text
    if "softmax" not in raw.lower():
        return
    text = WITHIN.sub(" ", raw)
    yield from _taken_otherwise(text)
    summed = [found for pattern in (SUMS, SUMS_IN_CHINESE) for found in pattern.finditer(text)]
    if not summed:
        return
    taken = [(side_taken(found), found) for each in (TAKEN, TAKEN_IN_CHINESE) for found in each.finditer(text)]
    of_queries = [each for each in model.statements if _of_queries(each)]
    for found in summed:
        side, section = side_of(found), section_at(model.document, found.start())
        if OTHERWISE.search(text, max(0, found.start() - 300), found.end() + 150):
            continue
        near = [
            (told, place) for told, place in taken
            if abs(place.start() - found.start()) < NEAR and section_at(model.document, place.start()) == section
        ]  # fmt: skip
        if {told for told, _ in near} == {"column" if side == "row" else "row"}:
            told, place = near[0]
            yield _problem(found, side, f"the softmax is taken of each {told}", Span(place.start(), place.end()))
            continue
        before = [
            each for each in of_queries
            if 0 < found.start() - each.span.end < NEAR and section_at(model.document, each.span.start) == section
        ]  # fmt: skip
        if before and _turned_since(model, before[-1].span.end, found.start()):
            continue
        if side == "column" and (not taken or {told for told, _ in near} == {"column"}) and before:
            why = "each row of the scores belongs to a query, and its softmax runs over the keys"
            yield _problem(found, side, why, before[-1].span)


def _taken_otherwise(text: str) -> Iterator[Problem]:
    """ "The softmax is computed columnwise: for each row, exponentiate all entries and divide by their sum"."""
    for found in _BOTH.finditer(text):
        side, each = (found[name].lower() for name in ("side", "each"))
        if (
            side != each
            and OTHERWISE.search(found[0]) is None
            and "softmax" in text[max(0, found.start() - 200) : found.end()].lower()
        ):
            place = Span(found.start("side"), found.end("side"))
            yield Problem(
                place,
                f"taken {side} by {side} here, and of each {each} in the same sentence",
                help=f"try {each}-wise",
                evidence={"kind": "index", "letter": side},
                key=f"axis-told@{found.start()}",
            )


def side_taken(found: re.Match[str]) -> str:
    side = next(word for word in found.groupdict().values() if word)
    return {"行": "row", "列": "column"}.get(side, side.lower())


def _of_queries(statement: Statement) -> bool:
    """Whether a name is the softmax of Q K^T, with a row for each query."""
    term = statement.term
    if not isinstance(term, Relation) or not set(term.relations) & EQUAL or statement.carrier != "formula":
        return False
    return any(
        isinstance(part, Apply)
        and part.function == "softmax"
        and not part.labels
        and any(_rows_of_queries(each) for each in walk(part))
        for side in term.sides[1:]
        for part in walk(side)
    )


def _turned_since(model: SemanticModel, start: int, end: int) -> bool:
    """Whether the note has since written scores with a column for each query, K^T Q or K Q^T: the other convention."""
    return any(
        start <= statement.span.start < end and any(_columns_of_queries(part) for part in walk(statement.term))
        for statement in model.statements
    )


def _columns_of_queries(term: Term) -> bool:
    match term:
        case Product(factors=(Transpose(operand=Symbol(name=key)) | Symbol(name=key), Transpose(operand=Symbol(name=query)) | Symbol(name=query))):  # fmt: skip
            return QUERIES.search(query) is not None and KEYS.search(key) is not None
    return False


def _rows_of_queries(term: Term) -> bool:
    match term:
        case Product(factors=(*_, Symbol(name=query), Transpose(operand=Symbol(name=key)))):
            return QUERIES.match(query) is not None and KEYS.match(key) is not None
    return False


def _problem(found: re.Match[str], side: str, why: str, told: Span) -> Problem:
    other = "column" if side == "row" else "row"
    return Problem(
        Span(found.start("side"), found.end("side")),
        f"the {side}s are said to sum to one, but {why}",
        help=f"try {other}",
        related=(Related(told, "told here"),),
        evidence={"kind": "index", "letter": side},
        key=f"axis-told@{found.start()}",
    )


__all__ = ["told_axis_problems"]
