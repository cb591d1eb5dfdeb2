r"""Scores of vectors that are shown in numbers, divided by the root of another number than they have components.

``Q = \begin{bmatrix} 1 & 0 & 2 \\ … \end{bmatrix}`` and ``Q K^\top / \sqrt{4}``, or ``\sqrt{d_k}`` where d_k is told to be 4.
Where letters stand for sizes alone, `scales` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import is_meant
from symformer.judging.numbers.scaling import is_shown_in_part, speaks_of_scores
from symformer.judging.shapes.scales import is_gradient, rooted, scaled_products, summed_over
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import dimension_of, infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Number, Product, Quotient, Relation, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_HEADS = Cued(r"\bheads\b|\bmulti-?head|\bper head\b|\b(?:each|every) head\b|多头|每个头", re.IGNORECASE)


def scales_in_numbers(model: SemanticModel, told: Sequence[Span]) -> Iterator[Problem]:
    """A problem for each score of shown vectors that is divided by the root of another number than their length.

    ``told`` are the places of which the numbers of the note tell that already.
    """
    text = model.document.source.text
    if not speaks_of_scores(text):
        return
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.stance != "asserted" or statement.hedged or any(map(statement.span.contains, told)):
            continue
        for factors, root in _scaled(statement.term, shaped):
            found = _other_number(factors, root, shaped, model)
            if found is None or any(map(is_gradient, walk(statement.term))) or is_meant(model, statement):
                continue
            length, number, shown = found
            if length % number == 0 and _HEADS.search(text) is not None:
                continue  # what is shown may be the vectors of all heads, side by side
            if is_shown_in_part(text, statement.span):
                continue
            name = f" ({show(root)} is {number})" if isinstance(root, Symbol | Index) else ""
            yield Problem(
                statement.place(root.origin),
                f"the score is scaled by √{number}{name}, but its vectors have {length} components",
                help=f"try dividing by √{length}, or show vectors of {number} components",
                related=(Related(shown, f"{show(factors[0])} is shown here"),)
                if shown is not None and shown.length
                else (),
                evidence={"kind": "number", "printed": f"√{number}", "expected": f"√{length}"},
            )
            break


def _scaled(term: Term, shaped: StatementShape) -> Iterator[tuple[tuple[Term, Term], Term]]:
    """The two factors of each score with what stands under the root below it: products of rows, and of two vectors."""
    yield from scaled_products(term)
    for part in walk(term):
        if not isinstance(part, Quotient) or (root := rooted(part.denominator)) is None:
            continue
        score = part.numerator
        if isinstance(score, Symbol | Index):
            score = _only_definition(score, shaped) or score
            yield from ((pair, root) for pair in _transposed_pair(score))
        match score:
            case Product(factors=(Symbol() | Index() as one, Symbol() | Index() as two), sign="·"):
                yield (one, two), root


def _only_definition(score: Term, shaped: StatementShape) -> Term | None:
    """What a note says a score is, where it says so once, before this place."""
    told = shaped.environment.definitions.get(exact_key(score) or "", ())
    return told[0][1] if len(told) == 1 and told[0][0] < shaped.environment.at else None


def _transposed_pair(score: Term) -> Iterator[tuple[Term, Term]]:
    match score:
        case Product(factors=(one, two)) if isinstance(one, Transpose) != isinstance(two, Transpose):
            yield one, two


def _other_number(
    factors: tuple[Term, Term], root: Term, shaped: StatementShape, model: SemanticModel
) -> tuple[int, int, Span | None] | None:
    """How many components the vectors have, the other number under the root, and where the first of them is shown."""
    first = factors[0].operand if isinstance(factors[0], Transpose) else factors[0]
    second = factors[1].operand if isinstance(factors[1], Transpose) else factors[1]
    scale, summed = dimension_of(root), summed_over(factors, shaped)
    if first == second or scale is None or summed is None or summed.number is None:
        return None
    if scale.number is None:
        told = _value(root, shaped, model)
        if told is None:
            return None
        number = told
    else:
        number = scale.number
    if isinstance(factors[0], Transpose) and number in _sizes_of(second, shaped):
        return None  # on the way back, Gᵀ Q is summed over the positions, and divided by the root of the width of Q
    if number == summed.number or number < 2 or number.denominator != 1 or summed.number < 2:
        return None
    return int(summed.number), int(number), shaped.environment.declared_at(first)


def _value(root: Term, shaped: StatementShape, model: SemanticModel) -> Fraction | None:
    """The number that a note gives a size, where it gives only one, and gives it in the section of what is scaled.

    The sizes of the model in one section say nothing of a small example in another.
    """
    told = [
        (each, each.term.sides[1].value)
        for each in model.statements
        if isinstance(each.term, Relation)
        and each.term.relations[0] in EQUAL
        and each.term.sides[0] == root
        and isinstance(each.term.sides[1], Number)
    ]
    here = shaped.statement.section
    if len({value for _, value in told}) != 1 or not any(
        each.section == here and each.span.start <= shaped.statement.span.start and each.stance == "asserted"
        for each, _ in told
    ):
        return None
    return told[0][1]


def _sizes_of(term: Term, shaped: StatementShape) -> tuple[Fraction | None, ...]:
    shape = infer(term, shaped.environment).shape
    return tuple(size.number for size in shape.sizes) if shape is not None and shape.rank == 2 else ()
