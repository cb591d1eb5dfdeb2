"""Worked sums in plain text: the arithmetic, values and matrices of unlabelled fences.

Each line is taken if it begins with a clear equation; what follows it in words is a comment.  What
is not clear is left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, islice

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.documents.typed import typed_latex
from symformer.semantics.carriers.worksheet_lines import LEAD, Line, concatenated, lines_of
from symformer.semantics.prose.plain import plain_links, plain_prefix, quantities_prefix
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, Relation, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

MOST_SIGNS = 12  # of a line, behind which its arithmetic is looked for


@dataclass(frozen=True, slots=True)
class Worked:
    """The statements of the worksheets, and the places of the lines with an equation that were not taken."""

    statements: tuple[Statement, ...] = ()
    unread: tuple[Span, ...] = ()

    @property
    def left_out(self) -> int:
        """How many lines with an equation were not read."""
        return len(self.unread)


@dataclass(frozen=True, slots=True)
class _Piece:
    """An equation as LaTeX mapped to the sheet, and the unit behind its last number."""

    latex: MappedText
    unit: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """An equation on a line, where it ends there, and whether its sides have units."""

    latex: MappedText
    stop: int
    side_by_side: bool

    @property
    def quantities(self) -> bool:
        """Whether a number in it has its unit."""
        return r"\text{ " in self.latex.text


_LABEL = Cued(r"(?:\*\*)?[A-Za-z\u3400-\u9fff][\w ()\"'’/.,→-]{0,60}?(?:\*\*)?[:：](?:\*\*)?[ \t]+")
_SIGN = Cued(r"(?<![<>!:=+*/-])[=≈](?![=>])")
_CODE = Cued(
    r"\b(?:def|return|import|from|lambda|class|while|assert|elif|else:|try:)\b|\bprint\(|\bfor \w+ in\b|\bif \w.*:\s*$"
    r"|\w\.\w+\(|==|:=|\+=|-=|!=|\bself\b|\b(?:None|True|False|null)\b|;\s*$|(?<![_^])\{|https?://|\$|<-|->\s*\w|[=(\[,]\s*[\"']|&&|\|\||\w::"
)
_LITERALS = Cued(r"(?:(?:np|numpy|torch|jnp|tf)\.)?(?:tensor|array|matrix|Tensor|asarray|constant|FloatTensor)\((?=\s*\[)"
                       r"|\b(?:device|dtype|grad_fn|requires_grad)\s*=\s*(?:<[^<>]*>|'[^']*'|[\w.]+)")  # fmt: skip
_ANOTHER = Cued(r"[ \t]{2,}[A-Za-zα-ω]\w{0,5}[₀-₉'’]*[ \t]*=[ \t]*(?![=>])[-−(\[\d.]")
_ASSIGNED = Cued(r"[ \t]*[A-Za-zα-ω]\w*(?:\[[\d, ]+\])*['’₀-₉]*[ \t]*(?::=|←|<-)[ \t]*(?=[-−√(\d.])")
_REMARK = Cued(r"(?:[#←⇐]|(?<!:)//|--[ ]).*")
_GOES_ON = Cued(r"[ \t]*(?:=|≈|~=)[ \t]*(?![=>])")
_CARRIED = Cued(r"[ \t]*(?:(?:=|≈|~=)(?![=>])|[-+−×·][ \t]+[\d(\[√])")
_ASIDE = Cued(r"[ \t]*(?:$|[#←⇐✓✔✅❌✗]|//|--|<-|[(（][^()=≈]*(?:\([^()]*\)[^()=≈]*)*[)）])")
_COMMENT = Cued(
    r"\s*(?:$|[(（,，、;；←⇐→⇒✓✔✅❌✗#|!！。？?]|--|//|—|–|\.(?:\s|$)|×[ ]+[a-z]+(?:er|re|ss|on|up|ngs?)\b|[A-Za-z\u3400-\u9fff%])"
)
_NEAR = Cued(r"\s*[(\[]?\s*(?:approx|roughly|about|nearly|约|大约|近似)", re.IGNORECASE)
_OTHERWISE = Cued(
    r"\s*[(\[]?\s*(?:mod|modulo|binary|hex|octal|in base|base|xor|bitwise|integer division|floor|in bits)\b",
    re.IGNORECASE,
)
_SHAPES = Cued(r"\d[×x]\d[^=≈]*\s[×·@*]\s[^=≈]*\d[×x]\d[^=≈]*[=≈]\s*\(?\[?\d+[×x]\d")  # 2×3 · 3×4 = 2×4
_BRACKETED = re.compile(r"\{,\}|\([^()]*\)|\[[^\[\]]*\]")
_LETTER = re.compile(r"(?<![\\A-Za-z])[A-Za-z](?![A-Za-z])")
_SEVERAL = re.compile(r"[,;:|]|\\(?:to|sim)(?![A-Za-z])")
_ARITHMETIC = Cued(r"\d[\s)}\]]*(?:[-+*/]|\\(?:cdot|times|frac|div)|\^)|\\(?:frac|sqrt|operatorname)|\^|\\begin")
_MEASURED = Cued(r"\\text\{ [^{}]*\}")
_COMMANDS = Cued(r"\\text\{ [^{}]*\}|\\(?:times|cdot|approx|sqrt|log|ln|exp|frac)(?![A-Za-z])")
_UNIT = Cued(r"[ ]?(%|[A-Za-zµμ]+(?:/s)?(?![\w(\[])|[万亿](?![A-Za-z0-9_(\[]))")
_ENDS = Cued(r"(?:[\d\])%]|\d[KMBT]|\d[ ]?(?:[kmbtr]+illion|thousand|[KMGT]i?B|bytes?|bits?|ms|us|µs|ns))\Z")
_NOT_UNIT = frozenset(
    "and or so which where the then for with of if as since because to in at on is are by not but".split()
)
_BARE = Cued(r"\s*\[[-−+\d.,;\s\[\]eE]*\d[-−+\d.,;\s\[\]eE]*\]\s*")
_NEXT = Cued(r"[ \t]*(?:[,;，；→⇒]|and\b|[ ]{2,})[ \t]*+")
_STEP = Cued(
    r"[A-Za-z_]\w*\s*=\s*(?!(?:exp|log|sum|max|min|mean|var|std|norm|dot|softmax|sigmoid|sqrt|tanh|relu)\()[a-z_]{3,}\([^()]*\)\s*"
)
_KNOWN_WORDS = Cued(r"softmax|sigmoid|sqrt|LayerNorm|Concat|Attention|tanh|ReLU|GELU|million|billion|thousand")
_WORDS = Cued(r"[ \t]*(?P<words>[A-Za-z][A-Za-z]+(?:[ -][A-Za-z]{2,}){1,5})[ \t]*(?:\([^()=]*\)[ \t]*)?(?=[=≈])")
_OPENING = Cued(
    r"(?:for|with|where|if|let|since|when|then|so|using|note|suppose|set|given|assume|now|thus|we|at)\b", re.I
)


def statements_in_worksheets(document: Document, read: Read) -> tuple[Statement, ...]:
    """The equations and the values in the note's worksheets, in order."""
    return worked(document, read).statements


