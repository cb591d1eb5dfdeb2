"""What the program says of a note does not depend on its letters, its layout, or the order of its sections."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import ascii_letters

import pytest
from faults import Mutant
from metamorphic import CAPITALS_KEPT, SMALL_KEPT, NotDual, dual, fresh_letters, names_in, renamed
from plant import alarms, planted
from sheets import Note, all_notes

from symformer.analysis import check

NOTES = [note for note in all_notes() if note.data.get("format") != "notebook"]
CASEBOOK = Path(__file__).resolve().parents[2] / "notes" / "casebook"
# these rest on which letters an author takes: a row of F is f
ABOUT_LETTERS = frozenset(
    "symbol-undefined symbol-overloaded concept-under-two-letters lost-name entry-of-the-transpose "
    "score-of-one-position probability-exponentiated weighted-input-subtracted attention-source-swapped "
    "positions-left-out function-undefined label-varies".split()
)
STEP = 29  # of the mutants of a note


def loud(text: str, name: str) -> list[tuple[str, int]]:
    """The rules that speak at error or warning, with their lines."""
    report = check(text.encode(), name=name)
    assert report.source is not None
    return sorted(
        (each.rule, report.source.place(each.problem.span.start).line)
        for each in report.findings
        if each.level != "info"
    )


@cache
def mutants(name: str) -> tuple[Mutant, ...]:
    note = next(each for each in NOTES if each.name == name)
    return tuple(planted([note]))[::STEP]


def can_be_turned(note: Note) -> bool:
    try:
        dual(note)
    except NotDual:
        return False
    return True


DUALS = [note for note in NOTES if can_be_turned(note)]


def test_most_notes_can_be_turned() -> None:
    assert len(DUALS) >= 9


@pytest.mark.parametrize("note", DUALS, ids=lambda note: note.name)
def test_rows_for_columns(note: Note) -> None:
    turned = dual(note)
    assert turned != note.text
    assert loud(turned, note.name) == []
    for mutant in mutants(note.name):
        assert bool(loud(dual(note, mutant), note.name)) == bool(alarms(note, mutant.text)), mutant.what


@pytest.mark.parametrize("shift", [3, 7])
@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.name)
def test_other_letters(note: Note, shift: int) -> None:
    letters = fresh_letters(note.text, shift)
    assert len(set(letters.values())) == len(letters) > 0
    assert loud(renamed(note.text, letters), note.name) == []


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.name)
def test_faults_under_other_letters(note: Note) -> None:
    for mutant in mutants(note.name):
        letters = fresh_letters(mutant.text)
        assert loud(renamed(mutant.text, letters), note.name) == loud(mutant.text, note.name), mutant.what


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.name)
def test_length_and_width_by_other_letters(note: Note) -> None:
    used = names_in(note.text)
    letters = {old: new for old, new in (("n", "L"), ("d", "D"), ("N", "M")) if old in used and new not in used}
    assert loud(renamed(note.text, letters), note.name) == []


def faulty_notes() -> list[Path]:
    """The casebook's notes in Markdown with a fault of shapes, indices or symbols, told with its place."""
    groups = "shapes", "symbols"
    rules = Path(__file__).resolve().parents[2] / "symformer" / "rules"
    own = {path.stem.replace("_", "-") for group in groups for path in (rules / group).glob("*.py")}
    found = []
    for path in sorted(CASEBOOK.glob("*.md")):
        head = re.search(r"casebook: expects (.*?)-->", text := path.read_text("utf-8"))
        if (
            head is not None
            and "symformer: let" not in text
            and (expected := set(re.findall(r"([\w-]+) at line", head[1]))) <= own
        ):
            if not expected & ABOUT_LETTERS:
                found.append(path)
    return found


FAULTY = faulty_notes()


@pytest.mark.parametrize("path", FAULTY[::2], ids=lambda path: path.stem)
def test_faults_of_the_casebook_under_other_letters(path: Path) -> None:
    text = path.read_text("utf-8")
    assert loud(renamed(text, fresh_letters(text)), path.name) == loud(text, path.name) != []


@pytest.mark.parametrize("path", FAULTY[::3], ids=lambda path: path.stem)
def test_sections_in_another_order(path: Path) -> None:
    text = path.read_text("utf-8")
    other = _with_letters_of_its_own(next(note.text for note in NOTES if note.name == "low-rank-update.md"), text)
    first, second = (
        [rule for rule, _ in loud(both, "note.md")] for both in (f"{text}\n\n{other}", f"{other}\n\n{text}")
    )
    assert first == second
    assert set(first) >= {rule for rule, _ in loud(text, path.name)}


def _with_letters_of_its_own(own: str, text: str) -> str:
    """A note under letters that another does not use, but for those that custom gives one meaning."""
    kept = CAPITALS_KEPT | SMALL_KEPT
    free = [letter for letter in ascii_letters if letter not in names_in(text) | kept]
    letters = {}
    for letter in sorted(names_in(own) - kept):
        letters[letter] = next((each for each in free if each.isupper() == letter.isupper()), free[0])
        free.remove(letters[letter])
    return renamed(own, letters)
