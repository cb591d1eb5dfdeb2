"""What became of a stage of the model, and of the whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from symformer.semantics.statement import Statement

Outcome = Literal["agrees", "departs", "follows", "given", "not run", "not reached"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One equation of the chain, run on the note's own earlier results beside the reference.

    ``agrees``: with the reference.  ``departs``: by itself, on the same inputs.  ``follows``: it is right, but what
    it takes has departed already.  ``given``: a form of the note's own that the reference takes over.  ``not run``:
    for ``reason``; where the reference knows what it ought to give, that goes on (``supposed``).  ``not reached``: it
    takes what could not be run.  ``difference`` is the largest, relative to the
    largest entry, along the whole chain; ``own`` that on the reference's inputs.
    """

    number: int
    title: str
    statement: Statement
    outcome: Outcome
    difference: float | None = None
    own: float | None = None
    shape: tuple[int, ...] | None = None
    reason: str = ""
    form: str = ""
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """The stages of a note's model in the order in which they run, with the sizes and the seed."""

    stages: tuple[Stage, ...]
    sizes: tuple[tuple[str, int], ...]
    seed: int
    columns: bool = False

    @property
    def departing(self) -> Stage | None:
        """The first stage that departs from the reference."""
        return next((each for each in self.stages if each.outcome == "departs"), None)

    @property
    def broken(self) -> Stage | None:
        """The first stage that could not be run."""
        return next((each for each in self.stages if each.outcome == "not run"), None)
