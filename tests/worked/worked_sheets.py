"""Ten worked examples in ten styles of writing, every number of them worked out with NumPy.

A sheet is a text in which each result is marked: ``⟪0.42⟫`` a number that a fault may be planted in,
``⟦ … ⟧`` a row of such numbers, ``⟬ … ⟭`` a row that is a softmax.  ``SHEETS`` holds them by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np

Array = np.ndarray
SHEETS: dict[str, Callable[[], str]] = {}


def sheet(name: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Keep a function under the name of the file that its text would stand in."""

    def keep(make: Callable[[], str]) -> Callable[[], str]:
        SHEETS[name] = make
        return make

    return keep


def shown(value: float, decimals: int) -> str:
    """A number at a fixed count of decimals, without a negative zero."""
    text = f"{value:.{decimals}f}"
    return text[1:] if text.strip("-0.") == "" and text.startswith("-") else text


def n(value: float, decimals: int) -> str:
    """A result: a number that a fault may be planted in."""
    return f"⟪{shown(value, decimals)}⟫"


def given(rows: Array, decimals: int, kind: str = "bmatrix") -> str:
    """A matrix that is given."""
    lines = [" & ".join(shown(cell, decimals) for cell in row) for row in np.atleast_2d(rows)]
    return rf"\begin{{{kind}}} " + r" \\ ".join(lines) + rf" \end{{{kind}}}"


def result(rows: Array, decimals: int, kind: str = "bmatrix", marks: str = "⟦⟧") -> str:
    """A matrix that was worked out."""
    lines = [marks[0] + " & ".join(n(cell, decimals) for cell in row) + marks[1] for row in np.atleast_2d(rows)]
    return rf"\begin{{{kind}}} " + r" \\ ".join(lines) + rf" \end{{{kind}}}"


def listed(row: Sequence[float], decimals: int, marks: str = "⟦⟧") -> str:
    """A list that was worked out."""
    return f"[{marks[0]}" + ", ".join(n(cell, decimals) for cell in row) + f"{marks[1]}]"


def softmax(scores: Array) -> Array:
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=-1, keepdims=True))


@sheet("headings.md")
def headings() -> str:
    """Symbols defined in one place, bare matrices under headings, scores given by their entries."""
    x = np.array([[0.5, 0.2], [0.1, 0.9], [0.7, 0.4]])
    w_q, w_k = np.array([[0.6, 0.3], [0.2, 0.8]]), np.array([[0.4, 0.7], [0.9, 0.1]])
    w_v = np.array([[0.3, 0.5], [0.8, 0.2]])
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    scores = q @ k.T / np.sqrt(2)
    weights = softmax(scores)
    return rf"""# Three dancers

Each dancer is a row of

$$
X = {given(x, 1)}
$$

and we use the weights

$$
W_Q = {given(w_q, 1)}, \quad W_K = {given(w_k, 1)}, \quad W_V = {given(w_v, 1)}
$$

## Projections

$$
Q = X W_Q, \quad K = X W_K, \quad V = X W_V
$$

### Queries $Q$

$$
{result(q, 2)}
$$

### Keys $K$

$$
{result(k, 2)}
$$

### Values $V$

$$
{result(v, 2)}
$$

## Scores

$$
S_{{ij}} = \frac{{Q_i \cdot K_j^T}}{{\sqrt{{2}}}}
$$

### The score matrix:

$$
{result(scores, 3)}
$$

## Weights

Softmax goes over each row:

$$
A = \text{{softmax}}(S) = {result(weights, 3, marks="⟬⟭")}
$$

## What each dancer hears

$$
O = A V = {result(weights @ v, 3)}
$$
"""


