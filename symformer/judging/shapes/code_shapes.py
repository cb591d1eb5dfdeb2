"""Shapes of arrays in program code that its remarks contradict, worded for the note's author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from symformer.algebra.dimension import Dimension, divide, letter
from symformer.documents.document import Code
from symformer.findings.finding import Problem
from symformer.judging.shapes.code_sums import code_sum_problems
from symformer.semantics.carriers.axis_patterns import pattern_faults
from symformer.semantics.carriers.code_arrays import ShapedLine, Sizes, shaped_lines
from symformer.semantics.carriers.code_attention import attention_faults
from symformer.semantics.carriers.code_blocks import LANGUAGES
from symformer.semantics.carriers.code_expressions import Meeting, Met
from symformer.semantics.carriers.code_remarks import MORE_AXES
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_MEETS: dict[Meeting, str] = {
    "layer": "a layer is handed {}, and takes {}",
    "product": "this product needs one inner size, and they are {} and {}",
    "entries": "what is put together entry by entry here has {} entries along one axis, and {}",
    "pieces": "what is taken apart here has {} entries, and its pieces {}",
    "scale": "the products are sums over {} entries, and are divided by the root of {}",
    "count": "what is reshaped here has {} entries, and the result {}",
    "order": "a reshape does not move axes: {} entries stand before one of them, and then {}",
    "shares": "the softmax goes along the {0} examples of the batch, not along {1}",
    "heads": "the softmax goes along the {0} heads, not along {1}",
    "loss": "there are scores for {} examples, and classes for {}",
}


def code_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each line whose remark says other sizes than the line gives, and each product that cannot be."""
    document = model.document
    yield from _sums_told_in_words(model)
    kept: dict[str, Sizes] = {}  # by the cells of a notebook, which run one after the other
    earlier = frozenset[frozenset[str]]()
    codes: list[tuple[Code, int]] = []
    ranks: dict[str, int] = {}
    for code in document.code:
        if (code.language or "").lower() not in LANGUAGES or not code.text:
            continue
        at = document.source.text.find(code.text, code.span.start, code.span.end)
        if at < 0:
            continue
        lines = list(shaped_lines(code.text, kept))
        if document.format == "notebook":
            kept = _kept(kept, lines, code.text)
        codes.append((code, at))
        ranks |= {
            each.name: len(sizes) for each in lines if (sizes := each.derived or each.said) and MORE_AXES not in sizes
        }
        matrices = frozenset(each.name for each in lines if len(each.said or each.derived or ()) == 2)
        yield from _shares_told_otherwise(code.text, at, matrices)
        apart = _apart(lines) | earlier
        told = [each.place for each in attention_faults(code.text) if each.fault in ("axis", "no-key")]
        if document.format == "notebook":
            earlier = apart
        for line in lines:
            place = Span(at + line.place.start, at + line.place.end)
            shares = any(line.place.start <= each.end and each.start <= line.place.end for each in told)
            met = (each for each in line.met if not (shares and each[2] in ("shares", "heads")))
            clash = next((each for each in met if _cannot_meet(each, apart)), None)
            if clash is not None:
                yield Problem(
                    place,
                    _MEETS[clash[2]].format(*clash[:2]),
                    evidence={"kind": "shape"},
                )
            elif line.derived is not None and line.said is not None and _clash(line.derived, line.said, apart):
                before = f"{line.name} has" if line.asserted else f"the line gives {line.name}"
                yield Problem(
                    place,
                    f"{before} the shape {_shown(line.derived)}, not {_shown(line.said)}",
                    help=f"try {_shown(line.derived)}",
                    evidence={"kind": "shape", "symbol": line.name},
                )
    yield from code_sum_problems(document, codes, ranks)


def _cannot_meet(met: Met, apart: frozenset[frozenset[str]]) -> bool:
    """Whether two sizes that a line makes one are known to be two: T and T + 1 are, since sizes are positive."""
    one, other, where = met
    if where in ("order", "shares", "heads") or differ(one, other, apart):
        return True
    return len({times > 0 for _, times in (one - other).terms}) == 1 and bool(one.letters & other.letters)


