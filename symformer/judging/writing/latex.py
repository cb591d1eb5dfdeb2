"""Slips of writing inside formulas: what LaTeX will not show as it was meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from symformer.findings.finding import Edit, Fix, Problem
from symformer.semantics.formulas import ReadFormula
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.syntax.commands import command
from symformer.syntax.macros import collect_macros
from symformer.terms.term import Number, Product, Symbol, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

# -- commands that lost their backslash, or a letter with it ---------------------------------------

_ESCAPES = {"\a": "a", "\b": "b", "\f": "f", "\v": "v", "\t": "t", "\r": "r"}
_EATEN = re.compile(
    "[\a\b\f\v\r]([a-z]+)|\t(ext(?=\\{)|extbf(?=\\{)|imes\\b|heta\\b|anh\\b|ilde(?=\\{)|frac(?=\\{)|au\\b)"
)
_BARE = Cued(
    r"(?<![\\A-Za-z@])(rac|frac|dfrac|tfrac|sqrt|mathbf|mathbb|mathcal|mathrm|mathsf|boldsymbol|operatorname|egin|begin"
    r"|end|underbrace|overline)\{"
)
_SPLIT = Cued(r"\\math(?:bb|cal|bf|rm|sf)\s*\{([A-Za-z])\}([a-z]{3,})(?![A-Za-z])")
_OPAQUE = re.compile(
    r"\\(?:text\w*|mbox|label|tag\*?|ref|eqref|href|url|operatorname\*?|mathrm|mathtt|texttt|intertext|color|textcolor)"
    r"\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}"
)


def corrupted_commands(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each command whose backslash, or first letter, was lost: ``rac{1}{2}``."""
    text = model.document.source.text
    for formula in model.document.formulas:
        body = formula.body.slice(text)
        hidden = [Span(found.start(), found.end()) for found in _OPAQUE.finditer(body)]
        for start, end, written, meant in _corrupted(body):
            if any(span.start < start < span.end for span in hidden):
                continue
            span = Span(formula.body.start + start, formula.body.start + end)
            yield Problem(
                span,
                f"{written} is what is left of {meant}",
                help=f"try {meant}",
                fix=Fix("unsafe", (Edit(span, meant),)),
                evidence={"kind": "text"},
            )


def _corrupted(body: str) -> Iterator[tuple[int, int, str, str]]:
    """Start, end, what is written and what was meant."""
    for found in _EATEN.finditer(body):
        rest = found[1] or found[2]
        whole = _ESCAPES[found[0][0]] + rest
        if command(whole) is not None:
            yield found.start(), found.end(), rest, rf"\{whole}"
    for found in _BARE.finditer(body):
        if found.start() and body[found.start() - 1] in _ESCAPES:
            continue
        whole = {"rac": "frac", "egin": "begin"}.get(found[1], found[1])
        yield found.start(), found.end() - 1, found[1], rf"\{whole}"
    for found in _SPLIT.finditer(body):
        if command(joined := found[1] + found[2]) is not None:
            yield found.start(), found.end(), found[0], rf"\{joined}"


# -- commands that nobody knows ----------------------------------------------------------------------


