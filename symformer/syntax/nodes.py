r"""The tree of what is written: lossless, spanned, and ignorant of notation.

A tree never decides what needs types: ``a(b+c)`` is a juxtaposition of ``a`` and a fence, ``K^T``
is a script, ``x'`` a prime.  Reading (floor 4) does that, with the symbols in scope.

Every character of the input is in exactly one leaf, so the leaves of a tree join to the input.
Leaves of the kinds in ``SILENT`` (spaces, braces, the control words of structures) carry no
mathematics; ``parts(node)`` leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.text.record import record
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What a node is: one word each.

    (Plain text: an enum's members take ten times as long to look up.  One record that holds them: from a class each
    would take three times as long, and reading a formula asks a thousand times.)
    """

    # -- leaves -------------------------------------------------------------------------------
    SPACE: str = "space"  # blanks, \, \; ~ & in aligned rows, comments, \limits, \displaystyle, \label{..}
    MARK: str = "mark"  # structure: { } _ ^ \frac \begin{..} \left \right, "&" and "\\" of matrices
    NUMBER: str = "number"  # 0.42   text is canonical: "1000" for 1{,}000, ".5", "1e-3"
    NAME: str = "name"  # one letter: x, \alpha, unicode letters, \ell, \infty, \partial, \nabla
    FUNCTION: str = "function"  # \sin \log \exp \max \argmax \lim \Pr ...; text is the bare name "sin"
    OPERATOR: str = "operator"  # + - ± · × / * ⊙ ⊗ ⊕ ∘ @ ...; text is canonical (see below)
    RELATION: str = "relation"  # = ≈ ≠ ∈ ≤ < ≥ > → ↦ ∼ ∝ ≡ := ⇒ ...; text is canonical
    SEPARATOR: str = "separator"  # , ; \quad \qquad \\ (between rows of aligned) prose like \text{ where }
    OPEN: str = "open"  # ( [ \{ \langle \lfloor | ...
    CLOSE: str = "close"
    BIG: str = "big"  # \sum \prod \int \bigcup \bigoplus ...; text "sum", "product", "integral", ...
    ELLIPSIS: str = "ellipsis"  # \dots \cdots \vdots \ddots ...; text "horizontal", "vertical", "diagonal"
    PRIME: str = "prime"  # ' ; text "'" or "''"
    MISSING: str = "missing"  # zero-width: an operand that is not there ("= 3", ":" in X[:, i])
    UNREAD: str = "unread"  # a command without a row, a stray token: reported, kept

    # -- inner nodes --------------------------------------------------------------------------
    FORMULA: str = "formula"  # root; one child, or a LIST of statements
    LIST: str = "list"  # items between SEPARATORs (an item may be MISSING)
    CHAIN: str = "chain"  # side RELATION side RELATION side ... flat
    MID: str = "mid"  # a | b  (conditional bar, set-builder), a : b (slice, type), flat; OPERATOR leaves "|" ":"
    SUM: str = "sum"  # term OPERATOR term ..., flat (+ - ±)
    PRODUCT: str = "product"  # factor OPERATOR factor ..., flat, left to right (· × / * ⊙ ⊗ ∘ @ ...)
    JUXTAPOSITION: str = "juxtaposition"  # two or more factors side by side, flat
    PREFIX: str = "prefix"  # OPERATOR operand (sign, \neg, \mp)
    POSTFIX: str = "postfix"  # operand OPERATOR ("!", "%")
    SCRIPTS: str = "scripts"  # base, then SUBSCRIPT / SUPERSCRIPT / PRIME children in written order
    SUBSCRIPT: str = "subscript"  # MARK "_", content
    SUPERSCRIPT: str = "superscript"  # MARK "^", content
    GROUP: str = "group"  # { content }: transparent
    FENCE: str = "fence"  # OPEN content CLOSE; text is the pair: "()", "[]", "{}", "||", "‖‖", "⟨⟩", "⌊⌋", "⌈⌉", "[)"
    FRACTION: str = "fraction"  # \frac a b, \tfrac, \dfrac, {a \over b}: numerator, denominator
    BINOMIAL: str = "binomial"  # \binom a b
    RADICAL: str = "radical"  # \sqrt[n]{x}: radicand, then the index if written
    ACCENT: str = "accent"  # \hat x ...; text "hat", "tilde", "bar", "vec", "dot", "overline", "underline", ...
    FONT: str = "font"  # \mathbf x ...; text "bold", "calligraphic", "blackboard", "roman", "sans", "fraktur", "script", "italic"
    WORD: str = "word"  # \text{..} \mathrm{softmax} \operatorname{..}: text is the cleaned content "softmax"
    BIG_OPERATION: str = "big-operation"  # head (BIG leaf or SCRIPTS over it), body (a product)
    MATRIX: str = "matrix"  # matrix-like environment or \substack; text "bmatrix", "array", ...; children ROW
    CASES: str = "cases"  # rows of (value, condition); children ROW
    ALIGNED: str = "aligned"  # rows of an aligned, align, gather, split ... ; children ROW; text the name
    ROW: str = "row"  # children CELL (matrix, cases) or one content (aligned)
    CONDITION: str = "condition"  # made by reading, not by the parser: what stands behind "if"
    CELL: str = "cell"  # one content or MISSING
    ANNOTATED: str = "annotated"  # \underbrace{x}_{n}, \overset, \stackrel, \xrightarrow: base, then annotations
    STYLE: str = "style"  # \color, \boxed, \cancel, \phantom, \mathstrut wrappers: the content is what counts


