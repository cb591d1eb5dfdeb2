"""Sentences that say of a method of the field the opposite of what it does: "RMSNorm subtracts the mean".

What would be wrong to say, and how it is, are the rows of ``method_facts`` and ``swapped_facts``.  What is asked, supposed,
denied, called wrong, or said of a variant is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.method_facts import FACTS, Fact
from symformer.judging.said.subjects_named import Named, named
from symformer.judging.said.swapped_facts import SWAPPED
from symformer.text.cued import Cued

AROUND = 800  # characters around a sentence that tell which method it is of
_OPEN = Cued(
    r"\?|\b(?:if(?!\s+(?:(?:you|we)\s+have|there\s+(?:is|are|exists?))\b)|suppose|would|could|might|wrong\w*|mistake\w*|myth|false|incorrect\w*|misconception|claim\w*|variants?|contrary|surprising\w*|some\s+(?:people|authors|papers)|true\s+or|let\s+us\s+say|what\s+happens|bug|never\s+mind)\b|？|若|如果|假设|错误|误解|误区|变体|变种",
    re.IGNORECASE,
)
_WORTH = Cued(  # of facts without words of their own; in small letters: any letters cost three times as much
    r"norm|temperature|\badam|momentum|gradient|padding|→|\\to\b|rotat|deviation|varian|divid|attention|perplexit|relu|dropout|cach|mask|descent|constant|multiplying|scaling"
    r"|\bbert\b|\bgpt|sigmoid|bias|forget|learning rate|step size|l2|ridge|one-hot|one hot|pooling|kl|entropy|orthogonal|stride|tends|goes to|doubling"
)
# words that point back to what the sentence before is about
_BACK = re.compile(
    r"\b(?:there|in\s+(?:this|that|such\s+a)\s+(?:case|setting|setup|layer)|for\s+(?:these|those))\b", re.IGNORECASE
)
_LIKELY = frozenset(map(id, SWAPPED))  # what is said may be of another thing of the sentence
_ABOUT = frozenset(word for each in (*FACTS, *SWAPPED) for word in each.about)


def misdescribed_problems(document: Document) -> Iterator[Problem]:
    """A problem for each sentence that says of a named method the opposite of what it does."""
    for words, claims in named(document):
        facts = _facts_about(words.lower())
        for claim in claims if facts else ():
            if _OPEN.search(claim.text) is None:
                yield from _of_sentence(document, claim, facts)


def _facts_about(text: str) -> Sequence[Fact]:
    """The facts whose words stand in a paragraph, in small letters."""
    worth = _WORTH.search(text) is not None
    said = {word for word in _ABOUT if word in text}
    if not (worth or said):
        return ()
    return [each for each in (*FACTS, *SWAPPED) if (not said.isdisjoint(each.about) if each.about else worth)]


def _of_sentence(document: Document, claim: Named, facts: Sequence[Fact]) -> Iterator[Problem]:
    """What a sentence says wrongly; one that points back is of what the sentence before it is of."""
    before = claim.before if _BACK.search(claim.plain) else ""
    for each in facts:
        found = each.said.search(claim.text)
        if found is None and claim.text != claim.plain and not claim.shift:
            found = each.said.search(claim.plain)
        if found is None or each.unless is not None and each.unless.search(f"{before} {claim.text}"):
            continue
        span = claim.span(*found.span())
        if each.among is not None and not _is_among(document, span.start, each.among):
            continue
        yield Problem(
            span,
            each.so,
            level="info" if id(each) in _LIKELY else "warning",
            evidence={"kind": "text", "printed": found[0], "expected": each.so},
            key=f"method-misdescribed@{span.start}",
        )


def _is_among(document: Document, at: int, words: Cued) -> bool:
    return words.search(document.source.text, max(0, at - AROUND), at + AROUND) is not None


__all__ = ["misdescribed_problems"]
