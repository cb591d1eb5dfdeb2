"""Tables that speak of symbols: lists of symbols with their meaning and shape, and tables of values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from symformer.documents.document import Document, Formula, Prose, Table, TableCell
from symformer.documents.places import formulas_within, section_at
from symformer.semantics.carriers.valued_rows import listed_rows, plain_rows, valued_rows
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.arrays import array_phrase
from symformer.semantics.prose.clauses import distributed, fits
from symformer.semantics.prose.names import Names, Sentence, declare, is_dimension_name
from symformer.semantics.prose.phrases import (
    Description,
    described,
    in_space,
    is_mark,
    is_word,
    noun_phrase,
    one_shape,
    shape_phrase,
    whole_number,
)
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Named, Read, is_name, is_size, names_in
from symformer.semantics.prose.tokens import Token, tokens_of
from symformer.semantics.statement import Statement
from symformer.terms.term import Matrix, Number, Product, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_SYMBOL = Cued(
    r"symbols?|notations?|variables?|parameters?|quantity|names?|term|terms|matrix|符号|记号|变量|参数|名称|矩阵", re.I
)
_MEANING = Cued(
    r"(?:meaning|description|definition|what|represents?|explanation|role|含义|说明|意义|描述|定义|解释)", re.I
)
_SHAPE = Cued(r"(?:shapes?|dimensions?|dims?|sizes?|形状|维度|大小|尺寸)", re.I)
_TYPE = Cued(r"(?:types?|spaces?|domains?|类型|空间)", re.I)
_VALUE = Cued(r"(?:values?|default|typical value|example|取值|值|数值)", re.I)


@dataclass(frozen=True, slots=True)
class _Columns:
    symbol: int
    meaning: int | None
    shape: int | None
    value: int | None


def declarations_in_tables(document: Document, read: Read) -> tuple[Declaration, ...]:
    """What the note's tables of symbols declare, in document order."""
    found: list[Declaration] = []
    for table in document.tables:
        columns = _columns(table) or _columns_by_names(document, table, read)
        if columns is None:
            continue
        for row in table.rows:
            found.extend(_row(document, table, columns, row, read))
    return tuple(found)


def _columns(table: Table) -> _Columns | None:
    """Which column holds what, in a table of symbols; None for any other table."""
    heads = [re.sub(r"[*_`]", "", cell.text).strip() for cell in table.header]
    symbol = next((i for i, h in enumerate(heads) if _SYMBOL.fullmatch(h)), None)
    if symbol is None:
        return None
    others = [(i, h) for i, h in enumerate(heads) if i != symbol]
    meaning = next((i for i, h in others if _MEANING.match(h)), None)
    spaces = [i for i, h in others if _TYPE.fullmatch(h) and i != meaning]
    shape = next(chain((i for i, h in others if _SHAPE.match(h)), spaces), None)
    value = next((i for i, h in others if _VALUE.match(h) and i != meaning), None)
    return _Columns(symbol, meaning, shape, value) if any(c is not None for c in (meaning, shape, value)) else None


def _columns_by_names(document: Document, table: Table, read: Read) -> _Columns | None:
    """The same for a table with shapes whose first column with nothing but names has no head that says so."""
    heads = [re.sub(r"[*_`]", "", cell.text).strip() for cell in table.header]
    shape = next((i for i, h in enumerate(heads) if _SHAPE.fullmatch(h) or _TYPE.fullmatch(h)), None)
    if shape is None or len(table.rows) < 2:
        return None
    for column in range(len(heads)):
        cells = [row[column] for row in table.rows if column < len(row)]
        named = [_names(_tokens(document, cell), read) for cell in cells]
        if column != shape and len(cells) == len(table.rows) and all(named):
            meaning = next((i for i, h in enumerate(heads) if _MEANING.match(h) and i != column), None)
            return _Columns(column, meaning, shape, None)
    return None


