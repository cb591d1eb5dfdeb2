r"""Mathematics typed without LaTeX: ``Q_cat = [2, 3]``, ``0.3*0.56 + 0.9*0.58 = 0.702``, ``√64 = 8``.

A small strict grammar turns it into LaTeX for the reader of formulas and remembers where each
piece stood.  What does not fit the grammar is no mathematics, and ``None`` is the answer.

>>> plain_latex("sqrt(d_k) = 8").text
'\\sqrt{d_{k}} = 8'
>>> plain_latex("see section 3") is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symformer.text.mapped import MappedText, Segment

_GREEK_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
_GREEK_NAMES = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega
"""
_GREEK = dict(zip(_GREEK_LETTERS, _GREEK_NAMES.split(), strict=True))
_SUPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁱⁿ", "0123456789-+in", strict=True))
_SUB = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙₘₗₜₚₓ", "0123456789ijknmltpx", strict=True))
_TOKEN = re.compile(
    r"(?P<dot> \. (?=[A-Za-z\[(]))"
    r"|(?P<space>[ \t\u00a0]+)"
    r"|(?P<number>\d+\.\d+|\.\d+|\d{1,3}(?:,\d{3})+(?![\d,.])|\d+)"
    rf"|(?P<name>[A-Za-z{''.join(_GREEK)}][A-Za-z0-9]*(?:_(?:\{{[A-Za-z0-9, ]+\}}|[A-Za-z0-9]+))*[{''.join(_SUB)}]*['’]*)"
    rf"|(?P<power>[{''.join(_SUPER)}]+)"
    r"|(?P<transpose>ᵀ|\.T\b|\^\{?T\}?(?![A-Za-z0-9])|\^⊤|⊤)"
    r"|(?P<dots>\.\.\.|…|⋯)"
    r"|(?P<operator>\*\*|~=|[-+−–*×·⋅∙/÷^@=≈()\[\],;√%]|\\[*_])"
)
_IN_WORD = re.compile(r"\w")
_NO_FACTOR = re.compile(r"[eE][-+]?\d|[A-Za-z]{2,}")
BRACKETS = frozenset(("[", "(", r"\begin{bmatrix} "))
_RELATIONS = {"=": "=", "≈": r"\approx", "~=": r"\approx"}
_SIGNS = {
    "*": r"\cdot",
    r"\*": r"\cdot",
    "×": r"\times",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "∙": r"\cdot",
    "@": "@",
    " . ": r"\cdot",
}
_QUOTIENTS = {"/": "/", "÷": "/"}
_COMMANDS = frozenset(("exp", "log", "ln", "sin", "cos", "tan", "tanh", "max", "min"))
_FUNCTIONS = {
    "softmax": "softmax", "Softmax": "softmax", "sigmoid": "sigmoid", "ReLU": "ReLU", "relu": "ReLU", "GELU": "GELU",
    "LayerNorm": "LayerNorm", "layernorm": "LayerNorm", "Concat": "Concat", "concat": "Concat", "σ": r"\sigma",
    "PE": "PE", "FFN": "FFN", "Attention": "Attention", "norm": "norm", "mean": "mean", "var": "Var", "std": "std",
    "Var": "Var", "SiLU": "SiLU",
}  # fmt: skip


class _NoMathematics(Exception):
    """The text does not fit the grammar."""


@dataclass(slots=True)
class _Cursor:
    text: str
    at: int
    end: int
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    depth: int = 0
    brackets: int = 0  # inside square brackets a blank may part two items
    first_bracket: int | None = None  # the first piece that opens one

    def peek(self) -> tuple[str, str, int, int] | None:
        """The next token that is no blank: kind, text, start, end."""
        at = self.at
        while (found := _TOKEN.match(self.text, at, self.end)) is not None:
            if found.lastgroup != "space":
                return found.lastgroup or "", found.group(), found.start(), found.end()
            at = found.end()
        return None

    def emit(self, latex: str, start: int, end: int) -> None:
        """Add a piece of LaTeX that was written at ``start:end``; the blanks before it are kept."""
        gap = self.text[self.at : start]
        if gap:
            self.pieces.append((" ", self.at, start))
        if self.first_bracket is None and latex in BRACKETS:
            self.first_bracket = len(self.pieces)
        self.pieces.append((latex, start, end))
        self.at = end

    def back_to(self, kept: int, at: int) -> None:
        """Forget all but the first pieces, and go on from an offset."""
        del self.pieces[kept:]
        self.at = at
        if self.first_bracket is not None and self.first_bracket >= kept:
            self.first_bracket = None

    def is_next(self, *texts: str) -> bool:
        """Whether the next token is one of the given operators."""
        token = self.peek()
        return token is not None and token[0] == "operator" and token[1] in texts

    def made(self) -> MappedText:
        """The LaTeX so far."""
        segments: list[Segment] = []
        parts: list[str] = []
        length = 0
        for latex, start, end in self.pieces:
            segments.append(Segment(length, length + len(latex), start, end))
            parts.append(latex)
            length += len(latex)
        return MappedText("".join(parts), tuple(segments))


