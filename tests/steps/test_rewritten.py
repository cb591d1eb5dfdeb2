"""Equations that words call the one before them, written otherwise."""

from __future__ import annotations

import pytest

from symformer.analysis import check

FACTORED = "The unit is $y = w x + x$. This can be factored as\n\n$$ y = {} $$\n"
EQUIVALENT = "The two lines meet where\n\n$$ a x + b = c x + d $$\n\nor equivalently\n\n$$ {} $$\n"
EXPANDED = "The risk is\n\n$$ R = (p - q)^2 + s $$\n\nExpanding the square this is\n\n$$ R = {} $$\n"
CHINESE = "损失为\n\n$$ L = u v - u^2 $$\n\n化简得到\n\n$$ L = {} $$\n"
RIGHT = [
    (FACTORED, "(w + 1) x"),
    (FACTORED, "x (1 + w)"),
    (EQUIVALENT, "(a - c) x + (b - d) = 0"),
    (EQUIVALENT, "(c - a) x + (d - b) = 0"),
    (EQUIVALENT, "(a - c) x = d - b"),
    (EXPANDED, "p^2 - 2 p q + q^2 + s"),
    (CHINESE, "u (v - u)"),
]
WRONG = [
    (FACTORED, "(x + 1) w"),
    (FACTORED, "(w - 1) x"),
    (EQUIVALENT, "(a - c) x + (b + d) = 0"),
    (EQUIVALENT, "(a + c) x = d - b"),
    (EXPANDED, "p^2 - p q + q^2 + s"),
    (CHINESE, "u (v + u)"),
]
OPEN = [
    "The unit is $y = w x + x$. Without the skip connection this simplifies to $y = w x$.",
    "We have $z = a b + c$. Rewriting, with the bias dropped, $z = a b$.",
    "The cost is $C = m n$. If $m$ and $n$ are exchanged, or equivalently $C = n m + 1$, one more.",
]


def told(note: str) -> set[str]:
    return {each.rule for each in check(note).findings if each.level != "info"}


@pytest.mark.parametrize(("given", "latex"), RIGHT)
def test_what_is_the_same_is_left_alone(given: str, latex: str) -> None:
    assert told(given.format(latex)) == set()


@pytest.mark.parametrize(("given", "latex"), WRONG)
def test_what_is_not_the_same_is_told_of(given: str, latex: str) -> None:
    assert "step-does-not-follow" in told(given.format(latex))


@pytest.mark.parametrize("note", OPEN)
def test_what_was_changed_on_purpose_is_left_alone(note: str) -> None:
    assert "step-does-not-follow" not in told(note)
