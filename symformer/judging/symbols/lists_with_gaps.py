r"""Lists that leap over members before their dots: ``x_1, x_4, …, x_n``, where every other list begins with one and two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.judging.equations.around import words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Ellipsis, Index, Matrix, Number, Product, Sum, Symbol, Term
from symformer.text.cued import Cued

LEAST_LEAP = 3  # by two, the odd or the even ones may be meant
BY_STEPS = Cued(
    r"\b(?:(?:every|each) (?:other|second|third|fourth|\w+-?th)|odd|even|stride[sd]?|steps?|strided|multiples?|dilat\w+|sparse|subset)\b|步长|间隔|每隔"
)


def lists_with_gaps(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each list of two numbered members, dots and a last one, whose second is not the one after the first."""
    for statement, parts in once(model, asserted_formulas):
        if not any(isinstance(part, Ellipsis) for part in parts):
            continue
        for part in parts:
            for members in _lists(part):
                found = _leap(members)
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


def _lists(part: Term) -> Iterator[Sequence[Term]]:
    match part:
        case Apply(arguments=members) | Sum(terms=members) | Product(factors=members):
            yield members
        case Matrix(rows=rows):
            yield from rows
            if all(len(row) == 1 for row in rows):
                yield [row[0] for row in rows]


def _leap(members: Sequence[Term]) -> tuple[Term, Term] | None:
    """The two members before the dots of which the second leaps."""
    match list(members):
        case [Index() as first, Index() as second, Ellipsis(), Index() as last] if (
            first.base == second.base == last.base
        ):
            pass
        case _:
            return None
    match _slot(first), _slot(second), _slot(last):
        case Number(value=one), Number(value=other), Symbol() if one == 1 and other - one >= LEAST_LEAP:
            return first, second
    return None


def _slot(member: Index) -> Term | None:
    """The one number or letter of a member, below or above."""
    slots = member.slots
    return slots[0] if len(slots) == 1 else None
