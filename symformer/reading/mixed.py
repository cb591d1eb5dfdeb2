r"""Things side by side that are no product: words typed as mathematics, numbers with digits left out, torn brackets."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.reading.words import runs_of
from symformer.reading.written import run_of_letters
from symformer.syntax.nodes import SILENT, Kind, Node, content, parts
from symformer.terms.term import Symbol, Term, Unknown

SCRIPT_FONTS = frozenset({"calligraphic", "script", "fraktur"})
# words of a sentence that no one means as a product of letters
SENTENCE_WORDS = frozenset(
    "with where for and then else when otherwise such that the def return are from each not".split()
)


def no_product(node: Node, pieces: Sequence[Node]) -> Term | None:
    """What is side by side in ``node``, where that is no product; None where it may be one."""
    if any(content(piece).kind is Kind.ELLIPSIS for piece in pieces) and _is_cut_number(pieces):
        return Unknown("a number with digits left out", "", (), node.span)
    if len(pieces) > 3 and any(run.text in SENTENCE_WORDS and not run.scripts for run in runs_of(node)):
        if not any(piece.kind is Kind.WORD and piece.text in SENTENCE_WORDS for piece in pieces):
            return Unknown("words typed as letters", "", (), node.span)
    if len(pieces) > 1 and _is_spelled_with_blanks(node, pieces):
        return Symbol(" ".join(piece.text for piece in pieces), node.span)
    if any(map(_is_torn, pieces)):
        return Unknown("a bracket that is closed elsewhere", "", (), node.span)
    return None


def _is_cut_number(pieces: Sequence[Node]) -> bool:
    r"""``0.000\ldots001``: digits on both sides of dots, without a gap."""
    first, *middle, last = pieces
    if len(middle) != 1 or first.kind is not Kind.NUMBER or last.kind is not Kind.NUMBER:
        return False
    return first.span.end == middle[0].span.start and middle[0].span.end == last.span.start and "." in first.text


def _is_spelled_with_blanks(node: Node, pieces: Sequence[Node]) -> bool:
    """``auxiliary~loss``: words typed as letters, with nothing but blanks between them."""
    if any(piece.kind is not Kind.WORD or len(piece.text) < 3 or not piece.text.islower() for piece in pieces):
        return False
    return all(child.kind is Kind.NAME or child.kind in SILENT for child in node.children)


def _is_torn(piece: Node) -> bool:
    r"""``\left. x \right)``: a bracket that closes and was not opened."""
    return piece.kind is Kind.FENCE and piece.text in (")", "]")


def named_in_script(pieces: list[Node]) -> list[Node]:
    r"""The pieces, where capitals in script before a bracket are one name: ``\mathcal{GP}(m, k)``."""
    made = pieces
    for at, piece in enumerate(pieces[:-1]):
        if piece.kind is not Kind.FONT or piece.text not in SCRIPT_FONTS or not _opens_call(pieces[at + 1]):
            continue
        letters = run_of_letters(parts(piece)[-1]) if parts(piece) else None
        if letters is not None and letters.isalpha() and letters.isupper():
            made = [*made[:at], Node(Kind.WORD, piece.span, (), f"{piece.text}({letters})"), *made[at + 1 :]]
    return made


def _opens_call(node: Node) -> bool:
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    return base.kind is Kind.FENCE and base.text in ("()", "[]", "{}")
