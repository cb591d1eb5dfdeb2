"""What the analysis promises of every note."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import symformer
from symformer.analysis import analyse, check
from symformer.findings.report import Report
from symformer.reporters.github import GITHUB
from symformer.reporters.json import JSON
from symformer.reporters.reporter import RenderOptions
from symformer.reporters.sarif import SARIF
from symformer.reporters.text import TEXT
from symformer.settings import Settings

PIECES = st.sampled_from(
    [
        "$", "$$", "\n", "\n\n", "# ", "- ", "> ", "| a | b |\n|---|---|\n", "```\n", "<!--", "-->",
        "symformer: let ", "symformer: ignore ", "\\begin{align}", "\\end{align}", "\\begin{bmatrix}", "\\end{bmatrix}",
        "x", "W_Q", "K^\\top", "\\in \\mathbb{R}^{n \\times d}", "= ", "\\approx ", "0.42", "1/3", "\\frac", "{", "}",
        "\\sum_{i=1}^n ", "softmax", "\\text{softmax}(", ")", "&", "\\\\", "矩阵", "é", "\\(", "\\)", "_", "^", "'",
        " where n is the number of tokens", "\u200b", "\\newcommand{\\m}[1]{\\m{#1}}", "\\m", "\t", "abuse of notation",
    ]
)  # fmt: skip
NOTES = st.lists(PIECES, max_size=40).map("".join)
UNHURRIED = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def places_hold(report: Report) -> None:
    """Every span lies in the text, every reporter can show it."""
    assert report.source is not None
    size = len(report.source.text)
    for finding in report.findings:
        spans = [finding.problem.span, *(related.span for related in finding.problem.related)]
        assert all(0 <= span.start <= span.end <= size for span in spans)
    for claim in report.claims:
        assert 0 <= claim.span.start <= claim.span.end <= size
    for reporter in (TEXT, JSON, SARIF, GITHUB):
        reporter.render((report,), RenderOptions(claims=True, info=True, colour=True))


def counts_hold(report: Report) -> None:
    counted = report.statistics
    assert counted.read <= counted.formulas
    assert counted.typed <= counted.formulas
    assert counted.claims == counted.proved + counted.supported + counted.refuted + counted.unknown
    assert counted.unknown == sum(counted.unknown_reasons.values())
    assert counted.claims == len(report.claims)


@UNHURRIED
@given(NOTES)
def test_any_text_gives_a_report(note: str) -> None:
    for name in ("note.md", "note.tex"):
        report = check(note, name=name)
        assert report.failures == ()
        places_hold(report)
        counts_hold(report)
        assert len({finding.id for finding in report.findings}) == len(report.findings)


@UNHURRIED
@given(st.lists(NOTES, max_size=3))
def test_any_notebook_gives_a_report(cells: list[str]) -> None:
    rows = [{"cell_type": "markdown", "metadata": {}, "source": cell.splitlines(keepends=True)} for cell in cells]
    raw = json.dumps({"cells": rows, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    report = check(raw, name="note.ipynb")
    assert report.failures == ()
    places_hold(report)
    counts_hold(report)


@UNHURRIED
@given(st.binary(max_size=200))
def test_any_bytes_give_a_report(data: bytes) -> None:
    for name in ("note.md", "note.ipynb", "note.tex", "note"):
        report = check(data, name=name)
        assert all(failure.unreadable for failure in report.failures)
        assert (report.source is None) == bool(report.failures)


WRONG = r"""With $Q \in \mathbb{R}^{n \times d_k}$ and $K \in \mathbb{R}^{m \times d_k}$ the scores are $S = Q K$."""


@UNHURRIED
@given(st.integers(0, 4), st.integers(0, 4))
def test_unrelated_text_changes_neither_verdict_nor_id(before: int, after: int) -> None:
    [alone] = check(WRONG).findings
    prose = "Tea is served at nine.\n\n"
    [within] = check(f"# Tea\n\n{prose * before}{WRONG}\n\n{prose * after}").findings
    assert (within.id, within.rule, within.level) == (alone.id, alone.rule, alone.level)


def test_a_check_is_the_same_twice() -> None:
    first = analyse("note.md", WRONG.encode(), Settings())
    assert analyse("note.md", WRONG.encode(), Settings()).report == first.report


def test_the_public_names_are_there() -> None:
    assert len(symformer.__all__) <= 12
    for name in symformer.__all__:
        assert getattr(symformer, name) is not None
    assert set(dir(symformer)) == set(symformer.__all__)
    with pytest.raises(AttributeError):
        _ = symformer.nothing
