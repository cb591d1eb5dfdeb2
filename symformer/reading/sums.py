"""Big operators: what they bind, their limits, their conditions, and what they reach over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from symformer.reading.calculus import integral, is_integral
from symformer.reading.written import annotated_base, base_of, joined_node, letters_of, ungrouped
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, parts
from symformer.syntax.nodes import walk as walk_nodes
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Product,
    Quotient,
    Relation,
    Sign,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]
WRITTEN_IN_LINE = frozenset({Kind.PRODUCT, Kind.JUXTAPOSITION})
WRAPPED = frozenset({Kind.ANNOTATED, Kind.GROUP, Kind.STYLE})
OF_SETS = frozenset({"union", "intersection", "disjunction", "conjunction"})
COMPARISONS = frozenset("<>≤≥")
REACHING = (Apply, IndexedSum, Product)  # terms that may take what is added behind them
EXTREMA = frozenset({"argmin", "argmax", "min", "max", "sup", "inf"})


def big_operation(node: Node, lower: Lower) -> Term:
    """A sum, a product, an integral or another big operator, with its index, limits and condition."""
    if is_integral(node):
        return integral(node, lower)
    head, *body = parts(node)
    head, scripts = big_head(head)
    kind = head.text
    index: Symbol | None = None
    lower_limit: Term | None = None
    upper_limit: Term | None = None
    condition: Term | None = None
    for script in scripts:
        if script.kind is Kind.SUBSCRIPT:
            below = content(script)
            if below.kind is Kind.MID and (limits := _limits_by_colon(below)) is not None:
                below, upper_limit = limits[0], lower(limits[1])
            index, lower_limit, condition = _bound(below, lower)
        elif script.kind is Kind.SUPERSCRIPT:
            upper_limit = lower(_as_floor(content(script)))
    if not scripts and body and _has_index_beside(body[0]):
        return Unknown("limits of a sum that stand beside it", "", (), node.span)
    term = (
        lower(ungrouped(body[0]) if kind in ("sum", "product") else body[0]) if body else Sign("", node.span)
    )  # \sum_i is only quoted
    if index is not None and kind == "sum":
        term = _with_coefficients(term, index)
    if index is not None and kind in ("sum", "product") and content(body[0] if body else node).kind in WRITTEN_IN_LINE:
        ended = _ended_before_its_like(
            term, index, lambda own: IndexedSum(kind, index, lower_limit, upper_limit, own, condition, node.span)
        )
        if ended is not None:
            return ended
    if (letters := _bound_together(condition)) is not None and upper_limit is not None:
        for each, start in reversed(letters):  # Σ over i, j = 1..n is a sum of sums
            term = IndexedSum(kind, each, start, upper_limit, term, None, node.span)
        return term
    return IndexedSum(kind, index, lower_limit, upper_limit, term, condition, node.span)


def _with_coefficients(body: Term, index: Symbol) -> Term:
    r"""``\sum_i \left(\begin{array}{c} n \\ i \end{array}\right)``: a binomial coefficient, no vector with its index as entry."""
    match body:
        case Matrix(rows=((Symbol() | Number() as whole,), (taken,))) if taken == index:
            return Apply("binomial", (whole, index), (), body.origin)
        case Product(factors=factors) if any(isinstance(each, Matrix) for each in factors):
            return replace(body, factors=tuple(_with_coefficients(each, index) for each in factors))
    return body


def _limits_by_colon(below: Node) -> tuple[Node, Node] | None:
    r"""``\sum_{i=1:n}``: both limits stand below; else None."""
    if len(parts(below)) != 3 or parts(below)[1].text != ":":
        return None
    first, last = content(parts(below)[0]), content(parts(below)[2])
    started = first.kind is Kind.CHAIN and len(parts(first)) == 3 and content(parts(first)[2]).kind is Kind.NUMBER
    return (first, last) if started and last.kind in (Kind.NAME, Kind.NUMBER, Kind.SUM, Kind.SCRIPTS) else None


def _as_floor(limit: Node) -> Node:
    """``[n/2]`` as a limit: square brackets around a quotient are its whole part."""
    held = [content(part) for part in parts(limit) if part.kind not in BRACKETS]
    if limit.kind is not Kind.FENCE or limit.text != "[]" or len(held) != 1:
        return limit
    divided = (
        held[0].kind is Kind.FRACTION
        or held[0].kind is Kind.PRODUCT
        and any(part.text == "/" for part in parts(held[0]))
    )
    return Node(Kind.FENCE, limit.span, limit.children, "⌊⌋") if divided else limit


def _ended_before_its_like(body: Term, index: Symbol, over: Callable[[Term], Term]) -> Term | None:
    r"""``\sum_i x_i \sum_i y_i``, ``\sum_i w_i x_i / \sum_i w_i``: the first sum ends before the second over the same letter.

    Not where the second has another index of its own: it was meant to be inside, over another letter.
    """
    match body:
        case Quotient(numerator=own, denominator=other):
            if _counts_freely(own, index) and _binds_anew(other, index):
                return Quotient(over(own), other, body.origin)
        case Product(factors=factors):
            at = next((at for at, factor in enumerate(factors) if _binds_anew(factor, index)), 0)
            before, rest = factors[:at], factors[at:]
            if not any(_counts_freely(each, index) for each in before) or any(
                _counts_freely(each, index) for each in rest
            ):
                return None
            if _open_indices(rest) <= _open_indices(before):
                return replace(body, factors=(over(before[0] if at == 1 else replace(body, factors=before)), *rest))
    return None


def _binds_anew(term: Term, index: Symbol) -> bool:
    """Whether a term sums over a letter, and does not have it as an index besides."""
    return not _counts_freely(term, index) and any(_is_over(part, index) for part in walk(term))


def _is_over(term: Term, index: Symbol) -> bool:
    return isinstance(term, IndexedSum) and index in (term.index, *_letters_under(term.condition))


def _letters_under(condition: Term | None) -> tuple[Term, ...]:
    """The letters of ``\\sum_{i, j}``."""
    return condition.arguments if isinstance(condition, Apply) and condition.function == "tuple" else ()


def _open_indices(terms: tuple[Term, ...]) -> frozenset[Term]:
    """The letters that are an index in one of several terms."""
    return frozenset(
        slot for term in terms for part in walk(term) if isinstance(part, Index) for slot in part.slots
        if isinstance(slot, Symbol)
    )  # fmt: skip


def _bound_together(condition: Term | None) -> list[tuple[Symbol, Term]] | None:
    """``i, j = 1``: letters with one lower limit."""
    match condition:
        case Apply(function="tuple", arguments=(*before, Relation(relations=("=",), sides=(Symbol() as last, start)))):
            letters = [each for each in (*before, last) if isinstance(each, Symbol)]
            if len(letters) == len(before) + 1:
                return [(letter, start) for letter in letters]
    return None


def big_head(head: Node) -> tuple[Node, list[Node]]:
    """A big operator without what is set under and over it, and that."""
    scripts: list[Node] = []
    while head.kind in (Kind.SCRIPTS, Kind.ANNOTATED):
        pieces = parts(head)
        if head.kind is Kind.SCRIPTS:
            head, found = content(pieces[0]), pieces[1:]
        else:
            head, found = content(pieces[-1]), pieces[:-1]
        scripts.extend(found)
    return head, scripts


def over_comparison(chain: Node) -> Node | None:
    r"""``\bigcup_h |a_h| > b`` as the union of what is compared: no set is larger than a number; None for other chains."""
    first, *rest = parts(chain)
    first = content(first)
    if first.kind is not Kind.BIG_OPERATION or len(parts(first)) != 2 or rest[0].text not in COMPARISONS:
        return None
    head, body = parts(first)
    if big_head(head)[0].text not in OF_SETS:
        return None
    compared = Node(Kind.CHAIN, Span(body.span.start, chain.span.end), (body, *rest))
    return Node(Kind.BIG_OPERATION, chain.span, (head, compared))


def with_dots_apart(pieces: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""The parts of a sum, where ``a_1 + \ldots a_n`` lacks the sign behind the dots: no one multiplies by them."""
    if len(pieces) < 3 or not any(_leads_with_dots(piece) for piece in pieces[2::2]):
        return pieces
    made: list[Node] = []
    for piece in pieces:
        if made and _leads_with_dots(piece) and made[-1].text == "+":
            dots, *rest = parts(content(piece))
            made += [dots, made[-1], joined_node(rest)]
        else:
            made.append(piece)
    return tuple(made)


