"""What a text is, where no name tells it: a notebook, LaTeX, reStructuredText, or else Markdown."""

from __future__ import annotations

import re

_NOTEBOOK = re.compile(r"\s*\{\s*\"")
_CELLS = re.compile(r'"(?:cells|worksheets)"\s*:\s*\[')
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*+$|\Z)", re.M | re.S)
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|```)|\A---\n", re.M)
_LATEX = re.compile(
    r"^[ \t]*\\(?:documentclass|begin\{document\}|usepackage|(?:sub)*section\*?\{|chapter\*?\{|input\{)", re.M
)
_RST = re.compile(r"^[ \t]*\.\. [\w:.+-]+::(?:\s|$)|(?<![\w`]):math:`|^\.\. _[\w -]+:", re.M)


def suffix_of(text: str) -> str:
    r"""The suffix of the format that a text is evidently in.

    >>> suffix_of('{"cells": []}'), suffix_of("\\section{A}"), suffix_of(".. math:: x"), suffix_of("# A")
    ('.ipynb', '.tex', '.rst', '.md')
    """
    if _NOTEBOOK.match(text) and _CELLS.search(text):
        return ".ipynb"
    if _MARKDOWN.search(text):
        bare = _FENCED.sub("", text)  # a Markdown note may well show a piece of the others
        return ".tex" if re.search(r"^[ \t]*\\documentclass", bare, re.M) and "\\begin{document}" in bare else ".md"
    if _LATEX.search(text):
        return ".tex"
    return ".rst" if _RST.search(text) else ".md"
