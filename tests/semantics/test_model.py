"""Scope and meaning, on whole small notes: what is flagged, and what an expert would let stand."""

from __future__ import annotations

import pytest

from symformer.algebra.dimension import letter, number
from symformer.algebra.unify import Equal
from symformer.analysis import check
from symformer.documents.reading import read_document
from symformer.semantics.model import SemanticModel, build_model
from symformer.terms.show import show


def model_of(note: str) -> SemanticModel:
    return build_model(read_document("note.md", note.encode()))


def errors(note: str) -> list[tuple[str, int]]:
    report = check(note)
    assert report.source is not None
    assert not report.failures
    return [
        (finding.rule, report.source.place(finding.problem.span.start).line)
        for finding in report.findings
        if finding.level == "error"
    ]


def shape_of_last(note: str) -> str:
    return str(model_of(note).shapes[-1].inferred.shape)


class TestScope:
    def test_a_where_clause_speaks_of_the_display_before_it(self) -> None:
        note = "$$\nY = A B\n$$\n\nwhere $A \\in \\mathbb{R}^{p \\times q}$ and $B \\in \\mathbb{R}^{p \\times q}$.\n"
        assert errors(note) == [("inner-dimensions-differ", 2)]

    def test_with_after_a_formula_speaks_of_its_sentence(self) -> None:
        note = (
            "# One\n\nLet $A \\in \\mathbb{R}^{p \\times q}$.\n\n# Two\n\n"
            "$Y = A B$ with $A \\in \\mathbb{R}^{q \\times p}$ and $B \\in \\mathbb{R}^{p \\times r}$.\n"
        )
        assert errors(note) == []

    def test_a_value_under_a_condition_is_no_fact(self) -> None:
        note = (
            "Let $A \\in \\mathbb{R}^{n \\times h}$, $B \\in \\mathbb{R}^{g \\times n}$ and $h = 3g$. When $h = 1$ this is a vector.\n\n"
            "$$ A C \\in \\mathbb{R}^{n \\times n} $$\n"
        )
        theory = model_of(note).shapes[-1].environment.theory
        assert isinstance(theory.compare(letter("h"), number(3) * letter("g")), Equal)
        assert theory.value(letter("h")) is None

    def test_every_side_of_a_chain_of_sizes_is_a_fact(self) -> None:
        note = (
            "We set $d_k = d_v = D/H$ for $A \\in \\mathbb{R}^{n \\times d_k}$.\n\n"
            "$$ B \\in \\mathbb{R}^{H d_v \\times D} $$\n"
        )
        theory = model_of(note).shapes[-1].environment.theory
        assert isinstance(theory.compare(letter("d_k"), letter("d_v")), Equal)
        assert isinstance(theory.compare(letter("d_v"), letter("D") / letter("H")), Equal)

    def test_an_example_with_numbers_need_not_keep_to_shapes_of_elsewhere(self) -> None:
        note = "# Sizes\n\nLet $X \\in \\mathbb{R}^{9 \\times 300}$.\n\n# Small\n\n$$ X = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} $$\n"
        assert errors(note) == []

    def test_but_not_the_other_way_round(self) -> None:
        note = "# Sizes\n\nLet $X \\in \\mathbb{R}^{3 \\times 2}$.\n\n# Values\n\n$$ X = \\begin{bmatrix} 1 & 2 & 5 \\\\ 3 & 4 & 6 \\end{bmatrix} $$\n"
        assert errors(note) == [("declared-shape-differs", 7)]

    def test_a_fault_is_not_repeated_at_every_use(self) -> None:
        note = (
            "Let $A \\in \\mathbb{R}^{p \\times q}$ and $B \\in \\mathbb{R}^{p \\times q}$.\n\n"
            "$$ C = A B $$\n\n$$ D = C A $$\n\n$$ E = D B^\\top $$\n"
        )
        assert errors(note) == [("inner-dimensions-differ", 3)]

    def test_the_author_knows(self) -> None:
        note = (
            "Let $A \\in \\mathbb{R}^{p \\times q}$ and $B \\in \\mathbb{R}^{p \\times q}$.\n\n"
            "$$ C = A B $$\n\nThis does not work: the dimensions do not match.\n"
        )
        assert errors(note) == []


class TestNames:
    @pytest.mark.parametrize(
        ("formula", "read"),
        [
            (r"2k + 4T", "2·k + 4·T"),
            (r"W^Q_i X", "W^Q[i]·X"),
            (r"[A \; B]", "[[A, B]]"),
            (r"A^0 = x", "A^(0) = x"),
            (r"dS = P", "dS = P"),
            (r"M^{-1}", "M^(-1)"),
        ],
    )
    def test_read_back(self, formula: str, read: str) -> None:
        shown = show(model_of(f"${formula}$\n").statements[0].term)
        assert shown.replace(" ", "") == read.replace(" ", "")

    def test_plain_r_with_sizes_is_the_set_of_real_arrays(self) -> None:
        assert shape_of_last("Let $X \\in R^{n \\times d}$. Then $X$ is here.\n") == "(n × d)"

    def test_the_inverse_of_a_bold_r_is_no_set(self) -> None:
        assert "ℝ" not in show(model_of("$\\mathbf{R}^{-1} x$\n").statements[0].term)


class TestValues:
    def test_a_matrix_under_a_heading_is_named_by_it(self) -> None:
        note = "## Weights $W$\n\n$$ \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} $$\n"
        assert show(model_of(note).statements[-1].term).startswith("W = ")

    def test_a_supposed_value_is_not_accused(self) -> None:
        shown = "$$ A = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} $$\n\n$$ B = A A $$\n\nWORDS \n\n$$ B = \\begin{bmatrix} 7 & 10 \\\\ 15 & 99 \\end{bmatrix} $$\n"
        assert errors(shown.replace("WORDS", "That is")) == [("value-differs", 7)]
        assert errors(shown.replace("WORDS", "Let us assume it comes out as")) == []

    def test_an_activation_keeps_shapes(self) -> None:
        note = "Let $z \\in \\mathbb{R}^{m}$. With an activation function $\\phi$ we get $h = \\phi(z)$. So $h$ is known.\n"
        assert shape_of_last(note) == "(m)"

    def test_a_typed_result_types_the_input(self) -> None:
        note = (
            "Let $W \\in \\mathbb{R}^{d \\times k}$.\n\n$$ Q = X W \\in \\mathbb{R}^{n \\times k} $$\n\nHere is $X$.\n"
        )
        assert shape_of_last(note) == "(n × d)"
