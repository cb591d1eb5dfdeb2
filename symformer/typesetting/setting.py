r"""Displays: equations with their lines, and how they are laid out in LaTeX and in Markdown.

A ``Display`` is what stands together: one equation, the steps of a derivation, or the equations of a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Literal

from symformer.text.record import record

Layout = Literal["display", "github", "jekyll", "two-column", "beamer"]
Reasons = Literal["auto", "margin", "intertext", "none"]  # auto: beside a line, or before one that leaves no room
ROOM = 30  # signs that a narrow column holds beside a relation, roughly
ROOM_ON_SLIDE = 40  # the same on a slide
ROOM_FOR_REASON = 60  # signs beside which a reason still has its place


@record
class Line:
    """One line of a display: its left side ("" where it goes on), the relation, the right side.

    ``reason`` says in words why it holds, ``margin`` is what stands beside it.
    """

    left: str
    relation: str
    right: str
    reason: str = ""
    margin: str = ""

    @property
    def text(self) -> str:
        """The line as one formula."""
        return " ".join(part for part in (self.left, self.relation, self.right) if part)


@record
class Display:
    """Lines that stand together, with a name for labels and a number or word as tag."""

    lines: tuple[Line, ...]
    title: str = ""
    label: str = ""
    tag: str = ""
    notes: tuple[str, ...] = field(default=())


def latex_display(display: Display, layout: Layout = "display", reasons: Reasons = "auto") -> str:
    r"""A display as LaTeX: ``equation`` or ``align`` where it has a label or tag, starred otherwise.

    >>> print(latex_display(Display((Line("O", "=", "A V"),))))
    \[
      O = A V
    \]
    """
    told = [line if reasons != "none" else replace(line, reason="") for line in display.lines]
    room = {"two-column": ROOM, "beamer": ROOM_ON_SLIDE}.get(layout)
    lines = [part for line in told for part in (_broken(line, room) if room else (line,))]
    numbered = bool(display.label or display.tag)
    mark = (rf" \tag{{{display.tag}}}" if display.tag else "") + (
        rf" \label{{{display.label}}}" if display.label else ""
    )
    if len(lines) == 1 and not lines[0].margin:
        body = f"  {lines[0].text}{mark}"
        return f"\\begin{{equation}}\n{body}\n\\end{{equation}}" if numbered else f"\\[\n{body}\n\\]"
    before = [_words_before(line, reasons, narrow=room is not None) for line in lines]
    rows = aligned_rows(
        [replace(line, reason="") if words else line for line, words in zip(lines, before, strict=True)]
    )
    name = "align" if numbered else "align*"
    body = ""
    for at, (words, row) in enumerate(zip(before, rows, strict=True)):
        last = at == len(rows) - 1
        body += words + f"  {row}" + (mark if last else r" \notag" if numbered else "") + ("" if last else " \\\\\n")
    return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"


def _words_before(line: Line, reasons: Reasons, *, narrow: bool) -> str:
    """The reason of a line that leaves no room for it, or that is to stand there, as words before the line."""
    crowded = r"\underbrace" in line.right or apparent_length(line.right) > ROOM_FOR_REASON
    if line.reason and (reasons == "intertext" or reasons == "auto" and (narrow or crowded)):
        return f"  \\intertext{{{line.reason}:}}\n"
    return ""


def on_slide(text: str, title: str) -> str:
    """A piece of LaTeX as a slide of its own."""
    return f"\\begin{{frame}}{{{title}}}\n{text}\n\\end{{frame}}"


def aligned_rows(lines: Sequence[Line]) -> list[str]:
    """The rows of an aligned environment, at their relations; reasons stand at the right."""
    rows: list[str] = []
    between = "&& " if any(line.reason and line.margin for line in lines) else ""  # a margin has its own column
    for line in lines:
        row = f"{line.left} &{line.relation} {line.right}" if line.relation else f"& {line.right}"
        row = row.strip() + (rf" && \text{{{line.reason}}}" if line.reason else "")
        rows.append(row + (f" {'' if line.reason else between}&& {line.margin}" if line.margin else ""))
    return rows


def markdown_display(display: Display, layout: Layout = "display") -> str:
    """A display between dollars; for GitHub each line by itself, since it dislikes rows there."""
    if layout == "github":
        return "\n\n".join(f"```math\n{_whole(line)}\n```" for line in display.lines)
    tag = rf" \tag{{{display.tag}}}" if display.tag else ""
    if len(display.lines) == 1 and not display.lines[0].margin:
        return f"$$\n{display.lines[0].text}{tag}\n$$"
    rows = " \\\\\n".join(aligned_rows(display.lines))
    return f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}{tag}\n$$"


def _whole(line: Line) -> str:
    beside = (rf"\text{{({line.reason})}}" if line.reason else "", line.margin)
    return r" \quad ".join((line.text, *filter(None, beside)))


def _broken(line: Line, room: int) -> tuple[Line, ...]:
    """A line broken before a sign or behind a comma, where a narrow column would not hold it."""
    if apparent_length(line.right) <= room:
        return (line,)
    at = _break(line.right, room)
    if at is None:
        return (line,)
    first = replace(line, right=line.right[:at].rstrip())
    return (first, *_broken(Line("", r"\quad", line.right[at:].lstrip()), room))


def apparent_length(text: str) -> int:
    r"""How many signs a formula seems to have side by side, roughly: a fraction is as wide as its wider half.

    >>> apparent_length(r"\frac{Q K^\top}{\sqrt{d_k}}"), apparent_length(r"\operatorname{softmax}(S)")
    (3, 10)
    """
    while (fraction := _FRACTION.search(text)) is not None:
        text = text[: fraction.start()] + max(fraction[1], fraction[2], key=apparent_length) + text[fraction.end() :]
    return len(_SILENT.sub("", _SIGN.sub("x", _NAME.sub(r"\1", text))))


_FRACTION = re.compile(r"\\frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}")
_NAME = re.compile(r"\\(?:operatorname|text|mathrm|mathbf|boldsymbol|left|right)\b\{?([^{}()]*)")
_SIGN = re.compile(r"\\[a-zA-Z]+|\\.")
_SILENT = re.compile(r"[{}_^&\s]")


def _break(text: str, room: int) -> int | None:
    """Where to break: between the outermost terms that there are, as late as the column holds."""
    found = sorted(_breaks(text))
    if not found:
        return None
    depth = found[0][0]
    outermost = [at for level, at in found if level == depth]
    held = [at for at in outermost if apparent_length(text[:at]) <= room]
    return held[-1] if held else outermost[0]


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """The places before a plus or minus and behind a comma, with how many plain brackets are open there."""
    closed = depth = 0  # what LaTeX holds together, and brackets that may be broken within
    for at, sign in enumerate(text):
        if text.startswith((r"\left", r"\begin"), at) and not text.startswith(r"\leftarrow", at):
            closed += 1
        elif text.startswith((r"\right", r"\end"), at) and not text.startswith(r"\rightarrow", at):
            closed -= 1
        if sign in "{}":
            closed += 1 if sign == "{" else -1
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif closed == 0 and at and text.startswith((" + ", " - "), at):
            yield depth, at + 1
        elif closed == 0 and sign == "," and at + 2 < len(text):
            yield depth, at + 2
