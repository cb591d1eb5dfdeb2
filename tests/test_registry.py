"""Records are found by their kind, wherever they stand in a package."""

from __future__ import annotations

from symformer.functions import Function
from symformer.registry import discover


def test_finds_each_record_once_sorted_by_id() -> None:
    found = discover("symformer.functions", Function)
    names = [function.id for function in found]
    assert names == sorted(set(names)) and "softmax" in names


def test_other_kinds_are_left_out() -> None:
    assert discover("symformer.functions", frozenset) == ()
