"""The equations of the catalogue, run at sizes that are primes, against their reference functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import all_equations
from symformer.catalogue.reading import read
from symformer.reasoning.running.compiled import NotRun, difference
from symformer.reasoning.running.standard import Sample, reference_value, sample, value_of
from symformer.reference import functional, positions
from symformer.terms.conventions import Conventions
from symformer.terms.term import Symbol

REFERENCED = [each for each in all_equations() if each.reference and not each.reference.startswith("symformer.product")]
SEEDS = (0, 1, 2)
CLOSE = 1e-12


def _of(drawn: Sample, name: str) -> Any:
    return drawn.bindings[Symbol(name)]


def _rotations(drawn: Sample) -> dict[str, Any]:
    n, d_k = 5, 6
    R = np.array([positions.rotation_matrix(t, d_k).T for t in range(n)])  # for rows
    return {"R": R, "q": np.random.default_rng(drawn.seed).normal(size=(n, d_k)), "tilde(q)": np.zeros((n, d_k))}


# what an equation leaves to others to tell
GIVEN: dict[str, Callable[[Sample], dict[str, Any]]] = {
    "attention-parameters": lambda drawn: {"h": 1},
    "encoder-block-parameters": lambda drawn: {"h": 1},
    "cache-bytes": lambda drawn: {"c": 2.0, "B": 1},
    "softmax-jacobian": lambda drawn: {"p": functional.softmax(_of(drawn, "z")), "delta": np.eye(drawn.sizes["c"])},
    "head-of-attention": lambda drawn: {"V": _of(drawn, "K")},
    "layer-norm": lambda drawn: {"mu": _of(drawn, "x").mean(), "sigma": _of(drawn, "x").std()},
    "layer-norm-entry": lambda drawn: {"mu": _of(drawn, "x").mean(), "sigma": _of(drawn, "x").std()},
    "rotary-query": _rotations,
    "linear-bias-slope": lambda drawn: {"h": 8, "lambda": np.zeros(8)},
}


def drawn_for(equation: Equation, seed: int) -> Sample:
    found = sample(read(equation), seed)
    told = GIVEN.get(equation.id, lambda drawn: {})(found)
    sizes = {name: value for name, value in told.items() if isinstance(value, int)}
    bindings = {**found.bindings, **{Symbol(name): value for name, value in told.items()}}
    return replace(found, bindings=bindings, sizes={**found.sizes, **sizes})


def apart(equation: Equation, seed: int, first_index: Any) -> float | str:
    drawn = drawn_for(equation, seed)
    value = value_of(read(equation), drawn, Conventions(first_index=first_index))
    if isinstance(value, NotRun):
        return value.reason
    if equation.id == "additive-score":  # the reference scores all queries against all keys
        rows = {Symbol(name): _of(drawn, name)[None] for name in "qk"}
        drawn = replace(drawn, bindings={**drawn.bindings, **rows})
        value = value[None, None]
    expected = reference_value(read(equation), drawn, first_index)
    if isinstance(expected, NotRun):
        return expected.reason
    if equation.id.startswith("sinusoid"):  # told of every other column
        assert 0 < np.isfinite(value).sum() <= value.size / 2
        expected = np.where(np.isnan(value), np.nan, expected)
    return difference(value, expected).difference


@pytest.mark.parametrize("equation", REFERENCED, ids=lambda each: each.id)
def test_an_equation_gives_what_its_reference_gives(equation: Equation) -> None:
    by_base = {base: [apart(equation, seed, base) for seed in SEEDS] for base in (1, 0)}
    agreeing = [base for base, found in by_base.items() if all(isinstance(f, float) and f < CLOSE for f in found)]
    assert agreeing, by_base


def test_most_equations_have_a_reference() -> None:
    assert len(REFERENCED) >= 75
    assert GIVEN.keys() <= {each.id for each in REFERENCED}
