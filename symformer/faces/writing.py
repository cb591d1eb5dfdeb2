"""``symformer latex`` and ``symformer example``: writing mathematics out of the catalogue."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

from symformer.catalogue.lookup import UnknownEquation
from symformer.faces.notated import notation_asked
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.notations import all_notations
from symformer.typesetting.composing import Composed, Wanted, as_latex, as_markdown, compose, latex_displays
from symformer.typesetting.variants import ChangesNothing, options_of

if TYPE_CHECKING:
    from symformer.faces.own_values import Values

ALL = "all"  # in the place of a notation: every one, side by side
NEEDED = {"array": r"\arraybackslash", "longtable": r"\begin{longtable}"}  # packages, and by what they are known
PACKAGES = "amsmath,amssymb,bm"
SLIDES = [r"\usefonttheme{professionalfonts}", r"\setbeamertemplate{navigation symbols}{}"]  # letters as on paper


def latex(options: argparse.Namespace) -> Outcome:
    """``symformer latex EQUATION``: an equation, a topic or a block in a notation."""
    if options.against is not None:
        return given_out(_against(options), options.output)
    if options.notation == ALL or "," in options.notation:
        return given_out(_side_by_side(options), options.output)
    try:
        chosen = notation_asked(options.notation)
        wanted = Wanted(
            notation=chosen,
            options=tuple(options_of(",".join(options.options))),
            steps=options.steps,
            shapes=options.shapes_at or ("under" if options.shapes else None),
            layout=options.layout,
            reasons=options.reasons,
            exercise=options.exercise,
            label=options.label or "",
            tag=options.tag or "",
            symbols=options.symbols is not None or options.standalone,
            nomenclature=options.symbols == "nomenclature",
            titles=options.standalone,
            numbers=options.numbers or options.values is not None or options.exercise is not None,
            base=options.base,
            seed=options.seed,
            decimals=options.decimals,
            values=_own_values(options.values),
        )
        composed = compose(options.equation, wanted)
    except (UnknownEquation, ChangesNothing, ValueError) as wrong:
        raise WrongRequest(str(wrong)) from None
    preamble = _preamble(options.preamble)
    text = _formatted(composed, wanted, options, preamble)
    return given_out(text, options.output)


def example(options: argparse.Namespace) -> Outcome:
    """``symformer example encoder-block``: a whole worked note."""
    from symformer.typesetting import notes
    from symformer.typesetting.example import Sizes, WrongSizes, encoder_block

    try:
        chosen = notation_asked(options.notation)
        sizes = Sizes(options.n, options.d, options.heads, options.d if options.hidden is None else options.hidden)
    except WrongSizes as wrong:
        raise WrongRequest(str(wrong)) from None
    worked = encoder_block(sizes, chosen, decimals=options.decimals, seed=options.seed)
    made_by = (
        f"symformer example {options.what} --n {sizes.n} --d {sizes.d} --heads {sizes.heads} --hidden {sizes.hidden} "
        f"--decimals {options.decimals} --seed {options.seed} --notation {chosen.id} --format {options.format}"
    )
    write = {"md": notes.as_markdown, "ipynb": notes.as_notebook, "tex": notes.as_latex}[options.format]
    return given_out(write(worked, made_by), options.output)


def _against(options: argparse.Namespace) -> str:
    """An equation beside a note's own."""
    if options.format not in ("latex", "markdown"):
        raise WrongRequest(f"--against colours a display: --format latex or markdown, not {options.format}")
    from symformer.faces.compared import compared

    text = compared(options.equation, options.against, notation_asked(options.notation), options.format)
    if options.format == "markdown":
        return _in_macros_of(_preamble(options.preamble), text)
    made = f"% {_request(options)}\n"
    preamble = _preamble(options.preamble)
    body = made + _in_macros_of(preamble, text)
    if not options.standalone:
        return f"% needs \\usepackage{{xcolor}}\n{body}"
    return _document(body, options.equation, "\n".join([r"\usepackage{xcolor}", preamble]))


def _side_by_side(options: argparse.Namespace) -> str:
    """An equation in every notation, or in those that are named, as a table."""
    if options.format not in ("latex", "markdown"):
        raise WrongRequest(f"--notation all makes a table: --format latex or markdown, not {options.format}")
    if options.standalone and options.format != "latex":
        raise WrongRequest("--standalone makes a LaTeX document: it goes with --format latex")
    rows: list[tuple[str, str]] = []
    chosen = (
        all_notations() if options.notation == ALL else [notation_asked(each) for each in options.notation.split(",")]
    )
    try:
        for each in chosen:
            composed = compose(options.equation, Wanted(each, tuple(options_of(",".join(options.options)))))
            rows.append((each.title, r", \quad ".join(latex_displays(composed)).replace(r" \\ ", r", \quad ")))
    except (UnknownEquation, ChangesNothing, ValueError) as wrong:
        raise WrongRequest(str(wrong)) from None
    if options.format == "markdown":
        lines = [
            "| notation | |",
            "|---|---|",
            *(f"| {title} | ${formula.replace('|', chr(92) + 'vert ')}$ |" for title, formula in rows),
        ]
    else:
        lines = [f"% {_request(options)}", r"\begingroup\renewcommand{\arraystretch}{1.8}", r"\begin{tabular}{ll}"]
        lines += [f"{_escaped(title)} & $\\displaystyle {formula}$ \\\\" for title, formula in rows]
        lines += [r"\end{tabular}\endgroup"]
    text = "\n".join(lines) + "\n"
    if not options.standalone:
        return text
    chinese = [r"\usepackage{ctex}"] if any(each.language == "zh" for each in chosen) else []
    return _document(text, composed.title, "\n".join([*chinese, _preamble(options.preamble)]))


