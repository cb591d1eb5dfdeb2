r"""Shapes that a sentence claims of a product: "$A B^\\top$ is an $m \\times n$ matrix".

Such a sentence declares nothing; it becomes the statement ``A B^\\top ∈ ℝ^{m × n}``, to be checked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document, Formula
from symformer.documents.places import section_at
from symformer.semantics.prose.arrays import array_phrase
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Names, Sentence, is_subject
from symformer.semantics.prose.phrases import SHAPE_NOUNS, at, copula, is_array, is_mark, is_word
from symformer.semantics.prose.snippets import Read, Snippet, sizes_in
from symformer.semantics.prose.tokens import sentences, tokens_of
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Apply, Matrix, Product, Relation, Space, Sum, Term, Transpose, Unknown, walk
from symformer.text.mapped import MappedText, Segment

UNSURE = words(
    "if when whenever unless not never no cannot can't isn't would should could might may must neither suppose assume want "
    "wants wanted need needs require requires wrong incorrect mistake each every row rows column columns entry entries block "
    "batch head heads 若 如果 当 不 每"
)


def claims_in_words(document: Document, read: Read) -> tuple[Statement, ...]:
    """The shapes that the note's sentences claim of products, as memberships."""
    found: list[Statement] = []
    displays = [each for each in document.formulas if each.display == "display"]
    for block in document.prose:
        if not block.formulas:
            continue
        for number, tokens in enumerate(sentences(tokens_of(block))):
            sentence = Sentence(tokens, block.text, block.span.start, read)
            if not number and is_word(at(tokens, 0), "which"):
                found += _of_display(document, sentence, displays, block.span.start)
            found += _of_sentence(document, sentence)
    return tuple(found)


def _of_display(document: Document, sentence: Sentence, displays: Sequence[Formula], start: int) -> Iterator[Statement]:
    """A paragraph that goes on with "which is an …" speaks of the display right above it."""
    above = bisect_right(displays, start, key=lambda each: each.span.end) - 1
    if above < 0 or document.source.text[displays[above].span.end : start].strip():
        return
    snippet = Snippet(displays[above].latex)
    if (told := _which_is(sentence, -1, snippet)) is not None:
        yield Statement(told, snippet.latex, "formula", section_at(document, snippet.span.start))


def _of_sentence(document: Document, sentence: Sentence) -> Iterator[Statement]:
    tokens = sentence.tokens
    unsure = any(token.kind == "word" and token.lower in UNSURE for token in tokens)
    for here, token in enumerate(tokens):
        if unsure and not _says_what_comes(sentence, here + 1):
            continue
        if token.kind != "math" or token.snippet is None:
            continue
        if (told := _which_is(sentence, here, token.snippet)) is not None:
            yield Statement(told, token.snippet.latex, "formula", section_at(document, token.snippet.span.start))
            continue
        if token.display:
            continue
        if (added := _added(sentence, here, token.snippet)) is not None:
            yield Statement(added, token.snippet.latex, "formula", section_at(document, token.snippet.span.start))
            continue
        if (tuple_told := _by_tuple(sentence, here, token.snippet)) is not None:
            yield Statement(tuple_told, token.snippet.latex, "formula", section_at(document, token.snippet.span.start))
            continue
        shape = claimed_shape(sentence, here + 1)
        if shape is None or not is_subject(sentence, Names((), here, here + 1, True)):
            continue
        if not _is_compound(token.snippet.read(sentence.read)):
            continue
        latex = _membership(token.snippet, shape)
        term = sentence.read(latex.text, token.snippet.span)
        if isinstance(term, Relation) and isinstance(term.sides[-1], Space) and len(term.sides) == 2:
            yield Statement(term, latex, "formula", section_at(document, token.snippet.span.start))


def _added(sentence: Sentence, here: int, snippet: Snippet) -> Relation | None:
    """``$\\nabla L = X^\\top r$, a vector in …``: what is added behind a formula is said of its last side."""
    tokens = sentence.tokens
    if not is_mark(at(tokens, here + 1), ",") or not is_word(at(tokens, here + 2), "a", "an"):
        return None
    phrase = array_phrase(tokens, here + 2, sentence.read)
    after = at(tokens, phrase.end) if phrase is not None else None
    if phrase is None or not (after is None or after.kind == "mark" or is_word(after, "and", "where", "with")):
        return None
    term = snippet.read(sentence.read)
    match term:
        case Relation(relations=relations, sides=(Apply(), *_, value)) if set(relations) <= EQUAL:
            pass
        case Apply(function="concat" | "tuple") | Matrix(style="tuple"):
            value = term
        case _:
            return None
    if any(isinstance(part, Unknown | Relation) for part in walk(value)):
        return None
    return Relation(("∈",), (value, Space("R", phrase.sizes, value.origin)), value.origin)


