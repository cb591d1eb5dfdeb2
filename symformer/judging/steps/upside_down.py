r"""Derivatives that stand on their head: ``w - \eta\, \partial w / \partial L``, where the note differentiates the loss.

What is differentiated depends on what it is differentiated by, and not the other way round.  A note tells by its
derivatives which of two names depends on which, link by link; the one derivative that goes against all others is a
slip, unless the words speak of inverses.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.turned_links import turned_links
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.gradients import LOSSES
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

AROUND = 240  # characters in which the words speak of a derivative
TURNING = Cued(
    r"\b(?:in(?:vers\w+|vert\w+)|reciproc\w+|changes? of variables?|implicit\w*|reparam\w+|diffeomorph\w+|bijecti\w+|"
    r"coordinates?|polar|spherical|normali[sz]ing flows?|pushforward|determinants?|det)\b"
    r"|反函数|逆|隐函数|倒数|变量替换|坐标|行列式",
    re.IGNORECASE,
)
DENOISED = Cued(r"\b(?:diffusion|denois\w+|revers(?:e|ible))\b|扩散|去噪|可逆", re.IGNORECASE)
CALLED_LOSS = Cued(r"\b(?:loss|cost|objective|risk|error)\b|损失|代价", re.IGNORECASE)
PLAIN = frozenset({"prose", "worksheet"})  # without LaTeX: dL/dW
MOST_NAMES = 200


@dataclass(frozen=True, slots=True)
class _Seen:
    """A first derivative, with the names above and below: as they are written, and their letters alone."""

    statement: Statement
    part: Apply
    above: Term
    below: Term
    names: tuple[str, str]
    letters: tuple[str, str]


def upside_down_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative that has above what the rest of the note has below."""
    plain = (each for each in model.statements if each.carrier in PLAIN and each.stance == "asserted")
    formulas = (*once(model, asserted_formulas), *((each, tuple(walk(each.term))) for each in plain))
    seen = [each for statement, parts in formulas for each in _derivatives(statement, parts)]
    told: set[int] = set()
    steps = () if DENOISED.search(model.document.source.text) else _against_the_steps(seen)
    losses = ((each, None) for each in seen if _is_told_as_loss(each, model))
    for each, beside in (
        *_against_the_others(seen),
        *steps,
        *_in_updates(seen),
        *_in_their_formulas(seen),
        *losses,
    ):
        place = each.statement.place(each.part.origin)
        if place.start not in told and not _may_be_turned(each, model):
            told.add(place.start)
            yield _problem(each, beside)


def _derivatives(statement: Statement, parts: Parts) -> Iterator[_Seen]:
    for part in parts:
        match part:
            case Apply("derivative", (above, below), ()) | Apply("gradient", (above,), (below,)):
                names, letters = (_name(above), _name(below)), (_letter(above), _letter(below))
                if all(names) and all(letters):
                    yield _Seen(statement, part, above, below, names, letters)


def _name(term: Term) -> str:
    r"""A name as it is compared, with its index; nothing for what is more than a name.

    >>> _name(Apply("L", (Symbol("theta"),))), _name(Symbol("bold(W)")), _name(Sum((Symbol("a"), Symbol("b"))))
    ('L', 'W', '')
    """
    match term:
        case Transpose(operand=operand):
            return _name(operand)
        case Symbol(name=name):
            spelling = taken_apart(name)
            return "_".join(filter(None, (*spelling.accents, spelling.letter, spelling.below, spelling.above)))
        case Index(base=base):
            inside = _name(base)
            return f"{inside}{show(term)[len(show(base)) :]}" if inside else ""
        case Apply(function=function, arguments=(_, *_)) if taken_apart(function).is_letter or function in LOSSES:
            return taken_apart(function).letter
    return ""


def _letter(term: Term) -> str:
    match term:
        case Transpose(operand=operand):
            return _letter(operand)
        case Index(base=base):
            return _letter(base)
        case Symbol(name=name) | Apply(function=name):
            return taken_apart(name).letter
    return ""


# -- against all others ---------------------------------------------------------------------------------------


