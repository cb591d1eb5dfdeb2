"""Shape conflicts in the words of the mathematics."""

from __future__ import annotations

from symformer.algebra.shape import Shape
from symformer.semantics.shapes.records import ShapeConflict
from symformer.terms.show import show
from symformer.terms.term import Quotient, Relation, Space, Sum, Term, Transpose

TOO_LONG = "this expression"  # in the place of a part too long to quote


def conflict_message(conflict: ShapeConflict, left: str, right: str) -> str:
    """One line that stands alone; ``left`` and ``right`` are the two parts as the author wrote them.

    >>> from symformer.algebra.dimension import letter
    >>> from symformer.algebra.shape import shape
    >>> from symformer.terms.term import Symbol
    >>> q, k = Symbol("Q"), Symbol("K")
    >>> shapes, sizes = (shape("n", "d_k"), shape("m", "d_k")), (letter("d_k"), letter("m"))
    >>> conflict = ShapeConflict("inner-dimensions-differ", q.origin, q, k, *shapes, sizes, "")
    >>> conflict_message(conflict, "Q", "K")
    'cannot multiply Q (n × d_k) by K (m × d_k)'
    """
    one, two = f"{left} {_shown(conflict.left_shape)}", f"{right} {_shown(conflict.right_shape)}"
    match conflict.kind:
        case "inner-dimensions-differ":
            one = f"{_factor(conflict.left, left)} {_shown(conflict.left_shape)}"
            two = f"{_factor(conflict.right, right)} {_shown(conflict.right_shape)}"
            return f"cannot multiply {one} by {two}"
        case "sum-shapes-differ":
            return f"cannot add {one} and {two}"
        case "entries-differ":
            return f"cannot multiply {one} and {two} entry by entry"
        case "declared-shape-differs":
            if isinstance(conflict.right, Space):
                return f"{left} is {_plain(conflict.left_shape)}, not {_plain(conflict.right_shape)}"
            return f"{left} is declared {_plain(conflict.left_shape)}, but {right} is {_plain(conflict.right_shape)}"
        case "result-shape-differs":
            return f"{left} is {_plain(conflict.left_shape)}, not {_plain(conflict.right_shape)}"
        case "sides-differ":
            return f"the sides differ in shape: {one} against {two}"
        case "concat-shapes-differ":
            return f"cannot put {one} and {two} side by side"
        case "gradient-shape-differs":
            return f"{left} is {_plain(conflict.left_shape)}, but {right} is {_plain(conflict.right_shape)}"
        case "sizes-not-equated":
            return f"{one} meets {two}, and {conflict.reason}"
        case "vector-turned":
            return f"{left} {_laid(conflict.left_shape)} does not go with {right} {_laid(conflict.right_shape)}"
        case "attention-shapes-differ":
            return f"{one} and {two} do not fit in one attention"


def conflict_note(conflict: ShapeConflict) -> str:
    """A few words to stand under the caret: the two sizes that ought to be one."""
    left, right = conflict.sizes
    if left is None or right is None or conflict.kind == "vector-turned":
        return conflict.reason
    if conflict.kind == "inner-dimensions-differ":
        return f"inner sizes {left} and {right}"
    return f"{left} against {right}"


def conflict_help(conflict: ShapeConflict, left: str, right: str) -> str | None:
    """The transpose that would mend a product, where there is one."""
    shapes = conflict.left_shape, conflict.right_shape
    if conflict.kind != "inner-dimensions-differ" or TOO_LONG in (left, right):
        return None
    one, two = _factor(conflict.left, left), _factor(conflict.right, right)
    if shapes[0].rank == shapes[1].rank > 2 and shapes[0].last == shapes[1].last:
        result = Shape((*shapes[0].sizes[:-1], shapes[1].sizes[-2]))
        return f"try {one} {_transposed(conflict.right, two)}, which is {result.content}"
    if shapes[0].rank != 2 or shapes[1].rank != 2:
        return None
    if conflict.left_shape.last == conflict.right_shape.last:
        result = Shape((conflict.left_shape.first, conflict.right_shape.first))
        return f"try {one} {_transposed(conflict.right, two)}, which is {result.content}"
    if conflict.left_shape.first == conflict.right_shape.first:
        result = Shape((conflict.left_shape.last, conflict.right_shape.last))
        return f"try {_transposed(conflict.left, one)} {two}, which is {result.content}"
    if conflict.left_shape.first == conflict.right_shape.last:
        result = Shape((conflict.right_shape.first, conflict.left_shape.last))
        return f"try {two} {one}, which is {result.content}"
    return None


def _factor(term: Term, text: str) -> str:
    """A part as it stands in a product: a sum in brackets."""
    return f"({text})" if isinstance(term, Sum | Quotient | Relation) and text != TOO_LONG else text


def _transposed(term: Term, text: str) -> str:
    """The transpose of a part; of Kᵀ it is K."""
    if isinstance(term, Transpose):
        return _factor(term.operand, show(term.operand))
    return f"{text}^\\top"


def _laid(shape: Shape) -> str:
    """The shape, and of a vector how it lies."""
    return f"(a {shape.orientation} of {shape.first})" if shape.rank == 1 and shape.orientation else _shown(shape)


def _shown(shape: Shape) -> str:
    return str(shape) if shape.rank else "(a number)"


def _plain(shape: Shape) -> str:
    match shape.rank:
        case 0:
            return "a number"
        case 1:
            return f"a vector of length {shape.first}"
    return shape.content
