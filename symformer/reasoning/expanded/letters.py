"""What the letters of a claim are used as: in sums, as indices, below a transpose, in calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from symformer.reasoning.expanded.expand import CHANCE, only_index
from symformer.reasoning.expanded.reading import Meaning
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

MOST_WIDE = 8


@dataclass(slots=True)
class Letters:
    """What the letters of a claim are used as."""

    plain: dict[str, None] = field(default_factory=dict)  # as they stand, outside of indices
    families: dict[str, list[tuple[Term, ...]]] = field(default_factory=dict)  # with indices: all of them
    indices: dict[str, None] = field(default_factory=dict)
    lower: dict[str, None] = field(default_factory=dict)  # in the lower bounds of sums
    upper: dict[str, None] = field(default_factory=dict)
    ranges: dict[str, tuple[Term | None, Term | None]] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    free: dict[str, None] = field(default_factory=dict)  # indices that no sum around them binds
    turned: dict[str, None] = field(default_factory=dict)  # below a transpose
    members: dict[Index, None] = field(default_factory=dict)  # of families: x_i, as they are written
    inverted: dict[str, None] = field(default_factory=dict)  # in a product of which the inverse is taken
    functions: dict[str, list[Apply]] = field(default_factory=dict)
    derivatives: list[tuple[Term, tuple[Term, ...]]] = field(default_factory=list)
    inside_chance: dict[str, None] = field(default_factory=dict)
    outside_chance: dict[str, None] = field(default_factory=dict)
    divided: dict[str, int] = field(default_factory=dict)  # in the bounds of sums, divided by a number: d/2 - 1
    below: dict[str, None] = field(default_factory=dict)  # in denominators, as they stand
    ambiguous: bool = False


def letters_of(terms: Iterable[Term], *, meanings: Mapping[str, Meaning] | None = None) -> Letters:
    """What the letters in some terms, and in what they stand for, are used as."""
    found = Letters()
    for term in terms:
        _gather(term, found, chance=False)
    if meanings:
        told: set[str] = set()
        queue = [*found.plain, *found.families, *found.functions]
        while queue:
            name = queue.pop().rstrip("'")
            if name in told or name not in meanings:
                continue
            told.add(name)
            before = set(found.plain) | set(found.families) | set(found.functions)
            meaning = meanings[name]
            _gather(meaning.body, found, chance=False)
            found.bound |= {*meaning.indices, *meaning.parameters}
            queue += list((set(found.plain) | set(found.families) | set(found.functions)) - before)
    return found


def _gather(term: Term, found: Letters, chance: bool, bound: frozenset[str] = frozenset()) -> None:
    match term:
        case Symbol(name):
            found.plain[name] = None
            (found.inside_chance if chance else found.outside_chance)[name] = None
            return
        case Index():
            scripts = term.slots
            for each in scripts:
                for part in walk(each):
                    if isinstance(part, Symbol):
                        found.indices[part.name] = None
                        if part.name not in bound:
                            found.free[part.name] = None
            if isinstance(term.base, Symbol):
                found.families.setdefault(term.base.name, []).append(scripts)
                found.members[term] = None
                (found.inside_chance if chance else found.outside_chance)[term.base.name] = None
            else:
                _gather(term.base, found, chance, bound)
            return
        case IndexedSum():
            _gather_big(term, found, chance, bound)
            return
        case Transpose(operand):
            found.turned.update(dict.fromkeys(p.name for p in walk(operand) if isinstance(p, Symbol)))
        case Power(Product(factors), Number(value)) if value == -1:
            found.inverted.update(dict.fromkeys(p.name for p in factors if isinstance(p, Symbol)))
        case Product(factors):
            for first, second in pairwise(factors):
                if isinstance(first, Transpose) and isinstance(second, Index) and isinstance(second.base, Symbol):
                    found.turned[second.base.name] = None  # w^T x_i
        case Quotient(_, denominator):
            found.below.update(dict.fromkeys(_standing(denominator)))
        case Apply():
            found.functions.setdefault(term.function, []).append(term)
            if term.function == "derivative":
                found.derivatives.append((term.arguments[0], term.arguments[1:]))
            elif term.function == "gradient" and term.labels:
                found.derivatives.append((term.arguments[0], term.labels))
                _gather(term.labels[0], found, chance, bound)
            inside = bound | _running(term)
            for each in term.arguments:
                _gather(each, found, chance or term.function in CHANCE, inside)
            return
        case Unknown(alternatives=alternatives) if alternatives:
            found.ambiguous = True
    for part in children(term):
        _gather(part, found, chance, bound)


def _running(term: Apply) -> frozenset[str]:
    """The index that a function runs over and leaves none of: the i of max_i x_i."""
    names = frozenset(each.name for each in term.labels if isinstance(each, Symbol))
    return names if term.function in ("max", "min", "logsumexp") else frozenset()


def _gather_big(term: IndexedSum, found: Letters, chance: bool, bound: frozenset[str]) -> None:
    if term.index is None and (index := only_index(term.body)) is not None:
        bound = bound | {index.name}
    if term.index is not None:
        bound = bound | {term.index.name}
        found.bound.add(term.index.name)
        found.indices[term.index.name] = None
        if term.kind == "integral":  # from number to number: its bounds are no sizes
            for each in (term.lower, term.upper):
                if each is not None:
                    _gather(each, found, chance, bound)
            _gather(term.body, found, chance, bound)
            return
        if term.upper is not None:
            found.ranges[term.index.name] = (term.lower, term.upper)
    for bounds, kept in ((term.lower, found.lower), (term.upper, found.upper)):
        if bounds is not None:
            kept.update(dict.fromkeys(part.name for part in walk(bounds) if isinstance(part, Symbol)))
            for part in walk(bounds):
                match part:
                    case Quotient(Symbol(name), Number(value)) if value.denominator == 1 and 1 < value < MOST_WIDE:
                        found.divided[name] = int(value)
    _gather(term.body, found, chance, bound)
    if term.condition is not None:
        for part in walk(term.condition):
            if isinstance(part, Symbol):
                found.indices[part.name] = None
                if part.name not in bound:
                    found.free[part.name] = None


def _standing(term: Term) -> Iterator[str]:
    """The letters of a formula that stand in no call: of a norm one may divide."""
    if isinstance(term, Symbol):
        yield term.name
    elif isinstance(term, Sum | Product | Power | Quotient):
        for part in children(term):
            yield from _standing(part)


__all__ = ["MOST_WIDE", "Letters", "letters_of"]
