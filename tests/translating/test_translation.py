"""A note in another notation: the same terms, and nothing but symbols is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.analysis import understood
from symformer.faces.cli import main
from symformer.notations import all_notations, notation
from symformer.reading.statements import lower_formula
from symformer.semantics.model import SemanticModel
from symformer.settings import Settings
from symformer.terms.term import Index, Symbol, Term, children
from symformer.translating.learning import learnt
from symformer.translating.translation import Translation, translate

ROOT = Path(__file__).resolve().parents[2]
NOTES = [
    ROOT / "notes" / name for name in ("attention.md", "encoder.md", "decoder.md", "layer-norm.rst", "positions.ipynb")
]
CASEBOOK = sorted((ROOT / "notes" / "casebook").glob("*.right.*"))
NOTATIONS = [each.id for each in all_notations()]


def model_of(data: bytes, name: str = "note.md") -> SemanticModel:
    return understood(name, data, Settings())


def translated(text: str | bytes, to: str, name: str = "note.md", source: str | None = None) -> Translation:
    data = text.encode() if isinstance(text, str) else text
    given = notation(source) if source is not None else None
    return translate(data, model_of(data, name), lambda other: model_of(other, name), notation(to), given)


def text_of(made: Translation) -> str:
    return made.data.decode()


def outside_of_formulas(data: bytes, name: str) -> list[str]:
    """What stands between the formulas of a note."""
    document = model_of(data, name).document
    text, at, pieces = document.source.text, 0, []
    for formula in document.formulas:
        pieces.append(text[at : formula.body.start])
        at = formula.body.end
    return [*pieces, text[at:]]


ATTENTION = r"""
# Attention

Let $n$ be the sequence length, $d$ the embedding dimension and $d_k$ the key dimension.
With $X \in \mathbb{R}^{n \times d}$ and $W_Q, W_K, W_V \in \mathbb{R}^{d \times d_k}$

$$ Q = X W_Q, \quad K = X W_K, \quad V = X W_V $$
$$ \text{Attention}(Q, K, V) = \text{softmax}\left(\frac{Q K^T}{\sqrt{d_k}}\right) V $$

The code `Q @ K.T` and the word d_k stay apart.
"""


def test_each_symbol_gets_its_letter() -> None:
    made = text_of(translated(ATTENTION, "bold-textbook"))
    assert r"\mathbf{Q} = \mathbf{X} \mathbf{W}^{(\mathrm{q})}, \quad \mathbf{K}" in made
    assert r"\operatorname{Softmax}\left(\frac{\mathbf{Q} \mathbf{K}^\top}{\sqrt{D_k}}\right) \mathbf{V}" in made
    assert r"Let $N$ be the sequence length, $D$ the embedding dimension and $D_k$ the key dimension." in made
    assert "The code `Q @ K.T` and the word D_k stay apart." in made, "code stays, a symbol in words does not"


def test_layout_and_words_stay() -> None:
    made = translated(ATTENTION.replace("word d_k", "words"), "prince")
    assert outside_of_formulas(made.data, "note.md") == outside_of_formulas(
        ATTENTION.replace("word d_k", "words").encode(), "note.md"
    )


def test_a_note_in_the_notation_already_is_left_as_it_is() -> None:
    made = translated(ATTENTION, "encoder-notes")
    again = translated(made.data, "encoder-notes")
    assert again.data == made.data


def test_a_letter_of_the_notes_own_gives_way() -> None:
    text = ATTENTION + "\nAfter $N$ steps, with the noise $N$, nothing of $X$ and $N + 1$ is left.\n"
    made = translated(text, "bold-textbook")
    assert made.renamed, "N is the sequence length there"
    letter = made.renamed["N"].text
    assert letter != "N" and f"After ${letter}$ steps, with the noise ${letter}$" in text_of(made)


def test_the_number_of_a_head_goes_where_the_notation_has_it() -> None:
    text = ATTENTION.replace("W_Q", "W^Q").replace("W_K", "W^K")
    text += "\nLet $i$ be the head index. Each head has $Q_i = X W_i^Q$ and the product $Q_i K_i^T$.\n"
    made = text_of(translated(text, "encoder-notes"))
    assert "$Q^{(i)} = X W_Q^{(i)}$" in made
    assert "$Q^{(i)} {K^{(i)}}^T$" in made, "no two superscripts on one name"


def test_the_number_of_a_head_is_never_lost() -> None:
    text = "With $X \\in \\mathbb{R}^{10 \\times 512}$ and $W^Q_i \\in \\mathbb{R}^{512 \\times 64}$ let $Q_i = X W^Q_i$.\n"
    made = text_of(translated(text, "prince"))
    assert r"$\mathbf{Q}^{(h)} = \mathbf{X} \boldsymbol{\Omega}_q^{(h)}$" in made


def test_columns_keep_the_sizes_they_have() -> None:
    text = (
        "A token is a column of $X \\in \\mathbb{R}^{d \\times n}$, and with $W_Q, W_K \\in \\mathbb{R}^{c \\times d}$ "
        "the queries and keys are $Q = W_Q X \\in \\mathbb{R}^{c \\times n}$ and $K = W_K X$. "
        "The number $n$ is the sequence length.\n"
    )
    made = text_of(translated(text, "prince"))
    assert r"\mathbf{X} \in \mathbb{R}^{D \times N}" in made and r"\mathbb{R}^{D_q \times N}" in made


def test_signs_without_braces_get_them() -> None:
    made = text_of(translated(ATTENTION + "\n$$ \\sqrt d + x^d + \\frac d2 + 2d $$\n", "original-paper"))
    assert r"\sqrt {d_{\text{model}}} + x^{d_{\text{model}}} + \frac {d_{\text{model}}}2 + 2d_{\text{model}}" in made


def test_a_command_stays_apart_from_what_follows_it() -> None:
    made = text_of(translated(ATTENTION + "\n$$ nd + 2\\cdot n $$\n", "phuong-hutter"))
    assert r"\ell_{\text{x}}d_{\text{e}} + 2\cdot \ell_{\text{x}}" in made


def test_two_meanings_of_one_letter_are_told_apart() -> None:
    text = (
        "- $V$ is the vocabulary size and $d$ is the embedding dimension.\n\nThe table is $E \\in \\mathbb{R}^{V \\times d}$."
        "\n\nThe values are $V = X W_V$, the queries $Q = X W_Q$ and the keys $K = X W_K$.\n\n$$ O = A V $$\n"
    )
    made = text_of(translated(text, "plain"))
    assert r"$N_V$ is the vocabulary size" in made and r"\mathbb{R}^{N_V \times d}" in made
    assert r"$V = X W^V$" in made and "$$ O = A V $$" in made


def test_macros_are_renamed_where_they_are_defined() -> None:
    text = r"""\documentclass{article}
