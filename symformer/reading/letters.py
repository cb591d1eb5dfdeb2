"""The pieces of a juxtaposition as they are meant: letters that are one name are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from symformer.functions import lookup
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.words import (
    LONGEST_WORD,
    PLAIN_FUNCTIONS,
    Run,
    is_letter,
    is_plain_application,
    run_at,
    spaced_capitals,
)
from symformer.reading.written import base_of
from symformer.syntax.nodes import SILENT, Kind, Node, content, parts
from symformer.text.span import Span

MAY_JOIN = frozenset({Kind.NAME, Kind.SCRIPTS, Kind.FONT, Kind.WORD})
RUNNING = frozenset({Kind.NAME, Kind.SCRIPTS, Kind.NUMBER})
SPACED_NAMES = frozenset({"PE", "pos"})  # names also where formulas made from pictures spell them with blanks
# marks of text that models are given, and no products
TOKENS = frozenset({"START", "STOP", "MASK", "CLS", "SEP", "EOS", "BOS", "SOS", "UNK"})
PRINTED_VALUES = frozenset({"inf", "nan", "NaN"})  # as programs print what is no number
# behind a number these letters are a unit, and no product
UNITS = frozenset("us KB MB GB TB PB bytes byte bits FLOPs FLOPS TFLOPS GFLOPs tokens".split())

SHORTEST_SPACED = 3  # letters and fewer, with blanks between them, are a product
SHORT_WORDS = frozenset("on of to in is it at as by an or we he me my no so up us do go if am be".split())
UNITS_APART = frozenset("ms ns kB kg km cm mm Hz kHz MHz GHz".split())  # so where a blank parts them from the number


def joined_letters(children: tuple[Node, ...], vocabulary: Vocabulary) -> list[Node]:
    """Letters written close together that the note uses as one name, joined; the rest as it is."""
    pieces: list[Node] = []
    at = 0
    while at < len(children):
        child = children[at]
        kind = child.kind
        at += 1
        if kind in SILENT or kind is Kind.GROUP and len(children) > 1 and not parts(child):
            continue
        if kind in MAY_JOIN and at < len(children) and (found := _joined(children, at, pieces, vocabulary)) is not None:
            together, at = found
            pieces.extend(together)
            continue
        if is_letter(child) and len(pieces) == 1 and (unit := _spaced_unit(pieces[0], children[at - 1 :])) is not None:
            return [pieces[0], unit]
        pieces.append(child)
    if len(pieces) > SHORTEST_SPACED and any(map(is_letter, pieces)):
        pieces = _known_spaced(pieces)
    if len(pieces) > 2 and pieces[0].kind is Kind.NAME and all(is_letter(piece) for piece in pieces[:-1]):
        spaced = spaced_capitals(Node(Kind.JUXTAPOSITION, pieces[0].span, tuple(pieces)))
        if spaced and spaced in vocabulary.words:
            last = pieces[len(spaced) - 1]
            return [Node(Kind.WORD, pieces[0].span.cover(last.span), (), spaced), *pieces[len(spaced) :]]
    return pieces


def _known_spaced(pieces: list[Node]) -> list[Node]:
    """``G E L U`` behind something else: the name of a function that everybody knows."""
    for begin in range(len(pieces) - SHORTEST_SPACED):
        end = begin
        while end < len(pieces) and is_letter(pieces[end]) and pieces[end].text.isupper():
            end += 1
        if end - begin <= SHORTEST_SPACED:
            continue
        run = Node(Kind.JUXTAPOSITION, pieces[begin].span.cover(pieces[end - 1].span), tuple(pieces[begin:end]))
        name = spaced_capitals(run)
        return [*pieces[:begin], Node(Kind.WORD, run.span, (), name), *pieces[end:]] if lookup(name) else pieces
    return pieces


def _joined(
    children: tuple[Node, ...], at: int, pieces: list[Node], vocabulary: Vocabulary
) -> tuple[Iterable[Node], int] | None:
    """What the child before ``at`` makes together with those behind it, and where these end; None where it stands alone."""
    child, following = children[at - 1], children[at]
    if child.kind is Kind.SCRIPTS:
        led = _with_prescript(child, following)
        return None if led is None else ((led,), at + 1)
    if child.kind is Kind.WORD:
        ended = _with_last_letter(children, at - 1)
        return None if ended is None else (ended[:1], ended[1])
    if child.kind is Kind.FONT:
        word = _spelled_in_font(children, at - 1)
        return None if word is None else ((word,), at + len(word.text) - 1)
    if is_letter(child) and (named := _spaced_name(children, at - 1)) is not None:
        return named[:1], named[1]
    if child.text == "#" and (counted := _counted_word(children, at)) is not None:
        return counted[:1], counted[1]
    if not _may_go_on(child, following) or (run := run_at(children, at - 1)) is None or run.end <= at:
        return None
    return _of_run(run, children, pieces, vocabulary)


def _of_run(
    run: Run, children: tuple[Node, ...], pieces: list[Node], vocabulary: Vocabulary
) -> tuple[Iterable[Node], int]:
    """What letters side by side are: a unit, a function whose backslash was forgotten, a name, or the letters."""
    unit = run.text in UNITS or run.text in UNITS_APART and _is_apart(pieces, run, children, vocabulary)
    if unit and not run.scripts and pieces and pieces[-1].kind is Kind.NUMBER:
        return (_word(run.text, run.letters[0], run.letters[-1]),), run.end
    following = children[run.end] if run.end < len(children) else None
    if run.text == "arg" and following is not None and base_of(following).text in ("min", "max"):
        return (_sought_argument(run, following),), run.end + 1
    if _ends_in_function(run, following):
        return _applied_letters(run), run.end
    return _named(run, vocabulary), run.end


def _sought_argument(run: Run, following: Node) -> Node:
    r"""``arg\min_x``: the backslash before the letters was forgotten."""
    start, base = run.letters[0].span.start, base_of(following)
    function = Node(Kind.FUNCTION, Span(start, base.span.end), (), f"arg{base.text}")
    if following.kind is not Kind.SCRIPTS:
        return function
    return Node(Kind.SCRIPTS, Span(start, following.span.end), (function, *following.children[1:]))


def _ends_in_function(run: Run, following: Node | None) -> bool:
    r"""``scos\theta``: letters that end in a function, and close behind them a name that it is applied to."""
    if following is None or following.kind is not Kind.NAME or len(following.text) == 1 or run.scripts or run.digits:
        return False
    return (
        3 < len(run.text) < 6 and run.text[-3:] in PLAIN_FUNCTIONS and following.span.start == run.letters[-1].span.end
    )


def _applied_letters(run: Run) -> Iterator[Node]:
    yield from run.letters[:-3]
    yield _word(run.text[-3:], run.letters[-3], run.letters[-1])


def _is_apart(pieces: list[Node], run: Run, children: tuple[Node, ...], vocabulary: Vocabulary) -> bool:
    """``30 ms``: letters that are no quantities of the note, with a blank after the number and nothing behind them."""
    if run.end < len(children) or len(pieces) != 1 or pieces[0].span.end == run.letters[0].span.start:
        return False
    return (vocabulary.scalars | vocabulary.arrays | vocabulary.indices | vocabulary.numbers).isdisjoint(run.text)


def _with_prescript(scripts: Node, following: Node) -> Node | None:
    r"""``{}_1F_1``: a number or letter set before a name, and the name, as one word; else None."""
    base, *below = scripts.children
    name = content(parts(following)[0]) if following.kind is Kind.SCRIPTS else following
    if parts(base) or content(base).kind not in (Kind.MISSING, Kind.GROUP) or not is_letter(name):
        return None
    if len(below) != 1 or below[0].kind is not Kind.SUBSCRIPT:
        return None
    script = content(below[0])
    if script.kind not in (Kind.NUMBER, Kind.NAME):
        return None
    word = Node(Kind.WORD, scripts.span.cover(name.span), (), script.text + name.text)
    if following.kind is not Kind.SCRIPTS:
        return word
    return Node(Kind.SCRIPTS, scripts.span.cover(following.span), (word, *following.children[1:]))


def _spaced_name(children: tuple[Node, ...], at: int) -> tuple[Node, int] | None:
    """``P E_{(p o s, 2 i)}``: letters with a blank after each that spell an encoding or its position, and where they end."""
    letters = [children[at]]
    end = at + 1
    while end + 1 < len(children) and len(letters) < 3 and children[end].kind is Kind.SPACE:
        following = children[end + 1]
        if not is_letter(content(parts(following)[0]) if following.kind is Kind.SCRIPTS else following):
            break
        letters.append(following)
        end += 2
        if following.kind is Kind.SCRIPTS:
            break
    text = "".join(content(parts(each)[0]).text if each.kind is Kind.SCRIPTS else each.text for each in letters)
    return (_word(text, letters[0], letters[-1]), end) if text in SPACED_NAMES else None


def _spaced_unit(number: Node, children: tuple[Node, ...]) -> Node | None:
    """``40 G B``: two letters that are all there is behind a number, and make a unit of memory."""
    letters = [child for child in children if child.kind not in SILENT]
    if number.kind is not Kind.NUMBER or len(letters) != 2 or letters[0].span.end == letters[1].span.start:
        return None
    unit = letters[0].text + letters[1].text
    return _word(unit, *letters) if unit in ("KB", "MB", "GB", "TB", "PB") else None


def _with_last_letter(children: tuple[Node, ...], at: int) -> tuple[Node, int] | None:
    r"""``\operatorname{Top} K(x)``: a word and a capital that are a function together, and where they end."""
    end = at + 1
    while end + 1 < len(children) and children[end].kind is Kind.SPACE:
        end += 1
    letter = children[end]
    if not is_letter(letter) or not letter.text.isupper() or lookup(children[at].text) is not None:
        return None
    word = children[at].text + letter.text
    return (_word(word, children[at], letter), end + 1) if lookup(word) is not None else None


def _spelled_in_font(children: tuple[Node, ...], at: int) -> Node | None:
    r"""``𝗐𝗈𝗋𝖽``: three letters and more of one upright font, each set on its own, close together."""
    font, end = children[at].text, at
    if font not in ("sans", "typewriter", "roman"):
        return None
    letters: list[str] = []
    while end < len(children) and children[end].kind is Kind.FONT and children[end].text == font:
        held = parts(children[end])
        if end > at and children[end].span.start != children[end - 1].span.end or len(held) > 1:
            break
        if not (held and is_letter(content(held[-1]))):
            break
        letters.append(content(held[-1]).text)
        end += 1
    word = "".join(letters)
    if len(word) < 3 and not (word in SHORT_WORDS and end == len(children) and at == 0):
        return None
    return Node(Kind.WORD, children[at].span.cover(children[end - 1].span), (), word)


def _counted_word(children: tuple[Node, ...], at: int) -> tuple[Node, int] | None:
    r"""``\#params``: the number of them, with the child behind it."""
    start = children[at - 1].span.start
    run = run_at(children, at)
    if children[at].kind is Kind.SPACE and at + 1 < len(children) and children[at + 1].kind is Kind.WORD:
        at += 1
    if children[at].kind is Kind.WORD:
        return Node(Kind.WORD, Span(start, children[at].span.end), (), f"#{children[at].text}"), at + 1
    if run is None or len(run.letters) < 2 or run.digits is not None or run.scripts:
        return None
    return Node(Kind.WORD, Span(start, run.letters[-1].span.end), (), f"#{run.text}"), run.end


