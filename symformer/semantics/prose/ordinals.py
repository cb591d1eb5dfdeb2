r"""Shapes that words behind a display claim of its equations: "the first is $m \times r$ and the second is $r \times n$"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document, Formula
from symformer.semantics.prose.claims import UNSURE, claimed_shape
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import at, is_mark, is_word
from symformer.semantics.prose.snippets import Read, sizes_in
from symformer.semantics.prose.tokens import sentences, tokens_of
from symformer.semantics.statement import Statement
from symformer.terms.term import EQUAL, Relation, Space, Term

ORDINALS = {"first": 0, "former": 0, "second": 1, "latter": -1, "third": 2, "fourth": 3, "last": -1}
RESULTS = words("result product output")
FAR = 400  # characters between a display and what is said of its equations


def shapes_of_ordinals(document: Document, statements: Sequence[Statement], read: Read) -> list[Statement]:
    """The memberships that such words claim, each at the equation that is meant; ``statements`` are in order."""
    displays = [f for f in document.formulas if f.display == "display"]
    ends = [display.span.end for display in displays]
    found: list[Statement] = []
    for block in document.prose:
        if not block.formulas or not displays:
            continue
        for tokens in sentences(tokens_of(block)):
            sentence = Sentence(tokens, block.text, block.span.start, read)
            if not tokens or any(token.kind == "word" and token.lower in UNSURE for token in tokens):
                continue
            spoken = list(_spoken(sentence))
            if spoken:
                start = sentence.span(0, 1).start
                before = bisect_left(ends, start + 1) - 1
                if before >= 0 and start - ends[before] <= FAR:
                    found.extend(_claims(spoken, displays[before], statements))
    return found


def _spoken(sentence: Sentence) -> Iterator[tuple[int, tuple[Term, ...]]]:
    """Which equation is spoken of, and the sizes it is said to have."""
    tokens = sentence.tokens
    for here, token in enumerate(tokens):
        place = ORDINALS.get(token.lower)
        if place is None and here <= 1 and token.lower in RESULTS:
            place = -1
        opened = is_word(at(tokens, here - 1), "the") and (
            here == 1 or is_word(at(tokens, here - 2), "and", "while", "so") or is_mark(at(tokens, here - 2), ",", ";")
        )
        if place is None or not opened:
            continue
        after = (
            here + 2 if is_word(at(tokens, here + 1), "one", "equation", "gradient", "product", "matrix") else here + 1
        )
        snippet = claimed_shape(sentence, after)
        sizes = sizes_in(snippet, sentence.read) if snippet is not None else None
        if sizes is not None:
            yield place, sizes


def _claims(
    spoken: Sequence[tuple[int, tuple[Term, ...]]], display: Formula, statements: Sequence[Statement]
) -> Iterator[Statement]:
    equations = [
        statement
        for statement in statements
        if statement.formula is display
        and isinstance(statement.term, Relation)
        and set(statement.term.relations) <= EQUAL
    ]
    ordinals = [place for place, _ in spoken]
    for place, sizes in spoken:
        if place >= len(equations) or not equations or (len(equations) == 1 and 1 in ordinals):
            continue
        statement = equations[place]
        assert isinstance(statement.term, Relation)
        value = statement.term.sides[-1]
        claim = Relation(("∈",), (value, Space("R", sizes, value.origin)), value.origin)
        yield Statement(claim, statement.latex, "formula", statement.section, statement.formula)
