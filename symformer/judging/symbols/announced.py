r"""Names that the words before a display announce, where another stands in their place: "the product of $Q$ with $K^\top$" and ``Q Q^\top``.

Told is only what stands exactly where the words have the name: beside the other factor, or below the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Formula
from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas, by_formula
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import family_and_label, taken_apart
from symformer.terms.parts import base_name, factors_of, origin_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Product, Quotient, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued

FAR = 350  # characters of the sentence that leads to a display
MOST_FORMULAS = 12  # of that sentence
_ARTICLES = r"(?:(?:the|a|an|its|their|each|all|quer(?:y|ies)|keys?|values?|matri(?:x|ces)|vectors?|inputs?|weights?|scores?|hidden|states?|projections?|embeddings?|transposed?|of)\s+){0,5}"
_PRODUCT = Cued(
    rf"(?:\b(?:dot|inner|matrix|scalar)[ -]?products?\s+(?:of|between)\s+{_ARTICLES}⟦(?P<a>\d+)⟧\s+(?:and|with)\s+{_ARTICLES}⟦(?P<b>\d+)⟧"
    rf"|\bmultipl(?:y|ying|ied|ies)\s+{_ARTICLES}⟦(?P<a2>\d+)⟧\s+(?:by|with)\s+{_ARTICLES}⟦(?P<b2>\d+)⟧"
    r"|⟦(?P<a3>\d+)⟧\s*(?:和|与|同|跟)\s*⟦(?P<b3>\d+)⟧\s*(?:的|做|进行)?\s*(?:点积|内积|相乘|乘积|点乘))",
    re.IGNORECASE,
)
_DIVIDED = Cued(
    rf"(?:\b(?:divid(?:e|ing|ed|es)|scal(?:e|ing|ed|es))\b[^.;:⟦⟧]{{0,40}}?\sby\s+{_ARTICLES}⟦(?P<d>\d+)⟧|除以\s*⟦(?P<d2>\d+)⟧)",
    re.IGNORECASE,
)
_OPEN = Cued(r"\b(?:not|instead|rather|without|unlike|never)\b|n['’]t\b|\?|不|而非", re.IGNORECASE)
_ENDS = re.compile(r"\n\s*\n|(?<=[.。;；])\s|\$\$|\\\]|\\end\{")


def announced_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each display with another name than the sentence that leads to it has in that place."""
    formulas = [group for group in once(model, by_formula) if group[0].formula is not None]
    for at, group in enumerate(formulas):
        display = group[0].formula
        if display is None or display.display != "display":
            continue
        before = [each for each in formulas[max(0, at - MOST_FORMULAS) : at] if _is_near(each[0].formula, display)]
        if before:
            yield from _of_display(group, before, _led_by(before, display, model), model)


def _is_near(formula: Formula | None, display: Formula) -> bool:
    return formula is not None and formula.display == "inline" and formula.span.start >= display.span.start - FAR


def _led_by(before: Sequence[Sequence[Statement]], display: Formula, model: SemanticModel) -> str:
    """The sentence that ends at a display, with a number in brackets for each of the formulas in it."""
    text = model.document.source.text
    parts, at = [], max(0, display.span.start - FAR)
    for number, (first, *_) in enumerate(before):
        assert first.formula is not None
        parts += [text[at : first.formula.span.start], f"⟦{number}⟧"]
        at = first.formula.span.end
    parts.append(text[at : display.span.start])
    return _ENDS.split("".join(parts).rstrip())[-1]


def _of_display(
    group: Sequence[Statement], before: Sequence[Sequence[Statement]], led: str, model: SemanticModel
) -> Iterator[Problem]:
    if _OPEN.search(led) is not None:
        return
    names = {part for statement in group for part in walk(statement.term) if isinstance(part, Symbol | Index)}
    letters = set(map(_letter, names))
    for found in _PRODUCT.finditer(led):
        one, other = (_named(found, key, before) for key in "ab")
        for factor, meant in ((one, other), (other, one)):
            if factor is None or meant is None or _letter(meant) in letters or _letter(factor) == _letter(meant):
                continue
            for statement in group:
                instead = _beside(statement.term, factor)
                if instead is not None and not _is_made_of(meant, instead, model):
                    yield _problem(statement, instead, meant)
                    return
    for found in _DIVIDED.finditer(led):
        divisor = _named(found, "d", before)
        if divisor is None or divisor in names:
            continue
        for statement in group:
            if (instead := _below(statement.term, divisor)) is not None:
                yield _problem(statement, instead, divisor)
                return


def _named(found: re.Match[str], key: str, before: Sequence[Sequence[Statement]]) -> Term | None:
    """The one name that a formula of the sentence is, without its transpose or root."""
    number = next(
        (found[name] for name in (key, f"{key}2", f"{key}3") if found.re.groupindex.get(name) and found[name]), ""
    )
    statements = before[int(number)] if number else ()
    return _bare(statements[0].term) if len(statements) == 1 else None


def _bare(term: Term) -> Term | None:
    """A name without its transpose or root.

    >>> _bare(Apply("sqrt", (Symbol("d_k"),)))
    Symbol(name='d_k', origin=Span(start=0, end=0))
    """
    match term:
        case Unknown(alternatives=(first, *_)):
            return _bare(first)
        case Apply(function="sqrt", arguments=(inner,)):
            return _bare(inner)
    bare = untransposed(term)
    return bare if isinstance(bare, Symbol | Index) else None


def _letter(name: Term) -> str:
    return taken_apart(base_name(name)).letter


def _beside(term: Term, factor: Term) -> Term | None:
    """What stands beside a factor in the one product that has it, which is of the two alone."""
    found: list[Term] = []
    for part in walk(term):
        match part:
            case Product() if len(pair := [_bare(each) for each in factors_of(part)]) == 2:
                named = [each for each in pair if each is not None]
                if len(named) == 2 and _letter(factor) in map(_letter, named):
                    found.append(named[1] if _letter(named[0]) == _letter(factor) else named[0])
    return found[0] if len(found) == 1 else None


def _is_made_of(name: Term, other: Term, model: SemanticModel) -> bool:
    """Whether the note makes one name of another, which may be put in: ``V = H W`` where the words say V, and H stands."""
    return any(
        isinstance(statement.term, Relation)
        and _letter(statement.term.sides[0]) == _letter(name)
        and any(base_name(part) == base_name(other) for side in statement.term.sides[1:] for part in walk(side))
        for statement, _ in once(model, asserted_formulas)
    )


def _below(term: Term, divisor: Term) -> Term | None:
    """The name below a line that is of the family of a divisor, with another label of one letter."""
    own = family_and_label(divisor)
    for part in walk(term):
        if isinstance(part, Quotient) and (name := _bare(part.denominator)) is not None:
            other = family_and_label(name)
            if own and other and own[0] == other[0] and own[1] != other[1] and len(own[1]) == len(other[1]) == 1:
                return name
    return None


def _problem(statement: Statement, instead: Term, meant: Term) -> Problem:
    place = statement.place(origin_of(instead))
    return Problem(
        place,
        f"{show(instead)} stands here, where the sentence before it has {show(meant)}",
        help=f"try {show(meant)}, or the other name in the sentence",
        evidence={"kind": "symbol", "found": show(instead), "expected": show(meant)},
        key=f"announced@{place.start}",
    )


__all__ = ["announced_problems"]
