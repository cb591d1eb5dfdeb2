r"""Names typed without LaTeX: ``W_Q``, ``h1``, ``α``, ``dL/dQ[1][0]``, ``V^T[0][1]``, ``scores[0, 1]``.

A name with its entries is one piece: what stands in the brackets are whole indices, and nothing is computed in them.
"""

from __future__ import annotations

import re
import unicodedata

from symformer.documents.typed_signs import ACCENTS, GREEK, GREEK_WORDS, SUB
from symformer.text.cued import Cued

GREEK_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
_LETTERS = {**{each: GREEK[each].removeprefix("\\") for each in GREEK_LETTERS}, "ℓ": "ell"}
_OPERATORS = {"∇": r"\nabla", "Δ": r"\Delta"}
ACCENTED = "âêĝĥîĵôŝûŵŷẑÂÊĜĤÎĴÔŜÛŴŶẐãẽĩñõũṽỹÃÑÕāēḡīōūȳĀĒḠĪŌŪȲẋẏżḟ"  # letters that have their accent in them
SPELT_ACCENTS = frozenset({"hat", "bar", "tilde"})  # m_hat
ACCENT = "".join(ACCENTS)

NAME = (
    rf"(?:∇(?:_[A-Za-z{GREEK_LETTERS}] ?(?=[A-Za-z]))?|Δ(?=[A-Za-z{GREEK_LETTERS}]))?"
    rf"(?:[A-Za-z{GREEK_LETTERS}ℓ][{ACCENT}]?|[{ACCENTED}])[A-Za-z0-9]*"
    rf"(?:_(?:\{{[A-Za-z0-9, ]+(?:[+-]\d+)?\}}|[A-Za-z0-9{GREEK_LETTERS}]+))*[{''.join(SUB)}]*(?:(?<=[{''.join(SUB)}])_[A-Za-z]+)?['’]*"
)
TRANSPOSE = r"(?:ᵀ|\.T\b|\^\{?T\}?(?![A-Za-z0-9])|\^⊤|⊤)"
_INDEX = r"\s*(?:\d+|[a-z](?:[+-]\d+)?|\d*:\d*)\s*"
_ENTRIES = re.compile(rf"(?:\[{_INDEX}(?:,{_INDEX})*\])+")
_DERIVATIVE = re.compile(
    rf"(?P<d>d(?=(?:loss|Loss|cost|[A-Za-z]\d?)/)|∂)(?P<of>{NAME})/(?P=d)(?P<by>{NAME})(?:\((?P<at>[A-Za-z]\w*)\))?"
)
_NAMED = re.compile(NAME)
_TRANSPOSED = Cued(TRANSPOSE)
_SUFFIX = Cued(r"_([A-Za-z]+)(?![A-Za-z0-9(\[])")


def name_latex(text: str) -> str | None:
    r"""A typed name as LaTeX, or None where it is an ordinary word.

    >>> [name_latex(x) for x in ("W_Q", "d_model", "h1", "α", "X'", "Output")]
    ['W_{Q}', 'd_{\\text{model}}', 'h_{1}', '\\alpha', "X'", '\\text{Output}']
    >>> [name_latex(x) for x in ("ŷ₁", "hₜ₋₁", "wᵢⱼ", "Δw", "∇L", "V_{t+1}")]
    ['\\hat{y}_{1}', 'h_{t-1}', 'w_{ij}', '\\Delta w', '\\nabla L', 'V_{t+1}']
    >>> [name_latex(x) for x in ("m_hat", "y_hat_2", "x_hat2")]
    ['\\hat{m}', '\\hat{y}_{2}', 'x_{\\text{hat2}}']
    """
    by = re.match(r"∇_(.) ?(?=.)", text)
    if by is not None:
        name = name_latex(text[by.end() :])
        return None if name is None else rf"\nabla_{{{_letter(by[1])}}} {name}"
    if text[:1] in _OPERATORS and len(text) > 1:
        name = name_latex(text[1:])
        return None if name is None else f"{_OPERATORS[text[0]]} {name}"
    primes = "'" * (len(text) - len(text.rstrip("'’")))
    body = text.rstrip("'’")
    low = "".join(SUB[c] for c in body if c in SUB)
    body = "".join(c for c in body if c not in SUB)
    base, *labels = body.split("_", 1)
    if not base:
        return None
    base, accent = _bare(base)
    if labels and not accent and (len(base) == 1 or base in _LETTERS):
        spelt, _, rest = labels[0].partition("_")
        if spelt in SPELT_ACCENTS:
            accent, labels = spelt, [rest] if rest else []
    digits = re.fullmatch(rf"([A-Za-zα-ωΑ-Ω]{{1,2}}|{'|'.join(sorted(GREEK_WORDS))})(\d+)", base)
    if digits and not labels:
        base, labels = digits[1], [digits[2]]
    if accent and len(base) > 1 and base not in _LETTERS:
        return None
    if accent:
        made = rf"\{accent}{{{_letter(base)}}}"
    elif base in _LETTERS:
        made = "\\" + _LETTERS[base]
    elif base in GREEK_WORDS:
        made = f"\\{base}"
    elif len(base) == 1:
        made = base
    elif base.isalnum():
        made = rf"\text{{{base}}}"
    else:
        return None
    parts = [_label(part) for part in re.split(r"[_,]", labels[0].strip("{}")) if part] if labels else []
    if low:
        parts.append(low)
    return made + ("_{" + ",".join(parts) + "}" if parts else "") + primes


