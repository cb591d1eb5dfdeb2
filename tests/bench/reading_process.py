"""One reader of formulas in a process of its own, which times and tells what it is asked to: see ``readers.py``.

    python tests/bench/reading_process.py READER

Each line of standard input is a task in JSON, answered by a line of standard output:
``{"task": "read", "formulas": [...], "limit": seconds}`` by whether each is read,
``{"task": "time", …}`` by the seconds each took, ``{"task": "processor", …}`` by those of the
processor alone, and ``{"task": "show", …}`` by what was made of each: in the reader's own words, and as the plain lists of ``outline_sympy.py`` or
``outline_terms.py``.
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MOST_MEMORY = 4 << 30  # bytes
LONGEST_SHOWN = 400  # characters
MAX_RECURSION = 10_000
ENOUGH = 0.06  # seconds: the clock of the processor may go in steps of some milliseconds
MOST_CALLS = 60


class OutOfTime(BaseException):
    """A reader took too long. No ``Exception``, since readers catch those."""


@dataclass(frozen=True)
class Reader:
    """``read`` is what is timed; ``accepts`` whether its result counts as read.

    ``reset`` is called, untimed, before each call; ``outline`` gives the plain lists of a result,
    ``say`` the reader's own words.
    """

    read: Callable[[str], Any]
    accepts: Callable[[str, Any], bool] = lambda latex, result: True
    reset: Callable[[], None] = lambda: None
    outline: Callable[[Any], Any] | None = None
    say: Callable[[Any], str] = str


# -- the readers -------------------------------------------------------------------------------------


def latex2sympy2() -> Reader:
    """What it returns for ``y = …`` is the right side; the left one is found in its global state."""
    import latex2sympy2 as module
    from outline_sympy import assigned, outline

    def reset() -> None:
        module.set_variances({})
        module.set_real(None)
        module.VARIABLE_VALUES = {}
        module.frac_type = r"\frac"

    def whole(result: Any) -> Any:
        return assigned(*module.variances.popitem()) if module.variances else outline(result)

    return Reader(module.latex2sympy, reset=reset, outline=whole)


def latex2sympy2_extended() -> Reader:
    """The fork, told to keep the case of letters and to leave membership alone."""
    from latex2sympy2_extended.latex2sympy2 import ConversionConfig, latex2sympy
    from outline_sympy import outline

    kept = ConversionConfig(lowercase_symbols=False, interpret_contains_as_eq=False)
    return Reader(lambda latex: latex2sympy(latex, conversion_config=kept), outline=outline)


def sympy_lark() -> Reader:
    from outline_sympy import outline
    from sympy.parsing.latex import parse_latex

    return Reader(lambda latex: parse_latex(latex, backend="lark"), outline=outline)


def pylatexenc() -> Reader:
    """The node tree. It is timed as it comes, forgiving; it has read what it also reads when strict."""
    from pylatexenc.latexwalker import LatexWalker

    def is_sound(latex: str, _: Any) -> bool:
        LatexWalker(latex, tolerant_parsing=False).get_latex_nodes()
        return True

    return Reader(
        lambda latex: LatexWalker(latex).get_latex_nodes(), accepts=is_sound, say=lambda result: str(result[0])
    )


def symformer_tree() -> Reader:
    """Ours, to the tree of what is written: macros and parser."""
    sys.path.insert(0, str(ROOT))
    from symformer.syntax.macros import expand
    from symformer.syntax.parser import parse
    from symformer.syntax.show import sexpr
    from symformer.text.mapped import MappedText

    return Reader(
        lambda latex: parse(expand(MappedText.identity(latex), {}).text),
        accepts=lambda _, tree: tree.read,
        say=sexpr,
    )


def symformer() -> Reader:
    """Ours, to the terms of what is meant; the formula's own vocabulary is all that is known of its names."""
    sys.path.insert(0, str(ROOT))
    from outline_terms import outline

    from symformer.reading.statements import lower_formula
    from symformer.reading.vocabulary import vocabulary_of
    from symformer.syntax.macros import expand
    from symformer.syntax.nodes import Tree
    from symformer.syntax.parser import parse
    from symformer.terms.show import show_styled
    from symformer.terms.term import Term, Unknown, walk
    from symformer.text.mapped import MappedText

    def read(latex: str) -> tuple[Tree, tuple[Term, ...]]:
        tree = parse(expand(MappedText.identity(latex), {}).text)
        return tree, lower_formula(tree, vocabulary_of([tree]))

    def accepts(_: str, result: tuple[Tree, tuple[Term, ...]]) -> bool:
        tree, terms = result
        return tree.read and not any(isinstance(part, Unknown) for term in terms for part in walk(term))

    return Reader(
        read,
        accepts=accepts,
        outline=lambda result: outline(result[1]),
        say=lambda result: " ;; ".join(map(show_styled, result[1])),
    )


READERS: dict[str, Callable[[], Reader]] = {
    each.__name__: each
    for each in (latex2sympy2, latex2sympy2_extended, sympy_lark, pylatexenc, symformer_tree, symformer)
}


# -- the work ----------------------------------------------------------------------------------------


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Keep what readers print out of our answers."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def attempt(reader: Reader, latex: str, limit: float) -> tuple[float, Any, str | None]:
    """The seconds one call took, its result, and the exception instead of one."""
    reader.reset()
    begin = time.perf_counter()
    try:
        with at_most(limit), silence():
            begin = time.perf_counter()
            result = reader.read(latex)
            seconds = time.perf_counter() - begin
    except (Exception, OutOfTime) as error:
        return time.perf_counter() - begin, None, f"{type(error).__name__}: {error}".split("\n")[0][:LONGEST_SHOWN]
    return seconds, result, None


def is_read(reader: Reader, latex: str, limit: float) -> bool:
    """Whether the reader gives a result that counts."""
    _, result, error = attempt(reader, latex, limit)
    if error is not None or result is None:
        return False
    try:
        return reader.accepts(latex, result)
    except Exception:
        return False  # only the strict run of a forgiving reader raises here, and that says no


def seconds_for(reader: Reader, latex: str, limit: float) -> float:
    """The seconds one call took; ``limit`` where it was stopped."""
    seconds, _, _ = attempt(reader, latex, limit)
    return min(seconds, limit)


def processor_seconds_for(reader: Reader, latex: str, limit: float) -> float:
    """The seconds of the processor that one call takes, as the mean of as many as its coarse clock needs."""
    calls, begin = 0, time.process_time()
    while True:
        attempt(reader, latex + " " * calls, limit)
        calls += 1
        seconds = time.process_time() - begin
        if seconds >= ENOUGH or calls >= MOST_CALLS:
            return seconds / calls


def show(reader: Reader, latex: str, limit: float) -> dict[str, Any]:
    """What the reader makes of a formula: its own words, the outline, or the exception."""
    _, result, error = attempt(reader, latex, limit)
    if error is not None or result is None:
        return {"words": error or "nothing", "outline": None}
    try:
        outline = reader.outline(result) if reader.outline else None
        return {"words": reader.say(result)[:LONGEST_SHOWN], "outline": outline}
    except RecursionError:
        return {"words": "a result too deep to be told", "outline": None}


TASKS: dict[str, Callable[[Reader, str, float], Any]] = {
    "read": is_read,
    "time": seconds_for,
    "processor": processor_seconds_for,
    "show": show,
}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    sys.setrecursionlimit(MAX_RECURSION)
    reader = READERS[sys.argv[1]]()
    for line in sys.stdin:
        work = json.loads(line)
        done = [TASKS[work["task"]](reader, latex, work["limit"]) for latex in work["formulas"]]
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
