"""Things side by side: products, calls, applied functions, and letters that are one name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice

from symformer.functions import lookup
from symformer.reading.arguments import arguments_of
from symformer.reading.calculus import evaluated, followed
from symformer.reading.letters import joined_letters
from symformer.reading.quantities import quantities, without_comments
from symformer.reading.scripts import as_factor, index_term, ones_or_zeros
from symformer.reading.spelling import spelled
from symformer.reading.superscripts import beside_factors
from symformer.reading.values import holds_itself, in_brackets, with_scripts_behind
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import (
    annotated_base,
    base_of,
    items_of,
    joined_node,
    noted_below,
    with_words,
)
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.syntax.nodes import walk as walk_nodes
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    walk,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]

FUNCTION_LETTERS = frozenset({"f", "g", "phi", "varphi", "psi", "sigma", "φ", "ψ", "σ", "calligraphic(L)",
                              "calligraphic(N)", "calligraphic(O)", "p", "P", "q", "PE", "blackboard(E)", "E", "Pr",
                              "blackboard(P)"})  # fmt: skip
LOGICAL = {"exists": "∃", "nexists": "∄", "neg": "¬"}
MINUS_ONE = Number(Fraction(-1))
MAPS = frozenset({"f", "g", "phi", "varphi", "psi"})  # letters that are functions also where they are raised
# small Greek letters that scale what follows, unless the note calls them
COEFFICIENTS = frozenset("alpha beta gamma eta lambda mu epsilon varepsilon tau α β γ η λ μ ϵ ε τ".split())
LONGEST_RUN = 8
INDEX_KINDS = frozenset({Kind.NUMBER, Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS, Kind.SUM, Kind.PREFIX,
                         Kind.MID, Kind.OPERATOR, Kind.MISSING, Kind.ELLIPSIS})  # fmt: skip


def lower_juxtaposition(node: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """The product, call or quantity that factors side by side make."""
    pieces = [with_words(piece) for piece in joined_letters(node.children, vocabulary)]
    if (found := evaluated(pieces, node.span, lower)) is not None:
        value, rest = found
        return value if not rest else Product((value, *_factors(rest, vocabulary, lower)), "", node.span)
    if len(pieces) > 1 and pieces[0].kind is Kind.NAME and pieces[0].text == "forall":
        pieces = pieces[1:]  # said of every value, as any formula is
    if len(pieces) > 1 and pieces[0].kind is Kind.NAME and (sign := LOGICAL.get(pieces[0].text)) is not None:
        return Apply(f"prefix {sign}", (lower(joined_node(pieces[1:])),), (), node.span)
    factors = _beside_sets(_factors(pieces, vocabulary, lower), pieces, vocabulary, lower)
    factors = beside_factors(followed(quantities(without_comments(factors))))
    if len(factors) == 1:
        return factors[0]
    return Product(tuple(factors), "", node.span)


def _beside_sets(factors: list[Term], pieces: list[Node], vocabulary: Vocabulary, lower: Lower) -> list[Term]:
    """A set keeps no remark in words behind it; a bold R, Z or N that a factor follows is a matrix."""
    if len(factors) == 1 or not any(isinstance(factor, Space) for factor in factors):
        return factors
    if isinstance(factors[0], Space) and all(_is_remark(piece) for piece in pieces[1:]):
        return factors[:1]
    if len(factors) != len(pieces):
        return factors
    return [as_factor(factor, piece, vocabulary, lower) for factor, piece in zip(factors, pieces, strict=True)]


def _is_remark(piece: Node) -> bool:
    """Words of a sentence: ``(batch left out)``."""
    return piece.kind is Kind.WORD and (" " in piece.text or len(piece.text) > 3)


def _factors(pieces: list[Node], vocabulary: Vocabulary, lower: Lower) -> list[Term]:
    factors: list[Term] = []
    at = 0
    while at < len(pieces):
        term, at = _factor(pieces, at, vocabulary, lower)
        factors.append(term)
    return factors


def _factor(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    """The factor that begins at ``at``, and where the next one begins."""
    piece = pieces[at]
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    if following is not None and base_of(annotated_base(piece)).kind is Kind.BIG:
        return _over_the_rest(pieces, at, lower)
    if following is not None and _is_big_bar(piece):
        return _joined_by_bar(pieces, at, lower)
    if following is not None and (name := ones_or_zeros(content(piece))) is not None:
        if following.kind is Kind.FENCE:
            span = Span(piece.span.start, following.span.end)
            return Apply("indicator", arguments_of(following, lower), (), span), at + 2
        return Symbol(name, piece.span), at + 1
    if at and (name := ones_or_zeros(content(piece))) is not None:
        return Symbol(name, piece.span), at + 1
    name = _function_name(piece)
    called = name is not None and _applies(piece, name, following, vocabulary)
    if name is not None and called and (lookup(name) is not None or not holds_itself(piece, following)):
        labels, exponent = _function_scripts(piece, lower)
        return _application(pieces, at, name, labels, exponent, vocabulary, lower)
    if following is not None and _is_expectation(piece):
        return _application(pieces, at, "expectation", _labels_below(piece, lower), None, vocabulary, lower)
    if following is not None and following.kind is Kind.FENCE and following.text == "[]" and _subscriptable(piece):
        if (indexed := _bracket_index(piece, following, lower)) is not None:
            return _more_indices(indexed, pieces, at + 2, lower)
    if following is not None and base_of(following).text == "[]" and _subscriptable(piece):
        if (indexed := _bracket_indexwith_scripts_behind(piece, following, lower)) is not None:
            return indexed, at + 2
    if following is not None and _subscriptable(piece):
        if following.kind is Kind.FENCE and following.text == "()":
            return _call_or_product(piece, following, vocabulary, lower), at + 2
        if base_of(following).kind is Kind.FENCE and base_of(following).text == "()":
            return _callwith_scripts_behind(piece, following, vocabulary, lower), at + 2
    if piece.kind is Kind.NAME and piece.text in ("Delta", "Δ", "delta", "δ") and following is not None:
        if (changed := _change(piece, following, lower)) is not None:
            return _changed_value(changed, pieces, at + 2, vocabulary, lower)
    if following is not None and _is_partial(piece):
        return _partial(pieces, at, vocabulary, lower)
    if _is_nabla(piece) and following is not None and not _has_power(piece):
        return _gradient(pieces, at, vocabulary, lower)
    return lower(piece), at + 1


def _function_name(piece: Node) -> str | None:
    """The function a piece names: \\log_2, \\sin^2, softmax_j, g'."""
    node = content(piece)
    if (noted := noted_below(node)) is not None:
        node = content(noted[0])
        return node.text if node.kind in (Kind.FUNCTION, Kind.WORD) else None
    inner = base_of(node)
    if inner.kind not in (Kind.FUNCTION, Kind.WORD):
        return None
    scripts = parts(node)[1:] if node.kind is Kind.SCRIPTS else ()
    return inner.text + "'" * sum(max(1, prime.text.count("'")) for prime in map(_prime, scripts) if prime is not None)


