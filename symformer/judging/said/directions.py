"""Sentences that say which way one quantity of the field sends another, the wrong way round: "more data increases overfitting".

What goes with what are the rows of ``direction_facts``.  A state is a quantity with the word that tells whether there is more
or less of it; two states of one clause, the one the cause of the other, are held against the row of their quantities.
What is denied, asked, compared or only maybe so is left alone, and so is a clause that speaks of either quantity twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.direction_facts import QUANTITIES, RELATIONS, Relation
from symformer.judging.said.subjects_named import Named, named
from symformer.text.cued import Cued

FAR = 70  # characters between two states of one claim
_CLAUSE = re.compile(
    r"[;:；：]|(?:而|但是?|反之)|[.!?](?=\s|\Z)|\s[—–]\s|——|\b(?:while|whereas|but|however|conversely|vice versa|on the other hand|in contrast|and therefore the other)\b"
    r"|\n\s*(?:[-*+]|\d+\.)\s",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\?|\b(?:not|never|cannot|no|nor|neither|without|wrong\w*|mistake\w*|myth|false|incorrect\w*|misconception|contrary|surprising\w*|paradox\w*"
    r"|despite|although|though|even|unlike|instead|rather|counter\w*|compensat\w*|offset\w*|trade\w*|balanc\w*|until|unless|beyond|at first|eventually|double descent|sometimes|claims?|whether|how|why|explain|exercise|need(?:s|ed)?|requir\w*|necessary|must|in order|true or)\b|n['’]t\b|不(?!确定|稳定|收敛)|没有|并非|无法|如何|为什么|反而|却|虽然|尽管|即使|需要|必须|权衡",
    re.IGNORECASE,
)
_LINK = Cued(
    r"\b(?:makes?|making|leads?|leading|gives?|giving|means?|meaning|results?|resulting|causes?|causing|implies|imply|implying|yields?|yielding|produces?|producing|brings?|has|have|having"
    r"|indicates?|indicating|corresponds?|so|thus|hence|therefore|which|when|if|because|since|as|with|where|for|is|are|becomes?|pushes|drives|encourages?|allows?|results|shows?|tends?|like|gets?|the)\b|→|⇒|\\to\b|[,=(，]|则|使|让|导致|会|越|意味|说明|表示|时|可以|能",
    re.IGNORECASE,
)
# what makes of the second state the cause of the first
_BACK = Cued(
    r"\b(?:when|if|because|since|as|with|where|using|through|via|like|after|once)\b|如果|因为|当|时|[（(]",
    re.IGNORECASE,
)
_STRAIGHT = re.compile(
    r"\s*(?:\b(?:can|will|may|also|usually|typically|generally|often|always|tends?|to|helps?|that|us|significantly|greatly|directly|drastically|effectively|further|thereby|then)\b\s*)*\Z",
    re.IGNORECASE,
)
# between two states, what makes the second one no outcome of the first
_OTHER = re.compile(
    r"\b(?:than|and|or|from|against|requires?|needs?|due|fight|counter|address|solve|unlike|by|this|it|they|these|that\s+is)\b|和|与|比|解决|这|它|为(?!什么)|留出|腾出",
    re.IGNORECASE,
)


_LESS = Cued(r"\bless\s+\Z", re.IGNORECASE)  # before a word of its own: less peaked


@dataclass(frozen=True, slots=True)
class _State:
    """More (1) or less (-1) of a quantity, and where in the sentence that is said."""

    quantity: str
    sign: int
    start: int
    end: int


def direction_problems(document: Document) -> Iterator[Problem]:
    """A problem for each clause in which one quantity sends another the way it does not go."""
    said = [(words.lower(), claims) for words, claims in named(document)]
    everything = "\n".join(words for words, _ in said)
    of_note = [each for each in RELATIONS if _is_named(each, everything)]
    for text, claims in said if of_note else ():
        relations = [each for each in of_note if _is_named(each, text)]
        for claim in claims if relations else ():
            for start, end in _clauses(claim.text):
                asked = claim.text[end : end + 1] in ("?", "？")
                if not asked and _OPEN.search(claim.text, start, end) is None:
                    yield from _of_clause(claim, start, end, relations)


def _is_named(relation: Relation, text: str) -> bool:
    """Whether a text in small letters holds cues of both quantities of a relation."""
    both = (QUANTITIES[relation.cause], QUANTITIES[relation.effect])
    return all(any(cue in text for cue in each.cues) for each in both)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _CLAUSE.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def _of_clause(claim: Named, start: int, end: int, relations: Sequence[Relation]) -> Iterator[Problem]:
    for each in relations:
        causes, effects = (_states(claim.text, start, end, name) for name in (each.cause, each.effect))
        if len(causes) != 1 or len(effects) != 1:
            continue
        cause, effect = causes[0], effects[0]
        if cause.sign * effect.sign == each.sign or not _is_claimed(claim.text, cause, effect, mutual=each.mutual):
            continue
        if each.unless is not None and each.unless.search(claim.text):
            continue
        span = claim.span(min(cause.start, effect.start), max(cause.end, effect.end))
        yield Problem(
            span,
            each.so,
            level="info",  # what a sentence leaves out may turn it: an author knows
            evidence={"kind": "text", "printed": claim.text[effect.start : effect.end], "expected": each.so},
            key=f"method-misdescribed@{span.start}",
        )
        return


def _states(text: str, start: int, end: int, name: str) -> list[_State]:
    """What a clause says of a quantity; one that overlaps with another is the same."""
    quantity = QUANTITIES[name]
    found = [
        _State(name, -sign if _LESS.search(text, start, each.start()) else sign, each.start(), each.end())
        for sign, pattern in ((1, quantity.more), (-1, quantity.less))
        if pattern is not None
        for each in pattern.finditer(text, start, end)
    ]
    found.sort(key=lambda state: (state.start, -state.end))
    kept: list[_State] = []
    for state in found:
        if kept and state.start < kept[-1].end and state.sign == kept[-1].sign:
            continue
        kept.append(state)
    return kept


def _is_claimed(text: str, cause: _State, effect: _State, *, mutual: bool) -> bool:
    """Whether the words between two states make one follow from the other."""
    first, last = sorted((cause, effect), key=lambda state: state.start)
    if last.start < first.end:
        return False
    between = text[first.end : last.start]
    if len(between) > FAR or _OTHER.search(between):
        return False
    if first is cause and _STRAIGHT.match(between):
        return True
    return (_LINK if first is cause or mutual else _BACK).search(between) is not None


__all__ = ["direction_problems"]
