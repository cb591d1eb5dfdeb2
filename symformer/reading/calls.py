"""Things side by side: products, calls, applied functions, and letters that are one name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from symformer.functions import lookup
from symformer.reading.scripts import index_term
from symformer.reading.vocabulary import LONGEST_WORD, Vocabulary, spelled
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Product,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]

FUNCTION_LETTERS = frozenset({"f", "g", "phi", "varphi", "psi", "sigma", "φ", "ψ", "σ", "calligraphic(L)",
                              "calligraphic(N)", "calligraphic(O)", "p", "P", "q", "PE", "blackboard(E)", "E", "Pr",
                              "blackboard(P)"})  # fmt: skip
LONGEST_RUN = 8
UNIT_WORDS = frozenset(
    "million billion trillion thousand k K M B G T KB MB GB TB PB bytes byte bits bit s ms us μs ns seconds second "
    "minutes hours days FLOPs FLOP TFLOPS GFLOPs tokens parameters params".split()
)


def lower_juxtaposition(node: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """The product, call or quantity that factors side by side make."""
    pieces = _joined_letters(list(node.children), vocabulary)
    if len(pieces) > 1 and pieces[0].kind is Kind.NAME and pieces[0].text == "forall":
        pieces = pieces[1:]  # said of every value, as any formula is
    factors: list[Term] = []
    at = 0
    while at < len(pieces):
        term, at = _factor(pieces, at, vocabulary, lower)
        factors.append(term)
    factors = _derived(_quantities(_without_comment(factors)))
    if len(factors) == 1:
        return factors[0]
    return Product(tuple(factors), "", node.span)


def _joined_letters(children: list[Node], vocabulary: Vocabulary) -> list[Node]:
    """Letters written close together that the note uses as one name, joined; the rest as it is."""
    pieces: list[Node] = []
    at = 0
    while at < len(children):
        child = children[at]
        if child.kind in (Kind.SPACE, Kind.MARK):
            at += 1
            continue
        joined = _word_at(children, at, vocabulary)
        if joined is None:
            pieces.append(child)
            at += 1
        else:
            node, at = joined
            pieces.append(node)
    return pieces


def _word_at(children: list[Node], at: int, vocabulary: Vocabulary) -> tuple[Node, int] | None:
    """The longest known word that begins at ``at``; its last letter may carry scripts."""
    letters: list[Node] = []
    end = at
    while end < len(children) and len(letters) < LONGEST_WORD:
        child = children[end]
        if letters and child.span.start != letters[-1].span.end:
            break
        if child.kind is Kind.NAME and len(child.text) == 1 and child.text.isalpha():
            letters.append(child)
            end += 1
            continue
        if child.kind is Kind.SCRIPTS and letters and content(parts(child)[0]).kind is Kind.NAME:
            letters.append(child)
        break
    if len(letters) == LONGEST_WORD:
        return None
    written = "".join(_letter(letter) for letter in letters)
    for size in range(len(letters), 1, -1):
        run, word = letters[:size], written[:size]
        if word in vocabulary.words or (size >= 3 and lookup(word) is not None):
            return _word_node(word, run), at + size
    return None


def _letter(node: Node) -> str:
    return content(parts(node)[0]).text if node.kind is Kind.SCRIPTS else node.text


def _word_node(word: str, run: list[Node]) -> Node:
    last = run[-1]
    start = run[0].span.start
    if last.kind is not Kind.SCRIPTS:
        return Node(Kind.WORD, Span(start, last.span.end), (), word)
    base, *scripts = last.children
    return Node(
        Kind.SCRIPTS, Span(start, last.span.end), (Node(Kind.WORD, Span(start, base.span.end), (), word), *scripts)
    )


def _factor(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    """The factor that begins at ``at``, and where the next one begins."""
    piece = pieces[at]
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    name, labels, exponent = _function_head(piece, lower)
    if name is not None and _applies(piece, name, following, vocabulary):
        return _application(pieces, at, name, labels, exponent, vocabulary, lower)
    if following is not None and following.kind is Kind.FENCE and following.text == "[]" and _subscriptable(piece):
        if (indexed := _bracket_index(piece, following, lower)) is not None:
            return indexed, at + 2
    if following is not None and following.kind is Kind.FENCE and following.text == "()" and _callable(piece):
        return _call_or_product(piece, following, vocabulary, lower), at + 2
    if piece.kind is Kind.NAME and piece.text in ("Delta", "Δ", "delta", "δ") and following is not None:
        if (changed := _change(piece, following, lower)) is not None:
            return changed, at + 2
    if _is_nabla(piece) and following is not None and not _has_power(piece):
        return _gradient(pieces, at, vocabulary, lower)
    return lower(piece), at + 1


def _function_head(piece: Node, lower: Lower) -> tuple[str | None, tuple[Term, ...], Term | None]:
    """The function a piece names, with its labels and a power written on it: \\log_2, \\sin^2, softmax_j."""
    node = content(piece)
    if node.kind in (Kind.FUNCTION, Kind.WORD):
        return node.text, (), None
    if node.kind is not Kind.SCRIPTS:
        return None, (), None
    base, *scripts = parts(node)
    inner = content(base)
    if inner.kind not in (Kind.FUNCTION, Kind.WORD):
        return None, (), None
    labels: list[Term] = []
    exponent: Term | None = None
    for script in scripts:
        if script.kind is Kind.SUBSCRIPT:
            labels.append(_function_label(content(script), lower))
        elif script.kind is Kind.SUPERSCRIPT and inner.kind is Kind.FUNCTION:
            exponent = lower(content(script))
        elif script.kind is Kind.SUPERSCRIPT:
            labels.append(lower(content(script)))
    return inner.text, tuple(labels), exponent


def _function_label(node: Node, lower: Lower) -> Term:
    """A label on a function: ``softmax_{row}`` names a word where three letters and more stand close together."""
    letters = node.children if node.kind is Kind.JUXTAPOSITION else ()
    if len(letters) >= 3 and all(each.kind is Kind.NAME and len(each.text) == 1 for each in letters):
        return Symbol("".join(each.text for each in letters), node.span)
    return lower(node)


def _applies(piece: Node, name: str, following: Node | None, vocabulary: Vocabulary) -> bool:
    if following is None:
        return False
    if content(piece).kind is Kind.FUNCTION or (
        content(piece).kind is Kind.SCRIPTS and content(parts(content(piece))[0]).kind is Kind.FUNCTION
    ):
        return True
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}"):
        return name not in vocabulary.arrays and name not in vocabulary.scalars
    return lookup(name) is not None and name not in vocabulary.arrays and content(following).kind is not Kind.WORD


def _application(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], exponent: Term | None,
    vocabulary: Vocabulary, lower: Lower,
) -> tuple[Term, int]:  # fmt: skip
    from symformer.terms.term import Power

    known = lookup(name)
    canonical = known.name if known is not None else name
    following = pieces[at + 1]
    start = pieces[at].span.start
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}"):
        arguments, end = arguments_of(following, lower), at + 2
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
        return _application_with_scripts(pieces, at, canonical, labels, lower)
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
    return inner.kind is Kind.FUNCTION


def _long_run(pieces: list[Node], at: int) -> bool:
    """Whether more functions stand in a row than mathematics has: no input may nest without bound."""
    run = pieces[at : at + LONGEST_RUN]
    return len(run) == LONGEST_RUN and all(_starts_function(piece) or _is_nabla(piece) for piece in run)


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
    return Apply("gradient", (of,), labels, Span(pieces[at].span.start, pieces[end - 1].span.end)), end


def _is_call_fence(node: Node) -> bool:
    return content(parts(node)[0]).text == "()"


def _application_with_scripts(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], lower: Lower
) -> tuple[Term, int]:
    """softmax(z)_i, \\exp(x)^2, \\log(x)^T: the scripts belong to the value."""
    scripted = pieces[at + 1]
    fence, *scripts = scripted.children
    span = Span(pieces[at].span.start, scripted.span.end)
    value = Apply(name, arguments_of(content(fence), lower), labels, Span(span.start, fence.span.end))
    indices = tuple(
        index_term(item, lower)
        for script in scripts
        if script.kind is Kind.SUBSCRIPT
        for item in (operands(content(script)) if content(script).kind is Kind.LIST else (content(script),))
    )
    uppers = [content(script) for script in scripts if script.kind is Kind.SUPERSCRIPT]
    term: Term = Index(value, indices, (), span) if indices else value
    for upper in uppers:
        term = _raised(term, upper, span, lower)
    return term, at + 2


def _raised(term: Term, upper: Node, span: Span, lower: Lower) -> Term:
    from symformer.reading.scripts import TRANSPOSES
    from symformer.terms.term import Power, Transpose

    plain = content(parts(upper)[-1]) if upper.kind is Kind.FONT else upper
    if plain.kind in (Kind.NAME, Kind.WORD) and plain.text in TRANSPOSES:
        return Transpose(term, span)
    return Power(term, lower(upper), span)


def _starts_application(pieces: list[Node], at: int) -> bool:
    inner = content(pieces[at])
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind is Kind.FUNCTION or inner.kind is Kind.BIG_OPERATION


def arguments_of(fence: Node, lower: Lower) -> tuple[Term, ...]:
    """The arguments in a call's brackets; a bar before the last gives a ``given`` argument."""
    inside = [part for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if not inside:
        return ()
    inner = content(inside[0])
    if inner.kind is Kind.LIST:
        if (given := _given(inner, lower)) is not None:
            return (given,)
        return tuple(lower(item) for item in operands(inner) if content(item).kind is not Kind.MISSING)
    return (lower(inner),)


def _given(node: Node, lower: Lower) -> Term | None:
    """``p(x, y | z, w)``: the bar divides all that stands before it from all that follows."""
    items = [content(item) for item in operands(node)]
    bars = [at for at, item in enumerate(items) if item.kind is Kind.MID and _divides(item)]
    if len(bars) != 1 or any(part.text == ";" for part in parts(node)):
        return None
    at = bars[0]
    left, right = operands(items[at])
    before = [lower(item) for item in (*items[:at], left)]
    after = [lower(item) for item in (right, *items[at + 1 :]) if content(item).kind is not Kind.MISSING]
    sides = (_together(before, node.span), _together(after, node.span)) if after else ()
    return Apply("given", sides, (), node.span) if sides else None


def _divides(node: Node) -> bool:
    """Whether a node is two sides with one bar between them."""
    signs = [part.text for part in parts(node) if part.kind is Kind.OPERATOR]
    return signs == ["|"] and len(operands(node)) == 2


def _together(terms: list[Term], span: Span) -> Term:
    return terms[0] if len(terms) == 1 else Apply("tuple", tuple(terms), (), span)


def _subscriptable(piece: Node) -> bool:
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind in (Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT)


def _callable(piece: Node) -> bool:
    return _subscriptable(piece)


def _bracket_index(piece: Node, fence: Node, lower: Lower) -> Term | None:
    """``Q[:, a:b]`` and ``X[i]``: an index written as in code."""
    inside = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if not inside:
        return None
    if inside[0].kind is Kind.LIST and any(part.text == ";" for part in parts(inside[0])):
        return None  # W[a; b] joins a and b
    items = [content(item) for item in operands(inside[0])] if inside[0].kind is Kind.LIST else inside
    terms = tuple(index_term(item, lower) for item in items)
    name = spelled(piece)
    if name in ("blackboard(E)", "E", "Var", "blackboard(V)"):
        scripts = parts(content(piece))[1:] if content(piece).kind is Kind.SCRIPTS else ()
        labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
        kind = "expectation" if name != "Var" else "variance"
        return Apply(kind, tuple(lower(item) for item in items), labels, Span(piece.span.start, fence.span.end))
    indexlike = all(isinstance(term, Slice | Number | Symbol | Sum) for term in terms)
    if not indexlike or piece.span.end != fence.span.start and not any(isinstance(term, Slice) for term in terms):
        return None
    return Index(lower(piece), terms, (), Span(piece.span.start, fence.span.end))


def _call_or_product(piece: Node, fence: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``f(x)`` or ``a(b + c)``: what the note's own use of the name says, else both readings."""
    name = spelled(piece)
    span = Span(piece.span.start, fence.span.end)
    head = lower(piece)
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    inside = held[0] if len(held) == 1 else fence
    if name is not None and name in vocabulary.functions or name in FUNCTION_LETTERS and name not in vocabulary.scalars:
        return _called(head, fence, span, lower)
    if (
        name in vocabulary.scalars
        or name in vocabulary.arrays
        or name in vocabulary.indices
        or isinstance(head, Product)
    ):
        return Product((head, lower(fence)), "", span)
    if inside.kind in (Kind.LIST, Kind.MID):
        return _called(head, fence, span, lower)
    plain = inside.kind in (Kind.NAME, Kind.FONT, Kind.WORD, Kind.ACCENT, Kind.SCRIPTS)
    if plain and fence.span.start - piece.span.end <= len("\\left"):
        return _called(head, fence, span, lower)  # close to a name, a plain argument: f(x)
    argument = lower(fence)
    if isinstance(head, Symbol) and len(head.name) == 1 and head in walk(argument):
        return Product((head, argument), "", span)  # n(n+1): a function is no argument of its own
    if isinstance(argument, Relation | Matrix):
        return _called(head, fence, span, lower)
    called = _called(head, fence, span, lower)
    if _many_readings(argument):
        return Unknown("a call or a product", "", (), span)
    return Unknown("a call or a product", "", (called, Product((head, argument), "", span)), span)


MOST_READINGS = 16  # of what stands within something that has two: they double with every level


def _many_readings(term: Term) -> bool:
    several = (part for part in walk(term) if isinstance(part, Unknown) and part.alternatives)
    return sum(1 for _ in islice(several, MOST_READINGS)) == MOST_READINGS


def _called(head: Term, fence: Node, span: Span, lower: Lower) -> Term:
    match head:
        case Symbol():
            return Apply(head.name, arguments_of(fence, lower), (), span)
        case Index(base=Symbol() as base):
            return Apply(base.name, arguments_of(fence, lower), (*head.indices, *head.upper), span)
    return Product((head, lower(fence)), "", span)


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


def _without_comment(factors: list[Term]) -> list[Term]:
    """A set followed by words, ``\\mathbb{R}^n \\text{ (batch left out)}``: the words carry no mathematics."""
    if len(factors) > 1 and isinstance(factors[0], Space):
        if all(isinstance(each, Symbol) and (" " in each.name or len(each.name) > 3) for each in factors[1:]):
            return factors[:1]
    return factors


def _derived(factors: list[Term]) -> list[Term]:
    """``\\frac{\\partial}{\\partial x} f``: what follows the fraction is what is differentiated."""
    for at, factor in enumerate(factors[:-1]):
        match factor:
            case Apply(function="derivative", arguments=(Unknown(reason="what follows the fraction"), by)):
                rest = factors[at + 1 :]
                covered = rest[0].origin.cover(rest[-1].origin)
                of = rest[0] if len(rest) == 1 else Product(tuple(rest), "", covered)
                return [*factors[:at], Apply("derivative", (of, by), (), factor.origin.cover(covered))]
    return factors


def _quantities(factors: list[Term]) -> list[Term]:
    """A number before a unit word is one quantity, not a product."""
    merged: list[Term] = []
    for factor in factors:
        if isinstance(factor, Symbol) and merged and isinstance(merged[-1], Number) and _is_unit(factor.name):
            number = merged.pop()
            merged.append(Apply("quantity", (number, factor), (), number.origin.cover(factor.origin)))
        else:
            merged.append(factor)
    return merged


def _is_unit(name: str) -> bool:
    if len(name) == 1:
        return False  # 2k and 4T are products of letters
    return name in UNIT_WORDS or (len(name) > 1 and (" " in name or name.startswith("(")))
