"""Positions: sinusoids, rotations, and what a score sees of them."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import SU, VASWANI

ANGLE = {r"\omega": "scalar : frequency of a pair", "a": "scalar : position", "b": "scalar : offset"}
ROTATION = r"\begin{pmatrix} \cos(\omega a) & \sin(\omega a) \\ -\sin(\omega a) & \cos(\omega a) \end{pmatrix}"

DERIVATIONS = (
    Derivation(
        id="sinusoid-shift",
        title="Sinusoids at a shifted position, the sine",
        where=ANGLE,
        start=r"\sin(\omega (a + b))",
        steps=(
            Step(r"\sin(\omega a + \omega b)", "multiplied out"),
            Step(r"\sin(\omega a) \cos(\omega b) + \cos(\omega a) \sin(\omega b)", "the sine of a sum"),
        ),
        source=VASWANI.at("section 3.5"),
    ),
    Derivation(
        id="sinusoid-rotation",
        title="A shift of the position rotates each pair of sinusoids",
        where={**ANGLE, "p": "2 : sine and cosine at the position", "R": "2 × 2 : rotation by the offset"},
        given=(
            r"p_1 = \sin(\omega a)",
            r"p_2 = \cos(\omega a)",
            r"R = \begin{pmatrix} \cos(\omega b) & -\sin(\omega b) \\ \sin(\omega b) & \cos(\omega b) \end{pmatrix}",
        ),
        start=r"\cos(\omega (a + b))",
        steps=(
            Step(r"\cos(\omega a) \cos(\omega b) - \sin(\omega a) \sin(\omega b)", "the cosine of a sum"),
            Step(r"p_2 \cos(\omega b) - p_1 \sin(\omega b)", "sine and cosine at the position"),
            Step(r"p_1 R_{12} + p_2 R_{22}", "a column of the rotation, which the position does not enter"),
        ),
        source=VASWANI.at("section 3.5"),
    ),
    Derivation(
        id="sinusoid-product",
        title="The product of two positional encodings depends on their distance only",
        where={
            r"\omega": "p : frequencies",
            "p": "size : number of pairs",
            "a": "scalar : position",
            "b": "scalar : another position",
            "r": "index : pair",
        },
        start=r"\sum_{r=1}^{p} \left(\sin(\omega_r a) \sin(\omega_r b) + \cos(\omega_r a) \cos(\omega_r b)\right)",
        steps=(
            Step(r"\sum_{r=1}^{p} \cos(\omega_r a - \omega_r b)", "the cosine of a difference"),
            Step(r"\sum_{r=1}^{p} \cos(\omega_r (a - b))", "common factor"),
        ),
        source=VASWANI.at("section 3.5"),
    ),
    Derivation(
        id="rotary-offset",
        title="The rotary product depends on the offset only",
        where={
            "q": "2 : a pair of the query",
            "k": "2 : a pair of the key",
            r"\omega": "scalar : frequency of the pair",
            "a": "scalar : position of the query",
            "b": "scalar : position of the key",
            "R": "2 × 2 : rotation at the query",
            "G": "2 × 2 : rotation at the key",
        },
        given=(
            rf"R = {ROTATION}",
            r"G = \begin{pmatrix} \cos(\omega b) & \sin(\omega b) \\ -\sin(\omega b) & \cos(\omega b) \end{pmatrix}",
        ),
        start=r"q R (k G)^\top",
        steps=(
            Step(r"q R G^\top k^\top", "the transpose of a product"),
            Step(
                r"q \begin{pmatrix} \cos(\omega a) \cos(\omega b) + \sin(\omega a) \sin(\omega b) & \sin(\omega a) \cos(\omega b) - \cos(\omega a) \sin(\omega b) \\ \cos(\omega a) \sin(\omega b) - \sin(\omega a) \cos(\omega b) & \sin(\omega a) \sin(\omega b) + \cos(\omega a) \cos(\omega b) \end{pmatrix} k^\top",
                "the rotations are multiplied",
            ),
            Step(
                r"q \begin{pmatrix} \cos(\omega (a - b)) & \sin(\omega (a - b)) \\ -\sin(\omega (a - b)) & \cos(\omega (a - b)) \end{pmatrix} k^\top",
                "sines and cosines of a difference",
            ),
        ),
        source=SU.at("section 3.2.1"),
    ),
    Derivation(
        id="rotation-keeps-length",
        title="A rotation keeps the length of a query",
        where={
            "q": "2 : a pair of the query",
            r"\omega": "scalar : frequency of the pair",
            "a": "scalar : position of the query",
            "R": "2 × 2 : rotation",
        },
        given=(rf"R = {ROTATION}",),
        start=r"(q R) (q R)^\top",
        steps=(
            Step(r"q R R^\top q^\top", "the transpose of a product"),
            Step(r"q q^\top", "the transpose of a rotation is its inverse"),
        ),
        source=SU.at("section 3.2.2"),
    ),
)
