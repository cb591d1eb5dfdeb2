"""Compare the formulas found in Markdown and notebooks with those that independent readers find.

    python tests/corpus/compare_locations.py [--corpus FOLDER] [--python PYTHON] [--examples N]

The other readers, pandoc and markdown-it-py with its mathematics plugins, run in a process and an
environment of their own: ``--python`` names an interpreter that has PyPI's ``pypandoc_binary``,
``markdown-it-py`` and ``mdit-py-plugins``; without it, a temporary environment is made.
Printed for each: the formulas both found (and of which kind), only ours, only theirs, each class of
difference with its count and examples; whatever no class explains is listed.
Exit status: 0 all explained, 1 not all, 2 no corpus.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.documents.document import Formula
from symformer.documents.formulas import scan_markdown
from symformer.documents.reading import read_document
from symformer.documents.wording import is_prose, plain_words

CORPUS = ROOT.parent / "shared" / "corpus" / "docs"
SUFFIXES = {".md", ".markdown", ".qmd", ".rmd", ".mdx", ".ipynb"}
PACKAGES = ("pypandoc_binary", "markdown-it-py", "mdit-py-plugins")
READERS = ("pandoc", "markdown-it")
SWALLOWED = "words and formulas between two marks, out of step for theirs"
CUT = "theirs has a part of the formula: its environment, or what stands before a stray mark"
DIRECTIVE = re.compile(r"^[ \t]*`{3,}\{[\w:-]+\}", re.M)
LEFT_OVER = re.compile(r"\S[^\n]*\n\$\$\s*\\begin\{")
BEHIND_TEXT = re.compile(r"\S[^\n]*\n[ \t>]*$")


@dataclass(frozen=True, slots=True)
class Located:
    """A formula that another reader found: its kind, its body, and its body without layout."""

    kind: str
    body: str
    key: str


@dataclass
class Piece:
    """One Markdown text: a file, or a Markdown cell of a notebook; with our formulas in it."""

    name: str
    text: str
    ours: list[tuple[Formula, int]]  # with the offset of the piece in the document

    @cached_property
    def blocks(self) -> list[tuple[int, int, str]]:
        """First and last line of each leaf block, and its kind, as CommonMark alone has it."""
        from markdown_it import MarkdownIt

        tokens = MarkdownIt("commonmark").enable("table").parse(self.text)
        kinds = ("fence", "html_block", "code_block", "table_open", "paragraph_open", "heading_open")
        return [(*t.map, t.type.removesuffix("_open")) for t in tokens if t.map and t.type in kinds]

    def block(self, at: int) -> str:
        """The kind of the CommonMark block at an offset."""
        line = self.text.count("\n", 0, at)
        return next((kind for first, last, kind in self.blocks if first <= line < last), "none")

    @cached_property
    def squeezed(self) -> tuple[str, list[int]]:
        """The text without what ``key`` takes out, and where each of its characters stands."""
        left_out = r"\\(?:begin|end)\{(?:equation|displaymath)\*?\}|\\(?=[\\_*|])|[\s>]"
        gone = {at for m in re.finditer(left_out, self.text) for at in range(*m.span())}
        places = [at for at in range(len(self.text)) if at not in gone]
        return "".join(self.text[at] for at in places), places

    @cached_property
    def zones(self) -> list[tuple[int, int, str]]:
        return [(z.span.start, z.span.end, z.kind) for z in scan_markdown(self.text).zones]

    def zone(self, at: int) -> str:
        """What our scan took the place at an offset for, other than a formula."""
        return next((kind for start, end, kind in self.zones if start <= at < end), "")


@dataclass
class Comparison:
    """The counts for one reader, and examples of each class."""

    both: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    ours: Counter[str] = field(default_factory=Counter)
    theirs: Counter[str] = field(default_factory=Counter)
    examples: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))


def key(latex: str) -> str:
    """LaTeX without layout, quote marks, escapes that Markdown asks for, and wrappers without rows."""
    latex = latex.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("\u00a0", " ")
    latex = re.sub(r"\\(begin|end)\{(equation|displaymath)\*?\}", "", latex)
    latex = re.sub(r"\\{2,}", r"\\", latex)  # Jekyll's doubled and doubled again
    return re.sub(r"[\s>]", "", re.sub(r"\\([_*|])", r"\1", latex))


def pieces_of(path: Path, name: str) -> Iterator[Piece]:
    """The Markdown texts of a file in which a formula could stand."""
    document = read_document(path.name, path.read_bytes())
    text = document.source.text
    spans = [(c.span.start, c.span.end) for c in document.source.cells if c.kind == "markdown"]
    for number, (start, end) in enumerate(spans if document.source.cells else [(0, len(text))]):
        if re.search(r"[$\\]|math", text[start:end]):
            ours = [(f, start) for f in document.formulas if start <= f.span.start < end]
            yield Piece(f"{name}#{number}", text[start:end], ours)


def answers(python: Path, pieces: Iterable[Piece]) -> list[dict[str, list[Located]]]:
    """What the other readers find in each piece."""
    asked = "".join(json.dumps({"id": p.name, "text": p.text}) + "\n" for p in pieces)
    command = [str(python), str(Path(__file__).with_name("other_readers.py"))]
    done = subprocess.run(command, input=asked.encode(), stdout=subprocess.PIPE, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [{r: [Located(k, b, key(b)) for k, b in row[r] if key(b)] for r in READERS} for row in rows]


def compare(piece: Piece, theirs: list[Located], reader: str, into: Comparison) -> None:
    """Align both lists of formulas in the order of the text, and classify what only one has."""
    mine = [key(f.text) for f, _ in piece.ours]
    matcher = SequenceMatcher(None, mine, [t.key for t in theirs], autojunk=False)
    only_ours: list[int] = []
    only_theirs: list[int] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            only_ours += range(a, b)
            only_theirs += range(c, d)
            continue
        into.both += b - a
        for (formula, start), other in zip(piece.ours[a:b], theirs[c:d], strict=True):
            if formula.display != other.kind:
                into.kinds[kind_class(piece, formula, start)] += 1
    moved = Counter(mine[k] for k in only_ours) & Counter(theirs[k].key for k in only_theirs)
    into.both += moved.total()  # footnotes, say, which pandoc gives where they are referred to
    left = without(only_theirs, [theirs[k].key for k in only_theirs], moved)
    swallowed = [stretch for k in left for stretch in stretches(piece, theirs[k].key)]
    for k in without(only_ours, [mine[k] for k in only_ours], moved):
        same = [
            k,
            *(other for other in range(len(mine)) if other != k and mine[other] == mine[k]),
        ]  # which of several is lost is open
        names = [class_of_ours(piece, *piece.ours[n], reader, swallowed) for n in same]
        name = next((n for n in names if n != "UNEXPLAINED"), "UNEXPLAINED")
        formula, start = piece.ours[k]
        record(into, into.ours, ("only ours", name), piece, formula.span.shift(-start).slice(piece.text))
    for k in left:
        name = class_of_theirs(piece, theirs[k])
        record(into, into.theirs, ("only theirs", name), piece, theirs[k].body)


def without(numbers: list[int], keys: list[str], moved: Counter[str]) -> list[int]:
    """Those of ``numbers`` whose key is not among ``moved``, as often as it is there."""
    left = Counter(moved)
    kept = []
    for number, one in zip(numbers, keys, strict=True):
        if left[one] > 0:
            left[one] -= 1
        else:
            kept.append(number)
    return kept


def record(into: Comparison, counts: Counter[str], name: tuple[str, str], piece: Piece, quote: str) -> None:
    counts[name[1]] += 1
    into.examples[name].append(f"{piece.name[-60:]}: {' '.join(quote.split())[:110]!r}")


def kind_class(piece: Piece, formula: Formula, start: int) -> str:
    span = formula.span.shift(-start)
    before = piece.text[piece.text.rfind("\n", 0, span.start) + 1 : span.start]
    if formula.display == "inline" and formula.delimiter == "$$":
        return "$$…$$ within a sentence: inline (kramdown)"
    if formula.display == "display" and (before.strip(" \t>") or formula.delimiter == "$$"):
        return "$$…$$: display, theirs inline"
    return "other"


def class_of_ours(piece: Piece, formula: Formula, start: int, reader: str, swallowed: list[tuple[int, int]]) -> str:
    """Why the other reader does not have a formula of ours."""
    text, span, body = piece.text, formula.span.shift(-start), formula.body.shift(-start)
    inside, mark, block = body.slice(text), formula.delimiter, piece.block(span.start)
    paragraph = text.rfind("\n\n", 0, span.start) + 1
    behind_text = BEHIND_TEXT.search(text, paragraph, span.start) is not None
    left_over = reader == "markdown-it" and LEFT_OVER.search(text, paragraph, span.start) is not None
    inverted = reader == "pandoc" and DIRECTIVE.search(text, 0, span.start) is not None
    for name, holds in (
        (
            SWALLOWED,
            any(
                a <= body.end + 4 and span.start - 4 <= b
                for a, b in swallowed
                if not (body.start <= a and b <= body.end)
            ),
        ),
        (CUT, any(body.start <= a and b <= body.end for a, b in swallowed)),
        ("a fence, directive or role that holds mathematics", mark[:1] in "`~:{" or mark == "$`"),
        ("doxygen's \\f$, \\f[, \\f{", mark[:2] in ("\\f", "@f")),
        ("MathML or a script of type math/tex", mark[:1] == "<"),
        ("in a fence of MyST or Quarto that holds text, code for theirs", block == "fence"),
        ("a directive of MyST opens no block for theirs, and the fences after it are inverted", inverted),
        ("in an HTML block", block == "html_block"),
        ("indented as code is", block == "code_block"),
        ("a blank beside the dollar", mark == "$" and (inside[:1].isspace() or inside[-1:].isspace())),
        ("its $$ is left over: theirs has the environment of a display above as a block", left_over),
        ("an environment within a paragraph", mark[:2] == "\\b" and behind_text),
        ("a display over several lines within a paragraph", mark == "$$" and "\n" in inside and behind_text),
        ("a digit behind the closing dollar", mark == "$" and text[span.end : span.end + 1].isdigit()),
        ("doubled backslashes as delimiters", mark.startswith("\\\\")),
        ("a blank line within the display", "\n" in inside and bool(re.search(r"\n[ \t>]*\n", inside))),
        ("blanks before \\) or \\]", mark in ("\\(", "\\[") and inside[-1:].isspace() and "\n" not in inside),
        ("a line of the display reads as a list, quote, rule or table", breaks_a_block(inside)),
        ("a bar within a table cell", block == "table" and "|" in inside),
        ("a tag before it is taken for raw HTML", inside_raw_html(text, span.start)),
        ("delimiters out of step before it", out_of_step(text, span.start)),
    ):
        if holds:
            return name
    return "UNEXPLAINED"


def breaks_a_block(inside: str) -> bool:
    return re.search(r"\n[ \t]*(?:[-+*>|]|=+[ \t]*$|\d+[.)])", inside, re.M) is not None


def inside_raw_html(text: str, at: int) -> bool:
    """Whether a tag stands open before an offset: pandoc leaves what is in raw blocks."""
    paragraph = text[max(0, text.rfind("\n\n", 0, at)) : at]
    return re.search(r"<[a-z][a-z0-9]*[\s>]", paragraph, re.I) is not None


def out_of_step(text: str, at: int) -> bool:
    """Whether an odd number of ``$`` stands before an offset, in its paragraph or above it."""
    paragraph = text[max(0, text.rfind("\n\n", 0, at)) : at]
    return text.count("$$", 0, at) % 2 == 1 or paragraph.count("$") % 2 == 1


def class_of_theirs(piece: Piece, other: Located) -> str:
    """Why we do not have a formula of theirs."""
    places = [start for start, _ in stretches(piece, other.key)]
    for at in places:
        match piece.zone(at):
            case "code" | "fence":
                return "in code"
            case "comment" | "html" | "tag" | "front matter" as zone:
                return f"in a {zone}"
    spans = sorted((f.span.start - start, f.span.end - start) for f, start in piece.ours)
    if any(a < end and start < b for start, end in stretches(piece, other.key) for a, b in spans):
        return (
            CUT
            if any(a <= start and end <= b for start, end in stretches(piece, other.key) for a, b in spans)
            else SWALLOWED
        )
    if re.match(r"\d[\d,.]*\s*[A-Za-z]?\W", other.body + " ") and len(plain_words(other.body)) >= 1:
        return "a price and the words behind it"
    if is_prose(other.body) or len(plain_words(other.body)) >= 3 or not re.search(r"[\\_^=\d]", other.body):
        return "words between two formulas, delimiters out of step for theirs"
    return "UNEXPLAINED"


def stretches(piece: Piece, wanted: str) -> Iterator[tuple[int, int]]:
    """Where in the text a formula stands, by its characters without layout."""
    squeezed, places = piece.squeezed
    at = squeezed.find(wanted)
    while at != -1:
        yield places[at], places[at + len(wanted) - 1] + 1
        at = squeezed.find(wanted, at + 1)


def environment(python: Path | None, folder: Path) -> Path:
    """The interpreter that has the other readers; made in ``folder`` where none is named."""
    if python is not None:
        return python
    venv.create(folder, with_pip=True)
    made = folder / "bin" / "python"
    subprocess.run([str(made), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return made


def show(reader: str, result: Comparison, examples: int) -> int:
    """Print the comparison with one reader; the number of differences no class explains."""
    print(f"{reader}: both {result.both}, only ours {result.ours.total()}, only theirs {result.theirs.total()}")
    for name, count in result.kinds.most_common():
        print(f"  {count:6}  both, of another kind: {name}")
    for side, counts in (("only ours", result.ours), ("only theirs", result.theirs)):
        for name, count in counts.most_common():
            print(f"  {count:6}  {side}: {name}")
            listed = result.examples[side, name]
            for example in listed[: examples * 20 if name == "UNEXPLAINED" else examples]:
                print(f"            {example}")
    unexplained = result.ours["UNEXPLAINED"] + result.theirs["UNEXPLAINED"] + result.kinds["other"]
    print(f"  {unexplained:6}  unexplained")
    return unexplained


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--python", type=Path, help="an interpreter that has the other readers")
    parser.add_argument("--examples", type=int, default=2)
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"no corpus at {options.corpus}; name one with --corpus", file=sys.stderr)
        return 2
    paths = sorted(p for p in options.corpus.rglob("*") if p.is_file() and p.suffix.lower() in SUFFIXES)
    pieces = [piece for p in paths for piece in pieces_of(p, str(p.relative_to(options.corpus)))]
    with tempfile.TemporaryDirectory() as folder:
        found = answers(environment(options.python, Path(folder)), pieces)
    print(f"documents {len(paths)}, texts {len(pieces)}, our formulas {sum(len(p.ours) for p in pieces)}")
    unexplained = 0
    for reader in READERS:
        result = Comparison()
        for piece, answer in zip(pieces, found, strict=True):
            compare(piece, answer[reader], reader, result)
        unexplained += show(reader, result, options.examples)
    return int(unexplained > 0)


if __name__ == "__main__":
    raise SystemExit(main())
