r"""Markup that was lost within formulas: a sign ^, the braces of a script, the backslash of a letter, a bracket's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_SPACE_SIZES = re.compile(r"(\\(?:mathbb|mathbf|Bbb)\s*\{?[RCZN]\}?)\s*(\{[^{}]*\\times[^{}]*\})")
_SIZE_OUTSIDE = re.compile(
    r"\\in\s*(\\mathbb\s*\{?[RCZN]\}?\s*\^\s*\{?([A-Za-z])\}?\s*\\times\s*([A-Za-z0-9]))(?=\s*(?:[.,;$)]|\Z|\\\)|\\\]))"
)
_SHIFTED = Cued(r"(?<!\()((?:\\?[A-Za-z]+|[A-Za-z}])_([a-z])([-+])1)(?![0-9.])")
_SPELLED = Cued(
    r"(?<![\\A-Za-z_{])(alpha|beta|gamma|delta|epsilon|theta|lambda|sigma|omega|tau|eta|rho|phi|psi)(?![A-Za-z}])"
)
_FUNCTION = Cued(r"(?<![\\A-Za-z_{])(sin|cos|tan|exp|log|ln)(?=\s*(?:\\left|\(|\\[a-z]+|[a-z](?![A-Za-z])))")
_BIG = Cued(r"(?<![\\A-Za-z_])(sum|prod|int)(?=_\{|_[a-z](?![A-Za-z]))")
# names of letters that are short, or a word: only where the note writes the letter with a backslash elsewhere
_SHORT = re.compile(
    r"(?<![\\A-Za-z_{.])(xi|mu|nu|pi|chi|zeta|kappa|Sigma|Lambda|Delta|Omega|Theta|Phi|Psi)(?=[_^]|\s|[)\]|,&=+-]|\Z)"
)
# what no product of letters spells: "x in \mathbb{R}", "n times d", "partial L", "A^top", "hat{y}"
_WORDS = Cued(
    r"(?<![\\A-Za-z_.])(?:"
    r"(?P<member>in)(?=\s*(?:\\(?:mathbb|Bbb)(?![A-Za-z])|\\\{|\\R(?![A-Za-z])))"
    r"|(?<=[A-Za-z0-9)}]\s)(?P<product>times|odot|otimes|cdot)(?=\s[A-Za-z0-9\\(])"
    r"|(?P<sign>partial|nabla)(?=\s*(?:_|[A-Za-z\\^]))"
    r"|(?<=\^)(?P<above>top)(?![A-Za-z])|(?<=\^\{)(?P<braced>top)(?=\})"
    r"|(?P<list>[lcvd]dots|infty|approx|mathbb|mathcal|mathbf|rightarrow|leftarrow|propto|qquad|lVert|rVert|langle|rangle"
    r"|leq|geq|neq|forall|otimes|odot|oplus|boldsymbol|dfrac)(?![A-Za-z])"
    r"|(?P<headless>heta|ambda|abla|artial|imes|nfty|dots)(?![A-Za-z])"
    r"|(?P<accent>hat|tilde)(?=\s?(?:\{|[A-Za-z](?![A-Za-z])|\\[a-z]))"
    r")"
)
_GREEK = Cued(r"\\(?:alpha|beta|gamma|delta|epsilon|theta|lambda|sigma|omega|tau|eta|rho|phi|psi|mu|pi)(?![A-Za-z])")
_UNNAMED = Cued(
    r"\\(left|right)(?![A-Za-z])\s*(?=[A-Za-z0-9+\-=,&^_]|\\(?:frac|sum|cdot|qquad|quad|,|;|\\)(?![A-Za-z])|\Z)"
)
_OPAQUE = re.compile(
    r"\\(?:text\w*|mbox|label|tag\*?|ref|eqref|operatorname\*?|mathrm|mathtt|texttt|Sexpr)\s*\{[^{}]*\}|`[^`\n]*`"
)


def lost_markup(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each place of a formula where markup is missing that the note has elsewhere."""
    text = model.document.source.text
    everywhere = "\n".join(formula.body.slice(text) for formula in model.document.formulas)
    for formula in model.document.formulas:
        body = _OPAQUE.sub(lambda found: " " * len(found[0]), formula.body.slice(text))
        for start, end, message, advice in _lost(body, everywhere, model.size_names):
            yield Problem(
                Span(formula.body.start + start, formula.body.start + end),
                message,
                help=advice,
                evidence={"kind": "text"},
            )


_BEHEADED = ("theta", "lambda", "nabla", "partial", "times", "infty", "ldots", "cdots")


def _whole(rest: str, everywhere: str) -> str:
    """The command that a rest has lost its first letter of, where the note has it elsewhere."""
    return next((each for each in _BEHEADED if each[1:] == rest and rf"\{each}" in everywhere), "")


def _lost(body: str, everywhere: str, sizes: frozenset[str]) -> Iterator[tuple[int, int, str, str]]:
    """Start, end, what is wrong, and what to try."""
    for found in _SPACE_SIZES.finditer(body):
        yield (
            found.start(),
            found.end(),
            "the sizes stand beside the set, not above it: a ^ is missing",
            f"try {found[1]}^{found[2]}",
        )
    for found in _SIZE_OUTSIDE.finditer(body):
        if found[3] in sizes or found[3].isdigit():
            yield (
                found.start(1), found.end(1),
                f"only {found[2]} stands above the set: the braces around {found[2]} × {found[3]} are missing",
                rf"try ^{{{found[2]} \times {found[3]}}}",
            )  # fmt: skip
    for found in _SHIFTED.finditer(body):
        base = found[1][: -len(f"_{found[2]}{found[3]}1")]
        meant = f"{base}_{{{found[2]}{found[3]}1}}"
        if f"_{{{found[2]}{found[3]}1}}" in everywhere.replace(" ", "") and everywhere.count(found[1]) == 1:
            yield (
                found.start(),
                found.end(),
                f"{found[3]}1 stands beside the index {found[2]}, not in it",
                f"try {meant}",
            )
    for found in (*_SPELLED.finditer(body), *_SHORT.finditer(body)):
        sure = len(found[1]) > 3 and _GREEK.search(everywhere) is not None
        if sure or re.search(rf"\\{found[1]}(?![A-Za-z])", everywhere):
            yield (
                found.start(),
                found.end(),
                f"{found[1]} without a backslash is a product of letters",
                rf"try \{found[1]}",
            )
    for found in _FUNCTION.finditer(body):
        named = len(re.findall(rf"\\{found[1]}(?![A-Za-z])", everywhere))
        bare = len(re.findall(rf"(?<![\\A-Za-z_{{]){found[1]}(?![A-Za-z])", everywhere))
        if bare == 1 and named >= 2:
            yield (
                found.start(),
                found.end(),
                f"{found[1]} without a backslash is a product of letters",
                rf"try \{found[1]}",
            )
    for found in _WORDS.finditer(body):
        command = next(word for word in found.groups() if word)
        if found["braced"] and r"\top" not in everywhere or "\\" not in everywhere:
            continue  # a label
        if found["headless"] and (command := _whole(command, everywhere)) == "":
            continue
        yield found.start(), found.end(), f"{command} without a backslash is no sign", rf"try \{command}"
    for found in _BIG.finditer(body):
        yield found.start(), found.end(), f"{found[1]} without a backslash is no sign", rf"try \{found[1]}"
    for found in _UNNAMED.finditer(body):
        yield (
            found.start(),
            found.end(),
            rf"\{found[1]} is followed by no bracket",
            rf"try \{found[1]} with a bracket, or .",
        )
