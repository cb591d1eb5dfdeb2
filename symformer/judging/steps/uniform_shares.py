r"""What a uniform distribution gives each outcome, against the sum that the note's softmax runs over: ``1/n`` where it is ``1/V``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import sentences
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import Apply, IndexedSum, Power, Quotient, Symbol, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

_LETTER = r"(?P<{0}>[A-Za-z](?:_\{{?\w+\}}?)?)"
_SHARE = rf"(?:1\s*/\s*{_LETTER.format('a')}|\\t?d?frac\s*\{{?1\}}?\s*\{{\s*{_LETTER.format('b')}\s*\}})(?![\w(^])"
_UNIFORM = Cued(
    rf"\buniform(?:ly)?\b[^.;]{{0,60}}?(?:\\to|→|=|\bis\b|\bof\b|\bto\b|,)\s*{_SHARE}"
    rf"|\bguess\w*\s+uniformly\b[^.;]{{0,40}}\bloss\s+(?:of\s+|is\s+|=\s*)?\\?(?:log|ln)\s*\(?\s*{_LETTER.format('c')}\b(?![\w(^/])"
)
_OPEN = Cued(
    r"\?|\b(?:if|not|prior|initial\w*|random\s+variable|interval|noise|between|attention|attends?|positions?|tokens|weights?|keys?|examples?|mean|average|batch|experts?|samples?|pixels?|heads?)\b",
    re.IGNORECASE,
)


def uniform_share_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each share of a uniform distribution that counts other things than its softmax sums over."""
    text = model.document.source.text
    if "uniform" not in text:
        return
    counts = _counts(model)
    if len({count for count, _ in counts}) != 1:
        return
    count, told = counts[0]
    for block in model.document.prose:
        if block.kind == "heading" or "uniform" not in block.text.text:
            continue
        for sentence in sentences(block.text):
            for found in _UNIFORM.finditer(sentence.text) if _OPEN.search(sentence.text) is None else ():
                group = next(name for name in "abc" if found[name])
                name = re.sub(r"[{}]", "", found[group])
                if name != count and _is_a_size(name, model):
                    span = sentence.span(*found.span(group))
                    yield Problem(
                        span,
                        f"the softmax runs over {count} outcomes, so that a uniform one gives each 1/{count}",
                        level="warning",
                        help=f"try {count}",
                        related=(Related(told, "summed here"),),
                        evidence={"kind": "text", "printed": name, "expected": count},
                        key=f"uniform@{span.start}",
                    )


def _counts(model: SemanticModel) -> list[tuple[str, Span]]:
    """To where the sums of exponentials run that something is divided by."""
    found: list[tuple[str, Span]] = []
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            match part:
                case Quotient(denominator=IndexedSum(upper=Symbol() as upper, body=body)) if _is_exponential(body):
                    found.append((show(upper).replace("[", "_").replace("]", ""), statement.span))
    return found


def _is_exponential(body: object) -> bool:
    return isinstance(body, Apply) and body.function == "exp" or isinstance(body, Power) and show(body.base) == "e"


def _is_a_size(name: str, model: SemanticModel) -> bool:
    """Whether the note says that a letter counts something."""
    return any(each.concept is not None and each.sizes is None for each in model.table.all_of(name))


__all__ = ["uniform_share_problems"]
