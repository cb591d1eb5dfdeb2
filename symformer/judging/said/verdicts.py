r"""Verdicts on a number right before them: "0.57. As this is above 0.5, we predict class 0"; "all three errors are negative".

A probability above its threshold is of the class that it is the probability of, which is class 1 where no other is named; a
higher probability of what happened is a smaller loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences
from symformer.semantics.statement import Statement
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Relation, Symbol
from symformer.text.cued import Cued

_ABOVE = r"(?:above|greater\s+than|larger\s+than|more\s+than|over|higher\s+than|>)"
_BELOW = r"(?:below|less\s+than|smaller\s+than|under|lower\s+than|<)"
_CLASS = Cued(
    rf"(?:(?P<up>{_ABOVE})|(?P<down>{_BELOW}))\s+(?:the\s+)?(?:threshold\s+)?(?:of\s+)?(?P<cut>0\.5|1/2|0)(?![\w.]|\s*[-+*/])\s*+,?\s*(?:so|hence|thus|therefore|and)?\s*(?:the\s+(?:model|classifier|perceptron|network|prediction)\s+|we\s+)?(?:(?:the|this)\s+(?:\w+\s+)?(?:point|sample|example|input|email|patient|item)\s+)?(?:predicts?|is(?:\s+(?:put\s+into|assigned\s+to|classified\s+as|in))?|goes\s+(?:in)?to|belongs\s+to|outputs?|classif(?:y|ies)\s+(?:it\s+|the\s+\w+\s+)?as|decides?\s+for)\s+(?:the\s+)?(?:class|label|y\s*=|\\hat\s*\{{?y\}}?\s*=)\s*(?P<class>0|1)(?!\w|\.\d)",
    re.IGNORECASE,
)
_THIS = Cued(
    rf"\A\s*(?:as|since|because)\s+(?:this|it|that)\s+is\s+(?:(?P<up>{_ABOVE})|(?P<down>{_BELOW}))\s+(?P<cut>{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s*[-+*/·])",
    re.IGNORECASE,
)
_LAST = Cued(rf"(?:=|≈|is)\s*(?P<n>{PLAIN_NUMBER})\s*\.?\s*\Z")
_RAISED = r"(?:went\s+up|goes\s+up|rose|rises|increase[sd]|gr[eo]ws?|grew|is\s+higher)"
_LOWERED = r"(?:went\s+down|goes\s+down|fell|falls|decrease[sd]|shrinks|shrank|drops|dropped|is\s+lower)"
_LOSS = Cued(
    rf"\b(?:(?P<up>{_RAISED})|(?P<down>{_LOWERED}))\b(?P<between>[^;]{{0,60}}?),?\s*(?:so|hence|thus|therefore|and\s+so)\s+(?:the\s+)?(?:cross-entropy\s+)?loss\s+(?:(?P<rose>{_RAISED})|(?P<fell>{_LOWERED}))\b",
    re.IGNORECASE,
)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_SIGNS = Cued(
    r"\b(?:both|all\s+(?P<n>two|three|four|five|[2-9]))\s+(?:of\s+)?(?:these\s+|the\s+)?(?:\w+\s+)?(?:errors|values|numbers|entries|terms|gradients|differences|deltas|residuals|scores|advantages|rewards|slopes|derivatives|updates)\s+are\s+(?P<sign>positive|negative)\b",
    re.IGNORECASE,
)
_LIKELY = Cued(r"\b(?P<more>more|less)\s+(?:likely|probable)\s+than\s+not\b(?!\s+\w)", re.IGNORECASE)
_DOUBTED = Cued(r"\?|\b(?:if|would|never|no|isn|unless|should)\b", re.IGNORECASE)
_OPEN = Cued(r"\?|\b(?:if|would|not|never|wrong\w*|unless|should)\b|n['’]t\b", re.IGNORECASE)
NEAR = 900
NEAR_BEFORE = 200  # characters of the paragraph before


def verdict_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every verdict that the numbers before it turn round."""
    context = ""  # the paragraph before
    for block in document.prose:
        plain = block.text.text.replace("$", "")
        if block.kind == "heading" or not re.search(
            r"\bloss\b|\bclass|\blabel|\by\s*=|hat\s*\{?y|positive|negative|(?:this|it|that)\s+is|likely\s+than", plain
        ):
            context = "" if block.kind == "heading" else block.text.text[-NEAR_BEFORE:]
            continue
        before = ""
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _classes(sentence, before, context)
                yield from _losses(sentence, before)
                yield from _signs(document, sentence, statements)
            if _LIKELY.search(sentence.text) and not _DOUBTED.search(sentence.text):
                yield from _likely(document, sentence, statements)
            before = sentence.text
        context = before


