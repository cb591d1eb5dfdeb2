"""A result put into the next step with a slip of the pen: ``96 · 4 = 384``, then ``348 · 128 = 44544``.

Steps that each begin with what came out of the one before are a run; where one of them has a number that stands
nowhere above, and that is the result just found but for two digits exchanged or one changed, the result was miscopied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.requoted import one_slip
from symformer.judging.said.slips import is_slip
from symformer.semantics.statement import Statement
from symformer.terms.term import Number, Relation, Term, walk
from symformer.text.span import Span

BACK = 3  # steps whose results are looked at
NEAR = 1_500  # characters between a result and where it is put in
FEWEST_EXCHANGED, FEWEST_CHANGED, SURE = 3, 4, 5  # digits of a number, by its slip; without a run before it
LARGEST = 80  # numbers of one step

Shown = tuple[PrintedNumber, Span]


@dataclass(frozen=True, slots=True)
class _Step:
    """One worked line: the numbers that are put in, and its result."""

    put_in: tuple[Shown, ...]
    result: Shown

    @property
    def texts(self) -> frozenset[str]:
        """The numbers that are put in, as they are written."""
        return frozenset(_plain(number) for number, _ in self.put_in)


def carried_slips(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each number that is the result just found but for a slip."""
    steps = sorted(
        (step for each in statements if (step := _step(each)) is not None), key=lambda each: each.result[1].start
    )
    text = document.source.text
    seen: set[str] = set()
    run = 0  # steps so far that used what came out before
    for at, step in enumerate(steps):
        before = steps[max(0, at - BACK) : at]
        used = any(_plain(each.result[0]) in step.texts for each in before)
        if not used:
            unused = [
                each
                for n, each in enumerate(before)
                if not any(_plain(each.result[0]) in later.texts for later in before[n + 1 :])
            ]
            yield from (problem for problem in _slip(step, unused, seen, run) if not _stood_before(problem, text))
        run = run + 1 if used else run
        seen |= step.texts | {_plain(step.result[0])}


def _stood_before(problem: Problem, text: str) -> bool:
    """Whether the number stands somewhere above, in words too: then it is no slip."""
    digits = re.escape(problem.span.slice(text).lstrip("-−"))
    return re.search(rf"(?<![\d.]){digits}(?![\d]|\.\d)", text[: problem.span.start]) is not None


def _step(statement: Statement) -> _Step | None:
    if statement.stance != "asserted" or statement.hedged or statement.carrier not in ("formula", "prose", "worksheet"):
        return None
    match statement.term:
        case Relation(sides=(*working, Number(printed=PrintedNumber() as value) as last)) if working:
            put_in = tuple(_numbers(statement, working))
            if len(put_in) < 2 or len(put_in) > LARGEST:
                return None
            return _Step(put_in, (value, statement.place(last.origin)))
    return None


def _numbers(statement: Statement, sides: Sequence[Term]) -> Iterator[Shown]:
    """The numbers of the first side that is worked with numbers: what follows from it is put in nowhere."""
    for side in sides:
        found = [part for part in walk(side) if isinstance(part, Number) and part.printed is not None]
        if found:
            for part in found:
                if part.printed is not None:
                    yield part.printed, statement.place(part.origin)
            return


def _slip(step: _Step, before: Sequence[_Step], seen: set[str], run: int) -> Iterator[Problem]:
    for number, span in step.put_in:
        text = _plain(number)
        if text in seen:
            continue
        for source in reversed(before):
            result, place = source.result
            wanted = _plain(result)
            if span.start - place.end > NEAR or not _is_miscopied(wanted, text, result, number, run):
                continue
            yield Problem(
                span,
                f"{number.text} is put in here, and {result.text} was found above: a digit is another",
                related=(Related(place, "the result as it was found"),),
                evidence={"kind": "number", "printed": number.text, "expected": result.text},
                key=f"requoted-value-differs@{span.start}-{span.end}",
            )
            return


def _is_miscopied(wanted: str, text: str, result: PrintedNumber, number: PrintedNumber, run: int) -> bool:
    if len(wanted) != len(text) or not is_slip(wanted, text):
        return False
    digits = [mark for mark in wanted if mark.isdigit()]
    length = len("".join(digits).lstrip("0"))
    exchanged = sum(one != other for one, other in zip(wanted, text, strict=True)) == 2
    least = FEWEST_EXCHANGED if exchanged else FEWEST_CHANGED
    if length < (least if run else SURE - exchanged):
        return False
    return exchanged or one_slip(result, number)


def _plain(number: PrintedNumber) -> str:
    return number.text.replace("{,}", "").replace(",", "").lstrip("-−")


__all__ = ["carried_slips"]
