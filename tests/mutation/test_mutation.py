"""Faults planted in correct notes are found, and the correct notes are silent."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache

import pytest
from faults import Mutant
from judge import Sheet, Wrong, shapes_of
from plant import FLOOR, alarms, planted, table
from sheets import Note, all_notes

NOTES = all_notes()
RARE, STEP = 12, 9  # ``plant.py`` takes all of them


@cache
def sample() -> tuple[Mutant, ...]:
    """Every mutant of the rare kinds, and every ninth of the others."""
    groups: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in planted(NOTES):
        groups[mutant.kind].append(mutant)
    return tuple(mutant for group in groups.values() for mutant in (group if len(group) < RARE else group[::STEP]))


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.name)
def test_the_original_is_right_and_silent(note: Note) -> None:
    assert len(shapes_of(note.sheet)) == len(note.equations)
    assert alarms(note, note.text) == []


def test_planted_faults_are_found() -> None:
    found, caught = Counter[str](), Counter[str]()
    for mutant in sample():
        found[mutant.kind] += 1
        caught[mutant.kind] += bool(alarms(mutant.note, mutant.text))
    print(table(found, caught))
    assert found.total() > 200
    assert caught.total() >= FLOOR * found.total(), table(found, caught)
    assert all(caught[kind] >= 0.85 * found[kind] for kind in found), table(found, caught)


PLAIN = Sheet(
    sizes=["n", "d", "k"],
    declared=[(["X"], ["n", "d"]), (["W"], ["d", "k"]), (["b"], ["k"])],
    equations=["Y = X W + b"],
    vectors="rows",
)


def test_the_judge_knows_shapes() -> None:
    assert shapes_of(PLAIN) == ((7, 13),)


@pytest.mark.parametrize(
    "equation",
    [
        "Y = X W^\\top + b",
        "Y = W X + b",
        "Y = X V + b",
        "Y = X W + b \\in \\mathbb{R}^{k \\times n}",
        "Y = X W + b^\\top",
    ],
)
def test_the_judge_knows_what_fails(equation: str) -> None:
    with pytest.raises(Wrong):
        shapes_of(replace(PLAIN, equations=[equation]))
