r"""Two factors that lie otherwise in one place than in all others of the kind: ``W^T x + b``, where all else has ``W x + b``.

A product and its transpose lie alike, ``W x`` and ``x^T W^T``.  Places are of one kind if what is around the product is
the same: what is added to it, the function it is put into, its neighbours, or the name it is given.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import titles_above
from symformer.judging.symbols.restated import restated_problems
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.restated_elsewhere import VARIES
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
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

MOST_TERMS = 12  # of a sum that is looked at
MANY, FEW = 3, 2  # statements that keep to it: anywhere, or with the same around
CONVENTION = re.compile(
    r"\b(?:convention|columns?|rows?|stored|layout|notation|transposed?|symmetric|commut\w*|normal matri\w*|diagonal)\b|转置|约定|行向量|列向量|对称|[按逐][行列]|[行列](?:存放|排列|优先)",
    re.IGNORECASE,
)
MADE = frozenset({"dagger", "+", "*", "-", "top", "H"})  # written above: another array made of this one
CALCULUS = frozenset({"derivative", "gradient", "differential"})
TURNING = frozenset({"trace", "tr", "determinant", "det", "commutator", "rank"})  # of AB and of BA
Lay = tuple[bool, bool]  # of two names in the order of the alphabet: whether each is transposed


@dataclass(frozen=True, slots=True)
class _Place:
    """Two factors side by side, in the statement they stand in, with what is around them."""

    statement: Statement
    factors: tuple[Term, Term]
    lay: Lay
    around: frozenset[tuple[str, ...]]


def lying_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one place in which two factors lie otherwise."""
    places: dict[tuple[str, ...], list[_Place]] = defaultdict(list)
    for statement, parts in once(model, asserted_formulas):
        if not statement.hedged and not any(
            isinstance(part, Apply) and part.function in CALCULUS | TURNING for part in parts
        ):
            for place in _places(statement, parts):
                if _is_one_name(place, model.document.source.text):
                    continue
                places[tuple(sorted(map(_name, place.factors)))].append(place)
                families = tuple(sorted(map(_family, place.factors)))
                if families[0] != families[1] and _is_exchangeable(place):
                    within = "projections" if _is_projection(place) else str(statement.section)
                    places["in section", within, *families].append(place)
    told: set[int] = {id(shaped.statement) for shaped in model.shapes if shaped.inferred.conflicts}
    for alike in places.values():
        found = _odd_one(alike)
        if found is None or not _lie_at_all(model, alike):
            continue
        odd, kept = found
        if _of_one_form(model, odd, kept[0]) or _both_in_one_sum(odd) or _mirrors(odd):
            continue
        if _are_rows_of_a_table(model, odd, kept) or _are_alternatives(model, odd, kept):
            continue
        if id(odd.statement) in told or is_restated(model, odd.statement) or varies(model, odd.statement):
            continue
        told.add(id(odd.statement))
        yield _problem(odd, kept)


def _are_rows_of_a_table(model: SemanticModel, odd: _Place, kept: Sequence[_Place]) -> bool:
    """Whether a table lists both products by themselves, as what two of its rows come to: AB, and AB^T below."""
    if isinstance(odd.statement.term, Relation):
        return False
    span = odd.statement.span
    table = next((each for each in model.document.tables if each.span.contains(span)), None)
    return table is not None and any(
        table.span.contains(each.statement.span) and not isinstance(each.statement.term, Relation) for each in kept
    )


_OR = Cued(r"[\s$`,;]*(?:or|resp\.|bzw\.|或者?)[\s$`]*\Z", re.IGNORECASE)


def _are_alternatives(model: SemanticModel, odd: _Place, kept: Sequence[_Place]) -> bool:
    """Whether words offer one product or the other: "q = W x or x W"."""
    text, here = model.document.source.text, odd.statement.span
    return any(
        _OR.match(text[min(here.end, there.end) : max(here.start, there.start)]) is not None
        for there in (each.statement.span for each in kept)
    )


def _is_one_name(place: _Place, text: str) -> bool:
    r"""Whether two factors are capitals that stand together in a font of their own: ``\mathbf{MO}``, one name."""
    start, end = (place.statement.place(origin_of(each)) for each in place.factors)
    return re.fullmatch(r"\{[A-Z]{2,}\}.*", text[max(0, start.start - 1) : end.end + 1], re.DOTALL) is not None


