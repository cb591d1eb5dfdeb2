"""What is known of a model on the way through the equations of its note."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from symformer.judging.chain.kinds import (
    ATTENDING,
)
from symformer.judging.chain.names import (
    Family,
    Key,
    Name,
    base_of,
    function_id,
    key_of,
    names_in,
)
from symformer.judging.chain.plan import (
    ChainEquation,
    Group,
    Planned,
)
from symformer.judging.chain.stage import Stage
from symformer.judging.chain.values import Values
from symformer.terms.term import Apply, Index, Term

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel


@dataclass(frozen=True, slots=True)
class Found:
    """A stage, and how it hangs together with the others."""

    planned: Planned
    links: bool  # whether it takes the result of another stage


@dataclass(slots=True)
class State:
    """What is known on the way through the equations of a note; the walk fills it."""

    model: SemanticModel
    values: Values
    parts: dict[Key, str]
    equations: list[ChainEquation]
    taken: frozenset[Key]  # by any equation
    ours: dict[Key, Any] = field(default_factory=dict)
    theirs: dict[Key, Any] = field(default_factory=dict)
    stages: list[Stage] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    lost: set[Key] = field(default_factory=set)
    supposed: set[Key] = field(default_factory=set)  # for which the reference's value stands
    results: dict[Key, Planned] = field(default_factory=dict)
    made_from: dict[Key, Key] = field(default_factory=dict)  # what a sublayer's output was made from
    normed: dict[Key, Key] = field(default_factory=dict)  # the stream of which something is the norm
    own: set[Key] = field(default_factory=set)  # what the note makes in a form of its own
    forms: dict[Key, str] = field(default_factory=dict)  # of sublayers
    groups: list[Group] = field(default_factory=lambda: [Group()])
    network: Planned | None = None

    def keys(self, term: Term) -> list[Key]:
        """The names of a formula, a member of a family that was worked out being that family."""
        return [self.known_as(name) for name in names_in(term) if key_of(name) is not None]

    def known_as(self, name: Name) -> Key:
        """What a name is known as: a member of a family that was worked out is that family."""
        key = key_of(name)
        assert key is not None
        if isinstance(key, Index) and key not in self.ours and key not in self.lost:
            family = Family(base_of(key))
            if family in self.ours or family in self.lost:
                return family
        return key

    def is_stream(self, key: Key) -> bool:
        """Whether a name is a sequence that stages take and give."""
        return self.parts.get(key, "stream" if key in self.results else "") in ("stream", "attended", "head-output")

    def group_of(self, call: Apply) -> Group | None:
        """The stages of the attention that a function is: those that its name is like, or the last."""
        found = [each for each in self.groups if each.output is not None]
        if not found or function_id(call) not in ATTENDING:
            return None
        words = _words(call.function)
        named = [(len(words & _words(base_of(each.output))), each) for each in found if each.output is not None]
        best = max(count for count, _ in named)
        if best > 0:
            return [each for count, each in named if count == best][-1]
        heads = [each for each in found if each.has_heads]
        return heads[-1] if heads and "multi" in function_id(call) else found[-1]


def _words(name: str) -> set[str]:
    """The words in a name, by which a function is tied to what it gives: Masked Self-Attention Output."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold()
    return {word for word in re.split(r"[^a-z]+", plain) if len(word) > 2 and word not in ("output", "attention")}
