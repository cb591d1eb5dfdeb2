r"""Members of the next step where the step before was meant: ``θ_t = θ_{t+1} - η g_t``, ``f_t = σ(W [h_{t+1}, x_t])``.

What runs back by its nature (returns, gradients, smoothing, denoising) says so in words, takes more than one member of
the next step, or has no sibling that goes on from the step before.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symformer.documents.places import words_around
from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.members import Member, is_of_entries, member_of, members_in
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.cued import Cued

AROUND = 500  # characters
BACK = Cued(
    r"\b(?:bi-?direction\w*|revers\w+|right[- ]to[- ]left|future|returns?|rewards?|value functions?|polic(?:y|ies)|"
    r"bellman|advantages?|q-?learning|diffusion|denois\w+|smooth(?:er|ing)|adjoint|costates?|dynamic programming|horner|"
    r"top[- ]down|wake|sleep|belief networks?|pyramids?|upsampl\w+|backtrac\w+|viterbi|implicit\w*|"
    r"backward (?:pass|rnn|lstm|gru|direction|recursion|hidden|state|layer|algorithm|messages?)|forward[- ]backward|"
    r"targets?)\b"
    r"|双向|反向|逆向|未来|奖励|回报|策略|扩散|去噪|金字塔|上采样",
    re.IGNORECASE,
)
BACKWARDS = "overleftarrow"
RATES = frozenset({"eta", "alpha", "epsilon", "lr", "mu", "lambda", "gamma", "rho"})


_Weighed = dict[tuple[str, str, int, str], Statement]  # by family, letter, steps ahead and weight


# -- what a note does elsewhere ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Uses:
    """In which formulas the members of a family stand a step back, and in which a step ahead."""

    back: dict[tuple[str, str], list[Statement]]
    ahead: dict[tuple[str, str], list[Statement]]


def _uses(model: SemanticModel) -> _Uses:
    found = _Uses(defaultdict(list), defaultdict(list))
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if isinstance(part, Index) and (member := member_of(part)) is not None and member.shift:
                ways = found.back if member.shift < 0 else found.ahead
                known = ways[member.base, member.letter]
                if not known or known[-1] is not statement:
                    known.append(statement)
    return found


def steps_of(model: SemanticModel, member: Member, shift: int) -> list[Statement]:
    """The formulas in which members of a family stand a step back, or ahead."""
    uses = once(model, _uses)
    return (uses.back if shift < 0 else uses.ahead).get((member.base, member.letter), [])


# -- what is found ---------------------------------------------------------------------------------------------


def steps_ahead(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each member of the next step that an equation for this step takes for the one before."""
    yield from _from_behind(model)
    yield from _against_arrows(model)
    uses = once(model, _uses)
    if not uses.ahead:
        return
    weighed = once(model, _weighed)
    for statement, parts in once(model, asserted_formulas):
        if (found := _ahead(statement, parts, uses, weighed)) is not None:
            member, beside = found
            if not _runs_back(member, statement, model):
                yield _problem(statement, member, beside)


