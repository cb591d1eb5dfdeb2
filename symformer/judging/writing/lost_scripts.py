r"""Scripts that were lost or slipped within formulas: ``W1`` for W_1, ``\mathbb{R}d``, ``p_{\theta(\tau)}``, ``\pi^**``.

As they stand they may mean something; they are told where the note writes the same thing with its script elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from symformer.documents.document import Formula
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.text.span import Span

_OPAQUE = re.compile(
    r"\\(?:text\w*|mbox|label|tag\*?|ref|eqref|operatorname\*?|mathrm|mathtt|mathsf|texttt|begin|end|color|hspace|vspace)"
    r"\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}(?:\{[clr|@ ]+\})?|`[^`\n]*`"
)
_SCRIPT = re.compile(r"[_^]\s*(?:\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}|\\[A-Za-z]+|[^\s{}\\])")
_GREEK = r"alpha|beta|gamma|delta|epsilon|theta|lambda|sigma|omega|tau|eta|rho|phi|psi|mu|nu|xi|zeta|kappa"
_STUCK = re.compile(rf"(?<![A-Za-z\\0-9._^'])(?P<base>[A-Za-z]|\\(?:{_GREEK}))(?P<below>\d{{1,2}})(?![A-Za-z0-9.(])")
_STUCK_BEHIND = re.compile(r"(?<![A-Za-z\\0-9._^'])(?P<first>[a-z])(?P<base>[A-Z])(?P<below>\d)(?![A-Za-z0-9.(])")
_LETTERS = re.compile(r"\s*(?P<base>[a-z])(?P<below>[ijknt])\s*\Z")
_NAMES = frozenset("LFRKTQPGVHSU")  # L2, F1, R2, K1, T5, P4 are names of things as often as members
_REAL = r"(?:ℝ|\\mathbb\s*\{\s*R\s*\}|\\mathbb\s*R|\\R(?![A-Za-z]))"
_SIZES_BELOW = re.compile(rf"{_REAL}_\s*\{{[^{{}}]*(?:\\times|×)[^{{}}]*\}}")
_SIZE_BESIDE = re.compile(rf"({_REAL})([a-z]|\d+)(?![A-Za-z0-9(])")
_CALL_BELOW = re.compile(r"(?<![A-Za-z\\])([A-Za-z])_\s*\{\s*(\\?[A-Za-z]+)\s*\(([^(){}]*)\)\s*\}")
_STAR_TWICE = re.compile(r"(\\[A-Za-z]+|(?<![A-Za-z\\])[A-Za-z])\^(?:\*|\{\s*\*\s*\})\*(?=\s*(?:\Z|[,.;)=]))")
_SIGN_BEHIND = re.compile(r"_\s*\{\s*(\\?[A-Za-z]+)\s*(<|>|\\lt|\\gt|\\leq?|\\geq?)\s*\}")
_SMALL_OR_TALL = re.compile(r"\\mathcal\s*\{\s*([A-Za-z])\s*\}")
_NOUN = re.compile(r"([^\W\d_]{3,})[\s(]*\$*\Z")
_WITHOUT_SMALL = frozenset("abcdefghijkmnpqrstuvwxyz")  # o(n) and a loss l have both letters
_COMPLEX = re.compile(
    r"e\s*\^\s*+\{?\s*-?\s*(?:\\mathrm\s*\{\s*)?[ij](?![A-Za-z_])|\\sqrt\s*\{\s*-\s*1\s*\}|=\s*-\s*1\b"
)

_TURNED_END = re.compile(
    r"\\(?:sum|prod|bigcup|bigcap|bigoplus|int)(?![A-Za-z])\s*(?:\\limits\s*)?_\s*(?:\{[^{}]*\}|\w)\s*\^\s*(?:\{\s*)?(\\top(?![A-Za-z]))"
)
_CIRCULAR = re.compile(r"\\(sin|cos|tan)\s*\\(sin|cos|tan)(?![A-Za-z])(?=\s*[A-Za-z0-9(\\{])")

_Slip = tuple[int, int, str, str]  # start and end in the LaTeX, what is wrong, what to try


def lost_scripts(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each script that was lost, or stands in the wrong place, where the note has it right elsewhere."""
    formulas = model.document.formulas
    texts = [_OPAQUE.sub(lambda found: " " * len(found[0]), each.text) for each in formulas]
    everywhere = "\n".join(texts)
    stuck = Counter(found[0] for text in texts for found in _STUCK.finditer(_without_scripts(text)))
    slips = [
        (formula, slip)
        for formula, text in zip(formulas, texts, strict=True)
        for slip in (*_members(text, everywhere, stuck), *_slipped(text, everywhere))
    ]
    for formula, (start, end, message, advice) in (*slips, *_small_letters(model)):
        yield Problem(
            formula.latex.origin_span(Span(start, end)),
            message,
            help=advice,
            evidence={"kind": "text"},
        )


def _without_scripts(text: str) -> str:
    return _SCRIPT.sub(lambda found: " " * len(found[0]), text)


