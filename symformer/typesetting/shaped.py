r"""A statement as LaTeX with the shape of each factor below it: ``\underbrace{Q}_{n \times d_k}``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from symformer.catalogue.reading import plain_letters, term_of, vocabulary_for
from symformer.printing.latex import ATOMS, Printer
from symformer.printing.tidy import tidy
from symformer.terms.term import Apply, Index, Power, Relation, Symbol, Term, Transpose
from symformer.typesetting.notating import Renaming, noted, written
from symformer.typesetting.shapes import Sizes, shape_of


def shaped(statement: Term, how: Renaming) -> str:
    """A statement in plain letters as LaTeX of the notation, with shapes under its factors."""
    return tidy(_Shaped(how).write(noted(statement, how)))


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


def size_in(size: str, how: Renaming) -> str:
    """A size in plain letters as the notation writes it."""
    text = written(_size(size), how)
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


class _Shaped(Printer):
    """Prints with braces below names, their transposes, and calls that are a factor."""

    def __init__(self, how: Renaming) -> None:
        super().__init__(how.style)
        self.columns = how.columns
        self.known: Mapping[Term, Sizes] = sizes_in(how)
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
        sizes = shape_of(term, self.known, columns=self.columns)
        if not sizes:
            return text
        return rf"\underbrace{{{text}}}_{{{shape_text(sizes)}}}"


def shape_text(sizes: Sizes) -> str:
    r"""Sizes as they stand in a shape.

    >>> print(shape_text(("n", "d_k")), shape_text(("2 n - 1", "d")))
    n \times d_k (2 n - 1) \times d
    """
    return r" \times ".join(
        f"({size})" if len(sizes) > 1 and (" + " in size or " - " in size) else size for size in sizes
    )
