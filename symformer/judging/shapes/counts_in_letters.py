r"""How many weights there are, in letters: ``2 d f = 8 d^2`` where f = 4d, parts against their total, and matrices against their count.

Two sides of one equation that come to different multiples of one size, or to one size too many; "attention has $4d^2$ weights, the rest $8d^2$, a layer
therefore $12d^2$"; "the feed-forward layer has $8d^2 + 5d$ parameters" beside the shapes of its matrices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import add, mul

from symformer.algebra.dimension import Dimension, letter
from symformer.algebra.unify import Equality, Theory
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.term import Apply, Index, Number, Product, Quotient, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_COUNTED = r"(?:trainable\s+|learnable\s+)?(?:weights|parameters|params|个?参数)"
_BEHIND = Cued(rf"\A[\s$\\)]*{_COUNTED}", re.IGNORECASE)
_HAS = Cued(
    r"\b(?:has|have|holds?|takes?|needs?|contains?|contributes?|adds?)\s+(?:another\s+|exactly\s+|only\s+)?[\s$\\(]*\Z|(?:有|共有|共|为)[\s$]*\Z",
    re.IGNORECASE,
)
_TOTAL = Cued(
    r"\b(?:therefore|thus|hence|together|in\s+total|altogether|in\s+all|so|total)\b|总共|一共|合计", re.IGNORECASE
)
_LAYER = Cued(r"\b(?:feed-?\s?forward|ffn|mlp|two-layer)\b|前馈", re.IGNORECASE)
_CALLED = Cued(r"(?:FFN?|MLP|FeedForward|feed_forward)\Z")
_OPEN = Cued(
    r"\?|\b(?:if|would|not|about|roughly|approximately|without|ignoring|with|gated|swiglu|each|per|extra|more)\b|≈|约",
    re.IGNORECASE,
)
_CLAUSE = Cued(r"[.;。；!?](?=\s|\Z)|[。；]|\n\s*\n")
_FAR = 700


def count_in_letters_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each number of weights in letters that other words or shapes make another one."""
    shapes = [
        each for each in model.shapes if each.statement.carrier == "formula" and each.statement.stance == "asserted"
    ]
    equal = _equalities(shapes)
    for at, shaped in enumerate(shapes):
        if shaped.statement.hedged or shaped.inferred.conflicts:
            continue
        problem = _sides(shaped, equal, model.document.source.text)
        if problem is None and (total := _count(shaped, model)) is not None:
            problem = _of_parts(shaped, total, shapes[:at], model) or _of_matrices(shaped, total, shapes[:at], model)
        if problem is not None:
            yield problem


# -- the sides of an equation --------------------------------------------------------------------------------------------


def _equalities(shapes: Sequence[StatementShape]) -> Mapping[str, Equality]:
    """What a letter is said to be as a multiple of others, f = 4d, where the note says one such thing of it."""
    found: dict[str, list[Equality]] = {}
    for each in shapes:
        match each.statement.term:
            case Relation(
                relations=("=" | ":=", *others), sides=(Symbol(name=name), Product() | Quotient() as right, *rest)
            ) if (
                set(others) <= {"="}
                and all(isinstance(side, Number) for side in rest)
                and not (
                    rest and each.statement.sets and isinstance(right, Product)  # "one half at n = 6d = 6144"
                )
            ):
                size = dimension_of(right)
                if size is not None and len(size.terms) == 1 and size.letters and name not in size.letters:
                    found.setdefault(name, []).append(Equality(letter(name), size, each.statement.span))
    return {name: told[0] for name, told in found.items() if len({each.right for each in told}) == 1}


