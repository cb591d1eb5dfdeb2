r"""What a formula or number in another's stead does to a whole: "2 g d numbers instead of 2 h d, so the cache grows", where g < h.

The two are products of numbers and letters; what they share goes out, and for the letters left the note gives numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Relation, Symbol
from symformer.text.cued import Cued

_FACTOR = r"(?:\d++(?:,\d{3})*(?:\.\d++)?|\\?[A-Za-z](?:_(?:\{\w+\}|\w+))?(?![A-Za-z]))"
_PRODUCT = rf"{_FACTOR}(?:\s*+[·×]?\s*+{_FACTOR})*"
_INSTEAD = Cued(
    rf"(?<![\w\\.^/+(-])(?<![-+/]\s)(?P<a>{_PRODUCT})(?:\s+(?!instead|rather)[a-z-]+){{0,4}}?\s+(?:instead\s+of|rather\s+than)\s+(?P<b>{_PRODUCT})(?![\w^(/]|\s*[-+/^])(?:\s+[a-z-]+){{0,4}}\s*[,:;]?\s*(?:so|and\s+so|hence|thus|therefore|which\s+means)\s+(?:that\s+)?(?:the\s+)?(?:\w+\s+){{0,4}}?(?:(?P<down>shrinks|gets\s+smaller|is\s+reduced|falls|drops|decreases|is\s+smaller)|(?P<up>grows|gets\s+larger|is\s+increased|rises|increases|is\s+larger))\b"
)
_EACH = Cued(_FACTOR)
_OPEN = Cued(r"\?|\b(?:if|would|not|never|wrong\w*)\b|n['’]t\b", re.IGNORECASE)
MANY = 4  # numbers of one letter
_TURNED = Cued(
    r"quality|accurac|error|loss|speed|throughput|saving|perplex|precision|variance|resolution", re.IGNORECASE
)


def instead_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every whole that is said to grow where less stands in the other's stead, or to shrink where more does."""
    for block in document.prose:
        if block.kind == "heading" or not ("instead of" in block.text.text or "rather than" in block.text.text):
            continue
        for sentence in sentences(block.text):
            text = re.sub(r"\s", " ", sentence.text)
            for found in _INSTEAD.finditer(text):
                if _OPEN.search(found[0]) is None and _TURNED.search(found[0]) is None:
                    yield from _judged(sentence, found, statements)


def _judged(sentence: Sentence, found: re.Match[str], statements: Sequence[Statement]) -> Iterator[Problem]:
    one, other = _EACH.findall(found["a"]), _EACH.findall(found["b"])
    for factor in tuple(one):
        if factor in other:
            one.remove(factor)
            other.remove(factor)
    values = _values(statements)
    ones, others = (_products(each, values) for each in (one, other))
    if not ones or not others or not (max(ones) < min(others) or min(ones) > max(others)):
        return
    more = min(ones) > max(others)
    if more == bool(found["up"]):
        return
    group = "up" if found["up"] else "down"
    span = sentence.span(*found.span(group))
    yield Problem(
        span,
        f"{found['a'].strip()} is {'more' if more else 'less'} than {found['b'].strip()} by the numbers of the note",
        level="warning",
        evidence={"kind": "text", "printed": found[group]},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _products(factors: Sequence[str], values: Mapping[str, set[Fraction]]) -> set[Fraction]:
    """All that a product comes to, with each number that the note gives its letters; none where one has no number."""
    products = {Fraction(1)}
    for factor in factors:
        name = re.sub(r"[\\{}]", "", factor)
        known = {Fraction(factor.replace(",", ""))} if factor[0].isdigit() else values.get(name, set())
        products = {one * other for one in products for other in known if len(known) <= MANY}
    return products


def _values(statements: Sequence[Statement]) -> Mapping[str, set[Fraction]]:
    """The numbers that the note gives its letters."""
    found: dict[str, set[Fraction]] = {}
    for statement in statements:
        match statement.term:
            case Relation(relations=("=", *_), sides=(Symbol() | Index() as left, *_, Number(value=value))):
                name = left.name if isinstance(left, Symbol) else re.sub(r"\[(.*)\]$", r"_\1", show(left))
                found.setdefault(name, set()).add(value)
    return found


__all__ = ["instead_problems"]
