r"""Products along axes that a note below their sign names: ``Q \underset{key}{\odot} K`` (Chiang et al. 2021, named tensors)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.reading.written import items_of, joined_node, noted_below
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Term
from symformer.text.span import Span

Lower = Callable[[Node], Term]

SIGNS = frozenset({"⊙", "·", "∘", "*", "⊗", "×"})


def is_contraction(node: Node) -> bool:
    """Whether a node is a sign of a product with a note below it."""
    if (noted := noted_below(content(node))) is None:
        return False
    sign = content(noted[0])
    return sign.kind is Kind.OPERATOR and sign.text in SIGNS


def contracted(pieces: Sequence[Node], lower: Lower) -> Term | None:
    """What is side by side around signs with axes below them, the first two first; None without such a sign."""
    places = [at for at, piece in enumerate(pieces) if is_contraction(piece)]
    if not places or places[0] == 0 or places[-1] == len(pieces) - 1:
        return None
    ends = [*places[1:], len(pieces)]
    found = lower(joined_node(pieces[: places[0]]))
    for place, end in zip(places, ends, strict=True):
        operand = pieces[place + 1 : end]
        if not operand:
            return None
        span = Span(pieces[0].span.start, pieces[end - 1].span.end)
        found = Apply("contraction", (found, lower(joined_node(operand))), _axes(pieces[place], lower), span)
    return found


def _axes(sign: Node, lower: Lower) -> tuple[Term, ...]:
    noted = noted_below(content(sign))
    return () if noted is None else tuple(lower(axis) for axis in _listed(noted[1]))


def labels_in(note: Node, lower: Lower) -> tuple[Term, ...]:
    """What a note below a function says: each of the lines that it has, one below the other."""
    inner = content(note)
    lines = _listed(inner) if inner.kind is Kind.MATRIX else [inner]
    return tuple(lower(line) for line in lines)


def _listed(note: Node) -> list[Node]:
    """The names that a note lists, one below the other or with commas between."""
    inner = content(note)
    match inner.kind:
        case Kind.MATRIX | Kind.ROW:
            return [axis for part in parts(inner) for axis in _listed(part)]
        case Kind.LIST:
            return [content(item) for item in items_of(inner)]
    return [inner]
