"""A name before brackets: ``f(x)`` or ``a(b + c)``, as the note uses the name; both readings where it does not tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Literal

from symformer.reading.arguments import arguments_of
from symformer.reading.spelling import COUNTING, spelled
from symformer.reading.superscripts import POWER_OR_INDEX
from symformer.reading.uses import steps_on
from symformer.reading.values import holds_itself, with_scripts_behind
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import items_of
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, held_in, operands, parts
from symformer.syntax.nodes import walk as walk_nodes
from symformer.terms.parts import untransposed
from symformer.terms.term import (
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
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
VECTOR_LETTERS = frozenset("fgqEP")  # of these, what is declared an array may be a factor: g (A x)^T, E (P - Y)
IMAGINARY = frozenset({"roman(i)", "roman(j)"})
COMPOUND = frozenset({Kind.SUM, Kind.JUXTAPOSITION})
MINUS_ONE = Number(Fraction(-1))
ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))
HARMONICS = frozenset("YPZ")  # spherical harmonics and Legendre functions: what stands above is their order
TWO = Number(Fraction(2))
ALSO_NUMBERS = frozenset("fgpq")  # of the letters of functions, what as often is a rate or a share
SHARES = frozenset("pq")  # with an index as often a share or a count: q_i (r_i - 1), p_k (1 - p_k)
SPECIAL = frozenset({"Gamma", "Γ", "Phi", "Φ", "zeta", "ζ"})  # functions that tables list, unless they are values
KERNELS = frozenset({"delta", "δ", "k", "kappa", "κ"})  # functions of a difference, whatever else they stand for
DISTRIBUTIONS = frozenset({"F", "G", "Phi", "Φ"})  # letters of distribution functions, whose inverse is called
CONSTANTS = frozenset("abc")
RAISING_LETTERS = frozenset("kmn")  # above a letter that is called: the m of a moment, of x^m(t), or of one of several
MAPS = frozenset({"f", "g", "phi", "varphi", "psi"})  # letters that are functions also where they are raised
# what a call holds, and what no one puts in brackets to multiply by it
PLAIN_ARGUMENTS = frozenset({Kind.NAME, Kind.FONT, Kind.WORD, Kind.ACCENT, Kind.SCRIPTS, Kind.OPERATOR})
# small Greek letters that scale what follows, unless the note calls them
COEFFICIENTS = frozenset("alpha beta gamma eta lambda mu epsilon varepsilon tau α β γ η λ μ ϵ ε τ".split())


def _is_bare_call(inside: Node) -> bool:
    """Whether brackets hold ``G(z)`` and nothing else."""
    pieces = parts(inside) if inside.kind is Kind.JUXTAPOSITION else ()
    if len(pieces) != 2 or pieces[1].kind is not Kind.FENCE or pieces[1].text != "()" or spelled(pieces[0]) is None:
        return False
    held = held_in(pieces[1])
    return pieces[0].span.end == pieces[1].span.start and held is not None and held.kind in PLAIN_ARGUMENTS


def call_or_product(piece: Node, fence: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``f(x)`` or ``a(b + c)``: what the note's own use of the name says, else both readings."""
    name = spelled(piece)
    span = Span(piece.span.start, fence.span.end)
    head = lower(piece)
    inside = held_in(fence) or fence
    if name in IMAGINARY:
        return Product((head, lower(fence)), "", span)
    close = fence.span.start - piece.span.end <= len("\\left")
    if inside.kind is Kind.SUM and isinstance(head, Index) and len(head.indices) == 1:
        if isinstance(place := head.indices[0], Symbol) and f"{name}({place.name}" in vocabulary.places:
            return Product((head, lower(fence)), "", span)  # η_t (a + b), where it is η(t) that is called
    if close and name in HARMONICS and (letters := _degree_and_order(piece)) is not None:
        below, above = map(lower, letters)
        return Apply(name, arguments_of(fence, lower), (below, Apply("upper", (above,), (), above.origin)), span)
    if isinstance(head, Power) and name in ("sigma", "σ") and head.exponent == TWO and inside.kind is Kind.SUM:
        return Product((head, lower(fence)), "", span)  # σ_u^2 (1 + c^2): a variance times a number
    if isinstance(head, Power) and name not in vocabulary.functions and name not in MAPS:
        use = _use_of(name, inside, vocabulary) if close else None
        return _raised_or_called(head, name, use, fence, inside, span, lower, close)
    counted = isinstance(head, Unknown) and name in SHARES and name not in vocabulary.functions
    if holds_itself(piece, fence) or counted and inside.kind is Kind.SUM:  # p_i^c (d^c - o^c)
        return Product((head, lower(fence)), "", span)
    if isinstance(head, Transpose) and name in vocabulary.functions:
        value = called_with(head.operand, arguments_of(fence, lower, _plain_name(head.operand)), span)
        laid_across = Transpose(value, span, head.conjugate)
        if inside.kind not in COMPOUND or name in FUNCTION_LETTERS:
            return laid_across
        product = Product((head, lower(fence)), "", span)  # y^T (K + I), where y(x) is called too
        if inside.kind is Kind.SUM and name in vocabulary.valued:
            return product
        readings = (laid_across, product)
        return laid_across if _many_readings(value) else Unknown("a call or a product", "", readings, span)
    if name in ("sigma", "σ") and inside.kind is Kind.SUM and _stands_bare_within(name, fence):
        return Product((head, lower(fence)), "", span)  # σ (Φ(b / σ) - Φ(a / σ)): the scale, no function of itself
    if name in VECTOR_LETTERS and _is_only_array(name, vocabulary) and inside.kind in COMPOUND:
        return Product((head, lower(fence)), "", span)
    if name in FUNCTION_LETTERS and name not in vocabulary.scalars or name in vocabulary.functions:
        called = _called_each(head, arguments_of(fence, lower, _plain_name(head)), span)
        counted = (
            name in SHARES
            and isinstance(head, Index)
            and _is_beside_number(inside)
            and not (name in vocabulary.functions or name in vocabulary.applied)
        )
        if name in SHARES and inside.kind is Kind.SUM and _is_numbered(head):
            return Unknown("a call or a product", "", (called, Product((head, lower(fence)), "", span)), span)
        if close and _is_untold_difference(name, inside, vocabulary):
            return Unknown("a call or a product", "", (called, Product((head, lower(fence)), "", span)), span)
        if not counted and (name not in ALSO_NUMBERS or name in vocabulary.functions):
            return called
        use = _use_of(name, inside, vocabulary)
        if not counted and use != "product":
            return called
        product = Product((head, lower(fence)), "", span)
        if counted and use != "product":
            return Unknown("a call or a product", "", (called, product), span)
        return product if name in "pq" else Unknown("a call or a product", "", (called, product), span)
    if inside.kind in (Kind.LIST, Kind.MID) and close and isinstance(head, Symbol | Index):
        return called_with(head, arguments_of(fence, lower, _plain_name(head)), span)
    if close and isinstance(head, Symbol) and head.name.islower() and _is_list_in_brackets(inside):
        return called_with(head, arguments_of(fence, lower, _plain_name(head)), span)
    if name == "O" and name in vocabulary.arrays and not _holds_arrays(inside, vocabulary):
        return called_with(head, arguments_of(fence, lower, "O"), span)  # an order of growth, though O is an array too
    if name == "O" and close and name not in vocabulary.scalars:
        growth = called_with(head, arguments_of(fence, lower, "O"), span)
        if name not in vocabulary.arrays and inside.kind is not Kind.SUM:
            return growth
        return Unknown("a call or a product", "", (growth, Product((head, lower(fence)), "", span)), span)
    if close and isinstance(head, Symbol) and fence.text == "()" and _is_bare_call(inside):
        return called_with(
            head, arguments_of(fence, lower, _plain_name(head)), span
        )  # D(G(z)): a product needs no outer brackets
    plain = inside.kind in PLAIN_ARGUMENTS or inside.kind is Kind.NUMBER and inside.text == "0"
    use = _use_of(name, inside, vocabulary)
    if use == "call" and close and isinstance(head, Symbol | Index):
        return called_with(head, arguments_of(fence, lower, _plain_name(head)), span)
    if isinstance(head, Product) or use == "product" or _scales(name, inside, vocabulary):
        return Product((head, lower(fence)), "", span)
    if name in vocabulary.scalars or name in vocabulary.arrays or name in vocabulary.indices:
        doubtful = name in vocabulary.called or f"{name}(0" in vocabulary.places or plain and close
        return _perhaps_called(head, fence, doubtful and _is_named(head), span, lower)
    if inside.kind in (Kind.LIST, Kind.MID):
        return called_with(head, arguments_of(fence, lower, _plain_name(head)), span)
    argument = lower(fence)
    if plain and close:
        return _called_each(head, (argument,), span)  # close to a name, a plain argument: f(x)
    if isinstance(head, Symbol) and len(head.name) == 1 and head in walk(argument):
        return Product((head, argument), "", span)  # n(n+1): a function is no argument of its own
    called = called_with(head, (argument,) if any(part.kind not in BRACKETS for part in parts(fence)) else (), span)
    if isinstance(head, Transpose) and name in vocabulary.called and _is_named(head):
        return _perhaps_called(head, fence, True, span, lower)
    if isinstance(argument, Relation | Matrix) or called == Product((head, argument), "", span):
        return called  # w^T(a - b) has one reading
    if _many_readings(argument):
        return Unknown("a call or a product", "", (), span)
    return Unknown("a call or a product", "", (called, Product((head, argument), "", span)), span)


