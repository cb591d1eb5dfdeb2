"""A number said to stand at a place of the matrix right above, or to be its largest: "the largest score is 7: token 3 looking at token 1".

Places count from one or from nothing; a sentence is told only where neither fits, and where its number stands elsewhere
in the matrix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.algebra.printed import PrintedNumber, printed_as_written
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import warning_of
from symformer.judging.said.ordinals import Rows, nearest, rows_shown
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.term import Relation, Symbol
from symformer.text.cued import Cued

_MOST = r"largest|highest|greatest|biggest|maximum|maximal|strongest"
_LEAST = r"smallest|lowest|least|minimum|minimal|weakest"
_WHAT = r"(?:(?:raw|scaled|unscaled|attention|single|overall|similarity)\s+)*(?:score|entry|element|weight|value|number|logit|similarity|product)"
_NUMBER = rf"(?P<n>{PLAIN_NUMBER})(?![\w^%]|\.\d|,\d|\s?[/*·×+^])"
_SUPERLATIVE = Cued(
    rf"\bthe\s+(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\s+{_WHAT}(?:\s+(?:of|in)\s+(?:all|the\s+(?:whole\s+)?(?:matrix|table|score\s+matrix)|[A-Z]\b))?\s*(?:,\s*|is\s+|=\s*|\(\s*){{1,2}}{_NUMBER}",
    re.IGNORECASE,
)
_THING = r"(?:tokens?|words?|positions?|nodes?|step|time step)"
_PAIR = Cued(
    rf"\b(?:(?:query|{_THING}|query\s+of\s+token)\s+(?P<row>\d)\s+(?:looking\s+at|attending\s+to|looks\s+at|attends\s+to|reads|reading|against|with|and|on|for|to|→)\s+(?:the\s+)?(?:key|{_THING}|key\s+of\s+token|itself)\s+(?P<col>\d)"
    r"|row\s+(?P<row2>\d)\s*(?:,|and|/)?\s*(?:of\s+)?column\s+(?P<col2>\d)|(?:entry|element|position|at|place|cell)\s+\(\s*(?P<row3>\d)\s*,\s*(?P<col3>\d)\s*\))(?!\d)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|might|may|not|never|except|besides|apart|wrong\w*|before|after|heads?|layers?|among|diagonal|off-diagonal|row\s+sums?|each|every|remaining|rest|other|others|absolute|magnitude|second[\s-](?:most|largest|highest|best)|second|possible|was|scaling)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


_SUPPOSED = Cued(r"\?|\b(?:if|would|could|should|not|never|wrong\w*|before|after)\b|n['’]t\b", re.IGNORECASE)
_ONLY = Cued(
    r"\bonly\s+(?:the\s+|one\s+|a\s+single\s+)(?:\w+\s+){0,2}?(?:entry|component|element|gradient|number|value|coordinate)\b(?:\s+(?:of|for|at)\s+(?:\w+\s+){1,4}?)?\s*(?:is|being)\s+(?P<sign>positive|negative)\b",
    re.IGNORECASE,
)
_SIZED = Cued(
    r"(?<![\w\\$^])(?P<name>[A-Z]\w{0,3})\s+(?:has\s+(?P<rows>\d{1,3})\s+rows\s+and\s+(?P<columns>\d{1,3})\s+columns|(?:is|has\s+(?:the\s+)?shape)\s+(?:an?\s+)?\(?(?P<rows2>\d{1,3})\s?(?:x|×|by|,)\s?(?P<columns2>\d{1,3})\)?(?:\s+matrix)?(?![\w.,]*\d))"
)


def placed_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every number that is said to be the largest of a matrix, or to stand at a place of it, and is another one's."""
    shown: list[tuple[Statement, Rows]] | None = None
    for block in document.prose:
        plain = block.text.text.replace("$", "").replace("*", "").replace("`", "")
        if block.kind == "heading" or not any(each.search(plain) for each in (_SUPERLATIVE, _ONLY, _SIZED)):
            continue
        if shown is None:
            shown = [(each, rows) for each in statements if each.stance == "asserted" and (rows := rows_shown(each))]
        for sentence in sentences(block.text) if shown else ():
            if _OPEN.search(sentence.text) is None:
                yield from _of_sentence(document, sentence, shown)
            if _SUPPOSED.search(sentence.text) is None:
                yield from _only_one(document, sentence, shown)
                yield from _sized(sentence, shown)


