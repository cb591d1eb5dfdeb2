r"""Whether a note tells letters apart by a font that elsewhere is only a look: ``\mathsf X`` for the transpose of X."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from symformer.syntax.nodes import Kind, Node, Tree, content, parts

SANS, APART = "sans", "grotesque"  # a font of no command: no name in it is taken for the plain one
SANS_LETTER = re.compile(r"(?<!\^)(?<!\^\{)\\mathsf\s*(?:\{\s*([A-Z])\s*\}|([A-Z])(?![A-Za-z]))")
COMMAND = re.compile(r"\\[A-Za-z]+(?:\s*\{[A-Za-z ]*\})?")
CAPITAL = re.compile(r"[A-Z]")
FEWEST = 3  # capitals that a note has in both fonts


def has_sans_apart(formulas: Iterable[str]) -> bool:
    r"""Whether a note has three capitals or more in a sans-serif font and in the usual one.

    >>> both = [r"\mathsf X = X^\top", r"\mathsf{Q} = Q^\top", r"\mathsf K = K^\top"]
    >>> has_sans_apart(both), has_sans_apart([r"\mathsf{X}^\mathsf{T} X", r"\mathsf Q"])
    (True, False)
    """
    sans: set[str] = set()
    plain: set[str] = set()
    for formula in formulas:
        if "\\mathsf" in formula:
            sans.update(found[1] or found[2] for found in SANS_LETTER.finditer(formula))
        plain.update(CAPITAL.findall(COMMAND.sub(" ", SANS_LETTER.sub(" ", formula))))
    return len(sans & plain) >= FEWEST


def with_sans_apart(tree: Tree) -> Tree:
    r"""A formula of a note in which capitals in a sans-serif font are letters of their own."""
    if "\\mathsf" not in tree.input:
        return tree
    return replace(tree, root=_apart(tree.root))


def _apart(node: Node) -> Node:
    children = tuple(_apart(child) for child in node.children)
    node = replace(node, children=children) if children != node.children else node
    if node.kind is Kind.FONT and node.text == SANS and parts(node):
        held = content(parts(node)[-1])
        if held.kind is Kind.NAME and len(held.text) == 1 and held.text.isupper() and held.text != "T":
            return replace(node, text=APART)
    return node


__all__ = ["has_sans_apart", "with_sans_apart"]