def _both_in_one_sum(odd: _Place) -> bool:
    """Whether a sum has the two factors in either order, as (A + B)² and a commutator do: both are meant."""
    names = tuple(map(_name, odd.factors))
    for part in walk(odd.statement.term):
        if isinstance(part, Sum):
            products = (each.factors for each in part.terms if isinstance(each, Product))
            orders = {tuple(_name(each) for each in some if not isinstance(each, Number)) for some in products}
            if names in orders and names[::-1] in orders:
                return True
    return False


def _mirrors(odd: _Place) -> bool:
    r"""Whether the product has the two factors before as well, mirrored: ``T S E[U U^\top] S T^\top``, of a symmetric S."""
    (first, first_turned), (second, second_turned) = map(_turned, odd.factors)
    mirrored = (second, not second_turned), (first, first_turned)
    for part in walk(odd.statement.term):
        if isinstance(part, Product) and odd.factors in pairwise(part.factors):
            return mirrored in pairwise(map(_turned, part.factors))
    return False


def _turned(term: Term) -> tuple[str, bool]:
    """The name of a factor, and whether it is transposed; a prime transposes as well as a T does."""
    name = _name(term)
    return name.rstrip("'"), isinstance(term, Transpose) or name.endswith("'")


def _is_projection(place: _Place) -> bool:
    """Whether one of two factors is the weight of queries, keys or values: these all stand on one side."""
    names = [taken_apart(_name(each)) for each in place.factors]
    return any(each.letter == "W" and (each.below or each.above).upper() in ("Q", "K", "V") for each in names)


def _is_exchangeable(place: _Place) -> bool:
    """Whether two factors tell the order of their families: of W_Q and W_K, one may be kept transposed."""
    return sum(isinstance(each, Transpose) for each in place.factors) != 1 or all(map(_is_small, place.factors))


def _lie_at_all(model: SemanticModel, alike: list[_Place]) -> bool:
    """Whether the order and the transposes of two factors matter: numbers may be multiplied in any order."""
    names = {_name(factor) for place in alike for factor in place.factors}
    small = all(not taken_apart(name).letter[:1].isupper() for name in names)
    turned = any(isinstance(factor, Transpose) for place in alike for factor in place.factors)
    if any(taken_apart(name).letter == "1" for name in names):
        return False  # the sums of rows, the sums of columns
    if turned:
        return not small or all(_is_equation(place.statement) for place in alike)
    return not small and any(name in once(model, arrays_of) or name.startswith("W") for name in names)


def _is_equation(statement: Statement) -> bool:
    return isinstance(statement.term, Relation) and statement.term.relations[0] in EQUAL


def arrays_of(model: SemanticModel) -> frozenset[str]:
    """The names that stand transposed somewhere, or are declared to be arrays."""
    turned = {
        _name(part) for _, parts in once(model, asserted_formulas) for part in parts if isinstance(part, Transpose)
    }
    declared = {
        show(each.symbol)
        for each in model.table.declarations
        if each.sizes or each.role in ("vector", "matrix", "tensor")
    }
    return frozenset(turned | declared)


def is_restated(model: SemanticModel, statement: Statement) -> bool:
    """Whether the note is told already that this equation was another one before."""
    return any(statement.span.contains(each.span) for each in restated_problems(model))


def _odd_one(alike: list[_Place]) -> tuple[_Place, list[_Place]] | None:
    """The one place that lies otherwise, and those that are alike: many, or fewer with the same around."""
    lays = Counter(place.lay for place in alike)
    if len(lays) != 2:
        return None
    (usual, _), (other, times) = lays.most_common()
    if times > 1:
        return None
    (odd,) = (place for place in alike if place.lay == other)
    kept = [place for place in alike if place.lay == usual and place.statement is not odd.statement]
    times = len({id(place.statement) for place in kept})
    near = [place for place in kept if place.around & odd.around]
    if _turns(odd) == 1 and kept and _turns(kept[0]) == 1 and all(map(_is_small, map(untransposed, odd.factors))):
        return None  # an inner product and an outer one
    if times >= MANY or times >= FEW and (near or kept and _turns(odd) != _turns(kept[0])):
        return odd, kept
    twice = bool(near) and _turns(odd) == 2 and _turns(near[0]) == 1
    return (odd, kept) if kept and (twice or all(map(_is_projection, alike))) else None


