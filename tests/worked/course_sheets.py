r"""Worked examples of courses, each in another style of writing, every number worked out with NumPy.

Marked as ``worked_sheets`` tells: ``⟪0.42⟫`` is a result, ``⟦ … ⟧`` a row of results.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from worked_sheets import given, listed, n, result, shown, softmax

COURSES: dict[str, Callable[[], str]] = {}


def course(name: str) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Keep a function under the name of the file that its text would stand in."""

    def keep(make: Callable[[], str]) -> Callable[[], str]:
        COURSES[name] = make
        return make

    return keep


def sigmoid(z: float) -> float:
    return float(1 / (1 + np.exp(-z)))


@course("backprop.md")
def backprop() -> str:
    """A network of two hidden units as a plain-text worksheet: forward, loss, gradients, update."""
    x1, x2, target, rate = 0.6, 0.2, 0.9, 0.5
    w1, w2, w3, w4, w5, w6 = 0.3, -0.4, 0.7, 0.1, 0.5, -0.2
    z1, z2 = w1 * x1 + w2 * x2, w3 * x1 + w4 * x2
    h1, h2 = sigmoid(z1), sigmoid(z2)
    z3 = w5 * h1 + w6 * h2
    out = sigmoid(z3)
    loss = 0.5 * (target - out) ** 2
    d_out = out - target
    slope = out * (1 - out)
    delta = d_out * slope
    g5, g6 = delta * h1, delta * h2
    d1 = delta * w5 * h1 * (1 - h1)
    g1, g2 = d1 * x1, d1 * x2
    return f"""# Worksheet 4: one step of backpropagation

Inputs: x1 = {x1}, x2 = {x2}. Target: t = {target}. Learning rate: {rate}.

Weights: w1 = {w1}, w2 = {w2}, w3 = {w3}, w4 = {w4}, w5 = {w5}, w6 = {w6}. There are no biases.

## 1. Forward pass

```
z1 = w1*x1 + w2*x2 = 0.3*0.6 + (-0.4)*0.2 = {n(z1, 2)}
z2 = w3*x1 + w4*x2 = 0.7*0.6 + 0.1*0.2 = {n(z2, 2)}

h1 = sigmoid(z1) = 1/(1 + exp(-{shown(z1, 2)})) = {n(h1, 4)}
h2 = sigmoid(z2) = {n(h2, 4)}

z3 = w5*h1 + w6*h2
   = 0.5*{shown(h1, 4)} - 0.2*{shown(h2, 4)}
   = {n(z3, 4)}
y  = sigmoid(z3) = {n(out, 4)}
```

## 2. Loss

L = 1/2 (t - y)^2 = 0.5 * (0.9 - {shown(out, 4)})^2 = {n(loss, 4)}

## 3. Backward pass

```
dL/dy  = y - t = {n(d_out, 4)}
dy/dz3 = y(1 - y) = {shown(out, 4)} * (1 - {shown(out, 4)}) = {n(slope, 4)}
dL/dz3 = dL/dy * dy/dz3 = {n(delta, 4)}

dL/dw5 = dL/dz3 * h1 = {n(g5, 4)}
dL/dw6 = dL/dz3 * h2 = {n(g6, 4)}

dL/dz1 = dL/dz3 * w5 * h1 * (1 - h1) = {n(d1, 4)}
dL/dw1 = dL/dz1 * x1 = {n(g1, 4)}
dL/dw2 = dL/dz1 * x2 = {n(g2, 4)}
```

## 4. Update

- w5_new = w5 - 0.5 * dL/dw5 = {n(w5 - rate * g5, 4)}
- w6_new = w6 - 0.5 * dL/dw6 = {n(w6 - rate * g6, 4)}
- w1_new = w1 - 0.5 * dL/dw1 = {n(w1 - rate * g1, 4)}
- w2_new = w2 - 0.5 * dL/dw2 = {n(w2 - rate * g2, 4)}
"""


@course("loss.md")
def loss() -> str:
    """Softmax and cross-entropy told in running prose."""
    z = np.array([2.1, 0.4, -0.3])
    e = np.exp(z)
    p = softmax(z)
    nll = float(-np.log(p[0]))
    other = float(-np.log(p[1]))
    return f"""# From logits to a loss

Suppose the network gives the three classes *cat*, *dog* and *emu* the logits $2.1$, $0.4$ and $-0.3$.
Exponentiating them gives $e^{{2.1}} \\approx {n(e[0], 3)}$, $e^{{0.4}} \\approx {n(e[1], 3)}$ and $e^{{-0.3}} \\approx {n(e[2], 3)}$, and these three add up to ${n(e.sum(), 3)}$.
The probabilities are therefore

$$
p_{{cat}} = \\frac{{{shown(e[0], 3)}}}{{{shown(e.sum(), 3)}}} \\approx {n(p[0], 3)}, \\qquad
p_{{dog}} = \\frac{{{shown(e[1], 3)}}}{{{shown(e.sum(), 3)}}} \\approx {n(p[1], 3)}, \\qquad
p_{{emu}} = \\frac{{{shown(e[2], 3)}}}{{{shown(e.sum(), 3)}}} \\approx {n(p[2], 3)}.
$$

The picture shows a cat, so the cross-entropy loss is $-\\ln {shown(p[0], 3)} \\approx {n(nll, 3)}$.
Had it been a dog, the loss would have been $-\\ln {shown(p[1], 3)} \\approx {n(other, 3)}$, which is {n(other - nll, 2)} more.
The gradient of the loss with respect to the logits is simply $p - y$, that is $({shown(p[0], 3)} - 1,\\ {shown(p[1], 3)},\\ {shown(p[2], 3)}) = ({n(p[0] - 1, 3)},\\ {n(p[1], 3)},\\ {n(p[2], 3)})$.

A loss of ${shown(nll, 3)}$ nats is ${shown(nll, 3)} / \\ln 2 \\approx {n(nll / np.log(2), 3)}$ bits, and a perplexity of $e^{{{shown(nll, 3)}}} \\approx {n(float(np.exp(nll)), 3)}$.
"""


