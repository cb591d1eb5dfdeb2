r"""Derivatives, integrals and places of evaluation.

``d`` and ``∂`` are written as letters beside others; what belongs to them is told from where they
stand: ``\frac{\partial L}{\partial w}``, ``\partial L/\partial w``, ``\int f(x)\,dx``, ``f|_{x=0}``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symformer.reading.spelling import spelled
from symformer.reading.written import base_of, joined_node
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, IndexedSum, Matrix, Number, Product, Relation, Sign, Symbol, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]

INTEGRALS = frozenset({"integral", "contour-integral"})
AREA_INTEGRALS = frozenset(
    {
        "double-integral",
        "triple-integral",
        "quadruple-integral",
        "multiple-integral",
        "surface-integral",
        "volume-integral",
    }
)
ROUND = "partial"
MARKS = frozenset({"partial", "∂", "d", "delta", "δ"})
HIGHEST_ORDER = 8
ONE = Number(Fraction(1))


# -- derivatives -----------------------------------------------------------------------------------


def derivative(above: Node, below: Node, span: Span, lower: Lower) -> Term | None:
    r"""``\frac{\partial L}{\partial W}``, ``\frac{d^2 y}{dx^2}``, ``\frac{d}{dx}``; None where it is none."""
    mark = _mark(below)
    if mark is None or _mark(above) != mark:
        return None
    first, *of = _pieces(above)
    by = _differentials(_pieces(below), mark)
    if by is None:
        return None
    order = _order(first, lower)
    taken = _taken(by, order, lower)
    if taken is None:
        return Unknown("a derivative of higher order", "", (lower(above), lower(below)), span)
    labels = () if order is None else (order,)
    if not of:
        return Apply("derivative operator", taken, labels, span)
    return Apply("derivative", (lower(joined_node(of)), *taken), labels, span)


def slashed(pieces: list[Node]) -> list[Node]:
    r"""``\partial L / \partial w`` in a product, put together as a fraction."""
    made = list(pieces)
    at = 0
    while at + 2 < len(made):
        if made[at + 1].kind is Kind.OPERATOR and made[at + 1].text == "/":
            if (fraction := _as_fraction(made[at], made[at + 2])) is not None:
                made[at : at + 3] = [fraction]
                continue
        at += 2
    return made


def floored(pieces: list[Node]) -> list[Node]:
    """``D // H``, as in code: the whole part of a quotient."""
    made = list(pieces)
    at = 1
    while at + 1 < len(made):
        if made[at].text == "//" and content(made[at + 1]).kind is not Kind.MISSING:
            span = Span(made[at - 1].span.start, made[at + 1].span.end)
            quotient = Node(Kind.FRACTION, span, (made[at - 1], made[at + 1]))
            made[at - 1 : at + 2] = [Node(Kind.FENCE, span, (quotient,), "⌊⌋")]
            continue
        at += 2
    return made


def _as_fraction(left: Node, right: Node) -> Node | None:
    mark = _mark(right)
    if mark is None or _differentials(_pieces(right), mark) is None or left.kind is not Kind.JUXTAPOSITION:
        return None
    pieces = _pieces(left)
    start = 0
    if mark == ROUND:
        start = next((at for at, piece in enumerate(pieces) if _mark(piece) == mark), len(pieces))
    elif not (_mark(left) == mark and (_close(pieces) and _close(_pieces(right)) or _is_differential_of_value(pieces))):
        return None
    if start >= len(pieces) - 1 or _mark(pieces[start]) != mark:
        return None
    above = joined_node(pieces[start:])
    fraction = Node(Kind.FRACTION, Span(above.span.start, right.span.end), (above, right))
    return joined_node([*pieces[:start], fraction])


def _close(pieces: Sequence[Node]) -> bool:
    """Whether a d stands right before its letter: d_k/d n is no derivative."""
    return len(pieces) == 2 and pieces[0].span.end == pieces[1].span.start


def _is_differential_of_value(pieces: Sequence[Node]) -> bool:
    """``dF(x)``, ``d(e^x)``: a d, perhaps a name, and brackets."""
    brackets = content(pieces[-1]).kind is Kind.FENCE
    return brackets and (len(pieces) == 2 or len(pieces) == 3 and pieces[0].span.end == pieces[1].span.start)


def _pieces(node: Node) -> tuple[Node, ...]:
    node = content(node)
    return parts(node) if node.kind is Kind.JUXTAPOSITION else (node,)


