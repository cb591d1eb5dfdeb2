"""Phrases of a declaring sentence: noun phrases, shapes in words, values, and where each of them ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symformer.semantics.declaration import Role
from symformer.semantics.prose.concepts import ROLE_OF_NOUN, concept_of, normal_words, words
from symformer.semantics.prose.snippets import Read, is_numeral, size_in, sizes_in
from symformer.semantics.prose.tokens import Token
from symformer.terms.term import Index, Product, Quotient, Space, Sum, Symbol, Term

Tokens = Sequence[Token]

COPULAS = words(
    "is are be being denotes denote represents represent lies lie lives live resides reside belongs belong becomes become "
    "forms form constitutes constitute 属于 是 为 均为 都是 都为 表示 代表 指的是 指 指代 分别是 分别为 分别表示 分别代表"
)
PREPOSITIONS = words(
    "of between by with in on from to into at over through under via per without within during after before using "
    "than as like across along about against"
)
STOPS = words(
    "which that where who whose while when because since so such but if used using obtained computed defined given "
    "denoted applied calculated produced after before as is are was were be has have can will may this these we you "
    "it they then thus hence for by from with without 其中 是 为 表示 由 用 用于 将 把 在 从 经过"
)
_DANGLING = words("and or for the a an each every 和 与 及 每个")
SHAPE_NOUNS = words("dimension dimensions dimensionality size sizes shape shapes 维度 大小 形状 尺寸 维数")
_ARRAYS = words(
    "matrix matrices tensor tensors array arrays vector vectors jacobian jacobians hessian hessians "
    "矩阵 方阵 张量 向量 权重矩阵 参数矩阵"
)
_CROSS = words("× x by X * ✕ ⨯")
_CHINESE_IS = ("为", "是", "均为", "等于", "分别是", "分别为", "都是", "都为")
MOST_BRACKETS = 8  # around a shape; what stands in more is none


@dataclass(frozen=True, slots=True)
class Description:
    """What a phrase says of its symbol."""

    concept: str | None = None
    role: Role = "unknown"
    sizes: tuple[Term, ...] | None = None
    domain: str | None = None
    value: Term | None = None

    @property
    def says_something(self) -> bool:
        """Whether there is anything to declare."""
        return self.concept is not None or self.sizes is not None or self.value is not None or self.role != "unknown"


def is_mark(token: Token | None, *marks: str) -> bool:
    """Whether a token is one of the given marks."""
    return token is not None and token.kind == "mark" and token.text in marks


def is_word(token: Token | None, *words: str) -> bool:
    """Whether a token is one of the given words, whatever their case."""
    return token is not None and token.kind == "word" and token.lower in words


def at(tokens: Tokens, index: int) -> Token | None:
    """The token at an index, or None outside the sentence."""
    return tokens[index] if 0 <= index < len(tokens) else None


_BEFORE_COPULA = words("will shall simply just here also each both all 分别 都 均")


def copula(tokens: Tokens, index: int) -> int | None:
    """The index after "is", "denotes", "stands for", "=", 表示 …, or None where there is none."""
    while is_word(token := at(tokens, index), *_BEFORE_COPULA):
        index += 1
    if token is None:
        return None
    if (
        token.kind == "word"
        and token.lower in ("stand", "stands", "refer", "refers")
        and is_word(at(tokens, index + 1), "for", "to")
    ):
        return index + 2
    if token.kind == "word" and token.lower in COPULAS:
        if is_word(at(tokens, index + 1), "simply", "just", "also", "now", "again", "here", "still"):
            return index + 2
        return index + 1
    return None


def noun_phrase(tokens: Tokens, index: int) -> tuple[list[str], int]:
    """The words of the phrase that begins at ``index``, and the index where it ends."""
    words: list[str] = []
    end = index
    while (token := at(tokens, end)) is not None and (token.kind == "word" or _is_slash(tokens, end, words)):
        if token.kind == "mark":
            end += 1
            continue  # key/value heads
        if words and shape_follows(tokens, end):
            break
        if token.lower in STOPS and not (token.lower == "for" and words) and not _goes_on(tokens, end, words):
            break
        if token.lower in ("set", "chosen", "fixed", "kept") and is_word(
            at(tokens, end + 1), "to", "at", "as", "by", "so"
        ):
            break
        if token.lower in ("and", "和", "与", "及") and _new_clause(tokens, end + 1):
            break
        words.append(token.text)
        end += 1
    while words and (words[-1].lower() in PREPOSITIONS or words[-1].lower() in _DANGLING):
        words.pop()
        end -= 1
    return words, end


def _is_slash(tokens: Tokens, index: int, words: list[str]) -> bool:
    """The stroke between two words that stand for both: key/value heads."""
    following = at(tokens, index + 1)
    plain = following is not None and following.kind == "word" and following.snippet is None
    return bool(words) and is_mark(tokens[index], "/") and plain and not tokens[index - 1].sure


def shape_follows(tokens: Tokens, index: int) -> bool:
    """Whether ``of size 4 × 8`` begins at ``index``."""
    if not is_word(tokens[index], "of", "with", "having"):
        return False
    here = index + 1
    if is_word(at(tokens, here), "a", "an", "the"):
        here += 1
    if not is_word(at(tokens, here), "length", *SHAPE_NOUNS):
        return False
    here += 1
    if is_word(at(tokens, here), "of"):
        here += 1
    following = at(tokens, here)
    return following is not None and (following.kind in ("math", "number") or is_mark(following, "(", "["))


def _goes_on(tokens: Tokens, index: int, words: list[str]) -> bool:
    """``before`` and ``after`` change which size is meant, so they belong to the phrase."""
    return (
        bool(words)
        and is_word(tokens[index], "before", "after", "without", "from")
        and at(tokens, index + 1) is not None
    )


def _new_clause(tokens: Tokens, index: int) -> bool:
    following = at(tokens, index)
    if following is None or following.kind == "math":
        return True
    if following.snippet is not None and copula(tokens, index + 1) is not None:
        return True
    return is_word(following, "is", "are", "has", "have", "we", "it", "then", "each", "where", "this")


_SAYS = words(
    "contains holds represents stores transforms maps controls determines gives measures encodes captures learns scales "
    "projects computes produces applies adds allows helps ensures shows specifies defines"
)


def described(words: Sequence[str], *, followed_by_math: bool = False) -> Description:
    """What a noun phrase says: a known concept, or the note's own words where its head noun is a thing we know."""
    if not words:
        return Description()
    last = words[-1].lower()
    if followed_by_math and last in PREPOSITIONS | {"的"}:
        return Description(role=_role_of(normal_words(words)))
    known = concept_of(words)
    if known is not None and len(normal_words(words)) == 1 and words[0].lower() in ("a", "an", "any", "some"):
        return Description()  # "a value", "an input" may be any
    if known is not None:
        return Description(known.name, _plainly(words) or known.role)
    normal = normal_words(words)
    role = _role_of(normal)
    head = _head(normal)
    if "to" in normal and head not in ("input", "output"):
        normal = normal[: normal.index("to")]
    if words[0].lower() in _SAYS:
        return Description()
    if _is_scalar(normal):
        role = "scalar"
    if (
        head is None
        or not 0 < len(normal) <= 10
        or words[0][0] in "该此某每各"
        or normal[0] in ("same", "sum", "product", "result", "case", "reason", "only", "ratio")
    ):
        return Description()
    if len(normal) == 1:
        return Description(role=role)  # "a matrix", "a vector": a kind and no concept
    chinese = re.search(r"[\u3400-\u9fff]", "".join(normal))
    return Description("".join(normal).removeprefix("一个") if chinese else " ".join(normal), role)


