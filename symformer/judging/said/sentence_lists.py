"""Lists of numbers in a sentence that do not sum to what it says, or have another largest number."""

from __future__ import annotations

import re
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.findings.finding import Level
from symformer.judging.said.asserted import Found, any_negative, is_open, sentence_problem, value_pattern
from symformer.judging.said.sentences import Said, Sentence, least_told, numeral, said
from symformer.judging.said.shares import of_other_numbers
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

_SUMS = Cued(
    r"\b(?:(?:sum|sums|summing|add|adds|adding)(?:\s+up)?\s+to|total|totals|totalling|totaling)\s+"
    r"(?P<how>exactly\s+|about\s+|roughly\s+|approximately\s+|nearly\s+)?(?:(?P<one>one)\b|" + numeral("t") + ")"
    r"|\((?:the\s+)?(?:sum|total)\s*(?:is|=|:|of)?\s*" + numeral("y") + r"\)"
    r"|(?:总和|之和|和|加起来)(?:恰好)?(?:为|是|等于)\s*" + numeral("z"),
    re.IGNORECASE,
)
_BETWEEN = Cued(
    r"\s*+(?:\([^()\d]{0,30}\)|[\"“'][^\"”'\d]{1,20}[\"”'])?\s*+(?:,|;|、|，)?\s*(?:and|plus|&|和|与)?\s*"
    r"(?:\\?[A-Za-zα-ω][\w'{}\\]{0,16}(?:\([^()]{0,12}\)|\^\{?[-−]?[\d.]+\}?)?\s*[=≈]\s*)?",
    re.IGNORECASE,
)
_TO_SUM = Cued(
    r"\s*+(?:\([^()\d]{0,30}\))?\s*+[\])}]?\s*[,;(:—–-]?\s*(?:(?:and|which|that|they|these|all|both|each|do|does|now|indeed|together|always|must|so|its|the|row|rows|weights?"
    r"|entries|probabilit(?:y|ies)|values|numbers|shares|two|three|four|five|six|exponentials|terms|products|squares|losses|errors|distances|都|它们|各项|权重|的|这些|三者|两者|四者|概率)\s*)*",
    re.IGNORECASE,
)
_SUPERLATIVE = Cued(
    r"\b(?:the\s+)(?:(?P<top>largest|highest|biggest|greatest|maximum)|(?P<low>smallest|lowest|minimum|least))"
    r"(?:\s+(?:of (?:them|these|the (?:two|three|four|five))|one|value|weight|score|probability|entry|number|logit|loss|exponential))?"
    r"(?:\s*(?:is|being|,|=|\())\s*(?:the\s+)?" + value_pattern("s"),
    re.IGNORECASE,
)  # fmt: skip


def _listed(sentence: Sentence) -> list[list[Said]]:
    """The lists of numbers in a sentence: two or more with nothing but commas, "and" and labels between them."""
    lists: list[list[Said]] = []
    for number in sentence.numbers():
        if (
            lists
            and _BETWEEN.fullmatch(sentence.text, lists[-1][-1].end, number.start)
            and sentence.text[lists[-1][-1].end : number.start].strip()
        ):
            lists[-1].append(number)
        else:
            lists.append([number])
    return [each for each in lists if len(each) > 1]


def sums_told(sentence: Sentence) -> Found:
    """ "0.2, 0.3 and 0.6 sum to 1": lists that come to another sum."""
    for found in _SUMS.finditer(sentence.text):
        if found["how"] and not found["how"].startswith("exactly") or is_open(sentence, found.start(), found.end()):
            continue
        total, text = _total(found)
        before = [each for each in _listed(sentence) if each[-1].end <= found.start()]
        if not before or not _TO_SUM.fullmatch(sentence.text, before[-1][-1].end, found.start()):
            continue
        shares = before[-1]
        if of_other_numbers(sentence, shares, found.start()):
            continue
        if len(shares) < least_told(sentence.text[shares[-1].end : found.end()]):
            continue
        if found["one"] is None and shares[-1].end > found.start() or not _summable(sentence, shares, total, text):
            continue
        added = sum((each.number.value for each in shares), Fraction(0))
        loose = sum((each.number.half_width() for each in shares), Fraction(0))
        name = next((each for each in "tzy" if found[each]), None)
        loose += said(found, name).number.half_width() if name else 0
        whole = 100 if shares[0].unit == "%" and total == 1 else total
        if added == whole or abs(added - whole) <= loose and not _chosen(shares):
            continue
        level: Level = "error" if abs(added - whole) > loose else "warning"
        shown = long_text(Interval.point(added)) + shares[0].unit
        message = f"{' + '.join(each.text for each in shares)} is {shown}, not {text}"
        start = shares[0].start
        yield start, found.end(), sentence_problem(sentence, start, found.end(), message, level)


def _total(found: re.Match[str]) -> tuple[Fraction, str]:
    if found["one"]:
        return Fraction(1), "1"
    each = said(found, next(each for each in "tzy" if found[each]))
    return (Fraction(1) if each.unit == "%" and each.number.value == 100 else each.number.value), each.text


def _chosen(shares: list[Said]) -> bool:
    """Whether shares look chosen rather than computed: one decimal each, and not all alike as rounded thirds are."""
    alike = len({each.number.value for each in shares}) == 1
    return not alike and all(each.number.decimals == 1 and not each.number.exact for each in shares)


def _summable(sentence: Sentence, shares: list[Said], total: Fraction, text: str) -> bool:
    """Whether a list is the whole of what is added up: no numbers of rows, no list with something left out."""
    units = {each.unit for each in shares}
    before = sentence.text[: shares[0].start]
    if (
        len(units) > 1
        or re.search(r"…|\.\.\.", sentence.text)
        or re.search(r"[\d)][\s,]*(?:[+−·×/-]|and|,)\s*\Z", before)
    ):
        return False
    if re.search(
        r"\b(?:rows?|layers?|heads?|columns?|steps?|eqs?\.?|equations?|figures?|tables?|sections?|positions?|tokens?|and|with|plus|first|of)\s*\Z",
        before,
        re.I,
    ):
        return False
    if units == {"%"}:
        return text in ("1", "100%") or text.endswith("%")
    if "%" in text:
        return False
    if total == 1:
        return any(not each.number.exact for each in shares) and all(0 <= each.number.value <= 1 for each in shares)
    return all(each.number.value >= 0 for each in shares)


def superlatives_told(sentence: Sentence) -> Found:
    """ "… the largest is 0.3": of a list that holds a larger one."""
    for found in _SUPERLATIVE.finditer(sentence.text):
        named = said(found, "s")
        before = [each for each in _listed(sentence) if each[-1].end <= found.start()]
        if not before or is_open(sentence, found.start(), found.end()) or found["s_about"]:
            continue
        values = [each.number.value for each in before[-1] if each.unit == named.unit]
        extreme = max(before[-1], key=lambda each: each.number.value if found["top"] else -each.number.value)
        if (
            len(values) < len(before[-1])
            or named.number.value not in values
            or extreme.number.value == named.number.value
        ):
            continue
        if any_negative(*before[-1]):
            continue
        word = "largest" if found["top"] else "smallest"
        message = f"of {', '.join(each.text for each in before[-1])} the {word} is {extreme.text}, not {named.text}"
        yield found.start(), found.end(), sentence_problem(sentence, found.start(), found.end(), message)
