"""What must be known of a note's names before its formulas can be read.

``a(b+c)``, ``K^T``, ``x_i`` and ``PE`` mean different things for different symbols, so the names
are collected first, from all formulas, and the formulas are read second.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields

from symformer.reading.entries import ROWS, ScriptEvidence
from symformer.reading.spelling import COUNTING, is_word, spelled
from symformer.reading.uses import UseEvidence
from symformer.reading.words import WordEvidence, called_words, is_letter, run_at, runs_of
from symformer.reading.written import run_of_letters
from symformer.syntax.nodes import Kind, Node, Tree, content, operands, parts
from symformer.terms.term import EXACTLY_EQUAL, Term
from symformer.text.record import record

SIZE_KINDS = frozenset({Kind.NAME, Kind.ELLIPSIS, Kind.NUMBER, Kind.WORD})
BINDING = frozenset({"max", "min", "sup", "inf", "argmax", "argmin", "arg max", "arg min"})


@record
class Vocabulary:
    """The names of a note, by the part they play. All are canonical names of symbols.

    ``functions`` are called or defined as functions, ``indices`` are bound by a sum, a range or
    words, ``words`` are runs of letters that are one name (``FFN``), ``scalars`` are declared sizes
    and numbers, ``arrays`` are declared vectors and matrices, ``levels`` are names whose numeric
    superscripts count heads or layers (``W^1``, ``W^2``) instead of raising to a power.

    ``numbers`` are equal to a numeral or limit a sum or a range.  ``entries`` are names with a letter
    below that is an index there (``p_k`` under a sum over k), ``labels`` such where it is a label
    (``B_r`` beside ``B_c``), ``grids`` names with two indices (``a_{ij}``, ``a_{1n}``), so that
    ``a_{12}`` has two, ``series`` names with a superscript that counts (``s^1``), ``transposed`` names
    that somewhere are transposed for sure, ``layered`` names with an l above that counts layers, ``adjoints``
    names with an H above that is a conjugate transpose, ``values`` words that an equation defines as a
    value, so that ``attention V`` is a product, and ``called`` names before brackets that hold one letter.

    ``valued`` are names that stand among terms or factors without brackets behind them, ``applied`` names
    right before brackets with what no one multiplies by (a letter, several items), and ``places`` the
    "x(t" of ``x(t)``: such a name, with the letter.  ``powered`` are names that are raised for sure
    (``p^{nk}``), ``exponents`` letters that no index is: above a numeral, or with a factorial (``k!``), and ``bounds`` names with a lower and
    an upper bound (``x^l``, ``x^u``).  ``above_vectors`` are small letters above a bold small letter: no vector is raised.
    """

    functions: frozenset[str] = frozenset()
    indices: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    scalars: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    grids: frozenset[str] = frozenset()
    series: frozenset[str] = frozenset()
    transposed: frozenset[str] = frozenset()
    layered: frozenset[str] = frozenset()
    adjoints: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    valued: frozenset[str] = frozenset()
    applied: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    powered: frozenset[str] = frozenset()
    exponents: frozenset[str] = frozenset()
    bounds: frozenset[str] = frozenset()
    above_vectors: frozenset[str] = frozenset()
    lowered: dict[int, tuple[Node, Term]] = field(default_factory=dict, repr=False, compare=False)  # see ``lower``

    def joined(self, other: Vocabulary) -> Vocabulary:
        """The names of both."""
        return Vocabulary(*(getattr(self, role) | getattr(other, role) for role in _ROLES))


_ROLES = tuple(each.name for each in fields(Vocabulary) if each.name != "lowered")
NO_NAMES = Vocabulary()


def vocabulary_of(trees: Iterable[Tree]) -> Vocabulary:
    """The names that the formulas themselves give away."""
    several = tuple(trees)
    if len(several) == 1 and not content(several[0].root).children:
        return Vocabulary()  # a letter or a number tells nothing of itself
    evidence = _Evidence()
    for tree in several:
        evidence.look_over(tree.root)
    return evidence.vocabulary()


@dataclass(slots=True)
class _Evidence:
    """What the formulas say, filled while they are walked through, each once."""

    functions: set[str] = field(default_factory=set, init=False)
    indices: set[str] = field(default_factory=set, init=False)
    words: set[str] = field(default_factory=set, init=False)
    arrays: set[str] = field(default_factory=set, init=False)
    levels: set[str] = field(default_factory=set, init=False)
    differentials: set[str] = field(default_factory=set, init=False)
    values: set[str] = field(default_factory=set, init=False)
    called: set[str] = field(default_factory=set, init=False)
    told: bool = False  # whether anything was looked at: a formula of one letter or number tells nothing
    named: bool = False  # whether a gradient is named by a d before the letter
    runs: WordEvidence = field(default_factory=WordEvidence)
    scripts: ScriptEvidence = field(default_factory=ScriptEvidence)
    uses: UseEvidence = field(default_factory=UseEvidence)

    def look_over(self, root: Node) -> None:
        """Take what one formula says; parents come before their children."""
        rows: list[Node] = []
        dotted = False
        stack = [root]
        while stack:
            node = stack.pop()
            kind = node.kind
            apart = kind not in WITH_OTHERS
            for child in node.children:
                if child.children:
                    stack.append(child)
                elif child.kind is Kind.NAME:
                    if apart and is_letter(child):
                        self.runs.alone.add(child.text)
                elif child.kind is Kind.ELLIPSIS:
                    dotted = True
                elif child.kind is Kind.WORD and child.text.islower() and (len(child.text) > 2 or "o" in child.text):
                    self.runs.written.add(child.text)
            if kind in ROWS:
                rows.append(node)
            if (look := LOOKS.get(kind)) is not None:
                self.told = True
                look(self, node)
            elif kind in AMONG:
                self.uses.among(node)
        if dotted:
            self.told = True
            for node in rows:
                self.scripts.enumerated(node)
        self.scripts.finish_formula()

    def vocabulary(self) -> Vocabulary:
        """All names, by the part they play."""
        if not self.told:
            return Vocabulary()
        self.words |= self.runs.words()
        if self.named:
            self.words |= self.differentials
        self.levels |= self.scripts.levels
        return Vocabulary(
            functions=frozenset(self.functions),
            indices=frozenset(self.indices),
            words=frozenset(self.words),
            arrays=frozenset(self.arrays),
            levels=frozenset(self.levels),
            numbers=frozenset(self.scripts.numbers),
            entries=self.scripts.entries(),
            labels=self.scripts.labels(self.indices),
            grids=self.scripts.all_grids(),
            series=frozenset(self.scripts.series - self.scripts.powered),
            transposed=frozenset(self.scripts.transposed),
            layered=frozenset(self.scripts.layered - self.scripts.bounded),
            adjoints=self.scripts.adjoints(),
            values=frozenset(self.values),
            called=frozenset(self.called),
            valued=frozenset(self.uses.valued),
            applied=frozenset(self.uses.applied),
            places=frozenset(self.uses.places),
            powered=frozenset(self.scripts.powered),
            exponents=frozenset(self.scripts.exponents),
            bounds=frozenset(self.scripts.layered & self.scripts.bounded),
            above_vectors=frozenset(self.scripts.above_vectors),
        )

    def big(self, node: Node) -> None:
        bound = set(_bound_by_big(node))
        self.indices |= bound
        self.scripts.bind(bound)
        self.scripts.numbers.update(_limits(node))
        self.words.update(_spelled_limit(node))

    def chain(self, node: Node) -> None:
        pieces = parts(node)
        first = content(pieces[0])
        if first.kind is Kind.JUXTAPOSITION:
            if len(pieces) > 2:
                self.runs.defined_by(first, pieces[1], pieces[2])
            self.functions.update(_defined_function(first, pieces[1]))
            self.words.update(gradients := set(_differential(first)))
            self.named = self.named or bool(gradients)
        if len(pieces) > 2:
            self.scripts.equated(first, pieces[1], content(pieces[-1]))
        if first.kind in (Kind.WORD, Kind.JUXTAPOSITION) and pieces[1].text in EXACTLY_EQUAL:
            self.values.update(_defined_value(first))
        self.levels.update(_level(node))
        self.arrays.update(_declared_array(pieces))

    def juxtaposed(self, node: Node) -> None:
        runs = runs_of(node)
        self.runs.juxtaposed(node, runs)
        self.scripts.juxtaposed(node, runs)
        self.words.update(called_words(node, runs))
        self.differentials.update(_differentials(node))
        self.called.update(_called(node))
        self.uses.juxtaposed(node)

    def listed(self, node: Node) -> None:
        self.words.update(_named_sizes(node))
        ranged = set(_ranged(node))
        self.indices |= ranged
        self.arrays.update(_declared_together(node))
        self.scripts.bind(ranged)

    def scripted(self, node: Node) -> None:
        base, *scripts = parts(node)
        base = content(base)
        self.runs.scripted(node, base)
        self.scripts.scripted(base, scripts)
        if base.kind is Kind.NUMBER:
            self.scripts.raises(scripts)
        if base.text == "‖" or base.kind in (Kind.FUNCTION, Kind.WORD) and base.text.lower() in BINDING:
            bound = set(_bound_by_extremum(scripts))
            self.indices |= bound & COUNTING
            self.scripts.bind(bound)

    def held(self, node: Node) -> None:
        self.runs.held(node)

    def raised(self, node: Node) -> None:
        self.runs.held(node)
        self.scripts.raised(node)

    def counted(self, node: Node) -> None:
        self.scripts.counted(node)

    def rooted(self, node: Node) -> None:
        self.scripts.rooted(node)


# what is looked at; of other kinds of nodes only the letters that stand by themselves in them
LOOKS: dict[str, Callable[[_Evidence, Node], None]] = {
    Kind.BIG_OPERATION: _Evidence.big,
    Kind.CHAIN: _Evidence.chain,
    Kind.JUXTAPOSITION: _Evidence.juxtaposed,
    Kind.LIST: _Evidence.listed,
    Kind.SCRIPTS: _Evidence.scripted,
    Kind.SUBSCRIPT: _Evidence.held,
    Kind.FONT: _Evidence.held,
    Kind.ACCENT: _Evidence.held,
    Kind.SUPERSCRIPT: _Evidence.raised,
    Kind.RADICAL: _Evidence.rooted,
    Kind.POSTFIX: _Evidence.counted,
}
AMONG = frozenset({Kind.SUM, Kind.PRODUCT, Kind.FRACTION})  # what stands right within one is a value
WITH_OTHERS = frozenset(  # a letter right within one of these does not stand by itself, or not for sure
    {Kind.JUXTAPOSITION, Kind.SCRIPTS, Kind.SUBSCRIPT, Kind.SUPERSCRIPT, Kind.FONT, Kind.ACCENT}
)


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
        held = [part for part in piece.children if part.kind not in (Kind.OPEN, Kind.CLOSE)]
        if len(held) == 1 and piece.text == "()" and held[0].kind is Kind.NAME:
            if (name := spelled(node.children[at - 1])) is not None:
                yield name


def _level(node: Node) -> Iterator[str]:
    """``W_Q^1 = …``: what is being defined is the first of several, no power; a root of unity has a number's value."""
    if content(operands(node)[-1]).kind in (Kind.NUMBER, Kind.PREFIX):
        return
    for side in operands(node)[:-1]:
        side = content(side)
        if side.kind is not Kind.SCRIPTS:
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
        case Kind.CHAIN:
            first = content(operands(node)[0])
            if first.kind is Kind.NAME:
                yield first.text
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


