"""What ``symformer read`` shows: each formula, and each statement of plain text, as it is understood.

As JSON (schema 1): ``{"schema": 1, "path", "formulas": [{"path", "line", "column", "cell", "cell_line",
"latex", "canonical", "tree", "understood": [line, …], "reason": why not | null}], "statements": [{"path",
"line", "column", "cell", "cell_line", "carrier": "worksheet" | "prose" | "table" | "output", "text": as it
stands in the note, "understood": [line], "reason": why not | null}]}``.  ``canonical`` is the formula written
out again in one spelling, which reads back as the same ``tree``; ``statements`` are what the note says
without LaTeX.  ``column`` and ``line`` count from 1, ``cell`` and ``cell_line`` are null outside notebooks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.analysis import Analysis
from symformer.reporters.screen import printable
from symformer.semantics.statement import Carrier
from symformer.syntax.canonical import canonical_latex
from symformer.syntax.show import sexpr
from symformer.terms.show import show_styled
from symformer.text.source import Place
from symformer.text.span import Span

PLAIN = ("worksheet", "prose", "table", "output")
NO_EQUATION = "not an equation of numbers, names and lists"


@dataclass(frozen=True, slots=True)
class Understood:
    """A formula or a piece of plain text, its place, and each thing it says in one linear line; or why it was not read."""

    place: Place
    latex: str
    lines: tuple[str, ...]
    reason: str | None = None
    carrier: Carrier = "formula"
    canonical: str | None = None  # the formula written out again
    tree: str | None = None  # its tree, in brackets


def understood(analysis: Analysis) -> tuple[Understood, ...]:
    """Every formula of a note and every statement in its plain text, in order."""
    found = [*_formulas(analysis), *_plain(analysis)]
    return tuple(sorted(found, key=lambda each: (each.place.uri or "", each.place.line, each.place.column)))


def as_text(formulas: tuple[Understood, ...], path: str) -> str:
    """One line per statement: its place, and how it is understood."""
    lines: list[str] = []
    for formula in formulas:
        where = f"{printable(formula.place.uri or path)}:{formula.place.line}:{formula.place.column}"
        told = formula.lines or (f"not read ({formula.reason}): {' '.join(formula.latex.split())}",)
        lines.extend(f"{where}  {printable(line)}" for line in told)
    return "".join(line + "\n" for line in lines)


def as_json(formulas: tuple[Understood, ...], path: str) -> str:
    """All formulas as one object."""
    told = [
        {**_row(each, path, "latex"), "canonical": each.canonical, "tree": each.tree}
        for each in formulas
        if each.carrier == "formula"
    ]
    plain = [{**_row(each, path, "text"), "carrier": each.carrier} for each in formulas if each.carrier != "formula"]
    whole = {"schema": 1, "path": path, "formulas": told, "statements": plain}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _row(each: Understood, path: str, written: str) -> dict[str, object]:
    return {
        "path": each.place.uri or path,
        "line": each.place.line,
        "column": each.place.column,
        "cell": each.place.cell,
        "cell_line": each.place.cell_line,
        written: each.latex,
        "understood": list(each.lines),
        "reason": each.reason,
    }


def _formulas(analysis: Analysis) -> Iterator[Understood]:
    if analysis.document is None or analysis.model is None:
        return
    trees = {formula.span.start: read.tree for read in analysis.model.formulas for formula in read.formulas}
    said: dict[int, list[str]] = {}
    for statement in analysis.model.statements:
        if statement.formula is not None:
            said.setdefault(statement.formula.span.start, []).append(show_styled(statement.term))
    for formula in analysis.document.formulas:
        place = analysis.document.source.place(formula.body.start)
        tree = trees.get(formula.span.start)
        problems = tree.problems if tree is not None else ()
        fatal = next((problem.message for problem in problems if problem.fatal), None)
        lines = tuple(said.get(formula.span.start, ()))
        reason = fatal if fatal is not None else (None if lines else "it says nothing")
        shown = (canonical_latex(tree), sexpr(tree)) if tree is not None else (None, None)
        yield Understood(place, formula.text, () if fatal is not None else lines, reason, "formula", *shown)


def _plain(analysis: Analysis) -> Iterator[Understood]:
    """What is said without LaTeX, and the lines of worksheets that were not read."""
    if analysis.document is None or analysis.model is None:
        return
    source = analysis.document.source
    for statement in analysis.model.statements:
        if statement.formula is None and statement.carrier in PLAIN:
            # what a cell printed does not stand in the text: it is shown as it was read
            written = statement.carrier != "output"
            text = statement.span.slice(source.text) if written else statement.latex.text
            yield Understood(
                source.place(statement.span.start), text, (show_styled(statement.term),), None, statement.carrier
            )
    for span in analysis.model.unread_lines:
        start = span.start + len(span.slice(source.text)) - len(span.slice(source.text).lstrip())
        text = Span(start, span.end).slice(source.text)
        yield Understood(source.place(start), text, (), NO_EQUATION, "worksheet")
