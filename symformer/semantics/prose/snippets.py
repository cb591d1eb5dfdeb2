r"""Small pieces of LaTeX, taken apart without being read: names, lists of names, sizes, values.

Only the outer form is looked at (where the commas, equals signs and crosses stand); what the
pieces mean is for the reader of formulas to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from symformer.terms.term import Apply, Index, Number, Product, Quotient, Sum, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

Read = Callable[[str, Span], Term]
"""Turns LaTeX into a term; the span is the snippet's place in the source text.

Origins of the term are offsets into the LaTeX given.  What cannot be read comes back as ``Unknown``.
"""

_TOKEN = re.compile(
    r"\\(?P<big>left|right|begin|end)(?![A-Za-z])(?:\s*\{[^{}]*\})?"
    r"|\\[A-Za-z]+|\\.|[{}()\[\]]|[^\\{}()\[\]]",
    re.DOTALL,
)
_SPACING = re.compile(r"\s+|~|\\[,;:! ]|\\q?quad(?![A-Za-z])|\\(?:displaystyle|limits|text)\s*\{\s*\}|\\displaystyle")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of LaTeX and where it was written: ``latex`` maps to the source text."""

    latex: MappedText

    @property
    def text(self) -> str:
        """The LaTeX itself."""
        return self.latex.text

    @property
    def span(self) -> Span:
        """The place in the source text."""
        return self.latex.origin_span(Span(0, len(self.latex.text)))

    def part(self, span: Span) -> Snippet:
        """The piece of the piece that ``span`` names, blanks stripped."""
        text = span.slice(self.text)
        start = span.start + (len(text) - len(text.lstrip()))
        end = max(start, span.end - (len(text) - len(text.rstrip())))
        return Snippet(MappedText.join(self.text, [Span(start, end)]).then(self.latex))

    def read(self, read: Read) -> Term:
        """The term the piece stands for."""
        return read(self.text, self.span)


def split(text: str, separators: Sequence[str]) -> list[tuple[str, Span]]:
    r"""The parts of ``text`` between outer separators, each with the separator before it.

    >>> [s.slice(r"d \times (h, k)") for _, s in split(r"d \times (h, k)", [r"\times", ","])]
    ['d ', ' (h, k)']
    """
    parts: list[tuple[str, Span]] = []
    depth, start, before = 0, 0, ""
    for token in _TOKEN.finditer(text):
        word = token.group()
        if token.group("big"):
            depth += 1 if token.group("big") in ("left", "begin") else -1
        elif word in "{([":
            depth += 1
        elif word in "})]":
            depth -= 1
        elif depth == 0 and word in separators:
            parts.append((before, Span(start, token.start())))
            start, before = token.end(), word
    parts.append((before, Span(start, len(text))))
    return parts


_GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|"
    "upsilon|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega|ell|hbar"
)
_FONTS = (
    "mathbf|mathbold|symbf|mathcal|mathrm|text|bm|boldsymbol|vec|hat|tilde|bar|mathbb|mathit|operatorname|textbf|mathsf|mathfrak|"
    "widehat|widetilde|overline|textrm|textit|mathring|dot|mathscr|textsf|texttt|mathtt|pmb"
)
_BRACED = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_CORE = rf"(?:\\(?:{_GREEK})(?![A-Za-z])|\\(?:{_FONTS})(?![A-Za-z])\s*(?:{_BRACED}|[A-Za-z]|\\[A-Za-z]+)|[A-Za-z]+|[α-ωΑ-Ω])"
_SCRIPT = rf"(?:\s*[_^]\s*(?:{_BRACED}|\\[A-Za-z]+(?:{_BRACED})?|[^\s\\{{}}])|\s*'+)"
_NAME = re.compile(rf"(?:{_CORE}|\{{\s*{_CORE}{_SCRIPT}*\s*\}}){_SCRIPT}*\Z")
_CALL = Cued(rf"(?P<name>{_CORE}{_SCRIPT}*)\s*(?:\\left)?\((?P<arguments>.*?)(?:\\right)?\)\Z", re.DOTALL)
_NO_NAME = re.compile(
    r"\^\s*(?:\{?\s*(?:\\top|\\intercal|T|\\mathsf\s*\{?T\}?|\\mathrm\s*\{?T\}?|-?\d+|-1)\s*\}?)(?![A-Za-z])"
)
_RUN = re.compile(r"[A-Za-z]{2,}")
_RELATION = ("=", ":", r"\in", r"\approx", r"\coloneqq", r"\leq", r"\le", r"\geq", r"\ge", "<", ">", r"\subset", r"\equiv", r"\to", r"\sim", r"\rightarrow", r"\triangleq", r"\propto", r"\neq", r"\ll", r"\gg", r"\subseteq", r"\mapsto", r"\leftarrow", r"\Rightarrow", r"\implies", "≈", "∈", "≤", "≥", "→")  # fmt: skip


