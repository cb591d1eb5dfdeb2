"""What must be known of a note's names before its formulas can be read.

``a(b+c)``, ``K^T``, ``x_i`` and ``PE`` mean different things for different symbols, so the names
are collected first, from all formulas, and the formulas are read second.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from symformer.functions import lookup
from symformer.syntax.nodes import Kind, Node, Tree, content, operands, parts, walk
from symformer.terms.term import EXACTLY_EQUAL, Term

CONVENTIONAL_INDICES = frozenset("ijlt")
INDEX_LIKE = frozenset("ijklmnpqrstuv")
LONGEST_WORD = 24


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a note, by the part they play. All are canonical names of symbols.

    ``functions`` are called or defined as functions, ``indices`` are bound by a sum, a range or
    words, ``words`` are runs of letters that are one name (``FFN``), ``scalars`` are declared sizes
    and numbers, ``arrays`` are declared vectors and matrices, ``levels`` are names whose numeric
    superscripts count heads or layers (``W^1``, ``W^2``) instead of raising to a power.
    """

    functions: frozenset[str] = frozenset()
    indices: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    scalars: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    lowered: dict[int, tuple[Node, Term]] = field(default_factory=dict, repr=False, compare=False)  # see ``lower``

    def joined(self, other: Vocabulary) -> Vocabulary:
        """The names of both."""
        return Vocabulary(
            self.functions | other.functions,
            self.indices | other.indices,
            self.words | other.words,
            self.scalars | other.scalars,
            self.arrays | other.arrays,
            self.levels | other.levels,
        )


def vocabulary_of(trees: Iterable[Tree]) -> Vocabulary:
    """The names that the formulas themselves give away."""
    functions: set[str] = set()
    indices: set[str] = set()
    words: set[str] = set()
    arrays: set[str] = set()
    levels: set[str] = set()
    runs: dict[str, int] = {}
    for tree in trees:
        for node in walk(tree.root):
            match node.kind:
                case Kind.BIG_OPERATION:
                    indices.update(_bound_by_big(node))
                case Kind.CHAIN:
                    words.update(_differential(node))
                    levels.update(_level(node))
                    functions.update(_defined_function(node))
                    arrays.update(_declared_array(node))
                case Kind.JUXTAPOSITION:
                    words.update(_called_words(node))
                    if (run := _whole_run(node)) is not None:
                        runs[run] = runs.get(run, 0) + 1
                case Kind.LIST:
                    indices.update(_ranged(node))
    words.update(run for run, times in runs.items() if times > 1)
    return Vocabulary(
        frozenset(functions), frozenset(indices), frozenset(words), frozenset(), frozenset(arrays), frozenset(levels)
    )


def _level(node: Node) -> Iterator[str]:
    """``W_Q^1 = …``: what is being defined is the first of several, no power."""
    for side in operands(node)[:-1]:
        side = content(side)
        if side.kind is not Kind.SCRIPTS:
            continue
        for script in parts(side)[1:]:
            number = content(script)
            if script.kind is Kind.SUPERSCRIPT and number.kind is Kind.NUMBER and number.text in ("0", "1"):
                name = spelled(side)
                if name is not None and (name[:1].isupper() or name.startswith("bold(") or len(name) > 2):
                    yield name


def _whole_run(node: Node) -> str | None:
    """``pos``: three lower-case letters or more, close together, with nothing beside them."""
    pieces = node.children
    if not 3 <= len(pieces) <= LONGEST_WORD or not all(
        piece.kind is Kind.NAME and piece.text.islower() and len(piece.text) == 1 for piece in pieces
    ):
        return None
    return "".join(piece.text for piece in pieces)


def _bound_by_big(node: Node) -> Iterator[str]:
    head = parts(node)[0]
    if head.kind is not Kind.SCRIPTS:
        return
    for script in parts(head)[1:]:
        if script.kind is Kind.SUBSCRIPT:
            yield from _index_names(content(script))


def _index_names(node: Node) -> Iterator[str]:
    match node.kind:
        case Kind.NAME:
            yield node.text
        case Kind.CHAIN:
            first = content(operands(node)[0])
            if first.kind is Kind.NAME:
                yield first.text
            elif first.kind is Kind.LIST:
                yield from (item.text for item in map(content, operands(first)) if item.kind is Kind.NAME)
        case Kind.LIST | Kind.ROW:
            for item in operands(node):
                yield from _index_names(content(item))
        case Kind.MATRIX:
            for row in parts(node):
                yield from (name for cell in parts(row) for name in _index_names(content(cell)))


