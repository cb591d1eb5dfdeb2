"""The golden trees of ``cases/*.txt``: an input, then its tree on a line set in by four blanks.

Records stand between empty lines; "# " begins a remark.  ``python tests/syntax/goldens.py`` writes the
trees anew, and refuses where the leaves of a tree do not join to its input.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symformer.syntax.nodes import leaves
from symformer.syntax.parser import parse
from symformer.syntax.show import sexpr

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    """One input with the tree that is expected, and what is said of the problems in it."""

    file: str
    latex: str
    expected: str | None


def cases() -> Iterator[Case]:
    """Every case of every file."""
    for path in sorted(CASES.glob("*.txt")):
        for record in path.read_text(encoding="utf-8").split("\n\n"):
            lines = record.strip("\n").split("\n")
            if lines[0].startswith("# "):
                continue
            tree = [line[4:] for line in lines if line.startswith("    ")]
            yield Case(
                path.name, "\n".join(line for line in lines if not line.startswith("    ")), "\n".join(tree) or None
            )


def told(latex: str) -> str:
    """The tree of a formula, with its problems; an error where the tree loses a character."""
    tree = parse(latex)
    joined = "".join(leaf.span.slice(latex) for leaf in leaves(tree.root))
    if joined != latex:
        raise ValueError(f"the leaves of {latex!r} join to {joined!r}")
    problems = sorted({("unread: " if problem.fatal else "") + problem.kind for problem in tree.problems})
    return sexpr(tree) + "".join(f"  !{problem}" for problem in problems)


def update() -> None:
    """Write every tree anew."""
    for path in sorted(CASES.glob("*.txt")):
        records = []
        for record in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line for line in record.strip("\n").split("\n") if not line.startswith("    ")]
            latex = "\n".join(lines)
            records.append(latex if latex.startswith("# ") else f"{latex}\n    {told(latex)}")
        path.write_text("\n\n".join(records) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update()
