"""Each kind of term as a part of NumPy source."""

from __future__ import annotations

import re
from functools import reduce

from symformer.algebra.printed import printed
from symformer.functions import Function, lookup
from symformer.printing.identifiers import identifier
from symformer.printing.numpy_calls import called, concatenated
from symformer.printing.numpy_pieces import (
    ATOM,
    COMPARISON,
    POWER,
    PRODUCT,
    SIGNED,
    SUM,
    CannotWrite,
    Piece,
    Writer,
    entrywise,
    product_of,
    sum_of,
    transposed,
)
from symformer.terms.conventions import Lie
from symformer.terms.dots import counted, member
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

CONSTANTS = {"pi": "np.pi", "infty": "np.inf"}
EULER = (Symbol("e"), Symbol("roman(e)"))
IDENTITY = frozenset({"I", "bold(I)", "roman(I)"})
LOGARITHMS = {"log2": "np.log2", "lb": "np.log2", "log10": "np.log10", "lg": "np.log10"}
COMPARISONS = {"=": "==", "≠": "!=", "<": "<", ">": ">", "≤": "<=", "≥": ">="}
IDENTITY_SHAPE = ("identity", "identity")  # until it meets an array that tells its size
OTHERWISE = frozenset({"otherwise", "else"})
GROUPS = frozenset({"versus", "parameters"})


def piece(term: Term, writer: Writer) -> Piece:
    """A term as source.

    Raises:
        CannotWrite: a part of it has none.
    """
    match term:
        case Symbol():
            return _symbol(term, writer)
        case Number():
            return _number(term)
        case Sum():
            return _sum(term, writer)
        case Product():
            return _product(term, writer)
        case Elementwise():
            return _elementwise(term, writer)
        case Quotient():
            return entrywise(piece(term.numerator, writer), piece(term.denominator, writer), "/")
        case Power():
            return _power(term, writer)
        case Transpose():
            return transposed(piece(term.operand, writer))
        case Apply():
            return _apply(term, writer)
        case IndexedSum():
            return _indexed(term, writer)
        case Index():
            return _index(term, writer)
        case Matrix():
            return _matrix(term, writer)
        case Cases():
            return _cases(term, writer)
        case Relation():
            return _condition(term, writer)
    raise CannotWrite(term.reason if isinstance(term, Unknown) else f"no source for {show(term)}")


def entries(left: Term, right: Term, writer: Writer) -> Piece:
    """The right side of an equation, for each of the indices that its left side is told for: A_ij = …"""
    if not isinstance(left, Index):
        return piece(right, writer)
    indices = [each for each in (*left.upper, *left.indices) if isinstance(each, Symbol)]
    if len(indices) != len(left.upper) + len(left.indices) or len(set(indices)) != len(indices):
        raise CannotWrite(f"the entries {show(left)}")
    inner = reduce(Writer.counting, indices, writer)
    body = piece(right, inner)
    text, sizes = body.text, body.shape
    for index in reversed(indices):
        size = _axis(
            index, left if isinstance(left.base, Symbol) and writer.shapes.get(left.base.name) else right, inner
        )
        text = f"[{text} for {identifier(index.name)} in range({size.text})]"
        sizes = None if sizes is None else (_size_name(size), *sizes)
    return Piece(f"np.array({text})", ATOM, sizes, writer.conventions.vectors)


def _symbol(term: Symbol, writer: Writer) -> Piece:
    if term in writer.counted or term.name in writer.shapes:
        return writer.name(term)
    if term.name in CONSTANTS:
        return Piece(CONSTANTS[term.name])
    if term.name in IDENTITY:
        return Piece("I", ATOM, IDENTITY_SHAPE)
    return writer.name(term)


def _number(term: Number) -> Piece:
    value = term.value
    if value.denominator == 1:
        return Piece(str(value), ATOM if value >= 0 else SIGNED)
    if term.printed is not None and term.printed.text.replace(".", "").replace("-", "").isdecimal():
        return Piece(term.printed.text, ATOM if value >= 0 else SIGNED)
    return Piece(f"{value.numerator} / {value.denominator}", PRODUCT)