def _is_numbered(head: Term) -> bool:
    """Whether a name is a member by its number: the p_2 of ``p_1 p_2 (x_1 - x_2)^2``."""
    return isinstance(head, Index) and not head.upper and all(isinstance(each, Number) for each in head.indices)


def is_special(piece: Node, fence: Node, vocabulary: Vocabulary) -> bool:
    r"""``\Gamma[(\nu + p)/2]``: a function that tables list, unless the note uses it as a value, before square brackets."""
    name = piece.text
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if piece.kind is not Kind.NAME or name not in ("Gamma", "Γ") or name in vocabulary.valued or len(held) != 1:
        return False
    return fence.text == "[]" and held[0].kind in (Kind.SUM, Kind.PRODUCT, Kind.FRACTION)


def is_called_in_square_brackets(piece: Node, fence: Node, vocabulary: Vocabulary) -> bool:
    r"""``h_3 \left[ \sum_i w_i \right]``, where the note calls an h_2 and nowhere uses one as a value."""
    if fence.kind is not Kind.FENCE or fence.text != "[]" or piece.kind is not Kind.SCRIPTS:
        return False
    name, held = spelled(parts(piece)[0]), held_in(fence)
    if name is None or held is None or held.kind not in (Kind.SUM, Kind.BIG_OPERATION, Kind.FRACTION):
        return False
    return name in vocabulary.applied - vocabulary.valued and name not in vocabulary.arrays | vocabulary.indices