@sheet("chains.md")
def chains() -> str:
    """Chains of pmatrix with every step on one line, and fractions of exponentials."""
    q, k = np.array([2.0, 1.0]), np.array([[1.0, 0.0], [0.5, 1.5], [-1.0, 2.0]])
    v = np.array([[1.0, 2.0], [0.0, 3.0], [4.0, -1.0]])
    scores = k @ q
    scaled = scores / np.sqrt(2)
    weights = softmax(scaled)
    e = np.exp(scaled)
    return rf"""# One query against three keys

Let $q = {given(q, 0, "pmatrix")}$, and let the keys and values be the rows of

$$ K = {given(k, 1, "pmatrix")}, \qquad V = {given(v, 0, "pmatrix")} $$

The scores are

$$ s = q K^\top = {result(scores, 1, "pmatrix")} $$

and scaled by the root of the width

$$ z = \frac{{s}}{{\sqrt{{2}}}} \approx {result(scaled, 3, "pmatrix")} $$

so that

$$ e^{{{shown(scaled[0], 3)}}} \approx {n(e[0], 2)}, \quad e^{{{shown(scaled[1], 3)}}} \approx {n(e[1], 2)}, \quad e^{{{shown(scaled[2], 3)}}} \approx {n(e[2], 2)} $$

whose sum is ${shown(e[0], 2)} + {shown(e[1], 2)} + {shown(e[2], 2)} \approx {n(e.sum(), 2)}$. Hence

$$ a = \mathrm{{softmax}}(z) \approx {result(weights, 3, "pmatrix", "⟬⟭")} $$

and finally

$$ o = a V \approx {result(weights @ v, 2, "pmatrix")} $$
"""


@sheet("fences.md")
def fences() -> str:
    """Everything in unlabelled fences, with names of entries and two-line matrices."""
    x = np.array([[0.2, 0.4], [0.6, 0.1]])
    w = np.array([[0.5, 0.3], [0.1, 0.7]])
    b = np.array([0.1, -0.2])
    z = x @ w + b
    h = np.maximum(z, 0)
    w2 = np.array([0.9, -0.4])
    y = h @ w2
    prob = 1 / (1 + np.exp(-y))
    return f"""# A small network by hand

## Inputs

```
X = [0.2, 0.4]
    [0.6, 0.1]

W = [0.5, 0.3]
    [0.1, 0.7]

b = [0.1, -0.2]
```

## Hidden layer

```
z[0][0] = 0.2×0.5 + 0.4×0.1 + 0.1 = {n(z[0, 0], 2)}
z[0][1] = 0.2×0.3 + 0.4×0.7 - 0.2 = {n(z[0, 1], 2)}
z[1][0] = 0.6×0.5 + 0.1×0.1 + 0.1 = {n(z[1, 0], 2)}
z[1][1] = 0.6×0.3 + 0.1×0.7 - 0.2 = {n(z[1, 1], 2)}
```

## Output

```
y0 = {shown(h[0, 0], 2)}×0.9 - {shown(h[0, 1], 2)}×0.4
   = {n(h[0, 0] * 0.9, 3)} - {n(h[0, 1] * 0.4, 3)}
   = {n(y[0], 3)}

y1 = {shown(h[1, 0], 2)}×0.9 - {shown(h[1, 1], 2)}×0.4 = {n(y[1], 3)}
```

The first probability is

```
sigmoid({shown(y[0], 3)}) = 1 / (1 + exp(-{shown(y[0], 3)})) ≈ {n(prob[0], 3)}
```
"""


@sheet("tables.md")
def tables() -> str:
    """Scores, exponentials and weights in a table with totals, and shares in percent."""
    scores = np.array([2.0, 1.0, 0.5, -0.5])
    e = np.exp(scores)
    names = ["tea", "milk", "honey", "salt"]
    rows = "\n".join(
        f"| {name} | {shown(s, 1)} | {n(one, 3)} | {n(one / e.sum(), 3)} |"
        for name, s, one in zip(names, scores, e, strict=True)
    )
    counts = np.array([38597376, 786432, 85054464])
    parts = "\n".join(
        f"| {name} | {count:,} | {n(100 * count / counts.sum(), 1)}% |"
        for name, count in zip(["token table", "positions", "layers"], counts, strict=True)
    )
    return f"""# What goes into the cup

Each ingredient has a score $s$; its exponential is $e^s$, and its weight $w = \\frac{{e^s}}{{\\sum e^s}}$.

| ingredient | $s$ | $e^s$ | $w$ |
|---|---|---|---|
{rows}
| Total | | {n(e.sum(), 3)} | 1.000 |

## Where the parameters are

| part | parameters | share |
|---|---|---|
{parts}
| Total | ⟪{counts.sum():,}⟫ | 100% |
"""


