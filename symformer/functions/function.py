"""What the project knows about one function: its names, and what it does to shapes."""

from __future__ import annotations

from typing import Literal

from symformer.text.record import record

ShapeLaw = Literal[
    "elementwise",  # entry by entry, several arguments broadcast
    "same",  # the shape of the first argument
    "scalar",  # one number whatever the argument
    "scalars",  # a number for numbers, e.g. a positional encoding's entry
    "reduce",  # one number, or one per row or column, as the notation says
    "extremum",  # of several arguments entry by entry, of one like "reduce"
    "argument",  # an index, or one per row
    "concat",  # side by side along the last axis
    "stack",  # below one another, or along a new axis
    "attention",  # rows of the first × columns of the third
    "multi-head",  # the shape of the first when it attends to itself
    "diagonal",  # vector to matrix and back
    "transpose",
    "open",  # depends on more than the arguments' shapes
]


@record
class Function:
    """A function of the field. ``name`` is the one that ``Apply`` carries.

    ``spellings`` are as authors write it, and compared without regard to case, spaces, hyphens and
    underscores (first as they stand: ``LN`` is a layer norm, ``ln`` a logarithm).  ``arguments`` are
    the fewest and the most it takes, None for any number.  ``standard`` functions need no
    declaration in a note.  ``value`` is the dotted name of what works it out on arrays, imported only
    where an equation is run; None where the name alone does not say what it does.
    """

    id: str
    name: str
    summary: str
    spellings: tuple[str, ...]
    law: ShapeLaw
    value: str | None = None
    arguments: tuple[int, int | None] = (1, 1)
    standard: bool = True

    @property
    def elementwise(self) -> bool:
        """Whether it acts entry by entry, so that every axis is left alone."""
        return self.law == "elementwise"
