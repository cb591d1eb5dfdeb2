"""Queries, keys and values that program code makes alike, but for one that is made of another one's name.

``q = self.W_q(x)``, ``k = self.W_q(x)``, ``v = self.W_v(x)``: the second line was copied and not changed everywhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.code.left_out import family_of
from symformer.semantics.carriers.code_blocks import PythonBlock, python_blocks, suites_of
from symformer.semantics.model import SemanticModel

_SHARED = re.compile(r"\b(?:shar(?:e|es|ed|ing)|tied?|same (?:matrix|weights?|projection)|reuse\w*)\b", re.IGNORECASE)
_WORDS = {"q": ("q", "query", "queries"), "k": ("k", "key", "keys"), "v": ("v", "value", "values")}
MARK = "§"


def sibling_lines_of_code(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each line that takes the name of another one, where its two siblings take their own."""
    for block in python_blocks(model.document):
        if _SHARED.search(block.text) is not None:
            continue
        for suite in suites_of(block.tree):
            yield from _in_suite(suite, block)


def _in_suite(suite: list[ast.stmt], block: PythonBlock) -> Iterator[Problem]:
    made: dict[str, list[tuple[ast.Assign, str]]] = {}
    for statement in suite:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name)]):
                letter = _letter(name)
                if letter is not None:
                    made.setdefault(_stem(name), []).append((statement, letter))
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
                for target, value in zip(names, values, strict=True):
                    letter = _letter(target.id) if isinstance(target, ast.Name) else None
                    if letter is not None and isinstance(target, ast.Name):
                        single = ast.copy_location(ast.Assign(targets=[target], value=value), value)
                        made.setdefault(_stem(target.id), []).append((single, letter))
    for lines in made.values():
        for at in range(len(lines) - 2):
            three = lines[at : at + 3]
            if len({letter for _, letter in three}) == 3:
                yield from _of_three(three, block)


def _letter(name: str) -> str | None:
    """q, k or v, whose name this is: ``q``, ``keys``, ``W_v``, ``q_proj``."""
    parts = [part for part in re.split(r"_|(?<=W)", name.lower() if "W" not in name else name) if part]
    for letter, words in _WORDS.items():
        if any(part.lower() in words for part in parts):
            return letter
    return None if family_of(name) is None else next((sign for sign in name.lower() if sign in _WORDS), None)


def _stem(name: str) -> str:
    letter = _letter(name)
    return _marked(name, letter) if letter is not None else name


def _marked(text: str, letter: str) -> str:
    words = "|".join(_WORDS[letter])
    return re.sub(
        rf"(?<!d_)(?<![A-Za-z])(?:{words})(?![A-Za-z])|(?<=W)(?:{letter}|{letter.upper()})(?![A-Za-z])",
        MARK,
        text,
        flags=re.IGNORECASE,
    )


def _of_three(three: list[tuple[ast.Assign, str]], block: PythonBlock) -> Iterator[Problem]:
    values = [ast.unparse(statement.value) for statement, _ in three]
    own = [_marked(value, letter) for value, (_, letter) in zip(values, three, strict=True)]
    lacking = [at for at in range(3) if MARK not in own[at]]
    if len(lacking) != 1:
        return
    at = lacking[0]
    statement, _ = three[at]
    for other, (_, letter) in enumerate(three):
        if (
            other != at
            and MARK in (taken := _marked(values[at], letter))
            and taken in (own[i] for i in range(3) if i != at)
        ):
            if block.called_wrong(statement.value):
                return
            name = ast.unparse(statement.targets[0])
            yield Problem(
                block.span(statement.value),
                f"{name} is made of what {ast.unparse(three[other][0].targets[0])} is made of, where the lines beside it take their own",
                evidence={"kind": "symbol", "symbol": name},
            )
            return


__all__ = ["sibling_lines_of_code"]
