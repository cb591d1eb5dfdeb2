"""From what is written to what is meant: expressions.

Every function takes a node and the note's vocabulary and gives a term.  Nothing is guessed in
silence: what stays open becomes ``Unknown`` with the reason and, where there are some, the readings
that remain.  Letters, fonts and order of the source are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import printed
from symformer.reading.calculus import derivative, floored, gathered, slashed
from symformer.reading.calls import lower_juxtaposition
from symformer.reading.chains import as_set, bracketed_side, without_doubled_signs
from symformer.reading.colons import lower_mid
from symformer.reading.conditions import cells_of_case, spoken, tells_cases
from symformer.reading.entrywise import between_like_shapes, rising_factorial
from symformer.reading.fences import lower_fence, runs_over
from symformer.reading.letters import with_hyphenated_names
from symformer.reading.numerals import ones_or_zeros, scientific
from symformer.reading.operators import composed, perhaps_convolution
from symformer.reading.reach import RUNS, signed_argument, stand_alone, unit_apart, with_all_that_is_sought
from symformer.reading.scripts import as_factor, lower_scripts
from symformer.reading.sequences import range_to_sum, with_members
from symformer.reading.spaces import space_domain
from symformer.reading.spelling import spelled
from symformer.reading.spoken import OR, is_phrase, names_another
from symformer.reading.sums import (
    big_operation,
    is_bare_limit,
    over_comparison,
    under_wrapped_sums,
    where_it_ends,
    with_dots_apart,
)
from symformer.reading.superscripts import beside_factors
from symformer.reading.unpacked import predicate, says_more, worded, words_between
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import (
    in_font,
    is_open_brace,
    items_of,
    letter_in_font,
    on_last_letter,
    pushed_in,
    run_of_letters,
    with_condition_behind,
    word_in_font,
)
from symformer.syntax.nodes import WRAPPERS, Kind, Node, content, held_in, operands, parts
from symformer.terms.term import (
    EQUAL,
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
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
from symformer.text.span import Span

MATRIX_PRODUCT_SIGNS = {"·": "·", "×": "×", "*": "*", "@": "@", "∗": "*", "•": "·", "∙": "·"}
DIVISIONS = frozenset({"/", "÷", "∕", "mod", "bmod"})
DIVISIONS_AND_FLOORS = DIVISIONS | {"//"}
NAMES_AND_SETS: frozenset[type[Term]] = frozenset({Symbol, Index, Space})
LONGEST_MIXED = 24  # products of several kinds nest; more than a few are no mathematics
CONDITIONS = frozenset("<>≤≥≠")
ARROWS_ABOVE = frozenset({"vec", "overrightarrow"})
NOTHING_WRITTEN = "nothing is written here"
MINUS_ONE = Number(Fraction(-1))


def lower(node: Node, vocabulary: Vocabulary) -> Term:
    """The term that ``node`` means, given the names of the note.

    Some readings are tried and dropped, at every level of a nest: what was read once is kept, until
    the next formula.
    """
    if node.kind in WRAPPERS:
        node = content(node)
    read = READINGS.get(node.kind, _unexpected)
    if not node.children:
        return read(node, vocabulary)
    kept = vocabulary.lowered.get(id(node))
    if kept is None or kept[0] is not node:
        kept = vocabulary.lowered[id(node)] = node, read(node, vocabulary)
    return kept[1]


def _named(node: Node, _: Vocabulary) -> Term:
    return Symbol(node.text, node.span) if node.text != "?" else Sign("?", node.span)  # an entry that is asked for


def _worded(node: Node, _: Vocabulary) -> Term:
    if "=" in node.text and len(node.text) > 2:
        return Unknown("an equation typed as words", node.text, (), node.span)
    return Symbol(node.text, node.span)


def _signed(node: Node, _: Vocabulary) -> Term:
    return Sign(node.text, node.span)


def _juxtaposed(node: Node, vocabulary: Vocabulary) -> Term:
    return lower_juxtaposition(node, vocabulary, lambda inner: lower(inner, vocabulary))


def _fenced(node: Node, vocabulary: Vocabulary) -> Term:
    held = held_in(node)
    if held is not None and held.kind in (Kind.ALIGNED, Kind.MATRIX):
        if is_open_brace(node) or node.text == "{}" and tells_cases(parts(held)):
            return _cases(held, vocabulary)
    return lower_fence(node, lambda inner: lower(inner, vocabulary))


def _big_operation(node: Node, vocabulary: Vocabulary) -> Term:
    return big_operation(node, lambda inner: lower(inner, vocabulary))


def _ellipsis(node: Node, _: Vocabulary) -> Term:
    return Ellipsis(node.text or "horizontal", node.span)


def _missing(node: Node, _: Vocabulary) -> Term:
    return Unknown(NOTHING_WRITTEN, "", (), node.span)


def _unread(node: Node, _: Vocabulary) -> Term:
    return Unknown("unread", node.text, (), node.span)


def _condition(node: Node, vocabulary: Vocabulary) -> Term:
    return Apply("if", (lower(node.children[0], vocabulary),), (), node.span)


def _unexpected(node: Node, _: Vocabulary) -> Term:
    return Unknown(f"a {node.kind} on its own", node.text, (), node.span)


def _number(node: Node, _: Vocabulary) -> Term:
    try:
        number = printed(node.text)
    except ValueError:
        return Unknown("a number in a form that is not known", node.text, (), node.span)
    return Number(number.value, number, node.span)


def _styled(node: Node, vocabulary: Vocabulary) -> Term:
    if (domain := space_domain(node)) is not None and node.text == "blackboard":
        return Space(domain, (), node.span)
    if (pushed := pushed_in(node)) is not node:
        return lower(pushed, vocabulary)
    if (word := word_in_font(node)) is not None:
        return Symbol(word, node.span)
    if node.text == "blackboard" and (ones := ones_or_zeros(node)) is not None:
        return Symbol(ones, node.span)
    over_scripts = node.kind is Kind.ACCENT and bool(parts(node)) and content(parts(node)[-1]).kind is Kind.SCRIPTS
    if not over_scripts and (name := spelled(node)) is not None:  # the mean of 1/x is no mean of x
        return Symbol(name, node.span)
    if not parts(node):
        return Unknown("empty", "", (), node.span)
    if node.text in ARROWS_ABOVE and (points := run_of_letters(parts(node)[-1])) is not None:
        return Symbol(f"vec({points})", node.span)  # from A to B
    held = content(parts(node)[-1])
    if node.kind is Kind.FONT and held.kind is not Kind.ACCENT:
        return lower(in_font(node, held), vocabulary)
    if node.kind is Kind.FONT:
        return lower(held, vocabulary)  # an accent over no name: nothing there can be set in a font
    inner = lower(parts(node)[-1], vocabulary)
    return Apply(f"accent {node.text}", (inner,), (), node.span)


def _scripted(node: Node, vocabulary: Vocabulary) -> Term:
    first = node.children[0]
    if (first.kind is Kind.NAME and first.text not in ("|", "‖")) or letter_in_font(first) is not None:  # as most are
        return lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))
    if (spread := on_last_letter(node)) is not node:
        return lower(spread, vocabulary)
    base = content(parts(node)[0])
    if base.kind is Kind.NAME and base.text in ("|", "‖"):
        return Unknown("a bar that stands for an evaluation", "", (), node.span)
    if base.kind is Kind.FENCE and base.text == "|":
        labels = tuple(lower(content(part), vocabulary) for part in parts(node)[1:])
        return Apply("evaluated", (lower(base, vocabulary),), labels, node.span)
    if base.kind is Kind.BIG:
        return big_operation(Node(Kind.BIG_OPERATION, node.span, (node,)), lambda inner: lower(inner, vocabulary))
    if base.kind is Kind.FENCE and base.text in ("()", "[]", "{}"):
        return _scripted_fence(node, base, vocabulary)
    return lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))


def _as_brackets(base: Node) -> Node | None:
    r"""``\{t - y\}^2``: no set is raised to a power, what is added or subtracted in braces is grouped by them."""
    held = held_in(base)
    grouped = held is not None and held.kind is Kind.SUM
    return Node(Kind.FENCE, base.span, base.children, "()") if grouped else None


def _is_raised_to_number(node: Node) -> bool:
    scripts = parts(node)[1:]
    return len(scripts) == 1 and scripts[0].kind is Kind.SUPERSCRIPT and content(scripts[0]).kind is Kind.NUMBER


def _scripted_fence(node: Node, base: Node, vocabulary: Vocabulary) -> Term:
    """``(x_i)_{i=1}^n`` is a family; ``(AB)^T``, ``(AB)_{ij}``, ``(1+x)^2`` are scripts."""
    subs = [part for part in parts(node)[1:] if part.kind is Kind.SUBSCRIPT]
    if subs and (content(subs[0]).kind is Kind.CHAIN or len(parts(node)) == 2 and runs_over(base, content(subs[0]))):
        labels = tuple(lower(content(part), vocabulary) for part in parts(node)[1:] if part.kind is not Kind.PRIME)
        return Apply("family", (lower(base, vocabulary),), labels, node.span)
    if (rising := rising_factorial(node, base, vocabulary, lambda inner: lower(inner, vocabulary))) is not None:
        return rising
    if base.text == "()" and isinstance(interval := as_set(base, lower(base, vocabulary)), Apply):
        power = lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))
        return replace(power, base=interval) if isinstance(power, Power) else power  # (0, 1)^K: no pair is raised
    if base.text == "{}" and (grouped := _as_brackets(base)) is not None and _is_raised_to_number(node):
        node = Node(Kind.SCRIPTS, node.span, (grouped, *node.children[1:]), node.text)
    return lower_scripts(node, vocabulary, lambda inner: lower(inner, vocabulary))


# -- arithmetic ------------------------------------------------------------------------------------


def _sum(node: Node, vocabulary: Vocabulary) -> Term:
    terms: list[Term] = []
    sign, sign_at = "+", node.span.start
    pieces = list(parts(node))
    if not stand_alone(pieces):
        pieces = unit_apart(gathered(list(signed_argument(with_dots_apart(with_hyphenated_names(parts(node)))))))
    if len(pieces) == 1:
        return lower(pieces[0], vocabulary)
    if (counted := range_to_sum(pieces)) is not None:
        return lower(counted, vocabulary)
    for part in pieces:
        if part.kind is Kind.OPERATOR:
            if part.text not in ("+", "-", "−"):
                return _other_sum(node, vocabulary)
            sign, sign_at = part.text, part.span.start
            continue
        term = lower(part, vocabulary)
        if isinstance(term, Relation) and is_phrase(part):
            term = Unknown("words beside mathematics", "", (term,), part.span)  # (t = 2 reward) + (t = 1 reward)
        terms.append(term if sign == "+" else negated(term, Span(sign_at, part.span.end)))
        sign = "+"
    return where_it_ends(Sum(tuple(terms), node.span), pieces)


def _other_sum(node: Node, vocabulary: Vocabulary) -> Term:
    """Sums with ±, ⊕ and the like."""
    signs = {part.text for part in parts(node) if part.kind is Kind.OPERATOR}
    terms = tuple(lower(part, vocabulary) for part in operands(node))
    if len(signs) == 1:
        return Elementwise(terms, signs.pop(), node.span)
    return Unknown("signs of several kinds in one sum", "", terms, node.span)


def negated(term: Term, span: Span) -> Term:
    """−term; a literal keeps its sign."""
    if isinstance(term, Number) and term.printed is not None and term.value.numerator >= 0:
        text = term.printed.text
        return Number(-term.value, printed(text[1:] if text.startswith("-") else "-" + text), span)
    return Product((MINUS_ONE, term), "", span)


def _prefix(node: Node, vocabulary: Vocabulary) -> Term:
    sign, operand = parts(node)[0], parts(node)[-1]
    if content(operand).kind is Kind.MISSING:
        return Sign(sign.text, node.span)  # (F, ⊕, 0): a sign that is spoken of
    term = lower(operand, vocabulary)
    if sign.text in ("-", "−"):
        if isinstance(term, Matrix) and term.style == "tuple" and content(operand).text == "[]" and _is_lone(term):
            term = term.rows[0][0]  # -[-0.3]: brackets around a number
        return negated(term, node.span)
    if sign.text == "+":
        return term
    return Apply(f"prefix {sign.text}", (term,), (), node.span)


def _is_lone(term: Matrix) -> bool:
    return len(term.rows) == 1 and len(term.rows[0]) == 1 and isinstance(term.rows[0][0], Number)


def _binomial(node: Node, vocabulary: Vocabulary) -> Term:
    """A binomial coefficient, or a column where the numbers or names in it can only be entries."""
    entries = tuple(lower(part, vocabulary) for part in parts(node))
    numbers = [entry for entry in entries if isinstance(entry, Number)]
    bases = {entry.base for entry in entries if isinstance(entry, Index)}
    no_counts = any(number.value < 0 or number.value.denominator != 1 for number in numbers)
    if no_counts or len(bases) == 1 and all(isinstance(entry, Index) for entry in entries):
        return Matrix(tuple((entry,) for entry in entries), "matrix", node.span)
    return Apply("binomial", entries, (), node.span)


def _postfix(node: Node, vocabulary: Vocabulary) -> Term:
    term = lower(parts(node)[0], vocabulary)
    sign = parts(node)[-1].text
    if sign == "%":
        return Apply("percent", (term,), (), node.span)
    return Apply("factorial" if sign == "!" else f"postfix {sign}", (term,), (), node.span)


def _product(node: Node, vocabulary: Vocabulary) -> Term:
    """Factors left to right. × splits first: D × H·d_q is two sizes, and a/b × c is (a/b)·c anyway."""
    pieces = list(parts(node))
    if not RUNS.isdisjoint([piece.kind for piece in pieces]):
        pieces = with_all_that_is_sought(under_wrapped_sums(pieces))
    signs = {piece.text for piece in pieces if piece.kind is Kind.OPERATOR}
    if not DIVISIONS_AND_FLOORS.isdisjoint(signs):
        pieces = scientific(floored(slashed(pieces)), lambda inner: lower(inner, vocabulary))
        signs = {piece.text for piece in pieces if piece.kind is Kind.OPERATOR}
    if len(pieces) == 1:
        return lower(pieces[0], vocabulary)
    if len(pieces) == 3 and pieces[1].text == "×" and content(pieces[2]).kind is Kind.MISSING:
        return Apply("times", (lower(pieces[0], vocabulary),), (), node.span)  # 50× as fast
    if "×" in signs and "@" in signs:
        return _product_of_shapes(pieces, vocabulary, node.span)
    if (sign := between_like_shapes(pieces)) is not None:
        at = len(pieces) // 2
        halves = [Node(Kind.PRODUCT, h[0].span.cover(h[-1].span), tuple(h)) for h in (pieces[:at], pieces[at + 1 :])]
        return Elementwise(tuple(lower(half, vocabulary) for half in halves), sign, node.span)
    if "×" not in signs:
        return _product_run(pieces, vocabulary, node.span)
    groups: list[list[Node]] = [[]]
    for part in pieces:
        if part.kind is Kind.OPERATOR and part.text == "×":
            groups.append([])
        else:
            groups[-1].append(part)
    terms = [_product_run(group, vocabulary, node.span) for group in groups if group]
    if len(terms) == 1:
        return terms[0]
    return Product(tuple(terms), "×", node.span)


def _product_of_shapes(pieces: list[Node], vocabulary: Vocabulary, span: Span) -> Term:
    """``T × V @ V × D``: beside ×, which makes shapes of sizes, @ multiplies arrays of these shapes."""
    starts = [0, *(at + 1 for at, piece in enumerate(pieces) if piece.kind is Kind.OPERATOR and piece.text == "@")]
    runs = [pieces[one : other - 1] for one, other in pairwise([*starts, len(pieces) + 1])]
    shapes = [Node(Kind.PRODUCT, run[0].span.cover(run[-1].span), tuple(run)) for run in runs if run]
    return Product(tuple(lower(each, vocabulary) for each in shapes), "@", span)


def _product_run(pieces: list[Node], vocabulary: Vocabulary, span: Span) -> Term:
    left = lower(pieces[0], vocabulary)
    if len(pieces) == 1:
        return left
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
        left = _combined(left, sign, rights, vocabulary, Span(pieces[0].span.start, pieces[end - 1].span.end))
        at = end
    return left


def _joins_as(sign: str, other: str) -> bool:
    """Whether two signs join factors of one product."""
    return MATRIX_PRODUCT_SIGNS.get(sign, sign) == MATRIX_PRODUCT_SIGNS.get(other, other)


def _combined(left: Term, sign: str, rights: list[Term], vocabulary: Vocabulary, span: Span) -> Term:
    """What a sign makes of what stands before it and of all that the same sign joins to it."""
    if sign in ("/", "÷", "∕"):
        return _divided(left, rights[0], span)
    if (product := MATRIX_PRODUCT_SIGNS.get(sign)) is not None:
        left, *rights = beside_factors([left, *rights])
        if product == "*" and (convolved := perhaps_convolution((left, *rights), vocabulary, span)) is not None:
            return convolved
        if isinstance(left, Product) and left.sign == product:
            return Product((*left.factors, *rights), product, span)
        return Product((left, *rights), product, span)
    if sign in ("mod", "bmod"):
        return Apply("mod", (left, rights[0]), (), span)
    if sign == "∘" and (composite := composed(left, rights, span)) is not None:
        return composite
    if isinstance(left, Elementwise) and left.sign == sign:
        return Elementwise((*left.factors, *rights), sign, span)
    return Elementwise((left, *rights), sign, span)


def _divided(left: Term, right: Term, span: Span) -> Term:
    """A quotient; a fraction right before a sum, and one of numerals before brackets, is a factor: 1/n Σ x_i, 1/2 (y - t)^2."""
    match left, right:
        case Number() | Symbol(), Product(
            factors=(Number() | Symbol() | Index() as below, IndexedSum() as summed, *rest), sign=""
        ):
            fraction = Quotient(left, below, left.origin.cover(below.origin))
            return Product((fraction, summed, *rest), "", span)
        case Number(), Product(factors=(Number() as below, bracket, *rest), sign="") if _in_brackets(bracket):
            fraction = Quotient(left, below, left.origin.cover(below.origin))
            return Product((fraction, bracket, *rest), "", span)
    return Quotient(left, right, span)


def _in_brackets(factor: Term) -> bool:
    """Whether a factor stands in brackets or bars: a sum, the square of one, a norm."""
    match factor:
        case Power(base=base):
            return _in_brackets(base)
        case Sum():
            return True
        case Apply(function=name):
            return name in ("norm", "absolute")
    return False


def _fraction(node: Node, vocabulary: Vocabulary) -> Term:
    if len(parts(node)) < 2:
        return Unknown("a fraction with a part missing", "", (), node.span)
    above, below = (content(part) for part in parts(node)[:2])
    if (rate := derivative(above, below, node.span, lambda inner: lower(inner, vocabulary))) is not None:
        return rate
    return Quotient(lower(above, vocabulary), lower(below, vocabulary), node.span)


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


# -- larger structures -----------------------------------------------------------------------------


def _matrix(node: Node, vocabulary: Vocabulary) -> Term:
    rows = []
    for row in parts(node):
        cells = [_cell(cell, vocabulary) for cell in parts(row)] if row.kind is Kind.ROW else [lower(row, vocabulary)]
        rows.append(tuple(with_members(cells) if len(parts(node)) == 1 else cells))
    while rows and all(map(_is_gap, rows[-1])):
        rows.pop()  # a trailing row separator makes no row
    if node.text in ("vmatrix", "|matrix|"):
        return Apply("det", (Matrix(tuple(rows), "matrix", node.span),), (), node.span)
    if node.text == "Vmatrix":
        return Apply("norm", (Matrix(tuple(rows), "matrix", node.span),), (), node.span)
    return Matrix(tuple(rows), "matrix", node.span)


def _is_gap(cell: Term) -> bool:
    """Whether a cell has nothing in it, as behind the last row separator."""
    return isinstance(cell, Unknown) and cell.reason == NOTHING_WRITTEN


def _cell(cell: Node, vocabulary: Vocabulary) -> Term:
    inner = content(cell)
    if inner.kind in (Kind.WORD, Kind.OPERATOR, Kind.NAME) and inner.text and not inner.text.strip("-—–−| "):
        return Ellipsis("rule", inner.span)
    return lower(inner, vocabulary)


def _cases(node: Node, vocabulary: Vocabulary) -> Term:
    branches: list[tuple[Term, Term | None]] = []
    for row in parts(node):
        cells = [
            spoken(cell, lambda inner: lower(inner, vocabulary)) if at else lower(cell, vocabulary)
            for at, cell in enumerate(cells_of_case(row))
        ]
        if cells and not (len(cells) == 1 and _is_gap(cells[0])):
            branches.append((cells[0], cells[1] if len(cells) > 1 else None))
    return Cases(tuple(branches), node.span)


def _chain(node: Node, vocabulary: Vocabulary) -> Term:
    if is_bare_limit(node):
        return Unknown("limits of a sum that stand beside it", "", (), node.span)
    if (joined := over_comparison(node)) is not None:
        return lower(joined, vocabulary)
    relations, written = without_doubled_signs(node)
    sides = tuple([lower(side, vocabulary) for side in written])
    if Kind.FENCE in [content(side).kind for side in written]:
        sides = tuple(bracketed_side(side, term, sides) for side, term in zip(written, sides, strict=True))
    kinds = set(map(type, sides))
    if Space in kinds and not kinds <= NAMES_AND_SETS and EQUAL.issuperset(relations):
        sides = tuple(  # no set is equal to a product: \mathbf{Z}^l = XW
            as_factor(side, each, vocabulary, lambda inner: lower(inner, vocabulary))
            for side, each in zip(sides, written, strict=False)
        )
    if "∈" in relations:
        sides = tuple(as_set(side, term) for side, term in zip(written, sides, strict=True))
    if len(relations) > 1 and relations[-1] in CONDITIONS and relations[-2] in EQUAL and len(written) == len(sides):
        if content(written[-1]).kind is Kind.NUMBER and (before := with_condition_behind(content(written[-2]))):
            readings = (sides[-2], lower(before, vocabulary))  # a = b \, c > 0
            sides = (*sides[:-2], Unknown("a factor or a condition", "", readings, sides[-2].origin), sides[-1])
    if len(sides) != len(relations) + 1:
        return Unknown("a chain with a side missing", "", sides, node.span)
    return Relation(relations, sides, node.span)


def _mid(node: Node, vocabulary: Vocabulary) -> Term:
    return lower_mid(node, lambda inner: lower(inner, vocabulary))


def _listed(node: Node, vocabulary: Vocabulary) -> Term:
    """A list that is no statement list: the items of a tuple without brackets."""
    if (said := predicate(node) or worded(node)) is not None:
        return Apply(said[0], (lower(said[1], vocabulary),), (), node.span)
    told = words_between(node)
    if names_another(node):
        return Unknown(
            "words beside mathematics", "", tuple(lower(item, vocabulary) for item in items_of(node)), node.span
        )
    if any(says_more(words) for words in told):
        return Unknown("words between values", "", tuple(lower(item, vocabulary) for item in items_of(node)), node.span)
    found = (lower(item, vocabulary) for item in items_of(node) if content(item).kind is not Kind.MISSING)
    items = tuple(with_members(found))
    return (
        items[0] if len(items) == 1 else Apply("or" if told and OR.issuperset(told) else "tuple", items, (), node.span)
    )


READINGS: dict[str, Callable[[Node, Vocabulary], Term]] = {
    Kind.NUMBER: _number,
    Kind.NAME: _named,
    Kind.WORD: _worded,
    Kind.FUNCTION: _named,
    Kind.FONT: _styled,
    Kind.ACCENT: _styled,
    Kind.SCRIPTS: _scripted,
    Kind.SUM: _sum,
    Kind.PRODUCT: _product,
    Kind.JUXTAPOSITION: _juxtaposed,
    Kind.PREFIX: _prefix,
    Kind.POSTFIX: _postfix,
    Kind.FENCE: _fenced,
    Kind.FRACTION: _fraction,
    Kind.RADICAL: _radical,
    Kind.BINOMIAL: _binomial,
    Kind.BIG_OPERATION: _big_operation,
    Kind.MATRIX: _matrix,
    Kind.CASES: _cases,
    Kind.CHAIN: _chain,
    Kind.MID: _mid,
    Kind.LIST: _listed,
    Kind.ANNOTATED: _annotated,
    Kind.ELLIPSIS: _ellipsis,
    Kind.MISSING: _missing,
    Kind.UNREAD: _unread,
    Kind.CONDITION: _condition,
    Kind.OPERATOR: _signed,
    Kind.RELATION: _signed,
    Kind.BIG: _signed,
    Kind.PRIME: _signed,
}
