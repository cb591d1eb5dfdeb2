r"""What formulas say of letters without defining them: which they introduce, which count, which have an index.

A topic of a note that says ``y_i \in \{0, 1\}`` has a y of its own, whatever ``y_t`` was made of in another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.terms.term import Apply, Index, IndexedSum, Relation, Symbol, Term, walk


def introduced(term: Term) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names, with their indices, of which a formula says what they are and not what they are equal to.

    >>> y = Index(Symbol("y"), (Symbol("i"),))
    >>> list(introduced(Relation(("∈",), (y, Symbol("R")))))
    [('y', ('i',))]
    """
    match term:
        case Relation(relations=("∈", *_)):
            yield from _with_letters(term.sides[0])
        case Apply("tuple"):
            yield from _with_letters(term)


def _with_letters(term: Term) -> Iterator[tuple[str, tuple[str, ...]]]:
    match term:
        case Symbol(name):
            yield name, ()
        case Index(base=Symbol(name)):
            yield name, tuple(each.name for each in term.slots if isinstance(each, Symbol))
        case Apply("tuple" | "set", arguments):
            for each in arguments:
                yield from _with_letters(each)


def counts_in(terms: Sequence[Term]) -> frozenset[str]:
    """The letters up to which something is summed: the m of ``Σ_{i=1}^m`` is a number, and no family m_t."""
    sums = (part for term in terms for part in walk(term) if isinstance(part, IndexedSum))
    return frozenset(part.upper.name for part in sums if isinstance(part.upper, Symbol))


def with_index_in(terms: Sequence[Term]) -> frozenset[str]:
    """The letters that stand with an index."""
    members = (part.base for term in terms for part in walk(term) if isinstance(part, Index))
    return frozenset(each.name for each in members if isinstance(each, Symbol))


__all__ = ["counts_in", "introduced", "with_index_in"]
