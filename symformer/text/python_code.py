"""Text that may be a program in Python."""

from __future__ import annotations

import ast
import warnings


def parsed(code: str) -> ast.Module | None:
    r"""What Python reads in a text; None where it is no program.

    Python warns of ``"\d"`` when it reads it, which is of no use to who has a note checked.

    >>> parsed("y = f(x)") is None, parsed("z = h W + b") is None, parsed("\0") is None
    (False, True, True)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


__all__ = ["parsed"]