def _against_the_others(seen: Sequence[_Seen]) -> Iterator[tuple[_Seen, _Seen]]:
    """Each derivative that goes against the way in which all others lead, with one that leads the right way."""
    if len(seen) < 2:
        return
    for pairs in ([each.letters for each in seen], [each.names for each in seen]):
        ways: dict[tuple[str, str], list[_Seen]] = defaultdict(list)
        for pair, each in zip(pairs, seen, strict=True):
            ways[pair].append(each)
        leads: dict[str, set[str]] = defaultdict(set)
        for above, below in ways:
            if above != below:
                leads[above].add(below)
        often = Counter(below for ends in leads.values() for below in ends)
        for (above, below), found in ways.items():
            if above == below or len({id(each.statement) for each in found}) > 1:
                continue
            if (above, below) == found[0].letters and _are_of_two_stages(found[0]):
                continue
            ends = leads.get(below, set())
            if not ends or _reaches(above, below, leads):
                continue
            back = ways.get((below, above), [])
            if len(back) > 1 or back and _is_loss(below):
                yield from ((each, back[0]) for each in found)
            elif not back and often[below] == 1 and _is_source(above, below, leads):
                yield from ((each, ways[below, min(ends)][0]) for each in found)


def _are_of_two_stages(each: _Seen) -> bool:
    """Whether the two names are of two layers or units, so that their letters do not tell which depends on which.

    ``∂z_2/∂a_1`` goes with ``∂a_1/∂z_1``.
    """
    one, other = each.above, each.below
    if each.names == each.letters:
        return False
    if isinstance(one, Index) and isinstance(other, Index):
        here, there = (dimension_of(part.slots[0]) for part in (one, other))
        return here is not None and there is not None and here != there and (here - there).number is not None
    marks = [name.removeprefix(letter) for name, letter in zip(each.names, each.letters, strict=True)]
    return all(marks) and marks[0] != marks[1]


def _reaches(start: str, goal: str, leads: dict[str, set[str]]) -> bool:
    """Whether a name depends on another by the derivatives of a note, link by link, but for the one of both themselves.

    >>> leads = {"L": {"y"}, "y": {"w"}, "w": {"L"}}
    >>> _reaches("L", "w", leads), _reaches("w", "L", leads)
    (True, False)
    """
    seen, waiting = {start}, [start]
    while waiting and len(seen) < MOST_NAMES:
        top = waiting.pop()
        for name in leads.get(top, ()):
            if name == goal and top != start:
                return True
            if name not in seen and name != goal:
                seen.add(name)
                waiting.append(name)
    return False


def _is_source(above: str, below: str, leads: dict[str, set[str]]) -> bool:
    """Whether what is below is what the note differentiates by everything else, and above is a mere name.

    Where a way leads down from it to what is above, two derivatives say so; else it is a loss and stands above of
    several others, and what is above here stands above of nothing.
    """
    several = len(leads[below]) > 1
    if _reaches(below, above, leads):
        return several or _is_loss(below)
    return several and leads[above] == {below} and _is_loss(below) and not _is_loss(above)


def _is_loss(name: str) -> bool:
    """Whether a name is one that losses have.

    >>> _is_loss("L"), _is_loss("L_i"), _is_loss("total loss"), _is_loss("W")
    (True, True, True, False)
    """
    return re.split(r"[_\[^]", name)[0] in LOSSES or any(word in name.lower() for word in ("loss", "cost", "error"))


# -- against the steps -----------------------------------------------------------------------------------------


def _against_the_steps(seen: Iterable[_Seen]) -> Iterator[tuple[_Seen, _Seen]]:
    """``∂h_{t-1}/∂h_t`` where all other derivatives in a family are by a member that comes before."""
    families: dict[str, list[tuple[int, _Seen]]] = defaultdict(list)
    for each in seen:
        if each.letters[0] == each.letters[1] and (way := _way(each.above, each.below)):
            families[each.letters[0]].append((way, each))
    for found in families.values():
        on, back = ([each for way, each in found if way == wanted] for wanted in (1, -1))
        if len(back) == 1 and on:
            yield back[0], on[0]


def _way(above: Term, below: Term) -> int:
    """1 where a member of a family is differentiated by one before it, -1 where by one behind it, 0 where nothing tells.

    >>> from fractions import Fraction
    >>> h = Symbol("h")
    >>> _way(Index(h, (Symbol("T"),)), Index(h, (Number(Fraction(1)),)))
    1
    """
    slots = [each.slots for each in (above, below) if isinstance(each, Index)]
    if len(slots) != 2 or len(slots[0]) != 1 or len(slots[1]) != 1:
        return 0
    one, other = dimension_of(slots[0][0]), dimension_of(slots[1][0])
    if one is None or other is None:
        return 0
    apart = (one - other).number
    if apart is not None:
        return (apart > 0) - (apart < 0)
    return (other.number is not None) - (one.number is not None)  # a last step, T, comes behind any with a number


