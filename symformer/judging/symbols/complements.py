r"""What is parted in two: ``β m + (1 + β) g`` where the note has ``1 - β`` everywhere else.

The weights of two parts sum to one.  A letter that stands with its complement elsewhere in a note, and here beside one
plus itself, has lost the minus.

And of two outcomes, one of which has the label y and the probability a, the other has 1 - y and 1 - a, and all else alike:
``y \log a + (1 - y) \log(1 - a)``, whatever the letters are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)

ONE, MINUS = Number(Fraction(1)), Number(Fraction(-1))
SIGMOIDS = frozenset({"sigmoid", "sigma", "logistic"})
COUNTS = frozenset("i j k l m n t s N M K T L d".split())  # of which the next one is as usual as the one before


def complement_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum of two parts whose weights are a letter and one plus the letter, against the note."""
    usual: dict[str, Statement] = {}
    odd: list[tuple[Statement, Sum, Term]] = []
    more: Counter[str] = Counter()
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            found = _of_one(part)
            if found is None:
                continue
            letter, rest = found
            if rest:
                usual.setdefault(_key(letter), statement)
            else:
                more[_key(letter)] += 1
        odd += [(statement, whole, letter) for whole, letter in _weighted(parts)]
        yield from _of_outcomes(statement, parts)
    gates = _gates(model) if odd else frozenset()
    for statement, whole, letter in odd:
        elsewhere = usual.get(_key(letter))
        if more[_key(letter)] != 1:
            continue
        name = show_styled(letter)
        if elsewhere is None:
            if _key(letter) in gates:
                yield _astray(statement, whole, name)
            continue
        yield Problem(
            statement.place(whole.origin),
            f"{name} weighs one part of this sum and 1 + {name} the other; elsewhere it is 1 - {name}",
            help=f"try 1 - {name}",
            related=(Related(elsewhere.span, f"1 - {name} stands here"),),
            evidence={"kind": "symbol", "was": f"1 - {name}", "now": f"1 + {name}"},
            key=f"complement@{statement.place(whole.origin).start}",
        )


# -- two outcomes -----------------------------------------------------------------------------------------------------

SCORES = frozenset({"log", "ln", "exp"})  # what is taken of the probability of an outcome


def _of_outcomes(statement: Statement, parts: Parts) -> Iterator[Problem]:
    """A sum over two outcomes of which one has another sign, function, label or probability than the other asks for."""
    for part in _sums(parts):
        for one, other in ((part.terms[0], part.terms[1]), (part.terms[1], part.terms[0])):
            slip = _slip_of_outcomes(one, other)
            if slip is not None:
                place = statement.place(part.origin)
                yield Problem(
                    place,
                    f"of two outcomes {slip[0]}",
                    help=f"try {slip[1]}",
                    evidence={"kind": "symbol", "found": show_styled(part)},
                    key=f"complement@{place.start}",
                )
                break


def _sums(parts: Parts) -> Iterator[Sum]:
    """The sums of two terms in a formula, those among them of which only it is open how far a big sum reaches."""
    for part in parts:
        if isinstance(part, Sum) and len(part.terms) == 2:
            yield part
        elif isinstance(part, Unknown):
            inner = (each for way in part.alternatives for each in walk(way))
            yield from [each for each in inner if isinstance(each, Sum) and len(each.terms) == 2][:MOST_SUMS]


MOST_SUMS = 8


def _slip_of_outcomes(one: Term, other: Term) -> tuple[str, str] | None:
    """The one thing by which the term of an outcome is not what that of the other asks for, and what it would be."""
    ours, theirs = _factors(one), _factors(other)
    first = [each for each in ours if isinstance(each, Apply) and each.function in SCORES and len(each.arguments) == 1]
    second = [
        each for each in theirs if isinstance(each, Apply) and each.function in SCORES and len(each.arguments) == 1
    ]
    if len(first) != 1 or len(second) != 1:
        return None
    of, its = first[0].arguments[0], second[0].arguments[0]
    share, label = _rest_of(its), next((each for each in map(_rest_of, theirs) if each and each[0] in ours), None)
    if share is None or share[0] != of or label is None or label[0] == of:
        return None
    name, chance = show_styled(label[0]), show_styled(of)
    slips = [
        (f"one has {name}, and the other 1 + {name}", f"1 - {name}") if not label[1] else None,
        (f"one has {chance}, and the other 1 + {chance}", f"1 - {chance}") if not share[1] else None,
        (f"one has {first[0].function}, and the other {second[0].function}", "log for both")
        if first[0].function != second[0].function
        else None,
        ("one is added, and the other subtracted", "one sign for both") if _sign(ours) != _sign(theirs) else None,
    ]
    found = [each for each in slips if each is not None]
    return found[0] if len(found) == 1 else None


def _rest_of(term: Term) -> tuple[Term, bool] | None:
    """Of what a term is one minus, or one plus, and whether it is the former."""
    match term:
        case Sum((Number(value=1), Product((first, rest)))) if first == MINUS:
            return rest, True
        case Sum((Number(value=1), rest)):
            return rest, False
    return None


def _sign(factors: tuple[Term, ...]) -> int:
    return -1 if sum(isinstance(each, Number) and each.value < 0 for each in factors) % 2 else 1


def _astray(statement: Statement, whole: Sum, name: str) -> Problem:
    return Problem(
        statement.place(whole.origin),
        f"{name} is a gate, which weighs one part of this sum, and 1 + {name} weighs the other",
        help=f"try 1 - {name}",
        evidence={"kind": "symbol", "was": f"1 - {name}", "now": f"1 + {name}"},
        key=f"complement@{statement.place(whole.origin).start}",
    )


def _gates(model: SemanticModel) -> frozenset[str]:
    """The letters that a note makes by a sigmoid: numbers between zero and one."""
    found: set[str] = set()
    for statement in model.statements:
        match statement.term:
            case Relation(sides=(Symbol() | Index() as left, Apply(function=function), *_)) if function in SIGMOIDS:
                found.add(_key(left))
    return frozenset(found)


def _of_one(term: Term) -> tuple[Term, bool] | None:
    """The letter of 1 - β or 1 + β, and whether it is the former."""
    match term:
        case Sum((Number(value=1), Product((first, letter)))) if first == MINUS and _is_letter(letter):
            return letter, True
        case Sum((Number(value=1), letter)) if _is_letter(letter):
            return letter, False
    return None


def _weighted(parts: Parts) -> Iterator[tuple[Sum, Term]]:
    """The sums of two products of which one is weighed by a letter, and the other by one plus the letter."""
    for part in parts:
        if not isinstance(part, Sum) or len(part.terms) != 2:
            continue
        one, other = (_factors(each) for each in part.terms)
        for whole in (*one, *other):
            found = _of_one(whole)
            if found is None or found[1] or not isinstance(whole, Sum):
                continue
            beside = other if whole in one else one
            if found[0] in beside and MINUS not in (*one, *other) and len(one) > 1 and len(other) > 1:
                yield whole, found[0]


def _factors(term: Term) -> tuple[Term, ...]:
    factors = term.factors if isinstance(term, Product | Elementwise) else (term,)
    return tuple(part for each in factors for part in (_factors(each) if isinstance(each, Product) else (each,)))


def _is_letter(term: Term) -> bool:
    if isinstance(term, Apply):
        return term.function not in ("exp", "log", "sqrt")
    if isinstance(term, Power):
        return False
    return isinstance(term, Symbol | Index) and _key(term) not in COUNTS


def _key(term: Term) -> str:
    head = unindexed(term)
    return head.name if isinstance(head, Symbol) else show_styled(head)
