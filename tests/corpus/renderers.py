"""Do KaTeX and math-core accept formulas, and still as we print them?

    python tests/corpus/renderers.py PAIRS.jsonl [--environments FOLDER]
    python tests/corpus/renderers.py FORMULAS.jsonl [--environments FOLDER] > verdicts.jsonl

A line of pairs is ``{"written": LaTeX, "printed": LaTeX, "display": true}``: reported are those
whose first a renderer accepts and whose second it does not.  A line of formulas is ``{"latex": …,
"display": true}``: it is put out again with what each renderer says, null where it accepts.

The renderers are installed into the folder named (kept and used again) or a temporary one: KaTeX
with npm, math-core with pip into a virtual environment.  One that cannot be had here is named and
left out.  Exit status: 0 nothing lost, 1 something is, 2 no renderer or no input.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bench"))

from environments import Unavailable, node_with, python_with

KATEX = ("katex@0.19.1",)
MATH_CORE = ("math-core==0.9.0",)


@dataclass(frozen=True, slots=True)
class Formula:
    """What is handed to a renderer."""

    latex: str
    display: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """A formula as written and as we print it."""

    written: str
    printed: str
    display: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """A pair whose written formula a renderer accepts and whose printed one it refuses."""

    renderer: str
    pair: Pair
    message: str


def commands(folder: Path) -> dict[str, list[str]]:
    """The command of every renderer that can be had here; the others are named on standard error."""
    found: dict[str, list[str]] = {}
    for name, command in (("katex", _katex), ("math-core", _math_core)):
        try:
            found[name] = command(folder)
        except Unavailable as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    return found


def _katex(folder: Path) -> list[str]:
    return ["node", str(HERE / "accepts_katex.cjs"), str(node_with(KATEX, folder / "katex"))]


def _math_core(folder: Path) -> list[str]:
    return [str(python_with(MATH_CORE, folder / "math_core")), str(HERE / "accepts_math_core.py")]


def complaints(command: list[str], formulas: Sequence[Formula]) -> list[str | None]:
    """For each formula None where the renderer accepts it, else what it says; one process for all.

    Raises ``Unavailable`` where the renderer breaks down.
    """
    lines = "".join(json.dumps({"latex": one.latex, "display": one.display}) + "\n" for one in formulas)
    done = subprocess.run(command, input=lines, capture_output=True, text=True)
    said = [json.loads(line) for line in done.stdout.split("\n") if line]
    if len(said) != len(formulas):
        raise Unavailable(f"{command[0]} stopped after {len(said)} formulas: {done.stderr.strip()[-300:]}")
    return said


def lost(pairs: Sequence[Pair], folder: Path) -> tuple[list[Lost], dict[str, int]]:
    """The pairs that a renderer accepts as written and not as printed; and how many each accepts as written."""
    found: list[Lost] = []
    accepted: dict[str, int] = {}
    for name, command in commands(folder).items():
        written = complaints(command, [Formula(pair.written, pair.display) for pair in pairs])
        kept = [pair for pair, message in zip(pairs, written, strict=True) if message is None]
        accepted[name] = len(kept)
        printed = complaints(command, [Formula(pair.printed, pair.display) for pair in kept])
        found += [Lost(name, pair, message) for pair, message in zip(kept, printed, strict=True) if message is not None]
    return found, accepted


def report(pairs: Sequence[Pair], folder: Path) -> int:
    found, accepted = lost(pairs, folder)
    for one in found:
        print(f"{one.renderer}: {one.message}")
        print(f"  written  {one.pair.written!r}\n  printed  {one.pair.printed!r}")
    for name, number in accepted.items():
        refused = sum(one.renderer == name for one in found)
        print(f"{name}: accepts {number} of {len(pairs)} as written, and refuses {refused} of these as printed")
    return 2 if not accepted else int(bool(found))


def judge(formulas: Sequence[Formula], folder: Path) -> int:
    said = {name: complaints(command, formulas) for name, command in commands(folder).items()}
    for at, one in enumerate(formulas):
        verdict = {name: messages[at] for name, messages in said.items()}
        print(json.dumps({"latex": one.latex, "display": one.display, **verdict}, ensure_ascii=False))
    return 0 if said else 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--environments", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.environments or Path(temporary)).resolve()
        try:
            records = [json.loads(line) for line in options.lines.read_text(encoding="utf-8").split("\n") if line]
            if all("written" in record for record in records):
                return report([Pair(each["written"], each["printed"], each["display"]) for each in records], folder)
            return judge([Formula(each["latex"], each["display"]) for each in records], folder)
        except (OSError, json.JSONDecodeError, KeyError, Unavailable) as error:
            print(f"cannot compare: {type(error).__name__}: {error}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    raise SystemExit(main())