def _plainly(words: Sequence[str]) -> Role | None:
    """The kind a phrase names outright: a query *vector* is no matrix."""
    head = normal_words(words)
    for noun in ("vector", "matrix", "tensor"):
        if noun in head[: 1 + _preposition(head)]:
            return noun
    return None


def _is_scalar(normal: Sequence[str]) -> bool:
    """``a scalar input variable``, ``a positive real number``: a number, whatever it counts or measures."""
    head = normal[: _preposition(normal)]
    if (
        not head
        or ROLE_OF_NOUN.get(head[-1]) in ("function", "set")
        or head[-1] in ("field", "product", "multiplication")
    ):
        return False
    return "scalar" in head[:2] or tuple(head[-2:]) == ("real", "number")


def _preposition(normal: Sequence[str]) -> int:
    return next((i for i, w in enumerate(normal) if w in PREPOSITIONS), len(normal))


def _head(normal: Sequence[str]) -> str | None:
    """The head noun: the last word before the first preposition, if it is a noun we know."""
    if not normal:
        return None
    if normal[0] == "number" and len(normal) > 2:
        return "number"
    cut = _preposition(normal)
    cut = min(cut, next((i for i, w in enumerate(normal) if w == "for"), cut))
    head = normal[cut - 1] if cut else None
    if head in ROLE_OF_NOUN:
        return head
    joined = "".join(normal)
    return next((noun for noun in ROLE_OF_NOUN if noun > "\u3400" and joined.endswith(noun)), None)


