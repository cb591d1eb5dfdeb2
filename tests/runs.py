"""How many runs of the same characters stand side by side in a regular expression: each multiplies the time that a long run of them takes."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections.abc import Iterable, Iterator
from re import _constants as sre
from re import _parser as parser
from typing import Any

from symformer.text.cued import Cued

# characters to try, beside those of the expression itself: what two classes share, they share among these
PROBES = frozenset(f"{string.printable}\u00a0éαΩ−×·≈₂中，。“")
CATEGORIES = {
    sre.CATEGORY_SPACE: re.compile(r"\s"),
    sre.CATEGORY_NOT_SPACE: re.compile(r"\S"),
    sre.CATEGORY_WORD: re.compile(r"\w"),
    sre.CATEGORY_NOT_WORD: re.compile(r"\W"),
    sre.CATEGORY_DIGIT: re.compile(r"\d"),
    sre.CATEGORY_NOT_DIGIT: re.compile(r"\D"),
}
Run = tuple[frozenset[str], int]  # the characters that all runs up to here share, and how many runs these are
MOST_WAYS = 200  # of runs that are kept apart


def most_runs(pattern: str, flags: int = 0) -> int:
    r"""The most unbounded runs side by side that can take the same characters, with nothing between them that must be there.

    >>> most_runs(r"\s*,?\s*x"), most_runs(r"\s*,\s*x"), most_runs(r"\s*(?:a\s*)?(?=b)\s*"), most_runs(r"\s*+,?\s*+x")
    (2, 1, 2, 0)
    >>> most_runs(r"(?:\s*\w?\s*)*"), most_runs(r"\w+,?[a-z]+"), most_runs(r"a{2,40}a{1,9}")
    (4, 2, 0)
    """
    walk = Walk(pattern, flags)
    walk.after(walk.tree, walk.start)
    return walk.most


class Walk:
    """A walk through an expression, from run to run."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.tree = parser.parse(pattern, flags)
        self.any_case = bool((flags | self.tree.state.flags) & re.IGNORECASE)
        self.probes = PROBES | frozenset(pattern)
        self.start: frozenset[Run] = frozenset({(self.probes, 0)})
        self.most = 0

    def after(self, items: Iterable[tuple[Any, Any]], states: frozenset[Run]) -> frozenset[Run]:
        """The runs that may stand right before what follows some items."""
        for kind, told in items:
            states = self._after_one(kind, told, states)
        return frozenset(sorted(states, key=lambda each: -each[1])[:MOST_WAYS])

    def _after_one(self, kind: Any, told: Any, states: frozenset[Run]) -> frozenset[Run]:
        if kind in (sre.AT, sre.GROUPREF):
            return states
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            self.after(told[1], self.start)
            return states
        if kind is sre.SUBPATTERN:
            return self.after(told[3], states)
        if kind is sre.ATOMIC_GROUP:
            self.after(told, self.start)
            return states if told.getwidth()[0] == 0 else self.start
        if kind is sre.BRANCH:
            return frozenset[Run]().union(*(self.after(branch, states) for branch in told[1]))
        if kind is sre.GROUPREF_EXISTS:
            return frozenset[Run]().union(*(self.after(branch or (), states) for branch in told[1:]))
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._after_repeat(*told, states, possessive=kind is sre.POSSESSIVE_REPEAT)
        return self.start  # a character that must be there

    def _after_repeat(
        self, least: int, most: int, body: Any, states: frozenset[Run], *, possessive: bool
    ) -> frozenset[Run]:
        skipped = states if least == 0 else frozenset[Run]()
        taken = self.characters(body)
        if possessive or taken is not None and most is not sre.MAXREPEAT:
            self.after(body, self.start)
            return skipped or self.start
        if taken is not None:
            longer = {(known & taken, count + 1) for known, count in states if known & taken} | {(taken, 1)}
            self.most = max(self.most, *(count for _, count in longer))
            return skipped | longer
        once = self.after(body, states)
        again = self.after(body, once) if most is sre.MAXREPEAT else once
        return skipped | once | again

    def characters(self, body: Any) -> frozenset[str] | None:
        """The characters of which a repeat takes any number; None where it repeats more than one character."""
        if len(body) != 1:
            return None
        kind, told = body[0]
        if kind is sre.SUBPATTERN:
            return self.characters(told[3])
        if kind not in (sre.IN, sre.LITERAL, sre.NOT_LITERAL, sre.ANY):
            return None
        return frozenset(each for each in self.probes if self._takes(kind, told, each))

    def _takes(self, kind: Any, told: Any, character: str) -> bool:
        if kind is sre.ANY:
            return character != "\n"
        if kind in (sre.LITERAL, sre.NOT_LITERAL):
            return self._is_among((sre.LITERAL, told), character) == (kind is sre.LITERAL)
        negated = told[0][0] is sre.NEGATE
        return any(self._is_among(each, character) for each in told) != negated

    def _is_among(self, item: Any, character: str) -> bool:
        kind, told = item
        if kind is sre.CATEGORY:
            return CATEGORIES[told].match(character) is not None
        forms = {character, character.lower(), character.upper()} if self.any_case else {character}
        codes = [ord(form) for form in forms if len(form) == 1]
        if kind is sre.LITERAL:
            return told in codes
        return kind is sre.RANGE and any(told[0] <= code <= told[1] for code in codes)


MOST_OF_MODULE = 2  # that are no danger in a paragraph: a third makes one with thousands of blanks hang


def long_to_match(name: str, nodes: Iterable[ast.AST], seen: set[int]) -> Iterator[str]:
    """The expressions of a module that many blanks, or many of another character, could make hang; ``seen`` are left out."""
    written: set[tuple[str, int]] = set(patterns_of(vars(importlib.import_module(name)).values(), seen))
    for node in nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=attr), args=[ast.Constant(value=str(pattern)), *_]
            ) if attr != "compile":
                written.add((pattern, 0))
    for pattern, flags in written:
        if sum(map(pattern.count, ("*", "+", ",}"))) > MOST_OF_MODULE and most_runs(pattern, flags) > MOST_OF_MODULE:
            yield f"{name}: {most_runs(pattern, flags)} runs side by side in {pattern!r}"


def patterns_of(values: Iterable[object], seen: set[int]) -> Iterator[tuple[str, int]]:
    """The regular expressions among some values, and in what they hold, but for those that were ``seen``."""
    for value in values:
        if id(value) in seen or isinstance(value, str | int | type):
            continue
        seen.add(id(value))
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
            yield value.pattern, value.flags & ~re.UNICODE
        elif isinstance(value, Cued):
            yield value.pattern, value._flags
        elif isinstance(value, dict):
            yield from patterns_of(value.values(), seen)
        elif isinstance(value, tuple | list | frozenset | set):
            yield from patterns_of(value, seen)
        elif hasattr(value, "__dataclass_fields__"):
            yield from patterns_of((getattr(value, name, None) for name in value.__dataclass_fields__), seen)