def _bare(base: str) -> tuple[str, str]:
    """A name without the accent on its first letter, and the LaTeX name of that accent."""
    parted = unicodedata.normalize("NFD", base)
    if parted[1:2] in ACCENTS:
        return parted[0] + parted[2:], ACCENTS[parted[1]]
    return base, ""


def _letter(base: str) -> str:
    return "\\" + _LETTERS[base] if base in _LETTERS else base


def _label(part: str) -> str:
    part = part.strip(" {}")
    stands = len(part) == 1 or part.isdigit() or "+" in part or "-" in part
    return _letter(part) if stands else rf"\text{{{part}}}"


def reference(text: str, at: int, end: int) -> tuple[str, int] | None:
    r"""A derivative or a name with entries that begins at ``at``: its LaTeX and where it ends; None for a plain name.

    >>> reference("dL/dQ[1][0] = 3", 0, 15)
    ('\\frac{dL}{dQ_{1,0}}', 11)
    >>> reference("V^T[0][1]", 0, 9)
    ('{V^{\\top}}_{0,1}', 9)
    >>> reference("W[1][1]_new", 0, 11)
    ('{W_{\\text{new}}}_{1,1}', 11)
    >>> reference("Q = 3", 0, 5) is None
    True
    """
    found = _DERIVATIVE.match(text, at, end)
    if found is not None:
        return _derivative(text, found, end)
    named = _NAMED.match(text, at, end)
    return None if named is None else _entry(text, named.group(), named.end(), end)


def _entry(text: str, name: str, at: int, end: int) -> tuple[str, int] | None:
    turned = _TRANSPOSED.match(text, at, end)
    stop = turned.end() if turned else at
    entries = _ENTRIES.match(text, stop, end)
    if entries is None:
        return None
    stop = entries.end()
    suffix = _SUFFIX.match(text, stop, end)
    if suffix is not None:
        name, stop = f"{name}_{suffix[1]}", suffix.end()
    base = name_latex(name)
    if base is None:
        return None
    row = ",:" if _MATRIX.fullmatch(name) and _ONE.fullmatch(entries.group()) else ""  # of a matrix: X[0]
    return _indexed(base + (r"^{\top}" if turned else ""), entries.group() + row), stop


_ONE = Cued(r"\[\s*\d+\s*\]")
_MATRIX = Cued(r"[A-Z][A-Za-z]*(?:_[A-Za-z]+)?")


def _derivative(text: str, found: re.Match[str], end: int) -> tuple[str, int] | None:
    """``dL/dX``, its transpose, and the entries of either."""
    sign = "d" if found["d"] == "d" else r"\partial "
    of, by = name_latex(found["of"]), name_latex(found["by"])
    if of is None or by is None:
        return None
    if found["at"]:
        name = re.sub(r"[^A-Za-z0-9]", " ", found["by"])
        return rf"\frac{{{sign}{of}}}{{{sign}\operatorname{{{name}}}({name_latex(found['at'])})}}", found.end()
    stop = found.end()
    turned = _TRANSPOSED.match(text, stop, end)
    stop = turned.end() if turned else stop
    entries = _ENTRIES.match(text, stop, end)
    if turned:
        whole = rf"\left(\frac{{{sign}{of}}}{{{sign}{by}}}\right)^{{\top}}"
        return (_indexed(whole, entries.group()), entries.end()) if entries else (whole, stop)
    if entries:
        by, stop = _indexed(by, entries.group()), entries.end()
    return rf"\frac{{{sign}{of}}}{{{sign}{by}}}", stop


def _indexed(base: str, entries: str) -> str:
    indices = ",".join(part.strip() for part in re.findall(r"[^\[\],]+", entries) if part.strip())
    held = f"{{{base}}}" if re.search(r"[_^'\\]", base.removeprefix(r"\text").removeprefix(r"\left")) else base
    return f"{held}_{{{indices}}}"
