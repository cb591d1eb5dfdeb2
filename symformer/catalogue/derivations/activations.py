"""Activations: their derivatives, and what they are to one another."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import BISHOP, D2L, GOODFELLOW, HENDRYCKS, RAMACHANDRAN

ARGUMENT = {"z": "scalar : argument"}
SIGMOID = {**ARGUMENT, r"\sigma": "function : logistic sigmoid"}

DERIVATIONS = (
    Derivation(
        id="sigmoid-derivative",
        title="The derivative of the sigmoid",
        where=SIGMOID,
        start=r"\frac{\partial}{\partial z} \frac{1}{1 + e^{-z}}",
        steps=(
            Step(r"\frac{e^{-z}}{(1 + e^{-z})^2}", "chain rule"),
            Step(r"\frac{1}{1 + e^{-z}} \frac{e^{-z}}{1 + e^{-z}}", "the fraction is parted"),
            Step(r"\frac{1}{1 + e^{-z}} \left(1 - \frac{1}{1 + e^{-z}}\right)", "one less the first factor"),
            Step(r"\sigma(z) (1 - \sigma(z))", "definition of the sigmoid"),
        ),
        source=D2L.at("section 5.1"),
    ),
    Derivation(
        id="sigmoid-reflection",
        title="The sigmoid of the opposite",
        where=SIGMOID,
        start=r"1 - \sigma(z)",
        steps=(
            Step(r"1 - \frac{1}{1 + e^{-z}}", "definition of the sigmoid"),
            Step(r"\frac{e^{-z}}{1 + e^{-z}}", "common denominator"),
            Step(r"\frac{1}{e^z + 1}", "numerator and denominator times an exponential"),
            Step(r"\sigma(-z)", "definition of the sigmoid"),
        ),
        source=GOODFELLOW.at("section 3.10"),
    ),
    Derivation(
        id="tanh-derivative",
        title="The derivative of the hyperbolic tangent",
        where=ARGUMENT,
        start=r"\frac{\partial}{\partial z} \frac{e^z - e^{-z}}{e^z + e^{-z}}",
        steps=(
            Step(r"\frac{(e^z + e^{-z})^2 - (e^z - e^{-z})^2}{(e^z + e^{-z})^2}", "quotient rule"),
            Step(r"1 - \left(\frac{e^z - e^{-z}}{e^z + e^{-z}}\right)^2", "the fraction is parted"),
            Step(r"1 - (\tanh(z))^2", "definition of the hyperbolic tangent"),
        ),
        source=D2L.at("eq. 5.1.9"),
    ),
    Derivation(
        id="tanh-from-sigmoid",
        title="The hyperbolic tangent is a stretched sigmoid",
        where=SIGMOID,
        start=r"2 \sigma(2 z) - 1",
        steps=(
            Step(r"\frac{2}{1 + e^{-2 z}} - 1", "definition of the sigmoid"),
            Step(r"\frac{1 - e^{-2 z}}{1 + e^{-2 z}}", "common denominator"),
            Step(r"\frac{e^z - e^{-z}}{e^z + e^{-z}}", "numerator and denominator times an exponential"),
            Step(r"\tanh(z)", "definition of the hyperbolic tangent"),
        ),
        source=BISHOP.at("section 6.1"),
    ),
    Derivation(
        id="softplus-derivative",
        title="The derivative of the softplus is the sigmoid",
        where=SIGMOID,
        start=r"\frac{\partial}{\partial z} \log (1 + e^z)",
        steps=(
            Step(r"\frac{e^z}{1 + e^z}", "chain rule"),
            Step(r"\frac{1}{1 + e^{-z}}", "numerator and denominator divided by the exponential"),
            Step(r"\sigma(z)", "definition of the sigmoid"),
        ),
        source=GOODFELLOW.at("section 3.10"),
    ),
    Derivation(
        id="silu-derivative",
        title="The derivative of the SiLU",
        where=SIGMOID,
        start=r"\frac{\partial}{\partial z} \left(z \sigma(z)\right)",
        steps=(
            Step(r"\sigma(z) + z \frac{\partial}{\partial z} \left(\sigma(z)\right)", "product rule"),
            Step(r"\sigma(z) + z \sigma(z) (1 - \sigma(z))", "the derivative of the sigmoid"),
            Step(r"\sigma(z) (1 + z (1 - \sigma(z)))", "common factor"),
        ),
        source=RAMACHANDRAN.at("section 5"),
    ),
    Derivation(
        id="gelu-derivative",
        title="The derivative of the GELU",
        where=ARGUMENT,
        start=r"\frac{\partial}{\partial z} \left(\frac{z}{2} \left(1 + \operatorname{erf}\left(\frac{z}{\sqrt{2}}\right)\right)\right)",
        steps=(
            Step(
                r"\frac{1}{2} \left(1 + \operatorname{erf}\left(\frac{z}{\sqrt{2}}\right)\right) + \frac{z}{2} \frac{2}{\sqrt{\pi}} e^{-z^2 / 2} \frac{1}{\sqrt{2}}",
                "product rule, and the derivative of the error function",
            ),
            Step(
                r"\frac{1}{2} \left(1 + \operatorname{erf}\left(\frac{z}{\sqrt{2}}\right)\right) + \frac{z}{\sqrt{2 \pi}} e^{-z^2 / 2}",
                "the roots are joined",
            ),
        ),
        source=HENDRYCKS.at("section 2"),
    ),
)
