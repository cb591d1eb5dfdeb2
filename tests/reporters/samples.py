"""Reports made by hand, to show to each reporter."""

from __future__ import annotations

from symformer.algebra.verdict import Unknown
from symformer.findings.finding import Edit, Finding, Fix, Problem, Related
from symformer.findings.report import CheckedClaim, Failure, Report, Statistics
from symformer.text.mapped import MappedText, Segment
from symformer.text.source import Cell, Source
from symformer.text.span import Span

NOTE = "Let $A$ be 2 × 3.\n\n$$ B = A A $$\n\nso 1 + 1 = 3, and later 3 again\n"


def span_of(part: str, text: str = NOTE, after: int = 0) -> Span:
    start = text.index(part, after)
    return Span(start, start + len(part))


PRODUCT = Finding(
    "aaa",
    "inner-dimensions-differ",
    "error",
    Problem(
        span_of("A A"),
        "cannot multiply A (2 × 3) by A (2 × 3)",
        help="try A A^\\top",
        related=(Related(span_of("$A$"), "A declared here"),),
        note="inner sizes 3 and 2",
        fix=Fix("unsafe", (Edit(span_of("A A"), "A A^\\top"),)),
        evidence={"kind": "shape", "left": "2 × 3"},
    ),
)
SUM = Finding("bbb", "sum-differs", "warning", Problem(span_of("3,"), "the sum is 2, not 3"))
ECHO = Finding("ccc", "sum-differs", "info", Problem(span_of("3 again"), "prints 3, which becomes 2"), causes=("bbb",))


def report() -> Report:
    claims = (CheckedClaim(span_of("B = A A"), "definition", Unknown("undeclared symbol", "let B: 2 × 2")),)
    statistics = Statistics(2, 2, 1, 3, 4, 2, 0, 1, 1, {"undeclared symbol": 1})
    return Report("tea.md", Source.of("tea.md", NOTE), (PRODUCT, SUM, ECHO), statistics, claims)


def unreadable() -> Report:
    return Report("gone.md", None, failures=(Failure("no such file or folder", unreadable=True),))


def notebook() -> Report:
    """A cell whose second line holds quotes, each of them two characters of the file."""
    raw = '{"cells": [\n "one\\n",\n "say \\"x\\" = 3"\n]}'
    pieces = [("one", "one"), ("\n", "\\n"), ("say ", "say "), ('"', '\\"'), ("x", "x"), ('"', '\\"'), (" = 3", " = 3")]
    segments: list[Segment] = []
    start = at = 0
    for shown, written in pieces:
        at = raw.index(written, at)
        segments.append(Segment(start, start + len(shown), at, at + len(written)))
        start, at = start + len(shown), at + len(written)
    text = "".join(shown for shown, _ in pieces)
    source = Source.of("n.ipynb", raw, MappedText(text, tuple(segments)), (Cell(0, "markdown", Span(0, len(text))),))
    edit = Edit(span_of('"x"', text), '"y"')
    problem = Problem(span_of("3", text), "the value is 4, not 3", fix=Fix("safe", (edit,)))
    return Report("n.ipynb", source, (Finding("ddd", "sum-differs", "error", problem),))