def _sides(shaped: StatementShape, equal: Mapping[str, Equality], text: str) -> Problem | None:
    term = shaped.statement.term
    if not isinstance(term, Relation) or set(term.relations) != {"="}:
        return None
    if not all(isinstance(side, Product) or dimension_of(side) is not None for side in term.sides):
        return None
    for left, right in pairwise(term.sides):
        one, other = dimension_of(left), dimension_of(right)
        if one is None or other is None or not _is_a_count(one) or not _is_a_count(other):
            continue
        letters = one.letters | other.letters
        theory = shaped.environment.theory.add(*(equal[name] for name in letters & equal.keys()))
        powers = [dict(size.terms[0][0]) for size in (one, other)]
        apart = {name for name in letters if powers[0].get(name) != powers[1].get(name)}
        if not letters & equal.keys():
            continue
        first, second = theory.reduce(one)[0], theory.reduce(other)[0]
        if (
            _of_others(first, second)
            and _size_too_many(first, second) is None
            and _SPECIAL.search(_sentence(text, shaped.statement.span.end)) is None
        ):
            place = shaped.statement.place(right.origin)
            return _problem(
                place.start, place.end, f"{one} is not {other}: {first} against {second}", str(first), shaped
            )
        if not all(theory.speaks_of(name) for name in apart):
            continue  # a letter that both sides have alike need not be told
        if _is_another_multiple(first, second):
            place = shaped.statement.place(right.origin)
            return _problem(place.start, place.end, f"{one} is {first}, not {second}", str(first), shaped)
        factor = _size_too_many(first, second)
        if factor is not None and _SPECIAL.search(_sentence(text, shaped.statement.span.end)) is None:
            place = shaped.statement.place(right.origin)
            return _problem(
                place.start, place.end, f"{one} and {other} differ by a factor {factor}", str(first), shaped
            )
    return None


def _sentence(text: str, end: int) -> str:
    """The sentence up to a place, with its formulas."""
    return text[max(text.rfind(mark, 0, end) for mark in (". ", "\n", "。", "; ")) + 1 : end]


_SPECIAL = Cued(
    r"\b(?:single|one|sole|only|if|when|where|choos\w+|case|suppose|assum\w+|same|equal\w*)\b|=\s*1\b|单|若|如果|当|取|相同|相等",
    re.IGNORECASE,
)


def _is_a_count(size: Dimension) -> bool:
    """Whether a size is a product of two sizes or more, and so says how many numbers there are of something."""
    return (
        len(size.terms) == 1
        and sum(power for _, power in size.terms[0][0]) >= 2
        and all(power > 0 for _, power in size.terms[0][0])
    )


def _is_another_multiple(one: Dimension, other: Dimension) -> bool:
    if len(one.terms) != 1 or len(other.terms) != 1:
        return False
    return one.terms[0][0] == other.terms[0][0] and one.terms[0][1] != other.terms[0][1]


def _size_too_many(one: Dimension, other: Dimension) -> str | None:
    """The size by which two products differ, where it is one and nothing else: they are equal only where it is 1."""
    if len(one.terms) != 1 or len(other.terms) != 1 or one.terms[0][1] != other.terms[0][1]:
        return None
    powers, others = dict(one.terms[0][0]), dict(other.terms[0][0])
    apart = {name: powers.get(name, 0) - others.get(name, 0) for name in powers.keys() | others.keys()}
    left = [name for name, power in apart.items() if power]
    return left[0] if len(left) == 1 and abs(apart[left[0]]) == 1 else None


def _of_others(one: Dimension, other: Dimension) -> bool:
    """Whether two products have the same number before them and the same sizes, not as often: 2 n² d and 2 n d²."""
    if len(one.terms) != 1 or len(other.terms) != 1:
        return False
    (powers, factor), (others, same) = one.terms[0], other.terms[0]
    return factor == same != 1 and powers != others and {name for name, _ in powers} == {name for name, _ in others}


# -- a total and its parts -----------------------------------------------------------------------------------------------


def _count(shaped: StatementShape, model: SemanticModel) -> Dimension | None:
    """The number of weights that a formula in a sentence tells."""
    statement, text = shaped.statement, model.document.source.text
    if statement.formula is None or statement.formula.display != "inline":
        return None
    before = text[max(0, statement.formula.span.start - 60) : statement.formula.span.start]
    behind = text[statement.formula.span.end : statement.formula.span.end + 30]
    if _HAS.search(before) is None or not (_BEHIND.match(behind) or _TOTAL_OF.match(behind)):
        return None
    return _last(statement.term)


_TOTAL_OF = Cued(r"\A[\s$\\)]*[.,;。，；]")


def _last(term: Term) -> Dimension | None:
    side = term.sides[-1] if isinstance(term, Relation) and set(term.relations) == {"="} else term
    found = dimension_of(side)
    return found if found is not None and found.letters else None


