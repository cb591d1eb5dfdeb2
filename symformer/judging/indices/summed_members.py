r"""Results taken at the index they were summed over: ``x_{ij} - \mu_i`` where ``\mu_j = \frac1B \sum_i x_{ij}``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Index, IndexedSum, Relation, Sum, Symbol, Term, children, walk


@dataclass(frozen=True, slots=True)
class _Summed:
    """A name with one index, summed over another, from entries that have both."""

    name: Term
    kept: Symbol
    summed: Symbol
    entry: Index
    statement: Statement


def results_at_the_summed_index(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry met by a sum that was taken along the other axis, under the index that is gone."""
    formulas = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    found = [summed for statement in formulas for summed in _summed(statement)]
    by_name = {each.name: each for each in found}
    if len(by_name) < len(found):
        by_name = {name: each for name, each in by_name.items() if sum(other.name == name for other in found) == 1}
    for statement in formulas:
        for part in walk(statement.term):
            if not isinstance(part, Sum):
                continue
            inside = [each for term in part.terms for each in _members_free(term)]
            for member in inside:
                summed = by_name.get(member.base)
                if summed is None or member.indices != (summed.summed,) or summed.entry not in inside:
                    continue
                if statement is summed.statement:
                    continue
                meant = show(Index(summed.name, (summed.kept,)))
                yield Problem(
                    statement.place(member.origin),
                    f"{show(member)} meets {show(summed.entry)}, but {spell(show(summed.name))} was summed over "
                    f"{summed.summed.name} and has the index {summed.kept.name}",
                    help=f"try {meant}",
                    related=(Related(summed.statement.span, f"{meant} is defined here"),),
                    evidence={"kind": "index", "letter": summed.summed.name},
                )


def _members_free(term: Term, bound: frozenset[Symbol] = frozenset()) -> Iterator[Index]:
    r"""The members in a summand whose indices no sum within it binds: those of ``\sum_j d_j f_j^2`` are met by nothing."""
    if isinstance(term, IndexedSum) and term.index is not None:
        bound |= {term.index}
    if isinstance(term, Index) and not bound & {each for each in term.indices if isinstance(each, Symbol)}:
        yield term
    for part in children(term):
        yield from _members_free(part, bound)


def _summed(statement: Statement) -> Iterator[_Summed]:
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL or not isinstance(term.sides[0], Index):
        return
    left = term.sides[0]
    if len(left.indices) != 1 or left.upper or not isinstance(kept := left.indices[0], Symbol):
        return
    for part in walk(term.sides[1]):
        if not isinstance(part, IndexedSum) or part.index is None or part.index == kept:
            continue
        for entry in walk(part.body):
            if isinstance(entry, Index) and set(entry.indices) == {part.index, kept} and len(entry.indices) == 2:
                yield _Summed(left.base, kept, part.index, entry, statement)
                return
