"""Compare: symformer checks whole notes, latex2sympy2 merely parses their formulas.

    python tests/bench/against_latex2sympy.py [--notes NOTE...] [--environment FOLDER] [--repeat N]

Both run in processes of their own, one after the other, in one command, so that the ratio does not
depend on the machine.  Ours is timed from process start to finish; of theirs only the parsing is
counted, without the start of Python and the import of SymPy.  latex2sympy2 is installed into a
virtual environment of its own (in a temporary folder, unless ``--environment`` names one to make or
use), because it pins an ANTLR runtime; its global state is reset before each formula.

Without ``--notes`` the notes are those of ``../shared/seeds``, where that folder exists.
Exit status: 0 ours takes at most a tenth of the time, 1 it takes more, 2 it could not be measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
SUFFIXES = {".md", ".ipynb", ".tex"}
LIMIT = 0.1

# Runs in their environment: formulas as a JSON list on standard input, what was measured on standard output.
PARSE = r"""
import contextlib, io, json, sys, time
try:
    import latex2sympy2 as reader
except ImportError:
    import latex2sympy2_extended as reader

formulas = json.load(sys.stdin)
parsed = 0
begin = time.perf_counter()
for latex in formulas:
    if hasattr(reader, "set_variances"):
        reader.set_variances({})
        reader.set_real(None)
        reader.VARIABLE_VALUES = {}
        reader.frac_type = "\\frac"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            reader.latex2sympy(latex)
        parsed += 1
    except Exception:
        pass  # that it cannot read a formula is no fault here: the time it takes counts all the same
print(json.dumps({"seconds": time.perf_counter() - begin, "parsed": parsed}))
"""


def formulas_of(notes: list[Path]) -> list[str]:
    """Every formula that symformer finds in the notes."""
    sys.path.insert(0, str(ROOT))
    from symformer.documents.reading import read_document

    return [formula.text for note in notes for formula in read_document(note.name, note.read_bytes()).formulas]


def our_seconds(notes: list[Path]) -> float:
    """One check of all notes, from the start of the process to its end."""
    command = [sys.executable, "-m", "symformer", "check", "--format", "json", *map(str, notes)]
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, text=True)
    seconds = time.perf_counter() - begin
    if done.returncode not in (0, 1):
        raise RuntimeError(f"symformer stopped with {done.returncode}: {done.stderr}")
    return seconds


def their_seconds(python: Path, formulas: list[str]) -> tuple[float, int]:
    """The time latex2sympy2 takes to parse the formulas, and how many it could."""
    done = subprocess.run(
        [str(python), "-c", PARSE], input=json.dumps(formulas), capture_output=True, text=True, check=True
    )
    measured = json.loads(done.stdout.splitlines()[-1])
    return measured["seconds"], measured["parsed"]


def environment(folder: Path) -> Path:
    """The Python of a virtual environment that has latex2sympy2, made where there is none."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        package = "latex2sympy2" if sys.version_info < (3, 13) else "latex2sympy2_extended[antlr4-13-2]"
        subprocess.run([str(python), "-m", "pip", "install", "-q", package], check=True)
    return python


def compare(notes: list[Path], folder: Path, repeat: int) -> int:
    formulas = formulas_of(notes)
    python = environment(folder)
    # in turn, and the best of each: what else the machine does can only add
    runs = [(our_seconds(notes), *their_seconds(python, formulas)) for _ in range(repeat)]
    our_time = min(ours for ours, _, _ in runs)
    their_time = min(theirs for _, theirs, _ in runs)
    parsed = runs[0][2]
    ratio = our_time / their_time
    print(f"{len(notes)} notes, {len(formulas)} formulas; best of {repeat} runs")
    print(f"symformer, checking, process start to finish   {our_time:8.3f} s")
    print(f"latex2sympy2, parsing only ({parsed} of them parse)   {their_time:8.3f} s")
    print(f"ratio {ratio:.4f} (at most {LIMIT})")
    return int(ratio > LIMIT)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", nargs="+", type=Path)
    parser.add_argument("--environment", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    notes = options.notes or sorted(path for path in SEEDS.glob("*") if path.suffix in SUFFIXES)
    if not notes:
        print(f"no notes: {SEEDS} is not there; name some with --notes", file=sys.stderr)
        return 2
    notes = [note.resolve() for note in notes]
    if options.environment:
        return compare(notes, options.environment.resolve(), options.repeat)
    with tempfile.TemporaryDirectory() as folder:
        return compare(notes, Path(folder) / "latex2sympy", options.repeat)


if __name__ == "__main__":
    raise SystemExit(main())
