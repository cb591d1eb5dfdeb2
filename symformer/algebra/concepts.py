"""Which concepts name two different sizes: a sequence length is no vocabulary size.

Only concepts listed here tell letters apart; words of the author's own say nothing.
"""

from __future__ import annotations

import re

_SIZES = frozenset({
    "sequence length", "maximum sequence length", "source sequence length", "target sequence length",
    "number of queries", "number of keys", "embedding dimension", "key dimension", "query dimension",
    "value dimension", "head dimension", "number of heads", "number of groups", "number of key value heads",
    "number of layers", "vocabulary size", "batch size", "feed forward dimension", "number of classes",
    "number of samples", "number of features", "number of experts", "rank",
})  # fmt: skip
# Letters that run through a size; the size of nothing.
_INDICES = frozenset({
    "dimension index", "pair index", "head index", "layer index", "vocabulary index", "class index", "batch index",
})  # fmt: skip
# Sizes that often go to one number, or by each other's name: two of one group may be the same.
_MAY_COINCIDE: tuple[frozenset[str], ...] = (
    frozenset({
        "sequence length", "maximum sequence length", "source sequence length", "target sequence length",
        "number of queries", "number of keys", "number of samples",
    }),
    frozenset({"key dimension", "query dimension", "head dimension"}),
    frozenset({"value dimension", "head dimension"}),
    frozenset({"embedding dimension", "number of features"}),
    frozenset({"vocabulary size", "number of classes"}),
    frozenset({"batch size", "number of samples"}),
    frozenset({"number of heads", "number of groups", "number of key value heads"}),
)  # fmt: skip
# … save these, which authors name in order to tell them apart.
_TOLD_APART = (
    frozenset({"source sequence length", "target sequence length"}),
    frozenset({"number of queries", "number of keys"}),
)


def concepts_differ(left: str, right: str) -> bool:
    """Whether two concepts are known to name two different sizes.

    >>> concepts_differ("sequence length", "vocabulary size"), concepts_differ("key dimension", "size of things")
    (True, False)
    """
    one, two = _fold(left), _fold(right)
    if one == two or not {one, two} <= _SIZES | _INDICES:
        return False
    pair = frozenset((one, two))
    if pair & _INDICES:
        return bool(pair & _SIZES)
    return pair in _TOLD_APART or not any(pair <= group for group in _MAY_COINCIDE)


def _fold(concept: str) -> str:
    words = re.sub(r"[\s\-_]+", " ", concept.casefold()).strip()
    return re.sub(r"^(the|a|an) ", "", words)
