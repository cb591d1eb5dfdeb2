r"""Two of which one stands where both belong: ``\rho_{xy} = \sigma_{xy} / (\sigma_x \sigma_x)``, ``p(x, y) = p(x) p(x)``.

And log ratios side by side of which one compares the first answer with the second:
``\log a(u)/b(v) - \log a(v)/b(v)``, where nothing has ``b(u)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import factors_of, origin_of, rebuilt
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
    children,
    walk,
)
from symformer.text.cued import Cued

DEPENDS = Cued(r"\b(?:not depend|independent of|regardless|ignor\w+)\b|无关|不依赖", re.IGNORECASE)
PARTS = Cued(r"[A-Za-z](?:_\d)?'?")  # of a label that names two: xy, x_1x_2


def twin_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of a thing with itself where its twin is due, and each ratio across two answers."""
    known = frozenset(name for statement in model.statements for part in walk(statement.term) for name in _named(part))
    for statement, parts in once(model, asserted_formulas):
        term = statement.term
        if isinstance(term, Relation) and term.relations[0] in EXACTLY_EQUAL and not _says_so(model, statement):
            for second, due in _doubled(term.sides[0], term.sides[1:], known):
                yield _problem(statement, second, due, "stands twice where two are told apart on the left")
        for part in parts:
            crossed = _crossed(part) if isinstance(part, Sum) and len(part.terms) == 2 else None
            if crossed is not None:
                yield _problem(statement, *crossed, "is in both of two terms that are built alike")


def _says_so(model: SemanticModel, statement: Statement) -> bool:
    """Whether words tell that one of two arguments does not count."""
    if not isinstance(statement.term, Relation) or not isinstance(statement.term.sides[0], Apply):
        return False
    start, end = statement.span.start, statement.span.end
    return DEPENDS.search(model.document.source.text, max(0, start - 120), end + 120) is not None


def _problem(statement: Statement, found: Term, due: Term, what: str) -> Problem:
    place = statement.place(origin_of(found))
    return Problem(
        place,
        f"{show(found)} {what}",
        help=f"try {show(due)} for one of them",
        evidence={"kind": "symbol", "symbol": show(found)},
        key=f"twin@{place.start}",
    )


# -- a thing with itself -------------------------------------------------------------------------------------


def _doubled(left: Term, sides: tuple[Term, ...], known: frozenset[str]) -> Iterator[tuple[Term, Term]]:
    """The second of two equal factors, and its twin, where a pair is told and the twin is nowhere."""
    pair = _pair(left)
    if pair is None or isinstance(left, Symbol) and not _are_two(left, pair, sides, known):
        return
    for side in sides:
        if isinstance(left, Index) and not any(_has_both(part, pair) for part in walk(side)):
            continue  # the two indices may be of different kinds
        names = {each for part in _outside(side, pair) for each in _named(part)}
        for part in walk(side):
            for one, other in pairwise(factors_of(part)):
                alike = _plain(one) == _plain(other) or isinstance(left, Apply) and _plain(one) == _within_log(other)
                if not alike or one.origin == other.origin or isinstance(one, Number):
                    continue
                for mine, missing in (pair, pair[::-1]):
                    due = _instead(other, mine, missing)
                    if due != other and _instead(other, missing, mine) == other and missing not in names:
                        yield other, due
                        return


def _are_two(left: Symbol, pair: tuple[str, str], sides: tuple[Term, ...], known: frozenset[str]) -> bool:
    """Whether a label names two: x_1x_2, or letters that the note has; it may be a word."""
    label = left.name.partition("_")[2]
    again = any(isinstance(part, Symbol) and part.name.endswith(f"_{label}") for side in sides for part in walk(side))
    return again or pair[0][0] == pair[1][0] or known.issuperset(pair)


def _within_log(factor: Term) -> Term | None:
    """What a logarithm is of: the p of ``p \\log p``, which is no product of two where a note tells two apart."""
    match factor:
        case Apply(function="log" | "ln", arguments=(Symbol() | Index() as inner,)):
            return inner
    return None


def _plain(factor: Term) -> Term:
    """A factor without its transpose or the star of a conjugate."""
    match factor:
        case Transpose(operand=inner):
            return _plain(inner)
        case Index(base=Symbol(name=name), indices=indices) if "^*" in name:
            return Index(Symbol(name.replace("^*", "", 1)), indices, factor.upper)
        case Symbol(name=name) if name.endswith("^*"):
            return Symbol(name[:-2])
    return factor


