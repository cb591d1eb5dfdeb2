"""Measure: the whole check of a note costs at most five times what reading it and parsing its formulas costs.

    python tests/bench/layers.py [PATH...] [--repeat 3] [--least 2000]

PATH is a note or a folder of notes (default: the project's own).  For each note of at least ``--least``
bytes: seconds of processor time, the best of ``--repeat`` runs, for documents (the reader of the format),
syntax (every formula parsed), the model, the judgements, and the whole check; then the ratio of the
whole to documents plus syntax, note by note and for all of them together.  Imports, patterns and tables
are made in a first run that does not count.  How the cost grows with the length of a note is measured
by ``scaling.py``.

Exit status: 0 all notes together are within five times, 1 they are not, 2 there was nothing to measure.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symformer.analysis import analyse
from symformer.documents.document import Document, UnreadableDocument
from symformer.documents.reading import read_document
from symformer.faces.files import WALKED, find_notes, nothing
from symformer.judging.note import judge_note
from symformer.semantics.formulas import parse_formulas
from symformer.semantics.model import build_model
from symformer.settings import Settings
from symformer.syntax.macros import MacroTable, collect_macros

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 5.0


@dataclass(frozen=True, slots=True)
class Layers:
    """Seconds of processor time that one note takes, layer by layer."""

    path: str
    documents: float
    syntax: float
    model: float
    judging: float
    whole: float

    @property
    def ratio(self) -> float:
        """How many times documents and syntax the whole check takes."""
        return self.whole / max(1e-9, self.documents + self.syntax)


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def parsed(document: Document) -> object:
    return parse_formulas(document, MacroTable(collect_macros(document.definitions)))


def measure(path: str, data: bytes, repeat: int) -> Layers:
    """The layers of one note, each the best of some runs."""
    document = read_document(path, data)
    model = build_model(document)

    def best(work: Callable[[], object]) -> float:
        return min(seconds(work) for _ in range(repeat))

    return Layers(
        path,
        best(lambda: read_document(path, data)),
        best(lambda: parsed(document)),
        best(lambda: build_model(document)),
        best(lambda: judge_note(model)),
        best(lambda: analyse(path, data, Settings())),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", default=[str(ROOT / "notes")])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--least", type=int, default=2000, help="bytes; shorter notes are left out")
    options = parser.parse_args(arguments)
    gc.set_threshold(100_000, 20, 50)  # as the program does
    found = []
    for target in find_notes(options.paths, WALKED, nothing):
        data = Path(target.path).read_bytes() if target.problem is None else b""
        if len(data) < options.least:
            continue
        try:
            analyse(target.path, data, Settings())
            found.append(measure(target.path, data, options.repeat))
        except UnreadableDocument:
            continue
        last = found[-1]
        print(f"{last.ratio:6.2f}  {_milliseconds(last)}  {last.path}")
    if not found:
        print("nothing to measure", file=sys.stderr)
        return 2
    total = Layers("all together", *(sum(getattr(each, name) for each in found) for name in NAMES))
    print(f"{total.ratio:6.2f}  {_milliseconds(total)}  {total.path}: {len(found)} notes")
    return int(total.ratio > LIMIT)


NAMES = ("documents", "syntax", "model", "judging", "whole")


def _milliseconds(layers: Layers) -> str:
    return "  ".join(f"{name} {1000 * getattr(layers, name):7.1f} ms" for name in NAMES)


if __name__ == "__main__":
    sys.exit(main())
