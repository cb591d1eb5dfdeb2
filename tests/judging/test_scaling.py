"""Scores over the root of a number that is not the size of their vectors."""

from __future__ import annotations

import pytest

import symformer

VECTORS = "Let $u = [1, 2]$ and $w = [3, 1]$. "


def rules(text: str) -> list[str]:
    return [finding.rule for finding in symformer.check(VECTORS + text, name="note.md").findings]


@pytest.mark.parametrize("score", [r"u \cdot w", r"u w^\top", r"u^\top w"])
def test_a_score_that_stands_in_symbols(score: str) -> None:
    assert rules(rf"The score is $\frac{{{score}}}{{\sqrt{{25}}}} = 1$.") == ["scale-contradicts-size"]
    assert rules(rf"The score is $\frac{{{score}}}{{\sqrt{{2}}}} = 3.54$.") == []


@pytest.mark.parametrize(
    "other", [r"\frac{u \cdot v}{\sqrt{25}}", r"\frac{u \cdot w}{\sqrt{d}}", r"\frac{\|u\|}{\sqrt{25}}"]
)
def test_what_is_no_score_of_known_size(other: str) -> None:
    assert rules(f"We look at ${other}$.") == []
