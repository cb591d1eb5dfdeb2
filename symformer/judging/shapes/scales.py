r"""Scores divided by the root of another size than the one they are summed over: ``Q K^\top / \sqrt{n}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.algebra.dimension import Dimension
from symformer.algebra.unify import Different, Equal
from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import is_meant
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import dimension_of, infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.parts import untransposed
from symformer.terms.show import show, spell
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

_BACKWARD = Cued(r"bar\(|d(?:bold\()?[A-Z]|(?:nabla|delta|Delta)\b")
OF_KEYS = frozenset({"d_k", "d_q", "d_h", "d_head"})  # the width of a head, whatever it is of all heads side by side


def scales_of_another_size(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of queries and keys that is divided by the root of a size that is not theirs."""
    yield from _roots_left_out(model)
    for shaped in model.shapes:
        if shaped.statement.stance != "asserted":
            continue
        scaled = [
            (factors[0], root, summed_over(factors, shaped))
            for factors, root in (scaled_products(shaped.statement.term) if shaped.inferred.sized else ())
            if (not _are_formal(factors, shaped) or _divides_by_their_length(factors, root, shaped))
            and (size := dimension_of(root)) is not None
            and size.letter not in OF_KEYS
        ]
        for first, root, summed in (*scaled, *_scaled_sums(shaped.statement.term)):
            scale = dimension_of(root)
            if scale is None or summed is None or scale.number is not None:
                continue
            if summed.number is not None and _is_shown(first, shaped):
                continue  # an example, whose numbers may stand in for letters: scales_in_numbers
            found = shaped.environment.theory.compare(scale, summed)
            reason = found.reason if isinstance(found, Different) else None
            if reason is None and (
                isinstance(found, Equal)
                or not (_is_their_length(first, scale, shaped) or _counts_something_else(scale, summed, model))
            ):
                continue
            told = shaped.environment.declared_at(first)
            yield Problem(
                shaped.statement.place(root.origin),
                f"the products are sums over {spell(str(summed))} entries, and are divided by the root of {show(root)}",
                help=f"try the root of {spell(str(summed))}",
                note=reason,
                related=(Related(told, f"{show(first)} declared here"),) if told is not None and told.length else (),
                evidence={"kind": "shape", "left": str(summed), "right": str(scale)},
            )


def _is_shown(factor: Term, shaped: StatementShape) -> bool:
    shape = infer(factor, shaped.environment).shape
    return shape is None or shape.shown


def _divides_by_their_length(factors: tuple[Term, Term], root: Term, shaped: StatementShape) -> bool:
    """Whether two different factors of declared shape are divided by the root of how many rows the first one has."""
    scale = dimension_of(root)
    one, two = (untransposed(each) for each in factors)
    declared = shaped.environment.declared_at(one) is not None and not is_gradient(one)
    return one != two and declared and scale is not None and _is_their_length(factors[0], scale, shaped)


_OF_VALUES = frozenset({"d_v"})
_HEADS = frozenset({"number of heads", "number of key value heads"})
_JOINED_HEADS = re.compile(r"head_?\{?(?:\\text\{)?[hH]\b|head_[hH]\b|head[ₕ]")


def _counts_something_else(scale: Dimension, summed: Dimension, model: SemanticModel) -> bool:
    """Whether the root is that of the width of the values, or of the number of heads, beside another letter."""
    name = scale.letter
    if name is None or summed.letter is None or name == summed.letter:
        return False
    if name in _OF_VALUES:
        return summed.letter in OF_KEYS
    told = {each.concept for each in model.table.all_of(name) if each.concept is not None}
    if told:
        return bool(told & _HEADS)
    return (
        name in ("h", "H") and summed.letter in OF_KEYS and _JOINED_HEADS.search(model.document.source.text) is not None
    )


def _is_their_length(factor: Term, scale: Dimension, shaped: StatementShape) -> bool:
    """Whether a size is that of the axis of a factor that nothing is summed over, by another letter than the other one.

    Queries Q (n × d_k) whose scores are divided by √n: n may be d_k, but nobody writes the one for the other.
    """
    shape = infer(factor, shaped.environment).shape
    is_width = (scale.letter or "d")[:1] in "dD"  # on the way back, queries are summed over the positions
    return not is_width and shape is not None and shape.rank == 2 and shape.first == scale != shape.last