def _row(
    document: Document, table: Table, columns: _Columns, row: Sequence[TableCell], read: Read
) -> Iterator[Declaration]:
    if columns.symbol >= len(row):
        return
    names = _names(_tokens(document, row[columns.symbol]), read)
    if not names:
        return
    said = Description()
    meanings: dict[Span, Declaration] = {}
    if columns.meaning is not None and columns.meaning < len(row):
        cell = _tokens(document, row[columns.meaning])
        text = MappedText.join(document.source.text, [row[columns.meaning].span])
        parts = distributed(Sentence(cell, text, 0, read), Names(names, 0, 0, True), 0) if cell else None
        if parts is None:
            said = _meaning(cell, read)
        else:
            meanings = {part.span: part for part in parts}
    several: tuple[tuple[Term, ...], ...] = ()
    if columns.shape is not None and columns.shape < len(row):
        shapes = _tokens(document, row[columns.shape])
        several = _one_each(shapes, len(names), read)
        said = said if several else _with_shape(said, shapes, read)
    if columns.value is not None and columns.value < len(row):
        tokens = _tokens(document, row[columns.value])
        if len(tokens) == 1 and (number := whole_number(tokens[0], read)) is not None:
            said = replace(said, value=number)
    if not said.says_something and not meanings and not several:
        return
    cover = Span(row[0].span.start, row[-1].span.end)
    for at, name in enumerate(names):
        if several:
            said = replace(said, sizes=several[at])
        if (own := meanings.get(name.place.span)) is not None:
            said = replace(said, concept=own.concept, role=own.role)
        kept = said if said.sizes is None or fits(name, said.sizes, said.role) else replace(said, sizes=None)
        if not kept.says_something:
            continue
        made = declare(_sentence(document, read), name, 0, 1, kept)
        yield replace(made, evidence=cover, visible_from=table.span.start, by="table")


def _sentence(document: Document, read: Read) -> Sentence:
    whole = Token("mark", "", 0, 0)
    return Sentence((whole,), MappedText.identity(document.source.text), 0, read)


def _tokens(document: Document, cell: TableCell) -> tuple[Token, ...]:
    """The cell as words and formulas."""
    inside = formulas_within(document, cell.span)
    text = MappedText.join(document.source.text, [cell.span])
    return tokens_of(Prose(cell.span, text, "paragraph", inside))


def _names(tokens: Sequence[Token], read: Read) -> tuple[Named, ...]:
    """The names in a cell that holds nothing but names."""
    found: list[Named] = []
    for token in tokens:
        if token.kind == "mark" and token.text in ",/、，":
            continue
        if token.snippet is None or token.kind == "number":
            return ()
        names = names_in(token.snippet, read)
        if not names:
            return ()
        found.extend(names)
    return tuple(found)


def _meaning(tokens: Sequence[Token], read: Read) -> Description:
    """What a cell says of a symbol: a phrase, and a shape where one is in it."""
    words, end = noun_phrase(tokens, 0)
    following = tokens[end] if end < len(tokens) else None
    said = described(words, followed_by_math=following is not None and following.kind == "math")
    if said.role in ("dimension", "index", "function", "set"):
        return said
    phrase = array_phrase(tokens, 0, read)
    if phrase is not None:
        return replace(said, sizes=phrase.sizes, role=phrase.role)
    for at, token in enumerate(tokens):
        if is_mark(token, ",", "(", "，", "（", ";", "；", ".") and (found := _shape_after_mark(tokens, at + 1, read)):
            return replace(said, sizes=found)
    return said


def _shape_after_mark(tokens: Sequence[Token], start: int, read: Read) -> tuple[Term, ...] | None:
    """The shape in ``query matrix, of size …`` and ``query matrix ($n \\times d$)``."""
    phrase = shape_phrase(tokens, start, read)
    if phrase is not None and len(phrase[0]) == 1:
        return phrase[0][0]
    array = array_phrase(tokens, start, read)
    if array is not None:
        return array.sizes
    inner = one_shape(tokens, start, read)
    text = "".join(token.text for token in tokens[start : inner[1]]) if inner is not None else ""
    return inner[0] if inner is not None and ("×" in text or r"\times" in text) else None


def _one_each(tokens: Sequence[Token], count: int, read: Read) -> tuple[tuple[Term, ...], ...]:
    """The shapes of as many names, one behind the other: ``$d \\times f$, $f \\times d$``."""
    found: list[tuple[Term, ...]] = []
    at = 0
    while count > 1 and at < len(tokens):
        if is_mark(tokens[at], ",", "/", ";", "、", "，", "；") or is_word(
            tokens[at], "and", "resp", "respectively", "和"
        ):
            at += 1
            continue
        shape = one_shape(tokens, at, read)
        length = _length(tokens[at], read) if shape is None else None
        if shape is None and length is None:
            return ()
        found.append(shape[0] if shape is not None else (length,) if length is not None else ())
        at = shape[1] if shape is not None else at + 1
    return tuple(found) if len(found) == count else ()


