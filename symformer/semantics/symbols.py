"""Who is who: the names of symbols, and the declarations of a note by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from symformer.semantics.declaration import Declaration
from symformer.terms.show import show
from symformer.terms.term import Index, Matrix, Relation, Slice, Symbol, Term


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
    """The key of the family a member belongs to: all h_i are one."""
    match term:
        case Index(base=Symbol() as base) if not any(isinstance(i, Slice | Relation | Matrix) for i in term.indices):
            return f"{base.name}[{','.join('·' * len(term.indices))}]^[{','.join('·' * len(term.upper))}]"
    return None


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
