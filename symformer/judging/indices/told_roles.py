r"""Rows and columns of scores in words: "row $i$ holds the scores of query $i$", of scores that are ``Q K^T``.

Where the rows belong to the queries, "row $i$ … key $i$", "column $j$ … query $j$" and "entry $(i, j)$: how much key $i$ …
query $j$" exchange the two; in cross-attention a decoder's positions are the queries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.indices.causal import has_scores_by_keys
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.model import SemanticModel, once
from symformer.text.cued import Cued

_SCORES = Cued(
    r"\bQ\}?(?:_\{?\w+\}?|\^\{\(?\w+\)?\})?\s*\{?\s*(?:\\[a-z]+\s*\{?\s*)?K\}?\}?(?:_\{?\w+\}?|\^\{\(?\w+\)?\})?\}?\s*\^\s*\{?\s*(?:\\top|\\intercal|\\mathsf\s*\{?T|\\mathrm\s*\{?T|T)\b"
)
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
    if _SCORES.search(text) is None or once(model, has_scores_by_keys):
        return
    cross = _CROSS.search(text) is not None and _FROM_ENCODER.search(text) is None
    for block in model.document.prose:
        if block.kind == "heading" or _ABOUT.search(block.text.text) is None:
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None and _ABOUT.search(sentence.text):
                yield from _lines(sentence)
                yield from _entries(sentence, cross=cross)


def _lines(sentence: Sentence) -> Iterator[Problem]:
    for found in _LINE.finditer(sentence.text):
        row, key = found["line"].lower() == "row", found["role"].lower() == "key"
        if found["at"] == found["same"] and row == key:
            meant = "query" if key else "key"
            message = f"the {found['line'].lower()}s of Q K^T belong to the {'queries' if row else 'keys'}: {found['line'].lower()} {found['at']} to {meant} {found['at']}"
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