def _named_sizes(node: Node) -> Iterator[str]:
    """The Ev of ``(N, H, S, Ev)``: no product of a capital and q, k or v among sizes of one letter each."""
    items = [content(item) for item in operands(node)]
    if len(items) < 3:
        return
    runs = [item for item in items if item.kind is Kind.JUXTAPOSITION and len(item.children) == 2]
    if not runs or any(item.kind not in SIZE_KINDS for item in items if item not in runs):
        return
    for run in runs:
        name = "".join(letter.text for letter in run.children)
        if all(map(is_letter, run.children)) and name[0].isupper() and name[1] in "qkv":
            yield name


def _ranged(node: Node) -> Iterator[str]:
    """``i = 1, \\dots, n``: a name set equal to a number, followed by dots."""
    items = [content(item) for item in operands(node)]
    for first, rest in itertools.pairwise(items):
        if first.kind is not Kind.CHAIN or rest.kind not in (Kind.ELLIPSIS, Kind.NUMBER):
            continue
        sides = [content(side) for side in operands(first)]
        if len(sides) == 2 and sides[0].kind is Kind.NAME and sides[1].kind is Kind.NUMBER:
            if any(item.kind is Kind.ELLIPSIS for item in items):
                yield sides[0].text


def _defined_function(first: Node, sign: Node) -> Iterator[str]:
    """``f(x) = …`` defines f, where the first side is a name beside a fence of plain names."""
    pieces = parts(first)
    if len(pieces) != 2 or pieces[1].kind is not Kind.FENCE or pieces[1].text != "()" or sign.text not in EXACTLY_EQUAL:
        return
    held = [part for part in parts(pieces[1]) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if len(held) != 1:
        return
    arguments = content(held[0])
    names = operands(arguments) if arguments.kind is Kind.LIST else (arguments,)
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


def _declared_together(node: Node) -> Iterator[str]:
    r"""The P of ``P, R \in \mathbb{R}^{n \times k}``, which stands before the chain in its list."""
    waiting: list[str] = []
    for item in map(content, operands(node)):
        if item.kind is Kind.CHAIN:
            if any(True for _ in _declared_array(parts(item))):
                yield from waiting
            waiting = []
        elif item.kind in (Kind.NAME, Kind.SCRIPTS, Kind.FONT, Kind.ACCENT) and (name := spelled(item)) is not None:
            waiting.append(name)
        else:
            waiting = []


def _declared_array(sides: tuple[Node, ...]) -> Iterator[str]:
    for at, relation in enumerate(sides):
        if relation.kind is Kind.RELATION and relation.text == "∈" and at + 1 < len(sides):
            space = content(sides[at + 1])
            if space.kind is Kind.SCRIPTS and (name := spelled(content(sides[0]))) is not None:
                yield name
