"""Which formula of the field a formula is meant to be, and the one edit by which it is not.

The formulas are those that notes cite by name and write in many ways (``catalogue.forms``).  A letter of one stands
for whatever is one thing: a name, an entry, the value of a function.  What a formula claims to be is told by its left
side and by the words around it; that it agrees with any of the ways to write it ends the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from symformer.catalogue.form import Form
from symformer.catalogue.formed import WrittenForm, contrary, forms_named, forms_telling, written
from symformer.reasoning.edit_kinds import (
    EXTREMES,
    is_of_whole,
    is_other_extreme,
    is_renamed,
    is_sign_of_whole,
    is_turned,
    stands_elsewhere,
)
from symformer.reasoning.evident import is_of_itself, under_one_name
from symformer.reasoning.exchanged import exchanges, moves
from symformer.reasoning.likely import operators_of
from symformer.reasoning.matching import (
    ANY_ARRAY,
    ANY_NUMBER,
    FUNCTION,
    Bound,
    Pattern,
    functions_of,
    is_one_thing,
    matches,
)
from symformer.reasoning.nearly import Edit, nearly
from symformer.reasoning.normal import MINUS_ONE, normal
from symformer.reasoning.plainer import (
    as_numbers,
    features_of,
    is_told_over,
    likelier_within,
    own_name,
    plain,
    told_over,
    with_arrays,
    without_law,
)
from symformer.reasoning.recognise import ALSO, settled
from symformer.reasoning.sampled import differ
from symformer.reasoning.slips import slips
from symformer.terms.parts import rebuilt, unindexed
from symformer.terms.term import (
    EQUAL,
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Symbol,
    Term,
    Unknown,
    walk,
)

FEWEST_AGREEING = 3  # parts that agree beside the edit
FEWEST_OF_FUNCTION = 1  # the same where one known function stands for another: min for max
FEWEST_OF_CLAIMED = 8  # the same where something is left out of what only the words around name
FEWEST_TELLING = 5  # parts of a side that agrees by more than being a quotient of two things
MOST_APART = 8  # in how many parts a formula one edit away may differ
MOST = 80  # parts of a formula that is looked at
LIKE_EQUAL = EQUAL | {"←", ":=", "≡", "≈"}
FLIPPED = {"≤": "≥", "≥": "≤"}
Cited = Callable[[], tuple[Form, ...]]
IsSlip = Callable[[Edit, bool, bool], bool]


@dataclass(frozen=True, slots=True)
class FormMiss:
    """A formula that is a formula of the field but for one edit.

    ``standard`` is the right side of that in the formula's own letters; ``signed``: the edit is the sign of the whole;
    ``kept``: a letter is left out that nobody leaves out who has it elsewhere.
    """

    form: Form
    edit: Edit
    standard: Term
    side: int
    named: bool
    signed: bool
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing a formula with those that it may be meant to be: it is one, or one but for an edit."""

    agrees: bool
    miss: FormMiss | None = None


@dataclass(frozen=True, slots=True)
class _Ready:
    """One way to write a formula, ready to be matched."""

    written: WrittenForm
    relation: str
    left: Term | None
    pattern: Pattern
    features: Mapping[str, int]
    size: int
    bare: Pattern | None  # the same where no expectation says over what; None where none does
    named: bool = False  # whether the left side is a word that names the form


@dataclass(frozen=True, slots=True)
class _Subject:
    """One side of a formula, in the forms in which it is compared."""

    with_arrays: Term
    numbers: Term
    bare: Term

    def beside(self, ready: _Ready) -> Term:
        if ready.written.form.arrays:
            return self.with_arrays
        return self.bare if ready.bare is None else self.numbers


