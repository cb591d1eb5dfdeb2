"""What words say between two formulas whose values the note settles: "$\\beta_1$ is larger than $\\beta_2$", "$d_f$ is four times $d$".

Also the signs of entries ("both components of the gradient are negative") and the sum of a column ("the scores sum to zero").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document, Prose
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.judging.said.sentences import sentences
from symformer.judging.tables.amounts import amount
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.term import Apply, Matrix, Number, Product, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_MORE = r"larger|greater|higher|bigger|more|longer|wider"
_LESS = r"smaller|lower|less|fewer|shorter|narrower"
_FORMULA = r"(?:\$(?P<{0}>[^$\n]{{1,80}})\$|\\\((?P<{0}p>[^$\n]{{1,80}}?)\\\))"
_FAR = r"(?:(?:still|much|far|clearly|slightly|a little|only|just|strictly|also|always|thus|therefore|even|indeed|so)\s+){0,2}"
_VERB = r"(?:is|are|was|were|being|remains|becomes|comes out)"
_COMPARED = Cued(
    rf"{_FORMULA.format('a')}\s+{_VERB}\s+{_FAR}(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\s+than\s+(?:(?:the|its|our|that|this)\s+)?(?:[a-z-]+\s+){{0,2}}?{_FORMULA.format('b')}",
    re.IGNORECASE,
)
_MULTIPLE = Cued(
    rf"{_FORMULA.format('a')}\s+{_VERB}\s+(?:exactly\s+|just\s+)?(?P<k>twice|double|half|a third|a quarter|(?:\d+|two|three|four|five|six|eight|ten)\s+times)\s+(?:of\s+)?(?:(?:the|its|our)\s+)?(?:[a-z-]+\s+){{0,2}}?{_FORMULA.format('b')}",
    re.IGNORECASE,
)
_SIGNED = Cued(rf"{_FORMULA.format('a')}\s+{_VERB}\s+(?:strictly\s+|clearly\s+|always\s+)?(?P<sign>positive|negative)\b(?!\s+(?:semi|definite|weight|for|when|if|as long))", re.I)  # fmt: skip
_TIMES = {
    "twice": Fraction(2), "double": Fraction(2), "half": Fraction(1, 2), "a third": Fraction(1, 3), "a quarter": Fraction(1, 4), "two": Fraction(2),
    "three": Fraction(3), "four": Fraction(4), "five": Fraction(5), "six": Fraction(6), "eight": Fraction(8), "ten": Fraction(10),
}  # fmt: skip
_COMPONENTS = Cued(
    r"\b(?:both|all(?:\s+(?:two|three|four))?|all of the)\s+(?:the\s+)?(?:of\s+)?(?:components|entries|elements|coordinates|gradients|values|scores|weights|numbers|eigenvalues|logits|partial derivatives)\b[^.;:\d]{0,40}?\b(?:are|is|being|turn out)\s+(?P<sign>positive|negative)\b",
    re.IGNORECASE,
)
_SUM = Cued(
    r"\b(?:the|these|all)\s+(?P<noun>[a-z]{4,}?)s?\s+(?:sum|add up|add)\s+(?:up\s+)?to\s+(?P<n>zero|one|-?\d+(?:\.\d+)?)(?![\w.]*\d)",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose|would|could|should|might|may|not|never|no|neither|nor|whenever|when|where|unless|let|assume\w*|for all|wrong\w*|must|need\w*|usually|before|after)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_FLOOR = Cued(
    r"\\lfloor\s*(?:[a-z]\s*/\s*(?P<k>\d{1,4})|\\frac\{\s*[a-z]\s*\}\{\s*(?P<k2>\d{1,4})\s*\})\s*\\(?:right\s*\\)?rfloor(?!\s*\+)"
)
_IN_GROUP = Cued(
    r"\b(?:heads?|tokens?|positions?|layers?|queries|examples?|indices|words?)\s+(?P<a>\d{1,4})(?:\s*(?:to|–|-|and|through|…)\s*(?P<b>\d{1,4}))?\s+(?:(?:all|both|then|thus)\s+)?(?:share|shares|use|uses|are in|is in|lie in|lies in|belongs? to|gets?|form|reads?|go(?:es)? to|falls? into)\s+(?:the\s+)?"
    r"(?:groups?|key heads?|keys?|blocks?|chunks?|pages?|slots?|buckets?|experts?)\s+(?:number\s+)?(?P<g>\d{1,4})(?!\d)",
    re.IGNORECASE,
)
_OF_IT = Cued(r"(?<!value )\b(?:of|in|with|for|to|at|by|between|and)\s+\Z", re.IGNORECASE)  # the power of x is no x
_NEAR = 900
FAR = 8000  # characters between a table and what is said of it
Near = Callable[[int], Settled]


def formula_problems(document: Document, statements: Sequence[Statement], read: Read, near: Near) -> Iterator[Problem]:
    """Every comparison in words that the values of its formulas, or the numbers shown above, contradict."""
    sizes = {int(found["k"] or found["k2"]) for found in _FLOOR.finditer(document.source.text)}
    for block in document.prose:
        text = block.text.text
        if block.kind == "heading":
            continue
        if len(sizes) == 1:
            yield from _grouped(block, next(iter(sizes)))
        for found in (*_COMPARED.finditer(text), *_MULTIPLE.finditer(text), *_SIGNED.finditer(text)):
            if not _OPEN.search(_clause(text, found)) and _OF_IT.search(text, 0, found.start()) is None:
                yield from _judged(block, found, read, near)
        if _COMPONENTS.search(text) or _SUM.search(text):
            yield from _shown(document, block, statements)


def _grouped(block: Prose, size: int) -> Iterator[Problem]:
    """ "Heads 28 to 31 use group 7", where the only rule of the note is ⌊h / 4⌋."""
    plain = re.sub(r"\$", " ", block.text.text)
    for found in _IN_GROUP.finditer(plain):
        first, last, group = int(found["a"]), int(found["b"] or found["a"]), int(found["g"])
        if (
            size > 1
            and first <= last
            and not (first // size == last // size == group)
            and first // size == last // size
        ):
            message = f"{found['a']} over {size} is {first // size} when it is rounded down, not {group}"
            yield _problem(block, found.span("g"), found["g"], message)


def _clause(text: str, found: re.Match[str]) -> str:
    """The part of a sentence up to what was found, and a little more."""
    start = max(text.rfind(mark, 0, found.start()) for mark in (". ", ";", "\n\n", ": "))
    return re.sub(r"\$[^$]*\$", " ", text[start + 1 : found.end() + 25])


def _value(
    block: Prose, found: re.Match[str], name: str, read: Read, settled: Settled
) -> tuple[Interval, Interval] | None:
    """The value of a formula, and all that it may be as its numbers are rounded; None where something is not settled."""
    latex = found[name] or found[f"{name}p"]
    start = found.start(name) if found[name] else found.start(f"{name}p")
    place = block.text.origin_starts([start])[0]
    term = read(latex, Span(place, place + len(latex)))
    if any(isinstance(part, Matrix) for part in walk(term)):
        return None
    value = evaluate(term, lookup_of(settled, exactly), exactly)
    wide = evaluate(term, lookup_of(settled, widened_literal), widened_literal)
    return (value, wide) if isinstance(value, Interval) and isinstance(wide, Interval) else None


def _judged(block: Prose, found: re.Match[str], read: Read, near: Near) -> Iterator[Problem]:
    place = block.text.origin_starts([found.start()])[0]
    settled = near(place)
    one = _value(block, found, "a", read, settled)
    if one is None:
        return
    if _SIGNED.made(found):
        wrong = one[1].hi < 0 if found["sign"].casefold() == "positive" else one[1].lo > 0
        if wrong:
            yield _problem(block, found.span("sign"), found["sign"], f"this is {_text(one[0])}")
        return
    other = _value(block, found, "b", read, settled)
    if other is None:
        return
    if _COMPARED.made(found):
        more = found["more"] is not None
        wrong = one[1].hi < other[1].lo if more else one[1].lo > other[1].hi
        word = "more" if more else "less"
        if wrong:
            message = f"{_text(one[0])} is {'less' if more else 'more'} than {_text(other[0])}"
            yield _problem(block, found.span(word), found[word], message)
        return
    word = " ".join(found["k"].casefold().removesuffix("times").split())
    factor = _TIMES.get(word) or Fraction(word)
    if other[0].middle and one[0].middle and abs(one[0].middle / other[0].middle / factor - 1) > Fraction(1, 20):
        ratio = decimal_text(one[0].middle / other[0].middle, 2).rstrip("0").rstrip(".")
        message = f"{_text(one[0])} is {ratio} times {_text(other[0])}, not {found['k'].strip()}"
        yield _problem(block, found.span("k"), found["k"], message)


def _text(value: Interval) -> str:
    text = decimal_text(value.middle, 6)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _problem(block: Prose, place: tuple[int, int], shown: str, message: str) -> Problem:
    starts = block.text.origin_starts([place[0], place[1] - 1])
    span = Span(starts[0], starts[1] + 1)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": shown},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


# -- signs and sums of what is shown above ------------------------------------------------------------------------------


def _shown(document: Document, block: Prose, statements: Sequence[Statement]) -> Iterator[Problem]:
    for sentence in sentences(block.text):
        for found in _COMPONENTS.finditer(sentence.text):
            span = sentence.span(*found.span("sign"))
            vectors = [vector for each in around(statements, span.start, 2 * _NEAR) if 0 <= span.start - each.span.end <= _NEAR and section_at(document, each.span.start) == section_at(document, span.start) for vector in _vectors(each.term)]  # fmt: skip
            positive = found["sign"].casefold() == "positive"
            if _OPEN.search(sentence.text, 0, found.end()):
                continue
            fits = any(all((entry > 0) == positive for entry in vector) for vector in vectors)
            against = any(all((entry > 0) != positive and entry for entry in vector) for vector in vectors)
            if against and not fits:
                other = "negative" if positive else "positive"
                message = f"the numbers shown above are {other}"
                yield Problem(span, message, level="warning", evidence={"kind": "text", "printed": found["sign"], "expected": other}, key=f"sentence-contradicts-number@{span.start}-{span.end}")  # fmt: skip
        for found in _SUM.finditer(sentence.text):
            place = sentence.span(*found.span("n"))
            told = printed({"zero": "0", "one": "1"}.get(found["n"].casefold(), found["n"]))
            column = _column(document, place.start, found["noun"].casefold())
            if column is None or _OPEN.search(sentence.text, 0, found.end()):
                continue
            added = sum((number.value for number in column), Fraction(0))
            loose = sum((number.half_width() for number in column), Fraction(0)) + told.half_width()
            if abs(added - told.value) > loose + max(number.unit for number in column):
                message = f"the column adds up to {decimal_text(added, max(number.decimals for number in column))}"
                yield Problem(place, message, level="warning", evidence={"kind": "text", "printed": found["n"]}, key=f"sentence-contradicts-number@{place.start}-{place.end}")  # fmt: skip


def _vectors(term: Term) -> Iterator[list[Fraction]]:
    """The displays of numbers within a term."""
    for part in walk(term):
        match part:
            case Matrix(rows=rows):
                cells = [cell for row in rows for cell in row]
            case Apply(function="tuple", arguments=arguments):
                cells = list(arguments)
            case _:
                continue
        numbers = [_signed(cell) for cell in cells]
        known = [number for number in numbers if number is not None]
        if len(known) == len(cells) > 1:
            yield known


def _signed(term: Term) -> Fraction | None:
    match term:
        case Number(value=value):
            return value
        case Product(factors=(Number(value=sign), Number(value=value))) if sign == -1:
            return -value
    return None


def _column(document: Document, at: int, noun: str) -> list[PrintedNumber] | None:
    """The one column of the section whose head holds a noun, with its numbers."""
    found: list[list[PrintedNumber]] = []
    here = section_at(document, at)
    for table in around(document.tables, at, FAR, FAR):
        if section_at(document, table.span.start) != here:
            continue
        for place, head in enumerate(table.header):
            if noun not in head.text.casefold():
                continue
            cells = [amount(row[place]) for row in table.rows if place < len(row)]
            known = [cell.number for cell in cells if cell is not None]
            if len(known) == len(table.rows) > 1:
                found.append(known)
    return found[0] if len(found) == 1 else None


__all__ = ["formula_problems"]
