"""From what is written to what is meant: expressions.

Every function takes a node and the note's vocabulary and gives a term.  Nothing is guessed in
silence: what stays open becomes ``Unknown`` with the reason and, where there are some, the readings
that remain.  Letters, fonts and order of the source are kept.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import printed
from symformer.reading.calls import lower_juxtaposition
from symformer.reading.scripts import index_term, lower_scripts, space_domain
from symformer.reading.vocabulary import Vocabulary, spelled
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
)
from symformer.text.span import Span

MATRIX_PRODUCT_SIGNS = {"·": "·", "×": "×", "*": "*", "@": "@", "∗": "*", "•": "·", "∙": "·"}
DIVISIONS = frozenset({"/", "÷", "∕", "mod", "bmod"})
LONGEST_MIXED = 24  # products of several kinds nest; more than a few are no mathematics
MINUS_ONE = Number(Fraction(-1))


def lower(node: Node, vocabulary: Vocabulary) -> Term:
    """The term that ``node`` means, given the names of the note.

    Some readings are tried and dropped, at every level of a nest: what was read once is kept, until
    the next formula.
    """
    node = content(node)
    if not node.children:
        return _lowered(node, vocabulary)
    kept = vocabulary.lowered.get(id(node))
    if kept is None or kept[0] is not node:
        kept = vocabulary.lowered[id(node)] = node, _lowered(node, vocabulary)
    return kept[1]


def _lowered(node: Node, vocabulary: Vocabulary) -> Term:
    match node.kind:
        case Kind.NUMBER:
            return _number(node)
        case Kind.NAME:
            return Symbol(node.text, node.span)
        case Kind.WORD:
            return Symbol(node.text, node.span)
        case Kind.FUNCTION:
            return Symbol(node.text, node.span)
        case Kind.FONT | Kind.ACCENT:
            return _styled(node, vocabulary)
        case Kind.SCRIPTS:
            return _scripted(node, vocabulary)
        case Kind.SUM:
            return _sum(node, vocabulary)
        case Kind.PRODUCT:
            return _product(node, vocabulary)
        case Kind.JUXTAPOSITION:
            return lower_juxtaposition(node, vocabulary, lambda inner: lower(inner, vocabulary))
        case Kind.PREFIX:
            return _prefix(node, vocabulary)
        case Kind.POSTFIX:
            return _postfix(node, vocabulary)
        case Kind.FENCE:
            return _fence(node, vocabulary)
        case Kind.FRACTION:
            return _fraction(node, vocabulary)
        case Kind.RADICAL:
            return _radical(node, vocabulary)
        case Kind.BINOMIAL:
            return Apply("binomial", tuple(lower(part, vocabulary) for part in parts(node)), (), node.span)
        case Kind.BIG_OPERATION:
            return _big(node, vocabulary)
        case Kind.MATRIX:
            return _matrix(node, vocabulary)
        case Kind.CASES:
            return _cases(node, vocabulary)
        case Kind.CHAIN:
            return _chain(node, vocabulary)
        case Kind.MID:
            return _mid(node, vocabulary)
        case Kind.LIST:
            return _listed(node, vocabulary)
        case Kind.ANNOTATED:
            return _annotated(node, vocabulary)
        case Kind.ELLIPSIS:
            return Ellipsis(node.text or "horizontal", node.span)
        case Kind.MISSING:
            return Unknown("nothing is written here", "", (), node.span)
        case Kind.UNREAD:
            return Unknown("unread", node.text, (), node.span)
    return Unknown(f"a {node.kind.value} on its own", node.text, (), node.span)


def _number(node: Node) -> Term:
    try:
        number = printed(node.text)
    except ValueError:
        return Unknown("a number in a form that is not known", node.text, (), node.span)
    return Number(number.value, number, node.span)


def _styled(node: Node, vocabulary: Vocabulary) -> Term:
    if (domain := space_domain(node)) is not None and node.text == "blackboard":
        return Space(domain, (), node.span)
    if (name := spelled(node)) is not None:
        return Symbol(name, node.span)
    inner = lower(parts(node)[-1], vocabulary) if parts(node) else Unknown("empty", "", (), node.span)
    if node.kind is Kind.FONT:
        return inner
    if node.text in ("overline", "bar", "underline", "widehat", "widetilde", "hat", "tilde"):
        return Apply(f"accent {node.text}", (inner,), (), node.span)
    return inner


def _scripted(node: Node, vocabulary: Vocabulary) -> Term:
    base = content(parts(node)[0])
    if base.kind is Kind.NAME and base.text in ("|", "‖"):
        return Unknown("a bar that stands for an evaluation", "", (), node.span)
    if base.kind is Kind.FENCE and base.text == "|":
        labels = tuple(lower(content(part), vocabulary) for part in parts(node)[1:])
        return Apply("evaluated", (lower(base, vocabulary),), labels, node.span)
    if base.kind in (Kind.BIG,):
        return Unknown("a big operator without a body", base.text, (), node.span)
    if base.kind is Kind.FENCE and base.text in ("()", "[]"):
        return _scripted_fence(node, base, vocabulary)
    return lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))


def _scripted_fence(node: Node, base: Node, vocabulary: Vocabulary) -> Term:
    """``(x_i)_{i=1}^n`` is a family; ``(AB)^T``, ``(AB)_{ij}``, ``(1+x)^2`` are scripts."""
    subs = [part for part in parts(node)[1:] if part.kind is Kind.SUBSCRIPT]
    if subs and content(subs[0]).kind is Kind.CHAIN:
        labels = tuple(lower(content(part), vocabulary) for part in parts(node)[1:] if part.kind is not Kind.PRIME)
        return Apply("family", (lower(base, vocabulary),), labels, node.span)
    return lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))


# -- arithmetic ------------------------------------------------------------------------------------


def _sum(node: Node, vocabulary: Vocabulary) -> Term:
    terms: list[Term] = []
    sign = "+"
    sign_at = node.span.start
    for part in parts(node):
        if part.kind is Kind.OPERATOR:
            if part.text not in ("+", "-", "−"):
                return _other_sum(node, vocabulary)
            sign, sign_at = part.text, part.span.start
            continue
        term = lower(part, vocabulary)
        terms.append(term if sign == "+" else negated(term, Span(sign_at, part.span.end)))
        sign = "+"
    return Sum(tuple(terms), node.span)


def _other_sum(node: Node, vocabulary: Vocabulary) -> Term:
    """Sums with ±, ⊕ and the like."""
    signs = {part.text for part in parts(node) if part.kind is Kind.OPERATOR}
    terms = tuple(lower(part, vocabulary) for part in operands(node))
    if len(signs) == 1:
        return Elementwise(terms, signs.pop(), node.span)
    return Unknown("signs of several kinds in one sum", "", terms, node.span)


def negated(term: Term, span: Span) -> Term:
    """−term; a literal keeps its sign."""
    if isinstance(term, Number) and term.printed is not None and term.value >= 0:
        return Number(-term.value, printed("-" + term.printed.text), span)
    return Product((MINUS_ONE, term), "", span)


def _prefix(node: Node, vocabulary: Vocabulary) -> Term:
    sign, operand = parts(node)[0], parts(node)[-1]
    term = lower(operand, vocabulary)
    if sign.text in ("-", "−"):
        return negated(term, node.span)
    if sign.text == "+":
        return term
    return Apply(f"prefix {sign.text}", (term,), (), node.span)


def _postfix(node: Node, vocabulary: Vocabulary) -> Term:
    term = lower(parts(node)[0], vocabulary)
    sign = parts(node)[-1].text
    if sign == "%":
        return Apply("percent", (term,), (), node.span)
    return Apply("factorial" if sign == "!" else f"postfix {sign}", (term,), (), node.span)


def _product(node: Node, vocabulary: Vocabulary) -> Term:
    """Factors left to right. × splits first: D × H·d_q is two sizes, and a/b × c is (a/b)·c anyway."""
    groups: list[list[Node]] = [[]]
    for part in parts(node):
        if part.kind is Kind.OPERATOR and part.text == "×":
            groups.append([])
        else:
            groups[-1].append(part)
    terms = [_product_run(group, vocabulary, node.span) for group in groups if group]
    if len(terms) == 1:
        return terms[0]
    return Product(tuple(terms), "×", node.span)


def _product_run(pieces: list[Node], vocabulary: Vocabulary, span: Span) -> Term:
    left = lower(pieces[0], vocabulary)
    at = 1
    signs = [piece.text for piece in pieces if piece.kind is Kind.OPERATOR]
    changes = sum(1 for one, other in pairwise(signs) if one != other) + sum(sign in DIVISIONS for sign in signs)
    if changes > LONGEST_MIXED:
        return Unknown("too many divisions in a row", "", (), span)
    while at + 1 < len(pieces):
        sign, end = pieces[at].text, at + 2
        if sign not in DIVISIONS:
            while end + 1 < len(pieces) and _joins_as(sign, pieces[end].text):
                end += 2
        rights = [lower(piece, vocabulary) for piece in pieces[at + 1 : end : 2]]
        left = _combined(left, sign, rights, Span(pieces[0].span.start, pieces[end - 1].span.end))
        at = end
    return left


def _joins_as(sign: str, other: str) -> bool:
    """Whether two signs join factors of one product."""
    return MATRIX_PRODUCT_SIGNS.get(sign, sign) == MATRIX_PRODUCT_SIGNS.get(other, other)


def _combined(left: Term, sign: str, rights: list[Term], span: Span) -> Term:
    """What a sign makes of what stands before it and of all that the same sign joins to it."""
    if sign in ("/", "÷", "∕"):
        return Quotient(left, rights[0], span)
    if (product := MATRIX_PRODUCT_SIGNS.get(sign)) is not None:
        if isinstance(left, Product) and left.sign == product:
            return Product((*left.factors, *rights), product, span)
        return Product((left, *rights), product, span)
    if sign in ("mod", "bmod"):
        return Apply("mod", (left, rights[0]), (), span)
    if isinstance(left, Elementwise) and left.sign == sign:
        return Elementwise((*left.factors, *rights), sign, span)
    return Elementwise((left, *rights), sign, span)


def _fraction(node: Node, vocabulary: Vocabulary) -> Term:
    if len(parts(node)) < 2:
        return Unknown("a fraction with a part missing", "", (), node.span)
    above, below = (content(part) for part in parts(node)[:2])
    if (derivative := _derivative(above, below, node, vocabulary)) is not None:
        return derivative
    return Quotient(lower(above, vocabulary), lower(below, vocabulary), node.span)


def _derivative(above: Node, below: Node, node: Node, vocabulary: Vocabulary) -> Term | None:
    """``\\frac{\\partial L}{\\partial W}`` and ``\\frac{dL}{dW}``."""
    mark = _leading_differential(below)
    if mark is None or _leading_differential(above) != mark:
        return None
    if above.kind is Kind.SCRIPTS or (above.kind is Kind.JUXTAPOSITION and parts(above)[0].kind is Kind.SCRIPTS):
        of_and_by = (lower(above, vocabulary), lower(below, vocabulary))
        return Unknown("a derivative of higher order", "", of_and_by, node.span)
    of = list(parts(above))[1:] if above.kind is Kind.JUXTAPOSITION else []
    by = list(parts(below))[1:]
    if not by:
        return None
    target = _rest(of, vocabulary) if of else Unknown("what follows the fraction", "", (), above.span)
    return Apply("derivative", (target, _rest(by, vocabulary)), (), node.span)


def _leading_differential(node: Node) -> str | None:
    first = parts(node)[0] if node.kind is Kind.JUXTAPOSITION else node
    first = content(first)
    if first.kind is Kind.SCRIPTS:
        first = content(parts(first)[0])
    name = spelled(first) if first.kind in (Kind.NAME, Kind.FONT) else None
    return name if name in ("partial", "∂", "d") else None


def _rest(pieces: list[Node], vocabulary: Vocabulary) -> Term:
    if len(pieces) == 1:
        return lower(pieces[0], vocabulary)
    covered = Span(pieces[0].span.start, pieces[-1].span.end)
    joined = Node(Kind.JUXTAPOSITION, covered, tuple(pieces))
    return lower(joined, vocabulary)


def _radical(node: Node, vocabulary: Vocabulary) -> Term:
    radicands = [part for part in parts(node) if part.kind is not Kind.SUPERSCRIPT]
    degrees = [part for part in parts(node) if part.kind is Kind.SUPERSCRIPT]
    if not radicands:
        return Unknown("an empty root", "", (), node.span)
    radicand = lower(radicands[0], vocabulary)
    if not degrees:
        return Apply("sqrt", (radicand,), (), node.span)
    return Power(radicand, Quotient(Number(Fraction(1)), lower(degrees[0], vocabulary)), node.span)


def _annotated(node: Node, vocabulary: Vocabulary) -> Term:
    """What stands over or under a note: the notes carry no mathematics."""
    bases = [part for part in parts(node) if part.kind not in (Kind.SUPERSCRIPT, Kind.SUBSCRIPT)]
    return lower(bases[0], vocabulary) if bases else Unknown("empty", "", (), node.span)


# -- fences ----------------------------------------------------------------------------------------


def _fence(node: Node, vocabulary: Vocabulary) -> Term:
    inside = [part for part in parts(node) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if not inside:
        return Matrix(((),), "tuple", node.span)
    inner = content(inside[0])
    if len(inside) > 1:
        return Unknown("brackets that hold several things", "", (), node.span)
    match node.text:
        case "||":
            return Apply("absolute", (lower(inner, vocabulary),), (), node.span)
        case "‖‖":
            return Apply("norm", (lower(inner, vocabulary),), (), node.span)
        case "⌊⌋":
            return Apply("floor", (lower(inner, vocabulary),), (), node.span)
        case "⌈⌉":
            return Apply("ceil", (lower(inner, vocabulary),), (), node.span)
        case "|⟩":
            return Apply("ket", (lower(inner, vocabulary),), (), node.span)
        case "⟨⟩":
            items = operands(inner) if inner.kind is Kind.LIST else (inner,)
            return Apply("inner", tuple(lower(item, vocabulary) for item in items), (), node.span)
        case "{}":
            items = operands(inner) if inner.kind is Kind.LIST else (inner,)
            return Apply("set", tuple(lower(item, vocabulary) for item in items), (), node.span)
    if inner.kind is Kind.LIST:
        return bracketed_list(inner, node, vocabulary)
    if node.text == "[]" and _is_joined(inner):
        joined = tuple(lower(side, vocabulary) for side in operands(inner))
        return Apply("Concat", joined, (Symbol("‖"),), node.span)
    if node.text == "[]" and (blocks := _spaced_blocks(inner)):
        return Matrix((tuple(lower(block, vocabulary) for block in blocks),), "matrix", node.span)
    if node.text == "[]" and inner.kind in (Kind.NUMBER, Kind.PREFIX, Kind.FENCE):
        return _stacked((lower(inner, vocabulary),), node.span)
    if node.text in ("()", "[]", "", "|", "{"):
        return lower(inner, vocabulary)
    return Apply(f"interval {node.text}", (lower(inner, vocabulary),), (), node.span)


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
            if apart and blocks[-1]:
                blocks.append([])
            apart = False
            blocks[-1].append(child)
    if len(blocks) < 2:
        return []
    return [
        run[0] if len(run) == 1 else Node(Kind.JUXTAPOSITION, Span(run[0].span.start, run[-1].span.end), tuple(run))
        for run in blocks
    ]


def bracketed_list(inner: Node, node: Node, vocabulary: Vocabulary) -> Term:
    """(a, b, c) is a tuple; [[1, 2], [3, 4]] a matrix; [a; b] a concatenation."""
    separators = {part.text for part in parts(inner) if part.kind is Kind.SEPARATOR}
    items = tuple(lower(item, vocabulary) for item in operands(inner) if content(item).kind is not Kind.MISSING)
    if node.text not in ("()", "[]"):
        return Apply(f"interval {node.text}", items, (), node.span)
    if ";" in separators and separators - {";"} == set():
        return Apply("Concat", items, (Symbol(";"),), node.span)
    if ";" in separators:
        return _rows_by_semicolon(inner, node, vocabulary)
    if any(isinstance(item, Slice) for item in items):
        return Unknown("a slice on its own", "", items, node.span)
    return _stacked(items, node.span)


def _rows_by_semicolon(inner: Node, node: Node, vocabulary: Vocabulary) -> Term:
    rows: list[list[Term]] = [[]]
    for part in parts(inner):
        if part.kind is Kind.SEPARATOR:
            if part.text == ";":
                rows.append([])
        elif content(part).kind is not Kind.MISSING:
            rows[-1].append(lower(part, vocabulary))
    return Matrix(tuple(tuple(row) for row in rows if row), "matrix", node.span)


def _stacked(items: tuple[Term, ...], span: Span) -> Term:
    """A list of equal tuples is a matrix, another list is a tuple."""
    if items and all(isinstance(item, Matrix) and item.style == "tuple" for item in items):
        rows = tuple(item.rows[0] for item in items if isinstance(item, Matrix))
        if len({len(row) for row in rows}) == 1:
            return Matrix(rows, "matrix", span)
    return Matrix((items,), "tuple", span)


# -- larger structures -----------------------------------------------------------------------------


def _big(node: Node, vocabulary: Vocabulary) -> Term:
    head, *body = parts(node)
    kind = head.text
    index: Symbol | None = None
    lower_limit: Term | None = None
    upper_limit: Term | None = None
    condition: Term | None = None
    if head.kind is Kind.SCRIPTS:
        base, *scripts = parts(head)
        kind = content(base).text
        for script in scripts:
            if script.kind is Kind.SUBSCRIPT:
                index, lower_limit, condition = _bound(content(script), vocabulary)
            elif script.kind is Kind.SUPERSCRIPT:
                upper_limit = lower(content(script), vocabulary)
    if not body:
        return Unknown("a big operator without a body", kind, (), node.span)
    term = lower(body[0], vocabulary)
    if kind in ("integral", "contour-integral"):
        limits = (condition, lower_limit, upper_limit, index)
        return Unknown("an integral", "", (term, *(limit for limit in limits if limit is not None)), node.span)
    return IndexedSum(kind, index, lower_limit, upper_limit, term, condition, node.span)


def _bound(node: Node, vocabulary: Vocabulary) -> tuple[Symbol | None, Term | None, Term | None]:
    """The bound index under a big operator, its lower limit, and its condition."""
    if node.kind is Kind.MATRIX and (rows := [content(row) for row in parts(node)]):
        return _bound_by_lines(rows, vocabulary)
    term = lower(node, vocabulary)
    match term:
        case Symbol():
            return term, None, None
        case Relation(relations=("=",), sides=(Symbol() as index, start)):
            return index, start, None
        case Relation(sides=(Symbol() as index, *_)):
            return index, None, term
        case Relation(sides=(Number(), Symbol() as index, *_)):
            return index, None, term
    return None, None, term


def _bound_by_lines(rows: list[Node], vocabulary: Vocabulary) -> tuple[Symbol | None, Term | None, Term | None]:
    """``\\substack``: the first line binds, the others are conditions."""
    lines = [content(part) for row in rows for part in (parts(row) if row.kind is Kind.ROW else (row,))]
    index, start, condition = _bound(lines[0], vocabulary) if lines else (None, None, None)
    conditions = ([condition] if condition is not None else []) + [lower(line, vocabulary) for line in lines[1:]]
    if len(conditions) > 1:
        return index, start, Apply("tuple", tuple(conditions))
    return index, start, conditions[0] if conditions else None


def _matrix(node: Node, vocabulary: Vocabulary) -> Term:
    rows = []
    for row in parts(node):
        cells = [_cell(cell, vocabulary) for cell in parts(row)] if row.kind is Kind.ROW else [lower(row, vocabulary)]
        rows.append(tuple(cells))
    while rows and all(isinstance(cell, Unknown) and not cell.text for cell in rows[-1]):
        rows.pop()  # a trailing row separator makes no row
    if node.text in ("vmatrix", "|matrix|"):
        return Apply("determinant", (Matrix(tuple(rows), "matrix", node.span),), (), node.span)
    return Matrix(tuple(rows), "matrix", node.span)


def _cell(cell: Node, vocabulary: Vocabulary) -> Term:
    inner = content(cell)
    if inner.kind in (Kind.WORD, Kind.OPERATOR, Kind.NAME) and inner.text and not inner.text.strip("-—–−| "):
        return Ellipsis("rule", inner.span)
    return lower(inner, vocabulary)


def _cases(node: Node, vocabulary: Vocabulary) -> Term:
    branches: list[tuple[Term, Term | None]] = []
    for row in parts(node):
        cells = [lower(cell, vocabulary) for cell in parts(row)]
        if cells and not (isinstance(cells[0], Unknown) and not cells[0].text and len(cells) == 1):
            branches.append((cells[0], cells[1] if len(cells) > 1 else None))
    return Cases(tuple(branches), node.span)


def _chain(node: Node, vocabulary: Vocabulary) -> Term:
    relations, written = _without_doubled_signs(node)
    sides = tuple(lower(side, vocabulary) for side in written)
    if len(sides) != len(relations) + 1:
        return Unknown("a chain with a side missing", "", sides, node.span)
    return Relation(relations, sides, node.span)


def _is_joined(node: Node) -> bool:
    """``a ‖ b``: things that double bars set side by side."""
    return node.kind is Kind.MID and {part.text for part in parts(node) if part.kind is Kind.OPERATOR} == {"‖"}


def _without_doubled_signs(node: Node) -> tuple[tuple[str, ...], list[Node]]:
    """The signs and sides of a chain; "… =" on one display and "= …" on the next is one sign."""
    relations = [part.text for part in parts(node) if part.kind is Kind.RELATION]
    sides = list(operands(node))
    for at in range(len(sides) - 2, 0, -1):
        if content(sides[at]).kind is Kind.MISSING and len(sides) == len(relations) + 1:
            del sides[at], relations[at]
    return tuple(relations), sides


def _mid(node: Node, vocabulary: Vocabulary) -> Term:
    signs = [part.text for part in parts(node) if part.kind is Kind.OPERATOR]
    sides = [content(side) for side in operands(node)]
    if all(sign == ":" for sign in signs):
        if any(side.kind is Kind.MISSING for side in sides):
            return index_term(node, lambda inner: lower(inner, vocabulary))
        terms = tuple(lower(side, vocabulary) for side in sides)
        return Relation(tuple(signs), terms, node.span) if len(terms) == len(signs) + 1 else _open(node)
    return Apply(
        "versus" if _is_joined(node) else "given", tuple(lower(side, vocabulary) for side in sides), (), node.span
    )


def _open(node: Node) -> Term:
    return Unknown("a bar or colon whose sides are not known", "", (), node.span)


def _listed(node: Node, vocabulary: Vocabulary) -> Term:
    """A list that is no statement list: the items of a tuple without brackets."""
    items = tuple(lower(item, vocabulary) for item in operands(node) if content(item).kind is not Kind.MISSING)
    return items[0] if len(items) == 1 else Apply("tuple", items, (), node.span)
