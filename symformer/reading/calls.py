"""Things side by side: products, calls, applied functions, and letters that are one name."""

from __future__ import annotations

from collections.abc import Callable

from symformer.functions import lookup
from symformer.reading.arguments import arguments_of
from symformer.reading.calculus import as_often, evaluated, followed
from symformer.reading.called import (
    call_or_product,
    call_with_scripts,
    called_with,
    is_called_in_square_brackets,
    is_special,
)
from symformer.reading.changes import CHANGES, change, changed_value, differential
from symformer.reading.code_indices import bracket_index, bracket_index_with_scripts, entry_of_value, more_indices
from symformer.reading.contractions import contracted, labels_in
from symformer.reading.functionals import (
    extension,
    is_expectation,
    is_mean_of_mean,
    is_probability_or_mean,
    is_subscriptable,
    is_transform,
    labels_below,
    perhaps_of_the_inverse,
    probability_or_mean,
)
from symformer.reading.letters import joined_letters
from symformer.reading.logic import QUANTIFIED, quantified, without_quantifier
from symformer.reading.mixed import named_in_script, no_product
from symformer.reading.numerals import is_exponential, ones_or_zeros, with_imaginary_units
from symformer.reading.operators import (
    applied_composite,
    at_a_place,
    derivative_or_product,
    derived,
    derived_composite,
    hessian_or_product,
    is_derivative_letter,
    is_hessian,
    is_place,
    is_rate,
    is_value_of,
    with_primes_on_names,
)
from symformer.reading.quantities import has_words, quantities, unit_behind, without_comments
from symformer.reading.reach import LIMITS, how_far, may_end_sooner, reach_of, starts_function, takes_all
from symformer.reading.scripts import as_factor
from symformer.reading.sequences import perhaps_sequence
from symformer.reading.spelling import COUNTING, spelled
from symformer.reading.sums import EXTREMA, is_big_bar, joined_by_bar, members_together, over_the_rest
from symformer.reading.superscripts import beside_factors
from symformer.reading.values import ACTING, holds_itself, in_brackets, is_indicator, is_plain, with_scripts_behind
from symformer.reading.vocabulary import Vocabulary
from symformer.reading.worded import word_or_factors, words_as_argument
from symformer.reading.written import (
    annotated_base,
    base_of,
    items_of,
    joined_node,
    noted_below,
    ungrouped,
    with_words,
)
from symformer.syntax.nodes import BRACKETS, WRAPPERS, Kind, Node, content, held_in, parts
from symformer.syntax.nodes import walk as walk_nodes
from symformer.terms.show import NOTHING_WRITTEN
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Number,
    Power,
    Product,
    Space,
    Symbol,
    Term,
    Unknown,
)
from symformer.text.span import Span

Lower = Callable[[Node], Term]

SET_IN_TYPE = WRAPPERS | {Kind.FONT, Kind.ANNOTATED, Kind.SCRIPTS}  # what may hold letters that are set as a word
HEADS_OF_THEIR_OWN = frozenset({"nabla", "∇", "E", "‖"})
LONGEST_RUN = 8
# signs that stand before what they act on, without brackets
BEFORE = {"partial": "differential", "∂": "differential", "angle": "angle", "∠": "angle"}


