"""Conventions in words: "each row of $X$ is a token", "vectors are column vectors", "softmax over each row"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document, Prose
from symformer.semantics.convention import Convention
from symformer.semantics.prose.tokens import Token
from symformer.text.cued import Cued
from symformer.text.span import Span

_THING = r"(?:the |a |an |one |single )?(?:input |individual |embedded |word |token )?(?:token|word|vector|embedding|word vector)s?\b(?! (?:position|of all|across))"
_STANDS = r"(?:is|are|represents?|represent|corresponds? to|corresponding to|contains?|holds?|stores?|being|as)"
_VECTORS = {
    "rows": (
        rf"\beach row (?:of (?:the )?(?:matrix )?(?:input )?◇ ?)?{_STANDS} {_THING}",
        r"\b(?:treat|regard|write|represent|consider|denote)\w* (?:all |the |our )?(?:\w+ )?vectors as row",
        r"\b(?:all |our )?vectors are (?:all |always |assumed to be |written as |treated as )?row",
        r"\brow[- ]vector (?:convention|notation)",
        r"\b(?:we|i) (?:will )?use row vectors\b",
        r"每一?行(?:◇)?(?:表示|代表|对应|是)(?:一个)?(?:词|单词|token|向量|位置|样本)",
        r"向量(?:均|都)?(?:为|是)行向量",
    ),
    "columns": (
        rf"\beach column (?:of (?:the )?(?:matrix )?(?:input )?◇ ?)?{_STANDS} {_THING}",
        r"\b(?:treat|regard|write|represent|consider|denote)\w* (?:all |the |our )?(?:\w+ )?vectors as column",
        r"\b(?:all |our )?vectors are (?:all |always |assumed to be |written as |treated as )?column",
        r"\bcolumn[- ]vector (?:convention|notation)",
        r"\b(?:we|i) (?:will )?use column vectors\b",
        r"每一?列(?:◇)?(?:表示|代表|对应|是)(?:一个)?(?:词|单词|token|向量|位置|样本)",
        r"向量(?:均|都|默认)?(?:为|是)列向量",
    ),
}
_SOFTMAX = {
    "rows": (
        r"\bsoftmax\b[^.]{0,60}\b(?:to|across|over|for|of|along|on|in) (?:each|every|the) rows?\b",
        r"\bsoftmax\b[^.]{0,40}\brow[- ]?wise\b",
        r"\brow[- ]?wise\b[^.]{0,20}\bsoftmax\b",
        r"\bfor each row\b[^.]{0,40}\bsoftmax\b",
        r"softmax[^。]{0,20}(?:逐行|按行|每一行|每行)|(?:逐行|按行|对?每一?行)[^。]{0,20}softmax",
    ),
    "columns": (
        r"\bsoftmax\b[^.]{0,60}\b(?:to|across|over|for|of|along|on|in) (?:each|every|the) columns?\b",
        r"\bsoftmax\b[^.]{0,40}\bcolumn[- ]?wise\b",
        r"\bcolumn[- ]?wise\b[^.]{0,20}\bsoftmax\b",
        r"softmax[^。]{0,20}(?:逐列|按列|每一列|每列)|(?:逐列|按列|对?每一?列)[^。]{0,20}softmax",
    ),
    "last": (r"\bsoftmax\b[^.]{0,60}\b(?:over|along|across|on) the last (?:dimension|axis)\b",),
}


_HEDGED = Cued(r"\b(?:while|although|instead|unlike|rather|however|sometimes|alternatively|if|some authors|others?)\b")


_JOINING = {
    "concatenation": (
        r"⊕ (?:\w+ ){0,2}(?:denotes?|is|means|represents?|stands for|for|indicates?) (?:\w+ ){0,3}concat",
        r"\bconcat\w* (?:\w+ ){0,3}(?:is |are )?(?:denoted|written|marked) (?:\w+ ){0,2}⊕",
        r"⊕ ?(?:表示|代表|为|是|指)[^。]{0,12}(?:拼接|连接)",
    ),
    "sum": (
        r"⊕ (?:\w+ ){0,2}(?:denotes?|is|means|represents?|stands for|for|indicates?) (?:[\w-]+ ){0,3}(?:sums?|addition)\b",
        r"\b(?:sum|addition)(?: of \w+)?(?: (?:operator|operation|sign|symbol))? [(,]? ?(?:denoted |written |marked )?(?:by |as )?⊕",
        r"⊕ ?(?:表示|代表|为|是|指)[^。]{0,12}(?:相加|加法|求和)",
    ),
}
_SPEAKS = Cued(
    r"row|column|softmax|concat|sum|addition|行|列|拼接|连接|相加|加法|求和", re.IGNORECASE
)  # what no statement of a convention can do without


_CIRCLED = Cued(r"\W*(?:\\oplus|⊕)\W*")


def conventions_of(sentence: tuple[Token, ...], block: Prose) -> Iterator[Convention]:
    """The conventions one sentence states; a sentence that speaks of rows and columns both states none."""
    if _SPEAKS.search(" ".join([token.text for token in sentence])) is None:
        return
    words = _flat(sentence)
    if _HEDGED.search(words):
        return
    span = block.text.origin_span(Span(sentence[0].start, sentence[-1].end))
    for name, table in (("vectors", _VECTORS), ("softmax", _SOFTMAX), ("⊕", _JOINING)):
        said = [value for value, patterns in table.items() if any(re.search(p, words) for p in patterns)]
        if len(said) == 1:
            yield Convention(name, said[0], span, block.span.start)


_TRANSPOSED_BY_PRIME = Cued(
    r"\bprime\w*[^.\n]{0,30}\b(?:denot\w+|means?|stands? for|indicat\w+|is|marks?)\b[^.\n]{0,25}\btranspos"
    r"|\btranspos\w+[^.\n]{0,40}\b(?:denoted|written|marked|indicated)\b[^.\n]{0,20}\bprime"
    r"|['′]\W{0,3}(?:denotes|is|means|stands for|indicates|marks) (?:the |a )?(?:matrix |vector )?transpos",
    re.IGNORECASE,
)


def is_transposed_by_prime(document: Document) -> bool:
    """Whether a note says that a prime is its sign for a transpose."""
    return any(_TRANSPOSED_BY_PRIME.search(block.text.text) is not None for block in document.prose)


_LAID_ACROSS = Cued(r"\bconjugate transpos|\badjoint|\bhermitian|\bunitary", re.IGNORECASE)
_PSEUDOINVERSE = Cued(r"\bpseudo-?\s?inverse|\bmoore[- –]penrose", re.IGNORECASE)


def is_adjoint_by_dagger(document: Document) -> bool:
    """Whether a note has daggers and speaks of conjugate transposes, and of no pseudoinverse, whose sign it may be too."""
    if not any("dagger" in formula.text or "†" in formula.text for formula in document.formulas):
        return False
    texts = [block.text.text for block in document.prose]
    return any(map(_LAID_ACROSS.search, texts)) and not any(map(_PSEUDOINVERSE.search, texts))


def _flat(sentence: tuple[Token, ...]) -> str:
    """The sentence in small letters with a ◇ for each formula; softmax within a formula stays a word."""
    parts: list[str] = []
    for token in sentence:
        if token.kind == "math" and "softmax" in token.text:
            parts.append(" softmax ")
        elif token.kind == "math" and _CIRCLED.fullmatch(token.text) is not None:
            parts.append(" ⊕ ")
        elif token.kind == "math":
            parts.append(" ◇ ")
        else:
            chinese = token.kind == "word" and "\u3400" <= token.text[0] <= "\u9fff"
            parts.append(token.lower if chinese else f" {token.lower} ")
    flat = re.sub(r"\s+", " ", "".join(parts))
    return (
        re.sub(r" (?=[\u3400-\u9fff◇])|(?<=[\u3400-\u9fff]) ", "", flat)
        if re.search(r"[\u3400-\u9fff]", flat)
        else flat
    )
