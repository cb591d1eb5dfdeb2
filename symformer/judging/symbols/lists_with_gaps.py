r"""Lists that leap over members before their dots: ``x_1, x_4, …, x_n``, where every other list begins with one and two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.judging.equations.around import words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of, rows_and_column
from symformer.terms.show import show
from symformer.terms.term import Apply, Elementwise, Ellipsis, Index, Matrix, Number, Product, Sum, Symbol, Term
from symformer.text.cued import Cued

LEAST_LEAP = 3  # by two, the odd or the even ones may be meant, where not all heads are joined
FEWEST_STEPS = 5  # members that go up by one, besides the odd one
BY_STEPS = Cued(
    r"\b(?:(?:every|each) (?:other|second|third|fourth|\w+-?th)|odd|even|stride[sd]?|steps?|strided|multiples?|dilat\w+|sparse|subset)\b|步长|间隔|每隔"
)


def lists_with_gaps(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list of two numbered members, dots and a last one, whose second is not the one after the first."""
    for statement, parts in once(model, asserted_formulas):
        if not any(isinstance(part, Ellipsis) for part in parts):
            continue
        for part in parts:
            joined = isinstance(part, Apply) and part.function.casefold() == "concat"
            for members in _lists(part):
                found = _leap(members, LEAST_LEAP - 1 if joined else LEAST_LEAP) or _leap_back(members)
                if found is None or BY_STEPS.search(words_before(model, statement)):
                    continue
                first, second = found
                place = statement.place(origin_of(second))
                yield Problem(
                    place,
                    f"{show(second)} stands behind {show(first)}, and the dots behind it: what lies between is left out",
                    help="try the next one",
                    evidence={"kind": "index", "found": show(second)},
                    key=f"leap@{place.start}",
                )


def letters_out_of_step(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one member of a window that is counted from another letter: the w_{i+2} of w_{t-3}, …, w_{t+3}."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            for members in _lists(part) if isinstance(part, Matrix | Apply) else ():
                counted = [(each, place) for each in members if isinstance(each, Index) and (place := _place(each))]
                letters = Counter(letter for _, (letter, _) in counted)
                if len(letters) != 2 or len({each.base for each, _ in counted}) != 1:
                    continue
                (usual, times), (odd, once_only) = letters.most_common()
                steps = [by for _, (_, by) in counted]
                if times < FEWEST_STEPS or once_only != 1 or any(b - a != 1 for a, b in pairwise(steps)):
                    continue
                member = next(each for each, (letter, _) in counted if letter == odd)
                span = statement.place(origin_of(member))
                yield Problem(
                    span,
                    f"{show(member)} is counted from {odd}, and all members beside it from {usual}",
                    help=f"try {usual}",
                    evidence={"kind": "index", "found": odd, "expected": usual},
                    key=f"out-of-step@{span.start}",
                )


def _place(member: Index) -> tuple[str, int] | None:
    """The letter that a member is counted from, and how far it is from it: t and -3 of w_{t-3}."""
    match _slot(member):
        case Symbol(name=letter):
            return letter, 0
        case Sum(terms=(Symbol(name=letter), Number(value=by))) if by.denominator == 1:
            return letter, int(by)
    return None


def _lists(part: Term) -> Iterator[Sequence[Term]]:
    match part:
        case Apply(arguments=members) | Sum(terms=members) | Product(factors=members) | Elementwise(factors=members):
            yield members
        case Matrix():
            yield from rows_and_column(part)


def _leap(members: Sequence[Term], least: int) -> tuple[Term, Term] | None:
    """The two members before the dots of which the second leaps."""
    match list(members):
        case [Index() as first, Index() as second, Ellipsis(), Index() as last] if (
            first.base == second.base == last.base
        ):
            pass
        case _:
            return None
    match _slot(first), _slot(second), _slot(last):
        case Number(value=one), Number(value=other), Symbol() if one == 1 and other - one >= least:
            return first, second
    return None


def _leap_back(members: Sequence[Term]) -> tuple[Term, Term] | None:
    """The second of a list that goes down by one at its end and leaps at its begin: ``f_L, f_{L-2}, …, f_2, f_1``."""
    match [(each, _slot(each)) if isinstance(each, Index) else (each, None) for each in members]:
        case [
            (Index() as first, Symbol() as whole),
            (Index() as second, Sum(terms=(own, Number(value=by)))),
            (Ellipsis(), _),
            (Index() as before, Number(value=two)),
            (Index() as last, Number(value=one)),
        ] if own == whole and two - one == 1 and by < -1:
            return (first, second) if {each.base for each in (first, second, before)} == {last.base} else None
    return None


def _slot(member: Index) -> Term | None:
    """The one number or letter of a member, below or above."""
    slots = member.slots
    return slots[0] if len(slots) == 1 else None
