"""Shapes that sentences claim of products are checked, and declare nothing."""

from __future__ import annotations

import pytest
from semantics.reading_words import note, read

from symformer.semantics.model import build_model
from symformer.semantics.prose.claims import claims_in_words

GIVEN = "Let $A$ be a $p \\times q$ matrix and $B$ an $r \\times q$ matrix. "


def conflicts(text: str) -> list[str]:
    return [conflict.kind for shaped in build_model(note(text)).shapes for conflict in shaped.inferred.conflicts]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Then $AB^\\top$ is a $p \\times r$ matrix.", True),
        ("Then $AB^\\top$ is a $r \\times p$ matrix.", False),
        ("The product $A B^\\top$ has shape $p \\times r$.", True),
        ("The product $A B^\\top$ has shape $p \\times q$.", False),
        ("Hence $A^\\top$ is $q \\times p$.", True),
        ("Hence $A^\\top$ is $p \\times q$.", False),
    ],
)
def test_a_claimed_shape_is_checked(claim: str, holds: bool) -> None:
    assert len(conflicts(GIVEN + claim)) == (0 if holds else 1)


@pytest.mark.parametrize(
    "text",
    [
        "If $AB^\\top$ is $q \\times q$ we stop.",
        "Each row of $AB^\\top$ is a $1 \\times q$ matrix.",
        "The product $AB$ would be a $p \\times q$ matrix.",
        "$AB^\\top$ is not a $q \\times q$ matrix.",
        "The inverse of $AB^\\top$ is a $q \\times q$ matrix.",
        "$AB^\\top$ is $p \\times r$ times larger.",
        "$A$ is a $p \\times q$ matrix.",
    ],
)
def test_what_claims_nothing_of_a_product(text: str) -> None:
    assert claims_in_words(note(text), read) == ()


def test_a_claim_stands_where_it_was_written() -> None:
    text = GIVEN + "So $AB^\\top$ has size $p \\times r$."
    (claim,) = claims_in_words(note(text), read)
    assert claim.span.slice(text) == "AB^\\top$ has size $p \\times r"
