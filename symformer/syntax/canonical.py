r"""A tree written out again as LaTeX, in one spelling for each thing: what was read, to be read again.

Reading the canonical LaTeX gives the same tree (up to groups and blanks, see ``skeleton``), so it shows
without doubt how a formula was understood, and it compiles where the formula did.  Unicode becomes
commands, ``a \over b`` a ``\frac``, ``\frac67`` gets its braces; colours, labels and tags are gone.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from symformer.syntax.command_tables import COMMAND_TABLES
from symformer.syntax.nodes import BRACKETS, LEAVES, Kind, Node, Tree, content, leaves, parts
from symformer.syntax.wording import ends_in_blank, is_prose

# Spellings where the first command of a table's row is not the one to write.
_OPERATORS = {"+": "+", "-": "-", "*": "*", "/": "/", "//": "//", "@": "@", "|": r"\mid", ":": ":", "!": "!", "%": r"\%",
              "‖": r"\mathrel{\|}", "mod": r"\bmod", "∖": r"\setminus"}  # fmt: skip
_RELATIONS = {"=": "=", "<": "<", ">": ">", ":=": ":=", "=:": "=:", "+=": "+=", "-=": "-=", "→": r"\to", "⇒": r"\Rightarrow",
              "⇐": r"\Leftarrow", "⇔": r"\Leftrightarrow", "∼": r"\sim", "≅": r"\cong", "∥": r"\parallel"}  # fmt: skip
_ARROWS = {"→": r"\xrightarrow", "←": r"\xleftarrow", "↔": r"\xleftrightarrow", "⇒": r"\xRightarrow",
           "⇐": r"\xLeftarrow", "⇔": r"\xLeftrightarrow", "↦": r"\xmapsto"}  # fmt: skip
_DELIMITERS = {"{": r"\{", "}": r"\}", "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil",
               "⌉": r"\rceil"}  # fmt: skip
_BARS = {
    ("|", Kind.OPEN): r"\lvert",
    ("|", Kind.CLOSE): r"\rvert",
    ("‖", Kind.OPEN): r"\lVert",
    ("‖", Kind.CLOSE): r"\rVert",
}
_ELLIPSES = {"horizontal": r"\dots", "vertical": r"\vdots", "diagonal": r"\ddots"}
_FONTS = {"bold": r"\mathbf", "calligraphic": r"\mathcal", "script": r"\mathscr", "blackboard": r"\mathbb", "fraktur": r"\mathfrak",
          "roman": r"\mathrm", "sans": r"\mathsf", "typewriter": r"\mathtt", "italic": r"\mathit", "normal": r"\mathnormal",
          "small-capitals": r"\mathsc", "grotesque": r"\mathsf"}  # fmt: skip
_ACCENTS = {"ring": r"\mathring", "undertilde": r"\utilde", "overarc": r"\overparen", "underarc": r"\underparen"}
_WITHOUT_COLUMNS = frozenset({"gather", "gathered", "multline", "multlined", "lgathered", "rgathered"})
_ESCAPED = frozenset("_%#&$")
_SPACED = frozenset({Kind.SUM, Kind.PRODUCT, Kind.CHAIN, Kind.PREFIX})
_PLAIN_LETTERS = re.compile(r"[A-Za-z0-9]+")
_COMMAND_AT_END = re.compile(r"\\[A-Za-z]+\Z")


def canonical_latex(tree: Tree) -> str:
    r"""The formula in canonical LaTeX.

    >>> from symformer.syntax.parser import parse
    >>> canonical_latex(parse(r"{\bf y} = W^⊤x², {a \over b}, \frac67"))
    '{\\mathbf{y}} = W^{\\top}x^{2}, {\\frac{a}{b}}, \\frac{6}{7}'
    """
    return re.sub(" {2,}", " ", _Writer(tree.input).write(tree.root)).strip()


def skeleton(node: Tree | Node) -> object:
    """What counts of a tree, as nested tuples: kinds, texts and order; groups, blanks and marks are left out.

    Two formulas with equal skeletons are the same to everything that reads trees.

    >>> from symformer.syntax.parser import parse
    >>> skeleton(parse("x^2")) == skeleton(parse("x^{{2}}")), skeleton(parse("a b")) == skeleton(parse("b a"))
    (True, False)
    """
    if isinstance(node, Tree):
        node = node.root
    node = content(node)
    if node.kind in LEAVES and node.kind is not Kind.RELATION:
        return (node.kind, node.text)
    inside = [part for part in parts(node) if part.kind not in BRACKETS]
    if not inside and node.kind in (Kind.GROUP, Kind.STYLE, Kind.FORMULA):
        return (Kind.MISSING, "")
    if node.kind in _SPACED and (sign := _lone_sign(inside)) is not None:
        return skeleton(sign)
    kind = Kind.STYLE if node.kind in (Kind.GROUP, Kind.STYLE, Kind.FORMULA) else node.kind
    variety = "" if kind is Kind.STYLE else node.text
    return (kind, variety, _gaps(node), tuple(skeleton(part) for part in inside))


def _lone_sign(inside: list[Node]) -> Node | None:
    """The sign of an infix node without operands."""
    signs = [part for part in inside if part.kind in (Kind.OPERATOR, Kind.RELATION)]
    rest = [part for part in inside if part not in signs]
    return signs[0] if len(signs) == 1 and all(part.kind is Kind.MISSING for part in rest) else None


def _gaps(node: Node) -> tuple[str, ...]:
    """Which of the things side by side stand close together, which far apart, and which in another column."""
    if node.kind is not Kind.JUXTAPOSITION:
        return ()
    found: list[str] = []
    gap = "close"
    for child in node.children:
        if child.kind is Kind.SPACE and (child.text == "&" or gap == "column"):
            gap = "column"
        elif child.kind is Kind.SPACE:
            gap = "wide" if gap == "wide" or child.span.length >= 2 else "apart"
        elif child.kind is not Kind.MARK:
            found.append(gap)
            gap = "close"
    return tuple(each if each in ("wide", "column") else "" for each in found[1:])


class _Writer:
    """Writes the nodes of one tree; ``source`` is what its spans count in."""

    def __init__(self, source: str) -> None:
        self.source = source

    def write(self, node: Node) -> str:
        """The LaTeX of a node."""
        if node.kind in LEAVES and not node.children:
            return self.leaf(node)
        match node.kind:
            case Kind.WORD:
                return _word(node.text, ends_in_blank(node))
            case Kind.GROUP:
                return "{" + self.joined(node) + "}"
            case Kind.SUM | Kind.PRODUCT | Kind.CHAIN | Kind.MID:
                return self.infix(node)
            case Kind.LIST:
                return self.listed(node)
            case Kind.JUXTAPOSITION:
                return self.side_by_side(node)
            case Kind.PREFIX | Kind.POSTFIX | Kind.FORMULA:
                return self.joined(node)
            case Kind.STYLE:
                return self.style(node)
            case Kind.BIG_OPERATION:
                return _concatenated([self.write(part) for part in parts(node)], " ")
            case Kind.SCRIPTS:
                return self.scripts(node)
            case Kind.SUBSCRIPT:
                return "_" + self.braced(_inside(node))
            case Kind.SUPERSCRIPT:
                return "^" + self.braced(_inside(node))
            case Kind.FENCE:
                return self.fence(node)
            case Kind.FRACTION:
                return r"\frac" + "".join(self.braced(part) for part in parts(node))
            case Kind.BINOMIAL if node.text:
                return "{" + f" \\{node.text} ".join(self.braced(part) for part in parts(node)) + "}"
            case Kind.BINOMIAL:
                return r"\binom" + "".join(self.braced(part) for part in parts(node))
            case Kind.RADICAL:
                return self.radical(node)
            case Kind.ACCENT:
                return _ACCENTS.get(node.text, "\\" + node.text) + self.braced(_inside(node))
            case Kind.FONT:
                return self.font(node)
            case Kind.ANNOTATED:
                return self.annotated(node)
            case Kind.MATRIX | Kind.CASES | Kind.ALIGNED:
                return self.rows(node)
            case Kind.ROW | Kind.CELL:
                return self.joined(node)
            case Kind.RELATION:
                return self.relation(node)
        return node.span.slice(self.source)

    # -- leaves ------------------------------------------------------------------------------------

    def leaf(self, node: Node) -> str:
        match node.kind:
            case Kind.SPACE | Kind.MARK | Kind.MISSING:
                return ""
            case Kind.NUMBER:
                return node.text
            case Kind.NAME:
                return _name(node.text)
            case Kind.FUNCTION:
                return (
                    r"\arg\max" if node.text == "argmax" else r"\arg\min" if node.text == "argmin" else "\\" + node.text
                )
            case Kind.OPERATOR:
                return _OPERATORS.get(node.text) or spelling("operator", node.text)
            case Kind.RELATION:
                return self.relation(node)
            case Kind.SEPARATOR:
                return _separator(node.text)
            case Kind.BIG:
                return spelling("big", node.text)
            case Kind.ELLIPSIS:
                return _ELLIPSES.get(node.text, r"\dots")
            case Kind.PRIME:
                return node.text
            case Kind.OPEN | Kind.CLOSE:
                return _DELIMITERS.get(node.text) or _BARS.get((node.text, node.kind)) or _bracket(node)
        return node.span.slice(self.source)

    def relation(self, node: Node) -> str:
        """A relation, with what is written over it."""
        sign = self.sign(node)
        if not node.children:
            return sign
        note = parts(node)[0].span.slice(self.source)
        return rf"{_ARROWS[node.text]}{{{note}}}" if node.text in _ARROWS else rf"\overset{{{note}}}{{{sign}}}"

    def sign(self, node: Node) -> str:
        if node.text.startswith("not "):
            return r"\not" + (_RELATIONS.get(node.text[4:]) or spelling("relation", node.text[4:]))
        return _RELATIONS.get(node.text) or spelling("relation", node.text)

    # -- things in a row ---------------------------------------------------------------------------

    def joined(self, node: Node) -> str:
        """The children one after the other; what belongs to the source's layout is left out."""
        return _concatenated(
            [self.write(child) for child in node.children if child.kind not in (Kind.SPACE, Kind.MARK)]
        )

    def infix(self, node: Node) -> str:
        """Operands and signs, with a blank around each sign but a colon."""
        pieces: list[str] = []
        for part in parts(node):
            written = self.write(part)
            if part.kind in (Kind.OPERATOR, Kind.RELATION) and part.text != ":" and not self.is_hyphen(part):
                written = f" {written} "
            pieces.append(written)
        return _concatenated(pieces).strip()

    def is_hyphen(self, sign: Node) -> bool:
        """Whether a minus stands close between two things, as in ``GPT-2``."""
        around = self.source[sign.span.start - 1 : sign.span.start] + self.source[sign.span.end : sign.span.end + 1]
        return sign.text == "-" and around[:1].isupper() and around[1:].isdigit()

    def listed(self, node: Node) -> str:
        pieces: list[str] = []
        for part in parts(node):
            if part.kind is Kind.SEPARATOR:
                comma = part.text in (",", ";", "stop")
                pieces.append(self.leaf(part) + " " if comma else f" {self.leaf(part)} ")
            else:
                pieces.append(self.write(part))
        return _concatenated(pieces).strip()

    def side_by_side(self, node: Node) -> str:
        """Factors with the blanks that matter: close together, apart, far apart, or a column mark."""
        pieces: list[str] = []
        gap = ""
        for child in node.children:
            if child.kind is Kind.SPACE and (child.text == "&" or gap == " & "):
                gap = " & "
                continue
            if child.kind is Kind.SPACE:
                gap = r" \; " if child.span.length >= 2 else gap or " "
                continue
            if child.kind is Kind.MARK:
                continue
            if pieces:
                pieces.append(gap)
            gap = ""
            pieces.append(self.write(child))
        return _concatenated(pieces)

    # -- structures --------------------------------------------------------------------------------

    def scripts(self, node: Node) -> str:
        base, *scripts = parts(node)
        evaluated = base.kind is Kind.NAME and base.text == "|"  # the bar of f|_{x=0}
        pieces = [r"\rvert" if evaluated else self.write(base)]
        for before, script in pairwise((base, *scripts)):
            apart = before.kind is Kind.PRIME and script.kind is Kind.PRIME
            pieces.append(" " + self.write(script) if apart else self.write(script))
        return _concatenated(pieces)

    def braced(self, node: Node | None) -> str:
        """An argument: a group keeps its braces, anything else gets them."""
        if node is None:
            return "{}"
        written = self.write(node)
        return written if node.kind is Kind.GROUP else "{" + written.strip() + "}"

    def style(self, node: Node) -> str:
        """A wrapper without what it does to the look: a group of what it holds."""
        inside = parts(node)
        if len(inside) == 1:
            sign = inside[0].kind in (Kind.OPERATOR, Kind.RELATION)
            return self.braced(inside[0]) if sign else self.write(inside[0])
        return "{" + self.joined(node) + "}" if inside else ""

    def fence(self, node: Node) -> str:
        opening = node.children[0]
        closing = node.children[-1] if node.children[-1].kind is Kind.CLOSE and len(node.children) > 1 else None
        inside = _concatenated(
            [
                self.write(child)
                for child in node.children
                if child.kind not in (Kind.OPEN, Kind.CLOSE, Kind.SPACE, Kind.MARK)
            ]
        )
        if closing is not None and (self.is_sized(opening) and self.is_sized(closing)):
            left, right = self.leaf(opening) or ".", self.leaf(closing) or "."
            return _concatenated([r"\left" + left, inside, r"\right" + right])
        return _concatenated([self.leaf(opening), inside, self.leaf(closing) if closing is not None else ""])

    def is_sized(self, node: Node) -> bool:
        r"""Whether a delimiter was written with ``\left`` or ``\right``."""
        return self.source.startswith((r"\left", r"\right"), node.span.start) and not self.source.startswith(
            (r"\lefta", r"\righta"), node.span.start
        )

    def radical(self, node: Node) -> str:
        degree = next((part for part in parts(node) if part.kind is Kind.SUPERSCRIPT), None)
        radicand = next((part for part in parts(node) if part is not degree), None)
        index = "" if degree is None else f"[{_concatenated([self.write(part) for part in parts(degree)])}]"
        return rf"\sqrt{index}{self.braced(radicand)}"

    def font(self, node: Node) -> str:
        argument = self.braced(_inside(node))
        if node.text == "roman" and argument == "{}":
            return r"\rm{}"  # \mathrm{} is a word without letters, which is a blank
        command = _FONTS.get(node.text, r"\mathrm")
        if node.text == "bold" and not _PLAIN_LETTERS.fullmatch(argument.strip("{} ")):
            command = r"\boldsymbol"
        return command + argument

    def annotated(self, node: Node) -> str:
        command = "\\" + node.text
        if node.children[0].text != node.text or node.text.startswith(("under", "over")) is False:
            command = "\\" + (node.text or "overset")
        stacked = [part for part in parts(node) if part.kind in (Kind.SUBSCRIPT, Kind.SUPERSCRIPT)]
        base = next((part for part in parts(node) if part not in stacked), None)
        if stacked and base is not None and stacked[0].span.start < base.span.start:
            notes = "".join(self.braced(_inside(note)) for note in stacked)
            return command + notes + self.braced(base)
        return command + self.braced(base) + "".join(self.write(note) for note in stacked)

    def rows(self, node: Node) -> str:
        r"""An environment; the column marks of aligned rows are kept, as two of them part columns."""
        if node.text == "substack":
            return r"\substack{" + r" \\ ".join(self.row(row) for row in parts(node)) + "}"
        marks = [child for child in node.children if child.kind is Kind.MARK]
        begin = " ".join(marks[0].span.slice(self.source).split()) if marks else ""
        last = marks[-1].span.slice(self.source) if len(marks) > 1 else ""
        end = " ".join(last.split()) if last.startswith("\\end") else ""
        columns = node.kind is Kind.ALIGNED and node.text.rstrip("*") not in _WITHOUT_COLUMNS
        body = r" \\ ".join(self.row(row, columns=columns) for row in parts(node))
        return f"{begin} {body} {end}".strip()

    def row(self, row: Node, *, columns: bool = False) -> str:
        if row.kind is not Kind.ROW:
            return self.write(row)
        if any(child.kind is Kind.CELL for child in row.children):
            return " & ".join(self.write(cell) for cell in parts(row))
        leads = _leads(row)
        inside = parts(row)
        items = parts(inside[0]) if len(inside) == 1 and inside[0].kind is Kind.LIST else inside
        goes_on = bool(items) and items[0].kind is Kind.CHAIN and parts(items[0])[0].kind is Kind.MISSING
        leads = leads and not goes_on and columns
        pieces = [self.item(item, aligned=columns and at == 0 and not leads) for at, item in enumerate(items)]
        return ("& " if leads else "") + _concatenated(pieces).strip()

    def item(self, node: Node, *, aligned: bool) -> str:
        """A statement of an aligned row; the first stands with a column mark before its relation."""
        if node.kind is Kind.SEPARATOR:
            return "" + (f"{self.leaf(node)} " if node.text in (",", ";", "stop") else f" {self.leaf(node)} ")
        if not aligned or node.kind is not Kind.CHAIN:
            return self.write(node)
        first, *rest = parts(node)
        return f"{self.write(first)} &{self.infix(Node(Kind.CHAIN, node.span, tuple(rest)))}"


