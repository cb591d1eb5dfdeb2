r"""Words within mathematics: which ``\text{…}`` is a name, and which is prose between statements."""

from __future__ import annotations

import re

from symformer.syntax.nodes import Node

_CONNECTIVES = """
and or where with for if otherwise such that all so then when since but is are i.e. ie e.g. let as subject to s.t. st
while else elif in which each every because given hence thus therefore we have using by of the from at on any some also
denotes denote means not iff only over under implies follows
"""
_OPENERS = """
where with for if when such and or since because using let then so else while subject as given but hence thus
therefore otherwise which that is are i.e. s.t. from
"""
_CLOSERS = "is are and where or for with if by to that when then"
_HAN_CONNECTIVES = "其中 且 和 或 当 如果 则 并且 以及 否则 即 因此 所以 对于 满足 使得 若 与 及"

# how many characters a command and its braces take around words
AROUND_WORDS = frozenset(
    len(rf"\{command}{{}}")
    for command in ("text", "mbox", "textrm", "textbf", "textit", "textsf", "mathrm", "textnormal")
)
CONNECTIVES = frozenset(_CONNECTIVES.split())
OPENERS = frozenset(_OPENERS.split())
CLOSERS = frozenset(_CLOSERS.split())
HAN_CONNECTIVES = frozenset(_HAN_CONNECTIVES.split())
LONG_HAN_CONNECTIVES = tuple(each for each in sorted(HAN_CONNECTIVES) if len(each) > 1)


_BLACKBOARD = re.compile(r"\\(?:mathbb|mathds|Bbb)\s*\{?\s*([A-Z])\s*\}?")
_PHANTOM = re.compile(r"\\[hv]?phantom\s*(?:\{[^{}]*\}|[^\\{])")  # takes room and shows nothing
_COMMAND = re.compile(r"\\([a-zA-Z]+)\s*")
_ESCAPED = re.compile(r"\\(.)")
_BLANKS = re.compile(r"\s+")
_SPOKEN = frozenset(
    "arg max min sup inf lim limsup liminf log ln exp sin cos tan tanh det ker dim rank softmax argmax argmin".split()
)
_SIGNS = {"Vert": "‖", "parallel": "‖", "lVert": "‖", "rVert": "‖"}


def _double_struck(found: re.Match[str]) -> str:
    """``\\mathbb{E}`` as its character."""
    return dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)).get(found[1], chr(ord("𝔸") + ord(found[1]) - ord("A")))


def _named(found: re.Match[str]) -> str:
    """A function's name is spoken, a sign stays; every other command is mere looks."""
    return found[1] if found[1] in _SPOKEN else _SIGNS.get(found[1], "")


def tidy_words(raw: str) -> str:
    r"""The words of a text argument: markup, braces and runs of blanks taken out.

    >>> tidy_words("{ Multi-Head  Attention }"), tidy_words(r"d\_model"), tidy_words(r"\vphantom{fg}\arg\max")
    ('Multi-Head Attention', 'd_model', 'argmax')
    """
    if raw.isalnum():
        return raw  # one word, as most are
    text = raw
    if "\\" in raw:
        text = _PHANTOM.sub("", raw) if "phantom" in raw else raw
        text = _BLACKBOARD.sub(_double_struck, text.replace("\\_", "_").replace("\\ ", " ").replace("\\,", " "))
        text = _COMMAND.sub(_named, text.replace("\\|", "‖"))
        text = _ESCAPED.sub(r"\1", text)
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    return _BLANKS.sub(" ", text).strip(" \u200b\u00a0")


def ends_in_blank(word: Node) -> bool:
    r"""Whether a text ends in a blank before its brace, as a phrase does before what it names: ``\text{Weights } (W)``.

    A node holds the text without it, so that its length tells: one letter more than the command and the words take.
    """
    around = word.span.length - len(word.text)
    return around - 1 in AROUND_WORDS and around not in AROUND_WORDS


def is_prose(raw: str, words: str) -> bool:
    """Whether the words join statements instead of naming something.

    >>> is_prose(" where ", "where"), is_prose("Score Matrix", "Score Matrix"), is_prose("s.t.", "s.t.")
    (True, False, True)
    """
    if not words.isascii() and (words in HAN_CONNECTIVES or words.startswith(LONG_HAN_CONNECTIVES)):
        return True
    if raw.strip() != raw and ("," in words[:1] or words[:1] in ",.;"):
        return True
    if words.startswith("(") and words.endswith("),") and raw[-1:].isspace():
        return True  # a remark on what stands before it, and the comma behind that
    if words.isupper() and len(words) > 1 and raw.strip() == raw:
        return False  # IS, AS: an abbreviation
    found = words.lower().rstrip(",:.").split()
    if not found:
        return True
    if found == ["not"]:
        return False  # nothing is joined by it
    if all(word.strip(",()") in CONNECTIVES or f"{word}." in CONNECTIVES for word in found):
        return True
    if len(found) == 1:
        return False
    blank = raw[:1].isspace() or raw[-1:].isspace()
    if found[0] in OPENERS:
        return True
    if found[-1] in CLOSERS and (blank or len(found) > 2):
        return True
    return len(found) >= 4 and any(word in ("is", "are", "where", "we", "if") for word in found)


_LENGTH = re.compile(r"\s*\{?\s*(\d*\.?\d+|\d+\.)\s*(em|ex|cm|mm|in|pt|pc|mu)\s*\}?\s*")
_EM_IN = {
    "em": 1.0,
    "ex": 2.3,
    "cm": 0.35,
    "mm": 3.5,
    "in": 0.14,
    "pt": 10.0,
    "pc": 0.84,
    "mu": 18.0,
}  # in a ten-point type


def is_wide(length: str) -> bool:
    """Whether a blank is as wide as a quad, so that it parts what stands on either side.

    >>> is_wide("{3.em}"), is_wide("{1cm}"), is_wide("{2pt}"), is_wide("{-3em}")
    (True, True, False, False)
    """
    found = _LENGTH.fullmatch(length)
    return found is not None and float(found[1]) >= _EM_IN[found[2]]
