r"""Names that the clause behind a formula tells, and that the formula does not have: ``S - \eta g``, "where $K$ is the step size".

Words right behind a formula tell the names in it, whatever else the note does with these.
A name that stands neither there nor in what leads to it, and that the note uses for another thing or has in other
formulas, was put there by a slip; so it was where the formula has a name that nothing tells, which the clause was meant for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.document import Formula
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.standard_names import CONSTANTS
from symformer.semantics.usage.uses import Occurrence
from symformer.terms.show import GREEK
from symformer.terms.term import Index, Relation, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

LONGEST = 900  # characters of a clause
LEAD = 1500  # characters before a formula, whose displays the clause may tell as well
NEAR = 40  # formulas before it that are looked at for that
MOST_LATEX = 24  # characters of a name
_LABELS = r"(?:[\s$\\\]),.;:*_`>}]|\{#[^}\n]*\}|:eqlabel:`[^`\n]*`|\\(?:label|tag)\{[^}\n]*\}|\\end\{[a-z]+\*?\})*"
_BEHIND = Cued(_LABELS + r"(?:where|here|in which|其中|式中|这里)(?![a-z])", re.IGNORECASE)
_IS = re.compile(
    r"[\s$\\)`*_]*(?:(?:is|are|denotes?|represents?|stands? for)\b|为|是|表示|代表)[\s:]*(?P<words>[^$\n.,;，。；]{3,60})",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:\A[\s:：,，*]*|(?:,|;|，|；|\band|以及|和)\s*|\n\s*(?:[-*+•]|\\item|\d+[.)])\s*)"
    r"(?:(?:the|a|an|each|every|our)\s+)?(?:[A-Za-z-]+\s+){0,3}[\s$\\(`*_{]*\Z"
)
_ENDS = re.compile(
    r"\n[ \t]*\n(?![ \t]*(?:[-*+•]|\d+[.)])[ \t])|\n#|\\(?:sub)*section|(?<=[a-z$)\]])[.!?]\s+(?=[A-Z$\\])|。"
)
_COUNTS = Cued(
    r"\b(?:number|count|size|length|dimension\w*|width|depth|total|batch|index|ind(?:ex|ices)|step|iteration|set)\b|数|长度|大小|维",
    re.IGNORECASE,
)  # what a formula leaves out: "where n is the number of examples"
_OF_DATA = Cued(
    r"\b(?:examples?|samples?|batch\w*|data\w*|points?|tokens?|steps?|iterations?|observations?|positions?|length|epochs?|total)\b|样本|步",
    re.IGNORECASE,
)  # of these a formula for one of them says nothing
_EMPTY = frozenset(
    each[:5] for each in "where with that which from this these here each denote denotes represents given".split()
)
_LETTERS = re.compile(r"\\[A-Za-z]+|[A-Za-z]|[^\x00-\x7f]")
_WORDS = re.compile(r"\\(?:text\w*|operatorname\*?|mathrm|label|tag|begin|end)\s*\{[^{}]*\}")
_STYLES = frozenset(
    "\\" + each
    for each in (
        "mathbf mathrm mathit mathsf mathcal mathbb mathfrak mathscr boldsymbol bm symbf vec hat tilde bar overline widehat"
        " widetilde dot ddot check left right textbf textit text"
    ).split()
)
_SIGNS = frozenset(
    {"\\Sigma", "\\Pi", "\\sum", "\\prod", "\\Delta", "\\delta", "\\partial", "\\nabla", "\\cdot", "e", "I"}
)
_SAME = {"\\varepsilon": "\\epsilon", "\\varphi": "\\phi", "\\vartheta": "\\theta", "\\ell": "l", "ℓ": "l"}


@dataclass(frozen=True, slots=True)
class StrangerInWhere:
    """What a clause tells, the formula before it that does not have it, and the names there that nothing tells."""

    told: Formula
    formula: Formula
    waiting: tuple[Occurrence, ...]


def strangers_in_where(model: SemanticModel) -> Iterator[StrangerInWhere]:
    """Each name that the words behind a formula tell, and that neither the formula nor what leads to it has."""
    text = model.document.source.text
    formulas = sorted(model.document.formulas, key=lambda each: each.span.start)
    starts = [each.span.start for each in formulas]
    stated: dict[Span, list[Statement]] = defaultdict(list)
    for statement in model.statements:
        if statement.formula is not None and statement.carrier == "formula":
            stated[statement.formula.span].append(statement)
    for place, formula in enumerate(formulas):
        own = stated.get(formula.span, [])
        if not any(isinstance(each.term, Relation) for each in own) or any(each.stance != "asserted" for each in own):
            continue
        behind = _BEHIND.match(text, formula.span.end)
        if behind is None or text[formula.span.end : behind.end()].strip()[-1:] == "\\":
            continue
        limit = behind.end() + LONGEST
        stop = next((each.span.start for each in formulas[place + 1 :] if each.display != "inline"), limit)
        ended = _ENDS.search(text, behind.end(), min(stop, limit))
        clause = Span(behind.end(), ended.start() if ended is not None else min(stop, limit, len(text)))
        inside = formulas[place + 1 : bisect_left(starts, clause.end)]
        yield from _of_clause(model, formulas, place, inside, clause)


def _of_clause(
    model: SemanticModel, formulas: Sequence[Formula], place: int, inside: Sequence[Formula], clause: Span
) -> Iterator[StrangerInWhere]:
    text, formula = model.document.source.text, formulas[place]
    subjects = [(each, said["words"]) for each in inside if (said := _said_of(each, clause, text)) is not None]
    here = _letters(formula.text)
    heads = [
        (each, words, head) for each, words in subjects if (head := _head(each.text)) is not None and head not in here
    ]
    if not heads:
        return
    near = [each for each in formulas[max(0, place - NEAR) : place] if formula.span.start - each.span.end < LEAD]
    lead = {letter for each in near if each.display != "inline" for letter in _letters(each.text)}
    found = []
    for own, words, head in heads:
        others = {letter for each in inside if each is not own for letter in _letters(each.text)}
        if head in _SIGNS or head in others:
            continue
        otherwise = _is_told_otherwise(own, words, clause, model, in_words=head in lead)
        waiting = tuple(_waiting(model, formula))
        alone = len(model.uses.of(head.removeprefix("\\")).occurrences) == 1
        sizes = tuple(each for each in waiting if each.part == "size")
        if alone and len(sizes) == 1 and _COUNTS.search(words) is not None and _OF_DATA.search(words) is None:
            found.append(StrangerInWhere(own, formula, sizes))  # told for a size that nothing else tells
            continue
        if head in lead and not otherwise:
            continue  # a clause behind several displays tells the names of all
        if _COUNTS.search(words) is not None and not _is_no_count(own, formulas, text):
            continue  # "where n is the number of examples" is of what the formula leaves out
        if otherwise or waiting and any(head in _letters(each.text) for each in formulas[:place]):
            found.append(StrangerInWhere(own, formula, waiting))
    if len(found) == 1:  # several are told of a whole model, whatever formula stands last
        yield found[0]


def _said_of(formula: Formula, clause: Span, text: str) -> re.Match[str] | None:
    """The words by which a clause says what a formula is, where it is one name."""
    if len(formula.text) > MOST_LATEX or any(sign in formula.text for sign in "=<>+-,"):
        return None
    if _SUBJECT.search(text[clause.start : formula.span.start]) is None:
        return None
    return _IS.match(text, formula.span.end)


def _is_told_otherwise(own: Formula, words: str, clause: Span, model: SemanticModel, *, in_words: bool) -> bool:
    """Whether the note tells the same name elsewhere, in a formula or in words that share none with those of the clause."""
    text = model.document.source.text
    terms = [each.term for each in model.statements if each.formula is own]
    uses = [
        model.uses.of(name)
        for each in terms
        if isinstance(each, Symbol | Index) and (name := name_of(each)) is not None
    ]
    outside = [told for each in uses for told in each.declarations if not clause.contains(told.span)]
    said = [text[max(0, each.evidence.start - 30) : each.evidence.end + 30] for each in outside if each.by == "prose"]
    mine = _content(words)
    return bool(said if in_words else outside) and bool(mine) and not any(mine & _content(each) for each in said)


def _content(words: str) -> set[str]:
    """The words of a description that say something, cut to their stems."""
    return {each[:5] for each in re.findall(r"[a-z]{4,}|[\u4e00-\u9fff]", words.lower())} - _EMPTY


def _is_no_count(own: Formula, formulas: Sequence[Formula], text: str) -> bool:
    """Whether the words of the note tell the same name elsewhere, and as nothing that is counted."""
    same = [each for each in formulas if each is not own and each.text.strip() == own.text.strip()]
    told = [said["words"] for each in same if (said := _IS.match(text, each.span.end)) is not None]
    return bool(told) and not any(_COUNTS.search(each) for each in told)


def _letters(latex: str) -> set[str]:
    return {_SAME.get(each, each) for each in _LETTERS.findall(latex)}


def _head(latex: str) -> str | None:
    """The letter of a name, without what styles it; None of words and signs."""
    bare = _WORDS.sub("", latex)
    head: str | None = next((each.group() for each in _LETTERS.finditer(bare) if each.group() not in _STYLES), None)
    if head is None or not (head.isalpha() or head.removeprefix("\\").lower() in GREEK):
        return None
    return _SAME.get(head, head)


def _waiting(model: SemanticModel, formula: Formula) -> Iterator[Occurrence]:
    """The names of a formula that nothing in the note tells."""
    for symbol in model.uses:
        own = [each for each in symbol.occurrences if model.statements[each.at].formula is formula]
        if not own or symbol.is_told or symbol.is_mentioned or symbol.name in CONSTANTS:
            continue
        spelling = taken_apart(symbol.name)
        if (
            spelling.is_letter
            and len(spelling.below) <= 1
            and all(each.part in ("used", "size", "called") for each in own)
        ):
            yield own[0]
