"""How a few numbers in a sentence go: "decreases at each step: 2.31, 1.87, 1.92", "0.51, larger than the 0.693 of chance"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.documents.document import Document
from symformer.documents.places import around, section_at
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Said, Sentence, comparable, numeral, said, sentences
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

_DOWN = r"decreas(?:e[sd]?|ing)|falls?|fell|falling|drops?|dropped|dropping|declin(?:e[sd]?|ing)|shrinks?|shrank|shrinking|goes down|went down|descend(?:s|ing)"
_UP = r"increas(?:e[sd]?|ing)|rises?|rose|rising|grows?|grew|growing|climbs?|climbed|goes up|went up|ascend(?:s|ing)"
_STEADILY = (
    r"monotonic(?:ally)?|steadily|strictly|(?:at|in|with|after|from) (?:each|every) (?:step|epoch|iteration|round|layer|update)|every (?:step|epoch|iteration|time)"
    r"|each (?:step|epoch|iteration|time)|step by step|throughout|from (?:step|layer|epoch|row) to (?:step|layer|epoch|row)|without exception|always"
)
_MONOTONE = Cued(
    rf"\b(?:(?P<down>{_DOWN})|(?P<up>{_UP}))\s+(?:{_STEADILY})\b"
    rf"|\b(?:monotonically|steadily|strictly|always)\s+(?:(?P<down2>{_DOWN})|(?P<up2>{_UP}))\b"
    rf"|\b(?:in|are in|form) (?P<order>descending|ascending|decreasing|increasing) order\b|\bsorted in (?P<order2>descending|ascending|decreasing|increasing) order\b"
    r"|(?:单调|逐步|不断|依次|逐层|逐轮|持续)(?:递|地)?(?:(?P<down3>减小?|下降|降低|减少)|(?P<up3>增大?|上升|增加|升高))",
    re.IGNORECASE,
)
_BETWEEN = Cued(
    r"\s*(?:[,，、;]|→|->|>|<|\bto\b|\bthen\b|\band\b|, and|, then|和|再到|到)+\s*(?:(?:then|finally|to|and)\s+)*",
    re.IGNORECASE,
)
_NUMERAL = Cued(numeral("n").replace(r"<>\\±", r"\\±"))
_NOT_MEANT = Cued(
    r"\b(?:if|suppose|would|could|might|should|not|never|no longer|except|but for|apart from|almost|nearly|mostly|usually|only|until|while|whereas|although|respectively"
    r"|first|then rises|before|neither)\b|n['’]t\b|\?|若|如果|不是|并非|除|但|先|几乎",
    re.IGNORECASE,
)
LEAST = 3
FAR = 8000  # characters between a table and what is said of it

_SMALLER = r"(?:smaller|lower|less|fewer|shorter)(?=\s+than\b)|below(?=\s+(?:the|its|that)\b)"
_LARGER = r"(?:larger|greater|higher|bigger|more|longer)(?=\s+than\b)|above(?=\s+(?:the|its|that)\b)"
_VERB = r"(?:is|was|are|were|reaches|reached|equals|becomes?|stays? at|of|to|gives|comes? to|=|≈)"
_COMPARED = Cued(
    rf"\b{_VERB}?\s*(?:only\s+|about\s+|now\s+)?{numeral('a')}(?:\s+[a-z]+)?\s*[,(—–:;]\s*(?:(?:which|that|and|it|this)\s+(?:is|are|was|lies)\s+|i\.e\.\s*)?"
    r"(?:(?:still|much|far|clearly|slightly|a little|somewhat|only|well|just|already|also|even|thus|so)\s+){0,2}"
    rf"(?:(?P<more>{_LARGER})|(?P<less>{_SMALLER}))\s+(?:than\s+)?(?:the\s+|its\s+|that\s+of\s+)?(?:[a-z-]+\s+){{0,4}}?{numeral('b')}",
    re.IGNORECASE,
)
_AT_A_SCORE = Cued(
    rf"\b(?:accuracy|loss|score|error|F1|perplexity|probability|precision|recall)\s+of\s+{numeral('a')}[^\d.;:]{{0,40}}?\b(?:is|are|lies|stays|remains|falls|was|were|comes)\s+(?:still\s+|well\s+|clearly\s+|just\s+|far\s+)?"
    rf"(?:(?P<more>above)|(?P<less>below))\s+(?:the\s+|its\s+)(?:[a-z-]+\s+){{0,3}}?{numeral('b')}",
    re.IGNORECASE,
)
_OTHERWISE = Cued(
    r"\b(?:if|suppose|would|could|might|should|not|never|no|nor|neither|cannot|instead|wrong\w*|mistake\w*|per|times|percent|points)\b|n['’]t\b|\?|%|若|如果|不",
    re.IGNORECASE,
)


def trend_words(sentence: Sentence) -> Iterator[Word]:
    """Every number that goes the other way than the words say."""
    yield from _monotone(sentence)
    yield from _compared(sentence)


def _monotone(sentence: Sentence) -> Iterator[Word]:
    ways = list(_MONOTONE.finditer(sentence.text))
    if len(ways) != 1 or _NOT_MEANT.search(sentence.text):
        return
    (found,) = ways
    order = (found["order"] or found["order2"] or "").casefold()
    up = bool(found["up"] or found["up2"] or found["up3"]) or order in ("ascending", "increasing")
    lists = [each for each in _lists(sentence) if len(each) >= LEAST]
    if len(lists) != 1:
        return
    (numbers,) = lists
    wrong = [(one, other) for one, other in pairwise(numbers) if (other.number.value > one.number.value) != up and one.number.value != other.number.value]  # fmt: skip
    if not wrong or 2 * len(wrong) > len(numbers) - 1:
        return  # listed the other way round
    one, other = wrong[0]
    relation = "less" if up else "more"
    message = f"{other.number.text} is {relation} than {one.number.text}, but the words say that they {'rise' if up else 'fall'}"
    yield sentence, other.start, other.end, other.number.text, "", message


_SUBJECT = Cued(
    r"(?:\b(?P<noun>[a-z]{3,})|(?P<zh>[\u4e00-\u9fff]{2}))\s*(?:\b(?:values?|curve|also|is|are|then|now)\s+)?\Z",
    re.IGNORECASE,
)


def trend_problems(document: Document) -> Iterator[tuple[Amount, str]]:
    """ "The loss decreases at every step", beside a table with a column of losses of which one is larger than the one above it."""
    for block in document.prose if document.tables else ():
        for sentence in sentences(block.text) if block.kind != "heading" else ():
            ways = list(_MONOTONE.finditer(sentence.text))
            if len(ways) != 1 or _NOT_MEANT.search(sentence.text) or any(map(str.isdigit, sentence.text)):
                continue
            subject = _SUBJECT.search(sentence.text, 0, ways[0].start())
            column = _column(document, sentence.place(ways[0].start()), subject) if subject is not None else None
            if column is None:
                continue
            up = bool(ways[0]["up"] or ways[0]["up2"] or ways[0]["up3"])
            wrong = [(one, other) for one, other in pairwise(column) if (other.number.value > one.number.value) != up and one.number.value != other.number.value]  # fmt: skip
            if len(wrong) == 1 and len(column) > LEAST:
                one, other = wrong[0]
                yield (
                    other,
                    f"{other.text} is {'less' if up else 'more'} than {one.text} above it, but the text says that it {'rises' if up else 'falls'} all the way",
                )


def _column(document: Document, at: int, subject: re.Match[str]) -> Sequence[Amount] | None:
    """The one column of the section that a noun names."""
    noun = (subject["noun"] or subject["zh"]).casefold()
    found: list[Sequence[Amount]] = []
    for table in around(document.tables, at, FAR, FAR):
        if section_at(document, table.span.start) != section_at(document, at):
            continue
        for place, head in enumerate(table.header):
            if noun in head.text.casefold():
                cells = [amount(row[place]) for row in table.rows if place < len(row)]
                known = [cell for cell in cells if cell is not None]
                if len(known) == len(table.rows):
                    found.append(known)
    return found[0] if len(found) == 1 else None


def _lists(sentence: Sentence) -> list[list[Said]]:
    """The runs of numbers with nothing but commas and arrows between them."""
    found: list[list[Said]] = []
    for match in _NUMERAL.finditer(sentence.text):
        number = said(match, "n")
        if (
            found
            and _BETWEEN.fullmatch(sentence.text, found[-1][-1].end, number.start)
            and number.unit == found[-1][-1].unit
        ):
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _compared(sentence: Sentence) -> Iterator[Word]:
    for found in (*_COMPARED.finditer(sentence.text), *_AT_A_SCORE.finditer(sentence.text)):
        one, other = said(found, "a"), said(found, "b")
        if not comparable(one, other) or one.number.exact != other.number.exact or _OTHERWISE.search(found[0]):
            continue
        if _OTHERWISE.search(sentence.text[max(0, found.start() - 60) : found.start()]):
            continue
        more = found["more"] is not None
        if one.number.value == other.number.value or (one.number.value > other.number.value) == more:
            continue
        message = f"{one.number.text} is {'less' if more else 'more'} than {other.number.text}, not {'more' if more else 'less'}"
        name = "more" if more else "less"
        yield sentence, *found.span(name), "", "", message


__all__ = ["trend_problems", "trend_words"]
