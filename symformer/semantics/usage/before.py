"""Symbols that are used before the one place that says what they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.standard_names import CONSTANTS, is_standard
from symformer.semantics.usage.told_besides import spoken_names
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import Number, Quotient, Symbol, Term, walk

FEWEST_BEFORE = 2  # one use may be a look ahead


@dataclass(frozen=True, slots=True)
class Early:
    """A symbol at its first use, and the definition that comes later."""

    symbol: SymbolUses
    use: Occurrence
    definition: Declaration
    times: int


def used_before_definition(model: SemanticModel) -> Iterator[Early]:
    """Each size that formulas use in one section, and that only a later section defines by an equation."""
    spoken: frozenset[str] | None = None
    for symbol in model.uses:
        if not _is_candidate(symbol, model):
            continue
        definition = next((each for each in symbol.declarations if _defines(each)), None)
        if definition is None or any(each is not definition for each in symbol.declarations):
            continue
        before = [
            each
            for each in symbol.occurrences
            if each.span.start < definition.visible_from and each.section != _section(symbol, definition)
        ]
        if len(before) < FEWEST_BEFORE or any(each.tells or each.part == "unsure" for each in before):
            continue
        if any(
            table.span.start <= each.span.start < table.span.end for each in before for table in model.document.tables
        ):
            continue  # the rows of a table say by themselves what a letter is
        spoken = spoken_names(model.document) if spoken is None else spoken
        if symbol.name not in spoken:
            yield Early(symbol, before[0], definition, len(before))


def _is_candidate(symbol: SymbolUses, model: SemanticModel) -> bool:
    spelling = taken_apart(symbol.name)
    if not spelling.is_letter or symbol.name in CONSTANTS or symbol.name in model.index_names:
        return False
    plain = len(spelling.letter) == 1 and not spelling.accents and (spelling.below or not spelling.primes)
    return bool(plain) and not (is_standard(symbol.name) and len(symbol.name) > 1)


def _defines(declaration: Declaration) -> bool:
    """Whether a declaration gives a size by others: k = d / h."""
    value = declaration.value
    return isinstance(declaration.symbol, Symbol) and value is not None and _is_of_sizes(value)


def _is_of_sizes(value: Term) -> bool:
    return isinstance(value, Quotient) and all(isinstance(part, Symbol | Number | Quotient) for part in walk(value))


def _section(symbol: SymbolUses, definition: Declaration) -> int:
    return next((each.section for each in symbol.occurrences if each.span == definition.span), -2)