@course("kmeans.md")
def kmeans() -> str:
    """Two rounds of k-means as tables of distances."""
    points = np.array([[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0]])
    centres = np.array([[1.0, 1.0], [5.0, 7.0]])

    def table(centres: np.ndarray) -> tuple[str, np.ndarray]:
        distance = np.sqrt(((points[:, None] - centres[None]) ** 2).sum(-1))
        chosen = distance.argmin(1)
        rows = "\n".join(
            f"| $x_{k + 1}$ | ({x}, {y}) | {n(distance[k, 0], 2)} | {n(distance[k, 1], 2)} | {chosen[k] + 1} |"
            for k, (x, y) in enumerate(points)
        )
        return f"| point | coordinates | $d(x, c_1)$ | $d(x, c_2)$ | cluster |\n|---|---|---|---|---|\n{rows}", chosen

    first, chosen = table(centres)
    ones, twos = points[chosen == 0], points[chosen == 1]
    moved = np.array([ones.mean(0), twos.mean(0)])
    second, _ = table(moved)

    def mean(rows: np.ndarray, at: int) -> str:
        parts = " + ".join(f"{row[at]}" for row in rows)
        return rf"\frac{{{parts}}}{{{len(rows)}}}"

    inertia = float(((ones - moved[0]) ** 2).sum())
    return f"""# k-means by hand

Five points, two clusters, Euclidean distance. We start with $c_1 = (1.0, 1.0)$ and $c_2 = (5.0, 7.0)$.

## Round 1

{first}

The new centre of cluster 1 is

$$
c_1 = \\left({mean(ones, 0)},\\ {mean(ones, 1)}\\right) = ({n(moved[0, 0], 2)},\\ {n(moved[0, 1], 2)})
$$

and that of cluster 2

$$
c_2 = \\left({mean(twos, 0)},\\ {mean(twos, 1)}\\right) = ({n(moved[1, 0], 2)},\\ {n(moved[1, 1], 2)})
$$

## Round 2

{second}

The squared distances within cluster 1 now sum to ${n(inertia, 2)}$.
"""


@course("pca.tex")
def pca() -> str:
    """Principal components of five points, as a LaTeX handout."""
    data = np.array([[2.0, 1.0], [3.0, 4.0], [5.0, 4.0], [6.0, 7.0], [4.0, 4.0]])
    mean = data.mean(0)
    centred = data - mean
    cov = centred.T @ centred / 4
    values, vectors = np.linalg.eigh(cov)
    big, small = values[1], values[0]
    trace, det = cov.trace(), np.linalg.det(cov)
    first = vectors[:, 1] * np.sign(vectors[0, 1])
    scores = centred @ first
    return rf"""\documentclass{{article}}
\usepackage{{amsmath}}
\begin{{document}}
\section{{Principal components by hand}}

The data matrix has five rows and two columns,
\[
X = {given(data, 0)}, \qquad \bar{{x}} = {result(mean, 1)}.
\]
Subtracting the mean from every row gives the centred matrix
\[
X_c = {result(centred, 1)}.
\]
The sample covariance matrix is
\[
C = \frac{{1}}{{4}} X_c^\top X_c = {result(cov, 2)}.
\]
Its trace is ${shown(cov[0, 0], 2)} + {shown(cov[1, 1], 2)} = {n(trace, 2)}$ and its determinant is
${shown(cov[0, 0], 2)} \cdot {shown(cov[1, 1], 2)} - {shown(cov[0, 1], 2)}^2 = {n(det, 3)}$, so that the eigenvalues are
\begin{{align}}
\lambda_{{1}} &= \frac{{{shown(trace, 2)} + \sqrt{{{shown(trace, 2)}^2 - 4 \cdot {shown(det, 3)}}}}}{{2}} = {n(big, 3)}, \\
\lambda_{{2}} &= \frac{{{shown(trace, 2)} - \sqrt{{{shown(trace, 2)}^2 - 4 \cdot {shown(det, 3)}}}}}{{2}} = {n(small, 3)}.
\end{{align}}
The first component explains
\[
\frac{{\lambda_1}}{{\lambda_1 + \lambda_2}} = \frac{{{shown(big, 3)}}}{{{shown(big, 3)} + {shown(small, 3)}}} = {n(big / (big + small), 3)}
\]
of the variance, that is {n(100 * big / (big + small), 1)}\%.
With the unit vector $v_1 = ({n(first[0], 3)}, {n(first[1], 3)})^\top$ the scores are
\[
X_c v_1 = ({", ".join(n(each, 2) for each in scores)})^\top .
\]
\end{{document}}
"""


