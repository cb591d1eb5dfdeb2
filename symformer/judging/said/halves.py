r"""Which half of a matrix is empty, in words: "all entries below the diagonal of A vanish; A is upper triangular", "10 pairs are masked".

The matrix is shown in the note, or its rule is: ``M_{ij} = -\infty`` for ``j > i``.  Numbers of visible and of masked pairs are
held against it as well: with a diagonal that is visible, the larger of the two counts is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences, speaks_of_another
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Apply, Cases, Index, Matrix, Number, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_TOPIC = Cued(
    r"triangular|diagonal|\bmask|\bvisible\b|\bhidden\b|\b(?:first|last)\s+(?:token|position|row|query|word)\b",
    re.IGNORECASE,
)
_NAME = r"(?P<{}>\\?[A-Za-z]+(?:_\{{?\w+\}}?|_?\\[a-z]+\{{\w+\}})?(?:\^\{{?\(?\w+\)?\}}?)?)"
_IS_HALF = re.compile(
    _NAME.format("name")
    + r"\s+(?:is|becomes|stays)\s+(?:(?:then|thus|therefore|now|also|an?|again|hence|strictly)\s+)*(?P<half>upper|lower)[\s-]+triangular",
)
_SIDE = Cued(
    r"\b(?:entries|elements|weights|values|everything|all|scores|numbers|pairs|positions)\s+(?:of\s+"
    + _NAME.format("of")
    + r"\s+)?(?:that\s+(?:are|lie)\s+|strictly\s+|lying\s+)*"
    r"(?P<side>above|below)\s+(?:the|its)\s+(?:main\s+)?diagonal(?:\s+of\s+" + _NAME.format("name") + r")?\s+"
    r"(?:(?:are|is|become|becomes|get|gets|be|all|then|thus|therefore|exactly|set\s+to|equal\s+to|to)\s+)*(?P<what>zeros?\b|0(?![\w.])|vanish|masked|hidden|removed|blocked|-\s?\\?(?:∞|infty|infinity)|minus\s+infinity)",
)
_OPEN = Cued(
    r"\?|\b(?:if|suppose|would|could|should|might|not|never|no|wrong\w*|mistake\w*|unlike|instead|rather|than|whereas|transpos\w*|without)\b|n['’]t\b|不|若",
    re.IGNORECASE,
)
_VISIBLE = r"(?:visible|allowed|kept|unmasked|left|seen|attended|permitted|open)"
_HIDDEN = r"(?:masked(?:\s+out)?|hidden|removed|blocked|forbidden|excluded|invisible|suppressed|set\s+to\s+-)"
_BETWEEN = r"\$?\s+(?:(?:pairs?|entries|scores|positions|of\s+them|are|is|stay|stays|remain|remains|become|be|then|still)\s+){0,4}"
_COUNTED = Cued(rf"(?<![\w.^/·])(?P<n>\d+){_BETWEEN}(?:(?P<visible>{_VISIBLE})|(?P<hidden>{_HIDDEN}))\b", re.IGNORECASE)
_HIDES = Cued(
    r"\b(?:hides|masks(?:\s+out)?|blocks|removes)\s+(?:exactly\s+|only\s+)?(?P<n>\d+)(?![\w.^])(?!\s*[·*/+-])",
    re.IGNORECASE,
)
FAR = 4000


@dataclass(frozen=True, slots=True)
class _Half:
    """A matrix with one empty half: its name, which half that is, how large it is, whether its diagonal is empty as well."""

    name: str
    empty: str
    size: int | None
    masked: int | None
    place: Span
    endless: bool


def half_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every half that words call empty and the matrix shows full, and the other way round."""
    halves: list[_Half] | None = None
    by_columns: bool | None = None  # asked of the whole note where something hangs on it
    for block in document.prose:
        if block.kind == "heading" or _TOPIC.search(block.text.text) is None:
            continue
        said = list(sentences(block.text))
        by_columns = _COLUMNS.search(document.source.text) is not None if by_columns is None else by_columns
        if not by_columns:
            yield from _seen_by_letters(said)
        for sentence in said:
            if _TOPIC.search(sentence.text) is None or _OPEN.search(sentence.text) or speaks_of_another(sentence.text):
                continue
            halves = list(_halves(statements)) if halves is None else halves
            near = [each for each in halves if abs(each.place.start - sentence.place(0)) < FAR]
            if near:
                yield from _of_sentence(sentence, near, statements)
                yield from _counts(sentence, near)
                yield from _ends(sentence, near)


