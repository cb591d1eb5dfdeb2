r"""Signs that words name otherwise than they are used: "$\odot$ denotes the concatenation", "$[x_0, x_1]$ refers to the sum of".

A sign alone, or one between two names, with the words right behind it.  Told is only what the sign never means in the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_SAYS = r"\s*(?:\([^()$]{0,30}\)\s*)?(?:operator|operation|symbol|sign|notation|bracket)?\s*(?:denotes?|refers?\s+to|stands?\s+for|represents?|indicates?|means|is|are|表示|代表|是|为)\s*(?:the\s+|an?\s+)?(?:operation\s+of\s+|operator\s+for\s+)?"
_NAME = r"\\?[A-Za-z][\w{}\\^+-]{0,14}"


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign with what it would be wrong to call it, and what it is."""

    said: Cued
    so: str
    unless: Cued | None = None


def _sign(written: str, wrong: str, so: str, unless: str = "") -> _Sign:
    return _Sign(
        Cued(rf"\${{1,2}}\s*(?:{written})\s*\${{1,2}}{_SAYS}(?P<wrong>{wrong})", re.IGNORECASE),
        so,
        Cued(unless, re.IGNORECASE) if unless else None,
    )


_JOINED = rf"(?:\\left\s*)?\[\s*{_NAME}(?:\s*[,;]\s*(?:{_NAME}|\\[lc]?dots|\.\.\.|…)){{1,6}}\s*(?:\\right\s*)?\]"
_SIGNS = (
    _sign(_JOINED, r"(?:element-?wise\s+|pointwise\s+|matrix\s+)?(?:sum\b|addition|average|product\b|multiplication|difference|maximum)|(?:逐元素)?(?:相加|求和|之和|相乘|乘积)", "names in brackets are put side by side", "commutator|lie bracket|interval|closed"),
    _sign(rf"(?:{_NAME}\s*)?(?:\\odot|⊙)(?:\s*{_NAME})?", r"concatenation|(?:standard\s+|usual\s+|ordinary\s+)?matrix\s+(?:multiplication|product)|(?:dot|inner|outer|cross)\s+product|(?:element-?wise\s+)?(?:sum\b|addition|division)|convolution\b|拼接|矩阵乘法|内积|点积|相加", "this sign multiplies entry by entry", "circular|quantum|xnor"),
    _sign(rf"\\langle\s*{_NAME}\s*,\s*{_NAME}\s*\\rangle", r"(?:outer|cross|Hadamard|element-?wise)\s+product|concatenation|外积|拼接", "these brackets are an inner product"),
    _sign(rf"{_NAME}\^\{{?\s*(?:\\top|\\intercal|\\mathsf\{{T\}}|\\mathrm\{{T\}}|T)\s*\}}?", r"inverse\b(?!\s+(?:transpose|of\s+an?\s+orthogonal))|逆矩阵", "this is the transpose", "orthogonal|unitary|rotation|正交"),
    _sign(rf"{_NAME}\^\{{\s*-1\s*\}}", r"transpose\b|转置", "this is the inverse", "orthogonal|unitary|rotation|正交"),
    _sign(rf"\\nabla(?:_\{{?\\?\w+\}}?)?\s*(?:{_NAME})?", r"(?:Hessian|Laplacian|divergence\b|second\s+derivative)", "this is the gradient", r"nabla\s*\^|nabla\s*\\cdot"),
    _sign(rf"(?:{_NAME}\s*)?\\otimes(?:\s*{_NAME})?", r"concatenation|(?:element-?wise\s+)?(?:sum\b|addition)|inner\s+product|拼接|相加", "this sign is a product"),
)  # fmt: skip
_OPEN = Cued(r"\b(?:not|never|instead|unlike|rather|some\s+authors|wrong\w*|sometimes)\b|n['’]t\b|\?|不", re.IGNORECASE)


def sign_named_problems(document: Document) -> Iterator[Problem]:
    """A problem for each sign that words name as it is never meant."""
    for block in document.prose:
        text = block.text.text
        if block.kind == "heading" or "$" not in text and "\\(" not in text:
            continue
        plain = text.replace("\\(", " $").replace("\\)", "$ ")
        for each in _SIGNS:
            for found in each.said.finditer(plain):
                around = plain[max(0, found.start() - 80) : found.end() + 60]
                if _OPEN.search(found[0]) or each.unless is not None and each.unless.search(around):
                    continue
                places = block.text.origin_starts([found.start("wrong"), found.end("wrong") - 1])
                yield Problem(
                    Span(places[0], places[1] + 1),
                    each.so,
                    level="warning",
                    evidence={"kind": "text", "printed": found["wrong"], "expected": each.so},
                    key=f"method-misdescribed@{places[0]}",
                )


__all__ = ["sign_named_problems"]
