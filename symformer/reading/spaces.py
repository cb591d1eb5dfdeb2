"""Sets that names are elements of: ``\\mathbb{R}^{n \\times d}``, ``\\{0, 1\\}^n``, ``\\mathbf{R}_+``."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.spelling import name_in_font, spelled
from symformer.reading.superscripts import LABEL_MARKS, TRANSPOSES
from symformer.reading.written import items_of, letter_in_font
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Elementwise, Number, Product, Relation, Space, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]
GRADIENTS = frozenset({"nabla", "∇"})
NAMES_OF_SETS = frozenset({"ℝ", "ℤ", "ℕ", "ℂ", "R", "reals"})
NUMBER_SETS = {"blackboard": frozenset("RZNCQFBK"), "bold": frozenset("RZN")}  # by the font that makes them such


def name_of_no_set(inner: Node) -> str | None:
    """The name of a letter, plain or in a font, that no set is called by: as most that bear scripts are."""
    if inner.kind is Kind.NAME:
        return inner.text if inner.text not in NAMES_OF_SETS else None
    letter = letter_in_font(inner)
    if letter is None or letter.text in NUMBER_SETS.get(inner.text, ()):
        return None
    return name_in_font(inner.text, letter.text)


def space_of(inner: Node, scripts: list[Node], span: Span, lower: Lower) -> Space | None:
    """``\\mathbb{R}^{n \\times d}`` and ``\\{0,1\\}^{n}``: a set of arrays."""
    domain = space_domain(inner)
    if domain is None and inner.kind is Kind.NAME and inner.text == "R" and _has_sizes(scripts):
        domain = "R"
    if domain is None or len(scripts) > 2:
        return None
    uppers = [script for script in scripts if script.kind is Kind.SUPERSCRIPT]
    part = _part_of_set(scripts)
    if inner.text == "bold" and part is None:
        return None  # one of several matrices R
    domain += part or "_" + "".join(content(script).text for script in scripts if script.kind is Kind.SUBSCRIPT)
    domain = domain.rstrip("_")
    if len(uppers) != 1:
        return Space(domain, (), span) if not uppers and inner.text != "bold" else None
    if inner.text == "bold" and _is_matrix_script(content(uppers[0])):
        return None
    if content(uppers[0]).kind is Kind.OPERATOR:
        return Space(f"{domain}^{content(uppers[0]).text}", (), span)  # R^+: the positive numbers
    above = content(uppers[0])
    if above.kind is Kind.CHAIN and content(parts(above)[0]).kind is Kind.MISSING and parts(above)[-1].text == "0":
        return Space(f"{domain}^({parts(above)[1].text}0)", (), span)  # R^{≥0}
    sizes = sizes_of(lower(above))
    if any(isinstance(size, Number) and size.value < 0 for size in sizes):
        return None  # the inverse of a matrix R
    return Space(domain, sizes, span)


def _part_of_set(scripts: list[Node]) -> str | None:
    """``\\mathbb{R}_+``, ``\\mathbb{R}_{\\geq 0}``: which part of the set is meant, as it is written; None for an index."""
    below = [content(script) for script in scripts if script.kind is Kind.SUBSCRIPT]
    if not below:
        return ""
    if below[0].kind is Kind.CHAIN and content(parts(below[0])[0]).kind is Kind.MISSING:
        return "_(" + "".join(part.text for part in parts(below[0])) + ")"
    return f"_{below[0].text}" if below[0].kind is Kind.OPERATOR else None


def _is_matrix_script(node: Node) -> bool:
    """Whether a superscript on a bold letter is a transpose, a prime or an inverse: the letter is a matrix then."""
    if node.kind is Kind.FONT and parts(node):
        node = content(parts(node)[-1])
    return node.kind in (Kind.PRIME, Kind.PREFIX, Kind.FENCE) or node.text in TRANSPOSES | LABEL_MARKS | GRADIENTS


def _has_sizes(scripts: list[Node]) -> bool:
    """R^{n × d}: plain R with sizes in its exponent is the set of real arrays."""
    return any(
        script.kind is Kind.SUPERSCRIPT
        and content(script).kind is Kind.PRODUCT
        and any(part.kind is Kind.OPERATOR and part.text == "×" for part in parts(content(script)))
        for script in scripts
    )


def space_domain(node: Node) -> str | None:
    """The set a node names: "R", "Z", "{0,1}", … or None."""
    if node.kind is Kind.FONT and node.text in NUMBER_SETS and (name := spelled(node)) is not None:
        letter = name[name.find("(") + 1 : -1] if name.endswith(")") else name
        return letter if letter in NUMBER_SETS[node.text] else None
    if node.kind is Kind.NAME and node.text in NAMES_OF_SETS:
        return {"ℝ": "R", "ℤ": "Z", "ℕ": "N", "ℂ": "C", "reals": "R"}.get(node.text) if node.text != "R" else None
    if node.kind is Kind.FENCE and node.text == "{}":
        inside = content(node)
        items = [content(item) for item in items_of(inside)] if inside.kind is Kind.LIST else [inside]
        if items and all(item.kind in (Kind.NUMBER, Kind.PREFIX, Kind.ELLIPSIS, Kind.SUM, Kind.NAME) for item in items):
            return "{" + ",".join(item.text or "…" for item in items) + "}"
    return None


def sizes_of(term: Term) -> tuple[Term, ...]:
    """The sizes in the exponent of a space: n × d_k gives (n, d_k); n·m is one size."""
    match term:
        case Relation(relations=(sign,), sides=(Unknown(), most)) if sign in "<≤":
            return (Apply(f"prefix {sign}", (most,), (), term.origin),)  # N^{≤T}: of lengths up to T
        case Relation():
            return sizes_of(term.sides[-1])
        case Product(sign="×"):
            return tuple(size for factor in term.factors for size in sizes_of(factor))
        case Elementwise(sign="⊗"):
            return term.factors
        case Apply(function="tuple"):
            return term.arguments
        case Number() if term.value == 0:
            return ()
    return (term,)