def _leads_with_dots(piece: Node) -> bool:
    run = content(piece)
    return run.kind is Kind.JUXTAPOSITION and content(parts(run)[0]).kind is Kind.ELLIPSIS


def under_wrapped_sums(pieces: list[Node]) -> list[Node]:
    r"""The parts of a product with signs, where ``\overbrace{\sum_i}^{note} a_i \cdot b_i`` takes all behind it."""
    for at, piece in enumerate(pieces[:-1]):
        run = content(piece)
        if run.kind is not Kind.JUXTAPOSITION or not WRAPPED.intersection(child.kind for child in run.children):
            continue
        factors = parts(run)
        start = next((at for at, factor in enumerate(factors[:-1]) if is_wrapped_big(factor)), None)
        if start is not None:
            rest = joined_node(factors[start + 1 :])
            body = Node(Kind.PRODUCT, Span(rest.span.start, pieces[-1].span.end), (rest, *pieces[at + 1 :]))
            head = annotated_base(factors[start])
            whole = Node(Kind.BIG_OPERATION, Span(head.span.start, body.span.end), (head, body))
            return [*pieces[:at], joined_node([*factors[:start], whole])]
    return pieces


def is_bare_limit(chain: Node) -> bool:
    r"""``\sum j=1^{M} a_j``: where the sign for below was forgotten, what is equated is a sum's index."""
    first, sign, second, *rest = parts(chain)
    if first.kind is not Kind.BIG_OPERATION or sign.text != "=" or rest:
        return False
    head, *body = parts(first)
    run = content(second)
    raised = parts(run)[0] if run.kind is Kind.JUXTAPOSITION else run
    if head.kind is not Kind.BIG or len(body) != 1 or content(body[0]).kind is not Kind.NAME:
        return False
    return raised.kind is Kind.SCRIPTS and content(parts(raised)[0]).kind is Kind.NUMBER