def _may_go_on(letter: Node, following: Node) -> bool:
    """Whether a run may hold more than its first letter."""
    return following.span.start == letter.span.end and following.kind in RUNNING


def _named(run: Run, vocabulary: Vocabulary) -> Iterator[Node]:
    """A run as one word where it is one; a word begins and ends only where the run does."""
    if len(run.name) > LONGEST_WORD:
        yield from run.letters
        yield from (run.digits,) if run.digits is not None else ()
        return
    if run.digits is not None and run.digits.kind is Kind.SCRIPTS and run.name not in vocabulary.words:
        yield from (*run.letters, run.digits)
        return
    if run.digits is not None:
        if run.name in vocabulary.words or len(run.letters) == 1:
            yield _word(run.name, run.letters[0], run.rest[-1] if run.rest else run.digits)
            return
        if run.text in vocabulary.words or lookup(run.text) is not None:
            yield _word(run.text, run.letters[0], run.letters[-1])
            yield run.digits
            yield from run.rest
            return
        *before, last = run.letters
        yield from before
        yield _word(last.text + run.digits.text, last, run.digits)
        yield from run.rest
        return
    word = run.text
    if len(word) > 1 and (
        word in SPACED_NAMES
        or word in PRINTED_VALUES
        or word in TOKENS
        or len(word) > 2
        and lookup(word) is not None
        or word in vocabulary.words
    ):
        yield _word(word, run.letters[0], run.letters[-1])
    elif is_plain_application(word):
        yield _word(word[:-1], run.letters[0], run.letters[-2])
        yield run.letters[-1]
    else:
        yield from _with_differentials(run, vocabulary)


