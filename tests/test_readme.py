"""README shows what the program prints, and names what the program has."""

from __future__ import annotations

import re
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from symformer.faces.cli import main
from symformer.settings import RENDERERS, Settings, from_toml

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
SCREEN = re.compile(r"<!-- screen: symformer (.*?) -->\n```\n(.*?)```\n<!-- /screen -->", re.DOTALL)


def screens(text: str) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in SCREEN.finditer(text)]


def printed(command: str) -> str:
    """What the program prints, below the line that calls it."""
    with chdir(ROOT), redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = main(shlex.split(command))
    assert status in (0, 1), err.getvalue()
    return f"$ symformer {command}\n{out.getvalue()}"


def refresh() -> None:
    """Write the screens anew: ``python tests/test_readme.py``."""
    text = README.read_text("utf-8")
    fresh = SCREEN.sub(lambda m: f"<!-- screen: symformer {m[1]} -->\n```\n{printed(m[1])}```\n<!-- /screen -->", text)
    README.write_text(fresh, "utf-8")


@pytest.mark.parametrize(("command", "shown"), screens(README.read_text("utf-8")))
def test_the_screen_is_what_the_program_prints(command: str, shown: str) -> None:
    assert shown == printed(command), "refresh it with: python tests/test_readme.py"


def test_there_is_a_screen() -> None:
    assert screens(README.read_text("utf-8"))


def test_every_option_of_check_is_explained() -> None:
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", printed("check --help"), re.MULTILINE))
    text = README.read_text("utf-8")
    shown = {name for name in options if name in text or f"`-{name[2]}`" in text}
    assert options - shown <= {"--help"}


def test_the_settings_shown_are_settings() -> None:
    block = re.search(r"```toml\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert block is not None
    settings = from_toml(block[1], "pyproject.toml")
    assert isinstance(settings, Settings)
    keys = set(re.findall(r"^([\w-]+) =", block[1], re.MULTILINE))
    assert keys == {name.replace("_", "-") for name in Settings.__dataclass_fields__}
    assert all(name in block[1] for name in RENDERERS)


def test_every_command_is_listed() -> None:
    text = README.read_text("utf-8")
    commands = re.search(r"^ +COMMAND\n((?: +.*\n)+)", printed("--help"), re.MULTILINE)
    assert commands is not None
    names = re.findall(r"^    (\w+) ", commands[1], re.MULTILINE)
    assert len(names) >= 4
    assert all(f"`symformer {name}" in text for name in names)


def test_the_python_example_runs() -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {})


if __name__ == "__main__":
    refresh()
