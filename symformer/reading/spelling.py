"""The canonical name of a node that is a plain symbol, and what custom says of single letters."""

from __future__ import annotations

from symformer.syntax.nodes import Kind, Node, content, parts

CONVENTIONAL_INDICES = frozenset("ijlt")
INDEX_LIKE = frozenset("ijklmnpqrstuv")
COUNTING = frozenset("ijklmn")
PROJECTION_LABELS = frozenset("qkvoQKVOEPGUDRCSHWFIN")


def _is_raised(node: Node) -> bool:
    if node.kind is not Kind.SCRIPTS:
        return False
    return any(content(part).kind is Kind.NUMBER for part in parts(node)[1:] if part.kind is Kind.SUPERSCRIPT)


def spelled(node: Node) -> str | None:
    """The canonical name of a node that is a plain symbol, without its scripts; else None."""
    node = content(node)
    match node.kind:
        case Kind.NAME | Kind.WORD:
            return node.text
        case Kind.FONT | Kind.ACCENT:
            if parts(node) and _is_raised(content(parts(node)[-1])):
                return None  # the mean of x² is no name
            inner = spelled(parts(node)[-1]) if parts(node) else None
            if inner is None:
                return None
            return inner if node.text in ("roman", "italic", "sans", "typewriter") else f"{node.text}({inner})"
        case Kind.SCRIPTS:
            return spelled(parts(node)[0])
        case Kind.FUNCTION:
            return node.text
    return None


def is_word(letters: str) -> bool:
    """Whether a run of letters close together is a word, no product: enc, out; not abc, ijk."""
    if letters in ("in", "kv", "qk"):
        return True
    spoken = len(letters) >= 3 and letters.isalpha() and letters.islower() and letters != "abc"
    return spoken and bool(set(letters) & set("aeiou")) and not set(letters) <= INDEX_LIKE