def _from_behind(model: SemanticModel) -> Iterator[Problem]:
    """``θ_{t-1} = θ_t - η ∇L``: a step of learning that leads to the weights before it."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or term.relations[0] not in {*EXACTLY_EQUAL, "←"}:
            continue
        left, right = member_of(term.sides[0]), term.sides[1]
        if left is None or left.shift != -1 or not isinstance(right, Sum):
            continue
        own = [found for each in right.terms if (found := member_of(each)) is not None and found.base == left.base]
        down = any(_is_step_down(each) and _has_gradient(each) for each in right.terms)
        if down and [each.shift for each in own] == [0] and not _runs_back(left, statement, model):
            place, here = statement.place(origin_of(left.part)), show(left.part)
            yield Problem(
                place,
                f"{here} is of the step before here, and it is worked out from {show(own[0].part)}",
                help=f"try {here.replace(f'{left.letter} - 1', f'{left.letter} + 1')}",
                evidence={"kind": "index", "symbol": here},
                key=f"behind@{place.start}",
            )


def _against_arrows(model: SemanticModel) -> Iterator[Problem]:
    """States under arrows, of a network that reads both ways: each goes on in the direction of its arrow."""
    named = {part.name for _, parts in once(model, asserted_formulas) for part in parts if isinstance(part, Symbol)}
    if not any(BACKWARDS in name for name in named):
        return
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        left = member_of(term.sides[0]) if isinstance(term, Relation) else None
        if left is None or left.shift or not isinstance(term, Relation):
            continue
        for found in members_in(term.sides[1]):
            if found.base != left.base or found.letter != left.letter or not found.shift:
                continue
            way = 1 if BACKWARDS in left.base else -1 if "vec(" in left.base else 0
            if way and found.shift != way:
                place, here = statement.place(origin_of(found.part)), show(found.part)
                sign, other = ("+", "-") if found.shift > 0 else ("-", "+")
                yield Problem(
                    place,
                    f"{here} lies against its arrow, which points {'back' if way > 0 else 'ahead'}",
                    help=f"try {here.replace(f'{found.letter} {sign} 1', f'{found.letter} {other} 1')}",
                    evidence={"kind": "index", "symbol": here},
                    key=f"arrow@{place.start}",
                )


def _has_gradient(term: Term) -> bool:
    return any(isinstance(part, Apply) and part.function in ("gradient", "derivative") for part in walk(term))


def _ahead(
    statement: Statement, parts: Parts, uses: _Uses, weighed: _Weighed
) -> tuple[Member, Statement | None] | None:
    """The one member of the next step in a formula, with what tells that it is astray."""
    ahead = [each for part in parts if (each := member_of(part)) is not None and each.shift == 1]
    if len(ahead) != 1 or _is_in_a_list(ahead[0], parts):
        return None
    (member,) = ahead
    key = member.base, member.letter
    if len(uses.ahead[key]) > 1 or any(isinstance(part, Apply) and part.function == "given" for part in parts):
        return None
    right = _right(statement, member)
    back = [each for each in uses.back[key] if each is not statement]
    if right is None:
        beside = weighed.get((member.base, member.letter, -1, _weight(statement.term, member)))
        return (member, beside) if beside is not None and not _is_summed(statement, member) else None
    if back and _is_carried(right, member):
        return member, back[0]
    left = member_of(statement.term.sides[0]) if isinstance(statement.term, Relation) else None
    if left is not None and (left.base, left.letter) == key and _is_renewal(right, left, member):
        return member, None
    return None


def _is_in_a_list(member: Member, parts: Parts) -> bool:
    """Whether a member stands in a list with dots, which may run either way."""
    return any(
        any(isinstance(each, Ellipsis) for each in children(part)) and any(each is member.part for each in walk(part))
        for part in parts
    )


def _right(statement: Statement, member: Member) -> Term | None:
    """The other side of an equation for this step; None where a formula is none."""
    term = statement.term
    if not isinstance(term, Relation) or len(term.sides) != 2 or term.relations[0] not in {*EXACTLY_EQUAL, "←"}:
        return None
    left = member_of(term.sides[0])
    if left is None or left.shift or left.letter != member.letter:
        return None
    return term.sides[1]


def _is_carried(right: Term, member: Member) -> bool:
    """Whether a member goes in as a state does: through a gate, or with a weight or an input into an activation.

    Differences to the next step, transitions and scores of what comes next have the next step by right.
    """
    if any(each.base == member.base and each.part is not member.part for each in members_in(right)):
        return False
    for part in walk(right):
        match part:
            case Elementwise(factors=factors) if any(factor is member.part for factor in factors):
                return any(_is_of_step(factor, member.letter) for factor in factors)
            case Apply(function=function) if _is_activation(function):
                if any(_takes_in(inner, member) for inner in walk(part)):
                    return True
    return False


def _takes_in(part: Term, member: Member) -> bool:
    """Whether a member is an argument here, an item of a list, or is multiplied by what is no member of this step."""
    match part:
        case Apply(arguments=items) | Matrix(rows=(items,)):
            return any(item is member.part for item in items)
        case Product(factors=factors) if any(factor is member.part for factor in factors):
            return not any(_is_of_step(factor, member.letter) for factor in factors)
    return False


def _is_summed(statement: Statement, member: Member) -> bool:
    """Whether the step is the letter of a sum, which may be shifted at will."""
    return any(
        isinstance(part, IndexedSum) and part.index is not None and part.index.name == member.letter
        for part in walk(statement.term)
    )


def _runs_back(member: Member, statement: Statement, model: SemanticModel) -> bool:
    """Whether what a family is made of may come from behind: the words say so, or an arrow over its letter."""
    if BACKWARDS in member.base or _is_summed(statement, member):
        return True
    return BACK.search(words_around(model.document, statement.span, AROUND)) is not None


# -- forms that go forward by themselves -----------------------------------------------------------------------


def _is_renewal(right: Term, left: Member, member: Member) -> bool:
    """Whether a formula is one by which states are renewed: a mean of old and new, a step of learning, a layer."""
    match right:
        case Sum(terms=terms):
            if any(term is member.part for term in terms):
                return any(_is_step_down(term) for term in terms)
            return is_blend(right, member.part, left)
        case Apply(function=function, arguments=(Sum(terms=terms),)) if _is_activation(function):
            return _is_layer(terms, left, member)
        case Product(factors=(Symbol(), Sum(terms=terms))):  # a letter for the activation
            return _is_layer(terms, left, member) and any(_is_of_step(term, left.letter) for term in terms)
        case Apply(function=function, arguments=(_, _, *_) as arguments) if is_of_entries(function):
            beside = [found for each in arguments if (found := member_of(each)) is not None and found.shift <= 0]
            return any(each is member.part for each in arguments) and bool(beside)
    return False


def _is_activation(function: str) -> bool:
    return is_of_entries(function) or taken_apart(function).is_letter


def is_blend(total: Sum, part: Term, left: Member) -> bool:
    """Whether a sum blends a state with what is new, by shares or by gates: ``β m + (1 - β) g``, ``f_t ⊙ c + i_t ⊙ u_t``."""
    holding = [term for term in total.terms if part in _factors(term)]
    others = [term for term in total.terms if part not in _factors(term)]
    if len(holding) != 1 or not others:
        return False
    return _complements(_factors(holding[0]), others) or _is_gated(holding[0], others, left)


def _factors(term: Term) -> tuple[Term, ...]:
    """The factors of a term, of whatever product, without brackets.

    >>> a, b, c = (Symbol(each) for each in "abc")
    >>> _factors(Product((a, Elementwise((b, c), "⊙")))) == (a, b, c)
    True
    """
    if not isinstance(term, Product | Elementwise):
        return (term,)
    return tuple(inner for factor in term.factors for inner in _factors(factor))


def _is_step_down(term: Term) -> bool:
    """``-η g_t``: less something times a rate."""
    factors = [part for part in walk(term) if isinstance(part, Symbol)]
    less = any(isinstance(each, Number) and each.value < 0 for each in _factors(term))
    return less and any(each.name.partition("_")[0] in RATES for each in factors)


def _complements(shares: Iterable[Term], others: Iterable[Term]) -> bool:
    """Whether one share is 1 less the other: β and 1 - β."""
    own = set(shares)
    for other in others:
        for factor in _factors(other):
            match factor:
                case Sum(terms=(Number(value=1), Product(factors=(Number(value=-1), share)))) if share in own:
                    return True
        for share in own:
            match share:
                case Sum(terms=(Number(value=1), Product(factors=(Number(value=-1), less)))) if less in _factors(other):
                    return True
    return False


def _is_gated(holding: Term, others: Iterable[Term], left: Member) -> bool:
    """``f_t ⊙ c_{t+1} + i_t ⊙ u_t``: the old state goes through a gate of this step."""

    def gated(term: Term) -> bool:
        return isinstance(term, Elementwise) and any(
            (found := member_of(each)) is not None and found.shift == 0 and found.letter == left.letter
            for each in _factors(term)
        )

    return gated(holding) and all(gated(each) for each in others)


def _is_layer(terms: tuple[Term, ...], left: Member, member: Member) -> bool:
    """``f(W^l z^{l+1} + b^l)``, ``tanh(W x_t + U h_{t+1} + b)``: times a weight, beside an input or a bias of this step."""
    holding = [term for term in terms if member.part in _factors(term)]
    if len(holding) != 1 or len(_factors(holding[0])) != 2 or len(terms) < 2:
        return False
    return any(_is_of_step(each, left.letter) for term in terms for each in _factors(term))


def _is_of_step(term: Term, letter: str) -> bool:
    """Whether a term is a member of this step, whatever its other indices are."""
    return isinstance(term, Index) and Symbol(letter) in term.slots


# -- times the same weight -------------------------------------------------------------------------------------


def _weighed(model: SemanticModel) -> _Weighed:
    """Where a member of the step before is multiplied by which weight."""
    found: _Weighed = {}
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            for one, weight in _pairs(part):
                found.setdefault((one.base, one.letter, one.shift, weight), statement)
    return found


def _pairs(part: Term) -> Iterator[tuple[Member, str]]:
    """A member beside a weight, or beside a member of this step in a list: ``h_{t-1} W``, ``[h_{t-1}, x_t]``."""
    match part:
        case Product(factors=(_, _) as items):
            pass
        case Matrix(rows=((_, _) as items,)) | Apply(arguments=(_, _) as items):
            pass
        case _:
            return
    for one, other in (items, items[::-1]):
        if (found := member_of(one)) is None:
            continue
        if isinstance(part, Product):
            if isinstance(other, Symbol):
                yield found, other.name
        elif (beside := member_of(other)) is not None and beside.shift == 0:
            yield found, show(other)


def _weight(term: Term, member: Member) -> str:
    """The weight that a member is multiplied by: the W of ``h_{t+1} W``."""
    for part in walk(term):
        for one, weight in _pairs(part):
            if one.part is member.part:
                return weight
    return ""


# -- in words ------------------------------------------------------------------------------------------------


def _problem(statement: Statement, member: Member, beside: Statement | None) -> Problem:
    place, here = statement.place(origin_of(member.part)), show(member.part)
    before = here.replace(f"{member.letter} + 1", f"{member.letter} - 1")
    return Problem(
        place,
        f"{here} is of the next step here, and what is worked out goes on from the step before",
        help=f"try {before}",
        related=(Related(beside.span, f"{before} stands here"),) if beside is not None else (),
        evidence={"kind": "index", "symbol": here},
        key=f"ahead@{place.start}",
    )
