"""Indices in words: "for each position $i$", "the $j$-th head", "for $i = 1, \\dots, n$"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.names import Sentence
from symformer.semantics.prose.phrases import Tokens, at, is_mark, is_word
from symformer.semantics.prose.snippets import Named, Snippet, named_term, split
from symformer.terms.term import Symbol, Term
from symformer.text.span import Span

_OVER = {
    "position": "position", "token": "position", "word": "position", "位置": "position", "词": "position",
    "单词": "position", "head": "head index", "头": "head index", "注意力头": "head index",
    "layer": "layer index", "层": "layer index", "block": "layer index", "dimension": "dimension index", "维度": "dimension index",
    "维": "dimension index", "feature": "dimension index", "component": "dimension index", "row": "row index",
    "行": "row index", "column": "column index", "列": "column index", "class": "class index", "step": "time step",
    "timestep": "time step", "sample": "batch index", "example": "batch index", "样本": "batch index",
    "neuron": "neuron index", "expert": "expert index", "pair": "pair index", "时刻": "time step",
    "positions": "position", "heads": "head index", "layers": "layer index", "dimensions": "dimension index",
}  # fmt: skip
_ONLY_WITH_EACH = frozenset(
    {"token", "word", "feature", "component", "class", "sample", "example", "neuron", "expert", "pair", "step"}
)
_BEFORE_NOUN = words(
    "embedding attention hidden input output sequence time feature even odd query key 注意力 token word encoder decoder model"
)
_EACH = words("each every any all given 每个 每一个 每 任意 对于")
_BEFORE_INDEX = words("with the an by of at whose has and")
_LETTERS = frozenset(["i", "j", "k", "l", "m", "n", "p", "t", "h", "s", "u", "r", "q", "ell", "pos"])
_ORDINAL = re.compile(
    r"\s*(?P<name>[A-Za-z]|\\ell)\s*(?:\^\s*\{?\s*(?:\\(?:text|mathrm|textrm|rm|operatorname)\s*\{?\s*)?-?th\b|\\?(?:text|mathrm)\{\s*-?th\})"
)
_RANGE_DOTS = (r"\dots", r"\ldots", r"\cdots", "…", "...")


def indices(sentence: Sentence) -> Iterator[Declaration]:
    """Every index that the sentence introduces."""
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if token.kind == "number" or token.snippet is None or token.display:
            continue
        yield from _ordinal(sentence, place)
        if token.sure:
            yield from _called_index(sentence, place)
            yield from _over_noun(sentence, place)
            yield from _indexes(sentence, place)
            yield from _ranged(sentence, place)


def _index_name(sentence: Sentence, snippet: Snippet) -> Named | None:
    symbol = named_term(snippet, sentence.read)
    if isinstance(symbol, Symbol) and symbol.name in _LETTERS:
        return Named(symbol, snippet)
    return None


def _made(sentence: Sentence, name: Named, start: int, end: int, concept: str | None,
          ranges: tuple[Term | None, Term | None] | None = None) -> Declaration:  # fmt: skip
    return Declaration(
        symbol=name.symbol, span=name.place.span, evidence=sentence.span(start, end),
        visible_from=sentence.visible_from, concept=concept, role="index", ranges=ranges, by="prose",
    )  # fmt: skip


def _ordinal(sentence: Sentence, place: int) -> Iterator[Declaration]:
    """``the $i$-th head``, ``$i^{th}$ token``, 第 $i$ 个词."""
    tokens = sentence.tokens
    token = tokens[place]
    assert token.snippet is not None
    found = _ORDINAL.match(token.snippet.text)
    if found is not None:
        name = _index_name(sentence, token.snippet.part(Span(found.start("name"), found.end("name"))))
        noun_at = place + 1
    elif is_word(at(tokens, place + 1), "th") and tokens[place + 1].start - token.end <= 2:
        name, noun_at = _index_name(sentence, token.snippet), place + 2
    elif token.kind == "math" and is_word(at(tokens, place - 1), "第"):
        name, noun_at = _index_name(sentence, token.snippet), place + 1
        if is_word(at(tokens, noun_at), "个"):
            noun_at += 1
    else:
        return
    if name is None:
        return
    concept, end = _noun(tokens, noun_at)
    if concept is not None:
        yield _made(sentence, name, place, end, concept)


def _noun(tokens: Tokens, place: int) -> tuple[str | None, int]:
    """The concept of an index before its noun: ``$i$-th attention head``."""
    here = place
    while (
        is_word(at(tokens, here), *_BEFORE_NOUN)
        and at(tokens, here + 1) is not None
        and tokens[here + 1].kind == "word"
    ):
        if tokens[here].lower in _OVER and tokens[here + 1].lower not in _OVER:
            break
        here += 1
    noun = at(tokens, here)
    if noun is None or noun.kind != "word" or noun.lower not in _OVER:
        return None, place
    return _OVER[noun.lower], here + 1


def _called_index(sentence: Sentence, place: int) -> Iterator[Declaration]:
    """``$w_s$ (with index $s$ in the list)``, ``the index $c$``, ``indexed by $b$``: said in so many words, of any letter."""
    tokens = sentence.tokens
    snippet = tokens[place].snippet
    by = is_word(at(tokens, place - 1), "by") and is_word(at(tokens, place - 2), "indexed")
    called = is_word(at(tokens, place - 1), "index") and is_word(at(tokens, place - 2), *_BEFORE_INDEX)
    if snippet is None or not (by or called):
        return
    symbol = named_term(snippet, sentence.read)
    if isinstance(symbol, Symbol) and (symbol.name in _LETTERS or len(symbol.name) == 1 and symbol.name.islower()):
        yield _made(sentence, Named(symbol, snippet), place - 2, place + 1, None)


def _over_noun(sentence: Sentence, place: int) -> Iterator[Declaration]:
    """``for head $i$``, ``each embedding dimension $j$``, ``at position $t$``."""
    tokens = sentence.tokens
    token, noun = tokens[place], at(tokens, place - 1)
    if noun is None or noun.kind != "word" or noun.lower not in _OVER or token.snippet is None:
        return
    name = _index_name(sentence, token.snippet)
    if name is None:
        return
    start = place - 1
    while is_word(at(tokens, start - 1), *_BEFORE_NOUN):
        start -= 1
    each = _distributes(tokens, start)
    opened = each or is_word(
        at(tokens, start - 1), "for", "at", "of", "in", "the", "from", "to", "head", "at", "第", "对", "在", "to"
    )
    if not opened and start > 0:
        return
    concept = _OVER[noun.lower]
    if concept == "dimension index" and not each:
        return  # "the embedding dimension $d$" is a size
    if noun.lower in _ONLY_WITH_EACH and not each and noun.lower != "step":
        return
    if noun.lower.endswith("s") and noun.lower not in ("class",):
        return
    yield _made(sentence, name, start, place + 1, concept)


def _indexes(sentence: Sentence, place: int) -> Iterator[Declaration]:
    """``$i$ indexes positions``, ``$j$ runs over the heads``."""
    tokens = sentence.tokens
    here = place + 1
    if is_word(at(tokens, here), "indexes", "enumerates", "numbers"):
        here += 1
    elif is_word(at(tokens, here), "ranges", "runs", "goes", "iterates") and is_word(at(tokens, here + 1), "over"):
        here += 2
    else:
        return
    while is_word(at(tokens, here), "the", "all", "every", "different"):
        here += 1
    snippet = tokens[place].snippet
    name = _index_name(sentence, snippet) if snippet is not None else None
    noun = at(tokens, here)
    singular = noun.lower.removesuffix("s") if noun is not None and noun.kind == "word" else ""
    concept = _OVER.get(singular)
    if name is not None and concept is not None:
        yield _made(sentence, name, place, here + 1, concept)


def _distributes(tokens: Tokens, start: int) -> bool:
    """Whether "each" (or "for") reaches the noun at ``start``: ``for each position $i$ and dimension $j$``."""
    here = start - 1
    for _ in range(6):
        token = at(tokens, here)
        if token is None:
            return False
        if is_word(token, *_EACH):
            return True
        if is_word(token, "for"):
            return True
        if token.kind == "math" or is_word(token, "and", *_BEFORE_NOUN, *_OVER) or is_mark(token, ","):
            here -= 1
            continue
        return False
    return False


def _ranged(sentence: Sentence, place: int) -> Iterator[Declaration]:
    """``for $i = 1, \\dots, n$``, ``for each $i$ such that …``, ``for all $t$``."""
    tokens = sentence.tokens
    token = tokens[place]
    assert token.snippet is not None
    before = place - 1
    each = False
    while is_word(at(tokens, before), *_EACH):
        before -= 1
        each = True
    if not (
        is_word(at(tokens, before), "for", "where", "with", "at", "of", "in", "over")
        or (each and before < 0)
        or is_word(tokens[place - 1], "对于")
    ):
        return
    if (found := range_of(sentence, token.snippet)) is not None:
        yield _made(sentence, found[0], before if before >= 0 else 0, place + 1, None, found[1])
        return
    if not each:
        return
    name = _index_name(sentence, token.snippet)
    if name is None:
        return
    end = place + 1
    if is_word(at(tokens, end), "such"):
        while (following := at(tokens, end)) is not None and not is_mark(following, ",", ":", "。"):
            end += 1
    yield _made(sentence, name, max(before, 0), end, None)


def range_of(sentence: Sentence, snippet: Snippet) -> tuple[Named, tuple[Term | None, Term | None]] | None:
    r"""The index and its first and last value in ``i = 1, \dots, n`` or ``i \in \{1, \dots, n\}``."""
    sides = split(snippet.text, ("=", r"\in", "∈"))
    if len(sides) != 2:
        return None
    name = _index_name(sentence, snippet.part(sides[0][1]))
    if name is None:
        return None
    rest = snippet.part(sides[1][1])
    inside = re.match(r"\s*(?:\\left)?(?:\\\{|\\lbrace)(.*?)(?:\\right)?(?:\\\}|\\rbrace)\s*\Z", rest.text, re.DOTALL)
    if inside is not None:
        rest = rest.part(Span(inside.start(1), inside.end(1)))
    items = [rest.part(span) for _, span in split(rest.text, (",",)) if span.slice(rest.text).strip()]
    if len(items) < 3 or not any(item.text.strip() in _RANGE_DOTS for item in items):
        return None
    if items[0].text.strip() in _RANGE_DOTS:
        return None
    last = None if items[-1].text.strip() in _RANGE_DOTS else items[-1].read(sentence.read)
    return name, (items[0].read(sentence.read), last)
