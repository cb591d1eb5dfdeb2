r"""How far a function without brackets reaches: ``\log x y``, ``\arg\min_w \frac{1}{n} \sum_i l_i``."""

from __future__ import annotations

from collections.abc import Callable

from symformer.functions import lookup
from symformer.functions.function import Function
from symformer.reading.quantities import UNIT_WORDS
from symformer.reading.written import base_of, joined_node, noted_below
from symformer.syntax.nodes import WRAPPERS, Kind, Node, content, leaves, parts, walk
from symformer.terms.term import Apply, Product, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]

COEFFICIENTS = frozenset({Kind.FRACTION, Kind.NUMBER})
LIMITS = frozenset({"lim", "limsup", "liminf"})
BOUNDS = frozenset({"sup", "inf"})
WAVES = frozenset({"sin", "cos", "tan", "sinh", "cosh", "tanh"})
WIDE = 2  # characters of \\, \\; and the like
RUNS = WRAPPERS | {Kind.JUXTAPOSITION}  # where something may reach beyond the next sign
# terms, with or without scripts, and signs: nothing that reaches beyond a sign, or that a sign may belong to
ALONE = frozenset({Kind.NAME, Kind.NUMBER, Kind.FENCE, Kind.FRACTION, Kind.RADICAL, Kind.OPERATOR})
PROBABILITIES = frozenset({"p", "q", "P", "Q", "Pr", "blackboard(P)"})


def takes_all(name: str, function: Function | None) -> bool:
    """Whether a function takes the whole product behind it, sums and all: the largest, the argument of the least, a limit."""
    return name in LIMITS or name in BOUNDS or function is not None and function.law in ("extremum", "argument")


def reach_of(pieces: list[Node], at: int, name: str, function: Function | None) -> int:
    r"""Where the argument ends that begins behind the function at ``at``.

    It ends before the next function or sum, or a unit, but not where only coefficients stand before a sum:
    ``\log \frac{1}{n} \sum_i x_i`` is the logarithm of the mean.  An extremum or a limit ends before the next one.
    """
    end = at + 2
    everything = takes_all(name, function)
    while end < len(pieces):
        if name in WAVES and _is_set_apart(pieces[end - 1], pieces[end]) and end == at + 2:
            break
        if everything and end > at + 1 and (_is_extremum(pieces[end]) or base_of(pieces[end]).text in LIMITS):
            break
        if not everything and (starts_function(pieces[end]) or end > at + 1 and _is_unit(pieces[end])):
            break
        if not everything and content(pieces[end]).kind is Kind.BIG_OPERATION:
            scaled = all(content(piece).kind in COEFFICIENTS for piece in pieces[at + 1 : end])
            return end + 1 if scaled else end
        end += 1
    return end


def _is_set_apart(angle: Node, factor: Node) -> bool:
    r"""``\sin \omega \, z^{-1}``: a wide space behind a letter ends what the sine is taken of, before a power."""
    named = base_of(angle).kind is Kind.NAME and content(factor).kind is Kind.SCRIPTS
    raised = named and any(script.kind is Kind.SUPERSCRIPT for script in parts(content(factor))[1:])
    return raised and factor.span.start - angle.span.end >= WIDE


def _is_unit(piece: Node) -> bool:
    r"""The bits of ``\log_2 M \text{ bits}``."""
    inner = content(piece)
    return inner.kind is Kind.WORD and len(inner.text) > 1 and inner.text in UNIT_WORDS


def starts_function(piece: Node) -> bool:
    r"""Whether a piece is a function, perhaps with scripts: ``\min_w \max_v`` applies one to the other."""
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    elif inner.kind is Kind.ANNOTATED:
        inner = content(parts(inner)[-1])
    return inner.kind is Kind.FUNCTION


def with_all_that_is_sought(pieces: list[Node]) -> list[Node]:
    r"""The parts of a product, where a limit takes all that is multiplied and divided behind it: ``\lim_h f(h) / h``.

    So does an extremum where what it is taken over stands there: ``\arg\max_y p(x|y) \cdot p(y)``.
    """
    for at, piece in enumerate(pieces[:-1]):
        run = content(piece)
        if run.kind is not Kind.JUXTAPOSITION:
            continue
        factors = parts(run)
        rest = pieces[at + 2 :: 2]
        start = next((n for n, factor in enumerate(factors[:-1]) if _goes_on(factor, factors[n + 1], rest)), None)
        if start is None:
            continue
        first = joined_node(factors[start + 1 :])
        span = Span(first.span.start, pieces[-1].span.end)
        inside = Node(Kind.PRODUCT, span, (first, *pieces[at + 1 :]))
        return [*pieces[:at], joined_node([*factors[: start + 1], inside])]
    return pieces


def _goes_on(piece: Node, following: Node, rest: list[Node]) -> bool:
    r"""Whether a piece is ``\lim_{n \to 0}``, or ``\max_x`` with the x behind the next sign; a bare one is only spoken of."""
    if content(piece).kind is not Kind.SCRIPTS or not starts_function(piece):
        return False
    if base_of(piece).text in LIMITS:
        return True
    if not _is_extremum(piece) or following.kind is Kind.FENCE:
        return False
    below = [content(script) for script in parts(content(piece))[1:] if script.kind is Kind.SUBSCRIPT]
    if any(_is_extremum(factor) for each in rest for factor in (each, *parts(content(each)))):
        return False
    over = {script.text for script in below if script.kind is Kind.NAME}
    return any(node.kind is Kind.NAME and node.text in over for each in rest for node in walk(each))