def _pair(left: Term) -> tuple[str, str] | None:
    """The two that an equation tells apart on its left.

    >>> _pair(Symbol("rho_xy")), _pair(Apply("p", (Symbol("x"), Symbol("y")))), _pair(Symbol("rho_max"))
    (('x', 'y'), ('x', 'y'), None)
    """
    match left:
        case Apply(arguments=(Symbol(name=one), Symbol(name=other))) if one != other:
            return (one, other) if left.function != "derivative" else None
        case Index(indices=(Symbol(name=one), Symbol(name=other)), upper=()) if one != other:
            return one, other
        case Symbol(name=name):
            label = name.partition("_")[2]
            found = PARTS.findall(label)
            if len(found) == 2 and "".join(found) == label and found[0] != found[1]:
                return found[0], found[1]
    return None


def _outside(side: Term, pair: tuple[str, str]) -> Iterator[Term]:
    """The parts of a side, but for what has both of a pair: the numerator of ``c_{xy} / (s_x s_y)``."""
    if _has_both(side, pair):
        return
    yield side
    for each in children(side):
        yield from _outside(each, pair)


def _has_both(part: Term, pair: tuple[str, str]) -> bool:
    return isinstance(part, Index | Apply) and {Symbol(each) for each in pair} <= set(children(part))


def _named(part: Term) -> Iterator[str]:
    """The names that a part is or has in its label."""
    match part:
        case Symbol(name=name):
            yield name
            yield taken_apart(name).below
        case Index(base=Symbol(name=name), indices=(Number(value=at),)):
            yield f"{name}_{at}"
            yield f"{taken_apart(name).below}_{at}"  # the x_1 of \\mu_{x_1}


MEMBER = re.compile(r"(?P<name>\w+)_(?P<number>\d+)")


def _instead(term: Term, one: str, other: str) -> Term:
    """The term with one name, as an argument, an index or a label, changed into the other."""

    def changed(part: Term) -> Term:
        match part:
            case Symbol(name=name) if name == one:
                return Symbol(other, part.origin)
            case Symbol(name=name) if "_" in name and taken_apart(name).below == one:
                return Symbol(name.replace(f"_{one}", f"_{other}", 1), part.origin)
            case Index(base=Symbol(name=name), indices=(Number(value=at),)) if f"{name}_{at}" == one:
                return Symbol(other, part.origin)
            case Index(base=Symbol(name=name) as base, indices=(Number(value=at) as number,)) if (
                f"{taken_apart(name).below}_{at}" == one and (again := MEMBER.fullmatch(other)) is not None
            ):
                label = name.replace(taken_apart(name).below, again["name"], 1)
                turned = replace(number, value=Fraction(int(again["number"])), printed=None)
                return replace(part, base=replace(base, name=label), indices=(turned,))
        return rebuilt(part, changed) if children(part) else part

    return changed(term)


# -- across two answers --------------------------------------------------------------------------------------


def _crossed(total: Sum) -> tuple[Term, Term] | None:
    """The call that both of two log ratios have, ``f(u)/g(v)`` and ``f(v)/g(v)``, and the one that is missing, g(u)."""
    first, second = (_ratio(each) for each in total.terms)
    if first is None or second is None:
        return None
    (f_one, g_one), (f_two, g_two) = first, second
    names = f_one.function, g_one.function
    if names != (f_two.function, g_two.function) or names[0] == names[1]:
        return None
    above = f_one.arguments, f_two.arguments
    below = g_one.arguments, g_two.arguments
    if above[0] == above[1] or below[0] != below[1] or below[0] not in above:
        return None
    stray, meant = (g_one, above[0]) if below[0] == above[1] else (g_two, above[1])
    return stray, Apply(stray.function, meant, stray.labels)


def _ratio(term: Term) -> tuple[Apply, Apply] | None:
    """The two calls of a ratio, under a logarithm and with what is multiplied."""
    inner: Term = term
    while not isinstance(inner, Quotient):
        match inner:
            case Product(factors=factors):
                inner = factors[-1]
            case Apply(function="log" | "ln", arguments=(inside,)):
                inner = inside
            case _:
                return None
    match inner:
        case Quotient(numerator=Apply() as above, denominator=Apply() as below):
            return above, below
    return None
