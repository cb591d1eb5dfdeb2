"""Shapes of whole equations, written as terms by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Literal

import pytest

from symformer.algebra.dimension import Dimension, letter, number
from symformer.algebra.shape import Shape, shape
from symformer.algebra.unify import Concept, Equality, Fact, Theory, together
from symformer.semantics.shapes.expressions import Inferred, dimension_of, infer, shape_of_sizes
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
)
from symformer.text.span import Span


@dataclass
class Note:
    """What a note declared: enough of an environment for these tests."""

    shapes: dict[Term, Shape] = field(default_factory=dict)
    theory: Theory = field(default_factory=Theory)
    vectors: Literal["rows", "columns"] | None = None
    indices: frozenset[str] = frozenset("ijkthl")

    def shape_of(self, term: Term) -> Shape | None:
        found = self.shapes.get(term)
        if found is None and isinstance(term, Index):
            family = Index(term.base, tuple(Symbol("i") for _ in term.indices), tuple(Symbol("i") for _ in term.upper))
            return self.shapes.get(family)
        return found

    gradients = None

    def is_index(self, name: str) -> bool:
        return name in self.indices

    def is_told(self, term: Term) -> bool:
        return True

    def declared_at(self, term: Term) -> Span | None:
        return None


def size(written: str) -> Dimension:
    return number(int(written)) if written.isdigit() else letter(written)


def note(*facts: Equality | Concept, vectors: Literal["rows", "columns"] | None = None, **shapes: str) -> Note:
    declared: dict[Term, Shape] = {}
    told: list[Fact] = list(facts)
    for name, sizes in shapes.items():
        found = Shape(tuple(reduce(mul, map(size, each.split("·"))) for each in sizes.split()))
        declared[Symbol(name)] = found
        told.extend(together(found))
    return Note(declared, Theory(told), vectors)


def s(name: str) -> Symbol:
    return Symbol(name)


def num(value: int | str) -> Number:
    return Number(Fraction(value))


def product(*factors: Term, sign: str = "") -> Product:
    return Product(factors, sign)


def t(operand: Term) -> Transpose:
    return Transpose(operand)


def plus(*terms: Term) -> Sum:
    return Sum(terms)


def apply(function: str, *arguments: Term) -> Apply:
    return Apply(function, arguments)


def equals(*sides: Term, space: Space | None = None) -> Relation:
    signs = ["="] * (len(sides) - 1)
    if space is not None:
        return Relation((*signs, "∈"), (*sides, space))
    return Relation(tuple(signs), sides)


def real(*sizes: Term) -> Space:
    return Space("R", sizes)


def member(base: str, *indices: Term) -> Index:
    return Index(s(base), indices)


def softmax(argument: Term) -> Apply:
    return apply("softmax", argument)


def root(argument: Term) -> Apply:
    return apply("sqrt", argument)


def kinds(found: Inferred) -> list[str]:
    return [conflict.kind for conflict in found.conflicts]


def text(found: Inferred) -> str:
    return str(found.shape) if found.shape is not None else f"? {found.reason}"


ATTENTION = note(
    Q="n d_k", K="m d_k", V="m d_v", X="n d", W_Q="d d_k", W_K="d d_k", W_V="d d_v", W_O="h·d_v d", M="n m"
)
SCORES = Quotient(product(s("Q"), t(s("K"))), root(s("d_k")))


class TestScaledDotProductAttention:
    def test_scores(self) -> None:
        assert text(infer(SCORES, ATTENTION)) == "(n × m)"

    def test_output(self) -> None:
        assert text(infer(product(softmax(SCORES), s("V")), ATTENTION)) == "(n × d_v)"

    def test_masked(self) -> None:
        assert text(infer(product(softmax(plus(SCORES, s("M"))), s("V")), ATTENTION)) == "(n × d_v)"

    def test_projection_defines_a_shape(self) -> None:
        found = infer(equals(s("P"), product(s("X"), s("W_Q"))), ATTENTION)
        assert [(each.symbol, str(each.shape)) for each in found.derived] == [(s("P"), "(n × d_k)")]

    def test_attention_as_a_function(self) -> None:
        assert text(infer(apply("Attention", s("Q"), s("K"), s("V")), ATTENTION)) == "(n × d_v)"

    def test_definition_of_attention(self) -> None:
        left = apply("Attention", s("Q"), s("K"), s("V"))
        found = infer(equals(left, product(softmax(SCORES), s("V")), space=real(s("n"), s("d_v"))), ATTENTION)
        assert not found.conflicts

    def test_missing_transpose(self) -> None:
        found = infer(Quotient(product(s("Q"), s("K")), root(s("d_k"))), ATTENTION)
        assert kinds(found) == ["inner-dimensions-differ"]
        (conflict,) = found.conflicts
        assert (conflict.left, conflict.right) == (s("Q"), s("K"))
        assert [str(size) for size in conflict.sizes] == ["d_k", "m"]

    def test_weights_on_the_wrong_side_of_values(self) -> None:
        told = (Concept("n", "sequence length"), Concept("d_v", "value dimension"))
        term = product(s("V"), softmax(SCORES))
        assert not infer(term, ATTENTION).conflicts
        env = Note(ATTENTION.shapes, ATTENTION.theory.add(*told))
        assert kinds(infer(term, env)) == ["inner-dimensions-differ"]

    def test_bare_letters_stay_open(self) -> None:
        found = infer(product(s("A"), s("B")), note(A="a b", B="c e"))
        assert text(found) == "(a × e)" and not found.conflicts

    def test_keys_and_values_of_two_lengths(self) -> None:
        env = note(Concept("m", "sequence length"), Concept("p", "vocabulary size"), Q="n d_k", K="m d_k", V="p d_v")
        assert kinds(infer(apply("Attention", s("Q"), s("K"), s("V")), env)) == ["attention-shapes-differ"]

    def test_self_attention_is_read_by_rows(self) -> None:
        env = note(Equality(letter("d_v"), number(2) * letter("d_q")), Q="n d_q", K="n d_k", V="n d_v")
        assert text(infer(apply("Attention", s("Q"), s("K"), s("V")), env)) == "(n × d_v)"

    def test_names_of_formal_parameters(self) -> None:
        """Attention(Q W, K W, V W): Q, K and V are what is passed in, not what was projected before."""
        arguments = (product(s("Q"), s("W_Q")), product(s("K"), s("W_K")), product(s("V"), s("W_V")))
        assert not infer(apply("Attention", *arguments), ATTENTION).conflicts
        assert infer(product(s("Q"), s("W_Q")), ATTENTION).conflicts

    def test_wrong_result(self) -> None:
        found = infer(equals(s("Z"), product(softmax(SCORES), s("V")), space=real(s("n"), s("d_k"))), ATTENTION)
        assert not found.conflicts  # d_v may be d_k
        told = Note(ATTENTION.shapes, ATTENTION.theory.add(Equality(letter("d_v"), number(2) * letter("d_k"))))
        found = infer(equals(s("Z"), product(softmax(SCORES), s("V")), space=real(s("n"), s("d_k"))), told)
        assert kinds(found) == ["declared-shape-differs"]


def multi_head(*facts: Equality) -> Note:
    env = note(*facts, X="n D", W_O="D D", W_1="D d_ff", W_2="d_ff D", b_1="d_ff", b_2="D", g="D", x="D")
    env.shapes[member("head", s("i"))] = shape("n", "d_h")
    env.shapes[Index(s("Q"), (), (s("i"),))] = shape("n", "d_h")
    env.shapes[member("W", s("i"))] = shape("D", "d_h")
    return env


HEADS = Equality(letter("d_h"), letter("D") / letter("H"))
FAMILY = (member("head", num(1)), Ellipsis(), member("head", s("H")))


class TestMultiHeadAttention:
    def test_concat(self) -> None:
        found = infer(apply("Concat", *FAMILY), multi_head())
        assert text(found) == "(n × H·d_h)"

    def test_concat_of_all_heads_is_as_wide_as_the_model(self) -> None:
        term = equals(s("C"), apply("Concat", *FAMILY), space=real(s("n"), s("D")))
        assert not infer(term, multi_head(HEADS)).conflicts
        assert not infer(term, multi_head()).conflicts

    def test_output_projection(self) -> None:
        found = infer(product(apply("Concat", *FAMILY), s("W_O")), multi_head(HEADS))
        assert text(found) == "(n × D)" and not found.conflicts

    def test_one_head_times_the_output_projection(self) -> None:
        found = infer(product(member("head", s("i")), s("W_O")), multi_head(HEADS))
        assert kinds(found) == ["inner-dimensions-differ"]

    def test_per_head_projection(self) -> None:
        found = infer(equals(Index(s("Q"), (), (s("i"),)), product(s("X"), member("W", s("i")))), multi_head())
        assert not found.conflicts
        assert [str(each.shape) for each in found.derived] == ["(n × d_h)"]

    def test_heads_without_dots(self) -> None:
        found = infer(apply("Concat", member("head", num(1)), member("head", num(2))), multi_head())
        assert text(found) == "(n × 2d_h)"

    def test_big_operator(self) -> None:
        joined = IndexedSum("concat", s("i"), num(1), s("H"), member("head", s("i")))
        assert text(infer(joined, multi_head())) == "(n × H·d_h)"

    def test_row_of_a_member(self) -> None:
        row = Index(s("Q"), (s("j"), Slice()), (s("i"),))
        found = infer(equals(member("q", s("j")), row, space=real(s("d_h"))), multi_head(HEADS))
        assert not found.conflicts
        found = infer(equals(member("q", s("j")), row, space=real(s("D"))), multi_head(HEADS))
        assert kinds(found) == ["declared-shape-differs"]

    def test_slice_of_one_head(self) -> None:
        d = s("d_h")
        cut = Index(s("X"), (Slice(), Slice(product(s("i"), d), product(plus(s("i"), num(1)), d))))
        assert text(infer(cut, multi_head())) == "(n × d_h)"


class TestEncoderBlock:
    ENV = multi_head(HEADS)

    def test_residual_and_norm(self) -> None:
        block = apply("LayerNorm", plus(s("X"), apply("MultiHead", s("X"), s("X"), s("X"))))
        assert text(infer(block, self.ENV)) == "(n × D)"

    def test_feed_forward(self) -> None:
        inner = apply("ReLU", plus(product(s("X"), s("W_1")), s("b_1")))
        found = infer(equals(s("F"), plus(product(inner, s("W_2")), s("b_2"))), self.ENV)
        assert not found.conflicts and text(found) == "(n × D)"

    def test_feed_forward_with_maximum(self) -> None:
        inner = apply("max", num(0), plus(product(s("x"), s("W_1")), s("b_1")))
        assert text(infer(plus(product(inner, s("W_2")), s("b_2")), self.ENV)) == "(D)"

    def test_exchanged_biases(self) -> None:
        env = multi_head(HEADS, Equality(letter("d_ff"), number(4) * letter("D")))
        inner = plus(product(s("X"), s("W_1")), s("b_2"))
        assert kinds(infer(inner, env)) == ["sum-shapes-differ"]

    def test_undeclared_input(self) -> None:
        """y W_1 is as wide as W_1, whatever y is."""

        def block(first: str, bias: str, second: str) -> Term:
            inner = apply("max", num(0), plus(product(s("y"), s(first)), s(bias)))
            return equals(apply("FFN", s("y")), plus(product(inner, s(second)), s("b_2")))

        found = infer(block("W_1", "b_1", "W_2"), self.ENV)
        assert not found.conflicts and found.reason == "undeclared symbol: y"
        assert kinds(infer(block("W_1", "b_1", "W_O"), self.ENV)) == ["inner-dimensions-differ"]
        env = multi_head(HEADS, Equality(letter("d_ff"), number(4) * letter("D")))
        assert kinds(infer(block("W_1", "b_2", "W_2"), env)) == ["sum-shapes-differ"]
        free = plus(product(s("unheard"), s("W_1")), s("b_1"))
        assert infer(free, self.ENV).shape is None

    def test_undeclared_column(self) -> None:
        env = note(W="m n", U="p m", b="m", p="")
        assert not infer(product(s("U"), apply("tanh", plus(product(s("W"), s("x")), s("b")))), env).conflicts
        assert kinds(infer(product(s("W"), apply("tanh", product(s("W"), s("x")))), env)) == ["inner-dimensions-differ"]

    def test_exchanged_weights(self) -> None:
        found = infer(product(s("X"), s("W_2")), self.ENV)
        assert kinds(found) == ["inner-dimensions-differ"]

    def test_layer_norm_by_hand(self) -> None:
        mean = IndexedSum("sum", s("i"), num(1), s("D"), member("x", s("i")))
        mu, sigma = Quotient(num(1), s("D")), s("sigma")
        env = Note({**self.ENV.shapes, sigma: shape(), s("D"): shape()}, self.ENV.theory)
        assert text(infer(product(mu, mean), env)) == "scalar"
        centred = plus(s("x"), product(num(-1), product(mu, mean)))
        norm = plus(Elementwise((s("g"), Quotient(centred, sigma)), "⊙"), s("b_2"))
        assert text(infer(norm, env)) == "(D)"


class TestColumnVectors:
    ENV = note(
        Equality(letter("d_v"), letter("D") / letter("H")),
        vectors="columns", W="m n", x="n", y="m", z="n", W_o="D H·d_v", E="V D", q="D", k="D",
    )  # fmt: skip

    def test_matrix_times_vector(self) -> None:
        assert text(infer(product(s("W"), s("x")), self.ENV)) == "(m)"

    def test_row_times_matrix(self) -> None:
        assert text(infer(product(t(s("y")), s("W")), self.ENV)) == "(n)"
        assert text(infer(product(s("y"), s("W")), self.ENV)) == "(n)"

    def test_inner_and_outer(self) -> None:
        assert text(infer(product(t(s("x")), s("z")), self.ENV)) == "scalar"
        assert text(infer(product(s("x"), t(s("y"))), self.ENV)) == "(n × m)"
        assert text(infer(product(s("x"), s("z"), sign="·"), self.ENV)) == "scalar"

    def test_quadratic_form(self) -> None:
        assert text(infer(product(t(s("y")), s("W"), s("x")), self.ENV)) == "scalar"

    def test_wrong_length(self) -> None:
        assert kinds(infer(product(s("W"), s("y")), self.ENV)) == ["inner-dimensions-differ"]

    def test_two_plain_vectors_say_nothing(self) -> None:
        found = infer(product(s("x"), s("y")), self.ENV)
        assert found.shape is None and not found.conflicts

    def test_stacked_heads(self) -> None:
        env = Note({**self.ENV.shapes, member("h", s("i")): shape("d_v")}, self.ENV.theory, "columns")
        stack = Matrix(((member("h", num(1)),), (Ellipsis("vertical"),), (member("h", s("H")),)))
        found = infer(product(s("W_o"), stack), env)
        assert text(found) == "(D)" and not found.conflicts

    def test_row_vector_scores(self) -> None:
        """q k^T of row vectors is a number, of column vectors a matrix: both readings stay open."""
        env = Note(self.ENV.shapes, self.ENV.theory, "rows")
        found = infer(equals(s("a"), product(s("q"), t(s("k")))), Note({**env.shapes, s("a"): shape()}, env.theory))
        assert not found.conflicts
        assert text(infer(product(s("q"), t(s("k"))), env)) == "scalar"


class TestEmbedding:
    def test_index_vector_times_embedding_matrix(self) -> None:
        env = note(Concept("n", "sequence length"), Concept("V", "vocabulary size"), T="n", W_E="V d")
        found = infer(equals(s("E"), product(s("T"), s("W_E"), sign="·")), env)
        assert kinds(found) == ["inner-dimensions-differ"]
        assert [str(size) for size in found.conflicts[0].sizes] == ["n", "V"]

    def test_one_hot_matrix_times_embedding_matrix(self) -> None:
        env = note(Concept("n", "sequence length"), Concept("V", "vocabulary size"), T="n V", W_E="V d")
        assert text(infer(product(s("T"), s("W_E")), env)) == "(n × d)"

    def test_conflict_beside_an_unknown_factor(self) -> None:
        env = note(Concept("n", "sequence length"), Concept("V", "vocabulary size"), T="n", W_E="V d")
        assert kinds(infer(product(s("T"), s("W_E"), s("B")), env)) == ["inner-dimensions-differ"]
        assert not infer(product(s("B"), s("T"), s("W_E")), env).conflicts


class TestManners:
    """Sound notation that must stay silent."""

    ENV = note(X="n d", b="d", c="n", r="1 d", k="d 1", A="n n", P="n d", D="d n", a="", n="", W="d p")

    @pytest.mark.parametrize(
        ("term", "expected"),
        [
            (plus(s("X"), s("b")), "(n × d)"),
            (plus(s("X"), s("c")), "(n × d)"),  # one number for each row
            (plus(s("X"), s("r")), "(n × d)"),
            (plus(s("X"), num(1)), "(n × d)"),
            (product(num(2), s("X")), "(n × d)"),
            (product(s("X"), num(2)), "(n × d)"),
            (Power(s("X"), num(2)), "(n × d)"),
            (Power(s("A"), num(-1)), "(n × n)"),
            (Quotient(s("X"), s("P")), "(n × d)"),
            (Elementwise((s("X"), s("P")), "⊙"), "(n × d)"),
            (product(s("r"), s("k")), "scalar"),
            (product(s("X"), product(s("r"), s("k"))), "(n × d)"),
            (product(s("X"), s("r"), s("k")), "(n × d)"),
            (product(t(s("X")), s("X")), "(d × d)"),
            (product(s("b"), t(s("X"))), "(n)"),
            (apply("norm", s("X")), "scalar"),
            (Quotient(s("X"), apply("norm", s("X"))), "(n × d)"),
            (apply("exp", Quotient(s("X"), num(2))), "(n × d)"),
            (Power(s("e"), s("X")), "(n × d)"),
            (Cases(((num(0), None), (s("a"), None))), "scalar"),
        ],
    )
    def test_legal(self, term: Term, expected: str) -> None:
        found = infer(term, self.ENV)
        assert text(found) == expected
        assert not found.conflicts

    @pytest.mark.parametrize(
        "term",
        [
            equals(s("b"), s("r")),
            equals(s("b"), s("k")),
            equals(s("X"), num(0)),
            equals(s("b"), Quotient(num(1), s("n"))),
            equals(s("X"), product(s("X"), s("W"))),  # an assignment
            equals(s("X"), Matrix(((num(1), num(2)), (num(3), num(4)), (num(5), num(6))))),
            Relation(("∈",), (s("X"), real(s("n"), s("d")))),
            equals(member("x", s("i")), Index(s("X"), (s("i"), Slice())), space=real(s("d"))),
            Relation(("∼",), (s("X"), s("b"))),
            equals(s("X"), s("b")),  # one row for all of them
            plus(s("X"), s("unheard")),
        ],
    )
    def test_silent(self, term: Term) -> None:
        assert not infer(term, self.ENV).conflicts

    @pytest.mark.parametrize(
        ("term", "kind"),
        [
            (plus(s("X"), s("D")), "sum-shapes-differ"),
            (plus(s("b"), s("c")), "sum-shapes-differ"),
            (Elementwise((s("X"), s("D")), "⊙"), "entries-differ"),
            (equals(s("X"), t(s("P"))), "declared-shape-differs"),
            (equals(product(s("A"), s("X")), s("D")), "sides-differ"),
            (Relation(("∈",), (product(s("X"), s("D")), real(s("d"), s("d")))), "result-shape-differs"),
            (equals(s("A"), Matrix(((num(1), num(2)), (num(3), num(4)), (num(5), num(6))))), "declared-shape-differs"),
            (apply("Concat", s("X"), s("D")), "concat-shapes-differ"),
            (product(s("D"), s("D")), "inner-dimensions-differ"),
        ],
    )
    def test_conflict(self, term: Term, kind: str) -> None:
        assert kinds(infer(term, self.ENV)) == [kind]


class TestWorkedExamples:
    """Small numbers stand in for the general letters."""

    ENV = note(Equality(letter("d"), number(512)), W="d d", b="d")
    ROW = Matrix(((num(1), num(2), num(3)),))

    def test_a_display_beside_general_weights(self) -> None:
        assert not infer(product(self.ROW, s("W")), self.ENV).conflicts
        assert not infer(plus(self.ROW, s("b")), self.ENV).conflicts

    def test_names_of_two_examples(self) -> None:
        env = note(v="2", w="3")
        assert kinds(infer(product(s("v"), s("w"), sign="·"), env)) == ["inner-dimensions-differ"]
        env = Note({name: Shape(each.sizes, None, True) for name, each in env.shapes.items()})
        assert not infer(product(s("v"), s("w"), sign="·"), env).conflicts

    def test_two_displays(self) -> None:
        column = Matrix(((num(1),), (num(2),)))
        square = Matrix(((num(1), num(2), num(3)), (num(0), num(1), num(0)), (num(4), num(2), num(0))))
        assert kinds(infer(product(square, column), self.ENV)) == ["inner-dimensions-differ"]


class TestArrays:
    def test_numbers(self) -> None:
        rows = ((num(1), num(2), num(3)), (num(4), num(5), num(6)))
        assert text(infer(Matrix(rows), Note())) == "(2 × 3)"
        assert text(infer(Matrix(rows[:1]), Note())) == "(3)"
        assert text(infer(Matrix(((num(5),),)), Note())) == "scalar"

    def test_product_of_displayed_matrices(self) -> None:
        left = Matrix(((num(1), num(2), num(3)), (num(4), num(5), num(6))))
        right = Matrix(((num(1), num(0)), (num(0), num(1))))
        assert kinds(infer(product(left, right), Note())) == ["inner-dimensions-differ"]
        assert text(infer(product(right, left), Note())) == "(2 × 3)"

    def test_corners(self) -> None:
        def o(*indices: Term) -> Index:
            return member("o", *indices)

        dots = Ellipsis()
        rows = (
            (o(num(1), num(1)), dots, o(num(1), s("V"))),
            (dots, dots, dots),
            (o(s("L"), num(1)), dots, o(s("L"), s("V"))),
        )
        assert text(infer(Matrix(rows), Note())) == "(L × V)"
        broken = (*rows[:2], (o(s("L"), num(1)), dots, o(s("L"), s("L"))))
        assert infer(Matrix(broken), Note()).shape is None

    def test_entries_counted_from_zero(self) -> None:
        last = plus(s("n"), num(-1))
        cells = (member("a", num(0)), Ellipsis(), member("a", last))
        env = Note({member("a", s("i")): shape()})
        assert text(infer(Matrix((cells,)), env)) == "(n)"

    def test_rows_of_tokens(self) -> None:
        env = Note({member("x", s("i")): shape("d"), s("X"): shape("n", "d")})
        tokens = Matrix(((member("x", num(1)), Ellipsis(), member("x", s("n"))),))
        found = infer(equals(s("X"), tokens), env)
        assert not found.conflicts

    def test_blocks(self) -> None:
        env = note(A="n a", B="n b", C="m a")
        found = infer(Matrix(((s("A"), s("B")), (s("C"), num(0)))), env)
        assert text(found) == "(n + m × a + b)" or text(found) == "((m + n) × (a + b))"

    def test_pictures_of_rows_are_unknown(self) -> None:
        found = infer(Matrix(((Unknown("a line"), member("o", num(1)), Unknown("a line")),)), Note())
        assert found.shape is None and not found.conflicts


class TestIndices:
    ENV = note(X="n d", v="d", Z="b n d")

    @pytest.mark.parametrize(
        ("term", "expected"),
        [
            (Index(s("X"), (s("i"), Slice())), "(d)"),
            (Index(s("X"), (Slice(), s("j"))), "(n)"),
            (Index(s("v"), (s("j"),)), "scalar"),
            (Index(s("Z"), (s("i"), Slice(), Slice())), "(n × d)"),
            (Index(product(s("X"), t(s("X"))), (s("i"), s("j"))), "scalar"),
            (Index(softmax(s("v")), (s("j"),)), "scalar"),
        ],
    )
    def test_shapes(self, term: Term, expected: str) -> None:
        assert text(infer(term, self.ENV)) == expected

    def test_blocks_of_a_matrix(self) -> None:
        env = note(P="N N", V="N d")
        env.shapes[member("V", s("j"))] = shape("B", "d")
        entry = member("P", s("i"), s("j"))
        assert infer(product(entry, member("V", s("j"))), env).shape is None

    def test_a_single_index_on_a_matrix_is_open(self) -> None:
        found = infer(Index(s("X"), (s("i"),)), self.ENV)
        assert not found.certain
        assert not infer(equals(member("x", s("i")), Index(s("X"), (s("i"),)), space=real(s("d"))), self.ENV).conflicts

    def test_a_counting_letter_with_an_index_is_another_thing(self) -> None:
        env = note(Concept("h", "number of heads"), W="d p", h="")
        assert infer(member("h", s("i")), env).shape is None

    def test_family_from_its_generic_member(self) -> None:
        assert infer(Index(s("Q"), (), (s("i"),)), note(Q="n D")).shape is None


def test_reasons_name_what_is_missing() -> None:
    found = infer(product(s("A"), s("B")), note(A="n d"))
    assert found.reason == "undeclared symbol: B"
    assert found.missing == (s("B"),)


def test_a_definition_against_its_declaration_is_disputed() -> None:
    env = note(X="n d", Y="n d")
    found = infer(equals(s("S"), product(s("X"), t(s("Y"))), space=real(s("d"), s("d"))), env)
    assert kinds(found) == ["declared-shape-differs"]
    assert found.disputed == (s("S"),) and not found.derived


def test_rows_added_below() -> None:
    """A cache of keys and one more key: below one another, where only the widths agree."""
    env = note(K="p d", k="1 d", L="p e")
    assert text(infer(apply("Concat", s("K"), s("k")), env)) == "((p + 1) × d)"
    assert text(infer(apply("Concat", s("K"), s("L")), env)) == "(p × (d + e))"


def test_the_next_example_may_have_another_size() -> None:
    row, longer = Matrix(((num(1), num(2)),)), Matrix(((num(1), num(2), num(3)),))
    (first,) = infer(equals(s("y"), row), Note()).derived
    assert first.shape.shown
    assert not infer(equals(s("y"), longer), Note({s("y"): first.shape})).conflicts
    assert kinds(infer(equals(s("y"), longer), note(y="2"))) == ["declared-shape-differs"]


def test_the_first_blocks_of_rows() -> None:
    env = note(K="N d")
    cut = Index(s("K"), (Slice(None, s("j")),))
    assert infer(cut, env).shape is None
    assert text(infer(Index(s("K"), (Slice(None, s("m")),)), env)) == "(m × d)"


def test_deep_terms_end() -> None:
    term: Term = s("X")
    for _ in range(500):
        term = Transpose(term)
    assert infer(term, note(X="n d")).reason == "too large to follow"


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (product(num(4), s("d")), "4d"),
        (Quotient(product(s("H"), s("W")), Power(s("P"), num(2))), "HW/P^2"),
        (plus(product(num(2), s("n")), num(1)), "2n + 1"),
        (Index(s("n"), (s("i"),)), "n_i"),
        (Power(s("d"), num(2)), "d^2"),
    ],
)
def test_sizes(term: Term, expected: str) -> None:
    found = dimension_of(term)
    assert isinstance(found, Dimension) and str(found) == expected


def test_a_negative_size_is_none() -> None:
    """A bold R^{-1} is an inverse, whatever it looks like."""
    assert shape_of_sizes((num(-1),)) is None
    assert shape_of_sizes((num(1), s("d"))) == shape(1, "d")
