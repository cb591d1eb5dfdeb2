r"""Steps that do not follow from what the note defines, and would with one small change.

A step may rest on facts that nobody wrote down: that it does not follow proves nothing by itself.  But where the note's own
definitions, put in, make the two sides equal as soon as one sign is turned, one square or root is added or taken away, or
one quotient turned over, no other fact was meant, and that place is the slip.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import is_kept_out, plain
from symformer.judging.steps.derivations import steps
from symformer.judging.steps.step_faults import refuted_steps
from symformer.reasoning.scalars import are_equal
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, put_in, with_part
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

MOST_EDITS = 60  # of one side
MOST_STEPS = 240  # of one note
MOST_NODES = 120
MOST_TRIED = 4000  # changed steps of one note
FEWEST_LETTERS = 2  # that both sides share
DEEPEST = 3  # definitions within definitions
SIGNS = frozenset({"=", ":=", "≡"})
ASSIGNS = SIGNS | {"←", "⟵"}
MOST_FORMS = 4  # of one name in one section
Told = tuple[int, Statement, Term]  # where a name is said to be something, and what
MINUS, TWO = Number(Fraction(-1)), Number(Fraction(2))
UNSURE = frozenset({"derivative", "gradient", "given", "O", "approximately", "E"})


@dataclass(frozen=True, slots=True)
class NearStep:
    """A step that would follow with another term in the place of one of its own."""

    statement: Statement
    now: Term
    meant: Term
    told: tuple[Statement, ...]


def near_problem(near: NearStep) -> Problem:
    """A step or a derivative that is right but for one sign, power or turned quotient, in words."""
    now, meant = show_styled(near.now), show_styled(near.meant)
    place = near.statement.place(origin_of(near.now))
    return Problem(
        place,
        f"this does not follow: with {meant} for {now} both sides are equal",
        level="warning",
        help=f"try {meant}",
        related=tuple(Related(each.span, "what is put in") for each in near.told[:2] if each is not near.statement),
        evidence={"kind": "step", "left": meant, "right": now},
        key=f"near@{place.start}",
    )


def near_steps(model: SemanticModel) -> Iterator[NearStep]:
    """Each step that is one slip away from following from what the note defines before it, and in its section."""
    judged = {(id(step.statement), step.at) for step in steps(model) if step.found.outcome in ("proved", "supported")}
    refuted = {id(step.statement) for step in refuted_steps(model)}
    book = book_of(model)
    left_over = MOST_TRIED
    for told, statement, at, left, right in islice(_claims(model, book), MOST_STEPS):
        if (id(statement), at) in judged and told is statement or {id(statement), id(told)} & refuted:
            continue
        found, tried = _near(left, right, book, statement, left_over)
        left_over -= tried
        if found is not None and (found[2] or at or told is not statement):  # an equation by itself is a law
            yield NearStep(statement, *found)


# -- claims ---------------------------------------------------------------------------------------------------------------


def _claims(
    model: SemanticModel, book: dict[Term, list[Told]]
) -> Iterator[tuple[Statement, Statement, int, Term, Term]]:
    """The neighbours of chains, and the assignments of one name that stand one below the other in a display."""
    before: tuple[Statement, Term, Term] | None = None
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        for at, sign in enumerate(term.relations):
            left, right = (plain(side) for side in term.sides[at : at + 2])
            if sign in SIGNS and (at or not _is_name(left)) and is_workable(left) and is_workable(right):
                yield statement, statement, at, left, right
        left, right = plain(term.sides[0]), plain(term.sides[1])
        if term.relations[0] not in ASSIGNS or not isinstance(left, Index | Symbol):
            before = None
            continue
        yield from _told_again(statement, term, book)
        if before is not None and before[1] == left and before[0].formula is statement.formula:
            if is_workable(before[2]) and is_workable(right):
                yield before[0], statement, 0, before[2], right
        before = statement, left, right


def _told_again(
    statement: Statement, term: Relation, book: dict[Term, list[Told]]
) -> Iterator[tuple[Statement, Statement, int, Term, Term]]:
    """What a name is said to be here beside what it is said to be above in the section: either may hold the slip."""
    for at, sign in enumerate(term.relations):
        name, right = plain(term.sides[at]), plain(term.sides[at + 1])
        if sign not in SIGNS or not isinstance(name, Index | Symbol):
            return
        if not is_workable(right) or _is_name(right):
            continue
        for _, there, body in book.get(name, ())[:MOST_FORMS]:
            if there.span.start < statement.span.start and there.section == statement.section and body != right:
                if not _is_name(body):
                    yield there, statement, at, body, right
                    yield statement, there, at, right, body


def _is_name(side: Term) -> bool:
    """Whether a side is a name, a member or a call, which an equation may define."""
    return isinstance(side, Symbol | Index | Apply | Number)


def is_workable(side: Term) -> bool:
    """Whether a side is a formula of numbers that can be worked with."""
    if is_kept_out(side) or sum(1 for _ in walk(side)) > MOST_NODES:
        return False
    return not any(isinstance(part, Apply) and part.function in UNSURE for part in walk(side))


# -- definitions ----------------------------------------------------------------------------------------------------------


def book_of(model: SemanticModel) -> dict[Term, list[Told]]:
    """What the names of a note are said to be, worked out once."""
    return once(model, _book_of)


def _book_of(model: SemanticModel) -> dict[Term, list[Told]]:
    """What names, members and means are said to be, in order: every side of their chains that can be worked with."""
    found: dict[Term, list[Told]] = defaultdict(list)
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if not set(term.relations) <= ASSIGNS:
            continue
        sides = [plain(side) for side in term.sides]
        for at, left in enumerate(sides):
            if not isinstance(left, Symbol | Index | Apply):
                break
            for body in sides[at + 1 :]:
                parts = set(walk(body))
                if left not in parts and is_workable(body) and any(isinstance(each, Symbol) for each in parts):
                    found[left].append((statement.span.start, statement, body))
    return found


def told_at(name: Term, book: Mapping[Term, list[Told]], here: Statement) -> list[Told]:
    """What a name is last said to be above a statement, in all forms; below it only where nothing above says it."""
    told = [each for each in book.get(name, ()) if each[1] is not here]
    above = [each for each in told if each[0] < here.span.start]
    if above:
        return [each for each in above if each[1] is above[-1][1]][:2]
    return [each for each in told if each[1].section == here.section][:1]


# -- one slip away --------------------------------------------------------------------------------------------------------


Slip = tuple[Term, Term, tuple[Statement, ...]]


def _near(left: Term, right: Term, book: dict[Term, list[Told]], here: Statement, most: int) -> tuple[Slip | None, int]:
    """The slip after which a step follows, if there is one and it does not follow as it is; and how much was tried."""
    kept: list[tuple[Term, dict[Term, Term], tuple[Statement, ...]]] = []
    for ours, values, told in _ways(left, right, book, here):
        equal = are_equal(ours, put_in(right, values))
        if equal:
            return None, 1
        if equal is not None and len(_letters(ours) & _letters(put_in(right, values))) >= FEWEST_LETTERS:
            kept.append((ours, values, told))
    tried = 0
    for now, meant, edited in islice(edits(right), MOST_EDITS) if kept else ():
        for ours, values, told in kept if edited != left else ():
            tried += 1
            if tried > most:
                return None, tried
            if are_equal(ours, put_in(edited, values)):
                return (now, meant, told), tried
    return None, tried


def _ways(
    left: Term, right: Term, book: dict[Term, list[Told]], here: Statement
) -> Iterator[tuple[Term, dict[Term, Term], tuple[Statement, ...]]]:
    """The left side, and what is put in for the names on the right: nothing, what only one side has, or all."""
    yield left, {}, ()
    ours, theirs = _names(left), _names(right)
    first = _put_in_for(ours - theirs, theirs, book, here)
    last = _put_in_for(theirs - ours, ours, book, here)
    for number in range(2):
        values = {name: told[min(number, len(told) - 1)] for name, told in first.items()}
        others = {name: told[min(number, len(told) - 1)] for name, told in last.items()}
        told = tuple(each[1] for each in (*values.values(), *others.values()))
        bodies: dict[Term, Term] = {name: each[2] for name, each in values.items()}
        behind: dict[Term, Term] = {name: each[2] for name, each in others.items()}
        if values:
            yield put_in(left, bodies), {}, told
        if others:
            yield left, behind, told
        if values and others:
            yield put_in(left, bodies), behind, told
        deep = _deeply({**bodies, **behind}, book, here)
        if deep:
            yield put_in(left, deep), deep, told


def _put_in_for(
    names: set[Term], wanted: set[Term], book: dict[Term, list[Told]], here: Statement
) -> dict[Term, list[Told]]:
    """What names stand for, the form first that is made of what the other side has."""
    found = {name: told for name in names if (told := told_at(name, book, here))}
    return {name: sorted(told, key=lambda each: len(_names(each[2]) - wanted)) for name, told in found.items()}


def _deeply(values: dict[Term, Term], book: dict[Term, list[Told]], here: Statement) -> dict[Term, Term]:
    """Values in which the names that are told are put in too."""
    found = dict(values)
    for _ in range(DEEPEST):
        inside: dict[Term, Term] = {}
        for body in found.values():
            for name in _names(body) - found.keys():
                if (told := told_at(name, book, here)) and not _is_of_family(name, told[0][2]):
                    inside[name] = told[0][2]
        if not inside:
            break
        found = {name: put_in(body, inside) for name, body in found.items()}
    return found


def _is_of_family(name: Term, body: Term) -> bool:
    """Whether a member is made of others of its family, so that putting it in leads nowhere."""
    base = name.base if isinstance(name, Index) else name
    return any(isinstance(part, Index) and part.base == base for part in walk(body))


def _names(term: Term) -> set[Term]:
    return {part for part in walk(term) if isinstance(part, Symbol | Index | Apply)}


def _letters(term: Term) -> set[Term]:
    return {part for part in walk(term) if isinstance(part, Symbol)}


def edits(term: Term) -> Iterator[tuple[Term, Term, Term]]:
    """A part of a term, what it may have been meant to be, and the term with that in its place."""
    for now, meant in _edits_here(term):
        yield now, meant, meant if now is term else _with(term, now, meant)
    if isinstance(term, Index):
        return
    for at, part in enumerate(children(term)):
        if isinstance(term, IndexedSum) and part is not term.body:
            continue
        for now, meant, edited in edits(part):
            yield now, meant, with_part(term, at, edited)


def _with(term: Term, now: Term, meant: Term) -> Term:
    """A term with one of its direct parts, told by its identity, replaced."""
    for at, part in enumerate(children(term)):
        if part is now:
            return with_part(term, at, meant)
    return term


def _edits_here(term: Term) -> Iterator[tuple[Term, Term]]:
    match term:
        case Sum(terms):
            yield from ((each, _turned(each)) for each in terms)
            yield from ((each, Apply("sqrt", (each,))) for each in terms if isinstance(each, Quotient | Index | Symbol))
            yield from ((each, Power(each, TWO)) for each in terms if isinstance(each, Index | Symbol))
        case Product(factors) if len(factors) > 1 and factors[0] == MINUS:
            yield term, _turned(term)
        case Quotient(above, below):
            yield term, Quotient(below, above)
        case Power(base, Number(value=value)) if value == 2:
            yield term, base
        case Apply("sqrt", (inner,)):
            yield term, inner
    if isinstance(term, Product | Quotient | Sum | Apply) and not isinstance(term, Sum):
        for part in children(term):
            if isinstance(part, Index | Symbol | Sum) or isinstance(part, Apply) and part.function != "sqrt":
                yield part, Power(part, TWO)
            if isinstance(part, Sum | Product | Quotient | Index | Symbol) and not isinstance(term, Apply):
                yield part, Apply("sqrt", (part,))


def _turned(term: Term) -> Term:
    match term:
        case Product((first, *rest), sign) if first == MINUS and rest:
            return rest[0] if len(rest) == 1 else Product(tuple(rest), sign)
        case Number(value):
            return Number(-value)
    return Product((MINUS, term))
