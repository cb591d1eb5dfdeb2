"""Every equation of the catalogue is worked on small numbers that its own audit confirms, or there is a reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symformer.analysis import check
from symformer.catalogue.lookup import all_equations, equation
from symformer.catalogue.reading import read
from symformer.notations import all_notations
from symformer.typesetting.composing import Wanted, as_markdown, compose
from symformer.typesetting.made_up import Draws
from symformer.typesetting.numbers import CannotWork

EVERY = tuple(each.id for each in all_equations())
DOTS = "a list or a matrix with dots"
NO_VALUE = "it gives no name a value"
ONE_OF_MANY = "an entry of what is worked out as a whole, or the other way round"
NO_NUMBERS = {
    **dict.fromkeys(("token-sequence", "one-hot-rows", "embedding-rows", "embedded-rows", "embedded-positions"), DOTS),
    **dict.fromkeys(("position-rows", "vocabulary"), DOTS),
    **dict.fromkeys(("nucleus-choice", "sinusoid-product", "rotary-score"), NO_VALUE),
    **dict.fromkeys(("chain-rule", "sequence-loss", "perplexity", "bayes-rule"), "probabilities of events"),
    **dict.fromkeys(("one-hot-entry", "window-mask"), "a condition that is no single comparison of numbers"),
    **dict.fromkeys(("embedding-lookup", "learned-positions"), "an entry at the place of a word"),
    **dict.fromkeys(("cached-attention", "split-heads", "joined-heads", "sliced-queries"), "parts of an axis"),
    **dict.fromkeys(("head-in-batch", "grouped-query-head"), "arrays of more than two axes, heads of groups"),
    **dict.fromkeys(("batch-norm", "adam-second-moment"), "a square entry by entry, written as a power"),
    **dict.fromkeys(("log-sum-exp", "additive-attention", "layer-norm-entry", "greedy-choice"), ONE_OF_MANY),
    **dict.fromkeys(("kernel-regression", "layer-stack"), "a function that nothing defines, of each member"),
    **dict.fromkeys(("rotary-components", "relative-bias", "relative-keys"), "entries by a pair or by a distance"),
    "discounted-return": "an endless sum",
    "cosine-schedule": "a value that lies on the middle between two roundings",
}


def noted(name: str, seed: int, notation: str = "plain") -> str:
    """The worked equation as a note."""
    wanted = Wanted(notation=next(each for each in all_notations() if each.id == notation), numbers=True, seed=seed)
    return as_markdown(compose(name, wanted), wanted)


@pytest.mark.parametrize("name", EVERY)
def test_worked_on_numbers(name: str) -> None:
    if name in NO_NUMBERS:
        with pytest.raises(CannotWork):
            noted(name, 0)
        return
    report = check(noted(name, 4))
    assert [each.problem.message for each in report.findings if each.level in ("error", "warning")] == []
    assert not any(str(each.verdict).startswith("refuted") for each in report.claims)


def test_shares_sum_to_one() -> None:
    draws = Draws(3)
    for size in (2, 3, 4, 7):
        (row,) = draws.shares((size,)).rows
        assert sum(row) == 1
        assert all(0 < each < 1 for each in row)
        assert all((100 * each).denominator == 1 for each in row)


def test_what_is_normalised_has_its_own_mean() -> None:
    text = noted("layer-norm", 0)
    assert r"\mu &= \frac{1}{d} \sum_{j=1}^d x_j" in text
    assert Fraction(1, 2) == sum(map(Fraction, ("0.9", "0.1", "0.8", "0.2")), Fraction(0)) / 4
    assert r"\frac{1}{4} (0.9 + 0.1 + 0.8 + 0.2)" in text


def test_letters_that_are_not_taken_are_not_given() -> None:
    assert "Q &=" not in noted("multi-head", 0)


def test_the_numbers_left_out_are_equations() -> None:
    for name in NO_NUMBERS:
        assert read(equation(name)).statements
