"""The names of formulas: found when they are asked for, the same in whatever order they are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields

from symformer.reading.evidence import ROLES_OF, Evidence, is_lone_name
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


def test_a_lone_name_tells_nothing() -> None:
    """What is not looked for in a name by itself is what looking would not find."""
    for latex in (
        r"x_i",
        r"\theta_2",
        r"W^O",
        r"x^2",
        r"\mathbf{x}_b",
        r"p_\text{gpu}",
        r"\text{Linear}_{12}",
        r"\mathbf{K}^T",
    ):
        evidence = Evidence((parse(latex),))
        assert is_lone_name(evidence.trees[0].root)
        for gather in ROLES_OF:
            assert not any(gather(evidence).values()), (latex, gather)


def test_a_name_that_tells_of_itself_is_not_alone() -> None:
    for latex in (r"W^1", r"h_{k-1}", r"x_*", r"a_{ij}", r"\max_k", r"x_i y", r"W^0_0", r"\mathbf{d}^c", r"h^l"):
        assert not is_lone_name(parse(latex).root), latex


def test_a_copy_tells_the_same() -> None:
    trees = [parse(latex) for latex in NOTE]
    assert copy.copy(vocabulary_of(trees)) == pickle.loads(pickle.dumps(vocabulary_of(trees))) == vocabulary_of(trees)


def test_no_other_attribute_is_made_up() -> None:
    assert not hasattr(vocabulary_of([parse("x_i")]), "colour")
