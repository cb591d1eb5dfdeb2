"""Whether a stretch of text reads as prose or money rather than as mathematics."""

from __future__ import annotations

import re

from symformer.text.cued import Cued

_TEXT_ARGUMENT = re.compile(
    r"\\(?:text[a-z]*|mathrm|mathbf|mathit|mathsf|mathtt|mbox|hbox|operatorname|label|tag|ref|eqref|cite|color"
    r"|href|underbrace|intertext|shortintertext)\*?\s*\{[^{}]*\}"
)
_COMMAND = re.compile(r"\\[A-Za-z]+|\\.")
_WORD = re.compile(r"(?<![A-Za-z'’\\_^{-])[A-Za-z][a-z'’-]++(?![A-Za-z]*[_^({])")
_PROSE_RUN = Cued(r"(?:(?<![A-Za-z'’-])[A-Za-z]?[a-z'’-]++[,;:.]?[ \t\n]++){3}[a-z'’-]{2,}")
_CJK_RUN = re.compile(r"[\u3041-\u30ff\u3400-\u9fff，。、：；]{5,}")
_MATH_MARK = re.compile(r"[\\_^=<>{}]|[A-Za-z)\]]\s*[+*/|]\s*[A-Za-z(\d]")
_ANY_MARK = re.compile(r"[\\_^=<>{}+*/|&]")
_BLANK_LINE = re.compile(r"\n[ \t>]*+\r?\n")
_BLOCK = re.compile(r"^[ \t>]*+(?:\#{1,6}[ \t]+\S|`{3}|~{3})", re.M)
_NAMES = re.compile(r"(?:\{\w+\}|[A-Za-z_]\w+)(?:[/:=&|-]+|[,;.]*[\s\"'(]*[,;.\"'(][\s\"'(]+)")
_AMOUNT_AND_MORE = re.compile(r"\d[\d.,]*(?:[,;][ \t]|[ \t]+[^\W\d_])")
_WORD_CHARACTER = re.compile(r"[A-Za-z0-9]")
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

    ``before`` is the character in front of the first, ``after`` the next few behind the second.

    >>> is_stray("HOME and ", " ", "PATH"), is_stray(" and 10", "5", " ")
    (True, True)
    >>> is_stray("HOME/", " ", "PATH"), is_stray("x and df", "f", "y"), is_stray(" ls\\n", "\\n", " cd")
    (True, True, True)
    >>> is_stray(" d ", " ", ",")
    False
    """
    glued = _WORD_CHARACTER.match(before) is not None, _WORD_CHARACTER.match(after) is not None
    if _is_program(body, before, after, glued):
        return True
    if glued[0] and body[:1].isspace() and not body[-1:].isspace() and not re.search(r"[\\_^=]", body):
        return True
    words = plain_words(body)
    if body[-1:].isspace() and glued[1] and words and not re.search(r"[\\^=]", body):
        return True
    commands = len(re.findall(r"\\[A-Za-z]{2,}", body))
    if body[:1].isspace() == body[-1:].isspace():
        return len(words) >= 6 and is_prose(body) and commands < 2
    return is_prose(body) and commands < 2 or len(words) >= 2 and not commands


def _is_program(body: str, before: str, after: str, glued: tuple[bool, bool]) -> bool:
    """Whether two dollar signs belong to names of a shell, a template, R or jQuery."""
    if body.startswith("{") and after.startswith("{"):  # ${a}/${b}
        return True
    if body.startswith("(") and after.startswith("(") and re.search(r"[\"'`]|\)\.\w", body):  # $("a").b and $("c")
        return True
    if glued[0] and glued[1] and not re.search(r"[\\_^={]", body):  # df$x and df$y
        return True
    if _NAMES.fullmatch(body) and re.match(r"\{?[A-Za-z_]{2}", after):  # $HOME/$PATH, $HOME
        return True
    if before and before in "\"'" and re.match(rf"\{{?\w+\}}?{before}[^\\^=]*$", body):  # "$HOME" or "$PATH"
        return True
    if before.isupper() and before.isascii() and _AMOUNT_AND_MORE.match(body) and not re.search(r"[\\_^=]", body):
        return True  # HK$30, or US$ 5
    opens_line = before in ("", "\n") and body[:1] == " "
    return opens_line and body.rstrip(" \t>").endswith("\n") and re.match(r"[ \t]+\S", after) is not None


def display_cost(body: str) -> float:
    r"""How unlike a formula the text between two ``$$`` is: 0 for mathematics, 4 for what is certainly none.

    >>> display_cost("a = b"), display_cost("so:"), display_cost("so the sum of them is"), display_cost("a\n\nso:")
    (0, 1.2, 2, 4)
    """
    apart, prose = _BLANK_LINE.search(body) is not None, is_prose(body)
    words = not _ANY_MARK.search(body) and bool(plain_words(body))
    if _BLOCK.search(body, 1) or apart and (prose or words):
        return 4
    if "$" in body and "$" in _TEXT_ARGUMENT.sub("", body).replace("\\$", ""):
        return 2.5
    if not body.strip():
        return 2.5 if _BLANK_LINE.search(body) else 0
    return 2 if prose else 1.2 if words else 0
