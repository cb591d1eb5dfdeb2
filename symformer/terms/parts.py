"""Terms made from terms: the same node with other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import is_
from typing import Any

from symformer.terms.term import (
    KINDS_OF_TERM,
    NOWHERE,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Product,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    fields_of,
    fields_of_parts,
    walk,
)
from symformer.text.span import Span


def rebuilt(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with each of its direct parts changed; itself where none of them changes.

    >>> from symformer.terms.term import Sum, Symbol
    >>> rebuilt(Sum((Symbol("a"), Symbol("b"))), lambda part: Symbol("c")).terms[1].name
    'c'
    """
    names = fields_of_parts(term)
    if not names:
        return term
    made: dict[str, Any] = {}
    for name in names:
        before = getattr(term, name)
        after = _changed(before, change)
        if after is not before:
            made[name] = after
    return _remade(term, made) if made else term


def _remade(term: Term, made: Mapping[str, Any]) -> Term:
    """What ``dataclasses.replace`` gives, which asks far more of each field: terms are made anew by the thousand."""
    kind: Callable[..., Term] = type(term)
    return kind(*[made[name] if name in made else getattr(term, name) for name in fields_of(term)])


def _changed(value: Any, change: Callable[[Term], Term]) -> Any:
    if type(value) is not tuple:
        return change(value) if type(value) in KINDS_OF_TERM else value
    items = [change(item) if type(item) in KINDS_OF_TERM else _changed(item, change) for item in value]
    return value if all(map(is_, items, value)) else tuple(items)


def own_of(term: Term) -> object:
    """What a term is apart from its parts: the name of its function, its sign or its kind.

    >>> from symformer.terms.term import Apply
    >>> own_of(Apply("tanh", (Symbol("x"),)))
    'tanh'
    """
    return getattr(term, "function", None) or getattr(term, "sign", None) or getattr(term, "kind", None)


def is_numbered(term: Term) -> bool:
    """Whether a term is a member that is told by numbers alone: z_2, W^{(1)}.

    >>> is_numbered(Index(Symbol("z"), (Number(Fraction(2)),))), is_numbered(Symbol("z"))
    (True, False)
    """
    if not isinstance(term, Index) or not isinstance(term.base, Symbol):
        return False
    return all(isinstance(each, Number) for each in term.slots)


def unindexed(term: Term) -> Term:
    """What an entry or member is of, or the term itself.

    >>> q = Symbol("q")
    >>> unindexed(Index(q, (Symbol("i"),))) == unindexed(q) == q
    True
    """
    return term.base if isinstance(term, Index) else term


def base_name(term: Term) -> str:
    """The name of a letter, or of what an entry or member is of; nothing for other terms."""
    base = unindexed(term)
    return base.name if isinstance(base, Symbol) else ""


def letter_names(term: Term) -> frozenset[str]:
    """The names of all letters in a term."""
    return frozenset(part.name for part in walk(term) if isinstance(part, Symbol))


def whole_letters(term: Term) -> Iterator[Term]:
    """The letters of a formula, each with its indices: of ``d_k`` the whole, and not ``d`` and ``k``."""
    inner = [part for part in walk(term) if isinstance(part, Index)]
    within = {id(each) for index in inner for each in walk(index)}
    yield from inner
    yield from (part for part in walk(term) if isinstance(part, Symbol) and id(part) not in within)


def untransposed(term: Term) -> Term:
    """What a transpose is of, or the term itself."""
    return term.operand if isinstance(term, Transpose) else term


def put_in(term: Term, values: Mapping[Term, Term]) -> Term:
    """A term with other terms in the place of some of its parts.

    >>> from symformer.terms.term import Sum, Symbol
    >>> a, b, c = map(Symbol, "abc")
    >>> [part.name for part in put_in(Sum((a, b)), {a: b, b: c}).terms]
    ['b', 'c']
    """
    if term in values:
        return values[term]
    if (
        isinstance(term, IndexedSum)
        and term.index is not None
        and not isinstance(values.get(term.index, term.index), Symbol)
    ):
        # the letter of a sum is its own: a number may be put in for it in the ends, and nowhere else
        inner = {name: value for name, value in values.items() if name != term.index}
        ends = [each if each is None else put_in(each, values) for each in (term.lower, term.upper)]
        condition = None if term.condition is None else put_in(term.condition, inner)
        return replace(term, lower=ends[0], upper=ends[1], body=put_in(term.body, inner), condition=condition)
    return rebuilt(term, lambda part: put_in(part, values)) if values else term