def _sum(term: Sum, writer: Writer) -> Piece:
    if any(isinstance(each, Ellipsis) for each in term.terms):
        return _added_up(term, writer)
    found: Piece | None = None
    for each in term.terms:
        positive = _negated(each) if found is not None else None
        part = piece(each if positive is None else positive, writer)
        if found is None:
            found = part
        else:
            found, part = _sized(found, part, writer), _sized(part, found, writer)
            found = sum_of(found, part, "+" if positive is None else "-")
    if found is None:
        raise CannotWrite("an empty sum")
    return found


def _sized(part: Piece, beside: Piece, writer: Writer) -> Piece:
    """An identity matrix in the size of what it is added to."""
    if part.shape != IDENTITY_SHAPE:
        return part
    if beside.shape is None or len(beside.shape) != 2 or beside.shape == IDENTITY_SHAPE or beside.shape[-1] is None:
        raise CannotWrite("an identity matrix of open size")
    text = re.sub(r"\bI\b", f"np.eye({writer.size(beside.shape[-1])})", part.text)
    return Piece(text, part.binds, beside.shape)


def _negated(term: Term) -> Term | None:
    """What is taken off, where a term is."""
    match term:
        case Product(factors=(Number(value=value), *rest)) if value == -1 and rest:
            return rest[0] if len(rest) == 1 else Product(tuple(rest), term.sign)
        case Number() if term.value < 0:
            text = None if term.printed is None else printed(term.printed.text.lstrip("-"))
            return Number(-term.value, text)
    return None


def _added_up(term: Sum, writer: Writer) -> Piece:
    if len(term.terms) < 3 or not isinstance(term.terms[-2], Ellipsis):
        raise CannotWrite("dots whose rule is not seen")
    loop, body = _counted_loop(term.terms[-3], term.terms[-1], writer)
    members = f"sum({body.text} {loop})"
    ahead = [piece(each, writer) for each in term.terms[:-3]]
    if ahead and any(isinstance(each, Ellipsis) for each in term.terms[:-3]):
        raise CannotWrite("dots in several places")
    return reduce(lambda left, right: sum_of(left, right, "+"), [*ahead, Piece(members, ATOM, body.shape, body.lie)])


def _counted_loop(before: Term, after: Term, writer: Writer) -> tuple[str, Piece]:
    """The loop over the members of a list with dots, and one member."""
    ends = counted(before, after)
    if ends is None:
        raise CannotWrite("dots whose rule is not seen")
    index = next(Symbol(name) for name in "ijklt" if not _mentions(before, name) and Symbol(name) not in writer.counted)
    body = piece(member(before, after, index), writer.counting(index))
    return f"for {index.name} in {_span(piece(ends[0], writer), piece(ends[1], writer), writer)}", body


def _mentions(term: Term, name: str) -> bool:
    return any(isinstance(part, Symbol) and part.name == name for part in walk(term))


def _span(first: Piece, last: Piece, writer: Writer) -> str:
    """The range of a loop that counts from 0 where the formula counts from its first index."""
    start = writer.conventions.first_index
    stop = last.text if start == 1 else f"{last.at(SUM)} + 1"
    if first.text == str(start):
        return f"range({stop})"
    return f"range({_shifted(first, start)}, {stop})"


def _product(term: Product, writer: Writer) -> Piece:
    factors = term.factors
    if isinstance(factors[0], Number) and factors[0].value == -1 and len(factors) > 1:
        rest = piece(Product(factors[1:], term.sign) if len(factors) > 2 else factors[1], writer)
        return Piece(f"-{rest.at(PRODUCT)}", SIGNED if rest.binds > PRODUCT else PRODUCT, rest.shape, rest.lie)
    return reduce(lambda left, right: product_of(left, right, term.sign), (piece(each, writer) for each in factors))


