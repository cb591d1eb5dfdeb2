from __future__ import annotations

import pytest
from semantics.reading_words import read, show

from symformer.semantics.carriers.annotations import parse_annotation
from symformer.text.span import Span


def parsed(text: str):  # type: ignore[no-untyped-def]
    return parse_annotation(text, Span(100, 100 + len(text)), read)


@pytest.mark.parametrize(
    ("text", "name", "sizes"),
    [
        ("let K: m × d_k", "K", "m × d_k"),
        ("let K: m x d_k", "K", "m × d_k"),
        ("K: 4x3", "K", "4 × 3"),
        ("let X: (B, T, C)", "X", "B × T × C"),
        ("let x: n", "x", "n"),
        ("let W: d (h*k)", "W", "d × h·k"),
        (r"let \mathbf{W}: d \times k", "bold(W)", "d × k"),
        ("let x: vector n", "x", "n"),
    ],
)
def test_shapes(text: str, name: str, sizes: str) -> None:
    found = parsed(text)
    if "(h*k)" in text:
        assert found.errors  # a product of two is either written with × or not at all
        return
    (declaration,) = found.declarations
    assert show(declaration.symbol) == name
    assert declaration.sizes is not None
    assert " × ".join(map(show, declaration.sizes)) == sizes
    assert declaration.by == "annotation"
    assert declaration.visible_from == 100


def test_all_forms_in_one_line() -> None:
    text = "let K: m × d_k; d = d_model; vectors = rows; softmax = rows; heads h = 8; f: n × d -> n × k; assume zero-mean Q, K"
    found = parsed(text)
    assert found.errors == ()
    assert [show(d.symbol) for d in found.declarations] == ["K", "d", "h", "f"]
    assert [(c.name, c.value) for c in found.conventions] == [
        ("vectors", "rows"),
        ("softmax", "rows"),
        ("assume", "zero-mean"),
    ]
    heads = found.declarations[2]
    assert (heads.concept, heads.role, show(heads.value)) == ("number of heads", "dimension", "8")
    assert found.declarations[3].role == "function"
    assert show(found.declarations[1].value) == "d_model"


def test_places_are_those_of_the_file() -> None:
    text = "let K: m × d; softmax = sideways"
    found = parsed(text)
    assert found.declarations[0].span == Span(104, 105)
    assert found.errors[0].span.start == 100 + text.index("softmax")


def test_kind_of_a_macro() -> None:
    (kind,) = parsed(r"let \oc{..}: colour").conventions
    assert (kind.name, kind.value, kind.subject) == ("kind", "colour", r"\oc")


@pytest.mark.parametrize("text", ["let", "let 3: n", "K", "let K: lots of", "let d = ", "hello world"])
def test_what_cannot_be_read_is_one_error_in_one_line(text: str) -> None:
    found = parsed(text)
    assert len(found.errors) == 1
    assert "\n" not in found.errors[0].message
    assert found.declarations == ()
    assert "let K: m × d_k" in found.errors[0].help


@pytest.mark.parametrize(
    ("text", "meant"),
    [("lett K: m × d", "let"), ("ignroe sum-differs because x", "ignore"), ("asume zero-mean Q", "assume")],
)
def test_a_misspelt_request_is_named(text: str, meant: str) -> None:
    found = parsed(text)
    assert [error.message for error in found.errors] == [f'"{text.split()[0]}" is no request, did you mean "{meant}"?']
    assert found.declarations == ()


def test_a_request_may_start_with_a_capital() -> None:
    assert parsed("Let K: m × d").declarations == parsed("let K: m × d").declarations != ()
    assert [s for s, _ in parsed("Ignore sum-differs because x").suppressions] == ["Ignore sum-differs because x"]


def test_suppressions_pass_through_raw() -> None:
    text = "ignore inner-dimensions-differ because it is shown; on purpose"
    found = parsed(text)
    assert found.suppressions == ((text, Span(100, 100 + len(text))),)
    assert found.errors == ()


def test_several_names_and_several_lines() -> None:
    found = parsed("let A, B: n × d\nsequence length n = 5")
    assert [show(d.symbol) for d in found.declarations] == ["A", "B", "n"]
    assert found.declarations[2].concept == "sequence length"
