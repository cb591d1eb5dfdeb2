r"""Mathematics typed without LaTeX: ``Q_cat = [2, 3]``, ``0.3*0.56 + 0.9*0.58 = 0.702``, ``√64 = 8``.

A small strict grammar turns it into LaTeX for the reader of formulas and remembers where each
piece stood.  What does not fit the grammar is no mathematics, and ``None`` is the answer.

>>> plain_latex("sqrt(d_k) = 8").text
'\\sqrt{d_{k}} = 8'
>>> plain_latex("see section 3") is None
True
"""

from __future__ import annotations

import itertools
import re

from symformer.documents.typed_signs import SUB, SUPER
from symformer.semantics.prose.plain_events import event_latex
from symformer.semantics.prose.plain_names import GREEK_LETTERS, name_latex, reference
from symformer.semantics.prose.plain_tokens import (
    MINUS,
    QUOTIENTS,
    RELATIONS,
    SIGNS,
    Cursor,
    NoMathematics,
    Token,
)
from symformer.semantics.prose.plain_words import (
    AND_SO_ON,
    ARRAY,
    ARRAY_END,
    BARE_ARGUMENT,
    BARE_NAME,
    BYTES,
    CALLED,
    CAPITAL,
    COMMANDS,
    COUNTED,
    ENGLISH,
    FACTOR,
    FACTORIAL,
    FENCES,
    FRACTION,
    FUNCTIONS,
    LAST_NAME,
    LAST_ROW,
    LAST_UNIT,
    LOGARITHMS,
    MATRIX_NAME,
    NOTE,
    NUMBERED,
    PERCENT,
    QUANTITY,
    REMARK,
    ROUNDED,
    SCALED,
    SHORT_NAME,
    SMALL_RESULT,
    SUFFIXES,
    TIMES_BRACKET,
    TIMES_WORD,
    TWO_LETTERS,
    UNIT,
    WORD_AFTER,
)
from symformer.syntax.characters import VULGAR_FRACTIONS
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText

DEEPEST = 40


def plain_latex(text: str) -> MappedText | None:
    """The whole of ``text`` as LaTeX, mapped to offsets of ``text``; None where it is no mathematics."""
    trimmed = len(text.rstrip())
    found = plain_prefix(text, len(text) - len(text.lstrip()), trimmed)
    return found[0] if found is not None and found[1] == trimmed else None


def quantities_prefix(text: str, start: int, end: int) -> tuple[MappedText, int] | None:
    r"""The longest beginning that is a chain of numbers with units, multiples or nouns, as ``plain_prefix`` gives it.

    >>> quantities_prefix("7B × 2 bytes = 14 GB for it", 0, 27)[0].text
    '7\\text{ billion} \\times  2\\text{ bytes} = 14\\text{ GB}'
    """
    cursor = Cursor(text, start, end, True, False, quantified=True)
    try:
        _expression(cursor)
    except NoMathematics:
        return None
    _links(cursor)
    made = cursor.made()
    before = re.split(r"=|\\approx", made.text.rstrip())[:-1]
    nouns = cursor.quantities - made.text.count(r"\text{ ")
    if (
        not nouns
        and not any(r"\text{ " in side for side in before)
        or SCALED.search(made.text)
        and SMALL_RESULT.search(made.text)
    ):
        return None  # 5K + 3 = 8
    return made, cursor.at


def plain_prefix(
    text: str,
    start: int,
    end: int | None = None,
    *,
    sheet: bool = False,
    side_by_side: bool = True,
    letters: frozenset[str] = frozenset(),
) -> tuple[MappedText, int] | None:
    """The longest beginning of ``text[start:end]`` that is a chain of expressions, and where it ends.

    ``letters`` are capitals that name arrays, whose product is written without a sign.

    >>> plain_prefix("2*3 = 6 as before", 0)[1]
    7
    """
    cursor = Cursor(text, start, len(text) if end is None else end, sheet, side_by_side, letters=letters)
    try:
        _expression(cursor)
    except NoMathematics:
        return None
    _links(cursor)
    return cursor.made(), cursor.at


def plain_links(
    text: str, start: int, end: int, *, side_by_side: bool = True, quantities: bool = False
) -> tuple[MappedText, int] | None:
    """What goes on with a chain on a line of its own: ``= 0.5 × 2 = 1``, read as in a worksheet."""
    cursor = Cursor(text, start, end, True, side_by_side, quantities=int(quantities))
    _links(cursor)
    return (cursor.made(), cursor.at) if cursor.pieces else None


