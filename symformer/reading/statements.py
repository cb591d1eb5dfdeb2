"""From a formula to its statements: relation chains and expressions, one by one.

``Q = XW_Q, \\quad K = XW_K`` is two statements; the rows of an aligned block continue the chain
of the row before where they begin with a relation; ``Q, K, V \\in …`` says one thing of three names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from symformer.reading.lower import lower
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.wrapped import with_bare_signs
from symformer.reading.written import is_open_brace, items_of, split_by_space
from symformer.syntax.nodes import Kind, Node, Tree, content, operands, parts
from symformer.terms.term import (
    Apply,
    Elementwise,
    Ellipsis,
    Index,
    Number,
    Product,
    Quotient,
    Relation,
    Sign,
    Sum,
    Symbol,
    Term,
    Unknown,
)
from symformer.text.span import Span

NAMELIKE = (Symbol, Index)
LINED_UP = re.compile(r"[\s.,]*\\\\(?:\[[^\]]*\])?\s*&")  # a new row that begins behind the mark
IMPLICATIONS = frozenset({"⇒", "⇔", "⇐"})


def lower_formula(tree: Tree, vocabulary: Vocabulary) -> tuple[Term, ...]:
    """The statements of a formula, in order."""
    tree = with_bare_signs(tree)
    statements: list[Term] = []
    columns: list[int] = []  # where the chains of the row before stand, for rows of several columns
    for row in _rows(tree.root):
        terms = [lower(node, vocabulary) for node in row]
        if terms and statements and (longer := _continued(statements[-1], row[0], terms[0], tree.input)) is not None:
            statements[-1] = longer
            terms = terms[1:]
        elif len(terms) == 1 and statements and _goes_on_unsigned(statements[-1], terms[0], tree.input):
            statements[-1] = _left_open(statements[-1], terms[0])
            continue
        if len(terms) == len(columns) > 1 and all(continues(term) for term in terms):
            for at, term in zip(columns, terms, strict=True):
                statements[at] = _joined(statements[at], term)
            continue
        columns = []
        for term in terms:
            _add(statements, term)
            columns.append(len(statements) - 1)
    return tuple(map(_quoted, _shared_declarations(_ranges(statements))))


def _quoted(term: Term) -> Term:
    """A relation with nothing on either side is a sign that is spoken of."""
    if isinstance(term, Relation) and len(term.relations) == 1 and all(map(_is_gap, term.sides)):
        return Sign(term.relations[0], term.origin)
    return term


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
    if whole.kind is Kind.FENCE and is_open_brace(whole) and _is_system(inside := content(_held(whole))):
        whole = inside
    if whole.kind is Kind.ALIGNED or _is_chain_in_cells(whole):
        for row in parts(whole):
            yield list(_statement_nodes(_row_content(row)))
    else:
        yield list(_statement_nodes(root))


def _held(fence: Node) -> Node:
    return next((part for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)), fence)


def _is_system(node: Node) -> bool:
    """Whether rows behind one brace are statements, each of them a relation without a condition."""
    if node.kind is not Kind.ALIGNED:
        return False
    return all(content(_row_content(row)).kind is Kind.CHAIN for row in parts(node))


def _is_chain_in_cells(node: Node) -> bool:
    r"""``\begin{array}{rcl} u & = & a \\ & = & b``: an array without brackets that lines up statements."""
    if node.kind is not Kind.MATRIX or node.text not in ("array", "darray"):
        return False
    rows = [[content(cell) for cell in parts(row)] for row in parts(node)]
    if any(_is_joining(cell) for row in rows for cell in row):
        return True
    return all(len(row) == 1 for row in rows) and any(row[0].kind is Kind.CHAIN for row in rows)


def _is_joining(cell: Node) -> bool:
    """Whether a cell is a relation, or begins with one."""
    return cell.kind is Kind.RELATION or cell.kind is Kind.CHAIN and content(parts(cell)[0]).kind is Kind.MISSING


def _continued(before: Term, node: Node, term: Term, text: str) -> Term | None:
    """A chain whose last side goes on in the next row: ``u = a \\\\ + b``, ``u = a + \\\\ b``."""
    if not isinstance(before, Relation):
        return None
    last, origin = before.sides[-1], before.origin.cover(term.origin)
    first, rest = (term.sides[0], term) if isinstance(term, Relation) else (term, None)
    if (open_sum := _without_gap(last)) is not None and not _is_gap(first) and rest is None:
        longer: Term = Sum((*open_sum, *_terms(first)), origin)
    elif (
        (sign := _leading_sign(node)) == "+"
        or sign in ("-", "−")
        and LINED_UP.match(text[before.origin.end : term.origin.end])
    ):
        longer = Sum((*_terms(last), *_terms(first)), origin)
    elif (filled := _filled(first, last)) is not None:
        longer = filled
    else:
        return None
    added = ((), ()) if rest is None else (rest.relations, rest.sides[1:])
    return Relation((*before.relations, *added[0]), (*before.sides[:-1], longer, *added[1]), origin)


def _filled(term: Term, last: Term) -> Term | None:
    """``× z`` of a new row with what stands before it; a sum before it may have been in brackets or not."""
    if isinstance(last, Sum | Relation) or _is_gap(last):
        return None
    match term:
        case Product(factors=(gap, *others)) if _is_gap(gap) and term.sign:
            return replace(term, factors=(last, *others))
        case Elementwise(factors=(gap, *others)) if _is_gap(gap):
            return replace(term, factors=(last, *others))
        case Quotient(numerator=gap) if _is_gap(gap):
            return replace(term, numerator=last)
        case Sum(terms=(first, *others)) if (filled := _filled(first, last)) is not None:
            return replace(term, terms=(filled, *others))
    return None


def _goes_on_unsigned(before: Term, term: Term, text: str) -> bool:
    """``p(u, v) = p(u) \\\\ & p(v)``: a row lined up behind the relation that brings none itself."""
    if not isinstance(before, Relation) or is_open(before) or not isinstance(term, Apply | Product | Index | Quotient):
        return False
    return LINED_UP.match(text[before.origin.end : term.origin.end]) is not None


def _left_open(before: Term, term: Term) -> Term:
    """The chain with its last side open: how the next row joins it is not written."""
    assert isinstance(before, Relation)
    origin = before.origin.cover(term.origin)
    last = Unknown("a side that goes on in the next row", "", (before.sides[-1], term), origin)
    return Relation(before.relations, (*before.sides[:-1], last), origin)


def _terms(term: Term) -> tuple[Term, ...]:
    return term.terms if isinstance(term, Sum) else (term,)


def _without_gap(term: Term) -> tuple[Term, ...] | None:
    """The terms of a sum that ends with a plus, nothing behind it."""
    if isinstance(term, Sum) and _is_gap(term.terms[-1]):
        return term.terms[:-1]
    return None


def _leading_sign(node: Node) -> str:
    """The sign that a row begins with."""
    node = content(node)
    while node.kind in (Kind.SUM, Kind.PRODUCT, Kind.CHAIN, Kind.JUXTAPOSITION) and parts(node):
        node = content(parts(node)[0])
    return parts(node)[0].text if node.kind is Kind.PREFIX else ""


def _joined(before: Term, term: Term) -> Term:
    """A chain with the chain that goes on from it."""
    assert isinstance(term, Relation)
    origin = before.origin.cover(term.origin)
    if isinstance(before, Relation):
        return Relation((*before.relations, *term.relations), (*before.sides, *term.sides[1:]), origin)
    return Relation(term.relations, (before, *term.sides[1:]), origin)


def _statement_nodes(node: Node) -> Iterator[Node]:
    node = content(node)
    match node.kind:
        case Kind.FORMULA | Kind.LIST:
            for item in items_of(node):
                yield from _statement_nodes(item)
        case Kind.ALIGNED:
            for row in parts(node):
                yield from _statement_nodes(_row_content(row))
        case Kind.JUXTAPOSITION if any(content(part).kind is Kind.ALIGNED for part in parts(node)):
            for part in parts(node):
                yield from _statement_nodes(part)
        case Kind.CHAIN if any(content(side).kind is Kind.ALIGNED for side in operands(node)):
            yield from _chain_with_rows(node)
        case Kind.CHAIN if (halves := split_by_space(node)) is not None:
            for half in halves:
                yield from _statement_nodes(half)
        case Kind.MISSING:
            return
        case _:
            yield node


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


def _add(statements: list[Term], term: Term) -> None:
    """Append a statement, or join it to the chain it continues."""
    if statements and isinstance(term, Relation) and continues(term):
        before = statements[-1]
        if not is_open(before):
            statements[-1] = _joined(before, term)
            return
    if (
        statements
        and isinstance(before := statements[-1], Relation)
        and is_open(before)
        and (not isinstance(term, Relation) or before.relations[-1] in IMPLICATIONS and not continues(term))
    ):
        if isinstance(term, Relation):
            sides = (*before.sides[:-1], *term.sides)
            statements[-1] = Relation((*before.relations, *term.relations), sides, before.origin.cover(term.origin))
            return
        statements[-1] = Relation(before.relations, (*before.sides[:-1], term), before.origin.cover(term.origin))
        return
    statements.append(term)


def _is_heading(term: Term) -> bool:
    """``\\text{Keys:} \\quad K \\in …``: words with a colon declare nothing."""
    return isinstance(term, Symbol) and term.name.endswith(":")


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
        if isinstance(term, NAMELIKE) and space is not None and not _is_heading(term):
            shared.append(Relation(("∈",), (term, space), term.origin))
        else:
            shared.append(term)
    return shared[::-1]
