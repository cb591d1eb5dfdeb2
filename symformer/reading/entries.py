"""What a note's scripts say of one another: which letters count entries, which are labels, which names are numbers.

``z_1, …, z_K`` makes K an index of z, a sum over k makes ``p_k`` an entry, ``B_r × B_c`` are labels both,
and where ``w_{ij}`` has two indices ``w_{21}`` has two as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from symformer.reading.spelling import CONVENTIONAL_INDICES, COUNTING, INDEX_LIKE, PROJECTION_LABELS, spelled
from symformer.reading.words import Run, Said, is_letter, runs_of
from symformer.syntax.nodes import Kind, Node, content, operands, parts

ROWS = frozenset({Kind.LIST, Kind.ROW, Kind.MATRIX, Kind.SUM, Kind.PRODUCT, Kind.JUXTAPOSITION, Kind.CHAIN})
COUNTERS = frozenset("kmnTNMK")  # letters that count, whatever stands on the same name elsewhere
NONE: frozenset[str] = frozenset()
QUANTIFIERS = frozenset({"forall", "∀"})
_FIRST = frozenset("abc")  # letters that count where one beside them does
SIGNS = frozenset("×+-−·⊙⊗")
PROJECTED = frozenset("qkv")
CAPITAL_SIZES = frozenset("DNH")  # of which the letter may as well count
WHOLE = frozenset("*∗•·:")  # a sign for all of an axis
POINTS = frozenset("AB")  # names of two things beside each other, of which no letter counts
ABOVE = frozenset("abcghjklmqrs")  # letters above names by which heads, layers, experts and steps are counted
SEVERAL = 3  # names that have it
WEIGHTS_OF_GATES = frozenset("WURVb")
GATES = frozenset("fo")  # beside W_f and W_o, W_i is the weight of the input gate


# the letters and numbers that stand at a name
OfNames = defaultdict[
    Literal[
        "two digits",
        "raising",  # the f, i and o of W^f, W^i, W^o
        "hidden",  # the r of W_{hr}
        "fed",  # the r of W_{ir}
    ],
    dict[str, set[str]],
]
# what a formula says of a name and a letter, until it ends
Here = defaultdict[
    Literal[
        "levels",  # a name with a letter above, and one below
        "pairs",  # the kb of V_{kb}
        "together",  # the ho of w_{ho}
        "alike",  # the K and m of K = m
    ],
    set[tuple[str, str]],
]


class ScriptEvidence:
    """Filled while the formulas of a note are read; ``finish_formula`` closes each."""

    __slots__ = (
        "_above",
        "_begun",
        "_below",
        "_bound",
        "_entries",
        "_here",
        "_in_company",
        "_laid_across",
        "_of_names",
        "_quantified",
        "said",
    )

    def __init__(self, said: Said) -> None:
        self.said = said  # of names, by the part they play
        self._above: dict[str, set[str]] = {}  # letters above names that have something below as well
        self._laid_across = False  # whether a vector with an H above stands before a factor
        self._below: list[tuple[str, str]] = []  # names with a letter below
        self._in_company: set[tuple[str, str]] = set()  # names with a letter that is a label for those beside it
        self._begun = 0  # how many of them stand in the formulas before the one that is read
        self._of_names: OfNames = defaultdict(dict)
        self._entries: set[tuple[str, str]] = set()  # names with a letter that counts below
        self._here: Here = defaultdict(set)  # of one formula
        self._bound: set[str] = set()  # of one formula
        self._quantified: set[str] = set()  # of one formula: the n of ∀ n

    def juxtaposed(self, node: Node) -> None:
        """Factors side by side."""
        kinds = [child.kind for child in node.children]
        if Kind.SCRIPTS in kinds:
            self._beside(parts(node))
            for run in runs_of(node) if kinds[0] is not Kind.SCRIPTS or len(kinds) > 2 else ():
                if len(run.letters) > 1 and run.scripts:
                    self._named(run.text, run.scripts)
        if Kind.NAME in kinds and not QUANTIFIERS.isdisjoint([child.text for child in node.children]):
            self._for_all(parts(node))

    def raises(self, scripts: Sequence[Node]) -> None:
        """What stands above a numeral is its exponent."""
        self.said["exponents"].update(
            held.text for script in scripts if script.kind is Kind.SUPERSCRIPT and is_letter(held := content(script))
        )

    def counted(self, node: Node) -> None:
        """``k!``: only a number has a factorial."""
        first, sign = parts(node)[0], parts(node)[-1]
        if sign.text == "!" and is_letter(content(first)):
            self.said["exponents"].add(content(first).text)

    def added(self, node: Node) -> None:
        """``1 - B_1``: what is taken from one is a number."""
        first, *rest = parts(node)
        if len(rest) != 2 or content(first).text != "1" or rest[0].text not in ("-", "−"):
            return
        name = content(rest[1])
        raised = name.kind is Kind.SCRIPTS and any(script.kind is not Kind.SUBSCRIPT for script in parts(name)[1:])
        base = content(parts(name)[0]) if name.kind is Kind.SCRIPTS else name
        if is_letter(base) and not raised:
            self.said["complements"].add(base.text)

    def rooted(self, node: Node) -> None:
        """What stands under a root: the d_k of an attention."""
        if pieces := parts(node):
            self._size(content(pieces[-1]))

    def raised(self, node: Node) -> None:
        """What stands above, where the sizes of a space may be."""
        above = content(node)
        if above.kind is Kind.PRODUCT:
            sizes = [content(size) for size in operands(above)]
            for size in sizes:
                self._size(size)
            self._in_company.update(_named_as_d(sizes))
        else:
            self._size(above)

    def bind(self, letters: Iterable[str], *, counts: bool) -> None:
        """Letters that a sum, a product or a range of this formula binds; whether they count elsewhere too."""
        for letter in letters:
            self._bound.add(letter)
            if counts:
                self.said["indices"].add(letter)

    @property
    def silent(self) -> bool:
        """Whether nothing is told: one letter below a name, or numbers, tell of nothing but others there."""
        apart = len(self._below) < 2 and self.said.keys() <= {"numbered"}
        return apart and not (self._of_names or self._entries or self._laid_across)

    def finish_formula(self) -> None:
        """Every name with a bound letter below it, in one formula, is a family with an index."""
        if len(self._below) - self._begun > 2:
            self._among_labels()
        if self._bound:
            self._end_bounds(self._bound)
            self._bound.clear()
        if self._quantified:
            self.said["series"].update(name for name, letter in self._here["levels"] if letter in self._quantified)
            self._quantified.clear()
        self._here.clear()
        self._begun = len(self._below)

    def valued_alike(self, letters: tuple[str, str]) -> None:
        """``K = m``: where the one is bound in this formula, the other is a value of it."""
        self._here["alike"].add(letters)

    def _end_bounds(self, bound: set[str]) -> None:
        bound |= {one for pair in self._here["alike"] for one in pair if not bound.isdisjoint(pair)}
        if self._here["pairs"]:
            self.said["grids"].update(name for name, pair in self._here["pairs"] if not bound.isdisjoint(pair))
        self._entries.update(each for each in self._below[self._begun :] if each[1] in bound)
        self._entries.update((name, pair) for name, pair in self._here["together"] if not bound.isdisjoint(pair))

    def adjoints(self) -> frozenset[str]:
        """Names whose H above is a conjugate transpose: somewhere a vector has one, and multiplies what follows."""
        return frozenset(self.said["adjoint"]) if self._laid_across else NONE

    def all_grids(self) -> frozenset[str]:
        """Names with two indices."""
        grids, numbered = self.said.get("grids", NONE), self.said.get("numbered", NONE)
        if "two digits" not in self._of_names:
            return frozenset(grids)
        of_two = self._of_names["two digits"].items()
        return frozenset(grids).union(name for name, said in of_two if name not in numbered and _neighbours(said))

    def entries_and_labels(self, indices: AbstractSet[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Names with the letter below that is an index there, ``p_k``, and those where it is a label.

        It is a label where a sibling's letter is: ``B_r`` beside ``B_c``.
        """
        below: dict[str, set[str]] = {}
        for name, letter in self._below:
            below.setdefault(name, set()).add(letter)
        projections = _projections(below)
        entries = {f"{name}_{letter}" for name, letter in self._entries}
        if entries:
            entries -= self.said["sizes"] | projections
        return frozenset(entries), frozenset(projections.union(self._labels(below, indices)))

    def counted_above(self) -> frozenset[str]:
        """Names with a letter above that stands so above several of them, ``q_i^h``, ``k_j^h``, ``v_j^h``: no one raises all."""
        exponents, powered = self.said.get("exponents", NONE), self.said.get("powered", NONE)
        families = [
            names
            for letter, names in self._above.items()
            if len(names) >= SEVERAL and letter not in exponents and powered.isdisjoint(names)
        ]
        return frozenset().union(*families)

    def gates(self) -> frozenset[str]:
        """The ``W_i`` of an input gate, beside W_f and W_o: whatever i counts elsewhere."""
        below: dict[str, set[str]] = {}
        for name, letter in self._below:
            if name[name.rfind("(") + 1 :][:1] in WEIGHTS_OF_GATES:
                below.setdefault(name, set()).add(letter)
        gated = (name for name, letters in below.items() if letters >= GATES and "i" in letters)
        return frozenset(
            f"{name}_i"
            for name in gated
            if (name, "i") not in self._entries and name not in self.said.get("headed", NONE)
        )

    def beside_labels(self) -> frozenset[str]:
        r"""Letters that count by custom or elsewhere, and are labels for those beside them in one formula.

        The k of ``D_k`` beside D_v: sizes of keys and values.  The t of ``d_t + d_h + d_w``, where h and w count nothing.
        """
        sizes = {name for name, letter in self._below if letter == "v" and name == "D"}
        found = {(name, "k") for name, letter in self._below if name in sizes and letter == "k"}
        counts = {letter for name, letter in self._below if name in ("N", "n") and letter in "pqrsuv"}
        counts -= self.said.get("indices", NONE)  # N_r, how many there are, and so the K_r that are taken of them
        found |= {(name, letter) for name, letter in self._below if name == "K" and letter in counts}
        return frozenset(f"{name}_{letter}" for name, letter in (found | self._in_company) - self._entries)

    def _among_labels(self) -> None:
        """What one formula says of the one letter that may count, below a name with several that are labels."""
        below: dict[str, set[str]] = {}
        for name, letter in self._below[self._begun :]:
            below.setdefault(name, set()).add(letter)
        for name, letters in below.items():
            counting = {each for each in letters if each in CONVENTIONAL_INDICES or each in INDEX_LIKE}
            if len(letters) > 2 and len(counting) == 1 and self._bound.isdisjoint(letters):
                self._in_company.update((name, letter) for letter in counting if not letter.isupper())

    def _labels(self, below: dict[str, set[str]], indices: AbstractSet[str]) -> Iterator[str]:
        yield from self.said.get("named above", NONE)
        yield from self.said.get("starred", NONE)
        yield from self.said.get("bracketed", NONE)
        if "raising" in self._of_names:
            gates = GATES | {"i"}
            yield from (f"{name}^i" for name, letters in self._of_names["raising"].items() if letters >= gates)
        if "hidden" in self._of_names and "i" not in indices:
            yield from self._gates()
        for name in self.said.get("signed", NONE):
            counting = indices | COUNTING | COUNTERS | {"t"}
            yield from (f"{name}_{letter}" for letter in below.get(name, NONE) - counting)
        numbered, grids = self.said.get("numbered", NONE), self.said.get("grids", NONE)
        for name, letters in below.items():
            if len(letters) > 1 and name not in grids:
                for letter in _labels_among(letters - indices):
                    if name not in numbered or letter.isupper() and (name, letter) not in self._entries:
                        yield f"{name}_{letter}"

    def _gates(self) -> set[str]:
        """``W_{ir}`` beside ``W_{hr}``: from the input to a gate, as that is from what is hidden."""
        found: set[str] = set()
        for name, letters in self._of_names["hidden"].items():
            gates = letters & self._of_names["fed"].get(name, NONE)
            if not gates <= COUNTING:
                found.update(f"{name}_i{letter}" for letter in gates)
        return found

    def scripted(self, base: Node, scripts: Sequence[Node]) -> None:
        """A base and its scripts."""
        name = spelled(base)
        if name is not None:
            self._named(name, scripts)

    def _named(self, name: str, scripts: Sequence[Node]) -> None:
        if len(scripts) == 2:
            both = {script.kind: content(script) for script in scripts}
            if both.keys() == {Kind.SUBSCRIPT, Kind.SUPERSCRIPT} and all(map(is_letter, both.values())):
                self._here["levels"].add((name, both[Kind.SUPERSCRIPT].text))
            if both.keys() == {Kind.SUBSCRIPT, Kind.SUPERSCRIPT} and is_letter(both[Kind.SUPERSCRIPT]):
                if both[Kind.SUBSCRIPT].kind is not Kind.NUMBER and both[Kind.SUPERSCRIPT].text in ABOVE:
                    self._above.setdefault(both[Kind.SUPERSCRIPT].text, set()).add(name)
            if both.keys() == {Kind.SUBSCRIPT, Kind.SUPERSCRIPT} and _is_nought(both[Kind.SUPERSCRIPT]):
                if name[:1].isupper() or name.startswith("bold("):
                    self.said["noughts"].add(name)  # W^0_0: no entry of a matrix is raised to nought
        for script in scripts:
            if script.kind is Kind.SUPERSCRIPT:
                held = content(script)
                if held.kind is Kind.NAME and held.text in "fio":
                    self._of_names["raising"].setdefault(name, set()).add(held.text)
                if held.kind is Kind.NUMBER and held.text == "1":
                    self.said["series"].add(name)
                elif held.text == "H":
                    self.said["adjoint"].add(name)
                elif _is_power(held):
                    self.said["powered"].add(name)
                elif held.text in ("l", "ell", "ℓ") or _is_next_layer(held):
                    self.said["layered"].add(name)
                elif (letter := _steps_from(held)) is not None:
                    self._entries.add((f"{name}^", letter))  # V^{h-1}: so the h of V^h is a number
                elif held.text == "u":
                    self.said["bounded"].add(name)
                elif name.startswith("bold(") and name[5:6].islower() and is_letter(held) and held.text.islower():
                    self.said["above_vectors"].add(held.text)
                elif held.text in ("⊤", "top"):
                    self.said["transposed"].add(name)
                elif len(scripts) == 2 and held.text.isupper() and is_letter(held):
                    self._named_above(name, held.text, scripts)
            elif script.kind is Kind.SUBSCRIPT:
                self._indexed(name, content(script))

    def _named_above(self, name: str, letter: str, scripts: Sequence[Node]) -> None:
        """``l^M_{opt}``: beside a word below, a capital above is part of the name; the i of ``W_i^Q`` is of a head."""
        for script in scripts:
            word = content(script)
            if word.text == "i" and script.kind is Kind.SUBSCRIPT:
                self.said["headed"].add(name)
            letters = word.children if word.kind is Kind.JUXTAPOSITION else ()
            spelt = word.kind is Kind.WORD or len(letters) > 2 and all(map(is_letter, letters))
            if script.kind is Kind.SUBSCRIPT and spelt and letter != "T":
                self.said["named above"].add(f"{name}^{letter}")

    def _indexed(self, name: str, held: Node) -> None:
        if is_letter(held):
            self._below.append((name, held.text))
        elif held.kind is Kind.NUMBER:
            if len(held.text) > 1 and held.text.isdigit() and held.text[0] == "0":
                self.said["grids"].add(f"{name} of digits")  # x_{01}: no whole number begins so
            if len(held.text) == 2 and held.text.isdigit() and "0" not in held.text:
                self._of_names["two digits"].setdefault(name, set()).add(held.text)
            else:
                self.said["numbered"].add(name)
        elif held.kind is Kind.OPERATOR and held.text == "*":
            self.said["starred"].add(f"{name}_*")
        elif held.kind is Kind.OPERATOR and held.text in SIGNS:
            self.said["signed"].add(name)
        elif held.kind is Kind.SUM:
            first, *_, last = operands(held)
            if is_letter(content(first)) and content(last).kind is Kind.NUMBER:
                self._entries.add((name, content(first).text))  # h_{k-1}: so the k of h_k counts
        elif held.kind is Kind.LIST and (letter := _beside_whole_axis(held)) is not None:
            self.said["indices"].add(letter)  # Q_{g,*}: so the g of K_g counts
        elif _is_pair(held):
            self.said["grids"].add(name)
            self._gated(name, held)
        elif held.kind is Kind.JUXTAPOSITION:
            self._gated(name, held)
            if len(held.children) == 2 and held.children[0].kind is Kind.NUMBER and held.children[1].text == "()":
                self.said["bracketed"].add(f"{name}_()")  # θ_{1(2)}, beside which θ_{d(2)} is an entry too
            letters = [child.text for child in held.children if child.kind is Kind.NAME]
            if len(letters) == len(held.children) == 2 and not _FIRST.isdisjoint(letters):
                self._here["pairs"].add((name, letters[0] + letters[1]))
            if len(letters) == len(held.children) == 2 and all(len(letter) == 1 for letter in letters):
                self._here["together"].add((name, letters[0] + letters[1]))

    def _gated(self, name: str, held: Node) -> None:
        if len(held.children) != 2 or not is_letter(held.children[1]):
            return
        first, second = held.children
        if first.text in ("h", "i"):
            part: Literal["hidden", "fed"] = "hidden" if first.text == "h" else "fed"
            self._of_names[part].setdefault(name, set()).add(second.text)

    def equated(self, left: Node, sign: Node, right: Node) -> None:
        """The first side of a chain, its first sign, and its last side."""
        if left.kind is Kind.SCRIPTS and right.kind is Kind.NUMBER and right.text == "1" and _number_above(left, "0"):
            self.said["powered"].add(spelled(left) or "")
        if sign.text != "=" or left.kind not in (Kind.NAME, Kind.ACCENT):
            return
        if right.kind is Kind.PREFIX:
            right = content(parts(right)[-1])
        if right.kind is Kind.NUMBER and (name := spelled(left)) is not None:
            self.said["numbers"].add(name)

    def _size(self, node: Node) -> None:
        if node.kind is Kind.SCRIPTS and spelled(node) == "d" and len(parts(node)) == 2:
            self.said["sizes"].add(f"d_{content(parts(node)[1]).text}")

    def _raised(self, cells: list[Node]) -> None:
        """``x^1, …, x^m``: what stands above the first is a number of it, so that it counts above all."""
        raised = [cell for cell in cells if cell.kind is Kind.SCRIPTS and spelled(cell) is not None]
        if len(raised) > 1 and len({spelled(cell) for cell in raised}) == 1 and _number_above(raised[0], "0", "1"):
            self.said["levels"].add(str(spelled(raised[0])))

    def _for_all(self, pieces: tuple[Node, ...]) -> None:
        for at, piece in enumerate(pieces[:-1]):
            if piece.kind is Kind.NAME and piece.text in QUANTIFIERS:
                names = set(_first_names(content(pieces[at + 1])))
                self._bound.update(names)
                self._quantified.update(names)

    def _beside(self, pieces: tuple[Node, ...]) -> None:
        factors = [piece for piece in pieces if piece.kind is not Kind.NUMBER]
        for factor in factors if len(factors) > 1 else ():
            if factor.kind is not Kind.SCRIPTS:
                continue
            above = {content(script).text for script in parts(factor)[1:] if script.kind is Kind.SUPERSCRIPT}
            if above.isdisjoint(("T", "H")) or (name := spelled(factor)) is None:
                continue
            if "T" in above:
                self.said["transposed"].add(name)
            if "H" in above and (factor is not factors[-1] and _is_small(name) or _is_beside_itself(name, factors)):
                self._laid_across = True

    def enumerated(self, node: Node) -> None:
        """``z_1, …, z_K``: the letter at the end counts what the numbers before the dots count.

        Only worth a look where a formula has dots.
        """
        if node.kind is Kind.MATRIX:
            cells = [content(cell) for row in parts(node) for cell in parts(row)]
        else:
            cells = [side for child in node.children for side in _sides_of_bar(content(child))]
        if not any(cell.kind is Kind.ELLIPSIS for cell in cells):
            return
        if node.kind is Kind.LIST and any(cell.kind is Kind.CHAIN for cell in cells) and is_letter(cells[-1]):
            self.said["numbers"].add(cells[-1].text)
        found = [each for cell in cells for each in _families_in(cell, 0)]
        numbered = {name for name, script in found if content(script).kind is Kind.NUMBER}
        self._raised(cells)
        for name, script in found:
            held = content(script)
            if name in numbered and (is_letter(held) or held.kind is Kind.FONT):
                self._entries.add(
                    (name, spelled(held) or "")
                )  # also the capital in a font that says how many there are


