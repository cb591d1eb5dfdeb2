"""The laws of the house: what must stay true of the project as a whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from runs import long_to_match

from symformer.analysis import check, check_book
from symformer.findings.report import Report
from symformer.registry import discover
from symformer.rules.rule import Rule
from symformer.rules.selection import all_rules
from symformer.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "symformer"
MODULES = sorted(PACKAGE.rglob("*.py"))
TEXT_SUFFIXES = {".py", ".md", ".toml", ".ipynb", ".tex", ".txt", ".json", ".rst", ".qmd", ".tsv", ".yml", ""}

# A part may import only parts of lower floors. The settings stand right below the analysis, which takes them.
FLOORS = {
    "text": 0, "algebra": 0, "registry": 0,
    "findings": 1, "documents": 1, "syntax": 1, "reference": 1,
    "terms": 2,
    "functions": 3, "notations": 3,
    "reading": 4, "symbolic": 4, "printing": 4,
    "catalogue": 5,
    "reasoning": 6,
    "semantics": 7,
    "judging": 8,
    "rules": 9, "reporters": 9, "typesetting": 9, "translating": 9,
    "settings": 10,
    "analysis": 11,
    "faces": 12,
}  # fmt: skip
OUTSIDE = {"__init__", "__main__"}  # the public names and the program's start: above all floors
HEAVY = {"sympy", "numpy", "flint", "mpmath", "markdown_it", "ftfy", "rich", "pathspec", "torch", "pygls", "dask"}
ON_NUMPY = ("reference/", "reasoning/running/")  # NumPy throughout, hence themselves heavy for all others
ON_SYMPY = ("symbolic/expressions",)  # classes of SymPy's: others import them inside functions
TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "symformer", "notes", "tests"}


def part_of(module: Path) -> str:
    return module.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def named(module: Path) -> str:
    return str(module.relative_to(ROOT))


@cache
def imports_and_calls(module: Path) -> tuple[ast.AST, ...]:
    """What the laws ask of a module: the whole trees of all would fill the memory."""
    tree = ast.parse(module.read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call)))


# each law is one test of all modules, which names every one that breaks it: they are more than a thousand


def test_imports_go_down() -> None:
    assert [fault for module in MODULES for fault in imports_that_go_up(module)] == []


def imports_that_go_up(module: Path) -> Iterator[str]:
    part = part_of(module)
    if part in OUTSIDE:
        return
    for name in imports(imports_and_calls(module)):
        other = name.split(".")[1] if name.startswith("symformer.") else part
        if other not in (part, "__version__") and FLOORS[other] >= FLOORS[part]:
            yield f"{named(module)}: {part} (floor {FLOORS[part]}) imports {name}"


def test_every_part_has_a_floor() -> None:
    assert {part_of(module) for module in MODULES} - OUTSIDE <= FLOORS.keys()


INPUT_OUTPUT_MODULES = {"os", "subprocess", "socket", "shutil", "tempfile", "glob", "urllib.request", "sys", "signal"}
INPUT_OUTPUT_CALLS = {"open", "print", "input"}
INPUT_OUTPUT_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "iterdir", "rglob"}


def test_no_input_or_output_outside_the_faces() -> None:
    inside = [module for module in MODULES if part_of(module) not in {"faces", "__main__"}]
    assert [fault for module in inside for fault in input_and_output(module)] == []


def input_and_output(module: Path) -> Iterator[str]:
    for name in imports(imports_and_calls(module)):
        root = name.rpartition(".")[0] or name
        if {root, name} & INPUT_OUTPUT_MODULES:
            yield f"{named(module)} imports {name}"
    for node in imports_and_calls(module):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in INPUT_OUTPUT_CALLS:
                yield f"{named(module)}:{node.lineno} calls {name}"
            case ast.Call(func=ast.Attribute(attr=name)) if name in INPUT_OUTPUT_METHODS:
                yield f"{named(module)}:{node.lineno} calls .{name}"


def test_modules_are_short_enough_to_read() -> None:
    lengths = {named(module): len(module.read_text("utf-8").splitlines()) for module in MODULES}
    assert {name: lines for name, lines in lengths.items() if lines > 600} == {}


def test_no_expression_has_three_runs_side_by_side() -> None:
    """Of a long run of blanks ``\\s*,?\\s*a?\\s*`` tries every way to part it in three: a possessive ``\\s*+`` takes all at once."""
    seen: set[int] = set()  # what one module has from another is looked at once
    found: list[str] = []
    for module in MODULES:
        if module.stem != "__main__":
            name = ".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found += long_to_match(name, imports_and_calls(module), seen)
    assert found == []


def test_heavy_imports_are_lazy() -> None:
    assert [fault for module in MODULES for fault in heavy_imports(module)] == []


def heavy_imports(module: Path) -> Iterator[str]:
    on_numpy = str(module.relative_to(PACKAGE)).startswith(ON_NUMPY)
    on_sympy = str(module.relative_to(PACKAGE)) in {f"{each}.py" for each in ON_SYMPY}
    heavy = HEAVY - {"numpy"} if on_numpy else HEAVY - {"sympy"} if on_sympy else HEAVY
    for node in imports_and_calls(module):
        # what runs when the module is imported; what stands in functions and in TYPE_CHECKING blocks does not
        if not isinstance(node, ast.Call) and node.col_offset == 0:
            for name in imports([node]):
                path = name.removeprefix("symformer.").replace(".", "/")
                on_others = not on_numpy and path.startswith(ON_NUMPY) or not on_sympy and path.startswith(ON_SYMPY)
                if name.split(".")[0] in heavy or on_others:
                    yield f"{named(module)}:{node.lineno} imports {name} at once"


def loaded_by(*arguments: str) -> set[str]:
    code = (
        "import sys; from symformer.faces.cli import main; sys.argv[0] = 'symformer'\n"
        f"status = main({list(arguments)!r}); assert status in (0, 1), status\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return {name.split(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_the_program_starts_light(arguments: tuple[str, ...]) -> None:
    assert not loaded_by(*arguments) & HEAVY


def test_rules_are_listed_without_sympy() -> None:
    assert "sympy" not in loaded_by("rules")


@pytest.mark.parametrize(
    "command",
    [("latex", "encoder-block"), ("latex", "head", "--numbers"), ("equations",), ("notations",)],
    ids=" ".join,
)
def test_equations_are_written_without_numpy_and_sympy(command: tuple[str, ...]) -> None:
    assert not loaded_by(*command) & {"numpy", "sympy", "torch"}


def test_notes_are_checked_without_numpy_and_sympy() -> None:
    assert not loaded_by("check", "-q", str(ROOT / "notes")) & {"numpy", "sympy", "torch"}


def test_no_type_is_waved_through() -> None:
    waved = re.compile(r"#\s*type:\s*ignore")
    assert [named(module) for module in MODULES if waved.search(module.read_text("utf-8"))] == []


def test_rule_ids_are_unique_words_with_dashes() -> None:
    names = [name for rule in all_rules() for name in (rule.id, *rule.aliases)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_rule_ids_are_file_names() -> None:
    files = {path.stem.replace("_", "-") for path in (PACKAGE / "rules").glob("*/*.py") if path.stem != "__init__"}
    assert files == {rule.id for rule in all_rules()}


def test_functions_have_unique_ids() -> None:
    function = pytest.importorskip("symformer.functions.function")
    ids = [record.id for record in discover("symformer.functions", function.Function)]
    assert ids
    assert len(ids) == len(set(ids))


def test_reporters_have_unique_ids() -> None:
    from symformer.reporters.reporter import Reporter

    ids = [record.id for record in discover("symformer.reporters", Reporter)]
    assert sorted(ids) == ["github", "json", "sarif", "text"]


# a note of twenty thousand formulas is made by a program, and a missing file needs a folder:
# tests/documents/test_limits.py, tests/faces/test_included.py
SHOWN_ELSEWHERE = frozenset({"too-long", "file-not-included"})


@pytest.mark.parametrize("rule", [r for r in all_rules() if r.id not in SHOWN_ELSEWHERE], ids=lambda rule: rule.id)
def test_every_rule_shows_a_fault_and_its_absence(rule: Rule) -> None:
    assert rule.documentation.summary.endswith(".")
    kinds = {example.kind for example in rule.documentation.examples}
    assert kinds == {"bad", "good"}
    for example in rule.documentation.examples:
        settings = Settings(pedantic=rule.pedantic)
        if rule.compare is None:
            reports: tuple[Report, ...] = (check(example.note, settings=settings),)
        else:
            parts = example.note.split("<!-- next note -->\n")
            assert len(parts) > 1
            reports = check_book({f"{number}.md": part for number, part in enumerate(parts)}, settings)
        assert not any(report.failures for report in reports)
        findings = [finding for report in reports for finding in report.findings]
        found = [finding for finding in findings if finding.rule == rule.id]
        if example.kind == "bad":
            assert found, f"silent on:\n{example.note}"
        else:
            loud = [finding for finding in findings if finding.level != "info"]
            assert not found and not loud, f"{[f.problem.message for f in (*found, *loud)]} on:\n{example.note}"


def test_the_top_level_holds_what_the_design_names() -> None:
    assert {path.split("/")[0] for path in project_files() if not path.startswith(".")} <= TOP_LEVEL


def project_files() -> list[str]:
    """The files of the project, as git lists them; all but caches where there is no git."""
    try:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout.decode()
        return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        hidden = re.compile(r"(^|/)(\.(?!ci/)|__pycache__|build/|dist/|[^/]*\.egg-info)")
        found = (str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file())
        return [name for name in found if not hidden.search(name)]


MACHINE = re.compile(
    r"(?<![\w.])/(?:work|home|root|Users)/\w|(?<![\w.])/tmp/v3\d+|" + "pypi" + r"-more|/opt/" + r"(?:pypi|wheels)"
)


def test_the_project_knows_no_machine() -> None:
    for name in project_files():
        path = ROOT / name
        if path.suffix in TEXT_SUFFIXES and path.name != "test_house.py":
            found = MACHINE.search(path.read_text("utf-8", errors="replace"))
            assert found is None, f"{name} mentions {found and found.group()}"


def test_the_architecture_names_every_part() -> None:
    text = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
    for part in {part_of(module) for module in MODULES} - OUTSIDE:
        assert f"`{part}" in text, f"ARCHITECTURE.md does not mention {part}"


LISTED = (
    "functions",
    "notations",
    "rules",
    "catalogue",
)  # one file for each: the folder is named, and how to add to it


def test_the_architecture_names_every_module() -> None:
    named_there = re.findall(r"`([\w/.*]+)`", (PACKAGE / "ARCHITECTURE.md").read_text("utf-8"))
    words = {name.rpartition("/")[2].removesuffix(".py") for name in named_there}
    families = [name.removesuffix("*") for name in words if name.endswith("_*")]
    mapped = [
        module for module in MODULES if part_of(module) not in OUTSIDE.union(LISTED) and module.stem not in OUTSIDE
    ]
    missing = [named(each) for each in mapped if each.stem not in words and not each.stem.startswith(tuple(families))]
    assert missing == []


def test_the_paths_in_the_architecture_are_there() -> None:
    text = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
    paths = [name for name in re.findall(r"`([\w/.]+/[\w/.]*)`", text) if not name.startswith(("-", "/"))]
    assert len(paths) > 60
    gone = [name for name in paths if not any((top / name).exists() for top in (ROOT, PACKAGE, PACKAGE / "judging"))]
    assert [name for name in gone if not any((PACKAGE / folder / name).exists() for folder in FLOORS)] == []


def test_the_floors_in_the_architecture_are_those_of_the_code() -> None:
    text = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", text, re.MULTILINE)
    written = {part: int(floor) for floor, parts in rows for part in re.findall(r"`(\w+)`", parts)}
    assert written == FLOORS
    assert all(int(upper[0]) <= int(lower[0]) for upper, lower in pairwise(rows))


def test_the_notes_are_sound() -> None:
    notes = [path for path in sorted((ROOT / "notes").rglob("*")) if path.is_file() and "casebook" not in path.parts]
    assert notes, "notes/ holds no notes"
    for path in notes:
        report = check(path.read_bytes(), name=path.name)
        loud = [(finding.rule, finding.problem.message) for finding in report.findings if finding.level != "info"]
        assert not loud, f"{path.name}: {loud}"
        assert not report.failures
        assert report.statistics.formulas > 0


def test_each_row_of_the_map_stands_once() -> None:
    """Two rows of one table with one head are what a careless merge leaves."""
    heads: list[str] = []
    for line in (ROOT / "symformer" / "ARCHITECTURE.md").read_text(encoding="utf-8").split("\n"):
        if not line.startswith("| "):
            heads = []
            continue
        head = line.split(" | ")[0]
        assert head not in heads
        heads.append(head)
