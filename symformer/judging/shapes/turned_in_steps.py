r"""Steps that turn a product: ``W_0^T x + \Delta W x = W_0 x + B A x``, ``C(B A) = (C A) B``.

Both sides are multiplied out; what is left on each side, and has the same factors, has to have them in the same order
with the same transposes, or is the transpose of the other as a whole, as numbers are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.lying_otherwise import arrays_of, is_restated, varies
from symformer.judging.steps.step_faults import refuted_steps
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Index, Number, Product, Relation, Sum, Symbol, Term, Transpose, Unknown

Factor = tuple[str, bool]  # a name, and whether it is transposed
Word = tuple[Factor, ...]
MOST_WORDS, MOST_SIDES = 12, 10


def turned_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each step in which one product comes out with its factors in another order or turned."""
    told = {id(shaped.statement) for shaped in model.shapes if shaped.inferred.conflicts}
    told |= {id(step.statement) for step in once(model, refuted_steps)}
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation) or not set(term.relations) <= EXACTLY_EQUAL or id(statement) in told:
            continue
        sides = [(side, words) for side in term.sides[:MOST_SIDES] if (words := _words(side)) is not None]
        for at, (one, first) in enumerate(sides):
            found = next(
                ((other, pair) for other, second in sides[at + 1 :] if (pair := _turned(first, second)) is not None),
                None,
            )
            if found is None or not _are_arrays(found[1][0], model) or _moves_a_number(*found[1], model):
                continue
            if varies(model, statement) or is_restated(model, statement):
                continue
            other, (before, after) = found
            place = statement.place(other.origin)
            yield Problem(
                place,
                f"{_spelled(before)} on one side of this step is {_spelled(after)} on the other",
                help=f"try {_spelled(before)} for both, or {_spelled(after)}",
                related=(Related(statement.place(one.origin), f"{_spelled(before)} stands here"),),
                evidence={"kind": "shape", "left": _spelled(before), "right": _spelled(after)},
                key=f"turned@{place.start}",
            )
            break


def _words(term: Term) -> tuple[Word, ...] | None:
    """The summands of a side multiplied out, each as its factors in order; None where it has other parts.

    >>> a, b, c = Symbol("A"), Symbol("B"), Symbol("C")
    >>> _words(Product((Transpose(Product((a, b))), c)))
    ((('B', True), ('A', True), ('C', False)),)
    """
    match term:
        case Symbol() | Index():
            return (((show(term), False),),)
        case Number():
            return ((),)
        case Sum(terms=terms):
            parts = [_words(each) for each in terms]
            found = tuple(word for words in parts if words is not None for word in words)
            return None if None in parts or len(found) > MOST_WORDS else found
        case Product(factors=factors, sign="" | "@"):
            each = [words for factor in factors if (words := _words(factor)) is not None]
            if len(each) < len(factors):
                return None
            made = tuple(tuple(factor for word in words for factor in word) for words in product(*each))
            return made if len(made) <= MOST_WORDS else None
        case Transpose(operand=inner, conjugate=False):
            words = _words(inner)
            return tuple(map(_transposed, words)) if words is not None else None
        case Unknown(alternatives=(_, *_) as readings):  # a call or a product: as a product it can be compared
            return next((words for each in readings if (words := _words(each)) is not None), None)
    return None


def _transposed(word: Word) -> Word:
    return tuple((name, not turned) for name, turned in reversed(word))


def _turned(first: tuple[Word, ...], second: tuple[Word, ...]) -> tuple[Word, Word] | None:
    """The one product of each side that has the factors of one on the other side, and lies otherwise."""
    one, other = Counter(first), Counter(second)
    if sum((one & other).values()) + 1 > min(len(first), len(second)):
        return None
    rest, others = one - other, other - one
    pairs = [
        (mine, theirs)
        for mine in rest
        for theirs in others
        if sorted(name for name, _ in mine) == sorted(name for name, _ in theirs) and theirs != _transposed(mine)
    ]
    if len(pairs) != 1 or max(len(first), len(second)) < 2 and len(pairs[0][0]) < 3:
        return None
    mine, theirs = pairs[0]
    return pairs[0] if _is_one_slip(mine, theirs) else None


def _is_one_slip(mine: Word, theirs: Word) -> bool:
    """Whether one factor is transposed, or two neighbours are exchanged."""
    differ = [at for at, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other]
    if len({name for name, _ in mine}) < 2:
        return False  # A^T A and A A^T
    if len(differ) == 1:
        return True
    return len(differ) == 2 and differ[1] == differ[0] + 1 and sorted(mine) == sorted(theirs)


ERRORS = frozenset("δε")  # small Greek letters that are arrays as often as numbers


def _moves_a_number(mine: Word, theirs: Word, model: SemanticModel) -> bool:
    """Whether a small Greek letter that nothing tells to be an array stands before its neighbour once, once behind."""
    known = once(model, arrays_of)
    moved = (
        [one for one, other in zip(mine, theirs, strict=True) if one != other] if sorted(mine) == sorted(theirs) else []
    )
    letters = [taken_apart(name).letter for name, turned in moved if not turned and name not in known]
    return any(each.islower() and not each.isascii() and each not in ERRORS for each in letters)


def _are_arrays(word: Word, model: SemanticModel) -> bool:
    """Whether two factors or more of a product are arrays, of which one is a matrix: numbers go in any order."""
    known = once(model, arrays_of)
    capital = [name for name, _ in word if taken_apart(name).letter[:1].isupper()]
    return bool(capital) and (
        any(turned for _, turned in word) or any(name in known or name.startswith("W") for name in capital)
    )


def _spelled(word: Word) -> str:
    return show(Product(tuple(Transpose(Symbol(name)) if turned else Symbol(name) for name, turned in word)))