def with_part(term: Term, at: int, other: Term) -> Term:
    """The term with its direct part number ``at``, counted from 0, replaced.

    >>> from symformer.terms.term import Sum, Symbol
    >>> with_part(Sum((Symbol("a"), Symbol("b"))), 1, Symbol("c")).terms[1].name
    'c'
    """
    numbers = iter(range(len(children(term))))
    return rebuilt(term, lambda part: other if next(numbers) == at else part)


def flattened(term: Term) -> Term:
    """The term with products of products, and sums of sums, in one row; what counts heads above counts them below.

    >>> from symformer.terms.show import show
    >>> show(flattened(Product((Symbol("a"), Product((Symbol("b"), Symbol("c")))))))
    'a·b·c'
    """
    inner = rebuilt(term, flattened)
    match inner:
        case Product(factors, sign):
            return Product(_spliced(factors, sign), sign)
        case Sum(terms):
            return Sum(tuple(part for each in terms for part in (each.terms if isinstance(each, Sum) else (each,))))
        case Index(base, (), upper) if upper and base != Symbol("X"):
            return Index(base, upper)
    return inner


def _spliced(factors: tuple[Term, ...], sign: str) -> tuple[Term, ...]:
    if factors[0] == Number(Fraction(-1)):  # a sign before a product
        return factors
    found: list[Term] = []
    for factor in factors:
        if isinstance(factor, Product) and factor.sign == sign and factor.factors[0] != Number(Fraction(-1)):
            found.extend(factor.factors)
        else:
            found.append(factor)
    return tuple(found)


def factors_of(term: Term) -> tuple[Term, ...]:
    """What a product multiplies, products within it opened; any other term alone.

    >>> [each.name for each in factors_of(Product((Symbol("a"), Product((Symbol("b"), Symbol("c"))))))]
    ['a', 'b', 'c']
    """
    flat = flattened(term)
    return flat.factors if isinstance(flat, Product) else (term,)


def origin_of(term: Term) -> Span:
    """Where a term was written; from its first part to its last where it was put together only later.

    >>> from symformer.terms.term import Index
    >>> member = Index(Symbol("h", Span(3, 4)), (Symbol("L", Span(6, 7)),))
    >>> origin_of(member).start, origin_of(member).end
    (3, 7)
    """
    if term.origin != NOWHERE:
        return term.origin
    known = [span for part in children(term) if (span := origin_of(part)) != NOWHERE]
    return Span(min(span.start for span in known), max(span.end for span in known)) if known else NOWHERE


def matrix_of_entry(entry: Index) -> Symbol | None:
    r"""The matrix that an entry in a small letter is one of: R of ``r_{12}``.

    Weights w are written either way round; e may be a score beside embeddings E, and p a share beside positions P.

    >>> one, two = Number(Fraction(1)), Number(Fraction(2))
    >>> matrix_of_entry(Index(Symbol("tilde(s)"), (one, two))).name
    'tilde(S)'
    """
    if len(entry.indices) != 2 or entry.upper or not isinstance(entry.base, Symbol):
        return None
    accent, _, inner = entry.base.name.rpartition("(")
    letter = inner.removesuffix(")")
    if len(letter) != 1 or not letter.islower() or letter in "wep" or "(" in accent:
        return None
    return Symbol(f"{accent}({letter.upper()})" if accent else letter.upper())


def rows_and_column(matrix: Matrix) -> Iterator[Sequence[Term]]:
    """The lists that a matrix is read as: its rows, and all of it where it is one column.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> [len(each) for each in rows_and_column(Matrix(((x,), (y,))))]
    [1, 1, 2]
    """
    yield from matrix.rows
    if all(len(row) == 1 for row in matrix.rows):
        yield [row[0] for row in matrix.rows]
