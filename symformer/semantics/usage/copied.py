"""Equations copied without changing all of them: ``K = X W_K``, ``V = X W_K``, where W_V is told and used nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import EQUAL, EXACTLY_EQUAL, Apply, Index, Number, Relation, Symbol, Term, children

NEAR = 700  # characters between two equations of which one is a copy of the other
LISTED = 100  # characters between names that are told together


@dataclass(frozen=True, slots=True)
class Copied:
    """A name that was left as it was in a copy.

    ``twin`` is the equation that has the name by right, None where the name stands twice in one equation;
    ``idle`` is what was probably meant: told like the name, and used nowhere else.
    """

    statement: Statement
    name: Term
    twin: Statement | None
    idle: Term
    told: Declaration | None


def copied_names(model: SemanticModel) -> Iterator[Copied]:
    """Each name that was copied along, where another is told beside it that nothing uses."""
    equations = [each for each in model.statements if _is_equation(each)]
    if not equations:
        return
    idle = _idle(model)
    if idle:
        yield from _in_two_equations(equations, idle)
        yield from _twice_in_one(equations, idle)
    yield from _labels_left(equations, model)


def _is_equation(statement: Statement) -> bool:
    """Whether a statement is a definition of a name by something with parts."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return False
    if term.relations[0] not in EXACTLY_EQUAL or not isinstance(term.sides[0], Symbol | Index | Apply):
        return False
    return bool(children(term.sides[1])) and not isinstance(term.sides[1], Index)


# -- what is told and used nowhere -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Idle:
    term: Term
    declaration: Declaration
    beside: frozenset[Term]  # told in the same words, with the same sizes


def _idle(model: SemanticModel) -> list[_Idle]:
    """The names with sizes that no formula uses, though others that were told with them are used."""
    told: dict[Term, Declaration] = {}
    for declaration in model.table.declarations:
        if declaration.sizes and declaration.by != "annotation" and _is_name(declaration.symbol):
            told.setdefault(declaration.symbol, declaration)
    used = {name for statement in model.statements for name in _used_names(statement)}
    families = {name_of(each) for each in used if isinstance(each, Index)}
    order = sorted(told, key=lambda term: told[term].span.start)
    return [
        _Idle(term, told[term], _beside(at, order, told))
        for at, term in enumerate(order)
        if term not in used and (isinstance(term, Symbol) or name_of(term) not in families or _is_member(term))
    ]


def _beside(at: int, order: list[Term], told: dict[Term, Declaration]) -> frozenset[Term]:
    """What is told in one list with the name at a place, with the same sizes."""
    mine = told[order[at]]
    found: set[Term] = set()
    for step in (-1, 1):
        other = at + step
        while 0 <= other < len(order) and abs(told[order[other]].span.start - mine.span.start) < LISTED:
            if told[order[other]].sizes == mine.sizes:
                found.add(order[other])
            other += step
    return frozenset(found)


def _is_name(term: Term) -> bool:
    """A letter with its labels, or a member of a family."""
    match term:
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            return taken_apart(name).is_letter
    return False


def _is_member(term: Term) -> bool:
    """Whether a member has a number: other members may be used."""
    return isinstance(term, Index) and all(isinstance(slot, Number) for slot in term.slots)


def _used_names(statement: Statement) -> Iterator[Term]:
    """The names and members that a statement uses, and does not only tell."""
    term = statement.term
    if isinstance(term, Symbol | Index):
        return
    if isinstance(term, Relation) and any(sign in ("∈", "⊂", "⊆", ":") for sign in term.relations):
        sides = term.sides if term.relations[0] in EQUAL else ()
        yield from (name for side in sides for name in _names(side))
        return
    yield from _names(term)


def _names(term: Term) -> Iterator[Term]:
    """The names and members in a term, from left to right, without what stands in their slots."""
    stack = [term]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol | Index):
            yield top
        else:
            stack.extend(reversed(children(top)))


# -- two equations, one right side -------------------------------------------------------------------


def _in_two_equations(equations: list[Statement], idle: Iterable[_Idle]) -> Iterator[Copied]:
    for one, other in _copies(equations):
        names = [name for name in dict.fromkeys(_names(_right(other))) if _is_name(name)]
        for name in names:
            alike = [each for each in idle if name in each.beside or _differs_in_label(name, each.term)]
            if len(alike) == 1:
                meant = alike[0]
                copy, twin = (one, other) if _goes_with(one, meant.term, name, other) else (other, one)
                place = next(each for each in _names(_right(copy)) if each == name)
                yield Copied(copy, place, twin, meant.term, meant.declaration)
                break


