r"""Whether a comma in braces parts thousands or is the decimal comma: ``12{,}500``, ``0{,}5``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from symformer.syntax.nodes import Kind, Node, Tree

DECIMAL_COMMA = re.compile(r"0\{,\}\d+|\d+\{,\}(?!\d{3}\Z)\d+")
ONE_DECIMAL = re.compile(r"\d+\{,\}\d")
ONE_OR_TWO_DECIMALS = re.compile(r"\d+\{,\}\d{1,2}")
WITH_POINT = re.compile(r"\d\.\d")
FEWEST = 3  # numbers that can only have the decimal comma, of a note that has no other
WITH_COMMA = re.compile(r"\d+(?:\{,\}\d+)+")


def value_of(piece: str, formula: str) -> str:
    """A number of a formula without what groups its digits.

    Beside one that can only have the decimal comma, ``1{,}386`` has one too.

    >>> value_of("12{,}500", "12{,}500 + 3"), value_of("0{,}5", "0{,}5"), value_of("1{,}386", "1{,}386 - 0{,}25")
    ('12500', '0.5', '1.386')
    """
    if _is_decimal(piece, formula):
        return piece.replace("{,}", ".")
    return piece.replace("{,}", "").replace("\\,", "").replace(",", "")


def _is_decimal(piece: str, formula: str) -> bool:
    return DECIMAL_COMMA.fullmatch(piece) is not None or piece.count("{,}") == 1 and _has_decimal_commas(formula)


def has_decimal_commas_throughout(formulas: Iterable[str]) -> bool:
    """Whether the numbers of a note have the decimal comma, also those of which one alone might part thousands.

    Its commas in braces are often, and rather than points, such as only the decimal comma can be; none parts two groups.

    >>> has_decimal_commas_throughout(["0{,}5", "x = 2{,}5 + 0{,}25", "N = 2{,}011"])
    True
    >>> has_decimal_commas_throughout(["0{,}5", "x = 2.5 + 0.25", "N = 2{,}011"])
    False
    """
    certain = points = 0
    for formula in formulas:
        points += len(WITH_POINT.findall(formula))
        for found in WITH_COMMA.finditer(formula) if "{,}" in formula else ():
            if found[0].count("{,}") > 1:
                return False
            certain += found[0].startswith("0{") or ONE_OR_TWO_DECIMALS.fullmatch(found[0]) is not None
    return certain >= FEWEST and certain > points


def with_decimal_commas(tree: Tree) -> Tree:
    r"""A formula of a note with decimal commas: ``2{,}011`` is two and a bit."""
    if "{,}" not in tree.input:
        return tree
    return replace(tree, root=_with_points(tree.root, tree.input))


def _with_points(node: Node, text: str) -> Node:
    if node.kind == Kind.NUMBER and not node.children:
        piece = node.span.slice(text)
        return replace(node, text=piece.replace("{,}", ".")) if piece.count("{,}") == 1 else node
    children = tuple(_with_points(child, text) for child in node.children)
    return replace(node, children=children) if children != node.children else node


@lru_cache(maxsize=4)
def _has_decimal_commas(formula: str) -> bool:
    """Whether some numbers of a formula can only have the decimal comma: one alone may have lost a digit, but not two."""
    certain = [each[0] for each in WITH_COMMA.finditer(formula) if DECIMAL_COMMA.fullmatch(each[0]) is not None]
    return len(certain) > 1 or any(each.startswith("0{") or ONE_DECIMAL.fullmatch(each) is not None for each in certain)


__all__ = ["has_decimal_commas_throughout", "value_of", "with_decimal_commas"]
