"""What an edit of a formula is: of the whole of it, a transpose, one extreme for another, a factor that stands elsewhere."""

from __future__ import annotations

from collections.abc import Container

from symformer.reasoning.nearly import Edit
from symformer.reasoning.normal import MINUS_ONE
from symformer.terms.term import Apply, Elementwise, Product, Symbol, Term, Transpose, walk

CONSTANT = frozenset("eij")
EXTREMES = ("min", "max", "argmin", "argmax")


def stands_elsewhere(edit: Edit, whole: Term) -> bool:
    """Whether a factor that is left out is a letter of the formula that it has besides: x Φ(x), p log p."""
    within = isinstance(edit.within, Product | Elementwise)
    return within and isinstance(edit.standard, Symbol) and sum(part == edit.standard for part in walk(whole)) > 1


def is_of_whole(edit: Edit, whole: Term) -> bool:
    """Whether an edit puts all of a formula into a function, or takes it out: a deviation for a variance."""
    return edit.kind == "wrapped" and edit.standard in (whole, _inside(whole))


def _inside(term: Term) -> Term | None:
    return term.arguments[0] if isinstance(term, Apply) and len(term.arguments) == 1 else None


def is_other_extreme(edit: Edit) -> bool:
    """Whether an edit takes the place of the smallest for that of the largest, or for the largest itself."""
    match edit:
        case Edit("function", Apply(one), Apply(other)):
            heads = {one.partition("_")[0], other.partition("_")[0]}
            return len(heads) == 2 and heads <= set(EXTREMES) and not heads.isdisjoint(("argmin", "argmax"))
    return False


def is_turned(edit: Edit) -> bool:
    """Whether an edit is a transpose, which numbers do not show."""
    return edit.kind == "wrapped" and isinstance(edit.standard, Transpose) != isinstance(edit.found, Transpose)


def is_renamed(edit: Edit, whole: Term, given: Term, fixed: Container[str]) -> bool:
    """Whether a letter that a form has one name for, and once, is another letter throughout: q for the negative n.

    >>> from symformer.terms.term import Sum
    >>> n, p, q = (Symbol(each) for each in "npq")
    >>> edit = Edit("letter", n, q)
    >>> [is_renamed(edit, Sum((p, n)), Sum(given), "pn") for given in ((p, q), (q, q))]
    [True, False]
    """
    standard, found = edit.standard, edit.found
    if not isinstance(standard, Symbol) or not isinstance(found, Symbol) or standard.name not in fixed:
        return False
    if len(standard.name) > 1 or standard.name.isupper() or standard.name in CONSTANT:
        return False  # FP, the identity, the base of exponentials: what has that name everywhere
    return [*walk(whole)].count(standard) == 1 == [*walk(given)].count(found)


def is_sign_of_whole(edit: Edit, whole: Term) -> bool:
    """Whether an edit turns the sign of all of a formula."""
    if edit.kind == "negated":
        return edit.standard == whole
    part = edit.standard or edit.found
    return edit.kind in ("missing", "extra") and part == MINUS_ONE and edit.within in (whole, None)
