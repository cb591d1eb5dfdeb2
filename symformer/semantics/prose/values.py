"""Values and arithmetic typed in running text: ``Q_cat = [2, 3]`` in bold, ``0.3 × 0.5 = 0.15`` in a sentence.

Strict on purpose: an equals sign in prose stands in code, dates, links and settings far more often
than in mathematics, so only clear arithmetic and clear assignments are taken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from symformer.documents.document import Document, Prose
from symformer.documents.places import formulas_within, section_at
from symformer.documents.typed_signs import SUB
from symformer.semantics.carriers.worksheet_lines import concatenated
from symformer.semantics.carriers.worksheets import chain_on_line, chains_over_lines, drawn_matrices, equation_on_line
from symformer.semantics.prose.concepts import words
from symformer.semantics.prose.plain import plain_latex, plain_prefix, quantities_prefix
from symformer.semantics.prose.plain_equations import plain_equations
from symformer.semantics.prose.plain_names import ACCENT, ACCENTED
from symformer.semantics.prose.plain_words import REMARK
from symformer.semantics.prose.snippets import Read
from symformer.semantics.prose.tokens import tokens_of
from symformer.semantics.statement import Statement
from symformer.syntax.characters import VULGAR_FRACTIONS
from symformer.terms.term import Number, Relation, Symbol, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_EQUALS = re.compile(r"(?<![=<>!:+\-*/~])(?:=|≈)(?![=>])")
_CODE_LIKE = Cued(
    r"https?://|\w\.(?!\d)\w+\(|[A-Za-z]\w*\.[A-Za-z]|==|->|=>|\bself\b|\bNone\b|\bTrue\b|\bFalse\b|[\"{}<>;#&|$\\]|\bpip\b|\bimport\b"
)
_GREEK_NAMES = "(?:alpha|beta|gamma|delta|epsilon|eta|theta|lambda|mu|rho|sigma|tau|phi|omega)"
_MATHEMATICAL = Cued(
    rf"(?:(?:[A-Za-zα-ωΑ-Ω][{ACCENT}]?|[{ACCENTED}])\d{{0,2}}[{''.join(SUB)}]{{0,4}}|PE|FFN|dL|[TF][PN]|lr|eps|{_GREEK_NAMES}\d{{0,2}})(?:_\{{?\w+\}}?)?['’]{{0,2}}²?"
)
_GREEK = re.compile(rf"{_GREEK_NAMES}(?![A-Za-z])")
UNIT = Cued(
    r"\s?(?:[KMGTkm]i?B|[KMBTx×%°]|[Mm]il\w*|bytes?|billion|million|trillion|thousand|[TGM]?FLOPS?|[mµμun]?s|ms|times|GB/s|degrees?|deg|"
    r"days?|hours?|minutes?|seconds?|rad|percent|万|亿|倍|秒|个?字节)(?![A-Za-z])"
)
_FUNCTION_WORDS = words(
    "sqrt exp log log₂ log₁₀ ln softmax sin cos tan tanh max min sigmoid ReLU relu LayerNorm Concat FFN int floor ceil abs round"
)
_OPENS = Cued(
    r"(?:^|\n|[,;:(，；：（、]|\b(?:where|with|let|assume|suppose|set|using|have|take|choose"
    r"|so|thus|hence|here|and|given|sizes?|dimensions?|widths?|lengths?)|[设令取中为有])[\s*_`]*$",
    re.I,
)
_ROW = Cued(r"^[^\n=\[]{0,40}[=:]?[ \t]*\[+[^\[\]\n]*\d[^\[\]\n]*\]", re.M)
_FUNCTION = r"(?:exp|log|ln|sqrt|log2|log10|log₂|log₁₀)"
_CALLED = r"(?<!\w)(?:sigmoid|ReLU|tanh|sin|cos)\("
_BARE_ARITHMETIC = Cued(
    rf"(?=.*[\d)⁰¹²³⁴⁵⁶⁷⁸⁹]\s*[-+*/×·÷−]\s*(?:[\d(\[√.-]|{_FUNCTION}[ (])|.*\d\)\(|.*{_FUNCTION} \d|.*{_CALLED})"
    rf"(?:[\d\s.()+*/×·÷√^−⁰¹²³⁴⁵⁶⁷⁸⁹⁻-]|(?<=\d),(?=\d{{3}}(?!\d))|(?<=\d)e(?=[-+]?\d)|{_FUNCTION}(?:\(|[ ](?=\d))|{_CALLED})+"
)
_RAISED = Cued(r"\d+[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_NUMERAL = Cued(r"[-−]?\d[\d,]*(?:\.\d+)?")
_WORKED = Cued(rf"[-−]?\s*(?:√|{_FUNCTION}\()[\d\s.()+*/×·÷√^−⁰¹²³⁴⁵⁶⁷⁸⁹⁻-]+")  # -log(0.25)
_NAMED_PARTS = Cued(r"[A-Za-z]+_\w+\s*(?://?|×|·|\*)\s*[A-Za-z]+_\w+")  # d_model/n_heads
_INDEXED = Cued(r"\w\[[\d, ]+\]|\w\(\w+\)\s*[=≈]|(?<!\w)[d∂][^\W\d_]\w*/[d∂]\w")  # names that only lines of sums have
_WORDED_UNIT = Cued(r"\\text\{ [^{}]*\}|\\(?:times|cdot|approx|sqrt|log|ln|exp|frac)(?![A-Za-z])")
_LETTER = Cued(r"[A-Za-z]")
_DIGITS = Cued(r"\d[\d.]*")
_MARKED_WORDS = Cued(r"\\text\{[A-Za-z]+ ")
_CALLS = Cued(
    r"(?:exp|log|log2|log10|log₂|log₁₀|ln|sqrt|softmax|sigmoid|sin|cos|tanh|max|min|ReLU|int|floor|ceil|abs|round)\(|(?:exp|log|log2|log10|log₂|log₁₀|ln|sqrt) \d"
)
LONGEST_SIDE = 160  # characters of an equation before its first sign
FAR = 200  # characters before an equation that are looked at
_AFTER = Cued(r"[ \t*_]*(.?)", re.DOTALL)
_ASIDE = Cued(r"[ \t*_]+\((?=[A-Za-z]{2})[^()=≈+*/×·^\d]*\)")  # (as before)
_COMPARED = Cued(r"[ \t*_]*(?:[<>][ ]?[-−]?[\d.]+\d?%?(?![\w(^]|[ ]?[-+*/×·^])|</?[a-z])")  # 0.2 + 0.3 = 0.5 < 0.9
_LIST_MARK = Cued(r"\s*[-*+]\s*")
_ENGLISH = Cued(
    r"(?:is|are|was|of|so|as|to|at|be|by|or|on|in|it|we|if|an|and|the|that|then|thus|for|has|get|use)[ \t]", re.I
)
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_ACCENTS = re.compile(r"(?<=[A-Za-zα-ω])[\u0302-\u0305\u0307]")  # x̂ is a name as x is
_START = re.compile(rf"[A-Za-zα-ωΑ-Ω0-9(\[√⌊⌈.−{''.join(VULGAR_FRACTIONS)}-]")


def values_in_words(document: Document, read: Read) -> tuple[Statement, ...]:
    """The values and the arithmetic that the note types as plain text, in document order."""
    found: list[Statement] = []
    for block in document.prose:
        for latex in _stated(block):
            term = read(latex.text, latex.origin_span(Span(0, len(latex.text))))
            if isinstance(term, Relation) and not any(isinstance(part, Unknown) for part in walk(term)):
                section = section_at(document, latex.origin_span(Span(0, 1)).start)
                found.append(Statement(term, latex, "prose", section))
    found.extend(_of_letters(document, read, found))
    return (*_without_cases(found), *_arithmetic_in_tables(document, read))


def _of_letters(document: Document, read: Read, before: Sequence[Statement]) -> Iterator[Statement]:
    """The equations of letters that no other reader took, in notes that declare their arrays in plain text."""
    taken = sorted((each.span.start, each.span.end) for each in before)
    for latex in plain_equations(document):
        span = latex.origin_span(Span(0, len(latex.text)))
        near = bisect_right(taken, (span.end, 0)) - 1
        if near >= 0 and taken[near][1] > span.start:
            continue
        term = read(latex.text, span)
        if isinstance(term, Relation) and not any(isinstance(part, Unknown) for part in walk(term)):
            yield Statement(term, latex, "formula", section_at(document, span.start))


def _arithmetic_in_tables(document: Document, read: Read) -> Iterator[Statement]:
    """The arithmetic on numbers alone that stands in the cells of tables; names there differ from row to row."""
    for table in document.tables:
        section = section_at(document, table.span.start)
        for cell in (cell for row in table.rows for cell in row if _EQUALS.search(cell.text)):
            if cell.span.slice(document.source.text) != cell.text or formulas_within(document, cell.span):
                continue
            words = MappedText.join(document.source.text, [cell.span])
            for latex in _stated(Prose(cell.span, words, "paragraph")):
                term = read(latex.text, latex.origin_span(Span(0, len(latex.text))))
                if isinstance(term, Relation) and not any(isinstance(part, Unknown | Symbol) for part in walk(term)):
                    yield Statement(term, latex, "prose", section)


def _without_cases(found: list[Statement]) -> Iterator[Statement]:
    """Leave out names that take three numbers in running text, or two in one section: cases, not values."""
    values: dict[object, set[object]] = {}
    local: dict[object, set[object]] = {}
    for statement in found:
        if (pair := _assigned(statement)) is not None:
            values.setdefault(pair[0], set()).add(pair[1])
            local.setdefault((pair[0], statement.section), set()).add(pair[1])
    for statement in found:
        pair = _assigned(statement)
        if pair is None or (len(values[pair[0]]) < 3 and len(local[(pair[0], statement.section)]) < 2):
            yield statement


def _assigned(statement: Statement) -> tuple[Symbol, Number] | None:
    match statement.term:
        case Relation(sides=(Symbol() as symbol, Number() as value)):
            return symbol, value
    return None


def _stated(block: Prose) -> Iterator[MappedText]:
    """The LaTeX of each plain-text equation of a block, mapped to the source text."""
    marked: list[tuple[int, int]] = []
    for token in tokens_of(block):
        if token.kind != "math":
            continue
        marked.append((token.start, token.end))
        if token.snippet is None or token.display or _is_formula(block, token.start, token.end):
            continue
        latex = token.snippet.latex
        if _EQUALS.search(latex.text) or r"\approx" in latex.text:
            raw = block.text.text[token.start : token.end]
            if _is_value(raw.strip("*_` ")) and not _CODE_LIKE.search(raw.strip("*_` ")):
                yield latex
    yield from _with_units_between(block)
    if not block.formulas and len(_ROW.findall(block.text.text)) > 1:
        for drawn in drawn_matrices(block.text.text):
            place = drawn.origin_span(Span(0, len(drawn.text)))
            marked.append((place.start, place.end))
            yield drawn.then(block.text)
    if not block.formulas and _NEXT_LINE.search(block.text.text) is not None:
        for chain in chains_over_lines(block.text.text):
            place = chain.origin_span(Span(0, len(chain.text)))
            if all(end <= place.start or start >= place.end for start, end in marked):
                marked.append((place.start, place.end))
                yield chain.then(block.text)
    for same in _SAME.finditer(block.text.text):
        names = plain_latex(same[0])
        if names is not None:
            yield names.then(MappedText.join(block.text.text, [Span(*same.span())])).then(block.text)
    yield from _in_plain_text(block, sorted(marked))


_SAME = Cued(
    r"(?<![=,(*+·×] )(?<![\w$=\\({\[,])[A-Z](?: = [A-Z]){2,}(?![\w$=(\[{^*+·×@/'’-]| [=*+·×@/(-])"
)  # Q = K = V = X
_NEXT_LINE = re.compile(r"\n[ \t]*(?:=|≈)(?![=>])")
_UNIT_BETWEEN = re.compile(
    r"[ ~]*(?P<unit>[KMGTkm]i?B|bytes?|bits?|KiB|MiB|GiB|ms|seconds?|hours?|days?|字节)(?![\w/])[ ~]*"
)
_GOES_ON = Cued(r"\s*(?:=|\\approx|≈)")


def _with_units_between(block: Prose) -> Iterator[MappedText]:
    """``$2 · 1024$ bytes $= 2048$ bytes $= 2$ KiB``: one chain, its units beside the formulas."""
    text, run = block.text.text, list[tuple[MappedText, re.Match[str]]]()
    for token in tokens_of(block):
        if token.kind != "math" or token.snippet is None or token.display:
            continue
        unit = _UNIT_BETWEEN.match(text, token.end)
        latex = token.snippet.latex
        goes_on = bool(run) and run[-1][1].end() == token.start and _GOES_ON.match(latex.text) is not None
        if run and not goes_on:
            yield from _joined(run)
            run = []
        if unit is not None and (goes_on or _EQUALS.search(latex.text) is None and r"\approx" not in latex.text):
            run.append((latex, unit))
    yield from _joined(run)


def _joined(run: list[tuple[MappedText, re.Match[str]]]) -> Iterator[MappedText]:
    if len(run) < 2:
        return
    pieces: list[MappedText] = []
    for latex, unit in run:
        end = latex.origin_span(Span(0, len(latex.text))).end
        name = rf"\text{{ {unit['unit']}}}"
        pieces.extend((latex, MappedText(name, (Segment(0, len(name), end, end),))))
    yield concatenated(pieces)


def _is_formula(block: Prose, start: int, end: int) -> bool:
    span = block.text.origin_span(Span(start, end))
    first = bisect_right(block.formulas, span.start, key=lambda formula: formula.span.end)
    return first < len(block.formulas) and block.formulas[first].span.start < span.end


def _is_value(text: str) -> bool:
    """``NAME = VALUE`` where the name is one of mathematics and the value holds a number, or arithmetic."""
    sides = re.split(r"=|≈", text)
    name = sides[0].strip()
    if re.fullmatch(r"[\w'’]+", name) and not _MATHEMATICAL.fullmatch(name):
        return False
    words = re.findall(r"(?<![_A-Za-z{,])[A-Za-z]{3,}", text)
    if any(word not in _FUNCTION_WORDS for word in words):
        return False
    return len(sides) >= 2 and all(side.strip() for side in sides) and bool(re.search(r"\d", sides[-1]))


_EMPHASIS = re.compile(r"\*\*(?=[\w(])(?!\d+\Z)(?<![\w)]\*\*)|(?<=[\d)%])\*\*(?![\w(])|\\(?=\*\s?[\d(])")


def _in_plain_text(block: Prose, marked: list[tuple[int, int]]) -> Iterator[MappedText]:
    text = _EMPHASIS.sub(lambda found: " " * len(found[0]), block.text.text)  # nothing moves
    for start, end in _gaps(text, marked):
        taken = start
        whole = _whole_line(text, start, end)
        if whole is not None:
            yield whole.then(block.text)
            taken = _sentence_after(text, whole.origin_span(Span(0, len(whole.text))).end, end)
        for equals in _EQUALS.finditer(text, start, end):
            if equals.start() < taken:
                continue
            listed = _ending_in_a_list(text, equals.start(), max(taken, start), end)
            if listed is not None:
                latex, begin, taken = listed
                yield latex.then(block.text)
                continue
            dotted = _dot_product(text, equals.start(), max(taken, start), end)
            if dotted is not None:
                latex, begin, taken = dotted
                yield latex.then(block.text)
                continue
            counted = _quantities_around(text, equals.start(), max(taken, start), end)
            if counted is not None:
                latex, begin, taken = counted
                yield latex.then(block.text)
                continue
            found = _around(text, equals.start(), max(taken, start), end)
            if found is None:
                continue
            latex, begin, stop = found
            taken = stop
            if not _stands_free(text, begin, stop):
                if (first := _EQUALS.search(text, begin, stop)) is not None and _stands_free(text, first.end(), stop):
                    yield from (each.then(block.text) for each in _behind_a_name(text, begin, stop))
                continue
            if not _is_arithmetic(text[begin:stop]):
                yield from (each.then(block.text) for each in _behind_a_name(text, begin, stop))
                continue
            if (
                _CALLS.match(text, begin)
                or text.startswith("e^", begin)
                or not _MATHEMATICAL.match(text[begin:stop])
                or _opens(text, begin)
            ):
                yield latex.then(MappedText.join(text, [Span(begin, stop)]).then(block.text))
            else:
                yield from (each.then(block.text) for each in _behind_a_name(text, begin, stop))


_DOTTED = Cued(
    r"(?<![\w·⋅•.^_(\[])[A-Za-z]\w{0,3}['’ᵀ]?[ ]?[·⋅•][ ]?[A-Za-z]\w{0,3}['’]?[ ]?[=≈][ ]?[-−]?\d+(?:\.\d+)?(?![\w^%]|[ ]?[-+*/×·÷])"
)


def _dot_product(text: str, equals: int, start: int, end: int) -> tuple[MappedText, int, int] | None:
    """``q · k1 = 2.5`` in a sentence or an item."""
    for found in _DOTTED.finditer(text, max(start, equals - 16), end):
        if not found.start() < equals < found.end():
            continue
        latex = plain_latex(found[0])
        if latex is None:
            return None
        return latex.then(MappedText.join(text, [Span(*found.span())])), *found.span()
    return None


def _quantities_around(text: str, equals: int, start: int, end: int) -> tuple[MappedText, int, int] | None:
    """``7 × 10⁹ × 2 bytes = 14 GB`` in a sentence: numbers with units, worked out."""
    for first in _NUMBER_START.finditer(text, max(start, equals - LONGEST_SIDE), equals):
        begin = first.start()
        found = quantities_prefix(text, begin, end)
        if found is None or found[1] <= equals + 1:
            continue
        latex, stop = found
        if not _of_numbers(latex.text) or not _ends_well(text, stop) or not _stands_free(text, begin, stop):
            return None
        return latex, begin, stop
    return None


_NUMBER_START = Cued(r"(?<![\w.,^/×·*+=−-])(?<![/×·*+=−-][ ])(?<![\w)\]`] x )[\d(](?=[^=≈]*[-+*/×·÷−])")
_GOES_ON_IN_WORDS = Cued(r"[ ]?(?:[-+*/×·÷(=≈^−%]|[A-Za-z]+[ ]*[-+*/×·÷=≈])")


def _of_numbers(latex: str) -> bool:
    """Whether a chain holds numbers and units alone, two of them at least before its first sign."""
    bare = _WORDED_UNIT.sub("", latex)
    first = re.split(r"=|\\approx", latex)[0]
    return _LETTER.search(bare) is None and len(_DIGITS.findall(first)) > 1


def _ends_well(text: str, stop: int) -> bool:
    return _GOES_ON_IN_WORDS.match(text, stop) is None


_LIST = Cued(r"\s*\[[-−\s\d.,;\[\]]*\d\s*,\s*[-−.\d][-−\s\d.,;\[\]]*\]\s*")
_NAME = Cued(r"[A-Za-z_α-ωΑ-Ω]\w*['’]*")
_NAMES_BEFORE = Cued(r"(?:[^\s,;:，；：。、=≈]+[ \t]+){0,8}[^\s,;:，；：。、=≈]+[ \t]*\Z")
_WORD_START = Cued(r"(?<!\S)[^\W\d]|(?<=[(（,，:：])[^\W\d]")


def _ending_in_a_list(text: str, equals: int, start: int, end: int) -> tuple[MappedText, int, int] | None:
    """``Q K^T = [[0, 1], [1, 5]]`` in a sentence: a product or function of named arrays, worked out as a list."""
    if text[equals + 1 : equals + 60].lstrip(" \t")[:1] != "[" and not _CALLS.match(text[equals + 1 :].lstrip(" \t")):
        return None
    side = _NAMES_BEFORE.search(text, max(start, equals - LONGEST_SIDE), equals)
    if side is None:
        return None
    for first in _WORD_START.finditer(text, side.start(), equals):
        begin = first.start()
        found = plain_prefix(text, begin, end, sheet=True)
        if found is None or found[1] <= equals or not _shows_a_list(text[begin : found[1]]):
            continue
        before = text[max(start, begin - 24) : begin].split()
        if before and _MATHEMATICAL.fullmatch(before[-1]) and before[-1] not in ("A", "I", "a"):
            return None  # the end of something longer
        return found[0], begin, found[1]
    return None


def _shows_a_list(piece: str) -> bool:
    """Whether each side but the last is made of names and functions of arrays, and the last is a list of numbers."""
    first, *rest = [side.strip() for side in _EQUALS.split(piece)]
    if _CODE_LIKE.search(piece.replace("^T", "").replace(".T", "")) or not rest or _LIST.fullmatch(rest[-1]) is None:
        return False
    names = [name for side in (first, *rest[:-1]) for name in _NAME.findall(side)]
    if not names or not all(name in _FUNCTION_WORDS or _MATHEMATICAL.fullmatch(name) for name in names):
        return False
    return rest[-1].startswith("[[") or len(rest) > 1 or _MATHEMATICAL.fullmatch(first) is None


_MARKS = Cued(r"(?<!\S)[*_]\S")
_BOLD = Cued(r"\*\*|__|`+")
_NEXT_SENTENCE = Cued(r"(?:(?<=[\d)\]%])[.;]|,)(?=\s+[^\W\d])|[。；，]")
_LINE_DONE = Cued(r"(?:[ ][a-z]{3,}s\b)?[\s.,;:!。，；✓✔✅]*(?:[(（←#→][^=≈]*|—[^=≈]*)?\Z")


def _whole_line(text: str, start: int, end: int) -> MappedText | None:
    """The equation that a line of its own is: entries, calls and derivatives may stand in it as in a worksheet."""
    if text[start - 1 : start] not in ("", "\n") or text[end : end + 1] not in ("", "\n"):
        return None
    line = _without_bold(text, start, end)
    if _MARKS.search(line.text):
        return None
    found = equation_on_line(line.text)
    if found is not None and _of_quantities(found.text):
        return found.then(line)
    told_in_words = found is not None and _MARKED_WORDS.search(found.text) is not None
    bold = len(line.text) != end - start
    if found is None or told_in_words or bold or not _INDEXED.search(line.text):
        found = chain_on_line(line.text)
        if found is None or not _is_worked(line.text, found):
            return None
    return found.then(line)


def _sentence_after(text: str, stop: int, end: int) -> int:
    """Where the next sentence begins on the line of an equation: what stands before is a comment on it."""
    found = _NEXT_SENTENCE.search(text, stop, end)
    return found.end() if found is not None else end


def _without_bold(text: str, start: int, end: int) -> MappedText:
    """A line without the marks of bold type and of code."""
    kept: list[Span] = []
    at = start
    for mark in _BOLD.finditer(text, start, end):
        kept.append(Span(at, mark.start()))
        at = mark.end()
    return MappedText.join(text, [*kept, Span(at, end)])


def _is_worked(line: str, found: MappedText) -> bool:
    """Whether a line is nothing but a chain of three sides or more that ends in a number or a list of them.

    ``recall = TP/P = 45/50 = 0.9``, with or without the mark of a list, and a label.
    """
    sides = re.split(r"=|\\approx", found.text)
    place = found.origin_span(Span(0, len(found.text)))
    lead = line[: place.start].strip(" \t-*+•0123456789.)")
    whole = _LINE_DONE.match(line, place.end) is not None and (not lead or _LABELLED.fullmatch(lead) is not None)
    ends = _NUMERIC_END.fullmatch(sides[-1]) is not None
    works = any(
        re.search(r"[-+*/^]|\\(?:cdot|times|frac|div|sqrt|operatorname|max|min|lfloor|lceil)", side)
        for side in sides[1:-1]
    )
    return whole and ends and works and not _CODE_LIKE.search(_NO_CODE.sub("", line[place.start : place.end]))


_LABELLED = Cued(r"[^\W\d][\w ()'’/-]{0,40}[:：]")
_NUMERIC_END = Cued(
    r"\s*(?:-?[\d.{},]+(?:\s*\\%)?|\([-\d.\s]+(?:,[-\d.\s]+)+\)|\[[-\d.,\s]+\]|\\begin\{bmatrix\}[-\d.&\\\s]+\\end\{bmatrix\})\s*"
)
_NO_CODE = Cued(r"_\{[\w+-]+\}|(?<=\w)[|∣](?=\w)")  # h_{t-1}, P(a|b)


def _of_quantities(latex: str) -> bool:
    """Whether an equation holds numbers only, at least two of them before its sign, some with their units."""
    bare = _WORDED_UNIT.sub("", latex)
    first = _EQUALS.split(bare)[0].split(r"\approx")[0]
    return _LETTER.search(bare) is None and bare != latex and len(_DIGITS.findall(first)) > 1


def _opens(text: str, at: int) -> bool:
    """Whether what stands before an offset announces a value."""
    end = _bare_end(text, at, " \t-*+•")
    return _OPENS.search(text, max(0, end - FAR), end) is not None


def _bare_end(text: str, at: int, left_out: str) -> int:
    """Where the text before an offset ends without some characters: no copy is made of it."""
    while at > 0 and text[at - 1] in left_out:
        at -= 1
    return at


def _behind_a_name(text: str, begin: int, stop: int) -> Iterator[MappedText]:
    """The arithmetic of a chain whose first side only names the result: ``score = 2·1 + 3·2 = 8``."""
    first = _EQUALS.search(text, begin, stop)
    if first is None or _CODE_LIKE.search(text[begin:stop]):
        return
    start = first.end() + len(text[first.end() : stop]) - len(text[first.end() : stop].lstrip())
    second = _EQUALS.search(text, start, stop)
    if second is None or not _BARE_ARITHMETIC.fullmatch(text[start : second.start()].strip()):
        return
    latex = plain_latex(text[start:stop])
    if latex is not None and _is_arithmetic(text[start:stop]):
        yield latex.then(MappedText.join(text, [Span(start, stop)]))


def _gaps(text: str, marked: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches of text that hold no formula and no line end."""
    cuts = sorted(marked)
    at = 0
    for start, end in [*cuts, (len(text), len(text))]:
        line = at
        while line < start:
            stop = text.find("\n", line, start)
            stop = start if stop < 0 else stop
            if "=" in text[line:stop] or "≈" in text[line:stop]:
                yield line, stop
            line = stop + 1
        at = max(at, end)


