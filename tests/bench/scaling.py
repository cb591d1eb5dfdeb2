"""Measure: a note twice as long takes at most 2.2 times as long.

    python tests/bench/scaling.py [KIND...] [--size 250k] [--repeat 3] [--command check|read]
    python tests/bench/scaling.py --list
    python tests/bench/scaling.py --write FOLDER [KIND...] [--size 250k]

For each kind of content a note of about ``--size`` bytes and one twice as long are made by a seeded
script, and the whole program runs over them, each in a process of its own, in turn.  Printed are the
seconds of processor time at n and 2n (the best of all runs, less that of an empty note), their ratio,
and the memory the two took at most (less that of an empty note).  Kinds that measure what is *bounded*
(deep nesting, macros that call themselves) say so; their ratio may be anything up to the limit.

Exit status: 0 no ratio is above 2.2, 1 one is, or a run crashed, 2 it could not be measured.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 2.2
TOO_SHORT = 0.15  # seconds: below that the clock says nothing about growth
UNITS = {"k": 1_000, "m": 1_000_000}

Make = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of note: its suffix, and how to make one of some number of bytes."""

    make: Make
    suffix: str = ".md"


# ---------------------------------------------------------------- realistic notes


def sections(chance: random.Random) -> Iterator[str]:
    """Sections of a note as people write them, without end; each ends in a blank line."""
    for number in count(1):
        n, d, k = chance.randint(2, 9), chance.choice((64, 128, 256, 512)), chance.choice((8, 16, 32))
        letter = chance.choice("ABCEFGHMNPRSTUVWYZ")
        yield f"## {number}. The {chance.choice(('layer', 'block', 'head', 'stage'))} that mixes {letter}\n\n"
        yield (
            f"Let $X \\in \\mathbb{{R}}^{{n \\times d}}$ be the input, one row per token, where $n$ is the number of "
            f"tokens and $d = {d}$ the width of the model. The weights ${letter}_Q, {letter}_K, {letter}_V \\in "
            f"\\mathbb{{R}}^{{d \\times d_k}}$ are learnt, with $d_k = {k}$ in what follows, and $b \\in \\mathbb{{R}}^{{d_k}}$ "
            f"is a bias. For token $i$ we write $x_i$ for its row, and $\\alpha_{{ij}}$ for the weight it gives to $j$.\n\n"
        )
        yield f"$$ Q = X {letter}_Q, \\qquad K = X {letter}_K, \\qquad V = X {letter}_V $$\n\n"
        yield (
            "The scores are scaled by the square root of the width, so that their variance stays near one:\n\n"
            "$$ A = \\operatorname{softmax}\\left( \\frac{Q K^\\top}{\\sqrt{d_k}} \\right), "
            "\\qquad \\alpha_{ij} = \\frac{\\exp(q_i \\cdot k_j / \\sqrt{d_k})}{\\sum_{l=1}^{n} "
            "\\exp(q_i \\cdot k_l / \\sqrt{d_k})} $$\n\n"
        )
        a, b, c, e = (chance.randint(1, 9) for _ in range(4))
        yield (
            f"With $p = {a}$ and $q = {b}$ the product is $p q = {a} \\cdot {b} = {a * b}$, and "
            f"$\\frac{{{a}}}{{{a + b}}} \\approx {a / (a + b):.3f}$. The exponential of the first is "
            f"$e^{{0.{a}}} \\approx {2.718281828459045 ** (a / 10):.3f}$.\n\n"
        )
        yield (
            f"$$ \\begin{{bmatrix}} {a} & {b} \\\\ {c} & {e} \\end{{bmatrix}} "
            f"\\begin{{bmatrix}} 1 & 2 \\\\ 0 & 1 \\end{{bmatrix}} = "
            f"\\begin{{bmatrix}} {a} & {2 * a + b} \\\\ {c} & {2 * c + e} \\end{{bmatrix}} $$\n\n"
        )
        if number % 2:
            yield "| token | score | weight |\n|---|---|---|\n"
            scores = [chance.randint(1, 20) / 10 for _ in range(n)]
            total = sum(2.718281828459045**score for score in scores)
            for at, score in enumerate(scores):
                yield f"| $x_{{{at}}}$ | {score} | {2.718281828459045**score / total:.3f} |\n"
            yield "\n"
        else:
            yield f"```\nscore = {a} * {b} + {c} = {a * b + c}\nmean = ({a} + {b} + {c}) / 3 = {(a + b + c) / 3:.3f}\n```\n\n"
        yield (
            "- the **gradient** $\\frac{\\partial L}{\\partial W} = X^\\top \\delta$ has the shape of $W$;\n"
            "- the loss $L = -\\sum_{i} y_i \\log \\hat{y}_i$ is a number;\n"
            f"- a step of $\\eta = 0.0{a}$ gives $W \\leftarrow W - \\eta \\nabla_W L$.\n\n"
        )
        yield (
            "Nothing here depends on the order of the tokens, which is why positions are added before the first "
            "layer, and why the mask has to be added before the weights are made. A reader who wants to see it "
            "may permute the rows and look at what comes out.\n\n"
        )