def _with_shape(said: Description, tokens: Sequence[Token], read: Read) -> Description:
    """What is said, with the sizes that a cell holds and nothing else."""
    if len(tokens) == 1 and (space := in_space(tokens[0], read)) is not None:
        return replace(said, sizes=space[0], domain=space[1])
    found = one_shape(tokens, 0, read)
    if found is not None and found[1] == len(tokens):
        return replace(said, sizes=found[0])
    if len(tokens) == 1 and tokens[0].lower in ("scalar", "标量"):
        return replace(said, sizes=(), role=said.role if said.role == "dimension" else "scalar")
    if len(tokens) == 1 and said.role in ("unknown", "vector") and (length := _length(tokens[0], read)) is not None:
        return replace(said, sizes=(length,), role="vector")  # "$b$ | $d$" in a column of shapes
    return said


def _length(token: Token, read: Read) -> Term | None:
    """The size that a formula in a column of shapes is."""
    if (snippet := token.snippet) is None:
        return None
    length = read(snippet.text, snippet.span)
    letters = [part for part in walk(length) if isinstance(part, Symbol)]
    return length if is_size(length) and letters and all(map(is_dimension_name, letters)) else None


# -- values ----------------------------------------------------------------------------------------


def statements_in_tables(document: Document, read: Read) -> tuple[Statement, ...]:
    """The matrices and vectors that the note's tables hold, as ``NAME = matrix`` or, without a name, as a matrix."""
    found: list[Statement] = []
    for table in document.tables:
        section = section_at(document, table.span.start)
        for latex in _matrices(document, table):
            term = read(latex.text, latex.origin_span(Span(0, len(latex.text))))
            if _is_numeric(term):
                found.append(Statement(term, latex, "table", section))
        for latex in (*valued_rows(document, table), *listed_rows(document, table)):
            term = read(latex.text, latex.origin_span(Span(0, len(latex.text))))
            found.append(Statement(term, latex, "table", section))
        for latex in plain_rows(document, table):
            term = read(latex.text, latex.origin_span(Span(0, len(latex.text))))
            found.append(Statement(term, latex, "table", section, by_row=True))
    return tuple(found)


def _is_numeric(term: Term) -> bool:
    side = term.sides[-1] if isinstance(term, Relation) else term
    return isinstance(side, Matrix) and all(isinstance(p, Number | Matrix | Product) for p in walk(side))


def _matrices(document: Document, table: Table) -> Iterator[MappedText]:
    """The LaTeX of each matrix of a table: a column of lists, or a grid of numbers with labels at its edges."""
    if not table.rows:
        return
    width = min(len(row) for row in table.rows)
    lists = [c for c in range(width) if all(_list_items(row[c]) for row in table.rows)]
    for column in lists:
        rows = [_list_items(row[column]) or [] for row in table.rows]
        if len({len(r) for r in rows}) == 1 and len(rows[0]) > 1:
            head = table.header[column] if column < len(table.header) else None
            if (members := _members(document, table, column, rows)) is not None:
                yield from members
                continue
            name = _head_name(document, head)
            # a small letter is one point of them, whatever row it stands in
            yield _bmatrix(None if name is not None and _SMALL.fullmatch(name[0]) else name, rows)
    if not lists and (grid := _grid(table)) is not None:
        corner = table.header[0] if table.header and _is_numeral(table.header[0].text) is False else None
        yield _bmatrix(_corner_name(document, corner), grid)


_SMALL = re.compile(r"(?:\\(?:mathbf|boldsymbol|bm|vec)\s*)?\{?[a-z]\}?")
_NUMERAL = Cued(r"[*_`$]*\s*([-−–]?\d+(?:\.\d+)?)\s*[*_`$]*\Z")


def _is_numeral(text: str) -> bool:
    return _NUMERAL.match(text.strip()) is not None


def _list_items(cell: TableCell) -> list[tuple[str, Span]] | None:
    """The numbers of a cell such as ``[0.2, 0.4, 0.8]`` with their places, or None."""
    found = re.fullmatch(r"([*_`$]*\s*(?:\\left)?[\[(]\s*+)(.*?)\s*(?:\\right)?[\])]\s*[*_`$]*", cell.text, re.DOTALL)
    if found is None:
        return None
    items: list[tuple[str, Span]] = []
    parts = re.finditer(r"[^,\s]+", found[2]) if "," not in found[2] else re.finditer(r"[^,]+", found[2])
    for part in parts:
        number = re.fullmatch(r"\s*([-−–]?\d+(?:\.\d+)?)\s*", part.group())
        if number is None:
            return None
        start = cell.span.start + found.start(2) + part.start() + number.start(1)
        items.append((number[1], Span(start, start + len(number[1]))))
    return items or None


