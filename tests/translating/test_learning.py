"""A notation learnt from a note prints the note's equations as the note does."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.analysis import understood
from symformer.documents.reading import read_document
from symformer.faces.cli import main
from symformer.notations.own import as_toml, notation_in
from symformer.semantics.model import SemanticModel
from symformer.settings import Settings
from symformer.translating.learning import NothingLearnt, learnt
from symformer.typesetting.composing import Wanted, compose, latex_displays

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT.parent / "shared" / "seeds"

OWN = r"""
# A chapter

- $T$ is the sequence length and $D$ is the embedding dimension,
- $G$ is the number of heads,
- $g$ is the head index.

The input is $U \in \mathbb{R}^{T \times D}$, and each head has the key dimension $r = D / G$.

$$ Q_g = U W_g^{q}, \quad K_g = U W_g^{k}, \quad V_g = U W_g^{v} $$

$$ S = \frac{Q K^T}{\sqrt{r}}, \qquad A = \mathrm{softmax}(S) $$
"""


def model_of(text: str, name: str = "note.md") -> SemanticModel:
    return understood(name, text.encode(), Settings())


def formula(model: SemanticModel, equation: str) -> str:
    own = notation_in(as_toml(learnt(model, "own", "Own")), "own.toml")  # through the file, as a reader would
    return " ; ".join(latex_displays(compose(equation, Wanted(own))))


def test_the_letters_of_a_note_are_learnt() -> None:
    letters = learnt(model_of(OWN), "own", "A chapter").letters
    assert letters["sequence-length"] == "T"
    assert letters["model-width"] == "D"
    assert letters["heads"] == "G"
    assert letters["head-index"] == "g"
    assert letters["key-width"] == "r"
    assert letters["query-weights"] == "W^q"


def test_the_equations_of_a_note_are_printed_as_it_prints_them() -> None:
    model = model_of(OWN)
    assert formula(model, "attention-scores") == r"S = \frac{Q K^T}{\sqrt{r}}"
    assert "Q_g = U" in formula(model, "head-projections")
    assert r"W_g^q" in formula(model, "head-projections")


def test_a_letter_of_the_note_takes_nothing_from_the_concepts_it_does_not_speak_of() -> None:
    letters = learnt(model_of(OWN), "own", "A chapter").letters
    assert letters["one-hot"] != "T", "T is the length of the sequence there"


def test_a_file_says_again_what_it_was_made_of() -> None:
    own = learnt(model_of(OWN), "own", "A chapter")
    again = notation_in(as_toml(own), "own.toml")
    assert (again.letters, again.functions, again.spare) == (own.letters, own.functions, own.spare)
    assert (again.lay, again.heads, again.transpose, again.shared) == (own.lay, own.heads, own.transpose, own.shared)


def test_nothing_is_learnt_from_a_note_without_symbols() -> None:
    with pytest.raises(NothingLearnt):
        learnt(model_of("Tea is good.\n"), "own", "Tea")


def test_learn_and_write_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note, own = tmp_path / "chapter.md", tmp_path / "own.toml"
    note.write_text(OWN)
    assert main(["notation", "learn", str(note), "-o", str(own)]) == 0
    assert main(["latex", "attention-scores", "--notation", str(own)]) == 0
    assert r"S = \frac{Q K^T}{\sqrt{r}}" in capsys.readouterr().out
    assert main(["notation", "show", str(own)]) == 0
    assert "number of attention heads" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("letters = 3", "letters must be a table of texts"),
        ("[letters]\nquerys = 'Q'", 'there is no concept "querys": did you mean query or queries?'),
        ("[letters]\nqueries = 'Q'\nkeys = 'Q'", "Q stands for queries and for keys"),
        ("vectors-lie-as = 'slanted'\n[letters]\nkeys = 'K'", "vectors-lie-as must be one of rows, columns"),
        ("title = 'Mine'", 'a table "[letters]" is needed'),
        ("[letters", "no TOML"),
        ("first-position = 7\n[letters]\nkeys = 'K'", "first-position must be 0 or 1"),
        ("shared = ['keys']\n[letters]\nkeys = 'K'", "shared must be a list of lists"),
    ],
)
def test_a_wrong_file_is_refused_in_a_line(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text)
    assert main(["latex", "attention-scores", "--notation", str(own)]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_what_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", "attention-scores", "--notation", str(tmp_path / "none.toml")]) == 2
    assert main(["notation", "learn", str(tmp_path / "none.md")]) == 2
    assert main(["notation", "learn", str(tmp_path)]) == 2
    assert all(line.startswith("symformer: ") for line in capsys.readouterr().err.splitlines())


# what each of the five source notes prints, and the name of the equation
PRINTED = {
    "000": [
        ("attention-weights-of-queries", r"A = \text{softmax}_{\text{row}}\left(\frac{Q K^T}{\sqrt{k}}\right)"),
        ("feed-forward-relu", r"\text{ReLU}(X W_1 + b_1) W_2 + b_2"),
        ("concatenated-heads", r"\text{Concat}(\text{Head}^{(1)}, \text{Head}^{(2)}, \dots, \text{Head}^{(h)})"),
        ("head-projections", r"Q^{(i)} = X W_Q^{(i)}"),
    ],
    "001": [("scaled-dot-product-attention", r"\text{softmax}\left(\frac{Q K^T}{\sqrt{d_k}}\right) V")],
    "002": [("query-width", r"d_q = d_k = \frac{D}{H}"), ("self-attention-projections", r"\mathbf{W}^q")],
    "003": [("scaled-dot-product-attention", r"\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{Q K^T}{\sqrt{d_k}}\right) V")],
    "004": [("feed-forward-relu", r"\text{ReLU}(X W_1 + b_1) W_2 + b_2"), ("attention-scores", r"\frac{Q K^T}{\sqrt{k}}")],
}  # fmt: skip


@pytest.mark.parametrize("number", sorted(PRINTED))
def test_the_source_notes_are_printed_as_they_print(number: str) -> None:
    found = sorted(SOURCES.glob(f"{number}_*")) if SOURCES.is_dir() else []
    if not found:
        pytest.skip(f"the source note {number} is not here")
    note = found[0]
    assert read_document(note.name, note.read_bytes()).formulas
    model = understood(note.name, note.read_bytes(), Settings())
    for equation, expected in PRINTED[number]:
        assert expected in formula(model, equation)