def lower_juxtaposition(node: Node, vocabulary: Vocabulary, lower: Lower) -> Term:
    """The product, call or quantity that factors side by side make."""
    joined = joined_letters(node.children, vocabulary)
    pieces = [with_words(piece) if piece.kind in SET_IN_TYPE else piece for piece in joined]
    set_in_type = not SET_IN_TYPE.isdisjoint([piece.kind for piece in pieces])
    if set_in_type:
        if (along := contracted(parts(node), lower)) is not None:
            return along
        pieces = with_imaginary_units(with_primes_on_names(named_in_script(pieces), vocabulary), vocabulary)
    if (other := no_product(node, pieces, lower)) is not None:
        return other
    if set_in_type and (found := evaluated(pieces, node.span, lower)) is not None:
        value, rest = found
        return value if not rest else Product((value, *_factors(rest, vocabulary, lower)), "", node.span)
    if len(pieces) > 1 and pieces[0].kind is Kind.NAME and pieces[0].text in QUANTIFIED:
        if (claimed := quantified(pieces, node.span, lower)) is not None:
            return claimed
        pieces = without_quantifier(pieces)
        if len(pieces) == 1:
            return lower(pieces[0])
    if len(pieces) == 2 and _is_equation_number(pieces[1]) and _is_matrix(pieces[0]):
        return lower(pieces[0])
    factors = _factors(pieces, vocabulary, lower)
    kinds = set(map(type, factors))  # most products hold none of what needs a second look beside others
    if Space in kinds:
        factors = _beside_sets(factors, pieces, vocabulary, lower)
    if Symbol in kinds and has_words(factors):
        factors = quantities(without_comments(factors))
    if Apply in kinds:
        factors = followed(factors)
    if Unknown in kinds:
        factors = beside_factors(factors)
    if len(factors) == 1:
        return factors[0]
    if not factors:
        return Unknown(NOTHING_WRITTEN, "", (), node.span)  # {}{}
    product = Product(tuple(factors), "", node.span)
    return perhaps_sequence(product) if Ellipsis in kinds else product


def _is_matrix(piece: Node) -> bool:
    held = held_in(piece) if piece.kind is Kind.FENCE else piece
    return held is not None and held.kind is Kind.MATRIX


def _is_equation_number(piece: Node) -> bool:
    """``(2)`` behind a matrix: no one multiplies from that side by a number in brackets."""
    if piece.kind is not Kind.FENCE or piece.text != "()":
        return False
    held = held_in(piece)
    return held is not None and held.text.isdecimal()


def _beside_sets(factors: list[Term], pieces: list[Node], vocabulary: Vocabulary, lower: Lower) -> list[Term]:
    """A set keeps no remark in words behind it; a bold R, Z or N that a factor follows is a matrix."""
    if len(factors) == 1:
        return factors
    if isinstance(factors[0], Space) and all(_is_remark(piece) for piece in pieces[1:]):
        return factors[:1]
    if len(factors) != len(pieces):
        return factors
    return [as_factor(factor, piece, vocabulary, lower) for factor, piece in zip(factors, pieces, strict=True)]


def _is_remark(piece: Node) -> bool:
    """Words of a sentence: ``(batch left out)``."""
    return piece.kind is Kind.WORD and (" " in piece.text or len(piece.text) > 3 or not piece.text.isascii())


def _factors(pieces: list[Node], vocabulary: Vocabulary, lower: Lower) -> list[Term]:
    factors: list[Term] = []
    at = 0
    while at < len(pieces):
        term, at = _factor(pieces, at, vocabulary, lower)
        if isinstance(term, Apply) and at < len(pieces) and pieces[at].text == "[]":
            term, at = entry_of_value(term, pieces, at, lower)
        factors.append(term)
    return factors