def misspelt_commands(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each unknown command that is one slip away from a common one.

    A note that uses several unknown commands, or one of them often, has its macros elsewhere.
    """
    unknown = [
        (read, problem.span)
        for read in model.formulas
        for problem in read.tree.problems
        if problem.kind == "unknown-command"
    ]
    times = Counter(span.slice(read.tree.input) for read, span in unknown)
    own = collect_macros(model.document.definitions).keys() if unknown else ()
    if len(times) > 3:
        return
    for read, span in unknown:
        written = span.slice(read.tree.input)
        name = written.removeprefix("\\")
        near = next((macro for macro in own if _one_slip(name, macro)), None) or _nearest(name)
        if times[written] > 2 or near is not None and _is_of_elsewhere(name, near, model):
            continue
        if near is None and (glued := _glued(name)) is not None:
            place = read.latex.origin_span(span)
            yield Problem(
                place,
                rf"{written} is no command: \{glued[0]} and {glued[1]} are run together",
                help=rf"try \{glued[0]} {glued[1]}",
                evidence={"kind": "text"},
            )
        if near is not None:
            place = read.latex.origin_span(span)
            yield Problem(
                place,
                rf"{written} is no command; \{near} differs from it in one letter",
                help=rf"try \{near}",
                fix=Fix("unsafe", (Edit(place, rf"\{near}"),)),
                evidence={"kind": "text"},
            )


_INCLUDES = Cued(r"\\(?:input|include|subfile|import)(?![A-Za-z])")


def _is_of_elsewhere(name: str, near: str, model: SemanticModel) -> bool:
    """Whether a command is one that the note gives another name, or may come, in other letters, from a file it includes."""
    if re.search(rf"\\let\s*\\[A-Za-z]+\s*=?\s*\\{name}(?![A-Za-z])", model.document.definitions) is not None:
        return True
    return name.casefold() == near.casefold() and _INCLUDES.search(model.document.source.text) is not None


_COMMON = (
    "frac sqrt alpha beta gamma delta epsilon varepsilon theta lambda sigma omega phi psi rho tau Sigma Theta Omega Delta "
    "Gamma Lambda mathbf mathbb mathcal mathrm boldsymbol operatorname text left right cdot cdots ldots dots vdots ddots "
    "times odot otimes oplus sum prod partial nabla infty approx equiv quad qquad begin top hat tilde bar vec "
    "overline underline underbrace overbrace log exp sin cos tanh max min arg softmax rightarrow leftarrow Rightarrow "
    "mapsto langle rangle lVert rVert forall exists subset subseteq neq leq geq sim propto binom dfrac tfrac hline"
).split()


@cache
def _spellings() -> dict[str, str]:
    """Every way of writing a common command with one slip, and the command."""
    found: dict[str, str] = {}
    for name in _COMMON:
        if len(name) < 4 or command(name) is None:
            continue
        for at in range(len(name)):
            found.setdefault(name[:at] + name[at + 1 :], name)  # a letter left out
            found.setdefault(name[:at] + name[at] + name[at:], name)  # a letter doubled
            if at + 1 < len(name):
                found.setdefault(name[:at] + name[at + 1] + name[at] + name[at + 2 :], name)  # two exchanged
    return {spelt: name for spelt, name in found.items() if command(spelt) is None and len(spelt) > 2}


def _one_slip(written: str, meant: str) -> bool:
    """Whether a name is another with one letter more, less, doubled, exchanged, or in the other case."""
    if written.casefold() == meant.casefold():
        return True
    short, long_ = sorted((written, meant), key=len)
    if len(short) < 3 or len(long_) - len(short) > 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(short, long_, strict=False)) if a != b), len(short))
    if len(long_) > len(short):
        return short[same:] == long_[same + 1 :]
    return short[same : same + 2] == long_[same : same + 2][::-1] and short[same + 2 :] == long_[same + 2 :]


def _glued(name: str) -> tuple[str, str] | None:
    """A common command and the letters that were written on to it: mathrmsoftmax, timesd."""
    for at in range(len(name) - 1, 3, -1):
        if name[:at] in _COMMON and command(name[:at]) is not None:
            font = name[:at].startswith(("math", "bold", "oper"))
            return (name[:at], name[at:]) if font or len(name) - at == 1 else None
    return None


def _nearest(name: str) -> str | None:
    return _spellings().get(name)


# -- sets without braces -----------------------------------------------------------------------------

_MEMBER = r"[^{}]|\{[^{}]*\}"
_BARE_SET = re.compile(
    rf"(?:(?P<sign>\\(?:in|notin|subset|subseteq|setminus|cup|cap|mid)(?![A-Za-z])|∈|∉|⊂|⊆)\s*|\A\s*(?:[A-Za-z]\s*=\s*)?)"
    rf"(?<!\\)\{{(?P<inside>(?:{_MEMBER})*)\}}"
)
# ``{(x_i, y_i)}_{i=1}^n``: nothing but a set has the range of its members below it
_BARE_FAMILY = re.compile(
    rf"(?P<sign>\A\s*|[=,(]\s*|\\(?:in|subset|subseteq)(?![A-Za-z])\s*)"
    rf"(?<!\\)\{{(?P<inside>(?:{_MEMBER})*)\}}\s*_\s*\{{\s*(?P<index>[a-z])\s*(?:=|\\in(?![A-Za-z]))[^{{}}]*\}}"
)
_BIG_SIGN = re.compile(
    r"\\(?:sum|prod|coprod|int|big[a-z]+|lim|max|min|arg|sup|inf|displaystyle|left|right|Big|substack|math(?:rm|op))"
)


def lost_braces(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each set in bare braces, which LaTeX drops: ``{0, 1}`` for ``\{0, 1\}``."""
    told: set[Span] = set()
    for formula in model.document.formulas:
        for found in (*_BARE_SET.finditer(formula.text), *_BARE_FAMILY.finditer(formula.text)):
            inside = found["inside"]
            if found.re is _BARE_FAMILY:
                if not _has_members(inside, found["index"]):
                    continue
            elif not _lists(inside) or (found["sign"] is None and not _is_whole(formula.text, found.end())):
                continue
            end = found.end("inside") + 1
            span = formula.latex.origin_span(Span(found.start("inside") - 1, end))
            if span in told:
                continue
            told.add(span)
            yield Problem(
                span,
                f"the braces of the set {{{' '.join(inside.split())}}} are not shown",
                help=r"try \{ and \}",
                note="bare braces only group",
                fix=Fix("safe", (Edit(span, rf"\{{{inside}\}}"),)),
                evidence={"kind": "text"},
            )


def _has_members(inside: str, index: str) -> bool:
    """Whether what stands in braces has an index below or above it, and is no sign over which something runs."""
    scripts = re.findall(r"[_^]\s*(?:\{([^{}]*)\}|(\w))", inside)
    below = any(re.search(rf"(?<![A-Za-z\\\\]){index}(?![A-Za-z])", one or other) for one, other in scripts)
    return below and _BIG_SIGN.search(inside) is None


def _lists(inside: str) -> bool:
    """Whether what stands in braces is a list: with a comma of its own that is none of a number."""
    plain = re.sub(r"\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]", "", inside)
    return bool(re.search(r",\s*\S|，", plain)) and not re.match(
        r"\s*\\(?:color|rm|bf|it|cal|displaystyle|text\w*)\b", inside
    )


def _is_whole(text: str, end: int) -> bool:
    return not text[end:].strip(" .,;")


# -- environments, operators, names ------------------------------------------------------------------

_NESTED = re.compile(r"\\begin\s*\{((?:align|equation|gather|multline|eqnarray|flalign|alignat)\*?)\}")


def misplaced_environments(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each display environment inside another display: ``\[ \begin{align*}``."""
    for formula in model.document.formulas:
        outer, bare = formula.delimiter, formula.delimiter.startswith(r"\begin")
        if not bare and outer != r"\[" and model.document.format != "tex":
            continue  # Markdown: most renderers take an align within $$
        shown = formula.environment if bare and formula.environment else outer
        for found in _NESTED.finditer(formula.text):
            if bare and found.start() == 0 and found[1] == formula.environment:
                continue
            inner = {"align": "aligned", "gather": "gathered", "alignat": "alignedat"}.get(found[1].rstrip("*"))
            yield Problem(
                formula.latex.origin_span(Span(found.start(), found.end())),
                f"{found[1]} opens a display of its own and cannot stand inside {shown}",
                help=f"try {inner} inside {shown}, or {found[1]} without it"
                if inner
                else f"try {found[1]} without {shown}",
                evidence={"kind": "text"},
            )


def code_operators(model: SemanticModel) -> Iterator[Problem]:
    """A problem, once for each note, where ``@`` of program code stands for a product of matrices."""
    for statement in model.statements:
        if statement.carrier != "formula" or "@" not in statement.latex.text:
            continue
        if _is_marked_as_code(statement, model):
            continue  # marked as code, which has the sign
        for part in walk(statement.term):
            if not isinstance(part, Product) or part.sign != "@" or _is_a_metric(part):
                continue
            yield Problem(
                statement.place(part.origin),
                "@ is the matrix product of program code, not of formulas",
                help="try writing the factors side by side",
                evidence={"kind": "text"},
            )
            return


def _is_marked_as_code(statement: Statement, model: SemanticModel) -> bool:
    """Whether a formula is what stands between single backquotes."""
    text, start = model.document.source.text, statement.span.start
    return text.count("`", text.rfind("\n", 0, start) + 1, start) % 2 == 1


def _is_a_metric(part: Product) -> bool:
    """Whether it is precision@k or recall@5."""
    last = part.factors[-1]
    return isinstance(last, Number) or (
        isinstance(last, Symbol) and (last.name == "ell" or last.name in "abcdijklmnpqrt")
    )


_NAMELESS = re.compile(r"\A\s*\(\s*[^()=|]*(?:\\mid(?![A-Za-z])|\|)[^()=|]*\)\s*(?:&\s*)?(?:=|\\propto|\\approx|:=)")


def lost_names(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each conditional probability whose p was lost: ``(y | x) = …``."""
    text = model.document.source.text
    for formula in model.document.formulas:
        found = _NAMELESS.match(formula.text)
        before = text[max(0, formula.span.start - 1) : formula.span.start]
        if found is None or before.isalnum() or before in ("*", "_", ")"):
            continue
        yield Problem(
            formula.latex.origin_span(Span(found.start(), found.end())),
            "a conditional probability is written without the name of its distribution",
            help="try p before the bracket",
            evidence={"kind": "text"},
        )


# -- brackets ----------------------------------------------------------------------------------------

_PAIRS = {"(": ")", "[": "]", "{": "}"}


def lone_brackets(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each formula with a bracket that has no partner, not even in the words around."""
    blocks = {formula.span: block.span for block in model.document.prose for formula in block.formulas}
    text = model.document.source.text
    for read in model.formulas:
        for problem in read.tree.problems:
            written = problem.span.slice(read.tree.input)
            if problem.kind != "unbalanced" or (written.endswith("\\{") and written != "\\{"):
                continue  # a tall brace beside a picture has no partner
            if written == read.tree.input.strip() and len(written) > 2:
                continue  # a tall bracket alone, beside rows of a table
            if _ends_open_interval(problem.span, read.tree.input) or _is_numbered(problem.span, read.tree.input):
                continue
            around = blocks.get(read.formula.span) or _cell(text, read.formula.span)
            if _evens_out(read, around.slice(text)):
                continue
            yield Problem(
                read.latex.origin_span(problem.span),
                problem.message,
                help="try its partner, or take it away",
                evidence={"kind": "text"},
            )
            break


# [0; 1[, ]a, b], ]0, ∞[: a bracket turned outwards leaves its end out
_OPEN_INTERVAL = Cued(
    r"(?:^|\\in|\\subset(?:eq)?|=|\\times|\\cup|\\cap|\\setminus)\s*(?:[\[\]][^\[\]=]*[,;][^\[\]=]*\[|\][^\[\]=]*[,;][^\[\]=]*\])"
)


def _ends_open_interval(bracket: Span, formula: str) -> bool:
    """Whether a lone bracket is one end of a half-open interval as it is written on the Continent."""
    return any(found.start() <= bracket.start < found.end() for found in _OPEN_INTERVAL.finditer(formula))


def _cell(text: str, formula: Span) -> Span:
    """The cell of a table that a formula stands in, or its line."""
    start = max(text.rfind("\n", 0, formula.start), text.rfind("&", 0, formula.start)) + 1
    ends = [at for mark in ("\n", "&", "\\\\") if (at := text.find(mark, formula.end)) >= 0]
    return Span(start, min(ends, default=len(text)))


_NUMBERED = Cued(r"\{\s*[A-Za-z0-9]{1,3}\s*\)\s*\}")


def _is_numbered(bracket: Span, formula: str) -> bool:
    r"""Whether a lone bracket belongs to a number or letter in braces of its own: ``\underset{i)}{1}``."""
    return any(found.start() < bracket.start < found.end() for found in _NUMBERED.finditer(formula))


def _evens_out(read: ReadFormula, around: str) -> bool:
    r"""Whether each bracket has its partner: within \text, in another row, or in the words around."""
    inside = "".join(formula.text for formula in read.formulas)
    lone = [(one, two) for one, two in _PAIRS.items() if inside.count(one) != inside.count(two)]
    inline = read.formula.display == "inline"
    return not lone or (inline and all(around.count(one) == around.count(two) for one, two in lone))


# -- formulas in code --------------------------------------------------------------------------------

_SENTENCE = Cued(r"(?:\b[A-Za-z][a-z]+\b[ ,]+(?:\$[^$\n]+\$[ ,]*)?){6}")
FURTHEST_ABOVE = 4_000  # characters from the head of a box to a paragraph in it
# the head of a box of MkDocs and the like, with nothing but lines that are indented, or empty, below it
_ADMONITION = re.compile(r"(?:\A|\n)[ \t]*(?:!!!|\?\?\?\+?|===|:::)[ \t]+\S[^\n]*\n(?:(?:[ \t][^\n]*)?\n)*[ \t]*\Z")
_DOLLARS = Cued(r"\$[^$\n]{1,80}\$")


def formulas_in_code(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each indented block of sentences with formulas: it is shown as code."""
    text = model.document.source.text
    if model.document.format not in ("markdown", "notebook"):
        return
    for code in model.document.code:
        written = code.span.slice(text).lstrip()
        if code.language is not None or written.startswith(("`", "~", "<")):
            continue
        if _ADMONITION.search(text, max(0, code.span.start - FURTHEST_ABOVE), code.span.start) is not None:
            continue  # what is indented below "!!! note" is its text
        formula = _DOLLARS.search(written)
        if formula is not None and _SENTENCE.search(written) is not None:
            first = text.find(written[:40], code.span.start, code.span.end)
            line = written.partition("\n")[0]
            yield Problem(
                Span(first, first + len(line)),
                "this paragraph is indented so far that it is shown as code, formulas and all",
                help="try an indent of as many blanks as the text above it has",
                evidence={"kind": "text"},
            )
