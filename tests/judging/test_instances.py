"""Single values of a function of position and column against its definition."""

from __future__ import annotations

from symformer.analysis import check

DEFINITION = r"""
$$ PE(pos, 2i) = \sin(pos / 10000^{2i/d}), \quad PE(pos, 2i+1) = \cos(pos / 10000^{2i/d}) $$

With $d = 4$:

"""


def errors(*values: str) -> list[str]:
    note = DEFINITION + "\n\n".join(f"${value}$" for value in values)
    return [finding.rule for finding in check(note).findings if finding.level == "error"]


FIRST = r"PE(1, 0) = \sin(1) \approx 0.84"
SECOND = r"PE(1, 2) = \sin(1/10000^{2/4}) \approx 0.01"


def test_the_wrong_index_in_the_working() -> None:
    assert errors(FIRST, SECOND, r"PE(1, 1) = \cos(1/10000^{2/4}) \approx 1.00") == ["value-differs"]


def test_the_right_index() -> None:
    assert errors(SECOND, r"PE(1, 1) = \cos(1/10000^{0/4}) \approx 0.54", r"PE(2, 0) = \sin(2) \approx 0.91") == []


def test_notes_that_count_pairs_are_left_alone() -> None:
    assert errors(r"PE(1, 1) = \cos(1/10000^{2/4}) \approx 1.00", r"PE(2, 1) = \sin(2/10000^{2/4}) \approx 0.02") == []
