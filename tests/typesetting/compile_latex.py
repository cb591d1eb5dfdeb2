"""Do generated documents compile with a real LaTeX, without an overfull line?

    python tests/typesetting/compile_latex.py [--keep FOLDER]

It needs ``pdflatex`` (in Debian: texlive-latex-recommended and texlive-latex-extra), for the Chinese one ``xelatex``
(texlive-xetex and texlive-lang-chinese).  The documents and their PDFs
are kept in the folder, to be looked at.  Exit status: 0 all compile, 1 one does not, 2 there is no LaTeX.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REQUESTS = (
    "latex encoder-block --notation d2l --standalone",
    "latex decoder-block --notation phuong-hutter --standalone",
    "latex multi-head-attention --notation encoder-notes --with bias,grouped,causal --standalone",
    "latex scaled-dot-product-attention --steps --shapes --notation prince --standalone",
    "latex scaled-dot-product-attention --steps --shapes --with bias,causal --notation plain --standalone",
    "latex attention-step-by-step --numbers --notation bold-textbook --standalone",
    "latex positions --notation original-paper --standalone",
    "latex attention-output --steps --notation chinese-textbook --standalone",
    "latex training --notation batch-time-channel --standalone",
    "latex encoder-output --steps --layout two-column --standalone",
    "latex normalization --notation prince --shapes --standalone",
    "latex attention-backward --notation named-axes --standalone",
    "latex multi-head --notation column-notes --standalone",
    "latex losses --notation column-notes --standalone",
    "latex gradients --shapes --notation embedding-notes --standalone",
    "latex attention-output --steps --shapes-at margin --notation prince --standalone",
    "latex multi-head-attention --shapes-at subscript --with grouped,causal --base 0 --standalone",
    "latex multi-head-attention --layout beamer --notation phuong-hutter --symbols --standalone",
    "latex decoder-block --layout two-column --notation d2l --symbols --standalone",
    "latex encoder-output --steps --reasons intertext --notation chinese-textbook --standalone",
    "latex layer-norm --exercise answers --standalone",
    "latex scaled-dot-product-attention --notation plain,column-notes,chinese-textbook --standalone",
    "example encoder-block --format tex",
    "example encoder-block --format tex --n 6 --d 12 --heads 2 --decimals 4 --notation phuong-hutter",
)


def compiled(request: str, folder: Path, name: str) -> list[str]:
    """What LaTeX complains of: errors, and lines that stick out."""
    file = folder / f"{name}.tex"
    made = subprocess.run(
        [sys.executable, "-m", "symformer", *request.split(), "-o", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        return [made.stderr.strip()]
    engine = "xelatex" if "{ctex}" in file.read_text("utf-8") else "pdflatex"
    run = subprocess.run(
        [engine, "-interaction=nonstopmode", "-output-directory", str(folder), str(file)],
        capture_output=True, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    return [line for line in run.stdout.splitlines() if line.startswith(("!", "Overfull"))]


def main() -> int:
    """Compile every request and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="where the documents are kept")
    options = parser.parse_args()
    if shutil.which("pdflatex") is None:
        print("pdflatex is not installed: texlive-latex-recommended and texlive-latex-extra have it", file=sys.stderr)
        return 2
    folder = options.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for number, request in enumerate(REQUESTS, 1):
        complaints = compiled(request, folder, f"{number:02}")
        wrong += bool(complaints)
        print(f"{number:02}  {request}: {'; '.join(complaints[:2]) or 'compiles'}")
    print(f"{len(REQUESTS) - wrong} of {len(REQUESTS)} compile without a complaint; they are in {folder}")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
