"""How many things there are, by what the words say of their sizes.

``W_Q`` of 512 by 64 has 32,768 entries; layers 1 to 12 are 12 layers; 12 heads of width 64 make up 768; a convolution
of 3 × 3 from 16 to 32 channels has 4,608 weights, and 32 biases; the square of 3 is 9.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import decimal_text, printed, printed_as_written
from symformer.judging.numbers.settled import Settled
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence
from symformer.semantics.declaration import Declaration
from symformer.terms.term import Number, Term
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

MOST_MATRICES = 4
MOST_BIASES = 10_000  # numbers that may be biases
Named = tuple[str, Declaration]
"""A declaration and the name as it is written there."""

_COUNTABLE = r"layers?|heads?|blocks?|steps?|rows?|columns?|positions?|tokens?|words?|epochs?|dimensions?|pairs?|channels?|experts?|groups?|indices|entries|层|头|步|行|列"
_PLAIN = r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w%]|[.,]\d|\s?%)"
_SPAN = Cued(
    rf"\b(?P<what>{_COUNTABLE})\s+(?P<a>\d{{1,4}})\s*(?:to|through|up to|–|-|…|到|至)\s*(?P<b>\d{{1,4}})\s*(?:inclusive\s*)?[,(:—–]\s*(?:that is,?|i\.e\.,?|so|which are|which is|hence|namely|these are|all|in all|altogether|共|即)?\s*"
    rf"(?P<exactly>exactly\s+)?(?P<n>\d{{1,4}}|{'|'.join(COUNT_WORDS)})\s+(?P<same>{_COUNTABLE})",
    re.IGNORECASE,
)
_HEADS = Cued(
    r"(?P<h>\d{1,3})\s+(?:attention\s+|query\s+)?heads,?\s+(?:each\s+)?(?:of|with|have|has|having)\s+(?:a\s+)?(?:width|dimension(?:ality)?|size|head size|d_k\s*=|d_\{?h\}?\s*=)?\s*(?:of\s+|=\s*)?(?P<n>\d{1,4})(?![\w.,]*\d)(?!\s*(?:layers|keys|heads|queries|tokens|parameters))",
    re.IGNORECASE,
)
_WIDTH = Cued(
    r"(?:\bd(?:_\{?(?:\\(?:text|mathrm|rm)\s*)?\{?(?:model)\}?\}?)?\s*=|\b(?:model|hidden|embedding|total)?\s*(?:width|dimension|size)s?\s+(?:of\s+|is\s+|d\s*=\s*)?=?)\s*(?P<d>\d{2,5})(?![\w.,]*\d)",
    re.IGNORECASE,
)
_UNEVEN = Cued(
    r"\b(?:grouped|latent|key-value|kv|gqa|mqa|mla|decoupled|rope|larger|wider|instead|if|would|not)\b|\?", re.I
)
_CONVOLUTION = Cued(
    r"(?P<k>\d{1,2})\s?(?:×|x|\\times|by)\s?(?P<l>\d{1,2})\b(?=[^.;]{0,80}?\b(?:kernel|filter|convolution|conv)|(?<=conv)|[^.;]{0,40}?\bfrom\b)[^.;]{0,60}?"
    r"(?:\bfrom\s+(?P<i>\d{1,5})\s+(?:input\s+)?(?:channels\s+)?to\s+(?P<o>\d{1,5})|(?P<i2>\d{1,5})\s+(?:input|in)\s+channels?[^.;\d]{0,20}?(?P<o2>\d{1,5})\s+(?:output|out|filters)|(?P<i3>\d{1,5})\s?(?:→|->|to)\s?(?P<o3>\d{1,5})\s+channels)",
    re.IGNORECASE,
)
_LINEAR = Cued(
    r"\b(?:linear|dense|fully[- ]connected|affine|output|projection|hidden|embedding)\s+(?:layer|map|projection|matrix)?\s*(?:maps?\s+)?(?:from|of)\s+(?P<i>\d{1,6})\s+(?:units\s+|features\s+|dimensions\s+|inputs\s+)?(?:to|by|×|x)\s+(?P<o>\d{1,6})",
    re.IGNORECASE,
)
_SQUARED = Cued(
    rf"(?P<square>\b(?:square of (?:the )?(?P<of>\w+)|(?P<of2>\w+) squared)\s+(?:is|=|equals|of)?\s*|(?P<of3>[\u4e00-\u9fff]{{2}})的?平方(?:为|是|等于)?\s*)(?P<n>(?<![\w.]){PLAIN_NUMBER})(?![\w^]|[.,]\d)",
    re.IGNORECASE,
)
_MORE = Cued(
    r"\b(?:heads?|layers?|all|total|each|per|times|both|together|together|copies|shared|blocks?|experts?|if|would|not|without|instead|only|more|fewer|less|groups?|grouped|depthwise|transposed|two|three|four|gradients?|nonzero|non-zero|sparse|update[sd]?|rank|low-rank)\b|\?",
    re.IGNORECASE,
)
_HAS = Cued(r"\s*\)?\s*(?:thus\s+|then\s+|therefore\s+|alone\s+|now\s+|also\s+)?(?:has|have|holds?|contains?|consists? of|with|needs?|stores?|takes?)\s+(?:[^.;:]{0,45}|[\d·×\s^]+=\s*)?\Z")  # fmt: skip
_COUNTS = frozenset({"parameter", "entry", "element", "number", "value", "coefficient"})


def count_words(sentence: Sentence, declarations: Sequence[Named], settled: Settled) -> Iterator[Word]:
    """Every count in a sentence that does not fit the sizes in it, or those declared."""
    yield from _spans(sentence)
    yield from _heads(sentence, settled)
    yield from _layers(sentence)
    yield from _entries(sentence, declarations, settled)
    yield from _together(sentence, declarations, settled)
    yield from _feed_forward(sentence)
    yield from _squares(sentence)
    yield from _joined_heads(sentence)
    yield from _groups(sentence)
    yield from _shared_heads(sentence)
    yield from _patches(sentence)
    yield from _numbered(sentence)
    yield from _by_steps(sentence)


def _spans(sentence: Sentence) -> Iterator[Word]:
    """ "Layers 1 to 12, i.e. 11 layers"."""
    for found in _SPAN.finditer(sentence.text):
        if found["what"].casefold().rstrip("s") != found["same"].casefold().rstrip("s"):
            continue
        low, high = int(found["a"]), int(found["b"])
        told = COUNT_WORDS.get(found["n"].casefold()) or int(found["n"])
        if high > low and told != high - low + 1 and abs(told - (high - low + 1)) <= 2:
            shown = str(high - low + 1)
            message = f"{found['what']} {low} to {high} are {shown}, not {found['n']}"
            yield sentence, *found.span("n"), found["n"], shown, message


def _heads(sentence: Sentence, settled: Settled) -> Iterator[Word]:
    """ "Width 768 and 12 heads of width 48"."""
    found = _HEADS.search(sentence.text)
    widths = {int(each["d"]) for each in _WIDTH.finditer(sentence.text, 0, found.start())} if found else set()
    if found is None or len(widths) != 1 or _UNEVEN.search(sentence.text):
        return
    (width,) = widths
    heads, size = int(found["h"]), int(found["n"])
    if heads * size in (width, width * heads) or width % heads or not 1 < heads < width:
        return
    shown = str(width // heads)
    message = f"{heads} heads of width {size} make up {heads * size}, not {width}"
    yield sentence, *found.span("n"), found["n"], shown, message


_JOINED = Cued(
    r"(?P<h>\d{1,3})\s+(?:attention\s+)?heads?\s+(?:each\s+)?(?:has|have|is|are|of|with)\s+(?:a\s+)?(?:dimension|width|size)\s*(?:of\s+|=\s*)?(?P<k>\d{1,4})\b[^.;\d]{0,60}?"
    r"\b(?:concatenat\w+|joined|together|output|result)\b[^.;\d]{0,30}?\b(?:dimensions?|width|size|length)\s*(?:of\s+|is\s+|=\s*)?(?P<n>\d{1,5})(?![\w.,]*\d)",
    re.IGNORECASE,
)
_GROUPED = Cued(
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)\s+(?:[a-z-]+\s+){0,2}?(?P<what>[a-z]+s)\b[^.;\d]{0,50}?\b(?P<unit>batches|groups|chunks|blocks|patches|segments|shards|tiles)\s+of\s+(?:size\s+)?(?P<size>\d{1,3}(?:,\d{3})+|\d+)\b[^.;\d]{0,50}?"
    r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s+(?P<same>batches|groups|chunks|blocks|patches|segments|shards|tiles)\b",
    re.IGNORECASE,
)


def _joined_heads(sentence: Sentence) -> Iterator[Word]:
    """ "Each of the 8 heads has dimension 64, so the concatenation has width 512"."""
    for found in _JOINED.finditer(sentence.text):
        heads, size, shown = (int(found[name]) for name in "hkn")
        if heads * size != shown and not _UNEVEN.search(sentence.text):
            message = f"{heads} heads of dimension {size} make up {heads * size}, not {shown}"
            yield sentence, *found.span("n"), found["n"], str(heads * size), message


_SHARED = Cued(
    r"(?P<q>\d{1,3})\s+(?:query\s+)?heads\b[^.;\d]{0,40}?(?P<kv>\d{1,3})\s+(?:key(?:[-–/\s](?:and\s+)?value)?|kv)\s+heads\b[^.;\d]{0,50}?"
    rf"(?:(?P<n>\d{{1,3}}|{'|'.join(COUNT_WORDS)})\s+(?:query\s+)?(?:heads\s+)?(?:per\s+(?:key|group|kv)|(?:share|use)\s+(?:each|one))|(?:each|every|a)\s+(?:group|key|kv)[^.;\d]{{0,30}}?\b(?:has|have|serves?|holds?|contains?|is shared by)\s+(?P<m>\d{{1,3}}|{'|'.join(COUNT_WORDS)})\s+(?:query\s+)?heads)",
    re.IGNORECASE,
)


def _shared_heads(sentence: Sentence) -> Iterator[Word]:
    """ "32 query heads share 8 key heads, 4 query heads per key head"."""
    for found in _SHARED.finditer(sentence.text):
        queries, keys = int(found["q"]), int(found["kv"])
        name = "n" if found["n"] else "m"
        told = COUNT_WORDS.get(found[name].casefold()) or int(found[name])
        if 0 < keys < queries and queries % keys == 0 and told * keys != queries:
            shown = str(queries // keys)
            message = f"{queries} query heads for {keys} key heads are {shown} for each, not {found[name]}"
            yield sentence, *found.span(name), found[name], shown, message


_NUMBERED = Cued(
    rf"(?<![\w.,/])(?P<n>\d{{1,4}})\s+(?:[a-z]+\s+)?(?P<what>{_COUNTABLE})\b[^.;\d]{{0,40}}?(?<![\w])[a-z]\s*=\s*(?P<first>[01])\s*,?\s*(?:…|\.\.\.|\\[lc]dots)\s*,?\s*(?P<last>\d{{1,4}})(?![\w.]*\d|\s?[-−+*/·])",
    re.IGNORECASE,
)
_BY_STEPS = Cued(
    rf"\b(?:gr(?:ows?|ew)|increases?d?|rises?|rose|shrinks?|shrank|f[ae]lls?|decreases?d?|drops?)\s+from\s+(?P<a>{_PLAIN})\s+(?:[a-z]+\s+){{0,2}}?by\s+(?P<d>{_PLAIN})\s+(?:[a-z]+\s+){{0,2}}?to\s+(?P<b>{_PLAIN})",
    re.IGNORECASE,
)


def _numbered(sentence: Sentence) -> Iterator[Word]:
    """ "32 pairs, i = 0, …, 31"."""
    for found in _NUMBERED.finditer(sentence.text):
        count, first, last = (int(found[name]) for name in ("n", "first", "last"))
        if abs(last - first + 1 - count) == 1 and not re.search(r"\b(?:if|not|would|plus|except|also)\b|\?", found[0]):
            expected = str(count + first - 1)
            message = f"{count} {found['what']} counted from {first} end at {expected}, not {last}"
            yield sentence, *found.span("last"), found["last"], expected, message


def _by_steps(sentence: Sentence) -> Iterator[Word]:
    """ "Grows from 256 bytes by 1,000 merges to 1,256 tokens"."""
    for found in _BY_STEPS.finditer(sentence.text):
        one, by, other = (Fraction(found[name].replace(",", "")) for name in "adb")
        if other not in (one + by, one - by) and one and other / one != by and one / max(other, Fraction(1)) != by:
            expected = decimal_text(one + by if other > one else one - by, 0 if (one + by).denominator == 1 else 4)
            message = f"from {found['a']} by {found['d']} one comes to {expected}, not {found['b']}"
            yield sentence, *found.span("b"), found["b"], expected, message


_PATCHES = Cued(
    r"(?P<h>\d{2,4})\s?(?:×|x|by)\s?(?P<w>\d{2,4})[^.;\d]{0,60}?\bpatches\s+of\s+(?:size\s+)?(?P<p>\d{1,3})\s?(?:×|x|by)\s?(?P<q>\d{1,3})[^.;\d]{0,60}?(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s+(?:patches|tokens)",
    re.IGNORECASE,
)


def _patches(sentence: Sentence) -> Iterator[Word]:
    """ "224 × 224 pixels in patches of 16 × 16 give 196 patches"; one more where a class token is counted."""
    for found in _PATCHES.finditer(sentence.text):
        height, width, high, wide, shown = (int(found[name].replace(",", "")) for name in "hwpqn")
        count = (height // high) * (width // wide)
        if (
            count > 1
            and shown not in (count, count + 1, count + 2)
            and not re.search(r"\b(?:overlap\w*|stride|if|would|not)\b", sentence.text)
        ):
            message = f"{height} × {width} in patches of {high} × {wide} make {count}, not {found['n']}"
            yield sentence, *found.span("n"), found["n"], str(count), message


def _groups(sentence: Sentence) -> Iterator[Word]:
    """ "With 50,000 examples and batches of 100 there are 500 batches"; what is left over may be counted or dropped."""
    for found in _GROUPED.finditer(sentence.text):
        whole, size, shown = (int(found[name].replace(",", "")) for name in ("whole", "size", "n"))
        if found["unit"].casefold() != found["same"].casefold() or not 0 < size < whole or re.search(r"\b(?:overlap\w*|if|would|not|stride)\b|\?", sentence.text):  # fmt: skip
            continue
        if shown not in (whole // size, -(-whole // size)):
            text = f"{whole // size:,}"
            message = (
                f"{found['whole']} {found['what']} in {found['unit']} of {found['size']} make {text}, not {found['n']}"
            )
            yield sentence, *found.span("n"), found["n"], text, message


def _counted(sentence: Sentence, after: int) -> Amount | None:
    """The one number of parameters behind a place."""
    said = [each for each in amounts(sentence) if each.start >= after and any(name in _COUNTS and degree == 1 for name, degree in each.kind)]  # fmt: skip
    return said[0] if len(said) == 1 and len(said[0].kind) == 1 else None


def _differs(counted: Amount, expected: Sequence[int]) -> bool:
    """Whether a count is none of those expected, as it is rounded."""
    loose = [max(value * counted.loose, counted.number.unit if counted.unit else 0) for value in counted.values]
    unit = max(loose) if counted.unit else Fraction(0)
    rough = counted.number.exact and counted.number.last_significant_unit >= 100 and counted.number.digits > 3
    room = max(unit, counted.number.last_significant_unit if rough else Fraction(0))
    return not any(abs(value - each) <= max(room, Fraction(each) / 33 if counted.unit or rough else 0) for value in counted.values for each in expected)  # fmt: skip


def _layers(sentence: Sentence) -> Iterator[Word]:
    """The weights of a convolution or a linear map, with or without biases."""
    for pattern in (_CONVOLUTION, _LINEAR):
        places = list(pattern.finditer(sentence.text))
        if len(places) != 1 or _MORE.search(sentence.text) or sentence.text.count("×") > (pattern is _CONVOLUTION):
            continue
        found = places[0]
        inputs, outputs = (next(int(found[name]) for name in names if name in found.re.groupindex and found[name]) for names in (("i", "i2", "i3"), ("o", "o2", "o3")))  # fmt: skip
        window = int(found["k"]) * int(found["l"]) if pattern is _CONVOLUTION else 1
        counted = _counted(sentence, found.end())
        weights = window * inputs * outputs
        if counted is None or not _differs(counted, [weights, weights + outputs]):
            continue
        told = re.search(r"\bbias", sentence.text) is not None and "without" not in sentence.text
        yield from _wrong(sentence, counted, weights + outputs if told else weights)


def _wrong(sentence: Sentence, counted: Amount, expected: int) -> Iterator[Word]:
    scale = counted.values[0] / counted.number.value
    if not Fraction(1, 20) <= counted.values[0] / expected <= 20:
        return
    shown = decimal_text(expected / scale, max(counted.number.decimals, 0))
    message = f"that makes {expected:,}, not {counted.text.strip()}"
    yield sentence, counted.start, counted.ends_number, counted.number.text, shown, message


def _entries(sentence: Sentence, declarations: Sequence[Named], settled: Settled) -> Iterator[Word]:
    """ "W_Q has 65,536 entries", of a matrix that is declared with other sizes."""
    counted = _counted(sentence, 0)
    if counted is None or not counted.number.value or _MORE.search(sentence.text):
        return
    before = sentence.text[: counted.start]
    for written, declaration in declarations:
        name = re.escape(_plain(written))
        place = re.search(rf"(?<![\w\\{{_]){name}(?![\w^'])(?!\s*[=∈\\])", _plain(before))
        sizes = [_size(each, settled) for each in declaration.sizes or ()]
        if place is None or not sizes or None in sizes or len(sizes) > 2:
            continue
        numbers = [size for size in sizes if size is not None]
        told = _HAS.fullmatch(_plain(before)[place.end() :])
        others = [each for _, each in declarations if each.symbol == declaration.symbol and each.sizes is not None]
        if told is None or len({tuple(map(str, each.sizes or ())) for each in others}) > 1:
            continue
        entries = numbers[0] * (numbers[1] if len(numbers) > 1 else 1)
        if _differs(counted, [entries, *(entries + size for size in numbers)]):
            yield from _wrong(sentence, counted, entries)
        return


_OF_MANY = Cued(r"\b(?:heads?|layers?|per|each|times|experts?|blocks? of|if|would|not|without|more|fewer|less|only|shared|copies|rank|gradients?)\b|\?", re.I)  # fmt: skip
_FEED_FORWARD = Cued(r"\bfeed-?forward|\bFFN\b|\bMLP\b|前馈", re.IGNORECASE)
_WIDTHS = Cued(
    r"\b(?:d|f|h|m|n)(?:_\{?(?:\\(?:text|mathrm|rm)\s*)?\{?\w{1,6}\}?\}?)?\s*=\s*(?P<n>\d{2,6})(?![\d.,]*\d)"
)


def _together(sentence: Sentence, declarations: Sequence[Named], settled: Settled) -> Iterator[Word]:
    """ "W_1 and W_2 have about 4.2 million weights", of matrices whose sizes stand in the sentence."""
    counted = _counted(sentence, 0)
    if counted is None or not counted.number.value or _OF_MANY.search(sentence.text):
        return
    span = sentence.span(0, max(counted.start, 1))
    here = [each for _, each in declarations if span.start <= each.span.start < span.end]
    areas: list[int] = []
    for each in here:
        sizes = [_size(size, settled) for size in each.sizes or ()]
        if None in sizes or not 1 <= len(sizes) <= 2:
            return
        areas.append(math.prod(size for size in sizes if size is not None))
    if not 2 <= len(areas) <= MOST_MATRICES or sum(area > MOST_BIASES for area in areas) < 2:
        return
    sums = [0]
    for area in areas:
        sums += [each + area for each in sums]
    rough = [*sums, *(each + size for each in sums for size in (min(areas), max(areas)))]
    if _differs(counted, rough) and not any(
        abs(value - each) * 50 <= each for value in counted.values for each in rough if each
    ):
        yield from _wrong(sentence, counted, sum(areas))


def _feed_forward(sentence: Sentence) -> Iterator[Word]:
    """ "With d = 512 and d_ff = 2048 the feed-forward block holds about 2.1 M parameters"."""
    counted = _counted(sentence, 0)
    if counted is None or not counted.number.value or _FEED_FORWARD.search(sentence.text) is None:
        return
    widths = [int(found["n"]) for found in _WIDTHS.finditer(sentence.text, 0, counted.start)]
    if len(widths) != 2 or _OF_MANY.search(sentence.text):
        return
    area = widths[0] * widths[1]
    expected = [area, 2 * area, 3 * area, 2 * area + sum(widths)]
    if _differs(counted, expected) and not any(
        abs(value - each) * 25 <= each for value in counted.values for each in expected
    ):
        yield from _wrong(sentence, counted, 2 * area)


def _plain(latex: str) -> str:
    return re.sub(r"[{}$]|\\(?:mathbf|mathrm|text|boldsymbol|bm)\b", "", latex)


def _size(term: Term, settled: Settled) -> int | None:
    number = term if isinstance(term, Number) else settled.get(term)
    return int(number.value) if number is not None and number.value.denominator == 1 and number.value > 0 else None


def _squares(sentence: Sentence) -> Iterator[Word]:
    """ "The mean is 3, so the square of the mean is 6"."""
    for found in _SQUARED.finditer(sentence.text):
        name = found["of"] or found["of2"] or found["of3"]
        value = re.search(
            rf"{re.escape(name)}\s*(?:is|of|=|≈|为|是|等于)?\s*(?P<v>(?<![\w.]){PLAIN_NUMBER})(?![\w^]|[.,]\d)",
            sentence.text[: found.start()],
        )
        if value is None or re.search(r"\b(?:if|not|would)\b|\?|不|如果", sentence.text):
            continue
        number, shown = printed_as_written(value["v"]), printed(found["n"].replace(",", ""))
        squares = (number.value**2, (abs(number.value) + number.half_width()) ** 2, (abs(number.value) - number.half_width()) ** 2)  # fmt: skip
        if min(squares) - shown.unit <= shown.value <= max(squares) + shown.unit and not (number.exact and shown.exact and shown.value != squares[0]):  # fmt: skip
            continue
        expected = decimal_text(squares[0], max(shown.decimals, 0))
        yield (
            sentence,
            *found.span("n"),
            found["n"],
            expected,
            f"the square of {value['v']} is {expected}, not {found['n']}",
        )


__all__ = ["count_words"]
