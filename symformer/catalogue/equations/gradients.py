"""Gradients by matrix, in the layout where a gradient has the shape of what it is taken by."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import D2L, DAO, GOODFELLOW

EQUATIONS = (
    Equation(
        id="linear-backward-input",
        title="Gradient of a linear layer by its input",
        latex=r"\bar{X} = \bar{Y} W_1^\top",
        source=GOODFELLOW.at("section 6.5.6"),
        where={
            r"\bar{X}": "n × d : gradient by the input",
            r"\bar{Y}": r"n × d_{\text{ff}} : gradient by the output",
        },
    ),
    Equation(
        id="linear-backward-weights",
        title="Gradient of a linear layer by its weights",
        latex=r"\bar{W} = X^\top \bar{Y}",
        source=GOODFELLOW.at("section 6.5.6"),
        where={
            r"\bar{W}": r"d × d_{\text{ff}} : gradient by the weights",
            r"\bar{Y}": r"n × d_{\text{ff}} : gradient by the output",
        },
    ),
    Equation(
        id="linear-backward-bias",
        title="Gradient of a linear layer by its bias",
        latex=r"\bar{b} = \sum_{t=1}^{n} \bar{Y}_{t,:}",
        source=GOODFELLOW.at("section 6.5.6"),
        where={
            r"\bar{b}": r"d_{\text{ff}} : gradient by the bias",
            r"\bar{Y}": r"n × d_{\text{ff}} : gradient by the output",
        },
    ),
    Equation(
        id="softmax-jacobian",
        title="Derivative of softmax",
        latex=r"\frac{\partial p_j}{\partial z_r} = (\delta_{jr} - p_r) p_j",
        variants=(
            r"\frac{\partial p_j}{\partial z_r} = p_j (1 - p_j)",
            r"\frac{\partial p_j}{\partial z_r} = -p_j p_r",
        ),
        called=(
            "jacobian",
            "derivative of the softmax",
            "derivative of softmax",
            "softmax derivative",
            "gradient of the softmax",
        ),
        source=GOODFELLOW.at("section 6.2.2.3"),
        where={
            "p": "c : softmax of the scores",
            "z": "c : scores",
            "c": "size : number of scores",
            "r": "index : score by which is differentiated",
            r"\delta": "c × c : one where its indices are equal, else zero",
        },
        reference="gradients.softmax_jacobian z",
    ),
    Equation(
        id="softmax-cross-entropy-gradient",
        title="Gradient of the cross-entropy by the logits",
        latex=r"\frac{\partial \mathcal{L}}{\partial z} = p - y",
        called=("gradient of the cross-entropy", "gradient of cross-entropy", "gradient of the loss"),
        source=D2L.at("eq. 4.1.10"),
        where={
            r"\mathcal{L}": "scalar : loss",
            "z": "c : logits",
            "p": "c : softmax of the logits",
            "y": "c : targets",
            "c": "size : number of classes",
        },
    ),
    Equation(
        id="attention-backward-values",
        title="Gradient of attention by the values",
        latex=r"\bar{V} = A^\top \bar{O}",
        called=("backward", "gradient"),
        source=DAO.at("appendix B.2"),
        where={
            r"\bar{V}": "m × d_v : gradient by the values",
            r"\bar{O}": "n × d_v : gradient by the output",
        },
    ),
    Equation(
        id="attention-backward-weights",
        title="Gradient of attention by the weights",
        latex=r"\bar{A} = \bar{O} V^\top",
        called=("backward", "gradient"),
        source=DAO.at("appendix B.2"),
        where={
            r"\bar{A}": "n × m : gradient by the weights",
            r"\bar{O}": "n × d_v : gradient by the output",
        },
    ),
    Equation(
        id="attention-backward-score",
        title="Gradient of attention by one score",
        latex=r"\bar{S}_{ts} = A_{ts} \left(\bar{A}_{ts} - \sum_{r=1}^{m} A_{tr} \bar{A}_{tr}\right)",
        called=("backward", "gradient"),
        source=DAO.at("appendix B.2"),
        where={
            r"\bar{S}": "n × m : gradient by the scores",
            r"\bar{A}": "n × m : gradient by the weights",
            "r": "index : key position that is summed over",
        },
        reference=r"gradients.softmax_backward \bar{A} A",
    ),
    Equation(
        id="attention-backward-queries",
        title="Gradient of attention by the queries",
        latex=r"\bar{Q} = \frac{\bar{S} K}{\sqrt{d_k}}",
        called=("backward", "gradient"),
        source=DAO.at("appendix B.2"),
        where={
            r"\bar{Q}": "n × d_k : gradient by the queries",
            r"\bar{S}": "n × m : gradient by the scores",
        },
    ),
    Equation(
        id="attention-backward-keys",
        title="Gradient of attention by the keys",
        latex=r"\bar{K} = \frac{\bar{S}^\top Q}{\sqrt{d_k}}",
        called=("backward", "gradient"),
        source=DAO.at("appendix B.2"),
        where={
            r"\bar{K}": "m × d_k : gradient by the keys",
            r"\bar{S}": "n × m : gradient by the scores",
        },
    ),
    Equation(
        id="sigmoid-derivative",
        title="Derivative of the sigmoid",
        latex=r"\frac{\partial \sigma(z)}{\partial z} = \sigma(z) (1 - \sigma(z))",
        called=("derivative of the sigmoid", "derivative of sigmoid", "sigmoid derivative", "sigmoid's derivative"),
        source=GOODFELLOW.at("section 3.10"),
        where={
            "z": "scalar : argument",
            r"\sigma": "function : logistic sigmoid",
        },
        reference="gradients.sigmoid_derivative z",
    ),
    Equation(
        id="tanh-derivative",
        title="Derivative of the hyperbolic tangent",
        latex=r"\frac{\partial \tanh(z)}{\partial z} = 1 - (\tanh(z))^2",
        variants=(r"\frac{\partial \tanh(z)}{\partial z} = 1 - \tanh^2(z)",),
        called=(
            "derivative of tanh",
            "derivative of the tanh",
            "tanh derivative",
            "derivative of the hyperbolic tangent",
        ),
        source=D2L.at("eq. 5.1.9"),
        where={
            "z": "scalar : argument",
        },
        reference="gradients.tanh_derivative z",
    ),
)
