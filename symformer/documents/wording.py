"""Whether a stretch of text reads as prose or money rather than as mathematics."""

from __future__ import annotations

import re

_TEXT_ARGUMENT = re.compile(
    r"\\(?:text[a-z]*|mathrm|mathbf|mathit|mathsf|mathtt|mbox|hbox|operatorname|label|tag|ref|eqref|cite|color"
    r"|href|underbrace|intertext|shortintertext)\*?\s*\{[^{}]*\}"
)
_COMMAND = re.compile(r"\\[A-Za-z]+|\\.")
# words are bounded: a search that fails begins anew within them
_WORD = re.compile(r"(?<![A-Za-z\\_^{])[A-Za-z][a-z'’-]{1,60}(?![A-Za-z]*[_^({])")
_PROSE_RUN = re.compile(r"(?:(?<![A-Za-z])[A-Za-z]?[a-z'’-]{1,60}[,;:.]?[ \t\n]+){3}[a-z'’-]{2,}")
_CJK_RUN = re.compile(r"[\u3041-\u30ff\u3400-\u9fff，。、：；]{5,}")
_MATH_MARK = re.compile(r"[\\_^=<>{}]|[A-Za-z)\]]\s*[+*/|]\s*[A-Za-z(\d]")
_AMOUNT = re.compile(
    r"\d[\d,]*(?:\.\d+)?\+?[ \t]?(?:[KMBTkmb](?![A-Za-z])|bn\b|USD\b|[Mm]illion\b|[Bb]illion\b|[Tt]housand\b|%)?"
)


def plain_words(body: str) -> list[str]:
    r"""The words of ``body`` that stand outside ``\text{…}`` and are no commands.

    >>> plain_words(r"x \\text{some words} and then")
    ['and', 'then']
    """
    return _WORD.findall(_COMMAND.sub(" ; ", _TEXT_ARGUMENT.sub(" ; ", body)))


def is_prose(body: str) -> bool:
    r"""Whether ``body`` holds a run of at least four plain words (or five CJK characters).

    >>> is_prose("a = b, where the matrix of weights is small")
    True
    >>> is_prose(r"a = \\text{the matrix of small weights}")
    False
    """
    plain = _COMMAND.sub(" ; ", _TEXT_ARGUMENT.sub(" ; ", body))
    return _PROSE_RUN.search(plain) is not None or _CJK_RUN.search(plain) is not None


def is_money(body: str, after: str) -> bool:
    """Whether ``$body$after`` is a sum of money and the text up to the next one, not a formula.

    >>> is_money("5 and ", "10")
    True
    >>> is_money("5 x", ",")
    False
    """
    amount = _AMOUNT.match(body)
    if amount is None:
        return False
    rest = body[amount.end() :]
    if not rest.strip() and not rest:
        return after[:1].isdigit()
    words = plain_words(rest)
    if after[:1].isdigit() and (rest[-1:] in " (-–/~,+" or words):
        return True
    if not words or _MATH_MARK.search(rest):
        return is_prose(rest) and not re.search(r"[\\^_=]", rest)
    return body[-1:].isspace() or len(words) > 1


def is_stray(body: str, before: str, after: str) -> bool:
    """Whether the text between two dollar signs is running text between two strays.

    >>> is_stray("HOME and ", " ", "P"), is_stray(" and 10", "5", " ")
    (True, True)
    >>> is_stray(" d ", " ", ",")
    False
    """
    if before.isalnum() and body[:1].isspace() and not body[-1:].isspace() and not re.search(r"[\\_^=]", body):
        return True
    if body[-1:].isspace() and after.isalnum() and plain_words(body) and not re.search(r"[\\^=]", body):
        return True
    lopsided = body[:1].isspace() != body[-1:].isspace()
    if not lopsided:
        return len(plain_words(body)) >= 6 and is_prose(body)
    words = plain_words(body)
    return is_prose(body) or (bool(words) and len(words) >= 2 and not re.search(r"\\[A-Za-z]", body))