def until(size: int, parts: Iterator[str]) -> str:
    """Parts, as many as give some number of bytes, whole ones."""
    kept, length = [], 0
    for part in parts:
        kept.append(part)
        length += len(part)
        if length >= size:
            break
    return "".join(kept)


def realistic(size: int) -> str:
    chosen = sections(random.Random(11))
    # parts belong together: cut at a section, not within one
    return "# A long note\n\n" + until(size, chosen)


def as_notebook(size: int) -> str:
    """The same, a cell per part."""
    text = realistic(int(size * 0.85))
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": (part + "\n").splitlines(keepends=True)}
        for part in text.split("\n\n")
        if part.strip()
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def as_latex(size: int) -> str:
    """The same in LaTeX: headings, displays and lists in its own words."""
    lines = ["\\documentclass{article}", "\\newcommand{\\R}{\\mathbb{R}}", "\\begin{document}"]
    for line in realistic(size).splitlines():
        if line.startswith("#"):
            lines.append("\\section{" + line.lstrip("# ") + "}")
        elif line.startswith("$$ ") and line.endswith(" $$"):
            lines += ["\\begin{equation}", line[3:-3], "\\end{equation}"]
        elif line.startswith("- "):
            lines += ["\\begin{itemize}", "\\item " + line[2:].replace("**", ""), "\\end{itemize}"]
        elif line.startswith("|"):
            lines.append("% " + line)
        elif line.startswith("```"):
            lines.append("")
        else:
            lines.append(line.replace("\\mathbb{R}", "\\R"))
    return "\n".join([*lines, "\\end{document}", ""])


# ---------------------------------------------------------------- one-sided notes


def repeated(part: Callable[[int], str], head: str = "", tail: str = "") -> Make:
    """A note of one kind of part, numbered."""
    return lambda size: head + until(size - len(head) - len(tail), map(part, count())) + tail


def letters(number: int) -> str:
    """A name of letters for a number, no two alike."""
    name = ""
    while True:
        number, digit = divmod(number, 26)
        name = chr(97 + digit) + name
        if number == 0:
            return name


def one_matrix(size: int) -> str:
    side = max(2, int((size / 4) ** 0.5))
    row = " & ".join(str(at % 9 + 1) for at in range(side))
    return "$$ A = \\begin{bmatrix} " + " \\\\ ".join([row] * side) + " \\end{bmatrix} $$\n"


