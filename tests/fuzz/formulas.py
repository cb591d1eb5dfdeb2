"""Feed the reader formulas that nobody would write, for as long as asked:

    python tests/fuzz/formulas.py --count 1000000 --jobs 2 [--seed 1] [--corpus FOLDER]

Each input is made from the formulas of the project's notes and cases (and of a corpus, where there is
one): spliced, cut, repeated, with pieces dropped, doubled or swapped, or drawn from characters and
commands.  Of each it is checked that nothing raises, that the leaves join to the input, that spans nest,
and that lowering, showing and writing it out hold.  A failure prints the input.  Counted apart are those
that read without any problem and give another tree once they are written out: signs alone in odd places,
in the main (``--odd N`` prints some).  Exit status 0: none failed; 1: some did.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.documents.reading import read_document
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.canonical import canonical_latex, skeleton
from symformer.syntax.command_tables import COMMAND_TABLES
from symformer.syntax.nodes import Node, leaves, walk
from symformer.syntax.parser import parse
from symformer.terms.show import show_styled

BATCH = 2_000
LONGEST = 600
CHARACTERS = "abxyQK012.,;:|{}[]()_^&\\$'+-*/=<>!~% \n\t‖⟨⟩²ᵢ√∑α𝐱ℝ½x̂é其中\u200b\x00"
SUFFIXES = {".md", ".markdown", ".qmd", ".ipynb", ".tex", ".rst"}


def seeds(corpus: Path | None) -> list[str]:
    """Formulas to start from."""
    found: set[str] = set()
    for path in (*ROOT.glob("tests/syntax/**/*.txt"), *ROOT.glob("tests/reading/*.txt")):
        found.update(line for line in path.read_text("utf-8").splitlines() if line and not line.startswith((" ", "#")))
    for folder in (ROOT / "notes", corpus):
        for path in sorted(folder.rglob("*")) if folder is not None else ():
            if path.suffix.lower() in SUFFIXES and path.is_file():
                found.update(formula.text for formula in read_document(path.name, path.read_bytes()).formulas)
    return sorted(text for text in found if len(text) <= LONGEST)


def inputs(chance: random.Random, formulas: list[str], commands: list[str], count: int) -> Iterator[str]:
    """Formulas made from formulas."""
    for _ in range(count):
        text = chance.choice(formulas)
        for _ in range(chance.randint(1, 3)):
            text = mutated(chance, text, formulas, commands)
        yield text[:LONGEST]


def mutated(chance: random.Random, text: str, formulas: list[str], commands: list[str]) -> str:
    """One change to a formula."""
    at, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    match chance.randrange(9):
        case 0:
            other = chance.choice(formulas)
            return text[:at] + other[chance.randint(0, len(other)) :]
        case 1:
            return text[:at] + text[end:]
        case 2:
            return text[:end] + text[at:end] * chance.randint(1, 3) + text[end:]
        case 3:
            return text[:at] + chance.choice(commands) + chance.choice(("", " ", "{", "}", "_", "^")) + text[at:]
        case 4:
            return text[:at] + chance.choice(CHARACTERS) + text[at:]
        case 5:
            return text[:at] + chance.choice(CHARACTERS) + text[at + 1 :]
        case 6:
            return "".join(chance.choice(CHARACTERS) for _ in range(chance.randint(0, 40)))
        case 7:
            return " ".join(chance.choice(commands) for _ in range(chance.randint(0, 12)))
    middle = (at + end) // 2
    return text[:at] + text[middle:end] + text[at:middle] + text[end:]


def check(latex: str) -> bool:
    """Everything that must hold of any text; whether its tree is the same once it is written out."""
    tree = parse(latex)
    assert "".join(leaf.span.slice(latex) for leaf in leaves(tree.root)) == latex, "the leaves do not join"
    for node in walk(tree.root):
        nests(node)
    for term in lower_formula(tree, vocabulary_of([tree])):
        show_styled(term)
    written = canonical_latex(tree)
    return not tree.read or bool(tree.problems) or skeleton(parse(written)) == skeleton(tree)


def nests(node: Node) -> None:
    assert all(node.span.contains(child.span) for child in node.children), "a child is not within its node"
    for first, second in pairwise(node.children):
        assert first.span.end <= second.span.start, "children overlap"


def run_batch(seed: int, count: int, corpus: Path | None) -> tuple[int, list[tuple[str, str]], list[str]]:
    """Check one batch; the inputs that fail, with what was thrown, and those that change when written out."""
    chance = random.Random(seed)
    formulas = _seeds(corpus)
    commands = [
        "\\" + name for _, _, table in COMMAND_TABLES for line in table.splitlines() for name in line.split()[1:]
    ]
    failed: list[tuple[str, str]] = []
    odd: list[str] = []
    for latex in inputs(chance, formulas, commands, count):
        try:
            if not check(latex):
                odd.append(latex)
        except Exception:
            failed.append((latex, traceback.format_exc(limit=-2)))
    return count, failed, odd


_MADE: dict[Path | None, list[str]] = {}


def _seeds(corpus: Path | None) -> list[str]:
    if corpus not in _MADE:
        _MADE[corpus] = seeds(corpus)
    return _MADE[corpus]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--odd", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=ROOT.parent / "shared" / "corpus" / "docs")
    options = parser.parse_args()
    corpus = options.corpus if options.corpus.is_dir() else None
    done = changed = 0
    kinds: Counter[str] = Counter()
    batches = range(options.seed * 1_000_000, options.seed * 1_000_000 + -(-options.count // BATCH))
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, failed, odd in pool.map(run_batch, batches, [BATCH] * len(batches), [corpus] * len(batches)):
            done += number
            for latex in odd[: max(0, options.odd - changed)]:
                print(f"changed when written out: {latex!r}")
            changed += len(odd)
            for latex, told in failed:
                kind = told.strip().splitlines()[-1][:60]
                kinds[kind] += 1
                if kinds[kind] <= 5:
                    print(f"{latex!r}\n{told}")
    print(
        f"{done} formulas, {sum(kinds.values())} failed, {changed} changed when written out",
        *(f"\n  {number:6} {kind}" for kind, number in kinds.items()),
    )
    return int(bool(kinds))


if __name__ == "__main__":
    raise SystemExit(main())