def _links(cursor: Cursor) -> None:
    """The further sides of a chain, as far as they can be read."""
    while cursor.is_next(*RELATIONS):
        kept, at = len(cursor.pieces), cursor.at
        cursor.open.clear()
        try:
            _, sign, begin, stop = cursor.take()
            cursor.emit(RELATIONS[sign], begin, stop)
            _expression(cursor)
        except NoMathematics:
            del cursor.pieces[kept:]
            cursor.at = at
            break


def _expression(cursor: Cursor) -> None:
    cursor.depth += 1
    if cursor.depth > DEEPEST:
        raise NoMathematics
    _product(cursor)
    while cursor.is_next("+", *MINUS):
        _, sign, start, end = cursor.take()
        if _in_list(cursor) and cursor.at < start and cursor.text[end : end + 1].strip():
            break  # [0.1 -0.2]: a blank before the sign and none after it
        cursor.emit("+" if sign == "+" else "-", start, end)
        _product(cursor)
    cursor.depth -= 1


def _in_list(cursor: Cursor) -> bool:
    return bool(cursor.open) and cursor.open[-1] == "["


def _product(cursor: Cursor) -> None:
    _signed(cursor)
    while (token := cursor.peek()) is not None:
        kind, text, start, end = token
        if cursor.sheet and text == "×" and TIMES_WORD.match(cursor.text, start, cursor.end):
            return
        if kind == "dot" or (kind == "operator" and (text in SIGNS or text in QUOTIENTS)):
            cursor.emit((SIGNS.get(text) or QUOTIENTS[text]) + " ", start, end)
        elif not (_touching(cursor, token) or cursor.sheet and _beside(cursor, token)):
            return
        elif start > cursor.at and (
            text == "(" or kind == "name" and FRACTION.search(cursor.text[max(0, cursor.at - 40) : cursor.at])
        ):
            cursor.emit(r"\cdot ", cursor.at, start)
        _signed(cursor)


_CLOSED = f")'’{''.join(SUB)}"  # what ends a factor before another array


def _touching(cursor: Cursor, token: Token) -> bool:
    """Whether what stands right here multiplies: ``2(5)``, ``(a)(b)``, ``8x``, but not ``x(5)``."""
    kind, text, start, _ = token
    if cursor.text[cursor.at - 1] in VULGAR_FRACTIONS and start <= cursor.at + 1:
        return kind == "name" and len(text) <= 2 or text == "("  # ½ (a - b), ½x
    if start != cursor.at and kind == "name" and (text in COMMANDS or text in LOGARITHMS or text == "sqrt"):
        ends = cursor.text[cursor.at - 1]
        return (ends.isdigit() or ends == ")") and CALLED.match(cursor.text, start, cursor.end) is not None
    if start != cursor.at:
        return cursor.sheet and text == "(" and TIMES_BRACKET.match(cursor.text, cursor.at - 1, cursor.end) is not None
    if kind == "name" and (
        cursor.text[start - 1] in "ᵀ⊤" or cursor.text[start - 1] in _CLOSED and text[0] in cursor.letters
    ):
        return cursor.sheet  # wᵀx, ReLU(XW)V
    if kind == "name" and re.fullmatch(r"[xX]\d+", text) and cursor.text[start - 1].isdigit():
        raise NoMathematics  # 5x3
    if kind == "operator" and text == "(":
        return FACTOR.search(cursor.text[max(0, start - 40) : start]) is not None
    if cursor.sheet and text == "x" and TIMES_WORD.match(cursor.text, start, cursor.end):
        return False
    short = 3 if not cursor.sheet else 12 if "_" in text else 2
    return kind == "name" and cursor.text[cursor.at - 1].isdigit() and len(text) <= short


