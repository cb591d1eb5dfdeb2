r"""Lists of what came before: ``p(x_t | x_1, …, x_{t+1})`` has x_t in it, ``x_{<t} = (x_1, …, x_{t+1})`` more than it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.algebra.dimension import Dimension, number
from symformer.documents.places import words_around
from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Relation,
    Slice,
    Term,
)
from symformer.text.cued import Cued

AROUND = 400  # characters
DOUBLED = 2  # times that a member stands in a list by a slip
FORWARD = Cued(
    r"\b(?:auto-?regressi\w+|language model\w*|left[- ]to[- ]right|next[- ](?:token|word)s?|perplexit\w+|causal\w*|decod\w+|generat\w+)\b"
    r"|自回归|语言模型|困惑度|从左到右|解码|生成",
    re.IGNORECASE,
)
BACKWARD = Cued(
    r"\b(?:backward\w*|bi-?direction\w*|right[- ]to[- ]left|revers\w+|permut\w+|suffix\w*|infill\w*|future|lookahead|ELMo|XLNet)\b"
    r"|双向|反向|从右到左|逆序|后缀|排列|未来",
    re.IGNORECASE,
)


# -- what is given ---------------------------------------------------------------------------------------------


def run_with(outcome: Index, conditions: Sequence[Term]) -> Term | None:
    """The end of a list with dots that runs past the outcome itself; a window around it is a custom, and is left.

    >>> from fractions import Fraction
    >>> from symformer.terms.term import Number, Sum, Symbol
    >>> def x(slot): return Index(Symbol("x"), (slot,))
    >>> t, one = Symbol("t"), Number(Fraction(1))
    >>> show(run_with(x(t), (x(one), Ellipsis(), x(Sum((t, one))))))
    'x[t + 1]'
    >>> run_with(x(t), (x(one), Ellipsis(), x(Sum((t, Number(Fraction(-1)))))))
    """
    if any(one == other for one, other in pairwise(conditions)):
        return None  # a member that is listed twice is told as that
    for before, dots, after in zip(conditions, conditions[1:], conditions[2:], strict=False):
        if not isinstance(dots, Ellipsis):
            continue
        slots = [slots for each in (before, outcome, after) if (slots := _slots_like(each, outcome)) is not None]
        if len(slots) != 3:
            continue
        running = [at for at, (one, _, two) in enumerate(zip(*slots, strict=True)) if one != two]
        if len(running) != 1 or any(
            len({each[at] for each in slots}) > 1 for at in range(len(slots[0])) if at not in running
        ):
            continue
        ends = [dimension_of(each[running[0]]) for each in slots]
        if ends[0] is None or ends[1] is None or ends[2] is None:
            continue
        for first, last, term in ((ends[0], ends[2], after), (ends[2], ends[0], before)):
            if _is_before(first, ends[1]) and _steps(last - ends[1]) and ends[1] - first != last - ends[1]:
                return term
    return None


def _slots_like(term: Term, outcome: Index) -> tuple[Term, ...] | None:
    """The indices of a member of the family that an outcome is of."""
    if not isinstance(term, Index) or term.base != outcome.base:
        return None
    same = len(term.indices) == len(outcome.indices) and len(term.upper) == len(outcome.upper)
    return term.slots if same else None


def _is_before(first: Dimension, place: Dimension) -> bool:
    """Whether a place stands at the first one or behind it: 1 before t, t - k before t."""
    if first.number is not None or not first.terms:
        return True
    apart = place - first
    return bool(apart.terms) and all(factor > 0 for _, factor in apart.terms)


def _steps(apart: Dimension) -> bool:
    """Whether a distance is zero or a whole number of steps ahead."""
    return not apart.terms or apart.number is not None and apart.number > 0


def later_than(outcome: Index, conditions: Sequence[Term]) -> Term | None:
    """The ``x_{>t}`` among what is given for x_t; a word in a gap has both sides given."""
    slots = _slots_like(outcome, outcome)
    if sum(isinstance(each, Index) and each.base == outcome.base for each in conditions) > 1:
        return None
    for each in conditions:
        match each:
            case Index(indices=(*_, Apply(function="prefix >", arguments=(stop,)))) if slots and stop == slots[-1]:
                return each if each.base == outcome.base else None
    return None


def goes_forward(model: SemanticModel) -> bool:
    """Whether a note speaks of models that go on from what came before."""
    return FORWARD.search(model.document.source.text) is not None


def goes_back(statement: Statement, model: SemanticModel) -> bool:
    """Whether the words around a formula speak of what comes later, or of both directions."""
    return BACKWARD.search(words_around(model.document, statement.span, AROUND)) is not None


# -- lists with a name ---------------------------------------------------------------------------------------


def history_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each ``x_{<t}`` that is written out to another end."""
    for statement, parts in once(model, asserted_formulas):
        if not any(isinstance(part, Ellipsis) for part in parts):
            continue
        if isinstance(statement.term, Relation):
            yield from _named(statement, statement.term)


def _named(statement: Statement, relation: Relation) -> Iterator[Problem]:
    for sign, one, other in zip(relation.relations, relation.sides, relation.sides[1:], strict=False):
        for name, listed in ((one, other), (other, one)) if sign in EXACTLY_EQUAL else ():
            wanted, items = _lasts(name), _items(listed)
            if not wanted or len(items) < 3 or not isinstance(items[-2], Ellipsis):
                continue
            found = _slots_like(items[-1], name) if isinstance(name, Index) else None
            last = dimension_of(found[-1]) if found else None
            if last is None or any(last == each for each in wanted) or not (last - wanted[0]).number:
                continue
            place = statement.place(origin_of(items[-1]))
            yield Problem(
                place,
                f"{show(name)} ends with {wanted[0]}, and the list beside it with {last}",
                help=f"try {wanted[0]} as the last index",
                evidence={"kind": "index", "letter": str(last)},
                key=f"history@{place.start}",
            )


def _lasts(name: Term) -> list[Dimension]:
    """The last index that a name for several members takes in; of a slice, programs leave out the last."""
    match name:
        case Index(indices=(*_, Apply(function="prefix <" | "prefix ≤" as kind, arguments=(stop,)))):
            last = dimension_of(stop)
            return [] if last is None else [last - number(1) if kind == "prefix <" else last]
        case Index(indices=(*_, Slice(start=_, stop=stop))) if stop is not None:
            last = dimension_of(stop)
            return [] if last is None else [last, last - number(1)]
    return []


def _items(listed: Term) -> Sequence[Term]:
    match listed:
        case Matrix(rows=(row,)):
            return row
        case Apply(function="tuple" | "set" | "list", arguments=items):
            return items
    return ()


# -- twice in a list -----------------------------------------------------------------------------------------


def doubled_members(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each member that stands twice, side by side, in a list with dots."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts if any(isinstance(each, Ellipsis) for each in parts) else ():
            items = _items(part)
            if not any(isinstance(each, Ellipsis) for each in items):
                continue
            times = Counter(items)
            for one, other in pairwise(items):
                if one == other and isinstance(one, Index) and times[one] == DOUBLED:
                    yield _twice(statement, other)  # g_1, g_1, …, g_1 repeats one member on purpose


def _twice(statement: Statement, member: Term) -> Problem:
    place = statement.place(origin_of(member))
    return Problem(
        place,
        f"{show(member)} stands twice in this list, side by side",
        help="try the index before it, or behind it, for one of the two",
        evidence={"kind": "index", "symbol": show(member)},
        key=f"twice@{place.start}",
    )
