"""A standard equation of the field: its LaTeX, shapes, conditions, reference function and source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from symformer.notations.citation import Citation
from symformer.text.record import record


@record
class Equation:
    r"""One equation, or a few that are given together, in plain letters and row vectors.

    ``where`` tells of letters what their concept does not: ``{"K": "n × d_k"}`` gives a shape, and
    ``{r"\tau": "scalar : temperature"}`` a letter of the equation's own, with its shape (or ``scalar``,
    ``size``, ``index``, ``function``) and its meaning.  ``conditions`` must hold for the equation to.
    ``reference`` is the dotted name of the function that computes the right side, below
    ``symformer.reference``, with the letters it takes; "" where it computes nothing.  ``steps`` are the
    equations that ``--steps`` puts in, one after the other, ``worked_from`` those that give numbers to its letters
    before it is worked on numbers.  An equation about how arrays lie in memory is
    ``as_laid_out``: it reads the same in a notation of column vectors.  ``variants`` are other forms that are as
    legitimate, in the same letters.  ``operators`` are the functions (by id) or names which, on the left side of a
    formula, claim that it is this equation; ``called`` are the words by which notes cite it.
    """

    id: str
    title: str
    latex: str
    source: Citation
    where: Mapping[str, str] = field(default_factory=dict, hash=False)
    conditions: tuple[str, ...] = ()
    reference: str = ""
    steps: tuple[str, ...] = ()
    worked_from: tuple[str, ...] = ()
    as_laid_out: bool = False
    remark: str = ""
    variants: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()
    called: tuple[str, ...] = ()


@record
class Block:
    """Equations that make one part of the model, in the order in which it computes them."""

    id: str
    title: str
    equations: tuple[str, ...]
