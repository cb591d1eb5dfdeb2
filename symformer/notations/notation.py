"""A notation: the letters, fonts and habits of one author, as a frozen record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from symformer.notations.citation import Citation
from symformer.notations.concept import Concept, Kind, all_concepts, concepts_by_id
from symformer.text.record import record

Font = Literal["italic", "bold", "bold-italic"]
_HEAD = re.compile(r"\\[a-zA-Z]+|.")
_LETTER = re.compile(r"[A-Za-z]")


class CollidingLetters(ValueError):
    """Two concepts of one notation have one letter."""


@record
class Notation:
    r"""How one author writes the mathematics of the Transformer.

    ``letters`` maps ids of concepts to LaTeX; the other concepts keep their plain letter, in the fonts of
    ``matrices`` and ``vectors``.  ``lay`` says whether a position's vector is a row (``X W``) or a column
    (``W X``).  ``heads`` says whether an attention head's number stands below (``W_i^Q``) or above in
    brackets (``W_Q^{(i)}``).  ``functions`` maps canonical names of functions to LaTeX, ``softmax_along``
    is a label below softmax, ``first`` the first position, and ``shared`` lists the concepts for which the
    author has one letter; ``spare`` gives a letter for one of them where they meet in one equation.  What
    letters mean is told in ``language``.

    Raises CollidingLetters where two concepts have one letter and are not among the shared.
    """

    id: str
    title: str
    source: Citation
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)
    functions: Mapping[str, str] = field(default_factory=dict, hash=False)
    matrices: Font = "italic"
    vectors: Font = "italic"
    lay: Literal["rows", "columns"] = "rows"
    heads: Literal["below", "above"] = "below"
    transpose: str = r"\top"
    softmax_along: str = ""
    first: int = 1
    shared: tuple[frozenset[str], ...] = ()
    spare: Mapping[str, str] = field(default_factory=dict, hash=False)
    remark: str = ""
    language: Literal["en", "zh"] = "en"

    def __post_init__(self) -> None:
        if unknown := self.letters.keys() - concepts_by_id().keys():
            raise ValueError(f"notation {self.id}: no such concept: {', '.join(sorted(unknown))}")
        told: dict[str, Concept] = {}
        for concept in all_concepts():
            other = told.setdefault(_bare(self.letter(concept)), concept)
            if other is not concept and not any({concept.id, other.id} <= group for group in self.shared):
                raise CollidingLetters(
                    f"notation {self.id}: {self.letter(concept)} stands for {other.id} and for {concept.id}"
                )

    def meaning(self, concept: Concept) -> str:
        """What a concept is called in the language of this notation."""
        if self.language == "en":
            return concept.meaning
        from symformer.notations.chinese import CHINESE

        return CHINESE[concept.id]

    def letter(self, concept: Concept) -> str:
        """A concept's letter in this notation."""
        return self.letters.get(concept.id) or self.in_font(concept.letter, concept.kind)

    def in_font(self, letter: str, kind: Kind) -> str:
        r"""A plain letter in the font of its kind.

        >>> bold = Notation("b", "Bold", Citation("Nobody", 2000, "Nothing"), matrices="bold", vectors="bold")
        >>> print(bold.in_font("W^Q", "matrix"), bold.in_font(r"\gamma", "vector"), bold.in_font("n", "size"))
        \mathbf{W}^Q \boldsymbol{\gamma} n
        """
        font = {"matrix": self.matrices, "vector": self.vectors}.get(kind, "italic")
        if font == "italic":
            return letter
        accent = re.match(r"\\(hat|tilde|bar)\{(.+)\}(.*)", letter)
        if accent:
            return rf"\{accent[1]}{{{self.in_font(accent[2], kind)}}}{accent[3]}"
        head = _HEAD.match(letter)
        if head is None or len(head[0]) > 1 and head[0][1:] in ("mathrm", "text", "operatorname", "mathcal", "mathbf"):
            return letter
        command = r"\mathbf" if font == "bold" and _LETTER.fullmatch(head[0]) else r"\boldsymbol"
        return f"{command}{{{head[0]}}}{letter[head.end() :].lstrip()}"


def _bare(letter: str) -> str:
    """A letter without the braces and blanks that do not tell it from another."""
    return re.sub(r"[{}\s]", "", letter)


def colliding(letters: Iterable[str]) -> set[str]:
    """The letters that stand more than once in a list.

    >>> colliding(["d_k", "n", "d_{k}"])
    {'d_k'}
    """
    seen: set[str] = set()
    twice: set[str] = set()
    for letter in map(_bare, letters):
        (twice if letter in seen else seen).add(letter)
    return twice
