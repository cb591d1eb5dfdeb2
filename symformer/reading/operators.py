r"""Functions made of functions: ``(f * g)(t)``, ``(f \circ g)(x)``, ``\frac{\partial f}{\partial u}(a, b)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from symformer.functions import lookup
from symformer.reading.arguments import arguments_of
from symformer.reading.calculus import is_differential
from symformer.reading.called import FUNCTION_LETTERS, MAPS
from symformer.reading.spelling import spelled
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import Kind, Node, content, held_in, operands, parts
from symformer.syntax.nodes import walk as walk_nodes
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    Apply,
    Elementwise,
    Ellipsis,
    Index,
    Number,
    Power,
    Product,
    Symbol,
    Term,
    Transpose,
    Unknown,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]

CONVOLVED = frozenset({"*", "∗"})
# what makes a function of functions
MAKING = frozenset({Kind.PRODUCT, Kind.JUXTAPOSITION, Kind.SUM, Kind.FRACTION})
SIGNAL_ARGUMENTS = frozenset("ntkmlx")
SIGNALS = FUNCTION_LETTERS | {"h", "x", "w", "y", "u"}
PRODUCT_OR_CONVOLUTION = "a product or a convolution"


def applied_composite(piece: Node, following: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    """``(f * g)(t)``: functions joined by a sign, and their argument; None where the bracket holds a value."""
    held = held_in(piece)
    if piece.text != "()" or held is None or held.kind is not Kind.PRODUCT:
        return None
    signs = {part.text for part in parts(held)[1::2]}
    if not signs <= CONVOLVED | {"∘", "⊛", "circledast"} or not all(map(_is_name, operands(held))):
        return None
    span = piece.span.cover(following.span)
    factors = tuple(lower(operand) for operand in operands(held))
    joined = Apply("convolution", factors, (), piece.span) if signs <= CONVOLVED else lower(piece)
    return Apply("at", (joined, *arguments_of(following, lower)), (), span)


def with_primes_on_names(pieces: list[Node], vocabulary: Vocabulary) -> list[Node]:
    r"""``(f^\ell)'(z)``, ``{f^{(l)}}'(z)``: brackets around the name of a function part its scripts from its prime.

    The pieces, where the scripts of such a name stand on it as those of ``f'^{(l)}(z)`` do.
    """
    made = pieces
    for at, (piece, following) in enumerate(pairwise(pieces)):
        if piece.kind is Kind.SCRIPTS and _opens_call(following) and (named := _on_name(piece, vocabulary)) is not None:
            made = [*made[:at], named, *made[at + 1 :]]
    return made


def _opens_call(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    return base.kind is Kind.FENCE and base.text == "()"


def _on_name(piece: Node, vocabulary: Vocabulary) -> Node | None:
    base, *scripts = parts(piece)
    inner = content(base)
    held = held_in(inner) if inner.kind is Kind.FENCE and inner.text == "()" else inner
    if held is None or inner is held and held.kind is not Kind.SCRIPTS or _has_number(scripts):
        return None
    name, within = spelled(held), parts(held)[1:] if held.kind is Kind.SCRIPTS else ()
    if name not in FUNCTION_LETTERS and name not in vocabulary.functions | vocabulary.applied:
        return None
    plain = held.kind in (Kind.SCRIPTS, Kind.NAME) and content(parts(held)[0] if within else held).kind is Kind.NAME
    primed = all(map(_is_prime, scripts)) and not any(map(_is_prime, within))
    if not plain or _has_number(within) or not primed and not (inner is held and all(map(_is_prime, within))):
        return None  # (f^2)'(x): the derivative of a square
    ordered = sorted((*within, *scripts), key=lambda each: not _is_prime(each))
    return Node(Kind.SCRIPTS, piece.span, (parts(held)[0] if within else held, *ordered), piece.text)


def _has_number(scripts: Sequence[Node]) -> bool:
    return any(script.kind is Kind.SUPERSCRIPT and content(script).kind is Kind.NUMBER for script in scripts)


def _is_prime(script: Node) -> bool:
    above = content(script)
    return script.kind is Kind.PRIME or script.kind is Kind.SUPERSCRIPT and above.text == "prime"


def derived_composite(piece: Node, following: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    r"""``(f \circ g)'(x)``, ``(fg)'(x)``: the derivative of what functions make, at a place; else None."""
    if following.kind is not Kind.FENCE or following.text != "()" or piece.kind is not Kind.SCRIPTS:
        return None
    base, *scripts = parts(piece)
    held = held_in(base) if base.kind is Kind.FENCE and base.text == "()" else None
    if held is None or held.kind not in MAKING | {Kind.SCRIPTS} or not all(map(_is_prime, scripts)):
        return None
    names = [spelled(each) for each in walk_nodes(held) if each.kind in (Kind.NAME, Kind.FUNCTION)]
    known = FUNCTION_LETTERS | vocabulary.functions | vocabulary.applied
    functions = [name for name in names if name in known or name is not None and lookup(name) is not None]
    if (
        len(functions) < (1 if held.kind is Kind.SCRIPTS else 2)
        or len(functions) < len(names)
        or any(each.kind is Kind.FENCE for each in walk_nodes(held))
    ):
        return None
    return Apply("at", (lower(piece), *arguments_of(following, lower)), (), piece.span.cover(following.span))


def _is_name(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else content(node)
    return base.kind in (Kind.NAME, Kind.FONT, Kind.ACCENT, Kind.WORD)


def composed(left: Term, rights: Sequence[Term], span: Span) -> Term | None:
    r"""``f_L \circ \cdots \circ f_1(x)``: functions of one family, and their argument behind the last; else None."""
    *before, last = (left, *rights)
    if not isinstance(last, Apply) or not last.arguments:
        return None
    bases = [unindexed(each) for each in before if not isinstance(each, Ellipsis)]
    if not bases or any(base != Symbol(last.function) for base in bases):
        return None
    name = Symbol(last.function, last.origin)
    head = Index(name, last.labels, (), last.origin) if last.labels else name
    return Apply("at", (Elementwise((*before, head), "∘", span), *last.arguments), (), span)


def perhaps_convolution(factors: Sequence[Term], vocabulary: Vocabulary, span: Span) -> Term | None:
    """``f * g``, ``x(n) * h(n)``: functions with a star between them, a product or a convolution; else None."""
    named = all(isinstance(each, Symbol) and each.name in vocabulary.functions & FUNCTION_LETTERS for each in factors)
    if not named and not _are_signals(factors):
        return None
    readings = (Apply("convolution", tuple(factors), (), span), Product(tuple(factors), "*", span))
    return Unknown(PRODUCT_OR_CONVOLUTION, "", readings, span)


def _are_signals(factors: Sequence[Term]) -> bool:
    """Values of single letters, each at one place: ``x(n) * h(n)``, ``h(l) * h^*(-l)``."""
    return all(
        isinstance(each, Apply)
        and each.function.rstrip("*^'") in SIGNALS
        and len(each.arguments) == 1
        and _letter(each.arguments[0]) in SIGNAL_ARGUMENTS
        for each in factors
    )


def _letter(argument: Term) -> str:
    """The letter that an argument is, negated or not."""
    match argument:
        case Symbol(name=name) | Product(factors=(_, Symbol(name=name))):
            return name
    return ""


def at_a_place(piece: Node, following: Node, lower: Lower) -> Term:
    r"""``\frac{\partial f}{\partial u}(a, b)``: the value of a derivative at a place."""
    return Apply("at", (lower(piece), *arguments_of(following, lower)), (), piece.span.cover(following.span))


def derived(rate: str, of: Term, labels: tuple[Term, ...], span: Span) -> Term:
    r"""The gradient of what follows: of ``\nabla f(x)^T`` laid across; of ``\nabla f(0)`` at the place, for a number has none."""
    if (either := raised_or_of_power(rate, of, labels, span)) is not None:
        return either
    match of:
        case Transpose():
            return Transpose(derived(rate, of.operand, labels, of.operand.origin), span, of.conjugate)
        case Apply(function=name, arguments=(Number(),) as place, labels=indices) if lookup(name) is None:
            function: Term = Symbol(name, of.origin)
            uppers = [each for each in indices if isinstance(each, Apply) and each.function == "upper"]
            if not uppers:
                function = Index(function, indices, (), of.origin) if indices else function
                return Apply("at", (Apply(rate, (function,), labels, span), *place), (), span)
    return Apply(rate, (of,), labels, span)


def raised_or_of_power(rate: str, of: Term, labels: tuple[Term, ...], span: Span) -> Term | None:
    r"""``\nabla f(x)^2``: the square of a gradient, or the gradient of a square; None where nothing called is raised."""
    match of:
        case Power(base=Apply(function=name) as value, exponent=Number()) if (
            lookup(name) is None and rate == "gradient"
        ):
            readings = (Power(derived(rate, value, labels, span), of.exponent, span), Apply(rate, (of,), labels, span))
            return Unknown("a gradient raised or of a power", "", readings, span)
    return None


def is_hessian(piece: Node, following: Node) -> bool:
    r"""``\\mathbf{H} f(x)``: a bold H before a letter of a function may be the matrix of its second derivatives."""
    return piece.kind is Kind.FONT and spelled(piece) == "bold(H)" and spelled(following) in FUNCTION_LETTERS


def hessian_or_product(head: Term, value: Term) -> Term | None:
    """Both readings of a bold H before a value; None where what follows is no value of a function."""
    if not isinstance(value, Apply):
        return None
    span = head.origin.cover(value.origin)
    readings = (Apply("Hessian", (value,), (), span), Product((head, value), "", span))
    return Unknown("a Hessian or a product", "", readings, span)


VARIABLES = frozenset({"x", "y", "z", "t", "u", "v", "w", "h", "a", "theta", "θ"})


def is_derivative_letter(piece: Node, following: Node) -> bool:
    r"""``D_x f``: a D with a letter below it, before a letter of a function, may take its derivative."""
    if piece.kind is not Kind.SCRIPTS or len(parts(piece)) != 2 or content(parts(piece)[0]).text != "D":
        return False
    below = content(parts(piece)[1])
    if parts(piece)[1].kind is not Kind.SUBSCRIPT or below.kind is not Kind.NAME or spelled(below) not in VARIABLES:
        return False  # the D_b of a family of matrices
    return spelled(following) in MAPS


def derivative_or_product(head: Term, by: Node, value: Term, lower: Lower) -> Term:
    """Both readings of such a D and the value behind it."""
    span = head.origin.cover(value.origin)
    taken = Apply("derivative", (value, lower(content(parts(by)[1]))), (), span)
    return Unknown("a derivative or a product", "", (taken, Product((head, value), "", span)), span)


def is_rate(piece: Node) -> bool:
    r"""Whether a piece is ``\frac{dh}{dx}``."""
    node = content(piece)
    if node.kind is not Kind.FRACTION or len(parts(node)) != 2:
        return False
    above, below = parts(node)
    return is_differential(above) and is_differential(below)


def is_place(node: Node) -> bool:
    """Whether brackets hold a name or a number, nothing that would be multiplied."""
    if node.kind is not Kind.FENCE or node.text != "()":
        return False
    held = held_in(node)
    plain = (Kind.NAME, Kind.NUMBER, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS, Kind.LIST)
    return held is not None and held.kind in plain


def is_value_of(rate: Node, fence: Node) -> bool:
    r"""``\frac{dg}{dh}(h(x))``: brackets that hold the value of what is derived by."""
    held = held_in(fence) if fence.kind is Kind.FENCE and fence.text == "()" else None
    by = parts(content(rate))[1]
    letters = [leaf.text for leaf in walk_nodes(by) if leaf.kind is Kind.NAME]
    pieces = parts(held) if held is not None and held.kind is Kind.JUXTAPOSITION else ()
    if len(pieces) != 2 or not letters:
        return False
    return content(pieces[0]).text == letters[-1] and content(pieces[1]).kind is Kind.FENCE
