"""Rows and lines labelled as old, new and the difference of the two: ``Original 3,152,384``, ``New 5,251,584``, ``Increase 66.59 %``.

A change is the difference of the two where it stands in their unit, and in percent or as a factor the share that
its words mean: whichever way it is told, one of the plausible ways has to give it.  A number that is far from all
of them is about something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.sentences import Sentence, sentences, whole_block
from symformer.judging.tables.amounts import mistyped
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_OLD = Cued(
    r"\b(?:original(?:ly)?|old|before|baseline|initial(?:ly)?|previous(?:ly)?|full|fp32|float32|32-bit|uncompressed|dense|standard|without)\b"
    r"|原始|原来|之前|压缩前|优化前",
    re.IGNORECASE,
)
_NEW = Cued(
    r"\b(?:new|updated|after|compressed|quanti[sz]ed|reduced|lora|trainable|with|final(?:ly)?|optimi[sz]ed|improved|int8|int4|8-bit|4-bit|pruned|sparse)\b"
    r"|新的?|之后|压缩后|优化后|量化后",
    re.IGNORECASE,
)
_CHANGE = Cued(
    r"\b(?:increase|decrease|reduction|savings?|saved|difference|change|growth|drop|improvement|gain)\b"
    r"|\b(?:ratio|fraction|share|factor|speed-?up|compression|compressed by|smaller|larger|faster|less|more)\b|减少|增加|节省|下降|压缩比|加速比|倍",
    re.IGNORECASE,
)
_ROUGH = Cued(r"\b(?:target|expected|typical\w*|up to|at (?:least|most)|or (?:more|less)|theor\w+)\b|[<>≥≤]|\d\s?[-–]\s?\d|\d\s?\+(?!\d)", re.IGNORECASE)  # fmt: skip
_TIMES = Cued(r"\s?(?:[x×](?![\w\d])|times\b|-?fold\b|倍)", re.IGNORECASE)
_SIGN = Cued(r"(?<![\w)\]])[+±](?=\d)")
_PERCENTAGE = Cued(
    r"\b(?:percent\w*|relative) (?:increase|decrease|reduction|change|saving)s?\b|%\s?(?:increase|decrease|reduction|change)",
    re.IGNORECASE,
)
_RATIO = Cued(r"\b(?:ratio|fraction|share|factor|speed-?up|compression)\b|比", re.IGNORECASE)
_MEASURE = Cued(r"\b(?:memory|parameters?|params|time|latency|size|loss|accuracy|flops|cost|bits?|bytes?)\b")
MOST_BETWEEN = 4  # lines from the old number to what is said of both
CLOSE = Fraction(1, 8)  # by which share a number that is meant to be the value may be off
LEAST_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line with a label and one amount."""

    label: str
    amount: Amount
    factor: bool  # followed by a sign of times
    sentence: Sentence
    at: int = 0  # which of the lines of its list
    column: bool = False  # in a column of a table
    sure: bool = False  # worked out in the line, or said twice in it: the number is what its label says

    @property
    def span(self) -> Span:
        """Where its number stands."""
        return self.sentence.span(self.amount.start, self.amount.ends_number)


