"""What a sentence says of the numbers in it: that one rose or fell, is twice another, is the largest, sums to one.

The words are a closed list, each with two numbers or more in the same sentence.  What is supposed,
asked, denied or called wrong is left alone; "about" widens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from symformer.algebra.interval import Interval
from symformer.documents.document import Document
from symformer.findings.finding import Level, Problem
from symformer.judging.said.sentences import Said, Sentence, comparable, least_told, numeral, said, sentences
from symformer.judging.said.shares import of_other_numbers
from symformer.judging.wording import long_text
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText

_UP = r"increas(?:e[sd]?|ing)|r(?:ise[sn]?|ose|ising)|gr(?:ow[sn]?|ew|owing|owth)|climb(?:s|ed|ing)?|w[eo]nt up|go(?:es|ing)? up"
_DOWN = (
    r"decreas(?:e[sd]?|ing)|f(?:alls?|ell|allen|alling)|drop(?:s|ped|ping)?|declin(?:e[sd]?|ing)|shr(?:inks?|ank|unk|inking)"
    r"|reduc(?:e[sd]?|ing|tion)|went down|go(?:es|ing)? down|lower(?:s|ed|ing)"
)
_UP_ZH, _DOWN_ZH = r"增加|上升|增长|提高|增大|升高|上涨|升", r"减少|下降|降低|减小|下跌|降|跌"
_VERB = Cued(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE)
_ABOUT = r"(?:(?P<{0}_about>about|around|roughly|approximately|nearly|almost|some|circa|约|大约|≈)\s*)?"
_NAME = r"(?:(?:the\s+)?(?:value|weight|score|loss|probability)?\s*(?:\\?[A-Za-zα-ωℒ][\w'(){}\\]{0,16}\s*[=≈]\s*)?)"


def _value(name: str) -> str:
    return _ABOUT.format(name) + _NAME + numeral(name)


_BRINGS_ABOUT = Cued(r"\b(?:makes?|gives?|brings?|takes?|turns?|leads? to|sharpens?|flattens?)\b", re.IGNORECASE)
_ASIDE = r"(?:\s*\([^()\d]{0,40}\))?"
_FROM_TO = Cued(rf"\bfrom\s+{_value('a')}{_ASIDE}(?:\s+(?:up|down))?\s+to\s+{_value('b')}", re.IGNORECASE)
_TO_FROM = Cued(rf"\b(?:{_UP}|{_DOWN})\s+to\s+{_value('b')}{_ASIDE},?\s+from\s+{_value('a')}(?!\s+to\b)", re.IGNORECASE)
_NOW_FROM = Cued(
    rf"(?:[=≈:]|\b(?:is|becomes|now))\s*{_value('b')}[\s,(←—–]{{1,4}}(?:(?:which|it|has|is|was|an?)\s+){{0,3}}"
    rf"(?:{_UP}|{_DOWN})\s+from\s+{_value('a')}(?!\s+to\b)",
    re.IGNORECASE,
)
_ARROW = Cued(rf"(?P<gap>){_value('a')}\s*(?:→|->)\s*{_value('b')}")
_CHINESE = Cued(
    rf"[从由]\s*{_value('a')}\s*(?:(?P<up>{_UP_ZH})|(?P<down>{_DOWN_ZH}))(?:到了?|至|为|成)\s*{_value('b')}"
)
_BY = Cued(
    r"(?:\bby|\b(?:an? )?(?:\w+ )?(?:drop|decrease|reduction|increase|gain|rise|change|difference|growth|improvement|fall) of|"
    r"(?:增加|上升|提高|下降|降低|减少)了)\s+(?P<exactly>exactly\s+)?"
    + _value("d")
    + r"(?!\s*(?:times|fold|orders?)\b)",
    re.IGNORECASE,
)
_FACTOR = Cued(
    r"(?:(?:\bby|,|—|:)\s+a factor of\s+" + _value("k") + r"|(?:,|\(|—|:)\s*(?:that is\s+|i\.e\.\s*)?(?:an?\s+)?"
    r"(?P<exact>exactly\s+)?(?P<k2>\d+(?:\.\d+)?)\s?(?:×|x\b|-fold|\s?times\b)\s*(?:reduction|decrease|increase|saving|smaller|fewer|less|more|larger))",
    re.IGNORECASE,
)
_TURNED = Cued(r"\b(?P<word>doubl(?:es|ed|ing)|halv(?:es|ed|ing)|tripl(?:es|ed|ing)|quadrupl(?:es|ed|ing))\b", re.I)
_TURNS = {"doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4)}

_GAP = r"[^\d.;:!?,]{0,40}?"
_MORE = r"greater|larger|higher|bigger|more|longer|wider|above"
_LESS = r"smaller|lower|less|fewer|shorter|narrower|below"
_COMPARED = Cued(
    rf"{_value('a')}{_ASIDE},?\s+(?:(?:which|that|it|this)\s+)?(?:is|are|was|were|being|remains)\s+(?:(?:still|much|far|clearly|slightly|a little|somewhat|only"
    rf"|well|just|strictly|also|already)\s+){{0,2}}(?:(?P<more>{_MORE})|(?P<less>{_LESS}))(?:\s+than)?\s+{_GAP}{_value('b')}",
    re.IGNORECASE,
)
_EXCEEDS = Cued(rf"{_value('a')}{_ASIDE},?\s+(?P<more>exceeds?|beats?)\s+{_GAP}{_value('b')}", re.IGNORECASE)
_COMPARED_ZH = Cued(rf"{_value('a')}\s*(?:(?P<more>大于|高于|多于)|(?P<less>小于|低于|少于))\s*{_value('b')}")
_MULTIPLES: dict[str, Fraction | int] = {
    "twice": 2, "double": 2, "half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2), "a third": Fraction(1, 3),
    "one third": Fraction(1, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4), "a fourth": Fraction(1, 4),
    "triple": 3, "three times": 3, "four times": 4, "five times": 5, "six times": 6, "eight times": 8, "ten times": 10,
}  # fmt: skip
_IS_MULTIPLE = Cued(
    rf"{_value('a')}{_ASIDE},?\s+(?:(?:which|that|it|this)\s+)?(?:is|are|was|were|being)\s+(?:just\s+|also\s+)?"
    rf"(?:(?P<exactly>exactly|precisely)\s+|(?P<about>about|roughly|around|approximately|nearly|almost|some)\s+)?"
    rf"(?:(?P<word>{'|'.join(sorted(map(re.escape, _MULTIPLES), key=len, reverse=True))})|(?P<k>\d+(?:\.\d+)?)\s?(?:times|×|x))"
    rf"(?!\s*-?way\b|\s+(?:of\s+the\s+way|between)\b)"  # half way between two others
    rf"\s+(?:(?:as\s+(?:much|many|large|big|long|high)\s+as|of)\s+)?(?:the\s+)?(?!of\b){_GAP}{_value('b')}",
    re.IGNORECASE,
)
_MULTIPLE_ZH = Cued(
    rf"{_value('a')}\s*(?:恰好|正好)?是\s*{_value('b')}\s*的\s*(?:(?P<half>一半)|(?P<word>两)倍|(?P<k>\d+(?:\.\d+)?)\s*倍)"
)
_PERCENT_OF = Cued(
    r"(?<![\w.])(?P<p>\d+(?:\.\d+)?)\s?(?:%|percent)\s+of\s+(?:the\s+|its\s+)?(?:[a-z]+\s+){0,2}?"
    + numeral("b") + r"(?:\s+[a-z]+){0,2}?\s*(?:\bis|\bare|=|≈|\bmakes|\bgives)\s+" + _value("a"),
    re.IGNORECASE,
)  # fmt: skip
_IS_PERCENT_OF = Cued(
    rf"{_value('a')}{_ASIDE},?\s+(?:is|are|was|makes)\s+(?:(?P<exactly>exactly)\s+|(?P<about>about|roughly|around|nearly|almost|some)\s+)?"
    rf"(?P<p>\d+(?:\.\d+)?)\s?(?:%|percent)\s+of\s+(?:the\s+)?{_GAP}{numeral('b')}",
    re.IGNORECASE,
)
_SUMS = Cued(
    r"\b(?:(?:sum|sums|summing|add|adds|adding)(?:\s+up)?\s+to|total|totals|totalling|totaling)\s+"
    r"(?P<how>exactly\s+|about\s+|roughly\s+|approximately\s+|nearly\s+)?(?:(?P<one>one)\b|" + numeral("t") + ")"
    r"|\((?:the\s+)?(?:sum|total)\s*(?:is|=|:|of)?\s*" + numeral("y") + r"\)"
    r"|(?:总和|之和|和|加起来)(?:恰好)?(?:为|是|等于)\s*" + numeral("z"),
    re.IGNORECASE,
)
_BETWEEN = Cued(
    r"\s*(?:\([^()\d]{0,30}\)|[\"“'][^\"”'\d]{1,20}[\"”'])?\s*(?:,|;|、|，)?\s*(?:and|plus|&|和|与)?\s*"
    r"(?:\\?[A-Za-zα-ω][\w'{}\\]{0,16}(?:\([^()]{0,12}\)|\^\{?[-−]?[\d.]+\}?)?\s*[=≈]\s*)?",
    re.IGNORECASE,
)
_TO_SUM = Cued(
    r"\s*(?:\([^()\d]{0,30}\))?\s*[\])}]?\s*[,;(:—–-]?\s*(?:(?:and|which|that|they|these|all|both|each|do|does|now|indeed|together|always|must|so|its|the|row|rows|weights?"
    r"|entries|probabilit(?:y|ies)|values|numbers|shares|two|three|four|five|six|exponentials|terms|products|squares|losses|errors|distances|都|它们|各项|权重|的|这些|三者|两者|四者|概率)\s*)*",
    re.IGNORECASE,
)
_SUPERLATIVE = Cued(
    r"\b(?:the\s+)(?:(?P<top>largest|highest|biggest|greatest|maximum)|(?P<low>smallest|lowest|minimum|least))"
    r"(?:\s+(?:of (?:them|these|the (?:two|three|four|five))|one|value|weight|score|probability|entry|number|logit|loss|exponential))?"
    r"(?:\s*(?:is|being|,|=|\())\s*(?:the\s+)?" + _value("s"),
    re.IGNORECASE,
)  # fmt: skip

_LEFT_OPEN = Cued(
    r"\b(?:if|unless|suppose|supposing|imagine|assume|assuming|would|could|might|may|should|not|never|without|instead of|rather than|cannot"
    r"|hypothetical\w*|mistake\w*|wrong\w*|incorrect\w*|myth|misconception|naive\w*|tempting|whether|neither|nor|no longer|hardly|unlike|must"
    r"|fails?|failed|say|or so|or thereabouts|give or take|rounding|rounded|let|ought|needs? to|expected?|typically|usually|normally|normali[sz]e[sd]?|rescale[sd]?)\b"
    r"|n['’]t\b|\?|？|[❌✗✘]|~~|如果|假设|若|不(?!等)|没有|并非|错误|应该|可能|需要|左右|四舍五入",
    re.IGNORECASE,
)
_KEYWORD = Cued(  # in small letters, which are found sooner than any
    rf"\b(?:from|times|twice|double|half|triple|exceeds?|totals?|totall?ing|percent|quarter|third|sum|sums|summing|adds?|adding)\b|%"
    rf"|\b(?:{_MORE}|{_LESS})\b|\b(?:largest|highest|biggest|greatest|maximum|smallest|lowest|minimum|least)\b|→|->"
    r"|[从由]|大于|小于|高于|低于|多于|少于|倍|一半|之和|总和|加起来"
)
_YEARS = (1900, 2100)
_PASSING = Cued(
    r"\s*(?:epochs?|steps?|iterations?|layers?|rounds?|times|days|weeks|years|o['’]clock|×|x\b)", re.IGNORECASE
)
_LABELLED = Cued(
    r"\b(?:layer|head|row|column|step|position|token|figure|fig\.|table|section|chapter|equation|eq\.|model|version|stage|epoch|example"
    r"|option|method|case|experiment|part|word|block|class|group|iteration|node|neuron|unit|index|level|type|phase|round|day|week|feature|variable|covariate|component|cluster|sample|item|dataset|expert|arm|action|state|agent|user|fold|tree|leaf|task|question|scenario|topic|sensor|participant|subject|patient|region|dimension(?=\s+[0-4]\b)|channel)s?\s*\Z",
    re.IGNORECASE,
)
CLOSE = Fraction(1, 50)  # how far a multiple may be off without "exactly", beyond what rounding explains


def sentence_problems(document: Document) -> Iterator[Problem]:
    """Every sentence of a note that says of its numbers what they are not."""
    blocks: Iterator[tuple[MappedText, bool]] = chain(
        ((block.text, False) for block in document.prose), ((sheet.text, True) for sheet in document.worksheets)
    )
    for words, lines in blocks:
        if not _KEYWORD.search(words.text.lower()):
            continue
        for sentence in sentences(words, lines=lines):
            if _KEYWORD.search(sentence.text.lower()):
                yield from _judged(sentence)


def _judged(sentence: Sentence) -> Iterator[Problem]:
    seen: list[tuple[int, int]] = []
    for judge in _JUDGES:
        for start, end, problem in judge(sentence):
            if not any(start < other_end and other_start < end for other_start, other_end in seen):
                seen.append((start, end))
                yield problem


Mended = tuple[str, str]
Found = Iterator[tuple[int, int, Problem]]


def _is_label(sentence: Sentence, number: Said) -> bool:
    """Whether a whole number only tells which layer, row or step is meant."""
    return number.number.exact and _LABELLED.search(sentence.text, max(0, number.start - 24), number.start) is not None


def _open(sentence: Sentence, at: int, end: int) -> bool:
    """Whether the sentence does not assert what it says up to ``end``, or takes it back right after."""
    clause = max(sentence.text.rfind(mark, 0, at) for mark in (";", "；"))
    return _LEFT_OPEN.search(sentence.text, clause + 1, min(len(sentence.text), end + 30)) is not None


def _problem(
    sentence: Sentence, start: int, end: int, message: str, level: Level | None = None, *, mends: Mended | None = None
) -> Problem:
    """A problem of a stretch of a sentence; ``mends`` is what is printed and what would put it right."""
    span = sentence.span(start, end)
    key = f"sentence-contradicts-number@{span.start}-{span.end}"
    evidence: dict[str, object] = {"kind": "number"}
    if mends is not None:
        evidence.update(printed=mends[0], expected=mends[1])
    return Problem(span, message, level=level, evidence=evidence, key=key)


# -- up and down ---------------------------------------------------------------------------------------------


def _moves(sentence: Sentence) -> Found:
    """ "Fell from 0.52 to 0.61", and by how much."""
    for pattern in (_FROM_TO, _TO_FROM, _NOW_FROM, _ARROW, _CHINESE):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or _is_label(sentence, one) or _open(sentence, found.start(), found.end()):
                continue
            if _passing(sentence, one, other):
                continue
            turned = _turned(sentence, found)
            if turned is not None:
                yield from _checked_turn(sentence, found, one, other, turned)
                continue
            rises = _rises(sentence, found, pattern)
            if rises is None:
                continue
            wrong = _wrong_way(found, one, other, rises)
            if wrong is not None:
                start = _verb_start(sentence, found)
                yield start, found.end(), _problem(sentence, start, found.end(), wrong)
                continue
            yield from _by_how_much(sentence, found, one, other)


def _passing(sentence: Sentence, one: Said, other: Said) -> bool:
    """Whether numbers are years, or count what passes meanwhile."""
    years = all(n.number.exact and _YEARS[0] <= n.number.value <= _YEARS[1] and not n.unit for n in (one, other))
    negative = one.number.value < 0 or other.number.value < 0
    return years or negative or any(_PASSING.match(sentence.text, n.end) is not None for n in (one, other))


def _verb_before(sentence: Sentence, at: int) -> re.Match[str] | None:
    """The last word of rising or falling in the same clause before an offset."""
    start = max(0, at - 90)
    last = _last(_VERB, sentence.text, start, at)
    between = sentence.text[last.end() : at] if last is not None else ""
    if last is None or re.search(r"[.;:!?]|\d[^\w]", re.sub(r"\A\s*by\s+\S+\s*", "", between)):
        return None
    return None if last[0].endswith("ing") and _BRINGS_ABOUT.search(between) else last


def _last(pattern: Cued, text: str, start: int, end: int) -> re.Match[str] | None:
    """The last match in a stretch of text."""
    found: re.Match[str] | None = None
    for each in pattern.finditer(text, start, end):
        found = each
    return found


def _rises(sentence: Sentence, found: re.Match[str], pattern: Cued) -> bool | None:
    if pattern is _CHINESE:
        return found["up"] is not None
    if pattern in (_TO_FROM, _NOW_FROM):
        verb = _VERB.search(found[0])
    else:
        verb = _verb_before(sentence, found.start())
    return None if verb is None else verb["up"] is not None


def _verb_start(sentence: Sentence, found: re.Match[str]) -> int:
    verb = _verb_before(sentence, found.start())
    return (
        verb.start()
        if verb is not None and "from" in found[0][:5].casefold()
        else found.start("a" if found.start("a") < found.start("b") else "b")
    )


def _wrong_way(found: re.Match[str], one: Said, other: Said, rises: bool) -> str | None:
    before, after = one.number.value, other.number.value
    if before == after or (after > before) == rises:
        return None
    rough = found["a_about"] or found["b_about"]
    if rough and abs(after - before) * 20 < abs(before):
        return None
    relation = "less" if after < before else "more"
    return f"{other.text} is {relation} than {one.text}, not {'more' if rises else 'less'}"


def _turned(sentence: Sentence, found: re.Match[str]) -> Fraction | None:
    """Twofold or half, where the verb says so."""
    last = _last(_TURNED, sentence.text, max(0, found.start() - 60), found.start())
    if last is None or re.search(r"[.;:!?,]|\d", sentence.text[last.end() : found.start()]):
        return None
    return next(factor for stem, factor in _TURNS.items() if last["word"].casefold().startswith(stem))


def _checked_turn(sentence: Sentence, found: re.Match[str], one: Said, other: Said, factor: Fraction) -> Found:
    if found["a_about"] or found["b_about"] or _is_multiple(other, one, factor, CLOSE):
        return
    ratio = _ratio_text(other, one)
    if ratio is not None:
        message = f"{other.text} is {ratio} times {one.text}, not {_factor_text(factor)}"
        yield found.start(), found.end(), _problem(sentence, found.start(), found.end(), message)


def _by_how_much(sentence: Sentence, found: re.Match[str], one: Said, other: Said) -> Found:
    """ "… from 0.61 to 0.52, a drop of 0.08"."""
    text = sentence.text
    if found["a_about"] or found["b_about"]:
        return
    start = max(0, found.start() - 60)
    before = _last(_BY, text, start, found.start())
    if before is not None and not text[before.end() : found.start()].strip() and not before["d_about"]:
        message = _amount(said(before, "d"), one, other)
        if message is not None:
            yield before.start(), found.end(), _problem(sentence, before.start(), found.end(), message)
        return
    for pattern in (_BY, _FACTOR):
        after = pattern.search(text, found.end(), min(len(text), found.end() + 90))
        if after is None or re.search(r"\d|[.;]\s", text[found.end() : after.start()]):
            continue
        if pattern is _BY:
            message = None if after["d_about"] else _amount(said(after, "d"), one, other)
        else:
            message = None if after["k_about"] else _multiple_of_change(after["k"] or after["k2"], one, other)
        if message is not None:
            yield found.start(), after.end(), _problem(sentence, after.start(), after.end(), message)
        return


def _amount(change: Said, one: Said, other: Said) -> str | None:
    before, after = one.number.interval(), other.number.interval()
    difference = after - before if other.number.value > one.number.value else before - after
    loose = change.number.half_width() or Fraction(0)
    printed = Interval(change.number.value - loose, change.number.value + loose)
    exactly = abs(other.number.value - one.number.value)
    shown = long_text(Interval.point(exactly))
    if change.unit == "%":
        if one.unit == other.unit == "%" and difference.meets(printed):
            return None
        if before.lo <= 0:
            return None
        half = max(loose, Fraction(1, 2) if change.number.exact else loose)
        relative = [difference.lo / before.hi * 100 - half, difference.hi / before.lo * 100 + half]
        backwards = [
            difference.lo / after.hi * 100 - half,
            difference.hi / max(after.lo, Fraction(1, 10**9)) * 100 + half,
        ]
        points = [difference.lo * 100 - half, difference.hi * 100 + half]
        if any(lo <= change.number.value <= hi for lo, hi in (relative, backwards, points)):
            return None
        share = exactly / one.number.value * 100
        return f"from {one.text} to {other.text} is {long_text(Interval.point(round(share, 2)))}%, not {change.text}"
    if change.unit not in ("", one.unit, other.unit) or difference.meets(printed):
        return None
    if change.number.exact and change.number.value > 1 and exactly < 1:
        return None  # "by 2" of something else
    return f"from {one.text} to {other.text} is {shown}, not {change.text}"


def _multiple_of_change(factor: str, one: Said, other: Said) -> str | None:
    named = Fraction(factor.replace(",", ""))
    if named <= 0 or one.number.value <= 0 or other.number.value <= 0:
        return None
    large, small = (one, other) if one.number.value > other.number.value else (other, one)
    half = Fraction(1, 2) * Fraction(10) ** -len(factor.partition(".")[2])
    if any(_is_multiple(large, small, each, CLOSE) for each in (named - half, named, named + half)):
        return None
    low, high = _ratios(large, small)
    if low <= named + half and high >= named - half:
        return None
    return f"{large.text} is {_ratio_text(large, small)} times {small.text}, not {factor}"


# -- more and less, multiples and shares ------------------------------------------------------------------------


def _comparisons(sentence: Sentence) -> Found:
    for pattern in (_COMPARED, _EXCEEDS, _COMPARED_ZH):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or _is_label(sentence, one) or _open(sentence, found.start(), found.end()):
                continue
            if (
                found["a_about"]
                or found["b_about"]
                or _PASSING.match(sentence.text, other.end)
                or other.unit == "%" != one.unit
            ):
                continue
            if "by" in found[0].casefold().split() or _negative(one, other):
                continue
            wants_more = found["more"] is not None
            if one.number.value == other.number.value and not (one.number.exact and other.number.exact):
                continue
            if (one.number.value > other.number.value) == wants_more and one.number.value != other.number.value:
                continue
            truth = "equal to" if one.number.value == other.number.value else "less than" if wants_more else "more than"
            message = f"{one.text} is {truth} {other.text}, not {'more' if wants_more else 'less'}"
            yield found.start(), found.end(), _problem(sentence, found.start("a"), found.end(), message)


def _negative(*numbers: Said) -> bool:
    return any(each.number.value < 0 for each in numbers)


def _multiples(sentence: Sentence) -> Found:
    for pattern in (_IS_MULTIPLE, _MULTIPLE_ZH):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or _is_label(sentence, one) or _open(sentence, found.start(), found.end()):
                continue
            groups = found.groupdict()
            if groups.get("about") or found["a_about"] or found["b_about"]:
                continue
            factor = _factor(groups)
            slack = Fraction(0) if groups.get("exactly") else CLOSE
            half = (
                Fraction(1, 2) * Fraction(10) ** -len((groups.get("k") or "").partition(".")[2])
                if groups.get("k")
                else Fraction(0)
            )
            if any(_is_multiple(one, other, each, slack) for each in (factor - half, factor, factor + half)):
                continue
            low, high = _ratios(one, other)
            if low <= factor + half and high >= factor - half:
                continue
            ratio = _ratio_text(one, other)
            if ratio is not None:
                message = f"{one.text} is {ratio} times {other.text}, not {'exactly ' if groups.get('exactly') else ''}{_factor_text(factor)}"
                yield found.start(), found.end(), _problem(sentence, found.start("a"), found.end(), message)


def _factor(groups: dict[str, str | None]) -> Fraction:
    if groups.get("half"):
        return Fraction(1, 2)
    if groups.get("word") == "两":
        return Fraction(2)
    word = groups.get("word")
    return Fraction(_MULTIPLES[word.casefold()]) if word else Fraction(groups.get("k") or "1")


def _factor_text(factor: Fraction) -> str:
    return "half of it" if factor == Fraction(1, 2) else "twice" if factor == 2 else long_text(Interval.point(factor))


def _ratios(one: Said, other: Said) -> tuple[Fraction, Fraction]:
    """The least and the largest quotient that prints as shown."""
    above, below = one.number.interval(), other.number.interval()
    if below.lo <= 0:
        return Fraction(0), Fraction(10) ** 30
    return above.lo / below.hi, above.hi / below.lo


def _is_multiple(one: Said, other: Said, factor: Fraction, slack: Fraction) -> bool:
    low, high = _ratios(one, other)
    return low * (1 - slack) <= factor <= high * (1 + slack)


def _ratio_text(one: Said, other: Said) -> str | None:
    if other.number.value == 0:
        return None
    ratio = one.number.value / other.number.value
    digits = 2
    while digits < 6 and round(ratio, digits) in (round(ratio), round(ratio, 1)) and round(ratio, digits) != ratio:
        digits += 1
    return long_text(Interval.point(round(ratio, digits)))


def _percents(sentence: Sentence) -> Found:
    for pattern in (_PERCENT_OF, _IS_PERCENT_OF):
        for found in pattern.finditer(sentence.text):
            part, whole = said(found, "a"), said(found, "b")
            about = found["a_about"] or found.groupdict().get("about")
            if (
                about
                or not comparable(part, whole)
                or "%" in (part.unit, whole.unit)
                or _open(sentence, found.start(), found.end())
            ):
                continue
            share = Fraction(found["p"])
            half = Fraction(1, 2) * Fraction(10) ** -len(found["p"].partition(".")[2])
            sharp = pattern is _PERCENT_OF
            low, high = _ratios(part, whole)
            if low * 100 <= share + half and high * 100 >= share - half:
                continue
            if sharp and (part.number.exact and abs(part.number.value - share * whole.number.value / 100) < 1):
                continue
            if whole.number.value == 0:
                continue
            true = long_text(Interval.point(round(part.number.value / whole.number.value * 100, 2)))
            message = f"{part.text} is {true}% of {whole.text}, not {found['p']}%"
            mends = found["p"], f"{true}%"
            yield found.start(), found.end(), _problem(sentence, found.start(), found.end(), message, mends=mends)


# -- lists -----------------------------------------------------------------------------------------------------


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


def _sums(sentence: Sentence) -> Found:
    for found in _SUMS.finditer(sentence.text):
        if found["how"] and not found["how"].startswith("exactly") or _open(sentence, found.start(), found.end()):
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
        yield start, found.end(), _problem(sentence, start, found.end(), message, level)


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


def _superlatives(sentence: Sentence) -> Found:
    for found in _SUPERLATIVE.finditer(sentence.text):
        named = said(found, "s")
        before = [each for each in _listed(sentence) if each[-1].end <= found.start()]
        if not before or _open(sentence, found.start(), found.end()) or found["s_about"]:
            continue
        values = [each.number.value for each in before[-1] if each.unit == named.unit]
        extreme = max(before[-1], key=lambda each: each.number.value if found["top"] else -each.number.value)
        if (
            len(values) < len(before[-1])
            or named.number.value not in values
            or extreme.number.value == named.number.value
        ):
            continue
        if _negative(*before[-1]):
            continue
        word = "largest" if found["top"] else "smallest"
        message = f"of {', '.join(each.text for each in before[-1])} the {word} is {extreme.text}, not {named.text}"
        yield found.start(), found.end(), _problem(sentence, found.start(), found.end(), message)


_JUDGES: tuple[Callable[[Sentence], Found], ...] = (_moves, _multiples, _comparisons, _percents, _sums, _superlatives)
