"""How a notation wants its LaTeX: the spelling of names and functions, the transpose, brackets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from symformer.text.record import record

OPERATORS = {
    name: "\\" + name
    for name in (
        "exp log ln sin cos tan tanh sinh cosh arcsin arccos arctan max min sup inf det dim gcd deg ker sec csc cot"
    ).split()
} | {"argmax": r"\arg\max", "argmin": r"\arg\min"}
SPELLINGS = {
    "expectation": r"\mathbb{E}",
    "variance": r"\operatorname{Var}",
    "indicator": r"\mathbb{1}",
    "trace": r"\operatorname{tr}",
    "gradient": r"\nabla",
}


@record
class Style:
    r"""What the printer asks of a notation.

    ``names`` maps canonical names of symbols to the LaTeX they are written as, ``functions`` the
    canonical names of functions (``softmax``, ``LayerNorm``); what is in neither is written in the
    plain spelling.  ``transpose`` is what stands above a transposed matrix.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    transpose: str = r"\top"


PLAIN = Style()