def _kept(before: dict[str, Sizes], lines: list[ShapedLine], code: str) -> dict[str, Sizes]:
    """The shapes of the names that a cell leaves behind: those that it makes outside of functions and branches."""
    told = {line.name for line in lines}
    # a name that is unpacked or looped over may be anything
    kept = {name: sizes for name, sizes in before.items() if name in told or not _may_change(name, code)}
    for line in lines:
        begins = code[code.rfind("\n", 0, line.place.start) + 1 : line.place.start + 1]
        sizes = line.said if line.said is not None else line.derived
        kept.pop(line.name, None)
        # a remark may stand behind the last of several lines, which is moved in
        outside = not begins[:1].isspace() or re.search(
            rf"^{re.escape(line.name)}\s*=", code[: line.place.start], re.MULTILINE
        )
        if sizes is not None and outside:
            kept[line.name] = sizes
    return kept


def _may_change(name: str, code: str) -> bool:
    return (
        re.search(
            rf"\b{re.escape(name)}\s*(?:[-+*/@]?=(?!=)|,|\)\s*=|:=)|\bfor\b[^:\n]*\b{re.escape(name)}\b[^:\n]*\bin\b",
            code,
        )
        is not None
    )


_SHARES = Cued(
    r"^[^#\n]*?(?:/\s*\(?[\w.]+\.sum\(|softmax\([^#\n]*?,\s*)(?:axis|dim)\s*=\s*(?P<axis>-?\d)\b[^#\n]*#(?P<remark>[^\n]*)",
    re.MULTILINE,
)
_SUM_TO_ONE = Cued(
    r"\b(?:(?:the |all |each |every )?(?P<what>rows?|columns?)(?: (?:now|then|all))? (?:sums?|adds?(?: up)?) to (?:one|1)\b)",
    re.IGNORECASE,
)
_ALONG = {"row": (1, -1), "column": (0, -2)}


def _shares_told_otherwise(code: str, at: int, matrices: frozenset[str]) -> Iterator[Problem]:
    """A remark that rows sum to one behind a matrix that is divided by the sums of its columns, and the other way round."""
    for found in _SHARES.finditer(code):
        told = _SUM_TO_ONE.search(found["remark"])
        name = re.match(r"\s*(\w+)\s*=", found[0])
        if told is None or name is None or name[1] not in matrices:
            continue
        what = told["what"].lower().removesuffix("s")
        if int(found["axis"]) not in _ALONG[what]:
            other = "columns" if what == "row" else "rows"
            span = Span(*found.span("axis")).shift(at)
            yield Problem(
                span,
                f"the remark says that the {what}s sum to one, and along axis {found['axis']} the {other} do",
                help=f"try axis {_ALONG[what][0]}",
                evidence={"kind": "shape", "symbol": name[1]},
            )


_CALL = Cued(
    r"softmax\([^()\n]{0,40}?(?:axis|dim)\s*=\s*(?P<axis>-[12])\s*\)(?P<behind>[^\n]*(?:\n(?!\s*\n)[^\n]*){0,2})"
)
SOON = 160  # characters between a softmax in words and what is said of its sums


def _sums_told_in_words(model: SemanticModel) -> Iterator[Problem]:
    """ "`softmax(dim=-2)` … then rows sum to one": along the last axis but one the columns do."""
    text = model.document.source.text
    for block in model.document.prose:
        for found in _CALL.finditer(text, block.span.start, block.span.end):
            told = _SUM_TO_ONE.search(found["behind"][:SOON])
            if told is None or "softmax" in found["behind"][: told.start()]:
                continue
            what = told["what"].lower().removesuffix("s")
            if int(found["axis"]) not in _ALONG[what]:
                other = "columns" if what == "row" else "rows"
                yield Problem(
                    Span(*told.span("what")).shift(found.start("behind")),
                    f"along axis {found['axis']} the {other} sum to one, not the {what}s",
                    help=f"try {other}",
                    evidence={"kind": "shape"},
                )


