r"""Lists that say one thing: ``h, c = \text{LSTM}(x)`` unpacks, ``p \text{ if } n < N \text{ else } 0`` chooses."""

from __future__ import annotations

from symformer.reading.spoken import OR
from symformer.reading.written import NAME_LIKE, base_of, items_of
from symformer.syntax.nodes import Kind, Node, content, operands, parts
from symformer.terms.term import EXACTLY_EQUAL
from symformer.text.span import Span

IFS = frozenset({"if", "when", "若", "当", "如果"})
ELSE_IFS = frozenset({"elif", "else if", "elseif"})
ELSES = frozenset({"else", "otherwise", "否则"})
TOGETHER = frozenset("∼→↦⟶⟼")
COMMAS = frozenset({",", "，", "、"})
COMPARISONS = frozenset("<>≤≥")
IMPLICATIONS = frozenset("⇒⇐⇔")
BARE = NAME_LIKE | {Kind.SCRIPTS}


def unpacked(node: Node) -> list[Node] | None:
    r"""The statements of a list whose first items are the names that its equation gives values to; else None.

    ``Q, K, V = a, b, c`` gives each its own, ``h, c = f(x)`` both at once, ``a, b = 0`` and ``Q, K = X``
    each the same.
    """
    if node.kind is not Kind.LIST or any(_is_wide(part) for part in parts(node) if part.kind is Kind.SEPARATOR):
        return None
    items = [content(item) for item in items_of(node)]
    at = next((at for at, item in enumerate(items) if not _is_name(item)), len(items))
    if not 0 < at < len(items) or items[at].kind is not Kind.CHAIN:
        return None
    chain = items[at]
    last, sign, *values = parts(chain)
    if sign.text not in EXACTLY_EQUAL or not _is_name(content(last)) or len(values) != 1:
        return None
    names, rest = [*items[:at], content(last)], items[at + 1 :]
    if rest and len(rest) + 1 != len(names) or any(item.kind is Kind.CHAIN for item in rest):
        return None
    value = content(values[0])
    if rest:
        return [_equation(name, sign, each) for name, each in zip(names, [value, *rest], strict=True)]
    if value.kind in (Kind.NUMBER, *BARE):
        return [_equation(name, sign, value) for name in names]
    together = Node(Kind.LIST, Span(names[0].span.start, names[-1].span.end), tuple(names))
    return [_equation(together, sign, value)]


def before_words(node: Node) -> tuple[Node, Node] | None:
    r"""``h, c = f(x) \quad \text{where } h \in S``: what a list says before words or a wide blank, and the rest; else None."""
    pieces = parts(node)
    at = next((at for at, piece in enumerate(pieces) if piece.kind is Kind.SEPARATOR and _is_wide(piece)), None)
    if node.kind is not Kind.LIST or at is None or at < 3 or at + 1 == len(pieces):
        return None
    first, rest = pieces[:at], pieces[at + 1 :]
    return (
        Node(Kind.LIST, first[0].span.cover(first[-1].span), tuple(first)),
        Node(Kind.LIST, rest[0].span.cover(rest[-1].span), tuple(rest)),
    )


def of_several(node: Node) -> list[Node] | None:
    r"""The statements of a list whose last item says something of all its items; else None.

    ``x, y \\sim p`` and ``u, v \\to w`` are said of them together; ``a, b < 1`` and ``f, g: A \\to B`` of each.
    """
    if node.kind is not Kind.LIST or any(_is_wide(part) for part in parts(node) if part.kind is Kind.SEPARATOR):
        return None
    items = [content(item) for item in items_of(node)]
    if len(items) < 2:  # a comma alone has none
        return None
    if (equation := _listed_values(node, items)) is not None:
        return [equation]
    *before, last = items
    if last.kind not in (Kind.CHAIN, Kind.MID) or any(item.kind is Kind.CHAIN for item in before):
        return None
    first, sign, *_ = parts(last)
    first = content(first)
    if last.kind is Kind.CHAIN and sign.text in TOGETHER and first.kind is not Kind.MISSING:
        together = together_as_one([*before, first])
        return None if together is None else [_with_first(last, together)]
    alike = first.kind is not Kind.MISSING and all(_is_alike(item, first) for item in before)
    if alike and (last.kind is Kind.CHAIN and sign.text in COMPARISONS or last.kind is Kind.MID and sign.text == ":"):
        return [_with_first(last, item) for item in (*before, first)]
    return None


