"""Normalisation: of the components of one vector, of a batch, around a sublayer."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import BA, HE_RESNET, IOFFE, VASWANI, XIONG, ZHANG_RMS

EQUATIONS = (
    Equation(
        id="layer-mean",
        title="Mean of the components",
        latex=r"\mu = \frac{1}{d} \sum_{j=1}^{d} x_j",
        source=BA.at("eq. 3"),
    ),
    Equation(
        id="layer-variance",
        title="Variance of the components",
        latex=r"\sigma^2 = \frac{1}{d} \sum_{j=1}^{d} (x_j - \mu)^2",
        variants=(
            r"\sigma = \sqrt{\frac{1}{d} \sum_{j=1}^{d} (x_j - \mu)^2}",
            r"\sigma^2 = \frac{1}{d - 1} \sum_{j=1}^{d} (x_j - \mu)^2",
            r"\sigma = \sqrt{\frac{1}{d} \sum_{j=1}^{d} (x_j - \mu)^2 + \varepsilon}",
        ),
        source=BA.at("eq. 3"),
    ),
    Equation(
        id="layer-norm",
        title="Layer normalisation",
        latex=r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
        variants=(
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma + \varepsilon} + \beta",
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2} + \varepsilon} + \beta",
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2}} + \beta",
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma} + \beta",
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma}",
            r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
            r"\operatorname{LayerNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
            r"\operatorname{LayerNorm}(x) = \frac{x - \mu}{\sigma + \varepsilon}",
            r"\operatorname{LayerNorm}(x) = \frac{x - \mu}{\sigma}",
        ),
        operators=("layer-norm",),
        called=("layer normalization", "layer normalisation", "layernorm"),
        worked_from=("layer-mean", "layer-variance"),
        source=BA.at("eq. 4"),
        reference=r"normalization.layer_norm x \gamma \beta \varepsilon",
    ),
    Equation(
        id="layer-norm-entry",
        title="Layer normalisation of one component",
        latex=r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta_j",
        variants=(
            r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sigma + \varepsilon} + \beta_j",
            r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sqrt{\sigma^2}} + \beta_j",
            r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sigma} + \beta_j",
            r"\operatorname{LayerNorm}(x)_j = \gamma \frac{x_j - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
            r"\operatorname{LayerNorm}(x)_j = \gamma \frac{x_j - \mu}{\sigma} + \beta",
            r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
            r"\operatorname{LayerNorm}(x)_j = \gamma_j \frac{x_j - \mu}{\sigma}",
            r"\operatorname{LayerNorm}(x)_j = \frac{x_j - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
            r"\operatorname{LayerNorm}(x)_j = \frac{x_j - \mu}{\sigma + \varepsilon}",
            r"\operatorname{LayerNorm}(x)_j = \frac{x_j - \mu}{\sigma}",
        ),
        operators=("layer-norm",),
        worked_from=("layer-mean", "layer-variance"),
        source=BA.at("eq. 4"),
        reference=r"normalization.layer_norm x \gamma \beta \varepsilon",
    ),
    Equation(
        id="rms",
        title="Root mean square",
        latex=r"\operatorname{RMS}(x) = \sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2 + \varepsilon}",
        variants=(r"\operatorname{RMS}(x) = \sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2}",),
        source=ZHANG_RMS.at("eq. 4"),
    ),
    Equation(
        id="rms-norm",
        title="RMS normalisation",
        latex=(
            r"\operatorname{RMSNorm}(x) = \gamma \odot \frac{x}{\sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2 + "
            r"\varepsilon}}"
        ),
        variants=(
            r"\operatorname{RMSNorm}(x) = \gamma \odot \frac{x}{\sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2}}",
            r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2 + \varepsilon}}",
            r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2}}",
            r"\operatorname{RMSNorm}(x) = \gamma \odot \frac{x}{\sqrt{\frac{1}{d} \sum_{j=1}^{d} x_j^2} + \varepsilon}",
            r"\operatorname{RMSNorm}(x) = \gamma \odot \frac{x}{\operatorname{RMS}(x)}",
            r"\operatorname{RMSNorm}(x) = \frac{x}{\operatorname{RMS}(x)}",
            r"\operatorname{RMSNorm}(x)_j = \gamma_j \frac{x_j}{\operatorname{RMS}(x)}",
            r"\operatorname{RMSNorm}(x)_j = \frac{x_j}{\operatorname{RMS}(x)}",
            r"\operatorname{RMSNorm}(x)_j = \gamma_j \frac{x_j}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} x_r^2 + \varepsilon}}",
            r"\operatorname{RMSNorm}(x)_j = \gamma_j \frac{x_j}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} x_r^2}}",
            r"\operatorname{RMSNorm}(x)_j = \frac{x_j}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} x_r^2 + \varepsilon}}",
            r"\operatorname{RMSNorm}(x)_j = \frac{x_j}{\sqrt{\frac{1}{d} \sum_{r=1}^{d} x_r^2}}",
        ),
        operators=("rms-norm",),
        called=("rmsnorm", "rms normalization", "root mean square"),
        source=ZHANG_RMS.at("eq. 4"),
        reference=r"normalization.rms_norm x \gamma \varepsilon",
    ),
    Equation(
        id="batch-norm",
        title="Batch normalisation",
        latex=r"\operatorname{BatchNorm}(x_b) = \gamma \odot \frac{x_b - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
        variants=(
            r"\operatorname{BatchNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta",
            r"\operatorname{BatchNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma} + \beta",
            r"\operatorname{BatchNorm}(x) = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
        ),
        operators=("batch-norm",),
        called=("batch normalization", "batch normalisation", "batchnorm"),
        source=IOFFE.at("algorithm 1"),
        where={
            "x": "B × d : vectors of the batch",
            "b": "index : vector of the batch",
            r"\mu": "d : mean over the batch",
            r"\sigma": "d : standard deviation over the batch",
        },
    ),
    Equation(
        id="residual",
        title="Residual connection",
        latex=r"Z = X + F(X)",
        source=HE_RESNET.at("eq. 1"),
        where={
            "F": "function : sublayer",
        },
    ),
    Equation(
        id="post-norm",
        title="Sublayer with the normalisation behind it",
        latex=r"Z = \operatorname{LayerNorm}(X + F(X))",
        source=VASWANI.at("section 3.1"),
        where={
            "F": "function : sublayer",
        },
    ),
    Equation(
        id="pre-norm",
        title="Sublayer with the normalisation before it",
        latex=r"Z = X + F(\operatorname{LayerNorm}(X))",
        source=XIONG.at("table 1"),
        where={
            "F": "function : sublayer",
        },
    ),
)
