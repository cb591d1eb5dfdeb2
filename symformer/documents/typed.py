r"""Formulas typed without LaTeX, as the LaTeX that says the same: ``Oᵢ = Σⱼ Aᵢⱼ Vⱼ``, ``S = Q Kᵀ / √d_k``, ``X ∈ ℝ^(n×d)``.

Each sign is written in its turn, and nothing is guessed: what holds a word that is no function and no name of the note,
or a sign that may mean two things, is no formula here.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symformer.documents.typed_signs import (
    ACCENTS,
    FUNCTIONS,
    GREEK,
    GREEK_WORDS,
    OPERATORS,
    SIZES_RAISED,
    SUB,
    SUPER,
    TRANSPOSED,
)
from symformer.text.mapped import MappedText, Segment

_WORD = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")  # 1,048,576, not within the brackets of a list
_SUBSCRIPT = re.compile(rf"[{''.join(SUB)}]+")
_SUPERSCRIPT = re.compile(rf"[{''.join(SUPER)}]+")
_LOW = re.compile(r"_(?P<label>[A-Za-z0-9]+|[α-ω])(?!\w*_)")
_PART_OF = re.compile(rf"/[ ]?√?\(?[A-Za-z0-9]+(?:_\w{{1,8}}|_\{{\w{{1,8}}\}}|[{''.join(SUB)}]+)?\)?[ ]+\Z")
_BRACED = re.compile(r"_\{(?P<label>[A-Za-z]{2,12})\}")  # d_{ff}
_BARE_SPACE = re.compile(r"\^?[A-Za-z0-9]+(?:_[A-Za-z0-9]+)?(?:[×x·*](?=[A-Za-z0-9])[A-Za-z0-9]+(?:_[A-Za-z0-9]+)?)*")
_INDEX_RUN = re.compile(r"[ijklmnpqrst]{2,3}")
_SUM_RANGE = re.compile(r"(?P<index>[a-z])\s*=\s*(?P<first>\w+)\s*(?:\.{2,3}|…|to)\s*(?P<last>\w+)")
_OPERAND = re.compile(r"\s*[A-Za-zα-ω(\[√‖|∂Σ∑∏\d]")
_SPELLED_SUM = re.compile(r"(?:sum|prod)(?=_\{?[a-z](?![a-z]))")
_SUMMED = re.compile(rf"\([^()]*(?:[{''.join(SUB)}]|_[ijkmnt]\b)[^()]*\)")  # Σ(xᵢ - μ)²
_LAYER = re.compile(r"\((?:[a-z]|\d|[ltijkh]\s?[-+]\s?1)\)")
_GRADIENT = re.compile(r"d[A-Z]\d?")
_BY = re.compile(r"d[a-z]")  # dL/dz
_PRIMED = re.compile(r"['’′]\(")
_LETTER = rf"(?:(?:{'|'.join(sorted(GREEK_WORDS))})(?![A-Za-z])|[A-Za-zα-ωΑ-Ω](?![A-Za-z])[{''.join(ACCENTS)}]?)"
_DERIVATIVE = re.compile(  # dL/dW2, ∂p_i/∂z_j: the fraction ends with what is derived by, and not with the line
    rf"(?P<sign>∂|(?<![\w.])d(?=[A-Za-z])){_LETTER}\d{{0,2}}(?:_\w{{1,8}}|_\{{[\w,+-]{{1,8}}\}})?[{''.join((*SUB, *SUPER))}]*'?"
    rf"(?P<slash>[ ]?/[ ]?)(?P=sign)(?={_LETTER})"
)
_ACCENTED = re.compile(  # m_hat, x_bar_i
    rf"(?P<name>[A-Za-z]|{'|'.join(sorted(GREEK_WORDS))})_(?P<mark>hat|bar|tilde)(?![A-Za-z0-9])"
)
_CAPITALS = re.compile(r"[A-Z]{2,3}")
_NAMED = re.compile(r"[A-Z][A-Za-z]*|[a-z]")
_CLOSING = {"(": ")", "[": "]"}
_DECIMAL = re.compile(r"\d\.\d|(?<![\w^{])\d{3,}")
_COMMANDS = re.compile(r"\\(?:text|operatorname|mathbb)\{[^{}]*\}|\\[A-Za-z]+")
DEEPEST = 20


class NotTyped(Exception):
    """What stands here is no formula that can be told."""


def typed_latex(
    text: str, start: int, end: int, words: Collection[str] = (), *, calls: bool = False
) -> MappedText | None:
    r"""``text[start:end]`` as LaTeX, mapped to offsets of ``text``; None where it is no formula.

    ``words`` are the names of several letters that the note gives a value, and ``_hat`` where it is a label there; with ``calls`` any word before a bracket is a function.

    >>> typed_latex("Oᵢ = Σⱼ Aᵢⱼ Vⱼ", 0, 14).text
    'O_{i} = \\sum_{j} A_{ij} V_{j}'
    >>> typed_latex("S = Q Kᵀ / √d_k", 0, 15).text
    'S = Q K^{\\top} / \\sqrt{d_{k}}'
    >>> typed_latex("the cat = 3 mice", 0, 16) is None
    True
    """
    typing = _Typing(text, start, end, frozenset(words), calls=calls)
    try:
        typing.sequence("")
    except NotTyped:
        return None
    return typing.made()


def typed_sizes(text: str, start: int, end: int) -> MappedText | None:
    r"""The sizes of a shape, parted by crosses or commas, as LaTeX with crosses between them.

    >>> typed_sizes("B, T, h·d_k", 0, 11).text
    'B \\times T \\times h \\cdot d_{k}'
    """
    typing = _Typing(text, start, end, frozenset())
    try:
        typing.sizes(end)
    except NotTyped:
        return None
    return typing.made()


def says_something(latex: str) -> bool:
    """Whether each side of a formula holds a letter, and none of them numbers that were worked out."""
    sides = re.split(r"=|\\in |\\approx ", latex)
    bare = [_COMMANDS.sub(lambda found: "a" if found[0].startswith(r"\text") else " ", side) for side in sides]
    member = r"\mathbb" in sides[-1]
    if any(not re.search(r"[A-Za-z]|\\", side) and not _greek(raw) for side, raw in zip(bare, sides, strict=True)):
        return member and all(side.strip() for side in sides)
    return len(sides) > 1 and _DECIMAL.search(latex) is None and (member or _works(sides[1:]))


def _greek(side: str) -> bool:
    return (
        re.search(
            r"\\(?:alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|pi|rho|sigma|tau|phi|omega|Sigma|Phi)", side
        )
        is not None
    )


def _works(sides: list[str]) -> bool:
    """Whether something is done on the right: a name beside a name is a setting."""
    return any(
        re.search(r"[ +/(^\\-]|[A-Z]{2}_|\d[A-Za-z]", side.strip()) and re.search(r"[A-Za-z]", side) for side in sides
    )


class _Typing:
    """Where the reading stands, and what was written so far."""

    def __init__(self, text: str, at: int, end: int, words: frozenset[str], *, calls: bool = False) -> None:
        self.text, self.at, self.end, self.words, self.calls = text, at, end, words, calls
        self.pieces: list[tuple[str, int, int]] = []
        self.depth = 0

    def made(self) -> MappedText:
        """What was written, with where each piece comes from."""
        segments, at = list[Segment](), 0
        for latex, start, end in self.pieces:
            if latex:
                segments.append(Segment(at, at + len(latex), start, end))
                at += len(latex)
        return MappedText("".join(piece[0] for piece in self.pieces), tuple(segments) or (Segment(0, 0, 0, 0),))

    def emit(self, latex: str, length: int) -> None:
        """Write ``latex`` for the next ``length`` characters."""
        self.pieces.append((latex, self.at, self.at + length))
        self.at += length

    def next(self) -> str:
        """The next character, or nothing at the end."""
        return self.text[self.at] if self.at < self.end else ""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern finds here."""
        return pattern.match(self.text, self.at, self.end)

    def sequence(self, closing: str) -> None:
        """All up to the closing bracket, or to the end."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotTyped
        while self.at < self.end and self.next() != closing:
            self.one()
        if closing and self.next() != closing:
            raise NotTyped
        self.depth -= 1

    def one(self) -> None:
        """One sign, name, number or bracket with the scripts behind it."""
        sign = self.next()
        if sign.isspace():
            self.emit(" ", 1)
        elif sign in "∂d" and (derivative := self.match(_DERIVATIVE)) is not None:
            self.derivative(len(derivative["slash"]))
        elif sign == "√":
            self.root(1)
        elif sign in "Σ∑∏":
            self.big(sign, 1)
        elif (spelled := self.match(_SPELLED_SUM)) is not None:
            self.big("∑" if spelled[0] == "sum" else "∏", len(spelled[0]))
        elif sign == "ℝ" or sign == "R" and self.is_space():
            self.space()
        elif sign in "([":
            self.emit(sign, 1)
            self.sequence(_CLOSING[sign])
            self.emit(_CLOSING[sign], 1)
            self.scripts(named=False)
        elif self.depth == 1 and (grouped := self.match(_GROUPED)) is not None:
            self.emit(grouped[0].replace(",", "{,}"), len(grouped[0]))
        elif (number := self.match(_NUMBER)) is not None:
            self.emit(number[0], len(number[0]))
            self.scripts(named=False)
        elif sign in "½⅓⅔¼¾":
            self.emit(sign, 1)
        elif sign == "∇":
            self.operator()
            self.scripts(named=False)  # ∇_z L
        elif sign in OPERATORS or self.text.startswith("...", self.at) or sign == "*" and self.calls:
            self.operator()
        elif sign.isalpha():
            self.name()
        elif self.text[self.at - 1] in "|‖" and (sign in SUPER or sign in SUB or sign in "^_"):
            self.scripts(named=False)
        else:
            raise NotTyped

    def derivative(self, slash: int) -> None:
        """``∂L/∂W₂`` and ``dL/dy``, one fraction each whatever is multiplied to it."""
        sign = r"\partial " if self.next() == "∂" else "d"
        self.emit(r"\frac{", 0)
        self.emit(sign, 1)
        self.name()
        self.emit("}{", slash)
        self.emit(sign, 1)
        self.name()
        self.emit("}", 0)

    def operator(self) -> None:
        """A sign between two things; three dots are one, and a star on a line of its own, where it marks no words."""
        if self.next() == "*":
            self.emit(r"\cdot ", 1)
            return
        for length in (3, 2, 1):
            written = self.text[self.at : min(self.at + length, self.end)]
            if len(written) == length and written in OPERATORS:
                self.emit(OPERATORS[written], length)
                return
        raise NotTyped

    def is_space(self) -> bool:
        """Whether an R here is the set of the reals."""
        before = self.text[: self.at].rstrip()
        return before.endswith("∈") and self.text[self.at + 1 : self.at + 2] in (*"^", *SIZES_RAISED)

    def space(self) -> None:
        """``ℝ^(n×d)``, ``ℝⁿˣᵈ``, ``ℝ^d``."""
        self.emit(r"\mathbb{R}", 1)
        raised = re.compile(rf"[{''.join(SIZES_RAISED)}]+").match(self.text, self.at, self.end)
        if raised is not None:
            sizes = "".join(SIZES_RAISED[each] for each in raised[0])
            self.emit("^{" + sizes.replace("×", r" \times ") + "}", len(raised[0]))
            return
        opened = self.text[self.at + 1 : self.at + 2]
        if self.next() != "^":
            return
        if opened in ("(", "{"):
            stop = self.text.find(")" if opened == "(" else "}", self.at, self.end)
            if stop < 0:
                raise NotTyped
            self.emit("^{", 2)
            self.sizes(stop)
            self.emit("}", 1)
            return
        bare = self.match(_BARE_SPACE)
        if bare is None:
            raise NotTyped
        self.emit("^{", 1)
        self.sizes(bare.end())
        self.emit("}", 0)

    def sizes(self, stop: int) -> None:
        """Sizes with crosses or commas between them, up to ``stop``."""
        kept, self.end = self.end, stop
        while self.at < stop:
            sign = self.next()
            cross = re.compile(r"\s*(?:[×,]|(?<=\s)x(?=\s)|(?<=[a-z0-9)])x(?=[A-Za-z]))\s*").match(
                self.text, self.at, stop
            )
            if cross is not None:
                self.emit(r" \times ", len(cross[0]))
            elif sign in "*·⋅":
                self.emit(r" \cdot ", 1)
            elif self.text.startswith("//", self.at):
                self.emit("/", 2)
            elif sign.isalpha() and (word := self.match(re.compile(r"[A-Za-z]{2,}(?![A-Za-z0-9])"))) is not None:
                self.emit(rf"\text{{{word[0]}}}", len(word[0]))
                self.scripts(named=True)
            else:
                self.one()
        self.end = kept

    def root(self, length: int) -> None:
        """``√d_k``, ``√(σ² + ε)``, ``sqrt(d_k)``."""
        self.emit(r"\sqrt{", length)
        while self.next() == " ":
            self.emit("", 1)
        if self.next() == "(":
            self.emit("", 1)
            self.sequence(")")
            self.emit("", 1)
        elif (number := self.match(_NUMBER)) is not None:
            self.emit(number[0], len(number[0]))
        elif self.next().isalpha():
            self.name()
        else:
            raise NotTyped
        self.emit("}", 0)

    def big(self, sign: str, length: int) -> None:
        """A sum or a product over what stands below it; a capital sigma in front of nothing is a name."""
        if _PART_OF.search(self.text, 0, self.at) is not None:
            self.emit(r"\cdot ", 0)  # 1/n Σ xᵢ: the sum is not below the line
        start = len(self.pieces)
        command = r"\prod" if sign == "∏" else r"\sum"
        self.emit(command, length)
        if self.match(_SUMMED) is not None:
            sign = "∑"
        ranged = re.compile(rf"_\{{{_SUM_RANGE.pattern}\}}").match(self.text, self.at, self.end)
        if ranged is not None:
            self.emit(f"_{{{ranged['index']}={ranged['first']}}}^{{{ranged['last']}}}", len(ranged[0]))
        else:
            first = re.compile(r"_(?P<index>[a-z])=(?P<first>\d)(?=[\s^])").match(self.text, self.at, self.end)
            if first is not None:
                self.emit(f"_{{{first['index']}={first['first']}}}", len(first[0]))
            self.limits()
            self.scripts(named=False)
        bare = len(self.pieces) == start + 1
        if self.match(_OPERAND) is None or bare and sign == "Σ":
            if sign != "Σ" or bare:
                raise NotTyped
            self.pieces[start] = (r"\Sigma", *self.pieces[start][1:])
        elif not self.text[self.at : self.at + 1].isspace():
            self.emit(" ", 0)

    def limits(self) -> None:
        """What a sum begins and ends with in small signs: ``Σᵢ₌₁ⁿ``, and ``Σₜ₌₁ᵀ``, where the T is no transpose."""
        low = self.match(_SUBSCRIPT)
        if low is None or "₌" not in low[0]:
            return
        self.below()
        if self.next() == "ᵀ":
            self.emit("^{T}", 1)
        elif self.next() in SUPER or self.next() == "^":
            self.above(named=False)

    def name(self) -> None:
        """A name with all that stands below and above it, or the name of a function."""
        word = self.match(_WORD)
        accent = self.text[self.at + 1 : self.at + 2] in ACCENTS
        marked = self.match(_ACCENTED)
        if marked is not None and not {marked[0], f"_{marked['mark']}"} & self.words:
            self.accented(marked)
        elif word is None or accent:
            self.letter()
        else:
            self.word(word[0])
        self.scripts(named=True)

    def accented(self, found: re.Match[str]) -> None:
        """``m_hat``: a letter with the mark above it that its label names."""
        name = found["name"]
        self.emit(rf"\{found['mark']}{{{name if len(name) == 1 else chr(92) + name}}}", len(found[0]))

    def letter(self) -> None:
        """One letter, Greek or with a mark above it."""
        sign = self.next()
        base = GREEK.get(sign, sign if sign.isascii() else "")
        if not base:
            raise NotTyped
        mark = ACCENTS.get(self.text[self.at + 1 : self.at + 2])
        self.emit(rf"\{mark}{{{base}}}" if mark else base, 2 if mark else 1)
        if base.startswith("\\") and not mark and self.next().isascii() and self.next().isalpha():
            self.emit(" ", 0)

    def word(self, word: str) -> None:
        """A run of letters: a function, a name that the note gives a value, or letters side by side."""
        after = self.text[self.at + len(word) : self.at + len(word) + 1]
        primed = len(word) > 1 and _PRIMED.match(self.text, self.at + len(word)) is not None  # GELU'(x)
        called = after == "(" or primed
        if word in ("sqrt",) and called:
            self.root(len(word))
        elif word in FUNCTIONS and (called or after in (" ", "_", *SUB)):
            self.emit(FUNCTIONS[word], len(word))
        elif (
            len(word) == 1
            or _CAPITALS.fullmatch(word)
            and not called
            or _GRADIENT.fullmatch(word)
            or _BY.fullmatch(word)
            and self.text[self.at - 1] == "/"
        ):
            self.emit(word, len(word))
        elif word in GREEK_WORDS or called and word in ("Phi", "Psi"):
            self.emit(f"\\{word}" + " " * after.isalpha(), len(word))
        elif word == "eps" and word not in self.words and not called:
            self.emit(r"\epsilon", len(word))
        elif word in self.words and len(word) == 2 and word[0].isupper():
            self.emit(f"{word[0]}_{{{word[1]}}}", 2)  # Wq
        elif word in self.words and not called:
            self.emit(rf"\text{{{word}}}", len(word))
        elif called and (_NAMED.fullmatch(word) or self.calls):
            self.emit(rf"\operatorname{{{word}}}", len(word))
        else:
            raise NotTyped
        digits = re.compile(r"\d{1,2}(?![\w.])").match(self.text, self.at, self.end)
        if digits is not None:
            self.emit(f"_{{{digits[0]}}}", len(digits[0]))

    def scripts(self, *, named: bool) -> None:
        """What stands below and above a name or a bracket."""
        above = below = False
        while self.at < self.end:
            sign = self.next()
            if sign in SUB or sign == "_":
                if below:
                    raise NotTyped
                below = True
                self.below()
            elif sign in SUPER or sign in TRANSPOSED or sign == "^":
                if above:
                    raise NotTyped
                above = True
                self.above(named=named)
            elif sign in "'’′":
                self.emit("'", 1)
            else:
                return

    def below(self) -> None:
        """``ᵢⱼ``, ``_k``, ``_model``, ``_{t-1}``."""
        run = self.match(_SUBSCRIPT)
        if run is not None:
            self.emit("_{" + "".join(SUB[each] for each in run[0]) + "}", len(run[0]))
            return
        braced = self.match(_BRACED)
        if braced is not None:
            word = braced["label"]
            self.emit("_{" + (word if _INDEX_RUN.fullmatch(word) else rf"\text{{{word}}}") + "}", len(braced[0]))
            return
        if self.text.startswith("_{", self.at):
            self.emit("_{", 2)
            self.sequence("}")
            self.emit("}", 1)
            return
        if self.text.startswith("_(", self.at):
            self.emit("_{", 2)
            self.sequence(")")
            self.emit("}", 1)
            return
        if self.text.startswith("_*", self.at):
            self.emit("_{*}", 2)
            return
        label = self.match(_LOW)
        if label is None:
            raise NotTyped
        word = label["label"]
        alone = len(word) == 1 or word.isdigit() or _INDEX_RUN.fullmatch(word)
        written = GREEK.get(word, word) if alone else rf"\text{{{word}}}"
        self.emit(f"_{{{written}}}", len(label[0]))

    def above(self, *, named: bool) -> None:
        """``ᵀ``, ``²``, ``⁽ⁱ⁾``, ``^T``, ``^(l)``, ``^{-1}``."""
        sign = self.next()
        if sign in TRANSPOSED:
            self.emit(r"^{\top}", 1)
            return
        run = self.match(_SUPERSCRIPT)
        if run is not None:
            self.emit("^{" + "".join(SUPER[each] for each in run[0]) + "}", len(run[0]))
            return
        self.emit("^{", 1)
        layer = self.match(_LAYER)
        if layer is not None and named:
            self.emit(layer[0], len(layer[0]))
        elif self.next() in ("(", "{"):
            closing = ")" if self.next() == "(" else "}"
            self.emit("", 1)
            self.sequence(closing)
            self.emit("", 1)
        elif self.next() in "⊤":
            self.emit(r"\top", 1)
        else:
            if self.next() in "-−":
                self.emit("-", 1)
            raised = self.match(re.compile(r"\d+|[A-Za-z](?![A-Za-z])"))
            if raised is None:
                raise NotTyped
            of_e = len(self.pieces) > 1 and self.pieces[-2][0] == "e"
            self.emit(raised[0], len(raised[0]))
            if of_e and raised[0].isalpha() and self.match(_SUBSCRIPT) is not None:
                self.below()  # e^zᵢ: what is raised has the index
        self.emit("}", 0)


__all__ = ["NotTyped", "says_something", "typed_latex", "typed_sizes"]
