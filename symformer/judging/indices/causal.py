r"""Causal masks that lie the wrong way round: ``M_ij = 0`` for ``j ≥ i``, where no position may see what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Cases, Index, Number, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

CAUSAL = Cued(
    r"\bcausal|\bautoregressi|\bfuture\b|look(?:ing)? ahead|look-ahead|subsequent (?:position|token)|decoder mask|masked self-attention"
    r"|因果|未来|自回归|后面的(?:词|位置|token)",
    re.IGNORECASE,
)
TURNED = Cued(
    r"\banti-?causal|\bbackward|right[- ]to[- ]left|from the left|reverse|\bwrong|\bmistake|column[- ]wise|反向|从右到左|错误"
    r"|\btranspos\w+[^.;\n]{0,30}\b(?:mask|scores)|\b(?:mask|scores)\b[^.;\n]{0,30}\btranspos"
    r"|\b(?:hid(?:es?|den|ing)|mask(?:s|ed|ing)?|block\w*|exclud\w*|prevent\w*|ignor\w*)\b[^.;\n]{0,50}\b(?:past|earlier)\b",
    re.IGNORECASE,
)
OTHERS = Cued(
    r"\brow\s+\$?\w\$?\s+is\s+the\s+key|\bcolumn\s+\$?\w\$?\s+is\s+the\s+quer",
    re.IGNORECASE,
)
_BY_KEYS = Cued(
    r"\b(?:keys?|attended) (?:as|are|in|along) (?:the )?rows\b|\btokens? as columns\b|(?:\bK'?|\\[a-z]+\{K\}'?|\{\\[a-z]+ K\})\s*\^\{?(?:\\top|\\intercal|\\mathsf\{T\}|T)\}?\s*(?:\\[a-z]+[{ ])?Q\b"
    r"|\bquer(?:y|ies) (?:as|are|in|along) (?:the )?columns\b",
    re.IGNORECASE,
)
AROUND = 500  # characters around a mask in which words tell what it is for
FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
FORBIDDEN = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}
ATTENDS = Cued(
    r"(?:attends?|attending|looks?|sees?)\s+(?:only\s+)?(?:to|at)?\s*(?:(?:the\s+)?(?:positions?|tokens?|keys?)\s+)?\$?(?P<key>[a-z])\$?\s+"
    r"(?:only\s+)?(?:if|when|for|where)\s+(?:only\s+)?\$?(?P<one>[a-z])\s*(?P<sign>\\geq?|\\leq?|<|>|≤|≥)\s*(?P<two>[a-z])\$?",
    re.IGNORECASE,
)
MUST_NOT = Cued(
    r"\b(?:positions?|tokens?|quer(?:y|ies))\s+\$?(?P<at>[a-z])\$?\s+(?:must\s+not|cannot|can\s+not|may\s+not|must\s+never|should\s+not|is\s+not\s+allowed\s+to|can['’]t)\s+"
    r"(?:look\s+at|attend\s+to|see|use|depend\s+on)\s+(?:any\s+|the\s+)?(?:positions?|tokens?|keys?|words?)?\s*(?:with\s+)?\$?(?P<one>[a-z])\s*(?P<sign>\\geq?|\\leq?|<|>|≤|≥)\s*(?P<two>[a-z])\b",
    re.IGNORECASE,
)
ENDLESS = Cued(r"-\s*(?:\\infty|∞|1e\d|10\^)")
SIGNS = {r"\ge": "≥", r"\geq": "≥", r"\le": "≤", r"\leq": "≤"}


def speaks_of_causality(model: SemanticModel) -> bool:
    """Whether a note speaks anywhere of hiding what follows."""
    return CAUSAL.search(model.document.source.text) is not None


def has_scores_by_keys(model: SemanticModel) -> bool:
    """Whether a note has scores whose columns are the queries: a mask of them lies the other way."""
    return _BY_KEYS.search(model.document.source.text) is not None


def causal_mask_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mask that hides what was before, where the words around it say that it hides what follows."""
    columns = any(each.name == "vectors" and each.value == "columns" for each in model.conventions)
    if columns or not once(model, speaks_of_causality):
        return
    found = [*_in_formulas(model), *_in_words(model.document.source.text)]
    if found and not once(model, has_scores_by_keys):
        yield from found


