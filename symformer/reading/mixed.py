r"""Things side by side that are no product: words typed as mathematics, numbers with digits left out, torn brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from symformer.functions import lookup
from symformer.reading.sequences import counted_range
from symformer.reading.spelling import spelled
from symformer.reading.words import Run, is_letter, runs_of
from symformer.reading.written import run_of_letters
from symformer.syntax.nodes import SILENT, Kind, Node, content, held_in, parts
from symformer.syntax.wording import ends_in_blank
from symformer.terms.term import Apply, Product, Space, Symbol, Term, Unknown

Lower = Callable[[Node], Term]

LEFT_OF_COMMANDS = frozenset({"rac", "frac", "dfrac", "tfrac", "sqrt"})
CUT_COMMANDS = frozenset(
    {"ightarrow", "eftarrow", "abla", "egin", "imes", "heta"}
)  # behind a tab or a line end: \\times
SOUGHT = frozenset({"max", "min", "argmax", "argmin", "sup", "inf"})
SCRIPT_FONTS = frozenset({"calligraphic", "script", "fraktur"})
# words of a sentence that no one means as a product of letters
SENTENCE_WORDS = frozenset(
    "with where for and then else when otherwise such that the def return are from each not".split()
)


def no_product(node: Node, pieces: Sequence[Node], lower: Lower) -> Term | None:
    """What is side by side in ``node``, where that is no product; None where it may be one.

    What stays open keeps its parts, none of which is a factor.
    """
    kinds = [piece.kind for piece in pieces]
    if Kind.ELLIPSIS in kinds and _is_cut_number(pieces):
        return Unknown("a number with digits left out", "", (), node.span)
    if kinds == [Kind.NUMBER, Kind.ELLIPSIS, Kind.NUMBER] and node.span.length == sum(p.span.length for p in pieces):
        return Apply("range", (lower(pieces[0]), lower(pieces[2])), (), node.span)  # 5..10
    if Kind.ELLIPSIS in kinds and (counted := counted_range(pieces, lower)) is not None:
        return counted
    if kinds.count(Kind.NAME) > 2 and _has_sentence_words(node):
        return Unknown("words typed as letters", "", (), node.span)
    if Kind.WORD in kinds and Kind.NAME in kinds and (words := _words_with_blanks(node, pieces)) is not None:
        return Symbol(words, node.span)
    if len(pieces) < 2:
        return None
    if any(piece.text in CUT_COMMANDS for piece in pieces):
        return _side_by_side("what is left of a command", node, pieces, lower)
    if Kind.GROUP in kinds and any(_is_left_of_command(run, node) for run in runs_of(node)):
        return _side_by_side("what is left of a command", node, pieces, lower)
    if Kind.NUMBER in kinds and _is_spaced_number(pieces):
        return _side_by_side("a number behind a blank", node, pieces, lower)
    if Kind.FENCE in kinds:
        if any(map(_is_torn, pieces)):
            return _side_by_side("a bracket that is closed elsewhere", node, pieces, lower)
        if any(map(_is_comparison, pieces[1:])) or _tells_value(*pieces[-2:]):
            return _side_by_side("a remark in brackets", node, pieces, lower)
        if any(_holds_equation(one) and other.kind is Kind.WORD for one, other in pairwise(pieces)):
            return _side_by_side("words beside mathematics", node, pieces, lower)
    if kinds[-1] is Kind.WORD and pieces[-1].text.endswith(":") and (words := _words_with_signs(pieces)) is not None:
        return Symbol(words, node.span)
    if Kind.FONT in kinds and any(_holds_open_chain(piece) for piece in pieces):
        return _side_by_side("a relation within a font", node, pieces, lower)
    if Kind.WORD not in kinds:
        return None
    if kinds[0] is Kind.WORD and len(pieces) == 2 and ends_in_blank(pieces[0]) and _is_named(pieces[1]):
        words = pieces[0].text.replace(" ", "").replace("'", "").replace("’", "")
        if (
            words.isalpha() and words.isascii() and lookup(pieces[0].text) is None
        ):  # the head of a column: "Dimension D"
            named = lower(pieces[1])
            return Unknown(
                "words or a factor", "", (named, Product((lower(pieces[0]), named), "", node.span)), node.span
            )
    if _is_spelled_with_blanks(node, pieces):
        return Symbol(" ".join(piece.text for piece in pieces), node.span)
    if any(piece.kind is Kind.WORD and _is_of_sentence(piece.text) for piece in pieces) or _speaks(pieces):
        if not (isinstance(lower(pieces[0]), Space) and all(piece.kind is Kind.WORD for piece in pieces[1:])):
            return _side_by_side("words beside mathematics", node, pieces, lower)
    return None


def _is_named(piece: Node) -> bool:
    """A name, with scripts or without."""
    return (
        piece.kind in (Kind.NAME, Kind.FONT, Kind.ACCENT) or piece.kind is Kind.SCRIPTS and spelled(piece) is not None
    )


def _words_with_signs(pieces: Sequence[Node]) -> str | None:
    r"""``\text{1. QK}^T \text{ product:}``: words before a colon, some with a sign above them; else None."""
    said: list[str] = []
    for piece in pieces:
        base, *scripts = parts(piece) if piece.kind is Kind.SCRIPTS else (piece,)
        if content(base).kind is not Kind.WORD or len(scripts) > 1:
            return None
        said.append(content(base).text + "".join(f"^{content(script).text}" for script in scripts))
    return " ".join(said) if any("^" in words for words in said) else None


def _has_sentence_words(node: Node) -> bool:
    return any(run.text in SENTENCE_WORDS and not run.scripts for run in runs_of(node))


def _side_by_side(reason: str, node: Node, pieces: Sequence[Node], lower: Lower) -> Term:
    parts_of_it = tuple(lower(piece) for piece in pieces)
    return Unknown(reason, "", (Apply("side by side", parts_of_it, (), node.span),), node.span)


def _is_spaced_number(pieces: Sequence[Node]) -> bool:
    """``X 1``, ``14 3``: no one writes a whole number as a factor there; it may be an index, or the end of a number."""
    return any(
        other.kind is Kind.NUMBER
        and other.text.isdecimal()
        and (is_letter(one) or one.kind is Kind.NUMBER)
        and one.span.end < other.span.start
        for one, other in pairwise(pieces)
    )


def _speaks(pieces: Sequence[Node]) -> bool:
    """``x y where f(x)``: a word of a sentence between factors."""
    return any(piece.kind is Kind.WORD and piece.text in SENTENCE_WORDS for piece in pieces[1:])


def _is_of_sentence(word: str) -> bool:
    """Whether a word is part of a sentence: it opens a bracket and does not close it, or is no Latin letters."""
    return word.count("(") != word.count(")") or any("\u3040" <= letter <= "\u9fff" for letter in word)


def _is_cut_number(pieces: Sequence[Node]) -> bool:
    r"""``0.000\ldots001``: digits on both sides of dots, without a gap."""
    if len(pieces) != 3:
        return False
    first, *middle, last = pieces
    if first.kind is not Kind.NUMBER or last.kind is not Kind.NUMBER:
        return False
    return first.span.end == middle[0].span.start and middle[0].span.end == last.span.start and "." in first.text


def _is_spelled_with_blanks(node: Node, pieces: Sequence[Node]) -> bool:
    """``auxiliary~loss``: words typed as letters, with nothing but blanks between them."""
    if any(piece.kind is not Kind.WORD or len(piece.text) < 3 or not piece.text[1:].islower() for piece in pieces):
        return False
    return all(child.kind is Kind.NAME or child.kind in SILENT for child in node.children)


def _is_left_of_command(run: Run, node: Node) -> bool:
    r"""``rac{1}{2}``: a command without its backslash, right before the braces of its argument."""
    following = node.children[run.end] if run.end < len(node.children) else None
    if run.text not in LEFT_OF_COMMANDS or run.scripts or following is None or following.kind is not Kind.GROUP:
        return False
    return following.span.start == run.letters[-1].span.end


def _words_with_blanks(node: Node, pieces: Sequence[Node]) -> str | None:
    """``new~derivative``: runs of small letters with blanks between them, where one is a word for sure; else None."""
    if any(child.kind is not Kind.NAME and child.kind not in SILENT for child in node.children):
        return None
    words = [run.text for run in runs_of(node)]
    if any(len(word) < 3 or not word.islower() or set(word).isdisjoint("aeiouy") for word in words):
        return None
    known = any(piece.kind is Kind.WORD and len(piece.text) > 4 for piece in pieces)
    return " ".join(words) if known and len(words) > 1 else None


def _is_comparison(piece: Node) -> bool:
    r"""``(\ll n)``, ``(> 0)``: brackets that begin with a relation."""
    if piece.kind is not Kind.FENCE:
        return False
    held = held_in(piece)
    if held is None or held.kind is not Kind.CHAIN:
        return False
    sides = parts(held)
    return content(sides[0]).kind is Kind.MISSING and content(sides[-1]).kind is not Kind.MISSING


def _holds_equation(piece: Node) -> bool:
    r"""``(t = n - 1) \text{ reward}``: no word is multiplied by a statement."""
    held = held_in(piece) if piece.kind is Kind.FENCE and piece.text == "()" else None
    return held is not None and held.kind is Kind.CHAIN


def _tells_value(before: Node, fence: Node) -> bool:
    """``N (N = 768)``, ``1.33 (4/3 = 1.33)``: an equation behind the name it is of, or behind a number, is a remark."""
    if not _holds_equation(fence):
        return False
    first, sign, *_ = parts(held_in(fence) or fence)
    named = before.kind is Kind.NAME and content(first).text == before.text and before.span.end < fence.span.start
    return sign.text in "=≈" and (named or before.kind is Kind.NUMBER and before.text != "1")


def _holds_open_chain(piece: Node) -> bool:
    r"""``\mathbf{A =} 3``: a relation set in a font whose other side stands behind it."""
    held = content(parts(piece)[-1]) if piece.kind is Kind.FONT and parts(piece) else piece
    return held.kind is Kind.CHAIN and content(parts(held)[-1]).kind is Kind.MISSING


def _is_torn(piece: Node) -> bool:
    r"""``\left. x \right)``: a bracket that closes and was not opened."""
    return piece.kind is Kind.FENCE and piece.text in (")", "]")


def named_in_script(pieces: list[Node]) -> list[Node]:
    r"""The pieces, where capitals in script before a bracket are one name: ``\mathcal{GP}(m, k)``."""
    made = pieces
    if len(pieces) > 2 and pieces[0].kind is Kind.FUNCTION and pieces[0].text in SOUGHT and _is_membership(pieces[1]):
        below = Node(Kind.SUBSCRIPT, pieces[1].span, (pieces[1],))  # \argmax{a \in A}{f(a)}, of a macro with arguments
        made = [Node(Kind.SCRIPTS, pieces[0].span.cover(below.span), (pieces[0], below)), *pieces[2:]]
    for at, piece in enumerate(pieces[:-1]):
        if piece.kind is not Kind.FONT or piece.text not in SCRIPT_FONTS or not _opens_call(pieces[at + 1]):
            continue
        letters = run_of_letters(parts(piece)[-1]) if parts(piece) else None
        if letters is not None and letters.isalpha() and letters.isupper():
            made = [*made[:at], Node(Kind.WORD, piece.span, (), f"{piece.text}({letters})"), *made[at + 1 :]]
    return made


def _is_membership(piece: Node) -> bool:
    """Whether braces hold what something is taken over: ``{a \\in A}``."""
    held = content(piece)
    return piece.kind is Kind.GROUP and held.kind is Kind.CHAIN and any(part.text == "∈" for part in parts(held))


def _opens_call(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    return base.kind is Kind.FENCE and base.text in ("()", "[]", "{}")
