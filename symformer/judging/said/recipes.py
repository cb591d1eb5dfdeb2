"""Lists under labels, worked out step by step: scores, their exponentials, the sum, the shares.

A softmax is often shown without a formula: "Scores: [2, 1]", "Exponentiate: [7.39, 2.72]", "Sum: 10.11",
"Normalize: [0.731, 0.269]".  Each line follows from those before it, from the numbers as they are printed
or from the unrounded ones behind them; and what is called probabilities adds up to one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, printed, rounds_to
from symformer.algebra.verdict import Proved, Refuted
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Answer, Cell, Compared, Comparison
from symformer.judging.said.sentences import Sentence, sentences
from symformer.judging.wording import long_text
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, Symbol
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

Step = Literal["scores", "scaled", "shifted", "exponentials", "sum", "shares"]

_NUMBER = r"[-−]?(?:\d+\.\d+|\.\d+|\d+)"
_LIST = Cued(rf"\[\s*({_NUMBER}(?:\s*,\s*{_NUMBER})+)\s*\](?=\s*(?:$|[(（←#.✓]|//|--))")
_LAST = Cued(rf"(?:^|[=≈:→]\s*)({_NUMBER})(?=\s*(?:$|[(（←#✓]|//|\.\s*$))")
_LABEL = Cued(r"\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?P<label>[A-Za-z][\w ()'’/^.-]{0,48}?)\s*(?:[:：=≈→]|\Z)")
_STEPS: tuple[tuple[Step, re.Pattern[str]], ...] = (
    ("shifted", re.compile(r"subtract|shifted|minus (?:the )?max", re.I)),
    ("exponentials", re.compile(r"\bexp(?:onent\w*|s)?\b", re.I)),
    ("sum", re.compile(r"\A(?:the )?(?:sum|total)\b", re.I)),
    ("shares", re.compile(r"normali[sz]|softmax|probabilit|\bprobs?\d*\b|\bdivide|attention weights?|\A(?:the )?weights?\d*\Z", re.I)),
    ("scaled", re.compile(r"\bscaled?\b", re.I)),
    ("scores", re.compile(r"\bscores?\d*\b|\blogits?\d*\b", re.I)),
)  # fmt: skip
_NORMALISED = Cued(r"normali[sz]|divide", re.I)
_PROBABILITIES = Cued(r"probabilit|\bprobs?\d*\b|softmax|attention weights", re.I)
_OPEN = Cued(
    r"\b(?:before|suppose|assume|if|unnormali[sz]ed|target|one-hot|random|initial|gradient|dL|d_?loss|log\b)", re.I
)
BEGINS: tuple[Step, ...] = ("scores", "shifted")
FURTHEST = 1_200  # characters between two steps of one recipe
CLOSE = 300  # the same, of a list that is not called scores
NEXT_SECTION = 400  # the same, where a heading stands between
ROUNDED = 2  # decimals, from which on a score may stand for a longer number
NEAR_ONE = Fraction(1, 50)


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled line: what step it is, and its numbers with their places in the source."""

    step: Step | None
    label: str
    numbers: tuple[tuple[PrintedNumber, Span], ...]
    listed: bool
    section: int

    @property
    def start(self) -> int:
        """Where its first number stands."""
        return self.numbers[0][1].start

    @property
    def exact(self) -> tuple[Interval, ...]:
        """Its numbers at their word."""
        return tuple(Interval.point(number.value) for number, _ in self.numbers)

    @property
    def widened(self) -> tuple[Interval, ...]:
        """All that its numbers may stand for."""
        return tuple(number.interval() for number, _ in self.numbers)


def judge_recipes(document: Document) -> Iterator[Judgement]:
    """Every line of a softmax that is worked out under labels, and every list of probabilities that is none."""
    done: list[Line] = []
    righted: list[Line] = []  # the same, with what had to stand in the lines that are wrong
    unnamed: Line | None = None  # a list that no label says to be scores
    for line in _lines(document):
        if line.listed and line.step is None:
            unnamed = line
            continue
        if unnamed is not None and _is_of(line, unnamed):
            done = righted = [replace(unnamed, step="scores")]
        unnamed = None
        if done and line.start - done[-1].start > (FURTHEST if line.section == done[-1].section else NEXT_SECTION):
            done = righted = []
        if line.listed and (line.step == "scores" or line.step in BEGINS and not done):
            done = righted = [line]
            continue
        judged = _judged(line, done) if line.step is not None else None
        if judged is not None and judged.problem is not None and righted != done:
            again = _judged(line, righted)
            judged = again if again is not None and again.problem is None else judged
        if judged is not None:
            yield judged
        elif line.listed and _PROBABILITIES.search(line.label) and not _OPEN.search(line.label):
            yield from _sums_to_one(line)
        if line.step is not None and done:
            done, righted = [*done, line], [*righted, _righted(line, judged)]


