"""Two exact endpoints around an unknown number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``lo`` to ``hi``, both included; a point where they agree."""

    lo: Fraction
    hi: Fraction

    @staticmethod
    def point(value: Fraction | int) -> Interval:
        """The interval that holds one number."""
        exact = Fraction(value)
        return Interval(exact, exact)

    @property
    def middle(self) -> Fraction:
        """The number half-way."""
        return (self.lo + self.hi) / 2
