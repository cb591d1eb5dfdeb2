"""Slices that cut a tensor into blocks: from where the blocks are counted, and along which axis."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from symformer.algebra.dimension import Dimension, divide, number
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.semantics.indices.ranges import Counted, counted
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.symbols import name_of
from symformer.terms.show import show, spell
from symformer.terms.term import Index, Matrix, Slice, Symbol, walk
from symformer.text.cued import Cued

NEAR = 500  # characters between a slice and the words about it
_LAST = Cued(r"\b(?:last|final|trailing)\s+(?:dimension|axis|dim)\b|最后一(?:维|个维度|个轴)", re.IGNORECASE)
_HEADS = frozenset({"number of heads", "number of groups", "number of key value heads"})


def slices_from_another_base(model: SemanticModel) -> Iterator[Problem]:
    r"""``Q[:, i d:(i+1) d]`` for heads that are counted from 1: the first block is left out."""
    ranges: _Ranges | None = None
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula":
            continue
        for part in walk(shaped.statement.term):
            block = _block(part) if isinstance(part, Slice) else None
            if block is None:
                continue
            ranges = _ranges(model) if ranges is None else ranges
            letter, base = block
            place = shaped.statement.place(part.origin)
            other = _counted_otherwise(letter, base, place.start, ranges)
            if other is None:
                continue
            name, what = spell(letter), "the blocks" if other.kind == "letter" else spell(other.name)
            yield Problem(
                place,
                f"the slice counts its blocks from {base}, but {what if other.kind == 'family' else name} is counted from {other.first}",
                help=_advice(name, base),
                level="warning",
                related=(Related(other.span, f"counted from {other.first} to {other.last} here"),),
                evidence={"kind": "index", "letter": name},
                note=f"for {name} = {other.first} this is block number {2 if base == 0 else 0}",
            )
            return


def _advice(name: str, base: int) -> str:
    return f"try from ({name} − 1) times the width to {name} times the width" if base == 0 else (
        f"try from {name} times the width to ({name} + 1) times the width"
    )  # fmt: skip


def _block(part: Slice) -> tuple[str, int] | None:
    """The letter of a block, and from where it is counted: i·w to (i+1)·w from 0, (i−1)·w to i·w from 1.

    >>> from fractions import Fraction
    >>> from symformer.terms.term import Number, Product, Sum
    >>> i, w = Symbol("i"), Symbol("w")
    >>> _block(Slice(Product((i, w)), Product((Sum((i, Number(Fraction(1)))), w))))
    ('i', 0)
    """
    start = dimension_of(part.start) if part.start is not None else None
    stop = dimension_of(part.stop) if part.stop is not None else None
    if start is None or stop is None or not start.terms:
        return None
    width = stop - start
    if width.letter is None and width.number is None:
        return None
    counted_by = divide(start, width) if width.terms else None
    if counted_by is None:
        return None
    for base in (0, 1):
        letter = counted_by + number(base)
        if letter.letter is not None and letter.letter != width.letter:
            return letter.letter, base
    return None


@dataclass(frozen=True, slots=True)
class _Ranges:
    """The ranges of each letter in order, and the families that are as many as the heads, one for each base."""

    letters: dict[str, list[Counted]]
    heads: dict[int, Counted]


def _ranges(model: SemanticModel) -> _Ranges:
    letters: dict[str, list[Counted]] = defaultdict(list)
    heads: dict[int, Counted] = {}
    for each in counted(model):
        if each.kind == "letter":
            letters[each.name].append(each)
        elif each.kind == "family" and each.base is not None and _counts_heads(model, each.size):
            heads.setdefault(each.base, each)
    return _Ranges(letters, heads)


def _counted_otherwise(letter: str, base: int, at: int, ranges: _Ranges) -> Counted | None:
    """What shows that the letter, or the heads it stands for, are counted from another base."""
    told = ranges.letters.get(letter, [])
    first = bisect_left(told, at - NEAR, key=lambda each: each.span.start)
    runs = list(takewhile(lambda each: each.span.start < at + NEAR, told[first:]))
    if runs:
        return runs[-1] if all(each.base is not None and each.base != base for each in runs) else None
    return None if base in ranges.heads else ranges.heads.get(1 - base)


def _counts_heads(model: SemanticModel, size: Dimension | None) -> bool:
    if size is None or size.letter is None:
        return False
    return any(each.concept in _HEADS for each in model.table.all_of(size.letter))


def slices_of_another_axis(model: SemanticModel) -> Iterator[Problem]:
    """``X[:, a:b]`` called a slice of the last axis, of a tensor that has three or more."""
    text = model.document.source.text
    batched: frozenset[int] | None = None
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula":
            continue
        for part in walk(shaped.statement.term):
            if not isinstance(part, Index) or len(part.indices) != 2 or part.upper:
                continue
            first, second = part.indices
            if first != Slice() or not isinstance(second, Slice) or second == Slice():
                continue
            place = shaped.statement.place(part.origin)
            told = _LAST.search(text, max(0, place.start - NEAR), place.end + NEAR)
            if told is None:
                continue
            batched = _batched_sections(model) if batched is None else batched
            if not _has_more_axes(part, shaped, model, batched):
                continue
            yield Problem(
                place,
                f"{show(part)} is a slice of the second axis, which is not the last one",
                help="try … in place of the first colon, or a colon for each axis before the last",
                level="warning",
                evidence={"kind": "index"},
            )
            return


def _has_more_axes(part: Index, shaped: StatementShape, model: SemanticModel, batched: frozenset[int]) -> bool:
    """Whether the tensor has more than two axes: as declared, or as the section's batches show."""
    shape = shaped.environment.shape_of(part.base)
    if shape is not None:
        return shape.rank > 2
    return section_at(model.document, shaped.statement.span.start) in batched


def _batched_sections(model: SemanticModel) -> frozenset[int]:
    """The sections that list the sizes of a tensor with a batch in front."""
    batches = {name_of(each.symbol) for each in model.table.declarations if each.concept == "batch size"}
    found: set[int] = set()
    for statement in model.statements:
        if isinstance(statement.term, Matrix) and statement.term.style == "tuple":
            sizes = statement.term.rows[0]
            if len(sizes) > 2 and isinstance(sizes[0], Symbol) and sizes[0].name in batches:
                found.add(statement.section)
    return frozenset(found)
