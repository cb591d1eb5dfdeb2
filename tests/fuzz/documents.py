"""Feed the reader documents that nobody would write, for as long as asked:

    python tests/fuzz/documents.py --count 20000 --jobs 2 [--seed 1] [--corpus FOLDER]

Each input is made from documents of the project (and of a corpus, where there is one): pieces of one
spliced into another, cut in the middle of a line, with bytes flipped, line ends changed and delimiters
dropped, under the suffix of any format.  Of each it is checked that reading raises nothing but
``UnreadableDocument``, that every span lies within the text, that formulas are in order and do not
overlap, that every formula can be found again at its place, and that its macros expand within bounds.
Exit status 0: none failed; 1: some did.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.documents.document import UnreadableDocument
from symformer.documents.reading import read_document
from symformer.syntax.macros import collect_macros, expand
from symformer.text.span import Span

BATCH = 200
LONGEST = 4_000
SUFFIXES = (".md", ".ipynb", ".tex", ".rst", ".txt", ".qmd", ".mdx")
MARKS = ("$", "$$", "\\(", "\\)", "\\[", "\\]", "`", "```", "~~~", "<!--", "-->", "%", "\\begin{align}", "\\end{align}", "\n\n",
         "\r\n", "\r", "#", "> ", "- ", "|", "\\", "{", "}", "\x00", "\ufeff", "\u2028", "::: ", ".. math::\n\n   ", ":math:`",
         "<div>", "</div>", "\\newcommand{\\a}{\\a\\a}", "\\input{x}", '"', "\\u")  # fmt: skip


def seeds(corpus: Path | None) -> list[str]:
    """Texts to start from."""
    folders = [ROOT / "notes", *([corpus] if corpus is not None else [])]
    paths = sorted(
        path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()
    )
    return [path.read_bytes().decode("utf-8", "replace") for path in paths]


def inputs(chance: random.Random, texts: list[str], count: int) -> Iterator[tuple[str, bytes]]:
    """Documents made from documents, each with its name."""
    for _ in range(count):
        text = piece(chance, chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            at = chance.randint(0, len(text))
            match chance.randrange(5):
                case 0:
                    text = text[:at] + piece(chance, chance.choice(texts))[:1000] + text[at:]
                case 1:
                    text = text[:at] + chance.choice(MARKS) + text[at:]
                case 2:
                    text = text[:at] + text[min(len(text), at + chance.randint(1, 60)) :]
                case 3:
                    text = text.replace("\n", chance.choice(("\r\n", "\r", "\n\n")))
                case 4:
                    text = text.replace(chance.choice(MARKS), chance.choice(MARKS), chance.randint(1, 5))
        suffix = chance.choice(SUFFIXES)
        codec = chance.choice(("utf-8",) * 6 + ("utf-16", "latin-1", "gb18030"))
        data = text[:LONGEST].encode(codec, "replace")
        if chance.random() < 0.1 and data:
            at = chance.randrange(len(data))
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        yield f"note{suffix}", data


def piece(chance: random.Random, text: str) -> str:
    start = chance.randint(0, max(0, len(text) - 200))
    return text[start : start + chance.randint(0, LONGEST)]


def check(name: str, data: bytes) -> None:
    """Everything that must hold of any document."""
    try:
        document = read_document(name, data)
    except UnreadableDocument as refused:
        assert str(refused) and "\n" not in str(refused), "a refusal is one line"
        return
    whole = Span(0, len(document.source.text))
    macros = collect_macros(document.source.text)
    for formula in document.formulas:
        assert whole.contains(formula.span) and formula.span.contains(formula.body), "a formula outside its text"
        assert all(whole.contains(formula.latex.origin_span(Span(at, at + 1))) for at in range(0, len(formula.text), 7))
        place, end = document.source.places(formula.span)
        assert (place.line, place.column) <= (end.line, end.column), "a formula ends before it begins"
        expanded = expand(formula.latex, macros)
        assert whole.contains(expanded.origin_span(Span(0, len(expanded.text)))), "an expansion outside its text"
    for first, second in pairwise(document.formulas):
        assert first.span.end <= second.span.start, "formulas overlap"
    for parts in (
        document.prose,
        document.tables,
        document.worksheets,
        document.code,
        document.annotations,
        document.sections,
    ):
        assert all(whole.contains(part.span) for part in parts), "a part outside its text"


def run_batch(seed: int, corpus: Path | None) -> list[tuple[str, bytes, str]]:
    """Check one batch; the inputs that fail, with what was thrown."""
    chance = random.Random(seed)
    failed = []
    for name, data in inputs(chance, _seeds(corpus), BATCH):
        try:
            check(name, data)
        except Exception:
            failed.append((name, data, traceback.format_exc(limit=-3)))
    return failed


_MADE: dict[Path | None, list[str]] = {}


def _seeds(corpus: Path | None) -> list[str]:
    if corpus not in _MADE:
        _MADE[corpus] = seeds(corpus)
    return _MADE[corpus]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=ROOT.parent / "shared" / "corpus" / "docs")
    options = parser.parse_args()
    corpus = options.corpus if options.corpus.is_dir() else None
    batches = range(options.seed * 1_000_000, options.seed * 1_000_000 + -(-options.count // BATCH))
    failures = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for failed in pool.map(run_batch, batches, [corpus] * len(batches)):
            for name, data, told in failed:
                failures += 1
                if failures <= 10:
                    print(f"{name} {data!r}\n{told}")
    print(f"{len(batches) * BATCH} documents, {failures} failed")
    return int(failures > 0)


if __name__ == "__main__":
    raise SystemExit(main())
