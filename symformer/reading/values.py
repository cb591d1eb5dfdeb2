"""Scripts behind brackets: they belong to the value that a call or an index gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.reading.scripts import LABEL_MARKS, indices_of_value
from symformer.reading.superscripts import TRANSPOSES
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Index, Power, Sign, Term, Transpose
from symformer.text.span import Span

Lower = Callable[[Node], Term]


def with_scripts_behind(value: Term, scripts: Sequence[Node], span: Span, lower: Lower) -> Term:
    """A value with the scripts behind its brackets: ``f(x)_i``, ``f(x)^2``, ``f(x)^\\top``, ``f(x)'``."""
    below = [content(script) for script in scripts if script.kind is Kind.SUBSCRIPT]
    labels = [node for node in below if node.kind in (Kind.WORD, Kind.OPERATOR, Kind.RELATION)]
    indices = tuple(index for node in below if node not in labels for index in indices_of_value(node, lower))
    term: Term = Index(value, indices, (), span) if indices else value
    for label in labels:
        term = Apply("labelled", (term,), (Sign(label.text),), span)
    for script in scripts:
        if script.kind is Kind.SUPERSCRIPT:
            term = _raised(term, content(script), span, lower)
        elif script.kind is Kind.PRIME:
            term = Apply("primed", (term,), (Sign(script.text or "'"),), span)
    return term


def _raised(term: Term, upper: Node, span: Span, lower: Lower) -> Term:
    plain = content(parts(upper)[-1]) if upper.kind is Kind.FONT else upper
    if plain.kind in (Kind.NAME, Kind.WORD) and plain.text in TRANSPOSES:
        return Transpose(term, span)
    if plain.kind is Kind.PRIME:
        return Apply("primed", (term,), (Sign(plain.text or "'"),), span)
    if plain.kind is Kind.OPERATOR or plain.kind is Kind.NAME and plain.text in LABEL_MARKS:
        return Apply("marked", (term,), (Sign(plain.text),), span)
    if plain.kind is Kind.FENCE:
        return Index(term, (), (in_brackets(plain, lower),), span)
    return Power(term, lower(upper), span)


def in_brackets(node: Node, lower: Lower) -> Term:
    """What a superscript holds: the l of ``MHA^{(l)}``."""
    held = [content(part) for part in parts(node) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    return lower(held[0]) if node.kind is Kind.FENCE and len(held) == 1 else lower(node)