def compared_with_forms(term: Term, cited: Cited, is_slip: IsSlip, evident: Sequence[Form] = ()) -> Compared:
    """Whether a formula is one of the field, or which one it is meant to be, with the edit.

    ``cited`` gives the forms that the words around the formula name; ``is_slip`` tells which edits happen to writers,
    given the edit, whether it is the sign of the whole, and whether the form leaves no choice of that; ``evident``
    are the forms that the letters of the formula tell.
    """
    if not isinstance(term, Relation) or len(term.relations) + 1 != len(term.sides):
        return NEITHER
    term = under_one_name(term)
    assert isinstance(term, Relation)
    if is_of_itself(term):
        return NEITHER  # the form is one of two things
    names = left_names(term.sides[0])
    claimed = [each for name in names for each in forms_named(name)]
    claimed += telling_forms(term.sides[0])
    those = {each.id: each for each in (*claimed, *evident, *cited())}
    found: list[FormMiss] = []
    for turn, (left, relation, side) in enumerate(_oriented(term), 1):
        meant = [each for each in those.values() if each in claimed or each in evident or _may_be(each, left)]
        if not meant or isinstance(side, Symbol | Index | Number):
            continue
        subject = _subject(side)
        if subject is None:
            continue
        told = told_over(subject.numbers)
        ready = [_as_told(each, told, each.written.form in claimed) for form in meant for each in _all_ready(form)]
        if agreeing := [each for each in ready if _is_it(each, left, relation, subject)]:
            swapped = (
                []
                if any(each.written.form in claimed for each in agreeing)
                else [
                    miss
                    for each in ready
                    if each.written.form in claimed and each.left is not None
                    for miss in _misses(each, left, relation, subject, is_slip)
                    if miss.edit.kind == "arguments"
                ]
            )  # by its form alone, but the left side has its arguments in each other's place
            if swapped:
                return Compared(False, replace(swapped[0], side=turn % len(term.sides)))
            if len(term.sides) == 2:
                return AGREES
            if all(each.written.also or each.size < FEWEST_TELLING for each in agreeing):
                continue  # which says too little of the other sides
            those = {
                name: form for name, form in those.items() if form.decided and form not in evident
            }  # the other sides are the same, rewritten
            continue
        some = _leaves_some_out(side)
        for each in ready:
            if some and not _leaves_some_out(each.written.term):
                continue  # the mean of all others is no mean with a slip
            if not each.written.also and _apart(each.features, features_of(subject.beside(each))[0]) <= MOST_APART:
                misses = _misses(each, left, relation, subject, is_slip)
                found += [replace(miss, side=turn % len(term.sides)) for miss in misses]
    return Compared(False, min(found, key=lambda each: (not each.named, each.edit.size), default=None))


def _leaves_some_out(term: Term) -> bool:
    """Whether a sum leaves one member out: over all j ≠ i."""
    conditions = (part.condition for part in walk(term) if isinstance(part, IndexedSum) and part.condition is not None)
    return any(isinstance(part, Relation) and "≠" in part.relations for each in conditions for part in walk(each))


NEITHER, AGREES = Compared(False), Compared(True)


def is_contrary(term: Relation, form: Form) -> bool:
    """Whether a formula is what goes by the opposite name of a form."""
    if len(term.sides) != 2 or len(term.relations) != 1:
        return False
    left, side = term.sides
    subject = _subject(side)
    return (
        subject is not None
        and _may_be(form, left)
        and any(_is_it(each, left, "=", subject) for each in map(_ready, contrary(form)))
    )


def _oriented(term: Relation) -> Iterator[tuple[Term, str, Term]]:
    """The left side with each of the others: of a bound, the side that is a name or a logarithm first.

    Where both sides are the least of something, min J = min …, that is compared.
    """
    left = term.sides[0]
    for relation, side in zip(term.relations, term.sides[1:], strict=True):
        sign = "=" if relation in LIKE_EQUAL else relation
        match left, side:
            case Apply(name, (ours,)), Apply(other, (theirs,)) if name == other and name.partition("_")[0] in EXTREMES:
                yield ours, sign, theirs
            case _:
                yield left, sign, side
    if len(term.sides) == 2 and (flipped := FLIPPED.get(term.relations[0])) is not None:
        yield term.sides[1], flipped, left


def telling_forms(left: Term) -> tuple[Form, ...]:
    """The forms that the arguments of a left side tell: those of I(X; Y), not those of I."""
    compound = isinstance(left, Apply) and any(isinstance(each, Apply) for each in left.arguments)
    several = isinstance(left, Apply) and len(left.arguments) > 1
    return forms_telling(plain(left.function)) if isinstance(left, Apply) and (compound or several) else ()


