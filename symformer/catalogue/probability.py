"""Probability and what is learnt by reward: Bayes' rule, divergences between functions, returns."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import BISHOP, GOODFELLOW, SUTTON

DISTRIBUTIONS = {
    "p": "function : distribution",
    "q": "function : second distribution",
    "x": "scalar : outcome",
}

EQUATIONS = (
    Equation(
        id="bayes-rule",
        title="Bayes' rule",
        latex=r"p(a \mid b) = \frac{p(b \mid a) p(a)}{p(b)}",
        source=BISHOP.at("eq. 2.10"),
        where={"p": "function : distribution", "a": "scalar : hypothesis", "b": "scalar : observation"},
    ),
    Equation(
        id="kl-divergence-of-functions",
        title="Kullback–Leibler divergence of two distributions",
        latex=r"D_{\text{KL}}(p \,\|\, q) = \sum_x p(x) \log \frac{p(x)}{q(x)}",
        variants=(
            r"D_{\text{KL}}(p \,\|\, q) = -\sum_x p(x) \log \frac{q(x)}{p(x)}",
            r"D_{\text{KL}}(p \,\|\, q) = \sum_x p(x) (\log p(x) - \log q(x))",
        ),
        source=GOODFELLOW.at("eq. 3.50"),
        where={r"D_{\text{KL}}": "function : divergence", **DISTRIBUTIONS},
    ),
    Equation(
        id="cross-entropy-of-functions",
        title="Cross-entropy of two distributions",
        latex=r"H(p, q) = -\sum_x p(x) \log q(x)",
        variants=(r"H(p, q) = -\sum_x p(x) \log_2 q(x)",),
        source=GOODFELLOW.at("eq. 3.51"),
        where={"H": "function : cross-entropy", **DISTRIBUTIONS},
    ),
    Equation(
        id="discounted-return",
        title="Discounted return",
        latex=r"G_t = \sum_{j=0}^{\infty} \gamma^j r_{t+j+1}",
        variants=(
            r"G_t = \sum_{j=0}^{\infty} \gamma^j r_{t+j}",
            r"G_t = \sum_{j=0}^{n} \gamma^j r_{t+j}",
            r"G_t = \sum_{j=0}^{n} \gamma^j r_{t+j+1}",
        ),
        source=SUTTON.at("eq. 3.8"),
        where={
            "G": "n : return from each step on",
            r"\gamma": "scalar : discount",
            "r": "n : rewards",
        },
    ),
)
