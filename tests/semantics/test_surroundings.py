"""What the words around a statement say of it."""

from __future__ import annotations

import pytest

from symformer.documents.reading import read_document
from symformer.semantics.model import build_model
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled


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
        "On slide 4, for $2 + 2 = 5$ read the true sum.",
        "Replace $2 + 2 = 5$ by the true sum.",
        "The sum was printed as $2 + 2 = 5$.",
        "I wrote $2 + 2 = 5$, sorry.",
        "It is 4 (not $2 + 2 = 5$).",
        "Find the error: $2 + 2 = 5$.",
        "Some have $2 + 2 = 5$. Nonsense!",
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
        "For $2 + 2 = 5$ we read the table.",
        "Here $2 + 2 = 5$. It should be noted that $1$ is left.",
        "It was given as $2 + 2 = 5$ (not by us).",
        "~~Not this~~ but $2 + 2 = 5$ and ~~that~~.",
    ],
)
def test_asserted(text: str) -> None:
    assert last(text).stance == "asserted"


@pytest.mark.parametrize(
    "text",
    [
        "True or false: $2 + 2 = 5$.",
        "Which of these hold? (a) $2 + 2 = 5$",
        "Is $2 + 2 = 5$?",
        "Is it true that $2 + 2 = 5$ holds here? No.",
    ],
)
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A share lies in the interval $(0, 1)$.", "(0, 1)"),
        ("Angles are in the range $(-\\pi, \\pi)$.", "(-π, π)"),
        ("值在区间 $(0, 1)$ 内。", "(0, 1)"),
        ("It runs over the half-open interval $[0, 1)$.", "[0, 1)"),
        ("The point $(0, 1)$ lies above.", "[0, 1]"),
        ("The shape is $(n, d)$.", "[n, d]"),
        ("They range from $(2, 3)$ to more.", "[2, 3]"),
        ("We arrange $(a, b)$ in order.", "[a, b]"),
    ],
)
def test_a_pair_that_words_call_an_interval(text: str, told: str) -> None:
    assert show_styled(last(text).term) == told
