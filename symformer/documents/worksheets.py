"""Whether an unlabelled block holds arithmetic or matrices worked out by hand, or program code."""

from __future__ import annotations

import re

from symformer.text.cued import Cued

LABELS = frozenset({"", "text", "txt", "plaintext", "plain", "none", "output", "math-text", "纯文本"})

_NUMBER = r"[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
_ARITHMETIC = Cued(
    rf"{_NUMBER}(?:[ ]?[A-Za-z%]{{1,6}}\b)?(?:[ ]per[ ][a-z]+)?\)?\s*[+*/×·⋅÷−-]\s*\(?{_NUMBER}[^=≈\n]*\n?\s*[=≈→]\s*{_NUMBER}"
)
_RESULT = re.compile(rf"[=≈]\s*{_NUMBER}(?![\w.(])")
_MATRIX = re.compile(rf"\[\s*{_NUMBER}(?:\s*[,;]?\s+|\s*[,;]\s*){_NUMBER}")
_NAMED_MATRIX = re.compile(r"^\s*[\w^{}'ᵀ\\ ()/∂\[\],:]{1,32}\s*=\s*\[", re.M)
_SHAPE = re.compile(r"^\s*[A-Za-z][\w^{}'ᵀ]*\s*(?:∈|:)\s*(?:ℝ|R\^|\(?\w+\s*[×x]\s*\w+)", re.M)
_FORMULA = Cued(
    r"^\s*[\w'′ᵀ(),\[\]^{}·. ∂∇\u0302-\u0307]{1,40}\s*[=≈]\s*"
    r"[^=<>;{}]*(?:[×·*/+√Σ∑@ᵀ]|exp|softmax|sqrt|max\(|min\(|tanh|log|cos|sin)[^;{}]*$",
    re.M,
)
_VALUE = re.compile(
    rf"^[ \t]*(?:[\w∂][\w'′^{{}} /\[\]∂]{{0,30}})?(?:[ \t]*=[^=≈\n\"(){{}};]{{1,30}})?[ \t]*[=≈][ \t]*{_NUMBER}[ \t]*(?:\([^()]*\)|[#←✓][^\n]*)?[ \t]*$",
    re.M,
)
_LISTED = re.compile(  # p = 0.64  0.24  0.12, q = (1, 0, 2)
    rf"^[ \t]*[\w^'′]{{1,12}}[ \t]*=[ \t]*\([ \t]*{_NUMBER}(?:[ \t]*,[ \t]*{_NUMBER})+[ \t]*\)[ \t]*(?:$|[ \t]{{2,}}[A-Za-z])"
    rf"|^[ \t]*[^=≈\n\"{{}};]{{1,30}}[=≈][ \t]*{_NUMBER}(?:(?:[ \t]*,[ \t]+|[ \t]{{2,}}){_NUMBER})+(?=[ \t]*(?:$|[#←✓(<]|[ \t]{{2,}}[A-Za-z]))",
    re.M,
)
_PROGRAM = re.compile(
    r"^\s*(?:import |from \w+ import|def \w+\(|class \w+|for \w+ in .*:\s*$|if .*:\s*$|return\b|print\(|#include"
    r"|\$ |>>> "
    r"|sudo |pip |git |cd |npm |python3? |SELECT |function |const |(?:let|var) [A-Za-z_]\w* *=[^;\n]*;|export |public |while |@\w+)"
    r"|;\s*$|\b(?:torch|np|tf|jnp|nn|self|plt)\.(?!(?:array|tensor)\(\s*\[|Size\(|float|int)\w+|\b(?:tensor|array)\((?!\s*\[)|\bTrue\b(?! [a-z])|\bNone\b",
    re.M,
)
_DRAWN = re.compile(
    rf"[=:][ \t]*(?:[⎡⎛][ \t]*{_NUMBER}|\n(?:[ \t]*\|?[ \t]*{_NUMBER}(?:[ \t,]+{_NUMBER})*[ \t]*\|?[ \t]*(?:[#←(][^\n]*)?(?:\n|$)){{2}})"
    rf"|[⎡⎛][ \t]*{_NUMBER}[^=\n]*\n[^\n]*=[ \t]*[⎢⎣⎜⎝]"
)
_LITERAL = Cued(r"\b(?:tensor|array)\(")
_NAMED_LITERAL = re.compile(r"[\w\])']\s*[=:]\s*(?:np\.|torch\.|numpy\.)?(?:tensor|array)\(")
_DRAWING = re.compile(r"[│┌└┐┘├┤─━┃╔║▼▲↓]|\+-{3,}|\|\s*v\s*\|")


def is_worksheet(text: str, label: str = "") -> bool:
    """Whether a fence labelled ``label`` holds hand calculation rather than a program.

    >>> is_worksheet("(0.3 × 0.5) + (0.9 × 0.2) = 0.33")
    True
    >>> is_worksheet("import numpy as np\\nx = 3 + 4")
    False
    """
    if label.strip().lower() not in LABELS:
        return False
    sample = text[:20_000]
    if looks_like_program(sample):
        return False
    if _LITERAL.search(sample) and not _NAMED_LITERAL.search(sample):
        return False  # a printed array without a name
    if (
        _ARITHMETIC.search(sample)
        or _DRAWN.search(sample)
        or _MATRIX.search(sample)
        and (_RESULT.search(sample) or _NAMED_MATRIX.search(sample))
    ):
        return True
    if len(_DRAWING.findall(sample)) > 6:
        return False
    if _SHAPE.search(sample) or len(_MATRIX.findall(sample)) >= 2:
        return True
    lines = sum(1 for line in sample.splitlines() if line.strip())
    values = len(_VALUE.findall(sample)) + len(_LISTED.findall(sample))
    return _FORMULA.search(sample) is not None or 2 * values >= max(lines, 1)


def looks_like_program(text: str) -> bool:
    """Whether a block holds lines of a program, and not only here and there one."""
    sample = text[:20_000]
    return len(_PROGRAM.findall(sample)) > max(0, sample.count("\n") // 12)
