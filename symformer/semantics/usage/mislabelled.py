r"""A name that is told and never used, beside one of another label that nothing tells: ``W_j x``, where W_k is told."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.documents.places import topic_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.told_for_another import ToldForAnother
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import Index, Symbol

NEAR = 1500  # characters between the two
USED = frozenset({"used", "defined", "called"})


def mislabelled(model: SemanticModel) -> Iterator[ToldForAnother]:
    """Each pair of a told name without a use and a used one of the same letter that nothing tells, where both are the only ones."""
    families: dict[tuple[str, str], list[SymbolUses]] = {}
    for symbol in model.uses:
        made = taken_apart(symbol.name)
        families.setdefault((made.letter, made.font), []).append(symbol)
    for members in families.values():
        idle = [each for each in members if _is_labelled(each) and each.is_told and not _uses(each)]
        known = [each for each in members if _is_labelled(each) and each.is_told and _uses(each)]
        strays = [use for each in members if not each.is_told for use in _uses(each) if _has_label(use, model)]
        if len(idle) != 1 or not known or len(strays) != 1 or len(members) != len(idle) + len(known) + 1:
            continue
        told = idle[0].occurrences[0]
        topics = {topic_of(model.document, each.section) for each in (told, strays[0])}
        if len(topics) == 1 and abs(told.span.start - strays[0].span.start) < NEAR:
            yield ToldForAnother(idle[0], told, strays[0])


def _is_labelled(symbol: SymbolUses) -> bool:
    return bool(taken_apart(symbol.name).below) and not symbol.is_mentioned


def _uses(symbol: SymbolUses) -> list[Occurrence]:
    return [each for each in symbol.occurrences if each.part in USED]


def _has_label(use: Occurrence, model: SemanticModel) -> bool:
    """Whether a name has a label below, or one letter that runs over nothing."""
    statement = model.statements[use.at]
    if statement.carrier != "formula" or statement.stance != "asserted":
        return False
    match use.term:
        case Index(indices=(Symbol() as letter,), upper=()):
            return letter.name not in model.index_names and letter.name not in model.size_names
        case Symbol(name=name):
            return bool(taken_apart(name).below)
    return False
