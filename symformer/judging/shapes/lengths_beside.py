r"""How long words behind a shown vector call it: ``$y = [0.1, 0.2, 0.4]$ (expands to 4 dimensions)``, ``has 4 entries``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Matrix, Number, Product, Relation, Symbol, Term, Transpose, walk
from symformer.text.count_words import CHINESE_COUNTS, COUNT_WORDS
from symformer.text.cued import Cued
from symformer.text.span import Span

FARTHEST = 90  # characters behind the vector
MOST_TIMES = 3  # as long as what is shown: a vector of two numbers that is "512-dimensional" stands for one of 512
_WORDS = COUNT_WORDS | CHINESE_COUNTS
_N = rf"(?<![\w.,-])(?P<n>\d{{1,3}}|{'|'.join(_WORDS)})"
_BEHIND = re.compile(
    r"[\s*_]*(?:[(（]\s*(?P<remark>[^()（）$]{1,70})[)）]|(?:,\s+which\s+|，)?(?:has|is|with|contains|有|是|为)\s*(?P<said>[^.,;:()$，。]{1,40}))"
)
_LENGTH = Cued(
    rf"{_N}[\s-]*(?:dimensional|dimensions?|dims?|D|entries|components|elements|coordinates|features|维|个元素|个分量)(?![a-z×])"
    rf"|(?:scores?|logits?|probabilit(?:y|ies)|outputs?|one-hot)\b[a-z\s]{{0,12}}\b(?:for|over|across)\s+(?:the\s+|all\s+)?{_N.replace('?P<n>', '?P<classes>')}\s+(?:classes|categories|labels)",
    re.IGNORECASE,
)
_OTHERWISE = Cued(
    r"\b(?:from|of|first|last|each|per|every|real|practice|typical\w*|usual\w*|before|instead|not|no|non|more|fewer|less|than|heads?|"
    r"batch|examples?|samples?|shown|rounded|digits?|decimals?|would|could|should|other|remaining|another|missing|models?|only|"
    r"if|matrix|matrices|tensor)\b|n['’]t\b|[不每另前的]|\?",
    re.IGNORECASE,
)

_CROSS = r"\s*(?:×|x|\\times(?![A-Za-z]))\s*"
_GRID = rf"\$?(?P<a>\d{{1,2}}){_CROSS}(?P<b>\d{{1,2}})(?:{_CROSS}(?P<c>\d{{1,2}}))?\$?[\s-]*(?:\w+\s+)?(?:images?|pictures?|patch(?:es)?|grids?|bitmaps?|pixels?)"
_FLAT = (
    Cued(
        rf"{_GRID}\s+(?:(?!not\b)\w+\s+){{0,4}}(?:as|into|to)\s+(?:an?\s+)?\$?(?P<n>\d{{1,2}})\$?[\s-]*(?:D|dimensional)\s+(?:\w+\s+)?vectors?\b",
        re.IGNORECASE,
    ),
    Cued(
        rf"\bvectors?\s*[,(]\s*\$?(?P<n>\d{{1,2}})\$?[\s-]*(?:D|dimensional|entries|elements|numbers|values)\s+(?:for|from|of)\s+(?:an?\s+|each\s+|the\s+|one\s+)?{_GRID}",
        re.IGNORECASE,
    ),
)  # longer products are told of without these words


def flattened_lengths(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each image of a few pixels whose vector is told to be longer or shorter than it has pixels."""
    for block in model.document.prose:
        for found in (each for form in _FLAT for each in form.finditer(block.text.text)):
            sides = [int(found[side]) for side in "abc" if found[side] is not None]
            count, length = prod(sides), int(found["n"])
            if length in (count, 3 * count) or min(sides) < 2:
                continue
            place = block.text.origin_span(Span(*found.span("n")))
            shown = " × ".join(map(str, sides))
            yield Problem(
                place,
                f"{shown} is {count}, not {length}",
                help=f"try {count}",
                evidence={"kind": "shape", "left": str(count), "right": found["n"]},
                key=f"flattened@{place.start}",
            )


