"""What stands in the brackets of a call: arguments, conditions behind a bar, parameters behind a semicolon."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.functions import lookup
from symformer.reading.sequences import with_members
from symformer.reading.spoken import GIVEN, OR, spoken_within, with_bar
from symformer.reading.written import items_of, sides_of, signs_of
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, held_in, parts
from symformer.terms.term import Apply, Term
from symformer.text.span import Span

Lower = Callable[[Node], Term]


def arguments_of(fence: Node, lower: Lower, name: str = "") -> tuple[Term, ...]:
    """The arguments in a call's brackets; a bar before the last gives a ``given`` argument."""
    inside = [part for part in parts(fence) if part.kind not in BRACKETS]
    if not inside:
        return ()
    inner = content(inside[0])
    held = held_in(inner) if inner.kind is Kind.FENCE and inner.text == "()" else None
    if held is not None and held.kind is Kind.LIST and (given := given_in(held, lower)) is not None:
        return (given,)  # E[(x | y, z)]: brackets of their own around all that the bar divides
    if inner.kind is Kind.LIST and (barred := with_bar(inner, GIVEN)) is not None:
        return (lower(barred),)
    if inner.kind is Kind.LIST:
        if (given := given_in(inner, lower)) is not None:
            return (given,)
        if all(part.text in OR for part in parts(inner) if part.kind is Kind.SEPARATOR):
            return (Apply("or", _arguments_in(items_of(inner), lower), (), inner.span),)
        if (divided := _parametrised(inner, name, lower)) is not None:
            return divided
        if (spoken := spoken_within(inner, lower)) is not None:
            return (spoken,)
        return _arguments_in(items_of(inner), lower)
    return tuple(with_members((lower(inner),)))


def _arguments_in(items: Sequence[Node], lower: Lower) -> tuple[Term, ...]:
    return tuple(with_members(lower(item) for item in items if content(item).kind is not Kind.MISSING))


def _parametrised(node: Node, name: str, lower: Lower) -> tuple[Term, ...] | None:
    """``f(x, y; a, b)``: what stands behind the one semicolon are parameters; ``Concat(a; b)`` has none."""
    pieces = parts(node)
    at = [at for at, piece in enumerate(pieces) if piece.kind is Kind.SEPARATOR and piece.text == ";"]
    known = lookup(name) if name else None
    if len(at) != 1 or known is not None and known.law in ("concat", "stack", "extremum"):
        return None
    before, after = _sublist(pieces[: at[0]]), _sublist(pieces[at[0] + 1 :])
    if before is None or after is None:
        return None
    parameters = Apply("parameters", _arguments_in(items_of(after), lower), (), after.span)
    given = given_in(before, lower)
    return ((given,) if given is not None else _arguments_in(items_of(before), lower)) + (parameters,)


def _sublist(pieces: Sequence[Node]) -> Node | None:
    """Some items of a list with the separators between them, as a list."""
    if not pieces:
        return None
    return Node(Kind.LIST, Span(pieces[0].span.start, pieces[-1].span.end), tuple(pieces))


def given_in(node: Node, lower: Lower) -> Term | None:
    """``p(x, y | z, w)``: the bar divides all that stands before it from all that follows."""
    items = [content(item) for item in items_of(node)]
    bars = [at for at, item in enumerate(items) if item.kind is Kind.MID and _divides(item)]
    if len(bars) != 1 or any(part.text == ";" for part in parts(node)):
        return None
    at = bars[0]
    left, right = sides_of(items[at])
    before = list(with_members(lower(item) for item in (*items[:at], left)))
    after = list(
        with_members(lower(item) for item in (right, *items[at + 1 :]) if content(item).kind is not Kind.MISSING)
    )
    sides = (_together(before, node.span), _together(after, node.span)) if after else ()
    return Apply("given", sides, (), node.span) if sides else None


def _divides(node: Node) -> bool:
    """Whether a node is two sides with one bar between them."""
    return signs_of(node) == ("|",) and len(sides_of(node)) == 2


def _together(terms: list[Term], span: Span) -> Term:
    return terms[0] if len(terms) == 1 else Apply("tuple", tuple(terms), (), span)