Kind = _Kinds()
SILENT = frozenset({Kind.SPACE, Kind.MARK})
INFIX = SILENT | {Kind.OPERATOR, Kind.RELATION, Kind.SEPARATOR, Kind.OPEN, Kind.CLOSE}
BRACKETS = frozenset({Kind.OPEN, Kind.CLOSE})
HIDDEN = SILENT | BRACKETS
WRAPPERS = frozenset({Kind.GROUP, Kind.STYLE, Kind.FORMULA, Kind.CELL, Kind.SUBSCRIPT, Kind.SUPERSCRIPT})
LOOKS = frozenset({Kind.GROUP, Kind.STYLE, Kind.ANNOTATED})  # a sign that one of these holds is a sign all the same
LEAVES = frozenset(
    {
        Kind.SPACE, Kind.MARK, Kind.NUMBER, Kind.NAME, Kind.FUNCTION, Kind.OPERATOR, Kind.RELATION, Kind.SEPARATOR,
        Kind.OPEN, Kind.CLOSE, Kind.BIG, Kind.ELLIPSIS, Kind.PRIME, Kind.MISSING, Kind.UNREAD,
    }
)  # fmt: skip


@record
class Node:
    """A node of the tree.

    ``text`` is canonical for leaves ("≤" for ``\\leq``, "1000" for ``1{,}000``, "alpha" for
    ``\\alpha``) and the variety for inner nodes ("bmatrix", "hat", "()").  What is written stands
    at ``span`` of the tree's input.
    """

    kind: str
    span: Span
    children: tuple[Node, ...] = ()
    text: str = ""
    kept: tuple[Node, ...] | None = field(default=None, init=False, repr=False, compare=False)  # see ``parts``


@record
class SyntaxProblem:
    """Something that could not be read or is malformed. ``kind`` is a stable kebab-case word."""

    kind: str  # "unknown-command", "unbalanced", "misplaced", "too-deep", "macro-limit", ...
    span: Span
    message: str
    fatal: bool  # True: the formula counts as unread


@record
class Tree:
    """A formula as written: ``input`` is what the leaves join to.

    ``wraps`` says whether braces, a style or a note stand among factors, so that there may be a sign in them.
    """

    input: str
    root: Node
    problems: tuple[SyntaxProblem, ...] = ()
    wraps: bool = field(default=True, repr=False, compare=False)

    @property
    def read(self) -> bool:
        """Whether the whole formula was understood."""
        return not any(problem.fatal for problem in self.problems)


def parts(node: Node) -> tuple[Node, ...]:
    """The children that carry mathematics: all but spaces and marks.

    Reading asks for them again and again, so a node keeps them once they were asked for.
    """
    kept = node.kept
    if kept is None:
        counting = []
        for child in node.children:  # no comprehension: most nodes have two or three children
            if child.kind not in SILENT:
                counting.append(child)
        kept = tuple(counting)
        object.__setattr__(node, "kept", kept)
    return kept


def operands(node: Node) -> tuple[Node, ...]:
    """The operands of an infix node: its parts without operators, relations and separators."""
    return tuple([child for child in node.children if child.kind not in INFIX])


def content(node: Node) -> Node:
    """What stands inside groups, style wrappers and one-part formulas: the node that counts."""
    while node.kind in WRAPPERS:
        held = node.kept or parts(node)
        if len(held) != 1 or held[0].kind in BRACKETS:
            held = tuple([child for child in held if child.kind not in BRACKETS])
            if not held:
                return Node(Kind.MISSING, Span(node.span.end, node.span.end))  # x^{} and x^ lack the same
            if len(held) > 1:
                return node
        node = held[0]
    return node


def held_in(fence: Node) -> Node | None:
    """The one thing that brackets hold; None where they hold nothing, or several things."""
    pieces = parts(fence)
    if (
        len(pieces) != 3
        or pieces[1].kind in BRACKETS
        or pieces[0].kind is not Kind.OPEN
        or pieces[2].kind is not Kind.CLOSE
    ):
        pieces = tuple([part for part in pieces if part.kind not in BRACKETS])
        return content(pieces[0]) if len(pieces) == 1 else None
    return content(pieces[1])


def leaves(node: Node) -> Iterator[Node]:
    """The leaves from left to right (iterative: trees can be deep)."""
    stack = [node]
    while stack:
        top = stack.pop()
        if top.children:
            stack.extend(reversed(top.children))
        elif top.kind in LEAVES or top.span.length:
            yield top


def branches(node: Node) -> Iterator[Node]:
    """Every node that has children, parents first, from left to right."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        for child in reversed(top.children):
            if child.children:
                stack.append(child)


def walk(node: Node) -> Iterator[Node]:
    """Every node, parents first, from left to right."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(top.children))
