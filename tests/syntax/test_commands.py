"""The tables of commands, environments and characters."""

from __future__ import annotations

import string

import pytest

from symformer.syntax.characters import SUBSCRIPTS, SUPERSCRIPTS, character
from symformer.syntax.command_tables import COMMAND_TABLES, ENVIRONMENT_TABLES
from symformer.syntax.commands import Role, command, customary, environment
from symformer.syntax.parser import parse

NAMES = [name for _, _, table in COMMAND_TABLES for line in table.splitlines() for name in line.split()[1:]]


@pytest.mark.parametrize(
    ("name", "role", "text", "arguments"),
    [
        ("alpha", Role.NAME, "alpha", ""),
        ("varepsilon", Role.NAME, "varepsilon", ""),
        ("varnothing", Role.NAME, "emptyset", ""),
        ("_", Role.NAME, "_", ""),
        ("R", Role.NAME, "ℝ", ""),
        ("argmax", Role.FUNCTION, "argmax", ""),
        ("varlimsup", Role.FUNCTION, "limsup", ""),
        ("cdot", Role.OPERATOR, "·", ""),
        ("ast", Role.OPERATOR, "*", ""),
        ("pmod", Role.OPERATOR, "mod", ""),
        ("pm", Role.SUM_OPERATOR, "±", ""),
        ("le", Role.RELATION, "≤", ""),
        ("coloneqq", Role.RELATION, ":=", ""),
        ("longrightarrow", Role.RELATION, "→", ""),
        ("mid", Role.BAR, "|", ""),
        ("|", Role.FENCE_BAR, "‖", ""),
        ("{", Role.OPEN, "{", ""),
        ("rVert", Role.CLOSE, "‖", ""),
        ("prod", Role.BIG, "product", ""),
        ("vdots", Role.ELLIPSIS, "vertical", ""),
        (" ", Role.SPACE, "", ""),
        ("qquad", Role.SEPARATOR, "quad", ""),
        ("\\", Role.SEPARATOR, "row", ""),
        ("Bigl", Role.SIZING, "Bigl", ""),
        ("tag*", Role.IGNORED, "", "i"),
        ("rule", Role.IGNORED, "", "oii"),
        ("widehat", Role.ACCENT, "hat", "m"),
        ("bm", Role.FONT, "bold", "m"),
        ("bf", Role.OLD_FONT, "bold", ""),
        ("operatorname*", Role.WORD, "operator", "m"),
        ("dfrac", Role.FRACTION, "", "mm"),
        ("sqrt", Role.RADICAL, "", "om"),
        ("textcolor", Role.STYLE, "", "im"),
        ("xrightarrow", Role.ARROW, "→", "om"),
        ("prime", Role.PRIME, "'", ""),
    ],
)
def test_a_command_has_its_row(name: str, role: str, text: str, arguments: str) -> None:
    row = command(name)
    assert row is not None
    assert (row.name, row.role, row.text, row.arguments) == (name, role, text, arguments)


def test_a_command_nobody_knows_has_no_row() -> None:
    assert command("mynewthing") is None
    assert command("alphax") is None
    assert command("=") is None  # the mark of the tables is no command


def test_no_command_stands_in_two_rows() -> None:
    assert sorted(name for name in set(NAMES) if NAMES.count(name) > 1) == []


def test_every_name_can_follow_a_backslash() -> None:
    letters = set(string.ascii_letters)
    odd = [name for name in NAMES if len(name) > 1 and not set(name.removesuffix("*")) <= letters]
    assert odd == []


def test_arguments_are_written_in_the_known_letters() -> None:
    assert all(set(arguments) <= set("miod") for _, arguments, _ in (*COMMAND_TABLES, *ENVIRONMENT_TABLES))


def test_habits_are_told_from_standard_commands() -> None:
    assert customary("softmax") and customary("R")
    assert not customary("min") and not customary("alpha")
    assert all(command(name) is not None for name in ("softmax", "relu", "given", "reals"))


