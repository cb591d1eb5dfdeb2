r"""Slopes of activations, told by their values: of ``h = \tanh(z)`` the slope is ``1 - h^2``, of ``h = σ(z)`` it is ``h (1 - h)``.

Each is easily written for the other.  Where a formula differentiates h itself, or by z, what it has in h alone must be
that slope; elsewhere only the slope of the other activation is told of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.logistic import is_spoken_of
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import Apply, Elementwise, Index, Number, Power, Product, Relation, Sum, Symbol, Term, walk

AT = (Fraction(3, 10), Fraction(7, 10))  # values of an activation at which two slopes are held against each other
TOLD = {"tanh": "1 - {h}²", "sigmoid": "{h} (1 - {h})"}


@dataclass(frozen=True, slots=True)
class _Activation:
    """``h = f(z)`` as a note tells it."""

    value: Term
    function: str
    inner: Term
    statement: Statement


def activation_slope_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative through an activation that has a slope which is not that of the activation."""
    formulas = [(statement, statement.term) for statement, _ in once(model, asserted_formulas)]
    spoken = once(model, _is_sigma_the_sigmoid)
    known = {each.value: each for statement, term in formulas for each in _activations(statement, term, spoken)}
    for statement, term in formulas:
        if not isinstance(term, Relation) or term.relations[0] != "=":
            continue
        left = term.sides[0]
        for side in term.sides[1:]:
            if _is_gradient(left) or any(
                isinstance(part, Apply) and part.function == "derivative" for part in walk(side)
            ):
                yield from _with_a_plus(statement, side, known, spoken)
            yield from _of_side(statement, left, side, known)


def _with_a_plus(
    statement: Statement, side: Term, known: Mapping[Term, _Activation], spoken: bool
) -> Iterator[Problem]:
    """A factor 1 + tanh² in a derivative, or 1 + σ beside σ: the slope has a minus there."""
    for part in walk(side):
        factors = list(_factors(part)) if isinstance(part, Product | Elementwise) or part is side else []
        for each in factors:
            match each:
                case Sum(
                    terms=(
                        Number(value=Fraction(numerator=1, denominator=1)),
                        Power(value, Number(value=Fraction(numerator=2, denominator=1))),
                    )
                ):
                    function = "tanh"
                case Sum(terms=(Number(value=Fraction(numerator=1, denominator=1)), value)) if value in factors:
                    function = "sigmoid"
                case _:
                    continue
            if _function_of(value, known, spoken) == function:
                place = statement.place(each.origin)
                meant = TOLD[function].format(h=show(value))
                yield Problem(
                    place,
                    f"the slope of a {function} has a minus here: it is {meant}",
                    help=f"try {meant}",
                    level="warning",
                    evidence={"kind": "step", "left": show(value), "right": meant},
                    key=f"slope@{place.start}",
                )


def _function_of(value: Term, known: Mapping[Term, _Activation], spoken: bool) -> str:
    """Which activation a term is the value of."""
    if value in known:
        return known[value].function
    match value:
        case Apply(function="tanh" | "sigmoid" as name):
            return name
        case Apply(function="sigma") if spoken:
            return "sigmoid"
    return ""


def _is_sigma_the_sigmoid(model: SemanticModel) -> bool:
    """Whether the letter is that function in a note, and no other that the note names."""
    return is_spoken_of(model.statements, model.document.source.text)


def _activations(statement: Statement, term: Term, spoken: bool) -> Iterator[_Activation]:
    if not isinstance(term, Relation) or term.relations[0] not in ("=", ":="):
        return
    match term.sides[0], term.sides[1]:
        case (Symbol() | Index() as value, Apply(function="tanh" | "sigmoid" | "sigma" as name, arguments=(inner,))):
            if name != "sigma" or spoken:
                yield _Activation(value, "tanh" if name == "tanh" else "sigmoid", inner, statement)


def _of_side(statement: Statement, left: Term, side: Term, known: Mapping[Term, _Activation]) -> Iterator[Problem]:
    factors = list(_factors(side))
    for value, activation in known.items():
        own = [each for each in factors if _is_in(each, value)]
        if not any(isinstance(each, Sum) for each in own) or statement is activation.statement:
            continue
        slope = [_product(own, value, at) for at in AT]
        if None in slope or slope == [_slope(activation.function, at) for at in AT]:
            continue
        other = "sigmoid" if activation.function == "tanh" else "tanh"
        exchanged = slope == [_slope(other, at) for at in AT]
        if not (_goes_through(left, activation) or exchanged and _is_gradient(left)):
            continue
        place = statement.place(own[0].origin)
        meant = TOLD[activation.function].format(h=show(value))
        yield Problem(
            place,
            f"{show(value)} is a {activation.function} here, whose slope is {meant}"
            + (f"; this is the slope of a {other}" if exchanged else ""),
            help=f"try {meant}",
            level="warning",
            related=(Related(activation.statement.span, f"{show(value)} is told here"),),
            evidence={"kind": "step", "left": show(value), "right": meant},
            key=f"slope@{place.start}",
        )


def _goes_through(left: Term, activation: _Activation) -> bool:
    """Whether a formula differentiates the activation itself."""
    match left:
        case Apply(function="derivative", arguments=(of, _)):
            return of == activation.value
    return False


def _is_gradient(left: Term) -> bool:
    head = unindexed(left)
    return (
        isinstance(head, Symbol) and head.name == "delta" or isinstance(left, Apply) and left.function == "derivative"
    )


def _factors(term: Term) -> Iterator[Term]:
    """The factors of a product, those on a diagonal among them."""
    match term:
        case Product(factors=factors) | Elementwise(factors=factors):
            for each in factors:
                yield from _factors(each)
        case Apply(function="diag", arguments=(inner,)):
            yield from _factors(inner)
        case _:
            yield term


def _is_in(term: Term, value: Term) -> bool:
    """Whether a factor is made of one name and numbers."""
    if term == value:
        return True
    return value in set(walk(term)) and _at(term, value, AT[0]) is not None


def _product(factors: list[Term], value: Term, at: Fraction) -> Fraction | None:
    result = Fraction(1)
    for each in factors:
        one = _at(each, value, at)
        if one is None:
            return None
        result *= one
    return result


def _at(term: Term, value: Term, at: Fraction) -> Fraction | None:
    """What a term in one name comes to, each entry by itself."""
    if term == value:
        return at
    match term:
        case Number(value=number):
            return number
        case Power(base=base, exponent=Number(value=exponent)) if exponent.denominator == 1 and 0 < exponent < 5:
            inner = _at(base, value, at)
            return None if inner is None else inner ** int(exponent)
        case Sum(terms=parts):
            found = [_at(each, value, at) for each in parts]
            return None if None in found else sum((each for each in found if each is not None), Fraction(0))
        case Product(factors=parts) | Elementwise(factors=parts):
            return _product(list(parts), value, at)
    return None


def _slope(function: str, at: Fraction) -> Fraction:
    return 1 - at**2 if function == "tanh" else at * (1 - at)


__all__ = ["activation_slope_problems"]
