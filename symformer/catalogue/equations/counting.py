"""How many parameters, operations and bytes."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import HOFFMANN, KAPLAN, POPE, RADFORD, TOUVRON, VASWANI

EQUATIONS = (
    Equation(
        id="linear-parameters",
        title="Parameters of a linear layer",
        latex=r"N_{\text{par}} = d p + p",
        source=KAPLAN.at("table 1"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
            "p": "size : width of the output",
        },
        reference="counting.linear_parameters d p",
    ),
    Equation(
        id="attention-parameters",
        title="Parameters of multi-head attention",
        latex=r"N_{\text{par}} = 4 d^2 + 4 d",
        source=KAPLAN.at("table 1"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        conditions=(r"h d_k = h d_v = d",),
        reference="counting.attention_parameters d h",
    ),
    Equation(
        id="feed-forward-parameters",
        title="Parameters of the feed-forward network",
        latex=r"N_{\text{par}} = 2 d d_{\text{ff}} + d_{\text{ff}} + d",
        source=KAPLAN.at("table 1"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        reference=r"counting.feed_forward_parameters d d_{\text{ff}}",
    ),
    Equation(
        id="gated-feed-forward-parameters",
        title="Parameters of a gated feed-forward network",
        latex=r"N_{\text{par}} = 3 d d_{\text{ff}}",
        source=TOUVRON.at("section 2.2"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        reference=r"counting.gated_feed_forward_parameters d d_{\text{ff}}",
    ),
    Equation(
        id="norm-parameters",
        title="Parameters of a layer normalisation",
        latex=r"N_{\text{par}} = 2 d",
        source=RADFORD.at("section 2.3"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        reference="counting.norm_parameters d",
    ),
    Equation(
        id="encoder-block-parameters",
        title="Parameters of an encoder block",
        latex=r"N_{\text{par}} = 4 d^2 + 4 d + 2 d d_{\text{ff}} + d_{\text{ff}} + d + 4 d",
        source=VASWANI.at("section 3.1"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        reference=r"counting.encoder_block_parameters d h d_{\text{ff}}",
    ),
    Equation(
        id="model-parameters",
        title="Parameters of a language model, roughly",
        latex=r"N_{\text{par}} \approx 12 L d^2",
        source=KAPLAN.at("eq. 2.1"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
        },
        conditions=(r"d_{\text{ff}} = 4 d",),
        remark="without embeddings, biases and normalisations",
    ),
    Equation(
        id="language-model-parameters",
        title="Parameters of a language model with tied weights",
        latex=r"N_{\text{par}} = N_V d + n_{\text{max}} d + L (12 d^2 + 13 d) + 2 d",
        source=RADFORD.at("section 2.3"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
            r"n_{\text{max}}": "size : largest number of positions",
        },
        conditions=(r"d_{\text{ff}} = 4 d",),
        remark="GPT-2 small: 124,439,808",
    ),
    Equation(
        id="product-operations",
        title="Operations of a matrix product",
        latex=r"F = 2 n p d",
        source=KAPLAN.at("section 2.1"),
        where={
            "F": "scalar : number of operations",
            "p": "size : width of the output",
        },
        reference="counting.product_flops n p d",
    ),
    Equation(
        id="attention-operations",
        title="Operations of multi-head attention",
        latex=r"F = 8 n d^2 + 4 n^2 d",
        source=KAPLAN.at("table 1"),
        where={
            "F": "scalar : number of operations",
        },
        reference="counting.attention_flops n d",
    ),
    Equation(
        id="feed-forward-operations",
        title="Operations of the feed-forward network",
        latex=r"F = 4 n d d_{\text{ff}}",
        source=KAPLAN.at("table 1"),
        where={
            "F": "scalar : number of operations",
        },
        reference=r"counting.feed_forward_flops n d d_{\text{ff}}",
    ),
    Equation(
        id="training-operations",
        title="Operations of a training run",
        latex=r"F \approx 6 N_{\text{par}} N_{\text{tok}}",
        source=KAPLAN.at("section 2.1"),
        where={
            "F": "scalar : number of operations",
            r"N_{\text{par}}": "scalar : number of parameters",
            r"N_{\text{tok}}": "scalar : number of training tokens",
        },
        reference=r"counting.training_flops N_{\text{par}} N_{\text{tok}}",
    ),
    Equation(
        id="cache-bytes",
        title="Bytes of the cache of keys and values",
        latex=r"b_{\text{cache}} = 2 c B n L h_{\text{kv}} d_k",
        source=POPE.at("section 2.1"),
        where={
            r"b_{\text{cache}}": "scalar : number of bytes",
            "c": "scalar : bytes of a number",
        },
        reference=r"counting.cache_bytes n L h_{\text{kv}} d_k",
    ),
    Equation(
        id="compute-optimal-tokens",
        title="Tokens for a compute-optimal run, roughly",
        latex=r"N_{\text{tok}} \approx 20 N_{\text{par}}",
        source=HOFFMANN.at("table 3"),
        where={
            r"N_{\text{par}}": "scalar : number of parameters",
            r"N_{\text{tok}}": "scalar : number of training tokens",
        },
    ),
)
