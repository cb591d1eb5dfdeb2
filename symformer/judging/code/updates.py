"""Updates that add a rate times a gradient, where the note goes down a loss: ``w += lr * w.grad``, ``W_new = W_old + η × grad``.

Looked for in Python, and as it is typed in diagrams, pseudo-code and plain text.  Where the note speaks of ascent, of rewards
or of a gradient that is turned already, nothing is told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.carriers.code_blocks import PythonBlock, python_blocks
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

AROUND = 400
_RATE = re.compile(r"lr|eta|alpha|learning_?rate|step_?size|η|α")
_SLOPE = re.compile(r"(?:grad(?:ient)?s?(?:_?\w+)?|\w+_grads?|d[A-Z]?_?[wWbB]\w{0,2}|dL_d\w+)")
_UPHILL = Cued(
    r"\b(?:ascen[td]\w*|maximi[sz]\w*|uphill|reward\w*|adversar\w*|attack\w*|negative|minus|polic(?:y|ies)|log[\s_-]?prob\w*|(?:log[\s-]?)?likelihood|elbo|langevin|score|momentum|velocity|perturb\w*|dream\w*|residuals?|boost\w*|fgsm|pgd|reinforce|wrong|mistake|bug)\b|上升|最大化|奖励",
    re.IGNORECASE,
)
_TYPED = Cued(
    r"(?<![\w\\])(?P<name>[A-Za-zθ][A-Za-z]{0,8})(?:_?(?:new|next)|_\{?(?:new|t\s*\+\s*1|next)\}?|['′])?\s*(?:=|←|<-|:=)\s*(?P=name)(?:_?old|_\{?(?:old|t)\}?)?\s*(?P<sign>\+)\s*"
    r"(?:η|α|eta|alpha|lr|learning[_ ]rate)\s*[×*·]?\s*(?:grad(?:ient)?s?\b|∇|∂[A-Z]?/?∂|d[LJ]/d)",
)


def update_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each update that goes up."""
    text = model.document.source.text
    told: list[Span] = []
    for block in python_blocks(model.document):
        for place in _in_python(block):
            if not _goes_up(text, place):
                told.append(place)
                yield _problem(place, text)
    for found in _TYPED.finditer(text):
        place = Span(found.start(), found.end())
        if not _goes_up(text, place) and not any(each.start <= place.start <= each.end for each in told):
            yield _problem(place, text)


def _in_python(block: PythonBlock) -> Iterator[Span]:
    turned = {
        ast.unparse(target)
        for node in ast.walk(block.tree)
        if isinstance(node, ast.Assign) and any(isinstance(part, ast.USub | ast.Sub) for part in ast.walk(node.value))
        for target in node.targets
    }
    for node in ast.walk(block.tree):
        match node:
            case ast.AugAssign(target=new, op=ast.Add(), value=ast.BinOp(op=ast.Mult()) as step):
                pass
            case ast.Assign(
                targets=[new], value=ast.BinOp(left=old, op=ast.Add(), right=ast.BinOp(op=ast.Mult()) as step)
            ) if ast.unparse(new) == ast.unparse(old):
                pass
            case ast.Call(func=ast.Attribute(value=new, attr="add_"), args=[ast.BinOp(op=ast.Mult()) as step]):
                pass
            case _:
                continue
        if _is_step(step, turned, ast.unparse(new).removesuffix(".data")) and not block.called_wrong(node):
            yield block.span(node)


def _is_step(step: ast.BinOp, turned: set[str], name: str) -> bool:
    """A rate times a gradient, and nothing else; a number is a rate before the gradient of what is updated."""
    for rate, slope in ((step.left, step.right), (step.right, step.left)):
        if isinstance(rate, ast.Constant) and ast.unparse(slope).removesuffix(".data") == f"{name}.grad":
            return True
        if _RATE.fullmatch(_last(rate)) and ast.unparse(slope) not in turned:
            return _SLOPE.fullmatch(_last(slope)) is not None
    return False


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner):
            return _last(inner)
    return ""


def _goes_up(text: str, place: Span) -> bool:
    return _UPHILL.search(text, max(0, place.start - AROUND), place.end + AROUND) is not None


def _problem(place: Span, text: str) -> Problem:
    return Problem(
        place,
        "a rate times the gradient is added: this step goes up the loss",
        help="try a minus",
        evidence={"kind": "text", "found": text[place.start : place.end]},
        key=f"sign@{place.start}",
    )


__all__ = ["update_problems"]
