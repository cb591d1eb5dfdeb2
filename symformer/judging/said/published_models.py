"""A size that a note gives a published model and its paper does not: "6 layers in BERT-base", "GPT-3 (48 layers)".

A remark, with the paper: a note may speak of a variant without saying so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.catalogue.models import MODELS, PublishedModel
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import is_open
from symformer.judging.said.sentences import Sentence, sentences
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

_N = r"(?P<n>(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)|\b(?:" + "|".join(COUNT_WORDS) + r")\b)"
_KINDS = {
    "layers": r"(?:(?:encoder|decoder|transformer|identical|hidden|stacked|attention)[\s-]+){0,2}(?:layers?|blocks?)\b|层",
    "heads": r"(?:(?:self-?)?attention[\s-]+|parallel\s+|query\s+)?heads?\b|个?注意力头",
    "width": r"-?\s?dimensional\s+(?:hidden|embeddings?|vectors?|representations?|states?)|(?:hidden\s+(?:units|dimensions)|embedding\s+dimensions)\b",
    "parameters": r"(?P<scale>M|B|million|billion)\s+(?:trainable\s+|total\s+)?(?:parameters|params|weights)\b",
    "positions": r"[\s-]+token\s+(?:context|window)\b",
}
_QUANTITY = {kind: Cued(rf"{_N}[\s-]*(?:{noun})", re.IGNORECASE) for kind, noun in _KINDS.items()}
_NAMED = {
    "width": Cued(
        rf"(?:(?:hidden|embedding|model)[\s-]+(?:size|dimension|width|dim)(?:ality)?|embedding\s+vectors?\s+\(e\.g\.,?\s+size|\bd_?\{{?model\}}?)\s*+(?:\(?\s*d(?:_?\{{?model\}}?)?\s*+\)?)?\s*(?:=|of|is|:)?\s*{_N}",
        re.IGNORECASE,
    ),
    "positions": Cued(
        rf"\b(?:context|maximum\s+(?:sequence|input))\s+(?:length|window|size)\s*(?:=|of|is|:)?\s*{_N}", re.IGNORECASE
    ),
    "vocabulary": Cued(rf"\bvocabulary(?:\s+size)?\s*(?:=|of|is|:|\()?\s*{_N}", re.IGNORECASE),
}
_NOUNS = {
    "layers": Cued(r"\b(?:layers|blocks)\b", re.IGNORECASE),
    "heads": Cued(r"\bheads\b", re.IGNORECASE),
    "width": Cued(r"\b(?:embedding|hidden)\b[^.;]{0,40}?\b(?:size|dimension)", re.IGNORECASE),
}
_ELIDED = Cued(rf"{_N}\s+(?:in|for)\s+(?:the\s+)?\Z")
_OWN = Cued(r"\b(?:we|our|from scratch)\b", re.IGNORECASE)  # who trains a BERT of his own gives it other sizes
_SHARED = Cued(r"\b(?:each|every|per)\b", re.IGNORECASE)
# a variant, a part of the model, or what is changed of it
_OTHERWISE = Cued(
    r"\b(?:first|last|top|bottom|lower|upper|final|only|half|reduc\w*|remov\w*|prun\w*|fr[eo]+z\w*|distil(?!bert)\w*|cross|shar\w+|skip\w*|out of|of the|our|toy|tiny|mini|small(?:er)?|custom|variants?|versions?|instead|than|like|similar|compared|more|fewer|less|additional|extra|both|total|sizes?\s+from|up to|times|stages?|reimplement\w*|simplif\w*|here we|we (?:use|take|set|train))\b|[×?]",
    re.IGNORECASE,
)
_FAMILIES = (
    (r"(?<![\w-])BERT\b(?![\s_-]*\(?(?:base|large|tiny|mini|small|medium)\b)", ("bert-base", "bert-large")),
    (
        r"(?<![\w-])GPT-?2\b(?![\s-]*\(?(?:small|medium|large|XL)\b)",
        ("gpt-2-small", "gpt-2-medium", "gpt-2-large", "gpt-2-xl"),
    ),
    (r"\boriginal\s+Transformer\b", ("transformer-base", "transformer-big")),
)
_SCALES = {"M": 10**6, "million": 10**6, "B": 10**9, "billion": 10**9}
REACH = 90  # characters between a model and what it is said to have


@dataclass(frozen=True, slots=True)
class _Mention:
    """A model named in a sentence: one, or the family of those that share the name."""

    start: int
    end: int
    models: tuple[PublishedModel, ...]


def published_model_problems(document: Document) -> Iterator[Problem]:
    """A remark for each size that no model of the name has."""
    for block in document.prose:
        if any(
            each in block.text.text for each in ("BERT", "GPT", "LaMA", "lama", "Mistral", "ViT", "PaLM", "ransformer")
        ):
            own = _OWN.search(block.text.text) is not None
            for sentence in sentences(block.text):
                yield from _problems(sentence, own=own)


def _problems(sentence: Sentence, *, own: bool) -> Iterator[Problem]:
    mentions = [each for each in _mentions(sentence.text) if len(each.models) == 1 or not own]
    if not mentions:
        return
    for kind, found in _quantities(sentence.text, mentions):
        mention = _owner(sentence.text, found, mentions)
        if mention is None or not _differs(kind, found, mention.models):
            continue
        around = sentence.text[max(0, min(mention.start, found.start()) - 40) : found.end() + 25]
        between = sentence.text[min(mention.end, found.end()) : max(mention.start, found.start())]
        if _OTHERWISE.search(around.replace(sentence.text[mention.start : mention.end], "")) or ";" in between:
            continue
        if _SHARED.search(sentence.text, found.end(), min(len(sentence.text), found.end() + 25)):
            continue
        if not is_open(sentence, found.start(), found.end()):
            yield _problem(sentence, kind, found, mention.models)


def _mentions(text: str) -> list[_Mention]:
    by_id = {each.id: each for each in MODELS}
    named = [(each.called, (each,)) for each in MODELS if each.called]
    families = [(pattern, tuple(by_id[each] for each in members)) for pattern, members in _FAMILIES]
    found = [
        _Mention(at.start(), at.end(), models)
        for pattern, models in (*named, *families)
        for at in re.finditer(rf"(?<![\w-])(?:{pattern})", text, re.IGNORECASE)
    ]
    return sorted(found, key=lambda each: each.start)


def _quantities(text: str, mentions: list[_Mention]) -> Iterator[tuple[str, re.Match[str]]]:
    for patterns in (_QUANTITY, _NAMED):
        for kind, pattern in patterns.items():
            yield from ((kind, found) for found in pattern.finditer(text))
    for mention in mentions:  # "identical layers (6 in BERT-base, 12 in BERT-large)"
        if (found := _ELIDED.search(text, max(0, mention.start - 20), mention.start)) is not None:
            kinds = [(at.end(), kind) for kind, noun in _NOUNS.items() for at in noun.finditer(text, 0, found.start())]
            if kinds:
                yield max(kinds)[1], found


def _owner(text: str, found: re.Match[str], mentions: list[_Mention]) -> _Mention | None:
    """Whose size a quantity is: that of the model right behind it ("in BERT-base"), else of the last one before it."""
    behind = next((each for each in mentions if each.start >= found.end()), None)
    if behind is not None and re.fullmatch(r"\s*(?:in|for)\s+(?:the\s+)?", text[found.end() : behind.start]):
        return behind
    if behind is not None and not text[found.end() : behind.start].strip():
        return behind
    before = [each for each in mentions if each.end <= found.start()]
    if not before or found.start() - before[-1].end > REACH:
        return None
    between = text[before[-1].end : found.start()]
    return (
        None if re.search(r"\b(?:in|for|and|than|while|whereas|vs\.?)\s+(?:the\s+)?[A-Z]\w*", between) else before[-1]
    )


def _number(found: re.Match[str]) -> Fraction:
    word = found["n"].replace(",", "")
    return Fraction(COUNT_WORDS[word.lower()]) if word.lower() in COUNT_WORDS else Fraction(word)


def _differs(kind: str, found: re.Match[str], models: tuple[PublishedModel, ...]) -> bool:
    """Whether no model of the name has the size, and all have one published."""
    published = [getattr(each, kind) for each in models]
    if None in published:
        return False
    number = _number(found)
    if kind == "parameters":
        scale = _SCALES.get(found["scale"], _SCALES.get(found["scale"].lower(), 1))
        texts = [text for each in models for text in (each.parameters, *each.counted_as)]
        return all(abs(number * scale / _amount(text) - 1) > Fraction(1, 20) for text in texts)
    if kind == "layers" and any(each.id.startswith("transformer") for each in models):
        published += [2 * each for each in published]  # of both stacks together
    return number.denominator == 1 and number > 1 and number not in published


def _amount(text: str) -> Fraction:
    return Fraction(text[:-1]) * _SCALES[text[-1]]


def _problem(sentence: Sentence, kind: str, found: re.Match[str], models: tuple[PublishedModel, ...]) -> Problem:
    noun = {"width": "dimensions", "vocabulary": "tokens in its vocabulary"}.get(kind, kind)
    has = " and ".join(f"{each.name} has {getattr(each, kind)} {noun}" for each in models)
    span = sentence.span(found.start("n"), found.end("n"))
    return Problem(
        span,
        f"{has}, not {found['n']}",
        help=f"see {models[0].source}",
        level="info",
        evidence={"kind": "text", "found": found["n"], "expected": str(getattr(models[0], kind))},
        key=f"published@{span.start}",
    )


__all__ = ["published_model_problems"]
