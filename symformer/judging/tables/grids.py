"""Tables whose numbers hold one another: a margin, a mirror image, a product of row and column, shares of one.

What such a table is, its other rows and columns show; where all of them keep to it and one cell does not, that is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

Grid = list[list[Amount]]
"""The numbers of a table behind its labels, row by row."""

LEAST, MOST = 3, 14  # rows and columns of a grid
LEAST_ALIKE = 2  # rows or columns beside the odd one that make up one
FAR = 300  # characters above a table in which its words stand
_MIRRORED = Cued(
    r"\b(?:distances?|gram|kernel|similarit\w+|cosines?|correlations?|covariances?|symmetric)\b|距离|相似|相关|协方差|对称|核",
    re.IGNORECASE,
)
_DIGITS = Cued(r"[-−]?\d+(?:\.\d+)?")


def grid_problems(tables: Sequence[Table], text: str, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number at odds with what all others of its table keep to; ``known`` says where wrong ones were found."""
    for table in tables:
        grid = _grid(table)
        if grid is None:
            continue
        above = text[max(0, table.span.start - FAR) : table.span.start]
        for found, message in (
            *_margins(grid),
            *_mirrored(table, grid, above),
            *_products(grid),
            *_shares_of_one(table, grid),
        ):
            if not any(place in known for place in range(found.span.start, found.span.end)):
                yield _problem(found, message)
                break


def _problem(found: Amount, message: str) -> Problem:
    span = found.span
    evidence: dict[str, object] = {"kind": "number", "printed": found.text}
    return Problem(
        span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{span.start}-{span.end}"
    )


def _grid(table: Table) -> Grid | None:
    """The numbers behind the first column, where every cell there holds one; leading columns that do not are labels."""
    width = min((len(row) for row in table.rows), default=0)
    rows = [[amount(cell) for cell in row[:width]] for row in table.rows]
    if not LEAST <= len(rows) <= MOST or not LEAST < width <= MOST + 1:
        return None
    first = next((at for at in range(1, width) if all(row[at] is not None for row in rows)), width)
    grid = [[cell for cell in row[first:] if cell is not None] for row in rows]
    whole = all(len(row) == width - first for row in grid)
    return (
        grid if whole and width - first >= LEAST - 1 and len({cell.unit for row in grid for cell in row}) == 1 else None
    )


# -- sums of rows and columns ---------------------------------------------------------------------------------------------


def _margins(grid: Grid) -> Iterator[tuple[Amount, str]]:
    """A joint table: the last column holds the sums of the rows, the last row those of the columns."""
    columns = [list(each) for each in zip(*grid, strict=True)]
    if len(columns) < LEAST:
        return
    exact = _of_tenths(grid)
    rows_off = [at for at, row in enumerate(grid) if _lacks(row, exact=exact)]
    columns_off = [at for at, column in enumerate(columns) if _lacks(column, exact=exact)]
    if len(rows_off) + len(columns_off) == 2 and not (rows_off and columns_off):
        lines, off = (columns, columns_off) if columns_off else (grid, rows_off)
        yield from _exchanged(lines, off, exact=exact)
        return
    if len(rows_off) != 1 or len(columns_off) != 1:
        return
    (row,), (column,) = rows_off, columns_off
    by_row = _lacks(grid[row], exact=exact) * (1 if column < len(columns) - 1 else -1)
    by_column = _lacks(columns[column], exact=exact) * (1 if row < len(grid) - 1 else -1)
    found = grid[row][column]
    if abs(by_row - by_column) > found.number.unit or all(not cell.number.value for each in grid for cell in each):
        return
    expected = decimal_text(found.number.value + by_row, max(found.number.decimals, 0)) + found.unit
    yield found, f"row and column of the table add up with {expected} here, not with {found.text}"


def _exchanged(lines: Grid, off: Sequence[int], *, exact: bool) -> Iterator[tuple[Amount, str]]:
    """Two cells side by side in a joint table that add up, across them, where they are exchanged, and only then."""
    first, second = (lines[at] for at in off)
    mending = []
    for one, other in zip(first, second, strict=True):
        turned = [[other if each is one else one if each is other else each for each in line] for line in lines]
        if one.number.value != other.number.value and not any(_lacks(line, exact=exact) for line in turned):
            mending.append((one, other))
    if len(mending) == 1:
        one, other = mending[0]
        yield one, f"rows and columns of the table add up with {one.text} and {other.text} exchanged"


def _of_tenths(grid: Grid) -> bool:
    """Whether a joint table of one is made of tenths, which nobody rounds to."""
    return grid[-1][-1].number.value == 1 and all(cell.number.decimals <= 1 for row in grid for cell in row)


def _lacks(parts: Sequence[Amount], *, exact: bool) -> Fraction:
    """How much the sum that stands last is more than the numbers before it; 0 within what was rounded.

    The finest number shows how the others were rounded: 0.5 beside 0.125 is no 0.45.
    """
    *before, last = (each.number for each in parts)
    missing = last.value - sum((each.value for each in before), Fraction(0))
    finest = max((each for each in (*before, last)), key=lambda each: each.decimals)
    loose = finest.half_width() * (len(before) + 1)
    return missing if exact or abs(missing) > loose else Fraction(0)


# -- one label for row and column -----------------------------------------------------------------------------------------


