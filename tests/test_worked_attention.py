"""Every number of ``notes/worked-attention.md`` follows, correctly rounded, from the inputs it shows."""

from __future__ import annotations

import re
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

import pytest
from literate import line_of

from symformer.analysis import check

getcontext().prec = 40
NOTE = (Path(__file__).resolve().parent.parent / "notes" / "worked-attention.md").read_text("utf-8")
ROOT = Decimal(2).sqrt()
HALF_UNIT = Decimal("0.0005")

Matrix = list[list[Decimal]]


def printed(name: str) -> Matrix:
    """The last matrix of the display that begins with ``name =``, or of that name among several."""
    found = re.search(rf"(?:\$\$|\\quad) {re.escape(name)} = (.*?)(?:, \\quad|\$\$)", NOTE)
    assert found is not None, name
    rows = re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", found[1])[-1]
    return [[Decimal(cell.strip()) for cell in row.split("&")] for row in rows.split(r"\\")]


def product(left: Matrix, right: Matrix) -> Matrix:
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), Decimal()) for column in zip(*right, strict=True)]
        for row in left
    ]


def transpose(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def softmax(row: list[Decimal]) -> list[Decimal]:
    exponentials = [score.exp() for score in row]
    return [each / sum(exponentials) for each in exponentials]


X = printed("X")
Q, K, V = (product(X, printed(name)) for name in ("W_Q", "W_K", "W_V"))
SCORES = product(Q, transpose(K))
SCALED = [[score / ROOT for score in row] for row in SCORES]
WEIGHTS = [softmax(row) for row in SCALED]
OUTPUT = product(WEIGHTS, V)


def rounds_to(value: Decimal, shown: Decimal) -> bool:
    return abs(value - shown) <= HALF_UNIT


@pytest.mark.parametrize(
    ("name", "matrix"), [("Q", Q), ("K", K), ("V", V), (r"K^\top", transpose(K)), (r"Q K^\top", SCORES)]
)
def test_integers_are_exact(name: str, matrix: Matrix) -> None:
    assert printed(name) == matrix


@pytest.mark.parametrize(("name", "matrix"), [("S", SCALED), ("A", WEIGHTS), ("O", OUTPUT)])
def test_decimals_are_rounded(name: str, matrix: Matrix) -> None:
    shown = printed(name)
    assert [len(row) for row in shown] == [len(row) for row in matrix]
    for shown_row, row in zip(shown, matrix, strict=True):
        assert all(rounds_to(value, cell) for value, cell in zip(row, shown_row, strict=True))


def test_exponentials_are_rounded() -> None:
    found = re.findall(r"e\^\{\\frac\{(\d)\}\{\\sqrt\{2\}\}\} \\approx ([\d.]+)", NOTE)
    assert {Decimal(numerator) for numerator, _ in found} == {score for row in SCORES for score in row} - {Decimal(0)}
    for numerator, value in found:
        assert rounds_to((Decimal(numerator) / ROOT).exp(), Decimal(value))


def test_rows_of_quotients_follow_from_what_they_print() -> None:
    rows = re.findall(r"\\left\((.*?)\\right\) \\approx \((.*?)\)", NOTE)
    assert len(rows) == len(WEIGHTS)
    for (quotients, results), truth in zip(rows, WEIGHTS, strict=True):
        for (above, below), shown, value in zip(
            re.findall(r"\\frac\{([\d.]+)\}\{([\d.]+)\}", quotients), results.split(","), truth, strict=True
        ):
            assert rounds_to(Decimal(above) / Decimal(below), Decimal(shown.strip()))
            assert rounds_to(value, Decimal(shown.strip()))


def test_sums_of_products_are_exact() -> None:
    number = r"\d+(?:\.\d+)?"
    sums = re.findall(rf"({number}(?: (?:\+|\\cdot) {number})+) = ({number})", NOTE)
    assert len(sums) > 10
    for left, right in sums:
        total = Fraction()
        for term in left.split("+"):
            value = Fraction(1)
            for factor in term.split(r"\cdot"):
                value *= Fraction(factor.strip())
            total += value
        assert total == Fraction(right), left


def _changed() -> list[tuple[int, str]]:
    """Each result that the displays print, changed in its last digit, with its line."""
    notes: list[tuple[int, str]] = []
    for display in re.finditer(r"\$\$.*?\$\$", NOTE):
        signs = [sign.end() for sign in re.finditer(r"(?:=|\\approx)(?= (?:\d|\\begin|\())", display[0])]
        if not re.search(r"\\cdot|\\approx|Q K|X W", display[0]):
            continue  # an input, which may be any number
        for number in re.finditer(r"(?<![\w.{^])\d+(?:\.\d+)?(?![\w.}])", display[0][signs[-1] :]):
            start = display.start() + signs[-1] + number.start()
            last = (int(number[0][-1]) + 3) % 10
            end = start + len(number[0])
            notes.append((NOTE.count("\n", 0, start) + 1, f"{NOTE[: end - 1]}{last}{NOTE[end:]}"))
    return notes


def test_no_result_can_be_changed_unnoticed() -> None:
    changed = _changed()
    assert len(changed) > 50
    for line, note in changed:
        report = check(note, name="worked-attention.md")
        assert line in {line_of(finding, report) for finding in report.findings if finding.level == "error"}, line
