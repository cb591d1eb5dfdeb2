r"""One label in two ways of writing: ``W_h^q`` and, further on, ``W_i^{(q)}``, both told to be the query weights.

Only what words call by the same specific name in both places is compared, so that a label that is an exponent or
an index in one of them is not taken for the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.meanings import FAR, NEAR
from symformer.terms.show import show
from symformer.terms.term import Index, Symbol, Term, walk
from symformer.text.cued import Cued

CONCEPT = re.compile(r"(query|key|value) weight(?: matrix)?(?: (?:of|for) head)?(?: matrix)?\Z")
LABEL = Cued(r"(?P<place>[\^_])(?P<label>\([A-Za-z]+\)|[A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class Varied:
    """A thing, and the two ways in which its name is written."""

    concept: str
    first: Declaration
    second: Declaration


RENAMED = Cued(
    r"\b(?:notation|writes?|written|from here on|from now on|papers?|instead|renam\w*|authors?|original\w*|denot\w+|bracket\w*)\b|记号|写作|记作|原文|论文",
    re.IGNORECASE,
)
AROUND = 160


def varied_labels(model: SemanticModel) -> Iterator[Varied]:
    """The first kind of weights whose name is written in two ways; the others go with it."""
    told: dict[str, Declaration] = {}
    for each in model.table.declarations:
        kind = CONCEPT.match(each.concept or "")
        if kind is None or each.by != "prose" or (label := _label(each.symbol)) is None:
            continue
        first = told.setdefault(kind[1], each)
        known = _label(first.symbol)
        if known is None or known == label or not NEAR < each.span.start - first.span.start < FAR:
            continue
        if _is_renamed(each, _plain(label), model):
            continue
        if _plain(known) == _plain(label) and _letter(first.symbol) == _letter(each.symbol):
            yield Varied(f"{kind[1]} weight", first, each)
            return


def _is_renamed(second: Declaration, label: str, model: SemanticModel) -> bool:
    """Whether the words tell that labels are written otherwise here, or the label stands for something by itself."""
    text = model.document.source.text
    around = text[max(0, second.span.start - AROUND) : second.evidence.end + AROUND]
    counted = re.search(rf"\b(?:step|layer|round|iteration|epoch|task|block)s?\s+\$?{re.escape(label)}\b", around)
    return counted is not None or RENAMED.search(around) is not None


def _label(symbol: Term) -> tuple[str, str] | None:
    """Where the label of one head's weights stands, and as what it is written; None where no head is told."""
    if not any(isinstance(part, Index) and part.indices for part in walk(symbol)):
        return None
    found = list(LABEL.finditer(re.sub(r"\[[^\]]*\]", "", show(symbol))))
    return (found[0]["place"], found[0]["label"]) if len(found) == 1 else None


def _plain(label: tuple[str, str]) -> str:
    return label[1].strip("()").casefold()


def _letter(symbol: Term) -> str:
    return next((part.name[:1] for part in walk(symbol) if isinstance(part, Symbol)), "")
