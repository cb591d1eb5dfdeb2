"""Compare: the audit of 1,000 numeric claims, and the same claims through SymPy's ``N`` and mpmath's intervals.

    python tests/bench/numeric_claims.py [--claims 1000] [--repeat 3]

The claims are what notes work out: softmax weights, dot products, means, logarithms, roots; every tenth is
wrong.  Two things are compared.  *From the note*: the whole audit, from the bytes of the note to a verdict on
each claim, against latex2sympy2 reading each formula (neither SymPy nor mpmath reads LaTeX by itself) for
SymPy's ``N``.  *Values alone*: each claim worked out and compared
with what is printed, from expressions that are built beforehand; what is kept from run to run is thrown away.

Exit status: 0 symformer is faster than both, both ways, 1 it is not, 2 something is not installed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from symformer.algebra.enclosure import bounds
from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text, rounds_to
from symformer.analysis import analyse
from symformer.reasoning.evaluate import evaluate
from symformer.settings import Settings
from symformer.terms.term import Apply, Number, Power, Product, Quotient, Relation, Sum, Symbol, Term

Claim = tuple[Term, str]


def note_of(count: int, seed: int = 7) -> str:
    """A note of so many claims, every tenth of them wrong."""
    draw = random.Random(seed)
    return "# Claims\n\n" + "\n\n".join(f"$$ {_claim(draw, wrong=at % 10 == 9)} $$" for at in range(count)) + "\n"


def _claim(draw: random.Random, *, wrong: bool) -> str:
    a, b, c, d = (f"{draw.uniform(0.05, 3):.2f}" for _ in range(4))
    left = draw.choice(
        (
            rf"\frac{{e^{{{a}}}}}{{e^{{{a}}} + e^{{{b}}} + e^{{{c}}}}}",
            rf"{a} \cdot {b} + {c} \cdot {d}",
            rf"\frac{{{a} \cdot {b} + {c} \cdot {d}}}{{\sqrt{{2}}}}",
            rf"\frac{{{a} + {b} + {c} + {d}}}{{4}}",
            rf"-\ln({a})",
            rf"\frac{{1}}{{1 + e^{{-{a}}}}}",
            rf"({a} - {b})^2 + ({c} - {d})^2",
            rf"\sqrt{{{a}^2 + {b}^2}}",
        )
    )
    return f"{left} \\approx {'?' if wrong else '!'}"


def filled(text: str) -> str:
    """The note with each result worked out, or worked out wrongly."""
    model = analyse("claims.md", text.replace("!", "0.000").replace("?", "0.000").encode(), Settings()).model
    assert model is not None
    results = [
        decimal_text(evaluate(each.term.sides[0]).middle, 3)  # type: ignore[union-attr]
        for each in model.statements
        if isinstance(each.term, Relation)
    ]
    for result in results:
        at = min(text.find(mark) for mark in "!?" if mark in text)
        shown = result if text[at] == "!" else decimal_text(Fraction(result) + Fraction(7, 1000), 3)
        text = text[:at] + shown + text[at + 1 :]
    return text


def through_sympy(claims: Sequence[Claim]) -> Callable[[], int]:
    """How many claims hold by SymPy's ``N``; the expressions are built here."""
    import sympy

    def built(term: Term) -> Any:
        match term:
            case Number():
                return sympy.Rational(term.value.numerator, term.value.denominator)
            case Symbol(name="e"):
                return sympy.E
            case Sum():
                return sympy.Add(*map(built, term.terms), evaluate=False)
            case Product():
                return sympy.Mul(*map(built, term.factors), evaluate=False)
            case Quotient():
                below = sympy.Pow(built(term.denominator), -1, evaluate=False)
                return sympy.Mul(built(term.numerator), below, evaluate=False)
            case Power():
                return sympy.Pow(built(term.base), built(term.exponent), evaluate=False)
            case Apply(function="sqrt"):
                return sympy.Pow(built(term.arguments[0]), sympy.Rational(1, 2), evaluate=False)
            case Apply(function="ln"):
                return sympy.log(built(term.arguments[0]), evaluate=False)
        raise ValueError(term)

    made = [(built(term), sympy.Rational(text)) for term, text in claims]
    half = sympy.Rational(1, 2000)
    return lambda: sum(bool(abs(sympy.N(value, 15) - shown) <= half) for value, shown in made)


