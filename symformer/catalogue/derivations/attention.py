"""Attention: its scale, its gradients, what it does not see, and how it is computed."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import (
    AINSLIE,
    D2L,
    DAO,
    KATHAROPOULOS,
    POPE,
    PRESS,
    VASWANI,
)

BACK = {r"\mathcal{L}": "scalar : loss"}
SUMMED = {"r": "index : place that is summed over"}

DERIVATIONS = (
    Derivation(
        id="attention-scale",
        title="Why scores are divided by the root of the key width",
        where={"q": "d_k", "k": "d_k"},
        supposed={"q": "mean 0, variance 1", "k": "mean 0, variance 1"},
        start=r"\operatorname{Var}\left(\frac{q k^\top}{\sqrt{d_k}}\right)",
        steps=(
            Step(
                r"\frac{1}{d_k} \operatorname{Var}\left(\sum_{j=1}^{d_k} q_j k_j\right)",
                "a factor leaves a variance squared",
            ),
            Step(r"\frac{1}{d_k} \sum_{j=1}^{d_k} \operatorname{Var}(q_j k_j)", "the addends are independent"),
            Step(
                r"\frac{1}{d_k} \sum_{j=1}^{d_k} \left(\mathbb{E}[q_j^2 k_j^2] - \mathbb{E}[q_j k_j]^2\right)",
                "a variance is the mean of the square less the square of the mean",
            ),
            Step(
                r"\frac{1}{d_k} \sum_{j=1}^{d_k} \left(\mathbb{E}[q_j^2] \mathbb{E}[k_j^2] - \mathbb{E}[q_j]^2 \mathbb{E}[k_j]^2\right)",
                "the factors are independent",
            ),
            Step(r"\frac{1}{d_k} \sum_{j=1}^{d_k} 1", "mean zero and variance one"),
            Step("1", "as many ones as the key is wide"),
        ),
        source=VASWANI.at("section 3.2.1, footnote 4"),
    ),
    Derivation(
        id="attention-gradient-values",
        title="The gradient of attention by the values",
        where={**BACK, r"\bar{O}": "n × d_v : gradient by the output", "r": "index : component that is summed over"},
        given=("O = A V", r"\mathcal{L} = \sum_{t=1}^{n} \sum_{r=1}^{d_v} \bar{O}_{tr} O_{tr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial V_{sj}}",
        steps=(
            Step(
                r"\sum_{t=1}^{n} \sum_{r=1}^{d_v} \bar{O}_{tr} \frac{\partial O_{tr}}{\partial V_{sj}}",
                "the loss is linear in the output",
            ),
            Step(r"\sum_{t=1}^{n} \bar{O}_{tj} A_{ts}", "one component of the values acts on one of the output"),
            Step(r"\left(A^\top \bar{O}\right)_{sj}", "the sum is a product of matrices"),
        ),
        source=DAO.at("appendix B.2"),
    ),
    Derivation(
        id="attention-gradient-weights",
        title="The gradient of attention by the weights",
        where={
            **BACK,
            r"\bar{O}": "n × d_v : gradient by the output",
            **SUMMED,
            "l": "index : query that is summed over",
        },
        given=("O = A V", r"\mathcal{L} = \sum_{l=1}^{n} \sum_{r=1}^{d_v} \bar{O}_{lr} O_{lr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial A_{ts}}",
        steps=(
            Step(
                r"\sum_{l=1}^{n} \sum_{r=1}^{d_v} \bar{O}_{lr} \frac{\partial O_{lr}}{\partial A_{ts}}",
                "the loss is linear in the output",
            ),
            Step(r"\sum_{r=1}^{d_v} \bar{O}_{tr} V_{sr}", "a weight acts on the output of its own query"),
            Step(r"\left(\bar{O} V^\top\right)_{ts}", "the sum is a product of matrices"),
        ),
        source=DAO.at("appendix B.2"),
    ),
    Derivation(
        id="attention-gradient-scores",
        title="The gradient of attention by the scores",
        where={**BACK, r"\bar{A}": "n × m : gradient by the weights", **SUMMED, "l": "index : key that is summed over"},
        given=(
            r"A_{ts} = \frac{\exp(S_{ts})}{\sum_{l=1}^{m} \exp(S_{tl})}",
            r"\mathcal{L} = \sum_{t=1}^{n} \sum_{r=1}^{m} \bar{A}_{tr} A_{tr}",
        ),
        start=r"\frac{\partial \mathcal{L}}{\partial S_{ts}}",
        steps=(
            Step(
                r"\sum_{r=1}^{m} \bar{A}_{tr} \frac{\partial A_{tr}}{\partial S_{ts}}",
                "a score acts on the weights of its own query",
            ),
            Step(r"\bar{A}_{ts} A_{ts} - \sum_{r=1}^{m} \bar{A}_{tr} A_{tr} A_{ts}", "the derivative of softmax"),
            Step(r"A_{ts} \left(\bar{A}_{ts} - \sum_{r=1}^{m} \bar{A}_{tr} A_{tr}\right)", "common factor"),
        ),
        source=DAO.at("appendix B.2"),
    ),
    Derivation(
        id="attention-gradient-queries",
        title="The gradient of attention by the queries",
        where={
            **BACK,
            r"\bar{S}": "n × m : gradient by the scores",
            **SUMMED,
            "l": "index : query that is summed over",
        },
        given=(r"S = \frac{Q K^\top}{\sqrt{d_k}}", r"\mathcal{L} = \sum_{l=1}^{n} \sum_{r=1}^{m} \bar{S}_{lr} S_{lr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial Q_{tj}}",
        steps=(
            Step(
                r"\sum_{l=1}^{n} \sum_{r=1}^{m} \bar{S}_{lr} \frac{\partial S_{lr}}{\partial Q_{tj}}",
                "the loss is linear in the scores",
            ),
            Step(r"\sum_{r=1}^{m} \bar{S}_{tr} \frac{K_{rj}}{\sqrt{d_k}}", "a query acts on its own scores"),
            Step(r"\left(\frac{\bar{S} K}{\sqrt{d_k}}\right)_{tj}", "the sum is a product of matrices"),
        ),
        source=DAO.at("appendix B.2"),
    ),
    Derivation(
        id="attention-gradient-keys",
        title="The gradient of attention by the keys",
        where={
            **BACK,
            r"\bar{S}": "n × m : gradient by the scores",
            **SUMMED,
            "l": "index : query that is summed over",
        },
        given=(r"S = \frac{Q K^\top}{\sqrt{d_k}}", r"\mathcal{L} = \sum_{l=1}^{n} \sum_{r=1}^{m} \bar{S}_{lr} S_{lr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial K_{sj}}",
        steps=(
            Step(
                r"\sum_{l=1}^{n} \sum_{r=1}^{m} \bar{S}_{lr} \frac{\partial S_{lr}}{\partial K_{sj}}",
                "the loss is linear in the scores",
            ),
            Step(r"\sum_{l=1}^{n} \bar{S}_{ls} \frac{Q_{lj}}{\sqrt{d_k}}", "a key acts on its own column of scores"),
            Step(r"\left(\frac{\bar{S}^\top Q}{\sqrt{d_k}}\right)_{sj}", "the sum is a product of matrices"),
        ),
        source=DAO.at("appendix B.2"),
    ),
    Derivation(
        id="permutation-equivariance",
        title="Self-attention without positions follows a permutation of its inputs",
        where={"K": "n × d_k", "V": "n × d_v", "R": "n × n : permutation"},
        supposed={"R": "permutation"},
        given=("Q = X W^Q", "K = X W^K", "V = X W^V"),
        start=r"\operatorname{softmax}\left(\frac{R X W^Q (R X W^K)^\top}{\sqrt{d_k}}\right) R X W^V",
        steps=(
            Step(
                r"\operatorname{softmax}\left(\frac{R Q K^\top R^\top}{\sqrt{d_k}}\right) R V",
                "queries, keys and values, and the transpose of a product",
            ),
            Step(
                r"R \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) R^\top R V",
                "softmax acts row by row and entry by entry alike",
            ),
            Step(
                r"R \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
                "the transpose of a permutation is its inverse",
            ),
        ),
        source=VASWANI.at("section 3.5"),
    ),
    Derivation(
        id="rows-to-columns",
        title="Attention on rows is attention on columns, transposed",
        where={"B": "m × n : weights by columns", "l": "index : key that is summed over"},
        given=("O = A V", r"A_{ts} = \frac{\exp(S_{ts})}{\sum_{l=1}^{m} \exp(S_{tl})}", r"B = A^\top"),
        start=r"O^\top",
        steps=(
            Step(r"(A V)^\top", "attention on rows"),
            Step(r"V^\top A^\top", "the transpose of a product"),
            Step(r"V^\top B", "weights whose columns sum to one"),
        ),
    ),
    Derivation(
        id="scores-of-columns",
        title="The scores of columns from the scores of rows",
        where={"K": "n × d_k"},
        given=("Q = X W^Q", "K = X W^K"),
        start=r"\left(\frac{Q K^\top}{\sqrt{d_k}}\right)^\top",
        steps=(
            Step(r"\frac{K Q^\top}{\sqrt{d_k}}", "the transpose of a product"),
            Step(r"\frac{X W^K (X W^Q)^\top}{\sqrt{d_k}}", "keys and queries"),
            Step(r"\frac{X W^K (W^Q)^\top X^\top}{\sqrt{d_k}}", "the transpose of a product"),
        ),
    ),
    Derivation(
        id="causal-mask",
        title="A masked score gets no weight",
        where={"c": "scalar : how far a masked score is lowered", "r": "index : key that is summed over"},
        start=r"\lim_{c \to \infty} \frac{e^{S_{ts} - c}}{\sum_{r=1}^{t} e^{S_{tr}} + \sum_{r=t+1}^{m} e^{S_{tr} - c}}",
        steps=(
            Step(
                r"\lim_{c \to \infty} \frac{e^{S_{ts}} e^{-c}}{\sum_{r=1}^{t} e^{S_{tr}} + e^{-c} \sum_{r=t+1}^{m} e^{S_{tr}}}",
                "the common factor stands before the sum",
            ),
            Step(r"\frac{0}{\sum_{r=1}^{t} e^{S_{tr}}}", "the factor goes to zero"),
            Step("0", "what is kept has a positive sum"),
        ),
        ranges={"t": "1 … 1"},
        source=VASWANI.at("section 3.2.3"),
    ),
    Derivation(
        id="causal-weights",
        title="A causal mask leaves softmax over the past",
        where={
            "S": "n × n : attention scores",
            "G": "n × n : one where a key may be seen, else zero",
            "r": "index : key that is summed over",
        },
        given=(r"G_{ts} = \begin{cases} 1 & \text{if } s \le t \\ 0 & \text{otherwise} \end{cases}",),
        start=r"\frac{G_{ts} e^{S_{ts}}}{\sum_{r=1}^{n} G_{tr} e^{S_{tr}}}",
        steps=(
            Step(
                r"\frac{G_{ts} e^{S_{ts}}}{\sum_{r=1}^{t} G_{tr} e^{S_{tr}} + \sum_{r=t+1}^{n} G_{tr} e^{S_{tr}}}",
                "past and future apart",
            ),
            Step(r"\frac{G_{ts} e^{S_{ts}}}{\sum_{r=1}^{t} e^{S_{tr}}}", "ones in the past, zeros in the future"),
        ),
        source=VASWANI.at("section 3.2.3"),
    ),
    Derivation(
        id="key-value-cache",
        title="Keys and values need not be computed again",
        where={
            "V": "n × d_v",
            "a": "n : weights of one query, zero in its future",
            "r": "index : key that is summed over",
        },
        given=("V = X W^V",),
        start=r"\sum_{s=1}^{t} a_s V_{sj}",
        steps=(
            Step(r"\sum_{s=1}^{t-1} a_s V_{sj} + a_t V_{tj}", "the last addend by itself"),
            Step(
                r"\sum_{s=1}^{t-1} a_s V_{sj} + a_t \sum_{r=1}^{d} X_{tr} W_{rj}^V",
                "a value depends on its own input only: the others are in the cache",
            ),
        ),
        ranges={"t": "2 … n"},
        source=POPE.at("section 2.1"),
    ),
    Derivation(
        id="linear-attention-order",
        title="Linear attention multiplies keys and values first",
        where={"r": "index : component that is summed over"},
        start=r"\sum_{s=1}^{m} \left(\sum_{r=1}^{d_k} Q_{tr} K_{sr}\right) V_{sj}",
        steps=(
            Step(r"\sum_{s=1}^{m} \sum_{r=1}^{d_k} Q_{tr} K_{sr} V_{sj}", "the factor goes into the sum"),
            Step(r"\sum_{r=1}^{d_k} Q_{tr} \sum_{s=1}^{m} K_{sr} V_{sj}", "the order of the sums does not matter"),
            Step(r"\left(Q (K^\top V)\right)_{tj}", "the sums are products of matrices"),
        ),
        source=KATHAROPOULOS.at("section 3.2"),
    ),
    Derivation(
        id="concatenation-as-sum",
        title="Concatenation and projection is a sum over heads",
        where={"W^O": "d_v × d"},
        start=r"\operatorname{Concat}(H_1, H_2) \begin{pmatrix} W_1^O \\ W_2^O \end{pmatrix}",
        steps=(Step(r"H_1 W_1^O + H_2 W_2^O", "blocks are multiplied as entries are"),),
        source=D2L.at("section 11.5"),
    ),
    Derivation(
        id="concatenation-entry-by-entry",
        title="Concatenation and projection is a sum over heads, entry by entry",
        where={
            "G": "n × d_v : output of the first head",
            "H": "n × d_v : output of the second head",
            "U": "d_v × d : rows of the projection for the first head",
            "W": "d_v × d : rows of the projection for the second head",
            "r": "index : component that is summed over",
            "C": "n × 2 d_v",
            "W^O": "2 d_v × d",
        },
        given=(
            r"C_{tr} = \begin{cases} G_{tr} & \text{if } r \le d_v \\ H_{t,r-d_v} & \text{otherwise} \end{cases}",
            r"W_{rj}^O = \begin{cases} U_{rj} & \text{if } r \le d_v \\ W_{r-d_v,j} & \text{otherwise} \end{cases}",
        ),
        start=r"\sum_{r=1}^{2 d_v} C_{tr} W_{rj}^O",
        steps=(
            Step(r"\sum_{r=1}^{d_v} C_{tr} W_{rj}^O + \sum_{r=d_v+1}^{2 d_v} C_{tr} W_{rj}^O", "the sum is parted"),
            Step(
                r"\sum_{r=1}^{d_v} G_{tr} U_{rj} + \sum_{r=1}^{d_v} H_{tr} W_{rj}",
                "each part holds one head",
            ),
            Step(r"(G U + H W)_{tj}", "the sums are products of matrices"),
        ),
        source=D2L.at("section 11.5"),
    ),
    Derivation(
        id="one-large-projection",
        title="One large projection holds those of all heads",
        where={"W^Q": "d × d_k"},
        start=r"X \operatorname{Concat}(W_1^Q, W_2^Q)",
        steps=(Step(r"\operatorname{Concat}(X W_1^Q, X W_2^Q)", "each column is multiplied by itself"),),
        source=VASWANI.at("section 3.2.2"),
    ),
    Derivation(
        id="grouped-queries",
        title="Heads that share keys and values are one head with more queries",
        where={
            "Q": "n × d_k",
            "G": "m × d_k : keys of the group",
            "U": "m × d_v : values of the group",
        },
        start=r"\begin{pmatrix} \operatorname{softmax}\left(\frac{Q_1 G^\top}{\sqrt{d_k}}\right) U \\ \operatorname{softmax}\left(\frac{Q_2 G^\top}{\sqrt{d_k}}\right) U \end{pmatrix}",
        steps=(
            Step(
                r"\begin{pmatrix} \operatorname{softmax}\left(\frac{Q_1 G^\top}{\sqrt{d_k}}\right) \\ \operatorname{softmax}\left(\frac{Q_2 G^\top}{\sqrt{d_k}}\right) \end{pmatrix} U",
                "both heads weigh the same values",
            ),
            Step(
                r"\operatorname{softmax}\left(\begin{pmatrix} \frac{Q_1 G^\top}{\sqrt{d_k}} \\ \frac{Q_2 G^\top}{\sqrt{d_k}} \end{pmatrix}\right) U",
                "softmax acts row by row",
            ),
            Step(
                r"\operatorname{softmax}\left(\frac{1}{\sqrt{d_k}} \begin{pmatrix} Q_1 \\ Q_2 \end{pmatrix} G^\top\right) U",
                "both heads meet the same keys",
            ),
        ),
        source=AINSLIE.at("section 2.2"),
    ),
    Derivation(
        id="linear-bias-shift",
        title="A linear bias depends on the key only",
        where={"S": "n × m", "b": "scalar : slope of the head", "r": "index : key that is summed over"},
        start=r"\frac{e^{S_{ts} - b (t - s)}}{\sum_{r=1}^{m} e^{S_{tr} - b (t - r)}}",
        steps=(
            Step(
                r"\frac{e^{-b t} e^{S_{ts} + b s}}{e^{-b t} \sum_{r=1}^{m} e^{S_{tr} + b r}}",
                "what the query's position adds is a common factor",
            ),
            Step(r"\frac{e^{S_{ts} + b s}}{\sum_{r=1}^{m} e^{S_{tr} + b r}}", "it cancels"),
        ),
        source=PRESS.at("section 3"),
    ),
)