\newcommand{\Q}{Q}
\newcommand{\dk}{d_k}
\begin{document}
Let $d$ be the embedding dimension and $\dk$ the key dimension.
\[ \Q = X W_Q, \quad K = X W_K, \quad S = \frac{\Q K^\top}{\sqrt{\dk}} \]
\end{document}
"""
    made = text_of(translated(text, "bold-textbook", "note.tex"))
    assert r"\newcommand{\Q}{\mathbf{Q}}" in made and r"\newcommand{\dk}{D_k}" in made
    assert r"S = \frac{\Q \mathbf{K}^\top}{\sqrt{\dk}}" in made.replace(r"\mathbf{S}", "S")


def test_the_notation_of_the_note_may_be_named() -> None:
    text = "$$ Y = \\operatorname{softmax}(Z) $$\n\nIt takes $C$ and $T$.\n"
    assert translated(text, "plain").data == text.encode(), "nothing tells what these are"
    made = text_of(translated(text, "plain", source="batch-time-channel"))
    assert "It takes $d$ and $n$." in made


def test_letters_for_other_axes_come_back() -> None:
    made = translated(ATTENTION, "named-axes")
    assert r"\mathbb{R}^{\lvert \mathsf{seq} \rvert \times \lvert \mathsf{chans} \rvert}" in text_of(made)
    back = translated(made.data, "encoder-notes", source="named-axes")
    assert r"X \in \mathbb{R}^{n \times d}" in text_of(back)


def test_vectors_that_lie_otherwise_are_told() -> None:
    assert any("vectors stay rows" in each.reason for each in translated(ATTENTION, "prince").left)


@pytest.mark.parametrize("to", NOTATIONS)
@pytest.mark.parametrize("note", NOTES, ids=lambda path: path.stem)
def test_our_notes_in_every_notation(note: Path, to: str) -> None:
    made = translated(note.read_bytes(), to, note.name)
    left = [each for each in made.left if each.formula]
    assert len(left) <= 2, [(each.what, each.reason) for each in left]
    before, after = (model_of(data, note.name).document.formulas for data in (note.read_bytes(), made.data))
    assert len(before) == len(after)
    assert made.formulas > 3 or to == "plain" or note.suffix == ".rst"


@pytest.mark.parametrize("note", CASEBOOK[::7], ids=lambda path: path.stem)
def test_the_casebook_in_a_notation(note: Path) -> None:
    for to in ("prince", "batch-time-channel"):
        made = translated(note.read_bytes(), to, note.name)
        assert not any(each.formula for each in made.left), [each for each in made.left if each.formula]
        assert (
            outside_of_formulas(made.data, note.name) == outside_of_formulas(note.read_bytes(), note.name) or made.plain
        )


# -- the command -----------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note, out = tmp_path / "note.md", tmp_path / "other.md"
    note.write_text(ATTENTION)
    assert main(["translate", str(note), "--to", "bold-textbook"]) == 0
    printed = capsys.readouterr()
    assert r"\mathbf{Q} = \mathbf{X}" in printed.out and "each read again as the same" in printed.err
    assert main(["translate", str(note), "--to", "bold-textbook", "-o", str(out)]) == 0
    assert out.read_text() == printed.out and note.read_text() == ATTENTION
    capsys.readouterr()
    assert main(["translate", str(note), "--to", "bold-textbook", "--diff"]) == 0
    shown = capsys.readouterr().out
    assert "+++ b/" in shown and "-$$ Q = X W_Q" in shown


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (["--to", "princes"], "did you mean prince"),
        (["--to", "prince", "--from", "nobody"], "unknown notation 'nobody'"),
        (["--to", "none.toml"], "none.toml: no such file"),
        (["--to", "prince", "-o", "/no/such/folder/note.md"], "no such file"),
    ],
)
def test_wrong_requests(request_: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "note.md"
    note.write_text(ATTENTION)
    assert main(["translate", str(note), *request_]) == 2
    said = capsys.readouterr().err.splitlines()
    assert told in said[-1].lower()
    assert note.read_text() == ATTENTION


def test_a_note_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", str(tmp_path / "none.md"), "--to", "prince"]) == 2
    assert "no such file" in capsys.readouterr().err


def test_what_the_author_tells_symformer_is_told_of_the_new_letters() -> None:
    text = "<!-- symformer: let Q: n × d_k; let K: m × d_k; sequence length n; vectors = rows -->\n\n$$ S = Q K^\\top / \\sqrt{d_k} $$\n"
    made = translated(text, "bold-textbook")
    assert r"let \mathbf{Q}: N × D_k; let \mathbf{K}: M × D_k" in text_of(made)
    shapes = {str(each.sizes and len(each.sizes)) for each in model_of(made.data).table.declarations}
    assert "2" in shapes and not model_of(made.data).annotation_errors


# -- and back --------------------------------------------------------------------------------------------


def shape_of(term: Term) -> object:
    """A term without its names."""
    parts = tuple(map(shape_of, children(term)))
    if isinstance(term, Index):  # where the number of a head stands is the notation's
        return "name", tuple(map(shape_of, (*term.indices, *term.upper)))
    return ("name", ()) if isinstance(term, Symbol) else (type(term).__name__, parts)


def there_and_back(note: Path, to: str) -> tuple[int, int]:
    """How many formulas are the very terms they were after a translation and one back into the note's own letters."""
    data = note.read_bytes()
    model = model_of(data, note.name)
    own = learnt(model, "own", note.stem)
    made = translated(data, to, note.name)
    again = model_of(made.data, note.name)
    back = translate(made.data, again, lambda other: model_of(other, note.name), own, notation(to))
    after = model_of(back.data, note.name)
    assert len(model.formulas) == len(after.formulas)
    same = 0
    for one, other in zip(model.formulas, after.formulas, strict=True):
        terms = [lower_formula(read.tree, model.vocabulary) for read in (one, other)]
        same += terms[0] == terms[1]
        assert list(map(shape_of, terms[0])) == list(map(shape_of, terms[1])), one.latex.text
    return same, len(model.formulas)


@pytest.mark.parametrize("to", NOTATIONS)
def test_a_note_comes_back_from_every_notation(to: str) -> None:
    same, of = there_and_back(NOTES[0], to)
    if to == "d2l":  # v is a width there, so that on the way back a d_v of which nothing is told gives way
        assert same >= 0.85 * of
    else:
        assert same == of


@pytest.mark.parametrize("to", ["prince", "batch-time-channel", "column-notes", "plain"])
@pytest.mark.parametrize("note", NOTES[1:], ids=lambda path: path.stem)
def test_our_notes_come_back(note: Path, to: str) -> None:
    same, of = there_and_back(note, to)  # a letter that gave way, or of which nothing is told, keeps its new name
    assert same >= 0.85 * of
