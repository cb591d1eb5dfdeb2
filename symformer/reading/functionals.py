"""Functionals before brackets of any kind: means, probabilities, transforms, and extensions of number fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from symformer.reading.arguments import arguments_of
from symformer.reading.called import called_with
from symformer.reading.spelling import spelled
from symformer.reading.written import annotated_base, base_of, items_of, noted_below
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, parts
from symformer.terms.term import Apply, Index, Number, Power, Relation, Symbol, Term, Unknown, bare_sign
from symformer.text.span import Span

Lower = Callable[[Node], Term]

PROBABILITY_OR_MEAN = frozenset({"E", "P", "p", "blackboard(P)"})
FIELDS = frozenset({"blackboard(Q)", "blackboard(F)", "blackboard(R)", "blackboard(C)"})


def is_expectation(piece: Node) -> bool:
    r"""Whether a piece is ``\mathbb{E}``, with what it is taken over or without."""
    inner = content(piece)
    if (noted := noted_below(inner)) is not None:
        inner = content(noted[0])
    if inner.kind is Kind.SCRIPTS and any(part.kind is not Kind.SUBSCRIPT for part in parts(inner)[1:]):
        return False
    return (
        spelled(inner) in ("blackboard(E)", "hat(blackboard(E))")
        or inner.kind is Kind.SCRIPTS
        and spelled(inner) in ("E", "bold(E)")
        and _is_over(inner)
    )


def _is_over(scripted: Node) -> bool:
    r"""Whether ``x \sim p`` or a density as ``p(x)`` stands below a name."""
    below = [content(script) for script in parts(scripted)[1:]]
    return any(
        each.kind is Kind.CHAIN and any(sign.text == "∼" for sign in parts(each)[1::2]) or _is_density(each)
        for each in below
    )


def _is_density(node: Node) -> bool:
    r"""``p(y \mid d)``, ``q_\phi(z)``: the letter of a distribution and its brackets."""
    pieces = parts(node) if node.kind is Kind.JUXTAPOSITION else ()
    return (
        len(pieces) == 2
        and spelled(pieces[0]) in ("p", "q", "P", "Q")
        and pieces[1].kind is Kind.FENCE
        and pieces[1].text == "()"
    )


def is_transform(piece: Node, fence: Node) -> bool:
    r"""``\mathcal{F}\{x\}``, ``\mathcal{F}[x(t)]``: a calligraphic letter is called with braces, and with a value."""
    font = base_of(piece)
    while font.kind is Kind.ACCENT and parts(font):
        font = base_of(content(parts(font)[-1]))  # \hat{\mathcal{R}}_S\{h\}
    if font.kind is not Kind.FONT or font.text not in ("calligraphic", "script", "fraktur"):
        return False
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    values = (Kind.JUXTAPOSITION, Kind.SUM, Kind.FRACTION, Kind.PRODUCT, Kind.BIG_OPERATION)
    if fence.text == "[]" and len(held) == 1 and held[0].kind is Kind.SCRIPTS:
        above = [content(script) for script in parts(held[0])[1:] if script.kind is not Kind.SUBSCRIPT]
        return any(each.kind in (Kind.PRIME, Kind.FENCE) for each in above)  # of a derivative
    return fence.text == "{}" or fence.text == "[]" and len(held) == 1 and held[0].kind in values


def is_probability_or_mean(piece: Node, fence: Node) -> bool:
    """``P[Y > y]``, ``E\\{Y\\}``: a probability of a statement, a mean in braces."""
    name = spelled(piece)
    if name not in PROBABILITY_OR_MEAN:
        return False
    held = [part for part in parts(fence) if part.kind not in BRACKETS]
    if len(held) != 1 or not is_subscriptable(piece):
        return False
    inner = content(held[0])
    items = items_of(inner) if inner.kind is Kind.LIST else (inner,)
    stated = any(content(annotated_base(item)).kind in (Kind.CHAIN, Kind.MID) for item in items)
    if fence.text == "{}":
        return name == "E" or stated and inner.kind is not Kind.LIST
    return fence.text == "[]" and name != "E" and stated and not _has_colon(items)


def is_mean_of_mean(pieces: Sequence[Node], at: int) -> bool:
    """``E_x E_y[f]``: a mean over x of one over y, where the outer one has no brackets of its own."""
    if at + 2 >= len(pieces) or pieces[at + 2].kind is not Kind.FENCE or pieces[at + 2].text not in ("[]", "{}"):
        return False
    pair = pieces[at : at + 2]
    return all(spelled(each) == "E" and each.kind is Kind.SCRIPTS and is_subscriptable(each) for each in pair)


def probability_or_mean(piece: Node, fence: Node, lower: Lower) -> Term:
    """What such a name makes of what the brackets hold."""
    span = Span(piece.span.start, fence.span.end)
    if spelled(piece) == "E":
        return Apply("expectation", arguments_of(fence, lower), labels_below(piece, lower), span)
    return called_with(lower(piece), arguments_of(fence, lower), span)


def _has_colon(items: Sequence[Node]) -> bool:
    return any(part.text == ":" for item in items for part in parts(content(item)))


def labels_below(piece: Node, lower: Lower) -> tuple[Term, ...]:
    """What stands below a name: the x ∼ p of an expectation."""
    inner = content(piece)
    if (noted := noted_below(inner)) is not None:
        return (lower(content(noted[1])),)
    scripts = parts(inner)[1:] if inner.kind is Kind.SCRIPTS else ()
    return tuple(_drawn_together(lower(content(script))) for script in scripts if script.kind is Kind.SUBSCRIPT)


def _drawn_together(label: Term) -> Term:
    r"""``x, y \sim p(x, y)``, ``x, y \sim D``: both are drawn; of ``t, \epsilon \sim N(0, I)`` the last alone is."""
    match label:
        case Apply(function="tuple", arguments=(*before, Relation(relations=(sign,), sides=(last, home)))) if (
            bare_sign(sign) == "∼"
        ):
            names = (*before, last)
            joint = isinstance(home, Symbol) or isinstance(home, Apply) and set(home.arguments) >= set(names)
            if joint and all(isinstance(each, Symbol | Index) for each in names):
                return Relation((sign,), (Apply("tuple", names, (), label.origin), home), label.origin)
    return label


def is_subscriptable(piece: Node) -> bool:
    """Whether brackets behind a piece may hold its indices: a name, with scripts or without."""
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind in (Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT)


def extension(piece: Node, fence: Node, lower: Lower) -> Term | None:
    r"""``\mathbb{Q}(\alpha, \sqrt{2})``: the numbers that a field and these make; no set of numbers is a factor."""
    if fence.text != "()" or spelled(piece) not in FIELDS or fence.span.start != piece.span.end:
        return None
    return Apply(str(spelled(piece)), arguments_of(fence, lower), (), piece.span.cover(fence.span))


def perhaps_of_the_inverse(term: Term) -> Term:
    r"""``\operatorname{tr}(A + I)^{-1}``: the trace of the inverse, as most mean it, or one over the trace."""
    match term:
        case Power(base=Apply(function="trace", arguments=(held,)) as trace, exponent=Number(value=value)) if value < 0:
            inner = replace(trace, arguments=(Power(held, term.exponent, term.origin),), origin=term.origin)
            return Unknown("a power of a trace or of what it is of", "", (term, inner), term.origin)
    return term