def _listed_values(node: Node, items: list[Node]) -> Node | None:
    r"""``w = w^{(1)}, w^{(2)}`` as one equation with a list: what follows are members of the same family; else None."""
    first, *rest = items
    if first.kind is not Kind.CHAIN or len(parts(first)) != 3 or parts(first)[1].text not in EXACTLY_EQUAL:
        return None
    left, sign, value = parts(first)
    if content(value).kind is not Kind.SCRIPTS or not all(_is_alike(item, content(value)) for item in rest):
        return None
    members = Node(Kind.LIST, Span(value.span.start, node.span.end), (value, *rest))
    return Node(Kind.CHAIN, node.span, (left, sign, members))


def drawn_given(node: Node) -> Node | None:
    r"""``u | w \sim N(0, w)``: what is drawn is u given w; None where no sign of a distribution stands behind the bar."""
    *told, last = parts(node)
    chain = content(last)
    if len(told) != 2 or told[1].text != "|" or chain.kind is not Kind.CHAIN:
        return None
    pieces = parts(chain)
    at = next((at for at in range(1, len(pieces), 2) if pieces[at].text == "∼"), None)
    if at is None or content(pieces[0]).kind is Kind.MISSING:
        return None
    before = pieces[:at]
    known = before[0] if at == 1 else Node(Kind.CHAIN, before[0].span.cover(before[-1].span), before)
    given = Node(Kind.MID, node.span.cover(known.span), (*told, known), node.text)
    return Node(Kind.CHAIN, node.span, (given, *pieces[at:]))


def typed_in_turn(node: Node) -> tuple[Node, Node] | None:
    r"""``K: (b \times d) \longrightarrow Q: (b \times t)``: one thing with its shape, and what becomes of it with its own."""
    pieces = parts(node)
    chain = content(pieces[2]) if len(pieces) == 5 and pieces[1].text == pieces[3].text == ":" else node
    if chain.kind is not Kind.CHAIN or len(parts(chain)) != 3 or parts(chain)[1].text != "→":
        return None
    shape, _, name = parts(chain)
    one = Node(Kind.MID, pieces[0].span.cover(shape.span), (*pieces[:2], shape), node.text)
    return one, Node(Kind.MID, name.span.cover(pieces[4].span), (name, *pieces[3:]), node.text)


def beside_colon(node: Node) -> Node | None:
    r"""What stands before or behind a colon that leads over to words; else None.

    ``i = 1, …, n:``, ``: \text{smooth}``, ``A \in S : \text{all weights}``, ``\text{Query}: Q = X W``.
    """
    if len(parts(node)) != 3 or parts(node)[1].text != ":":
        return None
    sides = [side for side in parts(node)[::2] if content(side).kind is not Kind.MISSING]
    if len(sides) == 2 and content(sides[0]).kind is Kind.CHAIN and content(sides[1]).kind is Kind.WORD:
        return sides[0]
    if len(sides) == 2 and content(sides[0]).kind is Kind.WORD and _is_equation(content(sides[1])):
        return sides[1]
    number = len(sides) == 1 and content(sides[0]).kind is Kind.NUMBER  # 1: for …, the number of a line
    return sides[0] if len(sides) == 1 and not number else None


def _is_equation(node: Node) -> bool:
    return node.kind is Kind.CHAIN and parts(node)[1].text in ("=", ":=", "\\approx", "≈")


def implied_by_words(node: Node) -> Node | None:
    r"""``\text{the loss is low} \Rightarrow \text{it fits}``: words that something follows from, as words; else None."""
    pieces = [part for part in parts(node) if content(part).kind is not Kind.MISSING]
    chain = content(pieces[-1]) if len(pieces) == 2 and pieces[0].kind is Kind.SEPARATOR else node
    if chain.kind is not Kind.CHAIN or content(parts(chain)[0]).kind is not Kind.MISSING or " " not in pieces[0].text:
        return None
    _, sign, *rest = parts(chain)
    said = Node(Kind.WORD, pieces[0].span, (), pieces[0].text)
    implied = sign.text in IMPLICATIONS and all(content(each).kind is Kind.WORD for each in rest)
    return Node(Kind.CHAIN, node.span, (said, sign, *rest)) if implied else None


