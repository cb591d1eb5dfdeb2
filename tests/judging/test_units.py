"""Units behind a formula, and the printed side of an equation."""

from __future__ import annotations

import pytest

from symformer.analysis import check
from symformer.judging.numbers.units import counted, measured, scales


def loud(note: str) -> list[str]:
    return [finding.rule for finding in check(note).findings if finding.level != "info"]


@pytest.mark.parametrize(
    "note",
    [
        r"It takes $3 \cdot 10^9 \cdot 4 = 12$ GB.",
        r"Its weights take $3 \cdot 10^9 = 6$ GB.",
        r"It takes $2^{30} \cdot 2 / 8 = 256$ MB.",
        r"That is $1024 \cdot 1024 \approx 1.05$ million.",
        r"That is $1/8 = 12.5$ %.",
        r"It runs for $5 \cdot 1800 = 2.5$ hours.",
        r"We need $500 / 64 = 8$ batches.",
        r"We know $0.143 \approx 1/7$ and $2.236 = \sqrt{5}$.",
        r"Then $\frac{5}{16} \approx 31\%$.",
        r"We need $2\frac{1}{4} \cdot 4 = 9$ of them.",
        r"Here $(5 \times 2) \cdot (2 \times 7) = (5 \times 7)$.",
        r"Shares of $0.17 + 0.33 + 0.49 = 1$.",
    ],
)
def test_nothing_to_say(note: str) -> None:
    assert loud(note) == []


@pytest.mark.parametrize(
    "note",
    [
        r"It runs for $5 \cdot 1800 = 3.5$ hours.",
        r"That is $1/8 = 15$ %.",
        r"Both take $7 \cdot 2 = 16$ GB.",
        r"We need $6 \cdot 7 = 43$ words.",
        r"We know $0.341 \approx 1/7$.",
        r"Then $\frac{5}{16} \approx 13\%$.",
        r"Here $5 \times 2 \times 7 = 75$.",
        r"Shares of $0.5 + 0.2 + 0.2 = 1$.",
    ],
)
def test_wrong_all_the_same(note: str) -> None:
    assert len(loud(note)) == 1


def test_kinds_of_units() -> None:
    assert measured("GiB")
    assert not measured("hours")
    assert counted("batches")
    assert not counted("percent")
    assert scales("apples") == ()


SHEET = "```\n0.5 * 4 + 0.25 * 8\n= 2 + {}\n= {}\n\n1.5 * 2 = 3\n```\n"


def test_a_worksheet_that_goes_on_in_the_next_line() -> None:
    assert loud(SHEET.format("2", "4")) == []
    assert loud(SHEET.format("2", "5")) == ["sum-differs"]
    assert loud(SHEET.format("3", "5")) == ["sum-differs"]
