r"""The slope of a cross-entropy at what goes into a softmax or sigmoid, told the other way round: ``dZ = Y - \hat Y``.

Where a note tells the function, ``\hat Y = \mathrm{softmax}(Z)``, and the loss, ``L = -\sum Y \log \hat Y``, it has told the
slope as well, but for a factor: what is given less what is aimed at (Bridle (1990)).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import VARIES, words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, IndexedSum, Number, Product, Quotient, Relation, Sum, Symbol, Term
from symformer.text.cued import Cued

SQUASHES = frozenset({"softmax", "sigmoid", "sigma"})
LOGARITHMS = frozenset({"log", "ln"})
TURNED = Cued(r"\b(?:negative|ascent|maximi[sz]\w*|residuals?|likelihood|direction)\b|负|残差|似然", re.IGNORECASE)


def output_error_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each slope of a cross-entropy at the scores that is not the outputs less the targets."""
    formulas = [(each, each.term) for each, _ in once(model, asserted_formulas) if isinstance(each.term, Relation)]
    outputs = {scores: given for _, term in formulas for scores, given in _squashed(term)}
    if not outputs:
        return
    losses = [(_key(term.sides[0]), *each) for _, term in formulas for each in _logs(term.sides[-1], 1)]
    for statement, term in formulas:
        loss, scores = _slope(term.sides[0])
        given = outputs.get(scores) if scores else None
        targets = {(aim, sign) for name, aim, out, sign in losses if out == given and (not loss or name == loss)}
        if given is None or len(targets) != 1:
            continue
        aim, sign = next(iter(targets))
        if sign != -1:
            continue
        wrong = [side for side in term.sides[1:] if _signs(side, given, aim) not in (None, (1, -1))]
        if not wrong:
            continue
        words = f"{words_before(model, statement)} {words_after(model, statement)}"
        if VARIES.search(words) is not None or TURNED.search(words) is not None:
            continue
        place = statement.place(origin_of(wrong[0]))
        yield Problem(
            place,
            f"the slope of this loss at {scores} is {given} - {aim}, and has other signs here",
            help=f"try {given} - {aim}",
            level="warning",
            evidence={"kind": "step", "right": show(wrong[0])},
            key=f"output-error@{place.start}",
        )


def _key(term: Term) -> str:
    """A name with the numbers and layers that tell it from others, without the letters that run."""
    match term:
        case Symbol():
            return show(term)
        case Index(base=Symbol() as base, indices=indices, upper=upper):
            kept = tuple(each for each in indices if isinstance(each, Number))
            above = tuple(each for each in upper if isinstance(each, Number) or each == Symbol("L"))
            return show(Index(base, kept, above)) if kept or above else show(base)
    return ""


def _squashed(term: Relation) -> Iterator[tuple[str, str]]:
    """The scores, and what a softmax or sigmoid of them is called."""
    match term.sides[-1]:
        case Apply(function=function, arguments=(Symbol() | Index() as scores,)) if function in SQUASHES:
            if term.relations[-1] in ("=", ":=") and (given := _key(term.sides[0])):
                yield _key(scores), given


def _logs(term: Term, sign: int) -> Iterator[tuple[str, str, int]]:
    """The targets by which the logarithms of outputs are weighed, and the sign of each."""
    match term:
        case Sum(terms=terms):
            for each in terms:
                yield from _logs(each, sign)
        case IndexedSum(kind="sum", body=body) | Quotient(numerator=body):
            yield from _logs(body, sign)
        case Product(factors=factors):
            for each in factors:
                sign = -sign if isinstance(each, Number) and each.value < 0 else sign
            weights = [_key(each) for each in factors if isinstance(each, Symbol | Index)]
            for each in factors:
                match each:
                    case Apply(function=name, arguments=(Symbol() | Index() as out,)) if name in LOGARITHMS:
                        yield from ((aim, _key(out), sign) for aim in weights if len(weights) == 1)
                    case Sum() | IndexedSum() | Quotient() | Product():
                        yield from _logs(each, sign)


def _slope(left: Term) -> tuple[str, str]:
    """Of which loss, where that is told, and at what a slope is: ∂L/∂Z, ∇_Z L, dZ."""
    match left:
        case Apply(function="derivative", arguments=(loss, at)) if _key(loss):
            return _key(loss), _key(at)
        case Apply(function="gradient", arguments=(loss,), labels=(at,)) if _key(loss):
            return _key(loss), _key(at)
        case Symbol(name=name) | Index(base=Symbol(name=name)) if len(name) > 1 and name[0] == "d":
            base = Symbol(name[1:])
            return "", _key(Index(base, left.indices, left.upper) if isinstance(left, Index) else base)
    return "", ""


def _signs(side: Term, given: str, aim: str) -> tuple[int, int] | None:
    """The signs of the outputs and of the targets, where a side is these two and a factor."""
    sign = 1
    while not isinstance(side, Sum):
        match side:
            case Product(factors=(*scales, inner)) if all(isinstance(each, Number | Quotient) for each in scales):
                sign = -sign if any(isinstance(each, Number) and each.value < 0 for each in scales) else sign
                side = inner
            case Quotient(numerator=inner, denominator=Symbol() | Number()):
                side = inner
            case _:
                return None
    if len(side.terms) != 2:
        return None
    found: dict[str, int] = {}
    for each in side.terms:
        match each:
            case Product(factors=(Number(value=value), Symbol() | Index() as one)) if value == -1:
                found[_key(one)] = -sign
            case Symbol() | Index():
                found[_key(each)] = sign
    return (found[given], found[aim]) if set(found) == {given, aim} else None


__all__ = ["output_error_problems"]
