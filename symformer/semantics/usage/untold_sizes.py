r"""Sizes that a note never tells, though it tells its others: the n of $S \in \mathbb{R}^{m \times n}$, the k of $\sqrt{k}$.

A size tells itself to some degree, by the shapes it stands in.  Missed is one that scores are scaled by, or that stands
in a result alone, in a note that says of nearly all its other sizes what they count.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.told_besides import spoken_names, told_besides
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.term import EQUAL, Apply, Relation, Space, Symbol, Term, walk

FEWEST_TOLD = 4
MOST_UNTOLD = 0.5  # of those told
SELF_TOLD = frozenset("dnNDL")  # by custom a width, or how many rows there are


def untold_sizes(model: SemanticModel) -> Iterator[SymbolUses]:
    """Each size that is missed."""
    spoken, besides = spoken_names(model.document), told_besides(model)
    told, untold = 0, list[SymbolUses]()
    for name in _sizes(model):
        symbol = model.uses.of(name)
        if symbol.is_told or symbol.is_mentioned or name in spoken or name in besides:
            told += 1
        else:
            untold.append(symbol)
    if told < FEWEST_TOLD or len(untold) > MOST_UNTOLD * told:
        return
    for symbol in untold:
        if len(symbol.name) == 1 and symbol.name.isalpha() and _is_needed(symbol, model):
            yield symbol


def _sizes(model: SemanticModel) -> tuple[str, ...]:
    """Every letter that is a size of a space or of a declaration, in order."""
    spaces = (part for each in model.statements for part in walk(each.term) if isinstance(part, Space))
    declared = (size for each in model.table.declarations for size in each.sizes or ())
    terms: Iterator[Term] = (part for each in (*spaces, *declared) for part in walk(each))
    return tuple(dict.fromkeys(each.name for each in terms if isinstance(each, Symbol)))


def _is_needed(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether an equation takes the root of a size, or its one place is the shape of a result."""
    equations = [model.statements[each.at].term for each in symbol.occurrences]
    equations = [each for each in equations if _is_equation(each)]
    if len(symbol.occurrences) == 1:
        return bool(equations) and symbol.occurrences[0].part == "size"
    roots = (part for each in equations for part in walk(each) if isinstance(part, Apply) and part.function == "sqrt")
    return symbol.name not in SELF_TOLD and any(root.arguments == (Symbol(symbol.name),) for root in roots)


def _is_equation(term: Term) -> bool:
    return isinstance(term, Relation) and not EQUAL.isdisjoint(term.relations)


__all__ = ["untold_sizes"]
