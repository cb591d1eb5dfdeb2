r"""Running means called by each other's name: ``v_t`` "estimates the mean of the gradient" where it is made of g².

Of two families that go on from their own step before, one takes in the gradient and one its square; words that give the
first the second moment, or the second the mean, exchange them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.said.sentences import sentences
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Elementwise,
    Index,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)
from symformer.text.cued import Cued

_NAMES = r"(?:\\(?:mathbf|boldsymbol|bm|vec|hat|vect)\s*\{?\s*)*(?P<name>[A-Za-z])\}*(?:_\{?[tk](?:\s*\+\s*1)?\}?)?"
_FIRST = r"(?:first\s+moment(?!\s+of\s+(?:the\s+)?squar)|mean\s+of\s+the\s+gradients?|(?:running\s+|moving\s+)?average\s+of\s+the\s+gradients?|direction)"
_SECOND = r"(?:(?:uncent(?:er|re)d\s+)?(?:second\s+moment|variance)|(?:mean|average)\s+of\s+(?:the\s+)?squared\s+gradients?|(?:mean|average)\s+of\s+the\s+squares?)"
_SAID = Cued(
    rf"(?<![A-Za-z\\]){_NAMES}\s+(?:estimates?|tracks?|is|keeps|holds|approximates?)\s+(?:\w+\s+){{0,2}}?(?:the\s+|an?\s+|its\s+|their\s+)*(?:estimates?\s+of\s+(?:the\s+)?)?(?:(?P<first>{_FIRST})|(?P<second>{_SECOND}))",
    re.IGNORECASE,
)
_OPEN = Cued(r"\?|\b(?:not|if|unlike|instead|rather|wrong\w*)\b", re.IGNORECASE)


def moment_name_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each running mean that words call the other one of the two."""
    made = _made(model)
    if set(made.values()) != {1, 2}:
        return
    for block in model.document.prose:
        if block.kind == "heading" or "moment" not in block.text.text and "gradient" not in block.text.text:
            continue
        for sentence in sentences(block.text):
            for found in _SAID.finditer(sentence.text) if _OPEN.search(sentence.text) is None else ():
                power = made.get(found["name"])
                said = 1 if found["first"] else 2
                if power is not None and power != said:
                    span = sentence.span(*found.span("first" if said == 1 else "second"))
                    what = "the gradient itself" if power == 1 else "the square of the gradient"
                    yield Problem(
                        span,
                        f"by its formula {found['name']} is a running mean of {what}",
                        level="warning",
                        evidence={
                            "kind": "symbol",
                            "symbol": found["name"],
                            "printed": span.slice(model.document.source.text),
                        },
                        key=f"moment-name@{span.start}",
                    )


def _made(model: SemanticModel) -> dict[str, int]:
    """Each letter that goes on from its own step before, with the power of the gradient that it takes in."""
    found: dict[str, set[int]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(
                relations=(sign, *_), sides=(Index(base=Symbol(name=name)) as left, Sum(terms=(_, _) as terms), *_)
            ) if sign in EXACTLY_EQUAL:
                own = [each for each in terms if any(_is_of(part, left.base) for part in walk(each))]
                rest = [each for each in terms if each not in own]
                if len(own) == 1 == len(rest) and (power := _power_of_gradient(rest[0])):
                    found.setdefault(re.sub(r"^\w+\((\w)\)$", r"\1", name), set()).add(power)
    return {name: powers.pop() for name, powers in found.items() if len(powers) == 1}


def _is_of(part: Term, base: Term) -> bool:
    return isinstance(part, Index) and part.base == base


def _power_of_gradient(term: Term) -> int:
    """1 for (1 - β) g_t, 2 for (1 - β) g_t² and g_t ⊙ g_t, 0 where there is no gradient."""
    for part in walk(term):
        match part:
            case Power(base=base, exponent=Number(value=value)) if value == 2 and _is_gradient(base):
                return 2
            case Elementwise(factors=(one, other)) | Product(factors=(one, other)) if one == other and _is_gradient(
                one
            ):
                return 2
    return int(any(_is_gradient(part) for part in walk(term)))


def _is_gradient(term: Term) -> bool:
    base = unindexed(term)
    return isinstance(base, Symbol) and re.sub(r"^\w+\((\w)\)$", r"\1", base.name) == "g"


__all__ = ["moment_name_problems"]
