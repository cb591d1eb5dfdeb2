"""The only module that touches the disk: which notes there are, and what is in them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

STDIN = "-"
WALKED = frozenset(
    {".md", ".markdown", ".qmd", ".rmd", ".mdx", ".ipynb", ".tex", ".rnw", ".rst"}
)  # what is named may have any suffix
VENDORED = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
SETTINGS_FILES = ("symformer.toml", "pyproject.toml")

Ignored = Callable[[Path, bool], bool]  # (path, is it a folder) → left out


@dataclass(frozen=True, slots=True)
class Target:
    """A note to check, as it is named to the user, or what is wrong with the name.

    What was not ``named`` was found in a folder.
    """

    path: str
    problem: str | None = None
    named: bool = True
    name: str | None = None  # of what comes from standard input, where the user says it

    @property
    def shown(self) -> str:
        """How the note is called in reports; the suffix is that of its format."""
        return self.name or self.path


def find_notes(paths: Iterable[str], suffixes: frozenset[str], exclude: Ignored) -> list[Target]:
    """The notes that the paths name: files as they are, folders by walking them. Each once."""
    found: dict[str, Target] = {}
    for path in paths:
        for target in _under(path, suffixes, exclude):
            before = found.setdefault(_identity(target), target)
            if target.named and not before.named:
                found[_identity(target)] = replace(before, named=True)
    return list(found.values())


def read_bytes(path: str) -> bytes:
    """What a note holds; "-" is standard input."""
    if path == STDIN:
        if sys.stdin is None:  # closed by whoever called
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read()
    return Path(path).read_bytes()


def write_bytes(path: str, data: bytes) -> None:
    """Put ``data`` in the place of what a file holds, at one stroke; its rights stay, and a link stays a link.

    What is no file (a pipe, ``/dev/null``) is written to, never replaced.
    """
    from shutil import copymode
    from tempfile import NamedTemporaryFile

    target = Path(os.path.realpath(path))
    exists = target.exists()
    if exists and not target.is_file():
        target.write_bytes(data)
        return
    fresh = NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)  # noqa: SIM115
    try:
        with fresh:
            fresh.write(data)
        if exists:
            copymode(target, fresh.name)
        else:
            os.chmod(fresh.name, 0o666 & ~_umask())
        os.replace(fresh.name, target)
    except OSError:
        os.unlink(fresh.name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_text(path: str) -> str:
    """The text of a file of ours: settings, a notation, a preamble."""
    return Path(path).read_text(encoding="utf-8")


def told(error: OSError) -> str:
    """What went wrong on the disk, in a few words."""
    match error:
        case FileNotFoundError():
            return "no such file or folder"
        case PermissionError():
            return "cannot be read: permission denied"
        case IsADirectoryError():
            return "is a folder"
        case _:
            return f"cannot be read: {error.strerror or error}"


def settings_candidates(paths: Iterable[str]) -> Iterator[Path]:
    """The settings files above the first path, the nearest first."""
    first = next((path for path in paths if path != STDIN), ".")
    start = absolute(first)
    for folder in (start, *start.parents):
        for name in SETTINGS_FILES:
            candidate = folder / name
            if os.path.isfile(candidate):  # False, not an exception, for a name no file can have
                yield candidate


def absolute(path: str | Path) -> Path:
    """The path from the root of the disk, without "..", links left as they are."""
    return Path(os.path.abspath(path))


def matcher(patterns: tuple[str, ...], base: Path) -> Ignored:
    """Whether a path matches one of the patterns (as in .gitignore), which are relative to ``base``."""
    return _Patterns(patterns, base) if patterns else nothing


def either(first: Ignored, second: Ignored) -> Ignored:
    """Whether a path matches one or the other."""
    return second if first is nothing else first if second is nothing else _Either(first, second)


def nothing(path: Path, folder: bool) -> bool:
    """Leaves no path out."""
    return False


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Patterns relative to a folder; a record, as it goes to other processes."""

    patterns: tuple[str, ...]
    base: Path

    def __call__(self, path: Path, folder: bool) -> bool:
        return _verdict(_compiled(self.patterns), self.base, path, folder) is True