def left_names(left: Term) -> tuple[str, ...]:
    """What a left side may be called by: FL of FL(p), BLEU, D and D_KL of D_{KL}(p ‖ q), tilde(c) of c̃_t.

    >>> left_names(Apply("FL", (Symbol("p"),))), left_names(Symbol("D_KL"))
    (('FL',), ('D_KL', 'D', 'KL', 'divergence'))
    """
    match left:
        case Apply("gradient" | "derivative", (inner, *_)):
            return ("gradient", *left_names(inner))
        case Apply("min" | "max" | "argmin" | "argmax", (inner,)):
            return left_names(inner)
        case Apply("log", _):
            return ("log",)
        case Product((first, inner)) if first == MINUS_ONE:
            return ("negative", *(f"-{name}" for name in left_names(inner)))
        case Power(base, Number(value)):
            return (*(f"{name}^{value}" for name in left_names(base)), *left_names(base))
    head = unindexed(left)
    name = head.function if isinstance(head, Apply) else head.name if isinstance(head, Symbol) else ""
    whole = plain(name)
    parts = [part for part in whole.replace("^", "_").split("_") if part]
    bare = plain(re.sub(r"^[a-z]+\((.*)\)", r"\1", whole))
    return tuple(dict.fromkeys(each for each in (whole, *parts, *sorted(operators_of(head)), bare) if each))


def _may_be(form: Form, left: Term) -> bool:
    words = {each.casefold() for each in form.left if len(each) > 2}
    if any(name in form.left or name.casefold() in words for name in left_names(left)):
        return True
    called = isinstance(left, Apply) or isinstance(normal(left), Apply)  # e^x is exp(x)
    if form.left and not called:
        return False
    told = [each.left for each in _all_ready(form) if each.left is not None]
    return called and any(isinstance(each, Apply) for each in told) or not (form.left or told)


def _as_told(ready: _Ready, told: bool, named: bool) -> _Ready:
    """The form without what its expectations are over, for a formula that does not tell it."""
    if told or ready.bare is None:
        return replace(ready, named=named)
    return replace(ready, pattern=ready.bare, bare=None, named=named)


@lru_cache(maxsize=512)
def _all_ready(form: Form) -> tuple[_Ready, ...]:
    return tuple(_ready(each) for each in written(form))


def _ready(given: WrittenForm) -> _Ready:
    form, term = given.form, given.term
    left: Term | None = None
    relation, right = "=", term
    if isinstance(term, Relation):
        left, right = normal(term.sides[0]), term.sides[1]
        relation = "=" if term.relations[0] in LIKE_EQUAL else term.relations[0]
    compared = with_arrays(right) if form.arrays else as_numbers(right)
    over = {own_name(part.arguments[1]) for part in walk(compared) if is_told_over(part)}
    if over & _names(form.functions):
        compared = without_law(compared)
    bound = {part.index for part in walk(compared) if isinstance(part, IndexedSum) and part.index is not None}
    arrays, fixed = _names(form.arrays), _names(form.fixed)
    letters = {part for side in (left, compared) if side is not None for part in walk(side) if isinstance(part, Symbol)}
    free = {each for each in letters if each.name not in fixed and each.name not in CONSTANTS}
    kinds = {each: "index" if each in bound else ANY_ARRAY if each.name in arrays else ANY_NUMBER for each in free}
    functions = {name: ALSO.get(name, frozenset()) for name in _names(form.functions)}
    features, size = features_of(compared)[0], sum(1 for _ in walk(compared))
    pattern = Pattern(compared, kinds, dict.fromkeys(kinds, 0), functions)
    bare = replace(pattern, term=without_law(compared)) if told_over(compared) else None
    return _Ready(given, relation, left, pattern, features, size, bare)


CONSTANTS = frozenset({"pi", "infty", "e", "otherwise"})


def _names(letters: str) -> set[str]:
    return {each.removeprefix("\\") for each in letters.split()}


# -- one form for all that says the same ------------------------------------------------------------------------------