def _beside(cursor: Cursor, token: Token) -> bool:
    """Whether a blank multiplies: ``Q K^T``, ``softmax(S) V``, a matrix beside a matrix."""
    kind, text, start, end = token
    if start == cursor.at or _in_list(cursor) or not cursor.side_by_side:
        return False
    before = cursor.text[cursor.at - 1]
    if kind == "operator" and text == "[":
        return before == "]" and cursor.text.startswith("[[", start) and cursor.pieces[-1][0].endswith(r"\end{bmatrix}")
    if kind == "operator" and text == "√":
        return before in ")]"
    last = LAST_NAME.search(cursor.text[max(0, cursor.at - 60) : cursor.at])
    numbered = last is not None and NUMBERED.fullmatch(last[0]) is not None  # x1 W_K, a1 v1
    if kind != "name" or before.isdigit() and not numbered or text in ENGLISH:
        return False
    if MATRIX_NAME.fullmatch(text) is None and not (numbered and NUMBERED.fullmatch(text)):
        return False
    article = last is not None and last[0] in ENGLISH and not (last[0] == "A" and CAPITAL.fullmatch(text))
    if last is not None and (SHORT_NAME.fullmatch(last[0]) is None or article):
        return False
    return WORD_AFTER.match(cursor.text, end, cursor.end) is None


def _signed(cursor: Cursor) -> None:
    token = cursor.peek()
    if token is not None and token[0] == "operator" and token[1] in (*MINUS, "+"):
        cursor.emit("+" if token[1] == "+" else "-", token[2], token[3])
        cursor.depth += 1
        if cursor.depth > DEEPEST:
            raise NoMathematics
        _signed(cursor)
        cursor.depth -= 1
        return
    if token is not None and token[1] == "√":
        cursor.emit(r"\sqrt{", token[2], token[3])
        _root_operand(cursor)
        cursor.emit("}", cursor.at, cursor.at)
    else:
        _primary(cursor)
    _after(cursor)


def _root_operand(cursor: Cursor) -> None:
    token = cursor.peek()
    if token is not None and token[0] == "operator" and token[1] == "(":
        _group(cursor, "", "")
        return
    _primary(cursor)


def _group(cursor: Cursor, before: str, after: str) -> None:
    """A bracketed expression, with other signs for the brackets."""
    _, bracket, start, end = cursor.take()
    cursor.emit(before, start, end)
    cursor.open.append("(")
    _expression(cursor)
    cursor.expect(")" if bracket == "(" else "]", after)
    cursor.open.pop()


def _after(cursor: Cursor) -> None:
    """Powers, transposes and percent signs; in a worksheet also units, and notes in brackets."""
    while (token := cursor.peek()) is not None and token[2] == cursor.at:
        kind, text, start, end = token
        if kind == "power":
            low = "".join(itertools.takewhile(SUB.__contains__, cursor.text[end : min(end + 4, cursor.end)]))  # σ²₀
            index = "_{" + "".join(SUB[c] for c in low) + "}" if low else ""
            cursor.emit(index + "^{" + "".join(SUPER[c] for c in text) + "}", start, end + len(low))
        elif kind == "transpose":
            cursor.emit(r"^{\top}", start, end)
        elif kind == "operator" and text in ("^", "**"):
            cursor.emit("^{", start, end)
            _power(cursor)
            cursor.emit("}", cursor.at, cursor.at)
        elif kind == "operator" and text == "%":
            cursor.emit(r"\%", start, end)
        else:
            break
    if (percent := PERCENT.match(cursor.text, cursor.at, cursor.end)) is not None:
        cursor.emit(r"\%", percent.start(1), percent.end())
    if cursor.sheet and FACTORIAL.match(cursor.text, cursor.at, cursor.end):
        cursor.emit("!", cursor.at, cursor.at + 1)
    note = NOTE.match(cursor.text, cursor.at, cursor.end) if cursor.sheet else None
    note = note or REMARK.match(cursor.text, cursor.at, cursor.end)
    if note is not None:
        cursor.emit("", note.end(), note.end())


_LAYER = Cued(r"\[[A-Za-z0-9]\]|\([A-Za-z0-9]\)")  # z^[1], W^(l)


def _power(cursor: Cursor) -> None:
    layer = _LAYER.match(cursor.text, cursor.at, cursor.end)
    if layer is not None and cursor.pieces[-2][0][-1:] not in ("", ")", "]") and not cursor.pieces[-2][0][-1].isdigit():
        cursor.emit(layer[0], layer.start(), layer.end())
        return
    if cursor.is_next("(", "["):
        _group(cursor, "", "")
        return
    if cursor.is_next(*MINUS):
        _, _, start, end = cursor.take()
        cursor.emit("-", start, end)
    _primary(cursor)