def worked(document: Document, read: Read) -> Worked:
    """The statements of all worksheets, with the lines that were left out."""
    found: list[Statement] = []
    unread: list[Span] = []
    for sheet in document.worksheets:
        section = section_at(document, sheet.span.start)
        for piece in pieces_of(sheet.text.text):
            if isinstance(piece, Span):
                unread.append(sheet.text.origin_span(piece))
                continue
            mapped = piece.latex.then(sheet.text)
            term = read(mapped.text, mapped.origin_span(Span(0, len(mapped.text))))
            if isinstance(term, Relation):
                term = _known_sides(term)
            if isinstance(term, Relation | Matrix) and not any(isinstance(part, Unknown) for part in walk(term)):
                found.append(Statement(term, mapped, "worksheet", section, unit=piece.unit))
            else:
                unread.append(mapped.origin_span(Span(0, len(mapped.text))))
    return Worked(tuple(found), tuple(unread))


def _known_sides(chain: Relation) -> Relation:
    """A chain without the formula in it that could not be read: what is worked out behind it stands by itself."""
    known = [not any(isinstance(part, Unknown) for part in walk(side)) for side in chain.sides]
    if all(known) or not any(isinstance(part, Number) for part in walk(chain.sides[-1])):
        return chain
    first = max(at for at, each in enumerate(known) if not each) + 1
    if len(chain.sides) - first < 2:
        return chain
    return replace(chain, sides=chain.sides[first:], relations=chain.relations[first:])


def pieces_of(text: str) -> Iterator[_Piece | Span]:
    """The equations of a worksheet as LaTeX mapped to its text, and the spans of lines that could not be read."""
    lines = lines_of(text)
    at = 0
    while at < len(lines):
        line = lines[at]
        following = _continuations(lines, at)
        if line.ragged:
            yield line.text.origin_span(Span(0, len(line.text.text)))
        elif following or _SIGN.search(line.text.text):
            yield from _equations(line, following)
        elif (bare := _bare(line)) is not None:
            yield bare
        at += 1 + len(following)


