"""The equations of a note run as one model: right ones are silent, and where a fault stands is named."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from symformer.analysis import understood
from symformer.judging.chain.chained import chain
from symformer.judging.chain.stage import Chain
from symformer.settings import Settings

HERE = Path(__file__).parent / "chains"
NOTES = Path(__file__).parents[2] / "notes"
RUN = [
    *sorted(HERE.glob("*.md")),
    *(NOTES / f"{name}.md" for name in ("encoder", "decoder", "attention", "worked-attention", "worked-encoder")),
]
CLOSE = 1e-10


@lru_cache(maxsize=32)
def text_of(name: str) -> str:
    """A note of ours, or one of this test."""
    path = HERE / f"{name}.md"
    return (path if path.exists() else NOTES / f"{name}.md").read_text("utf-8")


def faults() -> list[tuple[str, str, str, str]]:
    """The note, the stage, what stands there, and what is put there."""
    lines = (HERE / "faults.txt").read_text("utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [(note, stage, old, new) for note, stage, old, new in rows]


def run(text: str, seed: int = 0) -> Chain:
    found = chain(understood("note.md", text.encode(), Settings()), seed)
    assert found is not None
    return found


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", [0, 1])
def test_right_notes_agree_at_every_stage(path: Path, seed: int) -> None:
    found = run(path.read_text("utf-8"), seed)
    assert {each.outcome for each in found.stages} == {"agrees"}, found
    assert max(each.difference or 0.0 for each in found.stages) <= CLOSE


@pytest.mark.parametrize(("note", "stage", "old", "new"), faults(), ids=lambda each: each[:40])
def test_the_first_stage_that_departs_is_named(note: str, stage: str, old: str, new: str) -> None:
    text = text_of(note)
    assert old in text
    found = run(text.replace(old, new))
    first = next((each for each in found.stages if each.outcome not in ("agrees", "given")), None)
    assert first is not None, "nothing is seen"
    assert (first.title, first.outcome in ("departs", "not run")) == (stage, True)
