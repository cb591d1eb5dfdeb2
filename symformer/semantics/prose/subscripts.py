"""Letters below a name that stand for a word: "the student's logits $z_s$", "$T_s$, the length of the source".

Custom takes such a letter for an index.  Where it stands nowhere by itself, nothing runs over it, and the words
beside the name begin with it, it is short for one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from symformer.documents.document import Document, Prose, TableCell
from symformer.documents.places import formulas_within
from symformer.reading.spelling import spelled
from symformer.semantics.prose.tokens import Token, sentences, tokens_of
from symformer.syntax.nodes import Kind, Node, Tree, content, operands, parts, walk
from symformer.syntax.parser import parse
from symformer.text.mapped import MappedText

LETTERS = frozenset("mnpqrsuv")  # that count by custom, and are as often short for a word
BESIDE = "t"  # a letter of time, but where its sibling is a label: of the teacher beside the student
JOINING = frozenset({"and", "or", ",", "、", "，", "和", "与", "/"})
# words that begin so by chance, and nouns of what is counted: the sample s, the node n
SAYING_NOTHING = frozenset(
    "such same since some see set should so second sum step sample sequence sentence number new next not now note node "
    "neuron network norm nonlinear parameter position point per probability prior product respectively respect result "
    "return real row's matrix matrices may more most model must multiplied multi unit user using use used value vector "
    "variable very query quantity question the that this these those then than to time timestep times total true two "
    "token tensor term terms transpose".split()
)
AHEAD, BEHIND = 5, 14  # how many words before and behind a name may tell what its letter is short for
FAR_BEHIND = 24  # how many behind several names, with the marks between as many words
AT_ONCE = 4  # how many behind it, where the letter stands by itself elsewhere: "T_s | Sampling period"
MOST_LETTERS_APART = 2
END_OF_CELL = Token("mark", "|", 0, 0)


@dataclass(slots=True)
class _Below:
    """The letters below names, and what else the formulas say of these letters."""

    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by letter: z_s
    counting: set[str] = field(default_factory=set)  # in other scripts, in a list of indices, members of a set
    alone: set[str] = field(default_factory=set)
    numbered: set[str] = field(default_factory=set)  # names with a number below
    counted_above: set[str] = field(default_factory=set)  # names of x_p^1, …, x_p^N


def labels_told(
    document: Document, trees: Iterable[Tree], counting: frozenset[str], entries: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Names with a letter below that is short for a word, as ``z_s``; and those where it is so although it counts elsewhere."""
    below = _letters_below(trees)
    return _short_for_words(document, below, counting), _told_in_company(document, below, entries)


def _short_for_words(document: Document, below: _Below, counting: frozenset[str]) -> frozenset[str]:
    letters = {letter for letter in below.names if _may_be_short(letter)} - counting - below.counting
    letters -= {letter for letter in below.alone if len(letter) > 1}  # P_D of a set D that has a name of its own
    if not letters:
        return frozenset()
    told, told_at_once = set[str](), set[str]()
    names = {letter: {n for n in below.names[letter] if _base(n) not in below.counted_above} for letter in letters}
    for sentence in _texts(document):
        letters.difference_update(_counted(sentence))
        told.update(_told(sentence, names, AHEAD, BEHIND))
        told_at_once.update(_told(sentence, names, 0, AT_ONCE))
    spoken = {name for name in told if _letter(name) in letters}
    told = {name for name in spoken if _letter(name) not in below.alone or name in told_at_once}
    labelled = {_base(name) for name in told if _base(name) not in below.numbered}
    told |= {name for name in spoken if _base(name) in labelled}  # "the useful duration $T_u$" beside T_s
    sure = {name for name in told if _base(name) not in below.numbered}
    others = {_letter(name) for name in sure}  # the s of T_s, and so that of f_s beside f_1
    told = sure | {name for name in told & told_at_once if _letter(name) in others}
    told |= _with_siblings(told, names)
    bases = {_base(name) for name in told if _letter(name) != BESIDE}
    return frozenset(name for name in told if _letter(name) != BESIDE or _base(name) in bases)


def _with_siblings(told: set[str], names: dict[str, set[str]]) -> set[str]:
    """``A_s`` beside f_s and T_s: a letter that is short for a word below two names is so below all of them."""
    bases = defaultdict[str, set[str]](set)
    for name in told:
        bases[_letter(name)].add(_base(name))
    shared = [letter for letter, under in bases.items() if len(under) > 1 and letter != BESIDE]
    return {name for letter in shared for name in names[letter]}


