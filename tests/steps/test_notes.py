"""The steps of whole notes: what they are differentiated from is what the note itself defines."""

from __future__ import annotations

import pytest

from symformer.analysis import analyse
from symformer.judging.steps.derivations import Step, steps
from symformer.settings import Settings

MODEL = r"""
Let $z = w x + b$ and $a = \sigma(z)$, where $\sigma$ is the sigmoid, and

$$ J = -\left(y \ln a + (1 - y) \ln (1 - a)\right) $$

"""
SQUARES = r"""
The loss is $L = \frac{1}{n} \sum_{i=1}^n (y_i - \hat y_i)^2$ with $\hat y_i = w x_i + b$.

"""
SOFTMAX = r"""
$$ p_i = \frac{e^{z_i}}{\sum_k e^{z_k}}, \qquad E = -\sum_k y_k \log p_k $$

for one-hot labels $y$.

"""
LINEAR = r"""
Let $\mathbf{X} \in \mathbb{R}^{n \times d}$, $\mathbf{w} \in \mathbb{R}^d$, $\mathbf{y} \in \mathbb{R}^n$ and
$$ R = \frac{1}{2} \|\mathbf{X} \mathbf{w} - \mathbf{y}\|^2 + \frac{\lambda}{2} \|\mathbf{w}\|^2 $$

"""
TRUE = [
    (MODEL, r"\frac{\partial J}{\partial a} = -\frac{y}{a} + \frac{1 - y}{1 - a}"),
    (MODEL, r"\frac{\partial J}{\partial a} = \frac{a - y}{a (1 - a)}"),
    (MODEL, r"\frac{\partial a}{\partial z} = a (1 - a)"),
    (MODEL, r"\frac{\partial J}{\partial z} = a - y"),
    (MODEL, r"\frac{\partial J}{\partial w} = (a - y) x"),
    (MODEL, r"\frac{\partial J}{\partial b} = a - y"),
    (MODEL, r"\frac{\partial J}{\partial w} = \frac{\partial J}{\partial a} \frac{\partial a}{\partial z} \frac{\partial z}{\partial w}"),
    (SQUARES, r"\frac{\partial L}{\partial \hat y_i} = \frac{2}{n} (\hat y_i - y_i)"),
    (SQUARES, r"\frac{\partial L}{\partial w} = \frac{2}{n} \sum_{i=1}^n (\hat y_i - y_i) x_i"),
    (SQUARES, r"\frac{\partial L}{\partial b} = -\frac{2}{n} \sum_{i=1}^n (y_i - \hat y_i)"),
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_i} = p_i (1 - p_i)"),
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j)"),
    (SOFTMAX, r"\frac{\partial E}{\partial z_i} = p_i - y_i"),
    (LINEAR, r"\frac{\partial R}{\partial \mathbf{w}} = \mathbf{X}^\top (\mathbf{X} \mathbf{w} - \mathbf{y}) + \lambda \mathbf{w}"),
    (LINEAR, r"\nabla_{\mathbf{w}} R = (\mathbf{X}^\top \mathbf{X} + \lambda I) \mathbf{w} - \mathbf{X}^\top \mathbf{y}"),
]  # fmt: skip
FALSE = [
    (MODEL, r"\frac{\partial J}{\partial a} = \frac{y}{a} + \frac{1 - y}{1 - a}"),
    (MODEL, r"\frac{\partial J}{\partial a} = -\frac{y}{a} - \frac{1 - y}{1 - a}"),
    (MODEL, r"\frac{\partial J}{\partial a} = \frac{a - y}{a (1 + a)}"),
    (MODEL, r"\frac{\partial a}{\partial z} = a (1 + a)"),
    (MODEL, r"\frac{\partial a}{\partial z} = a - 1"),
    (MODEL, r"\frac{\partial J}{\partial z} = y - a"),
    (MODEL, r"\frac{\partial J}{\partial w} = (a - y) w"),
    (MODEL, r"\frac{\partial J}{\partial w} = (a + y) x"),
    (MODEL, r"\frac{\partial J}{\partial b} = (a - y) b"),
    (SQUARES, r"\frac{\partial L}{\partial \hat y_i} = \frac{1}{n} (\hat y_i - y_i)"),
    (SQUARES, r"\frac{\partial L}{\partial \hat y_i} = \frac{2}{n} (y_i - \hat y_i)"),
    (SQUARES, r"\frac{\partial L}{\partial w} = \frac{1}{n} \sum_{i=1}^n (\hat y_i - y_i) x_i"),
    (SQUARES, r"\frac{\partial L}{\partial b} = \frac{2}{n} \sum_{i=1}^n (y_i - \hat y_i)"),
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} + p_j)"),
    (SOFTMAX, r"\frac{\partial p_i}{\partial z_i} = p_i (1 + p_i)"),
    (SOFTMAX, r"\frac{\partial E}{\partial z_i} = y_i - p_i"),
    (LINEAR, r"\frac{\partial R}{\partial \mathbf{w}} = 2 \mathbf{X}^\top (\mathbf{X} \mathbf{w} - \mathbf{y}) + \lambda \mathbf{w}"),
    (LINEAR, r"\frac{\partial R}{\partial \mathbf{w}} = \mathbf{X}^\top (\mathbf{X} \mathbf{w} - \mathbf{y}) - \lambda \mathbf{w}"),
]  # fmt: skip


def last_step(note: str) -> Step:
    model = analyse("note.md", note.encode(), Settings()).model
    assert model is not None
    return list(steps(model, prove=True))[-1]


@pytest.mark.parametrize(("given", "latex"), TRUE)
def test_a_right_derivative_is_proved_from_the_note_s_own_definitions(given: str, latex: str) -> None:
    step = last_step(f"{given}$$ {latex} $$\n")
    assert step.kind == "derivative"
    assert step.found.outcome in ("proved", "supported") or step.found.condition


@pytest.mark.parametrize(("given", "latex"), FALSE)
def test_a_wrong_derivative_is_refuted_beyond_doubt(given: str, latex: str) -> None:
    step = last_step(f"{given}$$ {latex} $$\n")
    assert step.found.outcome == "refuted"
    assert step.beyond_doubt
