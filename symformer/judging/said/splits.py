"""A size that is split into equal pieces: ``768 → 8 pieces of 96 each``, ``8 heads of width 64 each (512 = 8 × 64)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued

_SIZE = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
_PIECES = Cued(
    rf"(?<![\w.,×*/-])(?:[A-Za-z]\s?=\s?)?(?P<k>\d{{1,4}})\s+(?:[a-z-]+\s){{0,2}}?(?P<things>heads|chunks|pieces|parts|groups|blocks|sub-?vectors|vectors|slices|segments|subspaces|experts)\s+(?:of|with|each of)\s+"
    rf"(?:(?:size|width|dimension(?:ality)?|length)\s+)?(?:[A-Za-z]_?\{{?\w*\}}?\s?=\s?)?(?P<m>{_SIZE})(?![\d.,]*\d)(?:-?\s?(?:dim\w*|D\b|entries|numbers|channels|features))?(?P<each>\s+each)?",
    re.IGNORECASE,
)
_WHOLE = Cued(
    rf"(?<![\w.,×*/-])(?P<w>{_SIZE})[-\s]?(?:dim\w*|D\b|entries|numbers|channels|features)?\s*(?:vectors?\s*|input\s*)?(?:is\s+|are\s+)?(?:→|->|=|(?:split|divided|cut|broken)\s+(?:up\s+)?(?:in)?to|into)\s*(?:[A-Za-z]\s?=\s?)?\Z",
    re.IGNORECASE,
)
_PRODUCT = Cued(
    rf"[^.;()（）]{{0,40}}?[(（]\s*(?:(?P<w>{_SIZE})\s?=\s?(?P<a>{_SIZE})\s?[×x·]\s?(?P<b>{_SIZE})|(?P<c>{_SIZE})\s?[×x·]\s?(?P<d>{_SIZE})\s?=\s?(?P<v>{_SIZE}))\s*[)）]"
)
_OPEN = Cued(r"\b(?:not|instead|overlap\w*|would|if|plus|rest|remaining|first|last)\b|n['’]t\b|\?", re.IGNORECASE)


def split_words(sentence: Sentence) -> Iterator[Word]:
    """Every size or number of pieces that is a slip away from making up the whole."""
    text = sentence.text
    for found in _PIECES.finditer(text):
        if _OPEN.search(text) is not None:
            return
        k, m = _number(found["k"]), _number(found["m"])
        before = _WHOLE.search(text, max(0, found.start() - 60), found.start())
        product = _PRODUCT.match(text, found.end())
        if before is not None and found["each"]:
            yield from _of_whole(sentence, found, _number(before["w"]), k, m)
        elif product is not None:
            yield from _of_factors(sentence, found, product, k, m)


def _of_whole(sentence: Sentence, found: re.Match[str], whole: int, k: int, m: int) -> Iterator[Word]:
    if k * m == whole or not k or whole % k or not is_slip(str(whole // k), str(m)):
        return
    expected = str(whole // k)
    yield (
        sentence,
        *found.span("m"),
        found["m"],
        expected,
        f"{whole} in {k} {found['things']} is {expected} each, not {m}",
    )


def _of_factors(sentence: Sentence, found: re.Match[str], product: re.Match[str], k: int, m: int) -> Iterator[Word]:
    one, other, whole = (_number(product[a] or product[b]) for a, b in (("a", "c"), ("b", "d"), ("w", "v")))
    if one * other != whole or {k, m} == {one, other}:
        return
    for shared, rest in ((one, other), (other, one)):
        if k == shared and m != rest and is_slip(str(rest), str(m)):
            yield sentence, *found.span("m"), found["m"], str(rest), f"{whole} is {k} × {rest}, not {k} × {m}"
            return
        if m == shared and k != rest and is_slip(str(rest), str(k)):
            yield sentence, *found.span("k"), found["k"], str(rest), f"{whole} is {rest} × {m}, not {k} × {m}"
            return


def _number(text: str) -> int:
    return int(text.replace(",", ""))


__all__ = ["split_words"]
