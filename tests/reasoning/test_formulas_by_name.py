"""Formulas that a heading or a sentence names, right and with one edit: what a reader is told of them.

``formulas_by_name.txt`` holds headings with a sentence, and below each formulas that are right (in several ways to
write them) or wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symformer.analysis import check

RULES = frozenset({"cited-equation-differs", "near-miss-of-standard"})


def cases() -> Iterator[tuple[str, str, str]]:
    """The kind, the words and the formula of each."""
    heading = sentence = ""
    for line in (Path(__file__).parent / "formulas_by_name.txt").read_text("utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "#":
            heading, sentence = line, ""
        elif kind in ("right", "wrong"):
            yield kind, f"{heading}\n\n{sentence}", rest
        elif line:
            sentence = line


@pytest.mark.parametrize(("kind", "words", "formula"), list(cases()))
def test_a_formula_is_told_of_where_it_is_wrong(kind: str, words: str, formula: str) -> None:
    told = {each.rule for each in check(f"{words}\n\n$$ {formula} $$\n").findings} & RULES
    assert bool(told) == (kind == "wrong"), told