def plain_latex(text: str) -> MappedText | None:
    """The whole of ``text`` as LaTeX, mapped to offsets of ``text``; None where it is no mathematics."""
    trimmed = len(text.rstrip())
    found = plain_prefix(text, len(text) - len(text.lstrip()), trimmed)
    return found[0] if found is not None and found[1] == trimmed else None


def plain_prefix(text: str, start: int, end: int | None = None) -> tuple[MappedText, int] | None:
    """The longest beginning of ``text[start:end]`` that is a chain of expressions, and where it ends.

    >>> plain_prefix("2*3 = 6 as before", 0)[1]
    7
    """
    cursor = _Cursor(text, start, len(text) if end is None else end)
    try:
        _expression(cursor)
    except _NoMathematics:
        return None
    while cursor.is_next(*_RELATIONS):
        kept, at = len(cursor.pieces), cursor.at
        try:
            _, sign, begin, stop = cursor.peek() or ("", "", 0, 0)
            cursor.emit(_RELATIONS[sign], begin, stop)
            _expression(cursor)
        except _NoMathematics:
            cursor.back_to(kept, at)
            break
    return cursor.made(), cursor.at


def _expression(cursor: _Cursor) -> None:
    cursor.depth += 1
    if cursor.depth > 40:
        raise _NoMathematics
    _product(cursor)
    while cursor.is_next("+", "-", "−", "–"):
        _, sign, start, end = cursor.peek() or ("", "", 0, 0)
        if cursor.brackets and cursor.at < start and cursor.text[end : end + 1].strip():
            break  # [0.1 -0.2]: a blank before the sign and none after it
        cursor.emit("+" if sign == "+" else "-", start, end)
        _product(cursor)
    cursor.depth -= 1


def _product(cursor: _Cursor) -> None:
    _signed(cursor)
    while True:
        token = cursor.peek()
        if token is None:
            return
        kind, text, start, end = token
        if kind == "dot" or (kind == "operator" and (text in _SIGNS or text in _QUOTIENTS)):
            cursor.emit((_SIGNS.get(text) or _QUOTIENTS[text]) + " ", start, end)
            _signed(cursor)
        elif (
            kind == "operator"
            and text == "("
            and start == cursor.at
            and _ends_factor(cursor)
            or kind == "name"
            and start == cursor.at
            and cursor.text[cursor.at - 1].isdigit()
            and len(text) <= 3
        ):
            _signed(cursor)
        else:
            return


def _ends_factor(cursor: _Cursor) -> bool:
    """Whether a bracket right here multiplies: ``2(5)``, ``(a)(b)``, but not ``x(5)``."""
    at = cursor.at
    if cursor.text[at - 1 : at] == ")":
        return True
    while at > 0 and (cursor.text[at - 1].isdecimal() or cursor.text[at - 1] == "."):
        at -= 1
    return at < cursor.at and not _IN_WORD.match(cursor.text[at - 1 : at])


def _signed(cursor: _Cursor) -> None:
    while (token := cursor.peek()) is not None and token[0] == "operator" and token[1] in ("-", "−", "–", "+"):
        cursor.emit("+" if token[1] == "+" else "-", token[2], token[3])
    if token is not None and token[1] == "√":
        cursor.emit(r"\sqrt{", token[2], token[3])
        _root_operand(cursor)
        cursor.emit("}", cursor.at, cursor.at)
    else:
        _primary(cursor)
    _after(cursor)


def _root_operand(cursor: _Cursor) -> None:
    token = cursor.peek()
    if token is not None and token[0] == "operator" and token[1] == "(":
        cursor.emit("", token[2], token[3])
        _expression(cursor)
        _expect(cursor, ")", "")
        return
    _primary(cursor)


def _after(cursor: _Cursor) -> None:
    """Powers, transposes, entries and percent signs."""
    while (token := cursor.peek()) is not None and token[2] == cursor.at:
        kind, text, start, end = token
        if kind == "power":
            cursor.emit("^{" + "".join(_SUPER[c] for c in text) + "}", start, end)
        elif kind == "transpose":
            cursor.emit(r"^{\top}", start, end)
        elif kind == "operator" and text in ("^", "**"):
            cursor.emit("^{", start, end)
            _power(cursor)
            cursor.emit("}", cursor.at, cursor.at)
        elif kind == "operator" and text == "%":
            cursor.emit(r"\%", start, end)
        else:
            return


def _power(cursor: _Cursor) -> None:
    if cursor.is_next("(", "["):
        _, _, start, end = cursor.peek() or ("", "", 0, 0)
        cursor.emit("", start, end)
        _expression(cursor)
        _expect(cursor, ")", "")
        return
    if cursor.is_next("-", "−"):
        _, _, start, end = cursor.peek() or ("", "", 0, 0)
        cursor.emit("-", start, end)
    _primary(cursor)


def _expect(cursor: _Cursor, closing: str, latex: str) -> None:
    token = cursor.peek()
    if token is None or token[1] != closing:
        raise _NoMathematics
    cursor.emit(latex, token[2], token[3])


