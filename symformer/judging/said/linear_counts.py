"""How many weights a linear layer has, by its inputs and outputs in one sentence: "4 features and 3 classes … 16 weights"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, digits_in, sentences
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

_N = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d+|{'|'.join(COUNT_WORDS)})"
_BOTH = Cued(
    rf"(?<![\w.,])(?P<inputs>{_N})\s+(?:input\s+|numerical\s+)?(?:features|inputs|input\s+(?:units|neurons|dimensions)|pixels|predictors)\b(?P<between>[^.;:\d]{{1,50}}?)(?<![\w.,])(?P<outputs>{_N})\s+(?:possible\s+|output\s+|different\s+)*(?:classes|categories|outputs|output\s+(?:units|neurons)|labels|logits)\b",
    re.IGNORECASE,
)
_COUNT = Cued(
    rf"(?<![\w.,])(?P<n>{_N})\s+(?:(?:scalars?|numbers?|values|entries|parameters)\s+(?:to\s+represent|for|in|make\s+up|as)\s+(?:the\s+)?weights?|(?:scalar\s+)?weights?\b(?!\s+per))(?P<behind>[^.;]{{0,60}})",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:hidden|layers|per|each|every|not|if|would|instead|heads?|redundant|fewer|more|shared|conv\w*)\b|\?",
    re.IGNORECASE,
)


def linear_count_problems(document: Document) -> Iterator[Problem]:
    """A problem for each number of weights that is not inputs times outputs."""
    for block in document.prose:
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        for sentence in sentences(block.text):
            yield from _of_sentence(sentence)


def _of_sentence(sentence: Sentence) -> Iterator[Problem]:
    both = _BOTH.search(sentence.text)
    if both is None or _OPEN.search(sentence.text):
        return
    counts = list(_COUNT.finditer(sentence.text, both.end()))
    if len(counts) != 1:
        return
    count = counts[0]
    inputs, outputs, shown = (_read(text) for text in (both["inputs"], both["outputs"], count["n"]))
    if shown in (inputs * outputs, (inputs + 1) * outputs, inputs * outputs + 1):
        return
    span = sentence.span(*count.span("n"))
    yield Problem(
        span,
        f"{both['inputs']} inputs and {both['outputs']} outputs take {inputs * outputs} weights, not {count['n']}",
        level="warning",
        evidence={"kind": "number", "printed": count["n"], "expected": str(inputs * outputs)},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _read(text: str) -> int:
    return COUNT_WORDS.get(text.lower()) or int(text.replace(",", ""))


__all__ = ["linear_count_problems"]
