r"""What a gate keeps, against its formula: "z = 0 keeps the old state" of ``h_t = (1 - z_t) \tilde h_t + z_t h_{t-1}``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.said.sentences import sentences
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import unindexed
from symformer.terms.term import Elementwise, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_VALUE = r"(?:=|≈|\\approx|→|\\to|is(?:\s+(?:close\s+to|near|equal\s+to))?|close\s+to|near|of|equals|at)\s*(?P<value>0|1|zero|one)(?![\w.]|\s*[-+*/·<>])"
_OLD = r"(?:the\s+|its\s+)?(?:old|previous|past|prior|last|former|earlier)\s+(?:hidden\s+|cell\s+)?(?:state|value|memory|content|information|one)"
_NEW = r"(?:the\s+|a\s+)?(?:new|candidate|fresh|proposed)(?:\s+(?:hidden\s+|candidate\s+)?(?:state|value|content|one))?"
_KEEP = rf"(?:keeps?|retains?|preserves?|copies|carries\s+over|remembers|passes\s+on|holds\s+on\s+to)\s+(?:only\s+)?{_OLD}|{_OLD}\s+(?:is|stays|remains)\s+(?:simply\s+|fully\s+)?(?:kept|copied|preserved|retained|unchanged|carried\s+over)|ignores?\s+{_NEW}"
_DROP = rf"(?:replaces?|overwrites?|forgets?|erases?|discards?|drops?|ignores?|throws?\s+away)\s+(?:it\b|{_OLD})|(?:takes?|uses?|copies|keeps?)\s+(?:only\s+)?{_NEW}|{_OLD}\s+(?:is|gets)\s+(?:simply\s+|fully\s+)?(?:replaced|overwritten|forgotten|erased|discarded)"
_OPEN = Cued(
    r"\?|\b(?:not|never|some\s+(?:texts|authors)|other\s+(?:texts|authors)|convention\s+of|instead|wrong\w*|would)\b|n['’]t\b",
    re.IGNORECASE,
)


def gate_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sentence that has a gate keep at the end at which its formula replaces."""
    told = {pair for each in model.statements if each.stance == "asserted" for pair in _gates(each.term)}
    # a note that shows both conventions says of either what holds there
    gates = {name: keeps for name, keeps in told if (name, 1 - keeps) not in told}
    for block in model.document.prose if gates else ():
        for sentence in sentences(block.text) if block.kind != "heading" else ():
            for name, keeps in gates.items():
                letter = re.escape(name)
                pattern = rf"(?<![\\\w])\\?{letter}(?:_\{{?\w+\}}?|\^\{{?\(?\w+\)?\}}?)*\s*{_VALUE}(?P<between>[^.;\d]{{0,40}}?)(?:(?P<keep>{_KEEP})|(?P<drop>{_DROP}))"
                for found in re.finditer(pattern, sentence.text, re.IGNORECASE):
                    at = 0 if found["value"].lower() in ("0", "zero") else 1
                    if _OPEN.search(found[0]) or bool(found["keep"]) == (at == keeps):
                        continue
                    span = sentence.span(*found.span("value"))
                    yield Problem(
                        span,
                        f"by its formula the gate keeps the old state where {name} is {keeps}, and takes the new one where it is {1 - keeps}",
                        level="warning",
                        evidence={"kind": "text", "printed": found["value"], "expected": str(1 - at)},
                        key=f"said-property@{span.start}",
                    )


def _gates(term: Term) -> Iterator[tuple[str, int]]:
    """The letter of a gate and the value at which it keeps what was before."""
    match term:
        case Relation(relations=("=", *_), sides=(_, Sum(terms=(one, other)), *_)):
            for here, there in ((one, other), (other, one)):
                gate = _one_minus(here)
                if gate is None or gate not in _factors(there):
                    continue
                base = unindexed(gate)
                old = [_is_old(each) for each in (here, there)]
                if isinstance(base, Symbol) and old.count(True) == 1:
                    yield base.name, 0 if old[0] else 1


def _factors(term: Term) -> tuple[Term, ...]:
    return term.factors if isinstance(term, Product | Elementwise) else ()


def _one_minus(term: Term) -> Symbol | Index | None:
    for factor in _factors(term):
        match factor:
            case Sum(terms=(Number(value=1), Product(factors=(Number(value=-1), Symbol() | Index() as gate)))):
                return gate
    return None


def _is_old(term: Term) -> bool:
    """Whether a summand holds what has one index less: h_{t-1}."""
    indices = [
        part for factor in _factors(term) for each in walk(factor) if isinstance(each, Index) for part in each.indices
    ]
    return any(
        isinstance(part, Sum) and any(isinstance(x, Number) and x.value == -1 for x in part.terms) for part in indices
    )


__all__ = ["gate_problems"]
