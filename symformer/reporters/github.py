"""Annotations for GitHub workflows: one line per finding, shown beside the changed lines."""

from __future__ import annotations

from symformer.findings.finding import Finding
from symformer.findings.report import Report
from symformer.reporters.reporter import RenderOptions, Reporter, worst_first
from symformer.text.source import Source

_COMMAND = {"error": "error", "warning": "warning", "info": "notice"}


def render(reports: tuple[Report, ...], options: RenderOptions) -> str:
    """One workflow command per finding; remarks only where they were asked for."""
    lines = [
        _command(finding, report.path, report.source)
        for report, finding in worst_first(reports)
        if report.source is not None and (options.info or finding.level != "info")
    ]
    for report in reports:
        for failure in report.failures:
            lines.append(f"::error file={_property(report.path)}::{_data(failure.message)}")
    return "".join(line + "\n" for line in lines)


def _command(finding: Finding, path: str, source: Source) -> str:
    start, end = source.places(finding.problem.span)
    properties = {"file": start.uri or path, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:  # columns are only understood within one line
        properties |= {"col": str(start.column), "endColumn": str(end.column)}
    properties["title"] = finding.rule
    joined = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    problem = finding.problem
    message = f"{problem.message} ({problem.help})" if problem.help else problem.message
    return f"::{_COMMAND[finding.level]} {joined}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


GITHUB = Reporter("github", "annotations for GitHub workflows", render)
