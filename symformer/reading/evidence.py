"""What formulas say of their names, looked for when it is first asked for.

The words among their letters, the uses of their names, their scripts and their equations are four questions; each
looks at the nodes of its own kinds, which are told apart in one walk.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from symformer.reading.entries import NONE, ROWS, ScriptEvidence
from symformer.reading.spelling import COUNTING, is_word, spelled
from symformer.reading.uses import UseEvidence
from symformer.reading.words import Said, WordEvidence, called_words, is_letter, run_at, runs_of
from symformer.reading.written import pushed_in, run_of_letters, word_in_font
from symformer.syntax.nodes import BRACKETS, Kind, Node, Tree, content, held_in, leaves, operands, parts, walk
from symformer.syntax.wording import ends_in_blank
from symformer.terms.term import EXACTLY_EQUAL

SIZE_KINDS = frozenset({Kind.NAME, Kind.ELLIPSIS, Kind.NUMBER, Kind.WORD})
BINDING = frozenset({"max", "min", "sup", "inf", "argmax", "argmin", "arg max", "arg min"})
NAMING = frozenset({Kind.NAME, Kind.WORD})
AMONG = (Kind.SUM, Kind.PRODUCT, Kind.FRACTION)  # what stands right within one is a value
HOLDING = (Kind.SUBSCRIPT, Kind.SUPERSCRIPT, Kind.FONT, Kind.ACCENT)
# a letter right within one of these does not stand by itself, or not for sure
WITH_OTHERS = frozenset({Kind.JUXTAPOSITION, Kind.SCRIPTS, *HOLDING})
# a formula without any of these, and without dots, tells nothing
TELLING = WITH_OTHERS | {Kind.BIG_OPERATION, Kind.CHAIN, Kind.LIST, Kind.RADICAL, Kind.POSTFIX}

ByKind = defaultdict[str, list[Node]]  # the inner nodes of one formula, parents first
Told = dict[str, frozenset[str]]  # names, by the part they play


class Evidence:
    """What some formulas say; each part of it is found when it is asked for."""

    __slots__ = ("_formulas", "_told", "trees")

    def __init__(self, trees: tuple[Tree, ...]) -> None:
        self.trees = trees
        self._formulas: list[ByKind] | None = None
        self._told: dict[Gather, Told] = {}

    def told(self, gather: Gather) -> Told:
        """The names that play the parts which are found together."""
        told = self._told.get(gather)
        if told is None:
            told = self._told[gather] = gather(self) if self._may_tell(gather) else {}
        return told

    def _may_tell(self, gather: Gather) -> bool:
        """Whether there is anything to be looked at."""
        looked_at = LOOKED_AT[gather]
        for kinds in self.formulas():
            if not looked_at.isdisjoint(kinds):
                return True
        return gather is _by_scripts and any(map(_has_dots, self.trees))

    def formulas(self) -> list[ByKind]:
        """The nodes of each formula."""
        if self._formulas is None:
            self._formulas = [_by_kind(tree.root) for tree in self.trees]
        return self._formulas

    def tells(self) -> bool:
        """Whether there is anything to be told of uses."""
        return any(not TELLING.isdisjoint(kinds) for kinds in self.formulas()) or any(map(_has_dots, self.trees))


def is_lone_name(root: Node) -> bool:
    """Whether a formula is ``x_i``, ``\\theta_2``, ``W^O``: what tells of its script stands beside it, and nothing does."""
    pieces = parts(root)  # blanks around a name say nothing either
    if len(pieces) != 1 or (node := pieces[0]).kind is not Kind.SCRIPTS or len(node.children) != 2:
        return False
    base, script = node.children
    if base.kind is Kind.FONT and len(parts(base)) == 1:
        base = content(parts(base)[0])
    if base.kind not in NAMING or base.text == "‖" or base.text.lower() in BINDING:
        return False
    held = content(script)
    if script.kind is Kind.SUBSCRIPT:
        return held.kind in NAMING or held.kind is Kind.NUMBER
    return held.kind is Kind.NUMBER and held.text != "1" or is_letter(held) and held.text.isupper()


def _by_kind(root: Node) -> ByKind:
    found: ByKind = defaultdict(list)
    stack = [root]
    while stack:
        node = stack.pop()
        found[node.kind].append(node)
        for child in node.children:
            if child.children:
                stack.append(child)
    return found


def _nothing_said() -> Said:
    return defaultdict(set)


# -- equations -------------------------------------------------------------------------------------


def _by_equations(evidence: Evidence) -> Told:
    """The functions, values and arrays that equations and memberships define."""
    said = _nothing_said()
    for formula in evidence.formulas():
        for node in formula.get(Kind.CHAIN, ()):
            pieces = parts(node)
            first, sign = content(pieces[0]), pieces[1]
            if first.kind is Kind.JUXTAPOSITION:
                said["functions"].update(_defined_function(first, sign, content(pieces[-1])))
            if first.kind in (Kind.WORD, Kind.JUXTAPOSITION) and sign.text in EXACTLY_EQUAL:
                said["values"].update(_defined_value(first))
            if _has_membership(pieces):
                said["arrays"].update(_declared_array(pieces))
        for node in formula.get(Kind.LIST, ()) if Kind.CHAIN in formula else ():
            said["arrays"].update(_declared_together([content(item) for item in operands(node)]))
    return {role: frozenset(names) for role, names in said.items()}


# -- uses ------------------------------------------------------------------------------------------


def _by_uses(evidence: Evidence) -> Told:
    """The names that are called, and those that are values."""
    said = _nothing_said()
    uses = UseEvidence(said)
    for formula in evidence.formulas() if evidence.tells() else ():
        for node in formula.get(Kind.JUXTAPOSITION, ()):
            uses.juxtaposed(node)
            said["called"].update(_called(node))
        for kind in AMONG:
            for node in formula.get(kind, ()):
                uses.among(node)
        for node in formula.get(Kind.CHAIN, ()):
            if len(pieces := parts(node)) > 2:
                uses.equated(content(pieces[0]), pieces[1].text, content(pieces[-1]))
    if "settings" in said:
        said["settings"] -= said["applied"]
    return {role: frozenset(names) for role, names in said.items()}


# -- words -----------------------------------------------------------------------------------------


def _by_letters(evidence: Evidence) -> Told:
    """The runs of letters that are words."""
    words: set[str] = set()
    differentials: set[str] = set()
    named = False  # whether a gradient is named by a d before the letter
    runs = WordEvidence()
    for formula in evidence.formulas():
        for node in formula.get(Kind.CHAIN, ()):
            pieces = parts(node)
            if (first := content(pieces[0])).kind is Kind.JUXTAPOSITION:
                if len(pieces) > 2:
                    runs.defined_by(first, pieces[1], pieces[2])
                if gradients := set(_differential(first)):
                    words |= gradients
                    named = True
        for kind in HOLDING:
            for node in formula.get(kind, ()):
                runs.held(node)
        for node in formula.get(Kind.JUXTAPOSITION, ()):
            found = runs_of(node)
            runs.juxtaposed(node, found)
            words.update(called_words(node, found))
            differentials.update(_differentials(node))
        for node in formula.get(Kind.SCRIPTS, ()):
            runs.scripted(node, content(parts(node)[0]))
        for node in formula.get(Kind.BIG_OPERATION, ()):
            words.update(_spelled_limit(node))
        for node in formula.get(Kind.LIST, ()):
            words.update(_named_sizes([content(item) for item in operands(node)]))
    if runs.met:
        for formula in evidence.formulas():
            runs.alone.update(_apart(formula))
            runs.written.update(_set_as_words(formula))
    if named:
        words |= differentials
    return {"words": frozenset(words | runs.words())}


def _apart(formula: ByKind) -> Iterator[str]:
    """The letters that stand by themselves."""
    for kind, nodes in formula.items():
        if kind not in WITH_OTHERS:
            yield from (child.text for node in nodes for child in node.children if is_letter(child))


def _set_as_words(formula: ByKind) -> Iterator[str]:
    """The words that are set as such, in small letters."""
    for nodes in formula.values():
        for node in nodes:
            for child in node.children:
                text = child.text
                if child.kind is Kind.WORD and text.islower() and (len(text) > 2 or "o" in text):
                    yield text


# -- scripts ---------------------------------------------------------------------------------------


def _by_scripts(evidence: Evidence) -> Told:
    """What counts and what is counted, what is a label, what is raised."""
    said = _nothing_said()
    scripts = ScriptEvidence(said)
    for formula, tree in zip(evidence.formulas(), evidence.trees, strict=True):
        for kind, nodes in formula.items():
            if (look := SCRIPT_LOOKS.get(kind)) is not None:
                for node in nodes:
                    look(scripts, node)
        for node in formula.get(Kind.CHAIN, ()) if Kind.SUPERSCRIPT in formula else ():
            if levels := set(_levels(node)):
                said["levels"] |= levels
        if _has_dots(tree):
            for kind in ROWS:
                for node in formula.get(kind, ()):
                    scripts.enumerated(node)
        scripts.finish_formula()
    if scripts.silent:
        return {}
    told: Told = {role: frozenset(names) for role, names in said.items() if role in ROLES_OF_SCRIPTS}
    if "series" in told and "powered" in told:
        told["series"] -= told["powered"]
    if counted := scripts.counted_above():
        told["series"] = told.get("series", NONE) | counted
    if "noughts" in said:
        told["levels"] = told.get("levels", NONE) | said["noughts"] - told.get("powered", NONE)
    if "layered" in told and "bounded" in said:
        told["bounds"] = told["layered"] & said["bounded"]
        told["layered"] -= said["bounded"]
    told["entries"], told["labels"] = scripts.entries_and_labels(told.get("indices", NONE))
    if "marked" in said and "primed" in told:
        told["primed"] -= said["marked"]
    told["spoken"] = scripts.gates() | scripts.beside_labels()
    told["grids"], told["adjoints"] = scripts.all_grids(), scripts.adjoints()
    return told


def _big(scripts: ScriptEvidence, node: Node) -> None:
    scripts.bind(_bound_by_big(node), counts=True)
    for limit in _limits(node):
        scripts.said["numbers"].add(limit)


def _chain(scripts: ScriptEvidence, node: Node) -> None:
    pieces = parts(node)
    if len(pieces) > 2:
        scripts.equated(content(pieces[0]), pieces[1], content(pieces[-1]))
    scripts.said["powered"].update(_powers_of_sets(pieces))
    if len(pieces) == 3 and pieces[1].text == "=" and is_letter(content(pieces[0])) and is_letter(content(pieces[2])):
        scripts.valued_alike((content(pieces[0]).text, content(pieces[2]).text))
    first, last = content(pieces[0]), content(pieces[-1])
    if first.kind is Kind.SCRIPTS and any(map(_is_prime, parts(first)[1:])) and (name := spelled(first)) is not None:
        scripts.said["marked"].add(name)  # x' = …: another name than x
    if first.kind is Kind.SCRIPTS and len(parts(first)) == 3 and last.kind not in (Kind.NUMBER, Kind.PREFIX):
        above = [content(script) for script in parts(first)[1:] if script.kind is Kind.SUPERSCRIPT]
        if len(above) == 1 and above[0].text == "0" and (name := spelled(first)) is not None and name != "e":
            scripts.said["levels"].add(name)  # h^0_t = …: what is raised to nought is one, and needs no formula
            scripts.said["series"].add(name)
    if first.kind is Kind.SCRIPTS and len(parts(first)) == 2 and last.kind is not Kind.NUMBER:
        script, name = content(parts(first)[1]), spelled(parts(first)[0])
        if parts(first)[1].kind is Kind.SUPERSCRIPT and script.text == "1" and name is not None and len(name) == 1:
            if spelled(last) != name:
                scripts.said["noughts"].add(name)  # z^1 = W^1 x: the first power needs no formula either


def _may_be_set(node: Node) -> bool:
    """A capital or a letter in a font, raised or not; ``Q^h -> (n, d)`` is no function."""
    base = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    return base.kind is Kind.FONT or base.kind is Kind.NAME and base.text.isupper()


def _powers_of_sets(pieces: Sequence[Node]) -> Iterator[str]:
    r"""The ``V^L`` of ``f : V^L \to Y``: between what a function takes and gives stand sets, and lists of members of one.

    Not where the letter is that of a transpose or a complement.
    """
    for before, sign, behind in zip(pieces, pieces[1:], pieces[2:], strict=False):
        pair = [content(before), content(behind)]
        for side in pair if sign.text == "→" and all(map(_may_be_set, pair)) else ():
            written = parts(side) if side.kind is Kind.SCRIPTS else ()
            letter = content(written[1]) if len(written) == 2 and written[1].kind is Kind.SUPERSCRIPT else side
            if len(written) == 2 and content(written[0]).kind is Kind.NAME and is_letter(letter):
                if content(written[0]).text.isupper() and letter.text not in ("T", "H", "C", "c", "t"):
                    yield f"{content(written[0]).text}^{letter.text}"


def _listed(scripts: ScriptEvidence, node: Node) -> None:
    items = [content(item) for item in operands(node)]
    scripts.bind(_ranged(items), counts=True)


def _scripted(scripts: ScriptEvidence, node: Node) -> None:
    base, *written = parts(node)
    base = content(base)
    scripts.scripted(base, written)
    for script in written:
        if script.kind is Kind.SUBSCRIPT and content(script).children:
            scripts.said["marked"].update(_primed_within(script))  # a_{i'}: another index than i
    if any(_is_prime(script) for script in written):
        if base.kind is Kind.FENCE and (sizes := held_in(base)) is not None and _is_by(sizes):
            scripts.said["transposed"].add("'")  # (d \times 1)' (d \times 1)
        elif (name := spelled(base)) is not None:
            scripts.said["primed"].add(name)
    if base.kind is Kind.NUMBER or base.kind is Kind.FENCE and _is_negative(base):
        scripts.raises(written)
    if base.text == "‖" or base.kind in (Kind.FUNCTION, Kind.WORD) and base.text.lower() in BINDING:
        bound = set(_bound_by_extremum(written))
        scripts.bind(bound & COUNTING, counts=True)
        scripts.bind(bound, counts=False)


def _is_prime(script: Node) -> bool:
    return script.kind is Kind.PRIME or script.kind is Kind.SUPERSCRIPT and content(script).kind is Kind.PRIME


def _primed_within(node: Node) -> Iterator[str]:
    for each in walk(node):
        if each.kind is Kind.SCRIPTS and any(map(_is_prime, parts(each)[1:])) and (name := spelled(each)) is not None:
            yield name


def _is_by(node: Node) -> bool:
    r"""``d \times 1``: a size by a size."""
    return node.kind is Kind.PRODUCT and [part.text for part in parts(node) if part.kind is Kind.OPERATOR] == ["×"]


def _is_negative(fence: Node) -> bool:
    """``(-1)``: what stands above it raises it."""
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    return len(held) == 1 and held[0].kind is Kind.PREFIX and content(parts(held[0])[-1]).kind is Kind.NUMBER


def _in_font(scripts: ScriptEvidence, node: Node) -> None:
    r"""``\mathbf{K^1}`` says of a bold K what ``\mathbf{K}^1`` does."""
    pushed = pushed_in(node)
    if pushed is not node and pushed.kind is Kind.SCRIPTS:
        _scripted(scripts, pushed)


SCRIPT_LOOKS: dict[str, Callable[[ScriptEvidence, Node], None]] = {
    Kind.BIG_OPERATION: _big,
    Kind.CHAIN: _chain,
    Kind.FONT: _in_font,
    Kind.SUM: ScriptEvidence.added,
    Kind.JUXTAPOSITION: ScriptEvidence.juxtaposed,
    Kind.LIST: _listed,
    Kind.SCRIPTS: _scripted,
    Kind.SUPERSCRIPT: ScriptEvidence.raised,
    Kind.RADICAL: ScriptEvidence.rooted,
    Kind.POSTFIX: ScriptEvidence.counted,
}
Gather = Callable[[Evidence], Told]
ROLES_OF: dict[Gather, tuple[str, ...]] = {
    _by_equations: ("functions", "values", "arrays"),
    _by_uses: ("called", "valued", "applied", "settings", "places"),
    _by_letters: ("words",),
    _by_scripts: (
        "indices", "levels", "numbers", "entries", "labels", "grids", "series", "transposed", "layered", "adjoints",
        "powered", "exponents", "bounds", "above_vectors",
        "complements", "spoken", "primed",
    ),
}  # fmt: skip
# of each, the nodes without which a formula tells nothing
LOOKED_AT: dict[Gather, frozenset[str]] = {
    _by_equations: frozenset({Kind.CHAIN, Kind.LIST}),
    _by_uses: frozenset({*AMONG, Kind.JUXTAPOSITION, Kind.CHAIN}),
    _by_letters: frozenset({Kind.JUXTAPOSITION, Kind.BIG_OPERATION, Kind.LIST}),
    _by_scripts: frozenset(SCRIPT_LOOKS),
}
ROLES_OF_SCRIPTS = frozenset(ROLES_OF[_by_scripts])


# -- what to look for ------------------------------------------------------------------------------


def _has_dots(tree: Tree) -> bool:
    """Whether there are dots in a formula; most have none, as their text tells, and no list that goes on."""
    latex = tree.input
    if "dots" in latex or ".." in latex or "ellip" in latex or not latex.isascii():
        return any(leaf.kind is Kind.ELLIPSIS for leaf in leaves(tree.root))
    return False


def _limits(node: Node) -> Iterator[str]:
    """The n of a sum up to n."""
    head = parts(node)[0]
    for script in parts(head)[1:] if head.kind is Kind.SCRIPTS else ():
        if script.kind is Kind.SUPERSCRIPT and content(script).kind is Kind.NAME:
            yield content(script).text


def _spelled_limit(node: Node) -> Iterator[str]:
    """The Dim of a sum up to Dim: no product limits a sum in letters that make a word."""
    head = parts(node)[0]
    for script in parts(head)[1:] if head.kind is Kind.SCRIPTS else ():
        letters = run_of_letters(script) if script.kind is Kind.SUPERSCRIPT else None
        if letters is not None and letters.isalpha() and is_word(letters.lower()):
            yield letters


def _defined_value(first: Node) -> Iterator[str]:
    """``scores = QK^T``: a word alone on the left of an equation."""
    if first.kind is Kind.WORD:
        yield first.text
        return
    run = run_at(first.children, 0)
    if run is not None and run.end == len(first.children) and len(run.letters) > 2 and not run.scripts:
        yield run.name


def _bound_by_extremum(scripts: Sequence[Node]) -> Iterator[str]:
    """``\\arg\\max_k p_k``, ``\\|_{k=1}^K h_k``: k runs over all there are."""
    for script in scripts:
        if script.kind is Kind.SUBSCRIPT:
            yield from _index_names(content(script))


def _differentials(node: Node) -> Iterator[str]:
    """``dY``: a d right before a capital letter, where nothing stands right before the d."""
    for at, piece in enumerate(node.children[:-1]):
        if piece.text != "d" or piece.kind is not Kind.NAME:
            continue
        following = node.children[at + 1]
        base = content(parts(following)[0]) if following.kind is Kind.SCRIPTS else following
        if piece.span.end == following.span.start and base.kind is Kind.NAME and base.text.isupper():
            before = node.children[at - 1] if at else None
            if before is None or before.kind is Kind.SPACE or before.span.end != piece.span.start:
                yield "d" + base.text


def _called(node: Node) -> Iterator[str]:
    """The u of ``u(t)``: a name right before brackets that hold one letter."""
    for at, piece in enumerate(node.children):
        if piece.kind is not Kind.FENCE or not at or node.children[at - 1].span.end != piece.span.start:
            continue
        _, *held = piece.children
        if held and held[-1].kind is Kind.CLOSE:
            del held[-1]
        if len(held) == 1 and piece.text == "()" and held[0].kind is Kind.NAME:
            if (name := spelled(node.children[at - 1])) is not None:
                yield name


def _levels(node: Node) -> Iterator[str]:
    """``W_Q^1 = …``: what is being defined is the first of several, no power; a root of unity has a number's value."""
    *defined, last = operands(node)
    for side in defined:
        side = content(side)
        pieces = parts(side) if side.kind is Kind.JUXTAPOSITION else ()
        called = len(pieces) == 2 and pieces[1].kind is Kind.FENCE and pieces[1].text == "()"
        side = content(pieces[0]) if called else side  # Q^1(s, a) = …
        if side.kind is not Kind.SCRIPTS or not called and content(last).kind in (Kind.NUMBER, Kind.PREFIX):
            continue
        for script in parts(side)[1:]:
            number = content(script)
            if script.kind is Kind.SUPERSCRIPT and number.kind is Kind.NUMBER and number.text in ("0", "1"):
                name = spelled(side)
                if name is not None and (name[:1].isupper() or name.startswith("bold(") or len(name) > 2):
                    yield name


