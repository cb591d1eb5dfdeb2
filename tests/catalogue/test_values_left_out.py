"""Every equation of the catalogue is tested by its value, or there is a reason why it has none."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from symformer.catalogue.lookup import all_equations

HERE = Path(__file__).parent
NAMES_ONLY = "it says what the entries of an array, or the members of a set, are called"
OF_EVENTS = "probabilities of events are no arrays: p(a | b) has no value by itself"
LEFT_OUT = {
    "vocabulary": NAMES_ONLY,
    "token-sequence": NAMES_ONLY,
    "one-hot-rows": NAMES_ONLY,
    "embedding-rows": NAMES_ONLY,
    "embedded-rows": NAMES_ONLY,
    "embedded-positions": NAMES_ONLY,
    "position-rows": NAMES_ONLY,
    "chain-rule": OF_EVENTS,
    "sequence-loss": OF_EVENTS,
    "perplexity": OF_EVENTS,
    "bayes-rule": OF_EVENTS,
    "score-variance": "a variance is that of random numbers; it is derived in derivations/attention.py",
    "nucleus-choice": "a condition on a set, and no value",
    "kernel-regression": "one letter is a number and, with an index, one of many",
    "layer-stack": "its layers are any functions, one for each place",
    "mixture-of-experts": "its experts are any functions, one for each place",
    "split-heads": "how an array lies in memory is compared in tests/reference",
    "joined-heads": "how an array lies in memory is compared in tests/reference",
    "discounted-return": "its sum has no end",
}


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[name] = found  # its records look themselves up
    spec.loader.exec_module(found)
    return found


def test_every_equation_has_a_value_test_or_a_reason() -> None:
    by_reference = {each.id for each in module("test_values").REFERENCED}
    by_hand = module("test_values_by_hand")
    at_a_place = {each.name for each in module("test_values_at_a_place").CASES}
    tested = by_reference | set(by_hand.EXPECTED) | set(by_hand.RUNS) | at_a_place
    everything = {each.id for each in all_equations()}
    assert everything - tested == set(LEFT_OUT)
    assert not tested & set(LEFT_OUT)
