r"""States worked out from themselves, ``h_t = f(x_t, h_t)``, and words that name the other neighbour: "the previous state $h_{t+1}$"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.symbols.members import Member, is_of_entries, member_of, members_in
from symformer.judging.symbols.steps_ahead import is_blend, steps_of
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

AROUND = 300  # characters
IMPLICIT = Cued(r"\b(?:implicit\w*|fixed[- ]point|equilibri\w+|self-consisten\w+)\b|隐式|不动点", re.IGNORECASE)

# -- from itself ---------------------------------------------------------------------------------------------


def made_of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each state that goes, beside an input or with a weight, into the function that gives it."""
    text = model.document.source.text
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or len(term.sides) != 2 or term.relations[0] not in EXACTLY_EQUAL:
            continue
        left, right = member_of(term.sides[0]), term.sides[1]
        if left is None or left.shift or not isinstance(right, Apply | Sum):
            continue
        own = [part for part in walk(right) if part == left.part]
        span = statement.span
        if len(own) != 1 or IMPLICIT.search(text, max(0, span.start - AROUND), span.end + AROUND):
            continue
        if _is_made_so(own[0], right, left, model):
            place = statement.place(origin_of(own[0]))
            if text[place.end : place.end + 2].strip().startswith(("-1", "+1")):
                continue  # a_t-1: the braces are lost, which is told as such
            here = show(own[0])
            yield Problem(
                place,
                f"{here} is worked out from itself here",
                help="try the index of the step before",
                evidence={"kind": "index", "symbol": here},
                key=f"itself@{place.start}",
            )


def _is_made_so(own: Term, right: Apply | Sum, left: Member, model: SemanticModel) -> bool:
    if isinstance(right, Sum):
        return left.letter == "t" and is_blend(right, own, left)
    if not _is_plain(right.function):
        return False
    return _goes_in(own, right, left) or _is_of_its_layer(right, left) and _goes_on(left, model)


def _is_plain(function: str) -> bool:
    """Whether a function is an activation or a mere letter: what has a name of its own may renew a value in place."""
    return is_of_entries(function) or taken_apart(function).is_letter


def _goes_in(own: Term, call: Apply, left: Member) -> bool:
    """``f(x_t, h_t)`` and ``tanh(W x_t + U h_t)``: the state goes in beside something else of the step or the one before."""
    if left.letter != "t":
        return False
    beside = any(each.part != left.part and each.letter == "t" and each.shift <= 0 for each in members_in(call))
    if not beside:
        return False
    if any(argument is own for argument in call.arguments):
        return len(call.arguments) > 1
    terms = call.arguments[0].terms if call.arguments and isinstance(call.arguments[0], Sum) else ()
    return any(isinstance(each, Product) and any(factor is own for factor in each.factors) for each in terms)


def _is_of_its_layer(call: Apply, left: Member) -> bool:
    """``f_l(h^l)``: the function has the index, and takes nothing else."""
    letters = {part.name for label in call.labels for part in walk(label) if isinstance(part, Symbol)}
    return left.letter in letters and any(argument == left.part for argument in call.arguments)


def _goes_on(left: Member, model: SemanticModel) -> bool:
    """Whether the note has the member of the step before somewhere, or the very first."""
    if steps_of(model, left, -1):
        return True
    return any(
        isinstance(part, Index)
        and part.base == Symbol(left.base)
        and any(isinstance(slot, Number) for slot in part.slots)
        for _, parts in once(model, asserted_formulas)
        for part in parts
    )


# -- in words ------------------------------------------------------------------------------------------------

_THING = (
    r"(?:(?:hidden|cell|memory|recurrent|decoder|encoder|time|network|model)[- ]?)*"
    r"(?:states?|steps?|timesteps?|layers?|outputs?|words?|tokens?|activations?|cells?|iterates?|weights?|parameters?)"
    r"(?:'s\s+\w+|\s+vectors?)?"
)
BEFORE = Cued(
    rf"(?:\b(?:previous|preceding|prior)\s+{_THING}|\blast\s+(?:time\s?-?steps?|hidden states?)"
    r"|(?:上一|前一)个?(?:时刻|时间步|步|层|词|单词|状态)?的?(?:隐藏状态|隐状态|状态|输出)?)[\s(（为是]*\Z",
    re.IGNORECASE,
)
BEHIND = Cued(
    rf"(?:\b(?:next|following|subsequent)\s+{_THING}|下一个?(?:时刻|时间步|步|层|词|单词|状态)?的?(?:隐藏状态|隐状态|状态|输出)?)[\s(（为是]*\Z",
    re.IGNORECASE,
)
OTHER_WAY = Cued(
    r"\b(?:diffusion|denois\w+|revers\w+|bi-?directional|right[- ]to[- ]left|backward\s+\w+)\b|扩散|去噪|双向|反向",
    re.IGNORECASE,
)


def neighbours_in_words(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each "previous state" that stands a step ahead, and each "next" one a step back."""
    text = model.document.source.text
    for statement, _ in once(model, asserted_formulas):
        member = member_of(statement.term)
        if member is None or not member.shift or member.letter not in ("t", "l", "ell"):
            continue
        start = statement.span.start
        words = text[max(0, start - 60) : start].rstrip("$`\\(*{ ")
        wrong = BEFORE if member.shift > 0 else BEHIND
        if (found := wrong.search(words)) is None or OTHER_WAY.search(text, max(0, start - AROUND), start + AROUND):
            continue
        yield _named_otherwise(statement, member, found.group().strip(" ,:(（"))


def _named_otherwise(statement: Statement, member: Member, words: str) -> Problem:
    here, sign = show(member.part), "+" if member.shift > 0 else "-"
    other = here.replace(f"{member.letter} {sign} 1", f"{member.letter} {'-' if sign == '+' else '+'} 1")
    place = statement.place(origin_of(member.part))
    return Problem(
        place,
        f"the words say “{words}”, and {here} is a step {'ahead' if member.shift > 0 else 'back'}",
        help=f"try {other}",
        evidence={"kind": "index", "symbol": here},
        key=f"words@{place.start}",
    )
