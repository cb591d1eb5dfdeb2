"""Every derivation, in every notation: its aligned display reads back as itself, its letters are told apart, KaTeX takes it."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest
from katex import complaints, katex_folder

import symformer
from symformer.analysis import check
from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import all_derivations, derivation, read_derivation
from symformer.notations import Notation, all_notations, notation
from symformer.notations.notation import colliding
from symformer.terms.parts import flattened
from symformer.typesetting.composing import members_of_families
from symformer.typesetting.derivations import (
    ComposedDerivation,
    as_json,
    as_latex,
    as_markdown,
    as_text,
    compose_derivation,
)
from symformer.typesetting.notating import read_back, renaming
from symformer.typesetting.setting import aligned_rows
from symformer.typesetting.symbol_table import symbol_rows


def unjudged(given: Derivation, chosen: Notation) -> ComposedDerivation:
    """A derivation in a notation, without marks."""
    found = read_derivation(given)
    return ComposedDerivation(found, renaming(found.whole, chosen))


def aligned(composed: ComposedDerivation, *, reasons: bool) -> str:
    """The chain as one aligned environment."""
    lines = [line if reasons else replace(line, reason="") for line in composed.display.lines]
    return "\\begin{aligned}\n" + " \\\\\n".join(aligned_rows(lines)) + "\n\\end{aligned}"


@pytest.mark.parametrize("number", range(len(all_derivations())), ids=lambda number: all_derivations()[number].id)
def test_reads_back_in_every_notation(number: int) -> None:
    given = all_derivations()[number]
    for each in all_notations()[number % 2 :: 2]:  # every other one by turns: half of the time
        composed = unjudged(given, each)
        assert not colliding(composed.how.spellings.values()), each.id
        texts = [aligned(composed, reasons=False)]
        texts += [r", \quad ".join(composed.given)] if composed.given else []
        found = [flattened(statement) for text in texts for statement in read_back(text, composed.how)]
        *before, chain = map(flattened, composed.found.whole.statements)
        assert found == [chain, *before], f"{each.id}: {texts}"


@pytest.mark.parametrize("number", range(len(all_derivations())), ids=lambda number: all_derivations()[number].id)
def test_the_checker_finds_nothing_wrong(number: int) -> None:
    composed = unjudged(all_derivations()[number], notation(("plain", "prince")[number % 2]))  # rows and columns
    rows = symbol_rows([composed.how], members_of_families([composed.found.whole]))
    letters = [
        f"Let ${row.symbol}" + (rf" \in {row.space}" if r"\mathbb{R}" in row.space else "") + f"$ be the {row.meaning}."
        for row in rows
    ]
    told = ["All vectors are columns.", ""] if composed.how.columns else []
    note = "\n".join([f"# {composed.derivation.title}", "", *told, *letters, "", as_markdown(composed)])
    report = check(note, name="note.md")
    assert not [each.problem.message for each in report.findings if each.level != "info"], note
    assert report.statistics.read == report.statistics.formulas


def test_katex_accepts_every_display_in_strict_mode() -> None:
    folder = katex_folder()
    if folder is None:
        if os.environ.get("CI_NEEDS_KATEX"):
            pytest.fail("KaTeX is not installed")
        pytest.skip("Node or KaTeX is not installed: npm install --global katex, or name its folder in KATEX")
    every = [unjudged(given, each) for given in all_derivations() for each in all_notations()]
    formulas = [text for each in every for text in (aligned(each, reasons=True), *each.given)]
    assert complaints(formulas, folder) == []


def test_text_tells_reasons_and_marks() -> None:
    text = as_text(compose_derivation(derivation("sigmoid-reflection"), notation("plain")))
    assert text.splitlines() == [
        "sigmoid-reflection: The sigmoid of the opposite",
        "source    Goodfellow et al. (2016), Deep Learning, section 3.10",
        "",
        "  1 - σ(z)",
        "  = 1 - 1 / (1 + e^(-z))",
        "      definition of the sigmoid: proved (normal form)",
        "  = e^(-z) / (1 + e^(-z))",
        "      common denominator: proved (normal form)",
        "  = 1 / (e^z + 1)",
        "      numerator and denominator times an exponential: proved (normal form)",
        "  = σ(-z)",
        "      definition of the sigmoid: proved (normal form)",
    ]


def test_a_notation_changes_letters_and_layout_and_the_sizes_in_the_marks() -> None:
    text = as_text(compose_derivation(derivation("attention-gradient-keys"), notation("prince")))
    assert "𝐒 = 𝐊ᵀ·𝐐 / √(D[q])" in text
    assert "(𝐐·𝐒̄ᵀ / √(D[q]))[j, m]" in text
    assert "proved (entry by entry, D[q] = 2, M = 2, N = 3)" in text


def test_latex_is_an_aligned_display_with_marks_as_comments() -> None:
    text = as_latex(compose_derivation(derivation("attention-scale"), notation("plain")))
    assert text.startswith("% symformer derive attention-scale --notation plain --format latex\n% Vaswani")
    assert "% step 6: proved (entry by entry, d_k = 2)" in text
    assert "Supposed: $q$: independent, mean $0$, variance $1$; $k$: independent, mean $0$, variance $1$." in text
    assert text.count(r"\\") == 5
    assert text.endswith("\\end{align*}\n")


def test_json_tells_each_step() -> None:
    told = json.loads(as_json(compose_derivation(derivation("attention-scale"), notation("plain"))))
    assert told["supposed"][0] == {"letter": "q", "words": "independent, mean 0, variance 1"}
    assert told["start"] == r"\operatorname{Var}\left(\frac{q k^\top}{\sqrt{d_k}}\right)"
    assert told["steps"][-1] == {
        "relation": "=", "latex": "1", "reason": "as many ones as the key is wide", "outcome": "proved",
        "how": "entry by entry", "sizes": {"d_k": 2}, "condition": "",
    }  # fmt: skip


def test_from_python_it_shows_itself() -> None:
    found = symformer.derivation("sigmoid-reflection")
    assert found.title == "The sigmoid of the opposite"
    assert [step.mark for step in found.steps] == ["proved (normal form)"] * 4
    assert found.steps[-1].latex == r"\sigma(-z)"
    assert found._repr_latex_() == f"${found.latex()}$"
    assert found.latex(notation="d2l").startswith(r"\begin{aligned}")


def test_markdown_numbers_the_reasons() -> None:
    text = as_markdown(compose_derivation(derivation("least-squares"), notation("plain")))
    assert "1. chain rule: proved (entry by entry, d = 3, n = 3)\n2. the sum is parted: proved" in text
    assert text.count("$$") == 2
    assert text.endswith("the normal equations\n")
