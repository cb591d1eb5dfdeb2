"""Letters written close together: which runs of them are one name, and which are a product.

``QK^T``, ``xy`` and ``HW`` are products; ``loss``, ``net_{h1}``, ``WK1``, ``TP`` and ``FLOPs`` are names.
TeX sets all of them alike, so the use that a whole note makes of a run has to tell.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from symformer.functions import lookup
from symformer.syntax.nodes import BRACKETS, SILENT, Kind, Node, content, parts
from symformer.terms.term import EQUAL
from symformer.text.record import record

LONGEST_WORD = 24
MOST_DIGITS = 3
DEFINING = EQUAL | {"←"}
# the counts of true and false positives and negatives: two of them in one note are words
CONFUSION = frozenset({"TP", "TN", "FP", "FN", "TPR", "FPR", "TNR", "FNR"})
# the real part, and the numbers that flows are told by: no one multiplies a capital by e
NUMBERS_OF_FLOW = frozenset({"Re", "Pe"})
# \\log x without its backslash and its blank: no English word ends so
PLAIN_FUNCTIONS = frozenset({"sin", "cos", "tan", "log", "ln", "exp"})
PLAIN_ARGUMENTS = frozenset("xyzpqn")
# a size is of the input, the output, the kernel, the stride, the padding or the dilation
SIDES, SIZES = frozenset("iokspd"), frozenset("HWDTL")
# functions of mathematical physics that have names of two letters
SPECIAL_FUNCTIONS = frozenset({"He", "Ei", "Si", "Ci", "Li", "Ai", "Bi", "Cl", "Chi", "Shi"})
# abbreviations of statistics that no one means as a product
ABBREVIATIONS = frozenset("IQR MAD SSE SSR SST RSS TSS AUC AIC BIC CDF PDF PMF SNR PSNR NLL ELBO MAP MLE RMSE".split())
# names of functions that no product of letters spells
SPELT_FUNCTIONS = frozenset({"gcd", "lcm", "arg"})
# formats of numbers in a computer
FORMATS = frozenset({"FP", "BF", "TF", "NF", "INT", "UINT"})
VOWELS = frozenset("aeiou")
SPOKEN = frozenset("aeo")  # i and u are as often indices
# a word that is spelled out: Loss, TransformerBlock, IsNext
SPELLED_OUT = re.compile(r"[A-Z][a-z]{3,}[A-Za-z]*|[A-Z]{2,}[a-z]{3,}|(?:[A-Z][a-z]+){2,}")


# what a note says of its names: of each part, the names that play it; no set is made before there is a name to put in
Said = defaultdict[
    Literal[
        "functions",
        "indices",
        "words",
        "arrays",
        "levels",
        "values",
        "called",
        "differentials",
        "numbers",  # names equal to a numeral, and limits of sums and ranges
        "grids",  # names with two indices
        "series",  # names with a superscript 1: it counts, for no one raises to it
        "powered",  # names that are raised for sure: W_N^{-kn}, W_4^0 = 1
        "bounded",  # names with a u above: their l is a lower bound
        "exponents",  # letters above a numeral, or with a factorial
        "layered",  # names with an l above, which counts layers
        "complements",  # plain letters taken from one: 1 - B_1
        "above_vectors",  # the c of a bold d^c
        "marked",  # names that are defined with a prime, or counted by one
        "primed",  # names with a prime
        "adjoint",  # names with an H above
        "transposed",  # names with a T beside another factor, or with a ⊤
        "numbered",  # names with a number below
        "named above",  # l^M, where a capital above is part of the name
        "headed",  # W_i^Q, whose i is of a head
        "signed",  # h_×, beside which the s of h_s is a label
        "starred",  # x_*, where the star is part of the name
        "bracketed",  # θ_{1(2)}, the first of θ_{(2)}
        "noughts",  # matrices with a nought above and an index below
        "sizes",  # d_k under a root or in the exponent of a space
        "valued",  # names among terms or factors, no bracket behind them
        "applied",  # names before a plain argument, or several
        "settings",  # names given a number with decimals: B = 410.7
        "places",  # the "x(t" of x(t): a name, and the letter it is called with
    ],
    set[str],
]


@record
class Run:
    """Letters without a gap between them, and what closes them: scripts on the last one, or digits."""

    letters: tuple[Node, ...]
    text: str  # the letters
    digits: Node | None
    start: int  # the child at which it begins
    end: int  # the child after the last one
    rest: tuple[Node, ...] = ()  # letters and digits that follow the digits: the d of conv2d

    @property
    def name(self) -> str:
        """The letters and digits."""
        if self.digits is None:
            return self.text
        digits = self.digits.children[0] if self.digits.kind is Kind.SCRIPTS else self.digits
        return self.text + digits.text + "".join([each.text for each in self.rest])

    @property
    def scripts(self) -> tuple[Node, ...]:
        """The scripts on the last letter."""
        last = self.letters[-1]
        return parts(last)[1:] if last.kind is Kind.SCRIPTS else ()


def is_letter(node: Node) -> bool:
    """Whether a node is one letter: not ``\\alpha``, not a sign."""
    return node.kind is Kind.NAME and len(node.text) == 1 and node.text.isalpha()


def run_at(children: tuple[Node, ...] | list[Node], at: int) -> Run | None:
    """The longest run of letters that begins at ``at``, or None where no letter stands."""
    letters: list[Node] = []
    text = ""
    end = at
    while end < len(children):
        child = children[end]
        kind = child.kind
        if letters and child.span.start != letters[-1].span.end:
            break
        if kind is Kind.NAME:
            if not is_letter(child):
                break
            letters.append(child)
            text += child.text
            end += 1
            continue
        if kind is Kind.SCRIPTS and is_letter(base := content(child.children[0])):
            letters.append(child)
            return Run(tuple(letters), text + base.text, None, at, end + 1)
        if kind is Kind.SCRIPTS and len(letters) == 1 and _is_transposed_digit(child):
            return Run(tuple(letters), text, child, at, end + 1)
        if letters and kind is Kind.NUMBER and _closes_word(children, end) and (len(letters) > 1 or text not in "ij"):
            rest = _rest(children, end + 1, child) if len(letters) > 2 else ()
            return Run(tuple(letters), text, child, at, end + 1 + len(rest), rest)
        break
    return Run(tuple(letters), text, None, at, end) if letters else None


def _is_transposed_digit(node: Node) -> bool:
    r"""The ``1^\top`` of ``K1^\top``: a number that is transposed, though it may as well be a vector of ones."""
    base, *scripts = node.children
    if base.kind is not Kind.NUMBER or len(base.text) > 1 or len(scripts) != 1:
        return False
    return scripts[0].kind is Kind.SUPERSCRIPT and content(scripts[0]).text in ("T", "top", "⊤")


def _closes_word(children: tuple[Node, ...] | list[Node], at: int) -> bool:
    """Whether digits belong to the letters before them: x1, not e^{j2π}."""
    digits = children[at]
    if digits.kind is not Kind.NUMBER or not digits.text.isdigit() or len(digits.text) > MOST_DIGITS:
        return False
    following = children[at + 1] if at + 1 < len(children) else None
    return following is None or following.kind is not Kind.NAME or len(following.text) == 1


def _rest(children: tuple[Node, ...] | list[Node], at: int, before: Node) -> tuple[Node, ...]:
    """The letters and digits that go on from the digits of a word, without a gap."""
    end = at
    while end < len(children) and children[end].span.start == before.span.end:
        before = children[end]
        if not is_letter(before) and not (before.kind is Kind.NUMBER and before.text.isdigit()):
            break
        end += 1
    return tuple(children[at:end])


def runs_of(node: Node) -> list[Run]:
    """The runs of a juxtaposition."""
    runs: list[Run] = []
    at = 0
    children = node.children
    while at < len(children):
        kind = children[at].kind
        if (kind is Kind.NAME or kind is Kind.SCRIPTS) and (run := run_at(children, at)) is not None:
            runs.append(run)
            at = run.end
        else:
            at += 1
    return runs


RunPart = Literal[
    "defined",  # on the left of "=", made of other letters than the right
    "labelled",  # with a label of several letters
    "left bare",  # capitals that are the left side of an equation, without a label
    "left labelled",  # and with one: PG beside PG_{dB}
    "certain",  # words whatever the rest of the note says
    "doubled",  # RSS: a product of capitals writes a square
    "transposed",  # K1 of K1^T, unless it is K times ones
    "sizes",  # kH, oW: perhaps heights and widths
    "abbreviations",  # IQR, unless its letters stand alone
    "confused",  # TP, FN: counts, unless there is one of them only
    "special",  # He of He_n(x), ln of ln\\alpha
    "called",  # TW of TW_G(C, F, h): perhaps T times a function
]


def _nothing_said() -> defaultdict[RunPart, set[str]]:
    return defaultdict(set)


@dataclass(slots=True)
class WordEvidence:
    """What the formulas of a note say of their runs of letters; filled while they are read."""

    alone: set[str] = field(default_factory=set, init=False)  # letters that stand by themselves somewhere
    whole: dict[str, int] = field(default_factory=dict, init=False)  # how often a run is all of an operand
    # how often a run of small letters stands that can be spoken
    spoken: dict[str, int] = field(default_factory=dict, init=False)
    written: set[str] = field(default_factory=set, init=False)  # words that are set as words somewhere
    runs: defaultdict[RunPart, set[str]] = field(default_factory=_nothing_said, init=False)
    met: bool = False  # whether any run of several letters was met: most formulas have none
    _seen: set[int] = field(default_factory=set, init=False)  # scripted letters within runs, and runs within scripts
    _left: set[int] = field(default_factory=set, init=False)  # left sides of definitions

    def scripted(self, node: Node, base: Node) -> None:
        """A letter with scripts stands by itself, but where it ends a run."""
        if is_letter(base) and id(node) not in self._seen:
            self.alone.add(base.text)

    def held(self, node: Node) -> None:
        """What scripts, fonts and accents hold; they come before it."""
        for child in parts(node):
            held = content(child)
            if held.kind is Kind.JUXTAPOSITION:
                self._seen.add(id(held))
            elif is_letter(held) and node.kind in (Kind.FONT, Kind.ACCENT):
                self.alone.add(held.text)

    def defined_by(self, left: Node, sign: Node, right: Node) -> None:
        """A chain whose first side is a juxtaposition, which comes later."""
        if sign.text in DEFINING:
            self._left.add(id(left))
            self._right_of(left, right)

    def _right_of(self, left: Node, right: Node) -> None:
        letters = set(_letters_within(right))  # the h of n_h is no factor
        for run in runs_of(left):
            shared = letters & set(run.text)
            if run.digits is None and (
                (not letters and len(run.text) < 4)
                or shared
                and (len(shared) == len(set(run.text)) or len(run.text) < 3)
            ):
                self._left.discard(id(left))

    def juxtaposed(self, node: Node, runs: list[Run]) -> None:
        """The runs of a juxtaposition."""
        within_script = id(node) in self._seen
        is_left = id(node) in self._left
        if not within_script and len(runs) > 2 and (spaced := spaced_capitals(node)):
            self.met = True
            self._count(spaced, whole=True, left=is_left)
            if lookup(spaced) is not None or not spaced.isupper():
                self.runs["certain"].add(spaced)
            return
        for run in runs:
            if run.digits is None and len(run.letters) == 1:
                self.alone.add(run.text)
                continue
            if run.letters[-1].kind is Kind.SCRIPTS:
                self._seen.add(id(run.letters[-1]))
            if len(run.letters) == 1:
                if run.digits is not None and run.digits.kind is Kind.SCRIPTS:
                    self.met = True
                    self.runs["transposed"].add(run.name)
                else:
                    self.alone.add(run.name)
                continue
            self.met = True
            if len(run.text) == 2 and run.digits is None and run.text[0] in SIDES and run.text[1] in SIZES:
                self.runs["sizes"].add(run.text)
            if run.text in SPECIAL_FUNCTIONS and _before_bracket(node, run.end) or _is_logarithm(node, run):
                self.runs["special"].add(run.text)
            length = len(run.letters) + (run.digits is not None) + len(run.rest)
            whole = length == len(parts(node))
            if within_script and not (whole and len(run.text) > 2 and run.text.islower()):
                continue
            self._count(run.name, whole=whole and not _is_powered(run), left=is_left and whole)
            if run.digits is None and run.text.islower() and len(run.text) > 2 and SPOKEN & set(run.text):
                self.spoken[run.text] = self.spoken.get(run.text, 0) + 1
            if run.start == 0 and any(_is_long_label(script) for script in run.scripts):
                self.runs["labelled"].add(run.text)
            if whole and is_left and run.digits is None and run.text.isupper():
                if not run.scripts:
                    self.runs["left bare"].add(run.text)
                elif len(run.scripts) == 1 and _is_long_label(run.scripts[0]):
                    self.runs["left labelled"].add(run.text)
            if whole and run.digits is None and len(run.text) > 2 and run.text.isupper() and not run.scripts:
                if any(one == other for one, other in pairwise(run.text)):
                    self.runs["doubled"].add(run.text)
            if run.digits is None and run.text in CONFUSION:
                self.runs["confused"].add(run.text)
            if run.digits is None and run.text in SPELT_FUNCTIONS:
                self.runs["certain"].add(run.text)
            if whole and run.digits is None and run.text in ABBREVIATIONS:
                self.runs["abbreviations"].add(run.text)
            if run.rest or run.digits is None and len(run.text) <= LONGEST_WORD and is_spelled_out(run.text):
                self.runs["certain"].add(run.name)
            if run.digits is None and _takes_a_name(node, run):
                self.runs["called"].add(run.text)
            if run.digits is None and (
                _takes_places_or_arguments(node, run) or is_left and _is_called_with_list(node, run)
            ):
                (self.runs["certain"] if len(run.text) > 2 else self.runs["called"]).add(run.text)

    def _count(self, name: str, *, whole: bool, left: bool) -> None:
        if whole:
            self.whole[name] = self.whole.get(name, 0) + 1
        if left:
            self.runs["defined"].add(name)

    def words(self) -> set[str]:
        """The runs that are words."""
        if not self.met:
            return set()
        found = set(self.runs["certain"])
        for name in self.whole.keys() | self.runs["defined"] | self.runs["labelled"]:
            if 1 < len(name) <= LONGEST_WORD and not is_plain_application(name) and self._is_word(name):
                found.add(name)
        for name, times in self.spoken.items():
            if (
                (times > 1 or len(name) > 3)
                and len(name) <= LONGEST_WORD
                and not is_plain_application(name)
                and not self._is_apart(name)
            ):
                found.add(name)
        found.update(self.written & self.whole.keys())
        if self.runs["left labelled"]:
            found |= self.runs["left labelled"] & self.runs["left bare"]
        if self.runs["transposed"]:
            numbered = {name[1:] for name in self.alone if len(name) == 2 and name[1].isdecimal()}
            found |= {name for name in self.runs["transposed"] if name[1:] in numbered}
        if len(self.runs["sizes"]) > 1:
            found |= self._sizes()
        found |= {name for name in self.runs["abbreviations"] if self.alone.isdisjoint(name)}
        found |= {name for name in self.runs["special"] if not self.alone.issuperset(name)}
        found |= {name for name in self.runs["called"] if self.alone.isdisjoint(name)}
        if len(self.runs["confused"]) > 1:
            found |= self.runs["confused"]
            found |= {name for name in self.whole if name.isupper() and self.alone.isdisjoint(name)}  # PQ, IOU of them
        return found | self._numbered_alike(found)

    def _numbered_alike(self, found: set[str]) -> set[str]:
        """``WQ1``, where ``WQ2`` is a name: letters that are one with another number behind them."""
        heads = {name.rstrip("0123456789") for name in found if name[-1].isdecimal()}
        return {
            name
            for name in self.whole.keys() | self.runs["defined"]
            if name[-1].isdecimal() and len(head := name.rstrip("0123456789")) > 1 and head in heads
        }

    def _sizes(self) -> set[str]:
        """``kH`` beside ``kW``, ``iW`` beside ``oW``: sizes of a kernel, an input, an output; no factor stands alone."""
        bare = {name for name in self.runs["sizes"] if name[1] not in self.alone}
        return {
            name
            for name in bare
            if any(name != other and (name[0] == other[0] or name[1] == other[1]) for other in bare)
        }

    def _is_apart(self, name: str) -> bool:
        return _is_alphabetical(name) or all(letter in self.alone for letter in name)

    def _is_word(self, name: str) -> bool:
        times, defined, labelled = self.whole.get(name, 0), name in self.runs["defined"], name in self.runs["labelled"]
        letters = name.rstrip("0123456789")
        if letters in FORMATS and name[len(letters) :] in ("4", "8", "16", "32", "64"):
            return True
        if letters != name:
            head, tail = letters[:-1], letters[-1] + name[len(letters) :]
            product = tail in self.alone and all(letter in self.alone for letter in head)
            return (times > 1 or defined) and not product
        apart = all(letter in self.alone for letter in name)
        if name.islower():
            if len(name) == 2:
                told = defined and (times > 1 or not _are_neighbours(name)) or times > 1 and labelled
                return told and self.alone.isdisjoint(name)
            if len(name) == 3 or apart:
                spoken = name[1] in SPOKEN and not VOWELS & {name[0], name[2]} and self.alone.isdisjoint(name)
                return times > 1 or spoken or ((defined or labelled) and not apart)
            return times > 1 or defined or labelled or bool(VOWELS & set(name)) and not _is_alphabetical(name)
        if name in NUMBERS_OF_FLOW:
            return not apart
        if len(name) == 2:
            used = any(letter in self.alone for letter in name)
            return name.isupper() and (times > 1 or defined) and not used and name[::-1] not in self.whole
        if name in self.runs["doubled"]:
            return True
        return (times > 1 or defined or labelled) and not apart


def is_spelled_out(letters: str) -> bool:
    """Whether letters can only be a word: ``Activation``, ``training``, ``data``; a product writes ``a²`` for ``aa``.

    >>> [is_spelled_out(each) for each in ("Loss", "training", "data", "abcd", "xyz", "FFN", "QKV")]
    [True, True, True, False, False, False, False]
    """
    if letters.islower():
        repeats = len(set(letters)) < len(letters)
        return len(letters) >= 4 and bool(VOWELS & set(letters)) and (repeats or len(letters) >= 6)
    return len(letters) >= 4 and bool(VOWELS & set(letters)) and SPELLED_OUT.fullmatch(letters) is not None


def is_plain_application(letters: str) -> bool:
    """``sinx``: a function and its argument."""
    return letters[:-1] in PLAIN_FUNCTIONS and letters[-1] in PLAIN_ARGUMENTS


def _is_alphabetical(letters: str) -> bool:
    """``abcd``: letters that stand for numbers as they come."""
    return all(ord(other) - ord(one) == 1 for one, other in pairwise(letters))


def _are_neighbours(letters: str) -> bool:
    """``xy``, ``nm``, ``xx``: a pair of letters that is a product, as such pairs are."""
    return abs(ord(letters[0]) - ord(letters[1])) < 2


def spaced_capitals(node: Node) -> str:
    """``M R R``: three capitals or more with a blank between each two, and nothing else but a call's brackets.

    Before such brackets small letters may stand among them: ``M o E (x)``, ``R e L U (x)``.
    """
    pieces = parts(node)
    called = bool(pieces) and pieces[-1].kind is Kind.FENCE and pieces[-1].text == "()"
    if called:
        pieces = pieces[:-1]
    if len(pieces) < 3 or not all(map(is_letter, pieces)):
        return ""
    if any(one.span.end == other.span.start for one, other in pairwise(pieces)):
        return ""
    letters = "".join(piece.text for piece in pieces)
    return letters if letters.isupper() or called and _is_camel(letters) else ""


def _is_camel(letters: str) -> bool:
    """``MoE``: capitals at both ends, and among the small letters between them one that can be spoken."""
    small = {letter for letter in letters if letter.islower()}
    return letters[0].isupper() and letters[-1].isupper() and bool(small & VOWELS)


def called_words(node: Node, runs: list[Run]) -> Iterator[str]:
    """Runs of three letters and more that stand before a bracket, and known functions before one with scripts."""
    for run in runs:
        if len(run.text) < 2:
            continue
        after = run.end
        while after < len(node.children) and node.children[after].kind in SILENT:
            after += 1
        following = node.children[after] if after < len(node.children) else None
        if run.scripts:
            if lookup(run.text) is not None and not _ends_in_power_of_e(run):
                yield run.text
            continue
        if following is None or following.kind is not Kind.FENCE or following.text != "()":
            continue
        if len(run.text) >= 3 or lookup(run.text) is not None or run.text.isupper():
            if not (run.text.isupper() and lookup(run.text) is None and _is_counted(node, run, following)):
                yield run.name


def _is_counted(node: Node, run: Run, fence: Node) -> bool:
    """``6LHQ(2T)``: a number before the letters, and in the brackets a product with a number; both are factors."""
    before = node.children[run.start - 1] if run.start else None
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    if before is None or before.kind is not Kind.NUMBER or before.span.end != run.letters[0].span.start:
        return False
    return len(held) == 1 and held[0].kind is Kind.JUXTAPOSITION and held[0].children[0].kind is Kind.NUMBER


def _takes_places_or_arguments(node: Node, run: Run) -> bool:
    """``out[:, i]``, ``GW_a(x, y)``: what no product of letters is written before, without a gap."""
    following = node.children[run.end] if run.end < len(node.children) else None
    if following is None or following.kind is not Kind.FENCE or following.span.start != run.letters[-1].span.end:
        return False
    if following.text == "[]":
        return run.text.islower() and not run.scripts and bool(VOWELS & set(run.text))
    return run.text.isupper() and bool(run.scripts) and _holds_list(following)


def _takes_a_name(node: Node, run: Run) -> bool:
    """``RMS[g]_t``: three capitals and more before one name in square brackets, which groups nothing."""
    following = node.children[run.end] if run.end < len(node.children) else None
    if following is None or run.scripts or len(run.text) < 3 or not run.text.isupper():
        return False
    fence = following.children[0] if following.kind is Kind.SCRIPTS else following
    if fence.kind is not Kind.FENCE or fence.text != "[]" or fence.span.start != run.letters[-1].span.end:
        return False
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    return len(held) == 1 and held[0].kind in (Kind.NAME, Kind.SCRIPTS)


def _is_called_with_list(node: Node, run: Run) -> bool:
    """``hd(x, y) = …``: a left side that is letters and a list in brackets tells of a function."""
    if run.start or run.scripts or len(node.children) != run.end + 1:
        return False
    following = node.children[run.end]
    close = following.span.start == run.letters[-1].span.end
    return close and following.kind is Kind.FENCE and following.text == "()" and _holds_list(following)


def _holds_list(fence: Node) -> bool:
    held = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    return len(held) == 1 and held[0].kind is Kind.LIST


def _is_logarithm(node: Node, run: Run) -> bool:
    r"""``ln\alpha``, ``ln\frac{a}{b}``: what a factor is parted from by a blank, or a sign."""
    following = node.children[run.end] if run.end < len(node.children) else None
    if run.text != "ln" or run.scripts or run.digits is not None or following is None:
        return False
    named = following.kind is Kind.NAME and len(following.text) > 1 or following.kind is Kind.FRACTION
    return named and following.span.start == run.letters[-1].span.end


def _before_bracket(node: Node, at: int) -> bool:
    following = node.children[at] if at < len(node.children) else None
    return following is not None and following.kind is Kind.FENCE and following.text == "()"


def _ends_in_power_of_e(run: Run) -> bool:
    """``ce^x``: a factor and e to a power, though their letters together are the name of a function."""
    return run.text[-1] == "e" and len(run.text) == 2 and run.scripts[0].kind is Kind.SUPERSCRIPT


def _is_powered(run: Run) -> bool:
    return any(script.kind is Kind.SUPERSCRIPT and content(script).kind is not Kind.FENCE for script in run.scripts)


def _is_long_label(script: Node) -> bool:
    if script.kind is not Kind.SUBSCRIPT:
        return False
    held = content(script)
    if held.kind is Kind.WORD:
        return len(held.text) > 1
    return held.kind is Kind.JUXTAPOSITION and all(
        is_letter(piece) or piece.kind is Kind.NUMBER for piece in parts(held)
    )


def _letters_within(node: Node) -> Iterator[str]:
    stack = [node]
    while stack:
        top = stack.pop()
        if top.kind in (Kind.WORD, Kind.FUNCTION, Kind.NAME):
            yield top.text
        labelled = top.kind is Kind.SCRIPTS and is_letter(content(top.children[0]))
        stack.extend([each for each in top.children if not (labelled and each.kind is Kind.SUBSCRIPT)])