def _in_formulas(model: SemanticModel) -> Iterator[Problem]:
    text = model.document.source.text
    formulas = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    for at, statement in enumerate(formulas):
        told = list(_told(statement, formulas[at + 1 : at + 3], text))
        around = text[max(0, statement.span.start - AROUND) : statement.span.end + AROUND // 2] if told else ""
        if not told or CAUSAL.search(around) is None or TURNED.search(around) or OTHERS.search(around):
            continue
        for entry, value, condition, place in told:
            seen = _seen(entry, value, condition)
            if seen is None or seen in ("≤", "<") or _is_told_by_keys(entry, text):
                continue
            row, column = (show(each) for each in entry.indices)
            yield Problem(
                place,
                f"{show(entry)} lets position {row} see {column} {seen} {row}, the positions that follow it, and hides those before it",
                help=f"try {column} {'≤' if seen == '≥' else '<'} {row} for the zeros",
                evidence={"kind": "index", "letter": column},
                key=f"causal@{place.start}",
            )
            break


def _is_told_by_keys(entry: Index, text: str) -> bool:
    """Whether words call the first index of a mask that of a key, or the second that of a query."""
    row, column = (re.escape(show(each)) for each in entry.indices)
    key, query = (rf"\b{what}\s+(?:\w+\s+){{0,2}}\$?" for what in ("keys?", "quer(?:y|ies)"))
    return re.search(rf"{key}{row}\b|{query}{column}\b", text, re.IGNORECASE) is not None


def _told(statement: Statement, after: Sequence[Statement], text: str) -> Iterator[tuple[Index, Term, Relation, Span]]:
    """The entry of a mask, its value, and the condition under which it has that."""
    match statement.term:
        case Relation(relations=("=",), sides=(Index() as entry, Cases(branches=branches))) if _is_pair(entry):
            if not any(_is_infinite(value) for value, _ in branches):
                return  # of a mask of ones and zeros, either may hide
            for value, condition in branches:
                if isinstance(condition, Relation):
                    yield entry, value, condition, statement.place(condition.origin)
        case Relation(relations=("=",), sides=(Index() as entry, Number() | Symbol() | Product() as value)) if _is_pair(
            entry
        ):
            if ENDLESS.search(text[max(0, statement.span.start - 120) : statement.span.end + 120]) is None:
                return
            for each in after:
                between = text[statement.span.end : each.span.start]
                plain = re.sub(r"[\s$\\,;]|text|quad|q|\{|\}|when|for|if|all|当|若|对", "", between)
                if not plain and isinstance(each.term, Relation):
                    yield entry, value, each.term, each.span
                break


def _is_pair(entry: Index) -> bool:
    return len(entry.indices) == 2 and not entry.upper and all(isinstance(each, Symbol) for each in entry.indices)


def _seen(entry: Index, value: Term, condition: Relation) -> str | None:
    """How the second index stands to the first where the entry lets through: "≤" of a causal mask."""
    if len(condition.relations) != 1 or condition.relations[0] not in FLIPPED:
        return None
    one, two = condition.sides
    sign = condition.relations[0]
    if (one, two) == entry.indices:
        sign = FLIPPED[sign]  # i ≥ j is j ≤ i
    elif (two, one) != entry.indices:
        return None
    if _is_infinite(value):
        return FORBIDDEN[sign]
    return sign if isinstance(value, Number) and value.value == 0 else None


def _is_infinite(value: Term) -> bool:
    if isinstance(value, Number) and value.value < -100:
        return True
    negative = isinstance(value, Product) and any(isinstance(part, Number) and part.value < 0 for part in value.factors)
    endless = any(isinstance(part, Symbol) and part.name in ("infty", "∞") for part in walk(value))
    return negative and endless


def _in_words(text: str) -> Iterator[Problem]:
    """ "Position i may attend to position j only if j ≥ i", "must not look at positions j < i"."""
    for found in MUST_NOT.finditer(text):
        around = text[max(0, found.start() - AROUND) : found.end() + AROUND // 2]
        sign = SIGNS.get(found["sign"], found["sign"])
        if found["two"] != found["at"]:
            sign = FLIPPED[sign] if found["one"] == found["at"] else ">"
        if sign in ("<", "≤") and CAUSAL.search(around) and not TURNED.search(around):
            place = Span(found.start("one"), found.end("two"))
            yield Problem(
                place,
                "these are the positions before it: the words around speak of a mask that hides what follows",
                help="try the sign the other way round",
                evidence={"kind": "index", "letter": found["one"]},
                key=f"causal@{place.start}",
            )
    for found in ATTENDS.finditer(text):
        around = text[max(0, found.start() - AROUND) : found.end() + AROUND // 2]
        sign = SIGNS.get(found["sign"], found["sign"])
        if found["one"] != found["key"]:
            sign = FLIPPED[sign]
        elif found["one"] == found["two"]:
            continue
        denied = re.search(
            r"\b(?:not|never|cannot|no|gradients?|influences?|reach\w*|seen by)\b",
            text[max(0, found.start() - 40) : found.end()],
        )
        if sign in ("≤", "<") or denied or CAUSAL.search(around) is None or TURNED.search(around):
            continue
        place = Span(found.start("one"), found.end("two"))
        yield Problem(
            place,
            f"a position sees {found['key']} only where it follows: the words around speak of a mask that hides what follows",
            help="try the sign the other way round",
            evidence={"kind": "index", "letter": found["key"]},
            key=f"causal@{place.start}",
        )


__all__ = ["causal_mask_problems"]