@course("bayes.md")
def bayes() -> str:
    """Naive Bayes with Laplace smoothing from a table of counts."""
    spam, ham = np.array([4, 1, 3]), np.array([1, 5, 2])
    smoothed_spam, smoothed_ham = (spam + 1) / (spam.sum() + 3), (ham + 1) / (ham.sum() + 3)
    prior_spam, prior_ham = 6 / 10, 4 / 10
    joint_spam = prior_spam * smoothed_spam[0] * smoothed_spam[2]
    joint_ham = prior_ham * smoothed_ham[0] * smoothed_ham[2]
    words = ("offer", "lunch", "free")
    rows = "\n".join(
        rf"| {word} | {spam[k]} | {ham[k]} | $\frac{{{spam[k]}+1}}{{8+3}} = {n(smoothed_spam[k], 3)}$ | $\frac{{{ham[k]}+1}}{{8+3}} = {n(smoothed_ham[k], 3)}$ |"
        for k, word in enumerate(words)
    )
    return rf"""# Is it spam?

Of ten mails six are spam, so $P(\text{{spam}}) = 6/10 = {n(prior_spam, 1)}$ and $P(\text{{ham}}) = 1 - 0.6 = {n(prior_ham, 1)}$.
The vocabulary has three words.

| word | in spam | in ham | $P(w \mid \text{{spam}})$ | $P(w \mid \text{{ham}})$ |
|------|---------|--------|------|------|
{rows}
| **total** | **⟪8⟫** | **⟪8⟫** | | |

A new mail reads "offer free". With add-one smoothing

$$
P(\text{{spam}})\, P(\text{{offer}} \mid \text{{spam}})\, P(\text{{free}} \mid \text{{spam}}) = 0.6 \times {shown(smoothed_spam[0], 3)} \times {shown(smoothed_spam[2], 3)} = {n(joint_spam, 4)}
$$

$$
P(\text{{ham}})\, P(\text{{offer}} \mid \text{{ham}})\, P(\text{{free}} \mid \text{{ham}}) = 0.4 \times {shown(smoothed_ham[0], 3)} \times {shown(smoothed_ham[2], 3)} = {n(joint_ham, 4)}
$$

Normalising,

$$
P(\text{{spam}} \mid \text{{mail}}) = \frac{{{shown(joint_spam, 4)}}}{{{shown(joint_spam, 4)} + {shown(joint_ham, 4)}}} = {n(joint_spam / (joint_spam + joint_ham), 3)},
$$

so the mail is spam with a probability of {n(100 * joint_spam / (joint_spam + joint_ham), 1)} %. In logarithms the scores are $\log {shown(joint_spam, 4)} = {n(float(np.log(joint_spam)), 2)}$ and $\log {shown(joint_ham, 4)} = {n(float(np.log(joint_ham)), 2)}$.
"""


@course("tfidf.md")
def tfidf() -> str:
    """TF-IDF weights in a table of terms, then a cosine similarity."""
    count = 4
    words = ("the", "cat", "sat", "mat")
    frequency = np.array([2, 1, 1, 1])
    documents = np.array([4, 2, 1, 1])
    tf = frequency / frequency.sum()
    idf = np.log(count / documents)
    weights = tf * idf
    other = np.array([0.0, 0.139, 0.0, 0.277])
    dot = float(weights @ other)
    norms = float(np.linalg.norm(weights)), float(np.linalg.norm(other))
    rows = "\n".join(
        f"| {word} | {frequency[k]} | {n(tf[k], 2)} | {documents[k]} | {n(idf[k], 3)} | {n(weights[k], 3)} |"
        for k, word in enumerate(words)
    )
    return rf"""# TF-IDF of one sentence

There are $N = 4$ documents, and the sentence has 5 words.

| term | count | $\text{{tf}}$ | $\text{{df}}$ | $\text{{idf}} = \ln(N / \text{{df}})$ | $\text{{tf}} \cdot \text{{idf}}$ |
|---|---|---|---|---|---|
{rows}

So the vector of the sentence is $a = ({", ".join(n(w, 3) for w in weights)})$. Another sentence has $b = (0.000, 0.139, 0.000, 0.277)$. Then

$$
a \cdot b = {n(dot, 4)}, \qquad \|a\| = {n(norms[0], 3)}, \qquad \|b\| = {n(norms[1], 3)}
$$

and the cosine similarity is

$$
\cos(a, b) = \frac{{a \cdot b}}{{\|a\| \, \|b\|}} = {n(dot / norms[0] / norms[1], 3)}.
$$
"""


