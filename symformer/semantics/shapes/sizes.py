"""From a size as it was written, a term, to a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul

from symformer.algebra.dimension import Dimension, divide, letter, number, power
from symformer.algebra.shape import Shape
from symformer.terms.term import Apply, Index, Number, Power, Product, Quotient, Sum, Symbol, Term
from symformer.text.cued import Cued

MAX_DEPTH = 20


def dimension_of(term: Term, *, depth: int = 0) -> Dimension | None:
    """The size that a term stands for, or None where it is none we can count with.

    >>> str(dimension_of(Quotient(Symbol("D"), Symbol("H"))))
    'D/H'
    >>> from symformer.terms.term import Apply
    >>> dimension_of(Apply("floor", (Symbol("D"),)))
    """
    if depth > MAX_DEPTH:
        return None
    match term:
        case Symbol(name):
            return letter(name)
        case Number(value):
            return number(value)
        case Sum(terms) | Product(terms):
            parts = [dimension_of(each, depth=depth + 1) for each in terms]
            known = [part for part in parts if part is not None]
            if len(known) != len(parts) or len(known) > 20:
                return None
            return reduce(add, known) if isinstance(term, Sum) else reduce(mul, known)
        case Quotient(numerator, denominator):
            above, below = dimension_of(numerator, depth=depth + 1), dimension_of(denominator, depth=depth + 1)
            return None if above is None or below is None else divide(above, below)
        case Power(base, Number(exponent)):
            raised = dimension_of(base, depth=depth + 1)
            return None if raised is None or abs(exponent) > 8 else power(raised, _whole(exponent))
        case Index():
            indexed = index_name(term)
            return None if indexed is None else letter(indexed)
        case Apply(function="sqrt", arguments=(inside,)):
            raised = dimension_of(inside, depth=depth + 1)
            return None if raised is None else power(raised, Fraction(1, 2))
        case Apply(function="absolute", arguments=(Symbol() as counted,)):
            return letter(f"|{counted.name}|")  # how many the set V holds: no more than that is known of it
    return None


def _whole(exponent: Fraction) -> int | Fraction:
    return int(exponent) if exponent.denominator == 1 else exponent


def index_name(term: Index) -> str | None:
    """The name under which an indexed letter counts as a size: d_k, n_i, n_{l-1}.

    >>> index_name(Index(Symbol("d"), (Symbol("i"),)))
    'd_i'
    >>> index_name(Index(Symbol("n"), (), (Sum((Symbol("l"), Number(Fraction(-1)))),)))
    'n_{l-1}'
    """
    places = [index_place(each) for each in term.slots]
    known = [place for place in places if place is not None]
    if not isinstance(term.base, Symbol) or len(known) < len(places):
        return None
    return _indexed(term.base.name, known)


_Place = tuple[str, int]  # the letter l and the step -1 of the index l - 1; no letter where it is a number
_INDEXED = Cued(r"(?P<base>.+)_(?:\{(?P<braced>[^{}]+)\}|(?P<plain>[^_{}^()]+))\Z")
_STEPPED = Cued(r"(?P<letter>.*?)(?P<step>[+-]?\d+)?\Z")


def index_place(index: Term) -> _Place | None:
    """The letter and the step of an index: of l - 1 the letter l and -1; of 2 no letter and 2."""
    match index:
        case Symbol(name):
            return name, 0
        case Number(value) if value.denominator == 1:
            return "", int(value)
        case Sum(terms=(Symbol(name), Number(value))) if value.denominator == 1:
            return name, int(value)
    return None


def at_step(index: Term, step: int) -> Term | None:
    """An index so many steps further: l for l - 1 and one step."""
    place = index_place(index)
    if place is None:
        return None
    letter, moved = place[0], place[1] + step
    if not letter:
        return Number(Fraction(moved))
    return Sum((Symbol(letter), Number(Fraction(moved)))) if moved else Symbol(letter)


def _indexed(base: str, places: Sequence[_Place]) -> str:
    shown = ",".join(f"{letter}{step:+d}" if letter and step else letter or str(step) for letter, step in places)
    stepped = any(letter and step for letter, step in places)
    return f"{base}_{{{shown}}}" if stepped else f"{base}_{shown}"


def at_index(name: str, index: str, other: Term) -> str:
    """The name of a size at another index: n_{l-1} at l + 1 is n_l; a name without the index stays.

    >>> at_index("n_{l-1}", "l", Sum((Symbol("l"), Number(Fraction(1))))), at_index("n_l", "l", Number(Fraction(2)))
    ('n_l', 'n_2')
    """
    family, place = _family_of(name), index_place(other)
    if family is None or place is None:
        return name
    base, places = family
    return _indexed(
        base, [(place[0], place[1] + step) if letter == index else (letter, step) for letter, step in places]
    )


def neighbours(one: str, other: str) -> str | None:
    """What two sizes of one family are called, where they stand so many steps apart: n, of n_l and n_{l-1}, or of n_1 and n_2.

    >>> neighbours("n_l", "n_{l+1}"), neighbours("n_l", "n_k"), neighbours("d_k", "d_v")
    ('n', None, None)
    """
    left, right = _family_of(one), _family_of(other)
    if left is None or right is None or left[0] != right[0] or len(left[1]) != 1 or len(right[1]) != 1:
        return None
    (letter, step), (beside, other_step) = left[1][0], right[1][0]
    return left[0] if letter == beside and step != other_step else None


def _family_of(name: str) -> tuple[str, list[_Place]] | None:
    found = _INDEXED.match(name)
    if found is None or name in LABELLED:
        return None
    places: list[_Place] = []
    for part in (found["braced"] or found["plain"]).split(","):
        stepped = _STEPPED.match(part)
        places.append((stepped["letter"], int(stepped["step"] or 0)) if stepped else (part, 0))
    return found["base"], places


# the k of d_k says "key", whatever else k counts
LABELLED = frozenset(("d_k", "d_q", "d_v", "d_o", "d_h"))


def shape_of_sizes(sizes: tuple[Term, ...]) -> Shape | None:
    """The shape that declared sizes give, or None where one of them cannot be read.

    >>> str(shape_of_sizes((Symbol("n"), Symbol("d_k"))))
    '(n × d_k)'
    """
    dimensions = [dimension_of(size) for size in sizes]
    # Nothing has -1 rows: a bold R^{-1} is the inverse of a matrix called R.
    known = tuple(size for size in dimensions if size is not None and not (size.number is not None and size.number < 1))
    return Shape(known) if len(known) == len(dimensions) else None
