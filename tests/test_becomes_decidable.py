"""A note that says what it cannot decide becomes decidable by the declaration it asks for."""

from __future__ import annotations

import pytest

from symformer.algebra.verdict import Proved, Refuted, Unknown, Verdict
from symformer.analysis import check

# a note with one open question · what it asks for · an answer that makes it right, one that makes it wrong
# · the rule that then reports it
OPEN = {
    "a factor of a product": (
        r"Let $Q \in \mathbb{R}^{n \times k}$. The scores are $S = Q P$.",
        "let P: …",
        ("k × m", "n × k"),
        "inner-dimensions-differ",
    ),
    "the weights of a layer": (
        r"With $X \in \mathbb{R}^{n \times d}$ the output is $Y = X W \in \mathbb{R}^{n \times c}$.",
        "let W: …",
        ("d × c", "d × n"),
        "declared-shape-differs",
    ),
    "a term of a sum": (
        r"The layer is $Z = H + R$ with $H \in \mathbb{R}^{n \times d}$.",
        "let R: …",
        ("n × d", "d × n"),
        "sum-shapes-differ",
    ),
    "a bias, one row for all": (
        r"With $X \in \mathbb{R}^{6 \times 3}$ and $W \in \mathbb{R}^{3 \times 4}$ we get $Y = X W + b$.",
        "let b: …",
        ("4", "9"),
        "sum-shapes-differ",
    ),
    "the argument of a softmax": (
        r"The weights are $\operatorname{softmax}(S) \in \mathbb{R}^{n \times m}$.",
        "let S: …",
        ("n × m", "m × n"),
        "declared-shape-differs",
    ),
    "a mask": (
        r"With $Q, K \in \mathbb{R}^{n \times k}$ the scores are $S = Q K^\top + B$.",
        "let B: …",
        ("n × n", "n × k"),
        "sum-shapes-differ",
    ),
    "the map behind joined heads": (
        r"Let $A, B \in \mathbb{R}^{n \times p}$. Then $\operatorname{Concat}(A, B) U \in \mathbb{R}^{n \times d}$.",
        "let U: …",
        ("2p × d", "p × d"),
        "inner-dimensions-differ",
    ),
    "a transpose": (
        r"Let $F \in \mathbb{R}^{5 \times 7}$. Then $G = F T^\top \in \mathbb{R}^{5 \times 2}$.",
        "let T: …",
        ("2 × 7", "7 × 2"),
        "inner-dimensions-differ",
    ),
}
CASES = [pytest.param(*case, id=name) for name, case in OPEN.items()]


def verdict_on(note: str) -> Verdict:
    """The verdict on the one claim of a note."""
    report = check(note + "\n", name="note.md")
    assert not report.failures
    (claim,) = report.claims
    return claim.verdict


def answered(note: str, question: str, answer: str) -> str:
    return f"<!-- symformer: {question.replace('…', answer)} -->\n\n{note}"


@pytest.mark.parametrize(("note", "question", "answers", "rule"), CASES)
def test_the_open_question_names_what_would_settle_it(
    note: str, question: str, answers: tuple[str, str], rule: str
) -> None:
    verdict = verdict_on(note)
    assert isinstance(verdict, Unknown)
    assert verdict.settled_by == question


@pytest.mark.parametrize(("note", "question", "answers", "rule"), CASES)
def test_a_fitting_declaration_proves_the_claim(note: str, question: str, answers: tuple[str, str], rule: str) -> None:
    settled = answered(note, question, answers[0])
    assert isinstance(verdict_on(settled), Proved)
    assert check(settled, name="note.md").findings == ()


@pytest.mark.parametrize(("note", "question", "answers", "rule"), CASES)
def test_a_conflicting_declaration_reports_a_fault(
    note: str, question: str, answers: tuple[str, str], rule: str
) -> None:
    settled = answered(note, question, answers[1])
    assert isinstance(verdict_on(settled), Refuted)
    assert [(finding.rule, finding.level) for finding in check(settled, name="note.md").findings] == [(rule, "error")]
