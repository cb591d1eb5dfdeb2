from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from semantics.reading_words import note, read, show

from symformer.documents.document import UnreadableDocument
from symformer.documents.reading import read_document
from symformer.semantics.prose.declarations import conventions_in_words, declarations_in_words, statements_in_words


def declared(text: str) -> list[tuple[str, str | None]]:
    return [(show(d.symbol), d.concept) for d in declarations_in_words(note(text), read)]


def shaped(text: str) -> list[tuple[str, str]]:
    found = declarations_in_words(note(text), read)
    return [(show(d.symbol), " × ".join(map(show, d.sizes))) for d in found if d.sizes is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Here $n$ is the number of tokens.", [("n", "sequence length")]),
        ("where $V$ is the vocabulary size and $d$ is the embedding dimension.", [("V", "vocabulary size"), ("d", "embedding dimension")]),
        ("where $T$ stands for number of tokens and $d$ the model dimension.", [("T", "sequence length"), ("d", "embedding dimension")]),
        ("Let $B$ be the batch size.", [("B", "batch size")]),
        ("$d_k$ and $d_v$ are the dimensions of the keys and values, respectively.", [("d_k", "key dimension"), ("d_v", "value dimension")]),
        ("$Q$, $K$ and $V$ denote the query, key, and value matrices.", [("Q", "query"), ("K", "key"), ("V", "value")]),
        ("We split it among $h$ parallel heads.", [("h", "number of heads")]),
        ("Take a sentence of length $m$ first.", [("m", "sequence length")]),
        ("It reads keys of dimension $d_k$ here.", [("d_k", "key dimension")]),
        ("The hidden size $D$ is shared.", [("D", "embedding dimension")]),
        ("- $L$: sequence length\n- $H$: Number of attention heads.", [("L", "sequence length"), ("H", "number of heads")]),
        ("- $d_k = D/H$: Dimension of the keys.", [("d_k", "key dimension")]),
        ("- $Q$, $K$, $V$: Query, key, value matrices", [("Q", "query"), ("K", "key"), ("V", "value")]),
        ("where $A$, $B$ are the weight matrices for queries and keys.", [("A", "query weight"), ("B", "key weight")]),
        ("Here $a$ is the batch size at time $t$, and $C$ is the number of classes.", [("a", "batch size at time"), ("C", "number of classes")]),
        ("Here $N$ is the batch size, $C$ the number of classes.", [("N", "batch size"), ("C", "number of classes")]),
        ("Each head has dimension $d_h$.", [("d_h", "head dimension")]),
        ("We write $T$ for the sequence length.", [("T", "sequence length")]),
        ("We denote by $m$ the batch size.", [("m", "batch size")]),
        ("We denote the batch size by $m$.", [("m", "batch size")]),
        ("The number of heads is $h$.", [("h", "number of heads")]),
        ("Here $i$ runs over the heads.", [("i", "head index")]),
        ("Notation. $n$: number of tokens; $d$: model dimension.", [("n", "sequence length"), ("d", "embedding dimension")]),
        ("设输入序列长度为 $n$，嵌入维度为 $d$。", [("n", "sequence length"), ("d", "embedding dimension")]),
        ("- Batch size ($B$)", [("B", "batch size")]),
        ("其中 $n$ 是序列长度，$d$ 为词嵌入的维度。", [("n", "sequence length"), ("d", "embedding dimension")]),
        ("$h$ 表示注意力头的数量。", [("h", "number of heads")]),
        ("- $V$：词表大小", [("V", "vocabulary size")]),
    ],
)  # fmt: skip
def test_concepts(text: str, expected: list[tuple[str, str]]) -> None:
    assert declared(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where $A$ and $B$ are weight matrices with shapes $a \\times b$ and $b \\times c$, respectively.", [("A", "a × b"), ("B", "b × c")]),
        ("The matrix $X$ of size $n \\times d$ enters.", [("X", "n × d")]),
        ("Here $X$ is an $n \\times d$ matrix.", [("X", "n × d")]),
        ("Both $A$ and $B$ are $d \\times k$ matrices.", [("A", "d × k"), ("B", "d × k")]),
        ("where $P$ has dimensions $n \\times (h \\cdot k)$.", [("P", "n × h·k")]),
        ("where $X$ has shape (B, T, C).", [("X", "B × T × C")]),
        ("Here $x$ is a $d$-dimensional vector.", [("x", "d")]),
        ("Here $x$ is a column vector of size $d$.", [("x", "d")]),
        ("Each output, where $y$ lies in $\\mathbb{R}^{d}$.", [("y", "d")]),
        ("Here $x$ is a vector in $\\mathbb{R}^{m}$.", [("x", "m")]),
        ("Here $E$ is a table with $V$ rows and $d$ columns.", [("E", "V × d")]),
        ("- $W$: 512 × 64", [("W", "512 × 64")]),
        ("- `W_Q`: (d_model, d_k)", [("W_Q", "d_model × d_k")]),
        ("- $M$ - the mask, an $n \\times n$ matrix", [("M", "n × n")]),
        ("- $a, b$: scale and shift parameters of size $d$", [("a", "d"), ("b", "d")]),
        ("We use $A$, $B$ (both $d \\times k$).", [("A", "d × k"), ("B", "d × k")]),
        ("- $W$：输出权重矩阵，形状为 $k \\times d$", [("W", "k × d")]),
        ("- $G$: gate weights. This is a $d \\times m$ matrix.", [("G", "d × m")]),
        ("$Y = X A_1$\n\n$$ Y = X W_Q $$\n(Each weight matrix is of size 16 × 4.)", [("W_Q", "16 × 4")]),
        ("$W$ 的维度为 $d \\times k$。", [("W", "d × k")]),
        ("其中 $A$ 是 $m \\times n$ 的矩阵。", [("A", "m × n")]),
    ],
)  # fmt: skip
def test_shapes(text: str, expected: list[tuple[str, str]]) -> None:
    assert shaped(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The rows of $X$ are the tokens of the input.",
        "The product of $Q$ and $K$ is a matrix.",
        "Here $X$ is multiplied by a matrix of size $d \\times k$.",
        "The dimension of $K$ is larger.",
        "It is clear that $x$ is set.",
        "where the entry of $M$ is 1.",
        "We know that $y$ is a value.",
        "Each word $X$ (a vector of size 8) is mapped.",
        "The last of $a_1, \\dots$, $a_m$ are weights.",
        "- $A$, $B$, $C$: $3 \\times n \\times d$",
        "If $d_k$ is 64, the root is 8.",
        "The first $k$ layers are frozen, and top-$k$ experts are used.",
        "We drop the last 2 heads.",
        "An embedding table of 12 words costs $40.",
        "The Transformer is fast, and GPT has 12 heads.",
    ],
)
def test_what_could_mean_two_things_declares_no_shape_and_no_size(text: str) -> None:
    found = declarations_in_words(note(text), read)
    assert [d for d in found if d.sizes is not None or d.value is not None or d.role == "dimension"] == []


