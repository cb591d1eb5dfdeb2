"""A worked example with a wrong number in it, rewritten, is again what NumPy gives."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from plant_numbers import Planted, plain, planted
from worked_sheets import SHEETS

from symformer.analysis import analyse
from symformer.faces.mending import rewrite
from symformer.settings import Settings

KINDS = ("digit", "digits swapped", "sign lost", "factor of ten")
EACH = 4  # faults of each sheet


def faults_of(name: str) -> list[Planted]:
    found = [fault for fault in planted(name, SHEETS[name]()) if fault.kind in KINDS]
    return found[:: max(1, len(found) // EACH)]


@pytest.mark.parametrize("name", SHEETS)
def test_most_rewritten_sheets_are_what_numpy_gives(name: str) -> None:
    right, restored, tried = plain(SHEETS[name]()), 0, faults_of(name)
    for fault in tried:

        def look(data: bytes):
            return analyse(name, data, Settings())

        data = fault.text.encode("utf-8")
        done = rewrite(data, look(data), look)
        text = done.data.decode("utf-8")
        restored += text == right
        left = [each.problem.message for each in done.left if each.level != "info"]
        assert not left or "- 0." in left[0], (
            fault,
            left,
        )  # a step of a chain that shows a difference has no one number
    assert restored * 10 >= len(tried) * 7


def test_a_sheet_that_is_right_is_left_as_it_is() -> None:
    for name, make in SHEETS.items():
        data = plain(make()).encode("utf-8")
        done = rewrite(data, analyse(name, data, Settings()), lambda text, name=name: analyse(name, text, Settings()))
        assert done.data == data