def _grid(table: Table) -> list[list[tuple[str, Span]]] | None:
    """The numbers of a table whose cells are all numbers, but for labels in the first column."""
    rows: list[list[tuple[str, Span]]] = []
    labelled = all(not _is_numeral(row[0].text) for row in table.rows if row)
    if not labelled or len(table.rows) < 2:
        return None
    for row in table.rows:
        numbers: list[tuple[str, Span]] = []
        for cell in row[1:]:
            found = _NUMERAL.match(cell.text)
            if found is None:
                return None
            start = cell.span.start + found.start(1)
            numbers.append((found[1], Span(start, start + len(found[1]))))
        rows.append(numbers)
    same = len({len(r) for r in rows}) == 1 and len(rows[0]) > 1
    # results of several systems are no matrix: the heads must be labels of the same things as the rows
    return rows if same and _square_labels(table) else None


def _square_labels(table: Table) -> bool:
    heads = [re.sub(r"[*_`\"' ]", "", c.text).lower() for c in table.header[1:]]
    labels = [re.sub(r"[*_`\"' ]", "", row[0].text).lower() for row in table.rows]
    dims = all(re.fullmatch(r"(?:dim(?:ension)?|d|i|j|维度|\$?[a-z]_\{?)?\d+\}?\$?", h) for h in heads)
    return heads == labels or dims


def _members(
    document: Document, table: Table, column: int, rows: list[list[tuple[str, Span]]]
) -> list[MappedText] | None:
    """``x_1 = (3, 3)`` and so on, where the column's head is x_i, and another column counts i; None for other heads."""
    name = _head_name(document, table.header[column]) if column < len(table.header) else None
    found = re.fullmatch(r"(.+?)_(?:\{\s*([a-z])\s*\}|([a-z]))", name[0]) if name is not None else None
    if name is None or found is None:
        return None
    letter = found[2] or found[3]
    counts = next((at for at, cell in enumerate(table.header) if cell.text.strip("*_` $") == letter), None)
    if counts is None:
        return []
    made = []
    for row, numbers in zip(table.rows, rows, strict=True):
        counted = re.fullmatch(r"\$?(\d{1,3})\$?", row[counts].text.strip())
        if counted is not None:
            made.append(_bmatrix((f"{found[1]}_{{{counted[1]}}}", name[1]), [[each] for each in numbers]))
    return made


def _head_name(document: Document, head: TableCell | None) -> tuple[str, Span] | None:
    """The symbol that a column's head names: ``PE (d=4)``, ``$X$``, ``Embedding``."""
    return _named_in(document, head) if head is not None else None


def _corner_name(document: Document, corner: TableCell | None) -> tuple[str, Span] | None:
    return _named_in(document, corner) if corner is not None else None


def _named_in(document: Document, cell: TableCell) -> tuple[str, Span] | None:
    inside = formulas_within(document, cell.span)
    if len(inside) == 1 and re.fullmatch(r"[^$]*\(?\s*\$[^$]+\$\s*\)?", cell.text):
        return _formula_name(inside[0])
    text = re.sub(r"\s*[(（][^()（）]*[)）]\s*\Z", "", cell.text)
    plain = text.strip("*_` ")
    if not re.fullmatch(r"[A-Z]{1,3}(?:_\w+)?'{0,2}|[a-z](?:_\w+)?'{0,2}|[A-Z]\w*_\w+", plain):
        return None
    latex = plain_latex(plain)
    start = cell.span.start + cell.text.index(plain)
    return (latex.text, Span(start, start + len(plain))) if latex is not None else None


def _formula_name(formula: Formula) -> tuple[str, Span] | None:
    return (formula.text.strip(), formula.body) if is_name(formula.text) else None


def _bmatrix(name: tuple[str, Span] | None, rows: list[list[tuple[str, Span]]]) -> MappedText:
    """``NAME = \\begin{bmatrix} … \\end{bmatrix}`` with each number mapped to its cell."""
    pieces: list[tuple[str, Span]] = []
    first, last = rows[0][0][1], rows[-1][-1][1]
    if name is not None:
        pieces += [(name[0], name[1]), (" = ", Span(name[1].end, name[1].end))]
    pieces.append((r"\begin{bmatrix} ", Span(first.start, first.start)))
    for index, row in enumerate(rows):
        if index:
            pieces.append((r" \\ ", Span(row[0][1].start, row[0][1].start)))
        for column, (number, span) in enumerate(row):
            if column:
                pieces.append((" & ", Span(span.start, span.start)))
            pieces.append((number.replace("−", "-").replace("–", "-"), span))
    pieces.append((r" \end{bmatrix}", Span(last.end, last.end)))
    segments: list[Segment] = []
    at = 0
    for text, span in pieces:
        segments.append(Segment(at, at + len(text), span.start, span.end))
        at += len(text)
    return MappedText("".join(text for text, _ in pieces), tuple(segments))
