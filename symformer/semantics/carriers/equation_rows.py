r"""Rows of tables that are equations: ``| $Q$ | $X W_Q$ | $[[1, 2]]$ |`` below "Quantity", "Working" and "Value".

The heads say that a row names a thing, works it out and shows what it comes to: read across, it is the equation that
another author writes as one display.  Each cell keeps its own place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symformer.documents.document import Document, Formula, Table, TableCell
from symformer.documents.places import formulas_within
from symformer.semantics.prose.snippets import is_name
from symformer.syntax.nodes import Kind, Node, Tree, content, parts, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment

_NAMED = Cued(
    r"(?:quantity|quantities|symbols?|variables?|notation|entry|entries|scores?|terms?|what|符号|变量|记号|量)",
    re.IGNORECASE,
)
_WORKED = Cued(
    r"(?:work(?:ing|ed out)|workings|computations?|calculations?|formulas?|formulae|expressions?|equations?|definitions?"
    r"|derivations?|substitutions?|substituted|(?:with |in )?numbers|arithmetic|计算(?:过程)?|算式|公式|表达式|代入|推导|定义)",
    re.IGNORECASE,
)
_SHOWN = Cued(r"(?:values?|results?|answer|numeric(?:al)? (?:value|result)|outcome|取值|值|数值|结果)", re.IGNORECASE)
# columns that say something of the row, and are no part of its equation
_BESIDE = Cued(
    r"(?:|#|no\.?|step|stage|meaning|description|notes?|remarks?|comments?|explanation|reason|interpretation|shapes?|dimensions?"
    r"|name|component|operation|token|step \#|步骤|含义|说明|备注|形状|维度|名称)",
    re.IGNORECASE,
)
_NUMBER = Cued(r"[*_`\s]*(?P<sign>≈|=)?\s*(?P<number>[-−–]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)[*_`\s]*")
_MARKS = re.compile(r"[*_\s]*")
_NO_VALUE = Cued(r"\\(?:mathbb|mathcal|times|in|to|rightarrow|otimes)(?![A-Za-z])|[<>]|\\[lg]eq?(?![A-Za-z])")
_RANGE = Cued(r"\s*(?:\\left)?[(\[][^,]*,[^,]*[)\]]\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """One side of a row's equation: a formula, or a number without markup; ``sign`` is what joins it to the one before."""

    sign: str
    formula: Formula | None
    number: MappedText | None = None


def rows_of_equations(document: Document, trees: Mapping[int, Tree]) -> Iterator[tuple[Piece, ...]]:
    """The pieces of each row that is an equation, from left to right; ``trees`` are those of formulas by where they begin."""
    for table in document.tables:
        columns = columns_of(table)
        if columns is None:
            continue
        for row in table.rows:
            if len(row) > max(columns):
                pieces = _pieces(document, columns, row, trees)
                if len(pieces) > 1:
                    yield pieces


def columns_of(table: Table) -> Mapping[int, str] | None:
    """Which columns hold names, workings and values, from left to right; None for a table of anything else."""
    heads = [re.sub(r"[*_`$:]", "", cell.text).strip() for cell in table.header]
    told: dict[int, str] = {}
    for at, head in enumerate(heads):
        if _WORKED.fullmatch(head):
            told[at] = "worked"
        elif _SHOWN.fullmatch(head):
            told[at] = "shown"
        elif _NAMED.fullmatch(head):
            told[at] = "named"
        elif not _BESIDE.fullmatch(head):
            return None
    kinds = list(told.values())
    in_order = kinds == sorted(kinds, key=("named", "worked", "shown").index)
    if not in_order or "worked" not in kinds or len(kinds) < 2 or max(map(kinds.count, ("named", "shown"))) > 1:
        return None
    return told


