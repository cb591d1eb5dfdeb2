"""Names with their scripts, and words: how the last formula of a note is read, with those before it known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.parser import parse
from symformer.terms.show import show_styled

FILE = Path(__file__).with_name("names.txt")


def cases() -> Iterator[tuple[tuple[str, ...], str]]:
    for record in FILE.read_text(encoding="utf-8").split("\n\n")[1:]:
        *note, reading = record.strip("\n").split("\n")
        yield tuple(note), reading.strip()


CASES = list(cases())


@pytest.mark.parametrize(("note", "expected"), CASES, ids=[" ; ".join(note)[:60] for note, _ in CASES])
def test_told_back(note: tuple[str, ...], expected: str) -> None:
    trees = [parse(latex) for latex in note]
    terms = lower_formula(trees[-1], vocabulary_of(trees))
    assert " ;; ".join(show_styled(term) for term in terms) == expected


@pytest.mark.parametrize(
    "opening",
    [r"\mathbf{R}^{u", r"\mathbf{a ", r"\hat{a ", r"O(1 + ", r"k(1 + ", r"out(1 + ", r"x_{i(", r"(u^{"],
    ids=["sets", "fonts", "accents", "orders", "calls or products", "words", "indices", "powers"],
)
def test_what_nests_is_read_once(opening: str) -> None:
    """Both readings of a bracket share what stands in it: twice at every depth would never end."""
    closing = "".join({"{": "}", "(": ")"}[mark] for mark in reversed(opening) if mark in "{(")
    tree = parse(opening * 40 + "x" + closing * 40 + r", \sum_k k, O \in \mathbb{R}^n")
    assert lower_formula(tree, vocabulary_of([tree]))
