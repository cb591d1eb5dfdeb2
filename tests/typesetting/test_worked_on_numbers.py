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
DOTS = "dots stand for something"
NO_VALUE = "it states no value"
NO_NUMBERS = {  # and what is said of it
    **dict.fromkeys(("token-sequence", "one-hot-rows", "embedding-rows", "embedded-rows", "embedded-positions"), DOTS),
    "position-rows": DOTS,
    "vocabulary": "an index into something that has none",
    **dict.fromkeys(("nucleus-choice", "sinusoid-product", "rotary-score"), NO_VALUE),
    "bayes-rule": "probabilities that have to go together",
    "sliced-queries": "a part of an axis",  # its heads are counted from 0
    "split-heads": "the value of Q_all is not known",  # arrays of more than two axes
    "joined-heads": "the value of H_heads is not known",
    "kernel-regression": "the value of z is not known",  # a function that nothing defines, of each member
    "layer-stack": "a member of a family",
    "rotary-components": "an index outside the array",  # its components are counted from 0
    "discounted-return": "the range of the sum is too long",
}


def noted(name: str, seed: int, notation: str = "plain") -> str:
    """The worked equation as a note."""
    wanted = Wanted(notation=next(each for each in all_notations() if each.id == notation), numbers=True, seed=seed)
    return as_markdown(compose(name, wanted), wanted)


@pytest.mark.parametrize("name", EVERY)
def test_worked_on_numbers(name: str) -> None:
    if name in NO_NUMBERS:
        with pytest.raises(CannotWork, match=NO_NUMBERS[name]):
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


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("greedy-choice", r"&= 4"),
        ("window-mask", r"\text{if } 2 - c < 1 \le 2"),
        ("embedding-lookup", r"&= [0.70, -0.10, 0.20, -0.90]"),
        ("perplexity", r"&= \exp\left(-\frac{1}{2} (\log 0.9 + \log 0.3)\right)"),
        ("additive-attention", r"e &= [e_1, e_2, e_3]"),
        ("head-in-batch", r"H_{2,1} &= \operatorname{softmax}"),
        ("grouped-query-head", r"H_2 &= \operatorname{softmax}\left(\frac{Q_2 K_1^\top}{\sqrt{d_k}}\right) V_1"),
        ("chain-rule", r"&= 0.9 \cdot 0.3"),
    ],
)
def test_parts_cases_and_entries_are_put_in(name: str, line: str) -> None:
    assert line in noted(name, 0)


def test_a_negative_number_behind_a_minus_stands_in_brackets() -> None:
    text = noted("layer-norm", 3)
    assert "- (-0.03)" in text and "- -" not in text
