"""Sentences that reshape a tensor: the sizes before and after, as far as they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from symformer.algebra.dimension import Dimension
from symformer.documents.document import Prose
from symformer.reading.lower import lower
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.syntax.parser import parse
from symformer.text.cued import Cued
from symformer.text.span import Span

# the operation in words, or as code writes it
_RESHAPE = Cued(
    r"\b(?:reshap\w*|re-shap\w*)|\.(?:view|unflatten)\s*\(|\btorch\.view\b|重塑|改变形状|变形", re.IGNORECASE
)
_MOVED = Cued(
    r"transpos\w*|permut\w*|\bswap\w*|rearrang\w*|\breorder\w*|exchang\w*|\bmov(?:e|ing|ed)\b|\binterchang\w*"
    r"|movedim|moveaxis|einsum|转置|交换|置换|换位|调换|重排",
    re.IGNORECASE,
)
_SENTENCE_END = Cued(r"[.!?](?=\s+[A-Z*\\$`(\[])|[。！？]|\n\s*\n")
_SIZE = r"[A-Za-z0-9_\\{}./ *·×$`]"
_TUPLE = Cued(
    rf"(?:(?<![\w}}])\(|(?<=view)\(|(?<=shape)\(|\[)(?P<inside>{_SIZE}{{1,40}}(?:,{_SIZE}{{1,40}}){{1,5}})[)\]]"
    r"|\\mathbb\s*\{?R\}?\s*\^\s*\{(?P<power>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
    r"|\[\s*(?P<crossed>\d+(?:\s*[x×]\s*\d+)+)\s*\]"
)
LONGEST_SENTENCE = 1500


@dataclass(frozen=True, slots=True)
class Sizes:
    """A list of sizes as written, and where."""

    sizes: tuple[Dimension, ...]
    span: Span

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.sizes))})"


@dataclass(frozen=True, slots=True)
class Reshape:
    """A tensor reshaped from ``source`` (None where that is not told) to ``target``; axes are not moved."""

    source: Sizes | None
    target: Sizes
    span: Span
    sentence: str


def reshapes(model: SemanticModel) -> Iterator[Reshape]:
    """Every sentence that reshapes and says to what, where nothing around it moves axes."""
    blocks = model.document.prose
    for at, block in enumerate(blocks):
        if _RESHAPE.search(block.text.text) is None:
            continue
        around = [each.text.text for each in blocks[max(0, at - 1) : at + 2]]
        if any(_MOVED.search(text) for text in around) or _moved_in_code(model, block):
            continue
        yield from _in_block(block, model.vocabulary)


def _moved_in_code(model: SemanticModel, block: Prose) -> bool:
    """Whether program code near by moves the axes: then the words only sum it up."""
    near = 3000
    return any(
        abs(code.span.start - block.span.end) < near and _MOVED.search(code.text) is not None
        for code in model.document.code
    )


def _in_block(block: Prose, vocabulary: Vocabulary) -> Iterator[Reshape]:
    text = block.text.text
    ends = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    for start, end in pairwise(ends):
        sentence = text[start : min(end, start + LONGEST_SENTENCE)]
        verb = _RESHAPE.search(sentence)
        if verb is None:
            continue
        told = list(_tuples(block, sentence, start, vocabulary))
        after = [each for each in told if each[0] > verb.start()]
        if not after:
            continue
        place, target = after[-1]
        before = [each for at, each in told if at < place]
        span = block.text.origin_span(Span(start + verb.start(), start + verb.end()))
        yield Reshape(before[-1] if before else None, target, span, sentence)


def _tuples(block: Prose, sentence: str, offset: int, vocabulary: Vocabulary) -> Iterator[tuple[int, Sizes]]:
    """The lists of sizes in a sentence, with their places in it."""
    for found in _TUPLE.finditer(sentence):
        inside = found["inside"] or found["power"] or found["crossed"] or ""
        comma = found["inside"] is not None
        pieces = inside.split(",") if comma else re.split(r"\\times|×|x" if found["crossed"] else r"\\times|×", inside)
        sizes = [_size(piece, vocabulary) for piece in pieces]
        known = tuple(size for size in sizes if size is not None)
        if len(known) == len(sizes) and len(known) > 1:
            yield (
                found.start(),
                Sizes(known, block.text.origin_span(Span(offset + found.start(), offset + found.end()))),
            )


_NAME = Cued(r"[A-Za-z]\w*")


def _size(written: str, vocabulary: Vocabulary) -> Dimension | None:
    r"""The size that a piece of a list stands for, in LaTeX or in code: ``d_q``, ``H \cdot d``, ``D // H``."""
    latex = written.strip().replace("//", "/").replace("*", r" \cdot ").removeprefix("self.")
    latex = latex.replace(r"\_", "_").replace("`", "").replace("$", "").strip()
    if not latex or len(latex) > 60:
        return None
    if _NAME.fullmatch(latex) and "_" in latex:
        stem, _, label = latex.partition("_")
        latex = rf"\mathrm{{{stem}}}_{{\text{{{label}}}}}" if len(stem) > 1 else rf"{stem}_{{\text{{{label}}}}}"
    elif _NAME.fullmatch(latex) and len(latex) > 1:
        latex = rf"\mathrm{{{latex}}}"
    tree = parse(latex)
    return dimension_of(lower(tree.root, vocabulary)) if tree.read else None
