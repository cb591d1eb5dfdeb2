"""Who is who: the declarations of a note by symbol, and which of them is in force at a place.

A declaration holds from its place on; a later one shadows it.  What is used before it is said is
looked up ahead, but only within the section: notes may define after use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.semantics.declaration import Declaration
from symformer.terms.show import show
from symformer.terms.term import Index, Matrix, Number, Relation, Slice, Symbol, Term


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
    """All declarations of a note, by key, each list in order of visibility."""

    document: Document
    declarations: tuple[Declaration, ...]
    _by_key: dict[str, list[Declaration]] = field(repr=False, compare=False)
    _by_name: dict[str, list[Declaration]] = field(repr=False, compare=False)

    @staticmethod
    def of(document: Document, declarations: Iterable[Declaration]) -> SymbolTable:
        """The table of these declarations."""
        ordered = tuple(sorted(declarations, key=lambda d: (d.visible_from, d.span.start)))
        by_key: dict[str, list[Declaration]] = defaultdict(list)
        by_name: dict[str, list[Declaration]] = defaultdict(list)
        for declaration in ordered:
            symbol = declaration.symbol
            if (key := exact_key(symbol)) is not None:
                by_key[key].append(declaration)
            if (family := family_key(symbol)) is not None and not _is_instance(symbol):
                by_key[family].append(declaration)
            if (name := name_of(symbol)) is not None:
                by_name[name].append(declaration)
        return SymbolTable(document, ordered, dict(by_key), dict(by_name))

    def shape_declaration(self, term: Term, at: int) -> Declaration | None:
        """The declaration that gives the shape of a symbol or family member at an offset."""
        for key in (exact_key(term), family_key(term)):
            if key is None:
                continue
            shaped = [d for d in self._by_key.get(key, ()) if d.sizes is not None]
            if (found := self._in_force(shaped, at)) is not None:
                return found
        return None

    def all_of(self, name: str) -> Sequence[Declaration]:
        """Every declaration of a name, families included."""
        return self._by_name.get(name, ())

    def in_force(self, name: str, at: int) -> Declaration | None:
        """The last declaration of a name before an offset, of whatever kind."""
        return self._in_force(self._by_name.get(name, ()), at)

    def _in_force(self, declarations: Sequence[Declaration], at: int) -> Declaration | None:
        index = bisect_right(declarations, at, key=lambda d: d.visible_from) - 1
        if index >= 0:
            return declarations[index]
        ahead = declarations[0] if declarations else None
        if ahead is not None and section_at(self.document, ahead.span.start) == section_at(self.document, at):
            return ahead
        return None


def _is_instance(term: Term) -> bool:
    """Whether a member is a particular one (W_1), so that it does not speak for its family."""
    return isinstance(term, Index) and all(isinstance(index, Number) for index in (*term.indices, *term.upper))
