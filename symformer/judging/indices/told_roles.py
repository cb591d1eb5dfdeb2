r"""Rows and columns of scores in words: "row $i$ holds the scores of query $i$", of scores that are ``Q K^T``.

Where the rows belong to the queries, "row $i$ … key $i$", "column $j$ … query $j$" and "entry $(i, j)$: how much key $i$ …
query $j$" exchange the two; in cross-attention a decoder's positions are the queries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.judging.indices.causal import has_scores_by_keys
from symformer.judging.indices.told_axes import TAKEN, TAKEN_IN_CHINESE, side_taken, told_axis_problems
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import unindexed
from symformer.terms.term import Product, Symbol, Term, Transpose
from symformer.text.cued import Cued

_SCORES = Cued(
    r"\bQ\}?(?:_\{?\w+\}?|\^\{\(?\w+\)?\})?\s*\{?\s*(?:\\[a-z]+\s*\{?\s*)?K\}?\}?(?:_\{?\w+\}?|\^\{\(?\w+\)?\})?\}?\s*\^\s*\{?\s*(?:\\top|\\intercal|\\mathsf\s*\{?T|\\mathrm\s*\{?T|T)\b"
)
_TURNED_SCORES = Cued(
    r"\bK\}?(?:_\{?\w+\}?|\^\{\(?\w+\)?\})?\s*\^\s*\{?\s*(?:\\top|\\intercal|\\mathsf\s*\{?T|\\mathrm\s*\{?T|T)\b\}*\s*\{?\s*(?:\\[a-z]+\s*\{?\s*)?Q\b"
)
_OF_KEYS = Cued(r"\bslot|expert.choice|\bdoubly|sinkhorn|over (?:the )?quer(?:y|ies)", re.IGNORECASE)
NEAR = 1200  # characters from the scores to the words on their softmax
_LINE = Cued(
    r"\b(?P<line>row|column)\s+(?P<at>[a-z])\b(?:\s+of\s+\S{1,12})?\s+(?:then\s+|thus\s+|only\s+)?(?:holds?|contains?|gives?|has|shows?|lists?|collects?|is|are|says?|belongs?|tells?)\b(?P<between>[^.;:]{0,70}?)\b(?P<role>query|key)\s+(?P<same>[a-z])\b",
    re.IGNORECASE,
)
_ENTRY = Cued(
    r"\b(?:entry|element|cell|weight|score)\s+(?:\(\s*(?P<a>[a-z])\s*,\s*(?P<b>[a-z])\s*\)|(?:[A-Za-z]|\\alpha|α)_\{?(?P<a2>[a-z]),?\s?(?P<b2>[a-z])\}?)(?![\w])(?P<rest>[^.;]{5,140})",
    re.IGNORECASE,
)
_ROLE = Cued(
    r"\b(?P<role>query|key|decoder|encoder)\s+(?:(?:position|token|step|state|word)\s+)?(?P<at>[a-z])\b", re.IGNORECASE
)
_ABOUT = Cued(r"\b(?:scores?|weights?|attention|attends?|similarit\w+|how\s+much|reads?|looks?)\b", re.IGNORECASE)
_OPEN = Cued(
    r"\?|\b(?:if|transpos\w*|not|never|instead|wrong\w*|mistake\w*|unlike|swap\w*|exchange\w*|would)\b", re.IGNORECASE
)
_CROSS = Cued(r"cross-?\s?attention|encoder[–-]decoder attention", re.IGNORECASE)
_FROM_ENCODER = Cued(r"quer(?:y|ies)[^.;]{0,40}\bfrom\s+the\s+encoder", re.IGNORECASE)


def told_role_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each row of scores that is said to be a key's, and each column that is said to be a query's."""
    text = model.document.source.text
    written = _SCORES.search(text)
    scores = written.start() if written is not None else _scores_in_macros(model)
    if scores is None or once(model, has_scores_by_keys):
        yield from _by_keys(model) if scores is None else ()
        return
    if _TURNED_SCORES.search(text) is None:
        yield from _axes(model, scores, "column", "the rows of Q K^T belong to the queries")
    cross = _CROSS.search(text) is not None and _FROM_ENCODER.search(text) is None
    for block in model.document.prose:
        if block.kind == "heading" or _ABOUT.search(block.text.text) is None:
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None and _ABOUT.search(sentence.text):
                yield from _lines(sentence)
                yield from _entries(sentence, cross=cross)