def _turns(place: _Place) -> int:
    """How many of two factors are transposed as they are written."""
    return sum(isinstance(each, Transpose) for each in place.factors)


def _places(statement: Statement, parts: tuple[Term, ...]) -> Iterator[_Place]:
    """The pairs of names side by side in a statement."""
    around: dict[int, set[tuple[str, ...]]] = defaultdict(set)
    sides = statement.term.sides if isinstance(statement.term, Relation) else ()
    if len(sides) > 1 and isinstance(sides[0], Symbol | Index | Apply):
        for side in sides[1:]:
            around[id(_undivided(side))].add(("=", show(sides[0])))
    for part in parts:
        match part:
            case Sum(terms=terms) if len(terms) <= MOST_TERMS:
                for each in terms:
                    rest = sorted(show(untransposed(other)) for other in terms if other is not each)
                    around[id(_undivided(each))].add(("+", *rest))
            case Apply(function=function, arguments=(inner,)):
                around[id(_undivided(inner))].add(("in", function))
    alone = sides[0] if sides else None  # A x = b and A^T x = b are two systems
    for part in parts:
        if isinstance(part, Product) and part.sign in ("", "@") and part is not alone and not _is_sandwich(part):
            yield from _pairs(statement, part, around[id(part)])


def _pairs(statement: Statement, product: Product, kinds: set[tuple[str, ...]]) -> Iterator[_Place]:
    """The pairs of a product, with the factors beside them."""
    factors = product.factors
    for at, (one, other) in enumerate(pairwise(factors)):
        if not _is_array(one) or not _is_array(other) or _name(one) == _name(other):
            continue
        if _is_scalar_product(one, other, factors[at + 2 : at + 3]):
            continue
        beside = (show(factors[at - 1]) if at else "", show(factors[at + 2]) if at + 2 < len(factors) else "")
        around = {(*kind, *beside) for kind in kinds} | ({("beside", *beside)} if any(beside) else set())
        yield _Place(statement, (one, other), _lay(one, other), frozenset(around))


def _is_scalar_product(one: Term, other: Term, following: Sequence[Term]) -> bool:
    r"""Whether a transposed vector is turned to the factor behind it: y_i x_i^\top x is a number times a dot product."""
    vectors = (one, other, *following)
    turned = isinstance(other, Transpose) and not isinstance(one, Transpose)
    return turned and len(vectors) == 3 and not isinstance(following[0], Transpose) and all(map(_is_small, vectors))


def _undivided(term: Term) -> Term:
    """What is divided by a number, or by a root of one."""
    return term.numerator if isinstance(term, Quotient) else term


def _is_sandwich(product: Product) -> bool:
    """Whether a product is a form in one array, ``x^T A x``, in two vectors, ``u^T A v``, or takes both sides, W_1 X W_2."""
    factors = [each for each in product.factors if _is_array(each)]  # 1 / (n - 1) stands outside
    if len(factors) < 3:
        return False
    first, last = factors[0], factors[-1]
    ends = [each for each in (first, last) if isinstance(each, Transpose)]
    if any(_family(one) == _family(other) for one, other in zip(factors, factors[2:], strict=False)):
        return True
    return _name(first) == _name(last) or len(ends) == 1 and _is_small(first) and _is_small(last)


def _of_one_form(model: SemanticModel, odd: _Place, kept: _Place) -> bool:
    """Whether H P and P H^T are the two ends of a form that the note has, H P H^T: P is square, and one with its transpose."""
    return any(
        {_written(odd), _written(kept)} == {(_spelled(first), _spelled(middle)), (_spelled(middle), _spelled(last))}
        for first, middle, last in once(model, _forms)
    )


