r"""Groups of one make in one formula, each under a label of its own, of which one borrows a name from the other.

``(\mu_w + \sigma_w \epsilon_w) x + (\mu_b + \sigma_w \epsilon_b)``: all names of the second group are those of b but one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import Index, Number, Relation, Sum, Symbol, Term, Unknown, children, walk

FEWEST = 3  # labelled names of a group
MOST_LEAVES = 40


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A name with the label of another group, the label that its own group has, and a place of the other group."""

    statement: Statement
    name: Symbol
    meant: str
    beside: Term


def borrowed_names(model: SemanticModel) -> Iterator[Borrowed]:
    """Each name of a group that carries the label of its twin, where the note has the name with the right label too."""
    known = {symbol.name for symbol in model.uses}
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        groups: dict[object, list[Term]] = defaultdict(list)
        for part in walk(statement.term):
            if isinstance(part, Sum) and not any(isinstance(each, Unknown | Relation) for each in walk(part)):
                if len(_labels(part)) >= FEWEST and sum(1 for _ in walk(part)) <= MOST_LEAVES:
                    groups[_make(part)].append(part)
        for alike in groups.values():
            yield from _borrowed(statement, alike, known)


def _borrowed(statement: Statement, alike: list[Term], known: set[str]) -> Iterator[Borrowed]:
    whole = {label: each for each in alike if len(set(labels := _labels(each))) == 1 for label in labels[:1]}
    for each in alike:
        counted = Counter(_labels(each))
        if len(counted) != 2 or min(counted.values()) != 1:
            continue
        (own, _), (other, _) = counted.most_common()
        if other not in whole or own in whole:
            continue
        names = [part for part in _names(each) if taken_apart(part.name).below == other]
        meant = _with_label(names[0].name, own)
        if meant in known:
            yield Borrowed(statement, names[0], meant, whole[other])


def _with_label(name: str, label: str) -> str:
    head, _, _ = name.rpartition("_")
    return f"{head}_{label}"


def _names(term: Term) -> list[Symbol]:
    return [part for part in walk(term) if isinstance(part, Symbol) and taken_apart(part.name).below]


def _labels(term: Term) -> list[str]:
    return [taken_apart(part.name).below for part in _names(term)]


def _make(term: Term) -> object:
    """A group without the labels of its names."""
    match term:
        case Symbol(name):
            return replace(taken_apart(name), below="")
        case Number(value):
            return value
    own = getattr(term, "function", None) or getattr(term, "kind", None)
    slots = len(term.indices) if isinstance(term, Index) else 0
    return type(term).__name__, own, slots, tuple(_make(each) for each in children(term))