@sheet("prose.md")
def prose() -> str:
    """Arithmetic in running text."""
    first, second = 0.3 * 0.56 + 0.9 * 0.58, 0.3 * 0.41 + 0.9 * 0.12
    weights = softmax(np.array([first, second]))
    out = weights[0] * 4 + weights[1] * 1.5
    return f"""# The letter and the reply

The word *letter* has the query (0.3, 0.9) and meets the key (0.56, 0.58), so its first score is
(0.3 × 0.56) + (0.9 × 0.58) = {n(first, 3)}. With the key (0.41, 0.12) of *reply* the second score is
0.3 × 0.41 + 0.9 × 0.12 = {n(second, 3)}.

Softmax turns them into exp({shown(first, 3)}) / (exp({shown(first, 3)}) + exp({shown(second, 3)})) ≈ {n(weights[0], 3)}
and 1 − {shown(weights[0], 3)} = {n(weights[1], 3)}. The values are 4 and 1.5, and so the output is
{shown(weights[0], 3)} × 4 + {shown(weights[1], 3)} × 1.5 ≈ {n(out, 2)}.

The loss is −ln({shown(weights[0], 3)}) ≈ {n(-np.log(weights[0]), 3)}.
The weights {shown(weights[0], 3)} and {shown(weights[1], 3)} sum to 1.
"""


@sheet("literals.md")
def literals() -> str:
    """Matrices as Python lists, in code spans and in running text."""
    q, k = np.array([[1, 0], [2, 1]]), np.array([[0, 1], [1, 3]])
    v = np.array([[1.0, 2.0], [0.0, 4.0]])
    scores = q @ k.T
    weights = softmax(scores / np.sqrt(2))
    out = weights @ v

    def rows(matrix: Array, decimals: int, marks: str = "⟦⟧") -> str:
        return "[" + ", ".join(listed(row, decimals, marks) for row in matrix) + "]"

    return f"""# Lists of lists

We take Q = [[1, 0], [2, 1]], K = [[0, 1], [1, 3]] and V = [[1, 2], [0, 4]].

The scores are Q K^T = {rows(scores, 0)}.

Softmax over the rows of Q K^T / sqrt(2) gives the weights A = softmax(Q K^T / sqrt(2)) = {rows(weights, 3, "⟬⟭")}.

The output is A V = {rows(out, 3)}.
"""


@sheet("printed.ipynb")
def printed_tensors() -> str:
    """A notebook whose formulas are followed by what the program printed."""
    x, w = np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[0.5, 0.25], [-1.0, 0.75]])
    y = x @ w
    probabilities = softmax(y)

    def tensor(matrix: Array) -> str:
        body = ",\n        ".join("[" + ", ".join(shown(cell, 4) for cell in row) + "]" for row in matrix)
        return f"tensor([{body}])"

    cells = [
        "# Two rows through a layer\n\n$$ X = "
        + given(x, 0)
        + ", \\quad W = "
        + given(w, 2)
        + " $$\n\nThen\n\n$$ Y = X W = "
        + result(y, 2)
        + " $$",
        None,
        "The program agrees with the formula. The probabilities of the rows are\n\n$$ P = \\text{softmax}(Y) \\approx "
        + result(probabilities, 4, marks="⟬⟭")
        + " $$",
        None,
    ]
    printed = iter([tensor(y), tensor(probabilities)])
    code = iter(["Y = X @ W\nprint(Y)", "P = Y.softmax(-1)\nprint(P)"])
    made = [
        {"cell_type": "markdown", "metadata": {}, "source": cell}
        if cell is not None
        else {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "source": next(code),
            "outputs": [{"name": "stdout", "output_type": "stream", "text": next(printed) + "\n"}],
        }
        for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False, indent=1)


@sheet("chinese.md")
def chinese() -> str:
    """The same in Chinese, with full-width punctuation."""
    q, k1, k2 = np.array([1.0, 2.0]), np.array([0.5, 1.0]), np.array([2.0, -1.0])
    s = np.array([q @ k1, q @ k2])
    z = s / np.sqrt(2)
    a = softmax(z)
    v = np.array([[3.0, 1.0], [1.0, 5.0]])
    out = a @ v
    return rf"""# 手算注意力

设查询向量为 $q = [1, 2]$，两个键向量分别为 $k_1 = [0.5, 1]$ 和 $k_2 = [2, -1]$。

**第一步**：计算点积，

$$ q \cdot k_1 = 1 \times 0.5 + 2 \times 1 = {n(s[0], 1)} $$

$$ q \cdot k_2 = 1 \times 2 + 2 \times (-1) = {n(s[1], 0)} $$

**第二步**：除以 $\sqrt{{2}}$，得到 ${shown(s[0], 1)} / \sqrt{{2}} \approx {n(z[0], 3)}$。

**第三步**：$e^{{{shown(z[0], 3)}}} \approx {n(np.exp(z[0]), 3)}$，$e^0 = 1$，总和为 ${shown(np.exp(z[0]), 3)} + 1 = {n(round(np.exp(z[0]), 3) + 1, 3)}$，所以权重为

$$ \frac{{{shown(np.exp(z[0]), 3)}}}{{{shown(round(np.exp(z[0]), 3) + 1, 3)}}} \approx {n(a[0], 3)}, \qquad \frac{{1}}{{{shown(round(np.exp(z[0]), 3) + 1, 3)}}} \approx {n(a[1], 3)} $$

**第四步**：值向量为 $v_1 = [3, 1]$，$v_2 = [1, 5]$，输出为

$$ {shown(a[0], 3)} \times [3, 1] + {shown(a[1], 3)} \times [1, 5] \approx {listed(list(out), 2)} $$
"""