def _role_of(normal: Sequence[str]) -> Role:
    head = _head(normal)
    if head == "number":
        return "dimension"
    return ROLE_OF_NOUN.get(head, "unknown") if head is not None else "unknown"


# -- shapes in words -------------------------------------------------------------------------------


def one_shape(tokens: Tokens, index: int, read: Read) -> tuple[tuple[Term, ...], int] | None:
    """Sizes joined by crosses (``512 × 64``, ``$n$ by $d$``), in brackets, or within one formula."""
    first = at(tokens, index)
    if first is None:
        return None
    if first.kind == "math" and first.snippet is not None and not first.display:
        whole = sizes_in(first.snippet, read)
        if whole is not None:
            return whole, index + 1
        if (space := in_space(first, read)) is not None:
            return space[0], index + 1
    if is_mark(first, "(", "["):
        return _tuple_shape(tokens, index, read)
    sizes: list[Term] = []
    here = index
    while (sized := _worked_size(tokens, here, read)) is not None:
        sizes.append(sized[0])
        here = sized[1]
        crossed = _behind_cross(tokens, here)
        if crossed is None or _size(at(tokens, crossed), read) is None:
            break
        here = crossed
    return (tuple(sizes), here) if len(sizes) >= 2 else None


def _behind_cross(tokens: Tokens, index: int) -> int | None:
    """Where the next size begins, behind ``×``, ``by`` or ``-by-``."""
    token = at(tokens, index)
    if token is not None and token.text in _CROSS:
        return index + 1
    if is_mark(token, "-", "–") and is_word(at(tokens, index + 1), "by") and is_mark(at(tokens, index + 2), "-", "–"):
        return index + 3
    return None


def _size(token: Token | None, read: Read) -> Term | None:
    if token is None or token.snippet is None or token.display or "." in token.text and token.kind == "number":
        return None
    return size_in(token.snippet, read)


def _worked_size(tokens: Tokens, index: int, read: Read) -> tuple[Term, int] | None:
    """A size, or one made of two without a blank between, and what stands behind it: ``n``, ``4C``, ``D/H``, ``h·d``."""
    first, behind = at(tokens, index), at(tokens, index + 1)
    size = _size(first, read)
    if size is None or first is None:
        return None
    if behind is None or behind.start != first.end:
        return size, index + 1
    if first.kind == "number" and behind.kind == "word" and (other := _size(behind, read)) is not None:
        return Product((size, other), "", size.origin), index + 2
    last = at(tokens, index + 2)
    if is_mark(behind, "/", "·", "*") and last is not None and last.start == behind.end:
        other = _size(last, read)
        if other is not None:
            made = (
                Quotient(size, other, size.origin) if behind.text == "/" else Product((size, other), "·", size.origin)
            )
            return made, index + 3
    return size, index + 1


def size_at(tokens: Tokens, index: int, read: Read) -> Term | None:
    """The one size that the formula or the number at an index is."""
    token = at(tokens, index)
    return _size(token, read) if token is not None and token.kind in ("math", "number") else None


