"""Every public note of ../shared is read, its spans nest, and the hand-checked formulas are where they are."""

import csv

import pytest

from symformer.documents.reading import read_document
from tests.documents.measure_equations import SHARED, missing
from tests.documents.test_fuzz import check

pytestmark = pytest.mark.skipif(not (SHARED / "corpus").is_dir(), reason="../shared/corpus is not there")


def test_every_public_note_is_read():
    notes = [p for folder in ("corpus/docs", "seeds") for p in (SHARED / folder).rglob("*") if p.is_file()]
    for note in notes:
        document = read_document(note.name, note.read_bytes())
        starts = [f.span.start for f in document.formulas]
        assert starts == sorted(set(starts))
        assert len(document.formulas) > 0 or note.stat().st_size < 400_000


def test_hand_checked_formulas_are_located():
    rows = list(csv.DictReader((SHARED / "gold/equations.tsv").open(encoding="utf-8"), delimiter="\t", quoting=3))
    for name in sorted({row["file"] for row in rows}):
        document = read_document(name, (SHARED / "seeds" / name).read_bytes())
        check(document)
        absent = missing(document, [row for row in rows if row["file"] == name and row["delimiter"] != "prose"])
        # four stand in what CommonMark takes for indented code
        assert len(absent) <= 4
        assert not any(row["delimiter"] == "$$" for row in absent)
