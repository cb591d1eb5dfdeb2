"""A note twice as long is at most 2.2 times the work: counted in calls, so that no machine makes a difference.

``tests/bench/scaling.py`` measures the same in seconds, over notes of megabytes.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from counting import calls_of

from symformer.analysis import analyse
from symformer.findings.report import Report
from symformer.settings import Settings

LIMIT = 2.2
BENCH = Path(__file__).parent / "bench" / "scaling.py"


def _bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scaling", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["scaling"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


scaling = _bench()

# kind of note, and the bytes of the shorter one: as many as it takes for a step too many to show
KINDS = {
    "paragraph": 8_000,
    "only-inline": 2_000,
    "no-headings": 3_000,
    "one-symbol": 2_000,
    "many-symbols": 3_000,
    "same-name-declared": 3_000,
    "same-name-in-sections": 4_000,
    "chained-claims": 5_000,
    "sizes": 6_000,
    "sizes-in-one-paragraph": 6_000,
    "sizes-told-anew": 6_000,
    "indices": 6_000,
    "tables": 6_000,
    "wide-table": 6_000,
    "symbol-table": 5_000,
    "worksheet": 2_000,
    "worksheet-goes-on": 2_500,
    "list-items": 3_000,
    "items-below-a-display": 5_000,
    "suppressions": 6_000,
    "abuse": 5_000,
    "displays-go-on": 2_500,
    "where": 4_000,
    "formula-chain-of-names": 4_000,
    "formula-product": 4_000,
    "formula-rows": 3_000,
    "formula-conflicts": 3_000,
    "many-cells": 6_000,
}


def calls(kind: str, size: int) -> int:
    """How many calls of Python functions it takes to check a note."""
    made = scaling.KINDS[kind]
    note = made.make(size).encode()
    reports: list[Report] = []
    count = calls_of(lambda: reports.append(analyse(f"note{made.suffix}", note, Settings()).report))
    assert not reports[0].failures
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_note_is_twice_the_work(kind: str) -> None:
    made = scaling.KINDS[kind]
    analyse(f"note{made.suffix}", made.make(KINDS[kind]).encode(), Settings())  # imports, patterns, tables: once
    less, more = calls(kind, KINDS[kind]), calls(kind, 2 * KINDS[kind])
    assert more <= LIMIT * less, f"{more / less:.2f} times the calls"


def test_the_bench_makes_notes_of_every_kind() -> None:
    for name, kind in scaling.KINDS.items():
        assert 500 <= len(kind.make(1_000).encode()) <= 8_000, name
        assert kind.make(1_000) == kind.make(1_000), name
