r"""Shares of one whole of which one is divided by another: ``(\frac{9}{9 + 2 + 1}, \frac{2}{9 + 2 + 1}, \frac{1}{9 + 2 + 3})``.

The whole that the others are divided by has each of the shares as a term, so that all of them are parts of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of, rows_and_column
from symformer.terms.show import show
from symformer.terms.term import Apply, Matrix, Quotient, Sum, Term

FEWEST = 3  # shares


def shares_of_another_whole(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one share of a list or row that is divided by another sum than all the others."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            for members in _lists(part):
                if (found := _odd(members)) is None:
                    continue
                odd, other = found
                place = statement.place(origin_of(odd.denominator))
                yield Problem(
                    place,
                    f"the shares beside it are divided by {show(other.denominator)}, and this one by {show(odd.denominator)}",
                    help=f"try {show(other.denominator)}",
                    related=(Related(statement.place(origin_of(other)), "one of the others"),),
                    evidence={"kind": "number", "printed": show(odd.denominator), "expected": show(other.denominator)},
                    key=f"share@{place.start}",
                )


def _lists(part: Term) -> Iterator[Sequence[Term]]:
    match part:
        case Apply(function="tuple" | "list" | "set", arguments=members):
            yield members
        case Matrix():
            yield from rows_and_column(part)


def _odd(members: Sequence[Term]) -> tuple[Quotient, Quotient] | None:
    """The share with a whole of its own, and one of the others, whose whole is the sum of all."""
    shares = [each for each in members if isinstance(each, Quotient)]
    if len(shares) < FEWEST or len(shares) != len(members):
        return None
    wholes = Counter(each.denominator for each in shares).most_common()
    if len(wholes) != 2 or wholes[1][1] != 1 or len(shares) - 1 != wholes[0][1]:
        return None
    whole = wholes[0][0]
    if not isinstance(whole, Sum) or Counter(each.numerator for each in shares) != Counter(whole.terms):
        return None
    odd = next(each for each in shares if each.denominator != whole)
    return odd, next(each for each in shares if each is not odd)


__all__ = ["shares_of_another_whole"]