def _prime(script: Node) -> Node | None:
    r"""The prime that a script is: of ``f'`` and of ``f^{\prime}``."""
    if script.kind is Kind.PRIME:
        return script
    above = content(script)
    return above if script.kind is Kind.SUPERSCRIPT and (above.kind is Kind.PRIME or above.text == "prime") else None


def _function_scripts(piece: Node, lower: Lower) -> tuple[tuple[Term, ...], Term | None]:
    """The labels of a function, and a power written on it."""
    node = content(piece)
    if (noted := noted_below(node)) is not None:
        return (lower(content(noted[1])),), None
    labels: list[Term] = []
    exponent: Term | None = None
    for script in parts(node)[1:] if node.kind is Kind.SCRIPTS else ():
        if _prime(script) is not None:
            continue
        if script.kind is Kind.SUBSCRIPT:
            labels.append(_function_label(content(script), lower))
        elif script.kind is Kind.SUPERSCRIPT and base_of(node).kind is Kind.FUNCTION:
            exponent = lower(content(script))
        elif script.kind is Kind.SUPERSCRIPT:
            labels.append(Apply("upper", (in_brackets(content(script), lower),), (), script.span))
    return tuple(labels), exponent


def _labels_below(piece: Node, lower: Lower) -> tuple[Term, ...]:
    """What stands below a name: the x ∼ p of an expectation."""
    inner = content(piece)
    if (noted := noted_below(inner)) is not None:
        return (lower(content(noted[1])),)
    scripts = parts(inner)[1:] if inner.kind is Kind.SCRIPTS else ()
    return tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)


