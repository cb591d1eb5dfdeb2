r"""Displays: equations with their lines, and how they are laid out in LaTeX and in Markdown.

A ``Display`` is what stands together: one equation, the steps of a derivation, or the equations of a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Layout = Literal["display", "github", "two-column"]
ROOM = 46  # characters of LaTeX that a narrow column holds beside a relation, roughly


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a display: its left side ("" where it goes on), the relation, the right side, a reason."""

    left: str
    relation: str
    right: str
    reason: str = ""

    @property
    def text(self) -> str:
        """The line as one formula."""
        return " ".join(part for part in (self.left, self.relation, self.right) if part)


@dataclass(frozen=True, slots=True)
class Display:
    """Lines that stand together, with a name for labels and a number or word as tag."""

    lines: tuple[Line, ...]
    title: str = ""
    label: str = ""
    tag: str = ""
    notes: tuple[str, ...] = field(default=())


def latex_display(display: Display, layout: Layout = "display") -> str:
    r"""A display as LaTeX: ``equation`` or ``align`` where it has a label or tag, starred otherwise.

    >>> print(latex_display(Display((Line("O", "=", "A V"),))))
    \[
      O = A V
    \]
    """
    lines = [part for line in display.lines for part in (_broken(line) if layout == "two-column" else (line,))]
    numbered = bool(display.label or display.tag)
    mark = (rf" \tag{{{display.tag}}}" if display.tag else "") + (
        rf" \label{{{display.label}}}" if display.label else ""
    )
    if len(lines) == 1:
        body = f"  {lines[0].text}{mark}"
        return f"\\begin{{equation}}\n{body}\n\\end{{equation}}" if numbered else f"\\[\n{body}\n\\]"
    rows = aligned_rows(lines)
    name = "align" if numbered else "align*"
    silent = r" \notag" if numbered else ""
    rows = [f"{row}{silent if at < len(rows) - 1 else mark}" for at, row in enumerate(rows)]
    body = " \\\\\n".join(f"  {row}" for row in rows)
    return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"


def aligned_rows(lines: Sequence[Line]) -> list[str]:
    """The rows of an aligned environment, at their relations; reasons stand at the right."""
    rows: list[str] = []
    for line in lines:
        row = f"{line.left} &{line.relation} {line.right}" if line.relation else f"& {line.right}"
        rows.append(row.strip() + (rf" && \text{{{line.reason}}}" if line.reason else ""))
    return rows


def markdown_display(display: Display, layout: Layout = "display") -> str:
    """A display between dollars; for GitHub each line by itself, since it dislikes rows there."""
    if layout == "github":
        return "\n\n".join(f"```math\n{_whole(line)}\n```" for line in display.lines)
    if len(display.lines) == 1 and not display.tag:
        return f"$$\n{display.lines[0].text}\n$$"
    tag = rf" \tag{{{display.tag}}}" if display.tag else ""
    if len(display.lines) == 1:
        return f"$$\n{display.lines[0].text}{tag}\n$$"
    rows = " \\\\\n".join(aligned_rows(display.lines))
    return f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}{tag}\n$$"


def _whole(line: Line) -> str:
    return line.text + (rf" \quad \text{{({line.reason})}}" if line.reason else "")


def _broken(line: Line) -> tuple[Line, ...]:
    """A line broken before a plus or between factors, where a narrow column would not hold it."""
    if len(line.right) <= ROOM:
        return (line,)
    at = _break(line.right)
    if at is None:
        return (line,)
    return (
        Line(line.left, line.relation, line.right[:at].rstrip()),
        *_broken(Line("", r"\quad", line.right[at:].lstrip(), line.reason)),
    )


def _break(text: str) -> int | None:
    """The last place before the room ends where no bracket is open; the first one behind it, otherwise."""
    depth, best = 0, None
    at = 0
    while at < len(text):
        if text.startswith((r"\left", r"\begin"), at) and not text.startswith((r"\leftarrow",), at):
            depth += 1
        elif text.startswith((r"\right", r"\end"), at) and not text.startswith((r"\rightarrow",), at):
            depth -= 1
        if text[at] in "{([":
            depth += 1
        elif text[at] in "})]":
            depth -= 1
        elif depth == 0 and text.startswith((" + ", " - "), at):
            if at > ROOM and best is not None:
                return best
            best = at + 1
        at += 1
    return best
