r"""Equations that words call the one before them, written otherwise: "can be factored as", "equivalently", "taking logs".

Of one name two formulas are told, which must be one; of two equations without a name, what is left over when one side
is taken from the other.  Only what one small slip explains is called wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.definitions import has_letters, is_kept_out, plain
from symformer.judging.steps.derivations import Step, step_between
from symformer.judging.steps.step_faults import at_values, refuted_steps
from symformer.judging.steps.supposed import conditioned, imagined
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.equality import Equality, Tables, equality
from symformer.semantics.model import once
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

SAME = Cued(
    r"\b(?:equivalent(?:ly)?|re-?writ(?:e|es|ing|ten)|re-?arrang\w+|factor(?:ed|ing|i[sz]e\w*)?(?= (?:as|to|into|out|it|this|the)\b)"
    r"|simplif(?:y|ies|ied|ying)|expand(?:s|ed|ing)?|collecting|in other words|multiplying out"
    r"|(?:can|may) (?:also )?be (?:written|expressed|stated)|is the same as|i\.e\.)|等价|化简|整理|展开|可以?写[为成作]|改写|因式分解",
    re.IGNORECASE,
)
OTHERWISE = Cued(
    r"\b(?:approximat\w+|roughly|assum\w+|suppos\w+|if|when|where|for (?:small|large)|set(?:ting)?|choos\w+|replac\w+|instead|without|ignor\w+"
    r"|drop\w+|neglect\w+|substitut\w+|plug\w+|insert\w+|differentiat\w+|derivative|gradient|tak(?:e|ing)|logarithm|constant|proportional"
    r"|minimi[sz]\w+|maximi[sz]\w+|more general\w*|generali[sz]\w*|vector|matrix|batch)\b|近似|假设|忽略|代入|求导|取|矩阵|向量",
    re.IGNORECASE,
)
# "taking logs": each side of the equation before, below a logarithm
LOGS = Cued(
    r"\b(?:tak(?:e|ing)|apply(?:ing)?)\b[^.]{0,30}?\b(?:logs?|logarithms?)\b|\blogarithm(?:s|ic)? (?:of both sides|form)\b|取(?:自然)?对数|两边取",
    re.IGNORECASE,
)
LOOSELY = Cued(
    r"\b(?:approximat\w+|drop\w*|ignor\w+|neglect\w+|constants?|up to|expect\w+|averag\w+|bound\w*|jensen|negat\w+|minus|deriv\w+|differentiat\w+"
    r"|substitut\w+|insert\w+|sum\w*|assum\w+|suppos\w+)\b|近似|常数|期望|负|求导|代入",
    re.IGNORECASE,
)
ENDS = Cued(r"\n\s*\n|[.。](?=\s|$)")
FAR = 160  # characters between two equations
MOST_EDITS = 80
LARGEST_FACTOR = 64  # by which both sides of an equation are divided
MOST_LETTERS = 6
ONE, MINUS = Number(Fraction(1)), Number(Fraction(-1))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two equations, one after the other, and the two formulas that must be one."""

    before: StatementShape
    after: StatementShape
    left: Term
    right: Term
    either_sign: bool  # what is left over of an equation may stand on either side