def _of_sentence(document: Document, sentence: Sentence, shown: Sequence[tuple[Statement, Rows]]) -> Iterator[Problem]:
    for found in _SUPERLATIVE.finditer(sentence.text):
        rows = nearest(document, sentence.place(found.start()), shown, matrix=True)
        if rows is None or len({len(row) for row in rows}) != 1:
            continue
        cells = {(at, to): cell for at, row in enumerate(rows) for to, cell in enumerate(row)}
        said = printed_as_written(found["n"])
        mine = [place for place, cell in cells.items() if _same(cell, said)]
        if not mine:
            continue
        best = (max if found["most"] else min)(cells.values(), key=lambda cell: cell.value)
        if not _same(best, said):
            word = "largest" if found["most"] else "smallest"
            yield warning_of(sentence, found.span("n"), found["n"], best.text, f"the {word} of the matrix above is {best.text}, not {found['n']}")  # fmt: skip
            continue
        pair = _PAIR.search(sentence.text, found.end())
        if pair is None or not re.fullmatch(r"[\s,:;(—–-]*(?:(?:is\s+)?(?:in|at|for|of|from|that\s+is|which\s+is|i\.e\.)\s+)?(?:the\s+)?", sentence.text[found.end() : pair.start()]):  # fmt: skip
            continue
        group = next(name for name in ("row", "row2", "row3") if pair[name])
        row, column = int(pair[group]), int(pair[group.replace("row", "col")])
        if (row, column) in mine or (row - 1, column - 1) in mine:
            continue
        true = ", ".join(f"row {at + 1}, column {to + 1}" for at, to in mine)
        yield warning_of(sentence, pair.span(), pair[0], true, f"{found['n']} stands in {true} of the matrix above")


def _only_one(document: Document, sentence: Sentence, shown: Sequence[tuple[Statement, Rows]]) -> Iterator[Problem]:
    """ "Only the entry of the true class is negative", of a list in which others are, or none is."""
    for found in _ONLY.finditer(sentence.text):
        rows = nearest(document, sentence.place(found.start()), shown, matrix=False)
        if rows is None or len(rows[0]) < 3:
            continue
        negative = found["sign"].lower() == "negative"
        count = sum(cell.value < 0 if negative else cell.value > 0 for cell in rows[0])
        if count != 1:
            listed = ", ".join(cell.text for cell in rows[0])
            message = f"of {listed} {count or 'none'} {'are' if count > 1 else 'is'} {found['sign'].lower()}, not one"
            yield warning_of(sentence, found.span("sign"), found["sign"], "negative" if not negative else "positive", message)  # fmt: skip


def _sized(sentence: Sentence, shown: Sequence[tuple[Statement, Rows]]) -> Iterator[Problem]:
    """ "E has 2 rows and 4 columns", of a matrix that a worksheet above shows."""
    for found in _SIZED.finditer(sentence.text):
        at = sentence.place(found.start())
        named = [rows for each, rows in shown if each.span.start < at and _is_named(each, found["name"])]
        kinds = {each.carrier for each, _ in shown if each.span.start < at and _is_named(each, found["name"])}
        if not named or kinds != {"worksheet"} or len({len(row) for row in named[-1]}) != 1:
            continue
        group = "rows" if found["rows"] else "rows2"
        said = int(found[group]), int(found[group.replace("rows", "columns")])
        true = len(named[-1]), len(named[-1][0])
        if len(true) == 2 and said != true and true[0] > 1:
            place = found.start(group), found.end(group.replace("rows", "columns"))
            yield warning_of(sentence, place, sentence.text[slice(*place)], f"{true[0]} × {true[1]}", f"{found['name']} is shown with {true[0]} rows and {true[1]} columns")  # fmt: skip


def _is_named(statement: Statement, name: str) -> bool:
    term = statement.term
    return isinstance(term, Relation) and isinstance(term.sides[0], Symbol) and term.sides[0].name == name


def _same(cell: PrintedNumber, said: PrintedNumber) -> bool:
    return cell.value == said.value


__all__ = ["placed_problems"]