def _told_in_company(document: Document, below: _Below, entries: frozenset[str]) -> frozenset[str]:
    r"""The n of ``Q_n``, "noise subspace", beside ``Q_s``, "signal subspace", though n counts elsewhere.

    So too of ``v_n, v_g``, "the vectors of the words not and good".  What a sum runs over below the name counts.
    """
    names = {
        letter: {name for name in found - entries if _base(name) not in below.counted_above}
        for letter, found in below.names.items()
        if len(letter) == 1 and letter.isalpha()
    }
    letters_of = _letters_of_bases(name for found in names.values() for name in found)
    bases = {base for base, letters in letters_of.items() if len(letters) > 1 and letters & (LETTERS | {BESIDE})}
    if not bases:
        return frozenset()
    names = {letter: {name for name in found if _base(name) in bases} for letter, found in names.items()}
    told, together = set[str](), set[str]()
    for sentence in _texts(document):
        for group, said in _groups(sentence, names, AHEAD, FAR_BEHIND):
            spoken = [name for name in group if _initial(_letter(name)) in {word[0] for word in said}]
            told.update(spoken)
            all_told = len(spoken) + (len(group) > MOST_LETTERS_APART) >= len(group) > 1  # "not" is no word that tells
            if all_told and len({_base(name) for name in group}) == 1:
                together.update(group)
    for base, letters in _letters_of_bases(told).items():
        if len(letters) > 1 and (_is_capital(base) or letters == letters_of[base] and base not in below.numbered):
            together.update(f"{base}_{letter}" for letter in letters if letter in LETTERS)
    return frozenset(together)


def _letters_of_bases(names: Iterable[str]) -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for name in names:
        found[_base(name)].add(_letter(name))
    return found


def _is_capital(name: str) -> bool:
    return name[name.rfind("(") + 1 :][:1].isupper()


def _may_be_short(letter: str) -> bool:
    r"""Whether a letter below, taken for an index, may be short for a word: s, and the P of ``\Theta_{\mathcal{P}}``."""
    return (
        letter in LETTERS
        or letter == BESIDE
        or letter.startswith("calligraphic(")
        and len(letter) == len("calligraphic(P)")
    )


def _base(name: str) -> str:
    return name.rpartition("_")[0]


def _letter(name: str) -> str:
    return name.rpartition("_")[2]


def _initial(letter: str) -> str:
    return letter.removesuffix(")")[-1:].lower()


def _letters_below(trees: Iterable[Tree]) -> _Below:
    found = _Below()
    for tree in trees:
        stack = [(tree.root, False)]
        while stack:
            node, within = stack.pop()
            if node.kind is Kind.FONT and (letter := spelled(node)) is not None:
                (found.counting if within else found.alone).add(letter)
            if node.kind is Kind.NAME:
                (found.counting if within else found.alone).add(node.text)
            elif node.kind is Kind.SCRIPTS:
                stack.extend(_of_scripts(node, within, found))
            else:
                if node.kind is Kind.CHAIN and len(node.children) > 1:
                    found.counting.update(_members(node))
                inside = within or node.kind is Kind.FENCE and node.text == "[]"
                typed = node.kind is Kind.JUXTAPOSITION and _is_typed_word(node)
                stack.extend((each, inside) for each in node.children if not (typed and each.kind is Kind.NAME))
    return found


def _of_scripts(node: Node, within: bool, found: _Below) -> Iterator[tuple[Node, bool]]:
    """Notes what stands below a name, and gives what else there is to look at."""
    base, *scripts = node.children
    name = spelled(base)
    subscripts = [script for script in scripts if script.kind is Kind.SUBSCRIPT]
    if not subscripts or content(base).kind is not Kind.NAME or within:
        yield base, within
    above = [content(script) for script in scripts if script.kind is Kind.SUPERSCRIPT and subscripts]
    if name is not None and any(each.kind is Kind.NUMBER and each.text == "1" for each in above):
        found.counted_above.add(name)
    for script in scripts:
        held = content(script)
        if name is not None and script.kind is Kind.SUBSCRIPT and held.kind is Kind.FONT and spelled(held) is not None:
            found.names[str(spelled(held))].add(f"{name}_{spelled(held)}")
        elif name is None or script.kind is not Kind.SUBSCRIPT or held.kind not in (Kind.NAME, Kind.NUMBER):
            yield script, name != "e" or within
        elif held.kind is Kind.NAME:
            found.names[held.text].add(f"{name}_{held.text}")
        elif held.text != "0":  # f_0 is the first of all; what else has a number below is one of several
            found.numbered.add(name)


def _members(chain: Node) -> Iterator[str]:
    r"""The s of ``s \in S``, which runs over a set; a real or complex number runs over none."""
    first, sign, *rest = parts(chain)
    blackboard = bool(rest) and any(node.kind is Kind.FONT and node.text == "blackboard" for node in walk(rest[0]))
    if sign.text == "∈" and content(first).kind is Kind.NAME and not blackboard:
        yield content(first).text


