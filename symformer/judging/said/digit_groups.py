"""Long numbers of which a digit is lost between two commas: ``2,97,152`` in a note that has ``2,097,152``."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_GROUPED = 3  # numbers that show how the note groups its digits
_GROUPED = Cued(r"(?<![\w.,\[({])\d{1,3}(?:,\d{3})+(?![\w,]|\.\d)")
_UNEVEN = Cued(r"(?<![\w.,\[({/=])\d{1,3}(?:,\d{1,3}){2,4}(?![\w,\])}/]|\.\d)")
_INDIAN = Cued(r"\d{1,2}(?:,\d{2})+,\d{3}")


def digit_group_problems(document: Document) -> Iterator[Problem]:
    """Every number with a group of one or two digits, where the note groups its numbers by threes."""
    text = document.source.text
    uneven = [each for each in _UNEVEN.finditer(text) if _odd_groups(each[0]) == 1]
    if not uneven:
        return
    whole = {each[0].replace(",", ""): each for each in reversed([*_GROUPED.finditer(text)])}
    starts = [code.span.start for code in document.code]
    for found in uneven:
        at = bisect_right(starts, found.start()) - 1
        if at >= 0 and found.start() < document.code[at].span.end:
            continue
        lead = found[0].partition(",")[0]
        meant = next(
            (
                each
                for digits, each in whole.items()
                if each[0].partition(",")[0] == lead and _lost_one(digits, found[0].replace(",", ""))
            ),
            None,
        )
        indian = _INDIAN.fullmatch(found[0]) is not None and sum(_INDIAN.fullmatch(each[0]) is not None for each in uneven) > 1  # fmt: skip
        if meant is None and (indian or len(whole) < LEAST_GROUPED):
            continue
        span = Span(*found.span())
        group = next(len(each) for each in found[0].split(",")[1:] if len(each) != 3)
        message = f"{found[0]} has a group of {'one digit' if group == 1 else 'two digits'}: a digit is lost"
        related: tuple[Related, ...] = ()
        evidence: dict[str, object] = {"kind": "number", "printed": found[0]}
        if meant is not None:
            message = f"{found[0]} has a digit less than {meant[0]}"
            related = (Related(Span(*meant.span()), "the number as it stands there"),)
            evidence["expected"] = meant[0]
        yield Problem(
            span,
            message,
            level="warning",
            related=related,
            evidence=evidence,
            key=f"requoted-value-differs@{span.start}-{span.end}",
        )


def _odd_groups(number: str) -> int:
    return sum(len(each) != 3 for each in number.split(",")[1:])


def _lost_one(digits: str, shown: str) -> bool:
    return len(digits) == len(shown) + 1 and any(digits[:at] + digits[at + 1 :] == shown for at in range(len(digits)))


__all__ = ["digit_group_problems"]
