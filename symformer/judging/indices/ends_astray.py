r"""Sums that end one term short of what they are of, or one past it.

``\frac1n \sum_{i=1}^{n-1} x_i`` is no mean, ``e^{x_i} / \sum_{j=1}^{n-1} e^{x_j}`` leaves the last share out, and
``p(x_1, …, x_T) = \prod_{t=1}^{T-1} p(x_t | x_{<t})`` the last factor.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem, Related
from symformer.judging.indices.sums import families_in, named_by_zero
from symformer.judging.indices.told_counts import counted_things
from symformer.judging.steps.step_faults import refuted_steps
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.declaration import Declaration
from symformer.semantics.indices.axes import sums_one_off
from symformer.semantics.indices.ranges import Counted, counted, slots_of, unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
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
from symformer.text.span import Span

Family = tuple[str, int, int]  # a name, and which of how many slots
ONE = number(1)
INDUCTION = re.compile(r"\b(?:inducti\w+|telescop\w+|all but|except|leav\w+ out|remaining)\b|归纳|除了", re.IGNORECASE)


def ends_astray(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mean, share, joint chance or sum of a family whose last term is not the last there is."""
    told: set[int] = set()
    for problem in (
        *_means(model),
        *_shares(model),
        *_joint(model),
        *_siblings(model),
        *_in_one_chain(model),
        *_counted(model),
        *_along_axes(model),
    ):
        if problem.span.start not in told:
            told.add(problem.span.start)
            yield problem


@dataclass(frozen=True, slots=True)
class _Run:
    """A sum over a letter from a number to a size, give or take one: n, n - 1, n + 1."""

    total: IndexedSum
    first: int
    last: Dimension
    size: Dimension  # the n of n - 1

    @property
    def count(self) -> Dimension:
        """How many terms it has."""
        return self.last - number(self.first) + ONE


def _run(part: Term) -> _Run | None:
    if not isinstance(part, IndexedSum) or part.kind not in ("sum", "product") or part.condition is not None:
        return None
    if part.index is None or part.upper is None or not isinstance(part.lower, Number) or part.lower.value not in (0, 1):
        return None
    last = dimension_of(part.upper)
    for size in (last, last + ONE, last - ONE) if last is not None else ():
        if size.letter is not None and last is not None:
            return _Run(part, int(part.lower.value), last, size)
    return None


def _is_shifted(body: Term, letter: Symbol) -> bool:
    """Whether the letter of a sum is a value in it, or has a neighbour: then its ends may be anywhere."""
    stack: list[Term] = [body]
    used = False
    while stack:
        top = stack.pop()
        if top == letter:
            return True
        if isinstance(top, Index):
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


def _off(run: _Run, count: Dimension) -> bool:
    """Whether a sum has one term more than so many, or one less."""
    apart = (run.count - count).number
    return apart is not None and abs(apart) == 1


# -- means ---------------------------------------------------------------------------------------------------


def _means(model: SemanticModel) -> Iterator[Problem]:
    usual = once(model, _usual_ends)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            for divisor, total in _divided(part):
                run, count = _run(total), dimension_of(divisor)
                if run is None or count is None or run.size != count or not _off(run, count):
                    continue
                if run.first == 0 or run.total.index is None or _is_shifted(run.total.body, run.total.index):
                    continue
                if len(usual[run.last]) > 1 or divisor in walk(run.total.body) or _says_so(model, statement):
                    continue
                yield _problem(
                    statement,
                    run,
                    f"{_letter(run)} runs from {run.first} to {run.last} here, and the sum is divided by {count}",
                    f"try {count} as the last",
                )


def _divided(part: Term) -> Iterator[tuple[Symbol, IndexedSum]]:
    match part:
        case Product(factors=(*_, Quotient(Number(), under), IndexedSum(kind="sum") as total)):
            yield from ((each, total) for each in _sizes(under))
        case Quotient(IndexedSum(kind="sum") as total, Symbol() as divisor):
            yield divisor, total


def _sizes(under: Term) -> Iterator[Symbol]:
    match under:
        case Symbol() | Product(factors=(Number(), Symbol())):
            yield from (part for part in walk(under) if isinstance(part, Symbol))


