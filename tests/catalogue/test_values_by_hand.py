"""Equations of the catalogue against a line of NumPy that says what they must give, at three seeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from symformer.catalogue.lookup import equation
from symformer.catalogue.reading import ReadEquation, read
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.reasoning.running.compiled import NotRun, compiled, definitions_of
from symformer.reference import attention, counting, functional, gradients, losses, positions
from symformer.syntax.parser import parse
from symformer.terms.term import Index, Relation, Symbol, Term

SIZES = {
    "n": 5, "m": 7, "d": 6, "h": 3, "d_k": 11, "d_q": 11, "d_v": 13, r"d_{\text{ff}}": 17, "N_V": 19, "L": 2, "B": 3,
    r"h_{\text{kv}}": 1, "p": 23, "c": 29, "N_E": 4, "r": 2, r"N_{\text{par}}": 31, r"d_{\text{in}}": 41,
}  # fmt: skip
SEEDS = (0, 1, 2)
Values = Mapping[str, Any]
soft = functional.softmax


# what the equations give that the reference has no function for, by their letters
EXPECTED: dict[str, Callable[[Values], Any]] = {
    "attention-weight": lambda v: soft(v["S"]),
    "bilinear-scores": lambda v: np.einsum("ta,ab,sb->ts", v["Q"], v["G"], v["K"]),
    "additive-score": lambda v: np.sum(np.tanh(v["q"] @ v["W_a"] + v["k"] @ v["U_a"]) * v["w"]),
    "softmax-shift": lambda v: soft(v["z"]),
    "masked-scores": lambda v: attention.attention_scores(v["Q"], v["K"]) + v["M"],
    "tied-unembedding": lambda v: np.einsum("td,wd->tw", v["Z"], v["E"]),
    "scaled-embedding": lambda v: v["T"] @ v["E"] * SIZES["d"] ** 0.5,
    "target-input": lambda v: v["T"] @ v["E"] + v["P"],
    "next-token-probabilities": lambda v: soft(v["Z"] @ v["U"]),
    "layer-mean": lambda v: v["x"].mean(),
    "rms": lambda v: np.sqrt(np.mean(v["x"] ** 2) + v[r"\varepsilon"]),
    "feed-forward-gelu": lambda v: functional.gelu(v["X"] @ v["W_1"] + v["b_1"]) @ v["W_2"] + v["b_2"],
    "dropout": lambda v: v["u"] * v["x"] / (1 - v["p"]),
    "softmax-at-temperature": lambda v: soft(v["z"] / v[r"\tau"]),
    "sampling-temperature": lambda v: soft(v["z"] / v[r"\tau"]),
    "label-smoothing": lambda v: (1 - v[r"\epsilon"]) * v["y"] + v[r"\epsilon"] / SIZES["c"],
    "masked-language-loss": lambda v: -np.dot(v["u"], np.log(v["p"])) / v["c"],
    "distillation-loss": lambda v: v[r"\tau"] ** 2 * losses.cross_entropy(v["p"], v["q"]),
    "contrastive-loss": lambda v: -functional.log_softmax(v["z"] / v[r"\tau"])[0],
    "weight-decay": lambda v: v[r"\mathcal{L}"] + v[r"\lambda"] / 2 * np.sum(v[r"\theta"] ** 2),
    "gradient-clipping": lambda v: v["g"] * min(1.0, v["c"] / np.linalg.norm(v["g"])),
    "glorot-variance": lambda v: 2 / (v[r"n_{\text{in}}"] + v[r"n_{\text{out}}"]),
    "lecun-variance": lambda v: 1 / v[r"n_{\text{in}}"],
    "he-variance": lambda v: 2 / v[r"n_{\text{in}}"],
    "softmax-cross-entropy-gradient": lambda v: v["p"] - v["y"],
    "linear-backward-weights": lambda v: np.einsum("td,tf->df", v["X"], v[r"\bar{Y}"]),
    "linear-backward-input": lambda v: np.einsum("tf,df->td", v[r"\bar{Y}"], v["W_1"]),
    "linear-backward-bias": lambda v: v[r"\bar{Y}"].sum(0),
    "attention-backward-values": lambda v: np.einsum("ts,tv->sv", v["A"], v[r"\bar{O}"]),
    "attention-backward-weights": lambda v: np.einsum("tv,sv->ts", v[r"\bar{O}"], v["V"]),
    "attention-backward-queries": lambda v: np.einsum("ts,sk->tk", v[r"\bar{S}"], v["K"]) / SIZES["d_k"] ** 0.5,
    "attention-backward-keys": lambda v: np.einsum("ts,tk->sk", v[r"\bar{S}"], v["Q"]) / SIZES["d_k"] ** 0.5,
    "attention-parameters": lambda v: 4 * SIZES["d"] * (SIZES["d"] + 1),
    "model-parameters": lambda v: 12 * SIZES["L"] * SIZES["d"] ** 2,
    "compute-optimal-tokens": lambda v: 20 * v[r"N_{\text{par}}"],
    "length-penalty": lambda v: ((5 + SIZES["n"]) / 6) ** v[r"\alpha"],
    "low-rank-adapter": lambda v: v["x"] @ (v["W_0"] + v[r"\alpha"] / SIZES["r"] * v["A_1"] @ v["A_2"]),
    "encoder-block-parameters": lambda v: counting.encoder_block_parameters(6, 3, 17),
    "cache-bytes": lambda v: 2 * v["c"] * SIZES["B"] * SIZES["n"] * SIZES["L"] * SIZES["d_k"],
    "embedding-lookup": lambda v: v["E"][v["w"] - 1],
    "learned-positions": lambda v: v["E"][v["w"] - 1] + v["P"],
    "one-hot-entry": lambda v: functional.one_hot(v["w"] - 1, SIZES["N_V"]),
    "token-loss": lambda v: losses.token_loss(v["z"][None], np.array([v["y"] - 1])),
    "head-projections": lambda v: v["X"] @ v["W^Q"],
    "head": lambda v: attention.scaled_dot_product_attention(v["Q"], v["K"], v["V"]),
    "head-of-attention": lambda v: attention.scaled_dot_product_attention(
        v["Q"] @ v["W^Q"], v["K"] @ v["W^K"], v["V"] @ v["W^V"]
    ),
    "multi-query-head": lambda v: attention.scaled_dot_product_attention(v["Q"], v["K"], v["V"]),
    "layer-variance": lambda v: v["x"].var(),
    "sinusoid-even": lambda v: positions.sinusoidal_encoding(5, 6)[:, 0::2],
    "sinusoid-odd": lambda v: positions.sinusoidal_encoding(5, 6)[:, 1::2],
    "frequency": lambda v: positions.frequencies(6),
    "linear-bias-slope": lambda v: positions.alibi_slopes(4),
    "softmax-jacobian": lambda v: gradients.softmax_jacobian(v["z"]),
    "warmup-schedule": lambda v: np.array([min(t**-0.5, t * 29**-1.5) / 6**0.5 for t in range(1, 6)]),
    "causal-mask": lambda v: attention.causal_mask(5),
    "window-mask": lambda v: np.array([[0 if t - 29 < s <= t else -np.inf for s in range(5)] for t in range(5)]),
    "language-model-parameters": lambda v: 19 * 6 + 37 * 6 + 2 * (12 * 36 + 13 * 6) + 12,
    "scaling-law": lambda v: (
        v["c_0"] + v["c_1"] / v[r"N_{\text{par}}"] ** v["a"] + v["c_2"] / v[r"N_{\text{tok}}"] ** v["b"]
    ),
}


def values_of(given: ReadEquation, seed: int) -> dict[str, Any]:
    """Random values of an equation's letters, by their LaTeX."""
    rng = np.random.default_rng(seed)
    found: dict[str, Any] = {}
    for letter in given.letters:
        match letter.kind:
            case "size":
                found[letter.latex] = SIZES.get(letter.latex, 37)
            case "scalar":
                found[letter.latex] = rng.uniform(0.2, 0.8)
            case "vector" | "matrix" | "tensor":
                found[letter.latex] = rng.uniform(0.2, 0.8, tuple(map(size_of, letter.shape)))
    if "x" in found and found.get(r"\sigma") is not None and found["x"].ndim == 1:
        found[r"\mu"], found[r"\sigma"] = found["x"].mean(), found["x"].std()
    for name in ("w", "y"):
        if isinstance(found.get(name), np.ndarray) and "word" in _meaning(given, name):
            found[name] = rng.integers(1, SIZES["N_V"] + 1, found[name].shape)
    if given.equation.id == "softmax-jacobian":
        found["p"], found[r"\delta"] = soft(found["z"]), np.eye(SIZES["c"])
    if given.equation.id == "linear-bias-slope":
        found["h"] = 4
    if given.equation.id == "token-loss":
        found["y"] = 3
    return found


