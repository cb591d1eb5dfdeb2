r"""Minuses and pluses where the form of a formula allows one sign only.

A share is one of the terms that it is divided by, and none of those is subtracted: ``e^a / (e^a - e^b)``.  The small ε
that keeps a divisor or a root from zero is added.  And in a distance, the coordinates of two points are subtracted in
each of the squares: ``(x_2 - x_1)^2 + (y_2 + y_1)^2``.  And a layer adds what it makes of its input to that input:
``LN(x - FFN(x))`` and ``x - FFN(LN(x))`` are no residual connections.  Nothing has a logarithm that is never positive,
``\log(\min(0, a))`` or ``\log(-e^a)``, and no probability is at least ``1 + δ``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.judging.equations.residuals import is_norm, is_sublayer
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)

SMALL = frozenset(map(Symbol, ("epsilon", "varepsilon", "eps")))
ROOTS = frozenset({"sqrt"})


def sign_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sign that is the only one of its kind where the form of the formula allows the other."""
    for statement, parts in once(model, asserted_formulas):
        if statement.hedged:
            continue
        yield from _more_than_certain(statement)
        for part in parts:
            match part:
                case Apply(function="log" | "ln", arguments=(inner,)) if _is_never_positive(inner):
                    yield _problem(
                        statement, part, f"{show(inner)} is never positive, and has no logarithm", "turn the sign"
                    )
                case Quotient(numerator=above, denominator=Sum() as below):
                    yield from _subtracted_from_whole(statement, above, below)
                    yield from _less_than_small(statement, below)
                case Apply(function=function, arguments=(Sum() as inner,)) if function in ROOTS:
                    yield from _less_than_small(statement, inner)
                case Apply(function=function, arguments=(Sum() as inner,)) if is_norm(function):
                    yield from _taken_from_its_input(statement, inner, normed=False)
                case Sum():
                    yield from _squares(statement, part)
                    yield from _taken_from_its_input(statement, part, normed=True)


def _is_never_positive(term: Term) -> bool:
    """Whether a term is at most zero, whatever its letters are."""
    match term:
        case Apply(function="min", arguments=arguments):
            return any(isinstance(each, Number) and each.value <= 0 for each in arguments)
    inner = _negative(term)
    if inner is None and isinstance(term, Product) and (first := _negative(term.factors[0])) is not None:
        inner = Product((first, *term.factors[1:]), term.sign, term.origin)
    return inner is not None and not isinstance(inner, Number) and _is_never_negative(inner)


def _is_never_negative(term: Term) -> bool:
    """Whether a term is at least zero, whatever its letters are: a norm, a square, a number of them."""
    match term:
        case Apply(function="exp" | "norm" | "sqrt") | Power(base=Symbol(name="e")):
            return True
        case Number(value=value):
            return value >= 0
        case Power(base=base, exponent=Number(value=value)):
            return value % 2 == 0 or _is_never_negative(base)
        case Quotient(numerator=above, denominator=below):
            return _is_never_negative(above) and _is_never_negative(below)
        case Product(factors=factors):
            return all(map(_is_never_negative, factors))
    return False


CHANCES = frozenset({"P", "Pr", "blackboard(P)", "roman(P)"})


def _more_than_certain(statement: Statement) -> Iterator[Problem]:
    """A probability that is at least a number from one upwards and a small one: 1 + δ, 2 - δ."""
    term = statement.term
    if not isinstance(term, Relation):
        return
    for side, relation, bound in zip(term.sides, term.relations, term.sides[1:], strict=False):
        if relation not in ("≥", ">") or not isinstance(side, Apply) or side.function.partition("_")[0] not in CHANCES:
            continue
        match bound:
            case Sum(terms=(Number(value=value), rest)):
                letter = _negative(rest) or rest
                if isinstance(letter, Symbol) and letter.name in PARTS_OF_ONE:
                    if value > 1 or value == 1 and letter is rest:
                        yield _problem(
                            statement, bound, f"no probability is at least {show(bound)}", f"try 1 - {show(letter)}"
                        )


PARTS_OF_ONE = frozenset({"delta", "epsilon", "varepsilon", "alpha", "eta", "eps"})


def _subtracted_from_whole(statement: Statement, above: Term, below: Sum) -> Iterator[Problem]:
    """The exponential that is subtracted where a share is divided by its whole."""
    if not _is_exponential(above) or above not in below.terms:
        return
    for each in below.terms:
        inner = _negative(each)
        if (
            inner is not None
            and inner != above
            and not _are_hyperbolic(above, inner)
            and (_is_exponential(inner) or _is_total(inner))
        ):
            yield _problem(
                statement,
                each,
                f"{show(inner)} is subtracted in the whole that {show(above)} is a share of",
                "try a plus",
            )


