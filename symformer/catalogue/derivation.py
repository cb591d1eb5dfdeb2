"""A derivation of the field: a chain of equal sides, each with the reason why it follows from the one before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symformer.notations.citation import Citation


@dataclass(frozen=True, slots=True)
class Step:
    """The next side of a chain, as LaTeX in plain letters, and why it follows from the side before."""

    latex: str
    reason: str
    relation: str = "="


@dataclass(frozen=True, slots=True)
class Derivation:
    r"""A chain of steps from ``start``, in plain letters and row vectors.

    ``given`` are the equations that it rests on.  ``where`` tells of letters as an ``Equation`` does.
    ``supposed`` says in words what letters are taken for, from the kinds of ``reasoning.suppositions``:
    ``{"y": "sums to one"}``.  ``ranges`` give the last value of an index that stands in no array.
    """

    id: str
    title: str
    start: str
    steps: tuple[Step, ...]
    given: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict, hash=False)
    supposed: Mapping[str, str] = field(default_factory=dict, hash=False)
    ranges: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: Citation | None = None
    remark: str = ""
