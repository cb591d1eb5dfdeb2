"""The format other programs read.

One object (schema 1)::

    {"schema": 1, "version": "…",
     "documents": [{"path", "statistics": {"formulas", "read", "typed", "skipped", "claims", "proved",
                    "supported", "refuted", "unknown", "stated", "unread_lines"}, "unknown_reasons": {reason: count}}],
     "findings": [{"id", "rule", "level", "message", "help", "path",
                   "line", "column", "end_line", "end_column",
                   "cell", "cell_line", "cell_column", "cell_end_line", "cell_end_column",
                   "quote", "evidence": {"kind", …}, "causes": [id], "same_as": id | null,
                   "related": [{"path", "line", "column", "message"}],
                   "fix": {"safety", "edits": [{"path", "line", "column", "end_line", "end_column", "text"}]} | null}],
     "claims": [{"path", "line", "column", "end_line", "end_column", "cell", …, "quote", "kind",
                 "verdict": "proved" | "supported" | "refuted" | "unknown",
                 "reason", "settled_by", "evidence": {…}, "tests": {name: outcome}}],
     "failures": [{"path", "message"}]}

Lines and columns count from 1, columns in code points, ends exclusive, all in the raw file; for a
notebook the ``cell…`` fields count within the cell (cells from 0).  What stands in a file that a
document includes has that file's path.  A finding's id is stable under
unrelated edits and unique within its document.  ``claims`` is filled by ``--claims``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from symformer.algebra.verdict import Proved, Refuted, Supported, Unknown, Verdict
from symformer.findings.finding import Finding, Fix, Related
from symformer.findings.report import CheckedClaim, Report
from symformer.reporters.reporter import RenderOptions, Reporter
from symformer.text.source import Source
from symformer.text.span import Span


def render(reports: tuple[Report, ...], options: RenderOptions) -> str:
    """The reports as one JSON object."""
    whole = {
        "schema": 1,
        "version": options.version,
        "documents": [_document(report) for report in reports if report.source is not None],
        "findings": [row for report in reports for row in _findings(report)],
        "claims": [row for report in reports for row in _claims(report)] if options.claims else [],
        "failures": [
            {"path": report.path, "message": failure.message} for report in reports for failure in report.failures
        ],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, default=str) + "\n"


def place_row(source: Source, span: Span) -> dict[str, int | None]:
    """Where a span stands, in the ten fields of the format."""
    start, end = source.places(span)
    return {
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "cell": start.cell,
        "cell_line": start.cell_line,
        "cell_column": start.cell_column,
        "cell_end_line": end.cell_line,
        "cell_end_column": end.cell_column,
    }


def _document(report: Report) -> dict[str, object]:
    numbers = asdict(report.statistics)
    reasons = numbers.pop("unknown_reasons")
    return {"path": report.path, "statistics": numbers, "unknown_reasons": reasons}


def _findings(report: Report) -> Iterable[dict[str, object]]:
    if report.source is None:
        return
    for finding in report.findings:
        yield _finding(finding, report.path, report.source)


def _finding(finding: Finding, path: str, source: Source) -> dict[str, object]:
    problem = finding.problem
    return {
        "id": finding.id,
        "rule": finding.rule,
        "level": finding.level,
        "message": problem.message,
        "help": problem.help,
        "path": source.place(problem.span.start).uri or path,
        **place_row(source, problem.span),
        "quote": problem.span.slice(source.text),
        "evidence": {"kind": "text", **_placed(problem.evidence, source)},
        "causes": list(finding.causes),
        "same_as": finding.same_as,
        "related": [_related(each, source, path) for each in problem.related],
        "fix": _fix(problem.fix, path, source) if problem.fix else None,
    }


def _related(related: Related, source: Source, path: str) -> dict[str, object]:
    other = related.elsewhere
    place = other.place if other is not None else source.place(related.span.start)
    file = place.uri or (other.path if other is not None else path)
    return {"path": file, "line": place.line, "column": place.column, "message": related.message}


def _placed(evidence: dict[str, object], source: Source) -> dict[str, object]:
    """The evidence, with the cells of a matrix or table at their places in the file."""
    cells = evidence.get("cells")
    if not isinstance(cells, list | tuple):
        return evidence
    rows = []
    for cell in cells:
        row = dict(cell)
        span = row.pop("span", None)
        rows.append({**row, **place_row(source, Span(*span))} if span is not None else row)
    return {**evidence, "cells": rows}


def _fix(fix: Fix, path: str, source: Source) -> dict[str, object]:
    edits = []
    for edit in fix.edits:
        start, end = source.places(edit.span)
        edits.append(
            {
                "path": start.uri or path,
                "line": start.line,
                "column": start.column,
                "end_line": end.line,
                "end_column": end.column,
                "text": source.written(edit.text),
            }
        )
    return {"safety": fix.safety, "edits": edits}


def _claims(report: Report) -> Iterable[dict[str, object]]:
    if report.source is None:
        return
    for claim in report.claims:
        yield _claim(claim, report.path, report.source)


def _claim(claim: CheckedClaim, path: str, source: Source) -> dict[str, object]:
    return {
        "path": source.place(claim.span.start).uri or path,
        **place_row(source, claim.span),
        "quote": claim.span.slice(source.text),
        "kind": claim.kind,
        **_verdict(claim.verdict),
        "tests": dict(claim.tests),
    }


def _verdict(verdict: Verdict) -> dict[str, object]:
    empty: dict[str, object] = {"reason": None, "settled_by": None, "evidence": {}}
    match verdict:
        case Proved(how):
            return {"verdict": "proved", **empty, "reason": how}
        case Supported(sizes, seed):
            evidence = {"sizes": dict(sizes), "seed": seed}
            return {"verdict": "supported", **empty, "reason": "agrees at random points", "evidence": evidence}
        case Refuted(evidence_pairs):
            return {"verdict": "refuted", **empty, "evidence": dict(evidence_pairs)}
        case Unknown(reason, settled_by):
            return {"verdict": "unknown", **empty, "reason": reason, "settled_by": settled_by}


JSON = Reporter("json", "one object for other programs", render)
