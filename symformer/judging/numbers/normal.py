"""What Φ( … ) of numbers is: the distribution function of the standard normal law, where the note says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from symformer.semantics.statement import Statement
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

LETTERS = frozenset({"Phi", "Φ"})
SAID = Cued(
    r"(?:standard|unit)[ -]+(?:normal|gaussian)[ -]+(?:c\.?d\.?f|cumulative|distribution function)"
    r"|\b(?:c\.?d\.?f\.?|(?:cumulative )?distribution function)\s+(?:of|for)\s+(?:the|a)\s+(?:standard|unit)[ -]+(?:normal|gaussian)"
    r"|(?:gaussian|normal) c\.?d\.?f|normal cumulative|标准(?:正态|高斯)(?:分布)?的?(?:累积|累计)?分布函数",
    re.IGNORECASE,
)
NAME = "normalcdf"


def with_normal(statements: Sequence[Statement], text: str) -> Sequence[Statement]:
    """The statements with Φ of a single thing as that distribution function, where the note calls it so."""
    called = {id(each) for each in statements if any(_is_call(part) for part in walk(each.term))}
    if not called or SAID.search(text) is None or any(_defines(each.term) for each in statements):
        return statements
    return [replace(each, term=_named(each.term)) if id(each) in called else each for each in statements]


def _is_call(term: Term) -> bool:
    return isinstance(term, Apply) and term.function in LETTERS and len(term.arguments) == 1 and not term.labels


def _defines(term: Term) -> bool:
    """Whether a statement says by a formula what Φ of a letter is: then that is what holds."""
    match term:
        case Relation(sides=(Apply(arguments=(Symbol(),)) as call, _, *_)):
            return _is_call(call)
    return False


def _named(term: Term) -> Term:
    found = rebuilt(term, _named)
    return replace(found, function=NAME) if isinstance(found, Apply) and _is_call(found) else found


__all__ = ["with_normal"]
