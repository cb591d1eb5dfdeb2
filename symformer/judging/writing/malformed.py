r"""What the tree of a formula shows to be broken: scripts without braces, doubled signs, what a command lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.formulas import ReadFormula
from symformer.semantics.model import SemanticModel, once
from symformer.syntax.nodes import Kind, Node, Tree, content, parts, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

Slip = tuple[Span, str, str]  # where in the formula's LaTeX, what is wrong, what to try

# what stands below a letter as a label; a note's own labels in braces are added to them
LABELS = frozenset(
    "model out in max min head heads new old total train test val seq batch hidden emb embed vocab ff ffn attn key "
    "query value enc dec input output data true pred loss init base target source end start pos mask proj".split()
)
OPENERS = {"(": ")", "[": "]", "{": "}"}


def unbraced_scripts(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each script that holds its first character only: ``x^10``, ``W_out``, ``e^-x``."""
    braced = once(model, _braced_labels)
    labels, signed = LABELS | braced, once(model, _signed_names)
    seen: set[str] = set()
    for read in _written(model):
        for span, message, advice in (*_unbraced(read.tree, labels, signed), *_names_with_labels(read.tree, braced)):
            written = span.slice(read.tree.input)
            if written not in seen:  # a way of writing is told once
                seen.add(written)
                yield _problem(read, span, message, advice)


