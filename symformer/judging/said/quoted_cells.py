"""A number that a sentence quotes for one row of a table, and that stands in another one, or in none.

"*cat* falls to 0.238", the cell of *dog*: told is only a number of three digits or more that stands in no cell of the row
that the clause names, and in one of another row that it does not name.  "*chased* (62.0%)" beside 0.602: where a number
stands right behind the label, one that is a cell of this row but for a slip of the pen is told, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document, Table
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.asserted import sentence_problem
from symformer.judging.said.sentences import Said, Sentence, digits_in, sentences
from symformer.judging.said.slips import is_slip
from symformer.judging.tables.amounts import Amount, amount, without_summaries
from symformer.text.cued import Cued

LEAST_DIGITS = 3
LEAST_WHOLE = 5  # digits of a whole number that is quoted
LEAST_ROWS, MOST_ROWS = 3, 40
LEAST_COLUMNS = 2  # of numbers, so that a row has cells that it may be taken for
FAR = 4000
# a row of such a word is named by every sentence
FUNCTION_WORDS = frozenset(
    "the and its his her our for with from that this these those are was were has had not but all one".split()
)
_CLAUSES = Cued(r"[;；:：]|,\s+(?:and|but|while|whereas)\b|\b(?:while|whereas|but)\b|，而|，但|。", re.IGNORECASE)
_WORKED = Cued(
    r"\b(?:differences?|gap|sum|total|together|ratio|times|average|mean|instead|not|if|would|than|by|from|other|others|next|both|all|respectively|between|minus|plus|and|thresholds?|cut-?off|limit|above|below|over|under|until|like|as|also|too|same|even|more|end|later|finally|before|after|now|would|another)\b|\?|[+×*/−]|差|和|共",
    re.IGNORECASE,
)
_LABEL = Cued(r"[^\W\d_][\w'’-]*(?: [\w'’-]+)?")
_MEASURE = (
    r"(?:a|an|the|its|only|just|about|attention|weight|probability|score|loss|share|value|logit|norm|of|is|=|≈|:)"
)
_BEHIND = Cued(
    rf"[\"”'’]?\s*(?:\(\s*(?:with\s+|at\s+)?|,?\s*(?:with|at|gets|has|receives|takes)\s+)(?:{_MEASURE}\s+){{0,4}}≈?\s*\Z",
    re.IGNORECASE,
)
_ENDS = Cued(r"\s*(?:[).,;:]|\Z|(?:and|but|while)\b|of\s+(?:the|its|all)\s+(?:attention|weight|probability)\b)")
_ANOTHER_CASE = Cued(  # anywhere in the paragraph so far
    r"\b(?:instead|without|unlike|versus|vs|unmasked|heads?|layers?|temperatures?|epochs?|iterations?|models|versions?|runs?|seeds?|papers?|another|retrain\w*|renormali[sz]\w*|differs?|different)\b",
    re.IGNORECASE,
)
_WORKED_OUT = Cued(
    r"\b(?:not|if|would|before|after|until|previous\w*|earlier|old|new|now|next|becomes?|rises?|falls?|drops?|from|differences?|ratio|masked|steps?|other|second|again|later|finally|still|mean|average|sum|total)\b|\?|[=+×*/−]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    cells: tuple[Amount, ...]
    marked: bool = False  # of a word that only one in quotes or italics names


def quoted_cell_problems(document: Document) -> Iterator[Problem]:
    """A problem for each number quoted for one row that is another row's."""
    tables = [(table, rows) for table in document.tables if (rows := _rows(table))]
    for block in document.prose if tables else ():
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        at = block.span.start
        near = [
            (table, rows)
            for table, rows in tables
            if 0 <= at - table.span.end < FAR and section_at(document, at) == section_at(document, table.span.start)
        ]
        if near:
            for sentence in sentences(block.text):
                direct = list(_right_behind(document, sentence, near[-1][0], [rows for _, rows in near]))
                yield from (_slipped(sentence, *each, near[-1][0]) for each in direct)
                told = {number.start for number, _, _ in direct}
                yield from (each for at, each in _of_sentence(sentence, *near[-1]) if at not in told)


def _rows(table: Table) -> Sequence[_Row]:
    """The rows of a table of numbers by their labels; none where labels are no words, or one stands twice."""
    if not LEAST_ROWS <= len(table.rows) <= MOST_ROWS:
        return ()
    found: list[_Row] = []
    for row in without_summaries(table.rows):
        label = re.sub(r"[*_`$\"“”]", "", row[0].text).strip() if row else ""
        marked = len(label) < LEAST_DIGITS or label.casefold() in FUNCTION_WORDS
        label = label if marked else label.casefold()  # "The" and "the" are two tokens
        cells = tuple(cell for each in row[1:] if (cell := amount(each)) is not None)
        if _LABEL.fullmatch(label) is None or not cells:
            return ()
        found.append(_Row(label, cells, marked))
    known = {each.label for each in found}
    return found if len(known) == len(found) >= LEAST_ROWS and not all(each.marked for each in found) else ()


def _named(sentence: Sentence, start: int, end: int, rows: Sequence[_Row]) -> Iterator[tuple[int, int, _Row]]:
    """Where a stretch of a sentence names which row."""
    for row in rows:
        plain = sentence.text[start:end] if row.marked else sentence.text[start:end].casefold()
        for found in re.finditer(rf"(?<![\w-]){re.escape(row.label)}(?![\w-])", plain):
            if not row.marked or sentence.is_marked(start + found.start(), start + found.end()):
                yield start + found.start(), start + found.end(), row


