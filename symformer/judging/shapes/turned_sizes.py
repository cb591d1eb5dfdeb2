r"""Two equations between the same sizes of which one multiplies where the other divides: ``p = d h`` beside ``p h = d``.

Both hold only where the size that is turned over is one.  Letters that stand in shapes, or that words call sizes, are
compared, so that no matrix is taken for a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.head_sizes import HEADS, concepts_of_sizes
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Number, Product, Quotient, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

Powers = dict[str, int]
MOST_PAIRS = 400
CASES = Cued(
    r"\b(?:cases?|otherwise|alternatively|instead|either|or|whenever|when|suppose|imagine|wrong(?:ly)?|not)\b|情况|否则|或者?|当|假如|错",
    re.IGNORECASE,
)


def turned_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation that turns one of three sizes over against an earlier one of the same section."""
    sizes = _sizes(model)
    told: dict[tuple[int, frozenset[str]], list[tuple[Powers, Statement, str]]] = {}
    accused: set[int] = set()
    count = 0
    for statement, _ in asserted_formulas(model):
        term = statement.term
        if not isinstance(term, Relation) or not set(term.relations) <= EQUAL or statement.hedged:
            continue
        section = section_at(model.document, statement.span.start)
        for left, right in zip(term.sides, term.sides[1:], strict=False):
            powers = _equation(left, right)
            count += 1
            if powers is None or count > MOST_PAIRS or not powers.keys() <= sizes:
                continue
            if CASES.search(sentence_before(model.document.source.text, statement.span.start)):
                continue
            wording = f"{show(left)} = {show(right)}"
            before = told.setdefault((section, frozenset(powers)), [])
            for others, other, other_wording in before:
                turned = _turned(powers, others)
                if turned is None or other is statement or id(statement) in accused:
                    continue
                accused.add(id(statement))
                place = statement.place(right.origin)
                yield Problem(
                    place,
                    f"{wording} and {other_wording} hold together only where {turned} is 1",
                    related=(Related(other.span, f"{other_wording} stands here"),),
                    evidence={"kind": "shape", "symbol": show(left)},
                    key=f"turned-size@{place.start}",
                )
            before.append((powers, statement, wording))


def _sizes(model: SemanticModel) -> frozenset[str]:
    """The letters that stand in declared shapes, and those that words call a number of heads."""
    found = {name for name, each in once(model, concepts_of_sizes).items() if HEADS in each}
    for declaration in model.table.declarations:
        for size in declaration.sizes or ():
            found.update(exact_key(part) or "" for part in walk(size) if isinstance(part, Symbol))
    return frozenset(found - {""})


def _equation(left: Term, right: Term) -> Powers | None:
    """The powers of three letters in left / right, each once; None for every other equation."""
    found: Powers = {}
    for side, sign in ((left, 1), (right, -1)):
        for part, power in _factors(side):
            key = exact_key(part) if isinstance(part, Symbol) else None
            if key is None or key in found:
                return None
            found[key] = power * sign
    return found if len(found) == 3 else None


def _factors(side: Term) -> Iterator[tuple[Term, int]]:
    match side:
        case Product(factors=factors):
            for each in factors:
                yield from _factors(each)
        case Quotient(numerator=above, denominator=below):
            yield from _factors(above)
            for part, power in _factors(below):
                yield part, -power
        case Number(value=value) if value == 1:
            return
        case _:
            yield side, 1


def _turned(one: Powers, other: Powers) -> str | None:
    """The one size whose power has the other sign in one of two equations, whichever way round these are written."""
    differing = [name for name in one if one[name] != other[name]]
    agreeing = [name for name in one if one[name] == other[name]]
    for some in (differing, agreeing):
        if len(some) == 1:
            return some[0]
    return None
