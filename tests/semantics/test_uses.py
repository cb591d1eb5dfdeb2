"""Where a note tells and where it uses its symbols."""

from __future__ import annotations

import pytest

from symformer.documents.reading import read_document
from symformer.semantics.model import build_model
from symformer.semantics.usage.uses import UseTable


def _uses(note: str) -> UseTable:
    return build_model(read_document("note.md", note.encode())).uses


def _parts(note: str, name: str) -> list[str]:
    return [each.part for each in _uses(note).of(name).occurrences]


@pytest.mark.parametrize(
    ("note", "name", "parts"),
    [
        ("$$ U = T W_U $$", "U", ["defined"]),
        ("$$ U = T W_U $$", "W_U", ["used"]),
        ("$U \\in \\mathbb{R}^{a \\times b}$", "a", ["size"]),
        ("$U \\in \\mathbb{R}^{a \\times b}$", "U", ["declared"]),
        ("The cups $U$ stand still.", "U", ["mentioned"]),
        ("$$ s = \\sum_{r=1}^{a} u_r $$", "r", ["bound", "index"]),
        ("$$ s = \\sum_{r=1}^{a} u_r $$", "a", ["size"]),
        ("$$ g(x, y) = x + y $$", "x", ["parameter", "used"]),
        ("$$ g(x, y) = x + y $$", "g", ["defined"]),
        ("$$ z = g(x, y) $$", "g", ["called"]),
        ("$$ x \\leftarrow x - \\rho g $$", "x", ["defined", "used"]),
        ("$$ A^\\top B = C $$", "C", ["defined"]),
        ("$$ P = Q = R M $$", "Q", ["defined"]),
        ("$$ c_t^{KV} = D h_t, \\quad k_t = U c_t^K $$", "c^K", ["used"]),
        ("$$ \\theta^* = \\arg\\min_\\theta L(\\theta) $$", "theta", ["bound", "used"]),
        ("$$ \\text{FFN}(x) = x M $$", "x", ["parameter", "used"]),
    ],
)
def test_the_part_a_name_plays(note: str, name: str, parts: list[str]) -> None:
    assert _parts(note, name) == parts


def test_what_only_words_declare_is_told() -> None:
    uses = _uses("Let $m$ be the number of cups.\n\n$$ s = m r $$\n")
    assert uses.of("m").is_told
    assert uses.of("m").roles == ("dimension",)
    assert not uses.of("r").is_told


def test_places_lead_back_to_the_text() -> None:
    note = "Words.\n\n$$ s = m r $$\n"
    (use,) = _uses(note).of("r").uses
    assert use.span.slice(note) == "r"


def test_a_name_that_is_nowhere_has_no_uses() -> None:
    assert _uses("$a$").of("b").occurrences == ()