def _with_differentials(run: Run, vocabulary: Vocabulary) -> Iterator[Node]:
    """``dSK``: the gradient dS, where the note has one, times K."""
    letters, word = run.letters, run.text
    at = 0
    while at < len(letters):
        pair = word[at : at + 2]
        if len(pair) == 2 and pair[0] == "d" and pair in vocabulary.words:
            yield _word(pair, letters[at], letters[at + 1])
            at += 2
        else:
            yield letters[at]
            at += 1


def _word(word: str, first: Node, last: Node) -> Node:
    start = first.span.start
    if last.kind is not Kind.SCRIPTS:
        return Node(Kind.WORD, Span(start, last.span.end), (), word)
    base, *scripts = last.children
    return Node(
        Kind.SCRIPTS, Span(start, last.span.end), (Node(Kind.WORD, Span(start, base.span.end), (), word), *scripts)
    )


def with_hyphenated_names(pieces: tuple[Node, ...]) -> tuple[Node, ...]:
    """The parts of a sum, where ``GPT-3(x)`` is a call: capitals, a hyphen, a number and a bracket without a gap."""
    if (word := _hyphenated_words(pieces)) is not None:
        return (word,)
    for at in range(1, len(pieces) - 1):
        if pieces[at].text == "-" and (called := _hyphenated(*pieces[at - 1 : at + 2])) is not None:
            return (*pieces[: at - 1], *with_hyphenated_names((called, *pieces[at + 2 :])))
        if pieces[at].text == "-" and (named := _named_after_function(*pieces[at - 1 : at + 2])) is not None:
            return (*pieces[: at - 1], *with_hyphenated_names((named, *pieces[at + 2 :])))
    return pieces