def _which_is(sentence: Sentence, here: int, snippet: Snippet) -> Relation | None:
    """``$O = A V$, which is an $m \\times d$ matrix``: what is said behind a formula, a display too, of its last side."""
    tokens = sentence.tokens
    index = here + 2 if is_mark(at(tokens, here + 1), ",", ".") else here + 1
    if not is_word(at(tokens, index), "which"):
        return None
    if (sizes := _claimed_sizes(sentence, index + 1)) is None:
        return None
    term = snippet.read(sentence.read)
    value = term.sides[-1] if isinstance(term, Relation) and set(term.relations) <= EQUAL else term
    if isinstance(value, Space | Relation | Matrix) or any(
        isinstance(part, Unknown | Relation) for part in walk(value)
    ):
        return None
    return Relation(("∈",), (value, Space("R", sizes, value.origin)), value.origin)


def _by_tuple(sentence: Sentence, here: int, snippet: Snippet) -> Relation | None:
    """``$A B$ has shape $(m, n)$``."""
    if claimed_shape(sentence, here + 1) is not None or (sizes := _claimed_sizes(sentence, here + 1)) is None:
        return None
    value = snippet.read(sentence.read)
    if not _is_compound(value) or not is_subject(sentence, Names((), here, here + 1, True)):
        return None
    return Relation(("∈",), (value, Space("R", sizes, value.origin)), value.origin)


def _claimed_sizes(sentence: Sentence, index: int) -> tuple[Term, ...] | None:
    """The sizes in ``is an $m \\times n$ matrix``, ``has shape $(m, n)$``."""
    tokens = sentence.tokens
    if (shown := claimed_shape(sentence, index)) is not None:
        return sizes_in(shown, sentence.read)
    here = copula(tokens, index)
    if here is None and not is_word(at(tokens, index), "has"):
        return None
    here = index + 1 if here is None else here + is_word(at(tokens, here), "of")
    sized = at(tokens, here + 1)
    if not is_word(at(tokens, here), *SHAPE_NOUNS) or sized is None or sized.snippet is None or sized.kind != "math":
        return None
    sizes = sizes_in(sized.snippet, sentence.read)
    return sizes if sizes is not None and len(sizes) == 2 else None


def claimed_shape(sentence: Sentence, index: int) -> Snippet | None:
    """The sizes in ``is an $m \\times n$ matrix``, ``has shape $m \\times n$``, ``is $m \\times n$``."""
    tokens = sentence.tokens
    here = _given(sentence, index) or copula(tokens, index)
    if here is None and is_word(at(tokens, index), "has") and is_word(at(tokens, index + 1), *SHAPE_NOUNS):
        here = index + 2
    elif here is not None:
        if is_word(at(tokens, here), "of") and is_word(at(tokens, here + 1), *SHAPE_NOUNS):
            here += 2
        elif is_word(at(tokens, here), "a", "an"):
            here += 1
    if here is None:
        return None
    sized = at(tokens, here)
    if sized is None or sized.kind != "math" or sized.snippet is None or r"\times" not in sized.snippet.text:
        return None
    following = at(tokens, here + 1)
    ends = (
        following is None
        or is_array(following)
        or is_mark(following, ",", ")", "，")
        or is_word(following, "and", "as")
    )
    sizes = sizes_in(sized.snippet, sentence.read)
    return sized.snippet if ends and sizes is not None and len(sizes) == 2 else None


def _given(sentence: Sentence, index: int) -> int | None:
    """Where what a product comes to begins: behind ``which gives us`` and ``yields``."""
    tokens, here = sentence.tokens, index
    if is_mark(at(tokens, here), ","):
        here += 1
    if is_word(at(tokens, here), "which", "that"):
        here += 1
    if not is_word(at(tokens, here), "gives", "yields", "produces", "makes", "returns"):
        return None
    return here + 2 if is_word(at(tokens, here + 1), "us", "you") else here + 1


def _says_what_comes(sentence: Sentence, index: int) -> bool:
    """Whether "which gives a …" follows, and the sentence denies nothing: an "if" before it counts no more."""
    told = is_word(at(sentence.tokens, index), "which") and _given(sentence, index) is not None
    return told and not any(is_word(token, "not", "never", "no", "cannot", "wrong") for token in sentence.tokens)


def _is_compound(term: Term) -> bool:
    """A product (or a transpose, or a sum of such) of names, all of it read."""
    plain = isinstance(term, Product | Transpose | Sum)
    return plain and not any(isinstance(part, Unknown | Relation) for part in walk(term))


def _membership(product: Snippet, sizes: Snippet) -> MappedText:
    r"""``PRODUCT \\in \\mathbb{R}^{SIZES}``, each part mapped to its place."""
    text, segments = "", list[Segment]()
    gap = sizes.span.start
    for piece in (product.latex, r" \in \mathbb{R}^{", sizes.latex, "}"):
        at_end = len(text)
        if isinstance(piece, str):
            segments.append(Segment(at_end, at_end + len(piece), gap, gap))
            gap = sizes.span.end
            text += piece
            continue
        segments += [Segment(s.start + at_end, s.end + at_end, s.origin_start, s.origin_end) for s in piece.segments]
        text += piece.text
    return MappedText(text, tuple(segments))
