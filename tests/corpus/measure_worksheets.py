"""How much of the plain-text arithmetic of a corpus is read: `python tests/corpus/measure_worksheets.py [FOLDER]`.

Of every fence without a language (or labelled as plain text) and every indented block, the lines count that show
arithmetic: an equals sign and, on one side of it, an operator between numbers, a root, a function or a list of
numbers.  Such a line is read where a statement stands on it.  `--unread N` lists the first N lines that are not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.analysis import Analysis, analyse
from symformer.settings import Settings

CORPUS = ROOT.parent / "shared" / "corpus" / "docs"
SUFFIXES = {".md", ".markdown", ".qmd", ".ipynb", ".tex", ".rst"}
PLAIN = {None, "", "text", "txt", "plaintext", "plain", "output", "none"}
ARITHMETIC = re.compile(
    r"(?=.*[=≈])(?:.*\d\)?\s*[-+*/×·÷−^@]\s*[-(\[√]?[\d(\[]|.*(?:√|sqrt\(|exp\(|softmax\(|max\()\S*\d"
    r"|.*[=≈]\s*\[+\s*[-−]?\d+(?:\.\d+)?[\s,\]])"
)


def measure(path: Path) -> tuple[Counter[str], list[str]]:
    """The counts of one document, and its lines that were not read."""
    analysis = analyse(str(path), path.read_bytes(), Settings())
    document, model = analysis.document, analysis.model
    counts: Counter[str] = Counter()
    if document is None or model is None:
        return counts, []
    counts.update(statement.carrier for statement in model.statements)
    unread: list[str] = []
    said = lines_with_statements(analysis)
    blocks = [sheet.span for sheet in document.worksheets]
    if document.format != "notebook":
        blocks += [code.span for code in document.code if code.language in PLAIN]
    for span in blocks:
        first = document.source.text.count("\n", 0, span.start)
        for number, line in enumerate(span.slice(document.source.text).split("\n"), first):
            if ARITHMETIC.match(line) is None:
                continue
            counts["lines with arithmetic"] += 1
            if number in said:
                counts["of them read"] += 1
            else:
                unread.append(f"{path.name}:{number + 1}: {line.strip()}")
    return counts, unread


def lines_with_statements(analysis: Analysis) -> set[int]:
    """The lines of the text, from 0, that a statement of a worksheet covers."""
    assert analysis.document is not None and analysis.model is not None
    text = analysis.document.source.text
    covered: set[int] = set()
    for statement in analysis.model.statements:
        if statement.carrier == "worksheet":
            first = text.count("\n", 0, statement.span.start)
            covered.update(range(first, first + statement.span.slice(text).count("\n") + 1))
    return covered


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--unread", type=int, default=0, metavar="N")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"no corpus at {options.corpus}; name one", file=sys.stderr)
        return 2
    total: Counter[str] = Counter()
    left: list[str] = []
    for path in sorted(path for path in options.corpus.rglob("*") if path.suffix.lower() in SUFFIXES):
        counts, unread = measure(path)
        total.update(counts)
        left.extend(unread)
    lines, read = total["lines with arithmetic"], total["of them read"]
    print(
        f"worksheet statements {total['worksheet']}, statements in words {total['prose']}, in tables {total['table']}"
    )
    print(f"lines with arithmetic in plain fences {lines}, read {read} ({100 * read / max(lines, 1):.1f} %)")
    for line in left[: options.unread]:
        print(f"  {line[:180]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
