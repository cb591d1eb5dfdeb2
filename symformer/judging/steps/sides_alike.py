r"""Sides of a chain that say the same, but for one sign or one quotient on its head.

Two kinds of step are told of that no arithmetic decides.  One writes a side again under other names: where
``α L_1 + β L_2`` becomes ``α q - β e`` a sign is lost.  The other changes what an expectation or an integral is over:
``∫ f p`` is ``∫ f (p / q) q``, whatever the functions are, and is not ``∫ f (q / p) q``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.judging.equations.around import called_a_variant, label_of
from symformer.reasoning.matching import ANY_NUMBER, Pattern, is_one_thing
from symformer.reasoning.nearly import Edit, nearly
from symformer.reasoning.plainer import as_numbers
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of, rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    bare_sign,
    walk,
)

EQUALS = frozenset({"=", ":="})
FEWEST_SHARED, FEWEST_RENAMED = 2, 2
Exponents = Counter[str]


def sides_alike_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each side of a chain that is the one before it but for a sign, or but for a quotient on its head."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or len(term.relations) + 1 != len(term.sides):
            continue
        if not EQUALS.issuperset(term.relations) or called_a_variant(model, statement, label_of(model, statement)):
            continue
        yield from _renamed(model, statement, term)
        yield from _overturned(statement, term)


def _problem(statement: Statement, part: Term, message: str, advice: str) -> Problem:
    place = statement.place(origin_of(part))
    evidence: dict[str, object] = {"kind": "text", "found": show(part)}
    return Problem(place, message, help=advice, evidence=evidence, key=f"alike@{place.start}")


# -- the same under other names ---------------------------------------------------------------------------------------


def _renamed(model: SemanticModel, statement: Statement, term: Relation) -> Iterator[Problem]:
    """A side that is the one before it under other names, but for a sign."""
    for before, side in zip(term.sides[1:], term.sides[2:], strict=False):
        if not isinstance(before, Sum) or not isinstance(side, Sum) or len(before.terms) != len(side.terms):
            continue
        shared, renamed = _names(before) & _names(side), _names(before) - _names(side)
        if len(shared) < FEWEST_SHARED or len(renamed) < FEWEST_RENAMED or _is_told_with_a_minus(model, renamed):
            continue
        letters = {each: Symbol(f"letter {at}") for at, each in enumerate(sorted(renamed, key=show))}
        pattern = Pattern(
            as_numbers(_put_in(before, letters)),
            dict.fromkeys(letters.values(), ANY_NUMBER),
            dict.fromkeys(letters.values(), 0),
        )
        edits = [edit for bound, edit in nearly(pattern, as_numbers(side)) if _is_one_to_one(bound, shared)]
        if edits and _is_sign(edits[0]):
            yield _problem(
                statement,
                side,
                f"this is {show(before)} under other names, but for a sign",
                "give both the same sign",
            )


def _names(term: Term) -> set[Term]:
    """The parts of a sum that are one thing each."""
    found: set[Term] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if is_one_thing(part):
            found.add(part)
        elif isinstance(part, Sum):
            stack += part.terms
        elif isinstance(part, Product | Elementwise):
            stack += part.factors
    return found


def _put_in(term: Term, letters: dict[Term, Symbol]) -> Term:
    return letters[term] if term in letters else rebuilt(term, lambda part: _put_in(part, letters))


def _is_one_to_one(bound: Mapping[Symbol, Term], shared: set[Term]) -> bool:
    values = list(bound.values())
    return len(set(values)) == len(values) and shared.isdisjoint(values) and all(map(is_one_thing, values))


def _is_sign(edit: Edit) -> bool:
    sign = edit.standard if edit.kind == "missing" else edit.found
    return edit.kind == "negated" or edit.kind in ("missing", "extra") and isinstance(sign, Number) and sign.value == -1


def _is_told_with_a_minus(model: SemanticModel, names: set[Term]) -> bool:
    """Whether the note tells one of the names as a negative."""
    return any(
        isinstance(each.term, Relation)
        and each.term.sides[0] in names
        and any(isinstance(part, Number) and part.value < 0 for side in each.term.sides[1:] for part in walk(side))
        for each in model.statements
    )


# -- what an expectation or an integral is over -----------------------------------------------------------------------


def _overturned(statement: Statement, term: Relation) -> Iterator[Problem]:
    """A side that is the one before it once a quotient in it is turned over."""
    weighed = [_weighed(side) for side in term.sides]
    for at, (before, side) in enumerate(pairwise(weighed), 1):
        if before is None or side is None or before[0] == side[0] or len(before[0]) < 2:
            continue
        turned = [ratio for ratio in side[1] if _plus(side[0], ratio, -2) == before[0]]
        back = [ratio for ratio in before[1] if _plus(before[0], ratio, -2) == side[0]]
        after = weighed[at + 1] if at + 1 < len(weighed) else None
        if turned and not (back and after is not None and after[0] == side[0]):
            yield _problem(
                statement,
                term.sides[at],
                f"it equals {show(term.sides[at - 1])} only with its quotient turned over",
                "turn the quotient over",
            )
            return


def _weighed(term: Term) -> tuple[Exponents, list[Exponents]] | None:
    """What is integrated, as the exponents of its functions, and its quotients; an expectation with its law as a factor."""
    match term:
        case IndexedSum(kind="integral" | "sum", index=Symbol() as over, body=body, condition=None):
            return _exponents(body, over)
        case Apply(function="expectation", arguments=(body,), labels=(Relation(sides=(over, law)) as drawn,)) if (
            bare_sign(drawn.relations[0]) == "∼" and isinstance(over, Symbol)
        ):
            inner, name = _exponents(body, over), _function(law, over)
            return None if inner is None or not name else (_plus(inner[0], Counter({name: 1}), 1), inner[1])
    return None


def _exponents(body: Term, over: Symbol) -> tuple[Exponents, list[Exponents]] | None:
    """The functions of one variable that a product and its quotients are made of; None if it holds anything else."""
    match body:
        case Unknown():
            return None
        case Product(factors=factors) | Elementwise(factors=factors):
            total: Exponents = Counter()
            ratios: list[Exponents] = []
            for each in factors:
                part = _exponents(each, over)
                if part is None:
                    return None
                total = _plus(total, part[0], 1)
                ratios += part[1]
            return total, ratios
        case Quotient(numerator=above, denominator=below):
            one, other = _exponents(above, over), _exponents(below, over)
            if one is None or other is None:
                return None
            ratio = _plus(one[0], other[0], -1)
            return ratio, [*one[1], *other[1], ratio]
        case Power(base, Number(value=value)) if value.denominator == 1:
            inner = _exponents(base, over)
            return None if inner is None else (_plus(Counter(), inner[0], int(value)), [])
        case Apply(arguments=(argument,)) if argument == over and (name := _function(body, over)):
            return Counter({name: 1}), []
    return None


def _function(term: Term, over: Symbol) -> str:
    """The name of a function of the variable, with its labels."""
    match term:
        case Symbol(name=name):
            return name
        case Apply(function=function, arguments=(argument,)) if argument == over and is_one_thing(term):
            return function + "".join(f"_{show(each)}" for each in term.labels)
    return ""


def _plus(one: Exponents, other: Exponents, times: int) -> Exponents:
    names = one.keys() | other.keys()
    total = {name: one[name] + times * other[name] for name in names}
    return Counter({name: count for name, count in total.items() if count})


__all__ = ["sides_alike_problems"]
