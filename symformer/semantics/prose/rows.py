"""Vectors told as rows or columns: "$q_i$ is the $i$-th row of $Q$", "we denote by $k_i$ and $v_i$ the $i$-th rows"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.semantics.declaration import Declaration, Part
from symformer.semantics.prose.names import Names, Sentence, all_names, declare
from symformer.semantics.prose.phrases import Description, at, is_word
from symformer.semantics.prose.snippets import Named
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import Index, Symbol, Term

_ROWS = ("row", "rows", "行")
_COLUMNS = ("column", "columns", "列")
_LINKS = (
    "is",
    "are",
    "be",
    "denote",
    "denotes",
    "represent",
    "represents",
    "gives",
    "means",
    "as",
    "for",
    "by",
    "to",
    "called",
    "the",
    "表示",
    "为",
    "是",
)

_TH = re.compile(r"[A-Za-z]\s*\^\s*\{?\s*(?:\\(?:text|textrm|mathrm|rm|textnormal)\s*\{?\s*)?th\s*\}*")  # $i^\text{th}$


def rows_told(sentence: Sentence) -> Iterator[Declaration]:
    """What a sentence tells as a row or a column of a matrix; its sizes are found once all matrices are known."""
    tokens = sentence.tokens
    places = [at_ for at_, token in enumerate(tokens) if is_word(token, *_ROWS, *_COLUMNS)]
    if not places:
        return
    lists = all_names(sentence)
    for place in places:
        part: Part = "row" if is_word(tokens[place], *_ROWS) else "column"
        begin = _ordinal(sentence, place)
        if begin is None:
            continue
        matrices = _matrices_after(sentence, place, lists)
        members = _members_before(sentence, begin, lists)
        after = matrices.end if matrices is not None else place + 1
        if members is None:
            members = _members_after(sentence, after, lists)
        if members is None:
            continue
        yield from _declared(sentence, members, matrices, part, place)


def _ordinal(sentence: Sentence, place: int) -> int | None:
    """Where "the $i$-th" before "row" begins, or "row" itself where an index stands behind it: "row $i$ of"."""
    tokens = sentence.tokens
    if is_word(at(tokens, place - 1), "th") and place >= 2:
        return place - 2
    if is_word(at(tokens, place - 1), "ith", "jth", "tth", "kth"):
        return place - 1
    before = at(tokens, place - 1)
    if before is not None and before.snippet is not None and _TH.fullmatch(before.snippet.text.strip()):
        return place - 1
    following = at(tokens, place + 1)
    if following is not None and following.snippet is not None and is_word(at(tokens, place + 2), "of"):
        return place
    return None


def _matrices_after(sentence: Sentence, place: int, lists: Sequence[Names]) -> Names | None:
    """The matrices of "row of $Q$, $K$ and $V$"."""
    tokens, here = sentence.tokens, place + 1
    if not is_word(at(tokens, here), "of"):
        here += 1
    if not is_word(at(tokens, here), "of"):
        return None
    here += 1
    while is_word(at(tokens, here), "the", "matrix", "matrices", "each"):
        here += 1
    return next((names for names in lists if names.start == here), None)


def _members_before(sentence: Sentence, begin: int, lists: Sequence[Names]) -> Names | None:
    here = begin - 1
    while here >= 0 and is_word(at(sentence.tokens, here), *_LINKS):
        here -= 1
    found = next((names for names in lists if names.end == here + 1), None)
    if found is None or _are_members(found):
        return found
    last = replace(found, names=found.names[-1:], start=found.end - 1)  # "of $P$ and $q_i$ is …": a clause of its own
    return last if _are_members(last) and not any(map(_is_member, found.names[:-1])) else None


def _members_after(sentence: Sentence, here: int, lists: Sequence[Names]) -> Names | None:
    start = here
    while is_word(at(sentence.tokens, here), *_LINKS):
        here += 1
    if here == start:
        return None
    return next((names for names in lists if names.start == here and _are_members(names)), None)


def _are_members(names: Names) -> bool:
    """Whether all are members of families with one index: q_i, k_j."""
    return all(map(_is_member, names.names))


def _is_member(named: Named) -> bool:
    symbol = named.symbol
    return (
        isinstance(symbol, Index)
        and len(symbol.indices) == 1
        and not symbol.upper
        and isinstance(symbol.indices[0], Symbol)
    )


def _declared(
    sentence: Sentence, members: Names, matrices: Names | None, part: Part, place: int
) -> Iterator[Declaration]:
    wholes: list[Term] = [named.symbol for named in matrices.names] if matrices is not None else []
    if len(wholes) > len(members.names) and not any(_is_whole(each) for each in wholes[len(members.names) :]):
        wholes = wholes[: len(members.names)]  # "the i-th row of $P$, and $q_j$ is …": the next clause begins
    for number, named in enumerate(members.names):
        if len(wholes) == len(members.names):
            whole: Term | None = wholes[number]
        elif len(wholes) == 1 or wholes:
            continue
        else:
            whole = _capital(named.symbol)
        if whole is not None:
            start, end = sorted((members.start, place))
            made = declare(sentence, named, start, end + 1, Description(role="vector"))
            yield replace(made, like=whole, part=part)


def _is_whole(symbol: Term) -> bool:
    """Whether a name can be a matrix with rows: no small letter with an index."""
    return not (
        isinstance(symbol, Index) and isinstance(symbol.base, Symbol) and taken_apart(symbol.base.name).letter.islower()
    )


def _capital(member: Term) -> Symbol | None:
    """The matrix Q whose rows are called q_i, in the same font."""
    if not isinstance(member, Index) or not isinstance(member.base, Symbol):
        return None
    letter = taken_apart(member.base.name).letter
    if len(letter) != 1 or not letter.islower():
        return None
    return Symbol(
        member.base.name.replace(f"({letter})", f"({letter.upper()})") if "(" in member.base.name else letter.upper()
    )
