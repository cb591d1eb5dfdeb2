"""A rule: one kind of fault, its level, its documentation and the function that finds it.

A rule is one file under ``rules/<group>/`` holding one decorated function.  The function's name
with dashes is the rule's id, its docstring the documentation (``symformer explain``), the
`````md bad```` and ````md good```` fences in the docstring are tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING

from symformer.findings.finding import Level, Problem
from symformer.findings.suppression import SuppressionLedger

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote
    from symformer.semantics.notation.book import Profile

ModelCheck = Callable[["JudgedNote"], Iterator[Problem]]
BookCheck = Callable[[Sequence["Profile"]], Iterator[tuple[str, Problem]]]
LedgerCheck = Callable[[SuppressionLedger], Iterator[Problem]]

PEDANTIC = "pedantic"  # the group that is off unless asked for


@dataclass(frozen=True, slots=True)
class Example:
    """A note from a rule's documentation that has the fault ("bad") or not ("good")."""

    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class Documentation:
    """A rule's docstring, taken apart: first line, whole text, the examples in it."""

    summary: str
    text: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``check`` looks at the meaning of a note, ``review`` at its suppressions, ``compare`` at several notes.

    What ``compare`` yields are the path of a note of the book and a problem in it.
    """

    id: str
    level: Level
    group: str
    since: str
    documentation: Documentation
    aliases: tuple[str, ...] = ()
    check: ModelCheck | None = field(default=None, repr=False)
    review: LedgerCheck | None = field(default=None, repr=False)
    compare: BookCheck | None = field(default=None, repr=False)

    @property
    def pedantic(self) -> bool:
        """Whether the rule is off unless its group or id is selected."""
        return self.group == PEDANTIC


def rule(*, level: Level, since: str, aliases: tuple[str, ...] = ()) -> Callable[[ModelCheck], Rule]:
    """Make a rule of a function ``check(note) -> Iterator[Problem]``.

    >>> @rule(level="warning", since="0.1")
    ... def tea_too_cold(note):
    ...     '''The tea is cold.'''
    ...     yield from ()
    >>> tea_too_cold.id, tea_too_cold.level, tea_too_cold.documentation.summary
    ('tea-too-cold', 'warning', 'The tea is cold.')
    """

    def make(check: ModelCheck) -> Rule:
        name = _rule_id(check)
        return Rule(name, level, _group(check), since, document(check.__doc__), aliases, check=check)

    return make


def rule_on_suppressions(*, level: Level, since: str, aliases: tuple[str, ...] = ()) -> Callable[[LedgerCheck], Rule]:
    """Make a rule of a function that looks at the suppressions of a note once they were used."""

    def make(review: LedgerCheck) -> Rule:
        name = _rule_id(review)
        return Rule(name, level, _group(review), since, document(review.__doc__), aliases, review=review)

    return make


def rule_on_books(*, level: Level, since: str, aliases: tuple[str, ...] = ()) -> Callable[[BookCheck], Rule]:
    """Make a rule of a function that compares the notes of a book: ``check(profiles) -> Iterator[(path, Problem)]``."""

    def make(compare: BookCheck) -> Rule:
        name = _rule_id(compare)
        return Rule(name, level, _group(compare), since, document(compare.__doc__), aliases, compare=compare)

    return make


def document(docstring: str | None) -> Documentation:
    r"""Take a rule's docstring apart.

    >>> document("Fault.\n\n## Examples\n```md bad\n$1 = 2$\n```").examples
    (Example(kind='bad', note='$1 = 2$\n'),)
    """
    text = cleandoc(docstring or "")
    examples = tuple(Example(kind, note) for _, kind, note in _EXAMPLE.findall(text))
    return Documentation(text.partition("\n")[0], text, examples)


_EXAMPLE = re.compile(r"^(`{3,})md (bad|good)\n(.*?)^\1[ ]*$", re.MULTILINE | re.DOTALL)


def _rule_id(function: Callable[..., object]) -> str:
    return function.__name__.replace("_", "-")


def _group(function: Callable[..., object]) -> str:
    """The folder the rule's file stands in: ``symformer.rules.shapes.x`` is of group "shapes"."""
    parts = function.__module__.split(".")
    return parts[-2] if len(parts) > 1 else parts[-1]