@course("bleu.md")
def bleu() -> str:
    """BLEU from n-gram counts, brevity penalty and all."""
    p = np.array([6 / 7, 4 / 6, 2 / 5, 1 / 4])
    penalty = float(np.exp(1 - 8 / 7))
    logs = np.log(p)
    mean = float(logs.mean())
    return rf"""# BLEU, step by step

**Reference** (8 words): the quick brown fox jumped over the dog
**Candidate** (7 words): the quick brown fox jumps over the

1. Clipped precisions:
   - $p_1 = \frac{{6}}{{7}} \approx {n(p[0], 3)}$
   - $p_2 = \frac{{4}}{{6}} \approx {n(p[1], 3)}$
   - $p_3 = \frac{{2}}{{5}} = {n(p[2], 1)}$
   - $p_4 = \frac{{1}}{{4}} = {n(p[3], 2)}$
2. Brevity penalty: the candidate is shorter, so $BP = e^{{1 - 8/7}} \approx {n(penalty, 3)}$.
3. The mean of the logarithms is
   $$\frac{{1}}{{4}} \left( \ln {shown(p[0], 3)} + \ln {shown(p[1], 3)} + \ln 0.4 + \ln 0.25 \right) = \frac{{{n(logs[0], 3)} - ⟪{shown(-logs[1], 3)}⟫ - ⟪{shown(-logs[2], 3)}⟫ - ⟪{shown(-logs[3], 3)}⟫}}{{4}} = {n(mean, 3)}$$
4. Hence $\text{{BLEU}} = {shown(penalty, 3)} \cdot e^{{{shown(mean, 3)}}} = {shown(penalty, 3)} \cdot {n(float(np.exp(mean)), 3)} \approx {n(penalty * float(np.exp(mean)), 3)}$.
"""


@course("adam.md")
def adam() -> str:
    """Two steps of Adam with one parameter, aligned equations."""
    rate, b1, b2, theta, m, v = 0.1, 0.9, 0.999, 1.0, 0.0, 0.0
    text = ""
    for step in (1, 2):
        g = 2 * (theta - 3) if step == 1 else 2 * (round(theta, 4) - 3)
        before, m0, v0 = theta, m, v
        m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
        mh, vh = m / (1 - b1**step), v / (1 - b2**step)
        theta = before - rate * mh / np.sqrt(vh)
        text += rf"""
### Step {step}

$$
\begin{{aligned}}
g_{step} &= 2(\theta_{step - 1} - 3) = 2({shown(before, 4) if step > 1 else "1"} - 3) = {n(g, 4) if step > 1 else "⟪-4⟫"} \\
m_{step} &= 0.9 \cdot {shown(m0, 4) if step > 1 else "0"} + 0.1 \cdot ({shown(g, 4) if step > 1 else "-4"}) = {n(m, 4)} \\
v_{step} &= 0.999 \cdot {shown(v0, 6) if step > 1 else "0"} + 0.001 \cdot ({shown(g, 4) if step > 1 else "-4"})^2 = {n(v, 6)} \\
\hat{{m}}_{step} &= \frac{{m_{step}}}{{1 - 0.9^{step}}} = {n(mh, 4)} \\
\hat{{v}}_{step} &= \frac{{v_{step}}}{{1 - 0.999^{step}}} = {n(vh, 4)} \\
\theta_{step} &= \theta_{step - 1} - 0.1 \cdot \frac{{\hat{{m}}_{step}}}{{\sqrt{{\hat{{v}}_{step}}}}} = {n(theta, 4)}
\end{{aligned}}
$$
"""
    return rf"""# Adam with pencil and paper

We minimise $f(\theta) = (\theta - 3)^2$ from $\theta_0 = 1$ with $\eta = 0.1$, $\beta_1 = 0.9$, $\beta_2 = 0.999$ and a negligible $\epsilon$. Both moments start at zero.
{text}
After two steps $\theta$ has moved from 1 to {n(theta, 4)}, and the loss has fallen from 4 to {n((theta - 3) ** 2, 4)}.
"""


@course("lstm.md")
def lstm() -> str:
    """One step of an LSTM cell with scalar state."""
    x, h, c = 0.8, 0.3, 0.5
    zf, zi, zo, zg = (0.6 * x + 0.2 * h + 0.1, 0.4 * x - 0.3 * h, 0.5 * x + 0.5 * h - 0.1, 0.9 * x + 0.1 * h)
    f, i, o, g = sigmoid(zf), sigmoid(zi), sigmoid(zo), float(np.tanh(zg))
    c1 = f * c + i * g
    h1 = o * float(np.tanh(c1))
    return rf"""# One time step of an LSTM

Input $x_t = 0.8$, previous hidden state $h_{{t-1}} = 0.3$, previous cell state $c_{{t-1}} = 0.5$.

**Forget gate**

$$f_t = \sigma(0.6 \cdot x_t + 0.2 \cdot h_{{t-1}} + 0.1) = \sigma({n(zf, 2)}) = {n(f, 3)}$$

**Input gate**

$$i_t = \sigma(0.4 \cdot x_t - 0.3 \cdot h_{{t-1}}) = \sigma({n(zi, 2)}) = {n(i, 3)}$$

**Output gate**

$$o_t = \sigma(0.5 \cdot x_t + 0.5 \cdot h_{{t-1}} - 0.1) = \sigma({n(zo, 2)}) = {n(o, 3)}$$

**Candidate**

$$\tilde{{c}}_t = \tanh(0.9 \cdot x_t + 0.1 \cdot h_{{t-1}}) = \tanh({n(zg, 2)}) = {n(g, 3)}$$

**New states**

$$c_t = f_t \cdot c_{{t-1}} + i_t \cdot \tilde{{c}}_t = {shown(f, 3)} \cdot 0.5 + {shown(i, 3)} \cdot {shown(g, 3)} = {n(c1, 3)}$$

$$h_t = o_t \cdot \tanh(c_t) = {n(h1, 3)}$$

The forget gate keeps {n(100 * f, 1)} % of the old cell state.
"""


