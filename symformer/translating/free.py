"""Letters that are free for something else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from symformer.notations.concept import Kind

LETTERS: dict[Kind, str] = {
    "size": r"p r g u w N M P R G J F \nu \kappa",
    "index": r"j l p r s u a b c t g v \mu \nu",
    "scalar": r"\lambda \kappa \rho \tau \nu \omega \alpha \eta c",
    "vector": r"u a g w f z c r s",
    "matrix": r"F G J R P U B S T L M N C D",
}


def free_letter(kind: Kind, taken: Collection[str]) -> str:
    r"""A letter usual for something of a kind that is not among those taken, which are given without braces.

    >>> free_letter("size", {"p", "r"}), free_letter("index", set(LETTERS["index"].split()))
    ('g', '\\tilde{j}')
    """
    return next(letter for letter in _letters(kind) if bare(letter) not in taken)


def _letters(kind: Kind) -> Iterator[str]:
    plain = LETTERS[kind].split()
    yield from plain
    for accent in ("tilde", "hat", "bar", "dot"):
        yield from (rf"\{accent}{{{letter}}}" for letter in plain)
    number = 1
    while True:
        yield f"{plain[0]}_{{{number}}}"
        number += 1


def bare(letter: str) -> str:
    r"""A letter without the braces, blanks and fonts that do not tell it from another.

    >>> bare(r"d_{\text{ff}}"), bare("d_{ff}")
    ('d_ff', 'd_ff')
    """
    return re.sub(r"\\(?:text|mathrm|operatorname|textrm|mathit)(?![a-zA-Z])|[{}\s]", "", letter)
