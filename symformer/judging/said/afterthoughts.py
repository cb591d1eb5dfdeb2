"""Numbers that say once more what stands beside them: a share in percent, "exactly doubled", the change between two.

``The first explains 0.952, that is 95.2 %``; ``4,198,912 / 2,099,712 ≈ 2.0 (exactly doubled)``; and lines
labelled *before*, *after* and *change*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Level, Problem
from symformer.judging.said.sentences import Said, Sentence, said, sentences
from symformer.judging.wording import long_text
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText

_SHARE = r"(?<![\w.,^/])(?P<share>0\.\d{2,6})(?![\d.]*\w|\s?%)"
_AGAIN = r"(?:that is|i\.e\.|in other words|or(?: about| roughly)?|equivalently|which is|meaning|as a percentage|即|也就是|约为|或)"
_PERCENT = r"(?P<percent>\d{1,2}(?:\.\d+)?)\s?(?:%|percent\b)"
_IN_PERCENT = Cued(
    rf"{_SHARE}[)\]}}.]{{0,3}}\s*(?:of (?:the |its |all )?[a-z]+(?: [a-z]+){{0,3}})?\s*(?:[,;:，；—–-]\s*|\(\s*)(?:{_AGAIN}[,:]?\s*)?(?:only |just |merely |still |even )?(?:about |≈\s*|roughly )?{_PERCENT}"
    rf"|{_SHARE.replace('share', 'share2')}\s*\(\s*(?:{_AGAIN}\s*|≈\s*)?{_PERCENT.replace('percent>', 'percent2>')}\s*\)",
    re.IGNORECASE,
)
_OF = Cued(
    rf"(?<![\w.,/])(?P<part>\d{{1,7}})\s+(?:out )?of\s+(?:the |all )?(?P<whole>\d{{1,7}})(?: [a-z]+){{0,2}}\s*(?:,\s*{_AGAIN}|\()\s*"
    rf"(?:about |≈\s*|roughly )?{_PERCENT}",
    re.IGNORECASE,
)
_OPENS_IN_PERCENT = Cued(rf"[^\d.;:%]{{0,60}}?[,(]\s*{_AGAIN},?\s*(?:about |≈\s*|roughly )?{_PERCENT}", re.IGNORECASE)
_ENDS_IN_SHARE = Cued(r"[=≈x]\s*(?P<share>0\.\d{2,6})\s*[.,;]?\s*(?:\\end\{[a-z]+\*?\}|\$\$|\\\]|\$|\s)*\Z")
_COMPARES = Cued(
    r"\s*(?:better|more|less|higher|lower|fewer|faster|slower|smaller|larger|increase|decrease|reduction|drop|gain|improvement"
    r"|points?|above|below|of (?:it|them|that|which)\b|relative|worse|longer|shorter|discount|accuracy|confiden)",
    re.IGNORECASE,
)
_IS_A_GAP = Cued(
    r"\b(?:differences?|gap|differs? by|apart|deviation|spread|drop|gain|rise|fall|error)\b[^.\d]{0,14}\Z|[差增降][距值幅]?[^。\d]{0,6}\Z",
    re.IGNORECASE,
)
_EXACTLY = Cued(
    r"(?<![\w.])(?P<a>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?P<a_unit>)\s*[/÷]\s*(?P<b>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?P<b_unit>)\s*[=≈][^\n]{0,24}?\bexactly\s+(?P<word>doubled|twice|double|half|halved|tripled|equal)",
    re.IGNORECASE,
)
_TIMES = {"doubled": 2, "twice": 2, "double": 2, "tripled": 3, "equal": 1}

_KEYWORD = Cued(
    r"%|percent|exactly|\b(?:before|after|change|difference|old|new|initial|final|original|updated|increase|gain|decrease|reduction|drop)\b",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"[\s*+•>-]*(?:(?P<before>before|old|initial(?:ly)?|original|start)|(?P<after>after|new|final(?:ly)?|updated|end)"
    r"|(?P<change>change|difference|delta|Δ)|(?P<gain>increase|gain|improvement)|(?P<loss>decrease|reduction|drop))\b"
    r"(?P<rest>[^\n]{0,120})",
    re.IGNORECASE,
)
_SIGNED = Cued(r"(?P<sign>[-+−–]?)\s?(?<![\w.,^/])(?P<n>\d+(?:\.\d+)?)(?![\w.]*\d|\s?[/×*·^])(?P<unit>\s?%)?")
_REMARK = Cued(r"\s*[*_]*\s*[(—–,]\s*(?P<words>[^()\n\d]*)")
_GOOD = (
    (re.compile(r"\b(?:L|J|loss|error|perplexity|cost|MSE|latency|time)\b|损失|误差", re.IGNORECASE), -1),
    (re.compile(r"\b(?:accuracy|F1|BLEU|recall|precision|throughput|reward|likelihood)\b|准确率", re.IGNORECASE), 1),
)
_BETTER = Cued(r"\b(?:(?P<good>better|improve[sd]?|improvement)|(?P<bad>worse|worsened))\b|更好", re.IGNORECASE)
_WAY = Cued(
    r"\b(?:(?P<up>increase[sd]?|higher|larger|rose|risen|grew|up)|(?P<down>decrease[sd]?|lower|smaller|reduced|fell|fallen|dropped|down))\b",
    re.IGNORECASE,
)
_DENIED = Cued(r"\b(?:not|no|never|than|if|should|would)\b|n['’]t\b|\?", re.IGNORECASE)
MOST_BETWEEN = 3  # other lines between three that belong together


def afterthought_problems(document: Document, wrong: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number that says again, and otherwise, what stands beside it; ``wrong`` are known by where they stand."""
    blocks = [(each.text, False) for each in document.prose] + [(each.text, True) for each in document.worksheets]
    labelled: list[_Labelled] = []
    for words, lines in blocks:
        if not _KEYWORD.search(words.text):
            continue
        for sentence in sentences(words, lines=lines):
            yield from _in_percent(sentence, wrong)
            yield from _behind_a_display(sentence, document.source.text, wrong)
            yield from _so_many_of(sentence)
            yield from _exactly(sentence)
        labelled.extend(_labelled(words, document.source.text))
    yield from _changes(sorted(labelled, key=lambda each: each.at))


