r"""Where queries, keys and values come from: in cross-attention the queries are the decoder's, keys and values the encoder's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem
from symformer.functions import lookup
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import letter_of
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Index, Power, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

CROSS = Cued(
    r"cross[- ]attention|encoder[-–— ]+decoder attention|attends? to the (?:encoder|source)|交叉注意力|编码器[-–—]?解码器注意力",
    re.IGNORECASE,
)
_FROM = r"[^.;。；\n]{0,60}?(?:come|comes|coming|taken|computed|derived|generated|produced|projected|built|made|obtained|formed|provided|are|is)?\s*(?:directly )?(?:from|by)\s+(?:the\s+)?(?:output of the\s+|outputs of the\s+|final\s+|last\s+|hidden states of the\s+)?"
WRONG = (
    Cued(
        rf"\b(?P<what>quer(?:y|ies)|Q)\b\$?(?![^.;。；\n]{{0,60}}\b(?:keys?|values?)\b){_FROM}(?P<where>encoder)\b",
        re.IGNORECASE,
    ),
    Cued(
        rf"\b(?P<what>keys and (?:the )?values)\b(?![^.;。；\n]{{0,60}}\bquer){_FROM}(?P<where>decoder)\b",
        re.IGNORECASE,
    ),
    Cued(r"(?P<what>查询|(?<![A-Za-z])Q)\$?[^，。；\n]{0,8}来自(?P<where>编码器)"),
    Cued(r"(?P<what>键和值|键、值|键与值|K\$?\s*[和、与,，]\s*\$?V)\$?[^，。；\n]{0,8}来自(?P<where>解码器)"),
)
RIGHT = {"encoder": "decoder", "decoder": "encoder", "编码器": "解码器", "解码器": "编码器"}
NOT = Cued(
    r"\b(?:not|never|unlike|instead of|rather than|wrong|mistake|would|if|vice versa|reverse[ds]?|swap\w*)\b|不是|而非|错误|反过来",
    re.IGNORECASE,
)
SELF = Cued(
    r"\bself-?\s?attention|\b(?:its|their|the encoder['’]s|the decoder['’]s) own\b|\bitself\b|自注意力|自身",
    re.IGNORECASE,
)
# "in the first, …": of several kinds of attention; "in the retrieval encoder, …": where another one stands
ELSEWHERE = Cued(
    r"\bin the (?:first|second|third|other|former|latter)\b|\b(?:in|within|inside) (?:the|its|each|an|every) (?:[\w-]+ ){0,2}encoder\b(?! attention)"
    r"|\bthat the encoder\b|\binitiali[sz]\w+|\bboth directions\b|第[一二三]种|初始化",
    re.IGNORECASE,
)
AROUND = 700  # characters in which words tell that it is cross-attention
ENCODER = Cued(r"\bencod\w+|\bsource\b|编码器|源(?:语言|序列|句)", re.IGNORECASE)
DECODER = Cued(r"\bdecod\w+|\btarget\b|解码器|目标(?:语言|序列|句)", re.IGNORECASE)
CLAUSE = re.compile(r"[.,;:]\s|\\\\(?=\s)|\n\s*\n|[。，；]|\band\b|\bwhile\b")
ROLES = {"Q": "queries", "K": "keys", "V": "values"}


@dataclass(frozen=True, slots=True)
class Projected:
    """Queries, keys or values, and the array they are projected from."""

    role: str
    source: Symbol | Index
    statement: Statement
    side: str


def source_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for queries taken from the encoder, and for keys or values taken from the decoder."""
    text = model.document.source.text
    if CROSS.search(text) is None:
        return
    yield from _in_words(text)
    yield from _in_formulas(model, text)
    yield from _in_calls(model, text)


