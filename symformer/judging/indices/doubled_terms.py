r"""A term that stands twice in one sum: ``\lambda (b_u^2 + b_u^2)``, ``h_1 + h_1 = 0.5``.

Who adds a thing to itself writes twice the thing; where it has an index, the index of one of the two was meant otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas, by_formula
from symformer.semantics.model import SemanticModel, once
from symformer.terms.show import show, spell
from symformer.terms.term import Ellipsis, Index, Number, Product, Relation, Slice, Space, Sum, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_DOUBLED = Cued(
    r"\b(?:twice|doubl\w+|itself|symmetr\w+|two\s+(?:equal|copies|times)|2\s+times)\b|两倍|对称",
    re.IGNORECASE,
)
NEAR = 120
TWO = 2


def doubled_terms(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each term with an index that a sum has exactly twice, where nothing says that it is doubled."""
    text = model.document.source.text
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            twin = _twin(part) if isinstance(part, Sum) else None
            if twin is None or _is_counted(statement.term):
                continue
            if _DOUBLED.search(text, max(0, statement.span.start - NEAR), min(len(text), statement.span.end + NEAR)):
                continue
            first, second = (statement.place(each.origin) for each in twin)
            if first == second:
                continue  # one that is written once was spread over several sides
            yield Problem(
                second,
                f"{show(twin[1])} stands twice in one sum",
                help="try the index of another member in one of the two, or twice the term",
                related=(Related(first, "it stands here, too"),),
                evidence={"kind": "index", "found": show(twin[1])},
                key=f"doubled@{second.start}",
            )


def doubled_declarations(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each ``W_Q, W_K, W_Q \in \mathbb{R}^{d \times d}``: one of them is another."""
    for formula in once(model, by_formula):
        told: set[tuple[str, Span]] = set()  # names, by the place of the set that is written once for all of a list
        for statement in formula:
            match statement.term:
                case Relation(relations=("∈",), sides=(Symbol(name=name) as left, Space(origin=written))):
                    place = statement.place(left.origin)
                    if (name, written) in told:
                        yield Problem(
                            place,
                            f"{spell(name)} stands twice in one list",
                            help="try another name for one of the two",
                            evidence={"kind": "symbol", "found": name},
                            key=f"doubled@{place.start}",
                        )
                    told.add((name, written))


def _twin(total: Sum) -> tuple[Term, Term] | None:
    """The two terms of a sum that are one and the same, and no more than two."""
    if any(isinstance(each, Ellipsis) for each in total.terms):
        return None
    places: dict[Term, list[Term]] = {}
    for each in total.terms:
        places.setdefault(each, []).append(each)
    twice = (each for each in places.values() if len(each) == TWO and _has_an_index(each[0]))
    first, second = next(twice, (None, None))
    return (first, second) if first is not None and second is not None else None


def _has_an_index(term: Term) -> bool:
    return any(
        isinstance(part, Index) and not any(isinstance(each, Slice) for each in part.indices) for part in walk(term)
    )


def _is_counted(term: Term) -> bool:
    """Whether another part of the formula has a two before it: what the doubled term comes to."""
    products = (part for part in walk(term) if isinstance(part, Product))
    return any(isinstance(each, Number) and abs(each.value) == TWO for part in products for each in part.factors)


__all__ = ["doubled_declarations", "doubled_terms"]