def _nested_brackets(tokens: Tokens, index: int) -> int:
    """How many brackets open at once, as far as that matters."""
    end = index
    while end - index <= MOST_BRACKETS and is_mark(at(tokens, end), "(", "["):
        end += 1
    return end - index


def _tuple_shape(tokens: Tokens, index: int, read: Read) -> tuple[tuple[Term, ...], int] | None:
    inner = one_shape(tokens, index + 1, read) if _nested_brackets(tokens, index) <= MOST_BRACKETS else None
    if inner is not None and is_mark(at(tokens, inner[1]), ")", "]"):
        return inner[0], inner[1] + 1
    sizes: list[Term] = []
    here = index + 1
    while (sized := _worked_size(tokens, here, read)) is not None:
        sizes.append(sized[0])
        here = sized[1]
        if not is_mark(at(tokens, here), ","):
            break
        here += 1
    # a comma behind the only size is that of a list of one: (d,)
    enough = len(sizes) > 1 or len(sizes) == 1 and is_mark(at(tokens, here - 1), ",")
    if not enough or not is_mark(at(tokens, here), ")", "]"):
        return None
    return tuple(sizes), here + 1


def in_space(token: Token, read: Read) -> tuple[tuple[Term, ...], str] | None:
    r"""The sizes and the domain of ``\mathbb{R}^{n \times d}``, or None."""
    if (
        token.snippet is None
        or token.display
        or not re.match(r"\s*(?:\\in\b)?\s*\\(?:mathbb|R|Bbb|mathbf|mathcal)", token.snippet.text)
    ):
        return None
    term = token.snippet.read(read)
    return (term.sizes, term.domain) if isinstance(term, Space) and term.sizes else None


