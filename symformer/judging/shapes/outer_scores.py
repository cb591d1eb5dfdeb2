r"""Outer products where a number is meant: ``s_{ij} = q_i k_j^\top`` of vectors that stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.shape import Orientation
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.layout import only_layout
from symformer.terms.parts import untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Product, Quotient, Relation, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued

_SAID = Cued(r"\b(column|row) vectors?\b", re.IGNORECASE)
_ZH = Cued(r"[行列]向量")
_CHINESE = {"列向量": "columns", "行向量": "rows"}
_ROWS = Cued(r"\brows?\b[^.$]{0,20}\$$|行[^。$]{0,8}\$$", re.IGNORECASE)
NUMBERS_OF = frozenset({"exp", "sigmoid", "logistic"})  # what is put into these is a score


def outer_scores(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each outer product of two members that stands for an entry, or for a score in an exponential."""
    lying = once(model, _lying)
    if lying is None:
        return
    for shaped in model.shapes:
        if shaped.statement.stance != "asserted" or shaped.statement.carrier != "formula":
            continue
        for product in _scores(shaped.statement.term):
            if not _is_outer(product, lying, shaped, once(model, _laid_down)):
                continue
            one, two = product.factors[-2:]
            turned = (
                f"{show(untransposed(one))}ᵀ·{show(untransposed(two))}"
                if lying == "column"
                else f"{show(untransposed(one))}·{show(untransposed(two))}ᵀ"
            )
            yield Problem(
                shaped.statement.place(product.origin),
                f"{show(product)} is a matrix, where a number is meant: vectors are {lying}s in this note",
                help=f"try {turned}",
                evidence={"kind": "shape"},
            )
            break


def _lying(model: SemanticModel) -> Orientation | None:
    """How vectors lie: as the note says, or as every product of it that tells."""
    text = model.document.source.text
    told = {each.value for each in model.conventions if each.name == "vectors"}
    told |= {f"{found[1].lower()}s" for found in _SAID.finditer(text)} | {
        _CHINESE[each[0]] for each in _ZH.finditer(text)
    }
    told |= {"columns"} if once(model, _laid_down) else set()
    seen = only_layout(model.shapes)
    if not told:
        return seen
    said: Orientation = "column" if told == {"columns"} else "row"
    return said if len(told) == 1 and seen in (None, said) else None


def _laid_down(model: SemanticModel) -> frozenset[Term]:
    r"""The vectors q of which a matrix has "the rows $q_i^\top$": they stand where they are alone."""
    text, found = model.document.source.text, set()
    for statement in model.statements:
        term = statement.term
        if isinstance(term, Transpose) and isinstance(term.operand, Index) and len(term.operand.indices) == 1:
            if _ROWS.search(text[max(0, statement.span.start - 40) : statement.span.start]) is not None:
                found.add(term.operand.base)
    return frozenset(found)


def _scores(term: Term) -> Iterator[Product]:
    """The products that an entry with two indices equals, and those that an exponential is taken of."""
    if isinstance(term, Relation) and len(term.sides) == 2:
        left, right = term.sides
        if isinstance(left, Index) and len(left.indices) == 2 and isinstance(left.base, Symbol):
            inside = right.numerator if isinstance(right, Quotient) else right
            if isinstance(inside, Product):
                yield inside
    for part in walk(term):
        if isinstance(part, Apply) and part.function in NUMBERS_OF and len(part.arguments) == 1:
            inside = part.arguments[0]
            inside = inside.numerator if isinstance(inside, Quotient) else inside
            if isinstance(inside, Product):
                yield inside


def _is_outer(product: Product, lying: Orientation, shaped: StatementShape, standing: frozenset[Term]) -> bool:
    """Whether the last two factors are members of two families, the wrong one of them turned."""
    if product.sign not in ("", "·") or len(product.factors) < 2:
        return False
    pair = product.factors[-2:]
    turned = [isinstance(each, Transpose) for each in pair]
    if turned != [lying == "row", lying == "column"]:
        return False
    names = [bare for each in pair if isinstance(bare := untransposed(each), Index)]
    if len(names) < 2 or any(len(each.indices) != 1 or each.upper for each in names):
        return False
    if names[0].indices == names[1].indices:
        return False
    shapes = [shaped.environment.shape_of(each) for each in names if each.base not in standing]
    others = product.factors[:-2]
    numbers = all((shape := shaped.environment.shape_of(each)) is None or shape.is_scalar for each in others)
    return numbers and all(shape is not None and shape.rank == 1 for shape in shapes)
