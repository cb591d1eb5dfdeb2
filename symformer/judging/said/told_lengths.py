"""How many there are of a thing, told in words or shown in a list, and in a letter beside it.

"You have three input dimensions, $d = 2$"; "three extra numbers per parameter ($m$ and $v$)"; "an input $x = [x_1, x_2, x_3]$ … the dimensions are $m = 2$", where the
note has $x$ in R^m.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem, Related
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.semantics.declaration import Declaration
from symformer.semantics.statement import Statement
from symformer.terms.parts import untransposed
from symformer.terms.term import Apply, Ellipsis, Matrix, Number, Relation, Symbol, Term, Unknown, walk
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

# by which letters the note-takers of the field count a thing; others beside it may be sizes of something else
_LETTERS = {
    r"(?:input |output |hidden |feature )?dimensions?": "dDnmp", r"features?": "dpnmDF", r"inputs?": "ndmD", r"heads?": "hH",
    r"layers?": "L", r"tokens?": "nNTS", r"words?": "nNT", r"(?:output )?classes": "CKck", r"labels": "CKk", r"experts?": "EN",
    r"clusters?": "Kk", r"(?:nearest )?neighbou?rs": "kK", r"(?:hidden )?(?:units?|neurons?)": "nhHm", r"channels?": "Cc",
    r"(?:training |data )?(?:samples|examples|observations|points)": "nmN", r"components?": "Kk", r"arms?": "K",
    r"topics?": "K", r"topological axes": "d", r"groups?": "G",
}  # fmt: skip
_COUNTED = Cued(
    rf"(?<![\w.,-])(?P<count>{'|'.join(COUNT_WORDS)}|[2-9]|1[0-9])\s+(?P<what>{'|'.join(_LETTERS)})\s*(?:,\s*|\(\s*|,\s+so\s+|\(so\s+|,\s+i\.e\.,?\s*)"
    r"(?P<letter>[A-Za-z])\s*=\s*(?P<n>\d{1,3})(?=\s*(?:[).;:]|,\s|\Z))",
    re.IGNORECASE,
)
_NAME = r"(?:\\[a-z]+(?:\{\w\}|\s\w)?|[A-Za-z])(?:_(?:\{[^{}]*\}|\w))?(?:\^(?:\{[^{}]*\}|\w))?(?![A-Za-z])"
_MEMBERS = Cued(
    rf"(?<![\w.,-])(?P<count>{'|'.join(COUNT_WORDS)}|[2-9])\s+(?:(?!of\b|per\b)[a-z-]+\s+){{0,2}}?"
    r"(?:numbers|vectors|matrices|states|moments|gates|arrays|tensors|scalars|quantities|variables|unknowns|buffers|averages|parameters)"
    r"(?:\s+(?:per|for\s+each|for\s+every)\s+[a-z]+)?\s*\(\s*"
    rf"(?P<list>{_NAME}(?:\s*,\s*{_NAME})*,?\s+and\s+{_NAME})\s*\)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|would|instead|not|first|another|other|of the|per|each|more|fewer|extra|additional)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
FAR = 240  # characters from a list to the letter of its length


def told_counts(sentence: Sentence) -> Iterator[Word]:
    """ "Three classes ($K = 4$)": the count in words and the one in a letter right behind it."""
    for found in _COUNTED.finditer(sentence.text):
        told = COUNT_WORDS.get(found["count"].casefold()) or int(found["count"])
        letters = next(each for what, each in _LETTERS.items() if re.fullmatch(what, found["what"], re.IGNORECASE))
        before = sentence.text[max(0, found.start() - 30) : found.start()]
        if told == int(found["n"]) or found["letter"] not in letters or _OPEN.search(before):
            continue
        message = f"{found['count']} {found['what']} here, but {found['letter']} = {found['n']}"
        yield sentence, *found.span("n"), found["n"], str(told), message

    for found in _MEMBERS.finditer(sentence.text):
        told = COUNT_WORDS.get(found["count"].casefold()) or int(found["count"])
        names = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found["list"])
        before = sentence.text[max(0, found.start() - 30) : found.start()]
        if told == len(names) or _OPEN.search(before):
            continue
        message = f"{len(names)} are named here, {', '.join(names)}, not {found['count']}"
        yield sentence, *found.span("count"), found["count"], str(len(names)), message


def listed_length_problems(
    document: Document, statements: Sequence[Statement], declarations: Sequence[Declaration]
) -> Iterator[Problem]:
    """A letter that is given another value than the list beside it has entries, though it is told to be its length."""
    lengths = _lengths(declarations)
    listed: list[tuple[Statement, Term, int]] = []
    for statement in statements if lengths else ():
        if statement.stance != "asserted" or statement.carrier != "formula" or not isinstance(statement.term, Relation):
            continue
        match statement.term:
            case Relation(relations=("=",), sides=(Symbol() as name, shown)) if name in lengths and (
                size := _size(shown)
            ):
                listed = [each for each in listed if each[1] != name] + [(statement, name, size)]
            case Relation(relations=("=",), sides=(Symbol() as letter, Number(value=value))):
                for shown_at, of, size in listed:
                    near = 0 <= statement.span.start - shown_at.span.end <= FAR
                    if lengths[of] == letter and near and value != size and _one_block(document, shown_at, statement):
                        yield _problem(shown_at, statement, size, value)
                listed = [each for each in listed if lengths[each[1]] != letter]


def _lengths(declarations: Sequence[Declaration]) -> Mapping[Term, Term]:
    """The letter of the length of each vector, where the note gives it one length only."""
    found: dict[Term, set[Term]] = {}
    for each in declarations:
        if each.sizes is not None:
            found.setdefault(each.symbol, set()).add(each.sizes[0] if len(each.sizes) == 1 else Number(Fraction(0)))
    return {name: next(iter(sizes)) for name, sizes in found.items() if len(sizes) == 1 and isinstance(next(iter(sizes)), Symbol)}  # fmt: skip


def _size(shown: Term) -> int | None:
    """How many entries a list shows, all of them."""
    match untransposed(shown):
        case Matrix(rows=(row,)) if len(row) > 1:
            cells = row
        case Matrix(rows=rows) if len(rows) > 1 and all(len(row) == 1 for row in rows):
            cells = tuple(row[0] for row in rows)
        case Apply(function="tuple", arguments=cells) if len(cells) > 1:
            pass
        case _:
            return None
    dotted = any(isinstance(part, Unknown | Matrix | Ellipsis) for cell in cells for part in walk(cell))
    return None if dotted else len(cells)


def _one_block(document: Document, one: Statement, other: Statement) -> bool:
    """Whether two formulas stand in one paragraph."""
    return any(_holds(block, one) and _holds(block, other) for block in document.prose)


def _holds(block: Prose, statement: Statement) -> bool:
    return block.span.start <= statement.span.start < block.span.end


def _problem(listed: Statement, told: Statement, size: int, value: Fraction) -> Problem:
    span = told.span
    return Problem(
        span,
        f"{value} here, but the list beside it has {size} entries",
        level="warning",
        related=(Related(listed.span, "the list"),),
        evidence={"kind": "number", "printed": str(value), "expected": str(size)},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["listed_length_problems", "told_counts"]
