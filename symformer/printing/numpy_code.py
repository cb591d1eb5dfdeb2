"""A term as readable NumPy source: ``softmax(Q @ K.T / np.sqrt(d_k)) @ V``.

What stands side by side is an ``@`` or a ``*``, as the shapes of its symbols decide, so these are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symformer.printing.identifiers import identifier
from symformer.printing.numpy_pieces import CannotWrite, Piece, Shapes, Sizes, Writer
from symformer.printing.numpy_terms import entries, piece
from symformer.terms.conventions import ROWS, Conventions
from symformer.terms.parts import unindexed
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Relation, Symbol, Term, children


def numpy_expression(term: Term, shapes: Shapes, conventions: Conventions = ROWS) -> str:
    """A term as an expression; ``shapes`` are the sizes of each symbol, by name, () for numbers.

    Raises:
        CannotWrite: a part of it has no source.

    >>> from symformer.terms.term import Product, Quotient, Transpose
    >>> Q, K, V, d_k = map(Symbol, ("Q", "K", "V", "d_k"))
    >>> scores = Quotient(Product((Q, Transpose(K))), Apply("sqrt", (d_k,)))
    >>> shapes = {"Q": ("n", "d_k"), "K": ("m", "d_k"), "V": ("m", "d_v")}
    >>> numpy_expression(Product((Apply("softmax", (scores,)), V)), shapes)
    'softmax(Q @ K.T / np.sqrt(d_k)) @ V'
    """
    return piece(term, Writer(shapes, conventions)).text


def numpy_function(name: str, equation: Relation, shapes: Shapes, conventions: Conventions = ROWS) -> str:
    """An equation as a function of what its right side needs, with imports; sizes are taken from the arrays.

    Raises:
        CannotWrite: a part of it has no source.

    >>> from symformer.terms.term import Product, Sum
    >>> S, X, W, b, d = map(Symbol, "SXWbd")
    >>> shapes = {"X": ("n", "d"), "W": ("d", "p"), "b": ("p",)}
    >>> print(numpy_function("f", Relation(("=",), (S, Sum((Product((d, X, W)), b)))), shapes))
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def f(X, W, b):  # (n, d), (d, p), (p) -> (n, p)
        d = X.shape[1]
        return d * X @ W + b
    """
    if equation.relations[0] not in EQUAL:
        raise CannotWrite("no equation")
    writer = Writer(shapes, conventions)
    body = entries(equation.sides[0], equation.sides[1], writer)
    names = list(dict.fromkeys((*_names(equation), *writer.sizes)))
    arrays = [each for each in names if shapes.get(each)]
    sizes = {each: line for each in names if (line := _size_line(each, arrays, shapes)) is not None}
    given = [each for each in names if each not in sizes]
    imports = [f"from {module} import {each}" for each, module in sorted(writer.imports.items())]
    heading = f"def {name}({', '.join(map(identifier, given))}):{_shapes_told(given, body, shapes)}"
    return "\n".join([
        "import numpy as np", *([""] if imports else []), *imports, "", "",
        heading, *(f"    {line}" for line in sizes.values()), f"    return {body.text}",
    ])  # fmt: skip


def numpy_imports(term: Term, shapes: Shapes, conventions: Conventions = ROWS) -> tuple[str, ...]:
    """The lines that the expression of a term rests on.

    >>> numpy_imports(Apply("softmax", (Symbol("x"),)), {"x": ("n",)})
    ('import numpy as np', 'from symformer.reference.functional import softmax')
    """
    writer = Writer(shapes, conventions)
    piece(term, writer)
    return ("import numpy as np", *(f"from {module} import {each}" for each, module in sorted(writer.imports.items())))


def _names(equation: Relation) -> Iterator[str]:
    """The names that the right side needs, in order; the indices that are bound are none of them."""
    left = equation.sides[0]
    bound = frozenset(part for part in children(left) if isinstance(part, Symbol)) if isinstance(left, Index) else ()
    yield from _free(equation.sides[1], frozenset(bound) - {unindexed(left)})


def _free(term: Term, bound: frozenset[Term]) -> Iterator[str]:
    if isinstance(term, Symbol):
        if term not in bound and term.name not in ("pi", "infty", "e", "roman(e)", "otherwise"):
            yield term.name
        return
    if isinstance(term, IndexedSum) and term.index is not None:
        bound = bound | {term.index}
    labels = set(term.labels) if isinstance(term, Apply) else set()
    for part in children(term):
        if part not in labels:
            yield from _free(part, bound)


def _size_line(name: str, arrays: Iterable[str], shapes: Shapes) -> str | None:
    """Where a size is taken from: ``d_k = Q.shape[1]``; None where it is no size of an array."""
    if shapes.get(name):
        return None
    for array in arrays:
        if name in shapes[array]:
            return f"{identifier(name)} = {identifier(array)}.shape[{shapes[array].index(name)}]"
    return None


def _shapes_told(given: Iterable[str], body: Piece, shapes: Mapping[str, Sizes]) -> str:
    told = [shapes.get(each, ()) for each in given]
    if body.shape is None or any(None in each for each in (*told, body.shape)):
        return ""
    return f"  # {', '.join(map(_written, told))} -> {_written(body.shape)}"


def _written(sizes: Sizes) -> str:
    return f"({', '.join(map(str, sizes))})" if sizes else "scalar"
