"""Patterns that name the axes of arrays: ``bqd,bkd->bqk`` of einsum, ``b n (h d) -> b h n d`` of einops.

A pattern is a small language of its own: each name is one size, at every place where it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.text.cued import Cued
from symformer.text.span import Span

Sizes = tuple[Dimension, ...]

_EINSUM = re.compile(
    r"\beinsum\(\s*(?P<quote>['\"])(?P<pattern>[A-Za-z,.\s]*->[A-Za-z.\s]*)(?P=quote)(?=(?P<rest>[^\n]*))"
)
_EINOPS = re.compile(
    r"\b(?P<called>rearrange|reduce|repeat)\([^\n'\"]{1,80},\s*(?P<quote>['\"])(?P<pattern>[^'\"\n]*->[^'\"\n]*)(?P=quote)"
    r"(?P<rest>[^\n]*)"
)
_NAME = Cued(r"[A-Za-z_]\w*")
_OPERAND = Cued(r"[\w.\[\]]+")
_ARROW = "->"


@dataclass(frozen=True, slots=True)
class PatternFault:
    """What is wrong with a pattern, in words for the author, and where in the code."""

    place: Span
    message: str


@dataclass(frozen=True, slots=True)
class Einsum:
    """An einsum pattern: the axes of each operand, and those of the result.

    >>> parsed = Einsum.of("bqd, bkd -> bqk")
    >>> parsed.operands, parsed.result
    (('bqd', 'bkd'), 'bqk')
    """

    operands: tuple[str, ...]
    result: str

    @staticmethod
    def of(pattern: str) -> Einsum | None:
        """The pattern taken apart; None where it has dots for axes that have no names, or no arrow."""
        if _ARROW not in pattern or "." in pattern:
            return None
        left, _, right = re.sub(r"\s", "", pattern).partition(_ARROW)
        return Einsum(tuple(left.split(",")), right)

    def shape(self, operands: Sequence[Sizes | None]) -> Sizes | None:
        """The shape of the result, where the sizes of all its axes are known."""
        sizes = self._sizes(operands)
        found = [sizes.get(letter) for letter in self.result]
        return tuple(each for each in found if each is not None) if None not in found and found else None

    def inner(self, operands: Sequence[Sizes | None]) -> tuple[Dimension, Dimension] | None:
        """Two sizes that one name would have to be, if there are such."""
        sizes: dict[str, Dimension] = {}
        for letters, shape in self._pairs(operands):
            for letter, size in zip(letters, shape, strict=True):
                if sizes.setdefault(letter, size) != size:
                    return sizes[letter], size
        return None

    def _sizes(self, operands: Sequence[Sizes | None]) -> dict[str, Dimension]:
        return {
            letter: size
            for letters, shape in self._pairs(operands)
            for letter, size in zip(letters, shape, strict=True)
        }

    def _pairs(self, operands: Sequence[Sizes | None]) -> Iterator[tuple[str, Sizes]]:
        for letters, shape in zip(self.operands, operands, strict=False):
            if shape is not None and len(shape) == len(letters):
                yield letters, shape


def pattern_faults(code: str) -> Iterator[PatternFault]:
    """Everything that is wrong with the patterns of a piece of code, whatever the arrays are.

    >>> [each.message for each in pattern_faults('s = einsum("bqd,bkd->bqj", q, k)')]
    ['the result has an axis j that no operand has']
    """
    if "->" not in code:
        return
    for found in _EINSUM.finditer(code):
        parsed = Einsum.of(found["pattern"])
        if parsed is not None:
            place = Span(found.start("pattern"), found.end("pattern"))
            yield from (PatternFault(place, each) for each in _einsum_faults(parsed, found["rest"]))
    for found in _EINOPS.finditer(code):
        place = Span(found.start("pattern"), found.end("pattern"))
        given = set(re.findall(r"(\w+)\s*=", found["rest"]))
        message = _einops_fault(found["called"], found["pattern"], given, "**" in found["rest"])
        if message is not None:
            yield PatternFault(place, message)


def _einsum_faults(parsed: Einsum, rest: str) -> Iterator[str]:
    named = set("".join(parsed.operands))
    strange = [letter for letter in dict.fromkeys(parsed.result) if letter not in named]
    if strange:
        yield f"the result has an axis {strange[0]} that no operand has"
    twice = [letter for letter, times in Counter(parsed.result).items() if times > 1]
    if twice:
        yield f"the result has the axis {twice[0]} twice"
    given = _operands(rest)
    if given is not None and given != len(parsed.operands):
        yield f"the pattern is for {len(parsed.operands)} arrays, and {given} {'is' if given == 1 else 'are'} given"


def _operands(rest: str) -> int | None:
    """How many arrays are handed over, where they are plain names; None where it cannot be told."""
    found = re.match(r"\s*,([^()=*]*)\)", rest)
    if found is None:
        return None
    parts = [part.strip() for part in found[1].split(",")]
    parts = parts[:-1] if parts and not parts[-1] else parts
    return len(parts) if parts and all(_OPERAND.fullmatch(part) for part in parts) else None


def _einops_fault(called: str, pattern: str, given: set[str], hidden: bool) -> str | None:
    """What is wrong with an einops pattern; ``given`` are the sizes handed over by name."""
    left, _, right = pattern.partition(_ARROW)
    if right.count(_ARROW) or "..." in pattern and ("..." in left) != ("..." in right) and called != "reduce":
        return None
    before, after = _NAME.findall(left), _NAME.findall(right)
    for side, names in (("left", before), ("right", after)):
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            return f"the axis {twice[0]} stands twice on the {side}"
    new = [name for name in after if name not in before]
    lost = [name for name in before if name not in after]
    if new and (called != "repeat" or not hidden and any(name not in given for name in new)):
        return f"the axis {new[0]} stands on the right only"
    return f"the axis {lost[0]} is lost on the right" if lost and called == "rearrange" else None


def composed(pattern: str, shape: Sizes | None, given: dict[str, Dimension]) -> Sizes | None:
    """The shape that a rearranged array has, where the sizes of all names are known.

    >>> from symformer.algebra.dimension import letter
    >>> [str(each) for each in composed("b n (h d) -> b h n d", (letter("B"), letter("T"), letter("D")), {"h": letter("H")})]
    ['B', 'H', 'T', 'D/H']
    """
    left, _, right = pattern.partition(_ARROW)
    before, after = _axes(left), _axes(right)
    if shape is None or before is None or after is None or len(before) != len(shape):
        return None
    sizes = dict(given)
    for names, size in zip(before, shape, strict=True):
        open_ = [name for name in names if name not in sizes]
        if len(open_) == 1:
            rest = size
            for name in names:
                if name != open_[0]:
                    rest = rest / sizes[name]
            sizes[open_[0]] = rest
    made = []
    for names in after:
        if any(name not in sizes for name in names):
            return None
        whole = number(1)
        for name in names:
            whole = whole * sizes[name]
        made.append(whole)
    return tuple(made)


def _axes(side: str) -> list[tuple[str, ...]] | None:
    """The axes of one side, each with the names it is made of; None where there are dots or plain numbers."""
    if "." in side or re.search(r"\b\d", side):
        return None
    return [tuple(_NAME.findall(part)) for part in re.findall(r"\([^()]*\)|\w+", side)]


__all__ = ["Einsum", "PatternFault", "composed", "pattern_faults"]
