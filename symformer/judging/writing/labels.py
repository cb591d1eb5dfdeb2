"""Numbers, labels and references of formulas that do not go together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from symformer.documents.document import Formula
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_TAG = Cued(
    r"\\tag\*?\s*\{\s*(?P<tag>[^{}]+?)\s*+\}"
    r"|(?:\\q?quad|\\hspace\*?\{[^{}]*\}|\\hfill|\\[;,!]|~)[\s&]*(?:\\(?:text|mathrm)\s*\{)?"
    r"\((?P<typed>\d{1,3}(?:\.\d{1,3}){0,2}[a-z]?)\)\}?\s*[.,]?\s*(?=\\\\|\\newline|\\end\s*\{|\}|\Z)"
)
_LABEL = Cued(r"\\label\s*\{([^{}]+)\}")
_REFERENCE = Cued(r"\\(?:eqref|ref|cref|Cref|autoref|vref|nameref|labelcref)\s*\{([^{}]+)\}")
_COMMENT = Cued(r"(?<!\\)%[^\n]*")


def repeated_numbers(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each number typed at two different equations, with no new count begun between them."""
    tags = list(_tags(model))
    restarts = [span.start for _, tag, span, _ in tags if re.fullmatch(r"(?:\d+\.)*1", tag)]
    last: dict[str, tuple[Formula, Span, str]] = {}
    for formula, tag, span, content in tags:
        before = last.get(tag)
        last[tag] = (formula, span, content)
        if before is None or before[2] == content or _begun_anew(restarts, before[1].start, span.start):
            continue
        yield Problem(
            span,
            f"the number ({tag}) stands at two different equations",
            help="try another number for one of them",
            related=(Related(before[1], f"({tag}) for the first time"),),
            evidence={"kind": "text"},
        )


def _tags(model: SemanticModel) -> Iterator[tuple[Formula, str, Span, str]]:
    for formula in model.document.formulas:
        if formula.display != "display":
            continue
        for found in _TAG.finditer(formula.text):
            tag = found["tag"] or found["typed"]
            if re.search(r"\d", tag):
                span = formula.latex.origin_span(Span(found.start(), found.end()))
                content = "".join(_TAG.sub("", formula.text).split())
                yield formula, tag, span, content


FEW_NUMBERS = 6  # equations with a number typed by hand
_OF_A_PAPER = Cued(r"\b(?:papers?|arXiv|[Aa]ppendix|[Aa]lgorithm~? ?\d)\b|论文|附录|算法 ?\d")
_CITED = Cued(
    r"(?:\b(?:[Ee]qs?\.|[Ee]quations?|[Ff]ormulas?|[Bb]y|[Ff]rom|[Ii]nto|[Uu]sing|[Ii]nserting|[Ss]ee)|公式|式|由|代入)"
    r"[\s~]*\((?P<number>\d{1,2})\)(?![\w(])"
)


def missing_numbers(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each "by (7)" in a note that numbers its equations from 1 on, and has no 7."""
    numbers = [tag for _, tag, _, _ in _tags(model)]
    if len(numbers) < 2 or not all(tag.isdigit() for tag in numbers):
        return
    given = {int(tag) for tag in numbers}
    if given != set(range(1, len(given) + 1)):
        return  # others are numbered elsewhere
    text = model.document.source.text
    if len(given) < FEW_NUMBERS and _OF_A_PAPER.search(text) is not None:
        return  # the equations of the paper that is read have numbers of their own
    for block in model.document.prose:
        for found in _CITED.finditer(text, block.span.start, block.span.end):
            if int(found["number"]) in given:
                continue
            yield Problem(
                Span(found.start("number") - 1, found.end()),
                f"no equation has the number ({found['number']}): they run from (1) to ({len(given)})",
                help="try the number of the equation that is meant",
                evidence={"kind": "text"},
            )


def _begun_anew(restarts: list[int], first: int, second: int) -> bool:
    """Whether a count begins with 1 after the first place, up to the second."""
    at = bisect_right(restarts, first)
    return at < len(restarts) and restarts[at] <= second


def _labels(model: SemanticModel) -> dict[str, list[Span]]:
    r"""Every ``\label`` of the note outside comments."""
    text = model.document.source.text
    hidden = [Span(found.start(), found.end()) for found in _COMMENT.finditer(text)] if _is_tex(model) else []
    starts = [span.start for span in hidden]
    found: dict[str, list[Span]] = defaultdict(list)
    for each in _LABEL.finditer(text):
        at = bisect_right(starts, each.start()) - 1
        if at >= 0 and each.start() < hidden[at].end:
            continue
        found[each[1].strip()].append(Span(each.start(), each.end()))
    return found


def _is_tex(model: SemanticModel) -> bool:
    return model.document.format == "tex"


def repeated_labels(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each label given to two formulas."""
    formulas = [formula.span for formula in model.document.formulas]
    starts = [span.start for span in formulas]
    for name, places in _labels(model).items():
        inside = [place for place in places if _in_formula(place, formulas, starts)]
        if len(inside) < 2:
            continue
        for place in inside[1:]:
            yield Problem(
                place,
                f"the label {name} is given twice",
                help="try another label for one of the two",
                related=(Related(inside[0], "given here first"),),
                evidence={"kind": "text"},
            )


def _in_formula(place: Span, formulas: list[Span], starts: list[int]) -> bool:
    at = bisect_right(starts, place.start) - 1
    return at >= 0 and formulas[at].contains(place)


def missing_labels(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each reference to a label that a complete document does not give.

    A chapter or a page may refer to its neighbours: there, only a label one slip away is evidence.
    """
    text = model.document.source.text
    labels = _labels(model)
    if not labels:
        return
    complete = _is_complete(model)
    told: set[str] = set()
    for found in _REFERENCE.finditer(
        _COMMENT.sub(lambda comment: " " * len(comment[0]), text) if _is_tex(model) else text
    ):
        for name in found[1].split(","):
            name = name.strip()
            if not name or name in labels or name in told or "#" in name or "\\" in name:
                continue
            near = next((label for label in labels if _one_slip(name, label)), None)
            if near is None and not complete:
                continue
            told.add(name)
            yield Problem(
                Span(found.start(), found.end()),
                f"no label is called {name}" + (f"; one is called {near}" if near is not None else ""),
                help=f"try {near}" if near is not None else "try a label of this document",
                evidence={"kind": "text"},
            )


def _is_complete(model: SemanticModel) -> bool:
    """Whether all of the document is here: it begins and ends, includes nothing that is missing, and no code writes it."""
    text = model.document.source.text
    if not _is_tex(model) or r"\begin{document}" not in text or r"\end{document}" not in text:
        return False
    if any(each.text.startswith("<<") for each in model.document.code):
        return False  # what chunks of code print has labels, too
    elsewhere = re.search(
        r"\\(?:externaldocument|input|include|subfile|import)\b|\\bibliography\{|\\lstinputlisting", text
    )
    return elsewhere is None


def _one_slip(one: str, two: str) -> bool:
    """Whether two labels differ by one slip: a letter left out or put in, or two exchanged.

    >>> _one_slip("eq:atention", "eq:attention"), _one_slip("eq:1", "eq:2")
    (True, False)
    """
    if min(len(one), len(two)) < 6 or abs(len(one) - len(two)) > 1:
        return False
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    if any(rest[:1].isdigit() for rest in (one[start:], two[start:])):
        return False
    left, right = one[start:], two[start:]
    return left[1:] == right or left == right[1:] or (left[2:] == right[2:] and left[:2] == right[1::-1])
