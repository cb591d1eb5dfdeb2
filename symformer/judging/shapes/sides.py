"""Rows called columns, and columns called rows, in words about a size."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.dimension import Dimension
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.term import Space, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_COUNT = Cued(r"(?:\bnumber of |\\?#\s?)(?P<side>rows|columns)\b(?P<of>[^.;\n]{0,90}?)\\mathbb\s*\{R\}\s*\^")
BEFORE = 140  # characters in which the size is named that is said to be the number
_PLAIN = Cued(r"\\(?:mathbf|mathrm|text|boldsymbol|mathit|bm)\b|[{}\s]")


def sides_confused(model: SemanticModel) -> Iterator[Problem]:
    r"""``n`` is the number of columns of ``K \in \mathbb{R}^{n \times d}``: it is the number of rows."""
    text = model.document.source.text
    spaces = sorted(_spaces(model), key=lambda each: each[0])
    if not spaces:
        return
    at = 0
    for found in _COUNT.finditer(text):
        while at + 1 < len(spaces) and spaces[at][0] < found.end() - 12:
            at += 1
        place, written = spaces[at]
        if not found.end() - 12 <= place <= found.end() + 2:
            continue
        rows, columns = (str(dimension_of(size)) for size in written)
        before = _sentence(text[max(0, found.start() - BEFORE) : found.start()])
        has_rows, has_columns = _names(before, rows), _names(before, columns)
        wrong = has_rows and not has_columns if found["side"] == "columns" else has_columns and not has_rows
        if rows == columns or not wrong:
            continue
        size, right = (rows, "rows") if has_rows else (columns, "columns")
        yield Problem(
            Span(found.start(), found.start("of")),
            f"{size} is the number of {right} of this matrix, which is {rows} × {columns}",
            help=f"try {right}",
            evidence={"kind": "size"},
        )


def _spaces(model: SemanticModel) -> Iterator[tuple[int, tuple[Term, Term]]]:
    """Where each R^{a × b} begins, with its sizes."""
    for statement in model.statements:
        if statement.carrier != "formula":
            continue
        for part in walk(statement.term):
            if isinstance(part, Space) and len(part.sizes) == 2 and _plain(part.sizes):
                yield statement.place(part.origin).start, (part.sizes[0], part.sizes[1])


def _plain(sizes: tuple[Term, ...]) -> bool:
    known: list[Dimension | None] = [dimension_of(size) for size in sizes]
    return all(size is not None and size.letter is not None for size in known)


def _sentence(before: str) -> str:
    """What stands before, from the start of its sentence or line on."""
    return re.split(r"[.;\n](?=\s|\Z)", before)[-1] if before.strip() else ""


def _names(text: str, size: str) -> bool:
    """Whether a size is named: T_Q as ``T_{\\mathbf{Q}}``."""
    written = _PLAIN.sub("", text)
    return re.search(rf"(?<![A-Za-z\\_]){re.escape(size)}(?![A-Za-z_])", written) is not None
