"""What parameters begin with, in words beside program code: "at initialisation B = 0" where the code draws B and sets A to zero."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import Sentence, sentences
from symformer.semantics.carriers.code_blocks import PythonBlock, python_blocks
from symformer.semantics.model import SemanticModel
from symformer.text.cued import Cued
from symformer.text.span import Span

_ZERO = frozenset("zeros zeros_like zeros_ constant_zero".split())
_DRAWN = frozenset(
    "randn rand randn_like rand_like normal normal_ standard_normal uniform uniform_ kaiming_uniform_ kaiming_normal_ "
    "xavier_uniform_ xavier_normal_ trunc_normal_ orthogonal_".split()
)
_TOPIC = Cued(r"\binitiali[sz]|\bat\s+the\s+(?:start|beginning)\b|初始化", re.IGNORECASE)
_NAME = r"(?<![A-Za-z\\_])(?P<{}>[A-Z](?:_\{{?\w+\}}?)?)(?![A-Za-z_])"
_IS = r"\s*+(?:is|are|starts?|begins?|gets?|stays?)?\s*+(?:initiali[sz]ed|set|drawn|filled|made)?\s*(?:to|with|at|as|by|from|out\s+of)?\s*(?:an?\s+|the\s+|all\s+)*"
_SAID_ZERO = Cued(_NAME.format("name") + rf"(?:\s*=\s*0(?![.\d])|{_IS}zeros?\b)")
_SAID_DRAWN = Cued(
    _NAME.format("name") + rf"{_IS}(?:Gaussian|random(?:ly)?|normal|Kaiming|Xavier|small\s+(?:random|Gaussian))\b"
)
_OPEN = Cued(
    r"\b(?:if|would|could|should|both|either|not|never|instead|some|other|variants?)\b|n['’]t\b|\?", re.IGNORECASE
)


def initialisation_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sentence that starts from zero what the code draws, and draws what the code starts from zero."""
    begun: dict[str, tuple[str, Span]] | None = None
    for block in model.document.prose:
        if block.kind == "heading" or _TOPIC.search(block.text.text) is None:
            continue
        for sentence in sentences(block.text):
            if _TOPIC.search(sentence.text) is None or _OPEN.search(sentence.text) is not None:
                continue
            begun = dict(_begun(model)) if begun is None else begun
            yield from _of_sentence(sentence, begun)


def _of_sentence(sentence: Sentence, begun: dict[str, tuple[str, Span]]) -> Iterator[Problem]:
    for pattern, way in ((_SAID_ZERO, "zero"), (_SAID_DRAWN, "drawn")):
        for found in pattern.finditer(sentence.text):
            told = begun.get(_plain(found["name"]))
            if told is None or told[0] == way:
                continue
            span = sentence.span(*found.span("name"))
            does = "draws it" if told[0] == "drawn" else "starts it from zero"
            yield Problem(
                span,
                f"{found['name']} is {'zero' if way == 'zero' else 'drawn'} here, and the code {does}",
                related=(Related(told[1], "the code"),),
                evidence={"kind": "text", "printed": found["name"]},
                key=f"initialised@{span.start}",
            )
            return


def _begun(model: SemanticModel) -> Iterator[tuple[str, tuple[str, Span]]]:
    """What each parameter begins with, where all of the code says only one thing."""
    found: dict[str, dict[str, Span]] = {}
    for block in python_blocks(model.document):
        for name, way, span in _in_block(block):
            found.setdefault(name, {}).setdefault(way, span)
    for name, ways in found.items():
        if len(ways) == 1:
            yield name, next(iter(ways.items()))


def _in_block(block: PythonBlock) -> Iterator[tuple[str, str, Span]]:
    for node in ast.walk(block.tree):
        match node:
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value):
                calls = {each for part in ast.walk(value) if (each := _called(part))}
                ways = {"zero"} if calls & _ZERO else set()
                ways |= {"drawn"} if calls & _DRAWN else set()
                if len(ways) == 1:
                    yield _plain(ast.unparse(target)), ways.pop(), block.span(node)
            case ast.Expr(value=ast.Call(args=[ast.Name() | ast.Attribute() as target, *_]) as call):
                name = _called(call)
                if name in _ZERO | _DRAWN:
                    yield _plain(ast.unparse(target)), "zero" if name in _ZERO else "drawn", block.span(node)


def _called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name
    return ""


def _plain(name: str) -> str:
    """A parameter's name without its owner: A of ``self.lora_A.weight``."""
    bare = re.sub(r"[{}]", "", name).removesuffix(".data").removesuffix(".weight")
    return bare.rpartition(".")[2].removeprefix("lora_")


__all__ = ["initialisation_problems"]
