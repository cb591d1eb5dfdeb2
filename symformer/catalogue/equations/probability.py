"""Probability and what is learnt by reward: Bayes' rule, returns."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import BISHOP, SUTTON

EQUATIONS = (
    Equation(
        id="bayes-rule",
        title="Bayes' rule",
        latex=r"p(a \mid b) = \frac{p(b \mid a) p(a)}{p(b)}",
        source=BISHOP.at("section 2.1"),
        where={"p": "function : distribution", "a": "scalar : hypothesis", "b": "scalar : observation"},
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
