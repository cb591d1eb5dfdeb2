r"""Lists that say one thing: ``h, c = \text{LSTM}(x)`` unpacks, ``p \text{ if } n < N \text{ else } 0`` chooses."""

from __future__ import annotations

from symformer.reading.written import NAME_LIKE, base_of, items_of
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.terms.term import EXACTLY_EQUAL
from symformer.text.span import Span

IFS = frozenset({"if", "when", "若", "当", "如果"})
ELSE_IFS = frozenset({"elif", "else if", "elseif"})
ELSES = frozenset({"else", "otherwise", "否则"})
BARE = NAME_LIKE | {Kind.SCRIPTS}


def unpacked(node: Node) -> list[Node] | None:
    r"""The statements of a list whose first items are the names that its equation gives values to; else None.

    ``Q, K, V = a, b, c`` gives each its own, ``h, c = f(x)`` both at once, ``a, b = 0`` and ``Q, K = X``
    each the same.
    """
    if node.kind is not Kind.LIST or any(_is_wide(part) for part in parts(node) if part.kind is Kind.SEPARATOR):
        return None
    items = [content(item) for item in items_of(node)]
    at = next((at for at, item in enumerate(items) if not _is_name(item)), len(items))
    if not 0 < at < len(items) or items[at].kind is not Kind.CHAIN:
        return None
    chain = items[at]
    last, sign, *values = parts(chain)
    if sign.text not in EXACTLY_EQUAL or not _is_name(content(last)) or len(values) != 1:
        return None
    names, rest = [*items[:at], content(last)], items[at + 1 :]
    if rest and len(rest) + 1 != len(names) or any(item.kind is Kind.CHAIN for item in rest):
        return None
    value = content(values[0])
    if rest:
        return [_equation(name, sign, each) for name, each in zip(names, [value, *rest], strict=True)]
    if value.kind in (Kind.NUMBER, *BARE):
        return [_equation(name, sign, value) for name in names]
    together = Node(Kind.LIST, Span(names[0].span.start, names[-1].span.end), tuple(names))
    return [_equation(together, sign, value)]


def _is_wide(separator: Node) -> bool:
    """Whether words or wide blanks stand between two items, not a comma."""
    return separator.text.strip() not in (",", "，", "、")


def _is_name(node: Node) -> bool:
    return node.kind in BARE and base_of(node).kind in NAME_LIKE


def _equation(name: Node, sign: Node, value: Node) -> Node:
    return Node(Kind.CHAIN, Span(name.span.start, max(name.span.end, value.span.end)), (name, sign, value))


def chosen(node: Node) -> Node | None:
    r"""``\lambda = p \text{ if } n < N \text{ else } 0`` as cases; None where no "else" gives the other value."""
    pieces = parts(node)
    said = [part.text.lower().strip(" ,") if part.kind is Kind.SEPARATOR else "" for part in pieces]
    if len(pieces) < 5 or len(pieces) % 2 == 0 or said[1] not in IFS:
        return None
    rows: list[Node] = []
    first = content(pieces[0])
    *head, value = parts(first) if first.kind is Kind.CHAIN else (first,)
    at = 1
    while at + 1 < len(pieces) and (said[at] in IFS or said[at] in ELSE_IFS):
        condition = pieces[at + 1]
        rows.append(Node(Kind.ROW, value.span.cover(condition.span), (value, condition)))
        if at + 2 >= len(pieces) or said[at + 2] not in ELSES | ELSE_IFS:
            return None
        if said[at + 2] in ELSES:
            at += 2
            break
        if at + 4 < len(pieces) and said[at + 4] in IFS:
            value, at = pieces[at + 3], at + 4
        else:
            return None
    if said[at] not in ELSES or at + 2 != len(pieces):
        return None
    other = pieces[at + 1]
    rows.append(Node(Kind.ROW, other.span, (other,)))
    span = Span(rows[0].span.start, other.span.end)
    cases = Node(Kind.CASES, span, tuple(rows))
    return Node(Kind.CHAIN, node.span, (*head, cases)) if head else cases


def predicate(node: Node) -> tuple[str, Node] | None:
    r"""``d \text{ is even}``: what words say of the one thing before them."""
    items = [item for item in operands(node) if content(item).kind is not Kind.MISSING]
    last = parts(node)[-1] if parts(node) else node
    if content(last).kind is Kind.MISSING and len(parts(node)) > 1:
        last = parts(node)[-2]
    if len(items) != 1 or last.kind is not Kind.SEPARATOR or last.span.start < items[0].span.end:
        return None
    words = last.text.split()
    return (last.text, items[0]) if len(words) > 1 and words[0] in ("is", "are", "has", "have") else None
