from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from semantics.reading_words import note, read, show

from symformer.documents.document import Document, Worksheet
from symformer.semantics.carriers.tables import declarations_in_tables, statements_in_tables
from symformer.semantics.carriers.worksheets import statements_in_worksheets, worked
from symformer.semantics.prose.concepts import CONCEPTS, concept_of
from symformer.semantics.prose.plain import plain_latex
from symformer.terms.term import Number, walk
from symformer.text.source import Source
from symformer.text.span import Span

SYMBOLS = """
| Meaning | Symbol | Shape |
|---|---|---|
| Query matrix | $Q$ | $n \\times d_k$ |
| number of heads | $h$ | scalar |
| one of the letters | $x_i$ | (n, d) |
"""


def test_a_symbol_table_in_any_column_order() -> None:
    found = declarations_in_tables(note(SYMBOLS), read)
    rows = [(show(d.symbol), d.concept, d.sizes and " × ".join(map(show, d.sizes))) for d in found]
    assert rows == [("Q", "query", "n × d_k"), ("h", "number of heads", None), ("x[i]", None, "n × d")]
    assert {d.by for d in found} == {"table"}


def test_a_chinese_symbol_table() -> None:
    text = "| 符号 | 含义 | 形状 |\n|---|---|---|\n| $X$ | 输入矩阵 | $n \\times d$ |\n| $n$ | 序列长度 | |\n"
    found = declarations_in_tables(note(text), read)
    assert [(show(d.symbol), d.concept) for d in found] == [("X", "input"), ("n", "sequence length")]


def test_a_row_of_several_names_gives_each_its_meaning() -> None:
    text = "| Symbol | Meaning |\n|---|---|\n| $d_k$, $d_v$ | Key and value dimensions |\n"
    found = declarations_in_tables(note(text), read)
    assert [(show(d.symbol), d.concept) for d in found] == [("d_k", "key dimension"), ("d_v", "value dimension")]


def test_a_table_of_other_things_declares_nothing() -> None:
    text = "| Model | Heads | Size |\n|---|---|---|\n| A | 8 | 512 |\n| B | 12 | 768 |\n"
    assert declarations_in_tables(note(text), read) == ()
    assert statements_in_tables(note(text), read) == ()


def test_rows_of_lists_are_a_matrix_with_places() -> None:
    text = "| Position | PE (d=2) |\n|---|---|\n| 0 | [0.0, 1.0] |\n| 1 | [0.84, 0.54] |\n"
    (found,) = statements_in_tables(note(text), read)
    assert show(found.term) == "PE = [0, 1; 0.84, 0.54]"
    last = [t for t in walk(found.term) if isinstance(t, Number)][-1]
    assert found.place(last.origin).slice(text) == "0.54"
    assert found.carrier == "table"


def paper(body: str) -> Document:
    source = Source.of("note.md", body)
    return Document(source, "markdown", worksheets=(Worksheet(Span(0, len(body)), source.mapped),))


def sheet(body: str) -> list[str]:
    return [show(s.term) for s in statements_in_worksheets(paper(body), read)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("X = [[1,2],[3,4]]", "X = [1, 2; 3, 4]"),
        ("X = [1, 2]\n    [3, 4]", "X = [1, 2; 3, 4]"),
        ("X =\n[1, 2]\n[3, 4]", "X = [1, 2; 3, 4]"),
        (
            "R = X × W_Q = [1, 2]   <- token\n              [3, 4]".replace("<- token", "← token"),
            "R = X×W_Q = [1, 2; 3, 4]",
        ),
        ("y = 2*3 = 6  since it holds", "y = 2·3 = 6"),
        ("1. s = 0.5*2 = 1.0", "s = 0.5·2 = 1"),
        ("√16 = 4", "sqrt(16) = 4"),
        ("f = 2(3) = 6", None),
    ],
)
def test_worksheet_lines(body: str, expected: str | None) -> None:
    found = sheet(body)
    assert len(found) == 1
    if expected is not None:
        assert found == [expected]


@pytest.mark.parametrize(
    "body", ["x == 3\nfoo.bar(1) = 2", "M = 3 * 2 of 6 = 6 GB", "Q = X query\nK = 1", "def f(x): y = 3"]
)
def test_unclear_lines_are_left_out_and_counted(body: str) -> None:
    made = worked(paper(f"{body}\n1 + 1 = 2"), read)
    assert made.left_out >= 1
    assert [show(s.term) for s in made.statements if "K" not in show(s.term)] == ["Sum = 2"]


@pytest.mark.parametrize(
    ("plain", "latex"),
    [
        ("x² + y", "x^{2} + y"),
        ("Kᵀ", r"K^{\top}"),
        ("d_model = 8", r"d_{\text{model}} = 8"),
        ("[[1, 2], [3, 4]]", r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"),
        ("[0.1 -0.2]", "[0.1,  -0.2]"),
        ("e^(-x/2)", "e^{-x/ 2}"),
        ("2(5) - 3", "2(5) - 3"),
        ("a = 1e-5", r"a = {1\times 10^{-5}}"),
        ("(1,048,576 + 2,048)", "(1{,}048{,}576 + 2{,}048)"),
        ("W[0][1] - V^T[1][0]", r"W_{0,1} - {V^{\top}}_{1,0}"),
    ],
)
def test_plain_mathematics(plain: str, latex: str) -> None:
    made = plain_latex(plain)
    assert made is not None
    assert " ".join(made.text.split()) == " ".join(latex.split())


@pytest.mark.parametrize("plain", ["hello world", "np.dot(x, y)", "foo(3)", "3 +", "[1, 2", "x ==", "", "(((", "2.0.1"])
def test_what_is_no_plain_mathematics(plain: str) -> None:
    assert plain_latex(plain) is None


@given(st.text(alphabet="x12 .,+-*/()[]=^_√²{}abW'", max_size=30))
def test_plain_mathematics_never_raises_and_its_places_are_in_order(text: str) -> None:
    made = plain_latex(text)
    if made is None:
        return
    for index in range(len(made.text)):
        place = made.origin_span(Span(index, index + 1))
        assert 0 <= place.start <= place.end <= len(text)


def test_every_phrase_leads_back_to_its_concept() -> None:
    for concept in CONCEPTS:
        for phrase in (*concept.phrases, *concept.chinese):
            found = concept_of(phrase.split())
            assert found is not None, phrase
            assert concept.name == found.name, phrase
