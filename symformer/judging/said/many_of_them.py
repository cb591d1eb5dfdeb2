"""What so many take, by what one takes: "512 KiB per token … a context of 4096 tokens needs 2 GiB, and 8 of them 16 GiB".

What one takes may stand anywhere before.  Told is only an amount that is so many times none that the note has, and would
be with a slip so many times the last one said before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.conversions import slack
from symformer.judging.said.factored_amounts import CAREFUL, MEASURES, NICE
from symformer.judging.said.known_amounts import Known, any_near, counted
from symformer.judging.said.sentences import Sentence, digits_in, running_words, sentences
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued

_BETWEEN = Cued(
    r"\s*(?:of\s+(?:these|those|them|this\s+\w+|\w+s)\s+)?(?:(?:alone|together|then|thus|therefore|already|now|would)\s+)*"
    r"(?:,\s*|:\s*|(?:(?:it\s+|they\s+|this\s+|that\s+)?(?:takes?|needs?|ha(?:s|ve)|holds?|requires?|costs?|makes?|is|are|uses?|contains?|consumes?|occup(?:y|ies)|gives?|adds?\s+up\s+to|comes?\s+to|total))\s+)?"
    r"(?:(?:about|around|roughly|only|just|some|already|together|altogether|a\s+total\s+of|in\s+total|in\s+all|≈|=)\s*)*\Z"
    r"|\s*+(?:的\s*+\w{0,8})?(?:一共|总共|合计|共计|共|则|就|总计)?\s*+(?:需要?|占用?|要|是|为|有|消耗)?\s*(?:约|大约|≈)?\s*\Z",
    re.IGNORECASE,
)
_SPREAD = Cued(
    r"\b(?:over|across|on|among|between|by|into|per|with|than|from|to|after|every|each|fits?|at|in|least|most|first|last|layer|every|only)\s+(?:the\s+|all\s+|its\s+|these\s+)?\Z|(?:每|在|用|分到|按|超过|第|前|后|从|到)\s*\Z",
    re.IGNORECASE,
)
_OF_ONE = Cued(
    r"\s*(?:each|apiece|per|of|in\s+each|for\s+(?:each|every)|/|more|less|fewer|\+|and\s+\d|plus)\b|\s*/|\s*(?:的卡|的显存|每)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose|imagine|could|might|not|never|wrong\w*|another|respectively|shared?|except|without|without|instead|remaining|rest|left|extra|more|plus|including|besides|both|up\s+to|at\s+(?:least|most)|less\s+than|more\s+than)\b|n['’]t\b|\?|如果|若|不|超过|分别|剩|另|其他|加上|包括",
    re.IGNORECASE,
)
# what may change the amount of one, which the sentence then speaks of
_OTHERWISE = Cued(
    r"\b(?:with|without|precision|half|double|quanti\w+|compress\w*|checkpoint\w*|offload\w*|shard\w*|parallel\w*|gradients?|states?|optimi[sz]ers?|int\d+|[bf][pf]\d+|\d+[- ]?bits?|as\s+\w+\s+shares?)\b|精度|量化|压缩|梯度",
    re.IGNORECASE,
)
MOST_COUNT, FAR, LEAST_DIGITS = 10**6, 700, 2


def many_of_them_problems(document: Document, known: Callable[[], Sequence[Known]]) -> Iterator[Problem]:
    """A problem for each amount of so many things that is not so many times the amount of one; ``known`` gives all amounts."""
    for block, words in running_words(document):
        if block.kind == "heading" or digits_in(words.text) < LEAST_DIGITS:
            continue
        for sentence in sentences(words):
            said = amounts(sentence)
            for count, shown in pairwise(said):
                if not _counts(sentence, count, shown):
                    continue
                yield from _judged(sentence, count, shown, known())


def _counts(sentence: Sentence, count: Amount, shown: Amount) -> bool:
    """Whether the first of two amounts is of things, and the second of what they take together."""
    text = sentence.text
    if count.unit or len(count.kind) != 1 or not count.number.exact or not 1 < count.number.value <= MOST_COUNT:
        return False
    ((name, degree),) = count.kind
    if degree != 1 or name in MEASURES - {"token"} or name in dict(shown.kind):
        return False
    what = {each for each, _ in counted(shown)} & MEASURES
    if not shown.unit or not what or len(shown.kind) != 1 or shown.number.value <= 0:
        return False
    if _BETWEEN.fullmatch(text, count.end, shown.start) is None or _OF_ONE.match(text, shown.end) is not None:
        return False
    if _SPREAD.search(text, max(0, count.start - 24), count.start) is not None:
        return False
    if _OTHERWISE.search(text) is not None:
        return False
    start = max(text.rfind(mark, 0, count.start) for mark in ",;,;:(") + 1
    return _OPEN.search(text, start, min(len(text), shown.end + 12)) is None


def _judged(sentence: Sentence, count: Amount, shown: Amount, known: Sequence[Known]) -> Iterator[Problem]:
    place, at = sentence.place(shown.start), sentence.place(count.start)
    number = count.number.value
    loose = shown.loose + (
        max(CAREFUL, shown.number.unit / shown.number.value) if shown.number.decimals > 0 else slack(sentence, shown)
    )
    here = next((each.section for each in known if each.place == place), -2)
    others = [
        each
        for each in known
        if each.place not in (place, at) and each.is_of(shown) and (each.place < place or each.section == here)
    ]
    more = {
        each.number.value
        for each in amounts(sentence)
        if each.start < shown.start and each.number.exact and not each.unit and each.number.value > 0
    } - {number} | {Fraction(1)}
    for each in others:
        room = loose + each.amount.loose
        values = each.values_like(shown)
        if each.place < place and any_near(values, shown.values, room):
            return  # said before
        if any_near([value * number * each for value in values for each in more], shown.values, room):
            return
        if any_near([value / number for value in values], shown.values, room):
            return
    alike = [
        each
        for each in others
        if each.amount.unit and counted(each.amount) == counted(shown) and at - FAR < each.place < at
    ]
    if not alike:
        return
    base = alike[-1]
    if {name for name, degree in base.amount.kind if degree < 0} - {name for name, _ in count.kind}:
        return  # per something else
    scale = shown.values[0] / shown.number.value
    text = decimal_text(base.amount.values[0] * number / scale, max(shown.number.decimals, 0))
    ratios = [value * number / mine for value in base.amount.values for mine in shown.values]
    nice = any(abs(ratio / step - 1) <= CAREFUL + shown.loose + base.amount.loose for ratio in ratios for step in NICE)
    if not nice and not (shown.number.digits > 1 and is_slip(text, shown.number.text)):
        return
    span = sentence.span(shown.start, shown.ends_number)
    unit = sentence.text[shown.ends_number : shown.end].strip()
    yield Problem(
        span,
        f"{count.number.text} × {base.amount.text.strip()} is {text} {unit}, not {shown.text.strip()}",
        level="warning",
        related=(Related(sentence.span(count.start, count.ends_number), "so many of them"),),
        evidence={"kind": "number", "printed": shown.number.text, "expected": text},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["many_of_them_problems"]