def _factor(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    """The factor that begins at ``at``, and where the next one begins."""
    piece = pieces[at]
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    if piece.kind is Kind.ANNOTATED and following is not None and (held := _function_over_brace(piece, following)):
        return _factor([*pieces[:at], held, *pieces[at + 1 :]], at, vocabulary, lower)
    if is_plain(piece) and (following is None or is_plain(following)):  # as most are
        return lower(piece), at + 1
    if following is not None and following.kind is Kind.FENCE and is_indicator(piece, following):
        return Apply("indicator", arguments_of(following, lower), (), piece.span.cover(following.span)), at + 2
    if (
        following is not None
        and piece.text == "1"
        and following.kind is Kind.GROUP
        and content(following).kind is Kind.CHAIN
    ):
        return Apply("indicator", (lower(following),), (), piece.span.cover(following.span)), at + 2
    if piece.text == "#" and following is not None and _is_counted(following):
        return Apply("count", (lower(following),), (), piece.span.cover(following.span)), at + 2
    if following is not None and (fence := words_as_argument(piece, following, vocabulary)) is not None:
        return call_or_product(piece, fence, vocabulary, lower), at + 2
    if piece.kind is Kind.NUMBER and (unit := unit_behind(pieces, at)) is not None:
        return Apply("quantity", (lower(piece), unit), (), piece.span.cover(unit.origin)), at + 2
    if following is not None and (at_place := derived_composite(piece, following, vocabulary, lower)) is not None:
        return at_place, at + 2
    if following is not None and is_derivative_letter(piece, following):
        value, end = _factor(pieces, at + 1, vocabulary, lower)
        return derivative_or_product(lower(piece), piece, value, lower), end
    if _stands_for_itself(piece, following):
        return lower(ungrouped(piece) if len(pieces) > 1 else piece), at + 1
    if following is not None and following.text == "()" and _is_plain_head(piece) and following.kind is Kind.FENCE:
        return call_or_product(piece, following, vocabulary, lower), at + 2
    if piece.kind is Kind.FENCE and following is not None:
        composite = applied_composite(piece, following, vocabulary, lower)
        return (lower(piece), at + 1) if composite is None else (composite, at + 2)
    if following is not None and base_of(annotated_base(piece)).kind is Kind.BIG:
        return over_the_rest(pieces, at, lower)
    if following is not None and is_big_bar(piece):
        return joined_by_bar(pieces, at, lower)
    if following is not None and (name := ones_or_zeros(content(piece))) is not None:
        if following.kind is Kind.FENCE:
            span = Span(piece.span.start, following.span.end)
            return Apply("indicator", arguments_of(following, lower), (), span), at + 2
        return Symbol(name, piece.span), at + 1
    if at and (name := ones_or_zeros(content(piece))) is not None:
        return Symbol(name, piece.span), at + 1
    name = _function_name(piece)
    if name is not None and following is not None and _is_own_argument(piece, name, following):
        return Product((lower(piece), lower(following)), "", Span(piece.span.start, following.span.end)), at + 2
    if (
        name is not None
        and following is not None
        and (entry := _entry_of_word(piece, name, following, vocabulary, lower))
    ):
        return more_indices(entry, pieces, at + 2, lower)
    called = name is not None and _applies(piece, name, following, vocabulary)
    if name is not None and called and following is not None and base_of(piece).kind is Kind.WORD:
        if (doubtful := word_or_factors(pieces, at, name, vocabulary, lower)) is not None:
            return doubtful, at + 2
    if name is not None and called and (lookup(name) is not None or not holds_itself(piece, following)):
        labels, exponent = _function_scripts(piece, lower)
        return _application(pieces, at, name, labels, exponent, vocabulary, lower)
    if following is not None and (is_expectation(piece) or is_mean_of_mean(pieces, at)):
        return _application(pieces, at, "expectation", labels_below(piece, lower), None, vocabulary, lower)
    if following is not None and following.kind is Kind.FENCE and is_special(piece, following, vocabulary):
        return called_with(lower(piece), arguments_of(following, lower), piece.span.cover(following.span)), at + 2
    if following is not None and following.kind is Kind.FENCE and following.text == "[]" and is_subscriptable(piece):
        if (indexed := bracket_index(piece, following, vocabulary, lower)) is not None:
            return more_indices(indexed, pieces, at + 2, lower)
    if following is not None and is_called_in_square_brackets(piece, following, vocabulary):
        return called_with(lower(piece), arguments_of(following, lower), piece.span.cover(following.span)), at + 2
    if following is not None and base_of(following).text == "[]" and is_subscriptable(piece):
        if (indexed := bracket_index_with_scripts(piece, following, vocabulary, lower)) is not None:
            return indexed, at + 2
    if following is not None and piece.kind is Kind.FONT and following.kind is Kind.FENCE:
        if (field := extension(piece, following, lower)) is not None:
            return field, at + 2
    if following is not None and following.kind is Kind.FENCE and is_transform(piece, following):
        span = Span(piece.span.start, following.span.end)
        return called_with(lower(piece), arguments_of(following, lower), span), at + 2
    if following is not None and following.kind is Kind.FENCE and is_probability_or_mean(piece, following):
        return probability_or_mean(piece, following, lower), at + 2
    if following is not None and following.kind is Kind.FENCE and _is_nabla(piece) and not _has_power(piece):
        return _gradient(pieces, at, vocabulary, lower)
    if following is not None and is_subscriptable(piece):
        if following.kind is Kind.FENCE and following.text == "()" and _is_bare_differential(piece, following):
            return Apply("differential", (lower(following),), (), piece.span.cover(following.span)), at + 2
        if following.kind is Kind.FENCE and following.text == "()":
            return call_or_product(piece, following, vocabulary, lower), at + 2
        if (grouped := content(following)).kind is Kind.FENCE and grouped.text == "()":
            return call_or_product(piece, grouped, vocabulary, lower), at + 2  # f{(x)}
        if base_of(following).kind is Kind.FENCE and base_of(following).text == "()":
            return call_with_scripts(piece, following, vocabulary, lower), at + 2
    if piece.kind is Kind.NAME and piece.text in CHANGES and following is not None:
        if starts_function(following) and at + 2 < len(pieces) and not _long_run(pieces, at + 1):
            value, end = _factor(pieces, at + 1, vocabulary, lower)  # Δ ln x
            return Apply("Delta", (value,), (), piece.span.cover(pieces[end - 1].span)), end
        if (changed := change(piece, following, vocabulary, lower)) is not None:
            return changed_value(changed, pieces, at + 2, vocabulary, lower)
    if following is not None and at + 2 < len(pieces) and is_hessian(piece, following):
        value, end = _factor(pieces, at + 1, vocabulary, lower)
        if (hessian := hessian_or_product(lower(piece), value)) is not None:
            return hessian, end
    if following is not None and (small := differential(pieces, at, vocabulary, lower)) is not None:
        return small, at + 2
    if following is not None and _is_partial(piece):
        return _partial(pieces, at, vocabulary, lower)
    if following is not None and piece.kind is Kind.NAME and piece.text in BEFORE and not _long_run(pieces, at):
        value, end = _factor(pieces, at + 1, vocabulary, lower)
        return Apply(BEFORE[piece.text], (value,), (), piece.span.cover(pieces[end - 1].span)), end
    if following is not None and is_rate(piece) and (is_place(following) or is_value_of(piece, following)):
        return at_a_place(piece, following, lower), at + 2
    if _is_nabla(piece) and following is not None and not _has_power(piece):
        return _gradient(pieces, at, vocabulary, lower)
    if _is_nabla(piece) and following is not None and _is_squared(piece) and not _long_run(pieces, at):
        return _second_derivative(pieces, at, vocabulary, lower)
    return lower(piece), at + 1


def _function_over_brace(piece: Node, following: Node) -> Node | None:
    r"""The D of ``\underbrace{D}_{\text{critic}}(x)``: what a brace holds, where it is called."""
    held = annotated_base(piece)
    if not piece.text.endswith("brace") or held.kind is Kind.ANNOTATED:
        return None
    called = base_of(held).kind is Kind.FUNCTION or base_of(following).text == "()"
    return held if called and base_of(held).kind in (Kind.FUNCTION, Kind.WORD, Kind.NAME) else None


def _stands_for_itself(piece: Node, following: Node | None) -> bool:
    """Whether a piece is a factor whatever follows: a number, a bracket, a plain name that no bracket follows.

    Most pieces do, so they are told first; what is not sure goes through all readings.
    """
    base = content(parts(piece)[0]) if piece.kind is Kind.SCRIPTS else piece
    if base.kind is Kind.NUMBER:
        return True
    if base.kind is Kind.FENCE:
        return piece.kind is Kind.SCRIPTS or following is None or following.kind is not Kind.FENCE
    if base.kind is Kind.NAME:
        plain = base.text not in ACTING
    elif base.kind is Kind.FONT:
        name = spelled(base) if base.text != "blackboard" else None
        plain = name is not None and name not in ACTING and content(parts(base)[-1]).kind is Kind.NAME
    else:
        plain = base.kind is Kind.ACCENT
    return plain and (following is None or base_of(following).kind is not Kind.FENCE)


def _is_plain_head(piece: Node) -> bool:
    """Whether a piece is a letter that round brackets make a call or a factor: no sign of calculus, no mean."""
    base = piece.children[0] if piece.kind is Kind.SCRIPTS else piece
    return base.kind is Kind.NAME and base.text not in HEADS_OF_THEIR_OWN and base.text not in BEFORE


def _function_name(piece: Node) -> str | None:
    """The function a piece names: \\log_2, \\sin^2, softmax_j, g'."""
    node = content(piece)
    if (noted := noted_below(node)) is not None:
        node = content(noted[0])
        return node.text if node.kind in (Kind.FUNCTION, Kind.WORD) else None
    inner = base_of(node)
    if inner.kind not in (Kind.FUNCTION, Kind.WORD):
        return None
    scripts = parts(node)[1:] if node.kind is Kind.SCRIPTS else ()
    return inner.text + "'" * sum(max(1, prime.text.count("'")) for prime in map(_prime, scripts) if prime is not None)


def _prime(script: Node) -> Node | None:
    r"""The prime that a script is: of ``f'`` and of ``f^{\prime}``."""
    if script.kind is Kind.PRIME:
        return script
    above = content(script)
    return above if script.kind is Kind.SUPERSCRIPT and (above.kind is Kind.PRIME or above.text == "prime") else None


def _function_scripts(piece: Node, lower: Lower) -> tuple[tuple[Term, ...], Term | None]:
    """The labels of a function, and a power written on it."""
    node = content(piece)
    if (noted := noted_below(node)) is not None:
        return labels_in(noted[1], lower), None
    labels: list[Term] = []
    exponent: Term | None = None
    for script in parts(node)[1:] if node.kind is Kind.SCRIPTS else ():
        if _prime(script) is not None:
            continue
        if script.kind is Kind.SUBSCRIPT:
            labels.append(_function_label(content(script), lower))
        elif script.kind is Kind.SUPERSCRIPT and _is_limit(node):
            labels.append(Apply("upper", (lower(content(script)),), (), script.span))
        elif script.kind is Kind.SUPERSCRIPT and (base_of(node).kind is Kind.FUNCTION or _is_power(node, script)):
            exponent = lower(content(script))
        elif script.kind is Kind.SUPERSCRIPT:
            labels.append(Apply("upper", (in_brackets(content(script), lower),), (), script.span))
    return tuple(labels), exponent


def _is_counted(node: Node) -> bool:
    r"""Whether ``\# I_m``, ``\#\{x\}`` say how many there are."""
    node = content(node)
    return node.kind in (Kind.NAME, Kind.SCRIPTS, Kind.FONT) or node.kind is Kind.FENCE and node.text == "{}"


def _is_power(node: Node, script: Node) -> bool:
    r"""``\operatorname{tanh}^2``: a number above a function of single values raises it."""
    known = lookup(base_of(node).text)
    return content(script).kind is Kind.NUMBER and known is not None and known.elementwise


def _is_limit(node: Node) -> bool:
    r"""``\max_{k=1}^{n}``: with a beginning below, what stands above is the end, and no power."""
    below = [content(script) for script in parts(node)[1:] if script.kind is Kind.SUBSCRIPT]
    begins = len(below) == 1 and below[0].kind is Kind.CHAIN and parts(below[0])[1].text == "="
    return begins and takes_all(base_of(node).text, lookup(base_of(node).text))


def _function_label(node: Node, lower: Lower) -> Term:
    """A label on a function: ``softmax_{row}`` names a word where three letters and more stand close together."""
    letters = node.children if node.kind is Kind.JUXTAPOSITION else ()
    if len(letters) >= 3 and all(each.kind is Kind.NAME and len(each.text) == 1 for each in letters):
        return Symbol("".join(each.text for each in letters), node.span)
    if len(letters) == 2 and letters[0].kind is Kind.NAME and letters[1].kind is Kind.NUMBER:
        return Symbol(letters[0].text + letters[1].text, node.span)
    return members_together(lower(node))


def _applies(piece: Node, name: str, following: Node | None, vocabulary: Vocabulary) -> bool:
    if following is None:
        return False
    if starts_function(piece):
        inner = content(piece)
        return inner.kind is not Kind.SCRIPTS or not is_exponential(base_of(inner), parts(inner)[1:])
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}"):
        if name.endswith((":", "：")):
            return False  # \\text{Input:} [0.5, 0.2]
        return name not in vocabulary.arrays and name not in vocabulary.scalars
    known = lookup(name) is not None and name not in vocabulary.values
    return known and name not in vocabulary.arrays and content(following).kind is not Kind.WORD