def _function_label(node: Node, lower: Lower) -> Term:
    """A label on a function: ``softmax_{row}`` names a word where three letters and more stand close together."""
    letters = node.children if node.kind is Kind.JUXTAPOSITION else ()
    if len(letters) >= 3 and all(each.kind is Kind.NAME and len(each.text) == 1 for each in letters):
        return Symbol("".join(each.text for each in letters), node.span)
    return lower(node)


def _applies(piece: Node, name: str, following: Node | None, vocabulary: Vocabulary) -> bool:
    if following is None:
        return False
    if _starts_function(piece):
        return True
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}"):
        return name not in vocabulary.arrays and name not in vocabulary.scalars
    return lookup(name) is not None and name not in vocabulary.arrays and content(following).kind is not Kind.WORD


def _application(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], exponent: Term | None,
    vocabulary: Vocabulary, lower: Lower,
) -> tuple[Term, int]:  # fmt: skip
    known = lookup(name)
    canonical = known.name if known is not None else name
    following = pieces[at + 1]
    start = pieces[at].span.start
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}"):
        arguments, end = arguments_of(following, lower, name), at + 2
    elif (
        following.kind is Kind.SCRIPTS
        and content(parts(following)[0]).kind is Kind.FENCE
        and known is not None
        or (
            following.kind is Kind.SCRIPTS
            and content(parts(following)[0]).kind is Kind.FENCE
            and _is_call_fence(following)
        )
    ):
        return _applicationwith_scripts_behind(pieces, at, canonical, labels, lower)
    elif _starts_function(following) and at + 2 < len(pieces) and not _long_run(pieces, at):
        inner, end = _factor(pieces, at + 1, vocabulary, lower)
        arguments = (inner,)
    else:
        end = at + 1
        while end < len(pieces) and not _starts_application(pieces, end):
            end += 1
        end = max(end, at + 2)
        if end == at + 2:
            arguments = (lower(following),)
        else:
            covered = Span(following.span.start, pieces[end - 1].span.end)
            arguments = (lower(Node(Kind.JUXTAPOSITION, covered, tuple(pieces[at + 1 : end]))),)
    span = Span(start, pieces[end - 1].span.end)
    applied: Term = Apply(canonical, arguments, labels, span)
    if exponent is not None:
        if isinstance(exponent, Number) and exponent.value == -1:
            applied = Apply(f"inverse {canonical}", arguments, labels, span)
        else:
            applied = Power(applied, exponent, span)
    return applied, end


def _starts_function(piece: Node) -> bool:
    """Whether a piece is a function, perhaps with scripts: ``\\min_w \\max_v`` applies one to the other."""
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    elif inner.kind is Kind.ANNOTATED:
        inner = content(parts(inner)[-1])
    return inner.kind is Kind.FUNCTION


def _long_run(pieces: list[Node], at: int) -> bool:
    """Whether more functions stand in a row than mathematics has: no input may nest without bound."""
    run = pieces[at : at + LONGEST_RUN]
    return len(run) == LONGEST_RUN and all(
        _starts_function(piece) or _is_nabla(piece) or _is_partial(piece) for piece in run
    )


def _is_nabla(piece: Node) -> bool:
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind is Kind.NAME and inner.text in ("nabla", "∇")


def _has_power(piece: Node) -> bool:
    inner = content(piece)
    return inner.kind is Kind.SCRIPTS and any(part.kind is Kind.SUPERSCRIPT for part in parts(inner))


def _gradient(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    """``\\nabla_W L(x)``: the gradient of what follows, with the names it is taken by as labels."""
    scripts = parts(content(pieces[at]))[1:] if content(pieces[at]).kind is Kind.SCRIPTS else ()
    labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
    if _long_run(pieces, at):
        of, end = lower(pieces[at + 1]), at + 2
    else:
        of, end = _factor(pieces, at + 1, vocabulary, lower)
    span = Span(pieces[at].span.start, pieces[end - 1].span.end)
    if isinstance(of, Transpose):  # ∇f(x)ᵀ v: the gradient is laid across
        return Transpose(Apply("gradient", (of.operand,), labels, of.operand.origin), span), end
    return Apply("gradient", (of,), labels, span), end


def _is_call_fence(node: Node) -> bool:
    return content(parts(node)[0]).text == "()"


def _applicationwith_scripts_behind(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], lower: Lower
) -> tuple[Term, int]:
    """softmax(z)_i, \\exp(x)^2, \\log(x)^T: the scripts belong to the value."""
    scripted = pieces[at + 1]
    fence, *scripts = scripted.children
    span = Span(pieces[at].span.start, scripted.span.end)
    value = Apply(name, arguments_of(content(fence), lower, name), labels, Span(span.start, fence.span.end))
    return with_scripts_behind(value, scripts, span, lower), at + 2


