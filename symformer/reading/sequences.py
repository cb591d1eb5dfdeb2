r"""``x_1 \cdots x_n``: a sequence that is written without commas, or a product."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from symformer.reading.written import joined_node
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Ellipsis, Index, Number, Product, Sum, Symbol, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]

SEQUENCE_OR_PRODUCT = "a sequence or a product"
FIRST = frozenset({"0", "1"})  # from where one counts; 2 ⋯ n may be the end of a product
ENDS = frozenset({Kind.NAME, Kind.NUMBER, Kind.SCRIPTS, Kind.SUM})


def perhaps_sequence(product: Product) -> Term:
    """Both readings of members of one family side by side, from a number or over a window; a product of matrices is one."""
    bases = {factor.base for factor in product.factors if isinstance(factor, Index)}
    dots = [at for at, factor in enumerate(product.factors) if isinstance(factor, Ellipsis)]
    members = sum(isinstance(factor, Index) for factor in product.factors)
    if len(bases) != 1 or len(dots) != 1 or members + 1 != len(product.factors) or not 0 < dots[0] < members:
        return product
    base, first = bases.pop(), product.factors[0]
    if not isinstance(base, Symbol) or not _is_small(base.name) or not isinstance(first, Index):
        return product
    if not _starts(first, product.factors[-1]) and not _is_window(first, product.factors[-1]):
        return product
    together = Apply("tuple", product.factors, (), product.origin)
    return Unknown(SEQUENCE_OR_PRODUCT, "", (together, product), product.origin)


def _is_small(name: str) -> bool:
    return len(name.rstrip("+-*'").rstrip("^")) == 1 and name[:1].islower()  # x, and the s⁻ of negative samples


def _starts(member: Index, last: Term) -> bool:
    """Whether a member is the first, ``x_1`` or ``x_1^k`` before ``x_n^k``."""
    scripts = member.slots
    kept = [script for script in scripts if not isinstance(script, Number) or script.value not in (0, 1)]
    return len(kept) + 1 == len(scripts) and (not kept or isinstance(last, Index) and set(kept) <= set(last.slots))


def _is_window(first: Index, last: Term) -> bool:
    r"""``u_{i-k} \cdots u_{i-1}``: members that are told by how far they are from one."""
    if not isinstance(last, Index):
        return False
    match (first.indices, last.indices):
        case ((Sum(terms=(Symbol() as one, *_)),), (Symbol() | Sum(terms=(Symbol(), *_)) as end,)):
            return one == (end.terms[0] if isinstance(end, Sum) else end)
    return False


def with_members(terms: Iterable[Term]) -> Iterator[Term]:
    """Terms of a list, an argument, a set: there a run of members is a sequence."""
    listed = list(terms)
    for term in listed:
        match term:
            case Unknown(reason=reason, alternatives=(Apply() as together, _)) if reason == SEQUENCE_OR_PRODUCT:
                yield from together.arguments
            case Product(factors=factors, sign="") if _goes_on(factors, [each for each in listed if each is not term]):
                yield from factors
            case _:
                yield term


def _goes_on(factors: Sequence[Term], others: Sequence[Term]) -> bool:
    r"""``x_1, x_2 \cdots x_n``: whether dots lead from one member of a list to the last one."""
    if not any(isinstance(factor, Ellipsis) for factor in factors):
        return False
    families = {_family(factor) for factor in factors if not isinstance(factor, Ellipsis)}
    return len(families) == 1 and None not in families and not families.isdisjoint(map(_family, others))


def _family(term: Term) -> str | None:
    """What a member is one of: the x of ``x_2``, the F of ``F_2(x)``."""
    match term:
        case Index(base=Symbol(name=name)):
            return name
        case Apply(function=name, labels=(_, *_)):
            return f"{name}()"
    return None


def counted_range(pieces: Sequence[Node], lower: Lower) -> Term | None:
    r"""``1 \ldots n``, ``0...q``: all whole numbers from one to another; None where nothing is counted so."""
    if not _counts_up(pieces):
        return None
    return Apply("range", (lower(pieces[0]), lower(pieces[2])), (), Span(pieces[0].span.start, pieces[2].span.end))


def range_to_sum(pieces: Sequence[Node]) -> Node | None:
    r"""``1 \ldots n + 1``: the range whose last number is a sum; None where dots lead from no one or nought."""
    run = content(pieces[0])
    counted = parts(run) if run.kind is Kind.JUXTAPOSITION else ()
    if not _counts_up(counted):
        return None
    last = Node(Kind.SUM, Span(counted[2].span.start, pieces[-1].span.end), (counted[2], *pieces[1:]))
    return joined_node([counted[0], counted[1], last])


def _counts_up(pieces: Sequence[Node]) -> bool:
    if len(pieces) != 3 or pieces[0].kind is not Kind.NUMBER or pieces[1].kind is not Kind.ELLIPSIS:
        return False
    return pieces[0].text in FIRST and pieces[2].kind in ENDS and pieces[2].text != pieces[0].text
