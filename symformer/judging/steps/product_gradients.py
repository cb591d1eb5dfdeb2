r"""Gradients of a product of two matrices, read in letters: with ``O = P V``, ``G_V`` is ``P^T G_O``.

Where no shapes are told, the letters alone tell: a gradient taken back through ``C = A B`` is ``G B^T`` and ``A^T G``, or,
where gradients lie as transposes of their arrays, ``B G`` and ``G A``.  What is neither is told.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.adjoints import adjoint_accents, base_of
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import factors_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

GRADIENT_LETTERS = frozenset({"G", "g", "delta", "Delta"})
ELEMENTWISE = Cued(r"element-?wise|Hadamard|pointwise|逐元素", re.IGNORECASE)
Factor = tuple[str, bool]  # a name, and whether it is transposed
Pair = tuple[Factor, Factor]
UPSTREAM = "gradient"


@dataclass(frozen=True, slots=True)
class _Made:
    """A product of two matrices with its name, as the note tells it."""

    statement: Statement
    name: str
    factors: Pair


def product_gradient_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each gradient of a factor that no layout of gradients gives."""
    accents = adjoint_accents(model.document, model.statements)
    formulas = [(statement, statement.term) for statement, _ in once(model, asserted_formulas)]
    gradients = [
        (statement, term, left)
        for statement, term in formulas
        if isinstance(term, Relation)
        and term.relations[0] in EXACTLY_EQUAL
        and (left := _gradient(term.sides[0], accents)) is not None
    ]
    if not gradients:
        return
    made: dict[str, list[_Made]] = defaultdict(list)
    for statement, term in formulas:
        for each in _made(statement, term):
            made[each.name].append(each)
    conflicts = {id(shaped.statement) for shaped in model.shapes if shaped.inferred.conflicts}
    for statement, term, left in gradients:
        problem = _of_gradient(statement, term, left, made, accents) if id(statement) not in conflicts else None
        if problem is not None:
            yield problem


# -- what the note says ----------------------------------------------------------------------------------------


def _made(statement: Statement, term: Term) -> Iterator[_Made]:
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL:
        return
    left, right = term.sides[0], term.sides[1]
    terms = right.terms if isinstance(right, Sum) else (right,)
    pairs = [pair for each in terms if (pair := _pair(each)) is not None]
    if len(pairs) != 1 or not any(_is_matrix(name) for name, _ in pairs[0]):
        return
    names = {show(left), *(name for name, _ in pairs[0])}
    others = {show(part) for each in terms if _pair(each) is None for part in walk(each)}
    if len(names) == 3 and not names & others:
        yield _Made(statement, show(left), pairs[0])


def _is_matrix(name: str) -> bool:
    """Whether a name is a capital letter or a word that begins with one: a small one may be a vector or a number."""
    return taken_apart(name.partition("[")[0]).letter[:1].isupper()


def _pair(term: Term) -> Pair | None:
    """The two factors of a product, but for numbers and what it is divided by."""
    factors = [each for each in _factors(term) if not isinstance(each, Number)]
    if len(factors) != 2:
        return None
    one, other = (_factor(each) for each in factors)
    return (one, other) if one is not None and other is not None else None


def _factors(term: Term) -> tuple[Term, ...]:
    """What is multiplied side by side, without what it is divided by."""
    if isinstance(term, Quotient):
        return _factors(term.numerator)
    if isinstance(term, Product) and term.sign in ("", "@"):
        return tuple(part for each in factors_of(term) for part in _numerators(each))
    return (term,)


def _numerators(term: Term) -> tuple[Term, ...]:
    return factors_of(term.numerator) if isinstance(term, Quotient) else (term,)


def _factor(term: Term) -> Factor | None:
    turned = isinstance(term, Transpose)
    bare = untransposed(term)
    return (show(bare), turned) if isinstance(bare, Symbol | Index) else None


# -- gradients -------------------------------------------------------------------------------------------------


