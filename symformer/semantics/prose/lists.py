r"""Several names that one verb gives their shapes: "the queries $Q$ and the keys $K$ have shapes … and …".

Each name may have its noun before it, and each its shape; or they have the shape of another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symformer.semantics.declaration import Declaration, Role
from symformer.semantics.prose.arrays import array_phrase, array_role
from symformer.semantics.prose.clauses import share_shapes
from symformer.semantics.prose.concepts import ROLE_OF_NOUN, normal_words, words
from symformer.semantics.prose.names import Names, Sentence, declare
from symformer.semantics.prose.phrases import (
    SHAPE_NOUNS,
    Description,
    Tokens,
    at,
    copula,
    in_space,
    is_array,
    is_mark,
    is_word,
    shape_phrase,
    shapes,
)
from symformer.semantics.prose.snippets import Named, size_in
from symformer.semantics.prose.tokens import Token
from symformer.terms.term import Term

_JOINS = words("and 和 与 及 以及")
_COMMAS = (",", "、", "，")
_ALL = words("all both each respectively 均 都 分别")
_PREDICATES = words("are have is has 为 是 均为 都是 都为 分别为 分别是")
LONGEST_NOUN = 4  # words before one of several names


def shapes_of_several(sentence: Sentence) -> Iterator[Declaration]:
    """Shapes for names that stand before a verb of several things, the same for all or one for each."""
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if token.kind != "word" or not _says_shape(tokens, place):
            continue
        names = _list_before(sentence, place)
        if names is None or len(names.names) < 2:
            continue
        each = _is_each_of(tokens, names.start)
        found = _shapes_after(sentence, place, alone=each) if each or not is_word(token, "is", "has") else None
        if found is not None and len(found[0]) in (1, len(names.names)) and _ends(tokens, found[1]):
            yield from share_shapes(sentence, names, found[1], found[0], found[2])


def shape_of_each(sentence: Sentence, names: Names) -> Iterator[Declaration]:
    """``into $K_1, \\dots, K_G$ and $V_1, \\dots, V_G$, each in …``, ``$A$ and $B$ (both of size …)``: added behind names."""
    tokens, read = sentence.tokens, sentence.read
    here = names.end + 1 if is_mark(at(tokens, names.end), ",", "，", "(", "（", "—", "–") else names.end
    if not names.sure or here == names.end or not is_word(at(tokens, here), "each", "all", "both", "每个", "均", "都"):
        return
    here += 1
    while is_word(at(tokens, here), "of", "them", "these", "which", "one") and not is_word(
        at(tokens, here + 1), *SHAPE_NOUNS
    ):
        here += 1
    if (after := copula(tokens, here)) is not None:
        here = after
    if is_word(at(tokens, here), "in", "of", "属于") and (token := at(tokens, here + 1)) is not None:
        if (space := in_space(token, read)) is not None and token.kind == "math":
            yield from share_shapes(sentence, names, here + 2, [space[0]], "unknown")
            return
    if (phrase := shape_phrase(tokens, here, read)) is not None and len(phrase[0]) == 1:
        yield from share_shapes(sentence, names, phrase[1], phrase[0], "unknown")
    elif (array := array_phrase(tokens, here, read)) is not None:
        yield from share_shapes(sentence, names, array.end, [array.sizes], array.role)


def _says_shape(tokens: Tokens, place: int) -> bool:
    """Whether a verb of several things stands there, or the Chinese "of … the shape is"."""
    if is_word(tokens[place], "的") or tokens[place].lower in SHAPE_NOUNS:
        return not tokens[place].text.isascii()
    return tokens[place].lower in _PREDICATES


def _list_before(sentence: Sentence, end: int) -> Names | None:
    """The names of ``the query matrix $Q$, the key matrix $K$ and $V$`` that ends at ``end``."""
    tokens = sentence.tokens
    here = end
    while here > 0 and (is_array(tokens[here - 1]) or is_word(tokens[here - 1], *_ALL, "块", "will")):
        here -= 1
    found: list[Named] = []
    last = here
    while here > 0 and tokens[here - 1].sure and (own := sentence.names_of(here - 1)):
        found[:0] = own
        here -= 1
        start = here
        while start > 0 and here - start < LONGEST_NOUN and _is_noun_word(tokens[start - 1]):
            start -= 1
        joined = start
        while joined > 0 and (is_mark(tokens[joined - 1], *_COMMAS) or is_word(tokens[joined - 1], *_JOINS)):
            joined -= 1
        if joined == start or joined == 0 or not (tokens[joined - 1].sure and sentence.names_of(joined - 1)):
            return Names(tuple(found), start, last, True) if _opens(tokens, start) else None
        here = joined
    return None


def _is_noun_word(token: Token) -> bool:
    """Whether a word may stand before one of several names: ``the query matrix``."""
    if token.kind != "word" or token.snippet is not None:
        return False
    return is_array(token) or is_word(token, "the", "its", "our", "weight") or _is_noun(token.text)


def _is_noun(word: str) -> bool:
    normal = normal_words([word])
    return len(normal) == 1 and (normal[0] in ROLE_OF_NOUN or normal[0] in _NOUNS)


_NOUNS = words(
    "bias weight matrix vector query key value input output mask feature token projection learnable learned row column "
    "hidden cell state gate context encoder decoder embedding target label error logit score residual latent code"
)


def _opens(tokens: Tokens, start: int) -> bool:
    """Whether the list is what the sentence speaks of: "the product of $A$ and $B$ is …" speaks of the product."""
    before = at(tokens, start - 1)
    if before is None or before.display or before.kind == "mark":
        return before is None or before.display or before.text in ",，:：(（—–*-•>+"
    if is_word(before, "where", "here", "that", "so", "then", "since", "because", "if", "and", "let", "both", "while"):
        return True
    if _is_each_of(tokens, start):
        return True
    return is_word(before, "其中", "这里", "设", "令", "则", "假设", "即", "中")


def _is_each_of(tokens: Tokens, start: int) -> bool:
    """Whether "each of" stands before a list: then one shape is said of all."""
    return is_word(at(tokens, start - 1), "of") and is_word(at(tokens, start - 2), "each", "all", "both")


def _lengths(sentence: Sentence, index: int) -> tuple[list[tuple[Term, ...]], int] | None:
    """``of dimension $d_k$ and $d_v$``, ``of lengths $n$, $m$ and $k$``: one size for each of several vectors."""
    tokens, read = sentence.tokens, sentence.read
    if not is_word(at(tokens, index), "of", "with") or not is_word(
        at(tokens, index + 1), "length", "lengths", *SHAPE_NOUNS
    ):
        return None
    found: list[tuple[Term, ...]] = []
    here = index + 2
    while (token := at(tokens, here)) is not None and token.kind in ("math", "number") and token.snippet is not None:
        size = size_in(token.snippet, read)
        if size is None:
            return None
        found.append((size,))
        here += 1
        after = here
        while is_mark(at(tokens, after), *_COMMAS) or is_word(at(tokens, after), *_JOINS):
            after += 1
        follows = at(tokens, after)
        if after == here or follows is None or follows.kind not in ("math", "number"):
            break
        here = after
    return (found, here) if len(found) > 1 else None


def _shapes_after(sentence: Sentence, place: int, *, alone: bool) -> tuple[list[tuple[Term, ...]], int, Role] | None:
    """``have shape …``, ``are vectors of dimension … and …``, ``are … and … matrices``, ``的形状分别为 …``."""
    tokens, read = sentence.tokens, sentence.read
    if (phrase := shape_phrase(tokens, place, read)) is not None:
        return phrase[0], phrase[1], "unknown"
    here = place + 1
    while is_word(at(tokens, here), *_ALL, "real", "column", "row") or (alone and is_word(at(tokens, here), "a", "an")):
        here += 1
    noun = at(tokens, here)
    if (
        noun is not None
        and is_array(noun)
        and array_role(noun) == "vector"
        and (listed := _lengths(sentence, here + 1))
    ):
        return listed[0], listed[1], "vector"
    if is_array(noun) and noun is not None and (phrase := shape_phrase(tokens, here + 1, read)) is not None:
        return phrase[0], phrase[1], array_role(noun)
    if (phrase := shape_phrase(tokens, here, read)) is not None:
        return phrase[0], phrase[1], "unknown"
    found = shapes(tokens, here, read)
    if found is None or (len(found[0]) < 2 and not alone):
        return None
    end = found[1]
    while is_array(at(tokens, end)):
        end += 1
    return found[0], end, "unknown"


def _ends(tokens: Tokens, index: int) -> bool:
    token = at(tokens, index)
    if is_word(token, "and", "和") or is_mark(token, ",", "、"):
        after = at(tokens, index + 1)
        return after is None or after.kind not in ("math", "number")
    return token is None or token.kind == "mark" or is_word(token, "respectively", "where", "so", "的", *_ALL)


# -- "$K$ has the same shape as $Q$" ------------------------------------------------------------------


def same_shapes(sentence: Sentence) -> Iterator[Declaration]:
    """``$K$ and $V$ have the same shape as $Q$``, ``the same size as …``, 与 $Q$ 形状相同."""
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if (alike := _alike_in_chinese(sentence, place)) is not None:
            yield from alike
            continue
        if not is_word(token, "same") or not is_word(at(tokens, place + 1), *SHAPE_NOUNS):
            continue
        if not is_word(at(tokens, place + 2), "as"):
            continue
        model, end = _model_after(sentence, place + 3)
        verb = place - 1 if is_word(at(tokens, place - 1), "the") else place
        if is_word(at(tokens, verb - 1), "have", "has", "with", "of"):
            verb -= 1
        copied = copula(tokens, verb - 1) is not None
        names = _list_before(sentence, verb - 1 if copied else verb)
        if model is None or names is None or not _ends(tokens, end):
            continue
        for name in names.names:
            made = declare(sentence, name, names.start, end, Description())
            if made.symbol != model.symbol:
                yield replace(made, like=model.symbol)


def _alike_in_chinese(sentence: Sentence, place: int) -> list[Declaration] | None:
    """$K$ 与 $V$ 的形状与 $Q$ 相同."""
    tokens = sentence.tokens
    if not is_word(tokens[place], "形状", "维度", "大小", "尺寸") or not is_word(
        at(tokens, place + 1), "与", "和", "同"
    ):
        return None
    model, end = _model_after(sentence, place + 2)
    if model is None or not is_word(at(tokens, end), "相同", "相", "一致", "一", "同", "一样"):
        return None
    names = _list_before(sentence, place - 1 if is_word(at(tokens, place - 1), "的") else place)
    made = (
        [declare(sentence, name, names.start, end, Description()) for name in names.names] if names is not None else []
    )
    return [replace(each, like=model.symbol) for each in made if each.symbol != model.symbol]


def _model_after(sentence: Sentence, index: int) -> tuple[Named | None, int]:
    """The one name whose shape is meant: ``$Q$``, ``that of $Q$``, ``the input $X$``."""
    tokens = sentence.tokens
    here = index
    while is_word(at(tokens, here), "that", "of", "the", "for") or (
        (t := at(tokens, here)) is not None and _is_noun_word(t)
    ):
        here += 1
    token = at(tokens, here)
    if token is None or not token.sure:
        return None, here
    names = sentence.names_of(here)
    return (names[0] if len(names) == 1 else None), here + 1
