r"""What doubling or halving one letter does to another, against the formula for it: "halving P doubles N" where ``N = HW / P^2``.

Told only where all formulas of the note for the one are a power of the other times what does not hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

_LETTER = r"\\?[A-Za-z]+(?:_(?:\{\w+\}|\w))?(?![\w^_({])"
_TIMES = {"doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4)}
_COUNTS = {"two": 2, "three": 3, "four": 4, "eight": 8, "nine": 9, "sixteen": 16}
_BY = r"(?:by\s+)?(?:a\s+factor\s+(?:of\s+)?)?(?P<k>\d+|two|three|four|eight|nine|sixteen)(?![\w.^]|\s*[·*/^])"
_EFFECT = rf"(?:(?:then\s+|also\s+|thus\s+|therefore\s+|only\s+)*(?:(?P<does>doubles|halves|triples|quadruples)\s+(?P<y>{_LETTER})|(?P<op>multiplies|divides)\s+(?P<y2>{_LETTER})\s+{_BY}))"
_DOING = Cued(
    rf"\b(?P<how>[Dd]oubling|[Hh]alving|[Tt]ripling|[Qq]uadrupling)\s+(?:the\s+\w+\s+)?(?P<x>{_LETTER})\s+{_EFFECT}"
)
_WHEN = Cued(
    rf"\b(?:[Ii]f|[Ww]hen)\s+(?P<x>{_LETTER})\s+(?:is\s+)?(?P<how>doubled|doubles|halved|halves|tripled|triples|quadrupled|quadruples)\s*,?\s*(?:then\s+)?(?P<y>{_LETTER})\s+(?:is\s+|gets\s+|also\s+)*(?P<does>doubled|doubles|halved|halves|tripled|triples|quadrupled|quadruples)\b"
)
_OPEN = Cued(
    r"\?|\b(?:not|never|would|wrong\w*|roughly|almost|about|while|keeping|and\s+(?:doubling|halving))\b|n['’]t\b",
    re.IGNORECASE,
)


def scaled_word_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each multiple in words that is not what the formula makes of it."""
    for block in model.document.prose:
        if block.kind == "heading" or not re.search(r"doubl|halv|tripl|quadrupl", block.text.text, re.IGNORECASE):
            continue
        for sentence in sentences(block.text):
            for found in (*_DOING.finditer(sentence.text), *_WHEN.finditer(sentence.text)):
                if _OPEN.search(found[0]) is None and not re.match(
                    r"\s*(?:and|\+)\s+\S{1,8}\s*(?:too|as\s+well)", sentence.text[found.end() :]
                ):
                    yield from _judged(model, sentence, found)


def _judged(model: SemanticModel, sentence: Sentence, found: re.Match[str]) -> Iterator[Problem]:
    groups = found.groupdict()
    one, other = _plain(groups["x"] or ""), _plain(groups["y"] or groups.get("y2") or "")
    scale = _scale(groups["how"] or "")
    if groups.get("op"):
        count = Fraction(_COUNTS.get(found["k"], 0) or int(found["k"]))
        said = count if found["op"] == "multiplies" else 1 / count
    else:
        said = _scale(groups["does"] or "")
    degrees = {degree for formula in _formulas(model, other) if (degree := _degree(formula, one)) != 0}
    if len(degrees) != 1 or one == other:
        return
    degree = degrees.pop()
    if degree is None or degree.denominator != 1:
        return
    true = scale ** int(degree)
    if said != true:
        span = sentence.span(*found.span("op" if groups.get("op") else "does"))
        how = f"by the formula {other} goes as {one}^{degree}: it is multiplied by {true}"
        yield Problem(
            span,
            how,
            level="warning",
            evidence={"kind": "text", "printed": found[0]},
            key=f"said-property@{span.start}",
        )


def _scale(word: str) -> Fraction:
    return next(times for stem, times in _TIMES.items() if word.lower().startswith(stem))


def _plain(name: str) -> str:
    return re.sub(r"[\\{}]", "", name)


def _name(term: Term) -> str:
    return re.sub(r"\[(.*)\]$", r"_\1", show(term)) if isinstance(term, Symbol | Index) else ""


def _formulas(model: SemanticModel, name: str) -> Iterator[Term]:
    """What a letter is said to be, in letters."""
    for statement in model.statements:
        match statement.term:
            case Relation(relations=relations, sides=(left, *sides)) if (
                set(relations) <= {"=", ":=", "≈"} and _written(left) == name
            ):
                yield from (side for side in sides if any(isinstance(part, Symbol) for part in walk(side)))


def _written(term: Term) -> str:
    return term.name if isinstance(term, Symbol) else _name(term)


def _degree(term: Term, name: str) -> Fraction | None:
    """As which power of a letter a formula grows; None where it is none."""
    if _written(term) == name:
        return Fraction(1)
    match term:
        case Product(factors=factors) | Elementwise(factors=factors):
            return _added([_degree(each, name) for each in factors])
        case Quotient(numerator=above, denominator=below):
            down = _degree(below, name)
            return _added([_degree(above, name), None if down is None else -down])
        case Power(base=base, exponent=Number(value=exponent)):
            inside = _degree(base, name)
            return None if inside is None else inside * exponent
        case Apply(function="sqrt", arguments=(inner,)):
            inside = _degree(inner, name)
            return None if inside is None else inside / 2
        case Sum(terms=terms):
            degrees = {_degree(each, name) for each in terms}
            return degrees.pop() if len(degrees) == 1 else None
    return (
        None if any(isinstance(part, Symbol | Index) and _written(part) == name for part in walk(term)) else Fraction(0)
    )


def _added(degrees: list[Fraction | None]) -> Fraction | None:
    known = [each for each in degrees if each is not None]
    return sum(known, Fraction(0)) if len(known) == len(degrees) else None


__all__ = ["scaled_word_problems"]
