"""Running text as a stream of words and holes: each formula, and each name in bold or code, is one token.

Markup is dropped and positions are kept.  Chinese is cut into words by a small dictionary; what is
not in it stays as single characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from symformer.documents.document import Formula, Prose
from symformer.documents.typed_signs import SUB
from symformer.semantics.prose.concepts import chinese_phrases
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Snippet
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

TokenKind = Literal["word", "math", "number", "mark"]


@dataclass(frozen=True, slots=True)
class Token:
    """One word, mark, number or formula. ``start`` and ``end`` count in the block's text.

    ``snippet`` is the LaTeX of a formula, or of a word that may be a name (``d_model``, ``Q``);
    ``sure`` says whether the author marked it as one.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    snippet: Snippet | None = None
    display: bool = False
    sure: bool = False
    lower: str = field(init=False, repr=False, compare=False)  # the text in small letters: asked again and again

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower", self.text.lower())


_CHINESE_WORDS = (
    "其中 这里 此处 式中 表示 代表 指的是 指 记作 记为 称为 分别 分别是 分别为 分别表示 分别代表 即 也就是 为 是 有 "
    "设 令 记 设为 方阵 假设 均为 都是 都为 和 与 以及 及 或 维度 维数 大小 形状 尺寸 长度 数量 个数 矩阵 向量 张量 权重 参数 函数 集合 维 "
    "每一行 每行 每个 每一个 每 第 个 行 列 头 层 词 单词 位置 对于 对 的 了 都 均 在 从 将 把 由 中 上 下 "
    "权重矩阵 参数矩阵 线性变换 词表 词汇表 输入 输出 标量 常数 索引 下标 列向量 行向量 逐行 按行"
)
_PIECE = re.compile(
    r"(?P<escape>\\[\\`*_{}\[\]()#+.!|~-])"
    r"|(?P<quoted>``(?=[^`'\n]{1,200}''(?!`)))"  # opens a quotation in a LaTeX file
    r"|(?P<code>`{1,12})(?P<inside>.+?)(?P=code)"
    r"|(?P<image>!\[[^\]]{0,1000}\]\([^)]{0,2000}\))"
    r"|(?P<link>\]\([^)\s]{0,2000}(?:\s[^)]{0,1000})?\))"
    r"|(?P<url>https?://\S+)"
    r"|(?P<tag></?[A-Za-z][^<>]*>)"
    r"|(?P<emphasis>\*{1,3}|(?<![A-Za-z0-9])_{1,2}(?=\S)|(?<=\S)_{1,2}(?![A-Za-z0-9_]))"
    r"|(?P<identifier>[A-Za-zα-ωΑ-Ω][A-Za-z0-9]{0,60}(?:_(?:\{[A-Za-z0-9,']+\}|[A-Za-z0-9]+))+'*"
    rf"|[A-Za-zα-ωΑ-Ω][{''.join(SUB)}]{{1,3}}(?!\w)|[WUVbh][0-9](?![\w.]))"
    r"|(?P<ordinal>-?(?:th|st|nd|rd)\b)"
    r"|(?P<word>[A-Za-zÀ-ÿα-ωΑ-Ω]+(?:[’'-][A-Za-zÀ-ÿ]+)*[’']*)"
    r"|(?P<number>\d+(?:[.,]\d+)*)"
    r"|(?P<chinese>[\u3400-\u9fff]+)"
    r"|(?P<mark>\S)",
    re.DOTALL,
)


@cache
def _chinese_dictionary() -> tuple[frozenset[str], int]:
    """The words, and the length of the longest."""
    found = frozenset(_CHINESE_WORDS.split()) | {p for p in chinese_phrases() if re.search(r"[\u3400-\u9fff]", p)}
    return found, max(map(len, found))


MOST_KEPT = 200_000


@dataclass(slots=True)
class _Kept:
    """The tokens of the blocks at hand: a note's blocks are gone through several times."""

    blocks: dict[int, tuple[Prose, tuple[Token, ...]]] = field(default_factory=dict)
    tokens: int = 0

    def of(self, block: Prose) -> tuple[Token, ...]:
        """All tokens of a block; it is known by its identity, since to compare it is to compare all its text."""
        kept = self.blocks.get(id(block))
        if kept is not None and kept[0] is block:
            return kept[1]
        if self.tokens > MOST_KEPT:
            self.blocks.clear()
            self.tokens = 0
        made = _tokens_of(block)
        self.blocks[id(block)] = block, made
        self.tokens += len(made) + 1
        return made


_KEPT = _Kept()


def tokens_of(block: Prose) -> tuple[Token, ...]:
    """All tokens of a block, in order."""
    return _KEPT.of(block)


