"""Sums over a letter from a number to a size: what they are of, where they end, and what says that they may."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import slots_of, unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.cued import Cued

Family = tuple[str, int, int]  # a name, and which of how many slots
ONE = number(1)
INDUCTION = Cued(r"\b(?:inducti\w+|telescop\w+|all but|except|leav\w+ out|remaining)\b|归纳|除了", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Run:
    """A sum over a letter from a number to a size, give or take one: n, n - 1, n + 1."""

    total: IndexedSum
    first: int
    last: Dimension
    size: Dimension  # the n of n - 1

    @property
    def count(self) -> Dimension:
        """How many terms it has."""
        return self.last - number(self.first) + ONE


def run_of(part: Term) -> Run | None:
    """A sum or product from 0 or 1 to a size, or to one less or more; nothing for one with a condition."""
    if not isinstance(part, IndexedSum) or part.kind not in ("sum", "product") or part.condition is not None:
        return None
    if part.index is None or part.upper is None or not isinstance(part.lower, Number) or part.lower.value not in (0, 1):
        return None
    last = dimension_of(part.upper)
    for size in (last, last + ONE, last - ONE) if last is not None else ():
        if size.letter is not None and last is not None:
            return Run(part, int(part.lower.value), last, size)
    return None


def is_one_off(run: Run, count: Dimension) -> bool:
    """Whether a sum has one term more than so many, or one less."""
    apart = (run.count - count).number
    return apart is not None and abs(apart) == 1


def is_shifted(body: Term, letter: Symbol) -> bool:
    """Whether the letter of a sum is a value in it, or has a neighbour: then its ends may be anywhere."""
    stack: list[Term] = [body]
    used = False
    while stack:
        top = stack.pop()
        if top == letter:
            return True
        if top == Apply("upper", (letter,)):
            used = True  # the i of l^{(i)}(w, b)
        elif isinstance(top, Index):
            for slot in slots_of(top):
                if slot == letter:
                    used = True
                elif letter in walk(slot) and not _is_prefix(slot):
                    return True
            stack.append(top.base)
        else:
            stack.extend(children(top))
    return not used


def _is_prefix(slot: Term) -> bool:
    return isinstance(slot, Slice) or isinstance(slot, Apply) and slot.function.startswith("prefix")


def _is_history(slot: Term) -> bool:
    """Whether an index is all that came before: the ``<t`` of x_{<t}, the ``1:t-1`` of x_{1:t-1}."""
    return _is_prefix(slot) and not (isinstance(slot, Slice) and not isinstance(slot.start, Number))


def families_in(body: Term, letter: Symbol) -> frozenset[Family]:
    """What the letter is an index of; nothing where it is a value too, or shifted, so that the ends matter."""
    found: set[Family] = set()
    stack: list[Term] = [body]
    while stack:
        top = stack.pop()
        if top == letter:
            return frozenset()
        if isinstance(top, Apply) and Apply("upper", (letter,)) in top.labels:
            found.add((unstyled(top.function), 0, 1))
            stack.extend(top.arguments)
            continue
        if not isinstance(top, Index):
            stack.extend(children(top))
            continue
        slots = slots_of(top)
        for at, slot in enumerate(slots):
            if slot == letter and isinstance(top.base, Symbol):
                found.add((unstyled(top.base.name), at, len(slots)))
            elif letter in walk(slot) and not _is_history(slot):
                return frozenset()
        if not isinstance(top.base, Symbol):
            stack.append(top.base)
    return frozenset(found)


def named_by_zero(model: SemanticModel) -> frozenset[Family]:
    """The families whose member 0 is spoken of: a bias w_0, a state h_0."""
    return frozenset(
        (unstyled(part.base.name), at, len(slots_of(part)))
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Index) and isinstance(part.base, Symbol)
        for at, slot in enumerate(slots_of(part))
        if isinstance(slot, Number) and slot.value == 0
    )


# -- what says that a sum may end elsewhere ------------------------------------------------------------------


def is_mean_of_its_terms(term: Term) -> bool:
    """Whether a sum is divided by the number of its terms, which is less than there are: 1 / (T - 1) of t = 1, …, T - 1."""
    for part in walk(term):
        match part:
            case Product(
                factors=(
                    *_,
                    Quotient(Number(), Sum() as under),
                    IndexedSum(kind="sum", lower=Number(value=first)) as total,
                )
            ):
                count, last = dimension_of(under), None if total.upper is None else dimension_of(total.upper)
                if count is not None and last is not None and (last - count).number == first - 1:
                    return True
    return False


def usual_ends(model: SemanticModel) -> dict[Dimension, set[int]]:
    """In how many formulas sums end at each place."""
    found: dict[Dimension, set[int]] = defaultdict(set)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, IndexedSum) and (run := run_of(part)) is not None:
                found[run.last].add(id(statement))
    return found


def says_so(model: SemanticModel, statement: Statement) -> bool:
    """Whether words about a formula tell that its last term is left out."""
    span = statement.span
    return INDUCTION.search(model.document.source.text, max(0, span.start - 200), span.end + 200) is not None


def is_weighed(body: Term, letter: Symbol) -> bool:
    """Whether a sum is one of products of two things that run along: such sums take all there are."""
    factors = body.factors if isinstance(body, Product) else ()
    return sum(letter in walk(factor) for factor in factors) > 1


def leading_letters(model: SemanticModel) -> frozenset[str]:
    """The letters that are an index of what an equation tells: sums up to them are sums so far."""
    return frozenset(
        slot.name
        for statement, _ in once(model, asserted_formulas)
        if isinstance(statement.term, Relation)
        for slot in slots_of(statement.term.sides[0])
        if isinstance(slot, Symbol)
    )


def has_last(statement: Statement, family: Family, run: Run) -> bool:
    """Whether a formula has the last member beside a sum that leaves it out: ``x_n + Σ_{i=1}^{n-1} x_i``."""
    return run.last != run.size and any(_is_member(part, family, run.size) for part in walk(statement.term))


def _is_member(part: Term, family: Family, at: Dimension) -> bool:
    match part:
        case Index(base=Symbol(name=name)):
            return unstyled(name) == family[0] and any(dimension_of(slot) == at for slot in slots_of(part))
        case Symbol(name=name):
            return f"{unstyled(family[0])}_{at}" == name  # read as a label: p_K
    return False


def stands_beside_one(total: IndexedSum, parts: Sequence[Term]) -> bool:
    """Whether a number is added to a sum: the class of reference of ``1 + Σ``, the rest of ``1 - Σ``."""
    return any(
        isinstance(part, Sum)
        and any(isinstance(term, Number) for term in part.terms)
        and any(term is total or isinstance(term, Product) and total in term.factors for term in part.terms)
        for part in parts
    )


# -- in words ------------------------------------------------------------------------------------------------


def letter_of(run: Run) -> str:
    """The letter of a sum, as readers see it."""
    return spell(run.total.index.name) if run.total.index is not None else ""


def end_problem(statement: Statement, run: Run, message: str, advice: str, *related: Related) -> Problem:
    """A warning at a sum about where it ends."""
    place = statement.place(run.total.origin)
    return Problem(
        place,
        message,
        help=advice,
        level="warning",
        related=related,
        evidence={"kind": "index", "letter": letter_of(run)},
        key=f"ends@{place.start}",
    )
