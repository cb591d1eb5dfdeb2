"""Notations: one letter for one thing, and where they come from."""

from __future__ import annotations

import pytest

from symformer.notations import Citation, CollidingLetters, Notation, UnknownNotation, all_notations, notation

NOBODY = Citation("Nobody", 2000, "Nothing")


def test_there_are_the_notations_of_the_field() -> None:
    assert {each.id for each in all_notations()} >= {
        "original-paper", "encoder-notes", "decoder-notes", "embedding-notes", "column-notes", "batch-time-channel", "d2l",
        "phuong-hutter", "prince", "bold-textbook", "named-axes", "chinese-textbook",
    }  # fmt: skip


def test_a_letter_for_two_things_is_an_error_when_it_is_loaded() -> None:
    with pytest.raises(CollidingLetters, match="n stands for sequence-length and for memory-length"):
        Notation("wrong", "Wrong", NOBODY, letters={"memory-length": "n"})


def test_braces_do_not_tell_letters_apart() -> None:
    with pytest.raises(CollidingLetters, match="key-width"):
        Notation("wrong", "Wrong", NOBODY, letters={"value-width": "d_{k}"})


def test_a_letter_may_be_shared_where_the_author_says_so() -> None:
    shared = (frozenset({"head-index", "position"}),)
    assert Notation("right", "Right", NOBODY, letters={"position": "i"}, shared=shared, spare={"head-index": "a"})


def test_a_concept_that_is_not_known_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such concept: keywidth"):
        Notation("wrong", "Wrong", NOBODY, letters={"keywidth": "k"})


def test_names_that_are_near_are_told() -> None:
    with pytest.raises(UnknownNotation, match="did you mean prince"):
        notation("pince")


def test_a_chinese_notation_tells_in_chinese_what_its_letters_are() -> None:
    from symformer.notations import all_concepts
    from symformer.notations.chinese import CHINESE

    assert CHINESE.keys() == {concept.id for concept in all_concepts()}
    assert len(set(CHINESE.values())) == len(CHINESE), "no two concepts have one name"
    assert all("\u4e00" <= told[0] <= "\u9fff" for told in CHINESE.values())
    heads = next(concept for concept in all_concepts() if concept.id == "heads")
    assert notation("chinese-textbook").meaning(heads) == "注意力头数"
    assert notation("prince").meaning(heads) == heads.meaning