def _named_after_function(before: Node, sign: Node, after: Node) -> Node | None:
    r"""``\min -\mathrm{p} \times x``: a function of nothing, a hyphen and an upright letter are one name."""
    first, *rest = after.children if after.kind in (Kind.PRODUCT, Kind.JUXTAPOSITION) else (after,)
    held = parts(first) if first.kind is Kind.FONT and first.text == "roman" else ()
    if before.kind is not Kind.FUNCTION or len(held) != 1 or content(held[0]).kind is not Kind.NAME:
        return None
    name = Node(Kind.WORD, before.span.cover(first.span), (), f"{before.text}-{content(held[0]).text}")
    return Node(after.kind, name.span.cover(after.span), (name, *rest), after.text) if rest else name


def _hyphenated_words(pieces: tuple[Node, ...]) -> Node | None:
    """``cross-attention(x)``: words of three letters and more, a hyphen between each two without a gap, then a call."""
    *before, last = pieces
    last = content(last)
    if last.kind is not Kind.JUXTAPOSITION or len(parts(last)) < 2:
        return None
    *letters, fence = parts(last)
    if fence.kind is not Kind.FENCE or any(sign.text != "-" for sign in before[1::2]):
        return None
    words = [_word_of(content(piece)) for piece in before[::2]]
    words.append(_word_of(_side_by_side(letters)))
    spelt = [word for word in words if word is not None]
    if len(spelt) < len(words) or any(one.span.end + 1 != other.span.start for one, other in pairwise(spelt)):
        return None
    if fence.span.start != spelt[-1].span.end:
        return None
    span = Span(spelt[0].span.start, spelt[-1].span.end)
    name = Node(Kind.WORD, span, (), "-".join(word.text for word in spelt))
    if len(spelt) == 2 and lookup(name.text) is None:
        return None  # loss-penalty(w) is a difference
    return Node(Kind.JUXTAPOSITION, Span(span.start, fence.span.end), (name, fence))


def _side_by_side(pieces: list[Node]) -> Node:
    return (
        pieces[0]
        if len(pieces) == 1
        else Node(Kind.JUXTAPOSITION, pieces[0].span.cover(pieces[-1].span), tuple(pieces))
    )


def _word_of(node: Node) -> Node | None:
    """Letters without a gap between them, or upright words, as one word of three letters and more."""
    if node.kind in (Kind.WORD, Kind.FUNCTION) and len(node.text) > 2:
        return node
    run = run_at(node.children, 0) if node.kind is Kind.JUXTAPOSITION else None
    if run is None or run.end < len(node.children) or run.digits is not None or run.scripts or len(run.text) < 3:
        return None
    return Node(Kind.WORD, node.span, (), run.text)


def _hyphenated(before: Node, sign: Node, after: Node) -> Node | None:
    name, number = content(before), content(after)
    if name.kind is not Kind.JUXTAPOSITION or number.kind is not Kind.JUXTAPOSITION:
        return None
    run = run_at(name.children, 0)
    digits, *rest = number.children
    if run is None or run.end < len(name.children) or len(run.text) < 3 or run.scripts or not run.text[:2].isupper():
        return None
    if digits.kind is not Kind.NUMBER or not rest or rest[0].kind is not Kind.FENCE:
        return None
    if not name.span.end == sign.span.start < sign.span.end == digits.span.start:
        return None
    word = Node(Kind.WORD, Span(name.span.start, digits.span.end), (), f"{run.name}-{digits.text}")
    return Node(Kind.JUXTAPOSITION, Span(name.span.start, number.span.end), (word, *rest))
