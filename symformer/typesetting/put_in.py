"""Terms with what numbers decide: short sums written out, cases chosen, parts of known arrays cut out.

``known`` gives what a term is worth, as the evaluation asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne

from symformer.algebra.interval import Interval
from symformer.reasoning.arrays import Array
from symformer.reasoning.evaluate import evaluate
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
)
from symformer.typesetting.made_up import at_places

Known = Callable[[Term], Array | Interval | None]
COMPARED: Mapping[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "≤": le, ">": gt, "≥": ge, "=": eq, "≠": ne}
LONGEST_SUM = 5  # terms that are still written out


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """What is known, and the ways to put it in."""

    known: Known

    def term(self, term: Term) -> Term:
        """A term with its short sums and products written out (``x_1 + x_2 + x_3``), and the case that holds."""
        match term:
            case IndexedSum(
                kind="sum" | "product" as kind, index=Symbol() as index, lower=Number(first), upper=upper
            ) if upper is not None:
                last = evaluate(upper, self.known)
                if isinstance(last, Interval) and last.exact and last.hi - first < LONGEST_SUM:
                    numbers = [Number(first + at) for at in range(int(last.hi - first) + 1)]
                    each = tuple(self.term(at_places(term.body, {index: number})) for number in numbers)
                    return Sum(each) if kind == "sum" else Product(each)
            case Cases(branches):
                return self._chosen(branches) or term
            case Apply(
                "max" | "min" | "argmax" | "argmin", (Index(base=base, indices=(index,), upper=()),), (label,)
            ) if index == label and self.known(base) is not None:
                return Apply(term.function, (base,))  # over all its entries
        return rebuilt(term, self.term)

    def _chosen(self, branches: Sequence[tuple[Term, Term | None]]) -> Term | None:
        """The value of the first case that holds; None where the numbers do not say of a case whether it does."""
        for value, condition in branches:
            holds = self.holds(condition)
            if holds or holds is None:
                return value if holds else None
        return None

    def holds(self, condition: Term | None) -> bool | None:
        """Whether the condition of a case holds of the numbers, None where they do not say; the last case has none."""
        match condition:
            case None | Symbol("otherwise"):
                return True
            case Relation(signs, sides) if COMPARED.keys() >= set(signs):
                values = [evaluate(each, self.known) for each in sides]
                exact = [each.lo for each in values if isinstance(each, Interval) and each.exact]
                pairs = zip(signs, exact, exact[1:], strict=False)
                return (
                    all(COMPARED[sign](one, other) for sign, one, other in pairs) if len(exact) == len(sides) else None
                )
        return None

    def part(self, term: Term) -> Array | None:
        """The rows or columns of a known array that an index cuts out: ``K_{:2,:}``, ``E_{w_2,:}``."""
        match term:
            case Index(base, (rows, columns), ()) if isinstance(rows, Slice) or isinstance(columns, Slice):
                whole = self.known(base)
                if isinstance(whole, Array) and whole.rank == 2:
                    return self._cut(whole, rows, columns)
        return None

    def _cut(self, whole: Array, rows: Term, columns: Term) -> Array | None:
        kept, across = self._places(rows, len(whole.rows)), self._places(columns, len(whole.rows[0]))
        if kept is None or across is None:
            return None
        cells = tuple(tuple(whole.rows[row][column] for column in across) for row in kept)
        if not isinstance(columns, Slice):
            cells = (tuple(row[0] for row in cells),)
        return Array(cells, 2 if isinstance(rows, Slice) and isinstance(columns, Slice) else 1)

    def _places(self, index: Term, count: int) -> range | None:
        """Which of so many rows an index means, from 0: one, all, the first few, or those between two bounds."""
        if not isinstance(index, Slice):
            at = self._whole(index)
            return range(at - 1, at) if at is not None and 1 <= at <= count else None
        start = self._whole(index.start) if index.start is not None else 0
        stop = self._whole(index.stop) if index.stop is not None else count
        return range(start, stop) if start is not None and stop is not None and 0 <= start < stop <= count else None

    def _whole(self, term: Term) -> int | None:
        found = evaluate(term, self.known)
        exact = isinstance(found, Interval) and found.exact and found.lo.denominator == 1
        return int(found.lo) if exact and isinstance(found, Interval) else None


def by_entries(term: Term, known: Known) -> Term:
    """A term in which the square of a vector is what its author means: entry by entry."""
    match term:
        case Power(base, Number(value, _)) if value == 2 and isinstance(held := known(base), Array) and held.rank == 1:
            return Elementwise((base, base), "⊙")
    return rebuilt(term, lambda part: by_entries(part, known))