def _are_hyperbolic(one: Term, other: Term) -> bool:
    """Whether two exponentials are those of x and -x, whose difference is a hyperbolic sine."""
    first, second = _exponent(one), _exponent(other)
    if first is None or second is None:
        return False
    return _negative(first) == second or _negative(second) == first


def _exponent(term: Term) -> Term | None:
    match term:
        case Apply(function="exp", arguments=(inner,)) | Power(base=Symbol(name="e"), exponent=inner):
            return inner
    return None


def _is_exponential(term: Term) -> bool:
    match term:
        case Apply(function="exp"):
            return True
        case Power(base=Symbol(name="e")):
            return True
    return False


def _is_total(term: Term) -> bool:
    return isinstance(term, IndexedSum) and term.kind == "sum" and any(map(_is_exponential, walk(term.body)))


def _less_than_small(statement: Statement, total: Sum) -> Iterator[Problem]:
    """An ε that is subtracted from what is divided by, or from what a root is taken of."""
    if len(total.terms) != 2 or _negative(total.terms[1]) not in SMALL or _is_plain(total.terms[0]):
        return
    name = show(_negative(total.terms[1]) or total)
    yield _problem(
        statement,
        total.terms[1],
        f"{name} is subtracted where it is to keep {show(total.terms[0])} from zero",
        f"try + {name}",
    )


def _is_plain(term: Term) -> bool:
    """Whether a term is a number or a lone letter, of which ε may be a part: 1 - ε, a - ε."""
    return isinstance(term, Number | Symbol) and term != Symbol("sigma")


def _squares(statement: Statement, total: Sum) -> Iterator[Problem]:
    """A square of one coordinate, or of two added, beside one of two subtracted."""
    bases = [each.base for each in total.terms if isinstance(each, Power) and each.exponent == Number(Fraction(2))]
    if len(bases) != len(total.terms):
        return
    pairs = [slots for base in bases if (slots := _subtracted_members(base)) is not None]
    if not pairs or len(set(pairs)) > 1:
        return
    for base in bases:
        if _subtracted_members(base) is None and (family := _lacks_minus(base, pairs[0])) is not None:
            one, other = (show(Index(family, (slot,))) for slot in pairs[0])
            yield _problem(
                statement,
                base,
                f"{show(base)} is squared here, beside the square of a difference",
                f"try {one} - {other}",
            )


def _subtracted_members(base: Term) -> tuple[Term, Term] | None:
    """The indices of two members of one family that are subtracted."""
    match base:
        case Sum(terms=(Index(indices=(one,)) as first, second)):
            other = _negative(second)
            if isinstance(other, Index) and other.base == first.base and len(other.indices) == 1:
                return one, other.indices[0]
    return None


SPREADS = frozenset({"sigma", "tau", "s"})  # whose square is a variance, and no coordinate


def _lacks_minus(base: Term, pair: tuple[Term, Term]) -> Term | None:
    """The family of which one member stands alone, or two are added."""
    match base:
        case Index(base=Symbol(name) as family, indices=(slot,), upper=()) if slot in pair and name not in SPREADS:
            return family
        case Sum(terms=(Index(base=family, indices=(one,)), Index(base=other, indices=(two,)))) if family == other:
            return family if {one, two} == set(pair) else None
    return None


def _taken_from_its_input(statement: Statement, total: Sum, *, normed: bool) -> Iterator[Problem]:
    """A layer that is subtracted from the very thing that it works on; ``normed``: on the norm of it."""
    for each in total.terms:
        made = _negative(each)
        if not isinstance(made, Apply) or not made.arguments or not is_sublayer(made.function):
            continue
        first = made.arguments[0]
        if normed:
            if not isinstance(first, Apply) or not is_norm(first.function) or len(first.arguments) != 1:
                continue
            first = first.arguments[0]
        if len(total.terms) == 2 and first in total.terms:
            yield _problem(
                statement,
                each,
                f"{show(made)} is subtracted from {show(first)}, which the layer works on",
                "try a plus",
            )


def _negative(term: Term) -> Term | None:
    """What a term is the negative of, where it is written so."""
    match term:
        case Product(factors=(Number(value=value), *rest), sign=sign) if value == -1 and rest:
            return rest[0] if len(rest) == 1 else Product(tuple(rest), sign)
    return None


def _problem(statement: Statement, part: Term, message: str, advice: str) -> Problem:
    place = statement.place(origin_of(part))
    return Problem(place, message, help=advice, evidence={"kind": "text"}, key=f"sign@{place.start}")