def _copies(equations: list[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Two names near each other that are defined by the same right side."""
    last: dict[tuple[int, Term], Statement] = {}
    for statement in equations:
        assert isinstance(statement.term, Relation)
        if len(statement.term.sides) != 2:
            continue
        key = (statement.section, statement.term.sides[1])
        before = last.get(key)
        if before is not None and isinstance(before.term, Relation) and before.term.sides[0] != statement.term.sides[0]:
            if statement.span.start - before.span.end < NEAR:
                yield before, statement
        last[key] = statement


def _right(statement: Statement) -> Term:
    assert isinstance(statement.term, Relation)
    return statement.term.sides[1]


def _left_letters(statement: Statement) -> frozenset[str]:
    """The letter of what is defined, and the letters of its label, small."""
    assert isinstance(statement.term, Relation)
    left = statement.term.sides[0]
    name = left.function if isinstance(left, Apply) else name_of(left) or ""
    spelling = taken_apart(name)
    return frozenset({spelling.letter.casefold(), *(spelling.below + spelling.above).casefold()})


def _labels(term: Term) -> frozenset[str]:
    spelling = taken_apart(name_of(term) or "")
    return frozenset((spelling.below + spelling.above).casefold())


def _goes_with(statement: Statement, meant: Term, name: Term, other: Statement) -> bool:
    """Whether it is the first of two copies that should have what was meant: its letter is the label of that."""
    mine, theirs = _left_letters(statement), _left_letters(other)
    own = len(mine & _labels(meant)) - len(theirs & _labels(meant))
    held = len(theirs & _labels(name)) - len(mine & _labels(name))
    return own + held > 0


def _differs_in_label(one: Term, other: Term) -> bool:
    """Whether two names are one letter in one style, with different labels or numbers."""
    match one, other:
        case Symbol(name=left), Symbol(name=right):
            first, second = taken_apart(left), taken_apart(right)
            style = (first.letter, first.font, first.accents, first.primes)
            return style == (second.letter, second.font, second.accents, second.primes) and left != right
        case Index(base=first_base), Index(base=second_base):
            return first_base == second_base and one != other
    return False


# -- one name twice ----------------------------------------------------------------------------------


def _twice_in_one(equations: list[Statement], idle: Iterable[_Idle]) -> Iterator[Copied]:
    """``f(W_g x) ⊙ W_g x`` where W_g and W_u are told together, and W_u is used nowhere."""
    paired = {name: each for each in idle for name in each.beside if len(each.beside) == 1}
    if not paired:
        return
    places: dict[Term, list[tuple[Statement, Term]]] = {}
    for statement in equations:
        for name in _names(_right(statement)):
            if name in paired:
                places.setdefault(name, []).append((statement, name))
    for name, found in places.items():
        if len(found) == 2 and found[0][0] is found[1][0]:
            statement, second = found[1]
            yield Copied(statement, second, None, paired[name].term, paired[name].declaration)


# -- labels of the left side -------------------------------------------------------------------------


def _labels_left(equations: list[Statement], model: SemanticModel) -> Iterator[Copied]:
    """``T_r = N / B_r``, ``T_c = N / B_r``: the label changed on the left and stayed on the right."""
    for one, other in _copies(equations):
        before, after = _label_of_left(one), _label_of_left(other)
        if before is None or after is None or before[0] != after[0]:
            continue
        kept = Counter(name for name in _names(_right(other)) if isinstance(name, Symbol) and _label(name) == before[1])
        if sum(kept.values()) != 1:
            continue
        name = next(each for each in _names(_right(other)) if each in kept)
        assert isinstance(name, Symbol)
        meant = name.name[: len(name.name) - len(before[1])] + after[1]
        if model.uses.of(meant).occurrences:
            yield Copied(other, name, one, Symbol(meant), None)


def _label_of_left(statement: Statement) -> tuple[str, str] | None:
    assert isinstance(statement.term, Relation)
    left = statement.term.sides[0]
    if not isinstance(left, Symbol) or not (label := _label(left)):
        return None
    return left.name[: len(left.name) - len(label)], label


def _label(name: Symbol) -> str:
    """The label below a name that has no other."""
    spelling = taken_apart(name.name)
    return spelling.below if spelling.below and not spelling.above and name.name.endswith("_" + spelling.below) else ""