def is_name(latex: str) -> bool:
    r"""Whether LaTeX is one symbol with labels or indices, and no transpose or power.

    >>> [is_name(x) for x in (r"\mathbf{W}_{h}^{q}", "d_k", "X'", "QK", "K^T", "x^2", "2i", "pos")]
    [True, True, True, False, False, False, False, True]
    """
    latex = _SPACING.sub(" ", latex).strip()
    if not _NAME.match(latex) or _NO_NAME.search(latex):
        return False
    run = _RUN.match(latex)
    # small letters side by side may be a product, and so may two capitals
    return (
        run is None
        or (len(run.group()) >= 3 and run.group().islower())
        or (run.group() in ("PE", "FFN", "MSE", "MHA", "Emb", "MLP"))
    )


@dataclass(frozen=True, slots=True)
class Named:
    """A declared name: its symbol, where it stands, and the value written after it, if any."""

    symbol: Term
    place: Snippet
    value: Snippet | None = None
    relation: str | None = None  # what stands between the name and the rest: "=", r"\in", ...


def named_term(snippet: Snippet, read: Read) -> Term | None:
    """The symbol (or family with an index) that a name declares, or None if it reads as anything else."""
    text = _SPACING.sub(" ", snippet.text).strip()
    if not is_name(text):
        return None
    if _RUN.fullmatch(text):
        return Symbol(text, Span(0, len(snippet.text)))
    match snippet.read(read):
        case Symbol() as symbol:
            return symbol
        case Index(base=Symbol()) as family:
            return family
        case _:
            return None


def names_in(snippet: Snippet, read: Read) -> tuple[Named, ...]:
    r"""The names a formula offers for declaration: ``W_Q, W_K``, ``d_k = D/H``, ``b \in \mathbb{R}^d``; else none."""
    text = snippet.text.rstrip().rstrip(",.;").rstrip()
    found: list[Named] = []
    dots = False
    for separator, span in split(text, (",", r"\quad", r"\qquad", "、")):
        if not span.slice(text).strip():
            if separator == "" or separator == ",":
                return ()
            continue
        if _DOTS.fullmatch(span.slice(text)):
            dots = True
            continue
        one = _named(snippet.part(span), read)
        if one is None:
            return ()
        found.append(one)
    if not dots:
        return tuple(found)
    family = _family_of(found)
    return (family,) if family is not None else ()


_DOTS = re.compile(r"\s*(?:\\(?:dots[a-z]?|ldots|cdots)|\.\.\.|…)\s*")


def _family_of(members: Sequence[Named]) -> Named | None:
    r"""The family of ``x_1, \dots, x_n``: all members are spoken of by one."""
    bases = {member.symbol.base if isinstance(member.symbol, Index) else None for member in members}
    if len(bases) != 1 or len(members) < 2:
        return None
    last = members[-1]
    match last.symbol:
        case Index(base=Symbol(), indices=(_,), upper=()) as member:
            return replace(last, symbol=replace(member, indices=(Symbol("i"),)))
        case Index(base=Symbol(), indices=(), upper=(_,)) as member:
            return replace(last, symbol=replace(member, upper=(Symbol("i"),)))
    return None


