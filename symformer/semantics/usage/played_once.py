r"""Letters that play a part once which they play nowhere else in a note: an index with entries, ``y_i = \sin(i_i) + x_i``.

Parts are told by the form of a formula alone: what stands in a slot or is summed over is an index, what has slots of its
own has entries, what stands before brackets that hold no product is called.  A letter that is an index in the very formula,
and has entries there and nowhere else, stands for another one, which has the same slots elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from symformer.semantics.indices.slots import bound_letters, slot_letters
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.uses import FORMS
from symformer.terms.parts import base_name, origin_of, put_in
from symformer.terms.term import (
    EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

Played = Literal["entries", "called", "own argument", "own entry", "counted", "own index"]
FEWEST_TIMES = 2  # in the other part, in the whole note
SMALL_WORDS = frozenset(  # that no label is short for
    "about above after again along also although always because been before being below between both come could does done "
    "during each either even every first from further give given gives hence here however inside instead into itself just "
    "last later like made make makes many more most much must near never next none often once only other others over same "
    "seen several should show shows simply since some still such take taken takes than that their them then there these "
    "they this those though through thus together under until upon used uses using very were what when where which while "
    "will with within without would your".split()
)
BOUNDS = frozenset("max min start end first last begin stop".split())  # k_max is how far k runs


@dataclass(frozen=True, slots=True)
class PlayedOnce:
    """A letter in a part that is not its own; ``meant`` is what stands in that part elsewhere, where it is one thing."""

    statement: Statement
    term: Term
    letter: str
    part: Played
    meant: Term | None


@dataclass(frozen=True, slots=True)
class _Held:
    """An entry, a labelled name or a call, and the statement that it stands in."""

    statement: Statement
    term: Term
    is_free: bool = True  # outside of slots, limits and labels


@dataclass(slots=True)
class _Parts:
    """What each letter of a note does."""

    entries: dict[str, list[_Held]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[str, list[_Held]] = field(default_factory=lambda: defaultdict(list))
    index: dict[str, list[Statement]] = field(default_factory=lambda: defaultdict(list))
    values: dict[str, list[Statement]] = field(default_factory=lambda: defaultdict(list))
    limits: dict[str, list[Statement]] = field(default_factory=lambda: defaultdict(list))
    by_slots: dict[object, list[Term]] = field(default_factory=lambda: defaultdict(list))
    by_arguments: dict[object, list[Apply]] = field(default_factory=lambda: defaultdict(list))


def played_once(model: SemanticModel) -> Iterator[PlayedOnce]:
    """Each letter of a note that plays another part in one formula than everywhere else."""
    parts = once(model, _parts_of)
    for letter, held in parts.entries.items():
        if len(held) == 1 and held[0].is_free and held[0].statement.stance == "asserted":
            yield from _index_with_entries(letter, held[0], parts, model)
            yield from _count_with_entries(letter, held[0], parts)
            yield from _entry_of_caller(letter, held[0], parts)
    for name, held in parts.entries.items():
        yield from _below_itself(name, held, parts, model)
    for letter, held in parts.calls.items():
        if len(held) == 1 and held[0].is_free and held[0].statement.stance == "asserted":
            yield from _called(letter, held[0], parts, model)
    yield from _bracketed_with_itself(parts, model)
    for statement in model.statements:
        match statement.term:
            case (Apply() as call) | Unknown(alternatives=(Apply() as call, *_)) if statement.stance == "asserted":
                yield from _called_of_itself(statement, call, parts)
            case Relation(relations=("=",), sides=(Symbol(name=name) as whole, Matrix(rows=rows))):
                cells = [cell for row in rows for cell in row if cell == whole]
                if cells and statement.carrier == "formula" and statement.stance == "asserted":
                    yield PlayedOnce(statement, cells[0], name, "own entry", None)


# -- what letters do ----------------------------------------------------------------------------------------------------


def _parts_of(model: SemanticModel) -> _Parts:
    found = _Parts()
    for statement in model.statements:
        if statement.carrier != "output":
            _take(statement.term, statement, found)
    return found


def _take(whole: Term, statement: Statement, found: _Parts) -> None:
    stack: list[tuple[Term, bool]] = [(whole, True)]
    while stack:
        term, is_free = stack.pop()
        match term:
            case Index(base=base, indices=indices, upper=upper):
                if isinstance(base, Symbol):
                    _hold(base.name, _Held(statement, term, is_free), found)
                    found.by_slots[(indices, upper)].append(term)
                else:
                    stack.append((base, is_free))
                for slot in (*indices, *upper):
                    _count(slot, statement, found)
                    stack.append((slot, False))
                continue
            case Power(base=Symbol(name=name), exponent=Symbol(name=above)) if above.isupper():
                _hold(name, _Held(statement, term, is_free), found)  # the W^O of several heads
                found.by_slots[((), (term.exponent,))].append(term)
            case Symbol(name=name):
                spelling = taken_apart(name)
                if spelling.below or spelling.above:
                    _hold(name, _Held(statement, term, is_free), found)
                    found.by_slots[(spelling.below, spelling.above)].append(term)
                elif is_free:
                    found.values[name].append(statement)
            case Apply(function=function):
                if function not in FORMS:
                    found.calls[function].append(_Held(statement, term, is_free))
                    found.by_arguments[term.arguments].append(term)
                for label in term.labels:
                    _count(label, statement, found)
                    stack.append((label, False))
                stack.extend((each, is_free) for each in term.arguments)
                continue
            case IndexedSum():
                if term.index is not None:
                    found.index[term.index.name].append(statement)
                if isinstance(term.upper, Symbol):
                    found.limits[term.upper.name].append(statement)
                limits = (term.lower, term.upper, term.condition)
                stack.extend((each, False) for each in limits if each is not None)
                stack.append((term.body, is_free))
                continue
        stack.extend((each, is_free) for each in children(term))


def _hold(name: str, held: _Held, found: _Parts) -> None:
    spelling = taken_apart(name)
    found.entries[spelling.letter if not spelling.font else name].append(held)


def _count(slot: Term, statement: Statement, found: _Parts) -> None:
    """Take the letters of a slot for indices: those of i, i + 1 and 2 i, not the k of i_k."""
    stack = [slot]
    while stack:
        term = stack.pop()
        if isinstance(term, Symbol):
            found.index[term.name].append(statement)
        elif not isinstance(term, Index):
            stack.extend(children(term))


# -- an index that has entries -------------------------------------------------------------------------------------------


def _index_with_entries(letter: str, held: _Held, parts: _Parts, model: SemanticModel) -> Iterator[PlayedOnce]:
    r"""``y_i = \sin(i_i) + x_i``, ``h_t = W_{hh} h_{t-1} + t_{xh} x_t``."""
    statement, term = held.statement, held.term
    if not _is_index(letter, statement, parts) or statement in parts.values[letter] or _is_told(letter, model):
        return
    if not _runs(letter, statement.term, term):
        return
    if not _has_letters(term) or _is_compared(statement, term):
        return
    if _is_left_of(statement, term) and not (statement.term == term and _is_entry_of_itself(letter, term)):
        return
    rivals = [each for each in _with_the_same_slots(term, parts) if not _begins_with(each, letter)]
    if rivals:
        yield PlayedOnce(statement, term, letter, "entries", _only(rivals, statement))


def _is_entry_of_itself(letter: str, term: Term) -> bool:
    """Whether an entry has its own letter below it: the "token $i_i$" is no name of an index."""
    return isinstance(term, Index) and term.slots == (Symbol(letter),)


def _count_with_entries(letter: str, held: _Held, parts: _Parts) -> Iterator[PlayedOnce]:
    r"""``c_t = \sum_{i=1}^T α_{t,i} T_i``: how far the sum runs has an entry for each of what it takes."""
    statement, term = held.statement, held.term
    if len(letter) != 1 or statement not in parts.limits[letter] or _is_left_of(statement, term):
        return
    for total in walk(statement.term):
        if not isinstance(total, IndexedSum) or total.upper != Symbol(letter) or total.index is None:
            continue
        factors = total.body.factors if isinstance(total.body, Product) else (total.body,)
        beside = [each for each in factors if each != term]
        along = total.index.name in slot_letters(term)
        alone = term in factors and any(total.index.name in slot_letters(each) for each in beside)
        if along and (alone or _is_subtracted_from(term, total.body)):
            yield PlayedOnce(statement, term, letter, "counted", None)
            return


def _is_subtracted_from(term: Term, body: Term) -> bool:
    r"""Whether an entry stands in a square of a difference alone: ``\sum_{j=1}^d (d_j - \mu)^2``."""
    match body:
        case Power(base=Sum(terms=(first, *_))):
            return first == term
    return False


def _below_itself(name: str, held: list[_Held], parts: _Parts, model: SemanticModel) -> Iterator[PlayedOnce]:
    r"""``\tanh(X_X W + R_t H_{t-1})``: a letter that stands below itself, where it has the index of those beside it elsewhere."""
    own = Symbol(taken_apart(name).letter)
    if len(own.name) != 1 or own.name in parts.limits or len(held) < FEWEST_TIMES:
        return
    if _counts_others(own, parts):
        return  # k_k is the key of k, where k counts
    odd = [each for each in held if _labels(each.term) == (own.name,)]
    if len(odd) != 1 or not odd[0].is_free or odd[0].statement.stance != "asserted":
        return
    statement = odd[0].statement
    here = list(walk(statement.term))
    if any(isinstance(part, Ellipsis) for part in here):
        return  # h_1, …, h_h: the last of them
    beside = {
        letter for part in here if isinstance(part, Index) and part != odd[0].term for letter in slot_letters(part)
    }
    others = [each.term for each in held if each is not odd[0]]
    usual = {term for term in others if beside & set(slot_letters(term))}
    if not usual and (not _are_letters(map(_labels_below, others)) or _stands_for_a_word(own.name, odd[0], model)):
        return
    meant = next(iter(usual)) if len(usual) == 1 else None
    yield PlayedOnce(statement, odd[0].term, own.name, "own index", meant)


def _counts_others(letter: Symbol, parts: _Parts) -> bool:
    r"""Whether a letter is an index of other names; the a of ``\max_a Q(s, a)`` counts nothing."""
    below = {each.term for all_of in parts.entries.values() for each in all_of if isinstance(each.term, Index)}
    return any(
        letter.name in slot_letters(each) and taken_apart(base_name(each)).letter != letter.name for each in below
    )


def _labels(term: Term) -> tuple[str, ...]:
    """What stands below a name: letters and labels of one word each; nothing where there is more."""
    match term:
        case Index(base=Symbol(name=name), indices=slots, upper=()) if not taken_apart(name).below:
            return tuple(slot.name if isinstance(slot, Symbol) else "" for slot in slots)
        case Symbol(name=name):
            return (taken_apart(name).below,)
    return ()


def _labels_below(term: Term) -> tuple[str, ...]:
    """What stands below a name, whatever stands above it: c_t^Q."""
    return _labels(replace(term, upper=()) if isinstance(term, Index) else term)


def _are_letters(labels: Iterable[tuple[str, ...]]) -> bool:
    """Whether a name has one letter below it several times: W_Q and W_K, x_i and x_i again."""
    return sum(len(each) == 1 and len(each[0]) == 1 and each[0].isalpha() for each in labels) > 1


def _stands_for_a_word(letter: str, held: _Held, model: SemanticModel) -> bool:
    """Whether the paragraph has a word that begins with the letter, the w_w of words, or it ends a list: x_1, ..., x_x."""
    text = model.document.source.text
    formula = held.statement.formula
    if formula is not None and formula.display == "display":
        return False  # it is told nowhere else
    begin = text.rfind("\n\n", 0, held.statement.span.start) + 1
    end = text.find("\n\n", held.statement.span.end)
    end = end if end >= 0 else len(text)
    start = held.statement.span.start if formula is None else formula.span.start
    for found in re.finditer(rf"(?i)(?<![\\\w$]){re.escape(letter)}[a-z]{{3,}}", text[begin:end]):
        is_name = not text[begin + found.end() : start].strip("$\\( ")  # "the action $a_a$": of the letter itself
        if found[0].casefold() not in SMALL_WORDS and (begin + found.end() > start or not is_name):
            return True
    return _GOES_ON.search(text, begin, held.statement.span.start) is not None


_GOES_ON = Cued(r"(?:\.\.\.|…|\\[lc]?dots)[\s$,]*\Z")


def _is_index(letter: str, statement: Statement, parts: _Parts) -> bool:
    """Whether a letter is an index in a statement, and is one elsewhere too."""
    plain = len(letter) == 1 and letter.islower() and letter.isascii()
    return plain and statement in parts.index[letter] and len(parts.index[letter]) >= FEWEST_TIMES


def _runs(letter: str, whole: Term, own: Term) -> bool:
    """Whether a letter is an index of what a formula tells, is bound in it, or is one of two names: the s of W_s is a label."""
    left = whole.sides[0] if isinstance(whole, Relation) else own
    if letter in {*slot_letters(left), *bound_letters(whole), *slot_letters(own)}:
        return True
    entries = {part.base for part in walk(whole) if isinstance(part, Index) and letter in slot_letters(part)}
    return len(entries) > 1


def _is_told(letter: str, model: SemanticModel) -> bool:
    """Whether words or sizes make a letter something with entries."""
    return any(
        each.sizes is not None or each.role in ("matrix", "vector", "tensor")
        for each in model.uses.of(letter).declarations
    )


def _has_letters(term: Term) -> bool:
    """Whether letters stand in the slots of an entry, or a label that is no bound: t_0 and k_max are values of t and k."""
    match term:
        case Index(indices=indices, upper=upper):
            return any(isinstance(part, Symbol) for slot in (*indices, *upper) for part in walk(slot))
        case Symbol(name=name):
            label = taken_apart(name).below + taken_apart(name).above
            return label.isalpha() and label not in BOUNDS
    return True


def _is_left_of(statement: Statement, term: Term) -> bool:
    r"""Whether a statement says what an entry is: ``i_k = \arg\max_i s_{ik}``; a prime makes another thing of a letter."""
    match statement.term:
        case Relation(relations=(sign, *_), sides=(left, *_)):
            primed = isinstance(term, Index) and isinstance(term.base, Symbol) and term.base.name.endswith("'")
            return left == term and not (primed and sign in EQUAL)
    return statement.term == term


def _is_compared(statement: Statement, term: Term) -> bool:
    """Whether an entry stands by itself on one side of a relation other than an equation: t_i < t."""
    return any(
        isinstance(part, Relation) and term in part.sides and not set(part.relations) <= EQUAL
        for part in walk(statement.term)
    )


def _with_the_same_slots(term: Term, parts: _Parts) -> list[Term]:
    match term:
        case Index(indices=indices, upper=upper):
            return parts.by_slots[(indices, upper)]
        case Power(exponent=above):
            assert isinstance(above, Symbol)
            return [*parts.by_slots[((), (above,))], *parts.by_slots[("", above.name)]]
        case Symbol(name=name):
            return parts.by_slots[(taken_apart(name).below, taken_apart(name).above)]
    return []


def _begins_with(term: Term, letter: str) -> bool:
    base = term.base if isinstance(term, Index | Power) else term
    return isinstance(base, Symbol) and taken_apart(base.name).letter == letter


def _only(rivals: list[Term], statement: Statement) -> Term | None:
    """What is meant, where it is one thing: of those in the formula itself, or of all."""
    here = set(walk(statement.term))
    for group in ([each for each in rivals if each in here], rivals):
        if len(set(group)) == 1:
            return group[0]
        if group:
            return None
    return None


# -- what is called ------------------------------------------------------------------------------------------------------


def _called(letter: str, held: _Held, parts: _Parts, model: SemanticModel) -> Iterator[PlayedOnce]:
    r"""``K(Q, K, V) = \mathrm{softmax}(Q K^\top) V``, ``\log n(S) = \sum_{i=1}^n \log P(t_i)``, ``j(w_j) = …``."""
    statement, term = held.statement, held.term
    assert isinstance(term, Apply)
    if len(letter) != 1 or not letter.isascii() or _is_told_function(letter, model):
        return
    inside = [part for each in term.arguments for part in walk(each)]
    match statement.term:
        case Relation(relations=(sign, *_), sides=(left, *rights)) if sign in EQUAL and left == term:
            made = any(part == Symbol(letter) for right in rights for part in walk(right))
            if made and Symbol(letter) in term.arguments and len(term.arguments) > 1:
                yield PlayedOnce(statement, term, letter, "own argument", None)
                return
    if letter.isupper() or statement in parts.values[letter] or not inside:
        return
    if _scales_a_label(letter, statement.term):
        return
    counted = statement in parts.index[letter] or statement in parts.limits[letter]
    standing = (parts.index[letter], parts.limits[letter], parts.values[letter])
    if not counted or sum(map(len, standing)) < FEWEST_TIMES:
        return
    rivals = [each for each in parts.by_arguments[term.arguments] if each.function != letter]
    rivals = [each for each in rivals if len(each.function) == 1]
    if rivals:
        yield PlayedOnce(statement, term, letter, "called", _only([*rivals], statement))


def _scales_a_label(letter: str, term: Term) -> bool:
    r"""Whether a letter stands multiplied below a name: the h of ``\operatorname{prox}_{\eta h}`` is a function, no index."""
    labels = (label for part in walk(term) for label in (part.labels if isinstance(part, Apply) else ()))
    return any(isinstance(each, Product) and Symbol(letter) in each.factors for each in labels)


def _bracketed_with_itself(parts: _Parts, model: SemanticModel) -> Iterator[PlayedOnce]:
    """``p(p)`` beside ``p(x)`` and ``p(y)``, ``f(f - j)`` beside ``f(i - j)``: read as products, and meant as calls."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            match part:
                case Product(factors=(Symbol(name=letter) as function, inside), sign="") if len(letter) == 1:
                    pass
                case _:
                    continue
            calls = parts.calls.get(letter, ())
            if (
                len(calls) < FEWEST_TIMES
                or function not in set(walk(inside))
                or not _stands_in_brackets(statement, function, inside, model)
            ):
                continue
            names = {each.name for each in walk(inside) if isinstance(each, Symbol)} - {letter}
            others: set[Term] = {
                each.term.arguments[0] for each in calls if isinstance(each.term, Apply) and each.term.arguments
            }
            meant = [
                each for each in others
                if any(put_in(inside, {function: name}) == each for name in set(walk(each)) if isinstance(name, Symbol))
            ]  # fmt: skip
            if inside == function or isinstance(inside, Sum) and names and meant:
                call = Apply(letter, (meant[0],)) if len(meant) == 1 and inside != function else None
                yield PlayedOnce(statement, part, letter, "own argument", call)