def _bound_by_big(node: Node) -> Iterator[str]:
    head = parts(node)[0]
    if head.kind is not Kind.SCRIPTS:
        return
    for script in parts(head)[1:]:
        if script.kind is Kind.SUBSCRIPT:
            yield from _index_names(content(script))


def _index_names(node: Node) -> Iterator[str]:
    match node.kind:
        case Kind.NAME:
            yield node.text
        case Kind.FONT if node.text == "roman" and (letter := word_in_font(node) or spelled(node)) is not None:
            yield f"roman({letter})"
        case Kind.CHAIN:
            first = content(operands(node)[0])
            if first.kind is Kind.NAME:
                yield first.text
            elif first.kind is Kind.FONT:
                yield from _index_names(first)
            elif first.kind is Kind.LIST:
                yield from (item.text for item in map(content, operands(first)) if item.kind is Kind.NAME)
        case Kind.LIST | Kind.ROW:
            for item in operands(node):
                yield from _index_names(content(item))
        case Kind.JUXTAPOSITION:  # a_1 a_2: members of one family
            named = [content(parts(piece)[0]) for piece in map(content, parts(node)) if piece.kind is Kind.SCRIPTS]
            if len(named) == len(parts(node)):
                yield from (base.text for base in named if base.kind is Kind.NAME)
        case Kind.MATRIX:
            for row in parts(node):
                yield from (name for cell in parts(row) for name in _index_names(content(cell)))


