r"""Backpropagation through layers, held against the layers of the note: which weights, which error, which slope.

From ``z^l = W^l a^{l-1} + b^l`` and ``a^l = \sigma(z^l)`` follows all of it: ``\delta^l = ((W^{l+1})^\top \delta^{l+1}) \odot
\sigma'(z^l)``, ``\partial C / \partial b^l = \delta^l``, ``\partial C / \partial W^l = \delta^l (a^{l-1})^\top`` (Rumelhart,
Hinton and Williams (1986), eq. 6 to 9), in whatever letters, and with the weights counted from either side of a layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.members import Member, member_at_any_step
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import untransposed
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Apply, Elementwise, Product, Relation, Sum, Term, Transpose

NEXT = 1


@dataclass(frozen=True, slots=True)
class _Layer:
    """``z^l = W^l a^{l-1} + b^l``: by how much the index of each is ahead of that of z."""

    statement: Statement
    result: Member
    weights: Member
    taken: Member
    bias: Member | None
    turned: bool  # the weights stand behind: rows are what is multiplied
    transposed: bool = False  # z = W^T a: then it is W that leads back

    def ahead(self, member: Member) -> int:
        """By how many layers a member of this equation is ahead of its result."""
        return member.shift - self.result.shift


@dataclass(frozen=True, slots=True)
class _Activation:
    """``a^l = σ(z^l)``."""

    statement: Statement
    result: Member
    function: str
    taken: Member


@dataclass(frozen=True, slots=True)
class _Step:
    """``δ^l = ((W^{l+1})^T δ^{l+1}) ⊙ σ'(z^l)``; without weights for the last layer."""

    statement: Statement
    result: Member
    weights: Member | None
    transposed: bool
    error: Member | None
    slope: Apply
    at: Member


def layers_back(model: SemanticModel) -> tuple[Problem, ...]:
    """A problem for each part of a step back that does not fit the layers of the note."""
    return once(model, _all_problems)


def _all_problems(model: SemanticModel) -> tuple[Problem, ...]:
    equations = [
        (each, each.term.sides[0], each.term.sides[1])
        for each in model.statements
        if each.carrier == "formula" and each.stance == "asserted" and isinstance(each.term, Relation)
        if each.term.relations[0] in EXACTLY_EQUAL
    ]
    activated = dict(pair for _, left, right in equations if (pair := _activated(left, right)) is not None)
    layers = [each for equation in equations if (each := _layer(*equation, activated)) is not None]
    bases = {(each.result.base, each.weights.base, each.taken.base, each.turned, each.transposed) for each in layers}
    ahead = {(each.ahead(each.weights), each.ahead(each.taken)) for each in layers}
    if len(bases) != 1 or len(ahead) != 1:
        return ()
    layer = layers[0]
    activations = [made for equation in equations if (made := _activation(*equation, layer)) is not None]
    steps = [step for equation in equations if (step := _step(*equation, layer)) is not None]
    found = [*_forward(layer, activations)]
    if not found:
        told = {id(each.statement) for each in model.shapes if each.inferred.conflicts}  # by its shapes
        found += [
            problem
            for step in steps
            if id(step.statement) not in told
            for problem in _of_step(step, layer, activations)
        ]
        errors = {each.result.base for each in steps}
        found += [problem for equation in equations for problem in _of_gradient(*equation, layer, errors)]
    return tuple(found)


def _activated(left: Term, right: Term) -> tuple[str, str] | None:
    """Of ``a^l = σ(z^l)`` the two families: what is activated, and what comes out."""
    match right:
        case Apply(arguments=(inner,)):
            result, taken = member_at_any_step(left), member_at_any_step(inner)
            return (taken.base, result.base) if result is not None and taken is not None else None
    return None


def _layer(statement: Statement, left: Term, right: Term, activated: Mapping[str, str]) -> _Layer | None:
    """An equation of a layer, whose weights are the factor that no activation makes; else the one that is called W."""
    result = member_at_any_step(left)
    terms = right.terms if isinstance(right, Sum) else (right,)
    if result is None or len(terms) > 2 or not isinstance(terms[0], Product) or len(terms[0].factors) != 2:
        return None
    first, second = (member_at_any_step(untransposed(each)) for each in terms[0].factors)
    bias = member_at_any_step(terms[1]) if len(terms) == 2 else None
    if first is None or second is None or len(terms) == 2 and bias is None:
        return None
    members = [each for each in (result, first, second, bias) if each is not None]
    if len({each.letter for each in members}) > 1 or len({each.base for each in members}) < len(members):
        return None
    made = activated.get(result.base)
    turned = first.base == made if made in (first.base, second.base) else second.base == "W"
    weights, taken = (second, first) if turned else (first, second)
    if taken.base != made and weights.base != "W":
        return None
    transposed = isinstance(terms[0].factors[1 if turned else 0], Transpose)
    return _Layer(statement, result, weights, taken, bias, turned, transposed)


def _activation(statement: Statement, left: Term, right: Term, layer: _Layer) -> _Activation | None:
    result = member_at_any_step(left)
    match right:
        case Apply(function=function, arguments=(inner,)):
            taken = member_at_any_step(inner)
            if result is None or taken is None or taken.base != layer.result.base or result.base != layer.taken.base:
                return None
            return _Activation(statement, result, function, taken)
    return None


def _step(statement: Statement, left: Term, right: Term, layer: _Layer) -> _Step | None:
    result = member_at_any_step(left)
    if result is None or not isinstance(right, Elementwise) or len(right.factors) != 2:
        return None
    for before, slope in (right.factors, right.factors[::-1]):
        match slope:
            case Apply(arguments=(inner,)) if (at := member_at_any_step(inner)) and at.base == layer.result.base:
                weights, transposed, error = _carried(before, layer, result)
                if error is None and not (isinstance(before, Apply) and before.function in ("gradient", "derivative")):
                    return None
                return _Step(statement, result, weights, transposed, error, slope, at)
    return None


