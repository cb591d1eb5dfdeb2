"""The sides and signs of a chain: intervals beside ∈, signs written twice, what stands over an arrow."""

from __future__ import annotations

import re

from symformer.reading.spoken import is_phrase
from symformer.reading.written import joined_node, sides_of
from symformer.syntax.nodes import SILENT, Kind, Node, content, leaves, parts
from symformer.terms.term import (
    EXACTLY_EQUAL,
    ROUGHLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Symbol,
    Term,
    Unknown,
)
from symformer.text.cued import Cued

RISES = frozenset("↑↓")
ARROWS = frozenset("→←↔⇝↦↪↠")
LED_TO = frozenset("⇒⇐⇔∼")
# the mark of a reason: (a), (i), ii), 1, *; a question or a demand
REASON = re.compile(r"\(?\w{1,3}\)|\d+|[*?!†]+|def\.?|\(\*+\)")
# of laws, where two sides are equal or alike in law only: equal in distribution, almost surely
IN_LAW = Cued(
    r"(?:\\(?:mathcal|mathrm|mathscr|text|rm)\s*\{?\s*)?(?:[dDLP]|law|dist\w*\.?|in (?:law|distribution)|a\.\s?s\.|w\.\s?h\.\s?p\.)\}?"
)


def as_set(node: Node, term: Term) -> Term:
    """``(0, 1)`` and ``[0, 1]`` beside ∈ are intervals, no pairs; ``(a, b)`` and ``[a, b]`` may be shapes."""
    node = content(node)
    if node.kind is Kind.FENCE and node.text == "[]" and isinstance(term, Symbol | Index):
        return Apply("interval []", (term,), (), node.span)  # [n]: the numbers up to n
    if node.kind is not Kind.FENCE or node.text not in ("()", "[]"):
        return term
    if not isinstance(term, Matrix) or term.style != "tuple" or len(term.rows) != 1:
        return term
    ends = term.rows[0]
    if len(ends) == 2 and all(_is_end(end) for end in ends):
        return Apply(f"interval {node.text}", ends, (), term.origin)
    return term


def bracketed_side(node: Node, term: Term, sides: tuple[Term, ...]) -> Term:
    r"""A side in brackets: no statement is equal to a value, and a pair of names beside a number may be their product.

    ``(t = 1 \text{ reward}) = R``, ``(u, v) = 0``.
    """
    node = content(node)
    if node.kind is Kind.FENCE and node.text == "()":
        if isinstance(term, Relation) and is_phrase(node):
            return Unknown("words beside mathematics", "", (term,), node.span)
        if isinstance(term, Matrix) and term.style == "tuple" and len(term.rows) == 1 and len(term.rows[0]) == 2:
            if all(isinstance(each, Symbol | Index) for each in term.rows[0]) and any(
                isinstance(side, Number) for side in sides
            ):
                readings = (term, Apply("inner", term.rows[0], (), node.span))
                return Unknown("a pair or an inner product", "", readings, node.span)
    return term


def _is_end(term: Term) -> bool:
    match term:
        case Product(factors=(Number(), Symbol(name="infty"))) | Symbol(name="infty"):
            return True
    return isinstance(term, Number)


def without_doubled_signs(node: Node) -> tuple[tuple[str, ...], list[Node]]:
    """The signs and sides of a chain; "… =" on one display and "= …" on the next is one sign."""
    relations = [_sign(part) for part in parts(node) if part.kind in (Kind.RELATION, Kind.OPERATOR)]
    sides = list(sides_of(node))
    for at, side in enumerate(sides[1:], start=1):
        if (below := _below_sign(side)) and at <= len(relations):
            relations[at - 1] += below
            sides[at] = _without_scripts(side)
    for at in range(len(sides) - 2, 0, -1):
        if content(sides[at]).kind is Kind.MISSING and len(sides) == len(relations) + 1:
            relations[at - 1] = _both(relations[at - 1], relations[at])
            del sides[at], relations[at]
    return tuple(relations), sides


def _both(sign: str, other: str) -> str:
    r"""Two signs side by side: ``= =`` is one, ``= \simeq`` the rough one, and ``L \uparrow \Rightarrow`` says two things."""
    if sign in RISES or sign != other and sign.endswith("]") and other[:1] in ARROWS:
        return f"{sign}{other}"  # x →[filter]→[sampler] y
    return other if sign in EXACTLY_EQUAL and other in ROUGHLY_EQUAL else sign


LED = frozenset({Kind.SUM, Kind.PRODUCT, Kind.JUXTAPOSITION})


def _below_sign(side: Node) -> str:
    r"""``\succeq_K 0``: what stands below a sign, which is read as scripts on nothing before what follows; else ""."""
    run = first = content(side)
    if first.kind not in LED:
        return ""  # no factor that something could follow
    while first.kind in LED:
        run, first = first, content(parts(first)[0])
    if run.kind is not Kind.JUXTAPOSITION or first.kind is not Kind.SCRIPTS:
        return ""
    base, *scripts = parts(first)
    if base.kind is not Kind.MISSING or any(script.kind is not Kind.SUBSCRIPT for script in scripts):
        return ""  # what stands above nothing, or behind empty braces, belongs to the name that follows
    letters = "".join(leaf.text for leaf in leaves(first) if leaf.kind not in SILENT)
    return f"_{letters}" if letters else ""


def _without_scripts(side: Node) -> Node:
    """The side without its first factor."""
    inner = content(side)
    first, *rest = parts(inner)
    if inner.kind is Kind.JUXTAPOSITION:
        return joined_node(rest)
    return Node(inner.kind, inner.span, (_without_scripts(first), *rest), inner.text)


def _sign(sign: Node) -> str:
    """A relation, with what stands over it where that makes another relation of it: ``→[f]``, ``=[T=0]``, ``∼[i.i.d.]``.

    "def" over an equation says nothing of its sides, nor does the mark (a) of a reason that is told below.
    """
    if not sign.children:
        return sign.text
    note = next((leaf.text for leaf in sign.children if leaf.kind is Kind.WORD), "")
    if not note or REASON.fullmatch(note):
        return sign.text
    if sign.text in ARROWS | LED_TO or any(mark in note for mark in "=<>≤≥∈"):
        return f"{sign.text}[{note}]"
    if sign.text == "∼" or IN_LAW.fullmatch(note):
        return f"{sign.text}[{note}]"
    return sign.text
