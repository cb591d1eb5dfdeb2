r"""The files that a LaTeX document is made of: what ``\input`` and its kin name is put in their place.

The core reads no disk: an ``Include`` gives the file of a name.  Names are relative to the folder of
the note; as LaTeX does it, a name is looked for where ``\import`` leads, in the note's folder, and
beside the file that names it.  Each file is taken once.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from symformer.documents.document import Notice, UnreadableDocument
from symformer.documents.encoding import decode
from symformer.documents.garbled import cleaned
from symformer.documents.tex_hidden import definitions_of, hidden_in, masked
from symformer.text.mapped import MappedText, Segment
from symformer.text.source import IncludedFile
from symformer.text.span import Span

MOST_FILES = 500
DEEPEST = 20  # files within files
MOST_CHARACTERS = 20_000_000
NOTICES = 50


@dataclass(frozen=True, slots=True)
class Included:
    """A file that a document names: where it is, and what it holds, or why it is not read.

    Of a file that is not ``checked`` only the macros count.
    """

    path: str
    data: bytes = b""
    problem: str | None = None
    checked: bool = True


Include = Callable[[str], Included | None]  # a path relative to the note's folder → the file, None where there is none


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a note takes from other files: how to get those it includes, and macros defined elsewhere."""

    include: Include | None = None
    definitions: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """A document with all it includes: the raw texts one after the other, and the text made of them."""

    raw: str
    mapped: MappedText
    files: tuple[IncludedFile, ...]
    notices: tuple[Notice, ...]
    definitions: str  # of packages, and of what is included without being checked


def join(uri: str, text: MappedText, raw: str, include: Include) -> Joined:
    """The document ``text``, read from ``raw``, with what it includes."""
    joiner = _Joiner(include, raws=[raw], raw_length=len(raw), seen={posixpath.normpath(uri)})
    joiner.add(text, 0, _Where("", ""), 0)
    return Joined(
        "\n".join(joiner.raws),
        joiner.mapped(),
        tuple(joiner.files),
        tuple(joiner.notices),
        "\n".join(joiner.definitions),
    )


def preamble_of(uri: str, data: bytes, include: Include) -> str:
    """The definitions in the preamble of a main file and in what that includes; nothing where it is no text."""
    try:
        raw, _ = decode(data)
    except UnreadableDocument:
        return ""
    preamble = raw[: max(0, raw.find("\\begin{document}"))]
    joined = join(uri, MappedText.identity(preamble), preamble, include)
    return f"{joined.definitions}\n{_without_comments(joined.mapped.text)}"


def main_named_in(text: str) -> str | None:
    r"""The main file that a chapter names: ``% !TEX root = ../main.tex``, ``\documentclass[../main]{subfiles}``.

    >>> main_named_in("% !TEX root = ../main.tex\nText")
    '../main.tex'
    """
    head = text[:5_000]
    found = _ROOT.search(head) or _SUBFILES.search(head)
    return found[1].strip() if found is not None else None


def includes_something(text: str) -> bool:
    """Whether a document names other files at all."""
    return _INCLUDE.search(text) is not None


_ROOT = re.compile(r"^[ \t]*%+[ \t]*!TEX[ \t]+root[ \t]*=[ \t]*([^\s%]+)", re.M | re.I)
_SUBFILES = re.compile(r"\\documentclass\s*\[([^\]\n]+)\]\s*\{subfiles\}")
_INCLUDE = re.compile(
    r"\\(?P<kind>input|include|subfile|subfileinclude|InputIfFileExists)(?![A-Za-z@])"
    r"[ \t]*(?:\{(?P<name>[^{}\n]*)\}|(?P<bare>[^\s\\{}%]+))"
    r"|\\(?P<import>sub)?(?:import|inputfrom|includefrom)(?![A-Za-z@])\*?\s*\{(?P<folder>[^{}\n]*)\}\s*\{(?P<file>[^{}\n]*)\}"
    r"|\\(?P<package>usepackage|RequirePackage|documentclass|LoadClass)(?![A-Za-z@])"
    r"\s*(?:\[[^\]]{0,2000}\])?\s*\{(?P<names>[^{}]{0,2000})\}"
)
_DRAWN = (".pdf_tex", ".eps_tex", ".ps_tex", ".svg_tex", ".pgf", ".tikz", ".bbl", ".ind", ".gls", ".toc", ".aux")
_ENDINPUT = re.compile(r"\\endinput(?![A-Za-z@])")