def _application(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], exponent: Term | None,
    vocabulary: Vocabulary, lower: Lower,
) -> tuple[Term, int]:  # fmt: skip
    known = lookup(name)
    canonical = known.name if known is not None else "to degrees" if name == "degrees" else name  # no sign of degrees
    following = pieces[at + 1]
    start = pieces[at].span.start
    over_all = (
        bool(labels)
        and (canonical in EXTREMA or canonical in LIMITS)
        and (at + 2 < len(pieces) or _is_sum_with_scripts(following))
        and not _is_list(following)
    )
    if following.kind is Kind.FENCE and following.text in ("()", "[]", "{}") and not over_all:
        arguments, end = arguments_of(following, lower, name), at + 2
    elif (
        following.kind is Kind.SCRIPTS
        and _is_call_fence(following, () if known is None else ("[]", "{}"))
        and not (over_all and _is_sum_with_scripts(following))
    ):
        return _application_with_scripts_behind(pieces, at, canonical, labels, lower)
    elif (
        starts_function(following) and at + 2 < len(pieces) and not takes_all(name, known) and not _long_run(pieces, at)
    ):
        inner, end = _factor(pieces, at + 1, vocabulary, lower)
        arguments = (inner,)
    else:
        end = reach_of(pieces, at, name, known)
        argument = lower(joined_node(pieces[at + 1 : end]))
        if canonical == "log" and may_end_sooner(pieces, at + 1, end, argument):
            return how_far(pieces, at, end, labels, lower), end
        arguments = (argument,)
    span = Span(start, pieces[end - 1].span.end)
    if name == "norm":
        readings = tuple(Apply(each, arguments, labels, span) for each in ("norm", "Norm"))
        return Unknown("a norm or a normalisation", "", readings, span), end
    applied: Term = Apply(canonical, arguments, labels, span)
    if exponent is not None:
        if isinstance(exponent, Number) and exponent.value == -1:
            applied = Apply(f"inverse {canonical}", arguments, labels, span)
        else:
            applied = Power(applied, exponent, span)
    return applied, end


