"""Counts that words tell against lists: "d/2 pairs, i = 0, …, d/2"; three names with two sizes "respectively"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.runs import families_in, named_by_zero
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import IndexedSum, Number, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.span import Span

FARTHEST = 140  # characters from a count to the list it counts
_THINGS = Cued(
    r"[$`\s]{0,3}(?:\w+[- ]){0,2}?(?:pairs|heads|groups|experts|classes|frequencies|bands|channels|components|coordinates|"
    r"clusters|planes|features|blocks|members|columns|rows|entries)\b|[$`\s]{0,3}(?:对|个)",
    re.IGNORECASE,
)
_NUMBERED = Cued(
    r"[$`\s]{0,3}(?:\w+[- ]){0,2}?(?:layers|steps|tokens|positions|stages)\W{0,3}\s*(?:\w+\s+){0,2}"
    r"(?:indexed|numbered|labell?ed|counted)\b",
    re.IGNORECASE,
)
_ENDS = Cued(r"[.;!?。；]\s|\n\s*\n")
_BESIDES = Cued(r"\b(?:input|embedding|plus|extra|special|dummy|inclusive|\+\s*1)\b|另外|输入", re.IGNORECASE)


def ranges_longer_than_told(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each index that runs from 0 to N, where the same sentence counts N of what it numbers."""
    text = model.document.source.text
    statements = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    starts = [each.span.start for each in statements]
    for declaration in model.table.declarations:
        if declaration.by != "formula" or declaration.role != "index" or declaration.ranges is None:
            continue
        first, last = declaration.ranges
        if not isinstance(first, Number) or first.value != 0 or last is None or isinstance(last, Number):
            continue
        here = declaration.span.start
        for at in range(bisect_left(starts, here) - 1, -1, -1):
            count = statements[at]
            if here - count.span.end > FARTHEST:
                break
            between = text[count.span.end : here]
            if count.term != last or _ENDS.search(between) or _BESIDES.search(text, count.span.start, here + 60):
                continue
            if _THINGS.match(between) is None and _NUMBERED.match(between) is None:
                continue
            yield _one_too_many(declaration, last, count, f"of what {spell(show(last))} are counted")
            break
        else:
            yield from _counted_elsewhere(model, declaration, statements)


def _one_too_many(declaration: Declaration, last: Term, count: Statement, beside: str) -> Problem:
    shown, letter = spell(show(last)), show(declaration.symbol)
    return Problem(
        declaration.span,
        f"{letter} takes {shown} + 1 values from 0 to {shown}, {beside}",
        help=f"try {shown} - 1 as the last {letter}, or 1 as the first",
        related=(Related(count.span, f"{shown} are counted here"),),
        evidence={"kind": "index", "letter": letter},
    )


_NUMBERED_SO = Cued(
    r"\b(?P<things>pairs|heads|groups|experts|classes|frequencies|bands|channels|clusters|blocks|layers)\b[^.;:$\d]{0,40}?\b(?:numbered|indexed|labell?ed|counted|enumerated)\s+(?:by\s+|as\s+|with\s+)?[$`\s]{0,3}\Z",
    re.IGNORECASE,
)


def _counted_elsewhere(
    model: SemanticModel, declaration: Declaration, statements: Sequence[Statement]
) -> Iterator[Problem]:
    """The same where the things are named beside the range, and counted anywhere in the note: "there are D/2 pairs"."""
    text = model.document.source.text
    here = declaration.span.start
    named = _NUMBERED_SO.search(text, max(0, here - FARTHEST), here)
    if named is None or declaration.ranges is None or _BESIDES.search(text, named.start(), here + 60):
        return
    last = declaration.ranges[1]
    things = re.compile(
        rf"[$`\s]{{0,3}}(?:(?:such|of these|such|rotation|coordinate)\s+)?{named['things']}\b", re.IGNORECASE
    )
    for count in statements:
        if (
            count.term == last
            and things.match(text, count.span.end)
            and not _BESIDES.search(text, count.span.start - 40, count.span.start)
        ):
            things_told = f"and there are {spell(show(last))} {named['things'].lower()}"
            yield _one_too_many(declaration, last, count, things_told)
            return


# -- against the meaning of the last index -----------------------------------------------------------------------

_COUNTED = Cued(
    r"number of (?:\w+ )?(?:heads|experts|classes|categories|groups|clusters|components|channels|features|examples|samples|"
    r"devices|documents|units|neurons|filters|agents|clients|arms|actions|topics)\b"
)
# what else has no zeroth, though a sum over it may leave out the last
_SIZED = Cued(
    r"number of (?:\w+ )?(?:words|tokens|inputs|outputs|elements|entries|points|observations|instances|items|users|queries|keys"
    r"|vectors|dimensions|images|sentences|outcomes|possible \w+)\b"
    r"|(?:vocabulary|batch) size|size of (?:the )?(?:vocabulary|batch|data ?set)|length of (?:the )?(?:input )?(?:vector|input|list)"
    r"|(?:输入|向量)\w*长度|词表大小|批大小"
)
_ZEROTH = Cued(
    r"\b(?:background|extra|plus|bias|intercept|dummy|reference|zeroth|null|shared|inclusive)\b|背景|偏置|共享",
    re.IGNORECASE,
)


