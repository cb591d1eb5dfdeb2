r"""Vectors in bold type whose entries are not: ``\mathbf{z}`` is the whole of ``z_1, z_2, …``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symformer.reasoning.equality import Given
from symformer.terms.parts import rebuilt
from symformer.terms.term import Index, Symbol, Term, walk

FONTS = ("bold(", "vec(", "underline(")


def bold_wholes(terms: Iterable[Term]) -> dict[str, str]:
    """The names in bold type whose entries stand beside them in the plain letter, with that letter.

    >>> z = Symbol("z")
    >>> bold_wholes([Symbol("bold(z)"), Index(z, (Symbol("i"),))]), bold_wholes([Symbol("bold(z)"), z])
    ({'bold(z)': 'z'}, {})
    """
    wholes: set[str] = set()
    families: set[str] = set()
    within: set[int] = set()
    for part in (part for term in terms for part in walk(term)):
        if isinstance(part, Index) and isinstance(part.base, Symbol):
            families.add(part.base.name)
            within.add(id(part.base))
        elif isinstance(part, Symbol) and id(part) not in within:
            wholes.add(part.name)
    found = {name: _plain(name) for name in wholes - families if name.startswith(FONTS)}
    return {name: plain for name, plain in found.items() if plain in families and plain not in wholes}


def _plain(name: str) -> str:
    return name.partition("(")[2].removesuffix(")") if name.endswith(")") else name


def with_entries(sides: tuple[Term, Term], given: Given) -> tuple[tuple[Term, Term], Given]:
    """Two sides, and what is known of their letters, with one name for a vector and its entries."""
    names = bold_wholes((*sides, *(meaning.body for meaning in given.meanings.values())))
    if names.keys() & given.meanings.keys():
        return sides, given  # what the whole is told to be says of its entries more than a letter does
    if not names:
        return sides, given

    def put(term: Term) -> Term:
        if isinstance(term, Symbol) and term.name in names:
            return replace(term, name=names[term.name])
        return rebuilt(term, put)

    meanings = {name: replace(each, body=put(each.body)) for name, each in given.meanings.items()}
    shapes = {put(term): shape for term, shape in given.shapes.items()}
    return (put(sides[0]), put(sides[1])), replace(given, shapes=shapes, meanings=meanings)


__all__ = ["bold_wholes", "with_entries"]
