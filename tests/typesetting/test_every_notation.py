"""Every equation of the catalogue, in every notation: it reads back as itself, its letters are told apart, KaTeX takes it."""

from __future__ import annotations

import os

import pytest
from katex import complaints, katex_folder
from noted import formula, note_of

from symformer.analysis import analyse, check
from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import all_equations
from symformer.catalogue.reading import read
from symformer.faces.shaped import equations
from symformer.notations import all_notations, notation
from symformer.notations.notation import colliding
from symformer.settings import Settings
from symformer.terms.dual import dual
from symformer.terms.parts import flattened
from symformer.terms.term import Relation
from symformer.typesetting.composing import Wanted, compose
from symformer.typesetting.notating import read_back, renaming
from symformer.typesetting.setting import aligned_rows
from symformer.typesetting.shaped import WAYS

EQUATIONS = pytest.mark.parametrize("equation", all_equations(), ids=lambda each: each.id)
CHECKED = ("plain", "embedding-notes", "prince")  # checking all takes minutes: rows, capital sizes, columns
# a letter that the checker takes for an index, where its size is told in the sentence before
KNOWN = {("query-width", "bold-textbook")}


@EQUATIONS
def test_prints_and_reads_back(equation: Equation) -> None:
    given = read(equation)
    wanted = tuple(map(flattened, given.statements))
    for each in all_notations():
        text = formula(given, each)
        assert tuple(map(flattened, read_back(text, renaming(given, each)))) == wanted, f"{each.id}: {text}"


@EQUATIONS
def test_no_two_letters_of_an_equation_are_one(equation: Equation) -> None:
    given = read(equation)
    for each in all_notations():
        assert not colliding(renaming(given, each).spellings.values()), each.id


@EQUATIONS
@pytest.mark.parametrize("name", CHECKED)
def test_the_checker_finds_nothing_wrong(equation: Equation, name: str) -> None:
    note = note_of(read(equation), notation(name))
    report = check(note, name="note.md")
    found = [each.problem.message for each in report.findings if each.level != "info"]
    assert not found, note
    assert report.statistics.read == report.statistics.formulas


def test_the_solver_gives_both_sides_one_shape() -> None:
    known = 0
    for equation in all_equations():
        note = note_of(read(equation), notation("plain"))
        for shown in equations(analyse("note.md", note.encode(), Settings())):
            term = shown.statement.term
            shapes = {part.term: {str(shape) for shape in part.shapes} for part in shown.parts}
            if not isinstance(term, Relation) or not (shapes.get(term.sides[0]) and shapes.get(term.sides[-1])):
                continue
            known += 1
            left, right = shapes[term.sides[0]], shapes[term.sides[-1]]
            assert left & right, f"{equation.id}: {left} against {right}"
    assert known >= 130


def test_katex_accepts_every_equation_in_strict_mode() -> None:
    folder = katex_folder()
    if folder is None:
        if os.environ.get("CI_NEEDS_KATEX"):
            pytest.fail("KaTeX is not installed")
        pytest.skip("Node or KaTeX is not installed: npm install --global katex, or name its folder in KATEX")
    formulas = [formula(read(equation), each) for equation in all_equations() for each in all_notations()]
    assert complaints(formulas, folder) == []
    ways = [Wanted(notation("prince"), shapes=at) for at in WAYS]
    shaped = [display for way in ways for equation in all_equations() for display in compose(equation.id, way).displays]
    rows = [r" \\ ".join(aligned_rows(display.lines)) for display in shaped]
    assert complaints([rf"\begin{{aligned}} {each} \end{{aligned}}" for each in rows], folder) == []


@EQUATIONS
def test_turned_twice_it_is_itself(equation: Equation) -> None:
    given = read(equation)
    for statement in given.statements:
        assert flattened(dual(dual(statement, given.ranks), given.ranks)) == flattened(statement)