def through_mpmath(claims: Sequence[Claim]) -> Callable[[], int]:
    """How many claims hold by mpmath's intervals."""
    from mpmath import iv

    def value(term: Term) -> Any:
        match term:
            case Number():
                return iv.mpf(term.value.numerator) / term.value.denominator
            case Symbol(name="e"):
                return iv.e
            case Sum():
                return sum(map(value, term.terms), iv.mpf(0))
            case Product():
                found = iv.mpf(1)
                for factor in term.factors:
                    found *= value(factor)
                return found
            case Quotient():
                return value(term.numerator) / value(term.denominator)
            case Power(base=Symbol(name="e")):
                return iv.exp(value(term.exponent))
            case Power():
                return value(term.base) ** int(term.exponent.value)  # type: ignore[union-attr]
            case Apply(function="sqrt"):
                return iv.sqrt(value(term.arguments[0]))
            case Apply(function="ln"):
                return iv.log(value(term.arguments[0]))
        raise ValueError(term)

    shown = [Fraction(text) for _, text in claims]

    def run() -> int:
        holding = 0
        for (term, _), number in zip(claims, shown, strict=True):
            low = iv.mpf((number - Fraction(1, 2000)).numerator) / (number - Fraction(1, 2000)).denominator
            high = iv.mpf((number + Fraction(1, 2000)).numerator) / (number + Fraction(1, 2000)).denominator
            found = value(term)
            holding += bool(found.b >= low.a and found.a <= high.b)
        return holding

    return run


def from_latex(claims: Sequence[tuple[str, str]]) -> Callable[[], int]:
    """How many claims hold where latex2sympy2 reads the left side, and ``N`` works it out."""
    import sympy
    from latex2sympy2 import latex2sympy

    half = Fraction(1, 2000)

    def run() -> int:
        holding = 0
        for latex, shown in claims:
            value, number = float(sympy.N(latex2sympy(latex), 15)), Fraction(shown)
            holding += number - half <= value <= number + half
        return holding

    return run


def best(run: Callable[[], int], repeat: int) -> tuple[float, int]:
    """The least seconds of several runs, and what the run gives."""
    seconds, found = [], 0
    for _ in range(repeat):
        begin = time.perf_counter()
        found = run()
        seconds.append(time.perf_counter() - begin)
    return min(seconds), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    data = filled(note_of(options.claims)).encode()
    model = analyse("claims.md", data, Settings()).model
    assert model is not None
    read = [(each, each.term) for each in model.statements if isinstance(each.term, Relation)]
    pairs = [(term.sides[0], term.sides[1]) for _, term in read]
    claims = [(left, right.printed) for left, right in pairs if isinstance(right, Number) and right.printed is not None]
    texts = [
        (term.sides[0].origin.slice(each.latex.text), shown.text)
        for (each, term), (_, shown) in zip(read, claims, strict=True)
    ]
    plain = [(left, shown.text) for left, shown in claims]
    try:
        values = {"SymPy N": through_sympy(plain), "mpmath intervals": through_mpmath(plain)}
        whole = {"latex2sympy2, SymPy N": from_latex(texts)}
    except ImportError as missing:
        print(f"{missing.name} is not installed: pip install sympy mpmath latex2sympy2", file=sys.stderr)
        return 2

    def audited() -> int:
        bounds.cache_clear()
        found = analyse("claims.md", data, Settings()).model
        return sum(each.problem is None for each in found.judgements) if found is not None else 0

    def worked_out() -> int:
        bounds.cache_clear()
        values = [(evaluate(left), shown) for left, shown in claims]
        return sum(isinstance(value, Interval) and rounds_to(value, shown, "≈") != "no" for value, shown in values)

    print(f"{len(claims)} claims, best of {options.repeat} runs")
    first = _compared("from the note", audited, whole, options.repeat)
    second = _compared("values alone", worked_out, values, options.repeat)
    return 0 if first and second else 1


def _compared(what: str, ours: Callable[[], int], theirs: dict[str, Callable[[], int]], repeat: int) -> bool:
    """Print our time beside each of theirs; whether ours is the least."""
    least, right = best(ours, repeat)
    print(f"{what}\n  {'symformer':26} {least:8.3f} s   {right} hold")
    faster = True
    for name, run in theirs.items():
        seconds, held = best(run, repeat)
        print(f"  {name:26} {seconds:8.3f} s   {held} hold; {seconds / least:.2f} times ours")
        faster = faster and seconds > least
    return faster


if __name__ == "__main__":
    sys.exit(main())
