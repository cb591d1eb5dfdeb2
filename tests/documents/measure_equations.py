"""Locate every hand-checked formula of ../shared/gold at its line: `python tests/documents/measure_equations.py`."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from symformer.documents.document import Document
from symformer.documents.reading import read_document

SHARED = Path(__file__).resolve().parents[3] / "shared"


def squeeze(latex: str) -> str:
    """LaTeX without what layout may change."""
    return re.sub(r"[\s]|\\tag\{[^{}]*\}|[.,;]$", "", latex)


def missing(document: Document, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows for which no formula with this LaTeX stands at this line."""
    placed = [(squeeze(f.text), *document.source.places(f.span)) for f in document.formulas]
    absent = []
    for row in rows:
        numbers = [int(n) for n in re.findall(r"\d+", row["raw_lines"])]
        wanted = squeeze(row["latex"])
        if not any(
            a.line <= max(numbers) and b.line >= min(numbers) and (wanted in latex or latex in wanted and latex)
            for latex, a, b in placed
        ):
            absent.append(row)
    return absent


def main() -> None:
    """Print what is not found."""
    rows = list(csv.DictReader((SHARED / "gold/equations.tsv").open(encoding="utf-8"), delimiter="\t", quoting=3))
    total = lost = 0
    for name in sorted({row["file"] for row in rows}):
        document = read_document(name, (SHARED / "seeds" / name).read_bytes())
        mine = [row for row in rows if row["file"] == name and row["delimiter"] != "prose"]
        absent = missing(document, mine)
        total, lost = total + len(mine), lost + len(absent)
        for row in absent:
            print("absent:", row["eq_id"], row["raw_lines"], row["latex"][:100])
    print(f"{total - lost} of {total} formulas located at their line")


if __name__ == "__main__":
    main()
