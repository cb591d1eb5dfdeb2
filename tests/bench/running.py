"""A compiled equation against NumPy written by hand, and recognising a formula against reading it.

``python tests/bench/running.py`` prints ratios of two times, of the median of several runs each, one after the
other: of a compiled equation and of what one would write by hand, at n = d = 512; of finding which equation of the
whole catalogue a formula is, and of parsing and lowering it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from symformer.analysis import analyse
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.reasoning.recognise import recognised
from symformer.reasoning.running.compiled import compiled
from symformer.reference import attention, functional, normalization
from symformer.settings import Settings
from symformer.syntax.parser import parse
from symformer.terms.term import Relation, Symbol, Term

SIZE, RUNS = 512, 15
FORMULAS = (
    r"\operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V",
    r"\operatorname{ReLU}(Q K + b) V + c",
    r"\operatorname{LayerNorm}(Q + Q K; b, c)",
)


READ = (
    *FORMULAS,
    r"Q = X W_Q",
    r"\operatorname{FFN}(x) = \max(0, x W_1 + b_1) W_2 + b_2",
    r"p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}",
    r"y = a b + c d + e f + g h",
)


def by_hand(Q: np.ndarray, K: np.ndarray, V: np.ndarray, b: np.ndarray, c: np.ndarray) -> list[Callable[[], object]]:
    return [
        lambda: attention.scaled_dot_product_attention(Q, K, V),
        lambda: functional.relu(Q @ K + b) @ V + c,
        lambda: normalization.layer_norm(Q + Q @ K, b, c),
    ]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    rng = np.random.default_rng(0)
    arrays = {name: rng.normal(size=(SIZE, SIZE)) / np.sqrt(SIZE) for name in "QKV"}
    arrays |= {name: rng.normal(size=SIZE) for name in "bc"}
    bindings = {**arrays, "d": SIZE}
    for latex, hand in zip(FORMULAS, by_hand(**arrays), strict=True):
        (statement,) = analyse("note.md", f"$$ {latex} $$".encode(), Settings()).model.statements
        run = compiled(statement.term)
        np.testing.assert_allclose(run(bindings), hand(), rtol=1e-9, atol=1e-9)
        times = [(seconds(lambda work=run: work(bindings)), seconds(hand)) for _ in range(RUNS)]
        ratio = median(mine for mine, _ in times) / median(theirs for _, theirs in times)
        print(f"running {ratio:5.2f} times by hand  {latex}")
    recognised(read(READ[-1]))  # the catalogue is read once
    for latex in READ:
        formula = Relation(("=",), (Symbol("T"), read(latex))) if "=" not in latex else read(latex)
        times = [(seconds(lambda f=formula: recognised(f)), seconds(lambda t=latex: read(t))) for _ in range(RUNS)]
        ratio = median(mine for mine, _ in times) / median(theirs for _, theirs in times)
        print(f"recognising {ratio:5.2f} times reading  {latex}")


def read(latex: str) -> Term:
    tree = parse(latex)
    return lower_formula(tree, vocabulary_of([tree]))[0]


if __name__ == "__main__":
    main()
