"""Values that stand bare under the name they belong to: a heading "Query $Q$", then a matrix."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.documents.document import Document, Prose
from symformer.documents.typed import typed_latex
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.term import Ellipsis, Index, Matrix, Number, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

INTRODUCES = (
    ":",
    "：",
    "is",
    "are",
    "be",
    "as",
    "gives",
    "give",
    "yields",
    "yield",
    "get",
    "obtain",
    "为",
    "是",
    "得",
    "得到",
)
LONGEST_INTRODUCTION = 160
# "the transpose of $A$ is" gives A no value
_MADE_OF = Cued(
    r"\b(?:transpose|inverse|soft-?max|norms?|gradient|derivative|squares?|sums?|means?|averages?|exponentials?|logarithms?|determinant"
    r"|rows?|columns?|entries|half|part|slice|product|variances?|deviations?)\b(?: \w+){0,2} of\b|的(?:转置|逆|均值|平均|和|行|列)",
    re.IGNORECASE,
)
# the name alone, or the one name behind a word or two: "Q:", "Keys K (2 × 3):"
_LABEL = Cued(
    r"[\W_]*(?:[A-Z][a-z]+ ){0,2}[*_`]*\(?(?P<name>[A-Z][a-zA-Z]?\d?(?:_\w{1,3}|[₀-₉])?['′]?)\)?[*_`]*"
    r"(?:\s*\(\d+\s*[×x]\s*\d+\))?\s*[:=：]?[\s*_`]*"
)
_WRITTEN = Cued(r"\S")  # a search stops at the first; a slice would copy all up to the next formula
SUPPOSES = Cued(
    r"\b(?:assum\w+|suppos\w+|let.s say|say|imagine|pretend|hypothetical\w*|made.up|for simplicity|for example|e\.g\."
    r"|might|could|would|random\w*|arbitrar\w+|initiali[sz]\w+|simplified|fictional)\b|假设|假定|设|例如|比如|随机",
    re.IGNORECASE,
)
# of these, the words by which a formula in letters itself is no more than supposed, and not the values put into it
SUPPOSES_A_FORMULA = Cued(
    r"\b(?:assum\w+|suppos\w+|let.s say|say|imagine|pretend|hypothetical\w*|made.up|might|could|would|fictional)\b|假设|假定|设",
    re.IGNORECASE,
)

# 设 is "let": what follows from it, or stands behind the full stop, is asserted
_LET_AND_THEN = Cued(r"(?<!假)设[^假]*?(?:则|于是|因此|那么|[。；])", re.DOTALL)


def named_by_heading(document: Document, statements: Sequence[Statement], read: Read) -> tuple[Statement, ...]:
    """The statements, where a bare matrix of numbers gets the one name that introduces it."""
    named: list[Statement] = []
    for statement in statements:
        found = _named(document, statement, read)
        if found is None and named:
            found = _named_by_formula(document, statement, named[-1], read)
        named.append(found or statement)
    return tuple(named)


def _named_by_formula(document: Document, statement: Statement, before: Statement, read: Read) -> Statement | None:
    """A bare matrix behind the formula of a name, with no more than a heading or a lead between: what it gives."""
    term, formula = statement.term, before.term
    if statement.formula is None or statement.formula.display != "display" or not _is_display(term):
        return None
    if before.formula is None or before.formula.display != "display" or before.formula is statement.formula:
        return None
    match formula:
        case Relation(relations=("=",), sides=(Symbol() | Index(base=Symbol()) as head, body)) if not _is_display(body):
            name = unindexed(head)
        case _:
            return None
    between = document.source.text[before.formula.span.end : statement.formula.span.start]
    introduction = _introduction(document, statement.formula.span.start)
    if SUPPOSES.search(between) or _WRITTEN.search(between) and (introduction is None or introduction.formulas):
        return None
    if introduction is not None and introduction.span.start >= before.formula.span.end:
        rest = document.source.text[before.formula.span.end : introduction.span.start]
        if rest.strip("$#*_-> \n\\]"):
            return None
    elif between.strip():
        return None
    assert isinstance(name, Symbol)
    named = replace(name, origin=Span(term.origin.start, term.origin.start))
    return replace(statement, term=Relation(("=",), (named, term), term.origin))


def _named(document: Document, statement: Statement, read: Read) -> Statement | None:
    term = statement.term
    if not _is_display(term):
        return None
    if statement.formula is None:
        return _named_by_label(document, statement, read) if statement.carrier == "worksheet" else None
    if statement.formula.display != "display":
        return None
    introduction = _introduction(document, statement.formula.span.start)
    if introduction is None:
        return None
    names = list(_names(introduction, read))
    if len(names) != 1 or _MADE_OF.search(introduction.text.text):
        return None
    name = replace(names[0], origin=Span(term.origin.start, term.origin.start))
    return replace(statement, term=Relation(("=",), (name, term), term.origin))


def _named_by_label(document: Document, statement: Statement, read: Read) -> Statement | None:
    """The first matrix of a fence under ``Q:`` or ``**Keys** $K$:``, where the label has one name."""
    start = statement.span.start
    opens = document.source.text.rfind("```", 0, start)
    fence = document.source.text[opens:start].partition("\n") if opens >= 0 else ("", "", "")
    bare = opens >= 0 and not fence[2].strip(" \t\n[(")
    equated = _equated_above(document, opens) if bare else None
    if equated is not None:
        whole = equated.joined(" = ", statement.latex)
        return replace(statement, latex=whole, term=read(whole.text, whole.origin_span(Span(0, len(whole.text)))))
    introduction = _introduction(document, opens) if bare else None
    if introduction is None:
        return None
    names = list(_names(introduction, read))
    labelled = _LABEL.fullmatch(introduction.text.text.strip())
    if not names and labelled is not None and (latex := plain_latex(labelled["name"])) is not None:
        term = read(latex.text, introduction.span)
        names = [term] if isinstance(term, Symbol | Index) else []
    if len(names) != 1:
        return None
    name = replace(names[0], origin=Span(statement.term.origin.start, statement.term.origin.start))
    return replace(statement, term=Relation(("=",), (name, statement.term), statement.term.origin))


def _equated_above(document: Document, opens: int) -> MappedText | None:
    """What the last line before a fence is equal to: ``Q =`` and ``dL/dW = x^T dL/dy =``."""
    block = _right_before(document, opens)
    line = _EQUATED.search(block.text.text) if block is not None else None
    if block is None or line is None:
        return None
    left = typed_latex(line["left"], 0, len(line["left"]), _WORD.findall(line["left"]), calls=True)
    place = MappedText.identity(line["left"], line.start("left"))
    return left.then(place).then(block.text) if left is not None else None


_EQUATED = Cued(r"(?:^|\n)[ \t]*(?:[-*•][ \t]+)?[*`]{0,2}(?P<left>[^\n:*`|$]{1,60}?)[*`]{0,2}[ \t]*[=≈][*`]{0,2}\s*\Z")
_WORD = re.compile(r"[a-z]{3,}")


def hedge(document: Document, statement: Statement) -> Statement:
    """The statement, marked where the words just before it only suppose it."""
    if statement.formula is None or statement.formula.display != "display":
        return statement
    start = statement.formula.span.start
    before = document.source.text[max(0, start - 200) : start]
    cut = max(
        before.rfind("$$"), before.rfind("\\]"), before.rfind("\n\n", 0, len(before.rstrip())), before.rfind("\n#")
    )
    words, supposes = before[cut + 1 :], SUPPOSES
    if _is_in_letters(statement.term):  # what is supposed one sentence before are the letters' values, not this
        words, supposes = _SENTENCES.split(words.rstrip())[-1], SUPPOSES_A_FORMULA
    supposed = any(_LET_AND_THEN.match(words, found.start()) is None for found in supposes.finditer(words))
    return replace(statement, hedged=True) if supposed else statement


_SENTENCES = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?](?=[*_)\"']*\s)|[。！？]")


def _is_in_letters(term: Term) -> bool:
    """Whether an equation tells one thing by others, without an array of values: a formula and no example."""
    if not isinstance(term, Relation) or any(isinstance(part, Matrix) for part in walk(term)):
        return False
    if any(isinstance(part, Number) and part.value.denominator != 1 for part in walk(term)):
        return False
    return all(any(isinstance(part, Symbol) for part in walk(side)) for side in term.sides)


def _is_display(term: Term) -> bool:
    """Numbers in a matrix, and nothing else."""
    return isinstance(term, Matrix) and all(
        isinstance(part, Matrix | Number) for part in walk(term) if not isinstance(part, Ellipsis)
    ) and not any(isinstance(part, Unknown | Ellipsis) for part in walk(term))  # fmt: skip


def _right_before(document: Document, offset: int) -> Prose | None:
    """The block of words that ends before a place, with nothing written between."""
    index = bisect_right(document.prose, offset, key=lambda prose: prose.span.start) - 1
    prose = document.prose[index] if index >= 0 else None
    if prose is None or prose.span.end > offset or _WRITTEN.search(document.source.text, prose.span.end, offset):
        return None
    return prose


def _introduction(document: Document, offset: int) -> Prose | None:
    """The heading or sentence just before a display, with nothing between."""
    prose = _right_before(document, offset)
    if prose is None:
        return None
    text = prose.text.text.strip().rstrip("*_ ")
    if prose.kind == "heading":
        return prose
    return prose if len(text) <= LONGEST_INTRODUCTION and text.endswith(INTRODUCES) else None


def _names(prose: Prose, read: Read) -> Iterator[Symbol | Index]:
    for formula in prose.formulas:
        term = read(formula.text, formula.body)
        if isinstance(term, Symbol | Index):
            yield term
