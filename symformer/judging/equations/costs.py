r"""What attention costs: every token looks at every token, so that n tokens of width d take ``O(n^2 d)``, not ``O(n d^2)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Power, Product, Symbol, Term
from symformer.text.cued import Cued

FAR = 110  # characters of a clause before a cost
ATTENDS = Cued(
    r"(?:\b(?:self-?|softmax |full |dot-product )?attention\b|\bscores?\b|Q\s*K(?:\^|_|\\)[^ ]*|\bscore matrix|注意力)"
    r"[^.;,，。；]{0,50}\b(?:takes?|costs?|requires?|needs?|scales? (?:as|like)|runs in|complexity(?: of)?|complexity is|is)"
    r"(?: (?:about|only|roughly|of|time|order|the order of))*\s*\Z|注意力[^.;,，。；]{0,30}复杂度[^.;,，。；]{0,10}\Z",
    re.IGNORECASE,
)
LINEAR = Cued(
    r"\blinear(?:i[sz]ed)? attention\b[^.;,，。；]{0,40}\b(?:takes?|costs?|requires?|needs?|scales? (?:as|like)|runs in|complexity(?: of)?|is)"
    r"(?: (?:about|only|roughly|of|time|order|the order of))*\s*\Z",
    re.IGNORECASE,
)
OTHERS = Cued(
    r"\b(?:linear\w*|kernel\w*|projections?|feed|ffn|mlp|per (?:token|query|step|position)|one (?:token|step|query)|each (?:token|query|step)|local|windows?|sparse"
    r"|memory|cach\w+|decod\w+|generat\w+|performer|approximat\w+|recurren\w+|rnns?|weights?|parameters?|channel|cross)\b|线性|投影|缓存|每个",
    re.IGNORECASE,
)
TOKENS = frozenset("nNTLStl")


def cost_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each cost of attention in which the width is squared and not the number of tokens, or the other way."""
    text = model.document.source.text
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.formula is None:
            continue
        squared, single = _squared(term), _single(term)
        if squared is None or single is None:
            continue
        clause = text[max(0, statement.formula.span.start - FAR) : statement.formula.span.start].rstrip("$\\( ")
        clause = re.split(r"[.;。；]\s|\n\s*\n", clause)[-1].replace("$", "")
        quadratic = ATTENDS.search(clause) is not None and OTHERS.search(clause) is None
        linear = LINEAR.search(clause) is not None
        wrong = quadratic and _is_width(squared) and _counts_tokens(single)
        wrong = wrong or linear and _counts_tokens(squared) and _is_width(single)
        if wrong:
            meant = f"O({show(single)}^2 {show(squared)})"
            yield Problem(
                statement.span,
                f"this is the cost of something else: attention over {show(single)} tokens takes {meant}"
                if quadratic
                else f"this is the cost of attention with a softmax: linear attention takes {meant}",
                help=f"try {meant}",
                evidence={"kind": "text", "cost": show(term)},
                key=f"cost@{statement.span.start}",
            )


def _factors(term: Term) -> tuple[Term, ...]:
    match term:
        case Apply(function="O" | "Theta" | "calligraphic(O)", arguments=(Product(factors=factors, sign=("" | "·")),)):
            return factors if len(factors) == 2 else ()
    return ()


def _squared(term: Term) -> Term | None:
    """The letter that is squared in O(n d^2)."""
    for each in _factors(term):
        match each:
            case Power(base=Symbol() | Index() as base, exponent=Number(value=value)) if value == 2:
                return base
    return None


def _single(term: Term) -> Term | None:
    """The other letter."""
    return next((each for each in _factors(term) if isinstance(each, Symbol | Index)), None)


def _counts_tokens(term: Term) -> bool:
    return isinstance(term, Symbol) and term.name in TOKENS


def _is_width(term: Term) -> bool:
    name = show(term)
    return name in ("d", "D") or name.startswith(("d_", "D_", "d[", "D["))
