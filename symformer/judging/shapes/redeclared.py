"""Declarations of one symbol that disagree: m × d here, and d × m or m × k there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different
from symformer.documents.places import label_at, section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.conflicts import spell_all
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.reach import aside_around
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import Relation, Symbol
from symformer.text.cued import Cued

TURNED = Cued(
    r"\b(?:now|instead|alternativ\w+|convention|transpos\w+|other\w*|column|row|if|when|or|(?:some |the )?authors|appendix|in code|pytorch|stored)\b"
    r"|转置|或者|也可|另|若|如果|有的|有些|[按逐][行列]|[行列](?:向量|存放|排列|优先|主序)",
    re.IGNORECASE,
)


def disagreeing_declarations(model: SemanticModel) -> Iterator[Problem]:
    """Each declaration that repeats one of its section with rows and columns exchanged, or with another size."""
    first: dict[tuple[str, int], tuple[Declaration, Shape]] = {}
    for declaration in model.table.declarations:
        key = exact_key(declaration.symbol)
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        if key is None or shape is None or shape.rank == 0:
            continue
        place = (key, section_at(model.document, declaration.span.start))
        before, told = first.setdefault(place, (declaration, shape))
        of_rows = shape.rank == 1 and (declaration.part == "whole") != (before.part == "whole")
        later = before.span.start < declaration.span.start
        if not (later or of_rows) or not _one_domain(before, declaration) or shape.rank != told.rank or shape == told:
            continue
        turned = shape.rank == 2 and (shape.first, shape.last) == (told.last, told.first)
        if not turned and all(each.number is not None for each in (*shape.sizes, *told.sizes)):
            if label_at(model.document, before.span.start) != label_at(model.document, declaration.span.start):
                continue  # another matrix, in a paragraph of its own
        if is_of_another_form(declaration, model) or _is_of_another_column(before, declaration, model):
            continue
        if not of_rows and TURNED.search(words_before(declaration, model)):
            continue  # another convention, announced
        if aside_around(model.document.source.text, declaration.span.start) is not None:
            continue
        compare = _differs_from_row if of_rows else _differs
        last = declaration if later else before
        reason = None if turned else compare(last, told, shape, model)
        if not turned and reason is None:
            continue
        name = show(declaration.symbol)
        yield Problem(
            declaration.evidence,
            f"{name} is {shape.content} here, but {told.content} {'above' if later else 'there'}",
            help=f"try {told.content}, or another name{' for the transpose' if turned else ''}",
            level="error" if turned else "warning",
            note=reason,
            related=(Related(before.evidence, f"{name} declared here"),),
            evidence={"kind": "shape", "left": str(told), "right": str(shape)},
            key=f"turned@{declaration.span.start}",
        )


def _one_domain(one: Declaration, other: Declaration) -> bool:
    """Whether the entries may be the same: words that tell only sizes say nothing of them."""
    return one.domain == other.domain or one.domain is None or other.domain is None


def lone_sizes(model: SemanticModel) -> Iterator[Problem]:
    """Each declaration that repeats one of the note but for one size, whose letter is the size of nothing else."""
    first: dict[str, Declaration] = {}
    for declaration in model.table.declarations:
        key = exact_key(declaration.symbol)
        if key is None or not isinstance(declaration.symbol, Symbol) or len(declaration.sizes or ()) < 2:
            continue
        before = first.setdefault(key, declaration)
        for one, other, there in ((declaration, before, "above"), (before, declaration, "below")):
            found = _lone(one, other, model)
            if found is None or TURNED.search(words_before(one, model)):
                continue
            name, size, usual = show(declaration.symbol), show(found[0]), show(found[1])
            yield Problem(
                one.evidence,
                f"{name} has the size {size} here, and {usual} {there}; nothing else has the size {size}",
                help=f"try {usual}",
                level="warning",
                related=(Related(other.evidence, f"{name} declared here"),),
                evidence={"kind": "shape", "left": usual, "right": size},
                key=f"lone-size@{one.span.start}",
            )
            break


def _lone(one: Declaration, other: Declaration, model: SemanticModel) -> tuple[Symbol, Symbol] | None:
    """The one size in which two declarations differ, if its letter stands in the first of them only."""
    differ = [(a, b) for a, b in zip(one.sizes or (), other.sizes or (), strict=False) if a != b]
    if len(one.sizes or ()) != len(other.sizes or ()) or len(differ) != 1 or one.domain != other.domain:
        return None
    mine, theirs = differ[0]
    if not isinstance(mine, Symbol) or not isinstance(theirs, Symbol):
        return None
    uses = model.uses.of(mine.name)
    sizes = [each for each in uses.occurrences if each.part == "size"]
    others = [each for each in model.uses.of(theirs.name).occurrences if each.part == "size"]
    lone = len(sizes) == 1 and len(uses.occurrences) == 1  # "the scores are m × n" has it too
    return (mine, theirs) if lone and not uses.declarations and len(others) > 1 else None


def _is_of_another_column(one: Declaration, other: Declaration, model: SemanticModel) -> bool:
    """Whether two cells of one row of a table declare: what stands under another head is what another book has."""
    table = next((each for each in model.document.tables if each.span.contains(other.span)), None)
    rows = table.rows if table is not None else ()
    return any(sum(cell.span.contains(one.span) or cell.span.contains(other.span) for cell in row) > 1 for row in rows)


OF_A_FORM = Cued(
    r"\b(?:(?:in|with|for|by) (?:this|that|the|a|an|its)(?: \w+){0,2} (?:form|version|variant|case|one|decomposition|factori[sz]ation|SVD|QR)"
    r"|(?:full|thin|reduced|economy|compact)(?:-size)?(?: \w+)? (?:one|form|version|decomposition|factori[sz]ation|SVD|QR))\b",
    re.IGNORECASE,
)
LEADS = 600  # characters before a declaration in which the form it is of is named


def is_of_another_form(declaration: Declaration, model: SemanticModel) -> bool:
    """Whether the words that lead to a declaration name a form of its own: "in this form", "with the full one"."""
    at = declaration.evidence.start
    return OF_A_FORM.search(model.document.source.text, max(0, at - LEADS), at) is not None


def words_before(declaration: Declaration, model: SemanticModel) -> str:
    """The words of the paragraph that lead to a declaration, with it."""
    text = model.document.source.text
    start = max(text.rfind("\n\n", 0, declaration.evidence.start), declaration.evidence.start - 240, 0)
    return text[start : declaration.evidence.end]


def _differs(declaration: Declaration, told: Shape, shape: Shape, model: SemanticModel) -> str | None:
    """Why a matrix that is declared by itself cannot have both shapes; of a family, each member may have its own."""
    if not isinstance(declaration.symbol, Symbol) or shape.rank < 2:
        return None
    shaped = model.shapes[statement_at(model, declaration.span.start)] if model.shapes else None
    if shaped is None or not shaped.statement.span.contains(declaration.span):
        return None
    match shaped.statement.term:
        case Relation(relations=("∈",)):
            theory = shaped.environment.theory
            compared = (theory.compare(one, two) for one, two in zip(told.sizes, shape.sizes, strict=True))
            return next((spell_all(each.reason) for each in compared if isinstance(each, Different)), None)
    return None


def _differs_from_row(declaration: Declaration, told: Shape, shape: Shape, model: SemanticModel) -> str | None:
    """Why no vector of a family is of that length, where words call them the rows or the columns of a matrix."""
    shaped = model.shapes[statement_at(model, declaration.span.start)] if model.shapes else None
    if shaped is None:
        return None
    compared = shaped.environment.theory.compare(told.sizes[0], shape.sizes[0])
    return spell_all(compared.reason) if isinstance(compared, Different) else None


def statement_at(model: SemanticModel, offset: int) -> int:
    """The number of the last statement that begins before an offset."""
    return max(0, bisect_right(model.shapes, offset, key=lambda shaped: shaped.statement.span.start) - 1)
