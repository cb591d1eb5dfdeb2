r"""Equations between probabilities, by the law of conditional ones: ``p(x, z) = p(x \mid z) \, p(z)``.

Each ``p(A \mid B)`` is ``p(A, B) / p(B)``, so that the logarithm of a product of probabilities is a sum of joint
ones, each with a whole number before it; means under one law and divergences keep it so.  An equation is doubted
only where no law of chance makes it true (not even where all is independent, nor where all laws are one), and
where it is one slip away from the law: a sign, a probability lost, or a condition in the place of what it is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from symformer.findings.finding import Problem
from symformer.judging.equations.around import VARIES, is_alike, words_after, words_before
from symformer.judging.steps.supposed import SUPPOSED
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    walk,
)

LOGARITHMS = frozenset({"log", "ln"})
DIVERGENCES = frozenset({"D_KL", "KL", "KL_div", "D_kl"})
LAWS = frozenset({"p", "q", "P", "Pr", "blackboard(P)"})
FEWEST_CALLS = 3

Atom = tuple[str, str, frozenset[str]]  # under which mean, of which law, the joint probability of what
Form = dict[Atom, Fraction]
Slip = Literal["sign", "lost", "turned"]


@dataclass(frozen=True, slots=True)
class _Call:
    """A probability: its law, what it is of, and what is given."""

    law: str
    of: frozenset[str]
    given: frozenset[str]

    def form(self, mean: str = "") -> Form:
        whole = {(mean, self.law, self.of | self.given): Fraction(1)}
        return _plus(whole, {(mean, self.law, self.given): Fraction(-1)} if self.given else {})


def chance_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation between probabilities that is one slip away from the law of conditional ones."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or statement.hedged or statement.renewed:
            continue
        for at, sign in enumerate(term.relations):
            left, right = term.sides[at : at + 2]
            if sign in ("=", "≡") and (slip := _slip(left, right)) is not None and not _is_said(model, statement):
                yield _problem(statement, right, slip)


def _problem(statement: Statement, right: Term, slip: tuple[Slip, str]) -> Problem:
    kind, name = slip
    place = statement.place(origin_of(right))
    what = {
        "sign": f"{name} stands on the wrong side of the law of conditional probabilities: its sign, or power, is turned",
        "lost": f"the two sides differ by {name}, by the law of conditional probabilities",
        "turned": f"what is given in {name}, and what it is the probability of, are in each other's place",
    }
    return Problem(
        place,
        f"this step does not follow: {what[kind]}",
        help="try p(a, b) = p(a | b) p(b) on both sides",
        level="warning" if kind == "lost" else None,
        evidence={"kind": "step", "right": show(right)},
        key=f"chance@{place.start}",
    )


def _is_said(model: SemanticModel, statement: Statement) -> bool:
    """Whether words around say that something is left out, or supposed."""
    words = f"{words_before(model, statement)} {words_after(model, statement)}"
    return SUPPOSED.search(words) is not None or VARIES.search(words) is not None or is_alike(model, statement)


def _slip(left: Term, right: Term) -> tuple[Slip, str] | None:
    calls = [(call, mean, show(part)) for side in (left, right) for part, call, mean in _calls(side)]
    if len(calls) < FEWEST_CALLS:
        return None
    one, other = _value(left), _value(right)
    if one is None or other is None:
        one, other = _log(left), _log(right)
    if one is None or other is None:
        return None
    apart = _plus(one, other, Fraction(-1))
    if not (_independent(apart) and _bare(apart)):
        return None
    whole = [(form, show(part)) for side in (left, right) for part, form in (*_divergences(side), *_ratios(side))]
    for form, name in [*((call.form(mean), name) for call, mean, name in calls), *whole]:
        if any(apart == _times(form, Fraction(by)) for by in (2, -2)):
            return "sign", name
    if not (_of_one_law(apart) and _independent(_of_one_law(apart))):
        return None
    for call, mean, name in calls:
        if call.given:
            turned = _plus({(mean, call.law, call.of): Fraction(1)}, {(mean, call.law, call.given): Fraction(-1)})
            if any(apart == _times(turned, Fraction(by)) for by in (1, -1, 2, -2)):
                return "turned", name
    for call, mean, name in calls:
        if any(apart == _times(call.form(mean), Fraction(by)) for by in (1, -1)):
            return "lost", name
    return None


# -- as sums of joint probabilities ------------------------------------------------------------------------------


def _value(term: Term) -> Form | None:
    """What is a sum of logarithms of probabilities, of means of such and of divergences."""
    match term:
        case Apply(function=function, arguments=(inner,)) if function in LOGARITHMS:
            return _log(inner)
        case Sum(terms=terms):
            return _together([_value(each) for each in terms])
        case Product(factors=(Number(value=value), inner)):
            return _scaled(_value(inner), value)
        case Apply(function="expectation", arguments=(inner,), labels=(Apply() as law,)):
            return _under(law, _value(inner))
        case Apply(function=function) if function in DIVERGENCES:
            return _divergence(term)
    return None


def _log(term: Term) -> Form | None:
    """The logarithm of a product of probabilities."""
    match term:
        case Apply() if (call := _call(term)) is not None:
            return call.form()
        case Product(factors=factors):
            return _together([_log(each) for each in factors])
        case Quotient(numerator=above, denominator=below):
            return _together([_log(above), _scaled(_log(below), Fraction(-1))])
        case Power(base=base, exponent=Number(value=value)):
            return _scaled(_log(base), value)
    return None


def _divergence(term: Apply) -> Form | None:
    match term.arguments:
        case (Apply(function="versus", arguments=(Apply() as one, Apply() as other)),) | (
            Apply() as one,
            Apply() as other,
        ):
            return _under(one, _together([_log(one), _scaled(_log(other), Fraction(-1))]))
    return None


def _under(law: Term, form: Form | None) -> Form | None:
    """The mean of a form: of what the mean is not over, it is itself."""
    call = _call(law)
    if call is None or form is None or any(mean for mean, _, _ in form):
        return None
    return {
        ((_law_as_text(call) if what & call.of else ""), each, what): value for (_, each, what), value in form.items()
    }


def _law_as_text(call: _Call) -> str:
    return f"{call.law}({','.join(sorted(call.of))}|{','.join(sorted(call.given))})"


def _call(term: Term) -> _Call | None:
    """A call as a probability of names, given names."""
    if not isinstance(term, Apply) or _letter(term.function) not in LAWS or term.labels:
        return None
    arguments = [each for each in term.arguments if not (isinstance(each, Apply) and each.function == "parameters")]
    match arguments:
        case [Apply(function="given", arguments=(of, given))]:
            ours, theirs = _outcomes(of), _outcomes(given)
        case _:
            ours, theirs = _names(arguments), frozenset()
    if ours is None or theirs is None or not ours or ours & theirs:
        return None
    return _Call(_letter(term.function), ours, theirs)


def _letter(function: str) -> str:
    return function.partition("_")[0]


def _outcomes(term: Term) -> frozenset[str] | None:
    return _names(list(term.arguments) if isinstance(term, Apply) and term.function == "tuple" else [term])


def _names(terms: list[Term]) -> frozenset[str] | None:
    plain = all(isinstance(each, Symbol | Index) for each in terms)
    if not plain or any(isinstance(part, Slice | Apply) for each in terms for part in walk(each)):
        return None
    names = [show(each) for each in terms]
    return frozenset(names) if len(set(names)) == len(names) else None


def _divergences(term: Term) -> Iterator[tuple[Term, Form]]:
    for part in walk(term):
        if isinstance(part, Apply) and part.function in DIVERGENCES and (form := _divergence(part)) is not None:
            yield part, form


def _ratios(term: Term, law: Apply | None = None) -> Iterator[tuple[Term, Form]]:
    """The ratios of probabilities whose logarithm is added, which a slip turns upside down as a whole."""
    match term:
        case Apply(function="expectation", arguments=(inner,), labels=(Apply() as over,)) if law is None:
            yield from _ratios(inner, over)
        case Apply(function=function, arguments=(Quotient() as ratio,)) if function in LOGARITHMS:
            form = _log(ratio) if law is None else _under(law, _log(ratio))
            if form is not None:
                yield ratio, form
        case Sum(terms=parts_of) | Product(factors=parts_of):
            for each in parts_of:
                yield from _ratios(each, law)


def _calls(term: Term, mean: str = "") -> Iterator[tuple[Term, _Call, str]]:
    """The probabilities in a formula, and under which mean each stands."""
    if (call := _call(term)) is not None:
        yield term, call, mean
        return
    match term:
        case Apply(function="expectation", arguments=(inner,), labels=(Apply() as law,)):
            over = _call(law)
            yield from _calls_under(inner, over)
        case Apply(function=function) if function in DIVERGENCES:
            parts = [part for part in walk(term) if _call(part) is not None]
            over = _call(parts[0]) if parts else None
            yield from (found for part in parts for found in _calls_under(part, over))
        case Sum(terms=parts_of) | Product(factors=parts_of):
            for each in parts_of:
                yield from _calls(each)
        case Quotient(numerator=above, denominator=below):
            yield from _calls(above)
            yield from _calls(below)
        case Apply(arguments=(inner,)) | Power(base=inner):
            yield from _calls(inner)


def _calls_under(term: Term, over: _Call | None) -> Iterator[tuple[Term, _Call, str]]:
    for part, call, _ in _calls(term):
        whole = over is not None and (call.of | call.given) & over.of
        yield part, call, _law_as_text(over) if over is not None and whole else ""


def _plus(one: Mapping[Atom, Fraction], other: Mapping[Atom, Fraction], by: Fraction = Fraction(1)) -> Form:
    found = dict(one)
    for atom, value in other.items():
        found[atom] = found.get(atom, Fraction(0)) + by * value
    return {atom: value for atom, value in found.items() if value}


def _times(form: Form, by: Fraction) -> Form:
    return {atom: value * by for atom, value in form.items()}


def _scaled(form: Form | None, by: Fraction) -> Form | None:
    return None if form is None else _times(form, by)


def _together(forms: list[Form | None]) -> Form | None:
    found: Form = {}
    for each in forms:
        if each is None:
            return None
        found = _plus(found, each)
    return found


# -- what would make it true ---------------------------------------------------------------------------------------


def _of_one_law(form: Form) -> Form:
    """A form where all laws are one: a posterior that is the model's."""
    found: Form = {}
    for (mean, _, what), value in form.items():
        found = _plus(found, {(mean, "", what): value})
    return found


def _independent(form: Form) -> Form:
    """A form where all that is drawn is independent."""
    found: Form = {}
    for (mean, law, what), value in form.items():
        for each in what:
            found = _plus(found, {(mean, law, frozenset({each})): value})
    return found


def _bare(form: Form) -> Form:
    """A form without its means."""
    found: Form = {}
    for (_, law, what), value in form.items():
        found = _plus(found, {("", law, what): value})
    return found
