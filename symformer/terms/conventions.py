"""What a formula leaves open about the arrays in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Lie = Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Conventions:
    """How a vector lies, along which axis positions run, from where one counts.

    >>> Conventions().vectors
    'row'
    """

    vectors: Lie = "row"
    positions: Literal["rows", "columns"] = "rows"
    first_index: Literal[0, 1] = 1


ROWS = Conventions()
COLUMNS = Conventions("column", "columns")