def _is_list_in_brackets(inside: Node) -> bool:
    """``d([x, y])``: of a list there is a function; a number times a list is written without a second bracket."""
    if inside.kind is not Kind.FENCE or inside.text != "[]":
        return False
    return any(content(part).kind is Kind.LIST and len(items_of(content(part))) > 1 for part in parts(inside))


def _stands_bare_within(name: str, fence: Node) -> bool:
    """Whether a letter stands somewhere in brackets by itself, with no bracket behind it."""
    for node in walk_nodes(fence):
        for at, child in enumerate(node.children):
            following = node.children[at + 1] if at + 1 < len(node.children) else None
            if (
                child.kind is Kind.NAME
                and child.text == name
                and (following is None or following.kind is not Kind.FENCE)
            ):
                return node.kind in (Kind.FRACTION, Kind.GROUP, Kind.PRODUCT, Kind.JUXTAPOSITION)
    return False


def _is_beside_number(inside: Node) -> bool:
    """``r - 1``, ``1 - p``: a sum with a number in it, as factors are and outcomes seldom."""
    return inside.kind is Kind.SUM and any(content(operand).kind is Kind.NUMBER for operand in operands(inside))


def _degree_and_order(piece: Node) -> tuple[Node, Node] | None:
    """The l and the m of ``Y_l^m(θ, φ)``, ``P_n^{-m}(x)``; None where something else stands there."""
    scripts = {script.kind: content(script) for script in parts(content(piece))[1:]}
    if scripts.keys() != {Kind.SUBSCRIPT, Kind.SUPERSCRIPT} or len(parts(content(piece))) != 3:
        return None
    below, above = scripts[Kind.SUBSCRIPT], scripts[Kind.SUPERSCRIPT]
    order = above
    if above.kind is Kind.PREFIX or above.kind is Kind.FENCE and above.text == "||":
        order = next((content(part) for part in parts(above) if content(part).kind is Kind.NAME), above)
    return (below, above) if order.text == "m" and below.text in ("l", "ell", "n", "j") else None