def _subject(side: Term) -> _Subject | None:
    side = _with_bound_sums(settled(likelier_within(side)))
    arrays = with_arrays(side)
    if features_of(arrays)[1] > MOST or any(
        isinstance(part, Elementwise) and part.sign not in SIGNS for part in walk(arrays)
    ):
        return None
    if any(isinstance(part, Unknown) for part in walk(arrays)):
        return None
    numbers = as_numbers(side)
    return _Subject(arrays, numbers, without_law(numbers))


def _with_bound_sums(term: Term) -> Term:
    """A formula in which a sum that does not say over what, of one letter's entries, is over that letter: Σ x_i^2."""
    term = rebuilt(term, _with_bound_sums)
    match term:
        case IndexedSum(kind="sum", index=None, lower=None, upper=None, condition=None):
            slots = {slot for part in walk(term.body) if isinstance(part, Index) for slot in part.indices}
            if len(slots) == 1 and isinstance(letter := slots.pop(), Symbol):
                return replace(term, index=letter)
    return term


SIGNS = ("⊙", "∘", "·", "∩", "∪")


def _apart(ours: Mapping[str, int], theirs: Mapping[str, int]) -> int:
    return sum(abs(ours.get(kind, 0) - theirs.get(kind, 0)) for kind in {*ours, *theirs})


# -- agreement --------------------------------------------------------------------------------------------------------


def _is_it(ready: _Ready, left: Term, relation: str, subject: _Subject) -> bool:
    if relation != ready.relation or isinstance(ready.pattern.term, Symbol):
        return False  # a letter stands for anything
    form = ready.written.form
    return any(
        _left_agrees(ready, left, bound) and not _misnamed(form, bound)
        for bound in matches(ready.pattern, subject.beside(ready))
    )


def _left_agrees(ready: _Ready, left: Term, bound: Bound) -> bool:
    """Whether a left side is the one that the form has, where it tells one: with the same names in the same places."""
    if ready.left is None:
        return True
    given = normal(left)
    if isinstance(ready.left, Apply) and not isinstance(given, Apply) and ready.written.form.left:
        return True  # a name alone, which tells nothing of arguments
    if isinstance(ready.left, Apply) and isinstance(given, Apply) and ready.left.function != given.function:
        if ready.left.function in ready.written.form.fixed.split() and ready.left.function not in left_names(given):
            return False
        if ready.left.function not in ready.pattern.functions:
            given = replace(given, function=ready.left.function)
    pattern, bound = replace(ready.pattern, term=ready.left), _with_functions(bound)
    return any(
        all(letter not in bound or _same_name(bound[letter], name) for letter, name in found.items())
        for found in matches(pattern, given)
    )


def _with_functions(bound: Bound) -> Bound:
    """The letters of a form with those that it calls: the p of H(p, q) is that of p(x)."""
    called = {Symbol(letter): Symbol(name) for letter, name in functions_of(bound).items()}
    return {**called, **bound}


def _same_name(one: Term, other: Term) -> bool:
    return one == other or own_name(one) == own_name(other)


@lru_cache(maxsize=512)
def _usual(form: Form) -> dict[Symbol, frozenset[str]]:
    return {Symbol(_canonical(letter)): _canonical_all(f"{letter} {names}") for letter, names in form.alike}


def _misnamed(form: Form, bound: Bound) -> bool:
    """Whether a letter of a form goes by a name that another letter of it usually has."""
    usual = _usual(form)
    if not usual:
        return False
    letters = [(letter, value) for letter, value in bound.items() if not letter.name.startswith(FUNCTION)]
    for letter, value in (*letters, *_functions(bound)):
        name = own_name(value)
        names = (name, _head(name)) if isinstance(value, Apply) or letter not in bound else (name,)
        if name != letter.name and not any(each in usual.get(letter, ()) for each in names):
            if any(each in others for each in names for others in usual.values()):
                return True
    return False


def _functions(bound: Bound) -> list[tuple[Symbol, Term]]:
    """The functions of a form as letters, with their names in the formula."""
    return [(Symbol(letter), Symbol(name)) for letter, name in functions_of(bound).items()]


