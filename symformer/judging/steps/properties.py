"""What words say of a formula as a whole: that it is symmetric, skew-symmetric, orthogonal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.judging.steps.derivations import Step, step_between
from symformer.judging.steps.step_faults import at_values
from symformer.judging.steps.supposed import supposed
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import base_name
from symformer.terms.show import show_styled
from symformer.terms.term import Index, Number, Product, Relation, Symbol, Term, Transpose
from symformer.text.cued import Cued

MINUS = Number(Fraction(-1))
NEAR = 60  # characters behind a formula
_SAID = Cued(
    r"\A[$\\)\s]*(?:of [\w\s-]{1,40}? )?(?:is|are)\s+(?:(?:always|therefore|thus|also|hence|then|clearly|again|itself|a|an)\s+){0,2}"
    r"(?P<what>symmetric|skew-symmetric|antisymmetric|orthogonal)\b(?!\s+(?:to|with|about|around|if|when|only|iff|provided)\b)"
    r"|\A[$\\)\s]*(?:总|也|必)?是(?P<chinese>对称|反对称|正交)(?:的|矩阵)",
    re.IGNORECASE,
)
_DENIED = Cued(
    r"[^.;?!\n]{0,60}[.;?!:—–,]?[\s*_(>|]{0,6}(?:False\b|No\b|Wrong\b|Not\b|Incorrect\b|True or false|错|不对|不成立)|[^.;!\n]{0,60}\?"
)  # the answer to what is asked: "QK^T is symmetric. *False.*"
_CHINESE = {"对称": "symmetric", "反对称": "skew-symmetric", "正交": "orthogonal"}


def property_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each formula that is said to have a property, and has it for no plausible reading."""
    text = model.document.source.text
    for shaped in model.shapes:
        statement = shaped.statement
        said = _said(text, shaped)
        if said is None or statement.hedged or statement.stance != "asserted":
            continue
        step = _claim(model, shaped, said)
        if step is None or step.found.outcome != "refuted" or not step.found.same_letters or supposed(step, model):
            continue
        shown = step.found.counterexample
        if shown is None or len(shown.place) != 2:
            continue
        yield Problem(
            statement.span,
            f"{show_styled(statement.term)} is not {said}: {at_values(shown)}",
            help="say under which condition it is, or of which other matrix that is said",
            evidence={"kind": "property", "property": said, "formula": show_styled(statement.term)},
            key=f"property@{statement.span.start}",
        )


def _said(text: str, shaped: StatementShape) -> str | None:
    """The property that the words right behind an inline formula name."""
    statement = shaped.statement
    if statement.carrier != "formula" or statement.formula is None or isinstance(statement.term, Relation):
        return None
    found = _SAID.search(text[statement.formula.span.end : statement.formula.span.end + NEAR])
    if found is None or _DENIED.match(text, statement.formula.span.end + found.end()):
        return None
    said = _CHINESE.get(found["chinese"] or "") or found["what"].lower()
    return "skew-symmetric" if said == "antisymmetric" else said


def _claim(model: SemanticModel, shaped: StatementShape, said: str) -> Step | None:
    """The property as an equation; None for a letter that nothing defines, of which words may say anything."""
    term = shaped.statement.term
    left, right = _sides(term, said)
    step = step_between(model, shaped, left, right)
    if isinstance(term, Symbol | Index) and base_name(term) not in step.given.meanings:
        return None
    return step


def _sides(term: Term, said: str) -> tuple[Term, Term]:
    match said:
        case "skew-symmetric":
            return Transpose(term), Product((MINUS, term))
        case "orthogonal":
            return Product((Transpose(term), term)), Symbol("I")
    return Transpose(term), term
