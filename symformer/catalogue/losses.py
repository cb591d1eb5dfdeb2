"""Losses and likelihoods."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import BISHOP, D2L, DEVLIN, GOODFELLOW, HINTON, OORD, SZEGEDY

EQUATIONS = (
    Equation(
        id="chain-rule",
        title="Likelihood of a sequence",
        latex=r"p(w_1, \dots, w_n) = \prod_{t=1}^{n} p(w_t \mid w_{<t})",
        source=D2L.at("eq. 9.3.1"),
        where={
            "w": "n : words",
            "p": "function : probability",
        },
    ),
    Equation(
        id="sequence-loss",
        title="Negative log-likelihood of a sequence",
        latex=r"\mathcal{L} = -\frac{1}{n} \sum_{t=1}^{n} \log p(w_t \mid w_{<t})",
        source=D2L.at("eq. 9.3.7"),
        where={
            "w": "n : words",
            "p": "function : probability",
            r"\mathcal{L}": "scalar : loss",
        },
    ),
    Equation(
        id="cross-entropy",
        title="Cross-entropy",
        latex=r"H(p, q) = -\sum_{j=1}^{c} p_j \log q_j",
        source=GOODFELLOW.at("eq. 3.51"),
        where={
            "H": "function : cross-entropy",
            "p": "c : true distribution",
            "q": "c : estimated distribution",
            "c": "size : number of classes",
        },
        reference="losses.cross_entropy p q",
    ),
    Equation(
        id="entropy",
        title="Entropy",
        latex=r"H(p) = -\sum_{j=1}^{c} p_j \log p_j",
        source=GOODFELLOW.at("eq. 3.49"),
        where={
            "H": "function : entropy",
            "p": "c : distribution",
            "c": "size : number of classes",
        },
        reference="losses.entropy p",
    ),
    Equation(
        id="kl-divergence",
        title="Kullback–Leibler divergence",
        latex=r"D_{\text{KL}}(p \,\|\, q) = \sum_{j=1}^{c} p_j \log \frac{p_j}{q_j}",
        source=GOODFELLOW.at("eq. 3.50"),
        where={
            r"D_{\text{KL}}": "function : divergence",
            "p": "c : true distribution",
            "q": "c : estimated distribution",
            "c": "size : number of classes",
        },
        reference="losses.kl_divergence p q",
    ),
    Equation(
        id="token-loss",
        title="Loss of one token",
        latex=r"\mathcal{L} = -z_y + \log \sum_{j=1}^{c} e^{z_j}",
        source=D2L.at("eq. 4.5.3"),
        where={
            r"\mathcal{L}": "scalar : loss",
            "z": "c : logits",
            "y": "index : right class",
            "c": "size : number of classes",
        },
    ),
    Equation(
        id="perplexity",
        title="Perplexity",
        latex=r"\operatorname{PPL} = \exp\left(-\frac{1}{n} \sum_{t=1}^{n} \log p(w_t \mid w_{<t})\right)",
        source=D2L.at("eq. 9.3.8"),
        where={
            "w": "n : words",
            "p": "function : probability",
            r"\operatorname{PPL}": "scalar : perplexity",
        },
    ),
    Equation(
        id="label-smoothing",
        title="Smoothed targets",
        latex=r"\tilde{y}_j = (1 - \epsilon) y_j + \frac{\epsilon}{c}",
        source=SZEGEDY.at("section 7"),
        where={
            r"\tilde{y}": "c : smoothed targets",
            "y": "c : targets",
            r"\epsilon": "scalar : amount of smoothing",
            "c": "size : number of classes",
        },
    ),
    Equation(
        id="binary-cross-entropy",
        title="Binary cross-entropy",
        latex=r"\mathcal{L} = -\frac{1}{n} \sum_{t=1}^{n} \left(y_t \log p_t + (1 - y_t) \log(1 - p_t)\right)",
        source=BISHOP.at("eq. 5.74"),
        where={
            r"\mathcal{L}": "scalar : loss",
            "y": "n : targets",
            "p": "n : probabilities",
        },
        reference="losses.binary_cross_entropy y p",
    ),
    Equation(
        id="mean-squared-error",
        title="Mean squared error",
        latex=r"\mathcal{L} = \frac{1}{n} \sum_{t=1}^{n} (y_t - \hat{y}_t)^2",
        source=GOODFELLOW.at("eq. 5.4"),
        where={
            r"\mathcal{L}": "scalar : loss",
            "y": "n : targets",
            r"\hat{y}": "n : estimates",
        },
        reference=r"losses.mean_squared_error y \hat{y}",
    ),
    Equation(
        id="masked-language-loss",
        title="Loss of a masked language model",
        latex=r"\mathcal{L} = -\frac{1}{c} \sum_{t=1}^{n} u_t \log p_t",
        source=DEVLIN.at("section 3.1"),
        where={
            r"\mathcal{L}": "scalar : loss",
            "u": "n : one where a word is masked, else zero",
            "p": "n : probability of the right word",
            "c": "scalar : number of masked words",
        },
    ),
    Equation(
        id="distillation-loss",
        title="Loss of distillation",
        latex=r"\mathcal{L} = -\tau^2 \sum_{j=1}^{c} p_j \log q_j",
        source=HINTON.at("section 2"),
        where={
            r"\mathcal{L}": "scalar : loss",
            r"\tau": "scalar : temperature",
            "p": "c : distribution of the teacher",
            "q": "c : distribution of the student",
            "c": "size : number of classes",
        },
    ),
    Equation(
        id="contrastive-loss",
        title="Contrastive loss",
        latex=r"\mathcal{L} = -\log \frac{\exp(z_1 / \tau)}{\sum_{j=1}^{c} \exp(z_j / \tau)}",
        source=OORD.at("eq. 4"),
        where={
            r"\mathcal{L}": "scalar : loss",
            r"\tau": "scalar : temperature",
            "z": "c : similarities, the right pair first",
            "c": "size : number of pairs",
        },
    ),
    Equation(
        id="cosine-similarity",
        title="Cosine similarity",
        latex=r"\operatorname{sim}(x, y) = \frac{x y^\top}{\lVert x \rVert \lVert y \rVert}",
        source=D2L.at("section 15.7.1"),
        where={
            "y": "d : another vector",
        },
        reference="functional.cosine_similarity x y",
    ),
)
