"""Probabilities above one: ``P("car") = 2.001``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.documents.places import words_of_topic
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_CHANCE = Cued(
    r"(?:^|(?<=[\s$*(|,;:：，；]))(?:P|Pr|\\Pr|\\mathbb\{P\}|\\mathrm\{P\}|p(?=[^(\n]{0,24}\((?:\\text|[\"“])))(?:_(?:\w|\{[^{}\n]{1,20}\}))?\s?(?:\\left)?\((?P<of>[^()\n]{1,60})\)\s*(?:=|≈|\\approx)\s*(?P<n>\d+\.\d+)"
    r"(?![\d^]|\s*(?:[-+*/×·÷%^(]|\\(?:cdot|times|%|frac|div)|e[-+]?\d))",
    re.MULTILINE,
)
_EVENT = Cued(r"[\"'“”‘’]|\\mid|\||\\text|=|[A-Za-z]{3,}|[一-鿿]")  # a density or a polynomial is of a letter
_BEFORE = Cued(r"(?:\b(?:log|ln|density|pdf)|\\(?:log|ln)|[-+*/×·÷]|\\(?:cdot|times|frac))\s*\Z")
_OPEN = Cued(r"\b(?:wrong|not|never|cannot|invalid|exceeds?|above 1|more than 1|unnormali[sz]ed|density)\b|n['’]t\b|不")
# what a density takes for a chance: its values may be above one
_DENSITIES = Cued(
    r"\b(?:densit(?:y|ies)|pdfs?|gaussians?|normally distributed|normal distributions?)\b|密度|高斯|正态", re.I
)
BEFORE, AROUND = 12, 80


def chance_problems(document: Document) -> Iterator[Problem]:
    """Every probability of an event that is told as more than one."""
    text = document.source.text
    blocks = [
        *(each.span for each in document.prose),
        *(each.span for each in document.worksheets),
        *(each.span for each in document.formulas if each.display == "display"),
    ]
    told: set[int] = set()
    for block in blocks:
        for found in _CHANCE.finditer(text, block.start, block.end):
            if float(found["n"]) <= 1 or _EVENT.search(found["of"]) is None or found.start() in told:
                continue
            if _BEFORE.search(text, max(0, found.start() - BEFORE), found.start()):
                marker = text.rfind("\n", 0, found.start())
                if text[marker + 1 : found.start()].strip(" \t-*+"):
                    continue
            if _DENSITIES.search(words_of_topic(document, found.start())) is not None:
                continue
            if _OPEN.search(text[max(0, found.start() - AROUND) : found.end() + AROUND]):
                continue
            told.add(found.start())
            span = Span(*found.span("n"))
            yield Problem(
                span,
                f"{found['n']} is more than 1, and a probability is at most 1",
                level="warning",
                evidence={"kind": "number", "printed": found["n"]},
                key=f"sentence-contradicts-number@{span.start}-{span.end}",
            )


__all__ = ["chance_problems"]