def _has_index_beside(body: Node) -> bool:
    r"""``\sum{n} a_n``: a letter in braces right behind the sign, which counts what follows."""
    run = content(body)
    first, *rest = parts(run) if run.kind is Kind.JUXTAPOSITION else (run,)
    letter = content(first)
    if first.kind is not Kind.GROUP or letter.kind is not Kind.NAME:
        return False
    below = (node for piece in rest for node in walk_nodes(piece) if node.kind is Kind.SUBSCRIPT)
    return any(each.kind is Kind.NAME and each.text == letter.text for node in below for each in walk_nodes(node))


def is_wrapped_big(piece: Node) -> bool:
    """Whether a piece is a big operator in braces, or under or over a note."""
    return piece.kind in WRAPPED and base_of(annotated_base(piece)).kind is Kind.BIG


def _bound(node: Node, lower: Lower) -> tuple[Symbol | None, Term | None, Term | None]:
    """The bound index under a big operator, its lower limit, and its condition."""
    if node.kind is Kind.MATRIX and (rows := [content(row) for row in parts(node)]):
        return _bound_by_lines(rows, lower)
    if (letters := letters_of(node)) is not None:
        return None, None, Apply("tuple", tuple(Symbol(each.text, each.span) for each in letters), (), node.span)
    term = members_together(lower(node))
    match term:
        case Symbol():
            return term, None, None
        case Relation(relations=("∈",), sides=(Apply(function="tuple"), _)):
            return None, None, term
        case Product(factors=factors, sign="") if all(isinstance(each, Symbol | Index) for each in factors):
            return None, None, Apply("tuple", factors, (), node.span)  # no sum runs over a product
        case Relation(relations=("=",), sides=(Symbol() as index, start)):
            return index, start, None
        case Relation(sides=(Symbol() as index, *_)):
            return index, None, term
        case Relation(sides=(Number(), Symbol() as index, *_)):
            return index, None, term
        case Apply(function="tuple", arguments=(Relation(relations=("=",), sides=(Symbol() as index, start)), *rest)):
            if all(isinstance(each, Relation) for each in rest):  # i = 1, i ≠ j
                return index, start, rest[0] if len(rest) == 1 else Apply("tuple", tuple(rest), (), term.origin)
    return None, None, term


def members_together(term: Term) -> Term:
    r"""``i, j \in K``, ``x_1, \ldots, x_n \in X``: below an operator all of a list are members, not the last alone."""
    match term:
        case Apply(function="tuple", arguments=(*before, Relation(relations=("∈",), sides=(last, home)))):
            names = (*before, last)
            if before and all(isinstance(each, Symbol | Index | Ellipsis) for each in names):
                return Relation(("∈",), (Apply("tuple", names, (), term.origin), home), term.origin)
    return term


def _bound_by_lines(rows: list[Node], lower: Lower) -> tuple[Symbol | None, Term | None, Term | None]:
    """``\\substack``: the first line binds, the others are conditions; where all are names, all of them bind."""
    lines = [content(part) for row in rows for part in (parts(row) if row.kind is Kind.ROW else (row,))]
    names = [lower(line) for line in lines] if len(lines) > 1 else []
    if names and all(isinstance(name, Symbol | Index) for name in names):
        return None, None, Apply("tuple", tuple(names))
    index, start, condition = _bound(lines[0], lower) if lines else (None, None, None)
    conditions = ([condition] if condition is not None else []) + [lower(line) for line in lines[1:]]
    if len(conditions) > 1:
        return index, start, Apply("tuple", tuple(conditions))
    return index, start, conditions[0] if conditions else None


