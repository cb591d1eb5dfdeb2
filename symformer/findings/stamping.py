"""From problems to findings: a level, an id that survives unrelated edits, the causes by id."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from symformer.findings.finding import Finding, Level, Problem
from symformer.text.span import Span

LONGEST_CONTEXT = 2_000  # characters of a formula that stand in an id as they are; of a longer one its digest


@dataclass(frozen=True, slots=True)
class Raised:
    """A problem with the id and level of the rule that raised it."""

    rule: str
    level: Level
    problem: Problem


def stamp(raised: Iterable[Raised], text: str, contexts: Iterable[Span]) -> tuple[Finding, ...]:
    """The findings, in the order of the text, each fault once.

    ``contexts`` are the spans of the formulas, none within another: what stands in the same formula is part of a
    finding's identity, what stands before it in the note is not.
    """
    ordered = sorted(_once(raised), key=lambda each: (each.problem.span, each.rule, each.problem.message))
    spans = sorted(contexts)
    ordinals: Counter[str] = Counter()
    findings: list[Finding] = []
    around: _Context | None = None
    for each in ordered:
        span = each.problem.span
        index = bisect_right(spans, span.start, key=lambda context: context.start) - 1
        context = spans[index] if index >= 0 and spans[index].contains(span) else span
        if around is None or around.span != context:
            around = _Context(context, text)
        digest = "\0".join((each.rule, _squeezed(span.slice(text)), around.told, str(around.offset(span.start))))
        ordinals[digest] += 1
        name = sha256(f"{digest}\0{ordinals[digest]}".encode()).hexdigest()[:12]
        findings.append(Finding(name, each.rule, each.problem.level or each.level, each.problem))
    return _with_causes(tuple(findings))


def _once(raised: Iterable[Raised]) -> Iterable[Raised]:
    seen: set[tuple[str, Span, str]] = set()
    for each in raised:
        key = (each.rule, each.problem.span, each.problem.message)
        if key not in seen:
            seen.add(key)
            yield each


class _Context:
    """The formula that findings stand in, read from left to right: they come in the order of the text."""

    def __init__(self, span: Span, text: str) -> None:
        self.span = span
        self.told = _squeezed(span.slice(text))
        if len(self.told) > LONGEST_CONTEXT:
            self.told = sha256(self.told.encode("utf-8", "surrogatepass")).hexdigest()
        self._text = text
        self._counted = 0  # what is no blank, up to where the last finding began
        self._at = span.start

    def offset(self, at: int) -> int:
        """How many characters that are no blanks stand between the formula's start and an offset."""
        self._counted += len(_squeezed(self._text[self._at : at]))
        self._at = max(at, self._at)
        return self._counted


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _with_causes(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Replace the keys that problems refer to by the ids of the findings that carry them."""
    by_key = {each.problem.key: each for each in reversed(findings) if each.problem.key is not None}
    stamped = []
    for each in findings:
        roots = dict.fromkeys(root for root in _roots(each, by_key) if root != each.id)
        repeated = by_key.get(each.problem.same_as) if each.problem.same_as is not None else None
        same_as = repeated.id if repeated is not None and repeated.id != each.id else None
        stamped.append(replace(each, causes=tuple(roots), same_as=same_as))
    return tuple(stamped)


def _roots(finding: Finding, by_key: dict[str, Finding]) -> Iterable[str]:
    """The ids of the findings at the far end of the chain of causes, nearest first."""
    seen: set[str] = set()
    open_keys = list(finding.problem.causes)
    while open_keys:
        key = open_keys.pop(0)
        if key in seen or key not in by_key:
            continue
        seen.add(key)
        cause = by_key[key]
        if cause.problem.causes:
            open_keys.extend(cause.problem.causes)
        else:
            yield cause.id
