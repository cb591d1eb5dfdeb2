r"""A fraction of a whole in words: "more than half of it sits in conv3", "the MLP holds about two thirds of a block".

The part is a row of the table whose column adds up to a total that is shown, or one of the multiples of a monomial that the
paragraph lists with their total: "$4d^2$ weights in the attention and $8d^2$ in the MLP, altogether $12d^2$".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Prose
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.cells_named import Grid, grids_near, rows_named, scaled
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Matrix, Number, Relation, Symbol
from symformer.text.cued import Cued

_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "": 1}
_FRACTION = Cued(
    r"\b(?:(?P<over>more\s+than|over|at\s+least|well\s+over)|(?P<under>less\s+than|under|at\s+most)"
    r"|(?P<about>about|roughly|around|approximately|almost|nearly|some|close\s+to|just\s+(?:over|under)))?\s*"
    rf"(?:(?P<count>an?|one|two|three|four|five)[\s-]+)?(?P<part>{'|'.join(_PARTS)})s?\s+"
    r"of\s+(?P<whole>it|them|these|that|all|the\s+(?:total|whole|model|network|block|layer|parameters|weights|memory|time|cost|budget|compute|operations|FLOPs|numbers|sum)|an?\s+(?:block|layer|model)|(?:its|all|our|these)\s+(?:\w+\s+)?(?:parameters|weights|numbers|operations|FLOPs|memory|time|entries))\b",
    re.IGNORECASE,
)
_IN = Cued(
    r"\s*(?:\w+\s+){0,2}?(?:sits?|lies?|lives?|is|are|goes|go|belongs?|falls?|comes?|spent|resides?)\s+(?:found\s+)?(?:in|into|to|from|on|with)\s+",
    re.IGNORECASE,
)
_HOLDS = Cued(
    r"\b(?:holds?|has|have|contains?|accounts?\s+for|makes?\s+up|takes?(?:\s+up)?|uses?|owns?|carries|contributes?|needs?|costs?)\s*\Z",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|may|might|not|never|no|without|except|besides|other|others|instead|than\s+the|compared|before|after|save[sd]?|saving|"
    r"reduc\w*|shrink\w*|remaining|rest|respectively|usually|often|typically)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_MONOMIAL = r"\$(?P<f>[^$=+]{1,24})\$"
_THINGS = r"(?:weights|parameters|params|numbers|entries|operations|multiplications|FLOPs|values)"
_PART_BEHIND = Cued(
    rf"{_MONOMIAL}\s+(?:{_THINGS}\s+)?(?:sits?\s+|lies?\s+|are\s+|is\s+|go\s+|goes\s+)?(?:in|for|into|to|from)\s+(?:the\s+)?(?P<label>[A-Za-z][\w-]*(?:\s(?!and\b|or\b|plus\b|,)[a-z-]+)?)",
    re.IGNORECASE,
)
_PART_BEFORE = Cued(
    rf"(?P<label>[A-Za-z][\w-]*(?:\s[a-z-]+)?)\s+(?:has|holds|takes|needs|contributes|contains|uses|costs|with)\s+(?:another\s+|the\s+other\s+)?{_MONOMIAL}",
    re.IGNORECASE,
)
_TOTAL = Cued(
    rf"\b(?:altogether|together|in\s+total|in\s+all|total|sums?|adds?\s+up|makes?|therefore|hence|so)\b[^$.;]{{0,30}}{_MONOMIAL}",
    re.IGNORECASE,
)
_COEFFICIENT = Cued(r"(?P<k>\d+)?\s*(?:\\cdot\s*|\\,\s*)?(?P<rest>[A-Za-z\\][\w\\^{}\s]*)\Z")
ROUGH, EXACT, SLACK = Fraction(1, 4), Fraction(1, 8), Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class _Part:
    label: str
    share: Fraction
    shown: str


def fraction_in_words_problems(document: Document) -> Iterator[Problem]:
    """Every fraction in words that a part is not of its whole."""
    for at, block in enumerate(document.prose):
        if block.kind == "heading" or _FRACTION.search(block.text.text) is None:
            continue
        told = _told_parts(document.prose[max(0, at - 1) : at + 1])
        grids = [ways[0] for ways in grids_near(document, block.span.start) if ways]
        for sentence in sentences(block.text):
            found = list(_FRACTION.finditer(sentence.text))
            if len(found) == 1 and not _OPEN.search(sentence.text.replace(found[0][0], "")):
                yield from _of_sentence(document, sentence, found[0], told, grids)


def _of_sentence(
    document: Document, sentence: Sentence, found: re.Match[str], told: Mapping[str, _Part], grids: Sequence[Grid]
) -> Iterator[Problem]:
    text = sentence.text
    behind, before = _IN.match(text, found.end()), _HOLDS.search(text[: found.start()])
    if (behind is None) == (before is None):
        return
    start, end = (behind.end(), len(text)) if behind is not None else (0, before.start() if before is not None else 0)
    subject = text[start:end]
    if re.search(r"\b(?:and|or|together|both|plus)\b", subject, re.IGNORECASE):
        return
    parts = [
        each for label, each in told.items() if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", subject, re.IGNORECASE)
    ]
    if not parts:
        above = document.source.text[max(0, sentence.place(0) - FAR) : sentence.place(0)]
        parts = [each for grid in grids for each in _rows(grid, subject, above)]
    if not parts or len({each.label for each in parts}) > 1 or any(_fits(each.share, found) for each in parts):
        return
    span = sentence.span(found.start(), found.end())
    yield Problem(
        span,
        f"{parts[0].label} is {parts[0].shown}: that is {round(float(parts[0].share) * 100)}%",
        level="warning",
        evidence={"kind": "text", "printed": found[0].strip(), "expected": f"{float(parts[0].share):.2f}"},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


# -- the first few of a list ----------------------------------------------------------------------------------------------

_FIRST = Cued(
    r"\bthe\s+first\s+(?:(?P<count>two|three|four|five)\s+(?:(?:principal\s+)?components?|eigenvalues|directions|of\s+them|axes)?|(?:principal\s+)?(?:component|eigenvalue|direction|axis))\s*"
    r"(?:together\s+|alone\s+|already\s+)?(?:(?:explains?|captures?|holds?|keeps?|carr(?:y|ies)|accounts?\s+for|makes?\s+up)\s+|(?=\d))(?:together\s+|about\s+|roughly\s+)?(?P<p>\d{1,3}(?:\.\d+)?)\s?%",
    re.IGNORECASE,
)
_COUNT_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}
_SPECTRUM = frozenset({"lambda", "lamda", "λ"})


def explained_share_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """ "The first two components together explain 90 %", of the eigenvalues that are listed above."""
    for block in document.prose:
        plain = block.text.text.replace("\\,", " ").replace("\\%", "%").replace("$", "")
        if block.kind == "heading" or _FIRST.search(plain) is None:
            continue
        for sentence in sentences(block.text):
            for found in _FIRST.finditer(sentence.text):
                values = _spectrum(document, statements, sentence.place(found.start()))
                count = _COUNT_WORDS.get((found["count"] or "").lower(), 1)
                if values is None or count >= len(values):
                    continue
                share, told = 100 * sum(values[:count], Fraction(0)) / sum(values, Fraction(0)), Fraction(found["p"])
                unit = Fraction(1, 10 ** len(found["p"].partition(".")[2]))
                if abs(share - told) <= max(unit, Fraction(1)):
                    continue
                span = sentence.span(*found.span("p"))
                yield Problem(
                    span,
                    f"the first {count} of the eigenvalues are {float(share):.4g}% of their sum, not {found['p']}%",
                    level="warning",
                    evidence={"kind": "number", "printed": found["p"], "expected": f"{float(share):.4g}"},
                    key=f"sentence-contradicts-number@{span.start}-{span.end}",
                )


def _spectrum(document: Document, statements: Sequence[Statement], place: int) -> Sequence[Fraction] | None:
    """The one list of eigenvalues that the section shows above a place, the largest first."""
    here = section_at(document, place)
    found: set[tuple[Fraction, ...]] = set()
    for statement in statements:
        if statement.span.start >= place or section_at(document, statement.span.start) != here:
            continue
        match statement.term:
            case Relation(
                sides=(Symbol(name=name), *_, Apply(function="tuple", arguments=entries) | Matrix(rows=(entries,)))
            ) if name in _SPECTRUM:
                numbers = tuple(each.value for each in entries if isinstance(each, Number))
                if (
                    len(numbers) == len(entries) >= 2
                    and min(numbers) >= 0
                    and list(numbers) == sorted(numbers, reverse=True)
                ):
                    found.add(numbers)
    return found.pop() if len(found) == 1 else None


FAR = 400


def _fits(share: Fraction, found: re.Match[str]) -> bool:
    """Whether a share may be called so: roughly, for words are round."""
    told = Fraction(_COUNTS[(found["count"] or "").lower()], _PARTS[found["part"].lower()])
    if found["over"]:
        return share >= told - SLACK
    if found["under"]:
        return share <= told + SLACK
    return abs(share - told) <= told * (ROUGH if found["about"] else EXACT)


def _rows(grid: Grid, subject: str, above: str) -> Iterator[_Part]:
    """The one row that is named, as a part of each column whose total is shown: in the table, or in the words above."""
    rows = {each.at for each in rows_named(subject, grid)}
    if len(rows) != 1:
        return
    (row,) = rows
    plain = re.sub(r"(?<=\d)(?:\{,\}|,|\\,|\s)(?=\d{3})", "", above)
    for column in range(len(grid.heads)):
        value = grid.value(row, column)
        known = [each for at in range(len(grid.labels)) if (each := grid.value(at, column)) is not None]
        total = grid.total[column] if grid.total is not None else None
        whole = scaled(total) if total is not None else sum(known, Fraction(0))
        if value is None or len(known) < 3 or whole <= 0 or min(known) < 0:
            continue
        if total is None and not (whole.denominator == 1 and re.search(rf"(?<![\d.]){whole}(?![\d]|\.\d)", plain)):
            continue
        cell = grid.cells[row][column]
        yield _Part(grid.labels[row], value / whole, f"{cell.text if cell is not None else value} of {whole}")


def _told_parts(blocks: Sequence[Prose]) -> Mapping[str, _Part]:
    """The parts that sentences list by their multiples of one monomial, with the total that these come to."""
    found: dict[str, _Part] = {}
    for block in blocks:
        for sentence in re.split(r"(?<=[.;])\s", block.text.text):
            total = next((each for one in _TOTAL.finditer(sentence) if (each := _multiple(one["f"])) is not None), None)
            for pattern in (_PART_BEHIND, _PART_BEFORE):
                listed = [
                    (one["label"].casefold(), each, one["f"])
                    for one in pattern.finditer(sentence)
                    if (each := _multiple(one["f"])) is not None
                ]
                same = total is not None and all(each[1] == total[1] for _, each, _ in listed)
                if total is None or len(listed) < 2 or not same or sum(each[0] for _, each, _ in listed) != total[0]:
                    continue
                for label, each, shown in listed:
                    found[label] = _Part(label, Fraction(each[0], total[0]), f"{shown.strip()} of {total[0]}{total[1]}")
    return found


def _multiple(formula: str) -> tuple[int, str] | None:
    """How many times which monomial: 8 and d^2 of ``8 d^2``."""
    found = _COEFFICIENT.match(formula.strip())
    return (int(found["k"] or 1), re.sub(r"[\s{}]|\\,", "", found["rest"])) if found is not None else None


__all__ = ["explained_share_problems", "fraction_in_words_problems"]