# -- by a loss --------------------------------------------------------------------------------------------------


def _is_told_as_loss(each: _Seen, model: SemanticModel) -> bool:
    """Whether something is differentiated by what the note calls its loss, and by nothing else."""
    if _is_loss(each.names[0]) or not _is_loss(each.letters[1]):
        return False
    if len(each.letters[1]) > 3:
        return True  # its name says so
    below = unindexed(each.below)
    name = below.name if isinstance(below, Symbol) else below.function if isinstance(below, Apply) else ""
    concepts = [told.concept for told in model.table.all_of(name) if told.concept]
    return bool(concepts) and all(CALLED_LOSS.search(concept) for concept in concepts)


# -- in an update ---------------------------------------------------------------------------------------------


def _in_updates(seen: Iterable[_Seen]) -> Iterator[tuple[_Seen, None]]:
    """``w - η ∂w/∂L``: what is learnt is differentiated by the loss."""
    for each in seen:
        if not _is_loss(each.letters[1]) or _is_loss(each.letters[0]):
            continue
        for total in walk(each.statement.term):
            terms = total.terms if isinstance(total, Sum) else ()
            kept = any(_letter(one) == each.letters[0] for one in terms if isinstance(one, Symbol | Index | Apply))
            if kept and any(_takes_off(one, each.part) for one in terms):
                yield each, None
                break


def _takes_off(term: Term, part: Term) -> bool:
    """Whether a term is less a product with a part: ``-η ∂w/∂L``."""
    factors = flat.factors if isinstance(flat := _flat(term), Product) else ()
    return any(factor is part for factor in factors) and any(
        isinstance(factor, Number) and factor.value < 0 for factor in factors
    )


def _flat(term: Term) -> Term:
    """A product without brackets around those of its factors that are products."""
    if not isinstance(term, Product):
        return term
    factors: list[Term] = []
    for factor in term.factors:
        inside = _flat(factor)
        factors += inside.factors if isinstance(inside, Product) else [inside]
    return Product(tuple(factors))


# -- in its own formula ---------------------------------------------------------------------------------------


def _in_their_formulas(seen: Sequence[_Seen]) -> Iterator[tuple[_Seen, None]]:
    """The derivative that has to be turned over for the chain rule of its formula to hold."""
    by_statement: dict[int, list[_Seen]] = defaultdict(list)
    for each in seen:
        by_statement[id(each.statement)].append(each)
    for found in by_statement.values():
        turned = turned_links(found[0].statement.term, {id(each.part): each.names for each in found})
        yield from ((each, None) for each in found if any(each.part is part for part in turned))


# -- what is right --------------------------------------------------------------------------------------------


def _may_be_turned(each: _Seen, model: SemanticModel) -> bool:
    """Whether the derivative of an inverse may be meant: the words say so, or the formula divides by the other one."""
    span = each.statement.span
    if TURNING.search(model.document.source.text, max(0, span.start - AROUND), span.end + AROUND):
        return True
    for part in walk(each.statement.term):
        match part:
            case Quotient(denominator=under) if _has_derivative(under):
                return True
            case Power(base=base, exponent=Number(value=value)) if value < 0 and _has_derivative(base):
                return True
    return False


def _has_derivative(term: Term) -> bool:
    return any(isinstance(part, Apply) and part.function == "derivative" for part in walk(term))


def _problem(each: _Seen, beside: _Seen | None) -> Problem:
    above, below = show(each.above), show(each.below)
    place = each.statement.place(each.part.origin)
    return Problem(
        place,
        f"the derivative stands on its head: {above} is differentiated by {below} here, and {below} depends on {above}",
        help=f"try {below} above and {above} below",
        related=(Related(beside.statement.place(beside.part.origin), f"{show(beside.above)} is above here"),)
        if beside is not None
        else (),
        evidence={"kind": "step", "left": above, "right": below},
        key=f"upside-down@{place.start}",
    )
