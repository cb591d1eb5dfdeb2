"""Shapes that sentences, code spans, plain text and subscripts give."""

from __future__ import annotations

import pytest
from semantics.reading_words import note, read, show

from symformer.semantics.model import build_model
from symformer.semantics.prose.declarations import declarations_in_words


def shaped(text: str) -> list[tuple[str, str]]:
    found = declarations_in_words(note(text), read)
    return [(show(d.symbol), " × ".join(map(show, d.sizes))) for d in found if d.sizes is not None]


def by_formula(text: str) -> set[tuple[str, str]]:
    found = build_model(note(text)).table.declarations
    return {(show(d.symbol), " × ".join(map(show, d.sizes))) for d in found if d.sizes is not None}


@pytest.mark.parametrize(
    "text",
    [
        "$A$ has shape $p \\times q$ and $B$ has shape $q \\times 7$.",
        "The table $A$ has dimensions $p \\times q$, while $B$ has size $q \\times 7$.",
        "Suppose $A$ has shape $(p, q)$ and $B$ has shape $(q, 7)$.",
        "Let $A$ be a $p \\times q$ matrix and $B$ a $q \\times 7$ matrix.",
        "Let $A$ be a $p \\times q$ matrix, and the kernel $B$ a $q \\times 7$ matrix.",
        "$A$ is the input of size $p \\times q$ and $B$ the kernel of size $q \\times 7$.",
        "The shape of $A$ is $p \\times q$ and the shape of $B$ is $q \\times 7$.",
        "The dimensions of $A$ are $p \\times q$ and those of $B$ are $q \\times 7$.",
        "The sizes of $A$ and $B$ are $p \\times q$ and $q \\times 7$.",
        "The input $A$ is $p \\times q$, the weight $B$ is $q \\times 7$.",
        "$A$: $p \\times q$, $B$: $q \\times 7$.",
        "$A: (p, q)$, $B: (q, 7)$.",
        "Shapes are $A: p \\times q$ and $B: q \\times 7$.",
        "$A$ is the input of shape `p × q` and $B$ the weights of shape `q × 7`.",
        "$A$ has shape `[p, q]` and $B$ has shape `(q, 7)`.",
        "`A` has shape `(p, q)` and `B` has shape `(q, 7)`.",
        "Let A ∈ ℝ^{p×q} and B ∈ ℝ^(q×7).",
        "A ∈ ℝᵖˣq, where `A ∈ R^{p×q}`, and B ∈ ℝ^{q×7}",
        "```\nA: (p, q)\nB: (q, 7)\n```",
        "```text\nA ∈ ℝ^{p×q}\nB : q × 7   # the kernel\n```",
    ],
)
def test_two_shapes_in_one_breath(text: str) -> None:
    assert shaped(text) == [("A", "p × q"), ("B", "q × 7")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("U has shape (9, 4) and V has shape (4, 6).", [("U", "9 × 4"), ("V", "4 × 6")]),
        ("We apply it (using $W_3$, a $6 \\times 2$ matrix).", [("W[3]", "6 × 2")]),
        ("Let $u$ be a vector of length $p$ and $v$ a vector of length $q$.", [("u", "p"), ("v", "q")]),
        ("Multiply a $p \\times q$ matrix $U$ by a $q \\times r$ weight matrix $V$.", [("U", "p × q"), ("V", "q × r")]),
        ("`U` has shape `(seq_len, d_model)`.", [("U", "seq_len × d_model")]),
        ("Take two $p \\times p$ matrices $U$ and $V$.", [("U", "p × p"), ("V", "p × p")]),
        ("Consider a batch $U$ represented as a $5 \\times 2$ matrix.", [("U", "5 × 2")]),
        (
            "where $U$ and $V$ are the key and value matrices of size $p \\times q$ and $p \\times r$, respectively.",
            [("U", "p × q"), ("V", "p × r")],
        ),
        ("Here U, V ∈ ℝ^{m×d_k} and c ∈ ℝ^m.", [("U", "m × d_k"), ("V", "m × d_k"), ("c", "m")]),
    ],
)
def test_shapes(text: str, expected: list[tuple[str, str]]) -> None:
    assert shaped(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A row of $A$ has size $1 \\times q$ and a column of $B$ has size $q \\times 1$.",
        "The shape of each row of $A$ is $1 \\times q$.",
        "The shape of the transpose of $A$ is $q \\times p$.",
        "The size of a block of $A$ is $2 \\times 2$.",
        "The size of $A$ is $2 \\times$ larger.",
        "The dimension of $V$ is $7$.",
        "The cost $C$ is $p \\times q$ and the total count $N$ is $3 \\times 4$.",
        "The size of $A$ is $3 \\times 4$ bytes, and $B$ has $p \\times q$ entries.",
        "For $B$: $2 \\times 5$ pears.",
        "A sum of $p \\times q$ products $A$ and the rows of a $p \\times q$ matrix, $A_i$.",
        "The image of $A$ represented as a $3 \\times 3$ matrix.",
        "The point $P: (3, 4)$ and the pair $z: (x, y)$ stand for a graph $G: (V, E)$.",
        "`x`: `[3, 4]` and $c$: $(2, 5)$",
        "Y = A B ∈ ℝ^{p×q} follows, and so does 2 A ∈ ℝ^{p×q}.",
        "```\nA: (3, 4)\nz: (p, q)\n```",
        "```\nA: (p, q)\nA: (q, p)\n```",
        "```\nnet = build()\nA: (p, q)\n```",
        "The map takes $A$ and gives $B$, a function of the $p \\times q$ matrix.",
    ],
)
def test_what_is_no_shape_of_the_name(text: str) -> None:
    assert shaped(text) == []


def test_scalars_in_the_plural() -> None:
    found = declarations_in_words(note("Let $a$, $b$ be scalars."), read)
    assert [(show(d.symbol), d.role) for d in found] == [("a", "scalar"), ("b", "scalar")]


@pytest.mark.parametrize(
    "text",
    [
        "$$ \\text{shape}(A) = (p, q) $$",
        "We have $\\dim(A) = p \\times q$.",
        "We have $\\operatorname{size}(A) = p \\times q$.",
        "First $A_{p \\times q}$ is read.",
        "$$ C = A_{p \\times q} B $$",
    ],
)
def test_shapes_in_formulas(text: str) -> None:
    assert ("A", "p × q") in by_formula(text)


@pytest.mark.parametrize(
    "text",
    [
        "$\\dim(A) = p$ and $\\dim(B) = p q$",
        "$x_{2 \\times i}$ and $A_{2 \\times j}$ and $A \\in \\mathcal{M}_{p \\times q}$",
        "$f(A) = (p, q)$",
    ],
)
def test_what_gives_no_shape_in_formulas(text: str) -> None:
    assert by_formula(text) == set()


def test_a_name_with_several_sizes_below_it_has_none_by_itself() -> None:
    found = by_formula("$$ A_{p \\times q} + B_{p \\times q} $$ and $$ A_{m \\times m} $$")
    assert ("B", "p × q") in found
    assert not any(name == "A" for name, _ in found)


def test_a_sized_name_is_no_family() -> None:
    model = build_model(note("$$ A_{p \\times q} $$ has rows $A_i$.\n\n$$ y = A_i $$"))
    assert model.shapes[-1].inferred.shape is None
