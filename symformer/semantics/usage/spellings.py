r"""Names taken apart, and names that are one slip apart: ``W_o`` and ``W_O``, ``c^K`` and ``c^KV``.

A canonical name is a letter in a font or under an accent, with labels below and above and primes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from symformer.terms.parts import unindexed
from symformer.terms.show import ACCENTS, FONTS, GREEK
from symformer.terms.term import Index, Symbol, Term
from symformer.text.cued import Cued

_STYLE = Cued(r"([a-z]+)\((.*)\)\Z", re.DOTALL)
_LABELS = re.compile(r"([_^])")
SWAPPED_ACCENTS = frozenset({"hat", "tilde", "bar", "overline", "check", "breve"})


@dataclass(frozen=True, slots=True)
class Spelling:
    """The parts of a name: ``hat(bold(W))_q'`` is the letter W, accent hat, font bold, label q, one prime."""

    letter: str
    font: str = ""
    accents: tuple[str, ...] = ()
    below: str = ""
    above: str = ""
    primes: int = 0

    @property
    def is_letter(self) -> bool:
        """Whether it is one letter with its marks, Greek or Latin, no word."""
        return len(self.letter) == 1 or self.letter in GREEK


@lru_cache(maxsize=4096)
def taken_apart(name: str) -> Spelling:
    """The parts of a canonical name.

    >>> taken_apart("hat(bold(W))_q'")
    Spelling(letter='W', font='bold', accents=('hat',), below='q', above='', primes=1)
    >>> taken_apart("c^KV").above, taken_apart("Token Indices").letter
    ('KV', 'Token Indices')
    """
    primes = len(name) - len(name.rstrip("'"))
    head = name[: len(name) - primes]
    below = above = ""
    if not head.endswith(")"):
        at = head.rfind(")") + 1
        base, *scripts = _LABELS.split(head[at:])
        head = head[:at] + base
        for sign, label in zip(scripts[::2], scripts[1::2], strict=True):
            if sign == "_":
                below = label
            else:
                above = label
    inner_primes = len(head) - len(head.rstrip("'"))
    head = head[: len(head) - inner_primes]
    accents: list[str] = []
    font = ""
    while (found := _STYLE.match(head)) is not None:
        style, head = found.groups()
        if style in FONTS:
            font = style
        elif style in ACCENTS:
            accents.append(style)
        else:
            return Spelling(name)
    return Spelling(head, font, tuple(accents), below, above, primes + inner_primes)


def letter_of(term: Term) -> str:
    """The letter of a name or of what an entry or member is of, without fonts, labels and primes; nothing for other terms."""
    base = unindexed(term)
    return taken_apart(base.name).letter if isinstance(base, Symbol) else ""


Slip = Literal["case", "place", "accent", "cut", "mark", "font", "letter"]


def slip_between(name: str, other: str) -> Slip | None:
    """How one name is easily written for another, or None.

    >>> [slip_between("W_o", each) for each in ("W_O", "W^o", "W_q", "V_o", "W")]
    ['case', 'place', 'letter', None, None]
    >>> slip_between("tilde(X)", "hat(X)"), slip_between("c^K", "c^KV"), slip_between("x", "x'")
    ('accent', 'cut', None)
    >>> slip_between("tilde(X)", "X"), slip_between("bold(x)", "x")
    ('mark', 'font')
    """
    one, two = taken_apart(name), taken_apart(other)
    if one == two or (one.letter, one.primes) != (two.letter, two.primes):
        return None
    labels = (one.below, one.above), (two.below, two.above)
    if labels[0] == labels[1]:
        return _slip_of_style(one, two)
    if one.accents != two.accents or one.font != two.font:
        return None
    if labels[0] == labels[1][::-1]:
        return "place"
    differing = [(mine, theirs) for mine, theirs in zip(*labels, strict=True) if mine != theirs]
    return _slip_of_label(*differing[0]) if len(differing) == 1 else None


def _slip_of_style(one: Spelling, two: Spelling) -> Slip | None:
    """Another font, or another accent, or an accent too many or too few: one of them."""
    if one.font != two.font:
        return "font" if one.accents == two.accents else None
    if not _may_swap(one, two):
        return None
    match len(one.accents), len(two.accents):
        case 1, 1:
            return "accent"
        case (0, 1) | (1, 0):
            return "mark"
    return None


def _may_swap(one: Spelling, two: Spelling) -> bool:
    return {*one.accents, *two.accents} <= SWAPPED_ACCENTS


def _slip_of_label(one: str, two: str) -> Slip | None:
    if not one.isalpha() or not two.isalpha():
        return None
    if one.casefold() == two.casefold():
        return "case"
    short, long = sorted((one, two), key=len)
    if len(short) == len(long):
        return "letter" if len(one) <= 2 and sum(a != b for a, b in zip(one, two, strict=True)) == 1 else None
    cut = len(long) - len(short) <= 2 and (long.startswith(short) or long.endswith(short))
    return "cut" if cut and long.isupper() else None


def told_with_an_index(name: str, told: Iterable[str]) -> bool:
    """Whether r^K is told as r^K_δ, whose index was taken for a label there.

    >>> told_with_an_index("r^K", ["r^K_δ", "q"]), told_with_an_index("r^K", ["r^K_out"])
    (True, False)
    """
    labels = (each.removeprefix(f"{name}_") for each in told if each.startswith(f"{name}_"))
    return any(len(label) == 1 or label in GREEK for label in labels)


def family_and_label(term: Term) -> tuple[str, str] | None:
    """The name of a family and the one label below its member, however it was read: k and a of ``k_a``.

    >>> family_and_label(Symbol("bold(k)_a")), family_and_label(Index(Symbol("d"), (Symbol("j"),)))
    (('bold(k)', 'a'), ('d', 'j'))
    >>> family_and_label(Symbol("k")) is None
    True
    """
    match term:
        case Index(base=Symbol(name=name), indices=(Symbol(name=label),), upper=()):
            return name, label
        case Symbol(name=name) if (below := taken_apart(name).below) and not taken_apart(name).above:
            return name.removesuffix(f"_{below}"), below
    return None
