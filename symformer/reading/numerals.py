"""Scripts on numerals, on ones in a font and on exp: degrees, numbers in a base, powers of e."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, parts, walk
from symformer.terms.term import Apply, Index, Number, Power, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]


def ones_or_zeros(node: Node) -> str | None:
    r"""``\mathbf{1}``, ``\mathbb{1}``: the name of a vector of ones, of zeros, or of an indicator."""
    if node.kind is Kind.FONT and node.text in ("bold", "blackboard") and parts(node):
        digit = content(parts(node)[-1])
        if digit.kind is Kind.NUMBER and digit.text in ("0", "1"):
            return f"{node.text}({digit.text})"
    return None


def with_imaginary_units(pieces: list[Node], vocabulary: Vocabulary) -> list[Node]:
    r"""``e^{\mathrm{i} \theta_i}``: an upright i or j that is a factor, where the slanted one counts, is the imaginary unit."""
    units = [piece for piece in pieces if _is_unit(content(piece), vocabulary)]
    if not units:
        return pieces
    names = [content(parts(content(piece))[-1]).text if piece in units else "" for piece in pieces]
    return [Node(Kind.NAME, p.span, (), f"roman({name})") if name else p for p, name in zip(pieces, names, strict=True)]


def _is_unit(node: Node, vocabulary: Vocabulary) -> bool:
    if node.kind is not Kind.FONT or node.text != "roman" or len(parts(node)) != 1:
        return False
    letter = content(parts(node)[0])
    if letter.kind is not Kind.NAME or letter.text not in ("i", "j"):
        return False
    return letter.text in vocabulary.indices and f"roman({letter.text})" not in vocabulary.indices


def is_degrees(inner: Node, scripts: list[Node]) -> bool:
    """``30^\\circ``: an angle."""
    return (
        inner.kind is Kind.NUMBER
        and len(scripts) == 1
        and scripts[0].kind is Kind.SUPERSCRIPT
        and content(scripts[0]).text in ("∘", "circ", "°")
    )


def indicator(inner: Node, scripts: list[Node], span: Span, lower: Lower) -> Term | None:
    r"""``\mathbf{1}_{a \neq b}``, ``1_{\{x > 0\}}``: a one with a statement below counts whether it holds; else None."""
    if len(scripts) != 1 or scripts[0].kind is not Kind.SUBSCRIPT or inner.text != "1" and ones_or_zeros(inner) is None:
        return None
    below = content(scripts[0])
    if below.kind is Kind.FENCE:
        held = [content(part) for part in parts(below) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
        below = held[0] if len(held) == 1 else below
    if inner.text != "1" and any(
        part.kind in (Kind.WORD, Kind.SEPARATOR) and " " in part.text.strip() for part in walk(below)
    ):
        return Unknown("a condition in words", "", (lower(inner), lower(below)), span)
    return Apply("indicator", (lower(below),), (), span) if below.kind is Kind.CHAIN else None


def numeral(inner: Node, scripts: list[Node], lower: Lower) -> Term | None:
    """``110_2``: a number in base 2, where its digits are of that base."""
    if inner.kind is not Kind.NUMBER or len(scripts) != 1 or scripts[0].kind is not Kind.SUBSCRIPT:
        return None
    base = content(scripts[0])
    if base.kind is not Kind.NUMBER or base.text not in ("2", "3", "8", "10") or len(inner.text) < 2:
        return None
    if not all(digit.isdecimal() and int(digit) < int(base.text) for digit in inner.text):
        return None
    return Apply("in base", (lower(inner), lower(base)), (), inner.span.cover(base.span))


def is_exponential(inner: Node, scripts: Sequence[Node]) -> bool:
    r"""``\exp^{-x^2}``: e to a power, written with the name of the function; ``\exp^2`` is a square."""
    if inner.kind is not Kind.FUNCTION or inner.text != "exp" or len(scripts) != 1:
        return False
    return scripts[0].kind is Kind.SUPERSCRIPT and content(scripts[0]).kind not in (Kind.NUMBER, Kind.PRIME, Kind.FENCE)


def exponential(inner: Node, scripts: list[Node], span: Span, lower: Lower) -> Term | None:
    r"""``\exp^{x}`` as an exponential, where it is one."""
    return Apply("exp", (lower(content(scripts[0])),), (), span) if is_exponential(inner, scripts) else None


def bracketed_numeral(node: Node, below: Sequence[Term], lower: Lower) -> Term | None:
    """``(1011)_2``, a number in base 2; of ``(b_3 b_2 \\cdots b_0)_2`` only that it is one."""
    base = below[0] if len(below) == 1 else None
    if (
        not isinstance(base, Number)
        or base.value not in (2, 8, 10, 16)
        or node.kind is not Kind.FENCE
        or node.text != "()"
    ):
        return None
    inside = [each for each in parts(node) if each.kind not in BRACKETS]
    if len(inside) != 1:
        return None
    held = content(inside[0])
    if held.kind is Kind.NUMBER and held.text.isdecimal() and len(held.text) > 1:
        fits = all(int(digit) < base.value for digit in held.text)
        return Apply("in base", (lower(held), base), (), node.span) if fits else None
    dotted = held.kind is Kind.JUXTAPOSITION and any(content(each).kind is Kind.ELLIPSIS for each in parts(held))
    return (
        Unknown("digits in another base", "", (Index(lower(node), (base,), (), node.span),), node.span)
        if dotted
        else None
    )


def scientific(pieces: list[Node], lower: Lower) -> list[Node]:
    """``4.2 × 10^22 / 1.2 × 10^14``: one number in scientific notation over another."""
    made = list(pieces)
    at = 3
    while at + 3 < len(made):
        if made[at].text in ("/", "÷", "∕", "mod", "bmod") and all(
            _is_scientific(made[first : first + 3], lower) for first in (at - 3, at + 1)
        ):
            below = Node(
                Kind.PRODUCT, Span(made[at + 1].span.start, made[at + 3].span.end), tuple(made[at + 1 : at + 4])
            )
            made[at + 1 : at + 4] = [below]
        at += 2
    return made


def _is_scientific(pieces: list[Node], lower: Lower) -> bool:
    mantissa, sign, power = pieces
    if sign.text not in ("×", "·", "⋅") or mantissa.kind is not Kind.NUMBER:
        return False
    match lower(power):
        case Power(base=Number(value=base), exponent=Number()):
            return base == 10
    return False
