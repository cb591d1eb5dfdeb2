"""From probabilities to tokens, and the cache of keys and values."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import HOLTZMAN, PHUONG, POPE, WU

EQUATIONS = (
    Equation(
        id="greedy-choice",
        title="Greedy choice of the next word",
        latex=r"w_{t+1} = \arg\max_j p_j",
        source=PHUONG.at("algorithm 14"),
        where={
            "w": "n : number of the word at each position",
            "p": "N_V : probabilities of the next word",
            "j": "index : word of the vocabulary",
        },
    ),
    Equation(
        id="sampling-temperature",
        title="Probabilities at a temperature",
        latex=r"p = \operatorname{softmax}\left(\frac{z}{\tau}\right)",
        source=PHUONG.at("algorithm 14"),
        where={
            "p": "N_V : probabilities of the next word",
            "z": "N_V : logits of the next word",
            r"\tau": "scalar : temperature",
        },
    ),
    Equation(
        id="nucleus-choice",
        title="Words of a nucleus",
        latex=r"\sum_{j \in \mathcal{C}} p_j \ge \pi",
        source=HOLTZMAN.at("eq. 2"),
        where={
            "p": "N_V : probabilities of the next word",
            r"\mathcal{C}": "set : smallest set of the most probable words",
            r"\pi": "scalar : probability of the nucleus",
            "j": "index : word of the vocabulary",
        },
    ),
    Equation(
        id="length-penalty",
        title="Length penalty of beam search",
        latex=r"\lambda = \frac{(5 + n)^\alpha}{(5 + 1)^\alpha}",
        source=WU.at("eq. 14"),
        where={
            r"\lambda": "scalar : penalty",
            r"\alpha": "scalar : strength of the penalty",
        },
    ),
    Equation(
        id="cached-attention",
        title="One step with cached keys and values",
        latex=r"o_t = \operatorname{softmax}\left(\frac{q_t K_{:t,:}^\top}{\sqrt{d_k}}\right) V_{:t,:}",
        source=POPE.at("section 2.1"),
        where={
            "o": "n × d_v : output at one position",
            "q": "n × d_k",
            "K": "n × d_k : keys so far",
            "V": "n × d_v : values so far",
        },
        as_laid_out=True,
    ),
)
