from __future__ import annotations

import os
from pathlib import Path

import pytest

from symformer.documents.reading import readers
from symformer.faces.files import WALKED, find_notes, matcher, settings_candidates

SUFFIXES = frozenset({".md", ".ipynb"})


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "root"
    for name in (
        "a.md",
        "B.MD",
        "picture.png",
        "sub/c.md",
        "sub/deep/d.ipynb",
        ".hidden/e.md",
        ".secret.md",
        "node_modules/f.md",
        "sub/.ipynb_checkpoints/d-checkpoint.ipynb",
        "drafts/g.md",
        "drafts/keep.md",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    monkeypatch.chdir(root)
    return root


def found(*paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    return [target.path for target in find_notes(paths or (".",), SUFFIXES, matcher(exclude, Path.cwd()))]


def test_a_folder_is_walked_in_order(tree: Path) -> None:
    assert found() == ["B.MD", "a.md", "drafts/g.md", "drafts/keep.md", "sub/c.md", "sub/deep/d.ipynb"]


def test_paths_are_shown_as_they_were_given(tree: Path) -> None:
    assert found("sub") == ["sub/c.md", "sub/deep/d.ipynb"]
    assert found("../root/sub/") == ["../root/sub/c.md", "../root/sub/deep/d.ipynb"]
    assert found(str(tree / "sub" / "deep")) == [str(tree / "sub" / "deep" / "d.ipynb")]


def test_each_note_is_checked_once(tree: Path) -> None:
    assert found("a.md", "./a.md", str(tree / "a.md")) == ["a.md"]
    assert found("sub/c.md", "sub") == ["sub/c.md", "sub/deep/d.ipynb"]


def test_what_is_named_is_checked_whatever_its_suffix(tree: Path) -> None:
    assert found("picture.png", ".hidden/e.md") == ["picture.png", ".hidden/e.md"]


def test_gitignore(tree: Path) -> None:
    (tree / ".gitignore").write_text("drafts/*\n!drafts/keep.md\nB.*\n")
    (tree / "sub" / ".gitignore").write_text("/c.md\n")
    assert found() == ["a.md", "drafts/keep.md", "sub/deep/d.ipynb"]


def test_a_gitignore_above_counts_within_its_repository(tree: Path) -> None:
    (tree / ".gitignore").write_text("c.md\n")
    assert found("sub") == ["sub/c.md", "sub/deep/d.ipynb"]
    (tree / ".git").mkdir()
    assert found("sub") == ["sub/deep/d.ipynb"]


def test_a_later_gitignore_takes_back(tree: Path) -> None:
    (tree / ".gitignore").write_text("*.md\n")
    (tree / "sub" / ".gitignore").write_text("!c.md\n")
    assert found() == ["B.MD", "sub/c.md", "sub/deep/d.ipynb"]


def test_an_ignored_folder_is_checked_when_it_is_named(tree: Path) -> None:
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_text("drafts/\n")
    assert "drafts/g.md" not in found()
    assert found("drafts") == ["drafts/g.md", "drafts/keep.md"]


def test_exclude(tree: Path) -> None:
    assert found(exclude=("sub/", "keep.md")) == ["B.MD", "a.md", "drafts/g.md"]
    assert found("sub", exclude=("sub/",)) == ["sub/c.md", "sub/deep/d.ipynb"]
    assert found("sub", exclude=("sub/deep",)) == ["sub/c.md"]


def test_links_are_not_followed_out(tree: Path) -> None:
    outside = tree.parent / "outside"
    outside.mkdir()
    (outside / "z.md").write_text("x")
    os.symlink(outside, tree / "sub" / "away")
    os.symlink(outside / "z.md", tree / "sub" / "z.md")
    os.symlink(tree / "a.md", tree / "sub" / "b.md")
    os.symlink(tree, tree / "sub" / "loop")
    os.symlink(tree / "gone.md", tree / "sub" / "dangling.md")
    assert found("sub") == ["sub/c.md", "sub/deep/d.ipynb"]
    assert sorted(found()) == sorted([
        "B.MD", "a.md", "drafts/g.md", "drafts/keep.md", "sub/c.md", "sub/deep/d.ipynb",
    ])  # fmt: skip


def test_a_folder_that_is_called_like_a_note_is_walked(tree: Path) -> None:
    (tree / "odd.md").mkdir()
    (tree / "odd.md" / "n.md").write_text("x")
    assert "odd.md/n.md" in found()


def test_folders_are_walked_for_formats_that_have_a_reader() -> None:
    assert set(readers()) >= WALKED == {".md", ".markdown", ".qmd", ".rmd", ".mdx", ".ipynb", ".tex", ".rnw", ".rst"}


def test_settings_are_looked_for_upwards(tree: Path) -> None:
    (tree / "pyproject.toml").write_text("")
    (tree / "sub" / "symformer.toml").write_text("")
    nearest = list(settings_candidates(["sub/c.md"]))[:2]
    assert nearest == [tree / "sub" / "symformer.toml", tree / "pyproject.toml"]
    assert next(settings_candidates(["-"])) == tree / "pyproject.toml"