def _is_only_array(name: str | None, vocabulary: Vocabulary) -> bool:
    """Whether a name is an array that is nowhere called: one called somewhere holds the values of a function."""
    return name in vocabulary.arrays and name not in vocabulary.functions and name not in vocabulary.applied


def _use_of(name: str | None, inside: Node, vocabulary: Vocabulary) -> Literal["call", "product"] | None:
    """What the note's other uses of a name, or custom, make of it before brackets; None where they do not tell."""
    if name is None:
        return None
    applied, valued = name in vocabulary.applied, name in vocabulary.valued
    if not valued and (applied or name in SPECIAL):
        if name not in vocabulary.arrays and name not in vocabulary.indices:
            return "call"
    known = f"{name}({steps_on(inside)}" in vocabulary.places
    if known and name not in vocabulary.arrays:
        return "call"
    added = inside.kind is Kind.SUM and all(sign.text in "+-−" for sign in parts(inside) if sign.kind is Kind.OPERATOR)
    if name in vocabulary.settings and inside.kind not in PLAIN_ARGUMENTS | {Kind.LIST, Kind.MID}:
        return "product"  # a constant of 410.7 is no function
    if not applied and added and (valued and name not in KERNELS or name in ("pi", "π")):
        return "product"
    return None


def _raised_or_called(
    head: Power, name: str | None, use: str | None, fence: Node, inside: Node, span: Span, lower: Lower, close: bool
) -> Term:
    """``f^2(x)`` is a value raised, ``p^k (1 - p)`` a power before a factor, ``F^{-1}(u)`` an inverse."""
    several = inside.kind in (Kind.LIST, Kind.MID)
    if (use == "call" or several) and isinstance(head.base, Symbol | Index):
        value = called_with(head, arguments_of(fence, lower), span)
        nought = head.exponent == ZERO  # Y_l^0(u, v): nothing is raised to nought
        return value if not nought else called_with(_counted(head), arguments_of(fence, lower), span)
    if name in ("chi", "χ") and close and head.exponent == TWO and isinstance(head.base, Symbol):
        return Apply(f"{name}^2", arguments_of(fence, lower), (), span)  # a distribution with its degrees of freedom
    argument = lower(fence)
    if head.exponent == ONE and isinstance(
        head.base, Symbol | Index
    ):  # a^1(x + b): one of several, for no one raises to one
        member = _counted(head)
        product = Product((member, argument), "", span)
        called = called_with(member, (argument,), span)
        return product if use == "product" else Unknown("a call or a product", "", (called, product), span)
    product = Product((head, argument), "", span)
    plain_name = (name or "")[(name or "").find("(") + 1 :].rstrip(")")
    if head.exponent == MINUS_ONE and isinstance(head.base, Symbol | Index):
        if isinstance(argument, Sum) and plain_name not in FUNCTION_LETTERS | DISTRIBUTIONS or use == "product":
            return product
    elif inside.kind not in PLAIN_ARGUMENTS or name in ("e", "pi", "π") or not isinstance(head.base, Symbol | Index):
        return product
    called = called_with(head, (argument,), span)
    readings = (*_each_reading(called), product)
    return product if called == product else Unknown("a call or a product", "", readings, span)


def _counted(head: Power) -> Term:
    """The name with what stands above it as an index."""
    match head.base:
        case Index() as base:
            return Index(base.base, base.indices, (*base.upper, head.exponent), head.origin)
    return Index(head.base, (), (head.exponent,), head.origin)


