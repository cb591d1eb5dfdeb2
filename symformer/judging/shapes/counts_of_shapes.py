r"""Tables with a column of shapes in letters beside one of counts in letters: ``r \times k`` beside ``rd``.

Where the counts of all other rows are the products of their shapes, with a bias or without, and one is not, it is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import mul

from symformer.algebra.dimension import Dimension, letter
from symformer.documents.document import Document, Table, TableCell
from symformer.documents.places import formulas_within
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.snippets import Read, Snippet, sizes_in
from symformer.semantics.shapes.sizes import dimension_of
from symformer.text.cued import Cued

SHAPE = Cued(r"(?:\w+ )?(?:shapes?|sizes?|dimensions?|dims?)|(?:形状|维度|大小|尺寸)", re.IGNORECASE)
COUNT = Cued(
    r"(?:number of |# ?(?:of )?)?(?:(?:trainable |learn\w+ )?param\w*|entries|elements|weights|numbers|count)\.?|参数量?|参数个?数|元素个?数",
    re.IGNORECASE,
)
LEAST_ALIKE = 2  # other rows that keep to it


def count_of_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each row whose count in letters is not the product of its shape."""
    read = reader_of(model.vocabulary)
    for table in model.document.tables:
        heads = [re.sub(r"[*_`]", "", cell.text).strip() for cell in table.header]
        shapes = [at for at, head in enumerate(heads) if SHAPE.fullmatch(head)]
        counts = [at for at, head in enumerate(heads) if COUNT.fullmatch(head)]
        if len(shapes) == 1 and counts:
            yield from _of_table(table, shapes[0], counts[0], model.document, read)


def _of_table(table: Table, shapes: int, counts: int, document: Document, read: Read) -> Iterator[Problem]:
    letters = _letters(table, shapes, document, read)
    held, odd = 0, list[tuple[TableCell, Dimension, Dimension]]()
    for row in table.rows:
        if max(shapes, counts) >= len(row):
            continue
        sizes, told = _sizes(row[shapes], document, read), _count(row[counts], letters, document, read)
        if sizes is None or told is None:
            continue
        whole = sizes[0] * sizes[1]
        if told in (whole, whole + sizes[0], whole + sizes[1]):
            held += 1
        elif _is_of_other_letters(told, whole) and told.letters <= letters:
            odd.append((row[counts], whole, told))
        else:
            return  # a count of something else
    if held >= LEAST_ALIKE and len(odd) == 1:
        cell, whole, told = odd[0]
        yield Problem(
            cell.span,
            f"the shape in this row makes {whole}, not {told}, as it does in the other rows",
            level="warning",
            help=f"try {whole}",
            evidence={"kind": "shape", "printed": str(told), "expected": str(whole)},
            key=f"count-of-shape@{cell.span.start}",
        )


def _is_of_other_letters(told: Dimension, whole: Dimension) -> bool:
    """Whether a count is as many letters multiplied as the shape has, and others: several of one shape are a multiple."""
    if len(told.terms) != 1 or len(whole.terms) != 1:
        return False
    (one, factor), (other, _) = told.terms[0], whole.terms[0]
    return factor == 1 and one != other and sum(power for _, power in one) == sum(power for _, power in other)


def _letters(table: Table, shapes: int, document: Document, read: Read) -> set[str]:
    cells = (row[shapes] for row in table.rows if shapes < len(row))
    found = (sizes for cell in cells if (sizes := _sizes(cell, document, read)) is not None)
    return {name for sizes in found for size in sizes for name in size.letters}


def _sizes(cell: TableCell, document: Document, read: Read) -> tuple[Dimension, Dimension] | None:
    """The two sizes of a cell that holds nothing but ``r \\times k``."""
    formulas = formulas_within(document, cell.span)
    if len(formulas) != 1 or formulas[0].span.length < len(cell.text.strip()) - 2:
        return None
    sizes = sizes_in(Snippet(formulas[0].latex), read) or ()
    found = [size for each in sizes if (size := dimension_of(each)) is not None]
    return (found[0], found[1]) if len(found) == len(sizes) == 2 else None


def _count(cell: TableCell, letters: set[str], document: Document, read: Read) -> Dimension | None:
    """The product of letters that a cell holds and nothing else."""
    formulas = formulas_within(document, cell.span)
    if len(formulas) != 1 or formulas[0].span.length < len(cell.text.strip()) - 2:
        return None
    latex = formulas[0].latex
    written = latex.text.replace(" ", "")
    if written.isalpha() and letters.issuperset(written):
        size: Dimension | None = reduce(mul, map(letter, written))
    else:
        size = dimension_of(read(latex.text, formulas[0].span))
    return size if size is not None and size.letters and size.number is None else None


__all__ = ["count_of_shape_problems"]
