"""Who is who: the names of symbols, and the declarations of a note by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from symformer.semantics.declaration import Declaration
from symformer.terms.show import show
from symformer.terms.term import Index, Matrix, Number, Product, Relation, Slice, Symbol, Term


def name_of(term: Term) -> str | None:
    """The name of a symbol or of the family a term indexes, without its indices."""
    match term:
        case Symbol():
            return term.name
        case Index(base=Symbol() as base):
            return base.name
    return None


def exact_key(term: Term) -> str | None:
    """The key of a symbol as spelled, indices included: W_1 and W_2 are two."""
    match term:
        case Symbol():
            return term.name
        case Index(base=Symbol() as base):
            lower = ",".join(show(index) for index in term.indices)
            upper = ",".join(show(index) for index in term.upper)
            return f"{base.name}[{lower}]^[{upper}]"
    return None


def family_key(term: Term) -> str | None:
    """The key of the family that a general member declares: h_i speaks for all h, W_2^{(l)} for all l.

    >>> i, l = Symbol("i"), Symbol("l")
    >>> from fractions import Fraction
    >>> family_key(Index(Symbol("h"), (i,))), family_key(Index(Symbol("W"), (Number(Fraction(2)),), (l,)))
    ('h[·]^[]', 'W[2]^[·]')
    """
    match term:
        case Index(base=Symbol() as base) if not any(_is_no_index(i) for i in term.indices):
            return _family(base, term, tuple(not isinstance(i, Number) for i in term.slots))
    return None


def family_keys(term: Term) -> Iterable[str]:
    """The keys of all families that a member may belong to, the narrowest first."""
    match term:
        case Index(base=Symbol() as base) if not any(_is_no_index(i) for i in term.indices):
            slots = len(term.indices) + len(term.upper)
            if slots <= MOST_SLOTS:
                choices = sorted(product((False, True), repeat=slots), key=sum)
                yield from (_family(base, term, open_) for open_ in choices if any(open_))


def _is_no_index(slot: Term) -> bool:
    """A range, a condition, or the sizes of ``X_{n \\times d}``: what makes no family."""
    return isinstance(slot, Slice | Relation | Matrix) or (isinstance(slot, Product) and slot.sign == "×")


MOST_SLOTS = 4


def _family(base: Symbol, term: Index, open_: tuple[bool, ...]) -> str:
    """A key with a dot for each slot that is left open."""
    shown = ["·" if free else show(slot) for slot, free in zip(term.slots, open_, strict=True)]
    at = len(term.indices)
    return f"{base.name}[{','.join(shown[:at])}]^[{','.join(shown[at:])}]"


@dataclass(frozen=True, slots=True)
class SymbolTable:
    """All declarations of a note, in order of visibility."""

    declarations: tuple[Declaration, ...]
    _by_name: dict[str, list[Declaration]] = field(repr=False, compare=False)

    @staticmethod
    def of(declarations: Iterable[Declaration]) -> SymbolTable:
        """The table of these declarations."""
        ordered = tuple(sorted(declarations, key=lambda d: (d.visible_from, d.span.start)))
        by_name: dict[str, list[Declaration]] = defaultdict(list)
        for declaration in ordered:
            if (name := name_of(declaration.symbol)) is not None:
                by_name[name].append(declaration)
        return SymbolTable(ordered, dict(by_name))

    def all_of(self, name: str) -> Sequence[Declaration]:
        """Every declaration of a name, families included."""
        return self._by_name.get(name, ())
