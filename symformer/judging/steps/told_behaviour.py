r"""How words say that a formula or its numbers behave, against them: on what it depends, whether it is symmetric, where it is fast.

"The score depends on the distance only" of ``\cos(\omega (p - q))``; "symmetric under exchange of the positions" of a table with
(1, 3) and (3, 1); "the first pairs turn fast" of ``\theta_i = 10000^{-2i/d}``; "the sign of the cell state changes" of two numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.documents.document import Table
from symformer.documents.places import around, section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences, speaks_of_another
from symformer.judging.tables.amounts import amount
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

FAR = 900  # characters from a formula or table to what is said of it
_OPEN = Cued(
    r"\?|\b(?:if|would|could|should|might|wrong\w*|mistake\w*|unlike|instead|whereas|other|contrast|learn(?:ed|t)|without|otherwise|additive|alternatives?|absolute\s+(?:embedding|encoding)s?)\b|n['’]t\b",
    re.IGNORECASE,
)


def told_behaviour_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sentence that says the opposite of what the formula or the table right above it shows."""
    for block in model.document.prose:
        text = block.text.text
        if block.kind == "heading" or not any(
            each.search(text) for each in (_DEPENDS, _SYMMETRIC, _CALLED, _FAST, _FLIP, _SIGN)
        ):
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None and not speaks_of_another(sentence.text):
                yield from _dependence(model, sentence)
                yield from _symmetry(model, sentence)
                yield from _called_symmetric(model, sentence)
                yield from _speed(model, sentence)
                yield from _flipped(model, sentence)
                yield from _sign(model, sentence)


def _problem(sentence: Sentence, place: tuple[int, int], message: str) -> Problem:
    span = sentence.span(*place)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": sentence.text[slice(*place)]},
        key=f"said-property@{span.start}",
    )


def _above(model: SemanticModel, place: int) -> Sequence[Statement]:
    """The formulas of the section that stand above a place, the nearest first."""
    here = section_at(model.document, place)
    return [
        each
        for each in reversed(model.statements)
        if each.stance == "asserted"
        and 0 < place - each.span.start < FAR
        and section_at(model.document, each.span.start) == here
    ]


# -- on what a formula depends -------------------------------------------------------------------------------------------

_DEPENDS = Cued(
    r"\bdepends?\s+(?:only\s+|solely\s+)?on\s+(?:"
    r"(?P<places>(?:the\s+|both\s+)?(?:absolute|individual)\s+positions?(?:\s+(?:themselves|of\s+both))?)"
    r"|(?P<apart>(?:the\s+|their\s+)?(?:distance|difference|offset|relative\s+(?:position|distance|offset)|lag)\b)(?P<rest>[^.;,]{0,40}?\b(?:only|alone)\b)?"
    r"|(?P<through>(?:the\s+)?positions?\s+only\s+through\s+their\s+(?:difference|distance|offset)))",
    re.IGNORECASE,
)


