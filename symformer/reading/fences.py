"""Brackets: groups and tuples, sets and intervals, norms, and matrices written as lists."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.arguments import given_in
from symformer.reading.sequences import with_members
from symformer.reading.spoken import OR, described_in_words, spoken_within, words_within
from symformer.reading.unpacked import together_as_one
from symformer.reading.written import items_of, joined_node, sides_of, signs_of
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, held_in, parts, walk
from symformer.terms.parts import rebuilt
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Slice,
    Symbol,
    Term,
    Unknown,
)
from symformer.terms.term import walk as walk_term
from symformer.text.span import Span

Lower = Callable[[Node], Term]
# a square bracket turned outwards leaves the end out, as a round one does
TURNED = {"[[": "[)", "]]": "(]", "][": "()", "])": "()", "([": "()"}


def lower_fence(node: Node, lower: Lower) -> Term:
    """What brackets hold: a value, a tuple, a set, a norm, a matrix in rows, things set side by side."""
    inside = [part for part in parts(node) if part.kind not in BRACKETS]
    if not inside:
        return Matrix(((),), "tuple", node.span)
    inner = content(inside[0])
    if len(inside) > 1:
        return Unknown("brackets that hold several things", "", (), node.span)
    match node.text:
        case "||":
            return Apply("absolute", (lower(inner),), (), node.span)
        case "‖‖":
            return Apply("norm", (lower(inner),), (), node.span)
        case "⌊⌋":
            return Apply("floor", (lower(inner),), (), node.span)
        case "⌈⌉":
            return Apply("ceil", (lower(inner),), (), node.span)
        case "|⟩":
            return Apply("ket", (lower(inner),), (), node.span)
        case "⟨⟩":
            items = items_of(inner) if inner.kind is Kind.LIST else (inner,)
            if (sandwiched := _sandwiched(items, node.span, lower)) is not None:
                return sandwiched
            held = tuple(lower(item) for item in items)
            single = len(held) == 1 and content(items[0]).kind is not Kind.MID
            return Apply("angled" if single else "inner", held, (), node.span)  # ⟨x⟩: an average, what x makes, …
        case "{}":
            if inner.kind is Kind.LIST and (described := described_in_words(inner)) is not None:
                return Apply("set", (lower(described),), (), node.span)
            if inner.kind is Kind.LIST and (spoken := spoken_within(inner, lower)) is not None and _is_stated(inner):
                return Apply("set", (spoken,), (), node.span)
            items = items_of(inner) if inner.kind is Kind.LIST else _spelled_out(inner)
            if len(items) > 1 and (described := _described(items)) is not None:
                return Apply("set", (lower(described),), (), node.span)
            return Apply("set", tuple(with_members(lower(item) for item in items)), (), node.span)
    if inner.kind is Kind.LIST:
        return _bracketed_list(inner, node, lower)
    if node.text == "[]" and is_joined(inner):
        joined = tuple(lower(side) for side in sides_of(inner))
        return Apply("Concat", joined, (Symbol("‖"),), node.span)
    if node.text == "[]" and inner.kind is Kind.MID and set(signs_of(inner)) == {"|"}:
        sides = tuple(lower(side) for side in sides_of(inner))
        if len(sides) > 2 and any(isinstance(block, Ellipsis) for block in sides):
            return Apply("Concat", sides, (Symbol("‖"),), node.span)
        return Apply("augmented", sides, (), node.span)
    if node.text == "[]" and (blocks := _spaced_blocks(inner)):
        return Matrix((tuple(lower(block) for block in blocks),), "matrix", node.span)
    if node.text == "[]" and inner.kind is Kind.FENCE and inner.text == "[]" and _is_doubled(node, inner):
        return Apply("interval ⟦⟧", (lower(content(parts(inner)[1])),), (), node.span)  # as \\llbracket sets it
    if node.text == "[]" and (inner.kind in (Kind.NUMBER, Kind.PREFIX) or _is_row(inner)):
        return _stacked((lower(inner),), node.span)
    if node.text == "[]" and inner.kind is Kind.CHAIN and _is_counted_by(told := lower(inner)):
        return Apply("indicator", (told,), (), node.span)
    if node.text in ("()", "[]", "") or len(node.text) == 1:
        return lower(inner)
    return Apply(f"interval {node.text}", (lower(inner),), (), node.span)


def _is_counted_by(told: Term) -> bool:
    """Whether a statement in square brackets is Iverson's, one where it holds: ``[v = y]``, ``[y_i = 1]``, no ``[d = 512]``."""
    match told:
        case Relation(("=" | "≠",), (Symbol() | Index(), Symbol() | Index())) | Relation(
            ("=" | "≠",), (Index(), Number())
        ):
            return True
    return False