@pytest.mark.parametrize(
    ("text", "symbol", "value"),
    [
        ("where $d_k$ is the dimension of the keys, which is 4 in this case.", "d_k", "4"),
        ("where $d$ is 64 here.", "d", "64"),
        ("- **d** = 6 (embedding size)", "d", "6"),
        ("We use 6 attention heads.", "number of heads", "6"),
        ("with an embedding size of 32.", "embedding dimension", "32"),
        ("- $d_k = D/H$: dimension of the keys", "d_k", "D/H"),
    ],
)
def test_values(text: str, symbol: str, value: str) -> None:
    found = [(show(d.symbol), show(d.value)) for d in declarations_in_words(note(text), read) if d.value is not None]
    assert found == [(symbol, value)]


def test_values_by_concept_that_disagree_compare_cases() -> None:
    assert declared("We tried 4 heads.\n\nWe also tried 8 heads.") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("For each position $i$ and each embedding dimension $j$ we add a wave.", [("i", "position"), ("j", "dimension index")]),
        ("The output of the $i$-th head is kept.", [("i", "head index")]),
        ("The $t^{\\text{th}}$ token is read.", [("t", "position")]),
        ("- **pos** = word position (0, 1, 2)", [("pos", "position")]),
        ("第 $i$ 个位置的向量。", [("i", "position")]),
    ],
)  # fmt: skip
def test_indices(text: str, expected: list[tuple[str, str]]) -> None:
    assert declared(text) == expected


def test_a_range_in_words() -> None:
    (found,) = declarations_in_words(note("This holds for $i = 1, \\dots, n$."), read)
    assert found.role == "index"
    assert found.ranges is not None
    assert [show(end) for end in found.ranges] == ["1", "n"]


def test_where_reaches_back_over_the_formula_before_it() -> None:
    text = "Compute\n\n$$ Y = X W $$\n\nwhere $d$ is the model dimension.\n"
    (found,) = declarations_in_words(note(text), read)
    assert found.visible_from == text.index("$$")


def test_the_list_under_where_reaches_back_and_other_lists_do_not() -> None:
    text = "$$ Y = X W $$\n\nwhere:\n\n- $d$: model dimension\n- $n$: sequence length\n\nNow this.\n\n- $h$: number of heads\n"
    by_name = {show(d.symbol): d.visible_from for d in declarations_in_words(note(text), read)}
    assert by_name["d"] == by_name["n"] == 0
    assert by_name["h"] > text.index("Now this")