def is_differential(node: Node) -> bool:
    """Whether a node is ∂y or dy: a mark of differentiation and what it stands before."""
    return _mark(node) is not None and len(_pieces(node)) > 1


def _mark(node: Node) -> str | None:
    """The d or ∂ that a node begins with."""
    base = base_of(_pieces(node)[0]) if _pieces(node) else node
    name = spelled(base) if base.kind in (Kind.NAME, Kind.FONT) else None
    return name if name in MARKS else None


def _differentials(pieces: Sequence[Node], mark: str) -> list[list[Node]] | None:
    """∂x ∂y² as [[x], [y²]]; None unless each mark stands alone before something."""
    groups: list[list[Node]] = []
    for piece in pieces:
        if _mark(piece) == mark and content(piece).kind is not Kind.JUXTAPOSITION:
            if content(piece).kind is Kind.SCRIPTS:
                return None  # d_k is a name
            groups.append([])
        elif groups:
            groups[-1].append(piece)
        else:
            return None
    return groups if groups and all(groups) else None


def _order(first: Node, lower: Lower) -> Term | None:
    """The order that is written on the first d, or None."""
    inner = content(first)
    if inner.kind is not Kind.SCRIPTS:
        return None
    raised = [part for part in parts(inner)[1:] if part.kind is Kind.SUPERSCRIPT]
    return lower(content(raised[0])) if len(raised) == 1 else Unknown("a derivative of higher order")


def _taken(by: list[list[Node]], order: Term | None, lower: Lower) -> tuple[Term, ...] | None:
    """What is differentiated by, as often as the order says: ∂x²∂y gives (x, x, y)."""
    if order is None:
        return (lower(joined_node(by[0])),) if len(by) == 1 else None
    if not isinstance(order, Number):
        return tuple(lower(joined_node(group)) for group in by)
    if order.value.denominator != 1 or not 1 <= order.value <= HIGHEST_ORDER:
        return None
    counted = [_without_power(group) for group in by]
    if sum(times for times, _ in counted) != order.value:
        return None
    return tuple(term for times, plain in counted for term in [lower(joined_node(plain))] * times)


def as_often(by: tuple[Term, ...], order: tuple[Term, ...]) -> tuple[Term, ...]:
    """The one letter below a ∂ as often as the number above it says: ∂_x² is ∂_x ∂_x."""
    match by, order:
        case (only,), (Number(value=times),) if times.denominator == 1 and 1 <= times <= HIGHEST_ORDER:
            return (only,) * int(times)
    return by


def _without_power(group: list[Node]) -> tuple[int, list[Node]]:
    """x² of ∂x² as (2, x)."""
    last = content(group[-1])
    if last.kind is not Kind.SCRIPTS:
        return 1, group
    powers = [child for child in last.children if child.kind is Kind.SUPERSCRIPT]
    number = content(powers[-1]) if powers else None
    if number is None or number.kind is not Kind.NUMBER or not number.text.isdecimal():
        return 1, group
    if int(number.text) > HIGHEST_ORDER:
        return 1, group
    rest = tuple(child for child in last.children if child is not powers[-1])
    base = rest[0] if len(rest) == 1 else Node(Kind.SCRIPTS, last.span, rest)
    return int(number.text), [*group[:-1], base]


def _unwrapped(term: Term) -> Term:
    r"""The 1 of ``\frac{d}{dx} [1]``: brackets around what is differentiated make no list of one."""
    match term:
        case Matrix(rows=((only,),), style="tuple"):
            return only
    return term


def followed(factors: list[Term]) -> list[Term]:
    r"""``\frac{\partial}{\partial x} f``: what follows the fraction is what is differentiated."""
    for at, factor in enumerate(factors[:-1]):
        if isinstance(factor, Apply) and factor.function == "derivative operator":
            rest = factors[at + 1 :]
            covered = rest[0].origin.cover(rest[-1].origin)
            of = _unwrapped(rest[0]) if len(rest) == 1 else Product(tuple(rest), "", covered)
            span = factor.origin.cover(covered)
            return [*factors[:at], Apply("derivative", (of, *factor.arguments), factor.labels, span)]
    return factors


# -- integrals -------------------------------------------------------------------------------------


def is_integral(node: Node) -> bool:
    """Whether a node is a big operator of integration, with its body or without."""
    node = content(node)
    head = parts(node)[0] if node.kind is Kind.BIG_OPERATION else node
    base = base_of(head)
    return base.kind is Kind.BIG and base.text in INTEGRALS | AREA_INTEGRALS


