r"""A regular expression with cues finds what it finds without them."""

from __future__ import annotations

import re

import pytest

from symformer.text.cued import Cued
from symformer.text.cues import DIGIT, cues_of


@pytest.mark.parametrize(
    ("pattern", "cues"),
    [
        ("softmax", [("softmax",)]),
        ("soft-?max", [("soft",), ("max",)]),
        ("rows?|columns?", [("row", "column")]),
        ("(?:each )?row", [("row",)]),
        ("(?P<what>mean|average)s* of", [("mean", "average"), (" of",)]),
        ("abc+d{2}ef", [("abc",), ("def",)]),
        ("abc*", []),
        ("abcd*", [("abc",)]),
        (r"\bnorm(?!al)", [("norm",)]),
        (r"(?<=sum of )\d", [(DIGIT,)]),
        (r"[行列]\s*的", [("的",), ("行", "列")]),
        (r"[^行]", []),
        (r"[a-z]+", []),
        (r"\u884c", [("行",)]),
        (r"x{,\}y%", [("x{,}y%",)]),
        ("a|softmax", []),
        ("(?i:softmax)", []),
        ("(sum)(?(1)of|to)", []),
        ("increase|increased|increasing", [("increase", "increasing")]),
    ],
)
def test_cues(pattern: str, cues: list[tuple[str, ...]]) -> None:
    assert sorted(cues_of(pattern)) == sorted(cues)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("sink", "SİNK"),
        ("sink", "ſınK"),
        ("softmax", "SoftMax"),
        (r"\d+ tokens", "３ tokens"),
        ("größe", "GRÖẞE or GRÖßE"),
        ("行[\\s]*和", "每行 和"),
    ],
)
def test_case_and_digits_of_any_script(pattern: str, text: str) -> None:
    for flags in (0, re.IGNORECASE):
        plain, cued = re.compile(pattern, flags).search(text), Cued(pattern, flags).search(text)
        assert (plain and plain.span()) == (cued and cued.span())


def test_it_is_used_as_a_compiled_expression() -> None:
    sums = Cued(r"(?P<n>\d+) rows?")
    text = "2 rows, 3 columns, 1 row"
    assert [each["n"] for each in sums.finditer(text)] == sums.findall(text) == ["2", "1"]
    assert sums.search(text, 0, 4) is None
    assert sums.search(text, 7) is not None
    assert sums.match("3 columns") is None
    assert sums.fullmatch(text, 0, 6) is not None
    assert sums.sub("x", text) == "x, 3 columns, x"
    assert sums.sub("x", "3 columns") == "3 columns"
    found = sums.search(text)
    assert found is not None
    assert sums.made(found)
    assert not Cued("row").made(found)