def _called_of_itself(statement: Statement, call: Apply, parts: _Parts) -> Iterator[PlayedOnce]:
    """``x(x_{1:L})`` in a sentence, where the very same is given to p everywhere else."""
    if len(call.function) != 1 or {base_name(each) for each in call.arguments} != {call.function}:
        return
    rivals = [each for each in parts.by_arguments[call.arguments] if each.function != call.function]
    if statement.carrier == "formula" and call.arguments != (Symbol(call.function),) and len(set(rivals)) == 1:
        yield PlayedOnce(statement, call, call.function, "own argument", rivals[0])


def _stands_in_brackets(statement: Statement, function: Term, inside: Term, model: SemanticModel) -> bool:
    one, other = statement.place(origin_of(function)), statement.place(origin_of(inside))
    between = model.document.source.text[one.end : other.start]
    return between.replace("\\left", "").strip() == "("


def _is_told_function(letter: str, model: SemanticModel) -> bool:
    return any(each.role == "function" for each in model.uses.of(letter).declarations)


def _entry_of_caller(letter: str, held: _Held, parts: _Parts) -> Iterator[PlayedOnce]:
    r"""``P(P_i \mid w_1, …)``, where it is P of w_i elsewhere."""
    if len(parts.calls[letter]) < FEWEST_TIMES or not isinstance(held.term, Index) or not _has_letters(held.term):
        return
    around = [
        each.term
        for each in parts.calls[letter]
        if each.statement is held.statement and any(part is held.term for part in walk(each.term))
    ]
    taken = Counter(
        part
        for each in parts.calls[letter]
        for part in walk(each.term)
        if isinstance(part, Index) and part.indices == held.term.indices and part.upper == held.term.upper
    )
    rivals = [each for each in taken if not _begins_with(each, letter)]
    if around and rivals:
        yield PlayedOnce(held.statement, held.term, letter, "own argument", _only(list(rivals), held.statement))