def rewritten_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation that is not the one before it, though words say so."""
    wrong: set[int] = set()
    for pair in _pairs(model):
        if id(pair.before.statement) in wrong:
            continue  # what follows from it may follow
        if _is_of_logs(pair) and pair.after.statement in {each.statement for each in once(model, refuted_steps)}:
            continue  # told of by the step itself
        ways = (pair.right, Product((MINUS, pair.right))) if pair.either_sign else (pair.right,)
        steps = [step_between(model, pair.after, pair.left, each) for each in ways]
        if any(each.found.outcome != "refuted" or each.found.condition for each in steps):
            continue
        step = steps[0]
        if not step.found.same_letters or pair.either_sign and _is_multiple(step):
            continue
        shown, likely = step.found.counterexample, _likely(pair, step)
        if shown is None or not shown.point or likely is None:
            continue
        statement = pair.after.statement
        if conditioned(step, model) or imagined(statement, model):
            continue
        wrong.add(id(statement))
        yield Problem(
            statement.place(_shown_side(pair).origin),
            f"this is not the equation before it, {_in_which_way(pair)}: {at_values(shown)}",
            help=f"try {show_styled(likely)}",
            related=(Related(pair.before.statement.span, "the equation before it"),),
            evidence={"kind": "step", "left": show_styled(pair.left), "right": show_styled(pair.right)},
            key=f"rewritten@{statement.span.start}",
        )


def _in_which_way(pair: _Pair) -> str:
    return "below a logarithm" if _is_of_logs(pair) else "written otherwise"


def _is_of_logs(pair: _Pair) -> bool:
    return isinstance(pair.left, Apply) and pair.left.function in ("log", "ln")


def _is_multiple(step: Step) -> bool:
    """Whether what is left over of one equation is a multiple of that of the other: 2Ax - 2b = 0 is Ax = b."""
    shown = step.found.counterexample
    if shown is None or not shown.left or not shown.right:
        return False
    factor = Number(Fraction(shown.right / shown.left).limit_denominator(LARGEST_FACTOR))
    if factor.value and _is_one(step, step.right, Product((factor, step.left))):
        return True
    letters = sorted({each for each in walk(step.left) if isinstance(each, Symbol)}, key=lambda each: each.name)
    return any(
        _is_one(step, one, Product((sign, letter, other)))
        for letter in letters[:MOST_LETTERS]
        for one, other in ((step.left, step.right), (step.right, step.left))
        for sign in (ONE, MINUS)
    )


def _is_one(step: Step, one: Term, other: Term) -> bool:
    found = equality(one, other, step.given, prove=False, tables=Tables())
    return found.outcome in ("proved", "supported") and not found.condition


def _shown_side(pair: _Pair) -> Term:
    term = pair.after.statement.term
    assert isinstance(term, Relation)
    return term.sides[0] if isinstance(term.sides[1], Number) else term.sides[1]


# -- which equations are said to be one ------------------------------------------------------------------------------------


def _pairs(model: SemanticModel) -> Iterator[_Pair]:
    text = model.document.source.text
    before: StatementShape | None = None
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or not isinstance(statement.term, Relation):
            continue
        one, before = before, shaped
        if one is None or shaped.inferred.conflicts or one.inferred.conflicts:
            continue
        if statement.stance != "asserted" or one.statement.stance != "asserted":
            continue
        between = text[one.statement.span.end : statement.span.start]
        if len(between) > FAR:
            continue
        takes_logs = LOGS.search(between) is not None and LOOSELY.search(between) is None
        if takes_logs and (taken := _logarithms(one.statement.term, statement.term)) is not None:
            yield _Pair(one, shaped, *taken, either_sign=False)
            continue
        if SAME.search(between) is None or OTHERWISE.search(between) is not None:
            continue
        if len(ENDS.findall(between.strip("$ \n\\[].,"))) > 1:
            continue
        formulas = _formulas(one.statement.term, statement.term)
        if formulas is not None:
            yield _Pair(one, shaped, *formulas, either_sign=not _is_name(plain(statement.term.sides[0])))


def _formulas(one: Term, other: Term) -> tuple[Term, Term] | None:
    """The two formulas that must be one: of one name, or what is left over of either equation."""
    assert isinstance(one, Relation) and isinstance(other, Relation)
    if set(one.relations) != {"="} or set(other.relations) != {"="}:
        return None
    first, second = plain(one.sides[0]), plain(other.sides[0])
    if _is_name(first) and first == second:
        left, right = plain(one.sides[-1]), plain(other.sides[1])
    elif len(one.sides) == len(other.sides) == 2 and not _is_name(first) and not _is_name(second):
        left, right = _left_over(one), _left_over(other)
    else:
        return None
    if any(is_kept_out(each) or not has_letters(each) for each in (left, right)) or left == right:
        return None
    return left, right


def _logarithms(one: Term, other: Term) -> tuple[Term, Term] | None:
    """Of ``a = b`` and ``log a = c``: the logarithm of b, and c."""
    match one, other:
        case (
            Relation(relations=("=",), sides=(whole, value)),
            Relation(relations=("=", *_), sides=(Apply(function="log" | "ln", arguments=(same,)) as left, right, *_)),
        ) if plain(whole) == plain(same) and not is_kept_out(right):
            return Apply(left.function, (plain(value),)), plain(right)
    return None


def _left_over(term: Relation) -> Term:
    left, right = (plain(side) for side in term.sides)
    if isinstance(right, Number) and right.value == 0:
        return left
    return Sum((left, Product((MINUS, right))))


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol | Index)


def _likely(pair: _Pair, step: Step) -> Term | None:
    """The one small change that makes both one."""
    tables = Tables()
    for edited in islice(one_edit_away(step.right), MOST_EDITS):
        for way in (edited, Product((MINUS, edited))) if pair.either_sign else (edited,):
            found: Equality = equality(step.left, way, step.given, prove=False, tables=tables)
            if found.outcome in ("proved", "supported") and not found.condition:
                return edited
    return None