def _of_sentence(sentence: Sentence, table: Table, rows: Sequence[_Row]) -> Iterator[tuple[int, Problem]]:
    if any(len(row.cells) < LEAST_COLUMNS for row in rows):
        return
    start = 0
    for end in [*(found.start() for found in _CLAUSES.finditer(sentence.text)), len(sentence.text)]:
        clause = sentence.text[start:end]
        named = list({id(row): row for _, _, row in _named(sentence, start, end, rows)}.values())
        if len(named) == 1 and _WORKED.search(clause) is None:
            for number in sentence.numbers():
                if start <= number.start < end and (other := _of_another(number, named[0], rows)) is not None:
                    yield number.start, _problem(sentence, number, named[0], other, table)
        start = end


def _right_behind(
    document: Document, sentence: Sentence, table: Table, tables: Sequence[Sequence[_Row]]
) -> Iterator[tuple[Said, _Row, str]]:
    """The numbers right behind a label that are none of its row, with what they ought to be."""
    numbers = sentence.numbers()
    heads = [text for each in table.header if len(text := re.sub(r"[*`$]", "", each.text).strip()) > 1]
    places = sorted(_named(sentence, 0, len(sentence.text), tables[-1]), key=lambda each: each[:2])
    for number in numbers:
        before = [each for each in places if each[1] <= number.start]
        if not before or _BEHIND.fullmatch(sentence.text, before[-1][1], number.start) is None:
            continue
        if _ENDS.match(sentence.text, number.end) is None or _is_of_another(sentence, number, heads):
            continue
        row = before[-1][2]
        if not _is_telling(number) or document.source.text.count(number.number.text) > 1:
            continue
        mine = [each for rows in tables for each in rows if each.label == row.label]
        if any(_near(cell, number) for each in mine for cell in each.cells):
            continue
        slipped = {shown for cell in row.cells if is_slip(shown := _as_quoted(cell, number), number.number.text)}
        if len(slipped) == 1:
            yield number, row, slipped.pop()
            continue
        other = _of_another(number, row, tables[-1])
        if other is not None and sum(_is(cell, number) for cell in other.cells) == 1:
            at = next(at for at, cell in enumerate(other.cells) if _is(cell, number))
            if len(row.cells) == len(other.cells):
                yield number, row, _as_quoted(row.cells[at], number)


def _is_of_another(sentence: Sentence, number: Said, heads: Sequence[str]) -> bool:
    """Whether the words around a number speak of another case than the columns of the table."""
    ends = [found.span() for found in _CLAUSES.finditer(sentence.text)]
    start = max((end for _, end in ends if end <= number.start), default=0)
    end = min((begin for begin, _ in ends if begin >= number.end), default=len(sentence.text))
    clause, paragraph = sentence.text[start:end], sentence.words.text
    for head in sorted(heads, key=len, reverse=True):
        clause, paragraph = clause.replace(head, " "), paragraph.replace(head, " ")
    return _WORKED_OUT.search(clause) is not None or _ANOTHER_CASE.search(paragraph) is not None


def _as_quoted(cell: Amount, number: Said) -> str:
    """A cell as the sentence would quote it: in percent, and to as many places."""
    percent = number.unit == "%" and cell.unit != "%"
    return decimal_text(cell.number.value * (100 if percent else 1), max(number.number.decimals, 0))


def _is_telling(number: Said) -> bool:
    """Whether a number has so many digits that it is no other one by chance."""
    least = LEAST_WHOLE if number.number.exact and number.unit != "%" else LEAST_DIGITS
    return max(number.number.digits, number.number.decimals) >= least


def _of_another(number: Said, row: _Row, rows: Sequence[_Row]) -> _Row | None:
    """The one other row in which a quoted number stands, where it does not stand in the row that is named."""
    if max(number.number.digits, number.number.decimals) < LEAST_DIGITS or number.number.exact:
        return None
    if any(_near(cell, number) for cell in row.cells):
        return None
    others = [each for each in rows if each is not row and any(_is(cell, number) for cell in each.cells)]
    return others[0] if len(others) == 1 else None


def _is(cell: Amount, number: Said) -> bool:
    """Whether a cell is what is quoted, as it stands or in percent."""
    if number.unit == "%" != cell.unit and not cell.unit:
        return not cell.number.exact and cell.number.value * 100 == number.number.value
    return cell.unit == number.unit and cell.number.value == number.number.value


def _near(cell: Amount, number: Said) -> bool:
    """Whether a cell may be what is quoted, rounded or in percent."""
    scale = 100 if number.unit == "%" and cell.unit != "%" else 1
    quoted, unit = number.number.value / scale, number.number.unit / scale
    return abs(cell.number.value - quoted) <= max(cell.number.unit, unit, Fraction(0))


def _slipped(sentence: Sentence, number: Said, row: _Row, expected: str, table: Table) -> Problem:
    unit, text = number.unit if number.unit == "%" else "", number.number.text
    message = f"the row of {row.label} has {expected}{unit}, not {number.text}"
    end = number.start + len(text)
    related = (Related(table.span, "the table"),)
    return sentence_problem(sentence, number.start, end, message, "warning", mends=(text, expected), related=related)


def _problem(sentence: Sentence, number: Said, row: _Row, other: _Row, table: Table) -> Problem:
    span = sentence.span(number.start, number.end)
    return Problem(
        span,
        f"{number.text} stands in the row of {other.label}, and in no cell of {row.label}",
        level="warning",
        related=(Related(table.span, "the table"),),
        evidence={"kind": "number", "printed": number.text},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["quoted_cell_problems"]