def _named_sizes(items: list[Node]) -> Iterator[str]:
    """The Ev of ``(N, H, S, Ev)``: no product of a capital and q, k or v among sizes of one letter each."""
    if len(items) < 3:
        return
    runs = [item for item in items if item.kind is Kind.JUXTAPOSITION and len(item.children) == 2]
    if not runs or any(item.kind not in SIZE_KINDS for item in items if item not in runs):
        return
    for run in runs:
        name = "".join(letter.text for letter in run.children)
        if all(map(is_letter, run.children)) and name[0].isupper() and name[1] in "qkv":
            yield name


def _ranged(items: list[Node]) -> Iterator[str]:
    """``i = 1, \\dots, n``: a name set equal to a number, followed by dots."""
    for first, rest in itertools.pairwise(items):
        if first.kind is not Kind.CHAIN or rest.kind not in (Kind.ELLIPSIS, Kind.NUMBER):
            continue
        sides = [content(side) for side in operands(first)]
        if len(sides) == 2 and sides[0].kind is Kind.NAME and sides[1].kind is Kind.NUMBER:
            if any(item.kind is Kind.ELLIPSIS for item in items):
                yield sides[0].text


def _defined_function(first: Node, sign: Node, last: Node) -> Iterator[str]:
    """``f(x) = …`` defines f, where the first side is a name beside a fence of plain names."""
    pieces = parts(first)
    if len(pieces) != 2 or pieces[1].kind is not Kind.FENCE or pieces[1].text != "()" or sign.text not in EXACTLY_EQUAL:
        return
    held = [part for part in parts(pieces[1]) if part.kind not in BRACKETS]
    if len(held) != 1:
        return
    arguments = content(held[0])
    names = operands(arguments) if arguments.kind is Kind.LIST else (arguments,)
    if pieces[0].kind is Kind.WORD and ends_in_blank(pieces[0]) and arguments.kind is not Kind.LIST:
        if not any(leaf.kind is Kind.NAME and leaf.text == arguments.text for leaf in leaves(last)):
            return  # the learning rate, eta, is 0.1
    if all(_plain(content(name)) for name in names) and (name := spelled(pieces[0])) is not None:
        yield name


