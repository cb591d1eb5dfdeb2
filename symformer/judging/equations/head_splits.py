"""One large projection parted into heads: by slices, which is proved, or by a bare reshape, which has a counterexample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal

from symformer.algebra.dimension import Dimension
from symformer.judging.chain.names import base_of, key_of, part_of, parts_played
from symformer.judging.equations.verified import is_equation, size_value
from symformer.judging.shapes.reshaping import moved_axis
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.reshapes import Reshape, reshapes
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import Index, Number, Product, Quotient, Relation, Slice, Sum, Symbol, Term, walk
from symformer.text.span import Span

PRIMES = (2, 3, 5, 7, 11, 13)
HEADS, WIDTH, LENGTH, MODEL = 3, 2, 2, 2  # of the proof, entry by entry


@dataclass(frozen=True, slots=True)
class HeadSplit:
    """A note's way to part a large projection into heads, and what is found out about it, in words."""

    span: Span
    shown: str
    outcome: Literal["proved", "refuted"]
    words: str


def head_splits(model: SemanticModel) -> Iterator[HeadSplit]:
    """The slices of a note's large projections, and its reshapes that would have to move an axis, in order."""
    found = [*_slices(model), *_reshapes(model)]
    yield from sorted(found, key=lambda each: each.span.start)


# -- slices -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cut:
    """A slice of a name along an axis; how far it reaches depends on an index."""

    name: Term
    axis: int
    start: Term
    stop: Term
    index: Symbol


def _slices(model: SemanticModel) -> Iterator[HeadSplit]:
    factors: dict[str, tuple[Term, Term]] = {}
    parts = parts_played(model)
    for shaped in model.shapes:
        statement = shaped.statement
        if not is_equation(statement) or not isinstance(statement.term, Relation):
            continue
        left, right = statement.term.sides[0], statement.term.sides[1]
        if isinstance(right, Product) and len(right.factors) == len(("X", "W")):
            factors[show_styled(left)] = (right.factors[0], right.factors[1])
        cut = _cut_of(right)
        if cut is None or show_styled(cut.name) not in factors:
            continue
        of = factors[show_styled(cut.name)]
        weights = [part_of(key_of(each), parts).endswith("-weights") or _is_weight(each) for each in of]
        if sum(weights) == 1:
            yield _judged(cut, of, weights.index(True), statement.place(right.origin), show_styled(statement.term))


def _is_weight(term: Term) -> bool:
    key = key_of(term)
    return key is not None and base_of(key).removeprefix("bold(")[:1] == "W"


def _cut_of(term: Term) -> _Cut | None:
    """The slice that a formula is: one axis is cut, the others are whole."""
    if not isinstance(term, Index) or term.upper or len(term.indices) != len(("rows", "columns")):
        return None
    cuts = [
        (axis, each)
        for axis, each in enumerate(term.indices)
        if isinstance(each, Slice) and each.start is not None and each.stop is not None
    ]
    if len(cuts) != 1 or not all(isinstance(each, Slice) for each in term.indices):
        return None
    axis, cut = cuts[0]
    assert cut.start is not None and cut.stop is not None
    letters = {each for end in (cut.start, cut.stop) for each in walk(end) if isinstance(each, Symbol)}
    running = [each for each in letters if _is_running(each, cut.start, cut.stop, letters)]
    return _Cut(term.base, axis, cut.start, cut.stop, running[0]) if len(running) == 1 else None


def _is_running(letter: Symbol, start: Term, stop: Term, letters: set[Symbol]) -> bool:
    """Whether a slice moves with a letter, and keeps its width; that of a width changes with it."""
    others = dict.fromkeys(letters - {letter}, Fraction(WIDTH))
    ends = [
        (_number(start, {**others, letter: at}), _number(stop, {**others, letter: at})) for at in map(Fraction, (1, 2))
    ]
    widths = {stop - start for start, stop in ends if start is not None and stop is not None}
    return len(widths) == 1 and ends[0] != ends[1]


def _number(term: Term, values: Mapping[Symbol, Fraction]) -> Fraction | None:
    """The number that the end of a slice is."""
    match term:
        case Number(value=value):
            return value
        case Symbol():
            return values.get(term)
        case Sum(terms=parts) | Product(factors=parts):
            found = [_number(each, values) for each in parts]
            known = [each for each in found if each is not None]
            if len(known) < len(found):
                return None
            return sum(known, Fraction(0)) if isinstance(term, Sum) else prod(known, start=Fraction(1))
        case Quotient(numerator, denominator):
            above, below = _number(numerator, values), _number(denominator, values)
            return above / below if above is not None and below else None
    return None


