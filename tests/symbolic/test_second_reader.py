"""The second reader of scalar formulas: what it may say, and that it never hides a fault."""

import types
from fractions import Fraction

import pytest

from symformer.algebra.interval import Interval
from symformer.analysis import check
from symformer.judging.numbers import weighing
from symformer.symbolic import second_reader
from symformer.symbolic.second_reader import reader_name, second_value

INSTALLED = pytest.mark.skipif(reader_name() is None, reason="latex2sympy2 is not installed: symformer[latex2sympy]")


def errors(text):
    return [each.rule for each in check(text.encode(), name="note.md").findings if each.level == "error"]


def test_an_opinion_that_defends_the_note_leaves_it_open(monkeypatch):
    wrong = "Then $2 \\cdot 3 + 1 = 9$."
    assert errors(wrong) == ["sum-differs"]
    monkeypatch.setattr(weighing, "second_value", lambda latex: Interval.point(Fraction(9)))
    assert errors(wrong) == []


def test_an_opinion_that_does_not_defend_it_changes_nothing(monkeypatch):
    monkeypatch.setattr(weighing, "second_value", lambda latex: Interval.point(Fraction(12)))
    assert errors("Then $2 \\cdot 3 + 1 = 9$.") == ["sum-differs"]


class Spoiled(types.ModuleType):
    """A reader whose first formula leaves something behind that changes the next."""

    def __init__(self):
        super().__init__("spoiled")
        self.var = {}
        self.is_real = None

    def latex2sympy(self, latex):
        sympy = pytest.importorskip("sympy")
        value = sympy.Integer(self.var.get("answer", 1))
        self.var["answer"] = 42
        self.is_real = True
        if "boom" in latex:
            raise RuntimeError("no")
        return value


def test_one_spoiled_call_does_not_change_the_next():
    reader = Spoiled()
    for latex in ("1", "boom", "1", "1"):
        found = second_reader._asked(reader, latex)
        assert found == (None if latex == "boom" else Interval.point(Fraction(1)))
    assert (reader.var, reader.is_real) == ({}, None)


@pytest.mark.parametrize(
    "latex",
    [
        r"-(0.7 \log 0.7 + 0.3 \log 0.3)",
        r"\operatorname{softmax}(2)",
        r"\text{softmax}(1, 2)",
        r"\begin{bmatrix} 1 & 2 \end{bmatrix}",
        r"x = 2",
        "9^{9^9}",
        "9^{99999}",
        "100000!",
        "1 + " * 100 + "1",
    ],
)
def test_what_the_reader_has_habits_about_it_is_not_asked(latex, monkeypatch):
    monkeypatch.setattr(second_reader, "_reader", lambda: pytest.fail("asked"))
    assert second_value(latex) is None


def test_without_a_reader_there_is_no_opinion(monkeypatch):
    monkeypatch.setattr(second_reader, "_reader", lambda: None)
    assert second_value("1 + 1") is None
    assert errors("Then $2 \\cdot 3 + 1 = 9$.") == ["sum-differs"]


HIDDEN = [
    r"The entropy is $-(0.7 \log_2 0.7 + 0.3 \log_2 0.3) = 0.981$.",
    r"The entropy is $-(0.7 \ln 0.7 + 0.3 \ln 0.3) = 0.711$.",
    r"The loss is $-\ln(0.25) = 1.486$.",
    r"The loss is $-\log(0.25) = 1.486$.",
    r"The weight is $\frac{e^{2}}{e^{2} + e^{1}} = 0.771$.",
    r"The weights are $\text{softmax}([2, 1]) = [0.771, 0.229]$.",
    r"The gate is $\frac{1}{1 + e^{-0.5}} = 0.662$.",
]


@INSTALLED
@pytest.mark.parametrize("text", HIDDEN)
def test_it_never_hides_an_entropy_a_loss_or_a_softmax(text):
    assert len(errors(text)) == 1


@INSTALLED
def test_it_reads_what_it_is_asked_about():
    assert second_value(r"0.3 \cdot 0.56 + 0.9 \cdot 0.58") == Interval.point(Fraction(69, 100))
    found = second_value(r"\sqrt{2}")
    assert found is not None and found.lo**2 <= 2 <= found.hi**2
    assert second_value("x + 1") is None
    assert second_value(r"\sqrt{-1}") is None
    assert second_value(r"\frac{1}{0}") is None