def _head(name: str) -> str:
    """A name without what marks it: V of V^π and of V_φ."""
    return name.partition("^")[0].partition("_")[0]


def _crossed(form: Form, bound: Bound) -> tuple[Symbol, Symbol] | None:
    """Two letters of a form that go by each other's usual names."""
    usual = _usual(form)
    letters = [each for each in usual if each in bound]
    for at, one in enumerate(letters):
        for other in letters[at + 1 :]:
            first, second = own_name(bound[one]), own_name(bound[other])
            there = first in usual[other] - usual[one] and second in usual[one] - usual[other]
            if there:
                return one, other
    return None


def _canonical(letter: str) -> str:
    """The name of a letter in LaTeX: hat(y) of \\hat{y}."""
    name = letter.removeprefix("\\")
    head, brace, inner = name.partition("{")
    return f"{head}({inner.rstrip('}').removeprefix(chr(92))})" if brace else name


def _canonical_all(letters: str) -> frozenset[str]:
    return frozenset(_canonical(each) for each in letters.split())


# -- one edit away ----------------------------------------------------------------------------------------------------


def _misses(ready: _Ready, left: Term, relation: str, subject: _Subject, is_slip: IsSlip) -> Iterator[FormMiss]:
    given = subject.beside(ready)
    for bound, edit in _edits(ready, left, relation, given):
        if relation != ready.relation and edit.kind != "relation":
            continue
        on_its_head = edit.kind == "inverted" and ready.size >= FEWEST_OF_CLAIMED  # all of it agrees
        fewest = FEWEST_OF_FUNCTION if edit.kind == "function" else FEWEST_AGREEING
        if not on_its_head and ready.size - edit.touched < fewest:
            continue
        named = ready.named
        if not named and (is_of_whole(edit, ready.pattern.term) or not _is_usual(ready.written.form, bound, edit)):
            continue
        left_out = edit.kind == "missing" and not isinstance(edit.standard, Number)
        kept = left_out and _is_kept(edit.standard, ready.written.form)
        if left_out and not (named or kept) and ready.size - edit.touched < FEWEST_OF_CLAIMED:
            continue
        if ready.written.form.scaled and edit.kind == "extra" and isinstance(edit.found, Number):
            continue  # the scale of an adapter
        if edit.kind == "moved" and any(isinstance(part, Apply) and part.function == "slope" for part in walk(given)):
            continue  # how far a gradient reaches
        if edit.kind == "letter" and _is_only_argument(left, edit.found):
            continue  # H(p) is of p, and no cross-entropy
        if edit.kind == "letter" and edit.found in _counted(given):
            continue  # an index within a sum that stands outside of it too
        if is_renamed(edit, ready.pattern.term, given, _names(ready.written.form.fixed)):
            continue
        signed = is_sign_of_whole(edit, ready.pattern.term)
        told = _in_letters(ready.pattern.term, bound)
        own = Edit(
            edit.kind,
            None if edit.standard is None else _in_letters(edit.standard, bound),
            edit.found,
            None if edit.within is None else _in_letters(edit.within, bound),
        )
        if not (
            is_slip(own, signed, ready.written.form.decided)
            or kept
            or left_out
            and stands_elsewhere(edit, ready.pattern.term)
        ):
            continue
        always = edit.kind in ("arguments", "relation", "order") or is_turned(own) or is_other_extreme(own)
        if always or differ(told, given) is True:
            yield FormMiss(ready.written.form, own, told, 1, named, signed, kept)


def _is_only_argument(left: Term, found: Term | None) -> bool:
    """Whether a left side is a function of one list, and what is found is an entry of it."""
    return isinstance(found, Index) and isinstance(left, Apply) and left.arguments == (found.base,)


def _is_kept(part: Term | None, form: Form) -> bool:
    head = part.base if isinstance(part, Index) else part
    return isinstance(head, Symbol) and head.name in _names(form.kept)


