"""Names that words of one section give two meanings, neither of them a size or an index: the query weights, and the key weights.

What is a size in one place and an index or a matrix in another is an overload, wherever it stands; a new value of
a count contradicts the first.  Here are the other meanings: kinds of weights, rates and losses, and phrases
that are the same but for one word and its opposite, "before the projection" and "after" it.
A size that is a share of another, d_k = d/h, is one behind the projection, wherever words call it the one before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from symformer.documents.document import Document
from symformer.documents.places import item_at, section_at
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.prose.concepts import named
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.show import show
from symformer.terms.term import Index, Quotient, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

# the parts of a model, encoder and decoder, are left out: each may have its own of a name
OPPOSITES = (
    ("before", "after"), ("minimum", "maximum"), ("lower", "upper"), ("prior", "posterior"), ("query", "key"),
    ("query", "value"), ("key", "value"), ("predicted", "true"),
)  # fmt: skip
OPPOSITE = frozenset(frozenset(pair) for pair in OPPOSITES)
# kinds of arrays and numbers of which none is another; what is used loosely, such as scores and weights, is left out
KINDS = frozenset({
    "query weight", "key weight", "value weight", "output weight", "embedding matrix", "mask", "identity",
    "learning rate", "temperature", "loss", "positional encoding", "attention weights",
})  # fmt: skip
RENEWED = Cued(
    r"\b(?:now|instead|this time|from here on|overload\w*|again|re-?us\w+|abus\w+|likewise|similarly|either|both|also|or|if|when"
    r"|another|new|next|alternativ\w*|shared?|tied|same|(?:is|are|was|were|but|and) not|never|mis(?!s)\w+|confus\w+|wrong\w*|paper)\b|现在|改为|这里|也|或|共享|相同|误|混淆|论文",
    re.IGNORECASE,
)
# by the weights that make it, not by those of the output
UNPROJECTED = Cued(r"\bbefore\b.{0,24}\b(?:query|key|value)s?[ -](?:weight|projection|matri|transform|linear)")
RESTARTED = Cued(r"^[ \t]*(?:---+|\*\*\*+|___+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Redefined:
    """A name and its two meanings, in the order of the text."""

    symbol: SymbolUses
    first: Declaration
    second: Declaration


def redefined(model: SemanticModel) -> Iterator[Redefined]:
    """The names that words of one section give two meanings, each once."""
    for symbol in model.uses:
        by_section: dict[tuple[int, int], list[Declaration]] = defaultdict(list)
        for each in symbol.declarations:
            bare = isinstance(each.symbol, Symbol | Index)
            if bare and each.concept is not None and each.by in ("prose", "table"):
                section = section_at(model.document, each.span.start), item_at(model.document, each.span.start)
                by_section[section].append(each)
        for told in by_section.values():
            found = next((pair for pair in combinations(told, 2) if _differ(*pair, model)), None)
            if found is not None:
                yield Redefined(symbol, *sorted(found, key=lambda each: each.span.start))
                break


def widths_misplaced(model: SemanticModel) -> Iterator[Redefined]:
    """The sizes told as a share of another, one for each head, that words say are those before the projection."""
    for symbol in model.uses:
        told = [each for each in symbol.declarations if isinstance(each.symbol, Symbol) and each.role == "dimension"]
        shares = [each for each in told if isinstance(each.value, Quotient) and each.concept in OF_HEADS]
        before = [each for each in told if UNPROJECTED.search(each.concept or "") and each.value is None]
        if shares and before and shares[0].span.start < before[0].span.start and _has_heads(shares[0].value, model):
            yield Redefined(symbol, shares[0], before[0])


OF_HEADS = frozenset({"query dimension", "key dimension", "value dimension", "head dimension"})


def _has_heads(value: Term | None, model: SemanticModel) -> bool:
    """Whether a size is divided by the number of heads."""
    return isinstance(value, Quotient) and any(
        each.concept == "number of heads" for each in model.table.all_of(show(value.denominator))
    )


def _differ(first: Declaration, second: Declaration, model: SemanticModel) -> bool:
    text = model.document.source.text
    if first.symbol != second.symbol or first.span.start >= second.span.start:
        return False
    if first.concept is None or second.concept is None or not _are_two(first.concept, second.concept):
        return False
    tables = [_table_at(model.document, each.span.start) for each in (first, second)]
    if tables[0] != tables[1] and None not in tables:
        return False  # two tables of symbols: ours, and those of another paper
    line = text.rfind("\n", 0, second.span.start)
    words = text[max(line, second.span.start - 160) : max(second.span.end, second.evidence.end) + 20]
    apart = text[first.span.end : second.span.start]
    return RENEWED.search(words) is None and RESTARTED.search(apart) is None and "\n" in apart


def _table_at(document: Document, offset: int) -> Span | None:
    """The table that holds an offset."""
    at = bisect_right(document.tables, offset, key=lambda table: table.span.start) - 1
    return document.tables[at].span if at >= 0 and offset < document.tables[at].span.end else None


def _are_two(first: str, second: str) -> bool:
    """Whether two meanings are known to be two: of two kinds, or the same but for a word and its opposite."""
    if first in KINDS and second in KINDS:
        return first != second
    if named(first) is not None and named(second) is not None:
        return False  # sizes and indices: an overload, if they are two
    one, two = first.split(), second.split()
    apart = [frozenset(pair) for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    return len(one) == len(two) and len(apart) == 1 and apart[0] in OPPOSITE and len(one) > 1
