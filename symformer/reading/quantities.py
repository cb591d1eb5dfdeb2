"""Words beside factors: units that make a number a quantity, and remarks that carry no mathematics."""

from __future__ import annotations

import re

from symformer.terms.term import Apply, Number, Symbol, Term

UNIT_WORDS = frozenset(
    "million billion trillion thousand k K M B G T KB MB GB TB PB bytes byte bits bit s ms us μs ns seconds second "
    "minutes hours days FLOPs FLOP TFLOPS GFLOPs tokens parameters params".split()
)
REMARK = re.compile(r"\(.*\)|.*:")  # (by definition); Step 1:


def without_comments(factors: list[Term]) -> list[Term]:
    """The factors without remarks: words in brackets at the end, words with a colon in front."""
    if len(factors) > 1 and _is_remark(factors[0]):
        return without_comments(factors[1:])
    if len(factors) > 1 and _is_remark(factors[-1]) and not isinstance(factors[-2], Number):
        return without_comments(factors[:-1])
    return factors


def _is_remark(term: Term) -> bool:
    return isinstance(term, Symbol) and len(term.name) > 2 and REMARK.fullmatch(term.name) is not None


def quantities(factors: list[Term]) -> list[Term]:
    """A number before a unit word is one quantity, not a product."""
    merged: list[Term] = []
    for factor in factors:
        if isinstance(factor, Symbol) and merged and isinstance(merged[-1], Number) and _is_unit(factor.name):
            number = merged.pop()
            merged.append(Apply("quantity", (number, factor), (), number.origin.cover(factor.origin)))
        else:
            merged.append(factor)
    return merged


def _is_unit(name: str) -> bool:
    if len(name) == 1:
        return False  # 2k and 4T are products of letters
    return name in UNIT_WORDS or (len(name) > 1 and (" " in name or name.startswith("(")))