def ranges_of_counted_things(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each letter, of a sum or in words, that runs from 0 to the number of experts."""
    ends = {**_things(model, _SIZED), **once(model, counted_things)}
    if not ends or once(model, named_by_zero):
        return
    text = model.document.source.text
    for span, letter, last, spoken in _from_zero(model):
        if last not in ends or spoken and not _is_about(text, span, ends[last].concept or ""):
            continue
        if _ZEROTH.search(text, max(0, span.start - 200), span.end + 200):
            continue
        yield Problem(
            span,
            f"{letter} takes {spell(last)} + 1 values from 0 to {spell(last)}, and {spell(last)} is the {ends[last].concept}",
            help=f"try {spell(last)} - 1 as the last {letter}, or 1 as the first",
            related=(Related(ends[last].evidence, f"{spell(last)} is told here"),),
            evidence={"kind": "index", "letter": letter},
        )


def counted_things(model: SemanticModel) -> dict[str, Declaration]:
    """The letters that a note calls the number of things of a kind that has no zeroth: heads, experts, classes."""
    return _things(model, _COUNTED)


def _things(model: SemanticModel, called: Cued) -> dict[str, Declaration]:
    return {
        each.symbol.name: each
        for each in model.table.declarations
        if isinstance(each.symbol, Symbol) and each.concept is not None and called.match(each.concept)
    }


def _is_about(text: str, span: Span, concept: str) -> bool:
    """Whether the sentence before a range speaks of what is counted: of one head, or of heads."""
    before = re.split(r"[.!?。；]\s", text[max(0, span.start - 120) : span.start])[-1]
    return concept.split()[-1].removesuffix("es").removesuffix("s") in before.lower()


def _from_zero(model: SemanticModel) -> Iterator[tuple[Span, str, str, bool]]:
    """Where letters run from 0, with the name of the last value, and whether that is told in words."""
    for declaration in model.table.declarations:
        if declaration.by == "formula" and declaration.role == "index" and declaration.ranges is not None:
            first, last = declaration.ranges
            if isinstance(first, Number) and first.value == 0 and isinstance(last, Symbol):
                yield declaration.span, show(declaration.symbol), last.name, True
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            match part:
                case IndexedSum(kind="sum", index=Symbol() as letter, lower=Number(value=0), upper=Symbol() as end):
                    if part.condition is None and families_in(part.body, letter):
                        yield statement.place(part.origin), show(letter), end.name, False


_NAMES = r"\$[^$\n]{1,60}\$(?:\s*,\s*(?:and\s+)?\$[^$\n]{1,60}\$)*\s*,?\s*and\s+\$[^$\n]{1,60}\$"
_RESPECTIVELY = re.compile(
    rf"(?P<names>{_NAMES})(?P<verb>[^$.;:\n]{{1,80}}?)(?P<values>{_NAMES})[^$.;:\n]{{0,12}}\brespectively\b"
)
_IN_WORDS = re.compile(
    rf"(?P<names>{_NAMES})\s+(?:are|denote|be|stand for|mean|represent)\s+(?P<values>(?:the\s+|an?\s+)[^$.;:\n]{{3,120}}?),?\s+respectively\b"
)
_LIST_ENDS = Cued(r"\b(?:of|for|from|to|by|with|in|between)\s*$|[\w$]\s*,\s*$")


def lists_of_unequal_length(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each "respectively" with more names than there are values for them, or fewer."""
    text = model.document.source.text
    for block in model.document.prose:
        for found in _RESPECTIVELY.finditer(text, block.span.start, block.span.end):
            if _LIST_ENDS.search(text[max(0, found.start() - 12) : found.start()]) or _is_two_lists(found["names"]):
                continue  # a longer list, or one of another kind
            names, values = (_formulas_in(found[part]) for part in ("names", "values"))
            if names != values:
                yield _uneven(found, names, values)
        for found in _IN_WORDS.finditer(text, block.span.start, block.span.end):
            if _is_two_lists(found["names"]):
                continue
            names, values = _formulas_in(found["names"]), len(re.findall(r",|\band\b", found["values"])) + 1
            if 1 < values < names:
                yield _uneven(found, names, values)


def _is_two_lists(names: str) -> bool:
    """Whether the end of one clause and the list of the next run together: "of $S$, and $u$ and $v$ are"."""
    return len(re.findall(r"\band\b", names)) > 1


def _formulas_in(written: str) -> int:
    """How many names or values stand in a list; one formula may hold several."""
    return sum(1 + _commas(each) for each in re.findall(r"\$([^$]+)\$", written))


def _commas(formula: str) -> int:
    """The commas of a formula outside of braces and brackets."""
    depth = count = 0
    for sign in formula:
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(sign, 0)
        count += sign == "," and depth == 0
    return count


def _uneven(found: re.Match[str], names: int, values: int) -> Problem:
    return Problem(
        Span(found.start(), found.end()),
        f"{names} names have {values} values, respectively",
        help="try one for each",
        evidence={"kind": "text"},
    )
