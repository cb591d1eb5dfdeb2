r"""Where the symbols of a formula are written: the name of each, and each of its scripts.

What a symbol is comes from the terms of the formula, how it is written from the tree: ``K^T`` is the symbol K
with a script that is no part of it, the first letters of ``PE_{(pos, 2i)}`` are one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from symformer.reading.lower import lower
from symformer.reading.scripts import ReadScript, scripts_of_name
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import Kind, Node, Tree, content, parts, walk
from symformer.terms.term import Apply, Index, Symbol, Term, Transpose, Unknown
from symformer.terms.term import walk as walk_term
from symformer.text.record import record
from symformer.text.span import Span

Role = Literal["label", "index", "transpose", "power", "prime", "mixed", "unclear"]

NAMES = frozenset({Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS, Kind.FUNCTION})
BARE = frozenset({Kind.FRACTION, Kind.RADICAL, Kind.ACCENT, Kind.FONT, Kind.BINOMIAL, Kind.STYLE, Kind.ANNOTATED})


@record
class Script:
    """One script of a symbol: with its mark, and what it holds, both as spans of the formula."""

    span: Span
    held: Span
    below: bool
    role: Role
    indices: tuple[Term, ...] = ()


@record
class Written:
    """One place in which a symbol is written.

    ``term`` is what it is read as, indices included; a name of a function stands without its arguments.
    ``base`` is the name without scripts.
    """

    term: Symbol | Index
    span: Span
    base: Span
    scripts: tuple[Script, ...]
    called: bool = False


@record
class ReadAgain:
    """A formula with its statements, and the symbols in them as they are written."""

    statements: tuple[Term, ...]
    symbols: tuple[Written, ...]


def read_with_symbols(tree: Tree, vocabulary: Vocabulary) -> ReadAgain:
    """The statements of a formula, and every place in it where a symbol is written, from left to right.

    >>> from symformer.syntax.parser import parse
    >>> found = read_with_symbols(parse(r"W_i^Q X^T"), Vocabulary(indices=frozenset("i")))
    >>> [(each.base.slice(r"W_i^Q X^T"), [script.role for script in each.scripts]) for each in found.symbols]
    [('W', ['index', 'label']), ('i', []), ('X', ['transpose'])]
    """
    statements = lower_formula(tree, vocabulary)
    nodes = _by_span(tree, vocabulary)
    beside = tuple(_beside(tree, vocabulary))
    nodes |= _by_span(tree, vocabulary)
    found: dict[Span, Written] = {}
    for statement in (*statements, *beside):
        for part in walk_term(statement):
            made = _written(part, nodes, vocabulary, tree.input)
            if made is not None:
                found.setdefault(made.span, made)
    ordered = sorted(found.values(), key=lambda each: (each.span.start, -each.span.end))
    return ReadAgain(statements, tuple(_apart(ordered)))


def bare_arguments(tree: Tree) -> frozenset[Span]:
    r"""The places of what stands without braces as the argument of a command: the d of ``\sqrt d``."""
    return frozenset(
        child.span for node in walk(tree.root) if node.kind in BARE for child in parts(node) if child.kind is Kind.NAME
    )


def _beside(tree: Tree, vocabulary: Vocabulary) -> Iterator[Term]:
    """What annotations say that are no part of a statement: the sizes below a brace."""
    for node in walk(tree.root):
        if node.kind is Kind.ANNOTATED:
            for note in parts(node)[1:]:
                term = lower(note, vocabulary)
                if not any(isinstance(part, Unknown) for part in walk_term(term)):
                    yield term


def _by_span(tree: Tree, vocabulary: Vocabulary) -> dict[Span, Node]:
    """The nodes that may be a symbol, of several at one place the outermost; with those that reading made."""
    made = (node for node, _ in vocabulary.lowered.values())
    found: dict[Span, Node] = {}
    for node in (*made, *walk(tree.root)):
        if node.kind in NAMES:
            before = found.get(node.span)
            if before is None or before.kind is not Kind.SCRIPTS:
                found[node.span] = node
    return found


def _written(part: Term, nodes: dict[Span, Node], vocabulary: Vocabulary, text: str) -> Written | None:
    match part:
        case Index(base=Symbol()) | Symbol():
            return _placed(part, part.origin, nodes, vocabulary)
        case Apply(function="absolute", arguments=(Symbol() as inner,)) if part.origin.length:
            return Written(Symbol(f"|{inner.name}|", part.origin), part.origin, part.origin, ())
        case Apply() if part.origin.length:
            return _called(part, nodes, text)
    return None


def _called(part: Apply, nodes: dict[Span, Node], text: str) -> Written | None:
    """The name of a function, at the start of a call; it may be spelled by letters side by side."""
    starts = [span for span in nodes if span.start == part.origin.start and span.end < part.origin.end]
    for span in sorted(starts, key=lambda each: -each.end):
        node = nodes[span]
        if node.kind is not Kind.SCRIPTS and node.text == part.function:
            return Written(Symbol(part.function, span), span, span, (), True)
    spelled = Span(part.origin.start, part.origin.start + len(part.function))
    if len(part.function) > 1 and spelled.slice(text) == part.function and part.function.isalpha():
        return Written(Symbol(part.function, spelled), spelled, spelled, (), True)
    return None


def _placed(term: Symbol | Index, span: Span, nodes: dict[Span, Node], vocabulary: Vocabulary) -> Written | None:
    if not span.length:
        return None
    node = nodes.get(span)
    if node is None:
        return Written(term, span, span, ()) if isinstance(term, Symbol) else None
    while node.kind is Kind.SCRIPTS and content(parts(node)[0]).kind is Kind.SCRIPTS:
        node = content(parts(node)[0])  # {K^{(i)}}^T
    if node.kind is not Kind.SCRIPTS:
        return Written(term, node.span, node.span, ())
    scripts = scripts_of_name(node, vocabulary, lambda inner: lower(inner, vocabulary))
    made = tuple(
        Script(each.node.span, _held(each.node), each.node.kind is Kind.SUBSCRIPT, _role(each), each.indices)
        for each in scripts
    )
    return Written(term, node.span, parts(node)[0].span, made)


def _held(script: Node) -> Span:
    """What a script holds, without its mark and its braces."""
    inside = parts(script)
    if len(inside) == 1 and inside[0].kind is Kind.GROUP:
        braces = inside[0].span
        return Span(braces.start + 1, braces.end - 1)
    return Span(inside[0].span.start, inside[-1].span.end) if inside else Span(script.span.end, script.span.end)


def _role(each: ReadScript) -> Role:
    if each.node.kind is Kind.PRIME:
        return "prime"
    if each.done is not None:
        if each.label or each.indices:
            return "mixed"
        return "transpose" if isinstance(each.done, Transpose) else _power_or_open(each.done)
    if each.label and each.indices:
        return "mixed"
    return "label" if each.label else "index" if each.indices else "unclear"


def _power_or_open(done: Term) -> Role:
    return "unclear" if isinstance(done, Unknown) else "power"


def _apart(ordered: Iterable[Written]) -> Iterator[Written]:
    """Each place once: of two symbols read at one place that overlap, the outer one holds the inner in a script."""
    last: list[Written] = []
    for each in ordered:
        while last and last[-1].span.end <= each.span.start:
            last.pop()
        bars = last and isinstance(last[-1].term, Symbol) and last[-1].term.name.startswith("|")
        if last and not bars and not any(script.held.contains(each.span) for script in last[-1].scripts):
            continue
        last.append(each)
        yield each
