r"""Where one cost overtakes another, solved for a letter: "once 4T²C > 8TC², i.e. T > 2C", typed with LaTeX or without.

Both conditions are worked out at many positive values of all their letters.  What is told only roughly is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem
from symformer.judging.worked.book import of_numbers
from symformer.reasoning.evaluate import evaluate
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.terms.parts import put_in, whole_letters
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_SIGN = r"(?P<{}>[<>]|\\[gl]t\b|\\gg?\b(?!e)|(?<![\\\w])(?:≥|≤)|\\[gl]eq?\b)"
_SAME = r"(?:i\.\s?e\.|that\s+is(?:\s+to\s+say)?|in\s+other\s+words|equivalently|which\s+(?:is|means|happens)(?:\s+when|\s+for)?|so|hence|thus|iff|⇔|\\iff|\\Leftrightarrow)"
# "…, so n > 4": with it every condition ends that is the solution of another one; what stands before is long to look for
_SOLUTION = rf"[\s$,;(](?P<same>{_SAME})[\s$,:]*(?P<letter>[A-Za-z](?:_\{{?\w+\}}?)?)\s*{_SIGN.format('last')}"
_IS_SOLVED = Cued(_SOLUTION)
_SOLVED = Cued(
    rf"(?P<one>[^\n<>=,;:?!]{{1,60}}?)(?<!\s)\s*{_SIGN.format('sign')}\s*(?P<two>[^\n<>=,;:?!]{{1,40}}?)(?<!\s)[\s$,;(]{{0,3}}{_SOLUTION}\s*(?P<value>[^\n<>=,;:?!$)]{{1,30}}?)(?=\s*(?:[=≈,;:)$\n]|\\approx|\.(?!\d)|\s[a-z]{{2,}}\b|\Z))"
)
_WORD = re.compile(r"(?<![\\A-Za-z{])[a-z]{2,}(?![A-Za-z_}({^])\s*\$?")
_MARKS = "$*`( \t"
_HEDGED = Cued(
    r"\b(?:roughly|about|approximately|nearly|at least|for (?:small|large)|not|never|wrong\w*|if)\b|n['’]t\b|\?|≈|\\gg|≫",
    re.IGNORECASE,
)
_LONG_NAME = re.compile(r"(?<![\\{A-Za-z])[A-Za-z]+_[A-Za-z]{2,}")  # d_model, without braces
_RAISED = re.compile(r"[⁰¹²³⁴-⁹]+")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_FOLLOWS = Cued(r"(?:so|hence|thus|which\s+means)\b", re.IGNORECASE)  # what follows may hold besides
MOST_LETTERS = 4
OTHERS = (Fraction(67, 3), Fraction(1009, 7))  # values of the letters that are not solved for
FINE, COARSE = Fraction(21, 20), Fraction(2)
GRID = (
    *(COARSE**power for power in range(-24, -1)),
    *(FINE**power * Fraction(127, 128) for power in range(-24, 25)),
    *(COARSE**power for power in range(2, 25)),
)  # times what the letter is compared with
SURE = 3  # values of the letter, one behind the other, at which only one of the two holds


def crossover_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each condition on one letter that does not follow from the one before it, of which it is said to be the solution."""
    read = reader_of(model.vocabulary)
    text = model.document.source.text
    for block in model.document.prose:
        if block.kind == "heading" or _IS_SOLVED.search(text, block.span.start, block.span.end) is None:
            continue
        for found in _SOLVED.finditer(text, block.span.start, block.span.end):
            if _HEDGED.search(found[0]) is None:
                yield from _judged(found, read)


def _judged(found: re.Match[str], read: Read) -> Iterator[Problem]:
    written = (_bare(found["one"]), found["two"], found["letter"], found["value"])
    span = Span(*found.span("value"))
    sides = [_term(each, span, read) for each in written]
    known = [each for each in sides if each is not None]
    if len(known) < len(sides) or not isinstance(known[2], Symbol | Index):
        return
    one, two, letter, value = known
    letters = sorted({part for each in (one, two, value) for part in whole_letters(each)} - {letter}, key=show)
    if (
        letter not in {*whole_letters(one), *whole_letters(two)}
        or letter in set(whole_letters(value))
        or len(letters) > MOST_LETTERS - 1
    ):
        return
    if not letters or any(part not in {*whole_letters(one), *whole_letters(two)} for part in whole_letters(value)):
        return  # of one letter alone is told elsewhere
    both_ways = _FOLLOWS.match(found["same"]) is None
    above, last = (_is_above(found[each]) for each in ("sign", "last"))
    for choice in product(OTHERS, repeat=len(letters)):
        values: dict[Term, Term] = {each: Number(number) for each, number in zip(letters, choice, strict=True)}
        if not _differ(one, two, above, letter, value, last, values, both_ways=both_ways):
            return
    yield Problem(
        span,
        f"{show(letter)} {found['last']} {show(value)} is not what {show(one)} {found['sign']} {show(two)} comes to",
        level="warning",
        evidence={"kind": "text", "printed": found["value"]},
        key=f"said-property@{span.start}",
    )


def _differ(
    one: Term,
    two: Term,
    above: bool,
    letter: Term,
    value: Term,
    last: bool,
    values: Mapping[Term, Term],
    *,
    both_ways: bool,
) -> bool:
    """Whether the two conditions, each of which holds at some values of the letter and not at others, part for good."""
    run = longest = 0
    seen: dict[bool, set[bool]] = {True: set(), False: set()}
    bound = evaluate(put_in(value, values))
    if not isinstance(bound, Interval) or bound.middle <= 0:
        return False
    for times in GRID:
        at = {**values, letter: Number(times * bound.middle)}
        first, second = _above(one, two, at), _above(letter, value, at)
        if first is None or second is None:
            run = 0
            continue
        seen[True].add(first == above)
        seen[False].add(second == last)
        apart = first == above and second != last or both_ways and (first == above) != (second == last)
        run = run + 1 if apart else 0
        longest = max(longest, run)
    return longest >= SURE and all(len(each) == 2 for each in seen.values())


def _above(one: Term, two: Term, values: Mapping[Term, Term]) -> bool | None:
    left, right = (evaluate(put_in(each, values)) for each in (one, two))
    if not isinstance(left, Interval) or not isinstance(right, Interval):
        return None
    return None if left.hi >= right.lo and right.hi >= left.lo else left.lo > right.hi


def _is_above(sign: str) -> bool:
    return sign in (">", "≥") or sign.startswith("\\g")


def _bare(text: str) -> str:
    """The formula at the end of a text: what stands behind its last word."""
    words = list(_WORD.finditer(text))
    return text[words[-1].end() :] if words else text


def _term(written: str, span: Span, read: Read) -> Term | None:
    bare = written.strip().strip(_MARKS)
    if _LONG_NAME.search(bare) is not None:
        made = plain_latex(bare)
        if made is None:
            return None
        bare = made.text
    term = of_numbers(read(_RAISED.sub(lambda each: f"^{{{each[0].translate(_DIGITS)}}}", bare), span))
    return None if any(isinstance(part, Unknown) for part in walk(term)) else term


__all__ = ["crossover_problems"]
