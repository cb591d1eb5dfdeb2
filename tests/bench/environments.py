"""Places apart for what the measurements need: a virtual environment or an npm folder for each.

Each is made once, in a folder that the caller names, and made anew when its pins change.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

STAMP = "pins.txt"


class Unavailable(Exception):
    """What could not be installed here, and why, in one line."""


def python_with(pins: tuple[str, ...], folder: Path) -> Path:
    """The Python of a virtual environment at ``folder`` with these packages.

    Raises ``Unavailable``.
    """
    python = folder / "bin" / "python"
    if _is_made(folder, pins) and python.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)], folder)
    _run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *pins], folder)
    _stamp(folder, pins)
    return python


def node_with(pins: tuple[str, ...], folder: Path) -> Path:
    """``folder`` with these packages of npm in its ``node_modules``.

    Raises ``Unavailable``.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Unavailable("node and npm are not here")
    if not _is_made(folder, pins):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *pins], folder)
        _stamp(folder, pins)
    return folder


def _is_made(folder: Path, pins: tuple[str, ...]) -> bool:
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8").split("\n") == list(pins)


def _stamp(folder: Path, pins: tuple[str, ...]) -> None:
    (folder / STAMP).write_text("\n".join(pins), encoding="utf-8")


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}").split("\n")[-1]
        raise Unavailable(f"{folder.name}: {said}")
