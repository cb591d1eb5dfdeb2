"""The lines of a worksheet as they are meant: drawings of matrices flattened, lists and sums that go on joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from symformer.semantics.carriers.worksheet_grids import bare_rows_at, grid_at, opened_rows_at
from symformer.semantics.carriers.worksheet_lists import with_brackets
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

LONGEST_LIST = 60  # lines that one pair of brackets may span
MOST_JOINED = 20  # lines, of one sum

LEAD = Cued(
    r"[ \t]*(?:(?:[-*+•→⇒▸►]|=>|->)[ \t]+)?(?:(?:\d+|[a-zA-Z])[.)][ \t]+)?"
    r"(?:(?:Step|step|STEP|第)[ \t]*\d+[ \t]*步?[ \t]*[:.：][ \t]*)?"
)
_HEAD = Cued(
    r"(?P<name>[^=≈:\[\]]{1,40}?(?:\[[^\[\]]{1,12}\])*)(?P<note>[ \t]+\([^()=]*(?:\([^()=]*\)[^()=]*)*\)|(?<=[^\x00-\x7f])\([^()=]*\))?[ \t]*(?P<sign>[=≈:：])[ \t]*(?:\*\*)?[ \t]*$"
)
_GOES_ON = Cued(r"(?:[ \t][-+*/×·⋅÷−@]|[=≈])[ \t]*$")
_CONTINUES = Cued(r"[ \t]*([-+−×·⋅*/÷@])[ \t]+[\d(\[√.−-]")
_SIGNED = Cued(r"(?<![<>!:=])[=≈]")
_RESULT = Cued(r"[ \t]*[=≈]")
DEEP = 4  # blanks before a sign that is no mark of a list
_RULE = Cued(r"[-+*/=·]{2,}[ \t]*$")
_GENERIC = frozenset(
    "input inputs output outputs result results example note notes where step so then therefore thus hence given total "
    "formula formulas answer values value matrix vector data with for here now goal idea target check solution".split()
)
_WIDE = Cued(
    r"[^\s\[\],][ \t,]+[^\s\[\],]+[^\[\]]*\]"
)  # rows of two entries: a list of numbers below a word is no matrix
_WORDS = Cued(r"[A-Za-z]+(?:[ -][A-Za-z]+){0,4}$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is meant, mapped to the worksheet; ``ragged`` where a drawing on it could not be read.

    ``gap`` is whether a blank line stands before it, ``indent`` how far it is moved in.
    """

    text: MappedText
    indent: int = 0
    gap: bool = False
    ragged: bool = False


def lines_of(text: str) -> list[Line]:
    """The lines of a worksheet.

    >>> [" ".join(line.text.text.split()) for line in lines_of("X =\\n[1, 2]\\n[3, 4]\\ny = 2 +\\n  3")]
    ['X = [[1, 2], [3, 4]]', 'y = 2 + 3']
    """
    drawn = (each if each.ragged else replace(each, text=with_brackets(each.text)) for each in _drawn(text))
    return list(_joined_lines(list(drawn)))


def _drawn(text: str) -> Iterator[Line]:
    """Each line, with drawings of several lines made one."""
    lines = _physical(text)
    deltas = [_opened(line.slice(text)) for line in lines]
    at, gap = 0, False
    while at < len(lines):
        line = lines[at]
        indent = line.length - len(line.slice(text).lstrip())
        if not line.slice(text).strip():
            at, gap = at + 1, True
            continue
        found = opened_rows_at(text, lines, at) or grid_at(text, lines, at)
        if found is not None:
            made, after = found
            if not made:
                yield Line(_whole(text, Span(line.start, lines[after - 1].end)), indent, gap, ragged=True)
            for number, each in enumerate(made):
                yield from _at_colon(Line(each, indent, gap and number == 0))
            at, gap = after, False
            continue
        stop = _closing(deltas, at)
        yield Line(_whole(text, Span(line.start, lines[stop].end)), indent, gap)
        at, gap = stop + 1, False
        head = _HEAD.match(text, _begin(text, line), line.end)
        bare = bare_rows_at(text, lines, at) if head is not None else None
        if head is not None and bare is not None and (head["sign"] in "=≈" or _WIDE.search(bare[0].text)):
            yield Line(bare[0])
            at = bare[1]


def _at_colon(line: Line) -> Iterator[Line]:
    """``V: [[1, 2], [3, 4]]`` as a name and the matrix it is given, which are joined later."""
    found = re.match(r"[^\[\]=≈]{1,48}[:：](?=[ \t]*\[\[)", line.text.text)
    if found is None:
        yield line
        return
    length = len(line.text.text)
    yield replace(line, text=_part(line.text, Span(0, found.end())))
    yield Line(_part(line.text, Span(found.end(), length)))


def _begin(text: str, line: Span) -> int:
    lead = LEAD.match(text, line.start, line.end)
    return lead.end() if lead is not None else line.start


