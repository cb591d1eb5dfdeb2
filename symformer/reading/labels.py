"""What stands below a name: the letters of a label, or indices that count, with or without commas between them.

``x_{ij}`` has two indices and ``x_{in}`` a label; ``W_{hx}`` belongs to a name, ``W_{kn}`` is an entry.  What the
note's own use of the name tells comes first, custom second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from symformer.reading.spelling import CONVENTIONAL_INDICES, COUNTING, INDEX_LIKE, PROJECTION_LABELS, is_word, spelled
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import items_of, signs_of
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, operands, parts
from symformer.terms.term import Apply, Index, Slice, Symbol, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]

ALL_BUT_OR_PLACE = "all members but one or the one at a place counted backwards"

WHOLE_AXIS = frozenset({":", "·", "*", "•", "∗"})  # the dot of A_{·j}: all of that axis
ONES = frozenset({"bold(1)", "bold(0)"})
LAYERS = frozenset({"ell", "ℓ"})
LAYER_LETTERS = "hxiofgcy"  # of inputs, outputs, gates and hidden layers: W_{hx} has a label
SPELLED_INDICES = frozenset("ell alpha beta gamma delta mu nu rho sigma lambda kappa ℓ".split())
SIZES = frozenset({"d", "n", "N"})  # names whose subscripts tell which size is meant
AXES = frozenset("bchwd")  # of batch, channel, height, width and depth: z_{nchw}
# letters that could count, and are a word or the short form of one
SPELLED_NAMES = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi "
    "varphi chi psi omega ell".split()
)
WEIGHTS = frozenset({"W", "w", "b", "bold(W)", "bold(w)", "bold(b)", "hat(W)", "tilde(W)", "Delta(W)"})
RUNNING = "ijklmnt"
PARTS = frozenset("psu")  # of a weight: the positions, the shortcut, the update, where nothing runs over them
WHOLES = frozenset({"calligraphic", "script", "fraktur", "blackboard", "bold"})  # fonts of sets and arrays
MOMENTS = frozenset("mu sigma rho gamma Sigma μ σ ρ γ Σ".split())  # of a variable that stands below
BATCHES = frozenset("ABXYZ")  # capitals of batches and random variables, which count nothing below a moment
DELTAS = frozenset({"delta", "δ"})
DRAWN = frozenset("xwuveXYWU")  # letters of random variables, which choose no member as a class z or y does
VARIABLES = frozenset("hoxyz")  # letters of what is computed, which count nothing beside an index
NEIGHBOURS = frozenset({"ij", "jk", "ik", "kl", "ts", "mn", "nm"})
SHORT_FOR = frozenset("hid bit bin his him hit big bid".split())
PAIRS = frozenset({"st", "qk"})  # labels that may as well be two indices
LABEL_WORDS = frozenset("in is st up kv qk min sum num lin sim inv int init unit input lim mul mult sup".split())


def is_label(letter: str, base: str | None, vocabulary: Vocabulary) -> bool:
    """Whether a one-letter subscript names the symbol instead of indexing it."""
    if base in ONES:
        return True  # 1_n: so many ones
    if base is None:
        return False
    if (named := f"{base}_{letter}") in vocabulary.entries:
        return False
    if named in vocabulary.spoken:
        return True
    if letter.isupper() and letter in vocabulary.numbers and base not in WEIGHTS and _is_counted_up(base, vocabulary):
        return False  # m_V, the last of all m_j
    plain = base[base.find("(") + 1 : -1] if base.endswith(")") else base
    if base in ("bold(0)", "bold(1)"):
        return True  # as many noughts or ones as the letter says
    if letter in PROJECTION_LABELS and (letter.isupper() or plain in ("d", "p", "n", "h", "N", "H")):
        return not (letter in vocabulary.indices and plain != "d")
    if base in ("N", "n") and letter in "pqrsuv" and letter not in vocabulary.indices:
        return True  # N_s and N_r: how many there are of what the letter is short for
    if plain in MOMENTS and letter in BATCHES and letter not in vocabulary.numbers:
        return True  # mu_B: of the batch
    if plain == "d" and base == "d":
        return letter not in "jt"  # d_k, d_v, d_h: the letter tells which dimension, whatever else it indexes
    if letter in ("q", "k", "v", "o") and (
        plain in ("W", "b", "B") or plain == "w" and letter not in vocabulary.indices  # the word w_o, with index o
    ):
        return letter not in vocabulary.indices or letter != "k" or named in vocabulary.labels
    if letter in vocabulary.indices:
        return False
    if named in vocabulary.labels or letter in PARTS and base in WEIGHTS and plain in ("W", "b"):
        return True
    return not (letter in CONVENTIONAL_INDICES or letter in INDEX_LIKE or letter.isupper())


def _is_counted_up(base: str, vocabulary: Vocabulary) -> bool:
    """Whether a name has one index that counts elsewhere: m_j."""
    return not vocabulary.entries.isdisjoint(f"{base}_{letter}" for letter in RUNNING)


def names_beside_index(item: Node, items: Sequence[Node], base: str | None, vocabulary: Vocabulary) -> bool:
    r"""Whether a letter among indices belongs to the name: that of h_t in ``\delta_{h,t}``, the A of ``v_{A,i}`` beside v_A."""
    if item.kind is not Kind.NAME or item.text in vocabulary.indices:
        return False
    if item.text in VARIABLES:
        counting = (content(parts(other)[0]) if other.kind is Kind.SUM else other for other in items)
        return any(other.kind is Kind.NAME and f"{item.text}_{other.text}" in vocabulary.entries for other in counting)
    if base is None or len(item.text) > 1 or not item.text.isupper():
        return False
    if not all(other is item or other.kind is Kind.NAME and other.text.islower() for other in items):
        return False
    return f"{base}_{item.text}" in vocabulary.labels or item.text in "QKVO" and base in WEIGHTS


def with_letter_below(node: Node, base: str, letter: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """``d_k``, ``x_i``: as most names with scripts are, and nothing need be sorted."""
    if is_label(letter.text, base, vocabulary):
        return Symbol(f"{base}_{letter.text}", node.span)
    return Index(Symbol(base, node.span), (lower(letter),), (), node.span)


def names_whole(node: Node, base: str | None, vocabulary: Vocabulary) -> bool:
    r"""Whether a letter in a font below a name is a set or an array, of which the name is: ``f^*_{\mathcal{F}}``, ``q_{\mathbf{Q}}``.

    What counts is written plain, but for a small bold letter, or where a sum runs over it.
    """
    letter = spelled(node)
    if base is None or node.text not in WHOLES or letter is None or letter in vocabulary.indices:
        return False
    if f"{base}_{letter}" in vocabulary.entries:
        return False  # the last of x_1, …, x_{\\mathcal{B}}
    held = content(parts(node)[-1])
    return held.kind is Kind.NAME and (node.text != "bold" or held.text.isupper())


def label_of_variable(node: Node, base: str, vocabulary: Vocabulary) -> tuple[str, tuple[Node, ...]] | None:
    r"""``\sigma_{x_1}``, ``\sigma_{w_b}``: the variable whose moment it is, and its index; a policy made of a Q_{new}.

    In ``\mu_{z_i}``, ``w_{a_i}`` what stands below counts.
    """
    if len(parts(node)) != 2 or parts(node)[1].kind is not Kind.SUBSCRIPT:
        return None
    letter, script = content(parts(node)[0]), content(parts(node)[1])
    if letter.kind is not Kind.NAME or letter.text in vocabulary.indices:
        return None
    labelled = script.kind is Kind.WORD or script.kind is Kind.NAME and is_label(script.text, letter.text, vocabulary)
    known = vocabulary.functions | vocabulary.applied
    if base[base.rfind("(") + 1 :].rstrip(")") in MOMENTS and letter.text in DRAWN:
        if labelled:
            return f"{letter.text}_{script.text}", ()
        if script.kind is Kind.NAME and script.text not in vocabulary.indices | COUNTING | CONVENTIONAL_INDICES:
            return f"{letter.text}_{script.text}", ()  # R_{x_s}, of the signal x_s
        return (letter.text, (script,)) if script.kind in (Kind.NAME, Kind.NUMBER) else None
    if labelled and base in known and letter.text in known:
        return f"{letter.text}_{script.text}", ()
    return None


def labels_of_given(node: Node, base: str | None, vocabulary: Vocabulary) -> str | None:
    r"""``\Sigma_{a|b}``, of the part a given b, where letters name parts; not ``p_{j|i}`` and ``x_{t|t-1}``."""
    sides = [content(side) for side in operands(node)]
    if base is None or [part.text for part in parts(node) if part.kind is Kind.OPERATOR] != ["|"]:
        return None
    if any(side.kind is not Kind.NAME or not is_label(side.text, base, vocabulary) for side in sides):
        return None
    return "|".join(side.text for side in sides)


def fenced_items(node: Node) -> tuple[Node, ...]:
    """The items of a list in brackets: ``PE_{(pos, 2i)}`` has two indices."""
    inside = [content(part) for part in parts(node) if part.kind not in BRACKETS]
    if len(inside) == 1 and inside[0].kind is Kind.MID and ":" in signs_of(inside[0]):
        return (inside[0],)
    return items_of(inside[0]) if len(inside) == 1 and inside[0].kind is Kind.LIST else ()


def letters_of_label(node: Node) -> str | None:
    """The text of a run of single letters, or None."""
    pieces = [content(piece) for piece in parts(node)]
    if all(piece.kind is Kind.NAME and len(piece.text) == 1 for piece in pieces):
        return "".join(piece.text for piece in pieces)
    return None


def is_starred(node: Node) -> bool:
    """``*1``: a number behind a star that names the whole."""
    pieces = parts(node)
    return len(pieces) == 3 and pieces[1].text == "*" and content(pieces[0]).kind is Kind.MISSING


def words_and_letters(node: Node) -> str | None:
    """``\\text{head i}`` and ``{\\text{head } i}``: a label made of words, letters and numbers."""
    pieces = parts(node)
    if not any(piece.kind is Kind.WORD for piece in pieces):
        return None
    if all(piece.kind in (Kind.WORD, Kind.NAME, Kind.NUMBER, Kind.FONT) for piece in pieces):
        return " ".join((spelled(piece) or piece.text).strip() for piece in pieces)
    return None


def capitals(node: Node, base: str | None) -> str:
    r"""``_{\mathbf{K}\mathbf{V}}``, ``_{K, R}``: names of matrices side by side or in a list are a label; else nothing."""
    pieces = [content(piece) for piece in parts(node) if piece.kind is not Kind.SEPARATOR]
    if base is None or not base[base.rfind("(") + 1 :][:1].isupper():
        return ""
    if node.kind is Kind.JUXTAPOSITION:
        bold = all(piece.kind is Kind.FONT and len(parts(piece)) == 1 for piece in pieces)
        letters = [content(parts(piece)[0]).text for piece in pieces] if bold else []
        return "".join(letters) if len(letters) == 2 and PROJECTION_LABELS.issuperset(letters) else ""
    letters = [piece.text for piece in pieces if piece.kind is Kind.NAME]
    known = len(letters) == len(pieces) > 1 and PROJECTION_LABELS.issuperset(letters)
    return ",".join(letters) if known and "".join(letters).isupper() else ""


def side_by_side(node: Node, base: str | None, vocabulary: Vocabulary) -> list[Node] | None:
    r"""``_{ij,t}``, ``_{j\ell}``, ``_{\mu\nu}``: letters that count, side by side; else None."""
    pieces = [content(piece) for piece in parts(node)] if node.kind is Kind.JUXTAPOSITION else []
    if not 2 <= len(pieces) <= 4 or any(piece.kind is not Kind.NAME for piece in pieces):
        return None
    letters = [piece.text for piece in pieces]
    if all(len(letter) == 1 for letter in letters):
        return pieces if letters_are_indices("".join(letters), base, vocabulary) else None
    counting = all(
        letter in INDEX_LIKE or letter in SPELLED_INDICES or letter in vocabulary.indices for letter in letters
    )
    return pieces if counting and len(set(letters)) == len(letters) else None


def letters_are_indices(letters: str, base: str | None, vocabulary: Vocabulary) -> bool:
    """Whether letters without a comma between them are indices each: ``ij``, ``nchw`` under sums over h and w."""
    if letters in LABEL_WORDS and len(letters) > 2 or f"{base}_{letters}" in vocabulary.labels:
        return False
    if vocabulary.spoken and _are_of_words(letters, vocabulary):
        return False
    if base in vocabulary.grids and all(letter in INDEX_LIKE for letter in letters):
        return True
    if len(letters) == 2 and f"{base}_{letters}" in vocabulary.entries and letters not in LABEL_WORDS | PAIRS:
        return base not in SIZES and not PROJECTION_LABELS.issuperset(letters)  # w_{ho} under a sum over o
    if base in vocabulary.grids and letters in ("ab", "bc", "ac", "cd", "ef"):
        return True  # V_{ab} beside V_{kb}
    if base == "calligraphic(L)" and vocabulary.indices.isdisjoint(letters) and not COUNTING.issuperset(letters):
        return False  # a loss has a name: L_{pm}
    if base in DELTAS and len(letters) == 2 and ord(letters[1]) - ord(letters[0]) == 1:
        return True  # δ_{bc}: one where b is c
    if letters == "is" and "s" in vocabulary.indices:
        return True  # x_{is} under a product over s
    if letters == "st" and not vocabulary.indices.isdisjoint(letters) or letters in PAIRS and base in vocabulary.grids:
        return True  # P_{st} under a sum over t, S_{qk} beside S_{ij}
    if letters in LABEL_WORDS:
        return False
    if letters in ("nc", "ng") and {"h", "w"} <= vocabulary.indices:
        return True  # \\mu_{nc} and \\mu_{ng}, where x_{nchw} is summed over height and width
    if len(letters) == 4 and len(set(letters)) == 4 and set(letters) <= set("ijklmn"):
        return True
    if letters[:2] == "bh" and 3 <= len(letters) <= 5 and len(set(letters)) == len(letters):
        return all(letter in AXES or letter in INDEX_LIKE for letter in letters)  # of a batch, a head, …
    if len(letters) > 2 and len(set(letters) & vocabulary.indices) > 1 and len(set(letters)) == len(letters):
        return all(letter in vocabulary.indices or letter in INDEX_LIKE or letter in AXES for letter in letters)
    if len(letters) == 3 and letters[0] in "bh" and _counts_within(letters[1:], letters, vocabulary):
        return True  # S_{hij}: of a head or a batch
    if len(letters) > 3 or len(set(letters)) < len(letters):
        return len(letters) == 2 and letters[0] == letters[1] and letters[0] in "ijkn" and base != "d"
    if base in SIZES:
        return all(letter in vocabulary.indices or letter in "ijkl" for letter in letters)
    if len(letters) == 2 and set(letters) & COUNTING & vocabulary.indices and set(letters) & set("abc"):
        return base in vocabulary.grids or letters != "nc"  # u_{ia} under a sum over i; H_{nc} is not causal
    if len(letters) == 2 and set(letters) & vocabulary.indices - set(LAYER_LETTERS) - CONVENTIONAL_INDICES:
        return base in vocabulary.grids or letters != "nc"  # a sum runs over one of them: W_{ac}
    return all(letter in vocabulary.indices or letter in INDEX_LIKE for letter in letters)


def _are_of_words(letters: str, vocabulary: Vocabulary) -> bool:
    """Whether each letter is short for a word of several, as the v and the t of ``a_{vt}`` beside v_n, v_v and v_t."""
    spoken = {name.rpartition("_")[2] for name in vocabulary.spoken}
    return len(spoken) > 2 and spoken.issuperset(letters)


def _counts_within(rest: str, letters: str, vocabulary: Vocabulary) -> bool:
    """Whether the letters behind that of a head count: two neighbours, or one that a sum runs over beside another."""
    if letters in SHORT_FOR or len(set(letters)) < len(letters):
        return False
    counting = all(letter in vocabulary.indices or letter in INDEX_LIKE for letter in rest)
    return rest in NEIGHBOURS or counting and not vocabulary.indices.isdisjoint(rest)


def primed_letters(node: Node, base: str | None, vocabulary: Vocabulary) -> list[Node] | None:
    r"""``_{bhi'j}``: letters that count, one of them with a prime, side by side; else None."""
    pieces = [content(piece) for piece in parts(node)]
    bare = [_without_prime(piece) for piece in pieces]
    if (
        len(pieces) < 2
        or any(each is None or len(each) != 1 for each in bare)
        or all(p.kind is Kind.NAME for p in pieces)
    ):
        return None
    letters = "".join(dict.fromkeys(each for each in bare if each is not None))
    if len(letters) == 1:
        return pieces if letters in INDEX_LIKE else None  # _{ii'}
    return pieces if letters_are_indices(letters, base, vocabulary) else None


def _without_prime(piece: Node) -> str | None:
    """The letter of ``i`` and of ``i'``."""
    if piece.kind is Kind.NAME:
        return piece.text
    if piece.kind is not Kind.SCRIPTS or len(parts(piece)) != 2:
        return None
    base, script = content(parts(piece)[0]), content(parts(piece)[1])
    marks = [script] if script.kind is Kind.PRIME else list(parts(script))
    return base.text if base.kind is Kind.NAME and marks and all(m.kind is Kind.PRIME for m in marks) else None


def all_but(node: Node, lower: Lower) -> Term | None:
    r"""``w_{-t}``: all members but t, as ``w_{<t}`` are those before it, or the one at the place -t; else None."""
    letter = content(parts(node)[-1])
    if letter.kind is not Kind.NAME or len(letter.text) > 1 or parts(node)[0].text not in ("-", "−"):
        return None
    readings = (Apply("all but", (lower(letter),), (), node.span), lower(node))
    return Unknown(ALL_BUT_OR_PLACE, "", readings, node.span)


def with_whole_axis(node: Node, lower: Lower) -> list[Term] | None:
    """``A_{\\cdot j}``, ``A_{i *}``: a dot or star beside an index stands for a whole axis."""
    pieces = parts(node)
    if node.kind is not Kind.PRODUCT or len(pieces) != 3 or pieces[1].text not in WHOLE_AXIS:
        return None
    gaps = [content(piece).kind is Kind.MISSING for piece in (pieces[0], pieces[2])]
    if gaps == [True, False]:
        return [Slice(None, None, pieces[1].span), lower(pieces[2])]
    return [lower(pieces[0]), Slice(None, None, pieces[1].span)] if gaps == [False, True] else None


def pair_of_indices(node: Node, base: str | None, vocabulary: Vocabulary, lower: Lower) -> list[Term] | None:
    """``a_{1n}``, ``a_{m1}``, ``g_{i_1 i_2}``: indices with no comma; ``a_{12}`` only where a has two elsewhere."""
    if node.kind is Kind.NUMBER:
        pair = len(node.text) == 2 and base in vocabulary.grids
        if not node.text.isdecimal() or not pair and f"{base} of digits" not in vocabulary.grids:
            return None
        digits = (Span(at, at + 1) for at in range(node.span.start, node.span.end))
        return [lower(Node(Kind.NUMBER, digit, (), text)) for digit, text in zip(digits, node.text, strict=True)]
    pieces = [content(piece) for piece in parts(node)]
    if base is not None and len(base) > 2 and base.isalpha() and base.islower() and base not in SPELLED_NAMES:
        return None  # reg_{m1}: a word has labels
    if _is_number_and_letters(node, pieces, vocabulary):
        return [lower(piece) for piece in pieces]
    if all(_counts(piece, vocabulary) for piece in pieces) and any(piece.kind is Kind.SCRIPTS for piece in pieces):
        return [lower(piece) for piece in pieces]
    if len(pieces) != 2:
        return None
    one, other = pieces
    if _counts(one, vocabulary) and _is_of(one, other):
        return [lower(one), lower(other)]
    if _is_apart(one, other, base):
        return [lower(one), lower(other)]
    if node.children[0].span.end != node.children[-1].span.start:
        return None
    if other.kind is Kind.FENCE and (one.kind is Kind.NUMBER or f"{base}_()" in vocabulary.labels):
        return [lower(one), lower(other)]  # θ_{0(1)}, and θ_{d(1)} beside it
    if one.kind is Kind.NUMBER and _counts(other, vocabulary):
        return [lower(one), lower(other)] if one.text == "1" or base in vocabulary.grids else None
    if other.kind is Kind.NUMBER and len(other.text) == 1 and _counts(one, vocabulary) and base not in SIZES:
        return None if one.kind is Kind.NAME and one.text not in INDEX_LIKE else [lower(one), lower(other)]
    return None


def _is_of(letter: Node, other: Node) -> bool:
    """``p_{i y_i}``: the class of member i, at that place in the row of i."""
    script = content(parts(other)[-1]) if other.kind is Kind.SCRIPTS and len(parts(other)) == 2 else None
    return letter.kind is Kind.NAME and script is not None and script.text == letter.text


def _is_apart(one: Node, other: Node, base: str | None) -> bool:
    """``a_{1 n}``, ``\\delta_{m 0}``, ``\\delta_{|m||n|}``: no index is a letter times a number behind it, nor 1 times a letter."""
    if base in SIZES:
        return False
    if one.kind is Kind.FENCE and other.kind is Kind.FENCE:
        return one.text == other.text == "||"
    if one.span.end == other.span.start:
        return False
    if one.kind is Kind.NAME and other.kind is Kind.NUMBER:
        return len(other.text) == 1
    return one.kind is Kind.NUMBER and one.text in ("0", "1") and other.kind is Kind.NAME


def _is_number_and_letters(node: Node, pieces: list[Node], vocabulary: Vocabulary) -> bool:
    """``s_{0t}``, ``v_{2ijt}``: no one multiplies an index by nought, nor three by one another."""
    number, *letters = pieces
    if number.kind is not Kind.NUMBER or not number.text.isdecimal() or len(number.text) > 1:
        return False
    if number.text != "0" and len(letters) < 2 or not all(_counts(each, vocabulary) for each in letters):
        return False
    return all(one.span.end == other.span.start for one, other in pairwise(node.children))


def _counts(node: Node, vocabulary: Vocabulary) -> bool:
    """Whether a node is a letter that counts, with a subscript or without."""
    letter = content(parts(node)[0]) if node.kind is Kind.SCRIPTS else node
    return letter.kind is Kind.NAME and (letter.text in INDEX_LIKE or letter.text in vocabulary.indices)


def letters_and_number(node: Node) -> str | None:
    """``net_{h1}``, ``w_{fc2}``: letters that count nothing and a number close behind them are a label; ``W_{4bit}``."""
    *letters, number = parts(node)
    if parts(node)[0].kind is Kind.NUMBER and len(letters) > 2:
        number, *letters = parts(node)
        return number.text + "".join(letter.text for letter in letters) if is_word(_together(letters)) else None
    if number.kind is not Kind.NUMBER or not number.text.isdecimal():
        return None
    if any(letter.kind is not Kind.NAME or len(letter.text) > 1 for letter in letters):
        return None
    if any(one.span.end != other.span.start for one, other in pairwise(parts(node))):
        return None
    return "".join(letter.text for letter in letters) + number.text


def _together(letters: list[Node]) -> str:
    """The letters that stand without a gap, or nothing."""
    apart = any(one.span.end != other.span.start for one, other in pairwise(letters))
    return (
        ""
        if apart or any(letter.kind is not Kind.NAME for letter in letters)
        else "".join(each.text for each in letters)
    )


def scripted_label(node: Node, vocabulary: Vocabulary) -> str | None:
    """``d_{ux_0}``, ``f_{x_1 x_2}``: names side by side, some with a label of their own, are no product below a name."""
    pieces = [content(piece) for piece in parts(node)]
    if all(_counts(piece, vocabulary) for piece in pieces):
        return None
    spelt = [_name_with_label(piece) for piece in pieces]
    if not all(spelt) or is_word("".join(each[:1] for each in spelt)):
        return None
    return (",".join if any(piece.kind is Kind.NAME and len(piece.text) > 1 for piece in pieces) else "".join)(spelt)


def _name_with_label(node: Node) -> str:
    if node.kind is Kind.NAME and node.text.isalpha():
        return node.text
    if node.kind is not Kind.SCRIPTS or len(parts(node)) != 2:
        return ""
    base, script = map(content, parts(node))
    plain = base.kind is Kind.NAME and script.kind in (Kind.NUMBER, Kind.NAME)
    return f"{base.text}_{script.text}" if plain and parts(node)[1].kind is Kind.SUBSCRIPT else ""