def _leads(row: Node) -> bool:
    """Whether a column mark stands before all that a row says."""
    for leaf in leaves(row):
        if leaf.kind is Kind.SPACE and leaf.text == "&":
            return True
        if leaf.kind not in (Kind.SPACE, Kind.MISSING):
            return False
    return False


def _inside(node: Node) -> Node | None:
    """What a script, font or accent holds."""
    inside = parts(node)
    if len(inside) <= 1:
        return inside[0] if inside else None
    return Node(Kind.STYLE, node.span, inside)


def _concatenated(pieces: list[str], between: str = "") -> str:
    """The pieces one after the other, with a blank where they would run into each other."""
    written: list[str] = []
    last = ""
    for piece in pieces:
        if not piece:
            continue
        if last:
            written.append(between or (" " if _run_together(last, piece[0]) else ""))
        written.append(piece)
        last = piece
    return "".join(written)


def _run_together(before: str, first: str) -> bool:
    """Whether a piece that begins with ``first`` would be lexed with what stands before it."""
    if first.isalpha():
        return first.isascii() and _COMMAND_AT_END.search(before[-40:]) is not None
    if first.isdigit() or first == ".":
        return before[-1].isdigit() or before[-1] == "."
    return first in ":=<>" and before[-1] in "=<>:+-"


