"""Cells that hold a shape, ``(B, H, T, T)`` or ``[8, 12, 64]``, in a table that counts entries beside them, as products."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from symformer.documents.document import Table, TableCell
from symformer.text.cued import Cued

_SHAPES = Cued(r"\W*(?:\w+ ){0,2}(?:shapes?|dimensions?|dims?|形状|维度)\W*", re.IGNORECASE)
_COUNTS = Cued(
    r"\W*(?:(?:number|no\.?|#) ?(?:of )?)?(?:\w+ ){0,2}(?:elements|entries|values|numbers|params?|parameters|weights|元素\w*|参数\w*)\b.*",
    re.IGNORECASE,
)
_PRODUCT = re.compile(r"[$`*_ ]*(?P<open>[(\[])(?P<sizes>[\w{}\\ ,+/-]{1,60})[)\]][$`*_ ]*")
_SIZE = re.compile(r"\\?\w[\w{}\\]*(?:\s*[-+/]\s*\w+)?")
MOST_SIZES = 6


def with_products_for_shapes(table: Table) -> Table:
    """The table with a product in the place of each shape in a column of shapes that has a column of counts to its right.

    What is one size alone, or stands under another head, is left as it is.
    """
    heads = [cell.text for cell in table.header]
    columns = {
        at for at, (head, beside) in enumerate(pairwise(heads)) if _SHAPES.fullmatch(head) and _COUNTS.fullmatch(beside)
    }
    if not columns:
        return table
    rows = tuple(tuple(_product(cell) if at in columns else cell for at, cell in enumerate(row)) for row in table.rows)
    return replace(table, rows=rows)


def _product(cell: TableCell) -> TableCell:
    found = _PRODUCT.fullmatch(cell.text.strip())
    sizes = [each.strip() for each in found["sizes"].split(",") if each.strip()] if found is not None else []
    if not 2 <= len(sizes) <= MOST_SIZES or not all(_SIZE.fullmatch(each) for each in sizes):
        return cell
    written = r" \cdot ".join(f"({each})" if re.search(r"[-+/]", each) else each for each in sizes)
    return replace(cell, text=f"${written}$" if "$" in cell.text else written.replace(r"\cdot", "*"))


__all__ = ["with_products_for_shapes"]
