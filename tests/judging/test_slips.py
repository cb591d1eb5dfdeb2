"""The slip that explains a wrong number: each line of ``slips.md``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.analysis import analyse, check
from symformer.settings import Settings

LINES = re.findall(r"^- (.*) → (.*)$", Path(__file__).with_name("slips.md").read_text("utf-8"), re.MULTILINE)


def slips(sentence: str) -> list[str]:
    model = analyse("note.md", f"We find {sentence} here.\n".encode(), Settings()).model
    assert model is not None
    assert any(each.problem is not None for each in model.judgements), "nothing is wrong here"
    return [each.slip for each in model.judgements if each.slip is not None]


@pytest.mark.parametrize(("sentence", "slip"), LINES)
def test_the_slip_is_told(sentence: str, slip: str) -> None:
    assert slips(sentence) == ([] if slip == "-" else [slip])


def test_it_stands_in_the_help_with_the_right_value() -> None:
    (found,) = check(r"We find $8 \cdot 8 = 46$ here.").findings
    assert found.problem.help == "try 64: the digits are swapped"


NAMED = r"""With $q = (1.5, 2)$, $k = (2.5, 1)$ and $d = 2$ the score is

$$ \frac{q \cdot k}{\sqrt{d}} = 5.75 $$
"""


def test_names_stand_for_their_numbers() -> None:
    (found,) = (each for each in check(NAMED).findings if each.level == "error")
    assert found.problem.help == "try 4.07: the division by √2 is left out"


@given(st.integers(1_000, 99_999), st.integers(2, 99))
@settings(max_examples=40)
def test_what_is_right_has_no_slip(number: int, factor: int) -> None:
    model = analyse(
        "note.md", f"We find ${number} \\cdot {factor} = {number * factor}$ here.".encode(), Settings()
    ).model
    assert model is not None
    assert [each.slip for each in model.judgements if each.slip] == []


@given(st.integers(1_000, 99_999), st.integers(2, 99), st.integers(0, 9))
@settings(max_examples=40)
def test_digits_that_are_swapped_are_found(number: int, factor: int, at: int) -> None:
    right = str(number * factor)
    place = at % (len(right) - 1)
    wrong = right[:place] + right[place + 1] + right[place] + right[place + 2 :]
    if wrong == right or wrong.startswith("0"):
        return
    model = analyse("note.md", f"We find ${number} \\cdot {factor} = {wrong}$ here.".encode(), Settings()).model
    assert model is not None
    assert any(each.slip for each in model.judgements)
