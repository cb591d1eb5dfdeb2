"""The canonical name of a node that is a plain symbol, and what custom says of single letters."""

from __future__ import annotations

from symformer.syntax.nodes import WRAPPERS, Kind, Node, content, parts

CONVENTIONAL_INDICES = frozenset("ijlt")
INDEX_LIKE = frozenset("ijklmnpqrstuv")
COUNTING = frozenset("ijklmn")
PLAIN_FONTS = frozenset({"roman", "italic", "sans", "typewriter"})  # a name set in one of these is the plain name
PROJECTION_LABELS = frozenset("qkvoQKVOEPGUDRCSHWFIN")
# what stands above a name only as a power
RAISING = frozenset({Kind.NUMBER, Kind.PREFIX, Kind.FRACTION})


def _is_raised(node: Node) -> bool:
    if node.kind is not Kind.SCRIPTS:
        return False
    return any(content(part).kind in RAISING for part in parts(node)[1:] if part.kind is Kind.SUPERSCRIPT)


def spelled(node: Node) -> str | None:
    """The canonical name of a node that is a plain symbol, without its scripts; else None."""
    kind = node.kind
    if kind in WRAPPERS:
        node = content(node)
        kind = node.kind
    if kind is Kind.NAME or kind is Kind.WORD or kind is Kind.FUNCTION:
        return node.text
    if kind is Kind.SCRIPTS:
        return spelled(parts(node)[0])
    if kind is Kind.FONT or kind is Kind.ACCENT:
        return _styled(node)
    return None


def _styled(node: Node) -> str | None:
    if not parts(node):
        return None
    held = content(parts(node)[-1])
    if _is_raised(held):
        return None  # the mean of x² is no name
    inner = spelled(held)
    if inner is None:
        return None
    return name_in_font(node.text, inner)


def name_in_font(font: str, name: str) -> str:
    """The canonical name of a name that is set in a font or under an accent."""
    return name if font in PLAIN_FONTS else f"{font}({name})"


def is_word(letters: str) -> bool:
    """Whether a run of letters close together is a word, no product: enc, out; not abc, ijk."""
    if letters in ("in", "kv", "qk"):
        return True
    spoken = len(letters) >= 3 and letters.isalpha() and letters.islower() and letters != "abc"
    return spoken and bool(set(letters) & set("aeiou")) and not set(letters) <= INDEX_LIKE
