r"""A size that words tell and nothing uses, where one size is used that no words tell: ``h`` heads, and ``d_k = D / H``.

One of the two letters was changed, and the other one forgotten.  Which one was meant is seen where the letters are one
in two cases, where the untold one numbers the very things that the idle one counts, or where all other sizes of the
note's arrays are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.told_besides import spoken_names
from symformer.semantics.usage.told_for_another import ToldForAnother
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.parts import letter_names
from symformer.terms.term import Number, Relation, Space, walk
from symformer.text.cued import Cued

FEWEST_TOLD = 2  # other sizes that words tell
OFTEN = 3  # times that an untold size stands in shapes
OUTSIDE = Cued(r"\bbatch|\b(?:example|sample|sequence|sentence|layer|block|step|epoch)s\b|\bcorpus\b")
COUNTS = Cued(r"number of (?:[\w-]+ )*?(?P<thing>[a-z]+?)s?$")


def idle_sizes(model: SemanticModel) -> Iterator[ToldForAnother]:
    """The one size that is told idly, and the one that is used and not told."""
    spoken = spoken_names(model.document)
    told = [each for each in model.uses if _is_told_size(each)]
    idle = [each for each in told if all(place.part in ("mentioned", "declared") for place in each.occurrences)]
    idle = [each for each in idle if len(each.occurrences) == 1 and all(d.ranges is None for d in each.declarations)]
    if len(idle) != 1 or len(told) - 1 < FEWEST_TOLD:
        return
    untold = [each for each in model.uses if _is_untold(each, model) and each.name not in spoken]
    meant = [each for each in untold if _are_one(idle[0], each, untold, model)]
    if len(meant) != 1:
        return
    use = next(each for each in meant[0].occurrences if each.part in ("used", "size"))
    yield ToldForAnother(idle[0], idle[0].occurrences[0], use)


def _is_told_size(symbol: SymbolUses) -> bool:
    if any(each.role == "index" or each.ranges is not None for each in symbol.declarations):
        return False
    return any(each.role == "dimension" and each.by in ("prose", "table") for each in symbol.declarations)


def _is_untold(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a letter is used as a size and no words say what it counts; a number for it says nothing of that."""
    spelling = taken_apart(symbol.name)
    if not spelling.is_letter or spelling.accents or spelling.primes or spelling.font:
        return False
    if any(each.concept or each.by in ("prose", "table") or each.role == "index" for each in symbol.declarations):
        return False
    if any(each.value is not None and not isinstance(each.value, Number) for each in symbol.declarations):
        return False
    if not any(each.part in ("used", "size") for each in symbol.occurrences):
        return False
    return any(each.part == "size" for each in symbol.occurrences) or _shares_a_size(symbol, model)


def _shares_a_size(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a letter stands in an equation of sizes alone: ``D_h = D / H``."""
    for place in symbol.occurrences:
        term = model.statements[place.at].term
        if not isinstance(term, Relation) or term.relations != ("=",) or any(isinstance(e, Space) for e in walk(term)):
            continue
        names = letter_names(term) - {symbol.name}
        if names and all(_is_told_size(model.uses.of(name)) for name in names):
            return True
    return False


def _are_one(idle: SymbolUses, other: SymbolUses, untold: list[SymbolUses], model: SemanticModel) -> bool:
    if idle.name != other.name and idle.name.casefold() == other.name.casefold():
        return True
    if len(untold) > 1:
        return False
    if _numbers(other, idle, model):
        return True
    if any(OUTSIDE.search(each) for each in idle.concepts):
        return False  # the shapes of one sequence do not have it
    return sum(each.part == "size" for each in other.occurrences) >= OFTEN


def _numbers(other: SymbolUses, idle: SymbolUses, model: SemanticModel) -> bool:
    r"""Whether lists of the counted things end with the other letter: ``\text{head}_1, …, \text{head}_h``."""
    counts = COUNTS.search(idle.concepts[0]) if idle.concepts else None
    if counts is None:
        return False
    thing, letter = re.escape(counts["thing"]), re.escape(other.name)
    ended = re.compile(
        rf"{thing}\}}?_\{{?{letter}\b|\b{thing}s?\s+\$?[a-z]\s*=\s*[01]\s*,\s*\\[lc]?dots\s*,\s*{letter}\b"
    )
    return ended.search(model.document.source.text) is not None


__all__ = ["idle_sizes"]