def _ranged(node: Node) -> Iterator[str]:
    """``i = 1, \\dots, n``: a name set equal to a number, followed by dots."""
    items = [content(item) for item in operands(node)]
    for first, rest in itertools.pairwise(items):
        if first.kind is not Kind.CHAIN or rest.kind not in (Kind.ELLIPSIS, Kind.NUMBER):
            continue
        sides = [content(side) for side in operands(first)]
        if len(sides) == 2 and sides[0].kind is Kind.NAME and sides[1].kind is Kind.NUMBER:
            if any(item.kind is Kind.ELLIPSIS for item in items):
                yield sides[0].text


def _defined_function(node: Node) -> Iterator[str]:
    """``f(x) = …`` defines f, where the first side is a name beside a fence of plain names."""
    first = content(parts(node)[0])
    if first.kind is not Kind.JUXTAPOSITION or parts(node)[1].text not in EXACTLY_EQUAL:
        return
    pieces = parts(first)
    if len(pieces) != 2 or pieces[1].kind is not Kind.FENCE or pieces[1].text not in ("()",):
        return
    arguments = content(pieces[1])
    names = operands(arguments) if arguments.kind is Kind.LIST else (arguments,)
    if all(_plain(content(name)) for name in names) and (name := spelled(pieces[0])) is not None:
        yield name


def _differential(node: Node) -> Iterator[str]:
    """``dS = …`` names a gradient by a d before the letter."""
    first = content(parts(node)[0])
    if first.kind is Kind.JUXTAPOSITION and len(pieces := parts(first)) == 2 and pieces[0].text == "d":
        base = content(parts(pieces[1])[0]) if pieces[1].kind is Kind.SCRIPTS else pieces[1]
        if base.kind is Kind.NAME and base.text.isupper() and pieces[0].span.end == pieces[1].span.start:
            yield "d" + base.text


def _plain(node: Node) -> bool:
    """Whether a node can be a formal parameter."""
    if node.kind is Kind.SCRIPTS:
        return _plain(content(parts(node)[0]))
    return node.kind in (Kind.NAME, Kind.FONT, Kind.WORD, Kind.ACCENT)


def _declared_array(node: Node) -> Iterator[str]:
    sides = parts(node)
    for at, relation in enumerate(sides):
        if relation.kind is Kind.RELATION and relation.text == "∈" and at + 1 < len(sides):
            space = content(sides[at + 1])
            if space.kind is Kind.SCRIPTS and (name := spelled(content(sides[0]))) is not None:
                yield name


def _called_words(node: Node) -> Iterator[str]:
    """Runs of three letters and more, written close together, that stand before a fence."""
    run: list[Node] = []
    for piece in node.children:
        if piece.kind is Kind.NAME and len(piece.text) == 1 and (not run or run[-1].span.end == piece.span.start):
            run.append(piece)
            continue
        if piece.kind is Kind.SCRIPTS and run and run[-1].span.end == piece.span.start:
            base = content(parts(piece)[0])
            if base.kind is Kind.NAME and len(base.text) == 1:
                word = "".join(letter.text for letter in run) + base.text
                if lookup(word) is not None:
                    yield word
        if piece.kind is Kind.FENCE and piece.text == "()" and len(run) >= 2:
            word = "".join(letter.text for letter in run)
            if len(word) >= 3 or lookup(word) is not None or word.isupper():
                yield word
        if piece.kind is not Kind.SPACE:
            run = [piece] if piece.kind is Kind.NAME and len(piece.text) == 1 else []


def spelled(node: Node) -> str | None:
    """The canonical name of a node that is a plain symbol, without its scripts; else None."""
    node = content(node)
    match node.kind:
        case Kind.NAME | Kind.WORD:
            return node.text
        case Kind.FONT | Kind.ACCENT:
            inner = spelled(parts(node)[-1]) if parts(node) else None
            if inner is None:
                return None
            return inner if node.text in ("roman", "italic", "sans", "typewriter") else f"{node.text}({inner})"
        case Kind.SCRIPTS:
            return spelled(parts(node)[0])
        case Kind.FUNCTION:
            return node.text
    return None