def _roots_left_out(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product of queries and keys that is divided by a size by whose root the note divides another."""
    rooted: dict[Term, Statement] = {}
    bare: list[tuple[StatementShape, Term]] = []
    for shaped in model.shapes:
        if shaped.statement.stance != "asserted" or shaped.statement.hedged:
            continue
        for part in walk(shaped.statement.term):
            match part:
                case Quotient(denominator=Apply(function="sqrt", arguments=(Symbol() | Index() as size,))):
                    rooted.setdefault(size, shaped.statement)
                case Quotient(Product(factors=factors), Symbol() | Index() as size) if (
                    pair := _pair(factors)
                ) is not None:
                    if len({untransposed(each) for each in pair}) == 2:
                        bare.append((shaped, size))  # a thing by itself is a square, of which the mean is taken
    if len(bare) != 1:
        return
    shaped, divisor = bare[0]
    if is_meant(model, shaped.statement):
        return
    if divisor in rooted and rooted[divisor] is not shaped.statement:
        yield Problem(
            shaped.statement.place(divisor.origin),
            f"the products are divided by {show(divisor)} here, and by its root elsewhere",
            help=f"try the root of {show(divisor)}",
            related=(Related(rooted[divisor].span, f"divided by the root of {show(divisor)} here"),),
            evidence={"kind": "symbol", "symbol": show(divisor)},
        )


def _are_formal(factors: tuple[Term, Term], shaped: StatementShape) -> bool:
    """Whether the factors are what a function is defined of, Attention(Q, K, V) = …, or gradients."""
    term = shaped.statement.term
    head = term.sides[0] if isinstance(term, Relation) else None
    if any(is_gradient(part) for part in walk(term)):
        return True  # on the way back the products are summed over something else
    arguments = head.arguments if isinstance(head, Apply) else ()
    return any(untransposed(each) in arguments for each in factors)


def is_gradient(part: Term) -> bool:
    """Whether a part is a derivative, or named as one on the way back."""
    if isinstance(part, Apply):
        return part.function in ("derivative", "gradient")
    return isinstance(part, Symbol) and _BACKWARD.match(part.name) is not None


def scaled_products(term: Term) -> Iterator[tuple[tuple[Term, Term], Term]]:
    """The two factors of each product, one of them transposed, with what stands under the root below it."""
    for part in walk(term):
        match part:
            case Quotient(Product(factors=factors), denominator) if (root := rooted(denominator)) is not None:
                pair = _pair(factors)
            case Product(factors=(Quotient(Number(), denominator), *others)) if (
                root := rooted(denominator)
            ) is not None:
                pair = _pair(others)
            case _:
                continue
        if pair is not None:
            yield pair, root


def _scaled_sums(term: Term) -> Iterator[tuple[Term, Term, Dimension | None]]:
    r"""The first factor of each ``\sum_{c=1}^{m} Q_{ic} K_{jc}`` over a root, what is under the root, and how many terms there are."""
    for part in walk(term):
        match part:
            case Quotient(numerator=IndexedSum() as total, denominator=below):
                root = rooted(below)
            case Product(factors=(Quotient(numerator=Number(), denominator=below), IndexedSum() as total)):
                root = rooted(below)
            case _:
                continue
        match total:
            case IndexedSum(
                kind="sum",
                index=Symbol() as letter,
                lower=Number(value=start),
                upper=Symbol() as size,
                body=Product(factors=(Index() as one, Index() as other)),
            ) if root is not None and start == 1 and letter in one.indices and letter in other.indices:
                yield one.base, root, dimension_of(size)


def rooted(term: Term) -> Term | None:
    """What stands under a root."""
    return (
        term.arguments[0] if isinstance(term, Apply) and term.function == "sqrt" and len(term.arguments) == 1 else None
    )


def _pair(factors: Sequence[Term]) -> tuple[Term, Term] | None:
    if len(factors) == 1 and isinstance(factors[0], Product):
        return _pair(factors[0].factors)
    factors = _flat(factors)
    if (
        len(factors) > 2
        and _is_turned_product(factors[-1])
        and not any(isinstance(each, Transpose) for each in factors[:-1])
    ):
        first = Product(tuple(factors[:-1]), origin=factors[0].origin)  # X W_Q (X W_K)^T
        return first, factors[-1]
    if len(factors) != 2 or isinstance(factors[0], Transpose) == isinstance(factors[1], Transpose):
        return None
    return factors[0], factors[1]


def _flat(factors: Sequence[Term]) -> Sequence[Term]:
    """The factors of a product within a product as those of one."""
    return [one for each in factors for one in (_flat(each.factors) if isinstance(each, Product) else [each])]


def _is_turned_product(term: Term) -> bool:
    return isinstance(term, Transpose) and isinstance(term.operand, Product)


def summed_over(factors: tuple[Term, Term], shaped: StatementShape) -> Dimension | None:
    """The size that the product of two factors is summed over, where it exists."""
    found = [infer(factor, shaped.environment) for factor in factors]
    left, right = (each.shape if each.certain else None for each in found)
    if left is None or right is None or left.rank not in (1, 2) or right.rank not in (1, 2) or left.last != right.first:
        return None
    return left.last
