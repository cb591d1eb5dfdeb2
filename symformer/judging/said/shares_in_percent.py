"""Shares told in percent: of counts beside them (``Biases: 2,048 (2.2 %)``), and of one thing in a sentence.

``30 % of the first, 50 % of the second and 02 % of the third`` leave a part of the attention to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence, whole_block
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_SHARES = 3  # in a sentence
_ITEM = Cued(
    r"[^\d\n:：]{2,60}[:：]\s*(?P<n>\d{1,3}(?:,\d{3})+|\d{3,})(?:\s[a-z]+)?\s*[(（](?P<p>\d{1,3}(?:\.\d+)?)\s?%[)）]\W*"
)
_OF_ONE = Cued(
    r"\b(?:attention|weighted (?:average|sum|mean)|mixture|blend|mix|split|shares? of|distribution)\b|注意力|分布|加权",
    re.IGNORECASE,
)
_SHARE = Cued(r"(?<![\w.,-])(?P<p>\d{1,3}(?:\.\d+)?)\s?%\s+(?P<to>of|to|from|on|for)\b(?!\s+(?:all|the time))")
_ANY = Cued(r"\d\s?%")
_OPEN = Cued(
    r"\b(?:more|less|fewer|than|only|least|most|up to|over|under|if|not|would|other|rest|remaining|each|accura\w+|increase\w*|decrease\w*|improve\w*)\b|n['’]t\b|\?|其余|剩",
    re.IGNORECASE,
)


def counted_share_problems(document: Document) -> Iterator[Problem]:
    """Every percentage in a list of counts that is not that count's share of them all, though the others are."""
    run: list[tuple[PrintedNumber, PrintedNumber, Span]] = []
    for block in document.prose:
        found = _counted(block)
        if found is None:
            yield from _judged(run)
            run = []
        else:
            run.append(found)
    yield from _judged(run)


def _counted(block: Prose) -> tuple[PrintedNumber, PrintedNumber, Span] | None:
    if block.kind != "item" or "%" not in block.text.text:
        return None
    whole = whole_block(block.text)
    found = _ITEM.fullmatch(whole.text.strip())
    if found is None:
        return None
    lead = len(whole.text) - len(whole.text.lstrip())
    span = whole.span(found.start("p") + lead, found.end("p") + lead)
    return printed(found["n"].replace(",", "")), printed(found["p"]), span


def _judged(run: Sequence[tuple[PrintedNumber, PrintedNumber, Span]]) -> Iterator[Problem]:
    if len(run) < 2:
        return
    whole = sum((count.value for count, _, _ in run), Fraction(0))
    right = [100 * count.value / whole for count, _, _ in run]
    odd = [at for at, (_, share, _) in enumerate(run) if abs(share.value - right[at]) > share.unit]
    if len(odd) != 1:
        return
    at = odd[0]
    share, span = run[at][1], run[at][2]
    expected = decimal_text(right[at], max(share.decimals, 0))
    if is_slip(expected, share.text):
        yield Problem(
            span,
            f"{decimal_text(run[at][0].value, 0)} is {expected} % of all together, not {share.text} %",
            level="warning",
            evidence={"kind": "number", "printed": share.text, "expected": expected},
            key=f"total-differs@{span.start}-{span.end}",
        )


def share_words(sentence: Sentence) -> Iterator[Word]:
    """ "Give me 30 % of the first word, 50 % of the second and 02 % of the third": they make up one attention."""
    text = sentence.text
    found = list(_SHARE.finditer(text))
    if len(found) < LEAST_SHARES or len(found) != len(_ANY.findall(text)):
        return
    if _OF_ONE.search(text) is None or _OPEN.search(text) is not None:
        return
    if len({each["to"] for each in found[1:]}) > 1:
        return
    shares = [printed(each["p"]) for each in found]
    whole = sum((each.value for each in shares), Fraction(0))
    if abs(whole - 100) <= len(shares) * max(each.unit for each in shares):
        return
    for each, share in reversed(list(zip(found, shares, strict=True))):
        rest = 100 - (whole - share.value)
        expected = decimal_text(rest, max(share.decimals, 0))
        if 0 < rest < 100 and is_slip(expected.zfill(len(share.text)), share.text):
            message = (
                f"the shares come to {decimal_text(whole, max(share.decimals, 0))} %; the others leave {expected} %"
            )
            yield sentence, *each.span("p"), share.text, expected, message
            return


__all__ = ["counted_share_problems", "share_words"]
