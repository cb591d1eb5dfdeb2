"""The values that records of functions name: they exist, and what they give has the shape that the law says."""

from __future__ import annotations

import numpy as np
import pytest

from symformer.analysis import analyse
from symformer.functions import Function, all_functions
from symformer.reasoning.running.calls import resolved
from symformer.reasoning.running.compiled import NotRun, compiled
from symformer.semantics.shapes.expressions import infer
from symformer.settings import Settings
from symformer.terms.term import Apply, Symbol

VALUED = [function for function in all_functions() if function.value is not None]
DECLARED = r"""Let $n = 5$, $m = 7$, $d = 11$, $p = 13$.
Let $A \in \mathbb{R}^{n \times d}$, $B \in \mathbb{R}^{n \times d}$, $C \in \mathbb{R}^{m \times d}$,
$V \in \mathbb{R}^{m \times p}$, $S \in \mathbb{R}^{n \times n}$, $W \in \mathbb{R}^{d \times p}$, $U \in \mathbb{R}^{d \times p}$,
$x \in \mathbb{R}^{d}$, $y \in \mathbb{R}^{d}$, $t \in \mathbb{R}$, $E \in \mathbb{R}^{n \times 6}$, $e \in \mathbb{R}^{6}$.
"""
SIZES = {"n": 5, "m": 7, "d": 11, "p": 13}
SHAPES = {
    "A": (5, 11), "B": (5, 11), "C": (7, 11), "V": (7, 13), "S": (5, 5), "W": (11, 13), "U": (11, 13),
    "x": (11,), "y": (11,), "t": (), "E": (5, 6), "e": (6,),
}  # fmt: skip
ARGUMENTS = {
    "elementwise": ("t", "x", "A"),
    "same": ("x", "A"),
    "reduce": ("x",),
    "extremum": ("x", "A, B", "t, A"),
    "argument": ("x",),
    "concat": ("A, B", "x, y"),
    "attention": ("A, C, V",),
    "diagonal": ("x",),
    "transpose": ("A",),
}
# what needs arguments of its own kind; the shapes of those without one follow from the definition, not from a law
OWN = {
    "determinant": ("S",), "inverse": ("S",), "trace": ("S",), "rank": ("A",), "norm": ("x", "A"),
    "cross-entropy": ("x, y",), "divergence": ("x, y",), "mean-squared-error": ("x, y", "A, B"),
    "binary-cross-entropy": ("x, y",), "similarity": ("x, y",),
    "geglu": ("A, W, U",), "glu": ("A, W, U",), "reglu": ("A, W, U",), "swiglu": ("A, W, U",), "linear": ("A, W",),
    "clip": (), "one-hot": (), "batch-norm": ("A",), "rope": ("E", "e, t"),
}  # fmt: skip
FREE_SHAPES = {"geglu": (5, 13), "glu": (5, 13), "reglu": (5, 13), "swiglu": (5, 13), "linear": (5, 13), "similarity": ()}  # fmt: skip
ENVIRONMENT = analyse("note.md", f"{DECLARED}\n$$ R = A $$".encode(), Settings()).model.shapes[-1].environment
CALLS = [
    (function, arguments) for function in VALUED for arguments in OWN.get(function.id, ARGUMENTS.get(function.law, ()))
]


def test_most_functions_have_a_value() -> None:
    assert len(VALUED) >= 60
    assert {function.id for function in VALUED} == {function.id for function, _ in CALLS} | {"clip", "one-hot"}


@pytest.mark.parametrize("function", VALUED, ids=lambda function: function.id)
def test_the_value_exists(function: Function) -> None:
    assert function.value is not None
    assert callable(resolved(function.value))
    assert function.value.startswith(("numpy.", "symformer.reference."))


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda each: getattr(each, "id", each))
def test_the_law_and_the_value_give_one_shape(function: Function, arguments: str) -> None:
    term = Apply(function.name, tuple(map(Symbol, arguments.split(", "))))
    found = infer(term, ENVIRONMENT)
    rng = np.random.default_rng(0)
    bindings = {name: rng.uniform(0.1, 0.9, size=shape) for name, shape in SHAPES.items()}
    value = compiled(term)({**bindings, **SIZES})
    assert not isinstance(value, NotRun), value
    if function.id in FREE_SHAPES:
        assert value.shape == FREE_SHAPES[function.id]
        return
    expected = found.candidates or (found.shape,)
    assert expected[0] is not None, found.reason
    sizes = [tuple(int(ENVIRONMENT.theory.value(size) or 0) for size in shape.sizes) for shape in expected if shape]
    assert value.shape in sizes