def _halves(statements: Sequence[Statement]) -> Iterator[_Half]:
    for statement in statements:
        if statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        name, last = statement.term.sides[0], statement.term.sides[-1]
        if isinstance(name, Index) and isinstance(last, Cases):
            half = _of_rule(name, last)
            if half is not None:
                yield _Half(show(name.base), half, None, None, statement.span, True)
        elif isinstance(name, Symbol | Index) and isinstance(last, Matrix) and len(last.rows) > 1:
            yield from _of_display(show(name), last, statement.span)


def _of_rule(entry: Index, cases: Cases) -> str | None:
    """The half that is minus infinity by a rule for its entries."""
    if len(entry.indices) != 2:
        return None
    for value, condition in cases.branches:
        match condition:
            case Relation(relations=(sign,), sides=sides) if sign in ("<", ">") and set(sides) == set(entry.indices):
                if _is_endless(value):
                    return "above" if (sign == ">") == (sides[0] == entry.indices[1]) else "below"
    return None


def _of_display(name: str, shown: Matrix, place: Span) -> Iterator[_Half]:
    size = len(shown.rows)
    if any(len(row) != size for row in shown.rows):
        return
    cells = {(i, j): cell for i, row in enumerate(shown.rows) for j, cell in enumerate(row)}
    endless = {at for at, cell in cells.items() if _is_endless(cell)}
    if not all(isinstance(cell, Number) or at in endless for at, cell in cells.items()):
        return
    empty = endless or {at for at, cell in cells.items() if isinstance(cell, Number) and cell.value == 0}
    above = {(i, j) for i, j in cells if j > i}
    below = {(i, j) for i, j in cells if j < i}
    if above <= empty and not below & empty:
        yield _Half(name, "above", size, len(empty), place, bool(endless))
    elif below <= empty and not above & empty:
        yield _Half(name, "below", size, len(empty), place, bool(endless))


def _is_endless(term: Term) -> bool:
    if isinstance(term, Number):
        return term.value < -10000
    minus = isinstance(term, Product) and any(isinstance(part, Number) and part.value < 0 for part in term.factors)
    return minus and any(isinstance(part, Symbol) and part.name in ("infty", "∞") for part in walk(term))