def _is_usual(form: Form, bound: Bound, edit: Edit) -> bool:
    """Whether some letter goes by a name that it often has, where the form tells such names."""
    usual = _usual(form)
    if not usual or edit.kind in ("crossed", "missing", "extra", "negated", "inverted"):
        return True
    if not any(each in bound for each in usual):  # a way to write it in letters of its own: p log q
        return any(own_name(name) == letter.name for letter, name in bound.items())
    return any(own_name(bound[each]) in usual[each] for each in usual if each in bound)


def _counted(term: Term) -> set[Term]:
    return {part.index for part in walk(term) if isinstance(part, IndexedSum) and part.index is not None}


def _edits(ready: _Ready, left: Term, relation: str, given: Term) -> Iterator[tuple[Bound, Edit]]:
    form = ready.written.form
    for bound in matches(ready.pattern, given):
        if FLIPPED.get(relation) == ready.relation and _left_agrees(ready, left, bound):
            yield bound, Edit("relation", Symbol(ready.relation), Symbol(relation))
        pair = _crossed(form, bound)
        if pair is not None and _left_agrees(ready, left, bound):
            own = {**bound, pair[0]: bound[pair[1]], pair[1]: bound[pair[0]]}
            yield own, Edit("crossed", pair[0], pair[1] if pair[1] not in own else own[pair[1]])
        elif (
            not _misnamed(form, bound)
            and ready.left is not None
            and _is_permuted(ready.left, left, _with_functions(bound))
        ):
            yield bound, Edit("arguments", ready.left, left)
    for bound, edit in nearly(ready.pattern, given):
        if _left_agrees(ready, left, bound) and not _misnamed(form, bound):
            yield bound, edit
    counted = dict(features_of(given)[0])
    changes = exchanges(ready.pattern) if counted == ready.features else ()
    # a factor that moves to a negative term makes no product more there, and one less where it was
    for changed, edit in (*changes, *moves(ready.pattern, counted)):
        for bound in matches(replace(ready.pattern, term=changed), given):
            if _left_agrees(ready, left, bound) and not _misnamed(form, bound):
                yield bound, Edit(edit.kind, edit.standard, _in_letters(edit.found, bound) if edit.found else None)
    for pattern, features, edit in _slipped(
        form, ready.written.latex, ready.pattern.term == without_law(ready.pattern.term)
    ):
        if features == features_of(given)[0]:
            for bound in matches(pattern, given):
                if _left_agrees(ready, left, bound) and not _misnamed(form, bound):
                    yield bound, Edit(edit.kind, edit.standard, _in_letters(edit.found, bound) if edit.found else None)


@lru_cache(maxsize=1024)
def _slipped(form: Form, latex: str, bare: bool) -> tuple[tuple[Pattern, Mapping[str, int], Edit], ...]:
    """A way to write a formula with one slip where it is written, ready to be matched."""
    ready = next(each for each in _all_ready(form) if each.written.latex == latex)
    term = ready.written.term
    found: dict[Term, Edit] = {}
    for changed, edit in slips(term.sides[1] if isinstance(term, Relation) else term):
        compared = with_arrays(changed) if form.arrays else as_numbers(changed)
        found.setdefault(without_law(compared) if bare else compared, edit)
    return tuple((replace(ready.pattern, term=term), features_of(term)[0], edit) for term, edit in found.items())


def _is_permuted(standard: Term, left: Term, bound: Bound) -> bool:
    """Whether a left side has the names of the standard one in another order."""
    ours = [own_name(part) for part in walk(_in_letters(standard, bound)) if is_one_thing(part)]
    theirs = [own_name(part) for part in walk(normal(left)) if is_one_thing(part)]
    return ours[1:] != theirs[1:] and sorted(ours[1:]) == sorted(theirs[1:])


def _in_letters(term: Term, bound: Bound) -> Term:
    """A part of a form in the letters of the formula."""
    if isinstance(term, Symbol):
        return bound.get(term, term)
    inner = rebuilt(term, lambda part: _in_letters(part, bound))
    names = functions_of(bound)
    if isinstance(inner, Apply) and inner.function in names:
        return replace(inner, function=names[inner.function])
    return inner


__all__ = ["Compared", "FormMiss", "compared_with_forms", "is_contrary", "left_names", "telling_forms"]
