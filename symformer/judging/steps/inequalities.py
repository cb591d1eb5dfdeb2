"""Inequalities that are the wrong way round: at all values of their letters the other side is the larger one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.definitions import Definitions, has_letters, is_kept_out, plain
from symformer.judging.steps.derivations import given_at
from symformer.judging.steps.step_faults import at_values
from symformer.judging.steps.supposed import imagined
from symformer.reasoning.equality import Counterexample
from symformer.reasoning.inequality import holds_nowhere
from symformer.semantics.model import once
from symformer.semantics.surroundings import sentence_before
from symformer.terms.parts import rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, Number, Product, Relation, Symbol, Term, children, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.shapes.inference import StatementShape

TURNED = {"≤": "≥", "≥": "≤", "<": ">", ">": "<", "≦": "≧", "≧": "≦", "⩽": "⩾", "⩾": "⩽"}
AT_MOST = frozenset({"≤", "<", "≦", "⩽"})
MOST = 40  # inequalities of a note that are tried
LEAST_NODES, AFTER = 3, 60
BENDS = Cued(r"\b(convex|concave)\b", re.IGNORECASE)
FUNCTIONS = frozenset({"f", "g", "h", "phi", "varphi", "psi"})
MINUS = Number(Fraction(-1))
# what a sentence supposes: "for |θ| ≤ 10⁻⁶ a series is used"; and what would follow: "a > b implies f(a) > f(b)"
SUPPOSED_BEFORE = Cued(
    r"(?:\b(?:for|if|when(?:ever)?|where|unless|until|while|once|cases?|provided|as long as|so long as|implies|imply|implying)"
    r"(?:\s+(?:of|that|in which|where|when))?|若|当|如果)\s*(?::math:`|[$`]|\\\()*\Z",
    re.IGNORECASE,
)
SUPPOSED_BEHIND = Cued(r"(?:[$`]|\\\))*\s*(?:implies|imply)\b", re.IGNORECASE)


def turned_inequalities(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each inequality that holds for no values, and holds for all when it is turned round."""
    book = once(model, Definitions)
    tried = 0
    for shaped, at, left, right in _inequalities(model):
        tried += 1
        if tried > MOST:
            return
        statement = shaped.statement
        assert isinstance(statement.term, Relation)
        sign = statement.term.relations[at]
        smaller, larger = (left, right) if sign in AT_MOST else (right, left)
        ways = book.at(statement, (left, right))
        smaller, larger = (_bent(side, shaped, model) for side in (smaller, larger))
        shown = [holds_nowhere(smaller, larger, given_at(model, shaped, (left, right), names)) for names in ways]
        first = shown[0]
        if first is None or any(each is None for each in shown) or imagined(statement, model):
            continue
        if _is_supposed(shaped, model):
            continue
        found = first if sign in AT_MOST else _swapped(first)
        yield Problem(
            statement.place(right.origin),
            f"this inequality is the other way round: {at_values(found)}",
            help=f"try {show_styled(left)} {TURNED[sign]} {show_styled(right)}",
            evidence={"kind": "step", "left": show_styled(left), "right": show_styled(right)},
            key=f"inequality@{statement.place(right.origin).start}",
        )


def _is_supposed(shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether the words right before or behind a formula take it as a condition, or as what one would lead to."""
    span = shaped.statement.span if shaped.statement.formula is None else shaped.statement.formula.span
    text = model.document.source.text
    return (
        SUPPOSED_BEFORE.search(text, max(0, span.start - AFTER), span.start) is not None
        or SUPPOSED_BEHIND.match(text, span.end) is not None
    )


def _opaque(term: Term) -> Term:
    """A formula in which p(z | x) is a function of z and x, and an expectation is over whatever is random in it.

    How much a mean of one law varies under another one, Var_x(E_q[z]), is some number.
    """
    if isinstance(term, Apply) and term.function == "variance" and any(map(_is_mean, walk(term))):
        free = dict.fromkeys(part for each in term.arguments for part in walk(each) if isinstance(part, Symbol))
        return Apply("variance of a mean", tuple(free), (), term.origin)
    term = rebuilt(term, _opaque)
    match term:
        case Apply("expectation", arguments, labels) if labels:
            return Apply("expectation", arguments, (), term.origin)
        case Apply(name, (Apply("given", arguments),), labels):
            letters = dict.fromkeys(part for each in arguments for part in walk(each) if isinstance(part, Symbol))
            return Apply(f"{name} given", tuple(letters), labels, term.origin)
    return term


def _is_mean(part: Term) -> bool:
    return isinstance(part, Apply) and part.function == "expectation"


def _bent(term: Term, shaped: StatementShape, model: SemanticModel) -> Term:
    """A formula with one that curves upwards for the function that the sentence calls convex, else with its negative."""
    text = model.document.source.text
    span = shaped.statement.span if shaped.statement.formula is None else shaped.statement.formula.span
    found = {
        each.lower() for each in BENDS.findall(sentence_before(text, span.start) + text[span.end : span.end + AFTER])
    }
    if len(found) != 1:
        return term
    return _as_exp(term, found == {"concave"})


def _as_exp(term: Term, negative: bool) -> Term:
    term = rebuilt(term, lambda part: _as_exp(part, negative))
    if isinstance(term, Apply) and term.function in FUNCTIONS and len(term.arguments) == 1 and not term.labels:
        made = Apply("exp", term.arguments, (), term.origin)
        return Product((MINUS, made)) if negative else made
    return term


def _swapped(shown: Counterexample) -> Counterexample:
    return replace(shown, left=shown.right, right=shown.left)


def _inequalities(model: SemanticModel) -> Iterator[tuple[StatementShape, int, Term, Term]]:
    """The neighbours between which a sign of order stands, both made of the same letters."""
    for shaped in model.shapes:
        statement, term = shaped.statement, shaped.statement.term
        if not isinstance(term, Relation) or TURNED.keys().isdisjoint(term.relations):
            continue
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        if shaped.inferred.conflicts:
            continue
        for at, sign in enumerate(term.relations):
            left, right = (_opaque(plain(side)) for side in term.sides[at : at + 2])
            if sign in TURNED and not any(map(is_kept_out, (left, right))):
                if max(sum(1 for _ in walk(each)) for each in (left, right)) >= LEAST_NODES and _are_tied(left, right):
                    yield shaped, at, left, right


def _are_tied(left: Term, right: Term) -> bool:
    """Whether sides share a letter, and none is a mere name: a name is bounded by supposition.

    A number bounds what is made with a function: of letters alone it is a condition.
    """
    lettered = [side for side in (left, right) if has_letters(side)]
    if any(isinstance(side, Symbol | Index) for side in lettered):
        return False
    if len(lettered) < 2:
        if all(map(_is_of_members, lettered)):
            return False  # f(x_1) ≤ 0 may hold, for all that the note has of x_1
        return any(isinstance(part, Apply) for side in lettered for part in walk(side))
    ours, theirs = ({part for part in walk(side) if isinstance(part, Symbol)} for side in (left, right))
    return bool(ours & theirs)


def _is_of_members(side: Term) -> bool:
    """Whether all letters of a side are members with a number, x_0 and x_1: what has come out, and no letter for any value."""
    if isinstance(side, Index):
        return all(isinstance(each, Number) for each in side.indices) or all(map(_is_of_members, side.indices))
    if isinstance(side, Symbol):
        return side.name.rpartition("_")[2].isdigit()
    inner = [each for each in children(side) if has_letters(each)]
    return all(map(_is_of_members, inner)) and bool(inner)