def _bracket(node: Node) -> str:
    return spelling(node.kind, node.text) if node.text not in ("(", ")", "[", "]", "") else node.text


def _name(text: str) -> str:
    if text in _ESCAPED:
        return "\\" + text
    if len(text) == 1:
        return r"\|" if text == "‖" else text
    return spelling("name", text)


def _word(text: str, blank: bool = False) -> str:
    escaped = _escaped(text)
    if blank and not is_prose(f"{text} ", text):
        return rf"\text{{{escaped} }}"  # a phrase, before what it names
    if text.isalpha() and text.isascii():
        return rf"\operatorname{{{escaped}}}"
    spoken = is_prose(text, text) and any(map(str.isalnum, text))  # an entry \text{:} is no operator
    return rf"\operatorname{{{escaped}}}" if spoken else rf"\text{{{escaped}}}"


def _escaped(text: str) -> str:
    return re.sub(r"([_%#&$])", r"\\\1", text).replace("^", r"\^{}")


def _separator(text: str) -> str:
    if text in (",", ";", "。"):
        return text
    if text == "stop":
        return "."
    if text in ("quad", "therefore"):
        return "\\" + text
    if text == "row":
        return r"\\"
    if text == "&":
        return "&&"
    return rf"\text{{ {_escaped(text)} }}"


@cache
def _spellings() -> dict[tuple[str, str], str]:
    """The first command of every canonical text, by role."""
    found: dict[tuple[str, str], str] = {}
    for role, _, table in COMMAND_TABLES:
        kind = "operator" if role == "sum-operator" else role
        for line in filter(None, table.splitlines()):
            canonical, *names = line.split()
            for name in names:
                text = name if canonical == "=" else canonical
                found.setdefault((kind, text), "\\" + name)
    return found


def spelling(role: str, text: str) -> str:
    r"""The command to write for a canonical text; the text itself where no command gives it.

    >>> spelling("relation", "≤"), spelling("name", "alpha"), spelling("relation", "≣")
    ('\\leq', '\\alpha', '≣')
    """
    return _spellings().get((role, text), text)
