"""Where a token stands: sinusoids, learned vectors, rotations, biases of the scores."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import PHUONG, PRESS, RAFFEL, SHAW, SU, VASWANI

EQUATIONS = (
    Equation(
        id="sinusoid-even",
        title="Sinusoidal encoding, even components",
        latex=r"P_{t,2r} = \sin\left(\frac{t}{10000^{2r/d}}\right)",
        variants=(
            r"P_{t,2r} = \sin\left(t e^{-2r \log(10000) / d}\right)",
            r"P_{t,2r} = \sin(t \omega_r)",
            r"P_{t,j} = \sin\left(\frac{t}{10000^{j/d}}\right)",
            r"P_{t,r} = \sin\left(\frac{t}{10000^{2\lfloor r/2 \rfloor/d}}\right)",
            r"P_{t,2r-1} = \sin\left(\frac{t}{10000^{2(r-1)/d}}\right)",
        ),
        operators=("PE", "positional-encoding"),
        called=("sinusoidal",),
        source=VASWANI.at("section 3.5"),
        reference="positions.sinusoidal_encoding n d",
        remark="positions and pairs are counted from 0",
    ),
    Equation(
        id="sinusoid-odd",
        title="Sinusoidal encoding, odd components",
        latex=r"P_{t,2r+1} = \cos\left(\frac{t}{10000^{2r/d}}\right)",
        variants=(
            r"P_{t,2r+1} = \cos\left(t e^{-2r \log(10000) / d}\right)",
            r"P_{t,2r+1} = \cos(t \omega_r)",
            r"P_{t,j} = \cos\left(\frac{t}{10000^{(j-1)/d}}\right)",
            r"P_{t,r} = \cos\left(\frac{t}{10000^{2\lfloor r/2 \rfloor/d}}\right)",
            r"P_{t,j+1} = \cos\left(\frac{t}{10000^{j/d}}\right)",
            r"P_{t,2r} = \cos\left(\frac{t}{10000^{2(r-1)/d}}\right)",
        ),
        operators=("PE", "positional-encoding"),
        called=("sinusoidal",),
        source=VASWANI.at("section 3.5"),
        reference="positions.sinusoidal_encoding n d",
        remark="positions and pairs are counted from 0",
    ),
    Equation(
        id="frequency",
        title="Frequency of a pair",
        latex=r"\omega_r = 10000^{-2r/d}",
        source=VASWANI.at("section 3.5"),
        where={
            r"\omega": "d / 2 : frequency of a pair",
        },
        reference="positions.frequencies d",
    ),
    Equation(
        id="sinusoid-product",
        title="Two sinusoidal encodings know their distance",
        latex=r"P_{t,:} P_{s,:}^\top = \sum_{r=0}^{d/2-1} \cos(\omega_r (t - s))",
        source=VASWANI.at("section 3.5"),
        where={
            r"\omega": "d / 2 : frequency of a pair",
        },
    ),
    Equation(
        id="position-rows",
        title="The positional encoding, written out",
        latex=(
            r"P = \begin{bmatrix} \rho_{1,1} & \rho_{1,2} & \cdots & \rho_{1,d} \\ \rho_{2,1} & \rho_{2,2} & "
            r"\cdots & \rho_{2,d} \\ \vdots & \vdots & \ddots & \vdots \\ \rho_{n,1} & \rho_{n,2} & \cdots & "
            r"\rho_{n,d} \end{bmatrix}"
        ),
        source=VASWANI.at("section 3.5"),
        where={
            r"\rho": "n × d : entries of the positional encoding",
        },
    ),
    Equation(
        id="learned-positions",
        title="Learned positions",
        latex=r"X_{t,:} = E_{w_t,:} + P_{t,:}",
        source=PHUONG.at("algorithm 2"),
        where={
            "w": "n : number of the word at each position",
        },
        reference="",
    ),
    Equation(
        id="rotation",
        title="Rotation of a pair by its position",
        latex=(
            r"R_t = \begin{bmatrix} \cos(t \omega) & \sin(t \omega) \\ -\sin(t \omega) & \cos(t \omega) "
            r"\end{bmatrix}"
        ),
        called=("rotary", "rope", "rotation matrix"),
        source=SU.at("eq. 13"),
        where={
            "R": "2 × 2 : rotation by the angle of a position",
            r"\omega": "scalar : frequency of the pair",
        },
        remark="acts on rows from the right",
    ),
    Equation(
        id="rotary-query",
        title="Rotated query and key",
        latex=r"\tilde{q}_t = q_t R_t, \quad \tilde{k}_s = k_s R_s",
        source=SU.at("eq. 14"),
        where={
            r"\tilde{q}": "n × d_k : rotated queries",
            r"\tilde{k}": "m × d_k : rotated keys",
            "q": "n × d_k",
            "k": "m × d_k",
            "R": "d_k × d_k : rotation of each pair by its position",
        },
        reference="positions.rotary_encoding q",
    ),
    Equation(
        id="rotary-score",
        title="A rotary score depends on the distance alone",
        latex=r"\tilde{q}_t \tilde{k}_s^\top = q_t R_{t-s} k_s^\top",
        source=SU.at("eq. 16"),
        where={
            r"\tilde{q}": "n × d_k : rotated queries",
            r"\tilde{k}": "m × d_k : rotated keys",
            "q": "n × d_k",
            "k": "m × d_k",
            "R": "d_k × d_k : rotation of each pair by its position",
        },
    ),
    Equation(
        id="rotary-components",
        title="Rotation of a pair, component by component",
        latex=(
            r"\tilde{q}_{2r} = q_{2r} \cos(t \omega_r) - q_{2r+1} \sin(t \omega_r), \quad \tilde{q}_{2r+1} = "
            r"q_{2r} \sin(t \omega_r) + q_{2r+1} \cos(t \omega_r)"
        ),
        source=SU.at("eq. 34"),
        where={
            r"\tilde{q}": "d_k : rotated query",
            r"\omega": "d_k / 2 : frequency of a pair",
        },
        reference="",
    ),
    Equation(
        id="linear-bias",
        title="Scores with linear biases (ALiBi)",
        latex=r"S_{ts} = \frac{q_t k_s^\top}{\sqrt{d_k}} - \lambda_i (t - s)",
        called=("alibi",),
        source=PRESS.at("section 3"),
        where={
            r"\lambda": "h : slope of each head",
            "q": "n × d_k",
            "k": "m × d_k",
        },
    ),
    Equation(
        id="linear-bias-slope",
        title="Slopes of the linear biases",
        latex=r"\lambda_i = 2^{-8i/h}",
        source=PRESS.at("section 3"),
        where={
            r"\lambda": "h : slope of each head",
        },
        reference="positions.alibi_slopes h",
    ),
    Equation(
        id="relative-bias",
        title="Scores with a bias per distance",
        latex=r"S_{ts} = q_t k_s^\top + c_{t-s}",
        source=RAFFEL.at("section 2.1"),
        where={
            "c": "2 n - 1 : bias of each distance",
            "q": "n × d_k",
            "k": "m × d_k",
        },
    ),
    Equation(
        id="relative-keys",
        title="Scores with relative keys",
        latex=r"S_{ts} = \frac{q_t k_s^\top + q_t a_{t-s}^\top}{\sqrt{d_k}}",
        source=SHAW.at("eq. 5"),
        where={
            "a": "2 n - 1 × d_k : key of each distance",
            "q": "n × d_k",
            "k": "m × d_k",
        },
    ),
)
