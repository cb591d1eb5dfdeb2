r"""Steps uphill where the words speak of descent: ``w^+ = w + \eta \frac{\partial E}{\partial w}``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.equations.around import words_after, words_before
from symformer.judging.equations.near_forms import loud_near_forms
from symformer.judging.equations.near_standard import cited_in
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import letter_of, taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

RATES = frozenset({"eta", "alpha", "gamma", "epsilon", "lr", "lambda"})
LOSSES = frozenset({"L", "E", "J", "C", "loss", "Loss", "cost", "ℓ", "ell", "MSE", "NLL", "CE"})
DOWNHILL = Cued(
    r"\b(?:descen[td]\w*|subtract\w*|(?:decreas|reduc|minimi[sz])\w*|opposite|downhill|negative (?:of the )?gradient)\b|下降|减去|减小|最小化",
    re.IGNORECASE,
)
UPHILL = Cued(
    r"\b(?:ascen[td]\w*|maximi[sz]\w*|increas\w*|uphill|reward|adversar\w*|attack|negative sign|minus sign|already)\b|上升|最大化|增大",
    re.IGNORECASE,
)


def ascent_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each update that adds the gradient of a loss, where the words before it tell to go down."""
    for statement, _ in once(model, asserted_formulas):
        match statement.term:
            case Relation(relations=("=" | "←" | ":=",), sides=(Symbol() | Index() as new, Sum(terms=(old, step)))):
                pass
            case _:
                continue
        if not isinstance(old, Symbol | Index) or letter_of(old) != letter_of(new) or not _is_slope(step, old):
            continue
        before, after = words_before(model, statement), words_after(model, statement)
        if "gradient-descent" in cited_in(before) or id(statement) in loud_near_forms(model):
            continue  # told as the standard equation with one edit
        if DOWNHILL.search(before) is None or UPHILL.search(before) or UPHILL.search(after):
            continue
        place = statement.place(origin_of(step))
        yield Problem(
            place,
            f"{show(step)} is added: this step goes up the loss, and the words speak of going down",
            help="try a minus",
            evidence={"kind": "text", "found": show(step)},
            key=f"sign@{place.start}",
        )


def _is_slope(step: Term, by: Term) -> bool:
    """Whether a term is a rate times the derivative of a loss by the very name."""
    if not isinstance(step, Product) or any(isinstance(each, Number) and each.value < 0 for each in step.factors):
        return False
    rates = [each for each in step.factors if isinstance(each, Symbol) and taken_apart(each.name).letter in RATES]
    slopes = [pair for each in step.factors for part in walk(each) if (pair := _of_by(part)) is not None]
    if len(rates) != 1 or len(slopes) != 1 or len(step.factors) != 2:
        return False
    of, name = slopes[0]
    return name == by and any(letter_of(part) in LOSSES for part in walk(of) if isinstance(part, Symbol))


def _of_by(part: Term) -> tuple[Term, Term] | None:
    r"""What is differentiated, and by what: of ``\partial L / \partial w`` and of ``\nabla_w L``."""
    match part:
        case Apply(function="derivative", arguments=(of, name)):
            return of, name
        case Apply(function="gradient", arguments=(of,), labels=(name,)):
            return of, name
    return None