def _is_named(head: Term) -> bool:
    """Whether what stands before the brackets is a name, with scripts or without."""
    head = untransposed(head)
    return isinstance(head, Symbol | Index) or isinstance(head, Unknown) and bool(head.alternatives)


def _perhaps_called(head: Term, fence: Node, doubtful: bool, span: Span, lower: Lower) -> Term:
    """``d(n)``, where d is known for a number or an array: no one puts a factor of one letter in brackets."""
    argument = lower(fence)
    product = Product((head, argument), "", span)
    if not doubtful or _many_readings(argument):
        return product
    called = _called_each(head, (argument,), span)
    return Unknown("a call or a product", "", (called, product), span)


def _called_each(head: Term, arguments: tuple[Term, ...], span: Span) -> Term:
    """A name called; where its scripts have several readings, all that the call has."""
    match head:
        case Transpose(operand=operand):
            return Transpose(called_with(operand, arguments, span), span, head.conjugate)
        case Unknown(reason=reason, alternatives=readings) if readings:
            called = (called_with(each, arguments, span) for each in readings)
            calls = tuple(dict.fromkeys(call for each in called for call in _each_reading(each)))
            return calls[0] if len(calls) == 1 else Unknown(reason, "", calls, span)
    return called_with(head, arguments, span)


def _each_reading(call: Term) -> tuple[Term, ...]:
    return call.alternatives if isinstance(call, Unknown) and call.reason == POWER_OR_INDEX else (call,)


MOST_READINGS = 16  # of what stands within something that has two: they double with every level


def _many_readings(term: Term) -> bool:
    several = (part for part in walk(term) if isinstance(part, Unknown) and part.alternatives)
    return sum(1 for _ in islice(several, MOST_READINGS)) == MOST_READINGS


def _plain_name(head: Term) -> str:
    return head.name if isinstance(head, Symbol) else ""