def _over_the_rest(pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    r"""``{\sum_j} a_j``, ``\overbrace{\sum_i}^{note} a_i``: a big operator in a wrapper has its body all the same."""
    head = annotated_base(pieces[at])
    body = joined_node(pieces[at + 1 :])
    node = Node(Kind.BIG_OPERATION, Span(head.span.start, body.span.end), (head, body))
    return lower(node), len(pieces)


def _is_big_bar(piece: Node) -> bool:
    r"""Whether a piece is ``\|_{k=1}^{K}``: what follows is set side by side for every k."""
    inner = content(piece)
    return inner.kind is Kind.SCRIPTS and base_of(inner).kind in (Kind.NAME, Kind.WORD) and base_of(inner).text == "‖"


def _joined_by_bar(pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    bar, *scripts = content(pieces[at]).children
    big = Node(Kind.BIG, bar.span, (), "concat")
    head = Node(Kind.SCRIPTS, pieces[at].span, (big, *scripts))
    body = joined_node(pieces[at + 1 :])
    node = Node(Kind.BIG_OPERATION, Span(head.span.start, body.span.end), (head, body))
    return lower(node), len(pieces)


def _is_expectation(piece: Node) -> bool:
    r"""Whether a piece is ``\mathbb{E}``, with what it is taken over or without."""
    inner = content(piece)
    if (noted := noted_below(inner)) is not None:
        inner = content(noted[0])
    if inner.kind is Kind.SCRIPTS and any(part.kind is not Kind.SUBSCRIPT for part in parts(inner)[1:]):
        return False
    return spelled(inner) == "blackboard(E)"


def _bracket_indexwith_scripts_behind(piece: Node, scripted: Node, lower: Lower) -> Term | None:
    """``E[Z]^2``, ``X[i]^\\top``: the scripts belong to the value."""
    inner = content(scripted)
    if inner.kind is not Kind.SCRIPTS:
        return None
    fence, *scripts = inner.children
    indexed = _bracket_index(piece, content(fence), lower)
    span = Span(piece.span.start, scripted.span.end)
    return None if indexed is None else with_scripts_behind(indexed, scripts, span, lower)


def _more_indices(term: Term, pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    """``M[i][j]``: brackets right behind brackets."""
    while isinstance(term, Index) and at < len(pieces) and pieces[at].kind is Kind.FENCE and pieces[at].text == "[]":
        inside = [part for part in parts(pieces[at]) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
        if len(inside) != 1 or pieces[at - 1].span.end != pieces[at].span.start:
            break
        items = items_of(inside[0]) if inside[0].kind is Kind.LIST else (inside[0],)
        indices = tuple(index_term(item, lower) for item in items)
        if not all(isinstance(index, Slice | Number | Symbol | Sum) for index in indices):
            break
        term = Index(term, indices, (), Span(term.origin.start, pieces[at].span.end))
        at += 1
    return term, at


def _starts_application(pieces: list[Node], at: int) -> bool:
    inner = content(pieces[at])
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind is Kind.FUNCTION or inner.kind is Kind.BIG_OPERATION


def _subscriptable(piece: Node) -> bool:
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind in (Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT)


def _bracket_index(piece: Node, fence: Node, lower: Lower) -> Term | None:
    """``Q[:, a:b]`` and ``X[i]``: an index written as in code."""
    inside = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if not inside:
        return None
    if inside[0].kind is Kind.LIST and any(part.text == ";" for part in parts(inside[0])):
        return None  # W[a; b] joins a and b
    items = [content(item) for item in items_of(inside[0])] if inside[0].kind is Kind.LIST else inside
    name = spelled(piece)
    if name in ("blackboard(E)", "E", "Var", "blackboard(V)"):
        scripts = parts(content(piece))[1:] if content(piece).kind is Kind.SCRIPTS else ()
        labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
        kind = "expectation" if name in ("blackboard(E)", "E") else "variance"
        return Apply(kind, tuple(lower(item) for item in items), labels, Span(piece.span.start, fence.span.end))
    apart = piece.span.end != fence.span.start
    if not all(content(item).kind in INDEX_KINDS for item in items):
        return None
    if apart and not any(content(item).kind in (Kind.MID, Kind.OPERATOR) for item in items):
        return None
    terms = tuple(index_term(item, lower) for item in items)
    indexlike = all(isinstance(term, Slice | Number | Symbol | Sum | Ellipsis) for term in terms)
    if not indexlike or apart and not any(isinstance(term, Slice) for term in terms):
        return None
    return Index(lower(piece), terms, (), Span(piece.span.start, fence.span.end))


def _call_or_product(piece: Node, fence: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``f(x)`` or ``a(b + c)``: what the note's own use of the name says, else both readings."""
    name = spelled(piece)
    span = Span(piece.span.start, fence.span.end)
    head = lower(piece)
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    inside = held[0] if len(held) == 1 else fence
    if isinstance(head, Power) and name not in vocabulary.functions and name not in MAPS:
        argument = lower(fence)
        product = Product((head, argument), "", span)  # p^k (1 - p): a value to a power
        inverted = isinstance(head.base, Symbol) and head.exponent == MINUS_ONE
        if not inverted or isinstance(argument, Sum) and name not in FUNCTION_LETTERS:
            return product
        return Unknown("a call or a product", "", (_called(head, (argument,), span), product), span)
    if holds_itself(piece, fence):
        return Product((head, lower(fence)), "", span)
    if name is not None and name in vocabulary.functions or name in FUNCTION_LETTERS and name not in vocabulary.scalars:
        return _called(head, arguments_of(fence, lower, _plain_name(head)), span)
    close = fence.span.start - piece.span.end <= len("\\left")
    if inside.kind in (Kind.LIST, Kind.MID) and close and isinstance(head, Symbol | Index):
        return _called(head, arguments_of(fence, lower, _plain_name(head)), span)
    if name == "O" and name in vocabulary.arrays and not _holds_arrays(inside, vocabulary):
        return _called(head, arguments_of(fence, lower, "O"), span)  # an order of growth, though O is an array too
    if (
        name in vocabulary.scalars
        or name in vocabulary.arrays
        or name in vocabulary.indices
        or isinstance(head, Product)
        or name in COEFFICIENTS
        and _is_difference(inside)
    ):
        return Product((head, lower(fence)), "", span)
    if inside.kind in (Kind.LIST, Kind.MID):
        return _called(head, arguments_of(fence, lower, _plain_name(head)), span)
    argument = lower(fence)
    plain = inside.kind in (Kind.NAME, Kind.FONT, Kind.WORD, Kind.ACCENT, Kind.SCRIPTS, Kind.OPERATOR)
    if plain and close:
        return _called(head, (argument,), span)  # close to a name, a plain argument: f(x)
    if isinstance(head, Symbol) and len(head.name) == 1 and head in walk(argument):
        return Product((head, argument), "", span)  # n(n+1): a function is no argument of its own
    called = _called(head, (argument,) if held else (), span)
    if isinstance(argument, Relation | Matrix):
        return called
    if _many_readings(argument):
        return Unknown("a call or a product", "", (), span)
    return Unknown("a call or a product", "", (called, Product((head, argument), "", span)), span)


def _is_difference(inside: Node) -> bool:
    """``g - m``, ``1 - x``: a sum that is no step of a count, as t + 1 is."""
    if inside.kind is not Kind.SUM:
        return False
    first, *rest = map(content, operands(inside))
    return not (first.kind is Kind.NAME and all(each.kind is Kind.NUMBER for each in rest))


def _holds_arrays(node: Node, vocabulary: Vocabulary) -> bool:
    return any(
        each.kind is Kind.OPERATOR and each.text in "⊙@" or each.kind is Kind.NAME and each.text in vocabulary.arrays
        for each in walk_nodes(node)
    )


MOST_READINGS = 16  # of what stands within something that has two: they double with every level


def _many_readings(term: Term) -> bool:
    several = (part for part in walk(term) if isinstance(part, Unknown) and part.alternatives)
    return sum(1 for _ in islice(several, MOST_READINGS)) == MOST_READINGS


def _plain_name(head: Term) -> str:
    return head.name if isinstance(head, Symbol) else ""


def _callwith_scripts_behind(piece: Node, scripted: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``f(x)^2`` is the square of a value, ``a(b + c)^2`` of a bracket: the scripts go where the reading puts them."""
    fence, *scripts = content(scripted).children
    span = Span(piece.span.start, scripted.span.end)
    name = spelled(piece)
    if name not in vocabulary.functions and _wants_brackets(content(fence), scripts):
        return Product((lower(piece), lower(scripted)), "", span)
    read = _call_or_product(piece, content(fence), vocabulary, lower)
    if isinstance(read, Apply) and name not in vocabulary.functions | FUNCTION_LETTERS and _is_capital(name):
        argument = read.arguments[0] if len(read.arguments) == 1 else Apply("tuple", read.arguments, (), span)
        read = Unknown("a call or a product", "", (read, Product((lower(piece), argument), "", span)), span)
    match read:
        case Product(factors=(head, argument)):
            return Product((head, with_scripts_behind(argument, scripts, scripted.span, lower)), "", span)
        case Unknown(alternatives=(called, Product(factors=(head, argument)))):
            product = Product((head, with_scripts_behind(argument, scripts, scripted.span, lower)), "", span)
            return Unknown(read.reason, "", (with_scripts_behind(called, scripts, span, lower), product), span)
    return with_scripts_behind(read, scripts, span, lower)


def _wants_brackets(fence: Node, scripts: Sequence[Node]) -> bool:
    """``Q (K^{(h)})^\\top``: brackets that keep two superscripts apart are no call."""
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    raised = (Kind.SUPERSCRIPT, Kind.PRIME)
    inside = parts(held[0])[1:] if len(held) == 1 and held[0].kind is Kind.SCRIPTS else ()
    return any(script.kind in raised for script in inside) and any(script.kind in raised for script in scripts)


def _is_capital(name: str | None) -> bool:
    """Whether a name is written as matrices are."""
    return name is not None and (name[:1].isupper() and len(name) == 1 or name.startswith("bold("))


def _called(head: Term, arguments: tuple[Term, ...], span: Span) -> Term:
    match head:
        case Symbol():
            return Apply(head.name, arguments, (), span)
        case Index(base=Symbol() as base):
            uppers = tuple(Apply("upper", (index,), (), index.origin) for index in head.upper)
            return Apply(base.name, arguments, (*head.indices, *uppers), span)
        case Power(base=Symbol() as base, exponent=Number() as number) if number.value == -1:
            return Apply(f"inverse {base.name}", arguments, (), span)
        case Power(base=Symbol() | Index() as base):
            return Power(_called(base, arguments, span), head.exponent, span)
    bracket = arguments[0] if len(arguments) == 1 else Apply("tuple", arguments, (), span)
    return Product((head, bracket), "", span)


def _change(delta: Node, following: Node, lower: Lower) -> Term | None:
    """``\\Delta W`` is one name."""
    if following.span.start - delta.span.end > 1 and delta.text in ("delta", "δ"):
        return None
    if delta.text in ("delta", "δ"):
        return None
    term = lower(following)
    span = Span(delta.span.start, following.span.end)
    match term:
        case Symbol():
            return Symbol(f"Delta({term.name})", span)
        case Index(base=Symbol() as base):
            return Index(Symbol(f"Delta({base.name})", base.origin), term.indices, term.upper, span)
    return None


def _changed_value(
    changed: Term, pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower
) -> tuple[Term, int]:
    """``\\Delta f(x)``: the change of a value, where f is known for a function."""
    following = pieces[at] if at < len(pieces) else None
    name = spelled(pieces[at - 1])
    if following is None or following.kind is not Kind.FENCE or following.text != "()":
        return changed, at
    if name not in vocabulary.functions and (name not in FUNCTION_LETTERS or name in vocabulary.scalars):
        return changed, at
    span = Span(changed.origin.start, following.span.end)
    return _called(changed, arguments_of(following, lower), span), at + 1


def _is_partial(piece: Node) -> bool:
    """Whether a piece is ``\\partial_x``: the derivative of what follows."""
    inner = content(piece)
    if inner.kind is not Kind.SCRIPTS or base_of(inner).text not in ("partial", "∂"):
        return False
    return any(part.kind is Kind.SUBSCRIPT for part in parts(inner))


def _partial(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    scripts = parts(content(pieces[at]))[1:]
    by = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
    order = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUPERSCRIPT)
    if _long_run(pieces, at):
        of, end = lower(pieces[at + 1]), at + 2
    else:
        of, end = _factor(pieces, at + 1, vocabulary, lower)
    return Apply("derivative", (of, *by), order, Span(pieces[at].span.start, pieces[end - 1].span.end)), end