def doubled_signs(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sign that stands twice with nothing between: ``a = = b``, ``a + + b``, ``f(a,, b)``."""
    for read in _written(model):
        for node in walk(read.tree.root):
            for span in _doubled(node, read.tree.input):
                sign = span.slice(read.tree.input).split()[0].rstrip(",") or ","
                yield _problem(read, span, f"{sign} stands twice, with nothing between", f"try one {sign}")


def lacking_arguments(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each command without what it takes: ``\sqrt`` at the end, ``\frac{a}b{c}``."""
    for read in _written(model):
        if _COMMAND.fullmatch(read.tree.input.strip()):
            continue  # the command alone is spoken of
        for problem in read.tree.problems:
            if problem.kind == "missing-argument" and not _ends_in_dot(read.tree.input):
                yield _problem(read, problem.span, "an argument is missing here", "try what belongs below the sign")
        for node in walk(read.tree.root):
            if (span := _misbraced(node, read.tree.input)) is not None:
                written = span.slice(read.tree.input)
                yield _problem(read, span, f"only {written} is taken here; the braces behind it are not", "try braces")


def unlike_brackets(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each pair of brackets of two kinds that is no interval: ``[a + b)``."""
    for read in _written(model):
        for node in walk(read.tree.root):
            if node.kind != Kind.FENCE or len(node.text) != 2 or OPENERS.get(node.text[0]) in (None, node.text[1]):
                continue
            if node.text[1] not in ")]}" or _is_interval(node, read.tree.input):
                continue
            message = f"the bracket {node.text[0]} is closed by {node.text[1]}"
            yield _problem(read, node.span, message, f"try {OPENERS[node.text[0]]}")


_SIZED = re.compile(r"\\(left|right)(?![A-Za-z])")
_OPENED = Cued(r"\\left(?![A-Za-z])")
_CLOSED = Cued(r"\\right\s*(\\?[^A-Za-z\s\\]|\\[A-Za-z]+)$")


def lone_sizes(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each bracket of which one side has its size told: ``\left[ a ]``, which no LaTeX sets."""
    for read in _written(model):
        sizes = [each[1] for each in _SIZED.finditer(read.tree.input)]
        if len(read.formulas) > 1 or sizes.count("left") == sizes.count("right"):
            continue  # brackets may be paired otherwise than they are read: ``\left[ a ] b \right.``
        for node in walk(read.tree.root):
            written = node.span.slice(read.tree.input)
            if node.kind != Kind.FENCE or len(node.text) != 2 or node.text[1] not in ")]}|":
                continue
            opened, closed = bool(_OPENED.match(written)), bool(_CLOSED.search(written))
            if opened == closed or not written.endswith(node.text[1]):
                continue
            has, lacks = (r"\left", r"\right") if opened else (r"\right", r"\left")
            bracket = node.text[1] if opened else node.text[0]
            yield _problem(read, node.span, f"{has} has no {lacks} in this bracket", f"try {lacks}{bracket}")


def _is_interval(node: Node, written: str) -> bool:
    """Whether a fence holds two ends, be they parted by a comma or otherwise: ``[0~1)``."""
    inside = written[node.span.start + 1 : node.span.end - 1]
    return "~" in inside or any(
        part.kind in (Kind.LIST, Kind.SEPARATOR, Kind.ELLIPSIS) or part.text == "∼" for part in walk(node)
    )


def _ends_in_dot(written: str) -> bool:
    """Whether the script of the last letter is a dot, which ends a sentence elsewhere: f^. acts on each entry."""
    return written.rstrip(" .").endswith("^")


_EDGE = Cued(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")


def unlike_environments(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each environment that is ended by another name, or not at all: ``\begin{cases}``."""
    for read in model.formulas:
        if len(read.formulas) > 1 or read.formula.delimiter.startswith(r"\begin"):
            continue
        for span, message, advice in _unended(read.tree.input):
            yield _problem(read, span, message, advice)


def _unended(written: str) -> Iterator[Slip]:
    open_: list[re.Match[str]] = []
    for edge in _EDGE.finditer(written):
        if edge[1] == "begin":
            open_.append(edge)
        elif open_ and open_.pop()[2] != edge[2]:
            yield (
                Span(edge.start(), edge.end()),
                f"{edge[2]} is ended here, which was not begun",
                "try one name for both",
            )
            return
    for edge in open_:
        yield Span(edge.start(), edge.end()), f"{edge[2]} is never ended", rf"try \end{{{edge[2]}}}"
        return


def loose_columns(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each & of a display that stands in no environment: it aligns nothing, and stops LaTeX."""
    if model.document.format == "rst":
        return  # a display is aligned there as it stands
    for read in model.formulas:
        if read.formula.environment is not None or read.formula.delimiter.startswith(r"\begin"):
            continue
        written, depth = read.tree.input, 0
        for mark in _COLUMN.finditer(written):
            depth += {r"\begin": 1, r"\end": -1, "{": 1, "}": -1}.get(mark[0], 0)
            if mark[0] == "&" and depth == 0:
                span = Span(mark.start(), mark.end())
                yield _problem(
                    read, span, "& aligns nothing outside of an environment", r"try \begin{aligned} around it"
                )
                break


_COLUMN = re.compile(r"\\(?:begin|end)(?![A-Za-z])|\\.|[{}&]", re.DOTALL)
_COMMAND = Cued(r"\\[A-Za-z]+\s*")


def _written(model: SemanticModel) -> Iterator[ReadFormula]:
    """The formulas that could be read, as they are written."""
    return (read for read in model.formulas if read.tree.read)


def _problem(read: ReadFormula, span: Span, message: str, advice: str) -> Problem:
    return Problem(read.latex.origin_span(span), message, help=advice, evidence={"kind": "text"})


def _braced_labels(model: SemanticModel) -> frozenset[str]:
    r"""The words that stand in braces below a letter somewhere: ``d_{model}``, ``W_{\text{out}}``."""
    found: set[str] = set()
    for read in model.formulas:
        for node in walk(read.tree.root):
            if node.kind == Kind.SUBSCRIPT and any(part.kind == Kind.GROUP for part in node.children):
                inside = content(node)
                word = "".join(part.text for part in parts(inside)) if inside.children else inside.text
                if len(word) > 2 and word.isalpha() and word.isascii():
                    found.add(word)
    return frozenset(found)


def _unbraced(tree: Tree, labels: frozenset[str], signed: frozenset[str]) -> Iterator[Slip]:
    for node in walk(tree.root):
        if node.kind == Kind.JUXTAPOSITION:
            yield from _cut_scripts(node, tree.input, labels, signed)
        elif node.kind == Kind.SCRIPTS:
            yield from _script_twice(node, tree.input)
        elif node.kind == Kind.CHAIN:
            yield from _cut_range(node, tree.input)
        elif node.kind == Kind.BIG_OPERATION:
            yield from _cut_bound(node, tree.input)


_LABELLED = re.compile(r"([A-Za-z])_([a-z]{3,})")


def _names_with_labels(tree: Tree, braced: frozenset[str]) -> Iterator[Slip]:
    """``d_model`` as code writes it, in a note that puts labels in braces elsewhere."""
    for node in walk(tree.root) if braced else ():
        name = _LABELLED.fullmatch(node.span.slice(tree.input)) if not node.children else None
        if name is not None and name[2] in LABELS | braced:
            yield (
                node.span,
                f"only {name[2][0]} stands below {name[1]}: the braces around {name[2]} are missing",
                f"try {name[1]}_{{{name[2]}}}",
            )


def _bare_script(node: Node) -> Node | None:
    """The last script of a node, where it was written without braces."""
    if node.kind != Kind.SCRIPTS:
        return None
    last = node.children[-1]
    if last.kind not in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT):
        return None
    inside = [part for part in last.children if part.kind not in (Kind.MARK, Kind.SPACE)]
    return inside[0] if len(inside) == 1 and inside[0].kind not in (Kind.GROUP,) and not inside[0].children else None


SQUARED = frozenset({"\\sin", "\\cos", "\\tan", "\\log", "\\ln", "\\sinh", "\\cosh", "\\tanh"})


def _cut_scripts(node: Node, written: str, labels: frozenset[str], signed: frozenset[str]) -> Iterator[Slip]:
    """``x^10``, ``10^-4``, ``e^-x`` and ``W_out``: the script ends before what belongs to it."""
    factors = node.children
    for at, (first, second) in enumerate(pairwise(factors)):
        script = _bare_script(first)
        if script is None or first.span.end != second.span.start:
            continue
        sign = written[first.children[-1].span.start]
        base = first.children[0].span.slice(written)
        if base in SQUARED and script.text == "2" and second.kind == Kind.NUMBER:
            continue  # the square of the cosine of 72 degrees
        if script.text.isdigit() and second.kind == Kind.NUMBER and second.text.isdigit() and len(script.text) == 1:
            whole = script.text + second.text
        elif script.text == "-" and script.kind == Kind.OPERATOR:
            if "(" in signed and second.kind != Kind.NUMBER and (base[:1] in "([" or base.isupper()):
                continue  # a generalized inverse
            if second.kind == Kind.SPACE or base in signed or _is_signed_name(base, second, written):
                continue
            if sign == "_" and written[second.span.start : second.span.start + 1] == "(":
                continue  # U_-(x) is a call of U_-
            whole = "-" + second.span.slice(written)
        elif sign == "_" and script.kind == Kind.NAME and len(script.text) == 1:
            word = script.text + _letters(factors[at + 1 :])
            whole = word if word in labels and not (word == "in" and f"{base}_i" in signed) else ""
        else:
            continue
        if whole:
            cut = Span(first.span.start, script.span.end + len(whole) - script.span.length)
            where = "below" if sign == "_" else "above"
            yield (
                cut,
                f"only {script.text} stands {where} {base}: the braces around {whole} are missing",
                f"try {base}{sign}{{{whole}}}",
            )


def _is_signed_name(base: str, second: Node, written: str) -> bool:
    """Whether a letter with a lone minus above it is a name of the formula, as the P^- of "P = P^-R / (P^- + R)"."""
    if second.kind is Kind.NUMBER:
        return False
    return len(re.findall(re.escape(base) + r"\^(?:-|\{-\})(?=\s*(?:[-+=)}&,.]|\\|$))", written)) > 0


_SIGNED = re.compile(r"\^(?:-|\{\s*-\s*\})(?=\s*(?:[-+=)}\],.;&]|\\\\|\Z))")


_INVERSES = Cued(r"\bgenerali[sz]ed inverses?\b|\b[gG]-inverses?\b|\bpseudo-?inverses?\b|广义逆|伪逆")


_COUNTED = Cued(r"(?<![A-Za-z\\])([A-Za-z])_\{?i\}?(?![A-Za-z{}])")  # w_i, so that w_i n may be written w_in


def _signed_names(model: SemanticModel) -> frozenset[str]:
    """The names above which a minus stands alone somewhere, with nothing behind it that it could belong to.

    A bracket among them says that the note speaks of generalized inverses, which are written so.
    """
    named = frozenset("(") if _INVERSES.search(model.document.source.text) is not None else frozenset[str]()
    named |= {f"{each}_i" for read in model.formulas for each in _COUNTED.findall(read.tree.input)}
    return named | frozenset(
        node.children[0].span.slice(read.tree.input)
        for read in model.formulas
        if _SIGNED.search(read.tree.input)
        for node in walk(read.tree.root)
        if node.kind == Kind.SCRIPTS and _SIGNED.match(read.tree.input, node.children[-1].span.start)
    )


def _letters(factors: Sequence[Node]) -> str:
    """The letters that stand side by side at the beginning, without a blank between them."""
    word, end = "", factors[0].span.start
    for factor in factors:
        if factor.kind != Kind.NAME or len(factor.text) != 1 or factor.span.start != end:
            break
        word, end = word + factor.text, factor.span.end
    return word


def _script_twice(node: Node, written: str) -> Iterator[Slip]:
    """``W_i_j``: a letter has one index and one power."""
    scripts = [child for child in node.children if child.kind in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT)]
    for first, second in pairwise(scripts):
        if first.kind == second.kind and written[second.span.start] in "_^" and written[first.span.start] in "_^":
            sign = written[first.span.start]
            two = f"{_plain(first, written)}{_plain(second, written)}"
            yield node.span, f"two scripts {sign} on one letter: LaTeX refuses them", f"try {sign}{{{two}}}"


def _plain(script: Node, written: str) -> str:
    return script.span.slice(written).lstrip("_^").strip(" {}")


def _cut_range(node: Node, written: str) -> Iterator[Slip]:
    r"""``\sum_i=1^n``: the range of a sum stands beside it."""
    for part in parts(node)[:-2]:
        inside = content(part)
        if inside.kind == Kind.SCRIPTS and inside.children[0].kind == Kind.BIG and _bare_script(inside) is not None:
            shown = inside.span.slice(written)
            yield inside.span, f"the range of {shown} stands beside it: its braces are missing", "try _{…}^{…}"


def _cut_bound(node: Node, written: str) -> Iterator[Slip]:
    r"""``\sum_{i=1}^n-1 x_i``: what is taken begins with a sign close to the upper bound."""
    head, body = parts(node)[0], parts(node)[-1]
    if body.kind != Kind.PREFIX or _bare_script(head) is None or head.span.end != body.span.start:
        return
    number = re.match(r"[-+]\s?\d+(?=\s)", written[body.span.start : body.span.end])
    if number is not None:
        bound = head.children[-1].span.slice(written).lstrip("^_")
        whole = bound + number[0]
        yield (
            Span(head.span.start, body.span.start + len(number[0])),
            f"{number[0]} stands beside the bound {bound}, not in it: the braces around {whole} are missing",
            f"try ^{{{whole}}}",
        )


def _doubled(node: Node, written: str) -> Iterator[Span]:
    if node.kind == Kind.CHAIN:
        signs = [child for child in parts(node) if child.kind == Kind.RELATION or child.kind == Kind.MISSING]
        for first, gap, second in zip(signs, signs[1:], signs[2:], strict=False):
            if gap.kind == Kind.MISSING and first.text == second.text == "=" and _on_one_line(first, second, written):
                yield Span(first.span.start, second.span.end)
    elif node.kind == Kind.SUM:
        for sign, term in pairwise(parts(node)):
            if sign.kind == Kind.OPERATOR and sign.text == "+" and term.kind == Kind.PREFIX:
                second = parts(term)[0]
                if second.text == "+" and _on_one_line(sign, second, written):
                    yield Span(sign.span.start, second.span.end)
    elif node.kind == Kind.PRODUCT:
        for first, gap, second in zip(parts(node), parts(node)[1:], parts(node)[2:], strict=False):
            apart = second.span.start > first.span.end  # ** is a power in program code
            if gap.kind == Kind.MISSING and first.text == second.text in ("*", "×", "/") and apart:
                yield Span(first.span.start, second.span.end)
    elif node.kind == Kind.LIST:
        for first, second in pairwise(parts(node)):
            if (
                first.kind == second.kind == Kind.SEPARATOR
                and first.text == second.text == ","
                and _on_one_line(first, second, written)
            ):
                yield Span(first.span.start, second.span.end)


def _on_one_line(first: Node, second: Node, written: str) -> bool:
    r"""Whether two signs are plain ones with only blanks between: no row ends there, and nothing is left out."""
    between = written[first.span.end : second.span.start]
    return (
        first.span.length == second.span.length == 1 and not between.strip(" ") and first.span.end <= second.span.start
    )


def _misbraced(node: Node, written: str) -> Span | None:
    r"""The bare argument of a ``\frac`` beside a group in braces: ``\frac{a}b{c}``."""
    if node.kind != Kind.JUXTAPOSITION:
        return None
    for first, second in pairwise(node.children):
        if first.kind != Kind.FRACTION or second.kind != Kind.GROUP or first.span.end != second.span.start:
            continue
        if not parts(second):
            continue
        last = first.children[-1]
        if last.kind != Kind.GROUP and not written[: last.span.end].endswith("}"):
            return last.span
    return None


__all__ = [
    "doubled_signs",
    "lacking_arguments",
    "loose_columns",
    "unbraced_scripts",
    "unlike_brackets",
    "unlike_environments",
]
