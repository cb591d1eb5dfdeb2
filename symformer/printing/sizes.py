r"""Sizes and shapes as LaTeX: ``n \times d_k``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from symformer.algebra.dimension import Dimension, Exponent, Monomial
from symformer.algebra.shape import Shape
from symformer.printing.names import name_latex

Speller = Callable[[str], str]


def shape_latex(shape: Shape, spelled: Speller = name_latex) -> str:
    r"""The sizes of a shape, as they stand below a brace; ``spelled`` writes a letter.

    >>> from symformer.algebra.shape import shape
    >>> print(shape_latex(shape("n", "d_k")), shape_latex(shape("d")))
    n \times d_{k} d
    """
    if not shape.sizes:
        return "1"
    if shape.rank == 1:
        return size_latex(shape.first, spelled)
    return r" \times ".join(_factor(size, spelled) for size in shape.sizes)


def _factor(size: Dimension, spelled: Speller) -> str:
    text = size_latex(size, spelled)
    return f"({text})" if len(size.terms) > 1 else text


def size_latex(size: Dimension, spelled: Speller = name_latex) -> str:
    r"""A size as LaTeX.

    >>> from symformer.algebra.dimension import letter, number
    >>> print(size_latex(letter("D") / letter("H")), size_latex(number(4) * letter("d") + number(1)))
    D / H 4 d + 1
    """
    if not size.terms:
        return "0"
    text = ""
    for monomial, factor in size.terms:
        sign = " - " if factor < 0 else " + "
        text += (sign if text else sign.strip(" +")) + _term(monomial, abs(factor), spelled)
    return text


def _term(monomial: Monomial, factor: Fraction, spelled: Speller) -> str:
    ordered = sorted(monomial, key=lambda part: (len(part[0]), part[0]))
    above = _joined(factor.numerator, ((name, power) for name, power in ordered if power > 0), spelled)
    below = _joined(factor.denominator, ((name, -power) for name, power in ordered if power < 0), spelled)
    if below == "1":
        return above
    several = sum(power < 0 for _, power in ordered) + (factor.denominator != 1) > 1
    return f"{above} / ({below})" if several else f"{above} / {below}"


def _joined(factor: int, powers: Iterable[tuple[str, Exponent]], spelled: Speller) -> str:
    parts = [] if factor == 1 else [str(factor)]
    parts += [spelled(name) if power == 1 else f"{{{spelled(name)}}}^{{{power}}}" for name, power in powers]
    return " ".join(parts) if parts else "1"
