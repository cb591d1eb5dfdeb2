"""Indices written as in code: ``X[i]``, ``Q[:, a:b]``, ``M[i][j]``; and ``E[Z]``, which is written alike."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.arguments import arguments_of
from symformer.reading.called import called_with
from symformer.reading.functionals import labels_below
from symformer.reading.labels import WHOLES
from symformer.reading.scripts import index_term
from symformer.reading.spelling import COUNTING, spelled
from symformer.reading.values import holds_itself, with_scripts_behind
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import base_of, items_of, signs_of
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, held_in, operands, parts, walk
from symformer.terms.term import Apply, Ellipsis, Index, Number, Product, Slice, Sum, Symbol, Term, Unknown
from symformer.text.span import Span

Lower = Callable[[Node], Term]
ENTRY_OR_VALUE = "an entry or the value of a functional"
ARRAYS = frozenset("ABCKMNOQVWXYZ")  # capitals that are arrays by custom
PLAIN_INDICES = (Slice, Number, Symbol, Sum, Ellipsis)
EMBEDDINGS = frozenset({"E", "bold(E)"})  # tables of one row for each token
ENTROPIES = frozenset("HI")  # of a variable that sums run over: H[x]
FUNCTIONS_AND_VARIABLES = frozenset("fgpqPQXYZxyzuvw")
INDEX_KINDS = frozenset({Kind.NUMBER, Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS, Kind.SUM, Kind.PREFIX,
                         Kind.MID, Kind.OPERATOR, Kind.MISSING, Kind.ELLIPSIS})  # fmt: skip
COUNTS = frozenset({"clip", "argmax", "argmin", "min", "max", "floor", "round", "mod", "len", "rank", "bucket"})
NUMBERED = COUNTING | {"t", "s", "p", "q"}  # letters that count with a number below: i_0
FUNCTIONALS = frozenset("RHIJLF")  # of functions and of data: a risk, an entropy, a cost


def bracket_index(piece: Node, fence: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    """``Q[:, a:b]`` and ``X[i]``: an index written as in code; ``H[p]`` may as well be a value of a functional."""
    inside = [content(part) for part in parts(fence) if part.kind not in BRACKETS]
    if not inside or piece.text == "e" and holds_itself(piece, fence):
        return None  # e[e - 1]: a factor
    if inside[0].kind is Kind.LIST and any(part.text == ";" for part in parts(inside[0])):
        return None  # W[a; b] joins a and b
    items = [content(item) for item in items_of(inside[0])] if inside[0].kind is Kind.LIST else inside
    name = spelled(piece)
    if name in ("blackboard(E)", "E", "Var", "blackboard(V)") and not (name == "E" and _is_row_of(items, vocabulary)):
        kind = "expectation" if name in ("blackboard(E)", "E") else "variance"
        return Apply(
            kind, arguments_of(fence, lower), labels_below(piece, lower), Span(piece.span.start, fence.span.end)
        )
    if name == "blackboard(P)":  # no array is set so
        return called_with(lower(piece), arguments_of(fence, lower), Span(piece.span.start, fence.span.end))
    apart = piece.span.end != fence.span.start
    if len(items) == 1 and items[0].kind is Kind.MID and set(signs_of(items[0])) <= {"|", "‖"} and not apart:
        return called_with(lower(piece), arguments_of(fence, lower), Span(piece.span.start, fence.span.end))
    if len(items) == 1 and _gives_whole_numbers(items[0]):
        return Index(lower(piece), (lower(items[0]),), (), Span(piece.span.start, fence.span.end))
    if (picked := _picked(piece, fence, items, lower)) is not None:
        return picked
    if not all(
        content(item).kind in INDEX_KINDS or _is_entry(item) or _is_every_other(item, vocabulary) for item in items
    ) or any(map(_is_value, items)):
        return None
    if len(items) > 1 and any(item.kind is Kind.SCRIPTS and _is_no_number(item, vocabulary) for item in items):
        if name not in FUNCTIONALS:
            return None  # W[h_l, h_r]: a column of both
        span = Span(piece.span.start, fence.span.end)
        called = called_with(lower(piece), arguments_of(fence, lower), span)
        return Unknown("a call or a product", "", (called, Product((lower(piece), lower(fence)), "", span)), span)
    numbered = len(items) > 1 and all(map(_is_numbered, items))
    if apart and not numbered and not any(content(item).kind in (Kind.MID, Kind.OPERATOR) for item in items):
        return None
    terms = tuple(index_term(item, lower) for item in items)
    indexlike = _is_looked_up(name, piece, items, vocabulary) or all(
        isinstance(term, PLAIN_INDICES)
        or _is_entry(item)
        or _is_every_other(item, vocabulary)
        or len(items) > 1
        and item.kind is Kind.SCRIPTS
        for term, item in zip(terms, items, strict=True)
    )
    if not indexlike or apart and not numbered and not any(isinstance(term, Slice) for term in terms):
        return None
    span = Span(piece.span.start, fence.span.end)
    entry = Index(lower(piece), terms, (), span)
    if name == "E" and name not in vocabulary.arrays:
        readings = (entry, Apply("expectation", arguments_of(fence, lower), (), span))
        return Unknown("an entry or an expectation", "", readings, span)
    if _is_functional(name) and all(_names_function(item, str(name), vocabulary) for item in items):
        return Unknown(ENTRY_OR_VALUE, "", (entry, called_with(lower(piece), terms, span)), span)
    return entry


def _picked(piece: Node, fence: Node, items: list[Node], lower: Lower) -> Term | None:
    """``V[:, (5, 17, 9)]``: the columns of these numbers, in this order; None where nothing is picked out so."""
    whole = [item for item in items if item.kind is Kind.MID and ":" in signs_of(item)]
    if not whole or not all(item in whole or item.kind is Kind.NUMBER or _is_list_of_numbers(item) for item in items):
        return None
    if not any(map(_is_list_of_numbers, items)):
        return None
    indices = tuple(index_term(item, lower) for item in items)
    return Index(lower(piece), indices, (), Span(piece.span.start, fence.span.end))


def _is_list_of_numbers(item: Node) -> bool:
    held = held_in(item) if item.kind is Kind.FENCE and item.text in ("()", "[]") else None
    return (
        held is not None
        and held.kind is Kind.LIST
        and all(content(each).kind is Kind.NUMBER for each in items_of(held))
    )


def _gives_whole_numbers(item: Node) -> bool:
    r"""``\operatorname{clip}(i - j)``: a call of what gives whole numbers of whole numbers, letters that count among them."""
    pieces = parts(item) if item.kind is Kind.JUXTAPOSITION else ()
    if len(pieces) != 2 or pieces[1].kind is not Kind.FENCE or content(pieces[0]).text not in COUNTS:
        return False
    return any(node.kind is Kind.NAME and node.text in COUNTING for node in walk(pieces[1]))


def _is_row_of(items: list[Node], vocabulary: Vocabulary) -> bool:
    """``E[i]``, ``E[x_t]`` of an array E: letters that count, and slices, have no mean."""
    if "E" in vocabulary.arrays:
        return True
    return all(item.kind in (Kind.NAME, Kind.NUMBER, Kind.MID) and _counts(item) for item in items)


def _counts(item: Node) -> bool:
    if item.kind is Kind.MID:
        return ":" in signs_of(item)
    return item.kind is Kind.NUMBER or item.text in COUNTING


def _is_entry(item: Node) -> bool:
    """``y[j]``: an entry as the index of another array."""
    pieces = parts(item) if item.kind is Kind.JUXTAPOSITION else ()
    return len(pieces) == 2 and pieces[1].text == "[]" and content(pieces[0]).kind in (Kind.NAME, Kind.WORD)


def _is_every_other(item: Node, vocabulary: Vocabulary) -> bool:
    """``p[2m]``: a whole number before a letter that counts."""
    pieces = [content(part) for part in parts(item)] if item.kind is Kind.JUXTAPOSITION else []
    if len(pieces) != 2 or pieces[0].kind is not Kind.NUMBER or not pieces[0].text.isdecimal():
        return False
    return pieces[1].kind is Kind.NAME and (pieces[1].text in COUNTING or pieces[1].text in vocabulary.indices)


def _is_numbered(item: Node) -> bool:
    r"""The i_1, the dots and the i_n of ``T [i_1, \ldots, i_n]``, which are no entries of a row that T multiplies."""
    return item.kind is Kind.ELLIPSIS or item.kind is Kind.SCRIPTS and base_of(item).text in "ijkl"


def _is_no_number(item: Node, vocabulary: Vocabulary) -> bool:
    """Whether a name with scripts does not count: the h_l of ``W[h_l, h_r]``."""
    letter = base_of(item).text
    return letter not in NUMBERED and letter not in vocabulary.indices


def _is_looked_up(name: str | None, piece: Node, items: list[Node], vocabulary: Vocabulary) -> bool:
    r"""``E[x_t]``, ``W_E[x_t]``, ``X[i_1]``: one row of an array, whose number is a letter with an index."""
    if len(items) != 1 or items[0].kind is not Kind.SCRIPTS or name not in vocabulary.arrays:
        return False
    return (
        name in EMBEDDINGS
        or _has_label(piece, "E")
        or base_of(items[0]).text in COUNTING
        or base_of(items[0]).text in vocabulary.indices
    )


def _has_label(piece: Node, label: str) -> bool:
    """Whether a letter stands below or above a name: the E of ``W_E``."""
    piece = content(piece)
    return piece.kind is Kind.SCRIPTS and any(content(script).text == label for script in parts(piece)[1:])


def _is_value(item: Node) -> bool:
    """Whether a sum holds what counts nothing: a call, a power, a product of names, ``r + V(s)``."""
    if item.kind is not Kind.SUM:
        return False
    pieces = [content(part) for operand in map(content, operands(item)) for part in _factors_of(operand)]
    return any(
        piece.kind in (Kind.FENCE, Kind.BIG_OPERATION)
        or piece.kind is Kind.SCRIPTS
        and any(script.kind is Kind.SUPERSCRIPT for script in parts(piece))
        for piece in pieces
    )


def _factors_of(node: Node) -> tuple[Node, ...]:
    return parts(node) if node.kind in (Kind.JUXTAPOSITION, Kind.PRODUCT) else (node,)


def _is_functional(name: str | None) -> bool:
    """Whether a name may be a functional: one capital letter, not set in bold as matrices are."""
    plain = name[name.find("(") + 1 : -1] if name is not None and name.endswith(")") else name
    if plain is None or name is None or len(plain) != 1:
        return False
    return plain.isupper() and plain not in ARRAYS and "bold(" not in name


def _names_function(item: Node, name: str, vocabulary: Vocabulary) -> bool:
    r"""Whether an item in brackets is a letter that counts nothing: the p of ``H[p]``, the samples of ``R[\mathbf{X}, f]``."""
    if item.kind is Kind.FONT and item.text in WHOLES:
        held = content(parts(item)[-1]) if parts(item) else item
        return held.kind is Kind.NAME and held.text not in COUNTING
    letter = item.text
    if item.kind is not Kind.NAME or letter in COUNTING:
        return False
    if name not in ENTROPIES and letter in vocabulary.indices | vocabulary.numbers | vocabulary.scalars:
        return False
    return letter in FUNCTIONS_AND_VARIABLES


def bracket_index_with_scripts(piece: Node, scripted: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    """``E[Z]^2``, ``X[i]^\\top``: the scripts belong to the value."""
    inner = content(scripted)
    if inner.kind is not Kind.SCRIPTS:
        return None
    fence, *scripts = inner.children
    indexed = bracket_index(piece, content(fence), vocabulary, lower)
    span = Span(piece.span.start, scripted.span.end)
    return None if indexed is None else with_scripts_behind(indexed, scripts, span, lower)


def entry_of_value(value: Apply, pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    """``f(x)[0, 1]``: several indices, slices or one number in brackets right behind a call; else the value alone."""
    inside = [content(part) for part in parts(pieces[at]) if part.kind not in BRACKETS]
    if len(inside) != 1 or pieces[at - 1].span.end != pieces[at].span.start or pieces[at - 1].kind is not Kind.FENCE:
        return value, at
    items = items_of(inside[0]) if inside[0].kind is Kind.LIST else (inside[0],)
    indices = tuple(index_term(item, lower) for item in items)
    if len(items) == 1 and not isinstance(indices[0], Slice | Number):
        return value, at
    return Index(value, indices, (), Span(value.origin.start, pieces[at].span.end)), at + 1


def more_indices(term: Term, pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    """``M[i][j]``: brackets right behind brackets."""
    while isinstance(term, Index) and at < len(pieces) and pieces[at].kind is Kind.FENCE and pieces[at].text == "[]":
        inside = [part for part in parts(pieces[at]) if part.kind not in BRACKETS]
        if len(inside) != 1 or pieces[at - 1].span.end != pieces[at].span.start:
            break
        items = items_of(inside[0]) if inside[0].kind is Kind.LIST else (inside[0],)
        indices = tuple(index_term(item, lower) for item in items)
        if not all(isinstance(index, Slice | Number | Symbol | Sum) for index in indices):
            break
        term = Index(term, indices, (), Span(term.origin.start, pieces[at].span.end))
        at += 1
    return term, at