def _around(text: str, equals: int, start: int, end: int) -> tuple[MappedText, int, int] | None:
    """The longest equation around an equals sign: LaTeX (mapped to its own text), where it begins and ends."""
    for begin in range(max(start, equals - LONGEST_SIDE), equals):
        if not _START.match(text, begin) or (
            begin > 0
            and re.match(r"[\w.]", text[begin - 1])
            and re.match(r"[\w.]", text[begin])
            and not (_IDEOGRAPH.match(text[begin - 1]) and text[begin].isdigit())
        ):
            continue
        if _ENGLISH.match(text, begin):
            continue  # "the loss is -ln(0.5)" subtracts nothing
        side = plain_latex(REMARK.sub("", text[begin : equals + 1]).rstrip("=≈"))
        if side is None:
            continue
        whole = plain_prefix(text, begin, end)
        if whole is not None and whole[1] > equals + 1:
            stop = whole[1]
            made = plain_latex(text[begin:stop])
            if made is not None:
                return made, begin, stop
    return None


def _is_arithmetic(piece: str) -> bool:
    """Whether both sides are numbers, or one is a mathematical name and the other holds a number."""
    piece = _ACCENTS.sub("", REMARK.sub("", piece))
    if _CODE_LIKE.search(piece):
        return False
    sides = [s.strip() for s in re.split(r"=|≈", piece)]
    if all(_SIZES.fullmatch(side) for side in sides[-2:]):
        return False  # (2 × 3) times (3 × 2) = 2 × 2
    if not all(re.search(r"\d", s) for s in sides[1:]):
        return False
    names = re.findall(
        r"[A-Za-z_]{2,}",
        re.sub(
            r"sqrt|exp|log₂|log₁₀|log|ln|softmax|sin|cos|tanh|max|min|sigmoid|ReLU|(?<!\w)(?:int|floor|ceil|abs|round)(?=\()",
            " ",
            piece,
        ),
    )
    if any(len(n.split("_")[0]) > 3 and not _GREEK.match(n) for n in names):
        return False
    left = sides[0]
    if re.fullmatch(r"\[[^\d]*\]", left):
        return False
    if re.search(r"\d(?![eE][-+]?\d)[A-Za-z]", piece):
        return False
    if re.fullmatch(r"[\w'’]+", left) and not _RAISED.fullmatch(left) and not left.isdecimal():
        value = re.fullmatch(
            r"[-−]?[\d.]+|\[.*\]|\((?=[^()]*(?:\d\.\d|[-−]\d))[-−\d., ]*,[-−\d., ]*\)|.*[\d)]\s*[-+*/×·]\s*[\d(].*",
            sides[1],
        ) or _WORKED.fullmatch(sides[1])
        return value is not None and _MATHEMATICAL.fullmatch(left) is not None
    if _NAMED_PARTS.fullmatch(left):
        return True
    if len(sides) == 2 and _NUMERAL.fullmatch(left) and _BARE_ARITHMETIC.fullmatch(sides[1]):
        return True  # 124.4 = 112 / 0.9
    return bool(
        re.search(
            r"\d[⁰¹²³⁴⁵⁶⁷⁸⁹]|[\d)\]⁰¹²³⁴⁵⁶⁷⁸⁹]\s*(?:[-+*/×·÷^√−]|\\\*|(?<=\s)x(?=\s))\s*[\d(\[√.-]|sqrt\(|√|exp\(|softmax\(|[eE]\^|\w\(|(?:exp|log|log2|log10|log₂|log₁₀|ln|sqrt) \d",
            left,
        )
    )


