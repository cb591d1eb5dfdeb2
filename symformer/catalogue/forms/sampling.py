"""What is estimated from draws: acceptance, weights, bounds on chance, ranks, boosting."""

from __future__ import annotations

from symformer.catalogue.form import Form
from symformer.catalogue.sources import (
    BISHOP,
    HASTIE,
    HO,
    KENDALL,
    SUTTON,
    WASSERMAN,
    ZOU,
)

FORMS = (
    Form(
        id="acceptance",
        title="Acceptance of a proposal (Metropolis–Hastings)",
        forms=(
            r"\min\left(1, \frac{p(y) q(x \mid y)}{p(x) q(y \mid x)}\right)",
            r"\min\left(\frac{p(y) q(x \mid y)}{p(x) q(y \mid x)}, 1\right)",
            r"\frac{p(y) q(x \mid y)}{p(x) q(y \mid x)}",
        ),
        also=(r"\min\left(1, \frac{p(y)}{p(x)}\right)", r"\frac{p(y)}{p(x)}"),
        functions="p q",
        called=("metropolis", "acceptance probability", "acceptance ratio"),
        left=("A", "alpha", "a", "r"),
        unless=r"speculat|draft",
        source=BISHOP.at("section 14.2"),
    ),
    Form(
        id="rank-correlation",
        title="Spearman's rank correlation",
        forms=(
            r"1 - \frac{6 \sum_i d^2}{n (n^2 - 1)}",
            r"1 - \frac{6 \sum_i (r - s)^2}{n (n^2 - 1)}",
            r"1 - \frac{6 \sum_i d^2}{n^3 - n}",
        ),
        called=("spearman",),
        left=("rho", "r", "r_s"),
        source=KENDALL.at("chapter 1"),
    ),
    Form(
        id="chebyshev-bound",
        title="Chebyshev's inequality",
        forms=(
            r"P(|X - \mu| \ge k \sigma) \le \frac{1}{k^2}",
            r"P(|X - \mu| \ge t) \le \frac{\sigma^2}{t^2}",
            r"P(|X - \mu| > k \sigma) \le \frac{1}{k^2}",
        ),
        called=("chebyshev", "tchebycheff"),
        functions="P",
        source=WASSERMAN.at("theorem 4.2"),
    ),
    Form(
        id="weight-of-an-example",
        title="Weight of an example in AdaBoost",
        forms=(
            r"w \exp(-a y h)",
            r"\frac{w \exp(-a y h)}{z}",
            r"w e^{-a y h}",
            r"\frac{w e^{-a y h}}{z}",
        ),
        alike=(("w", "w D W"), ("y", "y t")),
        called=("adaboost",),
        left=("w", "D", "W"),
        decided=True,
        source=HASTIE.at("section 10.1"),
    ),
    Form(
        id="elastic-net",
        title="Elastic net",
        forms=(
            r"L + \lambda \left(a \lVert w \rVert_1 + (1 - a) \lVert w \rVert_2^2\right)",
            r"L + \lambda \left(a \lVert w \rVert_1 + \frac{1 - a}{2} \lVert w \rVert_2^2\right)",
            r"L + \lambda \left((1 - a) \lVert w \rVert_1 + a \lVert w \rVert_2^2\right)",
            r"L + \lambda \left(\frac{1 - a}{2} \lVert w \rVert_2^2 + a \lVert w \rVert_1\right)",
            r"L + \lambda a \lVert w \rVert_1 + \lambda (1 - a) \lVert w \rVert_2^2",
            r"L + \lambda a \lVert w \rVert_1 + \frac{\lambda (1 - a)}{2} \lVert w \rVert_2^2",
        ),
        also=(r"L + \lambda \lVert w \rVert_1 + b \lVert w \rVert_2^2",),
        called=("elastic net", "elastic-net"),
        left=("L", "J", "E", "loss"),
        source=ZOU.at("section 2"),
    ),
    Form(
        id="kept-signal",
        title="Share of the signal that is kept after some steps of noise",
        forms=(r"\prod_s a", r"\prod_s (1 - b)"),
        also=(r"a b",),
        alike=(("a", r"\alpha a"), ("b", r"\beta b")),
        called=("diffusion", "ddpm", "forward process", "noise schedule", "variance schedule", "cumulative product"),
        left=("bar(alpha)",),
        source=HO.at("section 2"),
    ),
    Form(
        id="return-of-all-lengths",
        title="λ-return",
        forms=(
            r"(1 - \lambda) \sum_n \lambda^{n - 1} G_{t + n}",
            r"(1 - \lambda) \sum_n \lambda^{n - 1} G",
        ),
        also=(
            r"(1 - \lambda) \sum_n \lambda^n G",
            r"(1 - \lambda) \sum_n \lambda^{n - 1} G + \lambda^m H",
            r"r + \gamma ((1 - \lambda) V + \lambda G)",
        ),
        called=("λ-return", r"\lambda-return", r"$\lambda$-return", "lambda-return", "lambda return", "td(λ)"),
        left=("G", "R", "G^lambda"),
        source=SUTTON.at("eq. 12.2"),
    ),
)
