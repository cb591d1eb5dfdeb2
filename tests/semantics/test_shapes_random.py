"""Whatever the term, inference ends, answers in one piece, and accuses nothing that can be run."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.algebra.shape import Shape, shape
from symformer.algebra.unify import Theory, together
from symformer.semantics.shapes.expressions import infer
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

SHAPES = {
    "A": shape("n", "d"), "B": shape("d", "m"), "C": shape("m", "n"), "S": shape("d", "d"), "x": shape("n"),
    "y": shape("d"), "a": shape(), "T": shape("b", "n", "d"), "r": shape(1, "d"), "P": shape(2, 3),
}  # fmt: skip
THEORY = Theory(fact for each in SHAPES.values() for fact in together(each))


@dataclass
class Note:
    theory: Theory = THEORY
    vectors: Literal["rows", "columns"] | None = None
    shapes: dict[str, Shape] = field(default_factory=lambda: SHAPES)

    def shape_of(self, term: Term) -> Shape | None:
        return self.shapes.get(term.name) if isinstance(term, Symbol) else None

    gradients = None

    def is_index(self, name: str) -> bool:
        return name in "ij"

    def is_told(self, term: Term) -> bool:
        return True

    def declared_at(self, term: Term) -> Span | None:
        return None


LEAVES: st.SearchStrategy[Term] = st.one_of(
    st.sampled_from([*SHAPES, "i", "n", "d", "unheard"]).map(Symbol),
    st.integers(-1, 3).map(lambda value: Number(Fraction(value))),
    st.just(Ellipsis()),
    st.just(Slice()),
    st.just(Unknown("unread")),
    st.just(Space("R", (Symbol("n"), Symbol("d")))),
    st.just(Space("R", (Unknown("unread"),))),
)
NAMES = st.sampled_from(
    ["softmax", "Concat", "Attention", "MultiHead", "max", "sqrt", "norm", "diag", "unheard", "mean"]
)


def _nodes(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    few = st.lists(inner, max_size=3).map(tuple)
    some = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Sum, some),
        st.builds(Product, some, st.sampled_from(["", "·", "×", "@", "*"])),
        st.builds(Elementwise, some, st.sampled_from("⊙⊗⊕∘")),
        st.builds(Quotient, inner, inner),
        st.builds(Power, inner, inner),
        st.builds(Transpose, inner),
        st.builds(Apply, NAMES, few),
        st.builds(IndexedSum, st.sampled_from(["sum", "max", "concat"]), st.just(Symbol("i")), inner, inner, inner),
        st.builds(Index, inner, few, few),
        st.builds(Matrix, st.lists(some, max_size=3).map(tuple), st.sampled_from(["matrix", "tuple"])),
        st.builds(Cases, st.lists(st.tuples(inner, st.none()), max_size=3).map(tuple)),
        st.lists(inner, min_size=2, max_size=3).flatmap(
            lambda sides: st.lists(
                st.sampled_from(["=", "∈", "≈", "≤", "←"]), min_size=len(sides) - 1, max_size=len(sides) - 1
            ).map(lambda signs: Relation(tuple(signs), tuple(sides)))
        ),
    )


@settings(max_examples=300)
@given(st.recursive(LEAVES, _nodes, max_leaves=12))
def test_any_term_has_an_answer(term: Term) -> None:
    found = infer(term, Note())
    assert (found.shape is None) == (found.reason is not None) == (not found.candidates)
    for conflict in found.conflicts:
        assert conflict.left_shape is not None and conflict.right_shape is not None


SIZES = {"n": 5, "d": 3, "m": 2, "b": 7}


def _runs(term: Term) -> tuple[int, ...] | None:
    """The shape that NumPy gives a term at sizes that are distinct primes; None where it refuses."""
    import numpy as np

    def value(part: Term) -> np.ndarray:
        match part:
            case Symbol(name):
                return np.ones(tuple(int(size.number or SIZES[str(size)]) for size in SHAPES[name].sizes))
            case Product(factors):
                result = value(factors[0])
                for factor in factors[1:]:
                    right = value(factor)
                    result = result @ right if result.ndim and right.ndim else result * right
                return result
            case Sum(terms):
                return sum((value(each) for each in terms[1:]), start=value(terms[0]))
            case Transpose(operand):
                return value(operand).T
            case Apply(_, arguments):
                return value(arguments[0])
        raise TypeError(part)

    try:
        return value(term).shape
    except ValueError:
        return None


ARRAYS: st.SearchStrategy[Term] = st.sampled_from(["A", "B", "C", "S", "a"]).map(Symbol)


def _runnable(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.map(Product),
        pair.map(Sum),
        inner.map(Transpose),
        inner.map(lambda part: Apply("softmax", (part,))),
    )


@settings(max_examples=300)
@given(st.recursive(ARRAYS, _runnable, max_leaves=6))
def test_what_numpy_runs_is_no_conflict(term: Term) -> None:
    expected = _runs(term)
    if expected is None:
        return
    found = infer(term, Note())
    assert not found.conflicts
    assert found.shape is not None
    assert tuple(SIZES[str(size)] for size in found.shape.sizes) == expected
