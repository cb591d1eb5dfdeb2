"""A worked note as Markdown, as a Jupyter notebook, as LaTeX."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from symformer.typesetting.example import Example, HeatMap, Section, shade
from symformer.typesetting.setting import Display, aligned_rows, latex_display, markdown_display

WIDE = 60  # signs in a line that the page may not hold
PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,graphicx,xcolor}
\usepackage[margin=2cm]{geometry}
\setcounter{MaxMatrixCols}{16}
\begin{document}"""


def as_markdown(example: Example, made_by: str) -> str:
    """The note as Markdown; a comment says how to make it again."""
    head = [f"<!-- {made_by} -->", f"<!-- symformer: let {example.declaration} -->", "", f"# {example.title}", ""]
    return "\n".join(head) + "\n".join(_section(each) for each in example.sections)


def _section(section: Section) -> str:
    return "\n\n".join([f"## {section.title}", *(_part(part) for part in section.parts)]) + "\n"


def _part(part: str | Display | HeatMap) -> str:
    match part:
        case Display():
            return markdown_display(part)
        case HeatMap(rows):
            lines = [
                "| from \\ to | " + " | ".join(_ordinal(at) for at in range(len(rows[0]))) + " |",
                "|---" * (len(rows[0]) + 1) + "|",
            ]
            lines += [
                f"| {_ordinal(at)} | " + " | ".join(shade(cell) * 3 for cell in row) + " |"
                for at, row in enumerate(rows)
            ]
            return "\n".join(lines)
    return part


def _ordinal(at: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[at]


def as_notebook(example: Example, made_by: str) -> str:
    """The note as a notebook, a cell for each section."""
    first = f"<!-- {made_by} -->\n<!-- symformer: let {example.declaration} -->\n\n# {example.title}\n"
    sources = [first, *(_section(each) for each in example.sections)]
    cells = [
        {"cell_type": "markdown", "id": f"section-{at}", "metadata": {}, "source": source.splitlines(keepends=True)}
        for at, source in enumerate(sources)
    ]
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def as_latex(example: Example, made_by: str) -> str:
    """The note as a LaTeX document."""
    lines = [f"% {made_by}", f"% symformer: let {example.declaration}", PREAMBLE, rf"\section*{{{example.title}}}"]
    for section in example.sections:
        lines.append(f"\n\\subsection*{{{section.title}}}")
        lines += [_latex_part(part) for part in section.parts]
    return "\n".join([*lines, r"\end{document}", ""])


def _square(weight: Fraction) -> str:
    """A square, darker the greater the weight."""
    return rf"\colorbox[gray]{{{1 - float(weight) * 0.9:.2f}}}{{\rule{{0pt}}{{1.4em}}\hspace{{1.4em}}}}"


def _width(text: str) -> int:
    r"""How many signs a formula with matrices is wide, roughly.

    >>> _width(r"\begin{bmatrix} 0.1 & 0.2 \\ 0.3 & -0.45 \end{bmatrix} x")
    15
    """
    plain = _MATRIX.sub(
        lambda held: (
            "m"
            * max(len(row.replace("&", "").replace(" ", "")) + 3 * row.count("&") + 3 for row in held[1].split(r"\\"))
        ),
        text,
    )
    return len(_COMMAND.sub("x", plain).replace(" ", ""))


_MATRIX = re.compile(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", re.DOTALL)
_COMMAND = re.compile(r"\\[a-zA-Z]+|[{}]")


def _shrunk(display: Display) -> str:
    """A display that is made smaller where the page would not hold it."""
    rows = " \\\\\n".join(f"  {row}" for row in aligned_rows(display.lines))
    inside = f"$\\begin{{aligned}}\n{rows}\n\\end{{aligned}}$"
    return f"\\[\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{{inside}}}\n\\]"


def _latex_part(part: str | Display | HeatMap) -> str:
    match part:
        case Display():
            wide = max(_width(line.right) for line in part.lines) > WIDE
            return _shrunk(part) if wide else latex_display(part)
        case HeatMap(rows):
            shaded = (" & ".join(map(_square, row)) for row in rows)
            body = " \\\\\n".join(shaded)
            columns = "@{}c" * len(rows[0]) + "@{}"
            return (
                "\\begin{center}\n\\setlength{\\fboxsep}{0pt}\\renewcommand{\\arraystretch}{0}\n"
                f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}\n\\end{{center}}"
            )
    return part
