"""The sentences of a note as plain words and numbers, each character with its place.

Delimiters, emphasis and blanks of LaTeX are left out, so that "fell from $0.52$ to **0.61**" reads
``fell from 0.52 to 0.61``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from symformer.algebra.printed import PrintedNumber, printed
from symformer.documents.document import Document, Prose
from symformer.semantics.carriers.worksheet_lines import concatenated
from symformer.semantics.disowned import is_disowned
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_MARKUP = re.compile(
    r"\\(?:text|mathrm|textrm|mbox|rm)\s?\{(?P<words>[^{}\\$]{0,40})\}"
    r"|(?P<gone>\\[()\[\]!]|\$+|\*+|`+|~~|\{(?=,\})|(?<=\{,)\})|(?P<blank>\\[,;: ]|\\q?quad\b|~)"
    r"|(?P<sign>\\(?:%|approx|times|cdot|sim|to|rightarrow|ldots|dots|pm)(?![A-Za-z]))"
)
_SIGNS = {
    r"\%": "%", r"\approx": "≈", r"\times": "×", r"\cdot": "·", r"\sim": "≈", r"\to": "→", r"\rightarrow": "→",
    r"\ldots": "…", r"\dots": "…", r"\pm": "±",
}  # fmt: skip
_SENTENCE_END = re.compile(r"(?<!\bi\.e)(?<!\be\.g)(?<!\bvs)(?<!\bcf)[.!?](?=[\"”')]*(?:\s|\Z))|[。！？]|\n\s*\n")

_LINE_END = re.compile(r"\n")

UNIT = (
    r"(?:%|percent\b|percentage points\b|(?:[kKMGT]i?)?B\b|[kKMT]\b|bits?\b|bytes?\b|million\b|billion\b|trillion\b"
    r"|thousand\b|[munµ]?s\b|seconds?\b|minutes?\b|hours?\b|days?\b|[GTP]?FLOPS?\b|[GTP]?FLOPs\b|万|亿|个百分点)"
)
_BEFORE = r"(?<![\w.^/·×+_{<>\\±])(?<!\d,)(?<![\dA-Z][-−–:])(?<![{^][-−])"
_AFTER = r"(?![\w^]|[.,:]\d|\s?[/*·×+±=<>^…]|\s?[-−–]\s?\d|\(|\.\.\.|!(?!\s*\Z))"
PLAIN_NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?"
SCALES = frozenset("kKMTB") | {"million", "billion", "trillion", "thousand", "万", "亿"}
_ENDS = _AFTER.replace(r"[\w^]", "[A-Za-z0-9_^α-ωΑ-Ωµ]")  # an ideograph may follow at once


def numeral(name: str) -> str:
    """The pattern of one plain number that is part of no formula, with the unit behind it."""
    return rf"{_BEFORE}(?P<{name}>(?>{PLAIN_NUMBER}))(?P<{name}_unit>(?>(?:\s?{UNIT})?)){_ENDS}"


_NUMERAL = Cued(numeral("n"))


@dataclass(frozen=True, slots=True)
class Said:
    """A number in a sentence: as printed, with its unit, and where it stands in the sentence."""

    number: PrintedNumber
    unit: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """As it is written, unit included."""
        return self.number.text + (self.unit if self.unit == "%" else f" {self.unit}" if self.unit else "")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its words without markup, and how they stand in the source."""

    text: str
    words: MappedText  # the block, with its markup
    kept: Sequence[int]  # where in the block each character of the whole plain text stands
    begins: int = 0  # where in the plain text the sentence does

    def place(self, at: int) -> int:
        """Where in the source a character of the sentence stands."""
        return self.words.origin_starts([self.kept[self.begins + at]])[0]

    def span(self, start: int, end: int) -> Span:
        """The place in the source of a stretch of the sentence."""
        return Span(self.place(start), self.place(end - 1) + 1)

    def is_marked(self, start: int, end: int) -> bool:
        """Whether a stretch stands in quotes, italics or the like."""
        first, last = self.kept[self.begins + start], self.kept[self.begins + end - 1]
        around = self.words.text[max(0, first - 1) : first + 1] + self.words.text[last : last + 2]
        return sum(mark in "\"“”'‘’*`_「」" for mark in around) > 1

    def numbers(self) -> tuple[Said, ...]:
        """All plain numbers of the sentence."""
        return tuple(said(found, "n") for found in _NUMERAL.finditer(self.text))


def said(found: re.Match[str], name: str) -> Said:
    """The number that a pattern made with ``numeral`` found."""
    text = found[name].replace(",", "").replace("−", "-")
    unit = found[f"{name}_unit"].strip()
    unit = "%" if unit == "percent" else unit
    return Said(printed(text), unit, found.start(name), found.end(f"{name}_unit"))


def comparable(*numbers: Said) -> bool:
    """Whether numbers count the same thing: in one unit, which may stand behind the last only."""
    units = {each.unit for each in numbers if each.unit}
    if len(units) > 1:
        return False
    return all(each.unit for each in numbers) or not units & SCALES


def sentences(words: MappedText, *, lines: bool = False) -> Iterator[Sentence]:
    """The sentences of a block, without markup, but for those said only to deny them; where ``lines`` is said, each line is one."""
    flat, kept = _flat(words.text)
    for start, end in _stretches(flat, lines=lines):
        yield Sentence(flat[start:end], words, kept, start)


