"""Tables whose columns are headed by formulas."""

from __future__ import annotations

import pytest

from symformer.analysis import check


def rules(note: str) -> list[tuple[str, str]]:
    return [(finding.rule, finding.level) for finding in check(note).findings]


def table(head: str, *rows: str) -> str:
    width = head.count("|") - 1
    return "\n".join([head, "|" + "---|" * width, *rows]) + "\n"


def test_a_column_is_worked_out_again() -> None:
    rows = ("| 2 | 8 |", "| 3 | 27 |", "| 4 | 46 |")
    assert rules(table("| $n$ | $n^3$ |", *rows)) == [("table-contradicts-formula", "error")]
    assert rules(table("| $n$ | $n^3$ |", *rows[:2], "| 4 | 64 |")) == []


def test_rounded_inputs_are_no_fault() -> None:
    assert rules(table("| $x$ | $2 x$ |", "| 0.33 | 0.67 |", "| 0.25 | 0.50 |")) == []


@pytest.mark.parametrize("head", ["| $n$ | $n^3$ (MB) |", "| $n$ | $m^3$ |", "| size | $n^3$ |"])
def test_other_columns_are_left_alone(head: str) -> None:
    assert rules(table(head, "| 2 | 8 |", "| 3 | 27 |", "| 4 | 46 |")) == []


def test_a_column_that_shows_something_else() -> None:
    assert rules(table("| $n$ | $n^3$ |", "| 2 | 1.5 |", "| 3 | 2.5 |", "| 4 | 64 |")) == []


def test_thousands_and_emphasis() -> None:
    note = table("| $n$ | $n^2$ |", "| 512 | 262,144 |", "| **1,000** | **1000000** |", "| 10 | 110 |")
    assert rules(note) == [("table-contradicts-formula", "error")]