def _named(snippet: Snippet, read: Read) -> Named | None:
    text = snippet.text.lstrip()
    if text.startswith("=") and is_name(text[1:].strip()):  # "number of examples $=n$": the words are the left side
        snippet = snippet.part(Span(snippet.text.index("=") + 1, len(snippet.text)))
    sides = split(snippet.text, _RELATION)
    place = snippet.part(sides[0][1])
    symbol = named_term(place, read)
    if symbol is None:
        return None
    if len(sides) == 1:
        return Named(symbol, place)
    value = snippet.part(sides[1][1]) if len(sides) == 2 else None
    return Named(symbol, place, value, sides[1][0])


def called_name(snippet: Snippet, read: Read) -> Named | None:
    r"""The function's name in ``f(\cdot)`` or ``g(x)``, or None."""
    text = snippet.text.strip()
    found = _CALL.match(text)
    if found is None or not is_name(found["name"]):
        return None
    place = snippet.part(Span(snippet.text.index(text), snippet.text.index(text) + found.end("name")))
    symbol = named_term(place, read)
    return Named(symbol, place) if symbol is not None else None


_NUMERAL = Cued(r"\s*\d+\s*\Z")
_NOT_SIZE = re.compile(
    r"=|\\in\b|\\mathbb|\\begin|<|>|\\frac\{d|\\partial|\d\.\d|\\ldots|\\dots|\\cdots|&|\\sum|\\infty"
)


def is_size(term: Term) -> bool:
    """Whether a term can be a size: names and whole numbers under + − · /.

    >>> is_size(Symbol("n"))
    True
    """
    for part in walk(term):
        match part:
            case Number():
                if part.value.denominator != 1 or abs(part.value) > 10**9:
                    return False
            case Symbol() | Product() | Quotient() | Sum() | Index():
                continue
            case Apply(function="floor" | "ceil" | "absolute"):
                continue
            case _:
                return False
    return True


MOST_BRACKETS = 8  # around sizes; what stands in more is none


def sizes_in(snippet: Snippet, read: Read, brackets: int = 0) -> tuple[Term, ...] | None:
    r"""The sizes that ``n \times d``, ``(B, T, C)`` or ``[N, H, S, d_q]`` name, or None."""
    text = snippet.text.strip()
    if not text or _NOT_SIZE.search(text):
        return None
    crosses = split(snippet.text, (r"\times", "×", "x") if re.search(r"\d\s*x\s*\d", text) else (r"\times", "×"))
    if len(crosses) >= 2:
        return _all_sizes(snippet, [span for _, span in crosses], read)
    inner = _unbracketed(snippet)
    if inner is None or brackets > MOST_BRACKETS:
        return None
    commas = split(inner.text, (",",))
    if len(commas) >= 2:
        kept = [span for _, span in commas if span.slice(inner.text).strip()]
        return _all_sizes(inner, kept, read)
    return sizes_in(inner, read, brackets + 1)


def _all_sizes(snippet: Snippet, spans: Sequence[Span], read: Read) -> tuple[Term, ...] | None:
    sizes: list[Term] = []
    for span in spans:
        size = size_in(snippet.part(span), read)
        if size is None:
            return None
        sizes.append(size)
    return tuple(sizes) if sizes else None


def size_in(snippet: Snippet, read: Read) -> Term | None:
    r"""The one size that ``d_k``, ``512`` or ``(h \cdot d_q)`` names, or None."""
    if not snippet.text.strip() or _NOT_SIZE.search(snippet.text):
        return None
    term = snippet.read(read)
    return term if is_size(term) else None


def _unbracketed(snippet: Snippet) -> Snippet | None:
    text = snippet.text
    found = re.match(r"\s*(?:\\left)?([(\[])(.*?)(?:\\right)?([)\]])\s*\Z", text, re.DOTALL)
    return snippet.part(Span(found.start(2), found.end(2))) if found else None


def is_numeral(snippet: Snippet) -> bool:
    """Whether the piece is a whole number and nothing else."""
    return _NUMERAL.match(snippet.text) is not None