@course("convolution.md")
def convolution() -> str:
    """A convolution, a ReLU and a pooling by hand, with sizes and parameters."""
    image = np.array([[1, 2, 0, 1], [3, 1, 1, 0], [0, 2, 4, 1], [1, 0, 2, 3]])
    kernel = np.array([[1, 0], [-1, 2]])
    out = np.array([[(image[r : r + 2, c : c + 2] * kernel).sum() for c in range(3)] for r in range(3)])
    return rf"""# A convolution by hand

The input is $4 \times 4$ and the kernel $2 \times 2$:

$$
X = {given(image, 0)}, \qquad K = {given(kernel, 0)}
$$

With stride 1 and no padding the output has $(4 - 2)/1 + 1 = ⟪3⟫$ rows and columns.

- Top left: $1 \cdot 1 + 2 \cdot 0 + 3 \cdot (-1) + 1 \cdot 2 = {n(out[0, 0], 0)}$
- Next to it: $2 \cdot 1 + 0 \cdot 0 + 1 \cdot (-1) + 1 \cdot 2 = {n(out[0, 1], 0)}$
- Centre: $1 \cdot 1 + 1 \cdot 0 + 2 \cdot (-1) + 4 \cdot 2 = {n(out[1, 1], 0)}$

All together

$$
X * K = {result(out, 0)}
$$

After ReLU:

$$
\text{{ReLU}}(X * K) = {result(np.maximum(out, 0), 0)}
$$

The global maximum is ⟪{out.max()}⟫ and the global average is $\frac{{{" + ".join(str(v) for v in np.maximum(out, 0).ravel())}}}{{9}} \approx {n(np.maximum(out, 0).mean(), 2)}$.

## Sizes of a real layer

For an input of $32 \times 32 \times 3$, with 16 filters of $5 \times 5$, padding 2 and stride 2:

- output width: $\lfloor (32 - 5 + 2 \cdot 2)/2 \rfloor + 1 = ⟪16⟫$
- parameters: $(5 \cdot 5 \cdot 3 + 1) \cdot 16 = ⟪1216⟫$
- multiplications: $16 \cdot 16 \cdot 16 \cdot 75 = ⟪307200⟫$
"""


@course("graph.md")
def graph() -> str:
    """A layer of a graph convolution with a normalised adjacency matrix."""
    a = np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]])
    loops = a + np.eye(3)
    degree = np.diag(loops.sum(1))
    inv = np.diag(1 / np.sqrt(loops.sum(1)))
    norm = inv @ loops @ inv
    h = np.array([[1.0, 0.0], [0.5, 2.0], [1.5, 1.0]])
    w = np.array([[0.4, -0.6], [0.2, 0.5]])
    hw = h @ w
    out = norm @ hw
    return rf"""# A graph convolution on three nodes

Node 1 is connected to nodes 2 and 3. The adjacency matrix with self-loops and its degree matrix are

$$
\tilde{{A}} = A + I = {given(a, 0)} + {given(np.eye(3), 0)} = {result(loops, 0)}, \qquad
\tilde{{D}} = {given(degree, 0)}.
$$

So we normalise symmetrically:

$$
\hat{{A}} = \tilde{{D}}^{{-1/2}} \tilde{{A}} \tilde{{D}}^{{-1/2}} = {result(norm, 3)}
$$

Features and weights are

$$
H = {given(h, 1)}, \quad W = {given(w, 1)}.
$$

First the product with the weights,

$$
H W = {result(hw, 2)},
$$

then the neighbours are averaged,

$$
\hat{{A}} H W = {result(out, 3)},
$$

and finally the nonlinearity:

$$
H' = \text{{ReLU}}(\hat{{A}} H W) = {result(np.maximum(out, 0), 3)}
$$
"""