def _tokens_of(block: Prose) -> tuple[Token, ...]:
    text = block.text.text
    found = sorted(holes(block), key=lambda hole: hole[0])
    made: list[Token] = []
    at = 0
    for start, end, formula in found:
        if start < at:
            continue
        made.extend(_plain_tokens(block, at, start))
        made.append(
            Token("math", start=start, end=end, text=formula.text, snippet=Snippet(formula.latex),
                  display=formula.display == "display", sure=True)
        )  # fmt: skip
        at = end
    made.extend(_plain_tokens(block, at, len(text)))
    return tuple(made)


def holes(block: Prose) -> Iterator[tuple[int, int, Formula]]:
    """Where in the block's text each of its formulas stands."""
    segments = block.text.segments
    for formula in block.formulas:
        starts = ends = -1
        first = bisect_right(segments, formula.span.start, key=lambda segment: segment.origin_start) - 1
        for index in range(max(0, first), len(segments)):
            segment = segments[index]
            if segment.origin_start >= formula.span.end:
                break
            low = max(segment.origin_start, formula.span.start)
            high = min(segment.origin_end, formula.span.end)
            if low >= high:
                continue
            if starts < 0:
                starts = segment.start + (low - segment.origin_start if segment.linear else 0)
            ends = segment.start + (high - segment.origin_start) if segment.linear else segment.end
        if starts >= 0:
            yield starts, ends, formula


def _plain_tokens(block: Prose, start: int, end: int) -> Iterator[Token]:
    text = block.text.text
    at = start
    while at < end:
        found = _PIECE.search(text, at, end)
        if found is None:
            return
        kind = found.lastgroup
        if found.group("code"):
            kind = "code"
        at = found.end()
        match kind:
            case "image" | "link" | "tag" | "emphasis" | "escape":
                if kind == "emphasis" and (bold := _emphasised(block, found, end)) is not None:
                    yield bold
                    at = bold.end
            case "code":
                inside = Span(found.start("inside"), found.end("inside"))
                snippet = _marked(block, inside.start, inside.end) or _shape(block, inside)
                if snippet is not None:
                    yield Token("math", snippet.text, found.start(), at, snippet, sure=True)
                else:
                    yield Token("mark", "`", found.start(), at)
            case "chinese":
                yield from _chinese(found.group(), found.start())
            case "number":
                yield Token("number", found.group(), found.start(), at, _verbatim(block, found.start(), at))
            case "word" | "identifier":
                yield Token(
                    "word", found.group(), found.start(), at, _maybe_name(block, found.group(), found.start(), at)
                )
            case "ordinal":
                yield Token("word", found.group().lstrip("-"), found.start(), at)
            case _:
                yield Token("mark", found.group(), found.start(), at)


def _chinese(run: str, offset: int) -> Iterator[Token]:
    words, longest = _chinese_dictionary()
    at = 0
    while at < len(run):
        word = next((run[at : at + n] for n in range(longest, 1, -1) if run[at : at + n] in words), run[at])
        yield Token("word", word, offset + at, offset + at + len(word))
        at += len(word)


def _verbatim(block: Prose, start: int, end: int) -> Snippet:
    return Snippet(MappedText.join(block.text.text, [Span(start, end)]).then(block.text))


_NAME_IN_PLAIN = re.compile(
    r"(?:[B-HJ-Zα-ωΑ-Ω]|[b-z]|[A-Za-z][A-Za-z]?_\{?[A-Za-z0-9,]+\}?|[A-Z]'|[WUVbh][0-9]|[A-Za-zα-ωΑ-Ω]["
    rf"{''.join(SUB)}]{{1,3}})\Z"
)
_IS = re.compile(r" (?:is|has) (?!$)")  # an article stands before no verb
_LOOKS_NAMED = re.compile(
    r"[A-Za-zα-ωΑ-Ω](?:\w{0,2})?(?:_\{?\w+(?:,\w+)*\}?)?'{0,2}\Z|(?:pos|dim|seq|PE|FFN|head)(?:_\w+)?\Z"
)
_LOOKS_STATED = re.compile(r"[^=≈:]{1,40}(?:=|≈)[^=].*\Z", re.DOTALL)


def _maybe_name(block: Prose, word: str, start: int, end: int) -> Snippet | None:
    """The LaTeX of a word that may be a name although nothing marks it."""
    named = _NAME_IN_PLAIN.match(word) is not None or word == "A" and _IS.match(block.text.text, end) is not None
    return _latex(block, start, end) if named else None


def _marked(block: Prose, start: int, end: int) -> Snippet | None:
    """The LaTeX of a stretch in bold or code that is a name or an equation."""
    text = block.text.text[start:end].strip()
    if _LOOKS_NAMED.match(text) or (len(text) < 80 and _LOOKS_STATED.match(text)):
        return _latex(block, start, end)
    return None


