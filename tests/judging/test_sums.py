"""Shares of which the words say that they sum to one."""

from __future__ import annotations

import pytest

from symformer.analysis import check

ROWS = r"$$ A = \begin{{bmatrix}} 0.50 & 0.30 & 0.20 \\ 0.10 & 0.60 & {} \end{{bmatrix}} $$"


def rules(note: str) -> list[tuple[str, str]]:
    return [(finding.rule, finding.level) for finding in check(note).findings if finding.level != "info"]


@pytest.mark.parametrize(
    "note",
    [
        "The weights are $(0.2, 0.3, 0.8)$, which sum to 1.",
        "We get $[0.61, 0.30, 0.19]$. They add up to one.",
        ROWS.format("0.20") + "\n\nEach row sums to 1.\n",
        r"The shares are $(20\%, 30\%, 60\%)$ and sum to 100%.",
        r"The initial distribution is $\pi = (0.6, 0.5)$.",
        r"With the initial distribution $\pi \in \mathbb{R}^2$ we start. Let $\pi = (0.6, 0.5)$.",
        "The transition matrix is\n\n" + ROWS.format("0.20") + "\n",
        r"$$ A = \text{softmax}(S) = \begin{pmatrix} 0.70 & 0.40 \\ 0.50 & 0.50 \end{pmatrix} $$",
    ],
)
def test_they_do_not(note: str) -> None:
    assert rules(note) == [("sum-differs", "error")]


@pytest.mark.parametrize(
    "note",
    [
        "The weights are $(0.33, 0.33, 0.33)$, which sum to 1.",
        ROWS.format("0.30") + "\n\nEach row sums to 1.\n",
        "The scores are $(0.2, 0.3, 0.8)$, which do not sum to 1.",
        "The scores are $(0.2, 0.3, 0.8)$. After the softmax they sum to 1.",
        "The scores are $(2.2, 0.3, 0.8)$ and sum to 1.2 or so.",
        "With $x = 0.3$ the weights sum to 1.",
        r"The initial distribution is $\pi = (0.33, 0.33, 0.33)$.",
        r"The joint distribution is $P = \begin{pmatrix} 0.0 & 0.0 \\ 0.3 & 0.7 \end{pmatrix}$.",
        r"The transition matrix is $T = \begin{pmatrix} 0.7 & 0.2 \\ 0.3 & 0.8 \end{pmatrix}$, column by column.",
        r"The parameters of the Bernoulli distributions are $p = (0.6, 0.5)$.",
    ],
)
def test_they_may(note: str) -> None:
    assert rules(note) == []
