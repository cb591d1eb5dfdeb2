r"""The width of a head against what the note calls the letters it is made of: ``d_h = h / d``, ``d_h = d / n``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Number, Product, Quotient, Relation, Symbol, Term

HEAD, MODEL, HEADS = "head dimension", "embedding dimension", "number of heads"
WIDTHS = frozenset({HEAD, "key dimension", "value dimension", "query dimension"})
CUSTOMARY = frozenset({"d_head", "d_h", "D_h", "d_roman(head)", "head_dim", "d_k", "d_v", "D_head"})
MODELS = frozenset({"d", "D", "d_model", "d_roman(model)", "D_model", "d_m"})
COUNTS = frozenset(
    {
        "number of groups", "number of key-value heads", "number of layers", "sequence length", "vocabulary size", "batch size",
        "number of keys", "number of queries", "feed-forward dimension", "number of experts", "number of classes",
    }
)  # fmt: skip


def head_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each quotient that is called the width of a head, and is not that of the model over the heads."""
    called = once(model, concepts_of_sizes)
    if not any(HEADS in each for each in called.values()):
        return
    widths = sorted(name for name, each in called.items() if each == {MODEL})
    heads = sorted(name for name, each in called.items() if each == {HEADS})
    for statement, _ in asserted_formulas(model):
        term = statement.term
        if not isinstance(term, Relation) or not set(term.relations) <= EQUAL:
            continue
        if not any(_is_width(side, called) for side in term.sides):
            continue
        for side in term.sides:
            fraction = _fraction(side)
            if fraction is None:
                yield from _multiplied(statement, side, called)
                continue
            above, below = (called.get(exact_key(each) or "", frozenset()) for each in fraction)
            upside = HEADS in above and MODEL in below
            other = len(heads) == 1 and MODEL in above and below and below <= COUNTS
            over = len(widths) == 1 and HEADS in below and above and above <= COUNTS
            if not upside and not other and not over:
                continue
            right = (widths or [show(fraction[1])])[0], (heads or [show(fraction[0])])[0]
            place = statement.place(side.origin)
            yield Problem(
                place,
                f"the width of a head is {right[0]}/{right[1]}, the width of the model over the number of heads, "
                f"not {show(fraction[0])}/{show(fraction[1])}",
                help=f"try {right[0]}/{right[1]}",
                evidence={"kind": "shape", "symbol": show(side)},
                key=f"head-size@{place.start}",
            )


def _multiplied(statement: Statement, side: Term, called: dict[str, frozenset[str]]) -> Iterator[Problem]:
    """A problem where the width of a head is that of the model times the number of heads."""
    match side:
        case Product(factors=(Symbol() as one, Symbol() as other)):
            pass
        case _:
            return
    for model, heads in ((one, other), (other, one)):
        width = exact_key(model) or ""
        is_model = MODEL in called.get(width, frozenset()) or width in MODELS and not called.get(width)
        if not is_model or HEADS not in called.get(exact_key(heads) or "", frozenset()):
            continue
        place = statement.place(side.origin)
        yield Problem(
            place,
            f"the width of a head is {show(model)}/{show(heads)}, the width of the model over the number of heads, "
            f"not {show(side)}",
            help=f"try {show(model)}/{show(heads)}",
            evidence={"kind": "shape", "symbol": show(side)},
            key=f"head-size@{place.start}",
        )


def _is_width(side: Term, called: dict[str, frozenset[str]]) -> bool:
    """Whether a name is that of a head's width: by the words, or by its label where there are none."""
    key = exact_key(side) or ""
    told = called.get(key)
    return bool(told & WIDTHS) if told else key in CUSTOMARY


def concepts_of_sizes(model: SemanticModel) -> dict[str, frozenset[str]]:
    """What the words call each size."""
    found: dict[str, frozenset[str]] = {}
    for declaration in model.table.declarations:
        key = exact_key(declaration.symbol)
        if key is not None and declaration.concept is not None and declaration.sizes is None:
            found[key] = found.get(key, frozenset()) | {declaration.concept}
    return found


def _fraction(side: Term) -> tuple[Symbol, Symbol] | None:
    match side:
        case Quotient(Symbol() as above, Symbol() as below):
            return above, below
        case Product(factors=(Quotient(Number(value=1), Symbol() as below), Symbol() as above)):
            return above, below
    return None
