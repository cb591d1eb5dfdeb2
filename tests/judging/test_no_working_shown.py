"""A result that is right, where no rounded number stands in the working: not even a remark."""

import pytest

from symformer.analysis import check

RIGHT = {
    "names alone show no working": r"""
A spinner has $P(1) = \frac{1}{3} \approx 0.333$ and $P(2) = \frac{1}{3} \approx 0.333$.

$$ G = P(1) + P(2) = \frac{1}{3} + \frac{1}{3} = \frac{2}{3} \approx 0.667 $$
""",
    "a quotient of rounded amounts as a whole number": r"""
The index takes 86 GB before and 336 MB after: 86 GB / 336 MB = **256x smaller**.
""",
}


@pytest.mark.parametrize("name", RIGHT)
def test_nothing_is_remarked(name: str) -> None:
    assert [finding.problem.message for finding in check(RIGHT[name]).findings] == []
