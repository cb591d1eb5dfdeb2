r"""A name that is told and never used, right before one that is used and never told: "with logits $o_t$, … softmax(z_t)".

One of the two was renamed, and the other one forgotten.  That two names are meant for one thing is told by the place:
a name that a sentence introduces is used in the formula that follows; one that a display defines, in a line below it; what
is drawn from a distribution, in the display that says so; and names of one letter that differ in an accent are one anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.standard_names import CONSTANTS
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import Apply, Index, Relation, Symbol, Term, bare_sign, walk
from symformer.text.cued import Cued

NEAR = 400  # characters from where a name is told to where the other one is used
INTRODUCES = Cued(
    r"\b(?:let|with|given|where|write|denote|define|set|put|for|add|form(?=\s+(?:the|an?)\b|\s*\$)|call)\b[^.;:\n]{0,60}\Z|[设令记]\W*\Z",
    re.IGNORECASE,
)
ENDS_SENTENCE = Cued(r"[.!?]\s|\n\s*\n")
USED = ("used", "size", "unsure", "mentioned", "called", "index", "bound", "parameter")


@dataclass(frozen=True, slots=True)
class ToldForAnother:
    """Where the idle name is told, and where the other one is first used."""

    idle: SymbolUses
    told: Occurrence
    used: Occurrence

    @property
    def in_accent(self) -> bool:
        """Whether both are one letter."""
        return taken_apart(self.idle.name).letter == taken_apart(self.used.name).letter


def told_for_another(model: SemanticModel) -> Iterator[ToldForAnother]:
    """Each pair of an idle name and an untold one, where either could be meant for the other only."""
    untold = [each for each in model.uses if (first := _first_use(each, model)) is not None and first]
    idle = [(each, place) for each in model.uses if (place := _only_told(each)) is not None] if untold else []
    found = [
        ToldForAnother(symbol, place, use)
        for symbol, place in idle
        for other in untold
        if (use := _first_use(other, model)) is not None and _are_one(symbol, place, other, use, model)
    ]
    for each in found:
        rivals = [one for one in found if one.idle.name == each.idle.name or one.used.name == each.used.name]
        if len(rivals) == 1:
            yield each


def _only_told(symbol: SymbolUses) -> Occurrence | None:
    """Where a name that is no more than told is told first."""
    if not symbol.occurrences or any(each.part in USED for each in symbol.occurrences):
        return None
    return symbol.occurrences[0]


def _first_use(symbol: SymbolUses, model: SemanticModel) -> Occurrence | None:
    """The first use of a name that nothing above it tells, in a formula."""
    plain = [each for each in symbol.occurrences if each.part not in ("index", "called")]
    if not plain or plain[0].part != "used" or symbol.is_mentioned or symbol.name in CONSTANTS:
        return None
    called = [each for each in symbol.occurrences if each.part == "called" and each.arity == 1]
    first = min((*called[:1], plain[0]), key=lambda each: each.span.start)  # g (A x) is a product where g stands alone
    statement = model.statements[first.at]
    if any(each.span.start <= first.span.start or each.by != "formula" for each in symbol.declarations):
        return None
    if any(each.tells for each in plain):
        return None  # it is told below, and so is a name of its own
    if statement.carrier != "formula" or statement.stance != "asserted":
        return None
    return first


def _are_one(symbol: SymbolUses, told: Occurrence, other: SymbolUses, use: Occurrence, model: SemanticModel) -> bool:
    if use.section == told.section and _is_drawn_behind(told, use, model):
        return _are_written_alike(told.term, use.term)
    if not 0 < use.span.start - told.span.end < NEAR or use.section != told.section or use.at == told.at:
        return False
    term = model.statements[use.at].term
    if isinstance(term, Relation) and term.sides[0] == use.term:
        return False  # the formula is about the other one
    one, two = taken_apart(symbol.name), taken_apart(other.name)
    if one.letter == two.letter and (one.below, one.above) == (two.below, two.above) and one.font == two.font:
        # y and ȳ are two things, as are σ and its estimate; of ā and ã one was meant
        lone = one.accents not in {
            taken_apart(each.name).accents for each in model.uses if taken_apart(each.name).letter != one.letter
        }
        return bool(one.accents and two.accents) and one.accents != two.accents and lone
    if not _are_written_alike(told.term, use.term):
        return False
    if one.letter in two.letter or two.letter in one.letter:
        return False  # Z and dZ, z and z'
    if one.letter[:1] == "d" and one.letter[1:].casefold() in {
        taken_apart(each.name).letter.casefold() for each in model.uses
    }:
        return False  # the gradient dV of a V is what was sought
    return _is_introduced(told, use, model) or _follows_in_display(told, use, model)


def _are_written_alike(told: Term, used: Term) -> bool:
    """Whether two names carry the same indices, and are both letters of one kind."""
    match told, used:
        case Index(indices=one, upper=above), Index(indices=two, upper=over):
            return (one, above) == (two, over)
        case Symbol(), Symbol(name=name) | Apply(function=name):
            first, second = taken_apart(told.name), taken_apart(name)
            labels = (first.below, first.above) == (second.below, second.above)
            alike = (first.font, first.accents) == (second.font, second.accents)
            return labels and alike and first.letter.isupper() == second.letter.isupper()
    return False


def _is_introduced(told: Occurrence, use: Occurrence, model: SemanticModel) -> bool:
    """Whether a sentence lets the name be something, and the next formula has the other one in its place."""
    text = model.document.source.text
    if INTRODUCES.search(text, max(0, told.span.start - 80), told.span.start) is None:
        return False
    own = {model.statements[told.at].formula, model.statements[use.at].formula}
    between = [each for each in model.statements[told.at + 1 : use.at] if each.formula not in own]
    return (
        not any(isinstance(each.term, Relation) for each in between)
        and len(ENDS_SENTENCE.findall(text, told.span.end, use.span.start)) <= 2
    )


def _is_drawn_behind(told: Occurrence, use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether a display uses one name and says from what the other one is drawn: ``x = \mu + \sigma z, ε ∼ N(0, 1)``."""
    statement = model.statements[told.at]
    drawn = isinstance(statement.term, Relation) and [*map(bare_sign, statement.term.relations)] == ["∼"]
    behind = 0 < told.span.start - use.span.end < NEAR and use.at < told.at
    return drawn and behind and statement.formula is not None and statement.formula is model.statements[use.at].formula


def _follows_in_display(told: Occurrence, use: Occurrence, model: SemanticModel) -> bool:
    """Whether one display defines the name and uses the other one, with indices on both."""
    one, other = model.statements[told.at], model.statements[use.at]
    if one.formula is None or one.formula is not other.formula or told.part != "defined":
        return False
    if isinstance(other.term, Relation) and name_of(other.term.sides[0]) in _names(one.term):
        return False  # a result comes first here, and behind it what it is made of
    return isinstance(told.term, Index) and name_of(told.term) not in _names(other.term)


def _names(term: Term) -> set[str | None]:
    return {name_of(part) for part in walk(term) if isinstance(part, Symbol | Index)}


__all__ = ["ToldForAnother", "told_for_another"]