@course("memory.md")
def memory() -> str:
    """Parameters, floating point operations and the key-value cache of a model."""
    d, layers, vocab, context = 1024, 24, 32000, 2048
    attention, ffn, embedding = 4 * d * d, 8 * d * d, vocab * d
    layer = attention + ffn
    total = layer * layers + embedding
    cache = 2 * layers * d * 2
    return rf"""# How big is it?

Our decoder has $L = 24$ layers, width $d = 1024$, $h = 16$ heads, a vocabulary of $V = 32{{,}}000$ tokens and a context of 2048 tokens.

## Parameters

| component | formula | parameters |
|---|---|---|
| attention, per layer | $4d^2$ | ⟪{attention:,}⟫ |
| feed-forward, per layer | $8d^2$ | ⟪{ffn:,}⟫ |
| one layer | $12d^2$ | ⟪{layer:,}⟫ |
| all layers | $12 L d^2$ | ⟪{layer * layers:,}⟫ |
| embedding | $V d$ | ⟪{embedding:,}⟫ |
| model | $12 L d^2 + V d$ | ⟪{total:,}⟫ |

The size of each head is $d_k = d / h = 1024 / 16 = ⟪64⟫$.
The embedding holds {n(100 * embedding / total, 1)} % of all {n(total / 1e6, 1)} million parameters.
In 16 bits the weights take $2 \times {total:,} = ⟪{2 * total:,}⟫$ bytes, or about {n(2 * total / 1e6, 0)} MB.

## Operations

A forward pass needs about $2N$ operations per token, so $2 \times {shown(total / 1e6, 1)} \times 10^6 = {n(2 * round(total / 1e6, 1) / 1e3, 3)} \times 10^9$.
Training on $10^{{10}}$ tokens costs $6 N D = 6 \times {shown(total / 1e8, 3)} \times 10^8 \times 10^{{10}} \approx {n(6 * round(total / 1e8, 3) / 10, 2)} \times 10^{{19}}$ operations.
On a machine with $10^{{14}}$ operations per second this takes about {n(6 * total / 1e4 / 86400, 1)} days.

## Cache

Each token keeps a key and a value per layer: $2 \cdot 24 \cdot 1024 \cdot 2$ bytes $= ⟪{cache:,}⟫$ bytes $= ⟪{cache // 1024}⟫$ KiB.
A full context of 2048 tokens takes $2048 \times {cache // 1024}$ KiB $= ⟪{cache * context // 2**20}⟫$ MiB, and a batch of 8 takes {n(cache * context * 8 / 2**30, 1)} GiB.
"""


@course("qlearning.md")
def qlearning() -> str:
    """Updates of a Q table, told step by step."""
    alpha, gamma = 0.5, 0.9
    q = {("A", "left"): 0.0, ("A", "right"): 2.0, ("B", "left"): 1.0, ("B", "right"): 3.0}
    first = q["A", "right"] + alpha * (1 + gamma * 3.0 - q["A", "right"])
    second = q["B", "left"] + alpha * (-1 + gamma * first - q["B", "left"])
    third = q["B", "right"] + alpha * (5 + gamma * 0 - q["B", "right"])
    return rf"""# Three updates of a Q table

The rule is $Q(s, a) \leftarrow Q(s, a) + \alpha \left[ r + \gamma \max_{{a'}} Q(s', a') - Q(s, a) \right]$ with $\alpha = 0.5$ and $\gamma = 0.9$. Before the episode:

| state | left | right |
|---|---|---|
| A | 0.0 | 2.0 |
| B | 1.0 | 3.0 |

**Update 1.** In A we go right, get the reward $r = 1$ and land in B. The best value there is $\max(1.0, 3.0) = ⟪3.0⟫$, so

$$
Q(A, \text{{right}}) \leftarrow 2.0 + 0.5\,[1 + 0.9 \cdot 3.0 - 2.0] = 2.0 + 0.5 \cdot {n(1.7, 1)} = {n(first, 2)}
$$

**Update 2.** In B we go left, get $r = -1$ and are back in A, whose best value is now {shown(first, 2)}:

$$
Q(B, \text{{left}}) \leftarrow 1.0 + 0.5\,[-1 + 0.9 \cdot {shown(first, 2)} - 1.0] = {n(second, 4)}
$$

**Update 3.** In B we go right, get $r = 5$, and the episode ends. The TD target is $5 + 0.9 \cdot 0 = ⟪5⟫$ and the TD error is $5 - 3.0 = {n(2.0, 1)}$. The new value is $3.0 + 0.5 \cdot 2.0 = {n(third, 1)}$.

After the episode:

| state | left | right |
|---|---|---|
| A | 0.0 | {n(first, 2)} |
| B | {n(second, 4)} | {n(third, 1)} |

The return of an episode with rewards 1, -1 and 5 is $1 + 0.9 \cdot (-1) + 0.9^2 \cdot 5 = {n(1 - 0.9 + 0.81 * 5, 2)}$.
"""