def _elementwise(term: Elementwise, writer: Writer) -> Piece:
    sign = {"⊙": "*", "∘": "*", "⊘": "/"}.get(term.sign)
    if sign is None:
        raise CannotWrite(f"the sign {term.sign}")
    return reduce(lambda left, right: entrywise(left, right, sign), (piece(each, writer) for each in term.factors))


def _power(term: Power, writer: Writer) -> Piece:
    exponent = piece(term.exponent, writer)
    if term.base in EULER:
        return Piece(f"np.exp({exponent.text})", ATOM, exponent.shape, exponent.lie)
    base = piece(term.base, writer)
    if base.rank == 2 and isinstance(term.exponent, Number) and term.exponent.value.denominator == 1:
        assert base.shape is not None
        if term.exponent.value == -1:
            return Piece(f"np.linalg.inv({base.text})", ATOM, base.shape)
        if base.shape[0] == base.shape[1] is not None:
            return Piece(f"np.linalg.matrix_power({base.text}, {exponent.text})", ATOM, base.shape)
    return Piece(f"{base.at(ATOM)}**{exponent.at(POWER)}", POWER, base.shape, base.lie)


# -- functions --------------------------------------------------------------------------------------------------------


def _apply(term: Apply, writer: Writer) -> Piece:
    given = [part for each in term.arguments for part in _group(each)]
    function = lookup(term.function)
    if function is not None and function.law == "concat" and any(isinstance(each, Ellipsis) for each in given):
        return _concatenated_list(given, writer)
    if len(term.labels) == 1 and isinstance(term.labels[0], Symbol) and len(given) == 1:
        if _picks(term.labels[0], given[0]):
            return _over_index(term, term.labels[0], given[0], function, writer)
    arguments = [piece(each, writer) for each in given]
    if not arguments:
        raise CannotWrite(f"{term.function} of nothing")
    first, listed = arguments[0], ", ".join(each.text for each in arguments)
    if term.function in ("tuple", "list"):
        return Piece(f"np.array([{listed}])", ATOM, (None, *(first.shape or ())), writer.conventions.vectors)
    if term.function in LOGARITHMS and not term.labels:
        return Piece(f"{LOGARITHMS[term.function]}({listed})", ATOM, first.shape, first.lie)
    if term.function == "inner" and len(arguments) == 2 and not term.labels:
        return product_of(first, arguments[1], "·")
    if term.function == "absolute":
        return Piece(f"np.abs({listed})", ATOM, first.shape, first.lie)
    if function is None or function.value is None:
        raise CannotWrite(f"what {term.function} does is not known")
    marks = [piece(each, writer) for each in term.labels if not isinstance(each, Symbol)]
    return called(function, arguments, marks, writer)


def _group(term: Term) -> tuple[Term, ...]:
    return term.arguments if isinstance(term, Apply) and term.function in GROUPS else (term,)


def _picks(index: Symbol, term: Term) -> bool:
    return any(isinstance(part, Index) and index in children(part) for part in walk(term))


def _concatenated_list(given: list[Term], writer: Writer) -> Piece:
    """Concat(head_1, …, head_h)."""
    if len(given) < 3 or not isinstance(given[-2], Ellipsis):
        raise CannotWrite("dots whose rule is not seen")
    loop, body = _counted_loop(given[0], given[-1], writer)
    axis = -2 if writer.conventions.positions == "columns" else -1
    return Piece(f"np.concatenate([{body.text} {loop}], axis={axis})", ATOM, concatenated([body], axis))


def _over_index(term: Apply, index: Symbol, given: Term, function: Function | None, writer: Writer) -> Piece:
    """softmax_j(e_ij), max_i x_i: a function of all the values along an index."""
    if function is None or function.value is None:
        raise CannotWrite(f"what {term.function} does is not known")
    inner = writer.counting(index)
    body = piece(given, inner)
    listed = f"np.array([{body.text} for {identifier(index.name)} in range({_axis(index, given, inner).text})])"
    made = called(function, [Piece(listed, ATOM, (None,))], [], writer)
    if index in writer.counted:
        return Piece(f"{made.text}[{writer.counted[index]}]")
    return made