def _primary(cursor: _Cursor) -> None:
    token = cursor.peek()
    if token is None:
        raise _NoMathematics
    kind, text, start, end = token
    if kind == "number":
        _number(cursor, text, start, end)
    elif kind == "name":
        _name(cursor, text, start, end)
    elif kind == "operator" and text == "(":
        cursor.emit("(", start, end)
        _expression(cursor)
        while cursor.is_next(","):
            _expect(cursor, ",", ", ")
            _item(cursor)
        _expect(cursor, ")", ")")
    elif kind == "operator" and text == "[":
        _bracket(cursor)
    else:
        raise _NoMathematics


def _number(cursor: _Cursor, text: str, start: int, end: int) -> None:
    if "," in text and _inside_brackets(cursor):
        end = start + text.index(",")
        text = text[: text.index(",")]
    follows = cursor.text[end : end + 1]
    if follows.isalpha() and _NO_FACTOR.match(cursor.text, end):
        raise _NoMathematics
    cursor.emit(text.replace(",", "{,}").rstrip("."), start, end)


def _inside_brackets(cursor: _Cursor) -> bool:
    return cursor.first_bracket is not None


def _name(cursor: _Cursor, text: str, start: int, end: int) -> None:
    calls = cursor.text[end : end + 1] == "("
    if calls and text == "sqrt":
        cursor.emit(r"\sqrt{", start, end + 1)
        _expression(cursor)
        _expect(cursor, ")", "}")
        return
    if calls and (text in _COMMANDS or text in _FUNCTIONS):
        latex = "\\" + text if text in _COMMANDS else _FUNCTIONS[text]
        cursor.emit(latex if latex.startswith("\\") else rf"\operatorname{{{latex}}}", start, end)
        _primary(cursor)
        return
    if calls or text in _COMMANDS or text == "sqrt":
        raise _NoMathematics
    latex_name = name_latex(text)
    if latex_name is None:
        raise _NoMathematics
    cursor.emit(latex_name, start, end)


def name_latex(text: str) -> str | None:
    r"""A typed name as LaTeX, or None where it is an ordinary word.

    >>> [name_latex(x) for x in ("W_Q", "d_model", "h1", "α", "X'", "Output")]
    ['W_{Q}', 'd_{\\text{model}}', 'h_{1}', '\\alpha', "X'", '\\text{Output}']
    """
    primes = "'" * (len(text) - len(text.rstrip("'’")))
    body = text.rstrip("'’")
    low = "".join(_SUB[c] for c in body if c in _SUB)
    body = "".join(c for c in body if c not in _SUB)
    base, *labels = body.split("_", 1)
    if not base:
        return None
    digits = re.fullmatch(r"([A-Za-zα-ωΑ-Ω]{1,2})(\d+)", base)
    if digits and not labels:
        base, labels = digits[1], [digits[2]]
    if low:
        labels = [",".join([*labels, low])]
    if base in _GREEK:
        made = "\\" + _GREEK[base]
    elif len(base) == 1:
        made = base
    elif base.isalnum():
        made = rf"\text{{{base}}}"
    else:
        return None
    if labels:
        made += "_{" + ",".join(_label(part) for part in re.split(r"[_,]", labels[0].strip("{}")) if part) + "}"
    return made + primes


def _label(part: str) -> str:
    part = part.strip(" {}")
    return part if len(part) == 1 or part.isdigit() else rf"\text{{{part}}}"


def _bracket(cursor: _Cursor) -> None:
    """``[1, 2]`` is a vector, ``[[1, 2], [3, 4]]`` a matrix."""
    _, _, start, end = cursor.peek() or ("", "", 0, 0)
    ahead = _Cursor(cursor.text, end, cursor.end)
    if not ahead.is_next("["):
        cursor.emit("[", start, end)
        _items(cursor, ", ")
        _expect(cursor, "]", "]")
        return
    cursor.emit(r"\begin{bmatrix} ", start, end)
    while True:
        _expect(cursor, "[", "")
        _items(cursor, " & ")
        _expect(cursor, "]", "")
        if cursor.is_next(",", ";"):
            _, sign, _, _ = cursor.peek() or ("", "", 0, 0)
            _expect(cursor, sign, r" \\ ")
        if not cursor.is_next("["):
            break
        if cursor.pieces[-1][0].strip() != r"\\":
            cursor.emit(r" \\ ", cursor.at, cursor.at)
    _expect(cursor, "]", r" \end{bmatrix}")


def _items(cursor: _Cursor, between: str) -> None:
    cursor.brackets += 1
    _item(cursor)
    while not cursor.is_next("]"):
        if cursor.is_next(","):
            _expect(cursor, ",", between)
        elif (
            (token := cursor.peek()) is not None
            and token[0] == "number"
            and token[2] > cursor.at
            or token is not None
            and token[1] in ("-", "−")
            and token[2] > cursor.at
        ):
            cursor.emit(between, cursor.at, cursor.at)
        else:
            raise _NoMathematics
        _item(cursor)
    cursor.brackets -= 1


def _item(cursor: _Cursor) -> None:
    token = cursor.peek()
    if token is not None and token[0] == "dots":
        cursor.emit(r"\dots", token[2], token[3])
        return
    _expression(cursor)
