"""How the formulas of a note use their names: as values among others, or before brackets, as functions are.

A name that stands before a plain argument and never among factors or terms is a function wherever it stands
before brackets; a name that is added and multiplied and never stands so is a factor there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.reading.spelling import spelled
from symformer.reading.words import Said
from symformer.syntax.nodes import SILENT, Kind, Node, content, held_in, parts
from symformer.syntax.wording import ends_in_blank

NAMED = frozenset({Kind.NAME, Kind.SCRIPTS, Kind.FONT, Kind.ACCENT})
PLAIN = frozenset(
    {Kind.NAME, Kind.SCRIPTS, Kind.FONT, Kind.ACCENT}
)  # arguments that no one puts in brackets to multiply by
SEVERAL = frozenset({Kind.LIST, Kind.MID})
BETWEEN = 2  # characters that may part a function from its bracket: \!
# what stands before a function that is not called: ∇f, df
BEFORE_FUNCTIONS = frozenset({"nabla", "∇", "partial", "∂", "d", "Delta", "Δ", "delta", "δ"})

JOINING_FUNCTIONS = frozenset({"*", "∗", "∘", "⊛"})


@dataclass(slots=True)
class UseEvidence:
    """Filled while the formulas of a note are read."""

    said: Said  # of names, by the part they play

    def juxtaposed(self, node: Node) -> None:
        """Factors side by side."""
        before: Node | None = None
        name: str | None = None
        for piece in node.children:
            kind = piece.kind
            if kind in SILENT:
                continue
            if name is not None and before is not None:
                self._followed(before, name, piece)
            after_sign = before is not None and before.text in BEFORE_FUNCTIONS
            name = _name_of(piece) if kind in NAMED and not after_sign else None
            before = piece
        if name is not None:
            self.said["valued"].add(name)

    def equated(self, name: Node, sign: str, number: Node) -> None:
        """The first and last side of a chain: a name that is given a number with decimals."""
        if sign == "=" and name.kind is Kind.NAME and number.kind is Kind.NUMBER and "." in number.text:
            self.said["settings"].add(name.text)

    def among(self, node: Node) -> None:
        """The terms of a sum, the factors of a product with signs, the parts of a fraction; not ``f * g``, ``f ∘ g``."""
        if any(child.text in JOINING_FUNCTIONS for child in node.children if child.kind is Kind.OPERATOR):
            return
        for child in node.children:
            if child.kind is Kind.NAME:
                self.said["valued"].add(child.text)
            elif child.kind in NAMED and (name := _name_of(child)) is not None:
                self.said["valued"].add(name)

    def _followed(self, piece: Node, name: str, following: Node) -> None:
        fence = content(following)  # f{(x)} too
        if following.kind is Kind.SCRIPTS:
            fence = following.children[0]
        if fence.kind is not Kind.FENCE or fence.text not in ("()", "[]", "{}"):
            self.said["valued"].add(name)
            return
        if fence.text != "()" or fence.span.start - piece.span.end > BETWEEN or _is_raised(piece):
            return
        if piece.kind is Kind.WORD and ends_in_blank(piece):
            return  # \text{Weights } (W)
        inside = held_in(fence)
        if inside is None:
            return
        if (
            inside.kind in SEVERAL
            or inside.kind in PLAIN
            or inside.kind is Kind.WORD
            or inside.kind is Kind.NUMBER
            and inside.text == "0"
        ):
            self.said["applied"].add(name)
            self.said["places"].update(f"{name}({letter}" for letter in _letters(inside))


def _name_of(piece: Node) -> str | None:
    """The name that a piece is, without its scripts."""
    if piece.kind is Kind.NAME:
        return piece.text
    if piece.kind is Kind.SCRIPTS:
        base = piece.children[0]
        return base.text if base.kind is Kind.NAME else spelled(base) if base.kind in NAMED else None
    return spelled(piece)


def _is_raised(piece: Node) -> bool:
    return piece.kind is Kind.SCRIPTS and any(script.kind is Kind.SUPERSCRIPT for script in piece.children)


def _letters(inside: Node) -> Iterator[str]:
    if inside.kind in (Kind.NAME, Kind.NUMBER):
        yield inside.text


def steps_on(inside: Node) -> str | None:
    """The t of ``t + 1``, ``t - \\tau``: the letter from which a sum goes on; None where it is no such sum."""
    if inside.kind is not Kind.SUM:
        return None
    first = content(parts(inside)[0])
    return first.text if first.kind is Kind.NAME else None