def _righted(line: Line, judged: Judgement | None) -> Line:
    """A line with the numbers that had to stand in it, rounded as those are that do."""
    if judged is None or judged.problem is None or judged.comparison is None:
        return line
    numbers = [
        (printed(f"{float(cell.value.middle):.{number.decimals}f}"), span) if cell.answer == "no" else (number, span)
        for (number, span), cell in zip(line.numbers, judged.comparison.cells, strict=True)
    ]
    return replace(line, numbers=tuple(numbers))


def _is_of(line: Line, unnamed: Line) -> bool:
    """Whether exponentials stand right below the numbers that they are made of: most of them are."""
    if line.step != "exponentials" or len(line.numbers) != len(unnamed.numbers) or line.start - unnamed.start > CLOSE:
        return False
    powers = _exponentials(unnamed.widened)
    if powers is None:
        return False
    held = sum(power.meets(number.interval("≈")) for power, (number, _) in zip(powers, line.numbers, strict=True))
    return 2 * held > len(powers) or held == 1 and len(powers) == 2


def _lines(document: Document) -> Iterator[Line]:
    """The labelled lines of words and worksheets, in the order of the text."""
    blocks = [*(each.text for each in document.prose if each.kind != "heading"), *(s.text for s in document.worksheets)]
    found = [
        line
        for words in blocks
        if "[" in words.text or "um" in words.text
        for sentence in sentences(words, lines=True)
        if (line := _line(sentence, document)) is not None
    ]
    yield from sorted(found, key=lambda line: line.start)


def _line(sentence: Sentence, document: Document) -> Line | None:
    head = _LABEL.match(sentence.text)
    if head is None or _OPEN.search(head["label"]):
        return None
    text = sentence.text.rstrip()
    lists = list(_LIST.finditer(text))
    single = None if lists else _LAST.search(text, head.end("label"))
    if not lists and single is None:
        return None
    place = lists[-1] if lists else single
    assert place is not None
    numbers = tuple(
        (printed(each[0].replace("−", "-")), sentence.span(each.start(), each.end()))
        for each in re.finditer(_NUMBER, text[: place.end(1)])
        if each.start() >= place.start(1)
    )
    step = next((name for name, pattern in _STEPS if pattern.search(head["label"])), None)
    if (step == "sum") == bool(lists) or step is None and not lists:
        return None
    return Line(step, head["label"], numbers, bool(lists), section_at(document, numbers[0][1].start))


def _judged(line: Line, done: Sequence[Line]) -> Judgement | None:
    """A line beside what the lines before it give; None where they give nothing."""
    before = {each.step: each for each in done}
    wanted = line.step
    if not done or wanted in before:
        return None
    if wanted == "shares" and _NORMALISED.search(line.label) and not set(before) & {"shifted", "exponentials"}:
        return None  # another way to normalise
    if wanted == "sum" and "exponentials" not in before:
        return None
    values = _expected(wanted, before, widened=False)
    if line.step == "scaled" or values is None or len(values) != len(line.numbers):
        return None
    shift = "shifted" in before
    given: dict[Step | None, Line] = {done[0].step: done[0]} if "scaled" not in before else {"scaled": before["scaled"]}
    behind = [values, _expected(wanted, given, widened=False, shift=shift)]
    if min(number.decimals for number, _ in next(iter(given.values())).numbers) >= ROUNDED:
        behind.append(_expected(wanted, given, widened=True, shift=shift))  # the scores may themselves be rounded
    cells: list[Compared] = []
    for at, (number, _) in enumerate(line.numbers):
        ways = [way[at] for way in behind if way is not None and len(way) == len(values)]
        holds = any(way.meets(number.interval("≈")) or rounds_to(way, number, "≈") != "no" for way in ways)
        answer: Answer = "yes" if holds else "no"
        cells.append(Compared(Cell((0, at), Symbol("")), values[at], answer))
    if line.step == "shares" and not set(before) & {"shifted", "exponentials"} and _tempered(done[-1], line):
        return None
    return _told(line, cells, "the softmax" if line.step == "shares" else f"the {line.step}")


def _expected(
    step: str | None, before: Mapping[Step | None, Line], *, widened: bool, shift: bool = False
) -> tuple[Interval, ...] | None:
    """The numbers of a step, from the last line that it follows from; ``shift``: the largest score is subtracted."""

    def of(name: Step) -> tuple[Interval, ...] | None:
        line = before.get(name)
        return None if line is None else line.widened if widened else line.exact

    scores = of("scaled") or of("scores")
    match step:
        case "shifted":
            return None if scores is None else _shifted(scores)
        case "exponentials":
            below = of("shifted") or (_shifted(scores) if shift and scores is not None else scores)
            return None if below is None else _exponentials(below)
        case "sum":
            powers = of("exponentials") or _expected("exponentials", before, widened=widened, shift=shift)
            return None if powers is None else (sum(powers[1:], powers[0]),)
        case "shares":
            powers, whole = of("exponentials"), of("sum")
            if powers is not None:
                total = whole[0] if whole is not None else sum(powers[1:], powers[0])
                made = [bounds.divide(each, total) for each in powers]
                return tuple(each for each in made if isinstance(each, Interval)) if _whole(made) else None
            shares = bounds.softmax(list(of("shifted") or scores or ()))
            return None if isinstance(shares, NotEvaluated) else tuple(shares)
    return None


