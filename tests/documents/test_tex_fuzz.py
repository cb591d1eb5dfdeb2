"""LaTeX of any kind, macros of any kind, files of any kind: read, bounded, and every place is one of a file.

python -m tests.documents.test_tex_fuzz 100000    # how many inputs of each kind; default 1000
"""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.documents.includes import Included, Surroundings
from symformer.documents.reading import read_document
from symformer.semantics.formulas import parse_formulas
from symformer.syntax.macros import collect_macros, expansion
from symformer.text.mapped import MappedText
from symformer.text.span import Span
from tests.documents.test_fuzz import check

PIECES = (
    r"\newcommand{\a}[1]{#1_\b} \newcommand\b{x} \renewcommand{\phi}{\phi_0} \def\f(#1,#2){#2#1} \def\a{\a\a} \let\c\a \let\phi\psi"
    r" \NewDocumentCommand{\g}{s O{x} m}{\IfBooleanTF{#1}{#2}{#3}} \DeclareMathOperator*{\h}{h} \DeclarePairedDelimiterX\i[2]{(}{)}{#1;#2}"
    r" \newenvironment{m}[1]{\begin{pmatrix}#1}{\end{pmatrix}} \newenvironment{q}{\begin{equation}}{\end{equation}} \def\be{\begin{equation}}"
    r" \def\ee{\end{equation}} \newcommand{\dk}{$d$} \newcommand{\open}{ \newif\ifx \xtrue \ifx \else \fi \iffalse \ifmmode \be \ee \dk \a \b{x}"
    r" \c \f(1,2) \g*[y]{z} \g \h \i{a}{b} \phi \begin{m}{1} \end{m} \begin{q} \end{q} \begin{align} \end{align} \begin{document}"
    r" \end{document} \documentclass{x} \usepackage{own} \input{one} \input{two} \include{gone} \import{sub/}{one} \endinput \footnote{ \section{"
    r" \caption{ \begin{theorem}[t] \end{theorem} \begin{frame}{t} \item<1->[x] \only<2>{ \tikz \draw; \ensuremath{ \cite{k} \emph{"
    r" \begin{tabular}{ll} \end{tabular} \\ & $ $$ \( \) \[ \] { } [ ] % %\n \n \n\n # #1 x _ ^ = \url{%} \verb|$| ~ é \ @"
).split(" ")


LINES = {"%\\n": "%\n", "\\n": "\n", "\\n\\n": "\n\n"}  # written as in a raw string


def soup(chance: random.Random, length: int = 30) -> str:
    """A text of pieces of LaTeX."""
    pieces = (LINES.get(piece := chance.choice(PIECES), piece) for _ in range(chance.randrange(length)))
    return "".join(piece + chance.choice(("", "", " ", "\n")) for piece in pieces)


def check_note(chance: random.Random) -> None:
    """One document of up to four files."""
    files = {name: soup(chance) for name in ("one.tex", "two.tex", "sub/one.tex", "own.sty")}

    def include(name: str) -> Included | None:
        checked = name != "two.tex" or chance.random() < 0.7
        return Included(f"at/{name}", files[name].encode(), checked=checked) if name in files else None

    raws = {"main.tex": soup(chance, 60)}
    document = read_document("main.tex", raws["main.tex"].encode(), Surroundings(include, soup(chance, 5)))
    raws |= {file.uri: files[file.uri.removeprefix("at/")] for file in document.source.files}
    check(document)
    for formula in document.formulas:
        start, end = document.source.places(formula.span)
        assert start.uri == end.uri
        lines = raws[start.uri or "main.tex"].split("\n")
        assert 1 <= start.line <= end.line <= len(lines)
        assert 1 <= start.column <= len(lines[start.line - 1]) + 1
    for read in parse_formulas(document, collect_macros(document.definitions)):
        for leaf in (Span(at, at + 1) for at in range(len(read.latex.text))):
            origin = read.latex.origin_span(leaf)
            assert 0 <= origin.start <= origin.end <= len(document.source.text)


def check_expansion(chance: random.Random) -> None:
    """One formula with the macros of one text."""
    text = soup(chance)
    macros = collect_macros(soup(chance, 15))
    made = expansion(MappedText.identity(text, 100), macros)
    assert made.refusal is None or made.latex.text == text
    assert "".join(made.latex.text[s.start : s.end] for s in made.latex.segments) == made.latex.text
    for at in range(len(made.latex.text)):
        origin = made.latex.origin_span(Span(at, at + 1))
        assert 100 <= origin.start < origin.end <= 100 + len(text)
    whole = made.latex.origin_span(Span(0, len(made.latex.text)))
    assert 100 <= whole.start <= whole.end <= 100 + len(text)


@pytest.mark.parametrize("kind", [check_note, check_expansion])
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_latex_is_read(kind: object, seed: int) -> None:
    assert callable(kind)
    kind(random.Random(seed))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    for seed in range(count):
        for each in (check_note, check_expansion):
            try:
                each(random.Random(seed))
            except Exception:
                print(f"{each.__name__}, seed {seed}")
                raise
    print(f"{count:,} notes and {count:,} expansions")
