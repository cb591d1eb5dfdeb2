"""Formulas read and told back in one line: checked by hand, and no letter of the source may be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.nodes import Kind, Node, Tree, content, parts, walk
from symformer.syntax.parser import parse
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Symbol, Term, children
from symformer.terms.term import walk as walk_term

FILE = Path(__file__).with_name("cases.txt")
READ_AS_SIGNS = frozenset({"d", "partial", "nabla", "E", "T", "top", "intercal", "R", "Z", "N", "C", "ℝ", "forall"})


def cases() -> Iterator[tuple[str, str]]:
    for record in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = record.strip("\n").split("\n")
        if not lines[0].startswith("# "):
            yield lines[0], lines[1].strip()


CASES = list(cases())


def read(latex: str) -> tuple[Tree, tuple[Term, ...]]:
    tree = parse(latex)
    return tree, lower_formula(tree, vocabulary_of([tree]))


@pytest.mark.parametrize(("latex", "expected"), CASES, ids=[latex[:50] for latex, _ in CASES])
def test_told_back(latex: str, expected: str) -> None:
    _, terms = read(latex)
    assert " ;; ".join(show_styled(term) for term in terms) == expected


@pytest.mark.parametrize("latex", [latex for latex, _ in CASES], ids=[latex[:50] for latex, _ in CASES])
def test_no_letter_is_lost(latex: str) -> None:
    """Every letter of the tree stands somewhere in the names of the terms."""
    tree, terms = read(latex)
    named = Counter("".join(name for term in terms for name in names(term)))
    lost = {letter for letter in letters(tree.root) if not named[letter[0]] and letter not in READ_AS_SIGNS}
    assert lost == set()


def names(term: Term) -> Iterator[str]:
    for part in walk_term(term):
        match part:
            case Symbol():
                yield part.name
            case Apply():
                yield part.function
            case _ if not list(children(part)):
                yield show_styled(part)
            case _:
                yield getattr(part, "domain", "")


def letters(node: Node) -> Iterator[str]:
    notes = {
        id(inner)
        for each in walk(node)
        if each.kind is Kind.ANNOTATED
        for part in parts(each)
        if part.kind in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT)
        for inner in walk(part)
    }
    for each in walk(node):
        if each.kind is Kind.NAME and id(each) not in notes and each.text[:1].isalpha():
            yield content(each).text


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 120
