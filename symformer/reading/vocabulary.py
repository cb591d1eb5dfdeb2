"""What must be known of a note's names before its formulas can be read.

``a(b+c)``, ``K^T``, ``x_i`` and ``PE`` mean different things for different symbols, so the names
are collected first, from all formulas, and the formulas are read second.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields

from symformer.reading.entries import ScriptEvidence
from symformer.reading.spelling import COUNTING, spelled
from symformer.reading.words import WordEvidence, called_words
from symformer.syntax.nodes import Kind, Node, Tree, branches, content, operands, parts
from symformer.terms.term import EXACTLY_EQUAL, Term

BINDING = frozenset({"max", "min", "sup", "inf", "argmax", "argmin", "arg max", "arg min"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a note, by the part they play. All are canonical names of symbols.

    ``functions`` are called or defined as functions, ``indices`` are bound by a sum, a range or
    words, ``words`` are runs of letters that are one name (``FFN``), ``scalars`` are declared sizes
    and numbers, ``arrays`` are declared vectors and matrices, ``levels`` are names whose numeric
    superscripts count heads or layers (``W^1``, ``W^2``) instead of raising to a power.

    ``numbers`` are equal to a numeral or limit a sum or a range.  ``entries`` are names with a letter
    below that is an index there (``p_k`` under a sum over k), ``labels`` such where it is a label
    (``B_r`` beside ``B_c``), ``grids`` names with two indices (``a_{ij}``, ``a_{1n}``), so that
    ``a_{12}`` has two, ``series`` names with a superscript that counts (``s^1``), ``transposed`` names
    that somewhere are transposed for sure, and ``layered`` names with an l above that counts layers.
    """

    functions: frozenset[str] = frozenset()
    indices: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    scalars: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    grids: frozenset[str] = frozenset()
    series: frozenset[str] = frozenset()
    transposed: frozenset[str] = frozenset()
    layered: frozenset[str] = frozenset()
    lowered: dict[int, tuple[Node, Term]] = field(default_factory=dict, repr=False, compare=False)  # see ``lower``

    def joined(self, other: Vocabulary) -> Vocabulary:
        """The names of both."""
        return Vocabulary(*(getattr(self, role) | getattr(other, role) for role in _ROLES))


_ROLES = tuple(each.name for each in fields(Vocabulary) if each.name != "lowered")
NO_NAMES = Vocabulary()


def vocabulary_of(trees: Iterable[Tree]) -> Vocabulary:
    """The names that the formulas themselves give away."""
    functions: set[str] = set()
    indices: set[str] = set()
    words: set[str] = set()
    arrays: set[str] = set()
    levels: set[str] = set()
    differentials: set[str] = set()
    named = False
    runs = WordEvidence()
    scripts = ScriptEvidence()
    for tree in trees:
        for node in branches(tree.root):
            runs.look_at(node)
            scripts.look_at(node)
            match node.kind:
                case Kind.BIG_OPERATION:
                    bound = set(_bound_by_big(node))
                    indices |= bound
                    scripts.bind(bound)
                    scripts.numbers.update(_limits(node))
                case Kind.CHAIN:
                    words.update(gradients := set(_differential(node)))
                    named = named or bool(gradients)
                    levels.update(_level(node))
                    functions.update(_defined_function(node))
                    arrays.update(_declared_array(node))
                case Kind.JUXTAPOSITION:
                    words.update(called_words(node))
                    differentials.update(_differentials(node))
                case Kind.LIST:
                    ranged = set(_ranged(node))
                    indices |= ranged
                    scripts.bind(ranged)
                case Kind.SCRIPTS:
                    bound = set(_bound_by_extremum(node))
                    indices |= bound & COUNTING
                    scripts.bind(bound)
        scripts.finish_formula()
    words.update(runs.words())
    words.update(differentials if named else ())
    known = Vocabulary(
        functions=frozenset(functions),
        indices=frozenset(indices),
        words=frozenset(words),
        arrays=frozenset(arrays),
        levels=frozenset(levels),
        numbers=frozenset(scripts.numbers),
        entries=scripts.entries(),
        labels=scripts.labels(indices),
        grids=scripts.all_grids(),
        series=frozenset(scripts.series),
        transposed=frozenset(scripts.transposed),
        layered=frozenset(scripts.layered),
    )
    return known if known != NO_NAMES else NO_NAMES


def _limits(node: Node) -> Iterator[str]:
    """The n of a sum up to n."""
    head = parts(node)[0]
    for script in parts(head)[1:] if head.kind is Kind.SCRIPTS else ():
        if script.kind is Kind.SUPERSCRIPT and content(script).kind is Kind.NAME:
            yield content(script).text


def _bound_by_extremum(node: Node) -> Iterator[str]:
    """``\\arg\\max_k p_k``, ``\\|_{k=1}^K h_k``: k runs over all there are."""
    base, *scripts = parts(node)
    extremum = content(base).kind in (Kind.FUNCTION, Kind.WORD) and content(base).text.lower() in BINDING
    if not extremum and content(base).text != "‖":
        return
    for script in scripts:
        if script.kind is Kind.SUBSCRIPT:
            yield from _index_names(content(script))


def _differentials(node: Node) -> Iterator[str]:
    """``dY``: a d right before a capital letter, where nothing stands right before the d."""
    before = -1
    for piece, following in itertools.pairwise(node.children):
        base = content(parts(following)[0]) if following.kind is Kind.SCRIPTS else following
        if piece.kind is Kind.NAME and piece.text == "d" and piece.span.end == following.span.start:
            if base.kind is Kind.NAME and base.text.isupper() and before != piece.span.start:
                yield "d" + base.text
        before = piece.span.end if piece.kind is not Kind.SPACE else -1


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
    held = [part for part in parts(pieces[1]) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if len(held) != 1:
        return
    arguments = content(held[0])
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