# -- in percent -------------------------------------------------------------------------------------------------


def _in_percent(sentence: Sentence, wrong: Mapping[int, Fraction]) -> Iterator[Problem]:
    for found in _IN_PERCENT.finditer(sentence.text):
        name, other = ("percent", "share") if found["percent"] else ("percent2", "share2")
        if _COMPARES.match(sentence.text, found.end()) or sentence.place(found.start(other)) in wrong:
            continue
        if _IS_A_GAP.search(sentence.text, max(0, found.start() - 24), found.start()):
            continue  # of 2.87: "2.871 and 2.874. Difference 0.003, or 0.1%"
        share, percent = Fraction(found[other]), Fraction(found[name])
        decimals = len(found[name].partition(".")[2])
        loose = Fraction(100, 2 * 10 ** len(found[other].partition(".")[2])) + Fraction(1, 2 * 10**decimals)
        if abs(share * 100 - percent) <= loose or not _a_slip(share * 100, found[name]):
            continue
        right = decimal_text(share * 100, decimals)
        message = f"{found[other]} is {right} %, not {found[name]} %"
        yield _problem(sentence, found.start(name), found.end(), message, "error", (f"{found[name]}%", f"{right}%"))


def _so_many_of(sentence: Sentence) -> Iterator[Problem]:
    """``150 of 200 cases, that is 75 %``."""
    for found in _OF.finditer(sentence.text):
        part, whole = int(found["part"]), int(found["whole"])
        if not 0 < part <= whole or _COMPARES.match(sentence.text, found.end()):
            continue
        value, decimals = Fraction(100 * part, whole), len(found["percent"].partition(".")[2])
        right = decimal_text(value, decimals)
        if abs(value - Fraction(found["percent"])) <= Fraction(1, 2 * 10**decimals) or not _a_slip(
            value, found["percent"]
        ):
            continue
        message = f"{part} of {whole} is {right} %, not {found['percent']} %"
        mends = (f"{found['percent']}%", f"{right}%")
        yield _problem(sentence, found.start("percent"), found.end(), message, "error", mends)


