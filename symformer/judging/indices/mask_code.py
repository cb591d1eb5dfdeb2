"""Masks in program code that hide the wrong half: ``np.tril(np.full(…, -inf))``, ``masked_fill(triu(ones) == 0, -inf)``.

Told only where the note speaks of a causal mask; and where a function says that it is true at real tokens, and compares the other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Code
from symformer.findings.finding import Problem
from symformer.judging.indices.causal import TURNED, has_scores_by_keys, speaks_of_causality
from symformer.semantics.model import SemanticModel, once
from symformer.text.cued import Cued
from symformer.text.span import Span

_ENDLESS = (
    r"(?:-\s*(?:\w+\.)?(?:inf\b|infty\b|1e\d+)|float\(\s*[\"']-inf(?:inity)?[\"']\s*\)|(?:\w+\.)?finfo\([^()]*\)\.min)"
)
_FILLED = re.compile(rf"\b(?P<half>tril|triu)\s*\(\s*(?:\w+\.)?full(?:_like)?\s*\((?:[^()\n]|\([^()\n]*\))*?{_ENDLESS}")
_ONES = re.compile(
    r"^[ \t]*(?:(?:self\.)?(?P<assigned>\w+)\s*=|self\.register_buffer\(\s*[\"'](?P<registered>\w+)[\"'],)\s*(?P<not>~\s*)?(?:\w+\.)*(?P<half>tril|triu)\s*\(\s*(?:\w+\.)?ones(?:_like)?\s*\((?P<rest>.*)$",
    re.MULTILINE,
)
_TRUE_WHERE = Cued(
    r"[\"'#][^\n]*?\b(?:True|1|ones?)\s+(?:where|at|for|if|marks|=|means)\s+(?P<what>[^\n\"'#.]{3,60})", re.IGNORECASE
)
_REAL = Cued(r"\b(?:real|valid|actual|not\s+(?:a\s+)?padd|non-?pad|kept|keep|inside)", re.IGNORECASE)
_PADDED = Cued(r"\b(?:pad(?:ding|ded|s)?\b(?!\s*mask)|masked|ignored|hidden|beyond|past\s+the\s+end)", re.IGNORECASE)
_COMPARED = Cued(
    r"\b(?:arange|range)\s*\([^()\n]*\)(?:\[[^\]\n]*\]|\.\w+\([^()\n]*\))*\s*(?P<sign><=|>=|<|>)\s*(?:\w+\.\w+\(\s*)?(?P<of>\w*len\w*)",
    re.IGNORECASE,
)
_KEPT_OPEN = r"\.T\b|\.t\(\)|transpose|logical_not|!=|==|[<>~]|\b1(?:\.0?)?\s*-"
_DEFINED = re.compile(r"^[ \t]*def[ \t]+\w+", re.MULTILINE)
_CAUSAL_NAME = Cued(
    r"causal|look_?ahead|look-ahead|subsequent|future|autoregressive|no_?peek|因果|未来|lower[- ]triang|下三角",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    rf"\bmasked_fill_?\(\s*(?P<not>~\s*)?(?:self\.)?\w*mask\w*(?:\[[^\]\n]*\]|\.bool\(\))*(?:\s*==\s*(?P<value>0|1|False|True))?\s*,\s*{_ENDLESS}"
)
_LOWER = Cued(r"\blower[- ]?(?:left[- ]?)?triang|下三角", re.IGNORECASE)
_UPPER = Cued(r"\bupper[- ]?(?:right[- ]?)?triang|上三角", re.IGNORECASE)
_LEFT_OUT = Cued(
    r"\b(?:zero|hid(?:e|es|den|ing)|mask(?:s|ed|ing)?[ -]out|remov|block|exclud|outside|above|below|except|complement|transpos|not\b|no\b|without|inf\b|turned|flip|invert)"
    r"|屏蔽|遮|置为|隐藏|转置|取反|除",
    re.IGNORECASE,
)


def mask_code_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mask in the code of a note that hides what it should show."""
    text = model.document.source.text
    masked = [each for each in model.document.code if any(word in each.text for word in ("tril", "triu", "arange"))]
    filled = [each for each in model.document.code if "masked_fill" in each.text]
    causal = bool(masked) and once(model, speaks_of_causality) and not once(model, has_scores_by_keys)
    for code in masked:
        at = text.find(code.text, code.span.start, code.span.end)
        if causal and TURNED.search(code.text) is None:
            found = [*_filled(code), *_used(code), *_handed_on(code, filled)]
            for span, message in found or _called_otherwise(code):
                yield _problem(span, message, at, code)
        for span, message in _true_where(code):
            yield _problem(span, message, at, code)


def _filled(code: Code) -> Iterator[tuple[Span, str]]:
    for found in _FILLED.finditer(code.text):
        if found["half"] == "tril":
            yield (
                Span(*found.span("half")),
                "minus infinity below the diagonal hides what was before each position, a causal mask hides what follows",
            )


