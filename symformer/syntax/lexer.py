r"""From LaTeX text to tokens: every character belongs to exactly one token.

A token (``tokens``) already knows what part it can play, so that the parser looks at no spelling.
Commands whose argument is no mathematics (``\text{..}``, ``\label{..}``, ``\begin{array}{cc}``) are
one token with their argument; ``\left(`` is one opening token.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_letters, digits, whitespace

from symformer.syntax.characters import COMBINING, SUBSCRIPTS, SUPERSCRIPTS, VULGAR_FRACTIONS, character, style_of
from symformer.syntax.commands import Command, Role, command, environment
from symformer.syntax.decimal_commas import value_of
from symformer.syntax.tokens import Character, Token, with_leaf
from symformer.syntax.wording import CONNECTIVES, is_prose, is_wide, tidy_words

LETTER = r"(?P<letter>[A-Za-z])"
# d\\_model, and needed_bytes as authors type it without the backslash: both sides can only be words
SPOKEN = r"(?=[a-z]{0,20}[aeo])[a-z]{3,20}"
# XW\\_1 is X times W_1, dW\\_1 a gradient; w\\_1x_1 is w_1 times x_1, x\\_1 by itself is x_1
ONE_INDEX = r"(?!d)[A-Za-z]\\_[A-Za-z0-9](?![A-Za-z0-9]|\\_)|[A-Za-z]\\_(?P<same>[A-Za-z0-9])[A-Za-z]\\?_(?P=same)(?![A-Za-z0-9])"
# input.size(-1), x.shape[0]: what code asks of a value
METHOD = r"[A-Za-z]{1,40}\.[a-z]{3,20}(?=[(\[])"
SNAKE = rf"(?P<snake>{METHOD}|(?!{ONE_INDEX})(?!(?!d)[A-Za-z]{{2}}\\{{1,2}}_[A-Za-z0-9](?![A-Za-z0-9]))[A-Za-z]{{1,40}}(?:\\{{1,2}}_[A-Za-z0-9]{{1,40}})+|[A-Za-z]{{1,20}}\d{{1,3}}\\{{1,2}}_[a-z]{{2,20}}|[A-Z][a-z]{{3,15}}@[A-Za-z0-9](?![A-Za-z0-9])|[A-Z]{{2,20}}(?:_[A-Z]{{3,20}})+(?![A-Za-z_^])|(?:{SPOKEN})(?:_(?:{SPOKEN}))+(?![A-Za-z_^])|[A-Za-z]{{1,20}}_(?=[a-z]{{0,20}}[aeo])[a-z]{{4,20}}(?![A-Za-z_^]))"
OTHERS = r"""
    (?P<space>[\s~\u200b-\u200f\u2060\ufeff\u00a0\u2009\u202f\u00ad]+)
  | (?P<comment>(?<!\\)%[^\n]*\n?)
  | (?P<command>\\(?:(?:operatorname|tag|hspace|vspace|text|mathop)\*|[A-Za-z]+))
  | (?P<escape>\\(?:\\\*?(?:\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|px|mu)\s*\])?|.|\n|\Z))
  | (?P<number>(?!0)\d+(?:\{,\}\d{3})+(?!\d)(?:\.\d+)?|\d+\{,\}\d+|\d{1,3}(?:\\,\d{3})+(?!\d)(?:\.\d+)?
      |(?<![\d,(\[{&.])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,(?!\s*(?:\\q?quad\b|\Z)))(?:\.\d+)?
      |(?<=\{)[1-9]\d{0,2}(?:,\d{3})+(?=\s*(?:\\times|×))
      |(?<=[{(])[1-9]\d{0,2}(?:,\d{3})+(?=\s*(?:[-+*/×·]|\\(?:times|cdot)(?![A-Za-z]))\s*[1-9]\d{0,2}(?:,\d{3})+(?![\d,]))
      |(?<=[{(])[1-9]\d{0,2}(?=(?:,\d{3})*,0\d\d)(?:,\d{3})+(?![\d,])(?:\.\d+)?
      |(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![A-Za-z\d]))?)
  | (?P<dots>\.\.+|…+)
  | (?P<quoted>"(?:[^"\\${}]|\\[ ,;:!]|\\q?quad(?![A-Za-z])){1,60}")
  | (?P<relation>:=|=:|(?<![_^])(?:\+=|-=(?!=))|==|<=|>=|!=|->|<-(?![\d.])|=>|>>(?![>=])|<<(?![<=-])|[=<>])
  | (?P<primes>['’′″]+)
  | (?P<cjk>(?:[\u3040-\u30ff\u3400-\u9fff]++|[\uac00-\ud7af]++)+)
  | (?P<other>.|\n)
"""
# letters are what there is most of; only where \\_ occurs can one begin a name with several parts
TOKEN = re.compile(f"{LETTER}|{OTHERS}", re.VERBOSE | re.DOTALL)
BARE_SNAKE = re.compile(r"[a-z]@[A-Za-z0-9]|[a-z]{3}_[a-z]{3}|[A-Z]{2}_[A-Z]{3}|[A-Za-z](?:_[a-z]{4}|\.[a-z]{3})")
RELATIONS = {"==": "=", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←", "=>": "⇒", ">>": "≫", "<<": "≪"}
PLAIN: dict[str, tuple[str, str]] = {
    "+": (Role.SUM_OPERATOR, "+"),
    "-": (Role.SUM_OPERATOR, "-"),
    "*": (Role.OPERATOR, "*"),
    "/": (Role.OPERATOR, "/"),
    "@": (Role.OPERATOR, "@"),
    ":": (Role.BAR, ":"),
    ",": (Role.SEPARATOR, ","),
    ";": (Role.SEPARATOR, ";"),
    "(": (Role.OPEN, "("),
    ")": (Role.CLOSE, ")"),
    "[": (Role.OPEN, "["),
    "]": (Role.CLOSE, "]"),
    "|": (Role.FENCE_BAR, "|"),
    "$": (Role.SPACE, "$"),
    "?": (Role.SPACE, "?"),
    "`": (Role.SPACE, "`"),
    '"': (Role.SPACE, '"'),
}
# marks that are a token by themselves, but before these characters
MARKS = {"+": "=", "-": "=>", ":": "=", "/": "/", **dict.fromkeys("*@,;()[]|?`", "")}
LETTERS = frozenset(ascii_letters)
COMMAND = re.compile(r"\\((?:operatorname|tag|hspace|vspace|text|mathop)\*|[A-Za-z]+|[^\\_])", re.DOTALL)
DIGITS = frozenset(digits)
PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?(?![\d.,{\\eE])")  # whatever stands around it
BLANKS = frozenset("~" + whitespace + "\x1c\x1d\x1e\x1f")
TIES_OF_A_QUAD = 4  # so many unbreakable blanks are as wide as the blank that parts statements
DELIMITER = re.compile(r"\s*(\\(?:[A-Za-z]+|.)|[()\[\]|/.<>⟨⟩⌊⌋⌈⌉‖]|\Z)", re.DOTALL)
# functions that TeX has no command for, applied without brackets as those it has
INVERSES = frozenset(
    "acot asec acsc arccot arcsec arccsc acoth asech acsch asinh acosh atanh arsinh arcosh artanh sech csch".split()
)
LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:mu|em|ex|pt|cm|mm|in|bp|sp)(?:\s*(?:plus|minus)\s*-?[\d.]+\s*\w\w)*")
OVER_ESCAPED = re.compile(
    r"(?:tilde|hat|bar|vec|[dt]?frac|sqrt|math(?:bf|rm|cal|bb|sf)|bm|boldsymbol|overline|operatorname)\{"
)
ALWAYS_OPEN = frozenset({"bigl", "Bigl", "biggl", "Biggl"})
ALWAYS_CLOSE = frozenset({"bigr", "Bigr", "biggr", "Biggr"})
BINARY_WHEN_BARE = {"bigodot": "⊙", "bigoplus": "⊕", "bigotimes": "⊗"}
BEGIN_REMARKS = frozenset({"any", "some", "every", "each", "also"})  # of what stands beside them, no condition
SIGNS = frozenset({Role.RELATION, Role.OPERATOR, Role.SUM_OPERATOR, Role.BAR, Role.FENCE_BAR})
CLASSES = frozenset({"mathrel", "mathbin"})
# capitals, and signs between operands, that are big signs where a range stands below them
RANGED = {
    "Sigma": "sum", "Pi": "product", "oplus": "direct-sum", "otimes": "tensor-product", "odot": "hadamard-product",
    "cup": "union", "cap": "intersection",
}  # fmt: skip
LOOKING_AHEAD = CLASSES | RANGED.keys() | {  # the roles and names of commands whose part hangs on what stands around
    "parallel", "given", Role.WORD, Role.IGNORED, Role.BEGIN, Role.END, Role.SIZING, Role.ARROW, Role.NOT, Role.STACK, "arg",
}  # fmt: skip
BOUND = re.compile(r"\s*(?:\\limits)?\s*[_^]")
RANGE_BELOW = re.compile(r"\s*(?:\\limits)?\s*_\s*\{\s*[A-Za-z](?:_\w)?'?\s*(?:=|∈|\\in(?![A-Za-z]))")
ARGUMENT_OF = re.compile(r"(?:\s|\\[,;:! ])*\\(max|min)(?![A-Za-z])")
TEXT_FONTS = frozenset({"textbf", "textit", "textrm", "textsf", "texttt"})
MATHEMATICAL = re.compile(r"\\(?! )|[_^=+$&]|\d\s*[*/]")
SCRIPTED = re.compile(r"(?<!\\)[_^]")
# what makes of an operator's argument more than words: signs, and notes above or below
BUILT = re.compile(
    r"\\(?:(?:under|over|accent)set|stackrel|substack|(?:sum|prod|coprod|i*int|oint|big[a-z]+)(?![a-zA-Z]))"
)
OPERATOR_BUILT = Command("mathop", Role.STYLE, "", "m")
ENVIRONMENT_NAME = re.compile(r"\s*\{([^{}]{0,60})\}")
UNDERSCORE = re.compile(r"[A-Za-z0-9})\]'|]\\_(?:[A-Za-z0-9{]|\\[A-Za-z])")
# a full stop with a blank behind it, and then a name, a number or a bracket
SENTENCE_END = re.compile(
    r"\.(?!\s*(?:~\s*){4})(?:[\s~]|\\[,;: ])+(?:[A-Za-z({]|\\(?!end|tag|label|text|mbox|nonumber|notag|right|quad|qquad|hfill)[A-Za-z])"
    r"(?=[^.]{0,200}?(?:[=<>≈∈]|\\(?:in|approx|leq?|geq?|sim)(?![a-z])))"
)
PLAIN_GROUP = re.compile(r"\{[^{}\\]*\}")
PLACEMENT = re.compile(r"\s*\[[tbc]\]")
CODE_TRANSPOSE = re.compile(r"\.T(?![A-Za-z0-9_^'(\[{])")
CODE_INDEX = re.compile(r"\[[\w\s:,+*-]*:[\w\s:,+*-]*\]|\[\s*:\s*,\s*(?:\([\d\s,]*\)|\[[\d\s,]*\])\s*\]")
DOLLAR = re.compile(r"(?<!\\)\$")
BOXES = re.compile(r"\\(?:raisebox|scalebox|rotatebox|resizebox)\*?\s*(?:\{[^{}]*\}|\[[^\[\]]*\])*\{|\\(?:mbox|hbox)\{")
LONGEST_OPTION = 2_000
LONGEST_STACKED = 200
NEGATES = re.compile(r"\s*(?:[A-Za-z({]|\\(?:text|math|bm|bold|left)[a-z]*)")  # what may be denied by a "not" before it
OPENING_NEGATION = ("", *",[({&|=")  # what stands before such a "not"


NOTED = Command("", Role.RELATION)  # a relation with something written over or under it


def _whole_characters() -> dict[str, Character]:
    """ASCII characters that are a token wherever they stand, but before the characters that may go on from them."""
    whole = {mark: Character(mark, mark) for mark in "{}_^&"}
    whole |= {mark: Character(*PLAIN[mark], frozenset(more)) for mark, more in MARKS.items()}
    whole |= {
        sign: Character(Role.RELATION, sign, frozenset(more))
        for sign, more in (("=", "=>:"), ("<", "=-<"), (">", "=>"))
    }
    whole["!"] = Character("postfix", "!", frozenset("="))
    return whole


WHOLE_ANYWHERE = _whole_characters()
WHOLE_IN_ASCII = {  # and those that other characters may go on from as well
    **WHOLE_ANYWHERE,
    **{digit: Character("number", digit, frozenset(digits + ".,{\\eE")) for digit in digits},
    **dict.fromkeys(BLANKS, Character(Role.SPACE, "", BLANKS)),
    "'": Character(Role.PRIME, "'", frozenset("'")),
}
LETTERS_ALONE = {letter: Character("name", letter) for letter in ascii_letters}
# what there is by whether all is ASCII, and whether a letter may begin a name of several parts
WHOLE = {
    (True, False): WHOLE_IN_ASCII | LETTERS_ALONE,
    (True, True): WHOLE_IN_ASCII,
    (False, False): WHOLE_ANYWHERE | LETTERS_ALONE,
    (False, True): WHOLE_ANYWHERE,
}


class _Written:
    """The text of a formula, with its braces matched at most once."""

    __slots__ = ("_closing", "text", "words_again")

    def __init__(self, text: str) -> None:
        self.text = text
        self._closing: dict[int, int] | None = None
        self.words_again: dict[int, int] = {}  # dollars that end the mathematics in a text, and where its words end

    def closing(self, opening: int) -> int | None:
        """The offset of the brace that closes the one at ``opening``, or None."""
        if self._closing is None:
            if (plain := PLAIN_GROUP.match(self.text, opening)) is not None:
                return plain.end() - 1
            self._closing = _matched_braces(self.text)
        return self._closing.get(opening)


@lru_cache(maxsize=1)
def _token_or_snake() -> re.Pattern[str]:
    """The pattern for the few formulas with names of several parts: not compiled where there are none."""
    return re.compile(f"{SNAKE}|{LETTER}|{OTHERS}", re.VERBOSE | re.DOTALL)


def tokenise(text: str) -> list[Token]:
    """All tokens of a formula; their spans join to the whole text.

    >>> [(t.kind, t.text) for t in tokenise(r"d_k \\leq 0.5")]
    [('name', 'd'), ('_', '_'), ('name', 'k'), ('space', ''), ('relation', '≤'), ('space', ''), ('number', '0.5')]
    """
    tokens: list[Token] = []
    at = 0
    end = len(text)
    may_have_snakes = "_" in text or "." in text or "@" in text
    has_snakes = may_have_snakes and ("\\_" in text or BARE_SNAKE.search(text) is not None)
    whole = WHOLE[text.isascii(), has_snakes]
    written: _Written | None = None
    while at < end:  # most characters need no pattern
        char = text[at]
        if (known := whole.get(char)) is not None and not (known.before and text[at + 1 : at + 2] in known.before):
            tokens.append(known.made.get(at) or known.at(at))
            at += 1
            continue
        if char in DIGITS and (found := PLAIN_NUMBER.match(text, at)) is not None:
            token = Token("number", found[0], at, found.end())
        elif char != "\\" or (found := COMMAND.match(text, at)) is None:
            written = written or _Written(text)
            token = _matched(written, _token_or_snake() if has_snakes else TOKEN, at)
        elif (plain := _plain_command(found[1], at)) is not None:
            token = plain
        else:
            written = written or _Written(text)
            token = _command(written, found[1], at, found.end())
        tokens.append(token)
        at = token.end
    return tokens


def _matched(written: _Written, pattern: re.Pattern[str], at: int) -> Token:
    """The token that a pattern finds: a number of several digits, blanks, marks that belong together."""
    found = pattern.match(written.text, at)
    assert found is not None  # the last alternative takes any character
    group = found.lastgroup
    piece = found.group()
    if group == "space" and piece.count("~") >= TIES_OF_A_QUAD:
        return Token(Role.SEPARATOR, "quad", at, found.end())
    if group == "space" or group == "comment":
        return Token(Role.SPACE, "", at, found.end())
    if group == "number":
        return Token("number", value_of(piece, written.text), at, at + len(piece))
    if group == "letter":
        return Token("name", piece, at, at + 1)
    return _other(written, str(group), piece, at)


def _other(written: _Written, group: str, piece: str, at: int) -> Token:
    end = at + len(piece)
    match group:
        case "escape":
            return _escape(written, piece, at, end)
        case "relation":
            return Token(Role.RELATION, RELATIONS.get(piece, piece), at, end)
        case "dots":
            return Token(Role.ELLIPSIS, "horizontal", at, end)
        case "snake":
            return Token("word", piece.replace("\\", ""), at, end)
        case "quoted" | "cjk":
            words = " ".join(re.sub(r"\\(?:q?quad|.)", " ", piece.strip('"')).split())
            return Token(Role.SEPARATOR if is_prose(piece, words) else "word", words, at, end)
        case "primes":
            return Token(Role.PRIME, "'" * (len(piece) + piece.count("″")), at, end)
    if piece == "$" and (stop := written.words_again.get(at)) is not None:
        return _between_dollars(written.text[end:stop].rstrip("$}"), at, stop)
    if piece == ".":
        return _dot(written.text, at)
    if piece == "!":
        return Token("postfix", "!", at, end)
    if piece == "/" and written.text.startswith("//", at):
        return Token(Role.OPERATOR, "//", at, at + 2)
    if piece in PLAIN:
        role, canonical = PLAIN[piece]
        return Token(role, canonical, at, end)
    return _unicode(written.text, piece, at)


def _dot(text: str, at: int) -> Token:
    """A dot ends a sentence, unless it stands between two factors, ``Q.K``, or transposes as in code: ``K.T``."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if CODE_TRANSPOSE.match(text, at) is not None and (before.isalnum() or before in ("}", ")", "]")):
        return Token("superscript", "T", at, at + 2)
    if before.isalpha() and after.isalpha():
        return Token(Role.OPERATOR, "·", at, at + 1)
    if before.isalnum() or before in ("}", ")", "]"):
        if SENTENCE_END.match(text, at):
            return Token(Role.SEPARATOR, "stop", at, at + 1)  # more is said behind it
    return Token("space", ".", at, at + 1)


def _unicode(text: str, piece: str, at: int) -> Token:
    for table, mark in ((SUPERSCRIPTS, "superscript"), (SUBSCRIPTS, "subscript")):
        if piece in table:
            end = at
            while end < len(text) and text[end] in table:
                end += 1
            return Token(mark, "".join(table[char] for char in text[at:end]), at, end)
    if piece in COMBINING:
        return Token("combining", COMBINING[piece], at, at + 1)
    if piece in VULGAR_FRACTIONS:
        return Token("vulgar-fraction", VULGAR_FRACTIONS[piece], at, at + 1)
    row = character(piece)
    if row is not None:
        role, canonical = row
        kind = "sqrt-sign" if role == Role.RADICAL else "styled" if style_of(canonical) else role
        return Token(kind, canonical, at, at + 1)
    if piece.isalpha():
        return Token("name", piece, at, at + 1)
    if piece.isspace() or not piece.isprintable():
        return Token("space", "", at, at + 1)
    return Token("unread", piece, at, at + 1)


def _escape(written: _Written, piece: str, at: int, end: int) -> Token:
    if piece == "\\\\" and OVER_ESCAPED.match(written.text, end):
        return Token("space", "", at, at + 1)  # \\\\tilde{y}, as in a string that was escaped twice
    if piece.startswith("\\\\"):
        return Token("row", "row", at, end)
    if piece == "\\_" and UNDERSCORE.match(written.text, max(0, at - 1)):
        return Token("_", "_", at, end)  # an underscore that Markdown would take for emphasis
    row = command(piece[1:])
    if row is None:
        return Token("space" if piece[1:].isspace() or piece == "\\" else "unread", piece, at, end)
    return _plain_row(row, at, end)


def _plain_row(row: Command, at: int, end: int) -> Token:
    match row.role:
        case Role.SPACE:
            return Token("space", "", at, end)
        case Role.SEPARATOR if row.text == "row":
            return Token("row", "row", at, end)
        case Role.NAME if style_of(row.text) is not None:
            return Token("styled", row.text, at, end)
        case Role.PERCENT:
            return Token("postfix", "%", at, end)
        case Role.OPERATOR if row.text == ":":
            return Token(Role.BAR, ":", at, end)
    return Token(row.role, row.text or row.name, at, end, row)


def _command(written: _Written, name: str, at: int, end: int) -> Token:
    """What a command is where that hangs on what stands behind it."""
    if name[0] not in LETTERS:
        return _escape(written, "\\" + name, at, end)
    text = written.text
    if name == "parallel" and text.count("\\parallel") % 2 == 0:
        return Token(Role.FENCE_BAR, "‖", at, end)  # in pairs they are the bars of a norm
    if name in RANGED and RANGE_BELOW.match(text, end):
        return Token(Role.BIG, RANGED[name], at, end)
    if name == "arg" and (found := ARGUMENT_OF.match(text, end)) is not None:
        return Token(Role.FUNCTION, "arg" + found.group(1), at, found.end())
    row = command(name) or command(name.rstrip("*"))
    if row is None:
        return Token("unread", "\\" + name, at, end)
    if name == "given" and (closing := written.closing(end)) is not None and text[closing + 1 : closing + 2] == "{":
        return Token("unread", "\\given", at, end)  # \given{a}{b}, of an author who defines it elsewhere
    match row.role:
        case Role.WORD:
            return _word(written, row, at, end)
        case Role.IGNORED:
            stop = _after_arguments(written, end, row.arguments)
            if name in ("hspace", "hspace*") and is_wide(text[end:stop]):
                return Token(Role.SEPARATOR, "quad", at, stop)
            return Token("space", row.name, at, stop)
        case Role.BEGIN | Role.END:
            return _environment(written, row, at, end)
        case Role.SIZING:
            return _sized(text, name, at, end)
        case Role.ARROW:
            stop = _after_arguments(written, end, row.arguments)
            noted = NOTED if any(char not in "[]{} " for char in text[end:stop]) else None
            return Token(Role.RELATION, "=" if row.text == name else row.text, at, stop, noted)
        case Role.NOT:
            return _negated(text, at, end)
        case Role.STACK:
            return _stacked(written, row, at, end)
    if name in CLASSES and (classed := _classed(written, at, end)) is not None:
        return classed
    if row.role == Role.BIG and name in BINARY_WHEN_BARE and not BOUND.match(text, end) and text[end : end + 1] != "}":
        sign = BINARY_WHEN_BARE[name]
        return Token(Role.SUM_OPERATOR if sign == "⊕" else Role.OPERATOR, sign, at, end)
    return _plain_row(row, at, end)


@lru_cache(maxsize=8192)
def _plain_command(name: str, at: int) -> Token | None:
    """What a command is whatever stands behind it, or None where that must be looked at.

    The same commands stand at the same places again and again, so that most tokens are there already.
    """
    plain = _wherever(name)
    return plain and with_leaf(Token(plain.kind, plain.text, at, at + 1 + len(name), plain.row))


@lru_cache(maxsize=4096)
def _wherever(name: str) -> Token | None:
    """The same at the beginning of a formula."""
    row = command(name)
    if row is None or row.role in LOOKING_AHEAD or name in LOOKING_AHEAD or name in BINARY_WHEN_BARE:
        return None
    return _plain_row(row, 0, 0)


def _classed(written: _Written, at: int, end: int) -> Token | None:
    """``\\mathrel{\\perp}``, ``\\mathbin{\\|}``: one sign, said to be a sign."""
    closing = written.closing(_skip_blanks(written.text, end))
    if closing is None or closing - end > LONGEST_STACKED:
        return None
    inner = [
        token
        for token in tokenise(written.text[_skip_blanks(written.text, end) + 1 : closing])
        if token.kind != "space"
    ]
    if len(inner) == 2 and [token.text for token in inner] == ["|", "|"]:
        return Token(Role.BAR, "‖", at, closing + 1)
    if len(inner) != 1 or inner[0].kind not in SIGNS:
        return None
    kind = Role.BAR if inner[0].kind == Role.FENCE_BAR else inner[0].kind
    return Token(kind, inner[0].text, at, closing + 1)


def _word(written: _Written, row: Command, at: int, end: int) -> Token:
    text = written.text
    font = Token("font", "roman" if row.text in ("text", "operator") else row.text, at, end, row)
    opening = _skip_blanks(text, end)
    closing = written.closing(opening)
    if closing is None:
        return font
    bare = row.text != "text" and row.name not in TEXT_FONTS
    if row.text == "operator" and BUILT.search(text, opening + 1, closing):
        return _plain_row(OPERATOR_BUILT, at, end)
    if bare and (MATHEMATICAL if row.text != "operator" else SCRIPTED).search(text, opening + 1, closing):
        return font
    raw = text[opening + 1 : closing]
    if "$" in raw and (stop := _first_dollar(written, opening + 1, closing)) is not None:
        return _between_dollars(text[opening + 1 : stop - 1], at, stop)
    words = tidy_words(raw)
    if words == "arg" and (found := ARGUMENT_OF.match(text, closing + 1)) is not None:
        return Token(Role.FUNCTION, "arg" + found.group(1), at, found.end())
    if (words.isdigit() or (len(words) == 1 and words.isalpha())) and words == raw.strip(" {}~") and words < "\u2fff":
        return font
    if (row.text == "operator" or bare) and words in PLAIN and PLAIN[words][0] in SIGNS:
        return Token(*PLAIN[words], at, closing + 1)
    if words in ("=", "<", ">") and row.text != "operator":
        return Token(Role.RELATION, words, at, closing + 1)  # \texttt{ = } between two pieces of code
    if len(words) == 1 and words.isalpha() and words.isascii():
        return Token("styled", f"roman({words})", at, closing + 1)
    if not words:
        return Token("space", "", at, closing + 1)
    if row.text == "operator" and words in INVERSES:
        return Token(Role.FUNCTION, words, at, closing + 1)
    if words == "mod":
        return Token(Role.OPERATOR, "mod", at, closing + 1)
    if CODE_INDEX.fullmatch(words):
        return font  # \texttt{[:, 3]} behind a name: an index written as in code
    if words == "not" and NEGATES.match(text, closing + 1) and text[:at].rstrip()[-1:] in OPENING_NEGATION:
        return Token("name", "neg", at, closing + 1)  # \text{not } A, as \neg A
    if row.text != "operator" and is_prose(raw, words):
        return Token(Role.SEPARATOR, words, at, closing + 1)
    return Token("word", words, at, closing + 1)


def _first_dollar(written: _Written, start: int, closing: int) -> int | None:
    r"""``\text{if $z > 0$ only}``: where the mathematics begins; its end is kept, for the words that follow."""
    dollars = [found.start() for found in DOLLAR.finditer(written.text, start, closing)]
    if len(dollars) % 2 or not dollars:
        return None
    before = tidy_words(BOXES.sub("", written.text[start : dollars[0]])).lower()
    if (spoken := before.split()) and (not CONNECTIVES.issuperset(spoken) or spoken[0] in BEGIN_REMARKS):
        return None  # a sentence, which names things: "occurs $k$ times", "any $G$ will do"
    if not before and (len(dollars) > 2 or tidy_words(written.text[dollars[1] + 1 : closing])):
        return None
    for begin, resumed in zip(dollars[1::2], [*dollars[2::2], None], strict=True):
        written.words_again[begin] = closing + 1 if resumed is None else resumed + 1
    return dollars[0] + 1


def _between_dollars(raw: str, at: int, end: int) -> Token:
    """The words of a text before, between and behind its mathematics; boxes around a sign say nothing."""
    words = tidy_words(BOXES.sub("", raw))
    if not words:
        return Token("space", "", at, end)
    return Token(Role.SEPARATOR if is_prose(raw, words) else "word", words, at, end)


def _environment(written: _Written, row: Command, at: int, end: int) -> Token:
    found = ENVIRONMENT_NAME.match(written.text, end)
    if found is None:
        return Token("unread", "\\" + row.name, at, end)
    name = found.group(1).strip()
    after = found.end()
    known = environment(name)
    if row.role == Role.BEGIN and (placed := PLACEMENT.match(written.text, after)) is not None:
        after = placed.end()
    if row.role == Role.BEGIN and known is not None and known.arguments:
        after = _after_arguments(written, after, "o" + known.arguments)
    return Token(row.role, name, at, after)


def _sized(text: str, name: str, at: int, end: int) -> Token:
    found = DELIMITER.match(text, end)
    if found is None or not found.group(1):
        return Token("space", "", at, end)
    kind, canonical = _delimiter(found.group(1))
    if name in ("left", "right"):
        return Token(Role.OPEN if name == "left" else Role.CLOSE, canonical, at, found.end(), command(name))
    if name in ALWAYS_OPEN:
        kind = Role.OPEN
    elif name in ALWAYS_CLOSE:
        kind = Role.CLOSE
    elif (name == "middle" or name.endswith("m")) and canonical:
        kind, canonical = (Role.BAR, "|") if canonical in ("|", "‖") else (Role.OPERATOR, canonical)
    elif kind == "":
        return Token("space", "", at, end)
    return Token(kind, canonical, at, found.end())


def _delimiter(piece: str) -> tuple[str, str]:
    if piece in PLAIN and PLAIN[piece][0] in (Role.OPEN, Role.CLOSE, Role.FENCE_BAR, Role.OPERATOR):
        role, canonical = PLAIN[piece]
        return role, canonical
    if piece == ".":
        return "", ""
    if piece in "<>":
        return (Role.OPEN, "⟨") if piece == "<" else (Role.CLOSE, "⟩")
    row = command(piece[1:]) if piece.startswith("\\") else None
    if row is not None and row.role in (Role.OPEN, Role.CLOSE, Role.FENCE_BAR):
        return row.role, row.text
    single = character(piece) if len(piece) == 1 else None
    return (single[0], single[1]) if single is not None else ("", "")


def _negated(text: str, at: int, end: int) -> Token:
    opening = _skip_blanks(text, end)
    found = TOKEN.match(text, opening)
    if found is None:
        return Token("unread", "\\not", at, end)
    inner = tokenise(found.group())[0]
    negated = {"=": "≠", "∈": "∉", "≡": "≢", "∼": "≁", "⊂": "⊄", "<": "≮", ">": "≯"}
    return Token(Role.RELATION, negated.get(inner.text, "not " + inner.text), at, found.end())


def _stacked(written: _Written, row: Command, at: int, end: int) -> Token:
    """``\\stackrel{def}{=}`` is a relation; ``\\overset{a}{b}`` is left to the parser."""
    text = written.text
    closing = written.closing(_skip_blanks(text, end))
    if closing is not None:
        second = _skip_blanks(text, closing + 1)
        last = written.closing(second)
        if last is not None and last - second < LONGEST_STACKED:
            inside = text[second + 1 : last]
            if inside.strip():
                inner = [token for token in tokenise(inside) if token.kind != "space"]
                if len(inner) == 1 and inner[0].kind == Role.RELATION:
                    return Token(Role.RELATION, inner[0].text, at, last + 1, NOTED)
    return Token(Role.STACK, row.name, at, end, row)


def _after_arguments(written: _Written, at: int, arguments: str) -> int:
    """Where the arguments that carry no mathematics end."""
    text = written.text
    for kind in arguments:
        opening = _skip_blanks(text, at)
        following = text[opening : opening + 1]
        if kind == "d":
            length = LENGTH.match(text, at)
            at = length.end() if length is not None else at
        elif kind == "o":
            if following == "[" and (closing := text.find("]", opening, opening + LONGEST_OPTION)) != -1:
                at = closing + 1
        elif (brace := written.closing(opening)) is not None:
            at = brace + 1
        elif following and following not in "{}\\&$" and kind == "i":
            at = opening + 1
    return at


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _matched_braces(text: str) -> dict[int, int]:
    """The offset of every opening brace that is closed, with that of the brace that closes it."""
    closing: dict[int, int] = {}
    stack: list[int] = []
    for found in _BRACES.finditer(text):
        piece = found.group()
        if piece == "{":
            stack.append(found.start())
        elif piece == "}" and stack:
            closing[stack.pop()] = found.start()
    return closing


_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