def _in_words(text: str) -> Iterator[Problem]:
    for pattern in WRONG:
        for found in pattern.finditer(text):
            start = max(text.rfind(mark, 0, found.start()) for mark in (".", "\n\n", "。", ";"))
            said = text[max(start, 0) : found.end()]
            if NOT.search(said) or ELSEWHERE.search(said) or not _is_cross(text, found.start(), found.end()):
                continue
            if not _is_last_spoken_of(text, found.start(), found.end()):
                continue
            place = Span(found.start("where"), found.end("where"))
            where = found["where"].lower()
            yield Problem(
                place,
                f"in cross-attention, the {_english(found['what'])} come from the {'decoder' if _english(found['what']) == 'queries' else 'encoder'}",
                help=f"try {RIGHT[where]}",
                evidence={"kind": "symbol", "symbol": found["what"]},
                key=f"source@{place.start}",
            )


def _english(what: str) -> str:
    return "queries" if what.lower().startswith("q") or what == "查询" else "keys and values"


def _is_cross(text: str, start: int, end: int) -> bool:
    """Whether the words speak of attention from a decoder to an encoder."""
    return CROSS.search(text, max(0, start - AROUND), min(len(text), end + AROUND // 3)) is not None


def _is_last_spoken_of(text: str, start: int, end: int) -> bool:
    """Whether no words speak of self-attention after those that speak of cross-attention."""
    lead = text[max(0, start - AROUND) : end]
    last = max((each.start() for each in CROSS.finditer(lead)), default=-1)
    behind = text[end : end + 40]
    own = max((each.start() for each in SELF.finditer(lead)), default=-2)
    return own < last and re.match(r"[^.;。；\n]{0,24}?(?:\bitself\b|\bown\b|自身)", behind) is None


def _in_calls(model: SemanticModel, text: str) -> Iterator[Problem]:
    """A problem for ``CrossAttention(U, Y)`` where the keys of the cross-attention above are made from M, and not from Y."""
    groups = projection_groups(model)
    pairs = [_sources_of(group) for group in groups]
    memories = {keys for queries, keys in pairs if queries is not None and keys is not None and queries != keys}
    streams = {queries for queries, _ in pairs if queries is not None} - memories
    if len(memories) != 1:
        return
    memory = memories.pop()
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for call in (part for part in walk(statement.term) if isinstance(part, Apply) and _is_crossing(part)):
            taken = call.arguments[1]
            if taken not in streams or memory in call.arguments or NOT.search(text, *_before(statement)):
                continue
            yield Problem(
                statement.place(taken.origin),
                f"{show(call)} attends to {show(taken)}, and the keys of cross-attention are made from {show(memory)} above",
                help=f"try {show(memory)}",
                evidence={"kind": "symbol", "symbol": show(taken)},
                key=f"source@{statement.place(taken.origin).start}",
            )


def _before(statement: Statement) -> tuple[int, int]:
    """Where the words right before a statement stand."""
    return max(0, statement.span.start - 120), statement.span.start


def _is_crossing(call: Apply) -> bool:
    """Whether a call is cross-attention, with what it attends to as its second argument."""
    found = lookup(call.function)
    return found is not None and found.id == "cross-attention" and len(call.arguments) > 1


def _sources_of(group: list[Projected]) -> tuple[Term | None, Term | None]:
    """What the queries, and what both keys and values of one attention are made from."""
    queries = {each.source for each in group if each.role == "Q"}
    others = {each.source for each in group if each.role != "Q"}
    return (queries.pop() if len(queries) == 1 else None), (others.pop() if len(others) == 1 else None)


def projection_groups(model: SemanticModel) -> list[list[Projected]]:
    """The projections of a note, those of one attention together."""
    by_formula: dict[Span, list[Projected]] = {}
    for statement in model.statements:
        if statement.carrier == "formula" and statement.stance == "asserted" and statement.formula is not None:
            found = _projected(statement, model)
            if found is not None:
                by_formula.setdefault(_group(statement, by_formula), []).append(found)
    return list(by_formula.values())


def _in_formulas(model: SemanticModel, text: str) -> Iterator[Problem]:
    for group in projection_groups(model):
        queries = [each for each in group if each.role == "Q"]
        others = [each for each in group if each.role != "Q"]
        if not queries or not others:
            continue
        start, end = group[0].statement.span.start, group[-1].statement.span.end
        if not _is_cross(text, start, end) or NOT.search(text, max(0, start - 120), start):
            continue
        for each in group:
            meant = "decoder" if each.role == "Q" else "encoder"
            apart = any(other.side != each.side for other in group) or _says_cross(text, start)
            if not each.side or each.side == meant or not apart:
                continue
            place = each.statement.place(each.source.origin)
            yield Problem(
                place,
                f"{show(each.source)} is of the {each.side}, and in cross-attention the {ROLES[each.role]} come from the {meant}",
                help=f"try the array of the {meant}",
                evidence={"kind": "symbol", "symbol": show(each.source)},
                key=f"source@{place.start}",
            )
            break  # what is exchanged is told once


def _group(statement: Statement, known: dict[Span, list[Projected]]) -> Span:
    """The key of the group of equations that stand together: of one display, or of one sentence."""
    assert statement.formula is not None
    for key, group in known.items():
        last = group[-1].statement
        if last.formula is statement.formula or 0 <= statement.span.start - last.span.end < 60:
            return key
    return statement.formula.span


def _says_cross(text: str, start: int) -> bool:
    """Whether cross-attention is the last that was spoken of right before."""
    lead = text[max(0, start - 260) : start]
    found = list(CROSS.finditer(lead))
    return bool(found) and re.search(r"self-?\s?attention|自注意力", lead[found[-1].end() :], re.IGNORECASE) is None


def _projected(statement: Statement, model: SemanticModel) -> Projected | None:
    """``Q = Y W_Q`` or ``Q = W_Q Y``: what is projected, and whose it is."""
    match statement.term:
        case Relation(relations=(sign, *_), sides=(left, Product(factors=(one, two), sign=""), *_)) if sign in EQUAL:
            left, one, two = map(_without_label, (left, one, two))
            role = letter_of(left)
        case _:
            return None
    if role not in ROLES:
        return None
    weights = [each for each in (one, two) if letter_of(each) in ("W", "U") and isinstance(each, Symbol | Index)]
    if len(weights) > 1:
        weights = [each for each in weights if letter_of(each) == "W"]  # U may be a sequence as well
    if len(weights) > 1:
        weights = [each for each in weights if each != Symbol("W")] or weights  # a letter alone beside W_Q
    sources = [each for each in (one, two) if each not in weights]
    if len(weights) != 1 or len(sources) != 1 or not isinstance(sources[0], Symbol | Index):
        return None
    return Projected(role, sources[0], statement, _side(sources[0], model))


def _without_label(term: Term) -> Term:
    """A name without the head that stands above it: Q of Q^p, W_Q of W_Q^h."""
    return term.base if isinstance(term, Power) and isinstance(term.exponent, Symbol) else term


def _side(name: Symbol | Index, model: SemanticModel) -> str:
    """ "encoder" or "decoder": by the label of a name, or by the words where it is told; "" where neither says it."""
    label = show(name).lower()
    if "enc" in label or "dec" in label or "memory" in label:
        return "decoder" if "dec" in label else "encoder"
    key = name_of(name)
    uses = model.uses.of(key) if key is not None else None
    if uses is None:
        return ""
    if (meant := _one_side(" ".join(uses.concepts))) != "":
        return meant
    text = model.document.source.text
    told = [each.evidence for each in model.table.all_of(key or "")] or []
    for place in sorted(told, key=lambda each: each.start):
        lead = CLAUSE.split(text[max(0, place.start - 90) : place.start])[-1]
        tail = CLAUSE.split(text[place.start : place.end + 40])[0]
        for said in (lead, tail):
            if (side := _one_side(said)) != "":
                return side
    return ""


def _one_side(said: str) -> str:
    """The one side that words name, "" where they name both or none."""
    sides = {side for side, pattern in (("encoder", ENCODER), ("decoder", DECODER)) if pattern.search(said)}
    return sides.pop() if len(sides) == 1 else ""


__all__ = ["Projected", "projection_groups", "source_problems"]
