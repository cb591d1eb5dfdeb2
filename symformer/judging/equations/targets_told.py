"""Which of two distributions is the target and which the model, where a loss weighs the logarithm of one by the other.

Books write p for the truth and q for the model, others q for the targets and p for the network: by the letters alone a
cross-entropy of p and q is right either way.  What tells is the order on the left side, H(q, p), or the words at the
letters: "the targets $q$ and the model $p$".
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from symformer.reasoning.nearly import Edit
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import spell
from symformer.terms.term import Apply, Index, Relation, Symbol, Term, children, walk
from symformer.text.cued import Cued

Told = Literal["right", "wrong", "open"]
NEAR = 45  # characters in which a word stands that tells what a letter is
EITHER_WAY = frozenset({"p", "q"})  # letters that both have been used for both
OF_OUTCOMES, OF_LOGITS = (
    frozenset({"indicator", "delta", "onehot", "one_hot"}),
    frozenset({"exp", "softmax", "sigmoid"}),
)
DIVERGES = Cued(r"kullback|divergence|relative-entropy", re.IGNORECASE)
OF_DATA = Cued(
    r"\b(?:targets?|true|truth|labels?|labelled|data|empirical|teacher(?:'s)?|reference|gold|correct|one-hot|desired|smoothed)\b"
    r"|目标|真实|标签|教师|参考|经验",
    re.IGNORECASE,
)
OF_MODEL = Cued(
    r"\b(?:models?|model's|predict\w*|predictions?|estimate[ds]?|estimation|student(?:'s)?|network(?:'s)?|learn(?:ed|t|er)"
    r"|approximat\w+|outputs?|softmax)\b|模型|预测|估计|学生|网络|输出",
    re.IGNORECASE,
)
SAYS_WHAT_IT_IS = re.compile(
    r"\s*+(?:\$|\\\)|`|\*)*\s*(?:,?\s*(?:which |that )?(?:is|are|denotes?|be|stands for|means|being)\b|,?\s*(?:the|our|a)\b|\(|:|=|为|是|表示|指)",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[.;:()\n。；：，]|,|\$|\\\(|\band\b|\bor\b|\bwhile\b|与|和|、")


def target_told(note: SemanticModel, statement: Statement, term: Term, equation: str, edit: Edit) -> Told | None:
    """Whether two distributions stand in each other's place; None where an edit is of something else.

    ``equation`` is the id of the equation that it is compared with.
    """
    if edit.kind not in ("crossed", "exchanged") or not isinstance(term, Relation):
        return None
    pair = {_letter(edit.standard), _letter(edit.found)}
    weight, inside = _weight_and_logged(term, pair)
    if len(pair) != 2 or not weight or not inside:
        return None
    order = [_letter(each) for each in _arguments(term.sides[0])]
    if DIVERGES.search(equation):  # of which both directions are in use
        return "wrong" if order == [inside, weight] else "open"
    here, anywhere = _said(note, statement, weight, inside)
    if here is not None:
        return here
    if {*order} == pair:
        return "right" if order == [weight, inside] else "open" if anywhere == "right" else "wrong"
    if anywhere is not None:
        return anywhere
    if (made := _made(note, weight, inside)) is not None:
        return made
    return "open" if {each.casefold() for each in pair} == EITHER_WAY else None


def _letter(term: Term | None) -> str:
    """The letter that a distribution goes by, in whatever font and with whatever argument: q of q(x), \\mathbf{q}_{nk}."""
    match term:
        case Symbol(name):
            return re.sub(r"^\w+\((\w)\)", r"\1", spell(name)).partition("_")[0]
        case Index(base):
            return _letter(base)
        case Apply(function):
            return _letter(Symbol(function))
    return ""


def _arguments(left: Term) -> tuple[Term, ...]:
    return left.arguments if isinstance(left, Apply) else ()


def _weight_and_logged(term: Relation, pair: set[str]) -> tuple[str, str]:
    """Of two letters, the one that stands outside of all logarithms, and the other."""
    outside: set[str] = set()
    logged: set[str] = set()

    def look(part: Term, within: bool) -> None:
        letter = _letter(part)
        if letter in pair:
            (logged if within else outside).add(letter)
        inner = isinstance(part, Apply) and part.function in ("log", "ln", "log_2")
        for each in children(part):
            look(each, within or inner)

    for side in term.sides[1:]:
        look(side, False)
    others = pair - outside
    return (next(iter(outside)), next(iter(others))) if len(outside) == 1 and others <= logged and others else ("", "")


def _said(note: SemanticModel, statement: Statement, weight: str, inside: str) -> tuple[Told | None, Told | None]:
    """What the words at both letters say, in the formula's own section and anywhere in the note."""
    text = note.document.source.text
    here: Counter[tuple[str, str]] = Counter()
    anywhere: Counter[tuple[str, str]] = Counter()
    for each in note.statements:
        letter = _letter(each.term)
        if each.carrier != "formula" or each.formula is None or letter not in (weight, inside):
            continue
        role = _role(text, each.formula.span.start, each.formula.span.end)
        if role:
            anywhere[letter, role] += 1
            if each.section == statement.section:
                here[letter, role] += 1
    return _verdict(here, weight, inside), _verdict(anywhere, weight, inside)


def _made(note: SemanticModel, weight: str, inside: str) -> Told | None:
    """What the formulas for both letters say: what counts whether an outcome is the right one is the target."""
    found: Counter[tuple[str, str]] = Counter()
    for each in note.statements:
        term = each.term
        if not isinstance(term, Relation) or (letter := _letter(term.sides[0])) not in (weight, inside):
            continue
        called = {part.function for side in term.sides[1:] for part in walk(side) if isinstance(part, Apply)}
        if bool(called & OF_OUTCOMES) != bool(called & OF_LOGITS):
            found[letter, "data" if called & OF_OUTCOMES else "model"] += 1
    return _verdict(found, weight, inside)


def _verdict(found: Counter[tuple[str, str]], weight: str, inside: str) -> Told | None:
    right = found[weight, "data"] + found[inside, "model"]
    wrong = found[weight, "model"] + found[inside, "data"]
    return None if right == wrong else "right" if right > wrong else "wrong"


def _role(text: str, start: int, end: int) -> str:
    """What the words right before a letter, or behind it where they go on to say what it is, call it."""
    before = CLAUSE.split(text[max(0, start - NEAR) : start])[-1]
    behind = text[end : end + NEAR]
    says = SAYS_WHAT_IT_IS.match(behind)
    after = CLAUSE.split(behind[says.end() :])[0] if says is not None else ""
    for words in (before, after):
        data, model = OF_DATA.search(words), OF_MODEL.search(words)
        if bool(data) != bool(model):
            return "data" if data else "model"
    return ""
