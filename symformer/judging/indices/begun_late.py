r"""Sums over the members of a family that begin with the second: ``e^{y_i} / \sum_{j=2}^n e^{y_j}``, ``\frac1N \sum_{i=2}^N x_i``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.indices.runs import families_in, is_mean_of_its_terms
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import slots_of, unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show, spell
from symformer.terms.term import Ellipsis, Index, IndexedSum, Number, Product, Slice, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

# words near by which the first is left out on purpose, or stands by itself
_FIRST_APART = Cued(
    r"\b(?:(?:first|second)\s+(?:one|terms?|entr(?:y|ies)|elements?|tokens?|positions?|steps?|components?|words?|members?|samples?|coordinates?|factors?|states?|is\b|has\b)|except|besides|but\s+(?:the|for)|all\s+but|tails?|largest|leading|principal|rank-?\d|eigen\w+|singular|residual|input\s+(?:size|layer)|hidden\s+layers?|apart|skip\w*|omit\w*|exclud\w+|without|leav\w+\s+out|remaining|the\s+rest|the\s+others?|bias|intercept"
    r"|initial\w*|root|inducti\w+|telescop\w+|successive|consecutive|differences?|negatives?|wrong\w*)\b|\[CLS\]|第[一二]个?(?:元素|项|分量|位|词|时刻|步)|首[个项]|除了|除去|其余|起始|初始|偏置|负[例样]",
    re.IGNORECASE,
)
NEAR = 160
LATE = range(2, 6)  # one that a sum may be begun with by a slip


def begun_late(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum from 2, 3 or a little more to a size over entries that have no neighbour in it, where nothing sets the first apart."""
    text = model.document.source.text
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, IndexedSum) or not _begins_late(part):
                continue
            if is_mean_of_its_terms(statement.term) or _first_stands_apart(statement.term, part):
                continue
            if _FIRST_APART.search(text[max(0, statement.span.start - NEAR) : statement.span.end + NEAR]):
                continue
            assert part.index is not None and part.upper is not None and part.lower is not None
            left_out = "the first is" if show(part.lower) == "2" else "the first ones are"
            letter, last = spell(part.index.name), show(part.upper)
            yield Problem(
                statement.place(part.origin),
                f"{letter} runs from {show(part.lower)} to {last}, and nothing says why {left_out} left out",
                help=f"try {letter} = 1, or say what becomes of the first",
                level="warning",
                evidence={"kind": "index", "letter": part.index.name},
            )


def _begins_late(total: IndexedSum) -> bool:
    if total.kind != "sum" or total.index is None or total.upper is None or total.condition is not None:
        return False
    if not isinstance(total.lower, Number) or total.lower.value not in LATE:
        return False
    last = dimension_of(total.upper)
    if last is None or last.letter is None or not families_in(total.body, total.index):
        return False
    # x_{<t} has no member for the first
    return not any(
        isinstance(part, Ellipsis)
        or isinstance(part, Index)
        and any(not isinstance(slot, Symbol | Number) and total.index in walk(slot) for slot in slots_of(part))
        for part in walk(total.body)
    )


def _first_stands_apart(term: Term, total: IndexedSum) -> bool:
    """Whether the formula has the first member beside the sum, a term added to it, or a member before it."""
    assert total.index is not None
    names = {family[0] for family in families_in(total.body, total.index)}
    for part in walk(term):
        if isinstance(part, Sum) and any(total in (each, *_factors(each)) for each in part.terms):
            return True
        if isinstance(part, Index) and isinstance(part.base, Symbol) and unstyled(part.base.name) in names:
            if any(isinstance(slot, Number | Slice) for slot in slots_of(part)):
                return True
    return False


def _factors(term: Term) -> tuple[Term, ...]:
    return term.factors if isinstance(term, Product) else ()