def _physical(text: str) -> list[Span]:
    lines: list[Span] = []
    at = 0
    for line in text.splitlines(keepends=True):
        lines.append(Span(at, at + len(line.rstrip("\r\n"))))
        at += len(line)
    return lines


def _closing(deltas: Sequence[int | None], first: int) -> int:
    """The line on which the brackets that a line leaves open are closed; the line itself where they never are.

    ``deltas`` are how many more brackets each line opens than it closes; None for a blank line.
    """
    depth = 0
    for at in range(first, min(len(deltas), first + LONGEST_LIST)):
        delta = deltas[at]
        if delta is None:
            break
        depth += delta
        if depth <= 0:
            return at if depth == 0 else first
    return first


def _opened(line: str) -> int | None:
    if not line.strip():
        return None
    return line.count("(") + line.count("[") - line.count(")") - line.count("]")


def _whole(text: str, span: Span) -> MappedText:
    """A stretch of the text, its line ends turned into blanks."""
    return MappedText(re.sub(r"\s", " ", span.slice(text)), (Segment(0, span.length, span.start, span.end),))


def _joined_lines(lines: list[Line]) -> Iterator[Line]:
    """Lines whose sum goes on in the next one, and names whose matrix stands below, made one."""
    at = 0
    while at < len(lines):
        line, first = lines[at], at
        while at + 1 < len(lines) and at - first < MOST_JOINED and _goes_on_in(line, *lines[at + 1 : at + 3]):
            named = _named(line, lines[at + 1])
            line = replace(line, text=concatenated((named or line.text, lines[at + 1].text)))
            at += 1
        yield line
        at += 1


def _goes_on_in(line: Line, following: Line, next_but_one: Line | None = None) -> bool:
    if following.gap or line.ragged or following.ragged:
        return False
    return _unfinished(line) or _adds_to(line, following, next_but_one) or _named(line, following) is not None


def _adds_to(line: Line, following: Line, next_but_one: Line | None) -> bool:
    """Whether a line begins with the sign of an operation on what the line above it ends with.

    A sign that may be the mark of a list is one only where the line is moved in, or its result stands below.
    """
    sign = _CONTINUES.match(following.text.text)
    above = line.text.text
    if (
        sign is None
        or _SIGNED.search(above) is None
        or not above.rstrip()[-1:].isalnum() | (above.rstrip()[-1:] in ")]")
    ):
        return False
    if following.indent > line.indent and (sign[1] not in "-*+" or following.indent >= DEEP):
        return True
    below = next_but_one is not None and not next_but_one.gap and _RESULT.match(next_but_one.text.text) is not None
    return below and sign[1] not in "-*"


def _unfinished(line: Line) -> bool:
    text = line.text.text
    return _GOES_ON.search(text) is not None and _RULE.search(text) is None and re.search(r"[\w)\]]", text) is not None


def _named(line: Line, following: Line) -> MappedText | None:
    """``K (2×3):`` above a list is ``K =``."""
    text = line.text.text
    if not following.text.text.lstrip().startswith("["):
        return None
    lead = LEAD.match(text)
    begin = lead.end() if lead is not None else 0
    head = _HEAD.match(text, begin)
    if head is None or re.search(r"\d[ \t]*\Z", head["name"]) and " " in head["name"].strip():
        return None
    bare = re.fullmatch(r"[ \t*_]*+(.*?)[ \t*_]*", head["name"])
    name = bare[1] if bare is not None else ""
    if head["sign"] in ":：" and not _is_name(name):
        return None
    sign = Span(*head.span("sign"))
    start = begin + (bare.start(1) if bare is not None else 0)
    kept = _part(line.text, Span(start, start + len(name)))
    place = line.text.origin_span(sign)
    return concatenated(
        (kept, MappedText("≈" if head["sign"] == "≈" else "=", (Segment(0, 1, place.start, place.end),)))
    )


def _is_name(name: str) -> bool:
    """Whether what stands before a colon names a value: a symbol, or words that say more than "Result"."""
    if re.fullmatch(r"[^\s]{1,16}", name) and not re.fullmatch(r"[A-Za-z]{4,}", name):
        return True
    return _WORDS.match(name) is not None and not {word.casefold() for word in re.split(r"[ -]", name)} <= _GENERIC


def _part(text: MappedText, span: Span) -> MappedText:
    """A stretch of a mapped text, with the way back to the same origin."""
    piece = MappedText(span.slice(text.text), (Segment(0, span.length, span.start, span.end),))
    return piece.then(text)


def concatenated(parts: Sequence[MappedText]) -> MappedText:
    """Texts of one origin as one, with a blank between each two."""
    segments: list[Segment] = []
    pieces: list[str] = []
    length = 0
    for number, part in enumerate(parts):
        if number and part.segments:
            at = part.segments[0].origin_start
            segments.append(Segment(length, length + 1, at, at))
            pieces.append(" ")
            length += 1
        segments += [Segment(s.start + length, s.end + length, s.origin_start, s.origin_end) for s in part.segments]
        pieces.append(part.text)
        length += len(part.text)
    return MappedText("".join(pieces), tuple(segments))
