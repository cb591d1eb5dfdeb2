"""Letters that are bound a second time: by a sum within a sum, by one over an index of the left side, in one pair."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.semantics.indices.slots import Fault, IndexFault, bound_letters, run_by, slot_letters
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)


def nested(statement: Term) -> Iterator[IndexFault]:
    """A big operator inside another that binds the same letter."""
    stack: list[tuple[Term, tuple[IndexedSum, ...]]] = [(statement, ())]
    while stack:
        term, around = stack.pop()
        if isinstance(term, Unknown):
            stack.extend((reading, around) for reading in term.alternatives[:1])  # the likelier one may be meant
            continue
        if not isinstance(term, IndexedSum):
            stack.extend((child, around) for child in reversed(children(term)))
            continue
        yield from _bound_in_a_pair(term, around)
        inside = around
        letter = run_by(term)
        if letter is not None and term.kind in ("sum", "product"):
            outer = next((each for each in around if run_by(each) == letter), None)
            if outer is not None and (_is_next_factor(outer.body, term) or _is_factor_of_its_own(outer, term)):
                outer = None
            if outer is not None:
                apart = _stands_beside(outer.body, term, letter.name)
                fault: Fault = "nested-apart" if apart else "nested-rebinds"
                yield IndexFault(fault, letter.name, letter.origin, term.kind, True)
            inside = (*around, term)
        stack.extend((child, inside if child is term.body else around) for child in reversed(children(term)))


def _bound_in_a_pair(term: IndexedSum, around: tuple[IndexedSum, ...]) -> Iterator[IndexFault]:
    r"""A letter that stands twice in the pair a sum runs through, where the terms have another: ``\sum_{(u, u) \in T} r_{ui}``."""
    match term.condition:
        case Relation(relations=("∈",), sides=(Matrix() | Apply() as pair, _)) if term.index is None:
            cells = [cell for row in pair.rows for cell in row] if isinstance(pair, Matrix) else list(pair.arguments)
        case _:
            return
    letters = [each.name for each in cells if isinstance(each, Symbol)]
    twice = next((name for name in letters if letters.count(name) > 1), None)
    if twice is None or len(letters) < len(cells):
        return
    outer = {each.index.name for each in around if each.index is not None}
    missing = sorted(set(slot_letters(term.body)) - {*letters, *outer} - bound_letters(term.body))
    if len(missing) == 1 and missing[0].islower():
        yield IndexFault("bound-in-a-pair", twice, pair.origin, term.kind, True, missing[0])


def _is_next_factor(body: Term, inner: IndexedSum) -> bool:
    r"""Whether a product follows another behind a sign: ``\prod_i a_i \times \prod_i b_i`` are two, of one letter each."""
    if inner.kind != "product" or not isinstance(body, Product) or not body.sign:
        return False
    last = body.factors[-1]
    while isinstance(last, IndexedSum) and last is not inner:
        last = last.body
    return last is inner or any(each is inner or _is_next_factor(each, inner) for each in (last, *children(last)))


def _is_factor_of_its_own(outer: IndexedSum, inner: IndexedSum) -> bool:
    """Whether what binds a letter again is, whole, one of several factors behind a product over it, of which another has it.

    ``∏_i l_i (5 + Σ_i l_i²)`` is a product of l_i, times a sum: nobody puts a sum over all i into each factor.
    """
    held = outer.body.base if isinstance(outer.body, Power) else outer.body
    readings = held.alternatives if isinstance(held, Unknown) else (held,)  # l_i(…) may be a call
    body = next((each for each in readings if isinstance(each, Product)), None)
    if outer.kind == "product" and isinstance(held, Apply) and outer.index in held.labels:
        return True  # the entry l_i before a bracket, which may be read as a call
    if outer.kind != "product" or outer.index is None or body is None:
        return False
    holding = [each for each in body.factors if any(part == inner for part in walk(each))]
    others = [each for each in body.factors if each not in holding]
    return len(holding) == 1 and any(outer.index in set(walk(each)) for each in others)


def _stands_beside(body: Term, inner: IndexedSum, letter: str) -> bool:
    """Whether a letter stands in the body of a sum outside of the inner one: Σ_n l_n / Σ_n w_n has a value."""
    stack = [body]
    while stack:
        term = stack.pop()
        if term is inner:
            continue
        if isinstance(term, Symbol) and term.name == letter:
            return True
        stack.extend(children(term))
    return False


def rebound(term: Term, letters: set[str], above: Term | None) -> Iterator[IndexFault]:
    r"""A sum on the right whose letter is an index of the left side; ``above`` is the numerator over it.

    Below the line many write the letter of the left side: ``e^{z_i} / \sum_i e^{z_i}``.  One that neither the left side
    nor the numerator has shows that the sum was to run over it: ``e^{s_i} / \sum_i e^{s_k}``.
    """
    match term:
        case IndexedSum(index=Symbol() as index) if index.name in letters and term.kind in ("sum", "product"):
            known = letters if above is None else letters | set(slot_letters(above))
            mixed = above is None and _also_elsewhere(term.body, index.name) or _leaves_open(term, known)
            yield IndexFault("sum-rebinds", index.name, index.origin, term.kind, mixed)
            return
        case Quotient():
            yield from rebound(term.numerator, letters, above)
            yield from rebound(term.denominator, letters, term.numerator)
            return
        case Apply(function="ln" | "log" | "argmax" | "max" | "set" | "given"):
            return
    for child in children(term):
        yield from rebound(child, letters, above)


def _also_elsewhere(body: Term, letter: str) -> bool:
    """Whether the letter stands in two factors, so that it was meant to be two letters."""
    return sum(letter in slot_letters(part) for part in walk(body) if isinstance(part, Index)) >= 2


def _leaves_open(whole: IndexedSum, letters: set[str]) -> bool:
    """Whether the summed entries, or the set of them, have an index that the left side lacks, or an argument: μ_i = Σ_i X_ij is about j."""
    body = whole.body
    bound = bound_letters(whole)
    of_set = () if whole.condition is None else slot_letters(whole.condition)
    open_ = [*slot_letters(body), *_arguments_of_members(body), *of_set]
    return any(letter not in letters and letter not in bound for letter in open_ if letter.islower())


def _arguments_of_members(body: Term) -> Iterator[str]:
    """The letters that functions with an index are taken at: the x of ``p_i(x)``."""
    for part in walk(body):
        if isinstance(part, Apply) and part.labels:
            yield from (each.name for each in part.arguments if isinstance(each, Symbol) and len(each.name) == 1)
