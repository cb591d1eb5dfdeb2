r"""Derivatives that words give of a function by its name: "the derivative of the sigmoid is $σ(z)(1 - σ(z))$"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from symformer.findings.finding import Problem
from symformer.judging.steps.derivations import step_between
from symformer.judging.steps.step_faults import at_values, likely_slip
from symformer.judging.steps.supposed import conditioned
from symformer.judging.worked.book import of_numbers
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import put_in
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Number, Product, Quotient, Relation, Sum, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

FAR = 90  # characters before a formula in which it is called a derivative
OF_NAMED = Cued(
    r"\b(?:derivative|gradient|slope) of (?:the |an? )?(?P<name>[a-z][a-z-]*(?: tangent)?)(?: (?:function|activation|unit))*"
    r"(?: (?:with respect to|w\.?r\.?t\.?) (?:its input|the input))?\s*(?:is|equals|reads|becomes|:)(?: (?:just|simply|then|therefore))?\s*[$`(\\\[:\n]*\Z"
    r"|(?P<chinese>[a-z][a-z-]*)\s*(?:函数|激活函数)?的导数(?:是|为|：|:|等于)\s*[$`\n]*\Z",
    re.IGNORECASE,
)
X: Final = Symbol("x")
ONE, MINUS = Number(Fraction(1)), Number(Fraction(-1))
SIGMOID: Final = Apply("sigmoid", (X,))
KNOWN: Final[dict[str, Term]] = {
    "sigmoid": SIGMOID,
    "logistic": SIGMOID,
    "tanh": Apply("tanh", (X,)),
    "hyperbolic tangent": Apply("tanh", (X,)),
    "softplus": Apply("log", (Sum((ONE, Apply("exp", (X,)))),)),
    "swish": Product((X, SIGMOID)),
    "silu": Product((X, SIGMOID)),
    "log-sigmoid": Apply("log", (SIGMOID,)),
    "logit": Apply("log", (Quotient(X, Sum((ONE, Product((MINUS, X))))),)),
}


def named_derivatives(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each formula that words call the derivative of a function they name, and that is another one."""
    text = model.document.source.text
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.formula is None:
            continue
        start = statement.formula.span.start
        found = OF_NAMED.search(text, max(0, start - FAR), start)
        claimed = _claimed(statement.term)
        if found is None or claimed is None:
            continue
        letters = {part for part in walk(claimed) if isinstance(part, Symbol) and part.name not in ("e", "pi")}
        function = _function((found["name"] or found["chinese"]).casefold(), model)
        if function is None or len(letters) != 1:
            continue
        letter = letters.pop()
        body = put_in(function[0], {function[1]: letter})
        yield from _checked(model, shaped, body, letter, claimed)


def _claimed(term: Term) -> Term | None:
    """What is said to be the derivative: a formula alone, or behind f'(x)."""
    if isinstance(term, Relation):
        left = term.sides[0]
        if not isinstance(left, Apply) or len(term.sides) != 2 or term.relations != ("=",):
            return None
        if not left.function.endswith("'"):
            return None
        term = term.sides[1]
    claimed = of_numbers(term)
    return None if any(isinstance(part, Unknown) for part in walk(claimed)) or isinstance(claimed, Symbol) else claimed


def _function(name: str, model: SemanticModel) -> tuple[Term, Symbol] | None:
    """What a function of a name is, and its letter: by the note's own definition, or as the field has it."""
    for statement in model.statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Apply(function, (Symbol() as letter,)), body, *_)):
                plain = re.sub(r"^[a-z]+\((.*)\)$", r"\1", function).casefold()
                if plain == name and not any(isinstance(part, Unknown | Relation) for part in walk(body)):
                    return of_numbers(body), letter
    known = KNOWN.get(name)
    return (known, X) if known is not None else None


def _checked(
    model: SemanticModel, shaped: StatementShape, body: Term, letter: Symbol, claimed: Term
) -> Iterator[Problem]:
    step = step_between(model, shaped, Apply("derivative", (body, letter)), claimed)
    shown = step.found.counterexample
    if step.found.outcome != "refuted" or shown is None or not shown.point or conditioned(step, model):
        return
    place = shaped.statement.place(claimed.origin)
    yield Problem(
        place,
        f"this is not the derivative of {show_styled(body)} by {show_styled(letter)}: {at_values(shown)}",
        help=likely_slip(step),
        evidence={"kind": "step", "left": show_styled(body), "right": show_styled(claimed)},
        key=f"spoken@{place.start}",
    )