def _bare(line: Line) -> _Piece | None:
    """A matrix or a list of numbers that stands alone: the words above the sheet say what it is."""
    text = line.text.text
    if _BARE.fullmatch(text) is None:
        return None
    start = len(text) - len(text.lstrip())
    found = plain_prefix(text, start, len(text.rstrip()), sheet=True)
    return _Piece(found[0].then(line.text)) if found is not None and found[1] == len(text.rstrip()) else None


def equation_on_line(text: str) -> MappedText | None:
    """The equation with numbers that a line of running text is, but for a list mark, a label and a comment."""
    found = chain_on_line(text)
    return found if found is not None and _ARITHMETIC.search(_MEASURED.sub("", found.text)) else None


def chain_on_line(text: str) -> MappedText | None:
    """The equation that a line of running text is, but for a list mark, a label and a comment; mapped to the line."""
    found = None if is_code(text) or _SIGN.search(text) is None else _equation(text, following=False)
    return found.latex if found is not None else None


def drawn_matrices(text: str) -> Iterator[MappedText]:
    """The equations of running text in which a matrix takes several lines; mapped to the text."""
    for piece in pieces_of(text):
        if isinstance(piece, _Piece) and r"\begin{bmatrix}" in piece.latex.text:
            if "\n" in piece.latex.origin_span(Span(0, len(piece.latex.text))).slice(text):
                yield piece.latex


def chains_over_lines(text: str) -> Iterator[MappedText]:
    """The equations of running text that go on over several of its lines; mapped to the text.

    >>> [chain.text for chain in chains_over_lines("We add:\\nE = 0.5 × 4\\n= 2\\nand stop.")]
    ['E = 0.5 \\\\times  4 = 2']
    """
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(len(line) for line in lines)]
    at = 0
    while at < len(lines):
        last = at
        while last + 1 < len(lines) and _CARRIED.match(lines[last + 1]):
            last += 1
        if last > at and any(_GOES_ON.match(line) for line in lines[at + 1 : last + 1]):
            whole = MappedText.join(text, [Span(starts[at], starts[last + 1])])
            for piece in pieces_of(whole.text):
                if isinstance(piece, _Piece) and "\n" in piece.latex.origin_span(Span(0, len(piece.latex.text))).slice(
                    whole.text
                ):
                    yield piece.latex.then(whole)
        at = last + 1


def _continuations(lines: list[Line], at: int) -> list[Line]:
    """The lines below one that begin with a sign of equality; a blank line may stand before one that is moved in."""
    found: list[Line] = []
    for below in range(at + 1, len(lines)):
        line = lines[below]
        if line.ragged or _GOES_ON.match(line.text.text) is None or line.gap and not line.indent:
            break
        found.append(line)
    return found


def _equations(line: Line, following: list[Line]) -> Iterator[_Piece | Span]:
    text = line.text.text
    assigned = _ASSIGNED.match(text)
    if assigned is not None:
        # w := 0.8 - 0.1 · 0.15 = 0.785: the working is judged; the name has another value from here on
        found = _at(text, assigned.end(), len(text), following=False)
        if found is not None:
            yield _Piece(found.latex.then(line.text), _unit(found, text))
            yield from (_span(each) for each in following)
            return
    if is_code(text):
        yield from (_span(each) for each in (line, *following))
        return
    whole = _equation(text, following=bool(following))
    if whole is None and not following and (typed := _in_letters(text)) is not None:
        yield _Piece(typed.then(line.text))
        return
    if whole is None:
        yield from _tail(line, following)
        return
    if following:
        yield from _chained(line, whole, following)
        return
    yield _Piece(whole.latex.then(line.text), _unit(whole, text))
    yield from _beside(line, whole.stop)


def _in_letters(text: str) -> MappedText | None:
    """A line that is one equation of letters and what they come to, its factors side by side: ``P = 4 d² = 4 · 512² = 1,048,576``."""
    lead = LEAD.match(text)
    begin, end = lead.end() if lead is not None else 0, len(text.rstrip())
    latex = typed_latex(text, begin, end) if _SIGN.search(text, begin, end) is not None else None
    if latex is None or _LETTER.search(latex.text) is None or _SHAPES.search(text, begin, end) is not None:
        return None
    if _ARITHMETIC.search(latex.text) is None or _SEVERAL.search(_BRACKETED.sub("", latex.text)):
        return None
    return latex


def _span(line: Line) -> Span:
    return line.text.origin_span(Span(0, len(line.text.text)))


