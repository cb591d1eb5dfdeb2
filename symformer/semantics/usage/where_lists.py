r"""Names that a where-clause tells and its formula does not have, where the formula has one of its kind that nothing tells.

``y_i = \gamma_i x_i / r(x)``, "where $x$ is the input, $\beta$ is a trainable vector, and …": whatever else a note leaves
untold, a clause that tells the names of one formula tells of those that stand in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.standard_names import CONSTANTS
from symformer.semantics.usage.told_for_another import ToldForAnother
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.show import GREEK
from symformer.terms.term import EQUAL, Apply, Index, Relation, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

_Placed = TypeVar("_Placed", bound=tuple[Any, ...])  # with where it begins in front

LONGEST = 900  # characters of a clause, or of a list
LEAST_BESIDE, MOST_USES = 2, 5
SIZES = frozenset("dnN")  # a formula may have one of them, and words tell what another one is
_BEHIND = Cued(r"[\s$\\\]),.;:*_`>]*(?:where|here|with|in which|其中|式中|这里)(?![a-z])", re.IGNORECASE)
_AHEAD = Cued(r"\b(?:where|with|let|given|for)\b|其中|设|给定", re.IGNORECASE)
_IS = Cued(r"[\s$\\)`*_]*(?:(?:is|are|denotes?|represents?|stands? for)\b|为|是|表示|代表)", re.IGNORECASE)
_PARAGRAPHS = Cued(r"\n[ \t]*\n(?![ \t]*(?:[-*+•]|\d+[.)])[ \t])|\n#|\\(?:sub)*section")


def misnamed_in_where_lists(model: SemanticModel) -> Iterator[ToldForAnother]:
    """Each pair of a name that a clause tells for nothing, and the only one of its formula that it can be meant for."""
    seen = set[Span]()
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.formula is None:
            continue
        if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
            continue
        if statement.formula.span in seen:
            continue
        seen.add(statement.formula.span)
        for clause in _clauses(statement, model):
            yield from _pair(statement, clause, model)


def _clauses(statement: Statement, model: SemanticModel) -> Iterator[Span]:
    """The words behind a display that tell its names, and the sentence before it that does."""
    text, own = model.document.source.text, statement.formula
    assert own is not None
    displays = once(model, _displays)
    behind = _BEHIND.match(text, own.span.end)
    if behind is not None:
        following = bisect_left(displays, behind.end(), key=lambda each: each.start)
        stop = displays[following].start if following < len(displays) else len(text)
        ended = _PARAGRAPHS.search(text, behind.end(), min(stop, behind.end() + LONGEST))
        yield Span(behind.end(), ended.start() if ended is not None else min(stop, behind.end() + LONGEST))
    if own.display == "inline":
        return
    before = bisect_right(displays, own.span.start, key=lambda each: each.end)
    first = max(displays[before - 1].end if before else 0, own.span.start - LONGEST, 0)
    lead = text[first : own.span.start].rstrip("$\\[ \n\t")
    start = first + max(lead.rfind("\n\n"), 0)
    ahead = list(_AHEAD.finditer(text, start, own.span.start))
    if ahead and lead.endswith((":", "：", ",", "，")):
        yield Span(ahead[0].end(), own.span.start)


def _displays(model: SemanticModel) -> list[Span]:
    """Where the displays of a note stand, in order."""
    return sorted((each.span for each in model.document.formulas if each.display != "inline"), key=_start)


def _start(span: Span) -> int:
    return span.start


def _pair(statement: Statement, clause: Span, model: SemanticModel) -> Iterator[ToldForAnother]:
    """The names of a clause and those of a display of one or several equations, side by side."""
    lone = _within(once(model, _lone), clause)
    idle = [(symbol, place) for _, symbol, place in lone if _is_told(symbol, place, model)]
    if len(idle) != 1:
        return
    symbol, place = idle[0]
    display, here = once(model, _by_formula)[id(statement.formula)]
    told = {name for _, name in _within(once(model, _declared), clause)}
    beside = len(told.intersection(each.name for each in here))
    stray = [use for each in here if (use := _only_used(each, display, place)) is not None and _are_alike(place, use)]
    stray = [each for each in stray if not _in_another_font(each, model)]
    if beside < LEAST_BESIDE and not _are_scripted(place):
        return  # a lone letter may be of what the formula leaves out: "where n is the number of examples"
    if len(stray) == 1:
        yield ToldForAnother(symbol, place, stray[0])


def _are_scripted(told: Occurrence) -> bool:
    """Whether a name has an index, a label or an argument, which the name that was meant has too."""
    return not isinstance(told.term, Symbol) or bool(taken_apart(told.name).below)


def _within(places: Sequence[_Placed], clause: Span) -> Sequence[_Placed]:
    """What stands in a clause, of what is sorted by where it begins."""
    first = bisect_left(places, clause.start, key=itemgetter(0))
    return places[first : bisect_left(places, clause.end, lo=first, key=itemgetter(0))]


def _lone(model: SemanticModel) -> list[tuple[int, SymbolUses, Occurrence]]:
    """The names that stand once in the note, in words, by their place."""
    found: list[tuple[int, SymbolUses, Occurrence]] = []
    for symbol in model.uses:
        match symbol.occurrences:
            case (Occurrence(part="declared" | "mentioned" | "called") as only,):
                found.append((only.span.start, symbol, only))
    return sorted(found, key=itemgetter(0))


def _declared(model: SemanticModel) -> list[tuple[int, str]]:
    """The names that words tell, by the place."""
    return sorted((each.span.start, symbol.name) for symbol in model.uses for each in symbol.declarations)


def _by_formula(model: SemanticModel) -> dict[int, tuple[frozenset[int], list[SymbolUses]]]:
    """The statements of each formula, by their numbers, and the names that stand in them."""
    formulas: dict[int, int] = {}
    numbers: dict[int, list[int]] = defaultdict(list)
    for at, statement in enumerate(model.statements):
        if statement.formula is not None:
            formulas[at] = id(statement.formula)
            numbers[id(statement.formula)].append(at)
    names: dict[int, list[SymbolUses]] = defaultdict(list)
    for symbol in model.uses:
        for formula in {formulas[each.at]: None for each in symbol.occurrences if each.at in formulas}:
            names[formula].append(symbol)
    return {formula: (frozenset(ats), names[formula]) for formula, ats in numbers.items()}


def _is_told(symbol: SymbolUses, only: Occurrence, model: SemanticModel) -> bool:
    """Whether words tell a name that stands nowhere else: they declare it, or go on with "is the"."""
    return len(symbol.declarations) == 1 or _IS.match(model.document.source.text, only.span.end) is not None


def _is_short(label: str) -> bool:
    """Whether a label is a letter: a word explains itself."""
    return len(label) == 1 and not label.isdigit() or label in GREEK


def _in_another_font(use: Occurrence, model: SemanticModel) -> bool:
    r"""Whether the letter is told in another font: ``v_i`` is an entry of ``\mathbf{v}``."""
    own = taken_apart(use.name)
    others = [taken_apart(each.name) for each in model.uses if each.is_told and each.name != use.name]
    return any(each.letter == own.letter and each.font != own.font for each in others)


def _only_used(symbol: SymbolUses, display: frozenset[int], place: Occurrence) -> Occurrence | None:
    """The use in a formula of a name that nothing tells, and that hardly stands elsewhere."""
    labelled = taken_apart(symbol.name).letter == taken_apart(place.name).letter  # with another label: a slip of one
    if symbol.name in CONSTANTS or symbol.is_told:
        return None
    if labelled:
        return next((each for each in symbol.uses if each.at in display), None) or next(
            (each for each in symbol.occurrences if each.at in display and each.part == "called"), None
        )
    if symbol.is_mentioned or len(symbol.occurrences) > MOST_USES:
        return None
    if any(each.part not in ("used", "size", "called", "mentioned") for each in symbol.occurrences):
        return None
    return next((each for each in symbol.occurrences if each.at in display), None)


def _are_alike(told: Occurrence, used: Occurrence) -> bool:
    """Whether two names are letters of one kind, with the same indices where both have some."""
    one, two = taken_apart(told.name), taken_apart(used.name)
    if not (one.is_letter and two.is_letter):
        return False
    if one.letter == two.letter:  # \\alpha_g for \\alpha_f
        same = (one.font, one.accents, one.above, one.primes) == (two.font, two.accents, two.above, two.primes)
        return same and one.letter not in SIZES and _is_short(one.below) and _is_short(two.below) and one != two
    if (one.font, one.accents, one.above, one.primes) != (two.font, two.accents, two.above, two.primes):
        return False
    if (one.letter.lower() in GREEK) != (two.letter.lower() in GREEK) or one.letter.isupper() != two.letter.isupper():
        return False
    match told.term, used.term:
        case Index(indices=first), Index(indices=second):
            return first == second
        case Apply(arguments=first), Apply(arguments=second):
            return first == second
        case (Index() | Apply(), _) | (_, Apply()):
            return False
    return one.below == two.below