def compared_row_problems(document: Document, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every change that is not the one between the two numbers above it; ``known`` says where wrong ones were found."""
    for lines in _lists(document):
        for problem in _in_list(lines):
            if not any(place in known for place in range(problem.span.start, problem.span.end)):
                yield problem


def _lists(document: Document) -> Iterator[Sequence[Line]]:
    """The columns of tables, and the lines of lists and sheets."""
    for table in document.tables:
        if not any(row and _CHANGE.search(row[0].text) for row in table.rows):
            continue
        for column in range(1, min(len(row) for row in table.rows)):
            cells = (
                _line(row[0].text, _cell(row[column].text, row[column].span), at) for at, row in enumerate(table.rows)
            )
            yield [replace(each, column=True) for each in cells if each is not None]
    run: list[Line] = []
    for block in document.prose:
        if block.kind != "item":
            if run:
                yield run
            run = []
            continue
        text = block.text.text
        named = any(words.search(text) for words in (_OLD, _NEW, _CHANGE))
        if not named and not ("=" in text and ":" in text):
            continue
        first = next(iter(sentences(block.text, lines=True)), None)
        line = _labelled(first, len(run)) if first is not None else None
        run = [*run, line] if line is not None and (named or line.sure) else run
    yield run
    for sheet in document.worksheets:
        if _CHANGE.search(sheet.text.text):
            found = (_labelled(each, at) for at, each in enumerate(sentences(sheet.text, lines=True)))
            yield [each for each in found if each is not None]


def _cell(text: str, span: Span) -> Sentence:
    bare = text.replace("**", "  ").replace("`", " ")
    return whole_block(MappedText(bare, (Segment(0, len(bare), span.start, span.start + len(bare)),)))


def _labelled(sentence: Sentence, at: int) -> Line | None:
    """``Original: 768 MB``: the words before the first sign that parts, and the one amount behind it."""
    found = re.search(r"[:：=≈]", sentence.text)
    return _line(sentence.text[: found.start()], sentence, at, found.end()) if found is not None else None


def _line(label: str, sentence: Sentence, at: int, begins: int = 0) -> Line | None:
    if _ROUGH.search(sentence.text) or _ROUGH.search(label):
        return None
    plain = Sentence(_SIGN.sub(" ", sentence.text), sentence.words, sentence.kept, sentence.begins)
    found = [each for each in amounts(plain) if each.start >= begins]
    times = _factor(sentence.text, begins)
    if not found and times is not None:
        return Line(label, times, True, sentence, at)
    if (kept := _result(sentence.text, begins)) is not None:
        return _line_of_result(label, sentence, at, kept)
    if len(found) != 1 or sum(map(str.isdigit, sentence.text[begins:])) != sum(map(str.isdigit, found[0].text)):
        return None
    return Line(label, found[0], _TIMES.match(sentence.text, found[0].ends_number) is not None, sentence, at)


_WORKING = Cued(r"[\s\d.,^·×*/+()\-−]*\d[\s\d.,^·×*/+()\-−]*=\s*(?=\d[\d,]*(?:\.\d+)?\s*[.;]?\s*(?:<!--|\Z))")
_TWICE = Cued(
    r"\s*(?:about\s+|≈\s*)?(?P<p>\d+(?:\.\d+)?)\s?%\s*+[,(]?\s*(?:i\.\s?e\.|that\s+is|or|=|so)?,?\s*(?:about\s+|≈\s*)?1\s?/\s?(?P<n>\d+)\)?(?=\s*[.;]?\s*(?:<!--|\Z))"
)


def _result(text: str, begins: int) -> tuple[int, int] | None:
    """Where the result of a working stands, ``8 · 8192 = 65,536``, or a percentage that is said again: ``0.39 %, i.e. 1/256``."""
    if (worked := _WORKING.match(text, begins)) is not None:
        return worked.end(), (text + "<!--").index("<!--")
    twice = _TWICE.match(text, begins)
    if twice is not None and int(twice["n"]) > 0:
        share = Fraction(100, int(twice["n"]))
        shown = Fraction(twice["p"])
        return (
            (twice.start("p"), twice.start("p") + len(twice[0].rstrip())) if abs(share - shown) <= share / 20 else None
        )
    return None


def _line_of_result(label: str, sentence: Sentence, at: int, kept: tuple[int, int]) -> Line | None:
    """A line by its result alone."""
    text = sentence.text
    end = text.find("%", kept[0]) + 1 or kept[1]
    bare = " " * kept[0] + text[kept[0] : end] + " " * (len(text) - end)
    found = list(amounts(Sentence(bare, sentence.words, sentence.kept, sentence.begins)))
    return Line(label, found[0], False, sentence, at, sure=True) if len(found) == 1 else None


_FACTOR = Cued(r"(?<![\w.,])(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?=\s?(?:[x×](?![\w\d])|倍))")


def _factor(text: str, begins: int) -> Amount | None:
    """``384×``, which is no amount of anything."""
    found = _FACTOR.search(text, begins)
    if found is None or sum(map(str.isdigit, text[begins:])) != sum(map(str.isdigit, found["n"])):
        return None
    padded = f"{text[: found.start()]}{found['n']}."
    (number,) = amounts(Sentence(padded, MappedText.identity(padded), range(len(padded)))) or (None,)
    return number


def _in_list(lines: Sequence[Line]) -> Iterator[Problem]:
    for place, line in enumerate(lines):
        if not _CHANGE.search(line.label) or _is_one(line, _OLD) and _is_one(line, _NEW):
            continue
        above = [each for each in lines[:place] if not _CHANGE.search(each.label)]
        old = [each for each in above if _is_one(each, _OLD)]
        new = [each for each in above if _is_one(each, _NEW)]
        sure = line.sure and all(each.sure for each in above)
        next_to = line.at - above[0].at == line.at - place if above else False
        if len(above) == 2 and (not old and next_to or sure and not (old and new) and line.at - above[0].at == 2):
            old, new = [above[0]], [above[1]]  # the only two that a change can be between
        if len(old) != 1 or len(new) != 1 or line.at - old[0].at > MOST_BETWEEN or _names_other(line, old[0], new[0]):
            continue
        if old[0].amount.kind != new[0].amount.kind or old[0].factor or new[0].factor:
            continue
        yield from _judged(line, old[0].amount, new[0].amount, sure=all(each.sure for each in (line, old[0], new[0])))


def _is_one(line: Line, words: Cued) -> bool:
    """Whether a label says that it is the old one, or the new one, and not the other."""
    other = _NEW if words is _OLD else _OLD
    return words.search(line.label) is not None and other.search(line.label) is None


def _names_other(line: Line, old: Line, new: Line) -> bool:
    """Whether two labels are about two things: "memory before", "time after"."""
    return len({_about(old), _about(new)} - {""}) > 1 and not _about(line)


def _about(line: Line) -> str:
    found = _MEASURE.search(line.label.casefold())
    return found[0].rstrip("s") if found is not None else ""


def _judged(line: Line, old: Amount, new: Amount, *, sure: bool) -> Iterator[Problem]:
    shown = line.amount
    if not all(each.number.value > 0 for each in (shown, old, new)) or old.number.value == new.number.value:
        return
    in_percent = dict(shown.kind) == {"percent": 1} and dict(old.kind) != {"percent": 1}
    loose = old.loose + new.loose
    if in_percent or line.factor:
        ways = list(_shares(old, new, in_percent, quotients=_RATIO.search(line.label) is not None and not in_percent))
        if sure and old.unit == new.unit:
            both = old.number.value + new.number.value
            ways += [each.number.value / both * (100 if in_percent else 1) for each in (old, new)]
    elif shown.kind == old.kind:
        ways = [abs(one - other) / scale for one, other, scale in _in_its_unit(old, new, shown)]
        loose = _of_difference(old, new)
    else:
        return
    half = shown.number.half_width("≈")
    value = shown.number.value
    if not ways or any(abs(way - value) <= half + loose * way for way in ways):
        return
    nearest = min(ways, key=lambda way: abs(way - value))
    digits = min(old.number.digits, new.number.digits)
    if digits < LEAST_DIGITS or shown.number.digits < LEAST_DIGITS and nearest.denominator > 1:
        return
    told = in_percent and line.column and _PERCENTAGE.search(line.label) is not None
    if abs(nearest - value) > CLOSE * nearest and not mistyped(nearest, shown.number) and not told and not sure:
        return
    yield _problem(line, nearest, old, new)


def _shares(old: Amount, new: Amount, in_percent: bool, *, quotients: bool) -> Iterator[Fraction]:
    scale = 100 if in_percent else 1
    alike = old.unit == new.unit
    pairs = [(old.number.value, new.number.value)] if alike else [(a, b) for a in old.values for b in new.values]
    for one, other in pairs:
        for above, below in ((one, other), (other, one)):
            yield above / below * scale
            if not quotients:  # "3 times more"
                yield abs(above - below) / below * scale


def _in_its_unit(old: Amount, new: Amount, shown: Amount) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """The two values, and what one of the unit of the third is worth."""
    if old.unit == new.unit == shown.unit:
        yield old.number.value, new.number.value, Fraction(1)
        return
    for one in old.values:
        for other in new.values:
            for third in shown.values:
                yield one, other, third / shown.number.value


def _of_difference(old: Amount, new: Amount) -> Fraction:
    """By which share the difference of two rounded numbers may be off."""
    error = max(old.values) * old.loose + max(new.values) * new.loose  # each by half of its last digit
    difference = min(abs(one - other) for one in old.values for other in new.values)
    return error / difference if difference else Fraction(1)


def _problem(line: Line, expected: Fraction, old: Amount, new: Amount) -> Problem:
    number, span = line.amount.number, line.span
    right = decimal_text(expected, max(number.decimals, 0))
    unit = line.amount.unit if line.amount.unit != "x" else ""
    between = "" if unit == "%" or not unit else " "
    message = (
        f"from {old.text.strip()} to {new.text.strip()} it is {right}{between}{unit}, not {number.text}{between}{unit}"
    )
    evidence: dict[str, object] = {"kind": "number", "printed": number.text, "expected": right}
    return Problem(
        span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{span.start}-{span.end}"
    )


__all__ = ["compared_row_problems"]