def _mirrored(table: Table, grid: Grid, above: str) -> Iterator[tuple[Amount, str]]:
    """Rows and columns with the same labels: what stands below the diagonal stands above it."""
    size = len(grid)
    labels = [_bare(row[0]) for row in table.rows]
    heads = [_bare(cell) for cell in table.header[-size:]]
    if labels != heads or any(len(row) != size for row in grid) or len(set(labels)) != size:
        return
    pairs = [(grid[i][j], grid[j][i]) for i, j in combinations(range(size), 2)]
    odd = [(one, other) for one, other in pairs if one.number.value != other.number.value]
    values = {one.number.value for one, other in pairs if one.number.value == other.number.value}
    said = _MIRRORED.search(" ".join((above, *(cell.text for cell in table.header[:1])))) is not None
    if len(odd) == 1 and len(values) >= (2 if said else 3):
        one, other = odd[0]
        yield (
            other,
            f"all other pairs of this table are the same both ways: {other.text} here, {one.text} the other way",
        )


def _bare(cell: TableCell) -> str:
    return re.sub(r"[\s$*_`\\{}]", "", cell.text)


# -- row times column -----------------------------------------------------------------------------------------------------


def _products(grid: Grid) -> Iterator[tuple[Amount, str]]:
    """Each cell is one number of its row times one of its column."""
    width = len(grid[0])
    values = [[cell.number.value for cell in row] for row in grid]
    if width < LEAST or any(value <= 0 for row in values for value in row) or _is_product(grid, None):
        return
    places = list(product(range(len(grid)), range(width)))
    odd = [place for place in places if _is_product(grid, place)]
    if len(odd) != 1:
        return
    i, j = odd[0]
    k, m = (next(at for at in range(many) if at != odd[0][n]) for n, many in enumerate((len(grid), width)))
    expected = values[i][m] * values[k][j] / values[k][m]
    kept = [[each for at, each in enumerate(row) if at != j] for n, row in enumerate(values) if n != i]
    if len({tuple(row) for row in kept}) < 2 or len({*kept[0]}) < 2:
        return
    if len(kept) == 2 and _is_simple(values[k][m], next(row[m] for n, row in enumerate(values) if n not in (i, k))):
        return  # one row twice another: two alone are none the wiser
    found = grid[i][j]
    if abs(expected - found.number.value) <= found.number.unit:
        return  # cut off
    shown = decimal_text(expected, max(found.number.decimals, 0))
    yield (
        found,
        f"all other cells are a number of the row times one of the column: here that is {shown}, not {found.text}",
    )


def _is_simple(one: Fraction, other: Fraction) -> bool:
    """Whether two numbers are small multiples of one another."""
    ratio = one / other
    return max(ratio.numerator, ratio.denominator) <= SMALL


SMALL = 3
ROUNDED = Fraction(1, 50)  # of a cell, by which a number of few digits may be off as it is rounded


def _is_product(grid: Grid, without: tuple[int, int] | None) -> bool:
    """Whether the rows are multiples of one another, one cell left out; a cell may be rounded or cut off."""
    values = [[cell.number.value for cell in row] for row in grid]
    base_row = next(at for at in range(len(values)) if without is None or at != without[0])
    base = next(at for at in range(len(values[0])) if without is None or at != without[1])
    corner = values[base_row][base]
    return all(
        _is_about(values[i][base] * values[base_row][j] / corner, grid[i][j])
        for i in range(len(values))
        for j in range(len(values[0]))
        if (i, j) != without
    )


def _is_about(expected: Fraction, shown: Amount) -> bool:
    value = shown.number.value
    return expected == value or abs(expected - value) < min(shown.number.unit, ROUNDED * value)


# -- shares of one --------------------------------------------------------------------------------------------------------


def _shares_of_one(table: Table, grid: Grid) -> Iterator[tuple[Amount, str]]:
    """Distributions side by side, in columns or in rows that differ by a number in their heads."""
    width = len(grid[0])
    heads = [cell.text for cell in table.header[-width:]] if len(table.header) >= width else []
    labels = [row[0].text for row in table.rows]
    columns = [list(each) for each in zip(*grid, strict=True)]
    several = (
        _are_several_quantities(heads) or sum(map(bool, map(_adds_up_to_one, columns))) > 1
    )  # p, q and p / (p + q) of one outcome
    for names, lines, what in (
        (heads, columns, "columns"),
        (labels, [] if several else grid, "rows"),
    ):
        groups: dict[str, list[list[Amount]]] = {}
        for name, line in zip(names, lines, strict=False):
            if _DIGITS.search(name) and len(line) >= LEAST:
                groups.setdefault(_DIGITS.sub("#", name), []).append(line)
        for group in groups.values():
            odd = [line for line in group if _adds_up_to_one(line) is False]
            kept = [line for line in group if _adds_up_to_one(line)]
            if len(odd) == 1 and len(kept) >= LEAST_ALIKE and len(kept) == len(group) - 1:
                shown = decimal_text(sum((each.number.value for each in odd[0]), Fraction(0)), 4).rstrip("0")
                yield (
                    max(odd[0], key=lambda each: each.number.value),
                    f"all other {what} of the table add up to 1, this one to {shown}",
                )


def _are_several_quantities(heads: Sequence[str]) -> bool:
    """Whether columns are headed by formulas of different letters."""
    letters = [re.sub(r"[\d$_{}^,\s]", "", each) for each in heads]
    return len(set(letters)) > 1 and all("$" in each for each in heads)


def _adds_up_to_one(line: Sequence[Amount]) -> bool | None:
    """Whether shares are all there; None where these are no shares, or the sum is near enough to be open."""
    numbers = [each.number for each in line]
    if any(not 0 <= each.value <= 1 for each in numbers) or any(each.unit for each in line):
        return None
    if all(each.exact for each in numbers):
        return None
    off = abs(sum((each.value for each in numbers), Fraction(0)) - 1)
    loose = sum(
        (max(each.half_width(), each.unit / 2 if not each.exact else Fraction(0)) for each in numbers), Fraction(0)
    )
    return True if off <= loose else False if off > 3 * loose else None


__all__ = ["grid_problems"]