@sheet("positions.md")
def positions() -> str:
    """A positional table against its formula, and a layer norm by the note's own definition."""
    d, count = 4, 4
    table = np.array(
        [[f(pos / 10000 ** (2 * i / d)) for i in range(d // 2) for f in (np.sin, np.cos)] for pos in range(count)]
    )
    rows = "\n".join(f"| {pos} | " + " | ".join(n(cell, 4) for cell in row) + " |" for pos, row in enumerate(table))
    x = np.array([2.0, 4.0, 4.0, 6.0])
    mean, var = x.mean(), x.var()
    normed = (x - mean) / np.sqrt(var)
    return rf"""# Positions and a norm

$$ PE(pos, 2i) = \sin\left(\frac{{pos}}{{10000^{{2i/d}}}}\right), \qquad PE(pos, 2i+1) = \cos\left(\frac{{pos}}{{10000^{{2i/d}}}}\right) $$

With $d = 4$ the table of PE is

| pos | 0 | 1 | 2 | 3 |
|---|---|---|---|---|
{rows}

## The norm

The row is $x = [2, 4, 4, 6]$. Its mean is

$$ \mu = \frac{{2 + 4 + 4 + 6}}{{4}} = {n(mean, 0)} $$

and its variance

$$ \sigma^2 = \frac{{(2-4)^2 + (4-4)^2 + (4-4)^2 + (6-4)^2}}{{4}} = {n(var, 0)} $$

so that

$$ \hat{{x}} = \frac{{x - \mu}}{{\sqrt{{\sigma^2}}}} \approx {listed(list(normed), 3)} $$
"""


@sheet("sizes.md")
def sizes() -> str:
    """Losses, counts, cache sizes, floating-point operations and times."""
    p = np.array([0.7, 0.2, 0.1])
    entropy = -(p * np.log(p)).sum()
    d, layers, vocabulary = 512, 6, 32000
    block = 12 * d**2
    total = layers * block + vocabulary * d
    cache = 2 * layers * 8 * 64 * 2048 * 2
    flops = 6 * total * 10**9
    return rf"""# What it costs

The model says $p = [0.7, 0.2, 0.1]$; the first class is right, so the loss is

$$ L = -\ln(0.7) \approx {n(-np.log(0.7), 4)} $$

and the entropy

$$ H = -(0.7 \ln 0.7 + 0.2 \ln 0.2 + 0.1 \ln 0.1) \approx {n(entropy, 4)} $$

## Parameters

With $d = {d}$ a block has $12 d^2 = 12 \times {d}^2 = ⟪{block:,}⟫$ parameters, and ${layers}$ blocks have
${layers} \times {block:,} = ⟪{layers * block:,}⟫$. The token table has ${vocabulary:,} \times {d} = ⟪{vocabulary * d:,}⟫$, so that the
model has ${layers * block:,} + {vocabulary * d:,} = ⟪{total:,}⟫$ parameters, about {n(total / 1e6, 1)} million.

## Cache

Keys and values for 2048 tokens in two bytes need

$$ 2 \times {layers} \times 8 \times 64 \times 2048 \times 2 = ⟪{cache:,}⟫ $$

bytes, that is ${cache:,} / 1024^2 = {n(cache / 1024**2, 0)}$ MB.

## Time

$6 \times {total:,} \times 10^9 \approx {n(flops / 1e17, 2)} \times 10^{{17}}$ operations at $10^{{13}}$ a second take
${shown(flops / 1e17, 2)} \times 10^{{17}} / 10^{{13}} = ⟪{round(round(flops / 1e17, 2) * 1e4)}⟫$ seconds.
"""
