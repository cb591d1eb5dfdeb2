"""What a run knows: values, definitions, conventions, and how much work is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symformer.reasoning.running.laid import CannotRun, Identity, Value
from symformer.terms.conventions import Conventions
from symformer.terms.term import Term

MOST_STEPS = 400_000


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name stands for: a term, with the indices and parameters it depends on."""

    body: Term
    indices: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


@dataclass(slots=True)
class Run:
    """One run: what is known, and how much work is left."""

    known: Mapping[Term, Value]
    conventions: Conventions
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    steps: list[int] = field(default_factory=lambda: [MOST_STEPS])
    depth: int = 0
    outside: Mapping[Term, Value | None] = field(default_factory=dict)  # loop indices, and what they hide

    def with_known(self, more: Mapping[Term, Value]) -> Run:
        """The same run where more is known."""
        return self._inside({**self.known, **more}, self.outside)

    def at(self, place: Mapping[Term, Value]) -> Run:
        """The same run within a loop, at one place of its indices."""
        hidden = {index: self.known.get(index) for index in place if index not in self.outside}
        return self._inside({**self.known, **place}, {**self.outside, **hidden})

    def for_definition(self, parameters: Mapping[Term, Value]) -> Run:
        """The run for what a definition says: it does not see the indices of the loops around its name."""
        known = {name: found for name, found in self.known.items() if name not in self.outside}
        hidden = {name: found for name, found in self.outside.items() if found is not None}
        return self._inside({**known, **hidden, **parameters}, {})

    def without(self, index: Term) -> Run:
        """The same run where an index has no value."""
        return self._inside({name: found for name, found in self.known.items() if name != index}, self.outside)

    def _inside(self, known: Mapping[Term, Value], outside: Mapping[Term, Value | None]) -> Run:
        return Run(known, self.conventions, self.definitions, self.steps, self.depth + 1, outside)


def not_known(*names: str) -> CannotRun:
    """That some names have no value."""
    names = tuple(dict.fromkeys(names))
    return CannotRun(f"the value of {', '.join(names)} is not known", names)


def whole(found: Value) -> int:
    """The whole number that a value is.

    Raises:
        CannotRun: it is none.
    """
    if isinstance(found, Identity) or found.rank or not float(found.array).is_integer():
        raise CannotRun("an index that is no whole number")
    return int(found.array)
