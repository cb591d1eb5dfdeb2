"""The repair of text whose UTF-8 was once read as something else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symformer.documents.document import Notice
from symformer.documents.encoding import with_line_feeds, without_blanks
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_RUN = re.compile(r"[^\x00-\x7f]+")
# the first byte of a UTF-8 sequence followed by a continuation byte, seen through cp1252, Latin-1 or Mac Roman
_SUSPICIOUS = Cued(
    r"[\xc2\xc3\xe2\xf0\xce\xcf\xe4-\xe9][\x80-\xbf\u0152-\u2122]|[‚√¬Œœ\uf8ff][^\x00-\x7f]|ü[^\x00-\x7f]{2}"
)
_CODECS = ("mac_roman", "cp1252")


@dataclass(frozen=True, slots=True)
class Repair:
    """A text with its garbled characters put right, mapped to the text as it stands in the file."""

    mapped: MappedText
    runs: int
    codec: str
    first: int  # where in the repaired text the first repair stands
    examples: tuple[tuple[str, str], ...]


def cleaned(raw: str) -> tuple[MappedText, Repair | None]:
    r"""A file's text with plain line ends, empty lines empty, and repaired; and the repair if there was one.

    It is mapped to the text as it stands.

    >>> cleaned("a\r\nb")[0].text
    'a\nb'
    """
    text = with_line_feeds(raw) or MappedText.identity(raw)
    if (emptied := without_blanks(text.text)) is not None:
        text = emptied.then(text)
    repaired = repair(text.text)
    if repaired is None:
        return text, None
    mapped = repaired.mapped.then(text)
    return mapped, replace(repaired, mapped=mapped)


def repair(text: str) -> Repair | None:
    """``text`` repaired, if it is UTF-8 that was once read in another encoding; else nothing.

    Every run of non-ASCII characters is taken as a whole; a run that is no garbled UTF-8 stays.

    >>> repair("It’s √π ≈ 1.77") is None
    True
    """
    if len(_SUSPICIOUS.findall(text)) < 1:
        return None
    runs = [found.group() for found in _RUN.finditer(text)]
    for codec in _CODECS:
        fixed = {run: better for run in set(runs) if (better := _ungarbled(run, codec)) is not None}
        if _is_evident(text, runs, fixed):
            return _apply(text, fixed, codec)
    return None


def _ungarbled(run: str, codec: str) -> str | None:
    """The characters whose UTF-8 bytes, read as ``codec``, are ``run``."""
    ending = ""
    if codec == "cp1252" and run.endswith("â€"):
        run, ending = run[:-2], "”"  # its last byte, 9D, is no character in Windows-1252 and was lost
    try:
        return b"".join(_byte(character, codec) for character in run).decode("utf-8") + ending
    except (UnicodeEncodeError, UnicodeDecodeError):
        return None


def _byte(character: str, codec: str) -> bytes:
    """One character as the byte it was read from; control characters stand for the bytes cp1252 leaves out."""
    if codec == "cp1252" and "\x80" <= character <= "\x9f":
        return bytes([ord(character)])
    return character.encode(codec)


def _is_evident(text: str, runs: list[str], fixed: dict[str, str]) -> bool:
    """Whether so much is put right, and so little left wrong, that the file must have been garbled."""
    hits = [run for run in runs if run in fixed]
    long_runs = sum(1 for run in hits if len(run) >= 3)
    if not (long_runs >= 2 or (long_runs and len(hits) >= 2) or len(hits) >= 6 or (long_runs and len(runs) == 1)):
        return False
    tested = [run for run in runs if len(run) > 1]
    if len(hits) * 10 < len(tested) * 7:
        return False
    return _reads_better(text, fixed)


def _reads_better(text: str, fixed: dict[str, str]) -> bool:
    """The opinion of ftfy: is the text bad as it stands, and much less so once repaired?"""
    from ftfy.badness import badness

    pieces: list[str] = []
    for found in _RUN.finditer(text):
        if found.group() in fixed:
            pieces.append(text[max(0, found.start() - 6) : found.end() + 6])
        if len(pieces) >= 300:
            break
    sample = "\n".join(pieces)
    better = _RUN.sub(lambda m: fixed.get(m.group(), m.group()), sample)
    before, after = badness(sample), badness(better)
    return before >= max(1, len(pieces) // 4) and after * 3 <= before


def _apply(text: str, fixed: dict[str, str], codec: str) -> Repair:
    pieces: list[str] = []
    segments: list[Segment] = []
    examples: dict[str, str] = {}
    at = made = runs = 0
    first: int | None = None
    for found in _RUN.finditer(text):
        better = fixed.get(found.group())
        if better is None:
            continue
        if found.start() > at:
            segments.append(Segment(made, made + found.start() - at, at, found.start()))
            pieces.append(text[at : found.start()])
            made += found.start() - at
        first = made if first is None else first
        segments.append(Segment(made, made + len(better), found.start(), found.end()))
        pieces.append(better)
        made += len(better)
        at, runs = found.end(), runs + 1
        if len(examples) < 3:
            examples.setdefault(found.group(), better)
    if at < len(text):
        segments.append(Segment(made, made + len(text) - at, at, len(text)))
        pieces.append(text[at:])
    mapped = MappedText("".join(pieces), tuple(segments))
    return Repair(mapped, runs, codec, first or 0, tuple(examples.items()))


def notice_of(made: Repair, span: Span) -> Notice:
    """What the author hears about a garbled file, once."""
    names = {"mac_roman": "Mac Roman", "cp1252": "Windows-1252"}
    examples = ", ".join(f"{wrong} for {right}" for wrong, right in made.examples)
    message = (
        f"the file is UTF-8 that was once read as {names[made.codec]}: {made.runs} places are garbled ({examples})"
    )
    return Notice("garbled-encoding", span, message, "try reading the file as UTF-8 where it was converted")