def _projections(below: dict[str, set[str]]) -> set[str]:
    """``W_k`` beside W_q and W_v: of the keys, whatever k counts elsewhere."""
    return {
        f"{name}_{letter}"
        for name, letters in below.items()
        if letters >= PROJECTED and name not in CAPITAL_SIZES
        for letter in PROJECTED
    }


def _sides_of_bar(cell: Node) -> Iterator[Node]:
    """The ``y`` and the ``x_1`` of ``y | x_1``: a list may end before the bar, and another begin behind it."""
    if (
        cell.kind is Kind.MID
        and cell.text != ":"
        and (sides := [part for part in parts(cell) if part.kind is not Kind.OPERATOR])
    ):
        yield from map(content, sides)
    else:
        yield cell


def _is_small(name: str) -> bool:
    return name[name.find("(") + 1 :][:1].islower()


def _is_beside_itself(name: str, factors: Sequence[Node]) -> bool:
    """Whether a name stands without its H beside it, ``L L^H``, or behind values: ``U Sigma V^H``."""
    others = {spelled(factor) for factor in factors if factor.kind is not Kind.SCRIPTS}
    return name in others or name == "V" and not others.isdisjoint(("Sigma", "Σ", "S", "Lambda", "Λ", "D"))


def _number_above(node: Node, *numbers: str) -> bool:
    return any(part.kind is Kind.SUPERSCRIPT and content(part).text in numbers for part in parts(node)[1:])


