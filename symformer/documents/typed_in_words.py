r"""Formulas typed between words without LaTeX: "with W₁ ∈ ℝ^(d×h)", "so Oᵢ = Σⱼ Aᵢⱼ Vⱼ.", and code spans that hold one.

They are told by signs that only formulas have: letters below or above, roots, sums, transposes, sets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from symformer.documents.document import TYPED, Formula, Prose
from symformer.documents.typed import says_something, typed_latex
from symformer.documents.typed_signs import FUNCTIONS, SUB, SUPER
from symformer.text.mapped import MappedText
from symformer.text.python_code import parsed
from symformer.text.span import Span

LONGEST, MOST_ENDS = 240, 24

_EVIDENCE = re.compile(rf"[ᵀ⊤√ℝΣ∑∏⊙⊗{''.join(SUB)}{''.join(SUPER)}]|[A-Za-z]_[A-Za-z0-9{{*]|\^[T({{]")
_SIGNS = re.compile(r"[ᵀ⊤√Σ∑∏⊙]")
_DONE = re.compile(r"[/√Σ∑∏⊙+(−]")  # Kᵀ alone is a name
_RELATION = re.compile(r"(?<![<>!:=+*/$\\-])(?:=|∈)(?![=>])")
_CODE = re.compile(r"(?<!`)`(?P<inside>[^`\n]{3,200})`(?!`)")
_MARKED = re.compile(r"(?<!`)`[^`\n]*`(?!`)|!?\[[^\]\n]*\]\([^)\n]*\)|<[^<>\n]*>|https?://\S+")
_SCRIPTS = rf"(?:_\{{[\w,+-]{{1,12}}\}}|_[A-Za-z0-9*]{{1,12}})?[{''.join((*SUB, *SUPER))}]*(?:\^(?:\([a-z0-9]\)|[A-Z](?![A-Za-z])|\{{[A-Za-z]\}}))?['’′]?"
_SHORT = rf"(?:[A-Za-zα-ωΑ-Ω][\u0302-\u0307]?\d?|[A-Z]{{2,3}}){_SCRIPTS}"
_SIDES = re.compile(r"=[^=]*=")
_SIDE_BY_SIDE = re.compile(
    r"[^\W\d_][ ][^\W\d]|⊙|[\w)][ ][A-Z](?![a-z])|[∂∇√Σ∑]"
)  # what only formulas have: X W, γ ⊙ x
_NAME = rf"(?:{_SHORT}|[A-Za-z]{{2,16}}{_SCRIPTS})"
_LEFT = re.compile(rf"(?:^|(?<=[\s(（*]))(?P<left>(?:{_SHORT},\s*){{0,7}}{_NAME}(?:\([^()\n]{{1,30}}\))?)\s*\Z")
_STOPS = re.compile(
    r"[ \t]*(?:$|\n|[.,;:!?)]+(?=\s|$|[*)])|[。，；：、）]|\*\*|[ ]+(?:(?:[—–]|--)[ ]|\(|[A-Za-z]{2,}(?![\w(_^])))"
)
_ENDS = re.compile(r"(?<=[\w)\]}ᵀ⊤'’′*" + "".join((*SUB, *SUPER)) + r"])(?=[\s.,;:!?)。，；：、）*]|$)")
_APPLIED = re.compile(
    rf"\b(?:{'|'.join((*FUNCTIONS, 'tan', 'lim', 'sup', 'inf', 'rank', 'tr', 'trace', 'Var', 'Cov', 'vec', 'mod'))})\Z"
)  # cos θ
_ORDINARY = frozenset("the and for with where let then that this from are has".split())
_LONE_WORD = re.compile(r"[ \t][aAI]\Z")
_BEFORE = re.compile(r"(?:^|[,.:;，。：；、(（–—>|*_\"“”-]|(?:^|[\s(])(?:[A-Za-z]{2,}|[a]))\Z|[\u3400-\u9fff]\Z")


def formulas_in_words(
    block: Prose, words: Collection[str], found_before: Collection[Formula] = ()
) -> Iterator[Formula]:
    """The typed formulas of a block of running text, beside those found in it before."""
    text = block.text.text
    if block.kind == "heading" or not any(sign in text for sign in "=∈`"):
        return
    taken = [each.span for each in (*block.formulas, *found_before)]
    for code in _CODE.finditer(text):
        latex = _in_code(text, *code.span("inside"), words)
        if latex is not None:
            yield from _placed(block, latex, Span(*code.span()), Span(*code.span("inside")), taken)
    marked = [Span(*found.span()) for found in _MARKED.finditer(text)]
    at = 0
    while (relation := _RELATION.search(text, at)) is not None:
        at = relation.end()
        if any(each.start <= relation.start() < each.end for each in marked):
            continue
        found = _around(text, relation, words)
        if found is not None:
            latex, place = found
            at = max(at, place.end)
            yield from _placed(block, latex, place, place, taken)


def _placed(block: Prose, latex: MappedText, place: Span, body: Span, taken: list[Span]) -> Iterator[Formula]:
    span = block.text.origin_span(place)
    if not any(each.start < span.end and span.start < each.end for each in taken):
        yield Formula(span, block.text.origin_span(body), latex.then(block.text), "inline", TYPED)


def _in_code(text: str, start: int, end: int, words: Collection[str]) -> MappedText | None:
    """What a code span holds, if it is no code: an equation that no program could hold, or an expression with a root."""
    if _RELATION.search(text, start, end) is None:
        if _SIGNS.search(text, start, end) is None or _DONE.search(text, start, end) is None:
            return None
        latex = typed_latex(text, start, end, words) if "≈" not in text[start:end] else None
        return latex if latex is not None and re.search(r"[A-Za-z]", re.sub(r"\\[A-Za-z]+", "", latex.text)) else None
    program = parsed(text[start:end].strip()) is not None
    if _EVIDENCE.search(text, start, end) is None and program:
        return None
    latex = typed_latex(text, start, end, words)
    if latex is None or says_something(latex.text):
        return latex
    # the span tells where the equation begins and ends: its numbers are not left to the words around it
    worked = _SIDES.search(text, start, end) is not None and _SIDE_BY_SIDE.search(text, start, end) is not None
    return latex if worked and not program and re.search(r"[A-Za-z]", text[start:end]) else None


def _formula(text: str, start: int, end: int, words: Collection[str]) -> MappedText | None:
    if _EVIDENCE.search(text, start, end) is None or _RELATION.search(text, start, end) is None:
        return None
    latex = typed_latex(text, start, end, words)
    return latex if latex is not None and says_something(latex.text) else None


def _around(text: str, relation: re.Match[str], words: Collection[str]) -> tuple[MappedText, Span] | None:
    """The longest formula around a sign of equality or membership."""
    line = text.rfind("\n", 0, relation.start()) + 1
    begin = max(line, relation.start() - LONGEST)
    left = _LEFT.search(text[begin : relation.start()])
    if left is None:
        return None
    start = begin + left.start("left")
    before = text[max(line, start - 40) : start].rstrip()
    if _BEFORE.search(before) is None or _APPLIED.search(before) is not None:
        return None
    stop = text.find("\n", start)
    stop = min(len(text) if stop < 0 else stop, start + LONGEST)
    own = re.match(r"[a-z]{3,}", left["left"])  # logits = W z + b
    words = {*words, own[0]} if own is not None and own[0] not in _ORDINARY else words
    ends = [found.start() for found in _ENDS.finditer(text, relation.end() + 1, stop)]
    if stop - start < LONGEST:
        ends.append(stop)
    for end in reversed(ends[-MOST_ENDS:]):
        if _STOPS.match(text, end) is None or _LONE_WORD.search(text[start:end]):
            continue
        latex = _formula(text, start, end, words)
        if latex is not None:
            return latex, Span(start, end)
    return None


__all__ = ["formulas_in_words"]
