"""Numbers that no calculation comes to: each gets a verdict or an open question, none an exception."""

import pytest

from symformer.algebra.verdict import Proved, Refuted, Unknown
from symformer.analysis import analyse
from symformer.settings import Settings

ROWS = r" \\ ".join(" & ".join("0.5" for _ in range(100)) for _ in range(100))
LONGER = r" \\ ".join(" & ".join("0.5" for _ in range(100)) for _ in range(101))

BAD = {
    "division by zero": r"$$ \frac{1}{0} = 5 $$",
    "zero over zero": r"$$ \frac{0}{0} = 1 $$",
    "division by a difference of zero": r"$$ \frac{3}{2 - 2} = 3 $$",
    "a norm of equal entries": r"Let $x = [2, 2, 2]$, so $\text{LayerNorm}(x) = [0, 0, 1]$.",
    "overflow": r"$$ e^{1000} \approx 3 $$",
    "overflow of a weight": r"$$ \frac{e^{1000}}{e^{1000} + e^{999}} \approx 0.731 $$",
    "vanishing": r"$$ e^{-1000} \approx 0 $$",
    "a tower of powers": r"$$ 9^{9^{9^9}} = 1 $$",
    "a factorial": r"$$ 100000! = 1 $$",
    "a binomial": r"$$ \binom{1000000}{500000} = 1 $$",
    "a logarithm of zero": r"$$ -\ln(0) = 0 $$",
    "a logarithm below zero": r"$$ \ln(-2) = 0.69 $$",
    "a root below zero": r"$$ \sqrt{-4} = 2 $$",
    "not a number": r"$$ 0.5 + 0.5 = \text{nan} $$",
    "not a number, printed": "```\nx = nan\ny = x + 1 = nan\n```",
    "infinity": r"$$ 1 + 2 = \infty $$",
    "infinity in a list": r"$$ \text{softmax}([1, -\infty, 1]) = [0.5, 0, 0.3] $$",
    "infinity in a fence": "```\nscores = [1.0, -inf, 1.0]\nsoftmax(scores) = [0.5, 0.0, 0.3]\n```",
    "all infinite": r"$$ \text{softmax}([-\infty, -\infty]) = [0.5, 0.5] $$",
    "ragged rows": r"$$ A = \begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix} \begin{bmatrix} 1 \\ 2 \end{bmatrix} = 5 $$",
    "ragged lists": "We have Q = [[1, 2], [3]] and K = [[1, 0], [0, 1]], so Q K^T = [[1, 2], [3, 4]].",
    "an empty matrix": r"$$ \begin{bmatrix} \end{bmatrix} \begin{bmatrix} 1 \end{bmatrix} = 0 $$",
    "ten thousand cells": rf"$$ A = \begin{{bmatrix}} {ROWS} \end{{bmatrix}} = \begin{{bmatrix}} {ROWS} \end{{bmatrix}} $$",
    "more cells than are worked out": rf"$$ 2 \begin{{bmatrix}} {LONGER} \end{{bmatrix}} = \begin{{bmatrix}} {LONGER} \end{{bmatrix}} $$",
    "a product of ten thousand cells": rf"$$ \begin{{bmatrix}} {ROWS} \end{{bmatrix}} \begin{{bmatrix}} {ROWS} \end{{bmatrix}} = \begin{{bmatrix}} {ROWS} \end{{bmatrix}} $$",
    "a long number": "$ " + "7" * 4000 + r" + 1 = 2 $",
    "a long decimal": "$ 0." + "7" * 4000 + r" \cdot 2 = 2 $",
    "a long exponent": r"$$ 3 \times 10^{99999999} = 2 $$",
    "a tiny exponent": r"$$ 3 \times 10^{-99999999} = 2 $$",
    "a long sum": "$ " + " + ".join(["0.1"] * 3000) + " = 301 $",
    "a long sum over an index": r"$$ \sum_{i=1}^{100000000} i = 7 $$",
    "nested": "$ " + "(" * 200 + "1" + " + 1)" * 200 + " = 7 $",
    "a name by itself": r"Let $a = a + 1 = 3$ and $a = 2a$, so $a = 5$.",
    "names in a circle": r"Let $a = b + 1$, $b = a - 1$; then $a = 3$, $b = 7$.",
}


@pytest.mark.parametrize("what", BAD)
def test_there_is_a_verdict_or_a_clear_unknown(what: str) -> None:
    done = analyse("note.md", BAD[what].encode(), Settings())
    assert not done.report.failures
    assert done.model is not None
    for each in done.model.judgements:
        assert isinstance(each.verdict, Proved | Refuted | Unknown)
        assert not isinstance(each.verdict, Unknown) or each.verdict.reason


WRONG = ["overflow", "infinity in a list", "infinity in a fence", "a long sum", "a long number"]


@pytest.mark.parametrize("what", WRONG)
def test_what_is_plainly_wrong_is_told(what: str) -> None:
    assert [
        each.level
        for each in analyse("note.md", BAD[what].encode(), Settings()).report.findings
        if each.level == "error"
    ]


@pytest.mark.parametrize("what", ["overflow of a weight", "vanishing", "ten thousand cells"])
def test_what_is_right_is_left_in_peace(what: str) -> None:
    assert [
        each for each in analyse("note.md", BAD[what].encode(), Settings()).report.findings if each.level != "info"
    ] == []
