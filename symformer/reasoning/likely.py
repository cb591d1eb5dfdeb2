"""Which equations of the catalogue a formula may be one edit away from: an index by what they are made of.

What is compared is chosen by the functions in a formula and by what its left side names, and then by how many
parts of each kind it has, so that few equations are gone through.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from symformer.functions import lookup
from symformer.reasoning.recognise import Candidate, candidates, plain_name
from symformer.terms.parts import unindexed
from symformer.terms.show import GREEK
from symformer.terms.term import (
    Apply,
    Cases,
    Index,
    IndexedSum,
    Number,
    Power,
    Symbol,
    Term,
    walk,
)

MOST_APART = 4  # in how many parts a formula one edit away may differ
MOST_APART_NAMED = 8  # the same where the left side names the equation
FEWEST, MOST = 4, 60  # parts of a formula that is looked at
FEWEST_NAMED = 3  # the same where the left side names the equation
COMMON = frozenset({"name", "number", "Sum", "Product", "Power", "Transpose", "Elementwise", "Relation", "Slice"})
LEFT = "left "  # begins what a left side names
Features = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Likely:
    """A statement of the catalogue with what it is made of, how many parts it has and which functions it defines."""

    candidate: Candidate
    features: Features
    size: int
    defines: frozenset[str]


def likely(left: Term, right: Term) -> list[Likely]:
    """The statements that a formula, in normal form, may be one edit away from."""
    features, size = _features(right)
    operators = operators_of(left)
    if not (FEWEST_NAMED if operators else FEWEST) <= size <= MOST:
        return []
    index = _index()
    by_kind = [each for kind in features if kind not in COMMON for each in index.get(kind, ())]
    by_kind += index.get(LEFT + plain_left(left), ())
    by_name = [each for name in operators for each in index.get(LEFT + name, ())]
    found = {id(each): each for each in by_kind if _is_near(each, features, size, MOST_APART)}
    found.update({id(each): each for each in by_name if _is_near(each, features, size, MOST_APART_NAMED)})
    return list(found.values())


def _is_near(each: Likely, features: Features, size: int, most: int) -> bool:
    if abs(each.size - size) > most:
        return False
    ours = each.features
    apart = sum(abs(count - features.get(kind, 0)) for kind, count in ours.items())
    return apart + sum(count for kind, count in features.items() if kind not in ours) <= most


def _features(term: Term) -> tuple[Features, int]:
    """How many parts of each kind a formula has, and how many in all."""
    found: dict[str, int] = {}
    size = 0
    for part in walk(term):
        size += 1
        kind = _kind(part)
        found[kind] = found.get(kind, 0) + 1
    return found, size


def _kind(part: Term) -> str:
    match part:
        case Symbol() | Index():
            return "name"
        case Number():
            return "number"
        case Apply():
            return part.function
        case IndexedSum():
            return part.kind
        case Power(exponent=Number(value=exponent)) if exponent.denominator == 2:
            return "root"
        case Cases():
            return "cases"
    return type(part).__name__


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[Likely, ...]]:
    """The statements of the catalogue by each feature that tells something, and by what their left sides define."""
    found: dict[str, list[Likely]] = {}
    for candidate in candidates():
        features, size = _features(candidate.pattern.term)
        each = Likely(candidate, features, size, _defined(candidate))
        names = [LEFT + name for name in (*each.defines, plain_left(candidate.statement.sides[0])) if name]
        for name in dict.fromkeys((*names, *(kind for kind in features if kind not in COMMON))):
            found.setdefault(name, []).append(each)
    return {name: tuple(those) for name, those in found.items()}


def _defined(candidate: Candidate) -> frozenset[str]:
    """The functions that an equation of the catalogue defines, by id."""
    if candidate.statement != candidate.given.statements[0]:
        return frozenset()
    return operators_of(candidate.statement.sides[0]) | frozenset(candidate.given.equation.operators)


@lru_cache(maxsize=1024)
def operators_of(left: Term) -> frozenset[str]:
    """The functions that a left side names, by id: those of LayerNorm(x), PE_{t,2i} and L_CE; names as they stand.

    >>> sorted(operators_of(Symbol("L_CE"))), sorted(operators_of(Apply("LN", (Symbol("x"),))))
    (['cross-entropy'], ['LN', 'layer-norm'])
    """
    head = unindexed(left)
    names: tuple[str, ...]
    if isinstance(head, Apply):
        names = (head.function,) if head.function not in ("derivative", "gradient") else ()
    else:
        name = head.name if isinstance(head, Symbol) else ""
        word = name.isalpha() and name not in GREEK
        names = (name, *re.split(r"[_^]", name)) if len(name) > 1 and (word or "_" in name) else ()
    known = (lookup(name) for name in names if len(name) > 1)
    words = frozenset(each for each in names[:1] if each.isalpha() and each not in GREEK)
    return words | frozenset(each.id for each in known if each is not None)


def plain_left(left: Term) -> str:
    """The letter of a left side without its font and marks: m of m_t, sigma of σ²."""
    head = left.base if isinstance(left, Power) else left
    return plain_name(head).partition("_")[0]
