r"""A tree in one line, to be read and compared: what tests and bug reports show."""

from __future__ import annotations

from symformer.syntax.nodes import BRACKETS, LEAVES, SILENT, Kind, Node, Tree, parts

# What stands before the text of a leaf; names, numbers, operators and relations stand as they are.
LEAF_MARKS = {
    Kind.FUNCTION: "fn:", Kind.BIG: "big:", Kind.ELLIPSIS: "dots:", Kind.SEPARATOR: "sep:", Kind.UNREAD: "unread:",
}  # fmt: skip
LEAF_TEXTS = {Kind.MISSING: "□"}


def sexpr(tree: Tree | Node) -> str:
    r"""The tree as nested brackets: the kind (and variety) of a node before its parts.

    Blanks and structure marks are left out, groups are transparent, and a script shows as "_" or "^".

    >>> from symformer.syntax.parser import parse
    >>> sexpr(parse(r"Q K^\top / \sqrt{d_k}"))
    '(product (side Q (scripts K (^ top))) / (radical (scripts d (_ k))))'
    """
    node = tree.root if isinstance(tree, Tree) else tree
    if node.kind is Kind.RELATION and node.children:
        return f"{node.text}[{' '.join(sexpr(part) for part in parts(node))}]"
    if node.kind in LEAVES or not node.children:
        return _leaf(node)
    inside = [sexpr(part) for part in parts(node) if part.kind not in BRACKETS]
    if node.kind in TRANSPARENT and len(inside) == 1:
        return inside[0]
    head = NAMES.get(node.kind, node.kind)
    variety = "" if node.kind in TRANSPARENT or not node.text else f" {node.text}"
    return f"({' '.join([head + variety, *inside])})"


TRANSPARENT = frozenset({Kind.FORMULA, Kind.GROUP, Kind.STYLE, Kind.CELL})
NAMES = {Kind.JUXTAPOSITION: "side", Kind.SUBSCRIPT: "_", Kind.SUPERSCRIPT: "^", Kind.BIG_OPERATION: "over"}


def _leaf(node: Node) -> str:
    if node.kind in SILENT:
        return "~"
    text = LEAF_TEXTS.get(node.kind, node.text) or "''"
    quoted = f'"{text}"' if node.kind is Kind.WORD or " " in text else text
    return LEAF_MARKS.get(node.kind, "") + quoted
