"""The formulas that pandoc and markdown-it-py find: run by ``compare_locations.py`` in their own environment.

Reads JSON lines ``{"id": …, "text": …}`` from standard input and answers each with
``{"id": …, "pandoc": [[kind, body], …], "markdown-it": …}``; needs PyPI's ``pypandoc_binary``,
``markdown-it-py`` and ``mdit-py-plugins``, and nothing of this project.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

PANDOC_FORMAT = (
    "markdown+tex_math_dollars+tex_math_single_backslash+tex_math_double_backslash"
    "+lists_without_preceding_blankline-yaml_metadata_block"
)
SECONDS = 60
ENVIRONMENT = re.compile(r"\s*\\begin\{(equation|align|gather|aligned|multline|eqnarray|alignat|flalign|displaymath)")


def pandoc(text: str) -> list[tuple[str, str]]:
    """The Math elements of pandoc's syntax tree, and its raw TeX environments of mathematics, in order."""
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-f", PANDOC_FORMAT, "-t", "json"]
    made = subprocess.run(command, input=text.encode(), capture_output=True, timeout=SECONDS, check=True)
    found: list[tuple[str, str]] = []
    pending = [json.loads(made.stdout)["blocks"]]
    while pending:
        match pending.pop():
            case {"t": "Math", "c": [{"t": kind}, body]}:
                found.append(("display" if kind == "DisplayMath" else "inline", body))
            case {"t": "RawBlock" | "RawInline", "c": ["tex" | "latex", body]} if ENVIRONMENT.match(body):
                found.append(("display", body))
            case {"c": inside}:
                pending.append(inside)
            case [*items]:
                pending.extend(reversed(items))
    return found


def markdown_it(text: str) -> list[tuple[str, str]]:
    """The math tokens of markdown-it-py with its plugins, at their most generous, in order."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.texmath import texmath_plugin

    parser = MarkdownIt("commonmark").enable("table")
    parser.use(texmath_plugin, delimiters="brackets").use(amsmath_plugin)
    parser.use(dollarmath_plugin, allow_space=True, allow_digits=True, allow_labels=True, double_inline=True)
    found: list[tuple[str, str]] = []
    pending = parser.parse(text)[::-1]
    while pending:
        token = pending.pop()
        pending.extend((token.children or [])[::-1])
        if token.type in ("math_inline", "math_single"):
            found.append(("inline", token.content))
        elif token.type.startswith("math") or token.type == "amsmath":
            found.append(("display", token.content))
    return found


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        answer = {"id": asked["id"], "pandoc": pandoc(asked["text"]), "markdown-it": markdown_it(asked["text"])}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
