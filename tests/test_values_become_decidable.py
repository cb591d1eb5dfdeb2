"""Questions about values: the shortest declaration that would settle a claim does settle it."""

from __future__ import annotations

import pytest

from symformer.algebra.verdict import Proved, Refuted, Unknown, Verdict
from symformer.documents.reading import read_document
from symformer.judging.note import judge_note
from symformer.semantics.model import build_model

# a claim, the question it leaves open, an answer that makes it true and one that makes it false
OPEN = [
    (r"The hidden layer has $f = 4 d = 2048$ units.", "let d = …", "512", "500"),
    (r"Scaled, the score is $\frac{12}{\sqrt{d_k}} = 1.5$.", "let d_k = …", "64", "32"),
    (r"One finds $e^{2 r} \approx 7.39$.", "let r = …", "1", "2"),
    (r"The loss is $-\ln(p) \approx 0.105$.", "let p = …", "0.9", "0.8"),
    (r"With $a = 2$ we get $a x^2 + 1 = 19$.", "let x = …", "3", "4"),
    (
        r"With $S = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ we get $S u = \begin{bmatrix} 3 \\ 7 \end{bmatrix}$.",
        "let u = …",
        "[1, 1]",
        "[1, 2]",
    ),
]


def last_verdict(note: str, *settings: str) -> Verdict:
    model = build_model(read_document("note.md", f"{note}\n".encode()), settings)
    return judge_note(model).judgements[-1].verdict


@pytest.mark.parametrize(("note", "question", "right", "wrong"), OPEN)
def test_the_answer_settles_it(note: str, question: str, right: str, wrong: str) -> None:
    verdict = last_verdict(note)
    assert isinstance(verdict, Unknown)
    assert verdict.settled_by == question
    answered = "<!-- symformer: {} -->\n\n{}"
    assert isinstance(last_verdict(answered.format(question.replace("…", right), note)), Proved)
    assert isinstance(last_verdict(answered.format(question.replace("…", wrong), note)), Refuted)


@pytest.mark.parametrize(("note", "question", "right", "wrong"), OPEN)
def test_the_settings_settle_it_too(note: str, question: str, right: str, wrong: str) -> None:
    assert isinstance(last_verdict(note, question.replace("…", right)), Proved)
    assert isinstance(last_verdict(note, question.replace("…", wrong)), Refuted)


def test_an_answer_holds_in_every_section() -> None:
    note = "<!-- symformer: let d = 500 -->\n\n# One\n\ntext\n\n# Two\n\nThe width is $4 d = 2048$."
    assert isinstance(last_verdict(note), Refuted)