def _meaning(given: ReadEquation, name: str) -> str:
    return next(letter.meaning for letter in given.letters if letter.latex == name)


def size_of(text: str) -> int:
    """A size such as ``h d_v``, ``d / 2``, ``2 n - 1`` as a number."""
    total = 0
    for sign, factors in re.findall(r"([+-]?)\s*([^+-]+)", text):
        over, _, under = factors.partition("/")
        number = 1
        for factor in over.split():
            number *= SIZES.get(factor) or (int(factor) if factor.isdigit() else 37)
        total += (-1 if sign == "-" else 1) * (number // int(under or 1))
    return total


FUNCTIONS = definitions_of(
    statement
    for text in (r"\sigma(z) = \frac{1}{1 + e^{-z}}", r"\phi(z) = \operatorname{ELU}(z) + 1")
    for statement in lower_formula(parse(text), Vocabulary(functions=frozenset({"sigma", "phi"})))
)


# where entries are worked out one by one: the index letters with the numbers they run through
RUNS: dict[str, tuple[tuple[str, range], ...]] = {
    "log-softmax": (("j", range(1, 24)),),
    "softmax": (("j", range(1, 24)),),
    "layer-norm-entry": (("j", range(1, 7)),),
    "sinusoid-even": (("t", range(5)), ("r", range(3))),
    "sinusoid-odd": (("t", range(5)), ("r", range(3))),
    "frequency": (("r", range(3)),),
    "linear-bias-slope": (("i", range(1, 5)),),
    "softmax-jacobian": (("j", range(1, 30)), ("r", range(1, 30))),
    "warmup-schedule": (("t", range(1, 6)),),
    "causal-mask": (("t", range(5)), ("s", range(5))),
    "embedding-lookup": (("t", range(1, 6)),),
    "learned-positions": (("t", range(1, 6)),),
    "window-mask": (("t", range(5)), ("s", range(5))),
}


# arrays of which there is no other for each head here
ALONE = {"multi-query-head": ("K", "V"), "head-of-attention": ("Q", "K", "V")}


def worked_out(given: ReadEquation, values: Values) -> Any:
    """What the first statement gives, run on the values."""
    statement = given.statements[0]
    assert isinstance(statement, Relation)
    left, right = statement.sides[0], statement.sides[-1]
    letters = {letter.latex: letter for letter in given.letters}
    head = Symbol("i") if "i" in letters else None
    bound: dict[str | Term, Any] = {}
    for name, value in values.items():
        term = letters[name].term
        one_of_several = head is not None and letters[name].family and name not in ALONE.get(given.equation.id, ())
        bound[Index(term, (head,)) if one_of_several and head is not None else term] = value
    bound.pop(left, None)
    if given.equation.id in RUNS:
        names, ranges = zip(*RUNS[given.equation.id], strict=True)
        cells = [_run(right, {**bound, **dict(zip(map(Symbol, names), at, strict=True))}) for at in product(*ranges)]
        return np.array(cells).reshape([*map(len, ranges), *np.shape(cells[0])])
    entries = isinstance(left, Index) and not (head is not None and left.indices == (head,))
    return _run(statement if entries else right, bound)


def _run(term: Term, bound: Mapping[str | Term, Any]) -> Any:
    found = compiled(term, definitions=FUNCTIONS)(bound)
    assert not isinstance(found, NotRun), found.reason
    return found


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("seed", SEEDS)
def test_value(name: str, seed: int) -> None:
    found = read(equation(name))
    values = values_of(found, seed)
    want, got = np.asarray(EXPECTED[name](values)), np.asarray(worked_out(found, values))
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-15)
