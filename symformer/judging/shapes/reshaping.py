"""Reshapes that would have to move an axis, in words for the author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import mul

from symformer.algebra.dimension import Dimension, divide, number
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.reshapes import Reshape, Sizes, reshapes
from symformer.text.cued import Cued

_LENGTHS = frozenset(
    {"sequence length", "maximum sequence length", "source sequence length", "target sequence length",
     "number of queries", "number of keys"}
)  # fmt: skip
_HEADS = frozenset({"number of heads", "number of key value heads"})
_LENGTH_NAME = Cued(r"seq\w*|seq_len\w*|q_len|T|S|L|slen")
_HEADS_NAME = Cued(r"(?:n|num)_?_?heads?|n_h|H|heads|n_kv_heads")


def reshape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each reshape whose result has an axis that only a transposition brings there."""
    for each in reshapes(model):
        moved = moved_axis(each, model)
        if moved is None:
            continue
        what = f"from {each.source} to {each.target}" if each.source is not None else f"to {each.target}"
        axis, over = moved
        related = (Related(each.source.span, "reshaped from this"),) if each.source is not None else ()
        yield Problem(
            each.target.span,
            f"a reshape {what} does not move {axis} behind {over}: the entries are mixed up",
            help=f"try a reshape that keeps {axis} where it is, then a transposition of {axis} and {over}",
            related=related,
            evidence={"kind": "shape", "axis": str(axis)},
            note="a reshape keeps the order in which the entries are stored",
        )


def moved_axis(each: Reshape, model: SemanticModel) -> tuple[Dimension, Dimension] | None:
    """The axis that would change its place, and the one it would pass."""
    if each.source is not None and any(size in each.source.sizes for size in each.target.sizes):
        return _passes(each.source, each.target)
    return _heads_first(each, model)


def _passes(source: Sizes, target: Sizes) -> tuple[Dimension, Dimension] | None:
    """An axis kept by both has as many entries before it; a reshape cannot change that."""
    if all(size in target.sizes for size in source.sizes) or not _same_count(source, target):
        return None
    for size in source.sizes:
        if size == number(1) or source.sizes.count(size) != 1 or target.sizes.count(size) != 1:
            continue
        before, after = _before(source, size), _before(target, size)
        ratio, inverse = divide(after, before), divide(before, after)
        for passed in (ratio, inverse):
            if passed is not None and passed != number(1) and (passed.letters or passed.number not in (None, 1)):
                if all(exponent > 0 for monomial, _ in passed.terms for _, exponent in monomial):
                    return size, passed
    return None


def _same_count(source: Sizes, target: Sizes) -> bool:
    """Whether both may hold the same number of entries: with numbers that is known."""
    one, two = reduce(mul, source.sizes), reduce(mul, target.sizes)
    return one.number is None or two.number is None or one == two


def _before(sizes: Sizes, size: Dimension) -> Dimension:
    return reduce(mul, sizes.sizes[: sizes.sizes.index(size)], number(1))


def _heads_first(each: Reshape, model: SemanticModel) -> tuple[Dimension, Dimension] | None:
    """A split into heads that puts the heads before the positions: a projection has them behind."""
    if re.search(r"\bheads?\b|头", each.sentence) is None or len(each.target.sizes) < 3:
        return None
    length = heads = None
    for at, size in enumerate(each.target.sizes):
        if _is(size, _LENGTHS, _LENGTH_NAME, model):
            length = at if length is None else length
        elif _is(size, _HEADS, _HEADS_NAME, model):
            heads = at if heads is None else heads
    if length is None or heads is None or heads > length or length + 1 == len(each.target.sizes):
        return None
    return each.target.sizes[length], each.target.sizes[heads]


def _is(size: Dimension, concepts: frozenset[str], customary: Cued, model: SemanticModel) -> bool:
    """Whether a size counts these things: by what the note says of it, or else by its name."""
    if size.letter is None:
        return False
    told = {each.concept for each in model.table.all_of(size.letter) if each.concept is not None}
    if told:
        return bool(told & concepts)
    return customary.fullmatch(size.letter) is not None
