r"""Sizes told right behind a shape that has not got them: "$X \in \mathbb{R}^{n \times k}$ (number of examples $n$, of inputs $d$)".

Who tells the sizes of an array one by one tells those it has.  A letter that is told so and is none of them was
meant by the one size of the shape that is not told: surely where it stands nowhere else, and in brackets also
where that size is another thing by its own words, or stands nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.document import Formula
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.uses import SymbolUses
from symformer.terms.show import show
from symformer.terms.term import Index, Relation, Space, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

SIZED = Cued(
    r"\b(?:number|amount|count|size|dimension(?:ality)?|length|width|height)\b|(?:数|数量|个数|维度|维数|长度|大小|宽度)(?=\W|为|是|$)",
    re.IGNORECASE,
)
ENDS = re.compile(r"[.。](?=\s|\Z)|\n\s*\n")
NAME = re.compile(r"\s*=?\s*(?P<name>[A-Za-z](?:_(?:\w|\{\\?\w+(?:\{\w+\})?\}))?)\s*")
FARTHEST = 240  # characters in which the sizes behind a shape are told
TELLING = 60  # characters of words that tell one of them
PLACED = frozenset("used size index bound called parameter unsure defined".split())


@dataclass(frozen=True, slots=True)
class _Told:
    """A letter that words behind a shape call the number or the size of something."""

    symbol: SymbolUses
    place: Span


def sizes_told_beside(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each shape behind which a size is told that it has not got, and that stands nowhere."""
    text, formulas = model.document.source.text, model.document.formulas
    at = {formula.span: place for place, formula in enumerate(formulas)}
    for statement in model.statements:
        formula = statement.formula
        if (
            formula is None
            or formula.span not in at
            or statement.carrier != "formula"
            or statement.stance != "asserted"
        ):
            continue
        match statement.term:
            case Relation(sides=(Symbol() | Index() as array, Space(sizes=sizes)), relations=("∈",)):
                pass
            case _:
                continue
        letters = [size.name for size in sizes if isinstance(size, Symbol)]
        if len(letters) < len(sizes) or len(set(letters)) < 2:
            continue
        told = list(_told_behind(at[formula.span], formulas, text, model))
        names = {each.symbol.name for each in told}
        astray = [each for each in told if each.symbol.name not in letters]
        untold = [letter for letter in letters if letter not in names]
        if len(names) != len(set(letters)) or len(astray) != 1 or len(set(untold)) != 1:
            continue
        missing, size = astray[0], untold[0]
        if missing.symbol.name.partition("_")[0] == size.partition("_")[0]:
            continue  # d for d_model
        bracketed = text[formula.span.end : formula.span.end + 4].lstrip().startswith(("(", "（"))
        other = model.uses.of(size)
        placed = any(
            each.part in PLACED and not missing.place.contains(each.span) for each in missing.symbol.occurrences
        )
        if not bracketed and (placed or other.concepts):
            continue
        if placed and not other.concepts and len(other.occurrences) > 1:
            continue  # a letter of its own, N for B T
        yield Problem(
            formula.span,
            f"{show(array)} has the size {size} here, and the words behind it tell {missing.symbol.name} for it",
            help=f"try {missing.symbol.name} for {size}",
            related=(Related(missing.place, f"{missing.symbol.name} told here"),),
            evidence={"kind": "shape", "left": size, "right": missing.symbol.name},
            key=f"told-beside@{formula.span.start}",
        )


def _told_behind(place: int, formulas: Sequence[Formula], text: str, model: SemanticModel) -> Iterator[_Told]:
    """The letters that the sentence behind a formula calls sizes, up to the next formula that is more than a letter."""
    start = formulas[place].span.end
    depth_end = text.find(")", start) if text[start : start + 4].lstrip().startswith("(") else -1
    end = _end(start, text) if depth_end < 0 else min(depth_end, start + FARTHEST)
    before = start
    for at in range(place + 1, len(formulas)):
        span = formulas[at].span
        name = NAME.fullmatch(formulas[at].text)
        if span.start > end or name is None:
            return
        following = formulas[at + 1].span.start if at + 1 < len(formulas) else len(text)
        words = text[before : span.start][-TELLING:], text[span.end : min(following, end, span.end + TELLING)]
        if any(map(SIZED.search, words)):
            yield _Told(model.uses.of(name["name"].replace("{", "").replace("}", "")), span)
        before = span.end


def _end(start: int, text: str) -> int:
    found = ENDS.search(text, start, start + FARTHEST)
    return found.start() if found is not None else start + FARTHEST