_OF_SCORES = Cued(
    r"\b(?:scores?|products?|similarit(?:y|ies)|kernels?|logits?|result|value|formula|it|this)\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)


def _dependence(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    for found in _DEPENDS.finditer(sentence.text):
        if _OF_SCORES.search(sentence.text[: found.start()]) is None:
            continue  # the vectors may depend on what their product does not
        if re.search(r"\b(?:not|never|no|longer)\s+\Z", sentence.text[: found.start()]):
            continue
        apart = _of_two_places(_above(model, sentence.place(found.start())))
        only = found["through"] or found["apart"] and (found["rest"] or re.search(r"\bonly|solely", found[0]))
        if apart is None or not (only or found["places"]):
            continue
        how, shown = apart
        if found["places"] and how == "difference":
            yield _problem(sentence, found.span("places"), f"{shown} depends on the difference of the two alone")
        if only and how == "sum":
            yield _problem(sentence, found.span(), f"{shown} depends on the sum of the two, not on their difference")


def _of_two_places(above: Sequence[Statement]) -> tuple[str, str] | None:
    """Whether the nearest formula of two letters holds them in their difference alone, or in their sum alone."""
    for statement in above:
        match statement.term:
            case Relation(relations=("=", *_), sides=(left, *_, last)):
                names = dict.fromkeys(part for part in walk(left) if isinstance(part, Symbol) and len(part.name) == 1)
            case _:
                continue
        inside = {part for part in walk(last) if isinstance(part, Symbol)}
        bound = {part.index for part in walk(last) if isinstance(part, IndexedSum)}
        letters = [each for each in names if each in inside and each not in bound]
        if len(letters) != 2 or not any(isinstance(part, Apply | IndexedSum) for part in walk(last)):
            continue
        for how, sign in (("difference", -1), ("sum", 1)):
            if not _left_over(last, letters, sign):
                return how, show(left)
        return None
    return None


def _left_over(term: Term, letters: Sequence[Term], sign: int) -> bool:
    """Whether a term still holds one of two letters when their difference, or their sum, has become a letter of its own."""

    def replaced(part: Term) -> Term:
        if isinstance(part, Sum) and len(part.terms) == 2:
            one, other = (_signed(each) for each in part.terms)
            if {one[1], other[1]} == set(letters) and one[0] * other[0] == sign:
                return Symbol("between")
        return rebuilt(part, replaced)

    return any(part in letters for part in walk(replaced(term)))


def _signed(term: Term) -> tuple[int, Term]:
    match term:
        case Product(factors=(Number(value=value), inner)) if value == -1:
            return -1, inner
    return 1, term


# -- symmetric under exchange --------------------------------------------------------------------------------------------

_SYMMETRIC = Cued(
    r"(?P<not>(?:\\emph\{)?\bnot\}?\s+|\bno\s+longer\s+|\banti)?\bsymmetric\s+(?:under\s+(?:the\s+|an\s+)?(?:exchange|swapping|interchange)\b|in\s+(?:its|the|both|these)\s+(?:two\s+)?(?:arguments|positions|indices))",
    re.IGNORECASE,
)
_LETTER_HEAD = Cued(r"[\s$*_]*\\?[A-Za-z]{1,5}[\s$*_]*\Z")


def _symmetry(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    for found in _SYMMETRIC.finditer(sentence.text):
        place = sentence.place(found.start())
        here = section_at(model.document, place)
        tables = [
            each
            for each in around(model.document.tables, place, FAR)
            if section_at(model.document, each.span.start) == here
        ]
        pairs = [each for table in tables for each in _mirrored(table)]
        if not pairs or re.search(r"\b(?:anti|skew)\w*", sentence.text):
            continue
        same = [one == other for _, one, other in pairs]
        (a, b), one, other = next((each for each in pairs if each[1] != each[2]), pairs[0])
        if not found["not"] and not all(same):
            yield _problem(sentence, found.span(), f"the table has {one} at ({a}, {b}) and {other} at ({b}, {a})")
        elif found["not"] and all(same) and len(pairs) > 1:
            yield _problem(sentence, found.span(), "the table has the same value for each pair and its exchange")


_CALLED = Cued(
    r"\b(?:(?:the|this|that)\s+(?:divergence|distance|function|measure|relation|score|kernel|similarity)|it|this)\s+(?:is|are)\s+(?:therefore\s+|thus\s+|hence\s+|then\s+|indeed\s+)?(?P<not>not\s+|no\s+longer\s+)?symmetric\b(?!\s+(?:matri|about|around|posit))",
    re.IGNORECASE,
)
_AT_TWO = Cued(
    r"(?P<name>\\?[A-Za-z]+(?:_\{?\w+\}?)?)\((?P<one>[^(),|]{1,8}?)\s*(?:,|\\\||\|\||\\Vert|\\parallel|\\,)+\s*(?P<two>[^(),|]{1,8})\)\s*(?:=|\\approx)\s*(?P<n>-?\d+(?:\.\d+)?)(?![\w./^]|\s*[-+*/\\])"
)


def _called_symmetric(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    """ "So the divergence is symmetric" of two values with the arguments exchanged."""
    for found in _CALLED.finditer(sentence.text):
        place = sentence.place(found.start())
        text = model.document.source.text[max(0, place - FAR) : place]
        values = {(one["name"], one["one"].strip(), one["two"].strip()): one["n"] for one in _AT_TWO.finditer(text)}
        pairs = [
            (key, shown, values[key[0], key[2], key[1]])
            for key, shown in values.items()
            if key[1] < key[2] and (key[0], key[2], key[1]) in values
        ]
        if len(pairs) != 1:
            continue
        (name, one, two), shown, turned = pairs[0]
        if not found["not"] and Fraction(shown) != Fraction(turned):
            yield _problem(
                sentence, found.span(), f"{name} is {shown} at ({one}, {two}) and {turned} at ({two}, {one})"
            )


def _mirrored(table: Table) -> Iterator[tuple[tuple[str, str], str, str]]:
    """The values of the last column for (a, b) and (b, a), where the first two columns are such a pair of numbers."""
    if len(table.header) < 3 or any(_LETTER_HEAD.match(cell.text) is None for cell in table.header[:2]):
        return
    seen: dict[tuple[Fraction, Fraction], str] = {}
    for row in table.rows:
        cells = [amount(cell) for cell in (*row[:2], row[-1])] if len(row) == len(table.header) else [None]
        if len(cells) != 3 or any(each is None for each in cells):
            return
        one, other, value = (each for each in cells if each is not None)
        key = one.number.value, other.number.value
        if key[::-1] in seen and key[0] != key[1]:
            yield (other.text.strip(), one.text.strip()), seen[key[::-1]], value.text.strip()
        seen[key] = value.text.strip()


# -- which pairs turn fast -----------------------------------------------------------------------------------------------

_FAST = Cued(
    r"\b(?:(?P<first>first|early|earliest|lowest|front)|(?P<last>last|late|later|highest))\s+(?:pairs?|dimensions?|components?|planes?|blocks?|bands?|coordinates?|frequenc(?:y|ies))\s+"
    r"(?:turns?|rotates?|oscillates?|spins?|var(?:y|ies)|changes?|moves?)\s+(?:very\s+|more\s+|most\s+)?(?:(?P<fast>fast(?:er|est)?|quick(?:ly|er)?|rapidly)|(?P<slow>slow(?:ly|er|est)?))\b",
    re.IGNORECASE,
)
_FREQUENCY = Cued(r"(?:theta|omega|ω|θ|nu|freq)")


def _speed(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    for found in _FAST.finditer(sentence.text):
        ways = {each for one in _above(model, sentence.place(found.start())) if (each := _falls(one.term)) is not None}
        if len(ways) != 1:
            continue
        (falls,) = ways
        if (bool(found["first"]) == falls) != bool(found["fast"]):
            group = "fast" if found["fast"] else "slow"
            largest = "first" if falls else "last"
            yield _problem(sentence, found.span(group), f"by the formula the {largest} frequencies are the largest")


def _falls(term: Term) -> bool | None:
    """Whether a frequency, told as a power with its index in the exponent, falls from one index to the next."""
    match term:
        case Relation(
            relations=("=" | ":=", *_),
            sides=(Index(base=Symbol(name=name), indices=(Symbol() as letter,)), Power() | Quotient() as body, *_),
        ):
            if _FREQUENCY.search(name) is None:
                return None
        case _:
            return None
    others: dict[Term, Term] = {
        part: Number(Fraction(64)) for part in walk(body) if isinstance(part, Symbol) and part != letter
    }
    values = [evaluate(put_in(body, {**others, letter: Number(Fraction(at))})) for at in (1, 2)]
    if not all(isinstance(each, Interval) for each in values):
        return None
    one, other = (each.middle for each in values if isinstance(each, Interval))
    return one > other if one != other else None


# -- whether a kernel is flipped ------------------------------------------------------------------------------------------

_FLIP = Cued(
    r"\b(?:kernel|filter)s?\s+(?:is|are)\s+(?P<not>not\s+|never\s+)?(?P<flipped>flipped|mirrored|reversed)\b|\bis\s+(?:actually\s+|really\s+|in\s+fact\s+)?(?:(?P<cross>an?\s+cross-?\s?correlation)|(?P<true>an?\s+(?:true|proper|genuine)\s+convolution))\b",
    re.IGNORECASE,
)


_HERE = Cued(r"\b(?:this|here|above|our|we|layer|formula)\b", re.IGNORECASE)


def _flipped(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    """ "A true convolution: the kernel is flipped" of ``\\sum_{a,b} K_{ab} X_{i+a, j+b}``."""
    for found in _FLIP.finditer(sentence.text) if _HERE.search(sentence.text) else ():
        place = sentence.place(found.start())
        near = [
            each for each in model.statements if each.stance == "asserted" and abs(each.span.start - place) < FAR // 2
        ]
        ways = {way for each in near for way in _offsets(each.term)}
        if len(ways) != 1:
            continue
        flips = ways == {-1}
        said = found["true"] is not None or found["flipped"] is not None and not found["not"]
        if said != flips:
            how = "backwards, so the kernel is flipped" if flips else "the same way, so the kernel is not flipped"
            yield _problem(sentence, found.span(), f"by the formula input and kernel are counted {how}")


def _offsets(term: Term) -> Iterator[int]:
    """With which sign the letter of a sum that counts a kernel, K_a, is added to another index: 1 of X_{i+a}."""
    for part in walk(term):
        if not isinstance(part, IndexedSum) or part.index is None:
            continue
        arrays = [each for each in walk(part.body) if isinstance(each, Index)]
        if not any(part.index in each.indices for each in arrays):
            continue
        for each in arrays:
            for slot in each.indices:
                if isinstance(slot, Sum) and len(slot.terms) == 2:
                    signs = {inner: sign for sign, inner in map(_signed, slot.terms)}
                    if part.index in signs and all(isinstance(inner, Symbol) for inner in signs):
                        yield signs[part.index]


# -- the sign of a state -------------------------------------------------------------------------------------------------

_WAY = r"(?:(?P<changes>changes?|flips?|switch(?:es)?|turns?\s+(?:around|over)|is\s+(?:reversed|flipped))|(?P<stays>stays?(?:\s+the\s+same)?|remains?(?:\s+the\s+same)?|is\s+kept|is\s+unchanged|does\s+not\s+change))\b"
_SIGN = Cued(r"\bthe\s+sign\s+of\s+(?:the\s+)?(?P<what>\\?[A-Za-z]+(?:\s[a-z]+)?)\s+" + _WAY, re.IGNORECASE)


def _sign(model: SemanticModel, sentence: Sentence) -> Iterator[Problem]:
    for found in _SIGN.finditer(sentence.text):
        letter = _letter_of(found["what"], model.document.source.text)
        steps = _members(_above(model, sentence.place(found.start())), letter) if letter else {}
        last = max(steps, default=0)
        if last - 1 not in steps or not steps[last] or not steps[last - 1]:
            continue
        changes = steps[last] * steps[last - 1] < 0
        if changes != bool(found["changes"]):
            group = "changes" if found["changes"] else "stays"
            before, after = float(steps[last - 1]), float(steps[last])
            yield _problem(sentence, found.span(group), f"{letter} goes from {before:g} to {after:g}")


def _letter_of(words: str, text: str) -> str | None:
    """The letter that words stand for: the one behind them, or the one that an equation with this label is for."""
    if len(words) == 1 or words.startswith("\\"):
        return words.lstrip("\\")
    label = re.search(
        rf"^[ \t]*\\?(?P<letter>[A-Za-z]+)_[^\n]*\\text\{{\s*{re.escape(words)}\s*\}}",
        text,
        re.IGNORECASE | re.MULTILINE,
    )
    named = re.search(rf"\b{re.escape(words)}\s+\$\s*\\?(?P<letter>[A-Za-z]+)\b", text, re.IGNORECASE)
    found = label or named
    return found["letter"] if found is not None else None


def _members(above: Sequence[Statement], letter: str) -> dict[int, Fraction]:
    """The numbers that members of a family come to, by their place; the nearest above counts."""
    found: dict[int, Fraction] = {}
    for statement in above:
        match statement.term:
            case Relation(sides=(Index(base=Symbol(name=name), indices=(Number(value=at),)), *_, last)) if (
                name == letter
            ):
                value = evaluate(last)
                if isinstance(value, Interval) and at.denominator == 1:
                    found.setdefault(int(at), value.middle)
    return found


__all__ = ["told_behaviour_problems"]
