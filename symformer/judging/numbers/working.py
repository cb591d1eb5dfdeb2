"""The working of a claim: its names replaced by the numbers they stand for, and where these come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symformer.judging.judgement import Judgement
from symformer.judging.wording import plain, short
from symformer.semantics.values import Binding
from symformer.terms.parts import rebuilt
from symformer.terms.term import Term, walk
from symformer.text.span import Span

MOST_PARTS = 400
MOST_NAMES = 6


def substituted(judgement: Judgement) -> str | None:
    """The term that was worked out, with numbers in the place of names; None where that says nothing new."""
    term, claim = judgement.worked, judgement.claim
    if term is None:
        return None
    made = with_values(term, judgement.rests_on)
    if made == claim.left or sum(1 for _ in walk(made)) > MOST_PARTS:
        return None
    return plain(made)


def with_values(term: Term, bindings: Mapping[Term, Binding]) -> Term:
    """A term whose names are replaced by what they display, as far as they display something."""
    binding = bindings.get(term)
    if binding is not None and binding.display is not None:
        return binding.display
    if binding is not None and binding.definition is not None and binding.definition != term:
        inner = {key: each for key, each in bindings.items() if key != term}
        return with_values(binding.definition, inner)
    return rebuilt(term, lambda part: with_values(part, bindings))


def resting_on(judgement: Judgement) -> Iterator[tuple[str, Span]]:
    """The names a claim rests on, with the place that gives each its value."""
    told: set[tuple[str, Any]] = set()
    for key, binding in judgement.rests_on.items():
        if len(told) == MOST_NAMES:
            return
        name = short(key, "")
        if name and (name, binding.at) not in told and binding.shown is not None:
            told.add((name, binding.at))
            yield name, binding.at
