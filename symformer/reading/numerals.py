"""Scripts on numerals, on ones in a font and on exp: degrees, numbers in a base, powers of e."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Term
from symformer.text.span import Span

Lower = Callable[[Node], Term]


def ones_or_zeros(node: Node) -> str | None:
    r"""``\mathbf{1}``, ``\mathbb{1}``: the name of a vector of ones, of zeros, or of an indicator."""
    if node.kind is Kind.FONT and node.text in ("bold", "blackboard") and parts(node):
        digit = content(parts(node)[-1])
        if digit.kind is Kind.NUMBER and digit.text in ("0", "1"):
            return f"{node.text}({digit.text})"
    return None


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
