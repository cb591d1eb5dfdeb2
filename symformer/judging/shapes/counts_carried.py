r"""Multiples of sizes that the words beside them carry on: "$12 d^2$ per block and $12 N d^2$ for all", "$12 d^2$ … Indeed $12 \cdot 768^2$".

What N blocks hold is N times what one does; and a sum of multiples with its numbers put in has the coefficients that were told
right before it, of which the others agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.dimension import Dimension
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.term import Number, Power, Product, Relation, Sum, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

_EACH = re.compile(
    r"[\s$]*(?:(?:weights|parameters|params|numbers|operations|entries)\s+)?(?:per|for\s+(?:one|each|every)|in\s+(?:one|each|every)|each)\s+(?P<one>block|layer|head|token|expert|sublayer|step|stage|example|position)s?\b"
    r"[\s,;]*(?:and|so|hence|thus|therefore|i\.e\.,?|or|that\s+is|giving|makes?|which\s+makes)[\s,$]*(?:thus\s+|so\s+|therefore\s+|altogether\s+|in\s+total\s+)?\Z",
    re.IGNORECASE,
)
_ALL = Cued(
    r"[\s$]*(?:(?:weights|parameters|params|numbers|operations|entries)\s+)?(?:(?:for|in|over|across)\s+(?:all|the\s+(?:whole|entire|full|complete))\b|in\s+total|altogether|in\s+all|overall)",
    re.IGNORECASE,
)
_HEDGED = Cued(r"\?|\b(?:about|roughly|approximately|if|would|not|shared|tied)\b|≈", re.IGNORECASE)
NEAR = 400  # characters between what is told in letters and its numbers


def carried_count_problems(model: SemanticModel) -> Iterator[Problem]:
    """Every multiple that is another one where it is carried on."""
    text = model.document.source.text
    told = [
        each
        for each in model.statements
        if each.stance == "asserted" and each.formula is not None and each.carrier == "formula" and not each.hedged
    ]
    for one, other in pairwise(told):
        yield from _of_all(one, other, text)
    yield from _put_in(told, text)


def _last(term: Term) -> Term:
    return term.sides[-1] if isinstance(term, Relation) and set(term.relations) == {"="} else term


def _of_all(one: Statement, other: Statement, text: str) -> Iterator[Problem]:
    """ "$4 D^2$ per block and $12 N D^2$ for the whole stack"."""
    if one.formula is None or other.formula is None:
        return
    between = text[one.formula.span.end : other.formula.span.start]
    behind = text[other.formula.span.end : other.formula.span.end + 60]
    found = _EACH.match(between) if len(between) < 80 else None
    if found is None or _ALL.match(behind) is None or _HEDGED.search(between):
        return
    single, whole = dimension_of(_last(one.term)), dimension_of(_last(other.term))
    if single is None or whole is None or len(single.terms) != 1 or len(whole.terms) != 1:
        return
    (of_one, few), (of_all, many) = single.terms[0], whole.terms[0]
    extra = {name: power - dict(of_one).get(name, 0) for name, power in of_all}
    lost = set(dict(of_one)) - set(dict(of_all))
    grown = {name: power for name, power in extra.items() if power}
    if lost or list(grown.values()) != [1] or few == many:
        return
    count = next(iter(grown))
    expected = Dimension(((of_all, few),))
    span = one.place(_last(one.term).origin)
    yield Problem(
        span,
        f"{count} times {single} is {expected}, not {whole}: one {found['one']} or all of them are counted wrongly",
        level="warning",
        evidence={"kind": "shape", "expected": str(Dimension(((of_one, many),)))},
        related=(Related(other.span, "all of them"),),
        key=f"count-in-letters@{span.start}",
    )


# -- with numbers put in -------------------------------------------------------------------------------------------------


def _put_in(told: Sequence[Statement], text: str) -> Iterator[Problem]:
    """ "$12 d^2$ weights … the biases add $12d$. Indeed $12 · 768^2 + 13 · 768$"."""
    for at, statement in enumerate(told):
        first = statement.term.sides[0] if isinstance(statement.term, Relation) else None
        worked = _coefficients(first) if isinstance(first, Sum) else None
        if worked is None or len(worked) < 2:
            continue
        start = max(text.rfind("\n\n", 0, statement.span.start), statement.span.start - NEAR)
        above: dict[str, dict[int, tuple[Fraction, Statement]]] = {}
        for each in told[:at]:
            size = dimension_of(_last(each.term)) if each.span.start >= start else None
            if size is not None and len(size.terms) == 1 and len(size.terms[0][0]) == 1:
                ((name, exponent),), factor = size.terms[0]
                if isinstance(exponent, int) or exponent.denominator == 1:
                    above.setdefault(name, {})[int(exponent)] = (factor, each)
        letters = [name for name, powers in above.items() if set(powers) >= set(worked)]
        if len(letters) != 1:
            continue
        (letter,) = letters
        odd = [power for power, factor in worked.items() if above[letter][power][0] != factor]
        if len(odd) != 1:
            continue
        factor, source = above[letter][odd[0]]
        shown = f"{letter}^{odd[0]}" if odd[0] > 1 else letter
        span: Span = source.place(_last(source.term).origin)
        yield Problem(
            span,
            f"this is {factor}{shown}, and {worked[odd[0]]}{shown} where the numbers are put in",
            level="warning",
            evidence={"kind": "shape", "expected": f"{worked[odd[0]]}{shown}"},
            related=(Related(statement.span, "with numbers"),),
            key=f"count-in-letters@{span.start}",
        )


def _coefficients(total: Sum) -> dict[int, Fraction] | None:
    """The multiple of each power of one number: {2: 12, 1: 13} of ``12 · 768^2 + 13 · 768``."""
    found: dict[int, Fraction] = {}
    bases: set[Fraction] = set()
    for part in total.terms:
        match part:
            case Product(
                factors=(Number(value=factor), Power(base=Number(value=base), exponent=Number(value=exponent)))
            ):
                power = int(exponent)
            case Product(factors=(Number(value=factor), Number(value=base))):
                power = 1
            case _:
                return None
        if power in found:
            return None
        found[power] = factor
        bases.add(base)
    return found if len(bases) == 1 and min(bases) > 1 else None


__all__ = ["carried_count_problems"]
