"""The names of formulas: found when they are asked for, the same in whatever order they are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary, vocabulary_of
from symformer.syntax.parser import parse

NOTE = (
    r"\sum_{k=1}^{n} p_k u^{kn} = g(t)",
    r"z_1, \dots, z_m",
    r"FFN(x) = \max(0, x W_q) V^H y",
    r"B \in \mathbb{R}^{r \times c}, \quad B_r \neq B_c",
)
ROLES = [each.name for each in fields(Vocabulary) if each.init]


def test_the_order_of_questions_does_not_matter() -> None:
    trees = [parse(latex) for latex in NOTE]
    forwards, backwards = vocabulary_of(trees), vocabulary_of(trees)
    told = {role: getattr(forwards, role) for role in ROLES}
    assert told == {role: getattr(backwards, role) for role in reversed(ROLES)}
    assert forwards == backwards == Vocabulary(**told)
    assert (
        {"k"} <= told["indices"] and {"B"} <= told["arrays"] and {"FFN"} <= told["words"] and {"g"} <= told["applied"]
    )


def test_nothing_is_looked_for_that_nobody_asks() -> None:
    tree = parse(r"\frac{1}{2} + 3 = 3.5")
    vocabulary = vocabulary_of([tree])
    lower_formula(tree, vocabulary)
    assert vocabulary.evidence is not None
    assert vocabulary.evidence._formulas is None


def test_a_copy_tells_the_same() -> None:
    trees = [parse(latex) for latex in NOTE]
    assert copy.copy(vocabulary_of(trees)) == pickle.loads(pickle.dumps(vocabulary_of(trees))) == vocabulary_of(trees)


def test_no_other_attribute_is_made_up() -> None:
    assert not hasattr(vocabulary_of([parse("x_i")]), "colour")
