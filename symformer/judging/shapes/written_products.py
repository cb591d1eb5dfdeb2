r"""Products of sizes written out: ``(128 × 512)(512 × 2048) → (128 × 2048)``, in formulas, sentences and worksheets.

What stands side by side has to touch in one size, and the result has the outer ones.  Sizes in letters may be equal under
two names: they are told only where a factor fits once it is turned over, or where the result shows the sizes of the factors
in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_SIZE = r"(?:\d{1,3}(?:,\d{3})+|(?:\d{1,7}\s?)?[A-Za-z](?:_(?:\{[^{}]{1,12}\}|\w))?|\d{1,7})"
_TIMES = r"\s*(?:\\times|×|(?<=[\d ])x(?=[\d ]))\s*"
_TWO = rf"(?:{_SIZE}){_TIMES}(?:{_SIZE})(?!{_TIMES}\w)"
_OPEN, _CLOSE = r"(?:\\left\s*)?[(\[]\s*", r"\s*(?:\\right\s*)?[)\]]"
_FACTOR = rf"{_OPEN}{_TWO}{_CLOSE}"
_JOINED = r"[ \t]*(?:\\cdot|\\times|·|×|@|\\,|\\;|\\!|\\ )?[ \t]*"
_GIVES = r"\s*(?:\\to|\\rightarrow|\\Rightarrow|\\longrightarrow|→|->|⇒|=>|=)\s*"
_PRODUCT = Cued(
    rf"(?P<factors>{_FACTOR}(?:{_JOINED}{_FACTOR}){{1,3}})(?![\^'’]|\s*(?:\\odot|⊙|\\circ))(?:(?P<sign>{_GIVES})(?P<result>{_FACTOR}|{_TWO})(?![\^'’\w]))?"
)
_EACH = Cued(rf"(?P<one>{_SIZE}){_TIMES}(?P<two>{_SIZE})")
_SPEAKS = Cued(
    r"\b(?:shapes?|sizes?|dimensions?|dims|matri(?:x|ces)|multiply|product|rows?|columns?)\b|形状|维|矩阵|大小",
    re.IGNORECASE,
)
_WRONG = Cued(
    r"\b(?:not|cannot|can['’]t|error|mismatch\w*|incompatible|fails?|wrong|undefined|invalid|doesn['’]t|illegal|mistake|impossible|elementwise|element-wise)\b|✗|❌|不能|错误",
    re.IGNORECASE,
)
_APART = Cued(r"[)\]]\s+[(\[]")
_EQUALS = Cued(r"[\s$]*(?:=|≈|\\approx)")
_NEAR = 90


def written_product_problems(document: Document) -> Iterator[Problem]:
    """A problem for each product of sizes whose factors do not touch, or whose result has other sizes."""
    text = document.source.text
    for found in _PRODUCT.finditer(text):
        around = text[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.end() + _NEAR].split("\n\n")[0]
        if _WRONG.search(line) or not (found["result"] or _SPEAKS.search(around)):
            continue
        if found["result"] is None and (_APART.search(found["factors"]) or _EQUALS.match(text, found.end())):
            continue  # (2 × 3) (2 × 3) may be a list, (2 × 3)(4 × 5) = 120 is a product of numbers
        problem = _judged(found)
        if problem is not None:
            yield problem


def _judged(found: re.Match[str]) -> Problem | None:
    factors = [(_plain(each["one"]), _plain(each["two"])) for each in _EACH.finditer(found["factors"])]
    result = _EACH.search(found["result"]) if found["result"] else None
    told = (_plain(result["one"]), _plain(result["two"])) if result is not None else None
    if told is not None and _is_arithmetic(factors, told):
        return None
    for left, right in pairwise(factors):
        if left[1] != right[0] and _differ(left, right):
            message = (
                f"({' × '.join(left)}) and ({' × '.join(right)}) do not touch in one size: {left[1]} and {right[0]}"
            )
            return _problem(found.span("factors"), message, found["factors"])
    if told is None or any(left[1] != right[0] for left, right in pairwise(factors)):
        return None
    outer = (factors[0][0], factors[-1][1])
    sizes = {size for each in factors for size in each}
    if told == outer or not all(
        each in sizes or each.isdigit() and outer[at].isdigit() for at, each in enumerate(told)
    ):
        return None
    message = f"the product of these is {' × '.join(outer)}, not {' × '.join(told)}"
    return _problem(found.span("result"), message, found["result"])


def _plain(size: str) -> str:
    return re.sub(r"[\s,{}]", "", size)


def _differ(left: tuple[str, str], right: tuple[str, str]) -> bool:
    """Whether two sizes that touch surely differ: as numbers, or since one factor fits once it is turned over."""
    if left[1].isdigit() and right[0].isdigit():
        return True
    if left[1].isdigit() or right[0].isdigit():
        return False
    return (left[1] == right[1]) != (left[0] == right[0])


def _is_arithmetic(factors: list[tuple[str, str]], told: tuple[str, str]) -> bool:
    """Whether numbers are multiplied, and nothing is said of shapes: (2 × 3)(4 × 5) = 6 × 20."""
    if not all(size.isdigit() for each in (*factors, told) for size in each):
        return False
    product = 1
    for one, two in factors:
        product *= int(one) * int(two)
    return product == int(told[0]) * int(told[1])


def _problem(place: tuple[int, int], message: str, quoted: str) -> Problem:
    return Problem(
        Span(*place),
        message,
        level="warning",
        evidence={"kind": "shape", "printed": " ".join(quoted.split())},
        key=f"written-product@{place[0]}",
    )


__all__ = ["written_product_problems"]
