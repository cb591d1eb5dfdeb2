r"""The lines of plain blocks that are formulas in letters, as formulas of the note: ``Q = X W_Q    (n × d_k)``.

A line is taken where all of it is a formula, but for a list mark before it and a remark behind it; a shape in the remark
belongs to what the line gives.  Arithmetic in numbers is left to the worksheets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from symformer.documents.document import TYPED, Code, Document, Formula, Prose, Worksheet
from symformer.documents.typed import says_something, typed_latex, typed_sizes
from symformer.documents.typed_in_words import formulas_in_words
from symformer.documents.worksheets import looks_like_program
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

PLAIN = frozenset({"", "text", "txt", "plaintext", "plain", "none", "math-text", "pseudocode", "pseudo", "algorithm"})
LONGEST_LINE, MOST_BESIDE = 300, 4
FEWEST_NUMBERS = 3  # that are a shape without a letter among them

_LEAD = re.compile(
    r"[ \t]*(?:(?:[-*•]|\(?\d{1,2}[.)]|[Ss]tep \d{1,2}[.:])[ \t]+)?(?:[A-Z][A-Za-z][A-Za-z -]{1,30}:[ \t]+)?"
)
_RELATION = re.compile(r"(?<![<>!:=+*/-])(?::=|=|←|∈)(?![=>])")
_REMARK = re.compile(
    r"[ \t]*(?:#|//|<-|⟵|--|[—–←⇐]|\.{3,}[ \t])|[ \t]+(?=[(\[][^()\[\]]*×[^()\[\]]*[)\]][ \t]*$)|[ \t]{2,}(?![ \t+·/=≈*-])|[ \t]*$"
)
_SIZE = r"[A-Za-z0-9_·*/+{}]{1,16}(?: ?[·*/+] ?[A-Za-z0-9_]{1,12}| [A-Za-z](?:_\w{1,8})?(?=[ \t]*[×x,)\]]))?"
_SHAPE = re.compile(
    rf"[ \t#/:;,—–-]*(?:(?:shape|size|dims?|each|of shape|is|has shape|∈ ℝ\^?)[ \t:=]*)*"
    rf"(?:(?P<open>[(\[{{])(?P<inside>{_SIZE}(?:[ \t]*[×x,][ \t]*{_SIZE}){{1,5}})[)\]}}]|(?P<bare>{_SIZE}(?:[ \t]*×[ \t]*{_SIZE}){{1,4}}))"
    rf"(?P<after>.*)"
)
_SHAPES_TO = re.compile(r"[ \t#/:;,]*\([\w ,·*/+()\[\]×@-]{3,120}(?:->|→)[ \t]*(?=[(\[])")
_MEMBER = r"[A-ZΑ-Ωa-zα-ω][\w₀-₉ᵢⱼₖₗₘₙₒₚₜᵥₓⁱʲᵏ]{0,12}(?:\^(?:[A-Za-z]|\{\w{1,6}\}))?"
_MEMBERS = re.compile(
    rf"(?P<names>{_MEMBER}(?:[ \t]*,[ \t]*{_MEMBER}){{0,5}})"
    rf"(?:[ \t]*:[ \t]*|\.shape[ \t]*=[ \t]*|[ \t]+(?=[(\[]))(?:shape[ \t]*)?"
    rf"(?:[(\[](?P<inside>{_SIZE}(?:[ \t]*[×x,][ \t]*{_SIZE}){{1,5}})[)\]]|(?P<bare>{_SIZE}(?:(?:[ \t]*×[ \t]*|[ \t]+x[ \t]+){_SIZE}){{1,4}}))(?P<after>.*)"
)
_FLOW = re.compile(r"->|→|=|≈|@|[(\[]|·|∈")
_COUNTED = re.compile(
    r"[ \t]*for[ \t]+(?:each[ \t]+)?(?P<index>[a-z])[ \t]*(?:=|in|∈)[ \t]*\{?(?P<first>[01])[ \t]*(?:,[ \t]*)?(?:\.{2,3}|…|to)[ \t]*(?:,[ \t]*)?(?P<last>[A-Za-z](?:_\w)?)\}?[ \t]*:?[ \t]*$"
)
_GIVEN_WORD = re.compile(r"^[ \t]*(?:[-*•][ \t]+)?(?P<word>[a-z]{3,12})(?:[_ᵢⱼₖₜ]\w{0,3})?[ \t]*=[^=]", re.MULTILINE)
_MARK_AS_LABEL = Cued(
    r"_\s*\{?\s*(?:\\(?:text|mathrm|textrm)\s*\{)?(?P<mark>hat|bar|tilde)\}"
)  # Y_{\text{hat}} is no \hat{Y}
_GIVEN_NUMBER = Cued(r"(?<![\w.\\$`'\"-])`?(?P<word>[a-z]{2,12})[ ]?=[ ]?[-−]?[\d.]+(?![\w/])")  # lr = 0.01
_GIVEN_PAIR = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?[A-Z][a-z](?:,[ \t]*[A-Z][a-z])*[ \t]*(?::|∈|=)", re.MULTILINE
)  # Wq: (d × k)
_MARKED_LINE = re.compile(r"[`$\\]|\*\*|\]\(|(?<!\S)\*\S|^\s*[|>#]")
_GOES_ON = re.compile(r"[ \t]*(?:=|≈|[-+·×][ \t])")
_GAP = re.compile(r"[ \t]*[,;|][ \t]+|[ \t]{2,}(?:(?:where|with|and)[ \t]+)?|[ \t]*#[ \t]*|[ \t]+(?:where|with)[ \t]+")
_CAPITALS = re.compile(r"[A-Z]{2}")
_SIZES_AS_SIDE = re.compile(r"[=×@·][ \t]*\[[^\[\]]*\](?![ \t]*[A-ZΑ-Ω])|\[[^\[\]]*×[^\[\]]*\]")
_LETTERED_SIZE = re.compile(r"[A-Za-z]")


def with_typed_formulas(document: Document) -> Document:
    """The document with the formulas that its plain blocks hold."""
    found: list[Formula] = []
    sheets: list[Worksheet] = []
    words = {"head"} | {f"_{found['mark']}" for found in _MARK_AS_LABEL.finditer(document.source.text)}
    for block in document.prose:
        words |= {given["word"] for given in _GIVEN_NUMBER.finditer(block.text.text)}
    for sheet in document.worksheets:
        made, rest = _in_block(sheet.text, words)
        found += made
        sheets.append(replace(sheet, text=rest) if made else sheet)
    for code in document.code:
        plain = _plain_block(document, code)
        if plain is not None:
            found += _in_block(plain, words)[0]
    prose = list(document.prose)
    for at, block in enumerate(prose):
        own = tuple(_lines_of_words(block, words))
        typed = (*own, *formulas_in_words(block, words, own))
        if typed:
            inside = tuple(sorted((*block.formulas, *typed), key=lambda formula: formula.span.start))
            prose[at] = replace(block, formulas=inside)
            found += typed
    if not found:
        return document
    formulas = sorted((*document.formulas, *found), key=lambda formula: formula.span.start)
    return replace(document, formulas=tuple(formulas), worksheets=tuple(sheets), prose=tuple(prose))


def _lines_of_words(block: Prose, words: Collection[str]) -> Iterator[Formula]:
    """The formulas that are lines of their own between words, as they would be lines of a block."""
    text = block.text.text
    if block.kind == "heading" or "=" not in text:
        return
    taken = [each.span for each in block.formulas]
    for line in _lines(text):
        written = line.slice(text)
        if "=" not in written or _MARKED_LINE.search(written) is not None:
            continue
        lead = _LEAD.match(text, line.start, line.end)
        begin = lead.end() if lead is not None else line.start
        found = _equation(text, begin, line.start + len(written.rstrip(" .,;")), words)
        if found is None or text[found[1].end : line.end].strip(" .,;"):
            continue
        span = block.text.origin_span(found[1])
        if not any(each.start < span.end and span.start < each.end for each in taken):
            yield _formula(found[0].then(block.text), span)


def _plain_block(document: Document, code: Code) -> MappedText | None:
    """A block without a language that is no program, as it stands in the source."""
    if (code.language or "").strip().lower() not in PLAIN or not code.text or looks_like_program(code.text):
        return None
    source, kept, at = document.source.text, list[Span](), code.span.start
    for line in code.text.rstrip("\n").split("\n"):  # a block within an item is indented in the source
        begin = source.find(line, at, code.span.end)
        if begin < 0:
            return None
        at = min(begin + len(line) + 1, len(source))
        kept.append(Span(begin, at))
    return MappedText.join(source, kept)


def _in_block(block: MappedText, words: set[str]) -> tuple[list[Formula], MappedText]:
    """The formulas of a block, and what is left of it."""
    text = block.text
    words |= {found["word"] for found in _GIVEN_WORD.finditer(text)}
    words |= {name for found in _GIVEN_PAIR.finditer(text) for name in re.findall(r"[A-Z][a-z]\b", found[0])}
    made: list[Formula] = []
    kept: list[Span] = []
    lines = _lines(text)
    for at, line in enumerate(lines):
        follows = at + 1 < len(lines) and _GOES_ON.match(lines[at + 1].slice(text)) is not None
        goes_on = _GOES_ON.match(line.slice(text)) is not None
        found = [] if follows or goes_on else list(_of_line(text, line, words))
        for latex, place in found:
            made.append(_formula(latex.then(block), block.origin_span(place)))
        if not found:
            kept.append(Span(line.start, min(line.end + 1, len(text))))
    return made, MappedText.join(text, kept).then(block) if made else block


def _lines(text: str) -> list[Span]:
    spans, at = list[Span](), 0
    for line in text.split("\n"):
        spans.append(Span(at, at + len(line)))
        at += len(line) + 1
    return spans


def _formula(latex: MappedText, place: Span) -> Formula:
    return Formula(place, place, latex, "display", TYPED)


def _of_line(text: str, line: Span, words: Collection[str]) -> Iterator[tuple[MappedText, Span]]:
    """The formula of a line, and the formulas side by side on it."""
    if line.length > LONGEST_LINE:
        return
    counted = _COUNTED.fullmatch(text, line.start, line.end)
    if counted is not None:
        place = Span(counted.start("index"), line.start + len(line.slice(text).rstrip()))
        yield _whole(rf"{counted['index']} = {counted['first']}, \dots, {counted['last']}", place), place
        return
    lead = _LEAD.match(text, line.start, line.end)
    start = lead.end() if lead is not None else line.start
    begins = dict.fromkeys((start, line.start + len(line.slice(text)) - len(line.slice(text).lstrip())))
    for begin in begins:
        found = _members(text, begin, line.end, words) or _equation(text, begin, line.end, words)
        if found is not None:
            yield found
            yield from _beside(text, found[1].end, line.end, words)
            return


def _beside(text: str, start: int, end: int, words: Collection[str]) -> Iterator[tuple[MappedText, Span]]:
    """Further formulas on the same line, behind a gap: ``h = ReLU(W x + b)     W ∈ ℝ^(m×d)``."""
    for _ in range(MOST_BESIDE):
        gap = _GAP.match(text, start, end)
        found = None
        if gap is not None:
            found = _members(text, gap.end(), end, words) or _equation(text, gap.end(), end, words)
        if found is None:
            return
        yield found
        start = found[1].end


def _whole(latex: str, place: Span) -> MappedText:
    return MappedText(latex, (Segment(0, len(latex), place.start, place.end),))


def _members(text: str, start: int, end: int, words: Collection[str]) -> tuple[MappedText, Span] | None:
    """``X: (n × d)``, ``W_Q, W_K  (d × d_k)``: names and the shape that they have."""
    found = _MEMBERS.match(text, start, end)
    if found is None or _FLOW.search(found["after"]) or not _LETTERED_SIZE.search(found["inside"] or found["bare"]):
        return None
    between = text[found.end("names") : max(found.start("inside"), found.start("bare"))]
    if ":" not in between and "=" not in between and "×" not in (found["inside"] or found["bare"]):
        return None  # f (x, y)
    if found["bare"] and (found["bare"][0].isdigit() or _CAPITALS.match(found["names"])):
        return None  # MHA: 4 × batch × seq_len is a count
    names = typed_latex(text, *found.span("names"), words)
    sizes = typed_sizes(text, *found.span("inside" if found["inside"] else "bare"))
    if names is None or sizes is None:
        return None
    stop = found.end("inside") + 1 if found["inside"] else found.end("bare")
    return _joined(names, sizes), Span(found.start("names"), stop)


def _equation(text: str, start: int, end: int, words: Collection[str]) -> tuple[MappedText, Span] | None:
    """An equation of letters, and the shape behind it."""
    relation = _RELATION.search(text, start, end)
    if relation is None:
        return None
    remark = _REMARK.search(text, relation.end() + 1, end)
    while remark is not None:
        stop = remark.start()
        if text[start:stop].rstrip().endswith((",", ";")):
            if remark.end() >= end:
                return None
            remark = _REMARK.search(text, max(remark.end(), remark.start() + 1), end)
            continue  # W ∈ ℝ^(n×d),  b ∈ ℝ^d
        latex = (
            typed_latex(text, start, stop, words, calls=True) if not _SIZES_AS_SIDE.search(text, start, stop) else None
        )
        if latex is not None and says_something(latex.text):
            sizes = _shape_behind(text, stop, end) if r"\in " not in latex.text else None
            place = Span(start, sizes[1] if sizes is not None else stop)
            return (_joined(latex, sizes[0]) if sizes is not None else latex), place
        if latex is not None or remark.end() >= end:
            return None
        remark = _REMARK.search(text, max(remark.end(), remark.start() + 1), end)
    return None


def _shape_behind(text: str, start: int, end: int) -> tuple[MappedText, int] | None:
    flow = _SHAPES_TO.match(text, start, end)  # (n, d) x (d, m) -> (n, m): the shape of what the line gives is the last
    found = _SHAPE.match(text, flow.end() if flow is not None else start, end)
    if found is None or _FLOW.search(found["after"].split(",")[0][:24]):
        return None
    inside = "inside" if found["inside"] else "bare"
    written = found[inside]
    if not _LETTERED_SIZE.search(written) and len(re.findall(r"\d+", written)) < FEWEST_NUMBERS:
        return None  # (3, 4) behind a formula may be anything
    sizes = typed_sizes(text, *found.span(inside))
    return (sizes, found.end(inside) + (1 if found["inside"] else 0)) if sizes is not None else None


def _joined(latex: MappedText, sizes: MappedText) -> MappedText:
    r"""``latex \in \mathbb{R}^{sizes}``."""
    kept = len(latex.text.rstrip())
    before = [each for each in latex.segments if each.start < kept]
    opened, closed = r" \in \mathbb{R}^{", "}"
    first, last = sizes.segments[0].origin_start, sizes.segments[-1].origin_end
    at = len(latex.text) + len(opened)
    moved = [replace(each, start=each.start + at, end=each.end + at) for each in sizes.segments]
    return MappedText(
        f"{latex.text}{opened}{sizes.text}{closed}",
        (
            *before,
            *(each for each in latex.segments if each.start >= kept),
            Segment(len(latex.text), at, first, first),
            *moved,
            Segment(at + len(sizes.text), at + len(sizes.text) + 1, last, last),
        ),
    )


__all__ = ["PLAIN", "with_typed_formulas"]
