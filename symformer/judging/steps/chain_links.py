"""The links of the chain rule: each derivative goes on where the one before it ends, and by what it depends on.

``∂L/∂w = ∂L/∂a · ∂a/∂z · ∂u/∂w`` is broken at u; ``∂z/∂w_5`` is none where ``z = w_1 x_1 + w_2 x_2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.step_faults import refuted_steps
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)

MOST_NAMES = 80


@dataclass(frozen=True, slots=True)
class _Definition:
    """What one equation says that a name is."""

    statement: Statement
    body: Term


Book = dict[str, list[_Definition]]


def chain_rule_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each broken link of a product of derivatives, and each derivative by what is not in it."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EQUAL:
            continue
        if (apart := _averaged_by_another(term)) is not None:
            yield _averaged_problem(statement, *apart)
        for side in term.sides:
            if (idle := _idle(side)) is not None:
                yield _idle_problem(statement, idle)
                continue
            links = _links(side)
            if len(links) < 2 or any(isinstance(part, Unknown) for part in walk(side)):
                continue
            whole = next((each for each in term.sides if _is_derivative(each) and each is not side), None)
            broken = _broken(links, whole) if whole is not None else None
            if broken is not None and _are_one(broken, model):
                continue
            if broken is not None:
                if not any(step.statement is statement for step in once(model, refuted_steps)):
                    yield _broken_problem(statement, *broken)
                continue
            for link in links:
                if (found := _independent(link, statement, model)) is not None:
                    yield _independent_problem(statement, link, *found)


# -- the mean of the derivatives of all examples -----------------------------------------------------------


def _averaged_by_another(term: Relation) -> tuple[Term, Term] | None:
    r"""By what a whole is differentiated and by what its parts are, where that differs: ``∂L/∂V = \sum_i ∂L_i/∂W``."""
    whole, *others = term.sides
    for side in others[:1]:
        ours, theirs = _of_by(whole), _of_by(_summed(side))
        if ours is None or theirs is None or _summed(side) is side:
            continue
        (total, letter), (part, other) = ours, theirs
        same_loss = isinstance(part, Index) and part.base == unindexed(total)
        names = all(isinstance(each, Symbol | Index) for each in (letter, other))
        if isinstance(part, Index) and isinstance(other, Index) and set(part.indices) & set(other.indices):
            continue  # z_i = W x_i + b has b as it is
        if same_loss and names and _root(letter) != _root(other) and letter not in set(walk(side)):
            return letter, other
    return None


def _summed(side: Term) -> Term:
    """What a mean or a sum is taken of: the derivative in ``\\frac{1}{N} \\sum_i ∂L_i/∂W``."""
    while True:
        match side:
            case Product(factors=(Number() | Quotient(numerator=Number()) | Symbol(), rest)):
                side = rest
            case Quotient(numerator=rest, denominator=Symbol() | Index() | Number()):
                side = rest
            case IndexedSum(kind="sum", body=rest):
                side = rest
            case _:
                return side


def _of_by(term: Term) -> tuple[Term, Term] | None:
    """What is differentiated, and by what."""
    match term:
        case Apply(function="derivative", arguments=(whole, letter), labels=()):
            return whole, letter
        case Apply(function="gradient", arguments=(whole,), labels=(letter,)):
            return whole, letter
    return None


def _averaged_problem(statement: Statement, letter: Term, other: Term) -> Problem:
    return Problem(
        statement.place(other.origin),
        f"the whole is differentiated by {show(letter)} and its parts by {show(other)}",
        help=f"try {show(letter)} here, or {show(other)} on the left",
        related=(Related(statement.place(letter.origin), f"by {show(letter)} here"),),
        evidence={"kind": "symbol", "symbol": show(other)},
    )


# -- what goes on where the one before ends ----------------------------------------------------------------


def _is_derivative(term: Term) -> bool:
    return isinstance(term, Apply) and term.function == "derivative" and len(term.arguments) == 2 and not term.labels


def _opened(side: Term) -> tuple[Term, ...]:
    """The factors of a product as they are written, those of a product within it too."""
    if not isinstance(side, Product):
        return (side,)
    return tuple(factor for each in side.factors for factor in _opened(each))


def _links(side: Term) -> list[Apply]:
    """The factors of a product of derivatives only; numbers may stand among them."""
    if not isinstance(side, Product):
        return []
    factors = _opened(side)  # also those that a brace holds together
    links = [each for each in factors if isinstance(each, Apply) and _is_derivative(each)]
    others = sum(not isinstance(each, Number) for each in factors)
    return links if len(links) == others else []


def _idle(side: Term) -> Apply | None:
    """A factor ``∂h_n/∂h_n`` of a product of derivatives, or all of them."""
    if isinstance(side, IndexedSum) and side.kind == "product" and isinstance(body := side.body, Apply):
        return body if _is_derivative(body) and body.arguments[0] == body.arguments[1] else None
    factors = _opened(side)
    links = [each for each in factors if isinstance(each, Apply) and _is_derivative(each)]
    return next((each for each in links if each.arguments[0] == each.arguments[1]), None) if len(links) > 1 else None


def _broken(links: list[Apply], whole: Term) -> tuple[Apply, Apply] | None:
    """The two neighbours that do not meet, where they are the only ones."""
    assert isinstance(whole, Apply)
    above = Counter(_key(each.arguments[0]) for each in links)
    below = Counter(_key(each.arguments[1]) for each in links)
    above.subtract({_key(whole.arguments[0]): 1})
    below.subtract({_key(whole.arguments[1]): 1})
    gaps = [each for each in {*above, *below} if above[each] != below[each]]
    if len(gaps) != 2 or any(abs(above[each] - below[each]) != 1 for each in gaps):
        return None
    last = links[-1]
    if _are_two_of_a_family(last.arguments[1], whole.arguments[1]):
        return whole, last
    ordered = links if _key(links[0].arguments[0]) == _key(whole.arguments[0]) else links[::-1]
    if _key(ordered[0].arguments[0]) != _key(whole.arguments[0]):
        return None
    if _key(ordered[-1].arguments[1]) != _key(whole.arguments[1]):
        return None
    apart = [(one, two) for one, two in pairwise(ordered) if _key(one.arguments[1]) != _key(two.arguments[0])]
    if len(apart) != 1 or not all(isinstance(each, Symbol | Index) for each in _ends(apart[0])):
        return None
    if _may_be_one(*_ends(apart[0])):
        return None
    return apart[0]


def _are_two_of_a_family(one: Term, other: Term) -> bool:
    """Whether two names are w_1 and w_2."""
    keys = _key(one), _key(other)
    return _root(one) == _root(other) and keys[0] != keys[1] and _has_number(one) and _has_number(other)


def _key(term: Term) -> str:
    """A name as it is compared: w5 is w_5."""
    return show(term).replace("_", "").replace("[", "").replace("]", "").replace(" ", "")


def _ends(links: tuple[Apply, Apply]) -> tuple[Term, Term]:
    """Where the first of two links ends, and where the second begins."""
    return links[0].arguments[1], links[1].arguments[0]


def _are_one(links: tuple[Apply, Apply], model: SemanticModel) -> bool:
    """Whether the note says somewhere that both are the same: o = h."""
    ends = {_key(each) for each in _ends(links)}
    return any(
        isinstance(statement.term, Relation) and ends <= {_key(side) for side in statement.term.sides}
        for statement in model.statements
    )


def _may_be_one(one: Term, other: Term) -> bool:
    """Whether two names may be one thing, looser written: members of a family, a letter with and without a label."""
    return _root(one) == _root(other) and not _are_steps_apart(one, other)


def _are_steps_apart(one: Term, other: Term) -> bool:
    """Whether two names are of steps that differ by a number: h_{l+1} and h_{l-1}."""
    slots = [each.slots for each in (one, other) if isinstance(each, Index)]
    if len(slots) != 2 or len(slots[0]) != 1 or len(slots[1]) != 1:
        return False
    here, there = (dimension_of(each[0]) for each in slots)
    return here is not None and there is not None and bool((here - there).number)


def _root(term: Term) -> str:
    base = term
    while isinstance(base, Index):
        base = base.base
    if not isinstance(base, Symbol):
        return show(base)
    name = base.name
    return name.partition("_")[0].partition("^")[0] if not name.endswith(")") else name


# -- by what it does not depend on -------------------------------------------------------------------------


def _independent(link: Apply, statement: Statement, model: SemanticModel) -> tuple[_Definition, _Definition] | None:
    """The definition of what is differentiated, without what it is differentiated by, and one that has it."""
    of, by = link.arguments
    if not _is_one(of) or not _is_one(by):
        return None
    book = once(model, _book)
    told = book.get(_key(of), [])
    if len({each.body for each in told}) != 1:
        return None
    own = told[0]
    letters = _names_in(own.body)
    wanted = _key(by)
    if letters is None or wanted in letters:
        return None
    family, siblings = _root(by), {each for each in letters if _stem(each) == _stem(wanted)}
    if not siblings or not _has_number(by):
        return None
    queue, seen = list(letters), set(letters)
    while queue:
        name = queue.pop()
        if name == wanted or len(seen) > MOST_NAMES:
            return None
        for each in book.get(name, ()):
            inner = _names_in(each.body)
            if inner is None:
                return None
            queue += inner - seen
            seen |= inner
    if wanted in seen or family in seen:
        return None
    others = [
        each
        for name, tellings in book.items()
        for each in tellings
        if name != _key(of) and wanted in (_names_in(each.body) or ())
    ]
    return (own, others[0]) if others else None


def _is_one(term: Term) -> bool:
    """Whether a term is a name, or one member of a family, told by a number."""
    if isinstance(term, Symbol):
        return True
    slots = term.slots if isinstance(term, Index) else ()
    return bool(slots) and all(isinstance(each, Number) for each in slots)


def _has_number(term: Term) -> bool:
    return any(each.isdigit() for each in _key(term))


def _stem(key: str) -> str:
    """A name without the number at its end."""
    return key.rstrip("0123456789()^")


def _names_in(body: Term) -> frozenset[str] | None:
    """The names in a formula; None where it has members without a number, or what could not be read."""
    found: set[str] = set()
    stack = [body]
    while stack:
        top = stack.pop()
        if isinstance(top, Unknown | Ellipsis):
            return None
        if isinstance(top, Index):
            if not _is_one(top):
                return None
            found.add(_key(top))
        elif isinstance(top, Symbol):
            found.add(_key(top))
        else:
            stack.extend(children(top))
    return frozenset(found)


def _book(model: SemanticModel) -> Book:
    """Every equation that says of one name what it is."""
    found: Book = {}
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left, body = term.sides[0], term.sides[1]
        if term.relations[0] not in EXACTLY_EQUAL or not _is_one(left) or not isinstance(body, Sum | Product | Apply):
            continue
        if _is_derivative(body) or not any(isinstance(part, Symbol) for part in walk(body)):
            continue
        found.setdefault(_key(left), []).append(_Definition(statement, body))
    return found


# -- a letter that lost its index ----------------------------------------------------------------------------


def letters_without_index(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each derivative of ``w_1 x_1 + w_2 x_2`` by w_1 that is said to be x, which nothing tells."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        whole, *others = term.sides
        if not _is_derivative(whole) or not isinstance(whole, Apply) or term.relations[0] not in EXACTLY_EQUAL:
            continue
        of, by = whole.arguments
        shown = others[0]
        if not isinstance(shown, Symbol) or not _is_one(of) or _stands_elsewhere(shown, statement, model):
            continue
        told = once(model, _book).get(_key(of), [])
        if len({each.body for each in told}) != 1:
            continue
        meant = _factor_of(by, told[0].body)
        if meant is not None and _root(meant) == shown.name and _has_number(meant):
            place = statement.place(shown.origin)
            yield Problem(
                place,
                f"this derivative is {show(meant)}, not {show(shown)}",
                help=f"try {show(meant)}",
                level="warning",
                related=(Related(told[0].statement.span, f"{show(of)} is given here"),),
                evidence={"kind": "step", "left": show(meant), "right": show(shown)},
                key=f"derivative@{place.start}",
            )


def _stands_elsewhere(letter: Symbol, statement: Statement, model: SemanticModel) -> bool:
    """Whether a note has a letter without an index in another place, or says what it is."""
    uses = model.uses.of(letter.name)
    return bool(uses.declarations) or any(
        isinstance(each.term, Symbol)
        and each.part in ("used", "defined", "declared", "parameter")
        and not statement.span.contains(each.span)
        for each in uses.occurrences
    )


def _factor_of(by: Term, body: Term) -> Term | None:
    """The x_1 of ``w_1 x_1 + …``, asked by w_1: the one name beside it in the one term that has it."""
    terms = body.terms if isinstance(body, Sum) else (body,)
    having = [each for each in terms if any(_key(part) == _key(by) for part in walk(each) if _is_one(part))]
    if len(having) != 1 or not isinstance(having[0], Product):
        return None
    others = [each for each in having[0].factors if not _is_one(each) or _key(each) != _key(by)]
    if len(others) != 1 or len(having[0].factors) != 2 or not _is_one(others[0]):
        return None
    return others[0]


# -- in words --------------------------------------------------------------------------------------------


def _broken_problem(statement: Statement, one: Apply, two: Apply) -> Problem:
    if _are_two_of_a_family(one.arguments[1], two.arguments[1]):
        return _end_problem(statement, one, two)
    below, above = show(one.arguments[1]), show(two.arguments[0])
    place = statement.place(two.arguments[0].origin)
    return Problem(
        place,
        f"the chain rule breaks here: what is differentiated by {below} is followed by the derivative of {above}",
        help=f"try {below} above, or a factor between the two",
        evidence={"kind": "step", "left": below, "right": above},
        key=f"chain-link@{place.start}",
    )


def _idle_problem(statement: Statement, link: Apply) -> Problem:
    name, place = show(link.arguments[0]), statement.place(link.origin)
    return Problem(
        place,
        f"a link of the chain rule differentiates {name} by {name} itself, which is one",
        help="try the name that the link before it, or behind it, ends in",
        evidence={"kind": "step", "left": name, "right": name},
        key=f"chain-link@{place.start}",
    )


def _end_problem(statement: Statement, whole: Apply, last: Apply) -> Problem:
    wanted, found = show(whole.arguments[1]), show(last.arguments[1])
    place = statement.place(last.origin)
    return Problem(
        place,
        f"the chain rule ends in a derivative by {found}, and what is worked out is the one by {wanted}",
        help=f"try {wanted}",
        evidence={"kind": "step", "left": wanted, "right": found},
        key=f"chain-link@{place.start}",
    )


def _independent_problem(statement: Statement, link: Apply, own: _Definition, other: _Definition) -> Problem:
    of, by = (show(each) for each in link.arguments)
    place = statement.place(link.origin)
    holder = other.statement.term.sides[0] if isinstance(other.statement.term, Relation) else other.body
    return Problem(
        place,
        f"{of} does not depend on {by}: it is {show(own.body)}",
        help=f"{by} stands in {show(holder)}",
        related=(
            Related(own.statement.span, f"{of} is given here"),
            Related(other.statement.span, f"{by} stands here"),
        ),
        evidence={"kind": "step", "left": of, "right": by},
        key=f"chain-link@{place.start}",
    )
