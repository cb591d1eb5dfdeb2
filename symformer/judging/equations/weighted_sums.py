r"""Weights that sum to one over another index than the one their weighted sum runs over: c_t = Σ_j α_tj h_j.

Where α_tj is divided by a sum over t, the weights of a query are no shares.  A sum over the first index is none of
attention: gradients and chains of states run back that way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.normalisations import OTHERWISE, Said, defined_shares
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Index, IndexedSum, Product, Relation, Symbol, Term
from symformer.text.cued import Cued

WEIGHS = Cued(
    r"\battend|\battention|\bcontext|\bweighted|\bweights?\b|\balign|\bexpert|\bgat(?:e|ing)|注意力|加权|权重",
    re.IGNORECASE,
)
TURNED = Cued(
    r"\bslot|\bexpert.choice|\bre-?normali|\bcolumn[- ]?(?:wise|sto|norm|soft|sum)|\bover (?:each|every|the|all) columns?\b|\btranspos|\bgradient|\btransition|\bmarkov|列|转置",
    re.IGNORECASE,
)
NEAR = 300


def weighted_sum_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each array of weights that is made to sum to one over the queries, and used over the keys."""
    defined = defined_shares(model)
    if not defined:
        return
    text = model.document.source.text
    told: set[str] = set()
    for statement in model.statements:
        found = _weighted(statement)
        if found is None:
            continue
        entry, letter = found
        assert isinstance(entry.base, Symbol)
        said = defined.get(entry.base.name)
        if said is None or said.statement is None or said.slot != 0 or entry.base.name in told:
            continue
        begin, end = sorted((said.place.start, statement.span.start))
        around = text[max(0, begin - NEAR) : end + NEAR]
        if WEIGHS.search(around) is None or TURNED.search(around) or OTHERWISE.search(around):
            continue
        told.add(entry.base.name)
        yield _problem(said, statement, entry, letter)


def _weighted(statement: Statement) -> tuple[Index, Symbol] | None:
    """The weight and the letter of ``c_t = Σ_j α_tj h_j``, where the sum runs over the second index."""
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return None
    if term.relations[0] not in EQUAL or not isinstance(term.sides[0], Index):
        return None
    return _of_sum(term.sides[1], term.sides[0])


def _of_sum(total: Term, left: Index) -> tuple[Index, Symbol] | None:
    match total:
        case IndexedSum(kind="sum", index=Symbol() as letter, body=Product(factors=factors)):
            entries = [
                each
                for each in factors
                if isinstance(each, Index) and len(each.indices) == 2 and not each.upper and each.indices[1] == letter
            ]
            others = [each for each in factors if isinstance(each, Index) and letter in each.indices]
            if len(entries) == 1 and len(others) == 2 and entries[0].indices[0] in left.indices:
                return (entries[0], letter) if isinstance(entries[0].base, Symbol) else None
    return None


def _problem(said: Said, statement: Statement, entry: Index, letter: Symbol) -> Problem:
    assert said.statement is not None and isinstance(said.statement.term, Relation)
    left = said.statement.term.sides[0]
    assert isinstance(left, Index)
    summed, wanted = show(left.indices[0]), show(left.indices[1])
    return Problem(
        said.place,
        f"these weights sum to one over {spell(summed)}, and are used in a weighted sum over {spell(letter.name)}, "
        f"their second index",
        help=f"try a sum over {spell(wanted)} below the line",
        related=(Related(statement.span, f"{show(entry)} weighs here"),),
        evidence={"kind": "index", "letter": summed},
        key=f"normalisation@{said.place.start}",
    )
