r"""What is defined under or over braces: the M of ``\underbrace{A B}_{:= M}``."""

from __future__ import annotations

from symformer.reading.lower import lower
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import Kind, Node, Tree, content, parts, walk
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Relation, Symbol, Term

DEFINES = EXACTLY_EQUAL | {"=:"}


def defined_at_braces(tree: Tree, vocabulary: Vocabulary) -> tuple[Relation, ...]:
    """An equation for each name that a brace gives to what it holds; a number there may be true in passing only."""
    if "brace" not in tree.input:
        return ()
    defined = []
    for node in walk(tree.root):
        if node.kind is not Kind.ANNOTATED or not node.text.endswith("brace") or len(parts(node)) < 2:
            continue
        held, *notes = parts(node)
        for note in notes:
            scripted = note.kind in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT)
            if scripted and (named := _name_given(content(note), vocabulary)) is not None:
                defined.append(Relation(("=",), (named, lower(held, vocabulary)), node.span))
    return tuple(defined)


def _name_given(note: Node, vocabulary: Vocabulary) -> Term | None:
    """The other side of a chain that lacks one: of ``= M``, ``M =:``."""
    pieces = parts(note) if note.kind is Kind.CHAIN else ()
    if len(pieces) != 3 or pieces[1].text not in DEFINES:
        return None
    sides = [side for side in map(content, (pieces[0], pieces[2])) if side.kind is not Kind.MISSING]
    named = lower(sides[0], vocabulary) if len(sides) == 1 else None
    called = isinstance(named, Apply) and all(isinstance(each, Symbol) for each in named.arguments)
    return named if isinstance(named, Symbol | Index) or called else None
