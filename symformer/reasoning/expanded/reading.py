"""What a formula leaves open, decided one way: a reading of it, under which it can be written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from symformer.terms.conventions import Lie
from symformer.terms.term import Term

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name stands for: a term, with the indices or parameters it is told for."""

    body: Term
    indices: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take a formula.

    ``shapes`` are those of letters and members of families that stand for arrays; all other letters are
    numbers.  ``sizes`` are letters that stand for a whole number, ``indices`` the places at which free
    indices are looked at, ``ranges`` from where to where an index without bounds runs.  ``depends`` says of
    what a letter without a meaning is a function, ``chance`` which letters are random.  ``through`` says of
    derivatives what is seen to change: all that letters stand for; that, but a formula only where it shows the
    letter; or only the first definition of a name.
    """

    shapes: Mapping[Term, Shape] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    indices: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    meanings: Mapping[str, Meaning] = field(default_factory=dict)
    depends: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)  # letters that stand for a known function
    parameters: frozenset[str] = frozenset()  # letters that something is differentiated by, or made largest by
    chance: frozenset[str] = frozenset()
    independent: bool = False  # random letters do not depend on each other
    vectors: Lie = "column"
    layout: Literal["as it is", "turned"] = "as it is"  # of derivatives by arrays
    through: Literal["all", "names", "first"] = "all"
    logarithm: int | None = None  # the base, where it is not e
    product_calls: frozenset[str] = frozenset()  # letters whose brackets are factors
    alternative: int = 0  # which of two readings of an ambiguous part
    identity: int = 2  # the size of an identity matrix, and of a vector of ones
    width: int = 3  # how far an index runs of which nothing tells