def is_spoken_function(piece: Node) -> bool:
    r"""Whether a piece is a function, also one that is set as a word with something below: ``\operatorname*{argmin}_x``."""
    return starts_function(piece) or content(piece).kind is Kind.SCRIPTS and base_of(piece).kind is Kind.WORD


def _is_extremum(piece: Node) -> bool:
    return starts_function(piece) and base_of(piece).text in ("max", "min", "argmax", "argmin", "sup", "inf")


def may_end_sooner(pieces: list[Node], start: int, end: int, argument: Term) -> bool:
    r"""``\log \pi(a|s) A``: with a call and something else behind it, either may be meant.

    ``\log p(x|z) p(z)`` is plain: probabilities are multiplied within a logarithm.
    """
    if (
        end < start + 3
        or not isinstance(argument, Product)
        or argument.sign
        or pieces[start + 1].kind is not Kind.FENCE
    ):
        return False
    if not isinstance(argument.factors[0], Apply):
        return False
    return not all(isinstance(each, Apply) and each.function in PROBABILITIES for each in argument.factors)


def how_far(pieces: list[Node], at: int, end: int, labels: tuple[Term, ...], lower: Lower) -> Term:
    """Both readings of a logarithm before a call and more factors."""
    start, close = pieces[at].span.start, pieces[end - 1].span.end
    whole = Apply("log", (lower(joined_node(pieces[at + 1 : end])),), labels, Span(start, close))
    called = joined_node(pieces[at + 1 : at + 3])
    short = Apply("log", (lower(called),), labels, Span(start, called.span.end))
    rest = lower(joined_node(pieces[at + 3 : end]))
    return Unknown("how far the logarithm reaches", "", (Product((short, rest), "", whole.origin), whole), whole.origin)


def stand_alone(pieces: list[Node]) -> bool:
    """Whether no term of a sum reaches beyond a sign or lacks one, as in most sums of letters and numbers."""
    return ALONE.issuperset([each.kind if each.kind is not Kind.SCRIPTS else each.children[0].kind for each in pieces])


def unit_apart(pieces: list[Node]) -> list[Node]:
    r"""The parts of a sum, where ``\cos t + \sin t \, i`` has the sine of t: beside its cosine, the unit is a factor."""
    angles = {angle for piece in pieces if (angle := _angle(_factors(piece), "cos")[1])}
    return [_with_angle_closed(piece, angles) for piece in pieces] if angles else pieces


def _angle(factors: tuple[Node, ...], function: str) -> tuple[int, str]:
    """Where what a cosine or sine is taken of begins, to the end of a product, and how it is written; -1 without one."""
    at = next((at for at, each in enumerate(factors) if each.kind is Kind.FUNCTION), len(factors))
    if at + 1 >= len(factors) or factors[at].text != function:
        return -1, ""
    return at + 1, "".join(leaf.text for each in factors[at + 1 :] for leaf in leaves(each))


def _factors(piece: Node) -> tuple[Node, ...]:
    run = content(piece)
    return parts(run) if run.kind is Kind.JUXTAPOSITION else ()


def _with_angle_closed(piece: Node, angles: set[str]) -> Node:
    factors = _factors(piece)
    unit = "".join(leaf.text for leaf in leaves(factors[-1]) if leaf.kind is Kind.NAME) if factors else ""
    if unit not in ("i", "j"):
        return piece
    at, angle = _angle(factors[:-1], "sin")
    if at < 0 or angle not in angles:
        return piece
    closed = joined_node(factors[at:-1])
    return joined_node([*factors[:at], Node(Kind.FENCE, closed.span, (closed,), "()"), factors[-1]])


def signed_argument(pieces: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""The parts of a sum, where ``\exp -x`` is the exponential of what is negative: a function wants something."""
    made = pieces
    for at in range(len(pieces) - 2, 0, -1):  # the last one first, as in exp -a exp -b
        if pieces[at].text in ("-", "−") and (called := _of_negative(*made[at - 1 : at + 2])) is not None:
            made = (*made[: at - 1], called, *made[at + 2 :])
    return made


def _of_negative(head: Node, sign: Node, operand: Node) -> Node | None:
    head = content(head)
    *before, function = parts(head) if head.kind is Kind.JUXTAPOSITION else (head,)
    noted = noted_below(content(function))
    base = content(noted[0]) if noted is not None else base_of(function)
    if base.kind not in (Kind.FUNCTION, Kind.WORD) or starts_function(operand) and noted is None:
        return None
    known = lookup(base.text)
    sought = known is not None and known.law in ("extremum", "argument") and base is not content(function)
    plain = base.kind is Kind.FUNCTION and (base.text in LIMITS or known is not None and known.elementwise)
    if not plain and not sought:
        return None
    negative = Node(Kind.PREFIX, Span(sign.span.start, operand.span.end), (sign, operand))
    bracket = Node(Kind.FENCE, negative.span, (negative,), "()")
    return joined_node([*before, function, bracket])