def _behind_a_display(sentence: Sentence, text: str, wrong: Mapping[int, Fraction]) -> Iterator[Problem]:
    """``… = 0.952`` in a display, and then "of the variance, that is 98.2 %"."""
    found = _OPENS_IN_PERCENT.match(sentence.text)
    if found is None or _COMPARES.match(sentence.text, found.end()):
        return
    begin = sentence.span(0, 1).start
    before = _ENDS_IN_SHARE.search(text, max(0, begin - 120), begin)
    if before is None or before.start("share") in wrong:
        return
    share, decimals = Fraction(before["share"]), len(found["percent"].partition(".")[2])
    loose = Fraction(100, 2 * 10 ** len(before["share"].partition(".")[2])) + Fraction(1, 2 * 10**decimals)
    if abs(share * 100 - Fraction(found["percent"])) <= loose or not _a_slip(share * 100, found["percent"]):
        return
    right = decimal_text(share * 100, decimals)
    message = f"{before['share']} is {right} %, not {found['percent']} %"
    mends = (f"{found['percent']}%", f"{right}%")
    yield _problem(sentence, found.start("percent"), found.end(), message, "error", mends)


def _a_slip(value: Fraction, shown: str) -> bool:
    """Whether a number is meant to be the value: near it, or the same digits but for one, or at another power of ten."""
    percent = Fraction(shown)
    if value and abs(percent - value) * 3 <= value:
        return True
    right = decimal_text(value, len(shown.partition(".")[2]))
    same = len(right) == len(shown) and sum(a != b for a, b in zip(right, shown, strict=True)) <= 1
    return same or percent in (value * 10, value / 10)


# -- exactly -----------------------------------------------------------------------------------------------------


def _exactly(sentence: Sentence) -> Iterator[Problem]:
    for found in _EXACTLY.finditer(sentence.text):
        above, below = said(found, "a"), said(found, "b")
        if below.number.value == 0:
            continue
        word = found["word"].casefold()
        wanted = Fraction(1, 2) if word.startswith("hal") else Fraction(_TIMES[word])
        ratio = above.number.value / below.number.value
        exact = above.number.exact and below.number.exact
        if not exact or ratio == wanted or abs(ratio - wanted) * 10 > wanted:
            continue
        shown = long_text(Interval.point(round(ratio, 5)))
        yield _problem(
            sentence, found.start("word"), found.end("word"), f"{above.text} is {shown} times {below.text}, not exactly {word}"
        )  # fmt: skip


# -- before, after, change -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A line with a label and the last number on it; a number with a sign of its own says which way it goes."""

    kind: str
    said: Said
    signed: bool
    sentence: Sentence
    at: int  # the line of the source

    @property
    def value(self) -> Fraction:
        return self.said.number.value


def _changes(lines: Sequence[_Labelled]) -> Iterator[Problem]:
    for at, line in enumerate(lines):
        if line.kind == "before":
            continue
        near = [each for each in lines[max(0, at - 4) : at] if line.at - each.at <= MOST_BETWEEN + 2]
        before = next((each for each in reversed(near) if each.kind == "before"), None)
        if line.kind == "after":
            yield from _remarked(line, before) if before is not None else ()
            continue
        after = next((each for each in reversed(near) if each.kind == "after"), None)
        if before is not None and after is not None and before.at < after.at:
            yield from _judged_change(line, before, after)


