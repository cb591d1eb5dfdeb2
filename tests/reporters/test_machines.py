from __future__ import annotations

import json
from typing import Any

from reporters.samples import notebook, report, unreadable

from symformer.analysis import check
from symformer.reporters.github import GITHUB
from symformer.reporters.json import JSON
from symformer.reporters.reporter import RenderOptions
from symformer.reporters.sarif import SARIF

FINDING_KEYS = [
    "id", "rule", "level", "message", "help", "path", "line", "column", "end_line", "end_column",
    "cell", "cell_line", "cell_column", "cell_end_line", "cell_end_column",
    "quote", "evidence", "causes", "same_as", "related", "fix",
]  # fmt: skip


def as_json(*reports: object, **options: Any) -> dict[str, Any]:
    loaded = json.loads(JSON.render(reports, RenderOptions(version="9", **options)))  # type: ignore[arg-type]
    assert isinstance(loaded, dict)
    return loaded


def test_the_object_has_the_keys_of_the_schema() -> None:
    whole = as_json(report(), unreadable())
    assert list(whole) == ["schema", "version", "documents", "findings", "claims", "failures"]
    assert (whole["schema"], whole["version"]) == (1, "9")
    assert whole["documents"] == [
        {
            "path": "tea.md",
            "statistics": {
                "formulas": 2, "read": 2, "typed": 1, "skipped": 3,
                "claims": 4, "proved": 2, "supported": 0, "refuted": 1, "unknown": 1,
                "stated": 0, "unread_lines": 0,
            },
            "unknown_reasons": {"undeclared symbol": 1},
        }
    ]  # fmt: skip
    assert whole["failures"] == [{"path": "gone.md", "message": "no such file or folder"}]
    assert all(list(finding) == FINDING_KEYS for finding in whole["findings"])


def test_a_finding_of_a_note() -> None:
    first, _, echo = as_json(report())["findings"]
    assert (first["line"], first["column"], first["end_line"], first["end_column"]) == (3, 8, 3, 11)
    assert first["cell"] is None and first["cell_end_column"] is None
    assert first["quote"] == "A A"
    assert first["related"] == [{"path": "tea.md", "line": 1, "column": 5, "message": "A declared here"}]
    edit = {"path": "tea.md", "line": 3, "column": 8, "end_line": 3, "end_column": 11, "text": "A A^\\top"}
    assert first["fix"] == {"safety": "unsafe", "edits": [edit]}
    assert first["evidence"]["kind"] == "shape"
    assert echo["causes"] == ["bbb"]
    assert echo["evidence"] == {"kind": "text"}


def test_a_finding_of_a_notebook_has_both_places() -> None:
    [finding] = as_json(notebook())["findings"]
    assert (finding["line"], finding["column"]) == (3, 15)
    assert (finding["cell"], finding["cell_line"], finding["cell_column"]) == (0, 2, 11)
    assert (finding["cell_end_line"], finding["cell_end_column"]) == (2, 12)


def test_an_edit_of_a_notebook_can_be_pasted_into_the_file() -> None:
    sample = notebook()
    assert sample.source is not None
    [edit] = as_json(sample)["findings"][0]["fix"]["edits"]
    lines = sample.source.raw.split("\n")
    assert edit["line"] == edit["end_line"]
    line = lines[edit["line"] - 1]
    lines[edit["line"] - 1] = line[: edit["column"] - 1] + edit["text"] + line[edit["end_column"] - 1 :]
    assert json.loads("\n".join(lines)) == {"cells": ["one\n", 'say "y" = 3']}


def test_claims_only_when_asked_for() -> None:
    assert as_json(report())["claims"] == []
    [claim] = as_json(report(), claims=True)["claims"]
    assert (claim["line"], claim["quote"], claim["kind"]) == (3, "B = A A", "definition")
    assert (claim["verdict"], claim["reason"]) == ("unknown", "undeclared symbol")
    assert claim["settled_by"] == "let B: 2 × 2"


def test_sarif() -> None:
    options = RenderOptions(version="9", summaries={"sum-differs": "A sum is wrong."})
    log = json.loads(SARIF.render((report(), unreadable()), options))
    [run] = log["runs"]
    assert log["version"] == "2.1.0"
    assert run["columnKind"] == "unicodeCodePoints"
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (3, 8, 11)
    assert run["results"][0]["partialFingerprints"] == {"symformer/v1": "aaa"}
    assert not run["invocations"][0]["executionSuccessful"]


def test_github() -> None:
    lines = GITHUB.render((report(), unreadable()), RenderOptions()).splitlines()
    assert lines[0] == (
        "::error file=tea.md,line=3,endLine=3,col=8,endColumn=11,title=inner-dimensions-differ"
        "::cannot multiply A (2 × 3) by A (2 × 3) (try A A^\\top)"
    )
    assert [line.split()[0] for line in lines] == ["::error", "::warning", "::error"]
    assert "::notice" in GITHUB.render((report(),), RenderOptions(info=True))


def test_sarif_holds_the_fixes() -> None:
    checked = check(r"We have $2 + 2.5 = 4.6$ here.", name="note.md")
    (result,) = json.loads(SARIF.render((checked,), RenderOptions()))["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "note.md"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 1, "startColumn": 20, "endLine": 1, "endColumn": 23},
            "insertedContent": {"text": "4.5"},
        }
    ]
