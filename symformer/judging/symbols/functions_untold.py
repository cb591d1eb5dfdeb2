r"""Functions of the note's own that are called, and told nowhere: ``f_{\text{stoi}}(x)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.functions import lookup
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.semantics.usage.told_besides import spoken_names
from symformer.semantics.usage.undefined import FEWEST_TOLD, HIGH_SHARE, undefined_symbols
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.show import GREEK, spell
from symformer.terms.term import Relation, Symbol, walk
from symformer.text.cued import Cued

LETTERS = frozenset("f g h F G phi psi".split())  # what stands for a function, whatever is below it
FORMULA = Cued(r"\$\$.*?\$\$|\$[^$\n]*\$|\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
SHORTEST = 3  # letters of a label that is a word or a part of one


def problems_of_functions(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each function with a word below it that nothing in a careful note tells."""
    called = [each for each in model.uses if _is_called_only(each, model)]
    if not called:
        return
    balance = undefined_symbols(model)[1]
    if balance.told < FEWEST_TOLD or balance.share < HIGH_SHARE:
        return
    words = FORMULA.sub(" ", model.document.source.text).casefold()
    spoken = spoken_names(model.document)
    for symbol in called:
        label = taken_apart(symbol.name).below
        if symbol.name in spoken or _is_spoken(label, words):
            continue
        name = spell(symbol.name)
        yield Problem(
            symbol.occurrences[0].span,
            f"{name} is called here, and nothing in the note says what it gives",
            help=f"try a sentence that says what {name} takes and what it gives",
            evidence={"kind": "symbol", "symbol": symbol.name},
        )


def _is_called_only(symbol: SymbolUses, model: SemanticModel) -> bool:
    return (
        bool(symbol.occurrences)
        and not symbol.declarations
        and _has_word_below(taken_apart(symbol.name))
        and all(each.part == "called" or _is_result(each, model) for each in symbol.occurrences)
    )


def _is_result(use: Occurrence, model: SemanticModel) -> bool:
    """Whether an equation gives what a call comes to and no definition: ``f(x_i) = j``, without an x on the right."""
    term = model.statements[use.at].term
    if use.part != "defined" or not isinstance(term, Relation) or term.sides[0] != use.term:
        return False
    return len(term.sides) == 2 and isinstance(term.sides[1], Symbol) and term.sides[1] not in set(walk(use.term))


def _has_word_below(spelling: Spelling) -> bool:
    label = spelling.below
    return (
        spelling.letter in LETTERS
        and label.isalpha()
        and len(label) >= SHORTEST
        and label not in GREEK
        and lookup(label) is None
    )


def _is_spoken(label: str, words: str) -> bool:
    """Whether the words of the note say what a label is short for: enc beside "the encoder"."""
    return re.search(rf"\b{re.escape(label.casefold())}", words) is not None


__all__ = ["problems_of_functions"]