def integral(node: Node, lower: Lower) -> Term:
    """An integral and those right inside it; each takes its variable from the differentials at the end."""
    heads: list[Node] = []
    body: Node | None = node
    while body is not None and body.kind is Kind.BIG_OPERATION and is_integral(body):
        head, *rest = parts(body)
        heads.append(head)
        body = content(rest[0]) if rest else None
    integrand, variables = (None, []) if body is None else _without_differentials(body)
    term = ONE if integrand is None else lower(integrand)
    if body is None:
        term = Sign("")
    left = [lower(variable) for variable in variables]
    for head in reversed(heads):
        kind = base_of(head).text
        below, over = _limits(head, lower)
        if kind in AREA_INTEGRALS:
            term, left = _over_region(kind, below, over, left, term, node.span), []
        else:
            variable = _variable_of(below, left, last=head is heads[0])
            term = _over_variable(kind, below, over, variable, term, node.span)
    if left:
        rest_of = tuple(Apply("differential", (variable,), (), variable.origin) for variable in left)
        return Product((term, *rest_of), "", node.span)
    return term


def _variable_of(below: Term | None, left: list[Term], *, last: bool) -> Term | None:
    """The variable that an integral takes: the one it names below it, else the first that is left."""
    named = below.sides[0] if isinstance(below, Relation) else below
    if named in left:
        left.remove(named)
        return named
    if last and len(left) > 1:
        joined = Apply("tuple", tuple(left), (), left[0].origin.cover(left[-1].origin))
        left.clear()
        return joined
    return left.pop(0) if left else None


def _limits(head: Node, lower: Lower) -> tuple[Term | None, Term | None]:
    below: Term | None = None
    over: Term | None = None
    for script in parts(head)[1:] if head.kind is Kind.SCRIPTS else ():
        if script.kind is Kind.SUBSCRIPT:
            below = lower(content(script))
        elif script.kind is Kind.SUPERSCRIPT:
            over = lower(content(script))
    return below, over


def _over_variable(kind: str, below: Term | None, over: Term | None, by: Term | None, body: Term, span: Span) -> Term:
    """∫ from below to over, or over the region below, by a variable."""
    index = by if isinstance(by, Symbol) else None
    match below:
        case Relation(relations=("=",), sides=(Symbol() as index, start)):
            return IndexedSum(kind, index, start, over, body, None, span)
        case Relation():
            return IndexedSum(kind, index, None, over, body, below, span)
    if over is None:
        if below is None or below == by:
            return IndexedSum(kind, index, None, None, body, None if index is not None else by, span)
        region = below if by is None else Relation(("∈",), (by, below), below.origin)
        return IndexedSum(kind, index, None, None, body, region, span)
    if by is None or index is not None or below is None:
        return IndexedSum(kind, index, below, over, body, None, span)
    between = Relation(("≤", "≤"), (below, by, over), below.origin)
    return IndexedSum(kind, None, None, None, body, between, span)


def _over_region(kind: str, below: Term | None, over: Term | None, by: list[Term], body: Term, span: Span) -> Term:
    """∬ over a region, by several variables."""
    variables = Apply("tuple", tuple(by)) if by else None
    if below is not None and variables is not None:
        return IndexedSum(kind, None, None, over, body, Relation(("∈",), (variables, below), below.origin), span)
    return IndexedSum(kind, None, None, over, body, variables or below, span)


def gathered(pieces: list[Node]) -> list[Node]:
    """In a sum: ``∫ x + 1 dx`` is the integral of the sum up to its differential."""
    for at, piece in enumerate(pieces):
        if not piece.children:
            continue
        inner = content(piece)
        factors = parts(inner) if inner.kind is Kind.JUXTAPOSITION else ()
        if factors and content(factors[-1]).kind is Kind.BIG_OPERATION:
            inner = content(factors[-1])  # \frac{1}{2} \int
        if inner.kind is not Kind.BIG_OPERATION or not is_integral(inner) or _innermost_differentials(inner):
            continue
        for end in range(at + 2, len(pieces), 2):
            if is_integral(pieces[end]):
                break
            if _without_differentials(content(pieces[end]))[1]:
                longer = _with_longer_body(inner, pieces[at + 1 : end + 1])
                scaled = joined_node([*factors[:-1], longer]) if factors else longer
                return [*pieces[:at], scaled, *pieces[end + 1 :]]
    return pieces