@course("perceptron.md")
def perceptron() -> str:
    """Perceptron learning as one long table."""
    data = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 1)]
    w, b, rate = np.array([0.1, -0.2]), -0.1, 0.2
    rows = []
    for epoch in (1, 2):
        for x, t in data:
            z = float(w @ np.array(x) + b)
            y = int(z >= -1e-12)
            error = t - y
            w, b = w + rate * error * np.array(x), b + rate * error
            rows.append(
                f"| {epoch} | {x[0]} | {x[1]} | {t} | {n(z, 1)} | {y} | {n(error, 0)} | {n(w[0], 1)} | {n(w[1], 1)} | {n(b, 1)} |"
            )
    body = "\n".join(rows)
    return rf"""# A perceptron learns OR

We start with $w_1 = 0.1$, $w_2 = -0.2$, $b = -0.1$ and use the learning rate $\eta = 0.2$. The unit fires ($y = 1$) where $z = w_1 x_1 + w_2 x_2 + b \ge 0$. After each sample $w_i \leftarrow w_i + \eta (t - y) x_i$ and $b \leftarrow b + \eta (t - y)$.

| epoch | $x_1$ | $x_2$ | $t$ | $z$ | $y$ | $t - y$ | $w_1$ | $w_2$ | $b$ |
|---|---|---|---|---|---|---|---|---|---|
{body}
"""


@course("beam.md")
def beam() -> str:
    """Beam search with two beams, log-probabilities and a length penalty."""
    a, b = np.log(0.5), np.log(0.4)
    pairs = {
        ("the", "dog"): (0.5, 0.4),
        ("the", "cat"): (0.5, 0.35),
        ("a", "dog"): (0.4, 0.6),
        ("a", "bird"): (0.4, 0.3),
    }
    rows = "\n".join(
        f"| {x} {y} | {p} × {q} | {n(p * q, 3)} | {n(float(np.log(p * q)), 3)} |" for (x, y), (p, q) in pairs.items()
    )
    best, second = float(np.log(0.24)), float(np.log(0.2))
    return rf"""# Beam search with two beams

Step 1. The model gives P("the") = 0.5, P("a") = 0.4 and P("some") = 0.1. We keep the two best, with log-probabilities ln 0.5 = {n(float(a), 3)} and ln 0.4 = {n(float(b), 3)}.

Step 2. Each beam is extended:

| sequence | product | probability | log-probability |
|---|---|---|---|
{rows}

The two best are "a dog" with {n(0.24, 2)} and "the dog" with {n(0.2, 2)}; the first is {n(1.2, 1)} times as likely as the second.

Step 3. Both end. Dividing by the length, $\frac{{{shown(best, 3)}}}{{2}} = {n(best / 2, 3)}$ and $\frac{{{shown(second, 3)}}}{{2}} = {n(second / 2, 3)}$. With the length penalty $2^{{0.7}} = {n(2**0.7, 3)}$ the scores are ${shown(best, 3)} / {shown(2**0.7, 3)} = {n(best / 2**0.7, 3)}$ and ${shown(second, 3)} / {shown(2**0.7, 3)} = {n(second / 2**0.7, 3)}$.
"""


@course("metrics.md")
def metrics() -> str:
    """Precision, recall and their kin from a confusion matrix."""
    tp, fp, fn, tn = 45, 15, 5, 135
    total = tp + fp + fn + tn
    precision, recall, accuracy = tp / (tp + fp), tp / (tp + fn), (tp + tn) / total
    f1 = 2 * precision * recall / (precision + recall)
    specificity = tn / (tn + fp)
    return rf"""# Reading a confusion matrix

|  | predicted positive | predicted negative | total |
|---|---|---|---|
| actually positive | 45 | 5 | ⟪50⟫ |
| actually negative | 15 | 135 | ⟪150⟫ |
| total | ⟪60⟫ | ⟪140⟫ | ⟪200⟫ |

So TP = 45, FN = 5, FP = 15 and TN = 135.

- Accuracy = (TP + TN) / total = (45 + 135) / 200 = {n(accuracy, 2)}
- Precision = TP / (TP + FP) = 45 / 60 = {n(precision, 2)}
- Recall = TP / (TP + FN) = {n(recall, 2)}
- Specificity = TN / (TN + FP) = 135/150 = {n(specificity, 2)}
- F1 = 2 · Precision · Recall / (Precision + Recall) = {n(f1, 3)}

The classifier is right in {n(100 * accuracy, 0)} % of the cases. A classifier that always says "negative" would be right in 150 of 200 cases, that is {n(75, 0)} %.
With a threshold of 0.7 the precision rises to 36 / 40 = {n(36 / 40, 2)}, while the recall falls to 36 / 50 = {n(36 / 50, 2)}; the new $F_1$ is $\frac{{2 \cdot 0.90 \cdot 0.72}}{{0.90 + 0.72}} = {n(2 * 0.9 * 0.72 / 1.62, 3)}$.
"""


