"""From a formula to its statements: relation chains and expressions, one by one.

``Q = XW_Q, \\quad K = XW_K`` is two statements; the rows of an aligned block continue the chain
of the row before where they begin with a relation; ``Q, K, V \\in …`` says one thing of three names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from symformer.reading.braces import defined_at_braces
from symformer.reading.changes import with_plain_products
from symformer.reading.columns import columns_of
from symformer.reading.conditions import CONDITIONALS
from symformer.reading.fences import with_columns
from symformer.reading.hand_cases import cases_of_rows, with_case
from symformer.reading.lower import lower
from symformer.reading.numerals import ones_or_zeros
from symformer.reading.rows import Row, joined_rows, lined_up
from symformer.reading.spoken import OR
from symformer.reading.superscripts import footnote_mark
from symformer.reading.unpacked import (
    ELSES,
    IMPLICATIONS,
    before_words,
    beside_colon,
    chooses,
    chosen,
    drawn_given,
    implied_by_words,
    of_several,
    typed_in_turn,
    unpacked,
    words_between,
)
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.wrapped import with_bare_signs
from symformer.reading.written import items_of, signs_of, split_by_space
from symformer.syntax.nodes import BRACKETS, SILENT, WRAPPERS, Kind, Node, Tree, content, operands, parts
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Number,
    Product,
    Quotient,
    Relation,
    Sign,
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

NAMELIKE = (Symbol, Index)
LINED_UP = re.compile(r"[\s.,]*\\\\(?:\[[^\]]*\])?\s*&")  # a new row that begins behind the mark
SAID_OF_ALL = Cued(r"\\forall|\\exists|[∀∃]|\b(?:for|any|all|each|every)\b")  # ∀X, f(X) ∈ S says nothing of X
LONGEST_RANGE = 12  # numbers and dots of i = 1, 2, …, n
PROGRAM_WORDS = frozenset({"minimize", "maximize", "minimise", "maximise", "subject to", "such that", "st"})
INEQUALITIES = frozenset("<>≤≥≠")
EXPRESSIONS = frozenset(
    {
        Kind.NAME, Kind.NUMBER, Kind.WORD, Kind.FONT, Kind.SCRIPTS, Kind.SUM, Kind.PRODUCT, Kind.FRACTION,
        Kind.FUNCTION, Kind.ACCENT, Kind.PREFIX, Kind.POSTFIX, Kind.RADICAL, Kind.BIG_OPERATION, Kind.BINOMIAL,
    }
)  # fmt: skip


def lower_formula(tree: Tree, vocabulary: Vocabulary) -> tuple[Term, ...]:
    """The statements of a formula, in order, and behind them what is defined at its braces."""
    if tree.wraps:
        tree = with_bare_signs(tree)
    vocabulary.lowered.clear()
    told = _statements(tree, vocabulary)
    if "binom" in tree.input:
        told = tuple(map(with_columns, told))
    return (*map(with_plain_products, told), *defined_at_braces(tree, vocabulary))


def _statements(tree: Tree, vocabulary: Vocabulary) -> tuple[Term, ...]:
    whole = content(tree.root)
    if whole.kind is Kind.FONT and (name := ones_or_zeros(whole)) is not None:
        return (Symbol(name, whole.span),)  # \mathbf{1} by itself: no number is set so to be spoken of
    if whole.kind is Kind.SCRIPTS and (mark := footnote_mark(whole)) is not None:
        return (mark,)
    if whole.kind in EXPRESSIONS or _is_one_statement(whole) and "&" not in tree.input:  # as most formulas are
        return (_quoted(lower(whole, vocabulary)),)
    chains: list[_Chain] = []
    columns: list[int] = []  # where the chains of the row before stand, for rows of several columns
    before = Row([])
    for row in _rows(tree.root):
        terms = [lower(node, vocabulary) for node in row.nodes]
        if len(terms) == 1 and chains and _goes_on_unsigned(chains[-1], terms[0], tree.input):
            chains[-1].leave_open(terms[0])
            continue
        if len(terms) == len(columns) > 1 and all(continues(term) for term in terms):
            for at, term in zip(columns, terms, strict=True):
                chains[at].go_on(term)
            continue
        beside = columns[lined_up(before, row)] if terms and columns and continues(terms[0]) else -1
        if 0 <= beside == len(chains) - 2 and chains[beside].take_case(chains[-1].whole, terms):
            chains[-1] = _Chain(terms[1])  # the condition that the next row's is held against
            before = row
            continue
        columns = []
        for term in terms:
            if not columns and 0 <= beside < len(chains) - 1 and not chains[beside].is_open:
                chains[beside].go_on(term)
                columns.append(beside)
            else:
                _add(chains, term)
                columns.append(len(chains) - 1)
        before = row
    statements = _ranges([_range_by_colon(chain.whole) for chain in chains])
    return tuple(map(_quoted, _shared_declarations(statements, quantified=SAID_OF_ALL.search(tree.input) is not None)))


def _is_one_statement(node: Node) -> bool:
    """Whether a node is one statement: no side or factor has rows, nothing parts it, and its signs are not all ⇒."""
    match node.kind:
        case Kind.CHAIN:
            implies = IMPLICATIONS.issuperset([part.text for part in parts(node) if part.kind is Kind.RELATION])
            return not implies and not _has_rows(operands(node)) and split_by_space(node) is None
        case Kind.JUXTAPOSITION:
            return not _has_rows(parts(node))
        case Kind.FENCE:
            return node.text != "{"
    return False


def _has_rows(pieces: tuple[Node, ...]) -> bool:
    for piece in pieces:
        if piece.kind is Kind.ALIGNED or piece.kind in WRAPPERS and content(piece).kind is Kind.ALIGNED:
            return True
    return False


def _quoted(term: Term) -> Term:
    """A relation with nothing on either side is a sign that is spoken of."""
    if isinstance(term, Relation) and len(term.relations) == 1 and all(map(_is_gap, term.sides)):
        return Sign(term.relations[0], term.origin)
    return term


class _Chain:
    """A statement while the rows of a formula are read, to which the next rows may join more sides."""

    def __init__(self, term: Term) -> None:
        self.first = term
        self.last: Term = term
        self.more: list[Relation] = []  # what goes on with it; joined only at the end, so that no row is copied twice
        self.origin = term.origin

    @property
    def is_open(self) -> bool:
        """Whether it ends with a relation: what follows it is its last side."""
        return is_open(self.last)

    def go_on(self, term: Term) -> None:
        """Join the sides of a chain that begins with a relation."""
        assert isinstance(term, Relation)
        self.more.append(term)
        self.last = term
        self.origin = self.origin.cover(term.origin)

    @property
    def implies(self) -> bool:
        """Whether that relation is an implication, whose last side may be an equation."""
        return isinstance(self.last, Relation) and self.last.relations[-1] in IMPLICATIONS

    def take_case(self, condition: Term, row: list[Term]) -> bool:
        """Take the next row as another case of a definition, where it is one."""
        whole = with_case(self.whole, condition, row)
        if whole is None:
            return False
        self.first = self.last = whole
        self.more = []
        self.origin = whole.origin
        return True

    def close(self, term: Term) -> None:
        """Put a term in the place of the last side, which is missing; behind an implication it may be a chain."""
        before = self.last
        assert isinstance(before, Relation)
        added = (term.relations, term.sides) if isinstance(term, Relation) else ((), (term,))
        sides = (*before.sides[:-1], *added[1])
        closed = Relation((*before.relations, *added[0]), sides, before.origin.cover(term.origin))
        self._put(closed)

    def leave_open(self, term: Term) -> None:
        """Keep a term that the next row brings without a sign: how it joins the last side is not written."""
        before = self.last
        assert isinstance(before, Relation)
        origin = before.sides[-1].origin.cover(term.origin)
        last = Unknown("a side that goes on in the next row", "", (before.sides[-1], term), origin)
        self._put(Relation(before.relations, (*before.sides[:-1], last), before.origin.cover(term.origin)))

    def _put(self, last: Relation) -> None:
        if self.more:
            self.more[-1] = last
        else:
            self.first = last
        self.last = last
        self.origin = self.origin.cover(last.origin)

    @property
    def whole(self) -> Term:
        """The statement with all that was joined to it."""
        if not self.more:
            return self.first
        relations = [relation for term in self.more for relation in term.relations]
        sides = [side for term in self.more for side in term.sides[1:]]
        if isinstance(self.first, Relation):
            return Relation((*self.first.relations, *relations), (*self.first.sides, *sides), self.origin)
        return Relation(tuple(relations), (self.first, *sides), self.origin)


def continues(term: Term) -> bool:
    """Whether a statement begins with a relation, so that it goes on from what stands before it."""
    return isinstance(term, Relation) and _is_gap(term.sides[0])


def is_open(term: Term) -> bool:
    """Whether a statement ends with a relation: what follows it is its last side."""
    return isinstance(term, Relation) and _is_gap(term.sides[-1])


def _is_gap(term: Term) -> bool:
    return isinstance(term, Unknown) and term.reason == "nothing is written here"


def _rows(root: Node) -> Iterator[Row]:
    """The statements row by row; a formula without rows is one row."""
    whole = content(root)
    if whole.kind is Kind.ALIGNED or _is_chain_in_cells(whole):
        yield from joined_rows([_row(row) for row in parts(whole)])
    elif whole.kind is Kind.LIST and any(_ends_row(part) for part in whole.children):
        yield from joined_rows([_row(row) for row in _rows_of_list(whole)])
    else:
        yield Row([statement for column in columns_of(root) for statement in _statement_nodes(column)])


def _ends_row(node: Node) -> bool:
    return node.kind is Kind.SEPARATOR and node.text == "row"


def _rows_of_list(node: Node) -> Iterator[Node]:
    r"""``a &= b \\ &= c`` without an environment: what stands between two ends of rows."""
    row: list[Node] = []
    for child in (*node.children, None):
        if child is not None and not _ends_row(child):
            row.append(child)
        elif any(part.kind not in SILENT for part in row):
            span = row[0].span.cover(row[-1].span)
            items = [part for part in row if part.kind is not Kind.SEPARATOR and part.kind not in SILENT]
            lists = len(items) > 1 or any(part.kind is Kind.SEPARATOR for part in row)
            yield Node(Kind.LIST, span, tuple(row)) if lists else Node(Kind.GROUP, span, tuple(row))
            row = []
        else:
            row = []


def _is_chain_in_cells(node: Node) -> bool:
    r"""``\begin{array}{rcl} u & = & a \\ & = & b``: an array without brackets that lines up statements."""
    if node.kind is not Kind.MATRIX or node.text not in ("array", "darray", "matrix"):
        return False
    rows = [[content(cell) for cell in parts(row)] for row in parts(node)]
    if any(_is_joining(cell) for row in rows for cell in row):
        return True
    if any(_heads_program(row[0]) for row in rows if row):
        return True
    if len(rows) == 1 and len(rows[0]) == 1 and node.text != "matrix":
        return True  # an array of one cell is no matrix: it is how a line was set
    return all(len(row) == 1 for row in rows) and any(_states(row[0]) for row in rows)


def _heads_program(cell: Node) -> bool:
    """``minimize``, ``subject to``: what a problem of optimization says before its rows."""
    words = cell.text.lower().replace(".", "").strip(": ")
    return cell.kind in (Kind.WORD, Kind.SEPARATOR) and words in PROGRAM_WORDS


def _states(cell: Node) -> bool:
    """Whether a cell is an equation, or a list with one."""
    return cell.kind is Kind.CHAIN or cell.kind is Kind.LIST and any(map(_states, map(content, items_of(cell))))


def _is_joining(cell: Node) -> bool:
    """Whether a cell is a relation, or begins with one."""
    return cell.kind is Kind.RELATION or cell.kind is Kind.CHAIN and content(parts(cell)[0]).kind is Kind.MISSING


def _goes_on_unsigned(before: _Chain, term: Term, text: str) -> bool:
    """``p(u, v) = p(u) \\\\ & p(v)``: a row lined up behind the relation that brings none itself."""
    if not isinstance(before.last, Relation) or before.is_open:
        return False
    return (
        isinstance(term, Apply | Product | Index | Quotient | Sum)
        and LINED_UP.match(text, before.origin.end) is not None
    )


def _statement_nodes(node: Node) -> Iterator[Node]:
    node = content(node)
    match node.kind:
        case Kind.FORMULA | Kind.LIST:
            yield from _listed(node)
        case Kind.ALIGNED:
            for joined in joined_rows([_row(row) for row in parts(node)]):
                yield from joined.nodes
        case Kind.CASES if rows := _system(Node(Kind.FENCE, node.span, (node,), "{")):
            for row in rows:
                yield from _statement_nodes(row)
        case Kind.JUXTAPOSITION if _has_rows(parts(node)):
            for part in parts(node):
                yield from _statement_nodes(part)
        case Kind.MID if (said := beside_colon(node)) is not None:
            if content(parts(node)[0]).kind is Kind.WORD and said is parts(node)[-1]:
                yield parts(node)[0]  # the words that name what follows
            yield from _statement_nodes(said)
        case Kind.MID if (drawn := drawn_given(node)) is not None:
            yield drawn
        case Kind.MID if (typed := typed_in_turn(node)) is not None:
            yield from typed
        case Kind.CHAIN if _is_one_statement(node):
            yield node
        case Kind.CHAIN if _has_rows(operands(node)):
            yield from _chain_with_rows(node)
        case Kind.CHAIN if (halves := split_by_space(node)) is not None:
            for half in halves:
                yield from _statement_nodes(half)
        case Kind.CHAIN if all(part.text in IMPLICATIONS for part in parts(node) if part.kind is Kind.RELATION):
            yield _flat(node)
        case Kind.MISSING:
            return
        case Kind.FENCE if node.text == "{" and (rows := _system(node)):
            for row in rows:
                yield from _statement_nodes(row)
        case _:
            yield node


def _listed(node: Node) -> Iterator[Node]:
    """The statements of a list; what stands behind "if" or "when" is no statement, but the condition of one."""
    if (whole := chosen(node)) is not None:
        yield whole
        return
    if (equations := unpacked(node) or of_several(node)) is not None:
        yield from equations
        return
    if (halves := before_words(node)) is not None and (equations := unpacked(halves[0])) is not None:
        yield from equations
        yield from _listed(halves[1])
        return
    if (implied := implied_by_words(node)) is not None:
        yield implied
        return
    between = words_between(node)
    if between and (OR.issuperset(between) or any(chooses(words) for words in between)):
        yield node
        return
    conditions = {
        id(after)
        for before, after in pairwise(parts(node))
        if before.kind is Kind.SEPARATOR
        and (
            (said := before.text.lower().strip(" ,")) in CONDITIONALS
            or said in ("for", "for all")
            and content(after).kind is Kind.CHAIN
            and INEQUALITIES.issuperset(signs_of(content(after)))
        )
    }
    for item in items_of(node) if not _is_numbered(node) else items_of(node)[:-1]:
        if id(item) in conditions and content(item).kind in (Kind.CHAIN, Kind.MID):
            yield Node(Kind.CONDITION, item.span, (item,), "if")
        else:
            yield from _statement_nodes(item)


def _is_numbered(node: Node) -> bool:
    r"""``E = m c^2 \quad (7)``: whether a number in brackets behind a wide blank ends the line, as a tag does."""
    pieces = parts(node)
    if len(pieces) < 3 or not pieces[-2].text.startswith(("quad", "qquad")):
        return False
    held = [content(part) for part in parts(content(pieces[-1])) if part.kind not in BRACKETS]
    bracket = content(pieces[-1]).kind is Kind.FENCE and content(pieces[-1]).text == "()"
    numbered = len(held) == 1 and (held[0].kind is Kind.NUMBER or _is_named_number(held[0]))
    return bracket and numbered and content(pieces[-3]).kind is Kind.CHAIN


def _is_named_number(node: Node) -> bool:
    """``Eq. 1``, ``Equation 2``."""
    *letters, number = parts(node) if node.kind is Kind.JUXTAPOSITION else (node,)
    word = "".join(each.text for each in letters if each.kind in (Kind.NAME, Kind.WORD))
    return number.kind is Kind.NUMBER and word.strip(". ").lower() in ("eq", "eqn", "equation")


def _flat(node: Node) -> Node:
    """``a = b ⇒ c = d`` as one chain."""
    pieces: list[Node] = []
    for part in parts(node):
        inner = content(part)
        pieces.extend(parts(inner) if inner.kind is Kind.CHAIN else (part,))
    return Node(Kind.CHAIN, node.span, tuple(pieces))


def _system(node: Node) -> list[Node]:
    """The equations that one brace holds together, where it holds no cases."""
    inside = [content(part) for part in parts(node) if part.kind not in BRACKETS]
    if len(inside) != 1 or inside[0].kind not in (Kind.ALIGNED, Kind.MATRIX, Kind.CASES):
        return []
    rows = [_row_content(row) for row in parts(inside[0])]
    if inside[0].kind is not Kind.ALIGNED and any(len(parts(row)) > 1 for row in parts(inside[0])):
        return []
    if any(_is_conditional(row) for row in rows):
        return []
    if (cases := cases_of_rows(rows)) is not None:
        return [cases]
    return rows if all(content(row).kind in (Kind.CHAIN, Kind.LIST) for row in rows) else []


def _is_conditional(row: Node) -> bool:
    """Whether a row is a value and the condition that it has."""
    said = [part.text.lower().strip(" ,.") for part in parts(content(row)) if part.kind is Kind.SEPARATOR]
    return content(row).kind is Kind.LIST and any(words in CONDITIONALS or words in ELSES for words in said)


def _row(row: Node) -> Row:
    """The statements of a row; a note in words behind them says nothing."""
    found = [node for column in columns_of(_row_content(row)) for node in _statement_nodes(column)]
    awaited = bool(found) and _lacks_last_side(content(found[0]))
    said = found[:1] + [node for node in found[1:] if awaited or content(node).kind is not Kind.WORD]
    return Row(said, *_column_marks(row))


def _lacks_last_side(node: Node) -> bool:
    """``C = {}``, with what it is in the next column."""
    return node.kind is Kind.CHAIN and content(parts(node)[-1]).kind in (Kind.MISSING, Kind.GROUP)


def _column_marks(row: Node) -> tuple[tuple[int, ...], int]:
    """Where the column marks of a row stand, and how many stand before all that is said in it."""
    marks: list[int] = []
    ahead = 0
    said = False
    for leaf in _own_leaves(row):
        if leaf.kind is Kind.SPACE and leaf.text == "&" or leaf.kind is Kind.SEPARATOR and leaf.text == "&":
            marks.append(leaf.span.start)
            ahead += not said
        said = said or leaf.kind not in (Kind.SPACE, Kind.MISSING, Kind.SEPARATOR)
    return tuple(marks), ahead


def _own_leaves(node: Node) -> Iterator[Node]:
    """The leaves of a row, but for those of a matrix in it, whose marks line up entries."""
    if not node.children:
        yield node
    for child in node.children:
        if child.kind not in (Kind.MATRIX, Kind.CASES, Kind.ALIGNED):
            yield from _own_leaves(child)


def _row_content(row: Node) -> Node:
    inside = tuple(_cell_content(part) for part in parts(row)) if row.kind is Kind.ROW else (row,)
    return inside[0] if len(inside) == 1 else Node(Kind.LIST, row.span, inside)


def _cell_content(cell: Node) -> Node:
    """A cell as a statement; the lone sign in the middle column of an array has nothing on either side."""
    inner = content(cell)
    if cell.kind is Kind.CELL and inner.kind is Kind.RELATION:
        gaps = [Node(Kind.MISSING, Span(at, at)) for at in (inner.span.start, inner.span.end)]
        return Node(Kind.CHAIN, inner.span, (gaps[0], inner, gaps[1]))
    return cell


def _chain_with_rows(node: Node) -> Iterator[Node]:
    """``A = \\begin{aligned} … \\end{aligned}``: the first row is the side, the others go on from it."""
    pieces = parts(node)
    rows = [row for side in operands(node) if content(side).kind is Kind.ALIGNED for row in parts(content(side))]
    if len(pieces) == 3 and content(pieces[2]).kind is Kind.ALIGNED and rows:
        first = content(_row_content(rows[0]))
        head = parts(first) if first.kind is Kind.CHAIN else (first,)
        yield Node(Kind.CHAIN, node.span, (pieces[0], pieces[1], *head))
        for row in rows[1:]:
            yield from _statement_nodes(_row_content(row))
        return
    yield from pieces


def _add(chains: list[_Chain], term: Term) -> None:
    """Append a statement, or join it to the chain it continues."""
    before = chains[-1] if chains else None
    if before is not None and isinstance(term, Relation) and continues(term) and not before.is_open:
        before.go_on(term)
    elif (
        before is not None
        and before.is_open
        and (not isinstance(term, Relation) or (before.implies and not continues(term)))
    ):
        before.close(term)
    else:
        chains.append(_Chain(term))


def _is_heading(term: Term) -> bool:
    """``\\text{Keys:} \\quad K \\in …``: words with a colon declare nothing."""
    return isinstance(term, Symbol) and term.name.endswith(":")


def _ranges(statements: list[Term]) -> list[Term]:
    """``i = 1, \\dots, n`` becomes one statement: i runs over a range."""
    if Ellipsis not in map(type, statements):
        return statements
    joined: list[Term] = []
    at = 0
    while at < len(statements):
        term = statements[at]
        end = at + 1
        while end < min(len(statements), at + LONGEST_RANGE) and isinstance(statements[end], Number | Ellipsis):
            end += 1
        dots = any(isinstance(item, Ellipsis) for item in statements[at + 1 : end])
        if dots and end < len(statements) and _starts_range(term) and not isinstance(statements[end], Relation):
            assert isinstance(term, Relation)
            last = statements[end]
            bounds = Apply("range", (term.sides[-1], last), (), term.sides[-1].origin.cover(last.origin))
            joined.append(Relation(("∈",), (term.sides[0], bounds), term.origin.cover(last.origin)))
            at = end + 1
            continue
        joined.append(term)
        at += 1
    return joined


def _range_by_colon(term: Term) -> Term:
    """``i = 1:n``: i runs over a range."""
    match term:
        case Relation(relations=(":",), sides=(Relation() as first, Symbol() | Number() | Index() | Sum() as last)):
            start = first.sides[1]
            if isinstance(last, Symbol) and len(last.name) > 1:
                return term  # t = 1: the plain softmax
            rises = not isinstance(last, Number) or isinstance(start, Number) and start.value < last.value
            if _starts_range(first) and first.relations == ("=",) and rises:  # 3:2 is a ratio
                bounds = Apply("range", (first.sides[1], last), (), first.sides[1].origin.cover(last.origin))
                return Relation(("∈",), (first.sides[0], bounds), term.origin)
    return term


def _starts_range(term: Term) -> bool:
    return (
        isinstance(term, Relation)
        and term.relations in (("=",), ("∈",))
        and isinstance(term.sides[0], Symbol)
        and isinstance(term.sides[1], Number)
    )


def _is_membership(term: Term, *, quantified: bool) -> bool:
    """Whether a statement says in which set a name lies, or what a layer gives, which is of the shape of what it got."""
    if not isinstance(term, Relation) or term.relations != ("∈",):
        return False
    match term.sides:
        case (Symbol() | Index(), _):
            return True
        case (Apply(function=name, arguments=(Symbol(),)), Space(sizes=(Product(), *_) | (_, _, *_))):
            return len(name) > 2 and not quantified
    return False


def _slots(term: Term) -> tuple[Term, ...]:
    return term.slots if isinstance(term, Index) else ()


def _shared_declarations(statements: list[Term], *, quantified: bool) -> list[Term]:
    """``Q, K, V ∈ S``: the names before the one with the relation share its set; so does the X of ``X, FFN(X) ∈ S``."""
    if len(statements) < 2:
        return statements
    shared: list[Term] = []
    member: Term | None = None
    space: Term | None = None
    for term in reversed(statements):
        if _is_membership(term, quantified=quantified):
            assert isinstance(term, Relation)
            member, space = term.sides  # h_u, ∀ u ∈ V: what counts is no member beside what it counts
        elif not isinstance(term, (*NAMELIKE, Ellipsis)):
            space = None
        if isinstance(term, NAMELIKE) and space is not None and not _is_heading(term) and member not in _slots(term):
            shared.append(Relation(("∈",), (term, space), term.origin))
        else:
            shared.append(term)
    return shared[::-1]