_SIZES = re.compile(r"\d+\s?[×x]\s?\d+")
_BY_BEFORE = Cued(r"[\w)\]`] x \Z")  # "d x (8 * 128)": a letter for the sign of a product
_BY_AFTER = Cued(r"[ ]x[ ][\d(]")
_FACTOR_BEFORE = Cued(r"\d[ \t]?[A-Za-zα-ωΑ-Ω]\Z|[-+*/×·=(][ \t]*[b-zB-HJ-Zα-ω]\Z")


_PRODUCT_BEFORE = Cued(r"\d[ ]?[×*·][ ]?[A-Za-z][A-Za-z-]*(?:[ ][A-Za-z][A-Za-z-]*)?[ ]\Z")


def _stands_free(text: str, begin: int, stop: int) -> bool:
    """Whether nothing that could belong to the equation touches it."""
    touching = text[begin - 1 : begin]
    if touching and (touching.isalnum() or touching in ")]}'’"):
        if not (_IDEOGRAPH.match(touching) and not _IDEOGRAPH.match(text[begin]) and not text[begin].isalpha()):
            return False
    last = _bare_end(text, begin, " \t*_")
    before = text[last - 1 : last] if last else ""
    if before and (before.isnumeric() or before == ")") and (text[begin] in "([" or _CALLS.match(text, begin)):
        return False  # 1/2 (t - y)^2, 0.5 ln 0.5
    if _BY_BEFORE.search(text, max(0, begin - 4), begin) or _BY_AFTER.match(text, stop):
        return False
    if _PRODUCT_BEFORE.search(text, max(0, begin - LONGEST_SIDE), begin):
        return False  # batch 8 × accumulation 4 × 2 = 64
    if _CALLS.match(text, begin) and _FACTOR_BEFORE.search(text, max(0, last - 8), last):
        return False  # 20 b log10(2)
    follows = _AFTER.match(text, stop)
    after = follows[1] if follows is not None else ""
    if before and before in "=≈" and text[last - 2 : last - 1] not in tuple("=<>!+-*/~"):
        before = ""  # a side of a chain whose beginning is not read
    if before and before in "+-−*/×·⋅⊙⊗∘√∂∇Σ∑∏=<>≈^_\\@&|$€£~±%":
        line = text.rfind("\n", max(0, begin - FAR), begin)
        return (line >= 0 or begin <= FAR) and _LIST_MARK.fullmatch(text, line + 1, begin) is not None
    beside = text[stop : stop + 1]
    if after == "(" and _ASIDE.match(text, stop) or after in ("<", ">") and _COMPARED.match(text, stop):
        return True
    return not (after and (after in "+*/×·=<>^_\\@&|$€£~±%(" or beside.isalnum() and not _IDEOGRAPH.match(beside)))
