r"""A difference of indices that is turned round along a chain: ``Σ_j C A^j B u_{k-j} = Σ_j K_j u_{j-k}``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, IndexedSum, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

# where both ways are one: r_{j-k} of what is stationary; "reversed", "flipped" say that it is turned on purpose
EVEN = Cued(
    r"\b(?:symmetric\w*|even|toeplitz|stationar\w+|autocorrelation|autocovariance|covariance|revers\w+|flipp\w+|hermitian|circulant|cross-?correlation)\b"
    r"|对称|平稳|翻转|互相关|自相关",
    re.IGNORECASE,
)
Difference = tuple[Symbol, Symbol]


def turned_difference_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each member of a family whose index is turned round from one side of a chain to the next."""
    text = model.document.source.text
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EQUAL or len(term.sides) < 2:
            continue
        before: dict[tuple[Term, Difference], Term] = {}
        for side in term.sides:
            here = dict(_differences(side))
            for (base, (one, other)), entry in here.items():
                turned = before.get((base, (other, one)))
                if turned is None or (base, (one, other)) in before or (base, (other, one)) in here:
                    continue
                if EVEN.search(text) is not None:
                    return
                place = statement.place(entry.origin)
                yield Problem(
                    place,
                    f"{show(entry)} stands here for the {show(turned)} before: the index is turned round",
                    help=f"try {show(turned)}",
                    related=(Related(statement.place(turned.origin), "before"),),
                    evidence={"kind": "index", "letter": other.name},
                    key=f"turned-difference@{place.start}",
                )
            before.update(here)


def _differences(side: Term) -> Iterator[tuple[tuple[Term, Difference], Term]]:
    """The members under a sum over one of two letters, whose index is one letter less the other."""
    for part in walk(side):
        if not isinstance(part, IndexedSum) or part.kind != "sum" or not isinstance(part.index, Symbol):
            continue
        for entry in walk(part.body):
            if isinstance(entry, Index) and len(entry.indices) == 1 and not entry.upper:
                pair = _difference(entry.indices[0])
                if pair is not None and part.index in pair:
                    yield (entry.base, pair), entry


def _difference(index: Term) -> Difference | None:
    match index:
        case Sum(terms=(Symbol() as one, Product(factors=(Number(value=sign), Symbol() as other)))) if sign == -1:
            return one, other
    return None


__all__ = ["turned_difference_problems"]