def _forms(model: SemanticModel) -> tuple[tuple[Term, Term, Term], ...]:
    """The products A P A^T and A^T P A of the note."""
    return tuple(
        triple
        for _, parts in once(model, asserted_formulas)
        for part in parts
        if isinstance(part, Product)
        for triple in zip(part.factors, part.factors[1:], part.factors[2:], strict=False)
        if _name(triple[0]) == _name(triple[2])
        and isinstance(triple[0], Transpose) != isinstance(triple[2], Transpose)
        and not isinstance(triple[1], Transpose)
    )


def _written(place: _Place) -> tuple[tuple[str, bool], tuple[str, bool]]:
    return _spelled(place.factors[0]), _spelled(place.factors[1])


def _spelled(factor: Term) -> tuple[str, bool]:
    """The name of a factor, and whether it is transposed."""
    return _name(factor), isinstance(factor, Transpose)


def _is_small(term: Term) -> bool:
    """Whether a name is a small letter, as vectors are."""
    letter = taken_apart(_name(term)).letter
    return not letter[:1].isupper()


def _is_array(term: Term) -> bool:
    """Whether a factor is a name, transposed or not."""
    bare = untransposed(term)
    if isinstance(term, Transpose) and term.conjugate or not isinstance(bare, Symbol | Index):
        return False
    return not (isinstance(bare, Symbol) and taken_apart(bare.name).above in MADE)


def _name(term: Term) -> str:
    return show(untransposed(term))


def _key(term: Term) -> tuple[str, str]:
    return _family(term), _name(term)


def _family(term: Term) -> str:
    """The letter of a name, whatever its labels and indices are: W for W_Q and W_i^Q, not for W alone."""
    bare = untransposed(term)
    has_index = isinstance(bare, Index)
    while isinstance(bare, Index):
        bare = bare.base
    spelling = taken_apart(bare.name) if isinstance(bare, Symbol) else taken_apart(show(bare))
    marked = "_" if has_index or spelling.below or spelling.above else ""
    return " ".join((spelling.letter + marked, spelling.font, *spelling.accents))


def _lay(one: Term, other: Term) -> Lay:
    """How two factors lie, the same for a product and its transpose.

    >>> q, k = Symbol("Q"), Symbol("K")
    >>> _lay(q, Transpose(k)) == _lay(k, Transpose(q)), _lay(q, Transpose(k)) == _lay(Transpose(q), k)
    (True, False)
    """
    first, second = isinstance(one, Transpose), isinstance(other, Transpose)
    return (first, second) if _key(one) <= _key(other) else (not second, not first)


def varies(model: SemanticModel, statement: Statement) -> bool:
    """Whether the words around or the headings above speak of another form."""
    text = model.document.source.text
    span = statement.formula.span if statement.formula is not None else statement.span
    start = max(0, text.rfind("\n\n", 0, max(0, span.start - 2)), span.start - 300)
    end = text.find("\n", span.end)
    words = text[start : end if end >= 0 else len(text)]
    title = model.document.sections[statement.section].title if statement.section >= 0 else ""
    above = f"{title}\n{titles_above(model, statement)}"
    return any(found.search(words) or found.search(above) for found in (VARIES, CONVENTION))


def _laid(odd: _Place, kept: _Place) -> tuple[Term, Term]:
    """The factors of the odd place as those of another one lie."""
    by_family = {_family(factor): untransposed(factor) for factor in odd.factors}
    by_name = {_name(factor): untransposed(factor) for factor in odd.factors}
    one, other = (by_name.get(_name(factor), by_family.get(_family(factor), factor)) for factor in kept.factors)
    first, second = (isinstance(factor, Transpose) for factor in kept.factors)
    return Transpose(one) if first else one, Transpose(other) if second else other


def _problem(odd: _Place, kept: list[_Place]) -> Problem:
    here, there = (show(Product(place.factors)) for place in (odd, kept[0]))
    meant = show(Product(_laid(odd, kept[0])))
    start, end = (origin_of(factor) for factor in odd.factors)
    place = odd.statement.place(start.cover(end))
    count = {1: "", 2: " twice", 3: " three times"}.get(len(kept), f" {len(kept)} times")
    return Problem(
        place,
        f"{here} stands here, and {there}{count} elsewhere",
        help=f"try {meant}",
        related=(Related(kept[0].statement.span, f"{there} stands here"),),
        evidence={"kind": "shape", "left": here, "right": there},
        key=f"lies@{place.start}",
    )