def _used(code: Code) -> Iterator[tuple[Span, str]]:
    """Ones in one half, and what is filled where they are, or are not."""
    for made in _ONES.finditer(code.text):
        name = re.escape(made["assigned"] or made["registered"])
        used = re.search(
            rf"(?:masked_fill_?\(|where\()\s*(?P<not>~\s*|\w*not\()?(?:self\.)?{name}(?:\[[^\]\n]*\]|\.bool\(\)|\.to\([^()\n]*\))*\s*\)?(?:\s*==\s*(?P<value>0|1|False|True))?\s*,\s*(?P<then>[^,\n]+)",
            code.text[made.end() :],
        )
        if used is None or re.search(
            rf"^\s*{name}\s*=|\b{name}\b[^\n]*(?:\.T\b|transpose)|(?:\.T\b|transpose)[^\n]*\b{name}\b",
            code.text[made.end() : made.end() + used.end()],
            re.MULTILINE,
        ):
            continue
        endless = re.search(_ENDLESS, used["then"]) is not None
        if not endless and "where(" not in used[0]:
            continue
        if (
            not endless
            and re.search(_ENDLESS, code.text[made.end() + used.end() : made.end() + used.end() + 40]) is None
        ):
            continue
        if re.search(r"\.T\b|\.t\(\)|transpose|logical_not|!=|[<>~]", made["rest"]):
            continue
        turned = [
            made["not"],
            re.search(r"==\s*(?:0|False)\b", made["rest"]),
            used["not"],
            used["value"] in ("0", "False"),
            not endless,
        ]
        ones_hidden = sum(map(bool, turned)) % 2 == 0
        lower = made["half"] == "tril"
        own = re.search(r"(?:diagonal\s*=|\bk\s*=|\)\s*,)\s*(?P<shift>-?\w+)", made["rest"])
        whole = (own is None or own["shift"] == "0") and "eye" not in made["rest"]
        if not lower and ones_hidden and whole:
            yield (
                Span(*made.span("half")),
                "triu without diagonal=1 hides each position from itself too, a causal mask hides what follows",
            )
        if lower == ones_hidden:
            yield (
                Span(*made.span("half")),
                f"with {made['half']} what was before each position is hidden, a causal mask hides what follows",
            )


def _handed_on(code: Code, others: Sequence[Code]) -> Iterator[tuple[Span, str]]:
    """A function that gives a causal mask, beside how all code of the note fills what masks hide."""
    for made in _ONES.finditer(code.text):
        name = made["assigned"]
        after = code.text[made.end() :]
        handed = (
            re.search(rf"^[ \t]+return\s+{name}(?:\.\w+\([^()\n]*\))*[ \t]*(?:#.*)?$", after, re.MULTILINE)
            if name
            else None
        )
        if handed is None or made["not"] or re.search(_KEPT_OPEN, made["rest"]) or _ends(after[: handed.start()]):
            continue
        if re.search(rf"\b{name}\b", after[: handed.start()]) is not None:
            continue
        begins = list(_DEFINED.finditer(code.text, 0, made.start()))
        if not begins or _CAUSAL_NAME.search(code.text, begins[-1].start(), made.start()) is None:
            continue
        uses = [use for each in others for use in _HIDDEN.finditer(each.text)]
        polarities = {bool(use["not"]) != (use["value"] in ("0", "False")) for use in uses}
        if len(polarities) != 1:
            continue
        ones_hidden, lower = not polarities.pop(), made["half"] == "tril"
        if lower == ones_hidden:
            yield (
                Span(*made.span("half")),
                f"with {made['half']} what was before each position is hidden, a causal mask hides what follows",
            )


def _ends(text: str) -> bool:
    return _DEFINED.search(text) is not None


def _called_otherwise(code: Code) -> Iterator[tuple[Span, str]]:
    """Ones in one half, where the words beside or above them speak of the other half only."""
    for made in _ONES.finditer(code.text):
        if made["not"] or re.search(_KEPT_OPEN, made["rest"]):
            continue
        own = re.search(r"(?:diagonal\s*=|\bk\s*=|\)\s*,)\s*(?P<shift>-?\w+)", made["rest"])
        if own is not None and own["shift"] != "0":
            continue
        _, _, beside = made["rest"].partition("#")
        above = code.text[: made.start()].rstrip("\n").rsplit("\n", 1)[-1].strip()
        words = beside or (above if above.startswith(("#", '"""')) else "")
        lower, upper = _LOWER.search(words), _UPPER.search(words)
        if bool(lower) == bool(upper) or _LEFT_OUT.search(words) is not None:
            continue
        if bool(lower) != (made["half"] == "tril"):
            said = "lower" if lower else "upper"
            yield Span(*made.span("half")), f"{made['half']} keeps the other half, and the words say: {said} triangular"


def _true_where(code: Code) -> Iterator[tuple[Span, str]]:
    for found in _COMPARED.finditer(code.text):
        before = code.text[max(0, found.start() - 250) : found.end() + 80]
        told = list(_TRUE_WHERE.finditer(before))
        if len(told) != 1 or code.text[: found.start()].rstrip().endswith(("~", "not", "~(", "not(")):
            continue
        real, padded = _REAL.search(told[0]["what"]), _PADDED.search(told[0]["what"])
        if bool(real) == bool(padded):
            continue
        inside = found["sign"] in ("<", "<=")
        if inside != bool(real):
            yield (
                Span(*found.span("sign")),
                f"this is true {'at the real tokens' if inside else 'at the padding'}, and the words say: true where {told[0]['what'].strip()}",
            )


def _problem(span: Span, message: str, at: int, code: Code) -> Problem:
    place = span.shift(at) if at >= 0 else code.span
    return Problem(place, message, level="warning", evidence={"kind": "index"}, key=f"causal@{place.start}")


__all__ = ["mask_code_problems"]
