r"""Scores of attention that are not divided by the root of the width of the keys: ``softmax(q^\top k / d_k)``.

In whatever letters and at whatever place the scores stand: what is asked is that queries meet keys, within a softmax
or as what is called the scores, in a note that speaks of attention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem
from symformer.judging.equations.around import is_meant
from symformer.judging.shapes.scales import scales_of_another_size, summed_over
from symformer.reasoning.recognise import plain_name
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import dimension_of
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.cued import Cued

ATTENTION = Cued(r"\battention\b|\battn\b|注意力", re.IGNORECASE)
# a width that is known to be chosen otherwise: the maximal update parametrisation divides by d
OTHER_SCALES = Cued(
    r"\bμP\b|\bmuP\b|\\mu\s*P\b|\bmaximal update\b|\bcosine[- ]attention\b|\btensor programs\b", re.IGNORECASE
)
WIDTHS = re.compile(r"d(?:_?(?:k|q|h|head|key|model|hidden|kq|qk))?|head_?dim|d_?head", re.IGNORECASE)
OF_VALUES = re.compile(r"d_?(?:v|val|value|values)", re.IGNORECASE)
LABELLED = re.compile(r"[dD]_?(?P<label>[A-Za-z])")
# labels of widths that have a meaning of their own: compressed, hidden, head, key, model, projection, query, rotary, value
WIDTH_LABELS = frozenset("cdhkmpqrvHKQV")
SCORES = re.compile(r"[sSeEaAzZℓl]|alpha|score[s]?|logits?|attn|attention", re.IGNORECASE)
BACKWARD = re.compile(r"bar\(|d(?:bold\()?[A-Z]|(?:nabla|delta|Delta)\b")


@dataclass(frozen=True, slots=True)
class _Scaled:
    """Scores, what they are divided by, and whether that is a root."""

    scores: Term
    size: Term
    rooted: bool
    upside_down: bool = False


def speaks_of_attention(note: SemanticModel) -> bool:
    """Whether a note is about attention: by the word, or by a softmax of queries that meet keys."""
    return once(note, _is_about_attention)


def _is_about_attention(note: SemanticModel) -> bool:
    return ATTENTION.search(note.document.source.text) is not None or _weighs_queries_by_keys(note)


def _weighs_queries_by_keys(note: SemanticModel) -> bool:
    r"""Whether a softmax is taken of queries that meet keys, or of what is made of them: ``S = Q K^\top``, ``softmax(S)``."""
    terms = [statement.term for statement in note.statements]
    equations = [term for term in terms if isinstance(term, Relation) and term.relations[0] in EQUAL]
    scores = {show(term.sides[0]) for term in equations if any(map(_meets_keys, walk(term.sides[1])))}
    return any(
        show(inner) in scores or _meets_keys(inner)
        for term in terms
        for part in walk(term)
        if isinstance(part, Apply) and part.function.partition("_")[0] == "softmax"
        for argument in part.arguments
        for inner in walk(argument)
    )


def attention_scale_problems(note: SemanticModel) -> tuple[tuple[Statement, Problem], ...]:
    """A problem for each score of attention that is divided by a width itself, or by the root of that of the values.

    What the shapes or the rest of the note tell of a scale is left to them.
    """
    if not speaks_of_attention(note) or OTHER_SCALES.search(note.document.source.text) is not None:
        return ()
    told = [problem.span for problem in scales_of_another_size(note)]
    found = list(_problems(note))
    return tuple(each for each in found if not any(span == each[1].span for span in told))


def _problems(note: SemanticModel) -> Iterator[tuple[Statement, Problem]]:
    for statement in note.statements:
        if statement.stance != "asserted" or statement.carrier != "formula" or statement.hedged:
            continue
        term = statement.term
        if any(map(_is_backward, walk(term))):
            continue
        for found in _scales(term):
            if (problem := _problem(note, statement, found)) is not None and not is_meant(note, statement):
                yield statement, problem
                break


def _problem(note: SemanticModel, statement: Statement, found: _Scaled) -> Problem | None:
    size = _name(found.size)
    if found.upside_down:
        meant = f"{show(found.scores)} / √{show(found.size)}"
        said = f"the root of {show(found.size)} is divided by the scores, and not the scores by it"
    elif not found.rooted and (WIDTHS.fullmatch(size) or _is_width_of_keys(note, statement, found)):
        meant = f"√{show(found.size)}"
        said = f"the scores are divided by {show(found.size)}, and not by its root"
    elif found.rooted and OF_VALUES.fullmatch(size) and not _is_of_queries(note, found.size):
        meant = "the root of the width of the keys"
        said = f"the scores are divided by the root of {show(found.size)}, which is the width of the values"
    elif found.rooted and _is_labelled_otherwise(size) and _stands_alone(note, found.size):
        meant = "√d_k, or say what the label is"
        said = f"the scores are divided by the root of {show(found.size)}, which stands nowhere else; queries and keys have the width d_k"
    else:
        return None
    return Problem(
        statement.place(found.size.origin),
        said,
        help=f"try {meant}: scaled dot-product attention is softmax(Q·Kᵀ / √d_k)·V (Vaswani et al. (2017), eq. 1)",
        evidence={"kind": "symbol", "symbol": show(found.size)},
    )


def _is_width_of_keys(note: SemanticModel, statement: Statement, found: _Scaled) -> bool:
    """Whether scores are divided by the very size that their products are sums over, whatever its letter."""
    shaped = next((each for each in note.shapes if each.statement is statement), None)
    if shaped is None or not isinstance(found.scores, Product) or len(found.scores.factors) != 2:
        return False
    first, second = found.scores.factors
    summed, size = summed_over((first, second), shaped), dimension_of(found.size)
    return summed is not None and size is not None and size.letter is not None and summed == size


def _is_labelled_otherwise(size: str) -> bool:
    """Whether a width has a letter below that no width of attention has: d_t, d_j.

    >>> [_is_labelled_otherwise(each) for each in ("d_t", "d_k", "d", "d_model")]
    [True, False, False, False]
    """
    label = LABELLED.fullmatch(size)
    return label is not None and label["label"] not in WIDTH_LABELS


def _stands_alone(note: SemanticModel, size: Term) -> bool:
    """Whether a width stands here alone in the whole note, so that nothing tells of it."""
    name = name_of(size)
    if name is None:
        return False
    uses = note.uses.of(name)
    return not uses.is_told and not uses.is_mentioned and len(uses.occurrences) == 1


def _scales(term: Term) -> Iterator[_Scaled]:
    """The scaled scores in the softmaxes of a formula, and those that a formula is as a whole."""
    for part in walk(term):
        if isinstance(part, Apply) and part.function.partition("_")[0] in ("softmax", "exp"):
            for inner in part.arguments:
                yield from (found for each in walk(inner) if (found := _scaled(each)) is not None)
    if isinstance(term, Relation) and term.relations[0] in ("=", ":=", "≡"):  # in which space it lies may follow
        left = term.sides[0].base if isinstance(term.sides[0], Index) else term.sides[0]
        name = left.function if isinstance(left, Apply) else left.name if isinstance(left, Symbol) else ""
        if SCORES.fullmatch(name):
            sides = (part for side in term.sides[1:] for part in (side.terms if isinstance(side, Sum) else (side,)))
            yield from (found for each in sides if (found := _scaled(each)) is not None)


def _scaled(term: Term) -> _Scaled | None:
    match term:
        case Quotient(Apply(function="sqrt", arguments=(Symbol() | Index() as size,)), denominator) if _meets_keys(
            denominator
        ):
            return _Scaled(denominator, size, True, upside_down=True)
        case Quotient(numerator, denominator) if _meets_keys(numerator):
            scores, below = numerator, denominator
        case Product(factors=(Quotient(Number(value=one), denominator), *others)) if one == 1 and _meets_keys(
            Product(tuple(others))
        ):
            scores, below = Product(tuple(others)), denominator
        case _:
            return None
    match below:
        case Apply(function="sqrt", arguments=(Symbol() | Index() as size,)):
            return _Scaled(scores, size, True)
        case Symbol() | Index():
            return _Scaled(scores, below, False)
    return None


def _meets_keys(term: Term) -> bool:
    """Whether a product is one of queries with keys, by their letters: Q K^T, q_i · k_j, X W_Q (X W_K)^T."""
    if not isinstance(term, Product) or any(isinstance(part, Quotient | Apply) for part in walk(term)):
        return False
    return {role for role in map(role_of, _leaves(term)) if role} == {"k", "q"}


def _leaves(term: Term) -> Iterator[Term]:
    match term:
        case Product(factors=factors):
            for each in factors:
                yield from _leaves(each)
        case Transpose(operand=operand):
            yield from _leaves(operand)
        case _:
            yield term


def role_of(factor: Term) -> str:
    """``q`` or ``k`` for queries and keys, or what makes them; nothing for another factor."""
    head = factor
    while isinstance(head, Index):
        label = "".join(_name(each) for each in head.indices)
        if plain_name(head.base).casefold() == "w" and (role := OF_ROLE.search(label)) is not None:
            return role[0][0].lower()
        head = head.base
    name = plain_name(head) if isinstance(head, Symbol) else ""
    role = OF_ROLE.fullmatch(name.partition("_")[0]) or NAMED_ROLE.fullmatch(name)
    return role[0].casefold().removeprefix("w_")[0] if role is not None else ""


OF_ROLE = re.compile(r"(?:q(?:uery|ueries)?|k(?:ey|eys)?)", re.IGNORECASE)
NAMED_ROLE = re.compile(r"W_(?:q(?:uery|ueries)?|k(?:ey|eys)?)", re.IGNORECASE)


def _name(term: Term) -> str:
    if isinstance(term, Index):
        return "_".join(_name(each) for each in (term.base, *term.indices))
    return plain_name(term) or show(term)


def _is_backward(part: Term) -> bool:
    if isinstance(part, Apply):
        return part.function in ("derivative", "gradient", "variance", "Var", "expectation")
    return isinstance(part, Symbol) and BACKWARD.match(part.name) is not None


def _is_of_queries(note: SemanticModel, size: Term) -> bool:
    """Whether the note has one width for values and keys: d_v = d_k, or no other width than this."""
    return show(size) in once(note, _widths_of_keys)


def _widths_of_keys(note: SemanticModel) -> frozenset[str]:
    """The widths of values that the note has keys of as well, or says to be theirs."""
    found: set[str] = set()
    for statement in note.statements:
        parts = list(walk(statement.term))
        values = {show(each) for each in parts if isinstance(each, Symbol | Index) and OF_VALUES.fullmatch(_name(each))}
        keys = any(isinstance(each, Symbol | Index) and role_of(each) for each in parts)
        widths = any(isinstance(each, Symbol | Index) and WIDTHS.fullmatch(_name(each)) for each in parts)
        told = isinstance(statement.term, Relation) and set(statement.term.relations) <= {"="}
        if values and told and widths and len(parts) <= SHORT:
            found |= values
        if values and keys and isinstance(statement.term, Relation) and "∈" in statement.term.relations:
            found |= values
    return frozenset(found)


SHORT = 12  # parts of an equation that sets sizes equal
