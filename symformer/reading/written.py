r"""What is written, seen as reading needs it: items and sides, words set in a font, fonts over scripts.

Nothing here decides a meaning; nodes are only taken apart, or put together as if they had been
written in the form that the rest of reading knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.functions import lookup
from symformer.reading.quantities import UNIT_WORDS
from symformer.reading.spelling import INDEX_LIKE, is_word
from symformer.reading.words import is_spelled_out, run_at
from symformer.syntax.nodes import BRACKETS, SILENT, Kind, Node, content, leaves, parts
from symformer.text.span import Span

WORD_FONTS = frozenset({"roman", "italic", "sans", "typewriter", "small-capitals"})
NAME_LIKE = frozenset({Kind.NAME, Kind.FONT, Kind.ACCENT, Kind.WORD})
SPREAD = frozenset({Kind.SUM, Kind.PRODUCT, Kind.PREFIX, Kind.FENCE, Kind.FRACTION, Kind.LIST, Kind.RADICAL})
MARKED_ACRONYM = re.compile(r"[a-z]{1,3}[A-Z]{3,}")  # srFGW
HYPHENATED = re.compile(r"[A-Za-z][A-Za-z\d]*(?:-[A-Za-z\d]+)+")
SIGNS_OF_CALCULUS = frozenset({"nabla", "∇", "partial", "∂", "infty"})


def items_of(node: Node) -> tuple[Node, ...]:
    """The items of a list, signs that are items of their own among them: ``k(\\cdot, x)`` has two."""
    items = tuple([part for part in parts(node) if part.kind is not Kind.SEPARATOR])
    for part in items:
        if part.kind is Kind.JUXTAPOSITION or part.kind is Kind.CHAIN:
            return tuple([each for part in items for each in _behind_dots(part)])
    return items


def _behind_dots(item: Node) -> tuple[Node, ...]:
    r"""``x_1, \ldots x_n``: a comma is often forgotten behind the dots."""
    if item.kind is Kind.CHAIN:
        first, *rest = parts(item)
        *dots, last = _behind_dots(first)
        return (*dots, Node(Kind.CHAIN, Span(last.span.start, item.span.end), (last, *rest))) if dots else (item,)
    if item.kind is not Kind.JUXTAPOSITION:
        return (item,)
    pieces = parts(item)
    if len(pieces) > 2 and content(pieces[0]).kind is Kind.ELLIPSIS and pieces[-1].kind is Kind.FENCE:
        return (pieces[0], joined_node(pieces[1:]))
    if len(pieces) == 2 and Kind.ELLIPSIS in (content(pieces[0]).kind, content(pieces[1]).kind):
        return pieces
    return (item,)


def sides_of(node: Node) -> tuple[Node, ...]:
    """The sides of a chain or of things divided by bars and colons."""
    return parts(node)[::2]


def signs_of(node: Node) -> tuple[str, ...]:
    """The signs between the sides."""
    return tuple(part.text for part in parts(node)[1::2])


def joined_node(pieces: Sequence[Node]) -> Node:
    """Pieces as one node: themselves where there is one, else side by side."""
    if len(pieces) == 1:
        return pieces[0]
    return Node(Kind.JUXTAPOSITION, Span(pieces[0].span.start, pieces[-1].span.end), tuple(pieces))


def base_of(node: Node) -> Node:
    """What carries the scripts of a node, or the node."""
    inner = content(node)
    return content(parts(inner)[0]) if inner.kind is Kind.SCRIPTS else inner


def split_by_space(chain: Node) -> tuple[Node, Node] | None:
    r"""``a = 3 \; b = 4`` as two chains: a wide space between a whole value and the name that the next sign defines."""
    pieces = parts(chain)
    for at in range(2, len(pieces) - 2, 2):
        side = pieces[at]
        if side.kind is not Kind.JUXTAPOSITION or pieces[at - 1].text != "=" or pieces[at + 1].text != "=":
            continue
        *before, space, last = side.children if len(side.children) >= 3 else (side, side, side)
        held = [child for child in before if child.kind is not Kind.SPACE]
        number = len(held) == 1 and content(held[0]).kind is Kind.NUMBER
        wide = space.kind is Kind.SPACE and _width(side) >= (3 if number else 2)  # 0.4\,b is a product
        measured = last.kind in (Kind.WORD, Kind.FONT) and _written_in(last) in UNIT_WORDS  # 0.5 s = 500 ms
        if wide and not measured and len(held) == 1 and _is_value(held[0]) and base_of(last).kind in NAME_LIKE:
            first = Node(Kind.CHAIN, Span(chain.span.start, held[0].span.end), (*pieces[:at], held[0]))
            second = Node(Kind.CHAIN, Span(last.span.start, chain.span.end), (last, *pieces[at + 1 :]))
            return first, second
    return None


def with_condition_behind(side: Node) -> Node | None:
    r"""``a b \, c``, ``a \, b + c``: what stands before the wide space before its last name; None without one."""
    run = content(parts(side)[0]) if side.kind is Kind.SUM else side
    if run.kind is not Kind.JUXTAPOSITION or base_of(run.children[-1]).kind not in NAME_LIKE or _width(run) < 2:
        return None
    before = [child for child in run.children[:-1] if child.kind is not Kind.SPACE]
    return joined_node(before) if before else None


def _written_in(node: Node) -> str:
    return "".join(leaf.text for leaf in leaves(node) if leaf.kind in (Kind.WORD, Kind.NAME))


def _width(side: Node) -> int:
    """How many characters of blanks stand before the last part."""
    last = side.children[-1]
    start = last.span.start
    for child in reversed(side.children[:-1]):
        if child.kind is not Kind.SPACE:
            break
        start = child.span.start
    return last.span.start - start


def _is_value(node: Node) -> bool:
    """Whether a node is a number, a matrix or a list: nothing that a name beside it would multiply."""
    node = content(node)
    if node.kind is Kind.FENCE:
        held = [content(part) for part in parts(node) if part.kind not in BRACKETS]
        return len(held) == 1 and held[0].kind in (Kind.LIST, Kind.MATRIX)
    return node.kind in (Kind.NUMBER, Kind.MATRIX)


def is_open_brace(node: Node) -> bool:
    r"""Whether a fence is ``\left\{ … \right.``, with nothing that closes it."""
    ends = [part.text for part in node.children if part.kind in BRACKETS]
    return node.kind is Kind.FENCE and ends in (["{", ""], ["{"])


def run_of_letters(node: Node) -> str | None:
    """The text of two and more single letters and digits that stand close together, or None."""
    node = content(node)
    pieces = node.children
    if node.kind is not Kind.JUXTAPOSITION or len(pieces) < 2:
        return None
    letters = [content(piece) for piece in pieces]
    for letter in letters:
        if not (letter.kind is Kind.NUMBER or letter.kind is Kind.NAME and len(letter.text) == 1):
            return None
    return "".join(letter.text for letter in letters)


def letters_of(node: Node) -> list[Node] | None:
    """The single letters close together that count: the k and l of ``\\sum_{kl}``; else None."""
    pieces = [content(piece) for piece in parts(node)] if node.kind is Kind.JUXTAPOSITION else []
    if len(pieces) < 2 or not all(piece.kind is Kind.NAME and piece.text in INDEX_LIKE for piece in pieces):
        return None
    return pieces


def word_in_font(node: Node) -> str | None:
    r"""The word that letters set in an upright or slanted font make: ``{\rm model}``, ``\mathit{offset}``."""
    if node.kind is not Kind.FONT or not parts(node):
        return None
    word = run_of_letters(parts(node)[-1])
    if word is None and (hyphenated := _hyphenated(content(parts(node)[-1]))):
        return hyphenated
    if word is None and node.text in WORD_FONTS and (hyphens := _with_set_hyphens(content(parts(node)[-1]))):
        return hyphens
    if word is not None and len(word) > 2 and word.isupper() and node.text in ("calligraphic", "script"):
        return word  # SWD: no one multiplies three sets so
    if word is None or node.text in WORD_FONTS or node.text == "blackboard":
        return word
    return word if _is_name_in_any_font(word) else None


def letter_in_font(node: Node) -> Node | None:
    r"""The k of ``\mathbf{k}``, and no node for what is more than one letter in a font."""
    if node.kind is not Kind.FONT or len(held := parts(node)) != 1:
        return None
    letter = content(held[0])
    return letter if letter.kind is Kind.NAME else None


def _hyphenated(node: Node) -> str:
    r"""The ``Max-SWD`` of ``\mathcal{Max-SWD}``: a word and capitals in one font, with a hyphen between them; else nothing."""
    pieces = parts(node) if node.kind is Kind.SUM else ()
    if len(pieces) != 3 or pieces[1].text != "-" or pieces[0].span.end + 1 != pieces[2].span.start:
        return ""
    first, second = run_of_letters(pieces[0]) or "", run_of_letters(pieces[2]) or ""
    spelled_out = len(first) > 2 and first[0].isupper() and first[1:].islower()
    return f"{first}-{second}" if spelled_out and len(second) > 1 and second.isupper() else ""


def _with_set_hyphens(node: Node) -> str:
    r"""The ``M-Net`` of ``\mathrm{M\mbox{-}Net}``, the ``top-k`` of ``\mathrm{top{-}k}``; else nothing."""
    found: list[str] = []
    for piece in map(content, node.children if node.kind is Kind.JUXTAPOSITION else ()):
        if piece.kind is Kind.NAME and len(piece.text) == 1 or piece.kind is Kind.NUMBER:
            found.append(piece.text)
        elif piece.text in ("-", "–", "‐"):
            found.append("-")
        else:
            return ""
    word = "".join(found)
    return word if HYPHENATED.fullmatch(word) else ""


def _is_name_in_any_font(letters: str) -> bool:
    """Whether letters that a font is set over are one name: a function's, or a word that is spelled out."""
    if letters.isupper() and lookup(letters) is not None or MARKED_ACRONYM.fullmatch(letters):
        return True
    return len(letters) >= 3 and (lookup(letters) is not None or is_spelled_out(letters) or _is_acronym(letters))


def _is_acronym(letters: str) -> bool:
    """Four capitals and more that can be spoken, or two of them alike beside each other: no one multiplies so."""
    alike = any(one == other for one, other in pairwise(letters))
    return len(letters) >= 4 and letters.isupper() and (alike or bool(set("AEIOU") & set(letters[1:-1])))


def with_words(node: Node) -> Node:
    """The node, or the word that it is set as; its scripts stay."""
    inner = content(node)
    if inner.kind is Kind.FONT and parts(inner) and content(parts(inner)[-1]).kind is Kind.FENCE:
        return content(parts(inner)[-1])  # brackets set in a font are brackets
    if inner.kind is Kind.FONT and parts(inner) and base_of(parts(inner)[-1]).kind is Kind.FUNCTION:
        return content(parts(inner)[-1])  # \\mathop{\\inf_x}
    if (word := word_in_font(inner)) is not None:
        return Node(Kind.WORD, inner.span, (), word)
    if (noted := noted_below(inner)) is not None and lookup(run_of_letters(noted[0]) or "") is not None:
        word_below = Node(Kind.WORD, noted[0].span, (), run_of_letters(noted[0]) or "")
        children = tuple(word_below if child is noted[0] else child for child in inner.children)
        return Node(Kind.ANNOTATED, inner.span, children, inner.text)
    if inner.kind is Kind.SCRIPTS:
        base = content(inner.children[0])
        if (word := word_in_font(base)) is not None:
            return Node(Kind.SCRIPTS, inner.span, (Node(Kind.WORD, base.span, (), word), *inner.children[1:]))
    return node


def pushed_in(node: Node) -> Node:
    r"""``\mathbf{x_i}`` as ``\mathbf{x}_i``, ``\hat{x_i}`` as ``\hat{x}_i``; ``\overline{x^2}`` stays whole."""
    if node.kind not in (Kind.FONT, Kind.ACCENT) or not parts(node):
        return node
    inner = content(parts(node)[-1])
    if inner.kind is not Kind.SCRIPTS:
        return node
    base, *scripts = inner.children
    pushable = NAME_LIKE | {Kind.NUMBER} if node.kind is Kind.FONT else NAME_LIKE
    if node.kind is Kind.ACCENT and any(_is_power(script) for script in scripts) or content(base).kind not in pushable:
        return node
    styled = pushed_in(Node(node.kind, base.span, (base,), node.text))
    return with_scripts(styled, scripts, node.span)


def in_font(font: Node, node: Node) -> Node:
    r"""What a font is set over, each letter in that font: ``\mathbf{AB + c}`` is three bold letters.

    A run of letters that spells a function is a word, and scripts stay as they are.
    """
    inner = content(node)
    match inner.kind:
        case Kind.NAME if inner.text not in SIGNS_OF_CALCULUS:
            return Node(Kind.FONT, inner.span, (inner,), font.text)
        case Kind.SCRIPTS if content(inner.children[0]).kind in (*NAME_LIKE, Kind.NUMBER):
            return pushed_in(Node(Kind.FONT, inner.span, (inner,), font.text))
        case Kind.SCRIPTS:
            base, *scripts = inner.children
            return Node(Kind.SCRIPTS, inner.span, (in_font(font, base), *scripts), inner.text)
        case Kind.ACCENT:
            return Node(Kind.FONT, inner.span, (inner,), font.text)
        case Kind.JUXTAPOSITION:
            return Node(Kind.JUXTAPOSITION, inner.span, tuple(_runs_in_font(font, inner.children)))
        case kind if kind in SPREAD:
            return Node(kind, inner.span, tuple(in_font(font, child) for child in inner.children), inner.text)
    return inner


def _runs_in_font(font: Node, children: tuple[Node, ...]) -> Iterator[Node]:
    at = 0
    while at < len(children):
        run = run_at(children, at)
        if run is None or run.digits is not None or not _is_name_in_any_font(run.text):
            yield children[at] if children[at].kind in SILENT else in_font(font, children[at])
            at += 1
            continue
        word = Node(Kind.WORD, Span(run.letters[0].span.start, run.letters[-1].span.end), (), run.text)
        yield with_scripts(word, list(run.scripts), word.span) if run.scripts else word
        at = run.end


def _is_power(script: Node) -> bool:
    """Whether a superscript may raise to a power: the 2 of x², not the label of x^{enc} nor the (i) of x^{(i)}."""
    inner = content(script)
    if script.kind is not Kind.SUPERSCRIPT or inner.kind in (Kind.WORD, Kind.FONT, Kind.FENCE, Kind.OPERATOR):
        return False
    return not (is_word(run_of_letters(inner) or "") or inner.kind is Kind.NAME and inner.text.isupper())


def with_scripts(base: Node, scripts: list[Node], span: Span) -> Node:
    """A base with scripts, those that it has already coming first."""
    inner = content(base)
    if inner.kind is Kind.SCRIPTS:
        return Node(Kind.SCRIPTS, span, (*inner.children, *scripts), inner.text)
    return Node(Kind.SCRIPTS, span, (base, *scripts))


def on_last_letter(node: Node) -> Node:
    r"""``\mathbf{PQ}^\top`` as ``\mathbf{P}\mathbf{Q}^\top``: set in type, the script stands on the last letter."""
    base = content(node.children[0])
    if base.kind is not Kind.FONT or word_in_font(base) is not None or not parts(base):
        return node
    letters = content(parts(base)[-1])
    if letters.kind is not Kind.JUXTAPOSITION or not all(
        each.kind in (Kind.NAME, Kind.SPACE) for each in parts(letters)
    ):
        return node
    apart = [each for each in letters.children if each.kind is not Kind.SPACE]
    *before, last = (Node(Kind.FONT, letter.span, (letter,), base.text) for letter in apart)
    scripted = Node(Kind.SCRIPTS, Span(last.span.start, node.span.end), (last, *node.children[1:]))
    return Node(Kind.JUXTAPOSITION, node.span, (*before, scripted))


def noted_below(node: Node) -> tuple[Node, Node] | None:
    r"""Of ``\underset{k}{\max}``, what stands above and what below; else None."""
    if node.kind is not Kind.ANNOTATED or node.text != "underset":
        return None
    notes = [part for part in parts(node) if part.kind is Kind.SUBSCRIPT]
    bases = [part for part in parts(node) if part.kind is not Kind.SUBSCRIPT]
    return (bases[0], notes[0]) if len(bases) == len(notes) == 1 else None


def annotated_base(node: Node) -> Node:
    """What stands over a note, for a node with notes; else the node."""
    node = content(node)
    while node.kind is Kind.ANNOTATED:
        bases = [part for part in parts(node) if part.kind not in (Kind.SUPERSCRIPT, Kind.SUBSCRIPT)]
        if len(bases) != 1:
            return node
        node = content(bases[0])
    return node


def ungrouped(node: Node) -> Node:
    r"""``\{a + b\}`` among factors and below a sum: braces that only group, as brackets; a set of values stays."""
    fence = content(node)
    if fence.kind is not Kind.FENCE or fence.text != "{}":
        return node
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    grouped = len(held) == 1 and held[0].kind in (Kind.SUM, Kind.PRODUCT, Kind.JUXTAPOSITION, Kind.PREFIX)
    return Node(Kind.FENCE, fence.span, fence.children, "()") if grouped else node
