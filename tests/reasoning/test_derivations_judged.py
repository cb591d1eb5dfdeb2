"""Every step of every derivation is proved or supported; a wrong step planted in it is refuted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from wrong_steps import wrong_sides

from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import all_derivations, derivation, read_derivation
from symformer.reasoning.derivations.judged import judged, judged_step
from symformer.reasoning.derivations.suppositions import TooManyOutcomes, supposed, without_chance
from symformer.terms.show import show
from symformer.terms.term import Apply, Number, Product, Symbol, Term

PLANTED = 2  # in one side
# a changed step that is true all the same: what is changed is zero, or an inequality has room for it
TRUE_ALL_THE_SAME = {"causal-mask", "divergence-is-positive", "entropy-bound", "policy-gradient-baseline"}


@pytest.mark.parametrize("given", all_derivations(), ids=lambda each: each.id)
def test_no_step_is_wrong_or_open(given: Derivation) -> None:
    marks = [step.mark() for step in judged(given)]
    assert len(marks) == len(given.steps)
    assert all(mark.startswith(("proved (", "supported (")) for mark in marks), marks


def test_nearly_all_steps_are_proved() -> None:
    found = Counter((step.outcome, step.how) for given in all_derivations() for step in judged(given))
    proved = sum(count for (outcome, _), count in found.items() if outcome == "proved")
    assert proved >= 0.95 * sum(found.values()), found
    assert found["proved", "entry by entry"] >= 150
    assert found["proved", "normal form"] >= 80
    assert sum(found.values()) >= 250


@pytest.mark.parametrize("given", all_derivations(), ids=lambda each: each.id)
def test_a_wrong_step_is_refuted(given: Derivation) -> None:
    found = read_derivation(given)
    outcomes: Counter[str] = Counter()
    for at in range(len(found.sides) - 1, 0, -1):
        few = islice(one_of_each_kind(found.sides[at]), PLANTED)
        for kind, wrong in wrong_sides(found.sides[at]) if given.id in TRUE_ALL_THE_SAME else few:
            step = judged_step(found, (*found.sides[:at], wrong, *found.sides[at + 1 :]), at - 1)
            outcomes[step.outcome] += 1
            if given.id not in TRUE_ALL_THE_SAME:
                assert step.outcome in ("refuted", "unknown"), f"{kind}: {show(wrong)}"
        if outcomes["refuted"]:
            return
    pytest.fail(f"no wrong step is refuted: {outcomes}")


def one_of_each_kind(side: Term) -> Iterator[tuple[str, Term]]:
    """The first wrong side with a sign, a factor, an exponent, a transposition changed."""
    seen: set[str] = set()
    for kind, wrong in wrong_sides(side):
        if kind not in seen:
            seen.add(kind)
            yield kind, wrong


def test_a_wrong_step_comes_with_values() -> None:
    found = read_derivation(derivation("softmax-jacobian"))
    wrong = (*found.sides[:-1], Product((Number(2), found.sides[-1])))
    step = judged_step(found, wrong, len(found.sides) - 2)
    assert step.outcome == "refuted"
    assert step.counterexample is not None
    assert step.counterexample.right == pytest.approx(2 * step.counterexample.left)


def test_arrays_that_do_not_fit_are_named() -> None:
    found = read_derivation(derivation("scores-of-columns"))
    wrong = (found.sides[0], Product((Symbol("K"), Symbol("Q"))), *found.sides[2:])
    assert judged_step(found, wrong, 0).how == "cannot multiply K (n × d_k) by Q (n × d_k): d_k and n"


def test_a_supposition_is_needed_where_it_is_told() -> None:
    told = derivation("cross-entropy-gradient")
    found = read_derivation(Derivation(**{**_fields(told), "supposed": {}}))
    assert [judged_step(found, found.sides, at).outcome for at in range(4)] == ["proved", "proved", "proved", "refuted"]


def _fields(given: Derivation) -> dict[str, object]:
    return {name: getattr(given, name) for name in Derivation.__dataclass_fields__}


def test_suppositions_are_words_that_are_known() -> None:
    with pytest.raises(ValueError, match="nothing is known of what is prime"):
        supposed("prime")


def test_expectations_over_many_letters_are_refused() -> None:
    random = {Symbol("x"): (supposed("mean 0, variance 1"), (7,))}
    with pytest.raises(TooManyOutcomes):
        without_chance(Apply("expectation", (Symbol("x"),)), random)
