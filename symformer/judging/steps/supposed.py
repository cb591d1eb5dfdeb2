"""What the words around a step suppose: conditions it may hold under, and what they are to the step.

A condition concerns the sentence it stands in.  One that only says in which range letters lie makes no false
step true: where the sides are analytic, what holds on a range holds everywhere.  And a condition that says what a
letter is can be put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from symformer.judging.steps.definitions import is_derivative
from symformer.judging.steps.derivations import Step, step_between
from symformer.reasoning.constants import INFINITY_NAMES
from symformer.reasoning.equality import Meaning
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import letter_names, put_in, rebuilt
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

BEFORE, BEHIND = 240, 160  # characters of a sentence that are looked at on either side
OPENS = Cued(r"\b(?:if|when(?:ever)?|assum(?:e|es|ed|ing)|suppos(?:e|es|ed|ing))\b|假设|假定|如果|若|当", re.IGNORECASE)
SUPPOSED = Cued(
    r"\b(?:unless|assumption\w*|supposition\w*|supposedly|approximat\w+|roughly|ignor\w+|neglect\w*|drop(?:ping|ped)?"
    r"|for small|for large|for (?:[\w-]+ ){0,2}?(?:unit|normali[sz]ed|orthogonal|orthonormal|centred|centered|symmetric|diagonal|identical|constant|one-hot)\b|in the limit|special case|at (?:the|an?) (?:optimum|minimum|maximum|fixed point|equilibrium)"
    r"|stationary|up to (?:an? )?(?:additive |multiplicative )?constants?|proportional|bernoulli|conjugate|complex)\b|近似|忽略",
    re.IGNORECASE,
)
OF_CHANCE = Cued(r"\bindependen\w+|独立", re.IGNORECASE)  # what is no condition of a step of arithmetic
# words for what is asked of letters: an equation that is to hold, which a derivative worked out is none
ASKED = Cued(
    r"\b(?:set(?:ting)?\b[^.]{0,40}\bzero|solv\w+|equali[sz]\w+|equat(?:e|es|ing)|balanc\w+|break[- ]even|coincid\w+|such that|subject to|constraints?|conditions?|boundary|require[sd]?|want|wish"
    r"|would like|must|should|ideally|satisf\w+|obeys?|governing|(?:differential|recurrence|difference) equations?|ODEs?|PDEs?)\b"
    r"|满足|令|边界条件|初始条件|微分方程",
    re.IGNORECASE,
)
# what is not so, but might be
IMAGINED = Cued(
    r"\b(?:might|could|would|imagine|pretend|hypothetical\w*|fictional|made.up|simplified|(?:as if|if)\b[^.,]{0,40}\bwere)\b",
    re.IGNORECASE,
)
OF_NUMBERS: Final = frozenset(
    {"exp", "ln", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "norm", "sigmoid"}
)
FULL_STOP = Cued(r"[.。](?:\s|\$|\\\]|\\end\{\w+\*?\}|\\label\{[^}]*\})*\Z")
SENTENCE = Cued(r"\n\s*\n|\$\$|\\\]|(?<=[.!?。！？])\s|[。！？]")
FORMULA = Cued(r"\$[^$]*\$|\\\(.*?\\\)", re.DOTALL)
CLAUSE_END = Cued(r"[,，;；:：。]|\bthen\b|则|那么|\Z")
# words that say no more than the formulas beside them
PLAIN: Final = frozenset(
    "for all any every each is are be a an the and or both we have let that with some real positive negative nonzero zero non"
    " not number numbers scalar scalars strictly finite invertible nonsingular lies lie".split()
)
PLAIN_CHINESE = Cued(r"[为时有我们和且或是正负数实非零可逆的都均]")
# words that say of what is defined beside them more than its definition does
QUALIFIES = Cued(
    r"symmetric|orthogonal|orthonormal|diagonal|unit|normali[sz]|cent(?:er|re)d|mean|small|large|equal|same|identical|uniform"
    r"|constant|optim|converg|saturat|linear|identity|zero|\bone\b|sparse|isotropic|对称|正交|相等|相同|常数|收敛|线性",
    re.IGNORECASE,
)
# words by which letters are numbers for which more holds than for others
MAKES_EQUAL = Cued(
    r"small|large|equal|zero|\bone\b|same|identical|cancel|vanish|negligib|binary|opposite|converg|optim|limit|constant|unit|normali|even|odd"
    r"|integer|approx|ignor|drop|\\to\b|\\ll|\\gg|→|相等|相同|零|较?小|较?大|整数|单位",
    re.IGNORECASE,
)
# a letter that is defined by cases: "is 1 if i = j and 0 otherwise"
BY_CASES = Cued(r"[^.。;；]{0,80}?(?:\b(?:otherwise|or else|else)\b|否则|其余|其他)", re.IGNORECASE)
CASES_BEHIND = 40
STAYS = Cued(
    r"\b(?:has|have|takes?|keeps?) (?:the|an?) (?:same |constant |fixed )+(?:value|number|expectation|mean|variance|distribution|length|size)\b",
    re.IGNORECASE,
)
RANGES: Final = frozenset({"≠", "<", ">", "≤", "≥", "∈"})
INFINITY: Final = frozenset(map(Symbol, INFINITY_NAMES))
NOT_ANALYTIC: Final = frozenset(
    {"absolute", "max", "min", "ReLU", "relu", "sign", "indicator", "clip", "floor", "ceiling", "round", "argmax", "argmin"}
    | {"norm", "leaky_relu", "one_hot", "delta"}
)  # fmt: skip


def supposed(step: Step, model: SemanticModel) -> bool:
    """Whether the sentence of a step speaks of a condition that may make it true, or of what is asked of its letters."""
    if conditioned(step, model) or is_of_special_matrices(step, model):
        return True
    before, behind = _words_around(step.statement, model)
    text = model.document.source.text
    words = f"{text[before.start : before.end]} {text[behind.start : behind.end]}"
    if _goes_on(step) and (step.kind == "derivative" or _ends_in_zero(step) or _is_worked_out(step)):
        return False
    return ASKED.search(text[before.start : before.end] if step.kind == "derivative" else words) is not None


def conditioned(step: Step, model: SemanticModel) -> bool:
    """Whether the sentence of a step speaks of a condition that may make it true."""
    before, behind = _words_around(step.statement, model)
    text = model.document.source.text
    words = f"{text[before.start : before.end]} {text[behind.start : behind.end]}"
    if SUPPOSED.search(words) or OF_CHANCE.search(words) and not is_without_chance(step):
        return True
    if _has_its_value(step, before, model):
        return True
    return any(not _is_harmless(clause, step, model) for part in (before, behind) for clause in _clauses(text, part))


GIVES = re.compile(r"\b(?:for|with|where|at|given|since|as)\b|对于?|设|其中", re.IGNORECASE)


def _has_its_value(step: Step, before: Span, model: SemanticModel) -> bool:
    r"""Whether the sentence gave a letter of the step a number, with which the step is not refuted: "a row with $\mu = 0$ has …".

    An array of numbers that its paragraph gave a letter is meant without such words: "$u = (1, 1)^\top$: $u^\top u = 2$".
    """
    text = model.document.source.text
    given = GIVES.search(text, before.start, before.end) is not None
    paragraph = max(text.rfind("\n\n", 0, before.end), before.end - NEAR_VALUES, 0)
    letters = {part for side in (step.left, step.right) for part in walk(side)}
    values = [
        Relation(("=",), (name, _as_column(each.term.sides[-1])))
        for each in model.statements
        if paragraph <= each.span.start < before.end
        and isinstance(each.term, Relation)
        and set(each.term.relations) == {"="}
        and (given and each.span.start >= before.start or not isinstance(each.term.sides[-1], Number))
        and _is_of_numbers(each.term.sides[-1])
        for name in each.term.sides[:-1]
        if isinstance(name, Symbol) and name in letters
    ]
    return bool(values) and not _fails_under(values, step, model)


NEAR_VALUES = 400  # characters of a paragraph before the end of its last sentence


def _as_column(value: Term) -> Term:
    r"""``(1, 1)^\top`` and ``(1, 1)`` as what a letter in a formula of matrices is: a column."""
    inner = value.operand if isinstance(value, Transpose) else value
    if isinstance(inner, Matrix) and inner.style == "tuple" and len(inner.rows) == 1:
        return Matrix(tuple((cell,) for cell in inner.rows[0]), "matrix", value.origin)
    return value


def _is_of_numbers(term: Term) -> bool:
    """Whether a side is a number, or an array in which nothing but numbers stands."""
    return not any(isinstance(part, Symbol | Index | Apply | Unknown) for part in walk(term)) and (
        isinstance(term, Number | Matrix) or isinstance(term, Transpose) and isinstance(term.operand, Matrix)
    )


# matrices of which more holds than of any other: an equation with one of them may rest on that
SPECIAL = Cued(
    r"\b(?:permut\w+|unitary|rotat\w+|reflect\w+|idempotent|projector"
    r"|stochastic|shuffl\w+|swap\w*|reorder\w*)\b|置换|旋转|投影矩阵",
    re.IGNORECASE,
)
NEAR_SPECIAL = 60  # characters between the word and the letter


def is_of_special_matrices(step: Step, model: SemanticModel) -> bool:
    """Whether the note calls a matrix of a step a permutation, a rotation, or another of its own kind."""
    text = model.document.source.text
    if SPECIAL.search(text) is None:
        return False
    names = letter_names(step.statement.term)
    capitals = {name for name in names if taken_apart(name).letter[:1].isupper()}
    for declared in model.statements:
        if isinstance(declared.term, Symbol) and declared.term.name in capitals:
            span = declared.span
            if SPECIAL.search(text, max(0, span.start - NEAR_SPECIAL), span.end + NEAR_SPECIAL):
                return True
    return False


def imagined(statement: Statement, model: SemanticModel) -> bool:
    """Whether the words that lead to a formula call it something that might be so, but is not."""
    before, _ = _words_around(statement, model)
    return IMAGINED.search(model.document.source.text, before.start, before.end) is not None


def _goes_on(step: Step) -> bool:
    """Whether a derivative is worked out in a chain, at whose end it may be set to zero."""
    term = step.statement.term
    return isinstance(term, Relation) and len(term.sides) > 2


def _ends_in_zero(step: Step) -> bool:
    """Whether a formula is rewritten before it is set to zero: the other way to write it has the same roots, at least."""
    term, shown = step.statement.term, step.found.counterexample
    last = term.sides[-1] if isinstance(term, Relation) else None
    zero = isinstance(last, Number) and last.value == 0 and step.right is not last
    return zero and step.found.same_letters and shown is not None and not shown.ratio


def _is_worked_out(step: Step) -> bool:
    """Whether what a derivative, a letter or a call is begins the chain, and a step goes on with the same letters.

    What is asked of it, as to be zero, is asked of the whole, however it is written.
    """
    term = step.statement.term
    begins = isinstance(term, Relation) and (
        is_derivative(term.sides[0]) or step.at > 0 and isinstance(term.sides[0], Symbol | Index | Apply)
    )
    return begins and step.found.same_letters and not isinstance(step.right, Number)


def _words_around(statement: Statement, model: SemanticModel) -> tuple[Span, Span]:
    """The sentences before and behind a formula; a formula that ends in a full stop ends its own."""
    span = statement.formula.span if statement.formula is not None else statement.span
    text = model.document.source.text
    start = max(0, span.start - BEFORE)
    lead = text[start : span.start].rstrip("$\\[ \n")
    cuts = [found.end() for found in SENTENCE.finditer(lead)]
    before = Span(start + (cuts[-1] if cuts else 0), start + len(lead))
    if FULL_STOP.search(text[span.start : span.end]):
        return before, Span(span.end, span.end)
    rest = text[span.end : span.end + BEHIND]
    skipped = len(rest) - len(rest.lstrip("$\\] \n.,"))
    cut = SENTENCE.search(rest, skipped)
    return before, Span(span.end + skipped, span.end + (cut.start() if cut is not None else len(rest)))


# -- conditions ----------------------------------------------------------------------------------------------------------


def _clauses(text: str, part: Span) -> Iterator[Span]:
    """The conditions in a part of a sentence: from "if" to the next comma outside formulas."""
    words = FORMULA.sub(lambda found: "\0" * len(found[0]), text[part.start : part.end])
    for opens in OPENS.finditer(words):
        end = CLAUSE_END.search(words, opens.end())
        assert end is not None
        yield Span(part.start + opens.end(), part.start + end.start())


def _is_harmless(clause: Span, step: Step, model: SemanticModel) -> bool:
    """Whether a step that is refuted is so under a condition as well."""
    text = model.document.source.text[clause.start : clause.end]
    inside = [each for each in model.statements if clause.start <= each.span.start < clause.end]
    told = [each.term for each in inside if isinstance(each.term, Relation)]
    words = FORMULA.sub(" ", text)
    if not told and is_plain_algebra(step) and MAKES_EQUAL.search(text) is None:
        return True  # no law of chance or of matrices makes numbers equal
    if BY_CASES.match(model.document.source.text, clause.start, clause.end + CASES_BEHIND):
        return True  # what is defined by cases is defined for all of them
    if STAYS.search(words) and (not _has_members(step) or is_plain_algebra(step)):
        return True  # a value that stays the same, which has one name in the step
    if told and all(_is_definition(each, step.given.meanings) for each in told):
        return QUALIFIES.search(words) is None
    if not told or not _is_plain(words):
        return False
    equations = [each for each in told if set(each.relations) == {"="}]
    ranges = [each for each in told if each not in equations]
    if not all(_is_range(each) for each in ranges) or ranges and not _is_analytic(step):
        return False
    return not equations or _fails_under(equations, step, model)


def _has_members(step: Step) -> bool:
    """Whether two members of one family stand in a step, or one at a place that a sum runs along."""
    parts = {part for side in (step.left, step.right) for part in walk(side)}
    running = {part.index for part in parts if isinstance(part, IndexedSum)}
    members = {part for part in parts if isinstance(part, Index)}
    calls = any(isinstance(part, Apply) for part in parts)
    runs = any(part in running for member in members for part in walk(member))
    return calls or runs or len({member.base for member in members}) < len(members)


def is_plain_algebra(step: Step) -> bool:
    """Whether both sides are made of the same letters, which are numbers, by arithmetic alone."""
    sides = [set(walk(side)) for side in map(_with_means_as_letters, (step.left, step.right))]
    plain = Symbol | Index | Number | Sum | Product | Quotient | Power | IndexedSum
    if not all(isinstance(part, plain) for side in sides for part in side):
        return False
    running = {part.index for side in sides for part in side if isinstance(part, IndexedSum)} | INFINITY
    letters = [{part for part in side if isinstance(part, Symbol)} - running for side in sides]
    return letters[0] == letters[1] and not any(step.given.shapes.values())


def _with_means_as_letters(term: Term) -> Term:
    """A formula in which the mean of a letter is a letter: what is said of the draws is said of all of them."""
    match term:
        case Apply("expectation" | "variance" as function, (Symbol(name),), ()):
            return Symbol(f"{function} of {name}", term.origin)
    return rebuilt(term, _with_means_as_letters)


def is_without_chance(step: Step) -> bool:
    """Whether both sides are made of the same letters by arithmetic and plain functions, of which none is of chance.

    That draws are independent makes no such step true.
    """
    plain = Symbol | Index | Number | Sum | Product | Quotient | Power | IndexedSum | Transpose
    parts = [part for side in (step.left, step.right) for part in walk(side)]
    if not all(isinstance(part, plain) or isinstance(part, Apply) and part.function in OF_NUMBERS for part in parts):
        return False
    return step.found.same_letters


def _is_plain(words: str) -> bool:
    rest = PLAIN_CHINESE.sub(" ", words.lower())
    return all(each in PLAIN for each in re.findall(r"[^\W\d_]+", rest))


def _is_definition(term: Relation, meanings: Mapping[str, Meaning]) -> bool:
    """Whether what a condition says of a name was put in for it."""
    left = term.sides[0]
    base = getattr(left, "base", left)
    name = base.name if isinstance(base, Symbol) else base.function if isinstance(base, Apply) else ""
    return term.relations[0] == "=" and name in meanings and meanings[name].body in term.sides[1:]


def _is_range(term: Relation) -> bool:
    """Whether a relation leaves letters free in a whole range: x > 0, β ∈ (0, 1), i ≠ j."""
    if not set(term.relations) <= RANGES:
        return False
    if "∈" in term.relations:
        return all(_is_interval(each) for each in term.sides[1:])
    return True


def _is_interval(term: Term) -> bool:
    match term:
        case Space(domain="R") | Symbol(name="blackboard(R)"):
            return True
        case Apply(function=name):
            return name.startswith("interval")
    return False


def _is_analytic(step: Step) -> bool:
    bodies = (meaning.body for meaning in step.given.meanings.values())
    for part in (part for side in (step.left, step.right, *bodies) for part in walk(side)):
        if isinstance(part, Apply) and part.function in NOT_ANALYTIC:
            return False
        if isinstance(part, Power) and isinstance(part.base, Number) and part.base.value < 0:
            return False  # (-1)^n
    return True


def _fails_under(equations: list[Relation], step: Step, model: SemanticModel) -> bool:
    """Whether a step is refuted as well where each name that a condition equates stands for that."""
    left, right = step.left, step.right
    for each in equations:
        name, value = each.sides[0], each.sides[1]
        if len(each.sides) != 2 or not isinstance(name, Symbol) or name in set(walk(value)):
            return False
        left, right = (put_in(side, {name: value}) for side in (left, right))
    shaped = next((each for each in model.shapes if each.statement is step.statement), None)
    if shaped is None:
        return False
    found = step_between(model, shaped, left, right).found
    return found.outcome == "refuted" and found.same_letters
