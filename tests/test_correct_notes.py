"""Formulas as the field's papers and courses write them, in many notations: nothing is said against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.analysis import check

NOTES = sorted((Path(__file__).parent / "correct").iterdir())


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.name)
def test_nothing_is_said_against_a_correct_note(path: Path) -> None:
    report = check(path.read_bytes(), name=path.name)
    loud = [f"{each.rule}: {each.problem.message}" for each in report.findings if each.level != "info"]
    assert loud == []
    statistics = report.statistics
    assert statistics.formulas >= 5
    assert statistics.read == statistics.formulas