def shapes(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """One shape, or several parted by commas and "and"."""
    found = one_shape(tokens, index, read)
    if found is None:
        return None
    made, here = [found[0]], found[1]
    while True:
        following = here
        while is_mark(at(tokens, following), ",", "、", "，") or is_word(at(tokens, following), "and", "和"):
            following += 1
        more = one_shape(tokens, following, read) if following > here else None
        if more is None:
            return made, here
        made.append(more[0])
        here = more[1]


def shape_phrase(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``of size …``, ``with dimensions …``, ``of length $D$``, 维度为 …: the shapes, and where the phrase ends."""
    if (element := _element_of(tokens, index, read)) is not None:
        return element
    here = index
    if is_word(at(tokens, here), "with", "of", "having", "has", "have", "in", "的"):
        here += 1
    elif not is_word(at(tokens, here), "shape", "size", "dimensions", "维度", "大小", "形状", "尺寸"):
        return None
    if is_word(at(tokens, here), "a", "an", "the"):
        here += 1
    if (counted := _rows_and_columns(tokens, here, read)) is not None:
        return counted
    if (vector := _components(tokens, here, read)) is not None:
        return vector
    noun = at(tokens, here)
    if (behind := _measured_behind(tokens, here, read)) is not None:
        return behind
    if noun is None or noun.kind != "word":
        return None
    if noun.lower not in SHAPE_NOUNS | {"length", "长度"}:
        return None
    here += 1
    several = noun.lower in ("dimensions", "sizes", "lengths", "shapes")
    while is_word(at(tokens, here), "均", "都", "分别", "一般", "通常", "也", "both", "all", "simply"):
        several = several or is_word(at(tokens, here), "分别")
        here += 1
    several = several or is_word(at(tokens, here), "分别为", "分别是")
    if is_word(at(tokens, here), "of", "is", "are", "being", "equals", *_CHINESE_IS) or is_mark(
        at(tokens, here), "=", ":", "："
    ):
        here += 1
    found = shapes(tokens, here, read)
    if found is not None and noun.lower not in ("length", "长度"):
        return found
    single = at(tokens, here)
    if single is None or single.kind not in ("math", "number"):
        return None
    size = _size(single, read)
    if size is not None and several and (listed := _one_size_each(tokens, here, read)) is not None:
        return listed
    return ([(size,)], here + 1) if size is not None else None


def _one_size_each(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``dimensions $m$ and $d$, respectively``, 维度分别为 $m$ 和 $d$: the lengths of as many vectors, and no further clause."""
    found: list[tuple[Term, ...]] = []
    here = index
    while (token := at(tokens, here)) is not None and token.kind in ("math", "number"):
        size = _size(token, read)
        if size is None:
            return None
        found.append((size,))
        here += 1
        after = here
        while is_mark(at(tokens, after), ",", "、", "，") or is_word(at(tokens, after), "and", "和", "与"):
            after += 1
        following = at(tokens, after)
        if after == here or following is None or following.kind not in ("math", "number"):
            break
        here = after
    behind = at(tokens, here)
    ends = behind is None or behind.kind == "mark" or is_word(behind, "respectively", "的", "where", "so")
    return (found, here) if len(found) > 1 and ends else None


def _element_of(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``elements of $\\mathbb{R}^{n \\times d}$``, ``a member of …``, ``matrices in …``: sizes only where a space follows."""
    here = index + 1 if is_word(at(tokens, index), "a", "an") else index
    noun = at(tokens, here)
    belongs = is_word(noun, "element", "elements", "member", "members") and is_word(at(tokens, here + 1), "of", "in")
    lies = is_word(noun, *_THINGS_IN_SPACES) and is_word(at(tokens, here + 1), "in", "from")
    space = at(tokens, here + 2)
    found = in_space(space, read) if space is not None and space.kind == "math" and (belongs or lies) else None
    return ([found[0]], here + 3) if found is not None else None


_THINGS_IN_SPACES = words("matrix matrices vector vectors array arrays tensor tensors point points")


def _components(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``$K + 1$ entries``, ``$d$ components``: of a vector; a matrix has a product of two sizes, and a set elements."""
    token = at(tokens, index)
    if token is None or token.kind != "math" or not is_word(at(tokens, index + 1), *_PARTS_OF_VECTORS):
        return None
    size = _size(token, read)
    plain = isinstance(size, Symbol | Index | Sum)
    return ([(size,)], index + 2) if size is not None and plain else None


_PARTS_OF_VECTORS = words("entries components coordinates dimensions")


def _measured_behind(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``of $d \\times 1$ dimension``, ``with $n \\times k$ shape``: the sizes stand before the word for them."""
    found = one_shape(tokens, index, read)
    if found is None or len(found[0]) < 2 or not is_word(at(tokens, found[1]), *SHAPE_NOUNS):
        return None
    return [found[0]], found[1] + 1


FAR_BETWEEN = 12  # tokens between what is said of the rows and what is said of the columns


def _rows_and_columns(tokens: Tokens, index: int, read: Read) -> tuple[list[tuple[Term, ...]], int] | None:
    """``$n$ rows and $d$ columns``, ``$m$ columns and $n$ rows``, ``$n$ rows, one for each query, and $m$ columns``."""
    first = at(tokens, index + 1)
    if not is_word(first, "rows", "columns", "行", "列"):
        return None
    other = ("columns", "列") if is_word(first, "rows", "行") else ("rows", "行")
    for here in range(index + 3, min(index + FAR_BETWEEN, len(tokens))):
        if not is_word(tokens[here], *other):
            continue
        one, two = _size(at(tokens, index), read), _size(at(tokens, here - 1), read)
        joined = (
            here - 2 == index + 1
            or is_word(at(tokens, here - 2), "and", "和")
            or is_mark(at(tokens, here - 2), ",", "，")
        )
        if one is None or two is None or not joined:
            return None
        return [(one, two) if other[0] == "columns" else (two, one)], here + 1
    return None


def is_array(token: Token | None) -> bool:
    """Whether a token is "matrix", "vectors", 矩阵 …"""
    return (
        token is not None
        and token.kind == "word"
        and (token.lower in _ARRAYS or (len(token.lower) > 2 and token.lower.endswith(("矩阵", "向量", "张量"))))
    )


def whole_number(token: Token | None, read: Read) -> Term | None:
    """The number a token is, if it is one and nothing else."""
    if token is None or token.snippet is None or token.display:
        return None
    if token.kind == "number" and "." not in token.text and "," not in token.text:
        return token.snippet.read(read)
    if token.kind == "math" and is_numeral(token.snippet):
        return token.snippet.read(read)
    return None
