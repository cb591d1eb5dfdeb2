"""The four answers to a claim."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proved:
    """Holds, shown exactly; ``how`` says by what."""

    how: str


@dataclass(frozen=True, slots=True)
class Supported:
    """Agreed at random points; never a proof."""

    sizes: tuple[tuple[str, int], ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Refuted:
    """Does not hold; ``evidence`` are the key-value pairs a report prints."""

    evidence: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not decided; ``settled_by`` is the shortest declaration that would close it, if one would."""

    reason: str
    settled_by: str | None = None


Verdict = Proved | Supported | Refuted | Unknown
