r"""Matrices told by what lies in them: "the rows of $X$ are the $n$ tokens of dimension $d$", "a matrix whose columns are …"."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.arrays import dimensional
from symformer.semantics.prose.names import Names, Sentence, declare
from symformer.semantics.prose.phrases import Description, at, in_space, is_word, size_at
from symformer.terms.term import Symbol, Term

_LINES = ("rows", "columns")
_FAR = 14  # tokens from the matrix to its rows, and from those to how long they are


def collected(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """The shape of one matrix whose rows or columns are counted and measured in its sentence."""
    if len(names.names) != 1 or not names.sure or not isinstance(names.names[0].symbol, Symbol):
        return
    tokens = sentence.tokens
    if is_word(at(tokens, names.start - 1), "of") and is_word(at(tokens, names.start - 2), *_LINES):
        line, verb = names.start - 2, names.end  # the rows of X are …
    else:
        line = next((here for here in range(names.end, names.end + _FAR) if _opens_lines(sentence, here)), -1)
        verb = line + 1
    if line < 0 or not is_word(at(tokens, verb), "are", "hold", "contain", "store"):
        return
    counted = _counted(sentence, verb + 1)
    if counted is None:
        return
    count, length, end = counted
    sizes = (count, length) if is_word(tokens[line], "rows") else (length, count)
    yield declare(sentence, names.names[0], min(names.start, line), end, Description(role="matrix", sizes=sizes))


def _opens_lines(sentence: Sentence, index: int) -> bool:
    """``whose rows``, with no other name between it and the matrix."""
    return is_word(at(sentence.tokens, index), *_LINES) and is_word(at(sentence.tokens, index - 1), "whose")


def _counted(sentence: Sentence, start: int) -> tuple[Term, Term, int] | None:
    """``the $n$ tokens of dimension $d$``, ``$n$ points in $\\mathbb{R}^d$``, ``the $n$ $d$-dimensional vectors``."""
    tokens, read = sentence.tokens, sentence.read
    here = start + 1 if is_word(at(tokens, start), "the", "our", "all") else start
    count = size_at(tokens, here, read)
    if count is None:
        return None
    for after in range(here + 1, here + _FAR):
        token = at(tokens, after)
        if token is None or (token.kind == "mark" and token.text not in "-–"):
            return None
        if (told := dimensional(tokens, after, read)) is not None:
            return count, told[0][0], told[1]
        if is_word(token, "in") and (space := at(tokens, after + 1)) is not None and space.kind == "math":
            lies = in_space(space, read)
            return (count, lies[0][0], after + 2) if lies is not None and len(lies[0]) == 1 else None
        if is_word(token, "of") and is_word(at(tokens, after + 1), "dimension", "length", "size"):
            length = size_at(tokens, after + 2, read)
            return (count, length, after + 3) if length is not None else None
        if token.kind == "math":
            return None
    return None
