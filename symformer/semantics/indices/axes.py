"""Which axes an index runs along: one letter has one length, and no literal index lies beyond its axis."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra.dimension import Dimension, number
from symformer.algebra.shape import Shape
from symformer.algebra.shape_laws import match_sizes
from symformer.algebra.unify import Trail
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import (
    Apply,
    Cases,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Slice,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

MOST_DEPTH = 200
PARAMETERS = frozenset("b w beta gamma theta".split())
STEPPED = re.compile(r"_(?:new|old|updated|next|prev)\Z")


@dataclass(frozen=True, slots=True)
class AxisUse:
    """A slot of a matrix entry: ``axis`` counts from 0, ``size`` is how long it is."""

    entry: Index
    slot: Term
    axis: int
    shape: Shape

    @property
    def size(self) -> Dimension:
        """The length of the axis."""
        return self.shape.sizes[self.axis]


@dataclass(frozen=True, slots=True)
class TwoSizes:
    """One letter along two axes of different length; ``second`` is None where a sum runs too far."""

    letter: str
    first: AxisUse
    second: AxisUse | None
    sizes: tuple[Dimension, Dimension]
    trail: Trail
    alike: int = 1  # how many arrays the letter runs along that have this length


def letters_of_two_sizes(shaped: StatementShape, size_names: frozenset[str]) -> Iterator[TwoSizes]:
    """Every letter of a statement that runs along axes of different length."""
    theory = shaped.environment.theory
    parameters = _entries_of_parameters(shaped)
    for (letter, bound), uses in _uses_by_letter(shaped).items():
        first = uses[0]
        uses = [*uses, *parameters.get(letter, ())]
        for other in uses[1:]:
            clash = match_sizes(first.size, other.size, theory, shown=_shown(first, other)).clash
            if clash is not None and clash.left is not None and clash.right is not None:
                yield TwoSizes(letter, first, other, (first.size, other.size), clash.trail)
                break
        else:
            yield from _runs_along_the_other(letter, bound, uses, shaped, size_names)


def letters_of_two_sizes_told(shaped: StatementShape) -> Iterator[TwoSizes]:
    """Letters along axes of two lengths by the type of the function that is defined: ``f: R^n × R^(m × d) → R^d``.

    Who gives two axes of one type different letters takes them for different.
    """
    told, theory = shaped.environment.parameters, shaped.environment.theory
    found: dict[tuple[str, IndexedSum | None], list[AxisUse]] = defaultdict(list)
    for entry, bound in _entries(shaped.statement.term) if told else ():
        shape = told[entry.base].shape if entry.base in told and not entry.upper else None
        if shape is None or shape.rank != len(entry.indices):
            continue
        if isinstance(entry.base, Symbol) and shaped.environment.shape_of(entry.base) != shape:
            continue  # told otherwise since
        for axis, slot in enumerate(entry.indices):
            if isinstance(slot, Symbol):
                found[slot.name, bound.get(slot.name)].append(AxisUse(entry, slot, axis, shape))
    clashes = [
        TwoSizes(letter, first, other, (first.size, other.size), ())
        for (letter, _), (first, *others) in found.items()
        for other in others
        if first.size.letter and other.size.letter and match_sizes(first.size, other.size, theory).grade != "yes"
    ]
    entries = [use.entry for each in clashes for use in (each.first, each.second) if use is not None]
    for clash in clashes:  # an entry with two letters astray is one slip
        assert clash.second is not None
        one, other = entries.count(clash.first.entry), entries.count(clash.second.entry)
        yield clash if one <= other else replace(clash, first=clash.second, second=clash.first, sizes=clash.sizes[::-1])


def entries_exchanged(shaped: StatementShape) -> Iterator[TwoSizes]:
    r"""``J_{ij} = \partial y_i / \partial x_j`` where J has as many rows as x has entries, and as many columns as y.

    One y_i alone may be the i-th of several vectors; two whose lengths are those of the matrix the other way round are not.
    """
    uses = _uses_by_letter(shaped, least=1)
    vectors = {key: [use for use in found if use.shape.rank == 1] for key, found in uses.items()}
    for key, found in uses.items():
        for use in found:
            one, other = use.shape.sizes if use.shape.rank == 2 and use.axis == 0 else (None, None)
            across = use.entry.indices[1] if one is not None else None
            if one is None or one == other or not isinstance(across, Symbol) or across == use.slot:
                continue
            down = next((each for each in vectors[key] if each.size == other), None)
            beside = [each for (name, _), some in vectors.items() if name == across.name for each in some]
            if down is not None and any(each.size == one and each.entry.base != down.entry.base for each in beside):
                yield TwoSizes(key[0], down, use, (down.size, one), ())


def sums_of_entries_too_long(shaped: StatementShape, size_names: frozenset[str]) -> Iterator[TwoSizes]:
    """Sums over the entries of a matrix, of several vectors of one length, or of a softmax, to a length known to differ."""
    for found in ranges_of_another_size(shaped):
        count, size = found.sizes
        sure = found.alike > 1 or found.first.entry.base in _in_shares(shaped.statement.term)
        # what has an index for each axis of a matrix is an entry; x_i may be the i-th of several vectors
        whole = found.first.shape.rank == 2 and Slice() not in found.first.entry.indices
        if not (whole or found.first.shape.rank == 1 and sure) or count.letter not in size_names:
            continue
        clash = match_sizes(count, size, shaped.environment.theory).clash
        if clash is not None:
            yield replace(found, trail=clash.trail)
            return


def _in_shares(term: Term) -> set[Term]:
    """The ℓ of exp(ℓ_i) / Σ_j exp(ℓ_j): its members are numbers, since they are exponents."""
    return {
        part.arguments[0].base
        for quotient in walk(term)
        if isinstance(quotient, Quotient)
        for part in walk(quotient.numerator)
        if isinstance(part, Apply) and part.function == "exp" and isinstance(part.arguments[0], Index)
    }


def _entries_of_parameters(shaped: StatementShape) -> dict[str, list[AxisUse]]:
    """The entries b_m, w_j of parameters that are declared as vectors; the x_i of a vector x may be the i-th of several."""
    found: dict[str, list[AxisUse]] = defaultdict(list)
    for (letter, _), uses in _uses_by_letter(shaped, least=1).items():
        for use in uses:
            base = use.entry.base
            if use.shape.rank == 1 and isinstance(base, Symbol) and _is_parameter(base.name):
                found[letter].append(use)
    return found


def _is_parameter(name: str) -> bool:
    spelling = taken_apart(name)
    return spelling.letter in PARAMETERS and not spelling.font


def _shown(one: AxisUse, other: AxisUse) -> bool:
    return one.shape.shown or other.shape.shown


def _runs_along_the_other(
    letter: str, bound: IndexedSum | None, uses: list[AxisUse], shaped: StatementShape, size_names: frozenset[str]
) -> Iterator[TwoSizes]:
    """A sum that runs to the length of another axis: Σ from 1 to n over the d columns of an n × d matrix."""
    count = _count(bound)
    if count is None or count.letter is None or count.letter not in size_names:
        return
    for use in uses:
        others = [size for at, size in enumerate(use.shape.sizes) if at != use.axis]
        clash = match_sizes(count, use.size, shaped.environment.theory).clash
        if count in others and clash is not None:
            yield TwoSizes(letter, use, None, (count, use.size), clash.trail)
            return


def ranges_of_another_size(shaped: StatementShape) -> Iterator[TwoSizes]:
    """Every sum over the entries of a vector, or along an axis, whose last index is another letter than the length."""
    for (letter, bound), uses in _uses_by_letter(shaped, least=1).items():
        count = _count(bound)
        if count is None or count.letter is None:
            continue
        for use in uses:
            length = use.size.letter
            if length is not None and _axis(length) != _axis(count.letter) or _is_shown_square(use):
                alike = len({each.entry.base for each in uses if each.size == use.size})
                known = shaped.environment.shape_of(use.entry.base) or _of_capital(use.entry, shaped)
                if alike < 2 and not use.entry.upper and known is None:
                    continue  # y_n may be a number of its own, whatever a bold y is
                yield TwoSizes(letter, use, None, (count, use.size), (), alike)


def sums_one_off(shaped: StatementShape) -> Iterator[tuple[IndexedSum, AxisUse]]:
    """Every sum that goes one past the end of an array, or of two if it counts from 0, or stops one before that of two."""
    for (_, bound), uses in _uses_by_letter(shaped, least=1).items():
        count = _count(bound)
        if bound is None or count is None or bound.condition is not None:
            continue
        sizes = {use.size for use in uses}
        if len(sizes) != 1 or shaped.environment.shape_of(uses[0].entry.base) is None:
            continue
        apart, alike = (count - uses[0].size).number, len({use.entry.base for use in uses})
        from_one = bound.lower == Number(Fraction(1))
        if apart == 1 and (from_one or alike > 1) or apart == -1 and from_one and alike > 1:
            yield bound, uses[0]


def _is_shown_square(use: AxisUse) -> bool:
    """Whether an entry is one of a square of numbers, along both axes of which a sum has the same number of terms."""
    first, *others = use.shape.sizes
    return use.shape.rank == 2 and first.number is not None and others == [first]


def _axis(letter: str) -> str:
    """An axis by its name: in named tensors ``|seq|`` is the length of the axis ``seq``.

    >>> _axis("|seq|"), _axis("n")
    ('seq', 'n')
    """
    return letter.removeprefix("|").removesuffix("|")


def _count(bound: IndexedSum | None) -> Dimension | None:
    """How many terms a sum has that counts from 0 or 1."""
    if bound is None or bound.upper is None or not isinstance(bound.lower, Number):
        return None
    last = dimension_of(bound.upper)
    if last is None or bound.lower.value not in (0, 1):
        return None
    return last if bound.lower.value == 1 else last + number(1)


def _uses_by_letter(shaped: StatementShape, least: int = 2) -> dict[tuple[str, IndexedSum | None], list[AxisUse]]:
    """The axes that each letter runs along, of arrays of this rank at least; bound by two sums it is two letters."""
    found: dict[tuple[str, IndexedSum | None], list[AxisUse]] = defaultdict(list)
    for entry, bound in _entries(shaped.statement.term):
        shape = _shape(entry, shaped, least)
        for axis, slot in enumerate(entry.indices if shape is not None else ()):
            if shape is not None and isinstance(slot, Symbol):
                found[slot.name, bound.get(slot.name)].append(AxisUse(entry, slot, axis, shape))
    return found


def _counts_from_zero(entry: Index) -> bool:
    return any(isinstance(slot, Number) and slot.value == 0 for slot in entry.indices)


def _entries(term: Term) -> Iterator[tuple[Index, dict[str, IndexedSum]]]:
    """Every entry with the sums that bind letters around it."""
    stack: list[tuple[Term, dict[str, IndexedSum], int]] = [(term, {}, 0)]
    while stack:
        top, bound, depth = stack.pop()
        if isinstance(top, Index):
            yield top, bound
        if depth > MOST_DEPTH:
            continue
        if isinstance(top, Cases):
            stack += [(value, _restricted(bound, value, top), depth + 1) for value, _ in reversed(top.branches)]
            continue
        inside = bound
        if isinstance(top, IndexedSum) and top.index is not None:
            inside = {**bound, top.index.name: top}
        for child in reversed(children(top)):
            within = inside if isinstance(top, IndexedSum) and child is top.body else bound
            stack.append((child, within, depth + 1))


def _restricted(bound: dict[str, IndexedSum], value: Term, cases: Cases) -> dict[str, IndexedSum]:
    """In each branch, the letters of the conditions run over a part of their axis only, as if a sum bound them."""
    conditions = [condition for _, condition in cases.branches if condition is not None]
    letters = (part for each in conditions for part in walk(each) if isinstance(part, Symbol))
    return bound | {each.name: IndexedSum("case", each, None, None, value) for each in letters}


def _shape(entry: Index, shaped: StatementShape, least: int = 2) -> Shape | None:
    """The shape of an array of this rank at least of which this is one entry, or a row along whole axes."""
    if len(entry.indices) < least:
        return None
    if any(isinstance(slot, Slice) and slot != Slice() for slot in entry.indices):
        return None
    if entry.upper:  # an entry of a member of a family
        return _of_expression(replace(entry, base=replace(entry, indices=()), upper=()), shaped)
    if not isinstance(entry.base, Symbol):
        return _of_expression(entry, shaped)
    shape = shaped.environment.shape_of(entry.base) or _before_the_step(entry.base, shaped)
    shape = shape or _of_bold(entry, shaped) or _of_capital(entry, shaped)
    if shape is None or shape.rank != len(entry.indices):
        return None
    if Slice() not in entry.indices and shaped.environment.shape_of(entry) not in (None, Shape(())):
        return None
    return shape


def _of_expression(entry: Index, shaped: StatementShape) -> Shape | None:
    """The shape of the product, or of the member of a family, of which this is an entry: (A B)_{ij}, S^{(h)}_{ij}."""
    if len(entry.indices) < 2 or not isinstance(entry.base, Product | Transpose | Index):
        return None
    inferred = infer(entry.base, shaped.environment)
    shape = inferred.shape
    return shape if inferred.certain and shape is not None and shape.rank == len(entry.indices) else None


def _before_the_step(name: Symbol, shaped: StatementShape) -> Shape | None:
    """The shape of W, of which ``W_new`` is what a step of training makes."""
    stem = STEPPED.sub("", name.name)
    return shaped.environment.shape_of(Symbol(stem, name.origin)) if stem and stem != name.name else None


def _of_bold(entry: Index, shaped: StatementShape) -> Shape | None:
    r"""The shape of a bold vector whose entries are written in plain letters: ``\mu_k`` of ``\bm\mu``."""
    if len(entry.indices) != 1 or not isinstance(entry.base, Symbol) or not taken_apart(entry.base.name).is_letter:
        return None
    shape = shaped.environment.shape_of(Symbol(f"bold({entry.base.name})", entry.base.origin))
    return shape if shape is not None and shape.rank == 1 else None


def _of_capital(entry: Index, shaped: StatementShape) -> Shape | None:
    """The shape of a square S of which ``s_{ij}`` is an entry; of another array either index may come first."""
    if len(entry.indices) != 2 or not isinstance(entry.base, Symbol) or not _is_small_letter(entry.base.name):
        return None
    shape = shaped.environment.shape_of(Symbol(entry.base.name.upper(), entry.base.origin))
    return shape if shape is not None and shape.rank == 2 and shape.first == shape.last else None


def _is_small_letter(name: str) -> bool:
    return len(name) == 1 and name.isascii() and name.islower()


def beyond_the_last(shaped: StatementShape) -> Iterator[AxisUse]:
    """Every literal index that is larger than the axis is long, wherever the count begins."""
    for entry, _ in _entries(shaped.statement.term):
        shape = _shape(entry, shaped)
        for axis, slot in enumerate(entry.indices if shape is not None else ()):
            if shape is None or not isinstance(slot, Number):
                continue
            length = shape.sizes[axis].number
            # on a worksheet, whose arrays are shown, an index 0 says that the count begins with it
            zero = shaped.statement.carrier == "worksheet" and _counts_from_zero(entry)
            last = length - 1 if length is not None and zero else length
            if last is not None and slot.value > last:
                yield AxisUse(entry, slot, axis, shape)
