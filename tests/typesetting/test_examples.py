"""Worked notes: the checker finds them clean, and finds a digit that is wrong."""

from __future__ import annotations

import random

import nbformat
import pytest
from many_examples import drawn, findings
from planting import with_a_wrong_digit

from symformer.analysis import check
from symformer.catalogue.lookup import all_equations
from symformer.notations import all_notations, notation
from symformer.typesetting.composing import Wanted, compose
from symformer.typesetting.composing import as_markdown as composed_markdown
from symformer.typesetting.example import Sizes, WrongSizes, encoder_block
from symformer.typesetting.notes import as_latex, as_markdown, as_notebook
from symformer.typesetting.numbers import CannotWork

SMALL = Sizes(2, 2, 1, 2)


@pytest.mark.parametrize("name", [each.id for each in all_notations()])
def test_right_in_every_notation(name: str) -> None:
    assert findings(encoder_block(SMALL, notation(name), decimals=2, seed=7), "note.md") == []


@pytest.mark.parametrize("seed", range(6))
def test_right_ones_pass_and_wrong_ones_are_caught(seed: int) -> None:
    chance = random.Random(seed)
    example, name, what = drawn(chance)
    assert findings(example, name) == [], what
    wrong, told = with_a_wrong_digit(example, chance)
    assert findings(wrong, name), f"{what}: {told}"


def test_the_same_request_gives_the_same_note() -> None:
    notes = {as_markdown(encoder_block(SMALL, notation("d2l"), decimals=3, seed=1), "") for _ in range(2)}
    assert len(notes) == 1


def test_the_formats_are_what_they_say() -> None:
    example = encoder_block(SMALL, notation("plain"), decimals=2, seed=0)
    nbformat.validate(nbformat.reads(as_notebook(example, "made"), as_version=4))
    text = as_latex(example, "made")
    assert text.count(r"\begin{align*}") == text.count(r"\end{align*}") > 5
    assert as_markdown(example, "made").count("$$") % 2 == 0


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((2, 4, 3, 4), "3 heads do not divide the width d = 4: take d = 6"),
        ((1, 4, 2, 4), "--n must be from 2 to 8, not 1"),
        ((2, 1, 1, 4), "--d must be from 2 to 12, not 1"),
        ((2, 4, 4, 4), "4 heads of width 1 are too narrow to show: take d = 8"),
        ((2, 4, 2, 1), "--hidden must be from 2 to 12, not 1"),
        ((2, 4, 0, 4), "--heads must be from 1 to 6, not 0"),
    ],
)
def test_sizes_that_do_not_fit(sizes: tuple[int, int, int, int], message: str) -> None:
    with pytest.raises(WrongSizes, match=message):
        Sizes(*sizes)


@pytest.mark.parametrize("name", ["plain", "prince"])
def test_equations_worked_on_numbers_are_right(name: str) -> None:
    worked = 0
    for each in all_equations():
        wanted = Wanted(notation(name), numbers=True, seed=5)
        try:
            composed = compose(each.id, wanted)
        except CannotWork:
            continue
        note = "All vectors are columns.\n\n" * (name == "prince") + composed_markdown(composed, wanted)
        found = [one.problem.message for one in check(note, name="note.md").findings if one.level != "info"]
        assert not found, f"{each.id}: {found}"
        worked += 1
    assert worked >= 90
