"""Short notes with right and wrong numbers, judged from the text to the finding."""

import pytest

from symformer.analysis import check

NUMBERS = frozenset(
    [
        "sum-differs",
        "value-differs",
        "matrix-product-differs",
        "transpose-differs",
        "value-contradicts-symbol",
        "softmax-differs",
        "softmax-of-one-score",
        "table-contradicts-formula",
        "scale-contradicts-size",
        "last-digit-differs",
        "truncated",
        "working-does-not-yield-result",
        "rounding-accumulated",
        "carried-on",
    ]
)


def found(note):
    """The findings about numbers: rule, level, quote."""
    report = check(note)
    assert not report.failures
    return [
        (each.rule, each.level, each.problem.span.slice(report.source.text))
        for each in report.findings
        if each.rule in NUMBERS
    ]


def matrix(*rows):
    return r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row.split()) for row in rows) + r" \end{bmatrix}"


SILENT = {
    "half up": r"$0.99 \cdot 3 + 0.01 \cdot 0.5 = 2.98$",
    "half even": r"$0.5 \cdot 0.25 = 0.12$",
    "percent": r"$\frac{14}{15} = 93.33\%$",
    "percent without its sign": r"$\frac{14}{15} \approx 93.33$",
    "rounded integer": r"$\frac{59}{3} \approx 20$",
    "whole-number division": r"$\frac{7}{2} = 3$",
    "order of magnitude": r"$0.9^{50} \approx 5 \times 10^{-3}$",
    "thousands": r"$418330 \times 418330 = 175{,}000{,}000{,}000$",
    "logarithm to base two": r"$\log(8) = 3$",
    "logarithm to base ten": r"$\log(1000) = 3$",
    "degrees": r"$\cos(60) = 0.5$",
    "radians": r"$\cos(60) \approx -0.952$",
    "proportion": r"$64 : 128 = 1 : 2$",
    "assignment": "$x = 3$\n\n$x = x - 1 = 2$",
    "a new setting": "$d = 512$ and $h = 8$, so $d_k = d / h$.\n\n# A small example\n\nNow $d_k = 4$.",
    "a new example": f"$A = {matrix('1 2', '3 4')}$\n\n# Example 2\n\n$A = {matrix('5 6', '7 8')}$",
    "softmax of an entry": r"$x = [1, 2, 3]$, $\text{softmax}(x_1) = \frac{2.718}{30.19} \approx 0.09$",
    "one softmax over listed scores": "\n\n".join(
        (r"$\text{softmax}(2) = 0.665$", r"$\text{softmax}(1) = 0.245$", r"$\text{softmax}(0) = 0.090$")
    ),
    "columns": rf"$\text{{softmax}}({matrix('0 1', '0 1')}) = {matrix('0.5 0.5', '0.5 0.5')}$",
    "a unit": r"$4 \times 16 \times 4096 = 256 \text{ KB}$",
    "indicator": r"$z = 2$ and $\mathbb{1}[z = 3]$",
    "infinity": r"$0.2 \cdot \infty + 0.8 \cdot 0 = \infty$",
}


@pytest.mark.parametrize("note", SILENT.values(), ids=SILENT.keys())
def test_what_is_right_in_some_reading_is_no_error(note):
    assert [each for each in found(note) if each[1] == "error"] == []


WRONG = {
    "sum": (r"$0.66\cdot 4 + 0.24\cdot 1 + 0.10\cdot 3 = 3.28$", ("sum-differs", "error", "3.28")),
    "power": (r"$e^{7/\sqrt{3}} \approx 59.91$", ("value-differs", "error", "59.91")),
    "one score": (r"$\text{softmax}(0.3) = 0.57$", ("softmax-of-one-score", "error", "0.57")),
    "softmax": (r"$\text{softmax}([1, 0]) = [0.73, 0.37]$", ("softmax-differs", "error", "0.37")),
    "matrices": (
        f"$${matrix('1 2', '3 4')} {matrix('1 0', '2 1')} = {matrix('5 2', '12 4')}$$",
        ("matrix-product-differs", "error", "12"),
    ),
    "last digit": (r"$\frac{11}{7} \approx 1.58$", ("last-digit-differs", "warning", "1.58")),
    "cut off": (r"$\frac{11}{7} \approx 1.5714285714 \approx 1.57, \quad \frac{2}{3} \approx 0.66$",
                ("truncated", "info", "0.66")),
}  # fmt: skip


