"""Softmax: what it does not see, its derivative, its neighbours."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import D2L, GOODFELLOW, HINTON, MILAKOV

SCORES = {"z": "c : scores", "c": "size : number of scores"}
DELTA = r"\delta_{jr} = \begin{cases} 1 & \text{if } j = r \\ 0 & \text{otherwise} \end{cases}"
WEIGHTS = r"p_j = \frac{e^{z_j}}{\sum_{l=1}^{c} e^{z_l}}"
OTHER_INDICES = {"r": "index : score by which is differentiated", "l": "index : score that is summed over"}
UNIT = {r"\delta": "c × c : one where its indices are equal, else zero"}
SHARES = {"p": "c : softmax of the scores"}

DERIVATIONS = (
    Derivation(
        id="softmax-shift",
        title="Softmax does not see a number that is added to all scores",
        where={**SCORES, "b": "scalar : number that is added", "r": "index : score that is summed over"},
        start=r"\operatorname{softmax}(z + b)_j",
        steps=(
            Step(r"\frac{e^{z_j + b}}{\sum_{r=1}^{c} e^{z_r + b}}", "definition of softmax"),
            Step(r"\frac{e^{z_j} e^b}{\sum_{r=1}^{c} e^{z_r} e^b}", "the exponential of a sum is a product"),
            Step(r"\frac{e^{z_j} e^b}{e^b \sum_{r=1}^{c} e^{z_r}}", "the common factor stands before the sum"),
            Step(r"\frac{e^{z_j}}{\sum_{r=1}^{c} e^{z_r}}", "it cancels"),
            Step(r"\operatorname{softmax}(z)_j", "definition of softmax"),
        ),
        source=GOODFELLOW.at("section 4.1"),
    ),
    Derivation(
        id="softmax-jacobian",
        title="The derivative of softmax",
        where={**SCORES, **SHARES, **OTHER_INDICES, **UNIT},
        given=(WEIGHTS, DELTA),
        start=r"\frac{\partial p_j}{\partial z_r}",
        steps=(
            Step(
                r"\frac{\delta_{jr} e^{z_j} \sum_{l=1}^{c} e^{z_l} - e^{z_j} e^{z_r}}{\left(\sum_{l=1}^{c} e^{z_l}\right)^2}",
                "quotient rule",
            ),
            Step(
                r"\frac{\delta_{jr} e^{z_j}}{\sum_{l=1}^{c} e^{z_l}} - \frac{e^{z_j}}{\sum_{l=1}^{c} e^{z_l}} \frac{e^{z_r}}{\sum_{l=1}^{c} e^{z_l}}",
                "the fraction is parted",
            ),
            Step(r"\delta_{jr} p_j - p_j p_r", "each quotient is a weight"),
            Step(r"p_j (\delta_{jr} - p_r)", "common factor"),
        ),
        source=GOODFELLOW.at("section 6.2.2.3"),
    ),
    Derivation(
        id="log-softmax-gradient",
        title="The gradient of the logarithm of softmax",
        where={**SCORES, **SHARES, **OTHER_INDICES, **UNIT},
        given=(WEIGHTS, DELTA),
        start=r"\frac{\partial \log p_j}{\partial z_r}",
        steps=(
            Step(
                r"\frac{\partial}{\partial z_r} \left(z_j - \log \sum_{l=1}^{c} e^{z_l}\right)",
                "the logarithm of a quotient is a difference",
            ),
            Step(r"\delta_{jr} - \frac{e^{z_r}}{\sum_{l=1}^{c} e^{z_l}}", "chain rule"),
            Step(r"\delta_{jr} - p_r", "the quotient is a weight"),
        ),
        source=GOODFELLOW.at("section 6.2.2.3"),
    ),
    Derivation(
        id="log-sum-exp-gradient",
        title="The gradient of log-sum-exp is softmax",
        where={**SCORES, **OTHER_INDICES},
        start=r"\frac{\partial}{\partial z_r} \log \sum_{l=1}^{c} e^{z_l}",
        steps=(
            Step(
                r"\frac{1}{\sum_{l=1}^{c} e^{z_l}} \frac{\partial}{\partial z_r} \sum_{l=1}^{c} e^{z_l}",
                "derivative of the logarithm, and chain rule",
            ),
            Step(r"\frac{e^{z_r}}{\sum_{l=1}^{c} e^{z_l}}", "only one addend holds this score"),
            Step(r"\operatorname{softmax}(z)_r", "definition of softmax"),
        ),
        source=D2L.at("section 4.1"),
    ),
    Derivation(
        id="log-sum-exp-shift",
        title="Log-sum-exp without overflow",
        where={**SCORES, "b": "scalar : any number, best the largest score"},
        start=r"\log \sum_{j=1}^{c} e^{z_j}",
        steps=(
            Step(r"\log \sum_{j=1}^{c} e^b e^{z_j - b}", "each addend times one"),
            Step(r"\log \left(e^b \sum_{j=1}^{c} e^{z_j - b}\right)", "the common factor stands before the sum"),
            Step(r"b + \log \sum_{j=1}^{c} e^{z_j - b}", "the logarithm of a product is a sum"),
        ),
        source=GOODFELLOW.at("section 4.1"),
    ),
    Derivation(
        id="sigmoid-as-softmax",
        title="The sigmoid is the softmax of two scores",
        where={"z": "2 : two scores", r"\sigma": "function : logistic sigmoid"},
        start=r"\operatorname{softmax}(z)_1",
        steps=(
            Step(r"\frac{e^{z_1}}{e^{z_1} + e^{z_2}}", "definition of softmax"),
            Step(r"\frac{1}{1 + e^{z_2 - z_1}}", "numerator and denominator divided by the first exponential"),
            Step(r"\frac{1}{1 + e^{-(z_1 - z_2)}}", "the sign before the difference"),
            Step(r"\sigma(z_1 - z_2)", "definition of the sigmoid"),
        ),
        source=GOODFELLOW.at("section 6.2.2.3"),
    ),
    Derivation(
        id="softmax-hot",
        title="Softmax at a high temperature is uniform",
        where={**SCORES, r"\tau": "scalar : temperature", "r": "index : score that is summed over"},
        supposed={r"\tau": "positive"},
        start=r"\lim_{\tau \to \infty} \frac{e^{z_j / \tau}}{\sum_{r=1}^{c} e^{z_r / \tau}}",
        steps=(
            Step(r"\frac{e^0}{\sum_{r=1}^{c} e^0}", "all exponents go to zero"),
            Step(r"\frac{1}{c}", "a sum of ones"),
        ),
        source=HINTON.at("section 2"),
    ),
    Derivation(
        id="softmax-cold",
        title="Softmax at a low temperature picks the largest score",
        where={
            "z": "scalar : the smaller of two scores",
            "b": "scalar : how much larger the other score is",
            "a": "scalar : reciprocal of the temperature",
        },
        supposed={"b": "positive"},
        start=r"\lim_{a \to \infty} \frac{e^{a (z + b)}}{e^{a (z + b)} + e^{a z}}",
        steps=(
            Step(
                r"\lim_{a \to \infty} \frac{1}{1 + e^{-a b}}",
                "numerator and denominator divided by the larger exponential",
            ),
            Step(r"\frac{1}{1 + 0}", "the other exponential goes to zero"),
            Step("1", "all the weight is on the larger score"),
        ),
        source=HINTON.at("section 2"),
    ),
    Derivation(
        id="softmax-temperature-gradient",
        title="At a temperature the gradient of the logarithm is divided by it",
        where={
            "z": "c : scores",
            "c": "size : number of scores",
            r"\tau": "scalar : temperature",
            "p": "c : softmax of the scores at the temperature",
            **OTHER_INDICES,
            **UNIT,
        },
        supposed={r"\tau": "positive"},
        given=(r"p_j = \frac{e^{z_j / \tau}}{\sum_{l=1}^{c} e^{z_l / \tau}}", DELTA),
        start=r"\frac{\partial \log p_j}{\partial z_r}",
        steps=(
            Step(
                r"\frac{\partial}{\partial z_r} \left(\frac{z_j}{\tau} - \log \sum_{l=1}^{c} e^{z_l / \tau}\right)",
                "the logarithm of a quotient is a difference",
            ),
            Step(
                r"\frac{\delta_{jr}}{\tau} - \frac{1}{\tau} \frac{e^{z_r / \tau}}{\sum_{l=1}^{c} e^{z_l / \tau}}",
                "chain rule",
            ),
            Step(r"\frac{1}{\tau} (\delta_{jr} - p_r)", "the quotient is a weight"),
        ),
        source=HINTON.at("section 2"),
    ),
    Derivation(
        id="online-softmax",
        title="The denominator of softmax in one pass over the scores",
        where={
            "z": "n : scores in order",
            "u": "n : largest score so far",
            "b": "n : sum of exponentials so far",
            "r": "index : score that is summed over",
        },
        given=(r"b_t = \sum_{r=1}^{t} e^{z_r - u_t}",),
        start=r"b_t",
        steps=(
            Step(r"\sum_{r=1}^{t-1} e^{z_r - u_t} + e^{z_t - u_t}", "the last addend by itself"),
            Step(
                r"\sum_{r=1}^{t-1} e^{z_r - u_{t-1}} e^{u_{t-1} - u_t} + e^{z_t - u_t}",
                "the old largest score added and taken away",
            ),
            Step(
                r"e^{u_{t-1} - u_t} \sum_{r=1}^{t-1} e^{z_r - u_{t-1}} + e^{z_t - u_t}",
                "the common factor stands before the sum",
            ),
            Step(r"b_{t-1} e^{u_{t-1} - u_t} + e^{z_t - u_t}", "the sum up to the score before"),
        ),
        ranges={"t": "2 … n"},
        source=MILAKOV.at("section 3"),
    ),
    Derivation(
        id="softmax-of-blocks",
        title="Softmax of two blocks of scores, joined",
        where={
            "z": "n : scores of the first block",
            "y": "m : scores of the second block",
            "a": "scalar : largest score of the first block",
            "b": "scalar : largest score of the second block",
            "g": "scalar : largest score of both",
            "r": "index : score of the first block",
            "l": "index : score of the second block",
        },
        start=r"\sum_{r=1}^{n} e^{z_r - g} + \sum_{l=1}^{m} e^{y_l - g}",
        steps=(
            Step(
                r"\sum_{r=1}^{n} e^{z_r - a} e^{a - g} + \sum_{l=1}^{m} e^{y_l - b} e^{b - g}",
                "the largest score of each block added and taken away",
            ),
            Step(
                r"e^{a - g} \sum_{r=1}^{n} e^{z_r - a} + e^{b - g} \sum_{l=1}^{m} e^{y_l - b}",
                "common factors stand before the sums",
            ),
        ),
        source=MILAKOV.at("section 3.1"),
    ),
)
