"""Numbers that a sentence moves: "fell from 0.52 to 0.61", "doubled from 256 to 500", and by how much."""

from __future__ import annotations

import re
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.judging.said.asserted import (
    ASIDE,
    CLOSE,
    PASSING,
    Found,
    is_label,
    is_multiple,
    is_open,
    is_repeated,
    is_slip_of_size,
    ratio_range,
    ratio_text,
    sentence_problem,
    times_text,
    value_pattern,
)
from symformer.judging.said.sentences import Said, Sentence, comparable, said
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

_UP = r"increas(?:e[sd]?|ing)|r(?:ise[sn]?|ose|ising)|gr(?:ow[sn]?|ew|owing|owth)|climb(?:s|ed|ing)?|w[eo]nt up|go(?:es|ing)? up"
_DOWN = (
    r"decreas(?:e[sd]?|ing)|f(?:alls?|ell|allen|alling)|drop(?:s|ped|ping)?|declin(?:e[sd]?|ing)|shr(?:inks?|ank|unk|inking)"
    r"|reduc(?:e[sd]?|ing|tion)|went down|go(?:es|ing)? down|lower(?:s|ed|ing)"
)
_UP_ZH, _DOWN_ZH = r"增加|上升|增长|提高|增大|升高|上涨|升", r"减少|下降|降低|减小|下跌|降|跌"
_VERB = Cued(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE)
_BRINGS_ABOUT = Cued(r"\b(?:makes?|gives?|brings?|takes?|turns?|leads? to|sharpens?|flattens?)\b", re.IGNORECASE)
_FROM_TO = Cued(rf"\bfrom\s+{value_pattern('a')}{ASIDE}(?:\s+(?:up|down))?\s+to\s+{value_pattern('b')}", re.IGNORECASE)
_TO_FROM = Cued(
    rf"\b(?:{_UP}|{_DOWN})\s+to\s+{value_pattern('b')}{ASIDE},?\s+from\s+{value_pattern('a')}(?!\s+to\b)", re.IGNORECASE
)
_NOW_FROM = Cued(
    rf"(?:[=≈:]|\b(?:is|becomes|now))\s*{value_pattern('b')}[\s,(←—–]{{1,4}}(?:(?:which|it|has|is|was|an?)\s+){{0,3}}"
    rf"(?:{_UP}|{_DOWN})\s+from\s+{value_pattern('a')}(?!\s+to\b)",
    re.IGNORECASE,
)
_ARROW = Cued(rf"(?P<gap>){value_pattern('a')}\s*(?:→|->)\s*{value_pattern('b')}")
_CHINESE = Cued(
    rf"[从由]\s*{value_pattern('a')}\s*(?:(?P<up>{_UP_ZH})|(?P<down>{_DOWN_ZH}))(?:到了?|至|为|成)\s*{value_pattern('b')}"
)
_BY = Cued(
    r"(?:\bby|\b(?:an? )?(?:\w+ )?(?:drop|decrease|reduction|increase|gain|rise|change|difference|growth|improvement|fall) of|"
    r"(?:增加|上升|提高|下降|降低|减少)了)\s+(?P<exactly>exactly\s+)?"
    + value_pattern("d")
    + r"(?!\s*(?:times|fold|orders?)\b)",
    re.IGNORECASE,
)
_FACTOR = Cued(
    r"(?:(?:\bby|,|—|:)\s+a factor of\s+" + value_pattern("k") + r"|(?:,|\(|—|:)\s*(?:that is\s+|i\.e\.\s*)?(?:an?\s+)?"
    r"(?P<exact>exactly\s+)?(?P<k2>\d+(?:\.\d+)?)\s?(?:×|x\b|-fold|\s?times\b)\s*(?:reduction|decrease|increase|saving|smaller|fewer|less|more|larger))",
    re.IGNORECASE,
)
_TURNED = Cued(
    r"(?P<about>\b(?:about|roughly|nearly|almost|more than|less than)\s+)?\b(?P<word>doubl(?:e[sd]?|ing)|halv(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|quadrupl(?:e[sd]?|ing))\b",
    re.I,
)
_TURNS = {"doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4)}
_YEARS = (1900, 2100)
CLOSE_MEASURED = Fraction(1, 12)  # what is measured is doubled or halved in round figures


def moves_told(sentence: Sentence) -> Found:
    """ "Fell from 0.52 to 0.61", and by how much."""
    for pattern in (_FROM_TO, _TO_FROM, _NOW_FROM, _ARROW, _CHINESE):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or is_label(sentence, one) or is_open(sentence, found.start(), found.end()):
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
                yield start, found.end(), sentence_problem(sentence, start, found.end(), wrong)
                continue
            yield from _by_how_much(sentence, found, one, other)


def _passing(sentence: Sentence, one: Said, other: Said) -> bool:
    """Whether numbers are years, or count what passes meanwhile."""
    years = all(n.number.exact and _YEARS[0] <= n.number.value <= _YEARS[1] and not n.unit for n in (one, other))
    negative = one.number.value < 0 or other.number.value < 0
    return years or negative or any(PASSING.match(sentence.text, n.end) is not None for n in (one, other))


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
    if last is None or last["about"] or re.search(r"[.;:!?,]|\d", sentence.text[last.end() : found.start()]):
        return None
    return next(factor for stem, factor in _TURNS.items() if last["word"].casefold().startswith(stem))


def _checked_turn(sentence: Sentence, found: re.Match[str], one: Said, other: Said, factor: Fraction) -> Found:
    close = CLOSE_MEASURED if one.unit or other.unit or not (one.number.exact and other.number.exact) else CLOSE
    if min(one.number.value, other.number.value) > 0 and is_repeated(other.number.value / one.number.value, factor):
        return
    slip = is_slip_of_size(one, other, one.number.value * factor)
    if found["a_about"] or found["b_about"] or is_multiple(other, one, factor, close) and not slip:
        return
    ratio = ratio_text(other, one)
    if ratio is not None:
        message = f"{other.text} is {ratio} times {one.text}, not {times_text(factor)}"
        yield found.start(), found.end(), sentence_problem(sentence, found.start(), found.end(), message)


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
            yield before.start(), found.end(), sentence_problem(sentence, before.start(), found.end(), message)
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
            yield found.start(), after.end(), sentence_problem(sentence, after.start(), after.end(), message)
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
    if any(is_multiple(large, small, each, CLOSE) for each in (named - half, named, named + half)):
        return None
    low, high = ratio_range(large, small)
    if low <= named + half and high >= named - half:
        return None
    return f"{large.text} is {ratio_text(large, small)} times {small.text}, not {factor}"