def _remarked(after: _Labelled, before: _Labelled) -> Iterator[Problem]:
    """``After: L = 1.384 (slightly better)``, below a loss of 1.383."""
    remark = _REMARK.search(after.sentence.text, after.said.end)
    if remark is None or before.said.unit != after.said.unit or _DENIED.search(remark["words"]):
        return
    good = next((way for pattern, way in _GOOD if pattern.search(after.sentence.text)), 0)
    verdict, way = _BETTER.search(remark["words"]), _WAY.search(remark["words"])
    if verdict is not None and way is None:
        meant = -good if verdict["bad"] else good
    elif way is not None and verdict is None:
        meant = 1 if way["up"] else -1
    else:
        return
    change = after.value - before.value
    if not meant or not change or (change > 0) == (meant > 0):
        return
    found = verdict or way
    assert found is not None
    relation = "more" if change > 0 else "less"
    message = f'"{found[0]}", but {after.said.text} is {relation} than {before.said.text}'
    start = remark.start("words")
    yield _problem(after.sentence, start + found.start(), start + found.end(), message)


def _labelled(words: MappedText, text: str) -> Iterator[_Labelled]:
    for sentence in sentences(words, lines=True):
        found = _LINE.match(sentence.text)
        if found is None:
            continue
        kind = next(name for name in ("before", "after", "change", "gain", "loss") if found[name])
        rest = re.sub(r"\([^()]*\)\s*\Z", "", found["rest"])
        numbers = list(_SIGNED.finditer(sentence.text, found.start("rest"), found.start("rest") + len(rest)))
        if not numbers or len(numbers) > 2 or kind not in ("before", "after") and len(numbers) > 1:
            continue
        last = numbers[-1]
        behind = sentence.text[: last.start()].rstrip()
        ends = not sentence.text[last.end() : found.start("rest") + len(rest)].strip(" .,;!*_`✓✔✅")
        if ends and behind and behind[-1] in "=≈:→：":
            line = text.count("\n", 0, sentence.span(0, 1).start)
            yield _Labelled(kind, said_signed(last), bool(last["sign"]), sentence, line)


def said_signed(found: re.Match[str]) -> Said:
    """The number of a match, with the sign before it."""
    sign = "-" if found["sign"] in ("-", "−", "–") else ""
    return Said(printed(sign + found["n"]), (found["unit"] or "").strip(), found.start("n"), found.end())


def _judged_change(line: _Labelled, before: _Labelled, after: _Labelled) -> Iterator[Problem]:
    if before.said.unit != after.said.unit or line.said.unit not in ("", before.said.unit):
        return
    change = after.value - before.value
    if line.kind == "loss":
        change = -change
    loose = sum((each.said.number.half_width() for each in (line, before, after)), Fraction(0))
    shown = line.value
    right = abs(change - shown) <= loose
    if right or not line.signed and line.kind == "change" and abs(abs(change) - shown) <= loose:
        return
    scale = max(abs(before.value), abs(after.value))
    decimal = not before.said.number.exact and not after.said.number.exact
    if not decimal or not scale or abs(shown) > 2 * scale:
        return
    decimals = max(each.said.number.decimals for each in (before, after, line))
    text = decimal_text(change, decimals)
    text = f"+{text}" if change > 0 and line.signed else text
    printed_text = line.sentence.text[line.said.start - int(line.signed) : line.said.end].strip()
    message = f"from {before.said.text} to {after.said.text} it is {text}, not {printed_text}"
    start = line.said.start - int(line.signed)
    yield _problem(line.sentence, start, line.said.end, message)


def _problem(
    sentence: Sentence,
    start: int,
    end: int,
    message: str,
    level: Level = "warning",
    mends: Sequence[str] = (),
) -> Problem:
    span = sentence.span(start, end)
    evidence: dict[str, object] = {"kind": "number"}
    if mends:
        evidence.update(printed=mends[0], expected=mends[1])
    return Problem(
        span, message, level=level, evidence=evidence, key=f"sentence-contradicts-number@{span.start}-{span.end}"
    )