def together_as_one(items: list[Node], bars: str = "|") -> Node | None:
    """Items as one list; behind a bar, ``y | x, z``, the others are what the first is given."""
    span = Span(items[0].span.start, items[-1].span.end)
    if any(item.kind is Kind.MID for item in items[1:]):
        return None
    if items[0].kind is not Kind.MID:
        return Node(Kind.LIST, span, tuple(items))
    *told, last = parts(items[0])
    if len(told) != 2 or told[1].text not in bars:
        return None
    known = Node(Kind.LIST, Span(last.span.start, span.end), (last, *items[1:]))
    return Node(Kind.MID, span, (*told, known), items[0].text)


def _is_alike(one: Node, other: Node) -> bool:
    """Whether two items are names of one kind, x and y or x_1 and x_2, or values of one function: H(X) and H(Y)."""
    if one.kind is Kind.ELLIPSIS:
        return True
    if one.kind is not other.kind:
        return False
    if one.kind is Kind.SCRIPTS:
        return base_of(one).text == base_of(other).text and base_of(one).kind is base_of(other).kind
    if one.kind is Kind.JUXTAPOSITION:
        called = [parts(each) for each in (one, other)]
        names, brackets = zip(*((each[0], each[1]) for each in called), strict=True)
        same = names[0].kind is Kind.NAME and names[0].text == names[1].text
        return same and all(len(each) == 2 for each in called) and all(each.kind is Kind.FENCE for each in brackets)
    return one.kind in (Kind.NAME, Kind.FONT, Kind.ACCENT)


def _with_first(chain: Node, first: Node) -> Node:
    _, *rest = parts(chain)
    start = min(first.span.start, chain.span.start)
    return Node(chain.kind, Span(start, chain.span.end), (first, *rest), chain.text)


def _is_wide(separator: Node) -> bool:
    """Whether words or wide blanks stand between two items, not a comma."""
    return separator.text not in COMMAS and separator.text.strip() not in COMMAS


def _is_name(node: Node) -> bool:
    return node.kind in BARE and base_of(node).kind in NAME_LIKE


def _equation(name: Node, sign: Node, value: Node) -> Node:
    return Node(Kind.CHAIN, Span(name.span.start, max(name.span.end, value.span.end)), (name, sign, value))


def chosen(node: Node) -> Node | None:
    r"""``\lambda = p \text{ if } n < N \text{ else } 0`` as cases; None where no "else" gives the other value."""
    pieces = _without_commas_before_words(parts(node))
    if len(pieces) < 5 or len(pieces) % 2 == 0 or pieces[1].text in COMMAS:
        return None
    said = [part.text.lower().strip(" ,") if part.kind is Kind.SEPARATOR else "" for part in pieces]
    if said[1] not in IFS:
        return None
    rows: list[Node] = []
    first = content(pieces[0])
    *head, value = parts(first) if first.kind is Kind.CHAIN else (first,)
    at = 1
    while at + 1 < len(pieces) and (said[at] in IFS or said[at] in ELSE_IFS):
        condition = pieces[at + 1]
        rows.append(Node(Kind.ROW, value.span.cover(condition.span), (value, condition)))
        if at + 2 >= len(pieces):
            return None
        if said[at + 2] in ELSES:
            at += 2
            break
        listed = pieces[at + 2].text in COMMAS and at + 4 < len(pieces) and said[at + 4] in ELSE_IFS
        if said[at + 2] not in ELSE_IFS and not listed:
            return None
        if at + 4 < len(pieces) and (listed or said[at + 4] in IFS):
            value, at = pieces[at + 3], at + 4
        else:
            return None
    if said[at] not in ELSES or at + 2 != len(pieces):
        return None
    other = pieces[at + 1]
    rows.append(Node(Kind.ROW, other.span, (other,)))
    span = Span(rows[0].span.start, other.span.end)
    cases = Node(Kind.CASES, span, tuple(rows))
    return Node(Kind.CHAIN, node.span, (*head, cases)) if head else cases


