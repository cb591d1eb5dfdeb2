"""Any text gives a tree that loses nothing, in bounded depth and time, and so does reading it on."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.lexer import tokenise
from symformer.syntax.nodes import Node, Tree, leaves, walk
from symformer.syntax.parser import parse
from symformer.terms.show import show, show_styled
from symformer.terms.term import walk as walk_term

SOUND = [
    r"S = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
    r"h_t = \tanh(\mathbf{U} x_t + \mathbf{W} h_{t-1} + b) \in \mathbb{R}^{m}",
    r"\sum_{i=1}^{n} \left| a_i - \bar{a} \right|^2 \geq 0, \quad \text{where } \bar a = \tfrac1n \sum_i a_i",
    r"A = \begin{bmatrix} 1 & 0.5 \\ -2 & \cdots \end{bmatrix}, \; A_{ij} \sim \mathcal{N}(0, \sigma^2)",
    r"\begin{aligned} p(u \mid v) &= \frac{p(u, v)}{p(v)} \\ &\propto \exp\{-\beta E\} \end{aligned}",
    r"f(x) = \begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases} \tag{2}",
    r"\mathrm{KL}(p \,\|\, q) = \mathbb{E}_{x \sim p}\left[ \log \frac{p(x)}{q(x)} \right] \underbrace{\ge}_{\text{Gibbs}} 0",
    r"[h_1 \| h_2], \; X[:, 1:m], \; W^{(l)}_{\text{out}}, \; |x|_1 + \|y\|_2^2, \; 12{,}288 \times 10^{-3}",
    r"ŷ = σ(𝐰ᵀ𝐱 + b) ∈ ℝ, \overline{ab} \xrightarrow[n]{m} {a \over b} \binom{n}{k} \sqrt[3]{x} 5! 40\%",
]
ENDING_EARLY = [
    r"\min f \quad s.t.",
    "a s.t",
    r"x, \quad \text{s.t. } s.t.",
    "where",
    r"\forall",
    r"p(x \|",
    r"\\,",
    r"\textrm{Hit}@\ell",
    r"\iddots{",
    "/\\raisebox{/&\n",
    r"\sum_k^{}{}{}",
]
PIECES = sorted({piece for text in SOUND for piece in text.replace("{", " { ").replace("}", " } ").split()})


def check(text: str) -> Tree:
    tree = parse(text)
    assert "".join(leaf.span.slice(text) for leaf in leaves(tree.root)) == text
    for node in walk(tree.root):
        nests(node)
    terms = lower_formula(tree, vocabulary_of([tree]))
    for term in terms:
        assert show(term) is not None
        assert show_styled(term) is not None
        assert sum(1 for _ in walk_term(term)) > 0
    return tree


def nests(node: Node) -> None:
    for child in node.children:
        assert node.span.contains(child.span)
    for first, second in pairwise(node.children):
        assert first.span.end <= second.span.start


@pytest.mark.parametrize("text", ENDING_EARLY)
def test_what_the_words_await_is_not_there(text: str) -> None:
    check(text)


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_text(text: str) -> None:
    check(text)


@given(st.text(alphabet="abx12.,;:|{}[]()_^&\\$'+-*/=<> \n‖⟨⟩²ᵢ√∑α", max_size=50))
@settings(max_examples=250)
def test_any_marks(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=250)
def test_any_pieces(pieces: list[str]) -> None:
    check(" ".join(pieces))


@given(st.sampled_from(SOUND), st.integers(0, 120), st.sampled_from(SOUND), st.integers(0, 120))
@settings(max_examples=200)
def test_cut_and_spliced(first: str, end: int, second: str, start: int) -> None:
    check(first[:end])
    check(first[:end] + second[start:])


@given(st.binary(max_size=60))
@settings(max_examples=100)
def test_any_bytes(data: bytes) -> None:
    check(data.decode("latin-1"))


@pytest.mark.parametrize("latex", SOUND)
def test_sound_formulas_are_read(latex: str) -> None:
    assert check(latex).read


@given(st.text(alphabet="abx12.,{}_^&\\$'+= \n", max_size=60))
@settings(max_examples=100)
def test_tokens_join(text: str) -> None:
    assert "".join(text[token.start : token.end] for token in tokenise(text)) == text


NESTED = {
    "braces": ("{", "}"),
    "brackets": ("(", ")"),
    "square": ("a + [", "]"),
    "fractions": (r"\frac{1}{", "}"),
    "powers": ("x^{", "}"),
    "roots": (r"1 + \sqrt{", "}"),
    "everything": (r"a, b | c = d + e \cdot f(", ")"),
    "sums": (r"\sum_{i = ", "} x"),
    "matrices": (r"a = b \begin{bmatrix} ", r"\end{bmatrix}"),
    "aligned": (r"a &= b \begin{aligned} ", r"\end{aligned}"),
    "words": (r"\text{", "}"),
    "signs": ("-", ""),
    "left": (r"\left(", r"\right)"),
    "bars": (r"\left| a + ", r"\right|"),
}
REPEATED = [
    "{", "(", "[", r"\frac", "x^", "_", r"\sqrt", r"\hat", r"\text{", r"\mathrm{=", r"\left(", r"\left.", r"\begin{bmatrix}",
    r"\end{aligned}", "|", "|x", r"\|", r"\|x ", "&", r"\\", r"\, ", "a", "7", "1e", "a/", "!", r"\%", "' ", r"a \cdot ", "a=",
    "a,", r"a \mid ", r"{a \over ", "_i", r"\sqrt[", r"\stackrel{a}{", r"\overset", r"\xrightarrow[", r"\sum ", r"\log ",
    r"\nabla ", r"\rvert", r"|x\rangle", r"\not", "f(x)", "a:", r"\text{if } ", "%\n", "\\", r"\color{red}{", r"\bf ",
]  # fmt: skip


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_deep_nesting(kind: str, closed: bool) -> None:
    opening, closing = NESTED[kind]
    check(opening * 2_000 + "x" + (closing * 2_000 if closed else ""))


@pytest.mark.parametrize("piece", REPEATED)
def test_long_repetition(piece: str) -> None:
    check(piece * 4_000)


@pytest.mark.parametrize("piece", [r"\text{", "|x", r"\left(", "a+", "ab", r"\begin{cases}", "a,", r"x_i \ ", "{"])
def test_work_grows_with_length(piece: str) -> None:
    """Twice the text makes about twice the tree: the nodes, not the seconds, are counted."""
    once, twice = (sum(1 for _ in walk(parse(piece * count).root)) for count in (2_000, 4_000))
    assert twice <= 2 * once + 200


def test_random_slices_of_a_long_formula() -> None:
    chosen = random.Random(7)
    text = " + ".join(SOUND) * 3
    for _ in range(40):
        start = chosen.randrange(len(text))
        check(text[start : start + chosen.randrange(200)])


@pytest.mark.parametrize(
    "latex",
    [r"\mathbfscr \Ddot", "--0", "[][2a1[;,%x!10", "\\lnot^\\bm\u0302y", "x" + "\u0302" * 5_000, r"\sc \purple \bold"],
)
def test_what_once_went_wrong(latex: str) -> None:
    check(latex)