@pytest.mark.parametrize(("note", "expected"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_found_at_its_place(note, expected):
    assert found(note) == [expected]


def test_a_display_must_follow_from_the_definition_of_its_symbol():
    note = f"""
$$ X = {matrix("1 2", "0 1")} , \\quad W = {matrix("2 0", "1 3")} $$

$$ H = X W $$

$$ H = {matrix("4 6", "1 2")} $$
"""
    assert found(note) == [("value-differs", "error", "2")]
    assert found(note.replace("1 & 2 ", "1 & 3 ", 1).replace("4 & 6 \\\\ 1 & 2", "4 & 6 \\\\ 1 & 3")) != []
    assert found(note.replace("4 & 6 \\\\ 1 & 2", "4 & 6 \\\\ 1 & 3")) == []


def test_the_identity_leaves_matrices_alone():
    note = f"$$ X = {matrix('1 2', '3 4')} $$\n\n$$ W_Q = W_K = I $$\n\n$$ Q = X W_Q = X, \\quad K = X W_K = X $$\n\n"
    right = f"$$ K^T = {matrix('1 3', '2 4')} $$"
    wrong = f"$$ K^T = {matrix('1 3', '2 5')} $$"
    assert found(note + right) == []
    assert found(note + wrong) == [("transpose-differs", "error", "5")]


def test_a_printed_result_stands_for_its_true_value():
    """0.67 is two thirds: three times as much is 2.00, whatever 3 · 0.67 gives."""
    assert [each[1] for each in found("$\\frac{2}{3} \\approx 0.67$\n\n$0.67 \\cdot 3 = 2.00$")] == ["info"]


def test_echoes_name_their_root():
    report = check("$e^{2} \\approx 7.93$\n\n$7.93 + 1 = 8.93$\n\n$8.93 \\cdot 2 = 17.86$\n\n$e^2 \\approx 7.93$\n")
    rules = [(each.rule, each.level) for each in report.findings]
    assert rules == [("value-differs", "error"), *[("carried-on", "info")] * 3]
    root = report.findings[0].id
    assert all(each.causes == (root,) for each in report.findings[1:])


def test_one_finding_for_each_matrix_with_its_cells():
    report = check(f"$${matrix('1 2', '3 4')} {matrix('1 0', '0 1')} = {matrix('1 5', '3 7')}$$")
    (only,) = report.findings
    assert [(cell["row"], cell["column"]) for cell in only.problem.evidence["cells"]] == [(1, 2), (2, 2)]
    assert only.problem.span.slice(report.source.text) == "5"


def test_a_repeated_vector_is_an_echo():
    working = matrix(r"0.5\cdot2+0.5 0.5\cdot3+1")
    note = f"$${working} = {matrix('1.50 2.60')}$$\n\n$$o = {matrix('1.50 2.60')}$$"
    assert found(note) == [("sum-differs", "error", "2.60"), ("carried-on", "info", "2.60")]


@pytest.mark.parametrize("columns", ["plain", "matrix"])
def test_tables_of_a_function(columns):
    formula = r"$$P(k, 2i) = \sin(k / 100^{2i/d}), \quad P(k, 2i+1) = \cos(k / 100^{2i/d})$$"
    if columns == "plain":
        table = "| k | P (d=4) | | | |\n|---|---|---|---|---|\n| 0 | 0.00 | 1.00 | 0.00 | 1.00 |\n| 1 | 0.84 | 0.54 | {} | 1.00 |\n"
    else:
        table = f"$$P = {matrix('0.00 1.00 0.00 1.00', '0.84 0.54 {} 1.00')}$$"
    assert found(f"{formula}\n\n{table.replace('{}', '0.10')}".replace("1.00 |\n| 1", "1.00 |\n| 1")) in (
        [],
        [("last-digit-differs", "warning", "1.00")],
    )
    wrong = found(f"{formula}\n\n{table.replace('{}', '0.21')}")
    assert wrong == [("table-contradicts-formula", "error", "0.21")]


def test_any_statement_is_judged_without_an_exception():
    note = r"""
$$ \frac{1}{0} = 3, \quad e^{1000000} = 2, \quad \log(-1) = 0, \quad 10^{10^{10}} = 1, \quad \sqrt{-4} = 2 $$
$$ x = x = x, \quad [1, [2, 3]] = 4, \quad \begin{bmatrix} 1 \\ 2 & 3 \end{bmatrix} = 1, \quad 1 = , = 2 $$
$$ \sum_{i=1}^{1000000000} i = 3, \quad 5! = 120, \quad 170! = 1, \quad 2^{3^{4^5}} = 1 $$
"""
    assert check(note).failures == ()
