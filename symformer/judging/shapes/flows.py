r"""Shapes that follow from each other in one line: ``(B, T, C) @ (C, D) → (B, T, D)``, ``(B, T, h, d) → (B, h, T, d) → (B, T, h·d)``.

In a product the last size of one factor is the last but one of the next.  What is only split, turned or merged keeps how many
entries there are.  Two letters are two sizes where they stand in one shape of the note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise
from operator import mul

from symformer.algebra.dimension import Dimension, divide, letter, substitute
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.shapes.code_shapes import differ, may_be_one
from symformer.semantics.carriers.code_remarks import Sizes, sizes_of
from symformer.text.span import Span

_SIZE = r"[\w{}\\./*·⋅ +-]{1,30}"
_TUPLE = rf"(?:\\left)?[(\[](?P<sizes>{_SIZE}(?:,{_SIZE}){{1,5}})(?:\\right)?[)\]]"
_NAMED = r"(?:[`$*]{0,3}[A-Za-z]\w{0,8}(?:_\{?\w{1,6}\}?)?[`$*]{0,3}[ ]?(?::|=)?[ ]?)?"
_ARROW = r"(?:→|->|=>|⇒|⟶|\\to\b|\\rightarrow\b|\\longrightarrow\b|=(?!=))"
_TIMES = r"(?:@|\\cdot\b|\\times\b|·|⋅|×|\*)"
_LINK = re.compile(rf"[`$* \t]*(?P<sign>{_ARROW}|{_TIMES}|\+)[`$* \t]*{_NAMED}{_TUPLE}")
_FIRST = re.compile(
    rf"(?<![\w)\]}}.])(?:\\left)?[(\[](?P<sizes>{_SIZE}(?:,{_SIZE}){{1,5}})(?:\\right)?[)\]](?=[`$* \t]*(?:{_ARROW}|{_TIMES}|\+)[`$* \t]*{_NAMED}(?:\\left)?[(\[])"
)
_IS_ARROW = re.compile(_ARROW)
_IS_TIMES = re.compile(_TIMES)
_LABEL = re.compile(r"\\(?:text|mathrm|operatorname)\{([\w]+)\}")
_KEEPS = re.compile(
    r"\b(?:merg\w+|concat\w*|reshap\w*|flatten\w*|transpos\w*|permut\w*|swap\w*|view|unflatten\w*|rearrang\w*|fold\w*)\b|拼接|合并|转置|拆分|变形",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:project\w*|linear\w*|embed\w*|pool\w*|mean|sum|averag\w*|select\w*|slic\w*|repeat\w*|expand\w*|broadcast\w*|pad\w*|mask\w*|chunk\w*|each|per|one|first|last|weights?|@|W_?\w|conv\w*|layer|drop\w*|index\w*|gather\w*|stack\w*|batch)\b|投影|池化|嵌入",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\b(?:not|cannot|can['’]t|error|mismatch\w*|incompatible|fails?|wrong|undefined|invalid|doesn['’]t|illegal|mistake|impossible|broadcast\w*|bug)\b|✗|❌|≠|不能|错误",
    re.IGNORECASE,
)
_QUOTIENT = re.compile(
    r"(?<![\w.])(?P<part>[A-Za-z]\w*(?:_\{?\w+\}?)?)\s*=\s*(?:\\d?frac\{(?P<over>\w+(?:_\{\w+\})?)\}\{(?P<under>\w+(?:_\{\w+\})?)\}|(?P<whole>[A-Za-z]\w*(?:_\{?\w+\}?)?)\s*(?://|/)\s*(?P<count>[A-Za-z]\w*(?:_\{?\w+\}?)?))(?![\w(])"
)
_PRODUCT = re.compile(
    r"(?<![\w.])(?P<whole>[A-Za-z]\w*(?:_\{?\w+\}?)?)\s*=\s*(?P<count>[A-Za-z]\w*(?:_\{?\w+\}?)?)\s*(?:\*|·|×|⋅|\\cdot|\\times)\s*(?P<part>[A-Za-z]\w*(?:_\{?\w+\}?)?)(?![\w(*·×])"
)
_SPEAKS = re.compile(r"\b(?:shapes?|matri(?:x|ces)|axes|axis|tensors?)\b|形状|矩阵", re.IGNORECASE)
MOST_LINKS, NEAR = 8, 120


@dataclass(frozen=True, slots=True)
class _Step:
    """A shape in a flow, the sign before it, and where it stands."""

    sign: str
    sizes: Sizes
    place: Span

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.sizes))})"


def flow_problems(document: Document) -> Iterator[Problem]:
    """A problem for each step of a flow whose shape cannot come from the ones before it."""
    text = document.source.text
    if "," not in text or _FIRST.search(text) is None:
        return
    flows = list(_flows(text))
    facts = _facts(text)
    apart = _apart(flows)
    for flow in flows:
        if not _is_of_shapes(flow, text):
            continue
        together = apart | _of_one_line(flow)
        line = text[
            text.rfind("\n", 0, flow[0].place.start) + 1 : (text.find("\n", flow[-1].place.end) + 1 or len(text))
        ]
        if _WRONG.search(line) is None:
            problem = _judged(flow, line, _Known(facts, together))
            if problem is not None:
                yield problem


def _flows(text: str) -> Iterator[list[_Step]]:
    at = 0
    while (first := _FIRST.search(text, at)) is not None:
        at = first.end()
        sizes = _sizes(first["sizes"])
        if sizes is None:
            continue
        flow = [_Step("", sizes, Span(*first.span()))]
        while (link := _LINK.match(text, at)) is not None and len(flow) < MOST_LINKS:
            sizes = _sizes(link["sizes"])
            if sizes is None:
                break
            at = link.end()
            flow.append(_Step(link["sign"], sizes, Span(link.start("sizes") - 1, link.end())))
        follows = re.compile(rf"[`$*]*[ \t]*(?:{_ARROW}|{_TIMES}|\+|-|/|\^|⊤|ᵀ|\.)[ \t]*(?=[\w(\[\\])|\^|ᵀ|\.T").match(
            text, at
        )
        if follows is not None and len(flow) > 1 and _IS_TIMES.fullmatch(flow[-1].sign):
            continue  # the product goes on with what is no shape
        if len(flow) > 1 and any(each.letters for step in flow for each in step.sizes):
            yield flow


def _sizes(written: str) -> Sizes | None:
    plain = _LABEL.sub(r"\1", written).replace("\\_", "_").replace("·", "*").replace("⋅", "*").replace(r"\cdot", "*")
    plain = re.sub(r"_\{(\w+)\}", r"_\1", plain).replace("//", "/")
    return None if re.search(r"[{}\\]", plain) else sizes_of(plain)


def _plain(name: str) -> str:
    return name.replace("{", "").replace("}", "")


def _facts(text: str) -> dict[str, Dimension]:
    """What parts of sizes are: d of ``d = C / h`` is C/h; a letter that is told in two ways is left open."""
    told: dict[str, set[Dimension]] = {}
    for found in _QUOTIENT.finditer(text):
        whole, count = found["over"] or found["whole"], found["under"] or found["count"]
        told.setdefault(_plain(found["part"]), set()).add(letter(_plain(whole)) / letter(_plain(count)))
    for found in _PRODUCT.finditer(text):
        part = _plain(found["part"])
        told.setdefault(part, set()).add(letter(_plain(found["whole"])) / letter(_plain(found["count"])))
    return {name: next(iter(values)) for name, values in told.items() if len(values) == 1}


def _put_in(size: Dimension, facts: Mapping[str, Dimension]) -> Dimension:
    for name in sorted(size.letters & facts.keys()):
        if name not in facts[name].letters:
            size = substitute(size, name, facts[name]) or size
    return size


def _apart(flows: list[list[_Step]]) -> frozenset[frozenset[str]]:
    """The pairs of letters that stand in one shape."""
    return frozenset(
        frozenset({one.letter, other.letter})
        for flow in flows
        for step in flow
        for one, other in combinations(step.sizes, 2)
        if one.letter is not None and other.letter is not None and one != other
        if not may_be_one(one.letter, other.letter)
    )


def _is_of_shapes(flow: list[_Step], text: str) -> bool:
    """Whether it is shapes that are written here, and no points or pairs of numbers, (a, b) + (c, d)."""
    if any(len(step.sizes) > 2 for step in flow) or any(step.sign == "@" for step in flow):
        return True
    around = text[max(0, flow[0].place.start - NEAR) : flow[-1].place.end + NEAR]
    return _SPEAKS.search(around) is not None and not any(step.sign == "+" for step in flow)


def _of_one_line(flow: list[_Step]) -> frozenset[frozenset[str]]:
    """The pairs of letters of one flow: who writes both in one line means two sizes."""
    letters = dict.fromkeys(size.letter for step in flow for size in step.sizes if size.letter is not None)
    return frozenset(frozenset(pair) for pair in combinations(letters, 2) if not may_be_one(*pair))


@dataclass(frozen=True, slots=True)
class _Known:
    """What a note tells of its sizes."""

    facts: Mapping[str, Dimension]
    apart: frozenset[frozenset[str]]

    def same(self, one: Dimension, other: Dimension) -> bool:
        """Whether two sizes are one, with what the note says of their parts."""
        return _put_in(one, self.facts) == _put_in(other, self.facts)

    def differ(self, one: Dimension, other: Dimension) -> bool:
        """Whether two sizes are known to differ."""
        return differ(_put_in(one, self.facts), _put_in(other, self.facts), self.apart) or differ(
            one, other, self.apart
        )


def _judged(flow: list[_Step], line: str, known: _Known) -> Problem | None:
    """The first step of a flow that does not follow."""
    made: Sizes | None = flow[0].sizes
    worked = False  # whether something was worked out since the last arrow
    for at, (before, step) in enumerate(pairwise(flow), 2):
        if _IS_ARROW.fullmatch(step.sign):
            problem = _arrived(made if worked else None, before, step, line, known)
            made, worked = step.sizes, False
        elif made is None:
            continue
        elif step.sign == "+":
            problem, made = _added(made, step, known)
            worked = True
        else:
            problem, made = _multiplied(made, step, flow[at].sizes if at < len(flow) else None, known)
            worked = True
        if problem is not None:
            return problem
    return None


def _arrived(made: Sizes | None, before: _Step, step: _Step, line: str, known: _Known) -> Problem | None:
    """What is wrong with the shape behind an arrow; ``made`` is what was worked out before it."""
    if made is not None:
        if _clash(made, step.sizes, known):
            return _problem(step, f"the shape of this is {_shown(made)}, not {step}", _shown(made))
        return None
    lost = _lost(before.sizes, step.sizes, line, known) if step.sign != "=" else None
    return _problem(step, f"{before} has {lost} times the entries of {step}", None) if lost is not None else None


def _added(made: Sizes, step: _Step, known: _Known) -> tuple[Problem | None, Sizes | None]:
    for one, other in zip(reversed(made), reversed(step.sizes), strict=False):
        if 1 not in (one.number, other.number) and not known.same(one, other) and known.differ(one, other):
            message = f"{_shown(made)} and {step} are added entry by entry, and {one} is not {other}"
            return _problem(step, message, None), None
    longer = len(made) >= len(step.sizes) and all(each.number != 1 for each in made)
    return None, made if longer else None


def _multiplied(made: Sizes, step: _Step, after: Sizes | None, known: _Known) -> tuple[Problem | None, Sizes | None]:
    """A product of arrays, or entry by entry, as the shape ``after`` the next sign tells."""
    if len(made) < 2 or len(step.sizes) < 2:
        return None, None
    by_entries = _multiplies_entries(made, step.sizes) and (after is None or after in (made, step.sizes))
    if step.sign != "@" and by_entries:
        return None, None
    if not known.same(made[-1], step.sizes[-2]):
        if not known.differ(made[-1], step.sizes[-2]):
            return None, None
        message = f"{_shown(made)} and {step} do not touch in one size: {made[-1]} and {step.sizes[-2]}"
        return _problem(step, message, None), None
    longer = made if len(made) >= len(step.sizes) else step.sizes
    return None, (*longer[:-2], made[-2], step.sizes[-1])


def _multiplies_entries(left: Sizes, right: Sizes) -> bool:
    """Whether two shapes may be those of factors entry by entry: ``(B, T, C) * (B, T, C)``, ``(B, T, C) * (B, T, 1)``."""
    return len(left) == len(right) and all(
        one == other or 1 in (one.number, other.number) for one, other in zip(left, right, strict=True)
    )


def _clash(made: Sizes, told: Sizes, known: _Known) -> bool:
    if len(made) != len(told):
        return False
    one, other = (sorted(str(_put_in(size, known.facts)) for size in sizes) for sizes in (made, told))
    pairs = list(zip(made, told, strict=True))
    if one == other:
        return not all(known.same(left, right) for left, right in pairs)
    return any(not known.same(left, right) and known.differ(left, right) for left, right in pairs)


def _lost(source: Sizes, target: Sizes, line: str, known: _Known) -> Dimension | None:
    """How many times the entries get fewer, where the words say that they are only arranged anew."""
    if _KEEPS.search(line) is None or _CHANGES.search(line) is not None:
        return None
    before, after = (reduce(mul, (_put_in(size, known.facts) for size in sizes)) for sizes in (source, target))
    if before == after:
        return None
    ratio = divide(reduce(mul, source), reduce(mul, target))
    if ratio is None or len(ratio.terms) != 1 or not ratio.letters:
        return None
    exponents = [exponent for monomial, _ in ratio.terms for _, exponent in monomial]
    named = {name for size in source for name in size.letters}
    of_those = all(size.letters <= named for size in target)
    return ratio if of_those and all(exponent > 0 for exponent in exponents) else None


def _shown(sizes: Sizes) -> str:
    return f"({', '.join(map(str, sizes))})"


def _problem(step: _Step, message: str, instead: str | None) -> Problem:
    return Problem(
        step.place,
        message,
        help=f"try {instead}" if instead else None,
        evidence={"kind": "shape"},
        key=f"flow@{step.place.start}",
    )


__all__ = ["flow_problems"]
