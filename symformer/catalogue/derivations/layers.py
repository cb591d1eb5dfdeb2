"""Layers: their gradients, normalisation and what it does not see, folding."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import BA, D2L, GOODFELLOW, HE_RESNET, HU, IOFFE, SRIVASTAVA, ZHANG_RMS

LOSS = {r"\mathcal{L}": "scalar : loss"}

DERIVATIONS = (
    Derivation(
        id="linear-gradient-weights",
        title="The gradient of a linear layer by its weights",
        where={
            **LOSS,
            "Y": "n × p : output",
            "W": "d × p : weights",
            "p": "size : number of outputs",
            r"\bar{Y}": "n × p : gradient by the output",
            "r": "index : output that is summed over",
            "l": "index : output",
        },
        given=("Y = X W", r"\mathcal{L} = \sum_{t=1}^{n} \sum_{r=1}^{p} \bar{Y}_{tr} Y_{tr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial W_{jl}}",
        steps=(
            Step(
                r"\sum_{t=1}^{n} \sum_{r=1}^{p} \bar{Y}_{tr} \frac{\partial Y_{tr}}{\partial W_{jl}}",
                "the loss is linear in the output",
            ),
            Step(r"\sum_{t=1}^{n} \bar{Y}_{tl} X_{tj}", "a weight acts on one output"),
            Step(r"\left(X^\top \bar{Y}\right)_{jl}", "the sum is a product of matrices"),
        ),
        source=GOODFELLOW.at("section 6.5.6"),
    ),
    Derivation(
        id="linear-gradient-input",
        title="The gradient of a linear layer by its input",
        where={
            **LOSS,
            "Y": "n × p : output",
            "W": "d × p : weights",
            "p": "size : number of outputs",
            r"\bar{Y}": "n × p : gradient by the output",
            "r": "index : output that is summed over",
            "l": "index : position that is summed over",
        },
        given=("Y = X W", r"\mathcal{L} = \sum_{l=1}^{n} \sum_{r=1}^{p} \bar{Y}_{lr} Y_{lr}"),
        start=r"\frac{\partial \mathcal{L}}{\partial X_{tj}}",
        steps=(
            Step(
                r"\sum_{l=1}^{n} \sum_{r=1}^{p} \bar{Y}_{lr} \frac{\partial Y_{lr}}{\partial X_{tj}}",
                "the loss is linear in the output",
            ),
            Step(r"\sum_{r=1}^{p} \bar{Y}_{tr} W_{jr}", "an input acts on the outputs of its own position"),
            Step(r"\left(\bar{Y} W^\top\right)_{tj}", "the sum is a product of matrices"),
        ),
        source=GOODFELLOW.at("section 6.5.6"),
    ),
    Derivation(
        id="variance-as-mean-of-squares",
        title="A variance is the mean of the squares less the square of the mean",
        given=(r"\mu = \frac{1}{d} \sum_{j=1}^{d} x_j",),
        start=r"\frac{1}{d} \sum_{j=1}^{d} (x_j - \mu)^2",
        steps=(
            Step(
                r"\frac{1}{d} \sum_{j=1}^{d} x_j^2 - 2 \mu \frac{1}{d} \sum_{j=1}^{d} x_j + \mu^2",
                "the square is multiplied out",
            ),
            Step(r"\frac{1}{d} \sum_{j=1}^{d} x_j^2 - 2 \mu^2 + \mu^2", "the sum is the mean"),
            Step(r"\frac{1}{d} \sum_{j=1}^{d} x_j^2 - \mu^2", "like terms"),
        ),
        source=GOODFELLOW.at("section 3.8"),
    ),
    Derivation(
        id="layer-norm-invariance",
        title="Layer normalisation does not see shift and scale",
        where={
            "a": "scalar : scale of the vector",
            "b": "scalar : shift of the vector",
            "r": "index : component that is summed over",
        },
        supposed={"a": "positive"},
        given=(r"\mu = \frac{1}{d} \sum_{r=1}^{d} x_r", r"\sigma = \sqrt{\frac{1}{d} \sum_{r=1}^{d} (x_r - \mu)^2}"),
        start=r"\frac{a x_j + b - \frac{1}{d} \sum_{r=1}^{d} (a x_r + b)}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} (a x_r + b - (a \mu + b))^2}}",
        steps=(
            Step(
                r"\frac{a x_j + b - (a \mu + b)}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} a^2 (x_r - \mu)^2}}",
                "the mean is scaled and shifted too",
            ),
            Step(r"\frac{a (x_j - \mu)}{a \sigma}", "shifts cancel, and the scale leaves the root"),
            Step(r"\frac{x_j - \mu}{\sigma}", "the scale cancels"),
        ),
        source=BA.at("section 5.1"),
    ),
    Derivation(
        id="layer-norm-gradient",
        title="The gradient of layer normalisation",
        where={
            **LOSS,
            "y": "d : normalised vector",
            r"\bar{y}": "d : gradient by the normalised vector",
            "r": "index : component by which is differentiated",
            "l": "index : component that is summed over",
        },
        given=(
            r"\mu = \frac{1}{d} \sum_{l=1}^{d} x_l",
            r"\sigma = \sqrt{\frac{1}{d} \sum_{l=1}^{d} (x_l - \mu)^2}",
            r"y_j = \frac{x_j - \mu}{\sigma}",
            r"\mathcal{L} = \sum_{j=1}^{d} \bar{y}_j y_j",
        ),
        start=r"\frac{\partial \mathcal{L}}{\partial x_r}",
        steps=(
            Step(r"\sum_{j=1}^{d} \bar{y}_j \frac{\partial y_j}{\partial x_r}", "the loss is linear in the vector"),
            Step(
                r"\frac{1}{\sigma} \left(\bar{y}_r - \frac{1}{d} \sum_{j=1}^{d} \bar{y}_j\right) - \frac{1}{\sigma^2} \frac{\partial \sigma}{\partial x_r} \sum_{j=1}^{d} \bar{y}_j (x_j - \mu)",
                "quotient rule, and the derivative of the mean",
            ),
            Step(
                r"\frac{1}{\sigma} \left(\bar{y}_r - \frac{1}{d} \sum_{j=1}^{d} \bar{y}_j\right) - \frac{x_r - \mu}{d \sigma^3} \sum_{j=1}^{d} \bar{y}_j (x_j - \mu)",
                "the derivative of the deviation",
            ),
            Step(
                r"\frac{1}{\sigma} \left(\bar{y}_r - \frac{1}{d} \sum_{j=1}^{d} \bar{y}_j - y_r \frac{1}{d} \sum_{j=1}^{d} \bar{y}_j y_j\right)",
                "normalised components",
            ),
        ),
        source=BA.at("section 5.2"),
    ),
    Derivation(
        id="rms-norm-gradient",
        title="The gradient of root mean square normalisation",
        where={
            **LOSS,
            "b": "scalar : root mean square of the vector",
            "y": "d : normalised vector",
            r"\bar{y}": "d : gradient by the normalised vector",
            "r": "index : component by which is differentiated",
            "l": "index : component that is summed over",
        },
        given=(
            r"b = \sqrt{\frac{1}{d} \sum_{l=1}^{d} x_l^2}",
            r"y_j = \frac{x_j}{b}",
            r"\mathcal{L} = \sum_{j=1}^{d} \bar{y}_j y_j",
        ),
        start=r"\frac{\partial \mathcal{L}}{\partial x_r}",
        steps=(
            Step(
                r"\frac{\bar{y}_r}{b} - \frac{1}{b^2} \frac{\partial b}{\partial x_r} \sum_{j=1}^{d} \bar{y}_j x_j",
                "quotient rule",
            ),
            Step(r"\frac{\bar{y}_r}{b} - \frac{x_r}{d b^3} \sum_{j=1}^{d} \bar{y}_j x_j", "the derivative of the root"),
            Step(
                r"\frac{1}{b} \left(\bar{y}_r - y_r \frac{1}{d} \sum_{j=1}^{d} \bar{y}_j y_j\right)",
                "normalised components",
            ),
        ),
        source=ZHANG_RMS.at("section 3"),
    ),
    Derivation(
        id="batch-norm-folding",
        title="Batch normalisation folded into the layer before it",
        where={
            "w": "d : weights of one output",
            "a": "scalar : bias of the output",
            r"\gamma": "scalar : gain",
            r"\beta": "scalar : shift",
        },
        supposed={r"\sigma": "positive", r"\varepsilon": "positive"},
        start=r"\gamma \frac{x w^\top + a - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
        steps=(
            Step(
                r"\frac{\gamma}{\sqrt{\sigma^2 + \varepsilon}} x w^\top + \frac{\gamma (a - \mu)}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
                "the fraction is parted",
            ),
            Step(
                r"x \left(\frac{\gamma}{\sqrt{\sigma^2 + \varepsilon}} w\right)^\top + \left(\frac{\gamma (a - \mu)}{\sqrt{\sigma^2 + \varepsilon}} + \beta\right)",
                "the factor goes into the weights",
            ),
        ),
        source=IOFFE.at("section 3.1"),
    ),
    Derivation(
        id="residual-gradient",
        title="A residual connection lets the gradient through",
        where={"z": "scalar : input", r"\phi": "function : sublayer"},
        start=r"\frac{\partial}{\partial z} \left(z + \phi(z)\right)",
        steps=(
            Step(r"\frac{\partial z}{\partial z} + \frac{\partial \phi(z)}{\partial z}", "the derivative of a sum"),
            Step(r"1 + \frac{\partial \phi(z)}{\partial z}", "the derivative of the input by itself"),
        ),
        source=HE_RESNET.at("section 3.1"),
    ),
    Derivation(
        id="dropout-mean",
        title="Inverted dropout keeps the mean",
        where={
            "u": "scalar : one where the component is kept, else zero",
            "x": "scalar : component",
            "p": "scalar : share that is dropped",
        },
        supposed={"u": "mean 1 - p, variance p (1 - p)"},
        start=r"\mathbb{E}\left[\frac{u x}{1 - p}\right]",
        steps=(
            Step(r"\frac{x}{1 - p} \mathbb{E}[u]", "the expectation is linear"),
            Step(r"\frac{x}{1 - p} (1 - p)", "the share that is kept"),
            Step("x", "the factor cancels"),
        ),
        source=SRIVASTAVA.at("section 10"),
    ),
    Derivation(
        id="low-rank-adaptation",
        title="A low-rank adapter can be added to the weights",
        where={
            "W": "d × p : weights",
            "A": "d × r : first factor",
            "B": "r × p : second factor",
            "p": "size : width of the output",
            "r": "size : rank",
            "a": "scalar : strength",
            "G": "d × p : adapted weights",
        },
        given=(r"G = W + \frac{a}{r} A B",),
        start=r"x W + \frac{a}{r} x A B",
        steps=(
            Step(r"x \left(W + \frac{a}{r} A B\right)", "common factor"),
            Step("x G", "the weights with the adapter added"),
        ),
        source=HU.at("section 4.1"),
    ),
    Derivation(
        id="one-hot-lookup",
        title="A one-hot row times the embedding is a row of it",
        where={
            "T": "N_V : one-hot row",
            "E": r"N_V × d",
            "r": "index : word that is summed over",
            r"\delta": "N_V × N_V : one where its indices are equal, else zero",
            "s": "index : word",
        },
        given=(
            r"\delta_{sr} = \begin{cases} 1 & \text{if } s = r \\ 0 & \text{otherwise} \end{cases}",
            r"T_r = \delta_{sr}",
        ),
        start=r"\sum_{r=1}^{N_V} T_r E_{rj}",
        steps=(
            Step(r"\sum_{r=1}^{N_V} \delta_{sr} E_{rj}", "the one-hot row of one word"),
            Step(r"E_{sj}", "one addend is left"),
        ),
        source=GOODFELLOW.at("section 12.4.2"),
    ),
    Derivation(
        id="linear-layers-collapse",
        title="Linear layers without an activation are one linear layer",
        where={"G": "d × d : weights of one layer", "g": "d : bias of one layer"},
        given=("G = W_1 W_2", "g = b_1 W_2 + b_2"),
        start=r"(x W_1 + b_1) W_2 + b_2",
        steps=(
            Step(r"x W_1 W_2 + b_1 W_2 + b_2", "each addend is multiplied"),
            Step("x G + g", "new weights and a new bias"),
        ),
        source=D2L.at("section 5.1"),
    ),
)
