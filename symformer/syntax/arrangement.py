r"""What a token is where its neighbours tell: the last step of lexing, before anything is parsed.

A wide blank beside a sign parts nothing (``a \quad=\quad b``), two bars are one double bar where they
pair up (``||x||``, ``p || q``, but not ``|a||b|``), ``<x, y>`` are angle brackets, and a word that is
all there is in its place is a name, whatever it says elsewhere (``x_{\text{in}, i}``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symformer.syntax.broken_rows import PAIRS, join_rows
from symformer.syntax.lexer import tokenise
from symformer.syntax.parted_bars import part_by_bars
from symformer.syntax.tokens import Token
from symformer.syntax.typed_words import BEFORE_CELL, INFIX, join_between_blanks, join_if, join_subject_to, join_where
from symformer.syntax.worded_calls import part_calls
from symformer.syntax.wording import CONNECTIVES, OPENERS

NO_BLANKS: tuple[Token, ...] = ()
AFTER_CELL = frozenset({"&", "row", "end"})
ENDS_OPERAND = frozenset({"name", "number", "close", "}", "word"})
BEGINS_OPERAND = frozenset({"name", "number", "open", "word", "font", "accent"})
AFTER_PAIR = AFTER_CELL | {"_", "^", "}", "close", "separator", "sum-operator", "operator"}
BEFORE_ITEM = frozenset({"{", "open", "separator", "bar", "fence-bar"})
AFTER_ITEM = frozenset({"}", "close", "separator", "bar", "fence-bar"})
MARKS = frozenset({",", ";", "stop", "quad", "row", "&", "therefore", "。"})  # separators that are no words
EXTREMA = frozenset({"min", "max", "sup", "inf", "argmin", "argmax", "minimize", "maximize", "minimise", "maximise"})
THICK_OF_A_QUAD = 3  # so many thick blanks in a row part statements, as the blank that is made for it does
# without any of these characters, and without words, every token is what it is by itself
ARRANGED = re.compile(r"[\\:~|<\[\]?@\"\x80-\U0010ffff]")
LONGEST_INTERVAL = 20  # tokens between the brackets of an interval
LONGEST_PAIR = 60  # tokens between the angle brackets of an inner product


def arrange(latex: str) -> tuple[list[Token], list[Sequence[Token]]]:
    r"""The tokens of a formula, and the blanks before each of them and after the last.

    >>> [token.text for token in arrange(r"||x|| \quad = \quad y")[0]]
    ['‖', 'x', '‖', '=', 'y']
    """
    if ARRANGED.search(latex) is None and "where" not in latex and "if" not in latex and "s.t" not in latex:
        return _without_blanks(tokenise(latex))
    unsettled = (
        "quad" in latex
        or "hspace" in latex
        or latex.count("\\;") >= THICK_OF_A_QUAD
        or ":" in latex
        or "colon" in latex
        or "~" in latex
        or not latex.isascii()
    )
    tokens, gaps = _settled(tokenise(latex), latex) if unsettled else _without_blanks(tokenise(latex))
    if latex.count("|") > 1 and ("[" in latex or "(" in latex):
        part_by_bars(tokens, gaps)
    if "||" in latex:
        _join_bars(tokens, gaps)
    if "\\right." in latex and "\\left." in latex:
        _join_torn_brackets(tokens, gaps)
    if "<" in latex and ">" in latex:
        _pair_angles(tokens)
    if ("\\begin" in latex or "\\\\" in latex) and ("(" in latex or "[" in latex or "\\right." in latex):
        join_rows(tokens, gaps)
    if "(" in latex and ("\\text" in latex or "\\mathrm" in latex or "\\operatorname" in latex):
        part_calls(tokens, gaps, latex)
    if "\\text" in latex or "box" in latex:
        _name_words(tokens)
        _part_words(tokens, gaps, latex)
    if "[" in latex or "]" in latex:
        _turn_brackets(tokens)
    if "s.t" in latex:
        join_subject_to(tokens, gaps)
    if "where" in latex:
        join_where(tokens, gaps)
    if "\\ or" in latex or "\\ and" in latex:
        join_between_blanks(tokens, gaps)
    if "\\forall" in latex or "∀" in latex:
        _part_quantified(tokens)
    if " if" in latex or "&if" in latex:
        join_if(tokens, gaps)
    if "?" in latex and "&" in latex:
        _ask_entries(tokens, gaps)
    if "\\star" in latex:
        _join_by_stars(tokens)
    if "@" in latex and "\\" in latex:
        _join_at(tokens, gaps)
    if "/∈" in latex:
        _negate_membership(tokens, gaps)
    return tokens, gaps


def _without_blanks(found: list[Token]) -> tuple[list[Token], list[Sequence[Token]]]:
    """The tokens that count, and the blanks before each of them and after the last."""
    tokens: list[Token] = []
    gaps: list[Sequence[Token]] = []
    gap = NO_BLANKS
    for token in found:
        if token.kind == "space":
            gap = (*gap, token)
            continue
        tokens.append(token)
        gaps.append(gap)
        gap = NO_BLANKS
    gaps.append(gap)
    return tokens, gaps


def _settled(found: list[Token], latex: str) -> tuple[list[Token], list[Sequence[Token]]]:
    """The same; a wide blank beside a sign is one of the blanks, and ``:=`` is one sign, though apart."""
    tokens: list[Token] = []
    gaps: list[Sequence[Token]] = []
    gap: list[Token] = []
    for token in found:
        kind = token.kind
        if kind == "space" or (
            kind == "separator" and token.text == "quad" and (_leads(tokens) or _awaits_body(tokens))
        ):
            gap.append(token)
            continue
        if len(gap) >= THICK_OF_A_QUAD and kind in BEGINS_OPERAND and tokens and tokens[-1].kind in ENDS_OPERAND:
            gap = _with_wide_blank(tokens, gaps, gap, latex)
        if kind in INFIX and tokens and tokens[-1].text == "quad" and not _is_sign(token, latex):
            gap = [*gaps.pop(), tokens.pop(), *gap]
        if token.text == "=" and kind == "relation" and (start := _colon_before(tokens)) is not None:
            token = Token("relation", ":=", tokens[start].start, token.end)
            gap = [*gaps[start]]
            del tokens[start:], gaps[start:]
        tokens.append(token)
        gaps.append(gap or NO_BLANKS)
        if gap:
            gap = []
    gaps.append(gap)
    return tokens, gaps


def _with_wide_blank(tokens: list[Token], gaps: list[Sequence[Token]], gap: list[Token], latex: str) -> list[Token]:
    r"""What is left of a gap: ``a \;\;\; b``, blanks that are together as wide as a quad, becomes one, and a token."""
    thick = [at for at, blank in enumerate(gap) if latex.startswith("\\;", blank.start)]
    if len(thick) < THICK_OF_A_QUAD:
        return gap
    tokens.append(Token("separator", "quad", gap[thick[0]].start, gap[thick[-1]].end))
    gaps.append(gap[: thick[0]] or NO_BLANKS)
    return gap[thick[-1] + 1 :]


def _ask_entries(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """A question mark that is all there is in a cell is an entry, no end of a sentence."""
    for at in range(len(tokens) - 1, 0, -1):
        asked = [blank for blank in gaps[at] if blank.text == "?"]
        if len(asked) == 1 and tokens[at - 1].kind in BEFORE_CELL and tokens[at].kind in AFTER_CELL:
            place = gaps[at].index(asked[0])
            before, after = gaps[at][:place], gaps[at][place + 1 :]
            tokens.insert(at, Token("name", "?", asked[0].start, asked[0].end))
            gaps[at : at + 1] = [before, after]


def _join_at(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    r"""``\text{Hit}@k``: how many are looked at is part of the measure's name, where nothing stands between."""
    for at in range(len(tokens) - 3, -1, -1):
        if at + 3 > len(tokens):
            continue  # what was joined behind it is the last token now
        word, sign, count = tokens[at : at + 3]
        if word.kind != "word" or sign.text != "@" or count.kind not in ("name", "number"):
            continue
        if word.end == sign.start and sign.end == count.start and len(word.text) > 2:
            tokens[at : at + 3] = [Token("word", f"{word.text}@{count.text}", word.start, count.end)]
            del gaps[at + 1 : at + 3]


