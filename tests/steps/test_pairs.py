"""Steps of the algebra that notes use, true and subtly false: no true one is called wrong, every false one is refuted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from symformer.analysis import analyse
from symformer.reasoning.equality import Equality, equality
from symformer.settings import Settings
from symformer.terms.term import Relation

PAIRS = sorted((Path(__file__).parent / "pairs").glob("*.txt"))
STEPS = [
    (path.stem, line[0], line[2:]) for path in PAIRS for line in path.read_text("utf-8").splitlines() if line[0] in "=≠"
]


@cache
def decided(latex: str) -> Equality:
    model = analyse("note.md", f"$$ {latex} $$\n".encode(), Settings()).model
    assert model is not None
    (statement,) = model.statements
    assert isinstance(statement.term, Relation), latex
    left, right = statement.term.sides
    return equality(left, right)


@pytest.mark.parametrize(("topic", "latex"), [(topic, latex) for topic, sign, latex in STEPS if sign == "="])
def test_a_true_step_is_not_called_wrong(topic: str, latex: str) -> None:
    assert decided(latex).outcome in ("proved", "supported", "unknown")


@pytest.mark.parametrize(("topic", "latex"), [(topic, latex) for topic, sign, latex in STEPS if sign == "≠"])
def test_a_false_step_is_refuted_at_values_that_show_it(topic: str, latex: str) -> None:
    found = decided(latex)
    assert found.outcome == "refuted"
    shown = found.counterexample
    assert shown is not None
    assert shown.left != pytest.approx(shown.right, rel=1e-6, abs=1e-9)


def test_most_true_steps_are_proved() -> None:
    outcomes = Counter(decided(latex).outcome for _, sign, latex in STEPS if sign == "=")
    assert outcomes["proved"] >= 0.9 * outcomes.total()
    assert outcomes["unknown"] == 0