def is_code(text: str) -> bool:
    """Whether a line is program code: literals of arrays are none.

    >>> is_code("y = layer.forward(x)"), is_code("X = np.array([[1, 2], [3, 4]])")
    (True, False)
    """
    return _CODE.search(_REMARK.sub("", _LITERALS.sub("", text))) is not None


def _beside(line: Line, start: int) -> Iterator[_Piece]:
    """Further equations on the same line: ``a = 1 + 1 = 2,  b = 2 + 1 = 3``."""
    text = line.text.text
    while (sep := _NEXT.match(text, start)) is not None and _SIGN.search(text, sep.end()):
        more = _at(text, sep.end(), len(text), following=False)
        if more is None:
            return
        yield _Piece(more.latex.then(line.text), _unit(more, text))
        start = more.stop


def _equation(text: str, *, following: bool) -> _Read | None:
    """The equation that a line begins with, after a list mark or a label."""
    lead = LEAD.match(text)
    begin = lead.end() if lead is not None else 0
    label = _LABEL.match(text, begin)
    starts = [label.end()] if label is not None else []
    if label is None or _SIGN.search(text, begin, label.end()) is None:
        starts += [begin, len(text) - len(text.lstrip())]
    for start in dict.fromkeys(starts):
        found = _at(text, start, len(text), following=following)
        if found is not None:
            return found
    return _worded(text, begin, following=following)


_SUFFIXED = Cued(r"\d[KMB]\b[^=≈]*[-+*/×·÷−][^=≈]*[=≈]")


def _at(text: str, start: int, end: int, *, following: bool) -> _Read | None:
    """The equation that begins at ``start``, where what follows it is a comment."""
    if (
        not following
        and _SUFFIXED.search(text, start, end)
        and (counted := _of_quantities(text, start, end)) is not None
    ):
        return counted  # 614M + 173B
    for side_by_side in (True, False):
        found = plain_prefix(text, start, end, sheet=True, side_by_side=side_by_side)
        if found is None:
            break
        latex, stop = found
        sides = re.search(r"=|\\approx", latex.text) is not None
        complete = sides or following and _ASIDE.match(text, stop) is not None
        if complete and _clear(text, start, stop, end, following=following):
            return _Read(latex, stop, side_by_side)
    return None if following else _of_quantities(text, start, end)


def _of_quantities(text: str, start: int, end: int) -> _Read | None:
    """Numbers with their units or with nouns, worked out: ``2 × 32 layers × 128 × 2 bytes = 16,384 bytes``."""
    found = quantities_prefix(text, start, end)
    if (
        found is None
        or not re.search(r"=|\\approx", found[0].text)
        or re.search(r"[A-Za-z]", _COMMANDS.sub("", found[0].text))
    ):
        return None
    return _Read(found[0], found[1], False) if _clear(text, start, found[1], end) else None


def _worded(text: str, start: int, *, following: bool) -> _Read | None:
    """An equation whose first side is a name in words: ``Total parameters = 2 × 3 = 6``."""
    words = _WORDS.match(text, start)
    if words is None or _OPENING.match(words["words"]):
        return None
    links = plain_links(text, words.end(), len(text))
    if links is None or not _clear(text, words.end() + 1, links[1], len(text)):
        return None
    place = Span(*words.span("words"))
    name = rf"\text{{{words['words']}}}"
    named = MappedText(name, (Segment(0, len(name), place.start, place.end),))
    return _Read(concatenated((named, links[0])), links[1], True)


def _chained(line: Line, first: _Read, following: list[Line]) -> Iterator[_Piece | Span]:
    """A chain that goes on over several lines, as far as it can be read."""
    parts = [first.latex.then(line.text)]
    last, text = first, line.text.text
    taken = 0
    for each in following:
        if _ASIDE.match(text, last.stop) is None:
            break
        links = _links(each.text.text, last)
        if links is None:
            break
        parts.append(links.latex.then(each.text))
        last, text, taken = links, each.text.text, taken + 1
    if len(parts) > 1 or re.search(r"=|\\approx", first.latex.text):
        yield _Piece(concatenated(parts), _unit(last, text))
    else:
        yield _span(line)
    yield from _from_below(following[taken:])


def _links(text: str, before: _Read) -> _Read | None:
    """The sides on a line that goes on with a chain."""
    start = len(text) - len(text.lstrip())
    if is_code(text):
        return None
    for side_by_side in (True, False):
        found = plain_links(text, start, len(text), side_by_side=side_by_side, quantities=before.quantities)
        if found is not None and _clear(text, start + 1, found[1], len(text)):
            return _Read(found[0], found[1], side_by_side)
    return None