def _innermost_differentials(node: Node) -> bool:
    body = parts(node)[-1]
    while content(body).kind is Kind.BIG_OPERATION:
        body = parts(content(body))[-1]
    return bool(_without_differentials(content(body))[1])


def _with_longer_body(node: Node, added: list[Node]) -> Node:
    head, *_, body = node.children
    span = Span(body.span.start, added[-1].span.end)
    longer = Node(Kind.SUM, span, (body, *added))
    if content(body).kind is Kind.BIG_OPERATION:
        longer = _with_longer_body(content(body), added)
    return Node(Kind.BIG_OPERATION, Span(node.span.start, span.end), (head, longer))


def _without_differentials(node: Node) -> tuple[Node | None, list[Node]]:
    """What stands before ``dx``, ``dx\\,dy`` at the end of an integrand, and the variables x, y."""
    match node.kind:
        case Kind.JUXTAPOSITION:
            pieces = list(parts(node))
            variables: list[Node] = []
            if len(pieces) > 2 and _is_d(pieces[-2]) and _is_in_brackets(pieces[-1]):  # d(\log x)
                return joined_node(pieces[:-2]), [pieces[-1]]
            while (start := _last_differential(pieces)) is not None:
                variables.insert(0, joined_node(pieces[start + 1 :]))
                del pieces[start:]
            if not variables and content(pieces[-1]).kind is Kind.FRACTION:  # f(t) \frac{dt}{t}
                rest, variables = _without_differentials(content(pieces[-1]))
                if variables and rest is not None:
                    return joined_node([*pieces[:-1], rest]), variables
            if not variables:
                return _leading_differential(node)
            return (joined_node(pieces) if pieces else None), variables
        case Kind.SUM | Kind.PRODUCT if len(parts(node)) >= 3:
            *before, last = parts(node)
            rest, variables = _without_differentials(content(last))
            if variables and rest is not None:
                return Node(node.kind, node.span, (*before, rest), node.text), variables
        case Kind.FRACTION if len(parts(node)) == 2:
            above, below = parts(node)
            rest, variables = _without_differentials(content(above))
            if variables and not is_differential(below):
                one = Node(Kind.NUMBER, Span(above.span.start, above.span.start), (), "1")
                return Node(Kind.FRACTION, node.span, (rest if rest is not None else one, below)), variables
    return node, []


def _leading_differential(node: Node) -> tuple[Node | None, list[Node]]:
    """``∫ dx f(x)``: the differential may come first."""
    pieces = parts(node)
    if len(pieces) > 2 and _is_d(pieces[0]) and _is_variable(pieces[1]):
        if pieces[0].span.end == pieces[1].span.start:
            return joined_node(pieces[2:]), [pieces[1]]
    return node, []


def _last_differential(pieces: list[Node]) -> int | None:
    """Where the last differential begins, if the pieces end with one: d x, d μ(x)."""
    if len(pieces) >= 2 and _is_d(pieces[-2]) and _is_variable(pieces[-1]):
        return len(pieces) - 2
    if len(pieces) >= 3 and _is_d(pieces[-3]) and _is_variable(pieces[-2]) and content(pieces[-1]).kind is Kind.FENCE:
        return len(pieces) - 3
    return None


def _is_in_brackets(node: Node) -> bool:
    node = content(node)
    return node.kind is Kind.FENCE and node.text == "()"


def _is_d(node: Node) -> bool:
    node = content(node)
    return node.kind in (Kind.NAME, Kind.FONT) and spelled(node) == "d"


def _is_variable(node: Node) -> bool:
    return base_of(node).kind in (Kind.NAME, Kind.FONT, Kind.ACCENT)


# -- places of evaluation --------------------------------------------------------------------------


def evaluated(pieces: list[Node], span: Span, lower: Lower) -> tuple[Term, list[Node]] | None:
    """``g(t)|_{t=2} c``: what stands before the bar, evaluated, and what follows; None without such a bar."""
    bars = [at for at, piece in enumerate(pieces) if at and is_evaluation(piece)]
    if not bars:
        return None
    at = bars[0]
    labels = tuple(lower(content(script)) for script in parts(content(pieces[at]))[1:])
    term = lower(joined_node(pieces[:at]))
    return Apply("evaluated", (term,), labels, Span(span.start, pieces[at].span.end)), pieces[at + 1 :]


def is_evaluation(node: Node) -> bool:
    """Whether a node is a bar with the place of evaluation below it."""
    node = content(node)
    return node.kind is Kind.SCRIPTS and parts(node)[0].kind is Kind.NAME and parts(node)[0].text == "|"