def _primary(cursor: Cursor) -> None:
    kind, text, start, end = cursor.take()
    array = ARRAY.match(cursor.text, start, cursor.end) if cursor.sheet and kind == "name" else None
    if kind == "number":
        _number(cursor, text, start, end)
    elif kind == "fraction":
        cursor.emit(r"\frac{{{}}}{{{}}}".format(*VULGAR_FRACTIONS[text].split("/")), start, end)
    elif array is not None:
        _array(cursor, start, array.end())
    elif (text == "∑" or text[0] == "Σ") and (summed := _SUM.match(cursor.text, start, cursor.end)) is not None:
        _sum(cursor, summed)
    elif kind == "name":
        _name(cursor, text, start, end)
    elif text == "∞":
        cursor.emit(r"\infty", start, end)
    elif text == "‖" and cursor.sheet:
        cursor.emit(r"\lVert ", start, end)
        _expression(cursor)
        cursor.expect("‖", r"\rVert ")
    elif kind == "operator" and text in ROUNDED:
        opened, closing, closed = ROUNDED[text]
        cursor.emit(opened, start, end)
        cursor.open.append("(")
        _expression(cursor)
        cursor.expect(closing, closed)
        cursor.open.pop()
    elif kind == "operator" and text == "(":
        _round(cursor)
    elif kind == "operator" and text == "[":
        _bracket(cursor)
    else:
        raise NoMathematics


_SUM = Cued(
    r"(?:[Σ∑](?:_\{?(?P<index>[a-z])(?:=(?P<first>\d+))?\}?|(?P<low>[ᵢⱼₖₗₘₙₜ]))(?:\^\{?(?P<last>\w)\}?)?|∑)[ ]*(?=[\w(\[])"
)


def _sum(cursor: Cursor, summed: re.Match[str]) -> None:
    """``Σᵢ xᵢ``, ``Σ_{j=1}^n exp(s_j)``: the product behind it is what is added up."""
    index = summed["index"] or SUB.get(summed["low"] or "", "")
    first = f"{index}={summed['first']}" if summed["first"] else index
    latex = r"\sum" + (f"_{{{first}}}" if index else "") + (f"^{{{summed['last']}}}" if summed["last"] else "")
    cursor.emit(latex + " ", summed.start(), summed.end())
    _product(cursor)


def _round(cursor: Cursor, kind: str = "(") -> None:
    cursor.expect("(", "(")
    cursor.open.append(kind)
    _expression(cursor)
    while cursor.is_next(","):
        cursor.open[-1] = "call"
        cursor.expect(",", ", ")
        _item(cursor)
    cursor.expect(")", ")")
    cursor.open.pop()


def _number(cursor: Cursor, text: str, start: int, end: int) -> None:
    if re.match(r"0\d", text):
        raise NoMathematics  # 2024-01-02
    if "," in text and any(bracket != "(" for bracket in cursor.open):
        end = start + text.index(",")
        text = text[: text.index(",")]
    elif "," in text and cursor.sheet and cursor.text[start - 1 : start] == "(" and cursor.text[end : end + 1] == ")":
        raise NoMathematics  # (1,024): a number with a comma, or two of them
    if cursor.sheet and _in_list(cursor) and re.match(r"\.(?=[\s,\]])", cursor.text[end : end + 2]):
        end, text = end + 1, text + ".0"  # 1. as NumPy prints it
    follows = cursor.text[end : end + 1]
    if follows.isalpha() and TWO_LETTERS.match(cursor.text, end) and not _unit_touches(cursor, end):
        raise NoMathematics
    mantissa, sign, exponent = text.replace("E", "e").partition("e")
    latex = mantissa.replace(",", "{,}").rstrip(".")
    if sign:
        latex = rf"{{{latex}\times 10^{{{int(exponent)}}}}}"
    cursor.emit(latex, start, end)
    if "." in mantissa and not _in_list(cursor) and (dots := AND_SO_ON.match(cursor.text, end, cursor.end)) is not None:
        cursor.emit("", dots.end(), dots.end())
    if cursor.sheet:
        _unit(cursor)


