"""The number of tokens and the width of embeddings that words tell, beside the arrays of a worked example.

"We use four tokens", and every array of the example has three rows: X, Q and the square of scores.  Told is only a number
that the note tells once, or everywhere alike, against two arrays or more that agree and none that does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.asserted import sentence_problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.count_words import CHINESE_COUNTS, COUNT_WORDS
from symformer.text.cued import Cued

_COUNT = rf"(?P<n>{'|'.join(COUNT_WORDS)}|\d{{1,2}})"
_CHINESE = rf"(?P<zh>[{''.join(CHINESE_COUNTS)}]|\d{{1,2}})\s?个\s?(?:输入)?(?:tokens?|词元|单词|词)(?!向量|表|典|嵌)"
_TOKENS = Cued(
    rf"(?:\b(?:with|of|has|have|us(?:e|ing)|takes?|consider(?:s|ing)?|contains?|there\s+are|for|on|through|assume|exactly|only|just)\s+(?:an?\s+|our\s+|the\s+|these\s+)?|\A\s*(?:our\s+|the\s+)?|:\s+)"
    rf"{_COUNT}\s+(?:input\s+|embedded\s+)?(?:tokens|words)\b(?!\s+(?:that\b|which\b|whose\b|of\b|matter|left\b|ago|later|at\s+a\s+time|back|before|after|per|each|and\s+\w+\s+(?:tokens|words)))"
    rf"|(?:取|含|包含|考虑|使用|输入|假设|共有?|只有){_CHINESE}",
    re.IGNORECASE,
)
_ANY = Cued(
    rf"(?<![\w.,-]){_COUNT}[\s-]+(?:[a-z]+\s+){{0,2}}?(?:tokens?|words?)\b|(?<![\d.第每前后]){_CHINESE}", re.IGNORECASE
)
_WIDTH = Cued(
    r"\b(?:embeddings?|vectors?|tokens?)\s+(?:(?:each\s+)?(?:has|have|is|are|of|with|an?|embedding|vector|the)\s+){0,4}(?:dimension(?:ality)?|size|width)\s+(?:of\s+|is\s+|=\s*)?(?:\$?[A-Za-z_{}\\]{1,14}\s*=\s*)?(?P<n>\d{1,2})(?![\w.,]*\d)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose\s+instead|would|could|not|never|instead|up\s+to|at\s+most|at\s+least|more\s+than|longer|first|last|next|previous|other|remaining|vocabulary|most|top|generated?|new|masked|padd\w*|special|real|decoder|encoder|target|source|output|another|second)\b|n['’]t\b|\?|不|若|如果|超过|最多|至少|其他|其余|剩余|剩下|生成|新的|编码器|解码器|特殊|填充|掩码",
    re.IGNORECASE,
)
_INPUT = re.compile(r"[XEH](?:[\[_{]\w+[\]}]?)?|.*[Ee]mbedding.*|.*[Ii]nput.*")
_ROWS = re.compile(r"[QKVZO](?:[\[_{]\w+[\]}]?)?|[Oo]utput")  # of one row for each token, too
_SCORES = re.compile(r".*(?:[Ss]cores?|[Mm]asked|[Ww]eights?|softmax|[Aa]ttention).*|[AS](?:[\[_{]\w+[\]}]?)?")
_SPLIT_UP = Cued(r"\bsub-?words?\b|\bword-?pieces?\b|\bBPE\b|\[(?:CLS|SEP|BOS|EOS)\]|</?s>|\b[BE]OS\b|\bspecial\s+tokens?\b|\bpadd", re.IGNORECASE)  # fmt: skip
_BESIDES = Cued(
    r"\b(?:(?:start|stop|end|begin\w*|separator|padding|class|boundary)[\s-]+(?:of[\s-]+(?:sequence|sentence|text|document)|(?:symbol|token|marker|sign|tag))\b|full\s+stop|period|punctuation|comma|delimiter|"
    r"pad(?:s|ded|ding)?|empty|extra|additional|dummy|placeholder|sink|cls|fill(?:s|ed)?|prefix|cached?|flatten\w*|pieces|(?:per|each)\s+sentence|(?:one|a)\s+row\s+more)\b",
    re.IGNORECASE,
)
_SIDE_BY_SIDE = Cued(
    r"\b(?:concatenat\w*|side\s+by\s+side|append\w*|followed\s+by|stack\w*|plus|extra|additional|augment\w*|part|parts|bias\s+(?:column|entry|term)|constant|takes?\s+the\s+place|bias\s+trick)\b",
    re.IGNORECASE,
)
_EXCERPT = Cued(
    r"\b(?:beginning|excerpt|window|slice|truncat\w*|exercises?|fragment|cropp?\w*|first\s+(?:\w+\s+)?(?:rows|tokens|words|positions))\b",
    re.IGNORECASE,
)
_LIST = Cued(r"[\"“«„](?P<words>[^\"“”«»\n]{3,80})[\"”»]")
LEAST_AGREEING = 2


def token_count_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each number of tokens, or width of embeddings, that no array of the example has."""
    prose = (each for each in document.prose if each.kind != "heading")
    blocks = [each for each in prose if _ANY.search(each.text.text) or _WIDTH.search(each.text.text)]
    if not blocks or _SPLIT_UP.search(document.source.text):
        return  # there are more tokens than words, or than are counted
    shown = [each for each in displayed_arrays(document, statements) if min(each.size) > 1]
    inputs = [each for each in shown if _INPUT.fullmatch(each.name)]
    squares = [each for each in shown if each.size[0] == each.size[1] and _SCORES.fullmatch(each.name)]
    rows = [each for each in shown if _ROWS.fullmatch(each.name)]
    heights = {each.size[0] for each in (*inputs, *rows, *squares)}
    if len(heights) != 1 or not (inputs or rows) or len(inputs) + len(rows) + len(squares) < LEAST_AGREEING:
        return
    height = heights.pop()
    told = [(sentence, found) for block in blocks for sentence in sentences(block.text) for found in _ANY.finditer(sentence.text)]  # fmt: skip
    counts = {_number(_told(found)) for _, found in told}
    first = _number(_told(told[0][1])) if told else height
    listed = {len(found["words"].split()) for block in blocks for found in _LIST.finditer(block.text.text)}
    if told and (first in listed or (_BESIDES if first < height else _EXCERPT).search(_prose(document))):
        return  # it is so many words, and there are other tokens
    if squares and height not in counts and all(each == first or each < min(first, height) for each in counts):
        yield from _wrong_counts(told, height, squares[0])
    widths = {each.size[1] for each in inputs}
    if squares and len(widths) == 1:
        yield from _wrong_widths(document, widths.pop(), inputs[0], shown)


