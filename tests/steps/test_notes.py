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


BOLD = r"""
The softmax is $\sigma(\mathbf{z})_i = \frac{e^{z_i}}{\sum_{k=1}^K e^{z_k}}$.

"""
QUOTIENT = r"""
By the quotient rule, primes by $x_i$,

"""
OF_BOLD = [
    (BOLD, r"\frac{\partial \sigma(\mathbf{z})_i}{\partial z_j} = \sigma(\mathbf{z})_i (\delta_{ij} - \sigma(\mathbf{z})_j)", True),
    (BOLD, r"\frac{\partial \sigma(\mathbf{z})_i}{\partial z_j} = \sigma(\mathbf{z})_i (\delta_{ij} + \sigma(\mathbf{z})_j)", False),
    (BOLD, r"\frac{\partial \sigma(\mathbf{z})_i}{\partial z_i} = \sigma(\mathbf{z})_i (1 - \sigma(\mathbf{z})_i)", True),
    ("", r"\|\mathbf{w} - \mathbf{x}\|^2 = \sum_i (w_i - x_i)^2", True),
    ("", r"\|\mathbf{w} - \mathbf{x}\|^2 = \sum_i (w_i + x_i)^2", False),
    (QUOTIENT, r"\frac{\partial}{\partial x_i} \left(\frac{e^{x_i}}{\sum_k e^{x_k}}\right) = \frac{(e^{x_i})' (\sum_k e^{x_k}) - e^{x_i} (\sum_k e^{x_k})'}{(\sum_k e^{x_k})^2}", True),
    (QUOTIENT, r"\frac{\partial}{\partial x_i} \left(\frac{e^{x_i}}{\sum_k e^{x_k}}\right) = \frac{(e^{x_i})' (\sum_k e^{x_k}) - e^{x_i} (\sum_k e^{x_k})'}{(\sum_k e^{x_k})}", False),
    ("", r"a \times b + b = b (a + 1)", True),
    ("", r"a \times b + b = a (b + 1)", None),
    ("", r"r_1 e^{i \theta_1} \times r_2 e^{i \theta_2} = r_1 r_2 e^{i (\theta_1 + \theta_2)}", True),
    ("", r"r_1 e^{i \theta_1} \times r_2 e^{i \theta_2} = (r_1 + r_2) e^{i (\theta_1 + \theta_2)}", None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "latex", "holds"), OF_BOLD)
def test_vectors_in_bold_primes_and_counts(given: str, latex: str, holds: bool | None) -> None:
    """None: it might be an equation to be solved, and is told of as one slip from an identity."""
    note = f"{given}$$ {latex} $$\n"
    step = last_step(note)
    if holds:
        assert step.found.outcome in ("proved", "supported")
    else:
        assert step.found.outcome == "refuted"
        assert step.alike if holds is None else step.beyond_doubt
        report = analyse("note.md", note.encode(), Settings()).report
        assert {each.rule for each in report.findings if each.level == "error"} & {
            "step-does-not-follow",
            "derivative-differs",
        }


LAWS = [
    (r"\sum_i P(i) (-\log P(i))", r"-\sum_i P(i) \log P(i)", r"\sum_i P(i) \log P(i)"),
    (r"e^{j \omega (n - \alpha)}", r"e^{j \omega n} e^{-j \omega \alpha}", r"e^{j \omega n} e^{j \omega \alpha}"),
    (r"-\log \frac{q(x)}{p(x)}", r"\log p(x) - \log q(x)", r"\log q(x) - \log p(x)"),
    (r"\mathbb{E}[(X - Y)^2]", r"\mathbb{E}[X^2] - 2 \mathbb{E}[X Y] + \mathbb{E}[Y^2]", r"\mathbb{E}[X^2] + 2 \mathbb{E}[X Y] + \mathbb{E}[Y^2]"),
    (r"x (W + A B)", r"x W + x A B", r"x W - x A B"),
    (r"\log \prod_i x_i^{y_i}", r"\sum_i y_i \log x_i", r"\sum_i x_i \log y_i"),
]  # fmt: skip
NO_IDENTITIES = [
    r"A B = B A", r"f(x + y) = f(x) f(y)", r"\pi_i P_{ij} = \pi_j P_{ji}", r"u v + w = w v + u", r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]",
    r"A^\top A = A A^\top", r"x (1 - x) = y (1 - y)", r"p^2 q = p q^2", r"\cos \theta + i \sin \theta = r e^{i \theta}", r"h(x) - h(-x) = 2 h(x)",
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "wrong"), LAWS)
def test_what_is_one_slip_from_an_identity_is_told_of(left: str, right: str, wrong: str) -> None:
    def told(latex: str) -> bool:
        findings = analyse("note.md", f"$$ {latex} $$\n".encode(), Settings()).report.findings
        return any(each.rule == "step-does-not-follow" and each.level == "error" for each in findings)

    assert not told(f"{left} = {right}")
    assert told(f"{left} = {wrong}")


@pytest.mark.parametrize("latex", NO_IDENTITIES)
def test_what_is_no_identity_may_be_what_one_asks_for(latex: str) -> None:
    findings = analyse("note.md", f"$$ {latex} $$\n".encode(), Settings()).report.findings
    assert not [each for each in findings if each.rule == "step-does-not-follow" and each.level == "error"]
