r"""Expressions that a note writes alike again and again, and once otherwise in one place.

What stands twice or more in one form (an equation with its left side, or a part of several formulas) is the form that the
author means; where it stands once more with one index, sign, power, root or transpose changed, or two of its letters
exchanged, that place is a slip.  A form is compared by its *frame*: what is left of it without letters, numbers, signs,
roots, powers and transposes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.restated import are_alternatives, is_stepped_to, words_around
from symformer.semantics.usage.restated_elsewhere import differences, is_opposite
from symformer.terms.parts import factors_of, letter_names, origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

FEWEST_LEAVES = 6  # of a part of a formula
FEWEST_OF_EQUATION = 5  # of an equation with its left side
FEWEST_LETTERS = 3  # different ones: numbers of one make are many
FEWEST_RAISED = 10  # leaves of a form that is known again without a power: a mean and a mean square are two
MOST_LEAVES = 48
MOST_FORMS = 6  # of one frame that are held against the others
MOST_ALIKE = 200  # of one frame
NUMBERS = re.compile(r"\d+")
MINUS_ONE = Number(Fraction(-1))
IMAGINARY = frozenset({"i", "j", "roman(i)", "roman(j)"})
NO_NUMBERS = (Matrix, Unknown, Ellipsis, Slice)
VARIES = Cued(
    r"\b(?:instead|variants?|variations?|alternativ\w*|replac\w+|modif\w+|chang\w+|wrong|mistake\w*|incorrect\w*|unlike|differ\w*|"
    r"without|revers\w+|backward|generali[sz]\w*|approximat\w+|contrast|opposite|negat\w+|symmetr\w+|swap\w*|exchang\w+|decoder|"
    r"shift\w*|otherwise|likewise|similarly|analogous\w*|conversely|other)\b|改为|变为|另|变体|错误|反向|双向|近似|同理|类似",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Echo:
    """A form that stands once otherwise than elsewhere: where, what was meant, and how often that stands."""

    statement: Statement
    there: Statement
    now: Term
    was: Term
    times: int


@dataclass(frozen=True, slots=True)
class _Form:
    term: Term
    places: list[Statement]

    @property
    def is_repeated(self) -> bool:
        """Whether a form stands in two formulas at least: of two that stand once each, who tells which one is meant?"""
        return len({id(each) for each in self.places}) > 1


def echoes_astray(model: SemanticModel) -> Iterator[Echo]:
    """Each place where a form that the note has twice or more stands otherwise, the widest form first."""
    text = model.document.source.text
    told: set[tuple[int, int]] = set()
    defined = {side for each in model.statements if each.stance == "asserted" for side in _told_names(each.term)}
    found: list[tuple[int, Echo]] = []
    for alike in _by_frame(model).values():
        norms = [each for each in alike if each.is_repeated][:MOST_FORMS]
        for odd in alike[:MOST_ALIKE] if norms else ():
            if len(odd.places) != 1:
                continue
            for norm in norms:
                slip = slip_between(norm.term, odd.term)
                if slip is None or set(slip) <= defined:
                    continue  # the means of rows and those of columns are two things, each told in an equation
                if _is_free(norm, odd.places[0], text) and not _stands_in_its_own(slip[1], odd, model):
                    there = norm.places[0]
                    found.append((-_leaves(odd.term), Echo(odd.places[0], there, slip[1], slip[0], len(norm.places))))
                    break
        found += [(-_leaves(echo.now), echo) for echo in _quoted_astray(alike, text)]
    for _, echo in sorted(found, key=lambda each: (each[1].statement.span.start, each[0])):
        place = echo.statement.place(origin_of(echo.now))
        if (key := (place.start, place.end)) not in told:
            told.add(key)
            yield echo


def _quoted_astray(alike: Sequence[_Form], text: str) -> Iterator[Echo]:
    """Each part of a formula that the sentences around quote, and write otherwise: "the term $λ (a^2 + b^3)$ is …".

    It stands twice, and one of the two is a slip.
    """
    once_told = [each for each in alike[:MOST_ALIKE] if len(each.places) == 1]
    quotes = [each for each in once_told if each.places[0].term == each.term and not isinstance(each.term, Relation)]
    for quote in quotes:
        here = quote.places[0]
        for whole in once_told:
            there = whole.places[0]
            near = there.section == here.section and abs(there.span.start - here.span.start) < QUOTED_WITHIN
            if there is here or whole in quotes or not near or letter_names(whole.term) != letter_names(quote.term):
                continue
            first, second = (whole, quote) if there.span.start < here.span.start else (quote, whole)
            slip = _one_slip_of_quote(first.term, second.term)
            if (
                slip is not None
                and _is_free(first, second.places[0], text)
                and not VARIES.search(text, *words_around(here, text))
            ):
                yield Echo(second.places[0], first.places[0], slip[1], slip[0], 1)


QUOTED_WITHIN = 1200  # characters between a formula and a sentence on a part of it


def _one_slip_of_quote(first: Term, second: Term) -> tuple[Term, Term] | None:
    """The one sign, power, number or opposite function in which a quoted part differs from the formula."""
    found: list[tuple[Term, Term]] = []
    differences(first, second, found, _is_slip_of_part, most=1)
    if len(found) != 1 or found[0][0] is first:
        return None
    was, now = found[0]
    if isinstance(was, Transpose) or isinstance(now, Transpose):
        return None
    numbers = isinstance(was, Number) and isinstance(now, Number)
    return found[0] if numbers or _is_slip_of_part(was, now) else None


def _stands_in_its_own(now: Term, odd: _Form, model: SemanticModel) -> bool:
    r"""Whether a member of a short form stands in a part of it that the note has elsewhere, too.

    Where \alpha_t (1 - \bar\alpha_{t-1}) is a form, \alpha_t (1 - \bar\alpha_t) may be another one: 1 - \bar\alpha_t is
    everywhere.
    """
    if not isinstance(now, Index) or isinstance(odd.term, Relation) or _leaves(odd.term) >= FEWEST_RAISED:
        return False
    around = next((part for part in walk(odd.term) if any(each is now for each in children(part))), odd.term)
    if around is odd.term:
        return False
    others = (each for each in model.statements if each is not odd.places[0])
    return sum(around in set(walk(each.term)) for each in others) >= LEAST_ELSEWHERE


LEAST_ELSEWHERE = 2  # formulas that have a part of a form


def _told_names(term: Term) -> Iterator[Term]:
    """What an equation, or each of those in one formula, says something of: μ_i of ``μ_i = …``."""
    match term:
        case Relation(relations=("=" | ":=", *_), sides=(Index() as left, *_)):
            yield left


def _is_free(norm: _Form, here: Statement, text: str) -> bool:
    """Whether nothing but a slip tells a place from the others: no words, no list of kinds, no step of algebra."""
    if any(each.formula is here.formula or are_alternatives(each, here, text) for each in norm.places):
        return False
    if any(_are_members(each.term, here.term) for each in norm.places):
        return False  # U^{(5)} is told beside U^{(1)} to U^{(4)}: each is made of other letters
    first = norm.places[0]
    if first.span.start > here.span.start and is_stepped_to(first, text):
        return False  # the others came of a step that words announce
    return VARIES.search(text, *words_around(here, text)) is None


def _are_members(one: Term, other: Term) -> bool:
    """Whether two equations tell members of one family that differ in a number."""
    match one, other:
        case Relation(sides=(first, *_)), Relation(sides=(second, *_)) if first != second:
            return NUMBERS.sub("#", show(first)) == NUMBERS.sub("#", show(second))
    return False


# -- the forms of a note ------------------------------------------------------------------------------------------------


def _by_frame(model: SemanticModel) -> dict[object, list[_Form]]:
    places: dict[Term, list[Statement]] = defaultdict(list)
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.renewed:
            continue
        for part in _forms(statement.term):
            if not (known := places[part]) or known[-1] is not statement:
                known.append(statement)
    found: dict[object, list[_Form]] = defaultdict(list)
    for term, where in places.items():
        frame = ("=", term.sides[0]) if isinstance(term, Relation) else _frame(term)
        found[frame].append(_Form(term, where))
    return found


def _forms(term: Term) -> Iterator[Term]:
    """The equations and the parts of a formula that are long enough to be known again."""
    if isinstance(term, Relation) and set(term.relations) <= EXACTLY_EQUAL:
        left, *others = term.sides
        for side in others:
            if _is_form(left) and _is_form(side) and FEWEST_OF_EQUATION <= _leaves(left) + _leaves(side) <= MOST_LEAVES:
                yield Relation(("=",), (left, side), term.origin)
    sizes: dict[int, int] = {}
    unread: set[int] = set()
    for part in reversed(list(walk(term))):
        inner = children(part)
        sizes[id(part)] = isinstance(part, Symbol | Number) + sum(sizes.get(id(each), 0) for each in inner)
        if isinstance(part, NO_NUMBERS) or any(id(each) in unread for each in inner):
            unread.add(id(part))
        elif FEWEST_LEAVES <= sizes[id(part)] <= MOST_LEAVES and not isinstance(part, Relation):
            if len(letter_names(part)) >= FEWEST_LETTERS and not _is_wave(part):
                yield part


def _is_wave(part: Term) -> bool:
    """Whether a power of e with an imaginary exponent stands in a form: waves come with either sign."""
    return any(
        isinstance(each, Power)
        and any(isinstance(one, Symbol) and one.name in IMAGINARY for one in factors_of(each.exponent))
        or isinstance(each, Product)
        and any(isinstance(one, Symbol) and one.name in IMAGINARY for one in each.factors)
        for each in walk(part)
    )


def _is_form(side: Term) -> bool:
    return not any(isinstance(part, NO_NUMBERS) for part in walk(side))


def _leaves(term: Term) -> int:
    return sum(isinstance(part, Symbol | Number) for part in walk(term))


def _frame(term: Term) -> object:
    """A term without its letters and numbers, and without what a slip loses."""
    match term:
        case Symbol():
            return "letter"
        case Number():
            return "number"
        case Index(base=base):
            return "member", _frame(base)
    bare = _bare(term)
    if bare is not term:
        return _frame(bare)
    named = getattr(term, "kind", None) or (len(term.arguments) if isinstance(term, Apply) else None)
    inner = [_frame(each) for each in _without_limits(term)]
    return type(term).__name__, named, tuple(inner)


def _without_limits(term: Term) -> Sequence[Term]:
    return (term.body,) if isinstance(term, IndexedSum) else children(term)


def _bare(term: Term) -> Term:
    """A term without the one minus, root, power or transpose about it; itself where there is none."""
    match term:
        case Product(factors=(first, inner)) if first == MINUS_ONE:
            return inner
        case Apply("sqrt", (inner,)) | Power(inner, Number()) | Transpose(inner):
            return inner
    return term


# -- what tells two forms apart -----------------------------------------------------------------------------------------


def slip_between(norm: Term, odd: Term) -> tuple[Term, Term] | None:
    """The one place in which a form differs from the one that is meant, where that is how slips look: what was, what is.

    >>> t, x, z, i, j = (Symbol(each) for each in "txzij")
    >>> meant = Sum((Product((t, Index(x, (i,)))), Product((Index(z, (i,)), Index(x, (j,))))))
    >>> was, now = slip_between(meant, Sum((Product((t, Index(x, (j,)))), Product((Index(z, (i,)), Index(x, (j,)))))))
    >>> [each.name for each in (*was.indices, *now.indices)]
    ['i', 'j']
    """
    found: list[tuple[Term, Term]] = []
    differences(norm, odd, found, _is_slip_of_part, most=2)
    equation = isinstance(norm, Relation)
    match found:
        case [(was, now)] if not (equation and was in (norm, norm.sides[0] if isinstance(norm, Relation) else None)):
            return (was, now) if _is_slip(was, now, norm, odd, equation) else None
        case [(was, now), (other, turned)] if (was, now) == (turned, other) and isinstance(was, Symbol | Index):
            return (was, now) if not _are_turned_throughout(was, now, norm) else None
    return None


def _are_turned_throughout(one: Term, other: Term, norm: Term) -> bool:
    """Whether two letters stand nowhere else in a form: x y^T and y x^T are of two things."""
    times = Counter(walk(norm))
    return times[one] + times[other] <= 2 and not _is_lopsided(norm)


def _is_lopsided(norm: Term) -> bool:
    """Whether the two summands of a form are of two makes, so that its letters have places of their own."""
    return any(
        isinstance(part, Sum) and len(part.terms) == 2 and len({_frame(each) for each in part.terms}) == 2
        for part in walk(norm)
    )


def _is_slip_of_part(one: Term, other: Term) -> bool:
    """Whether one term is the other under one sign, power, root or transpose, or its opposite."""
    return _bare(one) == other or _bare(other) == one or is_opposite(one, other)


def _is_slip(was: Term, now: Term, norm: Term, odd: Term, equation: bool) -> bool:
    if was is norm:
        return False
    if isinstance(was, Index) and isinstance(now, Index) and was.base == now.base:
        return _is_slip_of_index(was, now, norm, odd)
    if _is_slip_of_part(was, now):
        if isinstance(now, Transpose) and isinstance(now.operand, Power):
            return False  # a gradient has the transpose of an inverse, which is itself where it is symmetric
        raised = any(isinstance(each, Power | Apply) for each in (was, now))
        return not raised or equation or _leaves(norm) >= FEWEST_RAISED
    limits = {id(each.upper) for each in walk(norm) if isinstance(each, IndexedSum)}
    if id(was) in limits and letter_names(was) == letter_names(now) and isinstance(was, Sum) != isinstance(now, Sum):
        return True  # to n for to n - 1
    if isinstance(was, Number) and isinstance(now, Number):
        return equation
    if not equation or not isinstance(was, Symbol | Index) or not isinstance(now, Symbol | Index):
        return False
    return id(was) in limits or now in walk(norm)  # another letter of the same equation


def _is_slip_of_index(was: Index, now: Index, norm: Term, odd: Term) -> bool:
    """Whether one slot of a member has another index, which nothing in the form goes with."""
    pairs = list(zip(was.slots, now.slots, strict=False))
    if len(was.slots) != len(now.slots) or any(isinstance(a, Number) or isinstance(b, Number) for a, b in pairs):
        return False
    apart = [(a, b) for a, b in pairs if a != b]
    if len(apart) != 1:  # two in each other's place: a loss over rows, and one over columns
        return False
    before, behind = (letter_names(each) for each in apart[0])
    outside = [part for part in walk(norm) if isinstance(part, Index) and part != was]
    tied = {name for each in outside for slot in each.slots for name in letter_names(slot)}
    return before <= tied and behind <= tied | before
