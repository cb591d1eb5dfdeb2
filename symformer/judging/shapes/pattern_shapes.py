"""Results of einsum patterns beside their shapes: ``ecd,edf->ecf`` gives E × C × f, and not E × C × d.

A pattern names each axis by a letter.  A size of the note that is called by another letter of the pattern stands
on the wrong axis, where the axis has a size of its own: ``bnd,de->bne`` may well give (B, N, D).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symformer.algebra.dimension import Dimension
from symformer.findings.finding import Problem
from symformer.judging.shapes.code_shapes import code_shape_problems
from symformer.judging.shapes.numbered_shapes import shapes_in
from symformer.semantics.carriers.axis_patterns import Einsum
from symformer.semantics.carriers.code_remarks import MORE_AXES, said_in
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.shapes.facts import size_letters
from symformer.terms.show import show
from symformer.terms.term import Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

_PATTERN = Cued(r"(?<![\w.])(?P<pattern>[a-z]{1,6}(?:\s*,\s*[a-z]{1,6}){0,4}\s*(?:->|→|\\to)\s*[a-z]{1,6})(?!\w)")
_IN_CODE = Cued(r"einsum\(\s*(['\"])(?P<pattern>[a-z, ]{1,60}->\s*[a-z]{1,8})\1[^\n#]*#[ \t]*(?P<said>[^\n]{1,120})")

_HANDED = Cued(r"['\"]\s*,\s*(?P<arrays>[\w.]+(?:\s*,\s*[\w.]+)+)\s*\)")


def pattern_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each shape beside a pattern that gives an axis the size of another one."""
    text = model.document.source.text
    if "->" not in text:
        return
    read = reader_of(model.vocabulary)
    sizes = {show(each.symbol) for each in model.table.declarations if each.role == "dimension"}
    mentioned = {each.term.name for each in model.statements if isinstance(each.term, Symbol)}
    named = {name.lower() for name in sizes | mentioned | size_letters(model.table) if len(name) == 1}
    for table in model.document.tables:
        for row in table.rows:
            patterns = [(cell, found) for cell in row if (found := _PATTERN.search(cell.span.slice(text))) is not None]
            if len(patterns) != 1:
                continue
            shapes = [each for cell in row if cell is not patterns[0][0] for each in shapes_in(cell.span, text, read)]
            if len(shapes) == 1:
                yield from _compared(patterns[0][1]["pattern"], *shapes[0], named)
    for found in _IN_CODE.finditer(text):
        said = said_in(found["said"])
        if said is None or MORE_AXES in said:
            continue
        alike = _of_one_array(found["pattern"], found[0][: found.start("said") - found.start()])
        for problem in _compared(found["pattern"], said, Span(*found.span("said")), named, alike):
            if not any(each.span.start == problem.span.start for each in code_shape_problems(model)):
                yield problem  # what the operands tell is told already


def _of_one_array(pattern: str, call: str) -> frozenset[frozenset[str]]:
    """The letters of one size since they name one axis of one array that is taken twice: ``'tbc,sbc->bts', x, x``."""
    parsed, handed = Einsum.of(pattern), _HANDED.search(call)
    if parsed is None or handed is None:
        return frozenset()
    arrays = [each.strip() for each in handed["arrays"].split(",")]
    pairs = combinations(zip(arrays, parsed.operands, strict=False), 2)
    return frozenset(
        frozenset(axes)
        for (one, first), (other, second) in pairs
        if one == other and len(first) == len(second)
        for axes in zip(first, second, strict=True)
    )


def _compared(
    pattern: str,
    shape: tuple[Dimension, ...],
    place: Span,
    named: set[str],
    alike: frozenset[frozenset[str]] = frozenset(),
) -> Iterator[Problem]:
    parsed = Einsum.of(pattern.replace("→", "->").replace("\\to", "->"))
    if parsed is None or len(parsed.result) != len(shape):
        return
    letters = set("".join(parsed.operands))
    for axis, (letter, size) in enumerate(zip(parsed.result, shape, strict=True)):
        called = size.letter.lower() if size.letter is not None and len(size.letter) == 1 else None
        if called is None or called == letter or called not in letters or {letter, called} in alike:
            continue
        if called not in parsed.result[:axis] + parsed.result[axis + 1 :] and letter not in named:
            continue  # a second axis of that size
        beside = [other.letter.lower() for other in shape if other.letter is not None and len(other.letter) == 1]
        if called in parsed.result and beside.count(called) > 1 and letter not in named:
            continue  # n and m of two lists of one length
        yield Problem(
            place,
            f"axis {axis + 1} of the result is {letter} by the pattern {pattern.strip()}, not {size}",
            evidence={"kind": "shape"},
            key=f"pattern-shape@{place.start}",
        )
        return


__all__ = ["pattern_shape_problems"]