def _classes(sentence: Sentence, before: str, context: str) -> Iterator[Problem]:
    this = _THIS.match(sentence.text)
    last = _LAST.search(before)
    if this is not None and last is not None:
        value, cut = (float(found.replace(",", "").replace("−", "-")) for found in (last["n"], this["cut"]))
        if value != cut and (value > cut) != (this["up"] is not None):
            how = "above" if value > cut else "below"
            yield _problem(
                sentence, this.span("up" if this["up"] else "down"), f"{last['n']} is {how} {this['cut']}", how
            )
    for found in _CLASS.finditer(sentence.text):
        told = (before or context) + sentence.text[: found.start()]
        other = re.search(
            r"\b(?:class|label)\s+0\b|y\s*=\s*0\b|\\mid|\|\s*y|\bof\s+(?:class|label)\b|\bclass\s+[23]\b", told
        )
        sure = re.search(r"sigmoid|\\sigma|σ|probab|logistic|perceptron|\bscore|w\^|logit|p\s*=|\\hat", told)
        if other or not sure or (found["cut"] == "0" and re.search(r"sigmoid|\\sigma|σ|probab", told)):
            continue
        if (found["class"] == "1") != (found["up"] is not None):
            right = "1" if found["up"] else "0"
            yield _problem(
                sentence,
                found.span("class"),
                f"{'above' if found['up'] else 'below'} the threshold it is class {right}",
                right,
            )


def _losses(sentence: Sentence, before: str) -> Iterator[Problem]:
    for found in _LOSS.finditer(sentence.text):
        told = before + " " + sentence.text[: found.start()]
        if not re.search(r"probabilit|likelihood", told) or re.search(r"\bloss\b|wrong|other\s+class|negative", told):
            continue
        if (found["up"] is not None) == (found["rose"] is not None):
            group = "rose" if found["rose"] else "fell"
            yield _problem(
                sentence,
                found.span(group),
                "the higher the probability of what happened, the smaller the loss",
                "fell" if found["rose"] else "rose",
            )


def _likely(document: Document, sentence: Sentence, statements: Sequence[Statement]) -> Iterator[Problem]:
    """ "More likely than not", of the probability that was worked out last."""
    for found in _LIKELY.finditer(sentence.text):
        place = sentence.place(found.start())
        here = section_at(document, place)
        above = [
            each
            for each in statements
            if 0 < place - each.span.start < NEAR
            and section_at(document, each.span.start) == here
            and each.stance == "asserted"
        ]
        match above[-1].term if above else None:
            case Relation(sides=(Apply(function="P" | "p" | "Pr" as name), *_, Number(value=value))) if 0 < value < 1:
                told = f"{name} is {float(value):g}"
            case _:
                continue
        if value * 2 == 1 or (value * 2 > 1) == (found["more"].lower() == "more"):
            continue
        yield _problem(sentence, found.span("more"), told, "more" if value * 2 > 1 else "less")


def _signs(document: Document, sentence: Sentence, statements: Sequence[Statement]) -> Iterator[Problem]:
    """ "All three errors are negative", of three numbers of one letter that are not."""
    for found in _SIGNS.finditer(sentence.text):
        count = _COUNTS.get((found["n"] or "both").lower()) or int(found["n"])
        place = sentence.place(found.start())
        families: dict[str, list[Number]] = {}
        last = ""  # what the note has just told a number of: "both gradients" are not the inputs further up
        for statement in statements:
            if place - NEAR <= statement.span.start < place and section_at(document, statement.span.start) == section_at(document, place):  # fmt: skip
                match statement.term:
                    case Relation(sides=(Symbol() | Index() as left, *_, Number() as value)):
                        base = unindexed(left)
                        last = show(base)
                        families.setdefault(last, []).append(value)
                    case Relation(sides=(*_, Number())):
                        last = ""
        whole = [values for name, values in families.items() if len(values) == count and name == last]
        wanted = 1 if found["sign"].lower() == "positive" else -1
        if not whole or any(all(each.value * wanted > 0 for each in values) for values in whole):
            continue
        if all(all(each.value * wanted < 0 for each in values) for values in whole):
            yield _problem(
                sentence,
                found.span("sign"),
                f"the numbers above are {'negative' if wanted > 0 else 'positive'}",
                "negative" if wanted > 0 else "positive",
            )


def _problem(sentence: Sentence, place: tuple[int, int], message: str, expected: str) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": sentence.text[slice(*place)], "expected": expected},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["verdict_problems"]
