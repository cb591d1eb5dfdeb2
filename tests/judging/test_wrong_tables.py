"""What is added to a wrong table carries its fault on, and is no fault of its own."""

from __future__ import annotations

from symformer.analysis import check

NOTE = r"""
$$ PE(pos, 2i) = \sin(pos / 10000^{{2i/d}}), \quad PE(pos, 2i+1) = \cos(pos / 10000^{{2i/d}}) $$

$$ X = \begin{{bmatrix}} 0.10 & 0.20 \\ 0.30 & 0.40 \\ 0.50 & 0.60 \end{{bmatrix}} $$

| Position | PE (d=2) |
|---|---|
| 0 | [0.00, 1.00] |
| 1 | [0.84, 0.54] |
| 2 | [0.91, {entry}] |

$$ Y = X + PE $$

$$ Y = \begin{{bmatrix}} 0.10 & 1.20 \\ 1.14 & 0.94 \\ 1.41 & {total} \end{{bmatrix}} $$
"""


def test_the_sum_carries_the_fault_on() -> None:
    findings = check(NOTE.format(entry="0.42", total="1.02")).findings
    assert [(finding.rule, finding.level) for finding in findings] == [
        ("table-contradicts-formula", "error"),
        ("carried-on", "info"),
    ]
    assert findings[1].causes == (findings[0].id,)


def test_a_sound_table_has_no_echo() -> None:
    assert check(NOTE.format(entry="-0.42", total="0.18")).findings == ()


def test_a_wrong_sum_of_a_sound_table_is_a_fault() -> None:
    findings = check(NOTE.format(entry="-0.42", total="1.02")).findings
    assert [(finding.rule, finding.level) for finding in findings] == [("value-differs", "error")]
