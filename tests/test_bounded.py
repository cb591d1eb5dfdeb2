"""Whatever is nested, repeated or defined in circles: a report, no failure, and work bounded by counters."""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle, islice

import pytest
from counting import calls_of

from symformer.algebra.dimension import letter, number
from symformer.algebra.interval import Interval
from symformer.algebra.unify import Equal
from symformer.analysis import analyse
from symformer.documents.reading import read_document
from symformer.faces.understood import understood
from symformer.findings.suppression import Places
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.semantics.model import build_model
from symformer.semantics.shapes.expressions import dimension_of
from symformer.semantics.values import Binding, ValueTable, as_true
from symformer.settings import Settings
from symformer.syntax.parser import parse
from symformer.terms.term import Index, Number, Sum, Symbol, Term, walk
from symformer.text.span import Span

MANY = 4_000
MOST_CALLS = 4_000_000


def nested(opening: str, closing: str, core: str = "x", levels: int = 1_500) -> str:
    return "$" + opening * levels + core + closing * levels + "$\n"


CIRCLE = [f"x_{{{at}}}" for at in range(12)]
NOTES = {
    "primes": f"$x{'’' * MANY}$ and $y{chr(39) * MANY} = 1$\n",
    "words before a verb": f"Let $x$ {'all ' * MANY} be a vector.\n",
    "brackets in a sentence": f"Let $x$ be {'( ' * MANY} 2 × 3 {') ' * MANY}.\n",
    "brackets around sizes": f"Let $x$: ${'(' * MANY}2, 3{')' * MANY}$.\n",
    "signs in a worksheet": f"```\nx = {'- ' * MANY}1 = 2\n```\n",
    "brackets in a worksheet": f"```\nx = {'(' * MANY}1{')' * MANY} = 2\n```\n",
    "backticks": f"Let $x$ {'`' * MANY} be a vector.\n",
    "calls or products": nested("a(b+", ")"),
    "changes": nested("\\Delta(", "+1)"),
    "entries": nested("a[", "]"),
    "expectations": nested("E[", "+1]"),
    "exponents": nested("2^{1+", "}", "2", 20),
    "braces": nested("{", "}"),
    "environments": nested("\\begin{bmatrix}", "\\end{bmatrix}"),
    "fractions of numbers": nested("\\frac{1}{1+", "}", "2") + "$x = 1$\n",
    "names of names": "".join(
        f"${name} = {' + '.join(other for other in CIRCLE if other != name)}$\n\n" for name in CIRCLE
    )
    + f"${CIRCLE[0]} + 1 = 7$\n",
    "a macro that calls itself": "$\\newcommand{\\loop}{x \\loop}$\n\n" + "$\\loop + 1 = 2$\n\n" * 20,
    "sizes of sizes": "".join(f"Let $d_{{{at + 1}}} = d_{{{at}}} + 1$.\n\n" for at in range(300))
    + "Let $W \\in \\mathbb{R}^{d_{299} \\times d_{7}}$, $V \\in \\mathbb{R}^{d_{150} \\times d_{2}}$. Then $W V$.\n",
    "sums over outcomes": "$p(x \\mid z) = " + "\\sum_{y} " * 13 + "p(x \\mid y) p(y \\mid z) p(x)$\n",
}


@pytest.mark.parametrize("what", NOTES)
def test_there_is_a_report(what: str) -> None:
    analysis = analyse("note.md", NOTES[what].encode(), Settings())
    assert not analysis.report.failures
    assert len(understood(analysis)) == analysis.report.statistics.formulas


@pytest.mark.parametrize("what", ["calls or products", "changes", "entries", "expectations", "exponents",
                                  "names of names", "sizes of sizes", "sums over outcomes"])  # fmt: skip
def test_the_work_is_bounded(what: str) -> None:
    note = NOTES[what].encode()
    assert calls_of(lambda: analyse("note.md", note, Settings())) < MOST_CALLS


@pytest.mark.parametrize("levels", [6, 12, 24])
def test_readings_do_not_double_with_every_level(levels: int) -> None:
    letters = "".join(islice(cycle("bcghkmnqruvwz"), levels))
    tree = parse("".join(f"{letter}(1 + " for letter in letters) + "x" + ")" * levels)
    assert tree.read
    parts = sum(1 for term in lower_formula(tree, Vocabulary()) for _ in walk(term))
    assert parts < 400


def test_rows_that_go_on_are_one_chain() -> None:
    tree = parse("\\begin{aligned} x &= 1 " + "\\\\ &= y " * 500 + "\\end{aligned}")
    (chain,) = lower_formula(tree, Vocabulary())
    assert sum(isinstance(part, Symbol) and part.name == "y" for part in walk(chain)) == 500


@pytest.mark.parametrize("members", [30, 60])
def test_a_definition_is_worked_out_once(members: int) -> None:
    """Each member is the sum of the two before it: without a memory, the ways through them double."""
    table = ValueTable()

    def member(at: int) -> Term:
        return Index(Symbol("x"), (Number(Fraction(at)),))

    one = Interval.point(Fraction(1))
    for at in range(members):
        definition = None if at < 2 else Sum((member(at - 1), member(at - 2)))
        shown = one if at < 2 or at == members - 10 or at == members - 11 else None
        table.bind(Binding(member(at), Span(0, 0), 0, 0, definition, shown=shown))
    found: list[object] = []
    assert calls_of(lambda: found.append(as_true(table)(member(members - 1)))) < 20_000
    assert found == [Interval.point(Fraction(89))]


def test_a_question_about_sizes_rests_on_the_facts_about_them() -> None:
    others = "".join(
        f"Let $W_{{{at}}} \\in \\mathbb{{R}}^{{n_{{{at}}} \\times m_{{{at}}}}}$, where $m_{{{at}}} = 2 n_{{{at}}}$.\n\n"
        for at in range(150)
    )
    note = "Let $K \\in \\mathbb{R}^{n \\times d_k}$, $d_k = D/H$.\n\n" + others + "$K$\n"
    theory = build_model(read_document("note.md", note.encode())).shapes[-1].environment.theory
    n_7, m_7 = (dimension_of(Index(Symbol(name), (Number(Fraction(7)),))) for name in "nm")
    assert n_7 is not None
    assert m_7 is not None
    assert calls_of(lambda: theory.compare(letter("d_k"), m_7)) < 3_000
    assert isinstance(theory.compare(number(2) * n_7, m_7), Equal)


@pytest.mark.parametrize("count", [100, 1_000])
def test_a_place_is_found_without_a_walk(count: int) -> None:
    places = Places.of(Span(10 * at, 10 * at + 5) for at in range(count))
    assert calls_of(lambda: places.touch(Span(502, 503))) < 10
    assert places.touch(Span(502, 503))
    assert not places.touch(Span(506, 509))