def _usual_ends(model: SemanticModel) -> dict[Dimension, set[int]]:
    """In how many formulas sums end at each place."""
    found: dict[Dimension, set[int]] = defaultdict(set)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, IndexedSum) and (run := _run(part)) is not None:
                found[run.last].add(id(statement))
    return found


def _says_so(model: SemanticModel, statement: Statement) -> bool:
    span = statement.span
    return INDUCTION.search(model.document.source.text, max(0, span.start - 200), span.end + 200) is not None


# -- shares --------------------------------------------------------------------------------------------------


def _shares(model: SemanticModel) -> Iterator[Problem]:
    """``e^{x_i} / Σ_{j=1}^{n-1} e^{x_j}``: the shares of what is summed do not sum to one."""
    usual = once(model, _usual_ends)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Quotient) or (run := _run(part.denominator)) is None:
                continue
            letter = run.total.index
            if run.first == 0 or run.last == run.size or letter is None or run.total.kind != "sum":
                continue
            if run.size.letter in model.index_names or len(usual[run.last]) > 1 or _says_so(model, statement):
                continue
            if not _is_like(run.total.body, part.numerator, letter) or _is_shifted(run.total.body, letter):
                continue
            yield _problem(
                statement,
                run,
                f"the sum below the line runs from 1 to {run.last}, and shares of {run.size} terms have all of them there",
                f"try {run.size} as the last",
            )


def _is_like(body: Term, above: Term, letter: Symbol) -> bool:
    """Whether a term is one of those that are summed: e^{x_i} of the e^{x_j}."""
    bound: set[Term] = set()
    stack = [(body, above)]
    while stack:
        one, other = stack.pop()
        if one == letter:
            bound.add(other)
            continue
        inside, beside = tuple(children(one)), tuple(children(other))
        if type(one) is not type(other) or len(inside) != len(beside) or not inside and one != other:
            return False
        if getattr(one, "function", None) != getattr(other, "function", None):
            return False
        stack.extend(zip(inside, beside, strict=True))
    return len(bound) == 1 and letter not in bound


# -- joint chances -------------------------------------------------------------------------------------------


