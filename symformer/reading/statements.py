"""From a formula to its statements: relation chains and expressions, one by one.

``Q = XW_Q, \\quad K = XW_K`` is two statements; the rows of an aligned block continue the chain
of the row before where they begin with a relation; ``Q, K, V \\in …`` says one thing of three names.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.reading.lower import lower
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import Kind, Node, Tree, content, operands, parts
from symformer.terms.term import Apply, Ellipsis, Index, Number, Relation, Symbol, Term, Unknown

NAMELIKE = (Symbol, Index)


def lower_formula(tree: Tree, vocabulary: Vocabulary) -> tuple[Term, ...]:
    """The statements of a formula, in order."""
    vocabulary.lowered.clear()
    chains: list[_Chain] = []
    columns: list[int] = []  # where the chains of the row before stand, for rows of several columns
    for row in _rows(tree.root):
        terms = [lower(node, vocabulary) for node in row]
        if len(terms) == len(columns) > 1 and all(continues(term) for term in terms):
            for at, term in zip(columns, terms, strict=True):
                chains[at].go_on(term)
            continue
        columns = []
        for term in terms:
            _add(chains, term)
            columns.append(len(chains) - 1)
    return tuple(_shared_declarations(_ranges([chain.whole for chain in chains])))


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

    def close(self, term: Term) -> None:
        """Put a term in the place of the last side, which is missing."""
        before = self.last
        assert isinstance(before, Relation)
        closed = Relation(before.relations, (*before.sides[:-1], term), before.origin.cover(term.origin))
        if self.more:
            self.more[-1] = closed
        else:
            self.first = closed
        self.last = closed
        self.origin = self.origin.cover(term.origin)

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


def _rows(root: Node) -> Iterator[list[Node]]:
    """The statements row by row; a formula without rows is one row."""
    whole = content(root)
    if whole.kind is Kind.ALIGNED:
        for row in parts(whole):
            yield list(_statement_nodes(_row_content(row)))
    else:
        yield list(_statement_nodes(root))


def _statement_nodes(node: Node) -> Iterator[Node]:
    node = content(node)
    match node.kind:
        case Kind.FORMULA | Kind.LIST:
            for item in operands(node):
                yield from _statement_nodes(item)
        case Kind.ALIGNED:
            for row in parts(node):
                yield from _statement_nodes(_row_content(row))
        case Kind.JUXTAPOSITION if any(content(part).kind is Kind.ALIGNED for part in parts(node)):
            for part in parts(node):
                yield from _statement_nodes(part)
        case Kind.CHAIN if any(content(side).kind is Kind.ALIGNED for side in operands(node)):
            yield from _chain_with_rows(node)
        case Kind.MISSING:
            return
        case _:
            yield node


def _row_content(row: Node) -> Node:
    inside = parts(row) if row.kind is Kind.ROW else (row,)
    return inside[0] if len(inside) == 1 else Node(Kind.LIST, row.span, inside)


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
    if chains and isinstance(term, Relation) and continues(term) and not chains[-1].is_open:
        chains[-1].go_on(term)
    elif chains and chains[-1].is_open and not isinstance(term, Relation):
        chains[-1].close(term)
    else:
        chains.append(_Chain(term))


def _ranges(statements: list[Term]) -> list[Term]:
    """``i = 1, \\dots, n`` becomes one statement: i runs over a range."""
    joined: list[Term] = []
    at = 0
    while at < len(statements):
        term = statements[at]
        end = at + 1
        while end < len(statements) and isinstance(statements[end], Number | Ellipsis):
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


def _starts_range(term: Term) -> bool:
    return (
        isinstance(term, Relation)
        and term.relations in (("=",), ("∈",))
        and isinstance(term.sides[0], Symbol)
        and isinstance(term.sides[1], Number)
    )


def _shared_declarations(statements: list[Term]) -> list[Term]:
    """``Q, K, V ∈ S``: the names before the one with the relation share its set."""
    shared: list[Term] = []
    space: Term | None = None
    for term in reversed(statements):
        if isinstance(term, Relation) and term.relations == ("∈",) and isinstance(term.sides[0], NAMELIKE):
            space = term.sides[1]
        elif not isinstance(term, (*NAMELIKE, Ellipsis)):
            space = None
        if isinstance(term, NAMELIKE) and space is not None:
            shared.append(Relation(("∈",), (term, space), term.origin))
        else:
            shared.append(term)
    return shared[::-1]
