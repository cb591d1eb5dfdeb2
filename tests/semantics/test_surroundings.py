"""What the words around a statement say of it."""

from __future__ import annotations

import pytest

from symformer.documents.reading import read_document
from symformer.semantics.model import build_model
from symformer.semantics.statement import Statement


def last(text: str) -> Statement:
    return build_model(read_document("note.md", text.encode())).statements[-1]


@pytest.mark.parametrize(
    "text",
    [
        "A common mistake is $2 + 2 = 5$.",
        "One might think that $2 + 2 = 5$, but no.",
        "**Wrong**: $2 + 2 = 5$.",
        "Here $2 + 2 = 5$ is wrong.",
        "Say ~~$2 + 2 = 5$~~ no more.",
    ],
)
def test_called_wrong(text: str) -> None:
    assert last(text).stance == "called wrong"


@pytest.mark.parametrize(
    "text",
    [
        "The error is $2 + 2 = 5$.",
        "Wrong were the others, $2 + 2 = 5$.",
        "A common mistake is 5, but actually $2 + 2 = 5$.",
        "Was it a mistake? Then $2 + 2 = 5$.",
        "Why is $2 + 2 = 5$?",
        "The prediction is $2 + 2 = 5$\n\nThe error is a mistake.",
        "In the next step we would expect $2 + 2 = 5$.",
        "~~Not this~~ but $2 + 2 = 5$ and ~~that~~.",
    ],
)
def test_asserted(text: str) -> None:
    assert last(text).stance == "asserted"


@pytest.mark.parametrize("text", ["Is $2 + 2 = 5$?", "Is it true that $2 + 2 = 5$ holds here? No."])
def test_asked(text: str) -> None:
    assert last(text).stance == "asked"


@pytest.mark.parametrize(
    ("text", "unit"),
    [("It is $2 = 2$ GB.", "GB"), ("It is $2 = 2$M.", "M"), ("It is $2 = 2$ %.", "%"), ("It is $2 = 2$. Yes.", "")],
)
def test_the_unit_behind_a_formula(text: str, unit: str) -> None:
    assert last(text).unit == unit


def test_a_fresh_start() -> None:
    assert last("Now with another matrix $W = 3$").renewed
    assert not last("Another thing. Then $W = 3$").renewed