def call_with_scripts(piece: Node, scripted: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``f(x)^2`` is the square of a value, ``a(b + c)^2`` of a bracket: the scripts go where the reading puts them."""
    fence, *scripts = content(scripted).children
    span = Span(piece.span.start, scripted.span.end)
    name = spelled(piece)
    if name not in vocabulary.functions and name not in MAPS and _wants_brackets(content(fence), scripts):
        return Product((lower(piece), lower(scripted)), "", span)
    if _is_raised(piece, lower) and any(_is_number(script, lower) for script in scripts):
        return Product((lower(piece), lower(scripted)), "", span)  # σ_e^2 (A^T A)^{-1}: no value is raised twice
    if content(piece).kind is Kind.SCRIPTS and isinstance(lower(piece), Transpose) and _is_raising(scripts):
        return Product(
            (lower(piece), lower(scripted)), "", span
        )  # y^T (K + I)^{-1}: a value is laid across and raised in one place
    read = call_or_product(piece, content(fence), vocabulary, lower)
    known = vocabulary.functions | FUNCTION_LETTERS | vocabulary.applied - vocabulary.valued
    if isinstance(read, Apply) and name not in known and _is_capital(name):
        argument = read.arguments[0] if len(read.arguments) == 1 else Apply("tuple", read.arguments, (), span)
        read = Unknown("a call or a product", "", (read, Product((lower(piece), argument), "", span)), span)
    match read:
        case Product(factors=(head, argument)):
            return Product((head, with_scripts_behind(argument, scripts, scripted.span, lower)), "", span)
        case Unknown(alternatives=(called, Product(factors=(head, argument)))):
            product = Product((head, with_scripts_behind(argument, scripts, scripted.span, lower)), "", span)
            return Unknown(read.reason, "", (with_scripts_behind(called, scripts, span, lower), product), span)
    return with_scripts_behind(read, scripts, span, lower)


def _is_raised(piece: Node, lower: Lower) -> bool:
    """Whether a name stands with a power in numbers."""
    head = lower(piece) if piece.kind is Kind.SCRIPTS else None
    return isinstance(head, Power) and isinstance(head.exponent, Number) and head.exponent.value > 0


def _is_raising(scripts: Sequence[Node]) -> bool:
    """Whether something stands above brackets."""
    return any(script.kind is Kind.SUPERSCRIPT for script in scripts)


def _is_number(script: Node, lower: Lower) -> bool:
    """Whether a script above is a number."""
    return script.kind is Kind.SUPERSCRIPT and isinstance(lower(content(script)), Number)


def _wants_brackets(fence: Node, scripts: Sequence[Node]) -> bool:
    """``Q (K^{(h)})^\\top``: brackets that keep two superscripts apart are no call."""
    held = held_in(fence)
    raised = (Kind.SUPERSCRIPT, Kind.PRIME)
    inside = parts(held)[1:] if held is not None and held.kind is Kind.SCRIPTS else ()
    return any(script.kind in raised for script in inside) and any(script.kind in raised for script in scripts)


def _is_capital(name: str | None) -> bool:
    """Whether a name is written as matrices are."""
    return name is not None and (name[:1].isupper() and len(name) == 1 or name.startswith("bold("))


def called_with(head: Term, arguments: tuple[Term, ...], span: Span) -> Term:
    """A name called with arguments: labels and entries on the name go along, a power is that of the value."""
    match head:
        case Symbol():
            return Apply(head.name, arguments, (), span)
        case Index(base=Symbol() as base):
            uppers = tuple(Apply("upper", (index,), (), index.origin) for index in head.upper)
            return Apply(base.name, arguments, (*head.indices, *uppers), span)
        case Power(base=Symbol() | Index() as base, exponent=exponent) if exponent == MINUS_ONE:
            value = called_with(base, arguments, span)
            if isinstance(value, Apply):
                return Apply(f"inverse {value.function}", arguments, value.labels, span)
        case Power(base=Symbol() as base, exponent=exponent) if not isinstance(exponent, Number):
            member = Apply(base.name, arguments, (Apply("upper", (exponent,), (), exponent.origin),), span)
            if len(base.name) > 1 or not isinstance(exponent, Symbol) or exponent.name not in RAISING_LETTERS:
                return member  # the neighbours N^r(i), the step Q^{h-1}(s)
            value = Apply(base.name, arguments, (), span)
            return Unknown(POWER_OR_INDEX, "", (Power(value, exponent, span), member), span)
        case Power(base=Symbol() | Index() as base):
            return Power(called_with(base, arguments, span), head.exponent, span)
    bracket = arguments[0] if len(arguments) == 1 else Apply("tuple", arguments, (), span)
    return Product((head, bracket), "", span)


def _scales(name: str | None, inside: Node, vocabulary: Vocabulary) -> bool:
    """Whether a Greek letter scales a difference; not one of several, a^1, a^2, that may be functions."""
    return name in COEFFICIENTS and name not in vocabulary.series and _is_difference(inside)


def _is_difference(inside: Node) -> bool:
    """``g - m``, ``1 - x``: a sum that is no step of a count, as t + 1 is."""
    if inside.kind is not Kind.SUM:
        return False
    first, *rest = map(content, operands(inside))
    return not (first.kind is Kind.NAME and all(each.kind is Kind.NUMBER for each in rest))


def _is_untold_difference(name: str | None, inside: Node, vocabulary: Vocabulary) -> bool:
    """``c(x - m)`` of a constant's letter that elsewhere is a factor, ``c y``, and elsewhere has a place, ``c(k)``."""
    if name not in CONSTANTS or name not in vocabulary.valued or not _is_difference(inside):
        return False
    told = {node.text for node in walk_nodes(inside) if node.kind in (Kind.NAME, Kind.NUMBER)}
    signs = {part.text for part in parts(inside) if part.kind is Kind.OPERATOR}
    first = spelled(operands(inside)[0])
    return signs <= {"-", "−"} and first is not None and told.isdisjoint(vocabulary.indices | COUNTING | {"N", "t"})


def _holds_arrays(node: Node, vocabulary: Vocabulary) -> bool:
    return any(
        each.kind is Kind.OPERATOR and each.text in "⊙@" or each.kind is Kind.NAME and each.text in vocabulary.arrays
        for each in walk_nodes(node)
    )
