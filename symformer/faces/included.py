r"""What a note takes from other files: what it includes, and macros that are defined elsewhere.

A LaTeX document is read with the files it names, from within its project: the nearest folder above it
that holds ``.git`` or settings, else two folders above it.  A chapter that is checked by itself gets
the macros of its main file: the one it names, or the first in its folder and up to two folders
above that includes it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from symformer.documents.document import UnreadableDocument
from symformer.documents.encoding import decode
from symformer.documents.includes import (
    Include,
    Included,
    Surroundings,
    includes_something,
    join,
    main_named_in,
    preamble_of,
)
from symformer.documents.reading import reader_for
from symformer.faces.files import SETTINGS_FILES, STDIN, Ignored, Target, absolute, nothing, read_bytes, told
from symformer.text.mapped import MappedText

ABOVE = 2  # folders
MOST_BYTES = 20_000_000  # of one included file
MOST_CANDIDATES = 200  # files of one folder that may be the main file
_MAIN_MARKS = ("\\documentclass", "\\begin{document}")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What holds for all notes of one check: macros from files of macros, and which files are left out."""

    definitions: str = ""
    exclude: Ignored = nothing


def surroundings_of(path: str, data: bytes, elsewhere: Elsewhere) -> Surroundings:
    """What the note at ``path`` takes from other files."""
    if path == STDIN or not reader_for(path, "").includes:
        return Surroundings(None, elsewhere.definitions)
    main = _main_of(path, data)
    definitions = elsewhere.definitions
    if main is not None:
        preamble = preamble_of(str(main), _bytes(main), _include(str(main), elsewhere.exclude))
        definitions = f"{definitions}\n{preamble}"
    return Surroundings(_include(path, elsewhere.exclude, main), definitions)


def whole_notes(targets: list[Target], elsewhere: Elsewhere) -> list[Target]:
    """The targets without the files that are read as a part of another one; what was named stays.

    Which these are depends on the set of files alone, not on their order.
    """
    parts = {_identity(each.path): _parts(each, elsewhere) for each in targets if _may_include(each)}
    if not any(parts.values()):
        return targets
    included = {part for own in parts.values() for part in own}
    named = {_identity(target.path) for target in targets if target.named}
    # first those that nothing includes; of files that include each other the first by name
    kept: set[str] = set()
    covered: set[str] = set()
    for path in sorted(parts, key=lambda each: (each not in named, each in included, each)):
        if path in named or path not in covered:
            kept.add(path)
            covered |= parts[path]
    return [target for target in targets if _stays(target, kept, covered, named)]


def _stays(target: Target, kept: set[str], covered: set[str], named: set[str]) -> bool:
    if target.problem is not None or target.path == STDIN:
        return True
    path = _identity(target.path)
    return path in named or path in kept or path not in covered


def _may_include(target: Target) -> bool:
    return target.problem is None and target.path != STDIN and reader_for(target.path, "").includes


def _parts(target: Target, elsewhere: Elsewhere) -> frozenset[str]:
    """The files that a note is read with, its own left out."""
    data = _bytes(Path(target.path))
    return _files_of(target.path, data, _include(target.path, elsewhere.exclude, _main_of(target.path, data)))


def _files_of(path: str, data: bytes, include: Include) -> frozenset[str]:
    """The files that a document is made of; none where it cannot be read."""
    try:
        raw, _ = decode(data)
    except UnreadableDocument:
        return frozenset()
    if not includes_something(raw):
        return frozenset()
    joined = join(path, MappedText.identity(raw), raw, include)
    return frozenset(_identity(file.uri) for file in joined.files)


def _include(note: str, exclude: Ignored, main: Path | None = None) -> Include:
    """How a note gets the files it names: relative to its folder, or to that of its main file."""
    folders = [os.path.dirname(note)]
    if main is not None:
        folders.append(os.path.relpath(main.parent) if not os.path.isabs(note) else str(main.parent))
    root = _project(absolute(note).parent)

    def include(name: str) -> Included | None:
        found = (_included(os.path.normpath(os.path.join(folder, name)), root, exclude) for folder in folders)
        return next(filter(None, found), None)

    return include


def _included(path: str, root: Path, exclude: Ignored) -> Included | None:
    if "\0" in path or not os.path.isfile(path):
        return None
    shown = Path(path).as_posix()
    if not Path(path).resolve().is_relative_to(root):
        return Included(shown, problem=f"it lies outside of {root.as_posix()}")
    try:
        if os.path.getsize(path) > MOST_BYTES:
            return Included(shown, problem=f"it holds more than {MOST_BYTES:,} bytes")
        data = read_bytes(path)
    except OSError as error:
        return Included(shown, problem=told(error))
    return Included(shown, data, checked=not exclude(absolute(path), False))


@lru_cache(maxsize=256)
def _project(folder: Path) -> Path:
    """The folder within which files may be included."""
    home = folder.resolve()
    for above in (home, *home.parents):
        if any((above / mark).exists() for mark in (".git", *SETTINGS_FILES)):
            return above
    return (home, *home.parents)[min(ABOVE, len(home.parents))]


def _main_of(path: str, data: bytes) -> Path | None:
    """The main file of a chapter; nothing where a document stands by itself or none is found."""
    try:
        text, _ = decode(data)
    except UnreadableDocument:
        return None
    folder = absolute(path).parent
    if (named := main_named_in(text)) is not None:
        for suffix in ("", ".tex"):
            main = Path(os.path.normpath(folder / f"{named}{suffix}"))
            if _allowed(main, folder) and main != absolute(path):
                return main
    if _MAIN_MARKS[0] in text:
        return None
    for above in (folder, *folder.parents)[: ABOVE + 1]:
        if not above.resolve().is_relative_to(_project(folder)):
            return None
        for candidate in _candidates(above):
            if candidate != absolute(path) and _identity(path) in _made_of(str(candidate), _version(candidate)):
                return candidate
    return None


def _allowed(main: Path, folder: Path) -> bool:
    return os.path.isfile(main) and main.resolve().is_relative_to(_project(folder))


def _candidates(folder: Path) -> Iterator[Path]:
    """The LaTeX files of a folder, by name."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.lower().endswith((".tex", ".ltx")))
    except OSError:  # a folder that may not be looked at holds no main file for us
        return
    yield from (folder / name for name in names[:MOST_CANDIDATES])


def _version(path: Path) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=1024)
def _made_of(path: str, version: tuple[int, int]) -> frozenset[str]:
    """The files that a main file is made of, itself left out; none where it is no main file."""
    data = _bytes(Path(path))
    if version[1] > MOST_BYTES or not all(mark.encode() in data for mark in _MAIN_MARKS):
        return frozenset()
    return _files_of(path, data, _include(path, nothing))


def _bytes(path: Path) -> bytes:
    """What a file holds; nothing where it cannot be read."""
    try:
        return read_bytes(str(path))
    except OSError:
        return b""


def _identity(path: str) -> str:
    return os.path.realpath(path)
