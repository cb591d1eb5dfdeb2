"""Conservation: every letter, number and prime of the tree appears in what reading makes of it.

It stands in the terms, or in the Unknown kept for it. What a reading may leave out is named in
``TOLERATED`` and in ``uncounted``, each with its reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from symformer.functions import lookup
from symformer.reading.quantities import REMARK
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import NO_NAMES, Vocabulary, vocabulary_of
from symformer.syntax.nodes import Kind, Node, Tree, content, parts
from symformer.syntax.parser import parse
from symformer.terms.show import ACCENTS, FONTS, spell
from symformer.terms.term import (
    Apply,
    Number,
    Sign,
    Space,
    Symbol,
    Term,
    Unknown,
    walk,
)
from tests.reading.test_cases import CASES
from tests.reading.test_names import CASES as NOTES

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "docs"
LARGEST = 600  # longer formulas are read in the same way
STEP = 40  # every so many documents of the corpus

# signs that a reading turns into the kind of a term, and so need not be named again
TOLERATED = {
    "d": "a differential: derivative, integral",
    "partial": "a derivative",
    "∂": "a derivative",
    "nabla": "a gradient",
    "∇": "a gradient",
    "forall": "said of every value, as any formula is",
    "∀": "said of every value, as any formula is",
    "T": "a transpose",
    "H": "a conjugate transpose",
    "t": "a transpose",
    "top": "a transpose",
    "⊤": "a transpose",
    "intercal": "a transpose",
    "E": "an expectation",
    "|": "a bar that stands for an evaluation",
    "‖": "a bar that stands for a norm",
    "circ": "degrees",
    "ℝ": "a set, which is spelled R",
    "ℕ": "a set, which is spelled N",
    "ℤ": "a set, which is spelled Z",
}
# names that reading itself gives, and that show nothing of what is written
MADE = frozenset(
    "tuple set family range given versus quantity derivative gradient absolute norm floor ceil ket inner evaluated "
    "binomial percent factorial degrees determinant expectation sqrt mod".split()
)
_FONTS = "|".join((*ACCENTS, *FONTS, "sans", "widehat", "widetilde"))
STYLES = re.compile(rf"(?<![A-Za-z])(?:{_FONTS})(?=\()|^(?:accent|inverse|interval|prefix|postfix) ")


def lost(tree: Tree, vocabulary: Vocabulary) -> set[str]:
    """The names, numbers and primes of a tree that its terms do not show."""
    terms = lower_formula(tree, vocabulary)
    shown = "\n".join(text for term in terms for text in texts(term))
    return {name for name in identifiers(tree.root) if name not in TOLERATED and not is_shown(name, shown)}


def is_shown(name: str, shown: str) -> bool:
    """Whether an identifier stands in what the terms show; 21 may stand there as the two indices 2 and 1."""
    if name.isdigit() and len(name) == 2:
        return name in shown or all(digit in shown.split("\n") for digit in name)
    return bare(name) in shown or name in shown


def bare(name: str) -> str:
    """A name without its fonts and accents: ``bold(W)_1`` is W_1, and the b of bold is no b of the formula."""
    return "".join(each for each in unicodedata.normalize("NFKD", spell(name)) if not unicodedata.combining(each))


def texts(term: Term) -> Iterator[str]:
    """All that a term carries in words, letters and digits."""
    for part in walk(term):
        match part:
            case Symbol():
                yield bare(STYLES.sub("", part.name))
            case Number():
                yield part.printed.text if part.printed is not None else str(part.value)
            case Sign():
                yield part.text
            case Apply(function="indicator"):
                yield "1"  # \mathbf{1}[x > 0]
            case Apply():
                yield "" if part.function in MADE else bare(STYLES.sub("", part.function))
            case Space():
                yield part.domain
            case Unknown():
                yield part.text


def identifiers(node: Node) -> Iterator[str]:
    """The names, words, numbers and primes of a tree that a reading has to show."""
    stack = [node]
    while stack:
        top = stack.pop()
        if top.kind is Kind.PRIME:
            yield "'"
        elif top.kind is Kind.NAME and top.text[:1].isalnum() or top.kind is Kind.WORD and lookup(top.text) is None:
            yield top.text
        elif top.kind is Kind.NUMBER:
            yield top.text.lstrip("0") or "0"
        stack.extend(child for child in reversed(top.children) if not uncounted(top, child))


def uncounted(parent: Node, child: Node) -> bool:
    """What carries no mathematics: remarks, notes under braces, over arrows and signs, the 2 of a square root."""
    if parent.kind is Kind.RELATION or child.kind is Kind.WORD and REMARK.fullmatch(child.text):
        return True
    if parent.kind is Kind.ANNOTATED:
        return child.kind in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT)
    if parent.kind is Kind.RADICAL and child.kind is Kind.SUPERSCRIPT:
        return content(child).text == "2"
    return parent.kind is Kind.WORD or (child.kind is Kind.CELL and not parts(child))


@pytest.mark.parametrize("latex", [latex for latex, _ in CASES], ids=[latex[:50] for latex, _ in CASES])
def test_nothing_is_lost_of_a_formula(latex: str) -> None:
    tree = parse(latex)
    assert lost(tree, vocabulary_of([tree])) == set()


@pytest.mark.parametrize("note", [note for note, _ in NOTES], ids=[" ; ".join(note)[:60] for note, _ in NOTES])
def test_nothing_is_lost_of_a_note(note: tuple[str, ...]) -> None:
    trees = [parse(latex) for latex in note]
    vocabulary = vocabulary_of(trees)
    assert [lost(tree, vocabulary) for tree in trees] == [set()] * len(trees)


def test_a_loss_is_seen() -> None:
    read = "\n".join(text for term in lower_formula(parse(r"\mathbf{W} + \sigma(u)"), NO_NAMES) for text in texts(term))
    assert [name for name in ("W", "1", "'", "b", "u", "sigma", "o") if not is_shown(name, read)] == [
        "1",
        "'",
        "b",
        "o",
    ]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public notes is not on this machine")
def test_nothing_is_lost_in_the_corpus() -> None:
    """Of the formulas of other people, at most two in a thousand lose anything."""
    from symformer.documents.reading import read_document
    from symformer.syntax.macros import collect_macros, expand

    read = 0
    losses: list[str] = []
    for path in sorted(path for path in CORPUS.rglob("*") if path.suffix in (".md", ".ipynb", ".tex"))[::STEP]:
        document = read_document(str(path), path.read_bytes())
        macros = collect_macros(document.source.text)
        trees = [parse(expand(formula.latex, macros).text) for formula in document.formulas]
        vocabulary = vocabulary_of(trees)
        for tree in trees:
            if tree.read and len(tree.input) <= LARGEST:
                read += 1
                if missing := lost(tree, vocabulary):
                    losses.append(f"{path.name}: {sorted(missing)} of {tree.input}")
    assert read > 200
    assert len(losses) <= read * 0.002, "\n".join(losses[:40])