def _is_stated(inner: Node) -> bool:
    """Whether words in braces stand between conditions, or beside one thing: ``{0 or 1}`` has two members."""
    return not words_within(inner) <= OR or all(content(i).kind in (Kind.CHAIN, Kind.ELLIPSIS) for i in items_of(inner))


def _spelled_out(inner: Node) -> tuple[Node, ...]:
    r"""``\{\texttt{cat, on, mat}\}``: words with commas between them are as many elements."""
    words = inner.text.split(",") if inner.kind is Kind.WORD else []
    if len(words) < 2 or not all(word.strip() for word in words):
        return (inner,)
    return tuple(Node(Kind.WORD, inner.span, (), word.strip()) for word in words)


def _sandwiched(items: tuple[Node, ...], span: Span, lower: Lower) -> Term | None:
    r"""``\langle j, m | A | j', m' \rangle``: what stands between the bars acts on what follows them."""
    for at, item in enumerate(map(content, items)):
        pieces = parts(item) if item.kind is Kind.JUXTAPOSITION else ()
        bars = [place for place, piece in enumerate(pieces) if piece.kind is Kind.FENCE and piece.text == "||"]
        if len(bars) != 1 or not 0 < bars[0] < len(pieces) - 1:
            continue
        before = (*items[:at], joined_node(pieces[: bars[0]]))
        after = (joined_node(pieces[bars[0] + 1 :]), *items[at + 1 :])
        between = lower_fence(Node(Kind.FENCE, pieces[bars[0]].span, pieces[bars[0]].children, "()"), lower)
        sides = [tuple(map(lower, side)) for side in (before, after)]
        left, right = (side[0] if len(side) == 1 else Apply("tuple", side, (), span) for side in sides)
        return Apply("bracket", (left, between, right), (), span)
    return None


def _described(items: tuple[Node, ...]) -> Node | None:
    r"""``\{k \mid a_k = 0, b_k > 1\}``, ``\{u_i : i = 1, \dots, n\}``: what follows the bar, all of it; else None."""
    first, *rest = map(content, items)
    if first.kind is not Kind.MID or len(sides_of(first)) != 2 or signs_of(first)[0] not in "|:":
        return None
    if any(item.kind is not Kind.CHAIN for item in rest):
        ranged = content(sides_of(first)[1]).kind is Kind.CHAIN and rest[0].kind in (Kind.ELLIPSIS, Kind.NUMBER)
        if not ranged or all(item.kind is not Kind.ELLIPSIS for item in rest):
            return None
    return together_as_one([first, *rest], "|:")


def runs_over(fence: Node, below: Node) -> bool:
    r"""Whether ``[r(i - j)]_{i,j}``, ``(x_t)_t`` are all that their letters run over: these stand in the brackets too."""
    pieces = parts(below) if below.kind in (Kind.LIST, Kind.JUXTAPOSITION) else (below,)
    letters = [content(piece) for piece in pieces if piece.kind is not Kind.SEPARATOR]
    if not letters or any(letter.kind is not Kind.NAME for letter in letters):
        return False
    within = {node.text for node in walk(fence) if node.kind is Kind.NAME}
    return within.issuperset(letter.text for letter in letters)