# -- a member without its index below -----------------------------------------------------------------------


def _members(text: str, everywhere: str, stuck: Counter[str]) -> Iterator[_Slip]:
    plain = _without_scripts(text)
    for found in (*_STUCK.finditer(plain), *_STUCK_BEHIND.finditer(plain)):
        base, below = found["base"], found["below"]
        if base in _NAMES and found.re is _STUCK:
            continue
        right = len(_below(base, re.escape(below)).findall(everywhere))
        listed = "dots" in text or "…" in text or "⋯" in text
        of_family = listed and below in "01" and len(_below(base, "[a-z]").findall(everywhere)) > 1
        if right and stuck[found[0]] <= right or of_family:
            yield _beside(found.start("base"), found.end(), base, below)
    whole = _LETTERS.match(text)
    if whole is not None and not _COMPLEX.search(everywhere):
        base, below = whole["base"], whole["below"]
        if base != below and base not in "d" and _below(base, below).search(everywhere):
            yield _beside(whole.start("base"), whole.end("below"), base, below)


def _below(base: str, below: str) -> re.Pattern[str]:
    letter = re.escape(base) if base.startswith("\\") else rf"(?<![A-Za-z\\]){base}"
    return re.compile(rf"{letter}\s*\}}?\s*_\s*(?:\{{\s*)?{below}(?![A-Za-z0-9])")


def _beside(start: int, end: int, base: str, below: str) -> _Slip:
    return start, end, f"{below} stands beside {base} here, and below it elsewhere", f"try {base}_{below}"


# -- what stands above or below a name and should not -------------------------------------------------------


def _slipped(text: str, everywhere: str) -> Iterator[_Slip]:
    for found in _SIZES_BELOW.finditer(text):
        yield found.start(), found.end(), "the sizes stand below the set, not above it", "try ^ for _"
    for found in _SIZE_BESIDE.finditer(text):
        if re.search(rf"{_REAL}\s*\^\s*\{{?\s*{found[2]}(?![A-Za-z0-9])", everywhere):
            yield (
                found.start(),
                found.end(),
                f"{found[2]} stands beside the set here, and above it elsewhere",
                f"try {found[1]}^{found[2]}",
            )
    for found in _TURNED_END.finditer(text):
        yield found.start(1), found.end(1), r"\top is the sign of a transpose, not how far something runs", "try T"
    for found in _CIRCULAR.finditer(text):
        one, other = found.groups()
        yield (
            found.start(),
            found.end(),
            rf"\{one} is taken of \{other} here, with nothing between",
            rf"try \{one} or \{other}, or brackets around what \{one} is taken of",
        )
    for found in _CALL_BELOW.finditer(text):
        name, below, inside = found.groups()
        right = re.compile(
            rf"(?<![A-Za-z\\]){name}\s*_\s*(?:\{{\s*{re.escape(below)}\s*\}}|{re.escape(below)})\s*(?:\\left\s*)?\(\s*{re.escape(inside)}\s*[|)]"
        )
        if right.search(everywhere):
            yield (
                found.start(),
                found.end(),
                f"({inside}) stands within the index of {name} here, and behind it elsewhere",
                f"try {name}_{{{below}}}({inside})",
            )
    for found in _STAR_TWICE.finditer(text):
        if re.search(rf"{re.escape(found[1])}\^(?:\*|\{{\s*\*\s*\}})(?!\s*\*)", everywhere):
            yield found.start(), found.end(), "one star too many stands here", f"try {found[1]}^*"
    for found in _SIGN_BEHIND.finditer(text):
        if re.search(rf"_\s*\{{\s*(?:<|>|\\lt|\\gt|\\leq?|\\geq?)\s*{re.escape(found[1])}\s*\}}", everywhere):
            yield (
                found.start(),
                found.end(),
                f"{found[2]} stands behind {found[1]} here, and before it elsewhere",
                f"try _{{{found[2]}{found[1]}}}",
            )


# -- small letters in a font without any ----------------------------------------------------------------------


def _small_letters(model: SemanticModel) -> Iterator[tuple[Formula, _Slip]]:
    r"""The small letters in ``\mathcal`` that are called what the tall letter is: "the vocabulary $\mathcal{v}$"."""
    text = model.document.source.text
    called: dict[str, set[str]] = defaultdict(set)
    small: list[tuple[Formula, str]] = []
    for formula in model.document.formulas:
        whole = _SMALL_OR_TALL.fullmatch(formula.text.strip())
        noun = _NOUN.search(text, max(0, formula.span.start - 40), formula.span.start)
        if whole is not None and noun is not None:
            called[whole[1]].add(noun[1].casefold())
            if whole[1] in _WITHOUT_SMALL:
                small.append((formula, whole[1]))
    for formula, letter in small:
        if len(called[letter]) == 1 and called[letter] <= called.get(letter.upper(), set()):
            yield (
                formula,
                (
                    0,
                    len(formula.text),
                    rf"\mathcal has no small letters: {letter} is shown as another sign",
                    rf"try \mathcal{{{letter.upper()}}}",
                ),
            )