# -- indices, sums, matrices, cases -----------------------------------------------------------------------------------


def _indexed(term: IndexedSum, writer: Writer) -> Piece:
    if term.index is None or term.kind not in ("sum", "product", "max", "min", "concat"):
        raise CannotWrite(f"a big operator over {term.kind}")
    inner = writer.counting(term.index)
    body = piece(term.body, inner)
    if term.lower is not None and term.upper is not None:
        over = _span(piece(term.lower, writer), piece(term.upper, writer), writer)
    elif term.lower is None and term.upper is None:
        over = f"range({_axis(term.index, term.body, inner).text})"
    else:
        raise CannotWrite(f"the range of {show(term.index)}")
    loop = f"for {identifier(term.index.name)} in {over}"
    if term.condition is not None:
        loop += f" if {_condition(term.condition, inner).text}"
    if term.kind == "concat":
        return Piece(f"np.concatenate([{body.text} {loop}], axis=-1)", ATOM, concatenated([body], -1))
    name = {"sum": "sum", "product": "np.prod", "max": "max", "min": "min"}[term.kind]
    listed = f"[{body.text} {loop}]" if term.kind == "product" else f"{body.text} {loop}"
    return Piece(f"{name}({listed})", ATOM, body.shape, body.lie)


def _axis(index: Symbol, body: Term, writer: Writer) -> Piece:
    """The size of the axis that an index picks from."""
    for part in walk(body):
        if isinstance(part, Index) and index in (*part.upper, *part.indices):
            at = (*part.upper, *part.indices).index(index)
            base = piece(part.base, writer)
            if base.shape is not None and at < len(base.shape):
                size = base.shape[at]
                if size is not None:
                    return Piece(writer.size(size), ATOM, (size,))
                text = f"len({base.text})" if at == 0 else f"{base.at(ATOM)}.shape[{at}]"
                return Piece(text, ATOM, (size,))
    raise CannotWrite(f"the range of {show(index)}")


def _size_name(size: Piece) -> str | None:
    return size.shape[0] if size.shape else None


def _index(term: Index, writer: Writer) -> Piece:
    base = piece(term.base, writer)
    scripts = (*term.upper, *term.indices)
    if base.shape is not None and len(base.shape) < len(scripts):
        raise CannotWrite(f"the indices of {show(term)}")
    texts = [_script(each, writer) for each in scripts]
    while texts and texts[-1] == ":":
        texts.pop()
    sizes = None
    if base.shape is not None:
        kept = (size for size, each in zip(base.shape, scripts, strict=False) if isinstance(each, Slice))
        sizes = (*kept, *base.shape[len(scripts) :])
    column = base.rank == 2 and len(scripts) == 2 and isinstance(scripts[0], Slice)
    lie: Lie = "column" if column else writer.conventions.vectors
    return Piece(f"{base.at(ATOM)}[{', '.join(texts)}]" if texts else base.text, ATOM, sizes, lie)


def _script(script: Term, writer: Writer) -> str:
    first = writer.conventions.first_index
    if isinstance(script, Slice):
        start = "" if script.start is None else _shifted(piece(script.start, writer), first)
        return f"{start}:{'' if script.stop is None else piece(script.stop, writer).text}"
    if isinstance(script, Symbol) and script in writer.counted:
        return writer.counted[script]
    return _shifted(piece(script, writer), first)


def _shifted(place: Piece, first: int) -> str:
    if not first:
        return place.text
    if place.text.isdecimal():
        return str(int(place.text) - first)
    return (
        place.text.removesuffix(f" + {first}") if place.text.endswith(f" + {first}") else f"{place.at(SUM)} - {first}"
    )


