r"""Biases as long as the rows of one weight matrix and as the columns of another: ``W_1 \in \mathbb{R}^{d \times f}`` with
``b_1 \in \mathbb{R}^f``, beside ``W_2 \in \mathbb{R}^{f \times d}`` with ``b_2 \in \mathbb{R}^f``.

A bias is as long as what its matrix gives.  Where a note declares its layers, it is those beside each other that tell
whether that is the first size or the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.algebra.shape import Shape
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import SHAPE_NOUNS, Tokens, at, in_space, is_word, size_at
from symformer.semantics.prose.tokens import sentences, tokens_of
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.shapes.records import ShapeConflict
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import is_numbered, unindexed, untransposed
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Relation, Space, Symbol, Term, Transpose, walk
from symformer.text.span import Span

BIASES = frozenset({"b", "c"})


@dataclass(frozen=True, slots=True)
class _Layer:
    """A weight matrix and its bias, as the note declares them."""

    weight: Term
    shape: Shape
    bias: str
    length: Shape
    span: Span
    section: int


def bias_length_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the layer of each section whose bias lies along the other side of its matrix than all others do."""
    sections: dict[int, list[_Layer]] = {}
    hands = _hands(model)
    told = {part for each in model.shapes for clash in each.inferred.conflicts for part in _parts(clash)}
    families = {each.base for each in hands if isinstance(each, Index) and not is_numbered(each)}
    for layer in (*_by_letters(model), *_by_words(model)):
        weight = unindexed(layer.weight)
        if weight in told or weight in families:
            continue  # the formulas tell of it
        sections.setdefault(layer.section, []).append(layer)
    for layers in sections.values():
        if len(set().union(*(hands.get(layer.weight, ()) for layer in layers))) > 1:
            continue  # one is multiplied from the left, another from the right
        sides = [(layer, _side(layer)) for layer in layers]
        first, last = ([layer for layer, side in sides if side == kind] for kind in ("first", "last"))
        if not first or not last or len(first) > 1 and len(last) > 1:
            continue
        odd, usual = (first[0], last[0]) if len(first) < len(last) else (last[0], first[0])
        if len(first) == len(last):
            usual, odd = sorted((odd, usual), key=lambda layer: layer.span.start)
        side, other = ("rows", "columns") if odd in first else ("columns", "rows")
        yield Problem(
            odd.span,
            f"{odd.bias} is as long as {show(odd.weight)} has {side}, {usual.bias} as {show(usual.weight)} has {other}",
            help=f"try {odd.shape.last if odd in first else odd.shape.first}",
            related=(Related(usual.span, f"{usual.bias} declared here"),),
            evidence={"kind": "shape", "left": str(odd.shape), "right": str(odd.length)},
            key=f"bias length@{odd.span.start}",
        )


def _side(layer: _Layer) -> str | None:
    """Whether a bias is as long as the first size of its matrix or as the last one; None where that is open."""
    same = [layer.length.first == size for size in layer.shape.sizes]
    return None if same[0] == same[1] else "first" if same[0] else "last"


def _parts(conflict: ShapeConflict) -> Iterator[Term]:
    yield from walk(conflict.left)
    yield from walk(conflict.right)


def _hands(model: SemanticModel) -> Mapping[Term, set[str]]:
    """On which side of what it is multiplied with each name stands in the products of a note."""
    found: dict[Term, set[str]] = {}
    for statement in model.statements:
        for product in walk(statement.term):
            if not isinstance(product, Product) or product.sign == "×":
                continue
            for at_place, part in enumerate(product.factors):
                turned = isinstance(part, Transpose)
                name = untransposed(part)
                last = at_place == len(product.factors) - 1
                found.setdefault(name, set()).add("right" if last != turned else "left")
    return found


def _by_letters(model: SemanticModel) -> Iterator[_Layer]:
    """W_1 and b_1: a matrix and a vector with one label."""
    weights: dict[tuple[str, int], tuple[Term, Shape]] = {}
    biases: dict[tuple[str, int], tuple[Term, Shape, Span]] = {}
    for each in model.table.declarations:
        shape = shape_of_sizes(each.sizes) if each.sizes else None
        named = _label(each.symbol)
        if shape is None or named is None:
            continue
        letter, label = named
        place = (label, section_at(model.document, each.span.start))
        if letter in ("W", "w") and shape.rank == 2:
            weights.setdefault(place, (each.symbol, shape))
        elif letter in BIASES and shape.rank == 1:
            biases.setdefault(place, (each.symbol, shape, each.evidence))
    for place, (weight, shape) in weights.items():
        if place[0] and place in biases:
            bias, length, span = biases[place]
            yield _Layer(weight, shape, show(bias), length, span, place[1])


def _label(term: Term) -> tuple[str, str] | None:
    r"""The letter of a name and all that is written on it: W and 1 for ``W^{(1)}``."""
    base = unindexed(term)
    if not isinstance(base, Symbol):
        return None
    spelling = taken_apart(base.name)
    labels = [spelling.below, spelling.above]
    if isinstance(term, Index):
        labels += map(show, term.slots)
    return spelling.letter, ",".join(filter(None, labels))


def _by_words(model: SemanticModel) -> Iterator[_Layer]:
    r"""``$W \in \mathbb{R}^{d \times f}$ and bias in $\mathbb{R}^{f}$``."""
    read = reader_of(model.vocabulary)
    for block in model.document.prose:
        if not block.formulas:
            continue
        for tokens in sentences(tokens_of(block)):
            sentence = Sentence(tokens, block.text, block.span.start, read)
            for here, token in enumerate(tokens):
                if not is_word(token, "bias", "biases", "偏置"):
                    continue
                found, before = _length(tokens, here + 1, sentence), _weight(tokens, here, sentence)
                if found is not None and before is not None:
                    (length, end), (weight, shape) = found, before
                    span = sentence.span(here, end)
                    yield _Layer(
                        weight,
                        shape,
                        f"the bias of {show(weight)}",
                        length,
                        span,
                        section_at(model.document, span.start),
                    )


def _length(tokens: Tokens, here: int, sentence: Sentence) -> tuple[Shape, int] | None:
    here += is_word(at(tokens, here), "vector", "vectors", "term")
    if not is_word(at(tokens, here), "in", "of", "with"):
        return None
    here += 1
    while is_word(at(tokens, here), "length", "a", *SHAPE_NOUNS):
        here += 1
    token = at(tokens, here)
    if token is None:
        return None
    if (space := in_space(token, sentence.read)) is not None:
        shape = shape_of_sizes(space[0])
        return (shape, here + 1) if shape is not None and shape.rank == 1 else None
    size = size_at(tokens, here, sentence.read)
    shape = shape_of_sizes((size,)) if size is not None else None
    return (shape, here + 1) if shape is not None else None


def _weight(tokens: Tokens, here: int, sentence: Sentence) -> tuple[Term, Shape] | None:
    """The matrix that a sentence declared last before a place."""
    for token in reversed(tokens[:here]):
        if token.kind != "math" or token.snippet is None:
            continue
        term = token.snippet.read(sentence.read)
        match term:
            case Relation(relations=("∈",), sides=(Symbol() | Index() as weight, Space() as space)):
                shape = shape_of_sizes(space.sizes)
                return (weight, shape) if shape is not None and shape.rank == 2 else None
        return None
    return None
