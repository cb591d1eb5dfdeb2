"""Slips planted by hand in the notes of ``tests/correct`` are found; ``slips.txt`` lists them, with those that are not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from symformer.analysis import check

HERE = Path(__file__).parent
CORRECT = HERE.parent / "correct"


class Slip(NamedTuple):
    """What stands in a correct note, what was written instead, and whether that is found."""

    note: str
    right: str
    wrong: str
    found: bool


def slips() -> list[Slip]:
    """The lines of the list."""
    read = []
    for line in (HERE / "slips.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, change = line.removeprefix("? ").partition(" | ")
            right, _, wrong = change.partition(" => ")
            read.append(Slip(name, right, wrong, not line.startswith("? ")))
    return read


SLIPS = slips()


@pytest.mark.parametrize("slip", [each for each in SLIPS if each.found], ids=lambda each: f"{each.note}: {each.wrong}")
def test_a_slip_is_found(slip: Slip) -> None:
    text = (CORRECT / slip.note).read_text("utf-8")
    assert slip.right in text
    report = check(text.replace(slip.right, slip.wrong, 1), name=slip.note)
    assert [each.rule for each in report.findings if each.level != "info"]


def test_most_slips_are_found() -> None:
    assert sum(each.found for each in SLIPS) >= 0.75 * len(SLIPS)
