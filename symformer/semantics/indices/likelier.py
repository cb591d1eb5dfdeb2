r"""Statements as their indices are looked at: with one reading of what has two, and entries for powers that are none."""

from __future__ import annotations

from symformer.semantics.indices.slots import RUNNING, slot_letters
from symformer.terms.parts import rebuilt
from symformer.terms.show import GREEK
from symformer.terms.term import Apply, Index, Power, Symbol, Term, Unknown, walk

CALL_OR_PRODUCT = "a call or a product"
NUMBERED_CALL = "numbered call"


def as_indexed(statement: Term) -> Term:
    """A statement with its likelier readings: a call or a product, an entry or a power."""
    return _with_entries_above(_with_likelier(statement))


def with_numbered_calls(term: Term) -> Term:
    """A term in which a function with a running letter below its name stands as an entry: the j of ``φ_j(x)``."""
    term = rebuilt(term, with_numbered_calls)
    if isinstance(term, Apply) and (len(term.function) == 1 or term.function in GREEK) and term.labels:
        if all(isinstance(each, Symbol) and each.name in RUNNING for each in term.labels):
            entry = Index(Symbol(term.function, term.origin), term.labels, (), term.origin)
            return Apply(NUMBERED_CALL, (entry, *term.arguments), (), term.origin)
    return term


def _with_likelier(term: Term) -> Term:
    """A term with one reading of what is a call or a product, where all readings have the same indices."""
    term = rebuilt(term, _with_likelier)
    if isinstance(term, Unknown) and term.reason == CALL_OR_PRODUCT and term.alternatives:
        letters = [set(slot_letters(each)) for each in term.alternatives]
        if all(each == letters[0] for each in letters):
            return term.alternatives[0]
    return term


def _with_entries_above(statement: Term) -> Term:
    """A term with entries for what reads as powers, where several arguments of one call are raised to one letter: f(Q^p, K^p)."""
    raised = {
        each
        for part in walk(statement) if isinstance(part, Apply)
        for each in part.arguments
        if isinstance(each, Power) and _may_be_entry(each)
        if len({other.base for other in part.arguments if isinstance(other, Power) and other.exponent == each.exponent}) > 1
    }  # fmt: skip

    def opened(term: Term) -> Term:
        if isinstance(term, Power) and term in raised:
            return Index(term.base, (), (term.exponent,), term.origin)
        return rebuilt(term, opened)

    return opened(statement) if raised else statement


def _may_be_entry(power: Power) -> bool:
    """Whether a capital or bold letter has a small one above it."""
    base, above = power.base, power.exponent
    named = isinstance(base, Symbol) and (base.name[0].isupper() or base.name.startswith("bold("))
    return named and isinstance(above, Symbol) and len(above.name) == 1 and above.name.islower()
