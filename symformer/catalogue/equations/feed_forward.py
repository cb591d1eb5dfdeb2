"""Feed-forward networks, one vector at a time: plain, gated, of experts."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import D2L, HENDRYCKS, SHAZEER_GLU, SHAZEER_MOE, VASWANI

EQUATIONS = (
    Equation(
        id="linear",
        title="Linear layer",
        latex=r"y = x W_1 + b_1",
        source=D2L.at("eq. 5.1.1"),
        where={
            "y": r"d_{\text{ff}} : output",
        },
        reference="functional.linear x W_1 b_1",
    ),
    Equation(
        id="feed-forward",
        title="Position-wise feed-forward network",
        latex=r"\operatorname{FFN}(x) = \max(0, x W_1 + b_1) W_2 + b_2",
        source=VASWANI.at("eq. 2"),
        reference="transformer.feed_forward x W_1 b_1 W_2 b_2",
    ),
    Equation(
        id="feed-forward-relu",
        title="Feed-forward network with ReLU by name",
        latex=r"\operatorname{FFN}(X) = \operatorname{ReLU}(X W_1 + b_1) W_2 + b_2",
        source=VASWANI.at("eq. 2"),
        reference="transformer.feed_forward X W_1 b_1 W_2 b_2",
    ),
    Equation(
        id="feed-forward-gelu",
        title="Feed-forward network with GELU",
        latex=r"\operatorname{FFN}(X) = \operatorname{GELU}(X W_1 + b_1) W_2 + b_2",
        source=HENDRYCKS.at("section 2"),
    ),
    Equation(
        id="glu",
        title="Gated linear unit",
        latex=r"\operatorname{GLU}(X) = \sigma(X W_1) \odot X W_3",
        operators=("glu",),
        source=SHAZEER_GLU.at("eq. 4"),
        where={
            r"\sigma": "function : logistic sigmoid",
        },
        reference="functional.glu X W_1 W_3",
    ),
    Equation(
        id="reglu",
        title="Unit gated by ReLU",
        latex=r"\operatorname{ReGLU}(X) = \max(0, X W_1) \odot X W_3",
        operators=("reglu",),
        source=SHAZEER_GLU.at("eq. 5"),
        reference="functional.reglu X W_1 W_3",
    ),
    Equation(
        id="geglu",
        title="Unit gated by GELU",
        latex=r"\operatorname{GEGLU}(X) = \operatorname{GELU}(X W_1) \odot X W_3",
        operators=("geglu",),
        source=SHAZEER_GLU.at("eq. 5"),
        reference="functional.geglu X W_1 W_3",
    ),
    Equation(
        id="swiglu",
        title="Unit gated by Swish",
        latex=r"\operatorname{SwiGLU}(X) = \operatorname{SiLU}(X W_1) \odot X W_3",
        operators=("swiglu",),
        source=SHAZEER_GLU.at("eq. 5"),
        reference="functional.swiglu X W_1 W_3",
    ),
    Equation(
        id="feed-forward-swiglu",
        title="Feed-forward network gated by Swish",
        latex=r"\operatorname{FFN}(X) = \left(\operatorname{SiLU}(X W_1) \odot X W_3\right) W_2",
        source=SHAZEER_GLU.at("eq. 6"),
        reference="transformer.gated_feed_forward X W_1 W_3 W_2",
    ),
    Equation(
        id="router",
        title="Routing to experts",
        latex=r"g(x) = \operatorname{softmax}(x W_g)",
        source=SHAZEER_MOE.at("eq. 2"),
        where={
            "g": "function : weights of the experts",
            "W_g": "d × N_E : weights of the router",
            "N_E": "size : number of experts",
        },
    ),
    Equation(
        id="mixture-of-experts",
        title="Mixture of experts",
        latex=r"y = \sum_{e=1}^{N_E} g(x)_e F_e(x)",
        source=SHAZEER_MOE.at("eq. 1"),
        where={
            "y": "d : output",
            "e": "index : expert",
            "g": "function : weights of the experts",
            "F": "function : expert",
            "N_E": "size : number of experts",
        },
    ),
)