def _escaped(text: str) -> str:
    return text.replace("&", r"\&").replace("_", r"\_")


def _formatted(composed: Composed, wanted: Wanted, options: argparse.Namespace, preamble: str) -> str:
    if options.format in ("numpy", "sympy") and options.base == 0:
        raise WrongRequest(f"--base 0 is for formulas: --format {options.format} counts as its language does")
    if options.exercise == "answers" and options.format != "latex":
        raise WrongRequest("--exercise answers marks them with \\answer{...}: it goes with --format latex")
    if options.standalone and options.format != "latex":
        raise WrongRequest("--standalone makes a LaTeX document: it goes with --format latex")
    if options.format in ("numpy", "sympy", "mathml"):
        return _as_code(composed, options.format)
    if options.format == "markdown":
        return _in_macros_of(preamble, as_markdown(composed, wanted))
    body = _in_macros_of(preamble, as_latex(composed, wanted))
    made = f"% {_request(options)}\n" + "".join(f"% {source}\n" for source in composed.sources)
    made += "\\providecommand{\\answer}[1]{#1}\n" if wanted.exercise == "answers" else ""
    needed = [rf"\usepackage{{{package}}}" for package, sign in NEEDED.items() if sign in body]
    if not options.standalone:
        return made + "".join(f"% needs {package}\n" for package in needed) + body
    added = [r"\usepackage{ctex}"] if wanted.notation.language == "zh" else []  # for XeLaTeX or LuaLaTeX
    added += needed
    return _document(made + body, composed.title, "\n".join([*added, preamble]), wanted.layout)


def _in_macros_of(preamble: str, text: str) -> str:
    if not preamble:
        return text
    from symformer.typesetting.macros import in_macros, macros_of

    return in_macros(text, macros_of(preamble))


def _as_code(composed: Composed, form: str) -> str:
    """The equations as NumPy source, SymPy source or MathML."""
    if form == "mathml":
        try:
            from latex2mathml.converter import convert
        except ImportError:
            raise WrongRequest("--format mathml needs latex2mathml: pip install 'symformer[mathml]'") from None
        return "".join(str(convert(formula, display="block")) + "\n" for formula in latex_displays(composed))
    from symformer.typesetting.coding import CannotCode, numpy_source, sympy_source

    try:
        return numpy_source(composed) if form == "numpy" else sympy_source(composed)
    except CannotCode as cannot:
        raise WrongRequest(f"--format {form}: {cannot}") from None


def _own_values(path: str | None) -> Values | None:
    if path is None:
        return None
    from symformer.faces.own_values import own_values

    return own_values(path)


# the options in the order in which the command that makes a text again is written
REPEATED = (
    "steps", "shapes", "shapes_at", "reasons", "numbers", "standalone", "base", "exercise", "seed", "decimals",
    "values", "against", "symbols", "layout", "label", "tag", "preamble",
)  # fmt: skip
USUAL = {"reasons": "auto", "base": 1, "seed": 0, "decimals": 2, "layout": "display", "symbols": "table"}


def _request(options: argparse.Namespace) -> str:
    """The command that makes this again."""
    said = ["symformer", "latex", options.equation, "--notation", options.notation]
    for name in REPEATED:
        value, flag = getattr(options, name), f"--{name.replace('_', '-')}"
        if name == "symbols" and value == USUAL[name] or value is True:
            said.append(flag)
        elif value not in (None, False) and value != USUAL.get(name):
            said += [flag, str(value)]
    said += ["--with", ",".join(options.options)] if options.options else []
    return shlex.join(said)


def _document(body: str, title: str, preamble: str, layout: str = "display") -> str:
    """A document that compiles by itself: slides, or an article in one column or two."""
    kind = {"beamer": "{beamer}", "two-column": "[twocolumn]{article}"}.get(layout, "{article}")
    head = [f"\\documentclass{kind}", f"\\usepackage{{{PACKAGES}}}"]
    head += SLIDES if layout == "beamer" else [r"\usepackage[margin=2cm]{geometry}"]
    head += [preamble.strip()] if preamble.strip() else []
    section = [] if layout == "beamer" else [f"\\section*{{{_escaped(title)}}}"]
    return "\n".join([*head, r"\begin{document}", *section, body.rstrip(), r"\end{document}", ""])


def _preamble(path: str | None) -> str:
    if path is None:
        return ""
    from symformer.faces import files

    try:
        return files.read_text(path)
    except UnicodeDecodeError:
        raise WrongRequest(f"{path}: is no text in UTF-8") from None
    except OSError as error:
        raise WrongRequest(f"{path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()


def given_out(text: str, output: str | None) -> Outcome:
    """On standard output, or in a file that is written whole or not at all."""
    if output is None:
        return Outcome(text)
    if not output:
        raise WrongRequest("-o wants the name of a file")
    from symformer.faces import files

    try:
        files.write_bytes(output, text.encode("utf-8"))
    except OSError as error:
        raise WrongRequest(f"{output}: {_reason(error)}") from None
    return Outcome("")


COMMANDS = {"latex": latex, "example": example}