def lengths_beside_vectors(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each vector of shown numbers that the words right behind it call longer or shorter."""
    text = model.document.source.text
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.formula is None or statement.carrier != "formula" or statement.stance != "asserted":
            continue
        count = _shown(statement)
        if count is None or shaped.inferred.conflicts:
            continue
        end = statement.formula.span.end
        behind = _BEHIND.match(text, end, end + FARTHEST)
        if behind is None:
            continue
        group = "remark" if behind["remark"] is not None else "said"
        told = list(_LENGTH.finditer(behind[group]))
        if len(told) != 1 or _OTHERWISE.search(behind[group]) or len(re.findall(r"\d+", behind[group])) > 1:
            continue
        found = "n" if told[0]["n"] is not None else "classes"
        word = told[0][found]
        length = _WORDS.get(word.casefold()) or int(word)
        if length == count or not 1 < length <= MOST_TIMES * count:
            continue
        start = behind.start(group) + told[0].start(found)
        yield Problem(
            Span(start, start + len(word)),
            f"the vector shown here has {count} entries, not {word}",
            help=f"try {count}, or show all entries",
            evidence={"kind": "shape", "left": str(count), "right": word},
            key=f"length beside@{start}",
        )


# a shape in the row of a display, right behind the array: \quad \text{(3×2 matrix)}, \quad (3 \times 2)
_SHAPE = re.compile(
    r"(?:\\q?quad\b|\\[;,!: ]|~|\s|&|,)*(?:\\text\w*\{)?\s*(?P<open>\(?)\s*"
    r"(?P<a>\d{1,2})\s*(?:×|x|\\times(?![A-Za-z]))\s*(?P<b>\d{1,2})\s*(?:(?P<word>matrix\b)|(?P<close>\)))",
    re.IGNORECASE,
)


# a shape between the name of an array and its entries, as in plain text: X (4 x 3) =
_AHEAD = re.compile(
    r"[ \t*_`]*[(\[]\s*(?:shape:?\s*)?(?P<a>\d{1,2})\s*(?:×|x|,|\\times(?![A-Za-z]))\s*(?P<b>\d{1,2})\s*[)\]]\s*[:=≈]",
    re.IGNORECASE,
)


def shapes_beside_arrays(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each matrix of shown numbers that is given another shape right beside it: behind it, before its "=", or by the words that lead to it."""
    text = model.document.source.text
    for statement in model.statements:
        if statement.carrier not in ("formula", "worksheet") or statement.stance != "asserted":
            continue
        array = statement.term.sides[-1] if isinstance(statement.term, Relation) else statement.term
        if not isinstance(array, Matrix) or array.style == "tuple":
            continue
        cells = [each for row in array.rows for each in row]
        if not cells or not all(map(_is_number, cells)):
            continue
        behind = _behind(statement, array, text) or _ahead(statement, text) or _led_to(statement, text)
        if behind is None:
            continue
        shape = (len(array.rows), len(array.rows[0]))
        told = (int(behind["a"]), int(behind["b"]))
        if told != shape and 1 not in (*told, *shape):
            shown, said = (f"{one} × {other}" for one, other in (shape, told))
            yield Problem(
                Span(behind.start("a"), behind.end("b")),
                f"the matrix shown is {shown}, not {said}",
                help=f"try {shown}",
                evidence={"kind": "shape", "left": shown, "right": said},
                key=f"shown@{behind.start('a')}",
            )


def _behind(statement: Statement, array: Term, text: str) -> re.Match[str] | None:
    """The shape right behind an array in its display."""
    if statement.formula is None:
        return None
    end = statement.place(array.origin).end
    behind = _SHAPE.match(text, end, min(end + FARTHEST, statement.formula.span.end))
    told = behind is not None and (behind["word"] or behind["open"] and behind["close"])
    return behind if told else None


def _ahead(statement: Statement, text: str) -> re.Match[str] | None:
    """The shape between the name of an array and the sign before its entries."""
    match statement.term:
        case Relation(sides=(Symbol() | Index() as name, _)):
            end = statement.place(name.origin).end
            return _AHEAD.match(text, end, end + FARTHEST)
    return None


# a shape that the words before a display end with: "so the input is a $3 \\times 2$ matrix:"
_LEADS = Cued(
    r"(?:\b(?:is|are|as|into|forms?|gives?|get|gets|have|has|obtain|yields?|becomes?|ist)\s+(?:an?|the|this|eine)\s+|(?:是|得到|成|为)(?:一个|了)?\s*)"
    r"(?:\w+\s+)?\$?(?P<a>\d{1,2})\s*(?:×|x|\\times(?![A-Za-z]))\s*(?P<b>\d{1,2})\$?[\s-]*(?:的)?(?:matrix|Matrix|矩阵)\s*[:：]\s*\Z"
)


def _led_to(statement: Statement, text: str) -> re.Match[str] | None:
    """The shape of the matrix that the words right before a display announce, which shows no other."""
    if statement.formula is None or sum(isinstance(part, Matrix) for part in walk(statement.term)) != 1:
        return None
    start = statement.formula.span.start
    found = list(_LEADS.finditer(text, max(0, start - FARTHEST), start))
    return found[-1] if found and statement.span.start - start <= FARTHEST else None


def _shown(statement: Statement) -> int | None:
    """How many numbers a vector holds that a formula ends with, all of them shown; None for anything else."""
    term = statement.term
    if statement.formula is not None and statement.latex.text[term.origin.end :].strip(" .,;$"):
        return None  # something else is behind it
    value = term.sides[-1] if isinstance(term, Relation) and set(term.relations) <= {"=", ":=", "≈"} else term
    if isinstance(value, Transpose):
        value = value.operand
    if not isinstance(value, Matrix) or not (len(value.rows) == 1 or all(len(row) == 1 for row in value.rows)):
        return None
    cells = [cell for row in value.rows for cell in row]
    return len(cells) if len(cells) > 1 and all(map(_is_number, cells)) else None


def _is_number(term: Term) -> bool:
    return isinstance(term, Number) or isinstance(term, Product) and all(isinstance(x, Number) for x in term.factors)
