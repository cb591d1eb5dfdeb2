"""SARIF 2.1.0: the format code hosts and editors read from any checker."""

from __future__ import annotations

import json
from urllib.parse import quote

from symformer.findings.finding import Finding, Fix, Related
from symformer.findings.report import Report
from symformer.reporters.reporter import RenderOptions, Reporter, worst_first
from symformer.text.source import Source
from symformer.text.span import Span

_LEVEL = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(reports: tuple[Report, ...], options: RenderOptions) -> str:
    """The reports as one SARIF log with one run."""
    found = [(report, finding) for report, finding in worst_first(reports) if report.source is not None]
    rules = sorted({finding.rule for _, finding in found})
    run = {
        "tool": {
            "driver": {
                "name": "symformer",
                "version": options.version,
                "rules": [_rule(name, options.summaries.get(name, name)) for name in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(reports)],
        "results": [
            _result(finding, report.path, report.source, rules.index(finding.rule))
            for report, finding in found
            if report.source is not None
        ],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1, default=str) + "\n"


def _rule(name: str, summary: str) -> dict[str, object]:
    return {"id": name, "shortDescription": {"text": summary}}


def _invocation(reports: tuple[Report, ...]) -> dict[str, object]:
    notifications = [
        {
            "level": "error",
            "message": {"text": failure.message},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(report.path)}}],
        }
        for report in reports
        for failure in report.failures
    ]
    return {"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}


def _result(finding: Finding, path: str, source: Source, index: int) -> dict[str, object]:
    problem = finding.problem
    text = f"{problem.message}; {problem.help}" if problem.help else problem.message
    fixes = {"fixes": [_fix(problem.fix, path, source)]} if problem.fix is not None else {}
    return {
        **fixes,
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVEL[finding.level],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(path, source, problem.span)}],
        "relatedLocations": [_related(each, path, source) for each in problem.related],
        "partialFingerprints": {"symformer/v1": finding.id},
        "properties": {"evidence": problem.evidence, "causes": list(finding.causes), "sameAs": finding.same_as},
    }


def _fix(fix: Fix, path: str, source: Source) -> dict[str, object]:
    """The edits of a fix, by file."""
    changes: dict[str, list[object]] = {}
    for edit in fix.edits:
        start, end = source.places(edit.span)
        region = {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
        inserted = {"text": source.written(edit.text)}
        replacement = {"deletedRegion": region, "insertedContent": inserted}
        changes.setdefault(start.uri or path, []).append(replacement)
    return {
        "description": {"text": "put the number right" if fix.safety == "safe" else "one way to put the number right"},
        "artifactChanges": [
            {"artifactLocation": _artifact(file), "replacements": replacements}
            for file, replacements in changes.items()
        ],
    }


def _related(related: Related, path: str, source: Source) -> dict[str, object]:
    if related.elsewhere is None:
        return {"physicalLocation": _location(path, source, related.span), "message": {"text": related.message}}
    place = related.elsewhere.place
    location = {
        "artifactLocation": _artifact(place.uri or related.elsewhere.path),
        "region": {"startLine": place.line, "startColumn": place.column},
    }
    return {"physicalLocation": location, "message": {"text": related.message}}


def _location(path: str, source: Source, span: Span) -> dict[str, object]:
    start, end = source.places(span)
    return {
        "artifactLocation": _artifact(start.uri or path),
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "snippet": {"text": span.slice(source.text)},
        },
    }


def _artifact(path: str) -> dict[str, str]:
    return {"uri": quote(path.replace("\\", "/"))}


SARIF = Reporter("sarif", "SARIF 2.1.0 for code hosts and editors", render)