def _without_commas_before_words(pieces: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""The parts of a list, where a comma stands before "else": ``p \text{ if } n < N, \text{ else } 0``."""
    return tuple(
        piece
        for at, piece in enumerate(pieces)
        if not (
            piece.kind is Kind.SEPARATOR
            and piece.text in COMMAS
            and at + 1 < len(pieces)
            and pieces[at + 1].text.lower().strip(" ,") in ELSES
        )
    )


def words_between(node: Node) -> list[str]:
    """The signs and words that stand between the items of a list; not those behind the last."""
    pieces = parts(node)
    ends = [at for at, piece in enumerate(pieces) if piece.kind is not Kind.SEPARATOR and not is_missing(piece)]
    last = ends[-1] if ends else 0
    return [piece.text for piece in pieces[:last] if piece.kind is Kind.SEPARATOR]


def is_missing(piece: Node) -> bool:
    """Whether nothing is written where an item could stand."""
    return content(piece).kind is Kind.MISSING


def chooses(words: str) -> bool:
    r"""Whether words choose between what stands on both sides: ``2 \text{ if all is one, otherwise } 1``."""
    spoken = words.lower().replace(",", " ").split()
    return len(spoken) > 2 and "otherwise" in spoken[1:]


def says_more(words: str) -> bool:
    r"""Whether words between two things say what neither does: ``a \text{ is odd modulo } p``."""
    spoken = words.lower().replace(",", " ").split()
    verb = len(spoken) > 2 and spoken[0] in ("is", "are", "divides") and spoken[-1] not in ("and", "or", "where")
    return verb or chooses(words)


def in_words(condition: Node) -> Node | None:
    r"""A condition of a case that words join, without its "if": ``x < 0 \text{ or } x > 1``, ``\text{if mode} = 1``."""
    if condition.kind is not Kind.LIST:
        return None
    pieces = list(parts(condition))
    while pieces and content(pieces[0]).kind is Kind.MISSING or pieces and pieces[0].text.lower().strip(" ,") in IFS:
        del pieces[0]
    while pieces and pieces[-1].kind is Kind.SEPARATOR:
        del pieces[-1]
    if not pieces:
        return None
    *name, value = pieces
    spoken = name[0].text.split() if len(name) == 1 and name[0].kind is Kind.SEPARATOR else []
    chain = content(value)
    if len(spoken) == 2 and spoken[0].lower() in IFS and chain.kind is Kind.CHAIN:
        first, *rest = parts(chain)
        if content(first).kind is Kind.MISSING:  # the word that is compared stands in the text of the "if"
            return Node(Kind.CHAIN, chain.span, (Node(Kind.WORD, first.span, (), spoken[1]), *rest))
    told = [piece.text for piece in pieces if piece.kind is Kind.SEPARATOR]
    if told and (OR.issuperset(told) or any(map(says_more, told))):
        return Node(Kind.LIST, pieces[0].span.cover(pieces[-1].span), tuple(pieces))
    return None


def worded(condition: Node) -> tuple[str, Node] | None:
    r"""``\text{ with probability } p``: words that say more of what follows them than "if" does; else None."""
    pieces = [piece for piece in parts(condition) if content(piece).kind is not Kind.MISSING]
    while pieces and pieces[-1].kind is Kind.SEPARATOR:
        del pieces[-1]
    if len(pieces) != 2 or pieces[0].kind is not Kind.SEPARATOR or pieces[1].kind is Kind.SEPARATOR:
        return None
    words = pieces[0].text
    return (words, pieces[1]) if words.lower().startswith(("with ", "w.p", "under ", "以概率", "概率")) else None


def predicate(node: Node) -> tuple[str, Node] | None:
    r"""``d \text{ is even}``: what words say of the one thing before them."""
    items = [item for item in operands(node) if content(item).kind is not Kind.MISSING]
    last = parts(node)[-1] if parts(node) else node
    if content(last).kind is Kind.MISSING and len(parts(node)) > 1:
        last = parts(node)[-2]
    if len(items) != 1 or last.kind is not Kind.SEPARATOR or last.span.start < items[0].span.end:
        return None
    words = last.text.split()
    return (last.text, items[0]) if len(words) > 1 and words[0] in ("is", "are", "has", "have") else None
