"""How much of a corpus is read: located, in a tree, in a term; and whether trees survive being written out.

    python tests/corpus/survey.py [--corpus FOLDER] [--pairs OUT.jsonl] [--unread N]

The macros of all documents of one repository (the first folder below the corpus) are known in each of
them.  Formulas with a command that is neither standard nor defined there are counted apart.
``--pairs`` writes each formula as written and as printed, for ``tests/corpus/renderers.py``;
``--unread`` prints the first N formulas that gave no tree or no term.  Exit status: 0 every tree that was
read is the same after being written and read again; 1 some is not; 2 no corpus.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.documents.document import Document
from symformer.documents.reading import read_document
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.canonical import canonical_latex, skeleton
from symformer.syntax.macros import Macro, collect_macros, expand
from symformer.syntax.nodes import Tree
from symformer.syntax.parser import parse
from symformer.terms.term import Unknown, walk

CORPUS = ROOT.parent / "shared" / "corpus" / "docs"
SUFFIXES = {".md", ".markdown", ".qmd", ".ipynb", ".tex", ".rst"}


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula of the corpus, read."""

    place: str
    display: str
    latex: str
    tree: Tree
    roots: tuple[str, ...]  # of the statements that gave no term: why
    parts: tuple[str, ...]  # of all that stayed unknown within: why
    statements: int

    @property
    def foreign(self) -> bool:
        """Whether a command is defined nowhere."""
        return any(problem.kind == "unknown-command" for problem in self.tree.problems)


def formulas(corpus: Path) -> list[Formula]:
    """Every formula of the corpus."""
    paths = sorted(path for path in corpus.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    documents = {path: read_document(str(path), path.read_bytes()) for path in paths}
    macros: dict[str, dict[str, Macro]] = defaultdict(dict)
    for path, document in documents.items():
        macros[path.relative_to(corpus).parts[0]] |= collect_macros(document.source.text)
    found: list[Formula] = []
    for path, document in documents.items():
        known = macros[path.relative_to(corpus).parts[0]] | collect_macros(document.source.text)
        found += of_document(str(path.relative_to(corpus)), document, known)
    return found


def of_document(name: str, document: Document, macros: dict[str, Macro]) -> list[Formula]:
    written = [expand(formula.latex, macros).text for formula in document.formulas]
    trees = [parse(latex) for latex in written]
    vocabulary = vocabulary_of(trees)
    found = []
    for formula, latex, tree in zip(document.formulas, written, trees, strict=True):
        terms = lower_formula(tree, vocabulary)
        roots = tuple(term.reason for term in terms if isinstance(term, Unknown))
        parts = tuple(part.reason for term in terms for part in walk(term) if isinstance(part, Unknown))
        line = document.source.place(formula.span.start).line
        found.append(Formula(f"{name}:{line}", formula.display, latex, tree, roots, parts, len(terms)))
    return found


def report(found: list[Formula], unread: int) -> None:
    """The shares, by display and inline, and what is left by reason."""
    for display in ("display", "inline"):
        every = [formula for formula in found if formula.display == display]
        own = [formula for formula in every if not formula.foreign]
        trees = [formula for formula in own if formula.tree.read]
        terms = [formula for formula in own if formula.statements and not formula.roots]
        whole = [formula for formula in own if formula.statements and not formula.parts]
        print(f"{display}: {len(every)}, with a command defined nowhere {len(every) - len(own)}, others {len(own)}")
        for what, some in (("a tree", trees), ("a term", terms), ("a term without any open part", whole)):
            print(f"  {what:30} {len(some):6}  {100 * len(some) / max(1, len(own)):6.2f} %")
        reasons = Counter(problem.kind for formula in own for problem in formula.tree.problems if problem.fatal)
        print("  no tree:", dict(reasons.most_common()))
        print("  open or not said:", dict(Counter(r for formula in own for r in formula.parts).most_common(12)))
    for formula in [each for each in found if not each.foreign and (not each.tree.read or each.roots)][:unread]:
        print(f"{formula.place} {formula.roots or [p.message for p in formula.tree.problems]} {formula.latex[:160]!r}")


def survives(formula: Formula) -> bool:
    """Whether the tree is the same after being written and read again."""
    return skeleton(parse(canonical_latex(formula.tree))) == skeleton(formula.tree)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--unread", type=int, default=0, metavar="N")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"no corpus at {options.corpus}; name one with --corpus", file=sys.stderr)
        return 2
    found = formulas(options.corpus)
    report(found, options.unread)
    once = {(formula.latex, formula.display): formula for formula in found if formula.tree.read}
    lost = [formula for formula in once.values() if not survives(formula)]
    print(f"written and read again: {len(once) - len(lost)} of {len(once)} different formulas give the same tree")
    for formula in lost[:10]:
        print(f"  {formula.place} {formula.latex[:160]!r}")
    if options.pairs is not None:
        pairs = ({"written": latex, "printed": canonical_latex(formula.tree), "display": display == "display"}
                 for (latex, display), formula in once.items())  # fmt: skip
        options.pairs.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    return int(bool(lost))


if __name__ == "__main__":
    raise SystemExit(main())
