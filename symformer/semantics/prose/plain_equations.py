"""Equations of letters typed without LaTeX: ``Q = XW_Q ∈ ℝ^(n×d_k)``, "the scores are S = QKᵀ / √d_k".

They are read only in notes that declare their arrays in plain text too: elsewhere letters beside a sign of equality
may be anything.  What holds a word that is no known function, or only numbers, is left to other readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.documents.typed_signs import SUB
from symformer.semantics.prose.plain import plain_prefix
from symformer.semantics.prose.plain_names import NAME
from symformer.semantics.prose.spaces import arrays_named, space_at
from symformer.semantics.prose.tokens import holes
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment

_BEGINS = Cued(rf"(?<![\w.\\^_{{}}$·*/+='’-])(?P<name>{NAME})(?:\((?:{NAME})(?:, ?{NAME})*\))? = (?=[\w(√])")
_GIVEN = Cued(rf"(?<![\w.\\^_{{}}$·*/+=-])([A-Z])(?:_\w{{1,12}}|[{''.join(SUB)}]{{1,3}})? = ")
_ENDS = Cued(
    r"[ \t]*(?:$|\n|[.,;:)。，；`*]|(?:and|where|with|of|for|is|are|has|have|which|so|then|by|in|row|row-wise)\b)"
)
_CASE = Cued(r",?[ ](?:for|if|when|where|at|with)[ ]\w{1,6}[ ]?[=<>≤≥]")  # Z = VS for k = D
_WORDS = Cued(r"\\text\{[^{}]*\}")
_LABELS = Cued(r"[_^]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_KNOWN = Cued(r"\\operatorname\{(?:softmax|LayerNorm|Concat|ReLU|GELU|FFN|Attention|MultiHead|MHA|SiLU|sigmoid)\}")
_FUNCTION = Cued(r"\\operatorname\{")
_ARRAY = rf"[A-Z](?:_\w{{1,12}}|[{''.join(SUB)}]{{1,3}})?[*`]{{0,2}}"
_SHAPED = Cued(
    rf"(?<![\w.\\^_{{}}$·*/+=-])(?P<names>{_ARRAY}(?:(?:, | and )[*`]{{0,2}}{_ARRAY}){{0,6}})"
    r"(?:[ ]?[:：][*`]{0,2}[ ]*`?(?:[(\[]\w+[ ]?[,×]|\w+[ ]?×)| `?\(\w+ ?× ?\w+\))"
)  # Q, K: (n, d), W_Q (d × d_k)
_CAPITAL = Cued(r"(?<![A-Za-z_])[A-Z](?![A-Za-z])")
FEWEST = 2  # arrays that have their shape told
LONGEST = 300  # characters of an equation


def plain_equations(document: Document) -> Iterator[MappedText]:
    """The equations of letters in running text, as LaTeX mapped to the source."""
    source = document.source.text
    letters = (arrays_named(source) if "∈" in source else frozenset()) | {
        letter for found in _SHAPED.finditer(source) for letter in _CAPITAL.findall(found["names"])
    }
    if len(letters) < FEWEST:
        return
    letters |= {found[1] for found in _GIVEN.finditer(source)}
    for block in document.prose:
        if block.kind == "heading" or " = " not in block.text.text:
            continue
        text = block.text.text
        marked = [(start, end) for start, end, _ in holes(block)]
        at = 0
        while (found := _BEGINS.search(text, at)) is not None:
            made = None if _overlaps(found.start(), marked) else _equation(text, found.start(), letters)
            at = found.end() if made is None else max(made[1], found.end())
            if made is not None:
                yield made[0].then(block.text)


def _overlaps(at: int, marked: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in marked)


def _equation(text: str, start: int, letters: frozenset[str]) -> tuple[MappedText, int] | None:
    line = text.find("\n", start)
    end = min(len(text) if line < 0 else line, start + LONGEST)
    found = plain_prefix(text, start, end, sheet=True, letters=letters | {text[start]})
    if found is None or " = " not in text[start : found[1]] or not _is_of_letters(found[0].text):
        return None
    latex, stop = found
    space = space_at(text, stop)
    if space is not None and space[1] <= end:
        made, stop = space
        length = len(latex.text)
        segment = Segment(length, length + len(made) + 1, found[1], stop)
        latex = MappedText(f"{latex.text} {made}", (*latex.segments, segment))
    return (latex, stop) if _ENDS.match(text, stop) is not None and _CASE.match(text, stop) is None else None


def _is_of_letters(latex: str) -> bool:
    """Whether an equation holds arrays and known functions only, and something is done with them."""
    bare = _LABELS.sub(" ", _KNOWN.sub(" f", latex)).partition("=")[2]
    last = bare.rpartition("=")[2]
    letters = re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", last)
    return _WORDS.search(bare) is None and _FUNCTION.search(bare) is None and len(letters) > 1


__all__ = ["plain_equations"]