def _whole(values: Sequence[Interval | NotEvaluated]) -> bool:
    return all(isinstance(each, Interval) for each in values)


def _shifted(values: tuple[Interval, ...]) -> tuple[Interval, ...]:
    top = max(values, key=lambda each: each.middle)
    return tuple(Interval.point(Fraction(0)) if each is top else each - top for each in values)


def _exponentials(values: tuple[Interval, ...]) -> tuple[Interval, ...] | None:
    made = [bounds.exp(each) for each in values]
    return tuple(each for each in made if isinstance(each, Interval)) if _whole(made) else None


TEMPERATURES = tuple(Fraction(n, 10) for n in (1, 2, 5, 7, 20, 50, 100))


def _tempered(scores: Line, line: Line) -> bool:
    """Whether the shares are those of scaled scores: divided by the root of a size, or by a temperature."""
    roots = [bounds.sqrt(Interval.point(Fraction(n))) for n in (*range(2, 17), 32, 64, 128, 256, 512)]
    for scale in (*roots, *(Interval.point(each) for each in TEMPERATURES)):
        made = [bounds.divide(each, scale) for each in scores.exact] if isinstance(scale, Interval) else []
        logits = [each for each in made if isinstance(each, Interval)]
        shares = bounds.softmax(logits) if len(logits) == len(line.numbers) else NotEvaluated("")
        if isinstance(shares, list) and all(
            rounds_to(share, number, "≈") != "no" for share, (number, _) in zip(shares, line.numbers, strict=True)
        ):
            return True
    return False


def _told(line: Line, cells: Sequence[Compared], name: str) -> Judgement:
    """The judgement of a line, one for all its numbers."""
    statement, terms = _placed(line)
    claim = Claim(statement, 0, statement.term, statement.term, "≈")
    found = Comparison(
        tuple(replace(each, cell=Cell(each.cell.place, term)) for each, term in zip(cells, terms, strict=True))
    )
    if found.holds:
        return Judgement(claim, Proved("the lines above it"), {"literal": "holds"}, comparison=found)
    first, more = found.wrong[0], len(found.wrong) - 1
    close = faults.last_digit(found) or faults.truncated(found)
    fault = "last-digit-differs" if close else "softmax-differs" if line.step == "shares" else "value-differs"
    span = statement.place(first.cell.origin)
    which = f"entry {first.cell.place[1] + 1} of {name}" if line.listed else name
    also = f" (and {more} more)" if more else ""
    problem = Problem(
        span,
        f"{'last digit: ' if close else ''}{which}: expected {faults.expected_text(first)}, "
        f"found {faults.printed_text(first)}{also}",
        level="warning" if close else None,
        related=faults.also_wrong(claim, found.wrong[1:]),
        evidence=faults.evidence(claim, found),
        note="worked out from the lines above it",
        key=f"{fault}@{span.start}-{span.end}",
    )
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"literal": "fails"}, (), problem, fault, found)


def _placed(line: Line) -> tuple[Statement, tuple[Number, ...]]:
    """The numbers of a line as a statement of their own, whose text is the numbers in order."""
    pieces: list[str] = []
    segments: list[Segment] = []
    terms: list[Number] = []
    at = 0
    for number, span in line.numbers:
        end = at + span.length
        terms.append(Number(number.value, number, Span(at, end)))
        segments += [Segment(at, end, span.start, span.end), Segment(end, end + 1, span.end, span.end)]
        pieces.append(number.text.ljust(span.length) + " ")
        at = end + 1
    whole = Matrix((tuple(terms),), "tuple", Span(0, at - 1))
    return Statement(whole, MappedText("".join(pieces), tuple(segments)), "prose", line.section), tuple(terms)


def _sums_to_one(line: Line) -> Iterator[Judgement]:
    """Probabilities that nearly add up to one, and further off than their rounding."""
    values = [number for number, _ in line.numbers]
    total = sum((each.value for each in values), Fraction(0))
    slack = sum((each.half_width() for each in values), Fraction(0))
    if not all(0 <= each.value <= 1 for each in values) or not slack < abs(total - 1) <= NEAR_ONE:
        return
    statement, _ = _placed(line)
    claim = Claim(statement, 0, statement.term, statement.term, "=")
    shown = long_text(Interval.point(total))
    span = Span(line.numbers[0][1].start, line.numbers[-1][1].end)
    problem = Problem(
        span,
        f"{' + '.join(each.text for each in values)} is {shown}, not 1",
        level="warning",
        evidence={"kind": "number", "printed": "1", "expected": shown, "exact": str(total)},
        note="probabilities add up to one",
        key=f"sum-differs@{span.start}-{span.end}",
    )
    yield Judgement(claim, Refuted((("sum", shown),)), {"literal": "fails"}, (), problem, "sum-differs")
