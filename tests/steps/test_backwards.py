"""Gradients taken back through a layer: what the loss is need not be told, but its gradient by what the layer gives."""

from __future__ import annotations

import pytest

from symformer.analysis import check

SCALARS = r"""
A unit computes $y = w x + b$. With $\delta = \frac{\partial L}{\partial y}$ as the upstream gradient,

"""
LAYERS = r"""
A network has $z_1 = w_1 x + b_1$, $a_1 = \tanh(z_1)$ and $z_2 = w_2 a_1 + b_2$. Write $\delta_2 = \frac{\partial E}{\partial z_2}$. Then

"""
ARRAYS = r"""
Let $X \in \mathbb{R}^{n \times d}$, $W \in \mathbb{R}^{d \times m}$, $Y = X W$ and $G = \frac{\partial \ell}{\partial Y}$. Then

"""
ENTRIES = r"""
Each feature is scaled, $y_i = \gamma_i \hat x_i + \beta_i$, where $\hat x_i = (x_i - m) / s$. Let $g_i = \frac{\partial J}{\partial y_i}$.

"""
SKIP = r"""
The block is $u = v^2 + v$, and the gradient $\frac{\partial C}{\partial u}$ comes from above.

"""
CHINESE = r"""
设一层的输出为 $y = k x$，记上游梯度 $g = \frac{\partial L}{\partial y}$，则

"""
RIGHT = [
    (SCALARS, r"\frac{\partial L}{\partial w} = \delta x"),
    (SCALARS, r"\frac{\partial L}{\partial x} = \delta w"),
    (SCALARS, r"\frac{\partial L}{\partial b} = \delta"),
    (LAYERS, r"\frac{\partial E}{\partial w_2} = \delta_2 a_1"),
    (LAYERS, r"\frac{\partial E}{\partial z_1} = \delta_2 w_2 (1 - a_1^2)"),
    (LAYERS, r"\frac{\partial E}{\partial w_1} = \frac{\partial E}{\partial z_1} x"),
    (ARRAYS, r"\frac{\partial \ell}{\partial W} = X^\top G"),
    (ARRAYS, r"\frac{\partial \ell}{\partial X} = \frac{\partial \ell}{\partial Y} W^\top"),
    (ENTRIES, r"\frac{\partial J}{\partial \gamma_i} = g_i \hat x_i"),
    (ENTRIES, r"\frac{\partial J}{\partial x_i} = \frac{g_i \gamma_i}{s}"),
    (SKIP, r"\frac{\partial C}{\partial v} = \frac{\partial C}{\partial u} (2 v + 1)"),
    (CHINESE, r"\frac{\partial L}{\partial k} = g x"),
    # what the loss takes on another way is no slip
    (SCALARS, r"\frac{\partial L}{\partial w} = \delta x + \lambda w"),
]
WRONG = [
    (SCALARS, r"\frac{\partial L}{\partial w} = \delta w"),
    (SCALARS, r"\frac{\partial L}{\partial x} = -\delta w"),
    (SCALARS, r"\frac{\partial L}{\partial b} = 2 \delta"),
    (LAYERS, r"\frac{\partial E}{\partial z_1} = \delta_2 w_2 (1 + a_1^2)"),
    (LAYERS, r"\frac{\partial E}{\partial w_1} = \frac{\partial E}{\partial z_1} w_1"),
    (ARRAYS, r"\frac{\partial \ell}{\partial W} = -X^\top G"),
    (ENTRIES, r"\frac{\partial J}{\partial x_i} = \frac{g_i \gamma_i}{s^2}"),
    (SKIP, r"\frac{\partial C}{\partial v} = \frac{\partial C}{\partial u} (2 v - 1)"),
    (CHINESE, r"\frac{\partial L}{\partial x} = g x"),
]


def told(note: str) -> set[str]:
    return {each.rule for each in check(note).findings if each.level == "error"}


@pytest.mark.parametrize(("given", "latex"), RIGHT)
def test_a_right_gradient_is_left_alone(given: str, latex: str) -> None:
    assert told(f"{given}$$ {latex} $$\n") == set()


@pytest.mark.parametrize(("given", "latex"), WRONG)
def test_a_wrong_gradient_is_told_of(given: str, latex: str) -> None:
    assert told(f"{given}$$ {latex} $$\n") == {"derivative-differs"}
