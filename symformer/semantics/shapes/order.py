r"""In which order the equations of one display tell their shapes.

Most displays are read from left to right; but ``Z = \hat A H W, \quad \hat A = D^{-1/2} A D^{-1/2}`` tells with
its second equation what stands in its first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.term import EXACTLY_EQUAL, Index, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

MOST_TOGETHER = 12
FAR = 500
WHERE = Cued(r"(?:\\end\{\w+\*?\}|[^\w])*(?:where|with|here|in which|其中|这里)", re.IGNORECASE)
ENDED = Cued(r"\.[\s$\\\]}]*(?:\\end\{\w+\*?\})?\s*\Z")
AFRESH = Cued(r"[^\w]*With\b")
ENDS = Cued(r"[.。;]\s|\n\s*\n")


def inference_order(statements: Sequence[Statement], text: str) -> Iterator[int]:
    """The places of the statements; those of one display, and what "where" adds to it, by what they need of each other."""
    together: list[int] = []
    for at in range(len(statements)):
        if together and not _goes_with(statements[at], statements[together[0]], statements[at - 1], text):
            yield from _by_need(together, statements)
            together = []
        together.append(at)
    yield from _by_need(together, statements)


def _goes_with(statement: Statement, first: Statement, last: Statement, text: str) -> bool:
    """Whether a statement stands in the display of the first one, or is told behind it by "where"."""
    formula, display = statement.formula, first.formula
    if formula is None or display is None or display.display != "display":
        return False
    if formula is display:
        return True
    if formula.display == "display" or statement.span.start - display.span.end > FAR:
        return False
    between = text[display.span.end : statement.span.start]
    if ENDED.search(text[display.span.start : display.span.end]) and AFRESH.match(between):
        return False  # "…. With the decomposition X = U S V^T we have": a sentence of its own
    sentence = text[last.span.end : statement.span.start]
    return WHERE.match(between) is not None and (last.formula is display or ENDS.search(sentence) is None)


def _by_need(places: Sequence[int], statements: Sequence[Statement]) -> Iterator[int]:
    """Each equation behind those that define what it needs, and else in the order of the text."""
    if not 1 < len(places) <= MOST_TOGETHER:
        yield from places
        return
    defined = {place: _defined(statements[place].term) for place in places}
    needed = {place: _needed(statements[place].term) for place in places}
    names = [name for name in defined.values() if name is not None]
    waiting = list(places)
    while waiting:
        open_names = {defined[place] for place in waiting if names.count(defined[place] or "") == 1}
        ready = next(
            (place for place in waiting if not needed[place] & (open_names - {defined[place]})),
            waiting[0],  # they need each other: in the order of the text
        )
        waiting.remove(ready)
        yield ready


def _defined(term: Term) -> str | None:
    if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL and isinstance(term.sides[0], Symbol | Index):
        return exact_key(term.sides[0])
    return None


def _needed(term: Term) -> set[str | None]:
    sides = term.sides[1:] if isinstance(term, Relation) else (term,)
    return {exact_key(part) for side in sides for part in walk(side) if isinstance(part, Symbol | Index)}