def _unit_touches(cursor: Cursor, end: int) -> bool:
    if LAST_UNIT.match(cursor.text, end, cursor.end) is not None:
        return True
    if not cursor.sheet:
        return False
    named = re.match(r"[a-z]{1,2}_\w", cursor.text[end : end + 4])
    if cursor.quantified and QUANTITY.match(cursor.text, end, cursor.end) is not None:
        return True
    return named is not None or UNIT.match(cursor.text, end, cursor.end) is not None


def _unit(cursor: Cursor) -> None:
    """The unit of a number that is not the last of a chain, or of one where others have units."""
    if cursor.quantified:
        _quantity(cursor)
        return
    unit = UNIT.match(cursor.text, cursor.at, cursor.end)
    goes_on = unit is not None and re.match(r"\s*[=≈]", cursor.text[unit.end() : unit.end() + 8]) is not None
    if goes_on and not cursor.quantities and any(piece[0] in RELATIONS.values() for piece in cursor.pieces):
        return  # = 2,048 bytes = 2 KB: the first side has no unit
    if unit is None and not cursor.open:
        last = LAST_UNIT.match(cursor.text, cursor.at, cursor.end)
        unit = last if last is not None and (cursor.quantities or last[1].endswith(("illion", "thousand"))) else None
    if unit is None:
        return
    cursor.emit(rf"\text{{ {unit[1]}}}", unit.start(), unit.end())
    cursor.quantities += 1


def _quantity(cursor: Cursor) -> None:
    """The multiple, the unit or the noun behind a number; a noun, which only says what is counted, is left out."""
    found = QUANTITY.match(cursor.text, cursor.at, cursor.end)
    if found is None and (sized := BYTES.match(cursor.text, cursor.at, cursor.end)) is not None:
        cursor.emit(r"\text{ bytes}", sized.start(), sized.end())
        cursor.quantities += 1
    elif found is not None:
        word = found[2] or SUFFIXES[found[1]]
        cursor.emit(rf"\text{{ {word}}}", found.start(), found.end())
        cursor.quantities += 1
    noun = COUNTED.match(cursor.text, cursor.at, cursor.end)
    if noun is not None:
        cursor.emit("", noun.end(), noun.end())
        cursor.quantities += 1


_JOINED = re.compile(rf"(?P<first>[A-Za-z]{{1,3}})(?P<last>[A-Za-z](?:_\w+|[{''.join(SUB)}]+)?['’]*)")  # XW_Q, BAx
_SHORT_FUNCTION = Cued(rf"∇?[A-Za-z{GREEK_LETTERS}][{''.join(SUB)}]*['’]*")  # f(x), σ'(z), ∇L(θ)


def _name(cursor: Cursor, text: str, start: int, end: int) -> None:
    calls = cursor.text[end : end + 1] == "("
    if calls and text == "sqrt":
        cursor.emit("", start, end)
        _group(cursor, r"\sqrt{", "}")
        return
    if calls and text in FENCES:
        cursor.emit("", start, end)
        _group(cursor, *FENCES[text])
        return
    if calls and (text in COMMANDS or text in FUNCTIONS or text in LOGARITHMS):
        latex = "\\" + text if text in COMMANDS else FUNCTIONS.get(text) or LOGARITHMS[text]
        cursor.emit(latex if latex.startswith("\\") else rf"\operatorname{{{latex}}}", start, end)
        _round(cursor, "call")
        return
    whole = reference(cursor.text, start, cursor.end)
    if whole is not None and cursor.text[whole[1] : whole[1] + 1] not in ("(", "["):
        cursor.emit(whole[0], start, whole[1])
        return
    if calls and cursor.sheet and text in ("P", "p", "Pr"):
        event = event_latex(cursor.text, end, cursor.end)
        if event is not None:
            cursor.emit(f"{text if len(text) == 1 else 'P'}({event[0]})", start, event[1])
            return
    short = calls and cursor.sheet and _SHORT_FUNCTION.fullmatch(text) is not None
    if short or calls and cursor.sheet and text.isascii() and text.isalnum():
        cursor.emit((short and name_latex(text)) or rf"\operatorname{{{text}}}", start, end)
        _round(cursor, "call")
        return
    if not calls and (text in COMMANDS - {"max", "min"} or text in LOGARITHMS or text == "sqrt"):
        _bare_call(cursor, text, start, end)
        return
    if calls or text in COMMANDS or text == "sqrt":
        raise NoMathematics
    if (joined := _JOINED.fullmatch(text)) is not None and cursor.letters.issuperset(
        joined["first"] + joined["last"][0]
    ):
        cursor.emit(" ".join(joined["first"]) + f" {name_latex(joined['last'])}", start, end)
        return
    latex_name = r"\infty" if text == "inf" else name_latex(text)
    if latex_name is None or text == "nan":
        raise NoMathematics
    cursor.emit(latex_name, start, end)


