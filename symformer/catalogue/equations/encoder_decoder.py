"""Encoder and decoder blocks, in both orders of the normalisation, and their stacks."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import SRIVASTAVA, VASWANI, XIONG

EQUATIONS = (
    Equation(
        id="encoder-attention",
        title="Encoder: attention, residual connection, normalisation",
        latex=r"Z_1 = \operatorname{LayerNorm}(X + \operatorname{MultiHead}(X, X, X))",
        called=("post-norm", "residual connection", "add & norm", "add and norm"),
        source=VASWANI.at("section 3.1"),
        where={
            "Z_1": "n × d : output of the first sublayer",
        },
    ),
    Equation(
        id="encoder-output",
        title="Encoder: feed-forward network, residual connection, normalisation",
        latex=r"Z_2 = \operatorname{LayerNorm}(Z_1 + \operatorname{FFN}(Z_1))",
        called=("post-norm", "residual connection", "add & norm", "add and norm"),
        source=VASWANI.at("section 3.1"),
        where={
            "Z_1": "n × d : output of the first sublayer",
            "Z_2": "n × d : output of the block",
        },
        steps=("encoder-attention",),
    ),
    Equation(
        id="encoder-attention-pre-norm",
        title="Encoder with the normalisation first: attention",
        latex=r"Z_1 = X + \operatorname{MultiHead}(\operatorname{LayerNorm}(X))",
        source=XIONG.at("table 1"),
        where={
            "Z_1": "n × d : output of the first sublayer",
        },
    ),
    Equation(
        id="encoder-output-pre-norm",
        title="Encoder with the normalisation first: feed-forward network",
        latex=r"Z_2 = Z_1 + \operatorname{FFN}(\operatorname{LayerNorm}(Z_1))",
        source=XIONG.at("table 1"),
        where={
            "Z_1": "n × d : output of the first sublayer",
            "Z_2": "n × d : output of the block",
        },
    ),
    Equation(
        id="decoder-masked-attention",
        title="Decoder: masked self-attention",
        latex=r"Z_{\text{masked}} = \operatorname{LayerNorm}(Y + \operatorname{MaskedMultiHead}(Y, Y, Y))",
        source=VASWANI.at("section 3.1"),
    ),
    Equation(
        id="decoder-cross-attention",
        title="Decoder: cross-attention",
        latex=(
            r"Z_{\text{cross}} = \operatorname{LayerNorm}(Z_{\text{masked}} + "
            r"\operatorname{MultiHead}(Z_{\text{masked}}, X_{\text{enc}}, X_{\text{enc}}))"
        ),
        source=VASWANI.at("section 3.1"),
        steps=("decoder-masked-attention",),
    ),
    Equation(
        id="decoder-output",
        title="Decoder: feed-forward network",
        latex=r"Z_{\text{dec}} = \operatorname{LayerNorm}(Z_{\text{cross}} + \operatorname{FFN}(Z_{\text{cross}}))",
        source=VASWANI.at("section 3.1"),
        steps=("decoder-cross-attention",),
    ),
    Equation(
        id="decoder-masked-attention-pre-norm",
        title="Decoder with the normalisation first: masked self-attention",
        latex=r"Z_{\text{masked}} = Y + \operatorname{MaskedMultiHead}(\operatorname{LayerNorm}(Y))",
        source=XIONG.at("table 1"),
    ),
    Equation(
        id="decoder-cross-attention-pre-norm",
        title="Decoder with the normalisation first: cross-attention",
        latex=(
            r"Z_{\text{cross}} = Z_{\text{masked}} + "
            r"\operatorname{MultiHead}(\operatorname{LayerNorm}(Z_{\text{masked}}), X_{\text{enc}}, "
            r"X_{\text{enc}})"
        ),
        source=XIONG.at("table 1"),
    ),
    Equation(
        id="decoder-output-pre-norm",
        title="Decoder with the normalisation first: feed-forward network",
        latex=r"Z_{\text{dec}} = Z_{\text{cross}} + \operatorname{FFN}(\operatorname{LayerNorm}(Z_{\text{cross}}))",
        source=XIONG.at("table 1"),
    ),
    Equation(
        id="layer-stack",
        title="A stack of layers",
        latex=r"X^{(l)} = F_l(X^{(l-1)})",
        source=VASWANI.at("section 3.1"),
        where={
            "F": "function : layer",
        },
        conditions=(r"l = 1, \dots, L",),
    ),
    Equation(
        id="dropout",
        title="Dropout",
        latex=r"\tilde{x} = \frac{u \odot x}{1 - p}",
        called=("inverted dropout",),
        source=SRIVASTAVA.at("section 10"),
        where={
            r"\tilde{x}": "d : vector with components dropped",
            "u": "d : zeros and ones, one with probability 1 - p",
            "p": "scalar : probability of dropping a component",
        },
    ),
)