def _tail(line: Line, following: list[Line]) -> Iterator[_Piece | Span]:
    """The arithmetic behind a name that could not be read: ``score of A = 0.1 × 0.2 = 0.02``."""
    text = line.text.text
    for sign in islice(_SIGN.finditer(text), MOST_SIGNS):
        start = sign.end() + len(text[sign.end() :]) - len(text[sign.end() :].lstrip())
        found = _at(text, start, len(text), following=bool(following))
        if found is None or not following and not _ARITHMETIC.search(found.latex.text):
            continue
        if following:
            yield from _chained(line, found, following)
        else:
            yield _Piece(found.latex.then(line.text), _unit(found, text))
        return
    yield _span(line)
    yield from _from_below(following)


def _from_below(following: list[Line]) -> Iterator[_Piece | Span]:
    """What the lines below an unread beginning show among themselves."""
    for at, head in enumerate(following):
        text = head.text.text
        sign = _SIGN.search(text)
        start = sign.end() if sign is not None else 0
        start += len(text[start:]) - len(text[start:].lstrip())
        rest = following[at + 1 :]
        found = None if is_code(text) else _at(text, start, len(text), following=bool(rest))
        if found is None:
            yield _span(head)
            continue
        if rest:
            yield from _chained(head, found, rest)
        else:
            yield _Piece(found.latex.then(head.text), _unit(found, text))
        return


def _clear(text: str, begin: int, stop: int, end: int, *, following: bool = False) -> bool:
    """Whether the rest of the line is a comment, and the equation more than a label."""
    rest = text[stop:end]
    if _ANOTHER.match(rest) is not None and (text[stop - 1].isdigit() or text[stop - 1] == "]"):
        rest = ""  # v1 = 0.7    v2 = -0.5
    if _NEAR.match(rest) or _OTHERWISE.match(rest) or not _COMMENT.match(rest):
        return False
    if re.match(r"\s*[A-Za-z\u3400-\u9fff]+\s*(?:[=+*/×≈]|\[)|\s*[A-Za-z]\w*\(", rest):
        return False  # the words belong to what is not read
    if rest.startswith("!") and text[stop - 1].isdigit():
        return False  # a factorial, or joy
    if re.match(r"[ ]?[A-Za-z!?.%|][^,;(（#←]*[=≈]", rest):
        return False  # 3 × 2 of 6 = …: the words stand within the equation
    if re.match(r"\(", rest) or re.match(r"\s*\([^()]*\)\s*[-+*/×·÷=≈^@]", rest):
        return False  # a bracket that multiplies
    if re.match(r"[A-Za-z_]", rest) and not _counts(text, stop):
        return False
    if re.match(r"\s*[A-Za-z_]", rest) and (
        not _ENDS.search(text, max(0, stop - 12), stop) or not re.match(r"\s*[A-Za-z]{2,}|x\s|\s*[A-Z](?!\w)", rest)
    ):
        return False  # Q = X W: what follows may belong to the product
    equation = _LITERALS.sub("", text[begin:stop])
    if _SHAPES.search(equation):
        return False
    if not following and _STEP.fullmatch(equation):
        return False  # next = sample(scores): a step of a program
    words = re.findall(r"[A-Za-z]{4,}", _KNOWN_WORDS.sub("", re.split(r"=|≈", equation)[-1]))
    return (
        not any(_is_prose(word, equation) for word in words)
        and re.search(r"[\dA-Z@×·√_₀-₉∞(+*/]", equation) is not None
    )


def _is_prose(word: str, equation: str) -> bool:
    """Whether a word in the last side is no name: names of arrays have a script, entries or an operator beside them."""
    return re.search(rf"{word}(?:[\[_(.^]|\d)|[_(/]{word}|{word}\s*[-+*/×·@)]|[-+*/×·@(]\s*{word}", equation) is None


def _counts(text: str, stop: int) -> bool:
    """Whether letters that touch a number are its unit: 64KB, 8x smaller."""
    return re.match(r"(?:[KMGT]i?B|ms|us|µs|ns|s)(?!\w)|x\s+[a-z]{3,}", text[stop:]) is not None


def _unit(found: _Read, text: str) -> str:
    """The word or sign of a unit right behind the last number."""
    if found.quantities or not text[found.stop - 1 : found.stop].isdigit():
        return ""
    unit = _UNIT.match(text, found.stop)
    return unit[1] if unit is not None and unit[1].casefold() not in _NOT_UNIT else ""
