r"""Moving averages corrected by the rate of another one: ``\hat v_t = v_t / (1 - β_1^t)``, where ``v_t = β_2 v_{t-1} + …``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.members import lone_member_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Number, Power, Product, Quotient, Relation, Sum, Symbol, Term


def correction_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each average whose correction has the rate of another average of the note."""
    equations = [
        (each, each.term)
        for each in model.statements
        if each.carrier == "formula" and each.stance == "asserted" and isinstance(each.term, Relation)
    ]
    rates: dict[str, tuple[Term, Statement]] = {}
    for statement, term in equations:
        if (found := _rate(term)) is not None:
            rates.setdefault(found[0], (found[1], statement))
    for statement, term in equations:
        corrected = _correction(term)
        if corrected is None or corrected[0] not in rates:
            continue
        base, rate = corrected
        own, told = rates[base]
        if rate == own or rate not in {other for each, (other, _) in rates.items() if each != base}:
            continue
        yield Problem(
            statement.place(rate.origin),
            f"{show(Symbol(base))} is an average with the rate {show(own)}, and is corrected here by {show(rate)}",
            help=f"try {show(own)}",
            related=(Related(told.span, f"the rate is {show(own)} here"),),
            evidence={"kind": "symbol", "symbol": show(rate)},
            key=f"correction@{statement.span.start}",
        )


def _rate(term: Relation) -> tuple[str, Term] | None:
    """The name of a moving average, and what it weighs the step before with."""
    left = lone_member_of(term.sides[0])
    if left is None or left.shift or term.relations[0] not in EQUAL or not isinstance(term.sides[1], Sum):
        return None
    for part in term.sides[1].terms:
        match part:
            case Product(factors=(Symbol() | Index() as rate, member)):
                before = lone_member_of(member)
                if before is not None and (before.base, before.letter, before.shift) == (left.base, left.letter, -1):
                    return left.base, rate
    return None


def _correction(term: Relation) -> tuple[str, Term] | None:
    """The average that an equation divides by ``1 - β^t``, and the β."""
    match term.sides[1] if term.relations[0] in EQUAL else None:
        case Quotient(numerator=above, denominator=Sum(terms=(Number(value=one), Product(factors=factors)))) if (
            one == 1
        ):
            member = lone_member_of(above)
            match factors:
                case (Number(value=sign), Power(base=Symbol() | Index() as rate)) if sign == -1 and member is not None:
                    return member.base, rate
    return None