@dataclass(frozen=True, slots=True)
class _Either:
    first: Ignored
    second: Ignored

    def __call__(self, path: Path, folder: bool) -> bool:
        return self.first(path, folder) or self.second(path, folder)


@lru_cache(maxsize=16)
def _compiled(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)


def _under(path: str, suffixes: frozenset[str], exclude: Ignored) -> Iterator[Target]:
    if path == STDIN:
        yield Target(path)
        return
    try:
        kind = Path(path).stat()
    except (OSError, ValueError) as error:
        yield Target(path, told(error) if isinstance(error, OSError) else f"is no path: {error}")
        return
    if not _is_folder(kind):
        yield Target(path)
        return
    notes = list(_walk(Path(path), suffixes, exclude))
    if not notes:
        yield Target(path, f"holds no notes ({' '.join(sorted(suffixes))})")
    yield from notes


def _is_folder(kind: os.stat_result) -> bool:
    from stat import S_ISDIR

    return S_ISDIR(kind.st_mode)


def _walk(root: Path, suffixes: frozenset[str], exclude: Ignored) -> Iterator[Target]:
    """The notes under a folder, in the order of their names."""
    home = root.resolve()
    inherited = _inherited(home)
    # a folder that was named is meant, even where it is left out of a larger walk
    if _left_out(absolute(root), True, inherited):
        inherited = ()
    if exclude(absolute(root), True):
        exclude = nothing
    pending = [(root, inherited)]
    while pending:
        folder, specs = pending.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            yield Target(folder.as_posix(), told(error))
            continue
        specs = (*specs, *_specs(folder, folder.resolve()))
        folders = []
        for entry in entries:
            path = folder / entry.name
            inside = entry.is_dir(follow_symlinks=False)
            if entry.name.startswith(".") or _left_out(path, inside, specs) or exclude(absolute(path), inside):
                continue
            if inside and entry.name not in VENDORED:
                folders.append((path, specs))
            elif path.suffix.lower() in suffixes and _stays(entry, home):
                yield Target(path.as_posix(), named=False)
        pending.extend(reversed(folders))


def _stays(entry: os.DirEntry[str], home: Path) -> bool:
    """Whether an entry is a file, or a link to a file that is not found by itself and lies within."""
    if not entry.is_symlink():
        return entry.is_file()
    target = Path(entry.path).resolve()
    return target.is_file() and target.is_relative_to(home)


def _inherited(home: Path) -> tuple[tuple[Path, GitIgnoreSpec], ...]:
    """What the .gitignore files above a folder say, from the top of its repository down."""
    above = []
    for folder in home.parents if not (home / ".git").exists() else ():
        above.append(folder)
        if (folder / ".git").exists():
            return tuple(spec for each in reversed(above) for spec in _specs(each, each))
    return ()


def _specs(folder: Path, home: Path) -> Iterator[tuple[Path, GitIgnoreSpec]]:
    try:
        lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # there is none, or none that can be read: nothing is ignored
        return
    from pathspec import GitIgnoreSpec

    yield home, GitIgnoreSpec.from_lines(lines)


def _left_out(path: Path, folder: bool, specs: tuple[tuple[Path, GitIgnoreSpec], ...]) -> bool:
    """Whether git ignores the path: the last .gitignore that speaks of it decides."""
    verdict = None
    for base, spec in specs:
        said = _verdict(spec, base, path.parent.resolve() / path.name, folder)
        verdict = said if said is not None else verdict
    return verdict is True


def _verdict(spec: GitIgnoreSpec, base: Path, path: Path, folder: bool) -> bool | None:
    if not path.is_relative_to(base):
        return None
    relative = PurePosixPath(path.relative_to(base)).as_posix()
    return spec.check_file(f"{relative}/" if folder else relative).include


def _identity(target: Target) -> str:
    same = target.path == STDIN or target.problem is not None
    return target.path if same else os.path.realpath(target.path)
