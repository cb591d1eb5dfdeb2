"""What ``symformer read`` shows: each formula as it is understood, on one line.

As JSON (schema 1): ``{"schema": 1, "path", "formulas": [{"path", "line", "column", "cell", "cell_line",
"latex", "understood": [line, …], "reason": why not | null}]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.analysis import Analysis
from symformer.reporters.screen import printable
from symformer.terms.show import show_styled
from symformer.text.source import Place


@dataclass(frozen=True, slots=True)
class Understood:
    """A formula, its place, and each thing it says in one linear line; or why it was not read."""

    place: Place
    latex: str
    lines: tuple[str, ...]
    reason: str | None = None


def understood(analysis: Analysis) -> tuple[Understood, ...]:
    """Every formula of a note, in order."""
    return tuple(_formulas(analysis))


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
    rows = [
        {
            "path": formula.place.uri or path,
            "line": formula.place.line,
            "column": formula.place.column,
            "cell": formula.place.cell,
            "cell_line": formula.place.cell_line,
            "latex": formula.latex,
            "understood": list(formula.lines),
            "reason": formula.reason,
        }
        for formula in formulas
    ]
    return json.dumps({"schema": 1, "path": path, "formulas": rows}, ensure_ascii=False, indent=1) + "\n"


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
        problems = trees[formula.span.start].problems if formula.span.start in trees else ()
        fatal = next((problem.message for problem in problems if problem.fatal), None)
        lines = tuple(said.get(formula.span.start, ()))
        reason = fatal if fatal is not None else (None if lines else "it says nothing")
        yield Understood(place, formula.text, () if fatal is not None else lines, reason)
