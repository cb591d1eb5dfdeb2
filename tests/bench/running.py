"""A compiled equation against NumPy written by hand, at n = d = 512: ``python tests/bench/running.py``.

Prints the ratio of the two times, of the median of several runs each, one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from symformer.analysis import analyse
from symformer.reasoning.running.compiled import compiled
from symformer.reference import attention, functional, normalization
from symformer.settings import Settings

SIZE, RUNS = 512, 15
FORMULAS = (
    r"\operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V",
    r"\operatorname{ReLU}(Q K + b) V + c",
    r"\operatorname{LayerNorm}(Q + Q K; b, c)",
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
        print(f"{ratio:5.2f} times  {latex}")


if __name__ == "__main__":
    main()