def same_matrix_twice(size: int) -> str:
    one = one_matrix(size // 2).strip(" $\n").removeprefix("A = ")
    return f"$$ A = {one} $$\n\n$$ A = {one} = {one} $$\n" if size < 200 else f"$$ {one} = {one} $$\n"


def balanced(opening: str, closing: str, core: str = "x") -> Make:
    width = len(opening) + len(closing)
    return lambda size: f"${opening * (size // width)}{core}{closing * (size // width)}$\n"


def in_formula(unit: str, joint: str, head: str = "", tail: str = "") -> Make:
    """One formula of many units."""
    return lambda size: "$$ " + head + joint.join([unit] * (size // len(unit + joint))) + tail + " $$\n"


def notebook_of(cells: Callable[[int], list[str]]) -> Make:
    def make(size: int) -> str:
        rows = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in cells(size)]
        return json.dumps({"cells": rows, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})

    return make


def bomb(size: int) -> str:
    lines = ["\\newcommand{\\ma}{x x}"]
    names = [f"\\m{letters(at)}" for at in range(max(4, size // 45))]
    lines += [f"\\newcommand{{{new}}}{{{old} {old}}}" for old, new in pairwise(names)]
    return "$" + "\n".join(lines) + "$\n\n$" + names[-1] + "$\n"


KINDS: dict[str, Kind] = {
    "realistic-markdown": Kind(realistic),
    "realistic-notebook": Kind(as_notebook, ".ipynb"),
    "realistic-latex": Kind(as_latex, ".tex"),
    "only-prose": Kind(repeated(lambda i: f"The {letters(i)} of a model is seldom read, and this is as it should be. ")),
    "paragraph": Kind(repeated(lambda i: f"so we let $x_{{{i % 50}}}$ be {letters(i)} and $y = {i % 7}$ the rest, ")),
    "only-inline": Kind(repeated(lambda i: f"$a_{{{i}}} + b$\n\n")),
    "only-displays": Kind(repeated(lambda i: f"$$ y_{{{i % 90}}} = W x + b $$\n\n")),
    "no-headings": Kind(repeated(lambda i: f"Let $W_{{{i}}} \\in \\mathbb{{R}}^{{n \\times d}}$ and $x \\in \\mathbb{{R}}^d$. Then $W_{{{i}}} x$ is a vector.\n\n")),
    "only-headings": Kind(repeated(lambda i: f"## Section {i} on $x_{{{i}}}$\n\n")),
    "one-symbol": Kind(repeated(lambda i: "$x$ and $x$ make $x + x$.\n\n")),
    "many-symbols": Kind(repeated(lambda i: f"Let $\\mathrm{{{letters(i)}}} \\in \\mathbb{{R}}^d$ be a vector.\n\n")),
    "same-name-declared": Kind(repeated(lambda i: f"Let $W \\in \\mathbb{{R}}^{{{i % 90 + 1} \\times d}}$ be it.\n\n")),
    "same-name-in-sections": Kind(repeated(lambda i: f"## Part {i}\n\nLet $W \\in \\mathbb{{R}}^{{{i % 90 + 1} \\times d}}$, $x \\in \\mathbb{{R}}^d$; see $W x$.\n\n")),
    "same-name-valued": Kind(repeated(lambda i: f"$x = {i % 90}$ so $x + 1 = {i % 90 + 1}$.\n\n")),
    "wrong-numbers": Kind(repeated(lambda i: f"$$ {i} + 1.25 = {i + 2}.75 $$\n\n")),
    "chained-claims": Kind(repeated(lambda i: f"$x_{{{i + 1}}} = x_{{{i}}} + 1 = {i + 1}$\n\n", "$x_0 = 0$\n\n")),
    "chained-wrong": Kind(repeated(lambda i: f"$x_{{{i + 1}}} = x_{{{i}}} + 1.5 = {1.5 * i + 1.7:.1f}$\n\n", "$x_0 = 0$\n\n")),
    "chained-definitions": Kind(repeated(lambda i: f"$x_{{{i + 1}}} = x_{{{i}}} + y$\n\n", "$x_0 = 0$, $y = 1$\n\n")),
    "shapes-conflict": Kind(repeated(lambda i: "$$ Z = A B $$\n\n", "Let $A \\in \\mathbb{R}^{2 \\times 3}$ and $B \\in \\mathbb{R}^{4 \\times 5}$.\n\n")),
    "chained-open": Kind(repeated(lambda i: f"$x_{{{i + 1}}} = x_{{{i}}} + y$ and $x_{{{i}}} + 1 = 7$\n\n")),
    "fibonacci": Kind(repeated(lambda i: f"$x_{{{i + 2}}} = x_{{{i + 1}}} + x_{{{i}}}$ and $x_{{{i}}} + 1 = 7$\n\n")),
    "sizes": Kind(repeated(lambda i: f"Let $W_{{{i}}} \\in \\mathbb{{R}}^{{n_{{{letters(i)}}} \\times d_{{{letters(i)}}}}}$; see $W_{{{i}}} X$.\n\n", "Let $X \\in \\mathbb{R}^{m \\times k}$.\n\n")),
    "sizes-in-one-paragraph": Kind(repeated(lambda i: f"$W_{{{i}}} \\in \\mathbb{{R}}^{{n_{{{letters(i)}}} \\times d}}$, ", "Let ")),
    "sizes-told-anew": Kind(repeated(lambda i: f"Let $d = {i % 97 + 2}$ and $k_{{{i}}} = d / 2$ for $W_{{{i}}} \\in \\mathbb{{R}}^{{d \\times k_{{{i}}}}}$.\n\n")),
    "indices": Kind(repeated(lambda i: f"For $i_{{{letters(i)}}} = 1, \\dots, n_{{{letters(i)}}}$ let $W_{{{i}}} \\in \\mathbb{{R}}^{{n_{{{letters(i)}}} \\times i_{{{letters(i)}}}}}$.\n\n")),
    "table": Kind(repeated(lambda i: f"| $x_{{{i}}}$ | {i % 90}.5 | {i % 90 + 1}.5 |\n", "| $x$ | $y$ | $z = y + 1$ |\n|---|---|---|\n")),
    "wide-table": Kind(lambda size: "".join("|" + joint.join([unit] * (size // 12)) + "|\n" for unit, joint in ((" $x$ ", "|"), ("---", "|"), (" 1.5 ", "|")))),
    "tables": Kind(repeated(lambda i: f"| $x$ | $y$ |\n|---|---|\n| {i} | {i + 1} |\n\n")),
    "symbol-table": Kind(repeated(lambda i: f"| $x_{{{i}}}$ | the input {letters(i)} | $n \\times d$ |\n", "| Symbol | Meaning | Shape |\n|---|---|---|\n")),
    "matrix": Kind(one_matrix),
    "matrix-claim": Kind(same_matrix_twice),
    "worksheet": Kind(repeated(lambda i: f"x{i} = {i % 9} * 3 + 1 = {i % 9 * 3 + 1}\n", "```\n", "```\n")),
    "worksheet-goes-on": Kind(repeated(lambda i: f"x = {i % 9} + 1\n  = {i % 9 + 1}\n", "```\n", "```\n")),
    "worksheet-matrix": Kind(repeated(lambda i: f"[{i % 9}.5, 2.25, 3.5]\n", "```\nX =\n", "```\n")),
    "worksheets": Kind(repeated(lambda i: f"```\ny = {i % 9} + 1 = {i % 9 + 1}\n```\n\n")),
    "list-items": Kind(repeated(lambda i: f"- item $x_{{{i % 99}}}$\n")),
    "items-below-a-display": Kind(repeated(lambda i: f"- word {i} $x$\n", "$$ y = W x $$\n\n")),
    "displays-go-on": Kind(repeated(lambda i: "$$ = y + 1 $$\n\n", "$$ x = 1 $$\n\n")),
    "nested-lists": Kind(lambda size: until(size, (f"{'  ' * (i % 40)}- item $x$\n" for i in count()))),
    "code": Kind(repeated(lambda i: f"    print({i}, '$x$')\n", "```python\n", "```\n")),
    "comments": Kind(repeated(lambda i: f"<!-- symformer: ignore shapes -->\n\n$x_{{{i}}}$\n\n")),
    "suppressions": Kind(repeated(lambda i: f"<!-- symformer: ignore -->\n$$ {i} + 1.25 = {i + 2}.75 $$\n\n")),
    "abuse": Kind(repeated(lambda i: f"By abuse of notation $x_{{{i}}}$ is $$ x = A B $$ as well.\n\n")),
    "where": Kind(repeated(lambda i: f"$$ y = W_{{{i}}} x $$\n\nwhere $W_{{{i}}}$ is an $n \\times d$ matrix and $x$ is a vector.\n\n")),
    "dollars": Kind(repeated(lambda i: f"It costs ${i}.50 or less\n\n")),
    "unclosed": Kind(repeated(lambda i: f"$$ x_{{{i}}} = (\n\n")),
    "backticks": Kind(repeated(lambda i: "`" * (i % 60 + 1) + "x ")),
    "brackets": Kind(repeated(lambda i: "[" * 20 + "x ")),
    "blank-lines": Kind(lambda size: "x\n" + "\n" * size + "$x$\n"),
    "blanks": Kind(lambda size: "x" + " " * size + "$x$\n"),
    "one-cell": Kind(notebook_of(lambda size: [realistic(size)]), ".ipynb"),
    "many-cells": Kind(notebook_of(lambda size: [f"$x_{{{i}}}$ is $2 + {i} = {2 + i}$" for i in range(size // 80)]), ".ipynb"),
    "formula-sum": Kind(in_formula("x", " + ")),
    "formula-sum-of-numbers": Kind(in_formula("1.5", " + ", tail=" = 7")),
    "formula-product": Kind(in_formula("x", " ")),
    "formula-product-of-numbers": Kind(in_formula("1.5", " \\cdot ", tail=" = 7")),
    "formula-chain": Kind(in_formula("x", " = ")),
    "formula-chain-of-numbers": Kind(in_formula("1.5 + 1", " = ")),
    "formula-chain-of-names": Kind(lambda size: "$$ " + until(size, (f"x_{{{i}}} = " for i in count())) + "3 $$\n"),
    "formula-chain-wrong": Kind(lambda size: "$$ 1" + until(size, (f" = {i % 89}.5" for i in count())) + " $$\n"),
    "formula-conflicts": Kind(lambda size: "Let $A \\in \\mathbb{R}^{2 \\times 3}$.\n\n$$ C = A" + " + A A" * (size // 6) + " $$\n"),
    "formula-text": Kind(in_formula("\\text{word}", " ")),
    "formula-fractions": Kind(in_formula("\\frac{a}{b}", " + ")),
    "formula-calls": Kind(in_formula("f(x)", " + ")),
    "formula-list": Kind(in_formula("x_1", ", ")),
    "formula-rows": Kind(in_formula("x &= y", " \\\\ ", "\\begin{aligned} ", " \\end{aligned}")),
    "formula-relations": Kind(in_formula("x < y", ", ")),
    "formula-letters": Kind(lambda size: "$$ " + "a" * size + " $$\n"),
    "formula-digits": Kind(lambda size: "$$ " + "1" * size + " = 1 $$\n"),
    "formula-bars": Kind(in_formula("|x", " ")),
    "formula-minus": Kind(in_formula("-", " ", tail=" x")),
    "formula-factorials": Kind(lambda size: "$$ x" + "!" * size + " $$\n"),
    "formula-primes": Kind(lambda size: "$$ x" + "'" * size + " $$\n"),
    "formula-scripts": Kind(lambda size: "$$ x" + "_a" * (size // 2) + " $$\n"),
    "formula-slashes": Kind(in_formula("x", " / ")),
    "formula-overs": Kind(in_formula("x", " \\over ")),
    "nested-braces": Kind(balanced("{", "}")),
    "nested-brackets": Kind(balanced("(", ")")),
    "nested-left-right": Kind(balanced("\\left(", "\\right)")),
    "nested-sqrt": Kind(balanced("\\sqrt{", "}")),
    "nested-frac": Kind(balanced("\\frac{1}{", "}")),
    "nested-scripts": Kind(balanced("x^{", "}")),
    "nested-environments": Kind(balanced("\\begin{bmatrix}", "\\end{bmatrix}")),
    "nested-calls": Kind(balanced("f(", ")")),
    "nested-numbers": Kind(balanced("1 + (", ")", "2")),
    "nested-ambiguous": Kind(lambda size: "$" + "".join(f"{chr(97 + i % 24)}(b + " for i in range(size // 7)) + "x" + ")" * (size // 7) + "$\n"),
    "nested-delta": Kind(balanced("\\Delta(", "+1)")),
    "nested-bracket": Kind(balanced("a[", "]")),
    "nested-open": Kind(lambda size: "$" + "(" * size + "$\n"),
    "nested-open-braces": Kind(lambda size: "$" + "{" * size + "$\n"),
    "nested-prefix": Kind(lambda size: "$" + "\\hat" * (size // 4) + " x$\n"),
    "nested-quotes": Kind(lambda size: ">" * (size // 2) + " $x$ " + "\n"),
    "nested-worksheet": Kind(lambda size: "```\nx = " + "(" * (size // 2) + "1" + ")" * (size // 2) + " = 1\n```\n"),
    "macro-calls-itself": Kind(lambda size: "$\\newcommand{\\loop}{x \\loop}$\n\n" + "$\\loop$\n\n" * (size // 9)),
    "macro-bomb": Kind(bomb),
    "macros": Kind(repeated(lambda i: f"$\\newcommand{{\\v{letters(i)}}}{{\\mathbf{{v}}}}$ and $\\v{letters(i)} + x$\n\n")),
    "tex-macros": Kind(
        repeated(lambda i: f"\\newcommand{{\\v{letters(i)}}}{{\\mathbf{{v}}}}\n\n$\\v{letters(i)} + x$\n\n", "\\begin{document}\n", "\\end{document}\n"),
        ".tex",
    ),
    "tex-environments": Kind(
        repeated(lambda i: "\\begin{theorem} Let $x$ be. \\end{theorem}\n", "\\begin{document}\n", "\\end{document}\n"), ".tex"
    ),
    "tex-nested-environments": Kind(
        lambda size: "\\begin{document}" + "\\begin{quote}" * (size // 24) + "$x$" + "\\end{quote}" * (size // 24), ".tex"
    ),
    "tex-comments": Kind(repeated(lambda i: f"$x_{{{i}}}$ % a word\n", "\\begin{document}\n"), ".tex"),
    "tex-align": Kind(
        repeated(lambda i: f"a_{{{i}}} &= b + {i} \\\\\n", "\\begin{document}\n\\begin{align}\n", "\\end{align}\n"), ".tex"
    ),
}  # fmt: skip

BOUNDED = tuple(name for name in KINDS if name.startswith(("nested", "macro-", "formula-letters")))


# ---------------------------------------------------------------- measuring


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took."""

    seconds: float
    megabytes: float
    status: int
    told: str = ""


def run(command: str, note: Path, wall: float) -> Run:
    """The program over one note, in a process of its own: its processor time and its memory."""
    arguments = [sys.executable, "-m", "symformer", command, "--format", "json", str(note)]
    environment = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", str(ROOT)), "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        try:
            process.wait(wall)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return Run(wall, 0, -1, f"stopped after {wall:.0f} s")
        errors.seek(0)
        told = errors.read().decode(errors="replace").strip()
    return Run(0, 0, process.returncode, told)


def measured(command: str, note: Path, wall: float) -> Run:
    """``run`` from a process of its own, whose children are this run alone."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        import resource

        os.close(reader)
        found = run(command, note, wall)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        with os.fdopen(writer, "w") as out:
            json.dump([seconds, megabytes, found.status, found.told], out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        seconds, megabytes, status, told = json.load(stream)
    os.waitpid(child, 0)
    return Run(seconds, megabytes, status, told)


def compare(name: str, folder: Path, options: argparse.Namespace, empty: Run) -> bool:
    """Measure one kind, print its line, and say whether it grows in step."""
    kind = KINDS[name]
    notes = []
    for size in (options.size, 2 * options.size):
        note = folder / f"{name}-{size}{kind.suffix}"
        note.write_text(kind.make(size), encoding="utf-8")
        notes.append(note)
    runs: list[list[Run]] = [[], []]
    for _ in range(options.repeat):  # in turn, and the best of each: what else the machine does can only add
        for found, note in zip(runs, notes, strict=True):
            found.append(measured(options.command, note, options.wall))
        if any(found[-1].status not in (0, 1) for found in runs):
            break
    bad = next((each for found in runs for each in found if each.status not in (0, 1)), None)
    less, more = (max(0.0, min(each.seconds for each in found) - empty.seconds) for found in runs)
    memory = [max(0.0, min(each.megabytes for each in found) - empty.megabytes) for found in runs]
    ratio = more / less if less > 0 else 0.0
    short = more < TOO_SHORT
    told = bad.told.splitlines()[-1][:120] if bad is not None and bad.told else ""
    verdict = (
        f"FAILS ({bad.status}) {told}"
        if bad is not None
        else "too short to tell"
        if short
        else "TOO MUCH"
        if ratio > LIMIT
        else ""
    )
    sizes = notes[0].stat().st_size / 1e6
    print(
        f"{name:28} {sizes:7.2f} MB {less:8.2f} s {more:8.2f} s  × {ratio:4.2f}  "
        f"{memory[0]:6.0f} → {memory[1]:6.0f} MB  {verdict}",
        flush=True,
    )
    for note in notes:
        note.unlink()
    return bad is None and (short or ratio <= LIMIT)


def bytes_of(text: str) -> int:
    """A number of bytes: 250k, 1m, 4096."""
    unit = UNITS.get(text[-1:].lower())
    return int(float(text[:-1]) * unit) if unit else int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="all, unless named")
    parser.add_argument("--size", type=bytes_of, default=250_000, help="bytes of the shorter note")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--command", choices=("check", "read"), default="check")
    parser.add_argument("--wall", type=float, default=600, help="seconds after which a run is stopped")
    parser.add_argument("--list", action="store_true", help="name the kinds")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the notes there, and measure nothing")
    options = parser.parse_args()
    names = options.kinds or list(KINDS)
    if unknown := [name for name in names if name not in KINDS]:
        print(f"no such kind: {', '.join(unknown)}; --list names them", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(names))
        return 0
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for name in names:
            path = options.write / f"{name}-{options.size}{KINDS[name].suffix}"
            path.write_text(KINDS[name].make(options.size), encoding="utf-8")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        blank = Path(folder) / "empty.md"
        blank.write_text("$x$\n")
        tried = [measured(options.command, blank, options.wall) for _ in range(options.repeat)]
        empty = min(tried, key=lambda each: each.seconds)
        print(f"symformer {options.command}; an empty note: {empty.seconds:.2f} s, {empty.megabytes:.0f} MB")
        fine = [compare(name, Path(folder), options, empty) for name in names]
    return int(not all(fine))


if __name__ == "__main__":
    raise SystemExit(main())