def test_positions_are_those_of_the_source() -> None:
    text = "> Quoted: here **d_k** is the key dimension.\n"
    (found,) = declarations_in_words(note(text), read)
    assert "d_k" in found.span.slice(text)
    assert found.evidence.slice(text).endswith("key dimension")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Apply the softmax to each row of the scores.", [("softmax", "rows")]),
        ("We take the softmax over the columns.", [("softmax", "columns")]),
        ("Here each row of $X$ is a token.", [("vectors", "rows")]),
        ("All vectors are column vectors.", [("vectors", "columns")]),
        ("While others treat vectors as rows, we wait.", []),
        ("We normalise each row or each column.", []),
        ("softmax 按行应用。", [("softmax", "rows")]),
    ],
)
def test_conventions(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(c.name, c.value) for c in conventions_in_words(note(text))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The query is **q_tea = [4, 1]** now.", "q_tea = [4, 1]"),
        ("We divide by **sqrt(d_k) = sqrt(16) = 4**.", "sqrt(d_k) = sqrt(16) = 4"),
        ("- Sum: (0.5 × 0.2) + (0.1 × 3) = 0.4", "0.5×0.2"),
        ("`a1 . b1 = [1, 2] . [3, 4] = 1*3 + 2*4 = 11`", "a[1]·b[1]"),
    ],
)
def test_statements(text: str, expected: str) -> None:
    (found,) = statements_in_words(note(text), read)
    assert (
        expected.split(" ")[0] in show(found.term) or show(found.term).startswith(expected) or "Sum" in show(found.term)
    )
    assert found.carrier == "prose"
    assert found.span.slice(text).strip("*`") in text


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("score = 2×1 + 3×2 = 8", "score = 2×1 + 3×2 = 8"),
        ("- Q_tea · K_mint = 4×1 + 0.5×2 = 5.", "Q_tea · K_mint = 4×1 + 0.5×2 = 5"),
        ("- total = (2.7 + 1.3) / 2 = 2 in all.", "(2.7 + 1.3) / 2 = 2"),
        ("We get w·z = (2)(3) + (1)(4) = 10", "(2)(3) + (1)(4) = 10"),
    ],
)
def test_arithmetic_behind_the_name_of_its_result(text: str, taken: str) -> None:
    (found,) = statements_in_words(note(text), read)
    assert found.span.slice(text) == taken


@pytest.mark.parametrize(
    "text",
    [
        "cost = 3 * 12 = $36",
        "steps = 10 - 1 = 9th",
        "retries = 3 = 3",
        "Released on 2021-03-04, version = 2.0.",
        "Set `learning_rate = 0.1` and `num_layers = 4`.",
        "See https://example.org/?a=1 for it.",
        "MHA: 8 K + 8 V = 16 matrices",
        "With f(5) = 3 and so on.",
    ],
)
def test_what_is_no_clear_arithmetic_is_left(text: str) -> None:
    assert statements_in_words(note(text), read) == ()


CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "docs"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public notes is not on this machine")
def test_every_tenth_document_of_the_corpus_is_read_and_spans_nest() -> None:
    for path in sorted(p for p in CORPUS.rglob("*") if p.is_file())[::10]:
        try:
            document = read_document(path.name, path.read_bytes())
        except UnreadableDocument:
            continue
        size = len(document.source.text)
        for found in declarations_in_words(document, read):
            assert 0 <= found.visible_from <= size
            assert 0 <= found.span.start < found.span.end <= size
            assert 0 <= found.evidence.start < found.evidence.end <= size
        for statement in statements_in_words(document, read):
            assert 0 <= statement.span.start <= statement.span.end <= size


_FRAGMENTS = st.sampled_from(
    [
        "$n$", "$d_k = 4$", "$W \\in \\mathbb{R}^{a \\times b}$", "$f(x)$", "$$ Y = X W_Q $$", "$i = 1, \\dots, n$", "$x_i$", "**d**",
        "`k = 3`", "is", "are", "the", "a", "of", "size", "shape", "dimension", "and", ",", ".", ":", "(", ")", "where", "with", "each",
        "position", "heads", "number", "matrix", "vector", "8", "512", "×", "-th", "which", "respectively", "denote", "by", "let", "for",
        "embedding", "其中", "是", "维度", "为", "序列长度", "的", "矩阵", "\n\n", "\n- ", "=", "2 × 3 = 6", "softmax", "row", "[1, 2]", "_", "*",
    ]
)  # fmt: skip


@given(st.lists(_FRAGMENTS, max_size=14))
@settings(max_examples=150)
def test_no_sentence_makes_it_stumble(pieces: list[str]) -> None:
    text = " ".join(pieces)
    document = note(text)
    for found in declarations_in_words(document, read):
        assert found.span.slice(document.source.text)
        assert found.evidence.length > 0
    statements_in_words(document, read)
    conventions_in_words(document)
