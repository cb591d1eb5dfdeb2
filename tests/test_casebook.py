"""Every note of the casebook has the fault it restates, and its twin is silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from literate import line_of

from symformer.analysis import check

FOLDER = Path(__file__).resolve().parent.parent / "notes" / "casebook"
TWINS = sorted(FOLDER.glob("*.right.*"))
CASES = [path for path in sorted(FOLDER.glob("*.*")) if path not in TWINS]
HEAD = re.compile(r"casebook: expects (.*?) *(?:-->|\\n|$)", re.MULTILINE)
EXPECTED = re.compile(r"([\w-]+) at line (\d+)")


def expectations(path: Path) -> set[tuple[str, int]]:
    head = HEAD.search(path.read_text("utf-8"))
    assert head is not None, f"{path.name} does not say what it expects"
    return {(rule, int(line)) for rule, line in EXPECTED.findall(head[1])}


def found_in(path: Path) -> set[tuple[str, int]]:
    report = check(path.read_bytes(), name=path.name)
    assert not report.failures
    return {(finding.rule, line_of(finding, report)) for finding in report.findings if finding.level != "info"}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_the_fault_is_found_and_nothing_else(path: Path) -> None:
    expected = expectations(path)
    assert expected
    assert found_in(path) == expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_the_twin_is_silent(path: Path) -> None:
    twin = path.with_name(f"{path.stem}.right{path.suffix}")
    assert twin in TWINS
    assert found_in(twin) == set()
    assert twin.read_bytes() != path.read_bytes()


def test_the_casebook_is_not_empty() -> None:
    assert CASES
