r"""A statement as LaTeX with the shapes of its factors: below them (``\underbrace{Q}_{n \times d_k}``), as subscripts, or beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from symformer.catalogue.reading import plain_letters, term_of, vocabulary_for
from symformer.printing.latex import ATOMS, Printer, latex
from symformer.printing.tidy import tidy
from symformer.terms.term import Apply, Index, Power, Relation, Symbol, Term, Transpose, walk
from symformer.typesetting.notating import Renaming, noted
from symformer.typesetting.shapes import Sizes, Told, letter_in, shape_of

ShapesAt = Literal["under", "subscript", "margin"]
WAYS: tuple[ShapesAt, ...] = ("under", "subscript", "margin")


def shaped(statement: Term, how: Renaming, *, at: ShapesAt = "under") -> str:
    """A statement in plain letters as LaTeX of the notation, with shapes under its factors, or as their subscripts."""
    return tidy((_Shaped(how) if at == "under" else _Subscripted(how)).write(noted(statement, how)))


def in_margin(statement: Term, how: Renaming, told: set[Term]) -> str:
    """The shapes of the letters of a statement, one below the other, for the margin; without those already told."""
    sizes, families = sizes_in(how), families_in(how)
    lines: list[str] = []
    for part in walk(noted(statement, how)):
        letter = part if part in sizes else letter_in(part, sizes) if isinstance(part, Index) else None
        if letter is None or letter in told:
            continue
        told.add(letter)
        name = part if letter in families else letter  # one of several stands with its number
        lines.append(rf"{latex(name, how.style)} \colon {shape_text(sizes[letter])}")
    return r"\begin{subarray}{l} " + r" \\ ".join(lines) + r" \end{subarray}" if lines else ""


def sizes_in(how: Renaming) -> dict[Term, Sizes]:
    """The sizes of the notation's letters, as it writes them; of column vectors the other way round."""
    found: dict[Term, Sizes] = {}
    for letter in how.letters:
        if letter.kind not in ("vector", "matrix", "tensor"):
            continue
        sizes = tuple(size_in(size, how) for size in letter.shape)
        turned = how.columns and len(sizes) == 2
        found[how.terms[letter.term]] = sizes[::-1] if turned else sizes
    return found


def families_in(how: Renaming) -> frozenset[Term]:
    """The notation's letters of which there is one for each head."""
    return frozenset(how.terms[letter.term] for letter in how.letters if letter.family)


def size_in(size: str, how: Renaming) -> str:
    """A size in plain letters as the notation writes it."""
    printer = Printer(how.style)
    printer.small = 1  # a part of a size is written with a slash, wherever it stands
    text = tidy(printer.write(noted(_size(size), how)))
    return (
        text.removeprefix(r"\lvert ").removesuffix(r" \rvert")
        if r"\mathsf" in text and text.count(r"\lvert") == 1
        else text
    )


@lru_cache(maxsize=256)
def _size(text: str) -> Term:
    """A size in plain letters as a term."""
    known = [("i", "index")] + [(each.latex, each.kind) for each in plain_letters().values() if len(each.latex) == 1]
    return term_of(text, vocabulary_for(known))


HEAD = "head-index"


class _Shaped(Printer):
    """Prints with braces below names, their transposes, and calls that are a factor."""

    def __init__(self, how: Renaming) -> None:
        super().__init__(how.style)
        heads = (how.terms[each.term] for each in how.letters if each.concept is not None and each.concept.id == HEAD)
        self.told = Told(sizes_in(how), families_in(how), next(heads, None), how.columns)
        self.free = 0  # within what gets no braces: the left side of a definition, a brace

    def piece(self, term: Term) -> tuple[str, int]:
        if self.small or self.free:
            return super().piece(term)
        match term:
            case Symbol() | Index() | Transpose(operand=Symbol() | Index()):
                return self.braced(term)
            case Power(base=Symbol() | Index()):
                return self.braced(term)
            case Relation(sides=(Apply(), *_)):
                return self.definition(term)
        return super().piece(term)

    def definition(self, term: Relation) -> tuple[str, int]:
        """The parameters of a function on the left get no braces."""
        self.free += 1
        left = self.write(term.sides[0])
        self.free -= 1
        rest = super().relation(term).partition(" = ")[2]
        return f"{left} = {rest}", 0

    def factor(self, factor: Term, sign: str, *, last: bool, alone: bool) -> str:
        text = super().factor(factor, sign, last=last, alone=alone)
        return self.below(text, factor) if isinstance(factor, Apply) and not self.free and not self.small else text

    def braced(self, term: Term) -> tuple[str, int]:
        self.free += 1
        text, binds = super().piece(term)
        self.free -= 1
        after = self.below(text, term)
        return after, ATOMS if after != text else binds

    def below(self, text: str, term: Term) -> str:
        sizes = shape_of(term, self.told)
        return self.marked(text, shape_text(sizes)) if sizes else text

    def marked(self, text: str, shape: str) -> str:
        """What has a shape: in braces, since a brace below would take the blanks around a sign away."""
        return rf"{{\underbrace{{{text}}}_{{{shape}}}}}"


class _Subscripted(_Shaped):
    """Prints with the shape as a subscript, in brackets, since a letter may have subscripts of its own."""

    def marked(self, text: str, shape: str) -> str:
        """What has a shape, with the shape as a subscript of the whole."""
        return f"{{{text}}}_{{[{shape}]}}"


def shape_text(sizes: Sizes) -> str:
    r"""Sizes as they stand in a shape.

    >>> print(shape_text(("n", "d_k")), shape_text(("2 n - 1", "d")))
    n \times d_k (2 n - 1) \times d
    """
    return r" \times ".join(
        f"({size})" if len(sizes) > 1 and (" + " in size or " - " in size) else size for size in sizes
    )
