r"""What the judge can be told of a note that nobody prepared: its declarations ``X \in \mathbb{R}^{a \times b}`` and equations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judge import Run, Sheet, Unreadable, Wrong
from latex import parse, plain
from sheets import Note, Sized

DECLARED = re.compile(
    r"((?:\\[a-z]+\{\w\}|[A-Za-z])(?:[_^](?:\{[^{}]*\}|\w))*)\s*\\in\s*(?:\\mathbb\{R\}|\\R|\\RR)\^\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
DISPLAY = re.compile(r"\$\$(.+?)\$\$|(?<!\$)\$([^$\n]+)\$|\\begin\{equation\*?\}(.+?)\\end\{equation\*?\}", re.DOTALL)
LINES = re.compile(r"\\\\|\\quad|\\qquad|\n")
UNSEEN = re.compile(r"\\iffalse\b.*?\\fi\b|(?<!\\)%[^\n]*|\\begin\{comment\}.*?\\end\{comment\}", re.DOTALL)
UNSEEN_IN_MARKDOWN = re.compile(r"<!--.*?-->", re.DOTALL)
MOST_LINES, MOST_EQUATIONS = 600, 30
MOST_MUTANTS = 60


def harvested(path: Path) -> Note | None:
    """A note of a corpus as far as the judge can follow it, or None where that is too little."""
    written = path.read_text("utf-8", errors="replace")
    # what no reader of the document sees is judged by nobody: it is blanked, so that all places stay what they are
    unseen = UNSEEN if path.suffix == ".tex" else UNSEEN_IN_MARKDOWN
    text = unseen.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), written)
    declared, sizes = list[Sized](), dict[str, None]()
    for found in DECLARED.finditer(text):
        spans, at = [], found.start(2)
        for piece in re.split(r"(\\times)", found[2]):
            if piece != r"\times":
                lead = len(piece) - len(piece.lstrip())
                spans.append((at + lead, at + lead + len(piece.strip())))
            at += len(piece)
        told_sizes = tuple(text[start:end] for start, end in spans)
        if all(re.fullmatch(r"[A-Za-z](?:_(?:\w|\{\\?\w+(?:\{\w+\})?\}))?", size) for size in told_sizes):
            sizes.update(dict.fromkeys(told_sizes))
            declared.append(Sized((found[1],), told_sizes, tuple(spans)))
    names = [plain(each.names[0]) for each in declared]
    told = {(name, each.sizes) for name, each in zip(names, declared, strict=True)}
    once = {name for name in names if sum(other == name for other, _ in told) == 1}
    declared = [each for at, each in enumerate(declared) if names[at] in once and names[at] not in names[:at]]
    if len(declared) < 2 or not 1 < len(sizes) <= 12:
        return None
    for layout in ("columns", "rows"):
        data = {"sizes": list(sizes), "vectors": layout, "indices": {}}
        equations = _that_hold(text, Note(path.name, text, data, tuple(declared), (), ()).sheet)
        if equations:
            return Note(path.name, written, data, tuple(declared), (), tuple(equations))
    return None


def _that_hold(text: str, sheet: Sheet) -> list[tuple[str, int]]:
    """The equations of the displays that the judge can work out, each with its place."""
    found = _worked_out(list(_lines(text))[:MOST_LINES], sheet)
    while found and len(kept := _worked_out(found, sheet)) < len(found):
        found = kept  # without a line that the judge gave up half-way, a later one may fail
    return found[:MOST_EQUATIONS]


def _worked_out(lines: list[tuple[str, int]], sheet: Sheet) -> list[tuple[str, int]]:
    try:
        run = Run(sheet)
        run.shapes()
    except (Wrong, Unreadable):
        return []
    found = []
    for latex, offset in lines:
        try:
            run.equation(parse(latex, run.notation))
        except (Wrong, Unreadable, KeyError, ValueError, IndexError, RecursionError):
            continue
        found.append((latex, offset))
    return found


def _lines(text: str) -> Iterator[tuple[str, int]]:
    for display in DISPLAY.finditer(text):
        group = next(each for each in (1, 2, 3) if display[each] is not None)
        at = display.start(group)
        for line in LINES.split(display[group]):
            start = text.index(line, at)
            at = start + len(line)
            kept = line.strip().rstrip(".,;")
            if "=" in kept and not re.search(r"\\(?:begin|end|dots|ldots|cdots|tag|label)", kept):
                yield kept, text.index(kept, start)