def _carried(term: Term, layer: _Layer, result: Member) -> tuple[Member | None, bool, Member | None]:
    """The weights of ``W^T δ``, whether they are transposed, and the error."""
    if not isinstance(term, Product) or len(term.factors) != 2:
        return None, False, None
    held = [(each, member_at_any_step(untransposed(each))) for each in term.factors]
    weights = next(((each, member) for each, member in held if member and member.base == layer.weights.base), None)
    error = next((member for _, member in held if member and member.base == result.base), None)
    return (weights[1], isinstance(weights[0], Transpose), error) if weights else (None, False, None)


# -- what does not fit -----------------------------------------------------------------------------


def _forward(layer: _Layer, activations: list[_Activation]) -> Iterator[Problem]:
    """Weights and bias of two layers, or an activation of another one."""
    if layer.bias is not None and layer.bias.shift != layer.weights.shift:
        told = f"{show(layer.weights.part)} and {show(layer.bias.part)} are of two layers"
        yield _problem(layer.statement, layer.weights, told, "try one index for both", None)
        return
    for each in activations:
        goes_on = each.result.shift - each.taken.shift - layer.ahead(layer.taken)
        if goes_on != NEXT and each.taken.letter == each.result.letter == layer.result.letter:
            told = f"{show(each.taken.part)} is not what {show(each.result.part)} is made of: a layer leads to the next"
            yield _problem(each.statement, each.taken, told, "try the index of the left side", layer)


def _of_step(step: _Step, layer: _Layer, activations: list[_Activation]) -> Iterator[Problem]:
    functions = {each.function for each in activations}
    if step.slope.function in functions:
        told = f"{show(step.slope)} is the activation itself, and the chain rule needs its derivative"
        yield _problem(step.statement, step.at, told, f"try {step.slope.function}'({show(step.at.part)})", layer)
    if (step.at.letter, step.at.shift) != (step.result.letter, step.result.shift):
        told = f"the slope is taken at {show(step.at.part)}, and the error is that of layer {_layer_of(step.result)}"
        yield _problem(step.statement, step.at, told, "try the index of the left side", layer)
    if step.weights is None or step.error is None or step.error.letter != step.result.letter:
        return
    if step.error.shift != step.result.shift + NEXT:
        told = f"{show(step.error.part)} stands here, and the error comes from the layer behind, {_layer_of(step.result, NEXT)}"
        yield _problem(step.statement, step.error, told, f"try the layer {_layer_of(step.result, NEXT)}", layer)
    elif step.weights.shift != step.error.shift + layer.ahead(layer.weights):
        told = f"{show(step.weights.part)} stands here, and {show(step.error.part)} was reached by other weights"
        yield _problem(
            step.statement, step.weights, told, "try the weights by which the layer of the error is made", layer
        )
    elif step.transposed == layer.transposed:
        meant = show(step.weights.part) if layer.transposed else f"{show(step.weights.part)}ᵀ"
        told = "the weights stand here as on the way forward, and on the way back they are transposed"
        yield _problem(step.statement, step.weights, told, f"try {meant}", layer)


def _of_gradient(statement: Statement, left: Term, right: Term, layer: _Layer, errors: set[str]) -> Iterator[Problem]:
    """The derivative by a bias or by weights, whose error is that of the layer which they make."""
    match left:
        case Apply(function="derivative", arguments=(_, by)):
            name = member_at_any_step(by)
        case _:
            return
    if name is None:
        return
    own = layer.bias if layer.bias is not None and name.base == layer.bias.base else None
    own = layer.weights if name.base == layer.weights.base else own
    factors = right.factors if isinstance(right, Product) else (right,)
    held = [(each, member_at_any_step(untransposed(each))) for each in factors]
    error = next(((each, member) for each, member in held if member and member.base in errors), None)
    if own is None or error is None or error[1].letter != name.letter or len(factors) > 2:
        return
    if error[1].shift != name.shift - layer.ahead(own):
        told = (
            f"{show(error[1].part)} stands here, and {show(name.part)} makes layer {_layer_of(name, -layer.ahead(own))}"
        )
        yield _problem(statement, error[1], told, f"try the layer {_layer_of(name, -layer.ahead(own))}", layer)
    taken = next(((each, member) for each, member in held if member and member.base == layer.taken.base), None)
    if own is not layer.weights or taken is None or layer.turned or layer.transposed:
        return
    outer = factors[0] is error[0] and isinstance(taken[0], Transpose) and not isinstance(error[0], Transpose)
    if not outer:
        meant = f"{show(error[1].part)} {show(taken[1].part)}ᵀ"
        told = f"the derivative by {show(name.part)} has its shape as {meant}, a column times a row"
        yield _problem(statement, taken[1], told, f"try {meant}", layer)


def _layer_of(member: Member, further: int = 0) -> str:
    shift = member.shift + further
    return member.letter if not shift else f"{member.letter} {'+' if shift > 0 else '-'} {abs(shift)}"


def _problem(statement: Statement, member: Member, message: str, advice: str, layer: _Layer | None) -> Problem:
    place = statement.place(member.part.origin)
    return Problem(
        place,
        message,
        help=advice,
        related=(Related(layer.statement.span, "a layer is told here"),) if layer is not None else (),
        evidence={"kind": "index", "symbol": show(member.part)},
        key=f"layers@{place.start}",
    )


__all__ = ["layers_back"]
