r"""Weights and a bias that are counted alike in all maps but one: ``\max(0, x W_6 + b_1) W_2 + b_2``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import is_numbered
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Sum, Term


@dataclass(frozen=True, slots=True)
class _Map:
    """The weights and the bias of an affine map, each with its number."""

    statement: Statement
    weights: Index
    bias: Index

    @property
    def numbers(self) -> tuple[Term, Term]:
        (one,), (other,) = self.weights.slots, self.bias.slots
        return one, other


def numbered_map_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one map whose weights and bias have two numbers, where those of all others have one."""
    by_letters: dict[tuple[Term, Term], list[_Map]] = defaultdict(list)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, Sum) and (found := _map(statement, part)) is not None:
                by_letters[found.weights.base, found.bias.base].append(found)
    for maps in by_letters.values():
        odd = [each for each in maps if each.numbers[0] != each.numbers[1]]
        like = [each for each in maps if each.numbers[0] == each.numbers[1]]
        if len(odd) != 1 or not like:
            continue
        (astray,), told = odd, like[0]
        place = astray.statement.place(astray.weights.origin)
        yield Problem(
            place,
            f"{show(astray.weights)} stands beside {show(astray.bias)} here,"
            f" and {show(told.weights)} beside {show(told.bias)}: weights and bias of one map have one number",
            help="try the same number for both",
            related=(Related(told.statement.place(told.weights.origin), "one number here"),),
            evidence={"kind": "symbol", "symbol": show(astray.weights)},
        )


def _map(statement: Statement, term: Sum) -> _Map | None:
    """What is multiplied by numbered weights, and a numbered bias: nothing else."""
    if len(term.terms) != 2:
        return None
    weights = [each for part in term.terms if isinstance(part, Product) for each in part.factors if is_numbered(each)]
    biases = [part for part in term.terms if is_numbered(part)]
    match weights, biases:
        case [Index() as one], [Index() as bias] if show(one.base)[:1].isupper():
            return _Map(statement, one, bias) if len(one.slots) == len(bias.slots) == 1 else None
    return None
