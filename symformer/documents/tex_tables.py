"""The tables of a LaTeX document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from symformer.documents.document import Table, TableCell
from symformer.documents.tex_hidden import Search
from symformer.text.groups import Groups
from symformer.text.span import Span

_TABULAR = re.compile(r"\\begin\{(tabular[xy*]?|tabulary|longtable|longtabu|tabu|array)\}")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace(?:\[[^\]]*\])?)(?![A-Za-z])"
    r"|\\(?:cmidrule|cline|specialrule)(?:\([^)]*\))?(?:\{[^}]*\})+|\\end(?:first|last)?(?:head|foot)\b"
)
_BEFORE_CELL = re.compile(rf"(?:(?:\s|%)*(?:{_RULES.pattern}))*")
_CUT = re.compile(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline\b|\\.|&", re.S)
_OPTIONS = re.compile(r"\s*(?:\[[^\]]*\])?\s*")
_WIDE = ("tabularx", "tabulary", "tabular*")  # these are told their width first


def tables_of(masked: str, body: Span, formulas: list[Span]) -> Iterator[Table]:
    """The tables in ``body``; of nested ones the innermost, and none that is part of a formula."""
    at, search, groups = body.start, Search(masked), Groups(masked)
    while (found := _TABULAR.search(masked, at, body.end)) is not None:
        at = found.end()
        inside = _formula_around(found.start(), formulas)
        if inside is not None:
            at = inside.end
            continue
        closing = f"\\end{{{found[1]}}}"
        end = search.find(closing, found.end(), body.end)
        if end < 0 or masked.find(found.group(), at, end) >= 0:
            continue  # never closed, or a table of tables: the inner ones are read
        start = at
        for _ in range(2 if found[1] in _WIDE else 1):
            start = _after_argument(groups, start, end)
        rows = [row for row in _rows(masked, start, end, formulas) if any(cell.text for cell in row)]
        at = end + len(closing)
        if rows:
            yield Table(Span(found.start(), at), rows[0], tuple(rows[1:]))


def _formula_around(at: int, formulas: list[Span]) -> Span | None:
    index = bisect_right(formulas, at, key=lambda s: s.start) - 1
    return formulas[index] if index >= 0 and at < formulas[index].end else None


def _after_argument(groups: Groups, at: int, end: int) -> int:
    blanks = _OPTIONS.match(groups.text, at, end)
    start = blanks.end() if blanks else at
    taken = groups.argument(start) if groups.text.startswith("{", start) else None
    return min(taken.after, end) if taken is not None else start


def _rows(text: str, start: int, end: int, formulas: list[Span]) -> Iterator[tuple[TableCell, ...]]:
    cells: list[TableCell] = []
    at = start
    for found in _CUT.finditer(text, start, end):
        if _formula_around(found.start(), formulas) is not None:
            continue
        ends_row = found.group().startswith(("\\\\", "\\tabularnewline"))
        if found.group() == "&" or ends_row:
            cells.append(_cell(text, at, found.start()))
            at = found.end()
        if ends_row:
            yield tuple(cells)
            cells = []
    cells.append(_cell(text, at, end))
    yield tuple(cells)


def _cell(text: str, start: int, end: int) -> TableCell:
    rules = _BEFORE_CELL.match(text, start, end)
    start = rules.end() if rules else start
    inside = text[start:end]
    first = start + len(inside) - len(inside.lstrip())
    stripped = re.sub(r"(?<!\\)%[ ]*\n?", "", inside).strip()
    return TableCell(Span(min(first, end), min(first, end) + len(inside.strip())), stripped)
