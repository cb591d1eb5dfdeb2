"""The words around a formula: what leads to it, what follows, and whether they call it a variant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symformer.semantics.model import SemanticModel
from symformer.semantics.surroundings import sentence_before
from symformer.terms.show import show
from symformer.terms.term import Apply, Relation, Symbol, Term
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.statement import Statement

VARIES = Cued(
    r"\b(?:un-?scaled|without|simplif\w+|simplest|variants?|variations?|instead|ignor\w+|omit\w*|dropp(?:ed|ing)|leav(?:e|ing) out"
    r"|skip\w*|na[iï]ve\w*|modif\w+|replac\w+|alternativ\w+|generali[sz]\w*(?! advantage)|for now|raw|intuiti\w+|analog\w+|similar(?:ly)?"
    r"|other choices?|differs?|different\w*|unlike|contrast|version|extend\w*|extension|adapt(?:ed|ing)|no longer|rather than"
    r"|approximat\w+|heuristic|proportional|up to|if we|could|would|suppose|special case|reduces? to|equivalent\w*)\b"
    r"|不带|简化|变体|改为|省略|忽略|去掉|近似|类似",
    re.IGNORECASE,
)
RUN_IN = re.compile(r"\n\n\n|\n\s*(?:\\(?:textbf|paragraph|subsection|section|subsubsection)\b|#{1,6} |\*\*[A-Z])")
AFTER = 160  # characters behind a formula in which a variant may be named


def words_before(note: SemanticModel, statement: Statement) -> str:
    """The heading above a formula, and the sentence that leads to it."""
    start = statement.span.start if statement.formula is None else statement.formula.span.start
    title = note.document.sections[statement.section].title if statement.section >= 0 else ""
    return f"{title}\n{sentence_before(note.document.source.text, start)}"


def label_of(note: SemanticModel, statement: Statement) -> str:
    r"""What stands in words before a formula in its own row of a display: ``\text{ReLU:} \quad f(x) = …``."""
    if statement.formula is None:
        return ""
    term = statement.term
    start = statement.place(term.sides[0].origin).start if isinstance(term, Relation) else statement.span.start
    row = ROW_END.split(note.document.source.text[statement.formula.span.start : start])[-1]
    return " ".join(each[1] for each in WORDS_IN_FORMULA.finditer(row))


ROW_END = re.compile(r"\\\\|\\newline\b|\\begin\{\w+\*?\}")
WORDS_IN_FORMULA = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mbox) *\{([^{}]*)\}")


def claimed_by_label(term: Term) -> tuple[str, Relation] | None:
    """The name before a colon and the equation behind it: LayerNorm : y = …"""
    match term:
        case Relation((":",), (Symbol() | Apply() as name, Relation() as equation)):
            return show(name), equation
    return None


def words_after(note: SemanticModel, statement: Statement) -> str:
    """The words behind a formula, up to the next heading, also one within a paragraph, or paragraph but one."""
    end = statement.span.end if statement.formula is None else statement.formula.span.end
    return RUN_IN.split(note.document.source.text[end : end + AFTER], maxsplit=1)[0]


def titles_above(note: SemanticModel, statement: Statement) -> str:
    """The headings of the sections that a formula stands in, the innermost left out."""
    sections = note.document.sections
    found: list[str] = []
    at = statement.section
    level = sections[at].level if at >= 0 else 0
    while at > 0:
        at -= 1
        if sections[at].level < level:
            level = sections[at].level
            found.append(sections[at].title)
    return "\n".join(found)