def _judged(cut: _Cut, of: tuple[Term, Term], weights: int, span: Span, shown: str) -> HeadSplit:
    inputs, weighing = show_styled(of[1 - weights]), show_styled(of[weights])
    name = show_styled(cut.name)
    if cut.axis != weights:
        part = "positions" if weights else "features"
        words = (
            f"refuted: the slice parts the {part} of {inputs}, not {weighing}: "
            f"head 1 has all of {weighing}, and {WIDTH} of the {part}"
        )
        return HeadSplit(span, shown, "refuted", words)
    letters = {each for end in (cut.start, cut.stop) for each in walk(end) if isinstance(each, Symbol)} - {cut.index}
    others = dict.fromkeys(letters, Fraction(WIDTH))
    for first, closed in product((0, 1), (0, 1)):
        cells = _cells(cut, others, first, closed)
        if sorted(cells) == list(range(HEADS * WIDTH)) and _entries_agree(cells):
            counted = f"{show_styled(cut.index)} from {first}"
            words = f"proved: each head is {inputs} times its own slice of {weighing}, entry by entry, {counted}"
            return HeadSplit(span, shown, "proved", words)
    cells = _cells(cut, others, 0, 0)
    counted_cells = Counter(cells)
    twice = next((each + 1 for each in sorted(counted_cells) if counted_cells[each] > 1), None)
    none = next((each + 1 for each in range(HEADS * WIDTH) if each not in counted_cells), None)
    told = f"column {twice} is in two heads" if twice is not None else f"column {none} is in no head"
    sizes = f"{HEADS} heads of width {WIDTH}"
    return HeadSplit(span, shown, "refuted", f"refuted for {sizes}: {told} of {name}")


def _cells(cut: _Cut, others: Mapping[Symbol, Fraction], first: int, closed: int) -> list[int]:
    """The cells of all heads in order, counted from 0; ``closed``: places count from 1, and the last one belongs to it."""
    found: list[int] = []
    for at in range(first, first + HEADS):
        values = {**others, cut.index: Fraction(at)}
        start, stop = _number(cut.start, values), _number(cut.stop, values)
        if start is None or stop is None or start.denominator != 1 or stop.denominator != 1:
            return []
        found += range(int(start) - closed, int(stop))
    return found


Polynomial = Counter[tuple[str, str]]  # products of an entry of X and one of W, with how often each stands


def _entries_agree(cells: Sequence[int]) -> bool:
    """Whether slices of the product are products with the slices, every entry written out in letters.

    Shapes: X (2, 2), W (2, 6), cells (6).
    """
    for row, (at, cell) in product(range(LENGTH), enumerate(cells)):
        whole: list[Polynomial] = [
            Counter((f"x{row}{inner}", f"w{inner}{column}") for inner in range(MODEL))
            for column in range(HEADS * WIDTH)
        ]
        sliced = [[f"w{inner}{column}" for column in cells] for inner in range(MODEL)]
        if whole[cell] != Counter((f"x{row}{inner}", sliced[inner][at]) for inner in range(MODEL)):
            return False
    return True


# -- reshapes ---------------------------------------------------------------------------------------------------------


def _reshapes(model: SemanticModel) -> Iterator[HeadSplit]:
    for each in reshapes(model):
        axes = moved_axis(each, model)
        if axes is not None:
            shown = f"reshape to {_listed(each.target.sizes)}, no axis moved"
            words = counterexample(each, axes[0])
            if words is not None:
                yield HeadSplit(each.target.span, shown, "refuted", f"refuted {words}")


def _listed(sizes: Sequence[Dimension]) -> str:
    return f"({', '.join(spell_styled(str(each)) for each in sizes)})"


def counterexample(each: Reshape, axis: Dimension) -> str | None:
    """An entry that a bare reshape puts elsewhere than a split with a transposition does, in words."""
    target = each.target.sizes
    letters = sorted({letter for size in target for letter in size.letters})
    source = each.source.sizes if each.source is not None else None
    groups = _grouped(source, target, axis)
    if groups is None or len(letters) > len(PRIMES):
        return None
    sizes = dict(zip(letters, PRIMES, strict=False))
    numbers = [int(size_value(size, sizes)) for size in target]
    shape = [prod(numbers[at] for at in group) for group in groups]
    for place in product(*map(range, numbers)):
        meant = tuple(_joined([place[at] for at in group], [numbers[at] for at in group]) for group in groups)
        bare = _parted(_joined(list(place), numbers), shape)
        if meant != bare:
            inner = [letter for size in target for letter in size.letters]
            told = ", ".join(f"{spell_styled(name)} = {sizes[name]}" for name in dict.fromkeys(inner))
            return f"at {told}: {_place(place)} is {_place(bare)} of what is reshaped, not {_place(meant)}"
    return None


def _grouped(
    source: Sequence[Dimension] | None, target: Sequence[Dimension], axis: Dimension
) -> list[tuple[int, ...]] | None:
    """For each axis of what is reshaped the axes of the result that it holds, outermost first."""
    if source is None:  # positions, and the heads side by side behind them
        at = target.index(axis)
        heads = next((place for place in range(at - 1, -1, -1)), None)
        if heads is None:
            return None
        rest = tuple(place for place in range(len(target)) if place >= heads and place != at)
        return [*((place,) for place in range(heads)), (at,), rest]
    left = list(range(len(target)))
    found: list[tuple[int, ...] | None] = []
    for size in source:
        same = next((place for place in left if target[place] == size), None)
        if same is not None:
            left.remove(same)
        found.append(None if same is None else (same,))
    if found.count(None) > 1 or (None not in found) != (not left):
        return None
    return [tuple(left) if each is None else each for each in found]


def _joined(place: list[int], sizes: list[int]) -> int:
    """The number of a cell in the order of storage."""
    at = 0
    for each, size in zip(place, sizes, strict=True):
        at = at * size + each
    return at


def _parted(cell: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The place of a cell with that number."""
    found = []
    for size in reversed(sizes):
        cell, rest = divmod(cell, size)
        found.append(rest)
    return tuple(reversed(found))


def _place(place: Sequence[int]) -> str:
    return f"[{', '.join(str(each + 1) for each in place)}]"
