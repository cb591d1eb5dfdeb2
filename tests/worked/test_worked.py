"""Right worked examples are silent; a wrong number planted in one is the first and only thing told."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from course_sheets import COURSES
from plant_numbers import outcome, plain, planted
from worked_sheets import SHEETS

from symformer.analysis import check

MARKED = {name: make() for name, make in SHEETS.items()}
FAULTS = [fault for name, marked in MARKED.items() for fault in planted(name, marked)]
STEP = 4  # every fourth fault here; ``plant_numbers.py`` tries them all


@pytest.mark.parametrize("name", MARKED)
def test_a_right_sheet_is_silent(name: str) -> None:
    said = check(plain(MARKED[name]).encode("utf-8"), name=name).findings
    assert [each.problem.message for each in said if each.level != "info"] == []


@pytest.mark.parametrize("name", COURSES)
def test_a_right_example_of_a_course_is_silent(name: str) -> None:
    said = check(plain(COURSES[name]()).encode("utf-8"), name=name).findings
    assert [each.problem.message for each in said if each.level != "info"] == []


@pytest.mark.parametrize("name", ["backprop.md", "graph.md", "bleu.md"])
def test_each_wrong_digit_in_an_example_of_a_course_is_named_first(name: str) -> None:
    faults = [fault for fault in planted(name, COURSES[name]()) if fault.kind == "digit"]
    assert [(fault.line, fault.now) for fault in faults[::3] if outcome(fault) != "found"] == []


@pytest.mark.parametrize(
    "fault",
    FAULTS[::STEP],
    ids=lambda fault: f"{fault.sheet}:{fault.line}-{fault.kind}-{fault.now[:12]}".replace("⟪", ""),
)
def test_a_wrong_number_is_found_and_named_first(fault) -> None:
    assert outcome(fault) == "found"