def _of_sentence(sentence: Sentence, halves: Sequence[_Half], statements: Sequence[Statement]) -> Iterator[Problem]:
    for found in (*_IS_HALF.finditer(sentence.text), *_SIDE.finditer(sentence.text)):
        told = found.groupdict()
        name = told.get("name") or told.get("of") or ""
        zeros = found.re is _IS_HALF or re.match(r"zero|0|vanish", told["what"]) is not None
        named = [each for each in halves if each.name == _plain(name) and (not zeros or not each.endless)]
        # weights have their zeros where the mask hides: of a name that is not shown, all that is shown speaks
        meant = named or ([] if any(each.name == _plain(name) for each in halves) else list(halves))
        sides = {each.empty for each in meant}
        if len(sides) != 1:
            continue
        if not named and not _is_about_masks(sentence, meant) and not _are_masked(name, meant, statements):
            continue
        (empty,) = sides
        said = ("above" if told["half"] == "lower" else "below") if found.re is _IS_HALF else told["side"]
        if said == empty:
            continue
        group = "half" if found.re is _IS_HALF else "side"
        span = sentence.span(*found.span(group))
        yield Problem(
            span,
            f"in {meant[0].name} it is the half {empty} the diagonal that is empty",
            level="warning",
            evidence={
                "kind": "text",
                "printed": found[group],
                "expected": "lower" if group == "half" and empty == "above" else "upper" if group == "half" else empty,
            },
            related=(Related(meant[0].place, "shown here"),),
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


def _is_about_masks(sentence: Sentence, meant: Sequence[_Half]) -> bool:
    """Whether a sentence without a name speaks of what the masks of the note hide."""
    return (
        all(each.endless for each in meant)
        and re.search(r"\bmask|hidden|attention|weights|scores|∞|infty", sentence.text, re.IGNORECASE) is not None
    )


def _are_masked(name: str, meant: Sequence[_Half], statements: Sequence[Statement]) -> bool:
    """Whether a name stands for the softmax of scores with the mask: ``A = softmax(S + M)``."""
    masks = {each.name for each in meant if each.endless}
    for each in statements:
        match each.term:
            case Relation(sides=(Symbol() | Index() as left, Apply(function=function) as right, *_)):
                inside = {show(part) for part in walk(right)}
                if "softmax" in function and _plain(show(left)) == _plain(name) and masks & inside:
                    return True
    return False


def _plain(name: str) -> str:
    return re.sub(r"[\\{}$]", "", name)


# -- whom a position sees, in letters ------------------------------------------------------------------------------------

_COLUMNS = Cued(  # where keys are the rows of the scores, the half below is that of what follows
    r"\bcolumn\s+vectors?\b|\b(?:as|in|are)\s+(?:the\s+|its\s+|\*\*)?columns?\b|\bcolumn\s+per\b|K\s*\^\s*\{?\s*(?:\\top|\\intercal|T)\s*\}?\s*Q",
)
_SEES_LETTERS = Cued(
    r"\b(?:[Tt]oken|[Pp]osition|[Qq]uery|[Rr]ow|[Ww]ord|[Ss]tep)\s+(?P<row>[a-z])\b[^.;:]{0,40}?\b(?:sees?|attends?(?:\s+to)?|looks?\s+at|access(?:\s+to)?)\b[^.;:]{0,40}?\b(?P<one>[a-z])\s*(?P<sign>\\leqslant|\\geqslant|\\leq?|\\geq?|≤|≥|<=|>=|<|>)\s*(?P<other>[a-z])(?![\w^_])"
)


def _seen_by_letters(said: Sequence[Sentence]) -> Iterator[Problem]:
    """ "Token i sees the tokens j ≥ i" in the paragraph that empties the half above the diagonal."""
    if any(_OPEN.search(each.text) or speaks_of_another(each.text) for each in said):
        return
    sides = {found["side"] for each in said for found in _SIDE.finditer(each.text)}
    if len(sides) != 1:
        return
    (empty,) = sides
    for sentence in said:
        for found in _SEES_LETTERS.finditer(sentence.text):
            row, one, other, sign = found["row"], found["one"], found["other"], found["sign"]
            if row not in (one, other) or one == other:
                continue
            earlier = (sign.startswith("\\l") or sign[0] in "≤<") == (other == row)  # the columns before the row
            if ("above" if earlier else "below") == empty:
                continue
            span = sentence.span(found.start("one"), found.end("other"))
            yield Problem(
                span,
                f"these are the positions {'before' if earlier else 'behind'} {row}, and it is the half {empty} the diagonal that is hidden",
                level="warning",
                evidence={"kind": "text", "printed": found[0][found.start("one") - found.start() :]},
                key=f"sentence-contradicts-number@{span.start}-{span.end}",
            )


# -- how many are visible ------------------------------------------------------------------------------------------------


def _counts(sentence: Sentence, halves: Sequence[_Half]) -> Iterator[Problem]:
    """ "Of the 16 pairs, 6 stay visible and 10 are masked" where the mask has 6 entries that are minus infinity."""
    masks = [each for each in halves if each.endless and each.size is not None and each.masked is not None]
    counts: Mapping[int, int] = {each.size or 0: each.masked or 0 for each in masks}
    told = [(found["n"], found.span("n"), bool(found["hidden"])) for found in _COUNTED.finditer(sentence.text)]
    told += [(found["n"], found.span("n"), True) for found in _HIDES.finditer(sentence.text)]
    for text, place, hidden in told:
        for size, masked in counts.items():
            right, other = (masked, size * size - masked) if hidden else (size * size - masked, masked)
            if int(text) != other or right == other or len(counts) > 1:
                continue
            span = sentence.span(*place)
            what = "masked" if hidden else "visible"
            yield Problem(
                span,
                f"of the {size} × {size} entries of {masks[0].name}, {right} are {what}, not {text}",
                level="warning",
                evidence={"kind": "number", "printed": text, "expected": str(right)},
                related=(Related(masks[0].place, "the mask"),),
                key=f"sentence-contradicts-number@{span.start}-{span.end}",
            )


# -- what the first and the last token see -------------------------------------------------------------------------------

_SEES = Cued(
    r"\bthe\s+(?P<which>first|last)\s+(?:token|position|row|query|word)\s+(?:can\s+)?(?:(?:only|just)\s+)?(?:sees?|attends?(?:\s+to)?|looks?\s+at|has\s+access\s+to)\s+(?:(?P<one>only\s+itself|itself\s+only|nothing\s+but\s+itself|itself\s+alone)|(?P<all>all|every|everything|the\s+whole))\b",
    re.IGNORECASE,
)


def _ends(sentence: Sentence, halves: Sequence[_Half]) -> Iterator[Problem]:
    """ "The last token sees only itself" beside a mask that hides what follows."""
    masks = [each for each in halves if each.endless]
    if len({each.empty for each in masks}) != 1:
        return
    alone = "first" if masks[0].empty == "above" else "last"
    for found in _SEES.finditer(sentence.text):
        if (found["which"].lower() == alone) == (found["one"] is not None):
            continue
        span = sentence.span(*found.span("which"))
        yield Problem(
            span,
            f"by {masks[0].name} the {alone} position sees only itself",
            level="warning",
            evidence={
                "kind": "text",
                "printed": found["which"],
                "expected": "last" if found["which"].lower() == "first" else "first",
            },
            related=(Related(masks[0].place, "the mask"),),
            key=f"sentence-contradicts-number@{span.start}-{span.end}",
        )


__all__ = ["half_problems"]
