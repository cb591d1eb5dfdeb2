r"""Densities of another variable than the one they are told of: ``p(x_{t-1} \mid x_t) = \mathcal{N}(x_t; \mu, \Sigma)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem
from symformer.judging.symbols.distributions import NORMAL
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import is_numbered, origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Relation, Symbol, Term, walk

ONE_PARAMETER = frozenset(
    "Bernoulli Bern Ber Categorical Cat Poisson Poi Pois Exponential Exp Multinomial Mult".split()
)
DENSITIES = frozenset("p q P Q f".split())
FONTS = frozenset({"roman", "calligraphic", "bold", "sans", "italic"})
SIGNS = frozenset({"=", ":=", "≡", "≜", "∼"})


@dataclass(frozen=True, slots=True)
class _Density:
    """A law by its name, with what it is a density of, and all that stands in it."""

    of: Symbol | Index
    whole: Apply


def densities_of_others(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each law whose variable is not the one that the left side asks the chance of."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or not set(term.relations) <= SIGNS or statement.hedged:
            continue
        asked = _asked(term.sides[0], drawn=term.relations[0] == "∼")
        if asked is None:
            continue
        outcome, given = asked
        for side in term.sides[1:]:
            density = _density(_without_logarithm(term.sides[0], side))
            if density is not None and (pair := _given_another(density, outcome, given)) is not None:
                used, asked_of = pair
                place = statement.place(origin_of(used))
                yield Problem(
                    place,
                    f"{show(used)} stands in this density, and what is given is {show(asked_of)}",
                    help=f"try {show(asked_of)} for {show(used)}, or the other way round",
                    evidence={"kind": "symbol", "symbol": show(used)},
                    key=f"density@{place.start}",
                )
            if density is not None and _is_another(density, outcome, given):
                place = statement.place(origin_of(density.of))
                yield Problem(
                    place,
                    f"this is a density of {show(density.of)}, and the left side is one of {show(outcome)}",
                    help=f"try {show(outcome)} before the parameters",
                    evidence={"kind": "symbol", "symbol": show(density.of)},
                    key=f"density@{place.start}",
                )


def _asked(left: Term, *, drawn: bool) -> tuple[Symbol | Index, tuple[Term, ...]] | None:
    """What the left side is a density of, and what is given: p(x | z), log p(x), or a name that is drawn."""
    if drawn:
        return (left, ()) if isinstance(left, Symbol | Index) else None
    if isinstance(left, Apply) and left.function == "log" and len(left.arguments) == 1:
        left = left.arguments[0]
    if not isinstance(left, Apply) or len(left.arguments) != 1:
        return None
    letter = taken_apart(left.function).letter
    has_bar = isinstance(left.arguments[0], Apply) and left.arguments[0].function == "given"
    if letter not in DENSITIES and not (has_bar and len(letter) == 1):
        return None  # whatever letter it has, with a bar it is one
    match left.arguments[0]:
        case Symbol() | Index() as outcome:
            return outcome, ()
        case Apply(function="given", arguments=(Symbol() | Index() as outcome, given)):
            listed = given.arguments if isinstance(given, Apply) and given.function == "tuple" else (given,)
            return outcome, listed
    return None


def _without_logarithm(left: Term, side: Term) -> Term:
    for each in (left, side):
        if not isinstance(each, Apply) or each.function != "log" or len(each.arguments) != 1:
            return side
    return side.arguments[0] if isinstance(side, Apply) else side


def _density(term: Term) -> _Density | None:
    r"""``N(x; μ, Σ)``, ``N(x \mid μ, Σ)``, ``Bern(y; π)``: what stands behind a semicolon alone may be a spread."""
    if not isinstance(term, Apply):
        return None
    spelling = taken_apart(term.function)
    of: Term
    match term.arguments:
        case (of, Apply(function="parameters", arguments=parameters)):
            pass
        case (Apply(function="given", arguments=(of, Apply(function="tuple", arguments=parameters))),):
            pass
        case (Apply(function="given", arguments=(of, alone)),):
            parameters = (alone,)
        case _:
            return None
    normal = term.function in NORMAL and len(parameters) > 1
    if not isinstance(of, Symbol | Index) or not (normal or spelling.letter in ONE_PARAMETER):
        return None
    return _Density(of, term)


def _given_another(density: _Density, outcome: Symbol | Index, given: tuple[Term, ...]) -> tuple[Index, Index] | None:
    r"""The member of the outcome's family that the parameters are made of, and the one that is given: ``q(x_t | x_{t-2}) = N(x_t; a x_{t-1}, b)``."""
    if density.of != outcome or not isinstance(outcome, Index):
        return None
    members = [each for each in given if isinstance(each, Index) and each.base == outcome.base]
    used = {
        part
        for part in walk(density.whole)
        if isinstance(part, Index) and part.base == outcome.base and part != outcome
    }
    if len(members) != 1 or len(used) != 1 or members[0] in used:
        return None
    other = used.pop()
    return None if is_numbered(other) else (other, members[0])  # x_0 may be predicted, whatever is given


def _is_another(density: _Density, outcome: Symbol | Index, given: tuple[Term, ...]) -> bool:
    """Whether a law speaks of what is given, or of another member of a family, and nowhere of the outcome."""
    if density.of == outcome or outcome in set(walk(density.whole)):
        return False
    if density.of in given:
        return True
    return isinstance(density.of, Index) and isinstance(outcome, Index) and density.of.base == outcome.base