_SIZE = (
    r"(?:[A-Za-z]+_\{?\w+\}?|[A-Za-z]{1,2}|d[a-z]{2,5}|\d+"
    r"|batch|heads?|seq|dim|hidden|vocab|channels|height|width|features|classes|tokens|embed|time|steps|patches)"
)
_ITEM = rf"{_SIZE}(?:\s?[*·/+-]\s?{_SIZE})?"
_LOOKS_SHAPED = Cued(
    rf"{_ITEM}(?:\s*×\s*{_ITEM})+\Z|\(\s*{_ITEM}(?:\s*[,×]\s*{_ITEM})+\s*\)\Z|\[\s*{_ITEM}(?:\s*[,×]\s*{_ITEM})+\s*\]\Z"
)


def _shape(block: Prose, inside: Span) -> Snippet | None:
    """The LaTeX of a stretch in code that is a shape: ``n × d``, ``(n, d)``, ``[n, d]``."""
    text = inside.slice(block.text.text)
    return _latex(block, inside.start, inside.end) if _LOOKS_SHAPED.match(text.strip()) else None


def _latex(block: Prose, start: int, end: int) -> Snippet | None:
    made = plain_latex(block.text.text[start:end])
    if made is None:
        return None
    return Snippet(made.then(MappedText.join(block.text.text, [Span(start, end)]).then(block.text)))


_TIMES = re.compile(r".?\*(?=\s)|[0-9A-Za-z)\]]\*(?=[\w(])")  # 4 * 512, 4*512: nothing in italics begins


def _emphasised(block: Prose, opened: re.Match[str], end: int) -> Token | None:
    """A name or an equation in bold or italics, as one token; None for words."""
    text, mark = block.text.text, opened.group()
    if mark == "*" and _TIMES.match(text, max(0, opened.start() - 1)) is not None:
        return None
    close = text.find(mark, opened.end(), min(end, opened.end() + 90))
    if close < 0 or "\n" in text[opened.end() : close] or not text[opened.end() : close].strip():
        return None
    inside = text[opened.end() : close].strip(": ")
    if mark.strip("_*") or re.fullmatch(r"[A-Z]?[a-z]{2}", inside) or inside in ("a", "A", "I"):
        return None
    snippet = _marked(block, opened.end(), opened.end() + len(text[opened.end() : close].rstrip(": ")))
    if snippet is None:
        return None
    if text[opened.end() : close].rstrip().endswith(":"):  # **d:** keeps its colon as a word of its own
        return Token("math", snippet.text, opened.start(), close - 1, snippet, sure=True)
    return Token("math", snippet.text, opened.start(), close + len(mark), snippet, sure=True)


def sentences(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The sentences of a block: cut at full stops, semicolons and question marks."""
    here: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind == "mark" and token.text in "。！？!?；;" and token.text:
            if here:
                yield tuple(here)
            here = []
            continue
        if token.kind == "mark" and token.text == "." and _is_stop(tokens, at):
            if here:
                yield tuple(here)
            here = []
            continue
        if here and here[-1].display and _begins_anew(tokens, at):
            yield tuple(here)
            here = []
        here.append(token)
    if here:
        yield tuple(here)


def _begins_anew(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a new sentence begins after a display: with a capital letter, or one in a bracket."""
    token = tokens[at]
    if token.kind == "mark" and token.text in "([*_" and at + 1 < len(tokens):
        token = tokens[at + 1]
    return token.kind == "word" and token.text[:1].isupper() and len(token.text) > 1


def _is_stop(tokens: tuple[Token, ...], at: int) -> bool:
    if at == 0:
        return False
    before = tokens[at - 1]
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before.kind == "word" and before.lower in ("e", "i", "g", "cf", "resp", "etc", "vs", "eq", "fig"):
        return before.lower == "etc" and (after is None or after.text[:1].isupper())
    # "..." and "x.shape" are no full stops
    return not (after is not None and after.start == tokens[at].end and after.kind in ("word", "number", "mark"))


def is_where(tokens: tuple[Token, ...]) -> Literal["alone", "opens", ""]:
    """Whether a block begins with "where" (or its like), and whether it says no more."""
    words = [t for t in tokens if t.kind != "mark"]
    if not words or words[0].kind != "word":
        return ""
    first = words[0].lower
    if first not in ("where", "here", "with", "其中", "这里", "此处", "式中", "in"):
        return ""
    if words[0].text == "With":
        return ""  # what begins so speaks of what follows
    if first == "in":
        return "opens" if len(words) > 2 and words[2].lower in ("formula", "equation") else ""
    return "alone" if len(words) <= 2 else "opens"
