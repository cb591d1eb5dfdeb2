"""Rows that give names their values: a first column of names beside one that is headed "value", or of lists of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.document import Document, Table, TableCell
from symformer.documents.places import formulas_within
from symformer.documents.typed import typed_latex
from symformer.documents.typed_signs import SUB
from symformer.semantics.carriers.equation_rows import columns_of
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.plain_names import GREEK_LETTERS, name_latex
from symformer.semantics.prose.snippets import is_name
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_HEAD = Cued(r"(?:values?|results?|output|numerical value|取值|值|数值|结果)", re.IGNORECASE)
_NAMES = Cued(r"(?:symbols?|variables?|names?|notation|符号|变量|记号)", re.IGNORECASE)
_NUMBER = Cued(r"[*_`$\s]*(?:≈|\\approx)?\s*([-−–]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)[*_`$\s]*")
# a name without marks of mathematics: one letter with what stands below it, or letters joined to a label
_PLAIN_NAME = Cued(
    rf"[*`\s]*([A-Za-z{GREEK_LETTERS}]{{1,2}}(?:\d{{1,2}}|_\w+|[{''.join(SUB)}]+)?['’]*|[a-z]+(?:_\w+)+)[*`\s]*"
)
_ONE_FORMULA = Cued(r"[*_\s]*\$[^$]+\$[*_\s]*")
_OF_NUMBERS = Cued(
    r"(?=[\s\S]*\d)(?:[-+−()\[\],;.\s\d/=≈{}^]|\\[,;:! ]|\\(?:approx|cdot|times|q?quad|left|right|[tds]?frac|top)(?![A-Za-z]))+"
)
_LIST = Cued(r"\s*`?\s*(\[[-−\s\d.,;\[\]]*\d[-−\s\d.,;\[\]]*\])\s*`?\s*")
_CODE = Cued(r"\s*`\s*([^`]{1,60}?)\s*`\s*")
_WORDS = re.compile(r"(?<![\\_A-Za-z])(?!(?:exp|log|ln|sqrt|softmax|max|min|sin|cos|tanh)(?![A-Za-z]))[A-Za-z]{3,}")
_BESIDES = re.compile(r"\\(?:approx|in|leq?|geq?|to|leftarrow|sim)(?![A-Za-z])|[<>,;]\s|\\text")
FEWEST = 2


def valued_rows(document: Document, table: Table) -> Iterator[MappedText]:
    """``NAME = number`` for each row, where all rows have a name and a number of their own and one column is of values."""
    heads = [re.sub(r"[*_`$]", "", cell.text).strip() for cell in table.header]
    columns = [at for at, head in enumerate(heads) if at and _HEAD.fullmatch(head)]
    first = next((at for at, head in enumerate(heads) if _NAMES.fullmatch(head)), 0)
    if (
        columns_of(table) is not None  # its rows are equations, their values the last sides
        or len(columns) != 1
        or first == columns[0]
        or len(table.rows) < FEWEST
        or any(len(row) <= columns[0] for row in table.rows)
    ):
        return
    names = [_name(document, row[first]) for row in table.rows]
    values = [_value(document, row[columns[0]]) for row in table.rows]
    known = [(name, value) for name, value in zip(names, values, strict=True) if name is not None and value is not None]
    if len({name[0] for name, _ in known}) != len(known) or len(known) < FEWEST:
        return
    left_out = [row[first] for row, name in zip(table.rows, names, strict=True) if name is None]
    if None in values or not all(_is_formula(document, each) for each in left_out):
        return
    for name, value in known:
        yield _equation(name, *value)


def listed_rows(document: Document, table: Table) -> Iterator[MappedText]:
    """``NAME = [[…], […]]`` for each row, where the first column has names or equations and one other has lists of numbers."""
    lists = [[_listed(document, cell) for cell in row] for row in table.rows]
    columns = {at for row in lists for at, value in enumerate(row) if value is not None}
    if len(columns) != 1 or 0 in columns:
        return
    column = columns.pop()
    told = [
        (_left_side(document, row[0]), values[column])
        for row, values in zip(table.rows, lists, strict=True)
        if len(values) > column and values[column] is not None
    ]
    if len(told) < FEWEST or any(name is None for name, _ in told):
        return
    for name, value in told:
        if name is not None and value is not None:
            yield name.joined(" = ", value)


def plain_rows(document: Document, table: Table) -> Iterator[MappedText]:
    """``NAME = working = value`` for each row without LaTeX of a table whose rows are equations."""
    columns = columns_of(table)
    if columns is None:
        return
    for row in table.rows:
        if len(row) <= max(columns) or any(formulas_within(document, row[at].span) for at in columns):
            continue
        sides = [
            (kind, side) for at, kind in columns.items() if (side := _plain_side(document, row[at], kind)) is not None
        ]
        worked = [side for kind, side in sides if kind == "worked"]
        filled = sum(bool(row[at].text.strip("*_ -–—")) for at, kind in columns.items() if kind != "named")
        if not worked or len(sides) < 2 or filled > sum(kind != "named" for kind, _ in sides):
            continue  # a cell in words: what stands beside it is not what a formula comes to
        if "=" in worked[0].text and sides[0][0] == "named":
            before = worked[0].text.split("=")[0].strip()
            sides = sides[1:] if is_name(before) else sides
        whole = sides[0][1]
        for _, side in sides[1:]:
            whole = whole.joined(" = ", side)
        if len(sides) > 1 or "=" in whole.text:
            yield whole


def _plain_side(document: Document, cell: TableCell, kind: str) -> MappedText | None:
    """What a cell without LaTeX holds, in code or bare: a name, a working, or a number."""
    code = _CODE.fullmatch(cell.text)
    written = code[1] if code is not None else cell.text
    if cell.span.slice(document.source.text) != cell.text or "$" in written or kind != "worked" and "=" in written:
        return None
    if kind == "shown":
        number = _NUMBER.fullmatch(written) or _LIST.fullmatch(written)
        if number is None or "≈" in written:
            return None
    elif code is None and _WORDS.search(written):
        return None
    latex = plain_latex(written) or typed_latex(written, 0, len(written))
    if latex is None or latex.text.rstrip().endswith("=") or _BESIDES.search(latex.text):
        return None
    return latex.then(MappedText.identity(written, cell.span.start + cell.text.index(written)))


def _listed(document: Document, cell: TableCell) -> MappedText | None:
    """The list of numbers that a cell holds as code, or bare."""
    found = _LIST.fullmatch(cell.text)
    if found is None or cell.span.slice(document.source.text) != cell.text:
        return None
    latex = plain_latex(found[1])
    return latex.then(MappedText.identity(found[1], cell.span.start + found.start(1))) if latex is not None else None


def _left_side(document: Document, cell: TableCell) -> MappedText | None:
    """A name, or what a name stands for, in code: ``W₁``, ``QKᵀ``, ``S = QKᵀ/√d_k``."""
    found = _CODE.fullmatch(cell.text)
    if found is None or cell.span.slice(document.source.text) != cell.text:
        inside = formulas_within(document, cell.span)
        return inside[0].latex if len(inside) == 1 and _is_formula(document, cell) else None
    latex = typed_latex(found[1], 0, len(found[1]))
    if latex is None or "," in found[1]:
        return None
    return latex.then(MappedText.identity(found[1], cell.span.start + found.start(1)))


def _value(document: Document, cell: TableCell) -> tuple[str, Span] | None:
    r"""The number that a cell holds, or the list that it holds as a formula: ``$(1, 2, 0)$``, ``$(1 + 2)/4 = 0.75$``."""
    found = _NUMBER.fullmatch(cell.text)
    if found is not None:
        start = cell.span.start + found.start(1)
        return found[1].replace("−", "-").replace("–", "-").replace(",", "{,}"), Span(start, start + len(found[1]))
    inside = formulas_within(document, cell.span)
    if len(inside) != 1 or not _is_formula(document, cell) or _OF_NUMBERS.fullmatch(inside[0].text) is None:
        return None
    written = inside[0].body.slice(document.source.text)
    return (written, inside[0].body) if written == inside[0].text else None


def _is_formula(document: Document, cell: TableCell) -> bool:
    """Whether a cell holds one formula and nothing else."""
    return len(formulas_within(document, cell.span)) == 1 and _ONE_FORMULA.fullmatch(cell.text) is not None


def _name(document: Document, cell: TableCell) -> tuple[str, Span] | None:
    """The one name that a cell holds, as a formula or in plain letters."""
    inside = formulas_within(document, cell.span)
    plain = _PLAIN_NAME.fullmatch(cell.text) if not inside else None
    if plain is not None and cell.span.slice(document.source.text) == cell.text:
        latex = name_latex(plain[1])
        start = cell.span.start + plain.start(1)
        return (latex, Span(start, start + len(plain[1]))) if latex is not None else None
    if len(inside) != 1 or not is_name(inside[0].text) or not _is_formula(document, cell):
        return None
    return inside[0].text.strip(), inside[0].body


def _equation(name: tuple[str, Span], written: str, place: Span) -> MappedText:
    latex, span = name
    joined = Span(span.end, span.end)
    segments = []
    at = 0
    for text, own in ((latex, span), (" = ", joined), (written, place)):
        segments.append(Segment(at, at + len(text), own.start, own.end))
        at += len(text)
    return MappedText(f"{latex} = {written}", tuple(segments))


__all__ = ["listed_rows", "plain_rows", "valued_rows"]