def _is_list(fence: Node) -> bool:
    """Whether brackets hold several things: ``\\min_t (a_t, b)``, and not ``\\min_t (1 - a) b_t``."""
    held = held_in(fence)
    return held is not None and held.kind is Kind.LIST


def _is_sum_with_scripts(piece: Node) -> bool:
    r"""``\\lim_n (1 + 1/n)^n``, ``\\max_x (a - x)^2``: scripts behind a sum in brackets belong to what is sought."""
    fence = base_of(piece)
    held = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    return piece.kind is Kind.SCRIPTS and len(held) == 1 and held[0].kind is Kind.SUM and fence.kind is Kind.FENCE


def _is_own_argument(piece: Node, name: str, following: Node) -> bool:
    """``out_1(1 - out_1)``: a word that stands in the brackets behind it is no function."""
    if base_of(piece).kind is not Kind.WORD or following.kind is not Kind.FENCE or lookup(name) is not None:
        return False
    letters = list(name)
    run: list[str] = []
    for node in walk_nodes(following):
        if node.kind is Kind.WORD and node.text == name:
            return True
        if node.kind is Kind.NAME:
            run = [*run, node.text][-len(letters) :]
            if run == letters:
                return True
    return False


def _entry_of_word(piece: Node, name: str, fence: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    r"""``\text{mask}[i, j]``: letters that count, numbers and slices in square brackets are indices."""
    known = lookup(name)
    if base_of(piece).kind is not Kind.WORD or fence.kind is not Kind.FENCE or fence.text != "[]":
        return None
    if known is not None and known.law in ("concat", "stack", "extremum", "reduce", "scalar"):
        return None
    held = [part for part in parts(fence) if part.kind not in BRACKETS]
    items = [content(item) for item in (items_of(held[0]) if held and held[0].kind is Kind.LIST else held)]
    if not items or not all(_counts(item) for item in items):
        return None
    return bracket_index(piece, fence, vocabulary, lower)


def _counts(item: Node) -> bool:
    if item.kind is Kind.SUM or item.kind is Kind.PRODUCT:
        told = [content(part) for part in parts(item)[::2]]
        return any(map(_counts, told)) and all(_counts(each) or each.kind is Kind.WORD for each in told)
    if item.kind is Kind.NAME:
        return item.text in COUNTING or item.text in ("t", "s", "b", "c", "d", "h")
    if item.kind is Kind.PREFIX:
        return content(parts(item)[-1]).kind is Kind.NUMBER
    return item.kind in (Kind.NUMBER, Kind.MID, Kind.OPERATOR)


def _long_run(pieces: list[Node], at: int) -> bool:
    """Whether more functions stand in a row than mathematics has: no input may nest without bound."""
    run = pieces[at : at + LONGEST_RUN]
    return len(run) == LONGEST_RUN and all(
        starts_function(piece) or _is_nabla(piece) or _is_partial(piece) for piece in run
    )


def _is_bare_differential(piece: Node, fence: Node) -> bool:
    r"""``\partial (U + V)``: the change of what the brackets hold, where that is one thing."""
    return piece.kind is Kind.NAME and BEFORE.get(piece.text) == "differential" and not _is_list(fence)


def _is_nabla(piece: Node) -> bool:
    inner = content(piece)
    if inner.kind is Kind.SCRIPTS:
        inner = content(parts(inner)[0])
    return inner.kind is Kind.NAME and inner.text in ("nabla", "∇")


def _has_power(piece: Node) -> bool:
    inner = content(piece)
    return inner.kind is Kind.SCRIPTS and any(part.kind is Kind.SUPERSCRIPT for part in parts(inner))


def _gradient(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    """``\\nabla_W L(x)``: the gradient of what follows, with the names it is taken by as labels."""
    scripts = parts(content(pieces[at]))[1:] if content(pieces[at]).kind is Kind.SCRIPTS else ()
    labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
    if _long_run(pieces, at):
        of, end = lower(pieces[at + 1]), at + 2
    else:
        of, end = _factor(pieces, at + 1, vocabulary, lower)
    span = Span(pieces[at].span.start, pieces[end - 1].span.end)
    return derived("gradient", of, labels, span), end


def _second_derivative(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    r"""``\nabla^2 f(0)``: the matrix of second derivatives, or their sum."""
    of, end = _factor(pieces, at + 1, vocabulary, lower)
    span = Span(pieces[at].span.start, pieces[end - 1].span.end)
    scripts = parts(content(pieces[at]))[1:]
    labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
    readings = tuple(derived(name, of, labels, span) for name in ("Hessian", "Laplacian"))
    return Unknown("a Hessian or a Laplacian", "", readings, span), end


def _is_squared(piece: Node) -> bool:
    above = [content(part) for part in parts(content(piece))[1:] if part.kind is Kind.SUPERSCRIPT]
    return len(above) == 1 and above[0].kind is Kind.NUMBER and above[0].text == "2"


def _is_call_fence(node: Node, others: tuple[str, ...]) -> bool:
    """Whether scripts stand behind brackets that hold arguments: ``f(x)_i``; bars hold a value."""
    fence = content(parts(node)[0])
    return fence.kind is Kind.FENCE and (fence.text == "()" or fence.text in others)


def _application_with_scripts_behind(
    pieces: list[Node], at: int, name: str, labels: tuple[Term, ...], lower: Lower
) -> tuple[Term, int]:
    """softmax(z)_i, \\exp(x)^2, \\log(x)^T: the scripts belong to the value."""
    scripted = pieces[at + 1]
    fence, *scripts = scripted.children
    span = Span(pieces[at].span.start, scripted.span.end)
    value = Apply(name, arguments_of(content(fence), lower, name), labels, Span(span.start, fence.span.end))
    return perhaps_of_the_inverse(with_scripts_behind(value, scripts, span, lower)), at + 2


def _is_partial(piece: Node) -> bool:
    """Whether a piece is ``\\partial_x``: the derivative of what follows."""
    inner = content(piece)
    if inner.kind is not Kind.SCRIPTS or base_of(inner).text not in ("partial", "∂"):
        return False
    return any(part.kind is Kind.SUBSCRIPT for part in parts(inner))


def _partial(pieces: list[Node], at: int, vocabulary: Vocabulary, lower: Lower) -> tuple[Term, int]:
    scripts = parts(content(pieces[at]))[1:]
    by = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
    order = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUPERSCRIPT)
    if _long_run(pieces, at):
        of, end = lower(pieces[at + 1]), at + 2
    else:
        of, end = _factor(pieces, at + 1, vocabulary, lower)
    return Apply(
        "derivative", (of, *as_often(by, order)), order, Span(pieces[at].span.start, pieces[end - 1].span.end)
    ), end
