"""Numbers that a sentence lists: "the scores are 2.5, 1.0 and 0.5; the softmax gives 0.74, 0.16 and 0.10".

They are read only in and beside a paragraph that says what is done to them; a list is an array without a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.printed import printed
from symformer.documents.document import Document, Prose
from symformer.documents.places import section_at
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_WORKING = Cued(  # in small letters, which are found sooner than any
    r"soft-?max|\bdivid\w+|\bscal(?:e|es|ed|ing)\b|\bexponentia\w+|\brelu\b|\bsigmoid\b|\btanh\b|\bplus\b|\bresidual\b|\badd(?:s|ed|ing)?\b|\blayer[- ]?norm|\bdot products?\b|缩放|除以|指数|残差|相加"
)
_ONE = r"\$?[-−]?\d+(?:\.\d+)?\$?"
_BETWEEN = r"\s*(?:,\s*and|,|、|，|and|及|和)\s*"
_BEHIND = (
    r"(?=\s*(?:[.,;:。；，)]|$|\$|\(|(?:and|or|so|which|who|that|then|for|from|respectively|as|after|before|while|with|in|on|at|of|to|where|"
    r"since|because|when|whose|but|if|we|the|they|these|this|gives?|becomes?|into|yields?|are|is|by)\b|[\u3400-\u9fff]))"
)
_RUN = Cued(
    rf"(?<!\bbetween\s)(?<![\w.,^$/=+*×·\\\[({{√-])(?<![/=+×·\\^≈,\[(-]\s)(?<!(?<!\*)\*\s)(?:\[\s*{_ONE}(?:\s*,\s*{_ONE})+\s*\](?![\w^%(\[]|\s*[=≈*/×·^])"
    rf"|{_ONE}(?:{_BETWEEN}{_ONE})+(?![\w^%]|\.\d|\s*[=≈+*/×·\\%^)\]}}-]){_BEHIND})",
    re.IGNORECASE,
)
_EACH = Cued(r"[-−]?\d+(?:\.\d+)?")


def lists_of_numbers(document: Document) -> Iterator[Statement]:
    """The lists in the paragraphs that say what is done to numbers, and in those right before and behind them."""
    blocks = [block for block in document.prose if block.kind != "heading"]
    working = {at for at, block in enumerate(blocks) if _WORKING.search(block.text.text.lower())}
    for at, block in enumerate(blocks):
        if working & {at - 1, at, at + 1, at + 2}:
            yield from _lists(document, block)


def is_untold_list(statement: Statement) -> bool:
    """Whether a statement is a list of a sentence of which nothing says what it was made of."""
    return statement.carrier == "prose" and isinstance(statement.term, Matrix)


def _lists(document: Document, block: Prose) -> Iterator[Statement]:
    for found in _RUN.finditer(block.text.text):
        if _in_one_formula(block, block.text.origin_span(Span(*found.span()))):
            continue
        places = [Span(found.start() + each.start(), found.start() + each.end()) for each in _EACH.finditer(found[0])]
        latex, cells = _listed(block.text.text, places)
        mapped = latex.then(block.text)
        matrix = Matrix((cells,), "tuple", Span(0, len(latex.text)))
        yield Statement(matrix, mapped, "prose", section_at(document, mapped.origin_span(matrix.origin).start))


def _in_one_formula(block: Prose, place: Span) -> bool:
    """Whether a formula holds the whole list: it is read there."""
    return any(each.span.start <= place.start and place.end <= each.span.end for each in block.formulas)


def _listed(text: str, places: list[Span]) -> tuple[MappedText, tuple[Number, ...]]:
    """The list as LaTeX, mapped to the text, and its numbers."""
    pieces: list[str] = []
    segments: list[Segment] = []
    cells: list[Number] = []
    at = 0
    for number, place in enumerate(places):
        lead = "(" if number == 0 else ", "
        segments.append(Segment(at, at + len(lead), place.start, place.start))
        at += len(lead)
        shown = place.slice(text)
        segments.append(Segment(at, at + len(shown), place.start, place.end))
        literal = printed(shown)
        cells.append(Number(literal.value, literal, Span(at, at + len(shown))))
        at += len(shown)
        pieces += [lead, shown]
    end = places[-1].end
    segments.append(Segment(at, at + 1, end, end))
    return MappedText("".join((*pieces, ")")), tuple(segments)), tuple(cells)


__all__ = ["is_untold_list", "lists_of_numbers"]
