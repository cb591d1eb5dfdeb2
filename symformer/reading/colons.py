r"""What a bar or a colon stands between: ``p(x | y)``, ``f: A \to B``, ``4 : 3``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symformer.reading.chains import as_set
from symformer.reading.fences import is_joined
from symformer.reading.logic import said_for_all
from symformer.reading.scripts import index_term
from symformer.reading.sequences import with_members
from symformer.reading.written import sides_of, signs_of
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import EQUAL, Apply, Relation, Term, Unknown

Lower = Callable[[Node], Term]

VALUES = frozenset({Kind.JUXTAPOSITION, Kind.FRACTION, Kind.BIG_OPERATION, Kind.CHAIN})


def lower_mid(node: Node, lower: Lower) -> Term:
    """What stands on the sides of bars and colons, together."""
    signs = signs_of(node)
    sides = [content(side) for side in sides_of(node)]
    if signs == (":",) and sides[0].kind is Kind.MISSING and sides[1].kind in VALUES:
        return lower(sides[1])  # what stands behind a heading in words
    if signs == (":",) and (claim := said_for_all(sides)) is not None:
        return lower(claim)
    if signs[0] == ":" and _is_bare_slice(sides[:2]):
        return Unknown("a slice that is not written below its name", "", (), node.span)
    if all(sign == ":" for sign in signs):
        if any(side.kind is Kind.MISSING for side in sides):
            return index_term(node, lower)
        if (proportion := _proportion(node, sides, lower)) is not None:
            return proportion
        terms = tuple(_between_sets(side, lower(side)) for side in sides)
        return Relation(signs, terms, node.span) if len(terms) == len(signs) + 1 else _open(node)
    told = tuple(map(_as_one, map(lower, sides)))
    return Apply("versus" if is_joined(node) else "given", told, (), node.span)


def _proportion(node: Node, sides: list[Node], lower: Lower) -> Term | None:
    """``128:96 = 4:3``: as many numbers before the sign as behind it are two ratios; None where that is not so."""
    middle, odd = divmod(len(sides) - 1, 2)
    chain = sides[middle]
    if odd or not middle or chain.kind is not Kind.CHAIN or len(parts(chain)) != 3 or parts(chain)[1].text not in EQUAL:
        return None
    last, sign, first = parts(chain)
    ratios = [[*sides[:middle], content(last)], [content(first), *sides[middle + 1 :]]]
    if any(side.kind is not Kind.NUMBER for ratio in ratios for side in ratio):
        return None
    told = [Apply("ratio", tuple(map(lower, ratio)), (), ratio[0].span.cover(ratio[-1].span)) for ratio in ratios]
    return Relation((sign.text,), tuple(told), node.span)


def _between_sets(side: Node, term: Term) -> Term:
    """The ``(0, 1)`` of ``f: S → (0, 1)`` is an interval."""
    if side.kind is not Kind.CHAIN or not isinstance(term, Relation) or set(term.relations) != {"→"}:
        return term
    sets = zip(sides_of(side), term.sides, strict=False)
    return replace(term, sides=tuple(as_set(written, each) for written, each in sets))


def _is_bare_slice(sides: list[Node]) -> bool:
    """``x1:L = …``: a slice whose letters were written without scripts."""
    name, rest = sides
    rest = content(parts(rest)[0]) if rest.kind is Kind.CHAIN else rest
    numbered = name.kind is Kind.JUXTAPOSITION and len(name.children) == 2 and name.children[-1].kind is Kind.NUMBER
    close = (
        numbered and name.children[0].span.end == name.children[1].span.start and name.span.end + 1 == rest.span.start
    )
    return close and rest.kind is Kind.NAME


def _as_one(side: Term) -> Term:
    r"""``p(y | x_1 \cdots x_n)``: a run of members beside a bar is a sequence."""
    members = tuple(with_members((side,)))
    return side if members == (side,) else Apply("tuple", members, (), side.origin)


def _open(node: Node) -> Term:
    return Unknown("a bar or colon whose sides are not known", "", (), node.span)