def whole_block(words: MappedText) -> Sentence:
    """All sentences of a block as one."""
    flat, kept = _flat(words.text)
    return Sentence(flat, words, kept)


FAR_APART = 40  # blanks between a display and the words around it
_GOES_ON = re.compile(r"[a-z\u3400-\u9fff]")


def running_words(document: Document) -> Iterator[tuple[Prose, MappedText]]:
    r"""The blocks of a note with their words; one that goes on behind a display is one with it and with what leads to it.

    "One token takes", ``$$ 2 \cdot 64 \cdot 2 = 256 $$`` and "bytes, that is …" are one sentence, as they are with nothing between.
    """
    source = document.source.text
    displays = [each for each in document.formulas if each.display == "display" and "\\begin" not in each.text]
    ends = {each.span.end: each for each in displays}
    waiting: tuple[Prose, MappedText] | None = None
    for block in document.prose:
        shown = ends.get(_end_before(source, block.span.start)) if _is_running(block) else None
        words = block.text
        if shown is not None:
            words = concatenated((_unnamed(shown.latex), words))
            if waiting is not None and waiting[0].span.end == _end_before(source, shown.span.start):
                words = concatenated((waiting[1], words))
                waiting = None
        if waiting is not None:
            yield waiting
        waiting = (block, words)
    if waiting is not None:
        yield waiting


_NAME_OF_DISPLAY = re.compile(r"\\(?:label|tag)\*?\{[^{}]*\}|\\(?:notag|nonumber)(?![A-Za-z])")


def _unnamed(latex: MappedText) -> MappedText:
    """A display with the name that it is referred to by blanked out."""
    kept = _NAME_OF_DISPLAY.sub(lambda found: " " * len(found[0]), latex.text)
    return MappedText(kept, latex.segments)


def _end_before(source: str, at: int) -> int:
    """Where what stands before a place ends, but for the blanks between."""
    between = source[max(0, at - FAR_APART) : at]
    return at - len(between) + len(between.rstrip())


def _is_running(block: Prose) -> bool:
    return block.kind == "paragraph" and _GOES_ON.match(block.text.text) is not None


_BLOCKS = 512  # those of the note at hand: every check of sentences asks


@lru_cache(maxsize=_BLOCKS)
def digits_in(text: str) -> int:
    """How many digits a block has: few checks have anything to look for where there are none."""
    return sum(map(str.isdigit, text))


@lru_cache(maxsize=_BLOCKS)
def _stretches(flat: str, *, lines: bool) -> tuple[tuple[int, int], ...]:
    """Where the sentences of plain words, or their lines, begin and end; what is said only to deny it is none."""
    found: list[tuple[int, int]] = []
    start = 0
    ends = _LINE_END if lines else _SENTENCE_END
    for end in [*(each.end() for each in ends.finditer(flat)), len(flat)]:
        if flat[start:end].strip() and not is_disowned(flat, start, end):
            found.append((start, end))
        start = end
    return tuple(found)


@lru_cache(maxsize=_BLOCKS)
def _flat(text: str) -> tuple[str, list[int]]:
    """Words without markup, and where among the words with it each character stands."""
    pieces: list[str] = []
    kept: list[int] = []
    at = 0
    for found in [*_MARKUP.finditer(text), None]:
        end = found.start() if found is not None else len(text)
        pieces.append(text[at:end])
        kept.extend(range(at, end))
        if found is None:
            break
        if found["words"] is not None:
            pieces.append(found["words"])
            kept.extend(range(*found.span("words")))
            at = found.end()
            continue
        made = "" if found["gone"] else " " if found["blank"] else _SIGNS[found["sign"]]
        pieces.append(made)
        kept.extend([found.start()] * len(made))
        at = found.end()
    return "".join(pieces), kept


_TOLD = Cued(r"\b(three|four|five|six)\b|([三四五六])[者个项]", re.IGNORECASE)
_COUNTS = {
    word: at for at, words in enumerate(("three 三", "four 四", "five 五", "six 六"), 3) for word in words.split()
}


def least_told(words: str) -> int:
    """How many numbers words speak of together, as far as they say: 3 for "the three sum to zero"."""
    told = _TOLD.search(words)
    return 0 if told is None else _COUNTS[(told[1] or told[2]).casefold()]


_ELSEWHERE = Cued(
    r"\A\W*(?:in|for|with|within|under|by)\s+(?!(?:this|these|particular|fact|words|short|summary|total|our\s+example"
    r"|the\s+(?:example|table|figure|mask|formula|first|last))\b)"
    r"|\b(?:encoders?|bidirectional|bert|variants?|conventions?|another|second\s+run|larger|smaller|signal\s+processing"
    r"|mathematicians|elsewhere|usually|often|literature|reversed\s+model)\b",
    re.IGNORECASE,
)


def speaks_of_another(text: str) -> bool:
    """Whether a sentence may be about another model, run, convention or field than the formulas beside it.

    >>> speaks_of_another("In an encoder the first token sees all tokens.")
    True
    >>> speaks_of_another("The first token sees only itself.")
    False
    """
    return _ELSEWHERE.search(text) is not None
