"""The rows of a definition by cases: which part is the value, which the condition, and what is said of it in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.reading.unpacked import ELSES, in_words, predicate, worded
from symformer.reading.written import items_of
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.terms.term import Symbol, Term, Unknown

Lower = Callable[[Node], Term]
CONDITIONALS = frozenset(
    {"if", "when", "whenever", "unless", "provided", "provided that", "only if", "if and only if", "当", "如果", "若"}
)


def spoken(cell: Node, lower: Lower) -> Term:
    r"""A condition: with a verb between two things, ``p \text{ divides } a``, it is none that is read."""
    inner = content(cell)
    pieces = parts(inner) if inner.kind is Kind.JUXTAPOSITION else ()
    if any(piece.kind is Kind.WORD for piece in pieces[1:-1]):
        return Unknown("words beside mathematics", "", tuple(lower(piece) for piece in pieces), cell.span)
    if inner.kind is Kind.WORD and (word := inner.text.rstrip(" .,;。，；")).lower() in ELSES:
        return Symbol(word, cell.span)  # otherwise, with what ends the sentence
    return lower(cell)


def cells_of_case(row: Node) -> list[Node]:
    """Value and condition: in two cells, or behind a comma in one."""
    cells = [cell for cell in parts(row) if content(cell).kind is not Kind.SEPARATOR]  # a comma in a column of its own
    if len(cells) == 1 and content(cells[0]).kind is Kind.LIST:
        said = [
            piece for piece in parts(content(cells[0])) if piece.kind is Kind.SEPARATOR and piece.text[:1].isalpha()
        ]
        said = [piece for piece in said if piece.text not in ("quad", "qquad", "row", "stop", "therefore")]
        cells = [item for item in items_of(content(cells[0])) if content(item).kind is not Kind.MISSING]
        if len(cells) == 1 and len(said) == 1:  # 0 \\quad \\text{if trained}
            return [*cells, Node(Kind.WORD, said[0].span, (), said[0].text)]
    if len(cells) == 2 and (otherwise := _otherwise(content(cells[1]))) is not None:
        return [cells[0], otherwise]
    if len(cells) == 2 and (predicate(content(cells[1])) is not None or worded(content(cells[1])) is not None):
        return cells
    if len(cells) == 2 and (spoken := in_words(content(cells[1]))) is not None:
        return [cells[0], spoken]
    if len(cells) == 2 and content(cells[1]).kind is Kind.LIST and content(cells[0]).kind is not Kind.LIST:
        told = [item for item in items_of(content(cells[1])) if content(item).kind is not Kind.MISSING]
        cells = [cells[0], *told]
    return cells if len(cells) < 3 else [*cells[:1], Node(Kind.LIST, row.span, tuple(cells[1:]))]


def tells_cases(rows: Sequence[Node]) -> bool:
    r"""Whether rows within ``\left\{ … \right\}`` are a value and its condition each, which words say of one at least."""
    cells = [[content(cell) for cell in parts(row)] for row in rows]
    if not cells or any(len(row) != 2 for row in cells):
        return False
    worded_ones = [_has_conditional(row[1]) for row in cells]
    return any(worded_ones) and all(
        told or row[1].kind is Kind.CHAIN for told, row in zip(worded_ones, cells, strict=True)
    )


def _has_conditional(cell: Node) -> bool:
    r"""``\text{if } i < j``, ``\text{otherwise}``: a cell that begins with the word."""
    if cell.kind is Kind.WORD:
        return cell.text.lower().strip(" .,;。，；") in ELSES
    if cell.kind is not Kind.LIST or content(parts(cell)[0]).kind is not Kind.MISSING:
        return False
    said = parts(cell)[1].text.lower().strip(" .,;。，；")
    return said in CONDITIONALS or said in ELSES or said == "for"


def _otherwise(condition: Node) -> Node | None:
    r"""The word of ``\text{otherwise},``, with the marks that end the row; None where more is said."""
    if condition.kind is not Kind.LIST or any(content(item).kind is not Kind.MISSING for item in operands(condition)):
        return None
    said = [piece for piece in parts(condition) if piece.kind is Kind.SEPARATOR and piece.text[:1].isalpha()]
    if len(said) != 1 or said[0].text.lower().strip(" .,;。，；") not in ELSES:
        return None
    return Node(Kind.WORD, said[0].span, (), said[0].text)