def _differential(first: Node) -> Iterator[str]:
    """``dS = …`` names a gradient by a d before the letter."""
    if len(pieces := parts(first)) == 2 and pieces[0].text == "d":
        base = content(parts(pieces[1])[0]) if pieces[1].kind is Kind.SCRIPTS else pieces[1]
        if base.kind is Kind.NAME and base.text.isupper() and pieces[0].span.end == pieces[1].span.start:
            yield "d" + base.text


def _plain(node: Node) -> bool:
    """Whether a node can be a formal parameter."""
    if node.kind is Kind.SCRIPTS:
        return _plain(content(parts(node)[0]))
    return node.kind in (Kind.NAME, Kind.FONT, Kind.WORD, Kind.ACCENT)


def _declared_together(items: list[Node]) -> Iterator[str]:
    r"""The P of ``P, R \in \mathbb{R}^{n \times k}``, which stands before the chain in its list."""
    waiting: list[str] = []
    for item in items:
        if item.kind is Kind.CHAIN:
            if _has_membership(parts(item)) and any(True for _ in _declared_array(parts(item))):
                yield from waiting
            waiting = []
        elif item.kind in (Kind.NAME, Kind.SCRIPTS, Kind.FONT, Kind.ACCENT) and (name := spelled(item)) is not None:
            waiting.append(name)
        else:
            waiting = []


def _has_membership(sides: tuple[Node, ...]) -> bool:
    return "∈" in [side.text for side in sides]


def _declared_array(sides: tuple[Node, ...]) -> Iterator[str]:
    for at, relation in enumerate(sides):
        if relation.kind is Kind.RELATION and relation.text == "∈" and at + 1 < len(sides):
            space = content(sides[at + 1])
            if space.kind is Kind.SCRIPTS and (name := spelled(content(sides[0]))) is not None:
                yield name
