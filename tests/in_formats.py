"""One note in the formats that are read: Markdown, LaTeX, a notebook."""

from __future__ import annotations

import json
from pathlib import Path


def notebook(markdown: str) -> str:
    """A notebook with one cell of Markdown."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": markdown.splitlines(keepends=True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def written_to(folder: Path, markdown: str, tex_body: str) -> Path:
    """``note.md``, ``note.ipynb`` and ``note.tex`` in a folder."""
    tex = f"\\documentclass{{article}}\n\\begin{{document}}\n{tex_body}\\end{{document}}\n"
    for name, text in (("note.md", markdown), ("note.tex", tex), ("note.ipynb", notebook(markdown))):
        (folder / name).write_text(text, "utf-8")
    return folder