def _clause(text: str, start: int) -> str:
    begin = max(
        (found.end() for found in _CLAUSE.finditer(text, max(0, start - 250), start)), default=max(0, start - 250)
    )
    return re.sub(r"\$[^$]*\$", " ", text[begin:start])


def _of_parts(
    shaped: StatementShape, total: Dimension, before: Sequence[StatementShape], model: SemanticModel
) -> Problem | None:
    text, here = model.document.source.text, shaped.statement.span.start
    clause = _clause(text, here)
    if _TOTAL.search(clause) is None or _OPEN.search(clause) or not _is_a_count(total):
        return None
    start = text.rfind("\n\n", 0, here)
    parts = [
        count
        for each in before
        if each.statement.span.start > start and not _TOTAL.search(_clause(text, each.statement.span.start))
        if (count := _count(each, model)) is not None
    ]
    if any(_sides(each, _equalities(before), text) for each in before if each.statement.span.start > start):
        return None  # one of the parts is wrong by itself
    if not 2 <= len(parts) <= 4 or any(part.terms[0][0] != total.terms[0][0] or len(part.terms) > 1 for part in parts):
        return None
    whole = reduce(add, parts)
    if whole == total:
        return None
    span = shaped.statement.span
    return _problem(span.start, span.end, f"{' + '.join(map(str, parts))} is {whole}, not {total}", str(whole), shaped)


# -- the matrices of a layer ---------------------------------------------------------------------------------------------


def _of_matrices(
    shaped: StatementShape, total: Dimension, before: Sequence[StatementShape], model: SemanticModel
) -> Problem | None:
    text, here = model.document.source.text, shaped.statement.span.start
    clause, formula = _clause(text, here), shaped.statement.formula
    if formula is None:
        return None
    behind = text[formula.span.end : formula.span.end + 40]
    if _LAYER.search(clause) is None or _OPEN.search(clause) or not _BEHIND.match(behind):
        return None
    layer = next((each for each in reversed(before) if _is_layer(each.statement.term)), None)
    if layer is None or layer.inferred.conflicts or here - layer.statement.span.end > _FAR:
        return None
    if section_at(model.document, layer.statement.span.start) != section_at(model.document, here):
        return None
    sizes = _sizes(layer.statement.term, shaped)
    if sizes is None:
        return None
    theory: Theory = shaped.environment.theory
    matrices = reduce(add, (mul(*each) for each in sizes if len(each) == 2))
    everything = reduce(add, (each[0] for each in sizes if len(each) == 1), matrices)
    said = theory.reduce(total)[0]
    known = {theory.reduce(each)[0] for each in (matrices, everything)}
    if said in known or said.letters != theory.reduce(everything)[0].letters:
        return None
    span, expected = shaped.statement.span, everything if len(total.terms) > 1 else matrices
    return _problem(
        span.start,
        span.end,
        f"by their shapes its matrices and biases hold {expected}, not {total}",
        str(expected),
        shaped,
    )


def _is_layer(term: Term) -> bool:
    match term:
        case Relation(relations=("=" | ":=", *_), sides=(Apply(function=name), Sum(), *_)):
            return _CALLED.match(name) is not None
    return False


def _sizes(term: Term, shaped: StatementShape) -> list[tuple[Dimension, ...]] | None:
    """The shapes of the weights in the formula of a layer; None where one is not told."""
    if not isinstance(term, Relation) or not isinstance(term.sides[0], Apply):
        return None
    formal = set(term.sides[0].arguments)
    inside: set[Term] = set()
    names: dict[Term, None] = {}
    for part in walk(term.sides[1]):
        if isinstance(part, Index):
            inside.add(part.base)
        if isinstance(part, Symbol | Index) and part not in formal and part not in inside:
            names[part] = None
    found: list[tuple[Dimension, ...]] = []
    for name in names:
        shape = shaped.environment.shape_of(name)
        if shape is None or shape.rank not in (1, 2) or shape.shown:
            return None
        found.append(tuple(shape.sizes))
    return found if sum(len(each) == 2 for each in found) >= 2 else None


def _problem(start: int, end: int, message: str, expected: str, shaped: StatementShape) -> Problem:
    return Problem(
        Span(start, end),
        message,
        help=f"try {expected}",
        level="warning",
        evidence={"kind": "shape", "expected": expected},
        key=f"count-in-letters@{start}",
    )


__all__ = ["count_in_letters_problems"]
