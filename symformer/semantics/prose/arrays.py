r"""Noun phrases that name an array with its sizes: "a real symmetric $n \times n$ matrix", 一个 $d$ 维列向量.

The sizes stand before the noun ("an $n \times d$ input matrix", "a $d$-dimensional bias vector") or
behind it ("a matrix with $n$ rows and $d$ columns", "a vector of $d$ numbers", "a square matrix of order $n$").
"""

from __future__ import annotations

from dataclasses import dataclass

from symformer.semantics.declaration import Role
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.phrases import (
    PREPOSITIONS,
    STOPS,
    Tokens,
    at,
    in_space,
    is_array,
    is_mark,
    is_word,
    one_shape,
    shape_phrase,
)
from symformer.semantics.prose.snippets import Read, size_in
from symformer.semantics.prose.tokens import Token
from symformer.terms.term import Term

LONGEST = 7  # words before the sizes, and between them and the noun


@dataclass(frozen=True, slots=True)
class ArrayPhrase:
    """Sizes, what kind of thing has them, and the index of the token after the phrase."""

    sizes: tuple[Term, ...]
    role: Role
    end: int


_ARTICLES = words("a an the one some any this our its both all 一个 一 个 该 该个")
# what has as many rows and columns as are said: no "space", no "kernel", no part of a thing
_TABLES = words(
    "weights parameters table grid embedding embeddings projection mask representation image map array lattice"
)
# one size tells both of theirs
_SQUARE = words(
    "square symmetric covariance correlation gram kernel permutation diagonal orthogonal invertible adjacency"
)
_NOT_THIS = words(
    "not never no a an the each every per submatrix block blocks batch identity minor slice row rows column columns"
)
_COMPONENTS = words(
    "components component entries entry elements element coordinates coordinate dimensions numbers reals features values units "
    "probabilities scores logits weights biases activations 个元素 个分量"
)


def array_phrase(tokens: Tokens, index: int, read: Read) -> ArrayPhrase | None:
    """The array that a noun phrase beginning at ``index`` names with its sizes, or None."""
    here = index
    while is_word(at(tokens, here), *_ARTICLES):
        here += 1
    first = here
    while (token := at(tokens, here)) is not None and here - first <= LONGEST:
        sized = _sizes_before(tokens, here, read)
        if sized is not None:
            return _with_noun(tokens, sized, read)
        if is_array(token) or token.lower in ("table", "grid"):
            return _sizes_behind(
                tokens, here, read, squared=any(is_word(each, *_SQUARE) for each in tokens[first:here])
            )
        if not _describes(token):
            return None
        here += 1
    return None


def _describes(token: Token) -> bool:
    """Whether a word may stand between the article and the noun."""
    if is_mark(token, "-", ","):
        return True
    if token.kind != "word" or token.lower in _NOT_THIS:
        return False
    return token.lower == "的" or token.lower not in PREPOSITIONS | STOPS


@dataclass(frozen=True, slots=True)
class _Sized:
    sizes: tuple[Term, ...]
    end: int
    vector: bool  # one size only: what it counts are components


def _sizes_before(tokens: Tokens, index: int, read: Read) -> _Sized | None:
    r"""``$n \times d$``, ``$d$-dimensional``, ``$k$ 维``, ``length-$n$``."""
    found = one_shape(tokens, index, read)
    if found is not None and len(found[0]) >= 2:
        return _Sized(found[0], found[1], False)
    here = index
    if is_word(at(tokens, here), "长度", "维度", "维数") and is_word(at(tokens, here + 1), "为", "是"):
        several = one_shape(tokens, here + 2, read)
        size = _size(at(tokens, here + 2), read)
        if several is not None and len(several[0]) >= 2:
            return _Sized(several[0], several[1], False)
        return _Sized((size,), here + 3, True) if size is not None else None
    if is_word(at(tokens, here), "大小", "形状", "尺寸") and is_word(at(tokens, here + 1), "为", "是"):
        return _sizes_before(tokens, here + 2, read)
    if is_word(at(tokens, here), "length") and is_mark(at(tokens, here + 1), "-", "–"):
        here += 2
        size = _size(at(tokens, here), read)
        return _Sized((size,), here + 1, True) if size is not None else None
    size = _size(at(tokens, here), read)
    if size is None:
        return None
    here += 1
    if is_mark(at(tokens, here), "-", "–"):
        here += 1
        if is_word(at(tokens, here), "vector", "vectors"):
            return _Sized((size,), here, True)
    if is_word(at(tokens, here), "dimensional", "dim", "d", "维", "dimension", "element", "component"):
        return _Sized((size,), here + 1, True)
    return None