@course("zhuyili.md")
def zhuyili() -> str:
    """A worked attention in Chinese, with a step of gradient descent."""
    q, k = np.array([1.0, 0.5]), np.array([[0.8, 0.2], [0.3, 0.9], [0.1, 0.4]])
    v = np.array([[1.0, 2.0], [0.5, 1.5], [2.0, 0.0]])
    s = k @ q
    scaled = s / np.sqrt(2)
    e = np.exp(scaled)
    p = softmax(scaled)
    out = p @ v
    return rf"""# 手算注意力

设查询向量 $q = [1.0, 0.5]$，键向量 $k_1 = [0.8, 0.2]$，$k_2 = [0.3, 0.9]$，$k_3 = [0.1, 0.4]$，值向量 $v_1 = [1.0, 2.0]$，$v_2 = [0.5, 1.5]$，$v_3 = [2.0, 0.0]$。

**第一步：计算点积**

$$q \cdot k_1 = 1.0 \times 0.8 + 0.5 \times 0.2 = {n(s[0], 2)}$$
$$q \cdot k_2 = 1.0 \times 0.3 + 0.5 \times 0.9 = {n(s[1], 2)}$$
$$q \cdot k_3 = {n(s[2], 2)}$$

**第二步：缩放**，除以 $\sqrt{{2}} \approx 1.414$，得到 ${n(scaled[0], 3)}$、${n(scaled[1], 3)}$、${n(scaled[2], 3)}$。

**第三步：softmax**

指数分别为 $e^{{{shown(scaled[0], 3)}}} = {n(e[0], 3)}$，$e^{{{shown(scaled[1], 3)}}} = {n(e[1], 3)}$，$e^{{{shown(scaled[2], 3)}}} = {n(e[2], 3)}$，总和为 ${n(e.sum(), 3)}$。因此权重为

$$\alpha = [{n(p[0], 3)}, {n(p[1], 3)}, {n(p[2], 3)}]$$

**第四步：加权求和**

$$z = {shown(p[0], 3)} \cdot v_1 + {shown(p[1], 3)} \cdot v_2 + {shown(p[2], 3)} \cdot v_3 = [{n(out[0], 3)}, {n(out[1], 3)}]$$

若目标为 $t = [1.0, 1.0]$，则均方误差为 $\frac{{1}}{{2}}\left(({shown(out[0], 3)} - 1.0)^2 + ({shown(out[1], 3)} - 1.0)^2\right) = {n(float(((out - 1) ** 2).mean()), 4)}$。
"""


@course("regression.ipynb")
def regression() -> str:
    """Linear regression by gradient descent and by least squares, a notebook."""
    x, y = np.array([1.0, 2.0, 3.0, 4.0]), np.array([2.1, 3.9, 6.2, 7.8])
    mx, my = x.mean(), y.mean()
    sxy, sxx = float(((x - mx) * (y - my)).sum()), float(((x - mx) ** 2).sum())
    slope = sxy / sxx
    cut = my - slope * mx
    fitted = cut + slope * x
    residual = y - fitted
    sse = float((residual**2).sum())
    sst = float(((y - my) ** 2).sum())
    rows = "\n".join(
        f"| {x[k]:.0f} | {y[k]} | {n(fitted[k], 2)} | {n(residual[k], 2)} | {n(residual[k] ** 2, 4)} |"
        for k in range(4)
    )
    gw = float(2 * (-(x * y)).mean())
    gb = float(2 * (-y).mean())
    cells = [
        rf"""# Least squares by hand

The data are $x = (1, 2, 3, 4)$ and $y = (2.1, 3.9, 6.2, 7.8)$, with means $\bar{{x}} = {n(mx, 1)}$ and $\bar{{y}} = {n(my, 1)}$.
""",
        rf"""## Slope and intercept

$$
\begin{{aligned}}
S_{{xy}} &= (1 - 2.5)(2.1 - 5.0) + (2 - 2.5)(3.9 - 5.0) + (3 - 2.5)(6.2 - 5.0) + (4 - 2.5)(7.8 - 5.0) = {n(sxy, 1)} \\
S_{{xx}} &= 1.5^2 + 0.5^2 + 0.5^2 + 1.5^2 = {n(sxx, 1)} \\
w &= \frac{{S_{{xy}}}}{{S_{{xx}}}} = {n(slope, 2)} \\
b &= \bar{{y}} - w \bar{{x}} = {n(cut, 2)}
\end{{aligned}}
$$
""",
        rf"""## Residuals

| $x$ | $y$ | $\hat{{y}} = w x + b$ | $r = y - \hat{{y}}$ | $r^2$ |
|---|---|---|---|---|
{rows}

The squared residuals sum to {n(sse, 3)}, so the mean squared error is ${shown(sse, 3)} / 4 = {n(sse / 4, 4)}$ and $R^2 = 1 - \frac{{{shown(sse, 3)}}}{{{n(sst, 2)}}} = {n(1 - sse / sst, 4)}$.
""",
        rf"""## One step of gradient descent instead

From $w = 0$, $b = 0$ the gradients are $\frac{{\partial L}}{{\partial w}} = -\frac{{2}}{{4}} (1 \cdot 2.1 + 2 \cdot 3.9 + 3 \cdot 6.2 + 4 \cdot 7.8) = {n(gw, 2)}$ and $\frac{{\partial L}}{{\partial b}} = -\frac{{2}}{{4}} (2.1 + 3.9 + 6.2 + 7.8) = {n(gb, 1)}$. With the learning rate 0.01 the new parameters are $w = 0 - 0.01 \cdot ({shown(gw, 2)}) = {n(-0.01 * gw, 4)}$ and $b = {n(-0.01 * gb, 2)}$.
""",
    ]
    made = [{"cell_type": "markdown", "metadata": {}, "source": each} for each in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False, indent=1)


__all__ = ["COURSES", "listed"]
