r"""Windows of a list in words beside those of the code below: ``1 × 1, 3 × 3 and 7 × 7`` where the code has 1, 3 and 5."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_SQUARE = re.compile(
    r"(?<![\w.×])(?P<n>\d{1,2})\s*(?:×|x|\\times(?![A-Za-z]))\s*(?P=n)(?![\w.]|\s*(?:×|\\times))\$?"
    r"(?!\s*-?(?:images?|inputs?|pixels?|grids?|matri|feature|maps?|outputs?|tensors?|patch))"
)
_WINDOWS = Cued(r"\b(?:windows?|kernels?|filters?|convolution\w*|conv)\b|卷积核|窗口|滤波器", re.IGNORECASE)
_OTHERS = Cued(
    r"\b(?:instead|rather|than|replac\w*|compar\w*|previous\w*|unlike|equivalent\w*|receptive|effective\w*|would|could|if|"
    r"original\w*|or|pool\w*|earlier|wider|larger|smaller|not)\b|[而若]|代替|替换|池化",
    re.IGNORECASE,
)
_OF_CODE = Cued(r"\bkernel_size\s*=\s*(?P<n>\d{1,2})\b|\bkernel_size\s*=\s*\((?P<of_two>\d{1,2})\s*,\s*(?P=of_two)\)")
_ANY_OF_CODE = Cued(
    r"\b(?:Conv|conv|MaxPool|AvgPool|LazyConv|pool)\w*\s*\(([^()]*)\)|\b\w*(?:size|kernel)\w*\s*=\s*\(?(\d+)"
)
_SENTENCE_ENDS = re.compile(r"[.!?](?=\s|\Z)|[。！？]|\n\s*\n")


def window_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one window of a list that the code of the section has not, where it has another instead."""
    document = model.document
    code: dict[int, list[tuple[str, Span]]] = {}
    for each in document.code:
        if "kernel_size" in each.text:
            code.setdefault(section_at(document, each.span.start), []).append((each.text, each.span))
    if not code:
        return
    for block in document.prose:
        blocks = code.get(section_at(document, block.span.start), [])
        below = [(text, span) for text, span in blocks if span.start > block.span.start]
        if not below or _WINDOWS.search(block.text.text) is None:
            continue
        sizes = {int(found["n"] or found["of_two"]) for text, _ in below for found in _OF_CODE.finditer(text)}
        numbers = {
            int(n) for text, _ in below for found in _ANY_OF_CODE.finditer(text) for n in re.findall(r"\d+", found[0])
        }
        start = 0
        for end in (*(found.end() for found in _SENTENCE_ENDS.finditer(block.text.text)), len(block.text.text)):
            sentence = block.text.text[start:end]
            listed = list(_SQUARE.finditer(sentence))
            told = {int(found["n"]) for found in listed}
            odd, instead = told - numbers - sizes, sizes - told
            if len(told) > 1 and len(odd) == len(instead) == 1 and _is_plain(sentence):
                size, other = odd.pop(), instead.pop()
                found = next(each for each in listed if int(each["n"]) == size)
                yield Problem(
                    block.text.origin_span(Span(start + found.start("n"), start + found.end("n"))),
                    f"the code below has a window of {other} × {other}, and none of {size} × {size}",
                    help=f"try {other} × {other}",
                    related=(Related(below[0][1], "the code"),),
                    evidence={"kind": "shape", "left": str(other), "right": str(size)},
                    key=f"window@{block.span.start + start}",
                )
            start = end


def _is_plain(sentence: str) -> bool:
    """Whether a sentence lists windows, and speaks of no others beside them."""
    return _WINDOWS.search(sentence) is not None and _OTHERS.search(sentence) is None