def _is_next_layer(node: Node) -> bool:
    r"""``\ell + 1``."""
    terms = [content(operand) for operand in operands(node)] if node.kind is Kind.SUM else []
    return len(terms) == 2 and terms[0].text in ("ell", "ℓ") and terms[1].kind is Kind.NUMBER


def _named_as_d(sizes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """The T_k beside the d_k of one shape: both of the keys."""
    below = {(spelled(size) or "", content(parts(size)[-1]).text) for size in sizes if size.kind is Kind.SCRIPTS}
    letters = {letter for name, letter in below if name == "d" and letter in PROJECTED}
    yield from ((name, letter) for name, letter in below if name not in ("d", "") and letter in letters)


def _steps_from(node: Node) -> str | None:
    """The h of ``h - 1``, ``h + 1``."""
    terms = [content(operand) for operand in operands(node)] if node.kind is Kind.SUM else []
    return terms[0].text if len(terms) == 2 and is_letter(terms[0]) and terms[1].text == "1" else None


def _is_nought(node: Node) -> bool:
    return node.kind is Kind.NUMBER and node.text == "0"


def _is_power(node: Node) -> bool:
    """``-kn``, ``kn``, ``2k``: what only an exponent is; an inverse is a matrix's as well."""
    if node.kind is Kind.PREFIX:
        return content(parts(node)[-1]).kind is not Kind.NUMBER and node.text not in ("*", "∗")
    if node.kind is Kind.JUXTAPOSITION:
        return all(piece.kind is Kind.NUMBER or _counts(piece) for piece in map(content, parts(node)))
    return node.kind is Kind.FRACTION


def _families_in(node: Node, depth: int) -> Iterator[tuple[str, Node]]:
    """The names with one script below, in an item of an enumeration."""
    if node.kind is Kind.SCRIPTS and (name := spelled(node)) is not None:
        for script in parts(node)[1:]:
            if script.kind is Kind.SUBSCRIPT:
                yield name, script
    elif node.kind is Kind.JUXTAPOSITION:
        for run in runs_of(node):
            yield from _of_run(run)
        for part in parts(node) if depth < 2 else ():
            if part.kind is Kind.FENCE:  # f(x_1), …, f(x_N)
                yield from _families_in(part, depth)
    elif node.kind is Kind.SUM and depth == 0:
        for part in operands(node):
            yield from _families_in(content(part), depth + 1)
    elif node.kind is Kind.CHAIN and depth == 0:
        yield from _families_in(content(parts(node)[-1]), depth + 1)  # x = x_1, …, x_D
    elif depth < 2 and node.kind in (Kind.FENCE, Kind.LIST, Kind.FONT, Kind.FRACTION):
        for part in parts(node):
            yield from _families_in(content(part), depth + 1)


def _of_run(run: Run) -> Iterator[tuple[str, Node]]:
    for script in run.scripts:
        if script.kind is Kind.SUBSCRIPT:
            yield run.text, script


def _neighbours(numbers: set[str]) -> bool:
    """Whether two of some numbers of two digits stand beside each other in a grid: 31 and 32, 21 and 31."""
    return any(str(int(number) + step) in numbers for number in numbers for step in (1, 10))


def _is_pair(node: Node) -> bool:
    """``ij``, ``i,j``, ``1n``, ``m1``: two indices."""
    if node.kind is Kind.LIST:
        return len(operands(node)) == 2 and all(_counts(content(item)) for item in operands(node))
    if node.kind is not Kind.JUXTAPOSITION or len(parts(node)) != 2:
        return False
    one, other = map(content, parts(node))
    if one.kind is Kind.NUMBER:
        return one.text == "1" and _counts(other)
    digit = other.kind is Kind.NUMBER and len(other.text) == 1
    return _counts(one) and (digit or _counts(other)) and one.text + other.text != "in"


def _beside_whole_axis(listed: Node) -> str | None:
    """The g of ``g, *`` and ``g, :``, a letter that takes one row or column out; else None."""
    items = [content(item) for item in parts(listed) if item.kind is not Kind.SEPARATOR]
    letters = [item.text for item in items if is_letter(item) and item.text.islower() and item.text not in "hxo"]
    whole = [item for item in items if item.kind is Kind.OPERATOR and item.text in WHOLE or _is_bare_colon(item)]
    return letters[0] if len(items) == 2 and letters and whole else None


def _is_bare_colon(node: Node) -> bool:
    return node.kind is Kind.MID and all(
        part.kind in (Kind.OPERATOR, Kind.MISSING) for part in map(content, parts(node))
    )


def _counts(node: Node) -> bool:
    return node.kind is Kind.NAME and node.text in COUNTING


def _first_names(node: Node) -> Iterator[str]:
    if node.kind in (Kind.CHAIN, Kind.LIST):
        node = content(operands(node)[0]) if operands(node) else node
    if is_letter(node):
        yield node.text


def _labels_among(letters: AbstractSet[str]) -> Iterator[str]:
    """The letters that are labels for the company they keep."""
    small = {letter for letter in letters if letter.islower()}
    large = letters - small
    if any(letter not in INDEX_LIKE and letter not in CONVENTIONAL_INDICES for letter in small):
        yield from small - CONVENTIONAL_INDICES - COUNTERS
    if small >= GATES and "i" in small:
        yield "i"
    if small <= PROJECTED and len(small) > 1:
        yield from small  # D_k beside D_v
    if {"w", "l"} <= small:
        yield "l"  # of two answers, the one that lost beside the one that won
    if any(letter in PROJECTION_LABELS for letter in large) or large >= POINTS:
        yield from large - COUNTERS