def _scores_in_macros(model: SemanticModel) -> int | None:
    r"""Where a note has Q times the transpose of K, however its macros write it: ``Q K\T``."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, Product) and any(_are_scores(*pair) for pair in pairwise(part.factors)):
                return statement.span.start
    return None


def _are_scores(one: Term, other: Term) -> bool:
    match unindexed(one), other:
        case Symbol(name=queries), Transpose(operand=keys):
            told = unindexed(keys)
            return isinstance(told, Symbol) and (unstyled(queries), unstyled(told.name)) == ("Q", "K")
    return False


def _by_keys(model: SemanticModel) -> Iterator[Problem]:
    """The same of scores that are ``K^T Q``, whose columns belong to the queries, in a note that has no others."""
    text = model.document.source.text
    scores = _TURNED_SCORES.search(text)
    if scores is None:
        return
    yield from _axes(model, scores.start(), "row", "the columns of K^T Q belong to the queries")
    for block in model.document.prose:
        if block.kind != "heading" and _ABOUT.search(block.text.text) is not None:
            for sentence in sentences(block.text):
                if _OPEN.search(sentence.text) is None and _ABOUT.search(sentence.text):
                    yield from _lines(sentence, by_keys=True)


def _axes(model: SemanticModel, place: int, wrong: str, why: str) -> Iterator[Problem]:
    """Words that take the softmax over each line that belongs to a key."""
    text = model.document.source.text
    if _OF_KEYS.search(text) is not None or any(True for _ in told_axis_problems(model)):
        return
    for block in model.document.prose:
        if block.kind == "heading" or "softmax" not in block.text.text.casefold():
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is not None:
                continue
            for found in (*TAKEN.finditer(sentence.text), *TAKEN_IN_CHINESE.finditer(sentence.text)):
                span = sentence.span(*found.span())
                if side_taken(found) == wrong and abs(span.start - place) < NEAR:
                    meant = {"column": "row", "row": "column"}[wrong]
                    yield _problem(
                        sentence, found.span(), f"{why}, and the softmax is taken over each {wrong} here", meant
                    )


def _lines(sentence: Sentence, *, by_keys: bool = False) -> Iterator[Problem]:
    name = "K^T Q" if by_keys else "Q K^T"
    for found in _LINE.finditer(sentence.text):
        row, key = found["line"].lower() == "row", found["role"].lower() == "key"
        if found["at"] == found["same"] and (row == key) != by_keys:
            meant = "query" if key else "key"
            owner = "queries" if key else "keys"
            message = f"the {found['line'].lower()}s of {name} belong to the {owner}: {found['line'].lower()} {found['at']} to {meant} {found['at']}"
            yield _problem(sentence, found.span("role"), message, meant)


def _entries(sentence: Sentence, *, cross: bool) -> Iterator[Problem]:
    for found in _ENTRY.finditer(sentence.text):
        first, second = found["a"] or found["a2"], found["b"] or found["b2"]
        told = {each["role"].lower(): each["at"] for each in _ROLE.finditer(found["rest"])}
        pairs = [("query", "key"), *([("decoder", "encoder")] if cross else [])]
        for query, key in pairs:
            if first != second and told.get(query) == second and told.get(key) == first:
                message = (
                    f"rows of Q K^T belong to the queries: {first} is that of the {query}, {second} that of the {key}"
                )
                start = found.start("rest")
                yield _problem(sentence, (start, found.end("rest")), message, f"{query} {first}")


def _problem(sentence: Sentence, place: tuple[int, int], message: str, expected: str) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "index", "printed": sentence.text[slice(*place)].strip(), "expected": expected},
        key=f"role-told@{span.start}",
    )


__all__ = ["told_role_problems"]
