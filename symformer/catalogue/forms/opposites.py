"""Formulas that have an opposite of another name: where the norm stands, what variances divide by."""

from __future__ import annotations

from symformer.catalogue.form import Form
from symformer.catalogue.sources import HASTIE, WASSERMAN, XIONG

STREAM = ("x", "h", "y", "H", "X", "z", "x'", "h'", "out", "output", "Output", "u")
BEFORE = (
    r"x + F(\mathrm{LN}(x))",
    r"x + f(\mathrm{LayerNorm}(x))",
    r"x + F(\mathrm{Norm}(x))",
    r"x + F(\mathrm{RMSNorm}(x))",
)
AFTER = (
    r"\mathrm{LN}(x + F(x))",
    r"\mathrm{LayerNorm}(x + F(x))",
    r"\mathrm{Norm}(x + F(x))",
    r"\mathrm{RMSNorm}(x + F(x))",
)

OF_SQUARES = (
    r"\|y - X w\|^2 + \lambda \|w\|^2",
    r"\|y - X w\|^2 + \frac{\lambda}{2} \|w\|^2",
    r"\|y - X w\|^2 + \lambda \sum_j w_j^2",
    r"\frac{1}{2} \|y - X w\|^2 + \lambda \|w\|^2",
    r"\frac{1}{2} \|y - X w\|^2 + \frac{\lambda}{2} \|w\|^2",
    r"\frac{1}{2} \|y - X w\|^2 + \lambda \sum_j w_j^2",
    r"\frac{1}{n} \|y - X w\|^2 + \lambda \|w\|^2",
    r"\frac{1}{n} \|y - X w\|^2 + \frac{\lambda}{2} \|w\|^2",
    r"\frac{1}{n} \|y - X w\|^2 + \lambda \sum_j w_j^2",
    r"\frac{1}{2 n} \|y - X w\|^2 + \lambda \|w\|^2",
    r"\frac{1}{2 n} \|y - X w\|^2 + \frac{\lambda}{2} \|w\|^2",
    r"\frac{1}{2 n} \|y - X w\|^2 + \lambda \sum_j w_j^2",
    r"\sum_i (y - w^\top x)^2 + \lambda \|w\|^2",
    r"\sum_i (y - x^\top w)^2 + \lambda \|w\|^2",
    r"\sum_i (y - w^\top x)^2 + \frac{\lambda}{2} \|w\|^2",
    r"\sum_i (y - x^\top w)^2 + \frac{\lambda}{2} \|w\|^2",
    r"\sum_i (y - w^\top x)^2 + \lambda \sum_j w_j^2",
    r"\sum_i (y - x^\top w)^2 + \lambda \sum_j w_j^2",
    r"L + \lambda \|w\|^2",
    r"L + \frac{\lambda}{2} \|w\|^2",
    r"L + \lambda \sum_j w_j^2",
)
OF_SIZES = (
    r"\|y - X w\|^2 + \lambda \|w\|_1",
    r"\|y - X w\|^2 + \lambda \sum_j |w_j|",
    r"\frac{1}{2} \|y - X w\|^2 + \lambda \|w\|_1",
    r"\frac{1}{2} \|y - X w\|^2 + \lambda \sum_j |w_j|",
    r"\frac{1}{n} \|y - X w\|^2 + \lambda \|w\|_1",
    r"\frac{1}{n} \|y - X w\|^2 + \lambda \sum_j |w_j|",
    r"\frac{1}{2 n} \|y - X w\|^2 + \lambda \|w\|_1",
    r"\frac{1}{2 n} \|y - X w\|^2 + \lambda \sum_j |w_j|",
    r"\sum_i (y - w^\top x)^2 + \lambda \|w\|_1",
    r"\sum_i (y - x^\top w)^2 + \lambda \|w\|_1",
    r"\sum_i (y - w^\top x)^2 + \lambda \sum_j |w_j|",
    r"\sum_i (y - x^\top w)^2 + \lambda \sum_j |w_j|",
    r"L + \lambda \|w\|_1",
    r"L + \lambda \sum_j |w_j|",
)

FORMS = (
    Form(
        id="norm-before-the-layer",
        title="Layer with the norm before it",
        forms=BEFORE,
        contrary=AFTER,
        functions="F f",
        called=("pre-norm", "pre-ln", "prenorm", "pre-layernorm", "pre-layer normali", "pre norm"),
        left=STREAM,
        source=XIONG.at("section 3"),
    ),
    Form(
        id="norm-after-the-sum",
        title="Layer with the norm after the sum",
        forms=AFTER,
        contrary=BEFORE,
        functions="F f",
        called=("post-norm", "post-ln", "postnorm", "post-layernorm", "post-layer normali", "post norm"),
        left=STREAM,
        source=XIONG.at("section 3"),
    ),
    Form(
        id="unbiased-variance",
        title="Unbiased estimate of a variance",
        forms=(r"\frac{1}{n - 1} \sum_i (x - m)^2", r"\frac{\sum_i (x - m)^2}{n - 1}"),
        contrary=(r"\frac{1}{n} \sum_i (x - m)^2", r"\frac{\sum_i (x - m)^2}{n}"),
        called=("unbiased", "bessel", "无偏"),
        unless=r"(?<!well[- ])\bknown\b(?! (?:as|to|for|by)\b)|\btrue mean|已知",
        left=("s", "sigma", "S", "hat(sigma)", "s^2", "sigma^2", "hat(sigma)^2", "v", "Var", "variance"),
        source=WASSERMAN.at("theorem 3.17"),
    ),
    Form(
        id="penalty-of-squares",
        title="Ridge penalty",
        forms=OF_SQUARES,
        contrary=OF_SIZES,
        called=("ridge", "l2 regulari", "l2-regulari", "l2 penalt", "weight decay"),
        left=("L", "J", "E", "loss", "R"),
        source=HASTIE.at("section 3.4.1"),
    ),
    Form(
        id="penalty-of-sizes",
        title="Lasso penalty",
        forms=OF_SIZES,
        contrary=OF_SQUARES,
        called=("lasso", "l1 regulari", "l1-regulari", "l1 penalt"),
        left=("L", "J", "E", "loss", "R"),
        source=HASTIE.at("section 3.4.2"),
    ),
)