def _join_by_stars(tokens: list[Token]) -> None:
    r"""``A \star B``: between two things the star is a sign, as TeX sets it; above one it is a mark."""
    for at in range(1, len(tokens) - 1):
        if tokens[at].text == "star" and tokens[at].kind == "name":
            if tokens[at - 1].kind in ENDS_OPERAND and tokens[at + 1].kind in BEGINS_OPERAND:
                tokens[at] = Token("operator", "⋆", tokens[at].start, tokens[at].end)


def _negate_membership(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """``/∈``, the sign as it is copied out of a printed page: a stroke over a sign of membership."""
    for at in range(len(tokens) - 2, -1, -1):
        one, other = tokens[at : at + 2]
        if one.text == "/" and other.text == "∈" and one.end == other.start:
            tokens[at : at + 2] = [Token("relation", "∉", one.start, other.end)]
            del gaps[at + 1]


def _leads(tokens: list[Token]) -> bool:
    """Whether what comes next begins a side or a cell: nothing but an infix sign or an opening stands before it."""
    return not tokens or tokens[-1].kind in INFIX or tokens[-1].kind in BEFORE_CELL or tokens[-1].text == "quad"


def _awaits_body(tokens: list[Token]) -> bool:
    r"""Whether ``\arg\min_x`` comes before, with all that is under it: what is optimised is set apart by custom."""
    at = len(tokens) - 1
    while (script := _start_of_item(tokens, at) - 1) > 0 and tokens[script].kind in ("_", "^"):
        at = script - 1
    if tokens[at].kind == "}" and at >= 2:
        under = _start_of_item(tokens, at - 3) - 1 if tokens[at - 2].kind == "{" else -1
        return under >= 0 and tokens[under].text == "underset" and _is_extremum(tokens[at - 1])
    return _is_extremum(tokens[at])


def _is_extremum(token: Token) -> bool:
    return token.kind in ("function", "word") and token.text.replace(" ", "") in EXTREMA


def _start_of_item(tokens: list[Token], at: int) -> int:
    """Where the group or the token that ends at ``at`` begins, with the font that it is set in."""
    start = at
    if at >= 0 and tokens[at].kind == "}":
        depth = 0
        while start >= 0:
            depth += (tokens[start].kind == "}") - (tokens[start].kind == "{")
            if depth == 0:
                break
            start -= 1
    while start > 0 and tokens[start - 1].kind == "font":
        start -= 1
    return start


def _colon_before(tokens: list[Token]) -> int | None:
    """Where the colon of ``:&=`` stands."""
    at = len(tokens) - 1
    while at >= 0 and tokens[at].kind == "&":
        at -= 1
    return at if at >= 0 and tokens[at].kind == "bar" and tokens[at].text == ":" else None


def _is_sign(token: Token, latex: str) -> bool:
    """Whether a minus belongs to the number behind it."""
    return token.text == "-" and latex[token.end : token.end + 1].isdigit()


# -- double bars -----------------------------------------------------------------------------------


def _join_bars(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    """Make one double bar of two bars, where no single bar is open and they pair up or stand alone."""
    for at in reversed(_doubled(tokens, gaps)):
        tokens[at : at + 2] = [Token("fence-bar", "‖", tokens[at].start, tokens[at + 1].end)]
        del gaps[at + 1]


def _doubled(tokens: list[Token], gaps: list[Sequence[Token]]) -> list[int]:
    """Where the double bars begin, nesting by nesting."""
    found: list[int] = []
    nestings: list[list[tuple[int, bool]]] = [[]]  # of each nesting: the bars, and whether two stand together
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind in ("{", "open", "begin"):
            nestings.append([])
        elif token.kind in ("}", "close", "end") and len(nestings) > 1:
            found += _paired(nestings.pop())
        elif token.kind in ("row", "&", "relation"):
            found += _paired(nestings.pop())
            nestings.append([])
        elif token.kind == "fence-bar" and token.text == "|":
            double = _is_bar(tokens, at + 1) and not gaps[at + 1]
            nestings[-1].append((at, double))
            at += double
        at += 1
    for nesting in nestings:
        found += _paired(nesting)
    return sorted(found)


def _is_bar(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].kind == "fence-bar" and tokens[at].text == "|"


def _paired(bars: list[tuple[int, bool]]) -> list[int]:
    doubles = [at for at, double in bars if double]
    if len(doubles) == len(bars):
        return doubles
    found: list[int] = []
    singles = at = 0
    while at < len(bars):
        place, double = bars[at]
        if double and singles % 2 == 0 and at + 1 < len(bars) and bars[at + 1][1]:
            found += [place, bars[at + 1][0]]
            at += 2
            continue
        singles += 2 if double else 1
        at += 1
    return found


# -- brackets torn by their author -----------------------------------------------------------------


def _join_torn_brackets(tokens: list[Token], gaps: list[Sequence[Token]]) -> None:
    r"""``\left(\right. a, b \left.\right)``: brackets that are closed as soon as they open, and opened before they close."""
    for at in range(len(tokens) - 2, -1, -1):
        if at + 2 > len(tokens):
            continue
        opening, closing = tokens[at : at + 2]
        if (opening.kind, closing.kind, closing.text) != ("open", "close", "") or opening.text not in PAIRS:
            continue
        end = _torn_end(tokens, at + 2, PAIRS[opening.text])
        for torn in (end, at + 1) if end is not None else ():
            gaps[torn : torn + 2] = [[*gaps[torn], tokens.pop(torn), *gaps[torn + 1]]]


def _torn_end(tokens: list[Token], start: int, closer: str) -> int | None:
    r"""Where the ``\left.`` stands whose bracket is the closing one that is looked for."""
    opened: list[int] = []
    for at in range(start, len(tokens)):
        kind, text = tokens[at].kind, tokens[at].text
        if kind in ("{", "open", "begin"):
            opened.append(at)
        elif kind in ("}", "close", "end"):
            if not opened:
                return None
            begun = opened.pop()
            if kind == "close" and text == closer and tokens[begun].kind == "open" and not tokens[begun].text:
                return begun if not opened else None
    return None


# -- angle brackets --------------------------------------------------------------------------------


def _pair_angles(tokens: list[Token]) -> None:
    """``<x, y>``: a "less than" where an operand must stand opens, and the next "greater than" closes."""
    for at, token in enumerate(tokens):
        if token.kind != "relation" or token.text != "<":
            continue
        end = _closing_angle(tokens, at)
        if end is not None and (_awaits_operand(tokens, at) or _is_pair(tokens, at, end)):
            tokens[at] = Token("open", "⟨", token.start, token.end)
            tokens[end] = Token("close", "⟩", tokens[end].start, tokens[end].end)


def _is_pair(tokens: list[Token], at: int, end: int) -> bool:
    """``\\min_x <x, c>_F``: a comma between the signs, and behind the second no operand that it could compare with."""
    following = tokens[end + 1].kind if end + 1 < len(tokens) else "}"
    commas = sum(token.text == "," for token in tokens[at + 1 : end])
    return commas == 1 and following in AFTER_PAIR


def _awaits_operand(tokens: list[Token], at: int) -> bool:
    before = tokens[at - 1].kind if at else "{"
    return before in INFIX or before in BEFORE_ITEM


def _closing_angle(tokens: list[Token], at: int) -> int | None:
    depth = 0
    for end in range(at + 1, min(at + LONGEST_PAIR, len(tokens))):
        kind, text = tokens[end].kind, tokens[end].text
        if kind in ("{", "open", "begin"):
            depth += 1
        elif kind in ("}", "close", "end"):
            depth -= 1
            if depth < 0:
                return None
        elif kind == "relation" and depth == 0:
            return end if text == ">" and end > at + 1 else None
    return None


# -- intervals with brackets turned outwards --------------------------------------------------------


def _turn_brackets(tokens: list[Token]) -> None:
    """``[0, 1[``, ``]a, b]``: a bracket that is turned outwards bounds an interval without its end."""
    for at, token in enumerate(tokens):
        turned = token.kind == "close" and token.text == "]" and _awaits_operand(tokens, at)
        if not turned and (token.kind != "open" or token.text != "["):
            continue
        end = _end_of_interval(tokens, at)
        if end is None or not turned and tokens[end].kind == "close":
            continue
        if turned:
            tokens[at] = Token("open", "]", token.start, token.end)
        if tokens[end].kind == "open":
            tokens[end] = Token("close", "[", tokens[end].start, tokens[end].end)


def _end_of_interval(tokens: list[Token], at: int) -> int | None:
    """The square bracket after two ends and a mark between them, where it closes what begins at ``at``."""
    depth = marks = 0
    for end in range(at + 1, min(at + LONGEST_INTERVAL, len(tokens))):
        kind, text = tokens[end].kind, tokens[end].text
        if depth == 0 and text in ("[", "]") and kind in ("open", "close"):
            closes = kind == "close" or _is_ended(tokens, end + 1)
            return end if marks == 1 and closes and tokens[end - 1].kind not in BEFORE_ITEM else None
        if kind in ("{", "open"):
            depth += 1
        elif kind in ("}", "close"):
            depth -= 1
        elif depth == 0 and kind == "separator":
            marks += text in (",", ";")
            if text not in (",", ";"):
                return None
        elif depth == 0 and kind not in ("name", "number", "_", "^", "sum-operator", "operator", "structure", "font"):
            return None
        if depth < 0:
            return None
    return None


def _is_ended(tokens: list[Token], at: int) -> bool:
    """Whether nothing stands at ``at`` that a bracket before it could open."""
    return at >= len(tokens) or tokens[at].kind in INFIX or tokens[at].kind in AFTER_ITEM or tokens[at].kind == "end"


# -- words -----------------------------------------------------------------------------------------


def _name_words(tokens: list[Token]) -> None:
    """A connective that is a whole script, argument or operand names something: ``x_{\\text{in}, i}``."""
    if not [token for token in tokens if token.kind == "separator" and token.text not in MARKS]:
        return
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind in ("{", "open"):
            depth += 1
        elif token.kind in ("}", "close"):
            depth -= 1
        elif token.kind == "separator" and token.text not in MARKS and token.text:
            before, after = _neighbour(tokens, at - 1), _neighbour(tokens, at + 1)
            whole = (before in BEFORE_ITEM or before in INFIX) and (after in AFTER_ITEM or after in INFIX)
            defines = before == "relation" and _is_phrase(token.text)  # S = the words with …
            if before in ("_", "^") or (depth > 0 and whole) or defines:
                tokens[at] = Token("word", token.text, token.start, token.end)


def _part_words(tokens: list[Token], gaps: list[Sequence[Token]], latex: str) -> None:
    r"""``\text{with LL} = f(x)``: the word that a sign follows is the side that lacks, and no part of the sentence."""
    for at in range(len(tokens) - 2, -1, -1):
        token = tokens[at]
        if token.kind != "separator" or tokens[at + 1].kind != "relation" or not latex.startswith("\\", token.start):
            continue
        said = token.text.split()
        if len(said) != 2 or said[0].lower() not in OPENERS or said[1].lower() in CONNECTIVES or not said[1].isalpha():
            continue
        start = latex.rfind(said[1], token.start, token.end)
        if start > token.start:
            tokens[at : at + 1] = [
                Token("separator", said[0], token.start, start),
                Token("word", said[1], start, token.end),
            ]
            gaps.insert(at + 1, NO_BLANKS)


def _is_phrase(text: str) -> bool:
    """Whether words say what something is, and join no statements: three or more, not all of them connectives."""
    words = text.lower().split()
    return len(words) > 2 and words[0] not in OPENERS and not CONNECTIVES.issuperset(words)


def _part_quantified(tokens: list[Token]) -> None:
    r"""``f(x) = g(x) \; \forall x``: the sign behind an operand parts what holds from what it holds for."""
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind in ("{", "open"):
            depth += 1
        elif token.kind in ("}", "close"):
            depth -= 1
        elif token.text == "forall" and depth == 0 and _ends_operand(tokens, at - 1) and at + 1 < len(tokens):
            tokens[at] = Token("separator", "for all", token.start, token.end)


def _ends_operand(tokens: list[Token], at: int) -> bool:
    """Whether a side may end with a token: no sign, no mark and no beginning."""
    if at < 0:
        return False
    kind = tokens[at].kind
    if kind == "fence-bar":
        return True  # nothing is quantified right behind a bar that opens
    return kind not in INFIX and kind not in BEFORE_CELL and kind not in BEFORE_ITEM and kind not in ("_", "^")


def _neighbour(tokens: list[Token], at: int) -> str:
    """The kind of a token; a wide blank parts statements, and so is no neighbour of an item."""
    if not 0 <= at < len(tokens):
        return ""
    return "quad" if tokens[at].text == "quad" else tokens[at].kind