def _bare_call(cursor: Cursor, text: str, start: int, end: int) -> None:
    """``ln 0.5``: a function of the one number, or the one short name, behind it."""
    named = text != "sqrt" and BARE_NAME.match(cursor.text, end, cursor.end) is not None
    if not named and BARE_ARGUMENT.match(cursor.text, end, cursor.end) is None:
        raise NoMathematics
    latex = r"\sqrt" if text == "sqrt" else LOGARITHMS.get(text, "\\" + text)
    cursor.emit(latex + "{", start, end)
    if cursor.is_next(*MINUS):
        _, _, begin, stop = cursor.take()
        cursor.emit("-", begin, stop)
    _, argument, begin, stop = cursor.take()
    (_name if named else _number)(cursor, argument, begin, stop)
    cursor.emit("}", cursor.at, cursor.at)


def _array(cursor: Cursor, start: int, inside: int) -> None:
    """``tensor([[1., 2.], [3., 4.]], device='cpu')``: the list in it."""
    cursor.emit("", start, inside)
    _bracket(cursor)
    closed = ARRAY_END.match(cursor.text, cursor.at, cursor.end)
    if closed is None:
        raise NoMathematics
    cursor.emit("", closed.start(), closed.end())


def _bracket(cursor: Cursor) -> None:
    """``[1, 2]`` is a vector, ``[[1, 2], [3, 4]]`` and ``[1 2; 3 4]`` are matrices."""
    _, _, start, end = cursor.take()
    cursor.open.append("[")
    ahead = Cursor(cursor.text, end, cursor.end)
    if ahead.is_next("["):
        _rows(cursor, start, end)
    else:
        close = cursor.text.find("]", end, cursor.end)
        several = cursor.sheet and ";" in cursor.text[end:close]
        cursor.emit(r"\begin{bmatrix} " if several else "[", start, end)
        _items(cursor, " & " if several else ", ")
        while several and cursor.is_next(";"):
            cursor.expect(";", r" \\ ")
            _items(cursor, " & ")
        if _is_size(cursor.text[end : cursor.at]):
            raise NoMathematics
        cursor.expect("]", r" \end{bmatrix}" if several else "]")
    cursor.open.pop()


def _is_size(inside: str) -> bool:
    """Whether brackets hold one size and no entries: ``[d_model]``, ``[64 × 128]``."""
    return re.fullmatch(r"[\s\w×]*", inside) is not None and re.search(r"[^\W\d]|×", inside) is not None


def _rows(cursor: Cursor, start: int, end: int) -> None:
    cursor.emit(r"\begin{bmatrix} ", start, end)
    while True:
        cursor.expect("[", "")
        _items(cursor, " & ")
        cursor.expect("]", "")
        if cursor.is_next(",", ";"):
            last = LAST_ROW.match(cursor.text, cursor.at, cursor.end) is not None
            cursor.expect(cursor.take()[1], "" if last else r" \\ ")
        if not cursor.is_next("["):
            break
        if cursor.pieces[-1][0].strip() != r"\\":
            cursor.emit(r" \\ ", cursor.at, cursor.at)
    cursor.expect("]", r" \end{bmatrix}")


def _items(cursor: Cursor, between: str) -> None:
    _item(cursor)
    while not cursor.is_next("]", ";"):
        if cursor.is_next(","):
            cursor.expect(",", between)
        elif (token := cursor.peek()) is not None and token[2] > cursor.at and _begins_item(token):
            cursor.emit(between, cursor.at, cursor.at)
        else:
            raise NoMathematics
        _item(cursor)


def _begins_item(token: Token) -> bool:
    """Whether a token after a blank is the next entry of a list."""
    return token[0] in ("number", "dots") or token[1] in MINUS or token[1] in ("inf", "∞")


def _item(cursor: Cursor) -> None:
    token = cursor.peek()
    if token is not None and token[0] == "dots":
        cursor.emit(r"\dots", token[2], token[3])
        return
    _expression(cursor)
