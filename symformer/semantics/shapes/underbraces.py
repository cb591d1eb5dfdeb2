r"""Formulas with the shape of each factor below it: ``\underbrace{Q}_{n \times d_k}``.

A brace goes under what is one piece of the tree, so that the result compiles wherever the formula
did; what reads back as something else than the author wrote is left as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symformer.printing.names import name_latex
from symformer.printing.sizes import shape_latex
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.parts import part_shapes
from symformer.semantics.statement import Statement
from symformer.syntax.nodes import SILENT, Kind, Node, Tree
from symformer.syntax.parser import parse
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.span import Span

Speller = Callable[[str], str]
MOST_BRACES = 60  # in one formula
HANGING = frozenset({Kind.SUBSCRIPT, Kind.SUPERSCRIPT, Kind.PRIME})  # too small for a brace
CLOSED = frozenset({Kind.ANNOTATED, Kind.WORD, Kind.ACCENT, Kind.FONT})  # one piece: no brace within
RUNS = frozenset({Kind.JUXTAPOSITION, Kind.PRODUCT, Kind.SUM})  # some of their children are a piece


@dataclass(frozen=True, slots=True)
class _Brace:
    span: Span
    sizes: str


def speller_of(statements: Sequence[Statement], vocabulary: Vocabulary) -> Speller:
    """Writes a name as the note first does; as LaTeX of our own where it never stands alone in a formula."""
    known: dict[str, str] = {}
    for statement in statements:
        if statement.carrier != "formula":
            continue
        for part in walk(statement.term):
            if isinstance(part, Symbol) and part.name not in known and part.origin.length:
                written = part.origin.slice(statement.latex.text)
                if _says(written, part, vocabulary):  # the K of K^\top may be said to stand at all of it
                    known[part.name] = written
    return lambda name: known.get(name) or name_latex(name)


def _says(written: str, symbol: Symbol, vocabulary: Vocabulary) -> bool:
    if len(written) == 1 or not set(written) & {"^", "_", "{", "\\"}:
        return True
    return lower_formula(parse(written), vocabulary) == (symbol,)


def underbraced(
    shaped: Sequence[StatementShape], tree: Tree, vocabulary: Vocabulary, spelled: Speller = name_latex
) -> tuple[str, int]:
    """A formula with braces under its factors, and how many; ``shaped`` are the statements it makes."""
    meant = lower_formula(tree, vocabulary)

    def unchanged(kept: Sequence[_Brace]) -> bool:
        again = parse(_with_braces(tree.input, kept))
        return again.read and lower_formula(again, vocabulary) == meant

    braces = tuple(_braces(shaped, tree, spelled))
    if not unchanged(braces):
        # most often it is one brace: with "softmax(x)" braced, the call is a product
        braces = tuple(each for each in braces if unchanged((each,)))
        if not unchanged(braces):
            braces = tuple(each for each in braces if _is_innermost(each, braces))
    return (_with_braces(tree.input, braces), len(braces)) if braces and unchanged(braces) else (tree.input, 0)


def _is_innermost(brace: _Brace, braces: Sequence[_Brace]) -> bool:
    return not any(brace is not other and brace.span.contains(other.span) for other in braces)


def _with_braces(text: str, braces: Sequence[_Brace]) -> str:
    """The text with all braces put in; of nested ones the outer opens first and closes last."""
    opening = [(each.span.start, 1, -each.span.end, r"\underbrace{") for each in braces]
    closing = [(each.span.end, 0, -each.span.start, f"}}_{{{each.sizes}}}") for each in braces]
    pieces: list[str] = []
    done = 0
    for at, _, _, written in sorted([*opening, *closing]):
        pieces += [text[done:at], written]
        done = at
    return "".join((*pieces, text[done:]))


def _braces(shaped: Sequence[StatementShape], tree: Tree, spelled: Speller) -> Iterator[_Brace]:
    seen: set[Span] = set()
    for each in shaped:
        shapes = {part.term: part.shape for part in part_shapes(each)}
        for term in _places(each.statement.term):
            shape = shapes.get(term)
            if shape is None or not shape.rank or term.origin in seen or len(seen) == MOST_BRACES:
                continue
            if _is_piece(tree.root, term.origin, tree.input):
                seen.add(term.origin)
                yield _Brace(term.origin, shape_latex(shape, spelled))


def _places(term: Term) -> Iterator[Term]:
    """What may get a brace: names, transposes of names, displays, and calls that are a factor."""
    stack = [term]
    while stack:
        top = stack.pop()
        match top:
            case Symbol() | Index() | Matrix() | Power() | Transpose(operand=Symbol() | Index() | Matrix()):
                yield top
            case Relation(sides=parts) | Sum(terms=parts) | Elementwise(factors=parts) | Apply(arguments=parts):
                stack.extend(parts)
            case Product(factors=parts):
                yield from (part for part in parts if isinstance(part, Apply))
                stack.extend(parts)
            case Quotient(above, below):
                stack += [above, below]
            case Transpose(operand=inner) | IndexedSum(body=inner):
                stack.append(inner)


def _is_piece(root: Node, place: Span, text: str) -> bool:
    """Whether a place is a node of the tree, or neighbours in one, where a brace can stand."""
    written = place.slice(text)
    if not place.length or ("&" in written or r"\\" in written) and r"\begin" not in written:
        return False
    node = root
    while node.span != place or len(node.children) == 1:
        inside = next((child for child in node.children if child.span.contains(place)), None)
        if inside is None:
            break
        node = inside
        if node.kind in CLOSED and node.span != place or node.kind in HANGING:
            return False
    if node.span == place:
        return node.kind not in HANGING
    edges = [child.span for child in node.children if child.kind not in SILENT]
    whole = any(span.start == place.start for span in edges) and any(span.end == place.end for span in edges)
    return whole and node.kind in RUNS