def _gradient(term: Term, accents: frozenset[str]) -> tuple[str, str] | None:
    r"""By what a term is the gradient, and how it is written: V and "∂" for ``\partial L / \partial V``."""
    match term:
        case Apply(function="derivative", arguments=(Symbol() | Index() as of, Symbol() | Index() as by), labels=()):
            return show(by), f"∂{show(of)}"
        case Apply(function="gradient", arguments=(of,), labels=(by,)):
            return show(by), f"∇{show(of)}"
        case Symbol(name=name) if (spelling := taken_apart(name)).letter in GRADIENT_LETTERS and spelling.below:
            return spelling.below, spelling.letter
        case Index(base=Symbol(name=name), indices=(by,)) if name in GRADIENT_LETTERS:
            return show(by), name
    base = base_of(term, accents)
    return (show(base), "d") if base is not None else None


def _of_gradient(
    statement: Statement,
    term: Relation,
    left: tuple[str, str],
    made: Mapping[str, list[_Made]],
    accents: frozenset[str],
) -> Problem | None:
    """What is wrong with ``G_V = P G_O``, where the note has ``O = P V``."""
    factors = [each for each in _factors(term.sides[1]) if not isinstance(each, Number)]
    if len(factors) != 2 or ELEMENTWISE.search(statement.latex.text):
        return None
    written: list[Factor] = []
    upstream: str | None = None
    for factor in factors:
        turned = isinstance(factor, Transpose)
        bare = untransposed(factor)
        back = _gradient(bare, accents)
        if back is not None and back[1] == left[1] and back[0] in made and upstream is None:
            upstream = back[0]
            written.append((UPSTREAM, turned))
        elif (named := _factor(factor)) is not None:
            written.append(named)
    if upstream is None or len(written) != 2:
        return None
    if _is_matrix(left[0]) and not _is_matrix(upstream):
        return None  # of an outer product many leave open which of two vectors is a row
    names = {name for name, _ in written}
    wanted = [
        (each, right)
        for each in made[upstream]
        if (right := _wanted(each.factors, left[0])) is not None and names == {name for name, _ in right[0]}
    ]
    if not wanted or any(tuple(written) in right for _, right in wanted):
        return None
    return _problem(statement, term, left[0], factors, wanted[0])


def _wanted(pair: Pair, by: str) -> tuple[Pair, Pair] | None:
    """The gradient by one factor of a product, lying as its array, and lying the other way.

    >>> _wanted((("A", False), ("B", False)), "B")
    ((('A', True), ('gradient', False)), (('gradient', False), ('A', False)))
    """
    (one, turned_one), (other, turned_other) = pair
    if by == one:
        found: Pair = ((UPSTREAM, False), (other, not turned_other))
        turned = turned_one
    elif by == other:
        found = ((one, not turned_one), (UPSTREAM, False))
        turned = turned_other
    else:
        return None
    alike = _transposed(found) if turned else found
    # with gradients that lie the other way: the transpose of it all, and of the gradient that it is made of
    other_way = tuple((name, turn != (name == UPSTREAM)) for name, turn in _transposed(alike))
    return alike, (other_way[0], other_way[1])


def _transposed(pair: Pair) -> Pair:
    (one, turned_one), (other, turned_other) = pair
    return (other, not turned_other), (one, not turned_one)


def _problem(
    statement: Statement, term: Relation, by: str, factors: Sequence[Term], found: tuple[_Made, tuple[Pair, Pair]]
) -> Problem:
    source, (alike, _) = found
    bare = [untransposed(each) for each in factors]
    by_name = {show(each): each for each in bare if _factor(each) is not None}
    gradient = next(each for each in bare if show(each) not in {name for name, _ in alike})
    right = [by_name.get(name, gradient) if name != UPSTREAM else gradient for name, _ in alike]
    meant = Product(tuple(Transpose(each) if turned else each for each, (_, turned) in zip(right, alike, strict=True)))
    place = statement.place(term.sides[1].origin)
    told = show(Product(tuple(Transpose(Symbol(name)) if turned else Symbol(name) for name, turned in source.factors)))
    return Problem(
        place,
        f"with {source.name} = {told}, the gradient by {by} is {show(meant)}, not {show(Product(tuple(factors)))}",
        help=f"try {show(meant)}",
        related=(Related(source.statement.span, f"{source.name} is told here"),),
        evidence={"kind": "step", "left": show(term.sides[0]), "right": show(term.sides[1])},
        key=f"product-gradient@{place.start}",
    )
