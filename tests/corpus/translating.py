"""Documents in other notations: how many formulas are changed and proved, how many left, and whether all else stays.

    python tests/corpus/translating.py FOLDER [--seed 1] [--documents 60]

Each document drawn is translated into a notation, one after the other.  Counted are the formulas that were changed
(each was read again and is the same term, its renaming undone), those that were left, and the documents in which
something else than symbols is other than before: text outside formulas, a sign, a relation, a number.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from symformer.analysis import understood
from symformer.documents.document import UnreadableDocument
from symformer.notations import all_notations
from symformer.semantics.model import SemanticModel
from symformer.settings import Settings
from symformer.syntax.nodes import Kind, Tree, leaves
from symformer.translating.translation import translate

SUFFIXES = (".md", ".tex", ".ipynb", ".rst", ".qmd")
SIGNS = (Kind.OPERATOR, Kind.RELATION, Kind.SEPARATOR, Kind.BIG, Kind.ELLIPSIS)
MOST_BYTES = 400_000


def signs(tree: Tree) -> Counter[str]:
    """The signs of a formula, how often each."""
    return Counter(leaf.text for leaf in leaves(tree.root) if leaf.kind in SIGNS and leaf.text not in ("|", "T", "top"))


def outside(model: SemanticModel) -> str:
    """What stands between the formulas of a note."""
    document, at, pieces = model.document, 0, list[str]()
    for formula in document.formulas:
        pieces.append(document.source.text[at : formula.body.start])
        at = formula.body.end
    return "\0".join([*pieces, document.source.text[at:]])


def touched(before: SemanticModel, after: SemanticModel, plain: int) -> str:
    """What else than symbols is other than before; nothing, as a rule."""
    if len(before.formulas) != len(after.formulas):
        return "formulas are lost"
    for one, other in zip(before.formulas, after.formulas, strict=True):
        if signs(one.tree) != signs(other.tree):
            return f"signs: {one.latex.text[:60]!r} became {other.latex.text[:60]!r}"
    return "" if plain or outside(before) == outside(after) else "text outside formulas"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--documents", type=int, default=60)
    asked = options.parse_args()
    paths = sorted(
        path for path in asked.folder.rglob("*") if path.suffix in SUFFIXES and path.stat().st_size < MOST_BYTES
    )
    random.Random(asked.seed).shuffle(paths)
    notations = all_notations()
    changed = left = words = strange = 0
    for at, path in enumerate(paths[: asked.documents]):
        data = path.read_bytes()

        def understand(other: bytes, path: Path = path) -> SemanticModel:
            return understood(path.name, other, Settings())

        try:
            model = understand(data)
        except UnreadableDocument:
            continue
        made = translate(data, model, understand, notations[at % len(notations)])
        formulas = [each for each in made.left if each.formula]
        changed, left, words = changed + made.formulas, left + len(formulas), words + made.plain
        for why, count in Counter(each.reason for each in formulas).items():
            print(f"  {path.name}: {count} left: {why}")
        if other := touched(model, understand(made.data), made.plain):
            strange += 1
            print(f"  {path.name}: {other}")
    print(
        f"{changed} formulas changed and proved, {left} left, {words} symbols in sentences; {strange} documents with more"
    )
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
