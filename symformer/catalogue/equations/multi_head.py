"""Several heads side by side: per head, as one projection, with shared keys and values."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import AINSLIE, D2L, PHUONG, SHAZEER_MQA, VASWANI

EQUATIONS = (
    Equation(
        id="head-projections",
        title="Queries, keys and values of one head",
        latex=r"Q_i = X W_i^Q, \quad K_i = X W_i^K, \quad V_i = X W_i^V",
        source=VASWANI.at("section 3.2.2"),
        where={
            "K": "n × d_k",
            "V": "n × d_v",
        },
    ),
    Equation(
        id="head",
        title="One head",
        latex=r"H_i = \operatorname{softmax}\left(\frac{Q_i K_i^\top}{\sqrt{d_k}}\right) V_i",
        source=VASWANI.at("section 3.2.2"),
        steps=("head-projections",),
    ),
    Equation(
        id="head-of-attention",
        title="One head by the attention function",
        latex=r"H_i = \operatorname{Attention}(Q W_i^Q, K W_i^K, V W_i^V)",
        called=("multi-head", "multihead", "multi head", "多头"),
        source=VASWANI.at("section 3.2.2"),
        where={
            "Q": "n × d",
            "K": "m × d",
            "V": "m × d",
        },
        reference="multi_head.head Q K W_i^Q W_i^K W_i^V",
        remark="Q, K and V are the inputs that each head projects",
    ),
    Equation(
        id="concatenated-heads",
        title="The heads side by side",
        latex=r"C = \operatorname{Concat}(H_1, H_2, \dots, H_h)",
        source=VASWANI.at("section 3.2.2"),
    ),
    Equation(
        id="output-projection",
        title="Output projection",
        latex=r"Z = C W^O",
        source=VASWANI.at("section 3.2.2"),
        reference="functional.linear C W^O",
        steps=("concatenated-heads",),
    ),
    Equation(
        id="multi-head",
        title="Multi-head attention as one function",
        latex=r"\operatorname{MultiHead}(Q, K, V) = \operatorname{Concat}(H_1, \dots, H_h) W^O",
        source=VASWANI.at("section 3.2.2"),
        where={
            "Q": "n × d",
            "K": "m × d",
            "V": "m × d",
        },
    ),
    Equation(
        id="multi-head-sum",
        title="Multi-head attention as a sum over heads",
        latex=r"Z = \sum_{i=1}^{h} H_i W_i^O",
        source=PHUONG.at("algorithm 5"),
        where={
            "W^O": "d_v × d : rows of the output projection for one head",
        },
    ),
    Equation(
        id="head-of-query",
        title="One head for one query",
        latex=r"H_i = f(q W_i^Q, k W_i^K, v W_i^V)",
        source=D2L.at("eq. 11.5.1"),
        where={
            "f": "function : attention",
            "q": r"d_{\text{in}}",
            "k": r"d_{\text{in}}",
            "v": r"d_{\text{in}}",
            r"d_{\text{in}}": "size : width before projection",
            "W^Q": r"d_{\text{in}} × d_q",
            "W^K": r"d_{\text{in}} × d_k",
            "W^V": r"d_{\text{in}} × d_v",
            "H": "d_v",
        },
    ),
    Equation(
        id="multi-head-of-query",
        title="Output of all heads for one query",
        latex=r"z = \operatorname{Concat}(H_1, \dots, H_h) W^O",
        source=D2L.at("eq. 11.5.2"),
        where={
            "z": "d : output for the query",
            "H": "d_v",
        },
    ),
    Equation(
        id="head-width",
        title="Width of a head",
        latex=r"d_k = d_v = \frac{d}{h}",
        source=VASWANI.at("section 3.2.2"),
        conditions=(r"d \bmod h = 0",),
        reference="multi_head.head_width d h",
    ),
    Equation(
        id="query-width",
        title="Width of a head's queries",
        latex=r"d_q = d_k = \frac{d}{h}",
        source=D2L.at("section 11.5.2"),
        conditions=(r"d \bmod h = 0",),
        reference="multi_head.head_width d h",
    ),
    Equation(
        id="joined-queries",
        title="The queries of all heads by one product",
        latex=r"Q_{\text{all}} = X W_{\text{all}}^Q",
        source=D2L.at("section 11.5.2"),
        where={
            r"Q_{\text{all}}": "n × h d_q : queries of all heads",
            r"W_{\text{all}}^Q": "d × h d_q : query projections of all heads, side by side",
        },
        reference=r"functional.linear X W_{\text{all}}^Q",
    ),
    Equation(
        id="sliced-queries",
        title="The queries of one head cut out of all",
        latex=r"Q_i = Q_{\text{all}}[:, i d_q : (i + 1) d_q]",
        source=D2L.at("section 11.5.2"),
        where={
            r"Q_{\text{all}}": "n × h d_q : queries of all heads",
            "Q": "n × d_q",
        },
        as_laid_out=True,
        remark="heads are counted from 0",
    ),
    Equation(
        id="split-heads",
        title="All heads split off one projection",
        latex=(
            r"Q_{\text{heads}} = \operatorname{transpose}(\operatorname{reshape}(Q_{\text{all}}, [B, n, h, "
            r"d_q]), [0, 2, 1, 3])"
        ),
        source=D2L.at("section 11.5.2"),
        where={
            r"Q_{\text{heads}}": "B × h × n × d_q : queries by head",
            r"Q_{\text{all}}": "B × n × h d_q : queries of all heads",
        },
        as_laid_out=True,
        remark="axes are counted from 0",
    ),
    Equation(
        id="joined-heads",
        title="All heads joined again",
        latex=r"C = \operatorname{reshape}(\operatorname{transpose}(H_{\text{heads}}, [0, 2, 1, 3]), [B, n, h d_v])",
        source=D2L.at("section 11.5.2"),
        where={
            r"H_{\text{heads}}": "B × h × n × d_v : outputs by head",
            "C": "B × n × h d_v",
        },
        as_laid_out=True,
        remark="axes are counted from 0",
    ),
    Equation(
        id="head-in-batch",
        title="Attention of all heads and sequences at once",
        latex=r"H_{bi} = \operatorname{softmax}\left(\frac{Q_{bi} K_{bi}^\top}{\sqrt{d_k}}\right) V_{bi}",
        source=D2L.at("section 11.5.2"),
        where={
            "b": "index : sequence of the batch",
            "Q": "B × h × n × d_k",
            "K": "B × h × m × d_k",
            "V": "B × h × m × d_v",
            "H": "B × h × n × d_v",
        },
        as_laid_out=True,
    ),
    Equation(
        id="multi-query-head",
        title="A head with shared keys and values",
        latex=r"H_i = \operatorname{softmax}\left(\frac{Q_i K^\top}{\sqrt{d_k}}\right) V",
        source=SHAZEER_MQA.at("section 3"),
        where={
            "K": "m × d_k : keys of all heads",
            "V": "m × d_v : values of all heads",
        },
    ),
    Equation(
        id="grouped-query-head",
        title="A head with keys and values of its group",
        latex=(
            r"H_i = \operatorname{softmax}\left(\frac{Q_i K_{\lceil i h_{\text{kv}} / h "
            r"\rceil}^\top}{\sqrt{d_k}}\right) V_{\lceil i h_{\text{kv}} / h \rceil}"
        ),
        source=AINSLIE.at("section 2.2"),
        conditions=(r"h \bmod h_{\text{kv}} = 0",),
    ),
)
