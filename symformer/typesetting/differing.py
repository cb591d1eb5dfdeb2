r"""Two formulas beside each other, with what differs in colour: ``\textcolor{red}{K}`` against ``\textcolor{blue}{K^\top}``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from symformer.printing.latex import ATOMS, Printer
from symformer.printing.style import Style
from symformer.printing.tidy import tidy
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Elementwise, Number, Product, Sum, Symbol, Term, children, walk

MARKED = "marked"  # a function that no note has: what it is called with differs
HOLE = Symbol("")
Rows = Product | Sum | Elementwise


def differing(one: Term, other: Term) -> tuple[Term, Term]:
    """Both terms with the smallest parts marked in which they differ.

    >>> from symformer.terms.term import Transpose
    >>> q, k = Symbol("Q"), Symbol("K")
    >>> one, other = differing(Product((q, k)), Product((q, Transpose(k))))
    >>> one == Product((q, Apply(MARKED, (k,)))), other == Product((q, Apply(MARKED, (Transpose(k),))))
    (True, True)
    """
    if one == other:
        return one, other
    if isinstance(one, Rows) and type(one) is type(other):
        return _in_rows(one, other)
    mine, theirs = children(one), children(other)
    if not mine or len(mine) != len(theirs) or _outline(one) != _outline(other):
        return _marked(one), _marked(other)
    pairs = [differing(*pair) for pair in zip(mine, theirs, strict=True)]
    return _with_parts(one, [first for first, _ in pairs]), _with_parts(other, [second for _, second in pairs])


def _in_rows(one: Rows, other: Term) -> tuple[Term, Term]:
    """Factors or terms beside each other: those that both have stay as they are."""
    mine, theirs = children(one), children(other)
    first: list[Term] = []
    second: list[Term] = []
    for kind, start, end, begin, stop in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        here, there = mine[start:end], theirs[begin:stop]
        if kind == "replace" and len(here) == len(there):
            pairs = [differing(*pair) for pair in zip(here, there, strict=True)]
            first += [each for each, _ in pairs]
            second += [each for _, each in pairs]
        else:
            first += here if kind == "equal" else map(_marked, here)
            second += there if kind == "equal" else map(_marked, there)
    return _of_rows(one, first), _of_rows(other, second)


def _of_rows(term: Term, parts: Sequence[Term]) -> Term:
    match term:
        case Sum():
            return replace(term, terms=tuple(parts))
        case Product() | Elementwise():
            return replace(term, factors=tuple(parts))
    return term


def _marked(term: Term) -> Term:
    """A term as one that differs; the sign of one that is subtracted stays outside."""
    match term:
        case Product((Number(value, None) as minus, first, *rest)) if value == -1:
            return Product((minus, Apply(MARKED, (replace(term, factors=(first, *rest)) if rest else first,))))
    return Apply(MARKED, (term,))


def _outline(term: Term) -> Term:
    """A term without its parts."""
    return rebuilt(term, lambda part: HOLE)


def _with_parts(term: Term, parts: Sequence[Term]) -> Term:
    left: Iterator[Term] = iter(parts)
    return rebuilt(term, lambda part: next(left))


def difference(one: Term, other: Term) -> float:
    """The share of two terms that differs, from 0 to 1."""
    marked = [part for term in differing(one, other) for part in walk(term) if is_marked(part)]
    parts = sum(1 for term in (one, other) for _ in walk(term))
    return sum(sum(1 for _ in walk(part)) - 1 for part in marked) / parts


def is_marked(term: Term) -> bool:
    """Whether a term is one that differs."""
    return isinstance(term, Apply) and term.function == MARKED


class _Coloured(Printer):
    """Prints what is marked in a colour."""

    def __init__(self, style: Style, colour: str) -> None:
        super().__init__(style)
        self.colour = colour

    def piece(self, term: Term) -> tuple[str, int]:
        if isinstance(term, Apply) and is_marked(term):
            text, binds = super().piece(term.arguments[0])
            return rf"\textcolor{{{self.colour}}}{{{text}}}", min(binds, ATOMS)
        return super().piece(term)


def coloured(term: Term, colour: str, style: Style) -> str:
    r"""A term as LaTeX, what is marked in it in a colour.

    >>> print(coloured(differing(Symbol("Q"), Symbol("K"))[0], "red", Style()))
    \textcolor{red}{Q}
    """
    return tidy(_Coloured(style, colour).write(term))