def dimensional(tokens: Tokens, index: int, read: Read) -> tuple[tuple[Term, ...], int] | None:
    """``$k$-dimensional``, without the noun: the size, and where the word ends."""
    sized = _sizes_before(tokens, index, read)
    told = sized is not None and sized.vector and is_word(at(tokens, sized.end - 1), "dimensional", "维")
    return (sized.sizes, sized.end) if sized is not None and told else None


def _size(token: Token | None, read: Read) -> Term | None:
    if token is None or token.snippet is None or token.display or token.kind not in ("math", "number", "word"):
        return None
    if token.kind == "number" and not token.text.isdigit():
        return None
    return size_in(token.snippet, read)


def _with_noun(tokens: Tokens, sized: _Sized, read: Read) -> ArrayPhrase | None:
    """The noun behind sizes: ``input matrix``, ``的偏置向量``."""
    here = sized.end
    while (token := at(tokens, here)) is not None and here - sized.end <= LONGEST:
        if is_array(token):
            role = array_role(token)
            fitting = role == "vector" if sized.vector else True
            return ArrayPhrase(sized.sizes, role, here + 1) if fitting else None
        if not sized.vector and token.lower in _TABLES and not _goes_on(tokens, here + 1):
            return ArrayPhrase(sized.sizes, "unknown", here + 1)
        if sized.vector and is_word(token, "embedding", "vector") and not _goes_on(tokens, here + 1):
            return ArrayPhrase(sized.sizes, "vector", here + 1)
        if not _describes(token) or is_mark(token, ","):
            return None
        here += 1
    return None


def _goes_on(tokens: Tokens, index: int) -> bool:
    """Whether the noun phrase has more words: an "embedding space" is no embedding."""
    token = at(tokens, index)
    return token is not None and token.kind == "word" and token.snippet is None and _describes(token)


def _sizes_behind(tokens: Tokens, noun: int, read: Read, *, squared: bool = False) -> ArrayPhrase | None:
    """``a matrix of size …``, ``a vector with $d$ components``, ``a square matrix of order $n$``, ``a vector in …``."""
    role = array_role(tokens[noun])
    here = noun + 1
    phrase = shape_phrase(tokens, here, read)
    if phrase is not None and len(phrase[0]) == 1:
        if squared and role == "matrix" and len(phrase[0][0]) == 1:
            return ArrayPhrase(phrase[0][0] * 2, role, phrase[1])
        return _fitting(phrase[0][0], role, phrase[1])
    if is_word(at(tokens, here), "in", "from") and (token := at(tokens, here + 1)) is not None:
        space = in_space(token, read)
        return _fitting(space[0], role, here + 2) if space is not None else None
    if is_mark(at(tokens, here), "(", "（"):
        inner = one_shape(tokens, here + 1, read)
        closed = inner is not None and is_mark(at(tokens, inner[1]), ")", "）")
        return _fitting(inner[0], role, inner[1] + 1) if inner is not None and closed else None
    return sizes_behind(tokens, here, role, read)


def sizes_behind(tokens: Tokens, here: int, role: Role, read: Read) -> ArrayPhrase | None:
    """``with $d$ components``, ``of order $n$``: what stands behind a vector or a square matrix."""
    if not is_word(at(tokens, here), "of", "with", "having", "containing"):
        return None
    if is_word(at(tokens, here + 1), "order", "side") and role == "matrix":
        size = _size(at(tokens, here + 2), read)
        return ArrayPhrase((size, size), role, here + 3) if size is not None else None
    size = _size(at(tokens, here + 1), read)
    after = here + 2
    while is_word(at(tokens, after), "real", "scalar", "binary"):
        after += 1
    if size is not None and role == "vector" and is_word(at(tokens, after), *_COMPONENTS):
        return ArrayPhrase((size,), role, after + 1)
    return None


def _fitting(sizes: tuple[Term, ...], role: Role, end: int) -> ArrayPhrase | None:
    """Whether as many sizes are said as such a thing has."""
    if len(sizes) == 1 and role == "matrix":
        return None
    return ArrayPhrase(sizes, role, end)


def array_role(token: Token) -> Role:
    """The kind of thing that a noun names: vector, matrix or tensor."""
    text = token.lower
    if text.startswith("vector") or text.endswith("向量"):
        return "vector"
    return "tensor" if text.startswith(("tensor", "array")) or text.endswith("张量") else "matrix"
