"""The catalogue: what every record must have."""

from __future__ import annotations

import pytest

from symformer.catalogue.blocks import BLOCKS
from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import UnknownEquation, all_equations, all_topics, equation, named, search
from symformer.catalogue.reading import read, unknown_names
from symformer.terms.term import Unknown, walk

EQUATIONS = pytest.mark.parametrize("given", all_equations(), ids=lambda each: each.id)
CONSTANTS = {"e", "pi", "infty", "otherwise"}
NUMBERS = ("size", "index", "scalar", "function", "set")


def test_ids_are_unique_and_enough() -> None:
    names = [each.id for topic in all_topics() for each in topic.equations]
    assert len(names) == len(set(names)) >= 100
    assert not {block.id for block in BLOCKS} & set(names)


@EQUATIONS
def test_is_read_whole_and_every_letter_is_known(given: Equation) -> None:
    found = read(given)
    assert not [part for statement in found.statements for part in walk(statement) if isinstance(part, Unknown)]
    assert unknown_names(found) <= CONSTANTS
    assert all(letter.meaning for letter in found.letters)
    assert all(letter.shape for letter in found.letters if letter.kind not in NUMBERS)


@EQUATIONS
def test_names_its_source(given: Equation) -> None:
    assert given.source.place, "an equation's source names the place in it"


@EQUATIONS
def test_what_it_tells_of_letters_is_used(given: Equation) -> None:
    assert {letter.latex for letter in read(given).letters} >= set(given.where)


@EQUATIONS
def test_its_steps_exist(given: Equation) -> None:
    assert all(equation(name) for name in given.steps)


def test_blocks_name_equations() -> None:
    for block in BLOCKS:
        assert all(equation(name) for name in block.equations)


def test_names_that_are_near_are_told() -> None:
    with pytest.raises(UnknownEquation, match="did you mean layer-norm"):
        named("layernorm")
    with pytest.raises(UnknownEquation, match="symformer equations lists them"):
        named("quux")


def test_search_wants_all_words() -> None:
    assert [each.id for each in search("adam step")] == ["adam-step", "adamw-step"]
    assert search("no such thing at all") == ()
