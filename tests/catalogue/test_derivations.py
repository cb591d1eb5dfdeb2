"""The derivations of the catalogue as data: read whole, their letters known."""

from __future__ import annotations

import pytest

from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import (
    UnknownDerivation,
    all_derivations,
    derivation,
    derivation_topics,
    read_derivation,
)
from symformer.catalogue.reading import unknown_names
from symformer.terms.dual import dual
from symformer.terms.parts import flattened
from symformer.terms.term import Unknown, walk

DERIVATIONS = pytest.mark.parametrize("given", all_derivations(), ids=lambda each: each.id)
CONSTANTS = {"e", "pi", "infty", "otherwise"}


def test_ids_are_unique_and_enough() -> None:
    names = [each.id for topic in derivation_topics() for each in topic.derivations]
    assert len(names) == len(set(names)) >= 90


@DERIVATIONS
def test_is_read_whole_and_every_letter_is_known(given: Derivation) -> None:
    found = read_derivation(given)
    assert len(found.given) == len(given.given)
    assert not [part for each in found.whole.statements for part in walk(each) if isinstance(part, Unknown)]
    assert unknown_names(found.whole) <= CONSTANTS
    letters = {letter.latex for letter in found.letters}
    assert letters >= {*given.where, *given.supposed, *given.ranges}
    assert all(step.reason and "$" not in step.reason for step in given.steps)


@DERIVATIONS
def test_turned_twice_it_is_itself(given: Derivation) -> None:
    found = read_derivation(given).whole
    for statement in found.statements:
        assert flattened(dual(dual(statement, found.ranks), found.ranks)) == flattened(statement)


def test_names_that_are_near_are_told() -> None:
    with pytest.raises(UnknownDerivation, match="did you mean softmax-jacobian"):
        derivation("softmax_jacobian")
    with pytest.raises(UnknownDerivation, match="symformer derive lists them"):
        derivation("quux")
