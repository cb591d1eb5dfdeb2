"""Masks: what a position may attend to."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import BELTAGY, PHUONG, RAFFEL, VASWANI

EQUATIONS = (
    Equation(
        id="causal-mask",
        title="Causal mask",
        latex=r"M_{ts} = \begin{cases} 0 & \text{if } s \le t \\ -\infty & \text{otherwise} \end{cases}",
        called=("causal mask", "look-ahead mask", "lookahead mask"),
        source=VASWANI.at("section 3.2.3"),
        where={
            "M": "n × n",
        },
        reference="attention.causal_mask n",
    ),
    Equation(
        id="padding-mask",
        title="Padding mask",
        latex=r"M_{ts} = \begin{cases} 0 & \text{if } s \le \ell \\ -\infty & \text{otherwise} \end{cases}",
        source=PHUONG.at("algorithm 4"),
        where={
            r"\ell": "size : number of positions that are no padding",
        },
        reference="",
    ),
    Equation(
        id="window-mask",
        title="Sliding window",
        latex=r"M_{ts} = \begin{cases} 0 & \text{if } t - c < s \le t \\ -\infty & \text{otherwise} \end{cases}",
        source=BELTAGY.at("section 3.1"),
        where={
            "c": "size : number of positions in the window",
            "M": "n × n",
        },
    ),
    Equation(
        id="prefix-mask",
        title="Causal mask with a prefix",
        latex=r"M_{ts} = \begin{cases} 0 & \text{if } s \le \max(t, \ell) \\ -\infty & \text{otherwise} \end{cases}",
        source=RAFFEL.at("section 3.2.1"),
        where={
            r"\ell": "size : length of the prefix",
            "M": "n × n",
        },
    ),
    Equation(
        id="masked-scores",
        title="Masked scores",
        latex=r"S = \frac{Q K^\top}{\sqrt{d_k}} + M",
        source=VASWANI.at("section 3.2.3"),
        reference="",
    ),
    Equation(
        id="masked-attention",
        title="Masked attention",
        latex=r"O = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V",
        called=("masked scaled dot-product attention",),
        source=VASWANI.at("section 3.2.3"),
        reference="attention.scaled_dot_product_attention Q K V M",
    ),
    Equation(
        id="masked-self-attention",
        title="Masked self-attention in one line",
        latex=r"O = \operatorname{softmax}\left(\frac{X W^Q (X W^K)^\top}{\sqrt{d_k}} + M\right) X W^V",
        source=VASWANI.at("section 3.2.3"),
        where={
            "M": "n × n",
        },
        reference="attention.self_attention X W^Q W^K W^V M",
    ),
    Equation(
        id="causal-weight",
        title="A causal weight is a softmax over the past",
        latex=r"A_{ts} = \frac{\exp(S_{ts})}{\sum_{r=1}^{t} \exp(S_{tr})}",
        source=PHUONG.at("section 5"),
        where={
            "S": "n × n",
            "A": "n × n",
            "r": "index : key position that is summed over",
        },
        conditions=(r"s \le t",),
    ),
)
