"""Equations of the catalogue that speak of one place, one head or one step, against a line of NumPy at three seeds.

What stands at the place (``\\theta_{t-1}``, ``W_i^O``) is given as a whole, a function that nothing tells as some
function of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from symformer.catalogue.lookup import equation
from symformer.catalogue.reading import plain_name, read, resolved, vocabulary_for
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.reasoning.running.compiled import NotRun, compiled
from symformer.reasoning.running.state import Definition
from symformer.reference import functional, normalization
from symformer.syntax.parser import parse
from symformer.terms.conventions import Conventions
from symformer.terms.parts import flattened
from symformer.terms.term import Relation, Term

SEEDS = (0, 1, 2)
Values = Mapping[str, Any]
soft = functional.softmax
norm = normalization.layer_norm
SOME = r"\tanh(z)"  # a function that the equation leaves open
SOME_OF_THREE = r"\tanh(a) + b - 2 c"


def some(a: Any, b: Any = None, c: Any = None) -> Any:
    return np.tanh(a) if b is None else np.tanh(a) + b - 2 * c


@dataclass(frozen=True, slots=True)
class Case:
    """The shapes of what is given, by its LaTeX (numbers as they are), and what the right side must be."""

    name: str
    given: Mapping[str, tuple[int, ...] | float]
    expected: Callable[[Values], Any]
    statement: int = 0
    side: int = -1
    first: int = 1
    functions: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False  # all places of the left side, not the right side alone

    @property
    def id(self) -> str:
        return f"{self.name}-{self.statement}"


def letters(name: str) -> Vocabulary:
    found = read(equation(name))
    tree = parse(found.equation.latex)
    return vocabulary_of([tree]).joined(vocabulary_for((plain_name(each.term), each.kind) for each in found.letters))


def term(name: str, latex: str) -> Term:
    given = read(equation(name))
    arrays = {plain_name(each.term) for each in given.letters if each.kind != "function"}
    return flattened(resolved(lower_formula(parse(latex), letters(name))[0], arrays))


def definition(body: str) -> Definition:
    parameters = ("z",) if "z" in body else ("a", "b", "c")
    return Definition(lower_formula(parse(body), Vocabulary())[0], (), parameters)


def worked_out(case: Case, values: Values) -> Any:
    statement = read(equation(case.name)).statements[case.statement]
    assert isinstance(statement, Relation)
    right = statement if case.whole else statement.sides[case.side]
    functions = {name: definition(body) for name, body in case.functions.items()}
    run = compiled(right, Conventions(first_index=case.first), functions)
    found = run({term(case.name, latex): value for latex, value in values.items()})
    assert not isinstance(found, NotRun), found.reason
    return found


n, m, d, h, dk, dv, B = 5, 7, 6, 3, 11, 13, 2
ROOT = dk**0.5
MULTI, MASKED, FFN = {"MultiHead": SOME_OF_THREE}, {"MaskedMultiHead": SOME_OF_THREE}, {"FFN": SOME}
ALONE = {"MultiHead": SOME}
STEP = {r"\theta_{t-1}": (d,), r"\eta": 0.3}

CASES = (
    Case("rows-of-queries", {"Q": (n, dk)}, lambda v: v["Q"], whole=True),
    Case("rows-of-queries", {"K": (m, dk)}, lambda v: v["K"], 1, whole=True),
    Case("rows-of-queries", {"V": (m, dv)}, lambda v: v["V"], 2, whole=True),
    Case("additive-attention", {"e": (m,), "v": (m, dv), "m": m}, lambda v: soft(v["e"]) @ v["v"]),
    Case(
        "additive-attention",
        {"q": (dk,), "W_a": (dk, 4), "k_s": (dk,), "U_a": (dk, 4), "w": (4,)},
        lambda v: np.tanh(v["q"] @ v["W_a"] + v["k_s"] @ v["U_a"]) @ v["w"],
        1,
    ),
    Case("lstm-hidden-state", {"o_t": (n, d), "c_t": (n, d)}, lambda v: v["o_t"] * np.tanh(v["c_t"])),
    Case(
        "gru-state",
        {"z_t": (n, d), "h_{t-1}": (n, d), r"\tilde{h}_t": (n, d)},
        lambda v: (1 - v["z_t"]) * v["h_{t-1}"] + v["z_t"] * v[r"\tilde{h}_t"],
    ),
    Case(
        "cached-attention",
        {"q_t": (dk,), "K": (m, dk), "V": (m, dv), "t": 4, "d_k": dk},
        lambda v: soft(v["K"][:4] @ v["q_t"] / ROOT) @ v["V"][:4],
    ),
    Case("softmax-rescaling", {"u_{t-1}": 0.4, "z_t": 0.9}, lambda v: max(v["u_{t-1}"], v["z_t"])),
    Case(
        "softmax-rescaling",
        {"c_{t-1}": 0.6, "u_{t-1}": 0.4, "u_t": 0.9, "z_t": 0.7},
        lambda v: v["c_{t-1}"] * np.exp(v["u_{t-1}"] - v["u_t"]) + np.exp(v["z_t"] - v["u_t"]),
        1,
    ),
    Case("encoder-attention", {"X": (n, d)}, lambda v: norm(v["X"] + some(v["X"], v["X"], v["X"])), functions=MULTI),
    Case("encoder-output", {"Z_1": (n, d)}, lambda v: norm(v["Z_1"] + some(v["Z_1"])), functions=FFN),
    Case("encoder-attention-pre-norm", {"X": (n, d)}, lambda v: v["X"] + some(norm(v["X"])), functions=ALONE),
    Case("encoder-output-pre-norm", {"Z_1": (n, d)}, lambda v: v["Z_1"] + some(norm(v["Z_1"])), functions=FFN),
    Case(
        "decoder-masked-attention",
        {"Y": (n, d)},
        lambda v: norm(v["Y"] + some(v["Y"], v["Y"], v["Y"])),
        functions=MASKED,
    ),
    Case(
        "decoder-cross-attention",
        {r"Z_{\text{masked}}": (n, d), r"X_{\text{enc}}": (n, d)},
        lambda v: norm(
            v[r"Z_{\text{masked}}"] + some(v[r"Z_{\text{masked}}"], v[r"X_{\text{enc}}"], v[r"X_{\text{enc}}"])
        ),
        functions=MULTI,
    ),
    Case(
        "decoder-output",
        {r"Z_{\text{cross}}": (n, d)},
        lambda v: norm(v[r"Z_{\text{cross}}"] + some(v[r"Z_{\text{cross}}"])),
        functions=FFN,
    ),
    Case(
        "decoder-masked-attention-pre-norm",
        {"Y": (n, d)},
        lambda v: v["Y"] + some(norm(v["Y"])),
        functions={"MaskedMultiHead": SOME},
    ),
    Case(
        "decoder-cross-attention-pre-norm",
        {r"Z_{\text{masked}}": (n, d), r"X_{\text{enc}}": (n, d)},
        lambda v: (
            v[r"Z_{\text{masked}}"] + some(norm(v[r"Z_{\text{masked}}"]), v[r"X_{\text{enc}}"], v[r"X_{\text{enc}}"])
        ),
        functions=MULTI,
    ),
    Case(
        "decoder-output-pre-norm",
        {r"Z_{\text{cross}}": (n, d)},
        lambda v: v[r"Z_{\text{cross}}"] + some(norm(v[r"Z_{\text{cross}}"])),
        functions=FFN,
    ),
    Case("residual", {"X": (n, d)}, lambda v: v["X"] + some(v["X"]), functions={"F": SOME}),
    Case("post-norm", {"X": (n, d)}, lambda v: norm(v["X"] + some(v["X"])), functions={"F": SOME}),
    Case("pre-norm", {"X": (n, d)}, lambda v: v["X"] + some(norm(v["X"])), functions={"F": SOME}),
    Case("router", {"x": (d,), "W_g": (d, 4)}, lambda v: soft(v["x"] @ v["W_g"])),
    Case("greedy-choice", {"p": (19,)}, lambda v: v["p"].argmax() + 1),
    Case("padding-mask", {"t": 2, "s": 3, r"\ell": 4}, lambda v: 0.0),
    Case("padding-mask", {"t": 2, "s": 5, r"\ell": 4}, lambda v: -np.inf),
    Case("prefix-mask", {"t": 6, "s": 5, r"\ell": 4}, lambda v: 0.0),
    Case("prefix-mask", {"t": 2, "s": 5, r"\ell": 4}, lambda v: -np.inf),
    Case(
        "causal-weight",
        {"S": (n, n), "t": 3, "s": 2},
        lambda v: np.exp(v["S"][2, 1]) / np.exp(v["S"][2, :3]).sum(),
    ),
    Case("concatenated-heads", {"H": (h, n, dv), "h": h}, lambda v: np.concatenate(v["H"], axis=-1)),
    Case(
        "multi-head",
        {"H": (h, n, dv), "W^O": (h * dv, d), "h": h},
        lambda v: np.concatenate(v["H"], axis=-1) @ v["W^O"],
    ),
    Case(
        "multi-head-sum",
        {"H": (h, n, dv), "W^O": (h, dv, d), "h": h},
        lambda v: np.einsum("hnv,hvd->nd", v["H"], v["W^O"]),
    ),
    Case(
        "head-of-query",
        {"q": (d,), "k": (d,), "v": (d,), "W_i^Q": (d, dk), "W_i^K": (d, dk), "W_i^V": (d, dk)},
        lambda v: some(v["q"] @ v["W_i^Q"], v["k"] @ v["W_i^K"], v["v"] @ v["W_i^V"]),
        functions={"f": SOME_OF_THREE},
    ),
    Case(
        "multi-head-of-query",
        {"H": (h, dv), "W^O": (h * dv, d), "h": h},
        lambda v: v["H"].reshape(-1) @ v["W^O"],
    ),
    Case(
        "sliced-queries",
        {r"Q_{\text{all}}": (n, h * dk), "i": 1, "d_q": dk},
        lambda v: v[r"Q_{\text{all}}"][:, dk : 2 * dk],
        first=0,
    ),
    Case(
        "head-in-batch",
        {"Q": (B, h, n, dk), "K": (B, h, m, dk), "V": (B, h, m, dv), "b": 2, "i": 3, "d_k": dk},
        lambda v: soft(v["Q"][1, 2] @ v["K"][1, 2].T / ROOT) @ v["V"][1, 2],
    ),
    Case(
        "grouped-query-head",
        {"Q_i": (n, dk), "K": (2, m, dk), "V": (2, m, dv), "i": 3, "d_k": dk, "h": 4, r"h_{\text{kv}}": 2},
        lambda v: soft(v["Q_i"] @ v["K"][1].T / ROOT) @ v["V"][1],
    ),
    Case(
        "batch-norm",
        {"x_b": (d,), r"\gamma": (d,), r"\mu": (d,), r"\sigma": (d,), r"\varepsilon": 0.01, r"\beta": (d,)},
        lambda v: v[r"\gamma"] * (v["x_b"] - v[r"\mu"]) / np.sqrt(v[r"\sigma"] ** 2 + 0.01) + v[r"\beta"],
    ),
    Case(
        "sinusoid-product",
        {r"\omega": (3,), "t": 4, "s": 1, "d": d},
        lambda v: np.cos(v[r"\omega"] * 3).sum(),
        first=0,
    ),
    Case(
        "rotation",
        {"t": 3, r"\omega": 0.7},
        lambda v: np.array([[np.cos(2.1), np.sin(2.1)], [-np.sin(2.1), np.cos(2.1)]]),
    ),
    Case(
        "rotary-score", {"q_t": (dk,), "k_s": (dk,), "R_{t-s}": (dk, dk)}, lambda v: v["q_t"] @ v["R_{t-s}"] @ v["k_s"]
    ),
    Case(
        "rotary-components",
        {"q": (d,), r"\omega": (3,), "r": 1, "t": 4},
        lambda v: v["q"][2] * np.cos(4 * v[r"\omega"][1]) - v["q"][3] * np.sin(4 * v[r"\omega"][1]),
        first=0,
    ),
    Case(
        "rotary-components",
        {"q": (d,), r"\omega": (3,), "r": 1, "t": 4},
        lambda v: v["q"][2] * np.sin(4 * v[r"\omega"][1]) + v["q"][3] * np.cos(4 * v[r"\omega"][1]),
        1,
        first=0,
    ),
    Case(
        "linear-bias",
        {"q_t": (dk,), "k_s": (dk,), r"\lambda_i": 0.5, "t": 4, "s": 1, "d_k": dk},
        lambda v: v["q_t"] @ v["k_s"] / ROOT - 1.5,
    ),
    Case("relative-bias", {"q_t": (dk,), "k_s": (dk,), "c_{t-s}": 0.3}, lambda v: v["q_t"] @ v["k_s"] + 0.3),
    Case(
        "relative-keys",
        {"q_t": (dk,), "k_s": (dk,), "a_{t-s}": (dk,), "d_k": dk},
        lambda v: v["q_t"] @ (v["k_s"] + v["a_{t-s}"]) / ROOT,
    ),
    Case("gradient-descent", {**STEP, "g_t": (d,)}, lambda v: v[r"\theta_{t-1}"] - 0.3 * v["g_t"]),
    Case(
        "momentum",
        {r"\alpha": 0.9, "u_{t-1}": (d,), r"\eta": 0.3, "g_t": (d,)},
        lambda v: 0.9 * v["u_{t-1}"] - 0.3 * v["g_t"],
    ),
    Case("momentum", {r"\theta_{t-1}": (d,), "u_t": (d,)}, lambda v: v[r"\theta_{t-1}"] + v["u_t"], 1),
    Case(
        "adam-first-moment",
        {r"\beta_1": 0.9, "m_{t-1}": (d,), "g_t": (d,)},
        lambda v: 0.9 * v["m_{t-1}"] + (1 - 0.9) * v["g_t"],
    ),
    Case(
        "adam-second-moment",
        {r"\beta_2": 0.99, "v_{t-1}": (d,), "g_t": (d,)},
        lambda v: 0.99 * v["v_{t-1}"] + (1 - 0.99) * v["g_t"] ** 2,
    ),
    Case("adam-correction", {"m_t": (d,), r"\beta_1": 0.9, "t": 3}, lambda v: v["m_t"] / (1 - 0.9**3)),
    Case("adam-correction", {"v_t": (d,), r"\beta_2": 0.99, "t": 3}, lambda v: v["v_t"] / (1 - 0.99**3), 1),
    Case(
        "adam-step",
        {**STEP, r"\hat{m}_t": (d,), r"\hat{v}_t": (d,), r"\varepsilon": 0.01},
        lambda v: v[r"\theta_{t-1}"] - 0.3 * v[r"\hat{m}_t"] / (np.sqrt(v[r"\hat{v}_t"]) + 0.01),
    ),
    Case(
        "adamw-step",
        {**STEP, r"\hat{m}_t": (d,), r"\hat{v}_t": (d,), r"\varepsilon": 0.01, r"\lambda": 0.2},
        lambda v: (1 - 0.06) * v[r"\theta_{t-1}"] - 0.3 * v[r"\hat{m}_t"] / (np.sqrt(v[r"\hat{v}_t"]) + 0.01),
    ),
    Case(
        "cosine-schedule",
        {r"\eta_{\text{min}}": 0.1, r"\eta_{\text{max}}": 0.9, "t": 3, "c": 10.0},
        lambda v: 0.1 + 0.4 * (1 + np.cos(np.pi * 0.3)),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.parametrize("seed", SEEDS)
def test_value_at_a_place(case: Case, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = {
        latex: rng.uniform(0.2, 0.8, told) if isinstance(told, tuple) else told for latex, told in case.given.items()
    }
    want, got = np.asarray(case.expected(values)), np.asarray(worked_out(case, values))
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-15)