def _pieces(
    document: Document, columns: Mapping[int, str], row: Sequence[TableCell], trees: Mapping[int, Tree]
) -> tuple[Piece, ...]:
    named: Formula | None = None
    worked: list[Formula] = []
    value: Piece | None = None
    for at, kind in columns.items():
        inside = formulas_within(document, row[at].span)
        formula = inside[0] if len(inside) == 1 and _is_all(document, row[at], inside[0]) else None
        if formula is not None and formula.span.start not in trees:
            return ()
        if kind == "shown":
            value = _value(document, row[at], formula, trees)
        elif kind == "named":
            named = formula
        elif formula is not None:
            worked.append(formula)
        elif not _MARKS.fullmatch(row[at].text):
            return ()  # the working in words: what stands beside it is not what a formula comes to
    of = [trees[each.span.start] for each in worked]
    if not worked or not all(map(_is_one_chain, of)):
        return ()
    pieces = [Piece("" if at and _is_open(of[at - 1], of[at]) else "=", each) for at, each in enumerate(worked)]
    if value is not None and (named is not None or not _is_range(value, trees)) and _ends_with_equality(of[-1]):
        last = trees[value.formula.span.start] if value.formula is not None else None
        pieces.append(Piece("", value.formula, value.number) if _is_open(of[-1], last) else value)
    if named is not None and not _names_itself(of[0]) and _is_thing(trees[named.span.start]):
        pieces.insert(0, Piece("", named))
    if len(pieces) == 2 and pieces[1].number is not None and pieces[0].formula is worked[0] and len(_sides(of[0])) == 1:
        return ()  # a working and a number: the columns are weighed as wholes, in the units that all rows show
    return tuple(pieces)


def _is_all(document: Document, cell: TableCell, formula: Formula) -> bool:
    """Whether a cell holds the formula and nothing else but marks of emphasis."""
    text = document.source.text
    before, after = text[cell.span.start : formula.span.start], text[formula.span.end : cell.span.end]
    return _MARKS.fullmatch(before) is not None and _MARKS.fullmatch(after) is not None


def _value(document: Document, cell: TableCell, formula: Formula | None, trees: Mapping[int, Tree]) -> Piece | None:
    """What a cell shows as the result: a formula that is no space, no bound and no equation for a name, or a bare number."""
    if formula is not None:
        tree = trees[formula.span.start]
        shown = _is_one_chain(tree) and not _names_itself(tree) and _NO_VALUE.search(tree.input) is None
        return Piece("=", formula) if shown else None
    found = _NUMBER.fullmatch(cell.text)
    if found is None or cell.span.slice(document.source.text) != cell.text:
        return None
    start = cell.span.start + found.start("number")
    written = found["number"]
    latex = written.replace("−", "-").replace("–", "-").replace(",", "{,}")
    number = MappedText(latex, (Segment(0, len(latex), start, start + len(written)),))
    return Piece(r"\approx" if found["sign"] == "≈" else "=", None, number)


def _sides(tree: Tree) -> tuple[Node, ...]:
    node = content(tree.root)
    return parts(node)[::2] if node.kind == Kind.CHAIN else (node,)


def _is_open(before: Tree, after: Tree | None) -> bool:
    """Whether one of two cells brings the sign between them: ``0.2 \\cdot 3 =``, ``= 0.6``."""
    return _sides(before)[-1].kind == Kind.MISSING or after is not None and _sides(after)[0].kind == Kind.MISSING


def _names_itself(tree: Tree) -> bool:
    """Whether a working is an equation for a name, and not for what stands beside it."""
    node = content(tree.root)
    return node.kind == Kind.CHAIN and is_name(parts(node)[0].span.slice(tree.input))


def _is_range(piece: Piece, trees: Mapping[int, Tree]) -> bool:
    """Whether a value has two ends, as an interval has: below a function without a name it is where that one lies."""
    return piece.formula is not None and _RANGE.fullmatch(trees[piece.formula.span.start].input) is not None


def _is_one_chain(tree: Tree) -> bool:
    """Whether a formula is one expression, or sides that are called equal."""
    node = content(tree.root)
    if not tree.read or node.kind in (Kind.LIST, Kind.ALIGNED, Kind.ROW):
        return False
    signs = [sign.text for sign in parts(node)[1::2]] if node.kind == Kind.CHAIN else []
    return all(sign in ("=", "≈") for sign in (signs[:-1] if signs[-1:] == ["∈"] else signs))  # A V ∈ R^{n × d}


def _ends_with_equality(tree: Tree) -> bool:
    """Whether a result may follow: what is only nearly equal is rounded once more."""
    node = content(tree.root)
    return node.kind != Kind.CHAIN or parts(node)[-2].text == "="


def _is_thing(tree: Tree) -> bool:
    """Whether a first cell may be what a row works out: something with a letter in it, and no equation itself."""
    node = content(tree.root)
    if not tree.read or node.kind in (Kind.CHAIN, Kind.LIST, Kind.ALIGNED, Kind.ROW):
        return False
    return any(leaf.kind in (Kind.NAME, Kind.WORD) and leaf.text != "pi" for leaf in walk(node))


__all__ = ["Piece", "columns_of", "rows_of_equations"]