def _wrong_counts(told: Sequence[tuple[Sentence, re.Match[str]]], height: int, square: Shown) -> Iterator[Problem]:
    for sentence, found in told:
        if _number(_told(found)) != _number(_told(told[0][1])) or _OPEN.search(sentence.text) is not None:
            return
        surely = next(
            (
                each
                for each in _TOKENS.finditer(sentence.text)
                if each.start(_group(each)) == found.start(_group(found))
            ),
            None,
        )
        if surely is None or sentence.place(0) > square.span.start:
            continue
        message = f"the arrays of the example have {height} rows, one for each token, not {_told(found)}"
        yield _problem(sentence, found, height, message, square)
        return


def _wrong_widths(document: Document, width: int, array: Shown, shown: Sequence[Shown]) -> Iterator[Problem]:
    """The width that words tell of embeddings, where they are another in the array, and what they are multiplied by goes with it."""
    weights = [each for each in shown if each.size[0] == width != array.size[0] and not _INPUT.fullmatch(each.name)]
    if len(weights) < LEAST_AGREEING or _SIDE_BY_SIDE.search(_prose(document)):
        return
    for block in document.prose:
        if block.kind == "heading":
            continue
        for sentence in sentences(block.text):
            found = _WIDTH.search(sentence.text)
            if found is None or int(_told(found)) == width or _OPEN.search(sentence.text):
                continue
            if re.search(r"\b(?:key|query|value|head|hidden|output)\b", found[0], re.IGNORECASE):
                continue
            message = f"the embeddings of the example have {width} entries, not {_told(found)}"
            yield _problem(sentence, found, width, message, array)


def _prose(document: Document) -> str:
    return "\n".join(block.text.text for block in document.prose)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else (COUNT_WORDS | CHINESE_COUNTS)[word.casefold()]


def _group(found: re.Match[str]) -> str:
    return "zh" if found.groupdict().get("zh") else "n"


def _told(found: re.Match[str]) -> str:
    return str(found[_group(found)])


def _problem(sentence: Sentence, found: re.Match[str], expected: int, message: str, array: Shown) -> Problem:
    mends = (_told(found), str(expected)) if _told(found).isdigit() else None
    related = (Related(array.span, "one of them"),)
    return sentence_problem(sentence, *found.span(_group(found)), message, "warning", mends=mends, related=related)


__all__ = ["token_count_problems"]
