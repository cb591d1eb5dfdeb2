"""What a note may suppose of its letters, told in words or by a formula: unit vectors, orthogonal matrices, shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, IndexedSum, Number, Power, Product, Relation, Symbol, Term, Transpose
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

EQUALS = frozenset({"=", "≡"})
_WORDS = {
    "symmetric": r"symmetric|对称",
    "orthogonal": r"orthogonal|orthonormal|unitary|rotation matri|正交|旋转矩阵",
    "diagonal": r"diagonal|对角",
    "shares": r"softmax|probabilit|distribution|sums? to (?:one|1)|simplex|one-?hot|normali[sz]|\bgini\b|impurit|entrop|proportions|基尼|熵|概率|分布|归一",
    "labels": r"one-?hot|binary|label|cross.?entropy|bernoulli|class|交叉熵|标签",
    "centred": r"zero.?mean|mean (?:of )?(?:zero|0)|cent(?:er|re)d|standardi[sz]|零均值|均值为 ?0",
    "unit": r"unit (?:norm|length|vector)|normali[sz]ed\b|单位向量|归一化",
}
_COMPILED = {name: Cued(pattern, re.IGNORECASE) for name, pattern in _WORDS.items()}


def conditions_told(model: SemanticModel) -> frozenset[str]:
    """What a note may suppose of its letters, since it speaks of it in words or in a formula."""
    text = model.document.source.text
    said = {name for name, pattern in _COMPILED.items() if pattern.search(text)}
    written = {_condition(statement.term) for statement in model.statements}
    of_letters = {name for statement in model.statements for name in _of_letters(statement.term)}
    return frozenset(said | {name for name in written if name is not None} | of_letters)


def _of_letters(term: Term) -> Iterator[str]:
    """What a formula says of single letters: U^T U = V^T V = I_p gives ``orthogonal of U`` and ``orthogonal of V``."""
    if not isinstance(term, Relation) or not set(term.relations) <= EQUALS or not any(map(_is_identity, term.sides)):
        return
    for side in term.sides:
        match side:
            case Product((Transpose(Symbol(first)), Symbol(second))) | Product(
                (Symbol(first), Transpose(Symbol(second)))
            ):
                if first == second:
                    yield f"orthogonal of {first}"


def _is_identity(term: Term) -> bool:
    base = unindexed(term)
    return isinstance(base, Symbol) and (base.name in ("I", "bold(I)", "1") or base.name.startswith("I_"))


def _condition(term: Term) -> str | None:
    """The condition that a formula states of a letter: u^T u = 1, Q^T Q = I, Σ π_k = 1."""
    if not isinstance(term, Relation) or term.relations[0] not in EQUALS:
        return None
    one = isinstance(term.sides[1], Number) and term.sides[1].value == 1
    match term.sides[0]:
        case Product((Transpose(first), second)) if first == second:
            return "unit" if one else "orthogonal" if term.sides[1] == Symbol("I") else None
        case Product((first, Transpose(second))) if first == second:
            return "orthogonal" if term.sides[1] == Symbol("I") else None
        case Apply("norm") | Power(Apply("norm")) if one:
            return "unit"
        case IndexedSum(kind="sum") if one:
            return "shares"
        case IndexedSum(kind="sum") if isinstance(term.sides[1], Number) and term.sides[1].value == 0:
            return "centred"
    return None


__all__ = ["conditions_told"]
