"""The hand-checked faults and traps of three source notes, where ``../shared`` is at hand."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from symformer.analysis import analyse
from symformer.findings.finding import Finding
from symformer.findings.report import Report
from symformer.settings import Settings

SHARED = Path(__file__).resolve().parents[2] / "shared"
AT_LEAST_WARNING = frozenset({"003-11"})
REPEATED = frozenset({"002-04b", "002-04c", "002-14"})

pytestmark = pytest.mark.skipif(not (SHARED / "gold").is_dir(), reason="../shared/gold is not here")


def rows(name: str) -> list[dict[str, str]]:
    path = SHARED / "gold" / name
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def report_on(name: str) -> Report:
    path = SHARED / "seeds" / name
    return analyse(str(path), path.read_bytes(), Settings()).report


def lines_of(finding: Finding, report: Report) -> set[int]:
    assert report.source is not None
    begin, end = report.source.places(finding.problem.span)
    lines = set(range(begin.line, end.line + 1))
    for related in finding.problem.evidence.get("cells", ()):  # type: ignore[attr-defined]
        if isinstance(related, dict) and "line" in related:
            lines.add(int(related["line"]))
    return lines


def raw_lines(row: dict[str, str]) -> set[int]:
    found: set[int] = set()
    for piece in row["raw_lines"].replace(" ", "").split(","):
        first, _, last = piece.partition("-")
        found |= set(range(int(first), int(last or first) + 1)) if first else set()
    return found


ERRORS = [row for row in rows("gold.tsv") if row["severity"] == "error"]


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row["id"])
def test_error_is_found_at_its_line(row: dict[str, str]) -> None:
    report = report_on(row["file"])
    near = [f for f in report.findings if lines_of(f, report) & raw_lines(row)]
    if row["root_cause"] and row["id"] not in REPEATED:
        # carried on as info with its causes, or told by the finding that is its root
        assert any(f.level == "info" and f.causes for f in near) or any(f.level == "error" for f in near), row["quote"]
    elif row["id"] in AT_LEAST_WARNING:
        assert any(f.level in ("error", "warning") for f in near), row["quote"]
    else:
        assert any(f.level == "error" for f in near), row["quote"]


@pytest.mark.parametrize("row", rows("traps.tsv"), ids=lambda row: row["id"])
def test_trap_is_no_error(row: dict[str, str]) -> None:
    report = report_on(row["file"])
    assert report.source is not None
    quote = " ".join(row["quote"].split())
    for finding in report.findings:
        if finding.level == "error" and lines_of(finding, report) & raw_lines(row):
            said = " ".join(finding.problem.span.slice(report.source.text).split())
            assert said not in quote or len(said) < 3, f"{finding.rule} accuses {said!r}"


@pytest.mark.parametrize("name", sorted({row["file"] for row in rows("equations.tsv")}))
def test_formulas_are_located_and_read(name: str) -> None:
    from symformer.documents.reading import read_document

    document = read_document(name, (SHARED / "seeds" / name).read_bytes())
    found = {(document.source.place(f.span.start).line, "".join(f.text.split())) for f in document.formulas}
    wanted = [r for r in rows("equations.tsv") if r["file"] == name]
    missed = []
    for row in wanted:
        latex = "".join(row[list(row)[-1]].split())
        delimiter = next((row[key] for key in row if row[key] in ("$", "$$", "\\(", "\\[")), None)
        lines = raw_lines({"raw_lines": row["raw_lines"]})
        if delimiter is None:
            continue
        if not any(latex == text and line in {*lines, min(lines) - 1} for line, text in found):
            missed.append((row["eq_id"], latex[:50]))
    excused = {f"002-E0{number}" for number in range(75, 79)}
    assert [each for each in missed if each[0] not in excused] == []
