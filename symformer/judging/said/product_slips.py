"""A number that is the product of sizes beside it but for one digit: "images of 28 × 28 pixels, so D = 748"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import printed
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.tables.amounts import mistyped
from symformer.text.cued import Cued

LONG = 3  # digits of a factor of which one may be another
_SIZE = r"\d{1,5}"
_SIZES = Cued(rf"(?<![\w.,×*/^=+-])(?<![×*/^=+]\s){_SIZE}(?:\s?[×x]\s?{_SIZE}){{1,2}}(?![\w.,]*\d|\s?[×x*/^+=])")
_THINGS = Cued(
    r"\s*-?\s*(?:gr[ae]y\w*\s+|rgb\s+|colou?r\s+|black\W+and\W+white\s+|binary\s+|input\s+|pixel\s+|feature\s+|weight\s+)*(?:pixels?|images?|inputs?|grids?|matri\w+|tensors?|maps?|patch\w*|entries|像素|图像|图片|矩阵)",
    re.IGNORECASE,
)
_OF_SIZE = Cued(
    r"\b(?:pixels?|images?|inputs?|grids?|matri\w+|tensors?|maps?|patch\w*)\s+(?:(?:is|are|of|with)\s+)?(?:(?:an?|the)\s+)?(?:(?:size|shape|resolution)\s+)?(?:of\s+)?\Z",
    re.IGNORECASE,
)
_FOR_THEM = Cued(
    r"(?:\b[A-Za-z](?:_\{?\w+\}?)?\s*=|\b(?:flatten\w*\s+(?:\w+\s+){0,3}(?:to|into)|vectors?\s+of(?:\s+length)?|length|dimension(?:ality)?\s*(?:of|is)?|has|have|with|in|of|into|to)(?:\s+(?:an?|the|total|of|length|size|dimension|exactly|as|many))*)\s*(?P<n>\d{1,3}(?:,\d{3})+|\d{3,7})(?![\w]|[.,]\d|\s?[×x*/^+=%])(?:[\s-]*(?P<noun>[a-z]+))?",
    re.IGNORECASE,
)
_NOUNS = Cued(
    r"pixels?|dimensions?|dimensional|entries|values|features?|inputs?|numbers|components|elements|units|vectors?|weights|parameters?|params|coefficients|\Z",
    re.IGNORECASE,
)
_JOINING = frozenset({"and", "so", "or", "while", "where", "which", "for", "when", "because"})
_OPEN = Cued(r"\b(?:not|instead|resized?|cropped|padded|from|without|would|after|before)\b|n['’]t\b|\?", re.IGNORECASE)


def _is_array(text: str, sizes: re.Match[str]) -> bool:
    """Whether sizes are those of an image, a matrix or the like."""
    before = text[max(0, sizes.start() - 40) : sizes.start()]
    return _THINGS.match(text, sizes.end()) is not None or _OF_SIZE.search(before) is not None


def _of_another_factor(factors: Sequence[int], shown: int) -> bool:
    """Whether a long number is the product once one digit of one long factor is another: 4096 for 4196."""
    whole = math.prod(factors)
    for factor in factors:
        right, rest = divmod(shown, whole // factor)
        one, other = str(factor), str(right)
        if not rest and len(one) == len(other) >= LONG and sum(a != b for a, b in zip(one, other, strict=True)) == 1:
            return True
    return False


def product_slips(sentence: Sentence) -> Iterator[Word]:
    """Every number said of an array that is its size but for a slip of the pen."""
    text = sentence.text
    sizes = [found for found in _SIZES.finditer(text) if _is_array(text, found)]
    if len(sizes) != 1 or _OPEN.search(text):
        return
    factors = [int(each) for each in re.findall(r"\d+", sizes[0][0])]
    whole = math.prod(factors)
    for found in _FOR_THEM.finditer(text, sizes[0].end()):
        shown = printed(found["n"].replace(",", ""))
        noun = "" if (found["noun"] or "").casefold() in _JOINING else found["noun"] or ""
        if min(factors) < 2 or not _NOUNS.fullmatch(noun):
            continue
        if not mistyped(Fraction(whole), shown) and not _of_another_factor(factors, int(shown.value)):
            continue
        message = f"{' × '.join(map(str, factors))} is {whole}, not {found['n']}"
        yield sentence, *found.span("n"), found["n"], str(whole), message


__all__ = ["product_slips"]
