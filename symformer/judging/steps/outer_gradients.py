r"""Gradients of weights that lie the other way than the weights: with ``z = W a``, ``∂L/∂W`` is ``δ a^T``, not ``a δ^T``.

Which of two vectors is a row many notes leave open.  It is told where the note steps by that gradient, so that it has
to lie as the weights do, or where it has another gradient of the kind the right way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, IndexedSum, Product, Relation, Sum, Symbol, Term, Transpose, walk


@dataclass(frozen=True, slots=True)
class _Outer:
    """A gradient of weights as a column times a row."""

    statement: Statement
    by: Term
    column: Term
    row: Term
    right: Term
    source: Statement
    lies: bool  # as the weights do


def outer_gradient_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each gradient that is the transpose of what the weights need."""
    formulas = [(statement, statement.term) for statement, _ in once(model, asserted_formulas)]
    layers = {weights: (inner, statement) for statement, term in formulas for weights, inner in _layers(term)}
    within = {weights: (inner, statement) for statement, term in formulas for weights, inner in _within(term)}
    for statement, term in formulas:
        yield from _other_member(statement, term, {**within, **layers})
    found = [each for statement, term in formulas if (each := _outer(statement, term, layers)) is not None]
    turned = [each for each in found if not each.lies]
    if not turned:
        return
    upright = {each.by for each in found if each.lies}
    stepped = {_head(by) for _, term in formulas for by in _stepped_by(term)}
    conflicts = {id(shaped.statement) for shaped in model.shapes if shaped.inferred.conflicts}
    for each in turned:
        if id(each.statement) in conflicts or each.by in upright:
            continue
        if upright or _head(each.by) in stepped:
            yield _problem(each)


def _layers(term: Term) -> Iterator[tuple[Term, Term]]:
    """The weights and the input of ``z = W a + b``, where both are single names and the weights stand first."""
    if not isinstance(term, Relation) or term.relations[0] not in ("=", ":="):
        return
    right = term.sides[1]
    terms = right.terms if isinstance(right, Sum) else (right,)
    for each in terms:
        match each:
            case Product(factors=(Symbol() | Index() as weights, Symbol() | Index() as inner)):
                if (
                    _head(weights)[:1].isupper()
                    and _head(inner)[:1].islower()
                    and not isinstance(term.sides[0], Product)
                ):
                    yield weights, inner


def _within(term: Term) -> Iterator[tuple[Term, Term]]:
    """The weights and the input of a layer under its activation: ``h_t = tanh(W h_{t-1} + U x_t)``."""
    if isinstance(term, Relation) and len(term.sides) > 1:
        match term.sides[1]:
            case Apply(arguments=(inner,)):
                yield from _layers(Relation(("=",), (term.sides[0], inner), term.origin))


def _head(term: Term) -> str:
    base = unindexed(term)
    name = base.name if isinstance(base, Symbol) else ""
    return name.rpartition("(")[2].rstrip(")") if name.endswith(")") else name


def _outer(statement: Statement, term: Term, layers: dict[Term, tuple[Term, Statement]]) -> _Outer | None:
    if not isinstance(term, Relation) or term.relations[0] != "=":
        return None
    by = _by(term.sides[0])
    if by is None or by not in layers:
        return None
    inner, source = layers[by]
    for side in term.sides[1:]:
        match side:
            case Product(factors=(Symbol() | Index() as column, Transpose(operand=Symbol() | Index() as row))):
                if (column == inner) != (row == inner):
                    return _Outer(statement, by, column, row, side, source, row == inner)
    return None


def _other_member(statement: Statement, term: Term, layers: dict[Term, tuple[Term, Statement]]) -> Iterator[Problem]:
    r"""``δ^l (h^l)^T`` for the gradient of ``W^l``, where the layer is ``W^l h^{l-1}``."""
    by = _by(term.sides[0]) if isinstance(term, Relation) and term.relations[0] == "=" else None
    if by is None or by not in layers or not isinstance(term, Relation):
        return
    inner, source = layers[by]
    for side in term.sides[1:]:
        match side.body if isinstance(side, IndexedSum) else side:
            case Product(factors=(Symbol() | Index() as column, Transpose(operand=Index() as row) as last)):
                if (
                    isinstance(inner, Index)
                    and row.base == inner.base
                    and row != inner != column
                    and (len(row.indices), len(row.upper)) == (len(inner.indices), len(inner.upper))
                ):
                    place = statement.place(row.origin)
                    yield Problem(
                        place,
                        f"{show(by)} multiplies {show(inner)}, so that its gradient ends in {show(Transpose(inner))}, not {show(last)}",
                        help=f"try {show(inner)} for {show(row)}",
                        level="warning",
                        related=(Related(source.span, "the layer"),),
                        evidence={"kind": "step", "left": show(by), "right": show(side)},
                        key=f"product-gradient@{place.start}",
                    )


def _by(term: Term) -> Term | None:
    match term:
        case Apply(function="derivative", arguments=(_, Symbol() | Index() as by), labels=()):
            return by
        case Apply(function="gradient", labels=(Symbol() | Index() as by,)):
            return by
    return None


def _stepped_by(term: Term) -> Iterator[Term]:
    """The weights from which their own gradient is taken away: ``W ← W - η ∂L/∂W``."""
    if not isinstance(term, Relation) or len(term.sides) < 2:
        return
    left = term.sides[0]
    for part in walk(term.sides[1]):
        by = _by(part) if isinstance(part, Apply) else None
        if by is not None and _head(by) == _head(left):
            yield by


def _problem(found: _Outer) -> Problem:
    meant = Product((found.row, Transpose(found.column)))
    place = found.statement.place(found.right.origin)
    return Problem(
        place,
        f"{show(found.by)} multiplies {show(found.column)} from the left, so that its gradient is {show(meant)}, "
        f"not {show(found.right)}",
        help=f"try {show(meant)}",
        level="warning",
        related=(Related(found.source.span, "the layer"),),
        evidence={"kind": "step", "left": show(found.by), "right": show(found.right)},
        key=f"product-gradient@{place.start}",
    )
