"""A seeded sample of the formulas that stand in notes: so many displays, as many inline formulas.

The folders directly under the one that is named count as repositories (a folder of plain notes is
one).  The draw takes from each repository in turn, and at most five formulas of one document, so
that neither a large repository nor a long document speaks for all.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "docs"
NOTES = ROOT / "notes"
SUFFIXES = frozenset({".md", ".markdown", ".qmd", ".ipynb", ".tex", ".rst"})
PER_DOCUMENT = 5
LONGEST = 2_000  # characters; what is longer is no formula anybody set by hand


@dataclass(frozen=True, slots=True)
class Sampled:
    """A formula, the macros of its note expanded: every reader gets standard LaTeX."""

    latex: str
    display: bool
    document: str


def default_notes() -> Path:
    """The corpus where it stands beside the project, else the project's own notes."""
    return CORPUS if CORPUS.is_dir() else NOTES


def draw(notes: Path, each: int, seed: int) -> list[Sampled]:
    """At most ``each`` displays and ``each`` inline formulas of the notes in a folder, drawn by ``seed``.

    No formula is drawn twice: a symbol that many notes name would otherwise fill the inline half.
    """
    chance = random.Random(seed)
    by_repository: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(notes.rglob("*")):
        if path.is_file() and path.suffix.lower() in SUFFIXES:
            inside = path.relative_to(notes).parts
            by_repository[inside[0] if len(inside) > 1 else ""].append(path)
    shares: dict[bool, list[list[Sampled]]] = {True: [], False: []}
    for repository in sorted(by_repository):
        share = _share(by_repository[repository], notes, chance)
        for display in shares:
            shares[display].append(share[display])
    return [one for display in shares for one in _in_turn(shares[display], each)]


def _share(paths: list[Path], notes: Path, chance: random.Random) -> dict[bool, list[Sampled]]:
    """What may be drawn of one repository, in random order."""
    share: dict[bool, list[Sampled]] = {True: [], False: []}
    for path in paths:
        found = formulas_of(path, str(path.relative_to(notes)))
        for display, drawn in share.items():
            fitting = [one for one in found if one.display is display]
            drawn.extend(chance.sample(fitting, min(PER_DOCUMENT, len(fitting))))
    for drawn in share.values():
        chance.shuffle(drawn)
    return share


def _in_turn(shares: list[list[Sampled]], number: int) -> list[Sampled]:
    """One of each repository in turn, none twice."""
    drawn: dict[str, Sampled] = {}
    for turn in zip_longest(*shares):
        for one in turn:
            if one is not None and len(drawn) < number:
                drawn.setdefault(one.latex, one)
    return list(drawn.values())


def formulas_of(path: Path, name: str) -> list[Sampled]:
    """The formulas of one note, none twice; empty ones and those beyond ``LONGEST`` left out."""
    sys.path.insert(0, str(ROOT))
    from symformer.documents.reading import read_document
    from symformer.syntax.macros import collect_macros, expand

    document = read_document(path.name, path.read_bytes())
    macros = collect_macros(document.source.text)
    found: dict[str, Sampled] = {}
    for formula in document.formulas:
        latex = expand(formula.latex, macros).text.strip()
        if latex and len(latex) <= LONGEST:
            found.setdefault(latex, Sampled(latex, formula.display == "display", name))
    return list(found.values())
