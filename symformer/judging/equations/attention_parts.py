r"""Queries, keys and values in one another's place: scores ``Q V^\top``, outputs ``P K``, gradients ``dO K^\top``.

A product of these letters has the right shape whichever of them stands in it, so that shapes say nothing of it; what
each is for does.  Asked only where the note has all three in one style, and speaks of attention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import called_a_variant
from symformer.judging.equations.attention_scale import speaks_of_attention
from symformer.judging.equations.near_standard import cited_near_misses
from symformer.judging.note import JudgedNote
from symformer.judging.symbols.formal_parameters import parameter_problems
from symformer.reasoning.recognise import letter_as_written
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)
from symformer.text.span import Span

OUTPUTS = re.compile(r"[oOyYzZcCuU]|out(?:put)?s?|head|context|Attention|Attn|SelfAttention", re.IGNORECASE)
GRADIENTS = re.compile(r"(?:d|bar\(|nabla_?|delta_?)\(?(?:bold\()?(?P<letter>[A-Z])\)*")
NAMES = {"q": "queries", "k": "keys", "v": "values"}


def attention_part_problems(note: JudgedNote) -> Iterator[Problem]:
    """A problem for each product of attention that takes keys for values, or values for keys.

    Where a formula is told to differ from a standard equation as a whole, that says it already.
    """
    if not speaks_of_attention(note):
        return
    weights = once(note, _weights)
    for statement, parts in once(note, asserted_formulas):
        if statement.hedged or id(statement) in cited_near_misses(note):
            continue
        problem = next(_problems(note, statement, parts, weights), None)
        if problem is not None and not called_a_variant(note, statement):
            yield problem


def _problems(
    note: SemanticModel, statement: Statement, parts: tuple[Term, ...], weights: dict[str, str]
) -> Iterator[Problem]:
    left = statement.term.sides[0] if isinstance(statement.term, Relation) else None
    for part in parts:
        match part:
            case Product():
                yield from _scores(note, statement, part)
                yield from _backward(statement, left, part)
                if left is not None and _is_output(left):
                    yield from _mixed(note, statement, part.factors, weights)
                    yield from _unshared(note, statement, part, weights)
            case Quotient(Apply(function="softmax", arguments=(Product() as scores, *_)) as shares, below):
                yield from _divided_late(statement, shares, scores, below)
    if isinstance(left, Apply) and not any(statement.place(left.origin).contains(each) for each in once(note, _idle)):
        yield from _arguments(note, statement, left)


def _idle(note: SemanticModel) -> tuple[Span, ...]:
    """Where arguments are told that stand in no formula: that says the same."""
    return tuple(each.span for each in parameter_problems(note))


def part_of(term: Term) -> tuple[str, bool]:
    """``q``, ``k`` or ``v``, and whether it is a capital; nothing for another letter.

    >>> part_of(Symbol("bold(Q)"))
    ('q', True)
    >>> part_of(Symbol("W"))
    ('', False)
    """
    while isinstance(term, Index | Power | Transpose):
        term = term.operand if isinstance(term, Transpose) else term.base
    letter = letter_as_written(term)
    return (letter.lower(), letter.isupper()) if letter in {"q", "k", "v", "Q", "K", "V"} else ("", False)


def _has(note: SemanticModel, role: str, capital: bool) -> bool:
    """Whether the note has queries, keys or values of a style, as things and not as an index."""
    return (role, capital) in once(note, _parts_of_note)


def _parts_of_note(note: SemanticModel) -> frozenset[tuple[str, bool]]:
    found: set[tuple[str, bool]] = set()
    for statement in note.statements:
        stack = [statement.term]
        while stack:
            top = stack.pop()
            if isinstance(top, Symbol | Index) and (part := part_of(top))[0]:
                if part[1] or isinstance(top, Index) or top == statement.term:
                    found.add(part)
                continue
            stack.extend(children(top) if not isinstance(top, Index) else (top.base,))
    return frozenset(found)


def _scores(note: SemanticModel, statement: Statement, product: Product) -> Iterator[Problem]:
    r"""Queries that meet values: ``Q V^\top``, ``q_i \cdot v_j``."""
    for one, other in zip(product.factors, product.factors[1:], strict=False):
        (role, capital), (met, like) = part_of(one), part_of(other)
        if role != "q" or met != "v" or capital != like or not _has(note, "k", capital):
            continue
        if not capital and not (_is_member(one) and _is_member(other)):
            continue  # v is any vector
        turned = isinstance(other, Transpose) and not isinstance(one, Transpose)
        if turned if capital else (isinstance(one, Transpose) or product.sign == "·"):
            yield _problem(
                statement, other, f"{show(one)} meets {show(other)} here: queries are compared with keys", "k"
            )


def _is_member(term: Term) -> bool:
    core = untransposed(term)
    return isinstance(core, Index) and bool(core.indices)


def _backward(statement: Statement, left: Term | None, product: Product) -> Iterator[Problem]:
    """Gradients of attention: dP = dO V^T, dQ = dS K, dK = dS^T Q."""
    made = _gradient_of(left) if left is not None else ""
    for one, other in zip(product.factors, product.factors[1:], strict=False):
        of, met = _gradient_of(one), part_of(other)
        if not met[1]:
            continue
        if of == "O" and made not in ("", "Q", "K", "V") and met[0] in ("k", "q") and isinstance(other, Transpose):
            said = f"the gradient of the weights is {show(one)} times the transpose of the values, for the output is made of them"
            yield _problem(statement, other, said, "v")
        elif of == "S" and {"Q": "k", "K": "q"}.get(made, met[0]) != met[0] and not isinstance(other, Transpose):
            meant = {"Q": "k", "K": "q"}[made]
            said = f"the gradient of {made} goes through the scores to {show(other)} here: it is made with the {NAMES[meant]}"
            yield _problem(statement, other, said, meant)


def _gradient_of(term: Term) -> str:
    """The letter of an array of which a term is the gradient, by its name: dO, bar(O)."""
    if isinstance(term, Transpose):
        term = term.operand
    if isinstance(term, Product) and len(term.factors) == 2 and term.factors[0] == Symbol("d"):
        term = Symbol("d" + show(term.factors[1]))
    found = GRADIENTS.fullmatch(term.name) if isinstance(term, Symbol) else None
    return found["letter"] if found is not None else ""


def _is_output(left: Term) -> bool:
    while isinstance(left, Index | Power):
        left = left.base
    name = left.function.partition("_")[0] if isinstance(left, Apply) else letter_as_written(left)
    return OUTPUTS.fullmatch(name) is not None


def _weights(note: SemanticModel) -> dict[str, str]:
    """The names that a note has for the softmax of scores, by name or written out, each with the name of these scores."""
    told: dict[str, str] = {}
    for statement, _ in once(note, asserted_formulas):
        match statement.term:
            case Relation(
                relations=(sign, *_), sides=(left, Apply(function="softmax", arguments=(scores, *_)), *_)
            ) if sign in EQUAL:
                told[_name(left)] = _name(scores)
            case Relation(
                relations=(sign, *_),
                sides=(
                    Index() as left,
                    Quotient(Apply("exp", (Index() as score,)), IndexedSum(body=Apply("exp", (Index() as other,)))),
                    *_,
                ),
            ) if sign in EQUAL and _name(score) == _name(other):
                told[_name(left)] = _name(score)
    return told


def _name(term: Term) -> str:
    while isinstance(term, Index):
        term = term.base
    return show(term)


def _mixed(
    note: SemanticModel, statement: Statement, factors: tuple[Term, ...], weights: dict[str, str]
) -> Iterator[Problem]:
    """Weights that mix keys or queries for the output: ``O = P K``."""
    if len(factors) != 2 or isinstance(factors[1], Transpose):
        return
    share, mixed = factors
    role, capital = part_of(mixed)
    is_share = (isinstance(share, Apply) and share.function == "softmax") or _name(share) in weights
    if is_share and role in ("q", "k") and _has(note, "v", capital) and not isinstance(share, Transpose):
        yield _problem(
            statement, mixed, f"the weights mix {show(mixed)} here: what attention mixes are the values", "v"
        )


def _unshared(
    note: SemanticModel, statement: Statement, product: Product, weights: dict[str, str]
) -> Iterator[Problem]:
    """Scores that mix the values, while the softmax of them stands nowhere: P = softmax(S), O = S V."""
    if len(product.factors) != 2 or part_of(product.factors[1])[0] != "v":
        return
    score = product.factors[0]
    for share, scores in weights.items():
        if not isinstance(score, Symbol | Index) or _name(score) != scores or share == scores:
            continue
        if sum(any(_name(part) == share for part in walk(each.term)) for each in note.statements) > 1:
            continue
        yield Problem(
            statement.place(score.origin),
            f"{show(score)} are the scores before the softmax, and {share}, which is the softmax of them, is used nowhere",
            help=f"try {share}",
            evidence={"kind": "symbol", "symbol": show(score)},
        )


def _divided_late(statement: Statement, shares: Apply, scores: Product, below: Term) -> Iterator[Problem]:
    r"""A root that divides the weights and not the scores: ``\mathrm{softmax}(QK^\top) / \sqrt{d_k}``."""
    roles = {part_of(factor)[0] for factor in scores.factors} - {""}
    if isinstance(below, Product):  # softmax(QK^T) / √d_k V, typed on one line
        below = below.factors[0]
    if roles == {"q", "k"} and isinstance(below, Apply) and below.function == "sqrt":
        yield Problem(
            statement.place(below.origin),
            f"{show(below)} divides the weights here, which then no longer sum to one: it is to divide the scores",
            help=f"try softmax({show(scores)} / {show(below)})",
            evidence={"kind": "symbol", "symbol": show(below)},
        )


def _arguments(note: SemanticModel, statement: Statement, call: Apply) -> Iterator[Problem]:
    """A definition for queries, keys and values that takes one of them twice, or two of the three that it uses."""
    roles = [part_of(each) for each in call.arguments]
    if len(roles) == 2 and isinstance(statement.term, Relation):
        yield from _unnamed_argument(statement, call, statement.term.sides[1:])
    if len(roles) != 3 or len({capital for _, capital in roles}) != 1 or any(not role for role, _ in roles):
        return
    missing = [role for role in "qkv" if role not in {each for each, _ in roles}]
    if len(missing) != 1 or not _has(note, missing[0], roles[0][1]) or not isinstance(statement.term, Relation):
        return
    at = next((at for at, wanted in enumerate("qkv") if roles[at][0] != wanted), None)
    if at is None or "qkv"[at] != missing[0] or sum(a[0] == b for a, b in zip(roles, "qkv", strict=True)) != 2:
        return
    place = call.arguments[at]
    yield _problem(
        statement, place, f"{show(place)} is taken twice, and the {NAMES[missing[0]]} not at all", missing[0]
    )


def _unnamed_argument(statement: Statement, call: Apply, sides: tuple[Term, ...]) -> Iterator[Problem]:
    """``Attention(Q, V) = softmax(QK^T / √d_k) V``: it uses all three and takes two."""
    roles = dict(map(part_of, call.arguments))
    styles = set(roles.values())
    used = {part for side in sides for each in walk(side) if isinstance(each, Symbol) and (part := part_of(each))[0]}
    missing = [role for role in "qkv" if role not in roles]
    if len(roles) == 2 and len(styles) == 1 and len(missing) == 1 and {role for role, _ in used} == set("qkv"):
        if styles == {True} and all(capital for _, capital in used):
            yield Problem(
                statement.place(call.origin),
                f"the {NAMES[missing[0]]} {missing[0].upper()} are used here, and are no argument of {call.function}",
                help=f"try {call.function}(Q, K, V)",
                evidence={"kind": "symbol", "symbol": missing[0].upper()},
            )


def _problem(statement: Statement, part: Term, said: str, meant: str) -> Problem:
    core = untransposed(part)
    while isinstance(core, Index):
        core = core.base
    _, capital = part_of(core)
    return Problem(
        statement.place(core.origin),
        said,
        help=f"try {meant.upper() if capital else meant}: attention is softmax(Q·Kᵀ / √d_k)·V (Vaswani et al. (2017), eq. 1)",
        evidence={"kind": "symbol", "symbol": show(core)},
    )


__all__ = ["attention_part_problems", "part_of"]
