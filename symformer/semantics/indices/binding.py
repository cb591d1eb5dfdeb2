"""Indices: which letters a statement binds, which it leaves free, and where one letter does two jobs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symformer.semantics.indices.carried import without_carried
from symformer.semantics.indices.likelier import NUMBERED_CALL, as_indexed, with_numbered_calls
from symformer.semantics.indices.powers import stray_powers
from symformer.semantics.indices.rebound import nested, rebound
from symformer.semantics.indices.slots import (
    RUNNING,
    RUNS_BELOW,
    IndexFault,
    bound_letters,
    outside_slots,
    slot_letters,
    slots_of_term,
)
from symformer.semantics.indices.unused import extremes_never_used, sums_never_used
from symformer.terms.term import (
    EQUAL,
    Apply,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)

IDENTITIES = frozenset({"I", "bold(I)", "blackboard(I)", "Id", "eye"})  # what stands below them is a size
EULER = Symbol("e")
LONGEST_NAME = 12
OF_POINTS = frozenset({"angle", "∠"})  # what stands below them are the points that an angle is drawn between


def index_faults(statement: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """The faults of one statement, given the letters that the note uses as sizes (x_n may be the last)."""
    statement = without_carried(as_indexed(statement))
    yield from nested(statement)
    yield from sums_never_used(statement)
    yield from extremes_never_used(statement)
    if isinstance(statement, Relation) and statement.relations[0] in EQUAL:
        left, rights = statement.sides[0], statement.sides[1:]
        yield from _two_jobs(left, statement)
        if isinstance(rights[0], Unknown):
            return
        bound_left = set(slot_letters(left)) if isinstance(left, Index) else set[str]()
        for right in rights[:1]:
            yield from rebound(right, bound_left, None)
        if isinstance(left, Index) and isinstance(rights[0], Index) and left.base == rights[0].base:
            return  # two members of one family are said to be equal: D_q = D_k
        loose = [*_free(left, rights[0], sizes), *_loose(left, rights[0], sizes)]
        yield from loose or _dangling_in_some(left, tuple(map(with_numbered_calls, rights)), sizes)
        yield from stray_powers(left, rights[0], sizes)


# -- one letter in two slots -----------------------------------------------------------------------


def _two_jobs(left: Term, statement: Relation) -> Iterator[IndexFault]:
    """``p_{i,2i}``: the letter counts one axis, and a multiple of it counts another."""
    slots, holder = _slots(left)
    if len(slots) < 2:
        return
    bare = {slot.name for slot in slots if isinstance(slot, Symbol)}
    for slot in slots:
        multiplied = _multiplied_letter(slot)
        if multiplied is None:
            continue
        letter, factor = multiplied
        if letter in bare:  # the multiple stands in another slot: this one is no bare letter
            yield IndexFault("two-jobs", letter, statement.origin, holder, True, factor)
            return


def _slots(left: Term) -> tuple[tuple[Term, ...], str]:
    match left:
        case Index(base=Symbol() as base):
            slots = tuple(slot for index in left.indices for slot in _items(index))
            return slots, base.name
        case Apply() if all(map(_is_counter, left.arguments)):
            return left.arguments, left.function
    return (), ""


def _is_counter(argument: Term) -> bool:
    """Whether an argument may count an axis, as in ``PE(pos, 2i + 1)``: no formula, such as what is differentiated."""
    match argument:
        case Symbol() | Number():
            return True
        case Product(factors=factors):
            return all(isinstance(each, Symbol | Number) for each in factors)
        case Sum(terms=terms):
            return all(map(_is_counter, terms))
    return False


def _items(term: Term) -> tuple[Term, ...]:
    return term.arguments if isinstance(term, Apply) and term.function == "tuple" else (term,)


def _multiplied_letter(slot: Term) -> tuple[str, str] | None:
    """The letter that a slot holds a multiple of: 2i, 2i + 1."""
    for part in walk(slot):
        if isinstance(part, Product) and len(part.factors) == 2:
            factor, letter = part.factors
            if isinstance(factor, Number) and abs(factor.value) > 1 and isinstance(letter, Symbol):
                return letter.name, str(factor.value)
    return None


# -- free on one side ------------------------------------------------------------------------------


def _is_summed_in_silence(term: Term, letter: str) -> bool:
    """Whether a letter stands in two factors of one product, or twice in one entry: a sum without its sign."""
    for part in walk(term):
        match part:
            case Product(factors=factors) | Elementwise(factors=factors):
                if sum(letter in slot_letters(factor) for factor in factors) > 1:
                    return True
            case Index():
                if sum(Symbol(letter) in set(walk(slot)) for slot in part.slots) > 1:
                    return True
    return False


def _is_of_one_set(term: Term, letter: str) -> bool:
    """Whether a letter tells which set a sum runs through: the i of ``k \\in S_i``."""
    return any(
        isinstance(part, IndexedSum)
        and isinstance(part.condition, Relation)
        and part.condition.relations == ("∈",)
        and letter in slot_letters(part.condition.sides[1])
        for part in walk(term)
    )


def _may_transpose(place: Index, letter: str) -> bool:
    """Whether a letter may be the sign of a transpose: ``V^t``, as some write it."""
    return letter == "t" and not place.indices and isinstance(place.base, Symbol) and place.base.name[-1:].isupper()


def _names_entries(left: Term, right: Term) -> bool:
    """Whether the right side adds up other entries of the left side's family: ``m_j = m_l + m_s``, by the names they have."""
    if not isinstance(left, Index) or len(left.indices) != 1 or not isinstance(right, Sum):
        return False
    entries = [each for each in right.terms if isinstance(each, Index) and each.base == left.base]
    return len(entries) == len(right.terms) and all(
        isinstance(slot, Symbol) for each in entries for slot in each.indices
    )


