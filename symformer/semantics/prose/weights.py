"""Shapes said of things by their kind: "each weight matrix is of size 512 × 64"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from symformer.documents.document import Formula
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.arrays import array_phrase
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import at, copula, is_array, is_mark, is_word, shape_phrase, shapes
from symformer.semantics.prose.snippets import Read
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Index, Symbol, walk
from symformer.text.span import Span

_NEAR = 400  # characters between the formula and the sentence that speaks of its weights
_GATHERED = words(
    "gather gathers gathered collect collects collected stack stacks stacked arrange arranges arranged put puts combine "
    "combines combined organize organized pack packs packed store stores stored group grouped write written"
)
_ALL = words("all of our the these its their its model's network's layer's")


def weights_by_concept(sentence: Sentence, displays: Sequence[Formula]) -> Iterator[Declaration]:
    """The shape that a sentence gives to each weight matrix of the formula right before it."""
    tokens = sentence.tokens
    start = 0
    while is_mark(at(tokens, start), "(", "（", "-", "*"):
        start += 1
    if not is_word(at(tokens, start), "each", "every", "all", "these", "the", "每个"):
        return
    here = start + 1
    while is_word(at(tokens, here), "the", "of", "these", "three", "learnable", "learned", "projection"):
        here += 1
    if not is_word(at(tokens, here), "weight", "weights", "权重矩阵") or not (
        is_array(at(tokens, here + 1)) or is_word(at(tokens, here), "weights", "权重矩阵")
    ):
        return
    bare = not is_array(at(tokens, here + 1)) and not is_word(at(tokens, here), "权重矩阵")
    here += 2 if is_array(at(tokens, here + 1)) else 1
    after = copula(tokens, here)
    phrase = shape_phrase(tokens, after if after is not None else here, sentence.read)
    if phrase is None and after is not None:
        phrase = shapes(tokens, after + 1 if is_word(at(tokens, after), "a", "an") else after, sentence.read)
    if phrase is None or len(phrase[0]) != 1 or len(phrase[0][0]) != 2:
        return
    formula = _formula_before(sentence, displays)
    if formula is None:
        return
    evidence = sentence.span(start, phrase[1])
    weights = tuple(_weights(formula, sentence.read))
    if len(weights) != 1 and is_word(at(tokens, start), "the") and is_word(at(tokens, here - 1), "matrix", "weight"):
        return  # of several weights, which one? it may be the matrix of attention weights
    one = any(is_word(token, "a", "an") for token in tokens[here : phrase[1]])
    if bare and is_word(at(tokens, start), "the") and (_weighs(formula, sentence.read) or (one and len(weights) > 1)):
        return  # "the weights form an n × m matrix": those that attention gives
    for symbol, span in weights:
        yield Declaration(
            symbol=symbol, span=span, evidence=evidence, visible_from=formula.span.start, sizes=phrase[0][0],
            role="matrix", by="prose",
        )  # fmt: skip


def gathered_weights(sentence: Sentence, formulas: Sequence[Formula]) -> Iterator[Declaration]:
    """``We have gathered all of our weights into an $m \\times n$ matrix``: the only matrix W of the formula before it."""
    tokens = sentence.tokens
    for here, token in enumerate(tokens):
        if not is_word(token, "weights"):
            continue
        before = here - 1
        while is_word(at(tokens, before), *_ALL):
            before -= 1
        after = here + 1
        if not is_word(at(tokens, before), *_GATHERED):
            if not is_word(at(tokens, after), "are", "were") or not is_word(at(tokens, after + 1), *_GATHERED):
                continue
            after += 2
        phrase = array_phrase(tokens, after + 1, sentence.read)
        if not is_word(at(tokens, after), "into", "in", "as") or phrase is None or len(phrase.sizes) != 2:
            continue
        found = ((formula, tuple(_weights(formula, sentence.read))) for formula in _before(sentence, formulas))
        formula, weights = next(((each, told) for each, told in found if told), (None, ()))
        if formula is None or len(weights) != 1 or isinstance(weights[0][0], Index):
            continue
        yield Declaration(
            symbol=weights[0][0], span=weights[0][1], evidence=sentence.span(here, phrase.end),
            visible_from=formula.span.start, sizes=phrase.sizes, role="matrix", by="prose",
        )  # fmt: skip


def _before(sentence: Sentence, formulas: Sequence[Formula]) -> Iterator[Formula]:
    """The formulas right before a sentence, the nearest first."""
    place = sentence.span(0, 1).start
    for formula in sorted(formulas, key=lambda each: each.span.end, reverse=True):
        if formula.span.end <= place and place - formula.span.end < _NEAR:
            yield formula


def _formula_before(sentence: Sentence, displays: Sequence[Formula]) -> Formula | None:
    place = sentence.span(0, 1).start
    index = bisect_right(displays, place, key=lambda formula: formula.span.end) - 1
    return displays[index] if index >= 0 and place - displays[index].span.end < _NEAR else None


def _weighs(formula: Formula, read: Read) -> bool:
    """Whether a formula has weights of its own making, which a softmax or attention gives."""
    term = read(formula.text, formula.body)
    return any(
        isinstance(part, Apply) and re.match(r"soft-?max|att|sdpa", part.function, re.IGNORECASE) for part in walk(term)
    )


def _weights(formula: Formula, read: Read) -> Iterator[tuple[Symbol | Index, Span]]:
    """The symbols of a formula that are called W, each once, with their first place."""
    term = read(formula.text, formula.body)
    seen: set[Symbol | Index] = set()
    for part in walk(term):
        base = unindexed(part)
        if not isinstance(part, Symbol | Index) or not isinstance(base, Symbol) or part in seen:
            continue
        seen |= {part, base}
        if re.match(r"(?:[a-z]+\()?W", base.name):
            yield part, formula.latex.origin_span(part.origin)
