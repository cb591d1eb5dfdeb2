"""Scripts: which are labels, which are indices, which are powers and transposes.

``W_i^{(q)}``, ``d_k``, ``K^T``, ``x^{(t)}`` and ``\\mathbb{R}^{n \\times d}`` are written alike; what
they mean hangs on the base, on the letters that the note binds as indices, and on custom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from symformer.reading.entrywise import entrywise, entrywise_power, in_space, is_kind_of_norm, normed
from symformer.reading.labels import (
    LAYERS,
    WEIGHTS,
    WHOLE_AXIS,
    all_but,
    capitals,
    fenced_items,
    is_label,
    is_starred,
    label_of_variable,
    labels_of_given,
    letters_and_number,
    letters_are_indices,
    letters_of_label,
    names_beside_index,
    names_whole,
    pair_of_indices,
    primed_letters,
    scripted_label,
    side_by_side,
    with_letter_below,
    with_whole_axis,
    words_and_letters,
)
from symformer.reading.numerals import bracketed_numeral, exponential, indicator, is_degrees, numeral, ones_or_zeros
from symformer.reading.spaces import GRADIENTS, name_of_no_set, space_of
from symformer.reading.spelling import is_word, spelled
from symformer.reading.superscripts import (
    LABEL_MARKS,
    TRANSPOSES,
    Below,
    below_all,
    counting,
    in_angles,
    is_exponent,
    is_one_of_several,
    is_ordinal,
    is_spoken,
    is_stepped_above,
    number_above,
    perhaps_label,
    power_or_index,
    power_or_label,
    power_or_transpose,
    prime_transposes,
    transposition,
    with_marks_apart,
    word_above,
)
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.written import items_of, pushed_in, run_of_letters, sides_of, word_in_font
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, parts
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Sign,
    Slice,
    Space,
    Symbol,
    Term,
    Transpose,
    Unknown,
)
from symformer.text.record import record
from symformer.text.span import Span

Lower = Callable[[Node], Term]


@dataclass(slots=True)
class Scripts:
    """The scripts of one symbol, sorted by meaning while they are read."""

    label: str = ""
    upper_label: str = ""
    primes: str = ""
    indices: list[Term] = field(default_factory=list)
    upper: list[Term] = field(default_factory=list)
    of_transpose: bool = False  # the indices stand behind a transpose: A^T_{ij}
    wrappers: list[Callable[[Term], Term]] = field(default_factory=list)


def lower_scripts(node: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """A base with its scripts, as a term."""
    base, *scripts = with_marks_apart(parts(node))
    inner = content(base)
    if (name := name_of_no_set(inner)) is not None:
        if len(scripts) == 1 and scripts[0].kind is Kind.SUBSCRIPT:
            if (below := content(scripts[0])).kind is Kind.NAME:
                return with_letter_below(node, name, below, vocabulary, lower)
        return _with_scripts(node, inner, scripts, vocabulary, lower)
    if (pushed := pushed_in(inner)) is not inner:
        inner, *within = parts(pushed)
        inner, scripts = content(inner), [*within, *scripts]
    if is_degrees(inner, scripts):
        return Apply("degrees", (lower(inner),), (), node.span)
    if inner.kind is Kind.WORD and "=" in inner.text:
        return Unknown("an equation typed as words", inner.text, (), node.span)
    if inner.kind is Kind.MISSING:
        return Unknown("scripts on nothing", "", tuple(lower(content(script)) for script in scripts), node.span)
    if (number := numeral(inner, scripts, lower)) is not None:
        return number
    if (power := exponential(inner, scripts, node.span, lower)) is not None:
        return power
    if (counted := indicator(inner, scripts, node.span, lower)) is not None:
        return counted
    if (space := space_of(inner, scripts, node.span, lower)) is not None:
        return space
    return _with_scripts(node, inner, scripts, vocabulary, lower)


def _with_scripts(node: Node, inner: Node, scripts: list[Node], vocabulary: Vocabulary, lower: Lower) -> Term:
    found = Scripts()
    base_name = _name_of_base(inner)
    if len(scripts) > 1:
        scripts = sorted(scripts, key=lambda each: each.kind is not Kind.SUBSCRIPT)  # a letter above asks for them
    for script in scripts:
        match script.kind:
            case Kind.SUBSCRIPT:
                found.of_transpose = len(scripts) > 1 and _is_transposed_before(script, scripts)
                _read_subscript(content(script), inner, base_name, vocabulary, lower, found)
            case Kind.SUPERSCRIPT:
                _read_superscript(content(script), inner, base_name, vocabulary, lower, found)
            case Kind.PRIME if prime_transposes(script, inner, base_name, vocabulary):
                found.wrappers.append(lambda term: Transpose(term, node.span))
            case Kind.PRIME:
                found.primes += "'" * max(1, script.text.count("'"))
    return _assemble(node, inner, base_name, found, lower)


def _name_of_base(inner: Node) -> str | None:
    """The name that carries the scripts; a vector of ones in bold is a name here, no number."""
    if inner.kind is Kind.NAME:
        return inner.text
    if inner.kind not in (Kind.WORD, Kind.FONT, Kind.ACCENT):
        return None
    if (word := word_in_font(inner)) is not None:
        return word
    return spelled(inner) or ones_or_zeros(inner)


def _assemble(node: Node, inner: Node, base_name: str | None, found: Scripts, lower: Lower) -> Term:
    if base_name is None and not found.upper:
        if (counted := bracketed_numeral(inner, found.indices, lower)) is not None:
            return counted
    if base_name is not None:
        name = base_name
        if found.upper_label:
            name += f"^{found.upper_label}"
        if found.label:
            name += f"_{found.label}"
        term: Term = Symbol(name + found.primes, node.span)
    else:
        term = _labelled(lower(inner), inner, found, node.span)
    if inner.kind is Kind.FENCE and inner.text == "‖‖" and isinstance(term, Apply) and term.function == "norm":
        kinds = (*found.indices, *(Symbol(found.label, node.span) for _ in [0] if found.label))
        if len(kinds) == 1 and not found.upper:
            term = normed(inner, kinds[0], node.span, lower)
            found.indices = []
    if inner.kind is Kind.FENCE and inner.text == "||" and len(found.indices) == 1 and not found.upper:
        if isinstance(term, Apply) and is_kind_of_norm(found.indices[0]):
            term = Apply("norm", term.arguments, (found.indices[0],), node.span)  # |x|_2
            found.indices = []
    if inner.kind is Kind.FENCE and inner.text == "⟨⟩" and len(found.indices) == 1 and not found.upper:
        if (paired := in_space(term, found.indices[0], node.span)) is not None:
            term = paired
            found.indices = []
    if found.of_transpose and len(found.indices) > 1 and not found.upper:
        for wrap in found.wrappers:
            term = wrap(term)
        return Index(term, tuple(found.indices), (), node.span)
    if found.indices or found.upper:
        term = Index(term, tuple(found.indices), tuple(found.upper), node.span)
    for wrap in found.wrappers:
        term = wrap(term)
    return term


def _labelled(term: Term, inner: Node, found: Scripts, span: Span) -> Term:
    """A label on something that is no plain name: on a name with scripts in braces it joins the name."""
    suffix = (f"^{found.upper_label}" if found.upper_label else "") + (f"_{found.label}" if found.label else "")
    if not suffix and not found.primes:
        return term
    match term:
        case Symbol() if inner.kind is not Kind.FENCE:
            return Symbol(term.name + suffix + found.primes, span)
        case Index(base=Symbol() as base) if inner.kind is not Kind.FENCE:
            return Index(Symbol(base.name + suffix + found.primes, base.origin), term.indices, term.upper, span)
    for function, label in (("labelled", found.label), ("marked", found.upper_label), ("primed", found.primes)):
        if label:
            term = Apply(function, (term,), (Sign(label),), span)
    return term


# -- subscripts ------------------------------------------------------------------------------------


def _read_subscript(
    node: Node, inner: Node, base: str | None, vocabulary: Vocabulary, lower: Lower, found: Scripts
) -> None:
    if base is None and (counted := _indices_of_value(node, inner, lower)):
        found.indices.extend(counted)
        return
    match node.kind:  # what is written most comes first
        case Kind.NAME if is_label(node.text, base, vocabulary):
            found.label += _join(found.label, node.text)
        case Kind.NAME:
            found.indices.append(lower(node))
        case Kind.GROUP if not parts(node):
            return  # x_{}: nothing is written there
        case Kind.WORD | Kind.FONT if len(word := _upright(node)) > 1 and word in vocabulary.indices:
            found.indices.append(Symbol(word, node.span))  # the pos of x_{\text{pos}}, which counts elsewhere
        case Kind.FONT if node.text == "roman" and f"roman({_upright(node)})" in vocabulary.indices:
            found.indices.append(lower(node))  # the i of p_{\mathrm{i}} under a sum over \mathrm{i}
        case Kind.WORD | Kind.SEPARATOR:
            found.label += _join(found.label, node.text)
        case Kind.FONT if f"{base}_{spelled(node)}" in vocabulary.labels or names_whole(node, base, vocabulary):
            found.label += _join(found.label, spelled(node) or "")
        case Kind.FONT if node.text in ("roman", "sans", "typewriter", "italic") and (label := _upright(node)):
            found.label += _join(found.label, label)
        case Kind.PRIME:
            found.label += _join(found.label, "'")
        case Kind.SCRIPTS if base is not None and (of := label_of_variable(node, base, vocabulary)) is not None:
            label, running = of  # the x of \sigma_{x_i}, whose i counts
            found.label += _join(found.label, label)
            found.indices.extend(map(lower, running))
        case Kind.OPERATOR | Kind.MISSING | Kind.RELATION | Kind.FUNCTION:
            found.label += _join(found.label, node.text)
        case Kind.FENCE if node.text in ("()", "[]") and (fenced := fenced_items(node)):
            found.indices.extend(index_term(item, lower) for item in fenced)
        case Kind.JUXTAPOSITION if (letters := letters_of_label(node)) is not None:
            if letters_are_indices(letters, base, vocabulary):
                found.indices.extend(Symbol(piece.text, piece.span) for piece in map(content, parts(node)))
            else:
                found.label += _join(found.label, letters)
        case Kind.JUXTAPOSITION if (counting := side_by_side(node, base, vocabulary)) is not None:
            found.indices.extend(lower(each) for each in counting)
        case Kind.JUXTAPOSITION if (primed := primed_letters(node, base, vocabulary)) is not None:
            found.indices.extend(lower(each) for each in primed)
        case Kind.JUXTAPOSITION | Kind.LIST if (of_matrices := capitals(node, base)) and base not in vocabulary.grids:
            found.label += _join(found.label, of_matrices)
        case Kind.JUXTAPOSITION if (mixed := words_and_letters(node)) is not None:
            found.label += _join(found.label, mixed)
        case Kind.JUXTAPOSITION | Kind.NUMBER if (pair := pair_of_indices(node, base, vocabulary, lower)) is not None:
            found.indices.extend(pair)
        case Kind.JUXTAPOSITION if (numbered := letters_and_number(node)) is not None:
            found.label += _join(found.label, numbered)
        case Kind.MID if (sides := labels_of_given(node, base, vocabulary)) is not None:
            found.label += _join(found.label, sides)
        case Kind.JUXTAPOSITION if base is not None and (named := scripted_label(node, vocabulary)) is not None:
            found.label += _join(found.label, named)
        case Kind.LIST:
            items = [content(item) for item in items_of(node)]
            labels = [item for item in items if item.kind is Kind.WORD and item.text not in vocabulary.indices]
            labels += [item for item in items if names_beside_index(item, items, base, vocabulary)]
            for item in items:
                if item in labels and len(labels) < len(items):
                    found.label += _join(found.label, item.text)
                elif (counting := side_by_side(item, base, vocabulary)) is not None:
                    found.indices.extend(lower(each) for each in counting)
                elif item.kind is Kind.JUXTAPOSITION and (run := letters_of_label(item)) is not None and run.islower():
                    found.indices.append(Symbol(run, item.span))  # D_{r, xy}: no product of x and y
                else:
                    found.indices.append(index_term(item, lower))
        case Kind.PRODUCT if is_starred(node) and f"{base}_*" in vocabulary.labels:
            found.label += _join(found.label, "*")  # x_{*1}, the first of x_*
            found.indices.append(index_term(parts(node)[2], lower))
        case Kind.PRODUCT if (along := with_whole_axis(node, lower)) is not None:
            found.indices.extend(along)
        case Kind.PREFIX if base is not None and (but := all_but(node, lower)) is not None:
            found.indices.append(but)
        case _:
            found.indices.append(index_term(node, lower))


def _upright(node: Node) -> str:
    """A label set in an upright or slanted font."""
    return word_in_font(node) or spelled(node) or ""


def _indices_of_value(node: Node, inner: Node, lower: Lower) -> list[Term]:
    """The indices of a value that has no name: ``(AB)_{ib}``, ``softmax(S)_{ij}``, ``\\|A\\|_{max}``."""
    if node.kind is Kind.FONT and node.text == "roman" and len(_upright(node)) == 1:
        return [Symbol(_upright(node), node.span)]
    letters = letters_of_label(node) if node.kind is Kind.JUXTAPOSITION else None
    if inner.kind is Kind.FENCE and inner.text in ("‖‖", "||") and (node.kind is Kind.WORD or letters is not None):
        return [Symbol(letters or node.text, node.span)]
    if letters is not None and len(letters) <= 3 and letters.islower():
        return [Symbol(piece.text, piece.span) for piece in parts(node)]
    return []


def indices_of_value(node: Node, lower: Lower) -> tuple[Term, ...]:
    """The indices written below a value that a function gives."""
    if node.kind is Kind.LIST:
        return tuple(index_term(item, lower) for item in items_of(node))
    return tuple(_indices_of_value(node, node, lower)) or (index_term(node, lower),)


def _join(before: str, label: str) -> str:
    return f",{label}" if before else label


def index_term(node: Node, lower: Lower) -> Term:
    """One index: an expression, or a slice where a colon stands."""
    node = content(node)
    if node.kind is Kind.MID and any(part.text == ":" for part in parts(node) if part.kind is Kind.OPERATOR):
        if len(sides_of(node)) > 2:
            return Unknown("a slice with steps", "", (), node.span)
        ends = [None if side.kind is Kind.MISSING else lower(side) for side in map(content, sides_of(node))]
        return Slice(ends[0], ends[-1] if len(ends) > 1 else None, node.span)
    if node.kind is Kind.MISSING or node.kind is Kind.OPERATOR and node.text in WHOLE_AXIS:
        return Slice(None, None, node.span)
    if node.kind is Kind.CHAIN and len(parts(node)) == 3 and content(parts(node)[0]).kind is Kind.MISSING:
        return Apply(f"prefix {parts(node)[1].text}", (lower(parts(node)[2]),), (), node.span)
    return lower(node)


# -- superscripts ----------------------------------------------------------------------------------


def _read_superscript(
    node: Node, inner: Node, base: str | None, vocabulary: Vocabulary, lower: Lower, found: Scripts
) -> None:
    span = Span(inner.span.start, node.span.end)
    if node.kind is Kind.NUMBER:
        match number_above(base, node.text, vocabulary):
            case "index":
                found.upper.append(lower(node))
            case "perhaps index":
                number = lower(node)
                found.wrappers.append(lambda term: power_or_index(term, number, span))
            case _:
                _read_exponent(node, base, vocabulary, lower, found, span)
        return
    match transposition(node, inner, base, _below(found), vocabulary):
        case "transpose":
            found.wrappers.append(lambda term: Transpose(term, span))
            return
        case "adjoint":
            found.wrappers.append(lambda term: Transpose(term, span, conjugate=True))
            return
        case ("perhaps transpose" | "perhaps power") as leaning:
            found.wrappers.append(lambda term: power_or_transpose(term, leaning, span))
            return
    if (times := entrywise_power(node)) is not None:
        found.wrappers.append(lambda term: entrywise(term, lower(times), span))
        return
    if (ahead := _before_transpose(node, inner, base, vocabulary)) is not None:
        _read_superscript(ahead, inner, base, vocabulary, lower, found)
        found.wrappers.append(lambda term: Transpose(term, span))
        return
    match node.kind:
        case Kind.PRIME if prime_transposes(node, inner, base, vocabulary):
            found.wrappers.append(lambda term: Transpose(term, span))
        case Kind.PRIME:
            found.primes += "'" * max(1, node.text.count("'"))
        case Kind.GROUP | Kind.MISSING if not parts(node):
            return  # x^{}: nothing is written there
        case Kind.FENCE if (angled := in_angles(node)) is not None:
            found.upper.append(lower(angled))
        case Kind.CHAIN if content(parts(node)[0]).kind is Kind.MISSING:
            found.upper.append(index_term(node, lower))
        case Kind.PREFIX if _is_inverse_transpose(node, inner, base, vocabulary):
            found.wrappers.append(lambda term: Transpose(Power(term, Number(Fraction(-1)), span), span))
        case Kind.PREFIX if base is not None and below_all(node, base):
            found.upper_label += "-∞"  # a mask of noughts and minus infinity
        case Kind.SUM if base is not None and _is_step(node, base, vocabulary):
            found.upper.append(lower(node))
        case Kind.NAME | Kind.OPERATOR if node.text in LABEL_MARKS:
            found.upper_label += _join(found.upper_label, node.text)
        case Kind.NAME if node.text in ("l", "u") and base in vocabulary.bounds:
            found.upper_label += _join(found.upper_label, node.text)
        case Kind.JUXTAPOSITION if is_ordinal(letters_of_label(node), inner, base):
            found.upper_label += _join(found.upper_label, letters_of_label(node) or "")
        case Kind.JUXTAPOSITION if base is not None and all(content(part).kind is Kind.FENCE for part in parts(node)):
            for bracket in parts(node):  # z^{(l)(i)}
                _read_bracketed(content(bracket), base, vocabulary, lower, found)
        case Kind.WORD if (raises := word_above(node.text, vocabulary)) is not None:
            exponent = lower(node)
            found.wrappers.append(
                lambda term: (
                    Power(term, exponent, span)
                    if raises == "power" or base is None
                    else power_or_label(term, node.text, exponent, span)
                )
            )
        case Kind.WORD if base is not None:
            found.upper_label += _join(found.upper_label, node.text)
        case Kind.FONT if (
            base is not None
            and base != "e"
            and pushed_in(node) is node
            and (name := _upright(node) or spelled(node)) is not None
        ):
            found.upper_label += _join(found.upper_label, name)
        case Kind.FENCE if (base is not None or inner.kind is Kind.SCRIPTS) and not is_exponent(node, base):
            _read_bracketed(node, base, vocabulary, lower, found)
        case Kind.LIST if base is not None:
            for item in map(content, items_of(node)):
                if item.kind is Kind.WORD or (item.kind is Kind.JUXTAPOSITION and letters_of_label(item) is not None):
                    found.upper_label += _join(found.upper_label, letters_of_label(item) or item.text)
                else:
                    found.upper.append(index_term(item, lower))
        case Kind.NAME if not is_stepped_above(node.text, base, vocabulary) and (
            _names_the_base(node.text, base, vocabulary) or node.text in LAYERS and base is not None
        ):
            gate = node.text == "i" and f"{base}^i" in vocabulary.labels
            if not gate and (node.text in vocabulary.indices or node.text in ("i", "l", "j", "t", *LAYERS)):
                found.upper.append(Symbol(node.text, node.span))
            else:
                found.upper_label += _join(found.upper_label, node.text)
        case Kind.JUXTAPOSITION if (
            base is not None
            and (letters := letters_of_label(node)) is not None
            and (letters.isupper() or is_word(letters) and run_of_letters(node) is not None)
            and base != "e"
        ):
            found.upper_label += _join(found.upper_label, letters)
        case Kind.JUXTAPOSITION if base is not None and base != "e" and (mixed := words_and_letters(node)) is not None:
            found.upper_label += _join(found.upper_label, mixed)
        case Kind.JUXTAPOSITION if (label := perhaps_label(node, base, vocabulary)) is not None:
            exponent = lower(node)
            found.wrappers.append(lambda term: power_or_label(term, label, exponent, span))
        case _:
            _read_exponent(node, base, vocabulary, lower, found, span)


def _read_exponent(
    node: Node, base: str | None, vocabulary: Vocabulary, lower: Lower, found: Scripts, span: Span
) -> None:
    exponent = lower(node)
    if is_one_of_several(node, exponent, base, found.indices, vocabulary):
        found.upper.append(exponent)  # f^S: one of several functions
        return
    match counting(node, base, _below(found), vocabulary):
        case "index":
            found.upper.append(exponent)
        case "perhaps index":
            found.wrappers.append(lambda term: power_or_index(term, exponent, span))
        case _:
            found.wrappers.append(lambda term: Power(term, exponent, span))


def _is_transposed_before(script: Node, scripts: list[Node]) -> bool:
    """``A^T_{ij}``: the entry of a transpose, as its sign is written before the subscript."""
    return any(
        each.kind is Kind.SUPERSCRIPT
        and each.span.start < script.span.start
        and content(parts(content(each))[-1] if content(each).kind is Kind.FONT and parts(content(each)) else each).text
        in TRANSPOSES
        for each in scripts
    )


def _below(found: Scripts) -> Below:
    if found.label or any(not isinstance(index, Number) for index in found.indices):
        return "a letter"
    return "a number" if found.indices else "nothing"


def _is_inverse_transpose(node: Node, inner: Node, base: str | None, vocabulary: Vocabulary) -> bool:
    """``A^{-\\top}``."""
    sign, *rest = parts(node)
    return sign.text in ("-", "−") and len(rest) == 1 and _transposes(content(rest[0]), inner, base, vocabulary)


def _transposes(node: Node, inner: Node, base: str | None, vocabulary: Vocabulary) -> bool:
    return transposition(node, inner, base, "nothing", vocabulary) == "transpose"


def _is_step(node: Node, base: str, vocabulary: Vocabulary) -> bool:
    """``H^{l-1}``: a neighbour of the layer or step l, where ``H^l`` is no power."""
    letter, _, number = parts(node) if len(parts(node)) == 3 else (node, node, node)
    return (
        letter.kind is Kind.NAME
        and number.kind is Kind.NUMBER
        and letter.text.islower()
        and (letter.text in LAYERS or letter.text in vocabulary.indices or letter.text in ("l", "t"))
        and _names_the_base(letter.text, base, vocabulary)
    )


def _before_transpose(node: Node, inner: Node, base: str | None, vocabulary: Vocabulary) -> Node | None:
    """``W^{(l)\\top}``, ``A^{-\\top}``: what stands before the transpose in one superscript."""
    if node.kind is Kind.JUXTAPOSITION and base is not None:
        first, last = parts(node)[0], content(parts(node)[-1])
        script = content(first).kind in (Kind.FENCE, Kind.NAME, Kind.NUMBER, Kind.PRIME) and len(parts(node)) == 2
        if script and last.text != "t" and _transposes(last, inner, base, vocabulary):
            named = content(first).kind is Kind.NAME and content(first).text not in GRADIENTS
            by_letters = named and last.kind is Kind.NAME and last.text == "T"
            return None if by_letters else content(first)
    return None


def _read_bracketed(node: Node, base: str | None, vocabulary: Vocabulary, lower: Lower, found: Scripts) -> None:
    """``^{(i)}``, ``^{[l]}``, ``^{(\\text{in})}``: an index of a family, or a label in brackets."""
    held = [content(part) for part in parts(node) if part.kind not in BRACKETS]
    inside = held[0] if len(held) == 1 and node.text in ("()", "[]") else node
    items = items_of(inside) if inside.kind is Kind.LIST else (inside,)
    for item in map(content, items):
        if item.kind in (Kind.WORD, Kind.RELATION) or item.kind is Kind.OPERATOR and item.text not in WHOLE_AXIS:
            found.upper_label += _join(found.upper_label, f"({item.text})")
        elif item.kind is Kind.OPERATOR:
            found.upper.append(Sign(item.text, item.span))
        elif item.kind is Kind.JUXTAPOSITION and (letters := letters_of_label(item) or "").isupper():
            found.upper_label += _join(found.upper_label, f"({letters})")  # R^{(BT)}: a name, no product
        elif (counting := side_by_side(item, base, vocabulary)) is not None:
            found.upper.extend(lower(each) for each in counting)
        else:
            found.upper.append(index_term(item, lower))


def _names_the_base(letter: str, base: str | None, vocabulary: Vocabulary) -> bool:
    """Whether a one-letter superscript belongs to the name: W^Q, W_i^q, b^l; not x^n, 2^k."""
    if base is None or base == "e" or letter in vocabulary.exponents or f"{base}^{letter}" in vocabulary.powered:
        return False
    if base in vocabulary.powered and letter.islower() and letter not in LAYERS:
        return False  # W_N^r beside W_N^{kn}
    if base in vocabulary.complements and letter in ("t", "T", "n", "k"):
        return False  # 1 - B_1^t beside 1 - B_1
    if f"{base[base.rfind('(') + 1 :].rstrip(')')}^{letter}" in vocabulary.labels:
        return True
    if letter in ("Q", "K", "V", "O") and base in WEIGHTS:
        return True  # one of the projections, whatever else is called so
    arrayish = base[:1].isupper() or base.startswith("bold(") or base in vocabulary.arrays
    if letter.isupper():
        return (arrayish or is_spoken(base) or base == "d") and letter not in vocabulary.scalars
    return arrayish and letter not in vocabulary.scalars and letter not in ("n", "m", "p")


def as_factor(term: Term, node: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """A bold letter with an exponent, read as a set, where a set cannot stand: ``\\mathbf{R}^d x`` has a matrix R."""
    inner = content(node)
    if not isinstance(term, Space) or inner.kind is not Kind.SCRIPTS or len(term.sizes) != 1:
        return term
    base, *scripts = parts(inner)
    above = [content(script) for script in scripts if script.kind is Kind.SUPERSCRIPT]
    if content(base).kind is not Kind.FONT or content(base).text != "bold" or len(above) != 1:
        return term
    exponent = term.sizes[0]  # read once: exponents nest
    return _with_scripts(
        inner, content(base), scripts, vocabulary, lambda each: exponent if content(each) is above[0] else lower(each)
    )


@record
class ReadScript:
    """One script of a name by itself: a label of it, indices, or something done to it (a power, a transpose)."""

    node: Node
    label: bool = False
    indices: tuple[Term, ...] = ()
    done: Term | None = None  # what it makes of the name x


def scripts_of_name(node: Node, vocabulary: Vocabulary, lower: Lower) -> tuple[ReadScript, ...]:
    """What each script of a name is, in the order in which they are written."""
    base, *scripts = parts(node)
    inner = content(base)
    name = _name_of_base(inner)
    found = Scripts()
    read: dict[int, ReadScript] = {}
    for script in sorted(scripts, key=lambda each: each.kind is not Kind.SUBSCRIPT):
        labels, indices, done = (found.label, found.upper_label), _indices(found), len(found.wrappers)
        match script.kind:
            case Kind.SUBSCRIPT:
                _read_subscript(content(script), inner, name, vocabulary, lower, found)
            case Kind.SUPERSCRIPT:
                _read_superscript(content(script), inner, name, vocabulary, lower, found)
        made: Term = Symbol("x")
        for wrap in found.wrappers[done:]:
            made = wrap(made)
        read[id(script)] = ReadScript(
            script,
            labels != (found.label, found.upper_label),
            _indices(found)[len(indices) :] if script.kind is not Kind.SUBSCRIPT else tuple(found.indices),
            made if len(found.wrappers) > done else None,
        )
    return tuple(read[id(script)] for script in scripts)


def _indices(found: Scripts) -> tuple[Term, ...]:
    return (*found.indices, *found.upper)