def _is_typed_word(node: Node) -> bool:
    """``softmax`` typed as letters: those are no names."""
    return sum(each.kind is Kind.NAME and len(each.text) == 1 for each in node.children) > MOST_LETTERS_APART


def _texts(document: Document) -> Iterator[tuple[Token, ...]]:
    """The sentences of a note, and the rows of its tables."""
    for block in document.prose:
        if "_" in block.text.text or any("_" in formula.text for formula in block.formulas):
            yield from sentences(tokens_of(block))
    for table in document.tables:
        for row in (table.header, *table.rows):
            if any("_" in cell.text for cell in row):
                yield tuple(token for cell in row for token in (*_of_cell(document, cell), END_OF_CELL))


def _of_cell(document: Document, cell: TableCell) -> tuple[Token, ...]:
    text = MappedText.join(document.source.text, [cell.span])
    return tokens_of(Prose(cell.span, text, "paragraph", formulas_within(document, cell.span)))


def _counted(sentence: Sequence[Token]) -> Iterator[str]:
    """The letters that count in the words, or are called by a noun that they begin: "the mth row", "the state $s$"."""
    for before, token in pairwise((None, *sentence)):
        if token is None:
            continue
        letter = token.lower[:1]
        ordinal = token.kind == "word" and token.lower[1:] in ("th", "-th", "'th", "’th")
        alone = token.kind == "word" and len(token.text) == 1 and _is_spoken(before)
        called = token.text in LETTERS and before is not None and _is_spoken(before) and before.lower[:1] == letter
        if letter in LETTERS and (ordinal or alone or called):
            yield letter


def _is_spoken(before: Token | None) -> bool:
    """Whether a word stands before a letter: behind a number or a stroke it is a unit."""
    return before is not None and before.kind == "word"


def _told(sentence: Sequence[Token], names: dict[str, set[str]], ahead: int, behind: int) -> Iterator[str]:
    for group, said in _groups(sentence, names, ahead, behind):
        initials = {word[0] for word in said}
        yield from (name for name in group if _initial(_letter(name)) in initials)


def _groups(
    sentence: Sequence[Token], names: dict[str, set[str]], ahead: int, behind: int
) -> Iterator[tuple[list[str], set[str]]]:
    """The names that stand together, with the words beside them."""
    at = 0
    while at < len(sentence):
        end = at
        group: list[str] = []
        while end < len(sentence) and (found := _names_of(sentence[end], names)):
            group.extend(found)
            end += 1
            if end + 1 < len(sentence) and sentence[end].lower in JOINING and _names_of(sentence[end + 1], names):
                end += 1
            else:
                break
        if group:
            yield group, set(_words_beside(sentence, at, end, ahead, behind))
        at = max(end, at + 1)


def _names_of(token: Token, names: dict[str, set[str]]) -> list[str]:
    """The names that a formula is, or begins with: ``N_r``, ``N_r, K_r``, ``z_s = f_s(x)``."""
    if token.snippet is None or "_" not in token.text:
        return []
    root = content(_parsed(token.text).root)
    if root.kind is Kind.CHAIN:
        root = content(parts(root)[0])
    pieces = [content(piece) for piece in operands(root)] if root.kind is Kind.LIST else [root]
    found: list[str] = []
    for piece in pieces:
        scripts = [content(each) for each in parts(piece)[1:]] if piece.kind is Kind.SCRIPTS else []
        letter = str(spelled(scripts[0])) if len(scripts) == 1 else ""
        name = f"{spelled(piece)}_{letter}"
        if name not in names.get(letter, ()):
            return []
        found.append(name)
    return found


@lru_cache(maxsize=4096)
def _parsed(latex: str) -> Tree:
    return parse(latex)


def _words_beside(sentence: Sequence[Token], start: int, end: int, ahead: int, behind: int) -> Iterator[str]:
    """The words that say what stands at ``start`` to ``end``, as far as the next formula."""
    before = start - 1
    while (
        before >= 0 and start - before <= ahead and (sentence[before].kind == "word" or sentence[before].text in "(（*")
    ):
        yield from _saying(sentence[before])
        before -= 1
    spoken = 0
    for token in sentence[end : end + behind]:
        if (
            token.snippet is not None
            and token.kind == "math"
            or token.kind == "mark"
            and token.text in ".;:，"
            and spoken
        ):
            return
        if token.kind == "mark" and token.text == "," and spoken > 2 and end - start < 2:
            return
        spoken += token.kind == "word"
        yield from _saying(token)


def _saying(token: Token) -> Iterator[str]:
    word = token.lower
    if token.kind == "word" and (len(word) > 2 or word == "up") and word not in SAYING_NOTHING and word.isascii():
        yield word