def where_it_ends(total: Sum, pieces: Sequence[Node]) -> Term:
    """``\\sum_t a_t + b_t``: the sum may end before the plus or not, as the index stands behind it too.

    What a brace is set under or over ends with it.
    """
    for at, term in enumerate(total.terms[:-1]):
        if not isinstance(term, REACHING):
            continue
        if len(pieces) == 2 * len(total.terms) - 1 and pieces[2 * at].kind is Kind.ANNOTATED:
            continue
        if (bound := _extremum_over(term)) and any(_holds(each, bound) for each in total.terms[at + 1 :]):
            assert isinstance(term, Apply)  # what is sought stands in the terms behind it, so that they belong to it
            everything = Sum((*term.arguments, *total.terms[at + 1 :]), total.origin)
            sought = Apply(term.function, (everything,), term.labels, term.origin.cover(total.origin))
            return Sum((*total.terms[:at], sought), total.origin) if at else sought
        if (longer := _reaching_on(term, total.terms[at + 1 :], total.origin)) is not None:
            whole = Sum((*total.terms[:at], longer), total.origin) if at else longer
            return Unknown("how far the sum reaches", "", (total, whole), total.origin)
    return total


def _reaching_on(term: Term, rest: tuple[Term, ...], origin: Span) -> Term | None:
    r"""A sum, ``-\frac{1}{n} \sum_i x_i`` too, with all that is added behind it, where its index stands there."""
    innermost = term
    while isinstance(innermost, Product) and innermost.factors:
        innermost = innermost.factors[-1]
    if not isinstance(innermost, IndexedSum):
        return None
    match term:
        case IndexedSum(kind="sum" | "product", index=Symbol() as index):
            if any(_counts_freely(each, index) for each in rest):
                return replace(term, body=Sum((term.body, *rest), origin))
        case IndexedSum(kind="sum" | "product", index=None, condition=condition):
            letters = [each for each in _letters_under(condition) if isinstance(each, Symbol)]
            if letters and all(any(_counts_freely(each, letter) for each in rest) for letter in letters):
                return replace(term, body=Sum((term.body, *rest), origin))
        case Product(factors=(*before, last)):
            longer = _reaching_on(last, rest, origin)
            return None if longer is None else replace(term, factors=(*before, longer))
    return None


def _extremum_over(term: Term) -> frozenset[str]:
    """The names that a minimum or maximum without brackets is taken over."""
    if not isinstance(term, Apply) or term.function not in EXTREMA or len(term.arguments) != 1:
        return frozenset()
    names: set[str] = set()
    for label in term.labels:
        match label:
            case Relation(sides=(Apply(function="tuple") as several, *_)):
                names.update(name for each in several.arguments for name in _name_of(each))
            case Relation(sides=(first, *_)):
                names.update(_name_of(first))
            case Apply(function="tuple"):
                names.update(name for each in label.arguments for name in _name_of(each))
            case _:
                names.update(_name_of(label))
    return frozenset(names)


def _name_of(term: Term) -> Iterator[str]:
    """The x of x and of x_1; a matrix that is set bold has plain entries."""
    match term:
        case Symbol(name=name) | Index(base=Symbol(name=name)):
            yield name
            yield name.removeprefix("bold(").removesuffix(")") if name.startswith("bold(") else f"bold({name})"


def _holds(term: Term, names: frozenset[str]) -> bool:
    """Whether one of these names stands in a term without being bound there."""
    stack = [term]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol) and top.name in names:
            return True
        bound = isinstance(top, IndexedSum) and top.index is not None and top.index.name in names
        if not bound and not names & _extremum_over(top):
            stack.extend(children(top))
    return False


def _counts_freely(term: Term, index: Symbol) -> bool:
    """Whether a letter is an index in a term without being bound there."""
    stack = [term]
    while stack:
        top = stack.pop()
        if _is_over(top, index):
            continue
        if isinstance(top, Index) and (index in top.indices or index in top.upper):
            return True
        stack.extend(children(top))
    return False


def over_the_rest(pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    r"""``{\sum_j} a_j``, ``\overbrace{\sum_i}^{note} a_i``: a big operator in a wrapper has its body all the same."""
    head = annotated_base(pieces[at])
    body = joined_node(pieces[at + 1 :])
    node = Node(Kind.BIG_OPERATION, Span(head.span.start, body.span.end), (head, body))
    return lower(node), len(pieces)


def is_big_bar(piece: Node) -> bool:
    r"""Whether a piece is ``\|_{k=1}^{K}``: what follows is set side by side for every k."""
    inner = content(piece)
    return inner.kind is Kind.SCRIPTS and base_of(inner).kind in (Kind.NAME, Kind.WORD) and base_of(inner).text == "‖"


def joined_by_bar(pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    """What such a bar and all that follows it mean."""
    bar, *scripts = content(pieces[at]).children
    big = Node(Kind.BIG, bar.span, (), "concat")
    head = Node(Kind.SCRIPTS, pieces[at].span, (big, *scripts))
    body = joined_node(pieces[at + 1 :])
    node = Node(Kind.BIG_OPERATION, Span(head.span.start, body.span.end), (head, body))
    return lower(node), len(pieces)
