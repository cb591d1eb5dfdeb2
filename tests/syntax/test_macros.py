r"""Macros: which definitions count, what a use becomes, and where each part of it came from."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symformer.syntax.macros import Macro, collect_macros, expand, expansion
from symformer.text.definitions import NO_VALUE, Parameter
from symformer.text.mapped import MappedText
from symformer.text.span import Span


def expanded(definitions: str, use: str) -> str:
    return expand(MappedText.identity(use), collect_macros(definitions)).text


@pytest.mark.parametrize(
    ("definition", "macro"),
    [
        (r"\newcommand{\vect}[1]{\mathbf{#1}}", Macro("vect", 1, r"\mathbf{#1}")),
        (r"\newcommand*\vect[1]{\mathbf{#1}}", Macro("vect", 1, r"\mathbf{#1}")),
        (r"\newcommand{\pd}[2][y]{\frac{\partial #2}{\partial #1}}", Macro("pd", 2, r"\frac{\partial #2}{\partial #1}", "y")),
        (r"\renewcommand{\vec}[1]{\mathbf{#1}}", Macro("vec", 1, r"\mathbf{#1}")),
        (r"\def\Wq{W_q}", Macro("Wq", 0, "W_q")),
        (r"\def\pair#1#2{(#1, #2)}", Macro("pair", 2, "(#1, #2)")),
        (r"\DeclareMathOperator{\enc}{enc}", Macro("enc", 0, r"\operatorname{enc}")),
        (r"\DeclareMathOperator*{\pick}{pick}", Macro("pick", 0, r"\operatorname*{pick}")),
        (r"\DeclarePairedDelimiter{\size}{\lvert}{\rvert}", Macro("size", 2, r"\left\lvert #2 \right\rvert", "")),
        (r"\NewDocumentCommand{\pair}{m m}{(#1, #2)}", Macro("pair", 2, "(#1, #2)")),
        (r"\def\f(#1){f[#1]}", Macro("f", 1, "f[#1]", None, (Parameter("literal", "("), Parameter("until", ")")))),
        (r"\def\f#1,#2;{#2#1}", Macro("f", 2, "#2#1", None, (Parameter("until", ","), Parameter("until", ";")))),
        (
            r"\NewDocumentCommand{\grad}{s O{x} m}{#3_{#2}}",
            Macro("grad", 3, "#3_{#2}", None, (Parameter("flag", "*"), Parameter("optional", "[]", "x"), Parameter("mandatory"))),
        ),
        (
            r"\NewDocumentCommand\at{o}{@}",
            Macro("at", 1, "@", None, (Parameter("optional", "[]", NO_VALUE),)),
        ),
        (r"\newcommand{\dk}{$d_k$\xspace}", Macro("dk", 0, "d_k")),
        (r"\let\eps\varepsilon", Macro("eps", 0, r"\varepsilon")),
        (r"\newcommand\half{\frac{1}{2}}", Macro("half", 0, r"\frac{1}{2}")),
        (r"\newcommand{\R}{\mathbf{R}}", Macro("R", 0, r"\mathbf{R}")),
        ("\\newcommand{\\loss}{% the loss\n  \\mathcal{L}}", Macro("loss", 0, r"\mathcal{L}")),
    ],
)  # fmt: skip
def test_a_definition_is_found(definition: str, macro: Macro) -> None:
    assert collect_macros(f"Some text. {definition} More text.") == {macro.name: macro}


@pytest.mark.parametrize(
    "text",
    [
        r"\newcommand{\vec}[1]{\mathbf{#1}}",  # standard: only a renewal counts
        r"\DeclareMathOperator*{\argmax}{arg\,max}",  # says what is known
        r"\renewcommand{\softmax}{\mathrm{softmax}}",
        r"% \newcommand{\old}{x}",
        r"a row \\newcommand{\old}{x}",
        r"\newcommand{\open}{x",
        r"\newcommand",
        r"\definecolor{\grey}{x}",
        r"\newcommand{\huge}{" + "x" * 3_000 + "}",
        r"\newenvironment{pmatrix}{[}{]}",
        r"\NewDocumentCommand{\odd}{e{_^}}{x}",
        r"\DeclarePairedDelimiterX\inner[2]{(}",
    ],
)
def test_what_is_no_definition_for_the_parser(text: str) -> None:
    assert collect_macros(text) == {}


def test_a_later_definition_wins_unless_it_only_provides() -> None:
    assert collect_macros(r"\newcommand{\a}{1} \newcommand{\a}{2} \providecommand{\a}{3}")["a"].body == "2"


@pytest.mark.parametrize(
    ("definitions", "use", "result"),
    [
        (r"\newcommand{\R}{\mathbb{R}}", r"\R \Rightarrow \R^n", r"\mathbb{R} \Rightarrow \mathbb{R}^n"),
        (r"\newcommand{\vect}[1]{\mathbf{#1}}", r"\vect{x}+\vect y", r"\mathbf{x}+\mathbf{y}"),
        (r"\newcommand{\vect}[1]{\mathbf#1}", r"\vect{x}", r"\mathbf x"),
        (r"\newcommand{\mbold}{\mathbf}", r"\mbold x", r"\mathbf x"),
        (r"\newcommand{\twice}[1]{#1 + #1}", r"\twice{\twice{x}}", "x + x + x + x"),
        (r"\newcommand{\pd}[2][y]{#1/#2}", r"\pd{a} \pd[z]{a}", "y/a z/a"),
        (r"\newcommand{\seq}[1][n]{x_1, \dots, x_{#1}}", r"(\seq)", r"(x_1, \dots, x_{n})"),
        (r"\newcommand{\inner}{x} \newcommand{\outer}{\inner\inner}", r"\outer", "xx"),
        (r"\DeclarePairedDelimiter{\size}{\lvert}{\rvert}", r"\size*{x}", r"\left\lvert x \right\rvert"),
        (r"\DeclarePairedDelimiter{\size}{\lvert}{\rvert}", r"\size[\big]{x}", r"\left\lvert x \right\rvert"),
        (r"\let\old\phi \renewcommand{\phi}{\old_0}", r"\phi", r"\phi_0"),
        (r"\def\W{\mathbf{W}}", r"\hat\W x_\W", r"\hat{\mathbf{W}} x_{\mathbf{W}}"),
        (r"\def\W{W_1} \def\x{x_1}", r"\frac\W\x + \sqrt{2}\x", r"\frac{W_1}{x_1} + \sqrt{2}x_1"),
        ("", r"\norm{x}", r"\left\| x \right\|"),
        (r"\newcommand{\norm}[1]{N(#1)}", r"\norm{x}", "N(x)"),
        (r"\def\W{\mathbf{W}}", r"\hat{\W}", r"\hat{\mathbf{W}}"),
        (r"\def\lb{\langle} \def\rb{\rangle}", r"\left\lb x \right\rb", r"\left\langle x \right\rangle"),
        (r"\def\one{1}", r"x \\one", r"x \\one"),
        (r"\newcommand{\vect}[1]{\mathbf{#1}}", r"\frac{\vect}{2}", r"\frac{\vect}{2}"),
        (r"\newcommand{\vect}[1]{\mathbf{#1}}", r"\vect{x", r"\vect{x"),
        (r"\def\f(#1,#2){#2/#1}", r"\f(a, {b,c}) + \f(x,y)", r"b,c/a + y/x"),
        (r"\DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1, #2}", r"\inner{x}{y}", r"\left\langle x, y \right\rangle"),
        (r"\DeclarePairedDelimiterX\set[1]\{\}{#1 \delimsize\mid 1}", r"\set{x}", r"\left\{ x \middle\mid 1 \right\}"),
        (
            r"\NewDocumentCommand{\grad}{s O{x} m}{\IfBooleanTF{#1}{\hat}{}\nabla_{#2} #3}",
            r"\grad*[y]{L} + \grad{L}",
            r"\hat\nabla_{y} L + \nabla_{x} L",
        ),
        (r"\NewDocumentCommand{\W}{o}{W\IfNoValueF{#1}{_{#1}}}", r"\W \W[q]", r"W W_{q}"),
        (r"\NewDocumentCommand{\W}{o}{W\IfValueTF{#1}{_{#1}}{_0}}", r"\W{} \W[q]", r"W_0{} W_{q}"),
        (r"\newcommand{\R}{\ensuremath{\mathbb{R}}\xspace}", r"x \in \R", r"x \in \ensuremath{\mathbb{R}}\xspace"),
        (r"\def\x{\relax\ifmmode x_1\else $x_1$\fi}", r"\x + 1", r"\relax x_1 + 1"),
        (r"\newcommand{\blu}[1]{{\color{blue}#1}}", r"\blu{x} + 1", r"{\color{blue}x} + 1"),
        (r"\newcommand{\p}{\,\text{.}}", r"x = 1\p", r"x = 1\,\text{.}"),
        (r"\def\b{\bold} \newcommand{\bold}[1]{\mathbf{#1}}", r"\b{x} + \b y", r"\mathbf{x} + \mathbf{y}"),
        (r"\newcommand{\inner}[1]{(#1)} \newcommand{\outer}[1]{\inner{#1 + 1}}", r"\outer{\inner{x}}", "((x) + 1)"),
        (
            r"\newenvironment{amatrix}[1]{\left[\begin{array}{#1}}{\end{array}\right]}",
            r"\begin{amatrix}{cc} a & b \end{amatrix}",
            r"\left[\begin{array}{cc} a & b \end{array}\right]",
        ),
        (r"\def\bm{\begin{pmatrix}} \def\fm{\end{pmatrix}}", r"\bm a \fm", r"\begin{pmatrix} a \end{pmatrix}"),
        ("", r"\only<2->{x} + \pause y \uncover{z}", r"x +  y z"),
        (r"\renewcommand{\vec}[1]{\mathbf{#1}}", r"\vec{\vec{x}}", r"\mathbf{\mathbf{x}}"),
        (r"\renewcommand{\phi}{\phi_0}", r"\phi", r"\phi_0"),
        (r"\def\W{W} \let\V\W \def\W{U}", r"\V \W", "W U"),
        (r"\newcommand{\braced}[1]{[#1]}", r"\braced{\{ a \}}", r"[\{ a \}]"),
    ],
)  # fmt: skip
def test_a_use_is_expanded(definitions: str, use: str, result: str) -> None:
    assert expanded(definitions, use) == result


def test_definitions_inside_a_formula_apply_and_vanish() -> None:
    made = expand(MappedText.identity(r"\def\W{W_1} \W x"), {})
    assert made.text == " W_1 x"
    assert made.origin_span(Span(5, 6)) == Span(15, 16)


def test_a_formula_without_macros_is_returned_as_it_is() -> None:
    latex = MappedText.identity(r"\Rightarrow x")
    assert expand(latex, {"R": Macro("R", 0, "r")}) is latex


def test_arguments_map_to_where_they_stand_and_the_rest_to_the_use() -> None:
    use = r"a = \pair{xy}{z}"
    made = expand(MappedText.identity(use, 100), {"pair": Macro("pair", 2, r"\langle #1, #2 \rangle")})
    assert made.text == r"a = \langle xy, z \rangle"
    assert made.origin_span(Span(0, 1)) == Span(100, 101)
    x, z, opening = made.text.index("xy"), made.text.index("z"), made.text.index(r"\langle")
    assert made.origin_span(Span(x, x + 2)) == Span(110, 112)
    assert made.origin_span(Span(z, z + 1)) == Span(114, 115)
    assert made.origin_span(Span(opening, opening + 7)) == Span(104, 116)
    assert made.origin_span(Span(opening, len(made.text))) == Span(104, 116)


def test_an_expansion_as_long_as_its_use_is_still_one_piece() -> None:
    made = expand(MappedText.identity(r"\ab+1"), {"ab": Macro("ab", 0, "x+y")})
    assert [made.origin_span(Span(at, at + 1)) for at in range(3)] == [Span(0, 3)] * 3


def test_swapped_arguments_never_turn_a_range_round() -> None:
    made = expand(MappedText.identity(r"\swap{a}{b}"), {"swap": Macro("swap", 2, "#2#1")})
    assert made.text == "ba"
    assert made.origin_span(Span(0, 2)).length > 0


def test_the_map_leads_through_an_earlier_map() -> None:
    quoted = MappedText.join("> \\W\n> + b", [Span(2, 5), Span(7, 10)])
    made = expand(quoted, {"W": Macro("W", 0, "W_{1}")})
    assert made.text == "W_{1}\n+ b"
    assert made.origin_span(Span(0, 5)) == Span(2, 4)
    assert made.origin_span(Span(8, 9)) == Span(9, 10)


@pytest.mark.parametrize(
    ("definitions", "use", "message"),
    [
        (r"\def\a{\a}", r"\a + 1", r"the macro \a calls itself"),
        (r"\def\a{\b\b} \def\b{\a\a}", r"x \a", r"the macro \a calls itself"),
        (r"\def\a#1{\b{#1}} \def\b#1{\a{#1}}", r"\b{x}", r"the macro \b calls itself"),
        (r"\def\twice#1{#1#1}", r"\twice{\twice}" * 3 + r"\twice\twice\twice", None),
        ("".join(rf"\def\{chr(97 + i)}{{\{chr(98 + i)}\{chr(98 + i)}}}" for i in range(25)), r"\a", "expands to more"),
        (r"\def\big{" + "x + " * 250_000 + "y}", r"\big", "expands to more"),
        (r"\def\grow#1{" + "#1" * 500 + "}", r"\grow{" * 200 + "x" + "}" * 200, "expands to more"),
        (r"\def\one#1{#1}", r"\one{" * 20_000 + "x" + "}" * 20_000, "expands to more"),
        (r"\def\one#1{#1}", r"\one{" * 20_000, "expands to more"),
    ],
    ids=["itself", "mutual", "arguments", "doubling", "bomb", "long body", "growing", "deep", "unclosed"],
)  # fmt: skip
def test_what_would_never_end_is_refused_at_once(definitions: str, use: str, message: str | None) -> None:
    macros = collect_macros(definitions)
    started = time.process_time()
    made = expansion(MappedText.identity(use), macros)
    assert time.process_time() - started < 5
    if message is None:
        assert len(made.latex.text) < 100_000
    else:
        assert made.refusal is not None
        assert message in made.refusal.message
        assert made.latex.text == use


def test_an_expansion_may_be_given_less_room() -> None:
    macros = {"x": Macro("x", 0, "y" * 50)}
    assert expansion(MappedText.identity(r"\x"), macros, room=100).refusal is None
    assert expansion(MappedText.identity(r"\x"), macros, room=40).refusal is not None


def test_many_definitions_and_uses_take_linear_time() -> None:
    def seconds(count: int) -> float:
        text = "".join(
            rf"\newcommand{{\zz{_letters(i)}}}[1]{{x_{{#1}}}} % and \open{{ $y$" + "\n" for i in range(count)
        )
        use = " + ".join(rf"\zz{_letters(i)}{{1}}" for i in range(count))
        started = time.process_time()
        assert len(collect_macros(text)) == count
        assert expand(MappedText.identity(use), collect_macros(text)).text.count("x_{1}") == count
        return time.process_time() - started

    seconds(100)
    # the least of several, since a busy machine only ever adds
    assert min(seconds(8_000) for _ in range(3)) < 8 * max(min(seconds(2_000) for _ in range(3)), 0.01)


def test_definitions_that_never_end_take_linear_time() -> None:
    def seconds(count: int) -> float:
        started = time.process_time()
        collect_macros(r"\newcommand{\a}{ \newenvironment{b}[2][" * count)
        return time.process_time() - started

    seconds(100)
    assert min(seconds(40_000) for _ in range(3)) < 12 * max(min(seconds(10_000) for _ in range(3)), 0.01)


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


@given(st.text(alphabet="\\abWvx{}[]#1 _^*\n", max_size=40))
def test_any_text_can_be_expanded(text: str) -> None:
    macros = {"W": Macro("W", 0, "{w}"), "v": Macro("v", 1, r"\W_#1"), "x": Macro("x", 2, "#2#1#2", "b")}
    made = expand(MappedText.identity(text), macros)
    assert made.segments[-1].end == len(made.text)
    for at in range(len(made.text)):
        origin = made.origin_span(Span(at, at + 1))
        assert 0 <= origin.start < origin.end <= len(text)


@given(st.text(alphabet="\\newcommandfl{}[]#12 ab", max_size=60))
def test_any_text_can_be_searched_for_definitions(text: str) -> None:
    assert isinstance(collect_macros("\\newcommand{\\a}" + text), dict)
