"""Equal sizes that are said of a special case: "for self-attention $m = n$", "take $d = k = 1$".

Such an equation holds where it is said, and where the note writes one of the two letters for both; a section that
writes both keeps them apart, whatever an example further down makes of them.
"""

from __future__ import annotations

import re

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.text.cued import Cued
from symformer.text.span import Span

LONGEST_CHAIN = 36
MOST_CASES = 60  # that are followed into later sections
LONGEST_LEAD = 120  # characters from the word that makes it a special case to the equation
_CASE = (
    r"\b(?:for|if|when|whenever|with|case|take|taking|say|setting|usually|often|typically|commonly|sometimes|example"
    r"|e\.g\.|suppose|specially|particular|practice)\b|当|若|如果|假如|例如|比如|取|通常|一般|情况下|特别"
)
_LEAD = Cued(rf"(?:{_CASE})(?:(?!\.\s|[;!?。；\n]\s*\n).){{0,{LONGEST_LEAD}}}$", re.IGNORECASE | re.DOTALL)
_MAKES = r"\s*(?:(?:gives?|yields?|recovers?|reduces?|corresponds?|leads to)\b|对应|得到|退化)"
MAKES = Cued(_MAKES)  # "$G = H$ gives multi-head attention": what a choice makes of the whole
_MAKES_BEHIND = Cued(rf"[^$.;\n]{{0,24}}?=[^$.;\n=]{{0,12}}(?:\$|\\\)){_MAKES}")
_NUMBER_BEHIND = Cued(r"[^$.;]{0,24}?=\s*\d")


# "(so $m = n$)": what follows from the sentence that the bracket stands in
_FOLLOWS = re.compile(
    r"[(（]\s*(?:so|thus|hence|therefore|which means|i\.e\.,?|that is,?|here|now|故|因此|即)\s*(?:that\s*)?\$?\Z",
    re.IGNORECASE,
)


class SpecialCases:
    """The special cases of a note, and where each of them holds."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._sections_with: dict[str, frozenset[int]] = {}
        self._told = 0

    def parts_in_force(self, at: int, letters: tuple[str, str]) -> list[Span] | None:
        """The parts of the note in which an equation of two sizes holds, told at an offset; None: throughout."""
        text = self._document.source.text
        before, behind = text[max(0, at - 2 * LONGEST_LEAD) : at], text[at : at + LONGEST_CHAIN]
        if not (_LEAD.search(before) or _NUMBER_BEHIND.match(behind) or _MAKES_BEHIND.match(text, at)):
            return None
        own = section_at(self._document, at)
        found = [] if _is_aside(before) else [self._section(own)]
        self._told += 1
        if self._told > MOST_CASES:
            return found
        keeping_apart = self._with(letters[0]) & self._with(letters[1])
        later = range(own + 1, len(self._document.sections))
        return [*found, *(self._section(each) for each in later if each not in keeping_apart)]

    def _section(self, section: int) -> Span:
        """From a heading to the next; before the first heading, from the beginning."""
        sections = self._document.sections
        begin = sections[section].span.start if section >= 0 else 0
        end = sections[section + 1].span.start if section + 1 < len(sections) else len(self._document.source.text)
        return Span(begin, end)

    def _with(self, letter: str) -> frozenset[int]:
        """The sections in whose formulas a letter stands."""
        if letter not in self._sections_with:
            name, text = _written(letter), self._document.source.text
            spans = (each.span for each in self._document.formulas)
            places = (span.start for span in spans if name.search(text, span.start, span.end))
            self._sections_with[letter] = frozenset(section_at(self._document, each) for each in places)
        return self._sections_with[letter]


def _is_aside(before: str) -> bool:
    """Whether a bracket is open in the words before a place: "(for self-attention $m = n$)"."""
    words = re.split(r"\n\s*\n", before)[-1]
    words = re.sub(r"\$[^$]*\$", "", words)
    if _FOLLOWS.search(words) is not None:
        return False
    return words.rfind("(") > words.rfind(")") or words.rfind("（") > words.rfind("）")


def _written(letter: str) -> re.Pattern[str]:
    r"""How a size is written in LaTeX: ``d_k`` as ``d_k``, ``d_{k}``, ``d_{\text{k}}``."""
    base, _, label = letter.partition("_")
    before = r"(?<![A-Za-z\\])" if len(base) == 1 else r"(?<![A-Za-z])"
    script = rf"\s*_\s*\{{?(?:\\\w+\s*\{{)?\s*{re.escape(label)}(?![A-Za-z])" if label else r"(?!\s*_|[A-Za-z])"
    return re.compile(before + re.escape(base) + script)
