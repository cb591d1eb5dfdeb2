"""Conflicts of shape that the sentence around them explains."""

from __future__ import annotations

import pytest

import symformer

SHAPES = r"Decoder states $Y \in \mathbb{R}^{m \times d}$ query encoder states $X \in \mathbb{R}^{n \times d}$: $S = Y X^\top$. "


def rules(text: str) -> list[str]:
    return [finding.rule for finding in symformer.check(text, name="note.md").findings]


@pytest.mark.parametrize(
    "sentence", ["In self-attention, $Y = X$.", "If $Y = X$, the scores are square.", "Set $Y = X$."]
)
def test_two_things_supposed_to_be_one_have_one_shape(sentence: str) -> None:
    assert rules(SHAPES + sentence) == []


@pytest.mark.parametrize(
    "sentence",
    ["Here $Y = X$.", r"In both, $X \in \mathbb{R}^{n \times d}$ gives $X X^\top \in \mathbb{R}^{d \times d}$."],
)
def test_what_is_asserted_is_compared(sentence: str) -> None:
    assert rules(SHAPES + sentence) == ["declared-shape-differs"]
