"""Which of a few named numbers is said to stand out, where names and numbers stand in one paragraph or one table.

``"the", "cat" and "mat" have the weights 0.2, 0.3 and 0.5: it attends mostly to "cat"``; ``sat attends mostly to
cat`` below a table with a row for *sat* and a column for *cat*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symformer.algebra.printed import PrintedNumber, printed_as_written
from symformer.documents.document import Document, Prose, Table
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences, whole_block
from symformer.text.cued import Cued

_QUOTES = "\"“”'‘’「」『』《》"
_WORD = rf"[{_QUOTES}]?(?:[^\W\d_][\w-]{{0,19}})[{_QUOTES}]?"
_NUMBER = rf"(?<![\w.^/·×+*_-])(?:{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^+])"
_AND = r"\s*(?:,\s*and|,|、|，|\band\b|和|与|及)\s*"
_THE = r"(?:(?:the|on|to|for|of|over)\s+)?"
_PARALLEL = Cued(
    rf"(?P<names>{_THE}{_WORD}(?:{_AND}{_THE}{_WORD}){{1,7}})(?P<between>[^\d.!?。]{{0,60}}?)[\[(]?(?P<numbers>{_NUMBER}(?:{_AND}{_NUMBER}){{1,7}})[\])]?"
)
_PARALLEL_BACK = Cued(
    rf"[\[(]?(?P<numbers>{_NUMBER}(?:{_AND}{_NUMBER}){{1,7}})[\])]?\s*(?:on|to|for|over|of|respectively on)\s+(?P<names>{_THE}{_WORD}(?:{_AND}{_THE}{_WORD}){{1,7}})"
)
_PAIR = Cued(rf"(?P<name>{_WORD})\s*(?:[:：=≈]|\(\s*(?:weight\s+|score\s+|about\s+|≈\s*|=\s*)?|(?:gets|has|receives|with|is|at)\s+)\s*(?P<n>{_NUMBER})")  # fmt: skip
_PAIR_BACK = Cued(
    rf"(?P<n>{_NUMBER})\s+(?:on|to|for|of|goes to|falls on)\s+(?:the\s+(?:word|token)\s+)?(?P<name>{_WORD})"
)
_PLAIN = Cued(rf"(?P<name>{_WORD})\s?(?P<n>{_NUMBER})(?=\s*(?:[,;、，。.)]|and\b|和|\Z))")
_EACH_WORD = Cued(rf"(?:{_THE})(?P<name>{_WORD})(?={_AND}|\Z)")
_EACH_NUMBER = Cued(_NUMBER)
_NAME = rf"[{_QUOTES}]?(?P<name>[^\W\d_][\w-]{{0,19}})[{_QUOTES}]?"
_NAME2 = _NAME.replace("<name>", "<name2>")
_NAME3 = _NAME.replace("<name>", "<name3>")
_MOST = Cued(
    r"\b(?:attends?|attending|attention|pays?|paid|focus(?:es|ed)?|looks?|leans?|points?|assigns?|gives?|puts?|peaks?|goes|concentrates?|weight|it is|drawn)\b[^\d.;]{0,30}?"
    r"\b(?P<which>most|mostly|mainly|chiefly|highest|largest|strongest|strongly|least)\b(?:\s+(?:of\s+(?:its|the)\s+)?(?:attention|weight|focus|probability|mass))?"
    rf"\s+(?:to|on|at|towards?|for|by)\s+(?:the\s+)?(?:(?:token|word|key|value|class)\s+)?{_NAME}"
    r"|\bthe\s+(?P<which2>highest|largest|greatest|lowest|smallest|weakest|strongest|best|most likely|winning|heaviest)\s+"
    r"(?:score|weight|probability|attention|value|logit|one|token|word|class|similarity|connection|link|match|dependence|share)?\s*"
    rf"(?:is|goes to|belongs to|falls on|are)\s+(?:the\s+)?(?:that\s+)?(?:for\s+|on\s+|of\s+|to\s+|with\s+)?{_NAME2}"
    rf"|(?P<zh>最关注|最关心|主要关注|更关注|注意力(?:最)?集中在|最大的?是|最高的?是|最小的?是|最低的?是|最相关的?是|预测为)\s*{_NAME3}",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|may|not|never|expect\w*|want|hope\w*|instead|suppose|wrong\w*|mistake\w*|except|other than|besides|(?:second|next)[\s-](?:most|largest|highest|strongest|best))\b|n['’]t\b|\?|不|若|如果|除|错误",
    re.IGNORECASE,
)
FAR = 8000  # characters between a table and what is said of it
_ITSELF = frozenset(
    {"itself", "the", "a", "an", "its", "this", "that", "each", "them", "one", "it", "first", "last", "and", "or"}
)


def largest_problems(document: Document) -> Iterator[Problem]:
    """Every name that is said to have the largest or least number of a few, where another one has."""
    for block in document.prose:
        text = block.text.text
        if block.kind == "heading" or _MOST.search(_plain(text)) is None:
            continue
        whole = whole_block(block.text)
        for sentence in sentences(block.text):
            for found in _MOST.finditer(sentence.text):
                if _OPEN.search(sentence.text) is None:
                    yield from _judged(document, block, whole, sentence, found)


def _plain(text: str) -> str:
    return re.sub(r"[*`$]", "", text)


def _bare(name: str) -> str:
    return name.strip(_QUOTES + " *`_$").casefold()


def _judged(
    document: Document, block: Prose, whole: Sentence, sentence: Sentence, found: re.Match[str]
) -> Iterator[Problem]:
    group = next(each for each in ("name", "name2", "name3") if found[each])
    name = _bare(found[group])
    which = (found["which"] or found["which2"] or found["zh"] or "").casefold()
    low = which in ("least", "lowest", "smallest", "weakest") or "最小" in which or "最低" in which
    span = sentence.span(*found.span(group))
    claim = sentence.begins + found.start(group) - whole.begins
    known: Mapping[str, PrintedNumber] = _inline(whole.text[: sentence.begins + found.start()]) or _inline(
        sentence.text
    )
    if not known:
        known = _in_tables(document, span.start, sentence.text[: found.start()], name)
    if claim < 0 or name not in known or name in _ITSELF or len(known) < 2:
        return
    mine = known[name]
    best = (min if low else max)(known, key=lambda each: known[each].value)
    if known[best].value == mine.value or len({number.exact for number in known.values()}) > 1:
        return
    sign = "<" if low else ">"
    message = f'"{" ".join(found[0].split())}", but {known[best].text} ({best}) {sign} {mine.text} ({name})'
    yield Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": name, "expected": best},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _inline(text: str) -> dict[str, PrintedNumber]:
    """The names of a stretch of text with their numbers; none where it is not clear which belong together."""
    for pattern in (_PARALLEL, _PARALLEL_BACK):
        places = list(pattern.finditer(text))
        if len(places) == 1:
            names = [_bare(each["name"]) for each in _EACH_WORD.finditer(places[0]["names"])]
            numbers = _EACH_NUMBER.findall(places[0]["numbers"])
            if len(numbers) == len(names) == len(set(names)) > 1:
                return {name: printed_as_written(number) for name, number in zip(names, numbers, strict=True)}
    for pattern in (_PAIR, _PAIR_BACK, _PLAIN):
        pairs = [(_bare(each["name"]), printed_as_written(each["n"])) for each in pattern.finditer(text)]
        if len(pairs) > 1 and len({name for name, _ in pairs}) == len(pairs):
            return dict(pairs)
    return {}


def _in_tables(document: Document, at: int, before: str, name: str) -> Mapping[str, PrintedNumber]:
    """The row of the nearest table above that is named before the verb, by what heads its columns."""
    here = section_at(document, at)
    near = [each for each in around(document.tables, at, FAR, FAR) if section_at(document, each.span.start) == here]
    tables = [each for each in near if each.span.end <= at][-1:] or near[:1]
    words = {_bare(each) for each in re.findall(_WORD, before)}
    for table in tables:
        rows = {_bare(row[0].text): row for row in table.rows if row}
        named = [label for label in rows if label in words and label]
        heads = [_bare(each.text) for each in table.header]
        if len(named) == 1 and name in heads[1:] and len(set(heads)) == len(heads):
            cells = _numbers(table, named[0])
            if cells is not None:
                return dict(zip(heads[1:], cells, strict=True))
    return {}


def _numbers(table: Table, label: str) -> Sequence[PrintedNumber] | None:
    row = next(row for row in table.rows if row and _bare(row[0].text) == label)
    texts = [re.sub(r"[*`$\s]", "", cell.text) for cell in row[1:]]
    if len(row) != len(table.header) or not all(re.fullmatch(PLAIN_NUMBER, text) for text in texts):
        return None
    return [printed_as_written(text) for text in texts]


__all__ = ["largest_problems"]
