"""UTF-8 that was once read as something else is repaired, and what is sound is left alone."""

import json

import pytest

from symformer.documents.garbled import repair
from symformer.documents.reading import read_document
from symformer.text.span import Span

NOTE = "Let’s take “words” – and “weights” – of the café 🔥.\n\nSo $x ≈ 1$ → it’s 0.5 × 2 = 1 🚀.\n"


@pytest.mark.parametrize("codec", ["mac_roman", "cp1252", "latin-1"])
def test_garbled_text_is_repaired_and_positions_stay_those_of_the_file(codec):
    note = NOTE
    garbled = note.encode().decode(codec, errors="ignore" if codec == "cp1252" else "strict")
    document = read_document("n.md", garbled.encode())
    assert document.source.text == note
    assert document.source.raw == garbled
    (notice,) = document.notices
    assert notice.kind == "garbled-encoding"
    (formula,) = document.formulas
    assert document.source.raw_span(formula.span).slice(garbled) == "$x ≈ 1$".encode().decode(codec)


def test_a_garbled_notebook_is_repaired_before_it_is_parsed():
    raw = json.dumps({"cells": [{"cell_type": "markdown", "source": [NOTE]}]}, ensure_ascii=False)
    garbled = raw.encode().decode("mac_roman")
    document = read_document("n.ipynb", garbled.encode())
    assert document.source.text == NOTE
    start = document.source.place(document.formulas[0].span.start)
    assert garbled[start.column - 1] == "$"
    assert [n.kind for n in document.notices] == ["garbled-encoding"]


@pytest.mark.parametrize(
    "text",
    [
        "It’s “fine” – really… 5 × 3 ≈ 15, √π, (–∞, ∞), Δ ≠ ∑, naïve café, Gruß“, CAFÉ…",
        "Où est le garçon ? À la fête… «voilà» — déjà",
        "注意力机制，其中 $d_k$ 是维度。",
        "Größe und Maß “ß” Übung ÄÖÜ",
        "√π ≈ 1.77, √∑, ∂∏, ≥≤, ≈±",
        "don’t",
        "🔥🚀",
        "Â",
        "",
    ],
)
def test_sound_text_is_left_alone(text):
    assert repair(text) is None
    assert read_document("n.md", text.encode()).source.text == text


def test_a_run_that_is_sound_stays_within_a_garbled_text():
    garbled = NOTE.encode().decode("mac_roman") + "α"
    made = repair(garbled)
    assert made is not None
    assert made.mapped.text == NOTE + "α"
    assert made.mapped.origin_span(Span(len(NOTE), len(NOTE) + 1)).slice(garbled) == "α"
