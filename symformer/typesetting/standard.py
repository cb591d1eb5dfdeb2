"""An equation of the catalogue as a Python object: its LaTeX, its shapes, its steps, and a function that runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symformer.catalogue.lookup import equation as found_equation
from symformer.catalogue.reading import ReadEquation, read
from symformer.notations import notation as found_notation
from symformer.printing.identifiers import identifier
from symformer.terms.term import Relation, Symbol, Term
from symformer.typesetting.composing import Wanted, compose

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True)
class StandardEquation:
    """An equation of the catalogue; notebooks show it typeset.

    >>> attention = equation("scaled-dot-product-attention")
    >>> attention.title, attention.shapes["K"]
    ('Scaled dot-product attention', ('m', 'd_k'))
    >>> print(attention.latex(notation="prince"))
    \\operatorname{Attention}(\\mathbf{Q}, \\mathbf{K}, \\mathbf{V}) = \\mathbf{V} \\operatorname{Softmax}\\left(\\frac{\\mathbf{K}^\\top \\mathbf{Q}}{\\sqrt{D_q}}\\right)
    """

    given: ReadEquation

    @property
    def id(self) -> str:
        """Its name in the catalogue."""
        return self.given.equation.id

    @property
    def title(self) -> str:
        """What it is called."""
        return self.given.equation.title

    @property
    def source(self) -> str:
        """Where it is published."""
        return str(self.given.equation.source)

    @property
    def shapes(self) -> dict[str, tuple[str, ...]]:
        """The sizes of each array, in plain letters."""
        return {letter.latex: letter.shape for letter in self.given.letters if letter.shape}

    @property
    def steps(self) -> tuple[str, ...]:
        """Its right sides as LaTeX in plain letters, each with one more definition put in."""
        display = compose(self.id, Wanted(found_notation("plain"), steps=True)).displays[0]
        return tuple(line.right for line in display.lines)

    def latex(self, *, notation: str = "plain", options: Sequence[str] = (), shapes: bool = False) -> str:
        """Its statements as LaTeX, side by side.

        Raises UnknownNotation, and ChangesNothing for an option that has no place in it.
        """
        wanted = Wanted(found_notation(notation), tuple(options), shapes="under" if shapes else None)
        (display,) = compose(self.id, wanted).displays
        return r", \quad ".join(line.text for line in display.lines)

    @property
    def numpy(self) -> Callable[..., np.ndarray]:
        """A function of its arrays by name, such as ``numpy(Q=…, K=…, V=…)``, that gives its value.

        It raises ValueError where an array is missing or the shapes do not fit.
        """
        from symformer.reasoning.running.compiled import NotRun, compiled

        def run(**arrays: ArrayLike) -> np.ndarray:
            bound, right = _bound(self.given, arrays)
            found = compiled(right)(bound)
            if isinstance(found, NotRun):
                raise ValueError(f"{self.id}: {found.reason}")
            return found

        return run

    @property
    def sympy(self) -> Any:
        """The equation as a SymPy ``Eq`` over matrix symbols, worked out by ``doit``; several as a ``Tuple``.

        Sizes are symbols: put numbers in with ``subs``.  Raises NotInSympy for what SymPy has no words for,
        such as tensors of more than two axes.

        >>> equation("attention-output").sympy
        Eq(O, A*V)
        """
        import sympy

        from symformer.typesetting.sympy_forms import sympy_form

        found = sympy_form(self.given)
        return found[0] if len(found) == 1 else sympy.Tuple(*found)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"


def _bound(given: ReadEquation, arrays: dict[str, Any]) -> tuple[dict[str | Term, Any], Term]:
    """The arrays by their terms, with the sizes that they tell, and what is to be run."""
    import numpy as np

    letters = {identifier(each.term.name): each for each in given.letters if isinstance(each.term, Symbol)}
    if unknown := arrays.keys() - letters.keys():
        raise ValueError(f"{given.equation.id} has no {', '.join(sorted(unknown))}: it has {', '.join(letters)}")
    by_latex = {each.latex: each.term for each in given.letters}
    bound: dict[str | Term, Any] = {}
    for name, value in arrays.items():
        array = np.asarray(value, np.float64)
        letter = letters[name]
        if array.ndim != len(letter.shape):
            raise ValueError(f"{name} has {array.ndim} axes, and wants {len(letter.shape)}: {' × '.join(letter.shape)}")
        bound[letter.term] = array
        for size, text in zip(array.shape, letter.shape, strict=True):
            if text in by_latex and bound.setdefault(by_latex[text], size) != size:
                raise ValueError(f"{text} is {bound[by_latex[text]]}, and {size} in {name}")
    statement = given.statements[0]
    if not isinstance(statement, Relation):
        raise ValueError(f"{given.equation.id} states no value")
    return bound, statement.sides[-1] if isinstance(statement.sides[0], Symbol) or _is_call(statement) else statement


def _is_call(statement: Relation) -> bool:
    return type(statement.sides[0]).__name__ == "Apply"


def equation(name: str) -> StandardEquation:
    """The equation of a name. Raises UnknownEquation, with the names that are near."""
    return StandardEquation(read(found_equation(name)))
