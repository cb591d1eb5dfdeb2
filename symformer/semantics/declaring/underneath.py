r"""Sizes written under or over names: ``\underbrace{X}_{n \times d}``, ``\underset{n \times d}{X}``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symformer.semantics.declaration import Declaration
from symformer.semantics.formulas import ReadFormula
from symformer.semantics.prose.names import shaped_role
from symformer.semantics.prose.snippets import Read, Snippet, named_term, sizes_in
from symformer.terms.term import Index, Space, Symbol, Term, Transpose
from symformer.text.cued import Cued
from symformer.text.groups import argument
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_BRACE = Cued(r"\\(?:under|over)(?:brace|bracket|line)(?![A-Za-z])")
_SET = Cued(r"\\(?:underset|overset|stackrel)(?![A-Za-z])")
_SCRIPT = Cued(r"\s*[_^]\s*")
_WORDS = Cued(r"\s*\\(?:text|mathrm|textrm|scriptsize|small)\s*\{(?P<inside>[^{}]*)\}\s*\Z")
_IN = Cued(r"\s*\\in\b\s*")


def sizes_underneath(formulas: Iterable[ReadFormula], read: Read) -> Iterator[Declaration]:
    """The shapes that labels of braces give to the names in them."""
    for formula in formulas:
        if (
            "\\under" not in formula.latex.text
            and "\\over" not in formula.latex.text
            and "stackrel" not in formula.latex.text
        ):
            continue
        for name, label in _labelled(formula.latex):
            sizes = _sizes(label, read)
            symbol = named_term(name, read) if sizes is not None else None
            if sizes is not None and symbol is None and len(sizes) == 2:
                symbol, sizes = _transposed(name.read(read)), sizes[::-1]
            if isinstance(symbol, Symbol | Index) and sizes is not None:
                yield Declaration(
                    symbol=symbol,
                    span=name.span,
                    evidence=Span(name.span.start, max(label.span.end, name.span.end)),
                    visible_from=formula.formula.span.start,
                    sizes=sizes,
                    role=shaped_role("unknown", sizes),
                )


def _transposed(term: Term) -> Term | None:
    r"""The name in ``K^\top``: sizes under it are those of K, turned round."""
    return term.operand if isinstance(term, Transpose) and isinstance(term.operand, Symbol | Index) else None


def _labelled(latex: MappedText) -> Iterator[tuple[Snippet, Snippet]]:
    """What stands in a brace, and what stands at it."""
    whole = Snippet(latex)
    text = latex.text
    for brace in _BRACE.finditer(text):
        body = argument(text, brace.end())
        script = _SCRIPT.match(text, body.after) if body is not None else None
        label = argument(text, script.end()) if script is not None else None
        if body is not None and label is not None:
            yield whole.part(Span(body.start, body.end)), whole.part(Span(label.start, label.end))
    for over in _SET.finditer(text):
        label = argument(text, over.end())
        body = argument(text, label.after) if label is not None else None
        if body is not None and label is not None:
            yield whole.part(Span(body.start, body.end)), whole.part(Span(label.start, label.end))


def _sizes(label: Snippet, read: Read) -> tuple[Term, ...] | None:
    r"""``n \times d``, ``(n, d)``, ``\text{(n × d)}``, ``\in \mathbb{R}^{n \times d}``."""
    if (words := _WORDS.match(label.text)) is not None:
        label = label.part(Span(*words.span("inside")))
    if (member := _IN.match(label.text)) is not None:
        label = label.part(Span(member.end(), len(label.text)))
    sizes = sizes_in(label, read)
    if sizes is not None and len(sizes) > 1:
        return sizes
    if "mathbb" in label.text or member is not None:
        term = label.read(read)
        return term.sizes if isinstance(term, Space) and term.sizes else None
    return None
