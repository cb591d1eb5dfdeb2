r"""``symformer verify``: each equation of a note, run: as the standard equation that it is, or on its own.

As JSON (schema 1)::

    {"schema": 1, "version",
     "documents": [{"path", "equations": [{"path", "line", "column", "end_line", "end_column", "cell", …, "quote",
         "understood", "outcome": "agrees" | "runs" | "equal" | "no identity" | "not run",
         "standard": [{"id", "title", "source"}], "difference", "sizes": {name: number}, "seed", "shape", "reason",
         "assumed": functions that nothing tells, for which some function was taken}]}],
     "failures": [{"path", "message"}]}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symformer.analysis import Analysis
from symformer.documents.document import Document
from symformer.faces.json_output import equations_as_json
from symformer.faces.layout import WIDTH, cut
from symformer.judging.verified import Outcome, Verified, verified
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, printable
from symformer.terms.show import show_styled, spell_styled

COUNTED: dict[Outcome, str] = {
    "agrees": "agree with a standard equation",
    "equal": "have equal sides",
    "no identity": "are no identity",
    "runs": "run",
    "not run": "not run",
}


def equations(analysis: Analysis, seed: int) -> tuple[Verified, ...]:
    """The equations of a note in order; none where it could not be read."""
    return () if analysis.model is None else verified(analysis.model, seed)


def as_text(found: Sequence[Verified], document: Document, path: str) -> str:
    """Each equation on a line, and below it what became of it."""
    lines = [printable(path) if found else f"{printable(path)}: no equations"]
    for each in found:
        place = document.source.place(each.statement.span.start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        lines.append(f"{head}  {cut(show_styled(each.statement.term), WIDTH - columns(head) - 2)}")
        lines.append(f"      {cut(in_words(each), WIDTH - 6)}")
    if found:
        counts = Counter(each.outcome for each in found)
        told = ", ".join(f"{counts[outcome]} {words}" for outcome, words in COUNTED.items() if counts[outcome])
        lines.append(f"{len(found)} equation{'' if len(found) == 1 else 's'}: {told}")
    return "".join(line + "\n" for line in lines)


def in_words(each: Verified) -> str:
    """What became of an equation, in a line."""
    match each.outcome:
        case "agrees":
            names = " or ".join(equation.id for equation in each.equations)
            return f"agrees with {names}, {_difference(each)}{_sizes(each)}"
        case "runs":
            some = f", {' and '.join(each.assumed)} being some function" if each.assumed else ""
            return f"runs: {_shape(each)}{_sizes(each)}{some}"
        case "equal":
            return f"its sides are equal, {_difference(each)}{_sizes(each)}"
        case "no identity":
            return f"is no identity: its sides differ {_difference(each)}{_sizes(each)}, seed {each.seed}"
    return f"not run: {each.reason}"


def _difference(each: Verified) -> str:
    if not each.difference:
        return "to the last digit"
    return f"by {each.difference:.1g}" if each.outcome == "no identity" else f"to {each.difference:.0e}"


def _shape(each: Verified) -> str:
    return " × ".join(map(str, each.shape or ())) or "a number"


def _sizes(each: Verified) -> str:
    sizes = ", ".join(f"{spell_styled(name)} = {size}" for name, size in each.sizes)
    return f" at {sizes}" if sizes else ""


def as_json(notes: Sequence[tuple[Analysis, str, Sequence[Verified]]]) -> str:
    """All notes as one object."""
    return equations_as_json(notes, _row)


def _row(each: Verified, document: Document, path: str) -> dict[str, object]:
    source, span = document.source, each.statement.span
    return {
        "path": source.place(span.start).uri or path,
        **place_row(source, span),
        "quote": span.slice(source.text),
        "understood": show_styled(each.statement.term),
        "outcome": each.outcome,
        "standard": [
            {"id": equation.id, "title": equation.title, "source": str(equation.source)} for equation in each.equations
        ],
        "difference": each.difference,
        "sizes": dict(each.sizes),
        "seed": each.seed,
        "shape": None if each.shape is None else list(each.shape),
        "reason": each.reason or None,
        "assumed": list(each.assumed),
    }
