"""One declaration for all names of a pattern: ``W_* \\in \\mathbb{R}^{h \\times d}`` of W_i, W_f, W_o and W_c."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from symformer.semantics.declaration import Declaration
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.term import Apply, Index, Sign, Symbol, Term, walk

MARKS = frozenset({"*", "·", "•", "∗", "(*)", "(·)", "(•)"})


def spread(declarations: Sequence[Declaration], statements: Iterable[Statement]) -> Iterator[Declaration]:
    """What a wildcard declares, for each name of the note that it stands for and that nothing else gives a shape.

    A mark is a wildcard where the marked name stands in its declaration only: the x_* of "a test point x_*" is used.
    """
    patterns = [each for each in declarations if each.sizes is not None and pattern_of(each.symbol) is not None]
    if not patterns:
        return
    uses = _names_by_base(statements)
    sized = {exact_key(each.symbol) for each in declarations if each.sizes is not None}
    for declared in patterns:
        base, labels = pattern_of(declared.symbol) or ("", ())
        told = [name for name, times in uses[base].items() if exact_key(name) not in sized and times]
        if uses[base].get(declared.symbol, 0) > 1:
            continue
        for name in told:
            if name != declared.symbol and (not labels or _label(name) in labels):
                yield replace(declared, symbol=name)


def pattern_of(term: Term) -> tuple[str, tuple[str, ...]] | None:
    r"""The letter of ``W_*``, or of ``W_{\{i,f,o\}}`` with its labels; None for any other name.

    >>> pattern_of(Symbol("W_*")), pattern_of(Symbol("W_q"))
    (('W', ()), None)
    """
    match term:
        case Symbol(name=name):
            base, mark, label = name.partition("_")
            return (base, ()) if mark and label in MARKS else None
        case (
            Index(base=Symbol(name=base), indices=(slot,), upper=())
            | Index(base=Symbol(name=base), indices=(), upper=(slot,))
        ):
            match slot:
                case Symbol(name=mark) | Sign(text=mark) if mark in MARKS:
                    return base, ()
                case Apply(function="set", arguments=items) if all(isinstance(item, Symbol) for item in items):
                    return base, tuple(item.name for item in items if isinstance(item, Symbol))
    return None


def _label(term: Term) -> str:
    """What stands below or above a letter: i of W_i, as a label or as an index."""
    match term:
        case Symbol(name=name):
            return name.partition("_")[2]
        case Index(indices=(Symbol(name=label),), upper=()) | Index(indices=(), upper=(Symbol(name=label),)):
            return label
    return ""


def _names_by_base(statements: Iterable[Statement]) -> dict[str, dict[Term, int]]:
    """The labelled names of a note by their letter, with how often each stands."""
    found: dict[str, dict[Term, int]] = defaultdict(dict)
    for statement in statements:
        for part in walk(statement.term):
            base = part.name.partition("_")[0] if isinstance(part, Symbol) else ""
            if isinstance(part, Index) and isinstance(part.base, Symbol):
                base = part.base.name
            if base and (pattern_of(part) is not None or _label(part)):
                found[base][part] = found[base].get(part, 0) + 1
    return found