@pytest.mark.parametrize(
    ("name", "kind", "arguments"),
    [
        ("pmatrix", "matrix", ""),
        ("array", "matrix", "i"),
        ("dcases", "cases", ""),
        ("align*", "aligned", ""),
        ("alignat", "aligned", "i"),
        ("equation*", "wrapper", ""),
    ],
)
def test_an_environment_has_its_row(name: str, kind: str, arguments: str) -> None:
    row = environment(name)
    assert row is not None
    assert (row.name, row.kind, row.arguments) == (name.rstrip("*"), kind, arguments)


def test_an_environment_nobody_knows_has_no_row() -> None:
    assert environment("theorem") is None


SAME = """
α alpha  β beta  γ gamma  δ delta  ζ zeta  η eta  θ theta  λ lambda  μ mu  π pi  ρ rho  σ sigma  τ tau  χ chi  ψ psi
ω omega  Γ Gamma  Δ Delta  Θ Theta  Λ Lambda  Ξ Xi  Π Pi  Σ Sigma  Φ Phi  Ψ Psi  Ω Omega
ℝ R  ℕ N  ℤ Z  ℂ Complex  ∞ infty  ∂ partial  ∇ nabla  ℓ ell  ⊤ top  ∅ emptyset  ∀ forall  ∃ exists
× times  · cdot  ÷ div  ∘ circ  ⊙ odot  ⊗ otimes  ⊕ oplus  ± pm  ∪ cup  ∩ cap
≤ le  ≥ ge  ≠ ne  ≈ approx  ∼ sim  ∝ propto  ≡ equiv  ∈ in  ∉ notin  → to  ← gets  ⇒ implies  ↦ mapsto  ⊂ subset
⊆ subseteq  ≔ coloneqq  ∑ sum  ∏ prod  ∫ int  … dots  ⋮ vdots  ⋱ ddots  ⟨ langle  ⟩ rangle  ⌊ lfloor  ⌋ rfloor  ∣ mid
""".split()


@pytest.mark.parametrize(("char", "name"), list(zip(SAME[::2], SAME[1::2], strict=True)))
def test_a_character_means_what_its_command_means(char: str, name: str) -> None:
    row = command(name)
    assert row is not None
    assert character(char) == (row.role, row.text)


@pytest.mark.parametrize(
    ("char", "text"),
    [("𝑗", "j"), ("ℎ", "h"), ("𝛼", "alpha"), ("𝐗", "bold(X)"), ("𝜷", "bold(beta)"), ("𝒳", "calligraphic(X)"),
     ("ℒ", "calligraphic(L)"), ("𝔤", "fraktur(g)"), ("𝗌", "sans(s)"), ("𝔼", "𝔼"), ("𝟏", "bold(1)"), ("ｘ", "x"), ("é", "é")],
)  # fmt: skip
def test_a_styled_letter_is_a_name(char: str, text: str) -> None:
    assert character(char) == (Role.NAME, text)


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("−", (Role.SUM_OPERATOR, "-")),
        ("∗", (Role.OPERATOR, "*")),
        ("⋅", (Role.OPERATOR, "·")),
        ("，", (Role.SEPARATOR, ",")),
        ("（", (Role.OPEN, "(")),
        ("＝", (Role.RELATION, "=")),
        ("′", (Role.PRIME, "'")),
        ("\u200b", (Role.SPACE, "")),
        ("√", (Role.RADICAL, "√")),
        ("其", None),
        ("📖", None),
    ],
)
def test_other_characters(char: str, expected: tuple[str, str] | None) -> None:
    assert character(char) == expected


def test_raised_and_lowered_characters() -> None:
    assert [SUPERSCRIPTS[char] for char in "²ⁿ⁻ᵀ"] == ["2", "n", "-", "T"]
    assert [SUBSCRIPTS[char] for char in "₀ᵢₖ₊"] == ["0", "i", "k", "+"]
    assert not any(character(char) for char in (*SUPERSCRIPTS, *SUBSCRIPTS))


@pytest.mark.parametrize(
    ("latex", "known"),
    [
        (r"P(a \given b)", True),
        (r"P(a \given {\bf b})", True),
        (r"\given{a = 1}{b = 2} = 0.5", False),
        (r"\log \given{ a }{ b }", False),
    ],
)
def test_a_command_that_others_define_with_two_arguments(latex: str, known: bool) -> None:
    assert [problem.message for problem in parse(latex).problems] == ([] if known else [r"\given is not known"])