def _joint(model: SemanticModel) -> Iterator[Problem]:
    """``p(x_1, …, x_T)`` as a product over t that ends elsewhere than at T."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EXACTLY_EQUAL:
            continue
        wholes = [(side, ends) for side in term.sides if (ends := _last_member(side)) is not None]
        for total in (_of_chances(side) for side in term.sides) if wholes else ():
            run = _run(total) if total is not None else None
            whole, last = wholes[0]
            if run is not None and (run.last - last).number:
                yield _problem(
                    statement,
                    run,
                    f"{_letter(run)} runs to {run.last} here, and {show(whole)} is of all up to {last}",
                    f"try {last} as the last",
                )


def _last_member(whole: Term) -> Dimension | None:
    """Up to where the list goes whose joint chance is told."""
    if not isinstance(whole, Apply):
        return None
    items: Sequence[Term] = whole.arguments
    match items:
        case (Apply(function="tuple", arguments=inside),):
            items = inside
        case (Index(indices=(Slice(stop=stop),)),) if stop is not None:
            return dimension_of(stop)
    if len(items) < 3 or not isinstance(items[-2], Ellipsis):
        return None
    first, end = items[0], items[-1]
    if not isinstance(first, Index) or not isinstance(end, Index) or first.base != end.base:
        return None
    return dimension_of(slots_of(end)[0]) if len(slots_of(end)) == 1 else None


def _of_chances(side: Term) -> IndexedSum | None:
    """The product over chances of a member of a list, given others."""
    factors = side.factors if isinstance(side, Product) else (side,)
    for factor in factors:
        match factor:
            case IndexedSum(
                kind="product",
                index=Symbol() as letter,
                body=Apply(arguments=(Apply(function="given", arguments=(Index() as outcome, _)), *_)),
            ) if letter in slots_of(outcome):
                return factor
    return None


# -- siblings ------------------------------------------------------------------------------------------------


def _siblings(model: SemanticModel) -> Iterator[Problem]:
    """The one sum over a family that ends a step before, or behind, where the others end."""
    runs: dict[tuple[Family, int, Dimension], list[tuple[Statement, _Run]]] = defaultdict(list)
    leading = once(model, _leading_letters)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, IndexedSum) or (run := _run(part)) is None or run.size.letter in leading:
                continue
            letter = run.total.index
            for family in families_in(run.total.body, letter) if letter is not None else ():
                if not _has_last(statement, family, run) and not _stands_beside_one(run.total, parts):
                    runs[family, run.first, run.size].append((statement, run))
    for (family, _, size), found in runs.items():
        by_last: dict[Dimension, list[tuple[Statement, _Run]]] = defaultdict(list)
        for each in found:
            by_last[each[1].last].append(each)
        if len(by_last) != 2:
            continue
        usual, odd = sorted(by_last.values(), key=lambda each: (len(each), each[0][1].last == size), reverse=True)
        if len(odd) > 1 or len(usual) == 1 and usual[0][1].last != size:
            continue
        (statement, run), (beside, other) = odd[0], usual[0]
        if _says_so(model, statement):
            continue
        yield _problem(
            statement,
            run,
            f"{_letter(run)} runs to {run.last} here, and {spell(family[0])} is summed to {other.last} elsewhere",
            f"try {other.last} as the last",
            Related(beside.place(other.total.origin), f"summed to {other.last} here"),
        )


def _in_one_chain(model: SemanticModel) -> Iterator[Problem]:
    """The one sum of a chain of equations that runs to another letter than the others over the same family."""
    for statement, parts in once(model, asserted_formulas):
        if not isinstance(statement.term, Relation) or not set(statement.term.relations) <= EXACTLY_EQUAL:
            continue
        found: dict[Family, list[_Run]] = defaultdict(list)
        if _is_split(parts):
            continue
        for part in parts:
            run = _run(part) if isinstance(part, IndexedSum) and part.kind == "sum" else None
            if run is not None and run.total.index is not None and run.first == 1 and run.last == run.size:
                for family in families_in(run.total.body, run.total.index):
                    found[family].append(run)
        for family, runs in found.items():
            ends = Counter(run.last for run in runs)
            if len(ends) != 2 or min(ends.values()) != 1 or max(ends.values()) < 2:
                continue
            (usual, _), (odd, _) = ends.most_common()
            if any(step.statement is statement for step in once(model, refuted_steps)):
                continue  # told as a step
            run = next(each for each in runs if each.last == odd)
            if all(each.total.body != run.total.body for each in runs if each is not run):
                continue  # of other terms: those that are zero may be left out
            yield _problem(
                statement,
                run,
                f"{_letter(run)} runs to {odd} here, and {spell(family[0])} is summed to {usual} in the same chain",
                f"try {usual} as the last",
            )


def _is_split(parts: tuple[Term, ...]) -> bool:
    """Whether a chain has sums that go on where others end: from n + 1."""
    return any(
        isinstance(part, IndexedSum) and isinstance(part.lower, Sum) and isinstance(part.upper, Symbol)
        for part in parts
    )


def _has_last(statement: Statement, family: Family, run: _Run) -> bool:
    """Whether a formula has the last member beside a sum that leaves it out: ``x_n + Σ_{i=1}^{n-1} x_i``."""
    return run.last != run.size and any(_is_member(part, family, run.size) for part in walk(statement.term))


def _is_member(part: Term, family: Family, at: Dimension) -> bool:
    match part:
        case Index(base=Symbol(name=name)):
            return unstyled(name) == family[0] and any(dimension_of(slot) == at for slot in slots_of(part))
        case Symbol(name=name):
            return f"{unstyled(family[0])}_{at}" == name  # read as a label: p_K
    return False


# -- what is counted -----------------------------------------------------------------------------------------


def _counted(model: SemanticModel) -> Iterator[Problem]:
    """A sum over h_i that goes one past the last of ``h_1, …, h_N``, over ``i = 1, …, N``, or past the number of things."""
    shown = {
        (each.kind, each.name): each
        for each in reversed(once(model, counted))
        if each.kind in ("family", "letter") and each.slots == 1 and each.within is None and each.last.letter
    }
    things = once(model, counted_things)
    leading = once(model, _leading_letters) if shown or things else frozenset()
    for statement, parts in once(model, asserted_formulas) if shown or things else ():
        for part in parts:
            run = _run(part) if isinstance(part, IndexedSum) else None
            if run is None or run.total.index is None or run.last == run.size or run.size.letter in leading:
                continue
            if _is_shifted(run.total.body, run.total.index) or _stands_beside_one(run.total, parts):
                continue
            if (run.last - run.size).number == -1 and not _is_weighed(run.total.body, run.total.index):
                continue
            if (told := _told_end(run, shown, things)) is None or _says_so(model, statement):
                continue
            if not any(_has_last(statement, family, run) for family in families_in(run.total.body, run.total.index)):
                yield _problem(
                    statement,
                    run,
                    f"{_letter(run)} runs to {run.last} here, and {told[0]}",
                    f"try {run.size} as the last",
                    Related(told[1], "told here"),
                )


def _told_end(
    run: _Run, shown: Mapping[tuple[str, str], Counted], things: Mapping[str, Declaration]
) -> tuple[str, Span] | None:
    """What tells that a sum has as many terms as the size says, and where."""
    assert run.total.index is not None
    families = families_in(run.total.body, run.total.index)
    names = [("family", name) for name, _, slots in families if slots == 1] + [("letter", run.total.index.name)]
    for name in names:
        beside = shown.get(name)
        if beside is not None and beside.last == run.size and beside.first.number == run.first:
            return f"{spell(beside.name)} to {beside.last}", beside.span
    thing = things.get(run.size.letter or "")
    if thing is not None and run.first == 1 and families:
        return f"{run.size} is the {thing.concept}", thing.evidence
    return None


def _is_weighed(body: Term, letter: Symbol) -> bool:
    """Whether a sum is one of products of two things that run along: such sums take all there are."""
    factors = body.factors if isinstance(body, Product) else ()
    return sum(letter in walk(factor) for factor in factors) > 1


def _leading_letters(model: SemanticModel) -> frozenset[str]:
    """The letters that are an index of what an equation tells: sums up to them are sums so far."""
    return frozenset(
        slot.name
        for statement, _ in once(model, asserted_formulas)
        if isinstance(statement.term, Relation)
        for slot in slots_of(statement.term.sides[0])
        if isinstance(slot, Symbol)
    )


def _along_axes(model: SemanticModel) -> Iterator[Problem]:
    """``Σ_{k=1}^{n-1} A_{ik} B_{kj}`` where both arrays have the length n there."""
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        for total, use in sums_one_off(shaped):
            run = _run(total)
            if run is None or total.index is None or _is_shifted(total.body, total.index):
                continue
            if run.first == 0 and not families_in(total.body, total.index).isdisjoint(once(model, named_by_zero)):
                continue
            if _has_last(statement, (show(use.entry.base), 0, 1), run) or _says_so(model, statement):
                continue
            yield _problem(
                statement,
                run,
                f"{_letter(run)} runs from {run.first} to {run.last} here, and {show(use.entry.base)} has the length {use.size}",
                f"try from 1 to {use.size}",
            )


def _stands_beside_one(total: IndexedSum, parts: Sequence[Term]) -> bool:
    """Whether a number is added to a sum: the class of reference of ``1 + Σ``, the rest of ``1 - Σ``."""
    return any(
        isinstance(part, Sum)
        and any(isinstance(term, Number) for term in part.terms)
        and any(term is total or isinstance(term, Product) and total in term.factors for term in part.terms)
        for part in parts
    )


# -- in words ------------------------------------------------------------------------------------------------


def _letter(run: _Run) -> str:
    return spell(run.total.index.name) if run.total.index is not None else ""


def _problem(statement: Statement, run: _Run, message: str, advice: str, *related: Related) -> Problem:
    place = statement.place(run.total.origin)
    return Problem(
        place,
        message,
        help=advice,
        level="warning",
        related=related,
        evidence={"kind": "index", "letter": _letter(run)},
        key=f"ends@{place.start}",
    )
