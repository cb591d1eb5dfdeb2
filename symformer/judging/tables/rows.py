"""A row of a table by its numbers, and what ways of reckoning make of them, each worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symformer.algebra.interval import Interval
from symformer.judging.tables.amounts import Amount
from symformer.judging.tables.ways import Result, Way


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers of a row, by column, in the unit of the column."""

    amounts: Mapping[int, Amount]
    # several relations ask the same of it
    _worked: dict[object, Result] = field(default_factory=dict, repr=False, compare=False)

    def widened(self, column: int) -> Interval:
        """All that prints as the number does."""
        return self.amounts[column].number.interval("=")

    def worked(self, way: Way, sources: tuple[int, ...], *, exact: bool) -> Result:
        """What a way of reckoning makes of some columns, at their word if ``exact``; worked out once."""
        key = (way, sources, exact)
        if key not in self._worked:
            numbers = (Interval.point(self.amounts[at].number.value) if exact else self.widened(at) for at in sources)
            self._worked[key] = way(*numbers)
        return self._worked[key]


__all__ = ["Row"]