def _is_doubled(node: Node, inner: Node) -> bool:
    r"""``[\![ a = b ]\!]``: two brackets drawn into one, around a statement."""
    held = [content(part) for part in parts(inner) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    stated = len(held) == 1 and held[0].kind is Kind.CHAIN and len(parts(inner)) == 3
    return stated and any(child.kind is Kind.SPACE for child in node.children)


def _is_row(node: Node) -> bool:
    """Whether a bracket within square brackets is a row of a matrix, no mere grouping."""
    if node.kind is not Kind.FENCE:
        return False
    held = held_in(node)
    return node.text != "()" or held is not None and held.kind is Kind.LIST


def _spaced_blocks(node: Node) -> list[Node]:
    """``[A \\; B]``: things set apart by wide spaces in square brackets stand side by side."""
    if node.kind is not Kind.JUXTAPOSITION:
        return []
    blocks: list[list[Node]] = [[]]
    apart = False
    for child in node.children:
        if child.kind is Kind.SPACE:
            apart = apart or child.span.length >= 2
        elif child.kind is not Kind.MARK:
            called = child.kind is Kind.FENCE and child.text == "()"  # [a G\!(z)]: what G is taken of
            if apart and blocks[-1] and not called:
                blocks.append([])
            apart = False
            blocks[-1].append(child)
    if len(blocks) < 2:
        return []
    return [
        run[0] if len(run) == 1 else Node(Kind.JUXTAPOSITION, Span(run[0].span.start, run[-1].span.end), tuple(run))
        for run in blocks
    ]


def _bracketed_list(inner: Node, node: Node, lower: Lower) -> Term:
    """(a, b, c) is a tuple; [[1, 2], [3, 4]] a matrix; [a; b] a concatenation."""
    if node.text == "()" and (given := given_in(inner, lower)) is not None:
        return given  # (x | y, z): what the bar divides is no item of a tuple
    if (spoken := spoken_within(inner, lower)) is not None:
        return spoken
    separators = {part.text for part in parts(inner) if part.kind is Kind.SEPARATOR}
    items = tuple(lower(item) for item in items_of(inner) if content(item).kind is not Kind.MISSING)
    if ";" not in separators:
        items = tuple(with_members(items))
    if node.text not in ("()", "[]"):
        return Apply(f"interval {TURNED.get(node.text, node.text)}", items, (), node.span)
    if node.text == "()" and len(items) == 2 and (_is_infinite(items[0], -1) or _is_infinite(items[1], 1)):
        return Apply("interval ()", items, (), node.span)  # (0, ∞): no pair
    if ";" in separators and separators - {";"} == set():
        return Apply("Concat", items, (Symbol(";"),), node.span)
    if ";" in separators:
        return _rows_by_semicolon(inner, node, items)
    if any(isinstance(item, Slice) for item in items):
        return Unknown("a slice on its own", "", items, node.span)
    return _stacked(items, node.span)


def _is_infinite(term: Term, sign: int) -> bool:
    match term:
        case Product(factors=(Number(value=value), Symbol(name="infty"))):
            return value == sign
    return sign == 1 and term == Symbol("infty")


def _rows_by_semicolon(inner: Node, node: Node, items: tuple[Term, ...]) -> Term:
    rows: list[list[Term]] = [[]]
    left = iter(items)
    for part in parts(inner):
        if part.kind is Kind.SEPARATOR:
            if part.text == ";":
                rows.append([])
        elif content(part).kind is not Kind.MISSING:
            rows[-1].append(next(left))
    return Matrix(tuple(tuple(row) for row in rows if row), "matrix", node.span)


def _stacked(items: tuple[Term, ...], span: Span) -> Term:
    """A list of equal tuples is a matrix, another list is a tuple."""
    items = _alike(items)
    if items and all(isinstance(item, Matrix) and item.style == "tuple" for item in items):
        rows = tuple(item.rows[0] for item in items if isinstance(item, Matrix))
        if len({len(row) for row in rows}) == 1:
            return Matrix(rows, "matrix", span)
    return Matrix((items,), "tuple", span)


def _alike(items: tuple[Term, ...]) -> tuple[Term, ...]:
    r"""``\binom{0}{1}, \binom{1}{0.1}``: beside a column of two, what could be a binomial coefficient is a column too."""
    if not any(isinstance(item, Matrix) and len(item.rows) == 2 for item in items):
        return items
    return tuple(
        Matrix(tuple((entry,) for entry in item.arguments), "matrix", item.origin)
        if isinstance(item, Apply) and item.function == "binomial"
        else item
        for item in items
    )


def with_columns(term: Term) -> Term:
    r"""``\binom{0.5}{2} + \binom{4}{0}``: beside a column of two, what could be a binomial coefficient is a column too."""
    if not any(isinstance(part, Matrix) and len(part.rows) == 2 and len(part.rows[0]) == 1 for part in walk_term(term)):
        return term

    def columns(part: Term) -> Term:
        part = rebuilt(part, columns)
        if isinstance(part, Apply) and part.function == "binomial":
            return Matrix(tuple((entry,) for entry in part.arguments), "matrix", part.origin)
        return part

    return columns(term)


def is_joined(node: Node) -> bool:
    """``a ‖ b``: things that double bars set side by side."""
    return node.kind is Kind.MID and set(signs_of(node)) == {"‖"}
