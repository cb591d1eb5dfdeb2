r"""Small changes: ``\Delta W`` is one name, ``dx`` and ``\delta x`` beside other factors are one too, or a product.

Where ``d`` belongs to a derivative or an integral, these have taken it before.
"""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.arguments import arguments_of
from symformer.reading.called import FUNCTION_LETTERS, called_with
from symformer.reading.spelling import spelled
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import Kind, Node, content, held_in, parts
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]

SMALL = frozenset({"delta", "δ"})
CHANGES = SMALL | {"Delta", "Δ"}
THIN = len("\\!")
CHANGE_OR_PRODUCT = "a small change or a product"


def change(delta: Node, following: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    r"""``\Delta W`` is one name; ``\delta x`` is one or a product; None where what follows is no name."""
    if delta.text in SMALL:
        return _small(delta, following, vocabulary, lower)
    term = lower(following)
    span = Span(delta.span.start, following.span.end)
    match term:
        case Transpose(operand=Symbol() as base):
            return Transpose(Symbol(f"Delta({base.name})", Span(span.start, base.origin.end)), span)
        case Power(base=Symbol() as base, exponent=Number() as exponent):
            return Power(Symbol(f"Delta({base.name})", Span(span.start, base.origin.end)), exponent, span)
        case Symbol():
            return Symbol(f"Delta({term.name})", span)
        case Index(base=Symbol() as base):
            return Index(Symbol(f"Delta({base.name})", base.origin), term.indices, term.upper, span)
    return None


def changed_value(changed: Term, pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    r"""``\Delta f(x)``: the change of a value, where f is known for a function; open where nothing tells."""
    following = pieces[at] if at < len(pieces) else None
    name = spelled(pieces[at - 1])
    if following is None or following.kind is not Kind.FENCE or following.text != "()" or _is_small(changed):
        return changed, at
    span = Span(changed.origin.start, following.span.end)
    if name in vocabulary.functions or name in FUNCTION_LETTERS and name not in vocabulary.scalars:
        return called_with(changed, arguments_of(following, lower), span), at + 1
    held = held_in(following)
    plain = held is not None and held.kind in (Kind.NAME, Kind.SCRIPTS)
    if not plain or following.span.start != pieces[at - 1].span.end:
        return changed, at
    called = called_with(changed, arguments_of(following, lower), span)
    product = Product((changed, lower(following)), "", span)
    return Unknown("a call or a product", "", (called, product), span), at + 1


def _is_small(changed: Term) -> bool:
    return isinstance(changed, Unknown)


def _small(delta: Node, following: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    if following.kind is not Kind.NAME or following.span.start - delta.span.end > 1:
        return None
    if "delta" in vocabulary.scalars | vocabulary.arrays | vocabulary.numbers:
        return None
    return _open(delta, following, lower)


def differential(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    r"""``dx`` among factors: a differential where the d is upright, else that or d times x; None where it is neither."""
    mark, following = pieces[at], pieces[at + 1]
    if (
        mark.kind not in (Kind.NAME, Kind.FONT)
        or spelled(mark) != "d"
        or mark.kind is not Kind.FONT  # upright, it is no size
        and "d" in vocabulary.scalars | vocabulary.arrays | vocabulary.numbers
        or following.span.start - mark.span.end > (THIN if mark.kind is Kind.FONT else 0)
        or not (_is_variable(following) or mark.kind is Kind.FONT and _is_capital(following))
    ):
        return None
    before = pieces[at - 1] if at else None
    if before is not None and before.kind in (Kind.NAME, Kind.NUMBER) and before.span.end == mark.span.start:
        return None  # 4dh, ad
    if mark.kind is Kind.FONT and _is_capital(following):
        return _named_by_d(lower(following), mark)
    if mark.kind is Kind.FONT:
        return Apply("differential", (lower(following),), (), mark.span.cover(following.span))
    return _open(mark, following, lower)


def _is_capital(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else content(node)
    return base.kind is Kind.NAME and base.text.isalpha() and base.text.isupper()


def _named_by_d(following: Term, mark: Node) -> Term:
    """The name of a gradient or of a change by an upright d: dV, as where it is written in one word."""
    match following:
        case Symbol(name=name):
            return Symbol(f"d{name}", mark.span.cover(following.origin))
        case Index(base=Symbol() as base, indices=indices, upper=upper):
            named = Symbol(f"d{base.name}", mark.span.cover(base.origin))
            return Index(named, indices, upper, mark.span.cover(following.origin))
        case Transpose(operand=operand, conjugate=conjugate):
            return Transpose(_named_by_d(operand, mark), mark.span.cover(following.origin), conjugate)
    return Apply("differential", (following,), (), mark.span.cover(following.origin))


def _is_variable(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    held = content(parts(base)[-1]) if base.kind is Kind.FONT and parts(base) else base
    return held.kind is Kind.NAME and not held.text[:1].isupper() and (len(held.text) > 1 or held.text.isalpha())


def with_plain_products(term: Term) -> Term:
    r"""A formula in which d stands by itself among entries, factors or terms: its ``dg`` is d times g."""
    return _multiplied(term) if _has_plain_d(term) else term


def _has_plain_d(term: Term) -> bool:
    if isinstance(term, Unknown | Index):
        return False
    inner = tuple(children(term))
    alone = inner[-1:] if isinstance(term, Product) else inner if isinstance(term, Matrix | Sum) else ()  # a d, not d W
    if any(isinstance(each, Symbol) and each.name == "d" for each in alone):
        return True
    return any(map(_has_plain_d, inner))


def _multiplied(term: Term) -> Term:
    if isinstance(term, Unknown) and term.reason == CHANGE_OR_PRODUCT:
        changed, product = term.alternatives
        if isinstance(changed, Apply) and isinstance(product, Product) and product.factors[0] == Symbol("d"):
            return product
    return rebuilt(term, _multiplied)


def _open(mark: Node, following: Node, lower: Lower) -> Term:
    span = mark.span.cover(following.span)
    changed, by = lower(mark), lower(following)
    readings = (Apply("differential", (by,), (), span), Product((changed, by), "", span))
    return Unknown(CHANGE_OR_PRODUCT, "", readings, span)