def axis_pattern_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each pattern of axes, in code or between the words, that is at odds with itself."""
    for fault in pattern_faults(model.document.source.text):
        yield Problem(fault.place, fault.message, evidence={"kind": "shape"})


def _apart(lines: list[ShapedLine]) -> frozenset[frozenset[str]]:
    """The pairs of letters that the author writes in one shape: they are two sizes.

    What a line gives can hold one size under two names, that of a remark and that of the program: of its letters
    only those count that remarks use too.
    """
    said = {line.said for line in lines if line.said is not None}
    used = {size.letter for shape in said for size in shape if size.letter is not None and size != MORE_AXES}
    derived = {
        tuple(size for size in line.derived if size.letter in used) for line in lines if line.derived is not None
    }
    sides = {line.apart for line in lines if line.apart}
    qualified = {
        (letter(one), letter(other))
        for one, other in combinations(sorted(used), 2)
        if set() < (set(one.lower().split("_")) ^ set(other.lower().split("_"))) <= _SETS_APART
    }
    return frozenset(
        frozenset({one.letter, other.letter})
        for shape in said | derived | sides | qualified
        for one, other in combinations(shape, 2)
        if one.letter is not None and other.letter is not None and one != other
        if MORE_AXES not in (one, other)
        if not may_be_one(one.letter, other.letter) or shape in said and 1 in (len(one.letter), len(other.letter))
    )


_SETS_APART = frozenset("kv ff ffn latent vocab".split())  # words of which a size has another than without them


def may_be_one(name: str, other: str) -> bool:
    """Whether one name may be short for the other.

    >>> may_be_one("seq", "seq_length"), may_be_one("heads", "num_heads"), may_be_one("seq", "head_dim")
    (True, True, False)
    >>> may_be_one("n_heads", "n_kv_heads")
    False
    """
    words, others = set(name.lower().split("_")), set(other.lower().split("_"))
    if (words ^ others) & _SETS_APART:
        return False
    return words <= others or others <= words


def _clash(derived: Sizes, said: Sizes, apart: frozenset[frozenset[str]]) -> bool:
    """Whether two shapes are known to differ: in an axis, or as the same sizes in another order."""
    if MORE_AXES in (derived[0], said[0]):
        return any(
            differ(one, other, apart)
            for one, other in zip(reversed(derived), reversed(said), strict=False)
            if MORE_AXES not in (one, other)
        )
    if len(derived) != len(said):
        return len(derived) > 1 and len(said) > 1
    if sorted(map(str, derived)) == sorted(map(str, said)):
        return derived != said
    return any(differ(one, other, apart) for one, other in zip(derived, said, strict=True))


def differ(one: Dimension, other: Dimension, apart: frozenset[frozenset[str]]) -> bool:
    """Whether two sizes are numbers that differ, or differ in letters that stand in one shape."""
    if one == other:
        return False
    if one.number is not None and other.number is not None:
        return True
    if (one.number == 1 and other.letters) or (other.number == 1 and one.letters):
        return True
    if one.letter is not None and other.letter is not None:
        return frozenset({one.letter, other.letter}) in apart
    quotient = divide(one, other)
    if quotient is None:
        return False
    if _is_square_beside(one, other, apart) or _is_square_beside(other, one, apart):
        return True
    if one.letters & other.letters and len(quotient.terms) == 1:
        powers = {exponent > 0 for monomial, _ in quotient.terms for _, exponent in monomial}
        if len(powers) < 2:
            return True  # C and 3C, s and s g
    letters = quotient.letters
    return len(letters) == 2 and letters in apart and not one.letter and not other.letter


def _is_square_beside(one: Dimension, other: Dimension, apart: frozenset[frozenset[str]]) -> bool:
    """Whether one size is a letter times itself, and the other one a letter known for another size."""
    if other.letter is None or len(one.letters) != 1 or frozenset({*one.letters, other.letter}) not in apart:
        return False
    ((monomial, times),) = one.terms if len(one.terms) == 1 else (((), 0),)
    return times == 1 and [exponent for _, exponent in monomial] == [2]


def _shown(shape: Sizes) -> str:
    return f"({', '.join(str(size) for size in shape)})"


__all__ = ["LANGUAGES", "axis_pattern_problems", "code_shape_problems", "differ", "may_be_one"]
