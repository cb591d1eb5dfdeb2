"""Questions about sizes, answered from what a note says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from symformer.algebra.dimension import Dimension
from symformer.algebra.unify import Different, Equal, NotKnown, Theory
from symformer.documents.reading import ALONE, read_document
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel, build_model
from symformer.semantics.shapes.expressions import dimension_of
from symformer.semantics.shapes.facts import Facts
from symformer.semantics.symbols import SymbolTable
from symformer.terms.term import NOWHERE, Relation, Symbol

ANSWERS = {"equal": Equal, "different": Different, "not known": NotKnown}


@dataclass(frozen=True)
class Question:
    name: str
    says: str
    asks: str
    answer: str
    because: str


def questions() -> list[Question]:
    text = (Path(__file__).parent / "dimension_problems.txt").read_text("utf-8")
    blocks = [
        [line for line in block.splitlines() if line and not line.startswith("#")] for block in text.split("\n\n")
    ]
    found = []
    for name, says, asks, told in (block for block in blocks if block):
        answer = next(each for each in ANSWERS if told.strip().startswith(each))
        found.append(
            Question(
                name,
                says.split(maxsplit=1)[1],
                asks.split(maxsplit=1)[1],
                answer,
                told.strip().removeprefix(answer).strip(),
            )
        )
    return found


def model_of(note: str) -> SemanticModel:
    return build_model(read_document("note.md", note.encode(), ALONE))


def sizes_of(equation: str) -> tuple[Dimension, Dimension]:
    """The two sides of a question, which stands in no note: asking is not telling."""
    term = model_of(f"${equation}$").shapes[0].statement.term
    assert isinstance(term, Relation)
    left, right = (dimension_of(side) for side in term.sides)
    assert left is not None and right is not None
    return left, right


def theory_of(note: str, *asked: Dimension) -> Theory:
    """What a note says of sizes; the letters of the question are sizes, whether it says so or not."""
    model = model_of(note)
    letters = {letter for size in asked for letter in size.letters}
    for declaration in model.table.declarations:
        for told in (declaration.symbol, declaration.value):
            size = dimension_of(told) if told is not None else None
            letters |= size.letters if size is not None else frozenset()
    known = (Declaration(Symbol(letter), NOWHERE, NOWHERE, 0, role="dimension") for letter in sorted(letters))
    table = SymbolTable.of([*model.table.declarations, *known])
    return Facts(model.document, table).theory(len(note))


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.name)
def test_the_answer_is_right_and_says_why(question: Question) -> None:
    left, right = sizes_of(question.asks)
    theory = theory_of(question.says, left, right)
    answer = theory.compare(left, right)
    assert isinstance(answer, ANSWERS[question.answer]), answer
    assert theory.compare(right, left) == answer or type(theory.compare(right, left)) is type(answer)
    match answer:
        case Equal(trail):
            told = "; ".join(map(str, trail))
        case Different(reason, trail):
            told = "; ".join([reason, *map(str, trail)])
        case _:
            told = ""
    assert question.because in told


def test_there_are_enough_of_each_answer() -> None:
    counts = {answer: sum(each.answer == answer for each in questions()) for answer in ANSWERS}
    assert len(questions()) >= 20
    assert counts["different"] >= 3 and counts["not known"] >= 3
