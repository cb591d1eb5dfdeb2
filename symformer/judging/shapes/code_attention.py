"""Products of queries, keys and values in program code that cannot be, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.shapes.code_shapes import LANGUAGES
from symformer.semantics.carriers.code_attention import CodeFault, attention_faults
from symformer.semantics.model import SemanticModel
from symformer.text.span import Span

PLAIN = frozenset({"", "text", "txt", "plaintext", "pseudocode", "pseudo", "algorithm", "none"})


def code_attention_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each line that multiplies them in an order, or normalises along an axis, that cannot be meant."""
    document = model.document
    for code in document.code:
        if (code.language or "").lower() not in LANGUAGES | PLAIN or not code.text:
            continue
        at = document.source.text.find(code.text, code.span.start, code.span.end)
        if at < 0:
            continue
        for found in attention_faults(code.text):
            place = Span(at + found.place.start, at + found.place.end)
            yield Problem(
                place,
                _message(found),
                help=f"try {found.instead}" if found.fault not in ("axis", "no-key") else f"try axis {found.instead}",
                evidence={"kind": "shape"},
                note=found.because or None,
                key=f"code-attention@{place.start}",
            )


def _message(found: CodeFault) -> str:
    match found.fault:
        case "order":
            return f"{found.written} sums over something other than the keys"
        case "not-transposed":
            return f"{found.written} multiplies queries by keys, and none of the two is transposed"
        case "axis":
            return f"{found.written} normalises over the queries, not over the keys"
        case "no-key":
            return f"{found.written} normalises over the heads or the batch, not over the keys"
        case "heads-first":
            return f"{found.written} multiplies heads by heads: the length stands before the heads"
