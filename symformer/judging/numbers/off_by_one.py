"""Arrays that are off by N / (N - 1): a mean over N where the numbers were divided by one less."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.algebra.interval import Interval
from symformer.judging.numbers.comparison import Comparison
from symformer.reasoning.arrays import Array
from symformer.semantics.values import Binding


def is_off_by_one(found: Comparison, rested: Sequence[Binding], section: int) -> bool:
    """Whether an array is off by N / (N - 1), of a count N that has had one value only, and of arrays of this section."""
    counts = [each for each in rested if isinstance(each.shown, Interval)]
    arrays = [each for each in rested if isinstance(each.shown, Array)]
    if len(found.wrong) < len(found.cells) or len(found.cells) < 2 or any(each.rebound for each in rested):
        return False
    ratios: list[Interval] = []
    for each in found.wrong:
        if each.cell.printed is None or not each.value.exact or each.value.lo == 0:
            return False
        shown = each.cell.printed.interval("≈")
        ratios.append(Interval(*sorted((shown.lo / each.value.lo, shown.hi / each.value.lo))))
    sizes = [each.shown.middle for each in counts if isinstance(each.shown, Interval)]
    lost = [ratio for size in sizes if size > 2 for ratio in (size / (size - 1), (size - 1) / size)]
    return all(each.section == section for each in arrays) and any(
        all(each.lo <= ratio <= each.hi for each in ratios) for ratio in lost
    )


__all__ = ["is_off_by_one"]