def _matrix(term: Matrix, writer: Writer) -> Piece:
    if any(isinstance(cell, Ellipsis) for row in term.rows for cell in row):
        return _column_with_dots(term, writer)
    rows = [[piece(cell, writer) for cell in row] for row in term.rows]
    if all(cell.rank == 0 for row in rows for cell in row):
        if len(rows) == 1 or all(len(row) == 1 for row in rows):
            lie: Lie = writer.conventions.vectors if term.style == "tuple" else "row" if len(rows) == 1 else "column"
            return Piece(f"np.array([{', '.join(cell.text for row in rows for cell in row)}])", ATOM, (None,), lie)
        listed = ", ".join(f"[{', '.join(cell.text for cell in row)}]" for row in rows)
        return Piece(f"np.array([{listed}])", ATOM, (None, None))
    if all(len(row) == 1 and row[0].rank == 1 and row[0].lie == "column" for row in rows):
        return Piece(f"np.concatenate(({', '.join(row[0].text for row in rows)}))", ATOM, (None,), "column")
    if all(cell.rank == 2 for row in rows for cell in row):
        listed = ", ".join(f"[{', '.join(cell.text for cell in row)}]" for row in rows)
        return Piece(f"np.block([{listed}])", ATOM, (None, None))
    if all(len(row) == 1 and row[0].rank == 1 for row in rows):
        return Piece(f"np.stack(({', '.join(row[0].text for row in rows)}))", ATOM, (None, *(rows[0][0].shape or ())))
    if len(rows) == 1 and all(cell.rank == 1 for cell in rows[0]):
        listed, columns = ", ".join(cell.text for cell in rows[0]), rows[0][0].lie == "column"
        if columns:
            return Piece(f"np.stack(({listed}), axis=1)", ATOM, (*(rows[0][0].shape or ()), None))
        return Piece(f"np.concatenate(({listed}))", ATOM, (None,))
    raise CannotWrite("a matrix of unlike parts")


def _column_with_dots(term: Matrix, writer: Writer) -> Piece:
    cells = [row[0] for row in term.rows if len(row) == 1]
    if len(cells) != len(term.rows) or len(cells) != 3 or not isinstance(cells[1], Ellipsis):
        raise CannotWrite("a matrix with dots")
    loop, body = _counted_loop(cells[0], cells[2], writer)
    if body.rank == 0:
        return Piece(f"np.array([{body.text} {loop}])", ATOM, (None,), "column")
    if body.rank == 1 and body.lie == "column":
        return Piece(f"np.concatenate([{body.text} {loop}])", ATOM, (None,), "column")
    return Piece(f"np.vstack([{body.text} {loop}])", ATOM, (None, body.shape[-1]) if body.shape else None)


def _cases(term: Cases, writer: Writer) -> Piece:
    found: Piece | None = None
    for branch, condition in reversed(term.branches):
        here = piece(branch, writer)
        if condition is None or (isinstance(condition, Symbol) and condition.name.strip(" .,") in OTHERWISE):
            found = here
            continue
        if found is None:
            raise CannotWrite("cases that leave something open")
        said = _condition(condition, writer)
        if said.rank == 0 and found.rank == 0 and here.rank == 0:
            found = Piece(f"({here.text} if {said.text} else {found.text})")
        else:
            wide = max((said, here, found), key=lambda each: each.rank or 0)
            found = Piece(f"np.where({said.text}, {here.text}, {found.text})", ATOM, wide.shape, wide.lie)
    if found is None:
        raise CannotWrite("cases of which none holds")
    return found


def _condition(term: Term, writer: Writer) -> Piece:
    if not isinstance(term, Relation) or any(sign not in COMPARISONS for sign in term.relations):
        raise CannotWrite(f"the condition {show(term)}")
    sides = [piece(each, writer) for each in term.sides]
    wide = max(sides, key=lambda each: each.rank or 0)
    if wide.rank and len(sides) > 2:
        raise CannotWrite(f"the condition {show(term)}")
    text = sides[0].at(SUM)
    for sign, side in zip(term.relations, sides[1:], strict=True):
        text += f" {COMPARISONS[sign]} {side.at(SUM)}"
    return Piece(text, COMPARISON, wide.shape)
