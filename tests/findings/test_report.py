from __future__ import annotations

from symformer.algebra.verdict import Proved, Refuted, Supported, Unknown
from symformer.findings.report import CheckedClaim, Report, Statistics, count, open_questions
from symformer.text.span import Span


def claim(verdict: object, at: int = 0) -> CheckedClaim:
    return CheckedClaim(Span(at, at + 1), "numeric", verdict)  # type: ignore[arg-type]


CLAIMS = (
    claim(Proved("exact arithmetic")),
    claim(Supported((("n", 3),), 1)),
    claim(Refuted((("sum", "2"),))),
    claim(Unknown("undeclared symbol", "let k = 4"), 30),
    claim(Unknown("undeclared symbol", "let k = 4"), 20),
    claim(Unknown("no axis", "let softmax = rows"), 10),
    claim(Unknown("a published score"), 5),
)


def test_every_claim_is_counted_once() -> None:
    counted = count(CLAIMS, formulas=9, read=8, typed=7, skipped=6)
    assert (counted.claims, counted.proved, counted.supported, counted.refuted, counted.unknown) == (7, 1, 1, 1, 4)
    assert counted.unknown_reasons == {"undeclared symbol": 2, "no axis": 1, "a published score": 1}
    assert sum(counted.unknown_reasons.values()) == counted.unknown


def test_documents_add_up() -> None:
    one = count(CLAIMS, formulas=9, read=8, typed=7, skipped=6)
    assert one + Statistics() == one
    assert (one + one).unknown_reasons["undeclared symbol"] == 4
    assert (one + one).formulas == 18


def test_the_declaration_that_settles_most_comes_first() -> None:
    questions = open_questions(Report("note.md", None, claims=CLAIMS))
    assert [(each.settled_by, each.count) for each in questions] == [
        ("let k = 4", 2),
        ("let softmax = rows", 1),
        (None, 1),
    ]
    assert questions[0].span == Span(20, 21)
