r"""Names that a note always gives an index, but for one place: ``y_j - g`` where all else has ``g_j``.

The place must be one where the index is at hand: in a sum over it, or in an equation for one member of a family.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.told_besides import spoken_names
from symformer.terms.parts import origin_of
from symformer.terms.show import GREEK, show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

FEWEST = 1  # members that the note writes
FEWEST_ALIKE = 2  # arrays of the letter that have the index, beside the one that has none
COEFFICIENTS = frozenset({*GREEK, *"c d e i j k m n N".split()})  # one number in one place, one for each in another
OPERATIONS = (Product, Quotient, Sum, Elementwise)


@dataclass(frozen=True, slots=True)
class _Bare:
    """A name without an index, the letters that are at hand as one, and what it is an operand of."""

    name: Symbol
    statement: Statement
    letters: frozenset[str]
    within: Term


def bare_name_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each name that stands once without the index that it has everywhere else."""
    members, bare = _counted(model)
    lone = {name for name, times in bare.items() if times == 1 and sum(members[name].values()) >= FEWEST}
    for statement, parts in once(model, asserted_formulas):
        if (member := _left_behind(statement, parts, bare)) is not None:
            yield _problem(*member, model)
            continue
        for found in _bare_operands(statement):
            name = found.name.name
            letters = [letter for letter in found.letters if letter in members[name]]
            if name in COEFFICIENTS or any(each.sizes for each in model.uses.of(name).declarations):
                continue  # a rate may be one number or a schedule; of vectors, their sizes tell
            if name in lone and len(letters) == 1 and name not in once(model, _spoken):
                yield _problem(found, Symbol(letters[0]), model)
            elif (letter := _of_twin(found, members)) is not None:
                yield _problem(found, letter, model)


def _spoken(model: SemanticModel) -> frozenset[str]:
    return frozenset(spoken_names(model.document))


def _counted(model: SemanticModel) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """With which letters each name is indexed, and how often it stands without."""
    members: dict[str, Counter[str]] = defaultdict(Counter)
    every: Counter[str] = Counter()
    for statement in model.statements:
        for part in walk(statement.term):
            match part:
                case Index(base=Symbol(name=name), indices=(Symbol(name=letter),), upper=()):
                    members[name][letter] += 1
                    every[name] -= 1
                case Index(base=Symbol(name=name)):
                    members[name]["…"] += 1
                    every[name] -= 1
                case Symbol(name=name):
                    every[name] += 1
                case Apply(function=name):
                    every[name] += 2  # a function by the same letter
    return members, every


def _bare_operands(statement: Statement) -> Iterator[_Bare]:
    """The names that are multiplied, divided or added where an index is at hand."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return
    left = term.sides[0]
    own = _letters_of(left) if isinstance(left, Index) else frozenset()
    for side in term.sides[1:]:
        for found in _within(side, own, statement):
            if not (isinstance(left, Index) and left.base == found.name):  # u_m is made of u
                yield found


def _letters_of(term: Term) -> frozenset[str]:
    """The letters among the indices of a member, the i of x_{i+1} as well."""
    slots = term.slots if isinstance(term, Index) else ()
    letters = (each.terms[0] if isinstance(each, Sum) else each for each in slots)
    return frozenset(each.name for each in letters if isinstance(each, Symbol) and each.name.islower())


def _within(term: Term, letters: frozenset[str], statement: Statement) -> Iterator[_Bare]:
    if isinstance(term, IndexedSum) and term.index is not None:
        yield from _within(term.body, letters | {term.index.name}, statement)
        return
    if isinstance(term, Index):
        return
    for part in children(term):
        if isinstance(part, Symbol):
            if isinstance(term, OPERATIONS) and letters:  # a whole may well be what a function takes
                yield _Bare(part, statement, letters, term)
        elif not isinstance(part, Number):
            yield from _within(part, letters, statement)


def _of_twin(found: _Bare, members: Mapping[str, Counter[str]]) -> Symbol | None:
    r"""The index of the estimate that a name without one is compared with: ``\sum_i (y - \hat y_i)^2``."""
    if not isinstance(found.within, Sum) or len(found.within.terms) != 2:
        return None
    for part in walk(found.within):
        match part:
            case Index(base=Symbol(name=twin), indices=(Symbol(name=letter) as index,)):
                estimate = taken_apart(twin)
                if estimate.accents == ("hat",) and twin == f"hat({found.name.name})" and letter in found.letters:
                    return index if members[found.name.name][letter] else None
    return None


def _left_behind(statement: Statement, parts: Sequence[Term], bare: Counter[str]) -> tuple[_Bare, Symbol] | None:
    """The one of several like-named arrays that has no index: ``f(W_i^Q q, W_i^K k, W^V v)``."""
    kept: dict[tuple[str, str], set[str]] = defaultdict(set)
    inner: set[int] = set()
    for part in parts:
        match part:
            case Index(base=Symbol(name=name) as base, indices=(Symbol(name=letter),), upper=()):
                kept[_family(name), letter].add(name)
                inner.add(id(base))
    for part in parts:
        if not isinstance(part, Symbol) or id(part) in inner or bare[part.name] != 1 or not _label(part.name):
            continue
        families = [(letter, names) for (family, letter), names in kept.items() if family == _family(part.name)]
        if len(families) == 1 and len(families[0][1] - {part.name}) >= FEWEST_ALIKE and part.name not in families[0][1]:
            letter = families[0][0]
            return _Bare(part, statement, frozenset({letter}), part), Symbol(letter)
    return None


def _family(name: str) -> str:
    spelling = taken_apart(name)
    return f"{spelling.letter} {spelling.font}" if _label(name) else ""


def _label(name: str) -> str:
    spelling = taken_apart(name)
    return spelling.below or spelling.above


def _problem(found: _Bare, letter: Symbol, model: SemanticModel) -> Problem:
    member = show(Index(found.name, (letter,)))
    place = found.statement.place(found.name.origin)
    related = _related(found.name, letter, member, model)
    beside = f"and elsewhere as {member}" if related else f"beside others that have {letter.name}"
    return Problem(
        place,
        f"{spell(found.name.name)} stands here without an index, {beside}",
        help=f"try {member}",
        related=related,
        evidence={"kind": "index", "letter": letter.name, "symbol": found.name.name},
        key=f"bare@{place.start}",
    )


def _related(name: Symbol, letter: Symbol, member: str, model: SemanticModel) -> tuple[Related, ...]:
    """The first place where the name has its index."""
    return tuple(
        Related(statement.place(origin_of(part)), f"{member} stands here")
        for statement, parts in once(model, asserted_formulas)
        for part in parts
        if isinstance(part, Index) and part.base == name and part.indices == (letter,)
    )[:1]
