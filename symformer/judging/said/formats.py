"""What the weights of a model take in a format: ``60 million parameters, or 240 MB in fp32``.

Only the weights are counted so: where gradients, the states of an optimiser or a cache come in, nothing is said,
but for "16 bytes per parameter", which tells by itself what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.conversions import Found
from symformer.judging.said.sentences import Sentence
from symformer.text.cued import Cued

_FORMATS: tuple[tuple[str, Fraction], ...] = (
    (r"(?:fp|float)[-\s]?64|64[-\s]bits?|double precision", Fraction(8)),
    (r"(?:fp|float|tf)[-\s]?32|32[-\s]bits?|single precision|full precision|单精度|全精度", Fraction(4)),
    (r"(?:fp|bf|float|bfloat)[-\s]?16|16[-\s]bits?|half precision|半精度", Fraction(2)),
    (r"(?:u?int|fp|float)[-\s]?8|8[-\s]bits?|eight bits?", Fraction(1)),
    (r"(?:u?int|fp|nf)[-\s]?4|4[-\s]bits?|four bits?", Fraction(1, 2)),
)
_FORMAT = Cued("|".join(f"(?P<f{at}>{pattern})" for at, (pattern, _) in enumerate(_FORMATS)), re.IGNORECASE)
_OF_FORMATS = ("64", "32", "16", "8", "4", "bit", "precision", "精度")  # every name of a format holds one
_EACH = Cued(
    r"(?P<n>\d{1,2}|one|two|four|eight|a|half a)\s+bytes?\s+(?:per|for (?:each|every)|an?|each|/)\s*(?:parameter|weight|number|value)?s?"
    r"|每个?(?:参数|权重|数)(?:占用?|需要?)?\s*(?P<m>\d{1,2})\s*个?字节",
    re.IGNORECASE,
)
# "in FP16 each number takes 2 bytes"
_TAKES = Cued(
    r"\s*,?\s*(?:each|every|an?|one)\s+(?:number|value|parameter|weight|entry|element)\s+(?:takes|needs|uses|occupies|requires|is)\s+(?P<n>\d{1,2})\s+bytes?"
    r"|\s?下?[,，]?\s?每个(?:数|参数|权重|值)(?:只|仅)?[占用需要]{1,3}\s?(?P<m>\d{1,2})\s?个?字节",
    re.IGNORECASE,
)
_NUMBERS = {
    "one": Fraction(1), "a": Fraction(1), "two": Fraction(2), "four": Fraction(4), "eight": Fraction(8), "half a": Fraction(1, 2),
}  # fmt: skip
_MORE_THAN_WEIGHTS = Cued(
    r"\b(?:gradients?|optimi[sz]er|adam\w*|moments?|momentum|states?|cach\w+|activations?|overhead|buffers?|training|train|trains|fine-?tun\w*"
    r"|checkpoints?|master|scales?|zero-points?|mixed|each|shard\w*|per(?!\s+(?:weight|parameter))|adapters?|lora|offload\w*|experts?|active|fits?|cards?|gpus?|saves?|saving|bandwidth|read|reads|runs?|running|deploy\w*|minimum|fit|context|tokens?|sequence|batch)\b"
    r"|梯度|优化器|缓存|激活|训练|每|微调|动量|部署|运行|最低|只需|至少",
    re.IGNORECASE,
)
_NOT_MEANT = Cued(
    r"\b(?:if|would|instead|not|never|wrong\w*|more than|less than|at (?:least|most)|up to|under|over|fewer|smaller|rather than|without)\b"
    r"|n['’]t\b|\?|不|如果|节省|减少",
    re.IGNORECASE,
)
_MODEL = Cued(r"[\s-]?(?:model|network|Transformer|parameter|variant|version|encoder|decoder|模型|参数)", re.IGNORECASE)
_WORKED_OUT = Cued(r"\d\s?(?:[×·*]|x )\s?\d[^.;]{0,30}[=≈]")
_OF_ALL = Cued(r"\b(?:total|all)\s+(?:the\s+)?(?:parameters|weights)\b|总参数|全部参数|所有参数", re.IGNORECASE)
_STORED = frozenset({"number", "entry", "value", "element", "float", "activation", "score"})
_OTHERS = Cued(r"\b(?:batch|layers?|heads?|each|times|both|total|cache|examples?|sequences?)\b|批|层|每")
LEAST_NUMBERS = 1000
NEXT_TO = 50  # characters between a number of numbers and the bytes that they take
TOLERANCE = Fraction(1, 6)


_GLOSS = Cued(
    r"\s*(?:,\s*|\(\s*)?(?:i\.e\.,?\s+|that\s+is,?\s+|which\s+(?:is|takes|needs)\s+|=\s*|(?<=\()|(?<=\s)takes\s+|(?<=\s)uses\s+)"
)
_WITH_STATES = Cued(r"\badam\w*|\btrain\w*|\bgradients?\b|\boptimi[sz]er\b|\bstates?\b|\bmixed\b|\bmaster\b", re.IGNORECASE)  # fmt: skip


def _own_bytes(sentence: Sentence, said: Sequence[Amount]) -> Iterator[Found]:
    """ "fp16, i.e. 4 bytes per number": a format and the bytes that it takes, one right behind the other."""
    for found in _formats_in(sentence.text):
        gloss = _GLOSS.match(sentence.text, found.end())
        told = _EACH.match(sentence.text, gloss.end()) if gloss is not None else None
        told = told or _TAKES.match(sentence.text, found.end())
        group = "n" if told is not None and told["n"] else "m"
        if told is None or not told[group].isdigit() or _NOT_MEANT.search(sentence.text) or _WITH_STATES.search(sentence.text):  # fmt: skip
            continue
        width = next(width for at, (_, width) in enumerate(_FORMATS) if found[f"f{at}"] is not None)
        shown = next((each for each in said if each.start == told.start(group)), None)
        unit = "byte" if width == 1 else "bytes"
        if shown is not None and width.denominator == 1 and shown.number.value != width:
            yield sentence, shown, str(width), f"a number in {found[0]} takes {width} {unit}, not {told[group]}"


_PER_NUMBER = Cued(
    r"(?<![\w.])(?P<n>\d{1,2}|one|two|four|eight)\s+bytes?\s+(?:per|for\s+(?:each|every)|an?|each|/)\s*(?:number|value|entry|element)s?\b"
    r"|每个?(?:数|数值|元素)(?:占用?|需要?)?\s*(?P<m>\d{1,2})\s*个?字节",
    re.IGNORECASE,
)


def _formats_in(text: str) -> Iterator[re.Match[str]]:
    """The names of formats in a text; most texts hold none, and are not gone through for them."""
    small = text.lower()
    return _FORMAT.finditer(text) if any(cue in small for cue in _OF_FORMATS) else iter(())


def only_width(document: Document) -> Fraction | None:
    """How many bytes a number takes in a note that speaks of one format only, or tells it once for all."""
    widths: set[Fraction] = set()
    for block in document.prose:
        text = block.text.text
        for found in _formats_in(text):
            widths.add(next(width for at, (_, width) in enumerate(_FORMATS) if found[f"f{at}"] is not None))
        for found in _PER_NUMBER.finditer(text):
            word = (found["n"] or found["m"]).casefold()
            widths.add(_NUMBERS.get(word) or Fraction(word))
    return widths.pop() if len(widths) == 1 else None


def byte_problems(sentences: Sequence[Sentence], usual: Fraction | None = None) -> Iterator[Found]:
    """Every size of weights in bytes that is not their number times the bytes of the format beside it.

    ``usual`` is how many bytes a number takes where the sentence names no format.
    """
    last: Amount | None = None
    for sentence in sentences:
        said = amounts(sentence)
        counts = [each for each in said if _counts_parameters(sentence, each)]
        sizes = [
            each for each in said if each.kind == (("bytes", 1),) and each.unit.endswith("B") and each.number.value > 0
        ]
        yield from _stored(sentence, said, sizes)
        yield from _said_again(sentence, said, usual)
        if last is None:
            yield from _in_formats(sentence, counts, sizes)
        yield from _own_bytes(sentence, said)
        if len(counts) > 1 or counts and any(_is_as_large(each, counts[0]) for each in said):
            last = None
            continue
        last = counts[0] if counts else last
        if last is None or not sizes or _NOT_MEANT.search(sentence.text):
            continue
        if last not in counts and (_WORKED_OUT.search(sentence.text) or _OF_ALL.search(sentence.text)):
            continue  # from the number that stands here, or that is said elsewhere to be all
        yield from _judged(sentence, last, sizes)


def _is_as_large(said: Amount, count: Amount) -> bool:
    """Whether an amount counts something in the same unit as a number of parameters, and may be the size of another model."""
    return said is not count and bool(said.unit) and said.unit == count.unit and not said.kind


def _stored(sentence: Sentence, said: Sequence[Amount], sizes: Sequence[Amount]) -> Iterator[Found]:
    """ "802,816 numbers per image, 3.2 MB in fp32": any numbers at all, right before what they take."""
    counts = [each for each in said if each.number.value >= LEAST_NUMBERS and _counted(each) in _STORED]
    formats = list(_formats_in(sentence.text))
    if len(counts) != 1 or len(sizes) != 1 or len(formats) != 1 or _NOT_MEANT.search(sentence.text):
        return
    (count,), (size,) = counts, sizes
    between = sentence.text[count.end : size.start]
    if (
        not 0 <= size.start - count.end < NEXT_TO
        or re.search(r"\d", _FORMAT.sub("", between))
        or _OTHERS.search(between)
    ):
        return
    if [name for name, degree in count.kind if degree < 0] and re.search(r"\b(?:batch|total|all)\b", sentence.text[size.end : size.end + 30]):  # fmt: skip
        return
    if size.end > formats[0].start() and count.end > formats[0].start():
        return  # told before: of something else, perhaps
    width = next(width for at, (_, width) in enumerate(_FORMATS) if formats[0][f"f{at}"] is not None)
    yield from _beside(count, size, width, formats[0][0], sentence)


_SAME = Cued(
    r"\s*(?:,\s*(?:or|i\.e\.,?|that\s+is,?|which\s+is|hence|so)|[(=]|\(\s*=|[,，(（]?\s*(?:即|也就是|合))\s*(?:about|only|just|roughly|around|≈|约)?\s*",
    re.IGNORECASE,
)


def _said_again(sentence: Sentence, said: Sequence[Amount], usual: Fraction | None) -> Iterator[Found]:
    """ "8192 numbers, or 16 KiB", in a note that keeps all numbers in one format."""
    if usual is None or _FORMAT.search(sentence.text) or _NOT_MEANT.search(sentence.text):
        return
    for one, other in pairwise(said):
        if _counted(one) not in _STORED or other.kind != (("bytes", 1),) or one.number.value < LEAST_NUMBERS:
            continue
        if _SAME.fullmatch(sentence.text, one.end, other.start) is not None and other.number.value > 0:
            yield from _beside(one, other, usual, f"{usual} bytes each", sentence)


def _in_formats(sentence: Sentence, counts: Sequence[Amount], sizes: Sequence[Amount]) -> Iterator[Found]:
    """ "32 MiB in FP16, 16 MiB in INT8 and 8 MiB in INT4": sizes of one thing, as wide as their formats."""
    if counts or len(sizes) < 2 or _NOT_MEANT.search(sentence.text):
        return
    pairs = list(_pairs(sentence, sizes))
    if len({width for _, width, _ in pairs}) != len(pairs) or len(pairs) < 2:
        return
    units = [[value / width for value in size.values] for size, width, _ in pairs]
    like = [
        [at for at, other in enumerate(units) if any(abs(a / b - 1) <= TOLERANCE for a in one for b in other)]
        for one in units
    ]
    most = max(like, key=len)
    odd = [at for at in range(len(pairs)) if at not in most]
    if len(odd) != 1 or len(pairs) == 2 and like[0] == like[1]:
        return
    at = odd[0] if len(pairs) > 2 else 1
    size, width, name = pairs[at]
    base, its, other = pairs[next(one for one in range(len(pairs)) if one != at)]
    ratio = base.values[0] / its * width / size.values[0]
    factor = max(ratio, 1 / ratio)
    if not any(abs(factor / step - 1) <= Fraction(1, 20) for step in (2, 4, 8, 10, 1000, 1024)):
        return
    expected = decimal_text(ratio * size.number.value, max(size.number.decimals, 0))
    unit = size.text[len(size.text.rstrip()) - len(size.unit) :] if size.unit else ""
    message = f"{base.text.strip()} in {other} is {expected} {unit} in {name}, not {size.text.strip()}"
    yield sentence, size, expected, message


def _counted(said: Amount) -> str:
    """The one thing that an amount counts, perhaps for each of another."""
    counted = [name for name, degree in said.kind if degree > 0]
    return counted[0] if len(counted) == 1 else ""


def _counts_parameters(sentence: Sentence, said: Amount) -> bool:
    if said.values[0] < 10**5:
        return False
    if said.kind == (("parameter", 1),):
        return True
    named = said.unit in ("B", "M", "million", "billion", "亿", "万") and not said.kind
    return named and _MODEL.match(sentence.text, said.end) is not None


def _judged(sentence: Sentence, count: Amount, sizes: Sequence[Amount]) -> Iterator[Found]:
    for size, width, name in list(_pairs(sentence, sizes)):
        yield from _beside(count, size, width, name, sentence)


def _beside(count: Amount, size: Amount, width: Fraction, name: str, sentence: Sentence) -> Iterator[Found]:
    expected = [value * width for value in count.values]
    ratios = [value / said for value in expected for said in size.values]
    if any(abs(ratio - 1) <= TOLERANCE + count.loose + size.loose for ratio in ratios):
        return
    if not any(Fraction(1, 20) <= ratio <= 20 or abs(ratio * 1000 - 1) < Fraction(1, 5) or abs(ratio / 1000 - 1) < Fraction(1, 5) for ratio in ratios):  # fmt: skip
        return
    value = expected[0] / (size.values[0] / size.number.value)
    text = decimal_text(value, max(size.number.decimals, 0 if value >= 10 else 1))
    text = text.rstrip("0").rstrip(".") if "." in text else text
    message = f"{count.text.strip()} in {name} take {text} {size.unit}, not {size.text.strip()}"
    yield sentence, size, text, message


def _pairs(sentence: Sentence, sizes: Sequence[Amount]) -> Iterator[tuple[Amount, Fraction, str]]:
    """Each size with the format that it is given for."""
    text = sentence.text
    each = list(_EACH.finditer(text))
    if each:
        told = {(found["n"] or found["m"]).casefold() for found in each}
        if len(told) == 1 and len(sizes) == 1 and sizes[0].end > each[0].end():
            width = told.pop()
            bytes_ = _NUMBERS.get(width) or Fraction(width)
            yield sizes[0], bytes_, f"{' '.join(each[0][0].split())}".replace("bytes per", "bytes per")
        return
    formats = list(_FORMAT.finditer(text))
    if len(formats) != len(sizes) or _MORE_THAN_WEIGHTS.search(text):
        return
    turns = [formats[at].start() < sizes[at].start for at in range(len(sizes))]
    if len(set(turns)) != 1:
        return
    order = sorted([(each.start(), 0) for each in formats] + [(each.start, 1) for each in sizes])
    if [kind for _, kind in order] != [0 if turns[0] else 1, 1 if turns[0] else 0] * len(sizes):
        return
    for size, found in zip(sizes, formats, strict=True):
        at = next(at for at in range(len(_FORMATS)) if found[f"f{at}"] is not None)
        yield size, _FORMATS[at][1], found[0]


__all__ = ["byte_problems", "only_width"]
