"""Lines of a plain-text block that each end with a number, and the line below them that adds them up.

A bill of parts, ``class token  768`` … ``total  86 567 656``; exponentials, ``exp(2) = 7.389`` … ``sum = 11.107``; and
a list on one line with its sum beside or below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.documents.worksheets import LABELS
from symformer.findings.finding import Problem
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_NUMBER = r"[-−+]?(?:\d{1,3}(?:[ ,_]\d{3})+|\d+)(?:\.\d+)?"
_ITEM = re.compile(
    rf"[ \t]*(?P<label>[^\d\s=:|#/\\-][^\n=:]*?|[\w.]*[A-Za-z][^\n=:]*?|\d+ [A-Za-z][^\n=:\d]*?)"
    rf"(?:[ \t]*[=:≈][ \t]*|[ \t]{{2,}})(?P<number>{_NUMBER})(?P<rest>[ \t]*(?:$|[=#←(<].*))"
)
_TOTAL = re.compile(r"(?:(?:grand|overall)[ ])?(?:total|sum|Σ|合计|总计|总和|总共)(?:[ ]\([^()]*\))?", re.IGNORECASE)
_RULE = re.compile(r"[ \t]*[-=─━_+]{3,}[ \t]*")
_LIST = re.compile(
    rf"[ \t]*(?P<label>[^\n=]{{1,40}}?)[ \t]*=[ \t]*\[?(?P<list>{_NUMBER}(?:(?:[ \t]*,[ \t]*|[ \t]{{2,}}){_NUMBER})+)\]?"
    rf"(?:[ \t]{{2,}}|[ \t]*$)(?P<rest>.*)"
)
_BESIDE = re.compile(rf"(?:total|sum|Σ)[ \t]*[=:][ \t]*(?P<number>{_NUMBER})[ \t]*(?:$|[#←(<])", re.IGNORECASE)
_CALL = re.compile(r"(?:exp|e\^)\b|e\^", re.IGNORECASE)  # what shares are made of
_OTHER = re.compile(
    r"\b(?:max|min|mean|avg|average|per|ratio|each|running|cumulative|excl|without|non)\b|%", re.IGNORECASE
)
FEWEST = 2
MOST_CHOSEN = 12  # lines of which every choice is looked at
NEAR = Fraction(1, 5)  # of a total, by which a slip may miss it


@dataclass(frozen=True, slots=True)
class _Item:
    label: str
    number: PrintedNumber
    span: Span  # in the block


def ledger_problems(document: Document, blamed: Sequence[Span] = ()) -> Iterator[Problem]:
    """A problem for each total that the lines above it, or the list beside it, do not come to.

    ``blamed`` are the places of numbers that are wrong by themselves: a total that holds one is not asked for.
    """
    for block in _blocks(document):
        for total, items in _ledgers(block.text):
            added = sum((each.number.value for each in items), Fraction(0))
            loose = sum((_half(each.number) for each in (*items, total)), Fraction(0))
            apart = abs(added - total.number.value)
            if apart <= loose or apart > abs(added) * NEAR or _has_subtotals(items) or _is_of_some(items, total):
                continue
            places = [block.origin_span(each.span) for each in items]
            if any(span.start < place.end and place.start < span.end for span in blamed for place in places):
                continue
            decimals = max((max(each.number.decimals, 0) for each in items), default=0)
            shown = decimal_text(added, decimals)
            span = block.origin_span(total.span)
            where = "above" if "\n" in block.text[items[-1].span.end : total.span.start] else "beside it"
            yield Problem(
                span,
                f"the {len(items)} numbers {where} come to {shown}, not {total.number.text}",
                evidence={"kind": "number", "printed": total.number.text, "expected": shown},
                key=f"ledger@{span.start}",
            )


def _blocks(document: Document) -> Iterator[MappedText]:
    """The worksheets of a note, and its other blocks of plain text that have a total."""
    yield from (sheet.text for sheet in document.worksheets)
    if document.format != "markdown":
        return
    for code in document.code:
        if (code.language or "") in LABELS:
            raw = code.span.slice(document.source.text)
            yield MappedText.identity(raw, code.span.start)


def _half(number: PrintedNumber) -> Fraction:
    return Fraction(0) if number.exact else number.half_width()


def _has_subtotals(items: Sequence[_Item]) -> bool:
    """Whether a number is the sum of two or more of those right above it."""
    values = [each.number.value for each in items]
    return any(
        values[at] == sum(values[start:at], Fraction(0)) for at in range(2, len(values)) for start in range(at - 1)
    )


def _is_of_some(items: Sequence[_Item], total: _Item) -> bool:
    """Whether a total is that of some of the lines: images for training and for tests, but not the classes."""
    values = [each.number.value for each in items]
    if len(values) > MOST_CHOSEN:
        return False
    chosen = (some for count in range(FEWEST, len(values)) for some in combinations(values, count))
    return any(sum(some, Fraction(0)) == total.number.value for some in chosen)


def _ledgers(text: str) -> Iterator[tuple[_Item, list[_Item]]]:
    """Each total of a block with what it is the total of."""
    items: list[_Item] = []
    listed: list[_Item] = []
    at = 0
    for line in text.split("\n"):
        found = _ITEM.fullmatch(line)
        row = _LIST.match(line)
        if found is not None and _TOTAL.fullmatch(found["label"].strip()):
            total = _Item(found["label"], _number(found["number"]), _moved(found.span("number"), at))
            if listed:
                yield total, listed
            elif _is_ledger(items):
                yield total, items
            items, listed = [], []
        elif row is not None:
            numbers = [
                _Item("", _number(each[0]), _moved(each.span(), at + row.start("list")))
                for each in re.finditer(_NUMBER, row["list"])
            ]
            beside = _BESIDE.match(row["rest"])
            if beside is not None:
                yield (
                    _Item("", _number(beside["number"]), _moved(beside.span("number"), at + row.start("rest"))),
                    numbers,
                )
            items, listed = [], numbers if _CALL.search(row["label"]) and not row["rest"].strip() else []
        elif found is not None and not _OTHER.search(found["label"]):
            items.append(_Item(found["label"].strip(), _number(found["number"]), _moved(found.span("number"), at)))
            listed = []
        elif _RULE.fullmatch(line) is None:
            items, listed = [], []
        at += len(line) + 1


def _is_ledger(items: Sequence[_Item]) -> bool:
    """Whether lines are of one kind: parts by name with a number each, or values of one function."""
    if len(items) < FEWEST:
        return False
    calls = [_CALL.search(each.label) is not None for each in items]
    if any(calls):
        return all(calls)
    return (
        len(items) > FEWEST
        and all(each.number.exact and each.number.value > 1 for each in items)
        and all(len(each.label) > 1 for each in items)
    )


def _number(text: str) -> PrintedNumber:
    return printed(re.sub(r"[ ,_]", "", text).replace("−", "-").removeprefix("+"))


def _moved(place: tuple[int, int], by: int) -> Span:
    return Span(place[0] + by, place[1] + by)
