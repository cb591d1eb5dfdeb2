"""Which concepts name two different sizes: a sequence length is no vocabulary size.

Only concepts listed here tell letters apart; words of the author's own say nothing.
"""

from __future__ import annotations

import re

# Each row is one size under the names it goes by.
_NAMES: dict[str, tuple[str, ...]] = {
    "length": ("sequence length", "number of tokens", "number of positions", "context length", "input length"),
    "queries": ("number of queries", "query length", "target length", "target sequence length"),
    "keys": ("number of keys", "key length", "source length", "source sequence length", "number of key value pairs"),
    "vocabulary": ("vocabulary size", "size of the vocabulary", "number of words"),
    "model": ("embedding dimension", "model dimension", "hidden dimension", "hidden size", "embedding size"),
    "inner": ("feed forward dimension", "inner dimension", "intermediate size", "feed forward width"),
    "head": ("head dimension", "head size", "dimension per head"),
    "key": ("key dimension", "query dimension", "dimension of the keys", "dimension of the queries"),
    "value": ("value dimension", "dimension of the values"),
    "heads": ("number of heads", "number of attention heads", "head count"),
    "layers": ("number of layers", "number of blocks", "depth"),
    "batch": ("batch size",),
    "classes": ("number of classes",),
    "experts": ("number of experts",),
}
# Names that often go to one size.
_MAY_COINCIDE = frozenset(
    frozenset(pair)
    for pair in (
        ("length", "queries"), ("length", "keys"), ("head", "key"), ("head", "value"), ("model", "inner"),
        ("vocabulary", "classes"),
    )
)  # fmt: skip
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names}


def concepts_differ(left: str, right: str) -> bool:
    """Whether two concepts are known to name two different sizes.

    >>> concepts_differ("sequence length", "vocabulary size"), concepts_differ("length", "size of things")
    (True, False)
    """
    one, two = size_kind(left), size_kind(right)
    return one is not None and two is not None and one != two and frozenset((one, two)) not in _MAY_COINCIDE


def size_kind(concept: str) -> str | None:
    """Which of the known sizes a concept names.

    >>> size_kind("the Embedding-dimension"), size_kind("colour")
    ('model', None)
    """
    words = re.sub(r"[\s\-_]+", " ", concept.casefold()).strip()
    return _KINDS.get(re.sub(r"^(the|a|an) ", "", words))
