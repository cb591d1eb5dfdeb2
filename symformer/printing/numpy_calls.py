"""Named functions as NumPy source, by the value that their record names."""

from __future__ import annotations

from functools import reduce

from symformer.functions import Function
from symformer.printing.numpy_pieces import ATOM, POWER, PRODUCT, SUM, Piece, Sizes, Writer, transposed


def called(function: Function, arguments: list[Piece], marks: list[Piece], writer: Writer) -> Piece:
    """A function at its arguments; ``marks`` are the numbers on its name: a base, a degree, the p of a norm.

    >>> from symformer.functions import lookup
    >>> from symformer.terms.conventions import COLUMNS
    >>> called(lookup("softmax"), [Piece("S", ATOM, ("m", "n"))], [], Writer({}, COLUMNS)).text
    'softmax(S, axis=-2)'
    """
    name, first = _function_name(function, writer), arguments[0]
    listed = ", ".join(each.text for each in arguments)
    columns = writer.conventions.positions == "columns" and first.rank != 1
    match function.law:
        case "elementwise" if function.id == "log" and marks:
            return Piece(f"np.log({first.text}) / np.log({marks[0].text})", PRODUCT, first.shape, first.lie)
        case "elementwise" if function.id == "sqrt" and marks:
            return Piece(f"{first.at(ATOM)} ** (1 / {marks[0].at(ATOM)})", POWER, first.shape)
        case "elementwise":
            return Piece(f"{name}({listed})", ATOM, first.shape, first.lie)
        case "extremum" if len(arguments) > 1:
            join = {"max": "np.maximum", "min": "np.minimum"}[function.id]
            return reduce(lambda left, right: _joined(join, left, right), arguments)
        case "concat":
            axis = -2 if columns else -1
            return Piece(f"{name}(({listed}), axis={axis})", ATOM, concatenated(arguments, axis))
        case "same" if columns and function.id in ("softmax", "log-softmax", "sparsemax"):
            return Piece(f"{name}({listed}, axis=-2)", ATOM, first.shape)
        case "same" if columns:
            rest = "".join(f", {each.text}" for each in arguments[1:])
            return Piece(f"{name}({first.at(ATOM)}.T{rest}).T", ATOM, first.shape)
        case "same":
            return Piece(f"{name}({listed})", ATOM, first.shape, first.lie)
        case "attention" if len(arguments) >= 3 and not columns:
            rows, width = arguments[0].shape, arguments[2].shape
            made = (*rows[:-1], width[-1]) if rows and width else None
            return Piece(f"{name}({listed})", ATOM, made)
        case "scalar" | "scalars" | "reduce" | "extremum":
            return Piece(f"{name}({', '.join(each.text for each in (*arguments, *marks))})")
        case "argument":
            first_index = writer.conventions.first_index
            return Piece(f"{name}({listed})" + f" + {first_index}" * bool(first_index), SUM if first_index else ATOM)
        case "diagonal" if first.rank == 1 and first.shape:
            return Piece(f"{name}({listed})", ATOM, (*first.shape, *first.shape))
        case "transpose":
            return transposed(first)
    return Piece(f"{name}({listed})", ATOM, None)


def _joined(join: str, left: Piece, right: Piece) -> Piece:
    wider = left if (left.rank or 0) >= (right.rank or 0) else right
    return Piece(f"{join}({left.text}, {right.text})", ATOM, wider.shape, wider.lie)


def _function_name(function: Function, writer: Writer) -> str:
    module, _, name = (function.value or "").rpartition(".")
    if module.split(".")[0] == "numpy":
        return f"np{module.removeprefix('numpy')}.{name}"
    writer.imports[name] = module
    return name


def concatenated(arguments: list[Piece], axis: int) -> Sizes | None:
    """The shape of parts that are joined along an axis, the size of which is not said."""
    shape = arguments[0].shape
    if shape is None or any(each.shape is None for each in arguments):
        return None
    at = len(shape) + axis if len(shape) > 1 else 0
    return (*shape[:at], None, *shape[at + 1 :])
