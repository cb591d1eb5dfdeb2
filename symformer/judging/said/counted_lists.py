"""How many there are in words, and the list right behind the colon: "introduces four axes: the key axis …, and the seq axis …".

The items of a list below count where it is plain where the list ends; what is listed within the sentence where its parts are
built alike, or are short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document, Prose
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import sentence_problem
from symformer.judging.said.sentences import sentences
from symformer.text.count_words import CHINESE_COUNTS, COUNT_WORDS
from symformer.text.cued import Cued

_THINGS = r"(?:parts?|steps?|components?|stages?|phases?|properties|types|kinds|ways|axes|reasons?|gates?|matrices|vectors|inputs|outputs|arguments|cases|categories|methods|approaches|strategies|variants|assumptions|conditions|terms|losses|sub-?layers|layers|blocks|modules|operations|projections|models|tasks|problems|challenges|advantages|disadvantages|benefits|drawbacks|limitations|ideas|insights|principles|rules|factors|sets|groups|options|choices|techniques|quantities|variables|parameters|hyperparameters|mechanisms|functions|equations|differences|aspects|goals|questions|points|facts|requirements|ingredients|elements|things|scenarios|architectures|algorithms|metrics|distributions|concepts|pieces|sections|levels|forms|tensors|branches|regimes|words|tokens|characters|symbols|classes|labels|sentences)"
_COUNT = Cued(
    rf"(?<![\w.,-])(?P<count>{'|'.join(COUNT_WORDS)}|[2-9]|1\d)\s+(?:(?!of\b|or\b|and\b|to\b|more\b|other\b|times\b|hundred\b)[a-z][a-z-]*\s+){{0,3}}?{_THINGS}\b(?P<rest>(?:\s+(?:named|called|as\s+follows|(?:in|of|for|to|that|with|on)\s+(?:(?:the|a|an|each|this)\s+)?[\w-]+|here|below|\w+ly)){{0,3}})\s*[:：]",
    re.IGNORECASE,
)
_COUNT_IN_CHINESE = Cued(
    r"(?:有|分为|包括|包含|分成|以下|如下)(?P<count>[两二三四五六七八])(?:个|种|类|步|点|部分|方面|大)\w{0,8}(?P<rest>)[:：]"
)
_OPEN = Cued(
    r"\b(?:first|last|other|another|of\s+the|at\s+least|at\s+most|up\s+to|more\s+than|less\s+than|over|about|around|roughly|or|between|each|every|per|these|those|above|previous|next|remaining|additional|extra|further|main|most|some|such\s+as|e\.g\.|including|for\s+example|instance|both|following\s+\w+\s+of|respectively|times)\b|例如|至少|主要|以上",
    re.IGNORECASE,
)
_APART = re.compile(r"\s*[,;，；]\s*(?:and\s+|or\s+)?|\s+and\s+|、|和|以及")
_TOLD = Cued(
    r"\b(?:has|have|are|introduces?|consists?\s+of|into|contains?|comprises?|uses?|requires?|makes?|involves?|defines?|with|by|in|provides?|offers?|computes?|needs?|applies|apply|performs?|follows?|following|took|takes?|makes|runs?|proceeds|combines|keeps|learns?|stores?|holds?|shows?|gives?)\s+(?:(?:the|these|following|its|their|only|just|exactly|precisely|basically)\s+)*\Z|\A\W*(?:the\s+)?\Z",
    re.IGNORECASE,
)
# "4. Repeat steps 1–3", "- attentions (optional)", "- (plus norms)"; "- norm & residual"
_NO_MEMBER = Cued(
    r"\W*(?:repeat|go\s+(?:back\s+)?to|return\s+to|done|stop|\(|plus\b|optional\w*|and\b)|.*\(optional\w*\)|\W*(?:重复|返回)",
    re.IGNORECASE,
)
_SEVERAL = Cued(r"\s&\s|\s\+\s|\band\b.{0,12}\Z|\$\s+and\s+\$", re.IGNORECASE)
LEAST_BARE = 3  # single words, that need no "and"
_BARE = re.compile(r"[*_`\"“”'‘’]{0,2}[^\W\d_][\w-]*[*_`\"“”'‘’]{0,2}")
_WORDS = Cued(r"\b(?:words|tokens|characters|symbols|classes|labels)\b", re.IGNORECASE)
FURTHEST = 2  # how far a count may be off


def counted_list_problems(document: Document) -> Iterator[Problem]:
    """A problem for each count that is not that of the list behind its colon."""
    blocks = document.prose
    for at, block in enumerate(blocks):
        text = block.text.text
        if block.kind == "heading" or ":" not in text and "：" not in text:
            continue
        for sentence in sentences(block.text):
            for pattern in (_COUNT, _COUNT_IN_CHINESE):
                for found in pattern.finditer(sentence.text):
                    before = sentence.text[max(0, found.start() - 45) : found.start()]
                    if _OPEN.search(before + " | " + found["rest"]) or _OPEN.search(found[0]):
                        continue
                    if pattern is _COUNT and _TOLD.search(before) is None:
                        continue
                    word = found["count"].lower()
                    told = int(word) if word.isdecimal() else COUNT_WORDS.get(word) or CHINESE_COUNTS.get(word, 0)
                    rest = sentence.text[found.end() :]
                    shown = (
                        _items(blocks, at)
                        if not rest.strip()
                        else _within(rest, words=_WORDS.search(found[0]) is not None)
                    )
                    if shown > 1 and shown != told and abs(shown - told) <= FURTHEST:
                        message = f"{shown} are listed here, not {found['count']}"
                        mends = found["count"], str(shown)
                        yield sentence_problem(sentence, *found.span("count"), message, "warning", mends=mends)


def _items(blocks: Sequence[Prose], at: int) -> int:
    """How many items the list right behind a block has; nothing where something stands among them."""
    block = blocks[at]
    run: list[Prose] = []
    for each in blocks[at + 1 :]:
        if each.kind == "heading":
            break
        if each.kind != "item":
            if run and _goes_on(blocks, each, run[-1]):
                return 0
            break
        if not run and (each.span.start - block.span.end > 80 or block.kind == "item" and each.depth <= block.depth):
            return 0
        if run and each.depth < run[0].depth:
            break
        run.append(each)
    if not run:
        return 0
    own = [each for each in run if each.depth == run[0].depth]
    if any(_NO_MEMBER.match(each.text.text) or _SEVERAL.search(each.text.text) for each in own):
        return 0
    if len({each.ordinal is None for each in own}) != 1:
        return 0
    if own[0].ordinal is not None and [each.ordinal for each in own] != [str(n) for n in range(1, len(own) + 1)]:
        return 0
    return len(own)


def _goes_on(blocks: Sequence[Prose], start: Prose, last: Prose) -> bool:
    """Whether a list may go on behind a paragraph: items follow that this paragraph does not introduce."""
    before = start
    for each in blocks[next(at for at, block in enumerate(blocks) if block is start) :]:
        if each.kind == "heading":
            return False
        if each.kind == "item":
            own = before.text.text.rstrip(" *_").endswith((":", "："))
            return not own and not (each.ordinal == "1" and last.ordinal is not None)
        before = each
    return False


def _within(rest: str, *, words: bool = False) -> int:
    """How many things a sentence lists, where they are built alike or short; nothing where that is not plain."""
    listed = (
        re.sub(r"\\([A-Za-z]+)(?![A-Za-z{])", r"\1", rest).strip().rstrip(".。").strip()
    )  # names of macros are words
    if re.search(r"[.!?…:：()]\s|\.\.\.|\betc\b|等", listed):
        listed = re.sub(r"\([^()]*\)", "", listed)
        if re.search(r"[.!?…:：]\s|\.\.\.|\betc\b|等", listed):
            return 0
    if re.search(r"(?:和|与|以及)[^，]*，|（|\b(?:two|three|four|five|six|several|many)\b", listed):
        return 0
    if re.search(r"[\[{\\\d]|\b(?:rest|others?|first|last)\b", listed, re.IGNORECASE):
        return 0
    begun = re.match(r"(?P<first>the|an?|one)\s", listed, re.IGNORECASE)
    if begun is not None:
        first = begun["first"].lower()
        alike = re.split(rf"\s*[,;]\s*(?:and\s+)?(?={first}\b)|\s+and\s+(?={first}\s)", listed, flags=re.IGNORECASE)
        if len(alike) > 1 and re.search(r"\band\s+\Z", listed[: listed.rfind(alike[-1])]) is not None:
            lengths = [len(each.split()) for each in alike]
            return len(alike) if max(lengths) < 16 and max(lengths) <= 3 * min(lengths) + 2 else 0
        return 0
    parts = [each for each in _APART.split(listed) if each]
    if words and len(parts) >= LEAST_BARE and all(map(_BARE.fullmatch, parts)):
        return len(parts)  # the words of a vocabulary
    if len(parts) > 1 and all(len(each.split()) <= 2 for each in parts) and re.search(r"\band\b|和|以及", listed):
        return len(parts)
    return 0


__all__ = ["counted_list_problems"]
