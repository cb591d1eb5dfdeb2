r"""Scores divided by the root of another size than the one they are summed over: ``Q K^\top / \sqrt{n}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.algebra.dimension import Dimension
from symformer.algebra.unify import Different
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import dimension_of, infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show, spell
from symformer.terms.term import Apply, Number, Product, Quotient, Relation, Symbol, Term, Transpose, walk

_BACKWARD = re.compile(r"bar\(|d(?:bold\()?[A-Z]|(?:nabla|delta|Delta)\b")
OF_KEYS = frozenset({"d_k", "d_q", "d_h", "d_head"})  # the width of a head, whatever it is of all heads side by side


def scales_of_another_size(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of queries and keys that is divided by the root of a size that is not theirs."""
    for shaped in model.shapes:
        if shaped.statement.stance != "asserted" or not shaped.inferred.sized:
            continue
        for factors, root in _scaled(shaped.statement.term):
            scale, summed = dimension_of(root), _summed(factors, shaped)
            if scale is None or summed is None or scale.number is not None or summed.number is not None:
                continue
            if scale.letter in OF_KEYS or _are_formal(factors, shaped):
                continue
            found = shaped.environment.theory.compare(scale, summed)
            if not isinstance(found, Different):
                continue
            told = shaped.environment.declared_at(factors[0])
            yield Problem(
                shaped.statement.place(root.origin),
                f"the products are sums over {spell(str(summed))} entries, and are divided by the root of {show(root)}",
                help=f"try the root of {spell(str(summed))}",
                note=found.reason,
                related=(Related(told, f"{show(factors[0])} declared here"),)
                if told is not None and told.length
                else (),
                evidence={"kind": "shape", "left": str(summed), "right": str(scale)},
            )


def _are_formal(factors: tuple[Term, Term], shaped: StatementShape) -> bool:
    """Whether the factors are what a function is defined of, Attention(Q, K, V) = …, or gradients."""
    term = shaped.statement.term
    head = term.sides[0] if isinstance(term, Relation) else None
    if any(_is_gradient(part) for part in walk(term)):
        return True  # on the way back the products are summed over something else
    arguments = head.arguments if isinstance(head, Apply) else ()
    return any((each.operand if isinstance(each, Transpose) else each) in arguments for each in factors)


def _is_gradient(part: Term) -> bool:
    if isinstance(part, Apply):
        return part.function in ("derivative", "gradient")
    return isinstance(part, Symbol) and _BACKWARD.match(part.name) is not None


def _scaled(term: Term) -> Iterator[tuple[tuple[Term, Term], Term]]:
    """The two factors of each product, one of them transposed, with what stands under the root below it."""
    for part in walk(term):
        match part:
            case Quotient(Product(factors=factors), denominator) if (root := _rooted(denominator)) is not None:
                pair = _pair(factors)
            case Product(factors=(Quotient(Number(), denominator), *others)) if (
                root := _rooted(denominator)
            ) is not None:
                pair = _pair(others)
            case _:
                continue
        if pair is not None:
            yield pair, root


def _rooted(term: Term) -> Term | None:
    return (
        term.arguments[0] if isinstance(term, Apply) and term.function == "sqrt" and len(term.arguments) == 1 else None
    )


def _pair(factors: Sequence[Term]) -> tuple[Term, Term] | None:
    if len(factors) == 1 and isinstance(factors[0], Product):
        return _pair(factors[0].factors)
    if len(factors) != 2 or isinstance(factors[0], Transpose) == isinstance(factors[1], Transpose):
        return None
    return factors[0], factors[1]


def _summed(factors: tuple[Term, Term], shaped: StatementShape) -> Dimension | None:
    """The size that the product of two factors is summed over, where it exists."""
    found = [infer(factor, shaped.environment) for factor in factors]
    left, right = (each.shape if each.certain else None for each in found)
    if left is None or right is None or left.rank not in (1, 2) or right.rank not in (1, 2) or left.last != right.first:
        return None
    return left.last