def _free(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """An index of one side that the other side neither has nor binds: y_i = W x_j."""
    if isinstance(left, Power) and isinstance(left.exponent, Number):
        left = left.base  # σ_i^2 = …
    if (variable := _differentiated_by(left)) is not None:
        left = variable  # ∂L/∂z_j = …
    given: set[str] = set()
    if isinstance(left, Apply) and left.function not in RUNS_BELOW and left.labels:
        given = {part.name for each in left.arguments for part in walk(each) if isinstance(part, Symbol)}
        left = Index(Symbol(left.function, left.origin), left.labels)  # θ_i(p) = p ω_i
    if not isinstance(left, Index) or not isinstance(left.base, Symbol):
        return
    if any(isinstance(part, Unknown | Ellipsis) or _is_cut(part) for part in walk(right)):
        return  # x_t = (a_1, ..., a_n): the letter behind the dots is where they end
    if any(isinstance(part, Slice) for part in walk(left)):
        return
    if any(isinstance(part, Apply) and part.function in ("set", "given", "family") for part in walk(right)):
        return
    if any(_is_in_words(part.name) for part in walk(right) if isinstance(part, Symbol)):
        return  # words say what is meant
    if any(isinstance(part, IndexedSum) and part.index is None for part in walk(right)):
        return  # a sum that does not say over what: C_n = Σ w_i
    have = set(slot_letters(left))
    if not have or not all(isinstance(index, Symbol) for index in left.slots):
        return
    elsewhere = ({part.name for part in outside_slots(right)} - _raised_only(right)) | given
    bound = bound_letters(right)
    times = Counter(slot_letters(right))
    missing = have - times.keys() - elsewhere
    twice = not missing and bool(missing := _standing_twice(left))
    for letter in times:
        if letter in have or letter in bound or letter in elsewhere or letter in sizes or not letter.islower():
            continue
        running = {each.rstrip("'") for each in (letter, *missing)} <= RUNNING
        if (
            times[letter] > 1
            and not running
            and (_is_summed_in_silence(right, letter) or not _is_of_one_set(right, letter))
            and not _goes_by_one(right, letter, missing)
        ):
            continue  # repeated on the right: summed over without a sign, or a pair of entries
        if not missing:
            continue  # a parameter of the right side, such as a head or a layer, is no fault by itself
        place = next(part for part in walk(right) if isinstance(part, Index) and letter in slot_letters(part))
        if _may_transpose(place, letter) or _names_entries(left, right):
            continue
        yield IndexFault("free-on-one-side", letter, place.origin, left.base.name, True, sorted(missing)[0], twice)
        return


def _goes_by_one(right: Term, letter: str, missing: set[str]) -> bool:
    """Whether all entries of a side that is no product go by one letter: ``h_t = f(q_i, k_i)`` is of one entry of each."""
    entries = [part for part in walk(right) if isinstance(part, Index)]
    letters = [set(slot_letters(each)) for each in entries]
    return (
        len(missing) == 1
        and missing <= RUNNING  # the r of a loss L_r is a label
        and not _is_summed_in_silence(right, letter)
        and not bound_letters(right)
        and len({each.base for each in entries}) > 1
        and all(each == {letter} for each in letters)
    )


def _raised_only(term: Term) -> set[str]:
    """The number e where it stands in a term as what is raised only: it is no value of an index of that name."""
    standing = sum(part == EULER for part in outside_slots(term))
    raised = sum(isinstance(part, Power) and part.base == EULER for part in walk(term))
    return {EULER.name} if standing == raised else set()


def _is_in_words(name: str) -> bool:
    """Whether a name is made of words: its marks and labels do not count."""
    bare = re.sub(r"[a-z]+\(|\)|[_^].*", "", name)
    return " " in name or len(bare) > LONGEST_NAME


def _standing_twice(left: Index) -> set[str]:
    """The letter in two slots of the left side, of which one was to be another: ``H_{j,j,d}``."""
    slots = [slot.name for slot in left.indices if isinstance(slot, Symbol)]
    return {name for name in slots if slots.count(name) > 1 and name in RUNNING and len(slots) > 2}


def _differentiated_by(left: Term) -> Index | None:
    """The entry that a number is differentiated by, where nothing else of the left side has an index."""
    match left:
        case Apply(function="derivative", arguments=(Symbol(), Index(indices=(Symbol(),), upper=()) as variable)):
            return variable
    return None


def _is_cut(part: Term) -> bool:
    """Whether a part is a slice that is not the whole axis: its letters say from where to where."""
    return isinstance(part, Slice) and (part.start is not None or part.stop is not None)


def _loose(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """One entry among several of the left side's index that has an index of its own: u_i = a_i v_i + c_j."""
    if not isinstance(left, Index) or any(isinstance(part, Unknown | Slice | IndexedSum) for part in walk(right)):
        return
    have = set(slot_letters(left))
    members = [part for part in walk(right) if isinstance(part, Index) and _is_entry(part)]
    bound, elsewhere = bound_letters(right), {part.name for part in outside_slots(right)}
    elsewhere |= _labels(left) | _labels(right)
    times = Counter(slot_letters(right))
    for part in members:
        letter = next(slot_letters(Index(part.base, part.indices)), "")
        if times[letter] > 1 or letter in have | bound | elsewhere | sizes or not letter.islower():
            continue
        alike = {
            (other.base, other.upper)
            for other in members
            if next(slot_letters(Index(other.base, other.indices)), "") in have
        }
        if len(alike - {(part.base, part.upper)}) > 1:
            assert isinstance(part.base, Symbol)
            yield IndexFault("loose", letter, part.origin, part.base.name, True, sorted(have)[0])
            return


def _dangling_in_some(left: Term, rights: tuple[Term, ...], sizes: frozenset[str]) -> Iterator[IndexFault]:
    """The first side with a letter that nothing binds, and that no other side has: all of them are the same thing."""
    for right in rights:
        for fault in _dangling(left, right, sizes):
            if all(fault.letter not in slot_letters(other) for other in rights if other is not right):
                yield fault
                return


def _dangling(left: Term, right: Term, sizes: frozenset[str]) -> Iterator[IndexFault]:
    """A letter in one slot that nothing of the statement binds or tells, beside letters that are: Σ_j (a_j + b_i).

    It may be a parameter that the author leaves out on the left; whether the note has it as one is for
    who looks at the whole note.
    """
    parts = [*walk(left), *walk(right)]
    if any(isinstance(part, Unknown) or isinstance(part, Slice) and not _is_cut(part) for part in parts):
        return
    cut = {each.name for part in parts if isinstance(part, Slice) for each in walk(part) if isinstance(each, Symbol)}
    dotted = any(isinstance(part, Ellipsis) for part in walk(right))
    histories = set(_histories(right)) if dotted else set[Term]()
    if dotted and not histories:
        return  # the letters at the dots are where they end
    if any(isinstance(part, IndexedSum) and part.index is None for part in walk(right)):
        return  # a sum that does not say over what may bind any letter
    told = {part.name for side in (left, right) for part in outside_slots(side)} | set(slot_letters(left))
    known = told | cut | bound_letters(left) | bound_letters(right) | sizes | _labels(left) | _labels(right)
    times = Counter(name for name, _ in {(each.name, each.origin) for each in slots_of_term(right)})
    times.subtract(letter for letter in _on_the_diagonal(right))
    arguments = left.arguments if isinstance(left, Apply) else ()
    counting = {each.name for each in arguments if isinstance(each, Symbol)} & set(slot_letters(right))
    given = {*slot_letters(left), *counting}
    listed = any(isinstance(part, Ellipsis) for part in walk(left))  # softmax(x_1, …, x_n) gives a value for every x_i
    members = {part.base for part in walk(left) if isinstance(part, Index)} if listed else set[Term]()
    calls = {part.arguments[0] for part in walk(right) if isinstance(part, Apply) and part.function == NUMBERED_CALL}
    for part, beside in _entries_beside(right, frozenset(given)):
        if dotted and part not in histories:
            continue
        if part in calls and not beside - given:
            continue  # of the loss ℓ_i of one sample only sums over all tell
        if part.base in members and part not in histories and not _runs_otherwise(part, right, members):
            continue
        if _names_entries(left, right):
            continue
        open_ = dict.fromkeys((*_open_letters(part, right, beside), *_open_above(part, right, beside)))
        loose = [letter for letter in open_ if letter not in known and times[letter] == 1]
        if len(loose) != 1 or len(loose[0].rstrip("'")) > 1 or not loose[0].islower():
            continue
        if beside and isinstance(part.base, Symbol) and part.base.name not in OF_POINTS | IDENTITIES:
            others = set(slot_letters(part)) - {loose[0]}
            amid = bool(others) and others <= bound_letters(right)
            yield IndexFault("dangling", loose[0], part.origin, part.base.name, True, sorted(beside)[0], amid)
            return


def _histories(right: Term) -> Iterator[Index]:
    r"""The first of those given for an outcome of a sum's letter, all the way down: ``\prod_t P(x_t | x_{k-1}, …, x_1)``."""
    for total in walk(right):
        if not isinstance(total, IndexedSum) or total.index is None:
            continue
        for part in walk(total.body):
            match part:
                case Apply(
                    function="given",
                    arguments=(Index() as outcome, Apply(arguments=(Index() as first, Ellipsis(), *_))),
                ):
                    if first.base == outcome.base and outcome.slots == (total.index,) and _is_one_before(first):
                        yield first


def _is_one_before(first: Index) -> bool:
    """Whether an entry is counted back by a number: x_{k-1}; the k of x_{t-k} says how far back a window goes."""
    match first.slots:
        case (Sum(terms=(Symbol(), Number())),):
            return True
    return False


def _runs_otherwise(part: Index, right: Term, members: set[Term]) -> bool:
    r"""Whether a product runs over another list of the left side, and not over the one of this entry: ``\prod_i p(y_j | x_i)``."""
    for total in walk(right):
        if isinstance(total, IndexedSum) and total.index is not None and part in walk(total.body):
            inside = [each for each in walk(total.body) if isinstance(each, Index) and each.base in members]
            if any(total.index in each.indices for each in inside if each.base != part.base):
                return total.index not in part.indices
    return False


def _on_the_diagonal(side: Term) -> Iterator[str]:
    """The letters of entries such as ``D_{kk}``, which have one letter in both slots, but one only.

    What a diagonal is made of has a letter that runs along it: ``diag(Σ_i W_{ij})``.
    """
    for part in walk(side):
        if isinstance(part, Apply) and part.function == "diag":
            yield from set(slot_letters(part)) - bound_letters(part)
        if isinstance(part, Index) and len(part.indices) == 2 and not part.upper:
            one, other = part.indices
            if isinstance(one, Symbol) and one == other:
                yield one.name


def _labels(side: Term) -> set[str]:
    """The letters that name what has indices, or are labels of names: the i of an input gate i_t, with its W_i.

    A label of two letters may be two indices, as in ``β_{gp} = e^{s_{gp}} / Σ_q e^{s_{gq}}``.
    """
    bases = {part.base.name for part in walk(side) if isinstance(part, Index) and isinstance(part.base, Symbol)}
    names = (part.name for part in walk(side) if isinstance(part, Symbol))
    labels = {name.rpartition("_")[2] for name in names if "_" in name}
    return bases | labels | {letter for label in labels if len(label) == 2 for letter in label}


def _is_of_family(part: Index, side: Term, bound: frozenset[str]) -> bool:
    """Whether another name of a side has the same letter above, and a letter below that is bound: p^c_j beside o^c_i."""
    return any(
        isinstance(each, Index)
        and each.upper == part.upper
        and each.base != part.base
        and bound & set(slot_letters(each))
        for each in walk(side)
    ) and all(isinstance(each, Symbol) for each in part.upper)


def _open_letters(part: Index, side: Term, bound: frozenset[str]) -> Iterator[str]:
    """The letters that are a slot of an entry, or a term of one: b_i, A_{kj}, r_{t+j+1}; not W^{(l)}_j."""
    for slot in part.indices if not part.upper or _is_of_family(part, side, bound) else ():
        if isinstance(slot, Apply) and len(slot.arguments) == 1:
            slot = slot.arguments[0]
        elif isinstance(slot, Index) and len(slot.indices) == 1 and not slot.upper:
            slot = slot.indices[0]  # the row s_i of a table
        pieces = slot.terms if isinstance(slot, Sum) else (slot,)
        for piece in pieces:
            if isinstance(piece, Product) and len(piece.factors) == 2 and isinstance(piece.factors[0], Number):
                piece = piece.factors[1]  # i - k
            if isinstance(piece, Symbol):
                yield piece.name


def _open_above(part: Index, side: Term, bound: frozenset[str]) -> Iterator[str]:
    """The letter above one of several names, where a sum's own letter stands above another: Σ_j Z^{(j)} C^{(i)}."""
    match part:
        case Index(indices=(Number(),), upper=(Symbol(name=letter),)) if letter in RUNNING:
            yield letter  # β_1^i
        case Index(indices=(), upper=(Symbol(name=letter),)):
            others = (each for each in walk(side) if isinstance(each, Index) and each.base != part.base)
            if any(_has_above(each, bound) for each in others if each.upper):
                yield letter


def _has_above(entry: Index, letters: frozenset[str]) -> bool:
    """Whether one of these letters stands above a name, alone or with a number added: l, l + 1."""
    slot = entry.upper[0]
    pieces = (
        slot.terms if isinstance(slot, Sum) and len(slot.terms) == 2 and isinstance(slot.terms[1], Number) else (slot,)
    )
    return isinstance(pieces[0], Symbol) and pieces[0].name in letters


def _entries_beside(term: Term, letters: frozenset[str]) -> Iterator[tuple[Index, frozenset[str]]]:
    """Each entry of a term with the letters that are bound around it, or given by the left side."""
    stack: list[tuple[Term, frozenset[str]]] = [(term, letters)]
    while stack:
        top, around = stack.pop()
        if isinstance(top, Index):
            yield top, around
        inside = around
        if isinstance(top, IndexedSum) and top.index is not None:
            inside = around | {top.index.name}
        stack.extend((child, inside) for child in reversed(children(top)))


def _is_entry(term: Index) -> bool:
    """Whether a term is a name with one letter below and nothing above; an identity has its size there."""
    return (
        isinstance(term.base, Symbol)
        and term.base.name not in IDENTITIES
        and all(map(_is_label_above, term.upper))
        and len(term.indices) == 1
        and isinstance(term.indices[0], Symbol)
    )


def _is_label_above(slot: Term) -> bool:
    """Whether what stands above a name only tells it from others: the (v) of W_i^{(v)}, the K of W_i^K."""
    return isinstance(slot, Symbol) and (len(slot.name) > 1 or slot.name.isupper() or slot.name in "qkv")
