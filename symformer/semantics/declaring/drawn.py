r"""What sets and distributions say of a name: ``\beta \in (0, 1)``, ``\tau > 0``, ``\epsilon \sim \mathcal{N}(0, I_d)``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.reasoning.constants import IDENTITY_NAMES
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.snippets import is_size
from symformer.semantics.statement import Statement
from symformer.terms.show import GREEK
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Relation, Symbol, Term, bare_sign
from symformer.text.cued import Cued

NORMAL = Cued(r"(?:calligraphic\(|roman\()?(?:N|Normal|Gaussian)\)?")


def drawn(statement: Statement) -> Iterator[Declaration]:
    """The declarations that intervals, bounds and draws make."""
    match statement.term:
        case Relation(relations=(relation, *_), sides=(Symbol() | Index() as named, target, *_)):
            pass
        case _:
            return
    span = statement.place(named.origin)
    if bare_sign(relation) == "∼" and (size := _length_of_draw(target)) is not None:
        yield Declaration(named, span, statement.span, span.start, (size,), "R", role="vector")
    elif (relation == "∈" and _is_interval(target)) or (relation == ">" and _is_positive(named, target)):
        yield Declaration(named, span, statement.span, span.start, role="scalar")


def _is_interval(target: Term) -> bool:
    """``(0, 1)``, ``[0, 1)``, ``[-1, 1]``: what lies between two numbers is one."""
    match target:
        case Apply(function=name, arguments=(first, last)) if name.startswith("interval"):
            return isinstance(first, Number) or isinstance(last, Number)
        case Matrix(rows=((Number(), Number()),), style=style):
            return style != "matrix"
    return False


def _is_positive(named: Term, bound: Term) -> bool:
    """τ > 0: a Greek letter that is compared with a number."""
    return isinstance(named, Symbol) and named.name in GREEK and isinstance(bound, Number)


def _length_of_draw(target: Term) -> Term | None:
    """The d of ``N(μ, σ² I_d)``."""
    match target:
        case Apply(function=name, arguments=(_, covariance)) if NORMAL.fullmatch(name):
            factors = covariance.factors if isinstance(covariance, Product) else (covariance,)
            sizes = [size for factor in factors if (size := identity_size(factor)) is not None]
            return sizes[0] if len(sizes) == 1 else None
    return None


def identity_size(term: Term) -> Term | None:
    r"""The n of ``I_n`` and of ``\mathbf{I}_{n}``.

    >>> identity_size(Symbol("bold(I)_D")), identity_size(Index(Symbol("I"), (Symbol("n"),)))
    (Symbol(name='D', origin=Span(start=0, end=0)), Symbol(name='n', origin=Span(start=0, end=0)))
    """
    match term:
        case Index(base=Symbol(name=name), indices=(size,), upper=()) if name in IDENTITY_NAMES:
            return size if is_size(size) else None
        case Symbol(name=name):
            base, _, label = name.partition("_")
            return Symbol(label, term.origin) if base in IDENTITY_NAMES and label.isalpha() else None
    return None