@dataclass(frozen=True, slots=True)
class _Where:
    """Where names are looked for: the folder of the file that names, and where ``import`` led."""

    folder: str
    imported: str

    def folders(self) -> Iterator[str]:
        yield from dict.fromkeys((self.imported, "", self.folder))


@dataclass(slots=True)
class _Joiner:
    """Puts files together; holds what was made so far."""

    include: Include
    raws: list[str]
    raw_length: int
    files: list[IncludedFile] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    taken: int = 0  # files, packages too
    defined: int = 0  # characters of packages and of what is not checked
    pieces: list[str] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    length: int = 0

    def add(self, text: MappedText, base: int, where: _Where, depth: int) -> None:
        """Add a file whose raw text stands at ``base``, with what it includes."""
        spans = [each.span for each in hidden_in(text.text)]
        visible = masked(text.text, spans)
        if "\\newcommand" in visible or "def" in visible:
            visible = masked(visible, definitions_of(visible))
        at, end = _inside(visible) if depth else (0, _end(visible))
        if at:
            self.definitions.append(_without_comments(text.text[:at]))
        start = 0 if not depth else at
        for found in _INCLUDE.finditer(visible, 0, end):
            if found["package"]:
                self._packages(found, where, depth)
                continue
            if found.start() < start:
                continue
            self._copy(text, start, found.start(), base)
            start = found.start()
            if self._put(found, where, depth, text, base):
                start = found.end()
                newline = text.text.find("\n", start)
                if text.text[start : newline if newline >= 0 else None].strip():
                    self._gap("\n", text.origin_span(Span(start, start)).start + base)
        self._copy(text, start, end if depth else len(text.text), base)

    def _copy(self, text: MappedText, start: int, end: int, base: int) -> None:
        if start >= end:
            return
        made = MappedText.join(text.text, [Span(start, end)]).then(text)
        by = self.length
        self.segments += [
            Segment(s.start + by, s.end + by, s.origin_start + base, s.origin_end + base) for s in made.segments
        ]
        self.pieces.append(made.text)
        self.length += len(made.text)

    def _put(self, found: re.Match[str], where: _Where, depth: int, text: MappedText, base: int) -> bool:
        """Put in the file that a command names; False where the command stays."""
        name = (found["name"] or found["bare"] or found["file"] or "").strip().strip('"')
        if not name or "\\" in name or "#" in name or name.lower().endswith(_DRAWN):
            return False
        file, inner = self._found(found, name, where)
        if file is None or file.problem is not None:
            optional = found["kind"] == "InputIfFileExists" or found["bare"] is not None
            if file is not None or not optional:
                problem = file.problem if file is not None and file.problem else "there is no such file"
                self._tell(f"{name} is not read: {problem}", Span(self.length, self.length + len(found.group())))
            return False
        if file.path in self.seen:
            return True
        if (full := self._full(depth)) is not None:
            self._tell(f"{name} is not read: {full}", Span(self.length, self.length + len(found.group())))
            return False
        self._line_end(found, text, base)
        self._take(file, inner, depth)
        return True

    def _line_end(self, found: re.Match[str], text: MappedText, base: int) -> None:
        """A line end before what is put in behind other text, so that it stands on lines of its own."""
        written = text.text
        before = written[written.rfind("\n", 0, found.start()) + 1 : found.start()]
        if before.strip():
            self._gap("\n", text.origin_span(Span(found.start(), found.start())).start + base)

    def _gap(self, text: str, at: int) -> None:
        self.segments.append(Segment(self.length, self.length + len(text), at, at))
        self.pieces.append(text)
        self.length += len(text)

    def _found(self, found: re.Match[str], name: str, where: _Where) -> tuple[Included | None, _Where]:
        """The file of a name, and where the names in it are looked for."""
        folder = found["folder"].strip() if found["folder"] is not None else None
        starts = list(where.folders())
        if folder is not None:
            base = where.imported if found["import"] else ""
            starts = [posixpath.join(each, folder) for each in dict.fromkeys((base, "", where.folder))]
        refused: Included | None = None
        for start in starts:
            for candidate in _candidates(name, found["kind"]):
                path = posixpath.normpath(posixpath.join(start, candidate))
                file = self.include(path)
                if file is not None and file.problem is None:
                    moved = folder is not None or (found["kind"] or "").startswith("subfile")
                    here = posixpath.dirname(path)
                    return file, _Where(here, here if moved else where.imported)
                refused = refused or file
        return refused, where

    def _full(self, depth: int) -> str | None:
        """Why no more files are taken."""
        if depth >= DEEPEST:
            return f"files are nested more than {DEEPEST} deep here"
        if self.taken >= MOST_FILES:
            return f"a note is read with at most {MOST_FILES} other files"
        if self.raw_length + self.defined > MOST_CHARACTERS:
            return f"a note is read with at most {MOST_CHARACTERS:,} characters"
        return None

    def _take(self, file: Included, where: _Where, depth: int) -> None:
        self.seen.add(file.path)
        self.taken += 1
        try:
            raw, guessed = decode(file.data)
        except UnreadableDocument as unreadable:
            self._tell(f"{file.path} is not read: {unreadable}", Span(self.length, self.length))
            return
        text, _ = cleaned(raw)
        if not file.checked:
            self.defined += len(raw)
            self.definitions.append(_without_comments(text.text))
            return
        if guessed is not None:
            self._tell(f"{file.path}: {guessed.message}", Span(self.length, self.length), guessed.kind)
        base = self.raw_length + 1
        self.raws.append(raw)
        self.raw_length = base + len(raw)
        self.files.append(IncludedFile(file.path, Span(base, base + len(raw))))
        self.add(_without_last_line_end(text), base, where, depth + 1)

    def _packages(self, found: re.Match[str], where: _Where, depth: int) -> None:
        """Take the definitions of packages and classes that lie beside the note."""
        suffix = ".cls" if found["package"] in ("documentclass", "LoadClass") else ".sty"
        for written in found["names"].split(","):
            name = written.strip()
            if not name or not re.fullmatch(r"[\w./-]+", name) or self._full(depth) is not None:
                continue
            for folder in where.folders():
                file = self.include(posixpath.normpath(posixpath.join(folder, name + suffix)))
                if file is not None and file.problem is None:
                    self._package(file, depth)
                    break

    def _package(self, file: Included, depth: int) -> None:
        if file.path in self.seen:
            return
        self.seen.add(file.path)
        self.taken += 1
        try:
            text = _without_comments(decode(file.data)[0])
        except UnreadableDocument:  # something else of that name
            return
        inner = _Where("", "")
        for found in _INCLUDE.finditer(text):
            if found["package"]:
                self._packages(found, inner, depth + 1)
        self.defined += len(text)
        self.definitions.append(text)

    def _tell(self, message: str, span: Span, kind: str = "file-not-included") -> None:
        if len(self.notices) < NOTICES:
            self.notices.append(Notice(kind, span, message))

    def mapped(self) -> MappedText:
        """All that was put together."""
        return MappedText("".join(self.pieces), tuple(self.segments) or (Segment(0, 0, 0, 0),))


def _candidates(name: str, kind: str | None) -> Iterator[str]:
    """The names a file may have on the disk, in the order in which LaTeX tries them."""
    if name.endswith(".tex"):
        yield name
        return
    yield f"{name}.tex"
    if kind != "include" and posixpath.splitext(name)[1]:
        yield name


def _inside(visible: str) -> tuple[int, int]:
    r"""The part of an included file that is put in: between ``\begin{document}`` and its end, where it has these."""
    mark = "\\begin{document}"
    start = visible.find(mark)
    return (start + len(mark) if start >= 0 else 0), _end(visible)


def _end(visible: str) -> int:
    ends = [visible.rfind("\\end{document}")]
    early = _ENDINPUT.search(visible)
    ends.append(early.start() if early else -1)
    return min((end for end in ends if end >= 0), default=len(visible))


def _without_last_line_end(text: MappedText) -> MappedText:
    """The command that includes a file has a line end of its own behind it."""
    kept = text.text.removesuffix("\n").removesuffix("\r")
    return text if kept == text.text else MappedText.join(text.text, [Span(0, len(kept))]).then(text)


def _without_comments(text: str) -> str:
    return masked(text, (each.span for each in hidden_in(text)))
